"""No tap is lost or counted twice: reloads, a killed server, lost answers, an unreachable table, two devices."""

from __future__ import annotations

import re

from playwright.sync_api import Route, expect

from tests.ui.conftest import PHONE, TABLET, Board, OpenBoard, Server, become


def join(board: Board, other: Board) -> None:
    """Let another device into a game by its short code."""
    short = board.invite()
    other.page.get_by_text("Join a game of your crew").click()
    other.page.get_by_label("code").fill(short)
    other.page.get_by_role("button", name="Join", exact=True).click()
    other.ready()


def test_a_reload_brings_back_the_game_and_no_address_holds_its_code(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url).start("charlie")
    board.tap("N", "W").expect_heard("B ↑ N", "B ← W")
    before = board.possible()
    board.page.reload()
    board.ready().expect_heard("B ↑ N", "B ← W")
    assert board.possible() == before
    code = board.page.evaluate("localStorage.getItem('sonar.game')")
    assert len(code) >= 32
    assert not [address for address in board.addresses if code in address]
    assert code not in board.page.url
    assert code not in server.log.read_text()


def test_two_devices_play_one_game(server: Server, open_board: OpenBoard) -> None:
    phone = open_board(server.url, PHONE).start()
    phone.tap("N").expect_heard("B ↑ N")
    tablet = open_board(server.url, TABLET)
    join(phone, tablet)
    tablet.expect_heard("B ↑ N")
    tablet.tap("E").expect_heard("B ↑ N", "B → E")
    phone.expect_heard("B ↑ N", "B → E")
    phone.tap("S", "undo", "W")
    tablet.expect_heard("B ↑ N", "B → E", "B ← W")
    # whose it is that Undo takes back
    expect(tablet.page.locator(".pad .others .target")).to_have_text(re.compile(r"^\w+: ← W$"))
    tablet.tap("undo").expect_heard("B ↑ N", "B → E")
    phone.expect_heard("B ↑ N", "B → E")
    assert phone.possible() == tablet.possible()


def test_an_invitation_link_joins_and_a_wrong_code_says_so(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url).start()
    board.tap("S").expect_heard("B ↓ S")
    short = board.invite()
    guest = open_board(f"{server.url}#join={short}").ready()
    guest.expect_heard("B ↓ S")
    assert "join" not in guest.page.url
    lost = open_board(f"{server.url}#join=AAAA-AAAA")
    expect(lost.page.get_by_text("opens no game")).to_be_visible()
    expect(lost.page.locator(".st-key-start-alpha button")).to_be_visible()


def test_taps_made_while_the_server_is_dead_arrive_in_order(own_server: Server, open_board: OpenBoard) -> None:
    board = open_board(own_server.url, TABLET).start()
    board.tap("N", "E").expect_heard("B ↑ N", "B → E")
    own_server.kill()
    board.tap("E", "S", "S")
    expect(board.page.locator(".unsent")).to_have_text("not sent yet: 3")
    expect(board.page.locator(".panel .heard .waiting")).to_have_count(3)
    board.tap("undo", "W")
    expect(board.page.locator(".unsent")).to_have_text("not sent yet: 5")
    own_server.start()
    board.expect_heard("B ↑ N", "B → E", "B → E", "B ↓ S", "B ← W")
    expect(board.page.locator(".unsent")).to_be_hidden()
    board.page.reload()
    board.ready().expect_heard("B ↑ N", "B → E", "B → E", "B ↓ S", "B ← W")


