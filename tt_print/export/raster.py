"""Pages to PNG files on all cores, holding a card or two a core in memory, and fewer where cards are large.

pdfium draws in one thread, because it is not made for more; compressing takes longer, is done by a library that lets
other threads run, and so fills the other cores. Nothing has to be sent to another process.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from tt_print.drawing.shapes import Drawing
from tt_print.progress import Progress

MAX_PIXEL_BYTES = 256_000_000  # of pictures that wait at a time: five cards at 1200 dpi, on however many cores
Item = TypeVar("Item")
Result = TypeVar("Result")


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def room_for(size_px: tuple[int, int]) -> int:
    """How many pictures of this size may be in memory at a time."""
    return max(1, MAX_PIXEL_BYTES // (3 * size_px[0] * size_px[1]))


def render_pages(drawings: Sequence[Drawing], size_px: tuple[int, int], dpi: int, progress: Progress) -> list[bytes]:
    """A PNG file of this size a drawing, in order; the number of workers changes no byte."""
    from tt_print.render.pdf import DocumentFacts, Page, render_pdf
    from tt_print.render.pixels import encode_png, open_pages

    pdf = render_pdf(
        [Page(drawing, str(index), drawing.title) for index, drawing in enumerate(drawings)], DocumentFacts("Cards")
    )
    width, height = size_px
    with open_pages(pdf) as pages, progress("Drawing cards", len(drawings)) as bar:
        drawn = (pages.page_pixels(index, width, height) for index in range(len(drawings)))
        return on_all_cores(
            lambda pixels: encode_png(pixels, dpi), drawn, done=lambda: bar.update(1), max_waiting=room_for(size_px)
        )


def on_all_cores(
    work: Callable[[Item], Result],
    items: Iterable[Item],
    workers: int = 0,
    done: Callable[[], object] = lambda: None,
    max_waiting: int = 1000,
) -> list[Result]:
    """`work` of each item, in order. At most two items a worker wait at a time, and no more than `max_waiting`."""
    workers = min(workers or cores(), max_waiting)
    results: list[Result] = []
    if workers == 1:  # one item at a time: a sheet of faces has 50 MB
        for result in map(work, items):
            results.append(result)
            done()
        return results
    waiting: deque[Future[Result]] = deque()
    with ThreadPoolExecutor(workers) as pool:
        for item in items:
            waiting.append(pool.submit(work, item))
            if len(waiting) >= min(2 * workers, max_waiting):
                results.append(waiting.popleft().result())
                done()
        for future in waiting:
            results.append(future.result())
            done()
    return results
