"""A tuck box for the deck, made for its number of cards and their thickness: PDF to print, SVG and DXF to cut.

It is planned in numbers first: walls, flaps, cuts, and creases, in one piece or in two. A piece is a row of walls behind a glue flap. The
last wall of the box is the back, which carries the lid.

    glue | side | front | side | back          or          glue | side | front    and    glue | side | back
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from tt_print.deck import DECKS, JOKERS
from tt_print.draw.geometry import (
    CREASE,
    QUARTER_BULGE,
    Outline,
    Point,
    Rect,
    Vertex,
    outline_path,
    polyline,
    quarter_turn,
    shift,
)
from tt_print.draw.pdf import DocumentFacts, Page, render_pdf
from tt_print.draw.shapes import Drawing, Group, Ink, Item, Path, Text
from tt_print.draw.svg import cut_files
from tt_print.draw.text import DISPLAY, missing_letters, width_of
from tt_print.engine.figures import USUAL, Minutes, find_time, time_words
from tt_print.export.job import Facts, Files, Job
from tt_print.export.profiles import ExportChoices, Profile, ProfileTable
from tt_print.faces.back import draw_back
from tt_print.faces.chits import text_cards, worded_cards
from tt_print.faces.own_theme import unset_reason
from tt_print.faces.scene import draw_ground, draw_scene, draw_small_cover, draw_topper_row, flood_of, scene_height
from tt_print.faces.theme import Theme
from tt_print.faces.toppers import draw_mark
from tt_print.games import find_game, game_names
from tt_print.page.boxes import Box, Capitals, Picture, Row, Share, Stack, Words, height_of, stacked
from tt_print.page.flow import drawn
from tt_print.page.text import NO_BREAK, TextStyle
from tt_print.paper.plan import Paper, known_papers
from tt_print.problems import Problem, pick
from tt_print.typed_words import read_length

DIVIDED = {"full": ("west", "squares", "full"), "squares": ("west", "squares"), "west": ()}
DEFAULT_STOCK = "playing-card"
DIVIDER_GAP_MM = 4.0
DIVIDERS_TITLE = "Triple Topper, dividers"
MAX_NAME = 40
GLUE_CAP_MM = 1.7

# ---------------------------------------------------------------- choices


def resolve_box(job: Job) -> ExportChoices:
    """The stock's name, or a card's millimeters in our own spelling."""
    profile, choices = job.profile, job.choices
    thickness = (choices.thickness or DEFAULT_STOCK).strip().lower().replace(" ", "-")
    if thickness not in profile.stocks and (mm := read_length(thickness)) is not None:
        if not 0.05 <= mm <= 1.5:
            raise Problem("range", "thickness", value=f"{mm:g}")
        thickness = f"{mm:g}"
    else:
        thickness = pick("thickness", thickness, profile.stocks)
    possible = bool(DIVIDED[choices.deck]) and choices.copies == 1
    if choices.dividers and not possible:
        raise Problem("nothing_to_divide", "dividers", **({"other": "copies"} if choices.copies > 1 else {}))
    dividers = None if choices.dividers == possible else choices.dividers
    return replace(choices, thickness=thickness, dividers=dividers, name=_read_name(choices, job.theme))


def _read_name(choices: ExportChoices, theme: Theme) -> str:
    """The name for the box; empty for none. Raises Problem for a long one, and one with letters that the theme's font has not."""
    name = " ".join(choices.name.split())
    if not choices.name:
        return ""
    if not 1 <= len(name) <= MAX_NAME:
        raise Problem("long", "name", value=choices.name, most=MAX_NAME)
    if missing := missing_letters(name, theme.fonts.display):
        own = "" if theme.fonts.display == DISPLAY else "own"
        raise Problem("letters", "name", value=choices.name, letter=missing[0], theme=theme.name, wanted=own)
    if reason := unset_reason(name):
        raise Problem("unset", "name", value=choices.name, reason=reason)
    return name


# ---------------------------------------------------------------- the net


class BoxSize(NamedTuple):
    """A crease to the next one: across, upright and through. Inside it is a board's thickness less."""

    width_mm: float
    height_mm: float
    depth_mm: float


