"""Craziness: Crazy Eights in three variables.

Source: "Rules to Craziness", Triple Topper, updated August 18, 2016; rules 1 to 7 and the setup.
What the source leaves open is decided by rulings, each named where it acts:

    G-2 clockwise is to the left          Z-6 the dealer declares the first card's wilds
    G-3 who plays first (option)          Z-7 a declaration lasts until the card is covered
    G-4 who deals next (option)           Z-8 nothing left to draw (option)
    Z-1 passing is free (option)          Z-9 elimination at 15 (option)
    Z-3 any natural may be declared       Z-10 survivors get 8 cards
    Z-4 no going out on a single (option) Z-11 any living opponent may be chosen
    Z-5 the last triple still bites       Z-12 a drawn card waits for the next turn
        (option)                          Z-13 a wild matches by its declared value only
                                          Z-14 in hand, printed symbols count

Modules: facts, rules, score, scene.
"""

from tt_print.engine.base import Game, parts_of
from tt_print.games.craziness import facts, rules
from tt_print.games.craziness.facts import Deal, Declare, Lay, Pass, Shuffle, State

__all__ = ["GAME", "Deal", "Declare", "Lay", "Pass", "Shuffle", "State"]

GAME: Game[State, facts.Event] = Game(
    package=__name__, name=facts.NAME, title="Craziness", has_points=lambda house: True, **parts_of(facts, rules)
)
