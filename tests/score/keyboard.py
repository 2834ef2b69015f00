"""A person at a keyboard: lines in, `KeyboardInterrupt` and `EOFError` as they are, and what was asked and printed out."""

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.commands import Ran, type_line
from tests.score.nights import Evening
from tt_print.cli import run

Line = str | type[BaseException] | Callable[[], str]
A3 = ("Ann", "Bo", "Cy")


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


@dataclass
class Sat:
    """`asked` are the questions, `replies` what was printed after each line that was typed, `keys` how many were pressed."""

    status: int = 0
    out: str = ""
    asked: list[str] = field(default_factory=list)
    replies: list[str] = field(default_factory=list)
    keys: int = 0

    @property
    def text(self) -> str:
        """All that was printed, as one line."""
        return " ".join(self.out.split())


def sit(words: list[object], *lines: Line) -> Sat:
    """Types a command at a dumb terminal, and each line as soon as something is asked; after the last one it is closed."""
    sat, screen, waiting, place = Sat(), Screen(), list(lines), [0]

    def ask(prompt: str = "") -> str:
        sat.replies.append(" ".join(screen.getvalue()[place[0] :].split()))
        sat.asked.append(prompt.removesuffix(": "))
        line = waiting.pop(0) if waiting else EOFError
        screen.write(f"{prompt}\n")
        place[0] = len(screen.getvalue())
        if isinstance(line, type):
            raise line
        answer = line if isinstance(line, str) else line()
        sat.keys += len(answer) + 1
        return answer

    with pytest.MonkeyPatch.context() as patch:
        for name, value in (("TERM", "dumb"), ("COLUMNS", "1000")):
            patch.setenv(name, value)
        patch.setattr("builtins.input", ask)
        for name, stream in (("stdin", Screen()), ("stdout", screen), ("stderr", screen)):
            patch.setattr(sys, name, stream)
        sat.status = run([*map(str, words)])
    sat.out = screen.getvalue()
    sat.replies = [*sat.replies[1:], " ".join(sat.out[place[0] :].split())]
    return sat


def hand(evening: Evening, *lines: Line) -> Sat:
    """The next hand, asked line by line."""
    return sit(["score", "hand", "--file", evening.file], *lines)


def elsewhere(evening: Evening, line: str, *words: object) -> Callable[[], str]:
    """A line, before which Eve types this command at another terminal."""

    def act() -> str:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("LOGNAME", "Eve")
            ran: Ran = type_line("score", *words, "--file", evening.file)
        assert ran.status == 0, ran.err
        return line

    return act


class Talk:
    """One hand of a night of its own, asked line by line."""

    def __init__(self, game: str, *lines: Line, names: tuple[str, ...] = A3, house: dict[str, object] | None = None,
                 hands: tuple[str, ...] = ()) -> None:  # fmt: skip
        self.evening = Evening(game, *names, house=house)
        for words in hands:
            self.evening.hand(*words.split())
        self.count = len(hands)
        self.sat = hand(self.evening, *lines)
        self.asked, self.replies, self.keys = self.sat.asked, self.sat.replies, self.sat.keys

    @property
    def entry(self) -> Any:
        """What was stored; fails where nothing was."""
        hands = self.evening.do("note", "over").hands
        assert len(hands) == self.count + 1, self.sat.out
        return hands[-1].entry
