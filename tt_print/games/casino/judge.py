"""Casino Macedonia, judge: is that take, build or stack legal, and what can a card take."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tt_print.deck import VALUES, AnyCard, Card, Joker
from tt_print.engine.house import House
from tt_print.engine.query import ListMeaning, Query, QuestionError, check_distinct, check_in_deck
from tt_print.engine.reasons import IllegalMove, Reason, Verdict
from tt_print.errors import InputError
from tt_print.games.casino.against import (
    illegal_build_reason,
    illegal_number_reason,
    illegal_stack_reason,
    illegal_take_reason,
    no_plan,
)
from tt_print.games.casino.facts import NAME, Build, Rules, Stack, because, numbers, rules_of
from tt_print.games.casino.piles import BUILD, STACK, Pile, PlayedCard, parse_laid, parse_pile, parse_piles
from tt_print.games.casino.plan import has_plan, table_after, table_faces
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

FLAGS = {
    "card": "the card from the hand (RCQ=3 is a ? declared 3, J1=4 a joker declared 4)",
    "take": ListMeaning("the piles of one combination, separated by commas; again for each further one"),
    "on": "the pile that the card is built on before it takes",
    "build": "the pile to build on",
    "stack": "the pile to stack on",
    "onto": "the pile onto which the finished build is carried (house rule); with stack",
    "table": ListMeaning("all piles on the table, separated by commas"),
    "hand": ListMeaning("the rest of the hand, to check the plan behind a build or stack"),
}
LISTED = 12  # so many combinations are written out for people; the data has them all


def judge(query: Query, house: House) -> Verdict:
    """The verdict on a take, a build or a stack, or what a card can take. Raises InputError for a bad question."""
    if query.words:
        raise QuestionError("judge.not_expected", word=query.words[0])
    rules = rules_of(house)
    laid = parse_laid(query.need("card"))
    plays = [flag for flag in ("take", "build", "stack") if flag in query]
    if len(plays) > 1:
        raise QuestionError("casino.two_questions", plays[0], other=plays[1])
    if not plays and "table" not in query:
        raise QuestionError("casino.no_play", "card", card=laid.card.name)
    sets = [parse_piles(text) for text in query.flags.get("take", ())]
    target = query.one(plays[0]) if plays and plays[0] != "take" else None
    pile = parse_pile(target) if target is not None else None
    on, onto = (parse_pile(text) if text else None for text in (query.one("on"), query.one("onto")))
    named = [*(p for each in sets for p in each), *(p for p in (pile, on, onto) if p is not None)]
    table = parse_piles(query.one("table") or "") if "table" in query else tuple(dict.fromkeys(named))
    hand = query.cards("hand") if "hand" in query else None
    _check(laid, named, table, hand or (), house, rules)
    against = illegal_number_reason(laid, rules)
    if against is not None and (laid.number is not None or (named and not _sweeps(laid, rules))):
        if against.key == "undeclared":  # not against the rules: not said
            raise IllegalMove(against)
        sweeps = because("joker_sweeps", "10c", cards=(laid.card,))
        return _refused(sweeps if _sweeps(laid, rules) else against, bool(plays) and plays[0], house)
    if plays == ["take"]:
        if on is None and "on" in query:
            raise QuestionError("casino.no_pile", "on")
        return judge_take(laid, sets, on, house)
    if pile is not None:
        event = Build(0, laid, pile) if plays == ["build"] else Stack(0, laid, pile, onto)
        return judge_laying(event, table, hand, house)
    return judge_table(laid, table, house) if on is None else judge_table(laid, table, house, on)


def _check(
    laid: PlayedCard,
    named: Iterable[Pile],
    table: Sequence[Pile],
    hand: tuple[AnyCard, ...],
    house: House,
    rules: Rules,
) -> None:
    """Raises InputError for a card twice, one not in play, a pile that cannot lie there, or is not on the table."""
    cards = (laid.card, *(card for pile in table for card in pile.cards), *hand)
    check_in_deck(cards, house["deck"], house["jokers"], "Casino Macedonia")
    for pile in named:
        if pile not in table:
            lying = ", ".join(other.safe_code for other in table) or "it is empty"
            raise InputError(f"{pile.safe_code} is not on the table: {lying}.")
    check_distinct(cards)
    for pile in table:
        check_pile(pile, rules)
        _check_declared(pile, house)


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


def _refused(reason: Reason, play: str | bool, house: House) -> Verdict:
    """The verdict where the card itself cannot be played like that, whatever is on the table."""
    facts: dict[str, dict[str, Any]] = {
        "take": {"captured": [], "combinations": []},
        "build": {"value": None, "identity": [], "plan": None},
        "stack": {"value": None, "identity": [], "plan": None},
    }
    more = facts[play] if isinstance(play, str) else {"combinations": [], "takes": 0, "with_build": []}
    return Verdict(NAME, False, {"legal": False, **more}, (reason,), house)


def _sweeps(laid: PlayedCard, rules: Rules) -> bool:
    return isinstance(laid.card, Joker) and rules.sweeps


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
    against = illegal_take_reason(laid, sets, on, rules)
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


def judge_table(laid: PlayedCard, table: Sequence[Pile], house: House, on: Pile | None = None) -> Verdict:
    """Every set of piles that the card may take as one, how many takes that makes, and takes with a build.

    A ? or a joker without its number is answered for each number that it may be.
    """
    rules = rules_of(house)
    rest = tuple(pile for pile in table if pile != on)
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
    against = (
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
