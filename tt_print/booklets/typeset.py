"""Blocks of a book as strips: paragraphs, lists, tables, house rules and examples. Figures have a file of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tt_print.booklets.blocks import (
    Block,
    Bullets,
    CardGroup,
    Chapter,
    Choice,
    Figure,
    Heading,
    HouseRule,
    Paragraph,
    RenderedExample,
    ShownCard,
    Span,
    Spans,
    Table,
)
from tt_print.booklets.figures import set_figure
from tt_print.booklets.galley import (
    NEVER,
    UNWILLING,
    Strip,
    baseline_in,
    line_pieces,
    merged,
    moved,
    stacked,
    text_strips,
)
from tt_print.booklets.lines import Line, Measure, set_lines, set_width, width_of
from tt_print.booklets.pictures import check_mark, cross_mark, face_height, place_face
from tt_print.booklets.style import Style, em_mm
from tt_print.deck import VALUES
from tt_print.drawing.geometry import Rect, circle, line, rectangle
from tt_print.drawing.shapes import Item, Path, Text
from tt_print.drawing.structure import Bookmark, Element, Piece
from tt_print.drawing.text import BOLD, DISPLAY, TEXT, find_font
from tt_print.records import dataclass
from tt_print.templates import read_table


@dataclass(frozen=True, slots=True)
class BookletWords:
    """The words that a booklet adds to its text (`templates/booklets/words.toml`)."""

    house: str
    in_force: str
    as_printed: str
    contents: str
    book_of: str
    game_by: str
    set_by: str
    house_page: str
    deck_title: str
    deck_text: str
    notes_title: str
    notes_text: str
    wins_title: str
    wins_columns: tuple[str, str, str]
    face_down: str


def read_words() -> BookletWords:
    return read_table(BookletWords, "booklets/words.toml")


def set_chapter(chapter: Chapter[Block], style: Style, parent: Element | None = None) -> list[Strip]:
    """A chapter's title and blocks. Examples stay with the paragraph before them as long as a page allows."""
    section = Element("Sect", parent)
    strips = [set_title(chapter, style, section)]
    before: Block | None = None
    for block in chapter.blocks:
        found = set_block(block, style, section)
        if not found:  # no text holds under these house rules
            continue
        first, *rest = found
        if isinstance(before, Heading) or before is None:
            first = replace(first, cost=NEVER, before_mm=min(first.before_mm, style.paragraph_gap_mm))
        elif isinstance(block, RenderedExample):
            first = replace(first, cost=4.0 if isinstance(before, RenderedExample) else UNWILLING)
        elif isinstance(before, Paragraph) and isinstance(block, (Bullets, Table)):
            first = replace(first, cost=UNWILLING)
        strips += [first, *rest]
        before = block
    return strips


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
            return set_example(block, style, parent)
        case Figure():
            return set_figure(block, style, parent)
        case HouseRule():
            return set_house_rule(block, style, parent)


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
    """A rule with its number in front and the original's number behind. One that follows a changed house rule
    wears a label and a bar.
    """
    element = Element("P", parent)
    spans = (Span(f"{block.number} ", bold=True), *block.spans) if block.number else block.spans
    tail = f"[{block.origin}]" if block.origin else ""
    lines = set_lines(spans, style.body(), tail=tail)
    gap = style.paragraph_gap_mm
    strips = text_strips(lines, element, style, style.leading_mm, before=gap)
    return _changed(strips, style, element) if block.changed else strips


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
        strips.append(replace(strip, cost=NEVER if end else 3.0, goes_on=True))
    strips[0] = replace(strips[0], before_mm=style.block_gap_mm, cost=2.0, elastic=True)
    strips[-1] = replace(strips[-1], height_mm=strips[-1].height_mm + pad)
    whole = stacked(strips)
    # a table that fills less than half a page is kept whole
    return [whole] if whole.height_mm < 0.45 * style.depth_mm else strips


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
    wish = [n - m for n, m in zip(natural, minimum, strict=True)]
    # square roots: a sentence of four lines must not squeeze its neighbor into ten
    shares = [w**0.5 for w in wish]
    found = [m + min(w, free * s / sum(shares)) for m, w, s in zip(minimum, wish, shares, strict=True)]
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
        height = max(height, len(lines) * leading + 1.4 * pad)
        x += width
    ink, thick = style.theme.ink, style.line_mm
    rules = [Path(line(0, height, x, height), stroke=ink, width_mm=thick * (2.4 if header else 1.0))]
    if header:
        rules.append(Path(line(0, 0, x, 0), stroke=ink, width_mm=thick * 2.4))
    return Strip(height, (Piece(tuple(rules)), *merged(pieces)))


# House rules


