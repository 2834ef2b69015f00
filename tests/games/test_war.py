"""World War 3 and Armageddon: exact counts, symmetries, and what each ruling does at the table."""

import random
from collections import Counter
from dataclasses import replace
from itertools import permutations, product
from operator import itemgetter

import pytest

from tests.engine.recorded import deal_out, record_game
from tests.games.cases import armageddon as arm_cases
from tests.games.cases import ww3 as ww3_cases
from tt_print.deck import FULL, JOKERS, SQUARES, VALUES, VARIABLES, WILD, Card
from tt_print.engine.notation import INTERNED, intern_card
from tt_print.engine.play import play_out
from tt_print.engine.reasons import IllegalMove
from tt_print.errors import InputError
from tt_print.games import find_game
from tt_print.games.armageddon.facts import Armageddon
from tt_print.games.war.facts import (
    Collect,
    Deal,
    Draw,
    Hurry,
    Lay,
    Misplay,
    Peel,
    Retire,
    Slap,
    box,
    may_slap,
    next_with_cards,
)
from tt_print.games.war.pile import control, match, resolve, same, slap

WW3, ARMAGEDDON = find_game("ww3"), find_game("armageddon")
GAMES = [WW3, ARMAGEDDON]
both_games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def cards(text):
    return tuple(map(intern_card, text.split()))


def table(*hands, pile="", by=None, game=WW3, phase="open", turn=0, under="", house=None, **changes):
    """A state in the middle of a game: stacks and pile from bottom to top, the pile laid by seat 0 unless said."""
    start = game.start(len(hands), game.house(**(house or {})), 0)
    laid = cards(pile)
    return replace(
        start,
        phase=phase,
        turn=turn,
        hands=tuple(map(cards, hands)),
        under=cards(under),
        seq=laid,
        layers=tuple(by) if by else (0,) * len(laid),
        **changes,
    )


def play(state, *events, game=WW3):
    for event in events:
        state = game.apply(state, event)
    return state


def lay(seat, code):
    return Lay(seat, intern_card(code))


# ---------------------------------------------------------------- exact counts


@pytest.mark.parametrize("check", (*ww3_cases.CHECKS, *arm_cases.CHECKS), ids=lambda check: check.__name__)
def test_exact_counts(check):
    check()


def verdict_of(house, pile):
    """Slap and control in one small number."""
    return (bool(slap(house, pile)) << 1) | (control(house, pile) is not None)


TWICE = 255  # no verdict: a card would lie there twice


def verdicts_of(game, size):
    """The verdicts on every pile of `size` naturals or cards, as rows: cards beneath by number -> a byte a top card."""
    house, deck = game.house(), box(game.house(jokers=0))
    rows = {}
    for beneath in product(range(len(deck)), repeat=size - 1):
        pile = [deck[number] for number in beneath]
        once = len(set(beneath)) == size - 1
        rows[beneath] = bytes(
            verdict_of(house, (*pile, top)) if once and number not in beneath else TWICE
            for number, top in enumerate(deck)
        )
    return rows


@pytest.fixture(scope="module")
def ww3_triples():
    return verdicts_of(WW3, 3)


def test_ww3_over_all_triples(ww3_triples):
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
    counted = Counter(b"".join(ww3_triples.values()))
    del counted[TWICE]
    assert sum(counted.values()) == 249_984
    assert counted[1] + counted[3] == 107_136 and counted[2] + counted[3] == 59_904 and counted[2] == 8_064


