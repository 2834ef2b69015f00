"""All pages in a browser: true size, for nobody but the person who asked, and with an end."""

import io
import os
import pty
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from PIL import Image

from tests.commands import surroundings, tt
from tests.score.terminal import type_into
from tests.site.axe import axe, check

__all__ = ["axe"]  # a fixture of the site's tests
PX_PER_MM = 96 / 25.4
NO_DISPLAY = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": ""}


@contextmanager
def served(command: str, cwd: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A preview at a terminal without a display: its address, and the command, which goes on until the page is closed."""
    ours, theirs = pty.openpty()
    words = [sys.executable, "-m", "tt_print", "preview", *shlex.split(command)]
    environment = {**surroundings(), "COLUMNS": "200", **NO_DISPLAY}
    with subprocess.Popen(words, cwd=cwd, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as running:
        os.close(theirs)
        seen = b""
        try:
            while not (found := re.search(rb"(http://127\.0\.0\.1:\d+/[\w-]{20,}/)\s", seen)):
                seen += os.read(ours, 65536)
            yield found[1].decode(), running
        finally:
            running.kill()
            os.close(ours)


def fetch(address: str, path: str, host: str = "") -> tuple[HTTPResponse, bytes]:
    with closing(HTTPConnection(urlsplit(address).netloc, timeout=20)) as line:
        line.request("GET", path, headers={"Host": host} if host else {})
        answer = line.getresponse()
        return answer, answer.read()


def test_only_who_knows_the_address_gets_the_pages(capsys, tmp_path):
    """A page of a PDF is drawn, a PNG comes as it would be written; other paths and other host names lead nowhere."""
    command = "deck --only RH3 --paper a4 --png --out '<it> & more'"
    with served(command, tmp_path) as (address, _):
        root = urlsplit(address).path.rstrip("/")
        answer, page = fetch(address, f"{root}/")
        policy = answer.getheader("Content-Security-Policy")
        assert answer.status == 200 and b"Would write &lt;it&gt; &amp; more" in page
        assert (
            "default-src 'none'" in policy
            and "unsafe" not in policy
            and answer.getheader("Cache-Control") == "no-store"
        )
        drawn = Image.open(io.BytesIO(fetch(address, f"{root}/0-1")[1]))
        assert drawn.size == (2 * 794, 2 * 1123) and len(drawn.convert("RGB").getcolors(1 << 20)) > 10
        assert tt(capsys, *shlex.split(command)[:-1], tmp_path).status == 0
        (picture,) = tmp_path.rglob("*.png")
        assert fetch(address, f"{root}/1-1")[1] == picture.read_bytes()
        for path in ("/", root, "/other/", f"{root}/2-1", f"{root}/0-2", f"{root}/../page.html", f"{root}/0-1x"):
            assert fetch(address, path)[0].status == 404, path
        assert fetch(address, f"{root}/", host="evil.example")[0].status == 404, "another name that leads here"


@pytest.mark.slow
def test_the_page_in_a_browser_until_it_is_closed(chromium, axe, tmp_path):
    """True size by the browser's own ruler, the back beside its front even from another file; axe finds nothing; no request to anybody else."""
    with served("deck --only RH3 --backs separate --paper a4", tmp_path) as (address, running):
        for scheme, wide in (("light", 1280), ("dark", 390)):
            window = {"width": wide, "height": 1700}
            context = chromium.new_context(viewport=window, color_scheme=scheme, reduced_motion="reduce")
            page, requests, messages = context.new_page(), [], []
            page.on("request", lambda request, requests=requests: requests.append(request.url))
            page.on("console", lambda message, messages=messages: messages.append(message.text))
            page.goto(address)
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
            assert running.poll() is None and page.locator("#ended").is_hidden(), "reloaded is not closed"
            page.emulate_media(media="print")
            assert page.get_by_role("main").is_hidden()
            assert page.get_by_text("a preview, so it does not print").is_visible()
            assert all(url.startswith(address) for url in requests) and not messages
            context.close()
        assert running.wait(20) == 0


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
