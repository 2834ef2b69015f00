"""The war games: who ran out of cards, who slapped back in, who won (rules 3 to 8)."""

from __future__ import annotations

from collections.abc import Callable

from tt_print.deck import make_deck
from tt_print.engine.house import House
from tt_print.engine.query import Listed, Query
from tt_print.engine.standing import Standing
from tt_print.errors import InputError, join_words
from tt_print.games.war import score
from tt_print.games.war.variant import variant_of
from tt_print.score.answers import ask_who
from tt_print.score.scorer import Entry, Outcome, Pick, Question, Typed, Way, given, merge_flags, quoted
from tt_print.score.seats import ScoredTable, split_names, split_pairs

TALLIES = {"control": "pots won by control", "slaps": "pots won by slap", "wrong": "wrong slaps"}
FLAGS = {
    "back": Listed("who slapped back in; counted before --out"),
    "out": Listed("who lost the last card, in order; Bo+Cy at one moment"),
    "winner": "who won the game",
    "places": Listed("a whole game at once, the winner first: Ann,Cy,Bo"),
    "cards": Listed("everyone's cards, counted: Ann=40,Bo=24"),
    "center": "the cards in the center, with --cards",
    **{name: Listed(f"{meaning}, such as Ann=3,Bo=1") for name, meaning in TALLIES.items()},
}


def deck_size(house: House) -> int:
    return len(make_deck(variant_of(house).deck, jokers=house["jokers"]))


def read(query: Query, table: ScoredTable, standing: Standing) -> Entry:
    """`{"back": [names], "out": [[names], ...], "winner": name or None, "cards": {...}, "center": n, tallies}`."""
    if query.words:
        raise InputError(
            f"{query.words[0]!r} was not expected. Who lost the last card follows --out: "
            f"--out {quoted(table.names[-1])}."
        )
    out = [list(split_names(text, table)) for text in query.flags.get("out", ())]
    back = [name for text in query.flags.get("back", ()) for name in split_names(text, table)]
    winner = table.name(text) if (text := query.one("winner")) else None
    if places := query.one("places"):
        if out or back or winner:
            raise InputError("--places says who went out and who won. Leave out --out, --back and --winner.")
        out, winner = _read_places(places, table, standing)
    entry: Entry = {"back": back, "out": out, "winner": winner}
    for flag in ("cards", *TALLIES):
        if flag in query:
            pairs = split_pairs(query.flags[flag], table, flag)
            entry[flag] = {name: table.number(text, f"{flag} of {name}") for name, text in pairs.items()}
    if center := query.one("center"):
        entry["center"] = table.number(center, "--center")
    if not any(entry.values()):
        raise InputError(
            f"what happened? --out {quoted(table.names[-1])}, --winner {quoted(table.names[0])}, or the whole "
            f"game: --places {','.join(map(quoted, table.names))}."
        )
    _verify(entry, table, standing)
    return entry


def _read_places(text: str, table: ScoredTable, standing: Standing) -> tuple[list[list[str]], str]:
    first, *rest = [split_names(part, table) for part in text.split(",")]
    named = [*first, *(name for group in rest for name in group)]
    if len(first) > 1:
        raise InputError(f"--places {text}: one player wins (rule 8). Put a comma after {first[0]}.")
    if sorted(named) != sorted(table.all(standing.living)):
        raise InputError(
            f"--places {text}: name everyone who has cards once, the winner first: "
            f"{join_words(table.all(standing.living), 'and')}."
        )
    # second place lost the last card to the winner: that is what winning says already
    return [list(group) for group in reversed(rest[1:])], first[0]


