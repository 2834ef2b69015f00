"""The words that a booklet adds to its text, those that all books share, and the true typography of whatever is printed in a book."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from tt_print.booklets.blocks import Span
from tt_print.deck import VALUES
from tt_print.records import dataclass, replace
from tt_print.templates import read_table


@dataclass(frozen=True, slots=True)
class BookletWords:
    """The words that a booklet adds to its text (`templates/booklets/words.toml`)."""

    house: str
    choice_columns: tuple[str, str]
    played_by: str
    book_of: str
    game_by: str
    unchecked: str
    about: str
    allowed: str
    not_allowed: str
    more_notes_title: str
    face_down: str
    other_cards: tuple[str, str]
    units: tuple[str, ...]


def read_words() -> BookletWords:
    return read_table(BookletWords, "booklets/words.toml")


@dataclass(frozen=True, slots=True)
class FactLabels:
    players: str
    ages: str
    time: str
    deck: str


@dataclass(frozen=True, slots=True)
class DealLabels:
    players: str
    hands: str
    center: str


@dataclass(frozen=True, slots=True)
class BookWords:
    """`templates/booklets/book.toml`.

    `credit` is in the books of Triple Topper's author, `credit_of_other` in those of other people. The rest serves the
    search: words that ask for nothing, words that the book has in others (`instead`), synonyms, and the answer if
    no rule has all the words (`nearest`).
    """

    credit: str
    credit_of_other: str
    little_words: tuple[str, ...]
    nearest: str
    facts: FactLabels
    deals: DealLabels
    instead: dict[str, tuple[str, ...]]
    synonyms: dict[str, str]


def read_book_words() -> BookWords:
    return read_table(BookWords, "booklets/book.toml")


# ---------------------------------------------------------------- typography


NO_BREAK = "\N{NO-BREAK SPACE}"
_SIGNS = (
    (re.compile(r"(?<=\d) ?x ?(?=\d)"), f"{NO_BREAK}×{NO_BREAK}"),
    (re.compile(r"(?<=\d)-(?=\d)"), "–"),
    (re.compile(r"(?<= )-(?= )"), "–"),
    (re.compile(r"\.\.\."), "…"),
    (re.compile(rf"\b([Aa]n?|{'|'.join(VALUES['shape'])}) (?=[\d?])"), rf"\1{NO_BREAK}"),
)


def set_type(spans: Iterable[Span]) -> Iterator[Span]:
    """The spans with true typography; line ends become spaces. A quote looks at the span before it."""
    before = " "
    for span in spans:
        text = set_text(span.text.replace("\n", " "), before)
        before = text[-1:] or before
        yield replace(span, text=text)


@lru_cache(maxsize=8192)
def set_text(text: str, before: str = " ") -> str:
    """`text`, which is behind the letter `before`, with true typography."""
    if '"' in text or "'" in text:
        text = "".join(map(_quote, text, before + text))
    for pattern, sign in _SIGNS:
        text = pattern.sub(sign, text)
    return _units().sub(rf"\1{NO_BREAK}", text)


def _quote(letter: str, before: str) -> str:
    """A straight quote as a curly one: it opens behind a blank or a bracket, and closes anywhere else."""
    opens = before.isspace() or before in "([“‘–"
    return {'"': "“" if opens else "”", "'": "‘" if opens else "’"}.get(letter, letter)


@cache
def _units() -> re.Pattern[str]:
    """A number before one of the words that it counts."""
    return re.compile(rf"(?<![\w.])(\d+) (?=(?:{'|'.join(read_words().units)})s?\b)")
