"""Push It Real Good: records, deliberate faults, near misses, exact counts and bad questions for the common tests."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import comb
from typing import Any

from tests.games.cases import Fault
from tt_print.deck import FULL, VALUES, VARIABLES, make_deck
from tt_print.games import find_game
from tt_print.games.push_it import deal, facts, legal, pointers
from tt_print.games.push_it.facts import Challenge, Deal, Keep, Lay, Move, Show, State
from tt_print.games.push_it.pointers import Claim

RECORDS = {
    "push-it-management": dict(players=3, seed=379),
    "push-it-lies": dict(players=3, seed=385, options={"order": "lies", "deck": "west", "pointer_move": "may"}),
    "push-it-two-decks": dict(players=6, seed=64, options={"deck": "squares2"}),
    "push-it-two-decks-doubled": dict(
        players=8, seed=142, options={"deck": "full2", "max_lay": "doubled", "order": "lies"}
    ),
    "push-it-wilds": dict(players=5, seed=222, options={"deck": "full", "wilds": "wild", "count_lies": False}),
    "push-it-match": dict(
        players=3,
        seed=77,
        options={
            "deck": "west",
            "potential": "per_card",
            "target_points": 20,
            "next_dealer": "winner",
            "win_on_defence": False,
        },
    ),
    "push-it-match-by-challenges": dict(
        players=4,
        seed=208,
        options={"potential": "per_challenge", "target_points": 2, "next_dealer": "loser", "first_player": "dealer"},
    ),
    "push-it-forced": dict(players=4, seed=290, options={"deck": "west", "force_deck": True, "first_player": "seat"}),
}
DECKS = {
    "west": ("west", 1),
    "squares": ("squares", 1),
    "full": ("full", 1),
    "squares2": ("squares", 2),
    "full2": ("full", 2),
}


def box(state: State) -> tuple:
    """By the printed numbers of players: 3 to 5 squares, more full, unless the house names a deck (P-1)."""
    deck = state.house["deck"]
    if deck == "auto":
        deck = "squares" if len(state.hands) in (3, 4, 5) else "full"
    return make_deck(*DECKS[deck])


def near_misses(state: State, rng: random.Random) -> Iterator[Any]:
    seats, turn = range(len(state.hands)), state.turn
    whole = box(state)
    yield Deal(tuple(rng.sample(whole, len(whole))))
    yield Deal(whole[:-1])
    yield Deal((*whole[:-1], whole[0]))
    for value in [*state.pointers, *(rng.choice(VALUES[v]) for v in VARIABLES)]:
        yield Move(turn, value)
    yield Move(rng.choice(seats), rng.choice(VALUES["color"]))
    for seat in {turn, rng.choice(seats)}:
        yield Keep(seat)
        yield Show(seat)
        for layer in seats:
            yield Challenge(seat, layer)
    color, shape, number = state.pointers
    hand = state.hands[turn]
    some = [tuple(rng.sample(hand, min(size, len(hand)))) for size in (0, 1, 2, 3, 5, 6, 11)]
    some += [(rng.choice(FULL),), (*hand[:1], *hand[:1]), (*hand[:1], *hand[:1], *hand[:1])]
    message = [
        (color, shape),
        (shape, number),
        (color, number),
        (color,),
        (color, shape, number),
        (rng.choice(VALUES["color"]), shape),
        (shape, color),
        (color, color),
        (),
    ]
    for cards in some:
        for values in (message[0], rng.choice(message)):
            for count in {len(cards), rng.randint(0, 11)}:
                yield Lay(turn, cards, Claim(values, count))
    for values in message:
        yield Lay(turn, hand[:1], Claim(values, 1))
    yield Lay(rng.choice(seats), hand[:1], Claim((color, shape), 1))


# ---------------------------------------------------------------- exact counts

GAME = find_game("push-it")
SIZES = {"west": (3, 1), "squares": (4, 1), "full": (5, 1), "squares2": (4, 2), "full2": (5, 2)}


def every_pointing(deck: str) -> Iterator[tuple[str, ...]]:
    return product(*(pointers.ring(deck, v) for v in VARIABLES))


def check_moves() -> None:
    """A pointer of a deck with k values to a variable is back where it was after k steps, and no sooner; each
    value has one before it. So each of the k x k x k positions leads to 3 others and is led to by 3:
    27, 64 and 125 positions, and as many again with two decks."""
    for deck, (k, _) in SIZES.items():
        for variable in VARIABLES:
            row = VALUES[variable][:k]
            for value in row:
                path = [value]
                while len(path) <= k:
                    path.append(pointers.step(deck, path[-1]))
                assert set(path[:-1]) == set(row) and path[-1] == value, (deck, path)
            assert pointers.step(deck, row[-1]) == row[0]
        positions = list(every_pointing(deck))
        reached = [pointers.moved(at, value) for at in positions for value in pointers.steps(deck, at)]
        assert len(positions) == k**3 and len(reached) == 3 * k**3
        assert all(reached.count(at) == 3 for at in positions)


def check_claims() -> None:
    """Two of three pointed values: 3 claims at each position; over all positions k x k pairs of each of the 3
    kinds, so 3k^2 claims: 27, 48, 75. With a count from 1 to k, 3k at each: 9, 12, 15; in either order of
    the values it is the same claim."""
    for deck, (k, _) in SIZES.items():
        found = [claim for at in every_pointing(deck) for claim in pointers.claims_at(at)]
        assert len(found) == 3 * k**3 and len(set(found)) == 3 * k * k
        at = tuple(VALUES[v][k - 1] for v in VARIABLES)
        sayable = {Claim(values, count) for size in range(4) for values in _tuples(at, size) for count in range(-1, 12)}
        assert sum(legal.illegal_claim_reason(at, claim, k) is None for claim in sayable) == 3 * k


def _tuples(at: tuple[str, ...], size: int) -> Iterator[tuple[str, ...]]:
    """Every row of `size` of the pointed values, repeated or not."""
    return product(at, repeat=size)


def check_classes() -> None:
    """Two values leave the third free: k cards, of k values each once, times the copies. So a whole class is a
    true laydown of the most cards, with one deck: 3, 4, 5, also with two (P-7); doubled 8 and 10."""
    for deck, (k, copies) in SIZES.items():
        house = GAME.house()
        for at in every_pointing(deck):
            for values in pointers.claims_at(at):
                assert sum(pointers.fits(card, values, house) for card in make_deck(*DECKS[deck])) == k * copies
        assert pointers.max_cards(deck, house) == k
        assert pointers.max_cards(deck, GAME.house(max_lay="doubled")) == k * copies


def check_truthful_laydowns() -> None:
    """Who held the whole deck could lay the truth: any 1 to k cards of a class of k, for 3 classes, so
    3 x (2^k - 1): 21, 45, 93 at every position. With two decks a class holds each of k cards twice, and a
    choice takes each 0, 1 or 2 times, k in all at most: for k = 4 the terms of (1 + x + x^2)^4 to x^4 are
    1, 4, 10, 16, 19, so 49 and 3 x 49 = 147; for k = 5 those of (1 + x + x^2)^5 to x^5 are
    1, 5, 15, 30, 45, 51, so 146 and 3 x 146 = 438."""
    want = {"west": 21, "squares": 45, "full": 93, "squares2": 147, "full2": 438}
    for deck, count in want.items():
        house, most = GAME.house(), pointers.max_cards(deck, GAME.house())
        for at in every_pointing(deck):
            found = 0
            for values in pointers.claims_at(at):
                whole = facts.in_order(card for card in deal.box(deck) if pointers.fits(card, values, house))
                for size in range(1, most + 1):
                    claim = Claim(values, size)
                    found += sum(pointers.claim_true(claim, laid, house) for laid in legal.choices(whole, size))
            assert found == count, (deck, at, found)


def check_wild_classes() -> None:
    """Where wilds count as any value, each of two claimed naturals is on 2 of 5 values, the third is free:
    2 x 2 x 5 = 20 cards; with one wild among the claimed values 1 x 2 x 5 = 10, with two 5."""
    house = GAME.house(wilds="wild")
    for at in every_pointing("full"):
        for values in pointers.claims_at(at):
            wild = sum(value in ("black", "blob", "?") for value in values)
            assert sum(pointers.fits(card, values, house) for card in FULL) == (20, 10, 5)[wild], values


def check_legal_lays() -> None:
    """From a hand of h different cards C(h,1) + ... + C(h,most) choices, 3 claims, `most` counts: for 6 of the
    Squares deck (6 + 15 + 20 + 15) x 3 x 4 = 672; for 25 of the full deck (25 + 300 + 2300 + 12650 + 53130) =
    68405, times 15 = 1,026,075, which nobody lists. Of two equal cards and a third there are 2 + 2 + 1 = 5
    choices: times 12 = 60. Without lies about the count 56 x 3 = 168."""

    def hands(cards: tuple, players: int = 3, **changes: Any) -> State:
        start = GAME.start(players, GAME.house(**changes), players - 1)
        return replace(start, phase="challenge", turn=0, hands=(facts.in_order(cards), *start.hands[1:]))

    squares = deal.box("squares")
    assert sum(comb(6, size) for size in range(1, 5)) * 12 == 672 == len(list(GAME.legal(hands(squares[:6]))))
    assert len(list(GAME.legal(hands(squares[:6], count_lies=False)))) == 56 * 3
    twice = hands((squares[0], squares[0], squares[1]), 6, deck="squares2")
    found = list(GAME.legal(twice))
    assert len(found) == len(set(found)) == 60
    large = hands(deal.box("full")[:25], 5, deck="full")
    count = sum(1 for size in range(1, 6) for _ in legal.choices(large.hands[0], size))
    assert count == sum(comb(25, size) for size in range(1, 6)) == 68_405 and count * 15 == 1_026_075


def check_printed_decks() -> None:
    """West for 3; one Squares deck for 3 to 5; a full one from 5; two Squares for 6 to 8; two full for 8 to 10."""
    table = {
        3: "west squares",
        4: "squares",
        5: "squares full",
        6: "full squares2",
        7: "full squares2",
        8: "full squares2 full2",
        9: "full full2",
        10: "full full2",
        11: "full",
        125: "full",
    }
    for players, decks in table.items():
        assert deal.printed_decks(players) == tuple(decks.split())


CHECKS = (
    check_moves,
    check_claims,
    check_classes,
    check_truthful_laydowns,
    check_wild_classes,
    check_legal_lays,
    check_printed_decks,
)


# ---------------------------------------------------------------- deliberate faults


def _pot_takes_later_laydowns(fault: Fault) -> None:
    def whole(old: Any) -> Any:
        def pot(state: State, layer: int) -> Any:
            last = [seat for seat in facts.after_turn(state) if state.fronts[seat] is not None][-1]
            return old(state, last)

        return pot

    fault.wrap("pot", whole)


def _pot_takes_the_challenged_only(fault: Fault) -> None:
    fault.replace("pot", lambda state, layer: ((*state.center, *state.fronts[layer].cards), (layer,)))


def _pot_without_the_center(fault: Fault) -> None:
    """The center stays where it is."""

    def only_fronts(old: Any) -> Any:
        def challenge(state: State, layer: int) -> State:
            return replace(old(replace(state, center=()), layer), center=state.center)

        return challenge

    fault.wrap("challenge", only_fronts)


def _no_wrap(fault: Fault) -> None:
    def stay(old: Any) -> Any:
        return lambda deck, value: max(old(deck, value), value, key=VALUES[pointers.VARIABLE[value]].index)

    fault.wrap("step", stay)


def _west_is_as_wide_as_squares(fault: Fault) -> None:
    fault.replace("IN_A_ROW", {"west": 4, "squares": 4, "full": 5})


def _count_does_not_matter(fault: Fault) -> None:
    fault.replace(
        "claim_true", lambda claim, cards, house: all(pointers.fits(card, claim.values, house) for card in cards)
    )


def _at_least_the_count(fault: Fault) -> None:
    fault.replace(
        "claim_true",
        lambda claim, cards, house: (
            len(cards) >= claim.count and all(pointers.fits(card, claim.values, house) for card in cards)
        ),
    )


def _either_value_will_do(fault: Fault) -> None:
    fault.wrap("fits", lambda old: lambda card, values, house: any(old(card, (value,), house) for value in values))


def _one_good_card_will_do(fault: Fault) -> None:
    fault.replace(
        "claim_true",
        lambda claim, cards, house: (
            len(cards) == claim.count and any(pointers.fits(card, claim.values, house) for card in cards)
        ),
    )


def _wilds_are_always_wild(fault: Fault) -> None:
    wild = GAME.house(wilds="wild")
    fault.wrap("fits", lambda old: lambda card, values, house: old(card, values, wild))


def _all_three_values_are_a_claim(fault: Fault) -> None:
    fault.wrap("claims_at", lambda old: lambda at: (*old(at), at))


def _own_front_stays(fault: Fault) -> None:
    """A player's last laydown goes to the center only after their challenges."""

    def late(old: Any) -> Any:
        def begin_turn(state: State, seat: int) -> State:
            after = old(state, seat)
            return replace(after, fronts=state.fronts, center=state.center) if after.phase != "over" else after

        return begin_turn

    fault.wrap("begin_turn", late)


