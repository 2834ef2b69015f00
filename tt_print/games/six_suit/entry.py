"""Six Suit: who went out, in which order, by which value and by whom (rules 3 to 6, S-20)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tt_print.deck import LETTERS, VALUES, VARIABLES
from tt_print.engine.house import House
from tt_print.engine.query import Listed, Query
from tt_print.engine.standing import Groups, Standing
from tt_print.errors import InputError, did_you_mean, join_words
from tt_print.games.six_suit import score
from tt_print.score.answers import is_figure, split_answers
from tt_print.score.scorer import (
    Entry,
    Outcome,
    Pick,
    Question,
    Typed,
    Way,
    given,
    merge_flags,
    quoted,
    seat_picks,
    seats_shown,
)
from tt_print.score.seats import ScoredTable, split_names

FLAGS = {
    "out": Listed(
        "who went out, by which value and by whose card, such as Bo=red,Ann; in order; Bo+Cy=red at one moment"
    ),
    "places": Listed("a whole game at once, the winner first: Ann,Cy,Bo; + between those who went out together"),
}
FORFEIT = "forfeit"
WORDS = tuple(value for variable in VARIABLES for value in VALUES[variable])


def read(query: Query, table: ScoredTable, standing: Standing) -> Entry:
    """`{"out": [{"who": [names], "by": value or None, "from": name or None}, ...]}`, in order."""
    if query.words:
        raise InputError(
            f"{query.words[0]!r} was not expected. Who went out follows --out, as in: "
            f"--out {quoted(table.names[-1] + '=red')}."
        )
    rows = [_read_out(text, table) for text in query.flags.get("out", ())]
    if places := query.one("places"):
        if rows:
            raise InputError("--out and --places both say who went out. Give one of the two.")
        rows = _read_places(places, table, standing)
    if not rows:
        raise InputError(
            f"who went out? --out {quoted(table.names[-1] + '=red')}, or the whole game: "
            f"--places {','.join(map(quoted, table.names[:3]))}."
        )
    entry: Entry = {"out": rows}
    _verify(entry, table, standing)
    return entry


def _read_out(text: str, table: ScoredTable) -> dict[str, Any]:
    who, _, how = text.partition("=")
    value, _, source = how.partition(",")
    word = {"q": "?"}.get(value.strip().lower(), value.strip().lower())
    if word and word not in (*WORDS, FORFEIT):
        raise InputError(
            f"--out {text}: {value!r} is not a value.{did_you_mean(word, WORDS)} Values: {' '.join(WORDS)}, or {FORFEIT}."
        )
    return {"who": list(split_names(who, table)), "by": word or None, "from": table.name(source) if source else None}


def _read_places(text: str, table: ScoredTable, standing: Standing) -> list[dict[str, Any]]:
    """Groups from the last place up; the first is the winner's side and goes out nowhere."""
    groups = [split_names(part, table) for part in text.split(",")]
    named = [name for group in groups for name in group]
    wanted = table.all(standing.living)
    if sorted(named) != sorted(wanted):
        missing = [name for name in wanted if name not in named]
        wrong = f"{join_words(missing, 'and')} missing" if missing else "somebody stands there twice, or is out already"
        raise InputError(f"--places {text}: {wrong}. Name everyone who is in once, the winner first.")
    return [{"who": list(group), "by": None, "from": None} for group in reversed(groups[1:])]


def _verify(entry: Entry, table: ScoredTable, standing: Standing) -> None:
    """Raises InputError for who is out already, and for an elimination after the end."""
    for row in entry["out"]:
        if standing.is_over:
            raise InputError(
                f"{join_words(row['who'], 'and')}: the game was over before. Enter the next game by itself."
            )
        for name in row["who"]:
            if table.seat(name) not in standing.living:
                raise InputError(f"{name} is out already. Still in: {join_words(table.all(standing.living), 'and')}.")
        if row["by"] == FORFEIT and standing.house["treaties"] == "off":
            raise InputError("a broken treaty loses only where treaties are written down (house rule treaties; S-16).")
        standing = score.after_hand(standing, [table.seat(name) for name in row["who"]])


