"""Stories told step by step: each offered step is legal, and what was refused is not kept."""

import random

import pytest

from tests.core.asking import error, still_world, value
from tt_print.core import Core
from tt_print.engine.play import play_out
from tt_print.games import GAMES, find_game

CORE = Core(still_world())


def state_of(answer):
    return {key: answer[key] for key in ("game", "opening", "events", "waiting")}


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_offered_is_legal_and_moves_the_table(name):
    """From a table that the engine dealt and played on for a while, with every card known."""
    game, rng = find_game(name), random.Random(17)
    states = [state for _, state in zip(range(12), (after for after, _ in _states(game, rng)), strict=False)]
    opening = list(game.scene(game.house()).opening(states[-1]))
    now = value(CORE, "story.next", game=name, opening=opening)
    for _ in range(3):
        offered = [phrase for step in now["next"] for phrase in step["possible"]]
        assert offered and now["turn"] in (*now["players"], None)
        for phrase in rng.sample(offered, min(3, len(offered))):
            after = value(CORE, "story.next", **state_of(now), tell=phrase)
            assert after["kept"] and after["answer"]["legal"] is True, (phrase, after["answer"]["text"])
        now = after
        if now["over"]:
            break


def _states(game, rng):
    """States in which somebody is to choose, after the first deal."""
    state = game.start(3)
    for event, after in play_out(game, state, rng):
        if not game.is_over(after) and not game.legal(after).by_chance:
            yield after, event


def test_an_event_that_is_not_legal_is_answered_and_not_kept():
    told = value(
        CORE, "story.next", game="craziness", players=["Mum", "Dad"], tell="on RC1; Mum is next; Mum holds YT3 RH2"
    )
    assert told["opening"] == ["Mum and Dad play", "on RC1", "Mum is next", "Mum holds YT3 RH2"] and told["kept"]
    lays = next(step for step in told["next"] if step["name"] == "Lay")
    assert lays["possible"] == ["Mum lays RH2"] and lays["legal"]
    wrong = value(CORE, "story.next", **state_of(told), tell="Mum lays YT3")
    assert wrong["answer"]["legal"] is False and not wrong["kept"] and wrong["events"] == []
    assert wrong["answer"]["instead"] == ["Mum lays RH2", "Mum passes"]


def test_what_was_told_last_is_taken_back():
    told = value(CORE, "story.next", game="ww3", players=2, tell="Ann starts; Ann lays RC2")
    assert told["events"] == ["Ann lays RC2"]
    assert value(CORE, "story.next", **state_of(told), undo=True)["events"] == []


def test_a_form_is_filled_in():
    form = "{seat} lays {card}[ as {declared}][, {target} draws 2]"
    filled = [
        ({"seat": "Ann", "card": "KC2", "declared": ["red"]}, "Ann lays KC2 as red"),
        ({"seat": "Ann", "card": "KC2", "declared": ["red"], "target": "Cy"}, "Ann lays KC2 as red, Cy draws 2"),
        ({"seat": "Ann", "card": "RH2"}, "Ann lays RH2"),
    ]
    for values, phrase in filled:
        assert value(CORE, "story.fill", game="craziness", form=form, values=values) == {"phrase": phrase}
    assert "CARD" in error(CORE, "story.fill", game="craziness", form=form, values={"seat": "Ann"})["text"]
    assert error(CORE, "story.fill", game="craziness", form="{seat} sings")["kind"] == "input"


def test_what_depends_on_cards_that_nobody_has_named_is_open():
    """A hand that nobody has told is neither offered nor called illegal; one that is told is."""
    open_hand = value(CORE, "story.next", game="casino", players=2, tell="table RC3 YH2; Ann is next")
    told = value(CORE, "story.next", **state_of(open_hand), tell="Ann holds RC4 RH1")
    for answer, builds, drops in ((open_hand, None, []), (told, True, ["Ann drops RC4", "Ann drops RH1"])):
        steps = {step["name"]: step for step in answer["next"]}
        assert steps["Build"]["legal"] is builds and steps["Drop"]["possible"] == drops
    assert not [phrase for step in open_hand["next"] for phrase in step["possible"]]
    slaps = value(CORE, "story.next", game="ww3", players=3, tell="pile RC2 RC3; Bo is next")
    assert {"Ann slaps", "Ann and Bo slap"} <= {p for step in slaps["next"] for p in step["possible"]}
