"""Deals: for every game, number of players, deck and joker, the right sizes, no card lost, the right people first."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.commands import tt
from tests.walks import walk
from tt_print.dealing.announce import announce, show
from tt_print.dealing.code import DealCode
from tt_print.dealing.plan import count_cards, deal_json, deal_rows, make_deal
from tt_print.dealing.settings import MAX_PLAYERS, settings_of
from tt_print.deck import parse_card
from tt_print.engine.play import play_out
from tt_print.errors import InputError
from tt_print.games import find_game, load_games
from tt_print.people import read_players

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


def every_table():
    """Each game with each number of players that the rules name (to 12), deck and number of jokers."""
    for game in load_games():
        jokers = next(o.values for o in game.options if o.name == "jokers")
        for players in range(game.players[0], (game.players[1] or 12) + 1):
            for count in jokers:
                decks = {
                    "casino": ("full", "squares"),
                    "push-it": [d for d, sizes in PUSH_IT.items() if players in sizes],
                }
                for deck in decks.get(game.name, (game.deck,)):
                    if game.name == "casino" and deck == "squares" and count:
                        continue
                    changes = {"deck": deck} if game.name in decks else {}
                    yield game, players, game.house(jokers=count, **changes)


TABLES = list(every_table())


def dealt_at(game, players, house, number=0, dealer=None, names=()):
    settings = settings_of(game, players, house, dealer)
    return make_deal(DealCode(settings, number.to_bytes(12, "big")), names, dict(house.changed))


def test_all_tables_are_there():
    """War games 11 numbers x 3 joker counts each, Six Suit and Craziness 11, Casino 5 x 3, Push It 1 + 3 + 8 + 3 + 3 by deck."""
    wanted = {"ww3": 33, "armageddon": 33, "six-suit": 11, "craziness": 11, "casino": 15, "push-it": 18}
    assert Counter(game.name for game, _, _ in TABLES) == wanted


def sizes_wanted(game, players, house, deck):
    """Counts for each hand, then piles, from the tables above."""
    if game.name in ("ww3", "armageddon", "push-it"):
        row = PUSH_IT[deck][players] if game.name == "push-it" else EVEN[game.name, deck].split()[players - 2]
        each, rest = map(int, row.split("r"))
        return each, {"center": rest} if rest else {}
    if game.name == "six-suit":
        return 1, {"up": 6 * players, "draw": SIX_SUIT_DRAW[players - 2]}
    if game.name == "craziness":
        return 8, {"center": 1, "draw": CRAZINESS_DRAW[players - 2]}
    aside = 0 if deck == "squares" else 3 if house["jokers"] else 1
    first, *later = CASINO[deck][players]
    return first, {"table": 4, "aside": aside, "draw": players * sum(later)} if aside else {
        "table": 4,
        "draw": players * sum(later),
    }


@walk(("game", "players", "house"), TABLES, ids=[f"{g.name}-{n}-{h}" for g, n, h in TABLES])
def test_hands_and_piles_are_the_deck_in_the_sizes_of_the_rules(game, players, house):
    for number in range(3):
        dealt = dealt_at(game, players, house, number)
        cards = dealt.settings.cards
        assert Counter(dealt.cards) == Counter(cards) and len(dealt.cards) == len(cards)
        deck = len(cards) if game.name in ("ww3", "armageddon") else dealt.settings.deck
        each, piles = sizes_wanted(game, players, house, deck)
        counts = count_cards(dealt)
        assert [counts.pop(name) for name in dealt.names] == [each] * players
        assert counts == piles and sum(count_cards(dealt).values()) == len(cards)


@walk(("game", "players", "house"), TABLES, ids=[f"{g.name}-{n}-{h}" for g, n, h in TABLES])
def test_the_engine_plays_on_from_the_very_same_cards(game, players, house):
    """Text, JSON and slips show the engine's own deal: its event with this order leads to these places."""
    dealt = dealt_at(game, players, house, 5)
    cards = dealt.settings.cards
    state = game.start(players, house, dealt.dealer)
    order = tuple(cards[index] for index in reversed(dealt.code.draw().order))
    event = game.legal(state).with_order(order)
    assert event in game.legal(state) and game.legal(state).cards == cards
    state = game.apply(state, event)
    game.check(state)
    assert game.layout(state)["hands"] == dealt.hands


def test_the_starter_is_the_dealers_left_neighbor_unless_the_house_says_otherwise():
    for name in ("six-suit", "casino", "craziness", "push-it"):
        game = find_game(name)
        for dealer in range(4):
            for rule, wanted in (("left_of_dealer", (dealer + 1) % 4), ("dealer", dealer), ("seat", 0)):
                dealt = dealt_at(game, 4, game.house(first_player=rule), dealer=dealer)
                assert (dealt.dealer, dealt.starter, dealt.left) == (dealer, wanted, (dealer + 1) % 4)
                assert deal_json(dealt, reveal=False)["starter"] == f"Player {wanted + 1}"


