"""Boxes: each returns, for a width, how it looks there and what it is to a screen reader."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from math import fsum, inf

from tt_print.draw.geometry import line, rectangle
from tt_print.draw.shapes import Bookmark, Ink, Item, Path, Text
from tt_print.draw.text import find_font
from tt_print.page.text import BLACK, RichText, TextLine, TextStyle, plain, set_lines, speech_of, text_width, word_width
from tt_print.records import dataclass, replace

# what a page break costs: forbidden, to be avoided, within a paragraph
NEVER, UNWILLING, PARTED = 1e6, 10.0, 6.0
SLACK = 0.02  # sums of millimeters may be off by this


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class Tag:
    """What a part of a page is (ISO 32000-1, 14.8.4): P, H1, Table, Figure ... Parts with the same tag object are one element.

    `alt` describes a Figure or Link, `text` is what is read aloud where the letters do not say it, `target` is the bookmark's key of a Link.
    `scope`, `columns`, and `rows` belong to cells.
    """

    role: str
    alt: str = ""
    scope: str = ""
    text: str = ""
    columns: int = 1
    rows: int = 1
    target: str = ""


@dataclass(frozen=True, slots=True)
class Layout:
    """A box that has its size. `items` and `parts` (x, y, layout) lie about its own top left corner.

    What is in a layout with a tag belongs to that element. Other items are decoration, unless `is_read` makes them part of the element around.
    `baseline` is that of its first line, `overflow` are the first words that stick out.
    """

    width: float
    height: float
    items: tuple[Item, ...] = ()
    parts: tuple[tuple[float, float, Layout], ...] = ()
    tag: Tag | None = None
    baseline: float | None = None
    is_read: bool = False
    overflow: str = ""
    bookmark: Bookmark | None = None

    def within(self, tag: Tag) -> Layout:
        return Layout(self.width, self.height, (), ((0.0, 0.0, self),), tag, self.baseline, overflow=self.overflow)

    def bare(self) -> Layout:
        """As decoration: what was read before, such as the head of a table on its next page."""
        parts = tuple((x, y, part.bare()) for x, y, part in self.parts)
        return Layout(self.width, self.height, self.items, parts, overflow=self.overflow)


def grouped(
    parts: Sequence[tuple[float, float, Layout]], width: float, height: float, baseline: float | None = None,
    items: tuple[Item, ...] = (), tag: Tag | None = None,
) -> Layout:  # fmt: skip
    """Layouts at their places as one; what sticks out of one sticks out of the whole."""
    overflow = next((part.overflow for _, _, part in parts if part.overflow), "")
    return Layout(width, height, items, tuple(parts), tag, baseline, overflow=overflow)


@dataclass(frozen=True, slots=True)
class Strip:
    """What is between two possible page breaks. `before` is the space above, which a new page drops and which can grow by `stretch`.

    `cost` is how bad a page break right above is. A strip that `goes_on` belongs to the paragraph or table of the strip above, from which it is
    parted only where a page is full. `head` is what its table repeats above it at the top of a page.
    """

    layout: Layout
    before: float = 0.0
    stretch: float = 0.0
    cost: float = 0.0
    goes_on: bool = False
    head: Layout | None = None

    @property
    def height(self) -> float:
        return self.layout.height


def height_of(strips: Sequence[Strip]) -> float:
    """The height of a column of these strips, before anything is stretched."""
    return fsum(strip.height + (strip.before if index else 0.0) for index, strip in enumerate(strips))


def stacked(strips: Sequence[Strip], width: float, height: float = 0.0, limit: float = 0.0) -> Layout:
    """Strips below one another. Gaps that can stretch share what is left of `height`, each at most `limit` times its own unit."""
    units = fsum(strip.stretch for strip in strips[1:])
    extra = max(0.0, min((height - height_of(strips)) / units, limit)) if units else 0.0
    y, parts = 0.0, []
    for index, strip in enumerate(strips):
        y += strip.before + strip.stretch * extra if index else 0.0
        parts.append((0.0, y, strip.layout))
        y += strip.height
    return grouped(parts, width, max(y, height), strips[0].layout.baseline if strips else None)


class Box:
    """A box has `lay` or `strips` of its own, and the other follows from it. One that `keeps` stays with what follows it."""

    __slots__ = ()
    keeps = False

    def natural(self) -> float:
        """The width that it takes if nothing holds it back."""
        return 0.0

    def least(self) -> float:
        """The width below which something sticks out."""
        return self.natural()

    def lay(self, width: float) -> Layout:
        return stacked(self.strips(width), width)

    def strips(self, width: float) -> list[Strip]:
        return [Strip(self.lay(width))]


class Wrapper(Box):
    """A box around another, `around` wider than that."""

    __slots__ = ()
    box: Box

    @property
    def around(self) -> float:
        return 0.0

    def natural(self) -> float:
        return self.box.natural() + self.around

    def least(self) -> float:
        return self.box.least() + self.around


@dataclass(frozen=True, slots=True)
class Words(Box):
    """A paragraph, heading, or label. Without a `role` it is part of the element around it. `spoken` is read aloud instead of the letters."""

    text: RichText
    style: TextStyle
    role: str = "P"
    keeps: bool = False
    bookmark: Bookmark | None = None
    spoken: str = ""

    def natural(self) -> float:
        return text_width(self.text, self.style)

    def least(self) -> float:
        return 0.0 if self.style.breaks else word_width(self.text, self.style)

    def strips(self, width: float) -> list[Strip]:
        """A strip a line. No page ends after the first line of a paragraph or before its last one."""
        lines, strips = set_lines(self.text, self.style, width), list[Strip]()
        spoken = self.spoken or speech_of(self.text, self.style, width)
        tag = Tag(self.role or "Span", text=spoken) if self.role or spoken else None
        for index, one in enumerate(lines):
            layout = self._line(one, width, tag, None if index else self.bookmark)
            cost = NEVER if index in (1, len(lines) - 1) else PARTED
            strips.append(Strip(layout, cost=cost if index else 0.0, goes_on=index > 0))
        return strips

    def _line(self, one: TextLine, width: float, tag: Tag | None, bookmark: Bookmark | None) -> Layout:
        """Symbols and words in the order in which they are read. Most lines are in one font, and need no parts for that."""
        style, parts = self.style, []
        x = SIDES[style.align] * (width - one.width)
        over = plain(self.text) if one.width > width + SLACK else ""
        layout = Layout(width, style.leading, (), (), tag, style.baseline, overflow=over, bookmark=bookmark)
        if len(one.fragments) == 1 and one.fragments[0].sign is None:
            return replace(layout, items=tuple(one.fragments[0].draw(x, style.baseline, style.ink)), is_read=True)
        for fragment in one.fragments:
            if sign := fragment.sign:
                top = style.baseline - 0.35 * style.size - sign.height / 2
                picture = Layout(sign.width, sign.height, sign.items, tag=Tag("Figure", sign.alt))
                parts.append((x + fragment.x, top, picture))
            if fragment.text:
                items = tuple(fragment.draw(x, style.baseline, style.ink))
                parts.append((0.0, 0.0, Layout(0.0, 0.0, items, is_read=True)))
        return replace(layout, parts=tuple(parts))


@dataclass(frozen=True, slots=True)
class Capitals(Box):
    """A line in the middle, exactly as high as its capitals: at most `cap_mm`, less where it would be wider than its place.

    Of the sizes of a `ladder` it has the largest that fits, and a smaller one only where none does.
    """

    string: str
    cap_mm: float
    ink: Ink
    font: str
    ladder: tuple[float, ...] = ()

    def _size(self, width: float) -> float:
        font = find_font(self.font)
        most = min(font.size_for_cap(self.cap_mm), width / font.width_mm(self.string, 1.0))
        return max((size for size in self.ladder if size <= most), default=most)

    def natural(self) -> float:
        return find_font(self.font).width_mm(self.string, self._size(inf))

    def lay(self, width: float) -> Layout:
        size = self._size(width)
        cap = size / find_font(self.font).size_for_cap(1.0)
        return Layout(width, cap, (Text(width / 2, cap, self.string, self.font, size, self.ink, "middle"),))


SIDES = {"start": 0.0, "top": 0.0, "middle": 0.5, "end": 1.0, "bottom": 1.0}  # how much of the spare room is before


@dataclass(frozen=True, slots=True)
class Picture(Box):
    """Items in a rectangle: a figure that `alt` describes, or decoration without one."""

    items: tuple[Item, ...]
    width: float
    height: float
    alt: str = ""
    baseline: float | None = None

    def natural(self) -> float:
        return self.width

    def lay(self, width: float) -> Layout:
        over = (self.alt or "a picture") if self.width > width + SLACK else ""
        tag = Tag("Figure", self.alt) if self.alt else None
        return Layout(self.width, self.height, self.items, tag=tag, baseline=self.baseline, overflow=over)


@dataclass(frozen=True, slots=True)
class Space(Box):
    """Nothing, so high. In a stack it replaces the gap and may stretch; at either end of a stack it vanishes, as at the head of a page."""

    height: float
    stretch: float = 0.0

    def lay(self, width: float) -> Layout:
        return Layout(width, self.height)


@dataclass(frozen=True, slots=True)
class Rule(Box):
    """A line across, to write on or to part. It lies `drop` below the baseline of its row."""

    stroke: float = 0.25
    ink: Ink = BLACK
    drop: float = 0.8
    dash: tuple[float, ...] = ()

    def lay(self, width: float) -> Layout:
        path = Path(line(0, self.drop, width, self.drop), stroke=self.ink, width_mm=self.stroke, dash_mm=self.dash)
        return Layout(width, self.drop, (path,), baseline=0.0)


@dataclass(frozen=True, slots=True)
class Stack(Box):
    """Boxes below one another, `gap` apart unless a `Space` is between them."""

    boxes: Sequence[Box]
    gap: float = 0.0
    stretch: float = 0.0

    def natural(self) -> float:
        return max((box.natural() for box in self.boxes), default=0.0)

    def least(self) -> float:
        return max((box.least() for box in self.boxes), default=0.0)

    def strips(self, width: float) -> list[Strip]:
        strips: list[Strip] = []
        before, stretch, cost = 0.0, 0.0, 0.0
        for box in self.boxes:
            if isinstance(box, Space):
                before, stretch = box.height, box.stretch
            elif inner := box.strips(width):
                first, *rest = inner
                strips += [replace(first, before=before, stretch=stretch, cost=max(first.cost, cost)), *rest]
                before, stretch, cost = self.gap, self.stretch, NEVER if box.keeps else 0.0
        return strips


@dataclass(frozen=True, slots=True)
class Keep(Wrapper):
    """What is never parted; with a `height`, what fills it by stretching its gaps."""

    box: Box
    height: float = 0.0
    keeps: bool = False

    def lay(self, width: float) -> Layout:
        layout = stacked(self.box.strips(width), width, self.height, self.height)
        fits = not self.height or layout.height <= self.height + SLACK
        return layout if fits else replace(layout, overflow=layout.overflow or first_words(layout) or "a picture")


@dataclass(frozen=True, slots=True)
class Tagged(Wrapper):
    """What several boxes are together: a section, a list, an entry. A Link has an `alt` and a `target`, the key of a bookmark."""

    role: str
    box: Box
    alt: str = ""
    target: str = ""
    keeps: bool = False

    def strips(self, width: float) -> list[Strip]:
        tag = Tag(self.role, self.alt, target=self.target)
        return [replace(strip, layout=strip.layout.within(tag)) for strip in self.box.strips(width)]


@dataclass(frozen=True, slots=True)
class Hang(Wrapper):
    """A label and, `indent` to its right, its text, which may go on over the page. `room` is the label's width, the whole indent without one."""

    label: Box
    box: Box
    indent: float
    room: float = 0.0

    @property
    def around(self) -> float:
        return self.indent

    def strips(self, width: float) -> list[Strip]:
        strips = self.box.strips(width - self.indent)
        label = self.label.lay(self.room or self.indent)
        for index, strip in enumerate(strips):
            parts, height, baseline = [(self.indent, 0.0, strip.layout)], strip.height, strip.layout.baseline
            if index == 0:
                down = (baseline or 0.0) - (label.baseline or 0.0)
                parts, height = [(0.0, down, label), *parts], max(height, down + label.height)
            strips[index] = replace(strip, layout=grouped(parts, width, height, baseline))
        return strips or [Strip(label)]


