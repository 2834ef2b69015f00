"""What somebody in the same network, or a page of another site in the same browser, could try. Each try is one test."""

import json
import re

import pytest
from PIL import Image

from tests.web.table.phones import HOST, ORIGIN, PORT, Phone, come_in, open_table
from tests.web.table.serving import FILES

HAND = ["Ann=0", "Bo=3", "Cy=5"]


@pytest.fixture(scope="module")
def still(tmp_path_factory):
    """The host of a table where nothing changes: no try succeeds."""
    with open_table(tmp_path_factory.mktemp("still") / "nights.sqlite") as table:
        host = come_in(table, "host")
        assert host.ask("score.start", game="craziness", players=["Ann", "Bo", "Cy"])["ok"]
        yield host
        assert host.ask("score.state")["value"]["sequence"] == 1


@pytest.mark.parametrize("name", [
    "evil.example", f"evil.example:{PORT}", f"127.0.0.1.evil.example:{PORT}", f"{HOST}:{PORT + 1}", HOST, "", f"[::1]:{PORT}",
    f"localhost:{PORT}@evil.example", f"0x7f000001:{PORT}", f"2130706433:{PORT}",
])  # fmt: skip
def test_another_name_for_this_address_gets_nothing(still, name):
    """DNS rebinding: a site's own name, pointed at the host's machine, makes the browser take its page for the table's."""
    for answer in (
        still.get("/", host=name), still.get("/api/state", host=name), still.post("/api/ask", {"ask": "score.undo"}, host=name),
    ):  # fmt: skip
        assert answer.status == 421 and b"Ann" not in answer.body


def test_two_names_at_once_are_none(table):
    scope = Phone(table).scope("GET", "/", {})
    scope["headers"].append((b"host", b"evil.example"))
    assert table.send(scope, []).status == 421


def test_the_address_in_the_network_is_a_name_and_localhost_only_here(table):
    phone = come_in(table)
    assert phone.get("/api/state", server="192.168.1.20").status == 200
    assert phone.get("/api/state", server="192.168.1.20", host=f"localhost:{PORT}").status == 421
    assert phone.get("/api/state", host=f"localhost:{PORT}").status == 200


@pytest.mark.parametrize("headers", [
    {"origin": "https://evil.example"}, {"origin": "null"}, {"origin": None}, {"origin": f"http://{HOST}"},
    {"origin": f"https://{HOST}:{PORT}"}, {"origin": f"{ORIGIN}.evil.example"}, {"sec_fetch_site": "cross-site"}, {"sec_fetch_site": "same-site"},
    {"sec_fetch_site": "none"},
], ids=str)  # fmt: skip
def test_another_sites_page_writes_nothing(still, headers):
    assert still.post("/api/ask", {"ask": "score.enter", "words": HAND, "hand": 1}, **headers).status == 403
    assert still.ask("score.state")["value"]["hands"] == []


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", None, "application/jsonp"]
)
def test_what_a_form_could_send_is_refused(still, kind):
    assert still.post("/api/ask", {"ask": "score.undo"}, content_type=kind).status == 415


def test_nothing_is_written_by_following_a_link(still):
    for name in ("ask", "join", "end", "code", "host-only"):
        assert still.get(f"/api/{name}").status in (404, 405), name


def test_another_sites_page_reads_nothing(guest):
    answer = guest.get("/api/state", origin="https://evil.example")
    assert not [name for name in answer.headers if name.startswith("access-control")]
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert answer.headers["x-frame-options"] == "DENY"


def test_without_an_invitation_nothing_is_answered(table, guest):
    stranger = Phone(table)
    for path in ("/api/state", "/api/events", "/api/links"):
        assert stranger.get(path).status == 401, path
    for path in ("/api/ask", "/api/code", "/api/host-only", "/api/end", "/api/scan"):
        if path == "/api/scan":
            assert stranger.post(path, b"a photo", content_type="image/jpeg").status == 401
            continue
        assert stranger.post(path, {"ask": "score.state", "seat": "Ann"}).status == 401, path


def test_a_guessed_invitation_is_none(table):
    """There are 2^132 of them, so nobody has to be slowed down."""
    thief = Phone(table)
    keys = table.access.keys
    tries = [
        keys.host[:-1],
        keys.host + "A",
        keys.host.swapcase(),
        "",
        "null",
        keys.secret,
        f"{keys.host}\u0000",
        "é",
        "*",
    ]
    assert all(thief.post("/api/join", {"invitation": word}).status in (400, 401) for word in tries)
    assert not thief.cookie and len(keys.host) == 22


