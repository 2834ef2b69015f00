"""A drawing as SVG: text as paths, nothing fetched from elsewhere, named for screen readers; and cuts and creases as DXF."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from html import escape
from itertools import count

from tt_print.draw.geometry import CREASE, CUT, IDENTITY, Matrix, Outline, exact_number, number, outline_path
from tt_print.draw.shapes import Bitmap, Drawing, Group, Ink, Item, Path, Text
from tt_print.draw.text import letter_outline, letter_starts, outline, text_start

WORTH_SHARING = 120  # a reference to a path takes about 50 characters itself
MUCH_TEXT = 60  # letters; with fewer of them a path a line is smaller than a path a letter
NAMESPACES = {
    "xmlns": "http://www.w3.org/2000/svg",
    "xmlns:ev": "http://www.w3.org/2001/xml-events",
    "xmlns:xlink": "http://www.w3.org/1999/xlink",
}
_BLANKS = re.compile(r" ?([MLCQZ]) ?")


def render_svg(drawing: Drawing) -> str:
    """The whole file's text. Groups that share their items become one `<g>` in `<defs>`."""
    return _Writer(drawing).text()


class _Writer:
    def __init__(self, drawing: Drawing) -> None:
        self.drawing = drawing
        self.defs: list[str] = []
        self.uses: Counter[int] = Counter()
        self.shared: dict[int, str] = {}
        self.clips: dict[str, str] = {}
        self.paths: dict[str, str] = {}
        self.path_uses: Counter[str] = Counter()
        self.letters = 0
        self.letter_names: dict[tuple[str, str], str] = {}

    def text(self) -> str:
        drawing = self.drawing
        words = {"title": drawing.title} | ({"desc": drawing.description} if drawing.description else {})
        width, height = number(drawing.width_mm), number(drawing.height_mm)
        root = {
            **NAMESPACES, "baseProfile": "full", "version": "1.1", "role": "img", "aria-labelledby": " ".join(words),
            "width": f"{width}mm", "height": f"{height}mm", "viewBox": f"0 0 {width} {height}",
        }  # fmt: skip
        self._count(drawing.items)
        shown = "".join(map(self._element, drawing.items))
        named = "".join(_written(name, {"id": name}, escape(text, quote=False)) for name, text in words.items())
        defs = _written("defs", {}, "".join(self.defs)) if self.defs else ""
        return f'<?xml version="1.0" encoding="utf-8"?>\n{_written("svg", root, named + defs + shown)}\n'

    def _count(self, items: tuple[Item, ...]) -> None:
        for item in items:
            if isinstance(item, Path):
                self.path_uses[item.d] += 1
            elif isinstance(item, Text):
                self.letters += len(item.string)
            elif isinstance(item, Group):
                self.path_uses[item.clip or ""] += 1
                self.uses[id(item.items)] += 1
                if self.uses[id(item.items)] == 1:
                    self._count(item.items)

    def _element(self, item: Item) -> str:
        if isinstance(item, Path):
            return self._outline(item.d, **_style(item)) if self._is_shared(item.d) else _path(item)
        if isinstance(item, Text):
            return self._text(item)
        if isinstance(item, Bitmap):
            return _picture(item)
        moved = _moved(item.matrix)
        if self.uses[id(item.items)] > 1:
            use = _use(self._share(item.items), **moved)
            return use if item.clip is None else self._clipped(item.clip, use)
        if item.clip is None:
            return self._group(item.items, **moved)
        return self._clipped(item.clip, "".join(map(self._element, item.items)), **moved)

    def _outline(self, d: str, **style: str) -> str:
        """A path, or where the same one comes again, a reference to the first."""
        if not self._is_shared(d):
            return _written("path", {"d": _compact(d), **style})
        if d not in self.paths:
            self.paths[d] = f"p{len(self.paths) + 1}"
            self.defs.append(_written("path", {"d": _compact(d), "id": self.paths[d]}))
        return _use(self.paths[d], **style)

    def _is_shared(self, d: str) -> bool:
        return self.path_uses[d] > 1 and len(d) >= WORTH_SHARING

    def _text(self, text: Text) -> str:
        if self.letters > MUCH_TEXT and len(text.string) > 1 and text.halo is None:
            return self._typeset(text)
        if text.halo is None:
            return _letters(text)
        # a path of its own: `paint-order` is not known to every renderer, which then lays the halo over the letters
        return self._group((Path(outline(text), text.halo, text.halo, 2 * text.halo_mm), replace(text, halo=None)))

    def _typeset(self, text: Text) -> str:
        """A line whose letters refer to outlines that every line of the font shares."""
        x, y = text_start(text)
        across, up = text.size_mm * text.stretch / 1000, text.size_mm / 1000
        placed = zip(letter_starts(text), text.string, strict=True)
        letters = "".join(
            _use(self._letter(text.font, letter), x=number((start - x) / across))
            for start, letter in placed if letter != " "
        )  # fmt: skip
        transform = f"matrix({across:.7g} 0 0 {up:.7g} {number(x)} {number(y)})"
        return _written("g", {"fill": text.fill.rgb, "transform": transform}, letters)

    def _letter(self, font: str, letter: str) -> str:
        key = (font, letter)
        if key not in self.letter_names:
            self.letter_names[key] = f"l{len(self.letter_names) + 1}"
            self.defs.append(_written("path", {"d": letter_outline(font, letter), "id": self.letter_names[key]}))
        return self.letter_names[key]

    def _group(self, items: tuple[Item, ...], **moved: str) -> str:
        return _written("g", moved, "".join(map(self._element, items)))

    def _share(self, items: tuple[Item, ...]) -> str:
        if id(items) not in self.shared:
            name = f"g{len(self.shared) + 1}"
            self.shared[id(items)] = name
            self.defs.append(self._group(items, id=name))
        return self.shared[id(items)]

    def _clipped(self, clip: str, shown: str, **moved: str) -> str:
        if clip not in self.clips:
            self.clips[clip] = f"c{len(self.clips) + 1}"
            self.defs.append(_written("clipPath", {"id": self.clips[clip]}, self._outline(clip)))
        return _written("g", {"clip-path": f"url(#{self.clips[clip]})", **moved}, shown)


