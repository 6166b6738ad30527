"""What the hand does: at most three taps for whatever is announced, felt and heard at once, none of them lost."""

from __future__ import annotations

from typing import get_args

import pytest
from playwright.sync_api import expect

from tests.ui.conftest import PATIENCE, PHONE, SMALL_PHONE, TABLET, Board, OpenBoard, Server
from tests.ui.test_words_and_edits import type_line
from tracker import Side, loads
from tracker.game.announcements import Archer, Item

AT_MOST = 3
DO, OPEN, CELL = '[data-do="{}"]', '[data-open="{}"]', '#board [data-cell="{}"]'
H8 = CELL.format("H8")

ENEMY: dict[str, tuple[str, ...]] = {
    "B↑ N": (DO.format("N"),),
    "B→ E": (DO.format("E"),),
    "B↓ S": (DO.format("S"),),
    "B← W": (DO.format("W"),),
    "B?": (DO.format("?"),),
    "BSilence": (DO.format("silence"),),
    "BMine": (DO.format("mine"),),
    "BMissed one?": (OPEN.format("other"), "Perhaps missed one"),
    "BSurface 5": (OPEN.format("surface"), "5"),
    "BSurface ?": (OPEN.format("surface"), "Sector not heard"),
    "BSurface 3 Damage": (OPEN.format("surface"), "Surface, Damage", "3"),
    "BSurface 3 Unhurt": (OPEN.format("surface"), "Surface, Unhurt", "3"),
    "BBlackout 5": (OPEN.format("surface"), "Blackout", "5"),
    "BBlackout 5 Damage": (OPEN.format("surface"), "Blackout, Damage", "5"),
    "BDives": (OPEN.format("other"), "Dives"),
    "BDamage": (OPEN.format("other"), "Damage"),
    "BScenario": (OPEN.format("other"), "Scenario"),
    "BReady Silence": (OPEN.format("other"), "Gauge ready…", "Silence"),
    "BDrone 5 No": (OPEN.format("drone"), "Enemy’s", "Sector 5, no"),
    "BTorpedo H8 Indirect": (H8, H8, "Enemy torpedo H8 Indirect"),
    "BMine exploded H8 Clear": (H8, H8, "Enemy mine H8 Clear"),
    "BTorpedo H8 ?": (H8, H8, "Enemy torpedo H8 not heard"),
    "YTorpedo H8 Clear": (H8, H8, "Our torpedo H8 Clear"),
    "YMine exploded H8 Direct": (H8, H8, "Our mine H8 Direct"),
    "YDrone 5 Yes": (OPEN.format("drone"), "Sector 5, yes"),
    "YSonar Row 3 Sector 5": (OPEN.format("sonar"), "Row 3", "Sector 5"),
    "YSonar Row 12 Column J": (OPEN.format("sonar"), "Row 12", "Column J"),
    "YSonar ?": (OPEN.format("sonar"), "Answer not heard"),
    "BSonar Row 3 Column J": (OPEN.format("sonar-theirs"), "Row 3", "Column J"),
    "BSonar Row 12 Sector 9": (OPEN.format("sonar-theirs"), "Sector 9", "Row 12"),
    "BSonar Column A Sector 5": (OPEN.format("sonar-theirs"), "Column A", "Sector 5"),
    "BSonar ?": (OPEN.format("sonar-theirs"), "Answer not heard"),
}
"""Announcements as the list shows them, and the taps of a phone for each: a place on the board or a button's name."""

OURS: dict[str, tuple[str, ...]] = {
    "Y↑ N": (DO.format("N"),),
    "Y→ E": (DO.format("E"),),
    "Y↓ S": (DO.format("S"),),
    "Y← W": (DO.format("W"),),
    "YMissed one?": (OPEN.format("other"), "Perhaps missed one"),
    "YSilence": (DO.format("silence"),),
    "YMine": (DO.format("mine"),),
    "YSurface 5": (OPEN.format("surface"), "5"),
    "YBlackout 5 Damage": (OPEN.format("surface"), "Blackout, Damage", "5"),
    "YReady Torpedo": (OPEN.format("other"), "Gauge ready…", "Torpedo"),
    "YDrone 5 Yes": (OPEN.format("drone"), "Sector 5, yes"),
    "YSonar Column J Sector 5": (OPEN.format("sonar"), "Column J", "Sector 5"),
    "YTorpedo H8 Indirect": (H8, H8, "Our torpedo H8 Indirect"),
    "YMine exploded H8 Clear": (H8, H8, "Our mine H8 Clear"),
    "YDives": (OPEN.format("other"), "Dives"),
    "YDamage": (OPEN.format("other"), "Damage"),
    "YScenario": (OPEN.format("other"), "Scenario"),
    "BSonar Row 3 Column J": (OPEN.format("sonar-theirs"), "Row 3", "Column J"),
    "BDrone 5 No": (OPEN.format("drone"), "Enemy’s", "Sector 5, no"),
}


def enter(board: Board, announcements: dict[str, tuple[str, ...]]) -> None:
    for number, (text, taps) in enumerate(announcements.items(), 1):
        assert len(taps) <= AT_MOST, text
        for tap in taps:
            if tap.startswith(("[", "#")):
                board.page.locator(tap).click()
            else:
                board.page.locator(".sheet").get_by_role("button", name=tap, exact=True).click()
        expect(board.page.locator(".panel .heard .entry").first).to_have_text(f"{number}{text}")
    expect(board.root).to_have_attribute("data-waiting", "0", timeout=PATIENCE)
    expect(board.root).to_have_attribute("data-heard", str(len(announcements)))


