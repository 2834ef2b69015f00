"""What was typed, as it was meant: characters that phones and word processors make of hyphens and quotation marks."""

from __future__ import annotations

import os
import re

from tt_print.errors import InputError
from tt_print.typed_words import DASHES

MAX_LETTERS = 20_000  # of a command line; all cards of two decks by their words are 3,500
_OPTION = re.compile(rf"[{DASHES}-]*[{DASHES}][{DASHES}-]*([a-z](?:[a-z-]*[a-z])?)(=.*)?", re.DOTALL)
_NUMBER = re.compile(rf"[{DASHES}](?=[\d.,])")
# one item of a list, or what is on one side of an equals sign
_QUOTED_ITEM = re.compile(r"(?:^|(?<=[,，、=]))(?:[“”„«»]([^“”„«»]*)[“”„«»]|[‘’‚]([^‘’‚]*)[‘’])(?=$|[,，、=])")
_QUOTED = re.compile(r"[“”„«»](.*)[“”„«»]|[‘’‚](.*)[‘’]", re.DOTALL)


def read_arguments(arguments: list[str]) -> list[str]:
    """The words of a command line as they were meant.

    Raises InputError for what nobody types by hand, and what some readers would chew on for hours.
    """
    line = " ".join(arguments)
    if len(line) > MAX_LETTERS:
        raise InputError(f"{len(line):,} letters follow tt-print; it reads at most {MAX_LETTERS:,}.")
    try:
        if b"\0" in os.fsencode(line):
            raise ValueError
    except ValueError:  # a zero byte, or half a letter, which only another program can hand over
        raise InputError("A word holds a sign that no word can hold. Type it without.") from None
    return arguments if line.isascii() else [_as_meant(word) for word in arguments]


def _as_meant(word: str) -> str:
    """`--only` of `–only`, `-1` of `−1`, `Ann,Bo` of `“Ann,Bo”` and of `“Ann”,“Bo”`. Raises InputError for a printed quote that is not closed:
    a shell parts the words between such quotes.
    """
    if found := _OPTION.fullmatch(word):
        hyphens = "-" if len(found[1]) == 1 and not word.startswith("--") else "--"
        return f"{hyphens}{found[1]}{found[2] or ''}"
    word = _QUOTED_ITEM.sub(lambda item: item[1] or item[2] or "", word.replace("＝", "="))
    if found := _QUOTED.fullmatch(word):
        return found[1] or found[2] or ""
    if word[:1] in tuple("“„«") and not re.search("[“”»]", word[1:]):
        raise InputError(f'{word}: these are printed quotes. Type straight ones: "')
    return f"-{word[1:]}" if _NUMBER.match(word) else word
