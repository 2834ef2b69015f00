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
    """Eight pages. Raises LayoutError for a panel whose text is too long."""
    if len(pocket.panels) != PAGES - 1:
        raise LayoutError(f"{pocket.title}: the fold has {PAGES - 1} panels beside its cover, the text {len(pocket.panels)}.")
    cover = ReadingPage(
        style["width_mm"], style["height_mm"], merged(draw_cover(pocket, style)), "1", (Bookmark("cover", pocket.title),)
    )
    pages = [cover]
    for number, panel in enumerate(pocket.panels, 2):
        strips = set_chapter(panel, style)
        columns = paginate(strips, style.depth_mm)
        if len(columns) > 1:
            over = sum(strip.height_mm + strip.before_mm for column in columns[1:] for strip in (p.strip for p in column))
            raise LayoutError(f"{pocket.title}: {panel.title!r} is {over:.0f} mm too long for a page of the pocket fold.")
        pages.append(text_page([columns[0]], style, number, pocket.title))
    return pages
