"""A back that hides a print which lands a little off."""

import numpy as np
import pytest

from tests.pixels import apart, pixels
from tt_print.cards.back import draw_back, repeat_mm
from tt_print.cards.theme import find_theme
from tt_print.sheets.plan import find_card_size

SIZES = ("standard", "poker", "bridge", "mini", "tarot")


@pytest.mark.parametrize("size", SIZES)
def test_the_repeat_divides_the_card_and_is_at_most_3_mm(size):
    card = find_card_size(size)
    for side in (card.width_mm, card.height_mm):
        repeat = repeat_mm(side, 3.0)
        assert repeat <= 3.0 and side / repeat == pytest.approx(round(side / repeat))


@pytest.mark.parametrize("style", ["color", "low"])
@pytest.mark.parametrize("size", SIZES)
def test_shifted_by_its_repeat_it_is_the_same_picture(size, style):
    """Rendered so that the repeat is a whole number of pixels, then compared pixel by pixel inside the card."""
    card = find_card_size(size)
    picture = draw_back(find_theme(style), card.width_mm, card.height_mm)
    for axis, side in ((1, card.width_mm), (0, card.height_mm)):
        repeat = repeat_mm(side, 3.0)
        dpi = 30 * 25.4 / repeat
        found = pixels(picture, dpi)
        moved = np.roll(found, 30, axis=axis)
        inside = apart(found, moved)[32:-32, 32:-32]
        assert inside.max() <= 40 and inside.mean() < 0.5, (axis, inside.max())
        # and not by half of it: the comparison can tell
        assert apart(found, np.roll(found, 15, axis=axis))[32:-32, 32:-32].max() > 80


@pytest.mark.parametrize("style", ["color", "low"])
@pytest.mark.parametrize("size", SIZES)
def test_after_half_a_turn_it_is_the_same_picture(size, style):
    card = find_card_size(size)
    found = pixels(draw_back(find_theme(style), card.width_mm, card.height_mm))
    difference = apart(found, found[::-1, ::-1])
    assert difference.mean() < 0.8 and difference.max() <= 128


def test_the_back_reaches_every_cut():
    found = pixels(draw_back(find_theme()))
    for edge in (found[:30], found[-30:], found[:, :30], found[:, -30:]):
        assert (edge.min(axis=2) < 200).any()
