"""The chits list their variable in play order and show where the pointer goes back; pointers can be cut out. Read from printed sheets."""

from itertools import combinations

import numpy as np
import pytest

from tests.makers.prints import kept_files
from tests.readers.color_science import rgb
from tests.readers.pdf_marks import read_pages
from tests.readers.pixels import PER_MM, apart, box_mm, cut, ink, like, rasterize
from tt_print import find_theme
from tt_print.deck import VALUES, VARIABLES
from tt_print.templates import read_toml

THEME = find_theme()
CHIT, POINTERS = (read_toml("sheets/chits.toml")[name] for name in ("chit", "pointers"))
IN_PLAY = (3, 4, 5)  # values of each row in West, Squares and Full: Push It, Deck and rule 2


def printed(code, ink="color"):
    return kept_files(f"deck --only {code} --paper a4 --ink {ink}").pdf


def pixels(code, ink="color"):
    """The first card on the sheet, 63 x 88 mm; a chit lies on its side, 88 x 63 mm."""
    card = np.asarray(rasterize(printed(code, ink), 0, 254))[165:1045, 105:735]
    return np.rot90(card) if "chit" in code else card


def strings(code):
    return [said.text for said in read_pages(printed(code))[0].texts]


def slot_left(index):
    return CHIT["left"] + index * CHIT["pitch"]


def test_values_stand_in_play_order_from_left_to_right():
    picture = pixels("chit-color")
    for index, value in enumerate(VALUES["color"]):
        x = slot_left(index) + 1.2
        spot = cut(picture, x, CHIT["slot_y"] + 2, x + 1, CHIT["slot_y"] + 14)
        assert like(spot, rgb(THEME.colors[value].ink.rgb), 4).all(), value
    for variable in ("shape", "number"):
        said = dict.fromkeys(s for s in strings(f"chit-{variable}") if s in VALUES[variable])
        assert [*said] == list(VALUES[variable])


def test_each_deck_wraps_after_its_last_value():
    picture = pixels("chit-shape")
    for row, count in enumerate(IN_PLAY):
        y = CHIT["bracket_y"] + row * CHIT["bracket_pitch"]
        line = ink(cut(picture, 0, y - 0.1, 88, y + 0.1)).mean(axis=0) > 0.5
        right_end = (np.nonzero(line)[0][-1] + 1) / PER_MM
        assert abs(right_end - slot_left(count - 1) - CHIT["slot_width"]) < 0.5, count
        assert line[round((CHIT["left"] + 0.6) * PER_MM)], "the arrow leads back to the first value"


def test_there_is_a_pointer_for_each_chit_and_a_spare_that_fits_below_one_value():
    said = strings("pointers")
    assert [said.count(label) for label in ("COLOR", "SHAPE", "NUMBER")] == [2, 2, 2]
    assert POINTERS["width"] <= CHIT["slot_width"]


def test_the_pointer_at_colors_shows_four_of_them_in_a_square():
    left, top, width, height = (POINTERS[side] for side in ("left", "top", "width", "height"))
    pointer = cut(pixels("pointers"), left, top, left + width, top + height)
    dots = [box_mm(like(pointer, rgb(THEME.colors[value].ink.rgb), 8)) for value in VALUES["color"][:4]]
    places = np.array([((box[0] + box[2] - width) / 2, (box[1] + box[3]) / 2) for box in dots])
    places[:, 1] -= places[:, 1].mean()
    reach = abs(places).mean()
    clockwise = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])  # red, yellow, green, blue from the upper left
    assert reach > 1.5 and places == pytest.approx(clockwise * reach, abs=0.1)


def test_below_a_number_lie_as_many_as_it_says():
    """Downward through a slot's lower edge there is one dark line for each of them, as on the cards."""
    picture, bottom = pixels("chit-number"), CHIT["slot_y"] + CHIT["slot_height"]
    for index in range(4):
        x = slot_left(index) + 3.0
        column = ink(cut(picture, x, bottom - 1, x + 0.2, CHIT["word_y"] - CHIT["small_cap"])).mean(axis=1) > 0.5
        assert np.count_nonzero(column[1:] & ~column[:-1]) == index + 1


@pytest.mark.parametrize("style", ["color", "low"])
def test_pointers_differ_without_their_words(style):
    picture = pixels("pointers", style)
    lefts = [POINTERS["left"] + n * POINTERS["pitch_x"] for n in range(len(VARIABLES))]
    top, width = POINTERS["top"] + 0.5, POINTERS["width"]
    drawn = [cut(picture, left, top, left + width, top + POINTERS["height"]) for left in lefts]
    for one, other in combinations(drawn, 2):
        assert apart(one, other)[90:].max() > 150 and apart(one, other)[:80].max() < 40  # the tips are alike
