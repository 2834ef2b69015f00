"""Casino Macedonia, judge: what can be asked of a table: is that take, build or stack legal, what a card takes, what a hand counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import chain
from typing import TYPE_CHECKING

from tt_print.deck import VALUES, AnyCard, Card, Joker
from tt_print.engine.house import House, HouseError
from tt_print.engine.notation import seat_name
from tt_print.engine.reasons import Reason, Verdict, outcome
from tt_print.errors import InputError
from tt_print.games.casino import GAME, facts, score, takes
from tt_print.games.casino.against import (
    illegal_laying_reason,
    illegal_take_reason,
    illegal_use_reason,
    missing_plan_reason,
)
from tt_print.games.casino.facts import Build, Pile, PlayedCard, Release, Rules, Stack, State, Take
from tt_print.games.casino.rules import actions
from tt_print.games.casino.takes import QUESTION, Face

if TYPE_CHECKING:
    from tt_print.engine.told import Told

LISTED = 12  # so many combinations are written out for people; the data has them all
WORDS = {kind: kind.__name__.lower() for kind in GAME.events} | {Release: "show"}


# ---------------------------------------------------------------- questions


def judge_laying(
    state: State, told: Told, card: PlayedCard, pile: Pile, onto: Pile | None = None, *, kind: type[Build | Stack]
) -> Verdict:
    """Legal or not by the cards, the pile's value and what it still shares; where a phrase has Ann's hand, also by her plan (C-20)."""
    event = Build(0, card, pile) if kind is Build else Stack(0, card, pile, onto)
    table, house, rules = _lying(state, told, event.piles), state.house, facts.rules_of(state.house)
    against = _illegal_declaration_reason(card, rules) or illegal_laying_reason(event, rules, table)
    if against is not None:
        return _refused({"legal": False, "value": None, "identity": frozenset(), "plan": None}, house, against)
    after, index = takes.table_after(table, event)
    new, value = after[index], takes.pile_value(after[index], rules)
    kept = identity(new.colors, new.shapes)
    rule = ["3a" if kind is Build else "3b"]
    if rules.question == "five" and value == 5:
        rule.append("11c" if isinstance(card.card, Joker) else "11a")
    if rules.single_take and kind is Build:
        rule.append("12")
    key, rulings = WORDS[kind], ("C-37",) if len(kept) > 1 else ()
    reason = facts.because(
        key, *rule, rulings=rulings, variables=(*kept,), cards=new.cards,
        card=card.name, pile=(onto or pile).name, value=takes.show_value(value), kept=(*kept.values(),),
    )  # fmt: skip
    is_shown = "hands[0]" in told.parts and rules.plan != "trust"
    hand = tuple(held for held in state.hands[0] if held != card.card)
    missing = missing_plan_reason(table, event, hand, rules) if is_shown else None
    plan = missing is None if is_shown else None
    kept_values, shown = frozenset(kept.values()), takes.show_value(value)
    found = {"legal": not missing, "value": shown, "identity": kept_values, "plan": plan}
    if missing is not None:
        return _refused(found, house, missing, reason)
    asked = facts.because("plan" if plan else "plan_asked", "3", rulings=("C-20",))
    return Verdict(facts.NAME, True, found, (reason, asked), house)


def judge_take(
    state: State, told: Told, sets: tuple[tuple[Pile, ...], ...], card: PlayedCard, on: Pile | None = None
) -> Verdict:
    """Legal or not; what is captured; for each combination what holds it together."""
    house, rules = state.house, facts.rules_of(state.house)
    piles = tuple(chain(*sets))
    _lying(state, told, piles if on is None else (*piles, on))
    against = _illegal_declaration_reason(card, rules) or illegal_take_reason(card, sets, on, rules)
    taker = takes.taker_face(takes.laid_face(card, rules), None if on is None else takes.pile_face(on, rules), rules)
    rows = [_row(taker, each, rules) for each in sets]
    by = [row["value"] for row in rows]
    if against is not None or taker is None:
        found = {"legal": False, "captured": frozenset(), "combinations": rows, "cards": 0, "by": by}
        return _refused(found, house, *filter(None, [against]))
    captured = (card.card, *chain(*(pile.cards for pile in (piles if on is None else (on, *piles)))))
    value, codes = takes.show_value(taker[0]), frozenset(map(str, captured))
    found = {"legal": True, "captured": codes, "combinations": rows, "value": value, "cards": len(captured), "by": by}
    key, rulings, under = ("takes", (), "") if on is None else ("takes_on", ("C-7",), on.name)
    rule = ["3c", *([] if on is None else ["3a"]), *_number_rules(card, rules)]
    reason = facts.because(
        key, *rule, rulings=rulings, cards=captured, card=card.name, pile=under, count=len(captured), value=value
    )
    held = [_held(row, each) for row, each in zip(rows, sets, strict=True)]
    return Verdict(facts.NAME, True, found, (reason, *held), house)


def _lying(state: State, told: Told, named: tuple[Pile, ...]) -> tuple[Pile, ...]:
    """The table if a phrase has it, else what a question names. Raises InputError for a pile that does not lie there or cannot, and
    for a wild ? that was dealt face up and whose number the dealer has declared (C-23)."""
    house = state.house
    lying = state.table if "table" in told.parts else tuple(dict.fromkeys(named))
    for pile in named:
        if pile not in lying:
            raise InputError(
                f"{pile.safe_code} is not on the table: {', '.join(each.safe_code for each in lying) or 'it is empty'}."
            )
        check_pile(pile, facts.rules_of(house))
        if pile.is_open and facts.rules_of(house).declares:
            code = pile.safe_code
            raise InputError(
                f"{pile.name} is on the table: which number did the dealer declare? Write {code}=1, {code}=2, "
                f"{code}=3 or {code}=4 (rule 10a; ruling C-23)."
            )
    return lying


def _refused(found: Mapping[str, object], house: House, *reasons: Reason) -> Verdict:
    """A no, with the key of what is against it as examples write it."""
    because = reasons[0].key.replace("_", " ")
    return Verdict(facts.NAME, False, {**found, "because": because}, reasons, house)


def judge_card(state: State, card: PlayedCard) -> Verdict:
    return _judge_card(card, state.table, state.house)


@lru_cache(maxsize=16)  # a story asks it at many tables that differ elsewhere
def _judge_card(laid: PlayedCard, table: tuple[Pile, ...], house: House) -> Verdict:
    """Every set of piles that the card may take as one, how many takes that makes, and takes with a build.

    A ? or a joker without its number is answered for each number that it may be.
    """
    rules = facts.rules_of(house)
    against = _illegal_declaration_reason(laid, rules)
    if against is not None:
        return _refused({"legal": False, "combinations": [], "takes": 0, "with_build": []}, house, against)
    if isinstance(laid.card, Joker) and rules.sweeps:
        return _judge_sweep(laid.card, table, house)
    faces = takes.table_faces(table, rules)
    rows: list[tuple[Face, list[Pile]]] = []  # who takes, and what
    counts, builds = [], dict[str, None]()
    for number in (laid.number,) if laid.number is not None else facts.numbers(laid.card, rules):
        face = takes.laid_face(PlayedCard(laid.card, number), rules)
        found = list(takes.takes_with(face, None, faces, rules))
        counts.append(takes.count_families(found))
        rows += [(face, [table[index] for index in each]) for each in found]
        builds |= {str(pile): None for on, pile in enumerate(table) if any(takes.takes_with(face, on, faces, rules))}
    known = [count for count in counts if count is not None]
    total = sum(known) if len(known) == len(counts) and sum(known) <= takes.MILLION else None
    shown = "more than a million" if total is None else total
    key, rule = "can_take" if rows else "takes_none", ("3c", *_number_rules(laid, rules))
    cards, count = (laid.card,), len(rows)
    reasons = [facts.because(key, *rule, rulings=("C-5",), cards=cards, card=laid.name, count=count, takes=shown)]
    reasons += [_held(_row(taker, piles, rules), piles) for taker, piles in rows[:LISTED]]
    if len(rows) > LISTED:
        reasons.append(facts.because("more", "3c", count=len(rows) - LISTED))
    if builds:
        reasons.append(facts.because("with_build", "3c", "3a", rulings=("C-7",), piles=(*builds,)))
    combined = frozenset(" ".join(map(str, piles)) for _, piles in rows)
    return Verdict(
        facts.NAME, None, {"combinations": combined, "takes": total, "count": len(rows)}, tuple(reasons), house
    )


def _judge_sweep(card: Joker, table: tuple[Pile, ...], house: House) -> Verdict:
    """A joker takes the whole table at once (10c). Another joker there counts as dealt at the start (10d)."""
    rules = ("10c",) if table and not any(isinstance(pile.cards[0], Joker) for pile in table) else ("10c", "10d")
    key, count = "sweeps" if table else "spare", len(table)
    reason = facts.because(key, *rules, rulings=("C-24",), cards=(card,), card=card.name, count=count)
    swept = frozenset({" ".join(map(str, table))} if table else ())
    return Verdict(
        facts.NAME, None, {"combinations": swept, "takes": len(swept), "count": len(swept)}, (reason,), house
    )


def find_cards(state: State, pile: Pile, kind: type[Take | Stack]) -> Verdict:
    """The cards of the deck that are a stack with this pile, or take it by themselves (a joker not asked)."""
    rules = facts.rules_of(state.house)
    lying = takes.pile_face(pile, rules)

    def fits(card: Face) -> bool:
        return takes.stacked(card, lying, rules) is not None if kind is Stack else takes.takes_set(card, [lying], rules)

    others = [card for card in facts.box(state.house) if isinstance(card, Card) and card not in pile.cards]
    found = [card for card in others if fits(takes.laid_face(PlayedCard(card), rules))]
    cited = ("3b",) if kind is Stack else ("3c", "3c8")
    return _answer(state, {"count": len(found), "cards": frozenset(map(str, found))}, *cited)


def find_plays(state: State) -> Verdict:
    """What the player whose turn it is may do."""
    return _answer(state, {"plays": frozenset(WORDS[type(event)] for event in actions(state))}, "3", "3d")


def count_deals(state: State, count: int) -> Verdict:
    GAME.check_players(count)
    plan = facts.deal_plan(count, state.house)
    found = {"count": len(plan), "deals": plan, "together": sum(plan) * count}
    return _answer(state, found, "1", "2", "5", *_squares(state.house))


def check_hands(state: State, hands: int, count: int) -> Verdict:
    GAME.check_players(count)
    try:
        is_legal = bool(facts.number_of_hands(count, GAME.house(**{**state.house.changed, "hands": hands})))
    except HouseError:
        is_legal = False
    return Verdict(facts.NAME, is_legal, {"legal": is_legal}, (), state.house, ("setup",))


def count_deck(state: State) -> Verdict:
    counts = score.count_cards(facts.box(state.house), state.house)
    found = {name: getattr(counts, name) for name in score.CATEGORIES} | {"total": score.full_total(state.house)}
    return _answer(state, found, "7", *_squares(state.house))


def find_numbers(state: State, card: AnyCard) -> Verdict:
    """What a card may be declared to be."""
    rules = facts.rules_of(state.house)
    found = frozenset(number for number in facts.numbers(card, rules) if number is not None)
    value = takes.show_value(takes.pile_value(facts.single(PlayedCard(card)), rules))
    return _answer(state, {"numbers": found, "count": len(found), "value": value}, numbers_rule(card, rules))


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
    found: dict[str, object] = {f"{seat_name(seat)} points": each for seat, each in enumerate(points)}
    found |= {f"most {name}": None if seat is None else seat_name(seat) for name, seat in leaders.items()}
    if "aside" in parts:
        found["adds_up"] = score.adds_up(counts, state.aside, house)
    reasons = [*pluralities(counts, house)]
    reasons += [outcome(facts.NAME, "hand_points", "7", seat=seat, points=each) for seat, each in enumerate(points)]
    rules = ["7", "6", *_squares(house)]
    rules += [*(["11b"] if house["question"] == "five" else []), *(["9a"] if house["jokers"] else [])]
    return Verdict(facts.NAME, None, found, tuple(reasons), house, tuple(rules))


def _read_counts(seat: int, numbers: tuple[int, ...]) -> score.Counts:
    """Raises InputError for another number of numbers than a score sheet has."""
    if len(numbers) != len(score.CATEGORIES):
        raise InputError(
            f"{seat_name(seat)} counts {', '.join(map(str, numbers))}: seven numbers are needed, as a score sheet has them: "
            "cards, reds, circles, ones, red circles, the special card, yellow hearts"
        )
    return score.Counts(*numbers)


def _squares(house: House) -> list[str]:
    return ["13"] if house["deck"] == "squares" else []


def _answer(state: State, found: dict[str, object], *rules: str) -> Verdict:
    return Verdict(facts.NAME, None, found, (), state.house, rules)


def numbers_rule(card: AnyCard, rules: Rules) -> str:
    """The rule that gives a ? or a joker its numbers."""
    of_question, of_joker = {"wild": ("10a", "10c"), "five": ("11a", "11c")}.get(rules.question, ("3c8", "9c"))
    return of_joker if isinstance(card, Joker) else of_question


def _number_rules(laid: PlayedCard, rules: Rules) -> tuple[str, ...]:
    """The same for a card that is played, none for one with a number printed on it."""
    has_number = isinstance(laid.card, Card) and laid.card.number != "?"
    return () if has_number else (numbers_rule(laid.card, rules),)


def pluralities(counts: list[score.Counts], house: House) -> Iterator[Reason]:
    """Who has the most cards, reds and circles; nobody where two have as many (rule 7, C-29)."""
    for name, seat in score.leaders(counts).items():
        if seat is None:
            yield outcome(facts.NAME, "no_most", "7", what=name)
        else:
            yield outcome(facts.NAME, "most", "7", seat=seat, what=name, points=getattr(score.weights(house), name))


def _illegal_declaration_reason(laid: PlayedCard, rules: Rules) -> Reason | None:
    """Why the card cannot have the number that it is declared to have."""
    return None if laid.number is None else illegal_use_reason(laid, rules)


def check_pile(pile: Pile, rules: Rules) -> None:
    """Raises InputError for a pile that no sequence of plays makes."""
    for fault in _pile_faults(pile, rules):
        raise InputError(f"{pile.safe_code} cannot lie there: {fault}")


def _pile_faults(pile: Pile, rules: Rules) -> Iterator[str]:
    for laid in chain(*pile.units):
        allowed = facts.numbers(laid.card, rules)
        alone = len(pile.cards) == 1  # a joker or a ? that was dealt face up has no number yet
        if laid.number not in allowed and not (laid.number is None and alone):
            known = ", ".join(map(str, allowed))
            yield f"{laid.safe_code} {'is not declared here' if allowed == (None,) else f'may be {known}'}."
    if not takes.agree(pile.colors, pile.shapes):
        yield "its cards share neither color nor shape (rules 3a, 3b)."
    builds = [unit for unit in pile.units if len(unit) > 1]
    if any(takes.pile_value(facts.single(laid), rules) < 1 for laid in chain(*builds)):
        yield "a ? has no number to build with (rule 3c8)."
    values = [takes.pile_value(Pile((unit,)), rules) for unit in pile.units]
    if pile.kind == facts.BUILD and values[0] > rules.cap:
        yield f"a build of {values[0]} is above {rules.cap}."
    if pile.kind == facts.STACK and (len(set(values)) > 1 or not QUESTION <= values[0] <= rules.top):
        yield f"the parts of a stack have the same number, at most {rules.top} (rule 3b)."
    if not rules.carry and any(len(unit) > 1 for unit in pile.units[1:]):
        yield "only single cards are stacked on a pile (rule 3b; ruling C-14)."


def _held(row: Mapping[str, object], piles: Sequence[Pile]) -> Reason:
    """What holds a combination together; by house rule that may be each pile alone."""
    alone = len(piles) == 1
    cards = tuple(card for pile in piles for card in pile.cards)
    because = partial(facts.because, cards=cards, piles=tuple(pile.name for pile in piles), value=row["value"])
    if row["variable"] is None:
        return because("one_pile_each" if alone else "sum_each", "3c", rulings=("C-5",))
    key, rulings = ("one_pile", ()) if alone else ("sum", ("C-5",))
    return because(key, "3c", rulings=rulings, variables=(row["variable"],))


def _row(taker: Face | None, piles: Sequence[Pile], rules: Rules) -> dict[str, object]:
    """A combination for JSON: its piles, and the color or shape that it shares with the taker."""
    row: dict[str, object] = {"piles": [str(pile) for pile in piles], "variable": None, "value": None}
    if taker is None:
        return row
    colors = shapes = 0
    for pile in piles:
        colors, shapes = colors | pile.colors, shapes | pile.shapes
    if takes.holds(taker, colors, shapes, rules):
        kept = identity(colors | taker[1], shapes | taker[2])
        by_shape = rules.blob_never and taker[3] == facts.BUILD and not taker[2]
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
