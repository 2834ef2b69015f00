"""Host, player, guest: who may do what, and whose seat is whose."""

import json
import time
from contextlib import closing

import pytest

from tests.core.asking import all_requests
from tests.core.calls import counted_bytes
from tests.table.phones import come_in
from tests.table.serving import Browser, serve
from tt_print.table.access import Access, NotAdmittedError, RateLimit, fresh_keys

HAND = ["Ann=0", "Bo=3", "Cy=5"]


@pytest.fixture
def access():
    random_bytes = counted_bytes()
    return Access(fresh_keys(random_bytes, 100), random_bytes)


def test_an_invitation_makes_a_session_of_its_role(access):
    for role, invitation in (("host", access.keys.host), ("guest", access.keys.guest)):
        session = access.session(access.enter(invitation))
        assert session is not None and session.role == role
    with pytest.raises(NotAdmittedError):
        access.enter(access.keys.seal)
    assert len({access.keys.host, access.keys.guest, access.keys.seal}) == 3


def test_a_session_with_one_other_letter_is_none(access):
    cookie = access.enter(access.keys.guest)
    for place in range(len(cookie)):
        other = "A" if cookie[place] != "A" else "B"
        assert access.session(cookie[:place] + other + cookie[place + 1 :]) is None
    assert access.session(cookie.replace("guest", "host")) is None and access.session("") is None


# What a table does not answer: files, other nights, deals, whose code shows every hand, and pictures, which lie ready.
FOR_ALL = "cards games judge pointers rules score.ask score.fields score.state story story.steps".split()
FOR_PLAYERS = "score.edit score.enter score.log score.move score.note score.undo".split()
FOR_HOST = "score.finish score.join score.leave score.remove score.rename score.start score.stats".split()


def test_nobody_else_gets_an_answer_to_anything(table, host, guest):
    for name in all_requests():
        said = guest.post("/api/ask", {"ask": name})
        assert (said.status != 403) == (name in FOR_ALL), name
        said = host.post("/api/ask", {"ask": name})
        assert (said.status != 403) == (name in FOR_ALL + FOR_PLAYERS + FOR_HOST), name
    guest.post("/api/sit", {"seat": "Ann"})
    host.post("/api/allow", {"seat": "Ann", "may_write": True})
    for name in all_requests():
        assert (guest.post("/api/ask", {"ask": name}).status != 403) == (name in FOR_ALL + FOR_PLAYERS), name


def test_a_guest_reads_a_player_reads_until_the_host_lets_them_write(table, host, guest):
    assert guest.get("/api/me").json == {"role": "guest", "seat": "", "may_write": False}
    denied = guest.ask("score.enter", words=HAND, hand=1)["error"]
    assert denied["kind"] == "denied" and "seat" in denied["text"]
    assert guest.post("/api/sit", {"seat": "Bo"}).status == 200
    assert guest.get("/api/me").json == {"role": "player", "seat": "Bo", "may_write": False}
    assert guest.ask("score.enter", words=HAND, hand=1)["error"]["kind"] == "denied"
    assert host.post("/api/allow", {"seat": "Bo", "may_write": True}).status == 200
    assert guest.ask("score.enter", words=HAND, hand=1)["ok"]
    assert guest.ask("score.start", game="ww3", players=["Ann", "Bo"])["error"]["kind"] == "denied"
    log = host.ask("score.log")["value"]["log"]
    assert [row["who"] for row in log] == ["host, at the table", "Bo, at the table"]
    assert {each["name"] for each in host.ask("score.stats")["value"]["players"]} >= {"Ann", "Bo"}, "of all nights"
    host.post("/api/allow", {"seat": "Bo", "may_write": False})
    assert guest.ask("score.undo")["error"]["kind"] == "denied"


def test_a_seat_is_one_phones_until_the_host_frees_it(table, host, guest):
    other = come_in(table)
    guest.post("/api/sit", {"seat": "Ann"})
    assert other.post("/api/sit", {"seat": "Ann"}).status == 403
    assert other.post("/api/free", {"seat": "Ann"}).status == 403
    assert other.post("/api/allow", {"seat": "Ann", "may_write": True}).status == 403
    assert host.post("/api/free", {"seat": "Ann"}).status == 200
    assert guest.get("/api/me").json["role"] == "guest" and other.post("/api/sit", {"seat": "Ann"}).status == 200
    assert other.post("/api/sit", {"seat": "Cy"}).status == 200  # and leaves the first
    assert [seat["taken"] for seat in host.listen().wait(lambda now: True)["seats"]] == [False, False, True]
    assert other.post("/api/leave", {}).status == 200 and table.access.seats == {}
    assert table.kept == 5  # each change of seats, to outlive a new start


def test_nobody_sits_where_nobody_plays(guest):
    assert guest.post("/api/sit", {"seat": "Zoë"}).status == 403


def test_only_the_host_sees_the_invitation(table, host, guest):
    assert guest.get("/api/invite").status == 403
    shown = host.get("/api/invite").json
    assert shown["addresses"] == [f"http://10.0.0.1:8765/#{table.access.keys.guest}"] and len(shown["qr"]) == 33
    assert table.access.keys.host not in str(shown)


def test_the_host_who_scans_the_guests_code_stays_the_host(table, host):
    host.post("/api/join", {"invitation": table.access.keys.guest})
    assert host.get("/api/me").json["role"] == "host"


def test_so_many_requests_and_then_so_many_a_second():
    limit = RateLimit(rate=2, burst=3, most=2)
    assert [limit.allows("a", 0) for _ in range(5)] == [True, True, True, False, False]
    assert [limit.allows("a", 1) for _ in range(3)] == [True, True, False]
    assert limit.allows("a", -50) is False  # a clock that goes back gives nothing
    assert limit.allows("b", 1) and limit.allows("c", 1) and limit.allows("a", 1)  # the oldest is forgotten


def changed(path, **values):
    """Writes other values into the file of an evening, and among its keys."""
    held = json.loads(path.read_text(encoding="utf-8"))
    for name, value in values.items():
        (held["keys"] if name in held["keys"] else held)[name] = value
    path.write_text(json.dumps(held), encoding="utf-8")


def end(table):
    """The host ends the evening on the page."""
    with closing(Browser(table.host)) as host:
        host.post("end", {})
    assert table.process.wait(20) == 0


@pytest.mark.slow
def test_an_evening_is_kept_for_its_owner_alone_and_ends(tmp_path):
    """A table that stopped goes on with the same invitations for 18 hours; not the next day, nor where the clock was set back."""
    book, path = tmp_path / "nights.sqlite", tmp_path / "nights.sqlite.table.json"
    with serve(book, "points", "Ann", "Bo") as table:
        assert path.stat().st_mode & 0o077 == 0
        table.kill()
    invitation, now = table.guest.partition("#")[2], int(time.time())
    for made, goes_on in ((now - 17 * 3600, True), (now - 18 * 3600, False), (now + 3600, False)):
        changed(path, made_s=made, guest=invitation)
        with serve(book) as again:
            assert (again.guest.partition("#")[2] == invitation) is goes_on
            again.kill()
    path.write_text('{"keys": 1}', encoding="utf-8")
    with serve(book) as again:
        assert again.guest.partition("#")[2] != invitation
        end(again)
    assert not path.exists()
