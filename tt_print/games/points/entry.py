"""Another game: the points of everyone, hand by hand, added up until somebody has as many as the table has agreed on."""

from __future__ import annotations

from tt_print.engine.entries import MAX_POINTS, Entry, Numbers, ScoredTable
from tt_print.engine.scorer import EntryQuestion, Outcome, Scorer, ask_number
from tt_print.engine.standing import Groups, Standing, next_dealer, round_from
from tt_print.errors import InputError
from tt_print.games.points.play import sides
from tt_print.records import replace
from tt_print.typed_words import read_signed


class _Points(Numbers):
    """They may be less than 0."""

    def number(self, text: str, what: str, table: ScoredTable) -> int:
        number = read_signed(text)
        if number is None:
            raise InputError(f"{what}: {text!r} is not a number. Give a whole number such as 0, 4 or -10.")
        if abs(number) > MAX_POINTS:
            raise InputError(f"{what}: {number} is too far from 0. Points go from -{MAX_POINTS} to {MAX_POINTS}.")
        return number


POINTS = _Points("points", "everyone's points, such as Ann=60,Bo=-5", is_bare=True)


class Scoring(Scorer):
    parts = (POINTS,)
    once = ("points",)

    def example(self, table: ScoredTable) -> Entry:
        return {"points": {name: 10 * seat for seat, name in enumerate(table.names)}}

    def settle(self, said: Entry, table: ScoredTable, standing: Standing) -> Entry:
        """`{"points": {name: number}}` for everyone at the table."""
        points = said.get("points", {})
        return {"points": {name: points[name] for name in table.names if name in points}}

    def count(self, entry: Entry, table: ScoredTable, standing: Standing) -> Outcome:
        points = tuple(entry["points"].get(name, 0) for name in table.names)
        scores = tuple(map(sum, zip(standing.scores, points, strict=True)))
        after = self.at_the_limit(replace(standing, scores=scores, played=standing.played + 1))
        if not after.is_over:
            against = [-each for each in points] if standing.house["best"] == "many" else points
            order = round_from(range(standing.players), standing.players, standing.dealer)
            winner = min(order, key=lambda seat: against[seat])
            after = replace(after, dealer=next_dealer(standing, winner, against))
        return Outcome(after, points)

    def ask(self, said: Entry, table: ScoredTable, standing: Standing) -> EntryQuestion | None:
        return ask_number(POINTS, said, "points", table.names, table, -MAX_POINTS)

    def at_the_limit(self, standing: Standing) -> Standing:
        """Over once somebody, or a team, has the points that end it, or all rounds are played; who has the best has won,
        several together where they are equal.
        """
        target, rounds = standing.house["target_points"], standing.house["rounds"]
        reached = target != "none" and max(total for total, _ in sides(standing)) >= target
        if not reached and (rounds == "none" or standing.played < rounds):
            return standing
        return replace(standing, winners=self.places(standing)[0], is_over=True)

    def places(self, standing: Standing) -> Groups:
        """Best first; equal points share a place, as a team does."""
        groups: dict[int, list[int]] = {}
        for total, side in sides(standing):
            groups.setdefault(total, []).extend(side)
        best_first = sorted(groups, reverse=standing.house["best"] == "many")
        return tuple(tuple(sorted(groups[total])) for total in best_first)
