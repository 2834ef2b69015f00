"""Casino Macedonia, actions: the legal events of a turn, asked one by one and never as a list.

A black blob on a full table has hundreds of thousands of takes. Membership asks the rules; iteration
walks; choice samples: it draws a card and a kind of play, then a combination, then whether one more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from tt_print.deck import Joker
from tt_print.games.casino.bans import all_stuck, standing
from tt_print.games.casino.events import Build, Declare, Drop, Pass, Release, Stack, Sweep, Take
from tt_print.games.casino.facts import Rules, State, numbers, question_marks
from tt_print.games.casino.laying import layings, planned, swept
from tt_print.games.casino.legal import refusal
from tt_print.games.casino.piles import Laid
from tt_print.games.casino.takes import Face, combinations, families, laid_face, taker_face

if TYPE_CHECKING:
    import random

ENOUGH = 40  # from so many combinations of one taker the random player picks
KINDS = ("take", "take", "take", "lay", "lay", "drop")  # how often the random player tries what first
ONE_MORE = 0.7  # how readily he adds another combination
ON_A_PILE = 0.25  # how often he first tries to take with a build


@dataclass(frozen=True, slots=True)
class Turn:
    """Plays of the player to move: takes, sweeps, builds and stacks, drops; then ruined plans to be shown."""

    state: State
    rules: Rules
    faces: tuple[Face, ...]  # of the piles

    def __contains__(self, event: object) -> bool:
        return refusal(self.state, event) is None

    def __iter__(self) -> Iterator[Any]:
        state, rules = self.state, self.rules
        for event in self._candidates():
            # the plan first: of all that can be wrong here only its reason takes long to find
            if (type(event) not in (Build, Stack) or planned(state, event, rules)) and refusal(state, event) is None:
                yield event
        for seat in self._may_release():
            yield Release(seat)

    def _candidates(self) -> Iterator[Any]:
        state = self.state
        rules, seat = self.rules, state.turn
        for card in state.hands[seat]:
            if isinstance(card, Joker) and rules.sweeps:
                yield Sweep(seat, card)
                continue
            for number in numbers(card, rules):
                for on in (None, *range(len(state.table))):
                    yield from self._takes(Laid(card, number), on)
        for card in state.hands[seat]:
            for number in numbers(card, rules):
                yield from layings(seat, Laid(card, number), state.table, rules)
        for card in state.hands[seat]:
            for number in numbers(card, rules):
                yield Drop(seat, Laid(card, number))
        yield Pass(seat)

    def _takes(self, laid: Laid, on: int | None) -> Iterator[Take]:
        found, rest = self._combinations(laid, on)
        for each in families(list(found)):
            yield self._take(laid, on, rest, each)

    def _combinations(self, laid: Laid, on: int | None, rng: random.Random | None = None) -> tuple[Any, list[int]]:
        """Combinations as places in the list that comes with them: the other piles, in random order with `rng`."""
        faces, rules = self.faces, self.rules
        taker = taker_face(laid_face(laid, rules), None if on is None else faces[on], rules)
        if taker is None:
            return iter(()), []
        rest = [place for place in range(len(faces)) if place != on]
        if rng is not None:
            rng.shuffle(rest)
        return combinations(taker, [faces[place] for place in rest], rules), rest

    def _take(self, laid: Laid, on: int | None, rest: list[int], chosen: tuple[tuple[int, ...], ...]) -> Take:
        table = self.state.table
        piles = tuple(tuple(table[rest[place]] for place in each) for each in chosen)
        return Take(self.state.turn, laid, piles, None if on is None else table[on])

    def _may_release(self) -> list[int]:
        return sorted({seat for seats in self.state.ruined for seat in seats})

    # ---------------------------------------------------------------- choice

    def choose(self, rng: random.Random) -> Any:
        """A ruined plan is shown half the time. Then a random kind of play first, the others if there is none."""
        state = self.state
        ruined = self._may_release()
        if ruined and rng.random() < 0.5:
            return Release(rng.choice(ruined))
        banned = bool(standing(state, state.turn))
        first = KINDS[int(rng.random() * len(KINDS))]
        hand = list(state.hands[state.turn])
        rng.shuffle(hand)
        for kind in (first, "take", "lay", "drop"):
            if kind == "drop" and banned:
                continue
            event = getattr(self, f"_choose_{kind}")(hand, rng)
            if event is not None:
                return event
        if state.house["forced_drop"] == "forbidden" and not all_stuck(state):  # C-21
            return Pass(state.turn)
        return self._choose_drop(hand, rng) or next(iter(self))

    def _choose_take(self, hand: list, rng: random.Random) -> Take | Sweep | None:
        state = self.state
        rules = self.rules
        places: list[Any] = [None, *range(len(state.table))]
        if rng.random() < ON_A_PILE:
            rng.shuffle(places)
        for card in hand:
            if isinstance(card, Joker) and rules.sweeps:
                if swept(state):
                    return Sweep(state.turn, card)
                continue
            declared = list(numbers(card, rules))
            rng.shuffle(declared)
            for number, on in product(declared, places):
                laid = Laid(card, number)
                found, rest = self._combinations(laid, on, rng)
                some = [each for each, _ in zip(found, range(ENOUGH), strict=False)]
                if some:
                    event = self._take(laid, on, rest, _some_of(some, rng))
                    if not state.house["keep_plan"] or refusal(state, event) is None:
                        return event
        if not state.house["keep_plan"]:
            return None
        return next((event for event in self._kept_takes() if refusal(state, event) is None), None)

    def _kept_takes(self) -> Iterator[Take]:
        """Each combination by itself: where planned cards are kept, a take may have to hold a certain pile (C-22)."""
        state = self.state
        rules = self.rules
        for card in state.hands[state.turn]:
            for number, on in product(numbers(card, rules), (None, *range(len(state.table)))):
                found, rest = self._combinations(Laid(card, number), on)
                for each in found:
                    yield self._take(Laid(card, number), on, rest, (each,))

    def _choose_lay(self, hand: list, rng: random.Random) -> Build | Stack | None:
        state = self.state
        if len(hand) < 2 and state.house["plan_check"] != "trust":
            return None  # C-20: no plan without a card left
        rules = self.rules
        for card in hand:
            events = [
                event
                for number in numbers(card, rules)
                for event in layings(state.turn, Laid(card, number), state.table, rules)
            ]
            rng.shuffle(events)
            for event in events:
                if planned(state, event, rules) and (not state.house["keep_plan"] or refusal(state, event) is None):
                    return event
        return None

    def _choose_drop(self, hand: list, rng: random.Random) -> Drop | None:
        rules = self.rules
        for card in hand:
            if not (isinstance(card, Joker) and rules.sweeps and swept(self.state)):
                return Drop(self.state.turn, Laid(card, rng.choice(numbers(card, rules))))
        return None


@dataclass(frozen=True, slots=True)
class Declarations:
    """The dealer's numbers for the ?s among the first cards (C-23)."""

    state: State

    def __contains__(self, event: object) -> bool:
        return refusal(self.state, event) is None

    def __iter__(self) -> Iterator[Declare]:
        marks = question_marks(self.state.table)
        return (Declare(self.state.dealer, each) for each in product((1, 2, 3, 4), repeat=len(marks)))

    def choose(self, rng: random.Random) -> Declare:
        return Declare(self.state.dealer, tuple(rng.randint(1, 4) for _ in question_marks(self.state.table)))


def _some_of(found: list[tuple[int, ...]], rng: random.Random) -> tuple[tuple[int, ...], ...]:
    """One combination, and often more that have no pile in common with it."""
    rng.shuffle(found)
    chosen, used = [found[0]], set(found[0])
    for each in found[1:]:
        if used.isdisjoint(each) and rng.random() < ONE_MORE:
            chosen.append(each)
            used.update(each)
    return tuple(chosen)
