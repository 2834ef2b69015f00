"""Casino Macedonia, judge: what can be asked of a table: is that take, build or stack legal, what a card takes, what a hand counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tt_print.deck import VALUES, AnyCard, Card, Joker
from tt_print.engine.house import House, HouseError
from tt_print.engine.notation import seat_name
from tt_print.engine.reasons import Reason, Verdict, outcome
from tt_print.errors import InputError
from tt_print.games.casino import GAME, score
from tt_print.games.casino.against import (
    illegal_build_reason,
    illegal_number_reason,
    illegal_stack_reason,
    illegal_take_reason,
    no_plan,
)
from tt_print.games.casino.facts import (
    NAME,
    Build,
    Drop,
    Pass,
    Release,
    Rules,
    Stack,
    State,
    Sweep,
    Take,
    because,
    box,
    deal_plan,
    number_of_hands,
    numbers,
    rules_of,
)
from tt_print.games.casino.piles import BUILD, STACK, Pile, PlayedCard, parse_pile, single
from tt_print.games.casino.plan import has_plan, table_after, table_faces
from tt_print.games.casino.rules import actions
from tt_print.games.casino.takes import (
    LOOSE,
    QUESTION,
    Face,
    agree,
    combinations,
    count_families,
    holds,
    laid_face,
    pile_face,
    pile_value,
    taker_face,
)
from tt_print.records import replace

if TYPE_CHECKING:
    from tt_print.engine.told import Told

LISTED = 12  # so many combinations are written out for people; the data has them all
WORDS = {Build: "build", Stack: "stack", Take: "take", Sweep: "sweep", Drop: "drop", Pass: "pass", Release: "show"}


# ---------------------------------------------------------------- questions


def judge_build(state: State, told: Told, card: PlayedCard, pile: Pile) -> Verdict:
    return _judge_laying(state, told, Build(0, card, pile))


def judge_stack(state: State, told: Told, card: PlayedCard, pile: Pile, onto: Pile | None = None) -> Verdict:
    return _judge_laying(state, told, Stack(0, card, pile, onto))


def _judge_laying(state: State, told: Told, event: Build | Stack) -> Verdict:
    """By the cards alone; where a phrase has Ann's hand, also by her plan."""
    named = (event.pile, getattr(event, "onto", None) or event.pile)
    hand = tuple(card for card in state.hands[0] if card != event.card.card) if "hands[0]" in told.parts else None
    verdict = judge_laying(event, _lying(state, told, named), hand, state.house)
    return _with_facts(verdict, identity=frozenset(verdict.facts["identity"]))


def judge_taking(
    state: State, told: Told, sets: tuple[tuple[Pile, ...], ...], card: PlayedCard, on: Pile | None = None
) -> Verdict:
    _lying(state, told, (*(pile for each in sets for pile in each), *([on] if on is not None else [])))
    verdict = judge_take(card, sets, on, state.house)
    captured = verdict.facts["captured"]
    by = [row["value"] for row in verdict.facts["combinations"]]
    return _with_facts(verdict, captured=frozenset(captured), cards=len(captured), by=by)


def _lying(state: State, told: Told, named: Iterable[Pile]) -> tuple[Pile, ...]:
    """The table if a phrase has it, else what a question names. Raises InputError for a pile that does not lie there or cannot."""
    lying = state.table if "table" in told.parts else tuple(dict.fromkeys(named))
    for pile in named:
        if pile not in lying:
            raise InputError(
                f"{pile.safe_code} is not on the table: {', '.join(each.safe_code for each in lying) or 'it is empty'}."
            )
        check_pile(pile, rules_of(state.house))
        _check_declared(pile, state.house)
    return lying


def _with_facts(verdict: Verdict, **facts: Any) -> Verdict:
    """The verdict with facts as examples write them, and the key of what is against it."""
    why = {} if verdict.yes else {"because": verdict.reasons[0].key.replace("_", " ")}
    return replace(verdict, facts={**verdict.facts, **facts, **why})


def judge_card(state: State, card: PlayedCard) -> Verdict:
    """What a card takes."""
    verdict = judge_table(card, state.table, state.house)
    if verdict.yes is False:
        return _with_facts(verdict)
    rows = verdict.facts["combinations"]
    found = frozenset(" ".join(row["piles"]) for row in rows)
    facts = {"combinations": found, "takes": verdict.facts["takes"], "count": len(rows)}
    return replace(verdict, facts=facts)


