"""Casino Macedonia, which cards combine: builds, stacks, the sets of piles that one taker takes, and plans to take a pile.

Everything here works on faces: (value, colors, shapes, kind). A value is a number, or QUESTION (a ? that
is a rank of its own, C-34), FLOATING (a ? whose number its taker chooses, C-23) or LOOSE (a joker without
a number, which nothing may touch, C-18). Colors and shapes are bits, so "agree" is "at most one bit".

A plan (C-20) is some builds and stacks, then a take that includes the pile. Takes on the way cannot help: they
only remove. Where every combination shares one value (C-5), all cards of a plan that matter share it too,
because each of them ends in the combination with the pile or in its taker; so each value is searched
alone, among the few piles and cards that fit it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache, reduce
from math import inf
from operator import or_

from tt_print.deck import AnyCard, Joker
from tt_print.games.casino import facts
from tt_print.games.casino.facts import BUILD, SINGLE, STACK, Build, Pile, PlayedCard, Rules, Stack, State, Take

QUESTION, FLOATING, LOOSE = 0, -1, -2
MILLION = 1_000_000
Face = tuple[int, int, int, int]
Part = tuple[int, int, int, int, int]  # an index, the least and the most that it may count, colors, shapes
Chosen = tuple[tuple[int, ...], ...]
Options = tuple[Face, ...]  # a card from the hand: one face for each number that it may be
Place = tuple[int, int | None, Face]  # on which pile, carried onto which other one, and the face of what is then there


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


def show_value(value: int) -> int | str | None:
    """A number, `?` for a question mark that is a rank of its own, None for a card without a number."""
    return "?" if value == QUESTION else None if value <= LOOSE else value


@lru_cache(maxsize=4096)
def laid_face(laid: PlayedCard, rules: Rules) -> Face:
    """A card from the hand. A wild ? or a joker without its number is LOOSE."""
    card, (colors, shapes) = laid.card, facts.BITS[laid.card]
    if laid.number is not None:
        return (laid.number, colors, shapes, SINGLE)
    if isinstance(card, Joker):
        return (LOOSE, colors, shapes, SINGLE)
    value = facts.PRINTED[card] or {"separate": QUESTION, "wild": LOOSE, "five": 5}[rules.question]
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
    if value < 2 or len(faces) < 2:
        return
    parts = []
    for index, face in enumerate(faces):
        number = face[0]
        fits = (number == FLOATING or 0 < number < value) and _may_add(face[3], rules)
        if fits and holds(taker, face[1], face[2], rules):
            minimum, maximum = (1, 4) if number == FLOATING else (number, number)
            parts.append((index, minimum, maximum, face[1], face[2]))
    chosen: tuple[int, ...] = ()
    sums = (0, 0, 0, 0)
    if must is not None:
        found = next((part for part in parts if part[0] == must), None)
        if found is None:
            return
        parts.remove(found)
        chosen, sums = (must,), found[1:]
    yield from _sums(taker, parts, 0, chosen, sums, rules)


def _sums(
    taker: Face, parts: Sequence[Part], start: int, chosen: tuple[int, ...], sums: Face, rules: Rules
) -> Iterator[tuple[int, ...]]:
    """Two or more of the parts, from `start`, that add up to the taker's value with those chosen, of which `sums` are the least and
    the most, the colors, and the shapes; a floating ? is 1 to 4."""
    for number in range(start, len(parts)):
        index, least, most, colors, shapes = parts[number]
        least, most, colors, shapes = sums[0] + least, sums[1] + most, sums[2] | colors, sums[3] | shapes
        if least > taker[0] or not (rules.each_matches or holds(taker, colors, shapes, rules)):
            continue
        picked = (*chosen, index)
        if chosen and taker[0] <= most:
            yield picked
        yield from _sums(taker, parts, number + 1, picked, (least, most, colors, shapes), rules)


def takes_with(
    card: Face, on: int | None, faces: Sequence[Face], rules: Rules, must: int | None = None
) -> Iterator[tuple[int, ...]]:
    """The same for a card that is first built on the pile at `on`, which is then in no set; None for a card alone."""
    taker = taker_face(card, None if on is None else faces[on], rules)
    if taker is not None:
        rest = [index for index in range(len(faces)) if index != on]
        others, kept = [faces[index] for index in rest], None if must is None else rest.index(must)
        for found in combinations(taker, others, rules, kept):
            yield tuple([rest[index] for index in found])


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
    masks = [sum(1 << index for index in each) for each in found]

    @cache
    def count(free: int) -> int:
        if not free:
            return 1
        lowest = free & -free
        total = count(free ^ lowest)
        total += sum(count(free ^ mask) for mask in masks if mask & -mask == lowest and mask & free == mask)
        if total > limit + 1:  # the empty set is no take (C-7)
            raise OverflowError
        return total

    try:
        return count(reduce(or_, masks, 0)) - 1
    except OverflowError:
        return None


def disjoint(
    sets: Iterable[tuple[int, ...]], is_wanted: Callable[[], bool] = lambda: True
) -> tuple[list[tuple[int, ...]], set[int]]:
    """The first set, and those behind it without a pile in common with one before that are wanted; and all that is in them."""
    chosen, used = list[tuple[int, ...]](), set[int]()
    for each in sets:
        if used.isdisjoint(each) and (not chosen or is_wanted()):
            chosen.append(each)
            used.update(each)
    return chosen, used


# ---------------------------------------------------------------- builds and stacks on a table (rules 3a, 3b)


def table_faces(table: tuple[Pile, ...], rules: Rules) -> tuple[Face, ...]:
    return tuple([pile.face or pile_face(pile, rules) for pile in table])


def places(card: Face, faces: Sequence[Face], rules: Rules) -> list[Place]:
    """Where a card can be built or stacked by what it is, plan or not, pile by pile."""
    found: list[Place] = []
    for index, pile in enumerate(faces):
        build, stack = built(card, pile, rules), stacked(card, pile, rules)
        found += [(index, None, face) for face in (build, stack) if face is not None]
        if rules.carry and build is not None:
            for onto, under in enumerate(faces):
                if onto != index and (carried := stacked(build, under, rules)) is not None:
                    found.append((index, onto, carried))
    return found


def faces_after(faces: Sequence[Face], place: Place) -> tuple[list[Face], int]:
    """The faces with a card on this place, and where that then is."""
    index, onto, face = place
    after = list(faces)
    after[index if onto is None else onto] = face
    if onto is None:
        return after, index
    del after[index]  # C-14
    return after, onto - (index < onto)


def taking(
    seat: int, laid: PlayedCard, table: tuple[Pile, ...], on: int | None, sets: Iterable[tuple[int, ...]]
) -> Take:
    """A take of these sets of places on a table, with a card that is first built on the pile at `on`."""
    return Take(seat, laid, tuple(tuple(table[i] for i in each) for each in sets), None if on is None else table[on])


def laying(seat: int, laid: PlayedCard, table: tuple[Pile, ...], place: Place) -> Build | Stack:
    """A card laid on this place of a table."""
    index, onto, face = place
    if face[3] == BUILD:
        return Build(seat, laid, table[index])
    return Stack(seat, laid, table[index], None if onto is None else table[onto])


def table_after(table: tuple[Pile, ...], event: Build | Stack) -> tuple[tuple[Pile, ...], int]:
    """The table with a card built or stacked, and where it now lies."""
    index, built_on = table.index(event.pile), facts.with_build(event.pile, event.card)
    if event.onto is not None:  # C-14
        under, carried = table.index(event.onto), Pile((*event.onto.units, *built_on.units))
        after = tuple(carried if number == under else pile for number, pile in enumerate(table) if number != index)
        return after, under - (index < under)
    new = built_on if type(event) is Build else Pile((*event.pile.units, (event.card,)))
    return (*table[:index], new, *table[index + 1 :]), index


def without(hand: tuple[AnyCard, ...], card: AnyCard) -> tuple[AnyCard, ...]:
    index = hand.index(card)
    return hand[:index] + hand[index + 1 :]


def swept(state: State) -> tuple[int, ...]:
    """Places that a joker takes: all but spare jokers, which do not count as something to take (10c, 10d, C-24)."""
    if state.house["spare_joker"] == "swept":
        return tuple(range(len(state.table)))
    return tuple(index for index, pile in enumerate(state.table) if pile.cards[0] not in state.spare)


# ---------------------------------------------------------------- plans (rule 3, C-20)


@lru_cache(maxsize=4096)
def hand_options(cards: tuple[AnyCard, ...], rules: Rules) -> tuple[Options, ...]:
    """For each card, in the order of their faces, which hands with the same cards share."""
    return tuple(sorted(tuple(laid_face(laid, rules) for laid in facts.played_as(card, rules)) for card in cards))


def has_plan(faces: Sequence[Face], index: int, hand: Sequence[AnyCard], rules: Rules) -> bool:
    """Can `hand` take the pile at `index` of `faces`, if nobody else plays? (`plan_check`, C-20.)

    Under `trust` nothing is checked. A joker that sweeps takes every pile (10c).
    """
    return rules.plan == "trust" or shown_plan(faces, index, hand, rules)


def shown_plan(faces: Sequence[Face], index: int, hand: Sequence[AnyCard], rules: Rules) -> bool:
    """As `has_plan`, but a trusted player has to show it too: so it is when a plan is ruined (C-21)."""
    if not hand:
        return False
    if rules.sweeps and any(isinstance(card, Joker) for card in hand):
        return True
    others = [face for number, face in enumerate(faces) if number != index and face[0] >= FLOATING]
    if len(others) > 1:
        others.sort()
    return _find(faces[index], tuple(others), hand_options(tuple(hand), rules), rules)


def planned_layings(
    seat: int, laid: PlayedCard, table: tuple[Pile, ...], left: tuple[AnyCard, ...], rules: Rules
) -> Iterator[Build | Stack]:
    """Every build and stack of a card that the cards `left` in its player's hand can take, pile by pile."""
    faces = table_faces(table, rules)
    for place in places(laid_face(laid, rules), faces, rules):
        if has_plan(*faces_after(faces, place), left, rules):
            yield laying(seat, laid, table, place)


