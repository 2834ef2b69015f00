"""Backs meet their fronts: on every paper, card, bleed and edge, read from the printed file."""

import math
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from tests.readers.pdf_marks import read_pages, viewer_preferences
from tests.readers.pixels import ink, pixels
from tests.readers.printed_cards import Rect, backs, farthest, fronts, turned_over
from tests.walks import slow_but
from tt_print.cards.theme import find_theme
from tt_print.deck import parse_card
from tt_print.drawing.geometry import polygon
from tt_print.drawing.shapes import Drawing, Group, Path
from tt_print.errors import InputError, LayoutError
from tt_print.outputs import back_pdf, deck_pdf
from tt_print.printer_profile import PrinterProfile
from tt_print.sheets.backs import Backs, add_folded, make_back_sheets, to_portrait
from tt_print.sheets.compose import Picture, compose_sheets
from tt_print.sheets.deck import DeckChoices, make_deck_sheets
from tt_print.sheets.plan import find_card_size, find_paper, plan_sheet

PAPERS, SIZES = ("a4", "letter", "a3", "tabloid"), ("standard", "poker", "bridge", "mini", "tarot")
HUNDREDTH = 0.01


def make(paper, card="standard", bleed=0.0, profile=None, margin=None, count=5, **choices):
    """A sheet of one card: what matters here is where cards lie, not which."""
    return make_deck_sheets(DeckChoices(
        paper, card=card, bleed_mm=bleed, margin_mm=margin, only=(parse_card("RH3"),), copies=count, ink_style="low",
        backs=Backs(**choices), profile=profile, fit="grid",
    ))  # fmt: skip


def sides(made):
    """Front and back pages of a two-sided deck, as read from its files."""
    if made.choices.backs.mode == "duplex":
        pages = read_pages(deck_pdf(made)[1])
        return pages[0::2], pages[1::2]
    (data,) = back_pdf(made).values()
    return read_pages(deck_pdf(made)[1]), read_pages(data)


def card_on_page(made):
    """Width and height of a card as it lies on an upright page."""
    card, paper = made.plan.card, made.plan.paper
    return (card.width_mm, card.height_mm) if paper.height_mm >= paper.width_mm else (card.height_mm, card.width_mm)


def worst_miss(made):
    """The farthest corner of a back from its front's, both read from the file, the back seen through the paper."""
    width, height = card_on_page(made)
    worst = 0.0
    for front, back in zip(*sides(made), strict=True):
        cards = fronts(front, width, height)
        found = backs(back, width, height, made.choices.backs.bleed_mm)
        seen = [tuple(turned_over(p, back, made.choices.backs.flip) for p in corners) for corners in found]
        worst = max(worst, farthest([card.corners for card in cards], seen))
        assert (front.width, front.height) == (back.width, back.height)
    return worst


SPREAD = [
    ("a4", "standard", 0.0, "long", "duplex"), ("a4", "standard", 1.0, "short", "separate"), ("a4", "mini", 0.0, "short", "duplex"),
    ("letter", "bridge", 1.0, "long", "duplex"), ("a3", "tarot", 1.0, "long", "separate"), ("tabloid", "standard", 3.0, "short", "duplex"),
]  # fmt: skip
EVERY = [
    (paper, card, bleed, flip, mode)
    for paper in PAPERS for card in SIZES for bleed in (0.0, 1.0, 2.0, 3.0) for flip in ("long", "short")
    for mode in ("duplex", "separate")
]  # fmt: skip


@pytest.mark.parametrize(("paper", "card", "bleed", "flip", "mode"), slow_but(SPREAD, EVERY))
def test_a_back_lies_behind_its_front(paper, card, bleed, flip, mode):
    assert worst_miss(make(paper, card, bleed, mode=mode, flip=flip)) <= HUNDREDTH


@pytest.mark.slow
@pytest.mark.parametrize("card", SIZES)
@pytest.mark.parametrize("paper", PAPERS)
def test_every_back_of_several_sheets_lies_behind_its_front(paper, card):
    assert worst_miss(make(paper, card, 1.0, mode="duplex", flip="short", count=20)) <= HUNDREDTH


