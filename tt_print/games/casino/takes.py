"""Casino Macedonia, which cards combine: builds, stacks, and the sets of piles that one taker takes.

Everything here works on faces: (value, colors, shapes, kind). A value is a number, or QUESTION (a ? that
is a rank of its own, C-34), FLOATING (a ? whose number its taker chooses, C-23) or LOOSE (a joker without
a number, which nothing may touch, C-18). Colors and shapes are bits, so "agree" is "at most one bit".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import inf

from tt_print.deck import AnyCard, Joker
from tt_print.games.casino.facts import Rules
from tt_print.games.casino.piles import BITS, BUILD, PRINTED, SINGLE, STACK, Pile, PlayedCard

QUESTION, FLOATING, LOOSE = 0, -1, -2
MILLION = 1_000_000
Face = tuple[int, int, int, int]
Part = tuple[int, int, int, int, int]  # an index, the least and the most that it may count, colors, shapes
Chosen = tuple[tuple[int, ...], ...]


def pile_face(pile: Pile, rules: Rules) -> Face:
    return pile.face or (pile_value(pile, rules), pile.colors, pile.shapes, pile.kind)


def pile_value(pile: Pile, rules: Rules) -> int:
    """A build's sum; a stack's value is that of each of its units (rules 3a, 3b, 10a, 11a)."""
    if pile.loose:
        return LOOSE
    if not pile.marks:
        return pile.total
    if rules.question == "five":
        return pile.total + 5 * pile.marks
    return QUESTION if rules.question == "separate" else FLOATING


def laid_face(laid: PlayedCard, rules: Rules) -> Face:
    """A card from the hand. A wild ? or a joker without its number is LOOSE."""
    return card_face(laid.card, laid.number, rules)


@lru_cache(maxsize=4096)
def card_face(card: AnyCard, number: int | None, rules: Rules) -> Face:
    """The same, of the card and what it was declared to be."""
    colors, shapes = BITS[card]
    if number is not None:
        return (number, colors, shapes, SINGLE)
    if isinstance(card, Joker):
        return (LOOSE, colors, shapes, SINGLE)
    value = PRINTED[card] or {"separate": QUESTION, "wild": LOOSE, "five": 5}[rules.question]
    return (value, colors, shapes, SINGLE)


def agree(colors: int, shapes: int) -> bool:
    """All cards share a color or all share a shape; wilds fit any (rule 3a, C-6, C-37)."""
    return not colors & (colors - 1) or not shapes & (shapes - 1)


def built(card: Face, pile: Face, rules: Rules) -> Face | None:
    """The build of a card on a pile, None when it is none (rule 3a; 3b: not on a stack; 12: not above the top card)."""
    value, colors, shapes = card[0] + pile[0], card[1] | pile[1], card[2] | pile[2]
    if card[0] < 1 or pile[0] < 1 or pile[3] == STACK or value > rules.cap or not agree(colors, shapes):
        return None
    return (value, colors, shapes, BUILD)


def stacked(card: Face, pile: Face, rules: Rules) -> Face | None:
    """The stack of a card, or by house rule of a build, on a pile; None when it is none (rule 3b, C-13, C-14)."""
    colors, shapes = card[1] | pile[1], card[2] | pile[2]
    if card[0] != pile[0] or not QUESTION <= card[0] <= rules.top or not agree(colors, shapes):
        return None
    return (card[0], colors, shapes, STACK)


@lru_cache(maxsize=1 << 16)
def laid_on(card: Face, pile: Face, rules: Rules) -> tuple[Face, ...]:
    """What may come of a card on a pile: a build, a stack, both or nothing; the kind tells them apart."""
    return tuple(face for face in (built(card, pile, rules), stacked(card, pile, rules)) if face is not None)


def taker_face(card: Face, on: Face | None, rules: Rules) -> Face | None:
    """Who takes: the card, or the build that it makes (rule 3c, example 4), which rule 12 forbids."""
    if on is None:
        return card if card[0] >= QUESTION else None
    return None if rules.single_take else built(card, on, rules)


def holds(taker: Face, colors: int, shapes: int, rules: Rules) -> bool:
    """Taker and combination share a color or a shape. Where the house says so, a build of blobs only
    never takes by color (C-9)."""
    colors, shapes = colors | taker[1], shapes | taker[2]
    if not shapes & (shapes - 1):
        return True
    return not colors & (colors - 1) and not (rules.blob_never and taker[3] == BUILD and not taker[2])


def takes_set(taker: Face, faces: Sequence[Face], rules: Rules) -> bool:
    """Whether the taker may take exactly these piles as one: what `combinations` would give, by asking."""
    value = taker[0]
    colors = shapes = minimum = maximum = 0
    for number, c, s, kind in faces:
        floating = number == FLOATING
        if len(faces) == 1:
            return (number == value >= QUESTION or (floating and 1 <= value <= 4)) and holds(taker, c, s, rules)
        if not (floating or number > 0) or not _may_add(kind, rules):
            return False
        if rules.each_matches and not holds(taker, c, s, rules):
            return False
        colors, shapes = colors | c, shapes | s
        minimum, maximum = minimum + (1 if floating else number), maximum + (4 if floating else number)
    return (
        len(faces) > 1 and minimum <= value <= maximum and (rules.each_matches or holds(taker, colors, shapes, rules))
    )


def _may_add(kind: int, rules: Rules) -> bool:
    """Whether a pile of this kind may be part of a sum (C-8)."""
    return kind == SINGLE or (rules.sum_builds if kind == BUILD else rules.sum_stacks)


def combinations(
    taker: Face, faces: Sequence[Face], rules: Rules, must: int | None = None
) -> Iterator[tuple[int, ...]]:
    """Every set of indexes into `faces` that the taker may take as one (rule 3c), each once, in a fixed order.

    One pile of the taker's value, or several that add up to it: numbers only (C-34), no stacks (C-8),
    all in one color or shape with the taker (C-5). With `must`, only sets that hold this place.
    """
    value = taker[0]
    if value < QUESTION:
        return
    floats = 1 <= value <= 4
    for index, face in enumerate(faces) if must is None else ((must, faces[must]),):
        if (face[0] == value or (floats and face[0] == FLOATING)) and holds(taker, face[1], face[2], rules):
            yield (index,)
    if value < 2:
        return
    if len(faces) < 2:
        return
    parts = []
    for index, face in enumerate(faces):
        number = face[0]
        fits = (number == FLOATING or 0 < number < value) and _may_add(face[3], rules)
        if fits and holds(taker, face[1], face[2], rules):
            minimum, maximum = (1, 4) if number == FLOATING else (number, number)
            parts.append((index, minimum, maximum, face[1], face[2]))
    if must is not None:
        first = [part for part in parts if part[0] == must]
        parts = [part for part in parts if part[0] != must]
        if not first:
            return
        _, minimum, maximum, colors, shapes = first[0]
        yield from _sums(taker, parts, 0, (must,), minimum, maximum, colors, shapes, rules)
        return
    yield from _sums(taker, parts, 0, (), 0, 0, 0, 0, rules)


def _sums(
    taker: Face,
    parts: Sequence[Part],
    start: int,
    chosen: tuple[int, ...],
    minimum: int,
    maximum: int,
    colors: int,
    shapes: int,
    rules: Rules,
) -> Iterator[tuple[int, ...]]:
    """Two or more of the parts that add up to the taker's value; a floating ? is 1 to 4."""
    value = taker[0]
    for number in range(start, len(parts)):
        index, lower, upper, more_colors, more_shapes = parts[number]
        if minimum + lower > value:
            continue
        c, s = colors | more_colors, shapes | more_shapes
        if not rules.each_matches and not holds(taker, c, s, rules):
            continue
        picked = (*chosen, index)
        if chosen and minimum + lower <= value <= maximum + upper:
            yield picked
        yield from _sums(taker, parts, number + 1, picked, minimum + lower, maximum + upper, c, s, rules)


