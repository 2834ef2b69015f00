"""Casino Macedonia, why not: the guards of all events, and the first rule against a declaration, a build, a stack or a take.

What looks at cards and piles only the judge can ask too; whose turn it is, plans and bans look at a state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from tt_print.deck import DECKS, AnyCard, Card, Joker
from tt_print.engine.notation import seat_name
from tt_print.engine.reasons import Reason
from tt_print.engine.rules import Guard, guarded, illegal_order_reason, wrong_player
from tt_print.games.casino.facts import (
    NAME,
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
    because,
    box,
    is_question,
    numbers,
    question_marks,
    rules_of,
)
from tt_print.games.casino.piles import BUILD, KINDS, STACK, Pile, PlayedCard
from tt_print.games.casino.plan import (
    has_plan,
    layings,
    lies_on,
    planned,
    swept,
    table_after,
    table_faces,
    takes_now,
    without,
)
from tt_print.games.casino.takes import (
    FLOATING,
    LOOSE,
    QUESTION,
    Face,
    agree,
    built,
    combinations,
    holds,
    laid_face,
    pile_face,
    stacked,
    taker_face,
    takes_set,
)

if TYPE_CHECKING:
    pass

NEAREST = 4  # how many cards are named where one would do


def illegal_number_reason(laid: PlayedCard, rules: Rules) -> Reason | None:
    """Declared numbers: a wild ? and a joker need one, other cards have none (9c, 10a, 11c; C-19, C-23)."""
    allowed = numbers(laid.card, rules)
    if laid.number in allowed:
        return None
    if allowed == (None,):
        return because("not_declared", "10c" if isinstance(laid.card, Joker) else "10a", cards=(laid.card,))
    joker = isinstance(laid.card, Joker)
    rule, ruling = ("11c" if rules.question == "five" else "9c", "C-19") if joker else ("10a", "C-23")
    key = "undeclared" if laid.number is None else "declared_outside"
    return because(key, rule, rulings=(ruling,), cards=(laid.card,), instead=allowed, number=laid.number)


def illegal_build_reason(laid: PlayedCard, pile: Pile, rules: Rules, table: Sequence[Pile] = ()) -> Reason | None:
    """Rule 3a; on no stack (3b); not above the cap (3a, or 12); never with a ? that has no number (C-34)."""
    card, face = laid_face(laid, rules), pile_face(pile, rules)
    if built(card, face, rules) is not None:
        return None
    touch = _illegal_touching_reason(pile, face) or _illegal_joker_reason(laid, rules)
    if touch is not None:
        return touch
    if face[3] == STACK:
        return _reason("build_on_stack", ("3b",), pile)
    if face[0] == FLOATING:
        return _reason("floating", ("10a",), pile, rulings=("C-23",))
    if QUESTION in (card[0], face[0]):
        return _reason("no_number", ("3c8",), pile, rulings=("C-34",), laid=laid)
    instead = nearest(laid.card, lambda other: built(other, face, rules) is not None, rules, (*table, pile))
    if card[0] + face[0] > rules.cap:
        return _reason(
            "above_cap",
            ("12",) if rules.single_take else ("3a",),
            pile,
            laid=laid,
            instead=instead,
            rulings=("C-12",) if rules.question == "five" else (),
            total=card[0] + face[0],
            cap=rules.cap,
        )
    return _reason("no_common", ("3a",), pile, laid=laid, instead=instead)


def illegal_stack_reason(
    laid: PlayedCard, pile: Pile, rules: Rules, onto: Pile | None = None, table: Sequence[Pile] = ()
) -> Reason | None:
    """Rule 3b: a card on a pile of its own value, at most the top number (C-13), that shares a color or shape.

    With `onto`, the card is built on `pile` and both go onto the third, by house rule only (3e, C-14).
    """
    card, face = laid_face(laid, rules), pile_face(pile, rules)
    if onto is not None:
        return _illegal_carrying_reason(laid, pile, onto, rules)
    if stacked(card, face, rules) is not None:
        return None
    touch = _illegal_touching_reason(pile, face) or _illegal_joker_reason(laid, rules)
    if touch is not None:
        return touch
    if face[0] == FLOATING:
        return _reason("floating", ("10a",), pile, rulings=("C-23",))
    if face[0] > rules.top:
        return _reason("stack_too_high", ("3b",), pile, rulings=("C-13",), value=face[0], top=rules.top)
    instead = nearest(laid.card, lambda other: stacked(other, face, rules) is not None, rules, (*table, pile))
    if card[0] != face[0]:
        return _reason(
            "other_value", ("3b",), pile, laid=laid, instead=instead, value=_value(face[0]), own=_value(card[0])
        )
    return _reason("no_common", ("3b",), pile, laid=laid, instead=instead)


def _illegal_carrying_reason(laid: PlayedCard, pile: Pile, onto: Pile, rules: Rules) -> Reason | None:
    if not rules.carry:
        return _reason("not_moved", ("3e",), pile, rulings=("C-14",))
    reason = illegal_build_reason(laid, pile, rules)
    if reason is not None or pile == onto:
        return reason or _reason("pile_twice", ("3b",), pile)
    card, face, under = laid_face(laid, rules), pile_face(pile, rules), pile_face(onto, rules)
    build = built(card, face, rules)
    if build is None or stacked(build, under, rules) is not None:
        return None
    touch = _illegal_touching_reason(onto, under)
    if touch is not None:
        return touch
    if under[0] > rules.top:
        return _reason("stack_too_high", ("3b",), onto, rulings=("C-13",), value=under[0], top=rules.top)
    if build[0] != under[0]:
        return _reason("other_value", ("3b",), onto, laid=laid, value=_value(under[0]), own=_value(build[0]))
    return _reason("no_common", ("3b",), onto, laid=laid)


def illegal_take_reason(
    laid: PlayedCard, sets: Sequence[Sequence[Pile]], on: Pile | None, rules: Rules, table: Sequence[Pile] = ()
) -> Reason | None:
    """Rule 3c: one or more combinations of different piles, each of the taker's value and of one color or shape."""
    piles = [pile for each in sets for pile in each]
    if not sets or not all(sets):  # C-7: what a build is built on is not enough
        return because("take_nothing", "3c", rulings=("C-7",), cards=(laid.card,))
    everything = piles + ([on] if on is not None else [])
    for pile in everything:
        if on is not None and pile == on and len(set(everything)) == 1:  # C-7: otherwise every build would take itself
            return _reason("take_itself", ("3c",), pile, rulings=("C-7",))
        if len(everything) > 1 and everything.count(pile) > 1:
            return _reason("pile_twice", ("3c",), pile)
        touch = _illegal_touching_reason(pile, pile_face(pile, rules))
        if touch is not None:
            return touch
    card = laid_face(laid, rules)
    if on is not None:
        if rules.single_take:
            return _reason("single_card", ("12",), on, rulings=("C-26",), laid=laid)
        reason = illegal_build_reason(laid, on, rules, table)
        if reason is not None:
            return reason
    taker = taker_face(card, None if on is None else pile_face(on, rules), rules)
    if taker is None:
        return _illegal_joker_reason(laid, rules)
    for each in sets:
        if not takes_set(taker, [pile_face(pile, rules) for pile in each], rules):
            return _illegal_combination_reason(laid, taker, each, sets, on, rules, table)
    return None


