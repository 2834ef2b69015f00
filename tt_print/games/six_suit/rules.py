"""Six Suit, rules: the deal, what may come next, the first rule against what may not, and what an event makes of a state."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations
from typing import TYPE_CHECKING

from tt_print.deck import FULL, Card
from tt_print.engine.base import Actions
from tt_print.engine.house import House
from tt_print.engine.notation import Seat, seat_name
from tt_print.engine.reasons import Reason
from tt_print.engine.rules import Choices, Guard, Nothing, Orders, guarded, illegal_order_reason, wrong_player
from tt_print.engine.standing import deal_around, first_player
from tt_print.games.six_suit import facts
from tt_print.games.six_suit.facts import (
    Agree,
    Answer,
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
)
from tt_print.games.six_suit.rows import MASKS, NAME, ROW, Cards, because, illegal_cover_reason, may_cover, tally
from tt_print.games.six_suit.score import holders, remove
from tt_print.records import copier, dataclass, replace

if TYPE_CHECKING:
    import random

STRANGERS = 3  # with fewer players nobody but an opponent is there to help (rule 2, S-6)
TRIES = 6  # cards and piles that a random player looks at before discarding
KEEN = 0.8  # how often a random player attacks after free time
TALK = 0.03  # how often they make a treaty, or someone is found to have broken one

drawn = copier(State, "phase", "hands", "draw")
opened = copier(State, "phase", "turn")
turn_ended = copier(State, "hands", "up", "garbage", "taken", "card", "on", "barred")

# ---------------------------------------------------------------- the deal (Set Up)


def deal_sizes(players: int, house: House) -> dict[str, int]:
    """`hands` is the number for each player, `up` that of all face-up cards."""
    facts.check_teams(players, house)
    return {"hands": 1, "up": ROW * players, "draw": len(FULL) - (ROW + 1) * players}


def start(players: int, house: House, dealer: int = 0) -> State:
    """Everyone at the table, the deck in its box. Raises HouseError for teams of another number of players."""
    facts.check_teams(players, house)
    nothing = ((),) * players
    return State(house, "deal", dealer, dealer, tuple(range(players)), (0,) * players, nothing, nothing, FULL)


def deal_hand(state: State, event: Deal) -> State:
    """One card at a time from the dealer's left, six rounds face up and one face down.

    Without free time a Six Suit off the draw is out before the first turn (S-4, S-5).
    """
    players = len(state.hands)
    state = start(players, state.house, state.dealer)  # a void hand leaves nothing behind (S-9)
    cards, draw = deal_around(event.order, state.living, players, state.dealer, ROW + 1)
    up, hands = (tuple((card,) for card in row[:ROW]) for row in cards), (row[ROW:] for row in cards)
    turn = first_player(state.house, state.living, players, state.dealer)
    state = replace(state, turn=turn, up=tuple(up), hands=tuple(hands), draw=draw)
    state = remove(state, holders(state, state.living))
    if state.phase != "deal" or not state.living:
        return state
    return open_turn(state, turn if turn in state.living else facts.left_of(state, turn))


# ---------------------------------------------------------------- what may come next


def actions(state: State) -> Actions[Event]:
    match state.phase:
        case "turn":
            return Choices(state, turn_events, choose_turn)
        case "draw":
            draw = (Draw(state.turn),)  # which is no choice
            return Choices(
                state, lambda _: chain(draw, words(state)), lambda _, rng: random_word(state, rng) or draw[0]
            )
        case "veto":
            said = answers(state)
            return Choices(
                state, lambda _: chain(said, words(state)), lambda _, rng: random_word(state, rng) or rng.choice(said)
            )
        case "deal":
            return Orders(FULL, Deal)
        case "shuffle":
            return Shuffles(facts.recyclable(state), Shuffle, state)
        case _:
            return Nothing()


def to_act(state: State) -> tuple[Seat, ...]:
    """Whose turn it is, for a veto the owner of the pile; then who can be found to have broken a treaty (S-16)."""
    if state.phase not in ("draw", "turn", "veto"):
        return ()
    first = facts.owner_of(state, state.on) if state.phase == "veto" else state.turn
    if not state.treaties:
        return (first,)
    others = (seat for seat in state.living if seat != first)
    return (first, *(seat for seat in others if against_forfeit(state, Forfeit(seat)) is None))


def words(state: State) -> Iterator[Event]:
    """Every treaty, then every forfeit: they may come at any moment of a game that goes on (S-16)."""
    sizes = range(2, len(state.living) + 1)
    parties = chain.from_iterable(combinations(state.living, size) for size in sizes)
    talks: Iterator[Event] = chain(map(Treaty, parties), map(Forfeit, state.living))
    yield from (event for event in talks if refusal(state, event) is None)


def random_word(state: State, rng: random.Random) -> Event | None:
    """A treaty or a forfeit now and then, mostly None."""
    if state.house["treaties"] != "recorded" or rng.random() >= TALK:
        return None
    pair, breaker = tuple(sorted(rng.sample(state.living, 2))), rng.choice(state.living)
    found: list[Event] = [event for event in (Treaty(pair), Forfeit(breaker)) if refusal(state, event) is None]
    return rng.choice(found) if found else None


@dataclass(frozen=True, slots=True)
class Shuffles(Orders[Card, Event]):
    """Treaties and forfeits while the cards are shuffled, then every order of these."""

    state: State

    def __iter__(self) -> Iterator[Event]:
        yield from words(self.state)
        yield from Orders.__iter__(self)


def turn_events(state: State) -> Iterator[Event]:
    """Every lay card by card, around the table from the player on turn; then the discards, treaties, forfeits."""
    seat = state.turn
    owners = open_owners(state)
    for card in state.hands[seat]:
        for owner in owners:
            for top in facts.face_up_cards(state, owner):
                if may_cover(card, top) and (card, top) not in state.barred:
                    yield Lay(seat, card, owner, top)
    yield from (Discard(seat, card) for card in state.hands[seat])
    yield from words(state)


def choose_turn(state: State, rng: random.Random) -> Event:
    """After free time mostly an attack on some opponent where it brings them nearest to a Six Suit: with even odds among all
    plays a game of two takes thousands of turns.
    """
    seat = state.turn
    if (word := random_word(state, rng)) is not None:
        return word
    hand, owners = state.hands[seat], open_owners(state)
    if not facts.free_time(state) and rng.random() < KEEN:
        own = facts.side(state.house, seat)
        against = [owner for owner in owners if facts.side(state.house, owner) != own]
        if (found := attack(state, rng.choice(against), rng)) is not None:
            return found
    for _ in range(TRIES):
        card, owner = rng.choice(hand), rng.choice(owners)
        top = rng.choice(state.up[owner])[-1]
        if may_cover(card, top) and (card, top) not in state.barred:
            return Lay(seat, card, owner, top)
    return Discard(seat, rng.choice(hand))


def answers(state: State) -> tuple[Event, ...]:
    """The owner's three words on a card laid on one of their piles in free time (rule 2, S-8)."""
    owner = facts.owner_of(state, state.on)
    return Agree(owner), VetoPlacement(owner), VetoCard(owner)


