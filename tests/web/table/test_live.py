"""Every phone sees the same score: what is entered here, there, and in a terminal."""

from base64 import b64decode

from tests.commands import tt
from tests.web.table.phones import Phone, come_in, open_table

HAND = ["Ann=0", "Bo=3", "Cy=5"]


def test_a_guest_reads_the_night_at_once(guest):
    score = guest.listen().wait(lambda now: now["score"])["score"]
    assert score["players"] == ["Ann", "Bo", "Cy"] and score["title"] == "Craziness" and score["next_hand"] == 1


def test_before_a_game_there_is_none_and_then_it_is_there(empty):
    guest, host = come_in(empty), come_in(empty, "host")
    stream = guest.listen()
    assert stream.wait(lambda now: True)["score"] is None
    host.ask("score.start", game="points", players=["Ann", "Bo"])
    assert stream.wait(lambda now: now["score"])["score"]["game"] == "points"


def test_a_hand_an_undo_and_a_redo_reach_every_phone(table, host):
    streams = [come_in(table).listen() for _ in range(12)]
    assert host.ask("score.enter", words=HAND, hand=1)["value"]["totals"] == {"Ann": 0, "Bo": 3, "Cy": 5}
    for stream in streams:
        assert stream.wait(lambda now: now["score"]["totals"]["Cy"] == 5)["score"]["dealer"] == "Bo"
    assert host.ask("score.undo")["ok"]
    for stream in streams:
        stream.wait(lambda now: now["score"]["hands"] == [])
    assert host.ask("score.undo", back=True)["ok"]
    for stream in streams:
        stream.wait(lambda now: now["score"]["totals"]["Cy"] == 5)


def test_what_a_terminal_enters_reaches_the_phones(guest, book, capsys):
    stream = guest.listen()
    assert tt(capsys, "score", "hand", *HAND, "--file", book).status == 0
    stream.wait(lambda now: now["score"]["totals"]["Bo"] == 3)
    assert tt(capsys, "score", "undo", "--file", book).status == 0
    stream.wait(lambda now: now["score"]["hands"] == [])
    assert tt(capsys, "score", "start", "casino", "Di", "Ed", "--file", book).status == 0
    assert stream.wait(lambda now: now["score"]["game"] == "casino")["score"]["players"] == ["Di", "Ed"]


def test_after_a_new_start_the_same_phones_are_in_and_are_whose_they_were(book):
    with open_table(book) as before:
        host = come_in(before, "host")
        host.ask("score.start", game="craziness", players=["Ann", "Bo"])
        ann = come_in(before, "writer")
        host.ask("score.enter", words=["Ann=0", "Bo=3"], hand=1)
        access = before.access
    with open_table(book, access=access) as after:
        again = Phone(after, cookie=ann.cookie, name="Ann")
        state = again.get("/api/state").json
        assert state["me"] == {"role": "writer", "seat": "Ann", "may_write": True}
        assert state["score"]["totals"] == {"Ann": 0, "Bo": 3}


def test_an_undo_says_whose_it_was_and_can_be_undone(host, writer, guest):
    writer.name = "Bo"
    host.ask("score.enter", words=HAND, hand=1)
    assert writer.ask("score.undo")["ok"]
    state = guest.listen().wait(lambda now: now["score"]["hands"] == [])
    assert state["score"]["undone"]["who"] == "Bo, at the table" and state["score"]["undone"]["what"] == "round 1"
    assert host.ask("score.undo", back=True)["value"]["totals"]["Cy"] == 5
    # of two that were taken back the later one is put back, and the other is still whose it was
    assert host.ask("score.enter", words=HAND, hand=2)["ok"] and host.ask("score.undo")["ok"]
    assert writer.ask("score.undo")["ok"] and host.ask("score.undo", back=True)["ok"]
    assert guest.get("/api/state").json["score"]["undone"]["who"] == "the host, at the table"


def test_every_phone_practices_deals_and_prints(guest):
    assert guest.ask("practice", game="craziness", players=3, seed=1, done=[])["value"]["hand"]
    assert guest.ask("deal", game="craziness", players=["Ann", "Bo", "Cy"])["value"]["code"]
    assert guest.ask("rules", game="casino", words="build")["value"]["found"]
    ((name, data),) = guest.ask("print", document="deck", fields={"only": ["RC1"], "chits": False})["files"].items()
    assert name.endswith(".pdf") and b64decode(data).startswith(b"%PDF")
    assert len(guest.ask("faces", cards=["RC1", "J1"], ink="low")["value"]["faces"]) == 2


def test_when_the_host_ends_the_evening_every_phone_is_told(table, host, guest):
    stream = guest.listen()
    assert guest.post("/api/end", {}).status == 403 and table.ends == 0
    assert host.post("/api/end", {}).status == 200 and table.ends == 1
    stream.wait_over()
    assert "event: end" in stream.texts[-1] or "event: end" in stream.texts[-2]
