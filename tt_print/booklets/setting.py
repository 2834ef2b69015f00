"""Blocks of a book as strips: paragraphs, lists, tables, house rules. Examples and figures have files of their own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from tt_print.booklets.blocks import (
    Block,
    Bullets,
    Chapter,
    Choice,
    Figure,
    Heading,
    HouseRule,
    Paragraph,
    Shown,
    Span,
    Spans,
    Table,
)
from tt_print.booklets.examples import set_shown
from tt_print.booklets.figures import set_figure
from tt_print.booklets.galley import (
    NEVER,
    UNWILLING,
    Strip,
    baseline_in,
    line_pieces,
    merged,
    stacked,
    text_strips,
)
from tt_print.booklets.lines import Measure, set_lines, set_width, width_of
from tt_print.booklets.style import Style
from tt_print.drawing.geometry import circle, line, rectangle
from tt_print.drawing.shapes import Path, Text
from tt_print.drawing.structure import Bookmark, Element, Piece
from tt_print.drawing.text import BOLD, DISPLAY, TEXT, find_font
from tt_print.templates import read_toml


def set_chapter(chapter: Chapter, style: Style, parent: Element | None = None) -> list[Strip]:
    """A chapter's title and blocks. Examples stay with the paragraph before them as long as a page allows."""
    section = Element("Sect", parent)
    strips = [set_title(chapter, style, section)]
    before: Block | None = None
    for block in chapter.blocks:
        found = SETTERS[type(block)](block, style, section)
        if isinstance(before, Heading) or before is None:
            found = [
                replace(found[0], cost=NEVER, before_mm=min(found[0].before_mm, style["paragraph_gap_mm"])),
                *found[1:],
            ]
        elif isinstance(block, Shown) and found:
            found = [replace(found[0], cost=4.0 if isinstance(before, Shown) else UNWILLING), *found[1:]]
        elif isinstance(before, Paragraph) and isinstance(block, (Bullets, Table)) and found:
            found = [replace(found[0], cost=UNWILLING), *found[1:]]
        strips += found
        before = block
    return strips


def set_title(chapter: Chapter, style: Style, section: Element) -> Strip:
    """The chapter's number in a tab as on a card, and its title."""
    element = Element("H2", section)
    leading, size = style["title_leading_mm"], style.em("title")
    room = style["tab_width_mm"] + 3.2 if chapter.number else 0.0
    measure = style.title("title", style.column_mm - room)
    lines = set_lines((Span(chapter.title),), measure)
    pieces: list[Piece] = []
    high = max(len(lines) * leading, style["tab_height_mm"] if chapter.number else 0.0)
    first = baseline_in(leading, size) + (high - len(lines) * leading) / 2
    if chapter.number:
        pieces += _tab(chapter.number, style, element, 0.0, (high - style["tab_height_mm"]) / 2)
    for place, one in enumerate(lines):
        pieces += line_pieces(one, element, style, room, first + place * leading)
    mark = Bookmark(chapter.key, f"{chapter.number} {chapter.title}".strip(), 0, -4.0)
    strip = Strip(high + style["title_after_mm"], merged(pieces), style["title_before_mm"], -2.0, True, (mark,))
    return strip


def _tab(number: str, style: Style, element: Element, x: float, y: float) -> list[Piece]:
    width, high = style["tab_width_mm"], style["tab_height_mm"]
    box = Path(rectangle(x, y, width, high, style["tab_radius_mm"]), style.accent, style.theme.ink, style["keyline_mm"])
    cap = high * 0.52
    size = find_font(DISPLAY).size_for_cap(cap)
    stretch = 0.86 if len(number) > 1 else 1.0
    text = Text(x + width / 2, y + high / 2 + cap / 2, f"{number} ", DISPLAY, size, style.on_accent, "middle", stretch)
    # the blank that keeps number and title apart when they are copied must not move the number
    text = replace(text, x_mm=text.x_mm + width_of(" ", DISPLAY, size) * stretch / 2)
    return [Piece((box,)), Piece((text,), element)]


def set_heading(heading: Heading, style: Style, parent: Element) -> list[Strip]:
    element = Element("H3", parent)
    measure = style.title("section", style.column_mm)
    leading = style["section_leading_mm"]
    strips = text_strips(
        set_lines((Span(heading.text),), measure), element, style, leading, before=style["section_before_mm"], cost=-1.0
    )
    last = strips[-1]
    strips[-1] = replace(last, height_mm=last.height_mm + style["section_after_mm"])
    whole = stacked(strips)
    return [replace(whole, bookmarks=(Bookmark(heading.key, heading.text, 1, -4.0),))]


