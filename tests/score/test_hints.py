"""Every hint can be typed as it stands, and works on the night and the file that it was given for."""

import ast
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.commands import tt
from tests.readers.imports import PACKAGE, parsed
from tests.score.hints import hints
from tt_print.cli import run
from tt_print.score.place import Place
from tt_print.score.scorer import quoted
from tt_print.score.store import open_store

FILE = 'o\'clock, "our" $nights & more.sqlite'
WORDS = st.text(st.characters(blacklist_categories=("Cs", "Cc")), min_size=1, max_size=12)


@given(WORDS)
def test_a_quoted_word_is_one_word_to_a_shell(word):
    assert shlex.split(quoted(word, windows=False)) == [word]


def test_a_real_shell_takes_the_words_as_they_are():
    words = [
        FILE,
        "a!b",
        "$(ls)",
        "`ls`",
        "a\\b",
        "~",
        "#1",
        "*",
        "O'Brien",
        "RH?",
        "Tom+Sue=4",
        "Łukasz=3,Bo=4",
        "美咲",
        "->",
        "a b",
    ]
    line = " ".join(map(quoted, words))
    ran = subprocess.run(["sh", "-c", f"{sys.executable} -c 'import sys; print(sys.argv[1:])' {line}"],
                         capture_output=True, text=True, check=True)  # fmt: skip
    assert ran.stdout.strip() == repr(words)


def test_for_powershell_a_comma_and_a_dollar_are_quoted():
    assert [quoted(word, windows=True) for word in ("Ann=4", "Ann,Bo", "a b", "$x", "it's $x", r"C:\nights\a.sqlite")] == [
        "Ann=4", '"Ann,Bo"', '"a b"', "'$x'", "'it''s $x'", r"C:\nights\a.sqlite",
    ]  # fmt: skip


def test_a_hint_names_the_night_and_the_file_where_they_are_needed(tmp_path):
    assert Place().typed("undo") == "tt-print score undo"
    assert Place(2, tmp_path / "a b").typed("undo") == f'tt-print score undo --night 2 --file "{tmp_path}/a b"'
    assert Place(2, named=False).typed("edit", "3", "...") == "tt-print score edit 3 ..."
    assert Place(2).typed("show", "2") == "tt-print score show 2"


def test_one_function_makes_every_hint():
    """Any other text that names the command is an explanation or the help; what to type is made by `Place.typed`."""
    written = []
    for path in [
        *(PACKAGE / "score").glob("*.py"),
        *(PACKAGE / "cli/score").glob("*.py"),
        *(PACKAGE / "games").rglob("*.py"),
    ]:
        tree = parsed(path)
        documents = {
            node.body[0].value
            for node in ast.walk(tree)
            if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef) and isinstance(node.body[0], ast.Expr)
        }
        written += [
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and node not in documents and "tt-print score" in str(node.value)
        ]
    assert sorted(set(written)) == [
        " is not a night that tt-print exported. Export one: tt-print score export --json",  # on the other computer
        "The night's number, as tt-print score nights has it.",
        # asked of a game that we do not know, in whatever folder
        "points keep the score of another game, of which tt-print knows neither cards nor rules: tt-print score start points Ann Bo Cy",
        "tt-print score start craziness Ann Bo Cy",
    ]


