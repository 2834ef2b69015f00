"""A drawing as SVG: text as paths, nothing fetched from elsewhere, named for screen readers; and cuts and creases as DXF."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import count

from svgwrite import Drawing as Document

from tt_print.draw.geometry import CREASE, CUT, IDENTITY, Matrix, Outline, exact_number, number, outline_path
from tt_print.draw.shapes import Bitmap, Drawing, Group, Ink, Item, Path, Text
from tt_print.draw.text import letter_outline, letter_starts, outline, text_start

WORTH_SHARING = 120  # a reference to a path takes about 50 characters itself
MUCH_TEXT = 60  # letters; with fewer of them a path a line is smaller than a path a letter
# Makes elements that belong to no document yet. debug=True would check each attribute (6 x slower) and refuses role and aria-*
_NEW = Document(profile="full", debug=False)
_BLANKS = re.compile(r" ?([MLCQZ]) ?")


def render_svg(drawing: Drawing) -> str:
    """The whole file's text. Groups that share their items become one `<g>` in `<defs>`."""
    return _Writer(drawing).text()


class _Writer:
    def __init__(self, drawing: Drawing) -> None:
        width, height = number(drawing.width_mm), number(drawing.height_mm)
        self.document = Document(
            size=(f"{width}mm", f"{height}mm"), viewBox=f"0 0 {width} {height}", profile="full", debug=False
        )
        self.drawing = drawing
        self.uses: Counter[int] = Counter()
        self.shared: dict[int, str] = {}
        self.clips: dict[str, str] = {}
        self.paths: dict[str, str] = {}
        self.path_uses: Counter[str] = Counter()
        self.letters = 0
        self.letter_names: dict[tuple[str, str], str] = {}

    def text(self) -> str:
        document = self.document
        document.attribs["role"] = "img"
        document.attribs["aria-labelledby"] = "title desc" if self.drawing.description else "title"
        document.set_desc(self.drawing.title, self.drawing.description or None)
        for element in document.elements:
            if element is not document.defs:
                element.xml.set("id", element.elementname)
        self._count(self.drawing.items)
        for item in self.drawing.items:
            document.add(self._element(item))
        if not document.defs.elements:
            document.elements.remove(document.defs)
        written = ElementTree.tostring(document.get_xml(), encoding="unicode")  # sooner than its own `tostring`
        return (
            '<?xml version="1.0" encoding="utf-8"?>\n'
            + _PLACE.sub(lambda place: _Finished.texts[int(place[1])], written)
            + "\n"
        )

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

    def _element(self, item: Item) -> object:
        if isinstance(item, Path):
            return self._outline(item.d, **_style(item)) if self._is_shared(item.d) else _path(item)
        if isinstance(item, Text):
            return self._text(item)
        if isinstance(item, Bitmap):
            return _picture(item)
        moved = _transform(item.matrix)
        if self.uses[id(item.items)] > 1:
            use = _use(self._share(item.items), **moved)
            if item.clip is None:
                return use
            return self._clip(item.clip, [use])
        if item.clip is None:
            return self._group(item.items, **moved)
        return self._clip(item.clip, [self._element(i) for i in item.items], **moved)

    def _outline(self, d: str, **style: str) -> object:
        """A path, or where the same one comes again, a reference to the first."""
        if not self._is_shared(d):
            return self.document.path(d=_compact(d), **style)
        if d not in self.paths:
            self.paths[d] = f"p{len(self.paths) + 1}"
            self.document.defs.add(self.document.path(d=_compact(d), id=self.paths[d]))
        return _use(self.paths[d], **style)

    def _is_shared(self, d: str) -> bool:
        return self.path_uses[d] > 1 and len(d) >= WORTH_SHARING

    def _text(self, text: Text) -> object:
        if self.letters > MUCH_TEXT and len(text.string) > 1 and text.halo is None:
            return self._typeset(text)
        letters = _letters(text)
        if text.halo is None:
            return letters
        # a path of its own: `paint-order` is not known to every renderer, which then lays the halo over the letters
        return self._group((Path(outline(text), text.halo, text.halo, 2 * text.halo_mm), replace(text, halo=None)))

    def _typeset(self, text: Text) -> object:
        """A line whose letters refer to outlines that every line of the font shares."""
        x, y = text_start(text)
        across, up = text.size_mm * text.stretch / 1000, text.size_mm / 1000
        line = self.document.g(
            fill=text.fill.rgb, transform=f"matrix({across:.7g} 0 0 {up:.7g} {number(x)} {number(y)})"
        )
        placed = zip(letter_starts(text), text.string, strict=True)
        line.add(_Finished("".join(
            _write_element("use", {"x": number((start - x) / across), "xlink:href": f"#{self._letter(text.font, letter)}"})
            for start, letter in placed if letter != " "
        )))  # fmt: skip
        return line

    def _letter(self, font: str, letter: str) -> str:
        key = (font, letter)
        if key not in self.letter_names:
            self.letter_names[key] = f"l{len(self.letter_names) + 1}"
            self.document.defs.add(self.document.path(d=letter_outline(font, letter), id=self.letter_names[key]))
        return self.letter_names[key]

    def _group(self, items: tuple[Item, ...], **moved: str) -> object:
        group = self.document.g(**moved)
        for item in items:
            group.add(self._element(item))
        return group

    def _share(self, items: tuple[Item, ...]) -> str:
        if id(items) not in self.shared:
            name = f"g{len(self.shared) + 1}"
            self.shared[id(items)] = name
            self.document.defs.add(self._group(items, id=name))
        return self.shared[id(items)]

    def _clip(self, clip: str, elements: list[object], **moved: str) -> object:
        if clip not in self.clips:
            self.clips[clip] = f"c{len(self.clips) + 1}"
            area = self.document.clipPath(id=self.clips[clip])
            area.add(self._outline(clip))
            self.document.defs.add(area)
        group = self.document.g(clip_path=f"url(#{self.clips[clip]})", **moved)
        for element in elements:
            group.add(element)
        return group


