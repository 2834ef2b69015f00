"""Six Suit, legal: what may come next, and the first rule against what may not."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations
from typing import TYPE_CHECKING, Any

from tt_print.deck import VARIABLES, Card
from tt_print.engine.base import Actions
from tt_print.engine.notation import Seat, seat_name
from tt_print.engine.reasons import Reason
from tt_print.engine.rules import Nothing, Orders, illegal_order_reason
from tt_print.games.six_suit.deal import BOX
from tt_print.games.six_suit.facts import (
    NAME,
    Agree,
    Deal,
    Discard,
    Draw,
    Event,
    Forfeit,
    Lay,
    Shuffle,
    State,
    Treaty,
    VetoCard,
    VetoPlacement,
    free_time,
    owner_of,
    recyclable,
    side,
    tops,
)
from tt_print.games.six_suit.rows import MASKS, may_cover, tally
from tt_print.games.six_suit.teams import side_count
from tt_print.records import dataclass

if TYPE_CHECKING:
    import random

STRANGERS = 3  # with fewer players nobody but an opponent is there to help (rule 2, S-6)
TRIES = 6  # cards and piles that a random player looks at before discarding
KEEN = 0.8  # how often a random player attacks after free time
TALK = 0.03  # how often they make a treaty, or someone is found to have broken one


def actions(state: State) -> Actions[Event]:
    """What may come next. After free time the random player mostly attacks some opponent where it brings them
    nearest to a Six Suit: with even odds among all plays a game of two takes thousands of turns.
    """
    match state.phase:
        case "turn":
            return Turn(state)
        case "draw":
            return Draws(state)
        case "veto":
            return Answers(state)
        case "deal":
            return Orders(BOX, Deal)
        case "shuffle":
            return Shuffles(recyclable(state), Shuffle, state)
        case _:
            return Nothing()


def to_act(state: State) -> tuple[Seat, ...]:
    """Whose turn it is, for a veto the owner of the pile; then who can be found to have broken a treaty (S-16)."""
    match state.phase:
        case "draw" | "turn":
            first = state.turn
        case "veto":
            first = owner_of(state, state.on)
        case _:
            return ()
    if not state.treaties:
        return (first,)
    others = (seat for seat in state.living if seat != first)
    return (first, *(s for s in others if _illegal_forfeit_reason(state, Forfeit(s)) is None))


def words(state: State) -> Iterator[Any]:
    """Every treaty, then every forfeit: they may come at any moment of a game that goes on (S-16)."""
    if state.house["treaties"] == "recorded":
        sizes = range(2, len(state.living) + 1)
        parties = chain.from_iterable(combinations(state.living, size) for size in sizes)
        yield from (event for event in map(Treaty, parties) if _illegal_treaty_reason(state, event) is None)
        yield from (event for event in map(Forfeit, state.living) if _illegal_forfeit_reason(state, event) is None)


def random_word(state: State, rng: random.Random) -> Any:
    """A treaty or a forfeit now and then, mostly None."""
    if state.house["treaties"] != "recorded" or rng.random() >= TALK:
        return None
    pair, breaker = tuple(sorted(rng.sample(state.living, 2))), rng.choice(state.living)
    found: list[Event] = [event for event in (Treaty(pair), Forfeit(breaker)) if refusal(state, event) is None]
    return rng.choice(found) if found else None


@dataclass(frozen=True, slots=True)
class Draws:
    """Drawing a card, which is no choice."""

    state: State

    def __iter__(self) -> Iterator[Any]:
        yield Draw(self.state.turn)
        yield from words(self.state)

    def choose(self, rng: random.Random) -> Any:
        return random_word(self.state, rng) or Draw(self.state.turn)


@dataclass(frozen=True, slots=True)
class Shuffles(Orders[Card, Any]):
    """Treaties and forfeits while the cards are shuffled, then every order of these."""

    state: State

    def __iter__(self) -> Iterator[Any]:
        yield from words(self.state)
        yield from Orders.__iter__(self)


@dataclass(frozen=True, slots=True)
class Turn:
    """Every lay card by card, round the table from the player on turn; then the discards, treaties, forfeits."""

    state: State

    def __iter__(self) -> Iterator[Any]:
        state, seat = self.state, self.state.turn
        owners = open_owners(state)
        for card in state.hands[seat]:
            for owner in owners:
                for top in tops(state, owner):
                    if may_cover(card, top) and (card, top) not in state.barred:
                        yield Lay(seat, card, owner, top)
        for card in state.hands[seat]:
            yield Discard(seat, card)
        yield from words(state)

    def choose(self, rng: random.Random) -> Any:
        state, seat = self.state, self.state.turn
        if (word := random_word(state, rng)) is not None:
            return word
        hand, owners = state.hands[seat], open_owners(state)
        if not free_time(state) and rng.random() < KEEN:
            own = side(state, seat)
            against = [owner for owner in owners if side(state, owner) != own]
            found = attack(state, rng.choice(against), rng)
            if found is not None:
                return found
        for _ in range(TRIES):
            card, owner = rng.choice(hand), rng.choice(owners)
            top = rng.choice(state.up[owner])[-1]
            if may_cover(card, top) and (card, top) not in state.barred:
                return Lay(seat, card, owner, top)
        return Discard(seat, rng.choice(hand))


@dataclass(frozen=True, slots=True)
class Answers:
    """The owner's three words on a card laid on one of their piles in free time (rule 2, S-8)."""

    state: State

    def __iter__(self) -> Iterator[Any]:
        yield from self._answers()
        yield from words(self.state)

    def _answers(self) -> tuple[Event, ...]:
        owner = owner_of(self.state, self.state.on)
        return (Agree(owner), VetoPlacement(owner), VetoCard(owner))

    def choose(self, rng: random.Random) -> Any:
        return random_word(self.state, rng) or rng.choice(self._answers())


