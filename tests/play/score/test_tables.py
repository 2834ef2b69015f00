"""What people see: tables that line up in any script and width, the sheet, the spreadsheet."""

import csv
import json
import re
from unicodedata import combining, east_asian_width

import pytest

from tests.play.score.nights import Evening
from tests.readers.pdf_marks import read_pages
from tests.readers.validators import run_tool
from tests.walks import walk
from tt_print.templates import read_toml

PEOPLE = (
    "Maximiliane von Hohenburg", "Bartholomew", "김민준", "Zoë", "Ли", "Ann Marie", "Christopher", "Dee", "Eve", "فاطمة", "Gus", "Ólöf",
)  # fmt: skip


def evening_of(people, hands=8):
    evening = Evening("craziness", *people, house={"elimination_score": 9999})
    for number in range(hands):
        points = [0 if seat == number % len(people) else (seat * 7 + number) % 11 + 1 for seat in range(len(people))]
        evening.hand(*(f"{name}={each}" for name, each in zip(people, points, strict=True)))
    return evening


def width(text):
    """How many columns of a terminal a text takes; letters of the Far East take two."""
    return sum(0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1 for letter in text)


@pytest.mark.parametrize("count", [2, 5, 12])
def test_no_line_of_the_table_is_wider_than_the_terminal(count):
    evening = evening_of(PEOPLE[:count])
    for columns in (40, 60, 80, 100, 132, 200):
        text = evening.seen(columns=columns)
        assert [line for line in text.splitlines() if width(line) > columns] == []
        for name, total in zip(evening.night.names, evening.night.totals, strict=True):
            assert str(total) in text and name[:4] in text


def test_columns_line_up_whatever_the_script():
    evening = evening_of((*PEOPLE[1:5], "Noe\u0308l"))
    rows = [line for line in evening.seen(columns=100).splitlines() if line[:1].isdigit() or line.startswith("total")]
    assert len({width(line) for line in rows}) == 1 and len(rows) == 9


def test_names_in_any_script_are_found_again():
    evening = Evening("craziness", *PEOPLE)
    others = {name: f"{name}=2" for name in PEOPLE}
    for spoken, seat in zip(
        "maxi 김민준 ZOË ли ann\u00a0marie فاطمة 12 ólöf".split(" "), (0, 2, 3, 4, 5, 9, 11, 11), strict=True
    ):
        points = [text for name, text in others.items() if name != PEOPLE[seat]]
        assert evening.hand("--went-out", spoken, *points).hands[0].entry["out"] == PEOPLE[seat]
        evening.undo()


def exported(evening, folder, kind):
    evening.seen("export", f"--{kind}", "--paper", "a4", "--out", folder)
    (found,) = folder.glob(f"scores/*.{kind}")
    return found


def test_a_spreadsheet_reads_every_hand(tmp_path):
    evening = evening_of(("Ann", "Bo", "Cy"), hands=3)
    evening.hand("Ann=0", "Bo=1", "Cy=1", "--note", "=1+1")
    rows = list(csv.reader(exported(evening, tmp_path, "csv").read_text(encoding="utf-8-sig").splitlines()))
    totals = [*evening.night.totals]
    assert rows[0] == ["hand", "game", "dealer", "Ann", "Bo", "Cy", "entry", "note"] and len(rows) == 7
    assert [sum(int(row[column]) for row in rows[1:5]) for column in (3, 4, 5)] == totals
    assert rows[5][0] == "total" and [*map(int, rows[5][3:6])] == totals
    assert rows[4][-1] == "'=1+1", "a note is never a formula"


def test_the_sheet_of_a_night_reads_back(tmp_path):
    """pdftotext, which knows nothing of us, finds each hand, total and name; a name without glyphs gets a warning, and is printed as its seat."""
    evening = Evening("craziness", "Ann", "Łukasz", "美咲")
    for points in (("0", "4", "5"), ("3", "0", "8")):
        evening.hand(*(f"{name}={n}" for name, n in zip(("Ann", "Łukasz", "美咲"), points, strict=True)))
    evening.do("note", "Łukasz brought cake")
    ran = evening.score("export", "--pdf", "--csv", "--paper", "a4", "--out", tmp_path)
    assert ran.status == 0 and ran.err == "warning: our fonts can’t draw the name 美咲. It is printed as Player 3.\n"
    (pdf,) = tmp_path.glob("scores/*.pdf")
    text = " ".join(run_tool("pdftotext", "-layout", pdf, "-").stdout.split())
    for line in (
        "Ann Łukasz Player 3", "1 Ann 0 4 5", "2 Łukasz 3 0 8", "Total 3 4 13", "Place 1 2 3", "Łukasz brought cake",
    ):  # fmt: skip
        assert line in text
    assert "Out:" not in text
    before = pdf.read_bytes()
    assert exported(evening, tmp_path, "pdf").read_bytes() == before
    evening.edit(2, "Łukasz=4", "Ann=0")
    evening.edit(1, "Łukasz=18")
    assert "Out: Łukasz." in run_tool("pdftotext", exported(evening, tmp_path, "pdf"), "-").stdout.splitlines()


