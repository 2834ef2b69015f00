"""Practice through the core's door: whole rounds, what a tap means, what stays hidden, tips, and piles to slap."""

import json
import random
import re
from typing import Any

import pytest

from tests.core.asking import ask, still_environment, value
from tests.walks import slow_but
from tt_print.core import Core
from tt_print.deck import parse_card
from tt_print.games import find_game
from tt_print.games.practice import find_position

CORE = Core(still_environment())
GAMES = ("craziness", "six-suit", "casino", "push-it")
NOT_WORDS = re.compile(r"\b[RYGBK][CHTSB][1-4?Q]|\bAnn\b|[{}]|Legal would")
SAID = re.compile(r'"(say|short|aim|headline|because|name)": "(.*?)"[,}]')


def tried(asked: dict, cards: list[str], table: list[str]) -> dict:
    return value(CORE, "practice.try", **asked, cards=cards, table=table)


def play(game: str, players: int, seed: int, *house: str, is_random: bool = False) -> list[dict]:
    """Every position of a round in which the player follows the tips, or does at random what is offered."""
    rng, shown = random.Random(seed), list[dict]()
    asked: dict[str, Any] = {"game": game, "players": players, "seed": seed, "house": house, "done": []}
    while not (shown and shown[-1]["is_over"]):
        now = value(CORE, "practice", **asked) | {"asked": {**asked, "done": [*asked["done"]]}}
        shown.append(now)
        choices = now["free"]
        if is_random and now["may"] and (not choices or rng.random() < 0.8):
            card = rng.choice([*now["may"]])
            cards = rng.sample(now["hand"], min(len(now["hand"]), 2)) if now["most_cards"] > 1 else [card]
            answer = tried(asked, cards, [*filter(None, [rng.choice(now["may"][card])])])
            choices = answer["claims"] or answer["choices"]
        if not now["is_over"]:
            follows = not is_random or not choices
            asked["done"] += [(value(CORE, "practice.tip", **asked) if follows else rng.choice(choices))["event"]]
    return shown


