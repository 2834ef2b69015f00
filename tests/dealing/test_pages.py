"""The printed aids of a deal: a slip holds its hand, a sheet's QR code reads back."""

from __future__ import annotations

from collections import Counter
from functools import cache
from io import BytesIO

import numpy as np
import pikepdf
import pypdfium2
import pytest
import segno
import zxingcpp

from tests.commands import tt
from tests.readers.pdf_marks import read_pages
from tests.readers.validators import run_tool
from tt_print.cards.theme import find_theme
from tt_print.core.deal_pages import Look, page_files, sheet_facts, slip_sheets
from tt_print.dealing.code import DealCode, full_code, parse_code
from tt_print.dealing.plan import make_deal
from tt_print.dealing.settings import settings_of
from tt_print.dealing.slip_plan import plan_slips
from tt_print.dealing.slips import Slip, sort_hand, split
from tt_print.deck import LETTER_OF, VARIABLES, Card, parse_card
from tt_print.errors import InputError, LayoutError
from tt_print.games import find_game
from tt_print.sheets.plan import find_paper
from tt_print.templates import read_toml

TOSS = 1.75  # how far a sign lies from its place at most, in millimeters
UP = 4.8  # how much higher signs lie on the outside, whose name is below them
NAMES = ("Ann", "Bo", "Cy", "Łukasz", "Doğan", "Mary Ann", "Gus", "Hal", "Ida", "Jo", "Kim", "Lee")

# every game with slips; hands of 1, 5, 8, 9, 12, 25 and 31 cards, and one that needs several slips
TABLES = [
    ("craziness", 3, {}), ("craziness", 12, {}), ("casino", 5, {}), ("casino", 2, {"jokers": 2}), ("six-suit", 4, {}),
    ("push-it", 3, {"deck": "west"}), ("push-it", 5, {}), ("push-it", 5, {"deck": "full"}), ("push-it", 8, {"deck": "full2"}),
    ("push-it", 3, {"deck": "full2", "force_deck": True}),
]  # fmt: skip
IDS = [f"{game}-{players}-{'-'.join(map(str, house.values())) or 'plain'}" for game, players, house in TABLES]


def look(paper="a4", ink="color", full=False):
    return Look(find_paper(paper), find_theme(ink), full)


def dealt_of(name, players, house, number=1):
    game = find_game(name)
    settings = settings_of(game, players, game.house(**house))
    return make_deal(DealCode(settings, number.to_bytes(12, "big")), NAMES[:players], house)


@cache
def slip_pdf(index, paper="a4"):
    (content,) = page_files([dealt_of(*TABLES[index])], look(paper), ["slips"], 1).values()
    return content


@cache
def slip_pages(index, paper="a4"):
    return read_pages(slip_pdf(index, paper))


def slips_and_plan(index, paper="a4"):
    dealt = dealt_of(*TABLES[index])
    rows = dealt.up or ((),) * len(dealt.hands)
    hands = [Slip(n, sort_hand(h), r, "") for n, h, r in zip(dealt.names, dealt.hands, rows, strict=True)]
    plan = plan_slips(find_paper(paper), max(len(h.cards) for h in hands), len(hands[0].open_cards))
    return [part for hand in hands for part in split(hand, plan.max_cards)], plan


def pictures(content, dpi=127):
    """Each page in gray, 0 black to 255 white, as pdfium paints it."""
    with pypdfium2.PdfDocument(content) as pdf:
        return [np.asarray(page.render(scale=dpi / 72, grayscale=True).to_numpy()).squeeze() for page in pdf]


POINTS = {"circle": 13, "heart": 19, "triangle": 3, "square": 17}  # of their outlines, as a PDF has them


