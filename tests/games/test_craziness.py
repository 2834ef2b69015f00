"""Craziness: exact counts, symmetries, and what each ruling does at the table."""

import random
from dataclasses import replace
from itertools import permutations

import pytest

from tests.engine.recorded import deal_out
from tests.games.cases.craziness import CHECKS
from tt_print.deck import FULL, SQUARES, VALUES, VARIABLES, Card
from tt_print.engine.notation import INTERNED, intern_card
from tt_print.engine.reasons import IllegalMove
from tt_print.games import find_game
from tt_print.games.craziness.facts import FACES, Deal, Declare, Lay, Pass, Shuffle, matching, topper
from tt_print.games.craziness.legal import illegal_lay_reason
from tt_print.games.craziness.score import card_points

GAME = find_game("craziness")


def cards(text):
    return tuple(map(intern_card, text.split()))


def table(*hands, on="RC1", draw="", discards="", **changes):
    """A turn of Ann's with these hands; piles from bottom to top."""
    house = GAME.house(**changes)
    start = GAME.start(len(hands), house, len(hands) - 1)
    center = intern_card(on)
    return replace(
        start,
        phase="turn",
        turn=0,
        hands=tuple(map(cards, hands)),
        draw=cards(draw),
        discard=(*cards(discards), center),
        showing=center,
    )


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_exact_counts(check):
    check()


def test_naturals_on_naturals():
    # from a natural: 27 of the other 63 share nothing (3 x 3 x 3), 27 one variable (3 places x 9), 9 two (3 x 3)
    for showing in SQUARES:
        counts = [sum(topper(showing, card) == k for card in SQUARES if card != showing) for k in range(4)]
        assert counts == [27, 27, 9, 0]  # Z-15: a natural never triple-tops a natural


# ---------------------------------------------------------------- symmetries


def swap(variable, one, other):
    """The deck with two values of a variable exchanged."""
    names = {one: other, other: one}
    return {
        card: INTERNED[replace(card, **{variable: names.get(getattr(card, variable), getattr(card, variable))})]
        for card in FULL
    }


def turn_variables(order):
    """The deck with whole variables exchanged, first value for first value."""

    def turned(card):
        places = [VALUES[v].index(getattr(card, v)) for v in order]
        return INTERNED[Card(*(VALUES[v][p] for v, p in zip(VARIABLES, places, strict=True)))]

    return {card: turned(card) for card in FULL}


# neighbors exchanged generate every order of the four natural values; 4! x 4! x 4! x 3! relabellings in all
GENERATORS = [swap(v, VALUES[v][i], VALUES[v][i + 1]) for v in VARIABLES for i in range(3)]
GENERATORS += [turn_variables(order) for order in permutations(VARIABLES)]


def faces_of(card, relabel):
    return {relabel[face] for face in FACES[card].values()}


@pytest.mark.parametrize("number", range(len(GENERATORS)))
def test_renaming_naturals_or_variables_changes_no_verdict(number):
    relabel = GENERATORS[number]
    assert sorted(map(str, relabel.values())) == sorted(map(str, FULL))
    for card in FULL:
        assert faces_of(card, relabel) == set(FACES[relabel[card]].values())
        assert card_points(card) == card_points(relabel[card])
    for showing in SQUARES:
        for face in SQUARES:
            assert topper(showing, face) == topper(relabel[showing], relabel[face])
            assert len(matching(showing, face)) == topper(showing, face)
            assert (illegal_lay_reason(showing, face, ()) is None) is (
                illegal_lay_reason(relabel[showing], relabel[face], ()) is None
            )


@pytest.mark.parametrize("variable", VARIABLES)
def test_exchanging_a_wild_with_a_natural_must_change_verdicts(variable):
    natural, wild = VALUES[variable][0], VALUES[variable][4]
    relabel = swap(variable, natural, wild)
    # the 25 cards of either value cost another number of points: 50 cards
    assert sum(card_points(card) != card_points(relabel[card]) for card in FULL) == 50
    assert sum(len(FACES[card]) != len(FACES[relabel[card]]) for card in FULL) == 50


# ---------------------------------------------------------------- the deal


