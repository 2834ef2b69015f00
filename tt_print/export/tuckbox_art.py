"""What is printed on the box and on the dividers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from tt_print import __version__
from tt_print.cards.back import draw_back
from tt_print.cards.faces import cut_out
from tt_print.cards.lettering import number
from tt_print.cards.mark import draw_mark, mark_width
from tt_print.cards.theme import Theme, ThemeColor
from tt_print.deck import Card, parse_card
from tt_print.drawing.geometry import Rect, compose, place_shape, quarter_turn, rotate, scale, shift
from tt_print.drawing.outline import CREASE, outline_path
from tt_print.drawing.shapes import Drawing, Group, Ink, Item, Path, Text
from tt_print.drawing.text import break_lines, find_font
from tt_print.export.profile_tables import BoxProfile, Dividers
from tt_print.export.tuckbox_plan import BoxPlan, Net
from tt_print.records import dataclass

PRINTED = ("left", "front", "right", "back", "lid", "tongue", "front bottom")
EDGE_MM = 4.0  # pattern that shows round a label
SIDE_MM = 4.0  # from a flood's edges to what is written on it
LINE_MM = 0.35
SHAPE_UNIT = 18.1  # the circle's size in the middle of a face, to which the others are set


@dataclass(frozen=True, slots=True)
class BoxContents:
    """What is in the box, in words: its cards and the deck.

    `facts` are pairs of a figure and what there are so many of; `games` those of a name and what the game is about.
    `fan` are the cards in the hand on the front, `tokens` those on the sides; `name` is whose it is, `part` which of
    several boxes.
    """

    cards: str
    deck: str
    facts: tuple[tuple[str, str], ...]
    games_title: str
    games: tuple[tuple[str, str], ...]
    fan: tuple[str, ...]
    tokens: tuple[str, ...]
    name: str = ""
    part: str = ""


def draw_box_sheet(plan: BoxPlan, index: int, theme: Theme, profile: BoxProfile, contents: BoxContents) -> Drawing:
    """One sheet with a piece of the net: its ground, its panels, and on top the lines to cut and to fold."""
    net, paper = plan.pieces[index], plan.papers[index]
    items: list[Item] = [*_ground(net, theme, profile)]
    for name, panel in net.panels.items():
        if draw := PANELS.get(name):
            items += draw(panel, theme, profile, contents)
    items.append(_glue_word(net, theme, profile))
    items += [_line(theme, outline_path(net.cut)), *(_line(theme, outline_path(c), c.layer) for c in net.creases)]
    placed = Group(tuple(items), shift(*plan.corner(index)))
    title = sheet_title(plan, index, contents.deck)
    return Drawing(paper.width_mm, paper.height_mm, (placed,), title, profile.words.glue)


def sheet_title(plan: BoxPlan, index: int, deck: str) -> str:
    many = f", piece {index + 1} of {len(plan.pieces)}" if len(plan.pieces) > 1 else ""
    return f"Triple Topper, box for the {deck}{many}"


def _line(theme: Theme, d: str, layer: str = "") -> Path:
    """Grey is seen on black and on paper."""
    dash = (2.0, 2.0) if layer == CREASE else ()
    return Path(d, stroke=theme.inks["grey"], width_mm=0.2, dash_mm=dash)


def flood_of(theme: Theme, color: str) -> ThemeColor:
    """An area and what reads on it; bare paper where ink is to be saved."""
    return ThemeColor(theme.paper, theme.ink) if theme.is_low else theme.colors[color]


def _ground(net: Net, theme: Theme, profile: BoxProfile) -> list[Item]:
    """A flood on every face that shows, going on beyond cuts and a little onto the flaps beside it; in low ink the back's pattern."""
    bleed = profile.box.bleed
    areas = [net.panels[name].inset(-bleed) for name in PRINTED if name in net.panels]
    shape = " ".join(area.path() for area in areas)
    if not theme.is_low:
        return [Path(shape, flood_of(theme, profile.words.ground).ink)]
    left, right = min(a.left for a in areas) + bleed, max(a.right for a in areas) - bleed
    pattern = draw_back(theme, right - left, net.height_mm, bleed)
    return [Group((Group(pattern.items, shift(left, 0)),), clip=shape)]


def _field(panel: Rect, theme: Theme, top: float = 0.0) -> tuple[Rect, list[Item]]:
    """Where there is room for words on a panel. In low ink that is a white label, which leaves the pattern as a frame."""
    side = min(EDGE_MM if theme.is_low else SIDE_MM, panel.width / 6, panel.height / 6)
    inner = Rect(panel.left + side, panel.top + side + top, panel.width - 2 * side, panel.height - 2 * side - top)
    if not theme.is_low:
        return inner, []
    return inner.inset(min(1.5, inner.width / 8, inner.height / 8)), [
        Path(inner.path(3.0), theme.paper, theme.ink, 0.5)
    ]


