"""Small pictures of values and cards, drawn at their own size: for headings, examples, column heads.

A code names what to draw: `R` a color, `.H` a shape, `..1` a number, `RC` a color and shape, `BS4` a card,
`J1` a joker. A face made as small would lose its corners and its hatching.
"""

from __future__ import annotations

from dataclasses import replace

from tt_print.cards.hatching import hatched
from tt_print.cards.jokers import draw_cap
from tt_print.cards.lettering import LETTER_WIDTH, NUMBER_WIDTH, mark
from tt_print.cards.theme import QUADRANTS, Theme
from tt_print.deck import LETTER_OF, VALUES
from tt_print.drawing.geometry import circle, place_shape, rectangle, star
from tt_print.drawing.shapes import LEAST_EM_MM, Group, Item, Path, Text
from tt_print.drawing.text import find_font
from tt_print.errors import TemplateError

BARE_PART = 0.675  # how high the icon of a small card without a letter is
_COLOR, _SHAPE = ({LETTER_OF[v][value]: value for value in VALUES[v]} for v in ("color", "shape"))


def draw_icon(theme: Theme, code: str, x: float, y: float, height: float) -> list[Item]:
    """What `code` names, about (x, y), `height` high and about as wide. Raises TemplateError for another code."""
    if code[:1] == "J":
        return _joker(theme, x, y, height)
    color, shape, number = (*code.upper().replace("Q", "?"), ".", ".")[:3]
    if (color not in _COLOR and color != ".") or (shape not in _SHAPE and shape != "."):
        raise TemplateError(f"there is no icon {code!r}: a color, a shape and a number, with . for what is left out.")
    half = height / 2
    if shape == ".":
        if color == ".":
            return [_letters(theme, number, x, y, height * 0.86)]
        box = rectangle(x - half, y - half, height, height, height * 0.16)
        return _colored(theme, _COLOR[color], box, x, y, half, _letter(theme, _COLOR[color]), height * 0.5)
    named = theme.shapes[_SHAPE[shape]]
    d = place_shape(named.d, x, y, half)
    if color == ".":
        return [Path(d, theme.paper, theme.ink, max(0.25, height * 0.06))]
    return _colored(theme, _COLOR[color], d, x, y + named.number_y_mm * half / named.center_size, half, number,
                    named.number_cap_mm * half / named.center_size * 1.06)  # fmt: skip


def _letter(theme: Theme, color: str) -> str:
    """As it is in the corners of the theme's faces; black has none."""
    return "" if color == "black" else theme.words.letters[color]


def icon_name(code: str) -> str:
    """What `draw_icon` and `draw_small_card` draw, in words: `red circle 3`, `heart`, `joker 1`."""
    if code[:1] == "J":
        return f"joker {code[1:]}".rstrip()
    color, shape, number = (*code.upper().replace("Q", "?"), ".", ".")[:3]
    return " ".join(filter(None, (_COLOR.get(color, ""), _SHAPE.get(shape, ""), number.strip("."))))


def _colored(theme: Theme, color: str, d: str, x: float, y: float, half: float, word: str, cap: float) -> list[Item]:
    """A filled outline with a word in it; black wears the four colors, as on its faces."""
    line = max(0.2, half * 0.09)
    ink = theme.colors[color].on
    items: list[Item] = []
    if color == "black":
        ring = half * 0.3
        items.append(Path(d, stroke=theme.ink, width_mm=ring + 2 * line))
        if theme.is_low:
            items.append(Path(d, stroke=theme.paper, width_mm=ring))
        else:
            for value, (right, down) in zip(VALUES["color"], QUADRANTS, strict=False):
                reach = 2 * half
                quarter = rectangle(x - reach + right * reach, y - reach + down * reach, reach, reach)
                items.append(Group((Path(d, stroke=theme.colors[value].ink, width_mm=ring),), clip=quarter))
        items.append(Path(d, theme.colors["black"].ink))
    elif theme.is_low:
        items += [hatched(theme, color, d, small=True), Path(d, stroke=theme.ink, width_mm=line)]
        ink = theme.ink
    else:
        items.append(Path(d, theme.colors[color].ink, theme.ink, line))
    if word and word != ".":
        halo = (theme.paper, cap * 0.16) if theme.is_low and color != "black" else (None, 0.0)
        items.append(replace(_letters(theme, word, x, y, cap), fill=ink, halo=halo[0], halo_mm=halo[1]))
    return items


