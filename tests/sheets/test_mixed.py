"""Cards that lie across as well: no card is lost, none overlaps, and who cuts along the numbers ends with all of them.

The one who cuts knows only what is printed: lines between blocks with their number, then ticks, of which one end has it.
"""

import os
import re
from functools import cache
from math import ceil, floor

import pypdfium2
import pytest

from tests.makers.prints import kept_files, print_files
from tests.readers.page_faults import faults_of
from tests.readers.pdf_marks import MM, read_pages
from tests.readers.printed_cards import fronts
from tests.sheets.cutting import apart, check_dead_zone, lines_of, middle_of, nearest, same_piece, split_piece
from tests.sheets.decks import SIZES, fold_of, print_deck, print_full_sheet, rects, worst_miss
from tests.walks import walk
from tt_print.sheets.plan import WHOLE_DECK, card_sizes, find_card_size, find_paper, known_papers, plan_sheet

STEP = 1 if "EVERY_MIXED_SHEET" in os.environ else 12
BLEEDS = (0.0, 1.0, 2.0, 3.0)
OTHERS = ("210x330", "176x250", "216x343", "250x353", "329x483")


@cache
def mixed_plans():
    """Every plan with cards both ways: (paper, card, bleed, folded)."""
    found = {}
    for paper in (*known_papers(), *map(find_paper, OTHERS)):
        for card in card_sizes():
            for bleed in BLEEDS:
                for fold in (False, True):
                    plan = plan_sheet(paper, card, bleed, None, fold, "mixed")
                    if plan.parts:
                        found[paper.name, card.name, bleed, fold] = plan
    return found


def test_a_mixed_sheet_holds_more_than_any_grid_and_no_more_than_the_paper():
    for (paper, card, bleed, fold), plan in mixed_plans().items():
        grid = plan_sheet(find_paper(paper), find_card_size(card), bleed, None, fold)
        assert plan.count > grid.count
        assert 0 < plan.turned_count < plan.count
        area = plan.paper.width_mm * plan.paper.height_mm / (1 + fold)
        assert plan.count * plan.card.width_mm * plan.card.height_mm < area
    assert len(mixed_plans()) > 200


def _rects(plan):
    w, h = plan.card.width_mm, plan.card.height_mm
    return [
        (s.x_mm, s.y_mm, s.x_mm + (h if s.is_turned else w), s.y_mm + (w if s.is_turned else h)) for s in plan.slots
    ]


def test_cards_with_their_bleed_overlap_nowhere_and_keep_the_margin():
    for (_, _, bleed, fold), plan in mixed_plans().items():
        rects, paper = _rects(plan), plan.paper
        assert len(rects) == plan.count
        width = paper.width_mm / (1 + (plan.fold == "vertical"))
        height = paper.height_mm / (1 + (plan.fold == "horizontal"))
        assert bool(plan.fold) == fold
        room = plan.margin_mm + bleed - 1e-6
        for left, top, right, bottom in rects:
            assert left >= room and top >= room
            assert right <= width - (4 if plan.fold == "vertical" else room) + 1e-6
            assert bottom <= height - (4 if plan.fold == "horizontal" else room) + 1e-6
        for index, one in enumerate(rects):
            for other in rects[index + 1 :]:
                apart = max(other[0] - one[2], one[0] - other[2], other[1] - one[3], one[1] - other[3])
                assert apart >= 2 * bleed - 1e-6


def _fit(room, side, gap):
    return max(0, floor((room + gap) / (side + gap) + 1e-9)) if room > 0 else 0


def _tried(width, height, w, h, gap, gutter, blocks):
    """The most cards that so many blocks hold, by trying every first cut and every block on one side of it."""
    best = max(_fit(width, w, gap) * _fit(height, h, gap), _fit(width, h, gap) * _fit(height, w, gap))
    if blocks > 1:
        for across, down in ((w, h), (h, w)):
            for rows in range(1, _fit(height, down, gap) + 1):
                rest = height - rows * (down + gap) + gap - gutter
                best = max(best, rows * _fit(width, across, gap) + _tried(width, rest, w, h, gap, gutter, blocks - 1))
            for columns in range(1, _fit(width, across, gap) + 1):
                rest = width - columns * (across + gap) + gap - gutter
                best = max(
                    best, columns * _fit(height, down, gap) + _tried(rest, height, w, h, gap, gutter, blocks - 1)
                )
    return best


