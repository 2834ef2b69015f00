"""Score sheets, reference cards and the sheet of a night, heard by somebody who cannot see them: PDF/UA-1."""

import io
from functools import cache

import pikepdf
import pytest

from tests.readers.reading_order import Heard, hear, tables
from tests.readers.verapdf import vera
from tt_print.engine.house_words import house_sentences
from tt_print.games import find_game, game_names, load_games
from tt_print.outputs import night_pdf, quickref_pdf, score_pdf
from tt_print.printer_profile import PrinterProfile
from tt_print.quickref.make import QuickrefChoices, make_quickref
from tt_print.quickref.statements import read_leaves
from tt_print.render.pdf import DocumentFacts, Page, render_pdf
from tt_print.render.pixels import open_pages
from tt_print.render.tagged import render_tagged_pdf
from tt_print.scoresheets.choices import SheetChoices
from tt_print.scoresheets.make import make_score_sheets
from tt_print.sheets.night import NightTable, make_night_sheets

GAMES = game_names()
ODD = ("Łukasz", "山田", "Ann-Christin von der Hohen Weide und zu Oberunterhausen")  # one is boxed, one broken in lines
HOUSE = {"ww3": {"jokers": 2}, "armageddon": {"jokers": 2}, "six-suit": {"teams": "Łukasz+山田"}, "casino": {"deck": "squares"},
         "craziness": {"elimination_score": 20}, "push-it": {"potential": "per_card"}}  # fmt: skip


@cache
def score_sheet(name: str, paper: str = "a4", names: tuple[str, ...] = (), ink: str = "color", changed: bool = False):
    game = find_game(name)
    house = game.house(**({k: v for k, v in HOUSE[name].items() if k != "teams"} if changed else {}))
    return make_score_sheets(SheetChoices(game, house, paper, None, names, None, ink))


@cache
def cards(large: bool = False, paper: str = "a4", ink: str = "color", changed: bool = False, **choices):
    games = tuple((game, game.house(**({"jokers": 2} if changed and "jokers" in dict(game.house()) and game.name in ("ww3", "armageddon")
                                       else {}))) for game in load_games())  # fmt: skip
    return make_quickref(QuickrefChoices(games, paper, large, ink_style=ink, **choices))


def words(cells: list[Heard]) -> list[str]:
    return [cell.words for cell in cells]


# What is heard


def test_a_table_of_casino_is_heard_row_by_row_under_its_heads():
    heard = hear(score_pdf(score_sheet("casino", names=ODD))[1])
    first, *rest = tables(heard)
    assert words(first[0]) == ["Count | points", *ODD, "Check"] and all(cell.scope == "Column" for cell in first[0])
    heads = ["Cards most: 25", "Reds most: 10", "Circles most: 10", "Ones 1 each", "Red circles 3 each", "Blue square 4 15",
             "Yellow hearts all 5: 50", "This hand", "Total"]  # fmt: skip
    assert [row[0].words for row in first[1:]] == heads and all(row[0].scope == "Row" for row in first[1:])
    # 124 cards are counted: one lies aside; 25 of each color, shape and number; five red circles
    assert [row[-1].words for row in first[1:]] == ["124", "25", "25", "25", "5", "1", "5", "150", ""]
    assert {cell.words for row in first[1:] for cell in row[1:-1]} == {""}, "cells to write in"
    assert len(rest) == 2 and all(words(table[0]) == words(first[0]) for table in rest), "a hand for each dealer"


def test_two_rows_of_heads_are_heard_in_craziness():
    (table,) = tables(hear(score_pdf(score_sheet("craziness", names=("Ann", "Bo")))[1]))
    assert words(table[0]) == ["Hand", "Dealer", "Went out", *["Ann"] * 2, *["Bo"] * 2]
    assert words(table[1]) == ["Hand", "Dealer", "Went out", *["Points", "Total"] * 2]
    assert [row[0].words for row in table[2:]] == [*map(str, range(1, len(table) - 2)), "Out in hand"]
    assert {cell.role for row in table[2:] for cell in row[3:]} == {"TD"} and table[-1][0] is table[-1][2]


@pytest.mark.parametrize("name", GAMES)
def test_a_blank_sheet_says_where_names_will_stand(name):
    heard = hear(score_pdf(score_sheet(name))[1])
    heads = {cell.words for table in tables(heard) for row in table for cell in row if cell.role == "TH"}
    assert {f"Player {seat}" for seat in (1, 2, 3)} <= heads and "" not in heads
    assert not [each for each in heard.all("P", "LBody", "H1", "H2", "Lbl", "TH") if not each.words]


