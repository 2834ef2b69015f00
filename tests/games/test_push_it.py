"""Push It Real Good: exact counts, rounds with every deck, and what each ruling does."""

from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import combinations, islice, product
from math import comb
from random import Random

import pytest

from tests.engine.random_play import near_misses
from tests.engine.recorded import deal_out, record_game
from tests.games import tables
from tests.games.cases.push_it import DECKS, box
from tests.games.tables import cards, read
from tests.walks import walk
from tt_print.deck import FULL, SQUARES, VALUES, VARIABLES, WEST, Card, make_deck
from tt_print.engine.base import InvariantError
from tt_print.engine.house import HouseError
from tt_print.engine.notation import intern_card, seat_name
from tt_print.engine.play import play_out
from tt_print.engine.reasons import IllegalMove
from tt_print.games import find_game
from tt_print.games.push_it import Claim, Deal, Lay, Move
from tt_print.games.push_it.facts import Laydown, judge_claim
from tt_print.games.push_it.scene import ask_pointers

GAME = find_game("push-it")
play, refusal = partial(tables.play, GAME), partial(tables.refusal, GAME)
# the numbers of players that the source prints for each deck; full: 5 or more
PRINTED = {
    "west": [3], "squares": [3, 4, 5], "full": [5, 6, 7, 8, 9, 10, 11, 14, 125], "squares2": [6, 7, 8], "full2": [8, 9, 10],
}  # fmt: skip
SIZES = {"west": (3, 1), "squares": (4, 1), "full": (5, 1), "squares2": (4, 2), "full2": (5, 2)}


def claim(text):
    return GAME.codecs["Claim"].read(text)


def in_order(group):
    """As a hand is held: as the deck is written down."""
    return tuple(sorted(group, key=FULL.index))


def table(*hands, fronts=(), center="", pointers="RC1", phase="challenge", turn=0, **changes):
    """Ann's turn with these hands; fronts such as `RH1 as 1 red circle`, "" for none."""
    (at,) = cards(pointers)
    laid = [
        Laydown(cards(text.partition(" as ")[0]), claim(text.partition(" as ")[2])) if text else None for text in fronts
    ]
    return replace(
        GAME.start(len(hands), GAME.house(**changes), len(hands) - 1), phase=phase, turn=turn,
        pointers=(at.color, at.shape, at.number), fronts=(*laid, *[None] * (len(hands) - len(laid))),
        hands=tuple(in_order(cards(hand)) for hand in hands), center=cards(center),
    )  # fmt: skip


def codes(group):
    return " ".join(map(str, group))


def pairs_at(at):
    """The pairs of pointed values, as rule 3 lists them."""
    color, shape, number = at
    return (color, shape), (shape, number), (color, number)


def is_true(claimed, laid, deck=None, **house):
    """Whether the judge finds the claim of these cards true."""
    return judge_claim(claimed, laid, deck or "full", GAME.house(**house)).facts["claim_true"]


def pointing(card, deck="full", **house):
    """What the judge says of pointers."""
    at = tuple(getattr(intern_card(card), v) for v in VARIABLES)
    return ask_pointers(replace(GAME.start(3, GAME.house(deck=deck, **house)), pointers=at), None).facts


# ---------------------------------------------------------------- exact counts


