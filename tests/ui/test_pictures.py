"""Every state of the board on every screen, light and dark: nothing cut off, nothing that jumps, a picture to look at.

The pictures go to the folder that ``SONAR_SCREENSHOTS`` names, else to the test's own.
"""

from __future__ import annotations

import os
from pathlib import Path

from playwright.sync_api import expect

from tests.ui.conftest import PATIENCE, Board, OpenBoard, Server, become
from tests.ui.test_layout import BOXES, EACH_SIZE, SCROLL, SIZES
from tests.ui.test_roles import announce

BUTTONS = ".pad button, .sheet button:not(.heard *, .clues *, .sheet-mends .fix), .mend button, .bar button"
"""What must be seen whole at any time: all but the rows of lists, which scroll."""


class Album:
    """The pictures of one device, each taken only where everything on it fits."""

    def __init__(self, board: Board, name: str, folder: Path) -> None:
        self.board, self.name, self.folder = board, name, folder
        self.map_widths: dict[str, int] = {}

    def take(self, state: str) -> None:
        page, (width, height) = self.board.page, SIZES[self.name]
        drawn = page.locator("#board .map .ground").bounding_box()
        assert drawn is not None
        self.map_widths[state] = round(drawn["width"])
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
            page.wait_for_function(
                "dark => (getComputedStyle(document.querySelector('.stApp')).backgroundColor.match(/\\d+/g).slice(0, 3)"
                ".reduce((all, one) => all + Number(one), 0) < 200) === dark",
                arg=scheme == "dark",
            )
            page.screenshot(path=self.folder / f"{self.name}-{state}-{scheme}.png")
            assert page.evaluate(SCROLL) == [0, 0, 0, 0], state
            for box in self.board.root.locator(BUTTONS).evaluate_all(BOXES):
                assert box["left"] >= 0, (state, box)
                assert box["top"] >= 0, (state, box)
                assert box["right"] <= width, (state, box)
                assert box["bottom"] <= height, (state, box)
                assert box["height"] >= 56, (state, box)
                assert not box["cut"], (state, box)


@EACH_SIZE
def test_every_state_fits_every_screen(server: Server, open_board: OpenBoard, tmp_path: Path, name: str) -> None:
    folder = Path(os.environ.get("SONAR_SCREENSHOTS", tmp_path))
    board = open_board(server.url, SIZES[name], explained=False).start("delta")
    page, keys = board.page, board.page.keyboard
    album = Album(board, name, folder)
    album.take("welcome")
    keys.press("Escape")
    announce(board, "B N N E S S E E S")
    expect(page.locator(".routes .way")).to_have_count(1)
    album.take("normal")
    for key, sheet in {"u": "surface", "d": "drone", "o": "sonar", "x": "other", "t": "aim", "h": "heard"}.items():
        keys.press(key)
        expect(page.locator(f".sheet-{sheet}")).to_be_visible()
        album.take(sheet)
        keys.press("Escape")
    page.locator('#board [data-cell="H8"]').click()
    if page.locator(".bar.zoom").is_visible():
        album.take("zoom")
        page.locator('#board [data-cell="H8"]').click()
    album.take("cell")
    chosen, sheet_box = page.locator("#board .chosen").bounding_box(), page.locator(".sheet").bounding_box()
    assert chosen is not None
    assert sheet_box is not None
    assert chosen["x"] + chosen["width"] <= sheet_box["x"] or chosen["y"] + chosen["height"] <= sheet_box["y"] + 1
    keys.press("Escape")
    keys.press("h")
    page.locator(".sheet .entry").nth(2).click()
    album.take("entry")
    page.get_by_role("button", name="Map as of here").click()
    expect(page.locator(".bar.view")).to_be_visible()
    album.take("back")
    keys.press("Escape")
    keys.press("h")
    page.locator(".sheet .entry").nth(2).click()
    page.get_by_role("button", name="Change it").click()
    album.take("change")
    keys.press("Escape")
    announce(board, "B silence silence")
    expect(page.locator(".clue")).to_be_visible(timeout=PATIENCE)
    album.take("clue")
    announce(board, "B N E S W")
    expect(page.locator(".mend .fix").first).to_be_visible(timeout=PATIENCE)
    album.take("impossible")
    page.locator(".mend .every").click()
    album.take("corrections")
    keys.press("Escape")
    board.context.route("**/api/announce", lambda route: route.abort())
    board.tap("N", "undo")
    expect(page.locator(".unsent")).to_have_text("not sent yet: 2")
    album.take("unsent")
    board.context.unroute("**/api/announce")
    expect(board.root).to_have_attribute("data-waiting", "0", timeout=PATIENCE)
    steady = {state: album.map_widths[state] for state in ("normal", "back", "change", "clue", "impossible", "unsent")}
    assert len(set(steady.values())) == 1, steady
    for role in ("captain", "mate"):
        become(board, role)
        album.take(role)
