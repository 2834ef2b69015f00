"""Any game in points: high or low, with a target, rounds and teams, and all that a night can do."""

import json

import pytest

from tests.commands import tt
from tests.score.keyboard import Talk
from tests.score.nights import Evening
from tests.walks import walk
from tt_print.games import GAMES, POINTS, find_scored_game


@pytest.fixture
def night(capsys):
    """A night of four, begun with these options; gives what `score` says after each hand."""

    def begin(*options, names=("Ann", "Bo", "Cy", "Di")):
        words = [word for option in options for word in ("--option", option)]
        ran = tt(capsys, "score", "start", "points", *names, "--name", "Tricky Dick", *words)
        assert ran.status == 0 and ran.out.startswith("Tricky Dick, night 1"), ran.err

    return begin


def hand(capsys, *points):
    ran = tt(capsys, "score", "hand", *points)
    assert ran.status == 0, ran.err
    return json.loads(tt(capsys, "score", "--json").out)


def test_many_points_win_at_the_target_and_points_may_be_below_zero(capsys, night):
    night("target_points=10")
    assert hand(capsys, "Ann=4", "Bo=-3", "Cy=0", "Di=9")["winner"] == []
    state = hand(capsys, "Ann=4", "Bo=12", "Cy=0", "Di=1")
    assert state["totals"] == {"Ann": 8, "Bo": 9, "Cy": 0, "Di": 10} and state["winner"] == ["Di"]
    assert tt(capsys, "score", "hand", "Ann=1", "Bo=1", "Cy=1", "Di=1").status == 2, "the game is over"


def test_few_points_win_after_the_last_round(capsys, night):
    night("best=few", "rounds=2")
    hand(capsys, "Ann=1", "Bo=2", "Cy=3", "Di=4")
    assert hand(capsys, "Ann=5", "Bo=2", "Cy=3", "Di=0")["winner"] == ["Bo", "Di"], "four points each"


@pytest.mark.parametrize(("options", "dealer"), [
    ("next_dealer=winner", "Di"), ("next_dealer=loser", "Bo"), ("next_dealer=winner best=few", "Bo"), ("next_dealer=loser best=few", "Di"),
])  # fmt: skip
def test_the_hand_decides_who_deals_next_whatever_their_seat(capsys, night, options, dealer):
    """Of four, the last but one and the first after the dealer have the most and the fewest points of the hand."""
    night(*options.split())
    first = json.loads(tt(capsys, "score", "--json").out)["dealer"]
    points = {"Ann": 4, "Bo": 1, "Cy": 2, "Di": 9}
    assert hand(capsys, *(f"{name}={number}" for name, number in points.items()))["dealer"] == dealer != first
    again = {name: points[dealer] if name == dealer else 5 for name in points}  # the dealer may deal again
    assert hand(capsys, *(f"{name}={number}" for name, number in again.items()))["dealer"] == dealer


def test_teams_share_points_places_and_a_victory(capsys, night):
    night("teams=Ann+Cy/Bo+Di", "target_points=20")
    assert hand(capsys, "Ann=9", "Bo=1", "Cy=9", "Di=15")["winner"] == [], "18 against 16"
    state = hand(capsys, "Ann=1", "Bo=1", "Cy=1", "Di=1")
    assert state["winner"] == ["Ann", "Cy"] and state["places"] == ["Ann", "Cy", "Bo", "Di"]


def test_what_a_team_has_together_stands_under_the_table_and_after_each_hand(capsys, night):
    """By hand: Ann and Cy 9 and 9, Bo and Di 1 and -5; few points are good."""
    night("teams=Ann+Cy/Bo+Di", "best=few")
    said = "Together: Bo and Di -4, Ann and Cy 18."
    assert said in tt(capsys, "score", "hand", "Ann=9", "Bo=1", "Cy=9", "Di=-5").out
    assert said in tt(capsys, "score").out
    assert tt(capsys, "score", "rule", "teams=none").status == 0
    assert "Together" not in tt(capsys, "score").out


def test_who_play_for_themselves_have_nothing_together(capsys, night):
    night()
    hand(capsys, "Ann=1", "Bo=2", "Cy=3", "Di=4")
    assert "Together" not in tt(capsys, "score").out


def test_a_name_of_a_game_is_its_title_and_no_house_rule(capsys, night):
    night("best=few")
    hand(capsys, "Ann=1", "Bo=2", "Cy=3", "Di=4")
    for words, rule in (["score"], "best = few"), (["score", "log"], "best=few"):
        ran = tt(capsys, *words)
        assert "Tricky Dick" in ran.out and rule in ran.out and "called=" not in ran.out
    assert "house" not in tt(capsys, "score", "start", "points", "Ann", "Bo", "--name", "Poker").out
    assert "house rules" not in tt(capsys, "score").out


