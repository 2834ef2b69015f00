"""Casino Macedonia: what everyone took, as counts or as points (rules 6 to 8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tt_print.engine.entries import (
    Entry,
    ListMeaning,
    Numbers,
    Part,
    Query,
    ScoredTable,
    Spell,
    only,
    split_pairs,
    typed,
)
from tt_print.engine.house import House
from tt_print.engine.notation import intern_card
from tt_print.engine.scorer import (
    CountError,
    EntryQuestion,
    Outcome,
    Pick,
    Scorer,
    Way,
    ask_number,
    ask_who,
    kept,
    seat_picks,
)
from tt_print.engine.standing import Standing
from tt_print.errors import InputError, join_words
from tt_print.games.casino import score
from tt_print.games.casino.facts import box, number_of_hands
from tt_print.games.casino.score import CATEGORIES, Counts
from tt_print.problems import Problem
from tt_print.records import dataclass, replace

MOST = CATEGORIES[:3]  # it is enough to know who took most
HELD = CATEGORIES[5:]  # it is enough to know who has all
FLAGS = {
    "cards": ListMeaning("how many cards everyone took: Ann=60,Bo=64; or who took the most, or none for a tie"),
    "reds": ListMeaning("how many reds, or who took the most"),
    "circles": ListMeaning("how many circles, or who took the most"),
    "ones": ListMeaning("how many 1s"),
    "red-circles": ListMeaning("how many red circles"),
    "special": "who took the blue square 4 (the blue square ? if ? is 5), or none",
    "hearts": ListMeaning("how many yellow hearts: Ann=3,Bo=2; or who has all, or none"),
}
WORDS = {category: category.replace("_", " ") for category in CATEGORIES}
WORDS |= {"special": "special card", "hearts": "yellow hearts"}
NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five"}
NOBODY = "none"
POINTS = Numbers("points", "points instead of counts: Ann=60,Bo=90", is_bare=True)


def flag_of(category: str) -> str:
    return category.replace("_", "-")


Column = dict[str, int] | str | None  # a number of each player, or who took most or has all, None for nobody


class _Columns(Part[dict[str, Column]]):
    """What everyone took by category. Stored is who took most."""

    def __init__(self) -> None:
        super().__init__("most")
        self.flags = FLAGS

    def read(self, query: Query, table: ScoredTable) -> dict[str, Column] | None:
        flags = {category: flag_of(category) for category in CATEGORIES}
        return {category: self.column(flag, query, table) for category, flag in flags.items() if flag in query} or None

    def column(self, flag: str, query: Query, table: ScoredTable) -> Column:
        texts = query.flags[flag]
        if flag in HELD and not only(flag, texts):
            raise _who_has(flag, table)
        one = texts[0].strip()
        if flag in (*MOST, *HELD) and len(texts) == 1 and "=" not in one and one.strip(" ,"):
            return None if one.lower() == NOBODY else table.name(one)
        return {name: table.number(text, f"{flag} of {name}") for name, text in split_pairs(texts, table, flag).items()}

    def value(self, entry: Entry) -> dict[str, Column] | None:
        """Rows of counts as columns."""
        if "counts" not in entry:
            return None
        columns: dict[str, Column] = {}
        for index, category in enumerate(CATEGORIES):
            counted = {name: row[index] for name, row in entry["counts"].items() if row[index] is not None}
            columns[category] = counted or None  # hearts of which nobody has all
        return {**columns, **entry.get("most", {})}

    def words(self, value: dict[str, Column]) -> list[str]:
        words = []
        for category, column in value.items():
            if isinstance(column, dict):
                column = ",".join(f"{name}={number}" for name, number in column.items())
            words += typed(flag_of(category), column or NOBODY)
        return words

    def rename(self, value: dict[str, str | None], spell: Spell) -> dict[str, str | None]:
        return {category: name and spell(name) for category, name in value.items()}

    def keep(self, value: dict[str, str | None], names: Sequence[str]) -> dict[str, str | None]:
        return {category: name for category, name in value.items() if name is None or name in names}


def _who_has(flag: str, table: ScoredTable) -> Problem:
    return Problem("casino.who_has", flag, meaning=str(FLAGS[flag]), name=table.names[0])


class Scoring(Scorer):
    # `captured` are the cards themselves, in nights of before
    parts = (Part("counts"), _Columns(), Part("captured"), POINTS)
    once = ("points", "counts", "captured")
    either = ("points", "most")

    def example(self, table: ScoredTable) -> Entry:
        """Everyone's points; two of them have any."""
        return {"points": dict(zip(table.names, (60, 90, *(0,) * len(table.names)), strict=False))}

    def settle(self, said: Entry, table: ScoredTable, standing: Standing) -> Entry:
        """`{"points": {name: n}}`, or `{"counts": {name: [seven]}}`, with `{"most": {"cards": name or None}}` where not all was counted.

        A heart count of None says that it was not counted, and is not all of them. One of cards, reds or circles is
        where `most` says who took most, None for a tie.
        """
        if not said:
            raise Problem("casino.what", example=self.example_words(table))
        columns = said.get("most", {})
        if points := said.get("points"):
            if columns:
                raise Problem("casino.points_and_more", flag_of(next(iter(columns))))
            return {"points": {name: points[name] for name in table.names if name in points}}
        cells = {category: self.cells(category, columns, table) for category in CATEGORIES}
        rows = {name: [cells[category][name] for category in CATEGORIES] for name in table.names}
        most = {key: columns[key] for key in MOST if key in columns and not isinstance(columns[key], dict)}
        return {"counts": rows} | ({"most": most} if most else {})

    def cells(self, category: str, columns: Mapping[str, Column], table: ScoredTable) -> dict[str, int | None]:
        """What a column says of each player; None for a number that nobody counted. Raises InputError that lists what has not been said."""
        flag, column = flag_of(category), columns.get(category, {})
        if category in HELD and category not in columns:
            raise _who_has(flag, table)
        nothing: dict[str, int | None] = dict.fromkeys(table.names, 0)
        if not isinstance(column, dict):
            if category in MOST or (category == "hearts" and column is None):
                return dict.fromkeys(table.names)
            return nothing | ({column: _Column(category, columns, table).whole} if column else {})
        cells = (nothing if category in HELD else {}) | column
        if missing := [name for name in table.names if name not in cells]:
            zeros = ",".join(f"{name}=0" for name in missing)
            raise Problem("casino.nobody_counted", flag, names=join_words(missing, "and"), zeros=zeros)
        return cells

    def fit(self, entry: Entry, table: ScoredTable, standing: Standing) -> tuple[Entry, tuple[str, ...]]:
        """Without those who were not at the table; cards, which nights of before have, are counted if they are in the deck."""
        fitting, problems = super().fit(entry, table, standing)
        deck = {card.safe_code for card in box(table.house)}
        for name, codes in fitting.pop("captured", {}).items():
            if strange := [code for code in codes if code not in deck]:
                problems += (f"the cards of {name} do not count: {', '.join(strange)} is not in this deck",)
            else:
                fitting["counts"][name] = [*score.count_cards(map(intern_card, codes), standing.house)]
        return fitting, problems

    def discrepancies(self, entry: Entry, table: ScoredTable, standing: Standing) -> list[str]:
        """Sums that cannot be (C-1, C-33), before anything is stored."""
        house = standing.house
        if "points" in entry:
            return point_discrepancies([*entry["points"].values()], house)
        counts = counts_of(entry, table)
        cells = [pair for row in entry["counts"].values() for pair in zip(CATEGORIES, row, strict=True)]
        uncounted = {category for category, number in cells if number is None}
        found = []
        sums = score.allowed_sums(len(counts), house)
        for (name, (minimum, maximum)), got in zip(sums.items(), score.total_counts(counts), strict=True):
            off = max(minimum - got, got - maximum)
            if off > 0 and name not in uncounted:
                wanted = str(minimum) if minimum == maximum else f"{minimum} to {maximum}"
                many = f"{NUMBERS.get(off, off)} {'short' if got < minimum else 'too many'}"
                found.append(f"{got} {WORDS[name]} in all, but there are {wanted}: {many}. Recount?")
        for name, each in zip(table.names, counts, strict=True):
            fewer = "reds" if each.reds <= each.circles else "circles"
            if not uncounted & {"reds", "circles"} and each.red_circles > getattr(each, fewer):
                only = _counted(getattr(each, fewer), fewer)
                found.append(f"{name} has {each.red_circles} red circles, and only {only}. Recount?")
            most = max(getattr(each, kind) for kind in ("reds", "circles", "ones") if kind not in uncounted)
            if "cards" not in uncounted and most > each.cards:
                found.append(f"{name} has {each.cards} cards, and {most} of one kind among them. Recount?")
        missing = score.missing_counts(counts, house)
        if not found and not uncounted and not score.can_be_hidden(missing, house):
            lacking = ", ".join(_counted(n, word) for n, word in zip(missing, WORDS.values(), strict=True) if n)
            hidden = score.hidden_size(len(counts), house)
            found.append(
                f"{lacking} in nobody's pile: no {hidden} card{'s' * (hidden != 1)} aside can be all that. Recount?"
            )
        return found

    def count(self, entry: Entry, table: ScoredTable, standing: Standing) -> Outcome:
        lines: list[str] = []
        if "points" in entry:
            points = tuple(entry["points"].get(name, 0) for name in table.names)
        else:
            counts = counts_of(entry, table)
            points = score.hand_points(counts, standing.house)
            lines = explain(counts, table.names, standing.house)
        return Outcome(score.after_hand(standing, points), points, tuple(lines))

    def describe_entry(self, entry: Entry, table: ScoredTable) -> str:
        if "points" in entry:
            return super().describe_entry(entry, table)
        most: dict[str | None, list[str]] = {}
        for category, name in entry.get("most", {}).items():
            most.setdefault(name, []).append(category)
        sentences = [f"{name or 'nobody'} took most {join_words(kinds, 'and')}" for name, kinds in most.items()]
        sentences += [f"{name} took {row[0]}" for name, row in entry["counts"].items() if row[0] is not None]
        sentences += [f"{name} took {len(codes)}, named" for name, codes in entry.get("captured", {}).items()]
        return ", ".join(sentences) + (f"; aside {' '.join(entry['aside'])}" if entry.get("aside") else "")

    def at_the_limit(self, standing: Standing) -> Standing:
        return score.go_on(standing) if standing.due else standing

    def before_change(self, standing: Standing) -> Standing:
        """With the deals that are due instead of the house rule on their number."""
        return replace(standing, due=score.deals_due(standing), house=standing.house.without("hands"))

    def under(self, standing: Standing, house: House) -> Standing:
        """Another number of hands counts those that are played; where they are played already the game is over."""
        due = standing.due
        if house["hands"] != standing.house["hands"]:
            left = max(0, number_of_hands(standing.players, house) - standing.played)
            turns = [(standing.dealer + turn) % standing.players for turn in range(left)]
            due = tuple(map(turns.count, range(standing.players)))
        return super().under(replace(standing, due=due), house)

    def given(self, said: Entry) -> dict[str, str]:
        """Points, or the numbers that are asked for now."""
        if "points" in said:
            return super().given(said)
        counted = [each for each, column in said.get("most", {}).items() if isinstance(column, dict)][-1:]
        return {name: f"{number} {WORDS[each]}" for each in counted for name, number in said["most"][each].items()}

    def ask(self, said: Entry, table: ScoredTable, standing: Standing) -> EntryQuestion | None:
        """Who took most cards, reds and circles, or how many everyone took; ones and red circles of each; who has the
        special card and the hearts."""
        if "points" in said:
            return ask_number(POINTS, said, "points", table.names, table, likely=0)
        columns = said.get("most", {})
        for category in CATEGORIES[:5]:
            column = _Column(category, columns, table)
            if question := column.ask_most() if category in MOST and category not in columns else column.ask_count():
                return question
        for category in HELD:
            if category not in columns:
                return _Column(category, columns, table).ask_holder()
        return None


