"""Casino Macedonia, why not: the guards of all events, and the first rule against a declaration, a build, a stack or a take.

What looks at cards and piles only the judge can ask too; whose turn it is, plans and bans look at a state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby, islice
from typing import Any

from tt_print.deck import DECKS, AnyCard, Card, Joker
from tt_print.engine.notation import seat_name
from tt_print.engine.reasons import Reason
from tt_print.engine.rules import Guard, guarded, illegal_order_reason, wrong_player
from tt_print.games.casino import facts, takes
from tt_print.games.casino.facts import (
    Build,
    Deal,
    Declare,
    Drop,
    Pass,
    Pile,
    PlayedCard,
    Release,
    Rules,
    Stack,
    State,
    Sweep,
    Take,
)
from tt_print.games.casino.takes import FLOATING, LOOSE, QUESTION, Face, table_after, table_faces, without

NEAREST = 4  # how many cards are named where one would do


def illegal_number_reason(laid: PlayedCard, rules: Rules) -> Reason | None:
    """Declared numbers: a wild ? and a joker need one, other cards have none (9c, 10a, 11c; C-19, C-23)."""
    allowed = facts.numbers(laid.card, rules)
    if laid.number in allowed:
        return None
    if allowed == (None,):
        return facts.because("not_declared", "10c" if isinstance(laid.card, Joker) else "10a", cards=(laid.card,))
    joker = isinstance(laid.card, Joker)
    rule, ruling = ("11c" if rules.question == "five" else "9c", "C-19") if joker else ("10a", "C-23")
    key = "undeclared" if laid.number is None else "declared_outside"
    return facts.because(key, rule, rulings=(ruling,), cards=(laid.card,), instead=allowed, number=laid.number)


def illegal_build_reason(laid: PlayedCard, pile: Pile, rules: Rules, table: Sequence[Pile] = ()) -> Reason | None:
    """Rule 3a; on no stack (3b); not above the cap (3a, or 12); never with a ? that has no number (C-34)."""
    card, face = takes.laid_face(laid, rules), takes.pile_face(pile, rules)
    if takes.built(card, face, rules) is not None:
        return None
    touch = _illegal_touching_reason(pile, face) or illegal_use_reason(laid, rules)
    if touch is not None:
        return touch
    if face[3] == facts.STACK:
        return _reason("build_on_stack", pile, "3b")
    if face[0] == FLOATING:
        return _reason("floating", pile, "10a", rulings=("C-23",))
    if QUESTION in (card[0], face[0]):
        return _reason("no_number", pile, "3c8", rulings=("C-34",), laid=laid)
    instead = nearest(laid.card, lambda other: takes.built(other, face, rules) is not None, rules, (*table, pile))
    if card[0] + face[0] > rules.cap:
        rule, rulings = "12" if rules.single_take else "3a", ("C-12",) if rules.question == "five" else ()
        total = card[0] + face[0]
        return _reason("above_cap", pile, rule, rulings=rulings, laid=laid, instead=instead, total=total, cap=rules.cap)
    return _reason("no_common", pile, "3a", laid=laid, instead=instead)


def illegal_laying_reason(event: Build | Stack, rules: Rules, table: Sequence[Pile] = ()) -> Reason | None:
    """Rule 3a or 3b. A stack that is carried is built first, by house rule only (3e, C-14)."""
    laid, pile, onto = event.card, event.pile, event.onto
    if type(event) is Build:
        return illegal_build_reason(laid, pile, rules, table)
    if onto is None:
        return _illegal_stack_reason(laid, takes.laid_face(laid, rules), pile, rules, table)
    if not rules.carry:
        return _reason("not_moved", pile, "3e", rulings=("C-14",))
    reason = illegal_build_reason(laid, pile, rules)
    if reason is not None or pile == onto:
        return reason or _reason("pile_twice", pile, "3b")
    build = takes.built(takes.laid_face(laid, rules), takes.pile_face(pile, rules), rules)
    return None if build is None else _illegal_stack_reason(laid, build, onto, rules, table)


def _illegal_stack_reason(
    laid: PlayedCard, top: Face, pile: Pile, rules: Rules, table: Sequence[Pile]
) -> Reason | None:
    """Rule 3b: `top`, a card or the build that it has made, on a pile of its own value, at most the top number (C-13), that
    shares a color or shape."""
    face, is_card = takes.pile_face(pile, rules), top[3] != facts.BUILD
    if takes.stacked(top, face, rules) is not None:
        return None
    touch = _illegal_touching_reason(pile, face) or illegal_use_reason(laid, rules)
    if touch is not None:
        return touch
    if face[0] == FLOATING and is_card:
        return _reason("floating", pile, "10a", rulings=("C-23",))
    if face[0] > rules.top:
        return _reason("stack_too_high", pile, "3b", rulings=("C-13",), value=face[0], top=rules.top)
    instead: tuple[str, ...] = ()
    if is_card:
        instead = nearest(laid.card, lambda other: takes.stacked(other, face, rules) is not None, rules, (*table, pile))
    if top[0] == face[0]:
        return _reason("no_common", pile, "3b", laid=laid, instead=instead)
    value, own = str(takes.show_value(face[0])), str(takes.show_value(top[0]))
    return _reason("other_value", pile, "3b", laid=laid, instead=instead, value=value, own=own)


def illegal_take_reason(
    laid: PlayedCard, sets: Sequence[Sequence[Pile]], on: Pile | None, rules: Rules, table: Sequence[Pile] = ()
) -> Reason | None:
    """Rule 3c: one or more combinations of different piles, each of the taker's value and of one color or shape."""
    piles = [pile for each in sets for pile in each]
    if not sets or not all(sets):  # C-7: what a build is built on is not enough
        return facts.because("take_nothing", "3c", rulings=("C-7",), cards=(laid.card,))
    everything = piles + ([on] if on is not None else [])
    for pile in everything:
        if on is not None and pile == on and len(set(everything)) == 1:  # C-7: otherwise every build would take itself
            return _reason("take_itself", pile, "3c", rulings=("C-7",))
        if len(everything) > 1 and everything.count(pile) > 1:
            return _reason("pile_twice", pile, "3c")
        touch = _illegal_touching_reason(pile, takes.pile_face(pile, rules))
        if touch is not None:
            return touch
    card = takes.laid_face(laid, rules)
    if on is not None:
        if rules.single_take:
            return _reason("single_card", on, "12", rulings=("C-26",), laid=laid)
        reason = illegal_build_reason(laid, on, rules, table)
        if reason is not None:
            return reason
    under = None if on is None else takes.pile_face(on, rules)
    taker = takes.taker_face(card, under, rules)
    if taker is None:
        return illegal_use_reason(laid, rules)
    wanted = [[takes.pile_face(pile, rules) for pile in each] for each in sets]

    def would_do(other: Face) -> bool:
        face = takes.taker_face(other, under, rules)
        return face is not None and all(takes.takes_set(face, each, rules) for each in wanted)

    for each, faces in zip(sets, wanted, strict=True):
        if not takes.takes_set(taker, faces, rules):
            instead = nearest(laid.card, would_do, rules, (*table, *everything))
            return _illegal_combination_reason(laid, taker, each, faces, instead, rules)
    return None


