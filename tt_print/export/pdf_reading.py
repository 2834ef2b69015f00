"""What a PDF holds: its pages, fonts, color spaces, inks, and pictures.

Anybody's file is read by another process, which gets `SECONDS` and `MEGABYTES`: whatever is in the file costs no more.
Nothing is interpreted: each object is looked at once, and content streams are searched for the operators that set a color.
"""

from __future__ import annotations

import io
import json
import logging
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from tt_print.errors import InputError
from tt_print.input_files import decode, parse_json

SECONDS, MEGABYTES = 15, 300
MAX_PAGES, MAX_OBJECTS, MAX_CONTENT_BYTES = 6_000, 200_000, 100_000_000
MAX_BUILDS = 1_000
MM_PER_POINT = 25.4 / 72
COLOR = re.compile(
    rb"(?<![\d.])((?:[-+]?[\d.]{1,20}\s{1,4}){1,4})(rg|RG|k|K|scn?|SCN?)\b|/(Device(?:RGB|CMYK|Gray)|CalRGB|Lab)\s+cs\b"
)
STRINGS = re.compile(rb"\((?:\\.|[^\\()]){0,200}\)", re.DOTALL)


@dataclass(frozen=True)
class PdfPage:
    """Sizes in millimeters; `trim_mm` is left, top, width, height, and None where the page has no TrimBox."""

    size_mm: tuple[float, float]
    trim_mm: tuple[float, float, float, float] | None = None
    turned: int = 0


@dataclass(frozen=True)
class PdfFacts:
    """`fonts` are those that are not in the file. `spaces` are color spaces in use, `spots` the names of spot colors.

    `builds` are CMYK mixtures from 0 to 1, `overprints` whether black may lie on top of them, and `picture_ink` the percent
    in the fullest part of a picture. `dpi` is that of the coarsest picture. `claims` are standards and printing conditions.
    Of some files the `sizes_only` of their pages were read.
    """

    pages: tuple[PdfPage, ...]
    version: str = ""
    encrypted: bool = False
    claims: tuple[str, ...] = ()
    fonts: tuple[str, ...] = ()
    spaces: tuple[str, ...] = ()
    spots: tuple[str, ...] = ()
    builds: tuple[tuple[float, ...], ...] = ()
    overprints: bool = False
    picture_ink: float = 0.0
    dpi: float | None = None
    sizes_only: bool = False


def read_pdf(data: bytes, seconds: float = SECONDS) -> PdfFacts:
    """In a process of its own. Raises InputError for what is no PDF, or takes longer or more memory than one for a printer."""
    too_long = f"it takes more than {SECONDS} seconds to read; save it again from the program it is from"
    if seconds <= 0:
        raise InputError(too_long)
    root = str(Path(__file__).parents[2])
    start = f"import sys; sys.path.insert(0, {root!r}); from tt_print.export.pdf_reading import main; main()"
    command = [sys.executable, "-c", start]
    try:
        done = subprocess.run(command, input=data, capture_output=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        raise InputError(too_long) from None
    if done.returncode or not done.stdout:
        raise InputError("it is damaged, or takes too much memory to read; save it again from the program it is from")
    reply = parse_json(decode(done.stdout, "the PDF"), "the PDF")
    if "error" in reply.data:
        raise InputError(str(reply.data["error"])[:200])
    return reply.read(PdfFacts)


def main() -> None:
    """The other process: a PDF in, its facts out as JSON."""
    try:
        import resource
    except ImportError:  # Windows, where time alone is limited
        pass
    else:
        resource.setrlimit(resource.RLIMIT_DATA, (MEGABYTES * 1_000_000,) * 2)
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS,) * 2)
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # it repairs what it can and tells of it
    try:
        reply: dict[str, Any] = asdict(read_here(sys.stdin.buffer.read()))
    except InputError as error:
        reply = {"error": str(error)}
    sys.stdout.write(json.dumps(reply))


