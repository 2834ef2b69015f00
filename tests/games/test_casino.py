"""Casino Macedonia: exact counts, searches against plain enumeration, and each ruling at the table."""

from dataclasses import replace
from functools import partial
from itertools import chain, combinations, islice, product
from random import Random

import pytest

from tests.engine.recorded import deal_out
from tests.engine.stories import told
from tests.games import tables
from tests.games.tables import DECK, cards, read
from tests.walks import walk
from tt_print.deck import make_deck
from tt_print.engine.house import HouseError
from tt_print.engine.notation import INTERNED, intern_card
from tt_print.errors import InputError, NotationError
from tt_print.games import find_game
from tt_print.games.casino import Build, Deal, Drop, Pile, PlayedCard, Stack, Take, takes
from tt_print.games.casino.facts import numbers, rules_of

GAME = find_game("casino")
play, refusal = partial(tables.play, GAME), partial(tables.refusal, GAME)


def rules(**changes):
    return rules_of(GAME.house(**changes))


def pile(text):
    return GAME.codecs["Pile"].read(text)


def table(lying, *hands, owners=None, draw="", **changes):
    """A turn of Ann's at this table; `owners` names the seats of some piles."""
    lying = tuple(map(pile, lying.split()))
    owned = {pile(text): seats for text, seats in (owners or {}).items()}
    return replace(
        GAME.start(len(hands), GAME.house(**changes), len(hands) - 1), phase="turn", turn=0, table=lying,
        hands=tuple(map(cards, hands)), draw=cards(draw), owners=tuple(owned.get(each, ()) for each in lying),
        ruined=((),) * len(lying),
    )  # fmt: skip


def can(state, event):
    return GAME.can(state, read(GAME, event))


# ---------------------------------------------------------------- exact counts


def faces(of, deck="full"):
    """Every card of the deck as it may be laid, with its face."""
    return [
        (card, takes.laid_face(PlayedCard(card, number), of))
        for card in make_deck(deck)
        for number in numbers(card, of)
    ]


def count_pairs(test, of, deck="full"):
    """Ordered pairs of two cards, the first from the hand, the second a pile."""
    everything = faces(of, deck)
    return sum(bool(test(a, b, of)) for (one, a), (other, b) in product(everything, repeat=2) if one != other)


def takes_one(card, pile, of):
    return takes.takes_set(card, [pile], of)


# Two of the 25 pairs of color and shape agree in color unless both colors are natural and differ: of 5 x 5
# ordered pairs of colors 4 x 3 = 12 do not. They agree in neither in 12 x 12 = 144 of 25 x 25 = 625 cases,
# so in 481. With 4 colors and 4 shapes: 16 x 16 - 144 = 112.


@pytest.mark.parametrize(("changes", "count"), [
    ({}, 456 * 5), ({"question": "five"}, 456 * 5), ({"deck": "squares"}, 96 * 4), ({"question": "wild"}, 1874 * 4),
    ({"single_card_take": True}, 456 * 5),
], ids=str)  # fmt: skip
def test_single_takes(changes, count):
    """Equal numbers that agree: (481 - 25 of a card with itself) x 5 ranks, the ? being the fifth = 2280.

    Squares: (112 - 16) x 4 = 384. Wild ?: each of 4 numbers is on 25 naturals and 25 ?s, so 481 x 2 x 2 - 50
    of a card with itself = 1874, x 4 = 7496. With ? as 5: as in the base game. What takes a card can also lie on it as a stack.
    """
    of, deck = rules(**changes), changes.get("deck", "full")
    assert count_pairs(takes_one, of, deck) == count
    assert changes.get("question") == "wild" or count_pairs(takes.stacked, of, deck) == count