def test_undo_and_redo_show_at_once_where_the_table_cannot_be_reached(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url, TABLET).start()
    board.tap("N", "E", "S", "undo").expect_heard("B ↑ N", "B → E")
    expect(board.page.locator(".pad .again")).to_have_text("↓ S")
    board.context.route("**/api/announce", lambda route: route.abort())
    rows = board.page.locator(".panel .heard .entry")
    board.tap("redo")
    expect(rows).to_have_text(["3B↓ S", "2B→ E", "1B↑ N"])
    board.tap("undo", "undo")
    expect(rows).to_have_text(["1B↑ N"])
    board.tap("redo")
    expect(rows).to_have_text(["2B→ E", "1B↑ N"])
    expect(board.page.locator(".unsent")).to_have_text("not sent yet: 4")
    board.page.reload()
    expect(rows).to_have_text(["2B→ E", "1B↑ N"])
    board.tap("redo")
    expect(rows).to_have_text(["3B↓ S", "2B→ E", "1B↑ N"])
    board.context.unroute("**/api/announce")
    board.expect_heard("B ↑ N", "B → E", "B ↓ S")


def test_a_typed_line_that_waits_is_taken_back_one_by_one(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url, TABLET).start()
    board.context.route("**/api/announce", lambda route: route.abort())
    field = board.page.locator(".panel .typed")
    field.fill("n n e")
    expect(board.page.locator(".reading")).to_be_visible()
    field.press("Enter")
    rows = board.page.locator(".panel .heard .entry")
    expect(rows).to_have_text(["3B→ E", "2B↑ N", "1B↑ N"])
    board.tap("undo")
    expect(rows).to_have_text(["2B↑ N", "1B↑ N"])
    board.context.unroute("**/api/announce")
    board.expect_heard("B ↑ N", "B ↑ N")


def test_undo_leaves_alone_what_the_first_mate_enters_meanwhile(server: Server, open_board: OpenBoard) -> None:
    operator = open_board(server.url, TABLET).start()
    operator.tap("N", "E").expect_heard("B ↑ N", "B → E")
    mate = open_board(f"{server.url}#join={operator.invite()}", TABLET, role="mate").ready()
    mate.tap("S", "W")
    operator.expect_heard("B ↑ N", "B → E", "Y ↓ S", "Y ← W")
    expect(operator.page.locator(".pad .target")).to_have_text("→ E")
    expect(mate.page.locator(".pad .target")).to_have_text("← W")
    operator.tap("undo").expect_heard("B ↑ N", "Y ↓ S", "Y ← W")
    mate.tap("undo").expect_heard("B ↑ N", "Y ↓ S")
    # the enemy's sonar on us is answered by our crew: whoever entered it takes it back
    mate.open("sonar-theirs").get_by_role("button", name="Answer not heard").click()
    mate.expect_heard("B ↑ N", "Y ↓ S", "B Sonar ?").tap("undo").expect_heard("B ↑ N", "Y ↓ S")
    mate.tap("undo").expect_heard("B ↑ N")
    expect(mate.page.locator(".pad .target")).to_be_empty()
    become(operator, "mate")  # the enemy's course that it entered as the operator's is not a mate's to take back
    expect(operator.page.locator(".pad .target")).to_be_empty()


def test_a_long_outage_does_not_make_the_pad_deaf(own_server: Server, open_board: OpenBoard) -> None:
    board = open_board(own_server.url, TABLET).start("charlie")
    own_server.kill()
    for waiting in range(1, 10):  # past the moment at which Streamlit lays its own dialog over the page
        board.tap("E" if waiting % 2 else "S")
        expect(board.page.locator(".unsent")).to_have_text(f"not sent yet: {waiting}")
        board.page.wait_for_timeout(1000)
    own_server.start()
    board.expect_heard(*["B → E", "B ↓ S"] * 4, "B → E")
    board.page.locator(".menu").click()
    expect(board.page.locator(".st-key-menu-download")).to_be_visible(timeout=60_000)


def test_a_burst_of_taps_survives_the_server_being_killed_in_its_midst(
    own_server: Server, open_board: OpenBoard
) -> None:
    board = open_board(own_server.url, TABLET).start("charlie")
    wanted = ("EESSWWSSEESS" * 2)[:20]
    for place, course in enumerate(wanted):
        board.page.keyboard.press(course)
        if place == 11:
            own_server.kill()
    own_server.start()
    arrows = {"E": "→ E", "S": "↓ S", "W": "← W"}
    board.expect_heard(*(f"B {arrows[course]}" for course in wanted))


