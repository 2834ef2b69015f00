"""Where in a text of TOML or JSON each value is, and whether the text is one that a parser can be given.

The parsers of the standard library keep no lines, and a text made to hurt them (ten thousand brackets, a number of ten
thousand digits) makes them fail in ways of their own. Both are looked at here, token by token and without recursion.
"""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass
from typing import Literal

Trail = tuple[str | int, ...]  # the way to a value: names of tables and keys, indexes of lists
Format = Literal["toml", "json"]

MAX_DEPTH = 32  # lists in lists, tables in tables; ours have five
MAX_WORD = 100  # letters of a number, a date or a bare key

_STRING = r'"(?:[^"\\\n]|\\.)*"?'
_TOKEN: dict[Format, re.Pattern[str]] = {
    "toml": re.compile(
        rf'(?P<string>"""(?:[^\\]|\\.)*?(?:"{{3,5}}|\Z)|\'\'\'.*?(?:\'{{3,5}}|\Z)|{_STRING}|\'[^\'\n]*\'?)'
        r"|(?P<comment>#[^\n]*)|(?P<newline>\n)|(?P<mark>[\[\]{},=.])|(?P<word>[^\s\"'#\[\]{},=.]+)",
        re.DOTALL,
    ),
    "json": re.compile(
        rf'(?P<string>{_STRING})|(?P<newline>\n)|(?P<mark>[\[\]{{}},:])|(?P<word>[^\s"\[\]{{}},:]+)', re.DOTALL
    ),
}


def find_lines(text: str, format: Format = "toml") -> dict[Trail, int]:
    """The line (from 1) on which each table, each value and each item of a list begins; () is the whole.

    `text` is one that the format's parser has taken.
    """
    return _TomlLines().read(text) if format == "toml" else _JsonLines().read(text)


def find_bomb(text: str, format: Format) -> tuple[int, str] | None:
    """The line and what is wrong there, where a parser would fail or work for ever; None for all that people write."""
    line, depth, dots = 1, 0, 0
    for match in _TOKEN[format].finditer(text):
        token = match[0]
        if match.lastgroup == "mark":
            depth += (token in "[{") - (token in "]}")
            dots = dots + 1 if token == "." else 0
            if depth > MAX_DEPTH or dots > MAX_DEPTH:
                return line, f"it is nested more than {MAX_DEPTH} deep"
        elif match.lastgroup == "word" and len(token) > MAX_WORD:
            return line, f"it holds {token[:12]}..., a number or a word of {len(token):,} signs"
        elif match.lastgroup == "newline":
            dots = 0
        line += token.count("\n")
    return None


@dataclass
class _Open:
    """A list or a table whose end is yet to come. `key` are the parts of the key that is being read."""

    trail: Trail
    is_list: bool
    index: int = 0
    key: tuple[str, ...] = ()
    in_value: bool = False


class _Lines:
    """What both formats share: lists, and tables in braces."""

    format: Format
    equals: str

    def __init__(self) -> None:
        self.lines: dict[Trail, int] = {(): 1}
        self.open: list[_Open] = []

    def read(self, text: str) -> dict[Trail, int]:
        line = 1
        for match in _TOKEN[self.format].finditer(f"{text}\n"):
            self.take(line, str(match.lastgroup), match[0])
            line += match[0].count("\n")
        return self.lines

    def take(self, line: int, kind: str, token: str) -> None:
        if not self.open:
            if kind == "mark" and token in "[{":
                self.open.append(_Open((), token == "["))
            return
        top = self.open[-1]
        if token in ("]", "}") and kind == "mark":
            self.open.pop()
        elif token == "," and kind == "mark":
            top.index, top.key, top.in_value = top.index + 1, (), False
        elif top.is_list or top.in_value:
            self._value(top, line, kind, token)
        elif token == self.equals and kind == "mark":
            self._begin_value(top, line)
        elif kind in ("string", "word"):
            top.key = (*top.key, _unquoted(token, self.format))

    def _begin_value(self, top: _Open, line: int) -> None:
        top.in_value = True
        for end in range(1, len(top.key) + 1):
            self.lines.setdefault((*top.trail, *top.key[:end]), line)

    def _value(self, top: _Open, line: int, kind: str, token: str) -> None:
        trail = (*top.trail, top.index) if top.is_list else (*top.trail, *top.key)
        if kind in ("string", "word") or token in ("[", "{"):
            self.lines.setdefault(trail, line)
        if kind == "mark" and token in "[{":
            self.open.append(_Open(trail, token == "["))


class _JsonLines(_Lines):
    format, equals = "json", ":"


class _TomlLines(_Lines):
    """A line is a header, an assignment, or goes on with a value; the whole is a table whose lines end in no comma."""

    format, equals = "toml", "="

    def __init__(self) -> None:
        super().__init__()
        self.open = [_Open((), False)]
        self.counts: dict[Trail, int] = {}  # of the lists of tables: how many there are so far
        self.header: list[str] | None = None  # the parts of one that is being read
        self.brackets = 0

    def take(self, line: int, kind: str, token: str) -> None:
        top = self.open[-1]
        if len(self.open) > 1:
            if kind not in ("newline", "comment"):
                super().take(line, kind, token)
        elif self.header is not None:
            self._go_on_with_header(line, kind, token)
        elif kind == "newline":
            top.key, top.in_value = (), False
        elif kind == "comment":
            pass
        elif token == "[" and kind == "mark" and not top.in_value:
            self.header, self.brackets = [], 1
        else:
            super().take(line, kind, token)

    def _go_on_with_header(self, line: int, kind: str, token: str) -> None:
        assert self.header is not None
        if kind in ("string", "word"):
            self.header.append(_unquoted(token, "toml"))
        elif token == "[":
            self.brackets = 2
        elif kind in ("newline", "comment"):
            trail = self._trail(self.header)
            for end in range(1, len(trail) + 1):  # [a.b] begins [a], too, where nothing else did
                self.lines.setdefault(trail[:end], line)
            self.open = [_Open(trail, False)]
            self.header = None

    def _trail(self, names: list[str]) -> Trail:
        """`[a.b]` as ("a", "b"), the second `[[a]]` as ("a", 1); within the last table of a list where it is in one."""
        trail: Trail = ()
        for number, name in enumerate(names, 1):
            trail = (*trail, name)
            if number == len(names) and self.brackets == 2:
                self.counts[trail] = self.counts.get(trail, 0) + 1
            if trail in self.counts:
                trail = (*trail, self.counts[trail] - 1)
        return trail


def _unquoted(token: str, format: Format) -> str:
    """A key as the parser gives it."""
    if token[0] not in "\"'":
        return token
    try:
        return str(json.loads(token) if format == "json" else tomllib.loads(f"key = {token}")["key"])
    except ValueError:
        return token.strip("\"'")
