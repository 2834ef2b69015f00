"""Completion: every option and argument that takes a known value is completed, in every shell."""

import io
import os
import re
import shlex
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.main import get_command

from tests.commands import ROOT, tt
from tt_print.cli import COMPLETE, VERBS, run
from tt_print.cli.app import make_app
from tt_print.cli.completion import Line, complete, read_bash, read_line
from tt_print.cli.known_values import FILES, VALUES, find_values, rows_of
from tt_print.deck import FULL, JOKERS
from tt_print.engine.house import show_value
from tt_print.games import GAMES, load_games


def parameters() -> list[tuple[str, str]]:
    """Verb and parameter, for all that take a value and belong to no request, whose fields know their values."""

    def walk(command, verb):
        yield from (
            (verb, param.name)
            for param in command.params
            if not getattr(param, "is_flag", False) and not hasattr(param, "spec")
        )
        for name, below in getattr(command, "commands", {}).items():
            yield from walk(below, f"{verb} {name}".strip())

    return list(walk(get_command(make_app()), ""))


def texts(line: str, part: str = "") -> list[str]:
    """What can follow a line."""
    return [text for text, _ in complete(shlex.split(line), part, make_app)[0] if text.startswith(part)]


# what each of these may be is known to nobody but the person who types it
UNKNOWN = {
    "any number": {"copies", "start_at", "back_bleed", "bleed", "margin", "hands", "players", "jokers", "deal", "soak", "seed", "max_px", "thickness", "points", "games", "seconds", "workers", "port"},
    "measured": {"back_offset", "measured", "back_read"},
    "counted": {"colors", "shapes", "numbers"},
    "copied from elsewhere": {"code", "commitment", "url", "cluster"},
    "any words": {"note", "words", "new", "scene", "name", "called"},
}  # fmt: skip


def test_every_parameter_with_a_value_is_completed_or_nobody_could():
    for line in (
        "score start ww3 Di Ef",
        "score start craziness Ann Bo Cy",
        "score hand Ann=0 Bo=1 Cy=2",
        "calibrate --measured 180,270 --paper a4",
    ):
        assert run([*shlex.split(line), "--quiet"]) == 0
    assert len(parameters()) > 150
    for verb, name in parameters():
        if name in FILES:
            continue
        assert name in VALUES or f"{verb} {name}" in VALUES, (
            f"{verb} {name}: what it takes stands in cli/known_values.py"
        )
        words = {"deal": ("push-it",), "rules": ("ww3",), "score start": ("ww3", "Ann")}.get(verb, ())
        known = rows_of(find_values(verb, name)(Line(verb, words), ""))
        assert known or name in set().union(*UNKNOWN.values()), f"{verb} {name}"
    assert complete(["deck", "--out"], "", make_app) == ([], True), "the shell lists files"


def test_nothing_is_listed_that_no_verb_has():
    there = {(verb, name) for verb, name in parameters()}
    names = {name for _, name in there}
    for key in VALUES:
        verb, _, name = key.rpartition(" ")
        assert ((verb, name) in there) if verb else (name in names), key


def test_verbs_options_and_games():
    assert texts("") == list(VERBS) or set(texts("")) == set(VERBS)
    assert texts("", "de") == ["deck", "deal"] and "hand" in texts("score") and texts("score", "un") == ["undo"]
    assert {"--paper", "--only", "--help"} <= set(texts("deck", "--")) and texts("deck", "--no-c") == ["--no-chits"]
    assert "--paper" not in texts("deck --paper a4", "--") and "--option" in texts(
        "judge ww3 --option jokers=0", "--"
    ), "which may come again"
    assert texts("judge") == list(GAMES) and texts("booklet") == [*GAMES, "all"] and texts("quickref ww3", "w") == []
    assert texts("verify craziness", "c") == ["casino"]


def test_after_preview_comes_what_the_other_verb_takes():
    """And its own options all along; a value is completed as it is without `preview`."""
    assert "deck" in texts("preview") and "score" not in texts("preview") and texts("preview", "sc") == ["scoresheet"]
    assert {"--json", "--list"} <= set(texts("preview", "--")) and "--paper" not in texts("preview", "--")
    assert set(texts("deck", "--")) | {"--list"} == set(texts("preview deck", "--"))
    assert texts("preview deck --paper") == texts("deck --paper") and texts("preview --list deck --ink", "lo") == [
        "low"
    ]
    assert "--list" not in texts("preview deck --list", "--") and "--paper" not in texts(
        "preview deck --paper a4", "--"
    )
    assert texts("preview booklet", "cr") == ["craziness"]