def _written(name: str, attributes: Mapping[str, str], inside: str = "") -> str:
    """An element. No figure, color, or name of ours has a letter to escape."""
    opened = " ".join([name, *(f'{key}="{value}"' for key, value in sorted(attributes.items()))])
    return f"<{opened}>{inside}</{name}>" if inside else f"<{opened} />"


@cache
def _path(path: Path) -> str:
    return _written("path", {"d": _compact(path.d), **_style(path)})


def _use(name: str, **attributes: str) -> str:
    """What has this name in the document, again."""
    return _written("use", {**attributes, "xlink:href": f"#{name}"})


@cache
def _letters(text: Text) -> str:
    """A line of text as one path."""
    return _written("path", {"d": outline(text), "fill": text.fill.rgb})


def _picture(picture: Bitmap) -> str:
    """With its pixels in the file: a file that has to be kept beside it would get lost."""
    from base64 import b64encode

    from tt_print.draw.pixels import encode_samples

    samples = picture.screen
    kind, data = ("jpeg", samples.data) if samples.packing == "jpeg" else ("png", encode_samples(samples))
    place = {"x": picture.x_mm, "y": picture.y_mm, "width": picture.width_mm, "height": picture.height_mm}
    shown = {"preserveAspectRatio": "none", "xlink:href": f"data:image/{kind};base64,{b64encode(data).decode()}"}
    return _written("image", {**{name: number(mm) for name, mm in place.items()}, **shown})


@cache
def _compact(d: str) -> str:
    """The same path data without the spaces that SVG can do without."""
    return _BLANKS.sub(r"\1", d)


def _style(path: Path) -> dict[str, str]:
    style = {"fill": _rgb(path.fill)}
    if path.stroke is not None:
        style |= {"stroke": path.stroke.rgb, "stroke-width": number(path.width_mm)}
        if path.join != "miter":
            style["stroke-linejoin"] = path.join
        if path.cap != "butt":
            style["stroke-linecap"] = path.cap
        if path.dash_mm:
            style["stroke-dasharray"] = " ".join(map(number, path.dash_mm))
    return style


def _rgb(ink: Ink | None) -> str:
    return "none" if ink is None else ink.rgb


def _moved(matrix: Matrix) -> dict[str, str]:
    if matrix == IDENTITY:
        return {}
    if matrix[:4] == (1, 0, 0, 1):
        return {"transform": f"translate({number(matrix[4])} {number(matrix[5])})"}
    # six places: a factor of a size is multiplied by up to 400 mm
    return {"transform": f"matrix({' '.join(map(exact_number, matrix))})"}


# ---------------------------------------------------------------- cuts

INKS = {CUT: Ink("#FF0000", (0, 100, 100, 0)), CREASE: Ink("#0000FF", (100, 100, 0, 0))}
HAIRLINE_MM = 0.1


def cut_files(
    outlines: Sequence[Outline], size_mm: tuple[float, float], title: str, stem: str = "cut"
) -> dict[str, bytes]:
    """`cut.svg` and `cut.dxf` on a page of this size. Cuts are red in SVG, creases blue; in DXF each has its layer."""
    lines = tuple(Path(outline_path(o), stroke=INKS[o.layer], width_mm=HAIRLINE_MM) for o in outlines)
    drawing = Drawing(*size_mm, lines, title, "Red lines are cut, blue lines are creased.")
    return {f"{stem}.svg": render_svg(drawing).encode(), f"{stem}.dxf": render_dxf(outlines, size_mm[1])}


# ---------------------------------------------------------------- DXF

# DXF R2010 (AC1024) in millimeters: closed polylines, arcs as bulges, a layer each. From Autodesk's DXF reference, the least that programs
# ask for: a header with units, the nine tables, two blocks, the entities, and a root dictionary. Every object has a handle and names its owner's.


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
    boxes = [cut.box for cut in outlines]
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
    layers = ["0", *dict.fromkeys(cut.layer for cut in outlines)]
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
    for cut in outlines:
        yield from [(0, "LWPOLYLINE"), (5, new_handle()), (330, handles[0]), (100, "AcDbEntity"), (8, cut.layer)]
        yield from [(100, "AcDbPolyline"), (90, len(cut.vertices)), (70, int(cut.closed)), (43, 0.0)]
        for vertex in cut.vertices:
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
