"""The words that a booklet adds to its text, and those that all books share."""

from __future__ import annotations

from tt_print.records import dataclass
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
