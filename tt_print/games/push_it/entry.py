"""Push It Real Good: who went out first, challenges, and potential points (rules 8 and 9)."""

from __future__ import annotations

from functools import partial

from tt_print.engine.house import House
from tt_print.engine.standing import Standing, next_dealer
from tt_print.errors import join_words
from tt_print.games.push_it import rules
from tt_print.problems import Problem
from tt_print.score.scorer import Entry, Name, Numbers, Outcome, Question, Schema, Words, ask_tally, ask_who
from tt_print.score.seats import ScoredTable

ENTRY = Schema(
    Name("out", "who went out first, and wins the round", "went-out"),
    Numbers("right", "right challenges, such as Bo=2,Cy=1"),
    Numbers("wrong", "wrong challenges"),
    Numbers("caught", "how often a player was caught lying"),
    Numbers("potential", "potential points, where the house counts them"),
    Numbers("left", "how many cards the others hold, such as Bo=5,Cy=9"),
)
TALLIES = ("right", "wrong", "caught", "potential", "left")


def needs_cards(house: House) -> bool:
    """Whether the next dealer depends on who holds most cards (G-4)."""
    return bool(house["next_dealer"] == "loser")


def settle(entry: Entry, table: ScoredTable, standing: Standing) -> Entry:
    """`{"out": name, "right": {name: number}, ...}`; a tally that nobody is named in has no key."""
    out = entry.get("out")
    if out is None:
        raise Problem("push-it.who", example=Words(ENTRY.words(example(table))))
    if standing.house["potential"] == "off" and "potential" in entry:
        raise Problem("push-it.no_potential")
    if standing.house["potential"] == "per_card" and "potential" not in entry:
        raise Problem("push-it.potential_missing", "potential", seven=f"{out}=7", none=f"{out}=0")
    if entry.get("left", {}).get(out):
        raise Problem("push-it.out_holds", "left", name=out, cards=entry["left"][out], none=f"{out}=0")
    missing = [name for name in table.names if name != out and name not in entry.get("left", {})]
    if needs_cards(standing.house) and missing:
        raise Problem("push-it.cards_missing", "left", names=join_words(missing, "and"), first=missing[0])
    return entry


def potential_of(entry: Entry, table: ScoredTable, house: House) -> tuple[int, ...]:
    """Potential points by seat: as entered, or one for each right challenge (P-18)."""
    if house["potential"] == "off":
        return (0,) * len(table.names)
    right = entry.get("right", {}) if house["potential"] == "per_challenge" else {}
    points = right | entry.get("potential", {})
    return tuple(points.get(name, 0) for name in table.names)


def discrepancies(entry: Entry, table: ScoredTable, standing: Standing) -> list[str]:
    """Every right challenge caught somebody; points come from right challenges only (rule 9)."""
    found = []
    right, caught, potential = (entry.get(flag) for flag in ("right", "caught", "potential"))
    if right is not None and caught is not None and sum(right.values()) != sum(caught.values()):
        found.append(
            f"right challenges {sum(right.values())}, caught lying {sum(caught.values())}: each right challenge "
            "catches one. Recount them."
        )
    if right is not None and potential is not None:
        per_card = standing.house["potential"] == "per_card"
        for name in table.names:
            points, times = potential.get(name, 0), right.get(name, 0)
            if (points < times or (points and not times)) if per_card else points != times:
                each = "at least one point each" if per_card else "one point each"
                found.append(f"{name}: potential points {points}, right challenges {times}, {each}. Recount them.")
    return found


def fit(entry: Entry, table: ScoredTable, standing: Standing) -> tuple[Entry, tuple[str, ...]]:
    """Without those who were not at the table; without "out" where they went out first."""
    kept = ENTRY.keep(entry, table.names)
    if standing.house["potential"] == "off":
        kept.pop("potential", None)
    named = [
        entry["out"],
        *(name for flag in TALLIES if flag in kept for name, number in entry[flag].items() if number),
    ]
    strange = [name for name in dict.fromkeys(named) if name not in table.names]
    problems = [f"{name} was not at the table, and does not count" for name in strange]
    if kept["out"] is None:
        problems.append("nobody at the table went out, so nobody has won")
    return kept, tuple(problems)


def count(entry: Entry, table: ScoredTable, standing: Standing) -> Outcome:
    has_points = table.game.has_points(standing.house)
    if entry["out"] is None:
        nothing = (0,) * len(table.names) if has_points else None
        return Outcome(standing, nothing)
    winner = table.names.index(entry["out"])
    left = tuple(entry.get("left", {}).get(name, 0) for name in table.names)
    potential = potential_of(entry, table, standing.house)
    after = rules.after_round(standing, potential, winner, left)
    points = tuple(now - before for now, before in zip(after.scores, standing.scores, strict=True))
    lines: tuple[str, ...] = ()
    if lost := {name: n for name, n in table.by_name(potential).items() if n and name != entry["out"]}:
        lines = ("Potential points that end with the round: " + ", ".join(f"{name} {n}" for name, n in lost.items()),)
    following = next_dealer(standing, winner, left)
    return Outcome(after, points if has_points else None, lines, following=following)


def describe_entry(entry: Entry, table: ScoredTable) -> str:
    parts = [f"{entry['out']} went out first"]
    for flag in TALLIES:
        pairs = [f"{name} {number}" for name, number in entry.get(flag, {}).items() if number]
        if pairs:
            parts.append(f"{'cards left' if flag == 'left' else flag} {', '.join(pairs)}")
    return "; ".join(parts)


def merge(entry: Entry, said: Entry, table: ScoredTable) -> Entry:
    """Who went out after all holds nothing."""
    left = {name: number for name, number in entry.get("left", {}).items() if name != said.get("out")}
    return ENTRY.merge(entry | {"left": left}, said)


def ask(said: Entry, table: ScoredTable, standing: Standing) -> Question | None:
    """Who went out; then for each player what the house needs for the points and the next dealer."""
    if "out" not in said:
        return ask_who("Who went out first?", lambda name: {"out": name}, table, standing.living)
    tallies = {
        "off": [],
        "per_challenge": [("right", "right challenges", table.names)],
        "per_card": [("potential", "potential points", table.names)],
    }[standing.house["potential"]]
    if needs_cards(standing.house):
        tallies = [*tallies, ("left", "cards left", tuple(name for name in table.names if name != said["out"]))]
    for key, what, names in tallies:
        if question := ask_tally(said.get(key, ()), what, names, table, partial(_take_number, key)):
            return question
    return None


def _take_number(key: str, name: str, number: int) -> Entry:
    return {key: {name: number}}


def example(table: ScoredTable) -> Entry:
    """What this house wants to know."""
    last = table.names[-1]
    potential = {"potential": {last: 7}} if table.house["potential"] == "per_card" else {}
    left = {"left": dict.fromkeys(table.names[1:], 5)} if needs_cards(table.house) else {}
    return {"out": table.names[0], "right": {last: 1}} | potential | left


def is_series(house: House) -> bool:
    return bool(house["target_points"] == "none")


at_the_limit, places = rules.at_the_limit, rules.places
