"""Sheets in numbers: how many cards fit, in which order they print, and what the starter holds."""

import re
from itertools import product

import pytest

from tests.commands import tt
from tests.makers.prints import kept_files, print_files
from tests.readers.page_faults import faults_of, read_finished
from tests.readers.pdf_marks import read_pages
from tests.readers.pixels import rasterize
from tests.walks import walk
from tt_print.deck import FULL, SQUARES, WEST
from tt_print.paper.plan import find_card_size, find_paper, plan_sheet


def slots(words):
    """What lies on each sheet, slot by slot."""
    return kept_files(f"deck --paper a4 --json {words}").told["slots"]


def codes(words):
    return [code for sheet in slots(words) for code in sheet if code]


@walk(("paper", "card", "fits", "margins"), [
    # margins in mm beside and above, by hand: (210 - 3 x 63) / 2 = 10.5, (297 - 3 x 88) / 2 = 16.5; others in test_planner
    ("a4", "standard", 9, (10.5, 16.5)), ("a4", "bridge", 9, (19.275, 15.15)), ("a4", "mini", 18, (15.15, 9.75)),
    ("letter", "mini", 18, (6.35, 12.7)), ("a4", "tarot", 4, (35.0, 28.5)), ("letter", "tarot", 4, (37.95, 19.7)),
    ("a3", "standard", 18, (21.0, 16.5)), ("tabloid", "standard", 18, (26.9, 7.7)),
    # 148 - 12 = 136 = 2 x 63 and 10; 210 - 12 = 198 = 2 x 88 and 22
    ("A5", "standard", 4, (11.0, 17.0)),
])  # fmt: skip
def test_so_many_cards_fit(paper, card, fits, margins):
    found = plan_sheet(find_paper(paper), find_card_size(card))
    assert found.columns * found.rows == fits == len(found.slots)
    assert (found.left_mm, found.top_mm) == pytest.approx(margins)


def test_the_whole_deck_is_15_sheets_with_5_slots_over():
    deck = kept_files("deck --paper a4 --json").told
    assert deck["sheets"] == 15 and 15 * 9 - (125 + 2 + 3) == 5
    assert [deck[kind] for kind in ("cards", "jokers", "chits", "extras")] == [125, 2, 3, 5]
    assert slots("")[14] == "J2 chit-color chit-shape chit-number pointers in-this-deck six-games spare spare".split()


def test_each_deck_takes_so_many_sheets():
    # 27 = 3 x 9; 64 + 2 jokers + 3 chits + pointers = 70 of 72; 27 + 3 chits + pointers = 31 of 36
    assert [len(slots(f"--deck {deck}")) for deck in ("west --no-chits", "west", "squares")] == [3, 4, 8]


def test_continue_is_what_the_starter_left():
    rest = codes("--continue")
    cards, west = ({str(card) for card in deck} for deck in (FULL, WEST))
    assert len(rest) == 12 * 9 and set(rest) & cards == cards - west
    pages = read_pages(kept_files("start --paper a4").pdf)
    names = [text.text for page in pages[1:] for text in page.texts if re.fullmatch(r"[A-Z]+ [A-Z]+ \d", text.text)]
    assert len(pages) == 4 and sorted(names) == sorted(card.name.upper() for card in WEST)


def test_copies_hold_every_card_so_often_and_the_chits_once():
    order = codes("--deck squares --copies 2 --no-jokers")
    assert all(order.count(str(card)) == 2 for card in SQUARES)
    assert order.count("chit-color") == order.count("pointers") == 1
    order = codes("--copies 2 --continue")  # the starter had one West deck
    assert all(order.count(str(card)) == 1 for card in WEST) and order.count("KB?") == 2


def test_chits_never_come_without_pointers():
    for jokers, copies, deck in product(("", "--no-jokers"), (1, 3), ("west", "squares")):
        assert "pointers" in codes(f"--deck {deck} {jokers} --copies {copies}")


def test_a_reprint_uses_the_rest_of_a_sheet():
    assert slots("--only RH3,J1 --start-at 9") == [[""] * 8 + ["RH3"], ["J1"]]
    assert kept_files("deck --only RH3,J1 --start-at 8 --json").told["sheets"] == 1


