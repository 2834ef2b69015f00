"""What a bleed, a margin, and stock with places cost, told before paper is spent; nothing is made smaller to fit, and small paper has whole pages."""

import json
import os
import re
from pathlib import Path

import pytest

from tests.commands import ROOT, tt
from tests.makers.prints import kept_files, print_files
from tests.paper.decks import SIZES
from tests.readers.page_faults import faults_of
from tests.readers.pdf_marks import read_pages
from tests.readers.printed_cards import fronts
from tests.walks import slow_but, walk
from tt_print.errors import InputError, LayoutError
from tt_print.paper.plan import card_sizes, find_card_size, find_paper, known_papers, plan_sheet
from tt_print.templates import read_toml

# Cards a sheet and what is left beside and above the cut edges, for a bleed of 0, 1, 2, 3 mm and a margin of 5 mm;
# by hand: the gap between two cards is twice the bleed. Letter, poker, 2 mm:
# 3 x 63.5 + 2 x 4 = 198.5, (215.9 - 198.5) / 2 = 8.7.
TABLE = {
    ("a4", "poker"): [(9, 9.75, 15.15), (9, 7.75, 13.15), (8, 15.50, 14.10), (8, 12.50, 13.10)],
    ("a4", "standard"): [(9, 10.50, 16.50), (9, 8.50, 14.50), (8, 16.50, 15.00), (8, 13.50, 14.00)],
    ("a4", "bridge"): [(10, 5.62, 16.10), (9, 17.28, 13.15), (9, 15.28, 11.15), (9, 13.28, 9.15)],
    ("letter", "poker"): [(9, 12.70, 6.35), (8, 9.70, 18.05), (6, 8.70, 48.80), (6, 38.45, 16.05)],
    ("letter", "standard"): [(9, 13.45, 7.70), (8, 10.70, 18.95), (8, 7.70, 17.95), (6, 39.20, 16.95)],
    ("letter", "bridge"): [(9, 22.23, 6.35), (8, 22.40, 18.05), (8, 19.40, 17.05), (8, 16.40, 16.05)],
}


@walk(("paper", "card"), TABLE)
def test_so_many_fit_with_a_bleed(paper, card):
    for bleed, (count, beside, above) in enumerate(TABLE[paper, card]):
        plan = plan_sheet(find_paper(paper), find_card_size(card), bleed, 5)
        assert plan.count == count
        assert (plan.left_mm, plan.top_mm) == pytest.approx((beside, above), abs=0.0051)


@walk(("bleed", "fold"), [(bleed, fold) for bleed in (0.0, 1.0, 2.0, 3.0, 5.0) for fold in (False, True)])
def test_cards_and_their_bleed_stay_clear_of_the_margin_and_of_each_other(bleed, fold):
    for paper in known_papers():
        for card in card_sizes():
            plan = plan_sheet(paper, card, bleed, 5, fold)
            area = plan.area
            assert min(area.left, area.top) >= 5 + bleed - 1e-9
            assert area.right <= plan.paper.width_mm - 5 - bleed + 1e-9
            for index, (x, y) in enumerate(plan.slots):
                if (index + 1) % plan.columns:
                    assert plan.slots[index + 1][0] - x - card.width_mm == pytest.approx(2 * bleed)
                if index + plan.columns < plan.count:
                    assert plan.slots[index + plan.columns][1] - y - card.height_mm == pytest.approx(2 * bleed)
            # no further column or row would have fitted
            width, height = plan.paper.width_mm, plan.paper.height_mm
            halves = 2 if fold else 1
            if plan.fold in ("", "horizontal"):
                assert plan.width_mm + card.width_mm + 2 * bleed > width - 2 * (5 + bleed) - 1e-9
            if plan.fold in ("", "vertical"):
                assert plan.height_mm + card.height_mm + 2 * bleed > height - 2 * (5 + bleed) - 1e-9
            assert halves * plan.count * card.width_mm * card.height_mm < width * height


@walk(("margin", "bleed", "said"), [
    *((margin, 0, r"home printers leave up to 5 mm white at each edge of A4. Give 5 or more") for margin in (4.99, 0, -1)),
    *((None, bleed, "give 0 to 5 mm") for bleed in (-0.5, 5.1, float("nan"), float("inf"))),
    *((margin, 0, "margin") for margin in (float("nan"), 80.0, float("inf"))),
])  # fmt: skip
def test_a_margin_or_a_bleed_that_cannot_be_is_refused_with_the_figure(margin, bleed, said):
    with pytest.raises(LayoutError if margin == 80 else InputError, match=said):
        plan_sheet(find_paper("a4"), find_card_size("tarot"), bleed, margin)


def test_the_terminal_says_how_many_cards_a_sheet_has():
    for words, count in (("--paper letter --card poker --bleed 3 --margin 5", 6), ("--paper a4 --margin 25", 4), ("--paper a4 --backs fold", 4)):  # fmt: skip
        assert f"1 sheet ({count} slots per sheet): 1 card" in kept_files(f"deck --only RH3 {words}").ran.out
    refused = print_files("deck --margin 4 --paper a4").ran
    assert refused.status == 2 and "up to 5 mm white" in refused.err


