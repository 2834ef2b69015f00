"""A site that is built once, and a real browser that starts its engine once."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from typing import Any

import pytest

from tests.commands import ROOT
from tests.makers.built import make_once
from tests.readers.validators import missing
from tt_print.web.build import address_of, site_server

ARGUMENTS = ["--no-sandbox", "--disable-dev-shm-usage"]
PHONE = {"width": 390, "height": 844}
NAMES = ("Ann", "Bo", "Łukasz")
START_MS = 120_000  # the longest that the engine, or an answer of it, may take on a busy machine
PHOTO = ROOT / "tests" / "play" / "scan" / "photos" / "hand.jpg"
FETCHED = Path(os.environ.get("TT_PRINT_CACHE", ROOT / ".ci" / "tools" / "cache"))

# Writes settings of a browser as the page does.
SPOIL = """(values) => new Promise((done, fail) => {
  const request = indexedDB.open("triple-topper", 1);
  request.onerror = () => fail(request.error);
  request.onsuccess = () => {
    const change = request.result.transaction("settings", "readwrite");
    for (const [name, value] of Object.entries(values)) change.objectStore("settings").put(value, name);
    change.oncomplete = () => { request.result.close(); done(); };
  };
})"""


def make(factory: pytest.TempPathFactory, name: str, *more: str) -> Path:
    """A folder with the site in it, or the one file, made once for all processes that share the work of the tests."""
    folder, ran = make_once(factory, name, "site", "--out", "site", "--quiet", *more, TT_PRINT_CACHE=str(FETCHED))
    if ran.status == 1 and "npm" in ran.err:
        missing(ran.err)
    assert ran.status == 0, ran.err
    return folder / "site"


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(tmp_path_factory, "site")


@pytest.fixture(scope="session")
def one_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    (file,) = make(tmp_path_factory, "single", "--single").glob("*.html")
    return file


@contextmanager
def serve(folder: Path) -> Iterator[str]:
    """The address of a folder, as long as it is served."""
    with site_server(folder) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield address_of(server)
        server.shutdown()


@pytest.fixture(scope="session")
def address(site_folder: Path) -> Iterator[str]:
    with serve(site_folder) as found:
        yield found


@pytest.fixture(scope="package")  # its driver has a loop of its own, beside which no other one runs in this process
def chromium() -> Iterator[Any]:
    program = which("chromium") or which("chromium-browser")
    if program is None:
        missing("Chromium is not installed (Debian: chromium)")
    if find_spec("playwright") is None:
        missing("playwright is not installed, which drives Chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield browser
        browser.close()


@dataclass
class Visit:
    """A page that stays open, and what went wrong on it: messages of the console, requests to other hosts."""

    page: Any
    wrong: list[str]
    asked: list[str]

    def ask(self, name: str, **fields: Any) -> Any:
        return self.page.evaluate("([name, fields]) => tripleTopper.ask(name, fields)", [name, fields])

    def settle(self) -> None:
        """Returns when the engine has answered what the page asked until now, and what it asked after these answers."""
        for _ in range(3):
            self.ask("score.fields", game="points")

    def go(self, screen: str) -> None:
        """Goes to an address such as `ask/craziness`, and returns when its screen is there."""
        self.page.evaluate("(screen) => { location.hash = screen; }", screen)
        self.page.wait_for_selector(f"body[data-at={screen.partition('/')[0]}]")
        self.settle()

    def wait_ready(self) -> None:
        self.page.wait_for_function("() => document.querySelector('#engine').dataset.state !== 'starting'")
        assert self.page.get_attribute("#engine", "data-state") == "ready", self.page.inner_text("main")


def visit(context: Any, address: str) -> Visit:
    page = context.new_page()
    page.set_default_timeout(START_MS)
    seen = Visit(page, [], [])
    page.on("console", lambda said: seen.wrong.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: seen.wrong.append(str(error)))
    page.on("request", lambda request: seen.asked.append(request.url))
    page.goto(address)
    return seen


def open_score(context: Any, address: str) -> Visit:
    seen = visit(context, f"{address}#score")
    seen.wait_ready()
    seen.page.wait_for_selector(".score h2, .score .error, #notes .error")
    return seen


def settle_by_taps(seen: Visit, what: str) -> int:
    """Taps cards (`RC1`: two taps) and buttons (`=Red_circles`), and returns how many clicks the browser saw."""
    page = seen.page
    page.evaluate("globalThis.taps ??= addEventListener('click', (event) => { taps += event.isTrusted; }, true) ?? 0")
    before = page.evaluate("taps")
    for each in what.split():
        for key in (each[:2], each) if each[0] != "=" else ():
            page.locator(f".grid5 [data-key='{key}']").click()
            seen.settle()
        if each[0] == "=":
            page.locator(".ask").get_by_role("button", name=each[1:].replace("_", " "), exact=True).click()
            seen.settle()
    return page.evaluate("taps") - before


def photograph(seen: Visit, place: str) -> str:
    """What the page says of the photo of nine cards at this field."""
    seen.page.locator(f"{place} input[type=file]:visible").last.set_input_files(PHOTO)
    seen.page.locator(f"{place} .photo p").first.wait_for(timeout=START_MS)
    return seen.page.locator(f"{place} .photo").last.inner_text()


def open_more(seen: Visit, words: str) -> None:
    """What is behind the three dots."""
    seen.page.get_by_role("button", name="More", exact=True).click()
    seen.page.locator("dialog[open]").get_by_role("button", name=words, exact=True).click()


def begin(seen: Visit, title: str) -> None:
    """Begins a night of a game by hand."""
    page = seen.page
    if page.locator("#totals").count():
        open_more(seen, "Another game")
        page.get_by_role("button", name="Another game", exact=True).click()
    page.get_by_role("button", name=title, exact=True).click()
    page.wait_for_selector(f"h2:text-is('{title}: who is playing?')")
    names = page.locator(".tiles.named input")
    while names.count() < len(NAMES):
        page.get_by_role("button", name="One more player").click()
    for index, name in enumerate(NAMES):
        names.nth(index).fill(name)
    page.get_by_role("button", name="Begin", exact=True).click()
    page.wait_for_selector("#asks:has-text('Round 1')")


@pytest.fixture
def phone(chromium: Any) -> Iterator[Any]:
    """A phone that has never been here."""
    context = chromium.new_context(viewport=PHONE, reduced_motion="reduce")
    yield context
    context.close()


@pytest.fixture(scope="package")
def open_site(chromium: Any, address: str) -> Iterator[Visit]:
    """The site on a phone, its engine ready."""
    context = chromium.new_context(viewport=PHONE, locale="de-DE", reduced_motion="reduce")
    seen = visit(context, address)
    seen.wait_ready()
    yield seen
    context.close()
