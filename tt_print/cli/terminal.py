"""What a terminal shows: how large it is, how wide a text is in it, and lines broken to fit.

A command that is to be typed or copied is never broken: a terminal that is too narrow wraps it.

Widths count columns: two for a Chinese, Japanese or Korean letter and for an emoji, none for an accent of its own.
`wcwidth` knows them; it is loaded only for texts that are not plain, because it costs a start 20 ms.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

MAX_COLUMNS = 1000  # what the widest screen shows in the smallest letters; COLUMNS may say anything
MIN_COLUMNS = 40  # what lines are made for in a narrower window
_PLAIN_PUNCTUATION = "–—‘’“”…·×−█▀▄"


def columns(at_most: int = MAX_COLUMNS, of_pipe: int = 80) -> int:
    """How wide the terminal is, `at_most` so many letters; `of_pipe` where there is none."""
    import shutil

    return max(MIN_COLUMNS, min(shutil.get_terminal_size((of_pipe, 24)).columns, at_most))


def width(text: str) -> int:
    """How many columns `text` takes."""
    if _is_plain(text):
        return len(text)
    import wcwidth

    return wcwidth.width(text)


def _is_plain(text: str) -> bool:
    """Whether every letter takes one column."""
    return text.isascii() or all(letter < "\u0300" or letter in _PLAIN_PUNCTUATION for letter in text)


def cut(text: str, columns: int) -> str:
    """As much of `text` as fits, with a dot where something is left out."""
    if width(text) <= columns:
        return text
    end = len(text)
    while end and width(text[:end]) > columns - 1:
        end -= 1
    return text[:end].rstrip("\u200d") + "."


def pad(text: str, columns: int, right: bool = False) -> str:
    """`text` in so many columns; longer ones end in a dot. `right` sets it to the right."""
    text = cut(text, columns)
    blanks = " " * (columns - width(text))
    return blanks + text if right else text + blanks


def wrap(text: str, columns: int, first: str = "", then: str = "", break_words: bool = True) -> list[str]:
    """`text` in lines of at most `columns`, the first after `first`, further ones after `then`.

    Words that are too long, and hyphens, are broken only with `break_words`. No text is one empty line.
    """
    module = import_module("textwrap" if _is_plain(text) else "wcwidth")
    breaks = {"break_long_words": break_words, "break_on_hyphens": break_words}
    lines: list[str] = module.wrap(text, columns, initial_indent=first, subsequent_indent=then, **breaks)
    return lines or [first]


def wrap_cut(text: str, columns: int, hang: int = 0) -> list[str]:
    """As `wrap`, broken only between words; one that is wider than the window ends in a dot. Further lines begin
    `hang` in."""
    words = " ".join(cut(word, columns - hang) for word in text.split(" "))
    return wrap(words, columns, then=" " * hang, break_words=False)


def wrap_commands(text: str, columns: int, hang: int = 0) -> list[str]:
    """As `wrap_cut`, but from a command on a text that is too wide stays one line, so that it can be copied."""
    before, command, after = text.partition("tt-print ")
    if not command or width(text) <= columns:
        return wrap_cut(text, columns, hang)
    return [*(wrap_cut(before.rstrip(), columns, hang) if before.strip() else ()), f"{'':{hang}}{command}{after}"]


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], columns: int, left: Sequence[int] = (0,)) -> list[str]:
    """Rows under their heads, figures to the right and the columns of `left` to the left.

    Where that is too wide, what the first column has is above the rest of its row, each with its head.
    """
    widths = [max(map(width, cells)) for cells in zip(heads, *rows, strict=True)]
    if sum(widths) + 2 * (len(widths) - 1) <= columns:
        return [
            "  ".join(pad(cell, widths[place], place not in left) for place, cell in enumerate(row)).rstrip()
            for row in (heads, *rows)
        ]
    lines = []
    for number, row in enumerate(rows):
        if not number or rows[number - 1][0] != row[0]:
            lines += wrap_cut(row[0], columns, hang=1)
        rest = ", ".join(f"{head} {cell}" for head, cell in zip(heads[1:], row[1:], strict=True) if cell)
        lines += wrap(rest, columns, "  ", "    ", break_words=False)
    return lines


def labeled(rows: Sequence[tuple[str, str]], columns: int) -> list[str]:
    """Rows of a label and a text: labels in a column, each once, and texts beside them, as wide as there is room."""
    left = max((width(label) for label, _ in rows), default=0) + 2
    lines, before = list[str](), ""
    for label, text in rows:
        lines += wrap(text, columns, pad(label if label != before else "", left), " " * left)
        before = label
    return lines
