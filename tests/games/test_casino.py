"""Casino Macedonia: exact counts, symmetries, searches against plain enumeration, and each ruling at the table."""

import json
import random
from dataclasses import replace
from itertools import chain, combinations, islice, permutations, product

import pytest

from tests.engine.recorded import deal_out
from tests.games.cases.casino import CHECKS, rules
from tt_print.cli import run
from tt_print.deck import FULL, JOKERS, SQUARES, VALUES, Card
from tt_print.engine.house import HouseError
from tt_print.engine.notation import INTERNED, intern_card
from tt_print.engine.reasons import IllegalMove
from tt_print.errors import InputError, NotationError
from tt_print.games import find_game
from tt_print.games.casino import deal, score, takes
from tt_print.games.casino.facts import Build, Deal, Drop, Pass, Release, Stack, Sweep, Take, numbers, rules_of
from tt_print.games.casino.illegal import illegal_build_reason, illegal_stack_reason, illegal_take_reason
from tt_print.games.casino.legal import another_play
from tt_print.games.casino.piles import Laid, Pile, parse_laid, parse_pile, single, with_build, with_stack
from tt_print.games.casino.plan import has_plan, table_faces
from tt_print.games.casino.sheet import lost_points
from tt_print.games.examples import set_scene

GAME = find_game("casino")


def cards(text):
    return tuple(map(intern_card, text.split()))


def piles(text):
    return tuple(map(parse_pile, text.split()))


def table(lying, *hands, owners=None, draw="", **changes):
    """A turn of Ann's at this table; `owners` names the seats of some piles."""
    start = GAME.start(len(hands), GAME.house(**changes), len(hands) - 1)
    lying = piles(lying)
    owned = {parse_pile(text): seats for text, seats in (owners or {}).items()}
    return replace(
        start,
        phase="turn",
        turn=0,
        hands=tuple(map(cards, hands)),
        draw=cards(draw),
        table=lying,
        owners=tuple(owned.get(pile, ()) for pile in lying),
        ruined=((),) * len(lying),
    )


def take(card, *sets, on=None, seat=0):
    return Take(seat, parse_laid(card), tuple(map(piles, sets)), None if on is None else parse_pile(on))


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_exact_counts(check):
    check()


# ---------------------------------------------------------------- notation


@pytest.mark.parametrize(
    "text",
    [
        "RC3",
        "RC3+RH2",
        "RC3/YC3",
        "RC3+RH1/RS4",
        "RC?=3",
        "J1=4",
        "J2",
        "KB?/KC?",
        "RC?=1+RH2/J1=3",
        "RC4/RH1+RT3",
        "RC3+RH1/RS4/KC4",
    ],
)
def test_a_pile_reads_as_it_prints(text):
    pile = parse_pile(text)
    assert str(pile) == text and parse_pile(str(pile)) == pile
    assert parse_pile(text.lower().replace("?", "q")) == pile and parse_pile(pile.safe_code) == pile
    assert all(card is INTERNED[card] for card in pile.cards)


def test_every_card_reads_as_it_prints():
    for card in (*FULL, *JOKERS):
        for number in (None, 1, 5):
            laid = Laid(INTERNED[card], number)
            assert parse_laid(str(laid)) == parse_laid(laid.safe_code) == laid


@pytest.mark.parametrize("text", ["", "RC3+", "RC3//RC4", "RX3", "RC3=", "RC3=x", "=3"])
def test_no_pile(text):
    with pytest.raises(NotationError):
        parse_pile(text)


def test_a_take_is_a_set_of_sets():
    assert take("RC4", "YC2 GC2", "RH4") == take("RC4", "RH4", "GC2 YC2")
    event = take("RC1", "RT2+RS3", on="RH4")
    assert GAME.event_text.show(event) == "Ann takes with RC1 on RH4: RT2+RS3"
    assert GAME.event_text.read("Ann takes with rc1 on rh4: rt2+rs3") == event


# ---------------------------------------------------------------- symmetries


def swap(variable, one, other):
    names = {one: other, other: one}
    return {c: INTERNED[replace(c, **{variable: names.get(getattr(c, variable), getattr(c, variable))})] for c in FULL}


def exchange():
    """Colors for shapes, first for first."""
    colors, shapes = VALUES["color"], VALUES["shape"]
    return {c: INTERNED[Card(colors[shapes.index(c.shape)], shapes[colors.index(c.color)], c.number)] for c in FULL}


# neighbors exchanged generate every order of the four natural colors and shapes; 4! x 4! x 2 relabellings in all
GENERATORS = [swap(v, VALUES[v][i], VALUES[v][i + 1]) for v in ("color", "shape") for i in range(3)] + [exchange()]


def face(card, of):
    return takes.laid_face(Laid(card), of)


def verdicts(a, b, of):
    return takes.takes_set(a, [b], of), takes.built(a, b, of) is not None, takes.stacked(a, b, of) is not None


