"""Casino Macedonia: what everyone took, as counts or as points (rules 6 to 8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from functools import partial
from typing import Any

from tt_print.engine.house import House
from tt_print.engine.notation import intern_card
from tt_print.engine.standing import Standing
from tt_print.errors import InputError, join_words
from tt_print.games.casino import score
from tt_print.games.casino.facts import box
from tt_print.games.casino.score import Counts
from tt_print.problems import Problem
from tt_print.records import dataclass
from tt_print.score.scorer import (
    CountError,
    Entry,
    Numbers,
    Outcome,
    Part,
    Question,
    Schema,
    Spell,
    Way,
    Words,
    ask_tally,
    ask_who,
    kept,
    seat_picks,
    typed,
)
from tt_print.score.seats import ScoredTable, split_pairs
from tt_print.score.typed import ListMeaning, Query

COUNTED = ("cards", "reds", "circles", "ones", "red-circles")
MOST = COUNTED[:3]  # it is enough to know who took most
HELD = ("special", "hearts")  # it is enough to know who has all
COLUMNS = (*COUNTED, *HELD)  # in the order of a row of counts
NOBODY = "none"


class _Columns(Part):
    """A number of each player, or a player: who took most, or has all; None for nobody. Stored is who took most."""

    FLAGS = {
        "cards": ListMeaning("how many cards everyone took: Ann=60,Bo=64; or who took most, or none for a tie"),
        "reds": ListMeaning("how many reds, or who took most"),
        "circles": ListMeaning("how many circles, or who took most"),
        "ones": ListMeaning("how many 1s"),
        "red-circles": ListMeaning("how many red circles"),
        "special": "who has the blue square 4 (? where it is a 5), or none",
        "hearts": ListMeaning("how many yellow hearts: Ann=3,Bo=2; or who has all, or none"),
    }

    def __init__(self) -> None:
        super().__init__("most", "")
        self.flags = self.FLAGS

    def read(self, query: Query, table: ScoredTable) -> dict[str, Any] | None:
        return {flag: self._read_column(flag, query, table) for flag in COLUMNS if flag in query} or None

    def _read_column(self, flag: str, query: Query, table: ScoredTable) -> dict[str, int] | str | None:
        texts = query.flags[flag]
        if flag in HELD:
            texts = (query.one(flag) or "",)
            if not texts[0]:
                raise _who_has(flag, table)
        one = texts[0].strip()
        if flag in (*MOST, *HELD) and len(texts) == 1 and "=" not in one and one.strip(" ,"):
            return None if one.lower() == NOBODY else table.name(one)
        pairs = split_pairs(texts, table, flag)
        return {name: table.number(text, f"{flag} of {name}") for name, text in pairs.items()}

    def words(self, value: dict[str, Any]) -> list[str]:
        return [word for flag, column in value.items() for word in typed(flag, _column_text(column))]

    def rename(self, value: dict[str, str | None], spell: Spell) -> dict[str, str | None]:
        return {flag: name and spell(name) for flag, name in value.items()}

    def keep(self, value: dict[str, str | None], names: Sequence[str]) -> dict[str, str | None]:
        return {flag: name for flag, name in value.items() if name is None or name in names}


def _who_has(flag: str, table: ScoredTable) -> Problem:
    return Problem("casino.who_has", flag, meaning=str(_Columns.FLAGS[flag]), name=table.names[0])


def _cells(column: Any, flag: str, names: Sequence[str], house: House) -> dict[str, Any]:
    """What a column says of these players, by name; None for a number that nobody counted."""
    if isinstance(column, dict):
        return (dict.fromkeys(names, 0) if flag in HELD else {}) | column
    if flag in MOST or (flag == "hearts" and column is None):
        return dict.fromkeys(names)
    whole = score.weights(house).all_hearts if flag == "hearts" else 1
    return dict.fromkeys(names, 0) | ({column: whole} if column else {})


def _column_text(column: Any) -> str:
    if isinstance(column, dict):
        return ",".join(f"{name}={number}" for name, number in column.items())
    return column or NOBODY


class _Kept(Part):
    """What is stored of each player, and typed in columns or not at all."""

    def __init__(self, key: str) -> None:
        super().__init__(key, "")
        self.flags = {}

    def read(self, query: Query, table: ScoredTable) -> None:
        return None

    def words(self, value: Any) -> list[str]:
        return []


ENTRY = Schema(
    _Kept("counts"),
    _Columns(),
    _Kept("captured"),  # the cards themselves, in nights of before
    Numbers("points", "points instead of counts: Ann=60,Bo=90", is_bare=True),
)


def settle(said: Entry, table: ScoredTable, standing: Standing) -> Entry:
    """`{"points": {name: n}}`, or `{"counts": {name: [seven]}}`, with `{"most": {"cards": name or None}}` where not all was counted.

    A heart count of None says that it was not counted, and is not all of them. One of cards, reds or circles is
    where `most` says who took most, None for a tie.
    """
    if not said:
        raise Problem("casino.what", example=Words(ENTRY.words(example(table))))
    if points := said.get("points"):
        if others := [*said.get("most", ())]:
            raise Problem("casino.points_and_more", others[0])
        return {"points": {name: points[name] for name in table.names if name in points}}
    columns = said["most"]
    most = {flag: columns[flag] for flag in MOST if flag in columns and not isinstance(columns[flag], dict)}
    return {"counts": _rows(columns, table)} | ({"most": most} if most else {})


def _rows(columns: dict[str, Any], table: ScoredTable) -> dict[str, list[int | None]]:
    """Everyone's rows of counts, from columns. Raises InputError that lists what has not been said."""
    cells = {}
    for flag in COLUMNS:
        if flag in HELD and flag not in columns:
            raise _who_has(flag, table)
        cells[flag] = _cells(columns.get(flag, {}), flag, table.names, table.house)
        if missing := [name for name in table.names if name not in cells[flag]]:
            zeros = ",".join(f"{name}=0" for name in missing)
            raise Problem("casino.nobody_counted", flag, names=join_words(missing, "and"), zeros=zeros)
    return {name: [cells[flag][name] for flag in COLUMNS] for name in table.names}


