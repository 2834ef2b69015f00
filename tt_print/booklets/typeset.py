"""Blocks of a book as strips: paragraphs, lists, boxes, tables, choices. Figures, and cards with words (`moves`), have files
of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from tt_print.booklets.blocks import (
    Block,
    Box,
    Bullets,
    Chapter,
    Choice,
    Figure,
    Heading,
    HouseRule,
    Paragraph,
    RenderedExample,
    Span,
    Spans,
    Steps,
    Table,
)
from tt_print.booklets.figures import set_figure
from tt_print.booklets.galley import (
    NEVER,
    UNWILLING,
    MarginNote,
    Strip,
    baseline_in,
    line_pieces,
    merged,
    stacked,
    text_strips,
    untagged,
)
from tt_print.booklets.lines import Measure, set_lines, set_width, width_of
from tt_print.booklets.moves import set_examples, set_framed, set_ladder, set_round, set_steps
from tt_print.booklets.room import NoRoom
from tt_print.booklets.style import Style, em_mm
from tt_print.booklets.words import BookletWords, read_words
from tt_print.drawing.geometry import circle, line, rectangle
from tt_print.drawing.shapes import Path, Text
from tt_print.drawing.structure import Bookmark, Element, Piece
from tt_print.drawing.text import BOLD, DISPLAY, TEXT, find_font

SET_STEPS = {"steps": set_steps, "round": set_round, "ladder": set_ladder}


def set_chapter(chapter: Chapter[Block], style: Style) -> list[Strip]:
    """A chapter's title and blocks. Examples stay with the paragraph before them as long as a page allows."""
    section = Element("Sect")
    strips = [set_title(chapter, style, section)]
    style = style.grown(style.words_part) if chapter.kind == "words" else style
    before: type[Block] | None = None
    announced = False  # a line that ends with a colon stays with what it announces
    for kind, run in groupby(chapter.blocks, type):
        blocks = list(run)
        last = blocks[-1]
        for found in _set_run(kind, blocks, style, section):
            if not found:  # no text holds under these house rules
                continue
            first, *rest = found
            if before is None or before is Heading or (strips and announced):
                first = replace(first, cost=NEVER, before_mm=min(first.before_mm, style.paragraph_gap_mm))
            elif kind is HouseRule:
                first = replace(first, cost=NEVER)
            elif kind is RenderedExample or (before is Paragraph and kind in (Bullets, Table, Steps)):
                first = replace(first, cost=UNWILLING)
            strips += [first, *rest]
            before = kind
            announced = isinstance(last, Paragraph) and last.spans[-1].text.rstrip().endswith(":")
    return strips


def _set_run(kind: type[Block], blocks: Sequence[Block], style: Style, section: Element) -> Iterator[list[Strip]]:
    """Neighbors of one kind: examples and choices are set together, others each by itself."""
    if kind is RenderedExample:
        yield set_examples([block for block in blocks if isinstance(block, RenderedExample)], style, section)
    elif kind is HouseRule:
        yield set_choices([block for block in blocks if isinstance(block, HouseRule)], style, section)
    else:
        for block in blocks:
            yield set_block(block, style, section)


def set_block(block: Block, style: Style, parent: Element) -> list[Strip]:
    """The strips of any block; none where it has no text."""
    match block:
        case Paragraph():
            return set_paragraph(block, style, parent)
        case Heading():
            return set_heading(block, style, parent)
        case Bullets():
            return set_bullets(block, style, parent)
        case Table():
            return set_table(block, style, parent)
        case RenderedExample():
            return set_examples([block], style, parent)
        case Steps():
            return SET_STEPS[block.kind](block, style, parent)
        case Box():
            return [set_box(block, style, parent)]
        case Figure():
            return set_figure(block, style, parent)
        case HouseRule():
            return set_choices([block], style, parent)


def set_title(chapter: Chapter[Block], style: Style, section: Element) -> Strip:
    """The chapter's number in a tab as on a card, and its title."""
    element = Element("H2", section)
    leading, size = style.title_leading_mm, em_mm(style.title_pt)
    room = style.tab_width_mm + 3.2 if chapter.number else 0.0
    measure = style.title(style.column_mm - room)
    lines = set_lines((Span(chapter.title),), measure)
    pieces: list[Piece] = []
    height = max(len(lines) * leading, style.tab_height_mm if chapter.number else 0.0)
    first = baseline_in(leading, size) + (height - len(lines) * leading) / 2
    if chapter.number:
        pieces += _tab(chapter.number, style, element, 0.0, (height - style.tab_height_mm) / 2)
    for index, one in enumerate(lines):
        pieces += line_pieces(one, element, style, room, first + index * leading)
    mark = Bookmark(chapter.key, f"{chapter.number} {chapter.title}".strip(), 0, -4.0)
    return Strip(height + style.title_after_mm, merged(pieces), style.title_before_mm, -2.0, True, (mark,))


