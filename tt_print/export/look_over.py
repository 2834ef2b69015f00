"""A look at what was written before it is handed over: every file is there, whole, and as large as it was planned.

This reads headers, sizes and page counts, which costs next to nothing. What is *in* a file is not looked at here: that a
writer keeps the rules of its profile is proved in the tests, and `export --check` tells it of any file.
"""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Iterator, Mapping
from xml.etree import ElementTree

from tt_print.export.cardbox import MM_PER_POINT
from tt_print.export.profile_tables import Profile
from tt_print.preflight.findings import Finding
from tt_print.records import dataclass

CLOSE_MM = 0.05  # pages come rounded
PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True, slots=True)
class PlannedPicture:
    """A PNG file, width and height in pixels."""

    size_px: tuple[int, int]


@dataclass(frozen=True, slots=True)
class PlannedPdf:
    """A PDF file, width and height of each page in millimeters."""

    pages_mm: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class PlannedSvg:
    """An SVG file, width and height in millimeters."""

    size_mm: tuple[float, float]


@dataclass(frozen=True, slots=True)
class PlannedDxf:
    """A DXF file with this number of lines."""

    lines: int


@dataclass(frozen=True, slots=True)
class PlannedText:
    """A file of text that is not empty."""


@dataclass(frozen=True, slots=True)
class PlannedZip:
    """A zip with these files in it, in this order."""

    names: tuple[str, ...]


Planned = PlannedPicture | PlannedPdf | PlannedSvg | PlannedDxf | PlannedText | PlannedZip


def look_over(files: Mapping[str, bytes], planned: Mapping[str, Planned], profile: Profile) -> list[Finding]:
    """What of `files` is missing, too many, cut short, or of another size than planned."""
    findings = [Finding("files", name, "missing", "a file, as planned") for name in planned if name not in files]
    findings += [Finding("files", name, "not planned", "no other file") for name in files if name not in planned]
    limit = profile.max_file_bytes
    for name, data in files.items():
        if limit is not None and len(data) > limit:
            findings.append(Finding("file size", name, f"{len(data):,} bytes", f"at most {limit:,}"))
        match planned.get(name):
            case PlannedPicture(size_px):
                findings += _look_at_picture(name, data, size_px)
            case PlannedPdf(pages_mm):
                findings += _look_at_pdf(name, data, pages_mm)
            case PlannedSvg(size_mm):
                findings += _look_at_svg(name, data, size_mm)
            case PlannedDxf(lines):
                if not data.endswith(b"EOF\r\n"):
                    findings.append(Finding("cut file", name, "its end is missing", "a whole DXF file"))
                elif (count := data.count(b"\r\nLWPOLYLINE\r\n")) != lines:
                    findings.append(Finding("cuts", name, f"{count} lines", str(lines)))
            case PlannedZip(names):
                findings += _look_at_zip(name, data, names)
            case PlannedText() if not data:
                findings.append(Finding("files", name, "empty", "text"))
    return findings


def _look_at_picture(name: str, data: bytes, size_px: tuple[int, int]) -> Iterator[Finding]:
    if not data.startswith(PNG_SIGNATURE) or not _is_whole_png(data):
        yield Finding("format", name, "its end is missing", "a whole PNG file")
    elif (size := struct.unpack(">II", data[16:24])) != size_px:
        yield Finding("pixels", name, "{} x {}".format(*size), "{} x {}".format(*size_px))


def _is_whole_png(data: bytes) -> bool:
    """Whether chunk follows upon chunk to an IEND that is the end of the file (PNG specification, 5.3)."""
    start, kind = len(PNG_SIGNATURE), b""
    while start + 12 <= len(data):
        length, kind = struct.unpack(">I4s", data[start : start + 8])
        start += 12 + length
    return start == len(data) and kind == b"IEND"


def _look_at_pdf(name: str, data: bytes, pages_mm: tuple[tuple[float, float], ...]) -> Iterator[Finding]:
    from tt_print.render.pixels import open_pages

    try:
        with open_pages(data) as pages:
            if len(pages) != len(pages_mm):
                yield Finding("page count", name, f"{len(pages)} pages", str(len(pages_mm)))
                return
            for index, (width, height) in enumerate(pages_mm):
                actual_width, actual_height = (points * MM_PER_POINT for points in pages.page_points(index))
                if abs(actual_width - width) > CLOSE_MM or abs(actual_height - height) > CLOSE_MM:
                    actual = f"{actual_width:.1f} x {actual_height:.1f} mm"
                    yield Finding("page size", f"{name}, page {index + 1}", actual, f"{width:g} x {height:g} mm")
    except RuntimeError as error:  # pdfium's own error is one
        yield Finding("format", name, f"cannot be read ({error})", "a whole PDF")


def _look_at_zip(name: str, data: bytes, names: tuple[str, ...]) -> Iterator[Finding]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            held = tuple(archive.namelist())
    except zipfile.BadZipFile as error:
        yield Finding("format", name, f"cannot be read ({error})", "a whole zip")
        return
    if held != names:
        yield Finding("files", name, f"{len(held)} files in it", f"{len(names)}, in their order")


def _look_at_svg(name: str, data: bytes, size_mm: tuple[float, float]) -> Iterator[Finding]:
    try:
        root = ElementTree.fromstring(data)
        width, height = (float(root.attrib[key].removesuffix("mm")) for key in ("width", "height"))
    except (ElementTree.ParseError, KeyError, ValueError) as error:
        yield Finding("cut file", name, f"no readable SVG file with its size in mm ({error})", "a whole SVG file")
        return
    if abs(width - size_mm[0]) > CLOSE_MM or abs(height - size_mm[1]) > CLOSE_MM:
        yield Finding("cut page", name, f"{width:g} x {height:g} mm", "{:g} x {:g} mm".format(*size_mm))