def shorten(entry: Entry) -> Entry:
    """Rows of counts as the columns that are typed."""
    if "counts" not in entry:
        return entry
    columns: dict[str, Any] = {}
    for index, flag in enumerate(COLUMNS):
        counted = {name: row[index] for name, row in entry["counts"].items() if row[index] is not None}
        columns[flag] = counted or None  # hearts of which nobody has all
    return {key: value for key, value in entry.items() if key != "counts"} | {"most": columns | entry.get("most", {})}


def merge(entry: Entry, said: Entry, table: ScoredTable) -> Entry:
    """Single columns, and single players in one, can also be entered again."""
    if said and ("points" in said) is not ("points" in entry):  # counted after all, or not any more
        return said
    if "most" not in said:
        return ENTRY.merge(entry, said)
    columns = dict(entry["most"])
    for flag, column in said["most"].items():
        both = isinstance(column, dict) and isinstance(columns[flag], dict)
        columns[flag] = columns[flag] | column if both else column
    return {"most": columns}


def counts_of(entry: Entry, table: ScoredTable) -> tuple[Counts, ...]:
    """By seat; hearts that were not counted are 0, and where only who took most is known they have 1, the others 0.

    Only for an entry without points. A player without an entry took nothing.
    """
    leads = [entry.get("most", {}).get(flag, ...) for flag in MOST]
    rows = {}
    for name, row in entry["counts"].items():
        known = [int(lead == name) if lead is not ... else number for lead, number in zip(leads, row, strict=False)]
        rows[name] = Counts(*(number or 0 for number in (*known, *row[len(MOST) :])))
    return tuple(rows.get(name, Counts(*(0,) * len(Counts.__slots__))) for name in table.names)


def discrepancies(entry: Entry, table: ScoredTable, standing: Standing) -> list[str]:
    """Sums that cannot be (C-1, C-33), before anything is stored."""
    if "points" in entry:
        return point_discrepancies(list(entry["points"].values()), len(table.names), standing.house)
    counts = counts_of(entry, table)
    cells = [pair for row in entry["counts"].values() for pair in zip(score.CATEGORIES, row, strict=True)]
    uncounted = {category for category, number in cells if number is None}
    return count_discrepancies(counts, uncounted, table.names, standing.house)


def fit(entry: Entry, table: ScoredTable, standing: Standing) -> tuple[Entry, tuple[str, ...]]:
    """Without those who were not at the table; cards, which nights of before have, are counted if they are in the deck."""
    named = dict.fromkeys(name for key in ("points", "counts", "captured") for name in entry.get(key, ()))
    problems = [f"{name} was not at the table, and does not count" for name in named if name not in table.names]
    if missing := [name for name in table.names if name not in named]:
        problems.append(f"nothing is entered for {join_words(missing, 'and')}")
    kept = ENTRY.keep(entry, table.names)
    for name, codes in kept.pop("captured", {}).items():
        deck = {card.safe_code for card in box(standing.house)}
        if strange := [code for code in codes if code not in deck]:
            problems.append(f"the cards of {name} do not count: {', '.join(strange)} is not in this deck")
        else:
            counted = score.count_cards(map(intern_card, codes), standing.house)
            kept["counts"][name] = [getattr(counted, category) for category in score.CATEGORIES]
    return kept, tuple(problems)


