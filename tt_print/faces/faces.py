"""A card's face: a theme and a card become a drawing of 63 x 88 mm.

Each corner has a tab with number, shape and color letter, so that a fan can be read from either
side and by either hand; the middle says the same large. Everything but the middle looks the same
after half a turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from tt_print.deck import LETTER_OF, VALUES, AnyCard, Card, Joker
from tt_print.draw.geometry import QUARTER, Rect, circle, half_turn, path, place_shape, quarter_turn, shift
from tt_print.draw.shapes import Drawing, Group, Ink, Item, Path, Text
from tt_print.draw.text import find_font, in_our_letters
from tt_print.faces.own_theme import capitals, depth_mm, mark, number
from tt_print.faces.theme import QUADRANTS, Theme, four_colors, hatched
from tt_print.faces.toppers import draw_eyes, draw_jester, draw_small_cap, eyes_of
from tt_print.records import dataclass
from tt_print.templates import Measures, read_measures

ROUNDING_MM = 0.05  # letters begin on a tenth of a millimeter
USUAL_LETTERS, MAX_UPRIGHT = 5, 0.8  # of a joker's corner; the part of the pitch that a capital may take
LYING = "ー〜～—–-"  # which stand up in a word that runs down


def draw_face(card: AnyCard, theme: Theme) -> Drawing:
    """The face of a card or a joker, upright, without bleed: the rim of the paper stays white."""
    if isinstance(card, Joker):
        parts = (
            _corners(theme, _joker_tab(theme))
            + draw_jester(theme, theme.width_mm / 2, theme.center.y, theme.joker.radius, card.number)
            + _name(theme, capitals(theme.words.joker.format(number=card.number)))
        )
        aloud = theme.words.aloud
        description = aloud.jester.format(number=card.number)
        title = aloud.joker.format(number=card.number)
        return Drawing(theme.width_mm, theme.height_mm, parts, title, description)
    parts = _flood(theme, card.color) + _corners(theme, _tab(theme, card)) + _center(theme, card) + _hints(theme, card)
    name, words = theme.words.name_of(card), theme.words
    parts += _name(theme, capitals(name), theme.on_ground(card.color) if theme.is_flooded else None)
    return Drawing(theme.width_mm, theme.height_mm, parts, name[:1].upper() + name[1:], words.describe(card))


def cut_out(card: AnyCard, theme: Theme, edge: Ink, line_mm: float) -> Group:
    """A card as it is on a table: its face on paper, cut with round corners, and a line of `edge` along the cut.

    For pictures of cards on boxes, covers and screens; floods and tabs that run off end at the cut.
    """
    face = Group(draw_face(card, theme).items, clip=theme.outline)
    return Group((Path(theme.outline, theme.paper), face, Path(theme.outline, stroke=edge, width_mm=line_mm)))


def _flood(theme: Theme, color: str) -> tuple[Item, ...]:
    """The card's color to its edges, and as far beyond them as a tab that runs off would go."""
    if not theme.is_flooded:
        return ()
    tab = theme.tab
    box = Rect(tab.x, tab.y, theme.width_mm - 2 * tab.x, theme.height_mm - 2 * tab.y)
    return (Path(box.path(), theme.ground(color)),)


# The corners


def _corners(theme: Theme, tab: tuple[Item, ...]) -> tuple[Item, ...]:
    turn = half_turn(theme.width_mm, theme.height_mm)
    if theme.tab.runs_off:  # its box is mirrored on the other side, what stands in it is not
        box, *glyphs = tab
        mirrored = Group((box,), (-1, 0, 0, 1, theme.width_mm, 0))
        inmost = max(theme.tab.middle, theme.tab.shape_middle)  # as far from the right edge as it is from the left
        moved = Group(tuple(glyphs), shift(theme.width_mm - 2 * inmost, 0))
        left, right = Group(tab), Group((mirrored, moved))
    else:
        left, right = Group(tab), Group(tab, shift(theme.width_mm - 2 * theme.tab.x - theme.tab.width, 0))
    if theme.indices == 2:
        return (left, left.moved(turn))
    return (left, right, left.moved(turn), right.moved(turn))


