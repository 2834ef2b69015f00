"""A whole evening on real sockets, with twelve phones."""

import http.client
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from tests.web.table.serving import Browser, serve

pytestmark = pytest.mark.slow

PHONES, HANDS, MAX_MB = 12, 40, 60


def listen(address: str, last: list[int], phone: int) -> None:
    """Reads what is new each time that the stream says so, until the server ends."""
    with closing(Browser(address)) as browser, closing(http.client.HTTPConnection(browser.place)) as line:
        line.request("GET", "/api/events", headers={"cookie": browser.cookie})
        with line.getresponse() as stream:
            for text in stream:
                if text.startswith(b"id: "):
                    last[phone] = len(browser.get("state")["score"]["hands"])
                elif text.startswith(b"event: end"):
                    return


def memory_mb(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


def test_twelve_phones_read_a_whole_evening_and_none_misses_its_end(tmp_path):
    last = [0] * PHONES
    with serve(tmp_path / "nights.sqlite", "points", "Ann", "Bo", "Cy") as table:
        look = table.look
        phones = [threading.Thread(target=listen, args=(look, last, phone)) for phone in range(PHONES)]
        for phone in phones:
            phone.start()
        with closing(Browser(table.host)) as host:
            for hand in range(1, HANDS + 1):
                words = [f"Ann={hand}", "Bo=2", f"Cy={-hand}"]
                assert host.post("ask", {"ask": "score.enter", "words": words, "hand": hand})["ok"]
                if hand % 10 == 0:
                    assert host.post("ask", {"ask": "score.undo"})["ok"]
                    assert host.post("ask", {"ask": "score.undo", "back": True})["ok"]
            with closing(http.client.HTTPConnection(host.place)) as line:
                line.request("GET", "/py/faces.json")
                assert line.getresponse().status == 200
            if sys.platform == "linux":
                assert memory_mb(table.process.pid) <= MAX_MB
            host.post("end", {})
        for phone in phones:
            phone.join(20)
        assert table.process.wait(20) == 0
    assert last == [HANDS] * PHONES
    assert not list(tmp_path.glob("*.table.json"))  # tonight's code opens nothing any more