@pytest.mark.parametrize("name", GAMES)
def test_the_checklist_is_a_numbered_list_below_the_title(name):
    heard = hear(score_pdf(score_sheet(name, changed=True))[1])
    assert words(heard.all("H1")) == [find_game(name).title] and heard.kids[0].role == "H1"
    assert [kid.words for kid in heard.all("H2")][:2] == ["Dealer’s checklist", "House rules"]
    (checklist,) = heard.all("L")
    assert [item.kids[0].words for item in checklist.kids] == [*map(str, range(1, len(checklist.kids) + 1))]
    assert all(item.kids[1].words.endswith((")", ".")) for item in checklist.kids) and len(checklist.kids) > 3
    house = score_sheet(name, changed=True).choices.house
    said = {each.words for each in heard.all("P")}
    assert set(house_sentences(house, frozenset({"hands"}))) <= said


def test_the_lanes_of_push_it_and_its_boxes_are_told_of():
    heard = hear(score_pdf(score_sheet("push-it"))[1])
    assert [each.words.split(";")[0] for each in heard.all("Figure")] == [
        "color: red, yellow, green, blue, black", "shape: circle, heart, triangle, square, blob", "number: 1, 2, 3, 4, ?"
    ]  # fmt: skip
    ticks = {cell.words for table in tables(hear(score_pdf(score_sheet("ww3"))[1])) for row in table for cell in row}
    assert "to tick: 1" in ticks


def test_each_reference_card_is_heard_from_its_title_to_its_foot():
    made = cards()
    heard = hear(quickref_pdf(made)[1])
    assert len(heard.kids) == len(made.cards) == 9
    sections = [[(kid.role, kid.words) for kid in section.kids] for section in heard.kids]
    assert all(
        roles == ["H1", *["P"] * (len(roles) - 1)] for roles in ([role for role, _ in each] for each in sections)
    )
    for game in load_games():
        for leaf in read_leaves(game.name, game, game.house()):  # which may go on over several cards
            own = [each for each in sections if each[0][1].startswith(leaf.title) and each[1][1] == leaf.facts]
            said = [text for each in own for _, text in each[2:-2]]
            texts = [statement.say.replace("**", "") for statement in leaf.statements if statement.say]
            places = [next(i for i, each in enumerate(said) if each.startswith(text)) for text in texts]
            assert places == sorted(places) and len(set(places)) == len(texts) > 3, leaf.title


def test_little_cards_are_named():
    heard = hear(quickref_pdf(cards())[1])
    figures = words(heard.all("Figure"))
    assert "red circle 3, red heart 1" in figures and "red" in figures and "number" not in " ".join(figures)
    assert {
        "black circle 1, black heart 2, black triangle 3, black square 4, red circle 2, red heart 3",
        "heart",
        "3",
    } <= {*figures}
    assert any(
        each.words.startswith("red circle 3, red heart 1 a red 4 red circle 3, yellow circle 1 a circle 4")
        for each in heard.all("P")
    )


@pytest.mark.parametrize(
    ("large", "profile"), [(False, None), (True, None), (False, PrinterProfile("Brother", "main", "a4", 0.97, 1.02))]
)
def test_a_named_picture_lies_where_it_is_drawn(large, profile):
    """The box of each figure, in points, holds paint at its middle and lies on the page."""
    with pikepdf.open(io.BytesIO(quickref_pdf(cards(large, profile=profile))[1])) as pdf:
        boxes = [[float(v) for v in node.A.BBox] for node in pdf.objects
                 if isinstance(node, pikepdf.Dictionary) and node.get("/S") == "/Figure"]  # fmt: skip
        width, height = map(float, pdf.pages[0].mediabox[2:])
    assert len(boxes) > 15
    for left, bottom, right, top in boxes:
        assert 0 < left < right < width and 0 < bottom < top < height
        assert 5 < top - bottom < 60


NIGHT = NightTable(
    "Craziness", ("Night 3.", "Bo deals next, and this sentence is so long that it goes on to the next line, which stays apart."), ODD,
    tuple((str(hand), ODD[hand % 3], str(hand), "0", "-2") for hand in range(1, 41)), (("Total", "820", "0", "-80"), ("Place", "1", "2", "3")),
    ("Hand 2: 山田 was late",),
)  # fmt: skip
WIDE = NightTable("World War 3", NIGHT.lead, ODD, tuple((str(hand), f"Game {hand}: " + " ".join(["a long story of slaps"] * 6)) for hand in range(1, 31)),
                  (("Wins", "1", "2", "0"),), wide_rows=True)  # fmt: skip


def night_file(night: NightTable) -> bytes:
    return night_pdf({name: getattr(night, name) for name in night.__slots__}, "night", "a4")[1]


def test_the_sheet_of_a_night_is_heard_as_one_table_over_its_pages():
    heard = hear(night_file(NIGHT))
    (table,) = tables(heard)
    assert words(table[0]) == ["Hand", "Dealer", *ODD] and [words(row) for row in table[1:41]] == [
        [*row] for row in NIGHT.rows
    ]
    assert [words(row) for row in table[41:]] == [[row[0], *row] for row in NIGHT.sums], "a label over two columns"
    assert [words(row)[0] for row in table] == [row[0].words for row in table if row[0].role == "TH"]
    assert words(heard.all("P"))[:3] == [*NIGHT.lead, *NIGHT.notes]
    hands, wins = tables(hear(night_file(WIDE)))
    assert [words(row) for row in hands] == [
        ["Hand", "What happened"],
        *([*row] for row in WIDE.rows),
    ]
    assert words(wins[0])[2:] == [*ODD] and words(wins[1])[1:] == ["Wins", "1", "2", "0"]


