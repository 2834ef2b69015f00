"""Six Suit, judge: is that row a Six Suit, what would make it one, and may this card cover that one."""

from __future__ import annotations

from typing import Any

from tt_print.deck import FULL, VARIABLES, WILD, Card
from tt_print.engine.house import House
from tt_print.engine.reasons import Reason, Verdict
from tt_print.games.six_suit.facts import NAME, because
from tt_print.games.six_suit.rows import VARIABLE_OF, closest, eliminated_by, matches, single_covers
from tt_print.games.six_suit.rules import illegal_cover_reason

EXAMPLES = 3  # covers named for each card of the row


# ---------------------------------------------------------------- six cards


def judge_row(row: tuple[Card, ...], house: House) -> Verdict:
    """Out or not, by which values, and what single covers would do it."""
    mix = house["wild_mix"]
    by = eliminated_by(row, mix)
    covers = single_covers(row, mix)
    facts: dict[str, Any] = {
        "eliminated": bool(by),
        "by": list(by),
        "covers": [{"place": index + 1, "values": list(values)} for index, values in covers.items()],
    }
    if by:
        reasons = [_explain_out(row, value, mix) for value in by]
        rounds = house["free_rounds"]
        if rounds:
            reasons.append(because(f"free_{house['free_time_check']}", "2", rulings=("S-4", "S-5"), rounds=rounds))
    else:
        reasons = [_explain_in(row, mix), *(_explain_cover(row, index, values) for index, values in covers.items())]
    return Verdict(NAME, bool(by), facts, tuple(reasons), house)


def _explain_out(row: tuple[Card, ...], value: str, mix: str) -> Reason:
    """Why six cards are one of a kind: naturals alone, wilds helping, or nothing but wilds (rules 3 and 5)."""
    variable = VARIABLE_OF[value]
    natural = sum(getattr(card, variable) == value and variable not in card.wilds for card in row)
    values: dict[str, Any] = {"value": value, "natural": natural, "wilds": len(row) - natural}
    if mix == "any_type" and natural < len(row):
        return because("out_by_any_wild", "3", "5", rulings=("S-1",), variables=(variable,), cards=row, **values)
    if natural == len(row):
        return because("out", "5", rulings=("S-3",), variables=(variable,), cards=row, **values)
    if not natural:
        return because("out_all_wild", "3", "5", rulings=("S-2",), variables=(variable,), cards=row, **values)
    values["wild"] = WILD[variable]
    return because("out_with_wilds", "3", "5", rulings=("S-1",), variables=(variable,), cards=row, **values)


def _explain_in(row: tuple[Card, ...], mix: str) -> Reason:
    most, values = closest(row, mix)
    mixed = mix == "same_type" and len({v for card in row for v in card.wilds}) > 1
    if mixed:
        return because("in_mixed", "3", "5", rulings=("S-1",), cards=row, most=most, values=values)
    return because("in", "5", cards=row, most=most, values=values)


def _explain_cover(row: tuple[Card, ...], index: int, values: tuple[str, ...]) -> Reason:
    """A card whose covering would do it, with the legal cards that are most like the one there."""
    top = row[index]
    wanted = [card for card in FULL if card not in row and any(value in values for value in _values(card))]
    fits = sorted((card for card in wanted if matches(card, top)), key=lambda card: -len(matches(card, top)))
    return because("one_cover", "1", "5", cards=(top,), instead=tuple(fits[:EXAMPLES]), place=index + 1, values=values)


def _values(card: Card) -> tuple[str, ...]:
    return tuple(getattr(card, v) for v in VARIABLES)


# ---------------------------------------------------------------- a cover


def judge_cover(card: Card, top: Card, house: House) -> Verdict:
    """Legal or not, no matter whose card it is, and the variables that match."""
    same = matches(card, top)
    against = illegal_cover_reason(card, top)
    facts = {"legal": against is None, "matches": list(same)}
    reasons = [against or explain_cover(card, top)]
    if against is None and house["free_rounds"]:
        key = f"lay_{house['free_time_help']}"
        reasons.append(because(key, "2", rulings=("S-4", "S-6", "S-7"), rounds=house["free_rounds"]))
    return Verdict(NAME, against is None, facts, tuple(reasons), house)


def explain_cover(card: Card, top: Card) -> Reason:
    """Why a cover is legal: the equal printed values; among wilds, wild on wild (rules 1, 2 and 4)."""
    same = matches(card, top)
    values, cards = tuple(getattr(card, v) for v in same), (card, top)
    if any(v in card.wilds for v in same):
        return because("may_cover", "1", "2", "4", rulings=("S-11",), variables=same, cards=cards, values=values)
    return because("may_cover", "1", "2", variables=same, cards=cards, values=values)