def _fitted(string: str, x: float, y: float, max_cap: float, max_width: float, ink: Ink, font: str) -> Text:
    """Capitals as high as they may be without the line getting wider than it may; y is the baseline."""
    measure = find_font(font)
    width = measure.width_mm(string, measure.size_for_cap(1.0))
    return Text(x, y, string, font, measure.size_for_cap(min(max_cap, max_width / width)), ink, "middle")


def _cap(line: Text) -> float:
    """How high its capitals are."""
    return line.size_mm * find_font(line.font).cap_height / 1000


def _front(panel: Rect, theme: Theme, profile: BoxProfile, contents: BoxContents) -> list[Item]:
    """The title, a hand of cards that stands behind the foot, and there how many cards, games and players."""
    texts, layout, on = profile.words, profile.front, flood_of(theme, profile.words.ground).on
    inner, items = _field(panel, theme, profile.box.notch_radius - SIDE_MM * (not theme.is_low))
    middle, y = inner.left + inner.width / 2, inner.top
    for row in texts.title:
        line = _fitted(row, middle, 0, layout.title_cap, inner.width, on, theme.fonts.display)
        y += _cap(line) + layout.title_gap
        items.append(replace(line, y_mm=y))
    for said in filter(None, (contents.part, contents.name)):
        line = _fitted(said, middle, 0, layout.name_cap, inner.width, on, theme.fonts.display)
        y += _cap(line) + layout.title_gap
        items.append(replace(line, y_mm=y))
    if not theme.is_low:
        x, mark_y = panel.right - SIDE_MM - mark_width(layout.mark) / 2, panel.top + layout.mark_y + layout.mark / 2
        items += draw_mark(theme, x, mark_y, layout.mark)
    foot = inner.bottom
    items.append(_fitted(texts.credit, middle, foot, layout.credit_cap, inner.width, on, theme.fonts.text))
    foot -= layout.credit_cap + layout.foot_gap
    items += _figures(contents, middle, foot, inner.width, profile, on, theme.fonts.display)
    foot -= layout.figure_cap + layout.word_cap + 2 * layout.foot_gap
    top = y + 1.5 * layout.foot_gap  # the corners of the next cards are higher
    wide = inner if theme.is_low else panel
    hand = _fan(middle, top, wide.width - 2.0, theme, contents.fan)
    items.append(Group((hand,), clip=Rect.from_edges(wide.left, y, wide.right, foot).path()))
    return items


def _figures(
    contents: BoxContents, middle: float, y: float, width: float, profile: BoxProfile, on: Ink, font: str
) -> list[Item]:
    """Figures side by side, each above what there are so many of, whose baseline is at `y`."""
    layout, items = profile.front, list[Item]()
    step = width / len(contents.facts)
    for index, (figure, noun) in enumerate(contents.facts):
        x = middle + (index - (len(contents.facts) - 1) / 2) * step
        items.append(_fitted(figure, x, y - layout.word_cap - 1.3, layout.figure_cap, step - 2, on, font))
        items.append(_fitted(noun, x, y, layout.word_cap, step - 2, on, font))
    return items


def _fan(x: float, y: float, width: float, theme: Theme, codes: Sequence[str]) -> Group:
    """Cards held in a hand, `width` across; y is the top of the middle one."""
    turn, hold = 10.0, theme.height_mm * 1.2
    leans = [turn * (index - (len(codes) - 1) / 2) for index in range(len(codes))]
    cos, sin, *_ = rotate(leans[-1])
    factor = width / (2 * (hold * sin + theme.width_mm / 2 * cos))
    items: list[Item] = []
    for code, lean in zip(codes, leans, strict=True):
        card = cut_out(parse_card(code), theme, theme.ink if theme.is_low else theme.paper, 0.9)
        items.append(
            card.moved(
                compose(rotate(lean, x, y + hold * factor), compose(scale(factor), shift(-theme.width_mm / 2, -hold)))
            )
        )
    return Group(tuple(items), miniature=True)