@pytest.mark.parametrize(("changes", "count"), [
    ({}, 481 * 16 - 100), ({"deck": "squares"}, 112 * 16 - 64), ({"single_card_take": True}, 481 * 6 - 50),
    ({"question": "five"}, 481 * 22 - 100), ({"question": "five", "build_cap": 10}, 481 * 25 - 125),
    ({"question": "five", "single_card_take": True}, 481 * 10 - 50), ({"question": "wild"}, 481 * 64 - 500),
], ids=str)  # fmt: skip
def test_builds(changes, count):
    """A number on a number, 481 agreeing cells for each pair of numbers whose sum is allowed, less each card on itself.

    Base: 16 pairs of numbers up to 8, less 100: 481 x 16 - 100. Squares: 112 x 16 - 64.
    Rule 12, up to 4: 1+1 1+2 2+1 1+3 3+1 2+2, six pairs, less the 25 ones and 25 twos: 481 x 6 - 50.
    ? as 5: 25 pairs less 4+5, 5+4, 5+5, and 5s on themselves not counted: 481 x 22 - 100; up to 10: 481 x 25 - 125;
    with rule 12, up to 5: 4 + 3 + 2 + 1 pairs, less ones and twos: 481 x 10 - 50.
    Wild ?: every number twice, so 481 x 16 x 4, less 100 naturals and 25 ?s under 16 pairs of numbers.
    """
    assert count_pairs(takes.built, rules(**changes), changes.get("deck", "full")) == count


def test_sums_of_two():
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


def sum_pairs(plain, of):
    by_number = {number: [face for face in plain if face[0] == number] for number in (1, 2, 3, 4)}
    found = 0
    for a, b in ((1, 1), (1, 2), (1, 3), (2, 2)):
        pairs = list(combinations(by_number[a], 2) if a == b else product(by_number[a], by_number[b]))
        for taker in by_number[a + b]:
            found += sum(takes.takes_set(taker, pair, of) for pair in pairs)
    return found


# ---------------------------------------------------------------- notation


def test_a_pile_reads_as_it_prints():
    for text in """RC3 RC3+RH2 RC3/YC3 RC3+RH1/RS4 RC?=3 J1=4 J2 KB?/KC? RC?=1+RH2/J1=3
                RC4/RH1+RT3 RC3+RH1/RS4/KC4""".split():
        read_once = pile(text)
        assert str(read_once) == text and pile(str(read_once)) == read_once
        assert pile(text.lower().replace("?", "q")) == read_once and pile(read_once.safe_code) == read_once
        assert all(card is INTERNED[card] for card in read_once.cards)


@pytest.mark.parametrize("text", ["", "RC3+", "RC3//RC4", "RX3", "RC3=", "RC3=x", "=3"])
def test_no_pile(text):
    with pytest.raises(NotationError):
        pile(text)


def test_a_take_is_a_set_of_sets():
    taker, one, other, third = PlayedCard(intern_card("RC4")), pile("YC2"), pile("GC2"), pile("RH4")
    assert Take(0, taker, ((one, other), (third,))) == Take(0, taker, ((third,), (other, one)))
    event = Take(0, PlayedCard(intern_card("RC1")), ((pile("RT2+RS3"),),), pile("RH4"))
    assert GAME.event_text.show(event) == "Ann takes with RC1 on RH4: RT2+RS3"
    assert read(GAME, "Ann takes with rc1 on rh4: rt2+rs3") == event


@walk(("points", "seats"), [((40, 15, 0), (0,)), ((25, 25, 10), (0, 1)), ((0, 0, 0), ())])
def test_a_round_is_won_with_most_points_and_not_without_any(points, seats):
    after = replace(GAME.start(3, GAME.house(), 0), points=points)
    assert GAME.playing.round_winners(after, None, after) == seats


# ---------------------------------------------------------------- searches against plain enumeration


def random_table(rng, of, size=7):
    """Legal piles out of random cards, and some cards left over."""
    deck = rng.sample(DECK, 60)
    lying = [Pile(((PlayedCard(card, rng.choice(numbers(card, of))),),)) for card in deck[:size]]
    for card in deck[size : size + 40]:
        index, laid = rng.randrange(size), PlayedCard(card, rng.choice(numbers(card, of)))
        face, units = takes.laid_face(laid, of), lying[index].units
        if takes.built(face, takes.pile_face(lying[index], of), of):
            lying[index] = Pile(((*units[0], laid),))
        elif takes.stacked(face, takes.pile_face(lying[index], of), of):
            lying[index] = Pile((*units, (laid,)))
    return tuple(lying), tuple(deck[size + 40 :])


WAYS = [
    {}, {"question": "wild"}, {"question": "five", "build_cap": 10}, {"single_card_take": True}, {"blob_build_color": "never"},
    {"combo_rule": "each_matches_taker"}, {"sum_uses_stacks": True, "sum_uses_builds": False},
]  # fmt: skip