def find_takers(state: State, pile: Pile) -> Verdict:
    """The cards of the deck that take this pile by themselves (a joker not asked)."""
    found = [card for card in _others(state, pile) if judge_take(PlayedCard(card), ((pile,),), None, state.house).yes]
    return _answer(state, {"count": len(found), "cards": frozenset(map(str, found))}, "3c", "3c8")


def find_stackers(state: State, pile: Pile) -> Verdict:
    found = [
        card
        for card in _others(state, pile)
        if judge_laying(Stack(0, PlayedCard(card), pile), (pile,), None, state.house).yes
    ]
    return _answer(state, {"count": len(found), "cards": frozenset(map(str, found))}, "3b")


def _others(state: State, pile: Pile) -> list[Card]:
    return [card for card in box(state.house) if isinstance(card, Card) and card not in pile.cards]


def find_plays(state: State) -> Verdict:
    """What the player whose turn it is may do."""
    return _answer(state, {"plays": frozenset(WORDS[type(event)] for event in actions(state))}, "3", "3d")


def count_deals(state: State, count: int) -> Verdict:
    GAME.check_players(count)
    plan = deal_plan(count, state.house)
    facts = {"count": len(plan), "deals": plan, "together": sum(plan) * count}
    return _answer(state, facts, "1", "2", "5", *_squares(state.house))


def check_hands(state: State, hands: int, count: int) -> Verdict:
    GAME.check_players(count)
    try:
        number_of_hands(count, GAME.house(**{**state.house.changed, "hands": hands}))
    except HouseError:
        return Verdict(NAME, False, {"legal": False}, (), state.house, ("setup",))
    return Verdict(NAME, True, {"legal": True}, (), state.house, ("setup",))


def count_deck(state: State) -> Verdict:
    found = score.count_cards(box(state.house), state.house)
    facts = {name: getattr(found, name) for name in score.Counts.__slots__} | {"total": score.full_total(state.house)}
    return _answer(state, facts, "7", *_squares(state.house))


def find_numbers(state: State, card: AnyCard) -> Verdict:
    """What a card may be declared to be."""
    rules = rules_of(state.house)
    found = [number for number in numbers(card, rules) if number is not None]
    value = show_value(pile_value(single(PlayedCard(card)), rules))
    return _answer(
        state, {"numbers": frozenset(found), "count": len(found), "value": value}, *numbers_rule(card, state.house)
    )


def count_hand(state: State, told: Told) -> Verdict:
    """Points of one hand, by cards won or by counts, those that phrases have."""
    house, parts = state.house, told.parts
    counts = [
        _read_counts(seat, parts[f"counts[{seat}]"]) for seat in range(told.players) if f"counts[{seat}]" in parts
    ]
    if not counts:
        seats = {seat for seat in range(told.players) if f"won[{seat}]" in parts or parts.get("whole") == seat}
        won = [state.captured[seat] if seat in seats else () for seat in range(max({1, *seats}) + 1)]
        counts = [score.count_cards(cards, house) for cards in won]
    points, leaders = score.hand_points(counts, house), score.leaders(counts)
    facts: dict[str, Any] = {f"{seat_name(seat)} points": each for seat, each in enumerate(points)}
    facts |= {f"most {name}": None if seat is None else seat_name(seat) for name, seat in leaders.items()}
    if "aside" in parts:
        facts["adds_up"] = score.adds_up(counts, state.aside, house)
    reasons = [*pluralities(counts, house)]
    reasons += [outcome(NAME, "hand_points", "7", seat=seat, points=each) for seat, each in enumerate(points)]
    rules = ["7", "6", *_squares(house)]
    rules += [*(["11b"] if house["question"] == "five" else []), *(["9a"] if house["jokers"] else [])]
    return Verdict(NAME, None, facts, tuple(reasons), house, tuple(rules))


def _read_counts(seat: int, numbers: tuple[int, ...]) -> score.Counts:
    """Raises InputError for another number of numbers than a score sheet has."""
    if len(numbers) != len(fields(score.Counts)):
        raise InputError(
            f"{seat_name(seat)} counts {', '.join(map(str, numbers))}: seven numbers are needed, as a score sheet has them: "
            "cards, reds, circles, ones, red circles, the special card, yellow hearts"
        )
    return score.Counts(*numbers)


def _squares(house: House) -> list[str]:
    return ["13"] if house["deck"] == "squares" else []


def _answer(state: State, facts: dict[str, Any], *rules: str) -> Verdict:
    return Verdict(NAME, None, facts, (), state.house, rules)


