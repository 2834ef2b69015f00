"""How to play well, as the books say it: every position of that page is played so by the sensible player, and it helps."""

import random
import re

import pytest

from tests.playtest.measure import ADVANTAGE_GAMES, ALONE
from tt_print.booklets.blocks import Paragraph
from tt_print.booklets.text import plain, read_draft
from tt_print.engine.advantage import read_advantage
from tt_print.games import find_game, game_names
from tt_print.games.examples import Example, read_examples_of_book, set_scene
from tt_print.playtest.games import Setup, play_chunk
from tt_print.playtest.summary import share_interval

every_game = pytest.mark.parametrize("name", game_names())
WAR = ("ww3", "armageddon")


def advice(name, **house):
    game = find_game(name)
    (chapter,) = [each for each in read_draft(name, game.house(**house)).chapters if each.kind == "well"]
    return chapter


def chosen(name, phrases, house=()):
    """What is done at the end of the phrases, and what the sensible player does there."""
    game = find_game(name)
    scene = set_scene(name, tuple(phrases[:-1]), house)
    event = scene.parse_phrase(phrases[-1])[2]
    view = game.view(scene.state_before(event), event.seat)
    return event, game.playing.sensible(view, random.Random(1))


@every_game
def test_what_the_page_shows_is_what_the_sensible_player_does(name):
    positions = [example for example in read_examples_of_book(name) if "-well-" in example.id]
    shown = [block for block in advice(name).blocks if isinstance(block, Example)]
    assert positions and {each.id for each in shown} <= {each.id for each in positions}
    for example in positions:
        for case in example.cases:
            if name in WAR:  # nothing is chosen there but whether to slap
                scene = set_scene(name, case.phrases)
                view = find_game(name).view(scene.set_up(), 0)
                assert bool(find_game(name).playing.sensible(view, random.Random(1))) is scene.facts["slap"]
                continue
            does, would = chosen(name, case.phrases)
            assert does == would, (example.id, would)


@pytest.mark.parametrize("name", [name for name in game_names() if name not in WAR])
def test_another_choice_in_a_position_is_noticed(name):
    """Every position leaves a choice, so that the test above could fail."""
    for example in read_examples_of_book(name):
        if "-well-" not in example.id or example.id in ("CZ-well-last",):
            continue
        for case in example.cases:
            game, scene = find_game(name), set_scene(name, case.phrases[:-1])
            event = scene.parse_phrase(case.phrases[-1])[2]
            assert len({repr(each) for each in game.legal(scene.state_before(event))}) > 1, example.id


# What a page says without a picture: words of it, the position, and what follows there.
SAID = [
    ("push-it", "Leave what is only unlikely",
     "pointers RC1; Ann holds RC2 YT1 GH2 BS3; Bo holds YH2; Cy holds YS1; Cy laid RH2 YS3 GS4 as 3 red circles; "
     "Ann is to challenge or lay; Ann lays RC2 as 1 red circle"),
    ("push-it", "Challenge the last cards",
     "pointers RC1; Ann holds YT1 GH2; Bo holds YH2; Cy holds -; Cy laid RC2 as 1 red circle; Ann is to challenge or lay; Ann challenges Cy"),
    ("push-it", "Keep true cards for the end",
     "pointers RC1; Ann holds RC2 YT4 BS4; Bo holds YH2; Cy holds GS2; Ann is to challenge or lay; Ann lays RC2 as 1 red circle"),
    ("six-suit", "Wilds go on the rows of others",
     "free time is over; Ann shows RC1 YH2 GT3 BS4 RH2 KC3; Ann holds KH3 YS2; Bo shows RC2 RH1 RT4 YS1 KC4 BS3; Bo holds YT2; "
     "Ann lays KH3 on Bo's BS3"),
    ("six-suit", "keep the wild",
     "free time is over; Ann shows RC2 RH3 RT4 BC3 BH4 BT2; Ann holds YBQ GS1; Bo shows RC3 RH4 RT2 BC4 BH2 BT3; Bo holds YT2; Ann discards GS1"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "words", "told"), SAID)
def test_what_the_page_says_without_a_picture_is_done_too(name, words, told):
    assert words in " ".join(plain(block.spans) for block in advice(name).blocks if isinstance(block, Paragraph))
    does, would = chosen(name, told.split("; "))
    assert does == would


# ---------------------------------------------------------------- and it helps


@every_game
def test_the_page_says_how_often_who_plays_so_has_won_and_with_what_command(name):
    game = find_game(name)
    found = read_advantage(game, game.house())
    assert found.command == f"tt-print playtest {name} --player {','.join(ALONE)} --games {ADVANTAGE_GAMES}"
    assert found.games == ADVANTAGE_GAMES and found.players == len(ALONE)
    assert found.low > 2 / found.players, "more than twice an equal share"
    sure = share_interval(found.won * found.games, found.games)
    assert (found.low, found.high) == pytest.approx(sure[1:], abs=1e-3)
    text = plain(advice(name).blocks[-1].spans)
    assert text.startswith("Does it help?") and found.command in text
    assert re.search(rf"won {round(100 * found.won)} of 100 against 3 ", text) and "gives 25 " in text


@pytest.mark.parametrize(("name", "other"), [("craziness", {"elimination_score": 40}), ("push-it", {"order": "lies"})])
def test_what_was_not_measured_under_these_house_rules_is_not_said(name, other):
    said = [plain(block.spans) for block in advice(name, **other).blocks if isinstance(block, Paragraph)]
    assert said and not any("Does it help?" in text for text in said)
    assert any(
        "Does it help?" in plain(b.spans)
        for b in advice(name, first_player="dealer").blocks
        if isinstance(b, Paragraph)
    )


@every_game
def test_the_page_stands_before_the_choices(name):
    kinds = [chapter.kind for chapter in read_draft(name).chapters]
    assert kinds.index("well") == kinds.index("house") - 1
    assert advice(name).title == "How to play well" and advice(name).number == ""


@pytest.mark.slow
@every_game
def test_it_helps_as_much_with_another_seed(name):
    """Both shares are uncertain; they differ by more than four standard errors once in 16,000 times."""
    game = find_game(name)
    known = read_advantage(game, game.house())
    count = {"casino": 20, "armageddon": 40}.get(name, 100)
    won = sum(
        (0 in each.winners) / max(1, len(each.winners))
        for each in play_chunk(Setup(name, 4, kinds=ALONE, seed=78), 0, count)
    )
    error = (known.won * (1 - known.won) * (1 / known.games + 1 / count)) ** 0.5 + 1 / count
    assert abs(won / count - known.won) <= 4 * error
