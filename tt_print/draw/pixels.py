"""Drawings and pages of a PDF as pixels, and pixels as PNG files.

The encoder is our own: faces are flat areas, for which rows kept as they are (or named equal to the row
above) compress faster and a fifth smaller than what Pillow's choice of filters gives. Anyone who reads the files
back does it with Pillow, which wrote none of them.
"""

from __future__ import annotations

import io
import os
import struct
import sys
import zlib
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from tt_print.draw.shapes import Drawing, Samples
from tt_print.problems import MachineProblem
from tt_print.records import dataclass

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
BAND = 64  # rows that are compressed at a time
MAX_WAITING_BYTES = 256_000_000  # of pictures that wait at a time: five cards at 1200 dpi, on however many cores
T = TypeVar("T")
R = TypeVar("R")

Progress = Callable[[str, int], Callable[[], None]]
"""Opens a stage: what is done in it, in words, and how many steps it has. What it gives is called after each step."""


class PngFile(NamedTuple):
    """A drawing that becomes a PNG of this size; `dpi` is what the file says of itself."""

    drawing: Drawing
    size_px: tuple[int, int]
    dpi: int


@dataclass(frozen=True, slots=True)
class Pixels:
    """Rows of red, green, blue from the top left, a byte each; a row starts every `stride` bytes."""

    width: int
    height: int
    stride: int
    data: bytes

    @property
    def rgb(self) -> bytes:
        """Without the bytes that may be between two rows."""
        row_bytes = 3 * self.width
        return b"".join(self.data[y * self.stride : y * self.stride + row_bytes] for y in range(self.height))


def _load_pypdfium2() -> Any:
    """The only library that not every system has: nothing else may wait for it. Raises MachineProblem without it."""
    try:
        import pypdfium2
    except (ImportError, OSError) as error:  # an OSError where its own library was made for a newer system
        raise MachineProblem("drawing.no_pypdfium2", python=sys.executable) from error
    return pypdfium2


class Rasterizer:
    """One open PDF. pdfium is not made for threads: use one of these at a time, from one thread."""

    def __init__(self, data: bytes) -> None:
        self._library = _load_pypdfium2()
        self._document = self._library.PdfDocument(data)

    def close(self) -> None:
        self._document.close()

    def page_points(self, page: int) -> tuple[float, float]:
        width, height = self._document[page].get_size()
        return width, height

    def page_pixels(self, page: int, width: int, height: int) -> Pixels:
        """A page (from 0) on white, stretched to exactly this size; pypdfium2's own render() rounds up."""
        sheet, raw = self._document[page], self._library.raw
        bitmap = self._library.PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGR)
        bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
        raw.FPDF_RenderPageBitmap(bitmap, sheet, 0, 0, width, height, 0, raw.FPDF_REVERSE_BYTE_ORDER)
        pixels = Pixels(width, height, bitmap.stride, bytes(bitmap.buffer))
        bitmap.close()
        sheet.close()
        return pixels


def open_pages(pdf: bytes) -> closing[Rasterizer]:
    return closing(Rasterizer(pdf))


def render_png(drawing: Drawing, dpi: int) -> bytes:
    """PNG bytes; the picture's size in pixels is the drawing's, rounded; `dpi` is stored in the file."""
    from tt_print.draw.pdf import DocumentFacts, Page, render_pdf

    pdf = render_pdf([Page(drawing, "1", drawing.title)], DocumentFacts(drawing.title))
    with open_pages(pdf) as pages:
        width, height = (round(points / 72 * dpi) for points in pages.page_points(0))
        return encode_png(pages.page_pixels(0, width, height), dpi)


def render_pngs(files: Sequence[PngFile], progress: Progress) -> list[bytes]:
    """The bytes of many, on all cores; how many there are changes no byte. What comes again is drawn once."""
    from tt_print.draw.pdf import DocumentFacts, Page, render_pdf

    once = {id(file.drawing): file for file in files}
    if not once:
        return []
    pages = [Page(file.drawing, str(index), file.drawing.title) for index, file in enumerate(once.values())]
    most, done = min(room_for(file.size_px) for file in files), progress("Drawing cards", len(once))
    with open_pages(render_pdf(pages, DocumentFacts("Cards"))) as opened:
        drawn = ((opened.page_pixels(index, *file.size_px), file.dpi) for index, file in enumerate(once.values()))
        made = dict(zip(once, on_all_cores(lambda page: encode_png(*page), drawn, 0, done, most), strict=True))
    return [made[id(file.drawing)] for file in files]


def room_for(size_px: tuple[int, int]) -> int:
    """How many pictures of this size may be in memory at a time."""
    return max(1, MAX_WAITING_BYTES // (3 * size_px[0] * size_px[1]))


def on_all_cores(
    work: Callable[[T], R], items: Iterable[T], workers: int, done: Callable[[], object], max_waiting: int
) -> list[R]:
    """`work` of each item, in order, with so many workers, or with 0 one a core. At most two items a worker wait at a time, and no more than
    `max_waiting`.

    Threads are enough: pdfium draws in one, and compressing, which takes longer, lets other threads run.
    """
    from concurrent.futures import Future, ThreadPoolExecutor

    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    workers = min(workers or cores, max_waiting)
    results, waiting, left = list[R](), deque[Future[R]](), iter(items)
    with ThreadPoolExecutor(workers) as pool:
        waiting += (pool.submit(work, item) for item in islice(left, min(2 * workers, max_waiting)))
        while waiting:
            results.append(waiting.popleft().result())
            done()
            waiting += (pool.submit(work, item) for item in islice(left, 1))
    return results


def encode_samples(samples: Samples) -> bytes:
    """Raw gray or RGB pixels as a PNG file."""
    from PIL import Image

    mode = {"grey": "L", "rgb": "RGB"}[samples.space]
    output = io.BytesIO()
    Image.frombytes(mode, (samples.width_px, samples.height_px), samples.data).save(output, "PNG")
    return output.getvalue()


def encode_png(pixels: Pixels, dpi: int) -> bytes:
    """A PNG file of 24-bit sRGB with its density (PNG specification: 11.2.2 IHDR, 11.3.5.3 pHYs)."""
    per_meter = round(dpi / 0.0254)
    return b"".join([
        PNG_SIGNATURE,
        _chunk(b"IHDR", struct.pack(">IIBBBBB", pixels.width, pixels.height, 8, 2, 0, 0, 0)),
        _chunk(b"sRGB", b"\0"),
        _chunk(b"pHYs", struct.pack(">IIB", per_meter, per_meter, 1)),
        _chunk(b"IDAT", _compress(pixels)),
        _chunk(b"IEND", b""),
    ])  # fmt: skip


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _compress(pixels: Pixels) -> bytes:
    """Rows with their filter in front: 0 as it is, 2 (Up) with zeros where it equals the row above (PNG, 9.2)."""
    data, stride, row_bytes = pixels.data, pixels.stride, 3 * pixels.width
    # level 4 is a tenth smaller than 3; 6 takes a quarter longer for 4 % less, 9 six times as long for 10 % less
    compressor = zlib.compressobj(4, zlib.DEFLATED, 15, 9)
    same, above, parts = b"\2" + bytes(row_bytes), b"", []
    for top in range(0, pixels.height, BAND):
        rows = []
        for y in range(top, min(top + BAND, pixels.height)):
            row = data[y * stride : y * stride + row_bytes]
            rows.append(same if row == above else b"\0" + row)
            above = row
        parts.append(compressor.compress(b"".join(rows)))
    return b"".join([*parts, compressor.flush()])