def entries(
    texts: Sequence[RichText], style: TextStyle, indent: float, labels: Sequence[str] = (), gap: float = 0.0, *,
    stretch: float = 0.0, label: TextStyle | None = None, apart: float = 2.0,
) -> Box:  # fmt: skip
    """A list, numbered or with `labels` of its own, which end `apart` from their texts; `indent` is from the left edge to the texts."""
    marks = labels or [str(number) for number in range(1, len(texts) + 1)]
    rows = [
        Tagged("LI", Hang(Words(mark, label or style.strong.end, "Lbl"), Words(text, style, "LBody"), indent, indent - apart))
        for mark, text in zip(marks, texts, strict=True)
    ]  # fmt: skip
    return Tagged("L", Stack(rows, gap, stretch))


@dataclass(frozen=True, slots=True)
class Share:
    """A width that takes its `part` of what other columns leave, and `least` in any case."""

    part: float = 1.0
    least: float = 0.0


Width = float | Share | None  # None: the natural width


def share_out(room: float, widths: Sequence[Width], naturals: Sequence[float]) -> list[float]:
    """Millimeters for each width."""
    fixed = [
        each.least if isinstance(each, Share) else natural if each is None else each
        for each, natural in zip(widths, naturals, strict=True)
    ]
    shares = [each.part if isinstance(each, Share) else 0.0 for each in widths]
    spare = max(0.0, room - fsum(fixed)) / (fsum(shares) or 1.0)
    return [width + part * spare for width, part in zip(fixed, shares, strict=True)]


