"""The next game takes the whole crew along: same order, codes of their own, nobody back who was turned out."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from tests.loops import run
from tests.table.fakes import SHEET, fake_tables, operation
from tracker.game.announcements import Side
from tracker.game.errors import TrackerError
from tracker.game.maps import SeaMap
from tracker.table.backup import back_up, restore
from tracker.table.crews import Refused, earlier_code, held_code
from tracker.table.journal import Journal
from tracker.table.next_games import create_next, earlier, enter_next
from tracker.table.routes import routes
from tracker.table.tables import Tables

OTHER = SeaMap(id="other", grid=("...", "..."), sector_side=2, name="Other")


class Crew:
    """Three devices in a game: the first began it, the others joined in this order."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.first = tables.create(SHEET, device_name="first")
        table = tables.get(self.first)
        self.second, self.third = (tables.join(tables.invite(table), name).code for name in ("second", "third"))

    def names(self, code: str) -> list[str]:
        return [device.name for device in self.tables.devices(self.tables.get(code))]

    def id(self, code: str) -> str:
        return self.tables.seat(code).device.id


@pytest.fixture
def crew() -> Crew:
    return Crew(fake_tables())


def test_every_device_has_its_place_in_the_same_order_whoever_begins_it(crew: Crew) -> None:
    code = create_next(crew.tables, crew.third, OTHER, Side.BLUE)
    assert crew.names(code) == ["first", "second", "third"]
    assert crew.tables.get(code).settings.sea_map == OTHER
    assert crew.tables.get(code).settings.us is Side.BLUE
    entered = {old: enter_next(crew.tables, old).code for old in (crew.first, crew.second, crew.third)}
    assert entered[crew.third] == code
    assert len({*entered, *entered.values()}) == 6
    for old, new in entered.items():
        assert crew.id(new) == crew.id(old)
        assert crew.tables.get(new).id == crew.tables.get(code).id
        assert crew.tables.get(old).id != crew.tables.get(code).id
    # who begins it is not set over those who were there before
    with pytest.raises(TrackerError, match="joined earlier"):
        crew.tables.revoke(crew.tables.seat(code), crew.id(crew.first))