def test_armageddon_fours_without_a_card_twice():
    """Of 125 x 124 x 123 x 122 = 232,593,000 ordered fours of different cards, how many are slaps.

    `check_fours_by_patterns` counts fours in which a card may repeat. Those that do are taken out by Moebius inversion
    over the 15 ways to make places equal: a partition of the places into blocks has weight product of
    (-1)^(n-1) (n-1)! over its block sizes n; for each, one variable has 5^blocks rows of values.
    """
    house = ARMAGEDDON.house()
    run = {}
    for row in product(VALUES["color"], repeat=4):
        resolved = resolve(house, [Card(color, "circle", "1") for color in row])
        run[row] = next(n for n in (4, 3, 2, 1) if n == 1 or "color" in same(resolved, n))
    total = slaps = 0
    for blocks in partitions((0, 1, 2, 3)):
        weight = 1
        for block in blocks:
            weight *= (-1) ** (len(block) - 1) * [1, 1, 2, 6][len(block) - 1]
        rows = Counter(run[row] for row in run if all(len({row[index] for index in block}) == 1 for block in blocks))
        for runs in product(rows, repeat=3):
            many = weight * rows[runs[0]] * rows[runs[1]] * rows[runs[2]]
            total += many
            slaps += many * (all(r >= 2 for r in runs) or sum(r >= 3 for r in runs) >= 2 or 4 in runs)
    assert total == 125 * 124 * 123 * 122
    # a sample: the rule read off the printed cards, and the share of slaps
    rng, found, size = random.Random(4), 0, 6000
    for _ in range(size):
        four = rng.sample(FULL, 4)
        by_hand = [runs_of([getattr(card, v) for card in four], WILD[v]) for v in VARIABLES]
        wanted = (all(r >= 2 for r in by_hand), sum(r >= 3 for r in by_hand) >= 2, 4 in by_hand)
        names = [name for (_, _, name), yes in zip(Armageddon.slaps, wanted, strict=True) if yes]
        assert list(slap(house, four)) == names, four
        found += bool(names)
    share = slaps / total
    assert abs(found - size * share) < 4 * (size * share * (1 - share)) ** 0.5  # four standard deviations


def partitions(places):
    if not places:
        yield []
        return
    first, rest = places[0], places[1:]
    for part in partitions(rest):
        yield [[first], *part]
        for number, block in enumerate(part):
            yield [*part[:number], [first, *block], *part[number + 1 :]]


def runs_of(row, wild):
    """How many values from the top are alike, bottom to top, a wild being what it covers (summary 1)."""
    below, stands = None, []
    for value in row:
        below = below if value == wild else value
        stands.append(below)
    return next(n for n in range(1, 5) if n == 4 or stands[3 - n] != stands[3])


# ---------------------------------------------------------------- symmetries


def swap(variable, one, other):
    names = {one: other, other: one}
    values = {card: getattr(card, variable) for card in FULL}
    return {card: replace(card, **{variable: names.get(value, value)}) for card, value in values.items()}


def turn_variables(order):
    """Whole variables exchanged, first value for first value."""
    return {
        card: Card(*(VALUES[v][VALUES[w].index(getattr(card, w))] for v, w in zip(VARIABLES, order, strict=True)))
        for card in FULL
    }


SWAPS = [swap(v, VALUES[v][i], VALUES[v][i + 1]) for v in VARIABLES for i in range(3)]
TURNS = {order: turn_variables(order) for order in permutations(VARIABLES)}


def relabelled(verdicts, relabel, deck):
    """The same rows for the deck with other names on it."""
    index = {card: number for number, card in enumerate(deck)}
    order = [index[relabel[card]] for card in deck]
    turned = itemgetter(*order)
    return {beneath: bytes(turned(verdicts[tuple(order[number] for number in beneath)])) for beneath in verdicts}


def flips(verdicts, others, bits):
    """How many verdicts differ in these bits: 1 control, 2 slap."""
    return sum(
        bool((one ^ other) & bits) for key, row in verdicts.items() for one, other in zip(row, others[key], strict=True)
    )


def test_ww3_keeps_its_verdicts_when_values_or_color_and_shape_are_exchanged(ww3_triples):
    # each order of the four values of each variable, and color with shape: 4! x 4! x 4! x 2 relabellings
    for relabel in (*SWAPS, TURNS["shape", "color", "number"]):
        assert relabelled(ww3_triples, relabel, SQUARES) == ww3_triples


def test_ww3_changes_verdicts_when_number_is_exchanged_with_color(ww3_triples):
    # slaps treat the three variables alike, control does not know the number (2a)
    for order in (("number", "shape", "color"), ("color", "number", "shape")):
        changed = relabelled(ww3_triples, TURNS[order], SQUARES)
        assert flips(ww3_triples, changed, 2) == 0
        # control by one side only: shares color alone, or number alone: 64 x 9 pairs each way, 62 third cards
        assert flips(ww3_triples, changed, 1) == 2 * 64 * 9 * 62


@pytest.fixture(scope="module")
def armageddon_pairs():
    return verdicts_of(ARMAGEDDON, 2)


