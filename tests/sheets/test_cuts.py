"""Two people cut a sheet: one with knife and ruler, one with a guillotine. Both end with the cards and nothing else.

Both know only what is printed: ticks with numbers, and the line with the stops.
"""

import re
from collections import defaultdict

import pytest

from tests.readers.pdf_marks import read_pages
from tests.readers.printed_cards import RIM, fronts
from tt_print.deck import FULL
from tt_print.outputs import deck_pdf
from tt_print.sheets.backs import Backs
from tt_print.sheets.deck import DeckChoices, make_deck_sheets
from tt_print.sheets.marks import guillotine_stops

CASES = [
    ("a4", "standard", 0.0, "none"), ("letter", "poker", 0.0, "none"), ("a4", "mini", 0.0, "none"), ("a4", "poker", 3.0, "none"),
    ("letter", "standard", 1.0, "none"), ("a4", "standard", 0.0, "fold"), ("letter", "poker", 3.0, "fold"),
    ("a3", "bridge", 0.0, "none"), ("tabloid", "tarot", 2.0, "none"), ("a3", "standard", 1.0, "fold"),
]  # fmt: skip
QUICK = CASES[::2]
EVERY = [
    (paper, card, bleed, mode)
    for paper in ("a4", "letter", "a3", "tabloid") for card in ("standard", "poker", "bridge", "mini", "tarot")
    for bleed in (0.0, 1.0, 2.0, 3.0) for mode in ("none", "fold")
]  # fmt: skip
every_sheet = pytest.mark.parametrize(
    ("paper", "card", "bleed", "mode"),
    [*QUICK, *(pytest.param(*c, marks=pytest.mark.slow) for c in EVERY if c not in QUICK)],
)


def sheet(paper, card, bleed, mode):
    """A full sheet as it is printed: the page, the cards on it, and the plan for what the terminal says."""
    made = make_deck_sheets(DeckChoices(
        paper, card=card, bleed_mm=bleed, only=FULL[:36], chits=False, backs=Backs(mode), fit="grid",
    ))  # fmt: skip
    page = read_pages(deck_pdf(made)[1])[0]
    size = made.plan.card
    cards = sorted((c.left, c.top, c.right, c.bottom) for c in fronts(page, size.width_mm, size.height_mm))
    assert len(cards) == min(made.plan.count, 36)
    return page, cards, made


def ticks(page):
    """Number to the two ends that bear it: (direction, place, inner end, outer end), the number beside its tick."""
    found = []
    for mark in page.marks:
        if mark.group or mark.kind != "paint" or abs(mark.stroke_mm - 0.2) > 1e-3 or len(mark.points) % 2:
            continue
        for (x1, y1), (x2, y2) in zip(mark.points[::2], mark.points[1::2], strict=True):
            length = abs(x1 - x2) + abs(y1 - y2)
            if 0.6 < length < 3.6:
                found.append(("upright", x1, y1, y2) if abs(x1 - x2) < 1e-6 else ("level", y1, x1, x2))
    numbers = [t for t in page.texts if re.fullmatch(r"\d{1,2}", t.text)]
    ends = defaultdict(list)
    for direction, at, inner, outer in found:
        middle = (inner + outer) / 2
        x, y = (at, middle) if direction == "upright" else (middle, at)
        name = min(numbers, key=lambda t: sum(_apart(t, x, y)))
        assert max(_apart(name, x, y)) < 2.8, "a number beside its tick"
        ends[int(name.text)].append((direction, at, inner, outer))
    return ends


def _apart(number, x, y):
    """How far a number's middle lies from a point: a figure is 0.6 em wide and 0.67 high, its y that of its foot."""
    return abs(number.x + 0.3 * number.size * len(number.text) - x), abs(number.y - 0.33 * number.size - y)


def close(one, other):
    return all(abs(a - b) <= 0.01 for a, b in zip(one, other, strict=True))


