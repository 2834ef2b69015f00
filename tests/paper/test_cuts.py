"""Two people cut a sheet: one with knife and ruler, one with a guillotine. Both end with the cards and nothing else.

Both know only what is printed: ticks with numbers, and the line with the stops.
"""

import re
from collections import defaultdict
from itertools import product

import pytest

from tests.paper.cutting import apart, check_dead_zone, same_piece, split_piece, ticks_of
from tests.paper.decks import FIVE, PAPERS, print_deck, print_full_sheet, rects
from tests.readers.pdf_marks import read_pages
from tests.readers.printed_cards import RIM
from tests.walks import walk

CASES = [
    ("a4", "standard", 0.0, "none"), ("a4", "mini", 0.0, "none"), ("letter", "poker", 3.0, "fold"), ("a3", "bridge", 0.0, "none"),
]  # fmt: skip


def ends_of_cuts(page):
    """By its number the two ticks of each cut."""
    numbers = [t for t in page.texts if re.fullmatch(r"\d{1,2}", t.text)]
    ends = defaultdict(list)
    for tick in ticks_of(page):
        name = min(numbers, key=lambda number, tick=tick: apart(number, tick))
        assert apart(name, tick) < 2.8, "a number beside its tick"
        ends[int(name.text)].append(tick)
    return ends


def check_cutting(paper, card, bleed, mode):
    deck, count = print_full_sheet(f"--backs {mode}", paper, card, bleed)
    page = read_pages(deck.pdf)[0]
    cards, ends = sorted(rects(page, card)), ends_of_cuts(page)
    assert 0 <= count - len(cards) < 3
    cut_with_knife_and_ruler(page, cards, ends)
    said = [found for text in (*(t.text for t in page.texts), deck.ran.out) if (found := STOPS.search(text))]
    for stops in said:
        cut_with_guillotine(page, cards, ends, count, *stops.groups())
    if not bleed and mode == "none":
        check_dead_zone(page)
        assert said, "on paper or on the screen"


def cut_with_knife_and_ruler(page, cards, ends):
    """Each cut goes along a ruler laid at its two ticks, all across the sheet, and every piece stays where it is."""
    assert sorted(ends) == list(range(1, len(ends) + 1)), "numbered in cutting order without a gap"
    pieces = [(0.0, 0.0, page.width, page.height)]
    for number in sorted(ends):
        first, second = ends[number]
        assert first.direction == second.direction and abs(first.at - second.at) < 0.001, "both ends of one line"
        for tick in (first, second):
            assert not any(inside(card, *point) for card in cards for point in points_of(tick))
        pieces = [part for piece in pieces for part in split_piece(piece, first.direction, first.at)]
    assert all(any(same_piece(piece, card) for piece in pieces) for card in cards), "each card is one of the pieces"
    ways = [ends[number][0].direction for number in sorted(ends)]
    assert ways == sorted(ways, key=ways.index), "the long way first"


def points_of(tick):
    return [(tick.at, y) if tick.direction == "upright" else (y, tick.at) for y in (tick.start, tick.end)]


def inside(card, x, y):
    left, top, right, bottom = card
    return left + 0.01 < x < right - 0.01 and top + 0.01 < y < bottom - 0.01


WAY = r"([\d.]+ mm \(\d+x\))( with \S+ mm between)?"
STOPS = re.compile(
    rf"With a paper cutter: make cuts (\d+) and (\d+)\. From there, cut every {WAY}, turn, and cut every {WAY}\."
)


def cut_with_guillotine(page, cards, ends, count, first, second, *rest):
    """Two cuts by their ticks while the sheet is whole; then each piece against the stop, set to the printed figures."""
    sheet = (0.0, 0.0, page.width, page.height)
    for number in (int(first), int(second)):
        sheet = split_piece(sheet, *ends[number][0][:2])[-1]
    way = ends[int(first)][0].direction
    strips = against_the_stop([sheet], way, *rest[:2])
    found = against_the_stop(strips, "level" if way == "upright" else "upright", *rest[2:])
    assert [card for card in cards if not any(same_piece(card, piece) for piece in found)] == []
    assert len(found) == count


def against_the_stop(pieces, direction, figures, between):
    side, count = (float(figure) for figure in re.findall(r"[\d.]+", figures))
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


@walk(("paper", "card", "bleed", "mode"), CASES)
def test_knife_and_guillotine_end_with_the_cards(paper, card, bleed, mode):
    check_cutting(paper, card, bleed, mode)


@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPERS)
def test_knife_and_guillotine_end_with_the_cards_of_every_sheet(paper):
    """Every card without backs and folded; half of the bleeds each way."""
    for card, bleed in product(FIVE, (0.0, 1.0, 2.0, 3.0)):
        check_cutting(paper, card, bleed, ("none", "fold")[(FIVE.index(card) + int(bleed)) % 2])
        if not bleed:
            check_cutting(paper, card, bleed, ("fold", "none")[FIVE.index(card) % 2])


def test_cuts_are_numbered_the_long_way_first():
    for card, first in (("standard", "upright"), ("mini", "level")):  # six by three minis lie on their side
        ends = ends_of_cuts(read_pages(print_deck("", card=card).pdf)[0])
        long = {number for number, ticks in ends.items() if ticks[0].direction == first}
        assert long == set(range(1, 5)) and len(ends) == (8 if card == "standard" else 11)


@walk(("paper", "card", "bleed"), [case[:3] for case in CASES[:3]])
def test_a_face_has_no_ink_within_the_rim_of_a_cut(paper, card, bleed):
    """A back goes on over its cuts."""
    page = read_pages(print_deck("--backs none --theme tab", paper, card, 2, bleed).pdf)[0]
    cards = list(rects(page, card))
    for left, top, right, bottom in (m.box for m in page.marks if m.group and m.kind == "paint" and len(m.points) > 4):
        for c in cards:
            if c[0] < left and right < c[2] and c[1] < top and bottom < c[3]:
                assert min(left - c[0], top - c[1], c[2] - right, c[3] - bottom) >= RIM - 0.01