def _tab(number: str, style: Style, element: Element, x: float, y: float) -> list[Piece]:
    width, height = style.tab_width_mm, style.tab_height_mm
    box = Path(rectangle(x, y, width, height, style.tab_radius_mm), style.accent, style.theme.ink, style.keyline_mm)
    cap = height * 0.52
    size = find_font(DISPLAY).size_for_cap(cap)
    stretch = 0.86 if len(number) > 1 else 1.0
    text = Text(
        x + width / 2, y + height / 2 + cap / 2, f"{number} ", DISPLAY, size, style.on_accent, "middle", stretch
    )
    # the blank that keeps number and title apart when they are copied must not move the number
    text = replace(text, x_mm=text.x_mm + width_of(" ", DISPLAY, size) * stretch / 2)
    return [Piece((box,)), Piece((text,), element)]


def set_heading(heading: Heading, style: Style, parent: Element) -> list[Strip]:
    element = Element("H3", parent)
    measure = style.section_title(style.column_mm)
    leading = style.section_leading_mm
    strips = text_strips(
        set_lines((Span(heading.text),), measure), element, style, leading, before=style.section_before_mm, cost=-1.0
    )
    last = strips[-1]
    strips[-1] = replace(last, height_mm=last.height_mm + style.section_after_mm)
    whole = stacked(strips)
    return [replace(whole, bookmarks=(Bookmark(heading.key, heading.text, 1, -4.0),))]


def set_paragraph(block: Paragraph, style: Style, parent: Element) -> list[Strip]:
    """A rule with its number in front, and where it comes from in the margin. One that follows a changed house rule
    wears a label and a bar.
    """
    element = Element("P", parent)
    spans = (Span(f"{block.number} ", bold=True), *block.spans) if block.number else block.spans
    origin = _origin(block) if block.number else ""
    tail = f"[{origin}]" if origin and not style.note_mm else ""
    strips = text_strips(
        set_lines(spans, style.body(), tail=tail), element, style, style.leading_mm, before=style.paragraph_gap_mm
    )
    if style.note_mm and origin and strips:
        lines = _plain_lines(origin, Measure(em_mm(style.origin_pt), style.note_mm))
        baseline = baseline_in(style.leading_mm, em_mm(style.body_pt))
        strips[-1] = replace(strips[-1], notes=(MarginNote(tuple(lines), baseline, Element("P", parent)),))
    return _changed(strips, style, element) if block.changed else strips


def _origin(block: Paragraph) -> str:
    """The original's rule numbers, a dagger for a reading of ours, and the letters of the choices a table has."""
    ours = read_words().ours if block.rulings else ""
    choices = "".join(f" {letter}" for letter in block.house).strip()
    return " ".join(filter(None, [", ".join(block.sources) + ours, choices]))


def _plain_lines(text: str, measure: Measure) -> list[str]:
    return ["".join(bit.text for bit in one.bits).strip() for one in set_lines((Span(text),), measure)]


def _changed(strips: list[Strip], style: Style, element: Element) -> list[Strip]:
    label = _label(style, element, read_words().house)
    strips = [label, replace(strips[0], before_mm=0.6, cost=NEVER, elastic=False), *strips[1:]]
    return [_barred(strip, style) for strip in strips]


def _barred(strip: Strip, style: Style) -> Strip:
    bar = Path(rectangle(-3.2, 0, 1.1, strip.height_mm), style.theme.ink)
    return replace(strip, pieces=(Piece((bar,)), *strip.pieces))


def _label(style: Style, element: Element, words: str) -> Strip:
    """Words in a box, as a stamp over what follows."""
    size = em_mm(style.origin_pt) * 1.05
    width, height = width_of(words, DISPLAY, size) + 3.0, size * 1.45
    box = Path(rectangle(0, 0, width, height, 0.8), style.theme.ink)
    text = Text(1.5, height / 2 + size * 0.35, f"{words} ", DISPLAY, size, style.theme.paper)
    return Strip(height + 0.4, (Piece((box,)), Piece((text,), element)), style.block_gap_mm, 0.0, True)


