"""An export as a list of expected files: what a writer fulfills, and what a check compares files with."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from itertools import zip_longest
from typing import TypeAlias

from tt_print.drawing.geometry import Rect
from tt_print.errors import InputError
from tt_print.export.ink_coverage import Build, max_ink_coverage
from tt_print.export.pdf_reading import MAX_BUILDS, MM_PER_POINT, SECONDS, PdfFacts, PdfPage, read_pdf
from tt_print.export.profile_tables import PressProfile, Profile
from tt_print.input_files import Pieces
from tt_print.records import dataclass

CLOSE_MM = 0.05  # pages come rounded
MAX_TEXT_BYTES = 2_000_000  # of lists, orders and cut files, of which ours have a tenth
PNG_END = b"IEND\xaeB`\x82"
PRINT_SPACES = {"DeviceCMYK", "DeviceGray"}
WORDS = re.compile(r"-?\d+(?:\.\d+)?|[^\s\d-]+|-")  # of a text that is compared: numbers, and what is between them


@dataclass(frozen=True, slots=True)
class ExpectedPicture:
    """A picture with red, green and blue, its width and height in pixels; without `dpi` nobody asks what it says."""

    size_px: tuple[int, int]
    dpi: int | None = None
    formats: tuple[str, ...] = ("PNG",)


@dataclass(frozen=True, slots=True)
class ExpectedPdf:
    """A PDF with the width and height of each page in millimeters; without `count`, of any number of pages as the first.

    `trim` and `press` are what a press asks for; `has_cut_line` is whether it is to hold one.
    """

    pages_mm: tuple[tuple[float, float], ...]
    count: int | None
    trim: Rect | None = None
    press: PressProfile | None = None
    has_cut_line: bool = False


@dataclass(frozen=True, slots=True)
class ExpectedText:
    """One of these texts, its numbers within `tolerance`; without `texts` any that is not empty. Another one breaks `rule`."""

    texts: tuple[bytes, ...] = ()
    rule: str = "files"
    tolerance: float = 0.0


Expected: TypeAlias = "ExpectedPicture | ExpectedPdf | ExpectedText"


# What is wrong


@dataclass(frozen=True, slots=True)
class Finding:
    """`rule` in a word or two, `where` it is broken (a file, a page), what is `actual` there, and what is `expected`."""

    rule: str
    where: str
    actual: str
    expected: str

    def __str__(self) -> str:
        text = f"{self.where}: {self.rule}: {self.actual}; wanted: {self.expected}"
        return text.replace("\n", "\N{REPLACEMENT CHARACTER}")  # a stranger's file name makes no line of its own


def explain(findings: Sequence[Finding], limit: int = 12) -> list[str]:
    """A line for each fault with the first place where it was found, and how many more there are than `limit`."""
    places: dict[tuple[str, str, str], list[str]] = {}
    for finding in findings:
        places.setdefault((finding.rule, finding.actual, finding.expected), []).append(finding.where)
    lines = []
    for (rule, actual, expected), where in places.items():
        more = f" and {len(where) - 1} more" if len(where) > 1 else ""
        lines.append(f"  {Finding(rule, where[0] + more, actual, expected)}")
    return lines[:limit] + ([f"  and {len(lines) - limit} more"] if len(lines) > limit else [])


# What a file is


@dataclass(frozen=True, slots=True)
class PictureFacts:
    """From its head: `mode` is Pillow's, `dpi` what it says of itself, across and down, 0 for nothing."""

    format: str
    mode: str
    size_px: tuple[int, int]
    dpi: tuple[float, float]


@dataclass(frozen=True, slots=True)
class FileFacts:
    """`held` is what the file is; a file of text is its bytes, and one that cannot be read the reason in words."""

    size: int
    held: PictureFacts | PdfFacts | bytes | str

    @property
    def text(self) -> bytes:
        """Of a file of text."""
        return self.held if isinstance(self.held, bytes) else b""


def read_file(name: str, data: bytes, ours: bool = False, seconds: float = SECONDS) -> FileFacts:
    """What a file is, by the ending of its name. Of a PDF that we just wrote the pages alone are read; another one's gets `seconds`."""
    ending = name.lower().rpartition(".")[2]
    try:
        if ending in ("png", "jpg", "jpeg"):
            return FileFacts(len(data), _read_picture(data))
        if ending == "pdf":
            return FileFacts(len(data), _page_sizes(data) if ours else read_pdf(data, seconds))
        if len(data) > MAX_TEXT_BYTES:
            return FileFacts(len(data), f"{len(data):,} bytes of text, more than any export has")
        return FileFacts(len(data), data if ending in ("json", "xml", "svg", "dxf") else b"")
    except InputError as error:
        return FileFacts(len(data), str(error))  # the error itself would keep the bytes


