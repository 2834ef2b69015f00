"""Casino Macedonia, legal: what may come next in a state, and the first rule against what may not.

A black blob on a full table has hundreds of thousands of takes, so events are asked one by one and never made
as a list: iteration walks; choice samples: it draws a card and a kind of play, then a combination, then whether one more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, islice, product
from typing import TYPE_CHECKING, Any

from tt_print.deck import AnyCard, Joker
from tt_print.engine.base import Actions
from tt_print.engine.notation import Seat, seat_name
from tt_print.engine.reasons import Reason
from tt_print.engine.rules import Nothing, Orders, illegal_order_reason
from tt_print.games.casino.facts import (
    NAME,
    Build,
    Deal,
    Declare,
    Drop,
    Event,
    Pass,
    Release,
    Rules,
    Stack,
    State,
    Sweep,
    Take,
    box,
    is_question,
    numbers,
    question_marks,
    rules_of,
)
from tt_print.games.casino.illegal import (
    illegal_build_reason,
    illegal_number_reason,
    illegal_stack_reason,
    illegal_take_reason,
    nearest,
)
from tt_print.games.casino.piles import Laid, Pile
from tt_print.games.casino.plan import (
    has_plan,
    laying,
    layings,
    lies_on,
    places,
    planned,
    planned_at,
    swept,
    table_after,
    table_faces,
    takes_now,
    without,
)
from tt_print.games.casino.takes import (
    FLOATING,
    Face,
    card_face,
    combinations,
    families,
    laid_face,
    least_sum,
    taker_face,
)
from tt_print.records import dataclass

if TYPE_CHECKING:
    import random


PLAYS = (Build, Stack, Take, Sweep, Drop, Pass)
ENOUGH = 40  # from so many combinations of one taker the random player picks
KINDS = ("take", "take", "take", "lay", "lay", "drop")  # how often the random player tries what first
ONE_MORE = 0.7  # how readily they add another combination
ON_A_PILE = 0.25  # how often they first try to take with a build


def actions(state: State) -> Actions[Event]:
    """What may come next, lazily."""
    match state.phase:
        case "turn":
            rules = rules_of(state.house)
            return Turn(state, rules, table_faces(state.table, rules))
        case "deal":
            return Orders(box(state.house), Deal)
        case "declare":
            return Declarations(state)
        case _:
            return Nothing()


def to_act(state: State) -> tuple[Seat, ...]:
    """Whose turn it is, then who may show a ruined plan (C-21); the dealer where ?s are declared (C-23)."""
    match state.phase:
        case "turn":
            others = {seat for seats in state.ruined for seat in seats} - {state.turn}
            return (state.turn, *sorted(others))
        case "declare":
            return (state.dealer,)
        case _:
            return ()


@dataclass(frozen=True, slots=True)
class Turn:
    """Plays of the player to move: takes, sweeps, builds and stacks, drops; then ruined plans to be shown."""

    state: State
    rules: Rules
    faces: tuple[Face, ...]  # of the piles

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
        found, rest = self._combinations(laid.card, laid.number, on)
        for each in families(list(found)):
            yield self._take(laid, on, rest, each)

    def _combinations(self, card: AnyCard, number: int | None, on: int | None) -> tuple[Any, list[int]]:
        """Combinations as indexes into the list that comes with them: the other piles."""
        faces, rules = self.faces, self.rules
        taker = taker_face(card_face(card, number, rules), None if on is None else faces[on], rules)
        if taker is None:
            return (), []
        rest = [index for index in range(len(faces)) if index != on]
        return combinations(taker, [faces[index] for index in rest], rules), rest

    def _take(self, laid: Laid, on: int | None, rest: list[int], chosen: tuple[tuple[int, ...], ...]) -> Take:
        table = self.state.table
        piles = tuple(tuple(table[rest[index]] for index in each) for each in chosen)
        return Take(self.state.turn, laid, piles, None if on is None else table[on])

    def _may_release(self) -> list[int]:
        return sorted({seat for seats in self.state.ruined for seat in seats})

    # ---------------------------------------------------------------- choice

    def choose(self, rng: random.Random) -> Any:
        """A ruined plan is shown half the time. Then a random kind of play first, the others if there is none."""
        state = self.state
        if any(state.ruined) and rng.random() < 0.5:
            return Release(rng.choice(self._may_release()))
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

    def _choose_take(self, hand: list[AnyCard], rng: random.Random) -> Take | Sweep | None:
        state = self.state
        rules = self.rules
        indexes: list[Any] = [None, *range(len(state.table))]
        if rng.random() < ON_A_PILE:
            rng.shuffle(indexes)
        # the piles beside the one that is built on; where there is none nothing can be taken
        beside = [(on, [index for index in range(len(self.faces)) if index != on]) for on in indexes]
        tries = [(on, others) for on, others in beside if others]
        values, least = {face[0] for face in self.faces}, least_sum(self.faces)
        for card in hand:
            if isinstance(card, Joker) and rules.sweeps:
                if swept(state):
                    return Sweep(state.turn, card)
                continue
            declared = list(numbers(card, rules))
            if len(declared) > 1:
                rng.shuffle(declared)
            for number, (on, others) in product(declared, tries):
                taker = taker_face(card_face(card, number, rules), None if on is None else self.faces[on], rules)
                if taker is None:
                    continue
                rest = others.copy()
                if len(rest) > 1:
                    rng.shuffle(rest)
                if taker[0] < least and taker[0] not in values and FLOATING not in values:
                    continue  # no pile is worth as much, nor are two together
                some = list(islice(combinations(taker, [self.faces[index] for index in rest], rules), ENOUGH))
                if some:
                    event = self._take(Laid(card, number), on, rest, _some_of(some, rng))
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
                found, rest = self._combinations(card, number, on)
                for each in found:
                    yield self._take(Laid(card, number), on, rest, (each,))

    def _choose_lay(self, hand: list[AnyCard], rng: random.Random) -> Build | Stack | None:
        state = self.state
        if len(hand) < 2 and state.house["plan_check"] != "trust":
            return None  # C-20: no plan without a card left
        rules = self.rules
        if not self.faces:
            return None
        for card in hand:
            found = [
                (number, place)
                for number in numbers(card, rules)
                for place in places(card_face(card, number, rules), self.faces, rules)
            ]
            if not found:
                continue
            rng.shuffle(found)
            left = without(state.hands[state.turn], card)
            for number, place in found:
                if planned_at(place, self.faces, left, rules):
                    event = laying(state.turn, Laid(card, number), state.table, place)
                    if not state.house["keep_plan"] or refusal(state, event) is None:
                        return event
        return None

    def _choose_drop(self, hand: list[AnyCard], rng: random.Random) -> Drop | None:
        rules = self.rules
        for card in hand:
            if not (isinstance(card, Joker) and rules.sweeps and swept(self.state)):
                return Drop(self.state.turn, Laid(card, rng.choice(numbers(card, rules))))
        return None


@dataclass(frozen=True, slots=True)
class Declarations:
    """The dealer's numbers for the ?s among the first cards (C-23)."""

    state: State

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


