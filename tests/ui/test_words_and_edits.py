"""Typed lines, edits in the middle, looking back, routes, and what two devices say at once."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.ui.conftest import PHONE, TABLET, Board, OpenBoard, Server


def type_line(board: Board, text: str) -> None:
    board.page.keyboard.press("/")
    board.page.locator(".typed:visible").fill(text)


def entry(board: Board, number: int) -> None:
    """Open what can be done about an announcement of the list."""
    board.page.locator(".panel .heard .entry").filter(has_text=f"{number}").last.click()


def test_a_line_shows_how_it_was_understood_before_it_is_taken(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url, TABLET).start()
    type_line(board, "head north, n e")
    expect(board.page.locator(".reading")).to_have_text("B ↑ N · B ↑ N · B → E")
    board.expect_heard()
    board.page.keyboard.press("Enter")
    board.expect_heard("B ↑ N", "B ↑ N", "B → E")


def test_a_line_that_cannot_be_read_says_where_and_is_not_taken(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url, TABLET).start()
    type_line(board, "n n drone 77 no")
    expect(board.page.locator(".fault")).to_contain_text("77")
    board.page.keyboard.press("Enter")
    board.page.keyboard.press("Escape")
    board.expect_heard()


def test_a_line_with_two_readings_is_asked(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url, TABLET).start()
    type_line(board, "us sonar 3 2")
    readings = board.page.locator(".readings button")
    expect(readings).to_have_count(2)
    readings.filter(has_text="Row 3").click()
    board.expect_heard("Y Sonar Row 3 Sector 2")


def test_on_a_phone_the_field_opens_by_its_key(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url, PHONE).start()
    type_line(board, "n n e")
    expect(board.page.locator(".sheet .reading")).to_have_text("B ↑ N · B ↑ N · B → E")
    board.page.keyboard.press("Enter")
    board.expect_heard("B ↑ N", "B ↑ N", "B → E")


@pytest.mark.parametrize(
    ("locale", "line", "shown"),
    [
        ("pt-BR", "para o norte", "Z ↑ N"),
        ("pt-BR", "emergindo setor 5", "Z Emerge 5"),
        ("pt-BR", "silêncio", "Z Silêncio"),
        ("fr-FR", "route au nord", "B ↑ N"),
    ],
)
def test_lines_are_read_in_the_pages_language(
    server: Server, open_board: OpenBoard, locale: str, line: str, shown: str
) -> None:
    board = open_board(server.url, TABLET, locale=locale).start()
    type_line(board, line)
    expect(board.page.locator(".reading")).to_have_text(shown)


def test_a_late_answer_completes_the_question(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url, TABLET).start()
    type_line(board, "us: torpedo C6")
    board.page.keyboard.press("Enter")
    board.expect_heard("Y Torpedo C6 ?")
    type_line(board, "all clear")
    board.page.keyboard.press("Enter")
    board.expect_heard("Y Torpedo C6 Clear")


def test_an_announcement_is_changed(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url, TABLET).start("charlie")
    board.tap("E", "E", "S").expect_heard("B → E", "B → E", "B ↓ S")
    entry(board, 2)
    board.page.get_by_role("button", name="Change it").click()
    expect(board.page.locator(".bar")).to_contain_text("Change 2")
    board.tap("S").expect_heard("B → E", "B ↓ S", "B ↓ S")


def test_an_edit_that_contradicts_is_shown_before_it_is_kept(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url, TABLET).start("charlie")
    board.tap("E", "E", "S").expect_heard("B → E", "B → E", "B ↓ S")
    entry(board, 2)
    board.page.get_by_role("button", name="Change it").click()
    board.tap("W")
    bar = board.page.locator(".bar")
    expect(bar).to_contain_text("With this nothing fits since 2: ← W.")
    bar.get_by_role("button", name="Drop it").click()
    board.expect_heard("B → E", "B → E", "B ↓ S")
    entry(board, 3)
    board.page.get_by_role("button", name="Put one before it").click()
    board.tap("silence").expect_heard("B → E", "B → E", "B Silence", "B ↓ S")
    entry(board, 1)
    board.page.get_by_role("button", name="Delete it").click()
    board.expect_heard("B → E", "B Silence", "B ↓ S")
    board.tap("undo").expect_heard("B → E", "B → E", "B Silence", "B ↓ S")


def test_the_map_can_be_seen_as_of_any_announcement(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url, TABLET).start()
    possible = []
    for number, course in enumerate("NES", 1):
        board.tap(course)
        expect(board.root).to_have_attribute("data-heard", str(number))
        possible.append(board.possible())
    entry(board, 1)
    board.page.get_by_role("button", name="Map as of here").click()
    bar = board.page.locator(".bar")
    expect(bar).to_contain_text("Map after 1 of 3")
    assert board.possible() == possible[0]
    bar.get_by_role("button", name="One announcement later").click()
    expect(bar).to_contain_text("Map after 2 of 3")
    assert board.possible() == possible[1]
    bar.get_by_role("button", name="Now").click()
    expect(bar).to_be_hidden()
    assert board.possible() == possible[2]
    board.expect_heard("B ↑ N", "B → E", "B ↓ S")


def test_the_likeliest_route_is_drawn_and_a_cells_routes_when_it_is_tapped(
    server: Server, open_board: OpenBoard
) -> None:
    board = open_board(server.url, TABLET).start()
    board.tap("N", "E", "S", "S").expect_heard("B ↑ N", "B → E", "B ↓ S", "B ↓ S")
    expect(board.page.locator(".routes .way")).to_have_count(1)
    way = board.page.locator(".routes .way").get_attribute("d")
    assert str(way).count("L") == 4
    board.page.locator(f'[data-cell="{board.possible()[0]}"]').click()
    expect(board.page.locator(".told")).to_contain_text("routes that end here")
    board.page.keyboard.press("Escape")
    board.page.locator('[data-cell="A1"]').click()
    expect(board.page.locator(".told")).to_have_text("impossible now")


def test_the_same_course_from_two_devices_is_offered_as_one(server: Server, open_board: OpenBoard) -> None:
    first = open_board(server.url, PHONE).start()
    first.tap("silence").expect_heard("B Silence")
    second = open_board(f"{server.url}#join={first.invite()}", TABLET).ready().expect_heard("B Silence")
    first.page.keyboard.press("n")
    second.page.keyboard.press("n")
    second.expect_heard("B Silence", "B ↑ N", "B ↑ N")
    for board in (first, second):
        expect(board.page.locator(".bar.double")).to_contain_text("from two devices at once")
    second.page.get_by_role("button", name="It was one").click()
    first.expect_heard("B Silence", "B ↑ N")


def test_the_page_explains_itself_once(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url, explained=False).start()
    expect(board.page.locator(".sheet")).to_contain_text("One tap for each announcement")
    board.page.get_by_role("button", name="Start", exact=True).click()
    board.tap("N").expect_heard("B ↑ N")
    board.page.reload()
    board.ready()
    expect(board.page.locator(".sheet")).to_be_hidden()


def test_what_the_server_says_is_said_in_the_language_chosen(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url, locale="fr-FR").start()
    board.page.locator('[data-open="other"]').click()
    board.page.locator(".sheet .typed").fill("torpille Z9")
    board.page.locator(".sheet .typed").press("Enter")
    expect(board.page.locator(".sheet .fault")).to_contain_text("attendu")
    board.page.keyboard.press("Escape")
    # taps that waited on the device, about what the table never had and what is on no map
    board.page.evaluate(
        """() => {
          localStorage.setItem(`sonar.op.${localStorage.getItem("sonar.game")}.00000000000000001-x`,
            JSON.stringify({ op: "late-1", tapped: Date.now(), do: "undo", id: "never" }));
          window.dispatchEvent(new Event("online"));
        }"""
    )
    expect(board.page.locator(".bar.notice")).to_be_visible()
    expect(board.page.locator(".bar.notice")).to_have_text("Ce n’est jamais entré dans la liste : rien n’a été annulé.")
    board.page.evaluate(
        """() => {
          localStorage.setItem(`sonar.op.${localStorage.getItem("sonar.game")}.00000000000000002-x`,
            JSON.stringify({ op: "late-2", tapped: Date.now(), do: "hear", text: "B surface 99" }));
          window.dispatchEvent(new Event("online"));
        }"""
    )
    refused = "« B Surface 99 » : le secteur 99 n’existe pas : la carte Alpha a les secteurs 1 à 9"
    expect(board.page.locator(".bar.notice")).to_contain_text(refused)
    lost = open_board(f"{server.url}#join=AAAA-AAAA", locale="pt-BR")
    expect(lost.page.get_by_text("não abre nenhum jogo")).to_be_visible()
