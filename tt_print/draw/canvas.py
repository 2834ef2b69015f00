"""reportlab's canvas and document, with what they lack: for a press, for standards, and for speed.

A press needs overprinting and spot colors, in pages and in forms alike. PDF/A needs a line end after each stream. All
of it belongs to the one document: nothing of reportlab's is changed for others in the process.

Inks are PDF operators: as screens and home printers want them, or as a press does, which gets the builds of the theme and
nothing else: an ink without one is an error, never a conversion.
"""

from __future__ import annotations

import hashlib
import os
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any

from reportlab.pdfbase import pdfdoc
from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFFormXObject,
    PDFName,
    PDFObjectReference,
    PDFPage,
    PDFResourceDictionary,
    PDFStream,
    PDFString,
)
from reportlab.pdfgen.canvas import Canvas

from tt_print.draw.shapes import Bitmap, Drawing, Group, Ink, Item, Path, Samples
from tt_print.errors import TemplateError
from tt_print.records import dataclass
from tt_print.templates import template_path

STATES = "graphics states"
DATE_VARIABLE = "SOURCE_DATE_EPOCH"
# of zlib's nine: FAST_LEVEL takes on a book four sevenths of the time of 6 for 6 % more bytes
FAST_LEVEL, BEST_LEVEL = 4, 9


@dataclass(frozen=True, slots=True)
class Screen:
    """sRGB as the device has it; neutral inks as gray, which home printers print with black ink alone."""

    def set(self, fill: Ink | None, stroke: Ink | None) -> str:
        """Operators that choose what fills and what strokes; None leaves it as it is."""
        return " ".join([*([_screen(fill)] if fill else []), *([_screen(stroke).swapcase()] if stroke else [])])

    def samples(self, picture: Bitmap) -> Samples:
        return picture.screen


@dataclass(frozen=True, slots=True)
class Press:
    """CMYK in percent, spot inks as plates of their own (PDF 1.7, 8.6.6.4).

    With `overprints`, pure black prints on top of what is under it instead of knocking it out, so that a
    plate which lands a little off leaves no white edge beside a line or a letter; it takes more ink. Spot inks,
    which are instructions and not ink, need it.
    """

    overprints: bool = False

    def set(self, fill: Ink | None, stroke: Ink | None) -> str:
        """As `Screen.set`; what is None does not overprint."""
        parts = [f"/{overprint_name(self._is_over(fill), self._is_over(stroke))} gs"] if self.overprints else []
        parts += [_press(fill)[0]] if fill else []
        parts += [_press(stroke)[1]] if stroke else []
        return " ".join(parts)

    def samples(self, picture: Bitmap) -> Samples:
        """Raises TemplateError for a picture that nobody made ready for a press."""
        if picture.press is None:
            raise TemplateError("a picture has no CMYK pixels, and none are guessed from the screen's.")
        return picture.press

    def _is_over(self, ink: Ink | None) -> bool:
        return ink is not None and (bool(ink.spot) or is_pure_black(ink))


def overprint_name(fill: bool, stroke: bool) -> str:
    """The graphics state in which filling and stroking overprint or do not: `Over01` for lines alone."""
    return f"Over{fill:d}{stroke:d}"


def is_pure_black(ink: Ink) -> bool:
    return not ink.spot and build_of(ink) == (0, 0, 0, 100)


def build_of(ink: Ink) -> tuple[float, float, float, float]:
    """Percent of cyan, magenta, yellow, black. Raises TemplateError that names an ink without a build."""
    if ink.cmyk is None:
        named = f"{ink.name} ({ink.rgb})" if ink.name else ink.rgb
        raise TemplateError(
            f"the ink {named} has no CMYK build, and one is never guessed from the screen's color. "
            "Add cmyk = [c, m, y, k], in percent, beside its rgb in the theme's file."
        )
    return ink.cmyk


def inks_of(items: Iterable[Item]) -> tuple[set[Ink], list[Bitmap]]:
    """The inks and the pictures of a picture; of a group that is in it several times, once."""
    inks: set[Ink | None] = set()
    pictures: list[Bitmap] = []
    seen: set[int] = set()
    waiting = list(items)
    while waiting:
        item = waiting.pop()
        if isinstance(item, Group):
            if id(item.items) not in seen:
                seen.add(id(item.items))
                waiting += item.items
        elif isinstance(item, Bitmap):
            pictures.append(item)
        else:
            inks |= {item.fill, item.stroke if isinstance(item, Path) else item.halo}
    return {ink for ink in inks if ink is not None}, pictures


