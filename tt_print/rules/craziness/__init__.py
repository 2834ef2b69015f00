"""Craziness: Crazy Eights in three variables.

Source: "Rules to Craziness", Triple Topper, updated August 18, 2016; rules 1 to 7 and the set-up.
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

The parts, as in every game: facts, deal, legal, apply, judge, score; then the scene of its examples.
"""

from tt_print.rules.base import Game
from tt_print.rules.craziness import apply, deal, facts, judge, legal
from tt_print.rules.house import House
from tt_print.rules.scenes import Scene


def open_scene(house: House) -> Scene:
    """The table of an example; loaded only when one is run, so that the judge starts sooner."""
    from tt_print.rules.craziness.scene import Table

    return Table(GAME, house)



GAME = Game(
    name=facts.NAME,
    title="Craziness",
    players=facts.PLAYERS,
    deck="full",
    options=facts.OPTIONS,
    state=facts.State,
    events=facts.EVENTS,
    start=deal.start,
    deal_sizes=deal.deal_sizes,
    legal=legal.legal,
    verify=legal.verify,
    apply=apply.apply,
    is_over=facts.is_over,
    cards=facts.cards,
    layout=facts.layout,
    check=facts.check,
    describe=facts.describe,
    flags=judge.FLAGS,
    calls=judge.CALLS,
    judge=judge.judge,
    scene=open_scene,
)
