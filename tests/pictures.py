"""`make pictures`: the README's pictures, drawn by the same code as the deck.

A test compares them with what the code draws today, so that they never show an old face.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PIL import Image

from tt_print.booklets.book import make_pages
from tt_print.booklets.style import find_style
from tt_print.booklets.text import read_book
from tt_print.calibration.page import make_calibration_pages
from tt_print.chits import draw_chit, draw_pointers
from tt_print.deck import FULL, parse_card, print_order
from tt_print.drawing.geometry import Matrix, compose, rectangle, shift
from tt_print.drawing.shapes import Drawing, Group, Ink, Item, Path as Outline
from tt_print.faces import draw_face
from tt_print.render.png import draw_pixels
from tt_print.sheets.backs import Backs
from tt_print.sheets.deck import DeckChoices, DeckSheets, make_deck_sheets
from tt_print.sheets.start import make_start_sheets
from tt_print.theme import Theme, find_theme

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
TABLE, EDGE = Ink("#E8ECEF", (0, 0, 0, 8)), Ink("#8A9096", (0, 0, 0, 45))


def on_table(items: Sequence[Item], width: float, height: float, title: str) -> Drawing:
    table = Outline(rectangle(0, 0, width, height), TABLE)
    return Drawing(width, height, (table, *items), title)


def card(drawing: Drawing, matrix: Matrix) -> Group:
    """A cut card: rounded paper with a thin edge under the picture."""
    paper = Outline(rectangle(0, 0, drawing.width_mm, drawing.height_mm, 3), Ink("#FFFFFF", (0, 0, 0, 0)), EDGE, 0.25)
    return Group((paper, *drawing.items), matrix)


def row(drawings: Sequence[Drawing], title: str, columns: int) -> Drawing:
    gap = 4.0
    wide, high = max(d.width_mm for d in drawings) + gap, max(d.height_mm for d in drawings) + gap
    items = [card(d, shift(gap + i % columns * wide, gap + i // columns * high)) for i, d in enumerate(drawings)]
    return on_table(items, columns * wide + gap, math.ceil(len(drawings) / columns) * high + gap, title)


def fan(theme: Theme, count: int = 25, step: float = 5.0) -> Drawing:
    """A hand of 25, the most that Push It Real Good deals, held 12 mm below the cards' feet."""
    hand = print_order(random.Random(7).sample(FULL, count))
    hand.sort(key=lambda c: c.index)
    items = []
    for place, held in enumerate(hand):
        turn = math.radians((place - (count - 1) / 2) * step)
        rotate = (math.cos(turn), math.sin(turn), -math.sin(turn), math.cos(turn), 110, 112)
        items.append(card(draw_face(held, theme), compose(rotate, shift(-31.5, -100))))
    return on_table(items, 220, 140, "A fan of 25")


def pages(drawings: Sequence[Drawing], title: str) -> Drawing:
    """Whole sheets side by side."""
    gap = 12.0
    items: list[Item] = []
    x = gap
    for drawing in drawings:
        paper = Outline(rectangle(0, 0, drawing.width_mm, drawing.height_mm), Ink("#FFFFFF", (0, 0, 0, 0)), EDGE, 0.4)
        items.append(Group((paper, *drawing.items), shift(x, gap)))
        x += drawing.width_mm + gap
    return on_table(items, x, max(drawing.height_mm for drawing in drawings) + 2 * gap, title)


def finish(theme: Theme) -> Drawing:
    """One card three ways: cut square, its corners punched, and in a sleeve of 66 x 91 mm."""
    face, paper = draw_face(parse_card("GHQ"), theme), Ink("#FFFFFF", (0, 0, 0, 0))
    square = Group((Outline(rectangle(0, 0, 63, 88), paper, EDGE, 0.25), *face.items), shift(6, 6))
    sleeve = Outline(rectangle(0, 0, 66, 91, 1), Ink("#CDD6DC", (0, 0, 0, 12)), EDGE, 0.4)
    sleeved = Group((sleeve, Group((Outline(rectangle(0, 0, 63, 88, 0), paper), *face.items), shift(1.5, 1.5))), shift(152, 4.5))
    return on_table([square, card(face, shift(79, 6)), sleeved], 224, 100, "A card square, rounded and sleeved")