def folded(point, page, plan):
    return (page.width - point[0], point[1]) if plan.fold == "vertical" else (point[0], page.height - point[1])


def worst_fold(made):
    plan, width, height = made.plan, made.plan.card.width_mm, made.plan.card.height_mm
    worst = 0.0
    for page in read_pages(deck_pdf(made)[1]):
        cards = [card.corners for card in fronts(page, width, height)]
        found = backs(page, width, height, made.choices.backs.bleed_mm)
        worst = max(worst, farthest(cards, [tuple(folded(p, page, plan) for p in corners) for corners in found]))
        # the line that is drawn is the one that the test folds along
        lines = [m.box for m in page.marks if m.kind == "paint" and len(m.points) == 2]
        middle = page.height / 2 if plan.fold == "horizontal" else page.width / 2
        axis = 1 if plan.fold == "horizontal" else 0
        assert any(abs(b[axis] - middle) < HUNDREDTH and abs(b[axis + 2] - middle) < HUNDREDTH for b in lines)
    return worst


FOLDS = [("a4", "mini", 1.0, 3), ("letter", "poker", 3.0, 3), ("tabloid", "tarot", 3.0, 3)]


@pytest.mark.parametrize(
    ("paper", "card", "bleed", "count"), slow_but(FOLDS, [*FOLDS, *product(PAPERS, SIZES, (0.0, 1.0, 2.0, 3.0), (12,))])
)
def test_a_fold_lays_the_back_behind_its_front(paper, card, bleed, count):
    assert worst_fold(make(paper, card, bleed, mode="fold", count=count)) <= HUNDREDTH


# A back that is alike from no two sides, so that the tests can tell how it lies.
def lopsided(card):
    w, h = card.width_mm, card.height_mm
    flag = polygon([(0.1 * w, 0.1 * h), (0.8 * w, 0.1 * h), (0.1 * w, 0.35 * h)])
    foot = polygon([(0.5 * w, 0.8 * h), (0.7 * w, 0.8 * h), (0.7 * w, 0.9 * h), (0.5 * w, 0.9 * h)])
    return Drawing(w, h, (Group((Path(flag, find_theme().ink), Path(foot, find_theme().ink))),), "lopsided")


def spread(paper, card, fold=False):
    """Blank fronts on a full sheet."""
    plan = plan_sheet(find_paper(paper), find_card_size(card), fold=fold)
    theme = find_theme()
    blank = Drawing(theme.width_mm, theme.height_mm, (), "blank")
    return plan, compose_sheets([Picture("X", blank)] * plan.count, plan, theme, "test", "none"), theme


def at(picture, x, y, card):
    return picture[round(10 * y) : round(10 * (y + card.height_mm)), round(10 * x) : round(10 * (x + card.width_mm))]


def same(one, other):
    high, wide = min(one.shape[0], other.shape[0]), min(one.shape[1], other.shape[1])
    return np.abs(one[:high, :wide].astype(float) - other[:high, :wide]).mean() < 4


@pytest.mark.parametrize(("paper", "card", "way"), slow_but([("letter", "tarot", "horizontal"), ("a4", "mini", "vertical")], [
    ("a4", "standard", "horizontal"), ("a4", "mini", "vertical"), ("letter", "tarot", "horizontal"), ("a3", "poker", "vertical"),
]))  # fmt: skip
def test_after_the_fold_the_back_is_the_right_way_up(paper, card, way):
    """The sheet as pixels, its back half mirrored over the fold; seen from behind left and right change places."""
    plan, sheets, _ = spread(paper, card, fold=True)
    assert plan.fold == way
    back = lopsided(plan.card)
    page = pixels(add_folded(sheets, plan, back)[0].drawing)
    behind = page[:, ::-1] if way == "vertical" else page[::-1]  # what lies behind each point of the front half
    wanted = pixels(back)
    for slot in plan.slots:
        seen = at(behind, slot.x_mm, slot.y_mm, plan.card)[:, ::-1]
        assert same(seen, wanted), slot
        assert not same(seen[::-1, ::-1], wanted)  # the comparison can tell


