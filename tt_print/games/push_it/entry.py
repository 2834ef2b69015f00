"""Push It Real Good: who went out first, challenges, and potential points (rules 8 and 9)."""

from __future__ import annotations

from collections.abc import Callable

from tt_print.engine.house import House
from tt_print.engine.query import Listed, Query
from tt_print.engine.standing import Standing
from tt_print.errors import InputError, join_words
from tt_print.games.push_it import score
from tt_print.score.answers import ask_tally, ask_who
from tt_print.score.scorer import Entry, Outcome, Question, Typed, given, merge_flags, quoted
from tt_print.score.seats import ScoredTable, split_pairs

FLAGS = {
    "went-out": "who went out first, and wins the round",
    "right": Listed("right challenges, such as Bo=2,Cy=1"),
    "wrong": Listed("wrong challenges"),
    "caught": Listed("how often a player was caught lying"),
    "potential": Listed("potential points, where the house counts them"),
    "left": Listed("how many cards the others hold, such as Bo=5,Cy=9"),
}
TALLIES = ("right", "wrong", "caught", "potential", "left")


def needs_cards(house: House) -> bool:
    """Whether the next dealer depends on who holds most cards (G-4)."""
    return bool(house["next_dealer"] == "loser")


def read(query: Query, table: ScoredTable, standing: Standing) -> Entry:
    """`{"out": name, "right": {name: number}, ...}`; a tally that nobody is named in has no key."""
    if query.words:
        raise InputError(f"{query.words[0]!r} was not expected. For right challenges: --right {query.words[0]}")
    first, *_, last = map(quoted, table.names)
    out = table.name(
        query.need(
            "went-out", f"who went out first? --went-out {first}, and as you like --right {first}=2 --caught {last}=2."
        )
    )
    entry: Entry = {"out": out}
    for flag in TALLIES:
        pairs = split_pairs(query.flags.get(flag, ()), table, flag)
        if flag in query:
            entry[flag] = {name: table.number(text, f"{flag} of {name}") for name, text in pairs.items()}
    if standing.house["potential"] == "off" and "potential" in entry:
        raise InputError(
            "potential points are not counted here (house rule potential = off; rule 9). Leave them out, or "
            "start the night with --option potential=per_challenge or potential=per_card."
        )
    if standing.house["potential"] == "per_card" and "potential" not in entry:
        raise InputError(
            "potential points: one for each card that a caught player picked up (rule 9). "
            f"Give them: --potential {quoted(f'{out}=7')}, or --potential {quoted(f'{out}=0')}."
        )
    if entry.get("left", {}).get(out):
        raise InputError(
            f"{out} went out first, and holds {entry['left'][out]} cards? Somebody else: --went-out NAME. None: "
            f"--left {quoted(f'{out}=0')}."
        )
    missing = [name for name in table.names if name != out and name not in entry.get("left", {})]
    if needs_cards(standing.house) and missing:
        raise InputError(
            f"the loser deals (house rule next_dealer), who holds most cards. Give the cards of "
            f"{join_words(missing, 'and')}: --left {quoted(missing[0])}=5."
        )
    return entry


def potential_of(entry: Entry, table: ScoredTable, house: House) -> tuple[int, ...]:
    """Potential points by seat: as entered, or one for each right challenge (P-18)."""
    if house["potential"] == "off":
        return (0,) * len(table.names)
    given_points = entry.get("potential", {})
    right = entry.get("right", {})
    if house["potential"] == "per_challenge":
        return tuple(given_points.get(name, score.points_for(house, 0) * right.get(name, 0)) for name in table.names)
    return tuple(score.points_for(house, given_points.get(name, 0)) for name in table.names)


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
    kept = {key: value for key, value in entry.items() if key not in ("out", *TALLIES)}
    if entry["out"] in table.names:
        kept["out"] = entry["out"]
    named = [entry["out"]]
    for flag in TALLIES:
        if flag in entry and (flag != "potential" or standing.house["potential"] != "off"):
            kept[flag] = {name: number for name, number in entry[flag].items() if name in table.names}
            named += [name for name, number in entry[flag].items() if number]
    strange = [name for name in dict.fromkeys(named) if name not in table.names]
    problems = [f"{name} was not at the table, and does not count" for name in strange]
    if "out" not in kept:
        problems.append("nobody at the table went out, so nobody has won")
    return kept, tuple(problems)


