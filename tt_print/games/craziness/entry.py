"""Craziness: who went out, and what the others hold, as cards or as points (rule 7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tt_print.deck import Card, parse_cards
from tt_print.engine.entries import Cards, Entry, Name, Numbers, ScoredTable, Yes
from tt_print.engine.notation import intern_card, plain_card
from tt_print.engine.scorer import EntryQuestion, Outcome, Scorer, Way, ask_who, missing
from tt_print.engine.standing import Groups, Standing, by_points, next_left
from tt_print.errors import InputError, join_words
from tt_print.games.craziness import score
from tt_print.problems import Problem
from tt_print.records import replace

NUMBERS = {2: "two", 3: "three", 4: "four"}
LIKELY_POINTS = 18  # so many keys fit on a phone
MANY_POINTS = 30  # in one hand, which players hardly ever hold


def read_cards(text: str, name: str) -> list[str]:
    """Codes of cards, separated by commas; words and spaces between codes are also understood."""
    if any(_is_figure(part) for part in text.split(",")):
        raise Problem("craziness.points_as_cards", text=text, example=f"{name}=4")
    codes = [card.safe_code for card in parse_cards(text)]
    if not codes:
        raise Problem("craziness.no_card", "left", name=name)
    if jokers := [code for code in codes if code.startswith("J")]:
        raise InputError(f"{jokers[0]}: Craziness is played without jokers.")
    return codes


class Scoring(Scorer):
    parts = (
        Name("out", "who went out, and scores 0", "went-out"),
        Yes("blocked", "nobody could play or draw, so everyone scores"),
        Cards("left", "the cards a player still holds, such as Bo=RH3,KB4; once per player", read_cards),
        Numbers("points", "points instead of cards, such as Bo=4,Cy=1", is_bare=True),
    )
    once = ("left", "points")
    together = ("out", "blocked")

    def example(self, table: ScoredTable) -> Entry:
        first, *others = table.names
        return {"out": first, "points": dict.fromkeys(others, 4)}

    def settle(self, said: Entry, table: ScoredTable, standing: Standing) -> Entry:
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

    def discrepancies(self, entry: Entry, table: ScoredTable, standing: Standing) -> Sequence[str | Problem]:
        """One zero a hand, none when it was blocked; no card twice; no more than a hand is likely to hold, or the deck."""
        points = points_of(entry)
        zeros = [name for name in table.names if points.get(name) == 0]
        found: list[str | Problem] = []
        if entry["out"] is None and zeros:
            found.append(Problem("craziness.nobody_out", names=join_words(zeros, "and"), first=zeros[0]))
        elif entry["out"] is not None and len(zeros) > 1:
            found.append(
                f"{join_words(zeros, 'and')} all have 0 points, and only {entry['out']} went out. Count the hands again."
            )
        elif not zeros and not entry.get("blocked"):
            found.append(Problem("craziness.nobody_has_0"))
        for code in sorted({code for codes in entry["left"].values() for code in codes}):
            often = {name: codes.count(code) for name, codes in entry["left"].items() if code in codes}
            if sum(often.values()) > 1:
                found.append(f"{intern_card(code).name} is {_in_hands(often)}. The deck has one.")
        for name, number in entry["points"].items():  # typed; cards that are named are no slip
            if number > MANY_POINTS:
                found.append(Problem("craziness.many_points", name=name, points=number, most=MANY_POINTS))
        maximum, total = score.max_in_hands(), sum(points.values())
        if total > maximum:
            found.append(
                f"{total} points in one round: all cards except the one in the center have {maximum}. Count the hands again."
            )
        return found

    def fit(self, entry: Entry, table: ScoredTable, standing: Standing) -> tuple[Entry, tuple[str, ...]]:
        """Without those who were not dealt in."""
        living = table.all(standing.living)
        points = points_of(entry)
        problems = []
        for name in sorted(points, key=lambda name: name not in table.names):
            if name not in living:
                why = "out already" if name in table.names else "not at the table"
                problems.append(f"{name} was {why}, so {name}'s {points[name]} points do not count")
        return self.keep(entry, living), (*problems, *missing(living, points))

    def count(self, entry: Entry, table: ScoredTable, standing: Standing) -> Outcome:
        points = points_of(entry)
        counted = tuple(points.get(name, 0) for name in table.names)
        out = table.names.index(entry["out"]) if entry["out"] else None
        after = score.after_hand(standing, counted, out)
        if out is None and standing.house["blocked_hand"] == "void":
            counted = (0,) * len(counted)
        lines = []
        for name in table.names:
            if codes := entry["left"].get(name):
                wilds = [getattr(card, variable) for card in map(_card, codes) for variable in card.wilds]
                parts = [f"{len(codes)} card{'s' * (len(codes) > 1)}", *wilds]
                lines.append(f"{name} {_hand_points(codes)} ({' + '.join(parts)})")
        return Outcome(after, counted, tuple(lines))

    def describe_entry(self, entry: Entry, table: ScoredTable) -> str:
        blocked = "blocked, nobody went out" if entry.get("blocked") else ""
        outcome = f"{entry['out']} went out" if entry["out"] else blocked
        held = {name: f"{name} {' '.join(codes)}" for name, codes in entry["left"].items()}
        held |= {name: f"{name} {points}" for name, points in entry["points"].items() if name != entry["out"]}
        in_order = ", ".join(held[name] for name in dict.fromkeys((*table.names, *held)) if name in held)
        return "; ".join(part for part in (outcome, in_order) if part)

    def ask(self, said: Entry, table: ScoredTable, standing: Standing) -> EntryQuestion | None:
        """Who went out, then cards or points of each of the others, clockwise from the dealer's left."""
        if "out" not in said and "blocked" not in said:
            nobody = "nobody: the round was blocked"
            return ask_who("Who went out?", _take_out, table, standing.living, nobody)
        out = said.get("out")
        entered = {out, *said.get("left", ()), *said.get("points", ())}
        waiting = [name for name in table.all(standing.living) if name not in entered]
        if not waiting:
            return None
        name = waiting[0]

        def take(held: int | list[str]) -> Entry:
            if isinstance(held, list):
                return {"left": {name: read_cards(",".join(held), name)}}
            if not (points := table.number(str(held), f"points of {name}")):
                who = f"{out} went out" if out else "nobody went out"
                raise InputError(f"0 points, and {who}? A player who holds a card has 1 point or more.")
            return {"points": {name: points}}

        number = Way("number", "", 1, score.max_in_hands(), likely=range(1, LIKELY_POINTS + 1))
        cards = Way("cards", f"Cards that {name} holds", 1)
        return EntryQuestion(f"{name}: points of the cards left", take, (number, cards), name)

    def given(self, said: Entry) -> dict[str, str]:
        points = {name: f"+{_hand_points(codes)}" for name, codes in said.get("left", {}).items()}
        points |= {name: f"+{number}" for name, number in said.get("points", {}).items()}
        return points | super().given({key: said[key] for key in ("out",) if key in said})

    def at_the_limit(self, standing: Standing) -> Standing:
        """Who has as many points as the limit is out (Z-9), and passes the deal on where it was theirs."""
        after = score.at_the_limit(standing)
        if after.is_over or after.dealer in after.living:
            return after
        return replace(after, dealer=next_left(after.living, after.players, after.dealer))

    def places(self, standing: Standing) -> Groups:
        """Best first: who is still in, by the fewest points; then who went out, the latest first (rule 7).

        Of those who went out by the same hand, fewer points are better; equal points share a place.
        """
        rows = [standing.living, *reversed(standing.out)]
        return tuple(group for row in rows for group in by_points(row, standing.scores, highest_first=False))


def _is_figure(text: str) -> bool:
    """Whether a number was meant, be it one that cannot be here (`-3`, `²`, `1.5`)."""
    return any(letter.isnumeric() for letter in text) and not any(letter.isalpha() for letter in text)


def _card(code: str) -> Card:
    return plain_card(intern_card(code))


def _hand_points(codes: Iterable[str]) -> int:
    return score.hand_points(map(_card, codes))


def points_of(entry: Entry) -> dict[str, int]:
    """Points by name, cards counted by the engine."""
    return {name: _hand_points(codes) for name, codes in entry["left"].items()} | {**entry["points"]}


def _in_hands(often: Mapping[str, int]) -> str:
    """`in two hands (Bo and Cy)`, `in three hands (Bo, Cy twice and Di)`, from how often each holder has the card."""
    times = [{1: "", 2: " twice", 3: " three times"}.get(number, f" {number} times") for number in often.values()]
    if len(often) == 1:
        return f"named{times[0]} among the cards of {join_words(often)}"
    each = [name + number for name, number in zip(often, times, strict=True)]
    return f"in {NUMBERS.get(len(each), len(each))} hands ({join_words(each, 'and')})"


def _take_out(name: str) -> Entry:
    return {"out": name} if name else {"blocked": True}