# ---------------------------------------------------------------- the first rule against an event


def refusal(state: State, event: Event) -> Reason | None:
    """Why `event` may not come next, None when it may."""
    if state.phase == "turn" and isinstance(event, PLAYS):
        return _illegal_play_reason(state, event)
    if state.phase == "turn" and isinstance(event, Release):
        return (
            None
            if any(event.seat in seats for seats in state.ruined)
            else Reason(NAME, "no_ruined_plan", ("3d",), ("C-21",), values=(("seat", seat_name(event.seat)),))
        )
    if state.phase == "declare" and isinstance(event, Declare):
        return _illegal_declaration_reason(state, event)
    if state.phase == "deal" and isinstance(event, Deal):
        return illegal_order_reason(NAME, event.order, box(state.house), "1", "2")
    return Reason(NAME, f"now_{state.phase}", values=(("seat", seat_name(state.turn)),))


def _illegal_play_reason(state: State, event: Any) -> Reason | None:
    if event.seat != state.turn:
        return Reason(
            NAME,
            "wrong_player",
            ("4",),
            ("G-2",),
            values=(("turn", seat_name(state.turn)), ("seat", seat_name(event.seat))),
        )
    rules = rules_of(state.house)
    if type(event) is Pass:
        return _illegal_pass_reason(state)
    laid = Laid(event.card) if type(event) is Sweep else event.card
    if laid.card not in state.hands[state.turn]:
        return Reason(NAME, "not_in_hand", ("3",), cards=(laid.card,), instead=state.hands[state.turn])
    reason = illegal_number_reason(laid, rules)
    if reason is not None:
        return reason
    match event:
        case Take():
            piles = list(chain(*event.combinations))
            if event.on is not None:
                piles.append(event.on)
            reason = _illegal_missing_reason(state, piles, ("3c",))
            reason = reason or illegal_take_reason(laid, event.combinations, event.on, rules, state.table)
        case Build() | Stack():
            reason = _illegal_laying_reason(state, event, laid, rules)
        case Sweep():
            return _illegal_sweep_reason(state, laid.card, rules)
        case Drop():
            return _illegal_drop_reason(state, laid.card, rules)
    return reason or _illegal_use_reason(state, event, rules)


