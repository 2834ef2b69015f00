"""World War 3: Egyptian War with the Squares deck. The source, the rulings and most of the code are in `games.war`."""

from tt_print.games.war import make_game
from tt_print.games.war.facts import Collect, Deal, Draw, Hurry, Lay, Misplay, Peel, Retire, Slap, State
from tt_print.games.ww3.facts import VARIANT

__all__ = ["GAME", "Collect", "Deal", "Draw", "Hurry", "Lay", "Misplay", "Peel", "Retire", "Slap", "State"]

GAME = make_game(VARIANT, __name__)
