"""The words that a booklet adds to its text."""

from __future__ import annotations

from tt_print.records import dataclass
from tt_print.templates import read_table


@dataclass(frozen=True, slots=True)
class BookletWords:
    """The words that a booklet adds to its text (`templates/booklets/words.toml`)."""

    house: str
    ours: str
    choice_columns: tuple[str, str]
    played_by: str
    to: str
    yes: str
    no: str
    margin_note: str
    contents: str
    book_of: str
    game_by: str
    set_by: str
    set_by_unchecked: str
    unchecked: str
    about: str
    allowed: str
    not_allowed: str
    house_page: str
    deck_title: str
    deck_text: str
    notes_title: str
    notes_text: str
    more_notes_title: str
    wins_title: str
    wins_columns: tuple[str, str, str]
    face_down: str
    units: tuple[str, ...]


def read_words() -> BookletWords:
    return read_table(BookletWords, "booklets/words.toml")