@pytest.mark.parametrize("number", range(len(GENERATORS)))
def test_renaming_natural_colors_and_shapes_changes_no_verdict(number):
    relabel, of = GENERATORS[number], rules()
    assert sorted(map(str, relabel.values())) == sorted(map(str, FULL))
    old = {card: face(card, of) for card in FULL}
    new = {card: face(relabel[card], of) for card in FULL}
    for a, b in permutations(FULL, 2):
        assert verdicts(old[a], old[b], of) == verdicts(new[a], new[b], of)
    # triples: the numbers 3 = 1 + 2 on all 25 x 25 x 25 cells of color and shape, and as a build on a build
    by_number = {n: [card for card in FULL if card.number == n] for n in "123"}
    for a, b, c in product(by_number["3"], by_number["1"], by_number["2"]):
        assert takes.takes_set(old[a], (old[b], old[c]), of) is takes.takes_set(new[a], (new[b], new[c]), of)


@pytest.mark.parametrize(
    ("variable", "one", "other", "changed"),
    [
        # Of 25 ordered pairs of colors 12 change their fit when black and red trade places: red with each of the three
        # others, 2 x 3, which now fit, and black with each of them, 2 x 3, which do not any more. It shows where the shapes
        # do not fit, in 12 of 25 ordered pairs. So 12 x 12 pairs of cells x 5 ranks.
        ("color", "red", "black", 12 * 12 * 5),
        ("shape", "square", "blob", 12 * 12 * 5),
        ("color", "red", "blue", 0),
    ],
)
def test_exchanging_a_wild_with_a_natural_must_change_verdicts(variable, one, other, changed):
    relabel, of = swap(variable, one, other), rules()
    faces = {card: (face(card, of), face(relabel[card], of)) for card in FULL}
    found = sum(
        takes.takes_set(faces[a][0], [faces[b][0]], of) is not takes.takes_set(faces[a][1], [faces[b][1]], of)
        for a, b in permutations(FULL, 2)
    )
    assert found == changed


def test_exchanging_numbers_must_change_verdicts():
    relabel, of = swap("number", "1", "2"), rules()
    assert takes.takes_set(face(intern_card("RC3"), of), [face(card, of) for card in cards("RH1 RT2")], of)
    # 4 = 1 + 3 becomes 4 = 2 + 3
    three = [face(relabel[card], of) for card in cards("RC4 RH1 RT3")]
    assert not takes.takes_set(three[0], three[1:], of)


def test_points_follow_printed_values():
    house = GAME.house()
    counted = [score.count_cards([card], house) for card in FULL]
    for one, other, changes in (("green", "black", 0), ("red", "yellow", 50)):
        # red and yellow trade 25 reds each way; green and black are nothing to the score
        again = [score.count_cards([swap("color", one, other)[card]], house) for card in FULL]
        assert sum(a != b for a, b in zip(counted, again, strict=True)) == changes


# ---------------------------------------------------------------- searches against plain enumeration


def random_table(rng, of, size=7):
    """Legal piles out of random cards, and some cards left over."""
    deck = [INTERNED[card] for card in rng.sample(FULL, 60)]
    lying = [single(Laid(deck.pop(), None)) for _ in range(size)]
    lying = [Pile(((Laid(p.cards[0], rng.choice(numbers(p.cards[0], of))),),)) for p in lying]
    for _ in range(40):
        index, card = rng.randrange(size), deck.pop()
        laid = Laid(card, rng.choice(numbers(card, of)))
        if illegal_build_reason(laid, lying[index], of) is None:
            lying[index] = with_build(lying[index], laid)
        elif illegal_stack_reason(laid, lying[index], of) is None:
            lying[index] = with_stack(lying[index], laid)
    return tuple(lying), deck


WAYS = [
    {},
    {"question": "wild"},
    {"question": "five", "build_cap": 10},
    {"single_card_take": True},
    {"combo_rule": "each_matches_taker"},
    {"sum_uses_stacks": True, "sum_uses_builds": False},
    {"blob_build_color": "never"},
]


@pytest.mark.parametrize("changes", WAYS, ids=str)
def test_combinations_are_all_sets_that_may_be_taken(changes):
    rng, of = random.Random(str(changes)), rules(**changes)
    for _ in range(12):
        lying, deck = random_table(rng, of)
        laid = Laid(deck[0], rng.choice(numbers(deck[0], of)))
        faces = table_faces(lying, of)
        for on in (None, rng.randrange(len(lying))):
            taker = takes.taker_face(takes.laid_face(laid, of), None if on is None else faces[on], of)
            rest = [index for index in range(len(lying)) if index != on]
            under = None if on is None else lying[on]
            wanted = {
                places
                for size in range(1, 7)
                for places in combinations(range(len(rest)), size)
                if illegal_take_reason(laid, [[lying[rest[p]] for p in places]], under, of) is None
            }
            others = [faces[index] for index in rest]
            found = [] if taker is None else list(takes.combinations(taker, others, of))
            assert len(found) == len(set(found)) and set(map(tuple, map(sorted, found))) == wanted
            if taker is not None:
                must = rng.randrange(len(rest))
                with_it = {tuple(sorted(each)) for each in takes.combinations(taker, others, of, must)}
                assert with_it == {each for each in wanted if must in each}