@pytest.mark.parametrize("changes", WAYS, ids=str)
def test_combinations_are_all_sets_that_may_be_taken(changes):
    rng, of = Random(str(changes)), rules(**changes)
    for number in range(12):
        lying, deck = random_table(rng, of)
        laid = takes.laid_face(PlayedCard(deck[0], rng.choice(numbers(deck[0], of))), of)
        faces = [takes.pile_face(each, of) for each in lying]
        on = faces.pop() if number % 2 else None
        taker = takes.taker_face(laid, on, of)
        if taker is not None:
            found = list(takes.combinations(taker, faces, of))
            sets = chain.from_iterable(combinations(range(len(faces)), size) for size in range(1, 7))
            wanted = {places for places in sets if takes.takes_set(taker, [faces[place] for place in places], of)}
            assert len(found) == len(set(found)) and set(map(tuple, map(sorted, found))) == wanted
            must = rng.randrange(len(faces))
            with_it = {tuple(sorted(each)) for each in takes.combinations(taker, faces, of, must)}
            assert with_it == {each for each in wanted if must in each}


def test_floating_questions_make_sums():
    for card, wanted in (
        ("RS2", "RC? RH? RT2 RC?+RH?"),
        ("RS3", "RC? RH? RC?+RH? RC?+RT2 RH?+RT2"),
        ("BC1", "RC? YC1"),
    ):
        found = listed(card, "RC? RH? RT2 YC1", **FLOATING)["combinations"]
        assert {each.replace(" ", "+") for each in found} == {*wanted.split()}


def test_counting_takes_agrees_with_listing_them():
    rng = Random(4)
    for _ in range(200):
        found = list({tuple(sorted(rng.sample(range(8), rng.randint(1, 3)))) for _ in range(rng.randint(0, 9))})
        listed = list(takes.families(found))
        assert len({frozenset(each) for each in listed}) == len(listed) == takes.count_families(found)
        assert all(len(set(chain(*each))) == len(list(chain(*each))) for each in listed)
        assert takes.count_families(found, len(listed)) == len(listed)
        assert not listed or takes.count_families(found, len(listed) - 1) is None


def plain_plan(lying, target, hand, of, depth):
    """Whether any sequence of builds and stacks, then a take, takes the pile at `target`."""
    for card, number in [(card, number) for card in hand for number in numbers(card, of)]:
        rest = [other for other in hand if other != card]
        face = takes.laid_face(PlayedCard(card, number), of)
        for on in (None, *range(len(lying))):
            taker = takes.taker_face(face, None if on is None else lying[on], of)
            others = [place for place in range(len(lying)) if place not in (on, target)]
            for taken in chain.from_iterable(combinations(others, size) for size in range(len(others) + 1)):
                places = taken if on == target else (target, *taken)
                if taker is not None and places and takes.takes_set(taker, [lying[place] for place in places], of):
                    return True
        for place in range(len(lying)) if depth > 1 else ():
            built = takes.built(face, lying[place], of)
            for after in filter(None, (built, takes.stacked(face, lying[place], of))):
                if plain_plan([*lying[:place], after, *lying[place + 1 :]], target, rest, of, depth - 1):
                    return True
            for onto in range(len(lying)) if built and of.carry else ():
                carried = takes.stacked(built, lying[onto], of) if onto != place else None
                if carried:
                    after = [carried if at == onto else face for at, face in enumerate(lying)]
                    goal = onto if target == place else target
                    goal, after = goal - (goal > place), [*after[:place], *after[place + 1 :]]
                    if plain_plan(after, goal, rest, of, depth - 1):
                        return True
    return False


def planned(changes, cards_in_hand, wanted):
    """How many of `wanted` random builds and stacks have a plan; each is legal if and only if it has one (C-20)."""
    rng, house = Random(f"plan {changes}"), GAME.house(**changes)
    of, answers = rules_of(house), []
    while len(answers) < wanted:
        lying, deck = random_table(rng, of, size=3)
        laid = PlayedCard(deck[0], rng.choice(numbers(deck[0], of)))
        faces = [takes.pile_face(each, of) for each in lying]
        hand, face = deck[1:cards_in_hand], takes.laid_face(laid, of)
        state = replace(
            GAME.start(2, house), phase="turn", turn=0, hands=((laid.card, *hand), deck[9:10]), draw=(),
            table=lying, owners=((),) * 3, ruined=((),) * 3,
        )  # fmt: skip
        for place, kind in product(range(3), (Build, Stack)):
            after = (takes.built if kind is Build else takes.stacked)(face, faces[place], of)
            if after:
                depth = 1 if of.plan == "one_step" else len(hand)
                wants = plain_plan([*faces[:place], after, *faces[place + 1 :]], place, list(hand), of, depth)
                assert GAME.can(state, kind(0, laid, lying[place])) is wants
                answers.append(wants)
    return sum(answers)


