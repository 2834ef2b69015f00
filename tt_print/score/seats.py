"""Who plays a night, and entries by name: `Bo=4,Cy=1`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any

from tt_print.engine.base import ScoredGame
from tt_print.engine.house import House, show_value
from tt_print.engine.people import find_player, split_group
from tt_print.engine.standing import own_value
from tt_print.errors import InputError
from tt_print.records import dataclass
from tt_print.typed_words import has_figures_only, read_signed, read_whole

MAX_POINTS = 9999  # of one hand; no game comes near it


@dataclass(frozen=True, slots=True)
class ScoredTable:
    """A game with its house rules and its players by seat, clockwise. `shared` is how tied places are numbered."""

    game: ScoredGame
    house: House
    names: tuple[str, ...]
    shared: str = "1224"

    def seat(self, text: str) -> int:
        """As `find_player`."""
        return find_player(text, self.names)

    def name(self, text: str) -> str:
        return self.names[self.seat(text)]

    @property
    def rules(self) -> str:
        """House rules that differ from the default, teams by the players' own names; `-` when there are none.

        Without the one that the title says.
        """
        said = f"{self.game.table.said_by_title}="
        return " ".join(rule for rule in self.changed_rules if not rule.startswith(said)) or "-"

    @property
    def changed_rules(self) -> tuple[str, ...]:
        """As `rules`, one text each; a name in them may hold spaces."""
        return tuple(f"{name}={show_value(value)}" for name, value in self.changed_values.items())

    @property
    def changed_values(self) -> dict[str, Any]:
        """As `changed_rules`, each by its name, with its value."""
        return {name: own_value(name, value, self.names) for name, value in self.house.as_json().items()}

    def all(self, seats: Iterable[int]) -> tuple[str, ...]:
        return tuple(self.names[seat] for seat in seats)

    def by_name(self, values: Sequence[Any]) -> dict[str, Any]:
        """Values by seat as values by name."""
        return dict(zip(self.names, values, strict=True))

    def number(self, text: str, what: str, maximum: int = MAX_POINTS) -> int:
        """A whole number of 0 or more. Raises InputError that names `what`."""
        number = read_whole(text)
        if number is None and not has_figures_only(text):
            raise InputError(f"{what}: {text!r} is not a number. Give a whole number such as 0 or 4.")
        if number is None or number > maximum:
            given = text.strip() if len(text) < 20 else f"a number of {len(text.strip())} digits"
            raise InputError(f"{what}: {given} is more than there can be ({maximum}).")
        return number


# ---------------------------------------------------------------- NAME=VALUE texts


def split_pairs(texts: Iterable[str], table: ScoredTable, what: str) -> dict[str, str]:
    """`Bo=4,Cy=1` and further such texts as name to text, in the order given. A comma separates pairs.

    Spaces about `=` and a comma too many at an end do no harm, and `Bo 4` is also a pair. A number for each player, without names,
    is in the order of the table. Raises InputError for an unknown name, a missing `=`, or a player named twice.
    """
    texts = tuple(texts)
    numbers = " ".join(texts).replace(",", " ").split()
    if numbers and all(read_signed(each) is not None for each in numbers):
        if len(numbers) != len(table.names):
            count = f"{len(numbers)} number{'s' if len(numbers) > 1 else ''} for {len(table.names)} players"
            spelled = zip_longest(table.names, numbers[: len(table.names)], fillvalue="0")
            words = " ".join(f'"{name}={number}"' if " " in name else f"{name}={number}" for name, number in spelled)
            raise InputError(f"{count}. Write whose each is, such as {words}.")
        return dict(zip(table.names, numbers, strict=True))
    # A name, `=`, and a number are one text, where spaces had torn them apart.
    whole = re.sub(r"\s*=\s*", "=", "\n".join(texts))
    whole = re.sub(r"(^|[\n,])([^=\n,]+)\n(?=\d+,?(\n|$))", r"\1\2=", whole)
    pairs: dict[str, str] = {}
    for text in filter(None, (line.strip(" ,") for line in whole.split("\n"))):
        for part in text.split(","):
            if pairs and has_figures_only(part):
                raise InputError(f"{what} {text!r}: put a comma between players; points and counts are whole numbers.")
            add_pair(pairs, part, table, what)
    return pairs


def add_pair(pairs: dict[str, str], text: str, table: ScoredTable, what: str) -> None:
    typed, equals, value = text.partition("=")
    if not equals:
        raise InputError(f"{what} {text.strip()!r}: write a name, = and the value, such as {table.names[-1]}=4.")
    name = table.name(typed)
    if name in pairs:
        raise InputError(f"{what} of {name} are given twice. Give them once.")
    pairs[name] = value


def split_names(text: str, table: ScoredTable) -> tuple[str, ...]:
    """`Bo+Cy` or `Bo,Cy`: each player once."""
    names = [table.name(one) for part in text.split(",") for one in split_group(part, table.names)]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"{name} is named twice. Name each player once.")
    return tuple(names)