# What is seen


def pictures() -> dict[str, list[Page]]:
    """The pages of sheets of every kind, by what they are of."""
    found = {name: list(score_sheet(name, names=ODD if name != "six-suit" else ()).pages) for name in GAMES}
    found |= {"blank": list(score_sheet("push-it").pages), "cards": [sheet.drawing for sheet in cards().sheets]}
    found |= {
        "large": [sheet.drawing for sheet in cards(True).sheets],
        "night": make_night_sheets(NIGHT, "a4"),
        "wide": make_night_sheets(WIDE, "a4"),
    }
    return {
        what: [Page(drawing, str(n), str(n)) for n, drawing in enumerate(drawings, 1)]
        for what, drawings in found.items()
    }


@pytest.mark.parametrize("what", [*GAMES, "blank", "cards", "large", "night", "wide"])
def test_nobody_sees_a_tag(what):
    pages, facts = pictures()[what], DocumentFacts("Sheets")
    plain, tagged = render_pdf(pages, facts), render_tagged_pdf(pages, facts)
    assert b"/StructTreeRoot" in tagged and b"/StructTreeRoot" not in plain
    with open_pages(plain) as one, open_pages(tagged) as other:
        for number, page in enumerate(pages):
            size = round(4 * page.drawing.width_mm), round(4 * page.drawing.height_mm)
            assert one.page_pixels(number, *size) == other.page_pixels(number, *size), number


def test_the_same_sheet_has_the_same_bytes():
    score_sheet.cache_clear()
    first = score_pdf(score_sheet("casino", names=ODD))
    score_sheet.cache_clear()
    assert score_pdf(score_sheet("casino", names=ODD)) == first and night_file(NIGHT) == night_file(NIGHT)


# What the standard says


SHEETS = [
    *(lambda name=name, paper=paper, names=names: score_pdf(score_sheet(name, paper, names))[1]
      for name in GAMES for paper in ("a4", "letter", "a3", "tabloid") for names in ((), ODD) if not (names and name == "six-suit")),
    *(lambda name=name: score_pdf(score_sheet(name, ink="low", changed=True))[1] for name in GAMES),
    *(lambda paper=paper, large=large: quickref_pdf(cards(large, paper))[1] for paper in ("a4", "letter", "a3", "tabloid") for large in (False, True)),
    *(lambda options=options: quickref_pdf(cards(**options))[1] for options in (
        {"ink": "low"}, {"changed": True}, {"card": "mini"}, {"cuts": "lines", "start_at": 4},
        {"profile": PrinterProfile("Brother", "main", "a4", 0.97, 1.02)})),
    lambda: night_file(NIGHT), lambda: night_file(WIDE),
]  # fmt: skip


def check_standard(folder, makers):
    files = {}
    for number, make in enumerate(makers):
        path = folder / f"{number}.pdf"
        path.write_bytes(make())
        tables(hear(path.read_bytes()))
        files[path] = make
    assert {path.name: faults for path, faults in vera([*files], "ua1").items() if faults} == {}


@pytest.mark.slow
def test_every_sheet_passes_the_validator(tmp_path):
    """All games, papers, names, inks, house rules, sizes, cuts and a corrected printer."""
    assert len(SHEETS) > 60
    check_standard(tmp_path, SHEETS)


@pytest.mark.slow
def test_the_validator_sees_what_is_missing(tmp_path):
    """A picture without words, a table with a short row, a page without its language."""

    def broken(data: bytes, spoil) -> bytes:
        with pikepdf.open(io.BytesIO(data)) as pdf:
            spoil(pdf)
            output = io.BytesIO()
            pdf.save(output)
        return output.getvalue()

    def drop_alt(pdf):
        figure = next(o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get("/S") == "/Figure")
        del figure["/Alt"]

    def drop_cell(pdf):
        row = next(o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get("/S") == "/TR")
        row.K = pikepdf.Array(list(row.K)[:-1])

    def drop_language(pdf):
        del pdf.Root["/Lang"]

    makers = [(lambda: quickref_pdf(cards())[1], drop_alt), (lambda: score_pdf(score_sheet("casino"))[1], drop_cell),
              (lambda: night_file(NIGHT), drop_language)]  # fmt: skip
    paths = [tmp_path / f"{spoil.__name__}.pdf" for _, spoil in makers]
    for path, (make, spoil) in zip(paths, makers, strict=True):
        path.write_bytes(broken(make(), spoil))
    assert [path.name for path, faults in vera(paths, "ua1").items() if not faults] == []
