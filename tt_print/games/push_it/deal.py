"""Push It Real Good, deal: which deck, everyone the same number, the rest to the center (Deck; Set-up)."""

from __future__ import annotations

from functools import cache

from tt_print.deck import DECKS, Card
from tt_print.engine.base import InvariantError, check_cards, check_piles
from tt_print.engine.house import House
from tt_print.engine.notation import intern_all, seat_name
from tt_print.engine.reasons import IllegalMove, Reason
from tt_print.engine.standing import first_player
from tt_print.games.push_it.facts import ACTIONS, NAME, RANGES, Deal, State, cards, front_cards, in_order, left_of
from tt_print.games.push_it.pointers import COPIES, START, max_cards, pointings
from tt_print.records import replace


@cache
def box(deck: str) -> tuple[Card, ...]:
    """The cards of a deck in play; of a double deck each card twice, as the same object."""
    name, copies = COPIES[deck]
    return intern_all(DECKS[name] * copies)


def printed_decks(players: int) -> tuple[str, ...]:
    """The decks that the source offers to so many players (Deck; P-1)."""
    return tuple(
        deck
        for deck, (minimum, maximum) in RANGES.items()
        if minimum <= players and (maximum is None or players <= maximum)
    )


def deck_for(players: int, house: House) -> str:
    """The deck in play: what the house says, or the one that needs a single box (P-1; P-20: full beyond ten).

    Raises IllegalMove for a deck outside its printed numbers of players, unless the house forces it, and where
    the cards do not go round once.
    """
    deck: str = house["deck"]
    if deck == "auto":
        deck = "squares" if players <= 5 else "full"
    elif deck not in printed_decks(players) and not house["force_deck"]:
        raise IllegalMove(
            Reason(
                NAME,
                "deck_range",
                ("deck",),
                ("P-1",),
                instead=printed_decks(players),
                values=(("deck", deck), ("range", _range(deck)), ("players", players)),
            )
        )
    if len(box(deck)) < players:
        count = len(box(deck))
        raise IllegalMove(
            Reason(
                NAME,
                "too_few_cards",
                ("setup",),
                ("P-20",),
                instead=(f"at most {count} players",),
                values=(("deck", deck), ("count", count), ("players", players)),
            )
        )
    return deck


def _range(deck: str) -> str:
    minimum, maximum = RANGES[deck]
    if maximum is None:
        return f"{minimum} or more"
    return str(minimum) if minimum == maximum else f"{minimum} to {maximum}"


def deck_of(state: State) -> str:
    return deck_for(len(state.hands), state.house)


def deal_sizes(players: int, house: House) -> dict[str, int]:
    """`hands` is the number for each player."""
    each, left = divmod(len(box(deck_for(players, house))), players)
    return {"hands": each, "center": left}


def start(players: int, house: House, dealer: int = 0) -> State:
    """Everyone at the table, the deck undealt in the center. Raises IllegalMove as `deck_for`."""
    deck = box(deck_for(players, house))
    nobody = ((),) * players
    return State(
        house=house,
        phase="deal",
        dealer=dealer,
        turn=dealer,
        pointers=START,
        hands=nobody,
        fronts=(None,) * players,
        center=deck,
        safe=(),
        shown=(),
        potential=(0,) * players,
        scores=(0,) * players,
        winners=(),
    )


def deal_hand(state: State, event: Deal) -> State:
    """One card at a time from the dealer's left as long as there is a whole round; pointers to the start.

    In the order of card management the first player moves a pointer before anything has been claimed, and
    there is nothing yet that they could challenge (P-4).
    """
    players = len(state.hands)
    top_first = event.order[::-1]
    each = len(top_first) // players
    dealt = top_first[: each * players]
    first = left_of(state, state.dealer)
    hands = tuple(in_order(dealt[(seat - first) % players :: players]) for seat in range(players))
    turn = first_player(state.house, range(players), players, state.dealer)
    return replace(
        state,
        phase=ACTIONS[state.house["order"]][0],
        turn=turn,
        pointers=START,
        hands=hands,
        fronts=(None,) * players,
        center=top_first[each * players :],
        safe=(),
        shown=(),
        potential=(0,) * players,
    )


@cache
def _counted(deck: str) -> list[int]:
    return sorted(map(id, box(deck)))


@cache
def _cards_of(deck: str) -> frozenset[Card]:
    return frozenset(box(deck))


def check(state: State) -> None:
    """Raises InvariantError: every card as often as the deck has it, and each phase as it must look."""
    deck = deck_of(state)
    if COPIES[deck][1] == 1:
        check_piles((*state.hands, *front_cards(state), state.center), box(deck), _cards_of(deck))
    # each card is one object, however often it is in the deck: counting objects counts cards
    elif sorted(map(id, cards(state))) != _counted(deck):
        check_cards(cards(state), box(deck), frozenset())
    if state.pointers not in pointings(deck):
        raise InvariantError(f"a pointer is beyond the {deck} deck: {' '.join(state.pointers)}")
    max_count = max_cards(deck, state.house)
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
