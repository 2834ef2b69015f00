"""Backs meet their fronts: on every paper, card, bleed and edge, read from the printed file."""

import json
import math
import os
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from tests.makers.prints import print_files
from tests.paper.decks import FIVE, PAPERS, SIZES, backs_either_way, print_deck, read_sides, through_paper, worst_miss
from tests.readers.pdf_marks import read_pages, viewer_preferences
from tests.readers.pixels import ink, rasterize
from tests.readers.printed_cards import Rect, backs, farthest, fronts, turned_over
from tests.walks import walk

HUNDREDTH = 0.01


def check_backs(paper, card, bleed, mode, flip="long", count=5, words=""):
    deck = print_deck(f"--backs {mode} {f'--flip {flip}' if mode != 'fold' else ''} {words}", paper, card, count, bleed)
    assert worst_miss(deck, card, flip, bleed or 2.0) <= HUNDREDTH, (paper, card, bleed, mode, flip)


@walk(("paper", "card", "bleed", "flip", "mode", "words"), [
    ("a4", "standard", 1.0, "short", "separate", "--theme tab"), ("a4", "mini", 0.0, "short", "duplex", ""),
    ("a4", "mini", 0.0, "long", "duplex", ""), ("a4", "mini", 1.0, "long", "fold", ""), ("letter", "tarot", 0.0, "long", "fold", ""),
    ("tabloid", "poker", 3.0, "long", "fold", ""),
])  # fmt: skip
def test_a_back_lies_behind_its_front_the_right_way_up(paper, card, bleed, flip, mode, words):
    check_backs(paper, card, bleed, mode, flip, 3, words)