def test_a_drawn_dealer_is_each_player_in_turn():
    """Over the first 3,000 codes every seat of 2 to 12 deals, none a third more or less often than its share (about 9 sigma)."""
    game = find_game("craziness")
    for players in (2, 3, 7, 12):
        settings = settings_of(game, players, game.house())
        seats = Counter(DealCode(settings, n.to_bytes(12, "big")).draw().seat for n in range(3000))
        assert set(seats) == set(range(players))
        assert all(abs(count - 3000 / players) < 1000 / players for count in seats.values())


def test_the_first_card_goes_to_the_dealers_left():
    """The stacks of a war game, from the bottom, are every n-th card from the top of the deck."""
    game = find_game("ww3")
    for dealer in range(5):
        dealt = dealt_at(game, 5, game.house(), 7, dealer)
        top = [dealt.settings.cards[index] for index in dealt.code.draw().order]
        for index in range(5):
            assert list(dealt.hands[(dealer + 1 + index) % 5]) == top[index:60:5]
        assert list(dealt.center) == top[60:]


def test_the_highest_top_card_starts_a_war_game_and_equals_turn_again():
    """Found again by hand from the stacks; hidden until the cards are shown."""
    game = find_game("ww3")
    repeated = 0
    for number in range(60):
        dealt = dealt_at(game, 4, game.house(jokers=2), number)
        tied, turn = [0, 1, 2, 3], 0
        while len(tied) > 1:
            shown = {seat: dealt.hands[seat][-1 - turn] for seat in tied}
            ranks = {seat: int(card.number) if str(card)[0] != "J" else 0 for seat, card in shown.items()}
            assert dict(dealt.shown[turn]) == shown
            tied = [seat for seat in tied if ranks[seat] == max(ranks.values())]
            turn += 1
        repeated += turn > 1
        assert [dealt.starter] == tied and len(dealt.shown) == turn
        assert deal_json(dealt, reveal=False)["starter"] is None
        assert deal_json(dealt, reveal=True)["starter"] == dealt.names[tied[0]]
    assert repeated > 10


def test_the_largest_tables_are_dealt():
    """127 players, as many as a code holds: one card each, of two full decks or of the full deck with jokers."""
    push_it, armageddon = find_game("push-it"), find_game("armageddon")
    for game, house in (
        (push_it, push_it.house(deck="full2", force_deck=True)),
        (armageddon, armageddon.house(jokers=2)),
    ):
        dealt = dealt_at(game, 127, house)
        assert {len(hand) for hand in dealt.hands} == {1} and len(dealt.cards) == len(dealt.settings.cards)
        assert Counter(dealt.cards) == Counter(dealt.settings.cards)


def test_where_all_stacks_are_gone_round_lots_decide():
    game = find_game("ww3")
    tied = [dealt_at(game, 64, game.house(), number) for number in range(3)]
    assert all(dealt.starter is None and len(dealt.shown) == 1 for dealt in tied)  # 16 fours among 64 players


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("deck", ["full", "squares"])
def test_the_later_deals_of_casino_are_those_that_the_engine_plays(players, deck):
    """Random legal play to the end of the hand: each time the hands are filled again, they are the foretold ones."""
    import random

    game = find_game("casino")
    house = game.house(deck=deck, hands=players)
    dealt = dealt_at(game, players, house, 3)
    foretold = dealt.deals
    assert [len(hands[0]) for hands in foretold] == CASINO[deck][players] == list(_plan(dealt))
    state = game.apply(game.start(players, house, dealt.dealer), _event(game, players, house, dealt))
    seen = [state.hands]
    for _, after in play_out(game, state, random.Random(1), until=lambda s: s.phase == "deal"):
        if sum(map(len, after.hands)) > sum(map(len, state.hands)):
            seen.append(after.hands)
        if after.phase == "deal" or after.played:
            break
        state = after
    assert [tuple(map(frozenset, hands)) for hands in seen] == [tuple(map(frozenset, hands)) for hands in foretold]


def _plan(dealt):
    return dealt.game.table.deal_plan(len(dealt.names), dealt.house)


def _event(game, players, house, dealt):
    cards = dealt.settings.cards
    order = tuple(cards[index] for index in reversed(dealt.code.draw().order))
    return game.legal(game.start(players, house, dealt.dealer)).with_order(order)


