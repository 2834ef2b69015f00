"""Casino Macedonia, score: what a hand is worth, the end of a game, and what a score sheet's sums may be (rules 1, 6 to 9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from operator import sub

from tt_print.deck import AnyCard, Card, Joker
from tt_print.engine.house import House
from tt_print.engine.standing import Standing, by_points, end_hand, next_left
from tt_print.games.casino.facts import State, box, number_of_hands, set_aside_size
from tt_print.records import dataclass, replace

PLURALITIES = ("cards", "reds", "circles")


@dataclass(frozen=True, slots=True)
class Weights:
    """Points for each category (rule 7): pluralities, each 1, each red circle, the special card, all yellow hearts."""

    cards: int
    reds: int
    circles: int
    one: int
    red_circle: int
    special: int
    hearts: int
    all_hearts: int  # how many yellow hearts there are


FULL_WEIGHTS = Weights(25, 10, 10, 1, 3, 15, 50, 5)
SQUARES_WEIGHTS = Weights(12, 4, 4, 1, 2, 8, 18, 4)  # rule 13
BLUE_SQUARE_4, BLUE_SQUARE_5 = Card("blue", "square", "4"), Card("blue", "square", "?")


@dataclass(frozen=True, slots=True)
class Counts:
    """What one player took, as a score sheet has it. Printed values only: wilds are nothing else (C-28)."""

    cards: int
    reds: int
    circles: int
    ones: int
    red_circles: int
    special: int
    hearts: int

    def __iter__(self) -> Iterator[int]:
        return (getattr(self, name) for name in self.__slots__)


CATEGORIES = tuple(Counts.__slots__)


def weights(house: House) -> Weights:
    return SQUARES_WEIGHTS if house["deck"] == "squares" else FULL_WEIGHTS


def special_card(house: House) -> Card:
    """The blue square 4; where a ? is 5, the blue square ? instead (rules 7 and 11b)."""
    return BLUE_SQUARE_5 if house["question"] == "five" else BLUE_SQUARE_4


def count_cards(cards: Iterable[AnyCard], house: House) -> Counts:
    """Jokers are cards and nothing else (C-19), wilds what is printed on them (C-23, C-28)."""
    pile = tuple(cards)
    plain = [card for card in pile if not isinstance(card, Joker)]
    return Counts(
        cards=len(pile),
        reds=sum(card.color == "red" for card in plain),
        circles=sum(card.shape == "circle" for card in plain),
        ones=sum(card.number == "1" for card in plain),
        red_circles=sum(card.color == "red" and card.shape == "circle" for card in plain),
        special=sum(card == special_card(house) for card in plain),
        hearts=sum(card.color == "yellow" and card.shape == "heart" for card in plain),
    )


def leader(numbers: Sequence[int]) -> int | None:
    """The seat with the most; None for a tie or where nobody has any (rule 7, C-29)."""
    most = max(numbers)
    return numbers.index(most) if most and list(numbers).count(most) == 1 else None


def leaders(counts: Sequence[Counts]) -> dict[str, int | None]:
    """Who wins each plurality, by name; a majority is not needed (rules 6 and 7, C-31)."""
    return {name: leader([getattr(each, name) for each in counts]) for name in PLURALITIES}


def points_by_category(counts: Sequence[Counts], house: House) -> dict[str, tuple[int, ...]]:
    """Points of one hand by category and seat, from the counts of a score sheet (rules 7, 11b, 13)."""
    by, won = weights(house), leaders(counts)
    return {
        **{name: tuple(getattr(by, name) * (won[name] == seat) for seat in range(len(counts))) for name in PLURALITIES},
        "ones": tuple(each.ones * by.one for each in counts),
        "red_circles": tuple(each.red_circles * by.red_circle for each in counts),
        "special": tuple(each.special * by.special for each in counts),
        "hearts": tuple(by.hearts * (each.hearts == by.all_hearts) for each in counts),
    }


def hand_points(counts: Sequence[Counts], house: House) -> tuple[int, ...]:
    """Points of one hand by seat."""
    return tuple(map(sum, zip(*points_by_category(counts, house).values(), strict=True)))


def adds_up(counts: Sequence[Counts], aside: Iterable[AnyCard], house: House) -> bool:
    """Whether counts with the cards aside make the deck, and each player's go together. What nobody took is aside."""
    return total_counts([*counts, count_cards(aside, house)]) == whole_counts(house) and all(
        each.red_circles <= min(each.reds, each.circles) and max(each.reds, each.circles, each.ones) <= each.cards
        for each in counts
    )


def full_total(house: House) -> int:
    """All categories together: 150 (rule 7, C-33), 70 with Squares (C-27)."""
    return sum(hand_points([whole_counts(house)], house))


def score_hand(state: State) -> State:
    """Leftovers to the last taker, then the score; then the next deal, or the end (rules 6 to 8).

    Leftovers are no take; without any take they are nobody's (C-30).
    """
    captured, aside, table = state.captured, state.aside, state.table
    last = state.last_taker
    if last is not None:
        rest = tuple(card for pile in table for card in pile.cards)
        given = last_taker_count(state.house)
        rest, aside = (*rest, *aside[:given]), aside[given:]
        captured = tuple(cards + rest if seat == last else cards for seat, cards in enumerate(captured))
        table = ()
    points = hand_points([count_cards(cards, state.house) for cards in captured], state.house)
    nobody = ((),) * len(table)
    left = {"captured": captured, "aside": aside, "table": table, "owners": nobody, "ruined": nobody}
    return end_hand(replace(state, points=points, passes=0, **left), lambda before, _: after_hand(before, points))


