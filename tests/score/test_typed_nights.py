"""Nights as people type them, from the texts in `evenings/`: each command, and what is shown and kept after it.

A case begins with `#` and the fact that it shows. What is not indented is typed after `tt-print score` (`-` is `score`
alone); behind `!` it is refused, and nothing is stored. Below it `>` is printed, one behind the
other, `<` is not, and `name:` has that value.
"""

import json
import shlex

import pytest

from tests.commands import ROOT, type_line

TEXTS = sorted((ROOT / "tests" / "score" / "evenings").glob("*.txt"))
CASES = [case.partition("\n")[::2] for path in TEXTS for case in path.read_text(encoding="utf-8").split("\n# ")[1:]]


def in_words(value):
    """`{"Ann": 0, "Bo": 4}` as "Ann 0, Bo 4", a list with commas, and what is nothing as "-"."""
    if isinstance(value, dict):
        value = [f"{key} {in_words(own)}" for key, own in value.items()]
    if isinstance(value, list):
        value = ", ".join(map(in_words, value))
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str("-" if value in (None, "") else value)


def found_at(night, path):
    """What a night has at `totals`, `hand 2 entry out`, or, of each hand, `hands dealer`."""
    if path[0] == "hands":
        return "; ".join(in_words(hand[path[1]]) for hand in night["hands"]) or "-"
    value, keys = (night["hands"][int(path[1]) - 1], path[2:]) if path[0] == "hand" else (night, path)
    for key in keys:
        value = value[key]
    return in_words(value)


@pytest.mark.parametrize(("title", "text"), CASES, ids=[title for title, _ in CASES])
def test_night(tmp_path, title, text):
    file, said = tmp_path / "score.sqlite", ""

    def score(line):
        return type_line("score", *shlex.split(line if line != "-" else ""), "--file", file)

    for line in filter(None, text.splitlines()):
        sign, _, wanted = line.strip().partition(" ")
        if sign == "!":
            before = file.exists() and file.read_bytes()
            ran = score(wanted)
            assert (ran.status, ran.out, file.exists() and file.read_bytes()) == (2, "", before), (line, ran)
            said = " ".join(ran.err.split())
        elif line[0] != " ":
            for command in line.split("; "):
                ran = score(command)
                assert ran.status == 0, (command, ran.err)
            said = " ".join((ran.out + ran.err).split())
        elif sign == ">":
            assert wanted in said, (line, said)
            said = said.partition(wanted)[2]
        elif sign == "<":
            assert wanted not in said, (line, said)
        else:
            path, _, wanted = line.strip().partition(": ")
            assert found_at(json.loads(score("--json").out), path.split()) == wanted, line