def _most(plan):
    """The most cards on the paper of a plan, whichever way it lies."""
    w, h, bleed = plan.card.width_mm, plan.card.height_mm, plan.bleed_mm
    sides = [side - 2 * (plan.margin_mm + bleed) for side in (plan.paper.width_mm, plan.paper.height_mm)]
    return max(_tried(*way, w, h, 2 * bleed, max(3, 2 * (bleed + 1)), 3) for way in (sides, sides[::-1]))


def test_no_three_blocks_hold_more_unless_the_words_would_have_no_room():
    plans = [plan for (_, _, bleed, fold), plan in mixed_plans().items() if bleed in (0, 2) and not fold]
    fewer = [plan for plan in plans if plan.count != _most(plan)]
    assert len(plans) > 80 and len(fewer) <= 6
    assert all(plan.count < _most(plan) and plan.card.name == "mini" for plan in fewer)


def test_by_itself_only_where_a_deck_takes_a_tenth_fewer_sheets():
    used = 0
    for (paper, card, bleed, fold), plan in mixed_plans().items():
        asked = find_paper(paper), find_card_size(card), bleed, None, fold
        grid, auto = plan_sheet(*asked), plan_sheet(*asked, "auto")
        # the numbers of the cuts are of six points beyond the paper's dead zone
        readable = min(plan.area.left, plan.area.top) >= plan.paper.unprintable_mm + 2.7
        worth = ceil(WHOLE_DECK / plan.count) <= 0.9 * ceil(WHOLE_DECK / grid.count)
        if worth and readable:
            assert auto == plan
        elif auto != grid:  # another way that is worth it, too
            assert ceil(WHOLE_DECK / auto.count) <= 0.9 * ceil(WHOLE_DECK / grid.count)
            assert min(auto.area.left, auto.area.top) >= auto.paper.unprintable_mm + 2.7
        used += auto != grid
    assert 0 < used < len(mixed_plans())


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("card", ["standard", "poker", "bridge"])
@pytest.mark.parametrize("mode", ["none", "fold"])
def test_usual_sheets_are_what_they_were(paper, card, mode):
    """A card that is printed again next year lies where it lay."""
    asked = find_paper(paper), find_card_size(card), 0.0, None, mode == "fold"
    assert plan_sheet(*asked, "auto") == plan_sheet(*asked)


# ---------------------------------------------------------------- cutting what is printed

QUICK = [
    ("legal", "standard", 0.0, "none"), ("a3", "japanese", 0.0, "none"), ("210x330", "mini", 2.0, "none"), ("a3", "tarot", 0.0, "fold"),
    ("a4", "tarot", 0.0, "none"), ("tabloid", "standard", 3.0, "none"), ("225x338", "62x84", 0.0, "none"),
]  # fmt: skip


def cut(page, cards, fold):
    """All pieces of paper after the last cut, cutting number after number, each across the piece that its ticks are on."""
    numbers = {}
    for text in page.texts:
        on_a_card = any(left < text.x < right and top < text.y < bottom for left, top, right, bottom in cards)
        if re.fullmatch(r"\d{1,2}", text.text) and not on_a_card:
            numbers.setdefault(int(text.text), []).append(text)
    assert sorted(numbers) == list(range(1, len(numbers) + 1)), "numbered in cutting order without a gap"
    lines = list(lines_of(page))
    long, ticks = ([line for line in lines if a < line.end - line.start < b] for a, b in ((3.6, 1e3), (0.6, 3.6)))
    sheet = (0.0, 0.0, page.width, page.height)
    if fold:  # the sheet that is cut is the folded one
        upright = fold_of(page) == "vertical"
        sheet = split_piece(sheet, "upright" if upright else "level", (page.width if upright else page.height) / 2)[0]
    pieces, parted = [sheet], 0
    while on := [line for text in numbers[parted + 1] for line in long if _on(text, line)]:
        parted += 1
        ((direction, at),) = {line[:2] for line in on}
        spot = next((at, line.start) if direction == "upright" else (line.start, at) for line in on)
        (hand,) = [piece for piece in pieces if _within(piece, *spot)]
        pieces.remove(hand)
        pieces += split_piece(hand, direction, at)
        assert len(numbers[parted]) == 2, "at both ends"
    assert parted in (1, 2)
    done, finished, current, strips = [], [], None, []
    for number in range(parted + 1, len(numbers) + 1):
        for text in numbers[number]:
            tick = nearest(text, ticks)
            assert apart(text, tick) < (2.8 if number < 10 else 3.2), "a number beside its tick"
            (hand,) = [piece for piece in pieces if _within(piece, *tick.middle)]
            ends = [t for t in ticks if t[0] == tick[0] and abs(t.at - tick.at) < 1e-3 and _within(hand, *t.middle)]
            assert len(ends) == 2, "a tick at both ends of the cut, on the piece that is cut"
        if hand != current:
            assert number == parted + 1 or hand not in finished, "one piece after the other"
            done += strips
            finished.append(hand)
            current, strips = hand, [hand]
        strips = [part for piece in strips for part in split_piece(piece, *tick[:2])]
    return done + strips