@walk(("paper", "card", "bleed", "margin", "corner"), [
    ("a4", "standard", 0, 6, (10.5, 16.5)), ("a4", "standard", 3, 6, (13.5, 14.0)), ("letter", "poker", 2, 5, (8.7, 48.8)),
    ("a4", "bridge", 0, 5, (5.62, 16.1)),
])  # fmt: skip
def test_nothing_is_made_smaller_to_fit(paper, card, bleed, margin, corner):
    """The cards' ink keeps its size and its distance from the cut, whatever else is asked for."""
    words = f"--paper {paper} --card {card} --bleed {bleed} --margin {margin}"
    page = read_pages(kept_files(f"deck --only RH3 {words}").pdf)[0]
    (found,) = fronts(page, *SIZES[card], either_way=True)
    lying = found.right - found.left > found.bottom - found.top
    assert (found.left, found.top) == pytest.approx(corner, abs=0.01)
    boxes = [m.box for m in page.marks if m.group and m.kind == "paint"]
    inside = [b for b in boxes if found.left < b[0] and b[2] < found.right and found.top < b[1] and b[3] < found.bottom]
    width = max(b[2] for b in inside) - min(b[0] for b in inside)
    height = max(b[3] for b in inside) - min(b[1] for b in inside)
    # the tabs' lines lie 1.65 mm from the cut, on both sides
    across, down = SIZES[card][::-1] if lying else SIZES[card]
    assert (width, height) == pytest.approx((across - 3.3, down - 3.3), abs=0.01)


def test_papers_and_cards_are_listed_with_what_fits(capsys):
    """As a deck has them on a sheet: nine standard cards on A4, three across and three down."""
    assert "a4       210 x 297 mm (8.27 x 11.69 in), 9 standard cards on a sheet." in tt(capsys, "list", "papers").out
    euro = "euro       59 x 92 mm (2.32 x 3.62 in), 9 on a4, 8 on letter: European board games."
    assert euro in tt(capsys, "list", "cards").out
    papers = json.loads(tt(capsys, "list", "papers", "--json").out)["items"]
    assert [paper["name"] for paper in papers] == names_in("papers")
    assert {"width_mm": 215.9, "height_mm": 279.4}.items() <= papers[1].items()
    assert papers[0]["cards"]["tarot"] == 4
    cards = {card["name"]: card["cards"] for card in json.loads(tt(capsys, "list", "cards", "--json").out)["items"]}
    assert cards["poker"].items() >= {"a4": 9, "letter": 9, "legal": 10, "a3": 18, "tabloid": 18}.items()


def names_in(file):
    """The papers or card sizes that are offered."""
    return [name for name, row in read_toml(f"sheets/{file}.toml").items() if not row.get("is_small")]


@pytest.mark.parametrize(("option", "file"), [("paper", "papers"), ("card", "cards")])
def test_the_help_and_the_page_of_choices_name_every_size(option, file):
    """The usual card has no name on the page, but its sides."""
    about = read_toml("core/requests.toml")["fields"][option]
    page = (ROOT / "docs" / "choices.md").read_text(encoding="utf-8")
    (row,) = [line for line in page.splitlines() if line.startswith(f"| another {option} size |")]
    for name in names_in(file):
        assert re.search(rf"\b{name}\b", about) and (name == "standard" or re.search(rf"\b{name}`", row)), name


PAPERS = ["a5", "half-letter", "4x6in", "130x180", "210x250", "190x297", "120x400"]
LINES = [
    "start", "deck --only RH3,J1,KBQ,chit-color,chit-shape,chit-number,pointers", "deck --only RH3,J1,KBQ --backs fold",
    "deck --only RH3,J1,KBQ --backs duplex --card tarot", "quickref ww3", "quickref casino --large", "scoresheet craziness",
    "scoresheet casino --names Ann,Bo,Cy,Di", "scoresheet six-suit --players 9", "booklet ww3 --format flat", "booklet ww3 --format pocket",
    "calibrate", "deal push-it --players Ann,Bo,Cy --sheet", "deal casino --players Ann,Bo,Cy --sheet",
    "deal craziness --players Ann,Bo,Cy --slips", "deal push-it --players Ann,Bo,Cy --slips",
]  # fmt: skip


# One card, whose margins are narrower than words are high: a part of them lies where some printers do not print.
NARROW = [("4x6in", "fold")]


# each paper comes at least twice; `make test-all` walks every line on every paper
ONE_EACH = [(line, PAPERS[2 * index % len(PAPERS) :][:1]) for index, line in enumerate(LINES)]