def _newest_first(fault: Fault) -> None:
    fault.wrap("after_turn", lambda old: lambda state: old(state)[::-1])


def _swept_laydowns_stay(fault: Fault) -> None:
    """What was swept up can still be challenged: an empty laydown with the old claim stays."""

    def leave(old: Any) -> Any:
        def challenge(state: State, layer: int) -> State:
            after = old(state, layer)
            return replace(
                after,
                fronts=tuple(
                    replace(front, cards=()) if front is not None and seat != layer else None
                    for seat, front in enumerate(state.fronts)
                ),
            )

        return challenge

    fault.wrap("challenge", leave)


def _counter_clockwise(fault: Fault) -> None:
    fault.replace("left_of", lambda state, seat: (seat - 1) % len(state.hands))


def _last_card_wins_when_laid(fault: Fault) -> None:
    def at_once(old: Any) -> Any:
        def lay(state: State, event: Lay) -> State:
            from tt_print.games.push_it.score import end_round

            after = old(state, event)
            return after if after.hands[state.turn] or after.phase == "over" else end_round(after, state.turn)

        return lay

    fault.wrap("lay", at_once)


def _defence_never_wins(fault: Fault) -> None:
    def later(old: Any) -> Any:
        def challenge(state: State, layer: int) -> State:
            house = fault.game.house(**{**state.house.changed, "win_on_defence": False})
            return replace(old(replace(state, house=house), layer), house=state.house)

        return challenge

    fault.wrap("challenge", later)


