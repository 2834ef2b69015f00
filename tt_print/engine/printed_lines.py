"""What paper says of rules and of a table: facts with their numbers, house rules as sentences, and under which house rules a line is there.

Numbers that a table needs before it deals come from the engine: every name can be in a template in braces; a count takes a noun:
`{center:card}` is "1 card", "no cards".

[[read]]
say = "A wrong slap costs {wrong_slap_penalty:card}."
rules = ["5"]                  # numbers of the original, and rulings; [] for a sentence that states no rule
when = ["hurry_up!=off"]       # it is there only so
any = ["runout"]               # it is true whatever a table has decided there, although that changes rule 5
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING

from tt_print.engine.house import House, show_value
from tt_print.engine.notation import parse_seat
from tt_print.errors import TemplateError, join_words
from tt_print.problems import Count as Count
from tt_print.records import dataclass
from tt_print.templates import read_table

if TYPE_CHECKING:
    from tt_print.engine.base import ScoredGame


TITLES = {
    "west": "West",
    "squares": "Squares",
    "full": "full",
    "squares2": "two Squares decks",
    "full2": "two full decks",
}


def table_facts(game: ScoredGame, house: House, players: int | None = None) -> dict[str, object]:
    """All names for templates: house rules under their own names, the deck, and with `players` what each gets.

    Without `players` there are only numbers that are the same at every table. Raises InputError when so many
    cannot play, or not by these house rules.
    """
    facts: dict[str, object] = {name: Count(value) if type(value) is int else value for name, value in house.items()}
    deck = TITLES[game.deck]
    facts |= {"title": game.title, "author": game.author, "deck_title": f"{deck[0].upper()}{deck[1:]} deck"}
    facts |= game.table.facts(house, players)
    if players is not None:
        game.check_players(players)
        sizes = game.deal_sizes(players, house)
        facts |= {"players": Count(players), **{place: Count(n) for place, n in sizes.items()}}
        facts["cards"] = Count(sum(sizes.values()) + sizes["hands"] * (players - 1))
    facts.setdefault("jokers", Count(0))
    return facts


def team_facts(house: House, names: Sequence[str]) -> dict[str, object]:
    """`teams_said`, "Ann and Cy against Bo and Di", and `teams_by_seat`, the number of each one's team.

    Players without a name are called by their seats, from 1. Empty where nobody plays in teams.
    """
    teams = house.get("teams", "none")
    if isinstance(teams, str):
        return {}
    seats = [[parse_seat(member) for member in team] for team in teams]
    called = [name or str(seat) for seat, name in enumerate(names, 1)]
    by_seat = {seat: str(number) for number, team in enumerate(seats, 1) for seat in team}
    return {
        "teams_said": " against ".join(join_words([called[seat] for seat in team], "and") for team in seats),
        "teams_by_seat": tuple(by_seat[seat] for seat in range(len(by_seat))),
    }


def team_words(house: House, names: Sequence[str] = ()) -> dict[str, str]:
    """The teams as a table calls them, for `house_sentences`; without names by seats."""
    said = team_facts(house, names or [""] * sum(map(len, house.get("teams", ()))))
    return {"teams": str(said["teams_said"])} if said else {}


def holds(conditions: Iterable[str], facts: Mapping[str, object]) -> bool:
    """Whether each of `name=value` and `name!=value` is so; a name that is not known here makes `=` false."""
    for condition in conditions:
        name, _, value = condition.partition("=")
        negated = name.endswith("!")
        found = facts.get(name.rstrip("!"))
        text = str(found).lower() if isinstance(found, bool) else str(found)
        if (text == value) is negated:
            return False
    return True


@dataclass(frozen=True, slots=True)
class HouseWords:
    """A game's `house.toml`.

    `options` has for each house rule its values (`*`: any other) with their sentences, `open_ended` for those with a
    number or a list what else a table may agree on. `shared` names the folder of a `house.toml` whose sentences hold
    where the game has none of its own. `deals` says how often cards are dealt, in a game that deals several times.
    `changes` are the rules of the original that an option changes: sentences about them must know it. `needs` says
    under which other house rules an option changes anything.
    """

    options: Mapping[str, Mapping[str, str]]
    open_ended: Mapping[str, str] = field(default_factory=dict)
    shared: str = ""
    deals: Mapping[str, str] = field(default_factory=dict)
    changes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    needs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def read_house_words(game: str) -> HouseWords:
    """What a game says of its house rules, together with what it shares and with what all games say."""
    own = read_table(HouseWords, f"games/{game}/house.toml")
    options = {**read_table(dict[str, dict[str, str]], "engine/house-words.toml")}
    open_ended: dict[str, str] = {}
    changes: dict[str, tuple[str, ...]] = {}
    needs: dict[str, tuple[str, ...]] = {}
    for words in (*([read_table(HouseWords, f"games/{own.shared}/house.toml")] if own.shared else []), own):
        options |= {name: dict(values) for name, values in words.options.items()}
        open_ended |= words.open_ended
        changes |= words.changes
        needs |= words.needs
    return replace(own, options=options, open_ended=open_ended, changes=changes, needs=needs)


def house_sentences(
    house: House, leave_out: frozenset[str] = frozenset(), called: Mapping[str, str] | None = None
) -> list[str]:
    """One sentence for each option that differs from its default, in the game's order; empty where none does.

    `leave_out` are options that the paper shows in another way, `called` values as this table calls them, such as teams by
    its own names. Raises TemplateError for an option without words.
    """
    changed = {name: value for name, value in house.changed.items() if name not in leave_out}
    return [_sentence(house.game, name, value, (called or {}).get(name)) for name, value in changed.items()]


def _sentence(game: str, name: str, value: object, called: str | None) -> str:
    words, text = read_house_words(game).options.get(name, {}), show_value(value)
    sentence = words.get(text, words.get("*"))
    if sentence is None:
        raise TemplateError(f"templates/games/{game}/house.toml: no sentence for {name} = {text}.")
    return sentence.format(value=called or text)


NAMED = re.compile(r"\{(\w+)(?::\w+)?\}")


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """`say` is filled with the facts of the table, see `table_facts`; `goes_on` where it belongs to the sentence before."""

    say: str
    rules: tuple[str, ...]
    when: tuple[str, ...] = ()
    any: tuple[str, ...] = ()
    goes_on: bool = False


def options_named(say: str, when: Iterable[str]) -> frozenset[str]:
    """What a sentence speaks of: every name in its conditions and braces, house rules and others."""
    return frozenset((*NAMED.findall(say), *(re.split("!?=", condition)[0] for condition in when)))


def idle_options(house: House, facts: Mapping[str, object] | None = None) -> frozenset[str]:
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