@every_sheet
def test_knife_and_ruler(paper, card, bleed, mode):
    """Each cut goes along a ruler laid at its two ticks, all across the sheet, and every piece stays where it is."""
    page, cards, _made = sheet(paper, card, bleed, mode)
    ends = ticks(page)
    assert sorted(ends) == list(range(1, len(ends) + 1)), "numbered in cutting order without a gap"
    pieces = [(0.0, 0.0, page.width, page.height)]
    for number in sorted(ends):
        (first, second) = ends[number]
        assert first[0] == second[0] and abs(first[1] - second[1]) < 0.001, "both ends of one straight line"
        direction, at = first[:2]
        for _, _, inner, outer in (first, second):
            assert not any(_inside(c, direction, at, inner) or _inside(c, direction, at, outer) for c in cards)
        pieces = [part for piece in pieces for part in split_piece(piece, direction, at)]
    of_cards = [p for p in pieces if any(close(p, c) for c in cards)]
    assert len(of_cards) == len(cards), "each card is one of the pieces, whole"
    # the long way first: no cut of the second way is numbered among the first
    ways = [ends[number][0][0] for number in sorted(ends)]
    assert ways == sorted(ways, key=ways.index)


def _inside(card, direction, at, along):
    left, top, right, bottom = card
    x, y = (at, along) if direction == "upright" else (along, at)
    return left + 0.01 < x < right - 0.01 and top + 0.01 < y < bottom - 0.01


def split_piece(piece, direction, at):
    left, top, right, bottom = piece
    if direction == "upright" and left < at < right:
        return [(left, top, at, bottom), (at, top, right, bottom)]
    if direction == "level" and top < at < bottom:
        return [(left, top, right, at), (left, at, right, bottom)]
    return [piece]


WAY = r"(\S+ x [\d.]+)( \(\S+ between\))?"
STOPS = re.compile(rf"cuts (\d+) and (\d+), then stops from the edge just cut: {WAY}; turn; {WAY} mm")


@every_sheet
def test_guillotine(paper, card, bleed, mode):
    """Two cuts by their ticks while the sheet is whole; then each piece against the stop, set to the printed figures."""
    page, cards, made = sheet(paper, card, bleed, mode)
    ends = ticks(page)
    printed = guillotine_stops(made.plan)
    first, second, *rest = STOPS.search(printed).groups()
    sheet_left = (0.0, 0.0, page.width, page.height)
    for number in (int(first), int(second)):
        direction, at = ends[number][0][:2]
        sheet_left = split_piece(sheet_left, direction, at)[-1]
    way = ends[int(first)][0][0]
    strips = _against_the_stop([sheet_left], way, *rest[:2])
    found = _against_the_stop(strips, "level" if way == "upright" else "upright", *rest[2:])
    assert [c for c in cards if not any(close(c, f) for f in found)] == []
    assert len(found) == made.plan.count


def _against_the_stop(pieces, direction, figures, between):
    count, side = (float(v) for v in figures.split(" x "))
    gap = float(re.search(r"[\d.]+", between).group()) if between else 0.0
    kept = []
    for piece in pieces:
        for number in range(int(count)):
            start = piece[0] if direction == "upright" else piece[1]
            card, piece = split_piece(piece, direction, start + side)
            kept.append(card)
            if gap and number + 1 < count:
                _, piece = split_piece(piece, direction, (piece[0] if direction == "upright" else piece[1]) + gap)
    return kept


@pytest.mark.parametrize("card", ["standard", "poker", "bridge", "mini", "tarot"])
@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "tabloid"])
def test_the_sheet_states_the_stops(paper, card):
    made = make_deck_sheets(DeckChoices(paper, card=card, only=(FULL[0],), fit="grid"))
    page = read_pages(deck_pdf(made)[1])[0]
    assert [t.text for t in page.texts if t.text.startswith("Guillotine")] == [guillotine_stops(made.plan)]


@pytest.mark.slow
def test_words_and_ruler_stay_off_the_cards_and_out_of_the_dead_zone():
    for paper in ("a4", "letter", "a3", "tabloid"):
        for card in ("standard", "poker", "bridge", "mini", "tarot"):
            page, _cards, _made = sheet(paper, card, 0.0, "none")
            for mark in (m for m in page.marks if m.kind == "paint"):
                left, top, right, bottom = mark.box
                assert min(left, top, page.width - right, page.height - bottom) >= 4.99
            for text in page.texts:
                assert min(text.x, text.y, page.width - text.x, page.height - text.y) >= 4.99


def test_no_ink_within_the_rim_of_a_cut():
    for paper, card, bleed, mode in CASES[:6]:
        page, cards, _made = sheet(paper, card, bleed, mode)
        for mark in (m for m in page.marks if m.group and m.kind == "paint" and len(m.points) > 4):
            left, top, right, bottom = mark.box
            for c in cards:
                if c[0] < left and right < c[2] and c[1] < top and bottom < c[3]:
                    assert min(left - c[0], top - c[1], c[2] - right, c[3] - bottom) >= RIM - 0.01
