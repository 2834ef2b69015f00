"""The chits list their variable in play order and show where the pointer goes back; pointers can be cut out."""

from itertools import combinations

import numpy as np
import pytest

from tests.readers.color_science import rgb
from tests.readers.pixels import PER_MM, apart, cut, ink, like, pixels
from tt_print.cards.chits import IN_PLAY, PointerLayout, chit_layout, draw_chit, draw_pointer, draw_pointers
from tt_print.cards.theme import find_theme
from tt_print.deck import DECKS, VALUES, VARIABLES
from tt_print.drawing.geometry import Rect
from tt_print.drawing.shapes import Drawing, Group, Text
from tt_print.templates import read_table

THEME = find_theme()
CHIT = chit_layout()


def strings(items) -> list[str]:
    found = []
    for item in items:
        found += [item.string] if isinstance(item, Text) else strings(item.items) if isinstance(item, Group) else []
    return found


def test_values_stand_in_play_order_from_left_to_right():
    places = [CHIT.left + i * CHIT.pitch + 1.2 for i in range(5)]
    picture = pixels(draw_chit("color", THEME))
    for x, value in zip(places, VALUES["color"], strict=True):
        spot = cut(picture, x, CHIT.slot_y + 2, x + 1, CHIT.slot_y + 14)
        assert like(spot, rgb(THEME.colors[value].ink.rgb), 4).all(), value
    assert [s for s in strings(draw_chit("shape", THEME).items) if s in VALUES["shape"]] == list(VALUES["shape"])
    assert [s for s in strings(draw_chit("number", THEME).items) if s in VALUES["number"]] == list(VALUES["number"])


def test_each_deck_wraps_after_its_last_value():
    """Push It, Deck and rule 2: West plays 3 values of each row, Squares 4, Full 5."""
    assert IN_PLAY == {"west": 3, "squares": 4, "full": 5}
    for deck, count in IN_PLAY.items():
        assert {len({getattr(card, v) for card in DECKS[deck]}) for v in VARIABLES} == {count}
    picture = pixels(draw_chit("shape", THEME))
    for row, count in enumerate(IN_PLAY.values()):
        y = CHIT.bracket_y + row * CHIT.bracket_pitch
        line = ink(cut(picture, 0, y - 0.1, 88, y + 0.1)).mean(axis=0) > 0.5
        right_end = (np.nonzero(line)[0][-1] + 1) / PER_MM
        last_slot = CHIT.slot(count - 1).right
        assert abs(right_end - last_slot) < 0.5, count
        assert line[round((CHIT.left + 0.6) * PER_MM)], "the arrow leads back to the first value"


def test_a_chit_is_as_long_as_a_card_is_high():
    for variable in VARIABLES:
        chit = draw_chit(variable, THEME)
        assert (chit.width_mm, chit.height_mm) == (88, 63)
        assert " ".join(VALUES[variable]) in chit.description


def test_there_is_a_pointer_for_each_chit_and_a_spare():
    card: Drawing = draw_pointers(THEME)
    for label in ("COLOR", "SHAPE", "NUMBER"):
        assert strings(card.items).count(label) == 2


def test_a_pointer_fits_below_one_value():
    pointers = read_table(PointerLayout, "sheets/chits.toml", "pointers")
    assert pointers.width <= CHIT.slot_width


def test_low_ink_chits_are_black_only():
    picture = pixels(draw_chit("color", find_theme("low")))
    assert (picture == picture[..., :1]).all()


def test_below_a_number_lie_as_many_as_it_says():
    """Downward through a slot's lower edge there is one dark line for each of them, as on the cards."""
    picture = pixels(draw_chit("number", THEME))
    for index in range(4):
        slot = CHIT.slot(index)
        x = slot.left + 3.0
        column = ink(cut(picture, x, slot.bottom - 1, x + 0.2, CHIT.word_y - CHIT.small_cap)).mean(axis=1) > 0.5
        assert np.count_nonzero(column[1:] & ~column[:-1]) == index + 1


@pytest.mark.parametrize("style", ["color", "low"])
def test_pointers_differ_without_their_words(style):
    theme, box = find_theme(style), Rect(1, 1, 13, 24)
    drawn = [pixels(Drawing(15, 26, tuple(draw_pointer(theme, box, variable)), "pointer")) for variable in VARIABLES]
    for one, other in combinations(drawn, 2):
        assert apart(one, other)[90:].max() > 150 and apart(one, other)[:90].max() < 40  # the tips are alike