def set_house_rule(rule: HouseRule, style: Style, parent: Element) -> list[Strip]:
    """The question, then its answers: a filled dot is in force, a ring is not, and words say the same."""
    words = read_words()
    element, indent = Element("P", parent), style.bullet_indent_mm
    tail = (
        f"[{', '.join(filter(None, [_sources(rule), f'ruling {rule.ruling}']))}]" if rule.ruling or rule.sources else ""
    )
    question = (Span(f"{rule.number} ", bold=True), *_strong(rule.question))
    strips = text_strips(
        set_lines(question, style.body(), tail=tail), element, style, style.leading_mm, before=style.block_gap_mm
    )
    list_ = Element("L", parent)
    several = len(rule.choices) > 1
    for choice in rule.choices:
        item = Element("LI", list_)
        sign, body = Element("Lbl", item), Element("LBody", item)
        notes = _notes(choice, rule, words) if several else ""
        measure = style.body(style.column_mm - indent)
        lines = text_strips(
            set_lines(choice.spans, measure, tail=notes), body, style, style.leading_mm, x=indent, before=0.5,
            cost=NEVER, elastic=False,
        )  # fmt: skip
        y = baseline_in(style.leading_mm, measure.size_mm) - measure.size_mm * 0.33
        dot = Path(
            circle(1.6, y, 1.05), style.theme.ink if choice.in_force else style.theme.paper, style.theme.ink, 0.3
        )
        blank = Text(0.4, y + 1.0, " ", TEXT, measure.size_mm, style.theme.ink)
        lines[0] = replace(lines[0], pieces=(Piece((dot,)), Piece((blank,), sign), *lines[0].pieces))
        strips += lines
    whole = stacked(strips)
    return [_barred(whole, style) if rule.changed else whole]


def _sources(rule: HouseRule) -> str:
    return f"rule{'s' if len(rule.sources) > 1 else ''} {', '.join(rule.sources)}" if rule.sources else ""


def _notes(choice: Choice, rule: HouseRule, words: BookletWords) -> str:
    """What small words follow an answer: that it is in force, that it is the printed one, how to choose it."""
    notes = []
    if choice.in_force:
        notes.append(words.in_force)
    if choice.ours and not choice.in_force:
        notes.append(words.as_printed)
    if not choice.ours and " " not in choice.value:
        notes.append(f"{rule.option}={choice.value}")
    return f"[{'; '.join(notes)}]" if notes else ""


# Examples

MARKS = {"yes": check_mark, "no": cross_mark}


def set_example(example: RenderedExample, style: Style, parent: Element) -> list[Strip]:
    """One strip: the mark of the verdict at the left; what happens; the cards; what the engine says of them."""
    element = Element("Div", parent)
    left = style.mark_room_mm
    width = style.column_mm - left
    pieces: list[Piece] = []
    y = 0.0
    answer = _answer(example)
    cards = _set_groups(example.groups, style, element, width)
    if cards is None:  # nothing to look at between what happens and the verdict
        if example.words:
            answer = (Span(f"{example.words} "), *answer)
        y = _write(pieces, answer, element, style, left, y, width)
    else:
        if example.words:
            y = _write(pieces, (Span(example.words),), element, style, left, y, width) + 0.8
        beside = width - cards.width_mm - style.group_gap_mm
        if beside >= max(0.36 * width, min(set_width(answer, style.body()), 0.55 * width)):
            text: list[Piece] = []
            height = _write(text, answer, element, style, left + cards.width_mm + style.group_gap_mm, 0.0, beside)
            first = min(max(0.0, (face_height(style.theme, style.example_face_mm) - height) / 2), 6.0)
            pieces += [moved(piece, left, y) for piece in cards.pieces]
            pieces += [moved(piece, 0.0, y + first) for piece in text]
            y += max(cards.height_mm, first + height)
        else:
            pieces += [moved(piece, left, y) for piece in cards.pieces]
            y = _write(pieces, answer, element, style, left, y + cards.height_mm + 0.6, width)
    if example.caption:
        y = _write(pieces, example.caption, element, style, left, y + 0.4, width)
    return [Strip(y, merged([*_verdict_mark(example, style, y), *pieces]), style.example_gap_mm, 4.0, True)]


def _answer(example: RenderedExample) -> Spans:
    words = (Span(f"{example.answer}. ", bold=True),) if example.answer else ()
    return (*words, Span(example.outcome)) if example.outcome else words


def _write(pieces: list[Piece], spans: Spans, parent: Element, style: Style, x: float, y: float, width: float) -> float:
    """Adds a paragraph from `y` on and gives where it ends."""
    measure, leading = style.body(width), style.leading_mm
    if not any(span.text.strip() for span in spans):
        return y
    element = Element("P", parent)
    for one in set_lines(spans, measure):
        pieces += line_pieces(one, element, style, x, y + baseline_in(leading, measure.size_mm))
        y += leading
    return y


