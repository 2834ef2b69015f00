"""What people see: tables that line up in any script and width, the sheet, files that go out and come back."""

import csv
import io
import json

import pytest

from tests.commands import process, tt
from tests.readers.validators import run_tool
from tests.score.nights import Evening, play_and_enter
from tt_print.errors import InputError
from tt_print.score.events import Event
from tt_print.score.exchange import import_night, night_csv, night_json
from tt_print.score.night import read_night
from tt_print.score.players import player_records
from tt_print.score.table import hand_lines, night_lines, points_table
from tt_print.terminal import cut, pad, width

PEOPLE = (
    "Maximiliane von Hohenburg",
    "Bartholomew",
    "김민준",
    "Zoë",
    "Ли",
    "Ann Marie",
    "Christopher",
    "Dee",
    "Eve",
    "فاطمة",
    "Gus",
    "Ólöf",
)


def evening_of(people, hands=8):
    evening = Evening("craziness", *people, house={"elimination_score": 200})
    for number in range(hands):
        evening.hand(
            *(
                f"{name}={0 if seat == number % len(people) else (seat * 7 + number) % 11 + 1}"
                for seat, name in enumerate(people)
            )
        )
    return evening


def test_a_text_is_as_wide_as_a_terminal_shows_it():
    assert [width(text) for text in ("Ann", "Zoë", "Zoe\u0308", "김민준", "美咲", "Ли", "")] == [3, 3, 3, 6, 4, 2, 0]
    assert pad("美咲", 6) == "美咲  " and pad("美咲", 6, right=True) == "  美咲"
    assert cut("美咲美咲", 5) == "美咲." and width(cut("Bartholomew", 6)) == 6


@pytest.mark.parametrize("columns", [40, 60, 80, 100, 132, 200])
@pytest.mark.parametrize("count", [2, 3, 5, 8, 12])
def test_no_line_of_the_table_is_wider_than_the_terminal(columns, count):
    night = evening_of(PEOPLE[:count]).night
    lines = night_lines(night, columns)
    assert all(width(line) <= columns for line in lines), [line for line in lines if width(line) > columns]
    text = "\n".join(lines)
    for name, total in zip(night.table.names, night.totals, strict=True):
        assert str(total) in text and (name[:4] in text)


def test_columns_line_up_whatever_the_script():
    lines = [
        line
        for line in night_lines(evening_of(PEOPLE[1:5]).night, 100)
        if line and (line[0].isdigit() or line.startswith("total"))
    ]
    assert len({width(line) for line in lines}) == 1 and len(lines) == 9


def test_names_in_any_script_are_found_again():
    night = evening_of(PEOPLE).night
    for spoken, seat in (
        ("maxi", 0),
        ("김민준", 2),
        ("ZOË", 3),
        ("ли", 4),
        ("ann marie", 5),
        ("فاطمة", 9),
        ("12", 11),
        ("ólöf", 11),
    ):
        assert night.table.seat(spoken) == seat


# ---------------------------------------------------------------- files


@pytest.mark.parametrize("game", ["craziness", "casino", "push-it", "six-suit", "ww3"])
def test_a_night_that_goes_out_and_comes_back_is_the_same(game):
    evening = play_and_enter(game, 3, 5).evening
    evening.undo()
    evening.redo()
    text = night_json(evening.events)
    other = Evening("armageddon", "Ann", "Bo")
    other.hand("--places", "Bo,Ann")
    other.keep(import_night(other.events, text, "night.json"))
    own = [event for event in other.events if event.night == 2]
    assert night_json(own) == text
    assert read_night(own).as_json() | {"night": 1} == evening.night.as_json()
    assert {(event.at, event.who) for event in own} == {(event.at, event.who) for event in evening.events}
    with pytest.raises(InputError, match="is here already, as night 2"):
        import_night(other.events, text, "night.json")


@pytest.mark.parametrize("spoil", [
    lambda d: d.pop("events"), lambda d: d.update(format="x"), lambda d: d.update(version=9), lambda d: d["events"].pop(0),
    lambda d: d["events"][0]["data"].update(game="poker"), lambda d: d["events"][1].update(kind="dance"),
    lambda d: d["events"][1].update(data=[]), lambda d: d["events"][1]["data"].update(entry={"out": 3}),
    lambda d: d["events"].append({"at": "", "who": "", "kind": "undo", "data": {"of": 77}}),
])  # fmt: skip
def test_a_file_that_is_no_night_is_refused_and_nothing_is_imported(capsys, tmp_path, spoil):
    data = json.loads(night_json(evening_of(("Ann", "Bo")).events))
    spoil(data)
    file = tmp_path / "night.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    ran = tt(capsys, "score", "import", file)
    assert ran.status == 2 and ran.err.count("\n") == 1 and "Traceback" not in ran.err
    assert "no game is being scored" in tt(capsys, "score").err


