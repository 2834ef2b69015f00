"""Three sorts find a lost card: every single loss, every pair, jokers, two decks, lists."""

import json
import random
import re
from collections import Counter, defaultdict
from itertools import combinations

import pytest

from tests.commands import tt, type_line
from tests.walks import walk
from tt_print.deck import DECKS, FULL, JOKERS, VALUES, VARIABLES, parse_card


def without(*lost, deck=FULL):
    """A deck as somebody who lost cards of it has it."""
    left = list(deck)
    for card in lost:
        left.remove(card)
    return left


def count_piles(cards, deck="full", copies=1):
    """The command of somebody who has these cards of a deck and counts them in all three sorts."""
    words = ["recount", "--deck", deck, "--copies", copies]
    for variable in VARIABLES:
        piles = [value for value in VALUES[variable] if any(getattr(card, variable) == value for card in DECKS[deck])]
        counts = [sum(getattr(card, variable) == value for card in cards) for value in piles]
        words += [f"--{variable}s", ",".join(map(str, counts))]
    return words


def recount(cards, deck="full", copies=1):
    ran = type_line(*count_piles(cards, deck, copies), "--json")
    assert ran.status == 0, ran.err
    return json.loads(ran.out)


def codes(*cards):
    return [*map(str, cards)]


def test_each_of_the_125_cards_and_each_joker_is_named_when_it_is_lost(capsys):
    for card in FULL:
        ran = tt(capsys, *count_piles(without(card)), "--jokers", 2)
        assert ran.out == f"Missing: {card.name}.   Reprint: tt-print deck --only {card.safe_code} --theme toppers\n"
    for joker in JOKERS:
        had = codes(*(card for card in (*FULL, *JOKERS) if card != joker))
        ran = tt(capsys, "recount", "--have", ",".join(had))
        assert ran.out == f"Missing: {joker.name}.   Reprint: tt-print deck --only {joker} --theme toppers\n"


def pairs_that_count_alike():
    """A plain search: all pairs of cards, together with those that have the same three counts."""
    alike = defaultdict(set)
    for pair in combinations(FULL, 2):
        alike[tuple(tuple(sorted(getattr(card, v) for card in pair)) for v in VARIABLES)].add(frozenset(pair))
    return list(alike.values())


def check_pairs(pairs):
    """The candidates are exactly those, and the look that is proposed decides: whichever of its cards is missing, one pair remains."""
    command, *others = (count_piles(without(*pair)) for pair in pairs)
    assert all(other == command for other in others)
    found = json.loads(type_line(*command, "--json").out)
    sets, look = [frozenset(map(parse_card, each)) for each in found["sets"]], [*map(parse_card, found["look"])]
    assert {*sets} == pairs and found["missing"] == 2 and bool(look) == (len(pairs) > 1)
    for pair in pairs if look else ():
        (lost,) = [card for card in look if card in pair]
        assert [each for each in sets if lost in each] == [pair]
    if look:
        pile = re.search("In the (.+) pile, look for", type_line(*command).out)[1].split()
        assert all({*pile} <= {card.color, card.shape, card.number} for card in look)