def _illegal_combination_reason(
    laid: PlayedCard,
    taker: Face,
    piles: Sequence[Pile],
    sets: Sequence[Sequence[Pile]],
    on: Pile | None,
    rules: Rules,
    table: Sequence[Pile],
) -> Reason:
    faces = [pile_face(pile, rules) for pile in piles]
    wanted = [[pile_face(pile, rules) for pile in each] for each in sets]
    under = None if on is None else pile_face(on, rules)

    def would_do(other: Face) -> bool:
        face = taker_face(other, under, rules)
        return face is not None and all(takes_set(face, each, rules) for each in wanted)

    lying = [*table, *(pile for each in sets for pile in each), *((on,) if on is not None else ())]
    instead = nearest(laid.card, would_do, rules, lying)
    names = tuple(pile.name for pile in piles)
    how: dict[str, Any] = {"laid": laid, "instead": instead, "piles": names, "own": _value(taker[0])}
    if any(face[0] == QUESTION for face in faces) and (len(faces) > 1 or taker[0] != QUESTION):
        return _reason("only_questions", ("3c8",), piles[0], rulings=("C-34",), **how)
    if taker[0] == QUESTION and faces[0][0] != QUESTION:
        return _reason("takes_questions", ("3c8",), piles[0], rulings=("C-34",), **how)
    if len(faces) > 1:
        for pile, face in zip(piles, faces, strict=True):
            if (face[3] == STACK and not rules.sum_stacks) or (face[3] == BUILD and not rules.sum_builds):
                return _reason("not_in_sums", ("3c",), pile, rulings=("C-8",), kind=KINDS[face[3]], **how)
    known = sum(face[0] for face in faces if face[0] > 0)
    floats = sum(face[0] == FLOATING for face in faces)
    if not known + floats <= taker[0] <= known + 4 * floats:
        return _reason("wrong_sum" if len(faces) > 1 else "wrong_value", ("3c",), piles[0], value=_value(known), **how)
    colors, shapes = taker[1], taker[2]
    for face in faces:
        colors, shapes = colors | face[1], shapes | face[2]
    if agree(colors, shapes) and not holds(taker, colors, shapes, rules):
        return _reason("blob_color", ("3c",), piles[0], rulings=("C-9",), **how)
    rulings = ("C-5",) if len(faces) > 1 else ()
    return _reason("no_common_set", ("3c",), piles[0], rulings=rulings, **how)


