"""Push It Real Good: cards are laid face down under a claim, true or not, and may be challenged.

Source: "Rules to Push It Real Good", Triple Topper, updated August 18, 2016; deck, setup, rules 1 to 9.
What the source leaves open is decided by rulings, each named where it acts:

    G-2 left is clockwise                 P-11 center and fronts make the pot
    G-3 who plays first (option)          P-12 the challenge point is the challenged move
    G-4 who deals next (option)           P-13 your own laydown goes in first
    P-1 decks by players (options)        P-14 only the challenged cards are shown
    P-2 order of actions (option)         P-15 what is swept up is safe
    P-3 moving a pointer (option)         P-16 when the last laydown wins (option)
    P-4 the first turn                    P-17 two players out in one round
    P-5 laying down is compulsory         P-18 potential points (option)
    P-6 lying about the count (option)    P-19 length of a match (option)
    P-7 the most with two decks (option)  P-20 more than ten players
    P-8 black, blob and ? (option)        P-21 leftover cards belong to the pot
    P-9 which pointers judge a claim      P-22 no jokers
    P-10 who may be challenged, and when  P-23 a claim is two values and a count
    P-25 nobody counts cards (option)     P-26 last cards that were swept up win

The parts: facts (with the pointers and their claims) and rules (with the score); then the scene, with what people can
ask and say of a table, and play.
"""

from tt_print.engine.base import Game, parts_of
from tt_print.games.push_it import facts, rules
from tt_print.games.push_it.facts import Challenge, Claim, Deal, Keep, Lay, Move, Show, State

__all__ = ["GAME", "Challenge", "Claim", "Deal", "Keep", "Lay", "Move", "Show", "State"]

GAME: Game[State, facts.Event] = Game(
    package=__name__,
    name=facts.NAME,
    title="Push It Real Good",
    has_points=lambda house: bool(house["potential"] != "off"),
    **parts_of(facts, rules),
)
