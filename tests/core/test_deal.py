"""Deals, codes and pointers of the core."""

import pytest

from tests.commands import tt
from tests.core.asking import error, still_environment, value, without_format
from tt_print.core import Core
from tt_print.games import GAMES

CORE = Core(still_environment())


@pytest.mark.parametrize("game", GAMES)
def test_a_code_deals_the_same_on_the_command_line(capsys, game):
    dealt = value(CORE, "deal", game=game, players=["Ann", "Bo", "Cy"], dealer="Bo", reveal=True)
    ran = tt(capsys, "deal", "--code", dealt["code"], "--players", "Ann,Bo,Cy", "--reveal", "--json")
    said = without_format(ran.out)
    assert {key: dealt[key] for key in said} == said and dealt["dealer"] == "Bo"
    assert value(CORE, "deal", code=dealt["code"], players=["Ann", "Bo", "Cy"], reveal=True) == dealt
    hidden = value(CORE, "deal", code=dealt["code"], players=["Ann", "Bo", "Cy"])
    assert "hands" not in hidden and hidden["read"] and all(text for _, text in hidden["rows"])


@pytest.mark.parametrize(("game", "players", "code", "text"), [
    ("craziness", 1, "games.players", "Craziness is for 2 to 12 players, not 1."),
    ("push-it", 2, "games.others", "Push It Real Good is for 3 or more players, not 2. Games for 2: ww3, armageddon, six-suit, casino, craziness."),
])  # fmt: skip
def test_a_number_of_players_that_a_game_is_not_for_is_a_problem_of_its_field(game, players, code, text):
    told = error(CORE, "deal", game=game, players=players)
    assert told["text"] == text and told["problems"][0]["code"] == code and told["problems"][0]["field"] == "players"


def test_pointers_go_round_and_come_back():
    now = value(CORE, "pointers", deck="west")
    assert list(now["pointers"].values()) == ["red", "circle", "1"]
    for variable in ("color", "shape", "number"):
        seen = []
        for _ in range(3):
            now = value(CORE, "pointers", deck="west", pointers=list(now["pointers"].values()), move=variable)
            seen.append(now["pointers"][variable])
        assert seen[-1] == now["rings"][variable][0] and sorted(seen) == sorted(now["rings"][variable])
    judged = value(CORE, "judge", game="push-it", story="with deck=west; pointers RC3; where the pointers go")["facts"]
    here = value(CORE, "pointers", deck="west", pointers=["red", "circle", "3"])
    assert sorted(here["claims"]) == sorted(judged["claims"]) and here["max_cards"] == judged["most"]
    assert error(CORE, "pointers", deck="west", pointers=["black", "circle", "1"])["kind"] == "input"


def test_chits_are_those_of_the_command_line(capsys):
    said = without_format(tt(capsys, "deal", "push-it", "--chits", "--players", "5", "--json").out)
    assert value(CORE, "deal", chits=True, players=5) == said