def attack(state: State, victim: int, rng: random.Random) -> Lay | None:
    """A lay after which most of the victim's cards count as one value; of equals any. None when none is nearer."""
    mix = state.house["wild_mix"]
    masks, row = MASKS[mix], facts.face_up_cards(state, victim)
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
    time only the player's own, or with three or more players also another's, if they do not veto it (S-6).
    """
    seat = state.turn
    if facts.free_time(state) and (state.house["free_time_help"] == "own_only" or len(state.hands) < STRANGERS):
        return (seat,)
    index = state.living.index(seat)
    return state.living[index:] + state.living[:index]


def asks(state: State, owner: int) -> bool:
    """Whether the owner may veto a card on their pile: another's card, in free time only (rule 2, S-7)."""
    return owner != state.turn and facts.free_time(state) and state.house["veto"] == "free_time"


# ---------------------------------------------------------------- the first rule against an event


def against_draw(state: State, event: Draw) -> Reason | None:
    return None if event.seat == state.turn else wrong_player(NAME, state.turn, event.seat, "1")


def against_hand(state: State, event: Lay | Discard) -> Reason | None:
    """A discard is always allowed, whatever could be laid (rule 1, S-18)."""
    if event.seat != state.turn:
        return wrong_player(NAME, state.turn, event.seat, "1")
    if event.card not in state.hands[state.turn]:
        return because("not_in_hand", "1", cards=(event.card,), instead=state.hands[state.turn])
    return None


