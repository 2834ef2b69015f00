"""Casino Macedonia: records, deliberate faults, near misses, exact counts and bad questions for the common tests."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from typing import Any

from tests.games.cases import Fault
from tt_print.deck import JOKERS, Joker, make_deck
from tt_print.engine.notation import INTERNED
from tt_print.games import find_game
from tt_print.games.casino import facts, score, takes
from tt_print.games.casino.facts import Build, Deal, Declare, Drop, Pass, Release, Stack, State, Sweep, Take
from tt_print.games.casino.piles import BUILD, Laid, Pile

RECORDS = {
    "casino-2-players": dict(players=2, seed=21),
    "casino-jokers": dict(players=2, seed=22, options={"jokers": 2}),
    "casino-wild-question": dict(players=2, seed=23, options={"question": "wild"}),
    "casino-wild-question-jokers": dict(players=2, seed=24, options={"question": "wild", "jokers": 2}),
    "casino-question-five": dict(players=2, seed=25, options={"question": "five"}),
    "casino-single-card": dict(players=2, seed=26, options={"single_card_take": True}),
    "casino-squares": dict(players=3, seed=27, options={"deck": "squares"}),
    "casino-squares-single-card": dict(players=2, seed=28, options={"deck": "squares", "single_card_take": True}),
}


def box(state: State) -> Any:
    return make_deck(state.house["deck"], jokers=state.house["jokers"])


def near_misses(state: State, rng: random.Random) -> Iterator[Any]:
    seats = range(len(state.hands))
    seat = state.turn
    everything = box(state)
    hand = list(state.hands[seat]) or [rng.choice(everything)]
    table = list(state.table) or [Pile(((Laid(rng.choice(everything)),),))]
    yield Pass(seat)
    yield Release(rng.choice(seats))
    yield Declare(state.dealer, (rng.randint(0, 5),))
    yield Declare(rng.choice(seats), (1,))
    yield Deal(tuple(rng.sample(everything, len(everything))))
    yield Deal(tuple(everything[1:]))
    for card in (rng.choice(hand), INTERNED[rng.choice(everything)]):
        declarable = isinstance(card, Joker) or card.number == "?"
        for number in (None, rng.randint(1, 6)) if declarable or rng.random() < 0.2 else (None,):
            laid = Laid(card, number)
            pile, other, third = (rng.choice(table) for _ in range(3))
            who = rng.choice((seat, seat, rng.choice(seats)))
            yield Drop(who, laid)
            yield Build(who, laid, pile)
            yield Stack(who, laid, other)
            yield Stack(seat, laid, pile, other)
            yield Take(who, laid, ((pile,),))
            yield Take(seat, laid, ((pile, other),))
            yield Take(seat, laid, ((pile,), (other,)))
            yield Take(seat, laid, ((pile, other), (third,)))
            yield Take(seat, laid, ((pile,),), other)
            yield Take(seat, laid, ((pile, third),), other)
            yield Take(seat, laid, ())
            yield Take(seat, laid, ((),), pile)
        yield Sweep(seat, card)
    yield Sweep(seat, JOKERS[0])


# ---------------------------------------------------------------- exact counts


def rules(**changes: Any) -> facts.Rules:
    return facts.rules_of(find_game("casino").house(**changes))


def faces(of: facts.Rules, deck: str = "full") -> list[tuple[Any, takes.Face]]:
    """Every card of the deck as it may be laid, with its face."""
    return [
        (card, takes.laid_face(Laid(card, number), of))
        for card in make_deck(deck)
        for number in facts.numbers(card, of)
    ]


def count_pairs(test: Any, of: facts.Rules, deck: str = "full") -> int:
    """Ordered pairs of two cards, the first from the hand, the second a pile."""
    everything = faces(of, deck)
    return sum(bool(test(a, b, of)) for (one, a), (other, b) in product(everything, repeat=2) if one != other)


def takes_one(card: takes.Face, pile: takes.Face, of: facts.Rules) -> bool:
    return takes.takes_set(card, [pile], of)


# Two of the 25 pairs of color and shape agree in color unless both colors are natural and differ: of 5 x 5
# ordered pairs of colors 4 x 3 = 12 do not. They agree in neither in 12 x 12 = 144 of 25 x 25 = 625 cases,
# so in 481. With 4 colors and 4 shapes: 16 x 16 - 144 = 112.


def check_single_takes() -> None:
    """Equal numbers that agree: (481 - 25 of a card with itself) x 5 ranks, the ? being the fifth = 2280.

    Squares: (112 - 16) x 4 = 384. Wild ?: each of 4 numbers is on 25 naturals and 25 ?s, so 481 x 2 x 2 - 50
    of a card with itself = 1874, x 4 = 7496. With ? as 5: as in the base game.
    """
    assert count_pairs(takes_one, rules()) == 456 * 5
    assert count_pairs(takes_one, rules(question="five")) == 456 * 5
    assert count_pairs(takes_one, rules(deck="squares"), "squares") == 96 * 4
    assert count_pairs(takes_one, rules(question="wild")) == 1874 * 4
    assert count_pairs(takes_one, rules(single_card_take=True)) == 456 * 5


def check_stacks() -> None:
    """What takes a card can also lie on it as a stack: the same counts."""
    assert count_pairs(takes.stacked, rules()) == 456 * 5
    assert count_pairs(takes.stacked, rules(question="five")) == 456 * 5
    assert count_pairs(takes.stacked, rules(deck="squares"), "squares") == 96 * 4


def check_builds() -> None:
    """A number on a number, 481 agreeing cells for each pair of numbers whose sum is allowed, less each card on itself.

    Base: 16 pairs of numbers up to 8, less 100: 481 x 16 - 100. Squares: 112 x 16 - 64.
    Rule 12, up to 4: 1+1 1+2 2+1 1+3 3+1 2+2, six pairs, less the 25 ones and 25 twos: 481 x 6 - 50.
    ? as 5: 25 pairs less 4+5, 5+4, 5+5, and 5s on themselves not counted: 481 x 22 - 100; up to 10: 481 x 25 - 125;
    with rule 12, up to 5: 4 + 3 + 2 + 1 pairs, less ones and twos: 481 x 10 - 50.
    Wild ?: every number twice, so 481 x 16 x 4, less 100 naturals and 25 ?s under 16 pairs of numbers.
    """
    assert count_pairs(takes.built, rules()) == 481 * 16 - 100
    assert count_pairs(takes.built, rules(deck="squares"), "squares") == 112 * 16 - 64
    assert count_pairs(takes.built, rules(single_card_take=True)) == 481 * 6 - 50
    assert count_pairs(takes.built, rules(question="five")) == 481 * 22 - 100
    assert count_pairs(takes.built, rules(question="five", build_cap=10)) == 481 * 25 - 125
    assert count_pairs(takes.built, rules(question="five", single_card_take=True)) == 481 * 10 - 50
    assert count_pairs(takes.built, rules(question="wild")) == 481 * 64 - 500


def check_sums_of_two() -> None:
    """A card takes two singles that add up to it, over the full deck.

    Of 5 x 5 x 5 colors 1 + 4 x 7 = 29 fit one color (all black; or red and black with a red, ...). All three cards
    agree in 2 x 29 x 125 - 29 x 29 = 6409 of 25 x 25 x 25 cells. Numbers, taker first: 2=1+1, 3=1+2, 3=2+1, 4=1+3,
    4=3+1, 4=2+2: 6 x 6409 ordered, less a card with itself in 1+1 and 2+2, 2 x 481; half of that unordered.
    Where only each pile has to agree with the taker: for each of 25 takers the square of the number that agree:
    naturals (16) agree with 25 - 3 x 3 = 16, the other 9 with all 25: 16 x 256 + 9 x 625 = 9721 in place of 6409.
    """
    of = rules()
    plain = [face for card, face in faces(of) if face[0]]
    assert sum_pairs(plain, of) == (6 * 6409 - 2 * 481) // 2
    assert sum_pairs(plain, rules(combo_rule="each_matches_taker")) == (6 * 9721 - 2 * 481) // 2


def sum_pairs(plain: list[takes.Face], of: facts.Rules) -> int:
    by_number = {number: [face for face in plain if face[0] == number] for number in (1, 2, 3, 4)}
    found = 0
    for a, b in ((1, 1), (1, 2), (1, 3), (2, 2)):
        pairs = combinations(by_number[a], 2) if a == b else product(by_number[a], by_number[b])
        pairs = list(pairs)
        for taker in by_number[a + b]:
            found += sum(takes.takes_set(taker, pair, of) for pair in pairs)
    return found


def check_points() -> None:
    """25 + 10 + 10 + 25 + 5 x 3 + 15 + 50 = 150; Squares 12 + 4 + 4 + 16 + 4 x 2 + 8 + 18 = 70 (rules 7, 13)."""
    for changes, total in (({}, 150), ({"question": "five"}, 150), ({"jokers": 2}, 150), ({"deck": "squares"}, 70)):
        house = find_game("casino").house(**changes)
        everything = score.count_cards(facts.box(house), house)
        assert score.hand_points([everything, score.count_cards((), house)], house) == (total, 0)
        assert score.full_total(house) == total


CHECKS = (check_single_takes, check_stacks, check_builds, check_sums_of_two, check_points)


# ---------------------------------------------------------------- deliberate faults


def _with_rules(**changes: Any) -> Any:
    """A fault in what the house rules come to."""
    return lambda fault: fault.wrap("rules_of", lambda old: lambda house: replace(old(house), **changes))


def _numbers_are_enough(fault: Fault) -> None:
    fault.replace("agree", lambda colors, shapes: True)


def _color_and_shape_must_both_agree(fault: Fault) -> None:
    fault.replace("agree", lambda colors, shapes: not colors & (colors - 1) and not shapes & (shapes - 1))


def _less_than_the_value_is_taken_too(fault: Fault) -> None:
    def at_most(old: Any) -> Any:
        return lambda taker, faces, of: (
            old(taker, faces, of) or any(old((value, *taker[1:]), faces, of) for value in range(1, taker[0]))
        )

    fault.wrap("takes_set", at_most)


def _builds_go_to_nine(fault: Fault) -> None:
    fault.wrap("build_cap", lambda old: lambda house: old(house) + 1)


def _a_stack_can_be_built_on(fault: Fault) -> None:
    fault.wrap("built", lambda old: lambda card, pile, of: old(card, (*pile[:3], min(pile[3], BUILD)), of))


def _stacks_up_to_eight(fault: Fault) -> None:
    fault.wrap("stacked", lambda old: lambda card, pile, of: old(card, pile, replace(of, top=8)))


def _a_tie_scores(fault: Fault) -> None:
    fault.replace("leader", lambda numbers: numbers.index(max(numbers)) if max(numbers) else None)


def _nobody_wins_with_none(fault: Fault) -> None:
    fault.replace("leader", lambda numbers: numbers.index(max(numbers)) if numbers.count(max(numbers)) == 1 else 0)


def _black_counts_as_red(fault: Fault) -> None:
    _count_instead(fault, "reds", lambda card: card.color in ("red", "black"))


def _count_instead(fault: Fault, name: str, test: Any) -> None:
    def wrong(old: Any) -> Any:
        def count_cards(cards: Any, house: Any) -> Any:
            pile = tuple(cards)
            return replace(old(pile, house), **{name: sum(not isinstance(card, Joker) and test(card) for card in pile)})

        return count_cards

    fault.wrap("count_cards", wrong)


def _four_hearts_are_enough(fault: Fault) -> None:
    fault.replace("FULL_WEIGHTS", replace(score.FULL_WEIGHTS, all_hearts=4))


def _the_special_card_stays_the_4(fault: Fault) -> None:
    fault.replace("special_card", lambda house: score.BLUE_SQUARE_4)


def _leftovers_go_to_the_dealer(fault: Fault) -> None:
    fault.wrap("end_hand", lambda old: lambda state: old(replace(state, last_taker=state.dealer)))


def _no_plan_is_needed(fault: Fault) -> None:
    fault.replace("has_plan", lambda faces, index, hand, of: True)


def _no_drop_ban(fault: Fault) -> None:
    fault.replace("standing", lambda state, seat: ())


def _a_ruined_plan_is_never_seen(fault: Fault) -> None:
    fault.replace("ruined_plans", lambda *anything: ())


def _any_build_ruins_a_plan(fault: Fault) -> None:
    fault.replace(
        "ruined_plans",
        lambda state, event, table, index, seats: tuple(seat for seat in range(len(state.hands)) if seat != event.seat),
    )


def _a_dealt_joker_is_a_four(fault: Fault) -> None:
    fault.wrap("pile_value", lambda old: lambda pile, of: 4 if pile.loose else old(pile, of))


def _spare_jokers_are_swept(fault: Fault) -> None:
    fault.replace("swept", lambda state: tuple(range(len(state.table))))


def _play_goes_to_the_right(fault: Fault) -> None:
    fault.replace("left_of", lambda state, seat: (seat - 1) % len(state.hands))


def _nothing_goes_aside(fault: Fault) -> None:
    fault.replace("aside_size", lambda house: 0)


def _jokers_put_one_aside(fault: Fault) -> None:
    fault.wrap("aside_size", lambda old: lambda house: min(1, old(house)))


def _a_wild_question_is_a_one_in_scoring(fault: Fault) -> None:
    _count_instead(fault, "ones", lambda card: card.number in "1?")


def _a_taking_build_takes_anything(fault: Fault) -> None:
    def lenient(old: Any) -> Any:
        return lambda taker, faces, of: taker[3] == BUILD or old(taker, faces, of)

    fault.wrap("takes_set", lenient)


MUTANTS = {
    "a number is enough to agree": _numbers_are_enough,
    "color and shape must both agree": _color_and_shape_must_both_agree,
    "a combination need not agree within itself": _with_rules(each_matches=True),
    "less than the value is taken too": _less_than_the_value_is_taken_too,
    "builds go to nine": _builds_go_to_nine,
    "a stack can be built on": _a_stack_can_be_built_on,
    "stacks go to eight": _stacks_up_to_eight,
    "a stack may be part of a sum": _with_rules(sum_stacks=True),
    "a build may not be part of a sum": _with_rules(sum_builds=False),
    "a build of blobs never takes by color": _with_rules(blob_never=True),
    "a build may be carried": _with_rules(carry=True),
    "rule 12 lets builds take": _with_rules(single_take=False),
    "a taking build takes what it likes": _a_taking_build_takes_anything,
    "plans have one step": _with_rules(plan="one_step"),
    "no plan is needed": _no_plan_is_needed,
    "no drop ban": _no_drop_ban,
    "a ruined plan is never seen": _a_ruined_plan_is_never_seen,
    "any build ruins a plan": _any_build_ruins_a_plan,
    "a tie scores a plurality": _a_tie_scores,
    "with none one wins a plurality": _nobody_wins_with_none,
    "black counts as red": _black_counts_as_red,
    "a ? counts as a 1": _a_wild_question_is_a_one_in_scoring,
    "four yellow hearts are enough": _four_hearts_are_enough,
    "the blue square 4 stays special": _the_special_card_stays_the_4,
    "leftovers go to the dealer": _leftovers_go_to_the_dealer,
    "a dealt joker is a 4": _a_dealt_joker_is_a_four,
    "spare jokers are swept": _spare_jokers_are_swept,
    "play goes to the right": _play_goes_to_the_right,
    "nothing goes aside": _nothing_goes_aside,
    "jokers put one card aside": _jokers_put_one_aside,
}


# ---------------------------------------------------------------- bad questions

BAD = [
    ("", "Ask like:"),
    ("RC1", "'RC1' was not expected"),
    ("--card RC4", "say what red circle 4 is to do"),
    ("--card RX4 --table RC1", "x is not a shape"),
    ("--card RC4 --take RC4", "red circle 4 is named twice"),
    ("--card RC4 --table RC1,RC1", "red circle 1 is named twice"),
    ("--card RC4 --take RH2,RT2 --table RH2", "RT2 is not on the table: RH2."),
    ("--card RC4 --build RH2 --stack RH4", "--build and --stack are two questions"),
    ("--card J1=4 --take RC4", "played without jokers here"),
    ("--card RCQ --take RC4 --option question=wild", "red circle ? needs a number. Declare 1, 2, 3 or 4."),
    ("--card RC4 --take RHQ,RC1 --option question=wild", "which number did the dealer declare? Write RHQ=1"),
    ("--card RC4 --table RC1,RHQ --option question=wild", "which number did the dealer declare? Write RHQ=1"),
    ("--card RC3= --take RC4", "after = comes the declared number"),
    ("--card RC4 --table RC3+YH1", "RC3+YH1 cannot lie there: its cards share neither color nor shape"),
    ("--card RC4 --table RC3+RCQ", "RC3+RCQ cannot lie there: a ? has no number"),
    ("--card RC4 --table RC3+RH4+RT2", "a build of 9 is above 8"),
    ("--card RC4 --table RC3/RH2", "the parts of a stack are of one value"),
    ("--card RC4 --table RC3/RH2+RT1", "only single cards are stacked"),
    ("--card RC4 --table RH?=3", "RHQ=3 cannot lie there: RHQ=3 is not declared here"),
    ("--card KC4 --table RC1 --option deck=squares", "black circle 4 is not in the squares deck"),
    ("--card RC4 --table RC1 --option deck=squares --option jokers=2", "jokers = 2 is not possible with deck"),
    ("--card RC4 --table RC1 --option deck=squares --option question=wild", "question = wild is not possible with"),
    ("--card RC4 --take RC1 --take", "--take needs a value"),
    ("--card RC4 --tabel RC1", "Did you mean --table?"),
]


# ---------------------------------------------------------------- a story for each refusal

_OWN = "table RC3+RH1 GS2; Ann owns RC3+RH1"
STORIES = {
    # not now
    "now_over": "Ann won; table -; Ann drops RC1",
    "now_deal": "Bo is to deal; Ann drops RC1",
    "now_turn": "table RC1; Bo dealt; Bo declares 3",
    "now_declare": "with question=wild; Bo dealt; table RC?; deal RC1",
    "wrong_player": "table RC3; Bo is to play; Ann drops RC1",
    "no_such_seat": "table RC3; 2 at the table; Ann drops RC1; Gus drops RC2",
    "wrong_cards": "Bo is to deal; deal RC1 RC2",
    # the card
    "not_in_hand": "table RC3; Ann holds RH1; Ann drops RC1",
    "undeclared": "with question=wild; table RC3; Ann holds RH?; Ann drops RH?",
    "declared_outside": "with question=wild; table RC3; Ann holds RH?; Ann drops RH?=5",
    "not_declared": "table RC3; Ann holds RH2; Ann drops RH2=3",
    "declare_each": "with question=wild; Bo dealt; table RC? YH?; Bo declares 3",
    # takes
    "no_such_pile": "table RC3; Ann takes with RH2: RC2",
    "take_nothing": "table RC3; Ann takes with RH2: --",
    "pile_twice": "table RC1; Ann takes with RH2: RC1 RC1",
    "take_itself": "table RC3; Ann takes with RH1 on RC3: RC3",
    "wrong_value": "table RC3; Ann takes with RH2: RC3",
    "wrong_sum": "table RC1 RC2; Ann takes with RH2: RC1 RC2",
    "no_common_set": "table YC3; Ann takes with RH3: YC3",
    "blob_color": "with blob_build_color=never; table RB4 RT4+RH2; Ann takes with KB2 on RB4: RT4+RH2",
    "only_questions": "table RC? RC1; Ann takes with RH1: RC? RC1",
    "takes_questions": "table RC1; Ann takes with RH?: RC1",
    "not_in_sums": "table RC1/RH1 RC2; nobody owns RC1/RH1; Ann takes with RT3: RC1/RH1 RC2",
    "single_card": "with single_card_take=true; table RC1 RH3; Ann takes with RT2 on RC1: RH3",
    "untouchable": "with jokers=2; table J1 RC3; Ann takes with RH3: J1",
    "floating": "with question=wild; with table_question=floating; table RC?; Ann holds RH1 RH3; Ann builds RH1 on RC?",
    "kept_card": "with keep_plan=true; table RC3+RH1 RT4; Ann owns RC3+RH1; Ann holds RS4 YH1; Ann takes with RS4: RT4",
    # builds and stacks
    "no_common": "table YC3; Ann builds RH1 on YC3",
    "no_number": "table RC?; Ann builds RH1 on RC?",
    "above_cap": "table RC4+RH3; nobody owns RC4+RH3; Ann builds RT2 on RC4+RH3",
    "build_on_stack": "table RC3/RH3; nobody owns RC3/RH3; Ann builds RT1 on RC3/RH3",
    "stack_too_high": "table RC3+RH2; nobody owns RC3+RH2; Ann stacks RT4 on RC3+RH2",
    "other_value": "table RC3; Ann stacks RT4 on RC3",
    "not_moved": "table RC3 RS4; Ann stacks RH1 on RC3 carried onto RS4",
    "no_plan": "table RC3; Ann holds RH1 YS4; Ann builds RH1 on RC3",
    "no_plan_empty": "table RC3; Ann holds RH1; Ann builds RH1 on RC3",
    # sweeps
    "joker_sweeps": "with question=wild; with jokers=2; table RC3; Ann drops J1",
    "no_sweep": "with question=wild; with jokers=2; table RC3; Ann sweeps with RH3",
    "nothing_to_sweep": "with question=wild; with jokers=2; table -; Ann sweeps with J1",
    # the drop ban
    "drop_ban": f"{_OWN}; Ann holds RS4 YH1; Ann drops YH1",
    "no_pass": f"with forced_drop=forbidden; {_OWN}; Ann holds RS4 YH1; Ann passes",
    "no_ruined_plan": "table RC3; Ann drops RC1; Bo shows a ruined plan",
}
