"""One host and two phones in a real browser, at one table: the score as it happens, seats, the judge, and a server that dies."""

import re
import signal
import time
from io import BytesIO

import pytest
import zxingcpp
from PIL import Image

from tests.commands import ROOT, process
from tests.web.site.axe import SMALL, axe, check
from tests.web.site.conftest import PHONE, open_more, visit
from tests.web.table.screens import SCREENS, shoot, sit_down
from tests.web.table.serving import serve

pytestmark = pytest.mark.slow
__all__ = ["axe"]  # a fixture of the site's tests

DESK = {"width": 1280, "height": 800}


def take_seat(seen, name):
    """On the sheet of the phones, which stays open."""
    open_more(seen, "Who is here")
    seen.page.get_by_role("button", name=f"{name} no phone here").click()
    seen.page.get_by_role("button", name=f"{name} here", pressed=True).wait_for()


def press(seen, name, screen=""):
    """A button, by its words; on another screen where one is named."""
    if screen:
        seen.go(screen)
    seen.page.get_by_role("button", name=name).click()


def test_the_screens_of_the_guide(chromium, tmp_path):
    """They are drawn anew; what stands in the guide has the same size, and is no empty page."""
    book = tmp_path / "nights.sqlite"
    with serve(book, "craziness", "Ann", "Bo", "Cy") as table:
        for hand in (("Ann=0", "Bo=3", "Cy=5"), ("Ann=4", "Bo=0", "Cy=2")):
            assert process("score", "hand", *hand, "--file", book).status == 0
        ann = sit_down(chromium, table.enter, PHONE)
        made = {"table-score": shoot(ann, "table-score")}
        ann.go("ask/craziness")
        ann.page.wait_for_selector(".kind img[src^=blob]")
        made["table-judge"] = shoot(ann, "table-judge")
    page = (ROOT / "docs" / "table.md").read_text(encoding="utf-8")
    assert {*re.findall(r"screens/([a-z-]+)\.png", page)} == {*made}
    assert {path.stem for path in SCREENS.glob("table-*.png")} == {*made}
    for name, picture in made.items():
        shown = (SCREENS / f"{name}.png").read_bytes()
        assert Image.open(BytesIO(shown)).size == Image.open(BytesIO(picture)).size == (PHONE["width"], PHONE["height"])
        assert 6_000 < len(shown) < 100_000


def test_the_codes_of_the_links_are_read_by_a_phone(chromium, tmp_path):
    with serve(tmp_path / "nights.sqlite", "points", "Ann", "Bo") as table:
        page = sit_down(chromium, table.host, DESK).page
        page.evaluate("""async () => {
          const { qrCode } = await import("./dom.js");
          for (const { qr, role } of (await tripleTopper.call("links")).links) document.querySelector("main").prepend(qrCode(qr, role));
        }""")
        for role, address in (("writer", table.enter), ("guest", table.look)):
            (read,) = zxingcpp.read_barcodes(Image.open(BytesIO(page.locator(f".qr[alt={role}]").screenshot())))
            assert read.text == address