def set_paragraph(block: Paragraph, style: Style, parent: Element) -> list[Strip]:
    """A rule with its number in front and the original's number behind. One that follows a changed house rule
    wears a label and a bar.
    """
    element = Element("P", parent)
    spans = (Span(f"{block.number} ", bold=True), *block.spans) if block.number else block.spans
    tail = f"[{block.origin}]" if block.origin else ""
    lines = set_lines(spans, style.body(), tail=tail)
    gap = style["paragraph_gap_mm"]
    strips = text_strips(lines, element, style, style["leading_mm"], before=gap)
    return _changed(strips, style, element) if block.changed else strips


def _changed(strips: list[Strip], style: Style, element: Element) -> list[Strip]:
    label = _label(style, element, read_words()["house"])
    strips = [label, replace(strips[0], before_mm=0.6, cost=NEVER, elastic=False), *strips[1:]]
    return [_barred(strip, style) for strip in strips]


def _barred(strip: Strip, style: Style) -> Strip:
    bar = Path(rectangle(-3.2, 0, 1.1, strip.height_mm), style.theme.ink)
    return replace(strip, pieces=(Piece((bar,)), *strip.pieces))


def _label(style: Style, element: Element, words: str) -> Strip:
    """Words in a box, as a stamp over what follows."""
    size = style.em("origin") * 1.05
    width, high = width_of(words, DISPLAY, size) + 3.0, size * 1.45
    box = Path(rectangle(0, 0, width, high, 0.8), style.theme.ink)
    text = Text(1.5, high / 2 + size * 0.35, f"{words} ", DISPLAY, size, style.theme.paper)
    return Strip(high + 0.4, (Piece((box,)), Piece((text,), element)), style["block_gap_mm"], 0.0, True)


def set_bullets(block: Bullets, style: Style, parent: Element) -> list[Strip]:
    list_ = Element("L", parent)
    indent = style["bullet_indent_mm"]
    strips: list[Strip] = []
    for place, spans in enumerate(block.items):
        item = Element("LI", list_)
        label, body = Element("Lbl", item), Element("LBody", item)
        measure = style.body(style.column_mm - indent)
        lines = text_strips(
            set_lines(spans, measure), body, style, style["leading_mm"], x=indent,
            before=style["paragraph_gap_mm"] * (1.0 if place == 0 else 0.55), elastic=True,
        )  # fmt: skip
        sign = f"{place + 1}. " if block.ordered else "• "
        baseline = baseline_in(style["leading_mm"], measure.size_mm)
        text = Text(0.4, baseline, sign, BOLD if block.ordered else TEXT, measure.size_mm, style.theme.ink)
        lines[0] = replace(lines[0], pieces=(Piece((text,), label), *lines[0].pieces))
        strips += lines
    return strips


# Tables


def set_table(table: Table, style: Style, parent: Element, width_mm: float | None = None) -> list[Strip]:
    """A row a strip, under a header between rules. Columns get what they need, the longest sentences the rest."""
    width = style.column_mm if width_mm is None else width_mm
    element, pad = Element("Table", parent), style["table_pad_mm"]
    columns = _columns(table, style, width)
    right = table.numeric or (False,) * len(columns)
    strips = [_row(table.header, columns, right, style, element, header=True)]
    for place, row in enumerate(table.rows):
        strip = _row(row, columns, right, style, element, header=False)
        end = place in (0, 1, len(table.rows) - 1)
        strips.append(replace(strip, cost=NEVER if end else 3.0, goes_on=True))
    strips[0] = replace(strips[0], before_mm=style["block_gap_mm"], cost=2.0, elastic=True)
    strips[-1] = replace(strips[-1], height_mm=strips[-1].height_mm + pad)
    whole = stacked(strips)
    # a table that fills less than half a page is kept whole
    return [whole] if whole.height_mm < 0.45 * style.depth_mm else strips


def _columns(table: Table, style: Style, width: float) -> list[float]:
    """How wide each column is, its padding included."""
    measure, pad = style.body(10_000.0), 2 * style["table_pad_mm"]
    rows = [tuple(_strong(cell) for cell in table.header), *table.rows]
    natural = [max(set_width(row[i], measure) for row in rows) + pad for i in range(len(table.header))]
    least = [max(_longest_word(row[i], measure) for row in rows) + pad for i in range(len(table.header))]
    if sum(natural) <= width:
        spare = min((width - sum(natural)) / len(natural), 6.0)
        return [one + spare for one in natural]
    free = width - sum(least)
    wish = [n - m for n, m in zip(natural, least, strict=True)]
    # square roots: a sentence of four lines must not squeeze its neighbor into ten
    shares = [w**0.5 for w in wish]
    found = [m + min(w, free * s / sum(shares)) for m, w, s in zip(least, wish, shares, strict=True)]
    rest = width - sum(found)
    widest = max(range(len(found)), key=lambda i: natural[i] - found[i])
    found[widest] += rest
    return found


