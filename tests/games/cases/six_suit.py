"""Six Suit: records, deliberate faults, near misses, exact counts and bad questions for the common tests."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from math import comb
from typing import Any

from tests.games.cases import Fault
from tt_print.deck import FULL, VARIABLES, WILD, Card
from tt_print.games import find_game
from tt_print.games.six_suit import facts, legal, rows, score
from tt_print.games.six_suit.facts import (
    Agree,
    Deal,
    Discard,
    Draw,
    Forfeit,
    Lay,
    Shuffle,
    State,
    Treaty,
    VetoCard,
    VetoPlacement,
)

# Seeds that give short games in which something happens: every answer in free time (3 players), a recycled draw
# pile (7), a team that outlives a partner, forfeits, an elimination within free time (own last turn), a hand in
# which both are out off the draw.
RECORDS: dict[str, dict[str, Any]] = {
    "six-suit-2-players": dict(players=2, seed=37),
    "six-suit-3-players": dict(players=3, seed=472),
    "six-suit-7-players": dict(players=7, seed=182),
    "six-suit-teams": dict(players=4, seed=248, options={"teams": "Ann+Cy/Bo+Di", "next_dealer": "winner"}),
    "six-suit-teams-treaties": dict(
        players=6, seed=153, options={"teams": "Ann+Di/Bo+Eve/Cy+Flo", "treaties": "recorded", "next_dealer": "loser"}
    ),
    "six-suit-mixed-wilds": dict(players=3, seed=9, options={"wild_mix": "any_type"}),
    "six-suit-no-free-time": dict(players=3, seed=5, options={"free_rounds": 0, "first_player": "dealer"}),
    "six-suit-own-last-turn": dict(players=4, seed=217, options={"free_time_check": "own_last_turn", "free_rounds": 1}),
    "six-suit-own-cards-only": dict(players=3, seed=5, options={"free_time_help": "own_only", "first_player": "seat"}),
    "six-suit-no-veto": dict(players=3, seed=29, options={"veto": "off"}),
    "six-suit-treaties": dict(players=3, seed=26, options={"treaties": "recorded", "next_dealer": "loser"}),
    "six-suit-dealt-again": dict(players=2, seed=1134, options={"free_rounds": 0}),
    "six-suit-draw": dict(players=2, seed=623, options={"free_rounds": 0, "all_out": "draw"}),
}


def near_misses(state: State, rng: random.Random) -> Iterator[Any]:
    seats = range(len(state.hands))
    living = state.living or tuple(seats)
    tops = [pile[-1] for piles in state.up for pile in piles] or list(FULL[:1])
    hand = state.hands[state.turn] or FULL[:1]
    for card in {*hand, rng.choice(FULL)}:
        barred = [top for _, top in state.barred]
        for top in {rng.choice(tops), rng.choice(FULL), *barred, *rng.sample(tops, min(4, len(tops)))}:
            owner = next((seat for seat in seats for pile in state.up[seat] if pile[-1] == top), rng.choice(seats))
            yield Lay(state.turn, card, owner, top)
            yield Lay(rng.choice(seats), card, rng.choice(seats), top)
        yield Discard(state.turn, card)
        yield Discard(rng.choice(seats), card)
    for kind in (Draw, Agree, VetoCard, VetoPlacement, Forfeit):
        yield kind(rng.choice(seats))
        yield kind(rng.choice(living))
    for parties in (rng.sample(living, min(2, len(living))), rng.sample(seats, 2), living, living[:1]):
        yield Treaty(tuple(sorted(parties)))
        yield Treaty(tuple(parties))
    yield from map(Treaty, state.treaties)
    under = facts.recyclable(state)
    yield Shuffle(under)
    yield Shuffle(under[1:])
    yield Shuffle((*under, *tops))
    yield Deal(tuple(rng.sample(FULL, 125)))
    yield Deal(FULL[:-1])


# ---------------------------------------------------------------- exact counts


def check_legal_covers() -> None:
    """Over all ordered pairs of two cards. A variable is equal in 1 of 5 values, different in 4; wilds are
    values like others here (rule 4). One variable: 3 x 4 x 4 = 48 cards; two: 3 x 4 = 12; none: 4 x 4 x 4 = 64;
    three is the card itself. So each card covers 60 others: 125 x 48 = 6,000 pairs match in one, 125 x 12 =
    1,500 in two, 125 x 64 = 8,000 in none.

    If a wild stood for something: a variable would stay different where both values are natural and
    unequal, 4 x 3 = 12 of 25 pairs of values, so in 12 x 12 x 12 = 1,728 ordered pairs nothing would match.
    The other 8,000 - 1,728 = 6,272 are the illegal covers for which rule 4 is needed.
    """
    found: Counter[int] = Counter()
    because: Counter[str] = Counter()
    for card in FULL:
        for top in FULL:
            if card is not top:
                same = len(rows.matches(card, top))
                found[same] += 1
                against = legal.illegal_cover_reason(card, top)
                assert rows.may_cover(card, top) is (same > 0) is (against is None)
                if against is not None:
                    because[against.key] += 1
    assert found == {0: 8000, 1: 6000, 2: 1500}
    assert because == {"no_match": 1728, "wild_for_natural": 6272}


def uniform(naturals: int, size: int) -> int:
    """How many sets of `size` cards are of one color, shape or number, in a deck with so many natural values
    and a wild in each variable (4 in the real one). With n naturals and m = n + 1:

    A variable is uniform when at most one natural value occurs. Cards of one natural or wild: two values out
    of m. The sets of wilds alone are among those of each natural, n times, so they count n - 1 times less:
    [uniform] = sum over the n naturals [only it and the wild] - (n - 1) [only the wild]. The product of two
    or three such sums counts the sets uniform in two or three variables at once; with two values in one
    variable and all in the others there are 2mm cards, in two variables 4m, in three 8, and half of that
    for each variable with the wild alone. Inclusion and exclusion over color, shape, number:
    """
    n, m, k = naturals, naturals + 1, size
    one = n * comb(2 * m * m, k) - (n - 1) * comb(m * m, k)
    two = n**2 * comb(4 * m, k) - 2 * n * (n - 1) * comb(2 * m, k) + (n - 1) ** 2 * comb(m, k)
    three = (
        n**3 * comb(8, k)
        - 3 * n**2 * (n - 1) * comb(4, k)
        + 3 * n * (n - 1) ** 2 * comb(2, k)
        - (n - 1) ** 3 * comb(1, k)
    )
    return 3 * one - 3 * two + three


def count_sets(masks: dict[Card, int], most: int) -> Counter[tuple[int, int]]:
    """Sets of cards by size and by the bits that they have in common, card by card instead of set by set."""
    found: Counter[tuple[int, int]] = Counter({(0, rows.EVERY): 1})
    for mask in masks.values():
        for (size, left), count in list(found.items()):
            if size < most:
                found[size + 1, left & mask] += count
    return found


def check_eliminating_sets() -> None:
    """The Six Suits among all C(125,6) sets: 3 x (4 x C(50,6) - 3 x C(25,6)) = 3 x 63,031,500 for one variable,
    less 3 x (16 x C(20,6) - 24 x C(10,6)) = 3 x 615,120 counted twice, plus 64 x C(8,6) = 1,792 for all three
    (of 5 cards or fewer there are no six): 189,094,500 - 1,845,360 + 1,792 = 187,250,932, or 3.99 %.

    Single covers: five of a row must be of one kind, and the sixth not. Each of the E5 uniform fives takes 120
    sixth cards, and each Six Suit is met 6 times that way: 120 x E5 - 6 x E6 places over all rows.
    """
    by_size = count_sets(rows.MASKS["same_type"], rows.ROW)
    six = sum(count for (size, left), count in by_size.items() if size == 6 and left)
    five = sum(count for (size, left), count in by_size.items() if size == 5 and left)
    assert uniform(4, 6) == 187_250_932 == 3 * 63_031_500 - 3 * 615_120 + 1_792
    assert six == 187_250_932
    assert five == uniform(4, 5)
    assert round(six / comb(125, 6), 4) == 0.0399


def check_eliminating_sets_of_mixed_wilds() -> None:
    """Under `wild_mix = any_type` the 61 cards with a wild join any row: j naturals of one value and 6 - j of the 61.

    Of the 4 x 4 x 4 naturals, sets of j >= 2 uniform in a variable: 3 x 4 x C(16,j) - 3 x 16 x C(4,j) (two cards
    uniform in all three would be one card); j = 1: 64; j = 0: 1.
    """
    naturals = [1, 64] + [12 * comb(16, j) - 48 * comb(4, j) for j in range(2, 7)]
    wanted = sum(naturals[j] * comb(61, 6 - j) for j in range(7))
    by_size = count_sets(rows.MASKS["any_type"], rows.ROW)
    assert sum(count for (size, left), count in by_size.items() if size == 6 and left) == wanted


def check_small_deck() -> None:
    """Every row of 4 out of the 27 cards red, yellow, black; circle, heart, blob; 1, 2, ?: 17,550 rows, one by one.

    The places whose covering alone would do it: 24 x E3 - 4 x E4 (as above, with 27 - 3 = 24 fourth cards).
    """
    from itertools import combinations

    allowed = [("red", "yellow", "black"), ("circle", "heart", "blob"), ("1", "2", "?")]
    deck = [card for card in FULL if all(getattr(card, v) in vs for v, vs in zip(VARIABLES, allowed, strict=True))]
    uniforms = places = 0
    for row in combinations(deck, 4):
        by = rows.eliminated_by(row)
        uniforms += bool(by)
        if not by:
            places += len(rows.single_covers(row))
    assert len(deck) == 27 and uniforms == uniform(2, 4)
    assert places == 24 * uniform(2, 3) - 4 * uniform(2, 4)


def check_free_time() -> None:
    """2n turns for n players (S-4): counted by discarding."""
    game = find_game("six-suit")
    for players in range(2, 13):
        state = game.apply(game.start(players, game.house(), 0), Deal(legal.BOX))
        turns = 0
        while facts.free_time(state):
            state = game.apply(game.apply(state, Draw(state.turn)), Discard(state.turn, state.hands[state.turn][0]))
            turns += 1
        assert turns == 2 * players
        if state.phase not in ("over", "deal"):
            assert not any(rows.common(facts.tops(state, seat), "same_type") for seat in state.living)


def check_deal_sizes() -> None:
    """Seven cards to each: 125 - 7n are left to draw; once all are recycled as many again (S-14)."""
    game = find_game("six-suit")
    for players in range(2, 13):
        assert game.deal_sizes(players, game.house()) == {"hands": 1, "up": 6 * players, "draw": 125 - 7 * players}


CHECKS = (
    check_legal_covers,
    check_eliminating_sets,
    check_eliminating_sets_of_mixed_wilds,
    check_small_deck,
    check_free_time,
    check_deal_sizes,
)


# ---------------------------------------------------------------- deliberate faults


def _wilds_of_two_types_add_up(fault: Fault) -> None:
    fault.replace("MASKS", rows.MASKS | {"same_type": rows.MASKS["any_type"]})


def _numbers_do_not_count(fault: Fault) -> None:
    keep = ~rows.OF_VARIABLE["number"]
    fault.replace(
        "MASKS", {mix: {card: mask & keep for card, mask in masks.items()} for mix, masks in rows.MASKS.items()}
    )


def _a_wild_helps_only_once(fault: Fault) -> None:
    """A second wild of the same type in a row counts for nothing."""

    def counted(old: Any) -> Any:
        def common(cards: Any, mix: str) -> int:
            cards = tuple(cards)
            left = old(cards, mix)
            for v in VARIABLES:
                if sum(v in card.wilds for card in cards) > 1:
                    left &= ~rows.OF_VARIABLE[v]
            return left

        return common

    fault.wrap("common", counted)


def _six_blacks_are_no_color(fault: Fault) -> None:
    fault.wrap(
        "eliminated_by",
        lambda old: (
            lambda tops, mix="same_type": tuple(value for value in old(tops, mix) if value not in WILD.values())
        ),
    )


def _a_wild_covers_anything(fault: Fault) -> None:
    fault.wrap("may_cover", lambda old: lambda card, top: bool(card.wilds) or old(card, top))


def _a_wild_is_covered_by_anything(fault: Fault) -> None:
    fault.wrap("may_cover", lambda old: lambda card, top: bool(top.wilds) or old(card, top))


def _two_must_match(fault: Fault) -> None:
    fault.replace("may_cover", lambda card, top: len(rows.matches(card, top)) > 1)


def _out_in_free_time(fault: Fault) -> None:
    fault.replace("exposed", lambda state, seat: True)


def _free_time_of_one_round(fault: Fault) -> None:
    fault.replace("free_time", lambda state: sum(state.taken) < len(state.hands))


def _free_time_one_turn_longer(fault: Fault) -> None:
    fault.replace("free_time", lambda state: sum(state.taken) <= state.house["free_rounds"] * len(state.hands))


def _two_may_change_each_others_cards(fault: Fault) -> None:
    fault.replace("STRANGERS", 2)


def _nobody_is_asked(fault: Fault) -> None:
    fault.replace("asks", lambda state, owner: False)


def _the_veto_outlives_free_time(fault: Fault) -> None:
    fault.replace("asks", lambda state, owner: owner != state.turn)


def _a_vetoed_card_comes_again(fault: Fault) -> None:
    fault.wrap("ask_again", lambda old: lambda state, piles: old(state, ()))


def _a_vetoed_placement_bars_the_card(fault: Fault) -> None:
    fault.wrap(
        "ask_again", lambda old: lambda state, piles: old(state, facts.tops(state, facts.owner_of(state, state.on)))
    )


def _a_vetoed_card_bars_one_pile(fault: Fault) -> None:
    fault.wrap("ask_again", lambda old: lambda state, piles: old(state, (state.on,)))


def _the_bottom_card_counts(fault: Fault) -> None:
    fault.replace("tops", lambda state, seat: tuple(pile[0] for pile in state.up[seat]))


def _the_hand_stays(fault: Fault) -> None:
    """A player who is out keeps the card in their hand."""

    def without_hand(old: Any) -> Any:
        def remove(state: State, seats: tuple[int, ...], forfeit: bool = False) -> State:
            kept = [state.hands[seat] if seat in seats else () for seat in range(len(state.hands))]
            after = old(state, seats, forfeit)
            hands = tuple(hand or held for hand, held in zip(after.hands, kept, strict=True))
            held_back = {card for hand in kept for card in hand}
            return replace(after, hands=hands, garbage=tuple(card for card in after.garbage if card not in held_back))

        return remove

    fault.wrap("remove", without_hand)


def _only_the_player_on_turn_is_looked_at(fault: Fault) -> None:
    fault.wrap("holders", lambda old: lambda state, seats: tuple(s for s in old(state, seats) if s == state.turn))


def _the_tops_are_shuffled_too(fault: Fault) -> None:
    fault.wrap("recyclable", lambda old: lambda state: (*old(state), *(p[-1] for piles in state.up for p in piles)))


def _nobody_draws(fault: Fault) -> None:
    fault.replace("draw_card", lambda state: replace(state, phase="turn"))


def _counter_clockwise(fault: Fault) -> None:
    def right_of(state: State, seat: int) -> int:
        count = len(state.hands)
        return next(s % count for s in range(seat - 1, seat - 1 - count, -1) if s % count in state.living)

    fault.replace("left_of", right_of)


def _partners_are_opponents(fault: Fault) -> None:
    fault.replace("side", lambda state, seat: seat)


def _all_out_is_a_draw(fault: Fault) -> None:
    fault.change(score, "end_game", _drawn(score.end_game))


def _drawn(old: Any) -> Any:
    return lambda state: replace(state, phase="over", following=0) if not state.living else old(state)


def _a_cover_needs_a_natural(fault: Fault) -> None:
    fault.wrap(
        "single_covers",
        lambda old: (
            lambda row, mix="same_type": {
                index: tuple(v for v in values if v not in WILD.values()) for index, values in old(row, mix).items()
            }
        ),
    )


def _the_first_out_is_second(fault: Fault) -> None:
    fault.wrap("places", lambda old: lambda state: old(state)[:1] + old(state)[:0:-1])


def _a_forfeit_without_a_treaty(fault: Fault) -> None:
    fault.wrap(
        "_illegal_forfeit_reason",
        lambda old: (
            lambda state, event: (
                None if event.seat in state.living and state.house["treaties"] == "recorded" else old(state, event)
            )
        ),
    )


def _the_first_out_never_deals(fault: Fault) -> None:
    fault.wrap("next_dealer", lambda old: lambda state: state.out[-1][0])


MUTANTS = {
    "wilds of two types add up": _wilds_of_two_types_add_up,
    "six of one number are nothing": _numbers_do_not_count,
    "a second wild does not help": _a_wild_helps_only_once,
    "six blacks are no color": _six_blacks_are_no_color,
    "a wild covers anything": _a_wild_covers_anything,
    "a wild is covered by anything": _a_wild_is_covered_by_anything,
    "a cover needs two matches": _two_must_match,
    "a Six Suit in free time is out": _out_in_free_time,
    "free time lasts one round": _free_time_of_one_round,
    "free time lasts a turn too long": _free_time_one_turn_longer,
    "two players may change each other's cards in free time": _two_may_change_each_others_cards,
    "nobody is asked in free time": _nobody_is_asked,
    "the veto outlives free time": _the_veto_outlives_free_time,
    "a vetoed card may come again": _a_vetoed_card_comes_again,
    "a vetoed placement bars the card": _a_vetoed_placement_bars_the_card,
    "a vetoed card bars one pile only": _a_vetoed_card_bars_one_pile,
    "the bottom card of a pile counts": _the_bottom_card_counts,
    "a player who is out keeps their hand": _the_hand_stays,
    "only the player on turn can go out": _only_the_player_on_turn_is_looked_at,
    "the top cards are shuffled too": _the_tops_are_shuffled_too,
    "nobody draws": _nobody_draws,
    "play goes to the right": _counter_clockwise,
    "partners are opponents": _partners_are_opponents,
    "everybody out is a draw": _all_out_is_a_draw,
    "a single cover must be natural": _a_cover_needs_a_natural,
    "the first out comes in second": _the_first_out_is_second,
    "one may forfeit without a treaty": _a_forfeit_without_a_treaty,
    "the last out deals next": _the_first_out_never_deals,
}


# ---------------------------------------------------------------- bad questions

SIX = "RC1 RH2 RT3 RS4 KC2"
BAD = [
    ("", "a row is 6 cards face up, and none are named. Ask like:"),
    (SIX, "a row is 6 cards face up, and 5 are named"),
    ("RC1", "and 1 is named"),
    (f"{SIX} YH1 YH2", "and 7 are named"),
    (f"{SIX} RX1", "x is not a shape"),
    (f"{SIX} J1", "Six Suit is played without jokers"),
    (f"{SIX} RC1", "red circle 1 is named twice"),
    ("--play KH4", "no card is named to be covered"),
    ("--on KH4", "no card is named to lay"),
    ("--play KH4 --on KH4", "black heart 4 is named twice"),
    ("--play KH4 --on J2", "joker 2 cannot lie there"),
    ("--play KH4 --on YH1 --on YH2", "--on is given 2 times"),
    ("--play KH4 --on YH1 YH2", "'YH2' does not go with --play and --on"),
    ("--plai KH4", "Did you mean --play?"),
    ("--play KH4 --on YH1 --option teams=Ann+Bo/Cy+Di", "sit evenly spaced (ruling S-15). Write Ann+Cy/Bo+Di."),
    ("--play KH4 --on YH1 --option teams=Ann+Cy/Bo", "the rules allow only equal teams"),
    ("--play KH4 --on YH1 --option teams=Ann+Di/Bo+Eve", "must name every player once"),
    ("--play KH4 --on YH1 --option teams=Ann", "Ann+Cy/Bo+Di (default none; ruling S-15)"),
]


# ---------------------------------------------------------------- a story for each refusal, and for each kind of event

STORIES = {
    "wrong_player": "Ann has drawn; Bo discards RC1",
    "not_in_hand": "Ann holds RC1 RC2; Ann has drawn; Ann discards RC3",
    "not_on_top": "Bo shows RC1 YC2 GS3 RH2 BT3 YS4; Ann has drawn; free time is over; Ann lays RC4 on Bo's RC2",
    "no_match": "Bo shows RC1 YC2 GS3 RH2 BT3 YS4; Ann has drawn; free time is over; Ann lays BT4 on Bo's RC1",
    "wild_for_natural": "Ann has drawn; free time is over; Ann lays KT4 on Bo's RC1",
    "no_piles": "3 at the table; Bo is out; Ann has drawn; free time is over; Ann lays RC4 on Bo's RC1",
    "free_time_own": "Ann has drawn; turn 1; Ann lays RC4 on Bo's RC1",
    "vetoed": "3 at the table; Ann has drawn; turn 1; Ann lays RC4 on Bo's RC1; Bo vetoes the card; Ann lays RC4 on Bo's RC1",
    "not_his_veto": "3 at the table; Ann asks to lay RC4 on Bo's RC1; Cy vetoes the card",
    "treaties_off": "3 at the table; Ann has drawn; Ann Bo make a treaty",
    "two_sides": "with treaties=recorded; 2 at the table; Ann has drawn; Ann Bo make a treaty",
    "no_parties": "with treaties=recorded; 3 at the table; Ann has drawn; Ann Ann make a treaty",
    "same_treaty": "with treaties=recorded; 3 at the table; Ann Bo have a treaty; Ann has drawn; Ann Bo make a treaty",
    "no_treaty": "with treaties=recorded; 3 at the table; Ann has drawn; Cy forfeits",
    "wrong_cards": "Ann is next; draw pile -; shuffle RC1 RC2",
    "now_deal": "Ann is to deal; Bo draws",
    "now_draw": "Ann is next; Ann discards RC1",
    "now_turn": "Ann has drawn; Ann draws",
    "now_veto": "3 at the table; Ann asks to lay RC4 on Bo's RC1; Ann discards RC4",
    "now_shuffle": "Ann is next; draw pile -; Ann draws",
    "now_over": "Bo is out; Ann won; Ann draws",
    "no_such_seat": "2 at the table; Ann is next; Ann draws; Di draws",
}

EVENTS = {
    "Deal": "Ann is to deal; deal THE DECK",
    "Draw": "Ann is next; Ann draws",
    "Lay": "3 at the table; Ann has drawn; turn 1; Ann lays RC4 on Bo's RC1",
    "Discard": "Ann has drawn; Ann discards RC4",
    "Agree": "3 at the table; Ann asks to lay RC4 on Bo's RC1; Bo agrees",
    "VetoCard": "3 at the table; Ann asks to lay RC4 on Bo's RC1; Bo vetoes the card",
    "VetoPlacement": "3 at the table; Ann asks to lay RC4 on Bo's RC1; Bo vetoes the placement",
    "Shuffle": "Ann is next; draw pile -; shuffle",
    "Treaty": "with treaties=recorded; 3 at the table; Ann has drawn; Ann Bo make a treaty",
    "Forfeit": "with treaties=recorded; 3 at the table; Ann Bo have a treaty; Ann has drawn; Bo forfeits",
}

RULES: tuple[str, ...] = ()
ONE_SIDED: dict[str, str] = {}
