"""Lists and tables fit a terminal of 40 columns."""

import json

from tests.commands import tt
from tests.readers.shown_commands import too_wide
from tests.walks import walk


def test_a_night_of_long_names_fits_40_columns(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    first, *others = "Maximiliane-Theodora 美咲と健太郎の弟 Bo Cy Di Ef Gus".split()
    points = " ".join(f"{name}=3" for name in others)
    assert tt(capsys, "score", "start", "craziness", first, *others).status == 0
    for line in (f"hand {first}=0 {points}", "log", "undo", "undo --back", ""):
        ran = tt(capsys, "score", *line.split())
        assert ran.status == 0 and too_wide(ran.out, 40) == [], line


def test_a_table_that_is_too_wide_says_of_each_cell_what_it_is(capsys, monkeypatch):
    assert tt(capsys, *"score start craziness Ann Bo".split()).status == 0
    assert tt(capsys, *"score hand Ann=0 Bo=1".split()).status == 0
    lines = {}
    for columns in (80, 40):
        monkeypatch.setenv("COLUMNS", str(columns))
        lines[columns] = tt(capsys, "score", "stats").out.splitlines()
    assert [line.split() for line in lines[80][1:3]] == [
        "Ann Craziness 1 0 0 0.0".split(),
        "Bo Craziness 1 0 0 1.0".split(),
    ]
    assert lines[40][:3] == ["Ann", "  game Craziness, nights 1, games 0,", "    wins 0, points a round 0.0"]


@walk("verb", ["nights", "stats"])
def test_where_no_night_was_kept_a_program_reads_an_empty_list(capsys, verb):
    ran = tt(capsys, "score", verb, "--json")
    result = json.loads(ran.out)
    assert ran.status == 0 and result.pop("format") == f"tt_print score {verb}" and result.pop("version") == 1
    assert result[{"stats": "players"}.get(verb, verb)] == [] and not any(result.values())
    ran = tt(capsys, "score", verb)
    assert ran.status == 0 and "There is no game night yet" in ran.out