def test_cards_go_round_one_at_a_time_from_the_dealers_left():
    state = GAME.apply(GAME.start(3, GAME.house(), 0), Deal(tuple(map(INTERNED.get, FULL))))
    top = list(reversed(FULL))
    assert state.hands[1][:2] == (top[0], top[3]) and state.hands[2][0] == top[1] and state.hands[0][0] == top[2]
    assert state.discard == (top[24],) and state.draw[-1] == top[25] and len(state.draw) == 100


@pytest.mark.parametrize(("rule", "seat"), [("left_of_dealer", 2), ("dealer", 1), ("seat", 0)])
def test_who_plays_first(rule, seat):
    state = deal_out(GAME, 4, GAME.house(first_player=rule), random.Random(3), dealer=1)
    assert state.turn == seat


def test_the_dealer_declares_before_anyone_plays():
    order = (*(card for card in FULL if card not in cards("KB1")), *cards("KB1"))
    order = tuple(map(INTERNED.get, order))
    order = (*order[:100], order[124], *order[100:124])  # KB1 is the 25th card of a deal for three
    state = GAME.apply(GAME.start(3, GAME.house(), 2), Deal(order))
    assert (state.phase, state.showing) == ("declare", None)
    assert len(list(GAME.legal(state))) == 16
    for wrong in (
        Declare(0, ("red", "circle")),
        Declare(2, ("red",)),
        Declare(2, ("circle", "red")),
        Declare(2, ("black", "circle")),
    ):
        assert not GAME.can(state, wrong)
    after = GAME.apply(state, Declare(2, ("green", "heart")))
    assert (after.phase, str(after.showing), after.turn) == ("turn", "GH1", 0)


# ---------------------------------------------------------------- turns


def test_a_triple_that_outruns_the_draw_pile_waits_for_the_shuffle():
    state = table("KC1 RH2", "YH2", draw="GH1", discards="BH1 BH2 BH3")
    state = GAME.apply(state, Lay(0, intern_card("KC1"), ("red",), 1))
    assert (state.phase, state.debtor, state.owed, len(state.hands[1])) == ("shuffle", 1, 1, 2)
    assert state.discard[-1] == intern_card("KC1") and str(state.showing) == "RC1"
    assert GAME.legal(state).choose(random.Random(1)) in GAME.legal(state)
    assert not GAME.can(state, Shuffle(state.discard)) and not GAME.can(state, Pass(0))
    state = GAME.apply(state, Shuffle(cards("BH3 RC1 BH2 BH1")))
    assert (state.phase, state.turn, state.hands[1][-1]) == ("turn", 1, intern_card("BH1"))
    assert state.discard == cards("KC1") and str(state.showing) == "RC1" and state.draw == cards("BH3 RC1 BH2")


def test_going_out_on_a_triple_waits_for_the_shuffle_too():
    state = GAME.apply(table("KC1", "YH2", draw="GH1", discards="BH1"), Lay(0, intern_card("KC1"), ("red",), 1))
    assert state.phase == "shuffle"
    state = GAME.apply(state, Shuffle(cards("BH1 RC1")))
    assert (state.phase, state.scores) == ("deal", (0, 3))


def test_a_forgone_draw_counts_towards_a_blocked_hand_and_a_play_ends_the_count():
    state = table("KH2 RH2", "YH2 RC2")
    state = GAME.apply(state, Pass(0))
    assert state.idle == 1 and len(state.hands[0]) == 2
    state = GAME.apply(state, Lay(1, intern_card("RC2")))
    assert (state.idle, state.phase, state.turn) == (0, "turn", 0)
    state = GAME.apply(state, Pass(0))  # the card under RC2 can be drawn now
    assert state.phase == "shuffle"
    state = GAME.apply(state, Shuffle(cards("RC1")))
    assert (state.idle, len(state.hands[0]), state.turn) == (0, 3, 1)


def test_when_a_blocked_hand_puts_all_out_the_lowest_share():
    state = replace(table("RH2", "YH2", "YH3"), scores=(14, 14, 14))
    for seat in range(3):
        state = GAME.apply(state, Pass(seat))
    assert (state.phase, state.scores, state.winners, state.living) == ("over", (15, 15, 15), (0, 1, 2), ())


