"""Running text: spans become lines of even length, ranged left and without hyphens.

All lines of a paragraph are chosen together so that their ends differ least (Knuth and Plass 1981, without stretching):
a reader with dyslexia keeps even word spaces, and copied text keeps whole words. A card in the text is its face and
its name, which stay together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from tt_print.booklets.blocks import Span, Spans
from tt_print.deck import AnyCard
from tt_print.drawing.text import BOLD, TEXT, even_breaks, find_font, missing_letters, split_at
from tt_print.errors import TemplateError

LONG_TAIL = 0.7  # small words wider than this part of the measure may be parted after a semicolon


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

    Without `face_mm` a card is only named. `tail_mm` is the em of the small words that may end a paragraph.
    """

    size_mm: float
    width_mm: float
    face_mm: float = 0.0
    face_gap_mm: float = 0.0
    tail_mm: float = 0.0
    plain: str = TEXT
    strong: str = BOLD

    def font(self, span: Span) -> str:
        return self.strong if span.bold else self.plain


# A word is what must not be broken: (text, font, em, card) parts that touch. A face stands before its name.
_Part = tuple[str, str, float, AnyCard | None]
_Word = tuple[_Part, ...]


@cache
def set_lines(spans: Spans, measure: Measure, indent_mm: float = 0.0, tail: str = "") -> tuple[Line, ...]:
    """The lines of a paragraph, whose last words are the `tail`, set smaller. Lines after the first start `indent_mm`
    further right. A word longer than a line sticks out.
    """
    words = _words(spans, measure)
    text_words = len(words)
    words += [((part, measure.plain, measure.tail_mm, None),) for part in _kept_together(tail, measure)]
    if not words:
        return ()
    widths = [sum(_part_width(part, measure) for part in word) for word in words]
    blanks = [_blank(word) for word in words]
    found = split_at(words, even_breaks(widths, blanks, measure.width_mm, indent_mm, text_words))
    return tuple(
        _line(line, measure, indent_mm if number else 0.0, number + 1 < len(found)) for number, line in enumerate(found)
    )


def _kept_together(tail: str, measure: Measure) -> list[str]:
    """The small words in one piece; only what would fill most of a line is parted after its semicolons."""
    whole = " ".join(tail.split()).replace(" ", "\N{NO-BREAK SPACE}")
    if not whole or width_of(whole, measure.plain, measure.tail_mm) <= LONG_TAIL * measure.width_mm:
        return [whole] if whole else []
    return whole.replace(";\N{NO-BREAK SPACE}", "; ").split()


def set_width(spans: Iterable[Span], measure: Measure) -> float:
    """The width of the text on one line."""
    words = _words(spans, measure)
    blanks = sum(map(_blank, words[:-1]))
    return sum(_part_width(part, measure) for word in words for part in word) + blanks


@cache
def width_of(text: str, font: str, size_mm: float) -> float:
    shown = text.replace("\N{NO-BREAK SPACE}", " ")
    try:
        return find_font(font).width_mm(shown, size_mm)
    except KeyError:
        missing = missing_letters(shown, font)
        raise TemplateError(
            f"the booklet's font {font} has no {missing!r}, which stands in {text!r}. Write it otherwise."
        ) from None


def _blank(word: _Word) -> float:
    return width_of(" ", *word[-1][1:3])


def _words(spans: Iterable[Span], measure: Measure) -> list[_Word]:
    words: list[list[_Part]] = []
    joined = False  # whether the next text touches the last word
    for span in spans:
        font, em = measure.font(span), measure.size_mm
        text = span.text.replace("\n", " ")
        if span.card is not None and measure.face_mm:
            name = text.strip().replace(" ", "\N{NO-BREAK SPACE}")
            parts: list[_Part] = [("", font, em, span.card), (name, font, em, None)]
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
                words[-1].append((token, font, em, None))
            else:
                words.append([(token, font, em, None)])
            joined = True
    return [tuple(word) for word in words]


def _part_width(part: _Part, measure: Measure) -> float:
    text, font, em, card = part
    if card is not None:
        return measure.face_mm + measure.face_gap_mm
    return width_of(text, font, em)


def _line(words: Sequence[_Word], measure: Measure, x: float, goes_on: bool) -> Line:
    """Words side by side; neighbors in one font are one bit, blanks included."""
    bits: list[Bit] = []
    left = x
    open_bit: Bit | None = None
    for index, word in enumerate(words):
        for part in word:
            text, font, em, card = part
            if card is not None:
                bits += [open_bit] if open_bit else []
                open_bit = None
                bits.append(Bit(x, "", font, em, card))
            elif open_bit and (open_bit.font, open_bit.size_mm) == (font, em):
                open_bit = Bit(open_bit.x_mm, open_bit.text + text.replace("\N{NO-BREAK SPACE}", " "), font, em)
            else:
                bits += [open_bit] if open_bit else []
                open_bit = Bit(x, text.replace("\N{NO-BREAK SPACE}", " "), font, em)
            x += _part_width(part, measure)
        last = index + 1 == len(words)
        if open_bit and not (last and not goes_on):
            open_bit = Bit(open_bit.x_mm, open_bit.text + " ", open_bit.font, open_bit.size_mm)
        x += 0.0 if last else _blank(word)
    bits += [open_bit] if open_bit else []
    return Line(tuple(bits), x - left)