def test_armageddon_keeps_its_verdicts_under_every_exchange_of_naturals_and_variables(armageddon_pairs):
    for relabel in (*SWAPS, *TURNS.values()):
        assert relabelled(armageddon_pairs, relabel, FULL) == armageddon_pairs


@pytest.mark.parametrize("variable", VARIABLES)
def test_armageddon_changes_verdicts_when_a_wild_is_exchanged_with_a_natural(armageddon_pairs, variable):
    changed = relabelled(armageddon_pairs, swap(variable, VALUES[variable][0], WILD[variable]), FULL)
    # In this variable 9 of the 25 printed pairs agree before and 9 after: 5 times the wild on top, and 4 equals. Both
    # times agree the 5 equals (the natural and the wild change places), so 4 + 4 pairs flip, none of them equals.
    # A slap flips where the other two variables agree, control where exactly one of them does.
    assert flips(armageddon_pairs, changed, 2) == 8 * 9 * 9
    assert flips(armageddon_pairs, changed, 1) == 8 * 2 * 9 * 16


def test_armageddon_triples_keep_their_verdicts_in_a_sample():
    rng, house = random.Random(8), ARMAGEDDON.house()
    for _ in range(500):
        triple = rng.sample(FULL, 3)
        wanted = slap(house, triple), control(house, triple) is None
        for relabel in (*SWAPS, *TURNS.values()):
            turned = [relabel[card] for card in triple]
            assert (slap(house, turned), control(house, turned) is None) == wanted, triple


@pytest.mark.slow
def test_armageddon_over_all_triples():
    """125 x 124 x 123 = 1,906,500 ordered triples of different cards, and every relabelling of them."""
    triples = verdicts_of(ARMAGEDDON, 3)
    for relabel in (*SWAPS, *TURNS.values()):
        assert relabelled(triples, relabel, FULL) == triples


# ---------------------------------------------------------------- deal and starter


@both_games
@pytest.mark.parametrize("jokers", (0, 1, 2))
def test_every_number_of_players_gets_the_same_and_loses_nothing(game, jokers):
    house = game.house(jokers=jokers)
    size = len(box(game.house(jokers=jokers)))
    for players in range(2, size + 1):
        state = deal_out(game, players, house, random.Random(players), dealer=players - 1)
        game.check(state)
        each = size // players
        assert {len(hand) for hand in state.hands} == {each} and len(state.under) == size - each * players
        assert game.deal_sizes(players, house) == {"hands": each, "center": size % players}
    with pytest.raises(InputError, match=f"for 2 to {size} players, not {size + 1}"):
        game.start(size + 1, house)


@both_games
def test_crowded_games_end(game):
    for players in (11, 23, 40, 62, 64):
        record = record_game(game, players, game.house(jokers=2), random.Random(players))
        assert game.is_over(record.last())


def test_cards_go_round_one_at_a_time_from_the_dealers_left():
    order = box(WW3.house())
    state = WW3.apply(WW3.start(5, WW3.house(), 1), Deal(order))
    top = list(reversed(order))
    assert state.hands[2][:2] == (top[0], top[5]) and state.hands[1][0] == top[4] and len(state.hands[0]) == 12
    assert state.under == tuple(top[60:])


def test_tied_players_who_have_shown_all_their_cards_draw_lots():
    state = replace(table("RC2 RC3", "YH2 YH3", "GT1 GT2"), phase="peel", tied=(0, 1, 2))
    state = play(state, Peel((0, 1, 2)))
    assert (state.phase, state.tied) == ("peel", (0, 1))
    state = play(state, Peel((0, 1)))
    assert (state.phase, list(WW3.legal(state))) == ("lots", [Draw(0), Draw(1)])
    assert not WW3.can(state, Draw(2)) and not WW3.can(state, Peel((0, 1)))
    state = play(state, Draw(1))
    assert (state.phase, state.turn, state.hands) == ("start", 1, tuple(map(cards, ("RC2 RC3", "YH2 YH3", "GT2 GT1"))))


def test_what_wilds_and_jokers_count_for_the_starter():
    def starter(game, *tops, **house):
        state = table(*tops, game=game, phase="peel", house={"jokers": 2, **house}, tied=tuple(range(len(tops))))
        after = play(state, Peel(state.tied), game=game)
        return after.turn if after.phase == "start" else after.tied

    assert starter(WW3, "J1", "RC1") == 1 and starter(WW3, "J1", "RC4", starter_joker_rank=5) == 0
    assert starter(WW3, "J1", "J2") == (0, 1)
    assert starter(ARMAGEDDON, "J1", "RC?", "RC4") == (0, 1)
    assert starter(ARMAGEDDON, "J1", "RC1", starter_wild_rank=0) == 1


