"""A hand asked line by line, without a terminal: what was answered, what follows from it, and the way back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tt_print.engine.query import Query
from tt_print.engine.standing import Standing
from tt_print.errors import InputError
from tt_print.records import dataclass
from tt_print.score.answers import LineError, first_answer, named_values
from tt_print.score.scorer import Question, Scorer, Typed, as_query
from tt_print.score.seats import ScoredTable


@dataclass(frozen=True, slots=True)
class Dialogue:
    """A hand that is being entered. `steps` are the answers so far, one for each line that was typed."""

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
    def query(self) -> Query:
        return as_query(self.typed, self.scorer.flags)

    def answer(self, line: str) -> Dialogue:
        """After one line, which may answer several questions: `4 1`, or `Bo 4, Cy 1`.

        Nothing is taken of a line that is wrong somewhere. Raises InputError.
        """
        before = self.typed
        after = self._take(before, line.strip(" \t,;"))
        return replace(self, steps=(*self.steps, after[len(before) :]))

    def give(self, value: Any) -> Dialogue:
        """After one answer as data, to one question (see `Question.answer`). Raises InputError."""
        before, question = self.typed, self.question
        if question is None:
            raise InputError(f"{value!r} is one answer too many.")
        after = self._with_what_follows(before + question.answer(value))
        return replace(self, steps=(*self.steps, after[len(before) :]))

    def back(self) -> Dialogue:
        """Before the last line."""
        return replace(self, steps=self.steps[:-1])

    def _take(self, typed: Typed, line: str) -> Typed:
        """`typed` with all answers of a line, and with what follows from them."""
        question = self.scorer.ask(typed, self.table, self.standing)
        if question is None:
            raise InputError(f"{line!r} is one answer too many.")
        try:
            return self._with_what_follows(typed + question.take(line))
        except LineError:
            raise
        except InputError as error:
            whole = error
        if values := named_values(line, self.table.names):
            return self._take_named(typed, values)
        first, rest = first_answer(line, self.table.names)
        if not rest:
            raise whole
        try:
            after = self._with_what_follows(typed + question.take(first))
        except InputError:
            raise whole from None
        following = self.scorer.ask(after, self.table, self.standing)
        if following and question.topic and following.topic != question.topic:
            raise InputError(f"{rest!r} is more than was asked: {question.text}.")
        return self._take(after, rest)

    def _take_named(self, typed: Typed, values: dict[str, str]) -> Typed:
        while values:
            question = self.scorer.ask(typed, self.table, self.standing)
            name = next(iter(values))
            if question is None or question.who not in values:
                raise InputError(f"{name} {values[name]}: {_instead(question)}")
            typed = self._with_what_follows(typed + question.take(values.pop(question.who)))
        return typed

    def _with_what_follows(self, typed: Typed) -> Typed:
        while (question := self.scorer.ask(typed, self.table, self.standing)) and question.follows:
            typed += question.take(question.default)
        return typed


def _instead(question: Question | None) -> str:
    if question is None:
        return "nothing more is asked."
    if question.who:
        return f"the question is about {question.who}. Answer it first."
    return "that is not the question yet. Answer it first."
