"""All pages in a real browser: true size, backs against the light, nobody but the one who asked, and an end."""

from __future__ import annotations

import http.client
import io
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest
from PIL import Image, ImageChops

from tests.commands import ROOT
from tests.site.test_access import axe, check
from tt_print.cli.preview import make
from tt_print.cli.preview_browser import has_display, show_in_browser
from tt_print.cli.streams import safe_streams
from tt_print.preview.files import read_files
from tt_print.preview.server import Preview
from tt_print.preview.web_page import web_page
from tt_print.preview.words import Asked

__all__ = ["axe"]  # a fixture of the site's tests
SHOTS = os.environ.get("TT_PRINT_SHOTS", "")
PX_PER_MM = 96 / 25.4


def files_of(command: str):
    with safe_streams():
        held, _ = make(command.split())
    return read_files({path.as_posix(): data for path, data in held.files.items()}), Asked(
        command.split(maxsplit=1)[0], f"tt-print {command}"
    )


@contextmanager
def served(command: str) -> Iterator[Preview]:
    files, asked = files_of(command)
    with Preview(files, asked, ["Would write <it> & more"], "secret") as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server
        server.ending = True
        server.shutdown()
        thread.join(10)


def fetch(server: Preview, path: str, host: str = "") -> http.client.HTTPResponse:
    line = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=20)
    line.request("GET", path, headers={"Host": host} if host else {})
    answer = line.getresponse()
    answer.body = answer.read()
    line.close()
    return answer


def test_pictures_are_the_pages_and_nobody_else_gets_them():
    """A PDF's page is drawn, a PNG goes out as it would be written; without the secret, or by another name, there is nothing."""
    with served("deck --only RH3 --paper a4 --png") as server:
        files, _ = files_of("deck --only RH3 --paper a4 --png")
        page = fetch(server, "/secret/")
        policy = page.getheader("Content-Security-Policy")
        assert page.status == 200 and b"Would write &lt;it&gt; &amp; more" in page.body
        assert (
            "default-src 'none'" in policy and "unsafe" not in policy and page.getheader("Cache-Control") == "no-store"
        )
        assert not re.search(rb"(?:src|href)=\"(?!icon|page|sizes|picture)", page.body), "nothing from elsewhere"
        drawn = Image.open(io.BytesIO(fetch(server, "/secret/picture/0-150").body))
        assert drawn.size == (1240, 1754) and len(drawn.convert("RGB").getcolors(1 << 20)) > 10
        assert fetch(server, "/secret/picture/1-150").body == files[1].data
        for path in (
            "/",
            "/secret",
            "/other/",
            "/secret/picture/2-150",
            "/secret/picture/0-9999",
            "/secret/../page.css",
            "/secret/picture/0-150x",
        ):
            assert fetch(server, path).status == 404, path
        assert fetch(server, "/secret/", host="evil.example").status == 404, "a name that somebody else made lead here"


def test_backs_are_mirrored_over_the_edge_on_which_the_paper_turns():
    """Upright paper that turns over its long edge swaps left and right; over its short one, or lying, top and bottom."""
    for command, kind in (
        ("deck --only RH3 --backs duplex --paper a4", "over-x"), ("deck --only RH3 --backs duplex --flip short --paper a4", "over-y"),
        ("deck --only RH3 --backs separate --flip short --paper a4", "over-y"), ("booklet push-it --format a5 --paper a4", "over-x"),
        ("booklet push-it --format a5 --flip long --paper a4", "over-y"),
    ):  # fmt: skip
        files, asked = files_of(command)
        assert set(re.findall(r"over-[xy]", web_page(files, asked, []))) == {kind}, command
    assert "over-" not in web_page(*files_of("deck --only RH3 --paper a4"), [])


def test_a_browser_in_the_terminal_gets_the_page(monkeypatch, capsys):
    """It is waited for until it ends, and the page comes meanwhile; when it has left, so has the preview."""
    pages = []

    def look(address: str) -> bool:
        with urlopen(address, timeout=10) as page, urlopen(f"{address}alive", timeout=10) as line:
            pages.append(page.read())
            return bool(line.read(1))

    monkeypatch.setattr("webbrowser.open_new_tab", look)
    monkeypatch.setattr("tt_print.preview.server.GRACE_S", 0.1)
    monkeypatch.setenv("BROWSER", "w3m")
    show_in_browser(*files_of("deck --only RH3 --paper a4"), [])
    assert b"true-size" in pages[0] and "The page was closed. Nothing was written." in capsys.readouterr().out