def _illegal_touching_reason(pile: Pile, face: Face) -> Reason | None:
    """A joker without a number, dealt at the start or spare, waits for the end (9b, 10d; C-18, C-24)."""
    return _reason("untouchable", ("9b", "10d"), pile, rulings=("C-18", "C-24")) if face[0] == LOOSE else None


def _illegal_joker_reason(laid: PlayedCard, rules: Rules) -> Reason | None:
    """A joker that sweeps does nothing else (10c)."""
    if isinstance(laid.card, Joker) and rules.sweeps:
        return because("joker_sweeps", "10c", cards=(laid.card,))
    return illegal_number_reason(laid, rules)


def _reason(
    key: str,
    rules: tuple[str, ...],
    pile: Pile,
    rulings: tuple[str, ...] = (),
    laid: PlayedCard | None = None,
    instead: tuple[Any, ...] = (),
    **values: Any,
) -> Reason:
    if laid is not None:
        values["card"] = laid.name
    cards = pile.cards if laid is None else (laid.card, *pile.cards)
    return because(key, *rules, rulings=rulings, cards=cards, instead=instead, pile=pile.name, **values)


def nearest(card: AnyCard, would_do: Callable[[Face], bool], rules: Rules, table: Sequence[Pile]) -> tuple[str, ...]:
    """The cards least unlike this one whose faces would do, of those that do not lie on the table."""
    if isinstance(card, Joker):
        return ()
    gone = {lying for pile in table for lying in pile.cards}
    naturals = card.is_natural and rules.question == "separate"
    for others in _by_likeness(card, "squares" if naturals else "full"):
        faces = ((other, laid_face(PlayedCard(other), rules)) for other in others if other not in gone)
        # what needs no declaration has a face that says its value
        fitting = (other.safe_code for other, face in faces if face[0] >= QUESTION and would_do(face))
        if found := tuple(islice(fitting, NEAREST)):
            return found
    return ()


@cache
def _by_likeness(card: Card, deck: str) -> tuple[tuple[Card, ...], ...]:
    """The other cards of a deck: those that differ in one variable, in two, in three."""
    rows: tuple[list[Card], ...] = ([], [], [])
    for other in DECKS[deck]:
        if other != card:
            steps = (other.color != card.color) + (other.shape != card.shape) + (other.number != card.number)
            rows[steps - 1].append(other)
    return tuple(map(tuple, rows))


def _value(value: int) -> str:
    return "?" if value == QUESTION else str(value)


# ---------------------------------------------------------------- the first rule against an event


def against_play(state: State, event: Any) -> Reason | None:
    """What holds for a card of the hand, then what holds for this play of it."""
    if event.seat != state.turn:
        return wrong_player(NAME, state.turn, event.seat, "4")
    rules = rules_of(state.house)
    laid = PlayedCard(event.card) if type(event) is Sweep else event.card
    if laid.card not in state.hands[state.turn]:
        return because("not_in_hand", "3", cards=(laid.card,), instead=state.hands[state.turn])
    reason = illegal_number_reason(laid, rules)
    if reason is not None:
        return reason
    match event:
        case Take():
            piles = list(chain(*event.combinations))
            if event.on is not None:
                piles.append(event.on)
            reason = _illegal_missing_reason(state, piles, "3c")
            reason = reason or illegal_take_reason(laid, event.combinations, event.on, rules, state.table)
        case Build() | Stack():
            reason = _illegal_laying_reason(state, event, laid, rules)
        case Sweep():
            return _illegal_sweep_reason(state, laid.card, rules)
        case Drop():
            return _illegal_drop_reason(state, laid.card, rules)
    return reason or _illegal_use_reason(state, event, rules)


def against_pass(state: State, event: Pass) -> Reason | None:
    """By house rule only: a drop would be the only thing, and is forbidden (C-21)."""
    if event.seat != state.turn:
        return wrong_player(NAME, state.turn, event.seat, "4")
    other = None
    if state.house["forced_drop"] == "forbidden" and standing(state, state.turn) and not all_stuck(state):
        other = another_play(state)
        if other is None:
            return None
    return because("no_pass", "3", rulings=("C-21",), instead=(other,) if other else ())