def kinds(board: Board, side: Side) -> set[type]:
    """Return which kinds of announcement of a side the table has."""
    told = board.page.evaluate(
        "fetch('api/snapshot', { headers: { 'X-Game-Code': localStorage['sonar.game'] } }).then((got) => got.json())"
    )
    heard = loads("\n".join(entry["text"] for entry in told["heard"])).announcements
    return {type(announcement.item) for announcement in heard if announcement.side is side}


@pytest.mark.parametrize(
    ("role", "side", "announcements"),
    [("operator", Side.BLUE, ENEMY), ("mate", Side.YELLOW, OURS)],
    ids=["operator", "mate"],
)
def test_every_announcement_is_three_taps_at_most(
    server: Server, open_board: OpenBoard, role: str, side: Side, announcements: dict[str, tuple[str, ...]]
) -> None:
    board = open_board(server.url, SMALL_PHONE, role=role).start("delta")
    enter(board, announcements)
    assert kinds(board, side) == set(get_args(Item)) - {Archer}, "a kind of announcement was not tried"


def test_a_printed_mine_is_three_taps_too(server: Server, open_board: OpenBoard) -> None:
    c4 = CELL.format("C4")
    archers = {
        "YArcher C4 Clear": (c4, c4, "Archer, by us C4 Clear"),
        "BArcher C4 Indirect": (c4, c4, "Archer, by enemy C4 Indirect"),
    }
    enter(open_board(server.url, SMALL_PHONE).start("echo"), archers)


def test_the_operators_pad_turned_round_enters_ours_in_as_many_taps(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url, SMALL_PHONE).start("delta")
    board.open("other").get_by_role("button", name="Enter ours", exact=True).click()
    board.page.keyboard.press("Escape")
    enter(board, {text: taps for text, taps in OURS.items() if not text.startswith("YReady")})


def test_a_tap_is_felt_seen_and_if_wanted_heard_before_the_table_answers(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url)
    board.context.add_init_script(
        """window.felt = { buzzes: 0, tones: 0 };
        navigator.vibrate = () => { felt.buzzes++; return true; };
        const start = OscillatorNode.prototype.start;
        OscillatorNode.prototype.start = function (...when) { felt.tones++; return start.apply(this, when); };"""
    )
    board.page.reload()
    board.start()
    board.context.route("**/api/announce", lambda route: route.abort())
    # in the very task of the finger's touch: the next frame shows it
    seen = board.page.locator('[data-do="E"]').evaluate(
        """(button) => {
          button.dispatchEvent(new PointerEvent('pointerdown', { button: 0, bubbles: true }));
          const newest = button.closest('#board').querySelector('.strip .newest');
          return [button.classList.contains('hit'), newest.textContent, felt.buzzes, felt.tones];
        }"""
    )
    assert seen == [True, "1B→ E", 1, 0]
    board.open("other").get_by_role("button", name="Sound on").click()
    board.page.keyboard.press("Escape")
    board.tap("N")
    assert board.page.evaluate("felt.tones") == 2  # once to show how it sounds
    board.page.reload()
    board.tap("S")
    assert board.page.evaluate("felt.tones") == 1
    board.open("other").get_by_role("button", name="Sound off").click()
    board.page.keyboard.press("Escape")
    board.tap("S")
    assert board.page.evaluate("felt.tones") == 1
    assert board.page.evaluate("felt.buzzes") == 2
    board.context.unroute("**/api/announce")
    board.expect_heard("B → E", "B ↑ N", "B ↓ S", "B ↓ S")


def test_fingers_fifteen_milliseconds_apart_all_count(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url, PHONE).start("charlie")
    board.root.evaluate(
        """async (board) => {
          for (const key of 'EEEESSSSWWWW') {
            const button = board.querySelector(`[data-do="${key}"]`);
            button.dispatchEvent(new PointerEvent('pointerdown', { button: 0, bubbles: true }));
            button.dispatchEvent(new MouseEvent('click', { detail: 1, bubbles: true }));
            await new Promise((go) => setTimeout(go, 15));
          }
        }"""
    )
    board.expect_heard(*["B → E"] * 4, *["B ↓ S"] * 4, *["B ← W"] * 4)


def test_what_was_heard_while_we_lay_surfaced_goes_in_at_once(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url, TABLET).start("charlie")
    type_line(board, "n n e e silence s s w mine surfacing sector 5")
    expect(board.page.locator(".reading")).to_contain_text("B Surface 5")
    board.page.keyboard.press("Enter")
    board.expect_heard(
        "B ↑ N", "B ↑ N", "B → E", "B → E", "B Silence", "B ↓ S", "B ↓ S", "B ← W", "B Mine", "B Surface 5",
    )  # fmt: skip


def test_the_language_is_switched_in_a_game_without_losing_a_tap(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url, TABLET).start()
    board.tap("N").expect_heard("B ↑ N")
    board.context.route("**/api/announce", lambda route: route.abort())
    board.tap("E", "S")
    expect(board.page.locator(".unsent")).to_have_text("not sent yet: 2")
    board.page.locator(".menu").click()
    board.page.get_by_text("Português").click()
    expect(board.page.locator('[data-do="N"] i')).to_have_text("norte")
    expect(board.page.locator(".unsent")).to_have_text("por enviar: 2")
    expect(board.page.locator('[data-testid="stDialog"]')).to_have_count(0)
    board.tap("W")
    board.context.unroute("**/api/announce")
    board.expect_heard("Z ↑ N", "Z → E", "Z ↓ S", "Z ← W")