def test_a_night_without_its_beginning_is_told_so(capsys, tmp_path):
    data = json.loads(night_json(evening_of(("Ann", "Bo")).events))
    data["events"].pop(0)
    file = tmp_path / "night.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    assert "a night has one beginning, which comes first" in tt(capsys, "score", "import", file).err


def test_a_spreadsheet_reads_every_hand():
    evening = evening_of(("Ann", "Bo", "Cy"), hands=3)
    evening.hand("Ann=0", "Bo=1", "Cy=1", note="=1+1")
    rows = list(csv.reader(io.StringIO(night_csv(evening.night))))
    assert rows[0] == ["hand", "game", "dealer", "Ann", "Bo", "Cy", "entry", "note"] and len(rows) == 7
    assert [sum(int(row[column]) for row in rows[1:5]) for column in (3, 4, 5)] == list(evening.night.totals)
    assert rows[5][:1] + list(map(int, rows[5][3:6])) == ["total", *evening.night.totals]
    assert rows[4][-1] == "'=1+1", "a note is never a formula"


def test_the_sheet_of_a_night_reads_back(capsys, tmp_path):
    """pdftotext, which knows nothing of us, finds each hand, total and name; a name without glyphs is told of."""
    tt(capsys, "score", "start", "craziness", "Ann", "Łukasz", "美咲")
    for points in (("0", "4", "5"), ("3", "0", "8")):
        tt(capsys, "score", "hand", *(f"{name}={n}" for name, n in zip(("Ann", "Łukasz", "美咲"), points, strict=True)))
    tt(capsys, "score", "note", "Łukasz brought cake")
    ran = tt(capsys, "score", "export", "--pdf", "--csv", "--json", "--paper", "a4", "--out", tmp_path)
    assert ran.status == 0 and ran.err == 'warning: "美咲" cannot be drawn in the font; boxed on paper (in 美咲).\n'
    (pdf,) = tmp_path.glob("scores/*.pdf")
    text = run_tool("pdftotext", "-layout", pdf, "-").stdout
    for line in (
        "Ann Łukasz (3)",
        "1 Ann 0 4 5",
        "2 Łukasz 3 0 8",
        "Total 3 4 13",
        "Place 1 2 3",
        "Łukasz brought cake",
    ):
        assert line in " ".join(text.split()), text
    assert "Out:" not in text
    before = pdf.read_bytes()
    assert (
        tt(capsys, "score", "export", "--pdf", "--paper", "a4", "--out", tmp_path).status == 0
        and pdf.read_bytes() == before
    )


def test_the_sheet_of_a_night_says_who_is_out(capsys, tmp_path):
    tt(capsys, "score", "start", "craziness", "Ann", "Bo", "Cy")
    tt(capsys, "score", "hand", "Ann=0", "Bo=4", "Cy=18")
    tt(capsys, "score", "export", "--pdf", "--paper", "a4", "--out", tmp_path)
    (pdf,) = tmp_path.glob("scores/*.pdf")
    assert "Out: Cy." in run_tool("pdftotext", "-layout", pdf, "-").stdout.splitlines()


@pytest.mark.parametrize(("players", "hands"), [(2, 3), (12, 40), (5, 60)])
def test_a_long_night_takes_several_pages_and_leaves_the_margins_white(tmp_path, players, hands):
    from tt_print.outputs import night_pdf
    from tt_print.score.sheet import night_texts

    night = Evening("craziness", *PEOPLE[:players], house={"elimination_score": 9999})
    for number in range(hands):
        night.hand(*(f"{name}={0 if seat == number % players else 2}" for seat, name in enumerate(PEOPLE[:players])))
    name, data, _ = night_pdf(night_texts(night.night), "scores/x", "letter")
    assert name == "scores/x-letter.pdf"
    (tmp_path / "x.pdf").write_bytes(data)
    text = run_tool("pdftotext", "-bbox", tmp_path / "x.pdf", "-").stdout
    import re

    sizes = re.findall(r'<page width="([\d.]+)" height="([\d.]+)"', text)
    assert len(sizes) == {3: 1, 40: 3, 60: 3}[hands]
    for page in text.split("<page ")[1:]:
        wide, height = map(float, re.search(r'width="([\d.]+)" height="([\d.]+)"', page).groups())
        for box in re.findall(r'xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)"', page):
            left, top, right, bottom = map(float, box)
            assert left > 20 and top > 20 and right < wide - 20 and bottom < height - 15
    rows = re.findall(r">(\d+)</word>", text)
    assert {str(number) for number in range(1, hands + 1)} <= set(rows)