def _defence_stores_points(fault: Fault) -> None:
    def always(old: Any) -> Any:
        def challenge(state: State, layer: int) -> State:
            after = old(state, layer)
            if after.potential != state.potential or state.house["potential"] == "off":
                return after
            return replace(after, potential=tuple(p + (seat == layer) for seat, p in enumerate(after.potential)))

        return challenge

    fault.wrap("challenge", always)


def _points_for_the_laydown_only(fault: Fault) -> None:
    """Per card counts the challenged cards, not the pot."""

    def fewer(old: Any) -> Any:
        return lambda state, picked_up: old(state, min(picked_up, 1))

    fault.wrap("challenge_points", fewer)


def _everyone_keeps_potential(fault: Fault) -> None:
    def keep(old: Any) -> Any:
        def end_round(state: State, winner: int) -> State:
            after = old(state, winner)
            return replace(after, potential=tuple(0 if s == winner else p for s, p in enumerate(state.potential)))

        return end_round

    fault.wrap("end_round", keep)


def _any_deck_for_anyone(fault: Fault) -> None:
    fault.replace("printed_decks", lambda players: tuple(DECKS))


def _claim_judged_by_pointers_now(fault: Fault) -> None:
    """The claim is judged by where the pointers are when it is challenged."""

    def judged_now(old: Any) -> Any:
        def challenge(state: State, layer: int) -> State:
            claim = state.fronts[layer].claim
            at = dict(zip(VARIABLES, state.pointers, strict=True))
            now = Claim(tuple(at[pointers.VARIABLE[value]] for value in claim.values), claim.count)
            fronts = tuple(replace(f, claim=now) if seat == layer else f for seat, f in enumerate(state.fronts))
            return old(replace(state, fronts=fronts), layer)

        return challenge

    fault.wrap("challenge", judged_now)


