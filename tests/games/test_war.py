"""World War 3 and Armageddon: exact counts, and what each ruling does at the table."""

import random
from collections import Counter
from dataclasses import replace
from itertools import islice, permutations, product

import pytest

from tests.engine.recorded import deal_out, record_game
from tests.games import tables
from tests.games.tables import DECK, cards, refusal
from tt_print.deck import FULL, JOKERS, SQUARES, VALUES, VARIABLES, WILD, Card
from tt_print.engine.base import InvariantError
from tt_print.engine.notation import INTERNED, intern_card
from tt_print.engine.play import play_out
from tt_print.games import find_game
from tt_print.games.war.facts import control, match, resolve, slap
from tt_print.games.war.judge import judge_pile
from tt_print.games.ww3 import Lay, Slap

WW3, ARMAGEDDON = find_game("ww3"), find_game("armageddon")
both_games = pytest.mark.parametrize("game", [WW3, ARMAGEDDON], ids=lambda game: game.name)
NATURALS = tuple(INTERNED[card] for card in SQUARES)


def box(game, jokers=0):
    """The cards in play."""
    return game.legal(game.start(2, game.house(jokers=jokers))).cards


def table(*hands, pile="", by=None, game=WW3, phase="open", turn=0, under="", house=None, **changes):
    """A state in the middle of a game: stacks and pile from bottom to top, the pile laid by seat 0 unless said."""
    laid = cards(pile)
    return replace(
        game.start(len(hands), game.house(**(house or {}))), phase=phase, turn=turn, hands=tuple(map(cards, hands)),
        under=cards(under), seq=laid, layers=tuple(by) if by else (0,) * len(laid), **changes,
    )  # fmt: skip


def play(state, *events, game=WW3):
    return tables.play(game, state, *events)


def lay(seat, code):
    return Lay(seat, intern_card(code))


# ---------------------------------------------------------------- exact counts


def test_ww3_pairs():
    """All 64 x 63 = 4,032 ordered pairs of different naturals.

    On a given card, a variable agrees in 1 value and differs in 3, so 27 cards agree in nothing, 3 x 9 = 27 in
    one variable, 3 x 3 = 9 in two (3 is the card itself). A slap needs two: 64 x 9 = 576. Control needs color
    or shape: 15 other cards of the color, 15 of the shape, 3 of both, so 27: 64 x 27 = 1,728. Each two of three
    variables include color or shape, so every slap is control too. On the top card each number comes as often:
    1,728 / 4 = 432 for each number of chances.
    """
    house = WW3.house()
    agree, verdicts, chances = Counter(), Counter(), Counter()
    for pair in permutations(NATURALS, 2):
        below, top = resolve(house, pair)
        agree[len(match(top, below))] += 1
        gained = control(house, pair)
        verdicts[check_by_hand(house, pair), gained is not None] += 1
        chances[gained] += 1
    assert agree == {0: 64 * 27, 1: 64 * 27, 2: 64 * 9}
    assert verdicts == {(True, True): 576, (False, True): 1728 - 576, (False, False): 4032 - 1728}
    assert chances == {1: 432, 2: 432, 3: 432, 4: 432, None: 2304}


def test_ww3_jokers():
    """With both jokers: J on a natural (2 x 64) is a slap and no control; a natural on J (64 x 2) and J on J are
    neither; natural, J, natural is a slap when any variable agrees, 36 of 63 on each, but control for 27.
    """
    house = WW3.house(jokers=2)
    for natural in NATURALS:
        for joker, other in (JOKERS, JOKERS[::-1]):
            assert slap(house, (natural, joker)) == ("joker",) and control(house, (natural, joker)) is None
            assert not slap(house, (joker, natural)) and control(house, (joker, natural)) is None
            assert slap(house, (natural, joker, other)) == ("joker",)
            covered = [(natural, joker, top) for top in NATURALS if top is not natural]
            # the joker makes three cards of two, so one variable is enough
            assert sum(bool(slap(house, pile)) for pile in covered) == 36
            assert sum(control(house, pile) is not None for pile in covered) == 27
    assert not slap(house, JOKERS) and resolve(house, JOKERS) == [None, None]


