"""How to play well, as the books say it: every position of that page is played so by the sensible player, and it helps."""

import random
import re

import pytest

from tests.playtest.measure import ADVANTAGE_GAMES, ALONE, won_alone
from tt_print.games import find_game, game_names
from tt_print.games.examples import example_table
from tt_print.templates import read_toml, templates_folder

every_game = pytest.mark.parametrize("name", game_names())
WAR = ("ww3", "armageddon")
BLOCK = re.compile(r"```example [^\n]*id=([\w-]+)[^\n]*\n(.*?)```", re.DOTALL)


def advice(name):
    """The chapter as it stands in the book's text."""
    text = (templates_folder() / "games" / name / "book.md").read_text(encoding="utf-8")
    return re.split(r"\n## ", text.partition("{well}")[2])[0]


def positions(name):
    """The phrases of each position, those that set the table and what is done there, under its id."""
    for id_, block in BLOCK.findall(advice(name)):
        phrases = []
        for line in block.splitlines():
            if not line.startswith("#"):
                told, arrow, _ = re.sub(r"^{when [^}]*} ", "", line).partition("->")  # all of them are usual rules
                phrases += [phrase.strip() for phrase in told.split(";")]
                if arrow:
                    yield id_, tuple(phrases)


def chosen(name, phrases):
    """What is done at the end of the phrases, what the sensible player does there, and how many things could be done."""
    game = find_game(name)
    event = game.scene.parse_phrase(phrases[-1]).event
    state = example_table(name, phrases).before
    choices = {repr(each) for each in game.legal(state)}
    return event, game.playing.sensible(game.view(state, event.seat), random.Random(1)), len(choices)


@every_game
def test_what_the_page_shows_is_what_the_sensible_player_does(name):
    shown = [*positions(name)]
    assert shown
    for id_, phrases in shown:
        if name in WAR:  # nothing is chosen there but whether to slap
            table = example_table(name, phrases)
            view = find_game(name).view(table.state, 0)
            assert bool(find_game(name).playing.sensible(view, random.Random(1))) is table.facts["slap"]
            continue
        does, would, choices = chosen(name, phrases)
        assert does == would and (choices > 1 or id_ == "CZ-well-last"), (id_, would)


# What a page says without a picture: words of it, the position, and what follows there.
SAID = [
    ("push-it", "Let it go if it is only unlikely",
     "pointers RC1; Ann holds RC2 YT1 GH2 BS3; Bo holds YH2; Cy holds YS1; Cy laid RH2 YS3 GS4 as 3 red circles; "
     "Ann is to challenge or lay; Ann lays RC2 as 1 red circle"),
    ("push-it", "Keep true cards for the end",
     "pointers RC1; Ann holds RC2 YT4 BS4; Bo holds YH2; Cy holds GS2; Ann is to challenge or lay; Ann lays RC2 as 1 red circle"),
    ("six-suit", "Play your wilds on other players’ rows",
     "free time is over; Ann shows RC1 YH2 GT3 BS4 RH2 KC3; Ann holds KH3 YS2; Bo shows RC2 RH1 RT4 YS1 KC4 BS3; Bo holds YT2; "
     "Ann lays KH3 on Bo's BS3"),
    ("six-suit", "keep a wild",
     "free time is over; Ann shows RC2 RH3 RT4 BC3 BH4 BT2; Ann holds YBQ GS1; Bo shows RC3 RH4 RT2 BC4 BH2 BT3; Bo holds YT2; Ann discards GS1"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "words", "told"), SAID)
def test_what_the_page_says_without_a_picture_is_done_too(name, words, told):
    assert words in " ".join(advice(name).split())
    does, would, _ = chosen(name, tuple(told.split("; ")))
    assert does == would


@every_game
def test_it_was_measured_and_helps(name):
    found = read_toml(f"games/{name}/advantage.toml")
    assert found["games"] == ADVANTAGE_GAMES and found["players"] == len(ALONE)
    assert found["low"] > 2 / found["players"], "more than twice an equal share"
    won, q = found["won"], 1.959964**2 / ADVANTAGE_GAMES  # Wilson's interval
    half = (won * (1 - won) * q + q * q / 4) ** 0.5
    sure = [(won + q / 2 - half) / (1 + q), (won + q / 2 + half) / (1 + q)]
    assert [found["low"], found["high"]] == pytest.approx(sure, abs=1e-3)


@pytest.mark.slow
@every_game
def test_it_helps_as_much_with_another_seed(name):
    """Both shares are uncertain; they differ by more than four standard errors once in 16,000 times."""
    known = read_toml(f"games/{name}/advantage.toml")
    count = {"casino": 20, "armageddon": 40}.get(name, 100)
    won = won_alone(name, count, seed=78).value
    error = (known["won"] * (1 - known["won"]) * (1 / known["games"] + 1 / count)) ** 0.5 + 1 / count
    assert abs(won - known["won"]) <= 4 * error