# Nights 1 and 2, of which 2 is the current one; each command is run for night 1, and each hint that it prints.
START = ['start craziness Ann "Bo O\'Neil" Cy', "hand Ann=0 Bo=4 Cy=3", "start six-suit Ann Bo Cy"]
PRINTING = [
    ["hand --went-out Ann Bo=5 Cy=1"],
    ["hand Ann=0 Bo=4 Cy=1 --hand 1"],
    ["hand Ann=0 Bo=4 Cy=1", "hand Ann=0 Bo=4 Cy=1"],
    ["edit 1 Bo=5"],
    ["edit 1"],
    ["edit Bo=5"],
    ["edit 1 Bo=11", "edit 1 Bo=15", "edit 1 Bo=11"],
    ["hand Ann=0 Bo=4 Cy=5", "edit 1 Bo=15", ""],
    ["hand Ann=0 Bo=10 Cy=5", "hand Ann=0 Bo=10 Cy=1", "edit 2 Bo=11 Cy=12"],
    ["hand Ann=0 Bo=10 Cy=5", "hand Ann=0 Bo=10 Cy=1", "edit 2 Bo=11 Cy=12", "edit 3 Cy=1"],
    ["remove 1"],
    ["join Di"],
    ["join Di --after Ann", "hand Ann=1 Bo=0 Cy=2 Di=3", "edit 1 Cy=15", ""],
    ["leave Cy"],
    ["leave Cy", "leave Bo"],
    ["hand Ann=0 Bo=11 Cy=12", "join Di"],
    ["rename Cy Cyril"],
    ["rename Cy Cyril --all"],
    ["rename Zed Cyril --all"],
    ["rule must_play=true"],
    ["rule"],
    ["drop 1"],
    ["drop 1", ""],
    ["drop 1", "hand Ann=0 Bo=4 Cy=5"],
    ["drop 1", "nights"],
    ["drop 1", "undo"],
    ["undo"],
    ["undo", "undo"],
    ["undo", "redo"],
    ["note x", "note"],
    ["note ' '"],
    ["hand Ann=0 Bo=11 Cy=12", "hand Ann=0 Bo=1"],
    ["move"],
    ["log"],
    ["nights"],
    ["show 1"],
    ["show 9"],
    ["players"],
    ["resume 1"],
    ["start craziness Ann Bo"],
    ["start"],
    ["start casino"],
    ["start --again"],
    ["import none.json"],
    [""],
]
ANOTHER = (["Bo=6", "Cy=2"], ["--went-out", "Ann", "Cy=2"], ["--went-out", "Ann", "Bo=6", "Cy=2"], ["Ann=2", "Di=4"])
WITHOUT_NIGHT = ("nights", "show", "resume", "players", "start", "import", "drop")


def score(capsys, text, path, night="1"):
    words = shlex.split(text)
    named = ["--night", night] if words[:1] == [] or words[0] not in WITHOUT_NIGHT else []
    return tt(capsys, "score", *words, *named, "--file", path)


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    path = tmp_path_factory.mktemp("begun") / "score.sqlite"
    for text in START:
        words = [*shlex.split(text), *([] if text.startswith("start") else ["--night", "1"])]
        assert run(["score", *words, "--file", str(path)]) == 0
    return path


@pytest.mark.parametrize("commands", PRINTING, ids=["; ".join(commands) for commands in PRINTING])
def test_every_hint_works_where_it_was_given(capsys, tmp_path, begun, commands):
    path = Path(shutil.copy(begun, tmp_path / FILE))
    for text in commands:
        ran = score(capsys, text, path)
    # of a new night, which is the current one then, and of all nights
    begins = commands[-1].startswith("start") or "--all" in commands[-1]
    for number, typed in enumerate(hints(ran.out + ran.err)):
        copy = shutil.copy(path, tmp_path / f"{number}.sqlite")
        assert str(path) in typed or "--help" in typed, f"a hint without the file: {typed}"
        assert begins or typed[1] in WITHOUT_NIGHT or "--help" in typed or "--night 1" in " ".join(typed), typed
        if typed[1] == "hand" and typed[2].startswith("--") and begins:
            continue  # it asks, and a terminal answers
        line = [str(copy) if word == str(path) else word for word in typed]
        (at,) = [line.index(word) for word in ("...", "NUMBER") if word in line] or [None]
        if at is not None and line[at] == "...":  # what is different: whatever of it the table of that moment takes
            for words in ANOTHER:
                again = tt(capsys, *line[:at], *words, *line[at + 1 :])
                if again.status == 0:
                    break
        else:
            number = "2" if commands[0] == "drop 1" else "1"
            again = tt(capsys, *(number if word == "NUMBER" else word for word in line))
        assert again.status == 0, f"{typed}: {again.err}"
        with open_store(path) as before, open_store(copy) as after:
            new = after.events()[len(before.events()) :]
        assert begins or all(event.night == 1 for event in new if event.kind != "start"), typed