def numbers_rule(card: AnyCard, house: House) -> list[str]:
    """The rule that gives a ? or a joker its numbers."""
    question = house["question"]
    if isinstance(card, Card):
        return ["10a" if question == "wild" else "11a" if question == "five" else "3c8"]
    return ["10c" if question == "wild" else "11c" if question == "five" else "9c"]


def pluralities(counts: list[score.Counts], house: House) -> Iterator[Reason]:
    """Who has the most cards, reds and circles; nobody where two have as many (rule 7, C-29)."""
    for name, seat in score.leaders(counts).items():
        if seat is None:
            yield outcome(NAME, "no_most", "7", what=name)
        else:
            yield outcome(NAME, "most", "7", seat=seat, what=name, points=getattr(score.weights(house), name))


def _check_declared(pile: Pile, house: House) -> None:
    """Raises InputError for a wild ? that was dealt face up and whose number the dealer has declared (C-23)."""
    (laid, *others) = (laid for unit in pile.units for laid in unit)
    open_number = isinstance(laid.card, Card) and laid.card.number == "?" and laid.number is None and not others
    if open_number and house["question"] == "wild" and house["table_question"] == "dealer_declares":
        code = laid.card.safe_code
        raise InputError(
            f"{laid.card.name} is on the table: which number did the dealer declare? Write {code}=1, {code}=2, "
            f"{code}=3 or {code}=4 (rule 10a; ruling C-23)."
        )


def _sweeps(laid: PlayedCard, rules: Rules) -> bool:
    return isinstance(laid.card, Joker) and rules.sweeps


def _illegal_declaration_reason(laid: PlayedCard, rules: Rules) -> Reason | None:
    """Why the card cannot have the number that it is declared to have."""
    against = None if laid.number is None else illegal_number_reason(laid, rules)
    if against is not None and _sweeps(laid, rules):
        return because("joker_sweeps", "10c", cards=(laid.card,))
    return against


def check_pile(pile: Pile, rules: Rules) -> None:
    """Raises InputError for a pile that no sequence of plays makes."""
    for laid in (laid for unit in pile.units for laid in unit):
        allowed = numbers(laid.card, rules)
        alone = len(pile.cards) == 1  # a joker or a ? that was dealt face up has no number yet
        if laid.number not in allowed and not (laid.number is None and alone):
            known = ", ".join(map(str, allowed))
            clause = "is not declared here" if allowed == (None,) else f"may be {known}"
            raise InputError(f"{pile.safe_code} cannot lie there: {laid.safe_code} {clause}.")
    values = [pile_value(Pile((unit,)), rules) for unit in pile.units]
    if not agree(pile.colors, pile.shapes):
        raise InputError(f"{pile.safe_code} cannot lie there: its cards share neither color nor shape (rules 3a, 3b).")
    if any(len(unit) > 1 and any(pile_value(Pile(((laid,),)), rules) < 1 for laid in unit) for unit in pile.units):
        raise InputError(f"{pile.safe_code} cannot lie there: a ? has no number to build with (rule 3c8).")
    if pile.kind == BUILD and values[0] > rules.cap:
        raise InputError(f"{pile.safe_code} cannot lie there: a build of {values[0]} is above {rules.cap}.")
    if pile.kind == STACK and (len(set(values)) > 1 or not QUESTION <= values[0] <= rules.top):
        raise InputError(
            f"{pile.safe_code} cannot lie there: the parts of a stack are of one value, at most {rules.top} (rule 3b)."
        )
    if not rules.carry and any(len(unit) > 1 for unit in pile.units[1:]):
        raise InputError(
            f"{pile.safe_code} cannot lie there: only single cards are stacked on a pile (rule 3b; ruling C-14)."
        )


# ---------------------------------------------------------------- takes


def judge_take(laid: PlayedCard, sets: Sequence[Sequence[Pile]], on: Pile | None, house: House) -> Verdict:
    """Legal or not; what is captured; for each combination what holds it together."""
    rules = rules_of(house)
    against = _illegal_declaration_reason(laid, rules) or illegal_take_reason(laid, sets, on, rules)
    taker = taker_face(laid_face(laid, rules), None if on is None else pile_face(on, rules), rules)
    rows = [_row(taker, piles, rules) for piles in sets]
    if against is not None or taker is None:
        facts = {"legal": False, "captured": [], "combinations": rows}
        return Verdict(NAME, False, facts, (against,) if against else (), house)
    lying = [*([on] if on is not None else []), *(pile for each in sets for pile in each)]
    captured = (laid.card, *(card for pile in lying for card in pile.cards))
    value = show_value(taker[0])
    facts = {"legal": True, "captured": list(map(str, captured)), "combinations": rows, "value": value}
    under = on.name if on is not None else ""
    rulings = ("C-7",) if on is not None else ()
    how: dict[str, Any] = {"card": laid.name, "pile": under, "count": len(captured), "value": value}
    key = "takes_on" if on is not None else "takes"
    reasons = [because(key, *_take_rules(laid, on, taker, rules), rulings=rulings, cards=captured, **how)]
    reasons += [_held(row, piles) for row, piles in zip(rows, sets, strict=True)]
    return Verdict(NAME, True, facts, tuple(reasons), house)


