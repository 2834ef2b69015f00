"""Six Suit: exact counts, teams, and what each ruling does at the table."""

import random
from collections import Counter
from dataclasses import replace
from itertools import islice, permutations
from math import comb

import pytest

from tests.engine.random_play import watch
from tests.engine.recorded import deal_out
from tests.engine.stories import told
from tests.games.tables import DECK, cards, read, refusal
from tt_print.deck import FULL, VALUES, VARIABLES, WILD
from tt_print.engine.base import InvariantError
from tt_print.engine.house import HouseError
from tt_print.engine.notation import seat_name
from tt_print.engine.play import play_out
from tt_print.errors import InputError
from tt_print.games import find_game
from tt_print.games.six_suit import Discard, Forfeit, Lay, Treaty

GAME = find_game("six-suit")
ROW, COVER = (GAME.scene.QUESTIONS[form] for form in ("row {cards:Cards}", "lay {card:Card} on {on:Card}"))

SAFE = cards("RC1 YC2 GS3 RH2 BT3 YS4"), cards("RT1 YH2 GC3 BS2 RT3 GH4"), cards("YT1 GC1 BH3 RS4 YS2 GT4")
BLUE = cards("BC1 BH2 BT1 BC4 BH1 BS4")


def table(*shown, hand="KB1 KB2", turn=None, draw=None, dead=(), **changes):
    """A turn of Ann's, past free time unless `turn` says which it is; the first cards free are the other hands."""
    house = GAME.house(**changes)
    players = len(shown)
    hand = cards(hand)
    spare = [card for card in DECK if card not in hand and not any(card in row for row in shown)]
    hands = [hand, *((spare.pop(),) for _ in shown[1:])]
    up = [tuple((card,) for card in row) for row in shown]
    for seat in dead:
        spare += [card for pile in up[seat] for card in pile] + list(hands[seat])
        up[seat], hands[seat] = (), ()
    number = house["free_rounds"] * players + 1 if turn is None else turn
    taken = tuple(sum(t % players == seat for t in range(1 - number, 0)) for seat in range(players))
    draw = tuple(spare) if draw is None else cards(draw)
    state = replace(
        GAME.start(players, house, players - 1), phase="turn", turn=0, taken=taken, up=tuple(up), hands=tuple(hands),
        living=tuple(seat for seat in range(players) if seat not in dead), draw=draw,
        garbage=tuple(card for card in spare if card not in draw),
    )  # fmt: skip
    GAME.check(state)
    return state


def play(state, *events):
    for event in events:
        state = GAME.apply(state, read(GAME, event))
        GAME.check(state)
    return state


def lay(card, owner, on):
    return read(GAME, f"Ann lays {card} on {seat_name(owner)}'s {on}")


def judge(row, **house):
    return ROW(GAME.start(2, GAME.house(**house)), tuple(row))


def judged(row, **house):
    """The same of a row of cards: what it says, the values that would do it at each place, counted from 0, and how many are alike."""
    found = judge(row, **house)
    covers = {place: found.facts[key] for place in range(6) if (key := f"cover {place + 1}") in found.facts}
    return found.facts["by"], covers, dict(found.reasons[0].values).get("most", 6)


# ---------------------------------------------------------------- exact counts


def test_legal_covers():
    """Over all ordered pairs of two cards. A variable is equal in 1 of 5 values, different in 4; wilds are
    values like others here (rule 4). One variable: 3 x 4 x 4 = 48 cards; two: 3 x 4 = 12; none: 4 x 4 x 4 = 64;
    three is the card itself. So each card covers 60 others: 125 x 48 = 6,000 pairs match in one, 125 x 12 =
    1,500 in two, 125 x 64 = 8,000 in none.

    If a wild stood for something: a variable would stay different where both values are natural and
    unequal, 4 x 3 = 12 of 25 pairs of values, so in 12 x 12 x 12 = 1,728 ordered pairs nothing would match.
    The other 8,000 - 1,728 = 6,272 are the illegal covers for which rule 4 is needed.
    """
    found, because, state = Counter(), Counter(), GAME.start(2)
    for card, top in permutations(DECK, 2):
        verdict = COVER(state, card, top)
        same = [v for v in VARIABLES if getattr(card, v) == getattr(top, v)]
        assert (verdict.facts["legal"], verdict.facts["matches"]) == (bool(same), same)
        found[len(same)] += 1
        if not verdict.yes:
            because[verdict.reasons[0].key] += 1
    assert found == {0: 8000, 1: 6000, 2: 1500}
    assert because == {"no_match": 1728, "wild_for_natural": 6272}


