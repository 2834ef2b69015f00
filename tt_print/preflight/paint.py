"""What a page paints, in order and in which inks: its content stream followed operator by operator.

Figures are points of the page (PDF 1.7, 8.3). Nothing is drawn: this is for counting ink and finding edges.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from tt_print.drawing.geometry import IDENTITY, Matrix, apply, compose

Rect = tuple[float, float, float, float]  # left, bottom, right, top
EVERYWHERE: Rect = (-1e9, -1e9, 1e9, 1e9)


@dataclass(frozen=True, slots=True)
class Color:
    """`space` is the family of the color space (8.6.2), `parts` its components from 0 to 1, `plate` a spot's name."""

    space: str
    parts: tuple[float, ...] = ()
    plate: str = ""


@dataclass(frozen=True, slots=True)
class Paint:
    """One thing painted. `box` is its outline's, cut to the clip and without the width of a line; None where that is
    not followed (text). `over` tells whether it overprints, in which `mode` (8.6.7), `soft` what makes it transparent.
    """

    kind: str  # fill, stroke, text, image or shading
    color: Color
    box: Rect | None
    over: bool = False
    mode: int = 0
    soft: str = ""
    dpi: float = 0.0
    image: Any = None


@dataclass
class Painted:
    """`missing` are names of resources that the operators use and the page has not."""

    paints: list[Paint] = field(default_factory=list)
    missing: set[str] = field(default_factory=set)


@dataclass
class _State:
    matrix: Matrix = IDENTITY
    fill: Color = Color("DeviceGray", (0.0,))
    stroke: Color = Color("DeviceGray", (0.0,))
    fill_over: bool = False
    stroke_over: bool = False
    mode: int = 0
    soft: dict[str, str] = field(default_factory=dict)
    clip: Rect = EVERYWHERE
    text_mode: int = 0


Operations = Iterable[tuple[list[Any], bytes]]
DEVICE = {b"g": "DeviceGray", b"rg": "DeviceRGB", b"k": "DeviceCMYK"}
FILLS, STROKES = {b"f", b"F", b"f*", b"B", b"B*", b"b", b"b*"}, {b"S", b"s", b"B", b"B*", b"b", b"b*"}
DEPTH = 20  # forms within forms; a file that goes deeper is a trap


class Painter:
    """`read` gives a form's operations; it is handed in, so that this knows no library."""

    def __init__(self, read: Any) -> None:
        self._read = read

    def paint(self, operations: Operations, resources: Any) -> Painted:
        found = Painted()
        self._run(operations, resources, _State(), found, 0)
        return found

    def _run(self, operations: Operations, resources: Any, state: _State, found: Painted, depth: int) -> None:
        stack: list[_State] = []
        points: list[tuple[float, float]] = []
        clips = False
        for operands, operator in operations:
            if operator in (b"m", b"l", b"c", b"v", b"y"):
                figures = [float(v) for v in operands]
                points += [apply(state.matrix, x, y) for x, y in zip(figures[::2], figures[1::2], strict=False)]
            elif operator == b"re":
                x, y, wide, high = (float(v) for v in operands)
                points += [apply(state.matrix, px, py) for px in (x, x + wide) for py in (y, y + high)]
            elif operator in FILLS or operator in STROKES or operator == b"n":
                box = _cut(_around(points), state.clip)
                if operator in FILLS:
                    found.paints.append(_painted("fill", state, box))
                if operator in STROKES:
                    found.paints.append(_painted("stroke", state, box))
                if clips and points:
                    state.clip = box
                points, clips = [], False
            elif operator in (b"W", b"W*"):
                clips = True
            elif operator == b"q":
                stack.append(replace(state, soft=dict(state.soft)))
            elif operator == b"Q":
                state = stack.pop() if stack else state
            elif operator == b"cm":
                state.matrix = compose(state.matrix, tuple(float(v) for v in operands))
            elif operator.lower() in DEVICE:
                self._set(state, operator.isupper(), Color(DEVICE[operator.lower()], tuple(float(v) for v in operands)))
            elif operator in (b"cs", b"CS"):
                self._set(state, operator == b"CS", self._space(operands[0], resources, found))
            elif operator in (b"sc", b"scn", b"SC", b"SCN"):
                old = state.stroke if operator.isupper() else state.fill
                parts = tuple(float(v) for v in operands if not isinstance(v, str))
                self._set(state, operator.isupper(), replace(old, parts=parts))
            elif operator == b"gs":
                self._change(state, operands[0], resources, found)
            elif operator == b"Tr":
                state.text_mode = int(operands[0])
            elif operator == b"Tf":
                self._resource(resources, "/Font", operands[0], found)
            elif operator in (b"Tj", b"TJ", b"'", b'"'):
                found.paints += _text(state)
            elif operator == b"sh":
                self._resource(resources, "/Shading", operands[0], found)
                found.paints.append(_painted("shading", replace(state, fill=Color("Shading")), state.clip))
            elif operator == b"INLINE IMAGE":
                found.paints.append(_image(state, operands, _inline_space(operands)))
            elif operator == b"Do":
                self._do(operands[0], resources, state, found, depth)

    @staticmethod
    def _set(state: _State, strokes: bool, color: Color) -> None:
        if strokes:
            state.stroke = color
        else:
            state.fill = color

    def _resource(self, resources: Any, kind: str, name: Any, found: Painted) -> Any:
        held = _get(_get(resources, kind), name)
        if held is None:
            found.missing.add(f"{kind[1:]} {str(name)[1:]}")
        return held

    def _space(self, name: Any, resources: Any, found: Painted) -> Color:
        if str(name) in ("/DeviceGray", "/DeviceRGB", "/DeviceCMYK", "/Pattern"):
            return Color(str(name)[1:], (0.0,) if name != "/DeviceCMYK" else (0.0, 0.0, 0.0, 1.0))
        return color_of(self._resource(resources, "/ColorSpace", name, found))

    def _change(self, state: _State, name: Any, resources: Any, found: Painted) -> None:
        """An extended graphics state (8.4.5). `OP` alone sets both ways of overprinting."""
        change = self._resource(resources, "/ExtGState", name, found) or {}
        if (both := _get(change, "/OP")) is not None:
            state.stroke_over = state.fill_over = _true(both)
        if (filled := _get(change, "/op")) is not None:
            state.fill_over = _true(filled)
        if (mode := _get(change, "/OPM")) is not None:
            state.mode = int(mode)
        for key, plain in (("/ca", 1.0), ("/CA", 1.0), ("/BM", "/Normal"), ("/SMask", "/None")):
            value = _get(change, key)
            if value is None:
                continue
            opaque = float(value) == plain if isinstance(plain, float) else str(value) in (plain, "/Compatible")
            state.soft.pop(key, None)
            if not opaque:
                state.soft[key] = f"{key[1:]} {value}" if key != "/SMask" else "a soft mask"

    def _do(self, name: Any, resources: Any, state: _State, found: Painted, depth: int) -> None:
        held = self._resource(resources, "/XObject", name, found)
        if held is None or depth > DEPTH:
            return
        if str(_get(held, "/Subtype")) == "/Image":
            soft = "a soft mask" if _get(held, "/SMask") is not None else ""
            mask = str(_get(held, "/ImageMask")).lower() == "true"
            space = state.fill if mask else color_of(_get(held, "/ColorSpace"))
            found.paints.append(replace(_image(state, held, space), soft=soft or _soft(state)))
        elif str(_get(held, "/Subtype")) == "/Form":
            inner = replace(state, soft=dict(state.soft))
            placed = [float(v) for v in _get(held, "/Matrix") or IDENTITY]
            inner.matrix = compose(state.matrix, tuple(placed))
            own = _get(held, "/Resources")
            self._run(self._read(held), own if own is not None else resources, inner, found, depth + 1)


