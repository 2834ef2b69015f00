"""Push It Real Good, score: the end of a round, potential points, the end of a match (rules 8 and 9)."""

from __future__ import annotations

from collections.abc import Sequence

from tt_print.engine.house import House
from tt_print.engine.standing import Groups, Standing, by_points, next_dealer
from tt_print.games.push_it.facts import State
from tt_print.records import replace


def challenge_points(house: House, picked_up: int) -> int:
    """Potential points for a right challenge after which the liar picks up so many cards: nothing, 1, or 1 for each card
    (rule 9, P-18)."""
    match house["potential"]:
        case "per_challenge":
            return 1
        case "per_card":
            return picked_up
        case _:
            return 0


def end_round(state: State, winner: int) -> State:
    """The winner's potential points become points, everyone's are erased (rule 9); then the next deal, or the end."""
    before = Standing(state.house, state.dealer, tuple(range(len(state.hands))), state.scores)
    after = after_hand(before, state.potential, winner, [len(hand) for hand in state.hands])
    return replace(
        state,
        phase="over" if after.is_over else "deal",
        scores=after.scores,
        dealer=after.dealer,
        winners=after.winners,
        potential=(0,) * len(after.scores),
        safe=(),
    )


def after_hand(before: Standing, potential: Sequence[int], winner: int, cards_left: Sequence[int]) -> Standing:
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