@cache
def _tab_box(theme: Theme, color: str | None) -> Item:
    tab = theme.tab
    fill = theme.paper if theme.is_low or color is None else theme.colors[color].ink
    if theme.is_flooded:
        return Group(())
    if tab.runs_off:
        return Group(_run_off_box(theme, fill))
    return Path(tab.rect.path(tab.radius), fill, theme.ink, tab.keyline)


def _run_off_box(theme: Theme, fill: Ink) -> tuple[Item, ...]:
    """Color to the card's two edges and beyond, and a line where it ends on the card."""
    box, radius = theme.tab.rect, theme.tab.radius
    x, y, bend = box.right, box.bottom, radius * (1 - QUARTER)
    end = ("M", x, box.top, "L", x, y - radius, "C", x, y - bend, x - bend, y, x - radius, y, "L", box.left, y)
    area = path(*end, "L", box.left, box.top, "Z")
    return Path(area, fill), Path(path(*end), stroke=theme.ink, width_mm=theme.tab.keyline)


@cache
def _tab(theme: Theme, card: Card) -> tuple[Item, ...]:
    tab, shape = theme.tab, theme.shapes[card.shape]
    on = theme.ink if theme.is_low else theme.colors[card.color].on
    middle, below = tab.middle, tab.shape_middle
    items: list[Item] = [_tab_box(theme, card.color)]
    items.append(number(card.number, middle, tab.number_y, tab.number_cap, on, theme.fonts.numbers, tab.number_stretch))
    small = place_shape(shape.d, below, tab.shape_y, shape.tab_size)
    if theme.is_low:
        items.append(hatched(theme, card.color, small, small=True))
        items.append(Path(small, stroke=theme.ink, width_mm=tab.keyline))
    else:
        items.append(Path(small, on))
    if card.color == "black":  # the wild color shows the four colors: B is taken, K means nothing to a family
        reach = tab.dot_pitch / 2
        for color, (right, down) in zip(VALUES["color"], QUADRANTS, strict=False):
            x, y = below + (reach if right else -reach), tab.dots_y + (reach if down else -reach)
            items += _dot(theme, color, x, y, tab.dot_radius, on, tab.dot_line)
    else:
        items.append(
            mark(theme.words.letters[card.color], below, tab.letter_y, tab.letter_cap, on, theme.fonts.display)
        )
    if card.in_west:
        items.append(Path(circle(middle, tab.west_y, tab.west_radius), theme.paper, theme.ink, tab.west_line))
        west_y = tab.west_y + tab.west_cap / 2
        items.append(mark(theme.words.west, middle, west_y, tab.west_cap, theme.ink, theme.fonts.display))
    return tuple(items)


def _dot(theme: Theme, color: str, x: float, y: float, radius: float, line: Ink, width: float) -> list[Item]:
    round_ = circle(x, y, radius)
    if theme.is_low:
        fill: Item = hatched(theme, color, round_, small=True)
        return [Path(round_, theme.paper), fill, Path(round_, stroke=line, width_mm=width)]
    return [Path(round_, theme.colors[color].ink, line, width)]


# The middle


def _center(theme: Theme, card: Card) -> tuple[Item, ...]:
    shape = theme.shapes[card.shape]
    x, y = theme.width_mm / 2, theme.height_mm / 2
    scale = theme.center.ring_scale if card.color == "black" else 1
    on = theme.on_plate(card.color)
    cap = shape.number_cap_mm
    number_x = x + shape.number_x_mm * scale
    figure = number(card.number, number_x, y + shape.number_y_mm * scale + cap / 2, cap, on, theme.fonts.numbers)
    eyes: tuple[Item, ...] = ()
    if shape.eye_radius_mm:
        lids = theme.ink if theme.is_low and card.color != "black" else on
        seen, eyes_y = eyes_of(card.number, shape.eye_columns), y + shape.eyes_y_mm * scale
        eyes = tuple(draw_eyes(theme, seen, number_x, eyes_y, shape.eye_radius_mm * scale, lids))
    big: tuple[Item, ...] = (Group(_big_shape(theme, card.color, card.shape)), *eyes, figure)
    if theme.is_low and card.color != "black":
        figure, edge = replace(figure, fill=theme.ink), big_outline(theme, card.color, card.shape)
        big = (
            Group(_big_shape(theme, card.color, card.shape)),
            Group((replace(figure, fill=theme.paper, halo=theme.paper, halo_mm=theme.hatching.halo),), clip=edge),
            Path(edge, stroke=theme.ink, width_mm=theme.center.keyline),
            *eyes,
            figure,
        )
    center = theme.center
    below = center.unknown if card.number == "?" else int(card.number) - 1
    top = center.y - y - below * center.step / 2  # the whole stack has its middle at `center.y`
    layers = [
        Group(_layer(theme, card.color, card.shape, card.number == "?"), shift(0, top + depth * center.step))
        for depth in range(below, 0, -1)
    ]
    return (*layers, Group(big, shift(0, top)) if top else Group(big))