@pytest.mark.parametrize("word", [1, None, True, [], {}, ["x"]])
def test_an_invitation_that_is_no_word_is_none(table, word):
    assert Phone(table).post("/api/join", {"invitation": word}).status == 401


def test_a_session_of_another_evening_is_none(table, guest, tmp_path):
    with open_table(tmp_path / "other.sqlite") as tonight:
        tonight.access.keys = type(tonight.access.keys)("other", 0)
        assert Phone(tonight, cookie=guest.cookie).get("/api/state").status == 401


def test_the_cookie_is_out_of_reach_of_scripts_and_of_other_sites(table):
    answer = Phone(table).post("/api/join", {"invitation": table.access.keys.invitation("guest")})
    cookie = answer.headers["set-cookie"].lower()
    assert cookie.startswith(f"tt-{PORT}=guest.") and "httponly" in cookie and "samesite=strict" in cookie
    assert "path=/" in cookie
    assert answer.json == {"ok": True}


def test_no_other_sign_of_a_cookie_lets_anybody_in(table, writer, guest):
    name = table.access.session(writer.cookie).name
    for cookie in (f"host.{name}.x", f"writer.{name}.", writer.cookie.replace("writer", "host"), f"writer.{name}"):
        assert (
            Phone(table, cookie=cookie).post("/api/ask", {"ask": "score.enter", "words": HAND, "hand": 1}).status == 401
        )
    assert guest.post("/api/ask", {"ask": "score.enter", "words": HAND, "hand": 1}).status == 403
    assert name not in guest.get("/api/state").body.decode()  # nor is the owner's name of chance told to anybody


def test_a_replayed_entry_is_refused(table, host):
    entry = {"ask": "score.enter", "words": HAND, "hand": 1, "night": 1}
    assert host.post("/api/ask", entry).json["ok"]
    assert [host.post("/api/ask", entry).json["error"]["kind"] for _ in range(3)] == ["taken"] * 3
    undo = {"ask": "score.undo", "sequence": host.ask("score.state")["value"]["sequence"]}
    assert host.post("/api/ask", undo).json["ok"]
    assert host.post("/api/ask", undo).json["error"]["kind"] == "taken"


def test_what_is_too_long_is_not_read(table, host):
    body = b'{"ask": "judge", "game": "' + b"x" * 16_384 + b'"}'
    assert host.post("/api/ask", body).status == 413
    assert host.post("/api/ask", body, content_length="12").status == 413  # it said otherwise
    for length in ("-1", "1e3", "9" * 30, "٣", ""):
        sent = length.encode().decode("latin-1")
        assert host.post("/api/ask", {"ask": "games"}, content_length=sent).status in (200, 413)
    parts = [b" " * 1000] * 50
    scope = host.scope("POST", "/api/ask", {"transfer-encoding": "chunked"})
    assert table.send(scope, parts).status == 413


@pytest.mark.parametrize("body", [
    b"", b"{", b"null", b"[]", b"1", b'"ask"', b"\xff\xfe", b"\x00" * 50, b"{}", b'{"ask": null}', b'{"ask": {}}', b'{"ask": ["judge"]}', b"[" * 9000,
    b'{"a":' * 2500, b'{"ask": "judge", "ask": "judge"}', b'{"ask": NaN}', b'{"ask": 1e999}', b'{"ask": ' + b"9" * 5000 + b"}",
    b'{"ask": "judge", "game": "ww3", "story": "pile \\ud800"}', b'{"ask": "score.state", "night": 1e99}', b'{"ask": "judge\\u0000"}',
    b'{"ask": "score.ask", "night": true}', b'{"ask": "score.ask", "night": "1"}', b'{"ask": "score.state", "night": -1}',
    b'{"ask": "score.ask", "answers": [{"a": [[[]]]}]}', b'{"ask": "games", "game": "../../etc/passwd"}', b'{"ask": "__class__"}',
], ids=lambda body: body[:24])  # fmt: skip
def test_what_is_malformed_is_answered_with_a_sentence(still, body):
    answer = still.post("/api/ask", body)
    assert answer.status in (200, 400, 403) and answer.json["ok"] is False and answer.json["error"]["text"]
    assert "Traceback" not in answer.body.decode() and "/home" not in answer.body.decode()
    assert still.get("/api/state").status == 200


@pytest.mark.parametrize("route", ["join", "code", "host-only"])
@pytest.mark.parametrize("body", [
    b"", b"[]", b'{"seat": 5}', b'{"seat": "\\u202eAnn"}', b'{"on": 1, "seat": "Ann"}', b'{"invitation": "\\ud800", "seat": "\\ud800"}',
])  # fmt: skip
def test_so_is_every_other_route(still, route, body):
    assert still.post(f"/api/{route}", body).status in (200, 400, 401, 403)


