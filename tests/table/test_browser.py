"""One host and two phones in a real browser, at one table: the score as it happens, seats, the judge, and a server that dies."""

import re
import signal
import time
from io import BytesIO

import pytest
import zxingcpp
from PIL import Image

from tests.commands import ROOT, process
from tests.site.axe import SMALL, axe, check
from tests.site.conftest import PHONE, visit
from tests.table.screens import SCREENS, shoot, sit_down
from tests.table.serving import serve

pytestmark = pytest.mark.slow
__all__ = ["axe"]  # a fixture of the site's tests

DESK = {"width": 1280, "height": 800}


def take_seat(seen, name):
    seen.page.click("nav a[href='#table']")
    seen.page.get_by_role("button", name=f"I am {name}").click()
    seen.page.wait_for_selector("#seating :text('You sit on')")


def press(seen, name, screen=""):
    """A button, by its words; on another screen where one is named."""
    if screen:
        seen.page.click(f"nav a[href='#{screen}']")
    seen.page.get_by_role("button", name=name).click()


def test_the_screens_of_the_guide(chromium, tmp_path):
    """They are drawn anew; what stands in the guide has the same size, and is no empty page."""
    book = tmp_path / "nights.sqlite"
    with serve(book, "craziness", "Ann", "Bo", "Cy") as table:
        for hand in (("Ann=0", "Bo=3", "Cy=5"), ("Ann=4", "Bo=0", "Cy=2")):
            assert process("score", "hand", *hand, "--file", book).status == 0
        ann = sit_down(chromium, table.enter, PHONE)
        made = {"table-score": shoot(ann, "table-score")}
        ann.page.click("nav a[href='#judge']")
        ann.page.wait_for_selector("#judging .pick")
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
          for (const { qr, role } of (await tripleTopper.call("links")).links) document.querySelector("#scoring").before(qrCode(qr, role));
        }""")
        for role, address in (("writer", table.enter), ("guest", table.look)):
            (read,) = zxingcpp.read_barcodes(Image.open(BytesIO(page.locator(f".qr[aria-label={role}]").screenshot())))
            assert read.text == address


def test_an_evening_with_one_host_and_two_phones(chromium, tmp_path, axe):
    book = tmp_path / "nights.sqlite"
    with serve(book, "points", "Ann", "Bo") as table:
        host = sit_down(chromium, table.host, DESK)
        ann = sit_down(chromium, table.enter, PHONE, color_scheme="light")
        bo = sit_down(chromium, table.look, PHONE, color_scheme="dark")
        bo.page.wait_for_selector("#entry:has-text('You look on')")
        assert "#" not in bo.page.url and "Ann" in bo.page.inner_text("#totals")
        assert not bo.page.query_selector("#entry input, #tools button")
        shoot(bo, "guest")

        take_seat(ann, "Ann")
        shoot(ann, "seats")
        check(ann.page, axe, "seats", PHONE["width"])
        host.page.click("nav a[href='#table']")
        host.page.wait_for_selector("#seating li:has-text('Ann') :text('a phone')")
        press(host, "I am Bo")
        host.page.wait_for_selector("#seating :text('You sit on')")
        shoot(host, "host-seats")
        check(host.page, axe, "the host's table", DESK["width"])
        ann.page.click("nav a[href='#score']")

        ann.page.wait_for_selector("#entry input")
        shoot(ann, "entry")
        check(ann.page, axe, "a hand", PHONE["width"])
        for name, points in (("Ann", "7"), ("Bo", "12")):
            ann.page.wait_for_selector(f"#entry label:has-text('{name}')")
            ann.page.fill("#entry input", points)
            ann.page.get_by_role("button", name="Next", exact=True).click()
        ann.page.get_by_role("button", name="Enter this hand").dblclick()
        bo.page.wait_for_selector("#totals td:text-is('12')")
        host.page.wait_for_selector("#totals td:text-is('12')", state="attached")
        assert "1 hand entered" in bo.page.inner_text("#totals")
        shoot(bo, "live")
        check(bo.page, axe, "tonight", PHONE["width"])

        assert process("score", "hand", "Ann=1", "Bo=2", "--file", book).status == 0
        bo.page.wait_for_selector("#totals td:text-is('14')")
        bo.page.wait_for_selector("#said:text-is('Hand 2 is entered. Ann deals next.')", state="attached")

        bo.page.click("nav a[href='#judge']")
        bo.page.wait_for_selector("#judging .pick")
        bo.page.click("nav a[href='#rules']")
        bo.page.fill("#words", "joker")
        bo.page.wait_for_selector(".rule")
        shoot(bo, "rules")
        for screen, place in (("practice", "[data-card]"), ("deal", ".main"), ("print", "#make .main")):
            bo.page.click(f"nav a[href='#{screen}']")
            bo.page.wait_for_selector(f"[data-screen={screen}] {place}")
        bo.page.click("#make .main")
        bo.page.wait_for_selector("#make .files a")
        shoot(bo, "print")
        check(bo.page, axe, "print", PHONE["width"])
        bo.page.click("nav a[href='#rules']")
        for address in (
            "rules/%",
            "rules/nope/2",
            "rules/craziness/2",
        ):  # the last is where the link of a verdict leads
            bo.page.evaluate("(address) => { location.hash = address; }", address)
            bo.page.wait_for_selector("[data-screen=rules]:not([hidden]) .found *")
        bo.page.wait_for_function("() => document.querySelector('#words').value === '2'")
        for seen in (host, ann, bo):
            assert not seen.wrong, seen.wrong
            assert all(url.startswith(("http://127.0.0.1:", "data:", "blob:")) for url in seen.asked)

        assert not ann.page.get_by_role("button", name="The game ends here").count(), "the host's alone"
        press(host, "The game ends here", "score")
        bo.page.wait_for_selector("#totals tr.won:has-text('Bo')", state="attached")
        press(host, "Take back the last entry")
        host.page.wait_for_selector("#entry .panel")
        press(host, "End the evening", "table")
        press(host, "Yes, close the table")
        bo.page.wait_for_selector("[data-bar=closed]")
        assert table.process.wait(10) == 0
        shoot(bo, "ended")


def test_an_undo_and_a_right_that_is_taken_away_are_seen_where_they_matter(chromium, tmp_path):
    with serve(tmp_path / "nights.sqlite", "craziness", "Ann", "Bo", "Cy") as table:
        host, ann = (sit_down(chromium, address, PHONE) for address in (table.host, table.enter))
        take_seat(ann, "Ann")
        assert host.ask("score.enter", words=["Ann=0", "Bo=3", "Cy=5"], hand=1)["next_hand"] == 2
        ann.page.click("nav a[href='#score']")
        ann.page.get_by_role("button", name="Take back the last entry").click()
        host.page.wait_for_selector("#notes :text('Ann took back hand 1.')")
        assert not ann.page.locator("#notes :text('took back')").count()
        shoot(host, "took-back")
        press(host, "Put it back")
        ann.page.wait_for_selector("#totals td:text-is('5')")
        ann.page.wait_for_selector("#entry .panel")
        host.page.click("nav a[href='#table']")
        host.page.get_by_label("Only I enter hands").check()
        ann.page.wait_for_selector("#entry :text('only the host enters hands')")
        assert not ann.page.query_selector("#entry button, #tools button")
        host.page.get_by_label("Only I enter hands").uncheck()
        ann.page.wait_for_selector("#entry .panel")
        assert not host.wrong and not ann.wrong


def test_two_taps_on_a_button_are_one(chromium, tmp_path):
    with serve(tmp_path / "nights.sqlite", "craziness", "Ann", "Bo") as table:
        host = sit_down(chromium, table.host, PHONE)
        host.page.click("nav a[href='#table']")
        host.page.get_by_role("button", name="I am Ann", exact=True).dblclick()
        host.page.get_by_role("button", name="Leave it", exact=True).wait_for()
        host.settle()
        assert not host.page.query_selector("#seat-error .error")
        host.page.click("nav a[href='#score']")
        host.page.locator("#tools summary", has_text="A new game").click()
        host.page.get_by_role("button", name="Begin", exact=True).dblclick()
        host.page.wait_for_function("() => tripleTopper.table.score.night === 2")
        host.settle()
        assert host.page.evaluate("tripleTopper.table.score.night") == 2 and not host.wrong


def test_the_judge_knows_the_house_rules_of_tonight(chromium, tmp_path):
    """As soon as a night begins, and only once: then a phone may choose others."""
    book = tmp_path / "nights.sqlite"
    with serve(book, "points", "Ann", "Bo") as table:
        page = sit_down(chromium, table.look, PHONE).page
        page.click("nav a[href='#judge']")
        page.wait_for_selector("#judging .house:has-text('as in the book')")
        page.click("nav a[href='#score']")
        words = "score start casino Di Ed --option jokers=2 --file".split()
        assert process(*words, book).status == 0
        page.wait_for_selector("#totals:has-text('Di')")
        page.click("nav a[href='#judge']")
        page.wait_for_selector("#judging .house:has-text('1 of your own')")
        assert page.locator("#judging > fieldset :checked").locator("..").inner_text() == "Casino Macedonia"
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
        bo.page.wait_for_selector("#totals td:text-is('20')", timeout=30_000)
        bo.page.wait_for_selector("[data-bar=away]", state="detached")


def test_a_phone_notices_that_the_hosts_laptop_sleeps_and_comes_back_when_it_wakes(chromium, tmp_path):
    """The connection stands and says nothing, as with a laptop that sleeps; the phone's own clock may be set back meanwhile."""
    with serve(tmp_path / "nights.sqlite", "points", "Ann", "Bo") as table:
        context = chromium.new_context(viewport=PHONE)
        page = context.new_page()
        page.clock.install()
        page.goto(table.enter)
        page.wait_for_selector("#engine[data-state=ready]")
        table.process.send_signal(signal.SIGSTOP)
        try:
            page.clock.set_system_time(time.time() - 3600)
            page.wait_for_selector("[data-bar=away]")
        finally:
            table.process.send_signal(signal.SIGCONT)
        page.wait_for_selector("[data-bar=away]", state="detached")
        assert page.get_attribute("#engine", "data-state") == "ready"
        context.close()