class Net(NamedTuple):
    """One flat piece, from its own top left corner. `panels` are rectangles between creases, without bevels."""

    width_mm: float
    height_mm: float
    panels: Mapping[str, Rect]
    cut: Outline
    creases: tuple[Outline, ...]

    def corner(self, paper: Paper) -> Point:
        """Its own in the middle of a sheet."""
        return (paper.width_mm - self.width_mm) / 2, (paper.height_mm - self.height_mm) / 2


Piece = tuple[Net, Paper]  # the sheet on which it is may lie on its side


def plan_box(size: BoxSize, paper: Paper, profile: Profile) -> list[Piece]:
    """In one piece where the paper holds it, else in two on two sheets. Raises Problem where not even that fits."""
    if pieces := _fit(size, paper, profile.box):
        return pieces
    larger = larger_paper(size, paper, profile, 2)
    size_mm = " x ".join(f"{side:.0f}" for side in size) + " mm"
    known = {"larger": larger.name, "wanted": "larger"} if larger else {"larger": None, "wanted": ""}
    raise Problem("box_too_large", "paper", size=size_mm, value=paper.title, **known)


def larger_paper(size: BoxSize, paper: Paper, profile: Profile, pieces: int) -> Paper | None:
    """Paper that holds the box in so many pieces: what people who use this paper can buy where it does, else the smallest."""
    fitting = [each for each in known_papers() if 0 < len(_fit(size, each, profile.box)) <= pieces]
    first = profile.larger.get(paper.name)
    return min(fitting, key=lambda each: (each.name != first, each.width_mm * each.height_mm), default=None)


def _fit(size: BoxSize, paper: Paper, measures: ProfileTable) -> list[Piece]:
    """In as few pieces as the paper holds; none where it holds none. `measures` are those of `[box]` in the profile."""
    room = 2 * measures.margin
    for division in ((("left", "front", "right", "back"),), (("left", "front"), ("right", "back"))):
        pieces: list[Piece] = []
        for walls in division:
            net = draw_net(size, walls, measures)
            wide, high = net.width_mm + room, net.height_mm + room
            ways = [way for way in (paper, paper.turned()) if wide <= way.width_mm and high <= way.height_mm]
            pieces += [(net, way) for way in ways[:1]]
        if len(pieces) == len(division):
            return pieces
    return []


def draw_net(size: BoxSize, walls: Sequence[str], m: ProfileTable) -> Net:
    """Clockwise around the piece: over the walls' tops from the left, down the last wall, back along the bottoms."""
    width, height, depth = size
    dust = min(m.dust, width / 2 - 1, depth + m.tongue)
    top = depth + m.tongue if "back" in walls else dust
    bottom, x, fold = top + height, m.glue, depth - m.bottom_short
    panels = {"glue": Rect(0, top, m.glue, height)}
    over: list[Vertex] = []
    under: list[Vertex] = []
    creases = [((x, top), (x, bottom))]
    for wall in walls:
        is_wide = wall in ("front", "back")
        left, right, length = x, x + (width if is_wide else depth), fold if is_wide else dust
        panels[wall] = Rect(left, top, right - left, height)
        panels[f"{wall} bottom"] = Rect(left, bottom, right - left, length)
        under += _flap(left, right, bottom, length, m)
        creases.append(((left, bottom), (right, bottom)))
        if wall == "front":
            middle, r = (left + right) / 2, m.notch_radius
            over += [Vertex(left, top), Vertex(middle - r, top, -1.0), Vertex(middle + r, top)]
        elif wall == "back":
            panels["lid"] = Rect(left, top - depth, width, depth)
            panels["tongue"] = Rect(left, 0, width, m.tongue)
            over += _lid(left, right, top, depth, m)
            creases.append(((left, top), (right, top)))
            creases.append(((left + m.slack, top - depth), (right - m.slack, top - depth)))
        else:
            over += [Vertex(left, top), *(Vertex(v.x_mm, 2 * top - v.y_mm) for v in _flap(left, right, top, dust, m))]
            creases.append(((left, top), (right, top)))
        if wall != walls[-1]:
            creases.append(((right, top), (right, bottom)))
        x = right
    slant = min(8.0, height / 6)
    around = [Vertex(0, bottom - slant), Vertex(0, top + slant), *over, Vertex(x, top), Vertex(x, bottom)]
    around += [*reversed(under), Vertex(m.glue, bottom)]
    places = [(vertex.x_mm, vertex.y_mm) for vertex in around]
    cut = [vertex for index, vertex in enumerate(around) if not index or places[index] != places[index - 1]]
    folds = tuple(polyline(ends, closed=False, layer=CREASE) for ends in creases)
    return Net(x, bottom + max(fold, dust), panels, Outline(tuple(cut)), folds)


