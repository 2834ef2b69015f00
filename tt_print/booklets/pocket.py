"""The eight-page fold: a cover and seven panels, each of which must hold its text."""

from __future__ import annotations

from tt_print.booklets.blocks import Pocket
from tt_print.booklets.book import text_page
from tt_print.booklets.cover import draw_cover
from tt_print.booklets.galley import merged
from tt_print.booklets.paginate import paginate
from tt_print.booklets.setting import set_chapter
from tt_print.booklets.style import Style
from tt_print.drawing.structure import Bookmark, ReadingPage
from tt_print.errors import LayoutError

PAGES = 8


def make_pocket(pocket: Pocket, style: Style) -> list[ReadingPage]:
    """Eight pages, in the largest type with which every panel fits its page. Raises LayoutError for a text too long."""
    if len(pocket.panels) != PAGES - 1:
        raise LayoutError(
            f"{pocket.title}: the fold has {PAGES - 1} panels beside its cover, the text {len(pocket.panels)}."
        )
    steps = int((style["largest_pt"] - style["body_pt"]) / 0.2)
    for step in reversed(range(steps + 1)):
        grown = style.grown(1 + step * 0.2 / style["body_pt"])
        panels = [paginate(set_chapter(panel, grown), grown.depth_mm) for panel in pocket.panels]
        if all(len(columns) == 1 for columns in panels):
            break
    for panel, columns in zip(pocket.panels, panels, strict=True):
        if len(columns) > 1:
            over = sum(placed.strip.height_mm + placed.strip.before_mm for column in columns[1:] for placed in column)
            raise LayoutError(
                f"{pocket.title}: {panel.title!r} is {over:.0f} mm too long for a page of the pocket fold."
            )
    cover = ReadingPage(
        style["width_mm"],
        style["height_mm"],
        merged(draw_cover(pocket, style)),
        "1",
        (Bookmark("cover", pocket.title),),
    )
    return [cover, *(text_page(columns, grown, number, pocket.title) for number, columns in enumerate(panels, 2))]