@pytest.mark.parametrize("game", load_games(), ids=lambda game: game.name)
def test_every_house_rule_is_offered_with_every_value_that_is_listed_and_each_is_one(game):
    offered = texts(f"judge {game.name} --option")
    assert {f"{option.name}={show_value(value)}" for option in game.options for value in option.values} <= set(offered)
    for text in offered:
        game.read_house(None, [text], GAMES)
    assert {text.partition("=")[0] for text in offered} == {option.name for option in game.options}


CHOICES = ["paper", "card", "cuts", "ink", "backs", "flip", "indices", "deck"]


@pytest.mark.parametrize("option", CHOICES)
def test_every_value_that_is_offered_is_taken(capsys, tmp_path, option):
    offered = texts(f"deck --{option}")
    assert len(offered) > 1
    for value in offered:
        backs = ["--backs", "duplex"] if option == "flip" else []
        ran = tt(capsys, "deck", "--only", "RH3", f"--{option}", value, *backs, "--out", tmp_path)
        assert ran.status == 0, ran.err


def test_cards_are_completed_one_after_the_other():
    assert texts("deck --only", "RH") == ["RH1", "RH2", "RH3", "RH4", "RHQ"]
    assert texts("deck --only", "RH3,j") == ["RH3,j1", "RH3,j2"] and texts("deck --only", "chit-s") == ["chit-shape"]
    assert texts("deck --only", "RH3,RH") == ["RH3,RH1", "RH3,RH2", "RH3,RH4", "RH3,RHQ"], "none twice"
    assert set(texts("recount --have")) == {card.safe_code for card in FULL + JOKERS}
    assert texts("judge casino --take", "RH2+RT2/RT") == [f"RH2+RT2/RT{number}" for number in "134Q"]
    assert texts("judge ww3 RC2", "RC") == ["RC1", "RC2", "RC3", "RC4", "RCQ"]


def test_a_games_own_flags_are_known_when_the_game_is():
    assert {"--on", "--play", "--declare"} <= set(texts("judge craziness", "--"))
    assert "--take" in texts("judge casino", "--") and "--on" not in texts("judge", "--")
    assert texts("judge craziness --declare", "re") == ["red"] and texts("judge push-it --deck", "full") == [
        "full",
        "full2",
    ]
    assert texts("judge craziness --count") == [], "a flag of another game"


def test_what_was_typed_before_narrows_what_comes():
    assert texts("deal push-it --deck") == ["west", "squares", "full", "squares2", "full2"] and texts(
        "deal ww3 --deck"
    ) == ["squares"]
    assert texts("deal ww3 --jokers") == ["0", "1", "2"] and texts("deal craziness --players Ann,Bo,Cy --dealer") == [
        "Ann",
        "Bo",
        "Cy",
    ]
    assert texts("export --for silhouette --product") != texts("export --for mpc --product")
    assert texts("export --for mpc --dpi") == ["300", "600", "800", "1200"] and texts("export --for tgc --dpi") == [
        "300"
    ]
    assert texts("export --for printshop --dpi") == [] and texts("deck --png --dpi") == ["300", "600", "1200"]
    assert "printshop" in texts("new profile mine --like")
    assert texts("export --for printshop --order") == ["alternating", "fronts-then-backs", "one-back"]
    assert (
        "2c" in texts("rules ww3")
        and texts("rules ww3 2c") == []
        and texts("score move") == ["color", "shape", "number"]
    )


