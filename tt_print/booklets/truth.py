"""True under every house rule: which texts say something of a rule that a table may change, without knowing it.

A text cites the rules that it states, an option names the rules that it changes (`[changes]` of a game's house.toml). Where the
two meet, the text is written for the option's values (`{when ...}`, `{value}`), or is marked as true under all of
them (`any option`). That the option's list is whole, the examples prove: one that comes out otherwise under a value has
a rule that the option changes.
"""

from __future__ import annotations

from collections.abc import Iterator

from tt_print.booklets.text import read_statements
from tt_print.engine.base import Game
from tt_print.engine.house import Option, show_value
from tt_print.engine.house_words import read_house_words
from tt_print.engine.scenes import HOUSE_RULE
from tt_print.errors import InputError
from tt_print.games.examples import Case, Example, cached_scene, read_examples

TEXTS = ("book.md", "pocket.md")


def find_untold(game: Game) -> Iterator[str]:
    """Each sentence or picture that states a rule which an option changes, and does not know the option; and each that
    does not say what it states."""
    changed = {option.name: changed_rules(game, option) for option in game.options}
    for name in TEXTS:
        for statement in read_statements(game, f"games/{game.name}/{name}"):
            where = f"templates/{statement.file}, {statement.chapter!r}: {statement.text[:60]!r}"
            if statement.rules is None:
                yield f"{where} cites no rule. Where it states none, write [-]."
                continue
            for option, rules in changed.items():
                if statement.rules & rules and option not in statement.knows:
                    shared = ", ".join(sorted(statement.rules & rules))
                    yield f"{where} states {shared}, which {option} changes. Write it for each value, or: any {option}."


def changed_rules(game: Game, option: Option) -> frozenset[str]:
    """The rules of the original that other values of the option change, and its own ruling."""
    return frozenset((*read_house_words(game.name).changes.get(option.name, ()), option.ruling))


def find_undeclared(game: Game) -> Iterator[str]:
    """Each example that comes out otherwise under a value of an option that is not said to change any of its rules."""
    for option in game.options:
        rules = changed_rules(game, option)
        for value in option.trials():
            if value == option.default:
                continue
            override = f"{option.name}={show_value(value)}"
            try:
                game.read_house(None, [override])
            except InputError:  # this value needs another rule beside it
                continue
            for example in read_examples(game.name):
                if (
                    example.rules
                    and not rules & {*example.rules}
                    and any(_is_changed(example, case, override) for case in example.cases)
                ):
                    yield (
                        f"{example.file}, line {example.line}: {override} changes {example.id}, but [changes] of "
                        f"{option.name} has none of its rules {', '.join(example.rules)}."
                    )


def _is_changed(example: Example, case: Case, override: str) -> bool:
    option = override.partition("=")[0]
    if any(phrase.startswith(f"{HOUSE_RULE}{option}=") for phrase in case.phrases) or case.when:
        return False
    try:
        facts = cached_scene(example.game, case.phrases, (override,)).facts
        if str(facts.get("because", "")).startswith("now "):  # told in another order, it would come out as it does
            return False
        return not all(fact.holds(facts) for fact in case.facts)
    except InputError:  # it cannot happen there at all
        return False
    except KeyError:
        return True
