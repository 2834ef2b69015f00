"""Score sheets, reference cards, and the sheet of a night, heard by somebody who cannot see them: PDF/UA-1."""

import io
from functools import cache

import numpy as np
import pikepdf
import pypdfium2
import pytest
import resvg_py
from PIL import Image

from tests.commands import tt
from tests.makers.prints import files_of
from tests.readers.reading_order import Heard, hear, tables
from tests.readers.verapdf import vera
from tests.walks import walk
from tt_print.games import find_game, game_names
from tt_print.templates import read_toml

GAMES = game_names()
ODD = [
    "Łukasz",
    "山田",
    "Ann-Christin von der Hohen Weide und zu Oberunterhausen",
]  # one cannot be drawn, one is broken in lines
SHOWN = [ODD[0], "Player 2", ODD[2]]  # on the sheet of a night; a score sheet leaves a place to write
NAMES = ("--names", ",".join(ODD))
HOUSE = {"ww3": "jokers=2", "armageddon": "jokers=2", "six-suit": "treaties=recorded", "casino": "deck=squares",
         "craziness": "elimination_score=20", "push-it": "potential=per_card"}  # fmt: skip


@cache
def sheet(*words: str) -> bytes:
    """The only PDF that a command writes."""
    (data,) = (data for name, data in files_of(*words).items() if name.endswith(".pdf"))
    return data


def score_sheet(name: str, *more: str) -> bytes:
    return sheet("scoresheet", name, "--paper", "a4", *more)


def cards(*more: str) -> bytes:
    return sheet("quickref", "all", "--paper", "a4", *more)


def words(cells: list[Heard]) -> list[str]:
    return [cell.words for cell in cells]


def test_a_table_of_casino_is_heard_row_by_row_under_its_heads():
    first, *rest = tables(hear(score_sheet("casino", *NAMES)))
    assert words(first[0]) == ["Count | points", *(name for name in ODD for _ in ("count", "points")), "Check"] and all(
        cell.scope == "Column" for cell in first[0]
    )
    heads = ["Cards most: 25", "Reds most: 10", "Circles most: 10", "Ones 1 each", "Red circles 3 each", "Blue square 4 15",
             "Yellow hearts all 5: 50", "This round", "Total"]  # fmt: skip
    assert [row[0].words for row in first[1:]] == heads and all(row[0].scope == "Row" for row in first[1:])
    # 124 cards are counted: one lies aside; 25 of each color, shape and number; five red circles
    assert [row[-1].words for row in first[1:]] == ["124", "25", "25", "25", "5", "1", "5", "150", ""]
    assert {cell.words for row in first[1:] for cell in row[1:-1]} == {""}, "cells to write in"
    assert len(rest) == 2 and all(words(table[0]) == words(first[0]) for table in rest), "a round for each dealer"


def test_two_rows_of_heads_are_heard_in_craziness():
    (table,) = tables(hear(score_sheet("craziness", "--names", "Ann,Bo")))
    assert words(table[0]) == ["Round", "Dealer", "Went out", *["Ann"] * 2, *["Bo"] * 2]
    assert words(table[1]) == ["Round", "Dealer", "Went out", *["Points", "Total"] * 2]
    assert [row[0].words for row in table[2:]] == [*map(str, range(1, len(table) - 2)), "Left the game"]
    assert {cell.role for row in table[2:] for cell in row[3:]} == {"TD"} and table[-1][0] is table[-1][2]


@walk("name", GAMES)
def test_a_blank_sheet_says_where_names_will_stand_and_lists_the_checks_below_its_title(name):
    heard = hear(score_sheet(name, "--option", HOUSE[name]))
    heads = {cell.words for table in tables(heard) for row in table for cell in row if cell.role == "TH"}
    assert {f"Player {seat}" for seat in (1, 2, 3)} <= heads and "" not in heads
    assert not [each for each in heard.all("P", "LBody", "H1", "H2", "Lbl", "TH") if not each.words]
    assert words(heard.all("H1")) == [find_game(name).title] and heard.kids[0].role == "H1"
    assert words(heard.all("H2"))[:2] == ["Dealer’s checklist", "House rules"]
    (checklist,) = heard.all("L")
    assert [item.kids[0].words for item in checklist.kids] == [*map(str, range(1, len(checklist.kids) + 1))]
    assert all(item.kids[1].words.endswith((")", ".")) for item in checklist.kids) and len(checklist.kids) > 3


