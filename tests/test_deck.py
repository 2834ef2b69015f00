"""The deck: how many cards of what, and that a card is its name."""

import copy
import pickle
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import combinations, permutations, product

import pytest

from tests.commands import ROOT
from tt_print import deck
from tt_print.deck import FULL, JOKERS, SQUARES, VALUES, VARIABLES, WEST, Card, Joker, make_deck, parse_card
from tt_print.errors import InputError, NotationError


def test_the_full_deck_holds_each_combination_once():
    assert len(FULL) == len(set(FULL)) == 5 * 5 * 5 == 125
    for variable in VARIABLES:  # 25 of each value: 5 x 5 of the other two variables
        assert set(Counter(getattr(card, variable) for card in FULL).values()) == {25}


def test_squares_is_the_naturals_and_west_the_first_three_of_each():
    assert len(SQUARES) == 4 * 4 * 4 == 64 and len(WEST) == 3 * 3 * 3 == 27
    assert set(WEST) < set(SQUARES) < set(FULL)
    assert all(card.is_natural for card in SQUARES)
    for variable in VARIABLES:
        assert {getattr(card, variable) for card in WEST} == {*VALUES[variable][:3]}
    assert tuple(card for card in FULL if card.in_west) == WEST, "which bear the W"


def test_wild_cards_are_counted_by_how_many_variables_are_wild():
    # one wild: 3 variables x 4 x 4 naturals of the other two = 48; two: 3 x 4 = 12; three: 1
    assert Counter(len(card.wilds) for card in FULL) == {0: 64, 1: 48, 2: 12, 3: 1}
    assert parse_card("KBQ").wilds == ("color", "shape", "number")
    assert parse_card("KH2").wilds == ("color",)


def test_no_two_cards_agree_in_all_three_variables():
    pairs = list(combinations(FULL, 2))
    assert len(pairs) == 125 * 124 // 2 == 7750
    assert all(any(getattr(a, v) != getattr(b, v) for v in VARIABLES) for a, b in pairs)


def test_every_card_and_joker_is_its_code():
    for card in FULL + JOKERS:
        for code in (str(card), card.safe_code):
            assert parse_card(code) == parse_card(code.lower()) == card


def test_every_card_is_its_words_in_any_order():
    for card in FULL:
        for words in permutations(card.name.split()):
            assert parse_card(" ".join(words)) == card
        assert parse_card(card.name.upper()) == card
        assert parse_card(f"{card.number} {card.color} {card.shape}s") == card
    assert [parse_card(joker.name) for joker in JOKERS] == list(JOKERS)
    assert parse_card("black blob question mark") == parse_card("KBQ")


def test_codes_are_printed_one_way():
    assert str(parse_card("kbq")) == "KB?" and parse_card("kb?").safe_code == "KBQ"
    assert str(parse_card("bb1")) == "BB1" and parse_card("bb1").name == "blue blob 1"
    assert len({card.safe_code for card in FULL + JOKERS}) == 127
    assert not any("?" in card.safe_code for card in FULL)


def test_play_order_runs_from_red_circle_1_to_black_blob_question():
    values = ("red yellow green blue black", "circle heart triangle square blob", "1 2 3 4 ?")
    assert [" ".join(VALUES[variable]) for variable in VARIABLES] == [*values]
    assert [card.index for card in FULL] == list(range(125))
    assert [card.name for card in FULL] == [" ".join(values) for values in product(*VALUES.values())]


def test_print_order_is_west_then_squares_then_wilds():
    order = deck.print_order(reversed(FULL))
    assert tuple(order[:27]) == WEST
    assert set(order[:64]) == set(SQUARES)
    assert [str(card) for card in order[25:29]] == ["GT2", "GT3", "RC4", "RH4"]
    assert all(not card.is_natural for card in order[64:])


def test_decks_in_multiples_and_with_jokers():
    assert [len(make_deck("squares", 2)), len(make_deck("full", 2))] == [128, 250]  # Push It, Deck
    assert [len(make_deck("full", jokers=n)) for n in (0, 1, 2)] == [125, 126, 127]
    assert set(Counter(make_deck("squares", 2)).values()) == {2}
    assert (deck.find_deck("W"), deck.find_deck(" Squares ")) == ("west", "squares")


@pytest.mark.parametrize(("text", "said"), [
    ("xh3", "no card has the color x. Choose R red, Y yellow, G green, B blue, or K black."),
    ("rh5", "no card has the number 5. Choose 1, 2, 3, 4, or ?. Did you mean RH1, RH2, RH3, RH4, or RHQ? Q means the question mark."),
    ("hr3", "Did you mean RH3?"),
    ("3rh", "Did you mean RH3?"),
    ("g", "'g' is not a card. A card is color, shape, number, like GC2"),
    ("", "'' is not a card."),
    ("red heart", "names no number. Add one: 1, 2, 3, 4, ?."),
    ("red blue heart 3", "names two colors: red and blue."),
])  # fmt: skip
def test_a_wrong_card_is_named_with_what_is_allowed(text, said):
    with pytest.raises(NotationError) as caught:
        parse_card(text)
    assert said in str(caught.value)


@pytest.mark.parametrize("make", [
    lambda: Card("purple", "heart", "3"), lambda: Card("red", "star", "3"), lambda: Card("red", "heart", "5"), lambda: Joker(3),
    lambda: make_deck("full", 0), lambda: make_deck("full", jokers=3), lambda: make_deck("triangles"),
])  # fmt: skip
def test_what_is_not_in_the_box_cannot_be_made(make):
    with pytest.raises(InputError):
        make()


def test_cards_go_to_another_process_and_come_back():
    code = "import pickle, sys; got = pickle.load(sys.stdin.buffer); pickle.dump((got, {*got}), sys.stdout.buffer)"
    words = [sys.executable, "-c", code]
    done = subprocess.run(words, input=pickle.dumps(FULL), capture_output=True, cwd=ROOT, check=True)
    assert pickle.loads(done.stdout) == (FULL, {*FULL})


def test_there_is_one_object_a_card_however_it_is_made():
    for card in FULL:
        again = Card(card.color, card.shape, card.number)
        assert again is card and parse_card(str(card)) is card and pickle.loads(pickle.dumps(card)) is card
        assert copy.deepcopy(card) is card and replace(card, color="red") is Card("red", card.shape, card.number)
    for values in (("pink", "heart", "3"), ([], "heart", "3"), ("red", "heart", 3)):
        with pytest.raises((InputError, TypeError)):
            Card(*values)
    assert FULL[0] == Card("red", "circle", "1"), "and what was refused has changed none"