def set_bullets(block: Bullets, style: Style, parent: Element) -> list[Strip]:
    list_ = Element("L", parent)
    indent = style.bullet_indent_mm
    strips: list[Strip] = []
    for index, spans in enumerate(block.items):
        item = Element("LI", list_)
        label, body = Element("Lbl", item), Element("LBody", item)
        measure = style.body(style.column_mm - indent)
        lines = text_strips(
            set_lines(spans, measure), body, style, style.leading_mm, x=indent,
            before=style.paragraph_gap_mm * (1.0 if index == 0 else 0.55), elastic=True,
        )  # fmt: skip
        sign = f"{index + 1}. " if block.ordered else "• "
        baseline = baseline_in(style.leading_mm, measure.size_mm)
        text = Text(0.4, baseline, sign, BOLD if block.ordered else TEXT, measure.size_mm, style.theme.ink)
        lines[0] = replace(lines[0], pieces=(Piece((text,), label), *lines[0].pieces))
        strips += lines
    return strips


def set_box(box: Box, style: Style, parent: Element) -> Strip:
    """Paragraphs and lists in a frame."""
    narrow = style.indented(2 * style.box_pad_mm + 2.0)
    section = Element("Div", parent)
    strips = [strip for block in box.blocks for strip in set_block(block, narrow, section)]
    return set_framed(strips, style)


# Tables


def set_table(table: Table, style: Style, parent: Element) -> list[Strip]:
    """A row a strip, under a header between rules. Columns get what they need, the longest sentences the rest."""
    element, pad = Element("Table", parent), style.table_pad_mm
    columns = _columns(table, style, style.column_mm)
    right = table.numeric or (False,) * len(columns)
    strips = [_row(table.header, columns, right, style, element, header=True)]
    for index, row in enumerate(table.rows):
        strip = _row(row, columns, right, style, element, header=False)
        end = index in (0, 1, len(table.rows) - 1)
        strips.append(replace(strip, cost=NEVER if end else 3.0, goes_on=True, head=untagged(strips[0])))
    strips[0] = replace(strips[0], before_mm=style.block_gap_mm, cost=2.0, elastic=True)
    strips[-1] = replace(strips[-1], height_mm=strips[-1].height_mm + pad)
    whole = stacked(strips)
    # a short table is kept whole, one of half a page if that costs little
    if whole.height_mm < 0.3 * style.depth_mm:
        return [whole]
    if whole.height_mm < 0.5 * style.depth_mm:
        return [
            replace(strip, cost=strip.cost if index == 0 else max(strip.cost, UNWILLING))
            for index, strip in enumerate(strips)
        ]
    return strips


def _columns(table: Table, style: Style, width: float) -> list[float]:
    """The width of each column, its padding included."""
    measure, pad = style.body(10_000.0), 2 * style.table_pad_mm
    rows = [tuple(_strong(cell) for cell in table.header), *table.rows]
    natural = [max(set_width(row[i], measure) for row in rows) + pad for i in range(len(table.header))]
    minimum = [max(_longest_word(row[i], measure) for row in rows) + pad for i in range(len(table.header))]
    if sum(natural) <= width:
        spare = min((width - sum(natural)) / len(natural), 6.0)
        return [one + spare for one in natural]
    free = width - sum(minimum)
    if free < 0:
        words = next(filter(None, ("".join(span.text for span in cell) for cell in table.header)), "")
        columns, needed = len(natural), sum(minimum)
        raise NoRoom("booklets.wide_table", "format", words=words, columns=columns, needed=needed, width=width)
    wish = [n - m for n, m in zip(natural, minimum, strict=True)]
    # square roots: a sentence of four lines must not squeeze its neighbor into ten
    shares = [w**0.5 for w in wish]
    found = [m + min(w, free * s / (sum(shares) or 1.0)) for m, w, s in zip(minimum, wish, shares, strict=True)]
    rest = width - sum(found)
    widest = max(range(len(found)), key=lambda i: natural[i] - found[i])
    found[widest] += rest
    return found


def _longest_word(spans: Spans, measure: Measure) -> float:
    return max((bits.width_mm for bits in set_lines(spans, replace(measure, width_mm=0.1))), default=0.0)


def _strong(spans: Spans) -> Spans:
    return tuple(replace(span, bold=True) for span in spans)


UNDER_ROW = 0.3  # more room below a row's letters than above them, for those that reach under the line


