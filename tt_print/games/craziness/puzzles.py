"""Craziness, puzzles: in which order a hand is played to its end without drawing.

How hard one is: how many plays can be tried, in all orders, before a single match or none ends the attempt.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from tt_print.deck import FULL, Card
from tt_print.engine.base import Game
from tt_print.engine.puzzle import Group, Puzzle
from tt_print.games.craziness.facts import FACES, Event, Lay, State, shown_card, topper
from tt_print.games.craziness.rules import BOX
from tt_print.records import replace

YOU, OTHER = 0, 1
SIZES = (3, 7)  # cards of a hand, at least and at most
OFFERED = 14  # cards of which the generator chooses the next one
MOST_WILDS = 2
ORDERS = 2  # solutions, of which one is too many


def make_puzzle(game: Game[State, Event], chance: random.Random) -> Puzzle | None:
    """A hand that has one order; None where this attempt finds none."""
    size, deck = chance.randint(*SIZES), chance.sample(FULL, len(FULL))
    first = next(card for card in deck if not card.wilds)
    deck.remove(first)
    state, hand = _table(game, first, deck[:OFFERED]), list[Card]()
    while len(hand) < size:
        found = [(event, after) for event, after in _moves(game, state) if len(hand) + 1 < size or after.hands[YOU]]
        if not found:
            return None
        event, state = chance.choice(found)
        hand.append(event.card)
    if sum(bool(card.wilds) for card in hand) > MOST_WILDS:
        return None
    shown = tuple(chance.sample(hand, size))
    orders, tried = _solve(game, _table(game, first, shown))
    if len(orders) != 1:
        return None
    (plays,) = orders.values()
    return Puzzle((Group("center", (first,)), Group("hand", shown)), tuple(map(_as_answer, plays)), tried)


def _table(game: Game[State, Event], center: Card, hand: tuple[Card, ...] | list[Card]) -> State:
    """Your turn, with these cards; the player opposite has one of the others, and the rest is the draw pile."""
    others = [card for card in BOX if card != center and card not in hand]
    state = game.start(2, game.house(), OTHER)
    return replace(
        state, phase="turn", turn=YOU, hands=(tuple(BOX[BOX.index(card)] for card in hand), (others[0],)),
        draw=tuple(others[1:]), discard=(center,), showing=FACES[center][()],
    )  # fmt: skip


def _moves(game: Game[State, Event], state: State) -> Iterator[tuple[Lay, State]]:
    """Every way to play a card without drawing one, and the table after it, as if nobody else had played."""
    shown = shown_card(state)
    for event in game.legal(state):
        # a single match draws a card: the rules need not be asked what follows
        if type(event) is Lay and topper(shown, FACES[event.card][event.declared]) > 1:
            after = game.apply(state, event)
            if len(after.hands[YOU]) == len(state.hands[YOU]) - 1:
                yield (
                    event,
                    replace(
                        after, phase="turn", turn=YOU, hands=(after.hands[YOU], state.hands[OTHER]), draw=state.draw
                    ),
                )


def _solve(game: Game[State, Event], state: State) -> tuple[dict[tuple[Card, ...], tuple[Lay, ...]], int]:
    """The first two orders of cards that empty the hand, each with its plays; and how many plays were tried."""
    found: dict[tuple[Card, ...], tuple[Lay, ...]] = {}
    tried, seen = 0, set[tuple[tuple[Card, ...], Card | None, tuple[Card, ...]]]()
    waiting: list[tuple[State, tuple[Lay, ...]]] = [(state, ())]
    while waiting and len(found) < ORDERS:
        at, plays = waiting.pop()
        for event, after in _moves(game, at):
            order = (*(play.card for play in plays), event.card)
            key = (order, after.showing, after.hands[YOU])
            if key in seen:
                continue
            seen.add(key)
            tried += 1
            if not after.hands[YOU]:
                found.setdefault(order, (*plays, event))
            else:
                waiting.append((after, (*plays, event)))
    return found, tried


def _as_answer(play: Lay) -> str:
    return f"{play.card.name} as {' '.join(play.declared)}" if play.declared else play.card.name
