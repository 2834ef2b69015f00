"""A keyboard on which a test types: lines in order, `KeyboardInterrupt` and `EOFError` as they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tt_print.cli.prompting import Keyboard

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