@pytest.mark.parametrize("changes", [
    {}, {"question": "five"}, {"single_card_take": True}, {"blob_build_color": "never"}, {"combo_rule": "each_matches_taker"},
    {"plan_check": "one_step"}, {"stack_completes_build": False},
], ids=str)  # fmt: skip
def test_a_build_or_stack_is_legal_exactly_where_plain_enumeration_finds_a_plan(changes):
    assert 0 < planned(changes, 3, 40) < 40


@pytest.mark.slow
@pytest.mark.parametrize("changes", [*WAYS, {"stack_completes_build": False}], ids=str)
def test_longer_plans_too(changes):
    assert planned(changes, 4, 500)


@pytest.mark.parametrize(("question", "build", "hand", "planned"), [
    ("separate", "RH1 RC3", "J1", True), ("separate", "RH4 RC4", "J1", False),
    ("wild", "RH1 RC3", "J1", True), ("wild", "RH4 RC4", "J1", True),
    # nothing but a sweep takes a build of 8: no card of these hands has its number, or is built to it
    ("wild", "RH4 RC4", "", False), ("wild", "RH4 RC4", "YC1 YH1", False), ("wild", "RH4 RC4", "YC1 J1", True),
    ("wild", "RH4 RC4", "J1 J2", True), ("separate", "RH4 RC4", "YC1 J1", False),
])  # fmt: skip
def test_a_joker_in_hand_is_a_plan_for_its_numbers_or_for_every_pile_where_it_sweeps(question, build, hand, planned):
    """It plays as any number up to 4 (9c); only beside wild ?s it sweeps the whole table (10c)."""
    card, pile = build.split()
    house = GAME.house(jokers=2, question=question)
    assert GAME.ask(f"Ann holds {hand or '-'}; build {card} on {pile}", house).facts["plan"] is planned


@pytest.mark.parametrize(("middle", "legal"), [("RH1+RB2", True), ("RC3/RH3", False)])
def test_a_plan_may_carry_a_build_onto_another_pile_and_never_a_stack(middle, legal):
    """The RC1 makes 4 of a 3 and carries it onto the build of 4, now a stack that may be part of a sum; then the RB3
    makes 7 of the first pile and takes 4 and 3 (C-8, C-14). On a stack nothing is built (3b).
    """
    house = {"sum_uses_stacks": True, "sum_uses_builds": False}
    state = table(f"RC2 {middle} RT2+RS2 RT3/RS3", "RH2 RC1 RB3", "YH4", **house)
    assert can(state, "Ann builds RH2 on RC2") is legal


@pytest.mark.parametrize(("other", "changes"), [("GC1+BC1", {}), ("GC2/BC2", {"sum_uses_stacks": True})])
def test_a_plan_by_shape_may_need_a_build_or_a_stack_elsewhere(other, changes):
    """The circle 4 takes 2 and 2, of four colors and all circles."""
    for hand, legal in (("YC1 GC4", True), ("YC1 GH4", False)):
        assert can(table(f"RC1 {other}", hand, "YH4", **changes), "Ann builds YC1 on RC1") is legal


# ---------------------------------------------------------------- takes without number


def full_table():
    """Twenty piles, all of which a black blob 4 can use."""
    lying = "RC1 RH1 RT1 RS1 RC2 RH2 RT3 RS3 RC4 RH4 YC1 YH1 YT2 YS2 YC3 YH3 YC4 GC4 GH4 BC4"
    return table(lying, "KB4 KB1", "YT4 YS4")


