"""Casino Macedonia, score: what a hand is worth, the end of a game, and what a score sheet's sums may be (rules 1, 6 to 9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache

from tt_print.deck import AnyCard, Card, Joker
from tt_print.engine.house import House
from tt_print.engine.standing import Groups, Standing, by_points, insert_seat, next_left, remove_seat
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

    def __add__(self, other: Counts) -> Counts:
        return Counts(*(getattr(self, name) + getattr(other, name) for name in self.__slots__))


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
    return sum(counts, count_cards(aside, house)) == count_cards(box(house), house) and all(
        each.red_circles <= min(each.reds, each.circles) and max(each.reds, each.circles, each.ones) <= each.cards
        for each in counts
    )


def full_total(house: House) -> int:
    """All categories together: 150 (rule 7, C-33), 70 with Squares (C-27)."""
    by, all_cards = weights(house), count_cards(box(house), house)
    return (
        by.cards
        + by.reds
        + by.circles
        + all_cards.ones * by.one
        + all_cards.red_circles * by.red_circle
        + by.special
        + by.hearts
    )


def end_hand(state: State) -> State:
    """Leftovers to the last taker, then the score; then the next deal, or the end (rules 6 to 8).

    Leftovers are no take; without any take they are nobody's (C-30).
    """
    captured, aside, table = state.captured, state.aside, state.table
    last = state.last_taker
    if last is not None:
        rest = tuple(card for pile in table for card in pile.cards)
        # the one card of rule 1; the three of rule 9a are out of play by its own words (C-1)
        if state.house["aside_card"] == "last_taker" and state.house["deck"] == "full" and not state.house["jokers"]:
            rest, aside = (*rest, *aside[:1]), aside[1:]
        captured = tuple(cards + rest if seat == last else cards for seat, cards in enumerate(captured))
        table = ()
    points = hand_points([count_cards(cards, state.house) for cards in captured], state.house)
    before = Standing(state.house, state.dealer, tuple(range(len(points))), state.scores, played=state.played)
    after = after_hand(before, points)
    return replace(
        state,
        phase="over" if after.is_over else "deal",
        played=after.played,
        scores=after.scores,
        points=points,
        captured=captured,
        aside=aside,
        table=table,
        owners=((),) * len(table),
        ruined=((),) * len(table),
        passes=0,
        dealer=after.dealer,
        winners=after.winners,
    )


def after_hand(before: Standing, points: Sequence[int]) -> Standing:
    """The game after a hand with these points by seat: totals, next dealer, and the end after the last hand
    (rule 8)."""
    scores = tuple(map(sum, zip(before.scores, points, strict=True)))
    played = before.played + 1
    if before.due:
        due = tuple(max(0, n - (seat == before.dealer)) for seat, n in enumerate(before.due))
        return _go_on(replace(before, scores=scores, played=played, due=due), rotate=True)
    over = played >= number_of_hands(before.players, before.house)
    return replace(
        before,
        scores=scores,
        played=played,
        is_over=over,
        winners=winners(scores) if over else (),
        dealer=before.dealer if over else next_left(before.living, before.players, before.dealer),  # G-4: rotate
    )


def deals_due(standing: Standing) -> tuple[int, ...]:
    """How often each seat is still to deal, where everyone deals equally often (setup, C-32)."""
    if standing.due:
        return standing.due
    players, played = standing.players, standing.played
    each = number_of_hands(players, standing.house) // players
    first = (standing.dealer - played) % players  # the deal has gone round from there
    return tuple(each - played // players - ((seat - first) % players < played % players) for seat in range(players))


def join(before: Standing, seat: int, points: int) -> Standing:
    """With a player more, who is still to deal as often as anyone who has most deals before them."""
    due = deals_due(before)
    after = insert_seat(replace(before, due=due, house=before.house.without("hands")), seat, points)
    return replace(after, due=(*due[:seat], max(due), *due[seat:]))


def leave(before: Standing, seat: int) -> Standing:
    """Without a player who went home, and without the hands that they were still to deal."""
    kept = replace(before, due=deals_due(before), house=before.house.without("hands"))
    return _go_on(remove_seat(kept, seat))


def under(before: Standing, house: House) -> Standing:
    """The game from now on under these house rules. Another number of hands counts those that are played; where they
    are played already the game is over."""
    if house["hands"] == before.house["hands"]:
        return replace(before, house=house)
    left = max(0, number_of_hands(before.players, house) - before.played)
    turns = [(before.dealer + turn) % before.players for turn in range(left)]
    due = tuple(map(turns.count, range(before.players)))
    return _go_on(replace(before, house=house, due=due))


def _go_on(standing: Standing, rotate: bool = False) -> Standing:
    """On to anyone who is still to deal, or to the end when nobody is. `rotate`: the deal passes on first."""
    able = [seat for seat, number in enumerate(standing.due) if number]
    if not able:
        return replace(standing, is_over=True, winners=winners(standing.scores))
    if standing.dealer in able and not rotate:
        return standing
    return replace(standing, dealer=next_left(able, standing.players, standing.dealer))


def places(standing: Standing) -> Groups:
    """Most points first; equal points share a place (rule 8, C-32)."""
    return by_points(standing.living, standing.scores, highest_first=True)


def winners(scores: Sequence[int]) -> tuple[int, ...]:
    """The most points; a tie is shared (rule 8, C-32)."""
    best = max(scores)
    return tuple(seat for seat, score in enumerate(scores) if score == best)


CATEGORIES = tuple(Counts.__slots__)


def hidden_size(players: int, house: House) -> int:
    """How many cards are in nobody's pile at the end of a hand: those set aside, if they stay out of play
    (C-1, C-2)."""
    size = set_aside_size(players, house)
    # the one card of rule 1; the three of rule 9a are out of play by its own words (C-1)
    given = house["aside_card"] == "last_taker" and house["deck"] == "full" and not house["jokers"]
    return size - given


@cache
def whole_counts(house: House) -> Counts:
    """All cards in play."""
    return count_cards(box(house), house)


def total_counts(counts: Sequence[Counts]) -> Counts:
    return sum(counts, Counts(*(0,) * len(CATEGORIES)))


def missing_counts(counts: Sequence[Counts], house: House) -> Counts:
    """What is in nobody's pile; negative where there is too much."""
    whole, total = whole_counts(house), total_counts(counts)
    return Counts(*(getattr(whole, name) - getattr(total, name) for name in CATEGORIES))


