"""Casino Macedonia, laying: builds and stacks on a table, and the table after them (rules 3a, 3b)."""

from __future__ import annotations

from collections.abc import Iterator

from tt_print.deck import AnyCard
from tt_print.games.casino.events import Build, Stack
from tt_print.games.casino.facts import Rules, State
from tt_print.games.casino.piles import Laid, Pile, with_build, with_stack
from tt_print.games.casino.plan import has_plan
from tt_print.games.casino.takes import Face, built, laid_face, pile_face, stacked


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


def layings(seat: int, laid: Laid, table: tuple[Pile, ...], rules: Rules) -> Iterator[Build | Stack]:
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


def planned(state: State, event: Build | Stack, rules: Rules) -> bool:
    """Whether the rest of his hand can take what the player builds or stacks (rule 3, C-20)."""
    table, place = table_after(state.table, event)
    return has_plan(table_faces(table, rules), place, without(state.hands[state.turn], event.card.card), rules)


def swept(state: State) -> tuple[int, ...]:
    """Places that a joker takes: all but spare jokers, which do not count as something to take (10c, 10d, C-24)."""
    if state.house["spare_joker"] == "swept":
        return tuple(range(len(state.table)))
    return tuple(place for place, pile in enumerate(state.table) if pile.cards[0] not in state.spare)