def read_here(data: bytes) -> PdfFacts:
    """What `read_pdf` gives, read in this process and without limits. Raises InputError for what cannot be read."""
    from pypdf import PdfReader
    from pypdf.errors import DependencyError

    try:
        reader = PdfReader(io.BytesIO(data), strict=False)
        if reader.is_encrypted and not reader.decrypt(""):
            return PdfFacts((), encrypted=True)
        return _gather(reader, data)
    except DependencyError:  # newer kinds of encryption need another library, some of them only where a text is read
        return PdfFacts((), encrypted=True)
    except Exception as error:  # a stranger's bytes can break a reader anywhere
        raise InputError(f"it cannot be read as a PDF ({str(error) or type(error).__name__})") from None


def _gather(reader: Any, data: bytes) -> PdfFacts:
    pages = list(islice(reader.pages, MAX_PAGES + 1))
    if len(pages) > MAX_PAGES:
        raise ValueError(f"more than {MAX_PAGES:,} pages")
    found = _Found()
    for held in _objects(reader):
        found.look(held)
    contents = {id(part): part for page in pages for part in _parts_of(page.get("/Contents"))}
    for stream in contents.values():
        found.scan(stream)
    root: Any = reader.trailer["/Root"].get_object()
    version = str(root.get("/Version", reader.pdf_header)).removeprefix("%PDF-").removeprefix("/")
    return PdfFacts(
        tuple(map(_page, pages)), version, reader.is_encrypted, tuple(_claims(reader, root)), tuple(sorted(found.fonts)),
        tuple(sorted(found.spaces)), tuple(sorted(found.spots)), tuple(sorted(found.builds)), found.overprints,
        found.picture_ink, _coarsest(data) if found.pictures else None,
    )  # fmt: skip


def _page(page: Any) -> PdfPage:
    left, bottom, right, top = (float(v) for v in page.mediabox)
    unit = float(page.get("/UserUnit", 1)) * MM_PER_POINT
    trim = None
    if "/TrimBox" in page:
        x0, y0, x1, y1 = (float(v) for v in page["/TrimBox"])
        trim = ((x0 - left) * unit, (top - y1) * unit, (x1 - x0) * unit, (y1 - y0) * unit)
    return PdfPage(((right - left) * unit, (top - bottom) * unit), trim, int(page.rotation or 0))


def _parts_of(contents: Any) -> list[Any]:
    """The streams of a page's contents."""
    held = contents.get_object() if contents is not None else None
    return [] if held is None else [part.get_object() for part in held] if isinstance(held, list) else [held]


def _objects(reader: Any) -> Iterator[Any]:
    """Each dictionary, stream and array of the file, once; parts that are damaged are passed over."""
    from pypdf.errors import PyPdfError
    from pypdf.generic import IndirectObject

    numbers = sorted({number for table in reader.xref.values() for number in table} | set(reader.xref_objStm))
    if len(numbers) > MAX_OBJECTS:
        raise ValueError(f"more than {MAX_OBJECTS:,} objects")
    for number in numbers:
        try:
            held = IndirectObject(number, 0, reader).get_object()
        except (PyPdfError, ValueError):
            continue
        waiting, left = [held], 10_000
        while waiting and left:
            thing, left = waiting.pop(), left - 1
            if isinstance(thing, dict | list):
                yield thing
                parts = [thing.raw_get(key) for key in thing] if isinstance(thing, dict) else list(list.__iter__(thing))
                waiting += [part for part in parts if isinstance(part, dict | list)]


def _claims(reader: Any, root: Any) -> Iterator[str]:
    """The standard, which PDF/X-1a has in the information and PDF/X-4 in the metadata; and the conditions of the output intents."""
    info: Any = reader.trailer.get("/Info") or {}
    yield str(info.get("/GTS_PDFXVersion", ""))
    if "/Metadata" in root:
        found = re.search(rb"GTS_PDFXVersion[^P]{1,40}(PDF/X-4\w{0,9})", root["/Metadata"].get_object().get_data())
        yield found[1].decode() if found else ""
    for intent in islice(root.get("/OutputIntents", []), 10):
        yield str(intent.get_object().get("/OutputConditionIdentifier", ""))


