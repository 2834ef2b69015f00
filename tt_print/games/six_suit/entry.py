"""Six Suit: who went out, in which order, by which value, and through which player (rules 3 to 6, S-20)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tt_print.deck import VALUES, VARIABLES
from tt_print.engine.entries import Entry, Order, Part, ScoredTable, Spell, split_names
from tt_print.engine.scorer import EntryQuestion, Outcome, Pick, Scorer, Way, ask_choice, seat_picks
from tt_print.engine.standing import Groups, Standing
from tt_print.errors import InputError, did_you_mean, join_words
from tt_print.games.six_suit import score
from tt_print.problems import Problem
from tt_print.records import replace

FORFEIT = "forfeit"
WORDS = tuple(dict.fromkeys(value for variable in VARIABLES for value in VALUES[variable]))


class _Out(Part[list[dict[str, Any]]]):
    """Who went out, in order: `{"who": [names], "by": value or None, "from": name or None}`."""

    def parse(self, texts: Sequence[str], table: ScoredTable) -> list[dict[str, object]]:
        return [self.read_moment(text, table) for text in texts]

    def read_moment(self, text: str, table: ScoredTable) -> dict[str, object]:
        who, _, how = text.partition("=")
        value, _, source = how.partition(",")
        word = {"q": "?"}.get(value.strip().lower(), value.strip().lower())
        if word and word not in (*WORDS, FORFEIT):
            values = f"{' '.join(WORDS)}, or {FORFEIT}"
            near = did_you_mean(word, WORDS)
            raise Problem("six-suit.value", "out", text=text, value=value, near=near, values=values)
        names = list(split_names(who, table))
        return {"who": names, "by": word or None, "from": table.name(source) if source else None}

    def texts(self, value: list[dict[str, Any]]) -> list[str]:
        texts = []
        for row in value:
            how = ",".join(part for part in (row["by"] or "", row["from"]) if part is not None)
            texts.append("+".join(row["who"]) + (f"={how}" if how else ""))
        return texts

    def describe(self, value: list[dict[str, Any]]) -> list[str]:
        texts = []
        for row in value:
            by = f" by {row['by']}" if row["by"] and row["by"] != FORFEIT else " (broken treaty)" if row["by"] else ""
            source = f", {row['from']}'s card" if row["from"] else ""
            texts.append(f"{' + '.join(row['who'])} out{by}{source}")
        return texts

    def rename(self, value: list[dict[str, Any]], spell: Spell) -> list[dict[str, Any]]:
        return [
            row | {"who": list(map(spell, row["who"])), "from": row["from"] and spell(row["from"])} for row in value
        ]


OUT = "who went out, by which color, shape, or number, and by whose card, such as Bo=red,Ann; in order; Bo+Cy=red if at the same moment"
PLACES = Order("places", "a whole game at once, the winner first: Ann,Cy,Bo; + between players who went out together")


class Scoring(Scorer):
    parts = (_Out("out", OUT), PLACES)
    together = ("out", "places")

    def example(self, table: ScoredTable) -> Entry:
        return {"out": [{"who": [table.names[-1]], "by": "red", "from": None}]}

    def settle(self, said: Entry, table: ScoredTable, standing: Standing) -> Entry:
        """`{"out": [{"who": [names], "by": value or None, "from": name or None}, ...]}`, in order."""
        rows = said.get("out", [])
        if "places" in said:
            if rows:
                raise Problem("six-suit.out_and_places", "out", other="places")
            PLACES.check(said["places"], table.all(standing.living))
            # from the last place up; the first is the winner's side and goes out nowhere
            rows = [{"who": group, "by": None, "from": None} for group in reversed(said["places"][1:])]
        if not rows:
            raise Problem("six-suit.who", places=",".join(table.names[:3]), example=self.example_words(table))
        if standing.house["treaties"] == "off" and any(row["by"] == FORFEIT for row in rows):
            raise InputError("a broken treaty loses only where treaties are written down (house rule treaties; S-16).")
        return {"out": rows}

    def fit(self, entry: Entry, table: ScoredTable, standing: Standing) -> tuple[Entry, tuple[str, ...]]:
        """Without those who were out already or not at the table, and without all that comes after the end."""
        rows, problems = [], []
        for row in entry["out"]:
            living = table.all(standing.living)
            who = [name for name in row["who"] if name in living]
            known = [name for name in row["who"] if name in table.names]
            if strange := [name for name in row["who"] if name not in table.names]:
                problems.append(f"{join_words(strange, 'and')} was not at the table, and does not count")
            if standing.is_over or not who:
                if known:
                    problems.append(
                        f"{join_words(known, 'and')} was out already, or the game was over; that does not count"
                    )
                continue
            if others := [name for name in known if name not in living]:
                problems.append(f"{join_words(others, 'and')} was out already; that does not count")
            standing = after_hand(standing, [table.names.index(name) for name in who])
            by = None if row["by"] == FORFEIT and standing.house["treaties"] == "off" else row["by"]
            rows.append({"who": who, "by": by, "from": row["from"] if row["from"] in table.names else None})
        return entry | {"out": rows}, tuple(problems)

    def count(self, entry: Entry, table: ScoredTable, standing: Standing) -> Outcome:
        lines = []
        for row in entry["out"]:
            standing = after_hand(standing, [table.names.index(name) for name in row["who"]])
            if not standing.out:
                lines.append("everyone went out at once: the round does not count. Deal again (S-9)")
        return self.outcome(standing, lines)

    def outcome(self, standing: Standing, lines: Sequence[str] = ()) -> Outcome:
        following = score.following_dealer(standing) if standing.is_over else None
        return Outcome(standing, lines=tuple(lines), following=following)

    def leave(self, standing: Standing, seat: int) -> Outcome:
        """Who leaves in the middle of a game is out of it, as if by a Six Suit; their partners play on (S-15)."""
        return self.outcome(after_hand(standing, [seat]) if seat in standing.living else standing)

    def places(self, standing: Standing) -> Groups:
        return score.places(standing)

    def ask(self, said: Entry, table: ScoredTable, standing: Standing) -> EntryQuestion | None:
        """Who went out, and six of which value; one moment a time."""
        living = table.all(standing.living)

        def take_names(answer: list[str]) -> Entry:
            """Raises InputError for a player who is out already."""
            names = tuple(dict.fromkeys(map(table.name, answer)))
            for name in names:
                if name not in living:
                    raise InputError(f"{name} is out already. {join_words(living, 'and')} are in.")
            return {"who": names}

        def take_value(value: str | None) -> Entry:
            return {"out": [{"who": [*said["who"]], "by": value, "from": None}]}

        if "who" not in said:
            ways = (Way("seats", "", 1),)
            return EntryQuestion("Who went out?", take_names, ways, picks=seat_picks(table, standing.living))
        if "out" in said:
            return None
        picks = [*(Pick(word, word) for word in WORDS), Pick(None, "not known")]
        return ask_choice(f"{join_words(said['who'], 'and')}: six of which?", picks, take_value)

    def given(self, said: Entry) -> dict[str, str]:
        return dict.fromkeys(said.get("who", ()), "out")


def after_hand(before: Standing, gone: Sequence[int]) -> Standing:
    """The game after `gone` went out at the same moment: going on, won, drawn, or void and dealt again (rule 5, S-9).

    A void game is the one before its first elimination, by the same dealer.
    """
    living = tuple(seat for seat in before.living if seat not in gone)
    if not living and before.house["all_out"] == "redeal":
        return replace(before, living=tuple(range(before.players)), out=())
    winners = score.winning_side(before.house, before.players, living)
    after = replace(before, living=living, out=(*before.out, tuple(sorted(gone))), winners=winners)
    return replace(after, is_over=True, played=before.played + 1) if winners or not living else after
