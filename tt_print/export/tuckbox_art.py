"""What is printed on the box and on the dividers."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tt_print import __version__
from tt_print.cards.back import draw_back
from tt_print.cards.chits import draw_value, words
from tt_print.cards.extras import draw_text_cards
from tt_print.cards.faces import draw_face
from tt_print.cards.theme import Theme
from tt_print.deck import VALUES, parse_card
from tt_print.drawing.geometry import Rect, compose, quarter_turn, rectangle, scale, shift
from tt_print.drawing.outline import CREASE, outline_path
from tt_print.drawing.shapes import Drawing, Group, Item, Path, Text
from tt_print.drawing.text import DISPLAY, TEXT, break_lines, find_font
from tt_print.export.tuckbox_plan import BoxPlan, Net
from tt_print.sheets.plan import Box

PRINTED = ("left", "front", "right", "back", "lid", "tongue", "front bottom", "back bottom")
_CAP = find_font(DISPLAY).cap_height / 1000
EDGE_MM = 4.0  # pattern that shows round a label


@dataclass(frozen=True, slots=True)
class BoxWords:
    """The lines that depend on what is in the box."""

    contents: str
    deck: str


def draw_box_sheet(plan: BoxPlan, place: int, theme: Theme, data: Mapping[str, Any], said: BoxWords) -> Drawing:
    """One sheet with a piece of the net: pattern, labels, and on top the lines to cut and to fold."""
    net, paper = plan.pieces[place], plan.papers[place]
    items: list[Item] = [*_pattern(net, theme, data["box"]["bleed"])]
    for name, panel in net.panels.items():
        if label := _LABELS.get(name):
            items += label(name, panel, theme, data, said)
    items.append(_glue_word(net, theme, data))
    items += [_line(theme, outline_path(net.cut)), *(_line(theme, outline_path(c), c.layer) for c in net.creases)]
    placed = Group(tuple(items), shift(*plan.corner(place)))
    many = f", piece {place + 1} of {len(plan.pieces)}" if len(plan.pieces) > 1 else ""
    title = f"Triple Topper, box for the {said.deck}{many}"
    return Drawing(paper.width_mm, paper.height_mm, (placed,), title, data["words"]["glue"])


def _line(theme: Theme, d: str, layer: str = "") -> Path:
    if layer == CREASE:
        return Path(d, stroke=theme.inks["grey"], width_mm=0.2, dash_mm=(2.0, 2.0))
    return Path(d, stroke=theme.ink, width_mm=0.2)


def _pattern(net: Net, theme: Theme, bleed: float) -> list[Item]:
    """The deck's back on every face that shows, going on beyond cuts and a little onto the flaps beside it."""
    areas = [net.panels[name] for name in PRINTED if name in net.panels]
    clip = " ".join(
        rectangle(a.left_mm - bleed, a.top_mm - bleed, a.width_mm + 2 * bleed, a.height_mm + 2 * bleed) for a in areas
    )
    left, right = min(a.left_mm for a in areas), max(a.right_mm for a in areas)
    pattern = draw_back(theme, right - left, net.height_mm, bleed)
    return [Group((Group(pattern.items, shift(left, 0)),), clip=clip)]


def _label(box: Box, theme: Theme, inset: float = EDGE_MM, top: float = 0.0) -> tuple[Box, list[Item]]:
    """White paper with a line round it inside a panel, which leaves the pattern as a frame."""
    inner = Box(
        box.left_mm + inset, box.top_mm + inset + top, box.width_mm - 2 * inset, box.height_mm - 2 * inset - top
    )
    shape = rectangle(inner.left_mm, inner.top_mm, inner.width_mm, inner.height_mm, 3.0)
    return inner, [Path(shape, theme.paper, theme.ink, 0.5)]