@dataclass(frozen=True, slots=True)
class Row(Box):
    """Boxes side by side; those without a width get their natural one. `align` is top, middle, bottom, baseline (the first lines are on one),
    or fill (frames are as high as the row)."""

    boxes: Sequence[Box]
    widths: Sequence[Width] = ()
    gap: float = 0.0
    align: str = "top"
    keeps: bool = False

    def natural(self) -> float:
        naturals = [box.natural() for box in self.boxes]
        shares = [
            replace(w, least=max(w.least, n)) if isinstance(w, Share) else w
            for w, n in zip(self._widths(), naturals, strict=True)
        ]
        return fsum(share_out(0.0, shares, naturals)) + self.gap * (len(self.boxes) - 1)

    def least(self) -> float:
        least = [box.least() for box in self.boxes]
        return fsum(share_out(0.0, self._widths(), least)) + self.gap * (len(self.boxes) - 1)

    def _widths(self) -> list[Width]:
        return [*self.widths, *[None] * (len(self.boxes) - len(self.widths))]

    def lay(self, width: float) -> Layout:
        wanted = self._widths()
        naturals = [box.natural() if each is None else 0.0 for box, each in zip(self.boxes, wanted, strict=True)]
        widths = share_out(width - self.gap * (len(self.boxes) - 1), wanted, naturals)
        layouts = [box.lay(each) for box, each in zip(self.boxes, widths, strict=True)]
        by_line = self.align == "baseline"
        baseline = max((one.baseline or 0.0 for one in layouts), default=0.0)
        bases = [one.height if one.baseline is None else one.baseline for one in layouts]
        down = [baseline - base if by_line else 0.0 for base in bases]
        height = max((one.height + drop for one, drop in zip(layouts, down, strict=True)), default=0.0)
        if self.align == "fill":
            layouts = [
                dataclasses.replace(box, height=height).lay(each) if isinstance(box, Framed) else one
                for box, each, one in zip(self.boxes, widths, layouts, strict=True)
            ]
        parts, x = [], 0.0
        for one, each, drop in zip(layouts, widths, down, strict=True):
            parts.append((x, drop if by_line else SIDES.get(self.align, 0.0) * (height - one.height), one))
            x += each + self.gap
        first = next((y + one.baseline for _, y, one in parts if one.baseline), None)
        row = grouped(parts, width, height, first)
        sticks_out = x - self.gap > width + SLACK and not row.overflow
        return replace(row, overflow=first_words(row) or "a row of pictures") if sticks_out else row


