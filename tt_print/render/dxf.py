"""Cuts and creases as DXF R2010 (AC1024), in millimeters: closed polylines, arcs as bulges, a layer each.

Written from Autodesk's DXF reference: the least that programs ask for, which is a header with units, the nine tables,
two blocks, the entities, and a root dictionary. Every object has a handle and names its owner's.
"""

from __future__ import annotations

from collections.abc import Sequence

from tt_print.drawing.outline import CREASE, CUT, Outline

COLORS = {CUT: 1, CREASE: 5}  # AutoCAD color index: red, blue
Pair = tuple[int, object]


def render_dxf(outlines: Sequence[Outline], height_mm: float) -> bytes:
    """The file's bytes. y runs up from the bottom edge of paper `height_mm` high; the paper's corner is the origin."""
    layers = list(dict.fromkeys(outline.layer for outline in outlines))
    boxes = [outline.box for outline in outlines]
    lower = (min(box.left for box in boxes), height_mm - max(box.bottom for box in boxes))
    upper = (max(box.right for box in boxes), height_mm - min(box.top for box in boxes))
    writer = _Writer()
    body = writer.tables(layers) + writer.blocks() + writer.entities(outlines, height_mm) + writer.objects()
    pairs = _header(lower, upper, writer.handle()) + body + [(0, "EOF")]
    return "".join(f"{code:>3}\r\n{_value(value)}\r\n" for code, value in pairs).encode("ascii")


def _value(value: object) -> str:
    if isinstance(value, float):
        text = f"{value:.6f}".rstrip("0")
        return text + "0" if text.endswith(".") else text
    return str(value)


def _header(lower: tuple[float, float], upper: tuple[float, float], seed: str) -> list[Pair]:
    """$INSUNITS 4: millimeters; $MEASUREMENT 1: metric. Without them a program guesses inches."""
    return [
        (0, "SECTION"), (2, "HEADER"),
        (9, "$ACADVER"), (1, "AC1024"), (9, "$DWGCODEPAGE"), (3, "ANSI_1252"),
        (9, "$INSUNITS"), (70, 4), (9, "$MEASUREMENT"), (70, 1),
        (9, "$EXTMIN"), (10, lower[0]), (20, lower[1]), (30, 0.0), (9, "$EXTMAX"), (10, upper[0]), (20, upper[1]), (30, 0.0),
        (9, "$HANDSEED"), (5, seed), (0, "ENDSEC"),
    ]  # fmt: skip


class _Writer:
    """Counts handles, which must differ, and remembers those that others name."""

    def __init__(self) -> None:
        self.last = 0
        self.model = self.paper = ""

    def handle(self) -> str:
        self.last += 1
        return f"{self.last:X}"

    def tables(self, layers: Sequence[str]) -> list[Pair]:
        return [
            (0, "SECTION"), (2, "TABLES"),
            *self._table("VPORT", []),
            *self._table("LTYPE", [self._line_type(name) for name in ("ByBlock", "ByLayer", "Continuous")]),
            *self._table("LAYER", [self._layer("0", 7), *(self._layer(name, COLORS.get(name, 7)) for name in layers)]),
            *self._table("STYLE", [[(100, "AcDbTextStyleTableRecord"), (2, "Standard"), (70, 0), (40, 0.0), (41, 1.0),
                                    (50, 0.0), (71, 0), (42, 2.5), (3, "txt"), (4, "")]]),
            *self._table("VIEW", []), *self._table("UCS", []),
            *self._table("APPID", [[(100, "AcDbRegAppTableRecord"), (2, "ACAD"), (70, 0)]]),
            *self._table("DIMSTYLE", []),
            *self._block_records(),
            (0, "ENDSEC"),
        ]  # fmt: skip

    def _table(self, name: str, records: Sequence[list[Pair]]) -> list[Pair]:
        owner = self.handle()
        pairs: list[Pair] = [(0, "TABLE"), (2, name), (5, owner), (330, 0)]
        pairs += [(100, "AcDbSymbolTable"), (70, len(records))]
        if name == "DIMSTYLE":
            pairs.append((100, "AcDbDimStyleTable"))
        for record in records:
            pairs += [(0, name), (5, self.handle()), (330, owner), (100, "AcDbSymbolTableRecord"), *record]
        return [*pairs, (0, "ENDTAB")]

    @staticmethod
    def _line_type(name: str) -> list[Pair]:
        return [(100, "AcDbLinetypeTableRecord"), (2, name), (70, 0), (3, ""), (72, 65), (73, 0), (40, 0.0)]

    @staticmethod
    def _layer(name: str, color: int) -> list[Pair]:
        return [(100, "AcDbLayerTableRecord"), (2, name), (70, 0), (62, color), (6, "Continuous")]

    def _block_records(self) -> list[Pair]:
        owner = self.handle()
        pairs: list[Pair] = [(0, "TABLE"), (2, "BLOCK_RECORD"), (5, owner), (330, 0), (100, "AcDbSymbolTable"), (70, 2)]
        self.model, self.paper = self.handle(), self.handle()
        for handle, name in ((self.model, "*Model_Space"), (self.paper, "*Paper_Space")):
            pairs += [(0, "BLOCK_RECORD"), (5, handle), (330, owner), (100, "AcDbSymbolTableRecord")]
            pairs += [(100, "AcDbBlockTableRecord"), (2, name), (340, 0), (70, 0), (280, 1), (281, 0)]
        return [*pairs, (0, "ENDTAB")]

    def blocks(self) -> list[Pair]:
        pairs: list[Pair] = [(0, "SECTION"), (2, "BLOCKS")]
        for owner, name in ((self.model, "*Model_Space"), (self.paper, "*Paper_Space")):
            pairs += [(0, "BLOCK"), (5, self.handle()), (330, owner), (100, "AcDbEntity"), (8, "0")]
            pairs += [(100, "AcDbBlockBegin")]
            pairs += [(2, name), (70, 0), (10, 0.0), (20, 0.0), (30, 0.0), (3, name), (1, "")]
            pairs += [(0, "ENDBLK"), (5, self.handle()), (330, owner), (100, "AcDbEntity"), (8, "0")]
            pairs += [(100, "AcDbBlockEnd")]
        return [*pairs, (0, "ENDSEC")]

    def entities(self, outlines: Sequence[Outline], height_mm: float) -> list[Pair]:
        pairs: list[Pair] = [(0, "SECTION"), (2, "ENTITIES")]
        for outline in outlines:
            pairs += [(0, "LWPOLYLINE"), (5, self.handle()), (330, self.model), (100, "AcDbEntity"), (8, outline.layer)]
            pairs += [(100, "AcDbPolyline"), (90, len(outline.vertices)), (70, int(outline.closed)), (43, 0.0)]
            for vertex in outline.vertices:
                pairs += [(10, float(vertex.x_mm)), (20, float(height_mm - vertex.y_mm))]
                if vertex.bulge:  # y is turned over, and with it the sense of an arc
                    pairs.append((42, -float(vertex.bulge)))
        return [*pairs, (0, "ENDSEC")]

    def objects(self) -> list[Pair]:
        root, groups = self.handle(), self.handle()
        return [
            (0, "SECTION"), (2, "OBJECTS"),
            (0, "DICTIONARY"), (5, root), (330, 0), (100, "AcDbDictionary"), (281, 1), (3, "ACAD_GROUP"), (350, groups),
            (0, "DICTIONARY"), (5, groups), (330, root), (100, "AcDbDictionary"), (281, 1),
            (0, "ENDSEC"),
        ]  # fmt: skip