def test_five_at_casino_hear_of_the_short_deal_and_of_the_other_way():
    game = find_game("casino")
    rows = [text for label, text in announce(dealt_at(game, 5, game.house())).rows if label == "deal"]
    assert "four deals of 5 each, then one of 4 each" in rows[0] and "agree before you start (ruling C-2)" in rows[1]
    aside = dealt_at(game, 5, game.house(short_last_deal="set_aside"))
    assert len(aside.aside) == 21 and [len(hands[0]) for hands in aside.deals] == [5, 5, 5, 5]
    assert "21 cards from the bottom aside" in announce(aside).rows[1][1]
    for players in (2, 3, 4, 6):
        assert not any("agree" in text for _, text in announce(dealt_at(game, players, game.house())).rows)
    # 120 cards go round among four without a rest, so the house rule sets nothing more aside, and nobody need hear of it
    even = announce(dealt_at(game, 4, game.house(short_last_deal="set_aside")))
    assert not any("short last deal" in text for _, text in even.rows)


@pytest.mark.parametrize(("game", "players", "deck", "over"), [
    ("push-it", 3, "squares", 1), ("push-it", 5, "squares", 4), ("ww3", 3, "squares", 1), ("ww3", 4, "squares", 0), ("ww3", 5, "squares", 4),
])  # fmt: skip
def test_one_card_over_is_an_it_and_more_are_they(game, players, deck, over):
    found = find_game(game)
    house = found.house(deck=deck, force_deck=True) if game == "push-it" else found.house()
    dealt = dealt_at(found, players, house)
    (row,) = [text for label, text in announce(dealt).rows if label == "deal"]
    assert len(dealt.center) == over
    assert ("it goes face down" in row, "they go face down" in row) == (over == 1, over > 1)
    assert {0: "none left over", 1: ", 1 card left over"}.get(over, f", {over} cards left over") in row


@pytest.mark.parametrize(
    ("deck", "jokers", "aside"), [("full", 0, "1 card "), ("full", 2, "3 cards "), ("squares", 0, "")]
)
def test_one_card_is_aside_at_casino_or_three_cards(deck, jokers, aside):
    """Of 125 cards 4 lie on the table and 120 go round; one is left, with two jokers three. Of the Squares deck none is."""
    game = find_game("casino")
    (row,) = [
        text
        for label, text in announce(dealt_at(game, 4, game.house(deck=deck, jokers=jokers))).rows
        if label == "deal"
    ]
    assert ("aside" in row) == bool(aside) and (not aside or f"{aside}from the bottom aside, face down; " in row)


@pytest.mark.parametrize(("players", "default", "others"), [
    (3, "squares", ("west",)), (4, "squares", ()), (5, "squares", ("full",)), (6, "full", ("squares2",)),
    (7, "full", ("squares2",)), (8, "full", ("squares2", "full2")), (9, "full", ("full2",)), (10, "full", ("full2",)),
    (11, "full", ()), (12, "full", ()),
])  # fmt: skip
def test_push_it_has_its_deck_by_players_and_offers_the_others(players, default, others):
    """Deck: 3 West, 3 to 5 Squares, 5 or more full, 6 to 8 two Squares, 8 to 10 two full; defaults are ruling P-1's."""
    game = find_game("push-it")
    dealt = dealt_at(game, players, game.house())
    assert dealt.settings.deck == default and dealt.game.table.other_decks(len(dealt.names), dealt.deck) == others


@pytest.mark.parametrize(("deck", "most", "title"), [
    ("west", 3, "West deck, 27 cards"), ("squares", 4, "Squares deck, 64 cards"), ("full", 5, "full deck, 125 cards"),
    ("squares2", 4, "two Squares decks shuffled together, 2 × 64 = 128 cards"),
    ("full2", 5, "two full decks shuffled together, 2 × 125 = 250 cards"),
])  # fmt: skip
def test_the_chits_are_announced_with_their_rows_and_the_limit(deck, most, title):
    game = find_game("push-it")
    dealt = dealt_at(game, 8, game.house(deck=deck, force_deck=True))
    printed = announce(dealt)
    rows = dict(printed.rows)
    assert title in printed.title
    assert rows["chits"] == "pointers on red, circle, 1" and rows["lay"].startswith(f"1 to {most} cards")
    assert "red circles, circle 1s or red 1s" in rows["lay"]
    ring = ["red yellow green blue black", "circle heart triangle square blob", "1 2 3 4 ?"]
    in_play = most if deck != "west" else 3
    assert rows["run"].startswith(" | ".join(" ".join(row.split()[:in_play]) for row in ring) + "; from the last")
    assert deal_json(dealt, reveal=False)["pointers"] == {"color": "red", "shape": "circle", "number": "1"}