def plainly_eliminated(row, mix="same_type"):
    """The definition of the rules: in some variable at most one natural value (rules 3 and 5)."""
    found = []
    for v in VARIABLES:
        counted = row if mix == "same_type" else [card for card in row if not card.wilds]
        natural = {getattr(card, v) for card in counted} - {WILD[v]}
        if len(natural) < 2:
            found += natural or [WILD[v]]
    return found


def most_alike(row, mix):
    """How many cards of a row count as the same value."""
    any_wild = mix == "any_type"
    return max(
        sum(getattr(card, v) in (value, WILD[v]) or (any_wild and bool(card.wilds)) for card in row)
        for v in VARIABLES for value in VALUES[v][:4]
    )  # fmt: skip


@pytest.mark.parametrize(("mix", "size"), [("same_type", 4_000), ("any_type", 1_500)])
def test_rows_are_six_suits_as_defined_and_as_often_as_they_can_be_counted(mix, size):
    """The Six Suits among all C(125,6) sets: 3 x (4 x C(50,6) - 3 x C(25,6)) = 3 x 63,031,500 for one variable, less
    3 x (16 x C(20,6) - 24 x C(10,6)) = 3 x 615,120 counted twice, plus 64 x C(8,6) = 1,792 for all three: 187,250,932, or 3.99 %.

    Where any wild is all (`wild_mix = any_type`), the 61 cards with a wild join any row: j naturals of one value and 6 - j of
    the 61. Of the 4 x 4 x 4 naturals, sets of j >= 2 uniform in a variable: 3 x 4 x C(16,j) - 3 x 16 x C(4,j) (two cards
    uniform in all three would be one card); j = 1: 64; j = 0: 1.
    """
    naturals = [1, 64] + [12 * comb(16, j) - 48 * comb(4, j) for j in range(2, 7)]
    counted = {"same_type": 187_250_932, "any_type": sum(naturals[j] * comb(61, 6 - j) for j in range(7))}
    share, rng, out = counted[mix] / comb(125, 6), random.Random(6), 0
    for _ in range(size):
        row = rng.sample(FULL, 6)
        by, _, most = judged(row, wild_mix=mix)
        assert (by, most) == (plainly_eliminated(row, mix), most_alike(row, mix)), row
        out += bool(by)
    assert abs(out - size * share) < 4 * (size * share * (1 - share)) ** 0.5, "four standard deviations"


def test_covers_are_the_values_of_the_cards_that_would_do_it():
    rng, found = random.Random(8), 0
    for number in range(120):
        values = VALUES["color"][: 1 + number % 4] + ("black",)  # few colors, so that many rows are near
        row = rng.sample([card for card in FULL if card.color in values], 6)
        covers, rest = judged(row)[1], [card for card in FULL if card not in row]
        for index in range(6):
            others = row[:index] + row[index + 1 :]
            for card in rest if not plainly_eliminated(row) else ():
                would = bool(plainly_eliminated([*others, card]))
                assert would is any(getattr(card, v) in covers.get(index, ()) for v in VARIABLES)
            for value in covers.get(index, ()):  # a card that may be laid there is in the deck
                fitting = [card for card in rest if value in (card.color, card.shape, card.number)]
                assert any(COVER(GAME.start(2), card, row[index]).yes for card in fitting)
        found += len(covers)
    assert found > 30


# ---------------------------------------------------------------- the deal


# ---------------------------------------------------------------- teams

SPLITS = [(players, teams) for players in range(2, 13) for teams in range(2, players) if players % teams == 0]


def split(players, teams, rng):
    """Equal teams of any seats (S-15)."""
    seats = rng.sample(range(players), players)
    return [sorted(seats[first::teams]) for first in range(teams)]


