"""Casino Macedonia, why not: the first rule against a declaration, a build, a stack or a take, and what would do.

Everything here looks at cards and piles only, so that the judge can ask it too; whose turn it is, plans
and bans are in `legal`. The answer is a Reason, or None where nothing is against it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import islice
from typing import Any

from tt_print.deck import DECKS, AnyCard, Card, Joker
from tt_print.engine.reasons import Reason
from tt_print.games.casino.facts import NAME, Rules, numbers
from tt_print.games.casino.piles import BUILD, KINDS, STACK, Laid, Pile
from tt_print.games.casino.takes import (
    FLOATING,
    LOOSE,
    QUESTION,
    Face,
    agree,
    built,
    holds,
    laid_face,
    pile_face,
    stacked,
    taker_face,
    takes_set,
)

NEAREST = 4  # how many cards are named where one would do


def illegal_number_reason(laid: Laid, rules: Rules) -> Reason | None:
    """Declared numbers: a wild ? and a joker need one, other cards have none (9c, 10a, 11c; C-19, C-23)."""
    allowed = numbers(laid.card, rules)
    if laid.number in allowed:
        return None
    if allowed == (None,):
        return Reason(NAME, "not_declared", ("10c",) if isinstance(laid.card, Joker) else ("10a",), cards=(laid.card,))
    joker = isinstance(laid.card, Joker)
    rule, ruling = ("11c" if rules.question == "five" else "9c", "C-19") if joker else ("10a", "C-23")
    key = "undeclared" if laid.number is None else "declared_outside"
    return Reason(NAME, key, (rule,), (ruling,), cards=(laid.card,), instead=allowed, values=(("number", laid.number),))


def illegal_build_reason(laid: Laid, pile: Pile, rules: Rules, table: Sequence[Pile] = ()) -> Reason | None:
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
    laid: Laid, pile: Pile, rules: Rules, onto: Pile | None = None, table: Sequence[Pile] = ()
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


def _illegal_carrying_reason(laid: Laid, pile: Pile, onto: Pile, rules: Rules) -> Reason | None:
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
    laid: Laid, sets: Sequence[Sequence[Pile]], on: Pile | None, rules: Rules, table: Sequence[Pile] = ()
) -> Reason | None:
    """Rule 3c: one or more combinations of different piles, each of the taker's value and of one color or shape."""
    piles = [pile for each in sets for pile in each]
    if not sets or not all(sets):  # C-7: what a build is built on is not enough
        return Reason(NAME, "take_nothing", ("3c",), ("C-7",), cards=(laid.card,))
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
    laid: Laid,
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


def _illegal_joker_reason(laid: Laid, rules: Rules) -> Reason | None:
    """A joker that sweeps does nothing else (10c)."""
    if isinstance(laid.card, Joker) and rules.sweeps:
        return Reason(NAME, "joker_sweeps", ("10c",), cards=(laid.card,))
    return illegal_number_reason(laid, rules)


def _reason(
    key: str,
    rules: tuple[str, ...],
    pile: Pile,
    rulings: tuple[str, ...] = (),
    laid: Laid | None = None,
    instead: tuple[Any, ...] = (),
    **values: Any,
) -> Reason:
    named = {"pile": pile.name, **({"card": laid.name} if laid is not None else {}), **values}
    cards = pile.cards if laid is None else (laid.card, *pile.cards)
    return Reason(NAME, key, rules, rulings, cards=cards, instead=instead, values=tuple(named.items()))


def nearest(card: AnyCard, would_do: Callable[[Face], bool], rules: Rules, table: Sequence[Pile]) -> tuple[str, ...]:
    """The cards least unlike this one whose faces would do, of those that do not lie on the table."""
    if isinstance(card, Joker):
        return ()
    gone = {lying for pile in table for lying in pile.cards}
    naturals = card.is_natural and rules.question == "separate"
    for others in _by_likeness(card, "squares" if naturals else "full"):
        faces = ((other, laid_face(Laid(other), rules)) for other in others if other not in gone)
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
