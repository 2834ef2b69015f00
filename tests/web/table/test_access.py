"""The host, phones that enter hands, and phones that look on: who may do what, and whose phone is whose."""

import json
import time
from contextlib import closing

import pytest

from tests.core.asking import all_requests
from tests.core.calls import counted_bytes
from tests.web.table.phones import Phone
from tests.web.table.serving import Browser, serve
from tt_print.web.access import ROLES, Access, NotAdmittedError, fresh_keys

HAND = ["Ann=0", "Bo=3", "Cy=5"]


@pytest.fixture
def access():
    random_bytes = counted_bytes()
    return Access(fresh_keys(random_bytes, 100), random_bytes)


def test_an_invitation_makes_a_session_of_its_role(access):
    for role in ROLES:
        session = access.session(access.enter(access.keys.invitation(role)))
        assert session is not None and session.role == role
    with pytest.raises(NotAdmittedError):
        access.enter(access.keys.secret)
    assert len({access.keys.secret, *map(access.keys.invitation, ROLES)}) == 4


def test_a_session_with_one_other_letter_is_none(access):
    cookie = access.enter(access.keys.invitation("guest"))
    for place in range(len(cookie)):
        other = "A" if cookie[place] != "A" else "B"
        assert access.session(cookie[:place] + other + cookie[place + 1 :]) is None
    assert access.session(cookie.replace("guest", "host")) is None and access.session("") is None


def test_the_code_on_the_hosts_screen_lets_in_as_the_link_to_enter_hands_does(access):
    """Four letters, five tries a phone, fifty in all; and none where the host shows none."""
    with pytest.raises(NotAdmittedError, match="shows no code"):
        access.enter_by_code("", "phone")
    access.show_code()
    code = access.code
    assert len(code) == 4 and access.session(access.enter_by_code(f" {code.lower()} ", "phone")).role == "writer"
    host = access.enter(access.keys.host)
    assert access.session(access.enter_by_code(code, "phone", host)).role == "host"
    for _ in range(5):
        with pytest.raises(NotAdmittedError, match="not the code"):
            access.enter_by_code("AEIO", "stranger")
    with pytest.raises(NotAdmittedError, match="too many"):
        access.enter_by_code(code, "stranger")
    for phone in range(45):
        assert access.code == code
        with pytest.raises(NotAdmittedError, match="not the code"):
            access.enter_by_code("AEIO", f"phone {phone}")
    assert access.code == "", "until the host shows another one"


def test_a_code_ends_when_the_host_closes_the_page_that_shows_it(table, host, guest):
    def join(code):
        return Phone(table).post("/api/join", {"code": code}).status

    assert guest.post("/api/code", {"on": True}).status == 403
    assert join(host.post("/api/code", {"on": True}).json["code"]) == 401, "no page of the host is open"
    page = host.listen()
    code = host.post("/api/code", {"on": True}).json["code"]
    assert me(host)["code"] == code and "code" not in me(guest)
    assert (join(code), join("AEIO")) == (200, 401)
    host.post("/api/code", {"on": False})
    assert join(code) == 401
    code = host.post("/api/code", {"on": True}).json["code"]
    table.loop.call_soon_threadsafe(page.left.set)
    page.wait_over()
    assert join(code) == 401


def test_the_page_of_the_host_hears_that_fifty_wrong_codes_ended_the_code(table, host):
    page = host.listen()
    host.post("/api/code", {"on": True})
    for _ in range(50):
        assert Phone(table).post("/api/join", {"code": "AEIO"}).status == 401
    assert page.wait(lambda state: state["code_ended"])["me"]["code"] == ""
    host.post("/api/code", {"on": True})
    page.wait(lambda state: not state["code_ended"])


# What a table does not answer: files of nights, and photos, which have a way of their own.
FOR_ALL = (
    "cards deal deal.fields faces games judge pointers practice practice.pile practice.tip practice.try print print.documents "
    "rules score.ask score.fields score.state story"
).split()
FOR_WRITERS = "score.edit score.enter score.log score.move score.note score.undo".split()
FOR_HOST = (
    "score.export score.finish score.join score.leave score.nights score.remove score.resume score.start score.stats"
).split()


