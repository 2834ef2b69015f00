"""Every verb fits a terminal of 40 columns, in its help and in what it prints."""

import io
import json
import shlex
from contextlib import redirect_stderr, redirect_stdout

import pytest

from tests.cli.test_messages import EVERY_VERB
from tests.readers.shown_commands import too_wide
from tt_print.cli import run
from tt_print.cli.common import echo
from tt_print.terminal import fit, table


def printed(command: str) -> str:
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
        run(shlex.split(command))
    return out.getvalue() + err.getvalue()


@pytest.mark.parametrize("verb", ["", *EVERY_VERB])
def test_every_help_fits(monkeypatch, verb):
    wide = {}
    for columns in (40, 60, 80):
        monkeypatch.setenv("COLUMNS", str(columns))
        wide[columns] = printed(f"{verb} --help")
        assert too_wide(wide[columns], columns) == []
    assert len({"".join(text.split()) for text in wide.values()}) == 1, "the same words at every width"


MORE = [
    "", "--version", "deck --only rx3 --paper a4", "deck --papper a4", "biuld", "judge casino --card RC4 --table RH2,RT2,YC1,GC3", "rules ww3",
    "rules casino points --all", "rules push-it joker", "list", "list papers", "list cards", "list stocks", "list themes", "list services", "list games", "deal craziness --players 3 --reveal",
    "deal push-it --players 5 --deck full2 --reveal --full-code", "deal push-it --chits --players 5", "recount --colors red=24 --shapes heart=24",
]  # fmt: skip


@pytest.mark.parametrize("command", MORE)
def test_typical_answers_and_errors_fit_40_columns(monkeypatch, command):
    monkeypatch.setenv("COLUMNS", "40")
    assert too_wide(printed(command), 40) == []


def test_a_night_of_long_names_fits_40_columns(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    names = ["Maximiliane-Theodora", "美咲と健太郎の弟", "Bo", "Cy", "Di", "Ef", "Gus"]
    lines = [
        f"score start craziness {' '.join(names)}",
        f"score hand {names[0]}=0 {' '.join(f'{name}=3' for name in names[1:])}",
    ]
    lines += ["score", "score log", "score players", "score nights", "score undo", "score redo"]
    for line in lines:
        assert too_wide(printed(line), 40) == [], line


def test_in_a_pipe_a_sentence_stays_on_its_line(monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)
    assert printed("judge ww3 RC2 YH2 GT2").count("\n") == 3
    assert printed("deck --only rx3").count("\n") == 1


def test_what_goes_on_begins_under_its_label():
    assert fit("SLAP yes   2 on 3 cards in a row.", 24) == "SLAP yes   2 on 3 cards\n  in a row."
    assert fit("SLAP   2 on 3 cards in a row.", 20) == "SLAP   2 on 3 cards\n       in a row."
    assert fit("2. Print the page at 100 % again.", 25) == "2. Print the page at\n   100 % again."


def test_a_command_and_a_path_stay_whole():
    line = "A mistake? Take it back: tt-print score undo --night 1 --file scores.sqlite. Then enter it again."
    assert fit(line, 40) == (
        "A mistake? Take it back:\n  tt-print score undo --night 1 --file scores.sqlite.\n  Then enter it again."
    )
    assert fit("    tt-print score hand --went-out Ann Bo=4", 30) == "    tt-print score hand --went-out Ann Bo=4"
    line = "Wrote output/sheets/deck-a4.pdf   15 sheets of 9"
    assert fit(line, 32) == "Wrote output/sheets/deck-a4.pdf\n  15 sheets of 9"
    assert fit(line, 24) == "Wrote\n  output/sheets/deck-a4.pdf\n  15 sheets of 9"


def test_a_table_that_is_too_wide_says_of_each_cell_what_it_is():
    heads, rows = ("player", "nights", "wins"), [("Ann", "3", "1"), ("Bo", "12", "")]
    assert table(heads, rows, 20) == ["player  nights  wins", "Ann          3     1", "Bo          12"]
    assert table(heads, rows, 19) == ["Ann", "  nights 3, wins 1", "Bo", "  nights 12"]


def test_an_error_is_as_wide_as_the_terminal(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "30")
    echo("error: there is no paper 'a44'. Did you mean a4?", err=True)
    assert capsys.readouterr().err == "error: there is no paper\n  'a44'. Did you mean a4?\n"


@pytest.mark.parametrize("verb", ["nights", "players"])
def test_where_no_night_was_kept_a_program_reads_an_empty_list(capsys, verb):
    assert run(["score", verb, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result.pop("format") == f"tt_print score {verb}" and result.pop("version") == 1
    assert result[verb] == [] and not any(result.values())
    assert run(["score", verb]) == 2 and "no game is being scored here" in capsys.readouterr().err