def test_pointers_go_round_their_rings_and_two_of_the_three_values_can_be_claimed():
    """A pointer of a deck with k values to a variable is back where it was after k steps, and no sooner (rule 2): k x k x k
    positions. Two of three pointed values: 3 claims at each position (rule 3), with a count from 1 to k (of two decks, too; by
    house rule doubled: P-7), so 3k that can be said: 9, 12, 15; in either order of the values it is the same claim.
    """
    for deck, (k, copies) in SIZES.items():
        rows = [VALUES[v][:k] for v in VARIABLES]
        after = {value: row[(index + 1) % k] for row in rows for index, value in enumerate(row)}
        for at in product(*rows):
            facts = ask_pointers(replace(GAME.start(3, GAME.house(deck=deck)), pointers=at), None).facts
            new = [Card(*(after[value] if v == which else value for v, value in enumerate(at))) for which in range(3)]
            assert ([facts[f"{v} to"] for v in VARIABLES], facts["most"]) == ([*map(str, new)], k)
            assert facts["claims"] == {f"{one} {other}s" for one, other in pairs_at(at)}
        assert pointing("RC1", deck, max_lay="doubled")["most"] == k * copies
        some = tuple(make_deck(*DECKS[deck])[:1])
        state = replace(table(codes(some), "", "", deck=deck), pointers=at)
        sayable = {
            Claim(values, count) for size in range(4) for values in product(at, repeat=size) for count in range(-1, 12)
        }
        assert sum(GAME.can(state, Lay(0, some, each)) for each in sayable) == 3 * k


def test_truthful_laydowns():
    """Two values leave the third free, so k cards of a deck with k values to a variable fit a claim, each of them once or, of two
    decks, twice. A black, blob or ? is a fifth value like the others; where wilds count as any value (P-8), each of two claimed
    naturals is on 2 of 5 values: 2 x 2 x 5 = 20 cards; with one wild among the claimed values 1 x 2 x 5 = 10, with two 5.
    """
    for values in {pair for at in product(*VALUES.values()) for pair in pairs_at(at)}:
        wanted = {card for card in FULL if {*values} <= {card.color, card.shape, card.number}}
        assert {card for card in FULL if is_true(Claim(values, 1), (card,))} == wanted and len(wanted) == 5
        wild = sum(value in ("black", "blob", "?") for value in values)
        fitting = sum(
            is_true(Claim(values, 1), (card,), wilds="wild") for card in FULL[:: 1 if values[0] == "red" else 4]
        )
        assert values[0] != "red" or fitting == (20, 10, 5)[wild], values


@pytest.mark.parametrize(
    ("deck", "pairs"), [("west", 3), ("squares", 6), ("full", 10), ("squares2", 28), ("full2", 45)]
)
def test_true_pairs_over_the_whole_deck(deck, pairs):
    """A claim of two naturals, count 2: C(k,2) pairs of a class are true, of two decks C(2k,2), of which k are twins."""
    k, copies = SIZES[deck]
    fitting = [card for card in make_deck(*DECKS[deck]) if (card.color, card.shape) == ("red", "circle")]
    other = cards("RH1 YC1 RT3")
    found = [pair for pair in combinations((*fitting, *other), 2) if is_true(claim("2 red circles"), pair, deck)]
    assert len(found) == pairs and sum(a == b for a, b in found) == (k if copies == 2 else 0)


def test_legal_lays():
    """From a hand of h different cards C(h,1) + ... + C(h,most) choices, 3 claims, `most` counts: for 6 of the
    Squares deck (6 + 15 + 20 + 15) x 3 x 4 = 672. Of two equal cards and a third there are 2 + 2 + 1 = 5
    choices: times 12 = 60; each comes once. Without lies about the count 56 x 3 = 168."""
    hand = codes(SQUARES[:6])
    assert sum(comb(6, size) for size in range(1, 5)) * 12 == 672 == len(list(GAME.legal(table(hand, "", ""))))
    assert len(list(GAME.legal(table(hand, "", "", count_lies=False)))) == 56 * 3
    found = list(GAME.legal(table("RC1 RC1 RC2", *[""] * 5, deck="squares2")))
    assert len(found) == len(set(found)) == 60
    twins = "RC1 RC1 RC2 RC2 RC3"
    laydowns = [set(combinations(cards(twins), size)) for size in range(1, 5)]
    laid = {event.cards for event in GAME.legal(table(twins, *[""] * 5, deck="squares2"))}
    assert laid == set().union(*laydowns)


# ---------------------------------------------------------------- random rounds with every deck