def _back(panel: Rect, theme: Theme, profile: BoxProfile, contents: BoxContents) -> list[Item]:
    """The games that the deck plays and what they are about, never smaller than `size`; on a small box their names.

    Below few games stands the mark.
    """
    layout, flood = profile.behind, flood_of(theme, profile.words.ground)
    inner, items = _field(panel, theme)
    lead = theme.ink if theme.is_low else theme.colors[layout.lead].ink
    middle, size = inner.left + inner.width / 2, layout.size
    title = _fitted(contents.games_title, middle, 0, layout.title_cap, inner.width, flood.on, theme.fonts.display)
    top = inner.top + _cap(title)
    items.append(replace(title, y_mm=top))
    foot = [
        row
        for text in (contents.cards, profile.words.maker.format(version=__version__))
        for row in break_lines(text, theme.fonts.text, size, inner.width)
    ]
    end = inner.bottom - layout.pitch * (len(foot) - 1)
    items += [
        Text(middle, end + i * layout.pitch, row, theme.fonts.text, size, flood.on, "middle")
        for i, row in enumerate(foot)
    ]
    room = end - layout.pitch - size - top
    rows = _game_rows(theme, contents.games, size, inner.width, room / layout.min_pitch)
    pitch = min(layout.pitch, room / len(rows))
    gap = min(layout.gap, max(0.0, room - len(rows) * pitch) / len(contents.games))
    y = top + size * 0.8
    for row, font in rows:
        y += pitch + (gap if font == theme.fonts.display else 0.0)
        items.append(Text(inner.left, y, row, font, size, lead if font == theme.fonts.display else flood.on))
    free = end - 2 * layout.pitch - y
    if free >= layout.mark:
        items += draw_mark(theme, middle, y + size + free / 2, layout.mark * 0.8)
    return items


def _game_rows(
    theme: Theme, games: Sequence[tuple[str, str]], size: float, width: float, most: float
) -> list[tuple[str, str]]:
    """Lines and their fonts: each game's name and what it is about, or the names alone where that is more than `most` lines."""
    rows: list[tuple[str, str]] = []
    display, text = theme.fonts.display, theme.fonts.text
    for name, about in games:
        rows.append((name, display))
        rows += [(row, text) for row in break_lines(about, text, size, width)]
    return rows if len(rows) <= most else [(name, display) for name, _ in games]


def _side(panel: Rect, theme: Theme, profile: BoxProfile, contents: BoxContents) -> list[Item]:
    """Along the side the name, five cards as tokens and the figures, as far as there is room for them."""
    if panel.width < 8:
        return []
    inner, items = _field(panel, theme)
    along, across, layout, flood = inner.height, inner.width, profile.side, flood_of(theme, profile.words.ground)
    many = bool(contents.part) and across >= layout.part_from  # room for the line that says which box this is
    said = profile.words.one_line
    if contents.part and not many:
        said = f"{said} · {contents.part}"
    cap = min(layout.title_cap, across * (0.3 if across > 20 or many else 0.6))
    title = _fitted(said, along / 2, 0, cap, along, flood.on, theme.fonts.display)
    cap = _cap(title)
    room = across - cap - layout.gap
    token = min(layout.token, along / 6, room - (layout.fact_cap + layout.gap if many else 0.0))
    figures = many or across >= cap + token + layout.fact_cap + 3 * layout.gap
    tokens = token >= layout.min_token
    heights = [cap] + [token] * tokens + [layout.fact_cap] * figures
    gap = min(layout.gap * 1.6, (across - sum(heights)) / (len(heights) + 1))
    y = (across - sum(heights) - gap * (len(heights) - 1)) / 2 + cap
    rows: list[Item] = [replace(title, y_mm=y)]
    if tokens:
        y += gap + token
        rows += _tokens(contents.tokens, along / 2, y - token / 2, token, along / 5.2, theme, profile.words.ground)
    if figures:
        y += gap + layout.fact_cap
        rows.append(_fitted(_one_line(contents), along / 2, y, layout.fact_cap, along, flood.on, theme.fonts.display))
    items.append(Group(tuple(rows), quarter_turn(inner.right, inner.top)))
    return items


def _one_line(contents: BoxContents) -> str:
    """The figures; where somebody's name is on the box, or which of several it is, that."""
    return " · ".join(filter(None, (contents.part, contents.name))) or " · ".join(
        f"{figure} {noun}" for figure, noun in contents.facts
    )