@pytest.mark.parametrize(("players", "hands", "pages"), [(2, 3, 1), (12, 40, 3)])
def test_a_long_night_takes_several_pages_and_leaves_the_margins_white(tmp_path, players, hands, pages):
    evening = evening_of(PEOPLE[:players], hands)
    evening.score("export", "--pdf", "--paper", "letter", "--out", tmp_path)
    (pdf,) = tmp_path.glob("scores/*-letter.pdf")
    text = run_tool("pdftotext", "-bbox", pdf, "-").stdout
    assert text.count("<page ") == pages
    for page in text.split("<page ")[1:]:
        wide, height = map(float, re.search(r'width="([\d.]+)" height="([\d.]+)"', page).groups())
        for box in re.findall(r'xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)"', page):
            left, top, right, bottom = map(float, box)
            assert left > 20 and top > 20 and right < wide - 20 and bottom < height - 15
    assert {str(number) for number in range(1, hands + 1)} <= {*re.findall(r">(\d+)</word>", text)}


def test_a_page_is_full_before_another_is_begun(tmp_path):
    """The last sum stands on the first page as long as there is room for it, and one row more would find none."""
    table = read_toml("sheets/night.toml")["page"]
    evening, lowest = evening_of(PEOPLE[:2], 17), 0.0
    bottom = 297 - table["margin"] - 4  # where the foot begins
    while len(pages := read_pages(exported(evening, tmp_path, "pdf").read_bytes())) == 1:
        lowest = next(said.y for said in pages[0].texts if said.text.strip() == "Place")
        evening.hand(f"{PEOPLE[0]}=0", f"{PEOPLE[1]}=3", "--another")
    assert lowest <= bottom < lowest + table["row"]


def test_players_are_counted_over_all_nights():
    one = Evening("craziness", "Ann", "Bo")
    one.hand("Ann=0", "Bo=15")
    two = Evening("craziness", "bo", "Cy", file=one.file)
    two.hand("bo=0", "Cy=4")
    two.hand("bo=3", "Cy=0")
    three = Evening("six-suit", "Ann", "Bo", "Cy", file=one.file)
    three.hand("--places", "Cy,Bo,Ann")
    three.hand("--places", "Cy,Ann,Bo")
    rows = json.loads(one.seen("stats", "--json"))["players"]
    keys = ("nights", "games", "wins", "hands", "points", "average")
    found = {(row["name"], row["game"]): tuple(row[key] for key in keys) for row in rows}
    assert found["Bo", "craziness"] == (2, 1, 0, 3, 18, 6.0)
    assert found["Cy", "six-suit"][1:3] == (2, 2) and found["Cy", "six-suit"][-1] is None


def test_a_hand_that_was_corrected_has_a_star():
    evening = Evening("craziness", "Ann", "Bo")
    evening.hand("Ann=0", "Bo=3")
    evening.hand("Ann=2", "Bo=0")
    evening.edit(2, "Ann=4")
    assert [line.split()[0] for line in evening.seen().splitlines() if line[:1].isdigit()] == ["1", "2*"]


def echo(evening, *words, columns):
    """What is said of a hand, without what comes next."""
    lines = evening.seen("hand", *words, columns=columns).splitlines()
    return lines[: next(number for number, line in enumerate(lines) if line.startswith("Next:"))]


@walk("name", ["Bo", "Ann Marie", "Ann de la Cruz", "Ann (guest)", "Ann (8)", "Ann (the older) Marie"])
def test_a_hand_just_entered_says_how_the_points_of_any_name_come_about(name):
    first, second = ("--went-out", "Cy", "--left", f"{name}=RH3,KB4"), ("--went-out", name, "--left", "Cy=RH3")
    wide, narrow = (Evening("craziness", name, "Cy") for _ in range(2))
    head, points, total, parts = echo(wide, *first, columns=100)
    assert (head.split(), points.split(), total.split()) == (
        ["round", "1", *name.split(), "Cy"], ["points", "4", "0"], ["total", "4", "0"],
    )  # fmt: skip
    assert parts == f"{name} 4 (2 cards + black + blob)"
    assert echo(wide, *second, columns=100)[1:] == [
        *(f"{what:<7}  {0 + 4 * (what == 'total'):>{len(name)}}   1" for what in ("points", "total")),
        "Cy 1 (1 card)",
    ]
    said = echo(narrow, *first, columns=20)
    assert all(width(line) <= 40 for line in said) and name in "\n".join(said)


def test_points_without_parts_are_said_once_too():
    evening = Evening("casino", "Ann Marie", "Bo (guest)")
    taken = "--cards Ann=123,Bo=1 --reds Ann=25,Bo=0 --circles Ann=25,Bo=0 --ones Ann=25,Bo=0 --red-circles Ann=5,Bo=0 --special Ann --hearts Ann"
    _, points, total, parts, *rest = echo(evening, *taken.split(), columns=200)
    assert points.split() == ["points", "150", "0"] and total.split() == ["total", "150", "0"]
    assert parts.startswith("Ann Marie 150 (25 most cards + ") and rest == ["150 of 150 points"]