@pytest.mark.parametrize(
    ("card", "turned", "flip"),
    slow_but(
        [("mini", True, "long")],
        [(*card, flip) for card in (("standard", False), ("mini", True)) for flip in ("long", "short")],
    ),
)
def test_a_turned_card_shows_its_back_the_right_way_up(card, turned, flip):
    plan, sheets, theme = spread("a4", card)
    assert (plan.paper.width_mm > plan.paper.height_mm) == turned
    back = lopsided(plan.card)
    page = pixels(make_back_sheets(sheets, plan, theme, back, flip, "test")[0].drawing)
    front = pixels(to_portrait(sheets[0]).drawing)
    assert page.shape == front.shape and page.shape[0] > page.shape[1]
    behind = page[:, ::-1] if flip == "long" else page[::-1]  # the paper turned over that edge, seen through
    behind = np.rot90(behind) if turned else behind  # as the sheet lies when its cards stand upright
    wanted = pixels(back)
    for slot in plan.slots:
        seen = at(behind, slot.x_mm, slot.y_mm, plan.card)[:, ::-1]
        assert same(seen, wanted), slot
        assert not same(seen[::-1, ::-1], wanted)


def printed(point, page, scale, turn=0.0, offset=(0.0, 0.0)):
    """A printer, in words of its own: scales about the page's middle, turns clockwise, shifts."""
    x, y = (point[0] - page.width / 2) * scale[0], (point[1] - page.height / 2) * scale[1]
    spun = complex(x, y) * complex(math.cos(math.radians(turn)), math.sin(math.radians(turn)))
    return spun.real + page.width / 2 + offset[0], spun.imag + page.height / 2 + offset[1]


PROFILE = PrinterProfile("test", "main", "a4", 0.992, 0.9955, 1.7, -2.3, 0.42, 0.9932, 0.995, "long")


def miss_through(made, profile, flip_sign=1):
    """Both pages through the printer that the profile describes: the farthest corner from nominal, and back from front."""
    width, height = card_on_page(made)
    plain = replace(made.choices, profile=None)
    nominal = [card.corners for card in fronts(sides(make_deck_sheets(plain))[0][0], width, height)]
    front, back = (pages[0] for pages in sides(made))
    scale = (profile.scale_x, profile.scale_y)
    found = fronts(front, width / scale[0], height / scale[1])
    on_paper = [tuple(printed(p, front, scale) for p in card.corners) for card in found]
    offset = (flip_sign * profile.offset_x_mm, flip_sign * profile.offset_y_mm)
    behind = []
    bleed = made.choices.backs.bleed_mm
    for corners in backs(back, width, height, bleed):
        out = [
            printed(p, back, (profile.back_scale_x, profile.back_scale_y), profile.skew_deg, offset) for p in corners
        ]
        behind.append(tuple(turned_over(p, back, made.choices.backs.flip) for p in out))
    return farthest(nominal, on_paper), farthest(on_paper, behind)


@pytest.mark.parametrize(
    ("card", "flip", "sign", "mode"),
    slow_but([("mini", "long", 1, "separate"), ("standard", "short", -1, "duplex")], [
        (*way, mode) for way in (("standard", "long", 1), ("mini", "long", 1), ("standard", "short", -1))
        for mode in ("duplex", "separate")
    ]),
)  # fmt: skip
def test_a_profile_is_taken_back_exactly(card, flip, sign, mode):
    """Over the other edge than the measured one the same printer's offset points the other way."""
    made = make("a4", card, profile=PROFILE, mode=mode, flip=flip)
    size, meet = miss_through(made, PROFILE, sign)
    assert size <= HUNDREDTH and meet <= HUNDREDTH


def test_without_its_profile_that_printer_misses_by_millimeters():
    size, meet = miss_through(make("a4", mode="duplex"), PROFILE)
    assert size > 0.5 and meet > 2


