"""The routes take our own page's JSON with a right code, and answer everything else with one sentence."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from tests.table.fakes import SHEET, fake_tables
from tracker.game.records import loads
from tracker.table.database import JournalFault
from tracker.table.journal import Journal
from tracker.table.routes import routes
from tracker.table.tables import Tables


class Crew:
    """A client with a code, at the routes over fake tables."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.code = tables.create(SHEET)
        self.client = TestClient(Starlette(routes=routes(tables)), raise_server_exceptions=False)
        self.headers = {"X-Game-Code": self.code}

    def post(self, path: str, body: object, headers: dict[str, str] | None = None) -> httpx2.Response:
        return self.client.post(f"/api/{path}", json=body, headers=self.headers | (headers or {}))

    def get(
        self, path: str, headers: dict[str, str] | None = None, params: dict[str, object] | None = None
    ) -> httpx2.Response:
        return self.client.get(f"/api/{path}", headers=self.headers | (headers or {}), params=params)

    def tap(self, op: str, text: str, device: str = "d1") -> httpx2.Response:
        return self.post("announce", {"op": op, "do": "hear", "text": text, "device": device})


@pytest.fixture
def crew() -> Iterator[Crew]:
    made = Crew(fake_tables())
    yield made
    made.client.close()


def test_a_tap_is_answered_with_the_snapshot(crew: Crew) -> None:
    answer = crew.tap("a", "N")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "no-store"
    assert [heard["text"] for heard in answer.json()["heard"]] == ["B N"]
    assert answer.json()["note"] is None
    assert crew.get("snapshot").json() == {k: v for k, v in answer.json().items() if not k.startswith("note")}


def test_a_whole_game_by_every_operation(crew: Crew) -> None:
    crew.tap("a", "B N E drone 4 no")
    crew.post("announce", {"op": "b", "do": "undo", "id": "a-2"})
    crew.post("announce", {"op": "c", "do": "redo"})
    crew.post("announce", {"op": "d", "do": "change", "id": "a-1", "text": "W"})
    crew.post("announce", {"op": "e", "do": "insert", "before": "a", "text": "S"})
    crew.post("announce", {"op": "f", "do": "delete", "id": "a"})
    crew.post("announce", {"op": "g", "do": "undo_to", "id": "a-1"})
    late = crew.post("announce", {"op": "h", "do": "undo", "id": "a"})
    assert [heard["text"] for heard in late.json()["heard"]] == ["B S", "B W"]
    assert late.json()["note"].startswith("It was already taken back")
    text = crew.get("record").text
    assert [a.line for a in loads(text).announcements] != []
    assert crew.get("record").headers["content-disposition"].endswith('.sonar"')


@pytest.mark.parametrize(
    "body",
    [
        {"op": "x", "do": "hear", "text": "B foo"},
        {"op": "x", "do": "hear", "text": "surface 99"},
        {"op": "x", "do": "change", "id": "never", "text": "B N"},
        {"op": "x"},
        [],
        "hear",
        7,
    ],
)
def test_what_cannot_be_taken_is_400_and_one_sentence(crew: Crew, body: object) -> None:
    answer = crew.post("announce", body)
    assert answer.status_code == 400
    assert list(answer.json()) == ["error", "said"]
    assert crew.get("snapshot").json()["version"] == 0


@pytest.mark.parametrize("body", [b"", b"{", b"\xff\xfe", b'{"op": NaN}', b"[" * 10_000, b'{"a":' * 3000])
def test_what_is_no_json_is_400(crew: Crew, body: bytes) -> None:
    headers = {**crew.headers, "Content-Type": "application/json"}
    assert crew.client.post("/api/announce", content=body, headers=headers).status_code == 400


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_other_types_are_415(crew: Crew, kind: str) -> None:
    body = json.dumps({"op": "a", "do": "hear", "text": "N"})
    headers = {**crew.headers, "Content-Type": kind}
    assert crew.client.post("/api/announce", content=body, headers=headers).status_code == 415


def test_large_bodies_are_413_announced_or_not(crew: Crew) -> None:
    headers = {**crew.headers, "Content-Type": "application/json"}
    large = b'{"op":"' + b"x" * 100_000 + b'"}'
    assert crew.client.post("/api/announce", content=large, headers=headers).status_code == 413

    def parts() -> Iterator[bytes]:
        for start in range(0, len(large), 1000):
            yield large[start : start + 1000]

    assert crew.client.post("/api/announce", content=parts(), headers=headers).status_code == 413


PATHS = [
    ("POST", "announce"),
    ("POST", "preview"),
    ("GET", "snapshot"),
    ("GET", "events"),
    ("GET", "record"),
    ("GET", "routes"),
    ("POST", "invite"),
    ("POST", "next"),
    ("GET", "devices"),
    ("POST", "devices/revoke"),
    ("POST", "understand"),
]