def _take_rules(laid: PlayedCard, on: Pile | None, taker: Face | None, rules: Rules) -> tuple[str, ...]:
    found = ["3c"]
    if on is not None:
        found.append("3a")
    if taker is not None and taker[0] == QUESTION:
        found.append("3c8")
    if isinstance(laid.card, Joker):
        found.append("11c" if rules.question == "five" else "9c")
    elif laid.card.number == "?" and rules.question != "separate":
        found.append("10a" if rules.question == "wild" else "11a")
    return tuple(found)


def _held(row: dict[str, Any], piles: Sequence[Pile]) -> Reason:
    """What holds a combination together; by house rule that may be each pile alone."""
    alone = len(piles) == 1
    cards = tuple(card for pile in piles for card in pile.cards)
    how: dict[str, Any] = {"cards": cards, "piles": tuple(pile.name for pile in piles), "value": row["value"]}
    if row["variable"] is None:
        return because("one_pile_each" if alone else "sum_each", "3c", rulings=("C-5",), **how)
    key, rulings = ("one_pile", ()) if alone else ("sum", ("C-5",))
    return because(key, "3c", rulings=rulings, variables=(row["variable"],), **how)


def _row(taker: Face | None, piles: Sequence[Pile], rules: Rules) -> dict[str, Any]:
    """A combination for JSON: its piles, and the color or shape that it shares with the taker."""
    row: dict[str, Any] = {"piles": [str(pile) for pile in piles], "variable": None, "value": None}
    if taker is None:
        return row
    colors = shapes = 0
    for pile in piles:
        colors, shapes = colors | pile.colors, shapes | pile.shapes
    if holds(taker, colors, shapes, rules):
        kept = identity(colors | taker[1], shapes | taker[2])
        by_shape = rules.blob_never and taker[3] == BUILD and not taker[2]
        variable = "shape" if by_shape or "color" not in kept else "color"
        row |= {"variable": variable, "value": kept[variable]}
    return row


def identity(colors: int, shapes: int) -> dict[str, str]:
    """The color and shape that all cards share, where they do (C-37); black or blob where all are wild (C-35)."""
    found = {}
    for variable, bits in (("color", colors), ("shape", shapes)):
        if not bits & (bits - 1):
            found[variable] = VALUES[variable][bits.bit_length() - 1]  # no bit: the last one, the wild
    return found


@lru_cache(maxsize=16)  # a story asks it at many tables that differ elsewhere
def judge_table(laid: PlayedCard, table: tuple[Pile, ...], house: House, on: Pile | None = None) -> Verdict:
    """Every set of piles that the card may take as one, how many takes that makes, and takes with a build.

    A ? or a joker without its number is answered for each number that it may be.
    """
    rules = rules_of(house)
    rest = tuple(pile for pile in table if pile != on)
    against = _illegal_declaration_reason(laid, rules)
    if against is not None:
        facts: dict[str, Any] = {"legal": False, "combinations": [], "takes": 0, "with_build": []}
        return Verdict(NAME, False, facts, (against,), house)
    if _sweeps(laid, rules):
        return _judge_sweep(laid, rest, house)
    each = (laid.number,) if laid.number is not None else numbers(laid.card, rules)
    rows: list[dict[str, Any]] = []
    total: int | None = 0
    with_build: list[dict[str, Any]] = []
    for number in each:
        card = PlayedCard(laid.card, number)
        taker = taker_face(laid_face(card, rules), None if on is None else pile_face(on, rules), rules)
        found = _found(taker, rest, rules)
        total = _sum(total, count_families(found))
        for indexes in found:
            row = _row(taker, [rest[index] for index in indexes], rules)
            rows.append(row if number == laid.number else row | {"declared": number})
        for under in rest if on is None else ():
            others = tuple(pile for pile in rest if pile != under)
            build = taker_face(laid_face(card, rules), pile_face(under, rules), rules)
            count = count_families(_found(build, others, rules))
            if count != 0:
                clause = {} if number == laid.number else {"declared": number}
                with_build.append({"on": str(under), "takes": count} | clause)
    facts = {"combinations": rows, "takes": total, "with_build": with_build}
    how: dict[str, Any] = {
        "card": laid.name,
        "count": len(rows),
        "takes": "more than a million" if total is None else total,
    }
    face = taker_face(laid_face(PlayedCard(laid.card, each[0]), rules), None, rules)
    rule = _take_rules(laid, on, face, rules)
    reasons = [because("can_take" if rows else "takes_none", *rule, rulings=("C-5",), cards=(laid.card,), **how)]
    reasons += [_held(row, [parse_pile(text) for text in row["piles"]]) for row in rows[:LISTED]]
    if len(rows) > LISTED:
        reasons.append(because("more", "3c", count=len(rows) - LISTED))
    if with_build:
        beneath = tuple(dict.fromkeys(row["on"] for row in with_build))
        reasons.append(because("with_build", "3c", "3a", rulings=("C-7",), piles=beneath))
    return Verdict(NAME, None, facts, tuple(reasons), house)