@dataclass(frozen=True, slots=True)
class Wrapped(Box):
    """Boxes of one height in lines, `gap` apart, as words are: links among words."""

    boxes: Sequence[Box]
    gap: float

    def lay(self, width: float) -> Layout:
        parts, x, y = list[tuple[float, float, Layout]](), 0.0, 0.0
        for box in self.boxes:
            one = box.lay(min(box.natural(), width))
            if x and x + one.width > width:
                x, y = 0.0, y + one.height
            parts.append((x, y, one))
            x += one.width + self.gap
        return grouped(parts, width, y + parts[-1][2].height)


@dataclass(frozen=True, slots=True)
class BoxAt:
    """A box at (x, y), where its `anchor` lies: from (0, 0), its top left corner, to (1, 1). Its natural width without a `width`."""

    x: float
    y: float
    box: Box
    anchor: tuple[float, float] = (0.0, 0.0)
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Layers(Box):
    """Boxes at fixed places over `items`, for what has places and no order: seats around a table, notes on a card. With an `alt` it is a figure."""

    width: float
    height: float
    places: Sequence[BoxAt]
    items: tuple[Item, ...] = ()
    alt: str = ""

    def natural(self) -> float:
        return self.width

    def lay(self, width: float) -> Layout:
        parts = []
        for place in self.places:
            one = place.box.lay(place.width or place.box.natural())
            parts.append((place.x - place.anchor[0] * one.width, place.y - place.anchor[1] * one.height, one))
        layout = grouped(parts, self.width, self.height, None, self.items)
        if self.width > width + SLACK and not layout.overflow:
            layout = replace(layout, overflow=first_words(layout) or self.alt or "a picture")
        figure = ((0.0, 0.0, _all_read(layout)),)
        return replace(layout, items=(), parts=figure, tag=Tag("Figure", self.alt)) if self.alt else layout


