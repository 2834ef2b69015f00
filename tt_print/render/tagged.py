"""Pages that can be read aloud as a PDF: tagged, with bookmarks and links, claiming PDF/UA-1 and PDF/A-2a.

Each piece of a page is marked content; the structure tree says which pieces make a paragraph, a table cell or a figure
(ISO 32000-1, 14.7 and 14.8; ISO 14289-1). A figure carries its words, so does a link.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, field

from reportlab.pdfbase import pdfdoc
from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName, PDFObject, PDFObjectReference

from tt_print.drawing.geometry import Rect
from tt_print.drawing.structure import Bookmark, Element, Piece, ReadingPage
from tt_print.render.pdf import (
    BOOK_FORM_USES,
    POINTS_PER_MM,
    DocumentFacts,
    PagePainter,
    millimeters,
    number_pages,
    open_canvas,
)
from tt_print.render.standards import Standards, add_conformance, screen_intent

ROOT = Element("Document")


def render_reading_pdf(pages: Sequence[ReadingPage], facts: DocumentFacts) -> tuple[bytes, PagePainter]:
    """The file's bytes, and the painter that another file of the same pages may follow.

    Elements without a parent hang below the document itself.
    """
    output = io.BytesIO()
    first = pages[0]
    canvas = open_canvas(output, (first.width_mm * POINTS_PER_MM, first.height_mm * POINTS_PER_MM), facts)
    writer = _Writer(PagePainter(canvas, BOOK_FORM_USES), _bookmarked(pages))
    for page in pages:
        for piece in page.pieces:
            writer.painter.count(piece.items)
    number_pages(canvas, [page.label for page in pages])
    for page in pages:
        writer.write_page(page)
    writer.write_tree()
    writer.painter.close()
    canvas.showOutline()
    add_conformance(canvas, Standards((screen_intent(),), pdfa="2A", pdfua="1"))
    canvas.save()
    return output.getvalue(), writer.painter


def _bookmarked(pages: Sequence[ReadingPage]) -> dict[str, tuple[str, float]]:
    """Where each bookmark's key leads: the name of a page and how far up from its bottom, in points."""
    return {
        mark.key: (f"Page{number}", (page.height_mm - mark.y_mm) * POINTS_PER_MM)
        for number, page in enumerate(pages, 1) for mark in page.bookmarks
    }  # fmt: skip


@dataclass(eq=False)
class _Raw(PDFObject):
    """An indirect object whose bytes we write ourselves: reportlab's dictionaries take ten times as long."""

    written: bytes = b""
    __RefOnly__ = 1

    def format(self, document: pdfdoc.PDFDocument) -> bytes:
        return self.written


@dataclass
class _Node:
    """An element with its number in the file and what it holds, ready to be written."""

    element: Element
    number: int
    raw: _Raw
    kids: list[str] = field(default_factory=list)
    box: tuple[float, float, float, float] | None = None  # left, bottom, right, top in points
    page: str = ""


