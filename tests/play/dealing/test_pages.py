"""The printed aids of a deal: a slip holds its hand, a sheet's QR code reads back."""

import re
from collections import Counter
from functools import cache

import pytest
import segno
import zxingcpp

from tests.commands import tt
from tests.play.dealing.printed import pictures, print_pages
from tests.play.dealing.tables import deal
from tests.readers.pdf_marks import read_pages
from tests.readers.validators import run_tool
from tests.walks import walk
from tt_print.deck import FULL, JOKERS, VARIABLES, parse_card
from tt_print.games import find_game
from tt_print.paper.deal_pages import LETTER_SIZE, plan_slips
from tt_print.paper.plan import find_paper
from tt_print.play.dealing.code import parse_code

NAMES = ("Ann", "Bo", "Cy", "Łukasz", "Doğan", "Mary Ann", "Gus", "Hal", "Ida", "Jo", "Kim", "Lee")

# every game with slips; hands of 1, 5, 8, 9, 12, 25, 31, and 83 cards
TABLES = [
    ("craziness", 3, {}), ("craziness", 12, {}), ("casino", 5, {}), ("casino", 2, {"jokers": 2}), ("six-suit", 4, {}),
    ("push-it", 3, {"deck": "west"}), ("push-it", 5, {}), ("push-it", 5, {"deck": "full"}), ("push-it", 8, {"deck": "full2"}),
    ("push-it", 3, {"deck": "full2"}),
]  # fmt: skip


@cache
def dealt_of(index):
    game, players, house = TABLES[index]
    return deal(game, NAMES[:players], 1, house=house)


@cache
def slip_pdf(index, paper="a4"):
    (content,) = print_pages(dealt_of(index), "slips", paper=paper).values()
    return content


@cache
def slips_and_plan(index, paper="a4"):
    """Owner, cards inside and cards outside of each slip that is wanted, and where they lie."""
    dealt = dealt_of(index)
    most = max(map(len, dealt["hands"].values()))
    plan = plan_slips(find_paper(paper), most, max((len(row) for row in dealt["up"].values()), default=0))
    slips = []
    for owner, hand in dealt["hands"].items():
        cards = sorted(map(parse_card, hand), key=[*FULL, *JOKERS].index)
        slips.append((owner, cards, tuple(map(parse_card, dealt["up"].get(owner, ())))))
    return slips, plan


def codes_within(page, plan, number, panel):
    """The cards whose codes stand on a panel, as a reader of the PDF finds them."""
    x, y = plan.position(number)
    top = y + panel * plan.panel_mm
    words = [t.text for t in page.texts if x <= t.x <= x + plan.width_mm and top <= t.y <= top + plan.panel_mm]
    rows = (text.split() for text in words if re.fullmatch(r"(?:[RYGBK][CHTSB][1-4Q]|J[12]| )+", text))
    return Counter(parse_card(code) for row in rows for code in row)


# tables with few pages, a card open outside, and jokers are proof enough for every day
EVERY_DAY = [(0, "a4"), (2, "letter"), (3, "a4"), (4, "a4"), (5, "a4")]
READ = [
    pytest.param(index, paper, id=f"{index}-{paper}", marks=[] if (index, paper) in EVERY_DAY else [pytest.mark.slow])
    for index in range(len(TABLES))
    for paper in ("a4", "letter")
]


