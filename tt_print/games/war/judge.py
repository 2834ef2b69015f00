"""World War 3 and Armageddon, judge: may this pile be slapped, does its top card take control, why (not)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import islice
from typing import Any

from tt_print.deck import VARIABLES, AnyCard, Joker
from tt_print.engine.house import House
from tt_print.engine.query import Asked, check_distinct, check_in_deck, split_cards
from tt_print.engine.reasons import Reason, Verdict
from tt_print.errors import InputError
from tt_print.games.war.facts import DECK, TITLE, box
from tt_print.games.war.pile import (
    PRINTED,
    SLAPS,
    WILDS,
    Values,
    control,
    is_defined,
    is_ww3,
    match,
    resolve,
    same,
    slap,
)

FLAGS: dict[str, str] = {}  # the pile is all there is to say
CALLS = {
    "ww3": ("ww3 RC2 YH2 GT2", "ww3 YH3 YC1", "ww3 RC2 J1 YH2", "ww3 RC2"),
    "armageddon": ("armageddon RC1 KC2 RB3", "armageddon RHQ GHQ", "armageddon RC3 YHQ GT3 BSQ", "armageddon KC1 KH2"),
}
NEAREST = 4  # so many cards are named that would have made a yes


def judge(asked: Asked, house: House) -> Verdict:
    """The verdict on a pile, its cards named from bottom to top. Raises InputError for what cannot lie there."""
    pile = tuple(card for word in asked.words for card in split_cards(word))
    title = TITLE[house.game]
    if not pile:
        calls = "\n".join(f"  tt-print judge {call}" for call in CALLS[house.game])
        raise InputError(f"name the cards of the pile from bottom to top. Ask like:\n{calls}")
    check_distinct(pile)
    # both jokers may be asked about, whether or not they are in the deck tonight
    check_in_deck(pile, DECK[house.game], 2, title)
    return judge_pile(house, pile)


def judge_pile(house: House, pile: tuple[AnyCard, ...]) -> Verdict:
    values = resolve(house, pile)
    reasons = slap(house, pile)
    gained = control(house, pile)
    facts: dict[str, Any] = {
        "slap": bool(reasons),
        "slap_reasons": list(reasons),
        "control": gained is not None,
        "chances": gained,
        "resolved": [list(value) if value else [None] * 3 for value in values],
        "defined": is_defined(house, pile),
        "matches": list(match(values[-1], values[-2])) if len(pile) > 1 else [],
    }
    why = [_why_slap(house, pile, values, name) for name in reasons] or [_why_no_slap(house, pile, values)]
    how = _why_control(house, pile, values, gained) if gained else _why_no_control(house, pile, values)
    return Verdict(house.game, bool(reasons), facts, (*why, how), house)


# ---------------------------------------------------------------- slaps


def _why_slap(house: House, pile: tuple, values: list[Values | None], name: str) -> Reason:
    if name == "joker":
        return _say(house, "slap_joker", ("2c",), ("W-4",), cards=pile[-1:])
    count = next(cards for cards, _, reason in SLAPS[house.game] if reason == name)
    agree = same(values, count)
    rules, rulings = _slap_rules(house, pile[-count:])
    return _say(house, name, rules, rulings, variables=agree, cards=pile[-count:], same=_words(values[-1], agree))


def _why_no_slap(house: House, pile: tuple, values: list[Values | None]) -> Reason:
    if is_ww3(house) and type(pile[-1]) is Joker:
        return _say(house, f"no_joker_{house['joker_slap']}", ("2c",), ("W-4",), cards=pile[-1:])
    if len(pile) == 1:
        return _say(house, "no_slap_1", ("2c",) if is_ww3(house) else ("3",))
    most = min(len(pile), SLAPS[house.game][-1][0])  # as many cards as can matter
    rules, rulings = _slap_rules(house, pile[-most:])
    counts = {f"on_{cards}": len(same(values, cards)) for cards, _, _ in SLAPS[house.game]}
    nearest = _nearest(house, pile, lambda changed: bool(slap(house, changed)))
    return _say(house, f"no_slap_{most}", rules, rulings, cards=pile[-most:], instead=nearest, **counts)


def _slap_rules(house: House, compared: tuple) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The rule of slaps, and what says how the jokers and wilds among the cards are read."""
    jokers = any(type(card) is Joker for card in compared)
    if is_ww3(house):
        return ("2c", *(("5",) if jokers else ())), ("W-4", "W-6") if jokers else ()
    wilds = any(_is_wild(card) for card in compared)
    return ("3", *(("summary-1",) if wilds else ())), (*(("W-25",) if wilds else ()), *(("W-27",) if jokers else ()))