@pytest.mark.parametrize("offset", [(1.25, -0.5), (-2.0, 0.0)])
def test_an_offset_moves_the_backs_and_nothing_else(offset):
    plain, moved = make("a4", mode="duplex"), make("a4", mode="duplex", offset_mm=offset)
    (front, back), (same_front, other) = (read_pages(deck_pdf(made)[1]) for made in (plain, moved))
    assert front.marks == same_front.marks and front.trim == same_front.trim
    for was, now in zip(backs(back, 63, 88, 2.0), backs(other, 63, 88, 2.0), strict=True):
        for (x, y), (u, v) in zip(was, now, strict=True):
            assert (u - x, v - y) == pytest.approx(offset, abs=HUNDREDTH)
    assert (other.trim[0] - back.trim[0], other.trim[1] - back.trim[1]) == pytest.approx(offset, abs=HUNDREDTH)


@pytest.mark.parametrize("mode", slow_but(("fold", "duplex"), ("none", "fold", "duplex", "separate")))
def test_a_printer_that_is_true_changes_only_the_line_that_names_it(mode):
    plain = make("a4", mode=mode)
    named = make("a4", mode=mode, profile=PrinterProfile("true", "main", "a4", flip="long"))
    pages = zip(read_pages(deck_pdf(plain)[1]), read_pages(deck_pdf(named)[1]), strict=True)
    for number, (one, other) in enumerate(pages):
        assert one.marks == other.marks and one.trim == other.trim
        texts, changed = {t.text for t in one.texts}, {t.text for t in other.texts}
        if mode == "duplex" and number % 2:
            assert texts == changed
        else:
            (gone,), (new,) = texts - changed, changed - texts
            assert new == f"for true, main tray · {gone}"


def test_trim_boxes_follow_the_correction():
    made = make("a4", profile=replace(PROFILE, skew_deg=0.0), mode="duplex")
    front, back = read_pages(deck_pdf(made)[1])
    assert front.trim[2] == pytest.approx(189 / 0.992, abs=HUNDREDTH)
    assert front.trim[3] == pytest.approx(264 / 0.9955, abs=HUNDREDTH)
    assert back.trim[2] == pytest.approx(189 / 0.9932, abs=HUNDREDTH)
    assert back.trim[0] == pytest.approx(105 + (-1.7 - 94.5) / 0.9932, abs=HUNDREDTH)


@pytest.mark.parametrize(("flip", "preference"), [("long", "/DuplexFlipLongEdge"), ("short", "/DuplexFlipShortEdge")])
def test_duplex_says_over_which_edge_to_printer_and_person(flip, preference):
    data = deck_pdf(make("letter", mode="duplex", flip=flip))[1]
    told = viewer_preferences(data)
    assert told["/Duplex"] == preference and told["/PrintScaling"] == "/None"
    front, back = read_pages(data)
    assert any(f"flip on the {flip.upper()} edge" in t.text for t in front.texts)
    assert any(f"over its {flip.upper()} edge" in t.text for t in back.texts)


def test_one_sided_sheets_stay_one_sided():
    for mode in ("none", "fold", "separate"):
        assert viewer_preferences(deck_pdf(make("a4", mode=mode))[1])["/Duplex"] == "/Simplex"


def test_pages_of_a_duplex_deck_are_front_back_front_back():
    made = make_deck_sheets(DeckChoices("a4", deck="west", chits=False, backs=Backs("duplex")))
    pages = read_pages(deck_pdf(made)[1])
    assert len(pages) == 6
    for number, page in enumerate(pages):
        assert len(fronts(page, 63, 88)) == (9 if number % 2 == 0 else 0)
        assert len(backs(page, 63, 88, 2.0)) == (0 if number % 2 == 0 else 9)


def test_separate_backs_can_come_last_sheet_first():
    choices = DeckChoices("a4", only=(parse_card("RH3"),), copies=20, backs=Backs("separate"))
    orders = []
    for order in ("same", "reversed"):
        ((name, data),) = back_pdf(
            make_deck_sheets(replace(choices, backs=replace(choices.backs, order=order)))
        ).items()
        assert name.endswith("-backs-reversed.pdf" if order == "reversed" else "-backs.pdf")
        orders.append([next(t.text for t in page.texts if "backs of sheet" in t.text) for page in read_pages(data)])
    assert orders[1] == orders[0][::-1] and "sheet 1 of 3" in orders[0][0]