def _read_picture(data: bytes) -> PictureFacts:
    """From its head; checksums are compared, and nothing is decoded, so that no picture is too large."""
    from tt_print.render.png import UNREADABLE, open_picture

    try:
        picture = open_picture(Pieces(data))
        dpi = tuple(float(value) for value in picture.info.get("dpi", (0, 0)))
        facts = PictureFacts(picture.format or "", picture.mode, picture.size, (dpi[0], dpi[1]))
        if picture.format == "JPEG" and not data.rstrip(b"\0").endswith(b"\xff\xd9"):
            raise ValueError("its end is missing")
        picture.verify()
        if picture.format == "PNG" and PNG_END not in data:
            raise ValueError("its end is missing")
    except UNREADABLE as error:
        # Pillow's own words would show an address in memory, another one in each run
        reason = "neither PNG nor JPEG" if "cannot identify" in str(error) else str(error)
        raise InputError(f"no whole picture ({reason})") from None
    return facts


def _page_sizes(data: bytes) -> PdfFacts:
    from tt_print.render.pixels import open_pages

    try:
        with open_pages(data) as pages:
            sizes = [pages.page_points(index) for index in range(len(pages))]
    except RuntimeError as error:  # pdfium's own error is one
        raise InputError(f"no readable PDF ({error})") from None
    measured = tuple(PdfPage((width * MM_PER_POINT, height * MM_PER_POINT)) for width, height in sizes)
    return PdfFacts(measured, sizes_only=True)


# Comparing


def compare(expected: Mapping[str, Expected], found: Mapping[str, FileFacts], profile: Profile) -> list[Finding]:
    """The files that are missing, unexpected, damaged, or different. A `*` in an expected name stands for anything."""
    limit = profile.checks.max_file_bytes
    names = {
        name: next((key for key in expected if name == key or fnmatchcase(name.lower(), key)), None) for name in found
    }
    taken = set(names.values())
    findings = [Finding("files", name, "missing", "a file of this name") for name in expected if name not in taken]
    for name, facts in found.items():
        key = names[name]
        if key is None:
            findings.append(Finding("files", name, "not expected", "no other file"))
            continue
        if limit is not None and facts.size > limit:
            findings.append(Finding("file size", name, f"{facts.size:,} bytes", f"at most {limit:,}"))
        findings += _compare_file(name, facts.held, expected[key])
    return findings


def _compare_file(name: str, held: object, wanted: Expected) -> Iterator[Finding]:
    match wanted, held:
        case _, str():
            yield Finding("format", name, held, "a whole file")
        case ExpectedPicture(), PictureFacts():
            yield from _compare_picture(name, held, wanted)
        case ExpectedPdf(), PdfFacts():
            yield from _compare_pages(name, held, wanted)
            yield from _compare_press(name, held, wanted)
        case ExpectedText(), b"":
            yield Finding(wanted.rule, name, "empty", "text")
        case ExpectedText(), bytes() if wanted.texts:
            _, here, there = max(_first_difference(held, text, wanted.tolerance) for text in wanted.texts)
            if here != there:
                yield Finding(wanted.rule, name, f"it differs from the export at “{here}”", f"“{there}”")


def _first_difference(data: bytes, wanted: bytes, tolerance: float) -> tuple[int, str, str]:
    """How many words two texts share, and a little of each from where they part, which is empty where one ends.

    Space does not count, nor does how far numbers are apart within the tolerance.
    """
    here, there = WORDS.findall(data.decode(errors="replace")), WORDS.findall(wanted.decode())
    for index, (word, other) in enumerate(zip_longest(here, there, fillvalue="")):
        if word != other and not _are_near(word, other, tolerance):
            part = slice(max(0, index - 3), index + 3)
            return index, " ".join(here[part])[:150], " ".join(there[part])[:150]
    return len(here) + 1, "", ""


def _are_near(word: str, other: str, tolerance: float) -> bool:
    try:
        return abs(float(word) - float(other)) <= tolerance
    except ValueError:
        return False


def _compare_picture(name: str, held: PictureFacts, wanted: ExpectedPicture) -> Iterator[Finding]:
    (wide, high), (width, height) = held.size_px, wanted.size_px
    if held.format not in wanted.formats:
        yield Finding("format", name, held.format, " or ".join(wanted.formats))
    if held.mode != "RGB":
        yield Finding("color", name, f"mode {held.mode}", "red, green, blue with 8 bits each, nothing transparent")
    if (wide, high) != (width, height):
        scale = wide / width
        if wanted.dpi is not None and abs(scale - 1) > 0.02 and high == round(scale * height):
            actual = f"{wide} x {high} pixels, the whole picture at {scale * wanted.dpi:.0f} dpi"
            yield Finding("dpi", name, actual, f"{wanted.dpi} dpi, which is {width} x {height} pixels")
        else:
            yield Finding("pixels", name, f"{wide} x {high}", f"{width} x {height}")
    elif wanted.dpi is not None and not all(abs(value - wanted.dpi) < 0.05 for value in held.dpi):
        actual = " x ".join(f"{value:g}" for value in held.dpi) if any(held.dpi) else "none"
        yield Finding("dpi", name, f"it says {actual} dpi", f"{wanted.dpi} dpi")


