"""True typography: `Bo's 3 cards` becomes `Bo’s 3 cards`, and no line ends between a number and its unit, or within `heart 3` or `a ?`.

Whatever is printed in a book comes through `set_type`, whether somebody has written it or the engine has.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from tt_print.booklets.blocks import Span
from tt_print.booklets.words import read_words
from tt_print.deck import VALUES
from tt_print.records import replace

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