@pytest.mark.parametrize(("method", "path"), PATHS)
@pytest.mark.parametrize("code", [None, "", "wrong", "x" * 5000])
def test_no_route_answers_without_a_right_code(crew: Crew, method: str, path: str, code: str | None) -> None:
    headers = {} if code is None else {"X-Game-Code": code}
    answer = crew.client.request(method, f"/api/{path}", headers=headers, json={} if method == "POST" else None)
    assert answer.status_code == 403
    english = "This game code opens no game here. Ask a device of your crew for a new invitation."
    assert answer.json() == {"error": english, "said": [{"text": english, "key": "wrong-code", "values": {}}]}


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("http://testserver", 200),
        ("http://testserver:80", 200),
        ("http://evil.example", 403),
        ("http://testserver:9999", 403),
        ("http://testserver.evil.example", 403),
        ("null", 403),
        ("file://", 403),
        ("http://", 403),
        ("ftp://testserver", 403),
        ("http://testserver:x", 403),
        ("http://[::1", 403),
        ("", 403),
    ],
)
def test_pages_of_other_sites_are_refused(crew: Crew, origin: str, status: int) -> None:
    assert crew.post("announce", {"op": "a", "do": "redo"}, headers={"Origin": origin}).status_code == status
    assert crew.get("snapshot", headers={"Origin": origin}).status_code == status


@pytest.mark.parametrize("host", ["192.168.1.20:8501", "[fe80::1]:8501", "radio.local:8501", "10.0.0.7"])
def test_our_own_page_may_be_on_any_address_and_port(crew: Crew, host: str) -> None:
    headers = {"Host": host, "Origin": f"http://{host}"}
    assert crew.get("snapshot", headers=headers).status_code == 200
    assert crew.get("snapshot", headers={"Host": host, "Origin": "http://192.168.1.21:8501"}).status_code == 403