def _painted(kind: str, state: _State, box: Rect | None) -> Paint:
    strokes = kind == "stroke"
    color, over = (state.stroke, state.stroke_over) if strokes else (state.fill, state.fill_over)
    return Paint(kind, color, box, over, state.mode, _soft(state))


def _soft(state: _State) -> str:
    return ", ".join(state.soft.values())


def _text(state: _State) -> Iterator[Paint]:
    """Text modes (9.3.6): 0 fills, 1 strokes, 2 does both, 3 is invisible; 4 more clips as well."""
    if state.text_mode % 4 in (0, 2):
        yield replace(_painted("fill", state, None), kind="text")
    if state.text_mode % 4 in (1, 2):
        yield replace(_painted("stroke", state, None), kind="text")


def _image(state: _State, held: Any, space: Color) -> Paint:
    """A picture fills the unit square; its pixels an inch follow from that."""
    corners = [apply(state.matrix, x, y) for x in (0, 1) for y in (0, 1)]
    (x0, y0), (x1, y1), (x2, y2) = corners[0], corners[2], corners[1]
    wide, high = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5, ((x2 - x0) ** 2 + (y2 - y0) ** 2) ** 0.5
    settings = _get(held, "settings") or held
    pixels = [_get(settings, key) or _get(settings, short) or 0 for key, short in (("/Width", "/W"), ("/Height", "/H"))]
    dpi = min(float(count) / size * 72 if size else 0.0 for count, size in zip(pixels, (wide, high), strict=True))
    box = _cut(_around(corners), state.clip)
    return replace(_painted("image", state, box), color=space, dpi=dpi, image=held)


def _inline_space(held: Any) -> Color:
    settings = _get(held, "settings") or {}
    name = str(_get(settings, "/ColorSpace") or _get(settings, "/CS") or "/G")
    return Color({"/G": "DeviceGray", "/RGB": "DeviceRGB", "/CMYK": "DeviceCMYK"}.get(name, name[1:]))


def color_of(space: Any) -> Color:
    """The family of a color space, down to the one that an Indexed or Pattern one stands on."""
    if space is None:
        return Color("unknown")
    if isinstance(space, str):
        return Color(space[1:])
    family = str(space[0])[1:]
    if family in ("Indexed", "Pattern") and len(space) > 1:
        return color_of(_get(space, 1))
    if family == "Separation":
        base = color_of(_get(space, 2)).space
        return Color(f"Separation on {base}", (1.0,), str(space[1])[1:])
    return Color(family)


def _around(points: list[tuple[float, float]]) -> Rect | None:
    if not points:
        return None
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _cut(box: Rect | None, clip: Rect) -> Rect | None:
    if box is None:
        return None
    return max(box[0], clip[0]), max(box[1], clip[1]), min(box[2], clip[2]), min(box[3], clip[3])


def _true(value: Any) -> bool:
    return str(getattr(value, "value", value)).lower() == "true"


def _get(held: Any, key: Any) -> Any:
    """An entry of a dictionary or array, itself and not a reference to it; None where there is none."""
    if held is None:
        return None
    try:
        value = held[key]
    except (KeyError, IndexError, TypeError):
        return None
    value = value.get_object() if hasattr(value, "get_object") else value
    return None if type(value).__name__ == "NullObject" else value
