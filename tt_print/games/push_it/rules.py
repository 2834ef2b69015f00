"""Push It Real Good, rules: which deck, the deal, what may come next, the first rule against what may not, what an event makes of a state, and the score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import chain, combinations, product
from typing import TYPE_CHECKING, TypeVar

from tt_print.deck import DECKS, VARIABLES, Card
from tt_print.engine.base import Actions, InvariantError, check_cards, check_piles
from tt_print.engine.house import House
from tt_print.engine.notation import Seat, Value, intern_all, seat_name
from tt_print.engine.reasons import IllegalMove, Reason
from tt_print.engine.rules import Choices, Nothing, Orders, guarded, illegal_order_reason, wrong_player
from tt_print.engine.standing import Groups, Standing, by_points, deal_around, end_hand, first_player, next_dealer
from tt_print.games.push_it import facts
from tt_print.games.push_it.facts import Challenge, Claim, Deal, Event, Keep, Lay, Laydown, Move, Show, State
from tt_print.records import copier, replace

if TYPE_CHECKING:
    import random

T = TypeVar("T")
CHALLENGE_ONE_IN = 8  # how rarely the random player challenges: each challenge makes a round longer
SHOW_ONE_IN = 12
KEEP_ONE_IN = 4

begun = copier(State, "phase", "turn", "center", "safe", "fronts")
laid_down = copier(State, "hands", "fronts", "safe", "shown")
pointed = copier(State, "pointers", "phase", "shown")

# ---------------------------------------------------------------- which deck (Deck), and the deal (Set-up)


@cache
def box(deck: str) -> tuple[Card, ...]:
    """The cards of a deck in play; of a double deck each card twice, as the same object."""
    name, copies = facts.COPIES[deck]
    return intern_all(DECKS[name] * copies)


def printed_decks(players: int) -> tuple[str, ...]:
    """The decks that the source offers to so many players (Deck; P-1)."""
    return tuple(deck for deck, (least, most) in facts.RANGES.items() if least <= players <= (most or players))


@cache
def deck_for(players: int, house: House) -> str:
    """The deck in play: what the house says, or the one that needs a single box (P-1; P-20: full beyond ten).

    Raises IllegalMove where the cards do not go round once.
    """
    deck: str = house["deck"]
    if deck == "auto":
        deck = "squares" if players <= 5 else "full"
    if (count := len(box(deck))) < players:
        because_of = partial(
            facts.because, "too_few_cards", "setup", rulings=("P-20",), instead=[f"at most {count} players"]
        )
        raise IllegalMove(because_of(deck=deck, count=count, players=players))
    return deck


def deck_of(state: State) -> str:
    return deck_for(len(state.hands), state.house)


def deal_sizes(players: int, house: House) -> dict[str, int]:
    """`hands` is the number for each player."""
    each, left = divmod(len(box(deck_for(players, house))), players)
    return {"hands": each, "center": left}


def start(players: int, house: House, dealer: int = 0) -> State:
    """Everyone at the table, the deck undealt in the center. Raises IllegalMove as `deck_for`."""
    deck, zeros = box(deck_for(players, house)), (0,) * players
    hands, fronts = ((),) * players, (None,) * players
    return State(house, "deal", dealer, dealer, facts.START, hands, fronts, deck, (), (), zeros, zeros)


def deal_hand(state: State, event: Deal) -> State:
    """One card at a time from the dealer's left as long as there is a whole round; pointers to the start.

    In the order of card management the first player moves a pointer before anything has been claimed, and
    there is nothing yet that they could challenge (P-4).
    """
    players = len(state.hands)
    hands, rest = deal_around(event.order, range(players), players, state.dealer, len(event.order) // players)
    turn = first_player(state.house, range(players), players, state.dealer)
    return replace(
        start(players, state.house, state.dealer),
        phase=facts.ACTIONS[state.house["order"]][0],
        turn=turn,
        hands=tuple(map(facts.in_order, hands)),
        center=rest[::-1],
        scores=state.scores,
    )


@cache
def _counted(deck: str) -> tuple[frozenset[Card], list[int]]:
    """The different cards of a deck, and the objects that all of them are."""
    return frozenset(box(deck)), sorted(map(id, box(deck)))


@cache
def _pointings(deck: str) -> frozenset[tuple[str, ...]]:
    """Everything that the three pointers can show."""
    return frozenset(product(*(facts.ring(deck, variable) for variable in VARIABLES)))


def check(state: State) -> None:
    """Raises InvariantError: every card as often as the deck has it, and each phase as it must look."""
    deck, piles = deck_of(state), (*state.hands, *facts.front_cards(state), state.center)
    cards, objects = _counted(deck)
    if facts.COPIES[deck][1] == 1:
        check_piles(piles, box(deck), cards)
    # each card is one object, however often it is in the deck: counting objects counts cards
    elif sorted(map(id, chain(*piles))) != objects:
        check_cards(chain(*piles), box(deck), frozenset())
    if state.pointers not in _pointings(deck):
        raise InvariantError(f"a pointer is beyond the {deck} deck: {' '.join(state.pointers)}")
    max_count = facts.max_cards(deck, state.house)
    for seat, front in enumerate(state.fronts):
        if front is not None and not (1 <= len(front.cards) <= max_count and 1 <= front.claim.count <= max_count):
            raise InvariantError(f"{seat_name(seat)} laid {len(front.cards)} cards as {front.claim}")
    own = state.fronts[state.turn]
    if state.phase == "challenge" and (own is not None or not state.hands[state.turn]):
        raise InvariantError(f"{seat_name(state.turn)} began a turn with a laydown or without cards")
    if state.phase == "move" and (own is None) is not (state.house["order"] == "management"):
        raise InvariantError(f"{seat_name(state.turn)} moves a pointer out of order")
    if (state.phase == "over") is not bool(state.winners):
        raise InvariantError("a game is over when somebody has won it")


# ---------------------------------------------------------------- what may come next


def actions(state: State) -> Actions[Event]:
    match state.phase:
        case "move":
            return Choices(state, moves, choose_move)
        case "challenge":
            return Choices(state, challenges_and_lays, choose_challenge_or_lay)
        case "deal":
            return Orders(box(deck_of(state)), Deal)
        case _:
            return Nothing()


def to_act(state: State) -> tuple[Seat, ...]:
    """Whose turn it is."""
    return (state.turn,) if state.phase in ("move", "challenge") else ()


def moves(state: State) -> Iterator[Move | Keep | Show]:
    """A step with each pointer; leaving them, where the house allows it; showing."""
    for value in facts.steps(deck_of(state), state.pointers):
        yield Move(state.turn, value)
    if state.house["pointer_move"] == "may":
        yield Keep(state.turn)
    if state.safe:
        yield Show(state.turn)


def choose_move(state: State, rng: random.Random) -> Move | Keep | Show:
    if state.safe and rng.random() * SHOW_ONE_IN < 1:
        return Show(state.turn)
    if state.house["pointer_move"] == "may" and rng.random() * KEEP_ONE_IN < 1:
        return Keep(state.turn)
    return Move(state.turn, rng.choice(facts.steps(deck_of(state), state.pointers)))


def challenges_and_lays(state: State) -> Iterator[Challenge | Show | Lay]:
    """Every challenge, oldest first; showing; then every laydown: cards, claim and count.

    A hand of 25 of the full deck has 68,405 choices of cards and more than a million laydowns, so they come
    one by one, and a random one is sampled.
    """
    for layer in facts.challengeable(state):
        yield Challenge(state.turn, layer)
    if state.safe:
        yield Show(state.turn)
    max_count = facts.max_cards(deck_of(state), state.house)
    for size in range(1, max_count + 1):
        for cards in dict.fromkeys(combinations(state.hands[state.turn], size)):  # of two decks, equal choices once
            for values in facts.claims_at(state.pointers):
                for count in range(1, max_count + 1) if state.house["count_lies"] else (size,):
                    yield Lay(state.turn, cards, Claim(values, count))


def choose_challenge_or_lay(state: State, rng: random.Random) -> Challenge | Show | Lay:
    """A challenge seldom; of laydowns half are true, if they can be."""
    layers = facts.challengeable(state)
    if layers and rng.random() * CHALLENGE_ONE_IN < 1:
        return Challenge(state.turn, rng.choice(layers))
    if state.safe and rng.random() * SHOW_ONE_IN < 1:
        return Show(state.turn)
    hand, max_count = state.hands[state.turn], facts.max_cards(deck_of(state), state.house)
    values = rng.choice(facts.claims_at(state.pointers))
    true = facts.fitting(values, state.house)
    true_ones = [card for card in hand if card in true]
    truthful = bool(true_ones) and rng.random() < 0.5
    source = true_ones if truthful else hand
    cards = tuple(rng.sample(source, rng.randint(1, min(max_count, len(source)))))
    lie = not truthful and state.house["count_lies"] and rng.random() < 0.5
    return Lay(state.turn, cards, Claim(values, rng.randint(1, max_count) if lie else len(cards)))


# ---------------------------------------------------------------- the first rule against an event


def against(state: State, event: Move | Keep | Show | Challenge | Lay) -> Reason | None:
    """Whose turn it is comes before everything else (rule 6)."""
    if event.seat != state.turn:
        return wrong_player(facts.NAME, state.turn, event.seat, "6")
    match event:
        case Lay():
            return against_lay(state, event)
        case Move(value=value):
            allowed = facts.steps(deck_of(state), state.pointers)
            if value in allowed:
                return None
            return facts.because("wrong_step", "2", rulings=("P-3",), instead=allowed, value=value)
        case Challenge(layer=layer):
            return against_challenge(state, layer)
        case Show():
            return None if state.safe else facts.because("nothing_to_show", "7")
        case Keep():
            if state.house["pointer_move"] == "may":
                return None
            return facts.because(
                "must_move", "2", rulings=("P-3",), instead=facts.steps(deck_of(state), state.pointers)
            )


def against_challenge(state: State, layer: Seat) -> Reason | None:
    """Rules 5 to 7, P-10: only a laydown that still is in front of another player."""
    able = facts.challengeable(state)
    if layer in able:
        return None
    names = tuple(map(seat_name, able))
    if layer == state.turn:
        return facts.because("own_laydown", "5", "7", rulings=("P-13",), instead=names)
    return facts.because("nothing_there", "5", "6", rulings=("P-10", "P-15"), instead=names, layer=seat_name(layer))


def against_lay(state: State, event: Lay) -> Reason | None:
    max_count = facts.max_cards(deck_of(state), state.house)
    if (wrong := facts.illegal_claim_reason(state.pointers, event.claim, max_count)) is not None:
        return wrong
    hand, count = state.hands[state.turn], len(event.cards)
    able = min(max_count, len(hand))
    if not 1 <= count <= able:
        return facts.because("lay_count", "3", rulings=("P-5", "P-7"), instead=(facts.up_to(able),), count=count)
    if len(set(event.cards)) == count:  # as always with one deck
        missing = [card for card in event.cards if card not in hand]
    else:
        missing = list(Counter(event.cards) - Counter(hand))
    if missing:
        return facts.because("not_in_hand", "3", cards=tuple(missing), instead=hand)
    return facts.count_lie(event.claim, count, state.house)


def not_now(state: State, event: Event) -> Reason:
    seat = seat_name(state.turn)
    if state.phase == "over":
        return facts.because("now_over", "8", winners=tuple(map(seat_name, state.winners)))
    if state.phase == "deal":
        return facts.because("now_deal", seat=seat)
    return facts.because(f"now_{state.phase}", "1", rulings=("P-2",), seat=seat)


refusal = guarded(
    {
        "deal": {Deal: lambda s, event: illegal_order_reason(facts.NAME, event.order, box(deck_of(s)), "setup")},
        "move": dict.fromkeys((Move, Keep, Show), against),
        "challenge": dict.fromkeys((Lay, Challenge, Show), against),
    },
    not_now,
)


# ---------------------------------------------------------------- what an event makes of a state


def advance(state: State, event: Event) -> State:
    """The state after a legal event."""
    match event:
        case Lay():
            return lay(state, event)
        case Move():
            return end_move(state, facts.moved(state.pointers, event.value))
        case Challenge():
            return challenge(state, event.layer)
        case Keep():
            return end_move(state, state.pointers)
        case Show():  # P-14: turned up and back; nothing else changes (rule 7)
            return replace(state, shown=state.safe, safe=())
        case Deal():
            return deal_hand(state, event)


def begin_turn(state: State, seat: int) -> State:
    """Anyone who begins without cards has won (rule 8): nobody has caught them, or they were defended (P-16); of two
    players without cards it is the one whose turn comes first (P-17). Else their last laydown goes to the
    center, before they challenge anything (rule 6, P-13)."""
    if not state.hands[seat]:
        return end_round(replace(state, turn=seat), seat)
    own = state.fronts[seat]
    laid = () if own is None else own.cards
    return begun(
        state,
        phase=facts.ACTIONS[state.house["order"]][0],
        turn=seat,
        center=state.center + laid,
        safe=laid,
        fronts=_with(state.fronts, seat, None),
    )


def end_move(state: State, pointers: tuple[Value, ...]) -> State:
    """What comes after the pointer (rule 1, P-2)."""
    in_management = state.house["order"] == "management"
    after = pointed(state, pointers=pointers, phase="challenge" if in_management else state.phase, shown=())
    return after if in_management else begin_turn(after, facts.left_of(state, state.turn))


def lay(state: State, event: Lay) -> State:
    """Cards from the hand to the front, with the claim as it was made: the pointers of this moment (rule 3, P-9)."""
    seat, hand = state.turn, list(state.hands[state.turn])
    for card in event.cards:
        hand.remove(card)
    fronts = _with(state.fronts, seat, Laydown(event.cards, event.claim))
    after = laid_down(state, hands=_with(state.hands, seat, tuple(hand)), fronts=fronts, safe=(), shown=())
    if state.house["order"] == "lies":  # rules 1 and 4: the pointer comes last
        return replace(after, phase="move")
    return begin_turn(after, facts.left_of(state, seat))


def challenge(state: State, layer: int) -> State:
    """The challenged cards are turned up (P-14). True: the challenger takes the pot (rule 5a); false: the
    layer takes it (rule 5b), and the challenger stores potential points (rule 9). The swept laydowns are
    gone (P-15); a further challenge plays for what is left (P-12)."""
    (taken, swept), true = facts.pot(state, layer), facts.is_true(state, layer)
    taker, house, potential = state.turn if true else layer, state.house, state.potential
    if not true and house["potential"] != "off":  # never for a defence (P-18)
        points = 1 if house["potential"] == "per_challenge" else len(taken)
        potential = _with(potential, state.turn, potential[state.turn] + points)
    after = replace(
        state,
        hands=_with(state.hands, taker, facts.in_order((*state.hands[taker], *taken))),
        fronts=tuple(None if seat in swept else front for seat, front in enumerate(state.fronts)),
        center=(),
        safe=(),
        shown=facts.front_cards(state)[layer],
        potential=potential,
    )
    if true and not state.hands[layer] and house["win_on_defence"]:  # rule 8, P-16
        return end_round(after, layer)
    return after


def _with(row: tuple[T, ...], seat: Seat, new: T) -> tuple[T, ...]:
    """What each seat has, with this for one of them."""
    return (*row[:seat], new, *row[seat + 1 :])


# ---------------------------------------------------------------- the score (rules 8 and 9)


def end_round(state: State, winner: int) -> State:
    """The winner's potential points become points, everyone's are erased (rule 9); then the next deal, or the end."""
    left = [len(hand) for hand in state.hands]

    def after_hand(before: Standing, _: Seat | None) -> Standing:
        return after_round(before, state.potential, winner, left)

    return end_hand(state, after_hand, winner, potential=(0,) * len(left), safe=())


def after_round(before: Standing, potential: Sequence[int], winner: int, cards_left: Sequence[int]) -> Standing:
    """The match after a round, from potential points and cards in hand by seat (rules 8 and 9).

    It is over after one round, or in a match when the winner has the points that it is played to (P-19).
    """
    scores = tuple(points + (potential[seat] if seat == winner else 0) for seat, points in enumerate(before.scores))
    after = replace(before, scores=scores, played=before.played + 1)
    target = before.house["target_points"]
    if target == "none" or scores[winner] >= target:
        return replace(after, winners=(winner,), is_over=True)
    return replace(after, dealer=next_dealer(before, winner, cards_left))


def at_the_limit(before: Standing) -> Standing:
    """Who has the points that the match is played to has won (P-19)."""
    target, best = before.house["target_points"], max(before.scores)
    if target == "none" or best < target:
        return before
    winners = tuple(seat for seat, score in enumerate(before.scores) if score == best)
    return replace(before, winners=winners, is_over=True)


def places(standing: Standing) -> Groups:
    """The winner first; then, and while nobody has won, by points (rules 8 and 9). Equal points share a place."""
    rest = [seat for seat in standing.living if seat not in standing.winners]
    first = (standing.winners,) if standing.winners else ()
    return (*first, *by_points(rest, standing.scores, highest_first=True))
