"""Nights in the browser: every game with mistakes, a page that dies, two pages, a browser that keeps nothing."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.commands import tt
from tests.core.calls import Caller
from tests.web.site.axe import axe, check
from tests.web.site.conftest import NAMES, PHONE, Visit, begin, open_more, open_score, serve, visit

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


@pytest.fixture(scope="module")
def left() -> list[Visit]:
    """The page that the last test left open, whose engine the next one need not start."""
    return []


@pytest.fixture
def scored(table: Any, address: str, left: list[Visit], request: pytest.FixtureRequest) -> Iterator[Visit]:
    """The score on one page. Other pages that a test left open would keep the nights from the next one."""
    seen = left.pop() if left else open_score(table, address)
    seen.page.keyboard.press("Escape")  # a sheet that is open
    yield seen
    for page in table.pages:
        if page is seen.page and not request.session.testsfailed:
            left.append(seen)
        else:
            page.close()


def reopen(seen: Visit, address: str) -> None:
    """The page dies, and is opened again."""
    seen.page.close()
    again = open_score(seen.page.context, address)
    seen.page, seen.wrong, seen.asked = again.page, again.wrong, again.asked


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


def test_an_evening_of_all_games_and_the_command_line_opens_its_file(capsys, tmp_path, monkeypatch, address, scored):
    seen = scored
    for game, title in GAMES.items():
        begin(seen, title)
        assert play_by_core(seen, Caller(game), 4) >= 1
        before = seen.ask("score.state")
        seen.ask("score.undo", sequence=before["sequence"])
        seen.ask("score.undo", back=True, sequence=before["sequence"] + 1)
        again = seen.ask("score.state")
        assert (again["totals"], again["hands"]) == (before["totals"], before["hands"])
        if game == "ww3":  # killed in the middle of a hand
            reopen(seen, address)
            after = seen.ask("score.state")
            assert all(after[key] == again[key] for key in ("totals", "hands", "sequence"))
            assert seen.page.locator("#totals .tile").count() == len(NAMES)
    open_more(seen, "Game nights and statistics")
    shown = seen.page.inner_text("dialog [aria-label=Statistics]")
    assert all(word in shown for word in (*NAMES, *GAMES.values()))
    seen.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    seen.page.get_by_role("button", name="Share this game night").click()
    seen.page.wait_for_selector("dialog :text('The result is copied')")
    assert "Push It Real Good" in seen.page.evaluate("navigator.clipboard.readText()")
    seen.page.keyboard.press("Escape")
    open_more(seen, "The file of your game nights")
    seen.page.get_by_role("button", name="Save the game nights as a file").click()
    with seen.page.expect_download() as saved:
        seen.page.locator("a.file[download='nights.sqlite']").click()
    monkeypatch.setenv("TT_PRINT_DATA", str(tmp_path))
    file = tmp_path / "nights.sqlite"
    saved.value.save_as(file)
    assert sqlite3.connect(file).execute("PRAGMA integrity_check").fetchone() == ("ok",)
    ran = tt(capsys, "score", "--file", file, "--json")
    assert ran.status == 0 and all(name in ran.out for name in NAMES), ran.err
    nights = tt(capsys, "score", "nights", "--file", file).out
    assert all(title in nights for title in GAMES.values()), nights
    assert not seen.wrong


def tap(seen: Visit, words: str, then: str) -> None:
    """A tile or a key; gives up if the title is not what it should be then."""
    seen.page.locator("#totals, #entry").get_by_role("button", name=words).first.click()
    seen.page.wait_for_selector(f"#asks:has-text('{then}')")


def test_a_round_is_entered_with_taps_and_taken_back_though_a_lid_closes_in_the_middle(address, axe, scored):
    seen = scored
    begin(seen, "Craziness")
    tap(seen, "Ann", "Bo: points of the cards left")
    reopen(seen, address)
    page = seen.page
    page.wait_for_selector("#asks:has-text('Bo: points of the cards left')")
    check(page, axe, "a number", PHONE["width"])
    tap(seen, "More than 18", "Bo: points")
    page.get_by_label("Bo", exact=True).fill("19")
    tap(seen, "Next", "Łukasz: points")
    assert page.locator(".asked").inner_text().startswith("Łukasz") and "+19" in page.inner_text("#totals")
    tap(seen, "Back", "Bo: points")
    tap(seen, "7", "Łukasz: points")
    page.locator(".pad").get_by_role("button", name="3", exact=True).dblclick()
    page.wait_for_selector("#asks:has-text('Round 2: who went out?')")
    seen.settle()
    assert not page.locator("#notes .error").count(), "two taps are one"
    assert seen.ask("score.state")["totals"] == {"Ann": 0, "Bo": 7, "Łukasz": 3}
    page.get_by_role("button", name="Take back round 1").click()
    page.locator(".undone:has-text('Round 1 is taken back.')").get_by_role("button", name="Put it back").click()
    page.wait_for_selector("#asks:has-text('Round 2')")
    open_more(seen, "The rounds so far")
    page.get_by_role("button", name="Correct round 1").click()
    for words, then in (("Bo", "Ann: points"), ("4", "Łukasz: points"), ("2", "Round 2")):
        tap(seen, words, then)
    assert seen.ask("score.state")["totals"] == {"Ann": 4, "Bo": 0, "Łukasz": 2} and "Ann 0 → 4" in page.inner_text(
        "#notes"
    )


def test_two_pages_write_one_after_the_other(table, address, scored):
    first = scored
    begin(first, "Craziness")
    second = open_score(table, address)
    assert "open in another tab" in second.page.inner_text("#notes")
    second.page.get_by_role("button", name="Write it here").click()
    second.page.wait_for_selector(".score [role=status]:text('A moment')")
    second.page.wait_for_selector("#totals button")
    first.page.wait_for_selector("#notes :text('open in another tab')")
    tap(second, "Ann", "Bo: points")
    second.page.close()
    first.page.wait_for_selector(
        "#asks:has-text('Bo: points')"
    )  # nobody else writes now: what the other page left goes on here


def test_a_browser_that_keeps_nothing_says_so(phone, address, axe):
    phone.add_init_script("Object.defineProperty(globalThis, 'indexedDB', { value: undefined })")
    seen = open_score(phone, address)
    assert "kept only while this page is open" in seen.page.inner_text("#bars")
    check(seen.page, axe, "a bar", PHONE["width"])
    begin(seen, "Craziness")


def test_a_full_device_says_so_and_counts_on(scored):
    begin(scored, "Craziness")
    scored.page.evaluate(
        "() => { IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); }; }"
    )
    tap(scored, "Ann", "Bo: points")
    scored.page.wait_for_selector("#bars :text('no room left on this device')")
    scored.page.close()  # it keeps nothing anymore


def test_without_webassembly_what_lies_ready_can_be_printed(phone, address):
    phone.add_init_script("delete globalThis.WebAssembly")
    seen = visit(phone, address)
    seen.page.wait_for_selector("#engine[data-state=failed]")
    assert "still works" in seen.page.inner_text("#engine")
    seen.page.get_by_role("link", name="Print 4 pages").click()
    with seen.page.expect_download() as saved:
        seen.page.locator("[data-paper]:not([hidden]) a").first.click()
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
        (True, "Go on with the copy", "#totals", 5000),
        (False, "Start over", "h2:text-is('Which game?')", None),
    ):
        seen.page.evaluate(SPOIL, [left, copy])
        reopen(seen, address)
        panel = seen.page.locator(".score .error")
        told = panel.inner_text()
        assert (
            f"Their file is {'damaged' if left else 'not a file of scores'}" in told
            and "nothing is thrown away" in told
            and "/home" not in told
        ), told
        assert ("The copy holds 1 game night, up to 20" if copy else "The copy is gone.") in told
        panel.locator("summary").click()
        panel.get_by_role("button", name="Save the game nights as a file").click()
        with seen.page.expect_download() as saved:
            panel.locator("a[download]").click()
        assert Path(saved.value.path()).stat().st_size == (left or 0)
        assert panel.locator("input[type=file]").count() == 1
        panel.get_by_role("button", name=way).click()
        seen.page.wait_for_selector(there)
