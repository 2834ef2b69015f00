"""The server is killed in the middle of entries, a disk is full, another program writes: what was called saved is there."""

import http.client
import threading
from contextlib import closing
from itertools import count

import pytest

from tests.web.table.phones import come_in, open_table
from tests.web.table.serving import Browser, Served, serve
from tt_print.core import FileBook

HAND = ["Ann=0", "Bo=3", "Cy=5"]


def enter_until_killed(table: Served, saved: list[int], begun: threading.Event) -> None:
    with closing(Browser(table.host)) as browser:
        for hand in count(1):
            try:
                answer = browser.post("ask", {"ask": "score.enter", "words": [f"Ann={hand}", "Bo=1"], "hand": hand})
            except (OSError, http.client.HTTPException, ValueError):
                return
            assert answer["ok"], answer
            saved.append(hand)
            if hand == 3:
                begun.set()


@pytest.mark.slow
@pytest.mark.parametrize("wait_s", [0.0, 0.023])
def test_no_hand_that_was_called_saved_is_lost_when_the_server_is_killed(tmp_path, wait_s):
    book, saved, begun = tmp_path / "nights.sqlite", [], threading.Event()
    with serve(book, "points", "Ann", "Bo") as table:
        entering = threading.Thread(target=enter_until_killed, args=(table, saved, begun))
        entering.start()
        assert begun.wait(30)
        threading.Event().wait(wait_s)
        table.kill()
        entering.join(30)
    hands = [event.data for event in FileBook(book).events() if event.kind == "hand"]
    assert len(saved) >= 3 and len(hands) - len(saved) in (0, 1), "the last one may have been stored and not told"
    with serve(book) as again:  # the same addresses, the same secrets
        assert (again.host, again.enter) == (table.host, table.enter)
        with closing(Browser(again.enter)) as browser:
            state = browser.post("ask", {"ask": "score.state"})
        assert len(state["value"]["hands"]) == len(hands)


@pytest.mark.slow
def test_ctrl_c_closes_the_table_while_phones_listen(tmp_path):
    with serve(tmp_path / "nights.sqlite", "points", "Ann", "Bo") as table:
        with closing(Browser(table.enter)) as browser:
            line = http.client.HTTPConnection(browser.place, timeout=20)
            line.request("GET", "/api/events", headers={"cookie": browser.cookie})
            with closing(line), line.getresponse() as stream:
                assert stream.readline().startswith(b"id: ")
                assert table.interrupt() == 130
                assert b"event: end" in stream.read()
        assert table.process.stderr is not None and "Traceback" not in table.process.stderr.read()


def test_what_the_disk_refuses_is_not_called_saved(host, writer, guest, book):
    """As a full disk does: the entry is refused with the reason, and is there once, when it is tried again."""
    journal = book.with_name(book.name + "-journal")
    journal.mkdir()  # so that no entry can be begun
    refused = host.ask("score.enter", words=HAND, hand=1)
    assert not refused["ok"] and refused["error"]["kind"] == "machine"
    told = writer.ask("score.enter", words=HAND, hand=1)  # a phone is told so, without the paths of the host's computer
    assert not told["ok"] and "Nothing was saved" in told["error"]["text"] and str(book.parent) not in str(told)
    journal.rmdir()
    assert guest.listen().wait(lambda now: now["score"])["score"]["hands"] == []
    assert host.ask("score.enter", words=HAND, hand=1)["ok"]
    assert guest.listen().wait(lambda now: now["score"])["score"]["totals"] == {"Ann": 0, "Bo": 3, "Cy": 5}


def test_a_clock_that_is_set_back_changes_no_order(tmp_path):
    """Hands stand as they were entered, whatever the clock said then."""
    hours = iter(range(23, 0, -1))
    with open_table(tmp_path / "nights.sqlite", now=lambda: f"2026-11-01T{next(hours):02}:00:00+01:00") as table:
        host, stream = come_in(table, "host"), come_in(table).listen()
        assert host.ask("score.start", game="points", players=["Ann", "Bo"])["ok"]
        for hand in (1, 2, 3):
            assert host.ask("score.enter", words=[f"Ann={hand}", "Bo=1"], hand=hand)["ok"]
            stream.wait(lambda now, hand=hand: now["score"] and now["score"]["next_hand"] == hand + 1)
        assert host.ask("score.undo")["ok"]
        assert stream.wait(lambda now: now["score"]["next_hand"] == 3)["score"]["totals"] == {"Ann": 3, "Bo": 2}


def test_a_file_that_is_put_in_place_of_the_nights_is_seen_at_once(tmp_path):
    one, other = tmp_path / "one.sqlite", tmp_path / "other.sqlite"
    for book, names in ((one, ["Ann", "Bo"]), (other, ["Di", "Ed"])):
        with open_table(book) as table:
            come_in(table, "host").ask("score.start", game="points", players=names)
    with open_table(one) as table:
        stream = come_in(table).listen()
        stream.wait(lambda now: now["score"]["players"] == ["Ann", "Bo"])
        for copy in tmp_path.glob("one.sqlite.*"):
            copy.unlink()
        other.replace(one)
        stream.wait(lambda now: now["score"]["players"] == ["Di", "Ed"])
