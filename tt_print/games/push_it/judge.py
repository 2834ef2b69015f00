"""Push It Real Good, judge: what can be asked of a table: where the pointers may go, what may be claimed, is a claim true, which
decks fit."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tt_print.deck import DECKS, VARIABLES, Card
from tt_print.engine.house import House
from tt_print.engine.notation import seat_name
from tt_print.engine.printed_lines import TITLES
from tt_print.engine.reasons import IllegalMove, Reason, Verdict
from tt_print.errors import InputError, NotationError
from tt_print.games.push_it.facts import (
    ACTIONS,
    COPIES,
    MANY,
    NAME,
    PAIRS,
    PLAYERS,
    Claim,
    Deal,
    State,
    because,
    challengeable,
    claim_true,
    claims_at,
    fits,
    max_cards,
    moved,
    plural,
    steps,
)
from tt_print.games.push_it.rules import (
    box,
    count_lie,
    deal_hand,
    deal_sizes,
    deck_for,
    deck_of,
    illegal_claim_reason,
    printed_decks,
    start,
)
from tt_print.records import replace

if TYPE_CHECKING:
    from tt_print.engine.told import Told

ENDED = ("deal", "over")

# ---------------------------------------------------------------- questions


def ask_pointers(state: State, told: Told) -> Verdict:
    """Where each pointer may go, what may be claimed, and the most cards in a laydown."""
    deck = (
        state.house["deck"]
        if state.house["deck"] != "auto"
        else deck_of(state)
        if told.named or told.is_counted
        else ""
    )
    judged = judge_pointers(deck, state.pointers, state.house) if deck else judge_all_decks(state.pointers, state.house)
    facts: dict[str, Any] = {f"{variable} to": code for variable, code in judged.facts["moves"].items()}
    facts |= {"claims": frozenset(judged.facts["claims"]), "most": judged.facts["max_cards"]}
    return replace(judged, facts=facts)


def ask_claim(state: State, claim: Claim, cards: tuple[Card, ...], told: Told) -> Verdict:
    """Whether these cards are what was claimed of them, and where the pointers are known, whether it could be claimed."""
    pointers = state.pointers if "pointers" in told.parts else None
    verdict = judge_claim(claim, cards, deck_asked(state, told), state.house, pointers)
    more = {"true": verdict.facts["claim_true"], "cure": list(verdict.reasons[0].instead)}
    return replace(verdict, facts=verdict.facts | more)


def ask_legal(state: State, claim: Claim, told: Told) -> Verdict:
    """Whether something may be claimed, of any cards."""
    against = illegal_claim_reason(state.pointers, claim, max_cards(deck_asked(state, told), state.house))
    if against is None:
        return Verdict(NAME, True, {"legal": True}, (), state.house, ("3",))
    return refused(against, state.house)


def ask_class(state: State, claim: Claim, told: Told) -> Verdict:
    """The cards of the deck that fit a claim. Raises NotationError where the pointers do not allow it."""
    if claim.values not in claims_at(state.pointers):
        raise NotationError(f"{plural(claim.values)} is not pointed at.")
    found = [card for card in box(deck_asked(state, told)) if fits(card, claim.values, state.house)]
    facts = {"count": len(found), "cards": frozenset(map(str, found))}
    return Verdict(NAME, None, facts, (), state.house, ("3",))


def ask_order(state: State) -> Verdict:
    """The actions of a turn."""
    return Verdict(NAME, None, {"actions": list(ACTIONS[state.house["order"]])}, (), state.house, ("1",))


def ask_deal(state: State) -> Verdict:
    """The deal of the deck as it is in its box; only what does not depend on the order is a fact."""
    players = len(state.hands)
    undealt = start(players, state.house, players - 1)
    facts = {"legal": True, **table_facts(deal_hand(undealt, Deal(undealt.center)))}
    return Verdict(NAME, True, facts, (), state.house, ("setup",))


QUESTIONS: dict[str, Callable[..., Verdict]] = {
    "claim {claim:Claim} with {cards:Cards}": ask_claim,
    "claim {claim:Claim}": ask_legal,
    "class of {claim:Claim}": ask_class,
    "where the pointers go": ask_pointers,
    "order of actions": ask_order,
    "the deal": ask_deal,
}


def deck_asked(state: State, told: Told) -> str:
    """The deck that a question is about: where nobody told how many play, the one of the house, or the full one."""
    return deck_of(state) if told.is_counted or state.house["deck"] != "auto" else "full"


def table_facts(state: State) -> dict[str, Any]:
    """What can be seen of a table."""
    is_ended = state.phase in ENDED
    facts: dict[str, Any] = {
        "pointers": str(Card(*state.pointers)),
        "center": len(state.center),
        "shown": list(map(str, state.shown)),
        "turn": None if is_ended else seat_name(state.turn),
        "now": "lay" if state.phase == "challenge" and not challengeable(state) else state.phase,
        "challengeable": list(map(seat_name, challengeable(state))),
        "may_show": bool(state.safe),
        "round_over": is_ended,
        "game_over": state.phase == "over",
        "winner": list(map(seat_name, state.winners)),
    }
    for seat, hand in enumerate(state.hands):
        name, front = seat_name(seat), state.fronts[seat]
        facts |= {f"{name} cards": len(hand), f"{name} front": 0 if front is None else len(front.cards)}
        facts |= {f"{name} potential": state.potential[seat], f"{name} points": state.scores[seat]}
    return facts


def refused(against: Reason, house: House, cites: tuple[str, ...] = ()) -> Verdict:
    """The verdict on what a rule forbids."""
    facts = {"legal": False, "because": against.key.replace("_", " ")}
    return Verdict(NAME, False, facts, (against,), house, cites)


def check_count(count: int, most: int) -> None:
    """Raises InputError for a number of cards that nobody can lay or claim."""
    if not 1 <= count <= most:
        raise InputError(
            f"{count} cards cannot be laid, nor claimed: with this deck a laydown is 1 to {most} (rule 3; ruling P-6)."
        )


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
    """Which decks the source offers, which is in play, and how the deal comes out."""
    cites = ("players", "deck", "setup")
    if players < PLAYERS[0]:
        return Verdict(NAME, False, {"legal": False}, (), house, cites)
    try:
        deck, sizes = deck_for(players, house), deal_sizes(players, house)
    except IllegalMove as too_many:
        return refused(too_many.reason, house, cites)
    facts = {
        "legal": True,
        "players": players,
        "decks": list(printed_decks(players)),
        "deck": deck,
        "cards": len(box(deck)),
        **sizes,
        "max_cards": max_cards(deck, house),
    }
    reasons = [
        because("decks", "players", "deck", rulings=("P-1",), players=players, decks=facts["decks"], deck=deck),
        because("deal", "setup", rulings=("P-21",), each=sizes["hands"], left=sizes["center"]),
    ]
    if players > MANY:
        reasons.append(because("many", "deck", rulings=("P-20",), most=MANY))
    return Verdict(NAME, True, facts, tuple(reasons), house, cites)
