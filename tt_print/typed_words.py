"""Numbers and lists as people type them, read in one way wherever somebody types some.

Figures of any script that counts in tens are understood (`３`, `٣`), with spaces around them, and a minus sign or a dash for a hyphen (`−1`).
Nothing else is guessed at: no `²`, no `1_000`, no `1e3`, no `0x10`, no `inf`. Lists may have commas, spaces, or both: `Ann,Bo,Cy`, `Ann, Bo, Cy`,
`Ann Bo Cy`, and `Ann、Bo，Cy`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

DASHES = "–—−"  # what phones and word processors make of hyphens
MAX_DIGITS = 15  # of a number that can mean something; longer ones also take their time
_WHOLE = re.compile(rf"\d{{1,{MAX_DIGITS}}}")
_DECIMAL = re.compile(rf"[+-]?(\d{{1,{MAX_DIGITS}}}([.,]\d{{0,{MAX_DIGITS}}})?|[.,]\d{{1,{MAX_DIGITS}}})")


def read_whole(text: str) -> int | None:
    """A whole number of 0 or more; None for anything else."""
    word = text.strip()
    return int(word) if _WHOLE.fullmatch(word) else None


def read_signed(text: str) -> int | None:
    """A whole number that may be less than 0, for anyone who has more to say of these a one; None for anything else."""
    word = _with_hyphen(text)
    number = read_whole(word[1:] if word[:1] in ("+", "-") and word[1:2].isdecimal() else word)
    return -number if number is not None and word.startswith("-") else number


def read_length(text: str) -> float | None:
    """Millimeters, `3`, `-0.5`, `1,5` or `3mm`; None for anything else."""
    word = _with_hyphen(text).removesuffix("mm").rstrip()
    return float(word.replace(",", ".")) if _DECIMAL.fullmatch(word) else None


def split_lengths(text: str) -> list[str]:
    """The two lengths in `99.5,99`, `99.5 99`, or with a comma before their decimals `99,5 99` and `99,5,99,0`."""
    parts = [part.strip() for part in re.split("[;，、]|,(?=\\s)|\\s+", text.strip()) if part.strip()]
    parts = parts if len(parts) > 1 else text.split(",")
    return [f"{one},{more}" for one, more in (parts[:2], parts[2:])] if len(parts) == 4 else parts


def _with_hyphen(text: str) -> str:
    return re.sub(f"^[{DASHES}]", "-", text.strip())


def has_figures_only(text: str) -> bool:
    """Whether somebody meant a number, of whatever size."""
    return text.strip().isdecimal()


_COMMA = re.compile("[,，、]")
_OPTION = re.compile(r"-(?![\d.])")  # not -1, which is a number


def split_at_commas(text: str) -> list[str]:
    """The parts of a list, of which one is empty where a comma stands alone."""
    return [part.strip() for part in _COMMA.split(text)]


def split_list(text: str) -> list[str]:
    """The parts of a list with commas, as `split_at_commas`, or with nothing but spaces between them."""
    parts = split_at_commas(text)
    return parts if len(parts) > 1 else text.split()


def count_gathered(first: str, rest: Sequence[str], belongs: Callable[[str], bool]) -> int:
    """How many of the words after `first` go on with the list that it begins.

    A list in one word is whole, unless it ends with a comma; a list in several goes on to the first option, or to the
    first word that does not belong to it. A word after a comma belongs to it always.
    """
    open_end = first.endswith(",")
    if "," in first and not open_end:
        return 0
    for index, word in enumerate(rest):
        if _OPTION.match(word) or not (open_end or word.startswith(",") or belongs(word)):
            return index
        open_end = word.endswith(",")
    return len(rest)


def join_list(words: Sequence[str]) -> str:
    """The words of a list as one: `Ann,Bo` of `Ann Bo`, of `Ann, Bo` and of `Ann , Bo`."""
    joined = ""
    for word in words:
        parted = not joined or joined.endswith(",") or word.startswith(",")
        joined += word if parted else f",{word}"
    return joined