def test_armageddon_pairs():
    """All 125 x 124 = 15,500 ordered pairs of different cards.

    In one variable there are 25 pairs of printed values. A wild on top agrees with all 5 beneath (with a wild
    beneath, undefined with undefined); a natural on top agrees with itself only: 5 + 4 = 9 agree, 16 do not.
    Pairs that agree in k variables: C(3,k) x 9^k x 16^(3-k) = 4096, 6912, 3888, 729; of the last, 125 are a card
    on itself, which leaves 604. Control needs two: 3888 + 604 = 4,492. A slap on two cards needs three: 604.

    5 chances: ? on ?, 1 of the 25 pairs of numbers, and color or shape agrees as well: 25 x 25 - 16 x 16 = 369,
    less 25 cards on themselves: 344. The four naturals share the rest: (4492 - 344) / 4 = 1,037 each.
    """
    house = ARMAGEDDON.house()
    agree, chances, slaps = Counter(), Counter(), Counter()
    for number, pair in enumerate(permutations(DECK, 2)):
        below, top = resolve(house, pair)
        agree[len(match(top, below))] += 1
        chances[control(house, pair)] += 1
        slaps[slap(house, pair)] += 1
        if number % 5 == 0:
            check_by_hand(house, pair)
    assert agree == {0: 4096, 1: 6912, 2: 3888, 3: 604}
    assert chances == {1: 1037, 2: 1037, 3: 1037, 4: 1037, 5: 344, None: 15500 - 4492}
    assert slaps == {("triple_topper",): 604, (): 15500 - 604}


SLAPS = ("triple_topper", "same_double_on_three", "same_single_on_four")
# Of the 5^4 = 625 ways to print one variable on four cards, by how many from the top agree. A card agrees with a natural beneath in
# 2 ways of 5 (the same, a wild), with an undefined wild in 1 (a wild); n cards are undefined in 1 way, all wild. So the top two
# agree in (125 - 1) x 2 + 1 = 249 ways, three in (25 - 1) x 2 x 2 + 1 = 97, four in (5 - 1) x 2 x 2 x 2 + 1 = 33. Exactly so many:
RUNS = {1: 625 - 249, 2: 249 - 97, 3: 97 - 33, 4: 33}


def test_armageddon_fours_by_patterns():
    """All fours by patterns: a run length for each variable, 4^3 = 64 patterns.

    No slap: no run of 4, at most one of 3, and not all three of 2 or more. Without a run of 3: (376 + 152)^3 -
    152^3 = 143,686,144. With one, in 3 places: 3 x 64 x ((376 + 152)^2 - 152^2) = 49,090,560. So of 625^3 =
    244,140,625 fours (cards may repeat) 192,776,704 are no slap and 51,363,921 are one.
    """
    house, slaps, at = ARMAGEDDON.house(), 0, {card: card for card in FULL}
    for runs in product((1, 2, 3, 4), repeat=3):
        # from the bottom: naturals that differ, then the value of the run
        rows = [
            [VALUES[v][3 if place >= 4 - run else place] for place in range(4)]
            for v, run in zip(VARIABLES, runs, strict=True)
        ]
        cards = tuple(at[Card(*values)] for values in zip(*rows, strict=True))
        expected = (all(run >= 2 for run in runs), sum(run >= 3 for run in runs) >= 2, 4 in runs)
        wanted = tuple(name for name, yes in zip(SLAPS, expected, strict=True) if yes)
        assert slap(house, cards) == wanted, (runs, cards)
        slaps += any(expected) * RUNS[runs[0]] * RUNS[runs[1]] * RUNS[runs[2]]
    assert slaps == 51_363_921 == 625**3 - (528**3 - 152**3) - 3 * 64 * (528**2 - 152**2)