def test_every_picture_gets_a_back_and_no_empty_slot_does():
    made = make_deck_sheets(
        DeckChoices("a4", only=(parse_card("RH3"), parse_card("J1")), start_at=6, backs=Backs("duplex"))
    )
    (sheet,) = made.back_sheets
    assert sheet.codes == ("",) * 5 + ("back",) * 2
    assert len(backs(read_pages(deck_pdf(made)[1])[1], 63, 88, 2.0)) == 2
    full = make_deck_sheets(DeckChoices("a4", backs=Backs("duplex")))
    assert [len([c for c in sheet.codes if c]) for sheet in full.back_sheets] == [9] * 15


@pytest.mark.parametrize(("bleed", "asked", "found"), [
    (0.0, None, 2.0), (0.0, 0.0, 0.0), (0.0, 3.0, 3.0), (1.0, None, 1.0), (1.0, 0.5, 0.5),
])  # fmt: skip
def test_backs_reach_beyond_the_cut_as_far_as_asked(bleed, asked, found):
    made = make("a4", bleed=bleed, mode="duplex", bleed_mm=asked, count=1)
    page = read_pages(deck_pdf(made)[1])[1]
    (clip,) = page.clips()
    left, top, right, bottom = clip.box
    assert (right - left, bottom - top) == pytest.approx((63 + 2 * found, 88 + 2 * found), abs=HUNDREDTH)
    painted = [m.box for m in page.marks if m.kind == "paint" and m.group == clip.group and len(m.points) > 8]
    # the picture covers it: diamonds in the last repeat on each side
    assert min(b[0] for b in painted) <= left + 2.2 and max(b[2] for b in painted) >= right - 2.2
    assert min(b[1] for b in painted) <= top + 2.2 and max(b[3] for b in painted) >= bottom - 2.2


def test_low_ink_and_duplex_go_together_and_stay_light():
    made = make_deck_sheets(
        DeckChoices("a4", deck="west", chits=False, ink_style="low", backs=Backs("duplex", bleed_mm=0.0))
    )
    back = pixels(made.back_sheets[0].drawing, 300)
    assert (back == back[..., :1]).all(), "black ink only"
    left, top, right, bottom = (round(v / 25.4 * 300) for v in (10.5, 16.5, 199.5, 280.5))
    assert 100 * ink(back[top:bottom, left:right]).mean() <= 8


@pytest.mark.parametrize(("choices", "message"), [
    (dict(mode="both"), "there is no kind of back 'both'. Choose --backs none, fold, duplex or separate"),
    (dict(mode="duplex", flip="left"), "Choose --flip long or short"),
    (dict(mode="none", offset_mm=(1.0, 0.0)), "--back-offset is for backs on the other side"),
    (dict(mode="fold", flip="short"), "--flip short is for backs on the other side"),
    (dict(mode="none", bleed_mm=1.0), "--back-bleed is for sheets with backs"),
    (dict(mode="duplex", order="reversed"), "--reverse is for the second file"),
    (dict(mode="duplex", bleed_mm=3.5), "give 0 to 3 mm"),
    (dict(mode="duplex", bleed_mm=math.nan), "give 0 to 3 mm"),
    (dict(mode="duplex", offset_mm=(0.0, 12.0)), "at most 10 mm"),
])  # fmt: skip
def test_what_cannot_be_is_refused_with_the_cure(choices, message):
    with pytest.raises(InputError) as error:
        make("a4", **choices)
    assert message in str(error.value)


def test_a_back_may_not_reach_into_the_next_card():
    with pytest.raises(InputError, match="give 0 to 1 mm; cards with 1 mm bleed leave so much to each"):
        make("a4", bleed=1.0, mode="duplex", bleed_mm=2.0)


def test_a_card_that_folds_on_no_paper_is_refused():
    with pytest.raises(LayoutError, match="and its back beside it"):
        make("a4", "tarot", margin=60, mode="fold")


