"""For everybody: no violation that axe-core finds on any screen, keyboard only, targets, narrow windows."""

import pytest

from tests.web.site.axe import axe, check
from tests.web.site.conftest import PHONE, SPOIL, begin, open_more, settle_by_taps

__all__ = ["axe"]
pytestmark = pytest.mark.slow


# What is tapped in a game: cards, and buttons.
ASKED = {
    "craziness": "RC1 KB?",
    "push-it": "RC3 =Red_circles RH1",
    "six-suit": "RC4 RH1 =It_is_my_row",
    "ww3": "RC2 RH2",
    "casino": "RC4 RH2 =Build",
}


@pytest.mark.parametrize(("scheme", "width", "height"), [("light", 320, 640), ("dark", 390, 844), ("dark", 1280, 800)])
def test_every_screen(open_site, axe, scheme, width, height):
    seen = open_site
    try:
        seen.page.set_viewport_size({"width": width, "height": height})
        seen.page.emulate_media(color_scheme=scheme)
        seen.go("home")
        check(seen.page, axe, "home", width)
        check_arguments_and_rules(seen, axe, width)
        if width != 390:
            check_other_screens(seen, axe, width)
        assert not seen.wrong
    finally:
        seen.page.set_viewport_size(PHONE)
        seen.page.emulate_media(color_scheme="null")


def check_arguments_and_rules(seen, axe, width):
    for game, what in ASKED.items():
        seen.page.evaluate(SPOIL, {f"ask {game}": {}})  # whatever another test has left on this table
        seen.go(f"ask/{game}")
        check(seen.page, axe, f"ask: {game}", width)
        for each in what.split():
            settle_by_taps(seen, each)
            check(seen.page, axe, f"ask: {game}, {each}", width)
    seen.go("rules/ww3/joker")
    seen.page.wait_for_selector(".rule")
    check(seen.page, axe, "rules", width)


def check_other_screens(seen, axe, width):
    page = seen.page
    seen.go("print")
    page.wait_for_selector("#make .main")
    check(page, axe, "print", width)
    for game in ("craziness", "push-it", "six-suit", "casino", "armageddon"):
        page.evaluate(SPOIL, {f"practice {game}": None})  # a round that another test has left
        seen.go(f"play/{game}")
        page.wait_for_selector(".board .acts button")
        check(page, axe, f"play: {game}", width)
        if page.locator("[data-key=tip]").count():
            page.click("[data-key=tip]")
            page.wait_for_selector(".line.tip")
            check(page, axe, f"play: {game}, a tip", width)
    open_more(seen, "Speed")
    check(page, axe, "play: a sheet", width)
    page.keyboard.press("Escape")
    seen.go("deal")
    page.wait_for_selector("#screen a")
    check(page, axe, "deal: the games", width)
    seen.go("deal/casino")
    page.wait_for_selector("#screen .main")
    page.locator("#screen .row button.main").first.click()
    page.wait_for_selector("#screen .aloud")
    page.evaluate("document.querySelectorAll('#screen details').forEach((each) => (each.open = true))")
    seen.settle()
    check(page, axe, "deal", width)
    seen.go("score")
    page.wait_for_selector(".score h2")
    begin(seen, "Craziness")
    open_more(seen, "Another game")
    page.get_by_role("button", name="Another game", exact=True).click()
    page.wait_for_selector("h2:text-is('Which game?')")
    check(page, axe, "score: which game", width)
    page.get_by_role("button", name="Go on with Craziness", exact=True).click()
    page.wait_for_selector("#totals")
    check(page, axe, "score: a round", width)
    for action in ("The rounds so far", "Game nights and statistics", "The file of your game nights"):
        open_more(seen, action)
        page.wait_for_selector("dialog[open] :is(li, table, input, p:text-is('No rounds yet.'))")
        check(page, axe, action, width)
        page.keyboard.press("Escape")
    seen.go("deal/push-it")
    page.wait_for_selector("#screen details.chits")
    page.evaluate("document.querySelectorAll('#screen details').forEach((each) => (each.open = true))")
    page.wait_for_selector(".chits button")
    check(page, axe, "chits", width)


def test_a_card_is_picked_with_the_keyboard_alone(open_site):
    """Enter on a color and a shape goes to its cards; after the second card the answer has the focus."""
    page = open_site.page
    open_site.go("ask/craziness")
    for slot, kind in {"center": 6, "card": 1}.items():
        page.locator(f"[data-slot={slot}]").press("Enter")
        open_site.settle()
        page.locator(".kind").nth(kind).press("Enter")
        page.wait_for_selector(".numbers .card:focus")
        page.keyboard.press("Enter")
        open_site.settle()
    page.wait_for_selector("#verdict .first:focus")


def test_it_looks_well_without_motion_and_in_one_hand(open_site):
    """The screens lie under the thumb on a phone, and nothing moves for those who do not want it."""
    open_site.go("ask/casino")
    open_site.page.wait_for_selector("nav", state="visible")
    box = open_site.page.locator("nav").bounding_box()
    assert box["y"] + box["height"] == PHONE["height"] and box["height"] >= 44
    moving = """(state) => {
      const engine = document.querySelector("#engine"), before = engine.dataset.state;
      engine.dataset.state = state;
      const name = getComputedStyle(engine, "::before").animationName;
      engine.dataset.state = before;
      return name;
    }"""
    assert open_site.page.evaluate(moving, "starting") == "none"


def test_letters_twice_as_large_push_nothing_off_the_screen(open_site):
    page = open_site.page
    for screen in ("print", "ask/casino", "rules/casino", "deal/casino", "score"):
        open_site.go(screen)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        width = page.evaluate("document.documentElement.scrollWidth")
        page.evaluate("document.documentElement.style.fontSize = ''")
        assert width <= PHONE["width"], screen