def signs_within(page, plan, number, count, panel=1, up=0.0):
    """The cards whose signs stand on a panel, as a reader of the PDF finds them: letters and outlines."""
    x, y = plan.position(number)
    found = []
    for place in plan.places(count):
        box = place.moved(x, y + panel * plan.panel_mm - up).inset(-TOSS)
        words = [t.text for t in sorted(page.texts, key=lambda t: t.y) if _inside(box, t.x, t.y)]
        outlines = [m for m in page.marks if m.kind == "paint" and m.stroke_mm and _inside(box, *m.box[:2])]
        outline = max(outlines, key=lambda m: m.box[2] - m.box[0])
        if words[0] == "J":
            found.append(parse_card(f"J{words[1]}"))
            continue
        color = {letter: color for color, letter in LETTER_OF["color"].items()}[words[1] if len(words) > 1 else "K"]
        shape = {n: shape for shape, n in POINTS.items()}.get(len(outline.points), "blob")
        found.append(Card(color, shape, words[0]))
    return Counter(found)


def _inside(box, x, y):
    return box.left <= x <= box.right and box.top <= y <= box.bottom


LARGE = (1, 7, 8, 9)  # the tables with fewer pages are proof enough for every day
READ = [pytest.param(p, "a4", id=IDS[p], marks=[pytest.mark.slow] if p in LARGE else []) for p in range(len(TABLES))]
READ += [
    pytest.param(p, "letter", id=f"{IDS[p]}-letter", marks=[] if p in (0, 2, 4) else [pytest.mark.slow])
    for p in range(len(TABLES))
]


