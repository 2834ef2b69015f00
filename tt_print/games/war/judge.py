"""The war games, judge: may this pile be slapped, does its top card take control, why (not)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import islice
from typing import Any

from tt_print.deck import DECKS, VARIABLES, AnyCard, Joker
from tt_print.engine.house import House
from tt_print.engine.query import Query, QuestionError, check_distinct, check_in_deck
from tt_print.engine.reasons import Reason, Verdict
from tt_print.engine.rules import make_reason
from tt_print.games.war.pile import (
    NOTHING,
    PRINTED,
    WILDS,
    Numbers,
    Values,
    control,
    match,
    resolve,
    same,
    slap,
    variant_of,
)

FLAGS: dict[str, str] = {}  # the pile is all there is to say
Pile = tuple[AnyCard, ...]
AMOUNTS = ("nothing", "one trait", "two traits", "three traits")  # how many variables cards share
NEAREST = 4  # so many cards are named that would have made a yes


def judge(query: Query, house: House) -> Verdict:
    """The verdict on a pile, its cards named from bottom to top. Raises InputError for what cannot lie there."""
    pile = query.listed_cards
    variant = variant_of(house)
    if not pile:
        raise QuestionError("judge.no_pile")
    check_distinct(pile)
    # both jokers may be asked about, whether or not they are in the deck tonight
    check_in_deck(pile, variant.deck, 2, variant.title)
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
        "defined": variant_of(house).is_defined(house, pile),
        "matches": list(match(values[-1], values[-2])) if len(pile) > 1 else [],
    }
    why = [_why_slap(house, pile, values, name) for name in reasons] or [_why_no_slap(house, pile, values)]
    how = _why_control(house, pile, values, gained) if gained else _why_no_control(house, pile, values)
    return Verdict(house.game, bool(reasons), facts, (*why, how), house)


# ---------------------------------------------------------------- slaps


def _why_slap(house: House, pile: Pile, values: list[Values | None], name: str) -> Reason:
    if name == "joker":
        return _say(house, "slap_joker", ("2c",), ("W-4",), cards=pile[-1:])
    count = next(cards for cards, _, reason in variant_of(house).slaps if reason == name)
    agree = same(values, count)
    rules, rulings = _slap_rules(house, pile[-count:], values[-count:])
    return _say(house, name, rules, rulings, variables=agree, cards=pile[-count:], same=_words(values[-1], agree))


def _why_no_slap(house: House, pile: Pile, values: list[Values | None]) -> Reason:
    variant = variant_of(house)
    if type(pile[-1]) is Joker and variant.joker_slap(house, pile) is not None:
        return _say(house, f"no_joker_{house['joker_slap']}", ("2c",), ("W-4",), cards=pile[-1:])
    if len(pile) == 1:
        return _say(house, "no_slap_1", (variant.slap_rule,))
    most = min(len(pile), variant.slaps[-1][0])  # as many cards as can matter
    rules, rulings = _slap_rules(house, pile[-most:], values[-most:])
    counts: dict[str, Any] = {f"on_{cards}": AMOUNTS[len(same(values, cards))] for cards, _, _ in variant.slaps}
    nearest = _nearest(house, pile, lambda changed: bool(slap(house, changed)))
    if (
        most == variant.slaps[-1][0] == 3
        and (below := match(values[-2], values[-3]))
        and (last := match(values[-1], values[-2]))
    ):
        words = {"below": _words(values[-2], below), "last": _words(values[-1], last)}
        return _say(house, "no_slap_apart", rules, rulings, cards=pile[-most:], instead=nearest, **counts, **words)
    return _say(house, f"no_slap_{most}", rules, rulings, cards=pile[-most:], instead=nearest, **counts)


def _slap_rules(house: House, compared: Pile, values: list[Values | None]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The rule of slaps, and what says how the jokers and wilds among the cards are read."""
    undefined = any(each is None or None in each for each in values)
    return variant_of(house).slap_rules(_any_joker(compared), any(map(_is_wild, compared)), undefined)


# ---------------------------------------------------------------- control


def _why_control(house: House, pile: Pile, values: list[Values | None], gained: int) -> Reason:
    below, top = values[-2], values[-1] or NOTHING
    agree = match(top, below)
    variant = variant_of(house)
    pairs = tuple(f"{_as(pile[-1], top, v)} on {_value(below, v)}" for v in variant.controlling if v in agree)
    undefined = top[2] is None
    rules, rulings = _control_rules(house, pile[-2:])
    rules = variant.gained_rules(rules)
    key = "control_undefined" if undefined else "control"
    rulings = (*rulings, "W-26") if undefined else rulings
    how = {"pairs": pairs, "chances": gained, "number": _value(top, "number")}
    return _say(house, key, rules, rulings, variables=agree, cards=pile[-2:], **how)


def _why_no_control(house: House, pile: Pile, values: list[Values | None]) -> Reason:
    if len(pile) == 1:
        return _say(house, "no_control_1", ("1b", "1c"))
    rules, rulings = _control_rules(house, pile[-2:])
    variant = variant_of(house)
    if type(pile[-1]) is Joker and not variant.joker_controls(house):
        return _say(house, "no_control_joker", rules, ("W-5",), cards=pile[-1:])
    agree = match(values[-1], values[-2])
    key = variant.no_control_key(values[-2], agree)
    nearest = _nearest(house, pile, lambda changed: control(house, changed) is not None)
    return _say(
        house, key, rules, rulings, variables=agree, cards=pile[-2:], instead=nearest, count=AMOUNTS[len(agree)]
    )


def _control_rules(house: House, compared: Pile) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return variant_of(house).control_rules(_any_joker(compared), any(map(_is_wild, compared)))


# ---------------------------------------------------------------- words


def _nearest(house: House, pile: Pile, fits: Callable[[Pile], bool]) -> tuple[AnyCard, ...]:
    """Cards that on top would have made a yes, those nearest to the real one: with the fewest variables changed."""
    for cards in _by_distance(variant_of(house).deck, pile[-1]):
        fitting = (card for card in cards if card not in pile and fits((*pile[:-1], card)))
        if found := tuple(islice(fitting, NEAREST)):
            return found
    return ()


@cache
def _by_distance(deck: str, top: AnyCard) -> tuple[tuple[AnyCard, ...], ...]:
    """The cards of a deck by how many variables differ from those of `top`: none, one, two, three."""
    found: list[list[AnyCard]] = [[], [], [], []]
    for card in DECKS[deck]:
        found[sum(one != other for one, other in zip(PRINTED[card], PRINTED[top], strict=True))].append(card)
    return tuple(map(tuple, found))


def _any_joker(cards: Pile) -> bool:
    return any(type(card) is Joker for card in cards)


def _is_wild(card: AnyCard) -> bool:
    return isinstance(card, Joker) or bool(card.wilds)


def _value(values: Values | None, variable: str) -> str:
    """What a card stands for in one variable; a wild with nothing natural under it is its own symbol."""
    index = VARIABLES.index(variable)
    return (values[index] if values else None) or WILDS[index]


def _as(card: AnyCard, values: Values, variable: str) -> str:
    """`red`, or `black as red`."""
    index = VARIABLES.index(variable)
    printed = PRINTED[card][index]
    return f"{printed}" if values[index] in (printed, None) else f"{printed} as {values[index]}"


def _words(values: Values | None, variables: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(_value(values, v) for v in variables)


def _say(house: House, key: str, rules: Numbers, rulings: Numbers = (), **how: Any) -> Reason:
    return make_reason(house.game, key, *rules, rulings=rulings, **how)