def test_floating_questions_make_sums():
    of = rules(question="wild", table_question="floating")
    lying = piles("RC? RH? RT2 YC1")
    faces = table_faces(lying, of)

    def taken(card):
        found = takes.combinations(face(intern_card(card), of), faces, of)
        return {tuple(lying[index].safe_code for index in each) for each in found}

    assert taken("RS2") == {("RCQ",), ("RHQ",), ("RT2",), ("RCQ", "RHQ")}
    assert taken("RS3") == {("RCQ",), ("RHQ",), ("RCQ", "RHQ"), ("RCQ", "RT2"), ("RHQ", "RT2")}
    assert taken("BC1") == {("RCQ",), ("YC1",)}


def test_counting_takes_agrees_with_listing_them():
    rng = random.Random(4)
    for _ in range(200):
        found = list({tuple(sorted(rng.sample(range(8), rng.randint(1, 3)))) for _ in range(rng.randint(0, 9))})
        listed = list(takes.families(found))
        assert len({frozenset(each) for each in listed}) == len(listed) == takes.count_families(found)
        assert all(len(set(chain(*each))) == len(list(chain(*each))) for each in listed)
        assert takes.count_families(found, len(listed)) == len(listed)
        assert not listed or takes.count_families(found, len(listed) - 1) is None


def plain_plan(lying, target, hand, of, depth):
    """Every sequence of plays, by the rules of builds, stacks and takes alone, on real piles."""
    for card in hand:
        rest = [other for other in hand if other != card]
        for number in numbers(card, of):
            laid = Laid(card, number)
            others = [pile for pile in lying if pile != target]
            for size in range(len(others) + 1):
                for more in combinations(others, size):
                    if illegal_take_reason(laid, [[target, *more]], None, of) is None:
                        return True
                    for on in others:
                        if on not in more and illegal_take_reason(laid, [[target, *more]], on, of) is None:
                            return True
                    if size and illegal_take_reason(laid, [more], target, of) is None:
                        return True
            if depth == 1:
                continue
            for pile in lying:
                for lay, against in ((with_build, illegal_build_reason), (with_stack, illegal_stack_reason)):
                    if against(laid, pile, of) is None:
                        after = lay(pile, laid)
                        table_then = [after if p == pile else p for p in lying]
                        if plain_plan(table_then, after if pile == target else target, rest, of, depth - 1):
                            return True
                for onto in lying if of.carry else ():
                    if pile != onto and illegal_stack_reason(laid, pile, of, onto) is None:
                        after = Pile((*onto.units, (*pile.units[0], laid)))
                        table_then = [after if p == onto else p for p in lying if p != pile]
                        new = after if target in (pile, onto) else target
                        if plain_plan(table_then, new, rest, of, depth - 1):
                            return True
    return False


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"question": "five"},
        {"single_card_take": True},
        {"blob_build_color": "never"},
        {"combo_rule": "each_matches_taker"},
        {"plan_check": "one_step"},
        {"stack_completes_build": True},
    ],
    ids=str,
)
def test_a_plan_is_found_exactly_where_plain_enumeration_finds_one(changes):
    rng, of = random.Random(f"plan {changes}"), rules(**changes)
    answers = []
    while len(answers) < 40 or (len(set(answers)) < 2 and len(answers) < 200):
        lying, deck = random_table(rng, of, size=3)
        faces, hand = table_faces(lying, of), tuple(deck[:2])
        found = has_plan(faces, 0, hand, of)
        assert found is plain_plan(list(lying), lying[0], list(hand), of, 1 if of.plan == "one_step" else 2)
        answers.append(found)
    assert len(set(answers)) == 2


@pytest.mark.parametrize(
    ("changes", "taken"), [({}, ["RC1", "RC3+RH1"]), ({"question": "wild"}, ["RC1", "RC3+RH1", "RC4+RH4"])]
)
def test_a_joker_in_hand_is_a_plan_for_its_numbers_or_for_every_pile_where_it_sweeps(changes, taken):
    """It plays as any number up to 4 (9c); only beside wild ?s it sweeps the whole table (10c)."""
    of = rules(jokers=2, **changes)
    piles = ["RC1", "RC3+RH1", "RC4+RH4"]
    assert [text for text in piles if has_plan(table_faces((parse_pile(text),), of), 0, JOKERS[:1], of)] == taken