def spots_of(items: Iterable[Item]) -> dict[str, Ink]:
    """Name to ink of the spot colors that a picture uses, sorted by name."""
    found = {ink.spot: ink for ink in inks_of(items)[0] if ink.spot}
    return dict(sorted(found.items()))


def ink_coverage(drawing: Drawing, overprints: bool) -> tuple[float, tuple[float, ...]]:
    """The fullest place that a drawing can make, as `Press(overprints)` prints it: how many percent of the four process inks
    together, and each of them from 0 to 1.

    Black that overprints keeps the other inks below (PDF 1.7, 8.6.7, mode 1); spot inks are plates of their own, and no ink
    overprints a picture. Where things lie is not looked at: the figure is never too small. Raises TemplateError for an
    ink without a CMYK build.
    """
    inks, pictures = inks_of(drawing.items)
    builds: list[tuple[float, ...]] = [picture.fullest for picture in pictures if picture.fullest]
    process = [ink for ink in inks if not ink.spot]
    black = 1.0 if overprints and any(map(is_pure_black, process)) else 0.0
    for *colors, key in ((0.0, 0.0, 0.0, 0.0), *map(build_of, process)):
        builds.append((*(part / 100 for part in colors), max(black, key / 100)))
    return max((round(100 * sum(build), 2), build) for build in builds)


@cache
def _screen(ink: Ink) -> str:
    red, green, blue = (f"{int(ink.rgb[i : i + 2], 16) / 255:.4g}" for i in (1, 3, 5))
    return f"{red} g" if red == green == blue else f"{red} {green} {blue} rg"


@cache
def _press(ink: Ink) -> tuple[str, str]:
    """How the ink fills and how it strokes."""
    parts = " ".join(f"{part / 100:.4g}" for part in build_of(ink))
    if ink.spot:
        return f"/{ink.spot} cs 1 scn", f"/{ink.spot} CS 1 SCN"
    return f"{parts} k", f"{parts} K"


class Stream(PDFStream):
    """A stream as reportlab writes it, but packed faster or ending as a standard wants, where its document says so."""

    def format(self, document: PdfDocument) -> bytes:
        if self.filters == [pdfdoc.PDFZCompress]:
            self.filters = [_FAST if document.fast_compression else _BEST]
        written: bytes = super().format(document)
        if document.ends_streams_on_a_new_line:
            return written.removesuffix(b"endstream\n") + b"\nendstream\n"
        return written


class _Compress(pdfdoc.PDFStreamFilterZCompress):
    def __init__(self, level: int) -> None:
        self.level = level

    def encode(self, text: str | bytes) -> bytes:
        return zlib.compress(text.encode("utf-8") if isinstance(text, str) else text, self.level)


_FAST, _BEST = _Compress(FAST_LEVEL), _Compress(BEST_LEVEL)


class _Form(PDFFormXObject):
    """A form whose content is a `Stream`."""

    stream: str
    Contents: PDFStream | None

    def format(self, document: PdfDocument) -> bytes:
        if not self.Contents and self.stream:
            self.Contents = Stream(content=self.stream)
        written: bytes = super().format(document)
        return written


class _Page(PDFPage):
    """A page without what PDF has no more use for: names of procedures, which only printers of PostScript 1 asked for
    (PDF 1.7, 14.2), and a turn and an effect that are none."""

    Resources: Any
    Rotate: int | None

    def check_format(self, document: PdfDocument) -> None:
        super().check_format(document)
        self.Resources.ProcSet = []
        if not self.Rotate:
            self.Rotate = None
        self.Trans = None


class PdfDocument(pdfdoc.PDFDocument):
    """The objects of a file. `ends_streams_on_a_new_line` is what PDF/A asks for (ISO 19005-2, 6.1.7.1)."""

    fast_compression = False
    ends_streams_on_a_new_line = False
    # what reportlab's type stubs leave out
    _ID: bytes | None
    _timeStamp: Any
    Catalog: Any
    info: Any
    idToObject: dict[str, Any]
    idToObjectNumberAndVersion: dict[str, tuple[int, int]]

    def Reference(self, obj: object, name: str | None = None) -> PDFObjectReference:
        """As reportlab's; a stream or a form, which it makes deep inside, becomes one of ours when it is registered."""
        if type(obj) is PDFStream:
            obj.__class__ = Stream
        elif type(obj) is PDFFormXObject:
            obj.__class__ = _Form
        elif type(obj) is PDFPage:
            obj.__class__ = _Page
        reference: PDFObjectReference = super().Reference(obj, name)  # type: ignore[no-untyped-call]  # no stub
        return reference


