"""Echo, a tiny game for the West deck, invented to show how a package brings a game of its own.

    setup  West deck, 27 cards. Everyone gets 3 cards, one at a time; the next card goes face up to the center.
    1      Lay a card that has the color, the shape or the number of the top card of the center.
    2      Who can lay a card must. Who cannot, passes.
    3      Who lays the last card of a hand wins it: 1 point. When all pass in a row, nobody wins the hand.
    4      Who has 2 points wins the game.

One ruling: E-1, the table may play to another number of points (option). G-2 to G-4 are those of all games.
"""

from echo import rules
from echo.rules import Lay, Pass, State

from tt_print.engine.base import Game, parts_of
from tt_print.engine.notation import Deal

__all__ = ["GAME", "Deal", "Lay", "Pass", "State"]

GAME: Game[State, rules.Event] = Game(
    package=__name__,
    name=rules.NAME,
    title="Echo",
    deck="west",
    author="the authors of tt_print",
    has_points=lambda house: True,
    **parts_of(rules),
)
