"""Casino Macedonia, apply: what an event makes of a state."""

from __future__ import annotations

from tt_print.deck import AnyCard, Joker
from tt_print.games.casino.deal import deal_cards, deal_hand
from tt_print.games.casino.facts import (
    Build,
    Deal,
    Declare,
    Drop,
    Event,
    Pass,
    Release,
    Stack,
    State,
    Sweep,
    Take,
    left_of,
    question_marks,
    rules_of,
)
from tt_print.games.casino.piles import Laid, Pile, single
from tt_print.games.casino.plan import shown_plan, swept, table_after, table_faces, without
from tt_print.games.casino.score import end_hand
from tt_print.records import copier, replace

Owners = tuple[tuple[int, ...], ...]  # by pile, the seats

captured_by = copier(State, "captured", "last_taker")
with_table = copier(State, "turn", "hands", "table", "owners", "ruined", "passes")


def advance(state: State, event: Event) -> State:
    """The state after a legal event."""
    match event:
        case Take():
            return take(state, event)
        case Build() | Stack():
            return lay(state, event)
        case Drop():
            return drop(state, event)
        case Sweep():
            return capture(state, event.card, swept(state))
        case Release():
            return release(state, event)
        case Pass():
            nothing = ((),) * len(state.table)
            return pass_on(state, state.hands, state.table, state.owners, nothing, passes=state.passes + 1)
        case Deal():
            return deal_hand(state, event)
        case Declare():
            return declare(state, event)


def take(state: State, event: Take) -> State:
    """The card, what it was built on, and all piles of all combinations (rule 3c)."""
    piles = {pile for each in event.combinations for pile in each} | ({event.on} if event.on is not None else set())
    return capture(state, event.card.card, tuple(index for index, pile in enumerate(state.table) if pile in piles))


def capture(state: State, card: AnyCard, indexes: tuple[int, ...]) -> State:
    """A legal match takes itself too; whoever takes is the last taker until the next does (rules 3c, 6, 10c)."""
    seat = state.turn
    won = [card]
    for index in indexes:
        won.extend(state.table[index].cards)
    captured = state.captured[:seat] + ((*state.captured[seat], *won),) + state.captured[seat + 1 :]
    kept = [index for index in range(len(state.table)) if index not in indexes]
    after = captured_by(state, captured=captured, last_taker=seat)
    return played(
        after, card, tuple([state.table[index] for index in kept]), tuple([state.owners[index] for index in kept])
    )


def lay(state: State, event: Build | Stack) -> State:
    """The card on its pile, which is now theirs too (rules 3a, 3b, C-17); and whose plan that ruins (C-21)."""
    table, index = table_after(state.table, event)
    before = dict(zip(state.table, state.owners, strict=True))
    onto = event.onto if isinstance(event, Stack) else None
    joined = [before[event.pile], () if onto is None else before[onto], (event.seat,)]
    both = tuple(sorted({seat for seats in joined for seat in seats}))
    owners = tuple(both if number == index else before[pile] for number, pile in enumerate(table))
    ruined = tuple(ruined_plans(state, event, table, number, seats) for number, seats in enumerate(owners))
    return played(state, event.card.card, table, owners, ruined)


def ruined_plans(
    state: State, event: Build | Stack, table: tuple[Pile, ...], index: int, seats: tuple[int, ...]
) -> tuple[int, ...]:
    """Other players who could take their pile, now at `index`, before this play and cannot after it (rule 3d, C-21)."""
    rules = rules_of(state.house)
    if seats in ((), (event.seat,)):
        return ()
    changed = (event.pile, getattr(event, "onto", None))
    found = []
    for seat in seats:
        if seat == event.seat or not state.hands[seat]:
            continue
        old = [
            number
            for number, pile in enumerate(state.table)
            if seat in state.owners[number]
            and (pile == table[index] or (pile in changed and table[index] not in state.table))
        ]
        planned = any(shown_plan(table_faces(state.table, rules), number, state.hands[seat], rules) for number in old)
        if planned and not shown_plan(table_faces(table, rules), index, state.hands[seat], rules):
            found.append(seat)
    return tuple(found)


def drop(state: State, event: Drop) -> State:
    """A new pile (rule 3d). A joker that could have swept and found nothing is spare from now on (10c, C-24)."""
    card = event.card.card
    if isinstance(card, Joker) and event.card.number is None:
        state = replace(state, spare=(*state.spare, card))
    return played(state, card, (*state.table, single(event.card)), (*state.owners, ()))


def release(state: State, event: Release) -> State:
    """Piles whose plan was ruined no longer keep them from dropping (rule 3d, C-21)."""
    owners = tuple(
        tuple(seat for seat in seats if not (seat == event.seat and seat in ruined))
        for seats, ruined in zip(state.owners, state.ruined, strict=True)
    )
    ruined = tuple(tuple(seat for seat in seats if seat != event.seat) for seats in state.ruined)
    return replace(state, owners=owners, ruined=ruined)


def declare(state: State, event: Declare) -> State:
    """The first cards' ?s have their numbers (10a, C-23)."""
    table = list(state.table)
    for index, number in zip(question_marks(state.table), event.numbers, strict=True):
        table[index] = single(Laid(table[index].cards[0], number))
    return replace(state, phase="turn", table=tuple(table))


def played(state: State, card: AnyCard, table: tuple[Pile, ...], owners: Owners, ruined: Owners | None = None) -> State:
    """The card has left the hand. A ruined plan could only be shown at once, so that is over (rule 3d)."""
    seat = state.turn
    hands = state.hands[:seat] + (without(state.hands[seat], card),) + state.hands[seat + 1 :]
    return pass_on(state, hands, table, owners, ((),) * len(table) if ruined is None else ruined, passes=0)


def pass_on(
    state: State,
    hands: tuple[tuple[AnyCard, ...], ...],
    table: tuple[Pile, ...],
    owners: Owners,
    ruined: Owners,
    passes: int,
) -> State:
    """The next to the left who has cards (rule 4); if nobody has, five more each (rule 5) or the end (rule 6)."""
    seat = state.turn
    for _ in hands:
        seat = left_of(state, seat)
        if hands[seat]:
            break
    after = with_table(state, turn=seat, hands=hands, table=table, owners=owners, ruined=ruined, passes=passes)
    if hands[seat]:
        return after
    return deal_cards(after) if after.draw else end_hand(after)
