"""Drawings as a PDF at true size, one drawing a page: vectors and embedded fonts only."""

from __future__ import annotations

import io
import re
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import field
from functools import cache, lru_cache
from hashlib import sha256
from typing import cast

from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName, PDFStream
from reportlab.pdfbase.ttfonts import TTFont

from tt_print import __version__
from tt_print.draw.canvas import PdfCanvas, Press, Screen, Standards, canvas_bytes
from tt_print.draw.geometry import IDENTITY, Matrix, Rect, exact_number, number, segments
from tt_print.draw.shapes import Bitmap, Drawing, Group, Item, Path, Samples, Text
from tt_print.draw.text import FONTS, find_font, letter_starts, missing_letters, text_start
from tt_print.records import dataclass
from tt_print.templates import template_path

POINTS_PER_MM = 72 / 25.4
SCREEN = Screen()


# PDF 1.7, 12.2: no scaling by default, one side, the tray that holds the page's size.
ONE_SIDED: dict[str, str] = {
    "PrintScaling": "None",
    "Duplex": "Simplex",
    "PickTrayByPDFSize": "true",
    "DisplayDocTitle": "true",
}


@dataclass(frozen=True, slots=True)
class Page:
    """A drawing as a page. `trim_mm` is what remains after cutting, `bleed_mm` how far it is drawn beyond; None is the
    whole page.
    """

    drawing: Drawing
    label: str
    bookmark: str
    trim_mm: Rect | None = None
    bleed_mm: Rect | None = None


@dataclass(frozen=True, slots=True)
class DocumentFacts:
    """What a PDF says of itself. `viewer` are viewer preferences, such as `{"Duplex": "Simplex"}`; `version` is the
    oldest PDF that knows all it uses; `standards` are claims, which the pages must keep; `fast_compression` makes a file
    sooner and a little larger.
    """

    title: str
    subject: str = ""
    viewer: dict[str, str] = field(default_factory=lambda: dict(ONE_SIDED))
    version: tuple[int, int] = (1, 7)
    standards: Standards = Standards()
    author: str = "Triple Topper by Brian Ciesicki; sheets by tt_print"
    language: str = "en-US"
    fast_compression: bool = False


# A group drawn so often, whose operators come to so much in all, is stored as a form and only named on the page.
# Measured on the full deck: no forms 70 kB, cut marks, hints and the jokers' tabs 60 kB, big shapes and layers too 62 kB,
# each tab too 150 kB, because a form costs 400 bytes of its own and pages compress repeats well.
FORM_USES, FORM_TOTAL = 8, 12_000
# In a book a face comes alone and seldom twice on a page: there the four tabs of one face alone make no form.
BOOK_FORM_USES = 5


def render_pdf(
    pages: Sequence[Page], facts: DocumentFacts, form_uses: int = FORM_USES, reuse: PagePainter | None = None,
    *, inks: Screen | Press = SCREEN,
) -> bytes:  # fmt: skip
    """The file's bytes; the same pages give the same bytes on any day. `form_uses` and `reuse`: see `PagePainter`.

    Raises TemplateError for an ink without a build where `inks` are a press's.
    """
    canvas = open_canvas(size_of(pages[0].drawing), facts)
    canvas.define_plates(inks, (page.drawing for page in pages))
    painter = PagePainter(canvas, form_uses, reuse)
    for page in pages:
        painter.count(page.drawing.items)
    number_pages(canvas, [page.label for page in pages])
    for index, page in enumerate(pages):
        open_page(canvas, index, page)
        painter.append(painter.operators(page.drawing.items))
        canvas.showPage()
    return canvas_bytes(canvas, facts.standards)


def open_canvas(size: tuple[float, float], facts: DocumentFacts) -> PdfCanvas:
    """An empty document whose first page has this size in points."""
    rl_config.useA85 = 0  # ASCII armor costs 15 % in size and a third of the time
    # RL_* variables and ~/.reportlab_settings change no byte of ours
    rl_config.pdfMultiLine = rl_config.pdfComments = 0
    _register_fonts()
    canvas = PdfCanvas(
        "", pagesize=size, invariant=1, pageCompression=1, lang=facts.language, initialFontName=FONTS[0],
        pdfVersion=facts.version,
    )  # fmt: skip
    canvas._doc.fast_compression = facts.fast_compression
    canvas.setTitle(facts.title)
    canvas.setSubject(facts.subject)
    canvas.setAuthor(facts.author)
    canvas.setCreator(f"tt_print {__version__}")
    # canvas.setViewerPreference does not know PickTrayByPDFSize
    canvas._doc.Catalog.ViewerPreferences = PDFDictionary(
        {name: value if value == "true" else PDFName(value) for name, value in facts.viewer.items()}
    )
    return canvas


