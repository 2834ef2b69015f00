"""Push It Real Good, stories: what nobody has told of a table, what follows from an event, and a table as phrases.

Where nobody has told what somebody holds or laid, other cards stand for theirs; anyone who lays a card had it. A verdict never
rests on such cards: `Gaps` knows where they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from tt_print.deck import Card
from tt_print.engine.notation import seat_name
from tt_print.engine.reasons import Reason, change_of_cards, change_of_points, end_of_game, outcome
from tt_print.errors import InputError
from tt_print.games.push_it.facts import NAME, Challenge, Deal, Event, Keep, Lay, Move, Show, State, challengeable, pot
from tt_print.games.push_it.pointers import Laydown, claim_true, claims_at, plural, steps
from tt_print.games.push_it.rules import box, deck_of
from tt_print.records import dataclass

Seats = frozenset[int]
NOBODY: Seats = frozenset()


@dataclass(frozen=True, slots=True)
class Gaps:
    """The facts that the story leaves open.

    `hands` are seats with unknown cards, `sizes` those of them with an unknown number of cards. `fronts` are seats with an
    unknown laydown, `places` seats that may have a laydown. `center` is open while the number of cards there is unknown,
    `cards` while the cards themselves are. `safe` is open while the player may have something to show. `points` are seats.
    """

    hands: Seats = NOBODY
    sizes: Seats = NOBODY
    fronts: Seats = NOBODY
    places: Seats = NOBODY
    center: bool = False
    cards: bool = False
    safe: bool = False
    pointers: bool = False
    potential: Seats = NOBODY
    points: Seats = NOBODY
    dealer: bool = False


def gaps_after(gaps: Gaps, before: State, event: Event, after: State) -> Gaps:
    """What is still open after a legal event."""
    if isinstance(event, Deal):
        return Gaps(points=gaps.points, dealer=gaps.dealer)
    if isinstance(event, Show):
        gaps = replace(gaps, safe=False)
    if isinstance(event, Lay):
        own = {event.seat}
        gaps = replace(gaps, fronts=gaps.fronts - own, places=gaps.places - own, safe=False)
    if isinstance(event, Challenge):
        gaps = _gaps_after_challenge(gaps, before, event, after)
    if after.phase in ("deal", "over"):
        gaps = replace(gaps, dealer=_is_dealer_open(gaps, after))
    elif after.turn != before.turn:
        gaps = gaps_at_turn(gaps, after.turn)
    return gaps


def _is_dealer_open(gaps: Gaps, after: State) -> bool:
    """Whether nothing tells who deals next (G-4): the loser is who holds most cards."""
    match after.house["next_dealer"]:
        case "winner":
            return False
        case "loser":
            return gaps.dealer or bool(gaps.sizes)
        case _:
            return gaps.dealer


def _gaps_after_challenge(gaps: Gaps, before: State, event: Challenge, after: State) -> Gaps:
    """Anyone who takes a pot holds what lay in it."""
    gone = frozenset(_up_to(before, event.layer))
    taker = {before.turn if _is_true(before, event.layer) else event.layer}
    unseen = gaps.cards or bool(gone & (gaps.fronts | gaps.places))
    uncounted = gaps.center or bool(gone & gaps.places)
    return replace(
        gaps,
        hands=gaps.hands | taker if unseen else gaps.hands,
        sizes=gaps.sizes | taker if uncounted else gaps.sizes,
        fronts=gaps.fronts - gone,
        places=gaps.places - gone,
        center=False,
        cards=False,
        safe=False,
    )


def gaps_at_turn(gaps: Gaps, seat: int) -> Gaps:
    """At the start of a turn, when the player's last laydown has gone to the center (rule 6)."""
    unseen, uncounted = seat in gaps.fronts, seat in gaps.places
    return replace(
        gaps,
        fronts=gaps.fronts - {seat},
        places=gaps.places - {seat},
        center=gaps.center or uncounted,
        cards=gaps.cards or unseen or uncounted,
        safe=unseen or uncounted,
    )


def _up_to(state: State, layer: int) -> list[int]:
    """The seats whose laydowns a challenge of this one takes, where anything is there (P-12)."""
    count = len(state.hands)
    return [(state.turn + index) % count for index in range(1, (layer - state.turn) % count + 1)]


def _is_true(state: State, layer: int) -> bool:
    front = state.fronts[layer]
    return front is not None and claim_true(front.claim, front.cards, state.house)


