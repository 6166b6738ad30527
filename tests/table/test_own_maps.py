"""Maps drawn on the server: checked as map files, kept beside the games, changed by their maker only."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.testclient import TestClient

from tests.table.fakes import fake_tables
from tracker.game.map_files import format_map, load_map, map_ids, parse_map
from tracker.game.maps import SeaMap
from tracker.table.backup import back_up, restore
from tracker.table.journal import Journal
from tracker.table.map_routes import MAPS_IN_A_WHILE
from tracker.table.own_maps import MOST_MAPS, BadMap, read_drawing, waters
from tracker.table.routes import routes

KEY, OTHER = "k" * 32, "x" * 32


def drawn(grid: list[str], name: str = "Attic", mode: str = "", sector: int = 5, **more: object) -> dict[str, Any]:
    return {"name": name, "mode": mode, "sector": sector, "grid": grid, "key": KEY, **more}


class Page:
    """What the editor sends, over fake tables."""

    def __init__(self) -> None:
        self.tables = fake_tables()
        self.client = TestClient(Starlette(routes=routes(self.tables)), raise_server_exceptions=False)

    def post(self, path: str, body: object) -> httpx2.Response:
        return self.client.post(f"/api/{path}", json=body)


@pytest.fixture
def page() -> Iterator[Page]:
    made = Page()
    yield made
    made.client.close()


def test_a_drawn_map_is_kept_and_its_file_is_one_that_the_command_line_reads(page: Page) -> None:
    body = drawn(["..#", ".o.", "M.O"], name="  Attic\nsheet ", mode="real-time", sector=2)
    checked = page.post("maps/check", body).json()
    assert checked["faults"] == checked["warnings"] == []
    kept = page.post("maps", body).json()
    assert kept["name"] == "Attic sheet"
    (sea_map,) = page.tables.own_maps.all()
    assert sea_map.id == kept["id"]
    assert (sea_map.grid, sea_map.sector_side, sea_map.mode) == (("..#", ".o.", "M.O"), 2, "real-time")
    assert parse_map(checked["text"], sea_map.id) == sea_map


@pytest.mark.parametrize("map_id", map_ids())
def test_every_shipped_map_can_be_begun_from(map_id: str) -> None:
    sea_map = load_map(map_id)
    drawing = read_drawing(drawn(list(sea_map.grid), sea_map.name, sea_map.mode, sea_map.sector_side))
    assert drawing.faults == ()
    assert drawing.sea_map is not None
    assert drawing.sea_map.grid == sea_map.grid


@pytest.mark.parametrize(
    ("body", "key"),
    [(drawn(["##", "##"]), "map-no-sea"), (drawn(["..", ".."], name=" \u200b"), "map-no-name")],
)
def test_what_is_no_map_yet_is_said_and_not_kept(page: Page, body: dict[str, Any], key: str) -> None:
    assert [fault["key"] for fault in page.post("maps/check", body).json()["faults"]] == [key]
    refused = page.post("maps", body)
    assert refused.status_code == 400
    assert refused.json()["said"][0]["key"] == key
    assert page.tables.own_maps.all() == []


def test_sea_that_is_cut_off_is_a_warning(page: Page) -> None:
    checked = page.post("maps/check", drawn([".#..", "#...", "...#", "..#."])).json()
    assert checked["faults"] == []
    assert checked["warnings"][0]["values"] == {"cells": "A1 D4"}
    assert page.post("maps", drawn([".#", "#."])).status_code == 200


def test_the_seas_of_a_map_are_those_between_which_nobody_passes() -> None:
    sea_map = SeaMap("m", (".#.", ".#.", "##o"), 5)
    assert sorted(len(water) for water in waters(sea_map)) == [2, 3]


@pytest.mark.parametrize(
    "body",
    [
        drawn([]),
        drawn([""]),
        drawn(["." * 16]),
        drawn(["."] * 16),
        drawn(["..", "."]),
        drawn(["<b>"]),
        drawn([".."], sector=0),
        drawn([".."], sector=True),
        drawn([".."], mode="quick"),
        drawn("..", name="x"),
        drawn([[".", "."]]),
        drawn([".."], name=7),
        drawn([".."], key="short"),
        [],
        7,
    ],
)
def test_what_the_page_never_sends_is_400(page: Page, body: object) -> None:
    assert page.post("maps", body).status_code == 400
    assert page.tables.own_maps.all() == []


def test_only_its_maker_changes_or_deletes_a_map(page: Page) -> None:
    id = page.post("maps", drawn(["..."])).json()["id"]
    assert page.post("maps/check", drawn(["..."], id=id)).json()["mine"] is True
    assert page.post("maps/check", drawn(["..."], id=id, key=OTHER)).json()["mine"] is False
    copy = page.post("maps", drawn(["..#"], id=id, key=OTHER)).json()["id"]
    assert copy != id
    assert page.post("maps", drawn(["#.."], id=id)).json()["id"] == id
    assert [sea_map.grid for sea_map in page.tables.own_maps.all()] == [("#..",), ("..#",)]
    refused = page.post("maps/delete", {"id": id, "key": OTHER})
    assert (refused.status_code, refused.json()["said"][0]["key"]) == (400, "map-not-yours")
    for _ in range(2):
        assert page.post("maps/delete", {"id": id, "key": KEY}).status_code == 200
    assert [sea_map.id for sea_map in page.tables.own_maps.all()] == [copy]


def test_a_game_keeps_its_map_when_that_is_deleted(page: Page) -> None:
    id = page.post("maps", drawn(["...", "..."])).json()["id"]
    (sea_map,) = page.tables.own_maps.all()
    code = page.tables.create(sea_map)
    page.post("maps/delete", {"id": id, "key": KEY})
    assert page.tables.get(code).settings.sea_map == sea_map


def test_nobody_fills_the_server_with_maps(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [page.post("maps", drawn(["..."])) for _ in range(MAPS_IN_A_WHILE + 1)]
    assert [answer.status_code for answer in answers] == [200] * MAPS_IN_A_WHILE + [429]
    assert answers[-1].json()["said"][0]["key"] == "many-maps"
    assert int(answers[-1].headers["retry-after"]) > 0
    drawing = read_drawing(drawn(["..."]))
    while len(page.tables.own_maps.all()) < MOST_MAPS:
        page.tables.own_maps.keep(drawing, KEY)
    with pytest.raises(BadMap, match="delete one"):
        page.tables.own_maps.keep(drawing, KEY)


def test_another_sites_page_keeps_nothing(page: Page) -> None:
    answer = page.client.post("/api/maps", json=drawn(["..."]), headers={"Origin": "http://evil.example"})
    assert answer.status_code == 403
    assert page.tables.own_maps.all() == []


def test_a_backup_carries_the_maps(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/j.sqlite"
    kept = fake_tables(url).own_maps.keep(read_drawing(drawn(["..#"])), KEY)
    back_up(tmp_path / "backup", url)
    elsewhere = f"sqlite:///{tmp_path}/elsewhere.sqlite"
    restore(tmp_path / "backup", elsewhere)
    assert fake_tables(elsewhere).own_maps.all() == [kept]


def test_a_journal_from_before_there_were_maps_opens(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/j.sqlite"
    journal = Journal(url)
    with journal._transaction("written") as connection:
        connection.exec_driver_sql("DROP TABLE maps")
    journal.close()
    assert fake_tables(url).own_maps.all() == []


@given(st.text(max_size=60), st.lists(st.text("..#oMO", min_size=3, max_size=3), min_size=1, max_size=15))
def test_whatever_is_drawn_reads_back_from_its_file(name: str, grid: list[str]) -> None:
    drawing = read_drawing(drawn(grid, name))
    if drawing.sea_map is not None:
        assert parse_map(format_map(drawing.sea_map), drawing.sea_map.id) == drawing.sea_map
    else:
        assert drawing.faults