def counts_of(entry: Entry, table: ScoredTable) -> list[Counts]:
    """By seat; hearts that were not counted are 0, and where only who took most is known they have 1, the others 0.

    Only for an entry without points. A player without an entry took nothing.
    """
    nothing = (0,) * len(CATEGORIES)
    rows = {name: dict(zip(CATEGORIES, entry["counts"].get(name, nothing), strict=True)) for name in table.names}
    for category, leader in entry.get("most", {}).items():
        for name in entry["counts"]:
            rows[name][category] = int(name == leader)
    return [Counts(*(number or 0 for number in row.values())) for row in rows.values()]


# ---------------------------------------------------------------- what does not add up, and where points come from


def _counted(count: int, words: str) -> str:
    return f"{count} {words.removesuffix('s') if count == 1 else words}"


def point_discrepancies(points: Sequence[int], house: House) -> list[str]:
    """Points that no hand can add up to (C-33)."""
    total, full, possible = sum(points), score.full_total(house), score.possible_totals(len(points), house)
    if total in possible:
        return []
    if total > full:
        return [f"{total} points in all, but there are {full}: {total - full} too many. Recount?"]
    near = ", ".join(str(n) for n in sorted(possible) if abs(n - total) <= 5)
    return [
        f"{total} points in all, but there are {full}, less what is tied or in nobody's pile, and that cannot come to "
        f"{total}.{f' Near it: {near}.' if near else ''} Recount?"
    ]