@pytest.mark.parametrize(
    ("question", "hand", "can"),
    [
        ("wild", (), False),
        ("wild", ("YC1", "YH1"), False),
        ("wild", ("YC1", JOKERS[0]), True),
        ("wild", JOKERS, True),
        ("separate", ("YC1", JOKERS[0]), False),
    ],
)
def test_one_joker_that_sweeps_is_a_plan_whatever_else_is_in_hand(question, hand, can):
    """Nothing but a sweep takes this build of 8 (10c): no card of this hand has its number, or is built to it."""
    of = rules(jokers=2, question=question)
    hand = tuple(intern_card(card) if isinstance(card, str) else card for card in hand)
    assert has_plan(table_faces((parse_pile("RC4+RH4"),), of), 0, hand, of) is can


@pytest.mark.parametrize(("middle", "can"), [("RH1+RB2", True), ("RC3/RH3", False)])
def test_a_plan_may_carry_a_build_onto_another_pile_and_never_a_stack(middle, can):
    """The RC1 makes 4 of a 3 and carries it onto the build of 4, now a stack that may be part of a sum; then the RB3
    makes 7 of the first pile and takes 4 and 3 (C-8, C-14). On a stack nothing is built (3b).
    """
    of = rules(stack_completes_build=True, sum_uses_stacks=True, sum_uses_builds=False)
    lying = tuple(map(parse_pile, ("RC2+RH2", middle, "RT2+RS2", "RT3/RS3")))
    assert has_plan(table_faces(lying, of), 0, tuple(map(intern_card, ("RC1", "RB3"))), of) is can


@pytest.mark.slow
@pytest.mark.parametrize("changes", [*WAYS, {"stack_completes_build": True}], ids=str)
def test_longer_plans_too(changes):
    rng, of = random.Random(f"long {changes}"), rules(**changes)
    for _ in range(250):
        lying, deck = random_table(rng, of, size=3)
        hand = tuple(deck[:3])
        assert has_plan(table_faces(lying, of), 0, hand, of) is plain_plan(list(lying), lying[0], list(hand), of, 3)


# ---------------------------------------------------------------- takes without number


def full_table():
    """Twenty piles, all of which a black blob 4 can use."""
    return table(
        "RC1 RH1 RT1 RS1 RC2 RH2 RT3 RS3 RC4 RH4 YC1 YH1 YT2 YS2 YC3 YH3 YC4 GC4 GH4 BC4", "KB4 KB1", "YT4 YS4"
    )


def test_a_black_blob_has_more_takes_than_anyone_lists(capsys):
    state = full_table()
    legal = GAME.legal(state)
    first = list(islice(legal, 2000))
    assert len(set(first)) == 2000 and all(event in legal for event in first[::50])
    rng = random.Random(3)
    chosen = {legal.choose(rng) for _ in range(50)}
    assert len(chosen) > 30 and all(event in legal for event in chosen)
    assert another_play(state).startswith("take ")
    lying = ",".join(map(str, state.table))
    assert run(["judge", "casino", "--card", "KB4", "--table", lying, "--json"]) == 0
    answer = json.loads(capsys.readouterr()[0])
    places = {str(pile): index for index, pile in enumerate(state.table)}
    found = [tuple(places[pile] for pile in row["piles"]) for row in answer["combinations"]]
    assert answer["takes"] == sum(1 for _ in takes.families(found)) == 208255
    # each further 4 doubles the choice: 8 x 208256 is above a million
    assert run(["judge", "casino", "--card", "KB4", "--table", f"{lying},GT4,BH4,BS4", "--json"]) == 0
    assert json.loads(capsys.readouterr()[0])["takes"] is None
    assert run(["judge", "casino", "--card", "KB1", "--table", lying, "--json"]) == 0
    assert json.loads(capsys.readouterr()[0])["takes"] == 2**6 - 1  # six single 1s


# ---------------------------------------------------------------- the judge


def ask(capsys, question):
    assert run(["judge", "casino", *question.split(), "--json"]) == 0
    return json.loads(capsys.readouterr()[0])


def test_keys_of_the_samples(capsys):
    assert (
        ask(capsys, "--card RC4 --take RH2,RT2 --take YC1,GC3").items()
        >= {
            "legal": True,
            "captured": ["RC4", "RH2", "RT2", "YC1", "GC3"],
            "rules": ["3c"],
            "combinations": [
                {"piles": ["RH2", "RT2"], "variable": "color", "value": "red"},
                {"piles": ["YC1", "GC3"], "variable": "shape", "value": "circle"},
            ],
        }.items()
    )
    built = ask(capsys, "--card RB1 --build RC3+YC2")
    assert built.items() >= {"legal": True, "value": 6, "identity": ["circle"]}.items()
    assert ask(capsys, "--card BCQ --stack KHQ").items() >= {"legal": True, "value": "?", "identity": ["blue"]}.items()
    listed = ask(capsys, "--card RC4 --table RH2,RT2,YC1,GC3")
    assert [row["piles"] for row in listed["combinations"]] == [["RH2", "RT2"], ["YC1", "GC3"]] and listed["takes"] == 3


