"""Pages that fill the last sheet and are worth their paper: every card of the deck, games played, lines for notes."""

from __future__ import annotations

from collections.abc import Sequence

from tt_print.booklets.blocks import Block, Book, Chapter, Paragraph, Span
from tt_print.booklets.galley import Strip
from tt_print.booklets.paginate import Columns, Placed
from tt_print.booklets.pictures import face_height, place_face
from tt_print.booklets.style import Style, em_mm
from tt_print.booklets.typeset import set_paragraph, set_title
from tt_print.booklets.words import read_words
from tt_print.deck import DECKS, VALUES, AnyCard
from tt_print.drawing.geometry import Rect, line
from tt_print.drawing.shapes import Path, Text
from tt_print.drawing.structure import Element, Piece
from tt_print.drawing.text import BOLD
from tt_print.games import find_game


def make_filler_pages(book: Book[Block], style: Style, count: int) -> list[Columns]:
    """`count` pages, at most three: notes first of all; then the deck; then a list of games."""
    if count <= 0:
        return []
    makers = {1: (_notes,), 2: (_deck, _notes), 3: (_deck, _wins, _notes)}[count]
    return [[maker(book, style)] for maker in makers]


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
    placed, y, _ = _open("notes", words.notes_title, words.notes_text, style)
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
    """All cards in the order of the deck, color by color."""
    words = read_words()
    placed, y, section = _open("deck", words.deck_title, words.deck_text, style)
    cards = DECKS[find_game(book.game).deck]
    groups = [[card for card in cards if card.color == color] for color in VALUES["color"]]
    groups = [group for group in groups if group]
    room, gap = style.depth_mm - y, 1.0
    columns = _columns([len(group) for group in groups], style, room, gap)
    face = (style.column_mm - (columns - 1) * gap) / columns
    height = face_height(style.theme, face)
    strips: list[Placed] = []
    for group in groups:
        for start in range(0, len(group), columns):
            row = group[start : start + columns]
            strips.append(Placed(y, Strip(height, _row(row, style, section, face, height, gap))))
            y += height + gap
        y += gap
    return [*placed, *strips]


def _row(
    cards: Sequence[AnyCard], style: Style, section: Element, face: float, height: float, gap: float
) -> tuple[Piece, ...]:
    pieces = []
    for index, card in enumerate(cards):
        x = index * (face + gap)
        figure = Element("Figure", section, alt=card.name)
        pieces.append(Piece((place_face(card, style.theme, x, 0.0, face),), figure, Rect(x, 0.0, face, height)))
    return tuple(pieces)


def _columns(counts: list[int], style: Style, room: float, gap: float) -> int:
    """The fewest columns, hence the largest faces, with which all rows fit the room."""
    for columns in range(4, 40):
        height = face_height(style.theme, (style.column_mm - (columns - 1) * gap) / columns)
        rows = sum(-(-count // columns) for count in counts)
        if rows * (height + gap) + len(counts) * gap <= room:
            return columns
    return 40
