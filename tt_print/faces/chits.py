"""The three chits and their pointers: a strip for each variable that lists its values in play order.

Push It Real Good moves a pointer one step right and from the last value in play back to the first
(source, Push It, Chits and rule 2); the brackets show which value is the last for each deck.
"""

from __future__ import annotations

from tt_print.deck import VALUES
from tt_print.draw.geometry import Rect, circle, half_turn, line, place_shape, polygon, shift
from tt_print.draw.shapes import Drawing, Group, Item, Path, Text
from tt_print.draw.text import DISPLAY, LEAST_MM, find_font, width_of
from tt_print.faces.own_theme import mark, number
from tt_print.faces.theme import Theme, hatched
from tt_print.page.boxes import Box, Space, Stack, Words
from tt_print.page.flow import drawn
from tt_print.page.text import TextStyle
from tt_print.problems import LayoutProblem
from tt_print.records import replace
from tt_print.templates import Measures, read_measures

# How many values of each row are in play (Push It, Deck).
IN_PLAY = {"west": 3, "squares": 4, "full": 5}
ROWS_APART = 1.75  # lines of a sentence, in heights of its capitals
ASCENDER = 1.07  # in heights of capitals
CAPTION_CLEAR = 0.85  # from what lies under a slot to its caption, in print
LABEL_ROOM = 1.0  # from a pointer's edge to its label


def chit_layout() -> Measures:
    """`templates/sheets/chits.toml`, [chit]: words, and millimeters on a chit that is on its side.

    Each value of the variable has a slot, and below that a lane for the pointer.
    """
    chit: Measures = read_measures("sheets/chits.toml").chit
    return chit


def slot(chit: Measures, index: int) -> Rect:
    return Rect(chit.left + index * chit.pitch, chit.slot_y, chit.slot_width, chit.slot_height)


def lane(chit: Measures, index: int, drop: float = 0.0) -> Rect:
    return Rect(chit.left + index * chit.pitch, chit.lane_y + drop, chit.slot_width, chit.lane_height - drop)


def draw_chit(variable: str, theme: Theme, factor: float = 1.0) -> Drawing:
    """A chit on its side: as wide as a card is high. Words that `factor` would make too small to read are drawn larger.

    Raises LayoutProblem if the title leaves no room for the advice beside it.
    """
    chit = chit_layout() | vars(theme.words.chit)
    width, height, display, text = theme.height_mm, theme.width_mm, theme.fonts.display, theme.fonts.text
    title = words(chit.titles[variable], chit.left, chit.title_y, chit.title_cap, theme, display, "start")
    room = width - 2 * chit.left - width_of(title.string, display, title.size_mm) - chit.advice_gap
    cap = readable(chit.advice_cap, text, factor)
    advice = _small_print(theme, find_font(text).size_for_cap(cap), ROWS_APART * cap).end
    if Words(chit.advice, advice).lay(room).overflow:
        raise LayoutProblem("page.chit_title", "theme", words=title.string)
    items: list[Item] = [title, *_up_to(chit.title_y, chit.advice, width - chit.left - room, room, advice)]
    cap = readable(chit.small_cap, text, factor)
    layers = slot(chit, 0).bottom + (int(VALUES["number"][-2]) - 1) * chit.layer_step + chit.layer_line / 2
    drop = max(0.0, layers + CAPTION_CLEAR / factor + ASCENDER * cap - chit.word_y)  # what captions take from the lanes
    # what comes again is one group in other places: pictures that travel as SVG are a tenth smaller
    below = _lane(theme, lane(chit, 0, drop))
    layer, unknown = _layer(theme, chit, False), _layer(theme, chit, True)
    for i, value in enumerate(VALUES[variable]):
        place = slot(chit, i)
        if variable == "number":
            items += _layers(chit, value, unknown if value == "?" else layer, i)
        items += draw_value(theme, variable, value, place)
        caption = chit.captions.get(value, theme.words.values[value])
        items.append(words(caption, place.center[0], chit.word_y + drop, cap, theme, text))
        items.append(Group(below, shift(i * chit.pitch, 0)))
    for row, (deck, count) in enumerate(IN_PLAY.items()):
        y = chit.bracket_y + row * chit.bracket_pitch
        items += _bracket(theme, chit, y, chit.decks[deck], count, readable(chit.deck_cap, display, factor))
    rows = " ".join(theme.words.values[value] for value in VALUES[variable])
    description = chit.description.format(variable=theme.words.variables[variable], values=rows)
    return Drawing(width, height, tuple(items), f"Chit for {variable}", description)


