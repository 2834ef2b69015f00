"""The war games, legal: what may come next, and the first rule against what may not.

Nobody waits for a turn to slap or to misplay, so almost every state allows slaps by any hands in any
order; they are listed lazily, for ten players there are millions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import permutations
from typing import TYPE_CHECKING, Any

from tt_print.deck import AnyCard
from tt_print.engine.base import Actions
from tt_print.engine.notation import Seat, seat_name
from tt_print.engine.reasons import Reason
from tt_print.engine.rules import Nothing, Orders, illegal_order_reason
from tt_print.games.war.facts import (
    LAYING,
    PLAYING,
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
    may_bury,
    may_slap,
)
from tt_print.games.war.pile import slap
from tt_print.records import dataclass

if TYPE_CHECKING:
    import random

# The random player: how often they slap what can be slapped, slap what cannot, and so on.
HITS, MISSES, MISPLAYS, DELAYS, BURIALS, RETIRES = 0.75, 0.2, 0.02, 0.05, 0.1, 0.01


def actions(state: State) -> Actions[Event]:
    match state.phase:
        case "deal":
            return Orders(box(state.house), Deal)
        case "over":
            return Nothing()
        case _:
            return Plays(state)


def to_act(state: State) -> tuple[Seat, ...]:
    """Whose turn it is, then all who may slap, retire or be found to play against the order."""
    if state.phase not in PLAYING:
        return state.tied if state.phase == "peel" else ()
    seats = (seat for seat in range(len(state.hands)) if seat != state.turn)
    return (state.turn, *(seat for seat in seats if _can_act(state, seat)))


def _can_act(state: State, seat: Seat) -> bool:
    if state.hands[seat] and state.phase != "last":
        return True
    slaps = bool(state.seq) and may_slap(state, seat)
    return slaps or _illegal_retiring_reason(state, Retire(seat)) is None


@dataclass(frozen=True, slots=True)
class Plays:
    """The card or the pot that is due, late and buried cards, who retires, then slaps and misplays."""

    state: State

    def __iter__(self) -> Iterator[Any]:
        state = self.state
        if state.phase not in PLAYING:
            yield from _starter_events(state)
            return
        yield from filter(None, (due_event(state), _late(state), _buried(state)))
        seats = range(len(state.hands))
        yield from (Retire(seat) for seat in seats if _illegal_retiring_reason(state, Retire(seat)) is None)
        if state.seq:
            yield from map(Slap, _slappers(state, seats))
        if state.phase != "last":
            for seat in seats:
                if state.hands[seat]:
                    card = state.hands[seat][-1]
                    yield Misplay(seat, card)
                    others = (other for other in seats if other != seat)
                    yield from (Misplay(seat, card, hands) for hands in _slappers(state, others))

    def choose(self, rng: random.Random) -> Any:
        """Mostly what is due. Most of what can be slapped is slapped, by long stacks before short ones, and
        short stacks slap wrongly before long ones: the strong grow stronger, and the game ends.
        """
        state = self.state
        if state.phase not in PLAYING:
            return rng.choice(list(_starter_events(state)))
        able = [seat for seat in range(len(state.hands)) if may_slap(state, seat)]
        roll = rng.random()
        good = bool(state.seq and slap(state.house, state.seq))
        if state.seq and able and roll < (HITS if good else MISSES):
            return Slap(_random_hands(state, able, rng, good))
        roll = rng.random()
        if roll < MISPLAYS and state.phase != "last":
            seat = rng.choice([seat for seat, hand in enumerate(state.hands) if hand] or [state.turn])
            others = [other for other in able if other != seat]
            if state.hands[seat]:
                hands = _random_hands(state, others, rng, True) if others and rng.random() < 0.5 else ()
                return Misplay(seat, state.hands[seat][-1], hands)
        elif roll < MISPLAYS + RETIRES:
            gone = [Retire(seat) for seat in able if not state.hands[seat]]
            if gone:
                return rng.choice(gone)
        event: Lay | Collect | Hurry = due_event(state)
        if rng.random() < BURIALS:
            event = _buried(state) or event
        if rng.random() < DELAYS:
            event = _late(state) or event
        return event


def _starter_events(state: State) -> Iterator[Peel | Draw]:
    return iter((Peel(state.tied),)) if state.phase == "peel" else map(Draw, state.tied)


def due_event(state: State) -> Lay | Collect:
    """What the state waits for. On the last play a slap is open until the next card, or, without cards, until
    all agree that nobody slaps (W-32).
    """
    hand = state.hands[state.turn]
    if state.phase == "collect" or not hand:
        return Collect(state.turn)
    return Lay(state.turn, hand[-1])


def _late(state: State) -> Hurry | None:
    """The same card laid for delay (rule 6e, W-20); two cards where a pile begins."""
    if state.house["hurry_up"] == "off" or state.phase not in LAYING:
        return None
    hand = state.hands[state.turn]
    two = state.phase == "start" and not state.seq and len(hand) > 1
    return Hurry(state.turn, hand[-1], hand[-2] if two else None)


def _buried(state: State) -> Lay | None:
    """The next card of a player over their own match (rule 6a)."""
    seat = state.controller
    return Lay(seat, state.hands[seat][-1]) if seat is not None and may_bury(state, seat) else None


def _slappers(state: State, seats: Iterable[int]) -> Iterator[tuple[int, ...]]:
    """Every order of hands, as long as one of them counts."""
    seats = tuple(seats)
    able = {seat for seat in seats if may_slap(state, seat)}
    if able:
        for count in range(1, len(seats) + 1):
            yield from (hands for hands in permutations(seats, count) if not able.isdisjoint(hands))


def _random_hands(state: State, able: list[int], rng: random.Random, good: bool) -> tuple[int, ...]:
    """The lowest hand by the length of stacks, and now and then others above it."""
    sizes = [len(state.hands[seat]) for seat in able]
    weights = [(1 + size) ** 4 if good else 1 / size**4 if size else 0.001 for size in sizes]
    first = rng.choices(able, weights)[0]
    return (first, *(seat for seat in able if seat != first and rng.random() < 0.2))


# ---------------------------------------------------------------- the first rule against an event


def refusal(state: State, event: Event) -> Reason | None:
    """Why `event` may not come next, None when it may."""
    kind, phase = type(event), state.phase
    if phase == "deal" and isinstance(event, Deal):
        return illegal_order_reason(state.house.game, event.order, box(state.house), "setup")
    if phase == "peel" and isinstance(event, Peel):
        return None if event.seats == state.tied else _no(state, "wrong_peel", "setup", names=_names(state.tied))
    if phase == "lots" and isinstance(event, Draw):
        tied = event.seat in state.tied
        return None if tied else _no(state, "not_tied", "setup", rulings=("W-10",), names=_names(state.tied))
    if phase not in PLAYING or kind not in _AGAINST:
        when = "play" if phase in PLAYING else phase
        return _no(state, f"now_{when}", names=_names(state.tied), seat=seat_name(state.turn))
    return _AGAINST[kind](state, event)


def _illegal_lay_reason(state: State, event: Lay) -> Reason | None:
    seat = event.seat
    if state.phase == "collect" or (seat == state.turn and not state.hands[seat]):
        return _no(state, "now_collect", "3a", rulings=("W-13",), seat=seat_name(state.turn))
    if seat != state.turn and not may_bury(state, seat):
        return _wrong_player(state, seat)
    return _illegal_card_reason(state, seat, event.card)


def _illegal_hurry_reason(state: State, event: Hurry) -> Reason | None:
    if state.house["hurry_up"] == "off":
        return _no(state, "hurry_off", "6e", rulings=("W-20",))
    if state.phase not in LAYING:
        return _no(state, "now_collect", "3a", rulings=("W-13",), seat=seat_name(state.turn))
    if event.seat != state.turn:
        return _wrong_player(state, event.seat)
    against = _illegal_card_reason(state, event.seat, event.card)
    late = _late(state)
    if against is None and late is not None and event.second != late.second:
        second = (late.second,) if late.second else ()
        return _no(state, "late_pair" if second else "late_single", "6e", cards=second)
    return against


def _illegal_slap_reason(state: State, event: Slap) -> Reason | None:
    if not state.seq:
        return _no(state, "nothing_to_slap", "2c", seat=seat_name(state.turn))
    return _illegal_hands_reason(state, event.seats)


def _illegal_misplay_reason(state: State, event: Misplay) -> Reason | None:
    if state.phase == "last":  # whatever its player lays now is their next play (W-32)
        return _no(state, "no_misplay", "8", rulings=("W-32",), seat=seat_name(state.turn))
    if not state.hands[event.seat]:
        return _no(state, "no_cards", "7", seat=seat_name(event.seat))
    if event.seat in event.slappers:
        return _no(state, "own_misplay", "6c", seat=seat_name(event.seat))
    against = _illegal_card_reason(state, event.seat, event.card)
    return _illegal_hands_reason(state, event.slappers) if against is None and event.slappers else against


def _illegal_collecting_reason(state: State, event: Collect) -> Reason | None:
    due = due_event(state)
    if type(due) is not Collect:
        return _no(state, "not_collecting", "3a", seat=seat_name(state.turn))
    return None if event == due else _no(state, "now_collect", "3a", rulings=("W-13",), seat=seat_name(state.turn))


def _illegal_retiring_reason(state: State, event: Retire) -> Reason | None:
    if not state.house["grave_slaps"]:
        return _no(state, "no_grave_slaps", "7", rulings=("W-21",))
    if state.hands[event.seat]:
        return _no(state, "has_cards", "7", rulings=("W-21",), seat=seat_name(event.seat))
    return _no(state, "has_retired", "7", seat=seat_name(event.seat)) if event.seat in state.retired else None


_AGAINST: dict[type, Callable[[State, Any], Reason | None]] = {
    Lay: _illegal_lay_reason,
    Hurry: _illegal_hurry_reason,
    Slap: _illegal_slap_reason,
    Misplay: _illegal_misplay_reason,
    Collect: _illegal_collecting_reason,
    Retire: _illegal_retiring_reason,
}


def _illegal_card_reason(state: State, seat: int, card: Any) -> Reason | None:
    """Cards come from the top of the stack."""
    hand = state.hands[seat]
    if not hand:
        return _no(state, "no_cards", "7", seat=seat_name(seat))
    return None if card == hand[-1] else _no(state, "not_on_top", "setup", cards=(card,), instead=hand[-1:])


def _illegal_hands_reason(state: State, seats: tuple[int, ...]) -> Reason | None:
    """Slappers: each hand once, and at least one that counts (rules 6e and 7)."""
    twice = next((seat for seat in seats if seats.count(seat) > 1), None)
    if twice is not None:
        return _no(state, "slapped_twice", "2c", rulings=("W-30",), seat=seat_name(twice))
    if any(may_slap(state, seat) for seat in seats):
        return None
    able = [seat for seat in range(len(state.hands)) if may_slap(state, seat)]
    return _no(state, "may_not_slap", "6e", "7", rulings=("W-21",), instead=_names(able), names=_names(seats))


def _wrong_player(state: State, seat: int) -> Reason:
    rule = {"start": "1a", "open": "2a", "last": "8"}.get(state.phase, "3a")
    return _no(state, "wrong_player", rule, rulings=("G-2",), turn=seat_name(state.turn), seat=seat_name(seat))


def _no(
    state: State,
    key: str,
    *rules: str,
    rulings: tuple[str, ...] = (),
    cards: tuple[AnyCard, ...] = (),
    instead: tuple[object, ...] = (),
    **values: Any,
) -> Reason:
    return Reason(state.house.game, key, rules, rulings, cards=cards, instead=instead, values=tuple(values.items()))


def _names(seats: Iterable[int]) -> tuple[str, ...]:
    return tuple(map(seat_name, seats))