def test_nights_hands_and_people_are_those_that_were_scored(capsys, tmp_path):
    for line in ("score start craziness Ann 'Bo B' Cy", "score hand Ann=0 'Bo B=1' Cy=2", "score start ww3 Di Ef"):
        assert tt(capsys, *shlex.split(line)).status == 0
    assert texts("score show") == texts("score hand --night") == ["1", "2"] and texts("score edit --night 1") == ["1"]
    assert texts("score players") == ["Di", "Ef", "Ann", "Bo B", "Cy"] and texts("score start casino Ann", "C") == [
        "Cy"
    ]
    assert texts("score hand --winner") == ["Di", "Ef"] and texts("score hand --night 1 --went-out") == [
        "Ann",
        "Bo B",
        "Cy",
    ]
    assert texts("score hand --night 1", "A") == ["Ann=", "Ann=0"] and texts("score hand --night 1 Ann=0", "A") == []
    assert texts("score hand --night 1 --left", "Cy=RH3,RH") == ["Cy=RH3,RH1", "Cy=RH3,RH2", "Cy=RH3,RH4", "Cy=RH3,RHQ"]
    assert texts("score leave") == texts("score rename") == ["Di", "Ef"] and texts("score join") == [
        "Ann",
        "Bo B",
        "Cy",
    ]
    assert (
        "jokers=2" in texts("score rule")
        and texts("score drop") == ["1", "2"]
        and texts("score remove --night 1") == ["1"]
    )
    assert texts("deal --dealer") == ["Di", "Ef"] and texts("deal craziness --players", "Ann,") == [
        "Ann,Di",
        "Ann,Ef",
        "Ann,Bo B",
        "Ann,Cy",
    ]
    book = tmp_path / "other.sqlite"
    book.write_text("no book at all", encoding="utf-8")
    assert texts(f"score show --file {book}") == [] and texts("score show --file nowhere.sqlite") == []


# ---------------------------------------------------------------- what shells say and hear


def asked(monkeypatch, shell: str, **variables: str) -> tuple[int, str, str]:
    monkeypatch.setenv(COMPLETE, f"complete_{shell}")
    monkeypatch.delenv("_TYPER_COMPLETE_WORD_TO_COMPLETE", raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    said = io.StringIO()
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    monkeypatch.setattr(sys, "stderr", said)
    return run([]), sys.stdout.getvalue(), said.getvalue()


@pytest.mark.parametrize(("typed", "inserted"), [
    (["deck", "--pap"], "--paper"), (["deck", "--paper", "l"], "letter\nlegal"), (["deck", "--paper", "=", "l"], "letter\nlegal"),
    (["judge", "ww3", "--option", "joker_b"], "joker_beneath=copy\njoker_beneath=blank"), (["judge", "ww3", "--option", "joker_beneath", "="], "copy\nblank"),
    (["judge", "ww3", "--option", "joker_beneath", "=", "b"], "blank"), (["judge", "ww3", "--option", "=", "joker_beneath", "=", "b"], "blank"),
    (["judge", "ww3", "--option", "jokers", "=", "0", "--option", "joker_beneath", "=", "b"], "blank"), (["deck", "--out", ""], ""),
    (['"deck"', "--paper", "'l"], "letter\nlegal"), (["nonsense", "x"], ""),
])  # fmt: skip
def test_bash_which_parts_words_at_an_equals_sign_gets_what_it_inserts(monkeypatch, typed, inserted):
    words = "\n".join(["tt-print", *typed])
    status, out, err = asked(monkeypatch, "bash", COMP_WORDS=words, COMP_CWORD=str(len(typed)))
    assert (status, out.rstrip("\n"), err) == (0, inserted, "")


def test_words_and_their_quotes_are_read_as_a_shell_reads_them():
    assert read_bash({"COMP_WORDS": "tt-print\nscore\nhand\nBo\\ B\n=\n3\nAn", "COMP_CWORD": "6"})[:2] == (
        ["score", "hand", "Bo B=3"],
        "An",
    )
    assert read_line({"_TYPER_COMPLETE_ARGS": "tt-print score hand 'Bo B'=3 \"An"})[:2] == (
        ["score", "hand", "Bo B=3"],
        "An",
    )
    assert read_line({"_TYPER_COMPLETE_ARGS": "tt-print deck --paper "})[:2] == (["deck", "--paper"], "")
    power = {"_TYPER_COMPLETE_ARGS": "tt-print deck --paper l", "_TYPER_COMPLETE_WORD_TO_COMPLETE": "l"}
    assert read_line(power)[:2] == (["deck", "--paper"], "l")


def test_each_shell_hears_values_with_words_about_them(monkeypatch):
    line = {"_TYPER_COMPLETE_ARGS": "tt-print deck --ink l"}
    assert (
        asked(monkeypatch, "zsh", **line)[1] == """_arguments '*: :(("low":"black ink only, colors as hatching"))'\n"""
    )
    assert (
        asked(monkeypatch, "fish", _TYPER_COMPLETE_FISH_ACTION="get-args", **line)[1]
        == "low\tblack ink only, colors as hatching\n"
    )
    assert (
        asked(monkeypatch, "powershell", _TYPER_COMPLETE_WORD_TO_COMPLETE="l", **line)[1]
        == "low:::black ink only, colors as hatching\n"
    )
    files = {"_TYPER_COMPLETE_ARGS": "tt-print deck --out "}
    assert (
        asked(monkeypatch, "zsh", **files)[1] == "_files\n"
        and asked(monkeypatch, "fish", _TYPER_COMPLETE_FISH_ACTION="is-args", **files)[0] == 1
    )
    none = {"_TYPER_COMPLETE_ARGS": "tt-print deck --copies "}
    assert (
        asked(monkeypatch, "zsh", **none)[1] == ":\n"
        and asked(monkeypatch, "fish", _TYPER_COMPLETE_FISH_ACTION="is-args", **none)[0] == 0
    )


def test_names_with_blanks_are_quoted_for_the_shell(monkeypatch, capsys):
    assert tt(capsys, "score", "start", "craziness", "Ann", "Bo B", "Cy's").status == 0
    _, out, _ = asked(monkeypatch, "bash", COMP_WORDS="tt-print\nscore\nhand\n--went-out\n", COMP_CWORD="4")
    assert out.split("\n")[:3] == ["Ann", "Bo\\ B", "Cy\\'s"]


PIECES = [*VERBS, "hand", "start", "--option", "--", "=", "--on", "ww3", "--night", "-n", "--file", ""]
LINES = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=6)), max_size=6)