def test_a_black_blob_has_more_takes_than_anyone_lists():
    state = full_table()
    legal = GAME.legal(state)
    first = list(islice(legal, 1000))
    assert len(set(first)) == 1000 and all(event in legal for event in first[::50])
    rng = Random(3)
    chosen = {legal.choose(rng) for _ in range(50)}
    assert len(chosen) > 30 and all(event in legal for event in chosen)

    def asked(card, more=""):
        return listed(card, " ".join(map(str, state.table)) + more)

    answer = asked("KB4")
    places = {str(each): index for index, each in enumerate(state.table)}
    found = [tuple(places[each] for each in piles.split()) for piles in answer["combinations"]]
    assert answer["takes"] == sum(1 for _ in takes.families(found)) == 208255
    # each further 4 doubles the choice: 8 x 208256 is above a million
    assert asked("KB4", " GT4 BH4 BS4")["takes"] is None
    assert asked("KB1")["takes"] == 2**6 - 1  # six single 1s


# ---------------------------------------------------------------- the judge


def test_the_list_names_builds_and_declarations():
    built = GAME.ask("table RH4 RT2+RS3 YS1; what RC1 takes")
    assert built.facts["takes"] == 0 and "RH4" in built.text
    # declared 1 it takes RC1, declared 2 YC2, declared 3 both as a sum; as circles
    found = listed("RCQ", "RC1 YC2", question="wild")
    assert found["combinations"] == {"RC1", "YC2", "RC1 YC2"} and found["takes"] == 3
    swept = listed("J1", "RC1 YC2", question="wild", jokers=2)
    assert swept["takes"] == 1 and swept["combinations"] == {"RC1 YC2"}


FLOATING = {"question": "wild", "table_question": "floating"}


def listed(card, piles, **changes):
    """What the judge says that a card can take."""
    return GAME.ask(f"table {piles}; what {card} takes", GAME.house(**changes)).facts


@pytest.mark.parametrize(("question", "said", "changes"), [
    ("take RH1 RT2 with RC4", "make 3, and your card is a 4. RC3 would be legal.", {}),
    ("take YH3 with RC3", "RH3 or YC3 would be legal.", {}),
    ("build RC3 on YH2", "They do not all share one color or one shape: red circle 3 on yellow heart 2. RH3 or YC3 would be legal.", {}),
    ("build RT2 on RC4+RH3", "makes 9; a build ends at 8. RT1 would be legal.", {}),
    ("stack RC2 on YC3", "is worth 3, not 2; a stack is of one number. RC3 would be legal.", {}),
    ("take RT4 with RC1 on RH3", "Here only a single card takes", {"single_card_take": True}),
    ("take RCQ with RC4", "A ? has no number", {}),
    *((f"take RCQ with {card}", f"They do not all share one color or one shape: red circle ?, and your card. RH{card[2]}, ", FLOATING)
      for card in ("YH1", "YH4")),
    ("take RCQ RH1 with YH1", "red circle ? and red heart 1 make 1, and your card is a 1. RH2, ", FLOATING),
    ("take RCQ RS4 with YH4", "make 4, and your card is a 4.", FLOATING),
    ("build RC1 on RCQ", "cannot be added up: a ? has no number", {}),
    ("build RH1 on RC3/RT3", "You cannot build on a stack", {}),
    ("stack RC2 on J1", "waits there for the last taker", {"jokers": 2}),
    ("take RC4 with J1", "can do is take the whole table", {"jokers": 2, "question": "wild"}),
])  # fmt: skip
def test_why_not_and_what_instead(question, said, changes):
    answer = GAME.ask(question, GAME.house(**changes))
    assert answer.yes is False and said in answer.text


# ---------------------------------------------------------------- rulings at the table


def test_a_forced_drop_needs_that_nothing_else_is_possible():
    for hand, changes, legal in (
        ("YH1 GT2", {}, "take YT1 with YH1"),
        ("J1 GT2", {"question": "wild", "jokers": 2}, "sweep with J1"),
    ):
        state = table("RC3+RH1 YT1", hand, "YS4 KC1", owners={"RC3+RH1": (0,)}, **changes)
        assert (
            f"is on the table: RC3+RH1. This would be legal, for example: {legal}"
            in refusal(state, "Ann drops GT2").sentence
        )
    state = table("RC3+RH1 YT1", "GS3 GT2", "YS4 KC1", owners={"RC3+RH1": (0,)})
    assert {type(event) for event in GAME.legal(state)} == {Drop}