def test_asked_again_or_twice_at_once_a_device_gets_the_same_code(crew: Crew) -> None:
    create_next(crew.tables, crew.first, OTHER)
    found: list[str] = []
    threads = [
        threading.Thread(target=lambda: found.append(enter_next(crew.tables, crew.second).code)) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert len(set(found)) == 1
    assert crew.names(found[0]) == ["first", "second", "third"]


def test_a_crew_begins_one_next_game_only(crew: Crew) -> None:
    found: list[str] = []
    refused: list[str] = []

    def begin(code: str) -> None:
        try:
            found.append(create_next(crew.tables, code, OTHER))
        except TrackerError as fault:
            refused.append(str(fault))

    threads = [threading.Thread(target=begin, args=(code,)) for code in (crew.first, crew.second, crew.third)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 1
    assert len(refused) == 2
    with pytest.raises(TrackerError, match="already"):
        create_next(crew.tables, crew.first, OTHER)
    create_next(crew.tables, found[0], SHEET)  # and after that one the next


def test_nothing_of_the_old_game_is_lost(crew: Crew) -> None:
    crew.tables.get(crew.second).apply(operation("a", "hear", "B N"))
    new = create_next(crew.tables, crew.first, OTHER)
    # a tap that waited on its device still goes to the game that it was made in
    crew.tables.get(crew.second).apply(operation("b", "hear", "B E"))
    assert [entry.id for entry in crew.tables.get(crew.first).log.heard] == ["a", "b"]
    assert crew.tables.get(new).log.heard == ()
    last = create_next(crew.tables, new, SHEET)
    assert [table.id for table in earlier(crew.tables, last)] == [
        crew.tables.get(new).id,
        crew.tables.get(crew.first).id,
    ]
    assert [len(table.record().announcements) for table in earlier(crew.tables, last)] == [0, 2]


def test_who_joins_later_sees_no_earlier_game_and_is_not_taken_along_by_an_older_one(crew: Crew) -> None:
    new = create_next(crew.tables, crew.first, OTHER)
    newcomer = crew.tables.join(crew.tables.invite(crew.tables.get(new)), "newcomer").code
    assert crew.names(new) == ["first", "second", "third", "newcomer"]
    assert earlier(crew.tables, newcomer) == []
    with pytest.raises(Refused):
        crew.tables.seat(earlier_code(newcomer, crew.tables.get(crew.first).id))
    late = crew.tables.join(crew.tables.invite(crew.tables.get(crew.third)), "let in by the old game").code
    with pytest.raises(Refused):
        enter_next(crew.tables, late)


def test_who_is_turned_out_before_has_no_place(crew: Crew) -> None:
    crew.tables.revoke(crew.tables.seat(crew.first), crew.id(crew.second))
    new = create_next(crew.tables, crew.first, OTHER)
    assert crew.names(new) == ["first", "third"]
    with pytest.raises(Refused):
        enter_next(crew.tables, crew.second)


@pytest.mark.parametrize("entered", [True, False])
def test_who_is_turned_out_of_the_old_game_is_out_of_the_next_one_too(crew: Crew, entered: bool) -> None:
    new = create_next(crew.tables, crew.first, OTHER)
    there = enter_next(crew.tables, crew.third).code if entered else None
    crew.tables.revoke(crew.tables.seat(crew.first), crew.id(crew.third))
    assert crew.names(new) == ["first", "second"]
    for code in (crew.third, there):
        if code is not None:
            with pytest.raises(Refused):
                crew.tables.seat(code)


def test_who_was_turned_out_of_the_next_game_turns_nobody_out_of_it_through_the_old_one(crew: Crew) -> None:
    new = create_next(crew.tables, crew.first, OTHER)
    crew.tables.revoke(crew.tables.seat(new), crew.id(crew.second))
    with pytest.raises(Refused):
        enter_next(crew.tables, crew.second)
    crew.tables.revoke(crew.tables.seat(crew.second), crew.id(crew.third))
    assert crew.names(new) == ["first", "third"]


def test_no_code_of_one_game_opens_another(crew: Crew) -> None:
    new = create_next(crew.tables, crew.first, OTHER)
    with pytest.raises(TrackerError, match="not begun"):
        enter_next(crew.tables, new)
    for wrong in (new + "x", new[:-1], f"unclaimed:{crew.tables.get(new).id}:{crew.id(crew.second)}"):
        with pytest.raises(Refused):
            crew.tables.seat(wrong)


def look_back(crew: Crew, code: str, at: str) -> str:
    """Return the code by which the device of one code looks back into the game that another opens."""
    return earlier_code(code, crew.tables.get(at).id)


def test_a_device_looks_back_into_every_game_it_was_in_and_comes_back_to_the_newest(crew: Crew) -> None:
    crew.tables.get(crew.first).apply(operation("a", "hear", "B N"))
    second = create_next(crew.tables, crew.first, OTHER)
    third = create_next(crew.tables, second, SHEET)
    first_back, second_back = look_back(crew, third, crew.first), look_back(crew, third, second)
    for code, game in ((first_back, crew.first), (second_back, second)):
        seat = crew.tables.seat(code)
        assert seat.table is crew.tables.get(game)
        assert (seat.device.id, seat.back_from) == (crew.id(crew.first), crew.tables.get(third).id)
        assert enter_next(crew.tables, code).code == third
        # the list is the same wherever the device is
        assert earlier(crew.tables, code) == earlier(crew.tables, third)
    assert earlier_code(first_back, crew.tables.get(second).id) == second_back
    assert held_code(first_back) == third
    # it is open as it was, and may be put right
    crew.tables.get(first_back).apply(operation("b", "hear", "B E"))
    assert len(crew.tables.get(crew.first).record().announcements) == 2
    with pytest.raises(TrackerError, match="already"):
        create_next(crew.tables, first_back, OTHER)


def test_the_way_back_leads_to_games_that_were_begun_meanwhile_too(crew: Crew) -> None:
    second = create_next(crew.tables, crew.first, OTHER)
    back = look_back(crew, second, crew.first)
    held = enter_next(crew.tables, crew.third).code
    third = create_next(crew.tables, held, SHEET)
    assert crew.tables.get(enter_next(crew.tables, back).code) is crew.tables.get(third)
    # as far as the device has a place there
    crew.tables.revoke(crew.tables.seat(third), crew.id(crew.third))
    assert enter_next(crew.tables, look_back(crew, held, crew.third)).code == held


def test_who_looks_back_opens_no_game_of_another_crew_and_none_it_was_not_in(crew: Crew) -> None:
    other = Crew(crew.tables)
    other_next = create_next(crew.tables, other.first, OTHER)
    second = create_next(crew.tables, crew.first, OTHER)
    games = [crew.tables.get(code).id for code in (other.first, other_next, second)]
    for game in (*games, "", "~", games[0].upper(), f"{crew.tables.get(crew.first).id}~"):
        with pytest.raises(Refused):
            crew.tables.seat(f"{second}~{game}")
    own = crew.tables.get(crew.first).id
    for code in (f"~{own}", f"x~{own}", f"{crew.first}~{own}", f"{second[:-1]}~{own}", f"{other_next}~{own}"):
        with pytest.raises(Refused):
            crew.tables.seat(code)
    # let in by the old game alone, it has no later place to look back from
    late = crew.tables.join(crew.tables.invite(crew.tables.get(crew.third)), "late").code
    with pytest.raises(Refused):
        crew.tables.seat(f"{late}~{own}")
    assert earlier(crew.tables, late) == []


@pytest.mark.parametrize("of_the_old_game", [True, False])
def test_who_is_turned_out_of_either_game_looks_back_no_more(crew: Crew, of_the_old_game: bool) -> None:
    second = create_next(crew.tables, crew.first, OTHER)
    spy = enter_next(crew.tables, crew.third).code
    back = look_back(crew, spy, crew.third)
    assert crew.tables.get(back) is crew.tables.get(crew.first)
    crew.tables.revoke(crew.tables.seat(crew.first if of_the_old_game else second), crew.id(crew.third))
    for code in (back, spy):
        with pytest.raises(Refused):
            crew.tables.seat(code)
    again = fake_tables()
    again.journal = crew.tables.journal  # another process over the same journal
    with pytest.raises(Refused):
        again.seat(back)


async def listening(crew: Crew, spy: str) -> list[bool]:
    """Turn a device out of the newest game; tell which of its streams of the first one have ended."""
    seats = [crew.tables.seat(look_back(crew, spy, crew.third)), crew.tables.seat(crew.third)]
    streams = [seat.table.subscribers.add(seat.listener) for seat in seats]
    crew.tables.revoke(crew.tables.seat(enter_next(crew.tables, crew.first).code), crew.id(crew.third))
    later = seats[0].table.subscribers.add(seats[0].listener)
    return [stream.ended for stream in (*streams, later)]


def test_the_streams_by_which_it_looked_back_end_too(crew: Crew) -> None:
    create_next(crew.tables, crew.first, OTHER)
    spy = enter_next(crew.tables, crew.third).code
    # the place in the old game itself is another: of that one it was not turned out
    assert run(listening(crew, spy)) == [True, False, True]


def test_it_outlives_the_server_and_a_backup(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/j.sqlite"
    crew = Crew(fake_tables(url))
    new = create_next(crew.tables, crew.first, OTHER)
    back_up(tmp_path / "backup", url)
    restore(tmp_path / "backup", f"sqlite:///{tmp_path}/elsewhere.sqlite")
    restored = fake_tables(f"sqlite:///{tmp_path}/elsewhere.sqlite")
    joined = enter_next(restored, crew.second)
    assert joined.name == "second"
    assert restored.get(joined.code).id == restored.get(new).id
    assert restored.get(crew.third).snapshot().fields["next"] == {"game": restored.get(new).id, "map": "Other"}


def test_a_journal_from_before_there_were_next_games_opens(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/j.sqlite"
    journal = Journal(url)
    with journal._transaction("written") as connection:
        connection.exec_driver_sql("DROP TABLE successors")
    journal.close()
    tables = fake_tables(url)
    assert create_next(tables, tables.create(SHEET), OTHER)


def test_the_devices_are_told_and_go_along_by_one_request() -> None:
    crew = Crew(fake_tables())
    with TestClient(Starlette(routes=routes(crew.tables)), raise_server_exceptions=False) as client:
        headers = {"X-Game-Code": crew.second}
        before = client.get("/api/snapshot", headers=headers).json()
        assert before["next"] is None
        refused = client.post("/api/next", json={}, headers=headers)
        assert (refused.status_code, refused.json()["said"][0]["key"]) == (400, "next-none")
        new = create_next(crew.tables, crew.first, OTHER)
        after = client.get("/api/snapshot", headers=headers).json()
        assert after["next"] == {"game": crew.tables.get(new).id, "map": "Other"}
        assert (after["version"], after["revision"] > before["revision"]) == (before["version"], True)
        answers = [client.post("/api/next", json={}, headers=headers).json() for _ in range(2)]
        assert answers[0] == answers[1]
        assert answers[0]["name"] == "second"
        entered = client.get("/api/snapshot", headers={"X-Game-Code": answers[0]["code"]}).json()
        assert (entered["map"]["id"], entered["next"]) == ("other", None)
        back = {"X-Game-Code": earlier_code(answers[0]["code"], crew.tables.get(crew.second).id)}
        assert client.get("/api/snapshot", headers=back).json()["map"]["id"] == "sheet"
        assert client.post("/api/next", json={}, headers=back).json() == answers[0]
        wrong = {"X-Game-Code": f"{answers[0]['code']}~{crew.tables.get(new).id}"}
        assert client.get("/api/snapshot", headers=wrong).status_code == 403
