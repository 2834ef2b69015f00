"""From marks to cards: a card shows up to four corners and its middle, a deck holds each card once, and what is not sure is asked."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from tt_print.play.scan.marks import CODES, MIDDLE, Mark

SURE = 0.95  # least probability of a card that is named without a question
REPORTED = 0.9  # a mark that is less probably ours is not worth a question
OF_TWO = 0.75  # of a mark that is worth a question, at least so much falls to two cards
# how much less probable a card is that surely lies elsewhere, and how often that is looked at again
ELSEWHERE, ROUNDS = 0.1, 2
FAINT = 0.001  # odds that are not worth lowering
MANY = 40  # so many middles are seen only where cards lie open, as a card over another hides its middle
OFTEN = 20  # a card is seen in two places if the second is at most so many times as often wrong as the first
PARALLEL = (
    0.7  # least product of their directions, either way round: 45 degrees, as directions of small corners are rough
)
HINT = 0.02  # the least probability of a card for a mark that a sure card next to it explains
# from one corner of a card to the next, in heights of a corner, for all sizes of cards; and how far off the line it may be
BESIDE, BELOW, ALIGNED = (1.7, 3.1), (1.9, 4.7), 0.35

Polygon = list[tuple[float, float]]


class FoundCard(NamedTuple):
    """A card in a photo. `polygon` goes around the marks that were read; `photo` counts from 0."""

    code: str
    sure: float
    polygon: Polygon
    photo: int


class UnsureCard(NamedTuple):
    """A mark of ours that is one of two cards, or another."""

    codes: tuple[str, str]
    sure: tuple[float, float]
    polygon: Polygon
    photo: int


class Reading(NamedTuple):
    cards: list[FoundCard]
    unsure: list[UnsureCard]
    twice: list[tuple[str, int]]  # cards that seem to lie in two places, with the photo


def read_cards(photos: Sequence[Sequence[Mark]]) -> Reading:
    """The cards of several photos of one thing, each card once, in the order of the deck."""
    readings = [_cards_of(marks, photo) for photo, marks in enumerate(photos)]
    best: dict[str, FoundCard] = {}
    for card in (card for reading in readings for card in reading.cards):
        if card.code not in best or card.sure > best[card.code].sure:
            best[card.code] = card
    unsure = [
        one for reading in readings for one in reading.unsure if one.codes[0] not in best or one.codes[1] not in best
    ]
    if len(photos) > 1:  # what one photo does not show well, another may
        unsure = [one for one in unsure if one.codes[0] not in best]
    cards = sorted(best.values(), key=lambda card: _place(card.code))
    return Reading(cards, unsure, [two for reading in readings for two in reading.twice])


def _place(code: str) -> int:
    return CODES.index(code) if code in CODES else len(CODES)


def _cards_of(marks: Sequence[Mark], photo: int) -> Reading:
    are_open = sum(mark.kind is MIDDLE for mark in marks) >= MANY
    cards, doubtful, twice = _sure_cards(_by_card(marks), photo, are_open)
    for _ in range(ROUNDS):
        known = {CODES.index(code): group for code, group in cards if code in CODES}
        marks = sorted((_each_once(mark, known) for mark in marks), key=lambda mark: -mark.sure)
        cards, doubtful, twice = _sure_cards(_by_card(marks), photo, are_open)
    unsure = []
    for mark in doubtful:
        if (
            mark.real >= REPORTED
            and sum(sorted(mark.odds)[-2:]) >= OF_TWO
            and not any(_explains(code, group, mark) for code, group in cards)
        ):
            unsure.append(mark)
    found = [FoundCard(code, round(_together(group, are_open), 3), _around(group), photo) for code, group in cards]
    return Reading(found, [_doubt(mark, photo) for mark in _without_neighbors(unsure)], twice)


def _by_card(marks: Sequence[Mark]) -> dict[str, list[list[Mark]]]:
    """Marks of each code, together where they can belong to one card."""
    groups: dict[str, list[list[Mark]]] = {}
    for mark in marks:
        for group in groups.setdefault(mark.code, []):
            if all(_may_be_one(mark, other) for other in group):
                group.append(mark)
                break
        else:
            groups[mark.code].append([mark])
    return groups


def _each_once(mark: Mark, known: Mapping[int, Sequence[Mark]]) -> Mark:
    """The mark with lower odds for cards that surely lie elsewhere, by their place in `CODES`; other cards gain what these lose."""
    odds = list(mark.odds)
    for place, group in known.items():
        if odds[place] > FAINT and not any(_may_be_one(mark, other) for other in group):
            odds[place] *= ELSEWHERE
    gain = mark.real / sum(odds)
    return mark._replace(odds=[each * gain for each in odds])


def _sure_cards(
    groups: dict[str, list[list[Mark]]], photo: int, are_open: bool
) -> tuple[list[tuple[str, list[Mark]]], list[Mark], list[tuple[str, int]]]:
    """Cards with their marks; marks that name no card surely; and cards that are surely seen in two places."""
    together = partial(_together, are_open=are_open)
    cards: list[tuple[str, list[Mark]]] = []
    doubtful: list[Mark] = []
    twice: list[tuple[str, int]] = []
    for code, places in groups.items():
        places = sorted(places, key=together, reverse=True)
        sure = [group for group in places if together(group) >= SURE]
        if code == "J":
            cards += [(f"J{number}", group) for number, group in enumerate(sure[:2], 1)]
            rest = places[len(sure[:2]) :]
        elif len(sure) > 1 and 1 - together(sure[1]) < OFTEN * (1 - together(sure[0])):
            twice.append((code, photo))
            rest = places
        else:
            cards += [(code, group) for group in sure[:1]]
            rest = places[len(sure[:1]) :]
        doubtful += [mark for group in rest for mark in group]
    return cards, doubtful, twice


def _together(group: Sequence[Mark], are_open: bool) -> float:
    """How probable a card is that a mark names, and others where marks of the same card are, if each of them may be wrong.

    `are_open`: no card of the photo lies over another.
    """
    first = group[0]
    marks = [one for one in group if one is first or MIDDLE in (one.kind, first.kind) or _are_opposite(one, first)]
    return 1 - math.prod(min(1.0, mark.kind.trust[are_open] * (1 - min(mark.sure, 0.9999))) for mark in marks)


def _may_be_one(one: Mark, other: Mark) -> bool:
    """Two marks can belong to one card: near enough, and parallel."""
    along = abs(one.up[0] * other.up[0] + one.up[1] * other.up[1])
    return _apart_px(one, other) < max(one.reach_px, other.reach_px) and along > PARALLEL


def _apart_px(one: Mark, other: Mark) -> float:
    return math.dist(one.center, other.center)


def _explains(code: str, group: Sequence[Mark], mark: Mark) -> bool:
    """A mark that is hard to read may be one more of a card that is known already."""
    name = "J" if code.startswith("J") else code
    if mark.odds[CODES.index(name)] > HINT and any(_may_be_one(mark, other) for other in group):
        return True
    if any(MIDDLE in (mark.kind, other.kind) and _apart_px(mark, other) < mark.reach_px for other in group):
        return True  # whatever is read there, a known card covers it
    return _is_inside(mark.center, _around(group)) or any(_are_opposite(mark, other) for other in group)


def _are_opposite(one: Mark, other: Mark) -> bool:
    """Two corners are where those of one card are: beside each other and parallel, or across and turned by half a turn."""
    x, y = ((a - b) / other.size_px for a, b in zip(one.center, other.center, strict=True))
    across = abs(x * other.up[1] - y * other.up[0])
    along = abs(x * other.up[0] + y * other.up[1])
    beside = BESIDE[0] < across < BESIDE[1]
    if one.up[0] * other.up[0] + one.up[1] * other.up[1] > 0:
        return beside and along < ALIGNED
    return BELOW[0] < along < BELOW[1] and (beside or across < ALIGNED)


def _without_neighbors(marks: Sequence[Mark]) -> list[Mark]:
    """One question a card: of doubtful marks of one card only the surest is asked about."""
    kept: list[Mark] = []
    for mark in sorted(marks, key=lambda mark: -mark.sure):
        if not any(_may_be_one(mark, other) and mark.code == other.code for other in kept):
            kept.append(mark)
    return kept


def _doubt(mark: Mark, photo: int) -> UnsureCard:
    first, second = sorted(range(len(CODES)), key=lambda i: -mark.odds[i])[:2]
    odds = (round(mark.odds[first], 3), round(mark.odds[second], 3))
    return UnsureCard((_code_of(first), _code_of(second)), odds, _round(mark.box()), photo)


def _code_of(place: int) -> str:
    return "J1" if CODES[place] == "J" else CODES[place]


def _around(group: Sequence[Mark]) -> Polygon:
    """The convex outline of the marks of a card that were read."""
    points = sorted({point for mark in group for point in _round(mark.box())})
    lower, upper = _half_outline(points), _half_outline(points[::-1])
    return lower[:-1] + upper[:-1]


def _half_outline(points: Sequence[tuple[float, float]]) -> Polygon:
    """Andrew's monotone chain, one side."""
    chain: Polygon = []
    for point in points:
        while len(chain) > 1 and _turns_back(chain[-2], chain[-1], point):
            chain.pop()
        chain.append(point)
    return chain


def _turns_back(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) <= 0


def _is_inside(point: tuple[float, float], polygon: Polygon) -> bool:
    """Whether a point is in a convex polygon that goes around as `_around` does."""
    return all(not _turns_back(a, b, point) for a, b in zip(polygon, [*polygon[1:], polygon[0]], strict=True))


def _round(points: Iterable[tuple[float, float]]) -> Polygon:
    return [(round(x, 1), round(y, 1)) for x, y in points]