@pytest.mark.parametrize(("deck", "players"), [(deck, n) for deck, numbers in PRINTED.items() for n in numbers])
@pytest.mark.parametrize("order", ["management", "lies"])
def test_rounds_end_with_every_deck_in_its_printed_numbers(deck, players, order):
    record = record_game(GAME, players, GAME.house(deck=deck, order=order), Random(players))
    last = record.last()
    assert GAME.is_over(last) and len(last.winners) == 1 and not last.hands[last.winners[0]]
    groups = (*last.hands, last.center, *GAME.layout(last)["fronts"])
    assert Counter(card for group in groups for card in group) == Counter(box(last))


@walk(("players", "deck"), product(range(3, 15), PRINTED))
def test_any_deck_may_be_played_by_any_number(players, deck):
    house = GAME.house(deck=deck)
    assert GAME.start(players, house, 0).phase == "deal"
    each, left = divmod(len(make_deck(*DECKS[deck])), players)
    assert GAME.deal_sizes(players, house) == {"hands": each, "center": left}


def test_more_than_ten_get_the_full_deck_and_a_warning():
    said = GAME.ask("players 11").text
    assert "DECK full" in said and "11 cards each, 4 cards left" in said and "10 players at most" in said
    assert "at most" not in GAME.ask("players 10").text


def test_a_match_needs_points_to_be_played_for():
    with pytest.raises(HouseError, match="Add potential = per_challenge or per_card"):
        GAME.house(target_points=20)
    assert GAME.house(target_points="20", potential="per_card")["target_points"] == 20


# ---------------------------------------------------------------- the deal


def test_a_double_deck_is_counted_card_by_card():
    house = GAME.house(deck="squares2")
    state = deal_out(GAME, 6, house, Random(1))
    GAME.check(state)
    both = Counter(c for group in (*state.hands, state.center) for c in group)
    assert len(both) == 64 and set(both.values()) == {2}
    for center in (state.center[:-1], (*state.center[:-1], state.hands[0][0])):
        wrong = replace(state, center=center)
        with pytest.raises(InvariantError, match=r"cards lost: .*; too many: "):
            GAME.check(wrong)
    # a hand with twins: the twins may be laid together, three of a kind may not
    twin = next(card for card in SQUARES if sum(card in hand for hand in state.hands))
    pair = table(f"{twin} {twin} KC1", "YC1", "YC2", "YC3", "YC4", "GC1", deck="squares2")
    assert GAME.can(pair, Lay(0, (twin, twin), claim("2 red circles")))
    refused = Lay(0, (twin, twin, twin), claim("3 red circles"))
    assert not GAME.can(pair, refused) and refused not in GAME.legal(pair)
    after = play(pair, Lay(0, (twin,), claim("1 red circle")))
    assert Counter(after.hands[0])[twin] == Counter(pair.hands[0])[twin] - 1


# ---------------------------------------------------------------- turns


def test_a_hand_can_have_a_million_laydowns_and_none_is_listed():
    state = table(*(codes(FULL[index : index + 25]) for index in range(0, 125, 25)), deck="full")
    legal = GAME.legal(state)
    assert len(list(islice(legal, 1000))) == 1000
    rng = Random(4)
    for _ in range(200):
        event = legal.choose(rng)
        assert event in legal
    last = Lay(0, FULL[20:25], Claim(("red", "1"), 5))
    assert last in legal


def test_nobody_can_count_a_laydown_a_hand_or_the_center():
    """P-25: a player sees the claim, and that somebody holds no card. As a house rule the numbers lie open."""

    def two_tables(**changes):
        hands = ("RC1 RC2", "GC3 GC4", "")
        return (
            table(*hands, fronts=("", "RH1 RH2 as 2 red hearts", "YC1 as 1 red 3"), center="BS1", **changes),
            table("RC1 RC2", "GC3 GC4 RH2", "", fronts=("", "RH1 as 2 red hearts", "YC1 as 1 red 3"), center="BS1 BS2 BS3", **changes),
        )  # fmt: skip

    one, other = (GAME.view(state, 0) for state in two_tables())
    assert one == other and one.hands == (cards("RC1 RC2"), None, 0) and one.center is None
    assert one.fronts == (None, (None, claim("2 red hearts")), (None, claim("1 red 3")))
    one, other = (GAME.view(state, 0) for state in two_tables(open_counts=True))
    assert one != other and (other.hands[1:], other.center, other.fronts[1]) == ((3, 0), 3, (1, claim("2 red hearts")))