@cache
def _register_fonts() -> None:
    for name in FONTS:
        # asciiReadable would embed the whole ASCII range whatever is used: 13 kB a font for five digits
        pdfmetrics.registerFont(TTFont(name, str(template_path(f"fonts/{name}.ttf")), asciiReadable=0))


@lru_cache(maxsize=32)
def _own_font(name: str, letters: str) -> TTFont:
    """A font that somebody brought, with these letters alone: its own bytes need not be TrueType, and may be many."""
    font = find_font(name).brought
    assert font is not None
    digest = sha256(letters.encode()).hexdigest()[:8]
    return TTFont(f"{name}-{digest}", io.BytesIO(font.truetype(letters)), asciiReadable=0)


def size_of(drawing: Drawing) -> tuple[float, float]:
    return (drawing.width_mm * POINTS_PER_MM, drawing.height_mm * POINTS_PER_MM)


PICTURE_LEVEL = 5  # of zlib's nine: 9 takes 20 times as long on dithered pixels for 3 % less
SPACES = {"grey": "DeviceGray", "rgb": "DeviceRGB", "cmyk": "DeviceCMYK"}
_DRAWN_FORM = re.compile(r"/FormXob\S+ Do")


class PagePainter:
    """Writes page content itself, through reportlab's canvas for files, fonts and structure.

    A group's operators are built once and reused wherever its items appear again. Pictures are counted first, so
    that the painter knows which of them come often: a part that comes `form_uses` times or more and is long becomes a form.
    A painter that can `reuse` another one, of a document with the same pictures, takes over what that one has built.
    """

    def __init__(self, canvas: PdfCanvas, form_uses: int = FORM_USES, reuse: PagePainter | None = None) -> None:
        self.form_uses = form_uses
        self.canvas = canvas
        self.document = canvas._doc
        self.inks = canvas.inks
        self.known: dict[int, str] = {}
        self.forms: dict[str, str] = {}  # the operator that draws it -> its name
        self.uses: Counter[int] = Counter()
        self.contents: dict[str, str] = {}  # name of a form -> what it draws
        self.pictures: dict[Samples, str] = {}  # the operator that draws them, stored once however often they come
        self.letters: dict[str, dict[str, None]] = {}  # font -> its letters in the order of their codes
        self.subsets: dict[str, str] = {}  # font -> the name of its first subset, and the codes of letters in that
        self.codes: dict[str, dict[str, str]] = {}  # escaped
        self.brought: dict[str, set[str]] = {}  # a font that somebody brought -> its letters in these pictures
        if reuse is not None and reuse.inks == self.inks and not reuse.brought:
            for font, letters in reuse.letters.items():  # in the same order they have the same codes
                self._encode_as(font, "".join(letters))
            self.known = dict(reuse.known)
            for samples in reuse.pictures:
                self._store(samples)
            for name, code in reuse.contents.items():
                self._define(name, code)

    def count(self, items: tuple[Item, ...]) -> None:
        for item in items:
            if isinstance(item, Group):
                self.uses[id(item.items)] += 1
                if self.uses[id(item.items)] == 1:
                    self.count(item.items)
            elif isinstance(item, Text) and item.font not in FONTS:
                self.brought.setdefault(item.font, set()).update(item.string)

    def append(self, code: str) -> None:
        """Operators onto the page or form at hand, whose resources must name the forms they use."""
        self.canvas._code.append(code)
        self.canvas._formsinuse += [self.forms[operator] for operator in dict.fromkeys(_DRAWN_FORM.findall(code))]

    def operators(self, items: tuple[Item, ...]) -> str:
        known = self.known.get(id(items))
        if known is None:
            known = "\n".join(map(self.draw, items))
            uses = self.uses[id(items)]
            if uses >= self.form_uses and uses * len(known) >= FORM_TOTAL:
                known = self._define(f"form{len(self.forms) + 1}", known)
            self.known[id(items)] = known
        return known

    def _define(self, name: str, code: str) -> str:
        # the box only has to hold the content: forms are drawn in millimeters of the page
        self.canvas.beginForm(name, -1000, -1000, 1000, 1000)
        self.append(code)
        self.canvas.endForm(Resources=self.canvas.form_resources())
        operator = f"/{self.document.getXObjectName(name)} Do"
        self.forms[operator], self.contents[name] = name, code
        return operator

    def draw(self, item: Item) -> str:
        if isinstance(item, Path):
            return _path(item, self.inks)
        if isinstance(item, Text):
            return self._text(item)
        if isinstance(item, Bitmap):
            return self._picture(item)
        return wrapped(item, self.operators(item.items))

    def _picture(self, picture: Bitmap) -> str:
        """A picture fills the unit square with its top at 1 (PDF 1.7, 8.9.5.1); here y runs downward."""
        samples = self.inks.samples(picture)
        operator = self.pictures.get(samples) or self._store(samples)
        width, height = exact_number(picture.width_mm), exact_number(-picture.height_mm)
        left, bottom = exact_number(picture.x_mm), exact_number(picture.y_mm + picture.height_mm)
        return f"q {width} 0 0 {height} {left} {bottom} cm {operator} Q"

    def _store(self, samples: Samples) -> str:
        name = f"picture{len(self.pictures) + 1}"
        entries: dict[str, object] = {
            "Type": PDFName("XObject"), "Subtype": PDFName("Image"), "Width": samples.width_px,
            "Height": samples.height_px, "BitsPerComponent": 8, "ColorSpace": PDFName(SPACES[samples.space]),
        }  # fmt: skip
        is_jpeg = samples.packing == "jpeg"
        entries["Filter"] = PDFName("DCTDecode" if is_jpeg else "FlateDecode")
        data = samples.data if is_jpeg else zlib.compress(samples.data, PICTURE_LEVEL)
        stream = PDFStream(PDFDictionary(entries), data, [])
        internal = self.document.getXObjectName(name)
        self.document.Reference(stream, internal)
        self.pictures[samples] = operator = f"/{internal} Do"
        self.forms[operator] = name
        return operator

    def _text(self, text: Text) -> str:
        start = f"{text.stretch:.4g} 0 0 -1 {' '.join(map(number, text_start(text)))} Tm"
        shown = self._space(text) if text.tracking_mm else self._plain(text)
        parts = ["BT", self.inks.set(text.fill, None), start]
        if text.halo is not None:  # text mode 1 strokes; the letters follow on top in mode 0
            parts += [f"{self.inks.set(None, text.halo)} {number(2 * text.halo_mm)} w 1 Tr", shown, "0 Tr", start]
        return " ".join([*parts, shown, "ET"])

    def _plain(self, text: Text) -> str:
        return " ".join(f"{font} ({letters}) Tj" for font, letters in self._encode(text, text.string))

    def _space(self, text: Text) -> str:
        """Letters with the distances between them, in thousandths of the em (PDF 1.7, 9.4.3)."""
        widths, starts = find_font(text.font).widths, letter_starts(text)
        parts, font = [], ""
        for index, letter in enumerate(text.string):
            ((font, code),) = self._encode(text, letter)
            parts.append(f"({code})")
            if index + 1 < len(starts):
                moved = (starts[index + 1] - starts[index]) / (text.size_mm * text.stretch) * 1000
                parts.append(f"{widths[letter] - moved:.0f}")
        return f"{font} [{''.join(parts)}] TJ"

    def _encode(self, text: Text, string: str) -> list[tuple[str, str]]:
        """Runs of letters as (operator that sets the font, escaped codes): one run for each font subset."""
        return [(f"{name} {text.size_mm:.4g} Tf", codes) for name, codes in self._encode_as(text.font, string)]

    def _encode_as(self, font_name: str, string: str) -> list[tuple[str, str]]:
        codes = self.codes.setdefault(font_name, {})
        if codes and codes.keys() >= set(string):
            return [(self.subsets[font_name], "".join([codes[letter] for letter in string]))]
        self.letters.setdefault(font_name, {}).update(dict.fromkeys(string))
        if missing := missing_letters(string, font_name):
            raise KeyError(missing)  # it would be drawn as an empty box
        font, escape = self._font(font_name), self.canvas._escape
        found = [
            (font.getSubsetInternalName(subset, self.document), encoded)
            for subset, encoded in font.splitString(string, self.document)
        ]
        if len(found) == 1 and self.subsets.setdefault(font_name, found[0][0]) == found[0][0]:
            codes.update(zip(string, (escape(bytes([code])) for code in found[0][1]), strict=True))
        return [(name, escape(encoded)) for name, encoded in found]

    def _font(self, name: str) -> TTFont:
        if name in FONTS:
            return cast(TTFont, pdfmetrics.getFont(name))
        return _own_font(name, "".join(sorted(self.brought[name])))


