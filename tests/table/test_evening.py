"""A whole evening on real sockets: twelve phones, and somebody who only holds lines open."""

import http.client
import json
import socket
import sys
import threading
from contextlib import ExitStack, closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.table.serving import Browser, serve

pytestmark = pytest.mark.slow

PHONES, HANDS, MAX_MB = 12, 40, 60
PER_ADDRESS, REQUEST_S = 160, 10.0  # lines that one address may hold open, and how long one may say nothing


def listen(address: str, last: list[int], phone: int) -> None:
    """Reads along until the server ends."""
    with closing(Browser(address)) as browser, closing(http.client.HTTPConnection(browser.place)) as line:
        line.request("GET", "/api/events", headers={"cookie": browser.cookie})
        with line.getresponse() as stream:
            for text in stream:
                if text.startswith(b'data: {"score"'):
                    last[phone] = len(json.loads(text.removeprefix(b"data: "))["score"]["hands"])
                elif text.startswith(b"event: end"):
                    return


def memory_mb(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


def test_twelve_phones_read_a_whole_evening_and_none_misses_its_end(tmp_path):
    last = [0] * PHONES
    with serve(tmp_path / "nights.sqlite", "points", "Ann", "Bo", "Cy") as table:
        phones = [threading.Thread(target=listen, args=(table.guest, last, phone)) for phone in range(PHONES)]
        for phone in phones:
            phone.start()
        with closing(Browser(table.host)) as host:
            for hand in range(1, HANDS + 1):
                words = [f"Ann={hand}", "Bo=2", f"Cy={-hand}"]
                assert host.post("ask", {"ask": "score.enter", "words": words, "hand": hand})["ok"]
                if hand % 10 == 0:
                    assert host.post("ask", {"ask": "score.undo"})["ok"]
                    assert host.post("ask", {"ask": "score.redo"})["ok"]
            for name in ("faces.json", "faces-low.json"):
                with closing(http.client.HTTPConnection(host.place)) as line:
                    line.request("GET", f"/{name}")
                    assert line.getresponse().status == 200
            if sys.platform == "linux":
                assert memory_mb(table.process.pid) <= MAX_MB
            host.post("end", {})
        for phone in phones:
            phone.join(20)
        assert table.process.wait(20) == 0
    assert last == [HANDS] * PHONES
    assert not list(tmp_path.glob("*.table.json"))  # tonight's code opens nothing any more


@pytest.mark.skipif(sys.platform != "linux", reason="no second loopback address")
def test_who_holds_lines_open_keeps_nobody_out_and_loses_them(tmp_path):
    """Lines that say nothing, or begin a request, the first or a second one, and never end it (slowloris)."""
    with serve(tmp_path / "nights.sqlite", "points", "Ann", "Bo") as table, ExitStack() as held:
        place = urlsplit(table.guest)
        address = (place.hostname, place.port)
        lines = [held.enter_context(closing(socket.create_connection(address))) for _ in range(PER_ADDRESS + 20)]
        for index, line in enumerate(lines):
            line.settimeout(REQUEST_S + 10)
            if index % 2:
                try:
                    whole = f"GET / HTTP/1.1\r\nHost: {place.netloc}\r\n\r\n".encode() if index % 4 == 1 else b""
                    line.sendall(whole + b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")
                except OSError:
                    continue
        other = http.client.HTTPConnection(*address, timeout=20, source_address=("127.0.0.2", 0))
        with closing(other):
            other.request("GET", "/")
            assert other.getresponse().status == 200
        ended = 0
        for line in lines:
            try:
                while line.recv(100_000):
                    pass
                ended += 1
            except ConnectionResetError:
                ended += 1
        assert ended == len(lines)