def test_a_lost_chit_or_the_pointers_can_be_printed_again():
    words = "--only chit-shape,RH3,pointers --copies 2"
    assert codes(words) == ["chit-shape", "RH3", "pointers"] * 2
    deck = kept_files(f"deck --paper a4 --json {words}")
    assert [deck.told[kind] for kind in ("cards", "jokers", "chits", "extras")] == [2, 0, 2, 2]
    assert deck.name == "sheets/reprint-chit-shape-RH3-pointers-x2-a4.pdf"
    again, whole = kept_files("deck --paper a4 --only chit-shape --start-at 3"), kept_files("deck --paper a4 --json")
    chits = [rasterize(data, page, 127).crop((690, 90, 985, 510)) for data, page in ((again.pdf, 0), (whole.pdf, 14))]
    assert chits[0] == chits[1] and chits[0].getextrema()[0][0] < 99, "as it was on the last sheet of the deck"


def test_the_name_of_a_sheet_has_up_to_six_cards_and_counts_the_others():
    only = "deck --paper a4 --only RC1,RC2,RC3,RC4,RCQ,YC1"
    six, seven = kept_files(only).name, kept_files(f"{only},YC2").name
    assert six == "sheets/reprint-RC1-RC2-RC3-RC4-RCQ-YC1-a4.pdf"
    assert re.fullmatch(r"sheets/reprint-RC1-RC2-RC3-RC4-RCQ-and-2-more-[0-9a-f]+-a4\.pdf", seven)


@walk("start_at", [0, 10, -1])
def test_a_slot_that_is_not_on_the_sheet_is_refused(start_at):
    ran = print_files(f"deck --paper a4 --start-at={start_at}").ran
    assert ran.status == 2 and "a sheet has slots 1 to 9" in ran.err, ran.err


def test_no_line_of_the_first_page_lies_on_another_when_it_names_a_printer(capsys):
    """Its words come from a template; so many that a paragraph reaches the strips below are too many."""
    assert tt(capsys, *"calibrate --measured 99.5,99.5 --paper a4 --printer".split(), "Omas Tintenstrahler").status == 0
    assert [fault for fault in faults_of(print_files("start --paper a4").pdf) if fault.kind == "overlap"] == []


def test_a_pointers_place_lies_below_its_value_and_covers_none():
    """Three strips with three values each; a place is 13.6 x 8.4 mm, and an arrow leads from the value to it."""
    page = read_finished(kept_files("start --paper a4").pdf)[0]
    boxes = [(paint.box, paint.miniature, paint.fill) for paint in page.paints]
    places = [b for b, small, _ in boxes if not small and (round(b[2] - b[0], 1), round(b[3] - b[1], 1)) == (13.6, 8.4)]
    values = [b for b, small, _ in boxes if small]
    arrows = [b for b, small, fill in boxes if not small and fill and round(b[2] - b[0], 1) == 3.6]
    assert len(places) == 9 and len({round(place[1], 2) for place in places}) == 1
    for left, top, right, bottom in places:
        over = [b for b in values if left <= (b[0] + b[2]) / 2 <= right and top - 18 < b[1] < bottom]
        assert over and max(b[3] for b in over) <= top - 1.6, "its value ends above the arrow"
        (arrow,) = [b for b in arrows if left < b[0] and b[2] < right]
        assert abs((arrow[0] + arrow[2]) / 2 - (left + right) / 2) < 0.01 and top - 1.7 < arrow[1] < top < arrow[3]


def test_lines_lead_from_each_part_of_a_card_to_what_it_means():
    """Each line ends at the height of the part, and begins at the first line of its label."""
    page = read_finished(kept_files("start --paper a4").pdf)[0]
    labels = {line.text.strip(): line.box for line in page.lines}
    lines = [p.pieces for p in page.paints if not p.miniature and round(p.width, 2) == 0.3 and len(p.pieces) == 3]
    lines.sort(key=lambda pieces: pieces[-1][3])
    for pieces, label in zip(lines, ("the number", "the shape", "the color", "W: one of"), strict=True):
        (left, top, right, bottom), (x, y) = labels[label], pieces[0][:2]
        assert top < y < bottom and min(abs(x - left), abs(x - right)) < 5, label


def test_the_first_page_says_nothing_of_cards_that_it_does_not_deal():
    """Its 27 cards have three colors, shapes, and numbers, and nothing is wild."""
    said = " ".join(line.text for line in read_finished(kept_files("start --paper a4").pdf)[0].lines)
    assert not re.search(r"black|blob|blue|square|wild|\?(?! )", said.replace("100\u00a0mm?", "").replace("empty?", ""))
    assert "Cut, deal, play tonight" in said and "dealer’s left starts" in said and "“I challenge Ann!”" in said
