"""Craziness, judge: is that card legal, what does it do, what is a hand worth."""

from __future__ import annotations

from typing import Any

from tt_print.deck import VARIABLES, Card
from tt_print.engine.house import House
from tt_print.engine.reasons import Reason, Verdict
from tt_print.games.craziness.facts import FACES, NAME, TRIPLE_DRAW, because, matching, topper
from tt_print.games.craziness.rules import illegal_lay_reason
from tt_print.games.craziness.score import hand_points

KEYS = ("no_topper", "single_topper", "double_topper", "triple_topper")


def judge_lay(showing: Card, card: Card, declared: tuple[str, ...], house: House) -> Verdict:
    """Legal or not, how many variables match, who draws."""
    against = illegal_lay_reason(showing, card, declared)
    face = FACES[card][declared]
    count = topper(showing, face)
    facts: dict[str, Any] = {
        "legal": against is None,
        "topper": count,
        "showing": str(face if against is None else showing),
        "draw": {"self": int(count == 1), "opponent": TRIPLE_DRAW if count == 3 else 0},
        "declared": list(declared),
        "matches": list(matching(showing, face)),
    }
    reasons = [against] if against is not None else [explain(showing, card, declared)]
    if against is None and card.wilds:
        reasons.append(because("showing", "5", rulings=("Z-7",), cards=(face,), declared=declared))
    if against is None and count == 1:
        key = "last_single_out" if house["out_on_single"] else "last_single"
        reasons.append(because(key, "4c", rulings=("Z-4",)))
    return Verdict(NAME, against is None, facts, tuple(reasons), house)


def explain(showing: Card, card: Card, declared: tuple[str, ...]) -> Reason:
    """Why a legal lay is the topper that it is (rules 3 and 4)."""
    face = FACES[card][declared]
    same = matching(showing, face)
    words = {v: getattr(face, v) + (" (as declared)" if v in card.wilds else "") for v in VARIABLES}
    rules = (*(("3",) if card.wilds else ()), {1: "4c", 2: "4b", 3: "4a"}[len(same)])
    others = tuple(words[v] for v in VARIABLES if v not in same)
    said = {"same": tuple(words[v] for v in same), "other": others}
    return because(KEYS[len(same)], *rules, variables=same, cards=(card, showing), **said)


def judge_hand(hand: tuple[Card, ...], house: House) -> Verdict:
    """What a hand costs its owner when another goes out (rule 7)."""
    wilds = sum(len(card.wilds) for card in hand)
    points = hand_points(hand)
    count = len(hand)
    reason = because("points", "7", rulings=("Z-14",), cards=hand, points=points, count=count, wilds=wilds)
    return Verdict(NAME, None, {"points": points, "cards": count, "wilds": wilds}, (reason,), house)