def bring(state: State, gaps: Gaps, event: Any) -> State:
    """Anyone who lays cards that nobody has placed had them in hand. Raises InputError for cards that lie elsewhere."""
    if not isinstance(event, Lay) or event.seat not in gaps.hands or event.seat >= len(state.hands):
        return state
    seat, hand = event.seat, list(state.hands[event.seat])
    if seat not in gaps.sizes and len(hand) < len(event.cards):
        return state
    left = [*(Counter(hand) - Counter(event.cards)).elements()]
    missing = Counter(event.cards) - Counter(hand)
    if not set(missing) <= set(box(deck_of(state))):
        return state
    unplaced = Counter(box(deck_of(state))) - Counter(_located_cards(state, gaps)) - Counter(hand)
    if missing - unplaced:
        names = " and ".join(card.name for card in missing - unplaced)
        raise InputError(f"{seat_name(seat)} cannot have {names}: it lies elsewhere in this story.")
    left = left[sum(missing.values()) :]
    state = _reassign_cards(state, gaps, seat, missing)
    if seat in gaps.sizes and not left:  # nobody has told that these are their last cards
        left = [*(Counter(box(deck_of(state))) - Counter((*_everywhere(state), *event.cards))).elements()][:1]
    hands = (*state.hands[:seat], (*event.cards, *left), *state.hands[seat + 1 :])
    return replace(state, hands=hands)


def _located_cards(state: State, gaps: Gaps) -> Iterator[Card]:
    """The cards whose place is known."""
    for seat, hand in enumerate(state.hands):
        front = state.fronts[seat]
        yield from () if seat in gaps.hands else hand
        yield from () if seat in gaps.fronts or front is None else front.cards
    yield from () if gaps.cards else state.center


def _everywhere(state: State) -> Iterator[Card]:
    for hand, front in zip(state.hands, state.fronts, strict=True):
        yield from hand
        yield from front.cards if front is not None else ()
    yield from state.center


def _reassign_cards(state: State, gaps: Gaps, seat: int, cards: Counter[Card]) -> State:
    """Where these cards stood for others, still others are now."""
    whole = Counter(box(deck_of(state)))
    free = [*(whole - Counter(_everywhere(state))).elements()]
    short = cards - Counter(free)
    free = [*(Counter(free) - cards).elements()]

    def other(found: tuple[Card, ...]) -> tuple[Card, ...]:
        kept = []
        for card in found:
            if short[card] > 0:
                short[card] -= 1
                kept += [free.pop()] if free else []
            else:
                kept.append(card)
        return tuple(kept)

    hands = [other(hand) if s in gaps.hands and s != seat else hand for s, hand in enumerate(state.hands)]
    fronts = [
        Laydown(other(front.cards), front.claim) if front is not None and s in gaps.fronts else front
        for s, front in enumerate(state.fronts)
    ]
    center = other(state.center) if gaps.cards else state.center
    return replace(state, hands=tuple(hands), fronts=tuple(fronts), center=center)


# ---------------------------------------------------------------- what follows from a legal event


def consequences(gaps: Gaps, before: State, event: Event, after: State) -> Iterator[Reason]:
    """What happens next, in the order in which it happens. `gaps` are those before the event."""
    match event:
        case Deal():
            yield outcome(NAME, "dealt", "setup", count=len(after.hands[after.turn]), left=len(after.center))
        case Move() | Keep():
            if not gaps.pointers:
                claims = tuple(map(plural, claims_at(after.pointers)))
                yield outcome(NAME, "claims", "3", pointers=after.pointers, claims=claims)
        case Lay():
            yield from _laid(gaps, event, after)
        case Challenge():
            yield from _challenged(gaps, before, event, after)
        case Show():
            yield outcome(NAME, "shown", "7", cards=after.shown)
    if after.phase in ("deal", "over"):
        yield from _ended(gaps, before, event, after)
    else:
        yield from _turn(gaps_after(gaps, before, event, after), before, after)


def _laid(gaps: Gaps, event: Lay, after: State) -> Iterator[Reason]:
    left = len(after.hands[event.seat])
    if event.seat in gaps.sizes:
        return
    if left:
        yield outcome(NAME, "left", "3", seat=event.seat, count=left)
    elif after.phase not in ("deal", "over"):
        yield outcome(NAME, "last_defended" if after.house["win_on_defence"] else "last", "8", seat=event.seat)


