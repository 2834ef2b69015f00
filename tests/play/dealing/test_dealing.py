"""Deals: for every game, number of players, deck and joker, the right sizes, no card lost, the right people first."""

import json
import random
from collections import Counter

import pytest

from tests.commands import tt
from tests.play.dealing.tables import all_cards, deal
from tests.readers.other_dealer import cards_of
from tests.walks import walk
from tt_print.deck import parse_card
from tt_print.engine.play import play_out
from tt_print.games import find_game

# Cards each and cards left, by hand: deck // players and deck mod players (Set up 1; Push It, Set-up).
EVEN = {
    ("ww3", 64): "32r0 21r1 16r0 12r4 10r4 9r1 8r0 7r1 6r4 5r9 5r4", ("ww3", 65): "32r1 21r2 16r1 13r0 10r5 9r2 8r1 7r2 6r5 5r10 5r5",
    ("ww3", 66): "33r0 22r0 16r2 13r1 11r0 9r3 8r2 7r3 6r6 6r0 5r6",
    ("armageddon", 125): "62r1 41r2 31r1 25r0 20r5 17r6 15r5 13r8 12r5 11r4 10r5",
    ("armageddon", 126): "63r0 42r0 31r2 25r1 21r0 18r0 15r6 14r0 12r6 11r5 10r6",
    ("armageddon", 127): "63r1 42r1 31r3 25r2 21r1 18r1 15r7 14r1 12r7 11r6 10r7",
}  # fmt: skip
PUSH_IT = {
    "west": {3: "9r0"}, "squares": {3: "21r1", 4: "16r0", 5: "12r4"},
    "full": {5: "25r0", 6: "20r5", 7: "17r6", 8: "15r5", 9: "13r8", 10: "12r5", 11: "11r4", 12: "10r5"},
    "squares2": {6: "21r2", 7: "18r2", 8: "16r0"}, "full2": {8: "31r2", 9: "27r7", 10: "25r0"},
}  # fmt: skip
SIX_SUIT_DRAW = [111, 104, 97, 90, 83, 76, 69, 62, 55, 48, 41]  # 125 - 7 n
CRAZINESS_DRAW = [108, 100, 92, 84, 76, 68, 60, 52, 44, 36, 28]  # 125 - 8 n - 1
CASINO = {  # deals: 120 or 60 cards in fives
    "full": {2: [5] * 12, 3: [5] * 8, 4: [5] * 6, 5: [5, 5, 5, 5, 4], 6: [5] * 4},
    "squares": {2: [5] * 6, 3: [5] * 4, 4: [5] * 3, 5: [5, 5, 2], 6: [5] * 2},
}
# Each game with each number of players that the rules name (to 12), deck and number of jokers.
UP_TO_12 = range(2, 13)
TABLES = [
    *((game, players, {"jokers": jokers}) for game in ("ww3", "armageddon") for players in UP_TO_12 for jokers in (0, 1, 2)),
    *((game, players, {}) for game in ("six-suit", "craziness") for players in UP_TO_12),
    *(("casino", players, each) for players in range(2, 7) for each in ({}, {"jokers": 2}, {"deck": "squares"})),
    *(("push-it", players, {"deck": deck}) for deck, sizes in PUSH_IT.items() for players in sizes),
]  # fmt: skip


def sizes_wanted(game, players, deck, cards, jokers):
    """How many each hand has, then each pile, from the tables above."""
    if game in ("ww3", "armageddon", "push-it"):
        row = PUSH_IT[deck][players] if game == "push-it" else EVEN[game, cards].split()[players - 2]
        each, rest = map(int, row.split("r"))
        return each, {"center": rest}
    if game == "six-suit":
        return 1, {"up": 6 * players, "draw": SIX_SUIT_DRAW[players - 2]}
    if game == "craziness":
        return 8, {"center": 1, "draw": CRAZINESS_DRAW[players - 2]}
    first, *later = CASINO[deck][players]
    return first, {"table": 4, "aside": 0 if deck == "squares" else 1 + jokers, "draw": players * sum(later)}


@walk(("game", "players", "fields"), TABLES)
def test_hands_and_piles_are_the_deck_in_the_sizes_of_the_rules_and_the_engine_plays_on_from_the_very_same_cards(
    game, players, fields
):
    """Text, JSON and slips show the engine's own deal: its event with this order leads to these places."""
    dealt = deal(game, players, 3, **fields)
    cards = all_cards(dealt)
    assert Counter(cards) == Counter(cards_of(dealt["code"]))
    each, piles = sizes_wanted(game, players, dealt["deck"], len(cards), dealt["jokers"])
    piles = {pile: count for pile, count in piles.items() if count}
    counts = deal(code=dealt["code"], reveal=False)["counts"]
    assert {len(hand) for hand in dealt["hands"].values()} == {counts.pop(name) for name in dealt["players"]} == {each}
    assert counts == piles
    assert sum(map(len, dealt["up"].values())) == piles.pop("up", 0)
    assert {pile: len(dealt[pile]) for pile in piles} == piles
    game, state = after_the_deal(dealt, **fields)
    game.check(state)
    assert shown_hands(game.layout(state)["hands"]) == list(dealt["hands"].values())