def _letters(theme: Theme, word: str, x: float, y: float, cap: float) -> Text:
    is_number = word in VALUES["number"]
    font = theme.fonts.numbers if is_number else theme.fonts.display
    return mark(word, x, y + cap / 2, cap, theme.ink, font, widest=NUMBER_WIDTH if is_number else LETTER_WIDTH)


def _joker(theme: Theme, x: float, y: float, height: float) -> list[Item]:
    if theme.joker.kind == "cap":
        return list(draw_cap(theme, x, y, height * 0.54, 1, max(0.15, height * 0.02)))
    d = star(x, y + height * 0.04, height * 0.56, waist=theme.joker.star_waist)
    items: list[Item] = []
    for value, (right, down) in zip(VALUES["color"], QUADRANTS, strict=False):
        quarter = rectangle(x - height + right * height, y - height + down * height, height, height)
        fill = hatched(theme, value, d, small=True) if theme.is_low else Path(d, theme.colors[value].ink)
        items.append(Group((fill,), clip=quarter))
    items += [Path(d, stroke=theme.ink, width_mm=max(0.2, height * 0.045)),
              Path(circle(x, y + height * 0.02, height * 0.2), theme.paper, theme.ink, max(0.15, height * 0.03)),
              _letters(theme, theme.words.joker_letter, x, y + height * 0.02, height * 0.24)]  # fmt: skip
    return items


def letter_cap(theme: Theme, height: float) -> float:
    """How high the color's letter is on a small card that is printed `height` high; 0 where it has no room to be read."""
    usual, least = height * 0.15, LEAST_EM_MM / find_font(theme.fonts.display).size_for_cap(1.0)
    return max(usual, least) if least < height * 0.21 else 0.0


def draw_small_card(theme: Theme, code: str, x: float, y: float, height: float, cap: float | None = None) -> list[Item]:
    """A little card from its top left corner, `height` high and 0.74 as wide: icon with number, and the color's letter,
    `cap` high. Without a letter (0) the icon is larger. None is a letter as large as it should be in print.
    """
    width = 0.74 * height
    cap = letter_cap(theme, height) if cap is None else cap
    paper = Path(rectangle(x, y, width, height, height * 0.08), theme.paper, theme.ink, max(0.15, height * 0.018))
    if code[:1] == "J":
        return [paper, *draw_icon(theme, code, x + width / 2, y + height / 2, height * 0.56)]
    if not cap:
        return [paper, *draw_icon(theme, code, x + width / 2, y + height / 2, height * BARE_PART)]
    items: list[Item] = [paper, *draw_icon(theme, code, x + width / 2, y + height * 0.4, height * 0.56)]
    if code[0].upper() == "K":
        return [*items, *_dots(theme, x + width / 2, y + height * 0.865, height * 0.07)]
    return [
        *items,
        _letters(theme, _letter(theme, _COLOR[code[0].upper()]), x + width / 2, y + height * 0.94 - cap / 2, cap),
    ]


def _dots(theme: Theme, x: float, y: float, radius: float) -> list[Item]:
    """The four colors in a row: what black may stand for."""
    items: list[Item] = []
    line = max(0.12, radius * 0.16)
    for index, value in enumerate(VALUES["color"][:4]):
        d = circle(x + (index - 1.5) * 2.3 * radius, y, radius)
        if theme.is_low:
            items += [hatched(theme, value, d, small=True), Path(d, stroke=theme.ink, width_mm=line)]
        else:
            items.append(Path(d, theme.colors[value].ink, theme.ink, line))
    return items


def draw_band(theme: Theme, x: float, y: float, width: float, height: float) -> list[Item]:
    """A strip in the deck's five colors, in play order: what our own pages wear below their title."""
    items: list[Item] = []
    each = width / len(VALUES["color"])
    for index, color in enumerate(VALUES["color"]):
        d = rectangle(x + index * each, y, each, height)
        items.append(hatched(theme, color, d, small=True) if theme.is_low else Path(d, theme.colors[color].ink))
    return [
        *items,
        Path(rectangle(x, y, width, height), stroke=theme.ink, width_mm=min(0.3, height * 0.16), join="miter"),
    ]