def _verify(entry: Entry, table: ScoredTable, standing: Standing) -> None:
    living = set(table.all(standing.living))
    for name in entry["back"]:
        if name in living:
            raise InputError(f"{name} has cards, and cannot slap back in.")
        living.add(name)
    for group in entry["out"]:
        for name in group:
            if name not in living:
                raise InputError(
                    f"{name} has no cards already. Still with cards: {join_words(sorted(living), 'and') or 'nobody'}. "
                    f"Slapped back in: --back {quoted(name)}."
                )
            living.discard(name)
    winner = entry["winner"]
    if winner and living and winner not in living:  # with nobody left the controller wins without a card (W-34)
        raise InputError(
            f"{winner} has no cards. With cards: {join_words(sorted(living), 'and')}. "
            f"Slapped back in: --back {quoted(winner)}."
        )


def discrepancies(entry: Entry, table: ScoredTable, standing: Standing) -> list[str]:
    """Counted cards make the deck; who is out holds none."""
    if "cards" not in entry:
        return []
    found = []
    size, total = deck_size(standing.house), sum(entry["cards"].values()) + entry.get("center", 0)
    missing = [name for name in table.names if name not in entry["cards"]]
    if missing:
        found.append(
            f"cards: {join_words(missing, 'and')} not counted. Count everyone, 0 too: --cards {quoted(missing[0])}=0."
        )
    elif total != size:
        off = f"{_number(abs(size - total))} {'short' if total < size else 'too many'}"
        found.append(f"{total} cards together, and the deck has {size}: {off}. Recount?")
    after = play(entry, table, standing).standing
    for name, count in entry["cards"].items():
        if count and not after.is_over and table.seat(name) not in after.living:
            found.append(f"{name} is out, and holds {count} cards? Slapped back in: --back {quoted(name)}.")
    return found


def _number(count: int) -> str:
    return {1: "one", 2: "two", 3: "three"}.get(count, str(count))


def fit(entry: Entry, table: ScoredTable, standing: Standing) -> tuple[Entry, tuple[str, ...]]:
    """Without those who were not at the table, had no card to lose, or were not out to slap back in."""
    problems = []
    living, back, out = set(table.all(standing.living)), [], []
    named = [*entry["back"], *(name for group in entry["out"] for name in group), *filter(None, [entry["winner"]])]
    for name in dict.fromkeys(name for name in named if name not in table.names):
        problems.append(f"{name} was not at the table, and does not count")
    for name in entry["back"]:
        if name in living:
            problems.append(f"{name} had cards already")
        elif name in table.names:
            back.append(name)
            living.add(name)
    for group in entry["out"]:
        gone = [name for name in group if name in living]
        known = [name for name in group if name in table.names]
        if len(gone) < len(known):
            problems.append(f"{join_words(known, 'and')} had no cards already")
        if gone:
            out.append(gone)
            living -= {*gone}
    winner = entry["winner"] if entry["winner"] in table.names else None
    if winner and living and winner not in living:  # who wins a pot has cards again (rule 7)
        if winner in table.all(standing.living):
            out = [rest for group in out if (rest := [name for name in group if name != winner])]
        else:
            back.append(winner)
        problems.append(f"{winner} had no cards, and is taken to have slapped back in")
    kept = {"back": back, "out": out, "winner": winner}
    tallies = {
        key: {name: number for name, number in entry[key].items() if name in table.names}
        for key in ("cards", *TALLIES)
        if key in entry
    }
    return entry | kept | tallies, tuple(problems)


def rename(entry: Entry, spelled: Callable[[str], str]) -> Entry:
    return (
        entry
        | {
            "back": [spelled(name) for name in entry["back"]],
            "out": [[spelled(name) for name in group] for group in entry["out"]],
            "winner": entry["winner"] and spelled(entry["winner"]),
        }
        | {
            key: {spelled(name): number for name, number in entry[key].items()}
            for key in ("cards", *TALLIES)
            if key in entry
        }
    )


def leave(standing: Standing, seat: int) -> Outcome:
    """Who leaves amid a game is out of it, as if their last card were gone. It goes on among the others, or is won by the
    only one who has cards then."""
    after = score.run_dry(standing, [seat]) if seat in standing.living else standing
    if len(after.living) == 1 and seat in standing.living:
        after = score.award(after, after.living[0])
    return Outcome(after, following=score.following_dealer(after) if after.is_over else None)


