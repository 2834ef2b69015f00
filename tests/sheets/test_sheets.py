"""Sheets in numbers: how many cards fit, in which order they print, and what the starter holds."""

from itertools import combinations

import pytest

from tt_print.deck import FULL, SQUARES, WEST, parse_card
from tt_print.drawing.geometry import IDENTITY, apply, compose
from tt_print.drawing.shapes import Group, Text
from tt_print.drawing.text import width_of
from tt_print.errors import InputError
from tt_print.printer_profile import PrinterProfile
from tt_print.sheets.deck import DeckChoices, make_deck_sheets
from tt_print.sheets.marks import cut_order
from tt_print.sheets.plan import count_sheets, find_card_size, find_paper, plan_sheet
from tt_print.sheets.start import make_start_sheets
from tt_print.templates import read_toml


def plan(paper, card="standard"):
    return plan_sheet(find_paper(paper), find_card_size(card))


def codes(choices: DeckChoices) -> list[str]:
    return [code for sheet in make_deck_sheets(choices).sheets for code in sheet.codes if code]


@pytest.mark.parametrize(("paper", "card", "fits", "margins"), [
    # margins in mm beside and above, by hand: (210 - 3 x 63) / 2 = 10.5, (297 - 3 x 88) / 2 = 16.5
    ("a4", "standard", 9, (10.5, 16.5)), ("letter", "standard", 9, (13.45, 7.7)),
    ("a4", "poker", 9, (9.75, 15.15)), ("letter", "poker", 9, (12.7, 6.35)),
    ("a4", "bridge", 9, (19.275, 15.15)), ("letter", "bridge", 9, (22.225, 6.35)),
    ("a4", "mini", 18, (15.15, 9.75)), ("letter", "mini", 18, (6.35, 12.7)),
    ("a4", "tarot", 4, (35.0, 28.5)), ("letter", "tarot", 4, (37.95, 19.7)),
    ("a3", "standard", 18, (21.0, 16.5)), ("tabloid", "standard", 18, (26.9, 7.7)),
])  # fmt: skip
def test_so_many_cards_fit(paper, card, fits, margins):
    found = plan(paper, card)
    assert found.columns * found.rows == fits == len(found.slots)
    assert (found.left_mm, found.top_mm) == pytest.approx(margins)


@pytest.mark.parametrize("card", list(read_toml("sheets/cards.toml")))
@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "tabloid"])
def test_cards_touch_and_stay_clear_of_the_edge_that_printers_leave_white(paper, card):
    found = plan(paper, card)
    size, sheet = found.card, found.paper
    for slot in found.slots:
        assert slot.x_mm == pytest.approx(found.vertical_cuts[slot.column])
        assert slot.x_mm + size.width_mm == pytest.approx(found.vertical_cuts[slot.column + 1])
        assert slot.y_mm + size.height_mm == pytest.approx(found.horizontal_cuts[slot.row + 1])
        assert slot.x_mm >= 6 and slot.y_mm >= 6
        assert slot.x_mm + size.width_mm <= sheet.width_mm - 6 and slot.y_mm + size.height_mm <= sheet.height_mm - 6


def test_slots_run_row_by_row_from_the_top_left():
    places = [(slot.row, slot.column) for slot in plan("a4").slots]
    assert places == sorted(places) and places[:4] == [(0, 0), (0, 1), (0, 2), (1, 0)]


def test_cuts_are_numbered_the_long_way_first():
    upright, level = cut_order(plan("a4"))
    assert [n for n, _ in upright] == [1, 2, 3, 4] and [n for n, _ in level] == [5, 6, 7, 8]
    upright, level = cut_order(plan("a4", "mini"))  # the block lies on its side: 6 x 3
    assert [n for n, _ in level] == [1, 2, 3, 4] and [n for n, _ in upright] == list(range(5, 12))


def test_the_whole_deck_is_15_sheets_with_5_slots_over():
    deck = make_deck_sheets(DeckChoices("a4"))
    assert len(deck.sheets) == 15 and 15 * 9 - (125 + 2 + 3) == 5
    assert deck.counts == {"cards": 125, "jokers": 2, "chits": 3, "extras": 5}
    assert [sheet.codes for sheet in deck.sheets][14] == (
        "J2", "chit-color", "chit-shape", "chit-number", "pointers", "in-this-deck", "six-games", "spare", "spare",
    )  # fmt: skip


def test_the_deck_prints_west_then_squares_then_wilds():
    order = codes(DeckChoices("letter"))
    assert order[:27] == [card.safe_code for card in WEST]
    assert set(order[:64]) == {card.safe_code for card in SQUARES}
    assert set(order[:125]) == {card.safe_code for card in FULL}
    assert order[125:127] == ["J1", "J2"]


