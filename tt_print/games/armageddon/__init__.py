"""Armageddon: Egyptian War with the full deck, black, blob and ? included. The source, the rulings and most of the code are in `games.war`."""

from tt_print.games.armageddon.facts import VARIANT
from tt_print.games.war import make_game
from tt_print.games.war.facts import Collect, Deal, Draw, Hurry, Lay, Misplay, Peel, Retire, Slap, State

__all__ = ["GAME", "Collect", "Deal", "Draw", "Hurry", "Lay", "Misplay", "Peel", "Retire", "Slap", "State"]

GAME = make_game(VARIANT, __name__)