def count(entry: Entry, table: ScoredTable, standing: Standing) -> Outcome:
    if "points" in entry:
        points = tuple(entry["points"].get(name, 0) for name in table.names)
        return Outcome(score.after_hand(standing, points), points)
    counts = counts_of(entry, table)
    points = score.hand_points(counts, standing.house)
    lines = explain(counts, points, table.names, standing.house)
    return Outcome(score.after_hand(standing, points), points, tuple(lines))


def describe_entry(entry: Entry, table: ScoredTable) -> str:
    if "points" in entry:
        return ", ".join(f"{name} {points}" for name, points in entry["points"].items())
    most: dict[str | None, list[str]] = {}
    for flag, name in entry.get("most", {}).items():
        most.setdefault(name, []).append(flag)
    sentences = [f"{name or 'nobody'} took most {join_words(kinds, 'and')}" for name, kinds in most.items()]
    sentences += [f"{name} took {row[0]}" for name, row in entry["counts"].items() if row[0] is not None]
    sentences += [f"{name} took {len(codes)}, named" for name, codes in entry.get("captured", {}).items()]
    return ", ".join(sentences) + (f"; aside {' '.join(entry['aside'])}" if entry.get("aside") else "")


def example(table: ScoredTable) -> Entry:
    """Everyone's points; two of them have any."""
    return {"points": dict(zip(table.names, (60, 90, *(0,) * len(table.names)), strict=False))}


def leave(standing: Standing, seat: int) -> Outcome:
    return Outcome(score.leave(standing, seat))


join, under, places = score.join, score.under, score.places


# ---------------------------------------------------------------- what does not add up, and where points come from

WORDS = {
    "cards": "cards",
    "reds": "reds",
    "circles": "circles",
    "ones": "ones",
    "red_circles": "red circles",
    "special": "special card",
    "hearts": "yellow hearts",
}
NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five"}


def count_discrepancies(counts: Sequence[Counts], uncounted: Set[str], names: Sequence[str], house: House) -> list[str]:
    """Sums that cannot be; `uncounted` are categories."""
    found = []
    hidden = score.hidden_size(len(counts), house)
    total = score.total_counts(counts)
    categories = [name for name in score.CATEGORIES if name not in uncounted]
    for name, (minimum, maximum) in score.allowed_sums(hidden, house).items():
        if name not in categories:
            continue
        got = getattr(total, name)
        if not minimum <= got <= maximum:
            short = minimum - got if got < minimum else got - maximum
            wanted = str(minimum) if minimum == maximum else f"{minimum} to {maximum}"
            off = f"{NUMBERS.get(short, short)} {'short' if got < minimum else 'too many'}"
            found.append(f"{got} {WORDS[name]} together, and there are {wanted}: {off}. Recount?")
    for name, each in zip(names, counts, strict=True):
        if not uncounted & {"reds", "circles"} and each.red_circles > min(each.reds, each.circles):
            found.append(
                f"{name} has {each.red_circles} red circles, and only "
                f"{_counted(min(each.reds, each.circles), 'reds' if each.reds <= each.circles else 'circles')}. "
                "Recount?"
            )
        maximum = max(getattr(each, kind) for kind in ("reds", "circles", "ones") if kind not in uncounted)
        if "cards" not in uncounted and maximum > each.cards:
            found.append(f"{name} has {each.cards} cards, and {maximum} of one kind among them. Recount?")
    missing = score.missing_counts(counts, house)
    if not found and not uncounted and not score.can_be_hidden(missing, house):
        lacking = ", ".join(
            _counted(getattr(missing, name), WORDS[name]) for name in categories if getattr(missing, name)
        )
        found.append(
            f"{lacking} in nobody's pile: no {hidden} card{'s' * (hidden != 1)} aside can be all that. Recount?"
        )
    return found


def _counted(count: int, words: str) -> str:
    return f"{count} {words.removesuffix('s') if count == 1 else words}"