@pytest.mark.parametrize(("rule", "dealer"), [("rotate", 0), ("winner", 0), ("loser", 1)])
def test_who_deals_next(rule, dealer):
    # Cy dealt; Ann goes out; Bo has 3 + 1 points, Cy 1
    state = GAME.apply(table("RC2", "KH? YT4", "YH4", next_dealer=rule), Lay(0, intern_card("RC2")))
    assert (state.phase, state.scores, state.dealer) == ("deal", (0, 4, 1), dealer)


def test_a_dead_loser_does_not_deal():
    state = replace(table("RC2", "KH? YT4", "YH4", next_dealer="loser"), scores=(0, 14, 0))
    state = GAME.apply(state, Lay(0, intern_card("RC2")))
    assert (state.living, state.dealer) == ((0, 2), 2)
    # survivors only are dealt to (Z-10), and the turn passes the empty seat
    state = GAME.apply(state, Deal(tuple(map(INTERNED.get, FULL))))
    assert [len(hand) for hand in state.hands] == [8, 0, 8]


def test_the_last_triple_without_a_victim_by_house_rule():
    state = table("KC1", "YH2 YH3", draw="GH1 GH2", final_triple_draw=False)
    assert not GAME.can(state, Lay(0, intern_card("KC1"), ("red",), 1))
    after = GAME.apply(state, Lay(0, intern_card("KC1"), ("red",)))
    assert after.scores == (0, 2)
    assert GAME.can(table("KC1 RC2", "YH2", final_triple_draw=False), Lay(0, intern_card("KC1"), ("red",), 1))


# ---------------------------------------------------------------- reasons


@pytest.mark.parametrize(
    ("event", "key", "rules", "said"),
    [
        (Pass(1), "wrong_player", ("1",), "It is Ann's turn, not Bo's."),
        (
            Lay(0, intern_card("RC4")),
            "not_in_hand",
            ("1",),
            "red circle 4 is not in this hand. There: YH2, KC2, KC1 or RH2.",
        ),
        (
            Lay(0, intern_card("YH2")),
            "no_match",
            ("2",),
            "color, shape and number all differ. Legal would be RH2, YC2 or YH1.",
        ),
        (
            Lay(0, intern_card("KC2")),
            "undeclared",
            ("setup", "3"),
            "which color is it? Declare red, yellow, green or blue.",
        ),
        (
            Lay(0, intern_card("KC2"), ("black",)),
            "declared_wild",
            ("setup", "3"),
            "black is always wild and cannot be declared.",
        ),
        (
            Lay(0, intern_card("KC2"), ("heart",)),
            "not_its_wild",
            ("setup", "3"),
            "not wild in shape, so heart cannot be declared.",
        ),
        (
            Lay(0, intern_card("KC2"), ("red", "green")),
            "declared_twice",
            ("setup", "3"),
            "Declare each wild of black circle 2 once",
        ),
        (Lay(0, intern_card("KC1"), ("red",)), "choose_target", ("4a",), "Choose Bo or Cy."),
        (Lay(0, intern_card("KC1"), ("red",), 0), "choose_target", ("4a",), "Choose Bo or Cy."),
        (Lay(0, intern_card("RH2"), (), 1), "no_target", ("4a",), "Only a triple does that"),
        (Deal(FULL), "now_turn", (), "Ann lays a card or passes."),
    ],
)
def test_the_first_rule_that_forbids_it(event, key, rules, said):
    state = table("YH2 KC2 KC1 RH2", "YH4", "GH3")
    with pytest.raises(IllegalMove) as caught:
        GAME.apply(state, event)
    reason = caught.value.reason
    assert (reason.key, reason.rules) == (key, rules) and said in str(caught.value)


def test_must_play_names_the_cards_that_could_be_laid():
    with pytest.raises(IllegalMove, match="Lay RH2 or KT3"):
        GAME.apply(table("YH2 RH2 KT3", "YH4", must_play=True), Pass(0))
    GAME.apply(table("YH2 YH3", "YH4", draw="RC2", must_play=True), Pass(0))


@pytest.mark.parametrize(
    ("on", "card", "same", "other"),
    [("RC1", "RC2", ("red", "circle"), ("2",)), ("RC1", "RH2", ("red",), ("heart", "2"))],
)
def test_the_judge_names_what_matches_and_what_does_not(on, card, same, other):
    values = dict(GAME.ask(on=on, play=card).reasons[0].values)
    assert (values["same"], values["other"]) == (same, other)
