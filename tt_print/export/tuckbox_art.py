"""What is printed on the box and on the dividers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tt_print.cards.back import draw_back
from tt_print.cards.mark import draw_mark
from tt_print.cards.scene import draw_ground, draw_scene, grounds, scene_height
from tt_print.cards.theme import Theme, ThemeColor
from tt_print.cards.topper import Topper, draw_topper, turned
from tt_print.deck import Card, parse_card
from tt_print.drawing.geometry import Rect, quarter_turn, shift
from tt_print.drawing.outline import CREASE, outline_path
from tt_print.drawing.shapes import Drawing, Group, Ink, Item, Path, Text
from tt_print.drawing.text import break_lines, find_font
from tt_print.export.profile_tables import BoxProfile, Dividers
from tt_print.export.tuckbox_plan import BoxPlan, Net
from tt_print.records import dataclass

PRINTED = ("left", "front", "right", "back", "lid", "tongue", "front bottom")
EDGE_MM = 4.0  # pattern that shows round a label
SIDE_MM = 4.0  # from a flood's edges to what is written on it


@dataclass(frozen=True, slots=True)
class BoxContents:
    """What is in the box, in words: its cards and the deck.

    `facts` are pairs of a figure and what there are so many of, and so are the `minutes` that people play; `games` have a name,
    what the game is about, and how long it takes, "" where nobody knows.
    `tokens` are the cards on the sides, `codes` those in the box, of which the front may show some; `name` is whose it is.
    """

    cards: str
    deck: str
    facts: tuple[tuple[str, str], ...]
    minutes: tuple[tuple[str, str], ...]
    games_title: str
    games: tuple[tuple[str, str, str], ...]
    tokens: tuple[str, ...]
    codes: tuple[str, ...]
    name: str = ""

    @property
    def line(self) -> str:
        """The figures; where somebody's name is on the box, that."""
        return self.name or " · ".join(f"{figure} {noun}" for figure, noun in self.facts)


def flood_of(theme: Theme, color: str) -> ThemeColor:
    """An area and what reads on it, of one of the deck's colors or of a ground; bare paper where ink is to be saved."""
    if color in grounds():
        return grounds()[color].color(theme)
    return ThemeColor(theme.paper, theme.ink) if theme.is_low else theme.colors[color]


def _fitted(string: str, x: float, y: float, max_cap: float, max_width: float, ink: Ink, font: str) -> Text:
    """Capitals as high as they may be without the line getting wider than it may; y is the baseline."""
    measure = find_font(font)
    width = measure.width_mm(string, measure.size_for_cap(1.0))
    return Text(x, y, string, font, measure.size_for_cap(min(max_cap, max_width / width)), ink, "middle")


def _cap(line: Text) -> float:
    """How high its capitals are."""
    return line.size_mm * find_font(line.font).cap_height / 1000


