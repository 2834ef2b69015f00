"""What people type, with mistakes, and what they are told: what was wrong, what is allowed, what to type."""

import json
import subprocess
import sys

import pytest

from tests.cli.helps import EVERY_VERB, EXAMPLES, help_text, played_before
from tests.cli.screen import at_terminal
from tests.commands import ROOT, process, tt, type_line
from tests.readers.shown_commands import cost, run_shown
from tests.walks import walk
from tt_print.errors import did_you_mean
from tt_print.games import game_names


@pytest.mark.parametrize(("command", "example"), [
    ("score hand", "--went-out Ann Bo=4"), ("recount", "tt-print recount --colors"), ("judge ww3", "tt-print judge ww3 \"pile RC2"),
])  # fmt: skip
def test_a_command_alone_says_what_to_type_and_never_waits(command, example):
    type_line("score", "start", "craziness", "Ann", "Bo")
    ran = at_terminal(command, "24 25 25 25 25")
    assert (ran.status, ran.out) == (2, "") and example in ran.err, ran


@walk("only", ["kb?", "KBQ", "black blob ?", "? black blob", " kbq "])
def test_the_black_blob_question_mark_can_be_named_in_many_ways(capsys, tmp_path, only):
    ran = tt(capsys, "deck", "--only", only, "--paper", "a4", "--out", tmp_path / only)
    assert ran.status == 0 and (tmp_path / only / "sheets" / "reprint-KBQ-a4.pdf").is_file()


def test_a_reprint_shows_which_slots_it_takes(capsys, tmp_path):
    ran = tt(capsys, "deck", "--only", "RH3, J1", "--start-at", "4", "--paper", "A4", "--out", tmp_path)
    assert "1 sheet (9 slots per sheet): 1 card, 1 joker" in ran.out
    assert "Sheet 1, row by row: · · · / RH3 J1 · / · · ·" in ran.out


def test_build_says_at_the_end_what_to_print_first_and_how(built):
    ran, folder = built.ran, built.folder / "output"
    assert ran.status == 0 and ran.err == ""
    for line in (
        "First print page 1 of output/sheets/start-a4.pdf at 100% (“Actual size”).",
        "tt-print calibrate --measured 100,100 --paper a4",
        "tt-print deck --continue --paper a4 --theme toppers",
        "tt-print deal craziness --players Ann,Bo,Cy",
        "tt-print --help",
    ):
        assert f"{line}\n" in ran.out
    assert len(list((folder / "cards").glob("*.svg"))) == 125 + 2 + 3 + 1 + 1
    assert len(list((folder / "sheets").glob("deck-toppers-a4-*.svg"))) == 15
    assert len(list((folder / "sheets").glob("start-a4-*.svg"))) == 4


def test_start_leads_on_to_the_rest_of_the_deck(capsys, tmp_path):
    ran = tt(capsys, "start", "--paper", "letter", "--out", tmp_path)
    assert "Paper: Letter" in ran.out and "4 pages" in ran.out
    assert ran.out.splitlines()[-1].endswith("tt-print deck --continue --paper letter --theme toppers")
    ran = tt(capsys, "start", "--paper", "A4", "--ink", "LOW", "--out", tmp_path)
    assert ran.out.splitlines()[-1].endswith("tt-print deck --continue --paper a4 --theme toppers --ink low")
    assert (tmp_path / "sheets" / "start-low-a4.pdf").is_file(), "a name does not depend on how its choices are typed"
    ran = tt(capsys, "start", "--paper", "a4", "--theme", "tab", "--out", tmp_path)
    assert ran.out.splitlines()[-1].endswith("tt-print deck --continue --paper a4")
    made = {"start-tab-a4.pdf", "first-game-push-it-tab-a4.pdf"}
    assert made <= {path.name for path in (tmp_path / "sheets").iterdir()}, "the usual name is that of the usual look"


def test_small_cards_say_that_they_are_small(capsys, tmp_path):
    assert (
        "The corner numbers are 5.5 mm high"
        in tt(capsys, "deck", "--card", "mini", "--only", "rh3", "--out", tmp_path).out
    )
    for size in ("standard", "poker", "bridge", "tarot"):
        assert "corner numbers" not in tt(capsys, "deck", "--card", size, "--only", "rh3", "--out", tmp_path).out