def test_every_announcement_is_whole():
    """No sentence of any game, with any value of any house rule, has a hole, a None or a brace in it."""
    for game in load_games():
        for trial in game.house_trials():
            try:
                dealt = dealt_at(game, 6 if "teams" in trial else 5, game.house(**trial))
            except InputError:
                continue
            lines = show(announce(dealt))
            text = "\n".join(lines)
            assert not [bad for bad in ("{", "}", "None", "  .", " ,") if bad in text.replace("  ", "")], text
            assert all(len(line) <= 110 for line in lines) and len(announce(dealt).read) >= 4
            for row in announce(dealt).read:
                assert row[0].isupper() and row.rstrip().endswith((".", "?", ")")), row


def test_json_has_its_keys_and_hides_the_cards():
    fixed = [
        "game",
        "deck",
        "jokers",
        "players",
        "dealer",
        "starter",
        "hands",
        "up",
        "center",
        "aside",
        "table",
        "draw",
        "pointers",
        "code",
    ]
    for game, players, house in TABLES[::7]:
        dealt = dealt_at(game, players, house, 2)
        shown, hidden = deal_json(dealt, reveal=True), deal_json(dealt, reveal=False)
        assert [key for key in shown if key in fixed] == fixed
        assert set(fixed) - set(hidden) == {"hands", "up", "center", "aside", "table", "draw"}
        assert hidden["counts"] == count_cards(dealt)
        listed = [card for held in (*shown["hands"].values(), *shown["up"].values()) for card in held]
        listed += [card for pile in ("center", "aside", "table", "draw") for card in shown[pile]]
        assert Counter(map(parse_card, listed)) == Counter(dealt.settings.cards)


def test_the_table_of_values_holds_each_card_once():
    dealt = dealt_at(find_game("six-suit"), 3, find_game("six-suit").house(), 1, names=("Ann", "Bo", "Cy"))
    heading, *rows = deal_rows(dealt, reveal=True)
    assert heading == ("pile", "player", "place", "card") and len(rows) == 125 and len({row[3] for row in rows}) == 125
    assert ("up", "Bo", 6, str(dealt.up[1][5])) in rows and ("draw", "", 1, str(dealt.draw[0])) in rows
    heading, *rows = deal_rows(dealt, reveal=False)
    assert heading == ("pile", "player", "cards") and sum(row[2] for row in rows) == 125


# ---------------------------------------------------------------- players


@pytest.mark.parametrize(("typed", "names"), [
    ("Ann,Bo,Cy", ("Ann", "Bo", "Cy")), (" Ann , Bo ", ("Ann", "Bo")), ("3", ("Player 1", "Player 2", "Player 3")),
    ("Mary Ann,Łukasz,Doğan,Zoë", ("Mary Ann", "Łukasz", "Doğan", "Zoë")), ("Zoe\u0308,Bo", ("Zoë", "Bo")), ("7up,8b", ("7up", "8b")),
])  # fmt: skip
def test_players_are_names_or_a_number(typed, names):
    assert read_players(typed, MAX_PLAYERS) == names


@pytest.mark.parametrize(("typed", "said"), [
    ("Ann,Ann,Bo", "two players are called Ann. Use Ann1 and Ann2, or initials."),
    ("Ann,ann", "two players are called Ann."), ("Zoë,Zoe\u0308", "two players are called Zoë."),
    ("Ann Bo Cy", "'Ann Bo Cy' names one player. Put commas between names: --players Ann,Bo,Cy"),
    ("Ann", "names one player. Put commas between names: --players Ann,Bo,Cy"),
    ("Ann,,Bo", "a name is missing beside a comma."), ("Ann,", "a name is missing beside a comma."),
    ("0", "--players 0: give a number of players, or their names"), ("-3", "--players -3: give a number"),
    ("200", "--players 200: a deal code holds up to 127 players."), ("Ann,8", "'8' is a number; numbers mean seats. Add a letter to it."),
    ("Ann," + "x" * 61, "is too long for a table. Keep to 60 letters."), ("Ann,B\x07b", "holds a character that cannot be shown."),
])  # fmt: skip
def test_names_that_will_not_do_are_told_so(typed, said):
    with pytest.raises(InputError) as refused:
        read_players(typed, MAX_PLAYERS)
    assert said in str(refused.value)


def test_a_deal_needs_as_many_names_as_players():
    game = find_game("craziness")
    with pytest.raises(InputError, match="this deal is for 4 players, and 2 are named"):
        dealt_at(game, 4, game.house(), names=("Ann", "Bo"))
    with pytest.raises(InputError, match="there is no seat 5 with 4 players"):
        dealt_at(game, 4, game.house(), dealer=4)


def test_a_deal_says_by_which_house_rules_it_is_played(capsys):
    deal = ("deal", "craziness", "--players", "3")
    assert "\nHouse rules: none\n" in tt(capsys, *deal).out
    assert "\nHouse rules: must_play=true, out_on_single=true\n" in tt(
        capsys, *deal, "--option", "must_play=true", "--option", "out_on_single=true"
    ).out  # fmt: skip