def _fitted(
    string: str, x: float, y: float, most_cap: float, most_width: float, theme: Theme, font: str = DISPLAY
) -> Text:
    """Capitals as high as they may be without the line getting wider than it may; y is the baseline."""
    measure = find_font(font)
    width = measure.width_mm(string, measure.size_for_cap(1.0))
    return words(string, x, y, min(most_cap, most_width / width), theme, font)


def _front(name: str, panel: Box, theme: Theme, data: Mapping[str, Any], said: BoxWords) -> list[Item]:
    table = data["words"]
    inner, items = _label(panel, theme, top=data["box"]["notch_radius"])
    middle, room = inner.left_mm + inner.width_mm / 2, inner.width_mm - 8
    y = inner.top_mm + 4.5
    for row in table["title"]:
        line = _fitted(row, middle, 0, 9.0, room, theme)
        cap = line.size_mm * _CAP
        y += cap
        items.append(Text(middle, y, row, DISPLAY, line.size_mm, theme.ink, "middle"))
        y += 0.3 * cap
    foot = inner.bottom_mm - 4
    items.append(_fitted(table["credit"], middle, foot, 2.0, room, theme, TEXT))
    items.append(_fitted(said.contents, middle, foot - 4.6, 2.0, room, theme, TEXT))
    items += _fan(middle, (y + foot - 7) / 2, min(inner.width_mm - 3, 1.5 * (foot - 9 - y)), theme, table["fan"])
    return items


def _fan(x: float, y: float, width: float, theme: Theme, codes: list[str]) -> list[Item]:
    """Five cards held in a hand, `width` across from the first one's edge to the last one's."""
    turn, factor = 15.0, width / 162.0  # at full size such a fan is 162 mm across and 106 high
    items: list[Item] = []
    outline = Path(rectangle(0, 0, theme.width_mm, theme.height_mm, 3.0), theme.paper, theme.ink, 0.7)
    for place, code in enumerate(codes):
        a = math.radians(turn * (place - (len(codes) - 1) / 2))
        foot = y + 53 * factor
        rotate = (math.cos(a), math.sin(a), -math.sin(a), math.cos(a), x, foot)
        card = Group((outline, *draw_face(parse_card(code), theme).items))
        items.append(
            card.moved(compose(rotate, compose(scale(factor), shift(-theme.width_mm / 2, -theme.height_mm * 1.2))))
        )
    return items


def _back(name: str, panel: Box, theme: Theme, data: Mapping[str, Any], said: BoxWords) -> list[Item]:
    """The card that names the six games, as large as the label allows."""
    inner, items = _label(panel, theme)
    games = next(card for card in draw_text_cards(theme) if card.title == "Six games")
    factor = min(inner.width_mm / games.width_mm, (inner.height_mm - 8) / games.height_mm)
    left = inner.left_mm + (inner.width_mm - factor * games.width_mm) / 2
    items.append(Group(games.items, scale(factor, left, inner.top_mm + 1)))
    middle, room = inner.left_mm + inner.width_mm / 2, inner.width_mm - 8
    items.append(
        _fitted(data["words"]["maker"].format(version=__version__), middle, inner.bottom_mm - 3, 1.5, room, theme, TEXT)
    )
    return items


def _side(name: str, panel: Box, theme: Theme, data: Mapping[str, Any], said: BoxWords) -> list[Item]:
    """The name along the side, and the five colors and shapes where there is room for both."""
    if panel.width_mm < 8:
        return []
    inset = min(EDGE_MM, panel.width_mm / 6)
    inner, items = _label(panel, theme, inset)
    along, across = inner.height_mm, inner.width_mm
    rows: list[Item] = []
    cap = min(8.0, across * (0.3 if across > 14 else 0.5))
    title = _fitted(data["words"]["one_line"], along / 2, 0, cap, along - 8, theme)
    cap = title.size_mm * _CAP
    box = min(across - cap - 9, (along - 8) / 5 - 2, 14.0)
    if box >= 5:
        top = (across - cap - box - 4) / 2
        rows.append(words(data["words"]["one_line"], along / 2, top + cap, cap, theme))
        start = (along - 5 * box - 4 * 2) / 2
        for place, (color, shape) in enumerate(zip(VALUES["color"], VALUES["shape"], strict=True)):
            variable, value = ("color", color) if name == "left" else ("shape", shape)
            rows += draw_value(theme, variable, value, Rect(start + place * (box + 2), top + cap + 4, box, box))
    else:
        rows.append(words(data["words"]["one_line"], along / 2, (across + cap) / 2, cap, theme))
    items.append(Group(tuple(rows), quarter_turn(inner.right_mm, inner.top_mm)))
    return items


