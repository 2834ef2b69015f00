"""Many browsers behind one address, a page that comes only in part, and questions that are too large: everybody still gets in."""

import http.client
import re
import socket
import threading
import time
from contextlib import ExitStack, closing
from urllib.parse import urlsplit

import pytest

from tests.web.site.conftest import PHONE
from tests.web.table.phones import Phone, come_in
from tests.web.table.serving import FILES, Browser, serve

LEGAL = {"ask": "judge", "game": "craziness", "story": "on RC1; lay RC2"}


def long_story(passes: int) -> dict[str, object]:
    """The story of players who draw and draw, which is played at many tables."""
    story = "; ".join(["on RC1", *["Ann passes", "Bo passes"] * passes])
    return {"ask": "judge", "game": "craziness", "story": story}


@pytest.mark.slow
def test_large_questions_of_guests_hold_up_nobody(table, host):
    def ask(guest: Phone) -> None:
        answers.append(guest.post("/api/ask", long_story(240)).json["error"]["kind"])

    answers: list[str] = []
    threads = [threading.Thread(target=ask, args=(come_in(table),)) for _ in range(4)]
    for thread in threads:
        thread.start()
    assert host.post("/api/ask", LEGAL).json["ok"]
    for thread in threads:
        thread.join()
    assert answers == ["too-long"] * 4
    assert come_in(table).post("/api/ask", LEGAL).json["value"]["legal"] is True, "the next question is answered"


@pytest.fixture
def patient(monkeypatch):
    """An answer may take as long as a busy machine needs."""
    monkeypatch.setattr("tt_print.web.questions.ANSWER_S", 60.0)


@pytest.mark.slow
def test_many_sessions_at_one_address_have_one_place_among_all_that_ask(patient, table, host):
    """Sessions are free: each of one browser's would hold up everybody for a second."""
    asked = long_story(25)
    host.post("/api/ask", LEGAL)
    answered: list[bool] = []

    def ask(guest: Phone) -> None:
        answered.append(guest.post("/api/ask", asked).json["ok"])

    threads = [threading.Thread(target=ask, args=(come_in(table, address="10.5.5.5"),)) for _ in range(5)]
    for thread in threads:
        thread.start()
    while not answered:
        time.sleep(0.01)
    assert host.post("/api/ask", LEGAL).json["ok"] and len(answered) < 5, "it did not wait for all of them"
    for thread in threads:
        thread.join()
    assert answered == [True] * 5


@pytest.mark.slow
def test_twelve_browsers_get_in_beside_two_hundred_open_connections_of_their_address(tmp_path):
    """Half of the 200 listen, the others have begun a request and say no more. Then each browser opens six lines at once, fetches all
    files, comes in, and listens. The host enters hands, and nothing is printed on the terminal."""
    with serve(tmp_path / "nights.sqlite", "points", "Ann", "Bo") as table, ExitStack() as held:
        address = urlsplit(table.enter)
        cookie = held.enter_context(closing(Browser(table.look))).cookie
        for number in range(200):
            line = held.enter_context(socket.create_connection((address.hostname, address.port), timeout=20))
            listens = f"GET /api/events HTTP/1.1\r\nhost: {address.netloc}\r\ncookie: {cookie}\r\n\r\n"
            line.sendall(listens.encode() if number % 2 else b"POST /api/ask HTT")
        lines = [
            held.enter_context(closing(http.client.HTTPConnection(address.netloc, timeout=20))) for _ in range(12 * 6)
        ]
        for start in range(0, len(FILES), 6):
            names = FILES[start : start + 6] * 12
            for line, name in zip(lines, names, strict=False):
                line.request("GET", f"/{name}")
            for line in lines[: len(names)]:
                answer = line.getresponse()
                assert answer.status == 200 and answer.read()
        for browser in [held.enter_context(closing(Browser(table.enter))) for _ in range(12)]:
            line = lines.pop()
            line.request("GET", "/api/events", headers={"cookie": browser.cookie})
            assert line.getresponse().readline().startswith(b"id: ")
        host = held.enter_context(closing(Browser(table.host)))
        assert host.post("ask", {"ask": "score.enter", "words": ["Ann=1", "Bo=2"], "hand": 1})["ok"]
        assert len(host.get("state")["score"]["hands"]) == 1
        assert table.interrupt() == 130
        assert table.process.stderr is not None and "Traceback" not in table.process.stderr.read()


@pytest.mark.slow
def test_a_page_that_comes_in_part_says_so_and_starts_when_it_can(chromium, tmp_path):
    with serve(tmp_path / "nights.sqlite", "points", "Ann", "Bo") as table:
        page = chromium.new_context(viewport={"width": 320, "height": 700}).new_page()
        lost: list[str] = []

        def lose(route, most):
            lost.append(route.request.url)
            return route.abort() if len(lost) <= most else route.continue_()

        page.route(re.compile("night.js"), lambda route: lose(route, 1))
        page.goto(table.enter)
        page.wait_for_selector("#engine[data-state=ready]", state="attached")  # with its invitation
        page.unroute(re.compile("night.js"))
        lost.clear()
        page.route(re.compile("night.js"), lambda route: lose(route, 1))
        page.reload()
        page.wait_for_selector(".stuck")
        page.click(".stuck button")
        page.wait_for_selector("#engine[data-state=ready]", state="attached")
        page.context.close()


@pytest.mark.slow
def test_an_invitation_survives_a_first_request_that_fails(chromium, tmp_path):
    with serve(tmp_path / "nights.sqlite", "points", "Ann", "Bo") as table:
        page = chromium.new_context(viewport=PHONE).new_page()
        page.route("**/api/join", lambda route: route.abort())
        page.goto(table.enter)
        page.wait_for_selector("#screen .error")
        page.unroute("**/api/join")
        page.click("#screen button:has-text('Try again')")
        page.wait_for_selector("#engine[data-state=ready]", state="attached")
        page.context.close()