@pytest.mark.parametrize(("index", "paper"), READ)
def test_each_slip_holds_one_hand_inside_and_the_open_cards_outside(index, paper):
    slips, plan = slips_and_plan(index, paper)
    pages = slip_pages(index, paper)
    assert len(pages) == -(-len(slips) // plan.per_page)
    for number, slip in enumerate(slips):
        page, here = pages[number // plan.per_page], number % plan.per_page
        assert signs_within(page, plan, here, len(slip.cards)) == Counter(slip.cards), slip.owner
        outside = signs_within(page, plan, here, len(slip.open_cards), 2, UP)
        assert outside == Counter(slip.open_cards)
        texts = [t for t in page.texts if t.text == slip.owner]
        x, y = plan.position(here)
        at = [(t.x, t.y) for t in texts if x <= t.x <= x + plan.width_mm and y <= t.y <= y + 3 * plan.panel_mm]
        assert (
            len(at) == 2 and at[-1][1] > y + 3 * plan.panel_mm - 8.5
        )  # inside, and outside at the end of the last panel


@pytest.mark.parametrize(("index", "paper"), READ)
def test_folded_the_signs_of_eight_other_hands_lie_on_those_of_each_hand(index, paper):
    """The flap has nothing else; turned about the fold, its signs are where those of the hand are, and as large."""
    slips, plan = slips_and_plan(index, paper)
    pages = slip_pages(index, paper)
    for number, slip in enumerate(slips):
        x, y = plan.position(number % plan.per_page)
        fold = y + plan.panel_mm
        outlines = [
            m.box for m in pages[number // plan.per_page].marks
            if m.kind == "paint" and m.stroke_mm and x < m.box[0] and m.box[2] < x + plan.width_mm
            and y < m.box[1] and m.box[3] < fold and m.box[2] - m.box[0] > plan.sign_mm / 2
        ]  # fmt: skip
        assert len(outlines) == 8 * len(slip.cards)
        for place in plan.places(len(slip.cards)):
            at = place.moved(x, fold).inset(-TOSS)
            turned = [
                box for box in outlines if at.left < box[0] and box[2] < at.right
                and at.top < 2 * fold - box[3] and 2 * fold - box[1] < at.bottom
            ]  # fmt: skip
            assert len(turned) == 8


def test_hands_are_whole_on_their_slips():
    for index, (_, players, _) in enumerate(TABLES):
        slips, plan = slips_and_plan(index)
        dealt = dealt_of(*TABLES[index])
        for name, hand in zip(dealt.names, dealt.hands, strict=True):
            mine = [slip for slip in slips if slip.owner == name]
            assert Counter(card for slip in mine for card in slip.cards) == Counter(hand)
            assert [(slip.part, slip.parts) for slip in mine] == [(n, len(mine)) for n in range(1, len(mine) + 1)]
            assert all(len(slip.cards) <= plan.max_cards for slip in mine)
        assert len({slip.owner for slip in slips}) == players


@pytest.mark.parametrize(
    "index", [pytest.param(p, marks=[pytest.mark.slow] if p in LARGE else []) for p in range(len(TABLES))], ids=IDS
)
def test_ink_covers_at_most_a_twentieth_of_a_slip(index):
    slips, plan = slips_and_plan(index)
    dpi = 150  # fine lines are painted no wider than they are
    (page, *_) = pictures(slip_pdf(index), dpi)
    for number in range(min(len(slips), plan.per_page)):
        edges = [*plan.position(number), plan.width_mm, 3 * plan.panel_mm]
        left, top, width, height = (round(edge * dpi / 25.4) for edge in edges)
        assert 1 - page[top : top + height, left : left + width].mean() / 255 <= 0.05


def test_signs_on_slips_are_readable():
    """The number as large as print of 12 points, whose capitals are 2.8 mm high."""
    cap = read_toml("deals/pages.toml")["signs"]["number_cap"]
    for index, (game, _, _) in enumerate(TABLES):
        for paper in ("a4", "letter"):
            _, plan = slips_and_plan(index, paper)
            assert cap * plan.sign_mm >= 2.8, (game, plan)
            assert plan.down * 3 * plan.panel_mm < find_paper(paper).height_mm - 16
            right, bottom = plan.position(plan.per_page - 1)
            assert right + plan.width_mm <= find_paper(paper).width_mm - 5.0
            assert bottom + 3 * plan.panel_mm <= find_paper(paper).height_mm - 5.0


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_hand_goes_on_as_few_slips_as_hold_it(paper):
    """One card more than a slip holds makes two slips, and one more than two hold makes three."""
    sheet = find_paper(paper)
    most = max(cards for cards in range(25, 126) if plan_slips(sheet, cards).max_cards == cards)
    for slips in (1, 2):
        assert plan_slips(sheet, slips * most).max_cards == most
        over = slips * most + 1
        assert plan_slips(sheet, over).max_cards == -(-over // (slips + 1))


def test_a_slip_with_one_card_says_1_card():
    texts = [t.text for page in slip_pages(4) for t in page.texts]
    assert texts.count("1 card") == 4 and "1 cards" not in texts


def test_slips_for_a_later_deal_of_casino_hold_that_deal():
    dealt = dealt_of("casino", 5, {})
    for deal in (1, 3, 5):
        (content,) = page_files([dealt], look(), ["slips"], deal).values()
        pages = read_pages(content)
        plan = plan_slips(find_paper("a4"), 5 if deal < 5 else 4)
        for number, hand in enumerate(dealt.deals[deal - 1]):
            page = pages[number // plan.per_page]
            assert signs_within(page, plan, number % plan.per_page, len(hand)) == Counter(hand)
    assert any(f"deal {5} of 5" in t.text for t in pages[0].texts)
    with pytest.raises(InputError, match=r"--deal 6: Casino Macedonia has deals 1 to 5 for 5 players."):
        slip_sheets(dealt, look(), 6)
    with pytest.raises(InputError, match=r"--deal 2: Craziness has one deal a hand."):
        slip_sheets(dealt_of("craziness", 3, {}), look(), 2)


@pytest.mark.parametrize(("game", "title"), [("ww3", "World War 3"), ("armageddon", "Armageddon")])
def test_the_slap_games_have_no_slips(game, title):
    dealt = dealt_of(game, 3, {})
    with pytest.raises(InputError, match=f"in {title} nobody may look at the cards, not even at one's own"):
        slip_sheets(dealt, look())


# ---------------------------------------------------------------- the sheet

SHEETS = [
    ("ww3", 5, {"jokers": 2}), ("armageddon", 12, {}), ("six-suit", 6, {}), ("casino", 5, {"question": "wild", "jokers": 2}),
    ("craziness", 2, {"must_play": True}), ("push-it", 3, {"deck": "west"}), ("push-it", 8, {"deck": "full2", "order": "lies"}),
]  # fmt: skip


# these three are proof enough for every day: a casino question, the smallest deck, and the largest
QR_CODES = [
    pytest.param(
        *sheet,
        paper,
        id=f"{sheet[0]}-{i}-{paper}",
        marks=[] if (i, paper) in ((3, "a4"), (5, "letter"), (6, "a4")) else [pytest.mark.slow],
    )
    for i, sheet in enumerate(SHEETS)
    for paper in ("a4", "letter")
]


@pytest.mark.parametrize(("game", "players", "house", "paper"), QR_CODES)
def test_the_qr_code_of_a_sheet_gives_its_deal_on_any_machine(game, players, house, paper):
    """Scanned from the pixels of the printed page at fax resolution, by a reader that knows nothing of segno."""
    dealt = dealt_of(game, players, house)
    for full in (False, True):
        (content,) = page_files([dealt], look(paper, "color", full), ["sheet"], 1).values()
        (page,) = pictures(content, 200)
        (found,) = zxingcpp.read_barcodes(page)
        assert str(found.format).endswith(("QRCode", "QR Code"))
        code = parse_code(found.text)
        assert code == (full_code(dealt.code) if full else dealt.code)
        again = make_deal(code, dealt.names, {k: v for k, v in house.items() if k == "must_play"})
        assert again.hands == dealt.hands and again.dealer == dealt.dealer


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("full", [False, True])
def test_the_qr_code_stands_in_the_lower_right_corner_with_nothing_in_its_quiet_zone(paper, full):
    """Four modules of white all round (ISO/IEC 18004), the words beside it."""
    dealt = dealt_of("casino", 5, {})
    (content,) = page_files([dealt], look(paper, "color", full), ["sheet"], 1).values()
    (page,) = pictures(content, 200)
    (found,) = zxingcpp.read_barcodes(page)
    corners = [
        found.position.top_left,
        found.position.top_right,
        found.position.bottom_right,
        found.position.bottom_left,
    ]
    left, right = min(p.x for p in corners), max(p.x for p in corners) + 1
    top, bottom = min(p.y for p in corners), max(p.y for p in corners) + 1
    height, width = page.shape
    per_mm = 200 / 25.4
    assert 12 < (width - right) / per_mm < 20 and 12 < (height - bottom) / per_mm < 24
    module = (right - left) / (len(segno.make(found.text, error="m", boost_error=False, micro=False).matrix))
    quiet = page.copy()
    quiet[top - 2 : bottom + 2, left - 2 : right + 2] = 255
    zone = round(3.5 * module)
    assert (quiet[top - zone : bottom + zone, left - zone : right + zone] > 200).all()


@pytest.mark.parametrize(("game", "players", "house"), SHEETS, ids=[g for g, _, _ in SHEETS[:-1]] + ["push-it-full2"])
def test_a_sheet_says_what_the_dealer_reads_but_shows_no_card(game, players, house):
    dealt = dealt_of(game, players, house)
    (content,) = page_files([dealt], look(), ["sheet"], 1).values()
    (page,) = read_pages(content)
    message = " ".join(t.text for t in page.texts)
    facts = sheet_facts(dealt)
    for sentence in (*facts.read, *(text for _, text in facts.rows), dealt.game.title, str(dealt.code)):
        assert sentence in message, sentence
    assert not [card for card in dealt.settings.cards if isinstance(card, Card) and card.name.upper() in message]
    assert sum(
        pile.count * (players if "each player" in pile.words or "in a row" in pile.words else 1) for pile in facts.piles
    ) == len(dealt.settings.cards)


@pytest.mark.parametrize("deck", ["west", "squares", "full", "full2"])
def test_the_pointers_stand_under_red_circle_and_1_and_values_out_of_play_are_crossed_out(deck):
    dealt = dealt_of("push-it", 8, {"deck": deck, "force_deck": True})
    (content,) = page_files([dealt], look(), ["sheet"], 1).values()
    (page,) = read_pages(content)
    titles = {t.text: t for t in page.texts if t.text in ("COLOR", "SHAPE", "NUMBER")}
    pointers = [
        m
        for m in page.marks
        if len(m.points) == 5 and m.kind == "paint" and 5 < m.box[2] - m.box[0] < 8 and 6 < m.box[3] - m.box[1] < 9
    ]
    middles = sorted({round((m.box[0] + m.box[2]) / 2, 1) for m in pointers})
    assert len(middles) == 3
    for middle, word in zip(middles, ("COLOR", "SHAPE", "NUMBER"), strict=True):
        # the first of five values, each 10 mm wide, whose row begins below the title
        assert 0 < middle - titles[word].x < 10 and all(m.box[1] > titles[word].y for m in pointers)
    crosses = [m for m in page.marks if len(m.points) == 4 and m.points[0][0] == m.points[2][0] and m.points[0][1] == m.points[3][1]
               and m.points[1][1] == m.points[2][1] and m.stroke_mm]  # fmt: skip
    out = {"west": 2, "squares": 1}.get(deck, 0)
    assert len(crosses) == 2 * 3 * out  # a white one below each black one
    assert len(VARIABLES) == 3


def test_names_that_the_fonts_cannot_draw_are_boxed_and_told_apart_by_their_seat(capsys, tmp_path):
    """Of 李雷 nothing can be drawn: two boxes and the seat; the slip stays usable, and the person is told."""
    names = "José,李雷,Łukasz,王"
    ran = tt(
        capsys, "deal", "craziness", "--players", names, "--dealer", "李雷", "--slips", "--sheet", "--out", tmp_path
    )
    assert ran.status == 0
    assert ran.err.splitlines() == [
        f'warning: "{name}" cannot be drawn in the font; boxed on paper (in {name}).' for name in ("李雷", "王")
    ]
    printed = {
        p.name.split("-")[1]: " ".join(run_tool("pdftotext", p, "-").stdout.split())
        for p in tmp_path.glob("deals/*.pdf")
    }
    for message in ("José", "(2)", "Łukasz", "(4)"):
        assert printed["slips"].count(message) == 2, message  # outside and inside
    assert "Dealer (2)" in printed["sheet"]


def test_pages_are_true_to_size_one_sided_and_the_same_on_any_day():
    dealt = dealt_of("push-it", 5, {})
    for paper, (width, height) in {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}.items():
        files = page_files([dealt], look(paper), ["slips", "sheet"], 1)
        assert files == page_files([dealt], look(paper), ["slips", "sheet"], 1)
        assert len(files) == 2 and all(name.endswith(f"-{paper}.pdf") for name in files)
        for content in files.values():
            with pikepdf.open(BytesIO(content)) as pdf:
                assert (
                    str(pdf.Root.ViewerPreferences.PrintScaling) == "/None"
                    and str(pdf.Root.ViewerPreferences.Duplex) == "/Simplex"
                )
                for page in pdf.pages:
                    assert [round(float(v) * 25.4 / 72, 1) for v in page.mediabox[2:]] == [width, height]


def test_another_deal_name_or_house_rule_is_another_file():
    plain = dealt_of("push-it", 5, {})
    others = [
        dealt_of("push-it", 5, {}, 2),
        plain._replace(names=("Ann", "Bo", "Cy", "Di", "Eve")),
        dealt_of("push-it", 5, {"potential": "per_card"}),
    ]
    names = {name for dealt in (plain, *others) for name in page_files([dealt], look(), ["sheet"], 1)}
    names |= {
        name
        for some in (look(ink="low"), look(full=True), look("letter"))
        for name in page_files([plain], some, ["sheet"], 1)
    }
    assert len(names) == 7


def test_paper_too_small_for_a_slip_is_told():
    with pytest.raises(LayoutError, match="60x90 of 60 x 90 mm is too small for a slip"):
        plan_slips(find_paper("60x90"), 5)
