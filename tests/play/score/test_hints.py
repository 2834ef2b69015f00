"""Every hint can be typed as it stands, and works on the night that it was given for."""

import shlex
import shutil
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.commands import ROOT, tt
from tests.play.score.hints import hints
from tests.walks import walk
from tt_print.cli import run
from tt_print.cli.text import quoted

FILE = 'o\'clock, "our" $nights & more.sqlite'
WORDS = st.text(st.characters(blacklist_categories=("Cs", "Cc")), min_size=1, max_size=12)


@given(WORDS)
def test_a_quoted_word_is_one_word_to_a_shell(word):
    assert shlex.split(quoted(word, windows=False)) == [word]


def test_a_real_shell_takes_the_words_as_they_are():
    words = [FILE, *r"a!b $(ls) `ls` a\b ~ #1 * O'Brien RH? Tom+Sue=4 Łukasz=3,Bo=4 美咲 ->".split(), "a b"]
    line = " ".join(map(quoted, words))
    ran = subprocess.run(["sh", "-c", f"{sys.executable} -c 'import sys; print(sys.argv[1:])' {line}"],
                         capture_output=True, text=True, check=True)  # fmt: skip
    assert ran.stdout.strip() == repr(words)


def test_for_powershell_a_comma_and_a_dollar_are_quoted():
    assert [quoted(word, windows=True) for word in ("Ann=4", "Ann,Bo", "a b", "$x", "it's $x", r"C:\nights\a.sqlite")] == [
        "Ann=4", '"Ann,Bo"', '"a b"', "'$x'", "'it''s $x'", r"C:\nights\a.sqlite",
    ]  # fmt: skip


# Nights 1 and 2, of which 2 is the current one; each command of `hinting.txt` is run for night 1, and each hint that it prints.
START = ['start craziness Ann "Bo O\'Neil" Cy', "hand Ann=0 Bo=4 Cy=3", "start six-suit Ann Bo Cy"]
TYPED = (ROOT / "tests" / "play" / "score" / "hinting.txt").read_text(encoding="utf-8").splitlines()
PRINTING = [[command.strip() for command in line.split(";")] for line in TYPED]
ANOTHER = (["Bo=6", "Cy=2"], ["--went-out", "Ann", "Cy=2"], ["--went-out", "Ann", "Bo=6", "Cy=2"], ["Ann=2", "Di=4"])
WITHOUT_NIGHT = ("nights", "show", "resume", "stats", "start")


def score(capsys, text):
    words = [] if text == "-" else shlex.split(text)  # alone it shows the table
    named = ["--night", "1"] if words[:1] == [] or words[0] not in WITHOUT_NIGHT else []
    return tt(capsys, "score", *words, *named)


def others(capsys):
    """The record of the night that no hint is for."""
    return tt(capsys, "score", "log", "--json", "--night", "2").out


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    folder = tmp_path_factory.mktemp("begun")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TT_PRINT_DATA", str(folder))
        for text in START:
            words = [*shlex.split(text), *([] if text.startswith("start") else ["--night", "1"])]
            assert run(["score", *words]) == 0
    return folder


@pytest.mark.parametrize("commands", PRINTING, ids=["; ".join(commands) for commands in PRINTING])
def test_every_hint_works_where_it_was_given(capsys, tmp_path, monkeypatch, begun, commands):
    monkeypatch.setenv("TT_PRINT_DATA", str(shutil.copytree(begun, tmp_path / "before")))
    for text in commands:
        ran = score(capsys, text)
    kept = others(capsys)
    # of a new night, which is the current one then, and of all nights
    begins = commands[-1].startswith("start") or "--all" in commands[-1]
    for number, typed in enumerate(hints(ran.out + ran.err)):
        monkeypatch.setenv("TT_PRINT_DATA", str(shutil.copytree(tmp_path / "before", tmp_path / str(number))))
        assert begins or typed[1] in WITHOUT_NIGHT or "--help" in typed or "--night 1" in " ".join(typed), typed
        (at,) = [typed.index(word) for word in ("...", "NUMBER") if word in typed] or [None]
        if at is not None and typed[at] == "...":  # what is different: whatever of it the table of that moment takes
            for words in ANOTHER:
                again = tt(capsys, *typed[:at], *words, *typed[at + 1 :])
                if again.status == 0:
                    break
        else:
            number = "2" if commands[0] == "drop 1" else "1"
            again = tt(capsys, *(number if word == "NUMBER" else word for word in typed))
        assert again.status == 0, f"{typed}: {again.err}"
        assert begins or others(capsys) == kept, f"{typed} changes another night"


COMMANDS = "start craziness Ann Bo; hand Ann=0 Bo=1; hand Ann=0 Bo=1; undo; undo --back; nights; join Di; show 9".split(
    "; "
)


@walk("command", COMMANDS)
def test_commands_about_another_file_say_that_they_need_it(capsys, tmp_path, command):
    """Typed without it they would change the own nights."""
    path = tmp_path / "try.sqlite"
    assert tt(capsys, *"score start craziness Ann Bo Cy --file".split(), path).status == 0
    for line in ("hand Ann=0 Bo=2 Cy=3", "undo") if "--back" in command else ("hand Ann=0 Bo=2 Cy=3",):
        assert tt(capsys, "score", *line.split(), "--file", path).status == 0
    ran = tt(capsys, "score", *command.split(), "--file", path)
    said = ran.out + ran.err
    assert ("tt-print " in said) == (f"Add --file {path} to these commands." in said), said


def test_no_deal_is_proposed_for_a_game_whose_cards_nobody_knows(capsys):
    for game, proposed in (("craziness", True), ("points", False)):
        assert ("tt-print deal" in tt(capsys, "score", "start", game, "Ann", "Bo").out) is proposed