def discrepancies(entry: Entry, table: ScoredTable, standing: Standing) -> list[str]:
    """Nothing adds up to anything here; what cannot be is refused by `read`."""
    return []


def fit(entry: Entry, table: ScoredTable, standing: Standing) -> tuple[Entry, tuple[str, ...]]:
    """Without those who were out already or not at the table, and without all that comes after the end."""
    rows, problems = [], []
    for row in entry["out"]:
        living = table.all(standing.living)
        who = [name for name in row["who"] if name in living]
        if strange := [name for name in row["who"] if name not in table.names]:
            problems.append(f"{join_words(strange, 'and')} was not at the table, and does not count")
        if standing.is_over or not who:
            if known := [name for name in row["who"] if name in table.names]:
                problems.append(
                    f"{join_words(known, 'and')} was out already, or the game was over; that does not count"
                )
            continue
        if others := [name for name in row["who"] if name in table.names and name not in living]:
            problems.append(f"{join_words(others, 'and')} was out already; that does not count")
        standing = score.after_hand(standing, [table.names.index(name) for name in who])
        by = None if row["by"] == FORFEIT and standing.house["treaties"] == "off" else row["by"]
        rows.append({"who": who, "by": by, "from": row["from"] if row["from"] in table.names else None})
    return entry | {"out": rows}, tuple(problems)


def rename(entry: Entry, spelled: Callable[[str], str]) -> Entry:
    return entry | {
        "out": [
            row | {"who": [spelled(name) for name in row["who"]], "from": row["from"] and spelled(row["from"])}
            for row in entry["out"]
        ]
    }


def leave(standing: Standing, seat: int) -> Outcome:
    """Who leaves amid a game is out of it, as if by a Six Suit; their partners play on (S-15)."""
    after = score.after_hand(standing, [seat]) if seat in standing.living else standing
    return Outcome(after, following=score.following_dealer(after) if after.is_over else None)


def play(entry: Entry, table: ScoredTable, standing: Standing) -> Outcome:
    entry, problems = fit(entry, table, standing)
    lines = []
    for row in entry["out"]:
        standing = score.after_hand(standing, [table.names.index(name) for name in row["who"]])
        if not standing.out:
            lines.append("everybody went out at once: the hand is void, and dealt again (S-9)")
    following = score.following_dealer(standing) if standing.is_over else None
    return Outcome(standing, None, tuple(lines), problems, following)


def describe_entry(entry: Entry, table: ScoredTable) -> str:
    def describe_row(row: dict[str, Any]) -> str:
        by = f" by {row['by']}" if row["by"] and row["by"] != FORFEIT else " (broken treaty)" if row["by"] else ""
        source = f", {row['from']}'s card" if row["from"] else ""
        return f"{' + '.join(row['who'])} out{by}{source}"

    return "; ".join(map(describe_row, entry["out"]))


def words(entry: Entry) -> list[str]:
    typed = []
    for row in entry["out"]:
        how = ",".join(part for part in (row["by"] or "", row["from"]) if part is not None)
        typed += ["--out", "+".join(row["who"]) + (f"={how}" if how else "")]
    return typed


def places(standing: Standing) -> Groups:
    return score.finishing_order(standing.house, standing.players, standing.living, standing.out)


def merge(entry: Entry, query: Query, table: ScoredTable) -> Query:
    """What is said now, and the rest as it was said then."""
    return merge_flags(words(entry), query, FLAGS, (("out", "places"),))


