"""The crew plays on: one begins the next game, the others go along by one tap, and nothing of the old one is lost."""

from __future__ import annotations

import os
import re
from pathlib import Path

from playwright.sync_api import expect

from tests.ui.conftest import PATIENCE, PHONE, SMALL_PHONE, TABLET, Board, OpenBoard, Server
from tests.ui.test_accessible import check_axe
from tests.ui.test_nothing_lost import join


def begin_next(board: Board, map_id: str) -> None:
    """Begin the crew's next game on a map."""
    board.page.locator(".menu").click()
    board.page.locator(".st-key-menu-next button").click()
    board.page.locator(f".st-key-next-start-{map_id} button").click()
    board.expect_heard()


def test_a_crew_plays_on_by_one_tap_on_each_device(server: Server, open_board: OpenBoard, tmp_path: Path) -> None:
    phone = open_board(server.url, PHONE).start()
    tablet = open_board(server.url, TABLET)
    join(phone, tablet)
    phone.tap("N", "E").expect_heard("B ↑ N", "B → E")
    phone.page.locator(".menu").click()
    phone.page.locator(".st-key-menu-next button").click()
    expect(phone.page.locator(".st-key-next-again button")).to_have_text("Again on Alpha")
    phone.page.wait_for_timeout(500)
    check_axe(phone, "next game")
    folder = Path(os.environ.get("SONAR_SCREENSHOTS", tmp_path))
    phone.page.screenshot(path=folder / "next-phone-light.png")
    phone.page.locator(".st-key-next-start-bravo button").click()
    phone.expect_heard()
    expect(phone.page.locator("#board .map")).to_have_attribute(
        "aria-label", "Map Bravo: possible cells: 209, most likely –"
    )

    # the other device may finish what it is at, and then goes along
    offered = tablet.page.locator(".bar.next")
    expect(offered).to_be_visible()
    expect(offered).to_contain_text("The crew plays on: Bravo")
    tablet.page.screenshot(path=folder / "next-tablet-light.png")
    tablet.tap("S").expect_heard("B ↑ N", "B → E", "B ↓ S")
    offered.get_by_role("button", name="Go along").click()
    tablet.expect_heard()
    tablet.tap("W").expect_heard("B ← W")
    phone.expect_heard("B ← W")
    tablet.page.reload()
    tablet.ready().expect_heard("B ← W")

    tablet.page.locator(".menu").click()
    tablet.page.get_by_text("Devices at this table: 2").click()
    expect(tablet.page.get_by_role("button", name="Turn out")).to_have_count(0)  # the phone was there before, and is
    tablet.page.get_by_text("Earlier games: 1").click()
    with tablet.page.expect_download() as download:
        tablet.page.get_by_role("button", name=".sonar", exact=True).click()
    assert download.value.suggested_filename == "alpha.sonar"
    assert "B S" in download.value.path().read_text(encoding="utf-8")


def test_who_stays_is_not_asked_again_and_finds_the_way_in_the_menu(server: Server, open_board: OpenBoard) -> None:
    phone = open_board(server.url).start("charlie")
    tablet = open_board(server.url, TABLET)
    join(phone, tablet)
    tablet.page.locator(".menu").click()
    tablet.page.locator(".st-key-menu-next button").click()
    tablet.page.locator(".st-key-next-again button").click()
    tablet.expect_heard()
    phone.page.locator(".bar.next").get_by_role("button", name="Close message").click()
    phone.tap("N").expect_heard("B ↑ N")
    phone.page.reload()
    phone.ready().expect_heard("B ↑ N")
    expect(phone.page.locator(".bar.next")).to_have_count(0)
    phone.page.locator(".menu").click()
    phone.page.locator(".st-key-menu-next-go button").click()
    phone.expect_heard()


