"""Pages as pixels, each drawn when somebody looks at it."""

from __future__ import annotations

from collections import OrderedDict
from contextlib import ExitStack
from threading import Lock
from typing import TYPE_CHECKING

from tt_print.preview.files import Place, PreviewFile

if TYPE_CHECKING:
    from types import TracebackType

    from tt_print.render.pixels import Rasterizer
    from tt_print.render.png import Picture

FINER = 4  # a page is drawn so many times larger before it becomes the blocks of a terminal, so that thin lines stay
MAX_OPEN = 4  # PDFs at a time
MAX_PX = 6000  # the longer side of any picture


class Painter:
    """Draws pages of open files; closes them in the end. pdfium works for one thread at a time, so that others wait."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._open: OrderedDict[str, tuple[ExitStack, Rasterizer]] = OrderedDict()

    def __enter__(self) -> Painter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._lock:
            for stack, _ in self._open.values():
                stack.close()
            self._open.clear()

    def draw(self, place: Place, width_px: int, height_px: int) -> Picture:
        """The page in exactly this size, as RGB on white."""
        from tt_print.render.png import opened_at, to_picture

        width_px, height_px = max(1, min(width_px, MAX_PX)), max(1, min(height_px, MAX_PX))
        if place.file.kind == "png":
            return opened_at(place.file.data, width_px, height_px)
        with self._lock:
            return to_picture(self._pages(place.file).page_pixels(place.page.number - 1, width_px, height_px))

    def draw_small(self, place: Place, width_px: int, height_px: int) -> Picture:
        """The same for a few pixels: the mean of what lies under each."""
        from tt_print.render.png import shrunk

        if place.file.kind == "png":
            return self.draw(place, width_px, height_px)
        return shrunk(self.draw(place, FINER * width_px, FINER * height_px), width_px, height_px)

    def _pages(self, file: PreviewFile) -> Rasterizer:
        from tt_print.render.pixels import open_pages

        if file.name not in self._open:
            while len(self._open) >= MAX_OPEN:
                self._open.popitem(last=False)[1][0].close()
            stack = ExitStack()
            self._open[file.name] = (stack, stack.enter_context(open_pages(file.data)))
        self._open.move_to_end(file.name)
        return self._open[file.name][1]