def test_points_are_never_lost():
    house = GAME.house(potential="per_card", target_points=60)
    state = deal_out(GAME, 4, house, Random(2))
    points = state.scores
    for _, state in play_out(GAME, state, Random(2)):
        assert all(new >= old for new, old in zip(state.scores, points, strict=True))
        points = state.scores
    assert max(points) >= 60 and state.winners == (points.index(max(points)),)


# ---------------------------------------------------------------- reasons and text


@pytest.mark.parametrize(("event", "key", "rules", "said"), [
    ("Bo lays RC1 as 1 red circle", "wrong_player", "6", "It is Ann's turn, not Bo's."),
    ("Ann lays RC1 as 1 yellow circle", "no_claim", "3", "Claim red circles, circle 1s, or red 1s."),
    ("Ann lays RC1 as 1 red", "no_claim", "3", "reds cannot be claimed"),
    ("Ann lays RC1 as 5 red circles", "claim_count", "3", "5 cards cannot be claimed. Claim 1 to 4."),
    ("Ann lays RC1 as 0 red circles", "claim_count", "3", "Claim 1 to 4."),
    (Lay(0, (), claim("1 red circle")), "lay_count", "3", "0 cards cannot be played now. Play 1 to 2."),
    ("Ann lays RC1 RC2 RC3 as 3 red circles", "lay_count", "3", "Play 1 to 2."),
    ("Ann lays RC3 as 1 red circle", "not_in_hand", "3", "is not in this hand. Choose RC1 or RC2."),
    ("Ann challenges Ann", "own_laydown", "5 7", "You may challenge Bo."),
    ("Ann challenges Cy", "nothing_there", "5 6", "in front of Cy can still be challenged."),
    ("Ann shows", "nothing_to_show", "7", "There are no cards to show"),
    ("Ann moves to yellow", "now_challenge", "1", "Ann challenges or plays now."),
    (Deal(SQUARES), "now_challenge", "1", "Ann challenges or plays now."),
])  # fmt: skip
def test_the_first_rule_that_forbids_it(event, key, rules, said):
    reason = refusal(table("RC1 RC2", "YC1", "YC2", fronts=("", "BH1 as 1 red circle")), event)
    assert (reason.key, reason.rules) == (key, tuple(rules.split())) and said in reason.sentence


@pytest.mark.parametrize(("event", "key", "said"), [
    ("Ann moves to green", "wrong_step", "green is not one step to the right of its pointer. A pointer may go to yellow,"),
    ("Ann moves to red", "wrong_step", "yellow, heart, or 2"),
    ("Ann moves nothing", "must_move", "A pointer has to move. It may go to yellow, heart, or 2."),
    ("Ann lays RC1 as 1 red circle", "now_move", "Ann moves a pointer now."),
])  # fmt: skip
def test_the_first_rule_against_a_move(event, key, said):
    reason = refusal(table("RC1 RC2", "YC1", "YC2", phase="move"), event)
    assert reason.key == key and said in reason.sentence


def cures(state, event, reason):
    """Events that the reason says would have been legal."""
    for item in reason.instead:
        match reason.key:
            case "wrong_step" | "must_move":
                yield Move(state.turn, item)
            case "own_laydown" | "nothing_there":
                yield read(GAME, f"{seat_name(state.turn)} challenges {item}")
            case "no_claim":
                yield Lay(state.turn, state.hands[state.turn][:1], claim(f"1 {item}"))
            case "claim_count" | "lay_count":
                for size in (item[0], item.split()[-1]):
                    yield Lay(state.turn, state.hands[state.turn][: int(size)], Claim(event.claim.values, int(size)))
            case "not_in_hand":
                yield Lay(state.turn, (item,), Claim(event.claim.values, 1))
            case "count_lie":
                yield replace(event, claim=claim(item))
            case _:
                raise AssertionError(f"{reason.key} names a cure that is not tried")


