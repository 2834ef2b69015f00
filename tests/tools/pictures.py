"""`make pictures`: the README's pictures, drawn by the same code as the deck.

A test compares them with what the code draws today, so that they never show an old face.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import resvg_py
from PIL import Image

from tests.commands import ROOT
from tests.readers.pixels import draw_pixels
from tests.tools.step_pictures import cutting, measuring, print_window
from tt_print.artwork.read import read_artwork
from tt_print.booklets.pages import make_pages
from tt_print.booklets.style import find_style
from tt_print.booklets.text import read_book
from tt_print.calibration.page import make_calibration_pages
from tt_print.cards.chits import draw_chit
from tt_print.cards.faces import draw_face
from tt_print.cards.mark import mark_icon
from tt_print.cards.theme import Theme, find_theme
from tt_print.core.deal_pages import Look, setup_sheet, slip_sheets
from tt_print.dealing.code import DealCode
from tt_print.dealing.plan import make_deal
from tt_print.dealing.settings import settings_of
from tt_print.deck import FULL, parse_card, print_order
from tt_print.drawing.geometry import Matrix, compose, rectangle, scale, shift
from tt_print.drawing.outline import outline_path
from tt_print.drawing.shapes import Drawing, Group, Ink, Item, Text
from tt_print.drawing.shapes import Path as Outline
from tt_print.drawing.text import TEXT
from tt_print.export.cardbox import draw_front, place_back
from tt_print.export.cutter import draw_sheet, plan_of
from tt_print.export.job import Choices, make_job
from tt_print.export.profiles import find_profile
from tt_print.export.tuckbox import box_contents
from tt_print.export.tuckbox import plan_of as plan_tuckbox
from tt_print.export.tuckbox_art import draw_box_sheet
from tt_print.games import find_game, load_games
from tt_print.quickref.make import reference_cards
from tt_print.scoresheets.choices import SheetChoices
from tt_print.scoresheets.make import make_score_sheets
from tt_print.sheets.backs import Backs
from tt_print.sheets.deck import DeckChoices, DeckSheets, make_deck_sheets
from tt_print.sheets.plan import find_paper
from tt_print.sheets.start import make_start_sheets

FOLDER = ROOT / "docs" / "pictures"
TABLE, EDGE = Ink("#E8ECEF", (0, 0, 0, 8)), Ink("#8A9096", (0, 0, 0, 45))
COLOR = find_theme("color")


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
    for index, held in enumerate(hand):
        turn = math.radians((index - (count - 1) / 2) * step)
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
    sleeved = Group(
        (sleeve, Group((Outline(rectangle(0, 0, 63, 88, 0), paper), *face.items), shift(1.5, 1.5))), shift(152, 4.5)
    )
    return on_table([square, card(face, shift(79, 6)), sleeved], 224, 100, "A card square, rounded and sleeved")


def two_sides() -> list[Drawing]:
    """A duplex sheet's front and back, and a fold sheet."""

    def sheets(mode: str) -> DeckSheets:
        return make_deck_sheets(DeckChoices("a4", backs=Backs(mode)))

    duplex, fold = sheets("duplex"), sheets("fold")
    return [duplex.sheets[0].drawing, duplex.back_sheets[0].drawing, fold.sheets[0].drawing]


def aids(theme: Theme) -> Drawing:
    """The table of a score sheet, and reference cards at about twice its scale."""
    casino, high = find_game("casino"), 152.0
    sheet = make_score_sheets(SheetChoices(casino, casino.house(), "a4", 4, ("Ann", "Bo", "Cy", "Di"))).pages[0]
    made = {card.code: card.drawing for card in reference_cards([(game, game.house()) for game in load_games()], theme)}
    upper = rectangle(0, 0, sheet.width_mm, high)
    paper = Outline(upper, Ink("#FFFFFF", (0, 0, 0, 0)), EDGE, 0.4)
    items: list[Item] = [Group((paper, *sheet.items), scale(1.2, 8, 8), clip=upper)]
    items += [
        card(made[code], scale(2.15, 270 + index * 143, 8)) for index, code in enumerate(("armageddon", "six-suit"))
    ]
    return on_table(items, 557, 206, "A score sheet and two reference cards")


def deal_pages() -> list[Drawing]:
    """Slips and sheet of one deal."""
    game = find_game("push-it")
    settings = settings_of(game, 3, game.house(deck="west"), dealer=1)
    dealt = make_deal(DealCode(settings, bytes(range(12))), ("Ann", "Bo", "Cy"))
    look = Look(find_paper("a4"), find_theme())
    return [slip_sheets(dealt, look)[0].drawing, setup_sheet(dealt, look).drawing]


def press(theme: Theme) -> Drawing:
    """A front and a back as a print shop gets them: bleed, cut and safe area, with what they are called."""
    box = find_profile("printshop").find_product("standard").box
    cut, gap = Ink("#FF00FF", None), 9.0
    trim = rectangle(box.trim.left, box.trim.top, box.trim.width, box.trim.height, box.corner_mm)
    safe = rectangle(box.safe.left, box.safe.top, box.safe.width, box.safe.height)
    page = Outline(rectangle(0, 0, box.width_mm, box.height_mm), None, EDGE, 0.4)
    lines = (page, Outline(trim, None, cut, 0.35), Outline(safe, None, EDGE, 0.35, dash_mm=(1.2, 0.9)))
    fronts, back = (
        [draw_front(parse_card(code), theme, box) for code in ("KH2", "RCQ")],
        place_back(theme, box),
    )
    items: list[Item] = []
    for index, drawing in enumerate([*fronts, back]):
        items.append(Group((*drawing.items, *lines), shift(gap + index * (box.width_mm + gap), gap)))
    wide, high = 3 * (box.width_mm + gap) + gap, box.height_mm + gap + 9
    printed = "solid edge: BleedBox, 3 mm beyond the cut     pink: the cut (TrimBox, CutContour)     dashed: safe area, 3 mm inside"
    items.append(Text(wide / 2, high - 3.4, printed, TEXT, 3.6, theme.ink, "middle"))
    return on_table(items, wide, high, "Pages for a print shop")


