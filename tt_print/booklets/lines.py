"""Running text: spans become lines, ranged left and without hyphens.

No line of running text ends while the next word fits; a reader with dyslexia keeps even word spaces, and copied text
keeps whole words. The lines of titles and labels are chosen together so that their ends differ least (Knuth and Plass
1981, without stretching). A card in the text is its sign and its name, which stay together.

Whatever is printed goes through `set_type`, whether somebody has written it or the engine has: `Bo's 3 cards` becomes
`Bo’s 3 cards`; no line ends between a number and its unit, or within `heart 3` or `a ?`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from tt_print.booklets.blocks import Span, Spans
from tt_print.booklets.words import read_words
from tt_print.deck import VALUES, AnyCard
from tt_print.drawing.text import BOLD, TEXT, even_breaks, find_font, greedy_breaks, missing_letters, split_at
from tt_print.errors import TemplateError
from tt_print.records import dataclass

NO_BREAK = "\N{NO-BREAK SPACE}"
_SIGNS = (
    (re.compile(r"(?<=\d) ?x ?(?=\d)"), f"{NO_BREAK}×{NO_BREAK}"),
    (re.compile(r"(?<=\d)-(?=\d)"), "–"),
    (re.compile(r"(?<= )-(?= )"), "–"),
    (re.compile(r"\.\.\."), "…"),
    (re.compile(rf"\b([Aa]n?|{'|'.join(VALUES['shape'])}) (?=[\d?])"), rf"\1{NO_BREAK}"),
)


@dataclass(frozen=True, slots=True)
class Bit:
    """What stands in a line from `x_mm` on: text in one font and size, or the face of a card."""

    x_mm: float
    text: str
    font: str
    size_mm: float
    card: AnyCard | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """`width_mm` is without the blank at its end, which is there so that copied words stay apart."""

    bits: tuple[Bit, ...]
    width_mm: float


@dataclass(frozen=True, slots=True)
class Measure:
    """How text is set: the em, the room for a line, the width of a face in the text and the gap after it.

    Without `face_mm` a card is only named. `tail_mm` is the em of the small words that may end a paragraph. Titles and
    labels are `even`: their lines are about as long as one another, where those of a paragraph are full.
    """

    size_mm: float
    width_mm: float
    face_mm: float = 0.0
    face_gap_mm: float = 0.0
    tail_mm: float = 0.0
    plain: str = TEXT
    strong: str = BOLD
    even: bool = False

    def font(self, span: Span) -> str:
        return self.strong if span.bold else self.plain


class _Part(NamedTuple):
    """A part of a word in one font, or the face of a card."""

    text: str
    font: str
    size_mm: float
    card: AnyCard | None = None

    def width_mm(self, measure: Measure) -> float:
        if self.card is not None:
            return measure.face_mm + measure.face_gap_mm
        return width_of(self.text, self.font, self.size_mm)


_Word = tuple[_Part, ...]  # parts that touch, which must not be broken; a face stands before its name


@cache
def set_lines(spans: Spans, measure: Measure, tail: str = "") -> tuple[Line, ...]:
    """The lines of a paragraph, whose last words are the `tail`, set smaller. A word longer than a line sticks out."""
    words = _words(spans, measure)
    words += [(_Part(part, measure.plain, measure.tail_mm),) for part in tail.split()]
    if not words:
        return ()
    widths = [sum(part.width_mm(measure) for part in word) for word in words]
    blanks = [_blank(word) for word in words]
    starts = even_breaks(widths, blanks, measure.width_mm) if measure.even else _full_lines(widths, blanks, measure)
    found = split_at(words, starts)
    return tuple(_line(line, measure, number < len(found)) for number, line in enumerate(found, 1))


def _full_lines(widths: Sequence[float], blanks: Sequence[float], measure: Measure) -> list[int]:
    room = measure.width_mm + 1e-6
    return list(greedy_breaks(widths, [0.0, *blanks[:-1]], lambda used: used <= room))


def set_width(spans: Iterable[Span], measure: Measure) -> float:
    """The width of the text on one line."""
    words = _words(spans, measure)
    blanks = sum(map(_blank, words[:-1]))
    return sum(part.width_mm(measure) for word in words for part in word) + blanks


@cache
def width_of(text: str, font: str, size_mm: float) -> float:
    shown = text.replace(NO_BREAK, " ")
    try:
        return find_font(font).width_mm(shown, size_mm)
    except KeyError:
        missing = missing_letters(shown, font)
        raise TemplateError(
            f"the booklet's font {font} has no {missing!r}, which stands in {text!r}. Use letters that it has."
        ) from None


def _blank(word: _Word) -> float:
    return width_of(" ", word[-1].font, word[-1].size_mm)


def _words(spans: Iterable[Span], measure: Measure) -> list[_Word]:
    words: list[list[_Part]] = []
    joined = False  # whether the next text touches the last word
    for span in set_type(spans):
        font, em = measure.font(span), measure.size_mm
        text = span.text
        if span.card is not None and measure.face_mm:
            name = text.strip().replace(" ", NO_BREAK)
            parts = [_Part("", font, em, span.card), _Part(name, font, em)]
            if joined and words:
                words[-1] += parts
            else:
                words.append(parts)
            joined = not text.endswith(" ")
            continue
        tokens = text.split(" ")
        for index, token in enumerate(tokens):
            if index:
                joined = False
            if not token:
                continue
            if joined and words:
                words[-1].append(_Part(token, font, em))
            else:
                words.append([_Part(token, font, em)])
            joined = True
    return [tuple(word) for word in words]


def _line(words: Sequence[_Word], measure: Measure, goes_on: bool) -> Line:
    """Words side by side; neighbors in one font are one bit, blanks included."""
    bits: list[Bit] = []
    x = 0.0
    for index, word in enumerate(words):
        for part in word:
            text = part.text.replace(NO_BREAK, " ")
            last = bits[-1] if bits else None
            if last and not (last.card or part.card) and (last.font, last.size_mm) == (part.font, part.size_mm):
                bits[-1] = replace(last, text=last.text + text)
            else:
                bits.append(Bit(x, text, part.font, part.size_mm, part.card))
            x += part.width_mm(measure)
        is_last = index + 1 == len(words)
        if not bits[-1].card and (goes_on or not is_last):
            bits[-1] = replace(bits[-1], text=bits[-1].text + " ")
        x += 0.0 if is_last else _blank(word)
    return Line(tuple(bits), x)


# Typography: curly quotes and apostrophes, the multiplication sign, dashes, and what no line parts


def set_type(spans: Iterable[Span]) -> Iterator[Span]:
    """The spans with true typography; line ends become blanks. A quote looks at the span before it."""
    before = " "
    for span in spans:
        text = set_text(span.text.replace("\n", " "), before)
        before = text[-1:] or before
        yield replace(span, text=text)


def set_text(text: str, before: str = " ") -> str:
    """`text`, which stands behind the letter `before`, with true typography."""
    text = "".join(_quote(letter, (before + text)[i]) for i, letter in enumerate(text))
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
