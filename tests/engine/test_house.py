"""House rules: what there is, what it may be, and how a wrong one is refused."""

import pytest

from tests.games.cases import every_game
from tt_print.engine.house import COMMON_NAMES, HouseError, parse_house, show_value
from tt_print.games import GAMES, find_game


@every_game()
def test_every_option_has_a_ruling_a_default_among_its_values_and_more_than_words(name):
    game = find_game(name)
    assert len({option.name for option in game.options}) == len(game.options)
    for option in game.options:
        assert option.ruling[1] == "-" and option.ruling[0] in "GWSCZP" and option.ruling[2:].isdigit()
        assert option.parse(option.default) == option.default
        assert option.meaning and option.allowed
        assert game.house()[option.name] == option.default


@every_game()
def test_every_value_is_understood_as_text_and_as_toml(name, tmp_path):
    game = find_game(name)
    for trial in game.house_trials():
        house = game.house(**trial)
        assert game.read_house(overrides=[f"{k}={show_value(v)}" for k, v in trial.items()]) == house
        assert parse_house(game, str(house)) == house
        file = tmp_path / "night.toml"
        plain = {k: v for k, v in trial.items() if isinstance(v, (bool, int, str))}
        file.write_text(
            f"[{name}]\n"
            + "".join(f"{k} = {show_value(v) if not isinstance(v, str) else repr(v)}\n" for k, v in plain.items())
        )
        assert game.read_house(file) == game.house(**plain)


@every_game()
def test_only_what_differs_is_named(name):
    game = find_game(name)
    assert game.house().changed == {} and str(game.house()) == "-"
    for trial in game.house_trials()[1:]:
        assert set(game.house(**trial).changed) == {k for k, v in trial.items() if v != game.house()[k]}


@every_game()
def test_an_unknown_option_is_refused_with_all_there_are(name):
    game = find_game(name)
    with pytest.raises(HouseError) as caught:
        game.house(flying_cards=True)
    assert f"{game.title} has no house rule 'flying_cards'" in str(caught.value)
    assert all(option.name in str(caught.value) for option in game.options)


@every_game()
def test_an_impossible_value_is_refused_with_what_is_possible(name):
    game = find_game(name)
    for option in game.options:
        for value in ("sideways", -1, 2.5, [1]):
            with pytest.raises(HouseError) as caught:
                game.house(**{option.name: value})
            assert option.name in str(caught.value) and option.ruling in str(caught.value)


def craziness():
    return find_game("craziness")


def test_a_file_speaks_to_all_games_and_to_one(tmp_path):
    file = tmp_path / "night.toml"
    file.write_text(
        '[common]\nnext_dealer = "winner"\nfirst_player = "seat"\n[craziness]\nelimination_score = 20\n'
        'first_player = "dealer"\n[casino]\nanything = 1\n'
    )
    assert craziness().read_house(file).changed == {
        "next_dealer": "winner",
        "first_player": "dealer",
        "elimination_score": 20,
    }
    assert craziness().read_house(file, ["elimination_score=30"])["elimination_score"] == 30


@pytest.mark.parametrize(("text", "said"), [
    ("elimination_score = 20\n", "elimination_score is outside a section. Write it under [common] or [craziness]"),
    ("# ours\n[crazines]\n", "there is no section [crazines]. Did you mean craziness?"),
    ("[common]\nelimination_score = 20\n", "[common] has no option 'elimination_score'"),
    ("[common]\nfirst_player = 'seat'\njokers = 2\n", "not in Craziness: jokers can't be 2. Choose 0"),
    ("[craziness]\nmust_ply = true\n", "Did you mean must_play?"),
    ("[craziness]\nelimination_score = 7\n\nmust_play = 1\n",
     "must_play can't be 1. Choose false or true (default: false; explained in ruling Z-1)"),
    ("[craziness]\nelimination_score = 0\n", "Choose a whole number from 1"),
    ("[craziness]\nelimination_score = true\n", "elimination_score can't be true"),
    ('[craziness]\nfirst_player = "\\u001b[31m"\n', "holds a sign that cannot be shown"),
    ("[craziness\n", ", line 1: expected ']' at the end of a table declaration. House rules are lines such as must_play = false"),
    ("[craziness]\nmust_play = 'no\n", "House rules are lines such as"),
])  # fmt: skip
def test_a_wrong_file_is_refused_by_name(tmp_path, text, said):
    file = tmp_path / "night.toml"
    file.write_text(text)
    with pytest.raises(HouseError) as caught:
        craziness().read_house(file, sections=GAMES)
    assert str(caught.value).startswith(str(file)) and said in str(caught.value)


def test_two_options_that_exclude_each_other_are_named_with_their_section(tmp_path):
    file = tmp_path / "night.toml"
    file.write_text("\n[casino]\ndeck = 'squares'\nquestion = 'five'\n")
    casino = find_game("casino")
    with pytest.raises(HouseError, match=r"night\.toml: casino: "):
        casino.read_house(file, sections=GAMES)


def test_a_missing_file_and_a_bare_word_are_refused(tmp_path):
    with pytest.raises(HouseError, match="there is no file"):
        craziness().read_house(tmp_path / "none.toml")
    with pytest.raises(HouseError, match="write name=value, as in must_play=false"):
        craziness().read_house(overrides=["must_play"])


def test_common_options_are_spelled_alike_everywhere():
    assert COMMON_NAMES == ("first_player", "next_dealer", "jokers") and len(GAMES) == 6


def test_an_option_that_is_gone_does_not_close_an_old_night():
    """Nights name `force_deck`, without which a deck once fitted only some numbers of players (P-1)."""
    game = find_game("push-it")
    assert parse_house(game, "deck=west force_deck=true") == game.house(deck="west")