# ---------------------------------------------------------------- control


def _why_control(house: House, pile: tuple, values: list[Values | None], gained: int) -> Reason:
    below, top = values[-2:]
    agree = match(top, below)
    pairs = tuple(f"{_as(pile[-1], top, v)} on {_value(below, v)}" for v in VARIABLES if v in agree)
    undefined = top[2] is None
    rules, rulings = _control_rules(house, pile[-2:])
    if is_ww3(house):
        rules = ("2b", "3")
        pairs = tuple(pair for pair, v in zip(pairs, agree, strict=True) if v != "number")
    else:
        rules = (*rules, "both-games")
    key = "control_undefined" if undefined else "control"
    return _say(
        house,
        key,
        rules,
        (*rulings, *(("W-26",) if undefined else ())),
        variables=agree,
        cards=pile[-2:],
        pairs=pairs,
        chances=gained,
        number=_value(top, "number"),
    )


def _why_no_control(house: House, pile: tuple, values: list[Values | None]) -> Reason:
    if len(pile) == 1:
        return _say(house, "no_control_1", ("1b", "1c"))
    rules, rulings = _control_rules(house, pile[-2:])
    ww3 = is_ww3(house)
    if ww3 and type(pile[-1]) is Joker and house["joker_control"] == "none":
        return _say(house, "no_control_joker", rules, ("W-5",), cards=pile[-1:])
    agree = match(values[-1], values[-2])
    if ww3:
        key = "no_control_blank" if values[-2] is None else "no_control_number" if agree else "no_control"
    else:
        key = "no_control"
    nearest = _nearest(house, pile, lambda changed: control(house, changed) is not None)
    return _say(house, key, rules, rulings, variables=agree, cards=pile[-2:], instead=nearest, count=len(agree))


def _control_rules(house: House, compared: tuple) -> tuple[tuple[str, ...], tuple[str, ...]]:
    jokers = any(type(card) is Joker for card in compared)
    if is_ww3(house):
        return ("2a",), ("W-6",) if jokers else ()
    wilds = any(map(_is_wild, compared))
    return ("2", *(("summary-1", "summary-2") if wilds else ())), ("W-27",) if jokers else ()


# ---------------------------------------------------------------- words


def _nearest(house: House, pile: tuple, fits: Callable[[tuple], bool]) -> tuple[AnyCard, ...]:
    """Cards that on top would have made a yes, those nearest to the real one: with the fewest variables changed."""
    for cards in _by_distance(house.game, pile[-1]):
        fitting = (card for card in cards if card not in pile and fits((*pile[:-1], card)))
        if found := tuple(islice(fitting, NEAREST)):
            return found
    return ()


@cache
def _by_distance(game: str, top: AnyCard) -> tuple[tuple[AnyCard, ...], ...]:
    """The game's cards by how many variables differ from those of `top`: none, one, two, three."""
    found: list[list[AnyCard]] = [[], [], [], []]
    for card in box(game, 0):
        found[sum(one != other for one, other in zip(PRINTED[card], PRINTED[top], strict=True))].append(card)
    return tuple(map(tuple, found))


def _is_wild(card: AnyCard) -> bool:
    return type(card) is Joker or bool(card.wilds)


def _value(values: Values | None, variable: str) -> str:
    """What a card stands for in one variable; an undefined wild is its own symbol."""
    place = VARIABLES.index(variable)
    return (values[place] if values else None) or f"undefined {WILDS[place]}"


def _as(card: AnyCard, values: Values, variable: str) -> str:
    """`red`, or `black as red`."""
    place = VARIABLES.index(variable)
    printed = PRINTED[card][place]
    return printed if values[place] in (printed, None) else f"{printed} as {values[place]}"


def _words(values: Values | None, variables: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(_value(values, v) for v in variables)


def _say(
    house: House,
    key: str,
    rules: tuple[str, ...],
    rulings: tuple[str, ...] = (),
    variables: tuple[str, ...] = (),
    cards: tuple = (),
    instead: tuple = (),
    **values: Any,
) -> Reason:
    return Reason(house.game, key, rules, rulings, variables, cards, instead, tuple(values.items()))
