"""A lost card is asked for pile by pile: every single loss, every pair, cards of another deck, slips and steps back."""

import io
import json
import random
import sys
from itertools import combinations, islice

import pytest

from tests.commands import tt
from tests.recount.without import without
from tests.score.keyboard import sit
from tt_print.deck import DECKS, FULL, VARIABLES, parse_card
from tt_print.errors import InputError
from tt_print.recount.sorting import Shelf, Sorting, Step


def count(sorting, cards):
    """What somebody who has these cards would answer now, one line."""
    pile = sorting.pile
    inside = [
        each for each in cards if all(getattr(each, v) == value for v, value in zip(VARIABLES, pile, strict=False))
    ]
    if sorting.names_numbers:
        numbers = [card.number for card in inside]
        short = sorting.size(pile) < sorting.wanted(pile)
        return " ".join(n for n in sorting.values(pile) if (numbers.count(n) < 1 if short else numbers.count(n) > 1))
    variable, value = VARIABLES[len(pile)], sorting.value
    return str(sum(getattr(card, variable) == value for card in inside))


def sort_out(cards, shelf=Shelf()):
    """The deck sorted to the end by somebody who counts right; how many lines that took."""
    sorting, lines = Sorting(shelf), 0
    while sorting.pile is not None:
        sorting, lines = sorting.answer(count(sorting, cards)), lines + 1
    return sorting.found, lines


def test_a_whole_deck_is_sorted_once():
    for deck, values in (("west", 3), ("squares", 4), ("full", 5)):
        found, lines = sort_out(DECKS[deck], Shelf(deck))
        assert (found.missing, found.extra, lines) == ((), (), values)


def test_each_of_the_125_cards_is_named_when_it_is_lost():
    """Five counts of colors, at most four of shapes (the fifth follows; so do those after the short one), one number."""
    for card in FULL:
        found, lines = sort_out(without(card))
        assert (found.missing, found.extra) == ((card,), ()) and lines <= 5 + 4 + 1
    assert sort_out(without(parse_card("RC1")))[1] == 5 + 1 + 1


def test_each_pair_of_lost_cards_is_named():
    """Some of each deck; the rest with the slow tests."""
    for deck in ("west", "squares", "full"):
        for pair in random.Random(13).sample(list(combinations(DECKS[deck], 2)), 40):
            assert sort_out(without(*pair, deck=DECKS[deck]), Shelf(deck))[0].missing == pair


@pytest.mark.slow
def test_each_seventh_of_the_7750_pairs_is_named():
    for deck in ("west", "squares", "full"):
        for pair in islice(combinations(DECKS[deck], 2), 0, None, 7):
            assert sort_out(without(*pair, deck=DECKS[deck]), Shelf(deck))[0].missing == pair


def test_any_number_of_lost_and_doubled_cards_is_named():
    rng = random.Random(7)
    for _ in range(6):
        lost = tuple(sorted(rng.sample(FULL, rng.randint(1, 60)), key=lambda card: card.index))
        assert sort_out(without(*lost))[0].missing == lost
        card = rng.choice(FULL)
        found, _ = sort_out([*FULL, card])
        assert (found.missing, found.extra) == ((), (card,))
    two = Shelf("squares", 2, 4)
    for _ in range(6):
        card = rng.choice(DECKS["squares"])
        assert sort_out(without(card, deck=DECKS["squares"] * 2), two)[0].missing == (card,)


def test_a_whole_color_that_is_gone_needs_no_sorting():
    found, lines = sort_out([card for card in FULL if card.color != "blue"])
    assert len(found.missing) == 25 and {card.color for card in found.missing} == {"blue"} and lines == 5


def test_a_card_that_lies_elsewhere_is_not_lost():
    sorting = Sorting(Shelf()).answer("24 25").seen((parse_card("RH3"),))
    assert sorting.wanted(("red",)) == 24 and sorting.value == "green"
    assert sorting.answer("25 25 25").pile is None and sorting.answer("25 25 25").found.missing == ()
    with pytest.raises(InputError, match="red heart 3 is named more often than the deck has it"):
        sorting.seen((parse_card("RH3"),))
    with pytest.raises(InputError, match="black blob 4 is not in this deck"):
        Sorting(Shelf("west")).seen((parse_card("KB4"),))