@dataclass(frozen=True, slots=True)
class BoxArt:
    """What is printed on the panels of a box."""

    theme: Theme
    profile: BoxProfile
    contents: BoxContents

    @property
    def flood(self) -> ThemeColor:
        return flood_of(self.theme, self.profile.words.ground)

    def draw_panel(self, name: str, panel: Rect) -> list[Item]:
        """What is read on a panel of this name; nothing on others."""
        if name == "front":
            return self._front(panel)
        if name == "back":
            return self._back(panel)
        if name in ("left", "right") and panel.width >= 8:
            return self._side(panel)
        return self._lid(panel) if name == "lid" and panel.height >= 8 else []

    def draw_sheet(self, plan: BoxPlan, index: int) -> Drawing:
        """One sheet with a piece of the net: its ground, its panels, and on top the lines to cut and to fold."""
        net, paper, glue = plan.pieces[index], plan.papers[index], self.profile.words.glue
        items = self._ground(net)
        for name, panel in net.panels.items():
            items += self.draw_panel(name, panel)
        flap = net.panels["glue"]
        word = _fitted(glue, 0, 0, 1.7, flap.height - 14, self.theme.ink, self.theme.fonts.text)
        items.append(Group((word,), (0, -1, 1, 0, flap.left + flap.width / 2 + 1, flap.top + flap.height / 2)))
        for line in (net.cut, *net.creases):  # grey is seen on black and on paper
            dash = (2.0, 2.0) if line.layer == CREASE else ()
            items.append(Path(outline_path(line), stroke=self.theme.inks["grey"], width_mm=0.2, dash_mm=dash))
        placed = Group(tuple(items), shift(*plan.corner(index)))
        return Drawing(paper.width_mm, paper.height_mm, (placed,), sheet_title(plan, index, self.contents.deck), glue)

    def _line(self, string: str, x: float, y: float, max_cap: float, max_width: float) -> Text:
        return _fitted(string, x, y, max_cap, max_width, self.flood.on, self.theme.fonts.display)

    def _width(self, string: str, cap: float) -> float:
        font = find_font(self.theme.fonts.display)
        return font.width_mm(string, font.size_for_cap(cap))

    def _ground(self, net: Net) -> list[Item]:
        """A flood on every face that shows, going on beyond cuts and a little onto the flaps beside it; in low ink the back's pattern."""
        bleed = self.profile.box.bleed
        areas = [net.panels[name].inset(-bleed) for name in PRINTED if name in net.panels]
        shape = " ".join(area.path() for area in areas)
        if not self.theme.is_low:
            return [Path(shape, self.flood.ink)]
        left, right = min(a.left for a in areas) + bleed, max(a.right for a in areas) - bleed
        pattern = draw_back(self.theme, right - left, net.height_mm, bleed)
        return [Group((Group(pattern.items, shift(left, 0)),), clip=shape)]

    def _field(self, panel: Rect, top: float = 0.0) -> tuple[Rect, list[Item]]:
        """Where there is room for words on a panel. In low ink that is a white label, which leaves the pattern as a frame."""
        theme = self.theme
        side = min(EDGE_MM if theme.is_low else SIDE_MM, panel.width / 6, panel.height / 6)
        inner = Rect(panel.left + side, panel.top + side + top, panel.width - 2 * side, panel.height - 2 * side - top)
        if not theme.is_low:
            return inner, []
        label = Path(inner.path(3.0), theme.paper, theme.ink, 0.5)
        return inner.inset(min(1.5, inner.width / 8, inner.height / 8)), [label]

    def _front(self, panel: Rect) -> list[Item]:
        """The title, the Toppers, and at the foot how many cards, games and players."""
        theme, contents, layout, texts = self.theme, self.contents, self.profile.front, self.profile.words
        inner, items = self._field(panel, self.profile.box.notch_radius - SIDE_MM * (not theme.is_low))
        middle, width, y = inner.left + inner.width / 2, inner.width, inner.top
        named = [self._line(contents.name, middle, 0, layout.name_cap, width)] if contents.name else []
        wide, ink = (
            (width, self.flood.on)
            if theme.is_low
            else (width + layout.title_wider, theme.colors[layout.title_color].ink)
        )
        titles = [replace(self._line(row, middle, 0, layout.title_cap, wide), fill=ink) for row in texts.title]
        for line in (*titles, *named):
            y += _cap(line) + layout.title_gap
            items.append(replace(line, y_mm=y))
        foot = inner.bottom
        items.append(_fitted(texts.credit, middle, foot, layout.credit_cap, width, self.flood.on, theme.fonts.text))
        foot -= layout.credit_cap + layout.foot_gap
        items += self._facts(inner, foot)
        foot -= layout.figure_cap + layout.word_cap + 2 * layout.foot_gap
        room = Rect.from_edges(inner.left, y + layout.foot_gap, inner.right, foot - layout.foot_gap)
        picture = min(room.width, room.height / scene_height(texts.scene, 1.0))
        scene_y = room.bottom - scene_height(texts.scene, picture)
        scene = Group(
            (draw_scene(theme, texts.scene, picture, self.contents.codes),), shift(middle - picture / 2, scene_y)
        )
        return [*draw_ground(theme, texts.ground, panel, (middle, scene_y + picture / 2)), *items, scene]

    def _facts(self, inner: Rect, foot: float) -> list[Item]:
        """Figures with what there are so many of below them, all by one factor smaller where they are wide.

        Without minutes on a box so small that they would make the others hard to read.
        """
        contents, layout, items = self.contents, self.profile.front, list[Item]()
        for facts in ((*contents.facts, *contents.minutes), contents.facts):
            wide = [
                max(self._width(figure, layout.figure_cap), self._width(noun, layout.word_cap))
                for figure, noun in facts
            ]
            part = min(1.0, (inner.width - 2 * len(facts)) / sum(wide))
            if part >= layout.least_part:
                break
        apart = (inner.width - part * sum(wide)) / len(facts)
        x = inner.left + apart / 2
        for (figure, noun), usual in zip(facts, wide, strict=True):
            width = part * usual
            figure_y = foot - layout.word_cap - 1.3
            items.append(self._line(figure, x + width / 2, figure_y, part * layout.figure_cap, width))
            items.append(self._line(noun, x + width / 2, foot, part * layout.word_cap, width))
            x += width + apart
        return items

    def _back(self, panel: Rect) -> list[Item]:
        """The games that the deck plays and what they are about, never smaller than `size`; on a small box their names.

        Below few games is the mark.
        """
        theme, contents, layout, on = self.theme, self.contents, self.profile.behind, self.flood.on
        inner, items = self._field(panel)
        middle, size, display, text = inner.left + inner.width / 2, layout.size, theme.fonts.display, theme.fonts.text
        title = self._line(contents.games_title, middle, 0, layout.title_cap, inner.width)
        top = inner.top + _cap(title)
        items.append(replace(title, y_mm=top))
        foot = break_lines(contents.cards, text, size, inner.width)
        end = inner.bottom - layout.pitch * (len(foot) - 1)
        items += [Text(middle, end + i * layout.pitch, row, text, size, on, "middle") for i, row in enumerate(foot)]
        room = end - layout.pitch - size - top
        rows: list[tuple[str, str]] = []
        times: dict[str, str] = {}
        for name, about, time in contents.games:
            beside = (
                find_font(display).width_mm(name, size) + find_font(text).width_mm(f"  {time}", size) <= inner.width
            )
            times[name] = time if beside else ""
            said = about if beside else f"{time}. {about}"
            rows += [(name, display), *((row, text) for row in break_lines(said, text, size, inner.width))]
        if len(rows) > room / layout.min_pitch:
            rows = [(name, display) for name, *_ in contents.games]
        pitch = min(layout.pitch, room / len(rows))
        gap = min(layout.gap, max(0.0, room - len(rows) * pitch) / len(contents.games))
        y = top + size * 0.8
        for row, font in rows:
            y += pitch + (gap if font == display else 0.0)
            items.append(Text(inner.left, y, row, font, size, on))
            if font == display and times[row]:
                items.append(Text(inner.right, y, times[row], text, size, on, "end"))
        free = end - 2 * layout.pitch - y
        if free >= layout.mark:
            items += draw_mark(theme, middle, y + size + free / 2, layout.mark * 0.8)
        return items

    def _side(self, panel: Rect) -> list[Item]:
        """Along the side the name, five cards as tokens and the figures, as far as there is room for them."""
        contents, layout, words = self.contents, self.profile.side, self.profile.words
        inner, items = self._field(panel)
        along, across = inner.height, inner.width
        most = min(layout.title_cap, across * (0.3 if across > 20 else 0.6))
        title = self._line(words.one_line, along / 2, 0, most, along)
        cap = _cap(title)
        room = across - cap - layout.gap
        token = min(layout.token, along / 6, room)
        figures = across >= cap + token + layout.fact_cap + 3 * layout.gap
        tokens = token >= layout.min_token
        heights = [cap] + [token] * tokens + [layout.fact_cap] * figures
        gap = min(layout.gap * 1.6, (across - sum(heights)) / (len(heights) + 1))
        y = (across - sum(heights) - gap * (len(heights) - 1)) / 2 + cap
        rows: list[Item] = [replace(title, y_mm=y)]
        if tokens:
            y += gap + token
            rows += _tokens(contents.tokens, along / 2, y - token / 2, token, along / 5.2, self.theme)
        if figures:
            y += gap + layout.fact_cap
            rows.append(self._line(contents.line, along / 2, y, layout.fact_cap, along))
        items.append(Group(tuple(rows), quarter_turn(inner.right, inner.top)))
        return items

    def _lid(self, panel: Rect) -> list[Item]:
        """Upside down on the net, so that it reads from the front when the box is: the mark, the name, the figures."""
        contents, layout, gap = self.contents, self.profile.side, self.profile.side.gap
        inner, items = self._field(panel)
        below = layout.fact_cap + gap  # the line under the name
        title = self._line(self.profile.words.one_line, 0, 0, inner.height * 0.5, inner.width)
        cap = _cap(title)
        mark = min(layout.lid_mark, inner.height - cap - below - gap)
        roomy = mark >= layout.min_token
        high = cap + (mark + gap + below if roomy else 0.0)
        y = -high / 2
        rows: list[Item] = []
        if roomy:
            rows += draw_mark(self.theme, 0, y + mark / 2, mark)
            y += mark + gap
        rows.append(replace(title, y_mm=y + cap))
        if roomy:
            rows.append(self._line(contents.line, 0, high / 2, layout.fact_cap, inner.width))
        return [*items, Group(tuple(rows), (-1, 0, 0, -1, inner.left + inner.width / 2, inner.top + inner.height / 2))]


