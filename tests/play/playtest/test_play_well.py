"""The sensible player plays well: as the positions named `well` in cases.md say, and as the tips of the family books."""

import random
import re

import pytest

from tests.walks import walk
from tt_print.games import find_game, game_names
from tt_print.games.examples import example_table
from tt_print.templates import templates_folder

every_game = pytest.mark.parametrize("name", game_names())
WAR = ("ww3", "armageddon")
BLOCK = re.compile(r"```example [^\n]*id=(\w+-well-\w+)[^\n]*\n(.*?)```", re.DOTALL)


def positions(name):
    """The phrases of each position, those that set the table and what is done there, under its id."""
    for id_, block in BLOCK.findall((templates_folder() / "games" / name / "cases.md").read_text(encoding="utf-8")):
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
def test_a_position_is_played_as_it_says(name):
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


# A tip, the position, and what follows there.
SAID = [
    ("push-it", "not sure: let it go",
     "pointers RC1; Ann holds RC2 YT1 GH2 BS3; Bo holds YH2; Cy holds YS1; Cy laid RH2 YS3 GS4 as 3 red circles; "
     "Ann is to challenge or lay; Ann lays RC2 as 1 red circle"),
    ("push-it", "keep the truth for last",
     "pointers RC1; Ann holds RC2 YT4 BS4; Bo holds YH2; Cy holds GS2; Ann is to challenge or lay; Ann lays RC2 as 1 red circle"),
    ("six-suit", "wilds go on other rows",
     "free time is over; Ann shows RC1 YH2 GT3 BS4 RH2 KC3; Ann holds KH3 YS2; Bo shows RC2 RH1 RT4 YS1 KC4 BS3; Bo holds YT2; "
     "Ann lays KH3 on Bo's BS3"),
    ("six-suit", "keep a wild",
     "free time is over; Ann shows RC2 RH3 RT4 BC3 BH4 BT2; Ann holds YBQ GS1; Bo shows RC3 RH4 RT2 BC4 BH2 BT3; Bo holds YT2; Ann discards GS1"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "told"), [pytest.param(name, told, id=tip) for name, tip, told in SAID])
def test_a_tip_is_what_the_sensible_player_does(name, told):
    does, would, _ = chosen(name, tuple(told.split("; ")))
    assert does == would


LIE = "pointers RC1; Ann holds YT4 {}; Bo holds YH2; Cy holds GS2; Ann is to challenge or lay; Ann lays YT4 as 1 red circle"


@walk(("name", "told", "reason"), [
    ("craziness", "on RC1; Ann holds RC2; Ann lays RC2", "out"),
    ("craziness", "on RC1; Ann holds RH2; Ann lays RH2", "only"),
    ("craziness", "on RC1; Ann holds RC2 RT3 YH2; Ann lays RC2", "twice"),
    ("craziness", "on RC1; Ann holds RC2 KC1 RT3; Ann lays RC2", "keep"),  # the black 1 also matches twice, the red 3 once
    ("craziness", "on RC1; Ann holds KC2 KB1 YT4; Ann lays KC2 as red", "keep_more"),
    ("craziness", "on RC1; Ann holds RH2 RT3 YH2; Ann lays RH2", "next"),
    ("craziness", "on RC1; Ann holds RH2 RT3; Ann lays RH2", None),
    ("craziness", "on RC1; Ann holds YT3; Ann passes", "pass"),
    ("push-it", LIE.format("RC4").replace("YT4 as", "RC4 as"), "true"),
    ("push-it", LIE.format("RC4"), "bluff"),
    ("push-it", LIE.format("BS4"), "bluff_all"),
    ("casino", "table RC3 YS3; Ann holds RH3 BS4; Ann takes with RH3: RC3", "only_take"),
])  # fmt: skip
def test_a_tip_is_given_with_what_decided_it(name, told, reason):
    game, phrases = find_game(name), tuple(told.split("; "))
    event = game.scene.parse_phrase(phrases[-1]).event
    why = game.playing.because(game.view(example_table(name, phrases).before, event.seat), event)
    assert (why and why[0]) == reason