def test_a_night_without_a_target_is_finished_by_its_players(capsys, night):
    """The best then has won, which counts among the wins; undo plays on, and nothing can be finished twice or before it began."""
    night()
    ran = tt(capsys, "score", "finish")
    assert ran.status == 2 and "no hand is entered yet" in ran.err
    hand(capsys, "Ann=1", "Bo=2", "Cy=3", "Di=4")
    assert hand(capsys, "Ann=9", "Bo=2", "Cy=3", "Di=4")["winner"] == []
    ran = tt(capsys, "score", "finish")
    assert ran.status == 0 and "The game is over: Ann won." in ran.out and "total" in ran.out
    assert json.loads(tt(capsys, "score", "--json").out)["wins"] == {"Ann": 1, "Bo": 0, "Cy": 0, "Di": 0}
    assert tt(capsys, "score", "finish").status == 2
    assert tt(capsys, "score", "undo").status == 0
    assert hand(capsys, "Ann=0", "Bo=9", "Cy=0", "Di=0")["winner"] == []
    tt(capsys, "score", "finish")
    assert json.loads(tt(capsys, "score", "--json").out)["winner"] == ["Bo"], "13 points to 10"


@pytest.mark.parametrize("game", [game for game in GAMES if game not in ("push-it", "six-suit")])
def test_a_game_with_rules_ends_by_them(capsys, game):
    assert tt(capsys, "score", "start", game, "Ann", "Bo").status == 0
    ran = tt(capsys, "score", "finish")
    assert ran.status == 2 and "ends by its own rules" in ran.err and "score resume 1" in ran.err


@walk(("typed", "meant"), [
    ("finished", "finish"), ("end", "finish"), ("correct", "edit"), ("fix", "edit"), ("delete", "remove"),
    ("standings", "tt-print score alone"), ("begin", "start"), ("hsnd", "hand"),
])  # fmt: skip
def test_another_word_for_a_command_gets_ours(capsys, typed, meant):
    assert f"score has no command '{typed}'. Did you mean {meant}?" in tt(capsys, "score", typed).err


def test_it_is_undone_corrected_logged_and_renamed_as_all_games_are(capsys, night):
    night()
    hand(capsys, "Ann=1", "Bo=2", "Cy=3", "Di=4")
    for words in ("edit 1 Bo=5", "rename Bo Boo", "join Ed --points 2", "note late", "undo", "leave Cy"):
        ran = tt(capsys, "score", *words.split())
        assert ran.status == 0, (words, ran.err)
    state = hand(capsys, "Ann=0", "Boo=0", "Di=0", "Ed=0")
    assert state["totals"]["Boo"] == 5 and state["totals"]["Ed"] == 2
    assert "Tricky Dick" in tt(capsys, "score", "log").out and "Tricky Dick" in tt(capsys, "score", "nights").out


def test_asked_line_by_line():
    """A question a player, until all are known."""
    talk = Talk("points", "1", "-2", "", names=("Ann", "Bo"))
    assert talk.entry == {"points": {"Ann": 1, "Bo": -2}} and len(talk.asked) == 3


WRONG = {
    "Ann=1 Bo=2 Cy=3": "nothing is entered for Di", "Ann=x Bo=2 Cy=3 Di=1": "points of Ann: 'x' is not a number",
    "Ann=99999 Bo=2 Cy=3 Di=1": "more than there can be (9999)", "Ann=1 Bo=2 Cy=3 Di=1 Ann=2": "given twice",
}  # fmt: skip


def test_what_cannot_be_is_told_and_nothing_is_saved():
    evening = Evening("points", "Ann", "Bo", "Cy", "Di")
    for typed, said in WRONG.items():
        assert said in evening.refused("hand", *typed.split())


def test_teams_must_be_those_who_play_and_a_name_can_be_kept(capsys):
    for words, said in (
        (["--option", "teams=Ann+Bo/Cy"], "no player is called 'Cy'"),
        (["--option", "teams=Ann/Ann"], "teams must name each of the 2 players once"),
        (["--name", "a=b"], "called = "),
        (["--option", "best=most"], "best = most is not possible. It may be many or few"),
    ):
        ran = tt(capsys, "score", "start", "points", "Ann", "Bo", *words)
        assert ran.status == 2 and said in ran.err, ran.err


def test_only_the_score_knows_it(capsys):
    assert POINTS not in GAMES and find_scored_game("Points").name == POINTS
    for words in (["deal", "points", "--players", "3"], ["judge", "points"], ["booklet", "points"]):
        ran = tt(capsys, *words)
        assert ran.status == 2 and "neither cards nor rules" in ran.err


@pytest.mark.parametrize("game", ["points", "casino", "craziness"])
def test_numbers_alone_are_those_of_the_table_in_its_order(capsys, game):
    """Said round the table, as points are. A number too few or too many is refused with every name."""
    numbers = {"points": "-5 8 9", "casino": "60 90 0", "craziness": "0 8 9"}[game].split()
    assert tt(capsys, "score", "start", game, "Ann", "Bo", "Cy Lee").status == 0
    spelled = 'for 3 players. Write whose each is, such as Ann=7 Bo=9 "Cy Lee=0"'
    few = tt(capsys, "score", "hand", "7", "9")
    assert few.status == 2 and f"2 numbers {spelled}" in " ".join(few.err.split()), few.err
    assert tt(capsys, "score", "hand", *numbers, "1").status == 2
    state = hand(capsys, *numbers)
    assert len(state["hands"]) == 1
    assert state["totals"] == dict(zip(("Ann", "Bo", "Cy Lee"), map(int, numbers), strict=True))