def test_a_window_is_opened_only_where_there_is_one():
    assert (
        not has_display({}, "linux")
        and has_display({"DISPLAY": ":0"}, "linux")
        and has_display({}, "win32")
        and has_display({}, "darwin")
    )


@pytest.mark.slow
def test_a_preview_in_the_browser(chromium, axe, tmp_path):
    """True size by the browser's own ruler; against the light a lone card's back lies on the card; no outside request; axe finds nothing."""
    with served("deck --only RH3 --backs duplex --paper a4") as server:
        for scheme, wide in (("light", 1280), ("dark", 390)):
            context = chromium.new_context(
                viewport={"width": wide, "height": 1700}, color_scheme=scheme, reduced_motion="reduce"
            )
            page, asked, said = context.new_page(), [], []
            page.on("request", lambda request, asked=asked: asked.append(request.url))
            page.on("console", lambda message, said=said: said.append(message.text))
            page.goto(server.address)
            page.locator("img.front").evaluate("(picture) => picture.decode()")
            front, back = (page.locator(f"img.{side}").bounding_box() for side in ("front", "back"))
            assert abs(front["width"] - 210 * PX_PER_MM) < 0.5 and abs(front["height"] - 297 * PX_PER_MM) < 0.5
            assert back["x"] > front["x"] + front["width"]
            check(page, axe, f"side by side, {scheme}", wide)
            page.locator("#light").check(force=True)
            page.locator("img.back").evaluate("(picture) => { picture.loading = 'eager'; return picture.decode(); }")
            front, back = (page.locator(f"img.{side}").bounding_box() for side in ("front", "back"))
            assert front == back
            check(page, axe, f"against the light, {scheme}", wide)
            if scheme == "light":
                shot = page.locator(".sides").screenshot(path=Path(SHOTS or tmp_path) / "preview-light.png")
                assert covered(shot) and covered_by_card(shot)
                page.locator("#side-by-side").check(force=True)
            page.locator("#fit-width").check(force=True)
            assert page.evaluate("document.documentElement.scrollWidth") <= wide
            page.emulate_media(media="print")
            assert page.locator("main").is_hidden() and page.locator("#print-note").is_visible()
            assert all(url.startswith(server.address) for url in asked) and not said
            context.close()


def bluish(shot: bytes) -> Image.Image:
    """Where the back's blue ink shines through, as white on black."""
    red, _, blue = Image.open(io.BytesIO(shot)).convert("RGB").split()
    return ImageChops.subtract(blue, red).point(lambda more: 255 if more > 25 else 0)


def covered(shot: bytes) -> bool:
    """Whether the back's ink lies on the first place of nine, at the left and the top, and nowhere else."""
    left, top, right, bottom = bluish(shot).getbbox()
    third = Image.open(io.BytesIO(shot)).size[0] / 3
    return left > 0 and top > 0 and right < 1.15 * third and bottom < 1.3 * third * 88 / 63


def covered_by_card(shot: bytes) -> bool:
    """And it reaches as far as the card, 63 mm wide and 88 mm high, on every side."""
    left, top, right, bottom = bluish(shot).getbbox()
    return right - left >= 62 * PX_PER_MM and bottom - top >= 87 * PX_PER_MM


@pytest.mark.slow
def test_it_ends_when_the_page_is_closed(chromium):
    """And not before: a page that is loaded anew finds it there."""
    kept = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")}
    with subprocess.Popen(
        [sys.executable, "-m", "tt_print", "preview", "deck", "--only", "RH3", "--browser"], cwd=ROOT, env=kept, text=True,
        stdout=subprocess.PIPE, encoding="utf-8",
    ) as process:  # fmt: skip
        try:
            address = re.search(r"http://127\.0\.0\.1:\d+/[\w-]{20,}/", process.stdout.readline())[0]
            page = chromium.new_page()
            page.goto(address)
            page.wait_for_timeout(1000)
            page.reload()
            page.wait_for_timeout(3500)
            assert process.poll() is None and page.locator("#gone").is_hidden()
            page.close()
            assert process.wait(20) == 0 and "The page was closed. Nothing was written." in process.stdout.read()
        finally:
            process.kill()