# ---------------------------------------------------------------- challenges


def test_chances_pass_on_when_the_house_says_so():
    state = table(
        "RS1 RS2",
        "GT1",
        "BT2 YS4 YS3",
        "RH1",
        pile="RC2 RC4",
        phase="challenge",
        turn=1,
        controller=0,
        left=4,
        house={"runout": "next_continues"},
    )
    state = play(state, lay(1, "GT1"))
    assert (state.phase, state.turn, state.left) == ("challenge", 2, 3)
    state = play(state, Slap((2,)))  # wrong: they pay all, and the next goes on with the same chances
    assert (state.phase, state.turn, state.left, len(state.under)) == ("challenge", 3, 3, 3)
    state = play(state, lay(3, "RH1"))  # their last card, no match: the controller alone has cards
    assert (state.phase, state.turn, state.left) == ("collect", 0, 0)
    assert play(state, Collect(0)).winner == 0


def test_a_last_card_can_take_control_and_win_the_pot():
    state = table("RS1 RS2", "YH4", "BT2 YS3", pile="RC2 YC1", phase="challenge", turn=1, controller=0, left=2)
    state = play(replace(state, seq=cards("RC2 YC1")), lay(1, "YH4"), lay(2, "YS3"))
    assert (state.controller, state.turn, state.left) == (2, 0, 3)
    state = table("RS1 RS2", "YH4", "BT2 GS3", pile="RC2 YC1", phase="challenge", turn=1, controller=0, left=1)
    state = play(state, lay(1, "YH4"), lay(2, "GS3"), lay(2, "BT2"))
    assert (state.phase, state.turn, state.hands[1]) == ("collect", 1, ())
    state = play(state, Collect(1))
    assert (state.phase, state.turn, len(state.hands[1])) == ("start", 1, 5)


def test_a_buried_match_gives_the_challenge_back():
    before = table(
        "RS1 RS2 RS4", "GT4 YS2 RT2", "BT2 GS3 GS4", pile="RC2 RH3", phase="challenge", turn=1, controller=0, left=3
    )
    taken = play(before, lay(1, "RT2"))
    assert (taken.controller, taken.turn, taken.left, taken.prior, taken.prior_left) == (1, 2, 2, 0, 2)
    assert lay(1, "YS2") in WW3.legal(taken) and lay(2, "GS4") in WW3.legal(taken) and not WW3.can(taken, lay(0, "RS4"))
    back = play(taken, lay(1, "YS2"))
    assert (back.controller, back.turn, back.left, back.prior) == (0, 1, 1, None)
    # the challenger goes on: now it is too late
    assert not WW3.can(play(taken, lay(2, "GS4")), lay(1, "YS2"))
    # a control that opened the pot has no challenge before it: another card is out of turn
    opened = play(table("RS1 RS2", "GT4 YS2", pile="YH1", by=(1,)), lay(0, "RS2"), lay(1, "YS2"))
    assert (opened.controller, opened.prior) == (1, None) and not WW3.can(opened, lay(1, "GT4"))


def test_a_misplay_out_of_an_open_pot_is_no_buried_match():
    state = play(table("RS1 RS2 RS3", "GT4 YS2", pile="RC1", by=(1,)), lay(0, "RS3"))
    assert (state.phase, state.controller, state.prior) == ("challenge", 0, None)
    with pytest.raises(IllegalMove, match="It is Bo's turn, not Ann's"):
        WW3.apply(state, lay(0, "RS2"))


def test_the_pot_goes_under_the_stack_first_card_on_top():
    state = table("RS1 RS2", "GT4 YS2", pile="RC1 RH2 RT3", under="BC1 BC2", turn=1)
    after = play(state, Slap((0,)))
    assert after.hands[0] == cards("BC1 BC2 RT3 RH2 RC1 RS1 RS2")


# ---------------------------------------------------------------- slaps