WRONG = [
    ([], "x", "'x' is not a number. Give a count such as 25"), ([], "²", "is not a number"), ([], "-1", "is not a number"),
    ([], "25 25 25 25 25 25", "6 numbers, and red, yellow, green, blue and black are to be counted"),
    ([], "251", "251 is more than a deck can have"), (["24 25 25 25 25"], "25", "25 is more than the pile of 24 can have"),
    (["24 25 25 25 25"], "5 5 5 5 4 1", "6 numbers"),
    (["24 25 25 25 25", "4"], "6", "'6' is not a number of this deck. Give 1, 2, 3, 4 or ?."),
    (["24 25 25 25 25", "4"], "1 2", "one card is missing: name it"), (["23 25 25 25 25", "3"], "1 1", "two cards are missing: name them"),
    (["26 25 25 25 25", "6"], "1 2", "one card is too many: name it"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "line", "said"), WRONG, ids=[row[1] for row in WRONG])
def test_a_slip_is_told_at_once(before, line, said):
    sorting = Sorting(Shelf())
    for answered in before:
        sorting = sorting.answer(answered)
    with pytest.raises(InputError) as caught:
        sorting.answer(line)
    assert said in str(caught.value)


def test_one_step_back_takes_what_followed_with_it():
    sorting = Sorting(Shelf()).answer("24 25 25 25 25").answer("4")
    assert sorting.pile == ("red", "circle") and sorting.back().pile == ("red",) and sorting.back().back().pile == ()
    assert Sorting(Shelf()).back() == Sorting(Shelf())
    assert sorting.steps[0] == Step((), (24, 25, 25, 25, 25))


def test_the_lost_card_is_named_at_once_and_the_jokers_come_last():
    sat = sit(["recount"], "24 25 25 25 25", "", "4", "3", "")
    assert sat.out.splitlines()[0] == (
        "Sort the deck by color, and count each pile. Enter takes the number shown; - goes back, ? helps."
    )
    assert sat.replies == [
        "24 red cards, one short: sort them by shape.", "", "4 red hearts, one short.",
        "Missing: red heart 3. Reprint it: tt-print deck --only RH3", "All 2 jokers are there.",
    ]  # fmt: skip
    asked = [question.partition(" (")[0] for question in sat.asked]
    assert asked == ["Red", "Circles", "Hearts", "Which number is missing:  1  2  3  4  ?", "Jokers"]
    assert sat.keys == len("24 25 25 25 25\n\n4\n3\n\n")


def test_help_second_thoughts_and_a_card_on_the_floor():
    sat = sit(["recount"], "?", "25", "-", "24", "x", "have red heart 3", "", "", "", "", "1")
    for said in ("one answer back", "'x' is not a number", "Nothing is missing: all 125 cards", "Missing: 1 joker."):
        assert said in sat.text
    assert [question.partition(" (")[0] for question in sat.asked].count("Red") == 3


def test_a_question_mark_that_is_missing_is_no_call_for_help():
    assert "Missing: black blob ?." in sit(["recount"], "25 25 25 25 24", "5 5 5 5", "?", "2").text


@pytest.mark.parametrize("leave", ["stop", EOFError])
def test_who_leaves_is_let_go(leave):
    sat = sit(["recount"], "25", leave)
    assert sat.status == 0 and sat.text.endswith("Stopped.")


def test_without_a_terminal_it_says_what_to_type(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("24 25 25 25 25\n"))
    ran = tt(capsys, "recount")
    assert ran.status == 2 and "--colors 24,25,25,25,25" in ran.err
    assert json.loads(tt(capsys, "recount", "--jokers", "2", "--json").out)["missing_jokers"] == 0
