"""Craziness: exact counts, and what each ruling does at the table."""

from collections import Counter
from dataclasses import replace

import pytest

from tests.games.cases.craziness import declarations
from tests.games.tables import DECK, cards, play, refusal
from tt_print.deck import FULL, SQUARES, VARIABLES, WILD
from tt_print.engine.base import InvariantError
from tt_print.engine.notation import intern_card
from tt_print.games import find_game
from tt_print.games.craziness import Deal, Lay, facts

GAME = find_game("craziness")


def table(*hands, on="RC1", draw="", discards="", **changes):
    """A turn of Ann's with these hands; piles from bottom to top."""
    center = intern_card(on)
    return replace(
        GAME.start(len(hands), GAME.house(**changes), len(hands) - 1), phase="turn", turn=0,
        hands=tuple(map(cards, hands)), draw=cards(draw), discard=(*cards(discards), center), showing=center,
    )  # fmt: skip


def topper(showing, card, *declared):
    """How many traits match under these declarations, or under the best ones."""
    return facts.topper(showing, facts.FACES[card][declared or facts.best_declaration(showing, card)])


def points(*hand):
    return GAME.scene.QUESTIONS["points of {cards:Cards}"](GAME.start(2), hand).facts["points"]


# ---------------------------------------------------------------- exact counts


@pytest.mark.parametrize("showings", [SQUARES[::13], pytest.param(SQUARES, marks=pytest.mark.slow)], ids=len)
def test_toppers_of_declared_cards(showings):
    """For a showing natural, over every other card under every declaration, counted and played.

    A natural triple can be shown by 8 cards (each variable natural or wild), so there are 64 x 8 = 512
    declared cards. k matches leave 3 - k variables with 3 other values: C(3,k) x 3^(3-k) triples:
    27, 27, 9, 1 for k = 0 to 3; times 8, less the card itself, which would match three.
    """
    for showing in showings:
        state = replace(table("", "", "", on=str(showing)), hands=(DECK, (), ()))
        count = Counter()
        for card in DECK:
            for declared in declarations(card) if card != showing else ():
                matches = topper(showing, card, *declared)
                count[matches] += 1
                assert GAME.can(state, Lay(0, card, declared, 1)) is (matches == 3)
                assert GAME.can(state, Lay(0, card, declared)) is (matches in (1, 2))
        assert count == {0: 27 * 8, 1: 27 * 8, 2: 9 * 8, 3: 8 - 1}


def test_best_toppers():
    """For a showing natural, over the 125 cards declared as well as can be.

    A variable matches in 2 of its 5 values, the same one and the wild: C(3,k) x 2^k x 3^(3-k) cards,
    27, 54, 36, 8 for k = 0 to 3, of which one is the showing card; so 125 - 27 - 1 = 97 others can lie there.
    A natural on a natural shares one variable with 27 of the other 63, two with 9, and never three (Z-15).
    """
    for showing in SQUARES:
        found = {card: topper(showing, card) for card in DECK if card != showing}
        for card, matches in found.items():
            assert matches == sum(getattr(card, v) in (getattr(showing, v), WILD[v]) for v in VARIABLES), (
                showing,
                card,
            )
        assert Counter(found.values()) == {0: 27, 1: 54, 2: 36, 3: 7}
        assert Counter(found[card] for card in SQUARES if card != showing) == {0: 27, 1: 27, 2: 9}


def test_each_wild_may_be_any_of_four_values():
    """4 for each wild: 64 naturals x 1, 48 x 4, 12 x 16, 1 x 64; in all 64 + 192 + 192 + 64 = 512."""
    assert sum(len(declarations(card)) for card in FULL) == 512
    state = replace(table("", "", on="RC1"), phase="declare", dealer=0)
    for card in DECK:
        legal = list(GAME.legal(replace(state, discard=(card,), showing=None)))
        assert [event.declared for event in legal] == declarations(card)


def test_points():
    """125 cards, and 25 of each wild value: 125 + 3 x 25 = 200 (rule 7)."""
    assert all(points(card) == 1 + len(card.wilds) for card in FULL) and points(*FULL) == 200 and points() == 0


# ---------------------------------------------------------------- the deal


def test_a_broken_table_is_noticed():
    naturals = tuple(card for card in DECK if not card.wilds)
    state = GAME.apply(GAME.start(3), Deal((*(card for card in DECK if card.wilds), *naturals)))
    GAME.check(state)
    assert state.phase == "turn"
    for changes in (
        {"winners": (0,)}, {"owed": 1}, {"debtor": 0}, {"draw": state.draw[1:]}, {"living": ()}, {"phase": "over"},
        {"phase": "shuffle"},
    ):  # fmt: skip
        with pytest.raises(InvariantError):
            GAME.check(replace(state, **changes))


# ---------------------------------------------------------------- turns


def test_a_dead_loser_does_not_deal():
    state = replace(table("RC2", "KH? YT4", "YH4", next_dealer="loser"), scores=(0, 14, 0))
    state = play(GAME, state, "Ann lays RC2")
    assert (state.living, state.dealer) == ((0, 2), 2)
    # survivors only are dealt to (Z-10), and the turn passes the empty seat
    assert [len(hand) for hand in play(GAME, state, Deal(DECK)).hands] == [8, 0, 8]


# ---------------------------------------------------------------- reasons


@pytest.mark.parametrize(("event", "key", "rules", "said"), [
    ("Bo passes", "wrong_player", "1", "It is Ann's turn, not Bo's."),
    ("Ann lays RC4", "not_in_hand", "1", "red circle 4 is not in this hand. Choose YH2, KC2, KC1, or RH2."),
    ("Ann lays YH2", "no_match", "2", "color, shape, and number all differ. RH2, YC2, or YH1 would be legal."),
    ("Ann lays KC2", "undeclared", "setup 3", "which color is it? Declare red, yellow, green, or blue."),
    ("Ann lays KC2 as black", "declared_wild", "setup 3", "A wild cannot count as black."),
    ("Ann lays KC2 as heart", "not_its_wild", "setup 3", "not wild in shape, so heart cannot be declared."),
    ("Ann lays KC2 as red green", "declared_twice", "setup 3", "Declare each wild of black circle 2 once"),
    ("Ann lays KC1 as red", "choose_target", "4a", "Choose Bo or Cy."),
    ("Ann lays KC1 as red, Ann draws 2", "choose_target", "4a", "Choose Bo or Cy."),
    ("Ann lays RH2, Bo draws 2", "no_target", "4a", "Only a triple does that"),
    (Deal(FULL), "now_turn", "", "Ann plays a card or passes."),
])  # fmt: skip
def test_the_first_rule_that_forbids_it(event, key, rules, said):
    reason = refusal(GAME, table("YH2 KC2 KC1 RH2", "YH4", "GH3"), event)
    assert (reason.key, reason.rules) == (key, tuple(rules.split())) and said in reason.sentence


def test_must_play_names_the_cards_that_could_be_laid():
    reason = refusal(GAME, table("YH2 RH2 KT3", "YH4", must_play=True), "Ann passes")
    assert "Play RH2 or KT3" in reason.sentence
    play(GAME, table("YH2 YH3", "YH4", draw="RC2", must_play=True), "Ann passes")


@pytest.mark.parametrize(
    ("on", "card", "same", "other"),
    [("RC1", "RC2", ("red", "circle"), ("2",)), ("RC1", "RH2", ("red",), ("heart", "2"))],
)
def test_the_judge_names_what_matches_and_what_does_not(on, card, same, other):
    values = dict(GAME.ask(f"on {on}; lay {card}").reasons[0].values)
    assert (values["same"], values["other"]) == (same, other)
