"""A keyboard on which a test types: lines in order, `KeyboardInterrupt` and `EOFError` as they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from tt_print.cli.prompting import Keyboard
from tt_print.cli.score.asking import HandAsker, StoppedError
from tt_print.cli.score.common import find_night, read_events
from tt_print.cli.score.hand import hand_text, store_hand
from tt_print.score.night import Night

Line = str | type[BaseException] | Callable[[], str]


class Typist(Keyboard):
    """Types each line as soon as something is asked; after the last one the terminal is closed. `asked` is all questions."""

    def __init__(self, *lines: Line) -> None:
        super().__init__(edit=False)
        self.lines, self.asked = list(lines), []
        self.keys = 0

    def ask(self, text: str, words: Sequence[str] = (), cards: bool = False, default: str = "") -> str:
        self.asked.append(text)
        line = self.lines.pop(0) if self.lines else EOFError
        if isinstance(line, type):
            raise line
        typed = line if isinstance(line, str) else line()
        self.keys += len(typed) + 1
        return typed or default


def night_of(store: Path) -> Night:
    return find_night(read_events(store), None)


def answer_hand(store: Path, *lines: Line, night: Night | None = None) -> tuple[Typist, StoppedError | None]:
    """Types into the questions of the next hand and saves it, as `score hand` does at a terminal; prints what it prints.

    Gives the keyboard, and how it was stopped, if it was.
    """
    keyboard, night = Typist(*lines), night or night_of(store)
    try:
        asked = HandAsker(night, keyboard, store).ask()
    except StoppedError as stopped:
        return keyboard, stopped
    after = store_hand(night, asked.query, store, asked.number, asked.force, asked.note)
    print("\n".join(hand_text(after, "")))
    return keyboard, None
