"""All pages in a browser: true size, for nobody but the person who asked, and with an end."""

from __future__ import annotations

import http.client
import io
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from http.client import HTTPResponse

import pytest
from PIL import Image

from tests.commands import tt
from tests.score.terminal import type_into
from tests.site.axe import axe, check
from tt_print.cli.preview import make
from tt_print.cli.streams import safe_streams
from tt_print.preview.files import read_files
from tt_print.preview.server import PreviewServer

__all__ = ["axe"]  # a fixture of the site's tests
PX_PER_MM = 96 / 25.4
NO_DISPLAY = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": ""}


@contextmanager
def served(command: str):
    """The server, and what its `serve` returns in the end."""
    with safe_streams():
        held, _ = make(command.split())
    files = read_files({path.as_posix(): data for path, data in held.files.items()})
    with (
        PreviewServer(files, f"tt-print {command}", "Would write <it> & more") as server,
        ThreadPoolExecutor(1) as pool,
    ):
        serving = pool.submit(server.serve)
        try:
            yield server, serving, [file.data for file in files]
        finally:
            server.until = 0


def fetch(server: PreviewServer, path: str, host: str = "") -> tuple[HTTPResponse, bytes]:
    with closing(http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=20)) as line:
        line.request("GET", path, headers={"Host": host} if host else {})
        answer = line.getresponse()
        return answer, answer.read()


def test_only_who_knows_the_address_gets_the_pages():
    """A page of a PDF is drawn, a PNG comes as it would be written; other paths and other host names lead nowhere."""
    with served("deck --only RH3 --paper a4 --png") as (server, _, data):
        root = f"/{server.secret}"
        answer, page = fetch(server, f"{root}/")
        policy = answer.getheader("Content-Security-Policy")
        assert answer.status == 200 and b"Would write &lt;it&gt; &amp; more" in page
        assert "default-src 'none'" in policy and "unsafe" not in policy
        assert answer.getheader("Cache-Control") == "no-store" and server.server_address[0] == "127.0.0.1"
        drawn = Image.open(io.BytesIO(fetch(server, f"{root}/0-1")[1]))
        assert drawn.size == (2 * 794, 2 * 1123) and len(drawn.convert("RGB").getcolors(1 << 20)) > 10
        assert fetch(server, f"{root}/1-1")[1] == data[1]
        for path in ("/", root, "/other/", f"{root}/2-1", f"{root}/0-2", f"{root}/../page.html", f"{root}/0-1x"):
            assert fetch(server, path)[0].status == 404, path
        assert fetch(server, f"{root}/", host="evil.example")[0].status == 404, "another name that leads here"


@pytest.mark.slow
def test_the_page_in_a_browser_until_it_is_closed(chromium, axe):
    """True size by the browser's own ruler, the back beside its front even from another file; axe finds nothing; no request to anybody else."""
    with served("deck --only RH3 --backs separate --paper a4") as (server, serving, _):
        for scheme, wide in (("light", 1280), ("dark", 390)):
            context = chromium.new_context(
                viewport={"width": wide, "height": 1700}, color_scheme=scheme, reduced_motion="reduce"
            )
            page, requests, messages = context.new_page(), [], []
            page.on("request", lambda request, requests=requests: requests.append(request.url))
            page.on("console", lambda message, messages=messages: messages.append(message.text))
            page.goto(server.address)
            pictures = page.get_by_role("img")
            pictures.first.evaluate("(picture) => picture.decode()")
            front, back = (picture.bounding_box() for picture in pictures.all())
            assert abs(front["width"] - 210 * PX_PER_MM) < 0.5 and abs(front["height"] - 297 * PX_PER_MM) < 0.5
            assert back["x"] > front["x"] + front["width"] and back["y"] == front["y"]
            check(page, axe, f"true size, {scheme}", wide)
            page.get_by_label("Fit to the width").check()
            front, back = (picture.bounding_box() for picture in pictures.all())
            assert back["x"] + back["width"] <= wide and abs(front["width"] / front["height"] - 210 / 297) < 0.01
            check(page, axe, f"fit, {scheme}", wide)
            page.reload()
            page.wait_for_timeout(4000)
            assert not serving.done() and page.locator("#ended").is_hidden(), "a page that is reloaded is not closed"
            page.emulate_media(media="print")
            assert (
                page.get_by_role("main").is_hidden()
                and page.get_by_text("a preview, so it does not print").is_visible()
            )
            assert all(url.startswith(server.address) for url in requests) and not messages
            context.close()
        assert serving.result(20)


def test_without_a_display_the_person_reads_what_to_do_and_ends_it_with_ctrl_c(tmp_path):
    line = ["preview", "deck", "--only", "RH3", "--out", tmp_path / "out"]
    seen = type_into(line, ["\x03"], columns=200, after="Ctrl-C.\r\n", **NO_DISPLAY)
    port = re.search(r"^  http://127\.0\.0\.1:(\d+)/[\w-]{20,}/$", seen.text, re.M)[1]
    assert f"ssh -L {port}:127.0.0.1:{port}" in seen.text and "preview --list deck --only RH3" in seen.text
    assert seen.status == 130 and "Stopped. Nothing was written." in seen.text and not list(tmp_path.iterdir())


@pytest.mark.slow
def test_the_browser_opens_and_the_command_ends_with_it(tmp_path):
    visit = tmp_path / "visit.py"
    visit.write_text("import sys, urllib.request as r; r.urlopen(sys.argv[1]); r.urlopen(sys.argv[1] + 'open').read(1)")
    browser = f"{sys.executable} {visit} %s"
    seen = type_into(["preview", "deck", "--only", "RH3"], [], columns=200, **NO_DISPLAY | {"BROWSER": browser})
    assert seen.status == 0 and seen.text.endswith("The page was closed. Nothing was written.\n")


def test_it_does_not_wait_forever_for_a_browser(capsys, monkeypatch):
    monkeypatch.setattr("tt_print.cli.prompting.at_terminal", lambda: True)
    monkeypatch.setattr("tt_print.preview.server.WAIT_S", 0)
    for name in NO_DISPLAY:
        monkeypatch.delenv(name, raising=False)
    ran = tt(capsys, "preview", "deck", "--only", "RH3")
    assert ran.status == 1 and ran.err.rstrip().endswith("tt-print preview --list deck --only RH3")