class _Writer:
    def __init__(self, painter: PagePainter, targets: dict[str, tuple[str, float]]) -> None:
        self.painter, self.canvas, self.document = painter, painter.canvas, painter.document
        self.targets = targets
        self.nodes: dict[Element, _Node] = {}
        self.parents: list[str] = []  # of the parent tree (14.7.4.4): one entry a page, then one a link
        self.links: list[tuple[_Raw, str, str, str]] = []
        self.tree, self.tree_number = self._register("structure")
        self._node(ROOT)

    def _register(self, name: str) -> tuple[_Raw, int]:
        raw = _Raw()
        self.document.Reference(raw, name)
        return raw, self.document.idToObjectNumberAndVersion[name][0]

    def _node(self, element: Element) -> _Node:
        """The element's node; the first time, it joins its parent, after all that came before."""
        if element not in self.nodes:
            raw, number = self._register(f"element {len(self.nodes)}")
            self.nodes[element] = _Node(element, number, raw)
            if element is not ROOT:
                self._node(element.parent or ROOT).kids.append(f"{number} 0 R")
        return self.nodes[element]

    def write_page(self, page: ReadingPage) -> None:
        canvas, document = self.canvas, self.document
        height = page.height_mm * POINTS_PER_MM
        canvas.setPageSize((page.width_mm * POINTS_PER_MM, height))
        name = document.thisPageName()
        for mark in page.bookmarks:
            self._bookmark(mark, height)
        code = [millimeters(page.height_mm)]
        owners: list[_Node] = []
        links = []
        for piece in page.pieces:
            shown = self.painter.operators(piece.items)
            if piece.element is None:
                code.append(f"/Artifact BMC\n{shown}\nEMC")
                continue
            node = self._node(piece.element)
            node.page = node.page or name
            # reading order is the order of the pieces: marks are counted from 0 on each page
            node.kids.append(
                f"<</Type /MCR /Pg {{{name}}} /MCID {len(owners)}>>" if node.page != name else str(len(owners))
            )
            code.append(f"/{piece.element.role} <</MCID {len(owners)}>> BDC\n{shown}\nEMC")
            owners.append(node)
            if piece.box_mm is not None:
                node.box = _box(piece.box_mm, page.height_mm)
            if piece.target:
                links.append((node, piece))
        self.painter.append("\n".join(code))
        key = len(self.parents)
        self.parents.append(f"[{' '.join(f'{node.number} 0 R' for node in owners)}]")
        for node, piece in links:
            self._link(node, piece, name)
        canvas.showPage()
        shown_page = document.idToObject[name]
        shown_page.__NoDefault__ = [*pdfdoc.PDFPage.__NoDefault__, "StructParents", "Tabs"]
        shown_page.StructParents, shown_page.Tabs = key, PDFName("S")

    def _bookmark(self, mark: Bookmark, height: float) -> None:
        self.canvas.bookmarkPage(mark.key, fit="XYZ", left=0, top=round(height - mark.y_mm * POINTS_PER_MM, 1))
        self.canvas.addOutlineEntry(mark.title, mark.key, mark.level)

    def _link(self, node: _Node, piece: Piece, page: str) -> None:
        """An annotation that leads to a bookmark, known to its element and its element to it."""
        key, raw = len(self.parents), _Raw()
        self.parents.append(f"{node.number} 0 R")
        name = f"link{key}"
        self.canvas._addAnnotation(raw, name)
        number = self.document.idToObjectNumberAndVersion[self.document.annotationName(name)][0]
        node.kids.append(f"<</Type /OBJR /Obj {number} 0 R /Pg {{{page}}}>>")
        left, bottom, right, top = node.box or (0, 0, 0, 0)
        target, up = self.targets[piece.target]
        self.links.append((raw, f"/Rect [{left:.1f} {bottom:.1f} {right:.1f} {top:.1f}] /StructParent {key}", target,
                           f"/XYZ 0 {up:.1f} null] /Contents {_string(node.element.alt)}"))  # fmt: skip

    def write_tree(self) -> None:
        """Fills in what was registered, now that all pages have numbers."""
        numbers = {
            name: n for name, (n, _) in self.document.idToObjectNumberAndVersion.items() if name.startswith("Page")
        }
        pages = {name: f"{number} 0 R" for name, number in numbers.items()}
        for raw, start, target, end in self.links:
            raw.written = (
                f"<</Type /Annot /Subtype /Link /F 4 /Border [0 0 0] {start} /Dest [{pages[target]} {end}>>".encode()
            )
        for node in self.nodes.values():
            node.raw.written = self._element(node, pages).encode()
        nums = " ".join(f"{key} {entry}" for key, entry in enumerate(self.parents))
        self.tree.written = (
            f"<</Type /StructTreeRoot /K {self.nodes[ROOT].number} 0 R /ParentTree <</Nums [{nums}]>> "
            f"/ParentTreeNextKey {len(self.parents)}>>"
        ).encode()
        catalog = self.document.Catalog
        catalog.StructTreeRoot = PDFObjectReference("structure")
        catalog.MarkInfo = PDFDictionary({"Marked": "true"})

    def _element(self, node: _Node, pages: dict[str, str]) -> str:
        element = node.element
        above = self.nodes[element.parent or ROOT].number if element is not ROOT else self.tree_number
        parts = [f"/Type /StructElem /S /{element.role} /P {above} 0 R"]
        if node.page:
            parts.append(f"/Pg {pages[node.page]}")
        kids = " ".join(kid.format_map(pages) if "{" in kid else kid for kid in node.kids)
        parts.append(f"/K [{kids}]")
        if element.alt:
            parts.append(f"/Alt {_string(element.alt)}")
        if element.scope:
            parts.append(f"/A <</O /Table /Scope /{element.scope}>>")
        if node.box and element.role == "Figure":
            parts.append(f"/A <</O /Layout /BBox [{' '.join(f'{v:.1f}' for v in node.box)}]>>")
        return f"<<{' '.join(parts)}>>"


def _box(box: Rect, height_mm: float) -> tuple[float, float, float, float]:
    """left, bottom, right, top in points from the page's bottom left corner."""
    k = POINTS_PER_MM
    return box.left * k, (height_mm - box.top - box.height) * k, box.right * k, (height_mm - box.top) * k


def _string(words: str) -> str:
    """A text string (7.9.2): plain where it is ASCII, else UTF-16 in hexadecimals."""
    if words.isascii():
        return "(" + words.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)") + ")"
    return "<FEFF" + words.encode("utf-16-be").hex().upper() + ">"
