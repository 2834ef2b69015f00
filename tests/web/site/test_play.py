"""Rounds that are played on the page: everything on one screen, what is tapped, what it comes to, and who wins."""

import re

import pytest

from tests.web.site.conftest import PHONE, SPOIL
from tt_print.games import find_game, game_names
from tt_print.templates import templates_folder

pytestmark = pytest.mark.slow

# What is wrong with the screen as it is: it scrolls, its parts cover each other, or something is too small for a finger (WCAG 2.2, 2.5.8).
FAULTS = """(isSmall) => {
  const faults = [];
  const box = (each) => each.getBoundingClientRect();
  const felt = document.querySelector(".felt");
  const cover = felt.querySelector(".outcome");
  const main = document.querySelector("main");
  if (main.scrollHeight > main.clientHeight + 1) faults.push("the screen scrolls");
  if (document.documentElement.scrollWidth > innerWidth) faults.push("the screen scrolls sideways");
  const bands = [".felt", ".line", ".hand", ".acts"].map((name) => box(document.querySelector(`.board > ${name}`)));
  bands.forEach((band, at) => at && band.top < bands[at - 1].bottom - 1 && faults.push(`band ${at} covers the one above`));
  if (bands.at(-1).bottom > innerHeight + 1) faults.push("the buttons are off the screen");
  if (isSmall) return faults;
  if (felt.scrollHeight > felt.clientHeight + 1) faults.push("the table scrolls");
  if (cover && cover.scrollHeight > cover.clientHeight + 1) faults.push("the outcome scrolls");
  for (const each of document.querySelectorAll(".board button:enabled")) {
    const { width, height } = box(each);
    const least = each.matches(".held") ? 40 : 44;
    if (width && (width < least - 0.5 || height < 43.5)) faults.push(`${each.className} ${each.innerText} is ${width} x ${height}`);
  }
  for (const each of cover ? [] : felt.querySelectorAll(".seat, .cell, .pile-of, .pointer, .bubble")) {
    if (box(each).bottom > box(felt).bottom + 1 || box(each).top < box(felt).top - 1) faults.push(`${each.className} is off the table`);
  }
  return faults;
}"""
SETTLED = "() => document.querySelector('.outcome .main:enabled, .count') || (!document.querySelector('.line.tip') && document.querySelector('.acts > :not([inert]) ~ [data-key=back]'))"


def begin_round(seen, game, **kept):
    """Opens a game on the page; `kept` is a round that this phone has kept."""
    if kept:
        seen.page.evaluate(SPOIL, {f"practice {game}": kept})
    seen.go(f"play/{game}")
    seen.page.wait_for_selector(".board .acts button")


@pytest.fixture
def table(open_site):
    open_site.go("home")
    yield open_site
    open_site.page.set_viewport_size(PHONE)


def test_the_page_knows_no_games():
    """It knows five layouts, and shows what the engine says; only the beginning of a night names its points."""
    words = re.compile(rf"\b({'|'.join([*game_names(), *(find_game(name).title for name in game_names())])})\b")
    scripts = {path.name: path.read_text(encoding="utf-8") for path in (templates_folder() / "site").glob("*.js")}
    own = {name: text for name, text in scripts.items() if name not in ("night.js", "worker.js")}
    assert not [(name, found[0]) for name, text in own.items() if (found := words.search(text))]


@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 640), (1280, 800)])
@pytest.mark.parametrize("game", ["craziness", "push-it", "six-suit", "casino"])
def test_a_whole_round_is_on_one_screen_and_has_a_winner(table, game, width, height):
    """Each turn as the tip says, from the deal to the count; at 320 the table of some games may scroll under a hand that does not."""
    page = table.page
    page.set_viewport_size({"width": width, "height": height})
    begin_round(table, game, players=3, seed=5, done=[])
    for _ in range(140):
        assert page.evaluate(FAULTS, width == 320) == []
        if page.locator(".count").count():
            break
        page.click("[data-key=tip]")
        page.wait_for_selector(".line.tip")
        assert page.evaluate(FAULTS, width == 320) == []
        page.click("[data-key=main]")
        page.wait_for_function(SETTLED)
        while page.locator(".outcome:not(.count)").count():
            assert page.evaluate(FAULTS, width == 320) == []
            page.click(".outcome .main")
            page.wait_for_function(SETTLED)
    assert re.search(r"wins? the round", page.inner_text(".count h2")) and page.locator(".count img").count()
    if game == "six-suit":
        assert {"2nd, out", "3rd, out"} <= {*page.locator(".rowname .plate:last-child").all_inner_texts()}
    page.get_by_role("button", name="Another round").click()
    page.wait_for_selector(".acts [data-key=tip]")
    assert not table.wrong


