"""A night entered hand by hand comes to what the engine's own game came to: totals, dealers, eliminations, winners."""

import pytest

from tests.score.nights import play_and_enter
from tt_print.games import find_game, six_suit

CRAZINESS = [
    {},
    {"elimination_score": 40, "next_dealer": "loser"},
    {"next_dealer": "winner"},
    {"elimination_score": 1},
    {"blocked_hand": "void", "elimination_score": 30},
]
CASINO = [{}, {"jokers": 2}, {"question": "five", "jokers": 2}, {"deck": "squares"}, {"aside_card": "last_taker"}]
PUSH_IT = [
    {},
    {"potential": "per_challenge", "target_points": 3, "next_dealer": "loser"},
    {"potential": "per_card", "target_points": 25, "next_dealer": "winner"},
    {"potential": "per_card"},
]
SIX_SUIT = [
    {},
    {"next_dealer": "loser"},
    {"next_dealer": "winner", "free_rounds": 0},
    {"all_out": "draw", "free_rounds": 1},
]


def check_craziness(players, seed, house):
    played = play_and_enter("craziness", players, seed, house)
    night, last = played.evening.night, played.last
    assert night.totals == last.scores and night.is_over and night.standing.winners == last.winners
    for hand, (_, state) in zip(night.hands, played.hands, strict=True):
        assert hand.totals == state.scores and hand.outcome.standing.living == state.living
        assert hand.outcome.standing.dealer == state.dealer and hand.outcome.problems == ()
    return len(night.hands)


def check_casino(players, seed, house):
    played = play_and_enter("casino", players, seed, house)
    night, last = played.evening.night, played.last
    assert night.totals == last.scores and night.standing.winners == last.winners and night.is_over
    for hand, (_, state) in zip(night.hands, played.hands, strict=True):
        assert hand.points == state.points and hand.outcome.standing.dealer == state.dealer
    assert sorted(night.places[0]) == sorted(last.winners)
    return len(night.hands)


def check_push_it(players, seed, house):
    played = play_and_enter("push-it", players, seed, house)
    night, last = played.evening.night, played.last
    shown = night.shown
    assert shown.winners == last.winners and shown.is_over
    assert night.totals == (last.scores if last.house["potential"] != "off" else None)
    for hand, (_, state) in zip(night.hands, played.hands, strict=True):
        assert hand.outcome.standing.scores == state.scores and hand.outcome.standing.dealer == state.dealer
    return len(night.hands)


def check_six_suit(players, seed, house):
    played = play_and_enter("six-suit", players, seed, house)
    shown, last = played.evening.night.shown, played.last
    assert (shown.living, shown.out, shown.winners) == (last.living, last.out, last.winners)
    assert played.evening.night.places == six_suit.score.places(last)
    assert played.evening.night.standing.dealer == last.following
    return len(played.hands)


def check_war(game, players, seed, house):
    played = play_and_enter(game, players, seed, house)
    night, last = played.evening.night, played.last
    assert night.shown.winners == (last.winner,) and night.places[0] == (last.winner,) and night.wins[last.winner] == 1
    # the order of the last time that each lost the last card, found here by walking the entries backwards
    order, gone = [], {last.winner}
    for words, _ in reversed(played.hands):
        for flag, names in zip(words[-2::-2], words[::-2], strict=False):
            if flag == "--out":
                group = tuple(s for s in map(night.table.seat, names.split("+")) if s not in gone)
                gone |= set(group)
                order += [group] if group else []
    still = tuple(seat for seat in range(players) if seat not in gone)
    assert night.places == ((last.winner,), *([still] if still else []), *order)
    return len(played.hands)


def games(scale):
    """(check, players, seed, house): `scale` seeds for each way to play."""
    for seed in range(scale):
        for index, house in enumerate(CRAZINESS):
            yield check_craziness, (2, 3, 4, 6, 12)[(seed + index) % 5], seed, house
        for index, house in enumerate(PUSH_IT):
            yield check_push_it, (3, 4, 5, 6)[(seed + index) % 4], seed, house
        for index, house in enumerate(SIX_SUIT):
            yield check_six_suit, (2, 3, 4, 7, 12)[(seed + index) % 5], seed, house
        for game in ("ww3", "armageddon"):
            yield lambda *facts, game=game: check_war(game, *facts), (2, 3, 4)[seed % 3], seed, {"jokers": seed % 3}


def test_nights_entered_by_hand_are_the_engines():
    hands = sum(check(players, seed, house) for check, players, seed, house in games(2))
    assert hands > 60


@pytest.mark.parametrize(("index", "house"), [*enumerate(CASINO)], ids=str)
def test_a_night_of_casino_is_the_engines(index, house):
    assert check_casino(2 + index % 3, index, house) == 2 + index % 3


@pytest.mark.slow
def test_thousands_of_hands_are_the_engines():
    hands = sum(check(players, seed, house) for check, players, seed, house in games(120))
    assert hands > 2000


@pytest.mark.slow
def test_hundreds_of_hands_of_casino_are_the_engines():
    hands = sum(check_casino(2 + seed % 5, seed, CASINO[seed % 5]) for seed in range(60))
    assert hands > 200


@pytest.mark.parametrize("game", ["ww3", "armageddon", "six-suit", "casino", "craziness", "push-it"])
def test_every_game_can_be_scored(game):
    from tt_print.score.scorer import find_scorer

    assert find_scorer(find_game(game).name).flags