def test_a_phone_that_looks_on_may_enter_hands_after_it_opened_the_other_link(chromium, tmp_path):
    """In the same window, where a browser loads no page anew for another part after #."""
    with serve(tmp_path / "nights.sqlite", "points", "Ann", "Bo") as table:
        seen = sit_down(chromium, table.look, PHONE)
        take_seat(seen, "Ann")
        seen.page.goto(table.enter)
        seen.page.wait_for_selector("#entry input")
        assert "#" not in seen.page.url and "You sit on Ann's seat" in seen.page.inner_text("#engine")
        seen.page.context.close()


def test_an_entry_while_the_host_sleeps_is_saved_once_when_it_wakes(chromium, tmp_path):
    with serve(tmp_path / "nights.sqlite", "push-it", "Ann", "Bo", "Cy") as table:
        seen = sit_down(chromium, table.enter, PHONE)
        press(seen, "Ann")
        seen.page.get_by_role("button", name="Enter this hand").wait_for()
        table.process.send_signal(signal.SIGSTOP)
        press(seen, "Enter this hand")
        seen.page.wait_for_selector("[data-bar=away]")
        table.process.send_signal(signal.SIGCONT)
        seen.page.wait_for_selector("#entry h2:text-is('Hand 2')")
        seen.page.wait_for_selector("[data-bar=away]", state="detached")
        assert seen.page.locator("#totals td").all_inner_texts() == ["1", "0", "0"]
        assert not seen.page.query_selector("#notes .error")