def test_the_list_names_builds_and_declarations(capsys):
    listed = ask(capsys, "--card RC1 --table RH4,RT2+RS3,YS1")
    assert listed["combinations"] == [] and listed["takes"] == 0 and listed["with_build"] == [{"on": "RH4", "takes": 1}]
    # declared 1 it takes RC1, declared 2 YC2, declared 3 both as a sum; as circles
    listed = ask(capsys, "--card RCQ --table RC1,YC2 --option question=wild")
    rows = [(row["declared"], row["piles"]) for row in listed["combinations"]]
    assert rows == [(1, ["RC1"]), (2, ["YC2"]), (3, ["RC1", "YC2"])]
    assert listed["takes"] == 3
    swept = ask(capsys, "--card J1 --table RC1,YC2 --option question=wild --option jokers=2")
    assert swept["takes"] == 1 and swept["combinations"][0]["piles"] == ["RC1", "YC2"]


def test_the_judge_checks_a_plan_when_the_hand_is_shown(capsys):
    assert ask(capsys, "--card RH1 --build RC3")["plan"] is None
    assert ask(capsys, "--card RH1 --build RC3 --hand RS4")["plan"] is True
    refused = ask(capsys, "--card RH1 --build RC3 --hand YS4")
    assert (refused["legal"], refused["plan"]) == (False, False) and "With RH4 in hand" in refused["text"]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("--card RC4 --take RH1,RT2", "make 3, and your card is a 4. Legal would be RC3."),
        ("--card RC3 --take YH3", "Legal would be RH3 or YC3."),
        (
            "--card RC3 --build YH2",
            "No one color or shape is in all of them: red circle 3 on yellow heart 2. Legal would be RH3 or YC3.",
        ),
        ("--card RT2 --build RC4+RH3", "makes 9; a build ends at 8. Legal would be RT1."),
        ("--card RC2 --stack YC3", "is worth 3, not 2; a stack is of one value. Legal would be RC3."),
        ("--card RC1 --on RH3 --take RT4 --option single_card_take=true", "Here only a single card takes"),
        ("--card RC4 --take RCQ", "A ? has no number"),
        ("--card RC1 --build RCQ", "cannot be added up: a ? has no number"),
        ("--card RH1 --build RC3/RT3", "nothing is built on a stack"),
        ("--card RC2 --stack J1 --option jokers=2", "waits there for the last taker"),
        (
            "--card J1 --take RC4 --option jokers=2 --option question=wild",
            "can do is take the whole table",
        ),
    ],
)
def test_why_not_and_what_instead(question, said, capsys):
    answer = ask(capsys, question)
    assert answer["legal"] is False and said in answer["text"]


# ---------------------------------------------------------------- the deal


def test_cards_go_aside_from_the_bottom_up_from_the_top_and_round_from_the_dealers_left():
    order = tuple(INTERNED[card] for card in FULL)
    state = GAME.apply(GAME.start(3, GAME.house(), 0), Deal(order))
    top = order[::-1]
    assert state.aside == order[:1] and [pile.cards[0] for pile in state.table] == list(top[:4])
    assert state.hands[1] == top[4:19:3] and state.hands[2] == top[5:19:3] and state.hands[0] == top[6:19:3]
    assert (state.turn, state.draw[-1], len(state.draw)) == (1, top[19], 105)


@pytest.mark.parametrize(("rule", "seat"), [("left_of_dealer", 2), ("dealer", 1), ("seat", 0)])
def test_who_plays_first(rule, seat):
    assert deal_out(GAME, 4, GAME.house(first_player=rule), random.Random(3), dealer=1).turn == seat


@pytest.mark.parametrize(
    ("changes", "dealt", "aside"),
    [
        ({}, 124, 1),
        ({"jokers": 2}, 124, 3),
        ({"deck": "squares"}, 64, 0),
        ({"short_last_deal": "set_aside"}, 104, 21),
        ({"deck": "squares", "short_last_deal": "set_aside"}, 54, 10),
    ],
)
def test_five_players_play_every_card_that_is_not_aside(changes, dealt, aside):
    rng, house = random.Random(5), GAME.house(**changes)
    state = deal_out(GAME, 5, house, rng)
    assert len(state.aside) == aside
    sizes = []
    while state.phase != "deal":
        before = sum(map(len, state.hands))
        state = GAME.apply(state, GAME.legal(state).choose(rng))
        if sum(map(len, state.hands)) > before:
            assert len({len(hand) for hand in state.hands}) == 1
            sizes.append(len(state.hands[0]))
    assert (5, *sizes) == deal.deal_plan(5, house)
    assert sum(map(len, state.captured)) == dealt and (state.dealer, state.played) == (1, 1)
    counts = [score.count_cards(won, house) for won in state.captured]
    assert score.audit(counts, state.aside, house) == [] and state.points == score.hand_points(counts, house)
    lost = lost_points(counts, house)
    assert sum(state.points) + sum(lost.values()) == score.full_total(house)