def _flap(left: float, right: float, y: float, length: float, m: ProfileTable) -> list[Vertex]:
    """A flap that hangs from y, from left to right, narrower toward its end."""
    slack, bevel, end = m.slack, m.slack + m.bevel, y + length
    return [Vertex(left + slack, y), Vertex(left + bevel, end), Vertex(right - bevel, end), Vertex(right - slack, y)]


def _lid(left: float, right: float, top: float, depth: float, m: ProfileTable) -> list[Vertex]:
    r, fold, end = m.tongue_radius, top - depth, top - depth - m.tongue
    inner_left, inner_right = left + m.slack, right - m.slack
    return [
        Vertex(left, top), Vertex(inner_left, fold), Vertex(inner_left, end + r, QUARTER_BULGE), Vertex(inner_left + r, end),
        Vertex(inner_right - r, end, QUARTER_BULGE), Vertex(inner_right, end + r), Vertex(inner_right, fold),
    ]  # fmt: skip


# ---------------------------------------------------------------- what is printed on it

PRINTED = ("left", "front", "right", "back", "lid", "tongue", "front bottom")
LEAST_PANEL_MM = 8.0  # a narrower one has no words
SIDE_MM = 4.0  # from a panel's edges to what is written on it, or to its label


class BoxArt:
    """What is printed on the panels of a box, in the words of the profile or in the language of the theme."""

    def __init__(self, job: Job) -> None:
        self.theme, self.profile, self.choices = job.theme, job.profile, job.choices
        self.words = job.profile.words | vars(job.theme.words.box)
        self.flood = flood_of(job.theme, self.words.ground)
        count = len(DECKS[job.choices.deck]) * job.choices.copies
        # pairs of a figure and what there are so many of
        self.facts = [(str(count), self.words.cards_noun), *self.words.facts[job.choices.deck]]

    def _cards(self) -> str:
        """What is in the box."""
        own, choices, count = self.theme.words.box, self.choices, self.facts[0][0]
        jokers = f"{len(JOKERS) * choices.copies} {own.jokers or 'jokers'}, " if choices.has_jokers else ""
        chits = f"3 {own.chits or 'chits'}" if choices.chits else ""
        words: str = self.words.cards.format(cards=count, jokers=jokers, chits=chits)
        return words.removesuffix(", ")

    def draw_sheet(self, net: Net, paper: Paper, title: str) -> Drawing:
        """One sheet with a piece of the net: its ground, its panels, and on top the lines to cut and to fold."""
        glue = self.words.glue
        items = self._ground(net)
        writers = {"front": self._front, "back": self._back, "left": self._side, "right": self._side, "lid": self._lid}
        for name, panel in net.panels.items():
            if name in writers and min(panel.width, panel.height) >= LEAST_PANEL_MM:
                items += writers[name](panel)
        flap = net.panels["glue"]
        word = self._line(glue, GLUE_CAP_MM, self.theme.ink, self.theme.fonts.text).lay(flap.height - 14)
        items.append(Group(word.items, (0, -1, 1, 0, flap.center[0] - 0.7, flap.bottom - 7)))
        for line in (net.cut, *net.creases):  # grey is seen on black and on paper
            dash = (2.0, 2.0) if line.layer == CREASE else ()
            items.append(Path(outline_path(line), stroke=self.theme.inks["grey"], width_mm=0.2, dash_mm=dash))
        placed = Group(tuple(items), shift(*net.corner(paper)))
        return Drawing(paper.width_mm, paper.height_mm, (placed,), title, glue)

    def _line(self, string: str, cap_mm: float, ink: Ink | None = None, font: str = "") -> Capitals:
        ladder = (*self.profile.dividers.ladder,)
        return Capitals(string, cap_mm, ink or self.flood.on, font or self.theme.fonts.display, ladder)

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
        side = min(SIDE_MM, panel.width / 6, panel.height / 6)
        inner = Rect(panel.left + side, panel.top + side + top, panel.width - 2 * side, panel.height - 2 * side - top)
        if not theme.is_low:
            return inner, []
        label = Path(inner.inset(-1.0).path(3.0), theme.paper, theme.ink, 0.5)
        return inner.inset(min(1.5, inner.width / 8, inner.height / 8)), [label]

    def _front(self, panel: Rect) -> list[Item]:
        """The title, the Toppers, and at the foot how many cards, games and players."""
        theme, layout, words = self.theme, self.profile.front, self.words
        inner, items = self._field(panel, self.profile.box.notch_radius - SIDE_MM * (not theme.is_low))
        (middle, _), wider = inner.center, 0.0 if theme.is_low else layout.title_wider
        ink = self.flood.on if theme.is_low else theme.colors[layout.title_color].ink
        titles = [Capitals(row, layout.title_cap, ink, theme.fonts.display) for row in words.title]
        cap = min(row.lay(inner.width + wider).height for row in titles)  # all rows in the size of the widest
        title = Stack([replace(row, cap_mm=cap) for row in titles], layout.title_gap).lay(inner.width + wider)
        name = Stack([self._line(self.choices.name, layout.name_cap)] if self.choices.name else []).lay(inner.width)
        credit = self._line(words.credit, layout.credit_cap, font=theme.fonts.text)
        foot = Stack([self._facts(inner.width), credit], layout.foot_gap).lay(inner.width)
        top, end = inner.top + layout.title_gap, inner.bottom - foot.height
        below = top + title.height + (layout.title_gap if self.choices.name else 0.0)
        room = end - 2 * layout.foot_gap - (below + name.height + layout.foot_gap)
        picture = min(inner.width, room / scene_height(words.scene, 1.0))
        scene_y = end - 2 * layout.foot_gap - scene_height(words.scene, picture)
        codes = tuple(str(card) for card in DECKS[self.choices.deck])  # only cards that are in the box are shown on it
        scene = Group((draw_scene(theme, words.scene, picture, codes),), shift(middle - picture / 2, scene_y))
        rays = draw_ground(theme, words.ground, panel, (middle, scene_y + picture / 2))
        if not theme.is_low:  # small letters would not be read on rays
            band = Rect(panel.left, end - layout.foot_gap, panel.width, panel.bottom - end + layout.foot_gap)
            rays.append(Path(band.path(), flood_of(theme, words.band).ink))
        letters = drawn((inner.left - wider / 2, top, title))
        if not theme.is_low:
            letters = [
                replace(item, halo=theme.ink, halo_mm=layout.title_line) if isinstance(item, Text) else item
                for item in letters
            ]
        return [*rays, *items, *letters, *drawn((inner.left, below, name), (inner.left, end, foot)), scene]

    def _facts(self, width: float) -> Box:
        """Figures with what there are so many of below them, all by one factor smaller where they are wide.

        Without minutes on a box so small that they would make the others hard to read.
        """
        layout, times = self.profile.front, [time for *_, time in self._games() if time]
        low, high = (min(time.low for time in times), max(time.high for time in times)) if times else (0, 0)
        minutes = [(str(Minutes(low, high)), self.words.minutes_noun)] if times else []

        def columns(part: float) -> list[Stack]:
            caps = part * layout.figure_cap, part * layout.word_cap
            return [Stack([*map(self._line, fact, caps)], 1.3) for fact in facts]

        for facts in ([*self.facts, *minutes], self.facts):
            part = min(1.0, (width - 1.5 * len(facts)) / sum(column.natural() for column in columns(1.0)))
            if part >= layout.least_part:
                break
        shown = columns(part)
        return Row(shown, [Share(least=column.natural()) for column in shown])

    def _back(self, panel: Rect) -> list[Item]:
        """The covers of the games that the deck plays, and what they are about, never smaller than `size`; on a small box names and times.

        Below few games is the mark.
        """
        layout, fonts, games = self.profile.behind, self.theme.fonts, self._games()
        inner, items = self._field(panel)
        width = inner.width
        text = TextStyle(layout.size, layout.pitch, fonts.text, fonts.display, self.flood.on, breaks=True)
        title = self._line(self.words.games_titles[self.choices.deck], layout.title_cap).lay(width)
        foot = Words(self._cards(), text.middle, "").lay(width)
        top, end = inner.top + title.height + layout.pitch, inner.bottom - foot.height
        room, longest = (
            end - layout.gap - top,
            max(width_of(head.split("**")[1], text.bold, text.size) for _, head, *_ in games),
        )
        for cover, pitch, is_told in layout.trials:
            if cover and self.theme.is_low:  # six scenes in hatching are too much work for old printers
                continue
            style = replace(text, leading=pitch)
            rows = [
                Row([self._cover(game, cover), Stack([Words(line, style, "") for line in (head, about)[: 1 + int(is_told)]])],
                    [cover, Share()], layout.cover_gap, "middle")
                for game, head, about, _ in games
            ]  # fmt: skip
            strips = Stack(rows, 0.0, 1.0).strips(width)
            if height_of(strips) <= room and cover + layout.cover_gap + longest <= width:
                break
        if (free := room - height_of(strips)) >= layout.mark:
            items += draw_mark(self.theme, inner.center[0], top + room - free / 2, layout.mark * 0.8)
        rest = stacked(strips, width, room, layout.gap)
        return items + drawn((inner.left, inner.top, title), (inner.left, top, rest), (inner.left, end, foot))

    def _cover(self, game: str, width: float) -> Box:
        """A small one; without a picture where there is no room for it."""
        height = width * self.profile.behind.cover_part
        drawn = (draw_small_cover(self.theme, game, width, height, self.profile.behind.cover_line),) if width else ()
        return Picture(drawn, width, height)

    def _side(self, panel: Rect) -> list[Item]:
        """Along the side the name, five cards as tokens and the figures, as far as there is room for them."""
        inner, items = self._field(panel)
        along, codes = inner.height, getattr(self.profile.dividers.words, self.choices.deck).tokens
        rows = self._rows(
            along, inner.width, min(self.profile.side.token, along / 6),
            lambda size: draw_topper_row(codes, along / 2, size / 2, size, along / 5.2, self.theme),
        )  # fmt: skip
        return [*items, Group(tuple(rows), quarter_turn(inner.right, inner.top))]

    def _lid(self, panel: Rect) -> list[Item]:
        """Upside down on the net, so that it reads from the front when the box is: the mark, the name, the figures."""
        inner, items = self._field(panel)
        rows = self._rows(
            inner.width, inner.height, self.profile.side.lid_mark,
            lambda size: draw_mark(self.theme, inner.width / 2, size / 2, size), is_above=True,
        )  # fmt: skip
        return [*items, Group(tuple(rows), (-1, 0, 0, -1, inner.right, inner.bottom))]

    def _rows(
        self, width: float, height: float, most: float, draw: Callable[[float], list[Item]], is_above: bool = False
    ) -> list[Item]:
        """In the middle the name, and as far as there is room the figures, and what `draw` makes of a height, at most so high.

        Where somebody's name is on the box, that is instead of the figures.
        """
        layout = self.profile.side
        figures = self.choices.name or " · ".join(f"{figure} {noun}" for figure, noun in self.facts)
        title = self._line(self.words.one_line, min(layout.title_cap, height * (0.3 if height > 20 else 0.6)))
        rows: list[Box] = [title]
        for more in ([self._line(figures, layout.fact_cap)], []):
            words = Stack([title, *more]).lay(width)
            size = min(most, height - words.height - (1 + 2 * len(more)) * layout.gap)
            if size >= (most if more and not is_above else layout.min_token):  # a side has figures beside large tokens
                picture = Picture(tuple(draw(size)), width, size)
                rows = [picture, title, *more] if is_above else [title, picture, *more]
                break
        used = Stack(rows).lay(width).height
        gap = min(layout.gap * 1.6, (height - used) / (len(rows) + 1))
        return drawn((0.0, (height - used - gap * (len(rows) - 1)) / 2, Stack(rows, gap).lay(width)))

    def _games(self) -> list[tuple[str, str, str, Minutes | None]]:
        """The games that the deck plays: each by its name in our files, with its title and time, what it is about, and how many minutes it takes.

        The usual deck of a game that has a time is in the box. Another language has no word for times.
        """
        deck, theme, words, card = self.choices.deck, self.theme, self.words, self.profile.behind.card
        ours, said = (next(c.text for c in cards if c.name == card) for cards in (text_cards(), worded_cards(theme)))
        if len(said) != len(ours):  # it says something else than the games and what they are about
            said = ours
        has_times, known = (
            said == ours and not theme.words.box.facts,
            {game.title: game for game in map(find_game, game_names())},
        )
        times = {
            game.title: time
            for game in (known.values() if has_times else ())
            if (time := find_time(game, game.house()))
            and {*DECKS[deck]}.issuperset(DECKS[game.table.deck_in_play(USUAL, game.house())])
        }
        games = []
        for line, title, about in zip(ours[::2], said[::2], said[1::2], strict=True):
            name = line.removeprefix("# ")
            if name in words.games.get(deck, [name]):
                head, time = f"**{title.removeprefix('# ')}**", times.get(name)
                if time:
                    head += f" {time_words().short.format(minutes=time).replace(' ', NO_BREAK)}"
                games.append((known[name].name, head, about, time))
        return games


