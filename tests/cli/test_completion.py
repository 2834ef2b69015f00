"""Completion in a shell: typer asks, and the kinds of the fields answer."""

import os
import re
import subprocess
import sys

import pytest
from hypothesis import strategies as st

from tests.cli.helps import NIGHT, VERBS, commands_below, options_of
from tests.commands import ROOT, surroundings, tt, type_line
from tests.fuzz.watching import often, try_cases
from tests.walks import walk
from tt_print.cli import run
from tt_print.games import GAMES

COMPLETE = "_TT_PRINT_COMPLETE"  # what the scripts for shells set


def asked(shell: str, *words: str) -> int:
    """The exit status of what the script for a shell runs when somebody presses Tab behind the words."""
    typed = ["tt-print", *words]
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {
            COMPLETE: f"complete_{shell}", "COMP_WORDS": "\n".join(typed), "COMP_CWORD": str(len(words)),
            "_TYPER_COMPLETE_ARGS": " ".join(typed), "_TYPER_COMPLETE_FISH_ACTION": "get-args",
        }.items():  # fmt: skip
            patch.setenv(name, value)
        return run([])


@pytest.fixture
def texts(capsys):
    """What can follow a line, the last word of which is begun."""

    def complete(line: str) -> list[str]:
        assert asked("bash", *line.split(" ")) == 0
        said = capsys.readouterr()
        assert said.err == ""
        return said.out.split()

    return complete


def test_commands_options_and_games(texts):
    assert set(texts("")) == set(VERBS) and texts("de") == ["deck", "deal"]
    assert sorted(texts("score ")) == sorted(commands_below("score")) and texts("score un") == ["undo"]
    assert {name for option in options_of("deck") for name in option.names} - {"-h"} <= {
        *texts("deck --"),
        *texts("deck -"),
    }
    assert texts("judge ") == list(GAMES) and texts("booklet ") == [*GAMES, "all", "full"]


@walk(("line", "offered"), [
    ("deck --paper le", "letter legal"), ("deal cra", "craziness"), ("deck --only RH", "RH1 RH2 RH3 RH4 RHQ"), ("deck --only RH3,j", "RH3,j1 RH3,j2"),
    ("deal push-it --deck ", "west squares full squares2 full2"), ("deal ww3 --deck ", "squares"),
    ("judge craziness --option must", "must_play=false must_play=true"), ("deck --out ", ""), ("deck --copies ", ""),
])  # fmt: skip
def test_a_value_is_completed_and_what_was_typed_before_narrows_it(texts, line, offered):
    assert texts(line) == offered.split()


def test_nights_hands_and_players_that_are_kept_are_offered_and_a_damaged_file_is_no_error(texts, tmp_path):
    for line in (*NIGHT[:2], "score start ww3 Di Ed Flo"):
        assert type_line(*line.split()).status == 0
    for line, offered in {
        "score show ": "1 2", "deal --night ": "1 2", "score edit --night 1 ": "1", "score edit ": "", "score leave ": "Di Ed Flo", "score leave D": "Di",
        "deal ww3 --dealer ": "Di Ed Flo", "deal ww3 --players Ann,Bo --dealer ": "Ann Bo", f"score show --file {tmp_path / 'none'} ": "",
    }.items():  # fmt: skip
        assert texts(line) == offered.split(), line
    (tmp_path / "bad").write_text("bad", encoding="utf-8")
    assert asked("bash", "score", "show", "--file", str(tmp_path / "bad"), "") == 1


@walk("option", "paper card cuts ink backs indices deck".split())
def test_every_value_that_is_offered_is_taken(texts, capsys, tmp_path, option):
    offered = texts(f"deck --{option} ")
    assert len(offered) > 1
    for value in offered:
        ran = tt(capsys, "deck", "--only", "RH3", f"--{option}", value, "--out", tmp_path)
        assert ran.status == 0, ran.err


PIECES = [*VERBS, "hand", "start", "--option", "--", "=", "--on", "ww3", "--night", "-n", "--file", ""]
LINES = st.lists(st.one_of(st.sampled_from(PIECES), st.text("a-='\"\\ é", max_size=6)), max_size=6)


@pytest.mark.parametrize("times", often(4, 200))
def test_whatever_stands_on_the_line_no_shell_sees_an_error(capsys, times):
    def check(words, shell):
        assert asked(shell, *words) in (0, 1) and capsys.readouterr().err == ""

    try_cases(check, times, words=LINES, shell=st.sampled_from(["bash", "zsh", "fish", "powershell"]))


@pytest.mark.slow
def test_the_script_for_bash_completes_in_bash(tmp_path):
    """As a person does it: the script that the command prints, and the tab key's question."""
    command = tmp_path / "tt-print"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tt_print "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    environment = {**surroundings(), "PATH": f"{tmp_path}:{os.environ['PATH']}"}

    def printed(*words, **variables):
        env = {**environment, **variables}
        return subprocess.run(words, env=env, capture_output=True, text=True, check=True)

    script = printed(command, **{COMPLETE: "source_bash"}).stdout
    ask = 'COMP_WORDS=(tt-print deck --paper le); COMP_CWORD=3; _tt_print_completion tt-print; printf "%s\\n" "${COMPREPLY[@]}"'
    done = printed("bash", "-c", f"{script}\n{ask}")
    assert done.stdout == "letter\nlegal\n" and done.stderr == ""


def test_the_page_about_the_terminal_shows_what_the_tab_key_offers(texts):
    page = (ROOT / "docs" / "terminal.md").read_text(encoding="utf-8")
    typed = re.findall(r"^\| `tt-print (.*?)` \|", page, re.M)
    assert len(typed) == 10 and all(type_line(*line.split()).status == 0 for line in NIGHT)
    for line in typed:
        assert texts(line), line
