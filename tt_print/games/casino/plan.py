"""Casino Macedonia, plans: the table after a build or a stack, and can its player take that pile (rule 3, C-20)?

A plan is some builds and stacks, then a take that includes the pile. Takes on the way cannot help: they
only remove. Where every combination shares one value (C-5), all cards of a plan that matter share it too,
because each of them ends in the combination with the pile or in its taker; so each value is searched
alone, among the few piles and cards that fit it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from tt_print.deck import AnyCard, Joker
from tt_print.games.casino.facts import Build, Rules, Stack, State, numbers
from tt_print.games.casino.piles import BUILD, STACK, Pile, PlayedCard, with_build, with_stack
from tt_print.games.casino.takes import (
    FLOATING,
    Face,
    built,
    card_face,
    combinations,
    laid_face,
    laid_on,
    pile_face,
    stacked,
    taker_face,
)

BITS = (1, 2, 4, 8)
Options = tuple[Face, ...]  # a card from the hand: one face for each number that it may be
Place = tuple[
    int, int | None, Face
]  # on which pile, carried onto which other one, and the face of what then lies there


@lru_cache(maxsize=4096)
def hand_options(cards: tuple[AnyCard, ...], rules: Rules) -> tuple[Options, ...]:
    """For each card, in the order of their faces, which hands with the same cards share."""
    return tuple(sorted(tuple(card_face(card, number, rules) for number in numbers(card, rules)) for card in cards))


def has_plan(faces: Sequence[Face], index: int, hand: Sequence[AnyCard], rules: Rules) -> bool:
    """Can `hand` take the pile at `index` of `faces`, if nobody else plays? (`plan_check`, C-20.)

    Under `trust` nothing is checked. A joker that sweeps takes every pile (10c).
    """
    return rules.plan == "trust" or shown_plan(faces, index, hand, rules)


def shown_plan(faces: Sequence[Face], index: int, hand: Sequence[AnyCard], rules: Rules) -> bool:
    """As `has_plan`, but a trusted player has to show it too: so it is when a plan is ruined (C-21)."""
    if not hand:
        return False
    if rules.sweeps and any(isinstance(card, Joker) for card in hand):
        return True
    others = [face for number, face in enumerate(faces) if number != index and face[0] >= FLOATING]
    if len(others) > 1:
        others.sort()
    return _find(faces[index], tuple(others), hand_options(tuple(hand), rules), rules)


def takes_now(faces: Sequence[Face], index: int, card: Face, rules: Rules) -> bool:
    """Whether one more card takes the pile at once (`one_step`)."""
    return _takes(faces[index], tuple(face for number, face in enumerate(faces) if number != index), card, rules)


@lru_cache(maxsize=1 << 15)
def _find(pile: Face, others: tuple[Face, ...], hand: tuple[Options, ...], rules: Rules) -> bool:
    depth = 1 if rules.plan == "one_step" else len(hand)
    if rules.each_matches:
        return _search(pile, others, hand, rules, depth)
    return any(
        _search(
            pile,
            tuple(face for face in others if not face[variable] & ~bit),
            tuple(card for card in hand if not card[0][variable] & ~bit),
            rules,
            depth,
        )
        for variable in (1, 2)
        for bit in BITS
        if not pile[variable] & ~bit
    )


@lru_cache(maxsize=1 << 16)
def _search(pile: Face, others: tuple[Face, ...], hand: tuple[Options, ...], rules: Rules, depth: int) -> bool:
    """A take now, or after one more card is laid."""
    if any(_takes(pile, others, face, rules) for card in dict.fromkeys(hand) for face in card):
        return True
    if depth < 2 or len(hand) < 2:
        return False
    for number, card in enumerate(hand):
        if card in hand[:number]:
            continue
        rest = hand[:number] + hand[number + 1 :]
        for face in card:
            for after, left in _laid(pile, others, face, rules):
                if _search(after, left, rest, rules, depth - 1):
                    return True
    return False


def _takes(pile: Face, others: tuple[Face, ...], card: Face, rules: Rules) -> bool:
    """Whether this card takes the pile at once: alone, built on it, or built on another (3c, example 4)."""
    table = (pile, *others)
    if _any(combinations(card, table, rules, must=0)):
        return True
    if rules.single_take:
        return False
    taker = taker_face(card, pile, rules)
    if taker is not None and _any(combinations(taker, others, rules)):
        return True
    for number, other in enumerate(others):
        taker = taker_face(card, other, rules)
        rest = (pile, *others[:number], *others[number + 1 :])
        if taker is not None and _any(combinations(taker, rest, rules, must=0)):
            return True
    return False


def _laid(pile: Face, others: tuple[Face, ...], card: Face, rules: Rules) -> Iterable[tuple[Face, tuple[Face, ...]]]:
    """The pile and the others after one build or stack, on it or on another."""
    for after in (built(card, pile, rules), stacked(card, pile, rules)):
        if after is not None:
            yield after, others
    for number, other in enumerate(others):
        if other in others[:number]:
            continue
        rest = others[:number] + others[number + 1 :]
        for after in (built(card, other, rules), stacked(card, other, rules)):
            if after is not None:
                yield pile, tuple(sorted((*rest, after)))
        if rules.carry:  # C-14
            for after in (_carried(card, other, pile, rules), _carried(card, pile, other, rules)):
                if after is not None:
                    yield after, rest
            for second, onto in enumerate(rest):
                after = _carried(card, other, onto, rules)
                if after is not None:
                    yield pile, tuple(sorted((*rest[:second], *rest[second + 1 :], after)))


def _carried(card: Face, pile: Face, onto: Face, rules: Rules) -> Face | None:
    build = None if pile[3] == STACK else built(card, pile, rules)
    return None if build is None else stacked(build, onto, rules)


def _any(found: Iterable[object]) -> bool:
    return next(iter(found), None) is not None


# ---------------------------------------------------------------- builds and stacks on a table (rules 3a, 3b)


def table_faces(table: tuple[Pile, ...], rules: Rules) -> tuple[Face, ...]:
    return tuple([pile.face or pile_face(pile, rules) for pile in table])


def table_after(table: tuple[Pile, ...], event: Build | Stack) -> tuple[tuple[Pile, ...], int]:
    """The table with a card built or stacked, and where it now lies."""
    index = _place(table, event.pile)
    if type(event) is Stack and event.onto is not None:  # C-14
        under = table.index(event.onto)
        carried = Pile((*event.onto.units, (*event.pile.units[0], event.card)))
        after = tuple(carried if number == under else pile for number, pile in enumerate(table) if number != index)
        return after, under - (index < under)
    new = (with_build if type(event) is Build else with_stack)(event.pile, event.card)
    return table[:index] + (new,) + table[index + 1 :], index


def without(hand: tuple[AnyCard, ...], card: AnyCard) -> tuple[AnyCard, ...]:
    index = hand.index(card)
    return hand[:index] + hand[index + 1 :]


def layings(seat: int, laid: PlayedCard, table: tuple[Pile, ...], rules: Rules) -> Iterator[Build | Stack]:
    """Every build and stack of a card that its cards allow, plan or not, pile by pile."""
    for place in places(laid_face(laid, rules), table_faces(table, rules), rules):
        yield laying(seat, laid, table, place)


def places(card: Face, faces: Sequence[Face], rules: Rules) -> list[Place]:
    """The same as places on the table."""
    found: list[Place] = []
    for index, pile in enumerate(faces):
        for face in laid_on(card, pile, rules):
            found.append((index, None, face))
        if rules.carry and (build := built(card, pile, rules)) is not None:
            for onto, under in enumerate(faces):
                if onto != index and (carried := stacked(build, under, rules)) is not None:
                    found.append((index, onto, carried))
    return found


def laying(seat: int, laid: PlayedCard, table: tuple[Pile, ...], place: Place) -> Build | Stack:
    """A card laid on this place of a table."""
    index, onto, face = place
    if face[3] == BUILD:
        return Build(seat, laid, table[index])
    return Stack(seat, laid, table[index], None if onto is None else table[onto])


def planned_at(place: Place, faces: Sequence[Face], hand: Sequence[AnyCard], rules: Rules) -> bool:
    """Whether the rest of a hand can take what its player lays on this place (rule 3, C-20)."""
    index, onto, face = place
    after = list(faces)
    after[index if onto is None else onto] = face
    if onto is None:
        return has_plan(after, index, hand, rules)
    del after[index]  # C-14
    return has_plan(after, onto - (index < onto), hand, rules)


def planned(state: State, event: Build | Stack, rules: Rules) -> bool:
    """Whether the rest of their hand can take what the player builds or stacks (rule 3, C-20)."""
    hand = without(state.hands[state.turn], event.card.card)
    if type(event) is Stack and event.onto is not None:
        table, index = table_after(state.table, event)
        return has_plan(table_faces(table, rules), index, hand, rules)
    index = _place(state.table, event.pile)
    faces = table_faces(state.table, rules)
    laid = (built if type(event) is Build else stacked)(laid_face(event.card, rules), faces[index], rules)
    return laid is not None and planned_at((index, None, laid), faces, hand, rules)


def _place(table: tuple[Pile, ...], pile: Pile) -> int:
    """Where it lies; first by looking for the very same, because to compare piles takes long."""
    for index, lying in enumerate(table):
        if lying is pile:
            return index
    return table.index(pile)


def lies_on(table: tuple[Pile, ...], pile: Pile) -> bool:
    for lying in table:
        if lying is pile:
            return True
    return pile in table


def swept(state: State) -> tuple[int, ...]:
    """Places that a joker takes: all but spare jokers, which do not count as something to take (10c, 10d, C-24)."""
    if state.house["spare_joker"] == "swept":
        return tuple(range(len(state.table)))
    return tuple(index for index, pile in enumerate(state.table) if pile.cards[0] not in state.spare)
