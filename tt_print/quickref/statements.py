"""What a reference card says under these house rules, and what the engine must find so (`templates/games/*/quickref.toml`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tt_print.engine.base import Game
from tt_print.engine.house import House, show_value
from tt_print.engine.table_facts import holds, table_facts
from tt_print.errors import TemplateError
from tt_print.games.examples import Failure, parse_examples, run_example
from tt_print.templates import read_toml


@dataclass(frozen=True, slots=True)
class Shown:
    """Little cards in a row (codes; of a pile from the bottom), or values, with what they come to."""

    codes: tuple[str, ...]
    say: str


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence or a row of little cards. `checks` are lines of examples that must hold, `rules` what they rest on."""

    say: str
    shown: tuple[Shown, ...]
    rules: tuple[str, ...]
    checks: tuple[str, ...]
    place: str
    emblems: bool = False
    witnesses: tuple[str, ...] = ()  # for each of `shown`: the words of the checks that it pictures


@dataclass(frozen=True, slots=True)
class Leaf:
    """The statements that belong on one card, and how the card is headed."""

    title: str
    facts: str
    statements: tuple[Statement, ...]


def read_leaves(name: str, game: Game, house: House) -> list[Leaf]:
    """The cards of the template `name`, as they stand under these house rules. Raises TemplateError."""
    data = read_toml(f"games/{name}/quickref.toml")
    facts = _facts(game, house)
    leaves = []
    for card, table in enumerate(data["cards"], 1):
        told = [
            _statement(line, game, facts, f"templates/games/{name}/quickref.toml, card {card}, line {number}")
            for number, line in enumerate(table["lines"], 1)
            if holds(line.get("when", []), facts)
        ]
        leaves.append(Leaf(data["title"], data["facts"].format(**facts), tuple(told)))
    return leaves


def _facts(game: Game, house: House) -> dict[str, Any]:
    """Numbers for the sentences, and a few that only the checks need: sums, since a template cannot add."""
    facts = table_facts(game, house)
    return facts | game.table.card_facts(facts, house)


def _statement(line: Mapping[str, Any], game: Game, facts: Mapping[str, Any], place: str) -> Statement:
    try:
        checks = [*line.get("checks", ()), *line.get(f"checks_{game.name}", ())]
        rules = line.get(f"rules_{game.name}", line["rules"])
        shown = tuple(
            Shown(tuple(part["cards"].format(**facts).split()), part["say"].format(**facts))
            for part in line.get("show", ())
        )
        witnesses = line.get("shown", [part["cards"] for part in line.get("show", ())])
        return Statement(
            line.get("say", "").format(**facts), shown, tuple(rules), tuple(check.format(**facts) for check in checks),
            place, line.get("emblems", False), tuple(witness.format(**facts) for witness in witnesses),
        )  # fmt: skip
    except KeyError as error:
        raise TemplateError(f"{place}: {error} is not known there.") from None


def check_statement(statement: Statement, game: Game, house: House) -> Iterator[Failure]:
    """What the engine denies of a statement under these house rules: a fact, or a rule that did not decide."""
    inforce = "; ".join(f"with {name}={show_value(value)}" for name, value in house.changed.items())
    lines = [f"{inforce}; {check}" if inforce else check for check in statement.checks]
    text = f"```example rule={','.join(statement.rules)} id=quickref\n" + "\n".join(lines) + "\n```"
    for example in parse_examples(text, statement.place, game.name):
        yield from run_example(example)
