"""For everybody: no violation that axe-core finds on any screen, keyboard only, targets, narrow windows."""

import pytest

from tests.site.axe import axe, check
from tests.site.conftest import PHONE, visit

__all__ = ["axe"]
pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("scheme", "width"), [("light", 320), ("dark", 1280)])
def test_every_screen(chromium, address, axe, scheme, width):
    context = chromium.new_context(
        viewport={"width": width, "height": 800}, color_scheme=scheme, reduced_motion="reduce"
    )
    seen = visit(context, address)
    page = seen.page
    seen.wait_ready()
    page.wait_for_selector("#make .main")
    check(page, axe, "print", width)
    seen.go("judge")
    page.wait_for_selector("#judging .pick")
    check(page, axe, "judge", width)
    page.locator("#judging .pick").first.click()
    check(page, axe, "picker: colors", width)
    for step in ("yellow", "heart", "yellow heart 3"):
        page.get_by_role("button", name=step, exact=True).click()
    page.locator(".acts .chip").first.click()
    page.get_by_role("button", name="Judge", exact=True).click()
    page.wait_for_selector("#judging .error")
    check(page, axe, "judge: something is missing", width)
    page.get_by_role("radio", name="Draws, plays nothing").check()
    page.get_by_role("radio", name="Bo", exact=True).check()
    page.get_by_role("button", name="Judge", exact=True).click()
    page.locator("#verdict").get_by_role("button", name="Whose turn was it?", exact=True).click()
    page.locator("#verdict").get_by_role("button", name="Bo", exact=True).wait_for()
    check(page, axe, "judge: one thing decides", width)
    page.locator("#verdict").get_by_role("button", name="Bo", exact=True).click()
    page.wait_for_selector("#verdict .links a")
    check(page, axe, "verdict", width)
    for more in ("Something else …", "A question about cards …"):
        page.get_by_role("radio", name=more).check()
        page.wait_for_selector("#step")
        check(page, axe, more, width)
    seen.go("rules")
    page.fill("#words", "joker")
    page.wait_for_selector(".rule")
    check(page, axe, "rules", width)
    seen.go("practice")
    for game in ("Six Suit", "Push It", "Armageddon", "Craziness"):
        page.locator("#practicing > fieldset .chip", has_text=game).click()
        page.wait_for_selector("#practicing .row button")
        check(page, axe, f"practice: {game}", width)
    page.wait_for_selector("#practicing [data-card]")
    page.get_by_role("button", name="A tip").click()
    page.get_by_role("button", name="Do that").click()
    page.wait_for_selector("#practicing ol li")
    page.evaluate("document.querySelectorAll('#practicing details').forEach((each) => (each.open = true))")
    check(page, axe, "practice: why", width)
    seen.go("deal")
    page.wait_for_selector("#dealing .main")
    page.locator("#dealing .row button.main").first.click()
    page.wait_for_selector("#dealing .aloud")
    page.evaluate("document.querySelectorAll('#dealing details').forEach((each) => (each.open = true))")
    seen.settle()
    check(page, axe, "deal", width)
    seen.go("score")
    page.wait_for_selector("#scoring .names input")
    check(page, axe, "score: a new night", width)
    for index, name in enumerate(("Ann", "Bo")):
        page.locator("#scoring .names input").nth(index).fill(name)
    page.get_by_role("button", name="Begin", exact=True).click()
    page.wait_for_selector("#entry .panel")
    page.evaluate("document.querySelectorAll('#scoring details').forEach((each) => (each.open = true))")
    seen.settle()
    check(page, axe, "score: a hand", width)
    seen.go("deal")
    page.locator("#dealing .chip", has_text="Push It").click()
    page.wait_for_selector("#dealing details.pointers")
    page.evaluate("document.querySelectorAll('#dealing details').forEach((each) => (each.open = true))")
    page.wait_for_selector(".chit")
    check(page, axe, "chits", width)
    assert not seen.wrong
    context.close()


def test_a_card_is_picked_with_the_keyboard_alone(open_site):
    page = open_site.page
    open_site.go("judge")
    page.wait_for_selector("#judging .pick")
    page.locator("#judging .pick").first.focus()
    page.keyboard.press("Enter")
    for asked in (
        "Which color?",
        "Which shape?",
        "Which number?",
    ):  # the first color, its first shape, its first number
        page.wait_for_selector(f"#picker-step:focus:has-text('{asked}')")
        page.keyboard.press("Tab")
        picked = page.evaluate("document.activeElement.ariaLabel")
        page.keyboard.press("Enter")
    page.wait_for_selector("#picker:not([open])", state="attached")
    held = [each.get_attribute("aria-label") for each in page.locator("#judging .held").all()]
    assert picked.startswith("red circle") and f"Take away {picked}" in held


def test_it_looks_well_without_motion_and_in_one_hand(phone, address):
    """The screens lie under the thumb on a phone, and nothing moves for those who do not want it."""
    seen = visit(phone, address)
    box = seen.page.locator("nav").bounding_box()
    assert box["y"] + box["height"] == PHONE["height"] and box["height"] >= 44
    assert seen.page.evaluate("getComputedStyle(document.querySelector('#engine'), '::before').animationName") == "none"


def test_letters_twice_as_large_push_nothing_off_the_screen(open_site):
    page = open_site.page
    for screen in ("print", "judge", "rules", "deal", "score"):
        open_site.go(screen)
        page.wait_for_function("(screen) => !document.querySelector(`[data-screen=${screen}] .waiting`)", arg=screen)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        width = page.evaluate("document.documentElement.scrollWidth")
        page.evaluate("document.documentElement.style.fontSize = ''")
        assert width <= PHONE["width"], screen