def _longest_word(spans: Spans, measure: Measure) -> float:
    return max((bits.width_mm for bits in set_lines(spans, replace(measure, width_mm=0.1))), default=0.0)


def _strong(spans: Spans) -> Spans:
    return tuple(replace(span, bold=True) for span in spans)


def _row(
    cells: Sequence[Spans], columns: list[float], right: Sequence[bool], style: Style, table: Element, *, header: bool
) -> Strip:
    row, pad, leading = Element("TR", table), style["table_pad_mm"], style["leading_mm"]
    pieces: list[Piece] = []
    x, high = 0.0, 0.0
    for cell, width, to_right in zip(cells, columns, right, strict=True):
        element = Element("TH", row, scope="Column") if header else Element("TD", row)
        measure = style.body(width - 2 * pad + 0.01)
        lines = set_lines(_strong(cell) if header else cell, measure)
        for place, one in enumerate(lines):
            start = x + width - pad - one.width_mm if to_right else x + pad
            pieces += line_pieces(
                one, element, style, start, pad * 0.7 + place * leading + baseline_in(leading, measure.size_mm)
            )
        if not lines:
            pieces.append(Piece((), element))
        high = max(high, len(lines) * leading + 1.4 * pad)
        x += width
    ink, thick = style.theme.ink, style["line_mm"]
    rules = [Path(line(0, high, x, high), stroke=ink, width_mm=thick * (2.4 if header else 1.0))]
    if header:
        rules.append(Path(line(0, 0, x, 0), stroke=ink, width_mm=thick * 2.4))
    return Strip(high, (Piece(tuple(rules)), *merged(pieces)))


# House rules


def set_house_rule(rule: HouseRule, style: Style, parent: Element) -> list[Strip]:
    """The question, then its answers: a filled dot is in force, a ring is not, and words say the same."""
    words = read_words()
    element, indent = Element("P", parent), style["bullet_indent_mm"]
    tail = (
        f"[{', '.join(filter(None, [_sources(rule), f'ruling {rule.ruling}']))}]" if rule.ruling or rule.sources else ""
    )
    asked = (Span(f"{rule.number} ", bold=True), *_strong(rule.question))
    strips = text_strips(
        set_lines(asked, style.body(), tail=tail), element, style, style["leading_mm"], before=style["block_gap_mm"]
    )
    list_ = Element("L", parent)
    several = len(rule.choices) > 1
    for choice in rule.choices:
        item = Element("LI", list_)
        sign, body = Element("Lbl", item), Element("LBody", item)
        notes = _notes(choice, rule, words) if several else ""
        measure = style.body(style.column_mm - indent)
        lines = text_strips(
            set_lines(choice.spans, measure, tail=notes), body, style, style["leading_mm"], x=indent, before=0.5,
            cost=NEVER, elastic=False,
        )  # fmt: skip
        y = baseline_in(style["leading_mm"], measure.size_mm) - measure.size_mm * 0.33
        dot = Path(
            circle(1.6, y, 1.05), style.theme.ink if choice.in_force else style.theme.paper, style.theme.ink, 0.3
        )
        said = Text(0.4, y + 1.0, " ", TEXT, measure.size_mm, style.theme.ink)
        lines[0] = replace(lines[0], pieces=(Piece((dot,)), Piece((said,), sign), *lines[0].pieces))
        strips += lines
    whole = stacked(strips)
    return [_barred(whole, style) if rule.changed else whole]


def _sources(rule: HouseRule) -> str:
    return f"rule{'s' if len(rule.sources) > 1 else ''} {', '.join(rule.sources)}" if rule.sources else ""


def _notes(choice: Choice, rule: HouseRule, words: dict[str, Any]) -> str:
    """What small words follow an answer: that it is in force, that it is the printed one, how to choose it."""
    notes = []
    if choice.in_force:
        notes.append(words["in_force"])
    if choice.ours and not choice.in_force:
        notes.append(words["as_printed"])
    if not choice.ours and " " not in choice.value:
        notes.append(f"{rule.option}={choice.value}")
    return f"[{'; '.join(notes)}]" if notes else ""


def read_words() -> dict[str, Any]:
    return read_toml("booklets/words.toml")


SETTERS: dict[type, Callable[[Any, Style, Element], list[Strip]]] = {
    Paragraph: set_paragraph,
    Heading: set_heading,
    Bullets: set_bullets,
    Table: set_table,
    Shown: set_shown,
    Figure: set_figure,
    HouseRule: set_house_rule,
}
