"""A hand asked line by line: the questions of its game at the keyboard, the answers kept as a draft, and "Enter saves".

Nothing is saved here; anyone who asked does that with what was answered.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from tt_print.cli.echo import echo
from tt_print.cli.hints import typed, typed_text
from tt_print.cli.program_name import with_program_name
from tt_print.cli.prompting import Keyboard
from tt_print.cli.score.common import current_user, now
from tt_print.cli.streams import current_run
from tt_print.core.commands.hands import Hand, ready
from tt_print.engine.standing import Standing
from tt_print.errors import InputError
from tt_print.score.asking import Dialogue
from tt_print.score.commands import is_reason, is_refusal
from tt_print.score.draft import describe_answers, drop_draft, go_on, keep_draft, make_draft, read_draft
from tt_print.score.night import Night
from tt_print.score.scorer import Question
from tt_print.score.target import ScoreTarget
from tt_print.terminal import columns, wrap

BACK = ("-", "back")
STOP = ("stop", "quit", "q!")
YES = ("", "y", "yes", "save", "ok")
NO = ("n", "no", "nope", *BACK)
HELP = ("?", "help", "/?")
KEYS = (
    "-, back     one answer back\n"
    "stop        leave this hand; the answers so far are kept\n"
    "?           this list\n"
    "Several answers may be on one line: 4 1, or Bo 4, Cy 1. A name may be its first letters or the number of the "
    "seat, a card its code or its words."
)


class StoppedError(Exception):
    """Somebody left a hand before its end. `kept` is where there is a draft of it.

    `closed` says that nobody answers anymore; `entered` that another terminal entered the hand.
    """

    def __init__(
        self, kept: ScoreTarget | None, interrupted: bool = False, closed: bool = False, entered: bool = False
    ) -> None:
        super().__init__()
        self.kept, self.interrupted, self.closed, self.entered = kept, interrupted, closed, entered

    def __str__(self) -> str:
        return farewell(self.kept)


def farewell(kept: ScoreTarget | None = None) -> str:
    """What to say when a hand is left; `kept` is where there is a draft of it."""
    if kept is None:
        return "Stopped; nothing is saved."
    return f"Stopped; nothing is saved. The answers so far are kept. To go on with them: {typed(kept, 'hand')}"


@dataclass(slots=True)
class HandAsker:
    """Asks for the next hand of a night. `store` is the file of the nights, beside which the draft lies; without it
    none is kept. `look` gives the night as it is now, where another terminal may have entered a hand meanwhile.
    `instead_of` are the number and the standing of an earlier hand that is asked again.
    """

    night: Night
    keyboard: Keyboard
    store: Path | None
    look: Callable[[], Night] | None = None
    instead_of: tuple[int, Standing] | None = None
    _can_keep: bool = True

    @property
    def number(self) -> int:
        return self.instead_of[0] if self.instead_of else len(self.night.hands) + 1

    @property
    def standing(self) -> Standing:
        return self.instead_of[1] if self.instead_of else self.night.standing

    def ask(self, note: str = "", first: str = "") -> Hand:
        """What was answered, as it would have been typed, up to the Enter that saves. `first` is a line that was typed already.

        Raises StoppedError, and InputError for a first line that is no answer.
        """
        current_run().farewell = farewell()
        dialogue = self._begin()
        if first:
            dialogue = dialogue.answer(first)
            self._keep(dialogue)
        else:
            dealer = self.night.table.names[self.standing.dealer]
            echo(f"Hand {self.number}, dealt by {dealer}. - goes back, stop leaves, ? helps.")
        while True:
            question = dialogue.question
            if question is None:
                decision = self._confirm(dialogue, note)
                if decision is None:
                    dialogue = self._step_back(dialogue)
                    continue
                if self.look is None:
                    return decision
                dialogue = self._catch_up(dialogue)
                if decision.hand == self.number and dialogue.question is None:
                    return decision
                continue
            line = self._line(question, dialogue)
            if self.look is not None:
                dialogue = self._catch_up(dialogue)
                if dialogue.question is None or dialogue.question.text != question.text:
                    continue
            if line in BACK:
                dialogue = self._step_back(dialogue)
                continue
            try:
                dialogue = dialogue.answer(line)
            except InputError as error:
                if line.lower() == "q":  # which leaves everywhere else, and may begin a name here
                    raise StoppedError(self._kept(dialogue)) from None
                self._say(typed_text(error))
                continue
            self._keep(dialogue)

    # ------------------------------------------------------------ the draft

    def _begin(self) -> Dialogue:
        """An empty dialogue, or one that was left at this hand and that the person goes on with."""
        fresh = Dialogue(self.night.scorer, self.night.table, self.standing)
        draft = read_draft(self.store) if self.store else None
        if self.store is None or draft is None or draft.night != self.night.number:
            return fresh
        left = go_on(draft, self.night)
        if left is not None:
            self._say(
                f"You were at hand {draft.hand}: {describe_answers(left.typed)} ({draft.who}, {draft.at[11:16]}).", ""
            )
            while (answer := self._read("Enter goes on with it; n starts again", left).lower()) not in (*YES, *NO):
                self._say(f"{answer!r} is neither.")
            if answer in YES:
                self._keep(left)
                return left
        drop_draft(self.store)
        return fresh

    def _keep(self, dialogue: Dialogue) -> None:
        """What cannot be kept is no reason not to go on."""
        if self.store is None or not self._can_keep:
            return
        try:
            if dialogue.steps:
                keep_draft(self.store, make_draft(self.night, dialogue.steps, now(), current_user()))
            else:
                drop_draft(self.store)
            current_run().farewell = with_program_name(farewell(self.night.place if dialogue.steps else None))
        except OSError as error:
            self._can_keep = False
            self._say(f"The answers of an interrupted hand cannot be kept ({error.strerror or error}).")

    def _kept(self, dialogue: Dialogue | None) -> ScoreTarget | None:
        """Where there is a draft of these answers; None without one."""
        is_kept = dialogue is not None and dialogue.steps and self._can_keep and self.store is not None
        return self.night.place if is_kept else None

    def _step_back(self, dialogue: Dialogue) -> Dialogue:
        before = dialogue.back()
        self._keep(before)
        return before

    def _catch_up(self, dialogue: Dialogue) -> Dialogue:
        """The same answers for the hand that comes next by now, or those of a new one where they fit no more."""
        assert self.look is not None
        before, self.night = self.night, self.look()
        if (before.hands, before.standing) == (self.night.hands, self.night.standing):
            return dialogue
        fresh = Dialogue(self.night.scorer, self.night.table, self.night.standing)
        if not dialogue.steps and not self.night.is_over:
            return fresh
        same_table = (before.table, before.standing.living) == (self.night.table, self.night.standing.living)
        moved = go_on(make_draft(self.night, dialogue.steps, "", ""), self.night) if same_table else None
        if moved is not None:
            text = f"Was that this hand? Enter drops your answers; {self.number} keeps them for hand {self.number}"
            if self._read(text, None) == str(self.number):
                self._keep(moved)
                return moved
        else:
            self._say("Your answers fit no more.")
        self._keep(fresh)
        raise StoppedError(None, entered=True)

    # ------------------------------------------------------------ lines

    def _line(self, question: Question, dialogue: Dialogue) -> str:
        """An answer that is not empty."""
        while True:
            line = self._read(question.text, dialogue, question)
            if line in HELP and line not in question.words:
                self._say(KEYS, "")
            elif not line:
                self._say(question.nothing)
            else:
                return line

    def _read(self, text: str, dialogue: Dialogue | None, question: Question | None = None) -> str:
        words, cards, default = (question.words, question.cards, question.default) if question else ((), False, "")
        kept = self._kept(dialogue)
        try:
            line = self.keyboard.ask(text, words, cards, default)
        except (EOFError, KeyboardInterrupt) as error:
            interrupted = isinstance(error, KeyboardInterrupt)
            raise StoppedError(kept, interrupted, closed=not interrupted) from None
        if line.lower() in STOP:
            raise StoppedError(kept)
        return line

    def _say(self, text: str, indent: str = "  ") -> None:
        for line in text.splitlines():
            for part in wrap(line, columns(), indent, indent + "  ", break_words=False):
                echo(part)

    # ------------------------------------------------------------ the end

    def _confirm(self, dialogue: Dialogue, note: str) -> Hand | None:
        """What was answered, once it shall be saved; None to go back."""
        try:
            entry, summary, lines, discrepancies = ready(dialogue)
        except InputError as error:
            self._say(str(error))
            self._say("Going back.")
            return None
        asked = Hand(words=tuple(self.night.scorer.words(entry)), hand=self.number, note=note)
        for text in (summary, *lines, *map(str, discrepancies)):
            self._say(text)
        while True:
            text = "Enter goes back; to save it anyway, say why" if discrepancies else "Enter saves; - goes back"
            answer = self._read(text, dialogue)
            if answer in HELP:
                self._say(KEYS, "")
            elif is_refusal(answer) or (discrepancies and not answer):
                return None
            elif not discrepancies and answer.lower() in YES:
                return asked
            elif not discrepancies:
                self._say(f"{answer!r} is neither. Nothing is saved yet.")
            elif is_reason(answer):
                return replace(asked, note=answer, force=True)
            else:
                self._say("Say why in words: they are kept in the record. Nothing is saved yet.")