def test_an_evening_with_one_host_and_two_phones(chromium, tmp_path, axe):
    book = tmp_path / "nights.sqlite"
    with serve(book, "points", "Ann", "Bo") as table:
        host = sit_down(chromium, table.host, DESK)
        ann = sit_down(chromium, table.enter, PHONE, color_scheme="light")
        bo = sit_down(chromium, table.look, PHONE, color_scheme="dark")
        bo.page.wait_for_selector(".score:has-text('You look on')")
        assert "#" not in bo.page.url and "Ann" in bo.page.inner_text("#totals")
        assert not bo.page.query_selector(".score button")

        take_seat(ann, "Ann")
        check(ann.page, axe, "seats", PHONE["width"])
        ann.page.keyboard.press("Escape")
        host.page.get_by_role("button", name="Bring the phones in").click()
        host.page.wait_for_selector("#seating li:has-text('Ann') :text('on a phone')")
        host.page.get_by_role("button", name="Bo no phone here").click()
        host.page.wait_for_selector("#seating li:has-text('Bo') :text('here')")
        check(host.page, axe, "the phones", DESK["width"])
        host.page.keyboard.press("Escape")
        ann.page.locator(".pad").get_by_role("button", name="7", exact=True).click()
        ann.page.wait_for_selector("#asks:has-text('Bo: points')")
        ann.page.locator(".pad").get_by_role("button", name="12", exact=True).dblclick()
        bo.page.wait_for_selector("#totals .total:text-is('12')")
        host.page.wait_for_selector("#totals .total:text-is('12')")
        shoot(bo, "live")
        check(bo.page, axe, "tonight", PHONE["width"])

        assert process("score", "hand", "Ann=1", "Bo=2", "--file", book).status == 0
        bo.page.wait_for_selector("#totals .total:text-is('14')")
        bo.page.wait_for_selector("#said:text-is('Round 2 is entered. Ann deals next.')", state="attached")

        bo.go("ask/casino")
        bo.page.wait_for_selector(".slots")
        for screen, place in (
            ("play/craziness", "[data-place]"),
            ("deal/casino", "#screen .main"),
            ("print", "#make .main"),
        ):
            bo.go(screen)
            bo.page.wait_for_selector(place)
        bo.page.click("#make .main")
        bo.page.wait_for_selector("#make .files a")
        check(bo.page, axe, "print", PHONE["width"])
        for address in ("rules/%", "rules/nope/2"):
            bo.page.evaluate("(address) => { location.hash = address; }", address)
            bo.page.wait_for_selector("body[data-at=home]")
        bo.go("rules/craziness/2")  # where the link of a verdict leads
        bo.page.wait_for_selector(".found *")
        for seen in (host, ann, bo):
            assert not seen.wrong, seen.wrong
            assert all(url.startswith(("http://127.0.0.1:", "data:", "blob:")) for url in seen.asked)

        ann.page.get_by_role("button", name="More", exact=True).click()
        assert "The game ends here" not in ann.page.inner_text("dialog[open]"), "the host's alone"
        open_more(host, "The game ends here")
        bo.go("score")
        bo.page.wait_for_selector("#asks:text-is('Bo wins!')")
        three = "import('./night.js').then(({ winnerWords }) => winnerWords({ winner: ['Ann', 'Bo', 'Cy'] }))"
        assert bo.page.evaluate(three) == "Ann, Bo, and Cy win!"
        press(host, "Take back round 2")
        host.page.wait_for_selector("#asks:has-text('Round 3')")
        press(host, "Bring the phones in")
        press(host, "End the evening")
        press(host, "Yes, close the table")
        bo.page.wait_for_selector("[data-bar=closed]")
        assert table.process.wait(10) == 0


def test_an_undo_and_a_right_that_is_taken_away_are_seen_where_they_matter(chromium, tmp_path):
    book = tmp_path / "nights.sqlite"
    with serve(book, "craziness", "Ann", "Bo", "Cy") as table:
        host, ann = (sit_down(chromium, address, PHONE) for address in (table.host, table.enter))
        take_seat(ann, "Ann")
        ann.page.keyboard.press("Escape")
        assert host.ask("score.enter", words=["Ann=0", "Bo=3", "Cy=5"], hand=1)["next_hand"] == 2
        press(ann, "Take back round 1")
        for seen in (host, ann):
            seen.page.wait_for_selector(".undone:has-text('Ann took back round 1.')")
        shoot(host, "took-back")
        press(host, "Put it back")
        ann.page.wait_for_selector("#totals .total:text-is('5')")
        ann.page.wait_for_selector(".undone", state="detached")
        press(host, "Bring the phones in")
        host.page.get_by_label("Only I enter rounds").check()
        ann.page.wait_for_selector(".score:has-text('only the host enters rounds')")
        assert not ann.page.query_selector(".score button")
        host.page.get_by_label("Only I enter rounds").uncheck()
        ann.page.wait_for_selector("#totals button")
        assert process("score", "rename", "Ann", "Zoë", "--file", book).status == 0
        host.page.wait_for_selector("#seating li:has-text('Zoë') :text('on a phone')")
        assert "You are Zoë." in ann.page.text_content("#engine"), "it is still her phone"
        assert not host.wrong and not ann.wrong


