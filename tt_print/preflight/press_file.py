"""A PDF for a press as pypdf reads it: claims, boxes, fonts and what each page paints. reportlab wrote it."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Any
from xml.etree import ElementTree

from pypdf import PdfReader, PdfWriter
from pypdf.errors import DependencyError
from pypdf.generic import (
    ArrayObject,
    ContentStream,
    DictionaryObject,
    IndirectObject,
    NameObject,
    StreamObject,
)  # fmt: skip

from tt_print.errors import InputError
from tt_print.preflight.paint import PageRect, Painted, Painter, ReadForm
from tt_print.progress import Progress, unseen, walk

BOXES = ("MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox")
SPACES = {
    "http://purl.org/dc/elements/1.1/": "dc", "http://ns.adobe.com/xap/1.0/": "xmp",
    "http://ns.adobe.com/xap/1.0/mm/": "xmpMM", "http://ns.adobe.com/pdf/1.3/": "pdf",
    "http://www.aiim.org/pdfa/ns/id/": "pdfaid", "http://www.npes.org/pdfx/ns/id/": "pdfxid",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf",
}  # fmt: skip


@dataclass(frozen=True)
class PressPage:
    """`boxes` holds those that the page has, in points; pages with equal `content_hash` paint the same."""

    number: int
    boxes: Mapping[str, PageRect]
    turned: int
    unit: float
    has_group: bool
    annotations: tuple[tuple[str, PageRect | None], ...]
    painted: Painted
    content_hash: str

    @property
    def where(self) -> str:
        return f"page {self.number}"


@dataclass(frozen=True)
class Intent:
    """An output intent (14.11.5). `profile` is the ICC profile's first 128 bytes, "" where none is held, and
    `reference` where it lies in the file."""

    subtype: str
    identifier: str
    registry: str
    profile: bytes
    components: int | None
    reference: str


@dataclass(frozen=True)
class PressFile:
    """Everything that the rules look at. `info` and `xmp` hold plain texts by name."""

    version: str
    encrypted: bool
    file_id: tuple[bytes, ...]
    info: Mapping[str, str]
    xmp: Mapping[str, str]
    intents: tuple[Intent, ...]
    root_keys: frozenset[str]
    pages: tuple[PressPage, ...] = field(repr=False)
    objects: tuple[Mapping[str, Any], ...] = field(repr=False)
    has_streams_of_objects: bool
    reader: PdfReader = field(repr=False, compare=False)

    @cached_property
    def texts(self) -> list[str]:
        """The words of each page, blanks made single."""
        known: dict[str, str] = {}
        for page, held in zip(self.pages, self.reader.pages, strict=True):
            if page.content_hash not in known:
                known[page.content_hash] = " ".join(held.extract_text().split())
        return [known[page.content_hash] for page in self.pages]

    def without_plate(self, plate: str) -> bytes:
        """The file with what is painted in a spot color left out, for looking at the rest.

        A plate named None is one that prints nothing (ISO 32000-1, 8.6.6.4).
        """
        writer = PdfWriter(clone_from=self.reader)
        for held in writer._objects:
            for space in _arrays(held):
                if len(space) == 4 and space[0] == "/Separation" and space[1] == f"/{plate}":
                    space[1] = NameObject("/None")
        output = io.BytesIO()
        writer.write(output)
        return output.getvalue()


def read_press_file(data: bytes, name: str, progress: Progress = unseen) -> PressFile:
    """Raises InputError for what is no PDF, and for one that is too damaged to be judged."""
    logger, level = logging.getLogger("pypdf"), logging.getLogger("pypdf").level
    logger.setLevel(logging.CRITICAL)  # it repairs what it can and tells of it; the rules look at the rest
    try:
        return _read(data, progress)
    except DependencyError as error:  # newer kinds of encryption need another library
        raise InputError(
            f"{name} is encrypted, and a file for a press must have no password. Save it without one."
        ) from error
    except Exception as error:  # a stranger's bytes can break a reader anywhere
        reason = str(error) or type(error).__name__
        raise InputError(
            f"{name} cannot be read as a PDF ({reason}). Save or export it again, and check that one."
        ) from error
    finally:
        logger.setLevel(level)


def _read(data: bytes, progress: Progress) -> PressFile:
    reader = PdfReader(io.BytesIO(data), strict=False)
    encrypted = reader.is_encrypted
    if encrypted and not reader.decrypt(""):
        raise ValueError("it is encrypted, and a file for a press must have no password")
    root: Any = reader.trailer["/Root"].get_object()
    version = str(root.get("/Version", reader.pdf_header)).removeprefix("%PDF-").removeprefix("/")
    information: Any = reader.trailer.get("/Info") or {}
    info = {key[1:]: str(value.get_object()) for key, value in information.items()}
    numbers = sorted({number for table in reader.xref.values() for number in table} | set(reader.xref_objStm))
    objects = tuple(thing for number in numbers for thing in _dictionaries(_object(reader, number)))
    id_parts: Any = reader.trailer.get("/ID") or ()
    file_id = tuple(bytes(getattr(part, "original_bytes", part)) for part in id_parts)
    painter = Painter(_form_reader(reader))
    known: dict[str, Painted] = {}
    walked = walk(reader.pages, "Reading pages", progress)
    pages = tuple(_page(page, number, painter, known, reader) for number, page in enumerate(walked, 1))
    return PressFile(
        version, encrypted, file_id, info, _xmp(root), tuple(_intents(root)), frozenset(key[1:] for key in root),
        pages, objects, bool(reader.xref_objStm) or "/Type" in reader.trailer, reader,
    )  # fmt: skip


def _object(reader: PdfReader, number: int) -> Any:
    return IndirectObject(number, 0, reader).get_object()


def _form_reader(reader: PdfReader) -> ReadForm:
    known: dict[int, Any] = {}

    def read(form: Any) -> Any:
        if id(form) not in known:
            known[id(form)] = (form, ContentStream(form, reader).operations)
        return known[id(form)][1]

    return read


def _page(page: Any, number: int, painter: Painter, known: dict[str, Painted], reader: PdfReader) -> PressPage:
    boxes = {name: _rect(page[f"/{name}"]) for name in BOXES if f"/{name}" in page}
    if "MediaBox" not in boxes:  # it may stand with the pages' parent
        boxes["MediaBox"] = _rect(page.mediabox)
    # an empty content stream counts as false, being a dictionary too
    contents, resources = page.get_contents(), page.get("/Resources", DictionaryObject()).get_object()
    content_hash = sha256((b"" if contents is None else contents.get_data()) + repr(resources).encode()).hexdigest()
    if content_hash not in known:
        known[content_hash] = painter.paint([] if contents is None else contents.operations, resources)
    notes = [note.get_object() for note in page.get("/Annots", ArrayObject()).get_object()]
    annotations = tuple(
        (str(note.get("/Subtype", "?"))[1:], _rect(note["/Rect"]) if "/Rect" in note else None) for note in notes
    )
    group = page.get("/Group")
    soft = group is not None and str(group.get_object().get("/S")) == "/Transparency"
    unit = float(page.get("/UserUnit", 1))
    return PressPage(number, boxes, int(page.rotation or 0), unit, soft, annotations, known[content_hash], content_hash)


def _rect(values: Any) -> PageRect:
    left, bottom, right, top = (float(v) for v in values)
    return PageRect(left, bottom, right, top)


def _intents(root: Any) -> Iterator[Intent]:
    for held in root.get("/OutputIntents", ArrayObject()).get_object():
        intent = held.get_object()
        raw = intent.raw_get("/DestOutputProfile") if "/DestOutputProfile" in intent else None
        stream = raw.get_object() if raw is not None else None
        yield Intent(
            str(intent.get("/S"))[1:], str(intent.get("/OutputConditionIdentifier", "")),
            str(intent.get("/RegistryName", "")), stream.get_data()[:128] if stream is not None else b"",
            int(stream.get("/N", 0)) if stream is not None else None, repr(raw),
        )  # fmt: skip


def _xmp(root: Any) -> dict[str, str]:
    """Simple properties, and the first entry of lists: `dc:title`, `xmp:CreateDate`. Empty where it is no XML."""
    if "/Metadata" not in root:
        return {}
    try:
        tree = ElementTree.fromstring(root["/Metadata"].get_object().get_data())
    except ElementTree.ParseError:
        return {}
    found: dict[str, str] = {}
    for description in tree.iter(f"{{{RDF}}}Description"):
        found |= {_short(name): value for name, value in description.attrib.items()}
        for entry in description:
            items = entry.findall(f".//{{{RDF}}}li")
            found[_short(entry.tag)] = ((items[0] if items else entry).text or "").strip()
    return found


RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"


def _short(name: str) -> str:
    space, _, local = name.removeprefix("{").partition("}")
    return f"{SPACES[space]}:{local}" if space in SPACES else local


def _dictionaries(thing: Any) -> Iterator[Any]:
    """A dictionary or stream and those that lie directly in it, not those that it refers to."""
    if isinstance(thing, dict):
        yield thing
    for part in _parts(thing):
        if isinstance(part, dict | list) and not isinstance(part, StreamObject):
            yield from _dictionaries(part)


def _arrays(thing: Any) -> Iterator[Any]:
    if isinstance(thing, list):
        yield thing
    for part in _parts(thing):
        if isinstance(part, dict | list):
            yield from _arrays(part)


def _parts(thing: Any) -> list[Any]:
    """What stands in a dictionary or an array, references as they are."""
    if isinstance(thing, DictionaryObject):
        return [thing.raw_get(key) for key in thing]
    return list(list.__iter__(thing)) if isinstance(thing, list) else []