def test_a_card_that_does_not_go_is_answered_with_the_cards_that_do(table):
    """With the keyboard alone: its rule is a link, a tip is followed, the focus goes to the line, and the move is taken back."""
    page = table.page
    begin_round(table, "craziness", players=4, seed=40, done=[])
    assert page.inner_text(".line").startswith("Be the first to get rid of your cards. Match ")
    assert page.locator(".held[tabindex='0']").count() == 1, "the hand is one stop of the tabulator"
    page.locator(".held").first.focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.card") == page.locator(".held").nth(1).get_attribute(
        "data-card"
    )
    page.locator("[data-card=RS1]").press("Enter")
    page.wait_for_selector(".line.no:has-text('Red square 1 does not match blue heart 3')")
    assert page.locator(".line a").get_attribute("href") == "#rules/craziness/2"
    assert sorted(each.get_attribute("data-card") for each in page.locator(".held.lifted").all()) == ["BC3", "BC4", "BS1", "KC4", "RH?", "YB3"]  # fmt: skip
    page.locator("[data-card=BC3]").press("Enter")
    page.locator("[data-key='Ann lays BC3']").wait_for()
    page.locator("[data-card=BC3]").press("Enter")
    page.wait_for_function("() => document.activeElement.classList.contains('line')")
    assert page.locator(".held").count() == 7 and not re.search("Get rid", page.inner_text(".line"))
    page.locator("[data-key=history]").press("Enter")
    page.wait_for_selector("dialog[open] li:has-text('You play blue circle 3')")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Take back").press("Enter")
    page.wait_for_function("() => document.querySelectorAll('.held').length === 8")
    assert not table.wrong


def test_a_row_stays_at_the_card_that_was_tapped(table):
    """Rows are one stop of the tabulator each, also when they are drawn again."""
    page = table.page
    begin_round(table, "six-suit", players=3, seed=5, done=[])
    row = page.locator(".row6").last
    row.locator(".cell").nth(3).focus()
    page.locator(".held").first.click()
    page.wait_for_selector(".cell.may")
    assert [each.get_attribute("tabindex") for each in row.locator(".cell").all()] == [
        "-1",
        "-1",
        "-1",
        "0",
        "-1",
        "-1",
    ]
    assert not table.wrong


def test_many_cards_are_dragged_sideways(table):
    """Each strip stays as wide as a finger, and a tip brings its cards into sight."""
    page = table.page
    page.set_viewport_size({"width": 320, "height": 640})
    begin_round(table, "push-it", players=3, seed=5, done=[])
    hand = page.locator(".board .hand")
    assert hand.evaluate("(hand) => hand.scrollWidth > hand.clientWidth")
    widths = page.evaluate("[...document.querySelectorAll('.held')].map((each) => each.getBoundingClientRect().width)")
    assert len(widths) > 16 and min(widths) >= 44
    page.click("[data-key=tip]")
    page.wait_for_selector(".line.tip")
    page.click("[data-key=main]")
    page.wait_for_function(SETTLED)
    page.click("[data-key=tip]")
    page.wait_for_selector(".line.tip")
    assert page.locator(".held.lifted").first.evaluate(
        "(card) => { const box = card.getBoundingClientRect(); return box.left >= 0 && box.right <= innerWidth + 1; }"
    )
    assert re.search(r"Bo about \d+", page.inner_text(".fronts")) and not table.wrong


def test_a_challenge_turns_the_cards_and_says_who_takes_how_many(table):
    page = table.page
    begin_round(table, "push-it", players=4, seed=2, done=["Ann moves to heart"])
    page.click("[data-card=BC1]")
    page.click("[data-card=BT1]")
    page.wait_for_selector(".acts.claims")
    assert page.locator(".acts button").all_inner_texts() == ["2 red hearts", "2 heart 1s", "2 red 1s"]
    page.get_by_role("button", name="One more").click()
    page.get_by_role("button", name="Say 3 red hearts").click()
    page.wait_for_function(SETTLED)
    while page.locator(".outcome:not(.count)").count():
        page.click(".outcome .main")
        page.wait_for_function(SETTLED)
    page.locator(".pointer.may").first.click()
    page.wait_for_function("() => document.querySelector('.front.may')")
    page.locator(".front.may").first.click()
    page.wait_for_selector(".line:has-text('Do you believe')")
    page.locator(".acts .challenge").click()
    page.wait_for_selector(".outcome .main:enabled")
    assert re.search(r"^\w+ said \d .*\s+(True!|A lie!)\s+(You take|\w+ takes) \d+ cards?\.", page.inner_text(".outcome")), page.inner_text(".outcome")  # fmt: skip
    assert page.locator(".outcome .flip.open").count() == page.locator(".outcome .flip").count() > 0
    assert not table.wrong


def test_a_slap_is_timed_to_the_hundredth_and_a_wrong_one_ends_the_streak(table):
    """A slap before the last card has fallen is too early; the best time and the streak are kept."""
    page = table.page
    begin_round(table, "ww3")
    page.get_by_role("button", name="Start").click()
    page.get_by_role("button", name="Slap!").dispatch_event("pointerdown")
    page.wait_for_selector(".line:has-text('Too early')")
    for _ in range(12):
        page.get_by_role("button", name="Next pile").click()
        page.wait_for_selector(".slap.challenge")
        page.wait_for_selector(".slap:not(.challenge)")
        if not re.search(r"missed", page.inner_text(".line")):
            break
    assert re.search(r"In a row", page.inner_text(".meter")) and page.locator(".meter b").nth(2).inner_text() == "1"
    assert not table.wrong