def test_an_origin_that_a_proxy_makes_differ_can_be_allowed(crew: Crew, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SONAR_ORIGINS", "https://sonar.example, https://other.example/")
    for origin, status in (("https://sonar.example", 200), ("https://other.example", 200), ("https://x.example", 403)):
        assert crew.get("snapshot", headers={"Origin": origin}).status_code == status


@pytest.mark.parametrize(
    ("site", "status"), [("same-origin", 200), ("none", 200), ("cross-site", 403), ("same-site", 403)]
)
def test_reading_from_other_sites_is_refused_where_the_browser_says_so(crew: Crew, site: str, status: int) -> None:
    assert crew.get("snapshot", headers={"Sec-Fetch-Site": site}).status_code == status


def test_guessing_codes_is_locked_out_and_the_crew_behind_the_same_address_is_not(crew: Crew) -> None:
    statuses = [crew.client.get("/api/snapshot", headers={"X-Game-Code": f"guess{n}"}).status_code for n in range(15)]
    assert statuses == [403] * 10 + [429] * 5
    locked = crew.client.get("/api/snapshot", headers={"X-Game-Code": "guess"})
    assert "Too many wrong codes" in locked.json()["error"]
    assert int(locked.headers["retry-after"]) > 0
    assert crew.tap("a", "N").status_code == 200


def test_guessing_short_codes_is_locked_out_right_ones_too(crew: Crew) -> None:
    short = crew.post("invite", {}).json()["short"]
    statuses = [crew.client.post("/api/join", json={"short": f"AAAA-AAA{n}"}).status_code for n in range(7)]
    assert statuses == [403] * 5 + [429] * 2
    assert crew.client.post("/api/join", json={"short": short}).status_code == 429


def test_a_device_joins_is_listed_and_is_turned_out(crew: Crew) -> None:
    invited = crew.post("invite", {}).json()
    assert invited["seconds"] == 1800
    joined = crew.client.post("/api/join", json={"short": invited["short"], "name": "<script>"}).json()
    mine = {"X-Game-Code": joined["code"]}
    tapped = crew.client.post("/api/announce", json={"op": "j1", "do": "hear", "text": "N"}, headers=mine).json()
    assert tapped["heard"][0]["device"] == joined["device"]
    assert tapped["devices"][joined["device"]] == "<script>"
    listed = crew.get("devices").json()["devices"]
    assert [(d["name"], d["you"], d["may_revoke"]) for d in listed] == [("", True, True), ("<script>", False, True)]
    theirs = crew.client.get("/api/devices", headers=mine).json()["devices"]
    assert [(d["you"], d["may_revoke"]) for d in theirs] == [(False, False), (True, True)]
    refused = crew.client.post("/api/devices/revoke", json={"device": listed[0]["id"]}, headers=mine)
    assert refused.status_code == 400
    assert crew.post("devices/revoke", {"device": joined["device"]}).status_code == 200
    assert crew.client.get("/api/snapshot", headers=mine).status_code == 403
    for wrong in ({}, {"device": 3}, []):
        assert crew.post("devices/revoke", wrong).status_code == 400
    for wrong in ({}, {"short": 3}, [], {"short": "x", "name": []}):
        assert crew.client.post("/api/join", json=wrong).status_code == 400


def test_two_crews_on_one_server_see_nothing_of_each_other(crew: Crew) -> None:
    other = {"X-Game-Code": crew.tables.create(SHEET)}
    crew.tap("a", "N")
    theirs = crew.client.get("/api/snapshot", headers=other).json()
    assert theirs["heard"] == []
    # The same operation id in two games is two operations.
    assert (
        crew.client.post("/api/announce", json={"op": "a", "do": "hear", "text": "S"}, headers=other).status_code == 200
    )
    assert [heard["text"] for heard in crew.get("snapshot").json()["heard"]] == ["B N"]


def test_as_of_and_preview(crew: Crew) -> None:
    crew.tap("a", "drone 1 yes drone 1 no")
    assert crew.get("snapshot", params={"at": 1}).json()["cells"] == 3
    for wrong in ("-1", "x", "", "9" * 30, "²"):
        assert crew.get("snapshot", params={"at": wrong}).status_code == 400
    shown = crew.post("preview", {"op": "p", "do": "delete", "id": "a-1"}).json()
    assert shown["contradiction"] is None
    assert crew.get("snapshot").json()["contradiction"] is not None


def test_the_routes_that_end_in_a_cell(crew: Crew) -> None:
    crew.tap("a", "drone 1 yes")
    answer = crew.get("routes", params={"cell": "a1"}).json()
    assert answer == {"cell": "A1", "routes": [["A1", "A1"], ["B1", "A1"]], "more": False}
    assert len(crew.get("routes", params={"cell": "A1", "at": 0}).json()["routes"]) == 4
    assert crew.get("routes", params={"cell": "D4"}).json()["routes"] == []
    for wrong in ("", "Z9", "1", "A1; drop table"):
        assert crew.get("routes", params={"cell": wrong}).status_code == 400


def test_an_unusable_journal_is_503_so_that_the_tap_is_kept(crew: Crew, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise JournalFault("The journal x cannot be written: the disk is full.")

    monkeypatch.setattr(crew.tables.journal, "append", full)
    answer = crew.tap("a", "N")
    assert answer.status_code == 503
    assert "disk is full" in answer.json()["error"]
    assert "retry-after" in answer.headers


def test_a_journal_that_cannot_be_opened_is_a_sentence_at_every_request(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    path.write_text("not a database, whatever one does" * 100)
    client = TestClient(Starlette(routes=routes(lambda: Tables(Journal(str(path))))), raise_server_exceptions=False)
    answer = client.get("/api/snapshot", headers={"X-Game-Code": "x"})
    assert answer.status_code == 503
    assert "not a SQLite database" in answer.json()["error"]
    client.close()


def test_a_fault_of_the_program_is_a_sentence_and_logged_without_the_code(
    crew: Crew, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("tracker.table.table.payload", lambda _operation: 1 / 0)
    with caplog.at_level(logging.DEBUG):
        answer = crew.tap("a", "N")
    assert answer.status_code == 500
    assert "Traceback" not in answer.text
    assert "ZeroDivisionError" in caplog.text
    assert crew.code not in caplog.text


def test_unknown_addresses_and_methods_are_404_json(crew: Crew) -> None:
    for method, path in (("GET", "games"), ("GET", "announce"), ("DELETE", "record"), ("POST", "")):
        answer = crew.client.request(method, f"/api/{path}", headers=crew.headers)
        assert answer.status_code == 404
        assert "error" in answer.json()


def test_markup_in_a_comment_comes_back_as_the_same_text(crew: Crew) -> None:
    comment = '<img src=x onerror=alert(1)> & "quotes" \u2028'
    crew.tap("a", f"N # {comment.strip()}")
    heard = crew.get("snapshot").json()["heard"]
    assert heard == [] or heard[0]["comment"] == comment.strip()


def test_the_same_course_from_two_devices_at_once_offers_it_was_one(crew: Crew) -> None:
    crew.tap("a", "N", device="p")
    double = crew.tap("b", "N", device="q").json()["double"]
    assert double == {"first": "a", "id": "b", "text": "B N", "devices": ["p", "q"]}
    after = crew.post("announce", {"op": "c", "do": "undo", "id": double["id"], "device": "p"}).json()
    assert (len(after["heard"]), after["double"]) == (1, None)