def _tokens(
    codes: Sequence[str], x: float, y: float, size: float, step: float, theme: Theme, ground: str
) -> list[Item]:
    """Cards as colored shapes with their numbers, in a row about (x, y), in lines of what reads on the ground."""
    items: list[Item] = []
    flood = flood_of(theme, ground)
    cards = [card for code in codes if isinstance(card := parse_card(code), Card)]
    for index, card in enumerate(cards):
        color, shape = theme.colors[card.color], theme.shapes[card.shape]
        fill, on = (theme.paper, theme.ink) if theme.is_low else (color.ink, color.on)
        factor = size / 2 * shape.center_size / SHAPE_UNIT
        left = x + (index - (len(cards) - 1) / 2) * step
        d = place_shape(shape.d, left, y, factor)
        cap = shape.number_cap_mm * factor / shape.center_size
        items.append(Path(d, fill, flood.on, LINE_MM * 2))
        low = y + shape.number_y_mm * factor / shape.center_size + cap / 2
        items.append(number(card.number, left, low, cap, on, theme.fonts.numbers))
    return items


def _lid(panel: Rect, theme: Theme, profile: BoxProfile, contents: BoxContents) -> list[Item]:
    """Upside down on the net, so that it reads from the front when the box stands: the mark, the name, the figures."""
    if panel.height < 8:
        return []
    inner, items = _field(panel, theme)
    layout, on, gap = profile.side, flood_of(theme, profile.words.ground).on, profile.side.gap
    below = layout.fact_cap + gap  # the line under the name
    most = min(inner.height * 0.5, inner.height - below if contents.part else inner.height)
    title = _fitted(profile.words.one_line, 0, 0, most, inner.width, on, theme.fonts.display)
    cap = _cap(title)
    mark = min(layout.lid_mark, inner.height - cap - below - gap)
    roomy = mark >= layout.min_token
    high = cap + (mark + gap + below if roomy else below if contents.part else 0.0)
    y = -high / 2
    rows: list[Item] = []
    if roomy:
        rows += draw_mark(theme, 0, y + mark / 2, mark)
        y += mark + gap
    rows.append(replace(title, y_mm=y + cap))
    if roomy or contents.part:
        rows.append(_fitted(_one_line(contents), 0, high / 2, layout.fact_cap, inner.width, on, theme.fonts.display))
    return [*items, Group(tuple(rows), (-1, 0, 0, -1, inner.left + inner.width / 2, inner.top + inner.height / 2))]


PANELS: dict[str, Callable[[Rect, Theme, BoxProfile, BoxContents], list[Item]]] = {
    "front": _front,
    "back": _back,
    "left": _side,
    "right": _side,
    "lid": _lid,
}


def _glue_word(net: Net, theme: Theme, profile: BoxProfile) -> Group:
    glue = net.panels["glue"]
    word = _fitted(profile.words.glue, 0, 0, 1.7, glue.height - 14, theme.ink, theme.fonts.text)
    return Group((word,), (0, -1, 1, 0, glue.left + glue.width / 2 + 1, glue.top + glue.height / 2))


def draw_divider(
    width: float, height: float, index: int, count: int, theme: Theme, dividers: Dividers, key: str
) -> list[Item]:
    """A divider from its body's top left corner; its tab stands above it, each a step further to the right.

    All of it in a color of the deck, with a token for each color, shape and number that the deck has so far.
    """
    own, bleed = dividers.words[key], 1.5
    tab, flood = tab_box(width, index, count, dividers), flood_of(theme, own.color)
    fitting = [
        _cap(_fitted(other.tab, 0, 0, 3.0, tab.width - 5, flood.on, theme.fonts.display))
        for other in dividers.words.values()
    ]
    cap = min(3.0, *fitting)
    items: list[Item] = []
    if not theme.is_low:
        body = Rect(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed)
        items.append(Path(f"{body.path()} {tab.inset(-bleed).path()}", flood.ink))
    middle, room = width / 2, width - 10
    items.append(
        _fitted(
            own.tab, tab.left + tab.width / 2, (cap - tab.height) / 2, cap, tab.width - 5, flood.on, theme.fonts.display
        )
    )
    step = room / max(3, len(own.tokens))
    items += _tokens(own.tokens, middle, height * 0.24, min(step * 0.88, height * 0.2), step, theme, own.color)
    items.append(_fitted(own.title, middle, height * 0.52, 9.0, room, flood.on, theme.fonts.display))
    for row, line in enumerate(break_lines(own.text, theme.fonts.text, dividers.size, room)):
        y = height * 0.62 + row * dividers.pitch
        items.append(Text(middle, y, line, theme.fonts.text, dividers.size, flood.on, "middle"))
    return items


def tab_box(width: float, index: int, count: int, dividers: Dividers) -> Rect:
    """The tab of one of `count` dividers, above a body of this width that begins at 0, 0."""
    tab_width = width * (dividers.tab_part if count < 3 else dividers.tab_part * 0.75)
    return Rect((width - tab_width) * (index / max(1, count - 1)), -dividers.tab_height, tab_width, dividers.tab_height)