@pytest.mark.parametrize("changes", [{}, {"order": "lies", "count_lies": False}, {"deck": "squares2"}])
def test_what_a_refusal_recommends_is_legal(changes):
    rng, tried = Random(5), Counter()
    state = deal_out(GAME, 4, GAME.house(**changes), rng)
    for _, state in islice(play_out(GAME, state, rng), 60):
        if GAME.is_over(state) or any(not hand for hand in state.hands):
            break
        for event in near_misses(GAME, state, rng):
            try:
                GAME.verify(state, event)
            except IllegalMove as refused:
                for cure in cures(state, event, refused.reason):
                    if type(cure) is Lay and len(cure.cards) < cure.claim.count:
                        continue  # a claim of more than is left in the hand
                    assert GAME.can(state, cure), (event, cure)
                    tried[refused.reason.key] += 1
    assert len(tried) >= 6


@pytest.mark.parametrize(("text", "values"), [
    ("2 red hearts", ("red", "heart")), ("1 heart 3", ("heart", "3")), ("3 red 3s", ("red", "3")), ("2 blob ?s", ("blob", "?")),
    ("1 black blob", ("black", "blob")), ("0 reds", ("red",)),
])  # fmt: skip
def test_claims_as_text(text, values):
    made = Claim(values, int(text[0]))
    assert claim(text) == made and str(made) == text and claim("1 3s RED").values == ("red", "3")


# ---------------------------------------------------------------- the judge


def test_with_pointers_the_claim_itself_is_judged():
    def judged(text):
        return judge_claim(claim(text), cards("GH1"), "full", GAME.house(), ("red", "heart", "1"))

    verdict = judged("1 green heart")
    assert verdict.facts["claim_true"] and not verdict.facts["claim_legal"] and verdict.rules == ["5a", "3"]
    assert (
        "Claim red hearts, heart 1s, or red 1s." in " ".join(reason.sentence for reason in verdict.reasons)
        and verdict.yes is False
    )
    # only what is pointed at could have been said instead
    verdict = judged("1 red heart")
    assert verdict.facts["claim_legal"] and "1 heart 1 would have been true." in " ".join(
        reason.sentence for reason in verdict.reasons
    )


def test_what_would_have_been_true_is_true():
    for pair, values, count in product(combinations(WEST[:12], 2), pairs_at("red heart 3".split()), (1, 2, 3)):
        verdict = judge_claim(Claim(values, count), pair, "west", GAME.house())
        for text in () if verdict.yes else verdict.reasons[0].instead:
            said, _, named = text.partition(" with ")
            if " of " in said:  # any so many cards of the class
                size, _, group = said.partition(" of ")
                assert is_true(Claim(values, int(size)), cards(group)[: int(size)])
            else:
                assert is_true(claim(said), cards(named) if named else pair)


def test_the_longest_laydown_of_each_deck_is_legal_and_one_more_is_not():
    for (deck, (k, copies)), doubled in product(SIZES.items(), (False, True)):
        most, changes = (k * copies, {"max_lay": "doubled"}) if doubled else (k, {})
        state = deal_out(GAME, PRINTED[deck][0], GAME.house(deck=deck, order="lies", **changes), Random(1))
        hand = state.hands[state.turn]
        assert GAME.can(state, Lay(state.turn, hand[: min(most, 9)], Claim(("red", "circle"), 1)))
        assert len(hand) <= most or not GAME.can(state, Lay(state.turn, hand[: most + 1], Claim(("red", "circle"), 1)))
        assert not GAME.can(state, Lay(state.turn, hand[:1], Claim(("red", "circle"), most + 1)))