def test_the_large_view_fills_the_screen_and_follows_the_score(chromium, tmp_path, axe):
    book = tmp_path / "nights.sqlite"
    with serve(book, "craziness", "Ann", "Bo", "Maximiliane von Hohenburg") as table:
        context = chromium.new_context(viewport={"width": 320, "height": 800})
        page = visit(context, table.enter).page
        page.get_by_role("button", name="Large view").click()
        assert "Ann deals" in page.inner_text("#large")
        assert process("score", "hand", "1=0", "2=3", "3=5", "--file", book).status == 0
        page.wait_for_selector("#large :text('Bo deals')")
        names = page.locator("#large th")
        assert names.count() == 3 and [cell.inner_text() for cell in page.locator("#large td").all()] == ["0", "3", "5"]
        for width, scheme, least in ((320, "light", 24), (1920, "dark", 80)):
            page.set_viewport_size({"width": width, "height": 800})
            page.emulate_media(color_scheme=scheme)
            letters = page.evaluate("parseFloat(getComputedStyle(document.querySelector('#large table')).fontSize)")
            assert letters > least
            check(page, axe, "large view", width)
        page.keyboard.press("Escape")
        page.wait_for_selector("#large", state="hidden")
        page.get_by_role("button", name="Large view").click()
        page.click("#large td >> nth=0")  # a tap anywhere
        page.wait_for_selector("#large", state="hidden")
        context.close()


def test_a_stranger_is_told_what_to_do(chromium, tmp_path):
    with serve(tmp_path / "nights.sqlite", "points", "Ann", "Bo") as table:
        seen = visit(chromium.new_context(viewport=PHONE), table.enter.partition("#")[0])
        seen.page.wait_for_selector("#engine[data-state=failed]")
        for screen in ("score", "judge", "rules", "practice", "deal", "print", "table"):
            seen.page.click(f"nav a[href='#{screen}']")
            assert "Scan the code on the host's screen" in seen.page.inner_text(f"[data-screen={screen}]")
        assert seen.page.evaluate(SMALL) == []


def test_names_that_would_be_code_are_names(chromium, tmp_path):
    name = "<b onclick>&amp;<script>"
    with serve(tmp_path / "nights.sqlite", "points", name, "Bo") as table:
        seen = sit_down(chromium, table.enter, PHONE)
        assert name in seen.page.inner_text("#totals")
        assert not seen.page.query_selector("#totals script, #totals [onclick]")
        seen.page.click("nav a[href='#table']")
        assert name in seen.page.inner_text("#seating") and not seen.wrong
