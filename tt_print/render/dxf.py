"""Cuts and creases as DXF R2010 (AC1024), in millimeters: closed polylines, arcs as bulges, a layer each.

Written from Autodesk's DXF reference: the least that programs ask for, which is a header with units, the nine tables,
two blocks, the entities, and a root dictionary. Every object has a handle and names its owner's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count

from tt_print.drawing.geometry import CREASE, CUT, Outline

Pair = tuple[int, object]
COLORS = {CUT: 1, CREASE: 5}  # AutoCAD color index: red, blue
SPACES = ("*Model_Space", "*Paper_Space")
TABLES: dict[str, list[list[Pair]]] = {  # their records, each without its handle and its owner
    "VPORT": [],
    "LTYPE": [[(100, "AcDbLinetypeTableRecord"), (2, name), (70, 0), (3, ""), (72, 65), (73, 0), (40, 0.0)]
              for name in ("ByBlock", "ByLayer", "Continuous")],
    "LAYER": [],  # see `_layer`
    "STYLE": [[(100, "AcDbTextStyleTableRecord"), (2, "Standard"), (70, 0), (40, 0.0), (41, 1.0), (50, 0.0), (71, 0),
               (42, 2.5), (3, "txt"), (4, "")]],
    "VIEW": [],
    "UCS": [],
    "APPID": [[(100, "AcDbRegAppTableRecord"), (2, "ACAD"), (70, 0)]],
    "DIMSTYLE": [],
    "BLOCK_RECORD": [[(100, "AcDbBlockTableRecord"), (2, name), (340, 0), (70, 0), (280, 1), (281, 0)] for name in SPACES],
}  # fmt: skip


def render_dxf(outlines: Sequence[Outline], height_mm: float) -> bytes:
    """The file's bytes. y runs up from the bottom edge of paper `height_mm` high; the paper's corner is the origin."""
    new_handle = map("{:X}".format, count(1)).__next__
    pairs = [*_body(outlines, height_mm, new_handle)]
    pairs = [*_header(outlines, height_mm, new_handle()), *pairs, (0, "EOF")]
    return "".join(f"{code:>3}\r\n{_value(value)}\r\n" for code, value in pairs).encode("ascii")


def _value(value: object) -> str:
    if isinstance(value, float):
        text = f"{value:.6f}".rstrip("0")
        return text + "0" if text.endswith(".") else text
    return str(value)


def _header(outlines: Sequence[Outline], height_mm: float, seed: str) -> list[Pair]:
    """$INSUNITS 4: millimeters; $MEASUREMENT 1: metric. Without them a program guesses inches."""
    boxes = [outline.box for outline in outlines]
    left, bottom = min(box.left for box in boxes), height_mm - max(box.bottom for box in boxes)
    right, top = max(box.right for box in boxes), height_mm - min(box.top for box in boxes)
    return [
        (0, "SECTION"), (2, "HEADER"),
        (9, "$ACADVER"), (1, "AC1024"), (9, "$DWGCODEPAGE"), (3, "ANSI_1252"),
        (9, "$INSUNITS"), (70, 4), (9, "$MEASUREMENT"), (70, 1),
        (9, "$EXTMIN"), (10, left), (20, bottom), (30, 0.0), (9, "$EXTMAX"), (10, right), (20, top), (30, 0.0),
        (9, "$HANDSEED"), (5, seed), (0, "ENDSEC"),
    ]  # fmt: skip


def _layer(name: str) -> list[Pair]:
    return [(100, "AcDbLayerTableRecord"), (2, name), (70, 0), (62, COLORS.get(name, 7)), (6, "Continuous")]


def _body(outlines: Sequence[Outline], height_mm: float, new_handle: Callable[[], str]) -> Iterator[Pair]:
    """Tables, blocks, entities, and objects; the seed of further handles, in the header, is the next after theirs."""
    yield from [(0, "SECTION"), (2, "TABLES")]
    handles: list[str] = []  # of the records of a table; in the end, of the two spaces
    layers = ["0", *dict.fromkeys(outline.layer for outline in outlines)]
    for name, records in (TABLES | {"LAYER": list(map(_layer, layers))}).items():
        table, handles = new_handle(), []
        yield from [(0, "TABLE"), (2, name), (5, table), (330, 0), (100, "AcDbSymbolTable"), (70, len(records))]
        if name == "DIMSTYLE":
            yield 100, "AcDbDimStyleTable"
        for record in records:
            handles.append(new_handle())
            yield from [(0, name), (5, handles[-1]), (330, table), (100, "AcDbSymbolTableRecord"), *record]
        yield 0, "ENDTAB"
    yield from [(0, "ENDSEC"), (0, "SECTION"), (2, "BLOCKS")]
    for owner, name in zip(handles, SPACES, strict=True):
        entity = [(330, owner), (100, "AcDbEntity"), (8, "0")]
        yield from [(0, "BLOCK"), (5, new_handle()), *entity, (100, "AcDbBlockBegin")]
        yield from [(2, name), (70, 0), (10, 0.0), (20, 0.0), (30, 0.0), (3, name), (1, "")]
        yield from [(0, "ENDBLK"), (5, new_handle()), *entity, (100, "AcDbBlockEnd")]
    yield from [(0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES")]
    for outline in outlines:
        yield from [(0, "LWPOLYLINE"), (5, new_handle()), (330, handles[0]), (100, "AcDbEntity"), (8, outline.layer)]
        yield from [(100, "AcDbPolyline"), (90, len(outline.vertices)), (70, int(outline.closed)), (43, 0.0)]
        for vertex in outline.vertices:
            yield from [(10, float(vertex.x_mm)), (20, float(height_mm - vertex.y_mm))]
            if vertex.bulge:  # y is turned over, and with it the sense of an arc
                yield 42, -float(vertex.bulge)
    root, groups = new_handle(), new_handle()
    yield from [
        (0, "ENDSEC"), (0, "SECTION"), (2, "OBJECTS"),
        (0, "DICTIONARY"), (5, root), (330, 0), (100, "AcDbDictionary"), (281, 1), (3, "ACAD_GROUP"), (350, groups),
        (0, "DICTIONARY"), (5, groups), (330, root), (100, "AcDbDictionary"), (281, 1),
        (0, "ENDSEC"),
    ]  # fmt: skip