def test_the_lanes_of_push_it_and_its_boxes_are_told_of():
    assert [figure.words.split(";")[0] for figure in hear(score_sheet("push-it")).all("Figure")] == [
        "color: red, yellow, green, blue, black", "shape: circle, heart, triangle, square, blob", "number: 1, 2, 3, 4, ?"
    ]  # fmt: skip
    ticks = {cell.words for table in tables(hear(score_sheet("six-suit"))) for row in table for cell in row}
    assert "to tick: 2" in ticks


def test_each_reference_card_is_heard_from_its_title_to_its_foot():
    heard = hear(cards())
    assert len(heard.kids) == 9
    for section in heard.kids:
        assert [kid.role for kid in section.kids] == ["H1", *["P"] * (len(section.kids) - 1)]
    for name in GAMES:
        title = read_toml(f"games/{name}/quickref.toml")["title"]
        said = [part.words for each in heard.kids if each.kids[0].words.startswith(title) for part in each.kids[1:]]
        lines = [line for card in read_toml(f"games/{name}/quickref.toml")["cards"] for line in card["lines"]]
        always = [
            line["say"].replace("**", "")
            for line in lines
            if not {"when"} & {*line} and "{" not in line.get("say", "{")
        ]
        places = [next(i for i, each in enumerate(said) if each.startswith(text)) for text in always]
        assert places == sorted(set(places)) and len(places) > 2, name


def test_little_cards_are_named():
    heard = hear(cards())
    figures = {*words(heard.all("Figure"))}
    assert {"red circle 3, red heart 1", "red", "heart", "3", "black circle 1, black heart 2, black triangle 3, black square 4, "
            "red circle 2, red heart 3"} <= figures and "number" not in " ".join(figures)  # fmt: skip
    example = "red circle 3, red heart 1 a red 4 red circle 3, yellow circle 1 a circle 4"
    assert any(each.startswith(example) for each in words(heard.all("P")))


def corrected() -> tuple[str, ...]:
    """Choices for a printer that was measured to be 1.5 mm short across and 1 mm long down."""
    files_of("calibrate", "--measured", "178.5,271", "--printer", "Brother", "--paper", "a4")
    return ("--printer", "Brother")


@walk("choices", [(), ("--large",), None])
def test_a_named_picture_lies_where_it_is_drawn(choices):
    """The box of each figure, in points, lies on the page and is as high as a line or a little card."""
    data = cards(*choices) if choices is not None else cards(*corrected())
    with pikepdf.open(io.BytesIO(data)) as pdf:
        boxes = [[float(v) for v in node.A.BBox] for node in pdf.objects
                 if isinstance(node, pikepdf.Dictionary) and node.get("/S") == "/Figure"]  # fmt: skip
        width, height = map(float, pdf.pages[0].mediabox[2:])
    assert len(boxes) > 15
    for left, bottom, right, top in boxes:
        assert 0 < left < right < width and 0 < bottom < top < height and 5 < top - bottom < 60


def night(capsys, game: str, names: list[str], hands: list[list[str]]) -> bytes:
    assert tt(capsys, "score", "start", game, *names).status == 0
    for hand in hands:
        assert tt(capsys, "score", "hand", *hand, "--another").status == 0
    assert tt(capsys, "score", "note", "山田 was late").status == 0
    return files_of("score", "export", "--pdf", "--paper", "a4").popitem()[1]


def test_the_sheet_of_a_night_is_heard_as_one_table_over_its_pages(capsys):
    hands = [[f"{name}={hand + seat}" for seat, name in enumerate(ODD)] for hand in range(40)]
    data = night(capsys, "points", ODD, hands)
    with pypdfium2.PdfDocument(data) as pdf:
        assert len(pdf) == 2
    heard = hear(data)
    (table,) = tables(heard)
    assert words(table[0])[-3:] == SHOWN
    assert [words(row)[-3:] for row in table[1:41]] == [[str(n), str(n + 1), str(n + 2)] for n in range(40)]
    assert [words(row) for row in table[41:]] == [
        ["Total", "Total", "780", "820", "860"], ["Place", "Place", "3", "2", "1"]
    ], "a label over two columns"  # fmt: skip
    assert {row[0].role for row in table} == {"TH"} and "Player 2 was late" in words(heard.all("P"))


