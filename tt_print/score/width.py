"""How many columns of a terminal a text takes: two for a Chinese, Japanese or Korean letter, none for an accent
that stands on the letter before it (Unicode Standard Annex 11)."""

from __future__ import annotations

import unicodedata

WIDE = ("W", "F")
NOTHING = ("Mn", "Me", "Cf")  # marks that stand on a letter, and what joins letters


def width(text: str) -> int:
    if text.isascii():
        return len(text)
    return sum(_columns(letter) for letter in text)


def _columns(letter: str) -> int:
    if unicodedata.category(letter) in NOTHING:
        return 0
    return 2 if unicodedata.east_asian_width(letter) in WIDE else 1


def pad(text: str, columns: int, right: bool = False) -> str:
    """`text` in so many columns; longer ones end in a dot. `right` sets it to the right."""
    text = cut(text, columns)
    blanks = " " * (columns - width(text))
    return blanks + text if right else text + blanks


def cut(text: str, columns: int) -> str:
    """As much of `text` as fits, with a dot where something is left out."""
    if width(text) <= columns:
        return text
    kept = ""
    for letter in text:
        if width(kept + letter) > columns - 1:
            break
        kept += letter
    return kept + "."