def allowed_sums(hidden: int, house: House) -> dict[str, tuple[int, int]]:
    """The least and the most of each category together, when `hidden` unseen cards are in nobody's pile."""
    whole = whole_counts(house)
    sums = {name: (max(0, getattr(whole, name) - hidden), getattr(whole, name)) for name in CATEGORIES}
    return sums | {"cards": (whole.cards - hidden,) * 2}


def can_be_hidden(missing: Counts, house: House) -> bool:
    """Whether there are cards in play that count just so: one missing red and one missing circle can be one card
    only if a red circle is missing."""
    return _find(tuple(getattr(missing, name) for name in CATEGORIES), _classes(house))


@cache
def _classes(house: House) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Cards that count alike, and how many there are; those that count most first."""
    alike = Counter(tuple(getattr(count_cards([card], house), name) for name in CATEGORIES) for card in box(house))
    return tuple(sorted(alike.items(), reverse=True, key=lambda row: (sum(row[0]), row[0])))


def _find(missing: tuple[int, ...], classes: tuple[tuple[tuple[int, ...], int], ...]) -> bool:
    if any(number < 0 for number in missing):
        return False
    if not any(missing):
        return True
    if not classes:
        return False
    (each, there), *rest = classes
    most = min([there, *(number // part for number, part in zip(missing, each, strict=True) if part)])
    return any(
        _find(tuple(number - taken * part for number, part in zip(missing, each, strict=True)), tuple(rest))
        for taken in range(most, -1, -1)
    )


def lost_points(counts: Sequence[Counts], house: House) -> dict[str, int]:
    """Why a hand adds up to less than `full_total`: points by category that nobody gets, from the counts alone."""
    by, missing = weights(house), missing_counts(counts, house)
    lost = {name: getattr(by, name) for name, seat in leaders(counts).items() if seat is None}
    lost |= {
        "ones": missing.ones * by.one,
        "red_circles": missing.red_circles * by.red_circle,
        "special": missing.special * by.special,
    }
    if all(each.hearts < by.all_hearts for each in counts):
        lost["hearts"] = by.hearts
    return {name: points for name, points in lost.items() if points}


@cache
def possible_totals(hidden: int, house: House) -> frozenset[int]:
    """What a hand's points can add up to (C-33): all categories, less tied pluralities, less hearts that are not in
    one hand, less ones, red circles and the special card among `hidden` cards."""
    by = weights(house)
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
