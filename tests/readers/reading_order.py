"""A tagged PDF as a screen reader hears it, by pikepdf: its structure tree, with the words of each element."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, field

import pikepdf

from tests.readers.pdf_marks import MM, _Reader


@dataclass(frozen=True)
class Heard:
    """An element: its role, what is said of it, and what is in it. `words` are those of all that is in it, in order;
    `size_mm` is that of a picture that stands among words."""

    role: str
    words: str
    kids: tuple[Heard, ...] = ()
    scope: str = ""
    columns: int = 1
    rows: int = 1
    size_mm: tuple[float, float] | None = None

    def walk(self) -> Iterator[Heard]:
        yield self
        for kid in self.kids:
            yield from kid.walk()

    def all(self, *roles: str) -> list[Heard]:
        return [each for each in self.walk() if each.role in roles]


@dataclass
class _Page:
    words: dict[int, str] = field(default_factory=dict)  # by the number of the marked content
    loose: list[str] = field(default_factory=list)  # words that belong to no element


def hear(data: bytes) -> Heard:
    """The document element. Raises AssertionError where the tree and the pages' marks do not fit together."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        pages = {page.obj.objgen: _marks(page) for page in pdf.pages}
        assert not any(page.loose for page in pages.values()), "words outside of every piece"
        seen: set[tuple] = set()
        heard = _element(pdf.Root.StructTreeRoot.K, pages, None, seen)
        marks = {(objgen, number) for objgen, page in pages.items() for number in page.words}
        assert seen == marks, "pieces that no element has, or more than one"
        return heard


def _element(node: pikepdf.Object, pages: dict, page: tuple | None, seen: set[tuple]) -> Heard:
    page = node.Pg.objgen if "/Pg" in node else page
    parts: list[str] = []
    kids: list[Heard] = []
    below = node.get("/K", [])
    for kid in below if isinstance(below, pikepdf.Array | list) else [below]:
        if isinstance(kid, int) or kid.get("/Type") == "/MCR":
            key = (page, kid) if isinstance(kid, int) else (kid.Pg.objgen, int(kid.MCID))
            assert key not in seen, "a piece of two elements"
            seen.add(key)
            parts.append(pages[key[0]].words[key[1]])
        elif kid.get("/Type") != "/OBJR":
            assert kid.P.objgen == node.objgen, "a kid that does not know its parent"
            kids.append(_element(kid, pages, page, seen))
            parts.append(kids[-1].words)
    own = next((str(node[key]) for key in ("/ActualText", "/Alt") if key in node), None)
    attributes = node.get("/A", {})
    left, bottom, right, top = (float(v) * MM for v in attributes.get("/BBox", [0] * 4))
    return Heard(
        str(node.S)[1:], " ".join(" ".join(parts).split()) if own is None else own, tuple(kids),
        str(attributes.get("/Scope", "/"))[1:], int(attributes.get("/ColSpan", 1)), int(attributes.get("/RowSpan", 1)),
        (right - left, top - bottom) if "/BBox" in attributes else None,
    )  # fmt: skip


def _marks(page: pikepdf.Page) -> _Page:
    """The words of a page's pieces; letters that are painted one after the other without a blank are one word.

    A mark without a number, as of a miniature, is no piece: its letters belong to the piece round it. The standard forbids
    decoration within a piece, and a piece within decoration (ISO 14289-1, 7.1).
    """
    found, reader = _Page(), _Reader((1, 0, 0, 1, 0, 0))
    open_marks: list[int | None] = []
    resources = page.get("/Resources")
    for operands, operator in pikepdf.parse_content_stream(page):
        name = str(operator)
        if name in ("BDC", "BMC"):
            number = int(operands[1]["/MCID"]) if name == "BDC" else None
            if number is not None or str(operands[0]) == "/Artifact":
                assert not open_marks, "a piece within a piece"
                open_marks.append(number)
            else:
                assert open_marks, "a mark that is no piece, outside of every piece"
                open_marks.append(open_marks[-1])
            if number is not None:
                found.words[number] = ""
        elif name == "EMC":
            open_marks.pop()
        elif name == "Tf":
            reader.font = reader._letters(resources["/Font"][str(operands[0])])
        elif name in ("Tj", "TJ"):
            strings = operands[0] if name == "TJ" else [operands[0]]
            text = "".join(
                reader.font[code] for part in strings if isinstance(part, pikepdf.String) for code in bytes(part)
            )
            if not open_marks:
                found.loose.append(text)
            elif open_marks[-1] is not None:
                found.words[open_marks[-1]] += text
    return found


def tables(heard: Heard) -> list[list[list[Heard]]]:
    """Each table as rows of cells; a cell that spans several columns or rows stands in each of them.

    Raises AssertionError where the rows are not of one length.
    """
    found = []
    for table in heard.all("Table"):
        assert {row.role for row in table.kids} == {"TR"}
        grid: dict[tuple[int, int], Heard] = {}
        for r, row in enumerate(table.kids):
            assert {cell.role for cell in row.kids} <= {"TH", "TD"}
            c = 0
            for cell in row.kids:
                while (r, c) in grid:
                    c += 1
                for down in range(cell.rows):
                    for right in range(cell.columns):
                        assert (r + down, c + right) not in grid, "cells that lie over each other"
                        grid[r + down, c + right] = cell
        height, width = max(r for r, _ in grid) + 1, max(c for _, c in grid) + 1
        assert len(grid) == height * width and height == len(table.kids), "rows of different lengths"
        found.append([[grid[r, c] for c in range(width)] for r in range(height)])
    return found
