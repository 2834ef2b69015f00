"""Casino Macedonia, playing: what counts as a turn, how a game ends, and how somebody plays who wants to win.

The advice in words is in `playing.toml`; each point of it is a part of `sensible`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations as combinations_of
from itertools import islice
from typing import TYPE_CHECKING, Any

from tt_print.deck import AnyCard, Joker
from tt_print.engine.play_hooks import SENSIBLE, EndRow, Place, PlayHooks, Seating
from tt_print.games.casino.against import all_stuck, refusal, standing
from tt_print.games.casino.facts import (
    Build,
    Deal,
    Declare,
    Drop,
    Pass,
    Release,
    Rules,
    Stack,
    State,
    Sweep,
    Take,
    numbers,
    question_marks,
    rules_of,
)
from tt_print.games.casino.piles import Pile, PlayedCard
from tt_print.games.casino.plan import layings, planned, swept, table_after, table_faces
from tt_print.games.casino.score import count_cards, points_by_category, special_card, weights
from tt_print.games.casino.takes import combinations, laid_face, taker_face

if TYPE_CHECKING:
    import random

    from tt_print.engine.house import House
    from tt_print.engine.view import View

TRIED = 60  # combinations of one taker that a person sees
LAST_TAKE = 0.3  # for each card that is left to the last taker, when the cards run out
SAFE = 0.25  # what a pile is worth that one has built and can take, of its cards' worth
OFFERED = 1.2  # what a card that is dropped gives away, of its worth
LEFT = 0.5  # for each of its number that stays in hand, so that a next card takes the one dropped


class Hooks(PlayHooks):
    turns = frozenset({Build, Stack, Take, Sweep, Drop, Pass})
    deals = frozenset({Deal})
    has_sensible = True

    def next_event(self, state: Any, seating: Seating, chance: random.Random, choice: random.Random) -> Any:
        """A ruined plan can only be shown at once, so that comes first."""
        if state.phase == "turn":
            for seats in state.ruined:
                for seat in seats:
                    if seating.players[seat] == SENSIBLE:
                        return Release(seat)
        return super().next_event(state, seating, chance, choice)

    def used(self, before: Any, event: Any, after: Any) -> Iterable[str]:
        kind = type(event)
        if kind is Take:
            yield "take"
            if len(event.combinations) > 1:
                yield "take_several"
            if any(len(each) > 1 for each in event.combinations):
                yield "take_sum"
            if event.on is not None:
                yield "take_build"
        elif kind in KEYS:
            yield KEYS[kind]
        if kind is not Deal and after.phase == "turn" and len(after.draw) < len(before.draw):
            yield "more_cards"
        if kind is not Deal and after.phase in ("deal", "over"):
            yield from _score_keys(after)

    def round_winners(self, before: Any, event: Any, after: Any) -> tuple[int, ...]:
        """Who has most points of this hand."""
        return tuple(seat for seat, points in enumerate(after.points) if points == max(after.points) > 0)

    def end_rows(self, state: Any) -> Iterable[EndRow]:
        """As on a score sheet (rule 7)."""
        counts = [count_cards(cards, state.house) for cards in state.captured]
        points = points_by_category(counts, state.house)
        return [EndRow(name, tuple(getattr(each, name) for each in counts), points[name]) for name in points]

    def end(self, before: Any, event: Any, after: Any) -> str:
        return "alone" if len(after.winners) == 1 else "tied"

    def sensible(self, view: View, rng: random.Random) -> Any:
        """The take that brings most; else the player's own build or stack; else the card that gives least away."""
        state = _as_seen(view)
        if view.phase == "declare":
            return Declare(view.seat, _numbers_of_marks(state))
        rules = rules_of(view.house)
        best, chosen = -1000.0, None
        for worth, event in self._plays(state, rules):
            if worth > best:
                best, chosen = worth, event
        if chosen is not None:
            return chosen
        return next(iter(self.game.legal(state)))

    def _plays(self, state: State, rules: Rules) -> Iterator[tuple[float, Any]]:
        house, seat = state.house, state.turn
        hand = state.hands[seat]
        last = len(hand) == 1 and not state.draw
        kept = bool(house["keep_plan"])
        banned = bool(standing(state, seat))
        found = False
        for worth, event in _takes(state, rules, last):
            if not kept or refusal(state, event) is None:
                found = True
                yield worth, event
        if len(hand) > 1 or house["plan_check"] == "trust":
            for card in dict.fromkeys(hand):
                for number in numbers(card, rules):
                    for laying in layings(seat, PlayedCard(card, number), state.table, rules):
                        if planned(state, laying, rules) and (not kept or refusal(state, laying) is None):
                            found = True
                            table, index = table_after(state.table, laying)
                            yield SAFE * _worth_of(table[index].cards, state) - 1, laying
        if not (banned and found):
            drops = [
                Drop(seat, PlayedCard(card, number))
                for card in hand
                if not (isinstance(card, Joker) and rules.sweeps and swept(state))
                for number in numbers(card, rules)[:1]
            ]
            for dropping in drops:
                if not banned or refusal(state, dropping) is None:
                    card = dropping.card.card
                    again = sum(other.number == card.number for other in hand if not isinstance(other, Joker)) - 1
                    yield -OFFERED * _worth(card, house) + LEFT * again - 1, dropping
        if banned and house["forced_drop"] == "forbidden" and not found and not all_stuck(state):
            yield -100.0, Pass(seat)

    def places(self, view: View) -> Iterable[Place]:
        for pile in view.table:
            note = str(pile) if len(pile.cards) > 1 else ""
            yield Place("pile", tuple(map(str, pile.cards)), note=note, may_be_tapped=True)
        for seat, cards in enumerate(view.captured):
            yield Place("taken", count=len(cards), owner=seat)
        yield Place("draw", count=view.draw)

    def tries(self, view: View, cards: tuple[AnyCard, ...], table: tuple[str, ...]) -> Iterable[Any]:
        seat, rules = view.seat, rules_of(view.house)
        if not cards:
            first = [Declare(seat, _numbers_of_marks(_as_seen(view)))] if view.phase == "declare" else []
            return [*first, Release(seat), Pass(seat)]
        if len(cards) > 1:
            return []
        laid = [PlayedCard(cards[0], number) for number in numbers(cards[0], rules)]
        piles = [pile for pile in view.table if {str(card) for card in pile.cards} & set(table)]
        if not piles:
            return [*(Drop(seat, each) for each in laid), *([Sweep(seat, cards[0])] if rules.sweeps else [])]
        return [event for each in laid for event in self._tries_on(seat, each, tuple(piles))]

    def _tries_on(self, seat: int, laid: PlayedCard, piles: tuple[Pile, ...]) -> Iterator[Any]:
        """What a card can do with just these piles: take them, in any sets, also built on one of them; build; stack."""
        for sets in _partitions(piles):
            yield Take(seat, laid, sets)
        for on in piles if len(piles) > 1 else ():
            for sets in _partitions(tuple(pile for pile in piles if pile is not on)):
                yield Take(seat, laid, sets, on)
        if len(piles) == 1:
            yield Build(seat, laid, piles[0])
            yield Stack(seat, laid, piles[0])