@cache
def _layer(theme: Theme, color: str, shape_name: str, unknown: bool) -> tuple[Item, ...]:
    """One of the shapes below the first, with a gap of paper to the one above; gray and empty where nobody knows how
    many lie there."""
    center = theme.center
    d = big_outline(theme, color, shape_name)
    reach = 2 * (center.ring_gap + center.ring_width) if color == "black" else 0.0
    line, edge = (center.unknown_line, theme.inks["grey"]) if unknown else (center.layer_line, theme.ink)
    if unknown and theme.is_flooded:
        edge = theme.on_ground(color)
    plain = unknown or theme.is_low
    fill = theme.ground(color) if unknown else theme.paper if plain else theme.plate(color)
    if reach:
        layer: tuple[Item, ...] = (Path(d, stroke=edge, width_mm=reach + 2 * line), Path(d, fill, fill, reach))
    else:
        layer = (Path(d, fill, edge, line),)
    if plain:
        return layer
    line_above = 2 * center.ring_keyline if reach else center.keyline
    above = Path(d, theme.ground(color), theme.ground(color), reach + line_above + 2 * center.layer_gap)
    return (*layer, Group((above,), shift(0, -center.step)))


def big_outline(theme: Theme, color: str, shape_name: str) -> str:
    """A black one is smaller, so that with its ring it is as large as the others."""
    size = theme.shapes[shape_name].center_size * (theme.center.ring_scale if color == "black" else 1)
    return place_shape(theme.shapes[shape_name].d, theme.width_mm / 2, theme.height_mm / 2, size)


@cache
def _big_shape(theme: Theme, color: str, shape_name: str) -> tuple[Item, ...]:
    center = theme.center
    big = big_outline(theme, color, shape_name)
    if color == "black":
        return (*_ring(theme, big), Path(big, theme.plate(color)))
    outline = Path(big, stroke=theme.ink, width_mm=center.keyline)
    if theme.is_low:
        return (Path(big, theme.paper), hatched(theme, color, big))
    return (Path(big, theme.plate(color)), outline)


def _ring(theme: Theme, big: str) -> tuple[Item, ...]:
    """The four colors around a black shape, a quarter each."""
    center, width, height = theme.center, theme.width_mm, theme.height_mm
    inner, half = 2 * center.ring_gap, (width / 2, height / 2)
    ring = four_colors(theme, big, half, half, inner + 2 * center.ring_width, center.ring_keyline)
    return (*ring, Path(big, stroke=theme.ground("black"), width_mm=inner))


@cache
def _joker_tab(theme: Theme) -> tuple[Item, ...]:
    tab, joker = theme.tab, theme.joker
    middle = tab.shape_middle
    items: list[Item] = [_tab_box(theme, None)]
    items += draw_small_cap(theme, middle, joker.tab_y, joker.tab_radius)
    return (*items, *_upright_word(theme, theme.words.joker_tab, middle))