@pytest.mark.parametrize(("index", "paper"), READ)
def test_each_slip_holds_one_hand_under_an_empty_flap_and_the_open_cards_outside(index, paper):
    slips, plan = slips_and_plan(index, paper)
    pages = read_pages(slip_pdf(index, paper))
    assert len(pages) == -(-len(slips) // plan.per_page)
    for number, (owner, cards, open_cards) in enumerate(slips):
        page, here = pages[number // plan.per_page], number % plan.per_page
        assert codes_within(page, plan, here, 1) == Counter(cards), owner
        assert codes_within(page, plan, here, 2) == Counter(open_cards)
        x, y = plan.position(here)
        fold, end = y + plan.panel_mm, y + 3 * plan.panel_mm
        at = [t for t in page.texts if t.text.strip() == owner and x <= t.x <= x + plan.width_mm and y <= t.y <= end]
        assert len(at) == 2 and at[-1].y > end - 8.5  # inside, and outside at the end of the last panel
        flap = [t for t in page.texts if x < t.x < x + plan.width_mm and y < t.y < fold]
        assert ["Fold this flap" in t.text and t.y > fold - 8.5 for t in flap] == [True]


@walk(("paper", "index"), [(paper, index) for paper in ("a4", "letter") for index in range(len(TABLES))])
def test_codes_on_slips_are_readable(paper, index):
    """As large as print of 12 points."""
    sheet = find_paper(paper)
    _, plan = slips_and_plan(index, paper)
    assert LETTER_SIZE >= 12 * 25.4 / 72
    assert plan.down * 3 * plan.panel_mm < sheet.height_mm - 16
    right, bottom = plan.position(plan.per_page - 1)
    assert right + plan.width_mm <= sheet.width_mm - 5.0 and bottom + 3 * plan.panel_mm <= sheet.height_mm - 5.0


def test_a_slip_with_one_card_says_1_card():
    texts = [t.text.strip() for page in read_pages(slip_pdf(4)) for t in page.texts]
    assert texts.count("1 card") == 4 and "1 cards" not in texts


def test_slips_for_a_later_deal_of_casino_hold_that_deal():
    dealt = dealt_of(2)
    for number in (3, 5):
        (content,) = print_pages(dealt, "slips", deal=number).values()
        pages, plan = read_pages(content), plan_slips(find_paper("a4"), 5 if number < 5 else 4)
        for seat, hand in enumerate(dealt["deals"][number - 1].values()):
            page = pages[seat // plan.per_page]
            assert codes_within(page, plan, seat % plan.per_page, 1) == Counter(map(parse_card, hand))
    assert any("deal 5 of 5" in t.text for t in pages[0].texts)


@pytest.mark.parametrize(("arguments", "said"), [
    ("craziness --players 3 --slips --deal 2", "--deal 2: Craziness has one deal per round."),
    ("armageddon --players 3 --slips", "in Armageddon, nobody may look at any cards, not even their own"),
    ("craziness --players 3 --slips --paper 60x90", "60x90 of 60 x 90 mm is too small for slips of 8 cards"),
    ("push-it --players 10 --deck full2 --slips --paper 100x120", "too small for slips of 25 cards"),
])  # fmt: skip
def test_slips_that_cannot_be_are_refused(capsys, tmp_path, arguments, said):
    ran = tt(capsys, "deal", *arguments.split(), "--out", tmp_path)
    assert ran.status == 2 and said in ran.err and not [*tmp_path.iterdir()]


SHEETS = [
    ("ww3", 5, {"jokers": 2}), ("armageddon", 12, {}), ("six-suit", 6, {}), ("casino", 5, {"question": "wild", "jokers": 2}),
    ("craziness", 2, {"must_play": True}), ("push-it", 3, {"deck": "west"}), ("push-it", 8, {"deck": "full2", "order": "lies"}),
]  # fmt: skip
# a casino question and the largest deck are proof enough for every day
SCANNED = [
    pytest.param(index, paper, marks=[] if (index, paper) in ((3, "letter"), (6, "a4")) else [pytest.mark.slow])
    for index in range(len(SHEETS))
    for paper in ("a4", "letter")
]


@cache
def sheet_of(index):
    game, players, house = SHEETS[index]
    return deal(game, NAMES[:players], 1, house=house)


def print_sheet(dealt, **fields):
    (content,) = print_pages(dealt, "sheet", **fields).values()
    return content


@pytest.mark.parametrize(("index", "paper"), SCANNED)
def test_the_qr_code_in_the_corner_of_a_sheet_gives_its_deal_on_any_machine(index, paper):
    """Scanned from the pixels of the printed page at fax resolution, by a reader that knows nothing of segno; with four modules
    of white all round (ISO/IEC 18004), the words beside it."""
    dealt = sheet_of(index)
    (page,) = pictures(print_sheet(dealt, paper=paper), 200)
    (found,) = zxingcpp.read_barcodes(page)
    assert str(found.format).endswith(("QRCode", "QR Code"))
    assert str(parse_code(found.text)) == dealt["code"]
    again = deal(code=found.text, players=dealt["players"])
    assert again["hands"] == dealt["hands"] and again["dealer"] == dealt["dealer"]
    corners = [getattr(found.position, name) for name in ("top_left", "top_right", "bottom_right", "bottom_left")]
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


@pytest.mark.parametrize("index", range(len(SHEETS)))
def test_a_sheet_says_what_the_dealer_reads_but_shows_no_card(index):
    dealt = sheet_of(index)
    (page,) = read_pages(print_sheet(dealt))
    message = " ".join(" ".join(t.text for t in page.texts).split())
    title = find_game(dealt["game"]).title
    for sentence in (*dealt["read"], *(text for _, text in dealt["rows"]), title, dealt["code"]):
        assert sentence in message, sentence
    assert not [card for card in FULL if card.name.upper() in message]
    hand, piles = len(dealt["hands"]["Ann"]), ("center", "table", "draw", "aside")
    stack = "a pile of {} for each player" if dealt["game"] in ("ww3", "armageddon") else "{} to each player, face down"
    assert stack.format(hand) in message
    for count in (len(dealt[pile]) for pile in piles if dealt[pile]):
        assert f" {count} " in message or f"{count} card" in message, count


@pytest.mark.parametrize("deck", ["west", "squares", "full2"])
def test_the_pointers_stand_under_red_circle_and_1_and_values_out_of_play_are_crossed_out(deck):
    (page,) = read_pages(print_sheet(deal("push-it", NAMES[:8], 1, deck=deck)))
    titles = {t.text: t for t in page.texts if t.text in ("COLOR", "SHAPE", "NUMBER")}
    pointers = [
        m
        for m in page.marks
        if len(m.points) == 5 and m.kind == "paint" and 5 < m.box[2] - m.box[0] < 8 and 6 < m.box[3] - m.box[1] < 9
    ]
    middles = sorted({round((m.box[0] + m.box[2]) / 2, 1) for m in pointers})
    assert len(middles) == 3
    for middle, word in zip(middles, ("COLOR", "SHAPE", "NUMBER"), strict=True):
        # the first of five values, each 10 mm wide, whose row begins below the Topper before the title
        assert -5 < middle - titles[word].x < 5 and all(m.box[1] > titles[word].y for m in pointers)
    crosses = [m for m in page.marks if len(m.points) == 4 and m.points[0][0] == m.points[2][0] and m.points[0][1] == m.points[3][1]
               and m.points[1][1] == m.points[2][1] and m.stroke_mm]  # fmt: skip
    out = {"west": 2, "squares": 1}.get(deck, 0)
    assert len(crosses) == 2 * len(VARIABLES) * out  # a white one below each black one


def test_names_that_the_fonts_cannot_draw_are_printed_as_their_seats(capsys, tmp_path):
    """Of 李雷 nothing can be drawn: the slip is Player 2's, and a warning says so."""
    names = "José,李雷,Łukasz,王"
    typed = ["craziness", "--players", names, "--dealer", "李雷", "--slips", "--sheet", "--out", tmp_path]
    ran = tt(capsys, "deal", *typed)
    assert ran.status == 0
    assert ran.err.splitlines() == [
        f"warning: our fonts can’t draw the name {name}. It is printed as {seat}."
        for name, seat in (("李雷", "Player 2"), ("王", "Player 4"))
    ]
    printed = {
        p.name.split("-")[1]: " ".join(run_tool("pdftotext", p, "-").stdout.split())
        for p in tmp_path.glob("deals/*.pdf")
    }
    for message in ("José", "Player 2", "Łukasz", "Player 4"):
        assert printed["slips"].count(message) == 2, message  # outside and inside
    assert "Dealer Player 2" in printed["sheet"]


def test_another_deal_name_or_house_rule_is_another_file():
    plain = deal("push-it", NAMES[:5], 1)
    others = [deal("push-it", NAMES[:5], 2), deal("push-it", ("Ann", "Bo", "Cy", "Di", "Eve"), 1),
              deal("push-it", NAMES[:5], 1, house={"potential": "per_card"})]  # fmt: skip
    looks = ({"ink": "low"}, {"paper": "letter"})
    names = {name for dealt in (plain, *others) for name in print_pages(dealt, "sheet")}
    names |= {name for look in looks for name in print_pages(plain, "sheet", **look)}
    assert len(names) == 6