def play(entry: Entry, table: ScoredTable, standing: Standing) -> Outcome:
    entry, problems = fit(entry, table, standing)
    for name in entry["back"]:
        standing = score.slap_in(standing, table.names.index(name))
    for group in entry["out"]:
        standing = score.run_dry(standing, [table.names.index(name) for name in group])
    following = None
    if entry["winner"]:
        standing = score.award(standing, table.names.index(entry["winner"]))
        following = score.following_dealer(standing)
    lines = (
        ()
        if standing.is_over or len(standing.living) > 1
        else (f"Only {table.names[standing.living[0]]} has cards. When that play has won: --winner (rule 8, W-22)",)
        if standing.living
        else ("Nobody has cards. Who controls the pile wins: --winner (W-34)",)
    )
    return Outcome(standing, None, lines, problems, following)


def describe_entry(entry: Entry, table: ScoredTable) -> str:
    parts = [f"{name} back in" for name in entry["back"]]
    parts += [f"{' + '.join(group)} out" for group in entry["out"]]
    if entry["winner"]:
        parts.append(f"{entry['winner']} won")
    for flag in ("cards", *TALLIES):
        if entry.get(flag):
            parts.append(f"{TALLIES.get(flag, flag)}: " + ", ".join(f"{name} {n}" for name, n in entry[flag].items()))
    if "center" in entry:
        parts.append(f"center {entry['center']}")
    return "; ".join(parts)


def words(entry: Entry) -> list[str]:
    typed = [word for name in entry["back"] for word in ("--back", name)]
    typed += [word for group in entry["out"] for word in ("--out", "+".join(group))]
    typed += ["--winner", entry["winner"]] if entry["winner"] else []
    for flag in ("cards", *TALLIES):
        if entry.get(flag):
            typed += [f"--{flag}", ",".join(f"{name}={n}" for name, n in entry[flag].items())]
    return typed + (["--center", str(entry["center"])] if "center" in entry else [])


def merge(entry: Entry, query: Query, table: ScoredTable) -> Query:
    """What is said now, and the rest as it was said then."""
    return merge_flags(words(entry), query, FLAGS, (("back", "out", "winner", "places"),))


HAPPENED = {  # number, words and what is asked
    "out": ("1", "lost the last card", ("out", "lost")),
    "back": ("2", "slapped back in", ("back", "slapped")),
    "winner": ("3", "won the game", ("won", "winner")),
}


def ask(typed: Typed, table: ScoredTable, standing: Standing) -> Question | None:
    """What happened to whom: out, back in, or won."""
    gone = tuple(seat for seat in range(standing.players) if seat not in standing.living)
    if not given(typed, "what"):
        possible = [what for what in HAPPENED if what != "back" or gone]
        numbers = [HAPPENED[what][0] for what in possible]
        return Question(
            "What happened?",
            lambda text: (("what", _happened(text, possible)),),
            nothing=f"What happened: give {join_words(numbers)}.",
            words=tuple(word for what in possible for word in HAPPENED[what][2]),
            picks=tuple(Pick(what, HAPPENED[what][1], HAPPENED[what][0]) for what in possible),
            ways=(Way("choice"),),
        )
    (what,) = given(typed, "what")
    if given(typed, what):
        return None
    seats = gone if what == "back" else standing.living or tuple(range(standing.players))
    return ask_who("Who?", lambda name: ((what, name),), table, seats)


def _happened(text: str, possible: list[str]) -> str:
    word = text.strip().lower()
    for what in possible:
        number, _, words = HAPPENED[what]
        if word == number or (word and any(each.startswith(word) for each in words)):
            return what
    numbers = join_words([f"{HAPPENED[what][0]} ({HAPPENED[what][1]})" for what in possible])
    raise InputError(f"{text!r} is not one of the answers: {numbers}.")


def example(table: ScoredTable) -> str:
    return f"--out {quoted(table.names[-1])}"


def counts_points(house: House) -> bool:
    return False


def is_series(house: House) -> bool:
    return True


places = score.finishing_order