# ---------------------------------------------------------------- several combinations in one take


def least_sum(faces: Sequence[Face]) -> float:
    """What two of these at least add up to, of whatever kind and color: a taker below it takes one pile at a time."""
    numbers = sorted([1 if face[0] == FLOATING else face[0] for face in faces if face[0] not in (QUESTION, LOOSE)])
    return numbers[0] + numbers[1] if len(numbers) > 1 else inf


def families(found: Sequence[tuple[int, ...]]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every set of combinations without a pile in common, lazily: there can be hundreds of thousands."""
    masks = [sum(1 << index for index in each) for each in found]

    def grow(start: int, used: int, chosen: Chosen) -> Iterator[Chosen]:
        for number in range(start, len(found)):
            if not masks[number] & used:
                more = (*chosen, found[number])
                yield more
                yield from grow(number + 1, used | masks[number], more)

    return grow(0, 0, ())


def count_families(found: Sequence[tuple[int, ...]], limit: int = MILLION) -> int | None:
    """How many sets `families` gives, without giving them; None above `limit`.

    f(free piles) = f(all but the lowest) + the sum of f(rest) over combinations that begin with the lowest.
    f grows with the set of free piles, so one f above the limit settles it.
    """
    by_lowest: dict[int, list[int]] = {}
    for each in found:
        mask = sum(1 << index for index in each)
        by_lowest.setdefault(mask & -mask, []).append(mask)
    known = {0: 1}

    def count(free: int) -> int | None:
        if free not in known:
            lowest = free & -free
            total = count(free ^ lowest)
            for mask in by_lowest.get(lowest, ()):
                if total is None or total > limit + 1:
                    return None
                if mask & free == mask:
                    rest = count(free ^ mask)
                    total = None if rest is None else total + rest
            if total is None or total > limit + 1:
                return None
            known[free] = total
        return known[free]

    everything = 0
    for masks in by_lowest.values():
        for mask in masks:
            everything |= mask
    total = count(everything)
    return None if total is None else total - 1  # the empty set is no take (C-7)