def after_hand(before: Standing, points: Sequence[int]) -> Standing:
    """The game after a hand with these points by seat: totals, next dealer, and the end after the last hand
    (rule 8)."""
    scores = tuple(map(sum, zip(before.scores, points, strict=True)))
    due = tuple(max(0, number - (seat == before.dealer)) for seat, number in enumerate(deals_due(before)))
    after = go_on(replace(before, scores=scores, played=before.played + 1, due=due), rotate=True)
    return after if before.due else replace(after, due=())


def deals_due(standing: Standing) -> tuple[int, ...]:
    """How often each seat is still to deal, where everyone deals equally often (setup, C-32)."""
    if standing.due:
        return standing.due
    players, played = standing.players, standing.played
    each = number_of_hands(players, standing.house) // players
    first = (standing.dealer - played) % players  # the deal has gone round from there
    return tuple(each - played // players - ((seat - first) % players < played % players) for seat in range(players))


def go_on(standing: Standing, rotate: bool = False) -> Standing:
    """On to anyone who is still to deal, or to the end when nobody is: the most points win, and a tie is shared (rule 8, C-32).

    `rotate`: the deal passes on first (G-4).
    """
    able = [seat for seat, number in enumerate(standing.due) if number]
    if not able:
        winners, *_ = by_points(standing.living, standing.scores, highest_first=True)
        return replace(standing, is_over=True, winners=winners)
    if standing.dealer in able and not rotate:
        return standing
    return replace(standing, dealer=next_left(able, standing.players, standing.dealer))


def last_taker_count(house: House) -> int:
    """How many of the cards aside the last taker gets: the one of rule 1; the three of rule 9a are out of play by its own words (C-1)."""
    return int(house["aside_card"] == "last_taker" and house["deck"] == "full" and not house["jokers"])


def hidden_size(players: int, house: House) -> int:
    """How many cards are in nobody's pile at the end of a hand: those set aside, if they stay out of play
    (C-1, C-2)."""
    return set_aside_size(players, house) - last_taker_count(house)


@cache
def whole_counts(house: House) -> Counts:
    """All cards in play."""
    return count_cards(box(house), house)


def total_counts(counts: Iterable[Counts]) -> Counts:
    return Counts(*map(sum, zip(*counts, strict=True)))


def missing_counts(counts: Sequence[Counts], house: House) -> Counts:
    """What is in nobody's pile; negative where there is too much."""
    return Counts(*map(sub, whole_counts(house), total_counts(counts)))


def allowed_sums(players: int, house: House) -> dict[str, tuple[int, int]]:
    """The least and the most of each category together, because unseen cards may be in nobody's pile."""
    hidden = hidden_size(players, house)
    sums = {name: (max(0, there - hidden), there) for name, there in zip(CATEGORIES, whole_counts(house), strict=True)}
    return sums | {"cards": (whole_counts(house).cards - hidden,) * 2}


def can_be_hidden(missing: Counts, house: House) -> bool:
    """Whether there are cards in play that count just so: one missing red and one missing circle can be one card
    only if a red circle is missing."""
    return _find(tuple(missing), _classes(house))


@cache
def _classes(house: House) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Cards that count alike, and how many there are; those that count most first."""
    alike = Counter(tuple(count_cards([card], house)) for card in box(house))
    return tuple(sorted(alike.items(), reverse=True, key=lambda row: (sum(row[0]), row[0])))


def _find(missing: tuple[int, ...], classes: tuple[tuple[tuple[int, ...], int], ...]) -> bool:
    if not any(missing) or not classes or min(missing) < 0:
        return not any(missing)
    (each, there), *rest = classes
    most = min([there, *(number // part for number, part in zip(missing, each, strict=True) if part)])
    return any(
        _find(tuple(number - taken * part for number, part in zip(missing, each, strict=True)), tuple(rest))
        for taken in range(most, -1, -1)
    )


def lost_points(counts: Sequence[Counts], house: House) -> dict[str, int]:
    """Why a hand adds up to less than `full_total`: points by category that nobody gets, from the counts alone."""
    full, got = points_by_category([whole_counts(house)], house), points_by_category(counts, house)
    lost = {name: points - sum(got[name]) for name, (points,) in full.items()}
    if any(each.hearts >= weights(house).all_hearts for each in counts):
        lost["hearts"] = 0
    return {name: points for name, points in lost.items() if points}


@cache
def possible_totals(players: int, house: House) -> frozenset[int]:
    """What a hand's points can add up to (C-33): all categories, less tied pluralities, less hearts that are not in
    one hand, less ones, red circles and the special card in nobody's pile."""
    by, hidden = weights(house), hidden_size(players, house)
    # (how many cards are hidden, points that they take along, whether a yellow heart is among them)
    reached = {(0, 0, False)}
    for card in box(house):
        one = count_cards([card], house)
        worth = one.ones * by.one + one.red_circles * by.red_circle + one.special * by.special
        reached |= {(n + 1, lost + worth, heart or bool(one.hearts)) for n, lost, heart in reached if n < hidden}
    ties = {0}
    for name in PLURALITIES:
        ties |= {lost + getattr(by, name) for lost in ties}
    return frozenset(
        full_total(house) - lost - tied - hearts
        for n, lost, heart in reached
        if n == hidden
        for tied in ties
        for hearts in ((by.hearts,) if heart else (0, by.hearts))
    )
