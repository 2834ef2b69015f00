"""How often somebody won who played as the book advises: `templates/games/NAME/advantage.toml`, for the page that advises.

One sensible player sat left of the dealer, among players who do anything legal, under the usual house rules; under others it reports
nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tt_print.engine.lengths import ALIKE
from tt_print.templates import TemplateTable, has_template, read_table

if TYPE_CHECKING:
    from tt_print.engine.base import Game
    from tt_print.engine.house import House


class Advantage(TemplateTable):
    """The share of games that the sensible player won, and its 95% interval."""

    players: int
    games: int
    won: float
    low: float
    high: float


def read_advantage(game: Game, house: House) -> Advantage | None:
    """What was measured of a game; None where nothing was, or these house rules are not those that it was measured by."""
    name = f"games/{game.name}/advantage.toml"
    if set(house.changed) - ALIKE or not has_template(name):
        return None
    return read_table(Advantage, name)


def advantage_sentence(found: Advantage, sentence: str) -> str:
    """`sentence` with the figures: shares in games of 100."""
    return sentence.format(
        games=found.games, won=round(100 * found.won), fair=round(100 / found.players), others=found.players - 1
    )
