"""The page of measurements says what is measured today."""

import pytest

from tests.tools.measured_page import FIRST, MAKERS, PAGE, make_page, measure, number_end_mm
from tt_print.cards.theme import DEFAULT_THEME, find_theme
from tt_print.deck import parse_card
from tt_print.export.cardbox import draw_front
from tt_print.export.profiles import find_profile


@pytest.mark.slow
def test_the_page_is_what_is_measured():
    assert PAGE.read_text(encoding="utf-8") == make_page(), "run: python -m tests.tools.measured_page"


def test_today_s_faces_are_no_worse_than_the_first_ones():
    first, today = measure(FIRST), measure(DEFAULT_THEME)
    for what in first:
        if "CIEDE2000" in what or "L*" in what:
            pairs = zip(first[what].split(" / "), today[what].split(" / "), strict=True)
            assert all(float(after) >= float(before) for before, after in pairs), what
    faces = next(what for what in first if "faces" in what)
    color, low = (float(part.removesuffix(" %")) for part in today[faces].split(" / "))
    assert color <= 18.0 and low <= 12.0


@pytest.mark.parametrize("maker", MAKERS)
def test_a_fan_shows_the_number_of_every_maker_s_poker_card(maker):
    profile, product = MAKERS[maker]
    box = find_profile(profile).find_product(product).box
    for code in ("RC1", "RC4", "KSQ"):
        card = parse_card(code)
        assert number_end_mm(draw_front(card, find_theme(), box), card.number, box.trim.left) <= 7.7
    first = draw_front(parse_card("RC4"), find_theme(name=FIRST), box)
    assert number_end_mm(first, "4", box.trim.left) > 8, "the first faces missed it"
