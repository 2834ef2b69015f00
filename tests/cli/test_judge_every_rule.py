"""For each rule number of the six texts a story that is legal and one that is not, through the command line."""

import json
import re

import pytest

from tests.commands import tt
from tests.games.cases import cases
from tt_print.deck import FULL
from tt_print.games import game_names
from tt_print.games.examples import read_examples


def with_the_rest(story):
    """The story with all cards that it does not name in place of REST."""
    return story.replace("REST", " ".join(str(card) for card in FULL if str(card) not in story))


# What the examples of the books leave open, told in full.
MORE = {
    "six-suit": ["2 at the table; Ann has had 2 turns; Bo has had 2 turns; Ann shows RC1 YC2 GS3 RH2 BT3 YS4; under RC1 lie RC2 RC3; Ann holds BT1 GH1; "
                 "Bo shows RT1 YH2 GC3 BS2 RT3 GH4; Bo holds BS1; center REST; draw pile -; Bo dealt; Ann has drawn; Ann discards BT1"],
    "casino": [
        "2 at the table; Bo dealt; 0 hands played; Ann has 0 points; Bo has 0 points; table YS3; Ann holds -; Bo holds GT2; no other plan is ruined; "
        "Ann won RH3 RC3; Bo won -; Ann took last; Bo is to play; draw pile -; - aside; Bo drops GT2",
        "with jokers=2; 2 at the table; Bo dealt; 0 hands played; Ann has 0 points; Bo has 0 points; table J1; Ann holds -; Bo holds KB4; "
        "no other plan is ruined; spare J1; Ann won RH3 RC3; Bo won -; Ann took last; Bo is to play; draw pile -; - aside; Bo drops KB4",
        "with jokers=2; 2 at the table; Bo dealt; 0 hands played; Ann has 0 points; Bo has 0 points; table -; Ann holds J1 RH3; Bo holds KB4; "
        "no other plan is ruined; Ann won -; Bo won -; nobody took last; Ann is to play; draw pile J2 REST; - aside; Ann drops J1=5",
    ],
    "craziness": [
        "3 at the table; Ann has 0 points; Bo has 0 points; Cy has 0 points; Cy dealt; Ann is next; Ann holds BT2; Bo holds BT4 KC4; Cy holds RS4 BC4 RB1; "
        "under the center lie -; draw pile GH2 KS1 YS2 GH3; on BS1; Ann passes",
        "3 at the table; Ann has 0 points; Bo has 0 points; Cy has 0 points; Cy dealt; Ann is next; Ann holds RH2 KH2 RC3 GS4 YT3 BC3 BT2 YB4; "
        "Bo holds YH2 KH3 RT4 GT1 BS3 BH4 YS1 GB2; Cy holds GC3 YT1 BS1 GS2 RS4 BC4 YC4 RB1; under the center lie -; "
        "draw pile BH1 YC2 RS2 GT4 BT1 YT4 RT1 GS3; on RC1; Ann lays RH2",
        "2 at the table; Ann has 0 points; Bo has 0 points; Bo dealt; Ann is next; Ann holds KH2; Bo holds YH2; "
        "under the center lie RC2 RC3 RC4 RC? RH1 RH2 RH3; draw pile -; on RC1; Ann passes",
    ],
    "push-it": [
        "with order=lies; 3 at the table; Cy dealt; Ann has 0 points; Bo has 0 points; Cy has 0 points; pointers RC1; Ann holds RC3; Bo holds BS4 BS3 BS2; "
        "Cy holds BS1 BT4 BT3; Ann laid RC2 as 1 red circle; nothing in front of Bo; nothing in front of Cy; - in the center; Ann may show -; "
        "Ann is to move; Ann moves to yellow",
    ],
}  # fmt: skip
# What no single event can keep to, or break, and why. Every other rule has a story of either kind.
NEVER_KEPT = {
    "ww3": {
        "6d": "is about a slap at a card out of turn, which is a fault itself",
    },
    "casino": {"3e": "says what may not be done: no build is moved"},
    "craziness": {"2": "is cited where nothing matches; a legal lay by what it is, 4a to 4c"},
}  # fmt: skip
NEVER_BROKEN = {
    "ww3": {
        "3c": "says that a slap goes before control",
        "note": "says which deck", "equipment": "says which deck",
    },
    "armageddon": {"1": "says which deck", "1c": "says how many cards open a pot", "3c": "says that a slap goes before control", "4": "says what a right slap wins"},
    "casino": {
        "5": "says when cards are dealt again", "6": "says who gets what is left", "7": "counts points", "8": "says when the game ends",
        "9a": "counts jokers", "10b": "says how many are set aside", "11a": "says what a ? counts", "11b": "counts points", "11c": "says what a joker counts",
        "13": "says which deck",
    },
    "craziness": {"4b": "says what a double topper does", "4c": "says what a single topper does", "5": "says what counts then", "7": "counts points"},
    "push-it": {"4": "says in which order the actions of a turn come with lies first"},
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
def test_every_rule_is_kept_by_a_story_and_broken_by_another(capsys, game):
    examples = read_examples(game)
    rules = {rule for example in examples for rule in example.rules}
    told = ["; ".join(case.phrases) for example in examples for case in example.cases]
    told += [*cases(game).STORIES.values(), *map(with_the_rest, MORE.get(game, ()))]
    kept, broken = set(), set()
    for story in dict.fromkeys(told):
        ran = tt(capsys, "judge", game, story, "--json", "--check")
        answer = json.loads(ran.out or "{}")
        if not answer or answer.get("questions") or (answer["legal"] is None and ran.status):
            continue  # no story, one that leaves something open, or one that goes wrong before its last event
        assert (ran.status == 1) is (answer["legal"] is False or answer["right"] is False), story
        named = re.findall(r"\brules? ([\w ,-]+)", answer["text"])
        cited = {*answer["rules"], *(rule for part in named for rule in re.split(r", | and ", part))}
        (broken if ran.status else kept).update("setup" if rule == "set-up" else rule for rule in cited)
    assert rules - kept == set(NEVER_KEPT.get(game, {})) and rules - broken == set(NEVER_BROKEN.get(game, {}))
