"""A small run of the live table's benchmark over the real protocol: all is kept, and every figure is there."""

from __future__ import annotations

import json
import urllib.request

from benchmarks.cases import long_voyage
from benchmarks.live_table import Party, at_once, lost_doubled_reordered, new_crew, parties, serving, tap_at_once
from tracker import Tracker, load_map
from tracker.game.announcements import Side, Silence, Surface


def test_a_long_voyage_is_legal_and_as_long_as_asked() -> None:
    sea_map = load_map("foxtrot")
    record = long_voyage(sea_map, 3, 150)
    assert len(record) == 150
    assert {type(one.item) for one in record} >= {Silence, Surface}
    tracker = Tracker.start(sea_map, tracked=Side.BLUE)
    for announcement in record:
        tracker = tracker.hear(announcement)
    assert tracker.consistent


def test_many_devices_at_once_and_every_tap_stands_once_in_order() -> None:
    figures = {figure.measure: figure.value for figure in at_once(games=2, crew=3, seconds=3)}
    assert figures["taps"] == 15
    for fault in ("lost", "doubled", "devices whose taps were reordered", "refused", "snapshots older than one before"):
        assert figures[fault] == 0
    assert {"tap to snapshot, 95th percentile", "server's memory before", "server's memory after"} <= set(figures)


def test_what_is_lost_doubled_or_out_of_order_is_found() -> None:
    with serving() as server:
        (party,) = parties(server, games=1, crew=0, seconds=4)
        (code,) = party.codes
        # the second tap twice, the third not at all, the last before the first
        for op, text in ((3, 3), (0, 0), (1, 1)):
            body = json.dumps({"op": f"g0d0-{op}", "do": "hear", "text": party.texts[text]}).encode()
            headers = {"X-Game-Code": code, "Content-Type": "application/json"}
            url = f"http://127.0.0.1:{server.port}/api/announce"
            urllib.request.urlopen(urllib.request.Request(url, body, headers)).close()
        lost, _, reordered = lost_doubled_reordered(server, [party])
        assert (lost, reordered) == (1, 1)
        crew = new_crew(server, "alpha", 2)
        again = Party(crew, ["B N", "B E"])
        reports, memory = tap_at_once(server, [again])
        assert lost_doubled_reordered(server, [again]) == (0, 0, 0)
        assert [len(report.waits) for report in reports] == [1, 1]
        assert all(mib > 0 for mib in memory)
