"""Cards that lie across as well: no card is lost, none overlaps, and who cuts along the numbers ends with all of them.

The one who cuts knows only what is printed: lines between blocks with their number, then ticks, of which one end has it.
"""

import os
import re
from functools import cache
from math import ceil, floor

import pypdfium2
import pytest

from tests.readers.pdf_marks import MM, read_pages
from tests.readers.printed_cards import backs, farthest, fronts, turned_over
from tests.sheets.test_cuts import split_piece
from tt_print.cli import run
from tt_print.deck import FULL
from tt_print.errors import InputError
from tt_print.outputs import back_pdf, deck_pdf
from tt_print.sheets.backs import Backs
from tt_print.sheets.blocks import Cell, best_layouts, count_cards
from tt_print.sheets.deck import DeckChoices, make_deck_sheets
from tt_print.sheets.marks import words_corner
from tt_print.sheets.plan import WHOLE_DECK, card_sizes, find_card_size, find_paper, known_papers, plan_sheet

STEP = 1 if "EVERY_MIXED_SHEET" in os.environ else 12
BLEEDS = (0.0, 1.0, 2.0, 3.0)
OTHERS = ("210x330", "176x250", "216x343", "250x353", "329x483")


def papers():
    return [*known_papers(), *map(find_paper, OTHERS)]


@cache
def mixed_plans():
    """Every plan with cards both ways: (paper, card, bleed, folded)."""
    found = {}
    for paper in papers():
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


def test_no_three_blocks_hold_more():
    for width, height in ((198, 318), (203, 343), (285, 408), (164, 238), (237, 341)):
        for card in card_sizes():
            for gap, gutter in ((0.0, 3.0), (4.0, 6.0)):
                cell = Cell(card.width_mm, card.height_mm, gap)
                found = max(map(count_cards, best_layouts(width, height, cell, gutter, 1)))
                assert found == _tried(width, height, card.width_mm, card.height_mm, gap, gutter, 3)


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
    ("legal", "standard", 0.0, "none"), ("a3", "japanese", 0.0, "none"), ("letter", "tarot", 2.0, "none"),
    ("210x330", "mini", 2.0, "none"), ("a3", "tarot", 0.0, "fold"), ("a4", "tarot", 0.0, "none"), ("tabloid", "standard", 3.0, "none"),
    ("225x338", "62x84", 0.0, "none"),
]  # fmt: skip


def printed(paper, card, bleed, mode, fit="mixed", flip="long"):
    """A full sheet of one card, or of two where more than 20 fit: what matters here is where cards lie, not which."""
    plan = plan_sheet(find_paper(paper), find_card_size(card), bleed, None, mode == "fold", fit)
    kinds = ceil(plan.count / 20)
    return make_deck_sheets(DeckChoices(
        paper, card=card, bleed_mm=bleed, only=FULL[:kinds], copies=plan.count // kinds, ink_style="low", fit=fit,
        backs=Backs(mode, flip),
    ))  # fmt: skip


def _lines(page):
    """Straight lines outside of cards: (direction, at, from, to)."""
    for mark in page.marks:
        if mark.group or mark.kind != "paint" or abs(mark.stroke_mm - 0.2) > 1e-3 or len(mark.points) % 2:
            continue
        for (x1, y1), (x2, y2) in zip(mark.points[::2], mark.points[1::2], strict=True):
            if abs(x1 - x2) < 1e-6:
                yield "upright", x1, *sorted((y1, y2))
            else:
                yield "level", y1, *sorted((x1, x2))


def _apart(text, x, y):
    return abs(text.x + 0.3 * text.size * len(text.text) - x), abs(text.y - 0.33 * text.size - y)


def _within(piece, x, y):
    return piece[0] <= x <= piece[2] and piece[1] <= y <= piece[3]