def test_everyone_deals_equally_often():
    with pytest.raises(HouseError, match=r"hands = 6 is not possible with 4 players.* It may be 4 or 8."):
        GAME.start(4, GAME.house(hands=6), 0)
    assert deal.number_of_hands(4, GAME.house(hands=8)) == 8 and deal.number_of_hands(4, GAME.house()) == 4
    rng = random.Random(8)
    state = deal_out(GAME, 2, GAME.house(hands=4, deck="squares"), rng)
    dealers = [state.dealer]
    while not GAME.is_over(state):
        before = state.played
        state = GAME.apply(state, GAME.legal(state).choose(rng))
        if state.played > before and not GAME.is_over(state):
            dealers.append(state.dealer)
    assert dealers == [0, 1, 0, 1] and max(state.scores) == state.scores[state.winners[0]]


# ---------------------------------------------------------------- rulings at the table


def test_the_ban_ends_when_anyone_takes_the_pile_and_lasts_over_a_deal():
    state = table("RC3 YT1", "RH1 RS4", "YS4 YB4", draw="GC1 GC2 GC3 GC4 GH1 GH2 GH3 GH4 GT1 GT2")
    state = GAME.apply(state, Build(0, parse_laid("RH1"), parse_pile("RC3")))
    assert state.owners == ((0,), ()) and not GAME.can(replace(state, turn=0), Drop(0, parse_laid("RS4")))
    state = GAME.apply(GAME.apply(state, Drop(1, parse_laid("YS4"))), take("RS4", "RC3+RH1"))
    assert all(seats == () for seats in state.owners)


def test_a_forced_drop_needs_that_nothing_else_is_possible():
    state = table("RC3+RH1 YT1", "YH1 GT2", "YS4 KC1", owners={"RC3+RH1": (0,)})
    with pytest.raises(IllegalMove, match=r"lies there: RC3[+]RH1. Legal is, for example: take YT1 with YH1"):
        GAME.apply(state, Drop(0, parse_laid("GT2")))
    state = table("RC3+RH1 YT1", "GS3 GT2", "YS4 KC1", owners={"RC3+RH1": (0,)})
    assert {type(event) for event in GAME.legal(state)} == {Drop}


def test_where_a_forced_drop_is_forbidden_one_passes_until_all_are_stuck():
    state = table("RC3+RH1 YT1", "GS3 GT2", "YS4", owners={"RC3+RH1": (0,)}, forced_drop="forbidden")
    assert list(GAME.legal(state)) == [Pass(0)]
    state = GAME.apply(state, Pass(0))
    assert (state.turn, state.passes) == (1, 1) and not GAME.can(state, Pass(1))
    state = GAME.apply(state, Drop(1, parse_laid("YS4")))
    assert (state.turn, state.passes) == (0, 0)  # Bo has no cards left
    state = GAME.apply(state, Pass(0))
    assert (state.turn, state.passes) == (0, 1) and {type(event) for event in GAME.legal(state)} == {Drop}


def test_a_ruined_plan_is_shown_at_once_or_never():
    state = replace(table("RC3+RH1 RS2 YT1", "RS4 YH1 GT2", "RB1 RT3 RT4", owners={"RC3+RH1": (0,)}), turn=1)
    after = GAME.apply(state, Build(1, parse_laid("RB1"), parse_pile("RC3+RH1")))
    assert after.ruined == ((0,), (), ()) and after.owners[0] == (0, 1)
    free = GAME.apply(after, Release(0))
    assert (free.owners[0], free.ruined[0], free.turn) == ((1,), (), 0)
    assert GAME.can(free, Drop(0, parse_laid("GT2"))) and not GAME.can(free, Release(0))
    late = GAME.apply(after, take("YH1", "YT1"))
    assert late.ruined == ((), ()) and not GAME.can(late, Release(0)) and 0 in late.owners[0]


def test_a_combined_take_can_be_ruined_by_a_build_elsewhere():
    # Ann's 3 needs the red 1 beside it; Bo builds on that 1
    state = replace(table("RC2+RH1 RS1 GC4", "RT4 BT2", "RB2 RT3 RS3", owners={"RC2+RH1": (0,)}), turn=1)
    assert has_plan(table_faces(state.table, rules()), 0, state.hands[0], rules())
    after = GAME.apply(state, Build(1, parse_laid("RB2"), parse_pile("RS1")))
    assert after.ruined == ((0,), (), ())


def test_the_planned_card_is_kept_by_house_rule():
    lying, owners = "RC3+RH1 YS4 YT1", {"RC3+RH1": (0,)}
    wrong = take("RS4", "YS4")
    assert GAME.can(table(lying, "RS4 YH1", "YH4 KC1", owners=owners), wrong)
    state = table(lying, "RS4 YH1", "YH4 KC1", owners=owners, keep_plan=True)
    with pytest.raises(IllegalMove, match=r"Only red square 4 can still take RC3[+]RH1"):
        GAME.apply(state, wrong)
    assert GAME.can(state, take("RS4", "YS4", "RC3+RH1")) and GAME.can(state, take("YH1", "YT1"))
    assert GAME.can(table(lying, "RS4 RT4", "YH4 KC1", owners=owners, keep_plan=True), wrong)