def point_discrepancies(points: Sequence[int], players: int, house: House) -> list[str]:
    """Points that no hand can add up to (C-33)."""
    total, full = sum(points), score.full_total(house)
    if total in score.possible_totals(score.hidden_size(players, house), house):
        return []
    if total > full:
        return [f"{total} points together, and there are {full}: {total - full} too many. Recount?"]
    near = [n for n in sorted(score.possible_totals(score.hidden_size(players, house), house)) if abs(n - total) <= 5]
    shown = f" Near it: {', '.join(map(str, near))}." if near else ""
    return [
        f"{total} points together. There are {full}, less what is tied or in nobody's pile, and that cannot come to "
        f"{total}.{shown} Recount?"
    ]


def explain(counts: Sequence[Counts], points: Sequence[int], names: Sequence[str], house: House) -> list[str]:
    """A line a player with the parts of their points, and one for what nobody got."""
    by, won = score.weights(house), score.leaders(counts)
    rows = []
    for seat, (name, each) in enumerate(zip(names, counts, strict=True)):
        parts = [f"{getattr(by, kind)} most {WORDS[kind]}" for kind in score.PLURALITIES if won[kind] == seat]
        parts += [f"{each.ones * by.one} ones"] if each.ones else []
        parts += [f"{each.red_circles * by.red_circle} red circles"] if each.red_circles else []
        parts += [f"{by.special} {score.special_card(house).name}"] if each.special else []
        parts += [f"{by.hearts} all yellow hearts"] if each.hearts == by.all_hearts else []
        rows.append(f"{name} {points[seat]}" + (f" ({' + '.join(parts)})" if parts else ""))
    full, total = score.full_total(house), sum(points)
    lost = score.lost_points(counts, house)
    if total < full and sum(lost.values()) == full - total:
        losses = ", ".join(f"{n} for {_lost_word(name, won)}" for name, n in lost.items())
        rows.append(f"{total} of {full} points; nobody got: {losses}")
    else:
        rows.append(f"{total} of {full} points")
    return rows


def _lost_word(name: str, won: dict[str, int | None]) -> str:
    if name in won:
        return f"most {WORDS[name]} (tied)"
    return {"hearts": "all yellow hearts", "special": "the special card"}.get(name, f"the {WORDS[name]} aside")


# ---------------------------------------------------------------- question by question: who took most, then what counts by the card

POINTS = "points"


def ask(said: Entry, table: ScoredTable, standing: Standing) -> Question | None:
    """Who took most cards, reds and circles, or how many everyone took; ones and red circles of each; who has the
    special card and the hearts."""
    if "points" in said:
        return ask_tally(said["points"], "points", table.names, table, lambda name, n: {"points": {name: n}})
    answers = _Answers(said.get("most", {}), table, standing.house)
    for flag in COUNTED:
        is_known = flag in answers.columns or flag not in MOST
        question = _ask_count(flag, answers) if is_known else _ask_most(flag, answers)
        if question:
            return question
    card = score.special_card(standing.house).name
    for flag, what in (
        ("special", f"the {card}"),
        ("hearts", f"all {score.weights(standing.house).all_hearts} yellow hearts"),
    ):
        if flag not in answers.columns:
            seats = answers.seats_with_cards()
            return ask_who(f"Who has {what}?", partial(_take_holder, flag), table, seats, nobody="nobody")
    return None


def _take_holder(flag: str, name: str) -> Entry:
    return {"most": {flag: name or None}}


@dataclass(frozen=True, slots=True)
class _Answers:
    """What was answered so far: a column for each category, numbers by name or who took most."""

    columns: Mapping[str, Any]
    table: ScoredTable
    house: House

    def counts(self, flag: str) -> dict[str, int]:
        """Numbers by name; empty where nobody was counted."""
        column = self.columns.get(flag)
        return column if isinstance(column, dict) else {}

    def sums(self, flag: str) -> tuple[int, int]:
        """The fewest and the most of a category together."""
        return score.allowed_sums(score.hidden_size(len(self.table.names), self.house), self.house)[_category(flag)]

    def above(self, flag: str, name: str) -> dict[str, int]:
        """What a player has of the categories of which this one is a part, as far as it is known."""
        kinds = {"cards": (), "red-circles": MOST}.get(flag, ("cards",))
        return {kind: self.counts(kind)[name] for kind in kinds if name in self.counts(kind)}

    def rest(self, flag: str, name: str) -> tuple[int, int]:
        """What the others leave: the fewest and the most that player `name` can have, as far as it is known."""
        low, high = self.sums(flag)
        others = sum(number for other, number in self.counts(flag).items() if other != name)
        waiting = [other for other in self.table.names if other not in self.counts(flag) and other != name]
        return (0 if waiting else max(0, low - others)), high - others

    def limits(self, flag: str, name: str) -> tuple[int, int]:
        """As `rest`, with what the player's other numbers allow."""
        low, high = self.rest(flag, name)
        return low, min([high, *self.above(flag, name).values()])

    def with_count(self, flag: str, name: str, number: int) -> _Answers:
        counts = {**self.counts(flag), name: number}
        return _Answers({**self.columns, flag: counts}, self.table, self.house)

    def seats_with_cards(self) -> tuple[int, ...]:
        counts = self.counts("cards")
        return tuple(seat for seat, name in enumerate(self.table.names) if counts.get(name) != 0)