def test_each_choice_has_a_file_name_of_its_own():
    ways = [
        dict(), dict(mode="fold"), dict(mode="duplex"), dict(mode="duplex", flip="short"), dict(mode="separate"),
        dict(mode="duplex", bleed_mm=1.0), dict(mode="duplex", offset_mm=(1.0, 0.0)), dict(mode="duplex", offset_mm=(-1.0, 0.0)),
        dict(mode="duplex", offset_mm=(0.0, 1.0)), dict(bleed=1.0), dict(margin=8.0), dict(mode="duplex", bleed=1.0),
        dict(profile=PROFILE), dict(profile=replace(PROFILE, skew_deg=0.1)), dict(profile=replace(PROFILE, tray="rear")),
        dict(mode="duplex", profile=PROFILE),
    ]  # fmt: skip
    files = [deck_pdf(make("a4", **way)) for way in ways]
    assert len({name for name, _ in files}) == len(ways)
    assert all(set(name) <= set("abcdefghijklmnopqrstuvwxyzRH0123456789-./") for name, _ in files)
    # the bleed that is taken anyway is no other choice
    assert deck_pdf(make("a4", mode="duplex", bleed_mm=2.0)) == deck_pdf(make("a4", mode="duplex"))


def test_rectangles_are_read_and_not_assumed():
    """The reader of these tests sees a card that is half a millimeter off."""
    page = read_pages(deck_pdf(make("a4", mode="duplex", offset_mm=(0.5, 0.0), count=1))[1])[1]
    (corners,) = backs(page, 63, 88, 2.0)
    right = Rect(210 - 10.5 - 63, 16.5, 210 - 10.5, 104.5)
    assert farthest([right.corners], [corners]) == pytest.approx(0.5, abs=HUNDREDTH)


@pytest.mark.parametrize(("card", "lying"), [("mini", True), ("standard", False)])
def test_a_sheet_that_lies_on_its_side_is_corrected_by_the_papers_own_axes(card, lying):
    """The ruler along the paper's short side was 0.8 % short, whichever way the sheet is drawn."""
    page = read_pages(deck_pdf(make("a4", card, profile=PROFILE))[1])[0]
    plain = read_pages(deck_pdf(make("a4", card))[1])[0]
    assert (page.width > page.height) == lying
    across, down = (page.trim[i] / plain.trim[i] for i in (2, 3))
    assert (across, down) == pytest.approx((1 / 0.9955, 1 / 0.992) if lying else (1 / 0.992, 1 / 0.9955), abs=1e-5)


@pytest.mark.parametrize("card", ["standard", "mini"])
def test_a_fold_sheet_through_a_profile_still_folds_in_its_middle_at_true_size(card):
    made = make("a4", card, profile=PROFILE, mode="fold", count=3)
    (page,), plan = read_pages(deck_pdf(made)[1]), made.plan
    scale = (PROFILE.scale_x, PROFILE.scale_y) if page.height > page.width else (PROFILE.scale_y, PROFILE.scale_x)
    wide, high = plan.card.width_mm, plan.card.height_mm
    cards = fronts(page, wide / scale[0], high / scale[1])
    on_paper = [tuple(printed(p, page, scale) for p in card.corners) for card in cards]
    true = [
        Rect(s.x_mm, s.y_mm, s.x_mm + wide, s.y_mm + high).corners for s in plan.slots[: len(cards)]
    ]  # fmt: skip
    assert farthest(true, on_paper) <= HUNDREDTH
    behind = backs(page, wide, high, 2.0)
    seen = [tuple(folded(printed(p, page, scale), page, plan) for p in corners) for corners in behind]
    assert farthest(on_paper, seen) <= 0.02  # the bleed that is taken off is 0.8 % too wide here: 2 mm x 0.008


def test_a_fold_has_room_for_marks_on_both_its_sides():
    made = make("a4", mode="fold", count=1)
    page = read_pages(deck_pdf(made)[1])[0]
    (front,), (back,) = fronts(page, 63, 88), backs(page, 63, 88, 2.0)
    assert min(y for _, y in back) - front.bottom == pytest.approx(8, abs=HUNDREDTH)
