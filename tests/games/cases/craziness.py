"""Craziness: records, deliberate faults, near misses, exact counts and bad questions for the common tests."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tests.games.cases import Fault
from tt_print.deck import FULL, SQUARES, VALUES, WILD
from tt_print.games.craziness import facts, score
from tt_print.games.craziness.facts import Deal, Declare, Lay, Pass, Shuffle, State

RECORDS = {
    "craziness-2-players": dict(players=2, seed=11),
    "craziness-3-players": dict(players=3, seed=14),
    "craziness-must-play": dict(players=2, seed=59, options={"must_play": True, "next_dealer": "winner"}),
    "craziness-out-on-single": dict(players=4, seed=17, options={"out_on_single": True, "elimination_score": 10}),
    "craziness-no-final-triple": dict(
        players=2, seed=16, options={"final_triple_draw": False, "first_player": "dealer", "next_dealer": "loser"}
    ),
}


def near_misses(state: State, rng: random.Random) -> Iterator[Any]:
    seats = range(len(state.hands))
    card = rng.choice(FULL)
    yield Pass(rng.choice(seats))
    yield Pass(state.turn)
    yield Declare(state.dealer, tuple(rng.choice(VALUES[v]) for v in card.wilds))
    yield Declare(rng.choice(seats), ("red",))
    yield Shuffle(state.discard[:-1])
    yield Shuffle(state.discard)
    yield Deal(tuple(rng.sample(FULL, 125)))
    yield Deal(FULL[:-1])
    for lying in (*state.hands[state.turn][:3], card):
        for declared in [(), *rng.sample(list(facts.FACES[lying]), min(3, len(facts.FACES[lying])))]:
            for seat in {state.turn, rng.choice(seats)}:
                for target in {None, rng.choice(seats), state.turn}:
                    yield Lay(seat, lying, declared, target)
        yield Lay(state.turn, lying, tuple(WILD[v] for v in lying.wilds), None)


# ---------------------------------------------------------------- exact counts


def check_toppers_of_declared_cards() -> None:
    """For a showing natural, over every card under every declaration.

    A natural triple can be shown by 8 cards (each variable natural or wild), so there are 64 x 8 = 512
    declared cards. k matches leave 3 - k variables with 3 other values: C(3,k) x 3^(3-k) triples:
    27, 27, 9, 1 for k = 0 to 3; times 8.
    """
    for showing in SQUARES:
        count = Counter(facts.topper(showing, face) for card in FULL for face in facts.FACES[card].values())
        assert count == {0: 27 * 8, 1: 27 * 8, 2: 9 * 8, 3: 8}, (showing, count)


def check_best_toppers() -> None:
    """For a showing natural, over the 125 cards declared as well as can be.

    A variable matches in 2 of its 5 values, the same one and the wild: C(3,k) x 2^k x 3^(3-k) cards,
    27, 54, 36, 8 for k = 0 to 3; so 125 - 27 = 98 cards can lie there.
    """
    for showing in SQUARES:
        best = Counter(facts.topper(showing, facts.FACES[card][facts.best_declaration(showing, card)]) for card in FULL)
        assert best == {0: 27, 1: 54, 2: 36, 3: 8}, (showing, best)
        assert len(facts.can_lie_on(showing)) == 98


def check_declarations() -> None:
    """4 for each wild: 64 naturals x 1, 48 x 4, 12 x 16, 1 x 64; in all 64 + 192 + 192 + 64 = 512."""
    assert Counter(len(facts.FACES[card]) for card in FULL) == {1: 64, 4: 48, 16: 12, 64: 1}
    assert sum(len(faces) for faces in facts.FACES.values()) == 512


def check_points() -> None:
    """125 cards, and 25 of each wild value: 125 + 3 x 25 = 200 (rule 7)."""
    assert Counter(map(score.card_points, FULL)) == {1: 64, 2: 48, 3: 12, 4: 1}
    assert score.hand_points(FULL) == 200


def check_next_in_turn() -> None:
    """Clockwise among the living: seats 0, 2, 3 of five."""
    from tt_print.games import find_game

    game = find_game("craziness")
    state = replace(game.start(5, game.house(), 0), living=(0, 2, 3))
    assert [facts.left_of(state, seat) for seat in range(5)] == [2, 2, 3, 0, 0]


CHECKS = (check_toppers_of_declared_cards, check_best_toppers, check_declarations, check_points, check_next_in_turn)


# ---------------------------------------------------------------- deliberate faults


def _number_does_not_count(fault: Fault) -> None:
    fault.replace("topper", lambda showing, face: (showing.color == face.color) + (showing.shape == face.shape))


def _anything_goes(fault: Fault) -> None:
    fault.wrap("topper", lambda old: lambda showing, face: max(1, old(showing, face)))
    fault.wrap("matching", lambda old: lambda showing, face: old(showing, face) or ("color",))


def _black_may_be_declared(fault: Fault) -> None:
    fault.replace(
        "FACES",
        {
            card: {**faces, tuple(WILD[v] for v in card.wilds): card} if card.wilds else faces
            for card, faces in facts.FACES.items()
        },
    )


def _single_topper_draws_nothing(fault: Fault) -> None:
    def settle_without(old: Any) -> Any:
        def settle(state: State, hands: tuple, draw: tuple, discard: tuple, *rest: Any) -> State:
            showing, debtor, owed, idle = rest
            laid = len(discard) > len(state.discard)
            return old(state, hands, draw, discard, showing, debtor, 0 if laid and owed == 1 else owed, idle)

        return settle

    fault.wrap("settle", settle_without)


def _triple_draws_one(fault: Fault) -> None:
    fault.replace("TRIPLE_DRAW", 1)


def _wilds_cost_nothing(fault: Fault) -> None:
    fault.replace("card_points", lambda card: 1)


def _double_wild_costs_one(fault: Fault) -> None:
    fault.replace("card_points", lambda card: 1 + bool(card.wilds))


def _out_above_the_limit_only(fault: Fault) -> None:
    def later(old: Any) -> Any:
        def end_hand(state: State, out: int | None) -> State:
            house = fault.game.house(
                **{**state.house.changed, "elimination_score": state.house["elimination_score"] + 1}
            )
            return replace(old(replace(state, house=house), out), house=state.house)

        return end_hand

    fault.wrap("end_hand", later)


def _shuffles_the_showing_card_too(fault: Fault) -> None:
    def settle_badly(old: Any) -> Any:
        def settle(state: State, hands: tuple, draw: tuple, discard: tuple, *rest: Any) -> State:
            if state.phase == "shuffle":
                draw = (*draw, discard[-1])
            return old(state, hands, draw, discard, *rest)

        return settle

    fault.wrap("settle", settle_badly)


def _counter_clockwise(fault: Fault) -> None:
    def right_of(state: State, seat: int) -> int:
        count = len(state.hands)
        return next(s % count for s in range(seat - 1, seat - 1 - count, -1) if s % count in state.living)

    fault.replace("left_of", right_of)


def _shows_the_first_value(fault: Fault) -> None:
    def lay_wrongly(old: Any) -> Any:
        return lambda state, event: replace(old(state, event), showing=next(iter(facts.FACES[event.card].values())))

    fault.wrap("lay", lay_wrongly)


def _chooser_may_choose_himself(fault: Fault) -> None:
    def and_himself(old: Any) -> Any:
        return lambda state, face: old(state, face) if old(state, face) == (None,) else (*old(state, face), state.turn)

    fault.wrap("targets", and_himself)


def _passing_is_forbidden(fault: Fault) -> None:
    fault.replace("may_pass", lambda state: facts.can_lie_on(state.showing).isdisjoint(state.hands[state.turn]))


def _drawing_is_optional(fault: Fault) -> None:
    def settle_without(old: Any) -> Any:
        def settle(state: State, hands: tuple, draw: tuple, discard: tuple, *rest: Any) -> State:
            showing, debtor, owed, idle = rest
            passed = discard is state.discard
            return old(state, hands, draw, discard, showing, debtor, 0 if passed else owed, 0 if passed else idle)

        return settle

    fault.wrap("settle", settle_without)


def _a_blocked_hand_is_void(fault: Fault) -> None:
    def for_nothing(old: Any) -> Any:
        def end_hand(state: State, out: int | None) -> State:
            void = fault.game.house(**{**state.house.changed, "blocked_hand": "void"})
            return old(replace(state, house=void) if out is None else state, out)

        return end_hand

    fault.wrap("end_hand", for_nothing)


def _black_always_lies(fault: Fault) -> None:
    """A black may lie on anything, whatever it was declared to be."""

    def unless_black(old: Any) -> Any:
        def illegal_lay_reason(showing: Any, card: Any, declared: tuple[str, ...]) -> Any:
            return None if card.color == "black" and declared in facts.FACES[card] else old(showing, card, declared)

        return illegal_lay_reason

    fault.wrap("illegal_lay_reason", unless_black)
    fault.wrap("matching", lambda old: lambda showing, face: old(showing, face) or ("color",))


MUTANTS = {
    "a pass draws nothing": _drawing_is_optional,
    "a blocked hand costs nobody anything": _a_blocked_hand_is_void,
    "a black always lies": _black_always_lies,
    "number does not count as a match": _number_does_not_count,
    "a card that matches nothing is legal": _anything_goes,
    "a wild may be declared to be itself": _black_may_be_declared,
    "a single topper draws nothing": _single_topper_draws_nothing,
    "a triple topper makes an opponent draw 1": _triple_draws_one,
    "wilds cost nothing in hand": _wilds_cost_nothing,
    "a double wild costs as much as a single": _double_wild_costs_one,
    "15 points are not yet out": _out_above_the_limit_only,
    "the showing card is shuffled too": _shuffles_the_showing_card_too,
    "play goes to the right": _counter_clockwise,
    "a declared wild shows the first value of its kind": _shows_the_first_value,
    "one may choose oneself to draw": _chooser_may_choose_himself,
    "passing is forbidden": _passing_is_forbidden,
}


# ---------------------------------------------------------------- bad questions

BAD = [
    ("", "Ask like:"),
    ("--on RX3 --play RC1", "x is not a shape"),
    ("--on RC1 --play J1", "played without jokers"),
    ("--on RC1 --play RC1", "red circle 1 is named twice"),
    ("--on KC2 --play RH2", "which color was it declared? Add --as red"),
    ("--on KB? --play RH2", 'Add --as "red circle 1"'),
    ("--on RC1 --play KC2 --declare purple", "'purple' is not a value"),
    ("--on RC1 --play KC2 --declare red,green", "names two colors: red and green"),
    ("--on RC1 --play RH2 --on RC2", "--on is given 2 times"),
    ("--on RC1 --play", "--play needs a value"),
    ("--on RC1 --pla RH2", "Did you mean --play?"),
    ("--hand RC1,RC1", "red circle 1 is named twice"),
    ("--hand RC1 --on RC2", "--hand asks a question of its own"),
    ("RC1 RC2", "'RC1' was not expected"),
]


# ---------------------------------------------------------------- a story for each refusal, and for each kind of event

STORIES = {
    "wrong_player": "on RC1; Ann is next; Bo lays RC2",
    "not_in_hand": "on RC1; Ann holds YH2 GS3; Ann is next; Ann lays RC2",
    "no_match": "on RC1; Ann is next; Ann lays YH2",
    "must_play": "with must_play=true; on RC1; Ann holds RH2 GS3; Ann is next; Ann passes",
    "undeclared": "on RC1; Ann is next; Ann lays KC2",
    "declared_wild": "on RC1; Ann is next; Ann lays KC2 as black",
    "not_its_wild": "on RC1; Ann is next; Ann lays RC2 as red",
    "declared_twice": "on RC1; Ann is next; Ann lays KB2 as red red heart",
    "choose_target": "on RC1; Ann is next; Ann lays KC1 as red",
    "no_target": "on RC1; Ann is next; Ann lays RC2, Bo draws 2",
    "wrong_cards": "on RC1; draw pile -; Ann is to draw 1 more; shuffle RC1 RC2",
    "now_deal": "Ann is to deal; Bo passes",
    "now_declare": "on KC2; Bo dealt; Ann lays RH3",
    "now_turn": "on RC1; Ann dealt; Ann declares red",
    "now_shuffle": "on RC1; draw pile -; Ann is to draw 1 more; Ann is next; Ann passes",
    "now_over": "on RC1; Ann won; Ann is next; Bo passes",
    "no_such_seat": "2 at the table; on RC1; Ann is next; Ann passes; Di passes",
}

EVENTS = {
    "Deal": "Ann is to deal; deal THE DECK",
    "Declare": "on KC2; Bo dealt; Bo declares red",
    "Lay": "on RC1; Ann is next; Ann lays KC1 as red, Bo draws 2",
    "Pass": "on RC1; Ann is next; Ann passes",
    "Shuffle": "on RC1; 5 discards; draw pile -; Ann is to draw 1 more; shuffle",
}

RULES = ("on RC1; Bo dealt; Ann is next; Ann has 1 card; Bo holds RH3 KB?; Ann lays RC2",)
ONE_SIDED = {
    "1": "says whose turn it is: a lay in turn is told by the rule that it matches",
    "2": "where a card may lie, the rule is told by which it lies: 4a to 4c",
    "4b": "says what a double does",
    "4c": "says what a single does",
    "5": "says what a declared wild counts as",
    "7": "says how a hand ends",
}
