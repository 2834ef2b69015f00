"""A session of the judge: a story entered phrase by phrase, with an answer to each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tt_print.engine.story import Answer, judge_story, understand

if TYPE_CHECKING:
    from tt_print.engine.base import Game


class StorySession:
    """The story so far: `opening` says how the table was, `events` what happened since. `waiting` is an event whose
    verdict needs something that the opening has not said yet.

    House rules are those of the file `house`, then `option`; `sections` are the names of all games (see `Game.read_house`).
    """

    def __init__(
        self,
        game: Game,
        house: Path | None,
        option: Sequence[str],
        sections: Iterable[str] | None = None,
        opening: Sequence[str] = (),
        events: Sequence[str] = (),
        waiting: str = "",
    ) -> None:
        self.game, self.house, self.option, self.sections = game, house, option, sections
        self.opening, self.events, self.waiting = list(opening), list(events), waiting
        self._heard: list[str] = []
        self._earlier: list[tuple[list[str], list[str]]] = []

    @property
    def story(self) -> list[str]:
        return [*self.opening, *self.events]

    def hear(self, text: str) -> list[tuple[str, Answer]]:
        """The phrases of one more text as they were understood, each with the answer to it, or to the event that waited for it.

        A phrase is kept where it belongs to the story: no question is, and no event that is not legal. Raises InputError, and
        keeps nothing of a text that is not understood.
        """
        phrases = understand(self.game, [*self.story, *self._heard], text)
        answers = [(phrase, self._hear(phrase, sets_table)) for phrase, sets_table in phrases]
        self._heard = [phrases[-1][0]]
        return answers

    def _hear(self, phrase: str, sets_table: bool) -> Answer:
        waiting = [self.waiting] if self.waiting else []
        if sets_table:
            answer = self._judge([*self.opening, phrase, *self.events, *waiting])
            if not answer.broken:
                self._keep([*self.opening, phrase], self.events)
        else:
            answer, waiting = self._judge([*self.story, phrase]), [phrase]
        if answer.is_event and answer.index > len(self.events):
            self.waiting = waiting[0] if waiting and answer.questions else ""
            if answer.fault is None and not answer.questions:
                self._keep(self.opening, [*self.events, *waiting])
        return answer

    def undo(self) -> bool:
        """Takes back what was kept last, or the event that waits; False where there is nothing."""
        if self.waiting:
            self.waiting = ""
        elif self._earlier:
            self.opening, self.events = self._earlier.pop()
        else:
            return False
        return True

    def _keep(self, opening: list[str], events: list[str]) -> None:
        self._earlier.append((self.opening, self.events))
        self.opening, self.events = opening, events

    def _judge(self, phrases: Sequence[str]) -> Answer:
        return judge_story(self.game, phrases, self.house, self.option, self.sections)