def two_sides() -> list[Drawing]:
    """A duplex sheet's front and back, and a fold sheet."""
    def sheets(mode: str) -> DeckSheets:
        return make_deck_sheets(DeckChoices("a4", backs=Backs(mode)))

    duplex, fold = sheets("duplex"), sheets("fold")
    return [duplex.sheets[0].drawing, duplex.back_sheets[0].drawing, fold.sheets[0].drawing]


def booklet(theme: Theme) -> list[Drawing]:
    """The cover of World War 3, and two spreads as the open booklet shows them."""
    style = find_style("a5", False, theme, "red")
    made = [page.drawing for page in make_pages(read_book("ww3"), style)]

    def spread(left: int) -> Drawing:
        a, b = made[left - 1], made[left]
        fold = Outline(rectangle(a.width_mm, 0, 0.01, a.height_mm), None, EDGE, 0.3)
        return Drawing(2 * a.width_mm, a.height_mm, (*a.items, Group(b.items, shift(a.width_mm, 0)), fold), "A spread")

    return [made[0], spread(4), spread(10)]


def pictures() -> dict[str, tuple[Drawing, int]]:
    """Name to drawing and the resolution at which the README shows it."""
    color, low = find_theme("color"), find_theme("low")

    def faces(codes: str, theme: Theme) -> list[Drawing]:
        return [draw_face(parse_card(code), theme) for code in codes.split()]

    chits = [draw_chit(variable, color) for variable in ("color", "shape", "number")]
    start, deck = make_start_sheets("a4"), make_deck_sheets(DeckChoices("a4"))
    return {
        "faces.png": (row(faces("RC1 YH2 GT3 BS4 KBQ", color), "Five faces", 5), 62),
        "wilds.png": (row(faces("KH2 RB3 GCQ YBQ J1", color), "Wild cards and a joker", 5), 62),
        "low-ink.png": (row(faces("RC1 YH2 GT3 BS4 KBQ", low), "The same in black ink only", 5), 62),
        "fan.png": (fan(color), 100),
        "chits.png": (row(chits, "The three chits", 3), 76),
        "pointers.png": (row([draw_pointers(color)], "Pointers", 1), 76),
        "calibration.png": (pages([s.drawing for s in make_calibration_pages("a4").sheets], "The test page"), 44),
        "backs.png": (pages(two_sides(), "Backs"), 24),
        "finish.png": (finish(color), 58),
        "booklet.png": (pages(booklet(color), "A rule booklet"), 34),
        "pages.png": (pages([start.sheets[0].drawing, deck.sheets[0].drawing, deck.sheets[14].drawing], "Three sheets"), 36),
    }


def draw(name: str) -> Image.Image:
    drawing, dpi = pictures()[name]
    return draw_pixels(drawing, dpi)


def few_colors(picture: Image.Image) -> Image.Image:
    """The picture in 256 colors: the 64 that come most, and of all others a choice in which each counts once, so that
    small spots of an ink stay what they are.
    """
    colors = sorted(picture.convert("RGB").getcolors(picture.width * picture.height), reverse=True)
    others = [color for _, color in colors[64:]]
    chosen = Image.new("RGB", (len(others), 1))
    chosen.putdata(others)
    exact = [color for _, color in colors[:64]]
    rest = chosen.quantize(192).getpalette()[: 192 * 3]
    palette = np.array([*exact, *zip(rest[::3], rest[1::3], rest[2::3], strict=True)], int)
    # Pillow's own matching to a palette keeps six bits a channel, which shows on large areas
    every, places = np.unique(np.asarray(picture.convert("RGB"), int).reshape(-1, 3), axis=0, return_inverse=True)
    nearest = np.array([np.abs(palette - color).sum(axis=1).argmin() for color in every], np.uint8)
    few = Image.new("P", picture.size)
    few.putdata(nearest[places.ravel()].tolist())
    few.putpalette(palette.astype(np.uint8).tobytes())
    return few


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in pictures():
        # 128 colors are enough for five inks and their edges, and a third of the size; a booklet shows the inks in
        # small spots on much white, where none of them would be among the 128 that come most
        picture = draw(name)
        few = few_colors(picture) if name == "booklet.png" else picture.quantize(128, dither=Image.Dither.NONE)
        few.save(FOLDER / name, optimize=True)
        print(f"{name}: {(FOLDER / name).stat().st_size} bytes")


if __name__ == "__main__":
    main()
