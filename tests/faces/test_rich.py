"""The faces for those who pay by the card: floods of color, the same inks, the same corners."""

import numpy as np
import pytest

from tests.makers.exports import PRODUCTS, job
from tests.readers.color_science import contrast, rgb
from tests.readers.pixels import apart, like, pixels
from tt_print import draw_face, find_theme
from tt_print.deck import FULL, JOKERS, VALUES, parse_card
from tt_print.errors import InputError
from tt_print.faces.layout import lay_out

TAB, RICH = find_theme(), find_theme(name="rich")
FLOODED = {"mpc", "tgc", "printerstudio", "drivethru", "printshop", "virtual", "tuckbox"}


def test_the_floods_are_the_inks_that_the_palette_is_tested_with():
    assert RICH.colors == TAB.colors and RICH.inks == TAB.inks
    for color in VALUES["color"]:
        picture = pixels(draw_face(parse_card(f"{color} square 1"), RICH))
        edge = picture[0, 315].astype(float)
        assert (apart(picture[:150, 150:450], edge) == 0).all()  # one color from the edge to the shape
        assert np.abs(edge - rgb(TAB.colors[color].ink.rgb)).max() <= 1


def test_every_sign_reads_on_what_it_stands_on():
    for name in VALUES["color"]:
        ground, plate = rgb(RICH.ground(name).rgb), rgb(RICH.plate(name).rgb)
        assert contrast(rgb(RICH.on_ground(name).rgb), ground) >= 4.5
        assert contrast(rgb(RICH.on_plate(name).rgb), plate) >= 4.5
        assert contrast(plate, ground) >= 3.0 or contrast(rgb(RICH.ink.rgb), ground) >= 3.0  # or its outline does


def test_no_cut_can_miss_the_color():
    """It goes on to the end of the bleed; nothing else lies beyond the safe area."""
    laid = lay_out(RICH, 63.5, 88.9, 3.2, 3.175)
    for card in FULL:
        (flood, *_) = draw_face(card, laid).items
        assert flood.d == "M -3.175 -3.175 L 66.675 -3.175 L 66.675 92.075 L -3.175 92.075 Z", card
        assert flood.fill is laid.colors[card.color].ink


def test_jokers_are_white():
    for card in JOKERS:
        assert (pixels(draw_face(card, RICH), 25)[0] > 250).all(), card


def test_two_corners_stay_bare_with_two_indices():
    two = pixels(draw_face(parse_card("RH3"), find_theme("color", 2, "rich")))
    assert (apart(two[20:250, 540:610], np.array(two[0, 0])) == 0).all()
    assert like(two[20:250, 20:80], np.array([255, 255, 255])).any()


def test_who_pays_by_the_card_gets_them_and_home_printers_do_not():
    for profile in PRODUCTS:
        choices = {"deck": "west", "chits": False} | ({"paper": "a4"} if profile in ("silhouette", "tuckbox") else {})
        usual, low = job(profile, **choices), job(profile, **choices, ink="low")
        assert usual.theme.name == ("rich" if profile in FLOODED else "tab"), profile
        assert usual.theme.name not in usual.stem
        assert low.theme.name == "tab" and "tab" not in low.stem.split("-")
    other = job("mpc", deck="west", chits=False, theme="tab")
    assert other.stem == "mpc-poker-west-no-chits-tab"  # another picture has another name


def test_black_ink_has_no_floods():
    with pytest.raises(InputError, match="“Theme” rich floods the cards with color, and “Ink” low saves ink."):
        find_theme("low", 4, "rich")