def attack(state: State, victim: int, rng: random.Random) -> Lay | None:
    """A lay after which most of the victim's cards count as one value; of equals any. None when none is nearer."""
    mix = state.house["wild_mix"]
    masks, row = MASKS[mix], tops(state, victim)
    counts = tally(row, mix)
    best = max(counts)
    found: list[tuple[Card, Card]] = []
    for card in state.hands[state.turn]:
        mask = masks[card]
        own = [count if mask >> digit & 1 else 0 for digit, count in enumerate(counts)]
        most = max(own)
        nearest_bits = sum(1 << digit for digit, count in enumerate(own) if count == most) & mask
        for top in row:
            if may_cover(card, top):
                now = most + (nearest_bits & ~masks[top] > 0)  # one more, unless what is covered counts as them all
                if now > best:
                    best, found = now, []
                if now == best:
                    found.append((card, top))
    if not found:
        return None
    card, top = rng.choice(found)
    return Lay(state.turn, card, victim, top)


def open_owners(state: State) -> tuple[int, ...]:
    """Whose piles may be covered, the player's own first: anyone's who is still in (rule 2, S-19); in free
    time only one's own, or with three or more players also another's, if they do not veto it (S-6).
    """
    seat = state.turn
    if free_time(state) and (state.house["free_time_help"] == "own_only" or len(state.hands) < STRANGERS):
        return (seat,)
    index = state.living.index(seat)
    return state.living[index:] + state.living[:index]


def asks(state: State, owner: int) -> bool:
    """Whether the owner may veto a card on their pile: another's card, in free time only (rule 2, S-7)."""
    return owner != state.turn and free_time(state) and state.house["veto"] == "free_time"


# ---------------------------------------------------------------- the first rule against an event


def refusal(state: State, event: Event) -> Reason | None:
    """Why `event` may not come next, None when it may."""
    match state.phase, event:
        case "draw", Draw():
            return None if event.seat == state.turn else _wrong_player(state, event.seat)
        case "turn", Lay():
            return _illegal_hand_reason(state, event) or _illegal_lay_reason(state, event)
        case "turn", Discard():  # always allowed, whatever could be laid (rule 1, S-18)
            return _illegal_hand_reason(state, event)
        case "draw" | "turn" | "veto" | "shuffle", Treaty():  # at any moment of the game (S-16)
            return _illegal_treaty_reason(state, event)
        case "draw" | "turn" | "veto" | "shuffle", Forfeit():
            return _illegal_forfeit_reason(state, event)
        case "veto", Agree() | VetoCard() | VetoPlacement():
            owner = owner_of(state, state.on)
            return (
                None
                if event.seat == owner
                else Reason(
                    NAME,
                    "not_his_veto",
                    ("2",),
                    ("S-8",),
                    cards=(state.on,),
                    values=_names(owner=owner, seat=event.seat),
                )
            )
        case "deal", Deal():
            return illegal_order_reason(NAME, event.order, BOX, "setup")
        case "shuffle", Shuffle():
            return illegal_order_reason(NAME, event.order, recyclable(state), "7")
    who = owner_of(state, state.on) if state.phase == "veto" else state.turn
    return Reason(NAME, f"now_{state.phase}", values=_names(seat=who))