def _illegal_combination_reason(
    laid: PlayedCard, taker: Face, piles: Sequence[Pile], faces: Sequence[Face], instead: tuple[str, ...], rules: Rules
) -> Reason:
    names = tuple(pile.name for pile in piles)
    against = partial(_reason, laid=laid, instead=instead, piles=names, own=str(takes.show_value(taker[0])))
    if any(face[0] == QUESTION for face in faces) and (len(faces) > 1 or taker[0] != QUESTION):
        return against("only_questions", piles[0], "3c8", rulings=("C-34",))
    if taker[0] == QUESTION and faces[0][0] != QUESTION:
        return against("takes_questions", piles[0], "3c8", rulings=("C-34",))
    if len(faces) > 1:
        for pile, face in zip(piles, faces, strict=True):
            if (face[3] == facts.STACK and not rules.sum_stacks) or (face[3] == facts.BUILD and not rules.sum_builds):
                return against("not_in_sums", pile, "3c", rulings=("C-8",), kind=facts.KINDS[face[3]])
    known = sum(face[0] for face in faces if face[0] > 0)
    floats = sum(face[0] == FLOATING for face in faces)
    if not known + floats <= taker[0] <= known + 4 * floats:
        key = "wrong_sum" if len(faces) > 1 else "wrong_value"
        return against(key, piles[0], "3c", value=str(takes.show_value(known)))
    colors, shapes = taker[1], taker[2]
    for face in faces:
        colors, shapes = colors | face[1], shapes | face[2]
    if takes.agree(colors, shapes) and not takes.holds(taker, colors, shapes, rules):
        return against("blob_color", piles[0], "3c", rulings=("C-9",))
    rulings = ("C-5",) if len(faces) > 1 else ()
    return against("no_common_set", piles[0], "3c", rulings=rulings)


