"""The war games: Egyptian War in three variables. What two games share; each has its own folder beside this one.

Source: "Triple Topper/Egyptian War", updated October 21, 2015 and August 18, 2016; setup 1 and 2, rules 1 to
8, the later game's rules 1 to 3, and the closing summaries. What the first game says holds in the second where that
says nothing else ("Rules are the same except"), so rules with letters and from 4 up are the first game's.
What the source leaves open is decided by rulings, each named where it acts:

    W-1  two games, two decks                   W-18 a slap at no combination costs the slapper
    W-2  the long rules come first, the         W-19 a buried match loses control only
         summaries settle slips and gaps        W-20 hurry-up (option)
    W-3  the starter's cards (option)           W-21 slapping without cards (option)
    W-4  slapping a joker (option)              W-22 a card-less opponent controls (option)
    W-5  a joker and control (option)           W-23 a starter with one card
    W-6  what a covered joker is (option)       W-24 Armageddon's number counts for control
    W-7  only the card below counts           W-25 each variable can be undefined
    W-8  one variable, one value on three       W-26 5 chances with no number below
    W-9  the top card gives the chances         W-27 Armageddon's opening joker (option)
    W-10 finding the starter (options)          W-28 Red-Black-Red matches in color, not in number
    W-11 face-down cards belong to the pot      W-29 after a cover the top cards are judged afresh
    W-12 who starts next (option)               W-30 the table decides whose hand was lowest
    W-13 a slap outranks control                W-31 World War 3's slaps are not Armageddon's
    W-14 penalties (option)                     W-32 the slap that nobody makes
    W-15 running out in a challenge (option)    W-34 nobody has cards left
    W-16 all of 6a to 6e apply                  W-36 a buried match outside a challenge
    W-17 the misplay's slapper (option)         W-37 a slap over a misplay that was one before
    G-2 clockwise, G-6 jokers (option)          W-38 a buried match called a misplay
                                                W-39 an emptied challenger, the next goes on

Modules: facts (with `slap`, which decides), rules, judge, score, scene. What
differs is in a `facts.Variant` of each game.
"""

from tt_print.engine.base import Game, parts_of
from tt_print.games.war import facts, rules


def make_game(variant: facts.Variant, package: str) -> Game[facts.State, facts.Event]:
    """The game of a variant, whose own modules are in `package`."""
    facts.VARIANTS[variant.name] = variant
    return Game(
        package=package,
        family=__name__,
        name=variant.name,
        title=variant.title,
        deck=variant.deck,
        options=(*variant.options, variant.rank_option, *facts.COMMON_OPTIONS),
        **parts_of(facts, rules),
    )
