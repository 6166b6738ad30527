"""The set-up and the menu through Streamlit's own test harness, and reading what is uploaded."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import segno
from streamlit.testing.v1 import AppTest

import tracker.ui
from tracker.game.announcements import Side
from tracker.game.errors import TrackerError
from tracker.game.map_files import format_map, load_map, map_ids
from tracker.game.rules import RuleOptions
from tracker.table.next_games import create_next
from tracker.table.own_maps import read_drawing
from tracker.table.tables import Tables
from tracker.ui import session
from tracker.ui.board import HERE
from tracker.ui.devices import KINDS, device_name
from tracker.ui.game_menu import crew_address, invitation
from tracker.ui.new_game import read_upload
from tracker.ui.thumbnails import thumbnail

PAGE = Path(tracker.ui.__file__).with_name("page.py")
OPTIONS = RuleOptions()


@pytest.fixture
def use_tables(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], Tables]], None]:
    """Have the page play at other tables than the process's own."""

    def use(source: Callable[[], Tables]) -> None:
        for name in ("tracker.table.tables", "tracker.ui.new_game", "tracker.ui.next_game", "tracker.ui.game_menu"):
            monkeypatch.setattr(sys.modules[name], "tables", source)

    return use


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, use_tables: Callable[..., None]) -> Tables:
    monkeypatch.setenv("SONAR_DB", f"sqlite:///{tmp_path / 'sonar.sqlite'}")
    own = Tables()
    use_tables(lambda: own)
    return own


def open_page() -> AppTest:
    """Open the page on a device that has no game."""
    opened = AppTest.from_file(str(PAGE), default_timeout=30)
    opened.session_state[session.CODE] = ""
    return opened.run()


@pytest.fixture
def page(tables: Tables) -> AppTest:
    return open_page()


def test_it_opens_on_a_new_game_and_every_map_is_one_tap(page: AppTest, tables: Tables) -> None:
    assert not page.exception
    real_time = [map_id for map_id in map_ids() if not map_id.endswith("-tbt")]
    shown = [button.key for button in page.button if button.key and button.key.startswith("start-")]
    assert shown == [f"start-{map_id}" for map_id in real_time]
    page.button(key="start-bravo").click().run()
    code = page.session_state[session.CODE]
    assert tables.get(code).settings.sea_map == load_map("bravo")


def test_every_text_on_the_page_is_in_the_language_files(page: AppTest) -> None:
    # Streamlit shows every bare expression of a script, a comment written as a string too, unless it is told not to
    words = "\n".join(path.read_text(encoding="utf-8") for path in (PAGE.parent / "locales" / "en").glob("*.ftl"))
    shown = [element.value for element in (*page.markdown, *page.title, *page.caption, *page.info, *page.warning)]
    assert shown
    for text in shown:
        line = text.strip().lstrip("#").removeprefix(":small[").removesuffix("]").strip().splitlines()[0]
        assert line in words, text


def test_our_side_the_rules_and_the_model_are_taken_over(page: AppTest, tables: Tables) -> None:
    page.segmented_control(key="new-us").set_value(Side.BLUE)
    page.segmented_control(key="new-mode").set_value("turn-by-turn")
    page.radio(key="new-torpedo").set_value("path")
    page.radio(key="new-mines").set_value(4)
    page.radio(key="new-model").set_value("uniform")
    page.run()
    page.button(key="start-charlie-tbt").click().run()
    settings = tables.get(page.session_state[session.CODE]).settings
    assert settings.us is Side.BLUE
    assert settings.options == RuleOptions(torpedo="path", mine_neighbours=4)
    assert settings.model == "uniform"
    assert settings.sea_map.id == "charlie-tbt"


def test_maps_with_one_source_say_compare_with_your_sheet(page: AppTest) -> None:
    assert [text.value for text in page.markdown].count(":small[Compare with your sheet]") == 3


def test_the_language_is_switched_without_losing_a_choice(page: AppTest) -> None:
    page.segmented_control(key="new-us").set_value(Side.BLUE).run()
    page.segmented_control(key="language-switch").set_value("pt").run()
    assert not page.exception
    assert page.segmented_control(key="new-us").value is Side.BLUE
    assert any("Toque no mapa" in text.value for text in page.markdown)


