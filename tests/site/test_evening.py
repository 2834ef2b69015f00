"""Nights in the browser: every game with mistakes, a page that dies, two pages, a browser that keeps nothing."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.commands import tt
from tests.core.calls import Caller
from tests.site.axe import axe, check
from tests.site.conftest import NAMES, PHONE, Visit, begin, open_score, serve, visit

__all__ = ["axe"]
pytestmark = pytest.mark.slow

GAMES = {
    "ww3": "World War 3", "armageddon": "Armageddon", "six-suit": "Six Suit", "casino": "Casino Macedonia", "craziness": "Craziness",
    "push-it": "Push It Real Good",
}  # fmt: skip


@pytest.fixture(scope="module")
def table(chromium: Any, address: str) -> Any:
    context = chromium.new_context(viewport=PHONE, reduced_motion="reduce", accept_downloads=True)
    yield context
    context.close()


@pytest.fixture(autouse=True)
def leave(table: Any) -> Iterator[None]:
    """A page that a test left open would keep the nights from the next one."""
    yield
    for page in table.pages:
        page.close()


def play_by_core(seen: Visit, caller: Caller, hands: int) -> int:
    """Enters hands by chance, one of them wrong and mended; says how many stand."""
    entered = 0
    for _ in range(hands * 6):
        if entered == hands or seen.ask("score.state")["over"]:
            break
        answers: list[Any] = []
        for _ in range(60):
            try:
                reply = seen.ask("score.ask", answers=answers)
            except Exception:
                answers.pop()
                continue
            if reply["ready"]:
                break
            answers.append(caller.answer(reply["question"]))
        try:
            hand = seen.ask("score.state")["next_hand"]
            seen.ask("score.enter", answers=answers, hand=hand, another=True, force=True, note="by chance")
        except Exception:
            continue
        entered += 1
    return entered


def test_an_evening_of_all_games_and_the_command_line_opens_its_file(capsys, tmp_path, monkeypatch, table, address):
    seen = open_score(table, address)
    for game, title in GAMES.items():
        begin(seen, title)
        assert play_by_core(seen, Caller(game), 4) >= 1
        before = seen.ask("score.state")
        seen.ask("score.undo", sequence=before["sequence"])
        seen.ask("score.undo", back=True, sequence=before["sequence"] + 1)
        again = seen.ask("score.state")
        assert (again["totals"], again["hands"]) == (before["totals"], before["hands"])
        if game in ("ww3", "push-it"):  # killed in the middle of a hand
            seen.page.close()
            seen = open_score(table, address)
            after = seen.ask("score.state")
            assert all(after[key] == again[key] for key in ("totals", "hands", "sequence"))
            assert seen.page.inner_text(".totals").count("\n") == len(NAMES) - 1
    seen.page.locator("summary", has_text="Statistics").click()
    seen.page.wait_for_selector("#scoring [aria-label=Statistics]")
    shown = seen.page.inner_text("#scoring [aria-label=Statistics]")
    assert all(word in shown for word in (*NAMES, *GAMES.values()))
    seen.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    seen.page.get_by_role("button", name="Share this night").click()
    seen.page.wait_for_selector("#scoring :text('The result is copied')")
    assert "Push It Real Good" in seen.page.evaluate("navigator.clipboard.readText()")
    seen.page.locator("summary", has_text="The file of the nights").click()
    seen.page.get_by_role("button", name="Save the nights as a file").click()
    with seen.page.expect_download() as saved:
        seen.page.locator("#scoring a.file[download='nights.sqlite']").click()
    monkeypatch.setenv("TT_PRINT_DATA", str(tmp_path))
    file = tmp_path / "nights.sqlite"
    saved.value.save_as(file)
    assert sqlite3.connect(file).execute("PRAGMA integrity_check").fetchone() == ("ok",)
    ran = tt(capsys, "score", "--file", file, "--json")
    assert ran.status == 0 and all(name in ran.out for name in NAMES), ran.err
    nights = tt(capsys, "score", "nights", "--file", file).out
    assert all(title in nights for title in GAMES.values()), nights
    assert not seen.wrong
    seen.page.close()


def test_a_hand_is_entered_with_taps_and_taken_back_though_a_lid_closes_in_the_middle(table, address):
    seen = open_score(table, address)
    begin(seen, "Craziness")
    seen.page.locator("#entry .answers button", has_text="Ann").click()
    seen.page.wait_for_selector("#entry :text('went out Ann')")
    seen.page.close()
    seen = open_score(table, address)
    page = seen.page
    page.wait_for_selector("#entry :text('went out Ann')")
    for points, shown in (("7", ":text('Bo=7')"), ("3", "button:text('Enter this hand')")):
        page.fill("#entry input[type=number]", points)
        page.get_by_role("button", name="Next", exact=True).click()
        page.wait_for_selector(f"#entry {shown}")
    page.get_by_role("button", name="Enter this hand").dblclick()
    page.wait_for_selector("#scoring .panel p:has-text('1 hand entered')")
    seen.settle()
    assert not page.locator("#scoring .error").count(), "two taps are one"
    assert seen.ask("score.state")["totals"] == {"Ann": 0, "Bo": 7, "Łukasz": 3}
    page.get_by_role("button", name="Take back the last entry").click()
    page.wait_for_selector("#scoring .panel p:has-text('No hand entered yet')")
    page.close()


def test_two_pages_write_one_after_the_other(table, address):
    first = open_score(table, address)
    begin(first, "Craziness")
    second = open_score(table, address)
    assert "open in another tab" in second.page.inner_text("#scoring")
    second.page.get_by_role("button", name="Write it here").click()
    second.page.wait_for_selector("#scoring [role=status]:text('A moment')")
    second.page.wait_for_selector("#entry .panel")
    first.page.wait_for_selector("#scoring :text('open in another tab')")
    second.page.locator("#entry .answers button", has_text="Ann").click()
    second.page.wait_for_selector("#entry :text('went out Ann')")
    second.page.close()
    first.page.wait_for_selector("#entry .panel")  # nobody else writes now: what the other page left goes on here
    first.page.wait_for_selector("#entry :text('went out Ann')")
    first.page.close()


def test_a_browser_that_keeps_nothing_says_so(phone, address, axe):
    phone.add_init_script("Object.defineProperty(globalThis, 'indexedDB', { value: undefined })")
    seen = open_score(phone, address)
    assert "kept only while this page is open" in seen.page.inner_text("#bars")
    check(seen.page, axe, "a bar", PHONE["width"])
    begin(seen, "Craziness")


def test_a_full_device_says_so_and_counts_on(phone, address):
    phone.add_init_script(
        "const put = IDBObjectStore.prototype.put; IDBObjectStore.prototype.put = function (value, name) {"
        " if (globalThis.isFull) throw new DOMException('full', 'QuotaExceededError'); return put.call(this, value, name); };"
    )
    seen = open_score(phone, address)
    begin(seen, "Craziness")
    seen.page.evaluate("globalThis.isFull = true")
    seen.page.locator("#entry .answers button", has_text="Ann").click()
    seen.page.wait_for_selector("#bars :text('no room left on this device')")
    seen.page.wait_for_selector("#entry :text('went out Ann')")


def test_without_webassembly_what_lies_ready_can_be_printed(phone, address):
    phone.add_init_script("delete globalThis.WebAssembly")
    seen = visit(phone, address)
    seen.page.wait_for_selector("#engine[data-state=failed]")
    assert "still works" in seen.page.inner_text("#engine")
    with seen.page.expect_download() as saved:
        seen.page.locator("[data-start]").click()
    assert Path(saved.value.path()).read_bytes().startswith(b"%PDF")


def test_a_newer_page_waits_until_this_one_is_closed_or_somebody_says_so(phone, site_folder):
    worker = site_folder / "sw.js"
    script = worker.read_bytes()
    with serve(site_folder) as address:
        seen = visit(phone, address)
        seen.page.wait_for_function("() => document.body.dataset.offline === 'yes'", timeout=60_000)
        seen.page.reload()
        seen.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        worker.write_bytes(script.replace(b'const VERSION = "', b'const VERSION = "f'))
        try:
            seen.page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
            seen.page.wait_for_selector("[data-bar=update]", timeout=60_000)
            seen.page.get_by_role("button", name="Start it now").click()
            seen.page.wait_for_function("() => !document.querySelector('[data-bar=update]')")
        finally:
            worker.write_bytes(script)


SPOIL = """([bytesLeft, copy]) => new Promise((done) => {
  indexedDB.open("triple-topper", 1).onsuccess = ({ target: { result: database } }) => {
    const transaction = database.transaction("files", "readwrite");
    const files = transaction.objectStore("files");
    files.get("nights.sqlite").onsuccess = ({ target: { result: bytes } }) => {
      files.put(bytesLeft && bytes.slice(0, bytesLeft), "nights.sqlite");
      if (!copy) files.delete("nights.sqlite.copy");
    };
    transaction.oncomplete = () => { database.close(); done(); };
  };
})"""


def test_a_damaged_file_of_nights_leaves_every_way_on(phone, address):
    """The copy, another file, the damaged one saved, or a new start: none of them needs a command line."""
    seen = open_score(phone, address)
    begin(seen, "Craziness")
    for copy, way, there, left in (
        (True, "Go on with the copy", ".totals", 5000),
        (False, "Start over", ".names", None),
    ):
        seen.page.evaluate(SPOIL, [left, copy])
        seen.page.close()
        seen = open_score(phone, address)
        panel = seen.page.locator("#scoring .error")
        told = panel.inner_text()
        assert (
            f"their file is {'damaged' if left else 'not a file of scores'}" in told
            and "nothing is thrown away" in told
            and "/home" not in told
        ), told
        assert ("The copy holds 1 night, up to 20" if copy else "The copy is gone.") in told
        panel.locator("summary").click()
        panel.get_by_role("button", name="Save the nights as a file").click()
        with seen.page.expect_download() as saved:
            panel.locator("a[download]").click()
        assert Path(saved.value.path()).stat().st_size == (left or 0)
        assert panel.locator("input[type=file]").count() == 1
        panel.get_by_role("button", name=way).click()
        seen.page.wait_for_selector(f"#scoring {there}")
