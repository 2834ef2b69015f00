"""Push It Real Good, judge: where the pointers may go, what may be claimed, is a claim true, which decks fit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tt_print.deck import DECKS, VARIABLES, Card
from tt_print.engine.house import House
from tt_print.engine.notation import intern_card, plain_card
from tt_print.engine.query import ListMeaning, Query, QuestionError, check_distinct, check_in_deck, parse_values
from tt_print.engine.reasons import Reason, Verdict
from tt_print.engine.table_facts import TITLES
from tt_print.errors import InputError, choose, join_words
from tt_print.games.push_it.facts import MANY, NAME, PLAYERS, because
from tt_print.games.push_it.pointers import (
    COPIES,
    PAIRS,
    START,
    VARIABLE,
    Claim,
    claim_true,
    claims_at,
    fits,
    max_cards,
    moved,
    plural,
    read_values,
    steps,
)
from tt_print.games.push_it.rules import count_lie, deal_sizes, deck_for, illegal_claim_reason, printed_decks
from tt_print.problems import Problem
from tt_print.typed_words import read_whole

FLAGS = {
    "deck": "the deck in play: " + join_words(COPIES),
    "pointers": "what is pointed at, as a card: RC3",
    "claim": ListMeaning('the two values that were claimed: "green heart"'),
    "count": "how many cards were claimed",
    "players": "how many play: which decks fit",
}
TITLE = "Push It Real Good"


def judge(query: Query, house: House) -> Verdict:
    """The verdict on pointers, on a challenged claim, or on a number of players. Raises InputError."""
    players = _number(query.one("players"), "players") if "players" in query else None
    if players is not None and len(query.flags) == 1 and not query.words:
        return judge_players(players, house)
    if players is not None and "deck" in query:
        raise Problem("push-it.two_decks", "players", other="deck")
    if players is not None and players < PLAYERS[0]:
        raise InputError(f"{TITLE} is for {PLAYERS[0]} or more players, not {players}.")
    deck = deck_named(query, house) if players is None else deck_for(players, house)
    known = players is not None or "deck" in query or house["deck"] != "auto"
    pointers = pointers_named(query, deck)
    if "claim" in query:
        claim = _claim_named(query, deck, house)
        verdict = judge_claim(claim, _cards_named(query, deck), deck, house, pointers)
        return replace(verdict, facts={**verdict.facts, "deck": deck if known else None})
    if query.words or "count" in query:
        code = "word" if query.words else "count"
        raise QuestionError(f"push-it.{code}_without_claim", "claim", other="count", word=[*query.words, ""][0])
    if pointers is None:
        raise QuestionError("push-it.nothing")
    return judge_pointers(deck, pointers, house) if known else judge_all_decks(pointers, house)


def _number(text: str | None, flag: str) -> int:
    number = None if text is None else read_whole(text)
    if number is None:
        raise Problem("judge.no_number", flag, value=text)
    return number


def deck_named(query: Query, house: House) -> str:
    """The deck of the question, else of the house; with neither, the full one, which holds all the others."""
    named = query.one("deck")
    if named is None:
        return "full" if house["deck"] == "auto" else house["deck"]
    return choose("deck", "west" if named.lower() == "w" else named, COPIES)


def pointers_named(query: Query, deck: str) -> tuple[str, ...] | None:
    text = query.one("pointers")
    if text is None:
        return None
    card = intern_card(text)
    check_in_deck((card,), COPIES[deck][0], 0, TITLE)
    return tuple(getattr(card, v) for v in VARIABLES)


def _claim_named(query: Query, deck: str, house: House) -> Claim:
    text = query.need("claim")
    try:
        values = read_values(text.replace(",", " "))
    except KeyError:
        values = tuple(parse_values(text).values())  # names the word that is none
    if [VARIABLE[value] for value in values] not in [[v for v in VARIABLES if v in pair] for pair in PAIRS]:
        raise InputError(
            f"{text!r} names {join_words(values, 'and')}; a claim names two values of different kinds, "
            'such as "green heart", "heart 3" or "green 3" (rule 3; ruling P-23).'
        )
    check_in_deck((_card_with(values),), COPIES[deck][0], 0, TITLE)
    count = _number(query.need("count", "push-it.no_count", cards=plural(values)), "count")
    max_count = max_cards(deck, house)
    if not 1 <= count <= max_count:
        raise InputError(
            f"{count} cards cannot be claimed: with this deck a laydown is 1 to {max_count} (rule 3; ruling P-6)."
        )
    return Claim(values, count)


def _card_with(values: tuple[str, ...]) -> Card:
    """Any card with these values, to ask whether the deck in play has them."""
    return Card(*moved(moved(START, values[0]), values[1]))


def _cards_named(query: Query, deck: str) -> tuple[Card, ...]:
    cards = query.listed_cards
    if not cards:
        raise QuestionError("push-it.no_cards")
    name, copies = COPIES[deck]
    check_in_deck(cards, name, 0, TITLE)
    check_distinct(cards, copies)
    return tuple(map(plain_card, cards))


# ---------------------------------------------------------------- verdicts


def judge_pointers(deck: str, pointers: tuple[str, ...], house: House) -> Verdict:
    """Where each pointer may go, the three claims, the most cards (rules 2 to 4)."""
    to = steps(deck, pointers)
    max_count = max_cards(deck, house)
    claims = tuple(map(plural, claims_at(pointers)))
    facts: dict[str, Any] = {
        "moves": {v: str(Card(*moved(pointers, value))) for v, value in zip(VARIABLES, to, strict=True)},
        "claims": list(claims),
        "max_cards": max_count,
        "deck": deck,
    }
    rules = ("2", "4") if house["order"] == "lies" else ("2",)
    moves = tuple(f"{a} to {b}" for a, b in zip(pointers, to, strict=True))
    reasons = (
        because(f"move_{house['pointer_move']}", *rules, rulings=("P-3",), steps=moves),
        because("claims", "3", rulings=("P-23",), claims=claims),
        because("most", "3", rulings=("P-5", "P-7"), most=max_count),
    )
    return Verdict(NAME, None, facts, reasons, house)


def judge_all_decks(pointers: tuple[str, ...], house: House) -> Verdict:
    """The same where nobody said which deck is in play: side by side for those that have these values.

    As facts, what all of them agree in; None where they do not, and under `decks` each alone.
    """
    here = Card(*pointers)
    found: dict[str, dict[str, Any]] = {}
    reasons: list[Reason] = []
    for deck in (deck for deck, (cards, _) in COPIES.items() if here in DECKS[cards]):
        verdict = judge_pointers(deck, pointers, house)
        facts = {"moves": verdict.facts["moves"], "max_cards": verdict.facts["max_cards"]}
        if facts not in found.values():
            found[deck] = facts
            to = tuple(f"{a} to {b}" for a, b in zip(pointers, steps(deck, pointers), strict=True))
            rules = ("2", "3", "4") if house["order"] == "lies" else ("2", "3")
            key = f"moves_{house['pointer_move']}"
            how = {"deck": TITLES[deck].upper(), "steps": to, "most": facts["max_cards"]}
            reasons.append(because(key, *rules, rulings=("P-3", "P-5", "P-7"), **how))
    moves = {v: {facts["moves"][v] for facts in found.values()} for v in VARIABLES}
    most = {facts["max_cards"] for facts in found.values()}
    claims = tuple(map(plural, claims_at(pointers)))
    reasons.append(because("claims", "3", rulings=("P-23",), claims=claims))
    agreed: dict[str, Any] = {
        "moves": {v: codes.pop() if len(codes) == 1 else None for v, codes in moves.items()},
        "claims": list(claims),
        "max_cards": most.pop() if len(most) == 1 else None,
        "deck": None,
        "decks": found,
    }
    return Verdict(NAME, None, agreed, tuple(reasons), house)


def judge_claim(
    claim: Claim, cards: tuple[Card, ...], deck: str, house: House, pointers: tuple[str, ...] | None = None
) -> Verdict:
    """Whether a challenged laydown was what was claimed (rules 5a, 5b); with pointers, whether it could be claimed."""
    true = claim_true(claim, cards, house)
    reasons = [_truth(claim, cards) if true else _lie(claim, cards, deck, house, pointers)]
    facts: dict[str, Any] = {"claim_true": true, "picks_up": "challenger" if true else "layer"}
    against = illegal_claim_reason(pointers, claim, max_cards(deck, house)) if pointers is not None else None
    if pointers is not None:
        facts["claim_legal"] = against is None
    if against is None and (against := count_lie(claim, len(cards), house)) is not None:
        facts["claim_legal"] = False
    if against is not None:
        reasons.append(against)
    return Verdict(NAME, true and against is None, facts, tuple(reasons), house)


def _rulings(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return ("P-8",) if any(card.wilds for card in cards) else ()


def _truth(claim: Claim, cards: tuple[Card, ...]) -> Reason:
    return because("truth", "5a", rulings=_rulings(cards), cards=cards, claim=str(claim))


def _lie(claim: Claim, cards: tuple[Card, ...], deck: str, house: House, pointers: tuple[str, ...] | None) -> Reason:
    wrong = tuple(card for card in cards if not fits(card, claim.values, house))
    key, rulings = ("wrong_card", ()) if wrong else ("wrong_count", ("P-6",))
    instead = would_be_true(claim, cards, deck, house, pointers)
    how = {"rulings": (*_rulings(cards), *rulings), "cards": wrong or cards, "instead": instead}
    return because(key, "5b", **how, claim=str(claim), laid=len(cards))


def would_be_true(
    claim: Claim, cards: tuple[Card, ...], deck: str, house: House, pointers: tuple[str, ...] | None = None
) -> tuple[str, ...]:
    """What would have been true, nearest first: another claim for the same cards (of those pointed at, where
    that is known), else the cards among them that fit, else cards of the class that was claimed."""
    if len(cards) <= max_cards(deck, house):
        pairs = (
            claims_at(pointers)
            if pointers is not None
            else [claim.values, *(tuple(getattr(cards[0], v) for v in pair) for pair in PAIRS)]
        )
        others = dict.fromkeys(Claim(tuple(values), len(cards)) for values in pairs)
        found = tuple(str(other) for other in others if claim_true(other, cards, house))
        if found:
            return found
    fitting = tuple(card for card in cards if fits(card, claim.values, house))
    if fitting:
        count = min(len(fitting), max_cards(deck, house))
        return (f"{Claim(claim.values, count)} with {' '.join(card.safe_code for card in fitting[:count])}",)
    of_class = [card.safe_code for card in DECKS[COPIES[deck][0]] if fits(card, claim.values, house)]
    return (f"{claim.count} of {' '.join(of_class)}",)


def judge_players(players: int, house: House) -> Verdict:
    """Which decks the source offers, which is in play, and how the deal comes out. Raises InputError."""
    if players < PLAYERS[0]:
        raise InputError(f"{TITLE} is for {PLAYERS[0]} or more players, not {players}.")
    deck, sizes = deck_for(players, house), deal_sizes(players, house)
    facts = {
        "players": players,
        "decks": list(printed_decks(players)),
        "deck": deck,
        **sizes,
        "max_cards": max_cards(deck, house),
    }
    reasons = [
        because("decks", "players", "deck", rulings=("P-1",), players=players, decks=facts["decks"], deck=deck),
        because("deal", "setup", rulings=("P-21",), each=sizes["hands"], left=sizes["center"]),
    ]
    if players > MANY:
        reasons.append(because("many", "deck", rulings=("P-20",), most=MANY))
    return Verdict(NAME, None, facts, tuple(reasons), house)
