"""How long games were that `tt-print playtest` has measured: `templates/games/NAME/length.toml`, for covers and deals.

The figures are of sensible players under the usual house rules; under others nothing is said.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tt_print.templates import TemplateTable, has_template, read_table

if TYPE_CHECKING:
    from tt_print.engine.base import Game
    from tt_print.engine.house import House

ALIKE = frozenset({"first_player", "next_dealer"})  # house rules that change who, not how long
USUAL = 4  # players, of whom a cover speaks


class Measured(TemplateTable):
    """Turns of a game for a number of players: the mean and its 95 % interval, in so many games."""

    turns: float
    low: float
    high: float
    games: int


class Lengths(TemplateTable):
    """`command` is what measured them, with {players} for their number; `seconds` a turn are what the game assumes."""

    command: str
    seconds: float
    players: dict[str, Measured]


def read_lengths(game: Game, house: House) -> Lengths | None:
    """What was measured of a game; None where nothing was, or these house rules are not those that it was measured by."""
    name = f"games/{game.name}/length.toml"
    if set(house.changed) - ALIKE or not has_template(name):
        return None
    return read_table(Lengths, name)


def rounded(turns: float) -> int:
    """To two figures: `490`, `42`."""
    step: int = 10 ** max(0, len(str(round(turns))) - 2)
    return round(turns / step) * step


def duration(seconds: float) -> str:
    """`40 minutes`, `2.5 hours`; a game of a few seconds takes a minute."""
    minutes = max(1, round(seconds / 60))
    if minutes == 1:
        return "1 minute"
    return f"{minutes} minutes" if minutes < 100 else f"{seconds / 3600:.1f} hours"


def cover_length(game: Game, house: House, sentence: str) -> str:
    """How long the game is with four, as a cover says it; "" where nobody knows."""
    lengths = read_lengths(game, house)
    found = lengths.players.get(str(USUAL)) if lengths else None
    return sentence.format(turns=f"{rounded(found.turns):,}", players=USUAL) if found else ""


def deal_length(game: Game, house: House, players: int, sentence: str) -> str:
    """How long the game is at this table; "" where nobody knows."""
    lengths = read_lengths(game, house)
    found = lengths.players.get(str(players)) if lengths else None
    if lengths is None or found is None:
        return ""
    return sentence.format(
        turns=f"{rounded(found.turns):,}",
        time=duration(found.turns * lengths.seconds),
        seconds=f"{lengths.seconds:g}",
        command=lengths.command.format(players=players),
    )