def cut(page, cards, blocks, plan):
    """All pieces of paper after the last cut, cutting number after number, each across the piece that its ticks are on."""
    numbers = {}
    for text in page.texts:
        on_a_card = any(c.left < text.x < c.right and c.top < text.y < c.bottom for c in cards)
        if re.fullmatch(r"\d{1,2}", text.text) and not on_a_card:
            numbers.setdefault(int(text.text), []).append(text)
    assert sorted(numbers) == list(range(1, len(numbers) + 1)), "numbered in cutting order without a gap"
    lines = list(_lines(page))
    ticks = [line for line in lines if 0.6 < line[3] - line[2] < 3.6]
    sheet = (0.0, 0.0, page.width, page.height)
    if plan.fold:  # the sheet that is cut is the folded one
        sheet = split_piece(sheet, "upright" if plan.fold == "vertical" else "level",
                       (page.width if plan.fold == "vertical" else page.height) / 2)[0]  # fmt: skip
    pieces = [sheet]
    parted = blocks - 1
    for number in range(1, parted + 1):
        on = [line for text in numbers[number] for line in lines if line[3] - line[2] > 3.6 and _on(text, line)]
        ((direction, at),) = {line[:2] for line in on}
        spot = next((at, line[2]) if direction == "upright" else (line[2], at) for line in on)
        (hand,) = [piece for piece in pieces if _within(piece, *spot)]
        pieces.remove(hand)
        pieces += split_piece(hand, direction, at)
        assert len(numbers[number]) == 2, "at both ends"
    assert len(pieces) == blocks
    done, finished, current, strips = [], [], None, []
    for number in range(parted + 1, len(numbers) + 1):
        for text in numbers[number]:
            tick = min(ticks, key=lambda t: sum(_apart(text, *_middle(t))))
            assert max(_apart(text, *_middle(tick))) < (2.8 if number < 10 else 3.2), "a number beside its tick"
            (hand,) = [piece for piece in pieces if _within(piece, *_middle(tick))]
            ends = [t for t in ticks if t[0] == tick[0] and abs(t[1] - tick[1]) < 1e-3 and _within(hand, *_middle(t))]
            assert len(ends) == 2, "a tick at both ends of the cut, on the piece that is cut"
        if hand != current:
            assert number == parted + 1 or hand not in finished, "one piece after the other"
            done += strips
            finished.append(hand)
            current, strips = hand, [hand]
        strips = [part for piece in strips for part in split_piece(piece, *tick[:2])]
    return done + strips


def _on(text, line):
    direction, at, start, end = line
    x, y = text.x + 0.3 * text.size * len(text.text), text.y - 0.33 * text.size
    across, along = (x, y) if direction == "upright" else (y, x)
    return abs(across - at) < 0.5 and start - 1.5 < along < end + 1.5


def _middle(tick):
    direction, at, start, end = tick
    return (at, (start + end) / 2) if direction == "upright" else ((start + end) / 2, at)


def check_cutting(paper, card, bleed, mode):
    made = printed(paper, card, bleed, mode)
    plan = made.plan
    page = read_pages(deck_pdf(made)[1])[0]
    found = fronts(page, plan.card.width_mm, plan.card.height_mm, either_way=True)
    assert plan.count - plan.count % ceil(plan.count / 20) == len(found)
    pieces = cut(page, found, len(plan.parts), plan)
    for one in found:
        close = [p for p in pieces if max(abs(a - b) for a, b in zip(
            p, (one.left, one.top, one.right, one.bottom), strict=True)) <= 0.01]  # fmt: skip
        assert len(close) == 1, "each card is one of the pieces, whole"
    for mark in (m for m in page.marks if not m.group and m.kind == "paint"):
        left, top, right, bottom = mark.box
        assert min(left, top, page.width - right, page.height - bottom) >= 4.99, "nothing in the dead zone"
    for text in page.texts:
        assert min(text.x, text.y, page.width - text.x, page.height - text.y) >= 4.99