@pytest.mark.parametrize("path", [
    "/../../etc/passwd", "/..%2f..%2fetc%2fpasswd", "/%2e%2e/nights.sqlite", "/nights.sqlite", "/nights.sqlite.table.json", "/page.css/..", "/py/..", "/py/app.zip", "/site.js", "/worker.js", "/sw.js", "/licenses/python.txt",
    "//etc/passwd", "/index.html%00.js", "/templates/site/page.css", "/api/../index.html", "/C:\\windows", "/.git/config", "/site.toml", "/api",
    "/api/", "/page.js/", "/page.js?../x/y",
])  # fmt: skip
def test_no_other_file_can_be_reached(still, path):
    answer = still.get(path)
    assert (answer.status == 200) == path.startswith("/page.js?") and b"root:" not in answer.body
    assert b"SQLite" not in answer.body


def test_only_the_pages_own_files_are_served(still):
    for name in (*FILES, "py/faces.json"):
        answer = still.get(f"/{name}")
        assert answer.status == 200 and answer.body, name
        assert still.get(f"/{name}", if_none_match=answer.headers["etag"]).status == 304


def test_no_other_night_can_be_reached(table, host, guest):
    host.ask("score.start", game="points", players=["Di", "Ed"])
    for name in ("score.state", "score.ask"):
        answer = guest.post("/api/ask", {"ask": name, "night": 1})
        assert answer.status == 403 and b"Ann" not in answer.body
    assert host.post("/api/ask", {"ask": "score.enter", "night": 1, "words": HAND, "hand": 1}).status == 403
    for name in ("score.nights", "score.export", "score.resume", "score.open", "score.save"):
        assert guest.post("/api/ask", {"ask": name, "night": 1}).status == 403, name


@pytest.mark.parametrize("name", [
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "{{constructor}}", "'; DROP TABLE events; --", "a" * 30, "__proto__", "%s%n",
])  # fmt: skip
def test_a_hostile_name_is_a_name_or_is_refused(empty, name):
    """The page shows names as text alone (no module says innerHTML), and its policy runs no script that is not a file of ours."""
    host = come_in(empty, "host")
    answer = host.ask("score.start", game="points", players=[name, "Bo"])
    if answer["ok"]:
        assert host.get("/api/state").json["seats"][0]["name"] == answer["value"]["players"][0]
    else:
        assert answer["error"]["kind"] == "input"


def test_no_module_of_the_page_makes_code_or_markup_of_a_text(still):
    for name in (name for name in FILES if name.endswith((".js", ".html"))):
        text = still.get(f"/{name}").body.decode()
        assert {*re.findall(r'from "\./([\w.-]+)"', text)} <= {*FILES}, "every module is among them"
        for danger in "innerHTML|outerHTML =|insertAdjacentHTML|document.write|eval(|new Function|javascript:|onclick=|style=".split(
            "|"
        ):
            assert danger not in text.replace("each.outerHTML", ""), (name, danger)
        assert "http://" not in text.replace("http://www.w3.org/2000/svg", ""), name


def test_the_policy_allows_nothing_but_the_tables_own_files(still):
    policy = still.get("/").headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy and "http" not in policy
    assert "frame-ancestors 'none'" in policy
    assert still.get("/api/state").headers["cache-control"] == "no-store"


def test_nothing_of_the_hosts_disk_is_printed(guest, tmp_path):
    """A phone asks for a picture, a theme, and house rules by the names of files on the host's computer."""
    picture = tmp_path / "back.png"
    Image.new("RGB", (750, 1050), "red").save(picture)
    for document, fields in (
        ("deck", {"only": ["RC1"], "back": str(picture)}), ("deck", {"only": ["RC1"], "theme": str(tmp_path)}), ("booklet", {"game": "ww3", "house": str(picture)}),
    ):  # fmt: skip
        answer = guest.ask("print", document=document, fields=fields)
        assert not answer["ok"] and not answer.get("files"), fields


def test_the_machines_words_are_for_the_host_alone(host, writer, guest, book):
    """A path, or why a disk refuses, is nobody's else business."""
    book.write_bytes(b"not a file of nights, but of something else entirely")
    told = writer.ask("score.enter", words=HAND, hand=1)["error"]["text"]
    assert str(book.parent) not in told and "Nothing was saved" in told
    assert str(book) in host.ask("score.enter", words=HAND, hand=1)["error"]["text"]
    message = guest.listen().wait(lambda now: now["problem"])
    assert str(book.parent) not in json.dumps(message)