def _lid(name: str, panel: Box, theme: Theme, data: Mapping[str, Any], said: BoxWords) -> list[Item]:
    """Upside down on the net, so that it reads from the front when the box stands."""
    if panel.height_mm < 8:
        return []
    inner, items = _label(panel, theme, min(EDGE_MM, panel.height_mm / 6))
    middle, center = inner.left_mm + inner.width_mm / 2, inner.top_mm + inner.height_mm / 2
    title = _fitted(data["words"]["one_line"], 0, 0, inner.height_mm * 0.4, inner.width_mm - 8, theme)
    cap = title.size_mm * _CAP
    rows: list[Item] = [words(data["words"]["one_line"], 0, cap / 2, cap, theme)]
    if inner.height_mm > 20:
        rows.append(words(said.contents, 0, cap / 2 + 5.4, 2.0, theme, TEXT))
    return [*items, Group(tuple(rows), (-1, 0, 0, -1, middle, center))]


_LABELS = {"front": _front, "back": _back, "left": _side, "right": _side, "lid": _lid}


def _glue_word(net: Net, theme: Theme, data: Mapping[str, Any]) -> Group:
    glue = net.panels["glue"]
    word = _fitted(data["words"]["glue"], 0, 0, 1.7, glue.height_mm - 24, theme, TEXT)
    return Group((word,), (0, -1, 1, 0, glue.left_mm + glue.width_mm / 2 + 1, glue.top_mm + glue.height_mm / 2))


def draw_divider(
    width: float, height: float, place: int, count: int, theme: Theme, data: Mapping[str, Any], key: str
) -> list[Item]:
    """A divider from its body's top left corner; its tab stands above it, each a step further to the right."""
    table, m = data["dividers"][key], data["dividers"]
    tab = tab_box(width, place, count, m)
    left, tab_wide, tab_high = tab.left_mm, tab.width_mm, tab.height_mm
    cap = min(
        3.0,
        *(
            _fitted(m[other]["tab"], 0, 0, 3.0, tab_wide - 5, theme).size_mm * _CAP
            for other in ("west", "squares", "full")
        ),
    )
    items: list[Item] = [words(table["tab"], left + tab_wide / 2, (cap - tab_high) / 2, cap, theme)]
    bleed = 1.5
    pattern = draw_back(theme, width, height, bleed)
    card, label = _label(Box(0, 0, width, height), theme, 5.0)
    items += [Group(pattern.items, clip=rectangle(-bleed, 3, width + 2 * bleed, height - 3 + bleed)), *label]
    middle = card.left_mm + card.width_mm / 2
    items.append(_fitted(table["title"], middle, card.top_mm + 16, 7.0, card.width_mm - 10, theme))
    for row, told in enumerate(break_lines(table["text"], TEXT, m["size"], card.width_mm - 10)):
        items.append(Text(middle, card.top_mm + 26 + row * m["pitch"], told, TEXT, m["size"], theme.ink, "middle"))
    return items


def tab_box(width: float, place: int, count: int, m: Mapping[str, Any]) -> Box:
    wide = width * (m["tab_part"] if count < 3 else m["tab_part"] * 0.75)
    return Box((width - wide) * (place / max(1, count - 1)), -m["tab_high"], wide, m["tab_high"])