def _all_read(layout: Layout) -> Layout:
    """All items as part of the element around: a figure has one description, and no elements within it."""
    parts = tuple((x, y, _all_read(part)) for x, y, part in layout.parts)
    return Layout(layout.width, layout.height, layout.items, parts, is_read=True, overflow=layout.overflow)


@dataclass(frozen=True, slots=True)
class Framed(Wrapper):
    """A box in a frame, `pad` within it, or on a `fill`. `bar` is the ink of a bar at its left; `height` is the least height, in which the box
    is where `align` says."""

    box: Box
    pad: float = 2.0
    stroke: Ink | None = BLACK
    line: float = 0.5
    radius: float = 2.0
    fill: Ink | None = None
    bar: Ink | None = None
    height: float = 0.0
    align: str = "top"
    dash: tuple[float, ...] = ()

    @property
    def around(self) -> float:
        return 2 * self.pad + (BAR if self.bar else 0.0)

    def lay(self, width: float) -> Layout:
        inner = self.box.lay(width - self.around)
        height = max(inner.height + 2 * self.pad, self.height)
        half = self.line / 2 if self.stroke else 0.0
        frame = rectangle(half, half, width - 2 * half, height - 2 * half, self.radius)
        items = [Path(frame, self.fill, self.stroke, 2 * half, dash_mm=self.dash)]
        if self.bar:
            items.append(Path(rectangle(half, half, BAR, height - 2 * half, 1.0), self.bar, self.stroke, 0.3))
        down = self.pad + SIDES[self.align] * (height - inner.height - 2 * self.pad)
        baseline = None if inner.baseline is None else inner.baseline + down
        return grouped([(self.around - self.pad, down, inner)], width, height, baseline, tuple(items))


BAR = 2.4  # the width of a frame's bar


def first_words(layout: Layout) -> str:
    """The first words in a layout, to say where something is: those with two letters; none in pictures."""
    said = " ".join(item.string.strip() for item in layout.items if isinstance(item, Text))
    if sum(map(str.isalpha, said)) > 1:
        return said
    return next(filter(None, (first_words(part) for _, _, part in layout.parts)), "")
