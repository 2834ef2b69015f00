"""Craziness, judge: is that card legal, what does it do, what is a hand worth."""

from __future__ import annotations

from typing import Any

from tt_print.deck import VALUES, VARIABLES, Card
from tt_print.engine.house import House
from tt_print.engine.notation import plain_card
from tt_print.engine.query import ListMeaning, Query, QuestionError, check_distinct, check_in_deck, parse_values
from tt_print.engine.reasons import IllegalMove, Reason, Verdict
from tt_print.errors import join_words
from tt_print.games.craziness.facts import FACES, NAME, TRIPLE_DRAW, because, best_declaration, matching, topper
from tt_print.games.craziness.rules import illegal_declaration_reason, illegal_lay_reason
from tt_print.games.craziness.score import hand_points
from tt_print.problems import Problem

FLAGS = {
    "on": "the card in the center",
    "as": ListMeaning("what its wilds were declared to be"),
    "play": "the card to lay on it",
    "declare": ListMeaning("what its wilds are declared to be"),
    "hand": ListMeaning("cards left in a hand, to be scored"),
}
KEYS = ("no_topper", "single_topper", "double_topper", "triple_topper")


def judge(query: Query, house: House) -> Verdict:
    """The verdict on a lay or on a hand's points. Raises InputError for what cannot be asked."""
    if query.words:
        raise QuestionError("judge.not_expected", word=query.words[0])
    if "hand" in query:
        if len(query.flags) > 1:
            raise QuestionError("craziness.hand_alone", "hand")
        hand = query.cards("hand")
        check_distinct(hand)
        check_in_deck(hand, "full", 0, "Craziness")
        return judge_hand(tuple(map(plain_card, hand)), house)
    center = query.card("on", "craziness.no_center")
    card = query.card("play")
    check_in_deck((center, card), "full", 0, "Craziness")
    check_distinct((center, card))
    card = plain_card(card)
    try:
        showing = declared_face(plain_card(center), query.one("as"))
        if "declare" in query or not card.wilds:
            return judge_lay(showing, card, declared_values(card, query.one("declare") or "", "declare"), house)
    except IllegalMove as refused:
        return _refused(refused.reason, house)
    return judge_lay(showing, card, best_declaration(showing, card), house, chosen=False)


def declared_values(card: Card, text: str, flag: str) -> tuple[str, ...]:
    """The values of a declaration in the order of the variables. Raises IllegalMove for an impossible one."""
    values = parse_values(text) if text.strip() else {}
    declared = tuple(values[v] for v in VARIABLES if v in values)
    against = illegal_declaration_reason(card, declared)
    if against is not None:
        if against.key == "undeclared" and flag == "as":
            first = against.variables[0]
            example = " ".join(VALUES[v][0] for v in against.variables)
            variables = join_words(against.variables, "and")
            values_ = {"card": card.name, "variables": variables, "first": first, "values": [*VALUES[first][:4]]}
            raise Problem(
                "craziness.undeclared", "as", example=f'"{example}"' if " " in example else example, **values_
            )
        raise IllegalMove(against)
    return declared


def declared_face(center: Card, text: str | None) -> Card:
    """The natural card that the center shows (rule 5)."""
    return FACES[center][declared_values(center, text or "", "as")]


def _refused(reason: Reason, house: House) -> Verdict:
    """The verdict on a declaration that is not legal: the card does not come down, whatever it would match."""
    facts: dict[str, Any] = {"legal": False, "topper": None, "showing": None}
    facts |= {"draw": {"self": 0, "opponent": 0}, "declared": [], "matches": []}
    return Verdict(NAME, False, facts, (reason,), house)


def judge_lay(showing: Card, card: Card, declared: tuple[str, ...], house: House, chosen: bool = True) -> Verdict:
    """Legal or not, how many variables match, who draws. `chosen` is False where the best declaration was filled in."""
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
        key, rule = ("showing", "5") if chosen else ("best", "3")
        reasons.append(because(key, rule, rulings=("Z-7",), cards=(face,), declared=declared))
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