def rename(entry: Entry, spelled: Callable[[str], str]) -> Entry:
    tallies = {
        flag: {spelled(name): number for name, number in entry[flag].items()} for flag in TALLIES if flag in entry
    }
    return entry | {"out": spelled(entry["out"])} | tallies


def play(entry: Entry, table: ScoredTable, standing: Standing) -> Outcome:
    entry, problems = fit(entry, table, standing)
    if "out" not in entry:
        nothing = (0,) * len(table.names) if counts_points(standing.house) else None
        return Outcome(standing, nothing, problems=problems)
    winner = table.names.index(entry["out"])
    left = tuple(entry.get("left", {}).get(name, 0) for name in table.names)
    potential = potential_of(entry, table, standing.house)
    after = score.after_hand(standing, potential, winner, left)
    points = tuple(now - before for now, before in zip(after.scores, standing.scores, strict=True))
    lines: tuple[str, ...] = ()
    if lost := {name: n for name, n in table.by_name(potential).items() if n and name != entry["out"]}:
        lines = ("Potential points that end with the round: " + ", ".join(f"{name} {n}" for name, n in lost.items()),)
    following = score.next_dealer(standing, winner, left)
    return Outcome(after, points if counts_points(standing.house) else None, lines, problems, following)


def describe_entry(entry: Entry, table: ScoredTable) -> str:
    parts = [f"{entry['out']} went out first"]
    for flag in TALLIES:
        pairs = [f"{name} {number}" for name, number in entry.get(flag, {}).items() if number]
        if pairs:
            parts.append(f"{'cards left' if flag == 'left' else flag} {', '.join(pairs)}")
    return "; ".join(parts)


def words(entry: Entry) -> list[str]:
    typed = ["--went-out", entry["out"]] if "out" in entry else []
    for flag in TALLIES:
        if entry.get(flag):
            typed += [f"--{flag}", ",".join(f"{name}={number}" for name, number in entry[flag].items())]
    return typed


def merge(entry: Entry, query: Query, table: ScoredTable) -> Query:
    """What is said now, player by player, and the rest as it was said then."""
    if "went-out" in query and "left" in entry:  # who went out after all holds nothing
        out = table.name(query.need("went-out", ""))
        entry = entry | {"left": {name: number for name, number in entry["left"].items() if name != out}}
    merged = merge_flags(words(entry), query, FLAGS)
    flags = dict(merged.flags)
    for flag in TALLIES:
        if flag in query and flag in entry:
            pairs = {name: str(number) for name, number in entry[flag].items()} | split_pairs(
                query.flags[flag], table, flag
            )
            flags[flag] = (",".join(f"{name}={number}" for name, number in pairs.items()),)
    return Query(merged.words, flags)


def ask(typed: Typed, table: ScoredTable, standing: Standing) -> Question | None:
    """Who went out; then for each player what the house needs for the points and the next dealer."""
    if not given(typed, "went-out"):
        return ask_who("Who went out first?", lambda name: (("went-out", name),), table, standing.living)
    (out,) = given(typed, "went-out")
    tallies = {
        "off": [],
        "per_challenge": [("right", "right challenges", table.names)],
        "per_card": [("potential", "potential points", table.names)],
    }[standing.house["potential"]]
    if needs_cards(standing.house):
        tallies = [*tallies, ("left", "cards left", tuple(name for name in table.names if name != out))]
    for flag, what, names in tallies:
        if question := ask_tally(typed, flag, what, names, table):
            return question
    return None


def example(table: ScoredTable) -> str:
    """Words that this house understands."""
    first, last = table.names[0], table.names[-1]
    typed = ["--went-out", quoted(first), "--right", quoted(f"{last}=1")]
    typed += ["--potential", quoted(f"{last}=7")] if table.house["potential"] == "per_card" else []
    if needs_cards(table.house):
        typed += ["--left", quoted(",".join(f"{name}=5" for name in table.names[1:]))]
    return " ".join(typed)


def counts_points(house: House) -> bool:
    return bool(house["potential"] != "off")


def is_series(house: House) -> bool:
    return bool(house["target_points"] == "none")


join, under, places = score.join, score.under, score.places