def _layer(theme: Theme, chit: Measures, unknown: bool) -> tuple[Item, ...]:
    """A slot that is below the first value's; of a ? nobody knows how many do."""
    ink, width = (theme.inks["grey"], chit.unknown_line) if unknown else (theme.ink, chit.layer_line)
    place = slot(chit, 0)
    return (Path(place.path(min(place.width, place.height) * 0.12), theme.paper, ink, width),)


def _layers(chit: Measures, value: str, layer: tuple[Item, ...], index: int) -> list[Item]:
    """Below a number's slot as many slots as lie there on its cards."""
    count = chit.unknown if value == "?" else int(value) - 1
    return [Group(layer, shift(index * chit.pitch, depth * chit.layer_step)) for depth in range(count, 0, -1)]


def readable(cap: float, font: str, factor: float) -> float:
    """How high capitals are to be drawn so that a picture shown at `factor` has none of less than six points."""
    return max(cap, LEAST_MM * find_font(font).cap_height / 1000 / factor)


def _small_print(theme: Theme, size: float, leading: float) -> TextStyle:
    return TextStyle(size, leading, theme.fonts.text, theme.fonts.display, theme.ink, breaks=True)


def _up_to(y: float, text: str, x: float, width: float, style: TextStyle) -> list[Item]:
    """A sentence in as many lines as it needs, the last one's baseline at `y`."""
    layout = Words(text, style).lay(width)
    return drawn((x, y - layout.height + style.leading - style.baseline, layout))


def words(
    string: str, x: float, y: float, cap: float, theme: Theme, font: str = DISPLAY, anchor: str = "middle"
) -> Text:
    """A line of text whose capitals are `cap` high."""
    return Text(x, y, string, font, find_font(font).size_for_cap(cap), theme.ink, anchor)


def draw_value(theme: Theme, variable: str, value: str, box: Rect) -> list[Item]:
    """One value in a box: a color as an area with its letter (black: the four colors), a shape as its
    outline, a number as a digit.
    """
    (middle, center), side = box.center, min(box.width, box.height)
    edge = box.path(side * 0.12)
    frame = Path(edge, stroke=theme.ink, width_mm=0.4)
    if variable == "number":
        figure = number(value, middle, center + side * 0.3, side * 0.6, theme.ink, theme.fonts.numbers)
        return [Path(edge, theme.paper), frame, figure]
    if variable == "shape":
        d = place_shape(theme.shapes[value].d, middle, center, side * 0.36)
        return [Path(edge, theme.paper), frame, Path(d, stroke=theme.ink, width_mm=0.6)]
    items: list[Item] = [Path(edge, theme.colors[value].ink)]
    if theme.is_low and value != "black":
        items = [Path(edge, theme.paper), hatched(theme, value, edge)]
    items.append(frame)
    if value == "black":
        reach = side * 0.17
        for color, (right, down) in zip(VALUES["color"], ((-1, -1), (1, -1), (1, 1), (-1, 1)), strict=False):
            dot = circle(middle + right * reach, center + down * reach, side * 0.13)
            fill = theme.paper if theme.is_low else theme.colors[color].ink
            items.append(Path(dot, fill, theme.paper, 0.3))
            if theme.is_low:
                items.append(hatched(theme, color, dot, small=True))
        return items
    cap = side * 0.45
    ink = theme.ink if theme.is_low else theme.colors[value].on
    halo = (theme.paper, 0.9) if theme.is_low else (None, 0.0)
    letter = theme.words.letters[value]
    items.append(mark(letter, middle, center + cap / 2, cap, ink, theme.fonts.display, 1.0, *halo))
    return items


