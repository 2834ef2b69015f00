"""A night entered hand by hand comes to what the engine's own game came to: totals, dealers, eliminations, winners."""

import pytest

from tests.play.score.nights import HARVESTS, play_and_enter
from tests.walks import slow_but

# How a game is played: by these rules, with so many players.
CRAZINESS = [
    {}, {"elimination_score": 40, "next_dealer": "loser"}, {"next_dealer": "winner"}, {"elimination_score": 1},
    {"blocked_hand": "void", "elimination_score": 30},
]  # fmt: skip
CASINO = [{}, {"jokers": 2}, {"question": "five", "jokers": 2}, {"deck": "squares"}, {"aside_card": "last_taker"}]
PUSH_IT = [
    {}, {"potential": "per_challenge", "target_points": 3, "next_dealer": "loser"},
    {"potential": "per_card", "target_points": 25, "next_dealer": "winner"}, {"potential": "per_card"},
]  # fmt: skip
SIX_SUIT = [
    {}, {"next_dealer": "loser"}, {"next_dealer": "winner", "free_rounds": 0}, {"all_out": "draw", "free_rounds": 1},
]  # fmt: skip
WAR = [{}, {"jokers": 1}, {"jokers": 2}]
WAYS = {
    "craziness": (CRAZINESS, (2, 3, 4, 6, 12)), "casino": (CASINO, (2, 3, 4, 5, 6)), "push-it": (PUSH_IT, (3, 4, 5, 6)),
    "six-suit": (SIX_SUIT, (2, 3, 4, 7, 12)), "ww3": (WAR, (2, 3, 4)), "armageddon": (WAR, (2, 3, 4)),
}  # fmt: skip


def check(game, way, seed):
    """Plays by one of the ways, enters it, and compares; gives how many hands there were."""
    houses, players = WAYS[game]
    played = play_and_enter(game, players[(seed + way) % len(players)], seed, houses[way])
    night, last = played.evening.night, played.last
    assert all(hand.problems == () for hand in night.hands)
    COMPARED[game](played, night, last)
    return len(night.hands)


def names_of(night, seats):
    return {night.names[seat] for seat in seats}


def check_points(played, night, last):
    """By the engine's own scores, living players and dealers after each hand."""
    assert night.totals == last.scores and night.is_over and {*night.winners} == names_of(night, last.winners)
    out = set()
    following = [*(hand.dealer for hand in night.hands[1:]), night.dealer]
    for hand, dealer, (_, state) in zip(night.hands, following, played.hands, strict=True):
        out |= {*hand.eliminated}
        assert hand.totals == state.scores and dealer == night.names[state.dealer]
        assert {*night.names} - out == names_of(night, getattr(state, "living", range(len(night.names))))
    assert {name for name, rank in night.ranks.items() if rank == 1} == names_of(night, last.winners)


def check_push_it(played, night, last):
    counts = last.house["potential"] != "off"
    assert {*night.hands[-1].winners} == names_of(night, last.winners)
    assert night.totals == (last.scores if counts else None)
    following = [hand.dealer for hand in night.hands[1:]]
    for hand, dealer, (_, state) in zip(night.hands, following, played.hands, strict=False):
        assert dealer == night.names[state.dealer] and (not counts or hand.totals == state.scores)


def check_six_suit(played, night, last):
    winners = names_of(night, last.winners)
    assert {*night.hands[-1].winners} == winners and night.dealer == night.names[last.following]
    out = [names_of(night, group) for group in reversed(last.out)]
    groups = [winners, *(group - winners for group in out)] if winners else [{*night.names}]
    assert night.ranks == ranks_of([group for group in groups if group])


def check_war(played, night, last):
    """The order is that of the last time that each lost the last card, found here by walking the entries backwards."""
    winner = night.names[last.winner]
    groups, gone = [{winner}], {winner}
    for words, _ in reversed(played.hands):
        for flag, names in zip(words[-2::-2], words[::-2], strict=False):
            if flag == "--out" and (group := {*names.split("+")} - gone):
                gone |= group
                groups.append(group)
    still = {*night.names} - gone
    assert night.ranks == ranks_of([groups[0], *([still] if still else []), *groups[1:]])
    assert night.hands[-1].winners == (winner,) and night.wins[last.winner] == 1


def ranks_of(groups):
    """1, 2, 2, 4."""
    return {name: 1 + sum(map(len, groups[:place])) for place, group in enumerate(groups) for name in group}


COMPARED = {
    "craziness": check_points, "casino": check_points, "push-it": check_push_it, "six-suit": check_six_suit, "ww3": check_war,
    "armageddon": check_war,
}  # fmt: skip
ROWS = [(game, way) for game in HARVESTS for way in range(len(WAYS[game][0]))]
FAST = [
    ("craziness", 1), ("craziness", 3), ("casino", 2), ("casino", 3), ("push-it", 1), ("push-it", 3), ("six-suit", 0),
    ("six-suit", 3), ("ww3", 2), ("armageddon", 1),
]  # fmt: skip


@pytest.mark.parametrize(("game", "way"), slow_but(FAST, ROWS))
def test_a_night_entered_by_hand_is_the_engines(game, way):
    assert check(game, way, way) > 0


@pytest.mark.slow
@pytest.mark.parametrize("game", HARVESTS)
def test_many_hands_are_the_engines(game):
    assert sum(check(game, seed % len(WAYS[game][0]), seed) for seed in range(2, 14)) > 30