def against_lay(state: State, event: Lay) -> Reason | None:
    if (against := against_hand(state, event)) is not None:
        return against
    owner = seat_name(event.owner)
    if event.owner not in state.living:
        return because("no_piles", "5", rulings=("S-19",), owner=owner)
    exposed_cards = facts.face_up_cards(state, event.owner)
    if event.on not in exposed_cards:
        return because("not_on_top", "1", "5", rulings=("S-22",), cards=(event.on,), instead=exposed_cards, owner=owner)
    if (against := illegal_cover_reason(event.card, event.on)) is not None:
        return against
    if event.owner not in open_owners(state):
        own = (top for top in facts.face_up_cards(state, state.turn) if may_cover(event.card, top))
        seat = seat_name(state.turn)
        return because("free_time_own", "2", rulings=("S-4", "S-6"), cards=(event.card,), instead=own, seat=seat)
    if (event.card, event.on) in state.barred:
        return because("vetoed", "2", rulings=("S-8",), cards=(event.card, event.on), owner=owner)
    return None


def against_answer(state: State, event: Agree | VetoCard | VetoPlacement) -> Reason | None:
    on, owner = facts.waiting(state)[1], facts.owner_of(state, state.on)
    if event.seat == owner:
        return None
    seat = seat_name(event.seat)
    return because("not_his_veto", "2", rulings=("S-8",), cards=(on,), owner=seat_name(owner), seat=seat)


def against_treaty(state: State, event: Treaty) -> Reason | None:
    """Rule 6 and S-16: different sides, three or more of them. Making a treaty is legal whether or not the house writes it down."""
    against = _too_few_sides_reason(len({facts.side(state.house, seat) for seat in state.living}))
    if against is not None:
        return against
    parties = event.parties
    listed = list(parties) == sorted(set(parties)) and set(parties) <= set(state.living)
    if not listed or len({facts.side(state.house, seat) for seat in parties}) < 2:
        return because("no_parties", "6", rulings=("S-16",))
    if parties in state.treaties:
        return because("same_treaty", "6", rulings=("S-16",), parties=tuple(map(seat_name, parties)))
    return None


def against_forfeit(state: State, event: Forfeit) -> Reason | None:
    if state.house["treaties"] == "off":
        return because("treaties_off", "6", rulings=("S-16",))
    if (against := _too_few_sides_reason(facts.side_count(state.house, len(state.hands)))) is not None:
        return against
    if event.seat not in state.living or not any(event.seat in parties for parties in state.treaties):
        return because("no_treaty", "6", rulings=("S-16",), seat=seat_name(event.seat))
    return None


def _too_few_sides_reason(sides: int) -> Reason | None:
    return because("two_sides", "6", rulings=("S-16",)) if sides < 3 else None


def against_shuffle(state: State, event: Shuffle) -> Reason | None:
    return illegal_order_reason(NAME, event.order, facts.recyclable(state), "7")


def not_now(state: State, event: Event) -> Reason:
    """Why this kind of event may not come now: a veto because free time is over or nothing waits for one (rule 2, S-7)."""
    house, phase, seat = state.house, state.phase, state.turn
    if isinstance(event, Answer) and phase in ("draw", "turn", "shuffle"):
        if house["free_time_help"] == "own_only" or house["veto"] == "off":
            return because("no_veto", "2", rulings=("S-6", "S-7"))
        return because("nothing_to_veto" if facts.free_time(state) else "veto_over", "2", rulings=("S-7",))
    if phase in ("veto", "shuffle"):
        seat = facts.owner_of(state, state.on) if phase == "veto" else state.dealer
    return because(f"now_{phase}", *NOW.get(phase, ()), rulings=NOW_RULINGS.get(phase, ()), seat=seat_name(seat))


NOW = {"draw": ("1",), "turn": ("1",), "veto": ("2",), "shuffle": ("7",)}
NOW_RULINGS = {"veto": ("S-7",), "shuffle": ("S-14",)}
TALKS: dict[type, Guard] = {Treaty: against_treaty, Forfeit: against_forfeit}  # at any moment of the game (S-16)
ANSWERS: dict[type, Guard] = dict.fromkeys((Agree, VetoCard, VetoPlacement), against_answer)
refusal = guarded(
    {
        "deal": {Deal: lambda state, event: illegal_order_reason(NAME, event.order, FULL, "setup")},
        "draw": {Draw: against_draw, **TALKS},
        "turn": {Lay: against_lay, Discard: against_hand, **TALKS},
        "veto": ANSWERS | TALKS,
        "shuffle": {Shuffle: against_shuffle, **TALKS},
    },
    not_now,
)

# ---------------------------------------------------------------- what an event makes of a state