def test_a_planned_card_may_be_built_where_another_card_then_takes():
    state = table("RC1+RH1 RT1", "RS2 RT4", "YH4 KC1", owners={"RC1+RH1": (0,)}, keep_plan=True)
    assert can(state, "Ann builds RS2 on RC1+RH1"), "the 4 takes it"
    assert not can(state, "Ann builds RS2 on RT1"), "the 4 alone does not take the 2"


def test_nothing_is_carried_onto_a_joker_that_waits():
    """A joker dealt to the table has no number and is touched by nobody until the end (9b, C-18): that is the reason given,
    not a number or a color."""
    state = table("RC3 J2 GS2", "RH1 RS4", "YH4 KC1", jokers=2)
    reason = refusal(state, "Ann stacks RH1 on RC3 carried onto J2")
    assert (reason.key, reason.rules) == ("untouchable", ("9b", "10d"))


def test_a_joker_that_is_dealt_to_the_table_is_swept_by_the_other_one():
    """10d: "If a joker appears to start it's only taken when the other joker is played.\" Ann is dealt the other one."""
    face_up, sweeper = cards("J1 RC1 YH2 GT3"), cards("J2")
    rest = tuple(
        card for card in cards(" ".join(map(str, make_deck("full", jokers=2)))) if card not in face_up + sweeper
    )
    state = GAME.start(2, GAME.house(jokers=2, question="wild"), 1)
    state = play(state, Deal((*rest, *sweeper, *face_up)))
    assert len(state.table) == 4 and play(state, "Ann sweeps with J2").table == ()


@pytest.mark.parametrize(("lying", "event", "said"), [
    ("RC3 YT1 GS2", "Ann stacks RH1 on RC3 carried onto YT1", "yellow triangle 1 is worth 1, not 4;"),
    ("RC? RH? GS2", "Ann takes with RT?: RC? RH?", "A ? has no number. Only a ? takes it, by color or shape."),
    ("RC1/RH1 RT1 GS2", "Ann takes with RS2: RC1/RH1 RT1", "is a stack and cannot be part of a sum."),
])  # fmt: skip
def test_a_refusal_names_what_the_piles_are_worth_and_are(lying, event, said):
    state = table(lying, "RH1 RT? RS2", "YH4 KC1")
    assert said in refusal(state, event).sentence


@pytest.mark.parametrize(("aside", "bo", "adds_up"), [
    ("KB2", "64 15 13 13 3 0 3", True), ("KB2", "64 23 13 13 2 0 2", False), ("BS4", "64 15 13 13 3 0 3", False), ("YH1", "64 15 13 13 3 0 3", False),
])  # fmt: skip
def test_counts_that_do_not_make_the_deck_are_noticed(aside, bo, adds_up):
    """Red circles are reds, too, so of two reds three cannot be."""
    ann = "60 2 12 12 3 1 3" if "23" in bo else "60 10 12 12 2 1 2"
    answer = told("casino", f"{aside} aside; Ann counts {ann}; Bo counts {bo}; score")
    assert answer.facts["adds_up"] is adds_up


def test_optional_rules_that_exclude_each_other_are_refused():
    for changes in ({"question": "wild"}, {"question": "five"}, {"jokers": 2}):
        with pytest.raises(HouseError, match="C-25"):
            GAME.house(deck="squares", **changes)
    assert all(GAME.house(**changes).changed == changes for changes in GAME.combinations)
    with pytest.raises(InputError, match="Casino Macedonia is for 2 to 6 players, not 7"):
        deal_out(GAME, 7, GAME.house(), Random(1))


def test_a_question_mark_by_itself_rests_on_no_optional_rule():
    """Only where a ? is wild (rule 10a) or a 5 (11a) does its number come from one; else only a ? takes a ? (3c8)."""
    assert GAME.ask("take RH? with RC?").rules == ("3c", "3c8")
    assert GAME.ask("take RH? with RC?", GAME.house(question="five")).rules == ("3c", "11a")


def test_a_joker_left_on_an_empty_table_rests_on_the_rules_of_spare_jokers_and_another_drop_does_not():
    """Rules 10c and 10d."""
    story = "table -; draw pile -; Ann holds J1 RH3; Bo holds KB4 KC1; Ann drops {}"
    spare, plain = (told("casino", story.format(card), "question=wild", "jokers=2") for card in ("J1", "RH3"))
    assert {"10c", "10d"} <= set(spare.rules)
    assert plain.yes and not {"10c", "10d"} & set(plain.rules)
