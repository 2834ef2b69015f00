"""Casino Macedonia, legal: what may come next in a state, and the first rule against what may not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from tt_print.deck import AnyCard, Joker
from tt_print.rules.base import Actions, Nothing, Orders
from tt_print.rules.casino.against import against_build, against_number, against_stack, against_take, nearest
from tt_print.rules.casino.facts import (
    NAME, Build, Deal, Declare, Drop, Pass, Release, Rules, Stack, State, Sweep, Take, box, is_question, numbers,
    question_marks, rules_of,
)
from tt_print.rules.casino.piles import Laid, Pile, with_build, with_stack
from tt_print.rules.casino.plan import has_plan
from tt_print.rules.casino.takes import Face, built, combinations, laid_face, pile_face, stacked, taker_face
from tt_print.rules.notation import seat_name
from tt_print.rules.reasons import Reason, Refused

PLAYS = (Build, Stack, Take, Sweep, Drop)
NONE: frozenset[int] = frozenset()


def legal(state: State) -> Actions:
    """What may come next, lazily. How the random player chooses stands in `actions`."""
    from tt_print.rules.casino.actions import Declarations, Turn

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


def verify(state: State, event: Any) -> None:
    """Raises Refused with the first rule that forbids `event`."""
    reason = refusal(state, event)
    if reason is not None:
        raise Refused(reason)


def refusal(state: State, event: Any) -> Reason | None:
    """Why `event` may not come next, None when it may."""
    kind = type(event)
    if state.phase == "turn" and (kind in PLAYS or kind is Pass):
        return _against_play(state, event)
    if state.phase == "turn" and kind is Release:
        return None if any(event.seat in seats for seats in state.ruined) else Reason(
            NAME, "no_ruined_plan", ("3d",), ("C-21",), values=(("seat", seat_name(event.seat)),))
    if state.phase == "declare" and kind is Declare:
        return _against_declaration(state, event)
    if state.phase == "deal" and kind is Deal:
        return None if Counter(event.order) == Counter(box(state.house)) else Reason(
            NAME, "wrong_cards", ("1", "2"), values=(("count", len(box(state.house))),))
    return Reason(NAME, f"now_{state.phase}", values=(("seat", seat_name(state.turn)),))


def _against_play(state: State, event: Any) -> Reason | None:
    if event.seat != state.turn:
        return Reason(NAME, "wrong_player", ("4",), ("G-2",),
                      values=(("turn", seat_name(state.turn)), ("seat", seat_name(event.seat))))
    rules = rules_of(state.house)
    if type(event) is Pass:
        return _against_pass(state)
    laid = Laid(event.card) if type(event) is Sweep else event.card
    if laid.card not in state.hands[state.turn]:
        return Reason(NAME, "not_in_hand", ("3",), cards=(laid.card,), instead=state.hands[state.turn])
    reason = against_number(laid, rules)
    if reason is not None:
        return reason
    match event:
        case Take():
            reason = _against_missing(state, [*(p for each in event.combinations for p in each),
                                              *([event.on] if event.on else [])], ("3c",))
            reason = reason or against_take(laid, event.combinations, event.on, rules, state.table)
        case Build() | Stack():
            reason = _against_laying(state, event, laid, rules)
        case Sweep():
            return _against_sweep(state, laid.card, rules)
        case Drop():
            return _against_drop(state, laid.card, rules)
    return reason or _against_use(state, event, rules)


def _against_missing(state: State, piles: list[Pile], rule: tuple[str, ...]) -> Reason | None:
    for pile in piles:
        if pile not in state.table:
            lying = tuple(other.safe_code for other in state.table)
            return Reason(NAME, "no_such_pile", rule, values=(("pile", pile.safe_code),), instead=lying)
    return None


def _against_laying(state: State, event: Build | Stack, laid: Laid, rules: Rules) -> Reason | None:
    """A build or a stack: by its cards, then by its plan."""
    onto = event.onto if type(event) is Stack else None
    rule = ("3a",) if type(event) is Build else ("3b",)
    reason = _against_missing(state, [event.pile] + ([onto] if onto is not None else []), rule)
    if reason is None:
        reason = (against_build(laid, event.pile, rules, state.table) if type(event) is Build
                  else against_stack(laid, event.pile, rules, onto, state.table))
    if reason is not None:
        return reason
    if planned(state, event, rules):
        return None
    table, place = table_after(state.table, event)
    return no_plan(table, place, without(state.hands[state.turn], laid.card), laid, rules, state.table)


def planned(state: State, event: Build | Stack, rules: Rules) -> bool:
    """Whether the rest of his hand can take what the player builds or stacks (rule 3, C-20)."""
    table, place = table_after(state.table, event)
    return has_plan(table_faces(table, rules), place, without(state.hands[state.turn], event.card.card), rules)


def no_plan(table: tuple[Pile, ...], place: int, hand: tuple[AnyCard, ...], laid: Laid, rules: Rules,
            lying: Sequence[Pile]) -> Reason:
    """A build or stack that its player cannot take; which card in his hand would do."""
    faces = table_faces(table, rules)
    one_step = replace(rules, plan="one_step")
    instead = nearest(laid.card, lambda other: has_plan(faces, place, (other,), one_step), rules, lying)
    return Reason(NAME, "no_plan", ("3",), ("C-20",), cards=(laid.card,), instead=instead,
                  values=(("pile", table[place].safe_code), ("hand", hand)))


def _against_sweep(state: State, card: AnyCard, rules: Rules) -> Reason | None:
    if not (isinstance(card, Joker) and rules.sweeps):
        return Reason(NAME, "no_sweep", ("10c",), cards=(card,))
    if swept(state):
        return None
    return Reason(NAME, "nothing_to_sweep", ("10c", "10d"), ("C-24",), cards=(card,), instead=(f"drop {card.safe_code}",))


def swept(state: State) -> tuple[int, ...]:
    """Places that a joker takes: all but spare jokers, which do not count as something to take (10c, 10d, C-24)."""
    if state.house["spare_joker"] == "swept":
        return tuple(range(len(state.table)))
    return tuple(place for place, pile in enumerate(state.table) if pile.cards[0] not in state.spare)


# ---------------------------------------------------------------- the drop ban

def standing(state: State, seat: int) -> tuple[int, ...]:
    """Places of piles that this player built or stacked, and that still lie there (C-21)."""
    return tuple(place for place, seats in enumerate(state.owners) if seat in seats)


def _against_drop(state: State, card: AnyCard, rules: Rules) -> Reason | None:
    """Rule 3d. Under the ban a drop needs that nothing else is possible (C-21); a joker that can sweep does not drop."""
    if isinstance(card, Joker) and rules.sweeps and swept(state):
        return Reason(NAME, "joker_sweeps", ("10c",), cards=(card,), instead=(f"sweep with {card.safe_code}",))
    own = standing(state, state.turn)
    if not own:
        return None
    other = another_play(state)
    if other is None and (state.house["forced_drop"] == "allowed" or all_stuck(state)):
        return None
    piles = tuple(state.table[place].safe_code for place in own)
    return Reason(NAME, "drop_ban", ("3d",), ("C-21",), cards=(card,), instead=(other or "pass",), values=(("piles", piles),))


def _against_pass(state: State) -> Reason | None:
    """By house rule only: a drop would be the only thing, and is forbidden (C-21)."""
    if state.house["forced_drop"] == "forbidden" and standing(state, state.turn) and not all_stuck(state):
        other = another_play(state)
        if other is None:
            return None
        return Reason(NAME, "no_pass", ("3",), ("C-21",), instead=(other,))
    return Reason(NAME, "no_pass", ("3",), ("C-21",))


def all_stuck(state: State) -> bool:
    """Everyone who still has cards has passed in a row. Then a drop is allowed: else the deal would never end (C-21)."""
    return state.passes >= sum(map(bool, state.hands))


def another_play(state: State) -> str | None:
    """Some take, build or stack of the player to move, in words; None when there is none."""
    kept = tuple(sorted(standing(state, state.turn))) if state.house["keep_plan"] else ()
    return _another_play(state.hands[state.turn], state.table, kept, rules_of(state.house), bool(swept(state)))


@lru_cache(maxsize=512)
def _another_play(hand: tuple[AnyCard, ...], table: tuple[Pile, ...], kept: tuple[int, ...], rules: Rules,
                  sweepable: bool) -> str | None:
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
                on, places = found
                piles = " ".join(table[place].safe_code for place in places)
                return f"take {piles} with {laid.safe_code}" + ("" if on is None else f" on {table[on].safe_code}")
    for card in hand:
        needed = needed_for(faces, hand, card, kept, rules)
        for number in numbers(card, rules):
            for event in layings(0, Laid(card, number), table, rules):
                after, place = table_after(table, event)
                left = without(hand, card)
                if has_plan(table_faces(after, rules), place, left, rules) and keeps(table, event, left, needed, rules):
                    word = "build" if type(event) is Build else "stack"
                    return f"{word} {event.card.safe_code} on {event.pile.safe_code}"
    return None


def _some_take(faces: tuple[Face, ...], card: Face, needed: frozenset[int], rules: Rules) -> tuple[Any, tuple[int, ...]] | None:
    """A place to build on, or None, and one combination; with `needed`, one of those places is among them."""
    for on in (None, *range(len(faces))):
        taker = taker_face(card, None if on is None else faces[on], rules)
        if taker is None:
            continue
        rest = [place for place in range(len(faces)) if place != on]
        left = [faces[place] for place in rest]
        musts = [rest.index(place) for place in needed if place != on] if needed and on not in needed else [None]
        for must in musts:
            for found in combinations(taker, left, rules, must):
                return on, tuple(rest[place] for place in found)
    return None


def layings(seat: int, laid: Laid, table: tuple[Pile, ...], rules: Rules) -> Any:
    """Every build and stack of a card that its cards allow, plan or not, pile by pile."""
    card = laid_face(laid, rules)
    faces = table_faces(table, rules)
    for pile, face in zip(table, faces, strict=True):
        build = built(card, face, rules)
        if build is not None:
            yield Build(seat, laid, pile)
        if stacked(card, face, rules) is not None:
            yield Stack(seat, laid, pile)
        if rules.carry and build is not None:
            for onto, under in zip(table, faces, strict=True):
                if onto is not pile and stacked(build, under, rules) is not None:
                    yield Stack(seat, laid, pile, onto)


# ---------------------------------------------------------------- keeping the planned card (C-22)

def _against_use(state: State, event: Take | Build | Stack, rules: Rules) -> Reason | None:
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
    piles = tuple(state.table[place].safe_code for place in sorted(needed))
    return Reason(NAME, "kept_card", ("3d",), ("C-22",), cards=(event.card.card,), values=(("piles", piles),))


def needed_for(faces: tuple[Face, ...], hand: tuple[AnyCard, ...], card: AnyCard, own: tuple[int, ...],
               rules: Rules) -> frozenset[int]:
    """The own piles for which there is a plan with this card in hand and none without."""
    if not own:
        return NONE
    rest = without(hand, card)
    return frozenset(place for place in own
                     if has_plan(faces, place, hand, rules) and not has_plan(faces, place, rest, rules))


def keeps(table: tuple[Pile, ...], event: Any, left: tuple[AnyCard, ...], needed: frozenset[int], rules: Rules) -> bool:
    """Whether this use of a needed card serves a pile that needs it: takes one, or is a step after which `left` still can."""
    if not needed:
        return True
    if type(event) is Take:
        taken = {pile for each in event.combinations for pile in each} | {event.on}
        return any(table[place] in taken for place in needed)
    after, place = table_after(table, event)
    faces = table_faces(after, rules)
    for old in needed:
        pile = table[old]
        new = place if pile in (event.pile, getattr(event, "onto", None)) else after.index(pile)
        if not has_plan(faces, new, left, rules):
            return False
    return True


# ---------------------------------------------------------------- small things

def table_faces(table: tuple[Pile, ...], rules: Rules) -> tuple[Face, ...]:
    return tuple([pile_face(pile, rules) for pile in table])


def table_after(table: tuple[Pile, ...], event: Build | Stack) -> tuple[tuple[Pile, ...], int]:
    """The table with a card built or stacked, and where it now lies."""
    place = table.index(event.pile)
    if type(event) is Stack and event.onto is not None:  # C-14
        under = table.index(event.onto)
        carried = Pile((*event.onto.units, (*event.pile.units[0], event.card)))
        after = tuple(carried if number == under else pile for number, pile in enumerate(table) if number != place)
        return after, under - (place < under)
    new = (with_build if type(event) is Build else with_stack)(event.pile, event.card)
    return table[:place] + (new,) + table[place + 1 :], place


def without(hand: tuple[AnyCard, ...], card: AnyCard) -> tuple[AnyCard, ...]:
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]


def _against_declaration(state: State, event: Declare) -> Reason | None:
    """One number from 1 to 4 for each ? face up, by the dealer (C-23)."""
    if event.seat != state.dealer:
        return Reason(NAME, "wrong_player", ("10a",), ("C-23",),
                      values=(("turn", seat_name(state.dealer)), ("seat", seat_name(event.seat))))
    marks = question_marks(state.table)
    if len(event.numbers) == len(marks) and all(1 <= number <= 4 for number in event.numbers):
        return None
    cards = tuple(card for place in marks for card in state.table[place].cards if is_question(card))
    return Reason(NAME, "declare_each", ("10a",), ("C-23",), cards=cards, values=(("count", len(marks)),))