def explain(counts: Sequence[Counts], names: Sequence[str], house: House) -> list[str]:
    """A line a player with the parts of their points, and one for what nobody got."""
    by_category = score.points_by_category(counts, house)
    most = {name: f"most {name}" for name in score.PLURALITIES}
    words = WORDS | most | {"special": score.special_card(house).name, "hearts": "all yellow hearts"}
    rows, total = [], 0
    for seat, name in enumerate(names):
        own = {category: points[seat] for category, points in by_category.items() if points[seat]}
        parts = " + ".join(f"{points} {words[category]}" for category, points in own.items())
        rows.append(f"{name} {sum(own.values())}" + (f" ({parts})" if parts else ""))
        total += sum(own.values())
    full, lost = score.full_total(house), score.lost_points(counts, house)
    summary = f"{total} of {full} points"
    if total < full and sum(lost.values()) == full - total:
        words |= {name: f"{word} (tied)" for name, word in most.items()}
        words |= {"ones": "the ones aside", "red_circles": "the red circles aside", "special": "the special card"}
        summary += "; nobody got: " + ", ".join(f"{n} for {words[name]}" for name, n in lost.items())
    return [*rows, summary]


# ---------------------------------------------------------------- question by question: who took most, then what counts by the card


@dataclass(frozen=True, slots=True)
class _Column:
    """A category as it is asked for. `columns` are those that were answered so far: numbers by name, or who took most."""

    category: str
    columns: Mapping[str, Column]
    table: ScoredTable

    @property
    def word(self) -> str:
        return WORDS[self.category]

    def counts(self, category: str = "") -> dict[str, int]:
        """Numbers by name, of this category or another one; empty where nobody was counted."""
        column = self.columns.get(category or self.category)
        return column if isinstance(column, dict) else {}

    @property
    def whole(self) -> int:
        """How many there are in the deck."""
        return int(getattr(score.whole_counts(self.table.house), self.category))

    @property
    def sums(self) -> tuple[int, int]:
        """The fewest and the most together."""
        return score.allowed_sums(len(self.table.names), self.table.house)[self.category]

    def above(self, name: str) -> dict[str, int]:
        """What a player has of the categories of which this one is a part, as far as it is known."""
        kinds = {"cards": (), "red_circles": MOST}.get(self.category, ("cards",))
        return {kind: self.counts(kind)[name] for kind in kinds if name in self.counts(kind)}

    def rest(self, name: str) -> tuple[int, int]:
        """What the others leave: the fewest and the most that player `name` can have, as far as it is known."""
        low, high = self.sums
        others = [number for other, number in self.counts().items() if other != name]
        is_last = len(others) == len(self.table.names) - 1
        return max(0, low - sum(others)) * is_last, high - sum(others)

    def seats(self) -> tuple[int, ...]:
        """Of those who took cards, as far as it is known."""
        cards = self.counts("cards")
        return tuple(seat for seat, name in enumerate(self.table.names) if cards.get(name) != 0)

    def read(self, name: str, answer: object) -> dict[str, int]:
        """The numbers with that of a player; `{"keep": 40}` keeps one that does not go with the others.

        Raises InputError for what cannot be: more than there are, than a player took, or than the others leave.
        """
        again = "Give the number again."
        given, is_kept = kept(answer)
        number = self.table.number(str(given), f"{self.word} of {name}")
        if number > self.whole:
            raise InputError(f"{number} {self.word} of {name}, and there are {self.whole}. {again}")
        if less := [f"{n} {kind}" for kind, n in self.above(name).items() if n < number]:
            raise InputError(f"{number} {self.word} of {name}, who took {join_words(less, 'and')}? {again}")
        low, high = self.rest(name)
        counts = self.counts() | {name: number}
        if not (low <= number <= high or is_kept):
            minimum, most = self.sums
            there = str(most) if minimum == most else f"{minimum} to {most}"
            raise CountError("casino.together", total=sum(counts.values()), word=self.word, there=there)
        return counts

    def ask_most(self) -> EntryQuestion:
        """Who took most; or how many the first took, or several."""
        seats = self.seats()

        def take(answer: Any) -> Entry:
            if self.category == "cards" and answer == POINTS.key:
                return {"points": {}}
            if isinstance(answer, dict):
                numbers, is_kept = kept(answer)
                column = self
                for name, number in numbers.items():
                    counts = column.read(self.table.name(name), {"keep": number} if is_kept else number)
                    column = _Column(self.category, {**self.columns, self.category: counts}, self.table)
                return {"most": {self.category: column.counts()}}
            if answer is not None and self.table.seat(answer) not in seats:
                raise InputError(f"{self.table.name(answer)} took no cards.")
            return {"most": {self.category: answer and self.table.name(answer)}}

        numbers = Way("numbers", f"how many {self.word} each took", 0, self.whole, self.table.names, keeps=True)
        points = Way("choice", picks=(Pick(POINTS.key, "we know the points"),))
        return EntryQuestion(
            f"Who took most {self.word}?",
            take,
            (Way("seat"), numbers, *([points] if self.category == "cards" else [])),
            default=self.table.names[seats[0]] if len(seats) == 1 else None,
            follows=len(seats) == 1,
            picks=seat_picks(self.table, seats, "a tie"),
        )

    def ask_count(self) -> EntryQuestion | None:
        """How many each took; None where everyone's number, or who took most, is known."""
        counts = self.counts()
        left = [name for name in self.table.names if name not in counts]
        if not left or (self.category in self.columns and not counts):
            return None
        name = left[0]
        low, rest = self.rest(name)
        high = min([rest, *self.above(name).values()])
        known = high if low == high or high == 0 else None
        if low > high:
            low, high = 0, self.whole
        return EntryQuestion(
            f"{name}: {self.word}",
            lambda answer: {"most": {self.category: self.read(name, answer)}},
            (Way("number", "", low, high, keeps=True, likely=range(low, min(high, low + 17) + 1)),),
            name,
            default=known,
            follows=known == 0,
        )

    def ask_holder(self) -> EntryQuestion:
        """Who has the special card, or all hearts."""
        what = f"the {score.special_card(self.table.house).name}"
        if self.category == "hearts":
            what = f"all {self.whole} yellow hearts"

        def take(name: str) -> Entry:
            return {"most": {self.category: name or None}}

        return ask_who(f"Who has {what}?", take, self.table, self.seats(), nobody="nobody")
