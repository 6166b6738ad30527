"""Every benchmark case is answered rightly: by the plain list where it can, and by pinned counts elsewhere."""

from __future__ import annotations

import pytest

from benchmarks.cases import REAL_TIME_MAPS, Case, cases, greedy_adversary, open_water, voyage
from benchmarks.cpp_list import cpp_list
from benchmarks.kernel_time import kernels_timed
from benchmarks.plain_list import PlainList
from tracker import Announcement, Side, Tracker, load_map
from tracker.game.announcements import Heading, Silence

PINNED = {
    "greedy-6": (2_261_253, 76_376),
    "greedy-8": (26_022_596, 1_948_511),
    "table-game": None,
    "three-mines": None,
    "surfacings": None,
    "long": None,
}


def test_the_greedy_adversary_takes_the_known_courses() -> None:
    said = "".join("*" if a.item == Silence() else a.item.course.name for a in greedy_adversary(8))
    assert said == "NESSWW*WNNNNE*EEESWW*SEESWW*SEEESW*WWWWWN*NWNENW*NNNNES*"


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_models_agree_on_what_is_possible(case: Case) -> None:
    exact, uniform, captain = (
        Tracker.start(case.sea_map, options=case.options, model=model).hear_all(case.announcements)
        for model in ("exact", "uniform", "captain" if len(case.announcements) < 56 else "exact")
    )
    assert exact.consistent
    assert exact.cells == uniform.cells == captain.cells
    assert exact.histories == uniform.histories == captain.histories
    assert uniform.posterior().sum() == pytest.approx(1)
    if PINNED[case.name]:
        assert (exact.histories, exact.shapes) == PINNED[case.name]


@pytest.mark.parametrize("name", REAL_TIME_MAPS)
def test_voyages_agree_with_the_plain_list(name: str) -> None:
    sea_map = load_map(name)
    record = voyage(sea_map, 1, 4)
    tracker, plain = Tracker.start(sea_map, model="exact"), PlainList(sea_map, 1_000_000)
    for announcement, step in zip(record, cpp_list(sea_map, record, 2), strict=True):
        tracker = tracker.hear(announcement)
        plain.hear(announcement)
        assert tracker.histories == plain.count == step.hypotheses
        assert set(tracker.cells) == plain.cells()


def test_the_plain_list_counts_the_greedy_adversary() -> None:
    plain = PlainList(open_water(), 3_000_000)
    for announcement in greedy_adversary(6):
        plain.hear(announcement)
    assert plain.count == 2_261_253


def test_a_plain_list_hears_courses_and_silences_only() -> None:
    plain = PlainList(open_water(3), 100)
    with pytest.raises(TypeError, match="neither"):
        plain.hear(Announcement(Side.BLUE, Heading(None)))
    with pytest.raises(TypeError, match="neither"):
        cpp_list(open_water(3), [Announcement(Side.BLUE, Heading(None))])


def test_the_clock_counts_the_kernels_and_is_put_away() -> None:
    with kernels_timed() as clock:
        timed = Tracker.start(open_water(), model="captain").hear_all(greedy_adversary(2))
        assert clock.ms > 0
    counted = clock.ms
    assert timed.histories == Tracker.start(open_water(), model="captain").hear_all(greedy_adversary(2)).histories
    assert clock.ms == counted
