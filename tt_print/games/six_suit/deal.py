"""Six Suit, deal: six cards face up to each, one face down (Set Up)."""

from __future__ import annotations

from tt_print.deck import FULL, Card
from tt_print.engine.house import House
from tt_print.engine.notation import intern_all
from tt_print.engine.standing import first_player
from tt_print.games.six_suit.facts import Deal, State
from tt_print.games.six_suit.rows import ROW
from tt_print.games.six_suit.teams import check_teams
from tt_print.records import replace

BOX = intern_all(FULL)


def deal_sizes(players: int, house: House) -> dict[str, int]:
    """`hands` is the number for each player, `up` that of all face-up cards."""
    check_teams(players, house)
    return {"hands": 1, "up": ROW * players, "draw": len(FULL) - (ROW + 1) * players}


def start(players: int, house: House, dealer: int = 0) -> State:
    """Everyone at the table, the deck in its box. Raises HouseError for teams of another number of players."""
    check_teams(players, house)
    return State(
        house=house,
        phase="deal",
        dealer=dealer,
        turn=dealer,
        living=tuple(range(players)),
        taken=(0,) * players,
        up=((),) * players,
        hands=((),) * players,
        draw=BOX,
        garbage=(),
        card=None,
        on=None,
        barred=(),
        out=(),
        by=(),
        treaties=(),
        winners=(),
        following=None,
    )


def deal_hand(state: State, event: Deal) -> State:
    """One card at a time from the dealer's left, six rounds face up and one face down; nobody has drawn yet."""
    players = len(state.hands)
    state = start(players, state.house, state.dealer)  # a void hand leaves nothing behind (S-9)
    pile = list(event.order)
    order = [(state.dealer + 1 + index) % players for index in range(players)]
    up: list[list[tuple[Card, ...]]] = [[] for _ in order]
    hands: list[tuple[Card, ...]] = [()] * players
    for _ in range(ROW):
        for seat in order:
            up[seat].append((pile.pop(),))
    for seat in order:
        hands[seat] = (pile.pop(),)
    turn = first_player(state.house, state.living, players, state.dealer)
    return replace(state, turn=turn, up=tuple(map(tuple, up)), hands=tuple(hands), draw=tuple(pile))