@pytest.mark.parametrize("game", GAMES)
def test_a_round_that_follows_the_tips_ends_and_can_be_taken_back(game):
    round_ = play(game, 3, 5)
    assert len(round_) > 5
    middle = round_[len(round_) // 2]
    again = value(CORE, "practice", **middle["asked"])
    assert again == {name: middle[name] for name in again}
    assert value(CORE, "practice", game=game, players=3, seed=6)["hand"] != round_[0]["hand"]


@pytest.mark.parametrize("game", GAMES)
def test_cards_that_move_add_up_with_places_and_hands(game):
    """Nothing comes from nowhere: hands and places change by what moves between them, and hold the same number of cards throughout."""
    for players in (3, 4):
        house = ["open_counts=true"] if game == "push-it" else []
        first, *rest = play(game, players, players, *house, is_random=True)
        before, total = first, None
        for shown in (first, *rest[:-1]):
            places = {place["id"]: place for place in shown["places"]}
            hands = {player["name"]: player["cards"] for player in shown["players"]}
            everything = sum(hands.values()) + sum(place["count"] or 0 for place in places.values())
            assert total in (None, everything) and len(places) == len(shown["places"])
            total = everything
            known = {"draw", "center", "discard", "proposed", *places, *(place["id"] for place in before["places"])}
            expected = {player["name"]: player["cards"] for player in before["players"]}
            for move in shown["moves"] if shown is not first else []:
                start, end, count = move["from"] or "", move["to"] or "", len(move["cards"])
                known |= {f"hand:{name}" for name in hands} | ({end} if end.startswith(("pile:", "front:")) else set())
                assert {*filter(None, (start, end)), *move["also"]} <= known
                if start.startswith("hand:"):
                    expected[start[5:]] -= count
                if end.startswith("hand:"):
                    expected[end[5:]] += move["outcome"]["taken"] if move["outcome"] else count
                for draw in move["draws"]:
                    expected[draw["who"]] += draw["count"]
            if game != "six-suit" and shown is not first:  # there players go out, and lose their cards
                assert expected == hands
            before = shown


@pytest.mark.parametrize("game", GAMES)
def test_everything_is_said_in_few_words_without_codes(game):
    for shown in play(game, 4, 40, is_random=True):
        answers = [shown]
        if not shown["is_over"]:
            answers += [value(CORE, "practice.tip", **shown["asked"]), tried(shown["asked"], shown["hand"][:1], [])]
        for key, text in SAID.findall(json.dumps(answers, ensure_ascii=False)):
            assert 0 < len(text) <= (28 if key == "short" else 60)
            assert text[0] == text[0].upper() and not NOT_WORDS.search(text)
        toppers = {"single topper", "double topper", "triple topper"} if game == "craziness" else set[str]()
        assert {name for move in shown["moves"] for name in move["called"]} <= toppers
        words = [choice["short"] for choice in answers[-1].get("choices", [])]
        assert len({*words}) == len(words)


@pytest.mark.parametrize("game", GAMES)
def test_a_round_ends_with_who_won_it_and_what_everyone_has(game):
    *on_the_way, last = play(game, 3, 40)
    assert not any(shown["end"] for shown in on_the_way)
    end, names = last["end"], ["You", "Bo", "Cy"]
    (won,) = [names.index(name) for name in end["winners"]]
    assert end["headline"] == ("You win the round" if won == 0 else f"{names[won]} wins the round")
    scores, held = [player["score"] for player in last["players"]], [player["cards"] for player in last["players"]]
    assert end["total"] == (None if None in scores else scores) and not last["may"] and not last["free"]
    for shown in (*on_the_way, last):  # as if the round were over: no points where a game has none
        assert (shown["count"] is None) == (None in scores)
    assert last["count"] is None or last["count"] == {"rows": end["rows"], "total": end["total"]}
    row = end["rows"][0]
    if game == "casino":
        assert end["total"][won] == max(end["total"]) and row["label"] == "Most cards" and sum(row["has"]) in (124, 125)
    elif game == "six-suit":
        assert sorted(row["has"]) == [1, 2, 3] and row["has"][won] == 1
    else:  # the winner holds no card
        assert row["has"][won] == 0 and row["label"] == "Cards left" and row["has"][0] == held[0]


def test_a_challenge_tells_what_was_claimed_what_lay_there_and_who_takes_it():
    """The claim is true if each card has both of its values and there are as many; else who made it takes the cards."""
    told = [move["outcome"] for seed in (5, 40) for shown in play("push-it", 3, seed) for move in shown["moves"]]
    found = [outcome for outcome in told if outcome]
    assert {outcome["true"] for outcome in found} == {True, False}
    for outcome in found:
        count, first, second = outcome["said"].removesuffix("s").split()
        names = [parse_card(code).name.split() for code in outcome["cards"]]
        assert outcome["true"] == (len(names) == int(count) and all({first, second} <= {*name} for name in names))
        assert (outcome["takes"] == outcome["who"]) != outcome["true"] and outcome["taken"] >= len(names)
        takes = "You take" if outcome["takes"] == "You" else f"{outcome['takes']} takes"
        cards = "1 card" if outcome["taken"] == 1 else f"{outcome['taken']} cards"
        assert outcome["say"] == f"{'True' if outcome['true'] else 'A lie'}. {takes} {cards}."


def test_hands_that_nobody_may_count_are_counted_by_what_was_said():
    """A laydown counts as its claim says until it is turned up; with hands that may be counted, both numbers are the same."""
    first, *rest = play("push-it", 3, 5)
    about = {player["name"]: player["about"] for player in first["players"]}
    for shown in rest:
        for move in shown["moves"]:
            if claim := re.search(r"(?: as|says?) (\d+) ", move["say"]):
                about[move["who"]] -= int(claim[1])
            if move["outcome"]:
                claimed, turned = int(move["outcome"]["said"].split()[0]), len(move["outcome"]["cards"])
                about[move["outcome"]["who"]] += claimed - turned
                about[move["outcome"]["takes"]] += move["outcome"]["taken"]
        known = {player["name"]: player["about"] for player in shown["players"]}
        assert all(count == max(about[name], 1) or count == 0 for name, count in known.items())
        about = known
    for shown in play("push-it", 3, 5, "open_counts=true"):
        assert all(abs(player["about"] - player["cards"]) <= 5 for player in shown["players"])


def test_what_lies_face_down_stays_hidden():
    """The backs are as many as were claimed, and a tip to challenge does not know what will be turned up."""
    for shown in play("push-it", 3, 5)[:-1]:
        assert all(player["cards"] in (None, 0) for player in shown["players"][1:])
        assert all({*place["cards"]} <= {"back"} for place in shown["places"])
        hidden = [move for move in shown["moves"] if move["who"] != "You" and (move["to"] or "").startswith("front:")]
        for move in hidden:
            assert {*move["cards"]} == {"back"} and not move["called"] and str(len(move["cards"])) in move["say"]
        tip = value(CORE, "practice.tip", **shown["asked"])
        assert "challenges" not in tip["event"] or not (tip["called"] or tip["cards"])


@pytest.mark.parametrize("game", GAMES)
def test_what_is_offered_is_legal_and_what_is_refused_has_its_reason(game):
    for shown in play(game, 3, 8)[:6]:
        asked = shown["asked"]
        for card in shown["hand"][:4]:
            answer = tried(asked, [card], [])
            assert bool(answer["choices"] or answer["claims"]) == ("" in shown["may"].get(card, []))
            assert (answer["reason"] is None) == bool(answer["choices"] or answer["claims"])
            assert {*answer["mine"]} <= {*shown["may"]} - {card}
            for choice in answer["choices"][:2]:
                value(CORE, "practice", **asked | {"done": [*asked["done"], choice["event"]]})


def test_every_legal_claim_is_offered():
    """Also with two decks, twice as many cards, and counts that are a lie."""
    house = ["deck=full2", "max_lay=doubled"]
    for rules in ([], house):
        game, asked = find_game("push-it"), {"game": "push-it", "players": 4, "seed": 2, "house": rules}
        asked["done"] = [value(CORE, "practice.tip", **asked)["event"]]
        shown = value(CORE, "practice", **asked)
        card = shown["hand"][0]
        state = find_position("push-it", 4, 2, " ".join(rules), tuple(asked["done"])).state
        one, two, three = (place["note"] for place in shown["places"] if place["id"].startswith("pointer:"))
        pairs = (f"{one} {two}", f"{two} {three}", f"{one} {three}")
        possible = [
            f"Ann lays {card} as {count} {pair}" + "s" * (count > 1) for count in range(1, 13) for pair in pairs
        ]
        legal = {text for text in possible if game.can(state, game.event_text.read(text))}
        claims = tried(asked, [card], [])["claims"]
        assert {claim["event"] for claim in claims} == legal and len(claims) == len(legal) == (30 if rules else 12)
        assert {claim["pair"] for claim in claims} == {*pairs}


def test_piles_of_a_table_are_taken_together_in_casino():
    """The tally says what they add up to, what the card needs, and what they share."""
    asked = {"game": "casino", "players": 3, "seed": 4}
    found = tried(asked, ["KC4"], ["YH3", "KS1"])
    assert [choice["short"] for choice in found["choices"]] == ["Take 2 and your 4"]
    assert found["tally"] == {
        "sets": [["YH3", "KS1"]], "numbers": [[3, 1]], "sum": 4, "wants": 4, "shares": ["yellow"], "ok": True
    }  # fmt: skip
    one = tried(asked, ["KC4"], ["YH3"])
    assert one["tally"]["ok"] is False and one["tally"]["sum"] == 3 and one["reason"]["rules"]
    assert tried(asked, ["KC4"], [])["tally"] is None


def test_a_tip_lifts_its_cards_and_says_what_decided_it():
    said = set()
    for game in GAMES:
        for shown in play(game, 3, 1)[:12]:
            if not shown["is_over"]:
                tip = value(CORE, "practice.tip", **shown["asked"])
                found = tried(shown["asked"], tip["cards"], tip["table"])
                events = [choice["event"] for choice in found["choices"] + found["claims"] + shown["free"]]
                assert tip["event"] in events and {*tip["cards"]} <= {*shown["hand"]}
                said.add(tip["because"])
    assert len(said) > 15


def test_each_game_names_its_layout_and_its_picture():
    games = {game["name"]: game for game in value(CORE, "games")["games"]}
    layouts = {name: game["layout"] for name, game in games.items()}
    assert [layouts[name] for name in (*GAMES, "ww3", "armageddon")] == [
        "center",
        "rows",
        "piles",
        "fronts",
        "slap",
        "slap",
    ]
    assert all(
        games[name]["verb"] and games[name]["scene"] == name and len(games[name]["players"]) == 2 for name in GAMES
    )


def test_what_cannot_happen_is_refused_in_words():
    asked = {"game": "craziness", "players": 3, "seed": 5}
    for wrong in ({"done": ["Bo passes"]}, {"done": ["nonsense"]}, {"players": 9}, {"game": "ww3"}):
        reply = ask(CORE, "practice", **asked | wrong).data
        assert not reply["ok"] and reply["error"]["text"], wrong


@pytest.mark.parametrize("game", slow_but(["ww3"], ["ww3", "armageddon"]))
def test_a_pile_is_a_slap_if_the_judge_says_so_and_its_last_card_makes_it(game):
    piles = [value(CORE, "practice.pile", game=game, seed=2, number=number) for number in range(16)]
    for pile in piles:
        tops = range(2, 1 + len(pile["cards"]))
        slaps = [find_game(game).ask(f"pile {' '.join(pile['cards'][:top])}").facts["slap"] for top in tops]
        assert slaps[-1] == pile["slap"] and not any(slaps[:-1]) and pile["why"] and pile["rules"]
    assert 3 < sum(pile["slap"] for pile in piles) < 13
    assert len({json.dumps(pile) for pile in piles}) == 16
    assert not ask(CORE, "practice.pile", game="casino").data["ok"]