def test_a_planned_card_may_be_built_where_another_card_then_takes():
    own = parse_pile("RC1+RH1")
    state = table("RC1+RH1 RT1", "RS2 RT4", "YH4 KC1", owners={"RC1+RH1": (0,)}, keep_plan=True)
    assert GAME.can(state, Build(0, parse_laid("RS2"), own)), "the 4 takes it"
    assert not GAME.can(state, Build(0, parse_laid("RS2"), parse_pile("RT1"))), "the 4 alone does not take the 2"


def test_a_carried_build_keeps_all_its_builders():
    state = table("RC3 RT4 GS2", "RH1 RS4", "YH4 KC1", owners={"RC3": (), "RT4": (1,)}, stack_completes_build=True)
    event = Stack(0, parse_laid("RH1"), parse_pile("RC3"), parse_pile("RT4"))
    assert event in GAME.legal(state) and event in list(GAME.legal(state))
    after = GAME.apply(state, event)
    assert list(map(str, after.table)) == ["RT4/RC3+RH1", "GS2"] and after.owners == ((0, 1), ())
    assert not GAME.can(replace(state, house=GAME.house()), event)


def test_nothing_is_carried_onto_a_joker_that_waits():
    """A joker dealt to the table has no number and is touched by nobody until the end (9b, C-18): that is the reason given,
    not a number or a color."""
    state = table("RC3 J2 GS2", "RH1 RS4", "YH4 KC1", jokers=2, stack_completes_build=True)
    reason = GAME.illegal_reason(state, Stack(0, parse_laid("RH1"), parse_pile("RC3"), parse_pile("J2")))
    assert (reason.key, reason.rules) == ("untouchable", ("9b", "10d"))


def test_a_joker_sweeps_all_but_spare_jokers():
    state = replace(table("RC3 J2 YS2", "J1 RH3", "KB4 KC1", question="wild", jokers=2), spare=cards("J2"))
    after = GAME.apply(state, Sweep(0, intern_card("J1")))
    assert list(map(str, after.table)) == ["J2"] and len(after.captured[0]) == 3 and after.last_taker == 0
    lenient = GAME.house(question="wild", jokers=2, spare_joker="swept")
    state = GAME.apply(replace(state, house=lenient), Sweep(0, intern_card("J1")))
    assert state.table == () and len(state.captured[0]) == 4


def test_a_joker_dealt_at_the_start_is_swept_by_the_other_joker():
    """Rule 10d, C-24: two players; the last four cards of the order lie face up, Ann's first card is the one before them."""
    before = GAME.start(2, GAME.house(question="wild", jokers=2), 1)
    face_up = cards("RC1 YH2 GS3")
    rest = [card for card in before.draw if card not in {*face_up, *JOKERS}]
    state = GAME.apply(before, Deal((*rest, JOKERS[1], JOKERS[0], *face_up)))
    assert state.turn == 0 and state.hands[0][0] == JOKERS[1]
    after = GAME.apply(state, Sweep(0, JOKERS[1]))
    assert after.table == () and set(after.captured[0]) == {*face_up, *JOKERS}


def test_a_carried_build_of_another_value_is_refused_with_both_values():
    state = table("RC3 RT3 GS2", "RH1 RS4", "YH4 KC1", stack_completes_build=True)
    with pytest.raises(IllegalMove, match="red triangle 3 is worth 3, not 4; a stack is of one value"):
        GAME.apply(state, Stack(0, parse_laid("RH1"), parse_pile("RC3"), parse_pile("RT3")))


def test_a_stack_or_build_that_sums_leave_out_is_called_by_its_kind():
    """Rule 3c, C-8: a red 4 takes no sum of a red 1 and a red stack or build of 3 if no sum may have one."""
    for pile, kind in (("RC3/YC3", "stack"), ("RC1+RH2", "build")):
        state = table(f"{pile} RS1", "RT4 GS2", "YH4 KC1", sum_uses_builds=False)
        with pytest.raises(IllegalMove, match=f"is a {kind} and cannot be part of a sum"):
            GAME.apply(state, take("RT4", f"{pile} RS1"))


def test_a_played_joker_keeps_its_number_and_is_only_a_card():
    state = table("RC3", "J1 RH4", "KB4 KC1", jokers=2)
    after = GAME.apply(state, Build(0, parse_laid("J1=1"), parse_pile("RC3")))
    assert str(after.table[0]) == "RC3+J1=1"
    house = GAME.house(jokers=2)
    assert score.count_cards(cards("J1"), house) == score.Counts(1, 0, 0, 0, 0, 0, 0)


def test_leftovers_are_no_take_and_belong_to_nobody_without_one():
    state = table("RC3 YS3", "GH4", "GT2", draw="")
    for event in (Drop(0, parse_laid("GH4")), Drop(1, parse_laid("GT2"))):
        state = GAME.apply(state, event)
    assert (state.phase, state.last_taker, len(state.table), state.points) == ("deal", None, 4, (0, 0))
    GAME.apply(state, Deal(tuple(map(INTERNED.get, FULL))))