@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPERS)
def test_every_back_lies_behind_its_front_the_right_way_up(paper):
    """Every card and bleed; edge, number of files, and of sheets take turns."""
    ways = [("long", "duplex", 5), ("short", "separate", 20), ("short", "duplex", 5), ("long", "separate", 5)]
    for index, (card, bleed) in enumerate(product(FIVE, (0.0, 1.0, 2.0, 3.0))):
        flip, mode, count = ways[(index + index // 4 + PAPERS.index(paper)) % 4]
        check_backs(paper, card, bleed, mode, flip, count)
        check_backs(paper, card, bleed, "fold", count=12)


def test_a_back_that_is_turned_over_the_wrong_edge_is_on_its_head():
    """The comparison can tell."""
    deck = print_deck("--backs duplex --flip long")
    with pytest.raises(AssertionError, match="on its head"):
        worst_miss(deck, "standard", "short")


def test_rectangles_are_read_and_not_assumed():
    """The reader of these tests sees a card that is half a millimeter off."""
    page = read_pages(print_deck("--backs duplex --back-offset 0.5,0", count=1).pdf)[1]
    (corners,) = backs(page, 63, 88, 2.0)
    right = Rect(210 - 10.5 - 63, 16.5, 210 - 10.5, 104.5)
    assert farthest([right.corners], [corners]) == pytest.approx(0.5, abs=HUNDREDTH)


PROFILE = {
    "printer": "test", "paper": "a4", "scale_x": 0.992, "scale_y": 0.9955, "offset_x_mm": 1.7, "offset_y_mm": -2.3,
    "skew_deg": 0.42, "back_scale_x": 0.9932, "back_scale_y": 0.995, "flip": "long",
}  # fmt: skip
TRUE = {"printer": "test", "paper": "a4", "scale_x": 1.0, "scale_y": 1.0, "offset_x_mm": 0.0, "offset_y_mm": 0.0,
        "skew_deg": 0.0, "back_scale_x": 1.0, "back_scale_y": 1.0, "flip": "long"}  # fmt: skip


def keep_profile(**changed):
    """As `calibrate` keeps what was measured."""
    lines = (f"{name} = {json.dumps(value)}" for name, value in (PROFILE | changed).items())
    Path(os.environ["TT_PRINT_CONFIG"], "printers.toml").write_text(
        "\n".join(["[[printers]]", *lines]), encoding="utf-8"
    )


def printed(point, page, scale, turn=0.0, offset=(0.0, 0.0)):
    """A printer, in words of its own: scales about the page's middle, turns clockwise, shifts."""
    x, y = (point[0] - page.width / 2) * scale[0], (point[1] - page.height / 2) * scale[1]
    spun = complex(x, y) * complex(math.cos(math.radians(turn)), math.sin(math.radians(turn)))
    return spun.real + page.width / 2 + offset[0], spun.imag + page.height / 2 + offset[1]


FRONT_SCALE = (PROFILE["scale_x"], PROFILE["scale_y"])


def miss_through(words, card="standard", flip="long", flip_sign=1):
    """Both pages through the printer of the profile: the farthest corner from nominal, and back from front."""
    nominal = print_deck(f"{words} --printer none", card=card)
    wide, high = SIZES[card]
    wanted = [one.corners for one in fronts(read_sides(nominal)[0][0], wide, high, either_way=True)]
    front, back = read_sides(print_deck(words, card=card))[0]
    way = (wide, high) if wanted[0][1][0] - wanted[0][0][0] < 1.01 * wide else (high, wide)
    found = fronts(front, way[0] / FRONT_SCALE[0], way[1] / FRONT_SCALE[1])
    on_paper = [tuple(printed(p, front, FRONT_SCALE) for p in one.corners) for one in found]
    offset = (flip_sign * PROFILE["offset_x_mm"], flip_sign * PROFILE["offset_y_mm"])
    back_scale = (PROFILE["back_scale_x"], PROFILE["back_scale_y"])
    behind = [
        tuple(turned_over(printed(p, back, back_scale, PROFILE["skew_deg"], offset), back, flip) for p in corners)
        for corners in backs(back, *way, 2.0)
    ]
    return farthest(wanted, on_paper), farthest(on_paper, behind)


@walk(("card", "flip", "sign", "mode"), [
    ("mini", "long", 1, "separate"), ("standard", "short", -1, "duplex"), ("standard", "long", 1, "duplex"),
])  # fmt: skip
def test_a_profile_is_taken_back_exactly(card, flip, sign, mode):
    """Over the other edge than the measured one the same printer's offset points the other way."""
    keep_profile()
    size, meet = miss_through(f"--backs {mode} --flip {flip}", card, flip, sign)
    assert size <= HUNDREDTH and meet <= HUNDREDTH


def test_without_its_profile_that_printer_misses_by_millimeters():
    size, meet = miss_through("--backs duplex")
    assert size > 0.5 and meet > 2


@pytest.mark.parametrize("offset", [(1.25, -0.5), (-2.0, 0.0)])
def test_an_offset_moves_the_backs_and_nothing_else(offset):
    decks = print_deck("--backs duplex"), print_deck(f"--backs duplex --back-offset={offset[0]},{offset[1]}")
    (front, back), (same_front, other) = (read_sides(deck)[0] for deck in decks)
    assert front.marks == same_front.marks and front.trim == same_front.trim
    for was, now in zip(backs(back, 63, 88, 2.0), backs(other, 63, 88, 2.0), strict=True):
        for (x, y), (u, v) in zip(was, now, strict=True):
            assert (u - x, v - y) == pytest.approx(offset, abs=HUNDREDTH)
    assert (other.trim[0] - back.trim[0], other.trim[1] - back.trim[1]) == pytest.approx(offset, abs=HUNDREDTH)


@walk("mode", ["fold", "duplex"])
def test_a_printer_that_is_true_changes_only_the_line_that_names_it(mode):
    keep_profile(**TRUE)
    decks = (print_deck(f"--backs {mode} --printer {name}") for name in ("none", "test"))
    pairs = zip(*(read_sides(deck)[0] for deck in decks), strict=True)
    for number, (one, other) in enumerate(pairs):
        assert one.marks == other.marks and one.trim == other.trim
        texts, changed = {t.text for t in one.texts}, {t.text for t in other.texts}
        if number and mode == "duplex":
            assert texts == changed
        else:
            (gone,), (new,) = texts - changed, changed - texts
            assert new == f"for test · {gone}"


def test_trim_boxes_follow_the_correction():
    keep_profile(skew_deg=0.0)
    front, back = read_pages(print_deck("--backs duplex").pdf)
    assert front.trim[2] == pytest.approx(189 / 0.992, abs=HUNDREDTH)
    assert front.trim[3] == pytest.approx(264 / 0.9955, abs=HUNDREDTH)
    assert back.trim[2] == pytest.approx(189 / 0.9932, abs=HUNDREDTH)
    assert back.trim[0] == pytest.approx(105 + (-1.7 - 94.5) / 0.9932, abs=HUNDREDTH)


@walk(("card", "lying"), [("mini", True), ("standard", False)])
def test_a_sheet_that_lies_on_its_side_is_corrected_by_the_papers_own_axes(card, lying):
    """The ruler along the paper's short side was 0.8 % short, whichever way the sheet is drawn."""
    keep_profile()
    page, plain = (read_pages(print_deck(words, card=card).pdf)[0] for words in ("", "--printer none"))
    assert (page.width > page.height) == lying
    across, down = (page.trim[i] / plain.trim[i] for i in (2, 3))
    assert (across, down) == pytest.approx((1 / 0.9955, 1 / 0.992) if lying else (1 / 0.992, 1 / 0.9955), abs=1e-5)


@walk("card", ["standard", "mini"])
def test_a_fold_sheet_through_a_profile_still_folds_in_its_middle_at_true_size(card):
    keep_profile()
    deck, nominal = (print_deck(f"--backs fold {words}", card=card, count=3) for words in ("", "--printer none"))
    (page,), (plain,) = read_pages(deck.pdf), read_pages(nominal.pdf)
    scale = FRONT_SCALE if page.height > page.width else FRONT_SCALE[::-1]
    true = fronts(plain, *SIZES[card])
    cards = fronts(page, SIZES[card][0] / scale[0], SIZES[card][1] / scale[1])
    on_paper = [tuple(printed(p, page, scale) for p in one.corners) for one in cards]
    assert farthest([one.corners for one in true], on_paper) <= HUNDREDTH
    through = through_paper(page, deck)
    seen = [tuple(through(printed(p, page, scale)) for p in corners) for corners in backs(page, *SIZES[card], 2.0)]
    assert farthest(on_paper, seen) <= 0.02  # the bleed that is taken off is 0.8 % too wide here: 2 mm x 0.008


@walk("flip", ["long", "short"])
def test_duplex_says_over_which_edge_to_printer_and_person(flip):
    data = print_deck(f"--backs duplex --flip {flip}", "letter").pdf
    told = viewer_preferences(data)
    assert told["/Duplex"] == f"/DuplexFlip{flip.title()}Edge" and told["/PrintScaling"] == "/None"
    front, back = read_pages(data)
    assert any(f"flip on the {flip.upper()} edge" in t.text for t in front.texts)
    assert any(f"over its {flip.upper()} edge" in t.text for t in back.texts)


@walk("mode", ["none", "fold", "separate"])
def test_one_sided_sheets_stay_one_sided(mode):
    for data in print_deck(f"--backs {mode}", count=1).files.values():
        assert viewer_preferences(data)["/Duplex"] == "/Simplex"


def test_pages_of_a_duplex_deck_are_front_back_front_back():
    pages = read_pages(print_files("deck --deck west --no-chits --backs duplex --paper a4").pdf)
    assert [(len(fronts(page, 63, 88)), len(backs(page, 63, 88, 2.0))) for page in pages] == [(9, 0), (0, 9)] * 3


def test_separate_backs_can_come_last_sheet_first():
    orders = []
    for words, end in (("", "-backs.pdf"), ("--reverse", "-backs-reversed.pdf")):
        name, data = min(print_deck(f"--backs separate {words}", count=20).files.items())
        assert name.endswith(end)
        orders.append([next(t.text for t in page.texts if "backs of sheet" in t.text) for page in read_pages(data)])
    assert orders[1] == orders[0][::-1] and "sheet 1 of 3" in orders[0][0]


def test_every_picture_gets_a_back_and_no_empty_slot_does():
    deck = print_deck("--only RH3,RH1 --start-at 6 --backs duplex", count=1)
    assert [len(backs(page, 63, 88, 2.0)) for page in read_pages(deck.pdf)] == [0, 2]
    assert worst_miss(deck, "standard") <= HUNDREDTH, "behind the sixth and the seventh place"


@walk(("bleed", "found"), [(0.0, 2.0), (1.0, 1.0), (0.5, 0.5)])
def test_backs_reach_beyond_the_cut_by_two_millimeters_or_the_cards_bleed(bleed, found):
    page = read_pages(print_deck("--backs duplex --theme tab", bleed=bleed, count=1).pdf)[1]
    (clip,) = page.clips()
    left, top, right, bottom = clip.box
    assert (right - left, bottom - top) == pytest.approx((63 + 2 * found, 88 + 2 * found), abs=HUNDREDTH)
    painted = [m.box for m in page.marks if m.kind == "paint" and m.group == clip.group and len(m.points) > 8]
    # the picture covers it: tokens in the last repeat on each side
    assert min(b[0] for b in painted) <= left + 2.2 and max(b[2] for b in painted) >= right - 2.2
    assert min(b[1] for b in painted) <= top + 2.2 and max(b[3] for b in painted) >= bottom - 2.2


def test_low_ink_and_duplex_go_together_and_stay_light():
    deck = print_deck("--backs duplex --ink low", count=9)
    back = np.asarray(rasterize(deck.pdf, 1, 254))
    assert (back == back[..., :1]).all(), "black ink only"
    assert 100 * ink(back[165:2805, 105:1995]).mean() <= 8


def test_each_printer_has_a_file_name_of_its_own():
    """Other choices: tests/cli/names.txt."""
    decks = [print_deck(words, count=1) for words in ("", "--backs separate", "--margin 8")]
    for changed in ({}, {"skew_deg": 0.1}, {"printer": "rear"}):
        keep_profile(**changed)
        decks += [print_deck(words, count=1) for words in ("", "--backs duplex")]
    names = [name for deck in decks for name in deck.files]
    assert len(set(names)) == len(names) == 10


def test_a_fold_has_room_for_marks_on_both_its_sides():
    page = read_pages(print_deck("--backs fold", count=1).pdf)[0]
    (front,), (back,) = fronts(page, 63, 88), backs_either_way(page, "standard", 2.0)
    assert min(y for _, y in back) - front.bottom == pytest.approx(8, abs=HUNDREDTH)