def machines(theme: Theme) -> list[Drawing]:
    """A sheet with registration marks and its cuts, and the net of the box."""
    job = make_job(Choices("silhouette", paper="a4"))
    plan = plan_of(job.profile, job.product, "a4")
    sheet = draw_sheet(job, plan, [drawing for _, drawing in job.pages()][40:48], 6, 17)
    cuts = tuple(Outline(outline_path(cut), None, Ink("#FF0000", None), 0.7) for cut in plan.cuts)
    box = make_job(Choices("tuckbox", paper="a4"))
    _, net = plan_tuckbox(box.profile, box.product, box.facts())
    return [
        replace(sheet, items=(*sheet.items, *cuts)),
        draw_box_sheet(net, 0, box.theme, box.profile, box_contents(box)),
    ]


def booklet(theme: Theme) -> list[Drawing]:
    """The cover of World War 3, and two spreads as the open booklet shows them."""
    style = find_style("a5", False, theme, "red")
    made = [page.drawing for page in make_pages(read_book("ww3"), style)]

    def spread(left: int) -> Drawing:
        a, b = made[left - 1], made[left]
        fold = Outline(rectangle(a.width_mm, 0, 0.01, a.height_mm), None, EDGE, 0.3)
        return Drawing(2 * a.width_mm, a.height_mm, (*a.items, Group(b.items, shift(a.width_mm, 0)), fold), "A spread")

    return [made[0], spread(4), spread(10)]


def faces(codes: str, ink_style: str = "color") -> list[Drawing]:
    return [draw_face(parse_card(code), find_theme(ink_style)) for code in codes.split()]


def three_sheets() -> Drawing:
    start, deck = make_start_sheets("a4"), make_deck_sheets(DeckChoices("a4"))
    return pages([start.sheets[0].drawing, deck.sheets[0].drawing, deck.sheets[14].drawing], "Three sheets")


def own_backs() -> list[Drawing]:
    """Somebody's drawing on the backs of three sheets' first, in color and folded in black ink."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "house.png")
        path.write_bytes(resvg_py.svg_to_bytes(svg_string=HOUSE, width=1583))
        house = read_artwork(path)
    wide = DeckChoices("a4", "west", backs=Backs("duplex"), artwork=house)
    low = DeckChoices("a4", "west", ink_style="low", backs=Backs("fold"), artwork=house)
    return [make_deck_sheets(wide).back_sheets[0].drawing, make_deck_sheets(low).sheets[0].drawing]


HOUSE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 67 92"><rect width="67" height="92" fill="#78B4E6"/>
<rect y="60" width="67" height="32" fill="#509646"/><circle cx="54" cy="13" r="6" fill="#FADC3C"/>
<rect x="19" y="38" width="30" height="30" fill="#C8503C"/><path d="M16 38L34 21L52 38Z" fill="#783228"/>
<rect x="30" y="53" width="8" height="15" fill="#5A3C28"/></svg>"""


def chits() -> Drawing:
    return row([draw_chit(variable, COLOR) for variable in ("color", "shape", "number")], "The three chits", 3)


# name: what draws it, and the resolution at which the README shows it
PICTURES: dict[str, tuple[Callable[[], Drawing], int]] = {
    "faces.png": (lambda: row(faces("RC1 YH2 GT3 BS4 KBQ"), "Five faces", 5), 62),
    "wilds.png": (lambda: row(faces("KH2 RB3 GCQ YBQ J1"), "Wild cards and a joker", 5), 62),
    "low-ink.png": (lambda: row(faces("RC1 YH2 GT3 BS4 KBQ", "low"), "The same in black ink only", 5), 62),
    "fan.png": (lambda: fan(COLOR), 100),
    "chits.png": (chits, 76),
    "calibration.png": (lambda: pages([s.drawing for s in make_calibration_pages("a4").sheets], "The test page"), 44),
    "backs.png": (lambda: pages(two_sides(), "Backs"), 24),
    "own-back.png": (lambda: pages(own_backs(), "A drawing on the backs"), 30),
    "deal.png": (lambda: pages(deal_pages(), "Slips and sheet of a deal"), 31),
    "press.png": (lambda: press(find_theme(name="rich")), 80),
    "machines.png": (lambda: pages(machines(COLOR), "A sheet for a cutting machine, and a box"), 36),
    "finish.png": (lambda: finish(COLOR), 58),
    "aids.png": (lambda: aids(COLOR), 43),
    "booklet.png": (lambda: pages(booklet(COLOR), "A rule booklet"), 34),
    "pages.png": (three_sheets, 36),
    "mark.png": (lambda: mark_icon(COLOR, 32), 203),
    "print-window.png": (print_window, 100),
    "ruler.png": (measuring, 80),
    "cutting.png": (cutting, 36),
}


def draw(name: str) -> Image.Image:
    make, dpi = PICTURES[name]
    return draw_pixels(make(), dpi)


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
    for name in PICTURES:
        # 128 colors are enough for five inks and their edges, and a third of the size; these two show the inks in
        # small spots on much white, where none of them would be among the 128 that come most
        picture = draw(name)
        few = (
            few_colors(picture)
            if name in ("booklet.png", "ruler.png")
            else picture.quantize(128, dither=Image.Dither.NONE)
        )
        few.save(FOLDER / name, optimize=True)
        print(f"{name}: {(FOLDER / name).stat().st_size} bytes")


if __name__ == "__main__":
    main()