def test_only_hands_that_count_win_and_a_list_of_others_is_refused():
    state = table("RS1 RS2", "GT4 YS2", "", "", pile="RC1 RC2", turn=1, locked=(2,), retired=(3,))
    assert play(state, Slap((2, 3, 1, 0))).hands[1] == cards("RC2 RC1 GT4 YS2")
    with pytest.raises(IllegalMove, match=r"Cy and Di may not slap now.* Ann or Bo may") as caught:
        WW3.apply(state, Slap((2, 3)))
    assert caught.value.reason.rules == ("6e", "7")
    assert [seat for seat in range(4) if may_slap(state, seat)] == [0, 1]


def test_a_lock_opens_by_another_try_right_or_wrong():
    state = table("RS1 RS2 RS3 RS4", "GT4 YS2", "", "", pile="RC1 GH3", turn=1)
    state = play(state, Slap((2,)))
    assert state.locked == (2,) and not state.under
    assert play(state, Slap((3,))).locked == (3,)  # the other card-less player takes their place
    assert play(state, Slap((0, 3))).locked == ()  # the lowest hand pays, nobody else is locked
    after = play(state, Misplay(1, intern_card("YS2"), (0,)))
    assert after.locked == () and len(after.under) == 4  # an attempt at a misplay is an attempt


def test_a_locked_controller_is_free_again_when_he_takes_the_pot():
    state = table("", "GT4 YS2", "BT2", pile="RC2 RH1", phase="challenge", turn=1, controller=0, left=1)
    state = play(state, Slap((0,)), lay(1, "YS2"))
    assert (state.phase, state.locked) == ("collect", (0,))
    state = play(state, Collect(0))
    assert state.locked == () and state.hands[0] == cards("YS2 RH1 RC2")


def test_without_grave_slaps_only_holders_slap():
    state = table("RS1", "GT4 YS2", "", pile="RC1 RC2", turn=1, house={"grave_slaps": False})
    assert not WW3.can(state, Slap((2,))) and not WW3.can(state, Retire(2)) and WW3.can(state, Slap((2, 0)))


def test_slaps_are_listed_lazily():
    state = table(*["RC1"] + [str(card) for card in SQUARES[5:22]], pile="YH2 GT3")
    legal = WW3.legal(state)  # 18 players: far too many orders of hands to make a list of
    assert Slap(tuple(range(18))) in legal and Slap((17, 3)) in legal
    assert Slap((3, 3)) not in legal and Slap(()) not in legal
    assert next(iter(legal)) == lay(0, "RC1")


# ---------------------------------------------------------------- the end


def test_nobody_has_cards_left():
    # W-34: the controller, else who laid the last card, else who was to start
    state = table("", "GT4", pile="RC1 RH3", by=(1, 0), phase="challenge", turn=1, controller=0, left=3)
    state = play(state, Slap((1,)))
    assert (state.phase, state.turn) == ("collect", 0) and play(state, Collect(0)).winner == 0
    assert play(table("", "GT4", "", pile="RC1 YH3", by=(1, 2), turn=1), Slap((1,))).winner == 2
    state = table("RC1", "GT4 GT3", phase="start", turn=0)
    assert play(state, Misplay(0, intern_card("RC1"), (1,))).winner == 0


def test_a_misplay_before_the_first_card_can_end_the_game():
    state = table("RC1 RC2", "GT4", phase="start", turn=0)
    assert play(state, Misplay(1, intern_card("GT4"))).winner == 0
    state = table("RC1", "GT4 GT3", "RS1 RS2", phase="start", turn=0)
    after = play(state, Misplay(0, intern_card("RC1")))
    assert (after.phase, after.turn) == ("start", 1)


def test_the_last_player_completes_his_start_before_he_wins():
    state = play(table("RC1 RC2 YH3", "GT4", phase="start", turn=0), lay(0, "YH3"), Slap((1,)))
    assert (state.phase, state.hands[1]) == ("start", ())
    after = play(state, lay(0, "RC2"))
    assert after.winner == 0


def test_a_slap_on_the_last_play_is_open_until_the_next_card():
    state = play(table("RC1 RC4", "", pile="RC2", by=(1,)), lay(0, "RC4"))
    assert (state.phase, state.turn) == ("last", 0)
    for event in (Misplay(0, intern_card("RC1")), Collect(0), lay(1, "RC1")):
        assert not WW3.can(state, event)
    assert play(state, Slap((1,))).hands == (cards("RC1"), cards("RC4 RC2"))
    assert play(state, lay(0, "RC1")).hands == (cards("RC1 RC4 RC2"), ())


