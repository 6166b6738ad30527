"""What is worked out after a tap: a contradiction's mixture and corrections, marks, warnings; never a tap's delay."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest

from tests.table.fakes import FakeInference, fake_tables, heard, operation, start_fake
from tracker import Tracker, load_map
from tracker.game.announcements import Announcement, Side
from tracker.game.errors import TooManyHypotheses
from tracker.game.maps import SeaMap
from tracker.game.rules import RuleOptions
from tracker.solver.answers import Model
from tracker.table.afterthoughts import NO_READING, Afterthoughts
from tracker.table.chain import Chain, Inference
from tracker.table.journal import Journal
from tracker.table.settings import GameSettings
from tracker.table.snapshots import NOTHING_MORE
from tracker.table.table import Table
from tracker.table.tables import Tables

ALPHA = load_map("alpha")
SETTINGS = GameSettings(ALPHA)


def start(sea_map: SeaMap, tracked: Side, options: RuleOptions, model: Model, mishears: int = 0) -> Inference:
    return Tracker.start(sea_map, tracked, options, model, mishears)


def lines(text: str) -> tuple[Announcement, ...]:
    return tuple(announcement for line in text.split(";") for announcement in heard(line))


def chain_of(text: str) -> Chain:
    return Chain.begin(start(ALPHA, Side.BLUE, RuleOptions(), "captain")).follow(lines(text))


def think(text: str, thoughts: Afterthoughts | None = None) -> dict[str, Any]:
    """Return the last fields that are told of a list whose announcements have the ids 1, 2, ..."""
    chain = chain_of(text)
    ids = tuple(str(number) for number in range(1, len(chain.announcements) + 1))
    told = [fields for fields in (thoughts or Afterthoughts(SETTINGS, start)).work(ids, chain) if fields is not None]
    assert [fields["pending"] for fields in told] == [True] * (len(told) - 1) + [False]
    assert set(told[-1]) == set(NOTHING_MORE)
    return told[-1]


def new_table() -> Table:
    tables = Tables(Journal("sqlite://"), start, start_mixture=start)
    return tables.get(tables.create(ALPHA))


def settled(table: Table) -> dict[str, Any]:
    """Wait until the afterthoughts of a table are told."""
    end = time.monotonic() + 60
    while (fields := dict(table.snapshot().fields))["pending"]:
        assert time.monotonic() < end
        time.sleep(0.01)
    return fields


def test_while_all_fits_there_is_a_route_and_nothing_to_correct() -> None:
    fields = think("B N N E")
    assert (fields["mixture"], fields["mixture_error"], fields["repairs"]) == (None, None, [])
    assert fields["likely_misheard"] is None
    assert (len(fields["route"]), fields["mines"], fields["warnings"]) == (4, [], [])


def test_a_contradiction_has_a_mixture_and_corrections_by_their_operations() -> None:
    fields = think("B N E S W")
    mixture = fields["mixture"]
    truth = Tracker.start(ALPHA, Side.BLUE, model="captain", mishears=1).hear_all(heard("B N E S W"))
    assert mixture["mishears"] == 1
    assert mixture["cells"] == sum(mixture["possible"]) == len(truth.cells) > 0
    assert sum(mixture["probability"]) == pytest.approx(1, abs=1e-4)
    assert mixture["histories"] == truth.histories
    repairs = fields["repairs"]
    shares = [repair["probability"] for repair in repairs]
    assert shares == sorted(shares, reverse=True)
    assert 0 < len(repairs) <= 8
    by_kind = {repair["kind"]: repair for repair in reversed(repairs)}
    wrong = by_kind["wrong"]
    assert wrong["op"] == {"do": "change", "id": wrong["id"], "text": wrong["instead"]}
    extra = by_kind["extra"]
    assert (extra["op"], extra["instead"]) == ({"do": "delete", "id": extra["id"]}, None)


def test_each_correction_applied_makes_the_record_fit_and_undo_takes_it_back() -> None:
    table = new_table()
    table.apply(operation("a", "hear", "B N E S W N"))
    broken = settled(table)
    assert broken["contradiction"]["n"] == 4
    for number, repair in enumerate(broken["repairs"]):
        body = {"op": f"r{number}", **repair["op"]}
        assert table.take(body, "d").snapshot.fields["contradiction"] is None
        undo = table.snapshot().fields["undo"]["id"]
        again = table.apply(operation(f"u{number}", "undo", target=undo)).snapshot.fields
        assert again["contradiction"] == broken["contradiction"]
        assert [entry["text"] for entry in again["heard"]] == [entry["text"] for entry in broken["heard"]]


def test_where_no_single_course_explains_it_pairs_are_offered_and_two_mishears_shown() -> None:
    table = new_table()
    table.apply(operation("a", "hear", "B N E S W S W N E"))
    broken = settled(table)
    assert broken["mixture"]["mishears"] == 2
    pair = next(repair for repair in broken["repairs"] if "ops" in repair)
    assert len(pair["edits"]) == len(pair["ops"]) == 2
    for number, op in enumerate(pair["ops"]):
        table.take({"op": f"r{number}", **op}, "d")
    assert table.snapshot().fields["contradiction"] is None
    for number in range(2):
        table.apply(operation(f"u{number}", "undo", target=table.snapshot().fields["undo"]["id"]))
    assert table.snapshot().fields["contradiction"] == broken["contradiction"]


def test_an_answer_can_be_what_was_misheard() -> None:
    fields = think("B surface 1; Y drone 1 no")
    answer = next(repair for repair in fields["repairs"] if repair["kind"] == "answer")
    assert answer["op"]["do"] == "change"
    assert {r["instead"] for r in fields["repairs"] if r["n"] == 2 and r["kind"] == "answer"} == {"Y drone 1 yes"}
    assert sum(repair["probability"] for repair in fields["repairs"]) <= 1 + 1e-3


def test_where_two_misheard_courses_do_not_explain_it_that_is_said() -> None:
    fields = think("B surface 1 surface 9 surface 1 surface 9")
    assert (fields["mixture"], fields["mixture_error"]) == (None, NO_READING)


def test_a_likely_error_is_told_before_anything_contradicts() -> None:
    # Found by playing at random: all of it fits, yet a north that was never said makes it likelier by far.
    drone = "; Y drone 3 yes; "
    fields = think("B N N W W" + drone + "B N W S S" + drone + "B S")
    assert (fields["mixture"], fields["repairs"]) == (None, [])
    likely = fields["likely_misheard"]
    assert likely["probability"] == pytest.approx(0.589, abs=1e-3)
    assert (likely["n"], likely["kind"], likely["heard"], likely["instead"]) == (6, "extra", "B N", None)
    assert likely["op"] == {"do": "delete", "id": "6"}


def test_mines_and_warnings_are_marked() -> None:
    fields = think("B N N E mine silence")
    truth = chain_of("B N N E mine silence").steps[-1]
    assert len(fields["mines"]) == len(truth.mine_cells) > 0
    (gauge, *_) = fields["warnings"]
    assert gauge["kind"] in ("gauge", "twice")
    assert (gauge["n"], gauge["system"]) == (5, "silence")
    assert "missed" in gauge["sentence"]


def test_an_undo_takes_back_what_followed() -> None:
    thoughts = Afterthoughts(SETTINGS, start)
    assert think("B N E S W", thoughts)["mixture"] is not None
    assert think("B N E S", thoughts)["mixture"] is None
    assert think("B N E S E silence", thoughts) == think("B N E S E silence")
    thoughts.forget()
    assert think("B N E S W", thoughts) == think("B N E S W")


def test_a_mixture_that_does_not_fit_in_memory_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    class Large:
        consistent = True
        readings = None

        def hear(self, _announcement: object) -> Inference:
            raise TooManyHypotheses(10**9, 1 << 40)

    fields = think("B N E S W", Afterthoughts(SETTINGS, lambda *_: Large()))  # type: ignore[arg-type,return-value]
    assert fields["mixture"] is None
    assert "1,000,000,000 histories" in fields["mixture_error"]
    assert fields["repairs"]


def test_what_fails_is_left_out_and_told_in_the_log_only(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> object:
        raise RuntimeError("broken")

    monkeypatch.setattr("tracker.table.clue_chain.gauge_warnings", broken)
    fields = think("B N E S W")
    assert fields["warnings"] == []
    assert fields["mixture"] is not None
    assert "broken" in caplog.text


def test_a_start_that_fails_ends_the_afterthoughts_not_the_game(caplog: pytest.LogCaptureFixture) -> None:
    def broken(*_: object) -> Inference:
        raise RuntimeError("broken")

    tables = Tables(Journal("sqlite://"), start_fake, start_mixture=broken)
    table = tables.get(tables.create(ALPHA))
    assert table.apply(operation("a", "hear", "B N")).snapshot.fields["cells"] == len(ALPHA.sea)
    assert settled(table)["mixture"] is None
    assert table.apply(operation("b", "hear", "B N")).snapshot.version == 2
    tables.close_streams()


def test_a_tap_does_not_wait_for_afterthoughts() -> None:
    held = threading.Event()

    class Slow(FakeInference):
        def hear(self, announcement: object) -> FakeInference:
            held.wait(60)
            return self

    tables = Tables(Journal("sqlite://"), start_fake, start_mixture=lambda sea_map, *_: Slow(sea_map, sea_map.sea))
    table = tables.get(tables.create(ALPHA))
    for number in range(20):  # would never be answered if one of them waited
        fields = table.apply(operation(f"t{number}", "hear", "B N")).snapshot.fields
        assert (fields["version"], fields["pending"]) == (number + 1, True)
    held.set()
    assert settled(table)["version"] == 20


def test_the_same_version_comes_again_with_more_and_a_greater_revision() -> None:
    table = new_table()
    first = table.apply(operation("a", "hear", "B N E S W")).snapshot
    assert first.fields["mixture"] is None
    last = settled(table)
    assert last["mixture"] is not None
    assert last["version"] == first.version
    assert last["revision"] > first.fields["revision"]
    table.rename({"d": "Ana"})
    renamed = table.snapshot().fields
    assert (renamed["mixture"], renamed["devices"]) == (last["mixture"], {"d": "Ana"})
    assert renamed["revision"] > last["revision"]


def test_an_earlier_moment_has_its_own_marks_and_warnings() -> None:
    table = new_table()
    table.apply(operation("a", "hear", "B N N mine E S silence"))
    now = settled(table)
    assert {warning["n"] for warning in now["warnings"]} >= {3, 6}
    then = table.snapshot_at(3).fields
    assert {warning["n"] for warning in then["warnings"]} == {3}
    assert len(then["route"]) == 3
    assert table.snapshot_at(1).fields["mines"] == []
    assert (then["pending"], then["mixture"], then["repairs"]) == (False, None, [])


def test_a_game_that_rests_works_them_out_again() -> None:
    table = new_table()
    table.apply(operation("a", "hear", "B N E S W"))
    before = settled(table)
    table.rest(0.0)
    after = settled(table)
    assert {**after, "revision": 0} == {**before, "revision": 0}


def test_removed_are_the_cells_that_the_last_announcement_ruled_out() -> None:
    tables = fake_tables()
    table = tables.get(tables.create(ALPHA))
    assert table.snapshot().fields["removed"] == []
    table.apply(operation("a", "hear", "Y drone 1 no"))
    removed = table.snapshot().fields["removed"]
    assert "A1" in removed
    assert "O15" not in removed
    assert table.apply(operation("b", "hear", "B N")).snapshot.fields["removed"] == []
