"""What paper says of rules: a sentence, the rules that it states, the house rules under which it is there.

[[read]]
say = "A wrong slap costs {wrong_slap_penalty:card}."
rules = ["5"]                  # numbers of the original, and rulings; [] for a sentence that states no rule
when = ["hurry_up!=off"]       # it is there only so
any = ["runout"]               # it is true whatever a table has decided there, although that changes rule 5
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from tt_print.engine.house import House, show_value
from tt_print.engine.house_words import read_house_words
from tt_print.engine.table_facts import holds
from tt_print.records import dataclass

NUMBER = re.compile(r"\d+[a-z]?")
NAMED = re.compile(r"\{(\w+)(?::\w+)?\}")


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """`say` is filled with the facts of the table, see `table_facts`; `goes_on` where it belongs to the sentence before."""

    say: str
    rules: tuple[str, ...]
    when: tuple[str, ...] = ()
    any: tuple[str, ...] = ()
    goes_on: bool = False


def print_line(say: str, rules: Iterable[str], facts: Mapping[str, Any]) -> str:
    """The sentence for this table, with the original's numbers behind it."""
    return " ".join(filter(None, (say.format(**facts), cite(rules))))


def cite(rules: Iterable[str]) -> str:
    """The original's rule numbers as people read them, `(2c, 5)`; sections without a number and rulings are not shown."""
    shown = dict.fromkeys(found[0] for rule in rules if (found := NUMBER.match(rule)))
    return f"({', '.join(shown)})" if shown else ""


def options_named(say: str, when: Iterable[str]) -> frozenset[str]:
    """What a sentence speaks of: every name in its conditions and braces, house rules and others."""
    return frozenset((*NAMED.findall(say), *(re.split("!?=", condition)[0] for condition in when)))


def idle_options(house: House, facts: Mapping[str, Any] | None = None) -> frozenset[str]:
    """House rules that change nothing at this table, as how jokers are slapped where none is in play: no paper need
    say what was decided there. `facts` are what is known of the table beside its house rules.
    """
    known = {**{name: show_value(value) for name, value in house.items()}, **(facts or {})}
    needs = read_house_words(house.game).needs
    return frozenset(
        option
        for option, conditions in needs.items()
        if not holds((each for each in conditions if re.split("!?=", each)[0] in known), known)
    )