@pytest.mark.parametrize("verb", ["start", "deck", pytest.param("build", marks=pytest.mark.slow)])
def test_results_can_be_read_by_programs(capsys, tmp_path, monkeypatch, verb):
    monkeypatch.chdir(tmp_path)
    ran = tt(capsys, verb, "--paper", "a4", "--json")
    result = json.loads(ran.out)
    assert ran.out.count("\n") == 1 and result["files"] and all((tmp_path / f).is_file() for f in result["files"])
    assert tt(capsys, verb, "--paper", "a4", "--quiet").out == ""
    if verb == "deck":
        counted = [result[what] for what in "sheets cards jokers chits extras".split()]
        assert counted == [15, 125, 2, 3, 5] and result["slots"][0][0] == "RC1" and len(result["slots"]) == 15


@walk("verb", EVERY_VERB)
def test_every_verb_has_help_with_an_example(verb):
    usage, _, _ = help_text(verb).replace("Usage: ", "", 1).partition("Options")
    assert f"tt-print {verb}" in usage and EXAMPLES[verb]


def test_bare_tt_print_lists_all_commands_and_help_is_a_word_too(capsys):
    whole = tt(capsys, "--help")
    assert whole.status == 0 and whole == tt(capsys) == tt(capsys, "help")
    assert tt(capsys, "help", "score", "hand") == tt(capsys, "score", "hand", "--help")
    assert tt(capsys, "--version").out.startswith("tt-print ")


SHOWN = [(verb, index) for verb, examples in EXAMPLES.items() for index in range(len(examples))]


@pytest.mark.parametrize(("verb", "index"), [
    pytest.param(verb, index, id=f"{verb}: {EXAMPLES[verb][index]}", marks=cost(EXAMPLES[verb][index])) for verb, index in SHOWN
])  # fmt: skip
def test_an_example_of_the_help_runs(capsys, tmp_path, monkeypatch, verb, index):
    monkeypatch.chdir(tmp_path)
    before = played_before(verb)
    assert EXAMPLES[verb][index].startswith(verb.split()[0])
    ran = run_shown(capsys, [*before, *EXAMPLES[verb]], len(before) + index)
    if EXAMPLES[verb][index] == "score hand":  # without words it asks, which needs a terminal
        assert ran.status == 2 and "Nothing saved" in ran.err
    else:
        assert ran.status == 0, ran.err


def test_a_reader_that_stops_early_sees_no_traceback(tmp_path):
    words = [sys.executable, "-m", "tt_print", *"deck --only RH3 --json --out".split(), str(tmp_path)]
    printing = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    printing.stdout.close()  # as `| head -0` does
    with printing.stderr:
        assert printing.stderr.read() == b""
    assert printing.wait() in (0, 1)


def test_a_pipe_gets_no_escape_codes_and_needs_none_of_our_quotation_marks(tmp_path):
    for arguments in (["deck", "--only", "RH3", "--out", "bücher"], ["deck", "–only"]):
        ran = process(*arguments, cwd=tmp_path, PYTHONIOENCODING="ascii", PYTHONUTF8="0", LC_ALL="C")
        assert ran.status in (0, 2) and "Traceback" not in ran.err and ran.out + ran.err
        assert "\x1b" not in ran.out + ran.err
    assert (tmp_path / "bücher" / "sheets").is_dir()


def test_the_default_spelled_out_is_the_same_file(capsys, tmp_path, built):
    assert (
        tt(
            capsys, *"deck --theme toppers --paper A4 --deck FULL --jokers --chits --copies 1 --out".split(), tmp_path
        ).status
        == 0
    )
    (path,) = tmp_path.glob("sheets/*.pdf")
    assert path.read_bytes() == (built.folder / "output/sheets" / path.name).read_bytes()


def test_names_of_long_reprints_stay_short_and_apart(capsys, tmp_path):
    cards = [f"{color}{shape}{number}" for color in "RY" for shape in "CHTSB" for number in "1234Q"]
    for only in (cards[:20], cards[:19] + cards[20:21]):
        assert tt(capsys, "deck", "--only", ",".join(only), "--paper", "a4", "--out", tmp_path).status == 0
    one, other = (path.stem for path in tmp_path.glob("sheets/*.pdf"))
    assert len(one) < 60 and len(other) < 60


SLIPS = {  # what fingers make of a word, and what is no slip of it
    "craziness": "crazyness craziest crazines", "casino": "casnio kasino", "armageddon": "armag armagedon", "six-suit": "suit six sixsuit",
    "push-it": "push pushit", "ww3": "ww2", "": "bridge poker rummy uno war pushpin sunset",
}  # fmt: skip


@walk(("meant", "typed"), [(meant, typed) for meant, slips in SLIPS.items() for typed in slips.split()])
def test_only_a_word_that_is_near_is_guessed(meant, typed):
    assert did_you_mean(typed, game_names()) == (f" Did you mean {meant}?" if meant else "")