def _illegal_missing_reason(state: State, piles: list[Pile], rule: tuple[str, ...]) -> Reason | None:
    for pile in piles:
        if not lies_on(state.table, pile):
            lying = tuple(other.safe_code for other in state.table)
            return Reason(NAME, "no_such_pile", rule, values=(("pile", pile.safe_code),), instead=lying)
    return None


def _illegal_laying_reason(state: State, event: Build | Stack, laid: Laid, rules: Rules) -> Reason | None:
    """A build or a stack: by its cards, then by its plan."""
    onto = event.onto if type(event) is Stack else None
    rule = ("3a",) if type(event) is Build else ("3b",)
    reason = _illegal_missing_reason(state, [event.pile] + ([onto] if onto is not None else []), rule)
    if reason is None:
        reason = (
            illegal_build_reason(laid, event.pile, rules, state.table)
            if type(event) is Build
            else illegal_stack_reason(laid, event.pile, rules, onto, state.table)
        )
    if reason is not None:
        return reason
    if planned(state, event, rules):
        return None
    table, index = table_after(state.table, event)
    return no_plan(table, index, without(state.hands[state.turn], laid.card), laid, rules, state.table)


def no_plan(
    table: tuple[Pile, ...], index: int, hand: tuple[AnyCard, ...], laid: Laid, rules: Rules, lying: Sequence[Pile]
) -> Reason:
    """A build or stack that its player cannot take; which card in their hand would do."""
    faces = table_faces(table, rules)
    instead = nearest(laid.card, lambda other: takes_now(faces, index, other, rules), rules, lying)
    return Reason(
        NAME,
        "no_plan" if hand else "no_plan_empty",
        ("3",),
        ("C-20",),
        cards=(laid.card,),
        instead=instead,
        values=(("pile", table[index].safe_code), ("hand", hand)),
    )


def _illegal_sweep_reason(state: State, card: AnyCard, rules: Rules) -> Reason | None:
    if not (isinstance(card, Joker) and rules.sweeps):
        return Reason(NAME, "no_sweep", ("10c",), cards=(card,))
    if swept(state):
        return None
    return Reason(
        NAME, "nothing_to_sweep", ("10c", "10d"), ("C-24",), cards=(card,), instead=(f"drop {card.safe_code}",)
    )


# ---------------------------------------------------------------- the drop ban


def _illegal_drop_reason(state: State, card: AnyCard, rules: Rules) -> Reason | None:
    """Rule 3d. Under the ban a drop needs that nothing else is possible (C-21). A joker that can sweep must."""
    if isinstance(card, Joker) and rules.sweeps and swept(state):
        return Reason(NAME, "joker_sweeps", ("10c",), cards=(card,), instead=(f"sweep with {card.safe_code}",))
    own = standing(state, state.turn)
    if not own:
        return None
    other = another_play(state)
    if other is None and (state.house["forced_drop"] == "allowed" or all_stuck(state)):
        return None
    piles = tuple(state.table[index].safe_code for index in own)
    return Reason(
        NAME, "drop_ban", ("3d",), ("C-21",), cards=(card,), instead=(other or "pass",), values=(("piles", piles),)
    )


def _illegal_pass_reason(state: State) -> Reason | None:
    """By house rule only: a drop would be the only thing, and is forbidden (C-21)."""
    if state.house["forced_drop"] == "forbidden" and standing(state, state.turn) and not all_stuck(state):
        other = another_play(state)
        if other is None:
            return None
        return Reason(NAME, "no_pass", ("3",), ("C-21",), instead=(other,))
    return Reason(NAME, "no_pass", ("3",), ("C-21",))


# ---------------------------------------------------------------- keeping the planned card (C-22)


def _illegal_use_reason(state: State, event: Take | Build | Stack, rules: Rules) -> Reason | None:
    """By house rule a card without which no plan for an own pile is left may only serve that plan (C-22)."""
    if not state.house["keep_plan"]:
        return None
    own = standing(state, state.turn)
    if not own:
        return None
    hand = state.hands[state.turn]
    needed = needed_for(table_faces(state.table, rules), hand, event.card.card, own, rules)
    if not needed or keeps(state.table, event, without(hand, event.card.card), needed, rules):
        return None
    piles = tuple(state.table[index].safe_code for index in sorted(needed))
    return Reason(NAME, "kept_card", ("3d",), ("C-22",), cards=(event.card.card,), values=(("piles", piles),))