def test_nobody_else_gets_an_answer_to_anything(table, host, writer, guest):
    for name in all_requests():
        assert (guest.post("/api/ask", {"ask": name}).status != 403) == (name in FOR_ALL), name
        assert (writer.post("/api/ask", {"ask": name}).status != 403) == (name in FOR_ALL + FOR_WRITERS), name
        assert (host.post("/api/ask", {"ask": name}).status != 403) == (name in FOR_ALL + FOR_WRITERS + FOR_HOST), name


def me(phone):
    return phone.get("/api/state").json["me"]


def test_who_has_the_link_to_enter_hands_enters_them_until_the_host_alone_may(table, host, writer, guest):
    assert me(guest) == {"role": "guest", "seat": "", "may_write": False}
    denied = guest.ask("score.enter", words=HAND, hand=1)["error"]
    assert denied["kind"] == "denied" and "looks on" in denied["text"]
    assert me(writer) == {"role": "writer", "seat": "", "may_write": True}
    assert writer.ask("score.enter", words=HAND, hand=1)["ok"]
    writer.name = "Bo"
    assert writer.ask("score.undo")["ok"]
    assert writer.ask("score.start", game="ww3", players=["Ann", "Bo"])["error"]["kind"] == "denied"
    log = host.ask("score.log")["value"]["log"]
    assert [row["who"] for row in log] == ["the host, at the table", "a phone, at the table", "Bo, at the table"]
    assert {each["name"] for each in host.ask("score.stats")["value"]["players"]} >= {"Ann", "Bo"}, "of all nights"
    assert writer.post("/api/host-only", {"on": True}).status == 403
    assert host.post("/api/host-only", {"on": True}).status == 200
    assert me(writer) == {"role": "writer", "seat": "Bo", "may_write": False} and me(host)["may_write"]
    assert writer.ask("score.undo")["error"]["kind"] == "denied"
    assert host.post("/api/host-only", {"on": False}).status == 200 and writer.ask("score.undo", back=True)["ok"]


def test_everybody_sees_whose_phone_is_here(table, host, guest):
    """Of any number of phones, and as long as that player plays."""
    guest.name = "Ann"
    mine, theirs = host.listen(), guest.listen()
    assert mine.wait(lambda now: now["seats"][0]["here"])["phones"] == 2
    table.loop.call_soon_threadsafe(theirs.left.set)
    assert mine.wait(lambda now: now["phones"] == 1)["seats"][0] == {"name": "Ann", "here": False}


@pytest.mark.parametrize("name", ["Zoë", "ann", "Ann, at the table", "Ann; tt-8765=x"])
def test_a_phone_of_nobody_who_plays_is_nobodys(writer, name):
    writer.name = name
    assert me(writer)["seat"] == ""
    assert writer.ask("score.enter", words=HAND, hand=1)["ok"]
    assert writer.ask("score.log")["value"]["log"][-1]["who"] == "a phone, at the table"


def test_only_the_host_sees_the_links(table, host, writer, guest):
    assert guest.get("/api/links").status == writer.get("/api/links").status == 403
    links = host.get("/api/links").json["links"]
    for link, role in zip(links, ("writer", "guest"), strict=True):
        assert (
            link["addresses"] == [f"http://10.0.0.1:8765/#{table.access.keys.invitation(role)}"]
            and len(link["qr"]) == 33
        )
    assert table.access.keys.host not in str(links)


def test_a_second_code_gives_more_rights_and_never_fewer_and_the_seat_stays(table, host, guest):
    """A phone that looks on scans the code to enter hands; the host's own phone scans any."""
    guest.name = "Ann"
    for role in ("writer", "guest"):
        guest.post("/api/join", {"invitation": table.access.keys.invitation(role)})
        assert me(guest) == {"role": "writer", "seat": "Ann", "may_write": True}
        host.post("/api/join", {"invitation": table.access.keys.invitation(role)})
        assert me(host)["role"] == "host"


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
        secret = json.loads(path.read_text(encoding="utf-8"))["keys"]["secret"]
        table.kill()
    invitation, now = table.enter.partition("#")[2], int(time.time())
    for made, goes_on in ((now - 17 * 3600, True), (now - 18 * 3600, False), (now + 3600, False)):
        changed(path, made_s=made, secret=secret)
        with serve(book) as again:
            assert (again.enter.partition("#")[2] == invitation) is goes_on
            again.kill()
    path.write_text('{"keys": 1}', encoding="utf-8")
    with serve(book) as again:
        assert again.enter.partition("#")[2] != invitation
        end(again)
    assert not path.exists()