def _row(
    cells: Sequence[Spans], columns: list[float], right: Sequence[bool], style: Style, table: Element, *, header: bool
) -> Strip:
    row, pad, leading = Element("TR", table), style.table_pad_mm, style.leading_mm
    pieces: list[Piece] = []
    x, height = 0.0, 0.0
    for cell, width, to_right in zip(cells, columns, right, strict=True):
        element = Element("TH", row, scope="Column") if header else Element("TD", row)
        measure = style.body(width - 2 * pad + 0.01)
        lines = set_lines(_strong(cell) if header else cell, measure)
        for index, one in enumerate(lines):
            start = x + width - pad - one.width_mm if to_right else x + pad
            pieces += line_pieces(
                one, element, style, start, pad * 0.7 + index * leading + baseline_in(leading, measure.size_mm)
            )
        if not lines:
            pieces.append(Piece((), element))
        height = max(height, len(lines) * leading + 1.4 * pad + UNDER_ROW)
        x += width
    ink, thick = style.theme.ink, style.line_mm
    rules = [Path(line(0, height, x, height), stroke=ink, width_mm=thick * (2.4 if header else 1.0))]
    if header:
        rules.append(Path(line(0, 0, x, 0), stroke=ink, width_mm=thick * 2.4))
    return Strip(height, (Piece(tuple(rules)), *merged(pieces)))


# Choices for the table


def set_choices(rules: Sequence[HouseRule], style: Style, parent: Element) -> list[Strip]:
    """One table: a letter and a question, and the answers, the one in force with a filled dot. Where there is but one
    answer nothing is to be chosen."""
    rules = [rule for rule in rules if len(rule.choices) > 1]
    words = read_words()
    table, size = Element("Table", parent), em_mm(style.small_pt)
    leading, pad = style.small_leading_mm, style.table_pad_mm * 0.8
    question_mm = 0.42 * style.column_mm
    answers_mm = style.column_mm - question_mm
    strips = [_choice_head(words, style, table, question_mm)]
    for rule in rules:
        row, pieces = Element("TR", table), list[Piece]()
        asked = (Span(f"{rule.number}  ", bold=True), *rule.question)
        lines = set_lines(asked, Measure(size, question_mm - 2 * pad))
        head = Element("TH", row, scope="Row")
        for index, one in enumerate(lines):
            y = pad + index * leading + baseline_in(leading, size)
            pieces += line_pieces(one, head, style, pad, y)
        cell, y = Element("TD", row), pad
        for choice in rule.choices:
            y = _set_choice(pieces, choice, cell, style, question_mm + pad, y, answers_mm - 2 * pad)
        height = max(pad + len(lines) * leading, y) + pad
        ink = style.theme.ink
        pieces.append(Piece((Path(line(0, height, style.column_mm, height), stroke=ink, width_mm=style.line_mm),)))
        strip = Strip(height, merged(pieces), 0.0, 2.0, goes_on=True, head=untagged(strips[0]))
        strips.append(_barred(strip, style) if rule.changed else strip)
    strips[1] = replace(strips[1], cost=NEVER)
    return strips


def _choice_head(words: BookletWords, style: Style, table: Element, question_mm: float) -> Strip:
    row, size, pad = Element("TR", table), em_mm(style.small_pt), style.table_pad_mm * 0.8
    leading, ink = style.small_leading_mm, style.theme.ink
    height = leading + 2 * pad
    pieces = []
    for x, label in zip((pad, question_mm + pad), words.choice_columns, strict=True):
        text = Text(x, pad + baseline_in(leading, size), f"{label} ", BOLD, size, ink)
        pieces.append(Piece((text,), Element("TH", row, scope="Column")))
    rules = f"{line(0, 0, style.column_mm, 0)} {line(0, height, style.column_mm, height)}"
    pieces.append(Piece((Path(rules, stroke=ink, width_mm=style.line_mm * 2.4),)))
    return Strip(height, tuple(pieces), style.block_gap_mm, 2.0, True)


def _set_choice(
    pieces: list[Piece], choice: Choice, cell: Element, style: Style, x: float, y: float, width: float
) -> float:  # fmt: skip
    """An answer with its dot; gives where it ends."""
    size, leading, ink = em_mm(style.small_pt), style.small_leading_mm, style.theme.ink
    measure = Measure(size, width - 4.4)
    element = Element("P", cell)
    middle = y + baseline_in(leading, size) - size * 0.33
    pieces.append(
        Piece((Path(circle(x + 1.2, middle, 0.95), ink if choice.in_force else style.theme.paper, ink, 0.3),))
    )
    for one in set_lines(choice.spans, measure):
        pieces += line_pieces(one, element, style, x + 3.8, y + baseline_in(leading, size))
        y += leading
    return y
