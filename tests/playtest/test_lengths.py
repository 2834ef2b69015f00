"""How long games are, as covers and deals say it: figures that were measured, and can be measured again."""

import re

import pytest

from tests.commands import ROOT, tt
from tests.makers.books import pages_of, sampled_games, texts_of
from tests.playtest.measure import MOST, played
from tt_print.games import find_game, game_names
from tt_print.templates import read_toml

every_game = pytest.mark.parametrize("name", game_names())
OTHER_RULES = ("ww3 jokers=1", "armageddon jokers=2", "six-suit free_rounds=1", "casino jokers=2", "craziness elimination_score=40", "push-it order=lies")  # fmt: skip


def lengths_of(name):
    return read_toml(f"games/{name}/length.toml")


def length_said(capsys, name, players, *more):
    """What a deal says of it in one line, "" where it says nothing."""
    text = tt(capsys, "deal", name, "--players", str(players), *more).out.replace("\n  ", " ")
    return next((line for line in text.splitlines() if line.startswith("Length: ")), "")


def rounded(turns):
    """To two figures."""
    return f"{float(f'{turns:.2g}'):,.0f}"


@every_game
def test_every_number_of_players_up_to_six_was_measured(name):
    lengths = lengths_of(name)
    assert list(lengths["players"]) == [str(players) for players in range(find_game(name).players[0], MOST + 1)]
    assert lengths["seconds"] == read_toml(f"games/{name}/playing.toml")["seconds"]
    assert all(
        found["low"] <= found["turns"] <= found["high"] and found["games"] >= 30
        for found in lengths["players"].values()
    )
    assert f"playtest {name} " in lengths["command"]


@every_game
def test_a_deal_says_it_with_the_command_that_measured_it_and_so_does_the_page_for_parents(capsys, name):
    """Turns to two figures, minutes by number of players, and what was guessed of people's pace."""
    lengths, times = lengths_of(name), {}
    page = (ROOT / "docs" / "playtest.md").read_text(encoding="utf-8")
    for players, found in lengths["players"].items():
        line = length_said(capsys, name, players)
        seconds = found["turns"] * lengths["seconds"]
        minutes = max(1, round(seconds / 60))
        time = f"{seconds / 3600:.1f} hours" if minutes >= 100 else f"{minutes} minute{'s' * (minutes > 1)}"
        assert f"about {rounded(found['turns'])} turns" in line and time in line, line
        assert f"{lengths['seconds']:g} second" in line
        assert f"tt-print playtest {name} --players {players} --games" in line
        times[players] = time.replace("minutes", "min")
    row = [find_game(name).title, *(times.get(str(players), "") for players in range(2, MOST + 1))]
    assert "| " + " | ".join(row).replace("|  |", "| |") + " |\n" in page, row


def test_the_page_for_parents_names_the_seconds_that_were_guessed():
    page = (ROOT / "docs" / "playtest.md").read_text(encoding="utf-8")
    guessed = {f"{lengths_of(name)['seconds']:g}" for name in game_names()}
    assert guessed == set(re.findall(r"(?<= )\d+(?= seconds a card| a turn| in\s(?:Six|Casino|Push))", page))


@pytest.mark.parametrize("rule", OTHER_RULES)
def test_nothing_is_said_under_house_rules_that_change_it(capsys, rule):
    name, changed = rule.split()
    assert not length_said(capsys, name, 4, "--option", changed)
    assert length_said(capsys, name, 4)


@sampled_games
def test_the_cover_says_it(game):
    turns = lengths_of(game)["players"]["4"]["turns"]
    assert f"about {rounded(turns)} turns with 4" in " ".join(texts_of(pages_of(game))[:2])


@pytest.mark.slow
@every_game
def test_measured_again_with_another_seed_it_is_the_same(name):
    """With four players. Both means are uncertain; they differ by more than four standard errors once in 16,000 times."""
    known = lengths_of(name)["players"]["4"]
    count = {"casino": 12, "armageddon": 60, "craziness": 100}.get(name, 150)
    again = played(f"playtest {name} --players 4 --games {count} --seed 77")["turns"]["mean"]
    error = (((known["high"] - known["low"]) / 3.92) ** 2 + ((again["high"] - again["low"]) / 3.92) ** 2) ** 0.5
    assert abs(again["value"] - known["turns"]) <= 4 * error