# ---------------------------------------------------------------- dividers


def divider_outline(width: float, height: float, tab: Rect, r: float) -> Outline:
    """Clockwise from the top left of its body; the tab's corners and the body's lower ones are round."""
    left, right, top, b = tab.left, tab.right, tab.top, QUARTER_BULGE
    vertices = [] if left == 0 else [Vertex(0, 0), Vertex(left, 0)]
    vertices += [Vertex(left, top + r, b), Vertex(left + r, top), Vertex(right - r, top, b), Vertex(right, top + r)]
    vertices += [] if right >= width - 1e-6 else [Vertex(right, 0), Vertex(width, 0)]
    vertices += [Vertex(width, height - r, b), Vertex(width - r, height), Vertex(r, height, b), Vertex(0, height - r)]
    return Outline(tuple(vertices))


def draw_divider(outline: Outline, size: Point, tab: Rect, theme: Theme, dividers: ProfileTable, key: str) -> Group:
    """A divider from its body's top left corner; its tab is above it.

    All of it in a color of the deck, with a token for each color, shape and number that the deck has so far.
    """
    (width, height), every, bleed = size, vars(dividers.words), 1.5
    own = every[key]
    flood, display = flood_of(theme, own.color), theme.fonts.display
    ladder = (*dividers.ladder,)
    cap = min(Capitals(other.tab, 3.0, flood.on, display, ladder).lay(tab.width - 4).height for other in every.values())
    label = Capitals(own.tab, cap, flood.on, display).lay(tab.width - 4)
    room, text = width - 10, TextStyle(dividers.size, dividers.pitch, theme.fonts.text, display, flood.on, "middle")
    title = Capitals(own.title, dividers.title_cap, flood.on, display, ladder)
    words = Stack([title, Words(own.text, text, "")], dividers.pitch).lay(room)
    step = room / max(3, len(own.tokens))
    body = Rect(0, 0, width, height).inset(-bleed)
    ground = Path(f"{body.path()} {tab.inset(-bleed).path()}", flood.ink)
    return Group((
        *([] if theme.is_low else [ground]),
        *draw_topper_row(own.tokens, width / 2, height * 0.24, min(step * 0.88, height * 0.2), step, theme),
        *drawn((tab.left + 2.0, (-cap - tab.height) / 2, label), (5.0, height * 0.43, words)),
        Path(outline_path(outline), stroke=flood.on, width_mm=0.2),
    ))  # fmt: skip