def test_the_map_editor_and_back_loses_no_choice(page: AppTest, tables: Tables) -> None:
    page.segmented_control(key="new-us").set_value(Side.BLUE).run()
    page.segmented_control(key="new-mode").set_value("turn-by-turn").run()
    page.button(key="new-draw").click().run()
    assert page.query_params["draw"] == "new"
    assert not page.button
    del page.query_params["draw"]
    page.run()
    assert page.segmented_control(key="new-us").value is Side.BLUE
    assert page.segmented_control(key="new-mode").value == "turn-by-turn"
    assert not page.exception


def test_drawn_maps_stand_among_the_maps_of_their_game(page: AppTest, tables: Tables) -> None:
    drawing = read_drawing({"name": "a_b_", "mode": "turn-by-turn", "sector": 5, "grid": ["..", ".."]})
    kept = tables.own_maps.keep(drawing, "k" * 32)
    page.run()
    assert f"start-{kept.id}" not in [button.key for button in page.button]
    page.segmented_control(key="new-mode").set_value("turn-by-turn").run()
    assert page.button(key=f"start-{kept.id}").label == "a\\_b\\_"
    page.button(key=f"start-{kept.id}").click().run()
    assert tables.get(page.session_state[session.CODE]).settings.sea_map == kept


def test_a_new_game_is_confirmed_first(page: AppTest) -> None:
    page.button(key="start-alpha").click().run()
    code = page.session_state[session.CODE]
    page.session_state[session.MENU] = True
    page.run()
    page.button(key="menu-new").click().run()
    assert page.session_state[session.CODE] == code
    page.session_state[session.MENU] = True
    page.run()
    page.button(key="menu-new-yes").click().run()
    assert page.session_state[session.CODE] == ""


def open_menu(page: AppTest) -> AppTest:
    page.session_state[session.MENU] = True
    return page.run()


def test_the_next_game_is_chosen_as_the_last_one_was_and_the_record_of_that_stays(
    page: AppTest, tables: Tables
) -> None:
    page.segmented_control(key="new-us").set_value(Side.BLUE).run()
    page.radio(key="new-mines").set_value(4).run()
    page.button(key="start-golf").click().run()
    old = page.session_state[session.CODE]
    tables.get(old).take({"op": "a", "do": "hear", "text": "Y N"}, "d")
    open_menu(page).button(key="menu-next").click()
    open_menu(page)  # the harness runs the whole page, and that shows the menu where it was asked for
    assert page.segmented_control(key="next-us").value is Side.BLUE
    assert page.radio(key="next-mines").value == 4
    page.segmented_control(key="next-us").set_value(Side.YELLOW)
    open_menu(page).button(key="next-start-alpha").click().run()
    assert not page.exception
    new = page.session_state[session.CODE]
    assert new not in ("", old)
    settings = tables.get(new).settings
    assert (settings.sea_map, settings.us, settings.options.mine_neighbours) == (load_map("alpha"), Side.YELLOW, 4)
    assert any("Earlier games: 1" in expander.label for expander in open_menu(page).expander)
    assert len(tables.get(old).record().announcements) == 1


def test_once_the_crew_plays_on_the_menu_leads_there(page: AppTest, tables: Tables) -> None:
    page.button(key="start-alpha").click().run()
    old = page.session_state[session.CODE]
    joined = tables.join(tables.invite(tables.get(old)), "second")
    create_next(tables, joined.code, load_map("bravo"))
    open_menu(page)
    assert "menu-next" not in [button.key for button in page.button]
    page.button(key="menu-next-go").click().run()
    assert tables.get(page.session_state[session.CODE]).settings.sea_map == load_map("bravo")
    assert not page.exception


def test_a_broken_journal_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, use_tables: Callable[..., None]
) -> None:
    broken = tmp_path / "sonar.sqlite"
    broken.write_bytes(b"this is no database" * 100)
    monkeypatch.setenv("SONAR_DB", f"sqlite:///{broken}")
    use_tables(Tables)
    opened = open_page()
    opened.button(key="start-alpha").click().run()
    assert not opened.exception
    assert any("sonar.sqlite" in warning.value.replace("\\", "") for warning in opened.warning)
    assert broken.read_bytes() == b"this is no database" * 100


def test_an_uploaded_record_brings_its_own_map_side_and_rules() -> None:
    text = '[Grid "..#/..."]\n[Sector "2"]\n[Us "blue"]\n[Torpedo "path"]\n\nN E\n'
    sea_map, us, options, record = read_upload("game.sonar", text.encode(), Side.YELLOW, OPTIONS)
    assert sea_map.grid == ("..#", "...")
    assert us is Side.BLUE
    assert options.torpedo == "path"
    assert record is not None
    assert len(record.announcements) == 2


