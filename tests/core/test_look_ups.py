"""Games, cards, faces and rules, as data."""

import re
from xml.etree import ElementTree

import pytest

from tests.commands import tt
from tests.core.asking import error, still_environment, value, without_format
from tt_print.core import Core
from tt_print.deck import DECKS
from tt_print.games import GAMES, find_game

CORE = Core(still_environment())


def test_every_game_with_each_of_its_house_rules():
    found = value(CORE, "games")["games"]
    assert [game["name"] for game in found] == list(GAMES)
    for game in found:
        options = {option.name: option for option in find_game(game["name"]).options}
        assert [each["name"] for each in game["house"]] == list(options)
        for each in game["house"]:
            for choice in each.get("choices", []):
                assert options[each["name"]].parse(choice["value"]) == choice["value"]
                assert not isinstance(choice["value"], str) or choice["text"] != choice["value"], "a person reads words"


@pytest.mark.parametrize("deck", DECKS)
def test_every_card_can_be_picked_by_color_shape_and_number(deck):
    found = value(CORE, "cards", deck=deck, jokers=0)
    product = {(c["value"], s["value"], n["value"]) for c in found["variables"]["color"]
               for s in found["variables"]["shape"] for n in found["variables"]["number"]}  # fmt: skip
    assert {(card["color"], card["shape"], card["number"]) for card in found["cards"]} == product
    assert len(found["cards"]) == len(DECKS[deck])


FACES = ["RH3", "KB?", "J1", "back", "chit-color"]


def test_faces_are_pictures():
    faces = value(CORE, "faces", cards=FACES)["faces"]
    assert [*faces] == FACES and all(ElementTree.fromstring(svg).tag.endswith("svg") for svg in faces.values())
    assert "no card has the shape" in error(CORE, "faces", cards=["RX3"])["text"]


@pytest.mark.slow
def test_faces_are_those_that_build_makes(built):
    for code, svg in value(CORE, "faces", cards=FACES, theme="tab")["faces"].items():
        made = built.folder / "output" / "cards" / f"{code.replace('?', 'Q')}.svg"
        assert svg.encode() == made.read_bytes()


@pytest.mark.parametrize("words", ["", "2c", "joker slap", "must_play", "3.1"])
def test_rules_are_those_of_the_command_line(capsys, words):
    for game in ("ww3", "craziness"):
        ran = tt(capsys, "rules", game, *words.split(), "--json")
        if ran.status:
            assert ran.err.startswith(f"error: {error(CORE, 'rules', game=game, words=words)['text']}")
            continue
        said, answer = without_format(ran.out), value(CORE, "rules", game=game, words=words)
        if not words:
            assert {key: answer[key] for key in said} == said, "and on the page all texts"
            assert [each["number"] for each in answer["found"] if not each["is_house"]] == [
                each["number"] for each in said["rules"]
            ]
            continue
        for mine, theirs in zip(answer["found"], said["found"], strict=True):
            said_here = theirs | {"text": re.sub(r" \([a-z_]+=[^()]*\)", "", theirs["text"])}
            assert all(mine[key] == said_here[key] for key in theirs if key != "examples")
            for one, other in zip(mine["examples"], theirs["examples"], strict=True):
                assert {key: one[key] for key in other} == other and one["groups"]
