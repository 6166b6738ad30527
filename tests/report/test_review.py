"""The review in words, tables and HTML."""

from __future__ import annotations

import csv
import io
import json
import re
from functools import lru_cache

from tracker.game.map_files import load_map
from tracker.game.records import loads, record_map
from tracker.insight.analysis import Analysis, analyse
from tracker.insight.simulation import simulate
from tracker.report import html, review


@lru_cache(maxsize=1)
def game() -> Analysis:
    sea_map = load_map("alpha")
    return analyse(simulate(sea_map, "review"), sea_map)


def of_text(text: str) -> Analysis:
    record = loads(text)
    return analyse(record, record_map(record), "uniform")


def test_the_summary_says_what_was_found_out() -> None:
    text = review.summary(of_text('[Grid "..../...."]\n[BlueStart "A2"]\nB N\nY torpedo A1 direct'))
    assert "blue's submarine (model uniform)" in text
    assert "at the end 1 cell, 0.0 bits unknown, likeliest A1 (100%); the true A1 had 100%" in text
    assert "found first after announcement 2" in text
    assert "most telling: 2: Y torpedo A1 direct, 2.0 bits" in text
    assert "dive 1 (from announcement 0) began at A2 100%; 1 history left" in text


def test_the_summary_names_a_contradiction_and_an_empty_game() -> None:
    assert "nothing fits after announcement 2" in review.summary(of_text('[Grid "..../...."]\nB N N'))
    assert "there is nothing to analyse" in review.summary(of_text('[Grid "..../...."]\nY drone 1 yes'))


def test_csv_has_a_row_for_each_side_and_announcement() -> None:
    rows = list(csv.DictReader(io.StringIO(review.csv_text(game()))))
    assert tuple(rows[0]) == review.COLUMNS
    assert len(rows) == 2 * (len(game().record.announcements) + 1)
    assert {row["side"] for row in rows} == {"yellow", "blue"}
    assert all(float(row["true_probability"]) > 0 for row in rows)


def test_json_holds_the_whole_analysis() -> None:
    found = json.loads(review.json_text(game()))
    assert found["map"] == "alpha"
    for side, object_ in zip(game().sides, found["sides"], strict=True):
        assert object_["side"] == side.side.value
        assert len(object_["steps"]) == len(side.steps)
        assert object_["dives"][0]["first"] == 0
        assert sum(object_["dives"][0]["starts"].values()) > 0.999


def test_the_page_needs_nothing_from_elsewhere() -> None:
    page = html.page(game(), {"yellow": b"\x89PNG"})
    assert page.startswith("<!doctype html>")
    assert not re.search(r"""(src|href)\s*=\s*["'](?!data:)""", page)
    assert "url(" not in page
    assert "http" not in page
    assert page.count("<img") == 1
    assert page.count("<tr") == 2 + sum(len(side.steps) for side in game().sides)


def test_tags_cannot_break_the_page() -> None:
    record = loads('[Map "alpha"]\n[White "<script>alert(1)</script>"]\nB N')
    page = html.page(analyse(record, record_map(record)), {})
    assert "<script>" not in page