def test_taps_fifteen_milliseconds_apart_all_count(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url, TABLET).start("charlie")
    board.page.evaluate(
        """async () => {
          const pad = document.querySelector('.stBidiComponent, [data-testid="stBidiComponentRegular"]');
          for (const key of 'EEEESSSSWWWW') {
            window.dispatchEvent(new KeyboardEvent('keydown', { key }));
            await new Promise((go) => setTimeout(go, 15));
          }
        }"""
    )
    board.expect_heard(*["B → E"] * 4, *["B ↓ S"] * 4, *["B ← W"] * 4)


def test_taps_wait_through_a_reload_where_the_table_cannot_be_reached(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url).start()
    board.tap("N").expect_heard("B ↑ N")
    board.context.route("**/api/announce", lambda route: route.abort())
    board.tap("E", "S")
    expect(board.page.locator(".unsent")).to_have_text("not sent yet: 2")
    board.page.reload()
    expect(board.page.locator(".unsent")).to_have_text("not sent yet: 2")
    board.tap("W")
    expect(board.page.locator(".unsent")).to_have_text("not sent yet: 3")
    board.context.unroute("**/api/announce")
    board.expect_heard("B ↑ N", "B → E", "B ↓ S", "B ← W")


def test_a_lost_answer_does_not_count_a_tap_twice(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url, TABLET).start()
    lost: list[str] = []

    def lose(route: Route) -> None:
        if len(lost) < 3:
            route.fetch()
            lost.append(str(route.request.post_data))
            route.abort()
        else:
            route.continue_()

    board.context.route("**/api/announce", lose)
    board.tap("N", "E", "E").expect_heard("B ↑ N", "B → E", "B → E")
    assert len(lost) == 3


def test_on_plain_http_by_another_name_nothing_is_missing(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url.replace("127.0.0.1", "table.test"))
    assert not board.page.evaluate("isSecureContext")
    board.start()
    board.tap("N", "silence").expect_heard("B ↑ N", "B Silence")
    board.page.reload()
    board.ready().expect_heard("B ↑ N", "B Silence")


def test_a_game_that_the_server_does_not_know_is_left_with_a_word(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url).start()
    board.page.evaluate("localStorage.setItem('sonar.game', 'x'.repeat(32))")
    board.page.reload()
    expect(board.page.get_by_text("opens no game")).to_be_visible()
    expect(board.page.locator(".st-key-start-alpha button")).to_be_visible()


def test_a_device_is_turned_out(server: Server, open_board: OpenBoard) -> None:
    phone = open_board(server.url, PHONE).start()
    tablet = open_board(server.url, TABLET)
    join(phone, tablet)
    phone.page.locator(".menu").click()
    phone.page.get_by_text("Devices at this table: 2").click()
    phone.page.get_by_role("button", name="Turn out").click()
    expect(phone.page.get_by_text("Devices at this table: 1")).to_be_visible()
    expect(tablet.page.get_by_text("opens no game")).to_be_visible()
    expect(tablet.page.locator(".st-key-start-alpha button")).to_be_visible()


def test_the_record_comes_down_and_goes_up_again(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url).start("delta")
    board.tap("N", "E").expect_heard("B ↑ N", "B → E")
    board.page.locator(".menu").click()
    with board.page.expect_download() as download:
        board.page.locator(".st-key-menu-download button").click()
    path = download.value.path()
    text = path.read_text(encoding="utf-8")
    assert re.search(r'\[Map "delta"\]', text)
    assert text.rstrip().splitlines()[-2:] == ["00:00 B N", text.rstrip().splitlines()[-1]]
    board.page.locator(".st-key-menu-new button").click()
    board.page.locator(".st-key-menu-new-yes button").click()
    board.page.get_by_text("Open a record or your own map").click()
    board.page.locator('input[type="file"]').set_input_files(
        {"name": "game.sonar", "mimeType": "text/plain", "buffer": text.encode()}
    )
    board.page.locator(".st-key-open-go button").click()
    board.ready().expect_heard("B ↑ N", "B → E")