@pytest.mark.parametrize(("paper", "card", "bleed", "mode"), QUICK)
def test_who_cuts_by_the_numbers_ends_with_the_cards(paper, card, bleed, mode):
    check_cutting(paper, card, bleed, mode)


@pytest.mark.slow
def test_every_mixed_sheet_can_be_cut_by_its_numbers():
    """Of every paper, card and bleed; `EVERY_MIXED_SHEET` walks them all, otherwise one in twelve."""
    for name, card, bleed, fold in list(mixed_plans())[::STEP]:
        check_cutting(name, card, bleed, "fold" if fold else "none")


@pytest.mark.parametrize(("paper", "card", "bleed", "mode"), QUICK)
def test_the_ruler_and_the_words_lie_on_no_card(paper, card, bleed, mode):
    made = printed(paper, card, bleed, mode)
    page = read_pages(deck_pdf(made)[1])[0]
    words = [t for t in page.texts if re.search("Triple|Print at|must be|tt_print|Guillotine|fold here", t.text)]
    assert len(words) >= 4
    for text in words:
        for left, top, right, bottom in _rects(made.plan):
            assert not (left < text.x < right and top < text.y < bottom)
    assert [t.text for t in page.texts if t.text == "must be 50 mm"] == ["must be 50 mm"]


# ---------------------------------------------------------------- backs


def _backs(page, plan, bleed):
    """Corners of each back, whichever way it lies, its own top left one first."""
    w, h = plan.card.width_mm, plan.card.height_mm
    return backs(page, w, h, bleed) + backs(page, h, w, bleed)


def worst_miss(paper, card, bleed, mode, flip):
    made = printed(paper, card, bleed, mode, flip=flip)
    plan = made.plan
    assert plan.parts
    if mode == "duplex":
        pages = read_pages(deck_pdf(made)[1])
        pairs = list(zip(pages[0::2], pages[1::2], strict=True))
    elif mode == "separate":
        (data,) = back_pdf(made).values()
        pairs = list(zip(read_pages(deck_pdf(made)[1]), read_pages(data), strict=True))
    else:
        pairs = [(page, page) for page in read_pages(deck_pdf(made)[1])]
    worst = 0.0
    for front, back in pairs:
        cards = fronts(front, plan.card.width_mm, plan.card.height_mm, either_way=True)
        seen = []
        for corners in _backs(back, plan, made.choices.backs.bleed_mm):
            if mode == "fold":
                vertical = plan.fold == "vertical"
                seen.append(tuple((back.width - x, y) if vertical else (x, back.height - y) for x, y in corners))
            else:
                seen.append(tuple(turned_over(p, back, flip) for p in corners))
        worst = max(worst, farthest([card.corners for card in cards], seen))
    return worst


@pytest.mark.parametrize(("paper", "card", "bleed", "mode", "flip"), [
    ("legal", "standard", 0.0, "duplex", "long"), ("a3", "japanese", 0.0, "separate", "short"), ("a3", "tarot", 0.0, "fold", "long"),
    ("letter", "standard", 2.0, "duplex", "short"), ("a4", "tarot", 0.0, "separate", "long"),
])  # fmt: skip
def test_a_back_lies_behind_its_front_whichever_way_it_lies(paper, card, bleed, mode, flip):
    assert worst_miss(paper, card, bleed, mode, flip) <= 0.01


