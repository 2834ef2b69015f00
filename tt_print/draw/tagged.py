"""Pages that can be read aloud as a PDF: tagged, with bookmarks and links, claiming PDF/UA-1, and booklets PDF/A-2a.

Each piece of a page is marked content; the structure tree says which pieces make a paragraph, a table cell or a figure
(ISO 32000-1, 14.7 and 14.8; ISO 14289-1). A figure carries its words, so does a link.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from reportlab.pdfbase import pdfdoc
from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName, PDFObject, PDFObjectReference

from tt_print.draw.canvas import Standards, canvas_bytes, screen_intent
from tt_print.draw.geometry import IDENTITY, Matrix, Rect, apply, compose
from tt_print.draw.pdf import (
    BOOK_FORM_USES,
    POINTS_PER_MM,
    DocumentFacts,
    Page,
    PagePainter,
    millimeters,
    number_pages,
    open_canvas,
    open_page,
    page_box,
    size_of,
    wrapped,
)
from tt_print.draw.shapes import Bookmark, Element, Group, Item, Piece, ReadingPage

ROOT = Element("Document")


def render_reading_pdf(pages: Sequence[ReadingPage], facts: DocumentFacts) -> tuple[bytes, PagePainter]:
    """The file's bytes, and the painter that another file of the same pages may follow.

    Elements without a parent hang below the document itself.
    """
    first = pages[0]
    canvas = open_canvas((first.width_mm * POINTS_PER_MM, first.height_mm * POINTS_PER_MM), facts)
    writer = _Writer(PagePainter(canvas, BOOK_FORM_USES), _bookmark_places(pages))
    for page in pages:
        for piece in page.pieces:
            writer.painter.count(piece.items)
    number_pages(canvas, [page.label for page in pages])
    for page in pages:
        writer.write_page(page)
    writer.write_tree()
    return canvas_bytes(canvas, Standards((screen_intent(),), pdfa="2A", pdfua="1")), writer.painter


def render_tagged_pdf(pages: Sequence[Page], facts: DocumentFacts) -> bytes:
    """The file's bytes: as `render_pdf` draws them, to the pixel, with the elements that groups of the drawings are marked
    with as its structure.
    """
    canvas = open_canvas(size_of(pages[0].drawing), facts)
    writer = _Writer(PagePainter(canvas), {})
    for page in pages:
        writer.painter.count(page.drawing.items)
    number_pages(canvas, [page.label for page in pages])
    for index, page in enumerate(pages):
        writer.write_drawing(index, page)
    writer.write_tree()
    return canvas_bytes(canvas, Standards(pdfua="1"))


def _bookmark_places(pages: Sequence[ReadingPage]) -> dict[str, tuple[str, float]]:
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


@dataclass
class _Marks:
    """The pieces of a page so far: by its number in the page, the element that each belongs to."""

    page: str
    height_mm: float
    owners: list[_Node] = field(default_factory=list)


class _Writer:
    def __init__(self, painter: PagePainter, targets: dict[str, tuple[str, float]]) -> None:
        self.painter, self.canvas, self.document = painter, painter.canvas, painter.document
        self.targets = targets
        self.nodes: dict[Element, _Node] = {}
        self.telling: dict[int, bool] = {}  # by the id of a group's items: whether an element is in it
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
        canvas, height = self.canvas, page.height_mm * POINTS_PER_MM
        canvas.setPageSize((page.width_mm * POINTS_PER_MM, height))
        marks = _Marks(self.document.thisPageName(), page.height_mm)
        for mark in page.bookmarks:
            self._bookmark(mark, height)
        code = [millimeters(page.height_mm)]
        links = []
        for piece in page.pieces:
            code.append(self._mark(marks, piece.element, self.painter.operators(piece.items)))
            if piece.element and piece.box_mm is not None:
                self._node(piece.element).box = page_box(piece.box_mm, page.height_mm)
            if piece.element and piece.target:
                links.append((self._node(piece.element), piece))
        self.painter.append("\n".join(code))
        self._close_page(marks, links)

    def write_drawing(self, index: int, page: Page) -> None:
        marks = _Marks(self.document.thisPageName(), page.drawing.height_mm)
        open_page(self.canvas, index, page)
        self.painter.append(self._pieces(marks, page.drawing.items, IDENTITY))
        self._close_page(marks, [])

    def _pieces(self, marks: _Marks, items: Sequence[Item], placed: Matrix) -> str:
        """The items one after another, those that no group marks as decoration. `placed` is how they lie on the page."""
        code: list[str] = []
        unmarked: list[Item] = []

        def close_decoration() -> None:
            if unmarked:
                code.append(self._mark(marks, None, "\n".join(map(self.painter.draw, unmarked))))
                unmarked.clear()

        for item in items:
            if not isinstance(item, Group) or not self._has_elements(item):
                unmarked.append(item)
                continue
            close_decoration()
            if item.element is None:
                code.append(wrapped(item, self._pieces(marks, item.items, compose(placed, item.matrix))))
                continue
            node = self._node(item.element)
            if item.element.box_mm is not None:
                node.box = page_box(_move_box(item.element.box_mm, compose(placed, item.matrix)), marks.height_mm)
            if item.items:
                code.append(self._mark(marks, item.element, self.painter.draw(item)))
        close_decoration()
        return "\n".join(code)

    def _has_elements(self, group: Group) -> bool:
        """Whether the group is marked, or one within it."""
        if group.element is not None:
            return True
        key = id(group.items)
        if key not in self.telling:
            self.telling[key] = any(isinstance(item, Group) and self._has_elements(item) for item in group.items)
        return self.telling[key]

    def _mark(self, marks: _Marks, element: Element | None, shown: str) -> str:
        """Operators as a piece of an element, which learns where it is; of none, as decoration."""
        if element is None:
            return f"/Artifact BMC\n{shown}\nEMC"
        node, number = self._node(element), len(marks.owners)
        node.page = node.page or marks.page
        # reading order is the order of the pieces: marks are counted from 0 on each page
        elsewhere = node.page != marks.page
        node.kids.append(f"<</Type /MCR /Pg {{{marks.page}}} /MCID {number}>>" if elsewhere else str(number))
        marks.owners.append(node)
        return f"/{element.role} <</MCID {number}>> BDC\n{shown}\nEMC"

    def _close_page(self, marks: _Marks, links: Sequence[tuple[_Node, Piece]]) -> None:
        key = len(self.parents)
        self.parents.append(f"[{' '.join(f'{node.number} 0 R' for node in marks.owners)}]")
        for node, piece in links:
            self._link(node, piece, marks.page)
        self.canvas.showPage()
        shown_page = self.document.idToObject[marks.page]
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
        parts = [f"/S /{element.role} /P {above} 0 R"]
        if node.page:
            parts.append(f"/Pg {pages[node.page]}")
        kids = [kid.format_map(pages) if "{" in kid else kid for kid in node.kids]
        if kids:
            parts.append(f"/K {kids[0]}" if len(kids) == 1 else f"/K [{' '.join(kids)}]")
        if element.alt:
            parts.append(f"/Alt {_string(element.alt)}")
        if element.text:
            parts.append(f"/ActualText {_string(element.text)}")
        cell = f" /Scope /{element.scope}" if element.scope else ""
        cell += f" /ColSpan {element.column_span}" if element.column_span > 1 else ""
        cell += f" /RowSpan {element.row_span}" if element.row_span > 1 else ""
        if cell:
            parts.append(f"/A <</O /Table{cell}>>")
        if node.box and element.role == "Figure":
            parts.append(f"/A <</O /Layout /BBox [{' '.join(f'{v:.1f}' for v in node.box)}]>>")
        return f"<<{' '.join(parts)}>>"


def _move_box(box: Rect, matrix: Matrix) -> Rect:
    """The box around a box that is moved, turned or scaled."""
    corners = [apply(matrix, x, y) for x in (box.left, box.right) for y in (box.top, box.bottom)]
    xs, ys = zip(*corners, strict=True)
    return Rect.from_edges(min(xs), min(ys), max(xs), max(ys))


def _string(words: str) -> str:
    """A text string (7.9.2): plain where it is ASCII, else UTF-16 in hexadecimals."""
    if words.isascii():
        return "(" + words.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)") + ")"
    return "<FEFF" + words.encode("utf-16-be").hex().upper() + ">"