def check_quiet(words: list[str], shell: str) -> None:
    plain = [re.sub(r"[\0\ud800-\udfff]", "", word) for word in words]
    variables = {
        "COMP_WORDS": "\n".join(["tt-print", *plain]),
        "COMP_CWORD": str(len(plain)),
        "_TYPER_COMPLETE_ARGS": " ".join(["tt-print", *plain]),
    }
    with pytest.MonkeyPatch.context() as patch:
        status, _, err = asked(patch, shell, **variables)
    assert status == 0 and err == ""


@settings(max_examples=12)
@given(LINES, st.sampled_from(["bash", "zsh"]))
def test_whatever_stands_on_the_line_no_shell_sees_an_error(words, shell):
    check_quiet(words, shell)


@pytest.mark.slow
@settings(max_examples=1000)
@given(LINES, st.sampled_from(["bash", "zsh", "fish", "powershell", "tcsh"]))
def test_whatever_stands_on_a_thousand_lines_no_shell_sees_an_error(words, shell):
    check_quiet(words, shell)


def test_completion_waits_for_no_library_of_another_verb():
    line = "tt-print deck --paper "
    code = "import sys; from tt_print.cli import run; run([]); print(*sorted({name.split('.')[0] for name in sys.modules}))"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), COMPLETE: "complete_fish", "_TYPER_COMPLETE_ARGS": line}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    *values, modules = done.stdout.splitlines()
    assert [value.split("\t")[0] for value in values] == ["a4", "letter", "legal", "a3", "tabloid"]
    assert not {"reportlab", "svgwrite", "pypdfium2", "PIL", "rich", "sqlite3", "markdown_it"} & set(modules.split())


@pytest.mark.slow
def test_the_script_for_bash_completes_in_bash(tmp_path):
    """As a person does it: the script of --show-completion, and the tab key's question."""
    command = tmp_path / "tt-print"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tt_print "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    script = subprocess.run([command, "--show-completion"], env={**environment, "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": ""},
                            capture_output=True, text=True, check=False, input="").stdout  # fmt: skip
    script = (
        subprocess.run(
            [command], env={**environment, COMPLETE: "source_bash"}, capture_output=True, text=True, check=True
        ).stdout
        or script
    )
    ask = 'COMP_WORDS=(tt-print judge craziness --option must_play = t); COMP_CWORD=6; _tt_print_completion tt-print; printf "%s\\n" "${COMPREPLY[@]}"'
    done = subprocess.run(
        ["bash", "-c", f"{script}\n{ask}"], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout == "true\n" and done.stderr == ""


def test_the_page_about_the_terminal_offers_what_the_tab_key_offers(capsys):
    assert tt(capsys, "score", "start", "craziness", "Ann", "Bo", "Cy").status == 0
    page = (ROOT / "docs" / "terminal.md").read_text(encoding="utf-8")
    typed = re.findall(r"^\| `tt-print (.*?)` \|", page, re.M)
    assert len(typed) == 11
    for line in typed:
        *words, part = line.split(" ")
        assert texts(" ".join(words), part), line
