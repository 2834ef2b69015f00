"""A site that is built once, and a real browser that starts its engine once."""

from __future__ import annotations

import os
import pickle
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from typing import Any

import pytest

from tests.commands import ROOT
from tests.readers.validators import missing
from tt_print.disk import turn_in, write_atomic
from tt_print.errors import MachineError
from tt_print.progress import unseen
from tt_print.site.build import make_site
from tt_print.site.pyodide import read_pyodide
from tt_print.site.ready import ReadyFile, make_ready
from tt_print.site.serve import address_of, site_server

ARGUMENTS = ["--no-sandbox", "--disable-dev-shm-usage"]
PHONE = {"width": 390, "height": 844}
START_MS = 120_000  # the longest that the engine may take on a busy machine
FETCHED = Path(os.environ.get("TT_PRINT_CACHE", ROOT / ".ci" / "tools" / "cache"))


@pytest.fixture(scope="session")
def pyodide() -> dict[str, bytes]:
    try:
        return read_pyodide(None, FETCHED)
    except MachineError as error:
        missing(str(error))


@pytest.fixture(scope="session")
def ready(tmp_path_factory: pytest.TempPathFactory) -> list[ReadyFile]:
    """What lies ready, made once for all processes that share the work of the tests."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    made = folder / "ready.pickle"
    with turn_in(folder):
        if not made.exists():
            write_atomic(made, pickle.dumps(make_ready(unseen)))
    files: list[ReadyFile] = pickle.loads(made.read_bytes())
    return files


@pytest.fixture(scope="session")
def site_files(pyodide: dict[str, bytes], ready: list[ReadyFile]) -> dict[str, bytes]:
    return make_site(pyodide, ready)


@pytest.fixture(scope="session")
def site_folder(site_files: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    for name, data in site_files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


@pytest.fixture(scope="session")
def address(site_folder: Path) -> Iterator[str]:
    with site_server(site_folder) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield address_of(server)
        server.shutdown()


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

    def go(self, screen: str) -> None:
        self.page.evaluate("(screen) => { location.hash = screen; }", screen)
        self.page.wait_for_selector(f"[data-screen={screen}]:not([hidden])")

    def wait_ready(self) -> None:
        self.page.wait_for_function(
            "() => document.querySelector('#engine').dataset.state !== 'starting'", timeout=START_MS
        )
        assert self.page.get_attribute("#engine", "data-state") == "ready", self.page.inner_text("main")


def visit(context: Any, address: str) -> Visit:
    page = context.new_page()
    seen = Visit(page, [], [])
    page.on(
        "console", lambda message: seen.wrong.append(message.text) if message.type in ("error", "warning") else None
    )
    page.on("pageerror", lambda error: seen.wrong.append(str(error)))
    page.on("request", lambda request: seen.asked.append(request.url))
    page.goto(address)
    return seen


@pytest.fixture(scope="package")
def open_site(chromium: Any, address: str) -> Iterator[Visit]:
    """The site on a phone, its engine ready."""
    context = chromium.new_context(viewport=PHONE, locale="de-DE", reduced_motion="reduce")
    seen = visit(context, address)
    seen.wait_ready()
    yield seen
    context.close()