def test_an_uploaded_map_file_is_read_as_a_map() -> None:
    sea_map, us, _, record = read_upload("my.txt", format_map(load_map("golf")).encode(), Side.YELLOW, OPTIONS)
    assert sea_map.grid == load_map("golf").grid
    assert us is Side.YELLOW
    assert record is None


@pytest.mark.parametrize(
    ("name", "content", "heard"),
    [
        ("list.txt", "N N E silence S", 5),
        ("list.txt", "1. N\n2. silencio\nemergindo setor 5", 3),
        ("table.csv", "team;order\nblue;N\nyellow;drone 5 no\n", 2),
    ],
)
def test_an_uploaded_list_or_table_is_a_record_without_a_map(name: str, content: str, heard: int) -> None:
    language = "pt" if "setor" in content else "en"
    options = RuleOptions("path", 4)
    sea_map, us, chosen, record = read_upload(name, content.encode(), Side.BLUE, options, language)
    assert (sea_map, us, chosen) == (None, Side.BLUE, options)
    assert record is not None
    assert len(record.announcements) == heard


def test_a_fault_of_a_list_names_its_line() -> None:
    with pytest.raises(TrackerError, match="line 2, column 1"):
        read_upload("list.txt", b"N N\nfrobnicate\n", Side.YELLOW, OPTIONS)


def test_an_uploaded_table_is_played_on_with_the_map_that_is_picked(page: AppTest, tables: Tables) -> None:
    page.file_uploader[0].upload("table.csv", b"team,order\nblue,N\nblue,silence\n", "text/csv").run()
    assert not page.success
    (picker,) = (box for box in page.selectbox if (box.key or "").endswith("-map"))
    picker.select(load_map("bravo")).run()
    assert "Bravo" in page.success[0].value
    page.button(key="open-go").click().run()
    table = tables.get(page.session_state[session.CODE])
    assert table.settings.sea_map == load_map("bravo")
    assert len(table.record().announcements) == 2


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'[Map "alpha"]\n\nB N\nB frobnicate\n', "line 4"),
        (b'[Map "nowhere"]\n\nB N\n', "nowhere"),
        (b'[Map "/etc/passwd.txt"]\n\nB N\n', "passwd"),
        (b'[Map "../maps/alpha.txt"]\n\nB N\n', "alpha.txt"),
        (b"\xff\xfe\x00", "UTF-8"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_sentence(content: bytes, said: str) -> None:
    with pytest.raises(TrackerError, match=said):
        read_upload("game.sonar", content, Side.YELLOW, OPTIONS)


@pytest.mark.parametrize("map_id", map_ids())
def test_a_thumbnail_draws_every_island_and_mark(map_id: str) -> None:
    sea_map = load_map(map_id)
    picture = thumbnail(sea_map)
    assert picture.count("M") >= len(sea_map.islands)
    assert picture.count("<circle") == sum(sea_map.symbol(cell) != "." for cell in sea_map.sea)


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148", "iPhone"),
        ("Mozilla/5.0 (Linux; Android 16) Chrome/140.0 Mobile Safari/537.36", "Android"),
        ("Mozilla/5.0 (Linux; Android 16) Chrome/140.0 Safari/537.36", "Android tablet"),
        ("Mozilla/5.0 (X11; Linux x86_64)", "Linux"),
        ("curl", ""),
        (None, ""),
    ],
)
def test_a_device_is_called_what_its_browser_says_it_is(agent: str | None, name: str) -> None:
    assert device_name(agent) == name


def test_the_board_calls_devices_the_same() -> None:
    script = (HERE / "wire.js").read_text(encoding="utf-8")
    assert all(f'["{mark}", "{name}"]' in script for mark, name in KINDS)


def test_an_invitation_holds_its_code_behind_the_hash() -> None:
    assert invitation("http://192.0.2.7:8501/", "K7QF-2MXB").startswith("<svg")
    assert segno.make("http://192.0.2.7:8501/#join=K7QF-2MXB", error="m").version <= 4


def test_the_crews_address_is_not_this_machines_own() -> None:
    assert crew_address("http://game.example:8501/?x=1#y") == "http://game.example:8501/"
    assert "localhost" not in crew_address("http://localhost:8501/") or crew_address("http://localhost:8501/")