def _within(piece, x, y):
    return piece[0] <= x <= piece[2] and piece[1] <= y <= piece[3]


def _on(text, line):
    x, y = middle_of(text)
    across, along = (x, y) if line.direction == "upright" else (y, x)
    return abs(across - line.at) < 0.5 and line.start - 1.5 < along < line.end + 1.5


def check_sheet(paper, card, bleed, mode):
    """Who cuts by the numbers ends with the cards; the ruler and the words lie on none."""
    deck, count = print_full_sheet(f"--fit mixed --backs {mode}", paper, card, bleed)
    page = read_pages(deck.pdf)[0]
    cards = list(rects(page, card))
    assert 0 <= count - len(cards) < 3
    pieces = cut(page, cards, mode == "fold")
    assert all(sum(same_piece(piece, one) for piece in pieces) == 1 for one in cards), "each card is one of the pieces"
    check_dead_zone(page)
    words = [t for t in page.texts if re.search("Triple|Print at|must be|tt_print|Guillotine|fold here", t.text)]
    assert len(words) >= 4 and [t.text for t in words].count("must be 50 mm") == 1
    assert not any(left < t.x < right and top < t.y < bottom for t in words for left, top, right, bottom in cards)


@walk(("paper", "card", "bleed", "mode"), QUICK)
def test_who_cuts_by_the_numbers_ends_with_the_cards(paper, card, bleed, mode):
    check_sheet(paper, card, bleed, mode)


@pytest.mark.slow
def test_every_mixed_sheet_can_be_cut_by_its_numbers():
    """Of every paper, card and bleed; `EVERY_MIXED_SHEET` walks them all, otherwise one in twelve."""
    for paper, card, bleed, fold in list(mixed_plans())[::STEP]:
        check_sheet(paper, card, bleed, "fold" if fold else "none")


def check_backs(paper, card, bleed, mode, flip):
    edge = "" if mode == "fold" else f"--flip {flip}"
    deck, _ = print_full_sheet(f"--fit mixed --backs {mode} {edge}", paper, card, bleed)
    assert worst_miss(deck, card, flip, bleed or 2.0) <= 0.01


@walk(("paper", "card", "bleed", "mode", "flip"), [
    ("legal", "standard", 0.0, "duplex", "long"), ("a3", "tarot", 0.0, "fold", "long"), ("a4", "tarot", 0.0, "separate", "short"),
])  # fmt: skip
def test_a_back_lies_behind_its_front_whichever_way_it_lies(paper, card, bleed, mode, flip):
    check_backs(paper, card, bleed, mode, flip)


