"""Numbers that a table needs before it deals, each from the engine: for score sheets and reference cards.

Every name can be in a template in braces; a count takes a noun: `{center:card}` is "1 card", "no cards".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tt_print.problems import Count as Count

if TYPE_CHECKING:
    from tt_print.engine.base import ScoredGame
    from tt_print.engine.house import House

TITLES = {
    "west": "West",
    "squares": "Squares",
    "full": "full",
    "squares2": "two Squares decks",
    "full2": "two full decks",
}


def table_facts(game: ScoredGame, house: House, players: int | None = None) -> dict[str, Any]:
    """All names for templates: house rules under their own names, the deck, and with `players` what each gets.

    Without `players` there are only numbers that are the same at every table. Raises InputError when so many
    cannot play, or not by these house rules.
    """
    facts: dict[str, Any] = {name: _countable(value) for name, value in house.items()}
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


def team_facts(house: House, names: Sequence[str]) -> dict[str, Any]:
    """`teams_said`, "Ann and Cy against Bo and Di", and `teams_by_seat`, the number of each one's team.

    Players without a name are called by their seats, from 1. Empty where nobody plays in teams.
    """
    from tt_print.engine.notation import parse_seat
    from tt_print.errors import join_words

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
    return {"teams": said["teams_said"]} if said else {}


def _countable(value: Any) -> Any:
    return Count(value) if isinstance(value, int) and not isinstance(value, bool) else value


def holds(conditions: Iterable[str], facts: Mapping[str, Any]) -> bool:
    """Whether each of `name=value` and `name!=value` is so; a name that is not known here makes `=` false."""
    for condition in conditions:
        name, _, value = condition.partition("=")
        negated = name.endswith("!")
        found = facts.get(name.rstrip("!"))
        text = str(found).lower() if isinstance(found, bool) else str(found)
        if (text == value) is negated:
            return False
    return True