def _compare_pages(name: str, held: PdfFacts, wanted: ExpectedPdf) -> Iterator[Finding]:
    if held.encrypted:
        yield Finding("password", name, "it is encrypted", "a file that anybody may open and print")
        if not held.pages:
            return
    if wanted.count is not None and len(held.pages) != wanted.count:
        yield Finding("page count", name, f"{len(held.pages)} pages", str(wanted.count))
    trim, box = wanted.trim, "a TrimBox of {2:.4g} x {3:.4g} mm, {0:.4g} mm from the left and {1:.4g} from the top"
    for number, page in enumerate(held.pages, 1):
        width, height = wanted.pages_mm[min(number, len(wanted.pages_mm)) - 1]
        where = f"{name}, page {number}"
        if page.turned % 360:
            yield Finding("page size", where, f"turned by {page.turned} degrees", "an upright page")
        if not _are_close(page.size_mm, (width, height)):
            actual = "{:.1f} x {:.1f} mm".format(*page.size_mm)
            yield Finding("page size", where, actual, f"{width:g} x {height:g} mm")
        elif trim is not None and not held.sizes_only:
            sides = (trim.left, trim.top, trim.width, trim.height)
            if page.trim_mm is None or not _are_close(page.trim_mm, sides):
                actual = box.format(*page.trim_mm) if page.trim_mm else "no TrimBox"
                yield Finding("page boxes", where, actual, box.format(*sides))


def _are_close(one: Sequence[float], other: Sequence[float]) -> bool:
    return all(abs(a - b) <= CLOSE_MM for a, b in zip(one, other, strict=True))


def _compare_press(name: str, held: PdfFacts, wanted: ExpectedPdf) -> Iterator[Finding]:
    """Fonts in every PDF; and what a press asks for: standard, condition, color spaces, ink, and dpi."""
    for font in held.fonts:
        yield Finding(
            "fonts", name, f"{font} is not in the file", "every font embedded, because a printer may not have it"
        )
    profile = wanted.press
    if profile is None or not held.pages or held.sizes_only:
        return
    press, line = profile.press, profile.cut_line.name if profile.cut_line else ""
    newest = "{}.{}".format(*press.version)
    if held.version > newest:
        yield Finding("version", name, f"PDF {held.version}", f"PDF {newest} or older")
    for claim in (press.standard, press.condition):
        if claim not in held.claims:
            actual = ", ".join(filter(None, held.claims)) or "nothing of it"
            yield Finding("standard", name, actual, f"made for {claim}")
    for space in sorted({*held.spaces} - PRINT_SPACES):
        yield Finding("color space", name, space, "CMYK or gray only, because screen colors are converted by chance")
    for spot in sorted({*held.spots} - {line}):
        only = "cyan, magenta, yellow and black" + (f", and a line in {line}" if line else "")
        yield Finding("spot colors", name, f"a plate named {spot}", only)
    if wanted.has_cut_line and line not in held.spots:
        yield Finding("spot colors", name, "no cut line", f"a line in {line} around the card")
    yield from _compare_ink(name, held, press.max_total_ink)
    if held.dpi is not None and held.dpi < press.min_image_dpi - 0.5:
        yield Finding("dpi", name, f"a picture of {held.dpi:.0f} dpi", f"{press.min_image_dpi} dpi")


def _compare_ink(name: str, held: PdfFacts, limit: float) -> Iterator[Finding]:
    """With black on top of every mixture where the file overprints: the figure is never too small for flat colors."""
    builds = [Build(*parts) for parts in held.builds]
    black = max((build.black for build in builds if held.overprints and not any(build.parts[:3])), default=0.0)
    fullest, wanted = (
        max_ink_coverage(builds, black),
        f"at most {limit:g}%, because more does not dry and sets off on the next card",
    )
    if len(builds) == MAX_BUILDS:
        yield Finding("ink", name, "too many mixtures to measure", wanted)
    elif fullest.percent > limit:
        yield Finding("ink", name, f"{fullest.percent:g}% ({fullest})", wanted)
    if held.picture_ink > limit + 0.5:
        yield Finding("ink", name, f"{held.picture_ink:g}% in a picture", wanted)