def _lane(theme: Theme, place: Rect) -> tuple[Item, ...]:
    """Where the pointer lies: a dashed box with a small arrow toward the value."""
    middle, y = place.center[0], place.top
    arrow = polygon([(middle, y - 1.7), (middle + 2, y + 0.6), (middle - 2, y + 0.6)])
    return (Path(place.path(1.5), stroke=theme.inks["grey"], width_mm=0.3, dash_mm=(1.2, 0.8)), Path(arrow, theme.ink))


def _bracket(theme: Theme, chit: Measures, y: float, label: str, count: int, cap: float) -> list[Item]:
    """From the first value to the last in play, with an arrow that leads back to the first."""
    left = chit.left
    right = slot(chit, count - 1).right
    head = polygon([(left, y), (left + 2.4, y - 1.15), (left + 2.4, y + 1.15)])
    font = theme.fonts.display
    size = find_font(font).size_for_cap(cap)
    width = find_font(font).width_mm(label, size)
    start = left + chit.label_x
    return [
        Path(f"{line(left + 1, y, start - 1.2, y)} {line(start + width + 1.2, y, right, y)}", None, theme.ink, 0.4),
        Path(line(right, y - 1.3, right, y + 1.3), None, theme.ink, 0.6),
        Path(head, theme.ink),
        Text(start, y + cap / 2, label, font, size, theme.ink),
    ]


def draw_pointers(theme: Theme, factor: float = 1.0) -> Drawing:
    """A card of pointers to cut out: one for each chit and a spare of each. `factor` as in `draw_chit`."""
    table = read_measures("sheets/chits.toml").pointers | vars(theme.words.pointers)
    items: list[Item] = []
    width, height, display, text = theme.width_mm, theme.height_mm, theme.fonts.display, theme.fonts.text
    items.append(words(table.title, width / 2, table.title_y, table.title_cap, theme, display))
    cap, label_cap = readable(table.small_cap, text, factor), readable(table.label_cap, display, factor)
    advice = _small_print(theme, find_font(text).size_for_cap(cap), ROWS_APART * cap).middle
    laid = Words(table.advice, advice).lay(width - 2 * table.left)
    items += drawn((table.left, table.advice_y - advice.baseline, laid))
    size = find_font(display).size_for_cap(label_cap)
    labels = max(width_of(label, display, size) for label in map(table.labels.get, VALUES))
    wider = max(0.0, labels + 2 * LABEL_ROOM - table.width)
    for row in range(2):
        for column, variable in enumerate(VALUES):
            x = table.left + column * table.pitch_x
            y = table.top + row * table.pitch_y
            box = Rect(x - wider / 2, y, table.width + wider, table.height)
            items += draw_pointer(theme, box, variable, table.labels[variable], label_cap)
    description = "Six pointers to cut out: for color, shape, and number, and a spare of each."
    return Drawing(width, height, tuple(items), "Pointers", description)


def draw_pointer(theme: Theme, box: Rect, variable: str = "", label: str = "", cap: float = 1.6) -> list[Item]:
    """An arrow upward that fills its box; its outline is where to cut. With a variable it shows what it points at."""
    x, y, middle, neck = box.left, box.top, box.center[0], box.top + box.width * 0.62
    arrow = polygon([(middle, y), (box.right, neck), (box.right, box.bottom), (x, box.bottom), (x, neck)])
    items: list[Item] = [Path(arrow, theme.paper, theme.ink, 0.5, join="round")]
    tip = polygon([(middle, y + 1.6), (box.right - 1.9, neck), (x + 1.9, neck)])
    items.append(Path(tip, theme.ink))
    foot = box.bottom - (2.0 + cap if label else 0.0)
    if variable:
        items += _badge(theme, variable, middle, (neck + foot) / 2, min(box.width * 0.33, (foot - neck) * 0.42))
    if label:
        items.append(words(label, middle, box.bottom - 2.0, cap, theme, theme.fonts.display))
    return items


