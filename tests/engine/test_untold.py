"""A verdict rests on nothing that nobody has told: with any part of a table left untold, it is the same, or that is asked for."""

import random
import re

import pytest

from tests.games.cases import cases
from tt_print.engine.notation import seat_name
from tt_print.engine.play import play_out
from tt_print.errors import InputError
from tt_print.games import find_game

# What is told in any case: how many play, and whose turn it is.
TOLD = {"casino": ("seat", "set_turn"), "push-it": ("seat", "set_moving", "set_challenging")}
PHASES = {"casino": ("turn", "declare"), "push-it": ("move", "challenge")}
UNSURE = (
    r"_or_|_some$|_pot$|_if_last$|_last$|_last_defended$"  # of what follows: sentences that leave open what is not told
)
QUESTIONS = 12  # more are never needed for one event


def told(game, house, phrases):
    scene = game.scene(house)
    for phrase in phrases:
        scene.run_phrase(phrase)
    return scene


def answers(question, opening):
    """The phrases of a full opening that answer a question: in the form that it asks for, or in one that says as much."""
    wanted = re.compile(re.escape(question.phrase).replace(r"\.\.\.", ".+"))
    found = [phrase for phrase in opening if wanted.fullmatch(phrase)]
    other = {
        "draw": "draw pile ",
        "count": f"{seat_name(question.seat or 0)} holds ",
        "plan": "no other plan",
        "owner": "nobody owns ",
        "place": f"nothing in front of {seat_name(question.seat or 0)}",
    }
    return found or [phrase for phrase in opening if phrase.startswith(other[question.key])]


def judge_untold(game, state, event, opening, phrases):
    """The scene after the questions about `event` are answered out of the full opening; None where the story cannot be."""
    for _ in range(QUESTIONS):
        scene = told(game, state.house, phrases)
        try:
            questions = scene.open_questions(event)
        except InputError:
            return None
        if not questions:
            scene.said = phrases  # for who reads a failure
            return scene
        if questions[0].key == "number":  # asked as long as none is declared; the full story knows that none is
            return None
        more = [phrase for question in questions for phrase in answers(question, opening) if phrase not in phrases]
        assert more, f"asked again: {questions}"
        phrases = [*phrases, *more]
    raise AssertionError(f"{questions} are asked again and again")


def leave_out(scene, opening, rng):
    """Some of the phrases. Of those who own a pile, and of plans that were just ruined, all are told or none."""
    tells = {}
    kept = []
    for phrase in opening:
        method, values, _ = scene.parse_phrase(phrase)
        about = {"set_owner": str(values.get("pile")), "set_ruined": "ruin", "set_unruined": "ruin"}.get(method, phrase)
        if tells.setdefault(about, rng.random() < 0.4) or method in TOLD[scene.game.name]:
            kept.append(phrase)
    return kept


def check(game, state, event, rng):
    scene = game.scene(state.house)
    opening = scene.opening(state)
    kept = leave_out(scene, opening, rng)
    full = game.illegal_reason(state, event)
    if full is not None and full.key in ("not_in_hand", "malformed", "no_such_seat"):
        return 0  # whoever is told to play a card had it
    partial = judge_untold(game, state, event, opening, kept)
    if partial is None:
        assert full is not None, f"{kept}: {game.event_text.show(event)}"
        return 0
    before = partial.state_before(event)
    found = game.illegal_reason(before, event)
    shown = f"{state.house}: {'; '.join(partial.said)}; {game.event_text.show(event)}"
    assert (full is None) is (found is None), f"{shown}: {full and full.sentence} {found and found.sentence}"
    if full is None:
        after = game.apply(state, event)
        whole = told(game, state.house, opening)
        whole.tell(event)
        said = {reason.sentence for reason in whole.follows(state, event, after)}
        partial.tell(event)
        for reason in partial.follows(before, event, partial.state):
            assert reason.sentence in said or re.search(UNSURE, reason.key), f"{reason.sentence} after {shown}; {said}"
            if "turn_or_" in reason.key:  # what comes next hangs on it
                break
    return 1


def check_games(name, numbers, every):
    game = find_game(name)
    trials, (fewest, most) = game.house_trials(), game.players
    judged = 0
    for number in numbers:
        rng = random.Random(f"{name} untold {number}")
        players = fewest + number % ((most or fewest + 8) - fewest + 1)
        state = game.start(players, game.house(**trials[number % len(trials)]), number % players)
        for event, after in play_out(game, state, rng):
            if state.phase in PHASES[name] and rng.random() < 1 / every:
                judged += check(game, state, event, rng)
                misses = list(cases(name).near_misses(state, rng))
                for miss in rng.sample(misses, min(3, len(misses))):
                    judged += check(game, state, miss, rng)
            state = after
    return judged


@pytest.mark.parametrize("name", TOLD)
def test_a_verdict_rests_on_nothing_untold(name):
    assert check_games(name, range(5), every=30)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "block"), [(name, block) for name in TOLD for block in range(2)])
def test_many_verdicts_rest_on_nothing_untold(name, block):
    assert check_games(name, range(10 + 20 * block, 30 + 20 * block), every=8) > 500