def _partitions(piles: tuple[Pile, ...]) -> Iterator[tuple[tuple[Pile, ...], ...]]:
    """Every way to divide piles into sets, from one set to a set each."""
    if not piles:
        yield ()
        return
    first, rest = piles[0], piles[1:]
    for size in reversed(range(len(rest) + 1)):
        for beside in combinations_of(rest, size):
            for others in _partitions(tuple(pile for pile in rest if pile not in beside)):
                yield ((first, *beside), *others)


KEYS = {Build: "build", Stack: "stack", Sweep: "sweep", Drop: "drop", Release: "release", Pass: "pass",
        Declare: "declare"}  # fmt: skip


def _as_seen(view: View) -> State:
    """A state with what is face up in it, and nothing where the view has only a number of cards."""
    seen = dict(view)
    blank: Any = (None,)
    hands = tuple(hand if type(hand) is tuple else blank * hand for hand in view.hands)
    return State(**{**seen, "hands": hands, "draw": blank * view.draw, "aside": blank * view.aside})


def _takes(state: State, rules: Rules, last: bool) -> Iterator[tuple[float, Take | Sweep]]:
    """For each card and each pile that it may be built on the best take that a person sees."""
    seat, table = state.turn, state.table
    faces = table_faces(table, rules)
    worths = [_worth_of(pile.cards, state) for pile in table]
    left = sum(len(pile.cards) for pile in table)
    for card in state.hands[seat]:
        if isinstance(card, Joker) and rules.sweeps:
            places = swept(state)
            if places:
                yield sum(worths[place] for place in places), Sweep(seat, card)
            continue
        own = _worth(card, state.house)
        for number in numbers(card, rules):
            laid = PlayedCard(card, number)
            face = laid_face(laid, rules)
            for on in (None, *range(len(table))):
                taker = taker_face(face, None if on is None else faces[on], rules)
                if taker is None:
                    continue
                rest = [index for index in range(len(faces)) if index != on]
                found = islice(combinations(taker, [faces[index] for index in rest], rules), TRIED)
                sets = sorted(
                    (tuple(rest[index] for index in each) for each in found),
                    key=lambda each: -sum(worths[index] for index in each) / len(each) ** 0.5,
                )
                chosen, used = _disjoint(sets)
                if chosen:
                    worth = own + sum(worths[index] for index in used) + (0 if on is None else worths[on])
                    if last:
                        gone = sum(len(table[index].cards) for index in used | ({on} if on is not None else set()))
                        worth += LAST_TAKE * (left - gone)
                    piles = tuple(tuple(table[index] for index in each) for each in chosen)
                    yield worth, Take(seat, laid, piles, None if on is None else table[on])


