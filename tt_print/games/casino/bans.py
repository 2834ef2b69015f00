"""Casino Macedonia, bans: what a player whose build or stack lies there may still do (rule 3d; C-21, C-22)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from tt_print.deck import AnyCard, Joker
from tt_print.games.casino.events import Build, Take
from tt_print.games.casino.facts import Rules, State, numbers, rules_of
from tt_print.games.casino.laying import layings, swept, table_after, table_faces, without
from tt_print.games.casino.piles import Laid, Pile
from tt_print.games.casino.plan import has_plan
from tt_print.games.casino.takes import Face, combinations, laid_face, taker_face

NONE: frozenset[int] = frozenset()


def standing(state: State, seat: int) -> tuple[int, ...]:
    """Places of piles that this player built or stacked, and that still lie there (C-21)."""
    return tuple(place for place, seats in enumerate(state.owners) if seat in seats)


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


def _some_take(
    faces: tuple[Face, ...], card: Face, needed: frozenset[int], rules: Rules
) -> tuple[int | None, tuple[int, ...]] | None:
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


def needed_for(
    faces: tuple[Face, ...], hand: tuple[AnyCard, ...], card: AnyCard, own: tuple[int, ...], rules: Rules
) -> frozenset[int]:
    """The own piles for which there is a plan with this card in hand and none without."""
    if not own:
        return NONE
    rest = without(hand, card)
    return frozenset(
        place for place in own if has_plan(faces, place, hand, rules) and not has_plan(faces, place, rest, rules)
    )


def keeps(table: tuple[Pile, ...], event: Any, left: tuple[AnyCard, ...], needed: frozenset[int], rules: Rules) -> bool:
    """Whether a needed card serves a pile that needs it: takes one, or is a step after which `left` still can."""
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
