"""Casino Macedonia, deal: cards aside, four face up, then five each as often as they last (rules 1, 2, 5)."""

from __future__ import annotations

from typing import Any

from tt_print.deck import AnyCard, Joker
from tt_print.engine.house import House, HouseError
from tt_print.engine.standing import first_player
from tt_print.games.casino.facts import FACE_UP, HAND, Deal, State, box, question_marks
from tt_print.games.casino.piles import Laid, single
from tt_print.records import replace


def aside_size(house: House) -> int:
    """1 (rule 1), 3 with jokers (9a, 10b, C-3), none with Squares (C-27)."""
    if house["deck"] == "squares":
        return 0
    return 3 if house["jokers"] else 1


def set_aside_size(players: int, house: House) -> int:
    """All cards aside: by house rule also those that would make a smaller last deal (C-2)."""
    size = aside_size(house)
    over = (len(box(house)) - size - FACE_UP) % (HAND * players)
    return size + (over if house["short_last_deal"] == "set_aside" else 0)


def deal_sizes(players: int, house: House) -> dict[str, int]:
    """After the first deal of a hand; `hands` is the number for each player."""
    aside = set_aside_size(players, house)
    return {"hands": HAND, "aside": aside, "table": FACE_UP, "draw": len(box(house)) - aside - FACE_UP - HAND * players}


def deal_plan(players: int, house: House) -> tuple[int, ...]:
    """How many cards each player gets, deal by deal (rule 5): `(5, 5, 5, 5, 4)` for five players (C-2)."""
    left = (len(box(house)) - set_aside_size(players, house) - FACE_UP) // players
    return (HAND,) * (left // HAND) + ((left % HAND,) if left % HAND else ())


def number_of_hands(players: int, house: House) -> int:
    """Everyone deals equally often (set-up, C-32). Raises HouseError for a number that does not allow it."""
    hands = house["hands"]
    if hands == "once_each":
        return players
    if hands % players:
        near = [n for n in (hands - hands % players, hands - hands % players + players) if n]
        raise HouseError(
            f"hands = {hands} is not possible with {players} players, because everyone deals equally "
            f"often (set-up; ruling C-32). It may be {' or '.join(map(str, near))}."
        )
    return int(hands)


def start(players: int, house: House, dealer: int = 0) -> State:
    """Everyone at the table with 0 points, the deck in its box. Raises HouseError (see `number_of_hands`)."""
    number_of_hands(players, house)
    nothing: tuple[Any, ...] = ((),) * players
    return State(
        house=house,
        phase="deal",
        dealer=dealer,
        turn=dealer,
        played=0,
        scores=(0,) * players,
        points=(0,) * players,
        hands=nothing,
        draw=box(house),
        aside=(),
        table=(),
        owners=(),
        ruined=(),
        spare=(),
        captured=nothing,
        last_taker=None,
        passes=0,
        winners=(),
    )


def deal_hand(state: State, event: Deal) -> State:
    """The bottom cards go aside, four from the top face up, then the first five each (rules 1 and 2)."""
    house, players = state.house, len(state.hands)
    aside = set_aside_size(players, house)
    draw = event.order[aside:]
    table = tuple(single(Laid(card)) for card in reversed(draw[-FACE_UP:]))
    jokers = tuple(pile.cards[0] for pile in table if isinstance(pile.cards[0], Joker))
    asks = (
        house["question"] == "wild"
        and house["table_question"] == "dealer_declares"  # C-23
        and question_marks(table)
    )
    dealt = replace(
        state,
        draw=draw[:-FACE_UP],
        aside=event.order[:aside],
        table=table,
        owners=((),) * len(table),
        ruined=((),) * len(table),
        spare=spare_at_start(jokers, house),
        captured=((),) * players,
        last_taker=None,
        passes=0,
    )
    return replace(deal_cards(dealt), phase="declare" if asks else "turn")


def spare_at_start(jokers: tuple[AnyCard, ...], house: House) -> tuple[AnyCard, ...]:
    """Which of the jokers among the first four nothing sweeps: a single one is swept by the other, where one sweeps (10d,
    C-18, C-24).
    """
    return jokers if len(jokers) > 1 or house["question"] != "wild" else ()


def deal_cards(state: State) -> State:
    """Five to each, one at a time from the dealer's left; at the end what makes an equal deal (rule 5, C-2)."""
    players = len(state.hands)
    count = min(HAND, len(state.draw) // players)
    dealt: tuple[AnyCard, ...] = state.draw[: -count * players - 1 : -1]  # from the top
    first = (state.dealer + 1) % players
    hands = tuple(dealt[(seat - first) % players :: players] for seat in range(players))
    # after each deal the same again, since the dealer's last card ends the one before (rule 5, G-3)
    turn = first_player(state.house, range(players), players, state.dealer)
    return replace(state, turn=turn, hands=hands, draw=state.draw[: len(state.draw) - len(dealt)])