def takes_now(faces: Sequence[Face], index: int, card: Face, rules: Rules) -> bool:
    """Whether one more card takes the pile at once: alone, built on it, or built on another (3c, example 4)."""
    if any(combinations(card, faces, rules, index)):
        return True
    for on in () if rules.single_take else range(len(faces)):
        if any(takes_with(card, on, faces, rules, None if on == index else index)):
            return True
    return False


@lru_cache(maxsize=1 << 15)
def _find(pile: Face, others: tuple[Face, ...], hand: tuple[Options, ...], rules: Rules) -> bool:
    depth = 1 if rules.plan == "one_step" else len(hand)
    if rules.each_matches:
        return _search(pile, others, hand, rules, depth)
    return any(
        _search(
            pile,
            tuple(face for face in others if not face[variable] & ~bit),
            tuple(card for card in hand if not card[0][variable] & ~bit),
            rules,
            depth,
        )
        for variable in (1, 2)
        for bit in (1, 2, 4, 8)
        if not pile[variable] & ~bit
    )


@lru_cache(maxsize=1 << 16)
def _search(pile: Face, others: tuple[Face, ...], hand: tuple[Options, ...], rules: Rules, depth: int) -> bool:
    """A take now, or after one more card is laid."""
    table = (pile, *others)
    if any(takes_now(table, 0, face, rules) for card in dict.fromkeys(hand) for face in card):
        return True
    if depth < 2 or len(hand) < 2:
        return False
    for number, card in enumerate(hand):
        if card in hand[:number]:
            continue
        rest = hand[:number] + hand[number + 1 :]
        for face in card:
            for place in places(face, table, rules):
                after, laid = faces_after(table, place)
                target = after.pop(laid if 0 in place[:2] else 0)
                if _search(target, tuple(sorted(after)), rest, rules, depth - 1):
                    return True
    return False