def _verdict_mark(example: RenderedExample, style: Style, height: float) -> list[Piece]:
    """The mark, and a bar down the example's side. The word beside it says the same, so they are decoration."""
    size, theme = style.mark_mm, style.theme
    bar = Path(rectangle(size / 2 - 0.2, size + 1.1, 0.4, max(0.0, height - size - 1.6)), theme.ink)
    items: list[Item] = [bar] if height > size + 3 else []
    if example.verdict in MARKS:
        items += MARKS[example.verdict](size / 2, size / 2 + 0.6, size, theme.ink, theme.paper)
    else:
        items = [Path(rectangle(size / 2 - 0.2, 0.6, 0.4, height - 1.2), theme.ink)]
    return [Piece(tuple(items))]


@dataclass(frozen=True, slots=True)
class _Block:
    """Pieces about their own top left corner, and the room that they take."""

    pieces: tuple[Piece, ...]
    width_mm: float
    height_mm: float


def _set_groups(groups: Sequence[CardGroup], style: Style, example: Element, width: float) -> _Block | None:
    """All groups, side by side or in rows where one does not hold them; None where there are no cards."""
    filled = [group for group in groups if group.cards]
    if not filled:
        return None
    # the wider a role's label may be, the more groups stand below others: the fewest rows win
    tried: list[_Block] = []
    for label_mm in style.role_widths_mm:
        tried.append(_groups_in_rows(filled, style, example, width, label_mm))
        if tried[-1].height_mm < 1.8 * face_height(style.theme, style.example_face_mm):
            break
    return min(tried, key=lambda block: block.height_mm)


def _groups_in_rows(
    groups: Sequence[CardGroup], style: Style, example: Element, width: float, label_mm: float
) -> _Block:
    pieces: list[Piece] = []
    x = y = widest = row_height = 0.0
    for group in groups:
        block = _set_group(group, style, example, _face_width(group, style, width), width, label_mm)
        if x and x + block.width_mm > width:
            x, y, row_height = 0.0, y + row_height + 1.2, 0.0
        pieces += [moved(piece, x, y) for piece in block.pieces]
        x += block.width_mm + style.group_gap_mm
        widest = max(widest, x - style.group_gap_mm)
        row_height = max(row_height, block.height_mm)
    return _Block(tuple(pieces), widest, y + row_height)


def _face_width(group: CardGroup, style: Style, width: float) -> float:
    """Faces shrink a little where a row of many would need a second line."""
    face = style.example_face_mm
    count = len(group.cards)
    if group.form == "pile":
        return min(face, width / (1 + (count - 1) * style.pile_step))
    in_row = (width + style.card_gap_mm) / count - style.card_gap_mm
    return max(min(face, in_row), 0.72 * face)


def _set_group(
    group: CardGroup, style: Style, example: Element, face_mm: float, width: float, label_mm: float
) -> _Block:
    """Cards with the role of the group beneath them, and what a declared wild counts as."""
    element = Element("P", example)
    height = face_height(style.theme, face_mm)
    step = face_mm * style.pile_step if group.form == "pile" else face_mm + style.card_gap_mm
    per_row = max(1, int((width - face_mm) / step) + 1)
    pieces: list[Piece] = []
    y, right = 0.0, 0.0
    measure = style.small(face_mm if len(group.cards) > 1 else 1.6 * face_mm)
    for start in range(0, len(group.cards), per_row):
        deepest = 0.0  # the words under the cards of this row
        for index, card in enumerate(group.cards[start : start + per_row]):
            x = index * step
            figure = Element("Figure", element, alt=card.name)
            pieces.append(
                Piece((place_face(card.card, style.theme, x, y, face_mm),), figure, Rect(x, y, face_mm, height))
            )
            right = max(right, x + face_mm)
            if card.counts_as:
                lines = set_lines((Span(f"as {_unprinted(card)}"),), measure)
                pieces += _small_pieces(lines, measure, element, style, x, y + height + 0.4)
                right = max(right, x + max(one.width_mm for one in lines))
                deepest = max(deepest, len(lines) * style.small_leading_mm + 0.4)
        y += height + deepest + 0.8
    if group.role:
        role = style.small(max(right, min(label_mm, width)))
        lines = set_lines((Span(group.role),), role)
        pieces += _small_pieces(lines, role, element, style, 0.0, y)
        y += len(lines) * style.small_leading_mm
        right = max(right, *(one.width_mm for one in lines))
    return _Block(tuple(pieces), right, y)


def _unprinted(card: ShownCard) -> str:
    """What a declared card counts as, without the words that are printed on it: a black circle 2 is `green`."""
    printed = set(card.card.name.split()) - {values[-1] for values in VALUES.values()}
    return " ".join(word for word in card.counts_as.split() if word not in printed) or card.counts_as


def _small_pieces(
    lines: Sequence[Line], measure: Measure, element: Element, style: Style, x: float, y: float
) -> list[Piece]:
    """Lines of small type, the first one's top at `y`."""
    leading = style.small_leading_mm
    pieces: list[Piece] = []
    for row, one in enumerate(lines):
        pieces += line_pieces(one, element, style, x, y + row * leading + baseline_in(leading, measure.size_mm))
    return pieces
