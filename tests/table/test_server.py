"""A real server: killed at any moment it has every acknowledged tap once; it tells everyone; it stops at once."""

from __future__ import annotations

import signal
import socket
import threading
from pathlib import Path

import pytest

from tests.table.servers import HOST, Device, Server
from tracker.game.map_files import load_map
from tracker.table.journal import Journal
from tracker.table.tables import Tables

COURSES = "NESW"


def new_game(server: Server) -> str:
    tables = Tables(Journal(server.url))
    code = tables.create(load_map("alpha"))
    tables.journal.close()
    return code


def kept(server: Server, code: str) -> list[str]:
    tables = Tables(Journal(server.url))
    found = [entry.id for entry in tables.get(code).log.heard]
    tables.journal.close()
    return found


def test_killed_between_taps_every_acknowledged_tap_is_there_exactly_once(tmp_path: Path) -> None:
    server = Server(tmp_path)
    code = new_game(server)
    with server:
        devices = [Device(server.port, code, f"d{n}") for n in range(4)]

        def play(device: Device) -> None:
            for number in range(20):
                device.tap(f"{device.name}-t{number}", COURSES[number % 4])

        threads = [threading.Thread(target=play, args=(device,)) for device in devices]
        for thread in threads:
            thread.start()
        for wanted in (15, 45):
            # Not a moment between taps: the devices go on tapping while the process dies.
            while sum(len(device.acknowledged) for device in devices) < wanted:
                threading.Event().wait(0.005)
            acknowledged = [op for device in devices for op in list(device.acknowledged)]
            server.kill()
            found = kept(server, code)
            assert len(found) == len(set(found))
            assert set(acknowledged) <= set(found)
            server.start()
        for thread in threads:
            thread.join()
        snapshot = devices[0].snapshot()
        ids = [heard["id"] for heard in snapshot["heard"]]
        assert len(ids) == len(set(ids)) == 80
        for device in devices:
            assert [op for op in ids if op.startswith(f"{device.name}-")] == device.acknowledged
        assert snapshot["version"] == 80
        assert ids == kept(server, code)


def test_sixteen_devices_at_once_and_everyone_is_told(tmp_path: Path) -> None:
    server = Server(tmp_path)
    code = new_game(server)
    with server:
        watcher = Device(server.port, code, "watcher")
        listener = watcher.listen()
        assert listener.answer.getheader("Content-Type", "").startswith("text/event-stream")
        seen: list[tuple[int, int]] = []
        done = threading.Event()

        def watch() -> None:
            for snapshot in listener.snapshots():
                seen.append((snapshot["version"], snapshot["revision"]))
                if len(snapshot["heard"]) == 160:
                    done.set()
                    return

        watching = threading.Thread(target=watch)
        watching.start()

        def play(device: Device) -> None:
            for number in range(10):
                op = f"{device.name}-t{number}"
                assert any(heard["id"] == op for heard in device.tap(op, COURSES[number % 4])["heard"])

        devices = [Device(server.port, code, f"d{n}") for n in range(16)]
        threads = [threading.Thread(target=play, args=(device,)) for device in devices]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert done.wait(30)
        watching.join()
        assert seen == sorted(set(seen))
        listener.close()
        ids = [heard["id"] for heard in watcher.snapshot()["heard"]]
        assert len(ids) == len(set(ids)) == 160


@pytest.mark.parametrize(
    ("streamlit", "number"),
    [(False, signal.SIGINT), (True, signal.SIGTERM)],
    ids=["uvicorn interrupted", "streamlit terminated"],
)
def test_it_stops_by_itself_with_open_streams(tmp_path: Path, streamlit: bool, number: signal.Signals) -> None:
    server = Server(tmp_path, streamlit=streamlit)
    code = new_game(server)
    with server:
        device = Device(server.port, code, "d")
        listeners = [device.listen() for _ in range(5)]
        for listener in listeners:
            assert next(listener.snapshots())["version"] == 0
        device.tap("a", "N")
        # Streams held open made the server wait for minutes before they were ended from its own signal.
        server.stop(number, patience=20)
        for listener in listeners:
            assert {snapshot["version"] for snapshot in listener.snapshots()} <= {0, 1}
            listener.close()
        assert "Traceback" not in server.log().replace("KeyboardInterrupt", "")
        assert code not in server.log()


def test_it_stops_though_a_phone_went_out_of_range(tmp_path: Path) -> None:
    server = Server(tmp_path)
    code = new_game(server)
    with server:
        device = Device(server.port, code, "d")
        # A stream whose reader reads nothing fills up: what is sent then waits for ever.
        silent = socket.socket()
        silent.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        silent.connect((HOST, server.port))
        request = f"GET /api/events HTTP/1.1\r\nHost: {HOST}:{server.port}\r\nX-Game-Code: {code}\r\n\r\n"
        silent.sendall(request.encode())
        device.tap("a", "B N " + "# " + "x" * 1900)
        version = 1
        for number in range(400):
            version = device.post("announce", {"op": f"u{number}", "do": ("undo", "redo")[number % 2], "id": "a"})[1][
                "version"
            ]
        assert version == 401  # a reader that is gone held nobody up
        server.stop(patience=20)
        silent.close()
    assert kept(server, code) == ["a"]
