"""A drawing as SVG: text as paths, nothing fetched from elsewhere, named for screen readers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from html import escape

from tt_print.drawing.geometry import IDENTITY, Matrix, exact_number, number
from tt_print.drawing.shapes import Drawing, Group, Ink, Item, Path, Picture, Text
from tt_print.render.outlines import letter_outline, letter_starts, outline, text_start

WORTH_SHARING = 120  # a reference to a path takes about 50 characters itself
MUCH_TEXT = 60  # letters; with fewer of them a path a line is smaller than a path a letter
ROOT = {
    "baseProfile": "full", "role": "img", "version": "1.1", "xmlns": "http://www.w3.org/2000/svg",
    "xmlns:ev": "http://www.w3.org/2001/xml-events", "xmlns:xlink": "http://www.w3.org/1999/xlink",
}  # fmt: skip
NONE: dict[str, str] = {}
_BLANKS = re.compile(r" ?([MLCQZ]) ?")


def render_svg(drawing: Drawing) -> str:
    """The whole file's text. Groups that share their items become one `<g>` in `<defs>`."""
    return _Writer(drawing).text()


class _Writer:
    """Writes elements as text; what is drawn several times is in `defs`."""

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
        width, height = number(drawing.width_mm), number(drawing.height_mm)
        self._count(drawing.items)
        items = [self._element(item) for item in drawing.items]
        named = {"title": drawing.title} | ({"desc": drawing.description} if drawing.description else {})
        content = [_tag(name, {"id": name}, [escape(text, quote=False)]) for name, text in named.items()]
        content += [_tag("defs", {}, self.defs)] if self.defs else []
        size = {"width": f"{width}mm", "height": f"{height}mm", "viewBox": f"0 0 {width} {height}"}
        root = _tag("svg", ROOT | size | {"aria-labelledby": " ".join(named)}, [*content, *items])
        return f'<?xml version="1.0" encoding="utf-8"?>\n{root}\n'

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
            return self._outline(item.d, _style(item)) if self._is_shared(item.d) else _path(item)
        if isinstance(item, Text):
            return self._text(item)
        if isinstance(item, Picture):
            return _picture(item)
        extra = _moved(item.matrix) | ({"style": "mix-blend-mode:multiply"} if item.multiply else {})
        if self.uses[id(item.items)] > 1:
            use = _use(self._share(item.items), extra)
            if item.clip is None:
                return use
            return self._clipped(item.clip, [use])
        if item.clip is None:
            return self._group(item.items, extra)
        return self._clipped(item.clip, [self._element(i) for i in item.items], extra)

    def _outline(self, d: str, style: Mapping[str, str] = NONE) -> str:
        """A path, or where the same one comes again, a reference to the first."""
        if not self._is_shared(d):
            return _tag("path", {"d": _compact(d), **style})
        if d not in self.paths:
            self.paths[d] = f"p{len(self.paths) + 1}"
            self.defs.append(_tag("path", {"d": _compact(d), "id": self.paths[d]}))
        return _use(self.paths[d], style)

    def _is_shared(self, d: str) -> bool:
        return self.path_uses[d] > 1 and len(d) >= WORTH_SHARING

    def _text(self, text: Text) -> str:
        if self.letters > MUCH_TEXT and len(text.string) > 1 and text.halo is None:
            return self._typeset(text)
        letters = _letters(text)
        if text.halo is None:
            return letters
        # a path of its own: `paint-order` is not known to every renderer, which then lays the halo over the letters
        return self._group((Path(outline(text), text.halo, text.halo, 2 * text.halo_mm), replace(text, halo=None)))

    def _typeset(self, text: Text) -> str:
        """A line whose letters refer to outlines that every line of the font shares."""
        x, y = text_start(text)
        across, up = text.size_mm * text.stretch / 1000, text.size_mm / 1000
        place = f"matrix({across:.7g} 0 0 {up:.7g} {number(x)} {number(y)})"
        placed = zip(letter_starts(text), text.string, strict=True)
        letters = (
            _use(self._letter(text.font, letter), {"x": number((start - x) / across)})
            for start, letter in placed if letter != " "
        )  # fmt: skip
        return _tag("g", {"fill": text.fill.rgb, "transform": place}, letters)

    def _letter(self, font: str, letter: str) -> str:
        key = (font, letter)
        if key not in self.letter_names:
            self.letter_names[key] = f"l{len(self.letter_names) + 1}"
            self.defs.append(_tag("path", {"d": letter_outline(font, letter), "id": self.letter_names[key]}))
        return self.letter_names[key]

    def _group(self, items: tuple[Item, ...], attributes: Mapping[str, str] = NONE) -> str:
        return _tag("g", attributes, map(self._element, items))

    def _share(self, items: tuple[Item, ...]) -> str:
        if id(items) not in self.shared:
            name = f"g{len(self.shared) + 1}"
            self.shared[id(items)] = name
            self.defs.append(self._group(items, {"id": name}))
        return self.shared[id(items)]

    def _clipped(self, clip: str, elements: Iterable[str], attributes: Mapping[str, str] = NONE) -> str:
        if clip not in self.clips:
            self.clips[clip] = f"c{len(self.clips) + 1}"
            self.defs.append(_tag("clipPath", {"id": self.clips[clip]}, [self._outline(clip)]))
        return _tag("g", {"clip-path": f"url(#{self.clips[clip]})", **attributes}, elements)


def _tag(name: str, attributes: Mapping[str, str], inside: Iterable[str] = ()) -> str:
    """An element, its attributes in the order of their names. No figure, color or path has a letter to escape."""
    words = "".join([f' {key}="{value}"' for key, value in sorted(attributes.items())])
    content = "".join(inside)
    return f"<{name}{words}>{content}</{name}>" if content else f"<{name}{words} />"


@cache
def _path(path: Path) -> str:
    return _tag("path", {"d": _compact(path.d), **_style(path)})


def _use(name: str, attributes: Mapping[str, str]) -> str:
    """What has this name in the document, again."""
    return _tag("use", {**attributes, "xlink:href": f"#{name}"})


@cache
def _letters(text: Text) -> str:
    """A line of text as one path."""
    return _tag("path", {"d": outline(text), "fill": text.fill.rgb})


def _picture(picture: Picture) -> str:
    """With its pixels in the file: a file that has to be kept beside it would get lost."""
    from base64 import b64encode

    from tt_print.render.png import encode_samples

    samples = picture.screen
    kind, data = ("jpeg", samples.data) if samples.packing == "jpeg" else ("png", encode_samples(samples))
    return _tag("image", {
        "xlink:href": f"data:image/{kind};base64,{b64encode(data).decode()}", "preserveAspectRatio": "none",
        "x": number(picture.x_mm), "y": number(picture.y_mm),
        "width": number(picture.width_mm), "height": number(picture.height_mm),
    })  # fmt: skip


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