def _challenged(gaps: Gaps, before: State, event: Challenge, after: State) -> Iterator[Reason]:
    """The pot, what is gone with it, potential points."""
    cards, swept = pot(before, event.layer)
    is_true = _is_true(before, event.layer)
    taker = before.turn if is_true else event.layer
    is_known = not gaps.center and gaps.places.isdisjoint(_up_to(before, event.layer))
    had = len(before.hands[taker])
    if is_known:
        sized = taker not in gaps.sizes
        yield change_of_cards(NAME, "takes", taker, had, had + len(cards), "5a" if is_true else "5b", is_known=sized)
    else:
        yield outcome(NAME, "takes_pot", "5a" if is_true else "5b", seat=taker)
    others = tuple(seat for seat in swept if seat != event.layer)
    if others and gaps.places.isdisjoint(_up_to(before, event.layer)):
        yield outcome(NAME, "swept", "6", seats=others)
    if after.phase not in ("deal", "over") and is_true and event.layer in gaps.sizes and after.house["win_on_defence"]:
        yield outcome(NAME, "if_last", "8", seat=event.layer)
    stored = after.potential[before.turn] - before.potential[before.turn]
    if stored and after.phase not in ("deal", "over"):
        per_card = after.house["potential"] == "per_card"
        key = "stores" if is_known or not per_card else "stores_pot"
        yield outcome(NAME, key, "9", seat=before.turn, count=stored)


def winner_of_round(event: Event, after: State) -> int:
    """Who has won the round that this ended: who was challenged and told the truth, or who began without cards (rule 8)."""
    return event.layer if isinstance(event, Challenge) else after.turn


def _ended(gaps: Gaps, before: State, event: Event, after: State) -> Iterator[Reason]:
    """The end of a round and perhaps of the match (rules 8 and 9)."""
    yield outcome(NAME, "out_of_cards", "8", seat=winner_of_round(event, after))
    yield from change_of_points(NAME, before.scores, after.scores, "9")
    if after.phase == "over":
        yield end_of_game(NAME, after.winners, "8")
    elif not _is_dealer_open(gaps, after):
        yield outcome(NAME, "deals", "9", seat=after.dealer)


def _turn(gaps: Gaps, before: State, after: State) -> Iterator[Reason]:
    """Whose turn it is, and what they do now."""
    seat = after.turn
    if seat != before.turn:
        yield outcome(NAME, "turn_or_win" if seat in gaps.sizes else "turn", "6", seat=seat)
    if after.phase == "move":
        to = () if gaps.pointers else steps(deck_of(after), after.pointers)
        key = "moves" if after.house["pointer_move"] == "must" else "may_move"
        yield outcome(NAME, key if to else f"{key}_some", "2", seat=seat, steps=to)
    else:
        layers = challengeable(after)
        key = "may_challenge_some" if gaps.places - {seat} else "may_challenge" if layers else "may_lay"
        yield outcome(NAME, key, "1", "5", seat=seat, layers=tuple(map(seat_name, layers)))


# ---------------------------------------------------------------- a table as phrases


def opening_phrases(state: State, say: Callable[..., str]) -> Iterator[str]:
    """Phrases that set up exactly this table; `say` writes the one of a method (`Scene.say`)."""
    seats = range(len(state.hands))
    yield say("seat", count=len(seats))
    yield say("set_deal" if state.phase == "deal" else "set_dealer", seat=state.dealer)
    for seat in seats:
        yield say("credit", seat=seat, points=state.scores[seat])
        if state.house["potential"] != "off":
            yield say("store", seat=seat, points=state.potential[seat])
    if state.winners:
        yield say("set_winners", winners=state.winners)
    yield say("point", card=Card(*state.pointers))
    yield from (say("give", seat=seat, cards=state.hands[seat]) for seat in seats)
    for seat, front in enumerate(state.fronts):
        if front is None:
            yield say("leave_empty", seat=seat)
        else:
            yield say("put_in_front", seat=seat, cards=front.cards, claim=front.claim)
    yield say("set_center_cards", cards=state.center)
    if state.shown:
        yield say("set_shown", cards=state.shown)
    if state.phase in ("move", "challenge"):
        yield say("set_safe", seat=state.turn, cards=state.safe)
        yield say("set_moving" if state.phase == "move" else "set_challenging", seat=state.turn)
    elif state.phase == "over" or state.turn != state.dealer:
        yield say("set_turn", seat=state.turn)