MUTANTS = {
    "a pot takes later laydowns": _pot_takes_later_laydowns,
    "a pot is the center and the challenged laydown only": _pot_takes_the_challenged_only,
    "the center is not in the pot": _pot_without_the_center,
    "a pointer at the right end stays there": _no_wrap,
    "the West deck runs to 4": _west_is_as_wide_as_squares,
    "the count of a claim does not matter": _count_does_not_matter,
    "more cards than claimed are true": _at_least_the_count,
    "one of the two values is enough": _either_value_will_do,
    "one right card is enough": _one_good_card_will_do,
    "wilds count as anything": _wilds_are_always_wild,
    "all three values are a claim": _all_three_values_are_a_claim,
    "one's own laydown stays out of the center": _own_front_stays,
    "the newest laydown comes first": _newest_first,
    "swept laydowns can be challenged": _swept_laydowns_stay,
    "play goes to the right": _counter_clockwise,
    "the last card wins as it is laid": _last_card_wins_when_laid,
    "a defended last laydown does not win": _defence_never_wins,
    "a defence stores a point": _defence_stores_points,
    "a right challenge counts one card": _points_for_the_laydown_only,
    "losers keep their potential points": _everyone_keeps_potential,
    "any deck for any number of players": _any_deck_for_anyone,
    "a claim is judged by the pointers of now": _claim_judged_by_pointers_now,
}


# ---------------------------------------------------------------- bad questions