def after_the_deal(dealt, **house):
    """The game, and its state in which the engine has dealt these cards."""
    game = find_game(dealt["game"])
    state = game.start(len(dealt["players"]), game.house(**house), dealt["players"].index(dealt["dealer"]))
    event = game.legal(state).with_order(tuple(map(parse_card, reversed(cards_of(dealt["code"])))))
    assert event in game.legal(state)
    return game, game.apply(state, event)


def shown_hands(hands):
    return [[str(card) for card in hand] for hand in hands]


def test_the_starter_is_the_dealers_left_neighbor_unless_the_house_says_otherwise():
    for game in ("six-suit", "casino", "craziness", "push-it"):
        for dealer in range(4):
            for rule, wanted in (("left_of_dealer", (dealer + 1) % 4), ("dealer", dealer), ("seat", 0)):
                dealt = deal(game, 4, dealer=str(dealer + 1), house={"first_player": rule}, reveal=False)
                assert (dealt["dealer"], dealt["starter"]) == (f"Player {dealer + 1}", f"Player {wanted + 1}")


def test_a_drawn_dealer_is_each_player_in_turn():
    """Over 420 codes each of seven seats deals about 60 times, to within four standard deviations."""
    seats = Counter(deal("craziness", 7, number, reveal=False)["dealer"] for number in range(420))
    assert len(seats) == 7 and all(abs(count - 60) < 30 for count in seats.values())


def test_the_highest_top_card_starts_a_war_game_and_equals_turn_again():
    """Found again by hand from the stacks; hidden until the cards are shown."""
    repeated = 0
    for number in range(60):
        dealt = deal("ww3", 4, number, jokers=2)
        tied, turn = dealt["players"], 0
        while len(tied) > 1:
            turn += 1
            ranks = {
                name: int(card[2]) if len(card) == 3 else 0 for name in tied for card in [dealt["hands"][name][-turn]]
            }
            tied = [name for name in tied if ranks[name] == max(ranks.values())]
        repeated += turn > 1
        assert [dealt["starter"]] == tied and deal(code=dealt["code"], reveal=False)["starter"] is None
    assert repeated > 10


def test_the_largest_tables_are_dealt():
    """127 players, as many as a code holds: one card each, of two full decks or of the full deck with jokers."""
    for game, fields in (("push-it", {"deck": "full2"}), ("armageddon", {"jokers": 2})):
        dealt = deal(game, 127, **fields)
        assert {len(hand) for hand in dealt["hands"].values()} == {1}
        assert Counter(all_cards(dealt)) == Counter(cards_of(dealt["code"]))


def test_where_all_stacks_are_gone_round_lots_decide():
    tied = [deal("ww3", 64, number)["starter"] for number in range(3)]
    assert tied == [None] * 3  # 16 fours among 64 players


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("deck", ["full", "squares"])
def test_the_later_deals_of_casino_are_those_that_the_engine_plays(players, deck):
    """Random legal play to the end of the hand: each time the hands are filled again, they are the foretold ones."""
    dealt = deal("casino", players, 3, deck=deck, house={"hands": players})
    foretold = [[*map(set, hands.values())] for hands in dealt["deals"]]
    assert [len(hands[0]) for hands in foretold] == CASINO[deck][players] == dealt["plan"]
    game, state = after_the_deal(dealt, deck=deck, hands=players)
    seen = [state.hands]
    for _, after in play_out(game, state, random.Random(1), until=lambda s: s.phase == "deal"):
        if sum(map(len, after.hands)) > sum(map(len, state.hands)):
            seen.append(after.hands)
        if after.phase == "deal" or after.played:
            break
        state = after
    assert [[*map(set, shown_hands(hands))] for hands in seen] == foretold


# ---------------------------------------------------------------- what is announced


def rows_of(*asked, label="Deal", **fields):
    return [text for name, text in deal(*asked, **fields)["rows"] if name == label]


def test_five_at_casino_hear_of_the_short_deal_and_of_the_other_way():
    rows = rows_of("casino", 5)
    assert "four deals of 5 each, then one of 4 each" in rows[0] and "agree before you start" in rows[1]
    aside = deal("casino", 5, house={"short_last_deal": "set_aside"})
    assert len(aside["aside"]) == 21 and aside["plan"] == [5, 5, 5, 5]
    assert "21 cards from the bottom aside" in aside["rows"][1][1]
    for players in (2, 3, 4, 6):
        assert not any("agree" in text for text in rows_of("casino", players))
    # 120 cards go round among four without a rest, so the house rule sets nothing more aside, and nobody need hear of it
    assert "short last deal" not in deal("casino", 4, house={"short_last_deal": "set_aside"})["text"]


