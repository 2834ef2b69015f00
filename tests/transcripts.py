"""Texts in which commands stand as they are typed, with what is shown and kept after each.

A case begins with `#` and the fact that it shows. What is not indented is typed; several commands may share a line. Behind `!`
it is refused, and nothing is stored. Below it `>` is printed, one behind the other, `<` is not, and `name:` has that value.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.commands import Ran


def cases_of(*paths: Path) -> list[Any]:
    """Each case as a value of a parametrize, by its fact."""
    texts = (path.read_text(encoding="utf-8") for path in sorted(paths))
    cases = [case.partition("\n") for text in texts for case in text.split("\n# ")[1:]]
    return [pytest.param(text, id=title) for title, _, text in cases]


def follow(text: str, run: Callable[[str], Ran], kept: Callable[[], Any], value: Callable[[list[str]], str]) -> None:
    """Types a case. `kept` is what a refused command must leave as it was, `value` what is at a name."""
    said = ""
    for line in filter(None, text.splitlines()):
        sign, _, wanted = line.strip().partition(" ")
        if sign == "!":
            before = kept()
            ran = run(wanted)
            assert (ran.status, ran.out, kept()) == (2, "", before), (line, ran)
            said = " ".join(ran.err.split())
        elif line[0] != " ":
            for command in line.split("; "):
                ran = run(command)
                assert ran.status == 0, (command, ran.err)
                said = " ".join((ran.out + ran.err).split())
        elif sign == ">":
            assert wanted in said, (line, said)
            said = said.partition(wanted)[2]
        elif sign == "<":
            assert wanted not in said, (line, said)
        else:
            name, _, wanted = line.strip().partition(": ")
            assert value(name.split()) == wanted, line