def test_players_are_counted_over_all_nights():
    one = Evening("craziness", "Ann", "Bo")
    one.hand("Ann=0", "Bo=15")
    two = Evening("craziness", "bo", "Cy")
    two.hand("bo=0", "Cy=4")
    two.hand("bo=3", "Cy=0")
    three = Evening("six-suit", "Ann", "Bo", "Cy")
    three.hand("--places", "Cy,Bo,Ann")
    three.hand("--places", "Cy,Ann,Bo")
    records = {(r.name, r.game): r for r in player_records([one.night, two.night, three.night])}
    bo = records["Bo", "craziness"]
    assert (bo.nights, bo.games, bo.wins, bo.hands, bo.points, bo.average) == (2, 1, 0, 3, 18, 6.0)
    assert (records["Cy", "six-suit"].games, records["Cy", "six-suit"].wins, records["Cy", "six-suit"].average) == (
        2,
        2,
        None,
    )


def test_a_pipe_gets_plain_text_in_any_encoding(tmp_path):
    book = tmp_path / "s.sqlite"
    assert process("score", "start", "craziness", "Ann", "Zoë", "--file", book, PYTHONIOENCODING="utf-8").status == 0
    for extra in ([], ["--json"]):
        ran = process(
            "score", *extra, "--file", book, PYTHONIOENCODING="ascii", PYTHONUTF8="0", LC_ALL="C", NO_COLOR="1"
        )
        assert ran.status == 0 and "\x1b" not in ran.out and "Traceback" not in ran.err, ran.err


def test_events_are_read_only_as_they_were_written():
    event = Event(1, 1, "2026-11-21T20:00:00+00:00", "ann", "start", {})
    with pytest.raises(AttributeError):
        event.kind = "undo"


def test_a_hand_that_was_corrected_has_a_star():
    evening = Evening("craziness", "Ann", "Bo")
    evening.hand("Ann=0", "Bo=3")
    evening.hand("Ann=2", "Bo=0")
    night = evening.edit(2, "Ann=4")
    rows = [row.split()[0] for row in points_table(night, night.totals, 80)]
    assert rows[1:3] == ["1", "2*"]


def test_a_hand_just_entered_says_each_players_points_once():
    evening = Evening("craziness", "Ann", "Bo")
    night = evening.hand("--went-out", "Ann", "--left", "Bo=RH3,KB4")
    assert hand_lines(night.hands[-1], night, 80) == [
        "Hand 1   Ann 0   Bo 4 (2 cards + black + blob)", "Total    Ann 0   Bo 4",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "name", ["Bo", "Ann Marie", "Ann de la Cruz", "Ann (guest)", "Ann (8)", "Ann (the older) Marie"]
)
def test_a_hand_just_entered_says_how_the_points_of_any_name_come_about(name):
    evening = Evening("craziness", name, "Cy")
    evening.hand("--went-out", "Cy", "--left", f"{name}=RH3,KB4")
    night = evening.hand("--went-out", name, "--left", "Cy=RH3")
    wide, narrow = ([hand_lines(hand, night, columns) for hand in night.hands] for columns in (100, 20))
    assert wide == [
        [f"Hand 1   {name} 4 (2 cards + black + blob)   Cy 0", f"Total    {name} 4   Cy 0"],
        [f"Hand 2   {name} 0   Cy 1 (1 card)", f"Total    {name} 4   Cy 1"],
    ]
    assert narrow == [
        ["Hand 1", f"  {name} 4, total 4 (2 cards + black + blob)", "  Cy 0, total 0"],
        ["Hand 2", f"  {name} 0, total 4", "  Cy 1, total 1 (1 card)"],
    ]


def test_points_without_parts_are_said_once_too():
    evening = Evening("casino", "Ann Marie", "Bo (guest)")
    night = evening.hand("--captured", "Bo=GS2", "--rest", "Ann", "--aside", "KB4")
    first, *rest = hand_lines(night.hands[-1], night, 200)
    assert first.startswith("Hand 1   Ann Marie 150 (25 most cards + ") and first.endswith(")   Bo (guest) 0")
    assert rest == ["150 of 150 points", "Total    Ann Marie 150   Bo (guest) 0"]
