"""Going through pages at a terminal: where one is, what a key changes, and the screen that follows. No terminal is needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tt_print.preview.abilities import Abilities
from tt_print.preview.blocks import RESET, desk_line, gray_letters, half_blocks
from tt_print.preview.files import Place
from tt_print.preview.listing import side_word, size_words
from tt_print.preview.pictures import Painter
from tt_print.preview.protocols import KITTY_CLEAR, iterm, kitty
from tt_print.preview.words import WordsFile, words
from tt_print.records import dataclass
from tt_print.terminal import cut, fit, harmless, wrap

if TYPE_CHECKING:
    from tt_print.render.png import Picture

NEXT, BACK = ("space", "enter", "right", "pagedown", "n", "j"), ("b", "left", "pageup", "backspace", "p", "k")
DIGITS = tuple("0123456789")  # Python takes more signs for digits, as the ² of French keyboards
MAX_DIGITS = 6
GAP = 2  # columns of the desk between front and back
CELL_PX = (10, 20)  # for real pictures, of which terminals make so many cells whatever their size
MIN_PICTURE = 4  # lines
HOME, CLEAR_LINE = "\x1b[H", "\x1b[K"


@dataclass(frozen=True, slots=True)
class View:
    """Where one is: the page from 0, how many lines further down where it is larger than the screen or details are long,
    the digits of a page typed so far, and whether one has left.
    """

    index: int = 0
    zoomed: bool = False
    details: bool = False
    top: int = 0
    typed: str = ""
    note: str = ""
    left: bool = False


@dataclass(frozen=True, slots=True)
class Size:
    columns: int
    lines: int


@dataclass(frozen=True, slots=True)
class Screen:
    """What is shown: finished text, the places whose pages are in it, and how far one can go down in it."""

    text: str
    shown: tuple[Place, ...]
    last_top: int = 0
    step: int = 1


def press(view: View, key: str, places: Sequence[Place], screen: Screen) -> View:
    """What a key changes. Keys are named as by `cli.preview_keys`: `space`, `left`, `q`, `7`."""
    view = replace(view, note="")
    if key in ("q", "ctrl-d"):
        return replace(view, left=True)
    if key in DIGITS:
        return replace(view, typed=(view.typed + key)[-MAX_DIGITS:])
    if view.typed:
        if key == "enter":
            return _go_to(view, places)
        if key == "backspace":
            return replace(view, typed=view.typed[:-1])
        view = replace(view, typed="")
        if key == "escape":
            return view
    if key in ("+", "d", "?"):
        return replace(view, details=not view.details, top=0)
    if view.details and key == "escape":
        return replace(view, details=False, top=0)
    if key == "z" and not view.details:
        return replace(view, zoomed=not view.zoomed, top=0)
    if key in ("home", "end", "g", "G") and not view.details:
        return replace(view, index=0 if key in ("home", "g") else len(places) - 1, top=0)
    longer = view.details or view.zoomed
    if key in NEXT or key == "down":
        if longer and view.top < screen.last_top and key not in ("right", "n"):
            step = screen.step if key != "down" else max(1, screen.step // 4)
            return replace(view, top=min(view.top + step, screen.last_top))
        return replace(view, details=False, top=0) if view.details else _turn(view, places, screen, 1)
    if key in BACK or key == "up":
        if longer and view.top > 0 and key not in ("left", "p"):
            step = screen.step if key != "up" else max(1, screen.step // 4)
            return replace(view, top=max(0, view.top - step))
        return replace(view, details=False, top=0) if view.details else _turn(view, places, screen, -1)
    return view


def _go_to(view: View, places: Sequence[Place]) -> View:
    number = int(view.typed)
    if 1 <= number <= len(places):
        return replace(view, index=number - 1, typed="", top=0, details=False)
    return replace(view, typed="", note=words().no_page.format(typed=number, all=len(places)))


def _turn(view: View, places: Sequence[Place], screen: Screen, way: int) -> View:
    """To the page after or before all that are shown; one stays at either end."""
    shown = [place.index for place in screen.shown] or [view.index]
    index = max(shown) + 1 if way > 0 else min(shown) - 1
    return replace(view, index=index, top=0) if 0 <= index < len(places) else view


# ---------------------------------------------------------------- the screen


def draw_screen(
    view: View, places: Sequence[Place], size: Size, abilities: Abilities, painter: Painter, details: Sequence[str]
) -> Screen:
    """Everything that stands on a terminal of this size, from its first line to its last."""
    if view.details:
        return _details_screen(view, places, size, details)
    shown = _shown(view, places, size, abilities)
    below = _below(view, shown, len(places), size, words())
    lines = max(1, size.lines - len(below))
    picture, last_top = _picture(view, shown, Size(size.columns, lines), abilities, painter)
    text = _screen_text([*picture[0], *below], size, abilities) + picture[1]
    return Screen(text, shown, last_top, max(1, lines - 2))


def page_lines(view: View, places: Sequence[Place], size: Size, painter: Painter) -> list[str]:
    """The same in lines of plain letters, for a terminal on which nothing can be placed."""
    shown = (places[view.index],)
    below = _facts(shown, len(places), size, words())
    lines = max(MIN_PICTURE, size.lines - len(below) - 2)
    picture, _ = _picture(view, shown, Size(size.columns, lines), Abilities(0, False), painter)
    return [*picture[0], *below]


def _screen_text(lines: Sequence[str], size: Size, abilities: Abilities) -> str:
    """`lines` fill the screen."""
    clear = KITTY_CLEAR if abilities.pictures == "kitty" else ""
    # cleared before it is written: after its last column the cursor stands on it
    return f"{clear}{HOME}" + "\r\n".join(f"{CLEAR_LINE}{line}" for line in lines[: size.lines]) + RESET


def _details_screen(view: View, places: Sequence[Place], size: Size, details: Sequence[str]) -> Screen:
    keys = cut(words().keys_details, size.columns)
    lines = [line for text in details for line in fit(harmless(text), size.columns).split("\n")]
    room = max(1, size.lines - 2)
    last_top = max(0, len(lines) - room)
    top = min(view.top, last_top)
    seen = [cut(line, size.columns) for line in lines[top : top + room]]
    text = _screen_text([*seen, *[""] * (size.lines - 1 - len(seen)), keys], size, Abilities(0, True))
    return Screen(text, (places[view.index],), last_top, room)


def _shown(view: View, places: Sequence[Place], size: Size, abilities: Abilities) -> tuple[Place, ...]:
    """The page, with the other side of its sheet where both fit beside each other without being any smaller."""
    place = places[view.index]
    if view.zoomed or place.other is None or abs(place.other - place.index) != 1 or not abilities.colors:
        return (place,)
    both = tuple(sorted((place, places[place.other]), key=lambda each: each.index))
    lines = size.lines - 4
    return (
        both
        if sum(_fitted(each, size.columns, lines)[0] for each in both) + GAP <= size.columns and lines > 0
        else (place,)
    )


def _fitted(place: Place, columns: int, lines: int) -> tuple[int, int]:
    """Columns and lines of the largest picture of the page within these; a cell is twice as high as wide."""
    page = place.page
    scale = min(columns / page.width_mm, 2 * lines / page.height_mm)
    return max(1, min(columns, round(page.width_mm * scale))), max(1, min(lines, round(page.height_mm * scale / 2)))


def _picture(
    view: View, shown: Sequence[Place], room: Size, abilities: Abilities, painter: Painter
) -> tuple[tuple[list[str], str], int]:
    """Lines that fill the room, what is to be written over them, and how far down one can go."""
    if any(place.file.kind == "svg" for place in shown):
        return (_words_in_the_middle(words().no_picture, room), ""), 0
    framed = 0 if abilities.colors else 2
    inside = Size(max(1, room.columns - framed), max(1, room.lines - framed))
    boxes = [_fitted(place, inside.columns, inside.lines) for place in shown]
    last_top = 0
    if view.zoomed:
        page = shown[0].page
        whole = max(1, round(inside.columns * page.height_mm / page.width_mm / 2))
        boxes, last_top = [(inside.columns, min(whole, inside.lines))], max(0, whole - inside.lines)
    top = min(view.top, last_top)
    if not abilities.colors:
        picture = _drawn(painter, shown[0], boxes[0], (1, 1), view.zoomed, top, inside)
        indent = " " * ((room.columns - picture.width - 2) // 2)
        return (_filled([f"{indent}{line}" for line in gray_letters(picture)], room.lines, ""), ""), last_top
    width = sum(columns for columns, _ in boxes) + GAP * (len(boxes) - 1)
    indent_columns = (room.columns - width) // 2
    empty = desk_line(room.columns, abilities.colors)
    if abilities.pictures:
        return (
            _filled([], room.lines, empty),
            _real(painter, shown, boxes, view, top, inside, indent_columns, abilities),
        ), last_top
    pictures = [
        _drawn(painter, place, box, (1, 2), view.zoomed, top, inside) for place, box in zip(shown, boxes, strict=True)
    ]
    high = max(lines for _, lines in boxes)
    rows = [
        _filled(half_blocks(picture, abilities.colors), high, desk_line(picture.width, abilities.colors))
        for picture in pictures
    ]
    left = desk_line(indent_columns, abilities.colors)
    right = desk_line(room.columns - indent_columns - width, abilities.colors)
    gap = desk_line(GAP, abilities.colors)
    lines = [f"{left}{gap.join(parts)}{right}" for parts in zip(*rows, strict=True)]
    return (_filled(lines, room.lines, empty), ""), last_top


def _drawn(
    painter: Painter, place: Place, box: tuple[int, int], cell_px: tuple[int, int], zoomed: bool, top: int, inside: Size
) -> Picture:
    """The page in so many cells; of a page that is larger than the screen what is seen of it."""
    columns, lines = box
    if not zoomed:
        return painter.draw_small(place, columns * cell_px[0], lines * cell_px[1])
    page = place.page
    whole = max(1, round(columns * page.height_mm / page.width_mm / 2))
    picture = painter.draw_small(place, columns * cell_px[0], whole * cell_px[1])
    return picture.crop((0, top * cell_px[1], picture.width, (top + lines) * cell_px[1]))


def _real(
    painter: Painter, shown: Sequence[Place], boxes: Sequence[tuple[int, int]], view: View, top: int, inside: Size,
    indent: int, abilities: Abilities,
) -> str:  # fmt: skip
    """Real pictures, each where the cursor was put before."""
    from tt_print.render.png import quick_png

    text, column = "", indent
    for place, box in zip(shown, boxes, strict=True):
        columns, lines = box
        whole = lines
        if view.zoomed:
            whole = max(1, round(columns * place.page.height_mm / place.page.width_mm / 2))
        picture = painter.draw(place, columns * CELL_PX[0], whole * CELL_PX[1])
        if view.zoomed:
            scale = picture.height / whole
            picture = picture.crop((0, round(top * scale), picture.width, round((top + lines) * scale)))
        show = kitty if abilities.pictures == "kitty" else iterm
        text += f"\x1b[1;{column + 1}H{show(quick_png(picture), columns, lines)}"
        column += columns + GAP
    return text


def _filled(lines: list[str], count: int, empty: str) -> list[str]:
    return [*lines[:count], *[empty] * (count - len(lines))]


def _words_in_the_middle(text: str, room: Size) -> list[str]:
    lines = [line.center(room.columns).rstrip() for line in wrap(text, room.columns)]
    above = max(0, (room.lines - len(lines)) // 2)
    return _filled([*[""] * above, *lines], room.lines, "")


# ---------------------------------------------------------------- below it


def _below(view: View, shown: Sequence[Place], count: int, size: Size, say: WordsFile) -> list[str]:
    """What is shown, and the keys; less of it where the window is low."""
    facts = _facts(shown, count, size, say)
    keys = say.keys_zoomed if view.zoomed else say.keys
    if view.note:
        keys = view.note
    elif view.typed:
        keys = say.going.format(typed=view.typed)
    elif len(keys) > size.columns:
        keys = say.keys_short
    most = max(0, size.lines - MIN_PICTURE - 1)
    return [*facts[: min(most, max(1, size.lines // 3))], cut(keys, size.columns)]


def _facts(shown: Sequence[Place], count: int, size: Size, say: WordsFile) -> list[str]:
    """File and page; size, sheet and what is on it. A line each where they fit, the end of a name where they do not."""
    first, last = shown[0], shown[-1]
    file, page = first.file, first.page
    several = count > len(file.pages)
    pattern = (
        (say.title_two_of_all if several else say.title_two) if len(shown) > 1
        else say.title_of_all if several else say.title
    )  # fmt: skip
    title = pattern.format(
        file=harmless(file.name), number=page.number, second=last.page.number, count=len(file.pages),
        index=first.index + 1, next=last.index + 1, all=count,
    )  # fmt: skip
    parts = [size_words(page.width_mm, page.height_mm)]
    if page.sheet:
        sheets = len(file.pages) if file.fronts else file.sheets
        pattern = say.both if len(shown) > 1 else say.on_side if page.side else say.on_sheet
        parts.append(pattern.format(sheet=page.sheet, sheets=sheets, side=side_word(page, say)))
    named = page.title.startswith("Sheet ") and page.sheet
    facts = "   ".join([*parts, *([harmless(page.title)] if page.title and not named else [])])
    return [line for text in (title, facts) for line in wrap(text, size.columns)]
