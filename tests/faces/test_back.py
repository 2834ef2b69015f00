"""A back that hides a print which lands a little off, and the face behind it."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from tests.readers.light_through_paper import difference, octaves, paper_optics, picture, seen_through, thresholds
from tests.readers.page_work import read_work
from tests.readers.pixels import PER_MM, apart, drawn_pdf, ink, pixels
from tt_print import draw_face, find_theme
from tt_print.deck import FULL, VARIABLES, Card, parse_card
from tt_print.draw.geometry import shift
from tt_print.draw.shapes import Drawing, Group
from tt_print.faces.back import draw_back, find_lattice, find_tokens
from tt_print.faces.theme import THEMES
from tt_print.paper.plan import find_card_size

SIZES = ("standard", "poker", "bridge", "mini", "tarot")
# How much light a lamp may throw on the face, as a part of the light on the back, before something can be told.
LAMPS = {"color": 0.4, "low": 0.15}


@pytest.mark.parametrize(("style", "theme"), [*(("color", name) for name in THEMES), ("low", "tab")])
@pytest.mark.parametrize("size", SIZES)
def test_after_half_a_turn_it_is_the_same_picture(size, style, theme):
    card = find_card_size(size)
    found = pixels(draw_back(find_theme(style, name=theme), card.width_mm, card.height_mm, bleed_mm=3.0))
    difference = apart(found, found[::-1, ::-1])
    assert difference.mean() < 0.8 and difference.max() <= 8
    assert apart(found, found[:, ::-1]).max() > 150  # the comparison can tell: mirrored it is another


def tokens(size):
    """Those whose middle is on the card."""
    card, theme = find_card_size(size), find_theme()
    lattice = find_lattice(card.width_mm, card.height_mm, theme.back.cell_mm)
    return [t for t in find_tokens(lattice, 0.0) if 0 <= t.x < card.width_mm and 0 <= t.y < card.height_mm]


@pytest.mark.parametrize("size", SIZES)
def test_every_shape_is_there_upright_and_upside_down_and_one_face_winks(size):
    counts = Counter((token.shape, token.upright) for token in tokens(size))
    assert len(counts) == 10 and max(counts.values()) - min(counts.values()) <= 1, counts
    assert sorted(token.upright for token in tokens(size) if token.winks) == [False, True]


def test_faces_are_9_to_11_mm_wide_and_no_two_are_cut_alike():
    """The usual card: a shift of a sheet never moves a whole row of like parts onto the cut."""
    theme = find_theme()
    size = theme.back.color.size * find_lattice(theme.width_mm, theme.height_mm, theme.back.cell_mm).cell
    assert [round(2 * size * part) for part in (0.94 * 0.97, 1.03, 1.06 * 0.97, 1.06)] == [9, 11, 11, 11]
    for axis in (0, 1):
        places = sorted(token[axis] for token in tokens("standard"))
        assert np.diff(places).min() == pytest.approx((63, 88)[axis] / 30)


@pytest.mark.parametrize("style", ["color", "low"])
def test_a_back_takes_fewer_than_2000_drawing_commands(style):
    assert read_work(drawn_pdf(draw_back(find_theme(style))))[0].commands < 2000


@pytest.mark.parametrize("style", ["color", "low"])
@pytest.mark.parametrize("size", SIZES)
def test_backs_that_touch_join_across_the_cut(size, style):
    """Four of them laid edge to edge are one larger piece of the pattern: the bleed of each is what its neighbor shows."""
    card, theme = find_card_size(size), find_theme(style)
    width, height = card.width_mm, card.height_mm
    back = draw_back(theme, width, height)
    beyond = draw_back(theme, width, height, bleed_mm=4.0)
    side_by_side = Drawing(width, 12, (Group(back.items, shift(0, 6)), Group(back.items, shift(0, 6 - height))), "")
    one = Drawing(width, 12, (Group(beyond.items, shift(0, 6)),), "")
    assert apart(pixels(side_by_side), pixels(one))[20:].mean() < 0.5


@pytest.mark.parametrize("style", ["color", "low"])
@pytest.mark.parametrize("size", SIZES)
def test_a_cut_that_is_3_mm_off_shows_no_border_at_the_edge(size, style):
    """Every strip of 2 mm along an edge has about as much ink as the whole, wherever the cut falls."""
    card = find_card_size(size)
    dark = ink(pixels(draw_back(find_theme(style), card.width_mm, card.height_mm)))
    for axis in (0, 1):
        profile = np.convolve(dark.mean(axis=axis), np.full(round(2 * PER_MM), 1 / (2 * PER_MM)), "valid")
        assert profile.min() >= 0.7 * dark.mean() and profile.max() <= 1.35 * dark.mean(), (axis, profile.min())
        shifts = round(3 * PER_MM)
        edges = np.concatenate([profile[: shifts + 1], profile[-shifts - 1 :]])
        assert edges.max() - edges.min() <= 0.6 * dark.mean(), axis


@pytest.mark.parametrize("style", ["color", "low"])
def test_a_sheet_that_lands_1_mm_off_marks_no_card(style):
    """The strip of 2 mm that one sees of a card in a pile becomes at most 15% of the mean darker or lighter."""
    back = draw_back(find_theme(style), bleed_mm=4.0)
    dark = ink(pixels(Drawing(back.width_mm + 8, back.height_mm + 8, (Group(back.items, shift(4, 4)),), "")))
    around, off = round(4 * PER_MM), round(PER_MM)
    for axis in (0, 1):
        lines = dark.mean(axis=axis)
        for start in (around, len(lines) - around - 2 * off):
            strips = [lines[start + by : start + by + 2 * off].mean() for by in (-off, 0, off)]
            assert np.ptp(strips) <= 0.15 * dark.mean(), (axis, start, strips)


def test_the_paper_is_as_opaque_as_its_makers_say():
    reflects, lets_through, of_a_pile = paper_optics()
    assert reflects / of_a_pile == pytest.approx(0.98, abs=0.005)  # ISO 2471; office paper of 80 g/m2 has 0.91 to 0.94
    assert lets_through == pytest.approx(0.073, abs=0.001) and paper_optics(2)[1] < lets_through / 1.8


def plainest(cards: list[Card], style: str, back: Drawing | None, lamp: float) -> dict[str, float]:
    """For each variable the plainest difference through the back of two cards that differ in it alone; from 1 on it shows."""
    theme = find_theme(style)
    layer = np.ones_like(picture(draw_face(cards[0], theme))) if back is None else picture(back)
    least = thresholds(layer, lamp)
    seen = {card: octaves(seen_through(layer, picture(draw_face(card, theme)), lamp)) for card in cards}
    found = dict.fromkeys(VARIABLES, 0.0)
    for one, other in combinations(cards, 2):
        unlike = [variable for variable in VARIABLES if getattr(one, variable) != getattr(other, variable)]
        if len(unlike) == 1:
            found[unlike[0]] = max(found[unlike[0]], difference(seen[one], seen[other], least))
    return found


EIGHT = [parse_card(code) for code in ("RC1", "RC3", "RH1", "RH3", "KC1", "KC3", "KH1", "KH3")]


def test_through_bare_paper_a_card_is_read():
    """Otherwise the model would find nothing on anything."""
    found = plainest(EIGHT, "color", None, 0.4)
    assert min(found.values()) > 5, found


@pytest.mark.slow
@pytest.mark.parametrize("style", LAMPS)
def test_nothing_of_any_face_can_be_told_through_the_back(style):
    found = plainest(list(FULL), style, draw_back(find_theme(style)), LAMPS[style])
    assert max(found.values()) < 1, found