def test_what_happened_is_heard_beside_its_hand(capsys):
    hands = [["--winner", name] for name in (ODD[0], ODD[1], ODD[0])]
    games, wins = tables(hear(night(capsys, "ww3", ODD[:2], hands)))
    assert words(games[0])[-1] == "What happened" and len(games) == 4 and all(words(row)[-1] for row in games)
    assert words(wins[0])[-2:] == SHOWN[:2] and words(wins[1])[-3:] == ["Wins", "2", "1"]


PLAIN = {  # what is read first on a page of absolute places, and a sentence that a family needs
    ("start", "--paper", "a4"): ("Triple Topper", "Actual size"),
    ("calibrate", "--paper", "a4"): ("", "ruler"),
    ("deal", "six-suit", "--players", "3", "--slips", "--paper", "a4"): ("", "fold"),
    ("deal", "craziness", "--players", "3", "--sheet", "--paper", "a4"): ("Craziness", "8"),
}  # fmt: skip


@walk("typed", PLAIN)
def test_start_page_calibration_slips_and_setup_sheet_are_read_aloud(typed):
    (data,) = (data for name, data in files_of(*typed).items() if name.endswith(".pdf") and "first-game" not in name)
    heard, (heading, sentence) = hear(data), PLAIN[typed]
    assert [each.role for each in heard.kids][:1] == ["H1"] and heading in heard.kids[0].words
    assert len(heard.all("P")) >= 5 and sentence in heard.words
    assert not [each.words for each in heard.all("H1") if each.words[:1].isdigit()], "a ruler is no title"


@pytest.mark.parametrize("large", [(), pytest.param(("--large",), marks=pytest.mark.slow)])
def test_nobody_sees_a_tag(large):
    """The tagged PDF shows what the SVG of the same page shows."""
    files = files_of("quickref", "all", "--paper", "a4", "--svg", *large)
    (pdf,) = (data for name, data in files.items() if name.endswith(".pdf"))
    svgs = [data.decode() for name, data in files.items() if name.endswith(".svg")]
    with pypdfium2.PdfDocument(pdf) as pages:
        assert len(pages) == len(svgs) > 0
        for page, svg in zip(pages, svgs, strict=True):
            seen = page.render(scale=1.5).to_pil().convert("L")
            png = resvg_py.svg_to_bytes(svg_string=svg, dpi=108, background="#ffffff", skip_system_fonts=True)
            drawn = Image.open(io.BytesIO(png)).convert("L").resize(seen.size)
            apart = np.abs(np.asarray(seen.reduce(8), int) - np.asarray(drawn.reduce(8), int))
            assert apart.max() < 64, "no spot of 2 mm is darker or lighter by a quarter"


PAPERS = ("a4", "letter", "a3", "tabloid")
SHEETS = [
    *(("scoresheet", name, "--paper", paper, *names) for name in GAMES for paper in PAPERS for names in ((), NAMES)),
    *(("scoresheet", name, "--paper", "a4", "--ink", "low", "--option", HOUSE[name]) for name in GAMES),
    *(("quickref", "all", "--paper", paper, *large) for paper in PAPERS for large in ((), ("--large",))),
    *(("quickref", "--paper", "a4", *more.split()) for more in ("all --ink low", "ww3 --option jokers=2", "all --card bridge", "all --cuts lines --start-at 4")),
]  # fmt: skip


@pytest.mark.slow
def test_every_sheet_passes_the_validator(capsys, tmp_path):
    """All games, papers, names, inks, house rules, sizes, cuts and a corrected printer."""
    made = [sheet(*words) for words in SHEETS] + [sheet("quickref", "all", "--paper", "a4", *corrected())]
    made.append(night(capsys, "points", ODD, [[f"{name}={hand}" for name in ODD] for hand in range(40)]))
    made.append(night(capsys, "ww3", ODD[:2], [["--winner", name] for name in ODD[:2] * 12]))
    assert len(made) > 60
    for number, data in enumerate(made):
        tables(hear(data))
        (tmp_path / f"{number}.pdf").write_bytes(data)
    assert {path.name: faults for path, faults in vera([*tmp_path.glob("*.pdf")], "ua1").items() if faults} == {}
