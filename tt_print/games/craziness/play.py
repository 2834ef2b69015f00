"""Craziness at a table: what dealing needs, how somebody plays who wants to win, and puzzles.

The advice in words is in `playing.toml`; each point of it is a line of `sensible`. A puzzle asks in which order a hand is played to
its end without drawing. How hard one is: how many plays can be tried, in all orders, before a single match or none ends the attempt.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping

from tt_print.deck import FULL, VARIABLES, Card
from tt_print.engine.base import Game
from tt_print.engine.house import House
from tt_print.engine.play import BACK, EndRow, Motion, Place, PlayHooks, Puzzle, PuzzleGroup, View, player_name
from tt_print.engine.table_hooks import TableHooks
from tt_print.games.craziness import facts
from tt_print.games.craziness.facts import Declare, Event, Lay, Pass, Shuffle, State
from tt_print.games.craziness.rules import targets
from tt_print.records import replace


class Dealing(TableHooks):
    good_points = "few"
    hand_by_hand = "in Craziness, players leave the game, and only the others get cards (rule 7)."

    def limit(self, players: int, house: House) -> str:
        return f"Out at {house['elimination_score']}."


LAYS = {1: "single", 2: "double", 3: "triple"}
KINDS = {Pass: "pass", Shuffle: "shuffle", Declare: "declare"}
# What a topper is worth: a card less, or as many as before but another one; two more for somebody.
WORTH = {1: 0.5, 2: 2.0, 3: 3.5}
# What a card with so many wilds is worth in hand: it will match twice when it is the last one.
KEEP = (0.0, 0.3, 1.2, 1.5)
NEXT = 0.02  # for each card in hand that would match what shows then twice


class Playing(PlayHooks[State, Event]):
    turns = frozenset({Lay, Pass})
    has_sensible = True
    notable = frozenset({"single", "double", "triple"})

    def used(self, before: State, event: Event, after: State) -> Iterable[str]:
        has_ended = before.phase != "deal" and after.phase in ("deal", "over")
        if isinstance(event, Lay):
            lays = LAYS[facts.topper(facts.shown_card(before), facts.FACES[event.card][event.declared])]
            yield lays
            if event.declared:
                yield "wild"
            if has_ended:
                yield f"out_{lays}"
            return
        if type(event) in KINDS:
            yield KINDS[type(event)]
        if has_ended:
            yield "blocked"

    def round_winners(self, before: State, event: Event, after: State) -> tuple[int, ...]:
        """Who went out; of a blocked hand nobody is the winner (Z-8)."""
        return (event.seat,) if isinstance(event, Lay) and not after.hands[event.seat] else ()

    def end_rows(self, state: State) -> Iterable[EndRow]:
        return [EndRow("left", self.held(state), state.scores)]

    def end(self, before: State, event: Event, after: State) -> str:
        """By how the last hand ended."""
        if isinstance(event, Lay) and not after.hands[event.seat]:
            return LAYS[facts.topper(facts.shown_card(before), facts.FACES[event.card][event.declared])]
        seat = next((seat for seat in after.living or range(len(after.hands)) if not after.hands[seat]), None)
        return "blocked" if seat is None else "triple"  # they went out, and the others' cards had to be shuffled first

    def sensible(self, view: View[State], rng: random.Random) -> Event:
        """Two matches before one, and wild cards kept for the end, even while others are about to go out."""
        seat = view.seat
        hand: tuple[Card, ...] = view.hands[seat]
        if view.phase == "declare":  # what the dealer's own cards match best
            faces = facts.FACES[view.discard[-1]]
            return Declare(
                seat, max(faces, key=lambda declared: sum(facts.topper(faces[declared], card) for card in hand))
            )
        showing, fits = view.showing, facts.can_lie_on(view.showing)
        best, chosen = -1.0, None
        for card in (each for each in hand if each in fits):
            declared = facts.best_declaration(showing, card)
            face = facts.FACES[card][declared]
            count = facts.topper(showing, face)
            if len(hand) == 1 and (count > 1 or view.house["out_on_single"]):
                worth = 100.0
            else:
                double_next = sum(facts.topper(face, other) > 1 for other in hand if other is not card)
                worth = WORTH[count] - KEEP[len(card.wilds)] + NEXT * double_next
            if worth > best:
                best, chosen = worth, (card, declared, face)
        return Lay(seat, *chosen[:2], _target(view, chosen[2])) if chosen else Pass(seat)

    def aim(self, view: View[State]) -> Mapping[str, object]:
        return {variable: getattr(view.showing, variable) for variable in VARIABLES if view.showing}

    def places(self, view: View[State]) -> Iterable[Place]:
        top = view.discard[-1]
        face = view.showing.name if view.showing and top.wilds else None
        return Place("draw", (BACK,) if view.draw else (), view.draw), Place(
            "center", (str(top),), len(view.discard), counts_as=face
        )

    def tries(self, view: View[State], cards: tuple[Card, ...], table: tuple[str, ...]) -> Iterable[Event]:
        if view.phase == "declare":
            return [Declare(view.seat, declared) for declared in facts.FACES[view.discard[-1]]] if not cards else []
        if len(cards) != 1:
            return [Pass(view.seat)] if not cards else []
        targets = [None, *(seat for seat in view.living if seat != view.seat)]
        best = facts.best_declaration(view.showing, cards[0])
        in_order = sorted(facts.FACES[cards[0]], key=lambda declared: declared != best)
        return [Lay(view.seat, cards[0], declared, target) for declared in in_order for target in targets]

    def motion(self, before: State, event: Event, viewer: int) -> Motion:
        match event:
            case Lay(seat, card, declared):
                face = facts.FACES[card][declared].name if declared else None
                return Motion((str(card),), f"hand:{player_name(seat, viewer)}", "center", counts_as=face)
            case Declare(_, declared):
                face = facts.FACES[before.discard[-1]][declared].name
                return Motion(counts_as=face, words={"face": face})
        can_draw = before.draw or len(before.discard) > 1
        return Motion(words={"drawn": "a card"} if can_draw else {})

    def because(self, view: View[State], event: Event) -> tuple[str, Mapping[str, object]] | None:
        hand: tuple[Card, ...] = view.hands[view.seat]
        if isinstance(event, Declare):
            face = facts.FACES[view.discard[-1]][event.declared]
            return "declare", {"count": sum(facts.topper(face, card) for card in hand)}
        fits = [card for card in hand if card in facts.can_lie_on(view.showing)]
        if not isinstance(event, Lay):
            return None if fits else ("pass", {})
        counts = {
            card: facts.topper(view.showing, facts.FACES[card][facts.best_declaration(view.showing, card)])
            for card in fits
        }
        own, wilds = counts.pop(event.card), len(event.card.wilds)
        best = max(counts.values(), default=0)
        if len(hand) == 1 and (own > 1 or view.house["out_on_single"]):
            return "out", {}
        if not counts:
            return "only", {}
        if own > best:
            return ("twice", "three_times")[own - 2], {}
        if all(len(card.wilds) > wilds for card, count in counts.items() if count >= own):
            return "keep_more" if wilds else "keep", {}
        after = {
            card: sum(facts.topper(facts.FACES[card][facts.best_declaration(view.showing, card)], other) > 1 for other in hand if other is not card)
            for card in (event.card, *counts)
            if len(card.wilds) == wilds and (card is event.card or counts[card] == own)
        }  # fmt: skip
        count = after.pop(event.card)
        return ("next", {"count": count}) if after and count > max(after.values()) else None


def _target(view: View[State], face: Card) -> int | None:
    """Who has fewest cards, of those the one with fewest points, draws 2 after a triple."""
    seats = [seat for seat in targets(view, face) if seat is not None]
    return min(seats, key=lambda seat: (view.hands[seat], view.scores[seat], seat), default=None)


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
    return Puzzle((PuzzleGroup("center", (first,)), PuzzleGroup("hand", shown)), tuple(map(_as_answer, plays)), tried)


def _table(game: Game[State, Event], center: Card, hand: tuple[Card, ...] | list[Card]) -> State:
    """Your turn, with these cards; the player opposite has one of the others, and the rest is the draw pile."""
    others = tuple(card for card in FULL if card != center and card not in hand)
    state = replace(game.start(2, game.house(), OTHER), phase="turn", turn=YOU, hands=(tuple(hand), others[:1]))
    return replace(state, draw=others[1:], discard=(center,), showing=facts.FACES[center][()])


def _moves(game: Game[State, Event], state: State) -> Iterator[tuple[Lay, State]]:
    """Every way to play a card without drawing one, and the table after it, as if nobody else had played."""
    shown = facts.shown_card(state)
    for event in game.legal(state):
        # a single match draws a card: the rules need not be asked what follows
        if type(event) is Lay and facts.topper(shown, facts.FACES[event.card][event.declared]) > 1:
            after = game.apply(state, event)
            if len(after.hands[YOU]) == len(state.hands[YOU]) - 1:
                hands = (after.hands[YOU], state.hands[OTHER])
                yield event, replace(after, phase="turn", turn=YOU, hands=hands, draw=state.draw)


def _solve(game: Game[State, Event], state: State) -> tuple[dict[tuple[Card, ...], tuple[Lay, ...]], int]:
    """The first two orders of cards that empty the hand, each with its plays; and how many plays were tried."""
    found: dict[tuple[Card, ...], tuple[Lay, ...]] = {}
    tried, seen = 0, set[tuple[tuple[Card, ...], Card | None]]()
    waiting: list[tuple[State, tuple[Lay, ...]]] = [(state, ())]
    while waiting and len(found) < ORDERS:
        at, plays = waiting.pop()
        for event, after in _moves(game, at):
            order = (*(play.card for play in plays), event.card)
            if (order, after.showing) in seen:
                continue
            seen.add((order, after.showing))
            tried += 1
            if not after.hands[YOU]:
                found.setdefault(order, (*plays, event))
            else:
                waiting.append((after, (*plays, event)))
    return found, tried


def _as_answer(play: Lay) -> str:
    return f"{play.card.name} as {' '.join(play.declared)}" if play.declared else play.card.name