def test_a_hand_without_a_blue_square_4_is_worth_15_less():
    house = GAME.house()
    counts = [score.count_cards([c for c in FULL if str(c) != "BS4"], house), score.count_cards((), house)]
    assert score.hand_points(counts, house) == (135, 0)
    assert lost_points(counts, house) == {"special": 15}
    assert score.audit(counts, cards("BS4"), house) == []
    assert score.audit(counts, cards("BS3"), house) == ["special should be 1 together, not 0"]
    for missing, points in (("YH2", 100), ("YH1", 99)):  # example 9a-2
        counts = [score.count_cards([c for c in FULL if str(c) != missing], house), score.count_cards((), house)]
        assert score.hand_points(counts, house) == (points, 0)
        assert sum(lost_points(counts, house).values()) == 150 - points


def test_hands_add_up_to_the_total_less_what_nobody_gets():
    for number, changes in enumerate(({}, {"jokers": 2}, {"question": "five", "jokers": 2}, {"deck": "squares"})):
        for players in range(2, 7):
            house, rng = GAME.house(**changes), random.Random(10 * number + players)
            deck = list(GAME.start(players, house, 0).draw)
            rng.shuffle(deck)
            aside, rest = deck[: deal.aside_size(house)], deck[deal.aside_size(house) :]
            counts = [score.count_cards(rest[seat::players], house) for seat in range(players)]
            lost = sum(lost_points(counts, house).values())
            assert sum(score.hand_points(counts, house)) + lost == score.full_total(house)
            assert score.audit(counts, aside, house) == []


def test_impossible_red_circles_are_noticed():
    counts = [score.Counts(60, 2, 12, 12, 3, 1, 3), score.Counts(64, 23, 13, 13, 2, 0, 2)]
    assert "player 1 has more red circles than reds" in " ".join(score.audit(counts, cards("KB2"), GAME.house()))


@pytest.mark.parametrize(
    ("event", "key"),
    [
        (Drop(1, parse_laid("YH4")), "wrong_player"),
        (Drop(0, parse_laid("YH4")), "not_in_hand"),
        (Drop(0, parse_laid("RH1=2")), "not_declared"),
        (Pass(0), "no_pass"),
        (Sweep(0, intern_card("RH1")), "no_sweep"),
        (Release(0), "no_ruined_plan"),
        (Build(0, parse_laid("RH1"), parse_pile("RC4")), "no_such_pile"),
        (Build(0, parse_laid("RH1"), parse_pile("YS3")), "no_common"),
        (Build(0, parse_laid("RH1"), parse_pile("RC3")), "no_plan"),
        (Take(0, parse_laid("RH1"), ()), "take_nothing"),
        (take("RH1", "RC3"), "wrong_value"),
        (take("RH1", "RC3", on="RC3"), "take_itself"),
        (Deal(SQUARES), "now_turn"),
    ],
)
def test_the_first_rule_that_forbids_it(event, key):
    with pytest.raises(IllegalMove) as caught:
        GAME.apply(table("RC3 YS3", "RH1 GT2", "YH4 KC1"), event)
    assert caught.value.reason.key == key and str(caught.value)


def test_optional_rules_that_exclude_each_other_are_refused():
    for changes in ({"question": "wild"}, {"question": "five"}, {"jokers": 2}):
        with pytest.raises(HouseError, match="C-25"):
            GAME.house(deck="squares", **changes)
    for changes in GAME.combinations:
        assert rules_of(GAME.house(**changes)).top in (4, 5)
    with pytest.raises(InputError, match="Casino Macedonia is for 2 to 6 players, not 7"):
        deal_out(GAME, 7, GAME.house(), random.Random(1))


def test_a_question_mark_by_itself_rests_on_no_optional_rule():
    """Only where a ? is wild (rule 10a) or a 5 (11a) does its number come from one; else only a ? takes a ? (3c8)."""
    assert GAME.ask(card="RC?", take="RH?").rules == ["3c", "3c8"]
    assert GAME.ask(card="RC?", take="RH?", house=GAME.house(question="five")).rules == ["3c", "11a"]


def test_a_joker_left_on_an_empty_table_rests_on_the_rules_of_spare_jokers_and_another_drop_does_not():
    """Rules 10c and 10d."""
    jokers = ("question=wild", "jokers=2")
    spare = set_scene("casino", ("table -", "Ann holds J1 RH3", "Bo holds KB4 KC1", "Ann drops J1"), jokers)
    assert {"10c", "10d"} <= set(spare.rules)
    plain = set_scene("casino", ("table -", "Ann holds J1 RH3", "Bo holds KB4 KC1", "Ann drops RH3"), jokers)
    assert plain.facts["legal"] and not {"10c", "10d"} & set(plain.rules)