def wrapped(group: Group, inside: str) -> str:
    """What is drawn in a group's own coordinates, as the page wants it."""
    if group.miniature:
        inside = f"/Miniature BMC {inside} EMC"
    if group.clip is not None:
        inside = f"{_operators(group.clip)} W n\n{inside}"
    if group.matrix == IDENTITY and group.clip is None:
        return inside
    return f"q {_matrix(group.matrix)}{inside} Q"


def open_page(canvas: PdfCanvas, index: int, page: Page) -> None:
    """Size, boxes and bookmark of a page that is empty so far, and its way of counting in millimeters."""
    drawing = page.drawing
    canvas.setPageSize(size_of(drawing))
    canvas.setTrimBox(page_box(page.trim_mm or Rect(0, 0, drawing.width_mm, drawing.height_mm), drawing.height_mm))
    if page.bleed_mm:
        canvas.setBleedBox(page_box(page.bleed_mm, drawing.height_mm))
    key = f"page{index + 1}"
    canvas.bookmarkPage(key, fit="Fit")
    canvas.addOutlineEntry(page.bookmark, key)
    canvas._code.append(millimeters(drawing.height_mm))


def number_pages(canvas: PdfCanvas, labels: Sequence[str]) -> None:
    """What a reader shows as the number of each page: one rule where they are counted from 1."""
    if [*labels] == [str(number) for number in range(1, len(labels) + 1)]:
        canvas.addPageLabel(0, style="ARABIC", start=1)
        return
    for index, label in enumerate(labels):
        canvas.addPageLabel(index, style=None, prefix=label)


