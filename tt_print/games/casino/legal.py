"""Casino Macedonia, legal: what may come next in a state, and the first rule against what may not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from tt_print.deck import AnyCard, Joker
from tt_print.engine.base import Actions, Nothing, Orders
from tt_print.engine.notation import seat_name
from tt_print.engine.reasons import IllegalMove, Reason
from tt_print.games.casino.against import (
    illegal_build_reason,
    illegal_number_reason,
    illegal_stack_reason,
    illegal_take_reason,
    nearest,
)
from tt_print.games.casino.bans import all_stuck, another_play, keeps, needed_for, standing
from tt_print.games.casino.events import Build, Deal, Declare, Drop, Pass, Release, Stack, Sweep, Take
from tt_print.games.casino.facts import NAME, Rules, State, box, is_question, question_marks, rules_of
from tt_print.games.casino.laying import planned, swept, table_after, table_faces, without
from tt_print.games.casino.piles import Laid, Pile
from tt_print.games.casino.plan import takes_now

PLAYS = (Build, Stack, Take, Sweep, Drop)


def legal(state: State) -> Actions:
    """What may come next, lazily. How the random player chooses stands in `actions`."""
    from tt_print.games.casino.actions import Declarations, Turn

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
    """Raises IllegalMove with the first rule that forbids `event`."""
    reason = refusal(state, event)
    if reason is not None:
        raise IllegalMove(reason)


def refusal(state: State, event: Any) -> Reason | None:
    """Why `event` may not come next, None when it may."""
    kind = type(event)
    if state.phase == "turn" and (kind in PLAYS or kind is Pass):
        return _illegal_play_reason(state, event)
    if state.phase == "turn" and kind is Release:
        return (
            None
            if any(event.seat in seats for seats in state.ruined)
            else Reason(NAME, "no_ruined_plan", ("3d",), ("C-21",), values=(("seat", seat_name(event.seat)),))
        )
    if state.phase == "declare" and kind is Declare:
        return _illegal_declaration_reason(state, event)
    if state.phase == "deal" and kind is Deal:
        return (
            None
            if Counter(event.order) == Counter(box(state.house))
            else Reason(NAME, "wrong_cards", ("1", "2"), values=(("count", len(box(state.house))),))
        )
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
            reason = _illegal_missing_reason(
                state, [*(p for each in event.combinations for p in each), *([event.on] if event.on else [])], ("3c",)
            )
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
        if pile not in state.table:
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
    table, place = table_after(state.table, event)
    return no_plan(table, place, without(state.hands[state.turn], laid.card), laid, rules, state.table)


def no_plan(
    table: tuple[Pile, ...], place: int, hand: tuple[AnyCard, ...], laid: Laid, rules: Rules, lying: Sequence[Pile]
) -> Reason:
    """A build or stack that its player cannot take; which card in his hand would do."""
    faces = table_faces(table, rules)
    instead = nearest(laid.card, lambda other: takes_now(faces, place, other, rules), rules, lying)
    return Reason(
        NAME,
        "no_plan",
        ("3",),
        ("C-20",),
        cards=(laid.card,),
        instead=instead,
        values=(("pile", table[place].safe_code), ("hand", hand)),
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
    piles = tuple(state.table[place].safe_code for place in own)
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
    piles = tuple(state.table[place].safe_code for place in sorted(needed))
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
    cards = tuple(card for place in marks for card in state.table[place].cards if is_question(card))
    return Reason(NAME, "declare_each", ("10a",), ("C-23",), cards=cards, values=(("count", len(marks)),))
