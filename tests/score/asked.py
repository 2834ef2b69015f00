"""A hand asked without a terminal: lines in, and what was asked and answered out."""

from __future__ import annotations

from tests.score.nights import Evening
from tt_print.errors import InputError
from tt_print.score.asking import Dialogue
from tt_print.score.scorer import Entry

A3 = ("Ann", "Bo", "Cy")


class Talk:
    """One hand of a night that is asked line by line; Enter alone is ""."""

    def __init__(
        self, game: str, *names: str, house: dict | None = None, hands: tuple[tuple[str, ...], ...] = ()
    ) -> None:
        evening = Evening(game, *(names or A3), house=house)
        for words in hands:
            evening.hand(*words)
        self.night = evening.night
        self.dialogue = Dialogue(self.night.scorer, self.night.table, self.night.standing)
        self.keys = 0

    @property
    def asked(self) -> str:
        """The question that stands there, with what Enter would answer; "" at the end."""
        question = self.dialogue.question
        return "" if question is None else question.text + (f" [{question.default}]" if question.default else "")

    def say(self, *lines: str) -> Talk:
        for line in lines:
            question = self.dialogue.question
            assert question is not None, f"nobody asks for {line!r}"
            self.dialogue = self.dialogue.answer(line or question.default)
            self.keys += len(line) + 1
        return self

    def refused(self, line: str) -> str:
        """What is said of a wrong line; the dialogue stays as it was."""
        before = self.dialogue
        try:
            self.dialogue.answer(line)
        except InputError as error:
            assert self.dialogue == before
            return str(error)
        raise AssertionError(f"{line!r} was taken: {self.dialogue.typed}")

    @property
    def entry(self) -> Entry:
        """What the answers come to; fails while something is still asked."""
        assert not self.asked, self.asked
        return self.night.scorer.read(self.dialogue.query, self.night.table, self.night.standing)
