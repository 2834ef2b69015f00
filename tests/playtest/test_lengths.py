"""How long games are, as covers and deals say it: figures that were measured, and can be measured again."""

import re

import pytest

from tests.commands import ROOT, tt
from tests.playtest.measure import MOST
from tt_print.booklets.text import read_draft
from tt_print.engine.lengths import Lengths, Measured, deal_length, duration, read_lengths, rounded
from tt_print.games import find_game, game_names
from tt_print.playtest.games import Setup
from tt_print.playtest.pool import play_games
from tt_print.playtest.summary import mean_interval
from tt_print.playtest.words import play_words

every_game = pytest.mark.parametrize("name", game_names())


@every_game
def test_every_number_of_players_up_to_six_was_measured(name):
    game = find_game(name)
    lengths = read_lengths(game, game.house())
    assert list(lengths.players) == [str(players) for players in range(game.players[0], MOST + 1)]
    assert lengths.seconds == play_words(game).seconds, "the assumption stands in playing.toml"
    assert all(found.low <= found.turns <= found.high and found.games >= 30 for found in lengths.players.values())
    assert f"playtest {name} " in lengths.command


@every_game
def test_the_cover_says_it_under_the_usual_house_rules_alone(name):
    game = find_game(name)
    turns = rounded(read_lengths(game, game.house()).players["4"].turns)
    assert ("Length", f"about {turns:,} turns with 4") in read_draft(name).book.facts
    other = game.house(**{"ww3": {"jokers": 1}, "armageddon": {"jokers": 2}, "six-suit": {"free_rounds": 1}, "casino": {"jokers": 2},
                          "craziness": {"elimination_score": 40}, "push-it": {"order": "lies"}}[name])  # fmt: skip
    assert "Length" not in dict(read_draft(name, other).book.facts)


def test_a_deal_says_it_with_the_command_that_measured_it(capsys):
    said = tt(capsys, "deal", "six-suit", "--players", "5").out
    game = find_game("six-suit")
    lengths = read_lengths(game, game.house())
    (line,) = [line for line in said.replace("\n  ", " ").splitlines() if line.startswith("Length: ")]
    assert f"about {rounded(lengths.players['5'].turns)} turns" in line and "12 seconds a turn" in line
    assert "tt-print playtest six-suit --players 5 --games" in line
    assert "Length:" not in tt(capsys, "deal", "craziness", "--players", "3", "--option", "elimination_score=40").out


def test_the_page_for_parents_has_the_measured_times():
    """Minutes by game and number of players, and what was guessed of people's pace."""
    page = (ROOT / "docs" / "playtest.md").read_text(encoding="utf-8")
    for name in game_names():
        game = find_game(name)
        times = (
            deal_length(game, game.house(), players, "{time}").replace("minutes", "min")
            for players in range(2, MOST + 1)
        )
        row = " | ".join(["", game.title, *times]).replace("|  |", "| |").strip()
        assert f"{row} |\n" in page, row
    guessed = {f"{play_words(find_game(name)).seconds:g}" for name in game_names()}
    assert guessed == set(re.findall(r"(?<= )\d+(?= seconds a card| a turn| in\s(?:Six|Casino|Push))", page))


def test_rounding_keeps_two_figures():
    assert [rounded(turns) for turns in (7.4, 42.4, 493, 1279.6)] == [7, 42, 490, 1300]


def test_only_the_number_of_players_is_filled_in(monkeypatch):
    game = find_game("craziness")
    known = Lengths(command="tt-print playtest NINE-MEN --players {players}", seconds=8, players={"3": Measured(turns=840, low=800, high=880, games=30)})  # fmt: skip
    monkeypatch.setattr("tt_print.engine.lengths.read_lengths", lambda *_: known)
    assert (
        deal_length(game, game.house(), 3, "{time}; {command}") == "1.9 hours; tt-print playtest NINE-MEN --players 3"
    )


def test_a_duration_is_told_alike_everywhere():
    assert [duration(60 * minutes) for minutes in (0, 0.4, 1, 1.6, 42, 99.4, 99.6, 112)] == [
        "1 minute", "1 minute", "1 minute", "2 minutes", "42 minutes", "99 minutes", "1.7 hours", "1.9 hours",
    ]  # fmt: skip


@pytest.mark.slow
@every_game
def test_measured_again_with_another_seed_it_is_the_same(name):
    """With four players. Both means are uncertain; they differ by more than four standard errors once in 16,000 times."""
    game = find_game(name)
    known = read_lengths(game, game.house()).players["4"]
    count = {"casino": 12, "armageddon": 60, "craziness": 100}.get(name, 150)
    again = mean_interval([each.turns for each in play_games(Setup(name, 4, seed=77), count) if each.is_finished])
    error = (((known.high - known.low) / 3.92) ** 2 + ((again.high - again.low) / 3.92) ** 2) ** 0.5
    assert abs(again.value - known.turns) <= 4 * error
