"""Pages that fill the last sheet and are worth their paper: every card of the deck, games played, lines for notes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tt_print.booklets.blocks import Block, Book, Chapter, Paragraph, Span
from tt_print.booklets.galley import Strip
from tt_print.booklets.paginate import Columns, Placed
from tt_print.booklets.pictures import EMBLEM_PART, emblem_height, place_emblem
from tt_print.booklets.style import Style, em_mm
from tt_print.booklets.typeset import set_paragraph, set_title
from tt_print.booklets.words import read_words
from tt_print.deck import DECKS, VALUES, AnyCard
from tt_print.drawing.geometry import Rect, line
from tt_print.drawing.shapes import Path, Text
from tt_print.drawing.structure import Element, Piece
from tt_print.drawing.text import BOLD

NEARLY = 0.9  # as good as the largest
MOST_GAP_MM = 3.2  # between cards of a block
LEAST_NOTES_MM = 28.0  # room for less than that is left white


def make_filler_pages(
    book: Book[Block], style: Style, count: int, has_notes: bool = False, has_deck: bool = True
) -> list[Columns]:
    """`count` pages, at most three: notes, where there are none yet; then the deck; then a list of games.

    Without the deck, for pages on which its cards would be too small: a list of games, then notes.
    """
    if count <= 0:
        return []
    if not has_deck:
        return [[maker(book, style)] for maker in (_wins, _notes, _more_notes)[:count]]
    wanted = (_deck, _wins, _notes) if has_notes else (_notes, _deck, _wins)
    makers = [maker for maker in (_deck, _wins, _notes) if maker in wanted[:count]]
    return [[maker(book, style)] for maker in makers]


def fill_last_page(book: Book[Block], page: Columns, style: Style, more: bool = False) -> bool:
    """Puts lines for notes, and in a second free column a list of games, under what ends on the page; says whether there
    was room. There may be `more` pages for notes."""
    makers = iter((_more_notes if more else _notes, _wins))
    page += [[] for _ in range(style.columns - len(page))]
    used = False
    for column in page:
        y = max((placed.y_mm + placed.strip.height_mm for placed in column), default=0.0)
        start = y + style.title_before_mm if column else 0.0
        if style.depth_mm - start >= LEAST_NOTES_MM:
            shorter = replace(style, height_mm=style.height_mm - start)
            column += [replace(placed, y_mm=placed.y_mm + start) for placed in next(makers)(book, shorter)]
            used = True
    return used and not more


def _open(key: str, title: str, text: str, style: Style) -> tuple[list[Placed], float, Element]:
    """A page with a title and a sentence; gives where it is free from."""
    section = Element("Sect")
    strips = [set_title(Chapter("", title, key, ()), style, section)]
    if text:
        strips += set_paragraph(Paragraph("", (Span(text),)), style, section)
    placed, y = [], 0.0
    for index, strip in enumerate(strips):
        y += strip.before_mm if index else 0.0
        placed.append(Placed(y, strip))
        y += strip.height_mm
    return placed, y + style.block_gap_mm, section


def _notes(book: Book[Block], style: Style) -> list[Placed]:
    words = read_words()
    return _lines(*_open("notes", words.notes_title, words.notes_text, style)[:2], style)


def _more_notes(book: Book[Block], style: Style) -> list[Placed]:
    return _lines(*_open("notes", read_words().more_notes_title, "", style)[:2], style)


def _lines(placed: list[Placed], y: float, style: Style) -> list[Placed]:
    rows = int((style.depth_mm - y) / style.note_pitch_mm)
    rules = " ".join(
        line(0.0, (i + 1) * style.note_pitch_mm, style.column_mm, (i + 1) * style.note_pitch_mm) for i in range(rows)
    )
    path = Path(rules, stroke=style.theme.inks["grey"], width_mm=style.line_mm)
    return [*placed, Placed(y, Strip(rows * style.note_pitch_mm, (Piece((path,)),)))]


def _wins(book: Book[Block], style: Style) -> list[Placed]:
    words = read_words()
    placed, y, section = _open("games", words.wins_title, "", style)
    pitch, width = style.note_pitch_mm, style.column_mm
    element = Element("P", section)
    edges = [0.0, width * 0.22, width * 0.68, width]
    size = em_mm(style.body_pt)
    heads = tuple(
        Text(x + (1.2 if x else 0.0), pitch - 2.0, f"{label} ", BOLD, size, style.theme.ink)
        for x, label in zip(edges, words.wins_columns, strict=False)
    )
    rows = int((style.depth_mm - y) / pitch)
    horizontal = " ".join(line(0.0, i * pitch, width, i * pitch) for i in range(1, rows + 1))
    vertical = " ".join(line(x, 0.0, x, rows * pitch) for x in edges[1:-1])
    path = Path(f"{horizontal} {vertical}", stroke=style.theme.inks["grey"], width_mm=style.line_mm)
    return [*placed, Placed(y, Strip(rows * pitch, (Piece((path,)), Piece(heads, element))))]


def _deck(book: Book[Block], style: Style) -> list[Placed]:
    """All cards: a block for each color, a row for each of its shapes, in the order of the numbers."""
    words = read_words()
    placed, y, section = _open("deck", words.deck_title, words.deck_text, style)
    cards = DECKS[book.deck]
    rows = [
        [[card for card in cards if (card.color, card.shape) == (color, shape)] for shape in VALUES["shape"]]
        for color in VALUES["color"]
    ]
    blocks = [[row for row in block if row] for block in rows if any(block)]
    gap, between = 0.8, 4.0
    widest = max(len(row) for block in blocks for row in block)
    tallest = max(len(block) for block in blocks)
    room = style.depth_mm - y
    across, face = _largest(len(blocks), widest, tallest, style.column_mm, room, gap, between)
    width, height = (style.column_mm + between) / across, emblem_height(face) + gap
    down = -(-len(blocks) // across)
    beneath = (room - down * tallest * height + gap) / max(1, down - 1) if down > 1 else between
    spaced = max(gap, min(MOST_GAP_MM, (width - between - widest * face) / max(1, widest - 1)))
    block_mm = widest * (face + spaced) - spaced
    for start in range(0, len(blocks), across):
        pieces: list[Piece] = []
        for column, block in enumerate(blocks[start : start + across]):
            for line_number, row in enumerate(block):
                alone = len(blocks) - start == 1 < across  # a last block stands in the middle
                left = (style.column_mm - block_mm) * (0.5 if alone else column / max(1, across - 1))
                pieces += _row(row, style, section, left, line_number * height, face, spaced)
        placed.append(Placed(y, Strip(tallest * height, tuple(pieces))))
        y += tallest * height + beneath
    return placed


def _largest(
    count: int, widest: int, tallest: int, width_mm: float, depth_mm: float, gap: float, between: float
) -> tuple[int, float]:  # fmt: skip
    """How many blocks side by side, and how wide their cards: as large as the page allows, or nearly so if that fills
    it better."""

    def face(across: int) -> float:
        down = -(-count // across)
        by_width = ((width_mm + between) / across - between + gap) / widest - gap
        by_depth = ((depth_mm + between) / down - between) / tallest - gap
        return min(by_width, by_depth * EMBLEM_PART)

    largest = max(face(across) for across in range(1, count + 1))
    return min((across, face(across)) for across in range(1, count + 1) if face(across) >= NEARLY * largest)


def _row(
    cards: Sequence[AnyCard], style: Style, section: Element, x: float, y: float, face: float, gap: float
) -> list[Piece]:
    pieces = []
    for index, card in enumerate(cards):
        left = x + index * (face + gap)
        figure = Element("Figure", section, alt=card.name)
        box = Rect(left, y, face, emblem_height(face))
        pieces.append(Piece((place_emblem(card, style.theme, left, y, face),), figure, box))
    return pieces