def _illegal_hand_reason(state: State, event: Lay | Discard) -> Reason | None:
    if event.seat != state.turn:
        return _wrong_player(state, event.seat)
    if event.card not in state.hands[state.turn]:
        return Reason(NAME, "not_in_hand", ("1",), cards=(event.card,), instead=state.hands[state.turn])
    return None


def _illegal_lay_reason(state: State, event: Lay) -> Reason | None:
    if event.owner not in state.living:
        return Reason(NAME, "no_piles", ("5",), ("S-19",), values=_names(owner=event.owner))
    exposed_cards = tops(state, event.owner)
    if event.on not in exposed_cards:
        return Reason(
            NAME,
            "not_on_top",
            ("1", "5"),
            ("S-22",),
            cards=(event.on,),
            instead=exposed_cards,
            values=_names(owner=event.owner),
        )
    against = illegal_cover_reason(event.card, event.on)
    if against is not None:
        return against
    if event.owner not in open_owners(state):
        own = tuple(top for top in tops(state, state.turn) if may_cover(event.card, top))
        return Reason(
            NAME,
            "free_time_own",
            ("2",),
            ("S-4", "S-6"),
            cards=(event.card,),
            instead=own,
            values=_names(seat=state.turn),
        )
    if (event.card, event.on) in state.barred:
        return Reason(NAME, "vetoed", ("2",), ("S-8",), cards=(event.card, event.on), values=_names(owner=event.owner))
    return None


def illegal_cover_reason(card: Card, top: Card) -> Reason | None:
    """Why `card` may not cover `top`, whoever's it is (rules 1, 2 and 4, S-11)."""
    if may_cover(card, top):
        return None
    wild = tuple(v for v in VARIABLES if v in card.wilds or v in top.wilds)
    rules = ("1", "2", "4") if wild else ("1", "2")
    return Reason(
        NAME,
        "wild_for_natural" if wild else "no_match",
        rules,
        ("S-11",) if wild else (),
        variables=wild,
        cards=(card, top),
        instead=nearest(card, top),
    )


def nearest(card: Card, top: Card) -> tuple[str, ...]:
    """The legal covers one step from `card`, which is none: two variables kept, the third as on `top`."""
    values = {v: getattr(card, v) for v in VARIABLES}
    return tuple(Card(**{**values, v: getattr(top, v)}).safe_code for v in VARIABLES)


def _illegal_treaty_reason(state: State, event: Treaty) -> Reason | None:
    """Rule 6 and S-16: different sides, three or more of them, and the house writes treaties down."""
    sides = len({side(state, seat) for seat in state.living})
    against = _illegal_treaties_reason(state, sides)
    if against is not None:
        return against
    parties = event.parties
    listed = list(parties) == sorted(set(parties)) and set(parties) <= set(state.living)
    if not listed or len({side(state, seat) for seat in parties}) < 2:
        return Reason(NAME, "no_parties", ("6",), ("S-16",))
    if parties in state.treaties:
        return Reason(NAME, "same_treaty", ("6",), ("S-16",), values=(("parties", tuple(map(seat_name, parties))),))
    return None


def _illegal_forfeit_reason(state: State, event: Forfeit) -> Reason | None:
    against = _illegal_treaties_reason(state, side_count(state.house, len(state.hands)))
    if against is not None:
        return against
    if event.seat not in state.living or not any(event.seat in parties for parties in state.treaties):
        return Reason(NAME, "no_treaty", ("6",), ("S-16",), values=_names(seat=event.seat))
    return None


def _illegal_treaties_reason(state: State, sides: int) -> Reason | None:
    if state.house["treaties"] == "off":
        return Reason(NAME, "treaties_off", ("6",), ("S-16",))
    if sides < 3:
        return Reason(NAME, "two_sides", ("6",), ("S-16",))
    return None


def _wrong_player(state: State, seat: int) -> Reason:
    return Reason(NAME, "wrong_player", ("1",), ("G-2",), values=_names(turn=state.turn, seat=seat))


def _names(**seats: int) -> tuple[tuple[str, str], ...]:
    return tuple((name, seat_name(seat)) for name, seat in seats.items())
