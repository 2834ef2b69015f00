"""What a page paints, in order and in which inks: its content stream followed operator by operator.

Figures are points of the page (PDF 1.7, 8.3). Nothing is drawn: this is for counting ink and finding edges.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from tt_print.drawing.geometry import IDENTITY, Matrix, Point, apply, compose


class PageRect(NamedTuple):
    """In points of the page, with y up."""

    left: float
    bottom: float
    right: float
    top: float

    def within(self, other: PageRect, slack: float = 0.0) -> bool:
        return (
            self.left >= other.left - slack and self.bottom >= other.bottom - slack
            and self.right <= other.right + slack and self.top <= other.top + slack
        )  # fmt: skip

    def equals(self, other: PageRect, slack: float) -> bool:
        return all(abs(a - b) <= slack for a, b in zip(self, other, strict=True))


EVERYWHERE = PageRect(-1e9, -1e9, 1e9, 1e9)


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
    box: PageRect | None
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
    clip: PageRect = EVERYWHERE
    text_mode: int = 0

    def copy(self) -> _State:
        return replace(self, soft=dict(self.soft))

    def set_color(self, strokes: bool, color: Color) -> None:
        if strokes:
            self.stroke = color
        else:
            self.fill = color


Operation = tuple[list[Any], bytes]  # operands, operator
ReadForm = Callable[[Any], Iterable[Operation]]
DEVICE = {b"g": "DeviceGray", b"rg": "DeviceRGB", b"k": "DeviceCMYK"}
FILLS, STROKES = {b"f", b"F", b"f*", b"B", b"B*", b"b", b"b*"}, {b"S", b"s", b"B", b"B*", b"b", b"b*"}
MAX_DEPTH = 20  # forms within forms; a file that goes deeper is a trap


class Painter:
    """Follows the operators of a page or form. `read` gives those of a form; it is handed in, so that this knows no
    library.
    """

    def __init__(self, read: ReadForm) -> None:
        self._read = read

    def paint(self, operations: Iterable[Operation], resources: Any) -> Painted:
        found = Painted()
        _Run(self._read, resources, found, _State(), 0).follow(operations)
        return found


class _Run:
    """One content stream: the state at hand, those that wait for `Q`, and the path that is being built."""

    def __init__(self, read: ReadForm, resources: Any, found: Painted, state: _State, depth: int) -> None:
        self._read, self._resources, self._found, self._depth = read, resources, found, depth
        self._state = state
        self._stack: list[_State] = []
        self._points: list[Point] = []
        self._clips = False

    def follow(self, operations: Iterable[Operation]) -> None:
        for operands, operator in operations:
            if step := _STEPS.get(operator):
                step(self, operands, operator)

    # Paths

    def _extend(self, operands: list[Any], operator: bytes) -> None:
        figures = [float(v) for v in operands]
        self._points += [apply(self._state.matrix, x, y) for x, y in zip(figures[::2], figures[1::2], strict=False)]

    def _add_rectangle(self, operands: list[Any], operator: bytes) -> None:
        x, y, width, height = (float(v) for v in operands)
        self._points += [apply(self._state.matrix, px, py) for px in (x, x + width) for py in (y, y + height)]

    def _paint_path(self, operands: list[Any], operator: bytes) -> None:
        box = _clipped(_bounds(self._points), self._state.clip)
        if operator in FILLS:
            self._found.paints.append(_painted("fill", self._state, box))
        if operator in STROKES:
            self._found.paints.append(_painted("stroke", self._state, box))
        if self._clips and box is not None:
            self._state.clip = box
        self._points, self._clips = [], False

    def _clip(self, operands: list[Any], operator: bytes) -> None:
        self._clips = True

    # State

    def _push(self, operands: list[Any], operator: bytes) -> None:
        self._stack.append(self._state.copy())

    def _pop(self, operands: list[Any], operator: bytes) -> None:
        self._state = self._stack.pop() if self._stack else self._state

    def _move(self, operands: list[Any], operator: bytes) -> None:
        self._state.matrix = compose(self._state.matrix, _matrix(operands))

    def _set_device_color(self, operands: list[Any], operator: bytes) -> None:
        color = Color(DEVICE[operator.lower()], tuple(float(v) for v in operands))
        self._state.set_color(operator.isupper(), color)

    def _set_space(self, operands: list[Any], operator: bytes) -> None:
        name = operands[0]
        if str(name) in ("/DeviceGray", "/DeviceRGB", "/DeviceCMYK", "/Pattern"):
            color = Color(str(name)[1:], (0.0,) if name != "/DeviceCMYK" else (0.0, 0.0, 0.0, 1.0))
        else:
            color = color_of(self._resource("/ColorSpace", name))
        self._state.set_color(operator == b"CS", color)

    def _set_parts(self, operands: list[Any], operator: bytes) -> None:
        old = self._state.stroke if operator.isupper() else self._state.fill
        parts = tuple(float(v) for v in operands if not isinstance(v, str))
        self._state.set_color(operator.isupper(), replace(old, parts=parts))

    def _change_state(self, operands: list[Any], operator: bytes) -> None:
        """An extended graphics state (8.4.5). `OP` alone sets both ways of overprinting."""
        state, change = self._state, self._resource("/ExtGState", operands[0]) or {}
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

    # Text, pictures and forms

    def _set_text_mode(self, operands: list[Any], operator: bytes) -> None:
        self._state.text_mode = int(operands[0])

    def _set_font(self, operands: list[Any], operator: bytes) -> None:
        self._resource("/Font", operands[0])

    def _paint_text(self, operands: list[Any], operator: bytes) -> None:
        """Text modes (9.3.6): 0 fills, 1 strokes, 2 does both, 3 is invisible; 4 more clips as well."""
        if self._state.text_mode % 4 in (0, 2):
            self._found.paints.append(replace(_painted("fill", self._state, None), kind="text"))
        if self._state.text_mode % 4 in (1, 2):
            self._found.paints.append(replace(_painted("stroke", self._state, None), kind="text"))

    def _paint_shading(self, operands: list[Any], operator: bytes) -> None:
        self._resource("/Shading", operands[0])
        state = replace(self._state, fill=Color("Shading"))
        self._found.paints.append(_painted("shading", state, self._state.clip))

    def _paint_inline_image(self, operands: list[Any], operator: bytes) -> None:
        self._found.paints.append(_image(self._state, operands, _inline_space(operands)))

    def _paint_object(self, operands: list[Any], operator: bytes) -> None:
        held, state = self._resource("/XObject", operands[0]), self._state
        if held is None or self._depth > MAX_DEPTH:
            return
        if str(_get(held, "/Subtype")) == "/Image":
            soft = "a soft mask" if _get(held, "/SMask") is not None else ""
            mask = str(_get(held, "/ImageMask")).lower() == "true"
            space = state.fill if mask else color_of(_get(held, "/ColorSpace"))
            self._found.paints.append(replace(_image(state, held, space), soft=soft or _soft(state)))
        elif str(_get(held, "/Subtype")) == "/Form":
            inner = state.copy()
            inner.matrix = compose(state.matrix, _matrix(_get(held, "/Matrix") or IDENTITY))
            own = _get(held, "/Resources")
            resources = own if own is not None else self._resources
            _Run(self._read, resources, self._found, inner, self._depth + 1).follow(self._read(held))

    def _resource(self, kind: str, name: Any) -> Any:
        held = _get(_get(self._resources, kind), name)
        if held is None:
            self._found.missing.add(f"{kind[1:]} {str(name)[1:]}")
        return held


_STEPS: dict[bytes, Callable[[_Run, list[Any], bytes], None]] = {
    **dict.fromkeys((b"m", b"l", b"c", b"v", b"y"), _Run._extend),
    b"re": _Run._add_rectangle,
    **dict.fromkeys((*FILLS, *STROKES, b"n"), _Run._paint_path),
    **dict.fromkeys((b"W", b"W*"), _Run._clip),
    b"q": _Run._push,
    b"Q": _Run._pop,
    b"cm": _Run._move,
    **dict.fromkeys((b"g", b"G", b"rg", b"RG", b"k", b"K"), _Run._set_device_color),
    **dict.fromkeys((b"cs", b"CS"), _Run._set_space),
    **dict.fromkeys((b"sc", b"scn", b"SC", b"SCN"), _Run._set_parts),
    b"gs": _Run._change_state,
    b"Tr": _Run._set_text_mode,
    b"Tf": _Run._set_font,
    **dict.fromkeys((b"Tj", b"TJ", b"'", b'"'), _Run._paint_text),
    b"sh": _Run._paint_shading,
    b"INLINE IMAGE": _Run._paint_inline_image,
    b"Do": _Run._paint_object,
}


def _matrix(values: Iterable[Any]) -> Matrix:
    a, b, c, d, e, f = (float(v) for v in values)
    return a, b, c, d, e, f


def _painted(kind: str, state: _State, box: PageRect | None) -> Paint:
    strokes = kind == "stroke"
    color, over = (state.stroke, state.stroke_over) if strokes else (state.fill, state.fill_over)
    return Paint(kind, color, box, over, state.mode, _soft(state))


def _soft(state: _State) -> str:
    return ", ".join(state.soft.values())


def _image(state: _State, held: Any, space: Color) -> Paint:
    """A picture fills the unit square; its pixels an inch follow from that."""
    corners = [apply(state.matrix, x, y) for x in (0, 1) for y in (0, 1)]
    (x0, y0), (x1, y1), (x2, y2) = corners[0], corners[2], corners[1]
    width, height = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5, ((x2 - x0) ** 2 + (y2 - y0) ** 2) ** 0.5
    settings = _get(held, "settings") or held
    pixels = [_get(settings, key) or _get(settings, short) or 0 for key, short in (("/Width", "/W"), ("/Height", "/H"))]
    dpi = min(float(count) / size * 72 if size else 0.0 for count, size in zip(pixels, (width, height), strict=True))
    box = _clipped(_bounds(corners), state.clip)
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


def _bounds(points: list[Point]) -> PageRect | None:
    if not points:
        return None
    xs, ys = zip(*points, strict=True)
    return PageRect(min(xs), min(ys), max(xs), max(ys))


def _clipped(box: PageRect | None, clip: PageRect) -> PageRect | None:
    if box is None:
        return None
    return PageRect(
        max(box.left, clip.left), max(box.bottom, clip.bottom), min(box.right, clip.right), min(box.top, clip.top)
    )


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