def _illegal_touching_reason(pile: Pile, face: Face) -> Reason | None:
    """A joker without a number, dealt at the start or spare, waits for the end (9b, 10d; C-18, C-24)."""
    return _reason("untouchable", pile, "9b", "10d", rulings=("C-18", "C-24")) if face[0] == LOOSE else None


def illegal_use_reason(laid: PlayedCard, rules: Rules) -> Reason | None:
    """A joker that sweeps does nothing else (10c); other cards have the number that they are declared to be."""
    if isinstance(laid.card, Joker) and rules.sweeps:
        return facts.because("joker_sweeps", "10c", cards=(laid.card,))
    return illegal_number_reason(laid, rules)


def _reason(
    key: str, pile: Pile, *rules: str, rulings: tuple[str, ...] = (), laid: PlayedCard | None = None, **values: Any
) -> Reason:
    if laid is not None:
        values["card"] = laid.name
    cards = pile.cards if laid is None else (laid.card, *pile.cards)
    return facts.because(key, *rules, rulings=rulings, cards=cards, pile=pile.name, **values)


def nearest(card: AnyCard, would_do: Callable[[Face], bool], rules: Rules, table: Sequence[Pile]) -> tuple[str, ...]:
    """The cards least unlike this one whose faces would do, of those that do not lie on the table."""
    if isinstance(card, Joker):
        return ()
    gone = {card, *(lying for pile in table for lying in pile.cards)}

    def unlike(other: Card) -> int:
        return (other.color != card.color) + (other.shape != card.shape) + (other.number != card.number)

    deck = DECKS["squares" if card.is_natural and rules.question == "separate" else "full"]
    for _, others in groupby(sorted(deck, key=unlike), unlike):
        faces = ((other, takes.laid_face(PlayedCard(other), rules)) for other in others if other not in gone)
        # what needs no declaration has a face that says its value
        fitting = (other.safe_code for other, face in faces if face[0] >= QUESTION and would_do(face))
        if found := tuple(islice(fitting, NEAREST)):
            return found
    return ()


# ---------------------------------------------------------------- the first rule against an event


def against_play(state: State, event: Build | Stack | Take | Sweep | Drop) -> Reason | None:
    """What holds for a card of the hand, then what holds for this play of it."""
    if event.seat != state.turn:
        return wrong_player(facts.NAME, state.turn, event.seat, "4")
    rules = facts.rules_of(state.house)
    laid = PlayedCard(event.card) if isinstance(event, Sweep) else event.card
    if laid.card not in state.hands[state.turn]:
        return facts.because("not_in_hand", "3", cards=(laid.card,), instead=state.hands[state.turn])
    reason = illegal_number_reason(laid, rules)
    if reason is not None:
        return reason
    if isinstance(event, Sweep):
        return _illegal_sweep_reason(state, laid.card, rules)
    if isinstance(event, Drop):
        return _illegal_drop_reason(state, laid.card, rules)
    for pile in event.piles:
        if pile not in state.table:
            lying = tuple(other.safe_code for other in state.table)
            return facts.because("no_such_pile", RULE[type(event)], instead=lying, pile=pile.safe_code)
    left = without(state.hands[state.turn], laid.card)
    if isinstance(event, Take):
        reason = illegal_take_reason(laid, event.combinations, event.on, rules, state.table)
    else:
        reason = illegal_laying_reason(event, rules, state.table)
        reason = reason or missing_plan_reason(state.table, event, left, rules)
    return reason or _illegal_keeping_reason(state, event, left, rules)