def millimeters(height_mm: float) -> str:
    """What starts a page: from points upward to millimeters downward, and round joins unless a path says otherwise."""
    return f"{POINTS_PER_MM:.6f} 0 0 {-POINTS_PER_MM:.6f} 0 {height_mm * POINTS_PER_MM:.6f} cm 1 j"


@cache
def _operators(d: str) -> str:
    """Path construction operators (PDF 1.7, 8.5.2)."""
    names = {"M": "m", "L": "l", "C": "c", "Z": "h"}
    return " ".join(" ".join([*map(number, figures), names[letter]]) for letter, figures in segments(d))


@cache
def _path(path: Path, inks: Screen | Press) -> str:
    parts = [inks.set(path.fill, path.stroke)] if path.fill or path.stroke else []
    if path.stroke:
        parts.append(f"{number(path.width_mm)} w")
        parts += [set_ for set_, _ in _line_state(path)]
    parts += [_operators(path.d), "B" if path.fill and path.stroke else "f" if path.fill else "S"]
    if path.stroke:
        parts += [reset for _, reset in _line_state(path)]
    return " ".join(parts)


def _line_state(path: Path) -> list[tuple[str, str]]:
    """What a stroke changes from the page's round joins and butt ends, and how to change it back."""
    state = [("1 J", "0 J")] if path.cap == "round" else []
    state += [("0 j", "1 j")] if path.join == "miter" else []
    if path.dash_mm:
        state.append((f"[{' '.join(map(number, path.dash_mm))}] 0 d", "[] 0 d"))
    return state


def page_box(box: Rect, height_mm: float) -> tuple[float, float, float, float]:
    """left, bottom, right, top in points from the page's bottom left corner."""
    k, bottom = POINTS_PER_MM, height_mm - box.top - box.height
    return box.left * k, bottom * k, box.right * k, (bottom + box.height) * k


UNTURNED = (1, 0, 0, 1)


def _matrix(matrix: Matrix) -> str:
    if matrix == IDENTITY:
        return ""
    if matrix[:4] == UNTURNED:  # most pieces of a page are only moved
        return f"1 0 0 1 {exact_number(matrix[4])} {exact_number(matrix[5])} cm\n"
    return " ".join(map(exact_number, matrix)) + " cm\n"
