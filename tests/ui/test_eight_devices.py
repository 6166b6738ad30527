"""Eight devices with the whole page open at one game: no tap is lost when the server dies under all of them."""

from __future__ import annotations

import json
import urllib.request

from playwright.sync_api import expect

from tests.ui.conftest import PATIENCE, PHONE, Board, OpenBoard, Server

DEVICES = 8


def ask(server: Server, path: str, body: object, code: str = "") -> dict[str, str]:
    headers = {"Content-Type": "application/json", "X-Game-Code": code}
    with urllib.request.urlopen(
        urllib.request.Request(f"{server.url}api/{path}", json.dumps(body).encode(), headers)
    ) as answer:
        found: dict[str, str] = json.load(answer)
        return found


def heard_by_device(board: Board) -> dict[str, list[str]]:
    kept = board.page.evaluate(
        "JSON.parse(localStorage.getItem(`sonar.seen.${localStorage.getItem('sonar.game')}`)).heard"
    )
    found: dict[str, list[str]] = {}
    for one in kept:
        found.setdefault(one["device"], []).append(one["text"])
    return found


def test_eight_pages_lose_nothing_when_the_server_dies_under_them(own_server: Server, open_board: OpenBoard) -> None:
    first = open_board(own_server.url, PHONE).start("charlie")
    code = first.page.evaluate("localStorage.getItem('sonar.game')")
    boards = [first]
    for number in range(1, DEVICES):
        short = ask(own_server, "invite", {}, code)["short"]
        joined = ask(own_server, "join", {"short": short, "name": f"device {number}"})["code"]
        board = open_board(own_server.url, PHONE)
        board.page.evaluate("code => localStorage.setItem('sonar.game', code)", joined)
        board.page.reload()
        boards.append(board.ready())
    wanted = ["B E", "B N", "B ?"]
    for board in boards:
        board.tap("E")
    for board in boards:
        expect(board.root).to_have_attribute("data-heard", str(DEVICES), timeout=PATIENCE)
    own_server.kill()
    for board in boards:
        board.tap("N", "?")
        expect(board.page.locator(".unsent")).to_have_text("not sent yet: 2")
    own_server.start()
    for board in boards:
        expect(board.root).to_have_attribute("data-heard", str(3 * DEVICES), timeout=PATIENCE)
        expect(board.root).to_have_attribute("data-waiting", "0", timeout=PATIENCE)
    for board in boards:
        heard = heard_by_device(board)
        assert len(heard) == DEVICES
        assert all(texts == wanted for texts in heard.values())
        # the page itself has found back too: its menu opens
    first.page.locator(".menu").click()
    expect(first.page.get_by_text(f"Devices at this table: {DEVICES}")).to_be_visible(timeout=PATIENCE)