@pytest.mark.slow
def test_every_back_lies_behind_its_front_whichever_way_it_lies():
    for index, (name, card, bleed, fold) in enumerate(list(mixed_plans())[STEP // 2 :: STEP]):
        mode = "fold" if fold else ("duplex", "separate")[index % 2]
        flip = "long" if fold or index % 4 < 2 else "short"
        assert worst_miss(name, card, bleed, mode, flip) <= 0.01


def _words_of_backs(paper, card, bleed, flip):
    """The rectangles of the letters on a sheet of backs, as pdfium finds them, and the places of all cards there."""
    made = make_deck_sheets(DeckChoices(paper, card=card, bleed_mm=bleed, only=FULL[:1], ink_style="low", fit="mixed",
                                        backs=Backs("duplex", flip)))  # fmt: skip
    with pypdfium2.PdfDocument(deck_pdf(made)[1]) as pdf:
        width, height = (points * MM for points in pdf[1].get_size())
        text = pdf[1].get_textpage()
        assert "backs of sheet 1" in text.get_text_range()
        found = [[points * MM for points in text.get_rect(index)] for index in range(text.count_rects())]
    words = [(left, height - top, right, height - bottom) for left, bottom, right, top in found]
    places = []
    for x1, y1, x2, y2 in _rects(made.plan):
        if made.plan.paper.width_mm > made.plan.paper.height_mm:  # clockwise, as the printer takes the sheet
            x1, y1, x2, y2 = width - y2, x1, width - y1, x2
        places.append((width - x2, y1, width - x1, y2) if flip == "long" else (x1, height - y2, x2, height - y1))
    return words, places


def test_words_of_backs_lie_on_no_card():
    """On every sheet whose margins have no room for words, over both edges."""
    narrow = [name for name, plan in mixed_plans().items() if words_corner(plan) and not name[3]]
    assert len(narrow) > 15
    for index, (paper, card, bleed, _) in enumerate(narrow):
        words, places = _words_of_backs(paper, card, bleed, ("long", "short")[index % 2])
        for left, top, right, bottom in words:
            for place in places:
                assert right <= place[0] or left >= place[2] or bottom <= place[1] or top >= place[3], (paper, card)


# ---------------------------------------------------------------- what is said


def test_the_terminal_says_what_is_gained_and_where_to_cut_first(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("TT_PRINT_CONFIG", str(tmp_path / "config"))

    def said(line):
        assert run([*line.split(), "--out", str(tmp_path)]) == 0
        return capsys.readouterr().out

    legal = said("deck --paper legal --fit mixed --only RH3")
    assert "11 a sheet instead of 10: 2 cards lie across. All one way: --fit grid." in legal
    assert (
        "14 cuts a sheet, numbered: cut along 1 first, between the blocks; then each block, 2-9, then 10-14." in legal
    )
    assert "--fit mixed" not in legal
    assert "14 a sheet instead of 12, with some cards across: --fit mixed." in said(
        "deck --paper a4 --card mini --bleed 3 --only RH3"
    )
    assert "sheet instead" not in said("deck --paper legal --fit grid --only RH3")
    assert "5 a sheet instead of 4: 2 cards lie across" in said("deck --paper letter --card tarot --only RH3")
    assert "No more than 9 fit with cards lying across as well" in said("deck --paper a4 --fit mixed --only RH3")
    assert run(["deck", "--fit", "tight", "--paper", "a4"]) == 2
    assert "auto, grid or mixed" in capsys.readouterr().err


def test_one_name_one_sheet():
    """The file's name says how cards lie, not how that was asked for."""
    auto, mixed, grid = (printed("letter", "tarot", 0.0, "none", fit) for fit in ("auto", "mixed", "grid"))
    assert auto.stem == mixed.stem != grid.stem
    assert "-mixed-" in mixed.stem and "mixed" not in grid.stem
    assert deck_pdf(auto) == deck_pdf(mixed)


def test_a_used_sheet_has_its_places_where_the_whole_deck_had_them():
    whole = make_deck_sheets(DeckChoices("letter", card="tarot"))
    one = make_deck_sheets(DeckChoices("letter", card="tarot", only=(FULL[0],), start_at=5))
    assert one.plan == whole.plan and one.plan.parts
    with pytest.raises(InputError, match="slots 1 to 5"):
        make_deck_sheets(DeckChoices("letter", card="tarot", only=(FULL[0],), start_at=6))