def test_two_taps_on_a_button_are_one(chromium, tmp_path):
    with serve(tmp_path / "nights.sqlite", "craziness", "Ann", "Bo") as table:
        host = sit_down(chromium, table.host, PHONE)
        press(host, "Bring the phones in")
        host.page.get_by_role("button", name="Ann no phone here").dblclick()
        host.page.get_by_role("button", name="Ann here", pressed=True).wait_for()
        host.settle()
        assert not host.page.query_selector("#seating .error")
        host.page.keyboard.press("Escape")
        open_more(host, "Another game")
        host.page.get_by_role("button", name="Begin", exact=True).dblclick()
        host.page.wait_for_function("() => tripleTopper.table.score.night === 2")
        host.settle()
        assert host.page.evaluate("tripleTopper.table.score.night") == 2 and not host.wrong


def test_the_judge_knows_the_house_rules_of_tonight(chromium, tmp_path):
    """As soon as a night begins, and only once: then a phone may choose others."""
    book = tmp_path / "nights.sqlite"
    with serve(book, "points", "Ann", "Bo") as table:
        page = sit_down(chromium, table.look, PHONE).page
        for words in ("as in the book", "1 of your own"):
            page.evaluate("location.hash = 'ask/casino'")
            page.wait_for_selector(".slots")
            page.get_by_role("button", name="More", exact=True).click()
            page.get_by_role("button", name="House rules", exact=True).click()
            page.wait_for_selector(f"#sheet .house:has-text('{words}')")
            page.evaluate("location.hash = 'score'")
            assert process(*"score start casino Di Ed --option jokers=2 --file".split(), book).status == 0
            page.wait_for_selector("#totals:has-text('Di')")
        page.context.close()


def test_a_phone_comes_back_by_itself_after_the_server_was_killed(chromium, tmp_path):
    book = tmp_path / "nights.sqlite"
    with serve(book, "points", "Ann", "Bo") as table:
        bo = sit_down(chromium, table.enter, PHONE)
        table.kill()
        bo.page.wait_for_selector("[data-bar=away]")
        assert "cannot be reached. What you see is from" in bo.page.inner_text("#bars")
        shoot(bo, "away")
    assert process("score", "hand", "Ann=1", "Bo=20", "--file", book).status == 0
    with serve(book):
        bo.page.wait_for_selector("#totals .total:text-is('20')", timeout=30_000)
        bo.page.wait_for_selector("[data-bar=away]", state="detached")


def test_a_phone_notices_that_the_hosts_laptop_sleeps_and_comes_back_when_it_wakes(chromium, tmp_path):
    """The connection stands and says nothing, as with a laptop that sleeps; the phone's own clock may be set back meanwhile."""
    with serve(tmp_path / "nights.sqlite", "points", "Ann", "Bo") as table:
        context = chromium.new_context(viewport=PHONE)
        page = context.new_page()
        page.clock.install()
        page.goto(table.enter)
        page.wait_for_selector("#engine[data-state=ready]", state="attached")
        table.process.send_signal(signal.SIGSTOP)
        try:
            page.clock.set_system_time(time.time() - 3600)
            page.wait_for_selector("[data-bar=away]")
        finally:
            table.process.send_signal(signal.SIGCONT)
        page.wait_for_selector("[data-bar=away]", state="detached")
        assert page.get_attribute("#engine", "data-state") == "ready"
        context.close()


