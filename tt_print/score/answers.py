"""A hand asked question by question: what was answered, what follows from it, and the questions that several games ask."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tt_print.engine.standing import Standing
from tt_print.errors import InputError, join_words
from tt_print.problems import Problem
from tt_print.records import dataclass
from tt_print.score.scorer import Entry, Pick, Question, Scorer, Way, seat_picks
from tt_print.score.seats import MAX_POINTS, ScoredTable


class CountError(Problem):
    """A number that does not go with the others. It can be kept, because a card may be lost."""

    kind = "count"


@dataclass(frozen=True, slots=True)
class Dialogue:
    """A hand that is being entered. `said` are the parts of its entry that were answered so far, with all that follows from them."""

    scorer: Scorer
    table: ScoredTable
    standing: Standing
    said: Entry

    @property
    def question(self) -> Question | None:
        """What is to be asked now; None when the hand is known."""
        return self.scorer.ask(self.said, self.table, self.standing)

    @property
    def answered(self) -> str:
        """`went-out Ann; Bo=4`: what was answered, in the words of `tt-print score hand`, and what led to it."""
        parts = {part.key: part for part in self.scorer.schema.parts}
        texts = [
            " ".join(parts[key].words(said)).replace("--", "") if key in parts else f"{key} {said}"
            for key, said in self.said.items()
        ]
        return "; ".join(filter(None, texts))

    @property
    def entry(self) -> Entry:
        """Raises InputError for answers that do not go together, and while a question is open."""
        if (question := self.question) is not None:
            raise InputError(f"something is missing: {question.ask}")
        keys = {part.key for part in self.scorer.schema.parts}
        said = {key: value for key, value in self.said.items() if key in keys}
        return self.scorer.settled(said, self.table, self.standing)

    def give(self, answers: Sequence[Any]) -> Dialogue:
        """After answers as data, each to one question (see `Question.answer`). Raises InputError."""
        dialogue = self._with_what_follows()
        for value in answers:
            if (question := dialogue.question) is None:
                raise InputError(f"{value!r} is one answer too many.")
            dialogue = dialogue._with(question.answer(value))._with_what_follows()
        return dialogue

    def _with(self, answer: Entry) -> Dialogue:
        return replace(self, said=_merged(self.said, answer))

    def _with_what_follows(self) -> Dialogue:
        dialogue = self
        while (question := dialogue.question) and question.follows:
            dialogue = dialogue._with(question.take(question.default))
        return dialogue


def _merged(said: Entry, answer: Entry) -> Entry:
    """What was answered before, with one more answer; what is by player or by category is added to what is there."""
    return said | {
        key: _merged(said[key], value) if isinstance(value, dict) and isinstance(said.get(key), dict) else value
        for key, value in answer.items()
    }


# ---------------------------------------------------------------- questions that several games ask


def ask_who(
    text: str, take: Callable[[str], Entry], table: ScoredTable, seats: Sequence[int], nobody: str = ""
) -> Question:
    """Who of `seats`? `nobody` is what None means, where that is an answer; with one seat and no such answer it follows.

    `take` is given a name, or "" for nobody.
    """
    names = table.all(seats)

    def read(answer: str | None) -> Entry:
        if answer is None and nobody:
            return take("")
        name = table.name(answer or "")
        if name not in names:
            raise InputError(f"{name} is not one of them: {join_words(names)}.")
        return take(name)

    alone = len(names) == 1 and not nobody
    default = names[0] if alone else None
    return Question(text, read, (Way("seat"),), default=default, follows=alone, picks=seat_picks(table, seats, nobody))


def ask_choice(text: str, picks: Sequence[Pick], take: Callable[[str | None], Entry], who: str = "") -> Question:
    """One of `picks`. `take` is given its value."""

    def read(answer: str | None) -> Entry:
        if answer not in [pick.value for pick in picks]:
            raise InputError(f"{answer!r} is not one of the answers: {join_words([pick.text for pick in picks])}.")
        return take(answer)

    return Question(text, read, (Way("choice"),), who, picks=tuple(picks))


def ask_tally(
    had: Collection[str],
    what: str,
    names: Sequence[str],
    table: ScoredTable,
    take: Callable[[str, int], Entry],
    follows: Mapping[str, int] | None = None,
    read: Callable[[str, Any], int] | None = None,
    limits: Callable[[str], tuple[int, int]] | None = None,
    keeps: bool = False,
) -> Question | None:
    """A number of each of `names` that has none yet, one after the other; None when all have one.

    `take` is given a name and its number. `follows` are numbers that follow from those before; one of 0 is not asked. `read` makes the number of
    a name and an answer, and raises InputError for one that cannot be. `limits` gives the fewest and the most that a name can have; with
    `keeps` others can be kept anyway.
    """
    left = [name for name in names if name not in had]
    if not left:
        return None
    name = left[0]

    def number(answer: Any) -> Entry:
        return take(name, read(name, answer) if read else table.number(str(answer), f"{what} of {name}"))

    known = (follows or {}).get(name)
    low, high = limits(name) if limits else (0, MAX_POINTS)
    way = Way("number", f"{what.capitalize()} of {name}", low, high, keeps=keeps)
    text = f"{what.capitalize()} of {join_words(left, 'and')}"
    return Question(text, number, (way,), name, default=known, follows=known == 0, topic=what)
