"""What a deck costs in ink, and that the figure which people are told is the measured one."""

import numpy as np
import pytest

from tests.pixels import face, ink, pixels
from tt_print.cards.back import draw_back
from tt_print.cards.faces import draw_face
from tt_print.cards.theme import INK_STYLES, THEMES, find_theme
from tt_print.deck import FULL, JOKERS
from tt_print.outputs import ink_cover
from tt_print.sheets.plan import find_card_size


def mean_cover(style: str, indices: int, theme: str) -> float:
    found = find_theme(style, indices, theme)
    return 100 * float(np.mean([ink(pixels(draw_face(card, found))).mean() for card in FULL]))


STYLES = [(theme, style) for theme in THEMES for style in INK_STYLES if (theme, style) != ("rich", "low")]


@pytest.mark.parametrize(("theme", "style"), STYLES)
@pytest.mark.parametrize("indices", [4, 2])
def test_the_figure_that_build_prints_is_measured(style, indices, theme):
    assert mean_cover(style, indices, theme) == pytest.approx(getattr(ink_cover(indices, theme), style), abs=0.06)


def test_low_ink_is_low():
    assert (
        ink_cover(4).color <= 18.0
        and ink_cover(4).low <= 12.0
        and ink_cover(2).low < ink_cover(4).low < ink_cover(4).color
    )


def test_low_ink_is_black_only():
    for card in FULL + JOKERS:
        picture = face(card, "low")
        assert (picture == picture[..., :1]).all(), card


@pytest.mark.parametrize("size", ["standard", "poker", "bridge", "mini", "tarot"])
def test_the_back_takes_12_to_15_percent_and_less_than_half_of_it_in_low_ink(size):
    card = find_card_size(size)
    color, low = (pixels(draw_back(find_theme(style), card.width_mm, card.height_mm)) for style in ("color", "low"))
    assert 12 <= 100 * ink(color).mean() <= 15
    assert 100 * ink(low).mean() <= 7 and (low == low[..., :1]).all()
