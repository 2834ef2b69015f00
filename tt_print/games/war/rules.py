"""The war games, rules: the deal, what may come next, the first rule against what may not, and what an event makes of a state.

Nobody waits for a turn to slap or to misplay, so almost every state allows slaps by any hands in any
order; they are listed lazily, for ten players there are millions.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from itertools import permutations
from typing import Any

from tt_print.deck import WILD, AnyCard, Joker
from tt_print.engine.base import Actions
from tt_print.engine.house import House
from tt_print.engine.notation import Seat, seat_name
from tt_print.engine.reasons import Reason
from tt_print.engine.rules import Choices, Guard, Nothing, Orders, guarded, illegal_order_reason, wrong_player
from tt_print.engine.standing import deal_around
from tt_print.errors import InputError
from tt_print.games.war import facts as war
from tt_print.games.war.facts import Collect, Deal, Draw, Event, Hurry, Lay, Misplay, Peel, Retire, Slap, State
from tt_print.games.war.score import after_play, due, run_out, settle, take_pot
from tt_print.records import copier, replace

# The random player: how often they slap what can be slapped, slap what cannot, and so on.
HITS, MISSES, MISPLAYS, DELAYS, BURIALS, RETIRES = 0.75, 0.2, 0.02, 0.05, 0.1, 0.01

laid = copier(State, "hands", "seq", "layers", "hurried", "locked", "prior", "prior_left")
in_control = copier(State, "phase", "turn", "controller", "left")
opened = copier(State, "phase", "turn")
paid = copier(State, "hands", "under")

# ---------------------------------------------------------------- the deal (Set up 1 and 2)


def deal_sizes(players: int, house: House) -> dict[str, int]:
    """As close to the whole deck as divides evenly; what is left lies face down in the center (Set up 1).

    Raises InputError when there is not a card for each.
    """
    count = len(war.box(house))
    if players > count:
        title = war.variant_of(house).title
        raise InputError(f"{title} has {count} cards here, so it is for 2 to {count} players, not {players}.")
    return {"hands": count // players, "center": count % players}


def start(players: int, house: House, dealer: int = 0) -> State:
    """Everyone at the table, the deck in its box."""
    deal_sizes(players, house)
    return State(house, "deal", dealer, dealer, hands=((),) * players, under=war.box(house))


def deal_out(state: State, event: Deal) -> State:
    """One card at a time from the dealer's left, face down; each new card is on top of its stack."""
    players = len(state.hands)
    everyone = tuple(range(players))
    hands, rest = deal_around(event.order, everyone, players, state.dealer, len(event.order) // players)
    return replace(state, phase="peel", hands=hands, under=rest[::-1], tied=everyone)


def peel(state: State, event: Peel) -> State:
    """The tied players show their top cards and bury them; the highest starts, equals go on (Set up 2)."""
    ranks = {seat: rank(state.house, state.hands[seat][-1]) for seat in event.seats}
    highest = max(ranks.values())
    tied = tuple(seat for seat in event.seats if ranks[seat] == highest)
    hands = tuple(hand[-1:] + hand[:-1] if seat in event.seats else hand for seat, hand in enumerate(state.hands))
    after = replace(state, hands=hands, tied=tied, peels=state.peels + 1)
    if len(tied) == 1:
        return begin(after, tied[0])
    # W-10: all stacks are equally long, so the tied players come round together
    return replace(after, phase="lots") if after.peels == len(hands[tied[0]]) else after


def rank(house: House, card: AnyCard) -> int:
    """What a card counts when the starter is sought: its number, one without a number as the house says (W-10)."""
    if isinstance(card, Joker) or card.number == WILD["number"]:
        return int(house[war.variant_of(house).rank_option.name])
    return int(card.number)


def begin(state: State, seat: int) -> State:
    """The first pile is theirs to start."""
    return replace(state, phase="start", turn=seat, tied=(), peels=0)


# ---------------------------------------------------------------- what may come next


def actions(state: State) -> Actions[Event]:
    if state.phase == "deal":
        return Orders(war.box(state.house), Deal)
    return Nothing() if state.phase == "over" else Choices(state, plays, choose_play)


def to_act(state: State) -> tuple[Seat, ...]:
    """Whose turn it is, then all who may slap, retire or be found to play against the order."""
    if state.phase not in war.PLAYING:
        return state.tied if state.phase == "peel" else ()

    def can_act(seat: Seat) -> bool:
        if state.hands[seat] and state.phase != "last":
            return True
        return bool(state.seq and war.may_slap(state, seat)) or against_retiring(state, Retire(seat)) is None

    return (state.turn, *(seat for seat in range(len(state.hands)) if seat != state.turn and can_act(seat)))


def plays(state: State) -> Iterator[Event]:
    """The card or the pot that is due, late and buried cards, who retires, then slaps and misplays."""
    if state.phase not in war.PLAYING:
        yield from (Peel(state.tied),) if state.phase == "peel" else map(Draw, state.tied)
        return
    yield from filter(None, (due_event(state), _late(state), _buried(state)))
    seats = range(len(state.hands))
    yield from (Retire(seat) for seat in seats if against_retiring(state, Retire(seat)) is None)
    if state.seq:
        yield from map(Slap, _slappers(state, seats))
    if state.phase != "last":
        for seat in seats:
            if state.hands[seat]:
                card = state.hands[seat][-1]
                yield Misplay(seat, card)
                others = (other for other in seats if other != seat)
                yield from (Misplay(seat, card, hands) for hands in _slappers(state, others))


def choose_play(state: State, rng: random.Random) -> Event:
    """Mostly what is due. Most of what can be slapped is slapped, by long stacks before short ones, and
    short stacks slap wrongly before long ones: the strong grow stronger, and the game ends.
    """
    if state.phase not in war.PLAYING:
        return rng.choice(list(plays(state)))
    able = [seat for seat in range(len(state.hands)) if war.may_slap(state, seat)]
    roll = rng.random()
    good = bool(state.seq and war.slap(state.house, state.seq))
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
    if state.house["hurry_up"] == "off" or state.phase not in war.LAYING:
        return None
    hand = state.hands[state.turn]
    two = state.phase == "start" and not state.seq and len(hand) > 1
    return Hurry(state.turn, hand[-1], hand[-2] if two else None)


def _buried(state: State) -> Lay | None:
    """The next card of a player over their own match (rule 6a)."""
    seat = state.controller
    return Lay(seat, state.hands[seat][-1]) if seat is not None and war.may_bury(state, seat) else None


def _slappers(state: State, seats: Iterable[int]) -> Iterator[tuple[int, ...]]:
    """Every order of hands, as long as one of them counts."""
    seats = tuple(seats)
    able = {seat for seat in seats if war.may_slap(state, seat)}
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


def _no(
    state: State, key: str, numbers: str, seat: Seat | None = None, names: Iterable[Seat] | None = None, **how: Any
) -> Reason:
    """A refusal by these rules and rulings, which names one player or several."""
    how |= {} if names is None else {"names": tuple(map(seat_name, names))}
    how |= {} if seat is None else {"seat": seat_name(seat)}
    return war.because(state.house, key, numbers, **how)


def _wrong_player(state: State, seat: int) -> Reason:
    rule = {"start": "1a", "open": "2a", "last": "8"}.get(state.phase, "3a")
    return wrong_player(state.house.game, state.turn, seat, rule)


def against_lay(state: State, event: Lay) -> Reason | None:
    seat = event.seat
    if state.phase == "collect" or (seat == state.turn and not state.hands[seat]):
        return _no(state, "now_collect", "3a W-13", state.turn)
    if seat != state.turn and not war.may_bury(state, seat):
        return _wrong_player(state, seat)
    return _against_card(state, seat, event.card)


def against_hurry(state: State, event: Hurry) -> Reason | None:
    if state.house["hurry_up"] == "off":
        return _no(state, "hurry_off", "6e W-20")
    if state.phase not in war.LAYING:
        return _no(state, "now_collect", "3a W-13", state.turn)
    if event.seat != state.turn:
        return _wrong_player(state, event.seat)
    against = _against_card(state, event.seat, event.card)
    late = _late(state)
    if against is None and late is not None and event.second != late.second:
        return _no(state, "late_pair", "6e", instead=(late.second,)) if late.second else _no(state, "late_single", "6e")
    return against


def against_slap(state: State, event: Slap) -> Reason | None:
    return _against_hands(state, event.seats) if state.seq else _no(state, "nothing_to_slap", "2c", state.turn)


def against_misplay(state: State, event: Misplay) -> Reason | None:
    if state.phase == "last":  # whatever its player lays now is their next play (W-32)
        return _no(state, "no_misplay", "8 W-32", state.turn)
    if not state.hands[event.seat]:
        return _no(state, "no_cards", "7", event.seat)
    if event.seat in event.slappers:
        return _no(state, "own_misplay", "6c", event.seat)
    against = _against_card(state, event.seat, event.card)
    return _against_hands(state, event.slappers) if against is None and event.slappers else against


def against_collecting(state: State, event: Collect) -> Reason | None:
    expected = due_event(state)
    if isinstance(expected, Lay):
        return _no(state, "not_collecting", "3a", state.turn)
    return None if event == expected else _no(state, "now_collect", "3a W-13", state.turn)


def against_retiring(state: State, event: Retire) -> Reason | None:
    if not state.house["grave_slaps"]:
        return _no(state, "no_grave_slaps", "7 W-21")
    if state.hands[event.seat]:
        return _no(state, "has_cards", "7 W-21", event.seat)
    return _no(state, "has_retired", "7", event.seat) if event.seat in state.retired else None


def not_now(state: State, event: Event) -> Reason:
    when = "play" if state.phase in war.PLAYING else state.phase
    return _no(state, f"now_{when}", "", state.turn, state.tied)


PLAYS: dict[type, Guard] = {
    Lay: against_lay,
    Hurry: against_hurry,
    Slap: against_slap,
    Misplay: against_misplay,
    Collect: against_collecting,
    Retire: against_retiring,
}
refusal = guarded(
    {
        "deal": {Deal: lambda s, event: illegal_order_reason(s.house.game, event.order, war.box(s.house), "setup")},
        "peel": {Peel: lambda s, event: _no(s, "wrong_peel", "setup", names=s.tied) if event.seats != s.tied else None},
        "lots": {
            Draw: lambda s, event: _no(s, "not_tied", "setup W-10", names=s.tied) if event.seat not in s.tied else None
        },
        **dict.fromkeys(war.PLAYING, PLAYS),
    },
    not_now,
)


def _against_card(state: State, seat: int, card: AnyCard) -> Reason | None:
    """Cards come from the top of the stack."""
    hand = state.hands[seat]
    if not hand:
        return _no(state, "no_cards", "7", seat)
    return None if card == hand[-1] else _no(state, "not_on_top", "setup", cards=(card,), instead=hand[-1:])


def _against_hands(state: State, seats: tuple[int, ...]) -> Reason | None:
    """Slappers: each hand once, and at least one that counts (rules 6e and 7)."""
    if twice := [seat for seat in seats if seats.count(seat) > 1]:
        return _no(state, "slapped_twice", "2c W-30", twice[0])
    if any(war.may_slap(state, seat) for seat in seats):
        return None
    able = [seat for seat in range(len(state.hands)) if war.may_slap(state, seat)]
    causes = {_slap_cause(state, seat) for seat in seats}
    cause, numbers = causes.pop() if len(causes) == 1 else ("may_not_slap", "6e 7 W-21")
    return _no(state, cause, numbers, names=seats, instead=map(seat_name, able))


def _slap_cause(state: State, seat: int) -> tuple[str, str]:
    """What keeps a player from slapping, and by which rules and rulings."""
    if seat in state.locked:
        return "slap_locked", "7 W-21"
    if seat in state.retired:
        return "slap_given_up", "7 W-21"
    is_late = state.hands[seat] or state.house["grave_slaps"]
    return ("slap_late", "6e") if is_late else ("slap_no_cards", "7 W-41")


# ---------------------------------------------------------------- cards on the pile


def lay(state: State, seat: int, hurried: bool = False) -> State:
    """The top card goes on the pile. What it covers unslapped was passed up, which frees the locked (W-21)."""
    if state.phase == "challenge" and seat != state.turn and state.prior_left == 0:
        return _bury_last_chance(state, seat)
    locked = () if war.slap(state.house, state.seq) else state.locked
    hand, seq, layers = state.hands[seat], (*state.seq, state.hands[seat][-1]), (*state.layers, seat)
    hands = state.hands[:seat] + (hand[:-1],) + state.hands[seat + 1 :]
    after = laid(state, hands=hands, seq=seq, layers=layers, hurried=hurried, locked=locked, prior=None, prior_left=0)
    if state.phase == "last":  # the slap on their last play was passed up: they have won (W-32)
        return take_pot(after, seat)
    gained = None if hurried else war.control(after.house, after.seq)  # rule 6e: a late card takes no control
    if state.phase == "challenge":
        after = _chance(state, after, seat, gained)
    elif state.phase == "start" and not war.start_is_complete(after.house, after.seq):
        # rules 1a and 1c: only the last card of a start can control (W-3); without cards the next player lays it (W-23)
        after = after if after.hands[seat] else _pass_on(after, seat)
    else:
        after = _gain(after, seat, gained) if gained else _pass_on(after, seat)
    return after_play(after, seat)


def _bury_last_chance(state: State, seat: int) -> State:
    """Rule 6a after the last chance: the match does not count, the card is no chance but a card at the wrong time, and the
    controller takes the pot (W-36)."""
    return due(replace(to_center(state, seat, 1), controller=state.prior), war.present(state.prior))


def _chance(before: State, after: State, seat: int, gained: int | None) -> State:
    """A challenger's card (rules 3a and 3b): control, the next chance, or the pot is due."""
    controller, left = before.controller, before.left
    if seat != before.turn:  # rule 6a: they buried their own match, and the challenge before it goes on (W-19)
        controller, left = before.prior, before.prior_left
    left -= 1
    if gained:
        return replace(_gain(after, seat, gained), prior=controller, prior_left=left)
    after = in_control(after, phase=after.phase, turn=seat, controller=controller, left=left)
    if left == 0:
        return due(after, war.present(controller))
    return after if after.hands[seat] else run_out(after)


def _gain(after: State, seat: int, chances: int) -> State:
    """The player controls, and the next player with cards has so many chances (rules 2b and 3)."""
    challenger = war.next_with_cards(after, seat, but=seat)
    if challenger is None:  # nobody is left to try; `after_play` ends the game
        return in_control(after, phase="open", turn=seat, controller=None, left=0)
    return in_control(after, phase="challenge", turn=challenger, controller=seat, left=chances)


def _pass_on(after: State, seat: int) -> State:
    """No match: the next player lays one card (rule 2a)."""
    following = war.next_with_cards(after, seat)
    return opened(after, phase="open", turn=seat if following is None else following)


def hurry(state: State, event: Hurry) -> State:
    """Rule 6e: as a lay, but without control; at the start of a pile the second of two cards is the late one."""
    is_first = state.phase == "start" and not state.seq
    after = lay(state, event.seat, hurried=not is_first)
    return lay(after, event.seat, hurried=True) if is_first and event.second is not None else after


# ---------------------------------------------------------------- slaps and misplays


def slap_pile(state: State, seats: tuple[int, ...]) -> State:
    """The lowest hand that may slap takes the pot (rules 2c and 4), or pays (rule 5)."""
    lowest = war.lowest_hand(state, seats)
    if war.slap(state.house, state.seq):
        return take_pot(state, lowest)
    return settle(pay(state, lowest))


def pay(state: State, seat: int) -> State:
    """A wrong slap: cards face down to the center, as many as they have (W-14); without cards they are locked out
    until another tries (rule 7). Their attempt frees anyone who was locked before (W-21).
    """
    after = to_center(state, seat, state.house["wrong_slap_penalty"])
    return replace(after, locked=() if state.hands[seat] else (seat,))


def to_center(state: State, seat: int, count: int) -> State:
    """Top cards of a stack go face down under the pile (W-11)."""
    hand = state.hands[seat]
    rest = len(hand) - min(count, len(hand))
    hands = state.hands[:seat] + (hand[:rest],) + state.hands[seat + 1 :]
    return paid(state, hands=hands, under=(*state.under, *reversed(hand[rest:])))


def misplay(state: State, event: Misplay) -> State:
    """The card is turned face down and the order restored (rule 6b). A slapper at what would have been a
    combination gets cards of the offender, the pot stays (6c, W-17); at anything else they pay (6d, W-18). Where
    the pile below can be slapped alone the slap is right (W-37). A player who lays on over their own match loses
    control (W-36): while they have chances left the card is the next of them, whatever the table calls it (W-38).
    """
    if war.is_buried_chance(state, event):
        return chance_steps(state, event)[-1][2]
    after = _bury_last_chance(state, event.seat) if war.may_bury(state, event.seat) else to_center(state, event.seat, 1)
    lowest = war.lowest_hand(state, event.slappers) if event.slappers else None
    if lowest is not None and war.slap(state.house, state.seq):
        return take_pot(after, lowest)
    if war.lays_on(state, event.seat):
        after = replace(after, phase="open", controller=None, left=0)
    if lowest is not None and war.slap(state.house, (*state.seq, event.card)):
        after = hand_over(after, event.seat, lowest, state.house["illegal_slap_reward"])
    elif lowest is not None:
        after = pay(after, lowest)
    return settle(after)


def chance_steps(state: State, event: Misplay) -> list[tuple[Event, State, State]]:
    """What a misplay is that buries a match with chances left: a card, and a slap at it; each with the states before
    and after it.
    """
    laid_card = Lay(event.seat, event.card)
    after = lay(state, event.seat)
    steps: list[tuple[Event, State, State]] = [(laid_card, state, after)]
    if event.slappers and after.seq:
        steps.append((Slap(event.slappers), after, slap_pile(after, event.slappers)))
    return steps


def hand_over(state: State, giver: int, taker: int, count: int) -> State:
    """Top cards of one stack go under another (rule 6c). An attempt to slap frees the locked (W-21)."""
    hands = list(state.hands)
    rest = len(hands[giver]) - min(count, len(hands[giver]))
    hands[giver], given = hands[giver][:rest], hands[giver][rest:]
    hands[taker] = (*given, *hands[taker])
    return replace(state, hands=tuple(hands), locked=())


# ---------------------------------------------------------------- what an event makes of a state

STEPS: dict[type, Callable[..., State]] = {
    Lay: lambda state, event: lay(state, event.seat),
    Collect: lambda state, event: take_pot(state, event.seat),
    Slap: lambda state, event: slap_pile(state, event.seats),
    Hurry: hurry,
    Misplay: misplay,
    Retire: lambda state, event: replace(state, retired=(*state.retired, event.seat)),
    Deal: deal_out,
    Peel: peel,
    Draw: lambda state, event: begin(state, event.seat),
}


def advance(state: State, event: Event) -> State:
    """The state after a legal event."""
    return STEPS[type(event)](state, event)