def _found(taker: Face | None, piles: Sequence[Pile], rules: Rules) -> list[tuple[int, ...]]:
    return [] if taker is None else list(combinations(taker, [pile_face(pile, rules) for pile in piles], rules))


def _sum(total: int | None, more: int | None) -> int | None:
    return None if total is None or more is None or total + more > 1_000_000 else total + more


def _judge_sweep(laid: PlayedCard, table: Sequence[Pile], house: House) -> Verdict:
    """A joker takes the whole table at once (10c). Another joker there counts as dealt at the start (10d)."""
    jokers = [pile for pile in table if isinstance(pile.cards[0], Joker)]
    rows = [{"piles": [str(pile) for pile in table], "variable": None, "value": None}] if table else []
    rules = ("10c", "10d") if jokers or not table else ("10c",)
    reason = because(
        "sweeps" if table else "spare",
        *rules,
        rulings=("C-24",),
        cards=(laid.card,),
        card=laid.card.name,
        count=len(table),
    )
    return Verdict(NAME, None, {"combinations": rows, "takes": len(rows), "with_build": []}, (reason,), house)


# ---------------------------------------------------------------- builds and stacks


def judge_laying(
    event: Build | Stack, table: Sequence[Pile], hand: tuple[AnyCard, ...] | None, house: House
) -> Verdict:
    """Legal or not, the pile's value and what it still shares. The plan is checked where the hand is shown (C-20)."""
    rules = rules_of(house)
    laid, pile, onto = event.card, event.pile, getattr(event, "onto", None)
    is_build = type(event) is Build
    against = _illegal_declaration_reason(laid, rules) or (
        illegal_build_reason(laid, pile, rules, table)
        if is_build
        else illegal_stack_reason(laid, pile, rules, onto, table)
    )
    if against is not None:
        return Verdict(NAME, False, {"legal": False, "value": None, "identity": [], "plan": None}, (against,), house)
    after, index = table_after(tuple(table), event)
    new = after[index]
    kept = identity(new.colors, new.shapes)
    value = pile_value(new, rules)
    onto_name = pile.name if onto is None else onto.name
    how: dict[str, Any] = {
        "card": laid.name,
        "pile": onto_name,
        "value": show_value(value),
        "kept": tuple(kept.values()),
    }
    rule = (
        "3a" if is_build else "3b",
        *(("11c" if isinstance(laid.card, Joker) else "11a",) if rules.question == "five" and value == 5 else ()),
        *(("12",) if rules.single_take and is_build else ()),
    )
    key, rulings = "build" if is_build else "stack", ("C-37",) if len(kept) > 1 else ()
    reasons = [because(key, *rule, rulings=rulings, variables=tuple(kept), cards=new.cards, **how)]
    plan = None
    if hand is not None and house["plan_check"] != "trust":
        plan = has_plan(table_faces(after, rules), index, hand, rules)
    if plan is False and hand is not None:
        reasons.insert(0, no_plan(after, index, hand, laid, rules, table))
    else:
        reasons.append(because("plan" if plan else "plan_asked", "3", rulings=("C-20",)))
    facts = {"legal": plan is not False, "value": show_value(value), "identity": list(kept.values()), "plan": plan}
    return Verdict(NAME, plan is not False, facts, tuple(reasons), house)


def show_value(value: int) -> int | str | None:
    """A number, `?` for a question mark that is a rank of its own, None for a card without a number."""
    return "?" if value == QUESTION else None if value <= LOOSE else value