def _disjoint(sets: Iterable[tuple[int, ...]]) -> tuple[list[tuple[int, ...]], set[int]]:
    """Of sets in order of preference those that can be taken together, and all that is in them."""
    chosen, used = [], set[int]()
    for each in sets:
        if used.isdisjoint(each):
            chosen.append(each)
            used.update(each)
    return chosen, used


def _worth_of(cards: Iterable[AnyCard], state: State) -> float:
    return sum(_worth(card, state.house) for card in cards)


@lru_cache(maxsize=4096)
def _worth(card: AnyCard, house: House) -> float:
    """About how many points a card brings: its own, and its share of the categories that need many cards."""
    by, size = weights(house), 125 if house["deck"] == "full" else 64
    own = count_cards((card,), house)
    worth = 2 * by.cards / size + own.ones * by.one + own.red_circles * by.red_circle
    worth += 2 * (own.reds * by.reds + own.circles * by.circles) / (size / 5)
    if card == special_card(house):
        worth += by.special
    return worth + own.hearts * by.hearts / by.all_hearts / 4


def _numbers_of_marks(state: State) -> tuple[int, ...]:
    """The number that the dealer's own hand has most of, for each ? among the first cards."""
    hand = state.hands[state.dealer]
    counts = [sum(int(not isinstance(card, Joker) and card.number == str(n)) for card in hand) for n in (1, 2, 3, 4)]
    return (counts.index(max(counts)) + 1,) * len(question_marks(state.table))


def _score_keys(after: State) -> Iterator[str]:
    """What was scored in the hand that has ended."""
    counts = [count_cards(cards, after.house) for cards in after.captured]
    if any(each.hearts == weights(after.house).all_hearts for each in counts):
        yield "hearts"
    if after.last_taker is None:
        yield "no_take"
    for name in ("cards", "reds", "circles"):
        values = sorted((getattr(each, name) for each in counts), reverse=True)
        if len(values) > 1 and values[0] == values[1]:
            yield f"tied_{name}"
