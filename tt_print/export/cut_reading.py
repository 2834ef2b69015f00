"""Cut files, SVG and DXF, read without the writers' libraries and compared with the outlines that they should hold."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import isfinite
from xml.etree import ElementTree

from tt_print.drawing.geometry import Rect
from tt_print.drawing.outline import CREASE, CUT, Outline
from tt_print.errors import InputError
from tt_print.export.findings import Finding
from tt_print.records import dataclass

LAYER_OF = {"#ff0000": CUT, "#0000ff": CREASE}
UNITS = {0: "none", 1: "inches", 4: "millimeters", 5: "centimeters", 6: "meters"}  # DXF, $INSUNITS


@dataclass(frozen=True, slots=True)
class ReadLine:
    """A line as a file has it: corners in millimeters, y down from the page's top."""

    layer: str
    closed: bool
    points: tuple[tuple[float, float], ...]
    arcs: int

    @property
    def box(self) -> Rect:
        """Of its corners."""
        xs, ys = zip(*self.points, strict=True)
        return Rect.from_edges(min(xs), min(ys), max(xs), max(ys))


def read_dxf(data: bytes, height_mm: float) -> list[ReadLine]:
    """Every polyline of the entities section. Raises InputError for what is no DXF in millimeters."""
    try:
        rows = data.decode("ascii").splitlines()
        pairs = [(int(code), value.strip()) for code, value in zip(rows[::2], rows[1::2], strict=True)]
        if not pairs or pairs[-1] != (0, "EOF"):
            raise InputError("no whole DXF file: its end is missing")
        units = next((int(pairs[i + 1][1]) for i, pair in enumerate(pairs[:-1]) if pair == (9, "$INSUNITS")), 0)
        entities = list(_entities(pairs))
        lines = [_read_polyline(entity, height_mm) for entity in entities if entity[0][1] == "LWPOLYLINE"]
    except ValueError:
        raise InputError("no readable DXF file") from None
    if units != 4:
        raise InputError(f"units are {UNITS.get(units, units)}, not millimeters")
    return lines


def _entities(pairs: list[tuple[int, str]]) -> Iterator[list[tuple[int, str]]]:
    """Each entity of the entities section, from the code that names it to the next."""
    start = pairs.index((2, "ENTITIES")) if (2, "ENTITIES") in pairs else len(pairs)
    entity: list[tuple[int, str]] = []
    for pair in pairs[start:]:
        if pair[0] == 0:
            if entity and entity[0][0] == 0:
                yield entity
            entity = []
        entity.append(pair)
        if pair == (0, "ENDSEC"):
            return


def _read_polyline(entity: list[tuple[int, str]], height_mm: float) -> ReadLine:
    layer = next((value for code, value in entity if code == 8), "")
    closed = any(code == 70 and int(value) & 1 for code, value in entity)
    xs = [float(value) for code, value in entity if code == 10]
    ys = [height_mm - float(value) for code, value in entity if code == 20]
    return _line(layer, closed, list(zip(xs, ys, strict=True)), sum(code == 42 for code, _ in entity))


def _line(layer: str, closed: bool, points: list[tuple[float, float]], arcs: int) -> ReadLine:
    """Raises ValueError for a line without corners, or with one that is nowhere."""
    if not points or not all(isfinite(number) for point in points for number in point):
        raise ValueError("a line without corners")
    return ReadLine(layer, closed, tuple(points), arcs)


def read_svg(data: bytes) -> tuple[tuple[float, float], list[ReadLine]]:
    """The page's size in millimeters and every path. Raises InputError for what cannot be such a file."""
    try:
        root = ElementTree.fromstring(data)
        size = tuple(float(root.attrib[key].removesuffix("mm")) for key in ("width", "height"))
        box = [float(v) for v in root.attrib["viewBox"].split()]
        lines = [_read_path(e) for e in root.iter() if e.tag.endswith("}path")]
    except (ElementTree.ParseError, LookupError, ValueError) as error:  # an encoding that there is not, a key, a number
        raise InputError(f"no readable SVG file with its size in mm ({error})") from None
    if box != [0, 0, *size]:
        raise InputError("its units are not millimeters: viewBox and size differ")
    return (size[0], size[1]), lines


def _read_path(element: ElementTree.Element) -> ReadLine:
    d = element.attrib["d"]
    points: list[tuple[float, float]] = []
    arcs = 0
    for letter, figures in re.findall(r"([MLCZ])([^MLCZ]*)", d):
        numbers = [float(v) for v in re.findall(r"-?[\d.]+", figures)]
        points += (
            list(zip(numbers[-2:-1], numbers[-1:], strict=True))
            if letter == "C"
            else list(zip(numbers[::2], numbers[1::2], strict=True))
        )
        arcs += letter == "C"
    return _line(LAYER_OF.get(element.attrib.get("stroke", "").lower(), ""), "Z" in d, points, arcs)


def compare_cuts(
    name: str, data: bytes, wanted: Sequence[Outline], size_mm: tuple[float, float], tolerance_mm: float
) -> list[Finding]:
    """What a cut file holds against the outlines that it should: layer by layer, line by line."""
    try:
        if name.endswith(".svg"):
            size, lines = read_svg(data)
            if any(abs(a - b) > tolerance_mm for a, b in zip(size, size_mm, strict=True)):
                actual, page = ("{:g} x {:g} mm".format(*sides) for sides in (size, size_mm))
                return [Finding("cut page", name, actual, page)]
        else:
            lines = read_dxf(data, size_mm[1])
    except InputError as error:
        return [Finding("cut file", name, str(error), "millimeters, polylines, whole")]
    for layer in (CUT, CREASE):
        here, there = [o for o in wanted if o.layer == layer], [line for line in lines if line.layer == layer]
        if len(here) != len(there):
            return [Finding("cuts", name, f"{len(there)} lines on layer {layer}", str(len(here)))]
        for number, (outline, line) in enumerate(zip(here, there, strict=True), 1):
            where = f"line {number} on {layer}"
            apart = max(abs(a - b) for a, b in zip(line.box.edges, outline.box.edges, strict=True))
            if line.closed != outline.closed:
                return [Finding("cuts", name, f"{where} is {'closed' if line.closed else 'open'}", "the other")]
            if apart > tolerance_mm:
                return [Finding("cuts", name, f"{where} is {apart:.2f} mm off", f"within {tolerance_mm:g} mm")]
            if bool(line.arcs) != any(vertex.bulge for vertex in outline.vertices):
                return [Finding("cuts", name, f"{where} has {line.arcs} arcs", "round where the card is round")]
    return []
