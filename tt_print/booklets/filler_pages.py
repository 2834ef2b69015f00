"""Pages that fill the last sheet and are worth their paper: lines for notes, and for the games that were played."""

from __future__ import annotations

from tt_print.booklets.blocks import Span
from tt_print.booklets.prose import FixedBox, Flow, Part, runs_of, title_box
from tt_print.booklets.style import Style
from tt_print.booklets.words import read_words
from tt_print.drawing.geometry import line
from tt_print.drawing.shapes import Path
from tt_print.page.boxes import Box, Layout, Picture, Tag, Tagged, Words, grouped

MOST_FILLERS = 3
LEAST_NOTES_MM = 28.0  # room for less than that is left white


def filler_pages(style: Style, count: int, has_notes: bool) -> list[Layout]:
    """At most three pages: notes, if there are none yet, a list of games, and more notes."""
    words = read_words()
    notes = [notes_box(style, style.depth_mm, words.notes_title, words.notes_text)] if not has_notes else []
    more = notes_box(style, style.depth_mm, words.more_notes_title)
    made = [*notes, wins_box(style), more, more]
    return [box.lay(style.column_mm) for box in made[:count]]


def notes_box(style: Style, depth_mm: float, title: str, text: str = "") -> Box:
    """Lines to write on, in so much room."""
    parts = [Part(title_box("", title, "notes", style))]
    if text:
        parts.append(Part(Words(runs_of((Span(text),)), style.body), style.title_after_mm))
    used = Flow(parts).lay(style.column_mm).height + style.block_gap_mm
    rows = max(0, int((depth_mm - used) / style.note_pitch_mm))
    rules = " ".join(
        line(0.0, y * style.note_pitch_mm, style.column_mm, y * style.note_pitch_mm) for y in range(1, rows + 1)
    )
    path = Path(rules, stroke=style.theme.inks["grey"], width_mm=style.line_mm)
    lines = Picture((path,) if rows else (), style.column_mm, rows * style.note_pitch_mm)
    return Tagged("Sect", Flow([*parts, Part(lines, style.block_gap_mm)]))


def wins_box(style: Style) -> Box:
    """Who won which game."""
    words, pitch, width = read_words(), style.note_pitch_mm, style.column_mm
    title = title_box("", words.wins_title, "games", style)
    rows = int((style.depth_mm - title.lay(width).height - style.block_gap_mm) / pitch)
    edges = [0.0, width * 0.22, width * 0.68]
    horizontal = " ".join(line(0.0, y * pitch, width, y * pitch) for y in range(1, rows + 1))
    vertical = " ".join(line(x, 0.0, x, rows * pitch) for x in edges[1:])
    path = Path(f"{horizontal} {vertical}", stroke=style.theme.inks["grey"], width_mm=style.line_mm)
    heads = [
        (x + (1.2 if x else 0.0), pitch - 2.0 - style.body.baseline, Words(text, style.body.strong, "").lay(width / 3))
        for x, text in zip(edges, words.wins_columns, strict=True)
    ]
    grid = grouped(
        [(0.0, 0.0, Layout(0.0, 0.0, (path,))), (0.0, 0.0, grouped(heads, width, pitch, tag=Tag("P")))],
        width,
        rows * pitch,
    )
    return Tagged("Sect", Flow([Part(title), Part(FixedBox(grid), style.block_gap_mm)]))