class _Finished:
    """The place of an element of svgwrite's, in which its text is put in the end. The same one is in any number of documents:
    of all the paths and letters in a deck's pictures one in ten is a new one.
    """

    texts: list[str] = []

    def __init__(self, text: str) -> None:
        self.place = ElementTree.Element(f"f{len(self.texts)}")
        self.texts.append(text)

    def get_xml(self) -> ElementTree.Element:
        return self.place


_PLACE = re.compile(r"<f(\d+) />")


@cache
def _path(path: Path) -> _Finished:
    return _Finished(_write_element("path", {"d": _compact(path.d), **_style(path)}))


@cache
def _use(name: str, **attributes: str) -> _Finished:
    """What has this name in the document, again."""
    return _Finished(_write_element("use", {**attributes, "xlink:href": f"#{name}"}))


@cache
def _letters(text: Text) -> _Finished:
    """A line of text as one path."""
    return _Finished(_write_element("path", {"d": outline(text), "fill": text.fill.rgb}))


def _write_element(name: str, attributes: dict[str, str]) -> str:
    """An element as svgwrite would write it, in a tenth of the time. No figure or color has a letter to escape."""
    words = sorted((key.replace("_", "-"), value) for key, value in attributes.items())
    return f"<{name} " + " ".join(f'{key}="{value}"' for key, value in words) + " />"


def _picture(picture: Bitmap) -> object:
    """With its pixels in the file: a file that has to be kept beside it would get lost."""
    from base64 import b64encode

    from tt_print.draw.pixels import encode_samples

    samples = picture.screen
    kind, data = ("jpeg", samples.data) if samples.packing == "jpeg" else ("png", encode_samples(samples))
    place = (number(picture.x_mm), number(picture.y_mm))
    size = (number(picture.width_mm), number(picture.height_mm))
    image = _NEW.image(f"data:image/{kind};base64,{b64encode(data).decode()}", place, size)
    image["preserveAspectRatio"] = "none"
    return image


@cache
def _compact(d: str) -> str:
    """The same path data without the spaces that SVG can do without."""
    return _BLANKS.sub(r"\1", d)


def _style(path: Path) -> dict[str, str]:
    style = {"fill": path.fill.rgb if path.fill else "none"}
    if path.stroke is not None:
        style |= {"stroke": path.stroke.rgb, "stroke_width": number(path.width_mm)}
        if path.join != "miter":
            style["stroke_linejoin"] = path.join
        if path.cap != "butt":
            style["stroke_linecap"] = path.cap
        if path.dash_mm:
            style["stroke_dasharray"] = " ".join(map(number, path.dash_mm))
    return style


def _transform(matrix: Matrix) -> dict[str, str]:
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