def team_games(players, teams, numbers):
    trials = GAME.house_trials()
    for number in numbers:
        rng = random.Random(number)
        sides = split(players, teams, rng)
        named = "/".join("+".join(map(seat_name, side)) for side in sides)
        house = GAME.house(**trials[number % len(trials)], teams=named)
        first = deal_out(GAME, players, house, rng, dealer=number % players)
        state = watch(GAME, first, play_out(GAME, first, rng), rng, every=150)
        assert sum(not set(side).isdisjoint(state.living) for side in sides) == len(state.living[:1])
        assert len(state.winners) == (players // teams if state.living else 0)
        assert set(state.living) <= set(state.winners)
        assert sorted([*state.living, *(seat for group in state.out for seat in group)]) == list(range(players))


@pytest.mark.parametrize("more", [1, pytest.param(8, marks=pytest.mark.slow)])
def test_games_of_teams_end_with_one_team(more):
    """So many house rules for each split, so that the splits together have them all."""
    assert len(SPLITS) == 12 and len(GAME.house_trials()) <= 2 * len(SPLITS)
    for number, (players, teams) in enumerate(SPLITS):
        team_games(players, teams, range(more * number, more * (number + 1)))


def test_teams_are_understood_in_any_order_as_lists_and_as_seats():
    wanted = (("Ann", "Cy"), ("Bo", "Di"))
    for teams in ("Ann+Cy/Bo+Di", "di+bo/cy+ann", "4+2 / 1+3", [["Bo", "Di"], ["Cy", "Ann"]], [[1, 3], [2, 4]]):
        assert GAME.house(teams=teams)["teams"] == wanted
    house = GAME.house(teams="Di+Bo/Cy+Ann")
    assert str(house) == "teams=Ann+Cy/Bo+Di" and GAME.read_house(overrides=[str(house)]) == house
    assert GAME.house(teams="None")["teams"] == "none"


def test_teams_in_a_file(tmp_path):
    file = tmp_path / "night.toml"
    file.write_text('[six-suit]\nteams = [["Ann", "Cy"], ["Bo", "Di"]]\n')
    assert GAME.read_house(file) == GAME.house(teams="Ann+Cy/Bo+Di")


@pytest.mark.parametrize(("teams", "said"), [
    ("Ann+Cy/Bo", "equal in size"), ("Ann/Bo", "at least two players each"), ("Ann+Cy/Cy+Di", "must name every player once"),
    ("Ann+Cy/Bo+Eve", "must name every player once"), ("Ann+Zoe/Bo+Di", "Choose none, or equal teams"), ("Ann+Cy", "ruling S-15"),
    ([["Ann", "Cy"], "Bo"], "ruling S-15"), ([[1, 3], [2, 13]], "ruling S-15"),
])  # fmt: skip
def test_unfair_teams_are_refused(teams, said):
    with pytest.raises(HouseError) as caught:
        GAME.house(teams=teams)
    assert said in str(caught.value)


def test_teams_of_another_number_of_players_are_refused():
    house = GAME.house(teams="Ann+Cy/Bo+Di")
    for act in (lambda: GAME.start(6, house, 0), lambda: GAME.deal_sizes(6, house), lambda: GAME.start(3, house, 0)):
        with pytest.raises(InputError, match="is for 4 players, not"):
            act()


# ---------------------------------------------------------------- treaties


@pytest.mark.parametrize(("house", "said"), [("recorded", "Bo loses the game"), ("off", "costs nothing but trust")])
def test_a_play_on_who_has_a_treaty_says_what_that_may_cost(house, said):
    answer = told(
        "six-suit", f"with treaties={house}; free time is over; Ann Bo have a treaty; Bo lays RH3 on Ann's RC1"
    )
    assert answer.legal and said in answer.text and answer.players == 3 and "S-16" in answer.rulings


def test_a_treaty_is_made_and_found_broken_at_any_moment():
    """S-16: before a card is drawn, while the cards are shuffled, and while a veto is awaited."""
    drawn = table(*SAFE, turn=1, treaties="recorded")
    to_draw = play(drawn, Discard(0, drawn.hands[0][0]))
    to_shuffle = play(replace(drawn, draw=(), garbage=(*drawn.garbage, *drawn.draw)), Discard(0, drawn.hands[0][0]))
    asked = play(drawn, next(event for event in GAME.legal(drawn) if isinstance(event, Lay) and event.owner == 1))
    assert [state.phase for state in (to_draw, to_shuffle, asked)] == ["draw", "shuffle", "veto"]
    for state in (to_draw, to_shuffle, asked):
        bound = play(state, Treaty((0, 1)), Treaty((0, 2)))
        assert bound == replace(state, treaties=((0, 1), (0, 2)))
        words = [event for event in islice(GAME.legal(bound), 20) if isinstance(event, (Treaty, Forfeit))]
        assert words == [Treaty((1, 2)), Treaty((0, 1, 2)), Forfeit(0), Forfeit(1), Forfeit(2)]
        assert {0, 1, 2} == {*GAME.to_act(bound)} or bound.phase == "shuffle"
        for word in words:
            play(bound, word)


# ---------------------------------------------------------------- reasons


@pytest.mark.parametrize(("event", "key", "rules", "said"), [
    ("Bo discards RC1", "wrong_player", "1", "It is Ann's turn, not Bo's."),
    ("Ann discards RC3", "not_in_hand", "1", "Choose YC3 or KBQ."),
    ("Ann lays YC3 on Ann's RH2", "no_match", "1 2", "RC3, YH3, or YC2 would be legal."),
    ("Ann lays KB? on Ann's RH2", "wild_for_natural", "1 2 4", "RBQ, KHQ, or KB2 would be legal."),
    ("Ann lays YC3 on Ann's GC3", "not_on_top", "1 5", "Choose RC1, YC2, GS3, RH2, BT3, or YS4."),
    ("Ann lays YC3 on Bo's GC3", "free_time_own", "2", "yellow circle 3 could cover"),
    ("Ann lays YC3 on Cy's GC3", "no_piles", "5", "Cy is out and has no cards."),
    ("Bo agrees", "no_veto", "2", "house rule"), ("Ann draws", "now_turn", "1", "Ann plays or discards a card."),
    ("Ann Bo make a treaty", "two_sides", "6", "three sides"), ("Ann forfeits", "treaties_off", "6", "only talk"),
])  # fmt: skip
def test_the_first_rule_that_forbids_it(event, key, rules, said):
    reason = refusal(GAME, table(*SAFE, hand="YC3 KB?", turn=1, dead=(2,), free_time_help="own_only"), event)
    assert (reason.key, reason.rules) == (key, tuple(rules.split())) and said in reason.sentence


# ---------------------------------------------------------------- the judge


def said(verdict):
    return " ".join(reason.sentence for reason in verdict.reasons)


def test_keys_of_a_row():
    verdict = judge(cards("RC1 RH2 RT3 RS4 KC2 YH1"))
    assert verdict.facts == {"eliminated": False, "by": [], "covers": 1, "cover 6": ["red", "black"]}
    assert verdict.yes is False
    assert "Place 6, yellow heart 1: red or black there would do it." in said(verdict)
    verdict = judge(cards("KC1 KH2 KT3 KS4 RC2 RH3"))
    assert verdict.facts == {"eliminated": True, "by": ["red"], "covers": 0}
    assert "All six share one color: red, black included." in said(verdict)
    assert "first 2 turns, nobody is out" in said(verdict)
    assert verdict.rules[:3] == ["object", "3", "5"] and "S-1" in verdict.rulings
    assert "round" not in said(judge(cards("KC1 KH2 KT3 KS4 RC2 RH3"), free_rounds=0))


def test_the_cards_named_for_a_cover_are_legal_and_do_it():
    row = cards("RC1 RH2 RT3 RS4 KC2 YH1")
    (reason,) = [reason for reason in judge(row).reasons if reason.key == "one_cover"]
    assert list(map(str, reason.instead)) == ["RH1", "KH1", "RH3"]
    for card in reason.instead:
        assert GAME.ask(f"lay {card} on YH1").yes and judge((*row[:5], card)).yes


# ---------------------------------------------------------------- play


def test_a_broken_table_is_noticed():
    state = table(*SAFE)
    for changes in (
        {"draw": state.draw[1:]}, {"hands": (state.hands[0][:1], *state.hands[1:]), "draw": (*state.draw, state.hands[0][1])},
        {"up": (tuple((card,) for card in BLUE), *state.up[1:])}, {"phase": "over"}, {"phase": "shuffle"}, {"phase": "veto"},
    ):  # fmt: skip
        with pytest.raises(InvariantError):
            GAME.check(replace(state, **changes))
    out = table(SAFE[0], BLUE, SAFE[2], turn=1)
    with pytest.raises(InvariantError, match="Bo has a Six Suit and is not out"):
        GAME.check(replace(out, taken=(2, 2, 2)))


# ---------------------------------------------------------------- an overlooked Six Suit


FULL_ROW = "free time is over; Ann shows RC1 RH2 RT3 RS4 RB1 RC3"


def test_who_shows_a_six_suit_after_free_time_is_out_as_soon_as_it_is_noticed():
    """Nobody has to call it (rule 5, S-24)."""
    answer = told("six-suit", f"3 at the table; {FULL_ROW}; Bo is next; Bo draws")
    assert answer.legal and "OUT    Ann has a Six Suit in red, and is out.  rule 5; ruling S-24" in answer.text
    answer = told("six-suit", f"3 at the table; {FULL_ROW}; Ann has drawn; Ann lays YC1 on Ann's RC1")
    assert answer.legal is False and "Bo draws a card first" in answer.text
    assert "Ann has a Six Suit in red" in answer.text
    assert "Ann in: no" in told("six-suit", f"3 at the table; {FULL_ROW}; look").text


def test_a_six_suit_in_free_time_or_under_a_card_is_none():
    shown = FULL_ROW.removeprefix("free time is over; ")
    assert "OUT" not in told("six-suit", f"3 at the table; turn 2; {shown}; Bo has drawn; Bo discards GC4").text
    covered = f"3 at the table; {FULL_ROW.replace('RC3', 'YC3')}; under YC3 lie RC3; Bo is next; Bo draws"
    assert "OUT" not in told("six-suit", covered).text