def test_a_slapped_misplay_brings_a_player_back():
    state = table("RC1 RC2 RC3 RC4", "", pile="RH1", by=(1,), phase="challenge", turn=0, controller=1, left=2)
    after = play(state, Misplay(0, intern_card("RC4"), (1,)))  # red alone on two cards: no combination
    assert (after.locked, after.under) == ((1,), cards("RC4"))
    after = play(replace(state, seq=cards("RH4"), layers=(1,)), Misplay(0, intern_card("RC4"), (1,)))
    assert after.hands == ((), cards("RC1 RC2 RC3")) and (after.phase, after.turn) == ("collect", 1)


@both_games
def test_every_kind_of_event_and_ending_comes_up_in_random_games(game):
    seen = Counter()
    for number, trial in enumerate(game.house_trials() * 2):
        rng = random.Random(number)
        state = deal_out(game, 2 + number % 4, game.house(**{"hurry_up": 3, **trial}), rng)
        for event, after in play_out(game, state, rng):
            seen[type(event).__name__] += 1
            if type(event) is Slap:
                seen["right" if slap(state.house, state.seq) else "wrong"] += 1
                seen["grave"] += not state.hands[event.seats[0]]
                seen["several"] += len(event.seats) > 1
            if type(event) is Lay:
                seen["missed"] += bool(slap(state.house, state.seq))
                seen["buried"] += state.phase == "challenge" and event.seat != state.turn
            seen[f"locked {bool(after.locked)}"] += 1
            state = after
            seen[state.phase] += 1
    for what in (
        "Lay",
        "Hurry",
        "Slap",
        "Misplay",
        "Collect",
        "Retire",
        "right",
        "wrong",
        "grave",
        "several",
        "missed",
        "buried",
        "locked True",
        "last",
        "over",
    ):
        assert seen[what], what


# ---------------------------------------------------------------- reasons


@pytest.mark.parametrize(
    ("event", "key", "rules", "said"),
    [
        (lay(0, "RS1"), "wrong_player", ("3a",), "It is Bo's turn, not Ann's."),
        (lay(1, "GT4"), "not_on_top", ("setup",), "green triangle 4 is not on top of that stack. There lies YS2."),
        (Collect(0), "not_collecting", ("3a",), "It is too soon to take the pot. Bo lays."),
        (Hurry(1, intern_card("YS2")), "hurry_off", ("6e",), "no time limit here"),
        (Slap((1, 1)), "slapped_twice", ("2c",), "Bo is named twice"),
        (Slap((5,)), "no_such_seat", (), "Flo does not sit at this table. There are Ann, Bo and Cy."),
        (Slap(()), "may_not_slap", ("6e", "7"), "Ann, Bo or Cy may."),
        (Misplay(2, intern_card("RC1")), "no_cards", ("7",), "Cy has no cards left to lay."),
        (Misplay(0, intern_card("RS2"), (0,)), "own_misplay", ("6c",), "their own wrong card"),
        (Retire(0), "has_cards", ("7",), "Ann still has cards. Give up only when you have none."),
        (Peel((0,)), "now_play", (), "The game is on. Bo is next."),
    ],
)
def test_the_first_rule_that_forbids_it(event, key, rules, said):
    state = table("RS1 RS2", "GT4 YS2", "", pile="RC1 RH3", phase="challenge", turn=1, controller=0, left=3)
    with pytest.raises(IllegalMove) as caught:
        WW3.apply(state, event)
    assert (caught.value.reason.key, caught.value.reason.rules) == (key, rules) and said in str(caught.value)


def test_nothing_can_be_slapped_before_the_first_card():
    with pytest.raises(IllegalMove, match="No card lies face up yet. Ann starts the pot"):
        WW3.apply(table("RS1 RS2", "GT4", phase="start"), Slap((1,)))


# ---------------------------------------------------------------- the judge


def judge(game, *words, **house):
    from tt_print.engine.query import Query

    return game.judge(Query(tuple(words)), game.house(**house))