def _illegal_declaration_reason(state: State, event: Declare) -> Reason | None:
    """One number from 1 to 4 for each ? face up, by the dealer (C-23)."""
    if event.seat != state.dealer:
        return Reason(
            NAME,
            "wrong_player",
            ("10a",),
            ("C-23",),
            values=(("turn", seat_name(state.dealer)), ("seat", seat_name(event.seat))),
        )
    marks = question_marks(state.table)
    if len(event.numbers) == len(marks) and all(1 <= number <= 4 for number in event.numbers):
        return None
    cards = tuple(card for index in marks for card in state.table[index].cards if is_question(card))
    return Reason(NAME, "declare_each", ("10a",), ("C-23",), cards=cards, values=(("count", len(marks)),))


# ---------------------------------------------------------------- bans: what a player whose build or stack lies there may still do (rule 3d; C-21, C-22)


def standing(state: State, seat: int) -> tuple[int, ...]:
    """Places of piles that this player built or stacked, and that still lie there (C-21)."""
    return tuple([index for index, seats in enumerate(state.owners) if seat in seats])


def all_stuck(state: State) -> bool:
    """Everyone who still has cards has passed in a row. Then a drop is allowed, or the deal would not end (C-21)."""
    return state.passes >= sum(map(bool, state.hands))


def another_play(state: State) -> str | None:
    """Some take, build or stack of the player to move, in words; None when there is none."""
    kept = tuple(sorted(standing(state, state.turn))) if state.house["keep_plan"] else ()
    return _another_play(state.hands[state.turn], state.table, kept, rules_of(state.house), bool(swept(state)))


@lru_cache(maxsize=512)
def _another_play(
    hand: tuple[AnyCard, ...], table: tuple[Pile, ...], kept: tuple[int, ...], rules: Rules, sweepable: bool
) -> str | None:
    faces = table_faces(table, rules)
    for card in hand:
        if isinstance(card, Joker) and rules.sweeps:
            if sweepable:
                return f"sweep with {card.safe_code}"
            continue
        needed = needed_for(faces, hand, card, kept, rules)
        for number in numbers(card, rules):
            laid = Laid(card, number)
            found = _some_take(faces, laid_face(laid, rules), needed, rules)
            if found is not None:
                on, indexes = found
                piles = " ".join(table[index].safe_code for index in indexes)
                return f"take {piles} with {laid.safe_code}" + ("" if on is None else f" on {table[on].safe_code}")
    for card in hand:
        needed = needed_for(faces, hand, card, kept, rules)
        for number in numbers(card, rules):
            for event in layings(0, Laid(card, number), table, rules):
                after, index = table_after(table, event)
                left = without(hand, card)
                if has_plan(table_faces(after, rules), index, left, rules) and keeps(table, event, left, needed, rules):
                    word = "build" if type(event) is Build else "stack"
                    return f"{word} {event.card.safe_code} on {event.pile.safe_code}"
    return None


def _some_take(
    faces: tuple[Face, ...], card: Face, needed: frozenset[int], rules: Rules
) -> tuple[int | None, tuple[int, ...]] | None:
    """The index of a pile to build on, or None, and one combination; with `needed`, one of those indexes is among them."""
    for on in (None, *range(len(faces))):
        taker = taker_face(card, None if on is None else faces[on], rules)
        if taker is None:
            continue
        rest = [index for index in range(len(faces)) if index != on]
        left = [faces[index] for index in rest]
        musts = [rest.index(index) for index in needed if index != on] if needed and on not in needed else [None]
        for must in musts:
            for found in combinations(taker, left, rules, must):
                return on, tuple(rest[index] for index in found)
    return None


def needed_for(
    faces: tuple[Face, ...], hand: tuple[AnyCard, ...], card: AnyCard, own: tuple[int, ...], rules: Rules
) -> frozenset[int]:
    """The own piles for which there is a plan with this card in hand and none without."""
    if not own:
        return frozenset()
    rest = without(hand, card)
    return frozenset(
        index for index in own if has_plan(faces, index, hand, rules) and not has_plan(faces, index, rest, rules)
    )


def keeps(table: tuple[Pile, ...], event: Any, left: tuple[AnyCard, ...], needed: frozenset[int], rules: Rules) -> bool:
    """Whether a needed card serves a pile that needs it: takes one, or is a step after which `left` still can."""
    if not needed:
        return True
    if type(event) is Take:
        taken = {pile for each in event.combinations for pile in each} | {event.on}
        return any(table[index] in taken for index in needed)
    after, index = table_after(table, event)
    faces = table_faces(after, rules)
    for old in needed:
        pile = table[old]
        new = index if pile in (event.pile, getattr(event, "onto", None)) else after.index(pile)
        if not has_plan(faces, new, left, rules):
            return False
    return True
