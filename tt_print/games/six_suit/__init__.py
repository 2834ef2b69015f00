"""Six Suit: give your opponents six cards of one color, shape or number; the last one standing wins.

Source: "Rules to Six Suit", Triple Topper; rules 1 to 7, the setup and the object.
What the source leaves open is decided by rulings, each named where it acts:

    G-2 clockwise is to the left              S-10 see G-2 to G-4
    G-3 who plays first (option)              S-11 one equal printed value is enough
    G-4 who deals the next game (option)      S-12 playing oneself out is legal
    S-1 wilds of one type add up (option)     S-13 piles, what is under them, and the hand
    S-2 six wilds of one type are out         S-14 recycling when there is nothing to draw
    S-3 each variable is checked alone        S-15 equal teams (option)
    S-4 free time: 2 rounds (option)          S-16 treaties are recorded, not judged (option)
    S-5 who is checked when it ends (option)  S-17 discards lie face up
    S-6 who may be helped (option)            S-18 discarding is always allowed
    S-7 a veto in free time only (option)     S-19 nobody plays on an eliminated player
    S-8 what a veto bars                      S-20 finishing order, no points
    S-9 everybody out at once (option)        S-21 no reward for an elimination
                                              S-22 only exposed cards matter
                                              S-24 an overlooked Six Suit counts when it is noticed

Modules: rows (what six cards are), facts, rules, score, scene.
"""

from tt_print.engine.base import Game, parts_of
from tt_print.games.six_suit import facts, rows, rules
from tt_print.games.six_suit.facts import (
    Agree,
    Deal,
    Discard,
    Draw,
    Forfeit,
    Lay,
    Shuffle,
    State,
    Treaty,
    VetoCard,
    VetoPlacement,
)

__all__ = ["GAME", "Agree", "Deal", "Discard", "Draw", "Forfeit", "Lay"]
__all__ += ["Shuffle", "State", "Treaty", "VetoCard", "VetoPlacement"]

GAME: Game[State, facts.Event] = Game(package=__name__, name=rows.NAME, title="Six Suit", **parts_of(facts, rules))
