"""What is printed on the box and on the dividers."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from tt_print import __version__
from tt_print.cards.back import draw_back
from tt_print.cards.chits import draw_value, words
from tt_print.cards.extras import draw_text_cards
from tt_print.cards.faces import cut_out
from tt_print.cards.theme import Theme
from tt_print.deck import VALUES, parse_card
from tt_print.drawing.geometry import Rect, compose, quarter_turn, rectangle, scale, shift
from tt_print.drawing.outline import CREASE, outline_path
from tt_print.drawing.shapes import Drawing, Group, Item, Path, Text
from tt_print.drawing.text import DISPLAY, TEXT, break_lines, find_font
from tt_print.export.profiles import BoxProfile, Dividers
from tt_print.export.tuckbox_plan import BoxPlan, Net
from tt_print.records import dataclass

PRINTED = ("left", "front", "right", "back", "lid", "tongue", "front bottom", "back bottom")
_CAP = find_font(DISPLAY).cap_height / 1000
EDGE_MM = 4.0  # pattern that shows round a label


@dataclass(frozen=True, slots=True)
class BoxContents:
    """What is in the box, in words: its cards, and the deck."""

    cards: str
    deck: str


def draw_box_sheet(plan: BoxPlan, index: int, theme: Theme, profile: BoxProfile, contents: BoxContents) -> Drawing:
    """One sheet with a piece of the net: pattern, labels, and on top the lines to cut and to fold."""
    net, paper = plan.pieces[index], plan.papers[index]
    items: list[Item] = [*_pattern(net, theme, profile.box.bleed)]
    for name, panel in net.panels.items():
        if label := _LABELS.get(name):
            items += label(name, panel, theme, profile, contents)
    items.append(_glue_word(net, theme, profile))
    items += [_line(theme, outline_path(net.cut)), *(_line(theme, outline_path(c), c.layer) for c in net.creases)]
    placed = Group(tuple(items), shift(*plan.corner(index)))
    many = f", piece {index + 1} of {len(plan.pieces)}" if len(plan.pieces) > 1 else ""
    title = f"Triple Topper, box for the {contents.deck}{many}"
    return Drawing(paper.width_mm, paper.height_mm, (placed,), title, profile.words.glue)


def _line(theme: Theme, d: str, layer: str = "") -> Path:
    if layer == CREASE:
        return Path(d, stroke=theme.inks["grey"], width_mm=0.2, dash_mm=(2.0, 2.0))
    return Path(d, stroke=theme.ink, width_mm=0.2)


def _pattern(net: Net, theme: Theme, bleed: float) -> list[Item]:
    """The deck's back on every face that shows, going on beyond cuts and a little onto the flaps beside it."""
    areas = [net.panels[name] for name in PRINTED if name in net.panels]
    clip = " ".join(rectangle(a.left - bleed, a.top - bleed, a.width + 2 * bleed, a.height + 2 * bleed) for a in areas)
    left, right = min(a.left for a in areas), max(a.right for a in areas)
    pattern = draw_back(theme, right - left, net.height_mm, bleed)
    return [Group((Group(pattern.items, shift(left, 0)),), clip=clip)]


def _label(box: Rect, theme: Theme, inset: float = EDGE_MM, top: float = 0.0) -> tuple[Rect, list[Item]]:
    """White paper with a line round it inside a panel, which leaves the pattern as a frame."""
    inner = Rect(box.left + inset, box.top + inset + top, box.width - 2 * inset, box.height - 2 * inset - top)
    shape = rectangle(inner.left, inner.top, inner.width, inner.height, 3.0)
    return inner, [Path(shape, theme.paper, theme.ink, 0.5)]


def _fitted(
    string: str, x: float, y: float, max_cap: float, max_width: float, theme: Theme, font: str = DISPLAY
) -> Text:
    """Capitals as high as they may be without the line getting wider than it may; y is the baseline."""
    measure = find_font(font)
    width = measure.width_mm(string, measure.size_for_cap(1.0))
    return words(string, x, y, min(max_cap, max_width / width), theme, font)


def _front(name: str, panel: Rect, theme: Theme, profile: BoxProfile, contents: BoxContents) -> list[Item]:
    texts = profile.words
    inner, items = _label(panel, theme, top=profile.box.notch_radius)
    middle, room = inner.left + inner.width / 2, inner.width - 8
    y = inner.top + 4.5
    for row in texts.title:
        line = _fitted(row, middle, 0, 9.0, room, theme)
        cap = line.size_mm * _CAP
        y += cap
        items.append(Text(middle, y, row, DISPLAY, line.size_mm, theme.ink, "middle"))
        y += 0.3 * cap
    foot = inner.bottom - 4
    items.append(_fitted(texts.credit, middle, foot, 2.0, room, theme, TEXT))
    items.append(_fitted(contents.cards, middle, foot - 4.6, 2.0, room, theme, TEXT))
    items += _fan(middle, (y + foot - 7) / 2, min(inner.width - 3, 1.5 * (foot - 9 - y)), theme, texts.fan)
    return items


def _fan(x: float, y: float, width: float, theme: Theme, codes: Sequence[str]) -> list[Item]:
    """Five cards held in a hand, `width` across from the first one's edge to the last one's."""
    turn, factor = 15.0, width / 162.0  # at full size such a fan is 162 mm across and 106 high
    items: list[Item] = []
    for index, code in enumerate(codes):
        a = math.radians(turn * (index - (len(codes) - 1) / 2))
        foot = y + 53 * factor
        rotate = (math.cos(a), math.sin(a), -math.sin(a), math.cos(a), x, foot)
        card = cut_out(parse_card(code), theme, theme.ink, 0.7)
        items.append(
            card.moved(compose(rotate, compose(scale(factor), shift(-theme.width_mm / 2, -theme.height_mm * 1.2))))
        )
    return items


