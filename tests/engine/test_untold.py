"""A verdict rests on nothing that nobody has told: with any part of a table left untold, it is the same, or what it rests on is
named as taken for granted, or asked for."""

import random
import re

import pytest

from tests.games.cases import cases
from tt_print.engine.notation import seat_name
from tt_print.engine.play import play_out
from tt_print.engine.story import judge_story
from tt_print.errors import InputError
from tt_print.games import find_game, game_names

# What is told in any case: who plays, who is out, and what is out of the common run.
TOLD = "seat drop drop_too lock give_up set_late bar bind".split()
PAUSES = ("deal", "over", "shuffle", "peel", "lots")
TURNS = "begin set_moving set_challenging set_starter set_turn set_next set_drawn".split()
# Whoever is told to lay a card had it, and what it is told to be laid on was there.
AS_TOLD = ("not_in_hand", "malformed", "no_such_seat", "not_on_top", "no_cards", "late_pair")
# Sentences on what follows that leave open what is not told; and those of a game that hold only if other players have cards, or
# the draw pile has.
UNSURE = r"_or_|_some$|_pot$|_if_last$|_last$|_last_defended$|_if_none$"
WAR = "_turn$|_tries$|_goes_on$|_starts$|_controls$|_wrong_card$"
IF_THERE_ARE_CARDS = {"ww3": WAR, "armageddon": WAR, "craziness": "_turn$|_draws$"}
QUESTIONS = 15  # more are never needed for one event


class Table:
    """A position of a random game, with all the phrases that tell it, and the verdict on an event there."""

    def __init__(self, game, state, event):
        self.game, self.house = game, str(state.house).split() if state.house.changed else ()
        self.scene, self.event = game.scene(state.house), game.event_text.show(event)
        self.opening = list(self.scene.opening(state))
        self.methods = {phrase: self.scene.parse_phrase(phrase)[0] for phrase in self.opening}

    def judge(self, phrases):
        return judge_story(self.game, [*phrases, self.event], overrides=self.house)

    def leave_out(self, rng):
        """Some of the phrases. Those of one matter are all told or none: who owns a pile, whose turns are counted, what a row
        covers; in the first round what lies in the pot."""
        shown, kept = {}, []
        rows = [phrase for phrase, method in self.methods.items() if method == "show"]
        for phrase, method in self.methods.items():
            values = self.scene.parse_phrase(phrase)[1]
            about = {
                "set_owner": str(values.get("pile")),
                "set_ruined": "ruin",
                "set_unruined": "ruin",
                "set_taken": "turns",
            }
            matter = about.get(method, phrase)
            if method == "cover_up":
                matter = next((row for row in rows if str(values["top"]) in row.split()), phrase)
            is_kept = shown.setdefault(matter, rng.random() < 0.4)
            is_start = method == "set_pile" and "set_starter" in self.methods.values()
            kept += [phrase] if is_kept or method in TOLD or is_start else []
        return kept

    def answers(self, question):
        """The phrases of the full opening that answer a question: in the form that it asks for, or in one that says as much."""
        wanted = re.compile(re.escape(question.phrase).replace(r"\.\.\.", ".+"))
        name = seat_name(question.seat or 0)
        other = {"draw": "draw pile ", "count": f"{name} holds ", "no_count": f"{name} holds ", "plan": "no other plan",
                 "owner": "nobody owns ", "place": f"nothing in front of {name}"}  # fmt: skip
        found = [phrase for phrase in self.opening if wanted.fullmatch(phrase)]
        return found or [phrase for phrase in self.opening if phrase.startswith(other.get(question.key, "\n"))]

    def is_true(self, phrase):
        """Whether what was taken for granted is so at this table."""
        if phrase in self.opening:
            return True
        if self.scene.parse_phrase(phrase)[0] in TURNS:
            return False
        if phrase == "free time is over":  # which turns that are told say more exactly
            return not judge_story(self.game, [*self.opening, "look"], overrides=self.house).facts["free_time"]
        states = []
        for phrases in (self.opening, [*self.opening, phrase], [phrase, *self.opening]):
            scene = self.game.scene(self.scene.house)
            try:
                for each in phrases:
                    scene.run_phrase(each)
                states.append(scene.state_before(None))
            except InputError:
                return False
        return states[0] == states[1] == states[2]


def check(table, rng):
    """Whether part of an opening was enough for a verdict, after everything that was asked for or assumed is told."""
    phrases = table.leave_out(rng)
    for _ in range(QUESTIONS):
        try:
            answer = table.judge(phrases)
        except InputError:  # in parts a table can contradict itself
            return False
        open_ones = [*answer.questions, *answer.untold]
        more = [phrase for each in open_ones for phrase in table.answers(each) if phrase not in phrases]
        if not more:
            break
        phrases += more
    else:
        raise AssertionError(f"{open_ones} are asked again and again")
    shown = f"{table.house}: {'; '.join(phrases)}; {table.event}"
    if answer.questions or any(not any(map(table.is_true, each.presumed)) for each in answer.untold):
        assert all(each.assumed in answer.text for each in answer.untold if not answer.questions), shown
        return False
    truth = table.judge(table.opening)
    assert (answer.legal, answer.right) == (truth.legal, truth.right), f"{shown}\n{answer.text}\n{truth.text}"
    said = {reason.sentence for reason in truth.next}
    unsure = "|".join(filter(None, (UNSURE, IF_THERE_ARE_CARDS.get(table.game.name))))
    for reason in answer.next:
        assert reason.sentence in said or re.search(unsure, reason.key), f"{reason.sentence} after {shown}; {said}"
    return True


def check_games(name, numbers, every):
    """How many verdicts were given, at tables of which some was left untold."""
    game = find_game(name)
    trials, (fewest, most) = game.house_trials(), game.players
    judged = 0
    for number in numbers:
        rng = random.Random(f"{name} untold {number}")
        players = fewest + number % ((most or fewest + 8) - fewest + 1)
        state = game.start(players, game.house(**trials[number % len(trials)]), number % players)
        for event, after in play_out(game, state, rng):
            if state.phase not in PAUSES and rng.random() < 1 / every:
                misses = list(cases(name).near_misses(state, rng))
                for tried in (event, *rng.sample(misses, min(2, len(misses)))):
                    against = game.illegal_reason(state, tried)
                    is_told = game.event_text.find(game.event_text.show(tried)) == tried
                    if is_told and (against is None or against.key not in AS_TOLD):
                        judged += check(Table(game, state, tried), rng)
            state = after
    return judged


@pytest.mark.parametrize("name", game_names())
def test_a_verdict_rests_on_nothing_untold(name):
    assert check_games(name, range(2), every=60)


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_many_verdicts_rest_on_nothing_untold(name):
    assert check_games(name, range(10, 13), every=12) > 20


def test_what_is_asked_for_is_told_after_the_last_word_about_the_table():
    """A question about a first table, then another card in the center: its declaration belongs to the second table."""
    phrases = ("on RC1", "lay YH1", "on KC2", "Ann lays RC2")
    answer = judge_story(find_game("craziness"), phrases)
    assert answer.legal and [question.key for question in answer.untold] == ["declared", "turn"]
