"""Craziness, playing: what counts as a turn, how a hand ends, and how somebody plays who wants to win.

The advice in words is in `playing.toml`; each point of it is a line of `sensible`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tt_print.engine.play_hooks import EndRow, Place, PlayHooks
from tt_print.games.craziness.facts import FACES, Declare, Lay, Pass, Shuffle, best_declaration, can_lie_on, topper

if TYPE_CHECKING:
    import random

    from tt_print.deck import Card
    from tt_print.engine.view import View

LAYS = {1: "single", 2: "double", 3: "triple"}
WORTH = {
    1: 0.5,
    2: 2.0,
    3: 3.5,
}  # of a topper: a card less, or as many as before but another one; two more for somebody
KEEP = (
    0.0,
    0.3,
    1.2,
    1.5,
)  # what a card with so many wilds is worth in hand: it will match twice when it is the last one
NEXT = 0.02  # for each card in hand that would match what shows then twice


class Hooks(PlayHooks):
    turns = frozenset({Lay, Pass})
    has_sensible = True

    def used(self, before: Any, event: Any, after: Any) -> Iterable[str]:
        kind = type(event)
        if kind is Lay:
            lays = LAYS[topper(before.showing, FACES[event.card][event.declared])]
            yield lays
            if event.declared:
                yield "wild"
            if after.phase in ("deal", "over"):
                yield f"out_{lays}"
        elif kind is Pass:
            yield "pass"
        elif kind is Shuffle:
            yield "shuffle"
        elif kind is Declare:
            yield "declare"
        if kind is not Lay and after.phase in ("deal", "over") and before.phase not in ("deal", "over"):
            yield "blocked"

    def round_winners(self, before: Any, event: Any, after: Any) -> tuple[int, ...]:
        """Who went out; of a blocked hand nobody is the winner (Z-8)."""
        return (event.seat,) if type(event) is Lay and not after.hands[event.seat] else ()

    def end_rows(self, state: Any) -> Iterable[EndRow]:
        return [EndRow("left", self.held(state), state.scores)]

    def end(self, before: Any, event: Any, after: Any) -> str:
        """By how the last hand ended."""
        if type(event) is Lay and not after.hands[event.seat]:
            return LAYS[topper(before.showing, FACES[event.card][event.declared])]
        seat = next((seat for seat in after.living or range(len(after.hands)) if not after.hands[seat]), None)
        return "blocked" if seat is None else "triple"  # they went out, and the others' cards had to be shuffled first

    def sensible(self, view: View, rng: random.Random) -> Any:
        """Two matches before one, and wild cards kept for the end, even while others are about to go out."""
        seat = view.seat
        hand: tuple[Card, ...] = view.hands[seat]
        if view.phase == "declare":
            return Declare(seat, _declaration(view.discard[-1], hand))
        showing = view.showing
        fits = can_lie_on(showing)
        best, chosen = -1.0, None
        for card in hand:
            if card not in fits:
                continue
            declared = best_declaration(showing, card)
            face = FACES[card][declared]
            count = topper(showing, face)
            if len(hand) == 1 and (count > 1 or view.house["out_on_single"]):
                worth = 100.0
            else:
                wilds = len(card.wilds)
                worth = WORTH[count] - KEEP[wilds]
                worth += NEXT * sum(topper(face, other) > 1 for other in hand if other is not card)
            if worth > best:
                best, chosen = worth, Lay(seat, card, declared, self._target(view, count))
        return chosen or Pass(seat)

    def places(self, view: View) -> Iterable[Place]:
        top = view.discard[-1]
        note = view.showing.name if view.showing and top.wilds else ""
        return Place("center", (str(top),), note=note), Place("draw", count=view.draw)

    def tries(self, view: View, cards: tuple[Card, ...], table: tuple[str, ...]) -> Iterable[Any]:
        if view.phase == "declare":
            return [Declare(view.seat, declared) for declared in FACES[view.discard[-1]]] if not cards else []
        if len(cards) != 1:
            return [Pass(view.seat)] if not cards else []
        targets = [None, *(seat for seat in view.living if seat != view.seat)]
        best = best_declaration(view.showing, cards[0])
        in_order = sorted(FACES[cards[0]], key=lambda declared: declared != best)
        return [Lay(view.seat, cards[0], declared, target) for declared in in_order for target in targets]

    def _target(self, view: View, count: int) -> int | None:
        """Who has fewest cards, of those the one with fewest points, draws 2."""
        if count < 3 or (not view.house["final_triple_draw"] and len(view.hands[view.seat]) == 1):
            return None
        others = [seat for seat in view.living if seat != view.seat]
        target: int = min(others, key=lambda seat: (view.hands[seat], view.scores[seat], seat))
        return target


def _declaration(first: Card, hand: tuple[Card, ...]) -> tuple[str, ...]:
    """What the first card should show: what the dealer's own cards match best."""
    return max(FACES[first], key=lambda declared: sum(topper(FACES[first][declared], card) for card in hand))