@pytest.mark.parametrize(("line", "papers"), slow_but(ONE_EACH, [*ONE_EACH, *((line, PAPERS) for line in LINES)]))
def test_a_page_is_whole_or_refused(capsys, tmp_path, line, papers):
    for paper in papers:
        ran = tt(capsys, *line.split(), "--paper", paper, "--out", tmp_path / paper)
        written = sorted((tmp_path / paper).rglob("*.pdf"))
        if ran.status == 0:
            assert written, (paper, ran.out)
            for path in written if (paper, line.split()[-1]) not in NARROW else ():
                kinds = {fault.kind for fault in faults_of(path.read_bytes())}
                assert not kinds & {"margin", "overlap"}, (paper, path.name)
        else:
            assert written == [] and ran.err.startswith("error: ") and "templates/" not in ran.err, (paper, ran.err)


def test_a_small_paper_has_a_name_and_is_in_no_list(capsys, tmp_path):
    assert "33 sheets (4 slots per sheet)" in tt(capsys, "deck", "--paper", "a5", "--out", tmp_path).out
    assert "a5" not in tt(capsys, "list", "papers").out


STOCKS = read_toml("sheets/stocks.toml")


@pytest.mark.parametrize("name", slow_but(("avery-5371", "avery-5390"), STOCKS))
def test_cards_lie_on_the_places(name):
    """As on the upright page, whichever way the cards are turned; also where left and right margin differ."""
    row = STOCKS[name]
    (width, height), (left, top), (across, down) = row["place_mm"], row["first_mm"], row["pitch_mm"]
    columns, rows = row["columns"], row["rows"]
    more = f"--copies {columns * rows // 2} --backs duplex"
    page = read_pages(print_files(f"deck --stock {name} --only RH3,YS1 {more}").pdf)[0]
    found = sorted((one.left, one.top) for one in fronts(page, width, height))
    wanted = sorted((left + c * across, top + r * down) for c in range(columns) for r in range(rows))
    assert page.height > page.width and len(found) in (len(wanted), len(wanted) - 1)
    assert all(min(abs(x - u) + abs(y - v) for u, v in wanted) < 0.02 for x, y in found)


def test_first_and_last_place_are_those_of_the_makers_tables():
    """Avery 5371: 3.5 x 2 in, two across from 0.75 in, five down from 0.5 in; 5390 holds bridge cards on their side."""
    page = read_pages(print_files("deck --stock avery-5371 --only RH3 --copies 10 --backs duplex").pdf)[0]
    cards = fronts(page, 88.9, 50.8)
    edges = [edge(getattr(one, side) for one in cards) for edge, side in ((min, "left"), (min, "top"), (max, "right"), (max, "bottom"))]  # fmt: skip
    assert edges == pytest.approx([19.05, 12.7, 196.85, 266.7], abs=0.01)
    assert len(fronts(read_pages(print_files("deck --stock AVERY-5390 --only RH3").pdf)[0], 57.15, 88.9)) == 1


def test_a_deck_on_stock(capsys, tmp_path):
    ran = tt(capsys, "deck", "--deck", "west", "--stock", "rayfilm-1426", "--out", tmp_path)
    assert (
        ran.status == 0 and "2 sheets (16 slots per sheet)" in ran.out and "hold both sheets up to the light" in ran.out
    ), ran.err
    for words, said in (
        (["--stock", "avery-5372"], "there is no perforated sheet 'avery-5372'. Did you mean avery-5371?"),
        (["--stock", "avery-5371", "--paper", "a4"], "avery-5371 is letter paper"),
        (["--stock", "avery-5371", "--bleed", "1"], "the places of the cards are fixed"),
        (["--stock", "avery-5371", "--backs", "fold"], "the places of the cards are fixed"),
    ):
        ran = tt(capsys, "deck", "--only", "RC1", *words, "--out", tmp_path)
        assert ran.status == 2 and said in ran.err


WRONG = {
    "pitch_mm = [80.0, 54.0]": "places of 85 mm every 80 mm lie on each other",
    "first_mm = [35.0, 13.5]": "end beyond the paper, which has 210 mm", "columns = 0": "0 x 5 places",
    'paper = "a44"': "there is no paper size 'a44'", "place_mm = [85.0]": "place_mm must be a list of 2",
}  # fmt: skip


@walk("line", WRONG)
def test_a_wrong_stock_is_named_and_spoils_no_other(capsys, tmp_path, line):
    path = Path(os.environ["TT_PRINT_CONFIG"]) / "stocks/mine.toml"
    path.unlink(missing_ok=True)
    assert tt(capsys, "new", "stock", "mine").status == 0
    key = line.partition(" ")[0]
    lines = [line if row.startswith(key) else row for row in path.read_text(encoding="utf-8").splitlines()]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    ran = tt(capsys, "list")
    assert WRONG[line] in ran.err and str(path) in ran.err
    ran = tt(capsys, "deck", "--stock", "mine", "--out", tmp_path)
    assert ran.status == 2 and "Left out, because it is wrong" in ran.err and "avery-5371" in ran.err