def test_the_judges_sample_answers():
    verdict = judge(WW3, "RC2", "J1", "YH2").as_json()
    assert list(verdict)[:6] == ["game", "slap", "slap_reasons", "control", "chances", "resolved"]
    assert (
        verdict.items()
        >= {
            "game": "ww3",
            "slap": True,
            "slap_reasons": ["one_variable_on_three"],
            "control": False,
            "chances": None,
            "resolved": [["red", "circle", "2"], ["red", "circle", "2"], ["yellow", "heart", "2"]],
            "rules": ["2c", "5", "2a"],
            "rulings": ["W-4", "W-6"],
            "house": {},
        }.items()
    )
    verdict = judge(ARMAGEDDON, "KC1", "KH2").as_json()
    assert verdict["resolved"] == [[None, "circle", "1"], [None, "heart", "2"]]
    assert not verdict["slap"] and not verdict["control"]
    assert judge(WW3, "J1").as_json()["resolved"] == [[None, None, None]]


def test_a_verdict_says_what_it_would_have_taken():
    assert judge(WW3, "YH3", "YC1").text.splitlines() == [
        "SLAP no      They share one thing. Two cards need two. "
        "A slap with yellow circle 3 or yellow heart 1 on top.  rule 2c",
        "CONTROL yes  yellow on yellow. Next player gets 1 chance (the 1 on top).  rules 2b, 3",
    ]
    assert "Control with yellow triangle 2 or green heart 2 on top." in judge(WW3, "RC2", "YH2", "GT2").text
    assert "black as red on red" in judge(ARMAGEDDON, "RC2", "KC4").text
    assert "a ? with no number under it" in judge(ARMAGEDDON, "RH?", "GH?").text


@both_games
def test_every_no_names_cards_that_make_it_a_yes(game):
    rng = random.Random(3)
    house = game.house()
    deck = box(game.house(jokers=0))
    for _ in range(150):
        pile = tuple(rng.sample(deck, rng.randint(2, 5)))
        for reason in game.judge(asked_pile(pile), house).reasons:
            fits = slap if reason.key.startswith("no_slap") else control
            for card in reason.instead:
                assert card not in pile and fits(house, (*pile[:-1], card))
            assert bool(reason.instead) is reason.key.startswith("no_")


def asked_pile(pile):
    from tt_print.engine.query import Query

    return Query(tuple(card.safe_code for card in pile))


def test_helpers_agree_with_each_other():
    house = ARMAGEDDON.house()
    for one, other in permutations(FULL[::7], 2):
        values = resolve(house, (INTERNED[one], INTERNED[other]))
        assert same(values, 2) == match(values[1], values[0])
    state = table("RS1", "", "GT4")
    assert [next_with_cards(state, seat) for seat in range(3)] == [2, 2, 0] and next_with_cards(state, 0, but=2) == 0


@pytest.mark.parametrize(("pile", "rules", "rulings"), [
    ("RC2 RC3", ["3", "2", "both-games"], []),
    ("RC2 KC2", ["3", "summary-1", "2", "summary-2", "both-games"], []),
    ("RC2 J1", ["3", "summary-1", "2", "summary-2", "both-games"], ["W-27"]),
    ("KC1 KH1", ["3", "summary-1", "2", "summary-2", "both-games"], ["W-25"]),
    ("RC1 KC2 RB3", ["3", "summary-1", "2", "summary-2", "both-games"], []),
])  # fmt: skip
def test_in_armageddon_wilds_and_jokers_have_rulings_of_their_own(pile, rules, rulings):
    """W-25 is about wild values that nothing defines, W-27 about jokers; neither is cited where there is none."""
    verdict = judge(ARMAGEDDON, *pile.split()).as_json()
    assert (verdict["rules"], verdict["rulings"]) == (rules, rulings)


@pytest.mark.parametrize(
    ("changes", "cards", "why"),
    [
        ({}, ("RC2", JOKERS[0]), "no_control_joker"),
        ({"joker_control": "copy"}, ("RC2", JOKERS[0]), "control"),
        ({"joker_control": "copy"}, (JOKERS[0], JOKERS[1]), "no_control_blank"),
        ({"joker_control": "copy", "joker_beneath": "blank"}, ("RC2", JOKERS[0], JOKERS[1]), "no_control_blank"),
    ],
)
def test_a_joker_that_may_take_control_is_told_what_it_lacks(changes, cards, why):
    """As a copy it takes control of what it copies (W-5); of a blank joker there is nothing to copy (W-6)."""
    assert [reason.key for reason in WW3.ask(*cards, house=WW3.house(**changes)).reasons][-1] == why
