"""A hand asked question by question: what was answered, and what follows from it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tt_print.engine.query import Query
from tt_print.engine.standing import Standing
from tt_print.errors import InputError
from tt_print.records import dataclass
from tt_print.score.scorer import Question, Scorer, Typed, as_query
from tt_print.score.seats import ScoredTable


@dataclass(frozen=True, slots=True)
class Dialogue:
    """A hand that is being entered. `steps` are the answers so far."""

    scorer: Scorer
    table: ScoredTable
    standing: Standing
    steps: tuple[Typed, ...] = ()

    @property
    def typed(self) -> Typed:
        """All that was answered, and all that follows from it."""
        typed = self._with_what_follows(())
        for step in self.steps:
            typed = self._with_what_follows(typed + step)
        return typed

    @property
    def question(self) -> Question | None:
        """What is to be asked now; None when the hand is known."""
        return self.scorer.ask(self.typed, self.table, self.standing)

    @property
    def answered(self) -> str:
        """`went out Ann; Bo=4`: what was answered, in the words of `tt-print score hand`."""
        groups: dict[str, list[str]] = {}
        for flag, text in self.typed:
            groups.setdefault(flag, []).append(text)
        return "; ".join(f"{flag.replace('-', ' ')} {', '.join(texts)}".strip() for flag, texts in groups.items())

    @property
    def query(self) -> Query:
        return as_query(self.typed, self.scorer.flags)

    def give(self, value: Any) -> Dialogue:
        """After one answer as data, to one question (see `Question.answer`). Raises InputError."""
        before, question = self.typed, self.question
        if question is None:
            raise InputError(f"{value!r} is one answer too many.")
        after = self._with_what_follows(before + question.answer(value))
        return replace(self, steps=(*self.steps, after[len(before) :]))

    def _with_what_follows(self, typed: Typed) -> Typed:
        while (question := self.scorer.ask(typed, self.table, self.standing)) and question.follows:
            typed += question.take(question.default)
        return typed
