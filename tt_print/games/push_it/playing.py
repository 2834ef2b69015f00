"""Push It Real Good, playing: what counts as a turn, how a round ends, and how somebody plays who wants to win.

The advice in words is in `playing.toml`; each point of it is a part of `sensible`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tt_print.engine.play_hooks import EndRow, Outcome, Place, PlayHooks
from tt_print.games.push_it.facts import (
    Challenge,
    Claim,
    Keep,
    Lay,
    Move,
    Show,
    claim_true,
    claims_at,
    fitting,
    max_cards,
    moved,
    pot,
    steps,
)
from tt_print.games.push_it.rules import box, deck_for

if TYPE_CHECKING:
    import random

    from tt_print.deck import Card
    from tt_print.engine.house import House
    from tt_print.engine.view import View

BLUFF = 2  # cards in a laydown of which not all can be true


class Hooks(PlayHooks):
    turns = frozenset({Lay})
    has_sensible = True

    def used(self, before: Any, event: Any, after: Any) -> Iterable[str]:
        kind = type(event)
        if kind is Lay:
            yield "truth" if claim_true(event.claim, event.cards, before.house) else "lie"
        elif kind is Challenge:
            front = before.fronts[event.layer]
            right = not claim_true(front.claim, front.cards, before.house)
            yield "challenge_right" if right else "challenge_wrong"
            if len(pot(before, event.layer)[1]) > 1:
                yield "swept"
        elif kind is Show:
            yield "show"
        elif kind is Keep:
            yield "keep"
        elif kind is Move:
            yield "move"

    def outcome(self, before: Any, event: Any, after: Any) -> Outcome | None:
        if type(event) is not Challenge:
            return None
        claim, cards = before.fronts[event.layer].claim, tuple(map(str, after.shown))
        true, taken = claim_true(claim, after.shown, before.house), len(pot(before, event.layer)[0])
        return Outcome(event.layer, str(claim), cards, true, event.seat if true else event.layer, taken)

    def round_winners(self, before: Any, event: Any, after: Any) -> tuple[int, ...]:
        """Who was challenged and told the truth, or began a turn without cards (rule 8)."""
        return (event.layer if type(event) is Challenge else after.turn,)

    def end_rows(self, state: Any) -> Iterable[EndRow]:
        return [EndRow("left", self.held(state), state.scores if self.game.has_points(state.house) else None)]

    def end(self, before: Any, event: Any, after: Any) -> str:
        return "defended" if type(event) is Challenge else "unchallenged"

    def sensible(self, view: View, rng: random.Random) -> Any:
        hand: tuple[Card, ...] = view.hands[view.seat]
        deck = deck_for(len(view.hands), view.house)
        if view.phase == "move":
            return self._move(view, deck, hand)
        for layer in _others(view):
            if view.fronts[layer] is not None and self._doubts(view, layer, deck, hand):
                return Challenge(view.seat, layer)
        return self._lay(view, deck, hand)

    def places(self, view: View) -> Iterable[Place]:
        for value in view.pointers:
            yield Place("pointer", note=value)
        for owner, front in enumerate(view.fronts):
            if front is not None:
                claim = front[1] if owner != view.seat else front.claim
                yield Place("front", owner=owner, note=str(claim))
        yield Place("center", count=view.center)

    def tries(self, view: View, cards: tuple[Card, ...], table: tuple[str, ...]) -> Iterable[Any]:
        seat, deck = view.seat, deck_for(len(view.hands), view.house)
        if not cards:
            moves = [Move(seat, value) for value in steps(deck, view.pointers)] if view.phase == "move" else []
            return [*moves, Keep(seat), *(Challenge(seat, layer) for layer in _others(view)), Show(seat)]
        counts = sorted(range(1, max_cards(deck, view.house) + 1), key=lambda count: count != len(cards))
        pairs = claims_at(view.pointers)
        return [Lay(seat, cards, Claim(values, count)) for count in counts for values in pairs]

    def _move(self, view: View, deck: str, hand: tuple[Card, ...]) -> Move | Keep:
        """To where the player's own cards fit best: before laying that is of use, and after it the others lack just these."""
        values = steps(deck, view.pointers)
        options = [
            (_most_true(moved(view.pointers, value), hand, view.house), Move(view.seat, value)) for value in values
        ]
        best = max(options, key=lambda option: option[0])
        if view.house["pointer_move"] == "may" and _most_true(view.pointers, hand, view.house) >= best[0]:
            return Keep(view.seat)
        return best[1]

    def _doubts(self, view: View, layer: int, deck: str, hand: tuple[Card, ...]) -> bool:
        """Whether to challenge: always for the last cards, and always where the claim cannot be true. To doubt what may be true
        loses more than it wins: who challenged claims that were unlikely won a fourth of the games against who did not."""
        count, claim = view.fronts[layer]
        if view.hands[layer] == 0 or count not in (None, claim.count):
            return True
        true = fitting(claim.values, view.house)
        there = sum(card in true for card in box(deck))
        own = sum(card in true for card in (*hand, *view.safe))
        return bool(claim.count > there - own)

    def _lay(self, view: View, deck: str, hand: tuple[Card, ...]) -> Lay:
        """As many as can be true; where that is one card or none, others with it that go with nothing. The last cards are true."""
        house, most = view.house, max_cards(deck, view.house)
        trues = [(values, fitting(values, house)) for values in claims_at(view.pointers)]
        groups = [(values, [card for card in hand if card in true]) for values, true in trues]
        values, cards = max(groups, key=lambda group: len(group[1]))
        if cards and (len(cards) >= BLUFF or len(hand) <= 2 * most):
            laid = tuple(cards[:most])
            return Lay(view.seat, laid, Claim(values, len(laid)))
        number = min(BLUFF, most, max(1, len(hand) - 1))
        lonely = sorted((card for card in hand if card not in cards), key=lambda card: _company(card, hand))
        laid = (*cards, *lonely)[:number]
        return Lay(view.seat, laid, Claim(values, len(laid)))


def _others(view: View) -> list[int]:
    """The other seats in the order in which they laid (rule 6)."""
    count = len(view.hands)
    return [(view.seat + index) % count for index in range(1, count)]


def _most_true(pointers: tuple[str, ...], hand: tuple[Card, ...], house: House) -> int:
    trues = [fitting(values, house) for values in claims_at(pointers)]
    return max(sum([card in true for card in hand]) for true in trues)


def _company(card: Card, hand: tuple[Card, ...]) -> int:
    """With how many others in hand a card could be claimed."""
    return sum(
        (card.color == other.color) + (card.shape == other.shape) + (card.number == other.number) > 1 for other in hand
    )
