"""What the program says about itself: its commands, their options and examples, read from the help as a person reads it."""

import re
from dataclasses import dataclass
from functools import cache

from tests.commands import type_line
from tests.readers.shown_commands import help_examples

NIGHT = ["score start craziness Ann Bo Cy", "score hand Ann=0 Bo=1 Cy=1", "score hand Ann=0 Bo=1 Cy=1 --another"]
# and what these need besides
BESIDES = {"score finish": ["score start points Ann Bo Cy", "score hand Ann=5 Bo=0 Cy=1"]}


@dataclass(frozen=True)
class Option:
    """One option of a command; `takes_value` is False for a switch."""

    names: tuple[str, ...]
    takes_value: bool


@cache
def help_text(command: str) -> str:
    return type_line(*command.split(), "--help").out


def commands_below(command: str = "") -> list[str]:
    return re.findall(r"^  ([a-z]+) ", help_text(command).partition("--help ")[2], re.MULTILINE)


VERBS = commands_below()
EVERY_VERB = [*VERBS, *(f"score {name}" for name in commands_below("score"))]
EXAMPLES = {verb: help_examples(help_text(verb)) for verb in EVERY_VERB}


@cache
def options_of(command: str) -> tuple[Option, ...]:
    listed = help_text(command).partition("\nOptions:\n")[2].partition("\n\n")[0]
    found = re.findall(r"^  (?:(-\w), )?(--[a-z-]+)(?: / (--[a-z-]+))?( \S+)?(?:  |$)", listed, re.MULTILINE)
    return tuple(Option(tuple(filter(None, (long, short, no))), bool(value)) for short, long, no, value in found)


def played_before(verb: str) -> list[str]:
    """The night that the examples of a command go on with."""
    return [*NIGHT, *BESIDES.get(verb, [])] if verb.startswith("score") else []