def _upright_word(theme: Theme, word: str, x: float) -> Iterator[Item]:
    """One letter below the other; more than five are closer and smaller, so that they end where five do."""
    joker, font = theme.joker, theme.fonts.display
    closer = min(1.0, (USUAL_LETTERS - 1) / max(1, len(word) - 1))
    pitch = joker.tab_letters_pitch * closer
    cap = joker.tab_letters_cap
    if closer < 1:
        cap = max(theme.rules.min_cap, min(cap, pitch * MAX_UPRIGHT))
    for index, letter in enumerate(word):
        y = joker.tab_letters_y + index * pitch
        text = Text(x, y, letter, font, find_font(font).size_for_cap(cap), theme.ink, "middle")
        if letter in LYING:
            yield Group((replace(text, x_mm=0.0, y_mm=cap / 2),), quarter_turn(x, y - cap / 2))
        else:
            yield text


# What a wild may stand for, and the name


def _hints(theme: Theme, card: Card) -> tuple[Item, ...]:
    """A row for each variable in which the card is wild, below the middle."""
    hint = theme.hint
    items: list[Item] = []
    for row, variable in enumerate(card.wilds):
        y = hint.y + (row - (len(card.wilds) - 1) / 2) * hint.row_pitch
        items.append(Group(_hint_row(theme, variable, theme.on_ground(card.color)), shift(theme.width_mm / 2, y)))
    return tuple(items)


@cache
def _hint_row(theme: Theme, variable: str, ink: Ink) -> tuple[Item, ...]:
    """The four natural values of a variable, about the row's middle."""
    hint = theme.hint
    items: list[Item] = []
    for column, value in enumerate(VALUES[variable][:4]):
        x = (column - 1.5) * hint.pitch
        if variable == "color":
            items += _dot(theme, value, x, 0, hint.dot_radius, ink, hint.line)
        elif variable == "shape":
            d = place_shape(theme.shapes[value].d, x, 0, hint.shape_size)
            items.append(Path(d, stroke=ink, width_mm=hint.line))
        else:
            items.append(number(value, x, hint.number_cap / 2, hint.number_cap, ink, theme.fonts.numbers))
    return tuple(items)


def _name(theme: Theme, words: str, on: Ink | None = None) -> tuple[Item, ...]:
    name = theme.caption
    size = find_font(theme.fonts.display).size_for_cap(name.cap)
    ink = on or theme.inks[name.ink]
    below = depth_mm(words, theme.fonts.display, size)
    y = min(name.y, theme.height_mm - theme.card.rim_mm - ROUNDING_MM - below) if below else name.y
    items = (Text(theme.width_mm / 2, y, words, theme.fonts.display, size, ink, "middle", 1.0, name.tracking),)
    return (Group(items),)


# ---------------------------------------------------------------- key

# A key to the cards for pages with rules: the parts of a face, and what English rules call red and a theme's cards call
# rouge.


WEST = "W"  # as rules name the ring of the 27


@dataclass(frozen=True, slots=True)
class RenamedWord:
    """A word of the rules and that of the cards; `icon` is what `faces.scene.draw_icon` draws for it, "" for a letter that has no picture."""

    ours: str
    theirs: str
    icon: str = ""


def part_heights_mm(theme: Theme) -> dict[str, float]:
    """How far below a face's top edge the middle of each part of its tab is, by the part's name."""
    tab = theme.tab
    return {
        "number": tab.number_y - tab.number_cap / 2,
        "shape": tab.shape_y,
        "letter": tab.letter_y - tab.letter_cap / 2,
        "west": tab.west_y,
    }


def renamed_values(theme: Theme) -> list[RenamedWord]:
    """Values in play order that the theme's cards rename, and the W of the 27; [] where cards and rules agree. Words that
    only a font of the theme's own can draw are left out.
    """
    places = {"color": "{}", "shape": ".{}", "number": "..{}"}
    found = [
        RenamedWord(value, theme.words.values[value], places[variable].format(LETTER_OF[variable][value]))
        for variable, values in VALUES.items()
        for value in values
        if theme.words.values[value] != value
    ]
    found += [RenamedWord(WEST, theme.words.west)] if theme.words.west != WEST else []
    return [one for one in found if in_our_letters(one.theirs)]


def read_key_words() -> Measures:
    return read_measures("themes/key.toml")


def key_text(theme: Theme) -> str:
    """`red = rouge, yellow = jaune, W = O`; "" where nothing is renamed."""
    pair = read_key_words().pair
    return ", ".join(pair.format(ours=one.ours, theirs=one.theirs) for one in renamed_values(theme))
