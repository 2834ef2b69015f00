"""The war games, stories that people tell: what must be asked before a verdict, and what an event leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from dataclasses import replace

from tt_print.deck import AnyCard
from tt_print.engine.reasons import Reason, change_of_cards, end_of_game, outcome
from tt_print.games.war.facts import (
    Collect,
    Deal,
    Draw,
    Event,
    Hurry,
    Lay,
    Misplay,
    Peel,
    Retire,
    Slap,
    State,
    box,
    is_buried_chance,
    may_bury,
    present,
)
from tt_print.games.war.pile import slap
from tt_print.games.war.rules import advance, chance_steps

Counted = Callable[[int], bool]  # whether somebody has said how many cards a player holds


# ---------------------------------------------------------------- questions


def seats_that_count(before: State, event: Event, against: Reason | None) -> tuple[int, ...]:
    """Whose number of cards decides whether this may be."""
    if against is not None:
        if against.key in ("wrong_player", "not_collecting"):
            return (before.turn,)
        if against.key in ("has_cards", "no_cards"):
            return (present(getattr(event, "seat", None)),)
    slappers: tuple[int, ...] = getattr(event, "seats", ()) or getattr(event, "slappers", ())
    if against is not None and against.key not in ("may_not_slap", "slap_no_cards"):
        return ()
    return () if before.house["grave_slaps"] else slappers


# ---------------------------------------------------------------- what follows


def follows(
    before: State, event: Event, after: State, counted: Counted, knows_turn: bool, knows_pot: bool
) -> Iterator[Reason]:
    """Who takes and gives how many cards, who may not slap, then control, the next pile, or the end. `knows_turn`:
    somebody has said whose turn it is; `knows_pot`: how many cards lie face down below."""
    if isinstance(event, Misplay) and is_buried_chance(before, event):
        for step, was, now in chance_steps(before, event):
            yield from follows(was, step, now, counted, knows_turn, knows_pot)
        return
    game = before.house.game
    yield from _changes(before, event, after, counted, knows_pot)
    if isinstance(event, (Lay, Misplay)) and may_bury(before, event.seat):
        yield outcome(game, "buried", "6a", seat=event.seat)
    freed = tuple(seat for seat in before.locked if seat not in after.locked and not after.hands[seat])
    if freed and after.phase != "over":
        yield outcome(game, "freed", "7", seats=freed)
    for seat in after.locked:
        if seat not in before.locked:
            yield outcome(game, "locked" if counted(seat) else "if_none", "7", seat=seat)
    if isinstance(event, Retire):
        yield outcome(game, "gives_up", "7", seat=event.seat)
    if isinstance(event, (Lay, Hurry)) and not counted(event.seat) and _last_card_differs(before, event, after):
        yield outcome(game, "last", seat=event.seat)
        if not after.hands[event.seat]:  # no cards were left to fill the hand: what follows here is that something else
            return
    if knows_turn or before.seq != after.seq:
        yield from _next(before, event, after)


def _changes(before: State, event: Event, after: State, counted: Counted, knows_pot: bool) -> Iterator[Reason]:
    """Stacks that grow or shrink by something else than the card laid, those that shrink first."""
    game = before.house.game
    if isinstance(event, (Deal, Peel, Draw)):
        return
    sizes = list(enumerate(zip(map(len, before.hands), map(len, after.hands), strict=True)))
    misplays = event.seat if isinstance(event, Misplay) else None
    if misplays is not None:
        yield outcome(game, "wrong_card", "6b", seat=misplays)
    lays = event.seat if isinstance(event, (Lay, Hurry)) and len(after.under) == len(before.under) else None
    for seat, (was, now) in sizes:
        was -= seat == misplays
        if now < was and seat != lays:
            key, rule = ("gives", "6c") if seat == misplays else ("pays", "6a" if isinstance(event, Lay) else "5")
            yield change_of_cards(game, key, seat, was, now, rule, is_known=counted(seat))
            if isinstance(event, (Slap, Misplay)) and seat != misplays and not counted(seat):
                yield outcome(game, "if_none", "7", seat=seat)
    for seat, (was, now) in sizes:
        if isinstance(event, (Lay, Hurry)) and seat == event.seat:
            was -= 2 if isinstance(event, Hurry) and event.second is not None else 1
        if now > was:
            took_pot = before.seq != after.seq and not after.seq
            key, rule = ("takes_pot", "3a" if isinstance(event, Collect) else "4") if took_pot else ("takes", "6c")
            if took_pot and not knows_pot:
                yield outcome(game, "takes_pot_or_more", rule, seat=seat, count=now - was - len(before.under))
            else:
                yield change_of_cards(game, key, seat, was, now, rule, is_known=counted(seat))


def _last_card_differs(before: State, event: Lay | Hurry, after: State) -> bool:
    """Whether it matters for what follows if they have a card below those that they have laid."""
    count = 2 if isinstance(event, Hurry) and event.second is not None else 1
    held = before.hands[event.seat]
    other = held[-count:] if len(held) > count else (held[0], *held)  # the last, or not the last
    hands = tuple(other if seat == event.seat else hand for seat, hand in enumerate(before.hands))
    differs = advance(replace(before, hands=hands), event)
    return (differs.phase, differs.turn, differs.controller, differs.left) != (
        after.phase,
        after.turn,
        after.controller,
        after.left,
    )


def _next(before: State, event: Event, after: State) -> Iterator[Reason]:
    game = before.house.game
    match after.phase:
        case "over":
            yield end_of_game(game, after.winners, "8")
        case "peel":
            yield outcome(game, "tied" if isinstance(event, Peel) else "peel", "setup", seats=after.tied)
        case "lots":
            yield outcome(game, "lots", "setup", seats=after.tied)
        case "challenge":
            if after.controller != before.controller:
                yield outcome(game, "controls", "2b", seat=present(after.controller))
            yield outcome(game, "tries", "3", seat=after.turn, left=after.left)
        case "collect":
            yield outcome(game, "collects", "3a", seat=after.turn)
        case "last":
            yield outcome(game, "wins_unless", "8", seat=after.turn)
        case "start":
            yield outcome(game, "goes_on" if after.seq else "starts", "1a", seat=after.turn)
        case "open":
            if before.controller is not None:
                yield outcome(game, "no_control")
            yield outcome(game, "turn", "2a", seat=after.turn)
    if after.seq and after.phase not in ("over", "last") and slap(after.house, after.seq):
        yield outcome(game, "can_slap", "2c")


def bring(state: State, seat: int, card: AnyCard, depth: int, named: Set[AnyCard]) -> State:
    """The state with a card where its player is about to take it, in exchange for one that nobody has named: the story
    says that it lay there."""
    own = state.hands[seat][-depth]
    if own in named or card in named or card not in box(state.house, 2):
        return state
    swap = {card: own, own: card}
    hands = tuple(tuple(swap.get(each, each) for each in hand) for hand in state.hands)
    return replace(state, hands=hands, under=tuple(swap.get(each, each) for each in state.under))