def draw_dividers(job: Job, keys: Sequence[str], card_mm: Point) -> tuple[Drawing, list[Outline]]:
    """A sheet with all dividers in the middle, and their cuts. Each tab is a step further to the right."""
    dividers, margin, gap, count = job.profile.dividers, job.profile.box.margin, DIVIDER_GAP_MM, len(keys)
    paper, width, height = job.paper, card_mm[0] + dividers.wider, card_mm[1]
    across, down = width + gap, height + dividers.tab_height + gap
    way = paper if count * across - gap + 2 * margin <= paper.width_mm else paper.turned()
    columns = min(count, max(1, int((way.width_mm - 2 * margin + gap) // across)))
    left = (way.width_mm - columns * across + gap) / 2
    top = (way.height_mm - -(-count // columns) * down + gap) / 2 + dividers.tab_height
    wide = width * (dividers.tab_part if count < 3 else dividers.tab_part * 0.75)
    items, cuts = list[Group](), list[Outline]()
    for i, key in enumerate(keys):
        x, y = left + i % columns * across, top + i // columns * down
        tab = Rect((width - wide) * (i / max(1, count - 1)), -dividers.tab_height, wide, dividers.tab_height)
        outline = divider_outline(width, height, tab, dividers.corner)
        items.append(draw_divider(outline, (width, height), tab, job.theme, dividers, key).moved(shift(x, y)))
        cuts.append(outline.moved(x, y))
    return Drawing(way.width_mm, way.height_mm, tuple(items), DIVIDERS_TITLE), cuts


# ---------------------------------------------------------------- the box


def draw_box(job: Job) -> tuple[Files, Facts]:
    """`box.pdf`, a page a piece and one for dividers; `box.svg` and `box.dxf`, or a pair a piece; and those of the dividers."""
    profile, choices, box = job.profile, job.choices, job.profile.box
    keys = () if choices.dividers is False or choices.copies > 1 else DIVIDED[choices.deck]
    stock = profile.stocks.get(choices.thickness)
    thickness, source = (stock.mm, stock.title) if stock else (float(choices.thickness), "measured")
    width, height = job.product.trim.width, job.product.trim.height
    if choices.sleeved:
        wider, higher, thicker = profile.sleeve_mm
        thickness += thicker + (stock.backed_mm if stock else 0.0)
        width, height, source = width + wider, height + higher, f"{source}, in sleeves"
    depth = round(len(job.fronts) * thickness + len(keys) * box.board, 3)
    tab = profile.dividers.tab_height if keys else 0.0
    across, upright, through = (play + box.board for play in box.play)
    size = BoxSize(round(width + across, 3), round(height + tab + upright, 3), round(depth + through, 3))
    pieces = plan_box(size, job.paper, profile)

    art, sheets, files = BoxArt(job), list[Drawing](), Files()
    for number, (net, way) in enumerate(pieces, 1):
        stem, many = ("box", "") if len(pieces) == 1 else (f"box-{number}", f", piece {number} of {len(pieces)}")
        title = f"Triple Topper, box for the {job.title}{many}"
        sheets.append(art.draw_sheet(net, way, title))
        lines = [line.moved(*net.corner(way)) for line in (net.cut, *net.creases)]
        files |= cut_files(lines, (way.width_mm, way.height_mm), title, stem)
    if keys:
        sheet, cuts = draw_dividers(job, keys, (width, height))
        sheets.append(sheet)
        files |= cut_files(cuts, (sheet.width_mm, sheet.height_mm), DIVIDERS_TITLE, "dividers")
    pages = [Page(sheet, str(number), sheet.title) for number, sheet in enumerate(sheets, 1)]
    pdf = render_pdf(pages, DocumentFacts("Triple Topper, box", "Print at 100%, one-sided."))

    step, paper, are_two = profile.step, pieces[0][1], len(pieces) > 1
    said = step("two_sheets" if are_two else "one_sheet", paper=paper.title)
    if are_two and (larger := larger_paper(size, paper, profile, 1)):
        said = step("larger", paper=paper.title, larger=larger.name, larger_title=larger.title)
    return {"box.pdf": pdf, **files}, {
        "thickness": round(thickness, 4), "thickness_from": source, "stack": depth, "sheets_words": said,
        "seams": step("seams") if are_two else "", "dividers": step("dividers", count=len(keys), tab=tab) if keys else "",
        "inner_wide": size.width_mm - box.board, "inner_high": size.height_mm - box.board, "inner_deep": size.depth_mm - box.board,
        "card_wide": width, "card_high": height,
    }  # fmt: skip