def _badge(theme: Theme, variable: str, x: float, y: float, half: float) -> list[Item]:
    """A variable without words: the four colors, a shape on another, three numbers."""
    if variable == "number":
        return [words("123", x, y + half * 0.4, half * 0.8, theme, theme.fonts.numbers)]
    items: list[Item] = []
    y, reach, radius = round(y, 1), round(half * 0.48, 1), round(half * 0.4, 1)  # crisp at common resolutions
    if variable == "shape":
        for shape, right, down in (("square", 0.42, 0.3), ("circle", -0.42, -0.25)):
            d = place_shape(theme.shapes[shape].d, round(x + right * half, 1), round(y + down * half, 1), half * 0.62)
            items.append(Path(d, theme.paper, theme.ink, 0.4))
        return items
    for color, (right, down) in zip(VALUES["color"], ((-1, -1), (1, -1), (1, 1), (-1, 1)), strict=False):
        dot = circle(x + right * reach, y + down * reach, radius)
        fill = hatched(theme, color, dot, small=True) if theme.is_low else Path(dot, theme.colors[color].ink)
        items += [fill, Path(dot, stroke=theme.ink, width_mm=0.3)]
    return items


# ---------------------------------------------------------------- extras

# Useful cards for the slots that a deck leaves free: what is in the box, the six games, spares.


def text_cards() -> tuple[Measures, ...]:
    """Those of `templates/sheets/extras.toml`, in their order; a line of `text` that starts with "# " is a small heading."""
    cards: tuple[Measures, ...] = read_measures("sheets/extras.toml").cards
    return cards


def draw_text_cards(theme: Theme, factor: float = 1.0) -> list[Drawing]:
    """The cards of `templates/sheets/extras.toml`, in their order there.

    Words that would be too small on a card printed at `factor` of its size are larger, in lines closer to each other.
    """
    return [_text_card(theme, card, factor) for card in worded_cards(theme)]


def worded_cards(theme: Theme) -> list[Measures]:
    """Their words in the language of the theme, as far as it says them."""
    own = theme.words.cards or {}
    return [card | vars(own[card.name]) if card.name in own else card for card in text_cards()]


def _text_card(theme: Theme, card: Measures, factor: float) -> Drawing:
    table = read_measures("sheets/extras.toml")
    style = _small_print(theme, max(table.size, LEAST_MM / factor), table.line_pitch)
    rows: list[Box] = []
    for paragraph in card.text:
        is_heading = paragraph.startswith("# ")
        rows.append(Words(paragraph.removeprefix("# "), style.strong if is_heading else style))
        rows.append(Space(0.0 if is_heading else table.paragraph_gap))
    text = Stack(rows).lay(theme.width_mm - 2 * table.side)
    title = words(card.title, theme.width_mm / 2, table.title_y, table.title_cap, theme, theme.fonts.display)
    items = (title, *drawn((table.side, table.text_y - style.baseline, text)))
    return Drawing(theme.width_mm, theme.height_mm, items, card.name, " ".join(card.text).replace("# ", ""))


def draw_spare(theme: Theme, factor: float = 1.0) -> Drawing:
    """An empty card with empty tabs, to be written on when a card is lost; without tabs where faces have none.

    Its words are no smaller than can be read on a card printed at `factor` of its size.
    """
    spare, tab, least = (
        read_measures("sheets/extras.toml").spare | vars(theme.words.spare),
        theme.tab,
        LEAST_MM / factor,
    )
    size, pitch = max(spare.size, least), spare.pitch * max(1.0, least / spare.size)
    corner = (Path(tab.rect.path(tab.radius), stroke=theme.ink, width_mm=tab.keyline),)
    across = shift(theme.width_mm - 2 * tab.x - tab.width, 0)
    turn = half_turn(theme.width_mm, theme.height_mm)
    name = theme.caption
    style = replace(_small_print(theme, size, pitch).middle, ink=theme.inks["grey"])
    left, above = tab.x + tab.width + spare.apart, name.y - 4
    words = (
        *_up_to(above, spare.advice, left, theme.width_mm - 2 * left, style),
        Text(theme.width_mm / 2, name.y, spare.title, theme.fonts.display, size, style.ink, "middle", 1.0, 0.17),
    )
    corners = (Group(corner), Group(corner, across), Group(corner, turn), Group(corner, across).moved(turn))
    items = (*(() if theme.is_flooded else corners), Group(words))
    return Drawing(theme.width_mm, theme.height_mm, items, spare.name, spare.advice)