def _ask_most(flag: str, said: _Answers) -> Question:
    """Who took most; or how many the first took, or several."""
    table, word, seats = said.table, WORDS[flag], said.seats_with_cards()
    alone = table.names[seats[0]] if len(seats) == 1 else None

    def take(answer: Any) -> Entry:
        if answer is None:
            return {"most": {flag: None}}
        if flag == "cards" and answer == POINTS:
            return {"points": {}}
        if isinstance(answer, dict):
            return _take_counts(flag, answer, said)
        if table.seat(answer) not in seats:
            raise InputError(f"{table.name(answer)} took no cards.")
        return {"most": {flag: table.name(answer)}}

    numbers = Way("numbers", f"How many {word} each took", 0, _whole(flag, said.house), table.names, keeps=True)
    return Question(
        f"Who took most {word}?",
        take,
        (Way("seat"), numbers, *((Way("choice", POINTS),) if flag == "cards" else ())),
        default=alone,
        follows=bool(alone),
        topic=word,
        picks=seat_picks(table, seats, "a tie"),
    )


def _take_counts(flag: str, answer: Mapping[str, Any], said: _Answers) -> Entry:
    """Raises InputError for a number that cannot be."""
    numbers, is_kept = kept(answer)
    for name, number in numbers.items():
        name = said.table.name(name)
        said = said.with_count(flag, name, _count(flag, said, name, {"keep": number} if is_kept else number))
    return {"most": {flag: said.counts(flag)}}


def _count(flag: str, said: _Answers, name: str, answer: Any) -> int:
    """A number of one category; `{"keep": 40}` keeps one that does not go with the others.

    Raises InputError for what cannot be: more than there are, than a player took, or than the others leave.
    """
    word, again = WORDS[_category(flag)], "Give the number again."
    given, is_kept = kept(answer)
    number = said.table.number(str(given), f"{word} of {name}")
    if number > (whole := _whole(flag, said.house)):
        raise InputError(f"{number} {word} of {name}, and there are {whole}. {again}")
    if less := [f"{n} {kind}" for kind, n in said.above(flag, name).items() if n < number]:
        raise InputError(f"{number} {word} of {name}, who took {join_words(less, 'and')}? {again}")
    low, high = said.rest(flag, name)
    if not (low <= number <= high or is_kept):
        minimum, most = said.sums(flag)
        there = str(most) if minimum == most else f"{minimum} to {most}"
        total = number + sum(n for other, n in said.counts(flag).items() if other != name)
        raise CountError("casino.together", total=total, word=word, there=there)
    return number


def _ask_count(flag: str, said: _Answers) -> Question | None:
    """How many each took; None where everyone's number, or who took most, is known."""
    if flag in said.columns and not said.counts(flag):
        return None
    follows = {}
    for name in said.table.names:
        low, high = said.limits(flag, name)
        if low == high or high == 0:
            follows[name] = high
    return ask_tally(
        said.counts(flag),
        WORDS[_category(flag)],
        said.table.names,
        said.table,
        lambda name, number: {"most": {flag: {name: number}}},
        follows,
        partial(_count, flag, said),
        partial(_limits, flag, said),
        keeps=True,
    )


def _limits(flag: str, said: _Answers, name: str) -> tuple[int, int]:
    """The fewest and the most that the others leave, and that the player's other numbers allow."""
    low, high = said.limits(flag, name)
    return (low, high) if low <= high else (0, _whole(flag, said.house))


def _category(flag: str) -> str:
    return flag.replace("-", "_")


def _whole(flag: str, house: House) -> int:
    """How many there are in the deck."""
    return int(getattr(score.whole_counts(house), _category(flag)))
