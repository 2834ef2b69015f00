"""Every verb fits a terminal of 40 columns, in its help and in what it prints."""

import json
import shlex

from tests.cli.helps import EVERY_VERB
from tests.commands import tt
from tests.readers.shown_commands import too_wide
from tests.walks import walk


@walk("verb", ["", *EVERY_VERB])
def test_every_help_fits(capsys, monkeypatch, verb):
    wide = {}
    for columns in (40, 60, 80):
        monkeypatch.setenv("COLUMNS", str(columns))
        wide[columns] = tt(capsys, *verb.split(), "--help").out
        assert too_wide(wide[columns], columns) == []
    assert len({"".join(text.split()) for text in wide.values()}) == 1, "the same words at every width"


@walk("command", [
    "", "--version", "deck --only rx3 --paper a4", "deck --papper a4", "biuld", "judge casino --card RC4 --table RH2,RT2,YC1,GC3", "rules ww3",
    "rules casino points --all", "rules push-it joker", "list", "list papers", "list cards", "list stocks", "list themes", "list services", "list games",
    "deal craziness --players 3 --reveal", "deal push-it --players 5 --deck full2 --reveal", "deal push-it --chits --players 5",
    "recount --colors red=24 --shapes heart=24", "recount --colors red=24,blue=24 --shapes heart=24,blob=24 --numbers 1=24,3=24",
])  # fmt: skip
def test_typical_answers_and_errors_fit_40_columns(capsys, monkeypatch, command):
    monkeypatch.setenv("COLUMNS", "40")
    ran = tt(capsys, *shlex.split(command))
    assert ran.out + ran.err and too_wide(ran.out + ran.err, 40) == []


def test_a_night_of_long_names_fits_40_columns(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    first, *others = "Maximiliane-Theodora 美咲と健太郎の弟 Bo Cy Di Ef Gus".split()
    points = " ".join(f"{name}=3" for name in others)
    for line in (
        f"start craziness {first} {' '.join(others)}", f"hand {first}=0 {points}", *"log stats nights undo".split(), "undo --back", "",
    ):  # fmt: skip
        ran = tt(capsys, "score", *line.split())
        assert ran.status == 0 and too_wide(ran.out, 40) == [], line


def test_in_a_pipe_a_sentence_stays_on_its_line(capsys):
    assert tt(capsys, "judge", "ww3", "RC2", "YH2", "GT2").out.count("\n") == 3
    assert tt(capsys, "deck", "--only", "rx3").err.count("\n") == 1


def test_what_goes_on_begins_under_its_label_and_a_command_and_a_path_stay_whole(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.chdir(tmp_path)
    assert tt(capsys, *"judge ww3 RC2 YH2 GT2".split()).out.splitlines()[:4] == [
        "SLAP yes    2 on 3 cards in a row.  rule", "            2c", "CONTROL no  Only the number is the same.", "            Control needs color or",
    ]  # fmt: skip
    folder = "output/with-a-long-name/and-another"
    wrote = tt(capsys, *f"deck --only RH3 --paper a4 --out {folder}".split()).out.splitlines()
    assert wrote[:3] == ["Wrote", f"  {folder}/sheets/reprint-RH3-a4.pdf", "  1 sheet of 9: 1 card"]
    book = "a-book-of-its-own.sqlite"
    begun = tt(capsys, "score", "start", "craziness", "Ann", "Bo", "--file", book).out.splitlines()
    assert f"  tt-print score hand --went-out Ann Bo=4 --file {book}" in begun


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
    assert lines[40][:3] == ["Ann", "  game Craziness, nights 1, games 0,", "    wins 0, points a hand 0.0"]


def test_an_error_is_as_wide_as_the_terminal(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "30")
    said = tt(capsys, "deck", "--paper", "a44").err.splitlines()
    assert said[:2] == ["error: there is no paper", "  'a44'. Did you mean a4?"] and max(map(len, said)) <= 30


@walk("verb", ["nights", "stats"])
def test_where_no_night_was_kept_a_program_reads_an_empty_list(capsys, verb):
    ran = tt(capsys, "score", verb, "--json")
    result = json.loads(ran.out)
    assert ran.status == 0 and result.pop("format") == f"tt_print score {verb}" and result.pop("version") == 1
    assert result[{"stats": "players"}.get(verb, verb)] == [] and not any(result.values())
    ran = tt(capsys, "score", verb)
    assert ran.status == 2 and "no game is being scored here" in ran.err
