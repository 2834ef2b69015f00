"""Names of files: every choice that changes the bytes has its part, so that the same name means the same bytes."""

from __future__ import annotations

import re
from collections.abc import Sequence


def file_stem(*parts: str) -> str:
    """The parts that are not empty, with hyphens: `deck-low-a4`."""
    return "-".join(part for part in parts if part)


def short_hash(text: str, digits: int = 8) -> str:
    """The first hexadecimal digits of the SHA-256 of `text`: for what is too long, or too odd, for a file name."""
    from hashlib import sha256

    return sha256(text.encode()).hexdigest()[:digits]


def house_part(rules: Sequence[str]) -> str:
    """House rules (`name=value`): a single plain one as it is written, others by a hash, nothing for none."""
    if len(rules) == 1 and re.fullmatch("[a-z0-9_=]+", rules[0]):
        return rules[0].replace("=", "-").replace("_", "-")
    return f"house-{short_hash(chr(10).join(rules))}" if rules else ""