def test_armageddon_jokers_are_black_blob_questions():
    """Summary 1: in every pair a joker counts as KB?; there are 2 x 125 + 125 x 2 + 2 pairs with a joker."""
    house = ARMAGEDDON.house(jokers=2)
    wild = next(card for card in FULL if len(card.wilds) == 3)
    for card in FULL:
        for joker in JOKERS:
            for pair in ((card, joker), (joker, card)):
                plain = tuple(wild if c is joker else c for c in pair)
                assert resolve(house, pair) == resolve(house, plain)
                assert slap(house, pair) == slap(house, plain)
                assert control(house, pair) == control(house, plain)
    assert slap(house, JOKERS) == ("triple_topper",) and control(house, JOKERS) == 5


@pytest.mark.parametrize("bottoms", [1, pytest.param(64, marks=pytest.mark.slow)])
def test_ww3_over_all_triples(bottoms):
    """64 x 63 x 62 = 249,984 ordered triples of different naturals.

    Control looks at the top two only: 1,728 pairs x 62 = 107,136.

    Slap by two variables on the top two: 576 x 62 = 35,712. By one variable on three: 4 values x 16 x 15 x 14 =
    13,440 for each variable; in two variables at once, 16 values x 4 x 3 x 2 = 384 for each two; never in three.
    So 3 x 13,440 - 3 x 384 = 39,168. Both: the top two share exactly two variables, and the third card has one of
    those two values: 16 + 16 - 4 = 28 cards, less the two themselves, 26; 576 x 26 = 14,976. Together
    35,712 + 39,168 - 14,976 = 59,904.

    Slap without control: not by two variables (those give control), so one variable on three where the top two share
    the number only: 9 such cards on each, 64 x 9 = 576 pairs, x (16 - 2) cards of the number = 8,064.
    """
    house, counted = WW3.house(), Counter()
    for bottom in NATURALS[:bottoms]:
        for pair in permutations([card for card in NATURALS if card is not bottom], 2):
            pile = (bottom, *pair)
            counted[bool(slap(house, pile)), control(house, pile) is not None] += (
                64  # each bottom card has a 64th of them
            )
    assert sum(counted.values()) == 249_984 * bottoms and counted[True, False] == 8_064 * bottoms
    assert counted[False, True] + counted[True, True] == 107_136 * bottoms
    assert counted[True, False] + counted[True, True] == 59_904 * bottoms


def runs_of(pile):
    """How many cards from the top are alike in each variable, and the number on top: a wild is what it covers (summary 1)."""
    runs = []
    for v in VARIABLES:
        below, stands = None, []
        for card in pile:
            value = getattr(card, v)
            below = below if value == WILD[v] else value
            stands.append(below)
        runs.append(next(n for n in range(1, 5) if n == len(pile) or stands[-n - 1] != stands[-1]))
    return runs, int(stands[-1] or 5)


def check_by_hand(house, pile):
    """Slap and control as the rules say it of runs: of 2c and 2a in World War 3, and of both in Armageddon."""
    runs, number = runs_of(pile)
    twice, alike = sum(run >= 2 for run in runs), runs[0] >= 2 or runs[1] >= 2
    if house.game == "ww3":
        is_slap, controls = twice >= 2 or max(runs) >= 3, alike
    else:
        is_slap, controls = twice == 3 or sum(run >= 3 for run in runs) >= 2 or 4 in runs, twice >= 2
    assert (bool(slap(house, pile)), control(house, pile)) == (is_slap, number if controls else None), pile
    return is_slap


@pytest.mark.parametrize(("game", "size"), [(WW3, 3), (ARMAGEDDON, 4)], ids=["ww3", "armageddon"])
def test_a_sample_agrees_with_the_rules_read_off_the_printed_cards(game, size):
    rng, house, deck, tries = random.Random(4), game.house(), box(game), 3000
    found = sum(check_by_hand(house, tuple(rng.sample(deck, size))) for _ in range(tries))
    assert found, "some of them are slaps"


# ---------------------------------------------------------------- deal and starter


@both_games
def test_crowded_games_end(game):
    for players in (11, 23, 40, 62, 64):
        record = record_game(game, players, game.house(jokers=2), random.Random(players))
        assert game.is_over(record.last())


