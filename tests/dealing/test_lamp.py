"""Folded slips against a lamp, read by machine: nothing shines through that could be read.

The printed pages are folded here pixel by pixel and lit from behind. The reader is an ideal one: it knows how each
sign looks, to the pixel, and where it must lie but for 2 mm; no noise, no cloudy paper and no blur get in its way. So
that the test can fail, the same reader must know every card through three sheets of white paper, and nearly every one
through black flaps, which only make all of it darker. Slips look alike in color and in low ink.
"""

import math
import random
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from tests.readers.pixels import pixels
from tt_print import find_theme
from tt_print.dealing.signs import place_sign
from tt_print.dealing.slip_plan import plan_slips
from tt_print.dealing.slips import Slip, decoy_hands, draw_slip_pages
from tt_print.deck import FULL, JOKERS, Joker
from tt_print.sheets.plan import find_paper

PER_MM = 4
DPI = 25.4 * PER_MM
CARDS = (*FULL, *JOKERS)
OFFSET = 2.0  # how carelessly each fold may be made, in millimeters both ways
GUESS = 1 / 5
EDGE_MM = 0.5  # about each sign that the reader knows
STEP, LIKELIEST = 2, 8  # pixels from look to look; signs that are then looked at pixel by pixel

# Office paper of 80 g/m2 has an opacity of about 92 % (ISO 2471: what it reflects over black, as a part of what a pile
# reflects, about 87 %).
OPACITY, PILE = 0.92, 0.87
# A solid black print reflects about 4 % (density 1.4).
BLACK = 0.04


def paper_transmittance():
    """Of one sheet, by Kubelka and Munk (P. Kubelka, J. Opt. Soc. Am. 38, 448, 1948) from its opacity."""
    a = (1 / PILE + PILE) / 2
    b = math.sqrt(a * a - 1)
    over_black = OPACITY * PILE
    scatter = math.atanh(b * over_black / (1 - a * over_black))
    return b / (a * math.sinh(scatter) + b * math.cosh(scatter))


def transmittance(picture):
    """Of a printed sheet, for red, green and blue light: reflected light passes the ink twice, a lamp's once."""
    c = picture / np.float32(255)
    linear = np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)
    return np.sqrt(np.maximum(linear, BLACK)).astype(np.float32) * np.float32(paper_transmittance())


def test_a_sheet_of_office_paper_lets_a_sixth_of_the_light_through():
    assert paper_transmittance() == pytest.approx(0.156, abs=0.001)


def hands(count):
    """All 127 cards in a chance order on slips of `count`."""
    cards = random.Random(1).sample(CARDS, len(CARDS))
    return [tuple(cards[first : first + count]) for first in range(0, len(CARDS), count)]


def unsorted(decoys, secret):
    """The decoys in a chance order, as the hands here are: so that a place tells no color."""
    return tuple(
        tuple(random.Random(secret + b"order %d" % number).sample(hand, len(hand)))
        for number, hand in enumerate(decoys)
    )


@cache
def printed(count):
    """The three panels of each slip, in pixels, with the plan."""
    plan, theme = plan_slips(find_paper("a4"), count), find_theme()
    slips = []
    for number, cards in enumerate(hands(count)):
        secret = b"slip %d" % number
        decoys = unsorted(decoy_hands(CARDS, len(cards), secret), secret)
        slips.append(Slip(f"Player {number}", cards, (), "", "", decoys, secret))
    found = []
    for page, sheet in enumerate(draw_slip_pages(slips, plan, theme, "Craziness")):
        picture = pixels(sheet.drawing, DPI)
        for number in range(min(plan.per_page, len(slips) - page * plan.per_page)):
            x, y = (round(v * PER_MM) for v in plan.position(number))
            high, wide = round(plan.panel_mm * PER_MM), round(plan.width_mm * PER_MM)
            found.append([picture[y + i * high : y + (i + 1) * high, x : x + wide] for i in range(3)])
    return plan, found


def light(panels, upper=(0.0, 0.0), lower=(0.0, 0.0), flaps="printed"):
    """What passes a slip folded so badly: rows x columns x (red, green, blue)."""
    passed = transmittance(panels[1])
    for panel, (right, down) in ((panels[0], upper), (panels[2], lower)):
        flap = transmittance(panel)[::-1]  # folded over, its ends change
        if flaps == "white":
            flap = np.full_like(flap, paper_transmittance())
        elif flaps == "black":
            flap = np.full_like(flap, paper_transmittance() * math.sqrt(BLACK))
        passed = passed * np.roll(flap, (round(down * PER_MM), round(right * PER_MM)), (0, 1))
    return passed


@cache
def known_signs(count):
    """Every sign as it passes light, one a row, about its mean and of length 1, as a correlation wants it."""
    plan = plan_slips(find_paper("a4"), count)
    place = plan.places(1)[0]
    wide, high = (round((side + 2 * EDGE_MM) * PER_MM) for side in (place.width, place.height))
    places = [place.moved(EDGE_MM - place.left, EDGE_MM + n * high / PER_MM - place.top) for n in range(len(CARDS))]
    signs = tuple(place_sign(card, find_theme(), at) for card, at in zip(CARDS, places, strict=True))
    (page,) = draw_slip_pages([Slip("", CARDS[:1], (), "")], plan, find_theme(), "")
    sizes = {"width_mm": wide / PER_MM, "height_mm": len(CARDS) * high / PER_MM}
    column = transmittance(pixels(replace(page.drawing, items=signs, **sizes), DPI))
    rows = np.array([column[top : top + high].reshape(-1) for top in range(0, len(CARDS) * high, high)])
    rows -= rows.mean(1, keepdims=True)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True), (high, wide)