def test_pairs_give_exactly_the_pairs_that_count_alike():
    """By hand: pairs that differ in one variable, 125 x 12 / 2 = 750, are told at once; in two, 125 x 48 / 2 = 3,000 leave
    2 pairs; in three, 125 x 64 / 2 = 4,000 leave 4."""
    groups = pairs_that_count_alike()
    assert Counter(map(len, groups)) == {1: 750, 2: 3000 // 2, 4: 4000 // 4}
    for pairs in random.Random(7).sample(groups, 60):
        check_pairs(pairs)


@pytest.mark.slow
def test_all_7750_pairs_give_exactly_the_pairs_that_count_alike():
    for pairs in pairs_that_count_alike():
        check_pairs(pairs)


@pytest.mark.parametrize(("deck", "singles", "step"), [("west", 27, 7), ("squares", 64, 31)])
def test_the_smaller_decks_too(deck, singles, step):
    cards = DECKS[deck]
    found = [recount(without(card, deck=cards), deck)["sets"] for card in cards]
    assert found == [[codes(card)] for card in cards] and len(found) == singles
    for pair in list(combinations(cards, 2))[::step]:
        sets = recount(without(*pair, deck=cards), deck)["sets"]
        assert codes(*pair) in sets and len(sets) in (1, 2, 4)


def test_two_decks_can_lose_the_same_card_twice(capsys):
    card, both = parse_card("RH3"), [*DECKS["squares"]] * 2
    assert recount(without(card, card, deck=both), "squares", 2)["sets"] == [["RH3", "RH3"]]
    for card in DECKS["squares"]:
        assert recount(without(card, deck=both), "squares", 2)["sets"] == [codes(card)]
    counts = "--colors 14,16,16,16 --shapes 16,14,16,16 --numbers 16,16,14,16"  # one deck has each card once
    assert "Sort and count again" in tt(capsys, "recount", "--deck", "squares", *counts.split()).err


def test_a_card_too_many_is_named_as_well(capsys):
    for card in FULL:
        found = recount([*FULL, card])
        assert (found["missing"], found["extra"], found["sets"]) == (0, 1, [codes(card)])
    ran = tt(capsys, "recount", "--colors", "red=26", "--shapes", "heart=26", "--numbers", "3=26")
    assert ran.out.startswith("Too many: red heart 3. Take out the extra cards")


def test_three_lost_cards_are_all_sets_that_fit():
    lost = [*map(parse_card, ("RC1", "YH2", "GT3"))]
    sets = recount(without(*lost))["sets"]
    assert codes(*lost) in sets and len({frozenset(each) for each in sets}) == len(sets) == 36  # 3! shapes x 3! numbers
    four = recount(without(*lost, parse_card("BS4")))
    assert (four["missing"], four["sets"]) == (4, None)


def test_what_was_seen_decides(capsys):
    counts = ["recount", "--colors", "red=24,blue=24", "--shapes", "heart=23", "--numbers", "1=24,3=24"]
    ran = tt(capsys, *counts)
    assert "One of these 2:" in ran.out
    assert "In the red heart pile, look for RH1 and RH3. The one that is not there is lost." in ran.out
    assert "Missing: red heart 3 and blue heart 1." in tt(capsys, *counts, "--have", "RH1").out
    assert "Missing: red heart 1 and blue heart 3." in tt(capsys, *counts, "--missing", "rh1").out
    assert tt(capsys, *counts, "--have", "RH1,BH1").status == 2


def test_two_sorts_leave_a_row_of_cards(capsys):
    ran = tt(capsys, "recount", "--colors", "red=24", "--shapes", "heart=24")
    assert "One of these 5:" in ran.out and "Also sort by number, and add --numbers." in ran.out
    assert [f"RH{n}" in ran.out for n in "1234Q"] == [True] * 5


def test_jokers(capsys):
    whole = ["recount", "--colors", "red=25", "--shapes", "heart=25", "--numbers", "1=25"]
    assert tt(capsys, *whole).out == "All 125 cards are there.\n"
    assert "Jokers missing: 1. Each has a number" in tt(capsys, *whole, "--jokers", 1).out
    assert (
        "Missing: all jokers.   Reprint: tt-print deck --only J1,J2 --theme toppers"
        in tt(capsys, "recount", "--jokers", 0).out
    )
    assert tt(capsys, "recount", "--jokers", 2).out == "All 2 jokers are there.\n"
    assert "Jokers too many: 1 more than 2" in tt(capsys, "recount", "--jokers", 3).out
    assert tt(capsys, *whole, "--jokers", 2).out == "All 125 cards are there.\n"


def test_a_list_of_what_is_there(capsys):
    def listed(cards, *more):
        words = ["recount", "--have", ",".join(codes(*cards)), *more, "--json"]
        return json.loads(tt(capsys, *words).out)

    assert listed([*without(*map(parse_card, ("RH3", "KB?"))), *JOKERS])["cards"] == ["RH3", "KB?"]
    twice = listed([*FULL, parse_card("RH3")], "--jokers", "0")
    assert not {*twice["cards"]} & {*codes(*FULL)} and twice["extra"] == ["RH3"]
    assert listed([*DECKS["west"], parse_card("BS4")], "--deck", "west")["strange"] == ["BS4"]


def test_the_reprint_that_is_proposed_prints_those_cards(capsys, tmp_path):
    counts = "--colors red=24,black=24 --shapes heart=24,blob=24 --numbers 3=24,?=24 --have RH? --missing KBQ"
    ran = tt(capsys, "recount", *counts.split())
    command = ran.out.split("tt-print ")[1].split()
    assert command == ["deck", "--only", "RH3,KBQ", "--theme", "toppers"]
    assert tt(capsys, *command, "--out", tmp_path).status == 0


def test_counts_of_one_pile_say_the_others_are_whole(capsys):
    for words in (["--numbers", "q=24"], ["--colors", "red=17", "--deck", "west", "--copies", "2"]):
        assert json.loads(tt(capsys, "recount", *words, "--json").out)["missing"] == 1


@walk(
    "counts",
    ["24 25 25 25 25", "24, 25, 25, 25, 25", " 24,25 , 25,25,25,", "red = 24", "red=24, blue=25", "red=24 blue=25"],
)
def test_a_blank_does_for_a_comma(capsys, counts):
    ran = tt(capsys, "recount", "--colors", counts, "--shapes", "heart=24", "--numbers", "3=24")
    assert ran.out == "Missing: red heart 3.   Reprint: tt-print deck --only RH3 --theme toppers\n", ran.err


def test_one_sort_alone_asks_for_the_others_before_it_lists_a_whole_pile(capsys):
    said = " ".join(tt(capsys, "recount", "--colors", "red=24").out.split())
    assert (
        said
        == "Cards missing: 1. Too many fit to list. Also sort by shape and by number, and add --shapes and --numbers."
    )


def test_a_card_that_is_known_to_be_lost_needs_no_counting(capsys):
    ran = tt(capsys, "recount", "--missing", "rh3")
    assert ran.out == "Missing: red heart 3.   Reprint: tt-print deck --only RH3 --theme toppers\n"


def test_a_missing_joker_is_not_nothing(capsys):
    said = tt(capsys, "recount", "--colors", "red=25", "--jokers", "1").out
    assert said.startswith("All 125 cards are there.\nJokers missing: 1.")
