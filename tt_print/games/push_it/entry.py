"""Push It Real Good: who went out first, challenges, and potential points (rules 8 and 9)."""

from __future__ import annotations

from tt_print.engine.entries import Entry, Name, Numbers, ScoredTable
from tt_print.engine.house import House
from tt_print.engine.scorer import EntryQuestion, Outcome, Scorer, ask_number, ask_who, strangers
from tt_print.engine.standing import Groups, Standing, next_dealer
from tt_print.errors import join_words
from tt_print.games.push_it import rules
from tt_print.problems import Problem


class _Tally(Numbers):
    """What each player has of one kind; nobody is named for having none."""

    def describe(self, value: dict[str, int]) -> list[str]:
        return super().describe({name: number for name, number in value.items() if number})


RIGHT = _Tally("right", "good challenges, such as Bo=2,Cy=1", shown="good challenges {}")
POTENTIAL = _Tally("potential", "potential points, if your house rules count them", shown="potential {}")
LEFT = _Tally("left", "how many cards the others hold, such as Bo=5,Cy=9", shown="cards left {}")
# Which tallies give potential points, by house rule: as entered, else one for each right challenge (P-18).
COUNTED = {"off": (), "per_challenge": ("right", "potential"), "per_card": ("potential",)}


class Scoring(Scorer):
    parts = (
        Name("out", "who went out first, and wins the round", "went-out", shown="{} went out first"),
        RIGHT,
        _Tally("wrong", "bad challenges", shown="bad challenges {}"),
        _Tally("caught", "how often a player was caught lying", shown="caught lying {}"),
        POTENTIAL,
        LEFT,
    )
    held = ("left",)

    def example(self, table: ScoredTable) -> Entry:
        """What this house wants to know."""
        last = table.names[-1]
        potential = {"potential": {last: 7}} if table.house["potential"] == "per_card" else {}
        left = {"left": dict.fromkeys(table.names[1:], 5)} if needs_cards(table.house) else {}
        return {"out": table.names[0], "right": {last: 1}} | potential | left

    def settle(self, entry: Entry, table: ScoredTable, standing: Standing) -> Entry:
        """`{"out": name, "right": {name: number}, ...}`; a tally that nobody is named in has no key."""
        out, left = entry.get("out"), entry.get("left", {})
        if out is None:
            raise Problem("push-it.who", example=self.example_words(table))
        if standing.house["potential"] == "off" and "potential" in entry:
            raise Problem("push-it.no_potential")
        if standing.house["potential"] == "per_card" and "potential" not in entry:
            raise Problem("push-it.potential_missing", "potential", seven=f"{out}=7", none=f"{out}=0")
        if left.get(out):
            raise Problem("push-it.out_holds", "left", name=out, cards=left[out], none=f"{out}=0")
        missing = [name for name in table.names if name != out and name not in left]
        if needs_cards(standing.house) and missing:
            raise Problem("push-it.cards_missing", "left", names=join_words(missing, "and"), first=missing[0])
        return entry

    def discrepancies(self, entry: Entry, table: ScoredTable, standing: Standing) -> list[str | Problem]:
        """Every right challenge caught somebody; points come from right challenges only (rule 9)."""
        found: list[str | Problem] = []
        right, caught, potential = (entry.get(key) for key in ("right", "caught", "potential"))
        if right is not None and caught is not None and sum(right.values()) != sum(caught.values()):
            found.append(
                f"good challenges {sum(right.values())}, caught lying {sum(caught.values())}: each good challenge "
                "catches one. Recount them."
            )
        if right is not None and potential is not None:
            per_card = standing.house["potential"] == "per_card"
            each = "at least one point each" if per_card else "one point each"
            for name in table.names:
                points, times = potential.get(name, 0), right.get(name, 0)
                if (points < times or (points and not times)) if per_card else points != times:
                    found.append(f"{name}: potential points {points}, good challenges {times}, {each}. Recount them.")
        return found

    def fit(self, entry: Entry, table: ScoredTable, standing: Standing) -> tuple[Entry, tuple[str, ...]]:
        """Without those who were not at the table; without "out" where they went out first."""
        if standing.house["potential"] == "off":
            entry = {key: value for key, value in entry.items() if key != "potential"}
        kept = self.keep(entry, table.names)
        tallies = [entry.get(part.key, {}) for part in self.parts[1:]]
        named = [entry["out"], *(name for tally in tallies for name, number in tally.items() if number)]
        nobody = [] if kept["out"] else ["nobody at the table went out, so nobody has won"]
        return kept, (*strangers(named, table), *nobody)

    def count(self, entry: Entry, table: ScoredTable, standing: Standing) -> Outcome:
        has_points = self.game.has_points(standing.house)
        if entry["out"] is None:
            return Outcome(standing, (0,) * len(table.names) if has_points else None)
        winner = table.names.index(entry["out"])
        left = tuple(entry.get("left", {}).get(name, 0) for name in table.names)
        named = {name: n for key in COUNTED[standing.house["potential"]] for name, n in entry.get(key, {}).items()}
        potential = tuple(named.get(name, 0) for name in table.names)
        after = rules.after_round(standing, potential, winner, left)
        points = tuple(now - before for now, before in zip(after.scores, standing.scores, strict=True))
        lost = [f"{name} {n}" for name, n in table.by_name(potential).items() if n and name != entry["out"]]
        lines = ("Potential points that end with the round: " + ", ".join(lost),) if lost else ()
        following = next_dealer(standing, winner, left)
        return Outcome(after, points if has_points else None, lines, following=following)

    def ask(self, said: Entry, table: ScoredTable, standing: Standing) -> EntryQuestion | None:
        """Who went out; then for each player what the house needs for the points and the next dealer."""
        if "out" not in said:
            return ask_who("Who went out first?", lambda name: {"out": name}, table, standing.living)
        others = [name for name in table.names if name != said["out"]]
        question = None
        if standing.house["potential"] == "per_challenge":
            question = ask_number(RIGHT, said, "good challenges", table.names, table, likely=6)
        elif standing.house["potential"] == "per_card":
            question = ask_number(POTENTIAL, said, "potential points", table.names, table)
        if question is None and needs_cards(standing.house):
            question = ask_number(LEFT, said, "cards left", others, table)
        return question

    def is_series(self, house: House) -> bool:
        return bool(house["target_points"] == "none")

    def at_the_limit(self, standing: Standing) -> Standing:
        return rules.at_the_limit(standing)

    def places(self, standing: Standing) -> Groups:
        return rules.places(standing)


def needs_cards(house: House) -> bool:
    """Whether the next dealer depends on who holds most cards (G-4)."""
    return bool(house["next_dealer"] == "loser")