def against_pass(state: State, event: Pass) -> Reason | None:
    """By house rule only: a drop would be the only thing, and is forbidden (C-21)."""
    if event.seat != state.turn:
        return wrong_player(facts.NAME, state.turn, event.seat, "4")
    other = None
    if state.house["forced_drop"] == "forbidden" and standing(state, state.turn) and not all_stuck(state):
        other = another_play(state)
        if other is None:
            return None
    return facts.because("no_pass", "3", rulings=("C-21",), instead=(other,) if other else ())


def against_release(state: State, event: Release) -> Reason | None:
    if any(event.seat in seats for seats in state.ruined):
        return None
    return facts.because("no_ruined_plan", "3d", rulings=("C-21",), seat=seat_name(event.seat))


def against_declaration(state: State, event: Declare) -> Reason | None:
    """One number from 1 to 4 for each ? face up, by the dealer (C-23)."""
    if event.seat != state.dealer:
        turn, seat = seat_name(state.dealer), seat_name(event.seat)
        return facts.because("wrong_player", "10a", rulings=("C-23",), turn=turn, seat=seat)
    marks = facts.question_marks(state.table)
    if len(event.numbers) == len(marks) and all(1 <= number <= 4 for number in event.numbers):
        return None
    cards = tuple(state.table[index].cards[0] for index in marks)
    return facts.because("declare_each", "10a", rulings=("C-23",), cards=cards, count=len(marks))


RULE = {Take: "3c", Build: "3a", Stack: "3b"}
PLAYS: dict[type, Guard] = dict.fromkeys((Build, Stack, Take, Sweep, Drop), against_play)
refusal = guarded(
    {
        "turn": {**PLAYS, Pass: against_pass, Release: against_release},
        "declare": {Declare: against_declaration},
        "deal": {
            Deal: lambda state, event: illegal_order_reason(facts.NAME, event.order, facts.box(state.house), "1", "2")
        },
    },
    lambda state, event: facts.because(f"now_{state.phase}", seat=seat_name(state.turn)),
)


def missing_plan_reason(
    table: tuple[Pile, ...], event: Build | Stack, hand: tuple[AnyCard, ...], rules: Rules
) -> Reason | None:
    """A build or stack that the rest of its player's hand cannot take (C-20); which card in it would do."""
    after, index = table_after(table, event)
    faces, laid = table_faces(after, rules), event.card.card
    if takes.has_plan(faces, index, hand, rules):
        return None
    instead = nearest(laid, lambda other: takes.takes_now(faces, index, other, rules), rules, table)
    key, pile = "no_plan" if hand else "no_plan_empty", after[index].safe_code
    return facts.because(key, "3", rulings=("C-20",), cards=(laid,), instead=instead, pile=pile, hand=hand)


def _illegal_sweep_reason(state: State, card: AnyCard, rules: Rules) -> Reason | None:
    if not (isinstance(card, Joker) and rules.sweeps):
        return facts.because("no_sweep", "10c", cards=(card,))
    if takes.swept(state):
        return None
    return facts.because(
        "nothing_to_sweep", "10c", "10d", rulings=("C-24",), cards=(card,), instead=(f"drop {card.safe_code}",)
    )


# ---------------------------------------------------------------- the drop ban


def _illegal_drop_reason(state: State, card: AnyCard, rules: Rules) -> Reason | None:
    """Rule 3d. Under the ban a drop needs that nothing else is possible (C-21). A joker that can sweep must."""
    if isinstance(card, Joker) and rules.sweeps and takes.swept(state):
        return facts.because("joker_sweeps", "10c", cards=(card,), instead=(f"sweep with {card.safe_code}",))
    own = standing(state, state.turn)
    if not own:
        return None
    other = another_play(state)
    if other is None and (state.house["forced_drop"] == "allowed" or all_stuck(state)):
        return None
    piles = tuple(state.table[index].safe_code for index in own)
    return facts.because("drop_ban", "3d", rulings=("C-21",), cards=(card,), instead=(other or "pass",), piles=piles)