def ask(typed: Typed, table: ScoredTable, standing: Standing) -> Question | None:
    """Who went out, and by which value; one moment a time."""
    names = table.all(standing.living)
    if not given(typed, "who"):
        return Question(
            "Who went out?",
            lambda text: (("who", "+".join(_living(text, table, standing))),),
            nothing="Who went out: a name, or a number of the list; Bo+Cy for two at one moment.",
            words=names,
            picks=seat_picks(table, standing.living),
            ways=(Way("seats", "Who went out; several at one moment", 1),),
        )
    if given(typed, "out"):
        return None
    (who,) = given(typed, "who")
    if not given(typed, "variable"):
        return Question(
            "Six of one ...",
            lambda answer: _take_variable(who, answer),
            who,
            nothing="Six of what: 1 for a color, 2 for a shape, 3 for a number, 0 where nobody knows.",
            words=(*VARIABLES, *WORDS),
            picks=(*(Pick(v, v, str(number)) for number, v in enumerate(VARIABLES, 1)), Pick(None, "not known", "0")),
            after=" (or its word: red, heart)",
            ways=(Way("choice"),),
        )
    (variable,) = given(typed, "variable")
    return Question(
        f"Which {variable}?",
        lambda answer: _take_value(who, variable, answer),
        who,
        nothing=f"Which {variable}: give 1 to {len(VALUES[variable])}, or its word.",
        words=VALUES[variable],
        picks=tuple(Pick(word, word, str(number)) for number, word in enumerate(VALUES[variable], 1)),
        ways=(Way("choice"),),
    )


def _living(text: str, table: ScoredTable, standing: Standing) -> tuple[str, ...]:
    """One player, or several at one moment: `Bo+Cy`, or their names; of several numbers only the first is a player."""
    parts = split_answers(text)
    if len(parts) > 1 and "+" not in text and any(is_figure(part) for part in parts):
        raise InputError(f"{text!r}: for two at one moment write Bo+Cy, or 2+3.")
    try:
        names = split_names(text, table)
    except InputError:
        if len(parts) < 2 or "+" in text:
            raise
        names = split_names(",".join(parts), table)
    for name in names:
        if table.seat(name) not in standing.living:
            raise InputError(f"{name} is out already. {seats_shown(table, standing.living)}")
    return names


def _take_variable(who: str, answer: str) -> Typed:
    """A variable by its number or word; a color, a shape or a ? at once, which no number can be mistaken for."""
    word = answer.strip().lower()
    if word == "0":
        return (("out", who),)
    if word in ("1", "2", "3"):
        return (("variable", VARIABLES[int(word) - 1]),)
    if word in VARIABLES:
        return (("variable", word),)
    if value := _meant_value(word, [w for w in WORDS if not w.isascii() or not w.isdigit()]):
        return (("out", f"{who}={value}"),)
    raise InputError(
        f"{answer!r} is not an answer here. 1 for a color, 2 for a shape, 3 for a number, 0 where nobody knows; or its "
        "word, such as red."
    )


def _meant_value(word: str, values: Sequence[str]) -> str:
    """The value of this word, of its letter in codes of cards (k is black) or of a beginning that only it has; else ""."""
    letters = {letter.lower(): value for variable in ("color", "shape") for letter, value in LETTERS[variable].items()}
    if word in (*values, "q"):
        return "?" if word == "q" else word
    begun = [value for value in values if word and value.startswith(word)]
    if len(begun) > 1:
        raise InputError(f"{word!r} could be {join_words(begun)}. Write more of it.")
    return begun[0] if begun else letters[word] if letters.get(word) in values else ""


def _take_value(who: str, variable: str, answer: str) -> Typed:
    """Numbers 1 to 5 in the order shown; the words too."""
    values, word = VALUES[variable], answer.strip().lower()
    numbers = [str(number) for number in range(1, len(values) + 1)]
    value = values[numbers.index(word)] if word in numbers else _meant_value(word, values)
    if value not in values:
        raise InputError(f"{answer!r} is not a {variable}. Give 1 to {len(values)}, or its word.")
    return (("out", f"{who}={value}"),)


def example(table: ScoredTable) -> str:
    return f"--out {quoted(table.names[-1] + '=red')}"


def counts_points(house: House) -> bool:
    return False


def is_series(house: House) -> bool:
    return True
