"""Craziness: who went out, and what the others hold, as cards or as points (rule 7)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from tt_print.deck import Card, parse_cards
from tt_print.engine.notation import intern_card, plain_card
from tt_print.engine.standing import Standing
from tt_print.errors import InputError, join_words
from tt_print.games.craziness import score
from tt_print.problems import Problem
from tt_print.score.scorer import Cards, Entry, Name, Numbers, Outcome, Question, Schema, Way, Yes, ask_who
from tt_print.score.seats import ScoredTable
from tt_print.templates import TemplateTable, read_table


class EntryFacts(TemplateTable):
    """`templates/games/craziness/entry.toml`."""

    many_points: int


def settle(said: Entry, table: ScoredTable, standing: Standing) -> Entry:
    """`{"out": name or None, "left": {name: [codes]}, "points": {name: points}}` for everyone who is in."""
    out, left, points = said.get("out"), dict(said.get("left", {})), dict(said.get("points", {}))
    if "blocked" in said and out is not None:
        raise Problem("craziness.blocked_and_out", "blocked", other="went_out", name=out)
    for name in left:
        if name in points:
            raise InputError(f"{name} has cards and points. Give one of the two.")
    if out is not None:
        if left.get(out):
            raise InputError(
                f"{out} went out, and holds {join_words(left[out], 'and')}? Who goes out has no card left."
            )
        if points.get(out):
            raise InputError(f"{out} went out, and has {points[out]} points? Who goes out scores 0.")
        points[out] = 0
    elif "blocked" not in said:
        zeros = [name for name, number in points.items() if number == 0]
        out = zeros[0] if len(zeros) == 1 else None
    return {"out": out, "left": left, "points": points} | ({"blocked": True} if "blocked" in said else {})


def read_cards(text: str, name: str, table: ScoredTable) -> list[str]:
    """Codes of cards, separated by commas; words and spaces between codes are also understood."""
    if any(_is_figure(part) for part in text.split(",")):
        raise Problem("craziness.points_as_cards", text=text, example=f"{name}=4")
    codes = [card.safe_code for card in parse_cards(text)]
    if not codes:
        raise Problem("craziness.no_card", "left", name=name)
    if jokers := [code for code in codes if code.startswith("J")]:
        raise InputError(f"{jokers[0]}: Craziness is played without jokers.")
    return codes


ENTRY = Schema(
    Name("out", "who went out, and scores 0", "went-out"),
    Yes("blocked", "nobody could play or draw, so everyone scores"),
    Cards("left", "the cards a player still holds, such as Bo=RH3,KB4; once a player", read_cards),
    Numbers("points", "points instead of cards, such as Bo=4,Cy=1", is_bare=True),
    once=("left", "points"),
    together=("out", "blocked"),
)


def shorten(entry: Entry) -> Entry:
    """Who went out has 0 points."""
    return entry | {"points": {name: number for name, number in entry["points"].items() if name != entry["out"]}}


def _is_figure(text: str) -> bool:
    """Whether a number was meant, be it one that cannot be here (`-3`, `²`, `1.5`)."""
    return any(letter.isnumeric() for letter in text) and not any(letter.isalpha() for letter in text)


def _card(code: str) -> Card:
    return plain_card(intern_card(code))


def points_of(entry: Entry, table: ScoredTable) -> dict[str, int]:
    """Points by name, cards counted by the engine."""
    cards = {name: score.hand_points(map(_card, codes)) for name, codes in entry["left"].items()}
    return {name: (cards | entry["points"])[name] for name in table.names if name in cards or name in entry["points"]}


def discrepancies(entry: Entry, table: ScoredTable, standing: Standing) -> Sequence[str | Problem]:
    """One zero a hand, none when it was blocked; no card twice; no more than a hand is likely to hold, or the deck."""
    points = points_of(entry, table)
    zeros = [name for name, number in points.items() if number == 0]
    found: list[str | Problem] = []
    if entry["out"] is None and zeros:
        found.append(Problem("craziness.nobody_out", names=join_words(zeros, "and"), first=zeros[0]))
    elif entry["out"] is not None and len(zeros) > 1:
        found.append(
            f"{join_words(zeros, 'and')} all have 0 points, and only {entry['out']} went out. Recount the hands."
        )
    elif not zeros and not entry.get("blocked"):
        found.append(Problem("craziness.nobody_has_0"))
    places = [(code, name) for name, held in entry["left"].items() for code in held]
    for code in sorted({code for code, _ in places}):
        holders = [name for held, name in places if held == code]
        if len(holders) > 1:
            found.append(f"{intern_card(code).name} is {_in_hands(holders)}. The deck has one.")
    most = read_table(EntryFacts, "games/craziness/entry.toml").many_points
    for name, number in entry["points"].items():  # typed; cards that are named are no slip
        if number > most:
            found.append(Problem("craziness.many_points", name=name, points=number, most=most))
    maximum, total = score.max_in_hands(), sum(points.values())
    if total > maximum:
        found.append(
            f"{total} points in one hand: a whole deck less the card in the center holds {maximum}. Recount the hands."
        )
    return found


def _in_hands(holders: list[str]) -> str:
    """`in two hands (Bo and Cy)`, `in three hands (Bo, Cy twice and Di)`; holders as often as they name the card."""
    hands = list(dict.fromkeys(holders))
    often = {1: "", 2: " twice", 3: " three times"}
    each = [name + often.get(holders.count(name), f" {holders.count(name)} times") for name in hands]
    if len(hands) == 1:
        return f"named{each[0].removeprefix(hands[0])} among the cards of {hands[0]}"
    count = {2: "two", 3: "three", 4: "four"}.get(len(hands), str(len(hands)))
    return f"in {count} hands ({join_words(each, 'and')})"


def fit(entry: Entry, table: ScoredTable, standing: Standing) -> tuple[Entry, tuple[str, ...]]:
    """Without those who were not dealt in."""
    living = table.all(standing.living)
    named = {**dict.fromkeys(entry["left"]), **dict.fromkeys(entry["points"])}
    points = {name: score.hand_points(map(_card, codes)) for name, codes in entry["left"].items()} | entry["points"]
    problems = [
        f"{name} was {'out already' if name in table.names else 'not at the table'}, so {name}'s {points[name]} points "
        "do not count"
        for name in sorted(named, key=lambda name: name not in table.names)
        if name not in living
    ]
    if missing := [name for name in living if name not in named]:
        problems.append(f"nothing is entered for {join_words(missing, 'and')}")
    return ENTRY.keep(entry, living), tuple(problems)


def count(entry: Entry, table: ScoredTable, standing: Standing) -> Outcome:
    points = points_of(entry, table)
    counted = tuple(points.get(name, 0) for name in table.names)
    out = table.names.index(entry["out"]) if entry["out"] else None
    after = score.after_hand(standing, counted, out)
    if out is None and standing.house["blocked_hand"] == "void":
        counted = (0,) * len(counted)
    return Outcome(after, counted, tuple(_explained(entry, table)))


def _explained(entry: Entry, table: ScoredTable) -> list[str]:
    rows = []
    for name in table.names:
        if codes := entry["left"].get(name):
            cards = [_card(code) for code in codes]
            wilds = [getattr(card, variable) for card in cards for variable in card.wilds]
            count = f"{len(cards)} card" + ("s" if len(cards) > 1 else "")
            rows.append(f"{name} {score.hand_points(cards)} ({' + '.join([count, *wilds])})")
    return rows


def describe_entry(entry: Entry, table: ScoredTable) -> str:
    outcome = f"{entry['out']} went out" if entry["out"] else "blocked, nobody went out" if entry.get("blocked") else ""
    held = {name: f"{name} {' '.join(codes)}" for name, codes in entry["left"].items()}
    held |= {name: f"{name} {points}" for name, points in entry["points"].items() if name != entry["out"]}
    in_order = ", ".join(held[name] for name in dict.fromkeys((*table.names, *held)) if name in held)
    return "; ".join(part for part in (outcome, in_order) if part)


def ask(said: Entry, table: ScoredTable, standing: Standing) -> Question | None:
    """Who went out, then cards or points of each of the others, clockwise from the dealer's left."""
    if "out" not in said and "blocked" not in said:
        return ask_who(
            "Who went out?",
            lambda name: {"out": name} if name else {"blocked": True},
            table,
            standing.living,
            "nobody: the hand was blocked",
        )
    out, entered = said.get("out"), {*said.get("left", ()), *said.get("points", ())}
    for name in table.all(standing.living):
        if name not in entered and name != out:
            return Question(
                f"{name}: points, or the cards left",
                partial(_take_hand, name=name, out=out, table=table),
                (
                    Way("number", f"Points of {name}", 1, score.max_in_hands()),
                    Way("cards", f"Cards that {name} holds", 1),
                ),
                name,
            )
    return None


def _take_hand(held: int | list[str], name: str, out: str | None, table: ScoredTable) -> Entry:
    if isinstance(held, list):
        return {"left": {name: read_cards(",".join(held), name, table)}}
    points = table.number(str(held), f"points of {name}")
    if not points:
        who = f"{out} went out" if out else "nobody went out"
        raise InputError(f"0 points, and {who}? A player who holds a card has 1 point or more.")
    return {"points": {name: points}}


def example(table: ScoredTable) -> Entry:
    first, *others = table.names
    return {"out": first, "points": dict.fromkeys(others, 4)}


def leave(standing: Standing, seat: int) -> Outcome:
    return Outcome(score.leave(standing, seat))


at_the_limit, places = score.at_the_limit, score.places