def test_taps_that_waited_for_the_old_game_go_there_though_the_device_went_along(
    server: Server, open_board: OpenBoard
) -> None:
    board = open_board(server.url, TABLET).start()
    board.tap("N").expect_heard("B ↑ N")
    board.context.route("**/api/announce", lambda route: route.abort())
    board.tap("E", "S")
    expect(board.page.locator(".unsent")).to_have_text("not sent yet: 2")
    board.page.locator(".menu").click()
    board.page.locator(".st-key-menu-next button").click()
    board.page.locator(".st-key-next-start-bravo button").click()
    expect(board.page.locator("#board .map")).to_have_attribute(
        "aria-label", "Map Bravo: possible cells: 209, most likely –"
    )
    board.page.reload()
    board.ready()
    board.context.unroute("**/api/announce")
    waits = "Object.keys(localStorage).filter((key) => key.startsWith('sonar.op.')).length"
    board.page.wait_for_function(f"{waits} === 0", timeout=30_000)
    board.expect_heard()
    board.page.locator(".menu").click()
    board.page.get_by_text("Earlier games: 1").click()
    expect(board.page.get_by_role("button", name=re.compile("Alpha, .*, announcements: 3"))).to_be_visible()


def open_earlier(board: Board, name: str) -> None:
    """Open an earlier game of the crew in the menu, the newest of those on this map."""
    board.page.locator(".menu").click()
    board.page.get_by_text("Earlier games").click()
    board.page.get_by_role("button", name=re.compile(f"{name}, .*, announcements")).first.click()
    expect(board.page.locator('[data-testid="stDialog"]')).to_have_count(0)
    expect(board.page.locator(".net")).to_have_text("earlier game")


def test_earlier_games_are_opened_again_and_one_tap_leads_back(
    server: Server, open_board: OpenBoard, tmp_path: Path
) -> None:
    phone = open_board(server.url, SMALL_PHONE).start()
    tablet = open_board(server.url, TABLET)
    join(phone, tablet)
    phone.tap("N", "E").expect_heard("B ↑ N", "B → E")
    begin_next(phone, "bravo")
    tablet.page.locator(".bar.next").get_by_role("button", name="Go along").click()
    tablet.expect_heard().tap("W").expect_heard("B ← W")
    phone.expect_heard("B ← W")
    begin_next(tablet, "charlie")
    phone.page.locator(".bar.next").get_by_role("button", name="Go along").click()
    phone.expect_heard().tap("S").expect_heard("B ↓ S")

    # on the device that began none of them as on the other
    open_earlier(phone, "Alpha")
    phone.expect_heard("B ↑ N", "B → E")
    phone.page.reload()
    phone.ready().expect_heard("B ↑ N", "B → E")
    expect(phone.page.locator(".net")).to_have_text("earlier game")
    phone.page.wait_for_timeout(2000)
    check_axe(phone, "earlier game")
    folder = Path(os.environ.get("SONAR_SCREENSHOTS", tmp_path))
    phone.page.screenshot(path=folder / "earlier-small-phone-light.png")
    phone.tap("undo").expect_heard("B ↑ N")  # what was wrong in it is put right
    open_earlier(tablet, "Alpha")
    tablet.expect_heard("B ↑ N")
    phone.page.locator(".bar.next").get_by_role("button", name="To the newest").click()
    phone.expect_heard("B ↓ S")
    expect(phone.page.locator(".net")).to_have_text("live")

    # from one earlier game to another, and back by the menu
    tablet.page.locator(".bar.next").get_by_role("button", name="Close message").click()
    expect(tablet.page.locator(".bar")).to_be_hidden()
    open_earlier(tablet, "Bravo")
    tablet.expect_heard("B ← W")
    tablet.page.locator(".menu").click()
    tablet.page.get_by_role("button", name="Back to the newest game").click()
    tablet.expect_heard("B ↓ S")
    addresses = phone.addresses + tablet.addresses
    code = phone.page.evaluate("localStorage['sonar.game']")
    assert not [address for address in addresses if code in address]


def test_a_device_that_is_turned_out_leaves_the_earlier_game_it_looks_at(server: Server, open_board: OpenBoard) -> None:
    phone = open_board(server.url).start()
    tablet = open_board(server.url, TABLET)
    join(phone, tablet)
    phone.tap("N").expect_heard("B ↑ N")
    begin_next(phone, "bravo")
    tablet.page.locator(".bar.next").get_by_role("button", name="Go along").click()
    tablet.expect_heard()
    open_earlier(tablet, "Alpha")
    tablet.expect_heard("B ↑ N")
    phone.page.locator(".menu").click()
    phone.page.get_by_text("Devices at this table: 2").click()
    phone.page.get_by_role("button", name="Turn out").click()
    expect(tablet.page.locator(".st-key-start-alpha button")).to_be_visible(timeout=PATIENCE)
    expect(tablet.page.get_by_text("opens no game here")).to_be_visible()