BAD = [
    ("", "Ask like:"),
    ("--pointers RX3", "x is not a shape"),
    ("--pointers RC4 --deck west", "red circle 4 is not in the west deck"),
    ("--pointers J1", "played without jokers"),
    ("--pointers RC3 --deck wst", "Did you mean west?"),
    ("--pointers RC3 RC1", "'RC1' needs --claim"),
    ("--pointers RC3 --count 2", "'--count' needs --claim"),
    ("--pointers", "--pointers needs a value"),
    ("--pointer RC3", "Did you mean --pointers?"),
    ("--claim green,heart --count 2", "no cards are named"),
    ("--claim green,heart GH1", "how many green hearts were claimed? Add --count 2."),
    ("--claim green,heart --count two GH1", "--count needs a number, not 'two'"),
    ("--claim green,heart --count 0 GH1", "0 cards cannot be claimed: with this deck a laydown is 1 to 5"),
    ("--claim green,heart --count 4 --deck west GH1", "a laydown is 1 to 3"),
    ("--claim green --count 1 GH1", "'green' names green; a claim names two values"),
    ("--claim green,heart,3 --count 1 GH3", "a claim names two values"),
    ("--claim green,red --count 1 GH3", "a claim names two values"),
    ("--claim green,hart --count 1 GH3", "'hart' is not a value. Did you mean heart?"),
    ("--claim green,heart --count 2 GH1 GH1", "green heart 1 is named twice. The deck has one."),
    ("--claim green,heart --count 3 --deck full2 GH1 GH1 GH1", "named 3 times. The deck has 2."),
    ("--claim blue,heart --count 1 --deck west RH1", "blue heart 1 is not in the west deck"),
    ("--claim green,heart --count 1 --deck squares KH1", "black heart 1 is not in the squares deck"),
    ("--claim green,heart --count 1 J1", "played without jokers"),
    ("--players 2", "Push It Real Good is for 3 or more players, not 2."),
    ("--players many", "--players needs a number"),
    ("--players 8 --deck west", "--players and --deck both say which deck is in play"),
    ("--players 2 --pointers RC3", "for 3 or more players, not 2"),
    ("--players 4 --option deck=west", "The west deck is for 3 players, not 4. Choose squares, or force it"),
    ("--players 126", "do not go round 126 players"),
    ("--pointers RC3 --option target_points=20", "needs points"),
    ("--pointers RC3 --option force=true", "Did you mean force_deck?"),
]


# ---------------------------------------------------------------- a story for each refusal

_LAYS = "pointers RC3; Ann is to challenge or lay"
STORIES = {
    # not now
    "now_over": "Ann won; Bo moves to 2",
    "now_deal": "Cy is to deal; Ann moves to 2",
    "now_move": "pointers RC3; Ann is to move; Ann lays RC1 as 1 red circle",
    "now_challenge": f"{_LAYS}; Ann moves to heart",
    "wrong_player": "pointers RC3; Ann moves to heart; Bo lays RH1 as 1 red heart",
    "no_such_seat": "4 at the table; pointers RC3; Ann moves to heart; Ann challenges Gus",
    "wrong_cards": "Cy is to deal; deal RC1 RC2",
    # the deck
    "deck_range": "with deck=west; players 4",
    "too_few_cards": "with deck=west; with force_deck=true; players 28",
    # pointers
    "must_move": "pointers RC3; Ann moves nothing",
    "wrong_step": "pointers RC3; Ann moves to triangle",
    # laydowns
    "not_in_hand": f"{_LAYS}; Ann holds RC1 RC2; Ann lays RC4 as 1 red circle",
    "no_claim": f"{_LAYS}; Ann lays RC4 as 1 yellow circle",
    "claim_count": f"{_LAYS}; Ann lays RC4 as 5 red circles",
    "lay_count": f"{_LAYS}; Ann lays RC1 RC2 RC4 RH1 RH2 as 1 red circle",
    "count_lie": f"with count_lies=false; {_LAYS}; Ann lays RC1 RC2 as 1 red circle",
    # challenges
    "own_laydown": "Bo laid RC1 as 1 red circle; Ann is to challenge or lay; Ann challenges Ann",
    "nothing_there": "nothing in front of Bo; Ann is to challenge or lay; Ann challenges Bo",
    "nothing_to_show": "Ann may show -; Ann is to move; Ann shows",
    "wrong_count": "Bo laid RC1 as 2 red circles; Ann is to challenge or lay; Ann challenges Bo",
    "wrong_card": "Bo laid RC1 YH1 as 2 red circles; Ann is to challenge or lay; Ann challenges Bo",
}
