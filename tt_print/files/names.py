"""Names of files: every choice that changes the bytes has its part, so that the same name means the same bytes.

Every system must take them: no letter that Windows forbids, no name that it keeps for itself, and no two that differ
in case alone, which are one file on Windows and macOS.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

MAX_BYTES = 120  # of a stem; Windows has 260 letters for a whole path, many file systems 255 bytes for a name
MAX_WORDS = 48  # letters of people's names that a file's name carries
# naming-files in Microsoft's documentation of Windows; whatever stands behind a dot makes no difference to it
RESERVED = {"CON", "PRN", "AUX", "NUL", *(f"{port}{digit}" for port in ("COM", "LPT") for digit in "0123456789¹²³")}


def file_stem(*parts: str) -> str:
    """The parts that are not empty, with hyphens: `deck-low-a4`. What a system would not take is put into a hash."""
    stem = "-".join(part for part in parts if part)
    if is_portable(stem):
        return stem
    plain = "".join(
        letter if _is_plain(letter) and letter not in " ." else "-" for letter in unicodedata.normalize("NFC", stem)
    )
    kept = re.sub("-+", "-", plain).encode()[: MAX_BYTES - 9].decode(errors="ignore").strip("-")
    return f"{kept}_{short_hash(stem)}"


def is_portable(name: str) -> bool:
    """Whether Linux, macOS and Windows all take it for a file or folder, as it is."""
    return (
        bool(name)
        and all(map(_is_plain, name))
        and name == unicodedata.normalize("NFC", name)
        and name[0] not in " -."
        and name[-1] not in " ."
        and name.partition(".")[0].upper() not in RESERVED
        and len(name.encode()) <= MAX_BYTES
    )


def _is_plain(letter: str) -> bool:
    return letter.isalnum() or letter in " -_.+="


def words_part(words: Sequence[str]) -> str:
    """People's names in a file's name: `Ann-Bo`. With a hash where others could give the same name on some system."""
    plain = "-".join(words)
    if len(plain) > MAX_WORDS or not all(re.fullmatch("[A-Za-z0-9]+", word) for word in words):
        return f"names_{short_hash(chr(10).join(words))}"
    as_usual = all(word == word.capitalize() for word in words)  # of all ways to spell them the one without a hash
    return plain if as_usual else f"{plain}_{short_hash(plain)}"


def short_hash(text: str, digits: int = 8) -> str:
    """The first hexadecimal digits of the SHA-256 of `text`: for what is too long, or too odd, for a file name."""
    from hashlib import sha256

    return sha256(text.encode(errors="surrogatepass")).hexdigest()[:digits]


def house_part(rules: Sequence[str]) -> str:
    """House rules (`name=value`): a single plain one as it is written, others by a hash, nothing for none."""
    if len(rules) == 1 and re.fullmatch("[a-z0-9_=]+", rules[0]):
        return rules[0].replace("=", "-").replace("_", "-")
    return f"house-{short_hash(chr(10).join(rules))}" if rules else ""