@pytest.mark.slow
def test_every_back_lies_behind_its_front_whichever_way_it_lies():
    for index, (paper, card, bleed, fold) in enumerate(list(mixed_plans())[STEP // 2 :: STEP]):
        mode = "fold" if fold else ("duplex", "separate")[index % 2]
        check_backs(paper, card, bleed, mode, "long" if fold or index % 4 < 2 else "short")


def check_words_of_backs(paper, card, bleed, flip):
    """The rectangles of the letters on a sheet of backs, as pdfium finds them, lie on no place of a card."""
    deck = print_deck(f"--fit mixed --backs duplex --flip {flip} --ink low", paper, card, 1, bleed)
    with pypdfium2.PdfDocument(deck.pdf) as pdf:
        width, height = (points * MM for points in pdf[1].get_size())
        text = pdf[1].get_textpage()
        assert "backs of sheet 1" in text.get_text_range()
        words = [[points * MM for points in text.get_rect(index)] for index in range(text.count_rects())]
    plan = plan_sheet(find_paper(paper), find_card_size(card), bleed, None, False, "mixed")
    for x1, y1, x2, y2 in _rects(plan):
        if plan.paper.width_mm > plan.paper.height_mm:  # clockwise, as the printer takes the sheet
            x1, y1, x2, y2 = plan.paper.height_mm - y2, x1, plan.paper.height_mm - y1, x2
        x1, y1, x2, y2 = (width - x2, y1, width - x1, y2) if flip == "long" else (x1, height - y2, x2, height - y1)
        for left, bottom, right, top in words:
            assert right <= x1 or left >= x2 or height - bottom <= y1 or height - top >= y2, (paper, card)


def narrow_plans():
    """Those whose margins have no room for words, which stand in a corner that no card takes."""
    return [each for each, plan in mixed_plans().items() if not each[3] and max(plan.area.left, plan.area.top) < 12.2]


def test_words_of_backs_lie_on_no_card():
    assert len(narrow_plans()) > 15
    for (paper, card, bleed, _), flip in zip(narrow_plans()[::6], ("long", "short") * 9, strict=False):
        check_words_of_backs(paper, card, bleed, flip)


def test_words_in_a_corner_keep_clear_of_the_ruler_and_of_each_other():
    """The numbers of cuts are as small and as near to their ticks as margins are narrow."""
    for paper, card, bleed, _ in narrow_plans()[::6]:
        faults = faults_of(print_deck("--fit mixed --ink low", paper, card, 1, bleed).pdf, faces=True)
        assert [str(fault) for fault in faults if not fault.text.strip().isdecimal()] == [], (paper, card, bleed)


@pytest.mark.slow
def test_words_of_backs_lie_on_no_card_of_any_sheet():
    for index, (paper, card, bleed, _) in enumerate(narrow_plans()):
        check_words_of_backs(paper, card, bleed, ("long", "short")[index % 2])


# ---------------------------------------------------------------- what is said


def test_the_terminal_says_what_is_gained_and_where_to_cut_first():
    for words, said in (
        ("--paper legal --fit mixed", "11 a sheet instead of 10: 2 cards lie across. All one way: --fit grid."),
        ("--paper legal --fit mixed",
         "14 cuts a sheet, numbered: cut along 1 first, between the blocks; then each block, 2-9, then 10-14."),
        ("--paper a4 --card mini --bleed 3", "14 a sheet instead of 12, with some cards across: --fit mixed."),
        ("--paper letter --card tarot", "5 a sheet instead of 4: 2 cards lie across"),
        ("--paper a4 --fit mixed", "No more than 9 fit with cards lying across as well"),
    ):  # fmt: skip
        assert said in kept_files(f"deck --only RH3 {words}").ran.out
    assert "--fit mixed" not in kept_files("deck --only RH3 --paper legal --fit mixed").ran.out
    assert "sheet instead" not in kept_files("deck --only RH3 --paper legal --fit grid").ran.out
    refused = print_files("deck --paper a4 --fit tight").ran
    assert refused.status == 2 and "auto, grid or mixed" in refused.err


def test_one_name_one_sheet():
    """The file's name says how cards lie, not how that was asked for."""
    auto, mixed, grid = (kept_files(f"deck --paper letter --card tarot --only RH3 --fit {fit}") for fit in ("auto", "mixed", "grid"))  # fmt: skip
    assert auto.files == mixed.files and mixed.name != grid.name
    assert "-mixed-" in mixed.name and "mixed" not in grid.name


def test_a_used_sheet_has_its_places_where_the_whole_deck_had_them():
    whole, one = (read_pages(kept_files(f"deck --paper letter --card tarot {words}").pdf)[0]
                  for words in ("--deck west --no-chits", "--only RC1 --start-at 5"))  # fmt: skip
    places = fronts(whole, *SIZES["tarot"], either_way=True)
    (used,) = fronts(one, *SIZES["tarot"], either_way=True)
    assert len(places) == 5 and used.middle == pytest.approx(places[4].middle, abs=0.01)
    refused = print_files("deck --paper letter --card tarot --only RC1 --start-at 6").ran
    assert refused.status == 2 and "slots 1 to 5" in refused.err