def test_each_deck_takes_so_many_sheets():
    # 27 = 3 x 9; 64 + 2 jokers + 3 chits + pointers = 70 of 72; 27 + 3 chits + pointers = 31 of 36
    assert len(make_deck_sheets(DeckChoices("a4", deck="west", chits=False)).sheets) == 3
    assert len(make_deck_sheets(DeckChoices("a4", deck="west")).sheets) == 4
    assert len(make_deck_sheets(DeckChoices("a4", deck="squares")).sheets) == 8


def test_continue_is_what_the_starter_left():
    rest = codes(DeckChoices("a4", without_start=True))
    cards = {card.safe_code for card in FULL}
    assert len(rest) == 12 * 9 and set(rest) & cards == cards - {card.safe_code for card in WEST}
    starter = make_start_sheets("a4")
    assert [len(sheet.codes) for sheet in starter.sheets] == [0, 9, 9, 9]
    assert {code for sheet in starter.sheets for code in sheet.codes} == {card.safe_code for card in WEST}


def test_two_copies_hold_every_card_twice_and_the_chits_once():
    order = codes(DeckChoices("a4", deck="squares", copies=2, jokers=False))
    assert all(order.count(card.safe_code) == 2 for card in SQUARES)
    assert order.count("chit-color") == order.count("pointers") == 1


def test_two_copies_after_the_starter_lack_one_west_deck():
    order = codes(DeckChoices("a4", copies=2, without_start=True))
    assert all(order.count(card.safe_code) == 1 for card in WEST) and order.count("KBQ") == 2


def test_chits_never_come_without_pointers():
    for jokers in (True, False):
        for copies in range(1, 6):
            for deck in ("west", "squares", "full"):
                assert "pointers" in codes(DeckChoices("a4", deck=deck, jokers=jokers, copies=copies))


def test_a_reprint_uses_the_rest_of_a_sheet():
    only = (parse_card("RH3"), parse_card("J1"))
    sheets = make_deck_sheets(DeckChoices("a4", only=only, start_at=9)).sheets
    assert [sheet.codes for sheet in sheets] == [("",) * 8 + ("RH3",), ("J1",)]
    assert count_sheets(2, plan("a4"), 8) == 1


def test_a_lost_chit_or_the_pointers_can_be_printed_again():
    only = ("chit-shape", parse_card("RH3"), "pointers")
    deck = make_deck_sheets(DeckChoices("a4", only=only, copies=2))
    assert [code for sheet in deck.sheets for code in sheet.codes if code] == ["chit-shape", "RH3", "pointers"] * 2
    assert deck.counts == {"cards": 2, "jokers": 0, "chits": 2, "extras": 2}
    assert deck.stem == "reprint-chit-shape-RH3-pointers-x2-a4"
    whole = {picture.code: picture.drawing for picture in make_deck_sheets(DeckChoices("a4")).pictures}
    assert all(picture.drawing == whole[picture.code] for picture in deck.pictures)


@pytest.mark.parametrize("start_at", [0, 10, -1])
def test_a_slot_that_is_not_on_the_sheet_is_refused(start_at):
    with pytest.raises(InputError, match="a sheet has slots 1 to 9"):
        make_deck_sheets(DeckChoices("a4", start_at=start_at))


def test_a5_holds_four_cards():
    # 148 - 12 = 136 = 2 x 63 and 10; 210 - 12 = 198 = 2 x 88 and 22
    assert plan_sheet(find_paper("A5"), find_card_size("standard")).count == 4


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("profile", [None, PrinterProfile("Omas Tintenstrahler", "main", "a4", 0.995, 0.995)])
def test_no_line_of_the_first_page_lies_on_another(paper, profile):
    """Its words come from a template; so many that a paragraph reaches the strips below are too many."""

    def lines(items, matrix=IDENTITY):
        for item in items:
            if isinstance(item, Group):
                yield from lines(item.items, compose(matrix, item.matrix))
            elif isinstance(item, Text) and len(item.string) > 20:
                x, y = apply(matrix, item.x_mm, item.y_mm)
                size = item.size_mm * abs(matrix[3] or matrix[1])
                width = width_of(item.string, item.font, size)
                left = x - {"start": 0, "middle": 0.5, "end": 1}[item.anchor] * width
                yield left, left + width, y - 0.5 * size, y

    boxes = list(lines(make_start_sheets(paper, profile=profile).sheets[0].drawing.items))
    assert len(boxes) > 35
    overlaps = [
        (a, b)
        for a, b in combinations(boxes, 2)
        if a[0] < b[1] and b[0] < a[1] and a[2] < b[3] + 0.6 and b[2] < a[3] + 0.6
    ]
    assert not overlaps
