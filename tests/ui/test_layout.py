"""What fits on which screen: no scrolling in the main loop, large buttons, nothing cut off, light and dark."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.ui.conftest import LYING, PATIENCE, PHONE, SMALL_PHONE, TABLET, Board, OpenBoard, Server

SIZES = {"small-phone": SMALL_PHONE, "phone": PHONE, "tablet": TABLET, "lying": LYING}
EACH_SIZE = pytest.mark.parametrize("name", SIZES)

SCROLL = """() => [document.scrollingElement, document.querySelector('[data-testid="stMain"]')]
  .filter(Boolean).map((e) => [e.scrollHeight - e.clientHeight, e.scrollWidth - e.clientWidth]).flat()"""
BOXES = """(found) => found.filter((e) => e.checkVisibility()).map((e) => {
  const box = e.getBoundingClientRect();
  return { text: e.textContent || e.ariaLabel, left: box.left, top: box.top, right: box.right, bottom: box.bottom,
           height: box.height, cut: e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1 };
})"""


def check_boxes(board: Board, selector: str, size: tuple[int, int], least: float = 56, across: float = 0) -> None:
    """Fail where a visible part leaves the screen, is lower than ``least``, narrower than ``across``, or cut."""
    boxes = board.page.locator(selector).evaluate_all(BOXES)
    assert boxes
    for box in boxes:
        assert box["right"] - box["left"] >= across, box
        assert box["left"] >= 0, box
        assert box["right"] <= size[0], box
        assert box["top"] >= 0, box
        assert box["bottom"] <= size[1], box
        assert box["height"] >= least, box
        assert not box["cut"], box


@EACH_SIZE
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_main_loop_fits_without_scrolling(
    server: Server, open_board: OpenBoard, tmp_path: Path, name: str, scheme: str
) -> None:
    size = SIZES[name]
    board = open_board(server.url, size, scheme).start()
    board.tap("N", "N", "E", "silence", "E", "S")
    board.expect_heard("B ↑ N", "B ↑ N", "B → E", "B Silence", "B → E", "B ↓ S")
    assert board.page.evaluate(SCROLL) == [0, 0, 0, 0]
    check_boxes(board, ".pad button", size)
    for part in (".best", ".cells", ".bits", ".histories", ".net", ".map"):
        expect(board.root.locator(part)).to_be_in_viewport(ratio=1)
    last = ".one" if board.page.locator(".strip").is_visible() else ".panel .entry"
    assert board.page.locator(last).evaluate_all("all => all.filter((e) => e.checkVisibility()).length") >= 3
    for mark in (".side", "small"):  # all the last three are of one size: a captain's large one is another
        sizes = board.page.locator(f"{last} {mark}").evaluate_all(
            "all => all.filter((e) => e.checkVisibility()).map((e) => getComputedStyle(e).fontSize)"
        )
        assert len(set(sizes)) <= 1, (mark, sizes)
    ground = board.root.evaluate("e => getComputedStyle(e).backgroundColor")
    assert (sum(int(part) for part in ground[4:-1].split(",")) < 200) == (scheme == "dark")
    board.page.wait_for_timeout(1800)  # the trace of the last announcement has faded
    folder = Path(os.environ.get("SONAR_SCREENSHOTS", tmp_path))
    board.page.screenshot(path=folder / f"{name}-{scheme}.png")


@EACH_SIZE
@pytest.mark.parametrize("role", ["operator", "mate"])
def test_every_key_of_the_pad_is_a_thumb_wide_in_every_language(
    server: Server, open_board: OpenBoard, name: str, role: str
) -> None:
    for locale in ("en-GB", "pt-BR", "fr-FR"):
        board = open_board(server.url, SIZES[name], locale=locale, role=role).start()
        check_boxes(board, ".pad button", SIZES[name], across=56)
        words = board.page.locator(".pad .word > span:visible")
        wider = "all => all.filter((e) => e.scrollWidth > e.parentElement.clientWidth).map((e) => e.textContent)"
        assert words.evaluate_all(wider) == []


OVERLAPS = """(found) => {
  const shown = found.filter((e) => e.checkVisibility() && e.textContent), all = [];
  for (const a of shown.filter((e) => e.matches('.net, .unsent'))) for (const b of shown) {
    const [one, two] = [a, b].map((e) => e.getBoundingClientRect());
    const over = one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom;
    if (a !== b && over) all.push(`${a.textContent} | ${b.textContent}`);
  }
  return all;
}"""


CONTRASTS = """(found) => {
  const probe = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const light = (colour) => {
    probe.fillStyle = colour;
    probe.fillRect(0, 0, 1, 1);
    const parts = [...probe.getImageData(0, 0, 1, 1).data].slice(0, 3).map((c) => c / 255);
    return parts.map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)).reduce(
      (sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  };
  const ground = (e) => {
    const own = getComputedStyle(e).backgroundColor;
    return own === 'rgba(0, 0, 0, 0)' ? ground(e.parentElement) : own;
  };
  return found.filter((e) => e.checkVisibility()).map((e) => {
    const [a, b] = [light(getComputedStyle(e).color), light(ground(e))];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  });
}"""
"""The contrast of text and ground, where axe does not tell because something transparent lies over it."""


@pytest.mark.parametrize("locale", ["en-GB", "pt-BR", "fr-FR"])
@pytest.mark.parametrize("wrong", [False, True], ids=["clue", "alarm"])
def test_what_is_not_sent_yet_and_what_is_wrong_have_room_beside_each_other(
    own_server: Server, open_board: OpenBoard, tmp_path: Path, locale: str, wrong: bool
) -> None:
    board = open_board(own_server.url, SMALL_PHONE, locale=locale).start("delta")
    board.tap("N", "E", *("SW" if wrong else ["silence", "S", "mine"]))
    expect(board.root.locator(".alarm" if wrong else ".clue")).to_be_visible(timeout=PATIENCE)
    expect(board.root).to_have_attribute("data-waiting", "0")
    own_server.kill()
    for _ in range(12):  # as many as have two digits
        board.tap("?")
    expect(board.root.locator(".unsent")).to_contain_text("12")
    expect(board.root.locator(".net.on")).to_have_count(0)
    heads = board.root.locator(".first > *, .second > *, .net, .unsent, .alarm, .clue")
    folder = Path(os.environ.get("SONAR_SCREENSHOTS", tmp_path))
    for name, (width, height) in SIZES.items():
        board.page.set_viewport_size({"width": width, "height": height})
        assert heads.evaluate_all(OVERLAPS) == [], name
        check_boxes(board, "#board .unsent", SIZES[name], least=11)
        board.page.screenshot(path=folder / f"offline-{name}-{locale}-{'alarm' if wrong else 'clue'}.png")
    for scheme in ("dark", "light"):
        board.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        contrasts = board.root.locator(".net, .unsent, .alarm, .clue span").evaluate_all(CONTRASTS)
        assert contrasts
        assert min(contrasts) >= 4.5, scheme


@EACH_SIZE
def test_every_sheet_fits_and_its_buttons_are_large(server: Server, open_board: OpenBoard, name: str) -> None:
    size = SIZES[name]
    board = open_board(server.url, size).start("delta")
    for sheet in ("surface", "drone", "sonar", "sonar-theirs", "other"):
        board.open(sheet)
        check_boxes(board, ".sheet button", size)
        board.page.keyboard.press("Escape")
        expect(board.page.locator(".sheet")).to_be_hidden()
    board.page.locator('[data-cell="C6"]').click()
    if board.page.locator(".bar.zoom").is_visible():
        board.page.locator('[data-cell="C6"]').click()
    check_boxes(board, ".sheet button", size)


@EACH_SIZE
def test_what_is_wrong_is_told_over_a_sheet_too(server: Server, open_board: OpenBoard, name: str) -> None:
    board = open_board(server.url, SIZES[name]).start()
    board.page.keyboard.press("t")
    board.page.keyboard.type("Z9\n")
    bar = board.root.locator(".bar")
    expect(bar).to_contain_text("“Z9” is no cell of this map")
    if name != "lying":  # there the sheet is as high as the screen
        covered = bar.evaluate("""(e) => {
          const [above, sheet] = [e, e.getRootNode().querySelector('.sheet')].map((one) => one.getBoundingClientRect());
          return above.bottom - sheet.top;
        }""")
        assert covered <= 0, "it hides the sheet's head"
    bar.get_by_role("button", name="Close message").click()  # it lies in front, or this would be refused
    expect(bar).to_be_hidden()
    expect(board.page.locator(".sheet-aim")).to_be_visible()


def test_the_set_up_fits_its_width(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url)
    for width, height in SIZES.values():
        board.page.set_viewport_size({"width": width, "height": height})
        expect(board.page.locator(".st-key-start-alpha button")).to_be_in_viewport()
        _, across, _, main_across = board.page.evaluate(SCROLL)
        assert (across, main_across) == (0, 0)


def test_a_game_on_the_small_map_shows_four_sectors(server: Server, open_board: OpenBoard) -> None:
    board = open_board(server.url).start("alpha-tbt")
    expect(board.open("surface").locator("[data-digit]")).to_have_text(["1", "2", "3", "4"])