def against_release(state: State, event: Release) -> Reason | None:
    if any(event.seat in seats for seats in state.ruined):
        return None
    return because("no_ruined_plan", "3d", rulings=("C-21",), seat=seat_name(event.seat))


def against_declaration(state: State, event: Declare) -> Reason | None:
    """One number from 1 to 4 for each ? face up, by the dealer (C-23)."""
    if event.seat != state.dealer:
        turn, seat = seat_name(state.dealer), seat_name(event.seat)
        return because("wrong_player", "10a", rulings=("C-23",), turn=turn, seat=seat)
    marks = question_marks(state.table)
    if len(event.numbers) == len(marks) and all(1 <= number <= 4 for number in event.numbers):
        return None
    cards = tuple(card for index in marks for card in state.table[index].cards if is_question(card))
    return because("declare_each", "10a", rulings=("C-23",), cards=cards, count=len(marks))


PLAYS: dict[type, Guard] = dict.fromkeys((Build, Stack, Take, Sweep, Drop), against_play)
refusal = guarded(
    {
        "turn": {**PLAYS, Pass: against_pass, Release: against_release},
        "declare": {Declare: against_declaration},
        "deal": {Deal: lambda state, event: illegal_order_reason(NAME, event.order, box(state.house), "1", "2")},
    },
    lambda state, event: because(f"now_{state.phase}", seat=seat_name(state.turn)),
)


def _illegal_missing_reason(state: State, piles: list[Pile], rule: str) -> Reason | None:
    for pile in piles:
        if not lies_on(state.table, pile):
            lying = tuple(other.safe_code for other in state.table)
            return because("no_such_pile", rule, instead=lying, pile=pile.safe_code)
    return None


def _illegal_laying_reason(state: State, event: Build | Stack, laid: PlayedCard, rules: Rules) -> Reason | None:
    """A build or a stack: by its cards, then by its plan."""
    onto = event.onto if type(event) is Stack else None
    rule = "3a" if type(event) is Build else "3b"
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
    table: tuple[Pile, ...],
    index: int,
    hand: tuple[AnyCard, ...],
    laid: PlayedCard,
    rules: Rules,
    lying: Sequence[Pile],
) -> Reason:
    """A build or stack that its player cannot take; which card in their hand would do."""
    faces = table_faces(table, rules)
    instead = nearest(laid.card, lambda other: takes_now(faces, index, other, rules), rules, lying)
    return because(
        "no_plan" if hand else "no_plan_empty",
        "3",
        rulings=("C-20",),
        cards=(laid.card,),
        instead=instead,
        pile=table[index].safe_code,
        hand=hand,
    )


def _illegal_sweep_reason(state: State, card: AnyCard, rules: Rules) -> Reason | None:
    if not (isinstance(card, Joker) and rules.sweeps):
        return because("no_sweep", "10c", cards=(card,))
    if swept(state):
        return None
    return because(
        "nothing_to_sweep", "10c", "10d", rulings=("C-24",), cards=(card,), instead=(f"drop {card.safe_code}",)
    )


# ---------------------------------------------------------------- the drop ban


def _illegal_drop_reason(state: State, card: AnyCard, rules: Rules) -> Reason | None:
    """Rule 3d. Under the ban a drop needs that nothing else is possible (C-21). A joker that can sweep must."""
    if isinstance(card, Joker) and rules.sweeps and swept(state):
        return because("joker_sweeps", "10c", cards=(card,), instead=(f"sweep with {card.safe_code}",))
    own = standing(state, state.turn)
    if not own:
        return None
    other = another_play(state)
    if other is None and (state.house["forced_drop"] == "allowed" or all_stuck(state)):
        return None
    piles = tuple(state.table[index].safe_code for index in own)
    return because("drop_ban", "3d", rulings=("C-21",), cards=(card,), instead=(other or "pass",), piles=piles)


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
    return because("kept_card", "3d", rulings=("C-22",), cards=(event.card.card,), piles=piles)


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
            laid = PlayedCard(card, number)
            found = _some_take(faces, laid_face(laid, rules), needed, rules)
            if found is not None:
                on, indexes = found
                piles = " ".join(table[index].safe_code for index in indexes)
                return f"take {piles} with {laid.safe_code}" + ("" if on is None else f" on {table[on].safe_code}")
    for card in hand:
        needed = needed_for(faces, hand, card, kept, rules)
        for number in numbers(card, rules):
            for event in layings(0, PlayedCard(card, number), table, rules):
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
