"""Push It Real Good, score: the end of a round, potential points, the end of a match (rules 8 and 9)."""

from __future__ import annotations

from dataclasses import replace

from tt_print.rules.push_it.facts import State, left_of


def challenge_points(state: State, picked_up: int) -> int:
    """Potential points for a right challenge after which the liar picks up so many cards (rule 9, P-18)."""
    match state.house["potential"]:
        case "per_challenge":
            return 1
        case "per_card":
            return picked_up
        case _:
            return 0


def end_round(state: State, winner: int) -> State:
    """The winner's potential points become points, everyone's are erased (rule 9); then the next deal, or
    the end: after one round, or in a match when the winner has the points that it is played to (P-19)."""
    scores = tuple(
        points + (state.potential[seat] if seat == winner else 0) for seat, points in enumerate(state.scores)
    )
    after = replace(state, phase="deal", scores=scores, potential=(0,) * len(scores), safe=())
    target = state.house["target_points"]
    if target == "none" or scores[winner] >= target:
        return replace(after, phase="over", winners=(winner,))
    return replace(after, dealer=next_dealer(after, winner))


def next_dealer(state: State, winner: int) -> int:
    """Ruling G-4. The loser is who holds most cards; of equals the first to the dealer's left."""
    match state.house["next_dealer"]:
        case "winner":
            return winner
        case "loser":
            count = len(state.hands)
            order = [(state.dealer + place) % count for place in range(1, count + 1)]
            return max(order, key=lambda seat: len(state.hands[seat]))
        case _:
            return left_of(state, state.dealer)