# ---------------------------------------------------------------- slaps


def test_only_hands_that_count_win_and_a_list_of_others_is_refused():
    state = table("RS1 RS2", "GT4 YS2", "", "", pile="RC1 RC2", turn=1, locked=(2,), retired=(3,))
    assert play(state, Slap((2, 3, 1, 0))).hands[1] == cards("RC2 RC1 GT4 YS2")
    reason = refusal(WW3, state, Slap((2, 3)))
    assert "Cy and Di may not slap now" in reason.sentence and "Ann or Bo may" in reason.sentence
    assert reason.rules == ("6e", "7")
    assert [seat for seat in range(4) if WW3.can(state, Slap((seat,)))] == [0, 1]
    # at a wrong card, too
    for card, slapper, key in (("RS2", "Cy", "slap_locked"), ("RS1", "Bo", "not_on_top")):
        assert refusal(WW3, state, f"Ann misplays {card} and {slapper} slap at it").key == key
    play(state, "Ann misplays RS2 and Bo slap at it")


def test_slaps_are_listed_lazily():
    state = table(*["RC1"] + [str(card) for card in SQUARES[5:22]], pile="YH2 GT3")
    legal = WW3.legal(state)  # 18 players: far too many orders of hands to make a list of
    assert Slap(tuple(range(18))) in legal and Slap((17, 3)) in legal
    assert Slap((3, 3)) not in legal and Slap(()) not in legal
    assert next(iter(legal)) == lay(0, "RC1")


def test_a_broken_table_is_noticed():
    states = [deal_out(WW3, 3, WW3.house(), random.Random(1))]
    states += [state for _, state in islice(play_out(WW3, states[0], random.Random(1)), 60)]
    challenge = next(state for state in states if state.phase == "challenge")
    first = next(state for state in states if state.phase == "start" and state.hands[state.turn])
    for state, changes in (
        (challenge, {"controller": None}), (challenge, {"controller": challenge.turn}), (challenge, {"left": 0}),
        (challenge, {"layers": challenge.layers[1:]}), (challenge, {"locked": (challenge.turn,)}),
        (challenge, {"phase": "start"}), (first, {"prior": 0}), (first, {"under": first.hands[0]}), (first, {"phase": "over"}),
    ):  # fmt: skip
        WW3.check(state)
        with pytest.raises(InvariantError):
            WW3.check(replace(state, **changes))


# ---------------------------------------------------------------- the end


# ---------------------------------------------------------------- reasons


@pytest.mark.parametrize(("event", "key", "rules", "said"), [
    ("Ann lays RS1", "wrong_player", "3a", "It is Bo's turn, not Ann's."),
    ("Bo lays GT4", "not_on_top", "setup", "green triangle 4 is not on top of that pile. YS2 is."),
    ("Ann collects", "not_collecting", "3a", "It is too soon to take the pot. Bo plays."),
    ("Bo is too slow for YS2", "hurry_off", "6e", "no time limit here"),
    ("Bo Bo slap", "slapped_twice", "2c", "Bo is listed twice"),
    ("Flo slap", "no_such_seat", "", "Flo is not at this table. The players are Ann, Bo, and Cy."),
    (Slap(()), "may_not_slap", "6e 7", "Ann, Bo, or Cy may."),
    ("Cy misplays RC1", "no_cards", "7", "Cy has no cards left to play."),
    ("Ann misplays RS2 and Ann slap at it", "own_misplay", "6c", "their own misplay"),
    ("Ann retires", "has_cards", "7", "Ann still has cards. Give up only when you have none."),
    ("Ann peel", "now_play", "", "The game is on. Bo is next."),
])  # fmt: skip
def test_the_first_rule_that_forbids_it(event, key, rules, said):
    state = table("RS1 RS2", "GT4 YS2", "", pile="RC1 RH3", phase="challenge", turn=1, controller=0, left=3)
    reason = refusal(WW3, state, event)
    assert (reason.key, reason.rules) == (key, tuple(rules.split())) and said in reason.sentence