class PdfCanvas(Canvas):
    """Gives pages and forms the graphics states and spot colors that their operators name.

    reportlab forgets both in forms, and a reader then silently paints something else.
    """

    # what reportlab's type stubs leave out
    _doc: PdfDocument
    _code: list[str]
    _formsinuse: list[str]
    if TYPE_CHECKING:

        def getpdfdata(self) -> bytes: ...

        def _escape(self, codes: bytes) -> str: ...

        def _addAnnotation(self, annotation: pdfdoc.PDFObject, name: str) -> None: ...

    def __init__(self, file: str, pagesize: tuple[float, float], **options: Any) -> None:
        with _no_date_from_outside():
            super().__init__(file, pagesize, **options)
        self._doc.__class__ = PdfDocument  # the canvas makes it itself, and asks for no class

    inks: Screen | Press = Screen()
    states: PDFObjectReference | None = None

    def define_plates(self, inks: Screen | Press, drawings: Iterable[Drawing]) -> None:
        """Once, before anything is painted, where it is not for a screen: overprinting (PDF 1.7, 8.6.7) and spot
        colors (8.6.6.4) as far as these drawings want them.
        """
        self.inks = inks
        if not isinstance(inks, Press):
            return
        if inks.overprints:
            both = (False, True)
            states = {overprint_name(fill, stroke): _overprint(fill, stroke) for fill in both for stroke in both}
            self.states = self._doc.Reference(PDFDictionary(states), STATES)
        for name, ink in spots_of(item for drawing in drawings for item in drawing.items).items():
            self._doc.Reference(_separation(name, ink), f"spot {name}")
            self.spots[f"spot {name}"] = name

    @property
    def spots(self) -> dict[str, str]:
        """The object that defines a color space to its name in operators."""
        found: dict[str, str] = self.__dict__.setdefault("_spots", {})
        return found

    def form_resources(self) -> PDFResourceDictionary:
        """What the form at hand needs, for `endForm(Resources=...)`."""
        resources: Any = PDFResourceDictionary()
        resources.basicFonts()
        resources.ProcSet = []  # see `_Page`
        if self._formsinuse:
            resources.XObject = self._doc.xobjDict(self._formsinuse)
        if self.states:
            resources.ExtGState = self.states
        resources.setColorSpace(self.spots)
        return resources  # type: ignore[no-any-return]

    # reportlab calls these for each page and form that it makes

    def _setExtGState(self, thing: Any) -> None:
        thing.ExtGState = self.states

    def _setColorSpace(self, thing: Any) -> None:
        thing._colorsUsed = self.spots


@contextmanager
def _no_date_from_outside() -> Iterator[None]:
    """reportlab takes the date of even an invariant file from SOURCE_DATE_EPOCH, where that is set, and stops at one
    that is no number; our files have the same date whatever was set for another program."""
    date = os.environ.pop(DATE_VARIABLE, None)
    try:
        yield
    finally:
        if date is not None:
            os.environ[DATE_VARIABLE] = date


def _overprint(fill: bool, stroke: bool) -> PDFDictionary:
    return PDFDictionary({"op": "true" if fill else "false", "OP": "true" if stroke else "false", "OPM": 1})


def _separation(name: str, ink: Ink) -> PDFArray:
    shown = {
        "FunctionType": 2, "Domain": PDFArray([0, 1]), "N": 1, "C0": PDFArray([0, 0, 0, 0]),
        "C1": PDFArray([part / 100 for part in build_of(ink)]),
    }  # fmt: skip
    return PDFArray([PDFName("Separation"), PDFName(name), PDFName("DeviceCMYK"), PDFDictionary(shown)])


# ---------------------------------------------------------------- standards

# What reportlab leaves out of a PDF: XMP metadata, and for one that claims a standard output intents and an ID of its content.
#
# `canvas_bytes` ends a canvas. It adds what PDF/A (ISO 19005), PDF/UA (ISO 14289) and PDF/X (ISO 15930) ask of the file as a whole; that
# the pages keep the rest of the promise is up to anyone who draws them.