def test_a_phone_that_looks_on_may_enter_rounds_after_it_opened_the_other_link(chromium, tmp_path):
    """In the same window, where a browser loads no page anew for another part after #."""
    with serve(tmp_path / "nights.sqlite", "points", "Ann", "Bo") as table:
        seen = sit_down(chromium, table.look, PHONE)
        take_seat(seen, "Ann")
        seen.page.goto(table.enter)
        seen.page.wait_for_selector(".pad")
        assert "#" not in seen.page.url and "You are Ann" in seen.page.text_content("#engine")
        seen.page.context.close()


def test_an_entry_while_the_host_sleeps_is_saved_once_when_it_wakes(chromium, tmp_path):
    with serve(tmp_path / "nights.sqlite", "push-it", "Ann", "Bo", "Cy") as table:
        seen = sit_down(chromium, table.enter, PHONE)
        table.process.send_signal(signal.SIGSTOP)
        press(seen, "Ann")
        seen.page.wait_for_selector("[data-bar=away]")
        table.process.send_signal(signal.SIGCONT)
        seen.page.wait_for_selector("#asks:has-text('Round 2')")
        seen.page.wait_for_selector("[data-bar=away]", state="detached")
        assert seen.page.locator("#totals .total").all_inner_texts() == ["1", "0", "0"]
        assert not seen.page.query_selector("#notes .error")


@pytest.mark.parametrize("screen", [PHONE, DESK, {"width": 320, "height": 640}], ids=str)
def test_twelve_people_and_long_names_stay_on_the_screen(chromium, tmp_path, axe, screen):
    names = ("Ann", "Maximiliane von Hohenburg-Schwarzenfels", *(f"Nr{number}" for number in range(3, 13)))
    with serve(tmp_path / "nights.sqlite", "points", *names) as table:
        for scheme in ("light", "dark"):
            seen = sit_down(chromium, table.host, screen, color_scheme=scheme)
            assert seen.page.locator("#totals .tile").count() == 12
            shoot(seen, f"twelve-{screen['width']}-{scheme}")
            check(seen.page, axe, "twelve tiles", screen["width"])
            open_more(seen, "Another game")
            seen.page.get_by_role("button", name="Begin", exact=True).wait_for()
            check(seen.page, axe, "a new night", screen["width"])
            seen.page.context.close()


def test_a_stranger_is_told_what_to_do(chromium, tmp_path):
    with serve(tmp_path / "nights.sqlite", "points", "Ann", "Bo") as table:
        seen = visit(chromium.new_context(viewport=PHONE), table.enter.partition("#")[0])
        seen.page.wait_for_selector("#engine[data-state=failed]", state="attached")
        for screen in ("ask/craziness", "deal", "score"):
            seen.page.evaluate("(screen) => { location.hash = screen; }", screen)
            seen.page.wait_for_selector('#screen :text("Scan the code on the host\'s screen")')
        assert seen.page.evaluate(SMALL) == []
        host = sit_down(chromium, table.host, DESK)
        press(host, "Bring the phones in")
        host.page.wait_for_function("() => tripleTopper.engine.code")
        for letters in ("ZZ", host.page.evaluate("tripleTopper.engine.code.toLowerCase()")):
            seen.page.get_by_label("Four letters").fill(letters)
            seen.page.get_by_role("button", name="Come in").click()
            seen.page.wait_for_selector("[role=alert]:has-text('not the code'), .pad")
        seen.page.wait_for_selector(".pad")


def test_names_that_would_be_code_are_names(chromium, tmp_path):
    name = "<b onclick>&amp;<script>"
    with serve(tmp_path / "nights.sqlite", "points", name, "Bo") as table:
        seen = sit_down(chromium, table.enter, PHONE)
        assert name in seen.page.inner_text("#totals")
        assert not seen.page.query_selector("#totals script, #totals [onclick]")
        open_more(seen, "Who is here")
        seen.page.wait_for_selector("#seating li")
        assert name in seen.page.inner_text("#seating") and not seen.wrong
