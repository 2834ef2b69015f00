"""Games by name, and words that stand in templates."""

import re

import pytest

from tests.games.cases import every_game, source_of
from tests.walks import walk
from tt_print.errors import InputError
from tt_print.games import GAMES, find_game
from tt_print.games.examples import example_table
from tt_print.templates import read_toml


@every_game()
def test_a_game_answers_to_name_title_and_beginnings(name):
    game = find_game(name)
    assert (game.name, game.title) == (name, GAMES[name].title)
    for text in (name, name.upper(), name.replace("-", ""), game.title, game.title.lower().replace(" ", "-"), name[:3]):
        assert find_game(text) is game


def test_three_games_can_be_played_with_jokers():
    jokers = {name: option.values for name in GAMES for option in find_game(name).options if option.name == "jokers"}
    assert jokers == {
        "ww3": (0, 1, 2), "armageddon": (0, 1, 2), "casino": (0, 2), "six-suit": (0,), "craziness": (0,), "push-it": (0,),
    }  # fmt: skip


@pytest.mark.parametrize(("text", "said"), [
    ("crazyness", "there is no game 'crazyness'. Did you mean craziness? Choose ww3, armageddon, six-suit, casino, craziness, or push-it."),
    ("c", "'c' could be casino or craziness. Write one of them."),
    ("", "there is no game ''."),
    ("chess", "Choose ww3"),
    (5, "there is no game 5. Choose ww3"),
    (None, "there is no game None. Choose ww3"),
])  # fmt: skip
def test_no_such_game(text, said):
    with pytest.raises(InputError) as caught:
        find_game(text)
    assert said in str(caught.value)


@every_game()
def test_sentences_are_templates_and_every_one_is_used(name):
    source = source_of(name)
    for key, row in read_toml(f"games/{name}/sentences.toml")["reasons"].items():
        assert set(row) <= {"heading", "text", "cure"} and {"heading", "text"} <= set(row), key
        stem = key.split("_")[0]
        said = rf'\b{key}\b|"{key.removeprefix("then_").removesuffix("_some")}"'  # what follows is said by `outcomes`
        assert re.search(said, source) or f'f"{stem}_' in source, f"nothing says {key}"


WAR = (
    "turn=Ann, phase=start, controller=None, chances_left=0, center=0, slap=False, winner=None, Ann cards=8, Bo cards=8"
)


@walk(("name", "told", "facts"), [
    ("ww3", "", WAR),
    ("armageddon", "", WAR),
    ("six-suit", "", "turn=Ann, free_time=False, draw_pile=110, center=0, winner=[], Ann in=True, Ann hand=2, Bo hand=1, places=[]"),
    ("casino", "", "turn=Ann, piles=0, captured=0, draw_pile=123, winner=[], last_taker=None, Ann holds=1, Bo holds=1, Ann score=0, Bo score=0"),
    ("craziness", "", "turn=Ann, draw_pile=108, discards=1, Ann cards=8, Bo cards=8, Ann score=0, Bo score=0, Ann in=True, Bo in=True"),
    ("push-it", "with potential=per_card; with target_points=9",
     "turn=Ann, now=move, center=0, Ann cards=3, Ann front=0, Ann potential=0, Ann points=0, Bo potential=0, Bo points=0, Cy points=0"),
])  # fmt: skip
def test_a_table_of_which_nothing_is_told_is_a_plain_one(name, told, facts):
    table = example_table(name, tuple(filter(None, told.split("; ")))).facts
    wanted = dict(each.split("=") for each in facts.split(", "))
    assert {fact: str(table[fact]) for fact in wanted} == wanted