def read_slip(passed, count, places):
    """What the reader takes the sign at each place for: the index of the card that is most like it anywhere within reach.

    It looks at every second pixel both ways for all signs, then at each pixel about the best place of the likeliest.
    """
    templates, (high, wide) = known_signs(count)
    reach = round(OFFSET * PER_MM)
    found = []
    for place in places:
        x, y = round((place.left - EDGE_MM) * PER_MM), round((place.top - EDGE_MM) * PER_MM)
        part = passed[y - reach : y + high + reach, x - reach : x + wide + reach]
        windows = np.lib.stride_tricks.sliding_window_view(part, (high, wide), (0, 1)).transpose(0, 1, 3, 4, 2)
        coarse = likeness(windows[::STEP, ::STEP], templates)
        best = np.full(len(templates), -1.0)
        for card in coarse.max(0).argsort()[-LIKELIEST:]:
            row, column = (STEP * v for v in divmod(int(coarse[:, card].argmax()), -(-windows.shape[1] // STEP)))
            near = windows[max(0, row - 1) : row + STEP, max(0, column - 1) : column + STEP]
            best[card] = likeness(near, templates[card : card + 1]).max()
        found.append(int(best.argmax()))
    return found


def likeness(windows, templates):
    """Correlations of what is seen in each window with each sign: places x signs."""
    rows = windows.reshape(-1, templates.shape[1])
    lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows) - rows.shape[1] * rows.mean(1) ** 2)  # about their means
    return rows @ templates.T / np.maximum(lengths, 1e-6)[:, None]


def hits(count, foldings, flaps="printed", slips=None, step=1):
    """How often the reader names the card, its color, its shape and its number, as parts of all that were read: every sign of
    each slip, or one in `step`."""
    plan, panels = printed(count)
    right = []
    for index, cards in enumerate(hands(count)[:slips]):
        for upper, lower in foldings(index):
            places = plan.places(len(cards))[::step]
            read = read_slip(light(panels[index], upper, lower, flaps), count, places)
            for card, taken in zip(cards[::step], (CARDS[i] for i in read), strict=True):
                if isinstance(card, Joker):
                    right.append((card == taken,) * 4)
                elif isinstance(taken, Joker):
                    right.append((False,) * 4)
                else:
                    same = (card.color == taken.color, card.shape == taken.shape, card.number == taken.number)
                    right.append((card == taken, *same))
    return np.mean(right, axis=0)


STRAIGHT = ((0.0, 0.0), (0.0, 0.0))
CARELESS = tuple(((OFFSET * a, OFFSET * b), (OFFSET * c, OFFSET * d)) for a, b, c, d in (
    (1, 1, -1, -1), (-1, 0, 1, 0), (0.5, -0.25, -0.75, 0.5),
))  # fmt: skip
FOLDINGS = (STRAIGHT, *CARELESS)
SIZES = (25, 8)  # cards a hand; on large slips and on small ones


def straight(_slip):
    return (STRAIGHT,)


def folded_twice(slip):
    """Two ways for each slip, from one slip to the next the other two; small slips, of which there are many, one."""
    return FOLDINGS[slip % 2 :: 2]


def test_on_the_flap_lines_are_darker_where_they_cross_as_they_are_where_they_lie_on_those_of_the_hand():
    """So that what is darkest is not the hand; a hand itself has one ink, and no line crosses another."""
    _, panels = printed(25)
    window = slice(round(10 * PER_MM), -round(3 * PER_MM))
    flap, inside, edge = panels[0][0][::-1][window], panels[0][1][window], round(3 * PER_MM)
    assert inside[:, edge:-edge].min() >= 0x60
    assert (flap[:, edge:-edge] < 0x40).mean() > 0.005


def test_the_reader_knows_cards_through_white_paper_and_reads_nothing_through_a_folded_slip():
    """A quarter of the signs of one slip."""
    assert min(hits(25, straight, "white", slips=1, step=4)) >= 0.88
    card, *values = hits(25, straight, slips=1, step=4)
    assert card <= 0.2 and max(values) <= 0.45


@pytest.mark.slow
@pytest.mark.parametrize("flaps", ["white", "black"])
def test_the_reader_knows_cards_through_white_paper_and_through_black_flaps(flaps):
    """But for one or two that a part of a pixel makes alike."""
    assert hits(25, straight, flaps, slips=3)[0] >= 0.96


@pytest.mark.slow
@pytest.mark.parametrize("count", SIZES)
def test_nothing_is_read_through_however_it_is_folded(count):
    """Somebody who guesses is right one time in five; the reader is not right even twice as often. Every second sign is read."""
    card, *values = hits(count, folded_twice if count == 25 else lambda slip: (FOLDINGS[slip % len(FOLDINGS)],), step=2)
    assert card <= 0.12 and max(values) < 2 * GUESS