@pytest.mark.parametrize(("game", "players", "fields", "over"), [
    ("push-it", 3, {"deck": "squares"}, 1), ("push-it", 5, {"deck": "squares"}, 4), ("ww3", 3, {}, 1), ("ww3", 4, {}, 0), ("ww3", 5, {}, 4),
])  # fmt: skip
def test_one_card_over_is_an_it_and_more_are_they(game, players, fields, over):
    (row,) = rows_of(game, players, **fields)
    assert ("it goes face down" in row, "they go face down" in row) == (over == 1, over > 1)
    assert {0: "none left over", 1: ", 1 card left over"}.get(over, f", {over} cards left over") in row


@pytest.mark.parametrize(("fields", "aside"), [({}, "1 card "), ({"jokers": 2}, "3 cards "), ({"deck": "squares"}, "")])
def test_one_card_is_aside_at_casino_or_three_cards(fields, aside):
    """Of 125 cards 4 lie on the table and 120 go round; one is left, with two jokers three. Of the Squares deck none is."""
    (row,) = rows_of("casino", 4, **fields)
    assert ("aside" in row) == bool(aside) and (not aside or f"{aside}from the bottom aside, face down; " in row)


@pytest.mark.parametrize(("players", "default", "others"), [
    (3, "squares", ["west"]), (4, "squares", []), (5, "squares", ["full"]), (6, "full", ["squares2"]),
    (7, "full", ["squares2"]), (8, "full", ["squares2", "full2"]), (9, "full", ["full2"]), (10, "full", ["full2"]),
    (11, "full", []), (12, "full", []),
])  # fmt: skip
def test_push_it_has_its_deck_by_players_and_offers_the_others(players, default, others):
    """Deck: 3 West, 3 to 5 Squares, 5 or more full, 6 to 8 two Squares, 8 to 10 two full; defaults are ruling P-1's."""
    dealt = deal("push-it", players)
    assert (dealt["deck"], dealt["also"]) == (default, others)


@pytest.mark.parametrize(("deck", "most", "title"), [
    ("west", 3, "West deck, 27 cards"), ("squares", 4, "Squares deck, 64 cards"), ("full", 5, "full deck, 125 cards"),
    ("squares2", 4, "two Squares decks shuffled together, 2 × 64 = 128 cards"),
    ("full2", 5, "two full decks shuffled together, 2 × 125 = 250 cards"),
])  # fmt: skip
def test_the_chits_are_announced_with_their_rows_and_the_limit(deck, most, title):
    dealt = deal("push-it", 8, deck=deck)
    rows = dict(dealt["rows"])
    assert title in dealt["title"]
    assert rows["Chits"] == "pointers on red, circle, 1" and rows["Play"].startswith(f"1 to {most} cards")
    assert "red circles, circle 1s, or red 1s" in rows["Play"]
    ring = ["red yellow green blue black", "circle heart triangle square blob", "1 2 3 4 ?"]
    assert rows["They run"].startswith(" | ".join(" ".join(row.split()[:most]) for row in ring) + "; from the last")
    assert dealt["pointers"] == {"color": "red", "shape": "circle", "number": "1"}


@pytest.mark.parametrize(("typed", "names"), [
    ("Ann,Bo,Cy", ["Ann", "Bo", "Cy"]), ("Ann Bo Cy", ["Ann", "Bo", "Cy"]), (" Ann , Bo ", ["Ann", "Bo"]), ("3", ["Player 1", "Player 2", "Player 3"]),
    ("Mary Ann,Łukasz,Doğan,Zoë", ["Mary Ann", "Łukasz", "Doğan", "Zoë"]), ("Zoe\u0308,Bo", ["Zoë", "Bo"]), ("7up,8b", ["7up", "8b"]),
])  # fmt: skip
def test_players_are_names_or_a_number(capsys, typed, names):
    assert json.loads(tt(capsys, "deal", "craziness", "--players", typed, "--json").out)["players"] == names


@pytest.mark.parametrize(("typed", "said"), [
    ("Ann", "names one player. Put commas between names: --players Ann,Bo,Cy"),
    ("Ann,,Bo", "a name is missing next to a comma."), ("Ann,", "a name is missing next to a comma."),
    ("0", "--players 0: enter the number of players or their names"), ("-3", "--players -3: enter the number"), ("Ann,8", "'8' is a number; numbers mean seats. Add a letter to it."),
])  # fmt: skip
def test_names_that_will_not_do_are_told_so(capsys, typed, said):
    ran = tt(capsys, "deal", "craziness", "--players", typed)
    assert ran.status == 2 and said in ran.err and not ran.out


def test_a_deal_says_by_which_house_rules_it_is_played():
    assert deal("craziness", 3)["rules_text"] == "none"
    rules = {"must_play": True, "out_on_single": True}
    assert deal("craziness", 3, house=rules)["rules_text"] == "must_play=true, out_on_single=true"