def test_nothing_can_be_slapped_before_the_first_card():
    said = refusal(WW3, table("RS1 RS2", "GT4", phase="start"), Slap((1,))).sentence
    assert said.startswith("No card is face up yet. Ann starts the pot")


# ---------------------------------------------------------------- the judge


def test_the_judges_sample_answers():
    answer = WW3.ask("pile RC2 J1 YH2")
    facts = answer.facts
    assert answer.yes and facts["slap"] and facts["slap_reasons"] == ["one_variable_on_three"]
    assert facts["resolved"] == [["red", "circle", "2"], ["red", "circle", "2"], ["yellow", "heart", "2"]]
    assert (facts["control"], facts["chances"]) == (False, None) and "2c" in answer.rules
    assert answer.rulings == ("W-4", "W-6")
    facts = ARMAGEDDON.ask("pile KC1 KH2").facts
    assert facts["resolved"] == [[None, "circle", "1"], [None, "heart", "2"]]
    assert not facts["slap"] and not facts["control"]
    assert WW3.ask("pile J1").facts["resolved"] == [[None, None, None]]


def test_a_verdict_says_what_it_would_have_taken():
    assert WW3.ask("pile YH3 YC1").text.splitlines()[:2] == [
        "SLAP no      The two cards share one trait. For a slap, they must share two traits. "
        "With yellow circle 3 or yellow heart 1 on top instead, it would be a slap.  rule 2c",
        "CONTROL yes  yellow on yellow. The next player gets 1 chance (the 1 on top).  rules 2b, 3",
    ]
    assert (
        "With yellow triangle 2 or green heart 2 on top instead, that card would take control."
        in WW3.ask("pile RC2 YH2 GT2").text
    )
    assert "black as red on red" in ARMAGEDDON.ask("pile RC2 KC4").text
    assert "a ? with no number under it" in ARMAGEDDON.ask("pile RH? GH?").text


@both_games
def test_every_no_names_cards_that_make_it_a_yes(game):
    rng = random.Random(3)
    house, deck = game.house(), box(game)
    for _ in range(150):
        pile = tuple(rng.sample(deck, rng.randint(2, 5)))
        for reason in judge_pile(house, pile).reasons:
            fits = slap if reason.key.startswith("no_slap") else control
            for card in reason.instead:
                assert card not in pile and fits(house, (*pile[:-1], card))
            assert bool(reason.instead) is reason.key.startswith("no_")


@pytest.mark.parametrize(("pile", "rules", "rulings"), [
    ("RC2 RC3", ["3", "2", "both-games"], []),
    ("RC2 KC2", ["3", "summary-1", "2", "summary-2", "both-games"], []),
    ("RC2 J1", ["3", "summary-1", "2", "summary-2", "both-games"], ["W-27"]),
    ("KC1 KH1", ["3", "summary-1", "2", "summary-2", "both-games"], ["W-25"]),
    ("RC1 KC2 RB3", ["3", "summary-1", "2", "summary-2", "both-games"], []),
])  # fmt: skip
def test_in_armageddon_wilds_and_jokers_have_rulings_of_their_own(pile, rules, rulings):
    """W-25 is about wild values that nothing defines, W-27 about jokers; neither is cited where there is none."""
    verdict = judge_pile(ARMAGEDDON.house(), cards(pile))
    assert (verdict.rules, verdict.rulings) == (rules, rulings)


@pytest.mark.parametrize(("house", "pile", "why"), [
    ("", "RC2 J1", "no_control_joker"), ("joker_control=copy", "RC2 J1", "control"), ("joker_control=copy", "J1 J2", "no_control_blank"),
    ("joker_control=copy joker_beneath=blank", "RC2 J1 J2", "no_control_blank"),
])  # fmt: skip
def test_a_joker_that_may_take_control_is_told_what_it_lacks(house, pile, why):
    """As a copy it takes control of what it copies (W-5); of a blank joker there is nothing to copy (W-6)."""
    house = WW3.read_house(overrides=house.split())
    assert [reason.key for reason in judge_pile(house, cards(pile)).reasons][-1] == why
