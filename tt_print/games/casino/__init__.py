"""Casino Macedonia: Cassino with 125 cards, where a combination agrees in color or in shape.

Source: "Casino Macedonia", Triple Topper, updated August 18, 2016; rules 1 to 8, and the optional rule
sets 9 (jokers), 10 (wild ?), 11 (? is 5), 12 (single-card takes) and 13 (Squares). What the source
leaves open is decided by rulings, each named where it acts:

    G-2 clockwise is to the left           C-18 a joker dealt at the start waits (rule 9)
    G-3 who plays first (option)           C-19 a played joker keeps its number
    G-4 the deal rotates                   C-20 the plan behind a build (option)
    C-1 the card set aside (option)        C-21 the drop ban and its end (option)
    C-2 five players (option)              C-22 the planned card elsewhere (option)
    C-3 both jokers or none                C-23 wild ?s and their numbers (option)
    C-4 four cards face up                 C-24 spare jokers (option)
    C-5 combinations agree (option)        C-25 which optional rules combine
    C-6 wilds choose afresh                C-26 rule 12's ace is a 1
    C-7 a build takes something else       C-27 Squares: nothing aside
    C-8 what a sum may contain (option)    C-28 scoring by printed values
    C-9 a build of blobs (option)          C-29 nobody wins with none
    C-10 a stack of 1s is a stack          C-30 a hand without a take
    C-11 color or shape, not both          C-31 no majority needed
    C-12 the build cap (option)            C-32 number of hands (option)
    C-13 the stack cap (option)            C-33 150 is the sum, no target
    C-14 stacks of builds (option)         C-34 a ? has no number
    C-15 build or stack is announced       C-35 all-wild piles fit anything
    C-16 piles are not joined              C-36 nobody must take
    C-17 any pile is anyone's              C-37 two identities stay open
                                           C-38 equal piles may be left

Modules: facts, rules, judge, score, scene; what goes with what (`takes`), and the guards of events (`against`).
"""

from tt_print.engine.base import Game, parts_of
from tt_print.games.casino import against, facts, rules
from tt_print.games.casino.facts import (
    Build,
    Deal,
    Declare,
    Drop,
    Pass,
    Pile,
    PlayedCard,
    Release,
    Stack,
    State,
    Sweep,
    Take,
)

__all__ = ["GAME", "Build", "Deal", "Declare", "Drop", "Pass", "Pile", "PlayedCard", "Release", "Stack", "State",
           "Sweep", "Take"]  # fmt: skip

GAME: Game[State, facts.Event] = Game(
    package=__name__,
    name=facts.NAME,
    title="Casino Macedonia",
    has_points=lambda house: True,
    gains="captured",
    **parts_of(facts, rules, against),
)