class _Found:
    """What the objects of a file tell, one after the other."""

    def __init__(self) -> None:
        self.fonts: set[str] = set()
        self.spaces: set[str] = set()
        self.spots: set[str] = set()
        self.builds: set[tuple[float, ...]] = set()
        self.overprints = self.pictures = False
        self.picture_ink = 0.0
        self._left = MAX_CONTENT_BYTES

    def look(self, held: Any) -> None:
        if isinstance(held, list):
            self._look_at_space(held)
            return
        kind, subtype = held.get("/Type"), held.get("/Subtype")
        if kind == "/Font" and subtype not in ("/Type0", "/Type3"):
            # Type0 stands on a descendant, which is an object too; Type3 is drawn by the file
            descriptor = held.get("/FontDescriptor")
            parts = descriptor.get_object() if descriptor is not None else {}
            if not any(f"/FontFile{number}" in parts for number in ("", "2", "3")):
                self.fonts.add(str(held.get("/BaseFont", "/a font"))[1:])
        self.overprints |= bool(held.get("/OP") or held.get("/op"))
        if not hasattr(held, "get_data"):
            return
        if subtype == "/Image":
            self._look_at_picture(held)
        elif subtype == "/Form" or held.get("/PatternType") == 1:
            self.scan(held)

    def _look_at_space(self, held: list[Any]) -> None:
        family = str(held[0])[1:] if held else ""
        if family in ("Lab", "CalRGB", "CalGray", "DeviceN"):
            self.spaces.add(family)
        elif family == "ICCBased" and len(held) > 1:
            parts = held[1].get_object().get("/N", 0)
            self.spaces.add({1: "DeviceGray", 4: "DeviceCMYK"}.get(parts, "a screen's profile"))
        elif family == "Indexed" and isinstance(held[1], str):
            self.spaces.add(held[1][1:])
        elif family == "Separation" and len(held) == 4 and held[1] != "/None":
            self.spots.add(str(held[1])[1:])

    def _look_at_picture(self, held: Any) -> None:
        self.pictures = True
        space = held.get("/ColorSpace")
        if isinstance(space, str) and not held.get("/ImageMask"):
            self.spaces.add(space[1:])
        if space == "/DeviceCMYK" and held.get("/BitsPerComponent") == 8:
            from tt_print.render.png import fullest_ink

            self._spend(4 * int(held["/Width"]) * int(held["/Height"]))
            packed = str(held.get("/Filter", "")).endswith("DCTDecode") or "/DCTDecode" in held.get("/Filter", ())
            size = None if packed else (int(held["/Width"]), int(held["/Height"]))
            ink = fullest_ink(held.get_data(), size, inverted="/Decode" in held)
            self.picture_ink = max(self.picture_ink, ink)

    def _spend(self, size: int) -> None:
        self._left -= size
        if self._left < 0:
            raise ValueError("more in it than a file for a printer holds")

    def scan(self, stream: Any) -> None:
        """The colors that a stream sets."""
        data = stream.get_data()
        self._spend(len(data))
        for numbers, operator, named in COLOR.findall(STRINGS.sub(b"", data)):
            parts = tuple(round(float(number), 4) for number in numbers.split())
            if named:
                self.spaces.add(named.decode())
            elif operator in (b"rg", b"RG"):
                self.spaces.add("DeviceRGB")
            elif len(parts) == 4 and len(self.builds) < MAX_BUILDS:
                self.builds.add(parts)


def _coarsest(data: bytes) -> float | None:
    """Pixels per inch of the coarsest picture as it is placed."""
    from tt_print.render.pixels import open_pages

    with open_pages(data) as pages:
        densities = [dpi for index in range(len(pages)) if (dpi := pages.coarsest_dpi(index)) is not None]
    return min(densities, default=None)
