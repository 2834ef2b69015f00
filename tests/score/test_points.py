"""A game of which only the points are known: what it has no part in; its nights are in `evenings/points.txt`."""

import pytest

from tests.commands import tt
from tests.score.keyboard import Talk
from tests.walks import walk
from tt_print.games import GAMES, POINTS, find_scored_game


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


def test_asked_line_by_line():
    """A question a player, until all are known."""
    talk = Talk("points", "1", "-2", "", names=("Ann", "Bo"))
    assert talk.entry == {"points": {"Ann": 1, "Bo": -2}} and len(talk.asked) == 3


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