# ---------------------------------------------------------------- keeping the planned card (C-22)


def _illegal_keeping_reason(
    state: State, event: Take | Build | Stack, left: tuple[AnyCard, ...], rules: Rules
) -> Reason | None:
    """By house rule a card without which no plan for an own pile is left may only serve that plan (C-22)."""
    if not state.house["keep_plan"]:
        return None
    own = standing(state, state.turn)
    needed = needed_for(table_faces(state.table, rules), state.hands[state.turn], event.card.card, own, rules)
    if keeps(state.table, event, left, needed, rules):
        return None
    piles = tuple(state.table[index].safe_code for index in sorted(needed))
    return facts.because("kept_card", "3d", rulings=("C-22",), cards=(event.card.card,), piles=piles)


# ---------------------------------------------------------------- bans: what a player whose build or stack lies there may still do (rule 3d; C-21, C-22)


def standing(state: State, seat: int) -> tuple[int, ...]:
    """Places of piles that this player built or stacked, and that still lie there (C-21)."""
    return tuple([index for index, seats in enumerate(state.owners) if seat in seats])


def all_stuck(state: State) -> bool:
    """Everyone who still has cards has passed in a row. Then a drop is allowed, or the deal would not end (C-21)."""
    return state.passes >= sum(map(bool, state.hands))


def another_play(state: State) -> str | None:
    """Some take, build or stack of the player to move, in words; None when there is none."""
    rules, hand, table = facts.rules_of(state.house), state.hands[state.turn], state.table
    kept = standing(state, state.turn) if state.house["keep_plan"] else ()
    faces = table_faces(table, rules)
    for laid in facts.played_cards(hand, rules):
        if isinstance(laid.card, Joker) and rules.sweeps:
            if takes.swept(state):
                return f"sweep with {laid.card.safe_code}"
            continue
        needed, card = needed_for(faces, hand, laid.card, kept, rules), takes.laid_face(laid, rules)
        for on in (None, *range(len(faces))):
            musts = [index for index in needed if index != on] if needed and on not in needed else [None]
            for must in musts:
                for found in takes.takes_with(card, on, faces, rules, must):
                    piles = " ".join(table[index].safe_code for index in found)
                    return f"take {piles} with {laid.safe_code}" + ("" if on is None else f" on {table[on].safe_code}")
    for laid in facts.played_cards(hand, rules):
        left = without(hand, laid.card)
        needed = needed_for(faces, hand, laid.card, kept, rules)
        for event in takes.planned_layings(0, laid, table, left, rules):
            if keeps(table, event, left, needed, rules):
                return f"{'build' if type(event) is Build else 'stack'} {laid.safe_code} on {event.pile.safe_code}"
    return None


def needed_for(
    faces: tuple[Face, ...], hand: tuple[AnyCard, ...], card: AnyCard, own: tuple[int, ...], rules: Rules
) -> frozenset[int]:
    """The own piles for which there is a plan with this card in hand and none without."""
    if not own:
        return frozenset()
    rest = without(hand, card)
    return frozenset(
        index
        for index in own
        if takes.has_plan(faces, index, hand, rules) and not takes.has_plan(faces, index, rest, rules)
    )


def keeps(
    table: tuple[Pile, ...],
    event: Take | Build | Stack,
    left: tuple[AnyCard, ...],
    needed: frozenset[int],
    rules: Rules,
) -> bool:
    """Whether a needed card serves a pile that needs it: takes one, or is a step after which `left` still can."""
    if not needed:
        return True
    if isinstance(event, Take):
        return any(table[index] in event.piles for index in needed)
    after, index = table_after(table, event)
    faces = table_faces(after, rules)
    for old in needed:
        new = index if table[old] in event.piles else after.index(table[old])
        if not takes.has_plan(faces, new, left, rules):
            return False
    return True