def _back(name: str, panel: Rect, theme: Theme, profile: BoxProfile, contents: BoxContents) -> list[Item]:
    """The card that names the six games, as large as the label allows."""
    inner, items = _label(panel, theme)
    games = next(card for card in draw_text_cards(theme) if card.title == "Six games")
    factor = min(inner.width / games.width_mm, (inner.height - 8) / games.height_mm)
    left = inner.left + (inner.width - factor * games.width_mm) / 2
    items.append(Group(games.items, scale(factor, left, inner.top + 1)))
    middle, room = inner.left + inner.width / 2, inner.width - 8
    items.append(
        _fitted(profile.words.maker.format(version=__version__), middle, inner.bottom - 3, 1.5, room, theme, TEXT)
    )
    return items


def _side(name: str, panel: Rect, theme: Theme, profile: BoxProfile, contents: BoxContents) -> list[Item]:
    """The name along the side, and the five colors and shapes where there is room for both."""
    if panel.width < 8:
        return []
    inset = min(EDGE_MM, panel.width / 6)
    inner, items = _label(panel, theme, inset)
    along, across = inner.height, inner.width
    rows: list[Item] = []
    cap = min(8.0, across * (0.3 if across > 14 else 0.5))
    title = _fitted(profile.words.one_line, along / 2, 0, cap, along - 8, theme)
    cap = title.size_mm * _CAP
    box = min(across - cap - 9, (along - 8) / 5 - 2, 14.0)
    if box >= 5:
        top = (across - cap - box - 4) / 2
        rows.append(words(profile.words.one_line, along / 2, top + cap, cap, theme))
        start = (along - 5 * box - 4 * 2) / 2
        for index, (color, shape) in enumerate(zip(VALUES["color"], VALUES["shape"], strict=True)):
            variable, value = ("color", color) if name == "left" else ("shape", shape)
            rows += draw_value(theme, variable, value, Rect(start + index * (box + 2), top + cap + 4, box, box))
    else:
        rows.append(words(profile.words.one_line, along / 2, (across + cap) / 2, cap, theme))
    items.append(Group(tuple(rows), quarter_turn(inner.right, inner.top)))
    return items


def _lid(name: str, panel: Rect, theme: Theme, profile: BoxProfile, contents: BoxContents) -> list[Item]:
    """Upside down on the net, so that it reads from the front when the box stands."""
    if panel.height < 8:
        return []
    inner, items = _label(panel, theme, min(EDGE_MM, panel.height / 6))
    middle, center = inner.left + inner.width / 2, inner.top + inner.height / 2
    title = _fitted(profile.words.one_line, 0, 0, inner.height * 0.4, inner.width - 8, theme)
    cap = title.size_mm * _CAP
    rows: list[Item] = [words(profile.words.one_line, 0, cap / 2, cap, theme)]
    if inner.height > 20:
        rows.append(words(contents.cards, 0, cap / 2 + 5.4, 2.0, theme, TEXT))
    return [*items, Group(tuple(rows), (-1, 0, 0, -1, middle, center))]


_LABELS: dict[str, Callable[[str, Rect, Theme, BoxProfile, BoxContents], list[Item]]] = {
    "front": _front,
    "back": _back,
    "left": _side,
    "right": _side,
    "lid": _lid,
}


def _glue_word(net: Net, theme: Theme, profile: BoxProfile) -> Group:
    glue = net.panels["glue"]
    word = _fitted(profile.words.glue, 0, 0, 1.7, glue.height - 24, theme, TEXT)
    return Group((word,), (0, -1, 1, 0, glue.left + glue.width / 2 + 1, glue.top + glue.height / 2))


def draw_divider(
    width: float, height: float, index: int, count: int, theme: Theme, dividers: Dividers, key: str
) -> list[Item]:
    """A divider from its body's top left corner; its tab stands above it, each a step further to the right."""
    own = dividers.words[key]
    tab = tab_box(width, index, count, dividers)
    fitting = [_fitted(other.tab, 0, 0, 3.0, tab.width - 5, theme).size_mm * _CAP for other in dividers.words.values()]
    cap = min(3.0, *fitting)
    items: list[Item] = [words(own.tab, tab.left + tab.width / 2, (cap - tab.height) / 2, cap, theme)]
    bleed = 1.5
    pattern = draw_back(theme, width, height, bleed)
    card, label = _label(Rect(0, 0, width, height), theme, 5.0)
    items += [Group(pattern.items, clip=rectangle(-bleed, 3, width + 2 * bleed, height - 3 + bleed)), *label]
    middle = card.left + card.width / 2
    items.append(_fitted(own.title, middle, card.top + 16, 7.0, card.width - 10, theme))
    for row, line in enumerate(break_lines(own.text, TEXT, dividers.size, card.width - 10)):
        y = card.top + 26 + row * dividers.pitch
        items.append(Text(middle, y, line, TEXT, dividers.size, theme.ink, "middle"))
    return items


def tab_box(width: float, index: int, count: int, dividers: Dividers) -> Rect:
    """The tab of one of `count` dividers, above a body of this width that begins at 0, 0."""
    tab_width = width * (dividers.tab_part if count < 3 else dividers.tab_part * 0.75)
    return Rect((width - tab_width) * (index / max(1, count - 1)), -dividers.tab_height, tab_width, dividers.tab_height)
