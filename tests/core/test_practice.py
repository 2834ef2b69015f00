"""Practice through the core's door: rounds to their end, what a tap means, what stays hidden, and piles to slap."""

import json

import pytest

from tests.core.asking import ask, still_environment, value
from tt_print.core import Core
from tt_print.deck import parse_card
from tt_print.games import find_game

CORE = Core(still_environment())
GAMES = ("craziness", "six-suit", "casino", "push-it")


def play(game: str, players: int, seed: int) -> list[dict]:
    """Every position of a round in which the player follows the tips."""
    asked, done, shown = {"game": game, "players": players, "seed": seed}, [], []
    while not (shown and shown[-1]["is_over"]):
        shown.append(value(CORE, "practice", **asked, done=done))
        if not shown[-1]["is_over"]:
            done.append(value(CORE, "practice.tip", **asked, done=done)["event"])
    return [each | {"done": done[:count]} for count, each in enumerate(shown)]


@pytest.mark.parametrize("game", GAMES)
def test_a_round_that_follows_the_tips_ends_and_can_be_taken_back(game):
    round_ = play(game, 3, 5)
    assert len(round_) > 5
    middle = round_[len(round_) // 2]
    again = value(CORE, "practice", game=game, players=3, seed=5, done=middle["done"])
    assert again == {name: middle[name] for name in again}
    assert value(CORE, "practice", game=game, players=3, seed=6)["hand"] != round_[0]["hand"]


@pytest.mark.parametrize("game", GAMES)
def test_a_round_ends_with_who_won_it_and_what_everyone_has(game):
    *on_the_way, last = play(game, 3, 40)
    assert not any(shown["end"] for shown in on_the_way)
    end, left, seats = last["end"], [len(cards) for cards in last["left"]], ["Ann", "Bo", "Cy"]
    won = [seats.index(name) for name in end["winners"]]
    assert len(won) == 1 and end["headline"] == f"{end['winners'][0]} wins the round"
    if game in ("craziness", "push-it"):  # the winner holds no card
        (row,) = end["rows"]
        assert row["has"] == left and left[won[0]] == 0 and row["label"] == "Cards left"
    elif game == "six-suit":
        (row,) = end["rows"]
        assert sorted(row["has"]) == [1, 2, 3] and row["has"][won[0]] == 1
    else:
        totals = [sum(points) for points in zip(*(row["points"] for row in end["rows"]), strict=True)]
        assert totals == [player["score"] for player in last["players"]] and totals[won[0]] == max(totals)
        assert sum(end["rows"][0]["has"]) in (124, 125) and [row["label"] for row in end["rows"]][:2] == [
            "Cards",
            "Reds",
        ]


def test_a_challenge_tells_what_was_claimed_what_lay_there_and_who_takes_it():
    """The claim is true if each card has both of its values and there are as many; else who made it takes the cards."""
    told = [event["outcome"] for seed in (5, 40) for shown in play("push-it", 3, seed) for event in shown["happened"]]
    found = [outcome for outcome in told if outcome]
    assert {outcome["true"] for outcome in found} == {True, False}
    for outcome in found:
        count, first, second = outcome["said"].removesuffix("s").split()
        names = [parse_card(code).name.split() for code in outcome["cards"]]
        assert outcome["true"] == (len(names) == int(count) and all({first, second} <= {*name} for name in names))
        assert (outcome["takes"] == outcome["who"]) != outcome["true"] and outcome["taken"] >= len(names)


@pytest.mark.parametrize("game", GAMES)
def test_what_can_be_chosen_has_a_kind_and_a_few_words_for_a_button(game):
    """The words of all choices for the same cards are different."""
    asked, offered = {"game": game, "players": 3, "seed": 40}, []
    for shown in play(game, 3, 40)[:9]:
        offered.append(shown["choices"])
        offered += [
            value(CORE, "practice.try", **asked, done=shown["done"], cards=[card])["choices"]
            for card in shown["hand"][:3]
        ]
    kinds = {"craziness": "pass", "six-suit": "discard", "casino": "drop", "push-it": "lay"}
    assert kinds[game] in {choice["kind"] for choices in offered for choice in choices}
    for choices in offered:
        words = [choice["short"] for choice in choices]
        assert all(0 < len(word) <= 28 and word[0].isupper() for word in words) and len({*words}) == len(words)


@pytest.mark.parametrize("game", GAMES)
def test_what_others_hold_is_a_number_until_the_round_is_over(game):
    *on_the_way, last = play(game, 3, 5)
    for shown in on_the_way:
        assert shown["left"] == [] and all(not isinstance(player["cards"], list) for player in shown["players"])
    assert len(last["left"]) == 3
    if game == "push-it":
        others = [event["say"] for shown in on_the_way for event in shown["happened"] if event["who"] != "Ann"]
        assert any("claims" in said for said in others)
        assert not any("true" in word or "lie" in word for shown in on_the_way for event in shown["happened"]
                       for word in event["called"] if event["who"] != "Ann" and "laydown" in word)  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_what_the_page_offers_is_legal_and_what_it_refuses_has_its_rule(game):
    asked = {"game": game, "players": 3, "seed": 8}
    shown = value(CORE, "practice", **asked)
    if not shown["hand"] or (shown["choices"] and game == "push-it"):  # a pointer moves first
        asked["done"] = [shown["choices"][0]["event"]]
        shown = value(CORE, "practice", **asked)
    offered = value(CORE, "practice.playable", **asked)["playable"]
    for card in shown["hand"]:
        tried = value(CORE, "practice.try", **asked, cards=[card])
        assert bool(tried["choices"]) == ("" in offered.get(card, []))
        assert tried["choices"] or (tried["reason"]["rules"] and tried["reason"]["text"])
        for choice in tried["choices"][:2]:
            done = [*asked.get("done", []), choice["event"]]
            assert value(CORE, "practice", **asked | {"done": done})["game"] == game


def test_piles_of_a_table_are_taken_together_in_casino():
    asked = {"game": "casino", "players": 3, "seed": 4}
    tried = value(CORE, "practice.try", **asked, cards=["KC4"], table=["YH3", "KS1"])
    assert [choice["say"] for choice in tried["choices"]] == [
        "take with black circle 4: yellow heart 3, black square 1"
    ]


def test_what_cannot_happen_is_refused_in_words():
    asked = {"game": "craziness", "players": 3, "seed": 5}
    for wrong in ({"done": ["Bo passes"]}, {"done": ["nonsense"]}, {"players": 9}, {"game": "ww3"}):
        reply = ask(CORE, "practice", **asked | wrong).data
        assert not reply["ok"] and reply["error"]["text"], wrong


@pytest.mark.parametrize("game", ["ww3", "armageddon"])
def test_a_pile_is_a_slap_if_the_judge_says_so_and_its_last_card_makes_it(game):
    piles = [value(CORE, "practice.pile", game=game, seed=2, number=number) for number in range(30)]
    for pile in piles:
        tops = range(2, 1 + len(pile["cards"]))
        slaps = [find_game(game).ask(f"pile {' '.join(pile['cards'][:top])}").facts["slap"] for top in tops]
        assert slaps[-1] == pile["slap"] and not any(slaps[:-1]) and pile["why"] and pile["rules"]
    assert 5 < sum(pile["slap"] for pile in piles) < 25
    assert len({json.dumps(pile) for pile in piles}) == 30
    assert not ask(CORE, "practice.pile", game="casino").data["ok"]
