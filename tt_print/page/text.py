"""Text in lines: words, bold words, and small pictures among them, ranged left and without hyphens."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import fsum

from tt_print.draw.shapes import Ink, Item, Text
from tt_print.draw.text import BOLD, DISPLAY, TEXT, find_font, printable, width_of
from tt_print.records import dataclass, replace

NO_BREAK = "\N{NO-BREAK SPACE}"
BLACK = Ink("#000000", (0, 0, 0, 100))
SUM_MM = 1e-6  # what a sum of widths may be off


def gray(percent: int) -> Ink:
    """So much of black, alike on screen and on the press."""
    level = round(255 * (1 - percent / 100))
    return Ink(f"#{level:02X}{level:02X}{level:02X}", (0, 0, 0, percent))


@dataclass(frozen=True, slots=True)
class TextStyle:
    """How text is set: `size` is the em and `leading` the distance between baselines, both in millimeters.

    `align` is start, middle, or end. Lines of `even` text are about equally long. `breaks` lets a word that is longer than a line
    go on in the next: names that people type. `most_lines`, 0 for any number, cuts text short with "…".
    """

    size: float
    leading: float
    font: str = TEXT
    bold: str = BOLD
    ink: Ink = BLACK
    align: str = "start"
    even: bool = False
    breaks: bool = False
    most_lines: int = 0

    def times(self, factor: float) -> TextStyle:
        return replace(self, size=self.size * factor, leading=self.leading * factor)

    @property
    def strong(self) -> TextStyle:
        return replace(self, font=self.bold)

    @property
    def middle(self) -> TextStyle:
        return replace(self, align="middle")

    @property
    def end(self) -> TextStyle:
        return replace(self, align="end")

    @property
    def baseline(self) -> float:
        """From the top of a line: the middle of capitals is a little below the middle of the line."""
        return self.leading / 2 + self.size * 0.34


def display_style(cap_mm: float, ink: Ink = BLACK, leading: float = 1.5) -> TextStyle:
    """Titles, by the height of their capitals; `leading` in heights of capitals."""
    return TextStyle(find_font(DISPLAY).size_for_cap(cap_mm), cap_mm * leading, DISPLAY, DISPLAY, ink, even=True)


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class Sign:
    """A small picture in a line, about its own top left corner; `gap` parts it from the text after it. `alt` is what is read aloud."""

    items: tuple[Item, ...]
    width: float
    height: float
    alt: str
    gap: float = 0.0


@dataclass(frozen=True, slots=True)
class Run:
    """Text in one font. A `sign` is before the text, and no line ends between them. `scale` makes text smaller than its style."""

    text: str
    bold: bool = False
    sign: Sign | None = None
    scale: float = 1.0


RichText = str | tuple[Run, ...]  # in a string, the text between two `**` is bold


@dataclass(frozen=True, slots=True)
class Fragment:
    """A part of a line, which begins at `x`: text in one font and size, or a sign."""

    x: float
    text: str = ""
    font: str = ""
    size: float = 0.0
    sign: Sign | None = None

    def draw(self, x: float, baseline: float, ink: Ink) -> list[Item]:
        """The text of a line that begins at (x, baseline), with … for letters that the font lacks."""
        if not _lacks(self.text, self.font):
            return [Text(x + self.x, baseline, self.text, self.font, self.size, ink)]
        shown = printable(self.text, self.font)
        return [Text(x + self.x, baseline, shown, self.font, self.size, ink)] if shown.strip() else []


@dataclass(frozen=True, slots=True)
class TextLine:
    """`width` is without the blank at the end, which keeps copied words apart."""

    fragments: tuple[Fragment, ...]
    width: float


def runs_of(text: RichText) -> tuple[Run, ...]:
    if not isinstance(text, str):
        return text
    return tuple(Run(part, bool(index % 2)) for index, part in enumerate(text.split("**")) if part)


def plain(text: RichText) -> str:
    """The words alone."""
    return " ".join("".join(run.text for run in runs_of(text)).replace(NO_BREAK, " ").split())


@lru_cache(maxsize=8192)
def speech_of(text: RichText, style: TextStyle, width: float) -> str:
    """The words, if the letters on paper do not say them: some are lost, a word is broken, or the end is cut off."""
    fragments = [fragment for line in set_lines(text, style, width) for fragment in line.fragments if fragment.text]
    drawn = " ".join("".join(fragment.text for fragment in fragments).split())
    words = plain(text)
    return words if drawn != words or any(_lacks(one.text, one.font) for one in fragments) else ""


@lru_cache(maxsize=8192)
def _lacks(text: str, font: str) -> bool:
    return not find_font(font).widths.keys() >= set(text)


@lru_cache(maxsize=8192)
def set_lines(text: RichText, style: TextStyle, width: float) -> tuple[TextLine, ...]:
    """The lines of a paragraph. A word that is longer than a line sticks out, unless its style `breaks`."""
    words = list(_words(text, style))
    if style.breaks:
        words = [piece for word in words for piece in _break_word(word, style, width)]
    if not words:
        return ()
    before = [0.0, *(_blank(last, style) if word.is_apart else 0.0 for last, word in pairwise(words))]
    widths = [word.width for word in words]
    starts = (_even_breaks if style.even else _greedy_breaks)(widths, before, width + SUM_MM)
    lines = [_line(words[first:after], style) for first, after in pairwise([*starts, len(words)])]
    if style.most_lines and len(lines) > style.most_lines:
        lines = [*lines[: style.most_lines - 1], _cut_short(lines[style.most_lines - 1], style, width)]
    return tuple(lines)


def _greedy_breaks(widths: Sequence[float], before: Sequence[float], room: float) -> list[int]:
    """For running text, the indexes of the words that begin a line, each line as full as it can be.

    `before[i]` is what is before word i where it does not begin a line. A word that is too long keeps a line to itself.
    """
    used, starts = 0.0, list[int]()
    for i, (width, gap) in enumerate(zip(widths, before, strict=True)):
        if i and used + gap + width <= room:
            used += gap + width
        else:
            used = width
            starts.append(i)
    return starts


def _even_breaks(widths: Sequence[float], before: Sequence[float], room: float) -> list[int]:
    """As `_greedy_breaks`, for titles and labels: chosen together so that the lines' ends differ least (Knuth and
    Plass 1981, without stretching, the last line like all others), by dynamic programming over where each line ends.
    """
    count = len(widths)
    costs, begins = [0.0, *[math.inf] * count], [0] * (count + 1)
    for first in range(count):
        total = 0.0
        for last in range(first, count):
            total += widths[last] + (before[last] if last > first else 0.0)
            if total > room and last > first:
                break
            slack = max(0.0, room - total) / room
            cost = costs[first] + 0.002 + slack * slack  # fewer lines, other things being equal
            if cost < costs[last + 1]:
                costs[last + 1], begins[last + 1] = cost, first
    starts, end = list[int](), count
    while end:
        end = begins[end]
        starts.append(end)
    return starts[::-1]


def text_width(text: RichText, style: TextStyle) -> float:
    """The width of the text in one line."""
    words = _words(text, style)
    blanks = fsum(_blank(last, style) for last, word in pairwise(words) if word.is_apart)
    return fsum(word.width for word in words) + blanks


def word_width(text: RichText, style: TextStyle) -> float:
    """The width of the longest word, which a line has to hold."""
    return max((word.width for word in _words(text, style)), default=0.0)


@dataclass(frozen=True, slots=True)
class _Word:
    """Parts that touch. `is_apart` if a blank is before it; otherwise a line may still begin with it (Chinese, Japanese)."""

    parts: tuple[Run, ...]
    width: float
    is_apart: bool = True


@lru_cache(maxsize=8192)
def _words(text: RichText, style: TextStyle) -> tuple[_Word, ...]:
    words: list[list[Run]] = []
    joined = False  # whether the next text touches the last word
    for run in runs_of(text):
        for index, token in enumerate(run.text.split(" ")):
            joined = joined and not index
            sign = None if index else run.sign
            if token or sign:
                part = Run(token, run.bold, sign, run.scale)
                if joined:
                    words[-1].append(part)
                else:
                    words.append([part])
                joined = True
    return tuple(piece for word in words for piece in _wide_pieces(word, style))


_FIRST_WIDE = "\u2e80"
_NO_START = "、。，．・：；？！」』）〕】〉》”’ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ々ゝゞ…,.;:!?)]"
_NO_END = "「『（〔【〈《“‘(["


def _is_wide(letter: str) -> bool:
    from unicodedata import east_asian_width

    return letter >= _FIRST_WIDE and east_asian_width(letter) in "WF" and not "\uac00" <= letter <= "\ud7a3"


def _word_pieces(word: str) -> list[str]:
    """What of a word stays together in a line (JIS X 4051, 6.1).

    Chinese and Japanese, which put no spaces between words, may break after any sign but where a line would begin with a closing
    one or end with an opening one.
    """
    if not word or max(word) < _FIRST_WIDE:
        return [word]
    pieces = [""]
    for index, letter in enumerate(word):
        before = word[index - 1] if index else ""
        parts = before and (_is_wide(letter) or _is_wide(before)) and letter not in _NO_START and before not in _NO_END
        if parts:
            pieces.append("")
        pieces[-1] += letter
    return pieces


def _wide_pieces(parts: list[Run], style: TextStyle) -> list[_Word]:
    """The word, or the pieces of Chinese and Japanese, between which a line may end."""
    pieces = _word_pieces(parts[0].text) if len(parts) == 1 else []
    if len(pieces) < 2:
        return [_word(tuple(parts), style)]
    runs = [replace(parts[0], text=piece, sign=None if index else parts[0].sign) for index, piece in enumerate(pieces)]
    return [_word((run,), style, run is runs[0]) for run in runs]


def _word(parts: tuple[Run, ...], style: TextStyle, is_apart: bool = True) -> _Word:
    first, *others = (_part_width(part, style) for part in parts)
    return _Word(parts, fsum([first, *others]) if others else first, is_apart)


def _part_width(part: Run, style: TextStyle) -> float:
    sign = part.sign.width + part.sign.gap if part.sign else 0.0
    return sign + _text_width(part.text, style.bold if part.bold else style.font, style.size * part.scale)


@lru_cache(maxsize=16384)
def _text_width(text: str, font: str, size: float) -> float:
    return width_of(text.replace(NO_BREAK, " "), font, size)


def _break_word(word: _Word, style: TextStyle, width: float) -> list[_Word]:
    """A word in pieces that fit a line."""
    if word.width <= width + SUM_MM:
        return [word]
    pieces, bold = [""], word.parts[0].bold
    for letter in "".join(part.text for part in word.parts):
        if pieces[-1] and _part_width(Run(pieces[-1] + letter, bold), style) > width:
            pieces.append("")
        pieces[-1] += letter
    return [_word((Run(piece, bold),), style, word.is_apart and not index) for index, piece in enumerate(pieces)]


def _blank(word: _Word, style: TextStyle) -> float:
    """The blank after a word is in its font."""
    last = word.parts[-1]
    return _text_width(" ", style.bold if last.bold else style.font, style.size * last.scale)


def _line(words: Sequence[_Word], style: TextStyle) -> TextLine:
    """Words side by side. Neighbors in one font are one fragment, with their spaces and one at the end."""
    found = list[tuple[float, list[str], str, float, Sign | None]]()  # as fragments, their texts in pieces
    x, last = 0.0, ("", 0.0)  # font and size of the last one

    def add(text: str, font: str, size: float) -> None:
        nonlocal last
        if last == (font, size):
            found[-1][1].append(text)
        elif text:
            last = font, size
            found.append((x, [text], font, size, None))

    for index, word in enumerate(words):
        if index and word.is_apart:
            add(" ", last[0] or style.font, last[1] or style.size)
            x += _blank(words[index - 1], style)
        for part in word.parts:
            if part.sign:
                last = "", 0.0
                found.append((x, [], *last, part.sign))
                x += part.sign.width + part.sign.gap
            font, size = style.bold if part.bold else style.font, style.size * part.scale
            text = part.text.replace(NO_BREAK, " ")
            add(text, font, size)
            x += _text_width(text, font, size)
    if last[0]:
        found[-1][1].append(" ")
    return TextLine(
        tuple(Fragment(start, "".join(texts), font, size, sign) for start, texts, font, size, sign in found), x
    )


def _cut_short(line: TextLine, style: TextStyle, width: float) -> TextLine:
    """A line as the last one of text that goes on: with "…", and as many of its letters as still fit."""
    *before, last = line.fragments
    font, size, text = last.font or style.font, last.size or style.size, last.text.rstrip()
    while text and last.x + width_of(text + "…", font, size) > width + SUM_MM:
        text = text[:-1]
    return TextLine((*before, Fragment(last.x, text + "… ", font, size)), last.x + width_of(text + "…", font, size))