def advance(state: State, event: Event) -> State:
    """The state after a legal event."""
    match event:
        case Draw():  # rule 1
            hands = hands_with(state, (*state.hands[state.turn], state.draw[-1]))
            return drawn(state, phase="turn", hands=hands, draw=state.draw[:-1])
        case Lay():
            if asks(state, event.owner):
                return replace(state, phase="veto", card=event.card, on=event.on)
            return cover(state, event.card, event.owner, event.on)
        case Discard():
            return end_turn(state, without(state, event.card), state.up, (*state.garbage, event.card))
        case Agree():
            card, on = facts.waiting(state)
            return cover(state, card, event.seat, on)
        case VetoCard():  # the card is barred from every pile of this owner for the turn (S-8)
            return ask_again(state, facts.face_up_cards(state, event.seat))
        case VetoPlacement():  # only this pair of card and pile is (S-8)
            return ask_again(state, facts.waiting(state)[1:])
        case Deal():
            return deal_hand(state, event)
        case Shuffle():  # the tops and the hands stay (rule 7, S-14)
            up = tuple(tuple(pile[-1:] for pile in piles) for piles in state.up)
            return replace(state, phase="draw", up=up, garbage=(), draw=event.order)
        case Treaty():  # written down, not judged (S-16)
            return replace(state, treaties=(*state.treaties, event.parties))
        case Forfeit():
            return forfeit(state, event.seat)


def hands_with(state: State, hand: Cards) -> tuple[Cards, ...]:
    """The hands where the player on turn has this one."""
    return state.hands[: state.turn] + (hand,) + state.hands[state.turn + 1 :]


def without(state: State, card: Card) -> tuple[Cards, ...]:
    """The hands after the player has let go of a card."""
    return hands_with(state, tuple([held for held in state.hands[state.turn] if held is not card]))


def cover(state: State, card: Card, owner: int, on: Card) -> State:
    """The card is on the pile; the turn is over."""
    piles = tuple([(*pile, card) if pile[-1] is on else pile for pile in state.up[owner]])
    up = state.up[:owner] + (piles,) + state.up[owner + 1 :]
    return end_turn(state, without(state, card), up, state.garbage, owner)


def ask_again(state: State, piles: Cards) -> State:
    """The card is back in the hand, and its owner chooses again (S-8)."""
    card, _ = facts.waiting(state)
    pairs = dict.fromkeys((*state.barred, *((card, top) for top in piles)))
    cards = [each for each, _ in pairs]  # the piles of one card stand together
    barred = tuple(sorted(pairs, key=lambda pair: cards.index(pair[0])))
    return replace(state, phase="turn", card=None, on=None, barred=barred)


def end_turn(
    state: State, hands: tuple[Cards, ...], up: tuple[tuple[Cards, ...], ...], garbage: Cards, *changed: int
) -> State:
    """Who has a Six Suit now is out, themselves included (rule 5, S-12): those whose cards have changed, and
    the player whose free time ends with this turn (S-5).
    """
    seat = state.turn
    taken = state.taken[:seat] + (state.taken[seat] + 1,) + state.taken[seat + 1 :]
    after: State = turn_ended(state, hands=hands, up=up, garbage=garbage, taken=taken, card=None, on=None, barred=())
    return go_on(remove(after, holders(after, state.living if facts.free_time(state) else changed)))


def go_on(state: State) -> State:
    """The next living player to the left (G-2), unless the game or the hand is over."""
    return state if state.phase in ("over", "deal") else open_turn(state, facts.left_of(state, state.turn))


def open_turn(state: State, seat: int) -> State:
    """The player draws; when there is nothing to draw the pile is made again first (rules 1 and 7, S-14)."""
    return opened(state, phase="draw" if state.draw else "shuffle", turn=seat)


def forfeit(state: State, seat: int) -> State:
    """Loses the game with their whole side: out like anyone else (rule 6, S-16).

    The next player goes on after who is on turn; that turn counts as soon as a card was drawn. A card that waits for the
    word of anyone who is gone returns to the hand, as after a veto (S-8).
    """
    lost = facts.side(state.house, seat)
    seats = tuple(each for each in state.living if facts.side(state.house, each) == lost)
    after = remove(state, seats, forfeit=True)
    if after.phase == "over":
        return after
    if state.turn in seats:
        has_drawn = state.phase in ("turn", "veto")
        return end_turn(after, after.hands, after.up, after.garbage) if has_drawn else go_on(after)
    if state.phase == "veto" and facts.owner_of(state, state.on) in seats:
        return replace(after, phase="turn")
    return replace(after, card=state.card, on=state.on)
