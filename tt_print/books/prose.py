"""The measures of a format, and the text of a book as boxes: titles, paragraphs, lists, tables, frames, and house rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from tt_print.books.blocks import BookTable as TextTable
from tt_print.books.blocks import Bullets, Heading, HouseRule, Paragraph, Span, Spans, read_words
from tt_print.books.pictures import place_sign
from tt_print.deck import VALUES, AnyCard
from tt_print.draw.shapes import Bookmark, Ink
from tt_print.draw.text import BOLD, DISPLAY, TEXT
from tt_print.errors import TemplateError
from tt_print.faces.scene import flood_of
from tt_print.faces.theme import Theme, ThemeColor
from tt_print.page.boxes import (
    UNWILLING,
    Box,
    Framed,
    Layout,
    Row,
    Stack,
    Strip,
    Tagged,
    Words,
    Wrapper,
    entries,
    stacked,
)
from tt_print.page.flow import Cell, Column, Table, TableRow, TableStyle
from tt_print.page.text import NO_BREAK, Run, Sign, TextStyle, gray, text_width
from tt_print.records import dataclass, replace
from tt_print.templates import read_toml

MM_PER_POINT = 25.4 / 72
TEMPLATE = "booklets/style.toml"
FIXED = ("footer_pt", "least_pt")  # type that does not grow with the rest
GROWING = ("face_mm", "face_gap_mm", "paragraph_gap_mm", "bullet_indent_mm")  # what grows with the type


def em_mm(points: float) -> float:
    """The em of type of this size, in millimeters."""
    return points * MM_PER_POINT


def _text(name: str, font: str = TEXT, bold: str = BOLD, even: bool = False) -> cached_property[TextStyle]:
    """Text of the size and leading that a style has under this name."""

    def made(style: Style) -> TextStyle:
        leading = style.leading_mm if name == "body" else getattr(style, f"{name}_leading_mm")
        return TextStyle(em_mm(getattr(style, f"{name}_pt")), leading, font, bold, style.theme.ink, even=even)

    return cached_property(made)


class Style:
    """The measures of a format, attributes under the names of the template, with its inks.

    They are in millimeters but for `*_pt`, `columns`, and parts. `accent` is the game's color, `on_accent` what is drawn on it.
    """

    format: str
    theme: Theme
    accent: Ink
    on_accent: Ink
    columns: int
    shade_percent: int

    def __init__(self, measures: Mapping[str, float], **inks: object) -> None:
        self._measures, self._inks = measures, inks
        self.__dict__.update(measures, **inks)

    def __getattr__(self, name: str) -> float:
        if name.startswith("__"):  # what Python asks of any object
            raise AttributeError(name)
        raise TemplateError(f"templates/{TEMPLATE}: [{self.format}] has no {name}.")

    def changed(self, **measures: float) -> Style:
        """The same with other measures."""
        return Style({**self._measures, **measures}, **self._inks)

    @property
    def column_mm(self) -> float:
        """The width of a line of text."""
        free = self.width_mm - self.inner_mm - self.outer_mm
        return (free - (self.columns - 1) * self.gutter_mm) / self.columns

    @property
    def shade(self) -> Ink:
        """Of an area that is told by its shade."""
        return gray(self.shade_percent)

    @property
    def depth_mm(self) -> float:
        """The height of the text on a page."""
        return self.height_mm - self.top_mm - self.bottom_mm

    def filling(self, size_mm: tuple[float, float]) -> Style:
        """The same on a page of another size: all of it larger by the same factor, as far as both sides allow."""
        factor = min(size_mm[0] / self.width_mm, size_mm[1] / self.height_mm)
        scaled = {name: value * factor for name, value in self._measures.items() if name.endswith(("_mm", "_pt"))}
        beside, below = size_mm[0] - factor * self.width_mm, size_mm[1] - factor * self.height_mm
        scaled |= {"width_mm": size_mm[0], "height_mm": size_mm[1]}
        scaled |= {name: scaled[name] + beside / 2 for name in ("inner_mm", "outer_mm")}
        scaled |= {name: scaled[name] + below / 2 for name in ("top_mm", "bottom_mm")}
        return self.changed(**scaled)

    def grown(self, factor: float) -> Style:
        """The same with all type and the spaces that go with it larger by `factor`."""
        return self.changed(**{
            name: value * factor
            for name, value in self._measures.items()
            if name in GROWING or "leading" in name or (name.endswith("_pt") and name not in FIXED)
        })  # fmt: skip

    def indented(self, width_mm: float) -> Style:
        """The same with a column narrower by so much."""
        return self.changed(width_mm=self.width_mm - width_mm * self.columns)

    @property
    def alarm(self) -> Ink:
        """What is wrong, or has changed: red where there is color."""
        return self.theme.ink if self.theme.is_low else self.theme.colors["red"].ink

    @property
    def is_large(self) -> bool:
        return self.format.endswith("-large")

    body = _text("body")
    small = _text("small", even=True)  # labels and captions
    note = _text("note")  # house rules, and the notes beside the rules
    panel = _text("panel")
    title = _text("title", font=DISPLAY, bold=DISPLAY, even=True)  # of chapters
    section = _text("section", font=DISPLAY, bold=DISPLAY, even=True)


def find_style(
    format_: str, large: bool, theme: Theme, accent: str, size_mm: tuple[float, float] | None = None
) -> Style:
    """`size_mm` is the page where the format does not name one; `accent` is what `flood_of` knows."""
    name = format_ + ("-large" if large else "")
    measures = _changes("common") | _changes(format_) | (_changes(name) if large else {})
    if size_mm is not None:
        measures |= {"width_mm": size_mm[0], "height_mm": size_mm[1]}
    flood = ThemeColor(theme.ink, theme.paper) if theme.is_low else flood_of(theme, accent)
    return Style(measures, format=name, theme=theme, accent=flood.ink, on_accent=flood.on)


def _changes(table: str) -> dict[str, float]:
    """The measures that a table of the template names, over those of the table that it `extends`.

    Raises TemplateError for a name that neither all formats have nor a page.
    """
    template = read_toml(TEMPLATE)
    found, known = {**template[table]}, {**template["common"], **template["a5"], "extends": ""}
    if unknown := [name for name in found if name not in known]:
        raise TemplateError(f"templates/{TEMPLATE}: {unknown[0]!r} is not a key of [{table}].")
    extended = found.pop("extends", None)
    return (_changes(str(extended)) if extended else {}) | found


# ---------------------------------------------------------------- text

SHORT_TABLE, HALF_TABLE = 0.3, 0.5  # of a page: a table is kept whole, or parted only if that fills a page


class FlowPart(NamedTuple):
    """A box in a flow: the space above it, and what a page break there costs."""

    box: Box
    before: float = 0.0
    cost: float = 0.0


@dataclass(frozen=True, slots=True)
class Flow(Box):
    """Parts below one another; pages may end between them."""

    parts: Sequence[FlowPart]

    def strips(self, width: float) -> list[Strip]:
        strips: list[Strip] = []
        for part in self.parts:
            if inner := part.box.strips(width):
                first, *rest = inner
                strips += [replace(first, before=part.before, cost=first.cost + part.cost), *rest]
        return strips


@dataclass(frozen=True, slots=True)
class FixedBox(Box):
    """What has its size already."""

    layout: Layout

    def natural(self) -> float:
        return self.layout.width

    def lay(self, width: float) -> Layout:
        return self.layout


# ---------------------------------------------------------------- typography

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
        yield Span(text, span.bold, span.card)


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


# ---------------------------------------------------------------- lines


@cache
def card_sign(card: AnyCard, theme: Theme, size_mm: float, gap_mm: float) -> Sign:
    """A card in a line of text: its shape in its color with its number, which says its name."""
    return Sign((place_sign(card, theme, size_mm / 2, size_mm / 2, size_mm),), size_mm, size_mm, card.name, gap_mm)


def runs_of(spans: Spans, style: Style | None = None) -> tuple[Run, ...]:
    """Spans as runs, in true typography. With a `style` each card has its sign before its name; without one it is only named."""
    runs = []
    for span in set_type(spans):
        if span.card is None or style is None:
            runs.append(Run(span.text, span.bold))
        else:
            if runs and runs[-1].text.endswith("("):  # a sign has air on its left, too
                runs[-1] = replace(runs[-1], text=runs[-1].text + NO_BREAK)
            name = span.text.strip().replace(" ", NO_BREAK) + " " * span.text.endswith(" ")
            runs.append(Run(name, span.bold, card_sign(span.card, style.theme, style.face_mm, style.face_gap_mm)))
    return tuple(runs)


# ---------------------------------------------------------------- blocks


def heading_box(heading: Heading, style: Style) -> Box:
    mark = Bookmark(heading.key, heading.text, 1, -4.0)
    return Words(runs_of((Span(heading.text),)), style.section, "H3", keeps=True, bookmark=mark)


def paragraph_box(block: Paragraph, style: Style) -> Box:
    """A paragraph. One that follows a changed house rule has a label."""
    text = Words(runs_of(block.spans, style), style.body)
    if not block.changed or style.format == "pocket":  # where there is no room for a label
        return text
    stamp = Words(
        read_words().house,
        TextStyle(style.small.size, style.small.leading, DISPLAY, DISPLAY, style.theme.paper),
        "Span",
    )
    badge = Framed(stamp, pad=0.9, stroke=None, radius=0.8, fill=style.theme.ink)
    return Stack([Tagged("P", Row([badge], [None]), keeps=True), text], 0.6)


def bullets_box(block: Bullets, style: Style) -> Box:
    labels = [f"{number}." if block.ordered else "•" for number in range(1, len(block.items) + 1)]
    gap = 0.55 * style.paragraph_gap_mm
    runs = [runs_of(spans, style) for spans in block.items]
    indent = max(style.bullet_indent_mm, *(text_width(one, style.body.strong) + 1.6 for one in labels))
    return entries(runs, style.body, indent, labels, gap, label=style.body.strong.end, apart=1.6)


def table_box(table: TextTable, style: Style) -> Box:
    """Rows under a header between rules. Columns get what they need, the longest sentences the rest."""
    right = table.numeric or (False,) * len(table.header)
    across = ["end" if numeric else "start" for numeric in right]
    head = [
        Cell(Words(runs_of(spans, style), style.body.strong, ""), head="Column", across=side)
        for spans, side in zip(table.header, across, strict=True)
    ]
    rows = [
        TableRow(
            [
                Cell(Words(runs_of(spans, style), style.body, ""), across=side)
                for spans, side in zip(row, across, strict=True)
            ]
        )
        for row in table.rows
    ]
    look = TableStyle(
        style.theme.ink,
        rules=style.line_mm,
        head=2.4 * style.line_mm,
        pad=style.table_pad_mm,
        pad_down=0.8 * style.table_pad_mm,
        down="top",
    )
    return KeptTable(Table([Column() for _ in head], [TableRow(head), *rows], look), style.depth_mm)


@dataclass(frozen=True, slots=True)
class KeptTable(Wrapper):
    """A short table is kept whole, one of half a page (`depth`) if that costs little. It is as wide as it needs to be."""

    box: Box
    depth: float

    def strips(self, width: float) -> list[Strip]:
        natural = self.box.natural()
        strips = self.box.strips(min(width, max(natural + 6.0, 0.62 * width)))
        height = sum(strip.height for strip in strips)
        if height < SHORT_TABLE * self.depth:
            return [Strip(stacked(strips, width))]
        unwilling = UNWILLING if height < HALF_TABLE * self.depth else 0.0
        return [replace(one, cost=max(one.cost, unwilling if index else 0.0)) for index, one in enumerate(strips)]


# ---------------------------------------------------------------- house rules


def house_box(rule: HouseRule, style: Style) -> Box:
    """What a table is asked, and the answers, the usual one first; one in force that is another is bold."""
    asked = (Span(f"{read_words().ask} ", bold=True), *rule.question)
    answers = [
        tuple(replace(span, bold=True) for span in each.spans) if each.in_force and not each.ours else each.spans
        for each in rule.choices
    ]
    return Stack([Words(runs_of(asked), style.body), bullets_box(Bullets(tuple(answers)), style)], 0.5)
