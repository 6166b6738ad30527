"""The plain-text answer: no possible cell vanishes from the map, and numbers read as sentences."""

from __future__ import annotations

import pytest

from tracker.game.cells import parse_cell
from tracker.game.map_files import load_map
from tracker.game.maps import SeaMap
from tracker.report.text import (
    counted,
    draw_map,
    legend,
    likeliest_line,
    likely_misheard_line,
    perft_text,
    probably,
    repair_lines,
    sectors_line,
)

REEF = SeaMap("reef", ("..#o", "M..O", "...."), 2, "Reef")


def test_the_map_has_labels_gaps_between_sectors_and_a_digit_in_each_possible_cell() -> None:
    chances = {"A1": 0.5, "B1": 0.25, "D1": 1e-12, "C2": 0.0, "A3": 0.25 + 1e-12}
    drawn = draw_map(REEF, {parse_cell(name): chance for name, chance in chances.items()})
    assert (
        drawn
        == """\
    A B   C D
 1  9 5   # 1
 2  M .   1 O

 3  5 .   . ."""
    )


def test_a_map_without_a_possible_cell_is_the_sheet() -> None:
    assert draw_map(REEF, {}).splitlines()[1] == " 1  . .   # o"
    assert draw_map(SeaMap("one", (".",), 5), {0: 1.0}) == "    A\n 1  9"
    labels = draw_map(load_map("alpha"), {}).splitlines()
    assert labels[0] == "    A B C D E   F G H I J   K L M N O"
    assert labels[1] == " 1  . . . . .   . . . . .   . . . . ."
    assert labels[17] == "15  . . . # .   . . . . .   . . . . ."


def test_the_legend_names_the_marks_of_the_map_only() -> None:
    assert "ice hole" in legend(REEF)
    assert "Archer mine" in legend(REEF)
    assert "printed mark" in legend(REEF)
    assert legend(SeaMap("one", (".",), 5)).endswith(". sea where it cannot be")


def test_the_likeliest_cells_come_first_and_the_rest_is_counted() -> None:
    assert likeliest_line({parse_cell("B2"): 0.25, parse_cell("C1"): 0.25, parse_cell("A9"): 0.5}) == (
        "likeliest: A9 50.0%, C1 25.0%, B2 25.0%"
    )
    assert likeliest_line(dict.fromkeys(range(7), 1 / 7)).endswith("E1 14.3% and 2 more cells")
    assert sectors_line({2: 0.75, 1: 0.25}) == "sectors: 1 25.0%, 2 75.0%"


def test_numbers_have_their_nouns() -> None:
    assert counted(1, "cell") == "1 cell"
    assert counted(0, "cell") == "0 cells"
    assert counted(2418, "history", "histories") == "2,418 histories"


REPAIRS = {
    "repairs": [
        {"kind": "wrong", "announcement": 8, "heard": "E", "instead": "W", "probability": 0.44},
        {"kind": "extra", "announcement": 8, "heard": "E", "instead": None, "probability": 0.33},
        {"kind": "missed", "announcement": 9, "heard": "N", "instead": "W", "probability": 0.2},
        {"kind": "missed", "announcement": 10, "heard": None, "instead": "S", "probability": 0.03},
        {"kind": "answer", "announcement": 3, "heard": "drone 5 yes", "instead": "drone 5 no", "probability": 0.1},
    ]
}


def test_repairs_are_told_by_kind() -> None:
    assert repair_lines(REPAIRS) == [
        "8th announcement: E was probably W (44.0%), or was never said (33.0%).",
        "Single courses that would make it fit, likeliest first:",
        "- announcement 8: E was W (44.0%)",
        "- announcement 8: E was never said (33.0%)",
        "- before announcement 9 (N): W was missed (20.0%)",
        "- after the last announcement: S was missed (3.0%)",
        "Or one of the answers was another:",
        "- announcement 3: drone 5 yes was drone 5 no (10.0%)",
    ]
    assert repair_lines({"repairs": []}) == []


@pytest.mark.parametrize(
    ("of", "told"),
    [
        (slice(1, None), "8th announcement: E was probably never said (33.0%)"),
        (slice(2, None), "Before the 9th announcement, N: W was probably missed (20.0%)"),
        (slice(3, None), "After the last announcement: S was probably missed (3.0%)"),
        (slice(4, None), "3rd announcement: drone 5 yes was probably drone 5 no (10.0%)"),
    ],
)
def test_the_likeliest_correction_is_told_in_words(of: slice, told: str) -> None:
    assert probably(REPAIRS["repairs"][of]) == told
    first = {"edits": REPAIRS["repairs"][of][:1], "probability": REPAIRS["repairs"][of][0]["probability"]}
    assert likely_misheard_line(first).startswith(f"Warning: {told.split(', or')[0]}. It fits")


def test_a_reading_with_two_errors_is_told_with_both() -> None:
    assert likely_misheard_line({"edits": REPAIRS["repairs"][:2], "probability": 0.62}) == (
        "Warning: probably announcement 8: E was W and announcement 8: E was never said (62.0%). "
        "It fits as it was heard, but less well."
    )


def test_pairs_of_repairs_are_told_together_and_a_long_list_is_cut() -> None:
    pair = {"edits": [REPAIRS["repairs"][0], REPAIRS["repairs"][2]], "probability": 0.5}
    lines = repair_lines({"repairs": [], "repair_pairs": [pair] * 20})
    assert lines[1] == "- announcement 8: E was W and before announcement 9 (N): W was missed (50.0%)"
    assert len(lines) == 10
    assert lines[-1] == "- and 12 more"


def test_the_counts_are_a_table() -> None:
    step = {"announcement": 1, "item": "B silence", "histories": 3225, "routes": 3225, "cells": 225, "shapes": 17}
    assert perft_text([step]).splitlines() == [
        "announcement  item       histories  routes  cells  shapes",
        "           1  B silence      3,225   3,225    225      17",
    ]
    assert perft_text([]) == "announcement  item  histories  routes  cells  shapes"