REGISTRY = "http://www.color.org"  # of the ICC, which names printing conditions such as FOGRA39
COMPONENTS = {b"GRAY": 1, b"RGB ": 3, b"CMYK": 4}


@dataclass(frozen=True, slots=True)
class OutputIntent:
    """The colors that the file was made for. `profile` is an ICC profile's bytes; None only names the condition,
    which PDF/X-1a allows.
    """

    subtype: str  # GTS_PDFA1 or GTS_PDFX
    identifier: str
    info: str
    profile: bytes | None = None


@dataclass(frozen=True, slots=True)
class Standards:
    """What a file claims: `pdfa` such as "2A" or "2B", `pdfua` "1", `pdfx` "PDF/X-4" or "PDF/X-1a:2003"."""

    intents: tuple[OutputIntent, ...] = ()
    pdfa: str = ""
    pdfua: str = ""
    pdfx: str = ""


def screen_intent() -> OutputIntent:
    """sRGB, for files that are read on a screen or sent to a home printer."""
    return OutputIntent("GTS_PDFA1", "sRGB", "sRGB IEC61966-2.1", template_path("icc/sRGB.icc").read_bytes())


def canvas_bytes(canvas: PdfCanvas, standards: Standards) -> bytes:
    """The file of a canvas whose pages are all shown, and whose title, author and so on are set, with these claims or, without
    any, only who made what.
    """
    canvas.showOutline()
    document = canvas._doc
    catalog = document.Catalog
    if standards.pdfa or standards.pdfx:
        document.ends_streams_on_a_new_line = True
    if standards != Standards():
        document._ID = _file_id(document)
    if standards.intents:
        catalog.__NoDefault__ = [*pdfdoc.PDFCatalog.__NoDefault__, "OutputIntents"]
        catalog.OutputIntents = PDFArray([_intent(document, intent) for intent in standards.intents])
    packet = _packet(document, standards).encode()
    catalog.Metadata = Stream(PDFDictionary({"Type": PDFName("Metadata"), "Subtype": PDFName("XML")}), packet)
    if standards.pdfx.startswith("PDF/X-1a"):  # ISO 15930-4: the Info dictionary says it too
        plain = document.info.format
        version = f" /GTS_PDFXVersion ({standards.pdfx}) >>".encode()
        document.info.format = lambda d: plain(d).rstrip()[:-2] + version
    return canvas.getpdfdata()


def _file_id(document: PdfDocument) -> bytes:
    """Both halves of the file's ID (ISO 32000-1, 14.4), from what it holds: no clock, no name of a machine."""
    digest = hashlib.md5(_description(document).encode(), usedforsecurity=False)
    for item in document.idToObject.values():  # in the order in which they were drawn
        content = getattr(item, "stream", None) or ""
        digest.update(content if isinstance(content, bytes) else content.encode("utf-8", "surrogateescape"))
    return f"\n[<{digest.hexdigest()}><{digest.hexdigest()}>]\n".encode()


def _description(document: PdfDocument) -> str:
    info = document.info
    return "\n".join((info.title, info.author, info.subject, info.creator, info.producer, info.keywords))


def _intent(document: PdfDocument, intent: OutputIntent) -> PDFDictionary:
    entries = {
        "Type": PDFName("OutputIntent"), "S": PDFName(intent.subtype), "RegistryName": PDFString(REGISTRY),
        "OutputConditionIdentifier": PDFString(intent.identifier), "Info": PDFString(intent.info),
    }  # fmt: skip
    if intent.profile is not None:
        # two intents of one file must share one profile (ISO 19005-2, 6.2.3)
        name = f"profile {intent.identifier}"
        if name not in document.idToObject:
            components = PDFDictionary({"N": COMPONENTS[intent.profile[16:20]]})
            document.Reference(Stream(components, intent.profile, [pdfdoc.PDFZCompress]), name)
        entries["DestOutputProfile"] = PDFObjectReference(name)
    return PDFDictionary(entries)


