"""World War 3 and Armageddon, the face-up pile: what its cards stand for, control, and slaps.

A pile is a tuple of cards from bottom to top. What a card stands for is a triple (color, shape, number)
in which None is an undefined wild, or None altogether for a joker that matches nothing.

World War 3: a joker is a copy of the card beneath it (rule 5, W-6); one with nothing beneath is nothing.
Armageddon: a wild takes the value beneath it, and where there is none stays undefined, a value of its
own (rule 2, summary 1, W-25); a joker is a black blob ? (summary 1, W-27). Wilds look down, never up.
"""

from __future__ import annotations

from collections.abc import Sequence

from tt_print.deck import FULL, JOKERS, VARIABLES, WILD, AnyCard, Joker
from tt_print.engine.house import House

Values = tuple[str | None, ...]  # color, shape, number; None where an Armageddon wild is undefined

WILDS = tuple(WILD[v] for v in VARIABLES)
PRINTED: dict[AnyCard, Values] = {card: (card.color, card.shape, card.number) for card in FULL}
PRINTED |= {joker: WILDS for joker in JOKERS}  # only Armageddon looks a joker up (summary 1)
UNDEFINED_CHANCES = 5  # Armageddon rule 2: a ? with no number anywhere beneath (W-26)


def is_ww3(house: House) -> bool:
    """W-1: the two versions of the source are two games, each with its own deck."""
    return house.game == "ww3"


# ---------------------------------------------------------------- what cards stand for


def resolve(house: House, pile: Sequence[AnyCard]) -> list[Values | None]:
    """What each card stands for, bottom to top."""
    return _copy_jokers(house, pile) if is_ww3(house) else _fill_wilds(house, pile)


def _copy_jokers(house: House, pile: Sequence[AnyCard]) -> list[Values | None]:
    """W-6. A joker still on top is a copy in any case, for the house rule that lets it take control (W-5)."""
    covered_copy = house["joker_beneath"] == "copy"
    found: list[Values | None] = []
    below = None
    last = len(pile) - 1
    for place, card in enumerate(pile):
        if type(card) is not Joker:
            below = PRINTED[card]
        elif not covered_copy and place < last:
            below = None
        found.append(below)
    return found


def _fill_wilds(house: House, pile: Sequence[AnyCard]) -> list[Values | None]:
    """Rule 2: each wild variable takes what lies beneath; the lowest wild of a run has nothing to take."""
    found: list[Values | None] = []
    below: Values | None = None
    for card in pile:
        values = PRINTED[card]
        if below is None and type(card) is Joker and not house["joker_defines"]:  # W-27
            found.append(None)
            continue
        if not WILD_FREE[values]:
            under = below or NOTHING
            values = tuple(u if value == wild else value for value, wild, u in zip(values, WILDS, under, strict=True))
        found.append(values)
        below = values
    return found


NOTHING: Values = (None, None, None)
WILD_FREE = {values: not any(map(str.__eq__, values, WILDS)) for values in PRINTED.values()}


def match(top: Values | None, below: Values | None) -> tuple[str, ...]:
    """The variables in which two cards agree. Undefined agrees with undefined only (W-25)."""
    if top is None or below is None:
        return ()
    return tuple(v for v, one, other in zip(VARIABLES, top, below, strict=True) if one == other)


def same(values: Sequence[Values | None], count: int) -> tuple[str, ...]:
    """The variables in which the top `count` cards all agree (W-8: one variable, one value); none with fewer cards."""
    if len(values) < count:
        return ()
    top = values[-1]
    agree = VARIABLES
    for below in values[-count:-1]:
        here = match(top, below)
        agree = tuple(v for v in agree if v in here)
    return agree


def is_defined(house: House, pile: Sequence[AnyCard]) -> bool:
    """Rule 1b: a card that is not a joker defines the pot; in Armageddon any card does (W-27)."""
    if not is_ww3(house) and house["joker_defines"]:
        return bool(pile)
    return any(type(card) is not Joker for card in pile)


# ---------------------------------------------------------------- control


def control(house: House, pile: Sequence[AnyCard]) -> int | None:
    """The chances that the top card leaves the next player if it takes control, None if it does not.

    Only the card directly beneath counts (rule 3b, W-7), and the number is the top card's (W-9).
    """
    if len(pile) < 2:
        return None
    if is_ww3(house) and type(pile[-1]) is Joker and house["joker_control"] == "none":  # W-5
        return None
    below, top = resolve(house, pile)[-2:]
    if not takes_control(house, match(top, below)):
        return None
    return chances(top)


def takes_control(house: House, agree: tuple[str, ...]) -> bool:
    """World War 3: color or shape (rule 2b). Armageddon: any two of the three (rule 2, W-24)."""
    if is_ww3(house):
        return "color" in agree or "shape" in agree
    return len(agree) >= 2


def chances(top: Values) -> int:
    """Rule 3: the number on top; Armageddon's undefined ? gives 5 (W-26)."""
    return UNDEFINED_CHANCES if top[2] is None else int(top[2])


# ---------------------------------------------------------------- slaps

# How many variables must agree on how many cards, with the name of the reason (2c; Armageddon rule 3).
# W-31: no World War 3 slap carries over.
SLAPS = {
    "ww3": ((2, 2, "two_variables"), (3, 1, "one_variable_on_three")),
    "armageddon": ((2, 3, "triple_topper"), (3, 2, "same_double_on_three"), (4, 1, "same_single_on_four")),
}


def slap(house: House, pile: Sequence[AnyCard]) -> tuple[str, ...]:
    """Why the pile may be slapped as it lies; () when a slap is wrong. Only the top cards count (rule 5, W-29)."""
    if not pile:
        return ()
    if is_ww3(house) and type(pile[-1]) is Joker:
        return ("joker",) if joker_can_be_slapped(house, pile) else ()
    values = resolve(house, pile)
    return tuple(name for cards, needed, name in SLAPS[house.game] if len(same(values, cards)) >= needed)


def joker_can_be_slapped(house: House, pile: Sequence[AnyCard]) -> bool:
    """W-4: while a World War 3 joker is on top, this alone decides."""
    match house["joker_slap"]:
        case "always":
            return True
        case "never":
            return False
        case "literal":
            return not is_defined(house, pile[:-1])
        case _:
            return is_defined(house, pile[:-1])


# ---------------------------------------------------------------- the start of a pile


def start_is_complete(house: House, pile: Sequence[AnyCard]) -> bool:
    """Whether the starter has laid all his cards (rules 1a and 1c; W-3, W-27)."""
    if is_ww3(house) and house["starter_rule"] == "two_nonjokers":
        return sum(type(card) is not Joker for card in pile) >= 2
    return is_defined(house, pile[:-1])  # one more card than the one that defined the pot