def sheet_title(plan: BoxPlan, index: int, deck: str) -> str:
    many = f", piece {index + 1} of {len(plan.pieces)}" if len(plan.pieces) > 1 else ""
    return f"Triple Topper, box for the {deck}{many}"


def _tokens(codes: Sequence[str], x: float, y: float, size: float, step: float, theme: Theme) -> list[Item]:
    """Cards as Toppers with their numbers and as many eyes, in a row about (x, y)."""
    cards = [card for code in codes if isinstance(card := parse_card(code), Card)]
    items: list[Item] = []
    for index, card in enumerate(cards):
        asleep = card.number == "?"
        topper = Topper(
            card.color, card.shape, card.number, 2 if asleep else int(card.number), mood="asleep" if asleep else "calm"
        )
        left = x + (index - (len(cards) - 1) / 2) * step
        items.append(turned(draw_topper(theme, topper, 0.46 * size), left, y))
    return items


def draw_divider(
    width: float, height: float, index: int, count: int, theme: Theme, dividers: Dividers, key: str
) -> list[Item]:
    """A divider from its body's top left corner; its tab is above it, each a step further to the right.

    All of it in a color of the deck, with a token for each color, shape and number that the deck has so far.
    """
    own, bleed = dividers.words[key], 1.5
    tab, flood = tab_box(width, index, count, dividers), flood_of(theme, own.color)
    display, text = theme.fonts.display, theme.fonts.text
    tabs = [_fitted(other.tab, 0, 0, 3.0, tab.width - 5, flood.on, display) for other in dividers.words.values()]
    cap = min(3.0, *map(_cap, tabs))
    items: list[Item] = []
    if not theme.is_low:
        body = Rect(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed)
        items.append(Path(f"{body.path()} {tab.inset(-bleed).path()}", flood.ink))
    middle, room = width / 2, width - 10
    middle_of_tab = tab.left + tab.width / 2
    items.append(_fitted(own.tab, middle_of_tab, (cap - tab.height) / 2, cap, tab.width - 5, flood.on, display))
    step = room / max(3, len(own.tokens))
    items += _tokens(own.tokens, middle, height * 0.24, min(step * 0.88, height * 0.2), step, theme)
    items.append(_fitted(own.title, middle, height * 0.52, 9.0, room, flood.on, display))
    for row, line in enumerate(break_lines(own.text, text, dividers.size, room)):
        y = height * 0.62 + row * dividers.pitch
        items.append(Text(middle, y, line, text, dividers.size, flood.on, "middle"))
    return items


def tab_box(width: float, index: int, count: int, dividers: Dividers) -> Rect:
    """The tab of one of `count` dividers, above a body of this width that begins at 0, 0."""
    tab_width = width * (dividers.tab_part if count < 3 else dividers.tab_part * 0.75)
    return Rect((width - tab_width) * (index / max(1, count - 1)), -dividers.tab_height, tab_width, dividers.tab_height)