def _packet(document: PdfDocument, standards: Standards) -> str:
    """The XMP packet (ISO 16684-1), which must agree with the Info dictionary."""
    info = document.info
    year, month, day, hour, minute, second = document._timeStamp.YMDhms
    date = f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}+00:00"
    file_id = (document._ID or b"").decode().partition("<")[2].partition(">")[0]
    properties = [
        _alternatives("dc:title", info.title), f"<dc:language><rdf:Bag><rdf:li>{document.Catalog.Lang.s}</rdf:li></rdf:Bag></dc:language>",
        f"<dc:creator><rdf:Seq><rdf:li>{escape(info.author)}</rdf:li></rdf:Seq></dc:creator>",
        _alternatives("dc:description", info.subject),
    ]  # fmt: skip
    plain = {"xmp:CreatorTool": info.creator, "pdf:Producer": info.producer}
    plain |= {f"xmp:{name}": date for name in ("CreateDate", "ModifyDate")}
    if standards != Standards():
        plain |= {"dc:format": "application/pdf", "pdf:Keywords": info.keywords, "xmp:MetadataDate": date}
        plain |= {"xmpMM:DocumentID": f"uuid:{file_id}", "xmpMM:InstanceID": f"uuid:{file_id}"}
        plain |= {"xmpMM:RenditionClass": "default", "xmpMM:VersionID": "1"}
    if standards.pdfa:
        plain |= {"pdfaid:part": standards.pdfa[:-1], "pdfaid:conformance": standards.pdfa[-1]}
    if standards.pdfua:
        plain["pdfuaid:part"] = standards.pdfua
    if standards.pdfx:
        plain |= {"pdfxid:GTS_PDFXVersion": standards.pdfx, "pdf:Trapped": info.trapped}
    properties += [f"<{name}>{escape(value, quote=False)}</{name}>" for name, value in plain.items()]
    if standards.pdfa:
        properties.append(_extensions(standards))
    written = "\n".join(properties)
    spaces = " ".join(f'xmlns:{prefix}="{name}"' for prefix, name in NAMESPACES.items() if f"<{prefix}:" in written)
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n<x:xmpmeta xmlns:x="adobe:ns:meta/">'
        f'<rdf:RDF xmlns:rdf="{RDF}"><rdf:Description rdf:about="" {spaces}>\n'
        f'{written}\n</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end="w"?>'
    )  # fmt: skip


RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
NAMESPACES = {
    "dc": "http://purl.org/dc/elements/1.1/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
    "xmpMM": "http://ns.adobe.com/xap/1.0/mm/",
    "pdf": "http://ns.adobe.com/pdf/1.3/",
    "pdfaid": "http://www.aiim.org/pdfa/ns/id/",
    "pdfuaid": "http://www.aiim.org/pdfua/ns/id/",
    "pdfxid": "http://www.npes.org/pdfx/ns/id/",
    "pdfaExtension": "http://www.aiim.org/pdfa/ns/extension/",
    "pdfaSchema": "http://www.aiim.org/pdfa/ns/schema#",
    "pdfaProperty": "http://www.aiim.org/pdfa/ns/property#",
}


def _alternatives(name: str, value: str) -> str:
    return f'<{name}><rdf:Alt><rdf:li xml:lang="x-default">{escape(value, quote=False)}</rdf:li></rdf:Alt></{name}>'


def _extensions(standards: Standards) -> str:
    """PDF/A wants a description of each property that it does not know itself (ISO 19005-2, 6.6.2.3)."""
    foreign = []
    if standards.pdfua:
        foreign.append(("PDF/UA identification", "pdfuaid", "part", "Integer", "internal"))
    if standards.pdfx:
        foreign.append(("PDF/X identification", "pdfxid", "GTS_PDFXVersion", "Text", "internal"))
        foreign.append(("Adobe PDF", "pdf", "Trapped", "Text", "internal"))
    schemas = "".join(
        f'<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>{title} schema</pdfaSchema:schema>'
        f"<pdfaSchema:namespaceURI>{NAMESPACES[prefix]}</pdfaSchema:namespaceURI>"
        f"<pdfaSchema:prefix>{prefix}</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>"
        f'<rdf:li rdf:parseType="Resource"><pdfaProperty:name>{name}</pdfaProperty:name>'
        f"<pdfaProperty:valueType>{kind}</pdfaProperty:valueType>"
        f"<pdfaProperty:category>{category}</pdfaProperty:category>"
        f"<pdfaProperty:description>{title}: {name}</pdfaProperty:description></rdf:li>"
        "</rdf:Seq></pdfaSchema:property></rdf:li>"
        for title, prefix, name, kind, category in foreign
    )
    return f"<pdfaExtension:schemas><rdf:Bag>{schemas}</rdf:Bag></pdfaExtension:schemas>" if schemas else ""
