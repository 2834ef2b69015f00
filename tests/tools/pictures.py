"""`make pictures`: the README's pictures, made of files that the commands write.

A test compares them with what the commands write today, so that they never show an old face. A picture is an SVG in
millimeters; cards are SVG images in it, pages PNG images.
"""

import base64
import io
import os
import random
import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np
import pypdfium2
import resvg_py
from PIL import Image

from tests.commands import ROOT
from tests.makers.prints import files_of
from tt_print.core import Core, Environment
from tt_print.deck import FULL, print_order
from tt_print.draw.shapes import Drawing
from tt_print.draw.svg import render_svg
from tt_print.faces.theme import find_theme
from tt_print.faces.toppers import draw_mark
from tt_print.templates import template_path

FOLDER = ROOT / "docs" / "pictures"
MM = 25.4 / 72
TABLE, EDGE, INK, RULER, GOOD, BAD = "#E8ECEF", "#8A9096", "#111111", "#F6E7B0", "#1B7A3D", "#B3121D"
FINER = 2  # everything is drawn so much finer, and reduced
FONTS = [str(template_path(f"fonts/atkinson-{weight}.ttf")) for weight in (400, 700)]


class Scene(NamedTuple):
    """A picture: what is in it as SVG, and its size in millimeters."""

    width: float
    height: float
    svg: str


class Page(NamedTuple):
    """A page of a PDF."""

    data: bytes
    index: int

    @property
    def size(self) -> tuple[float, float]:
        with pypdfium2.PdfDocument(self.data) as pdf:
            width, height = pdf[self.index].get_size()
        return width * MM, height * MM

    def part(self, dpi: float, scale: float, x: float, y: float, w: float, h: float) -> str:
        """What of the page lies in a rectangle, as an SVG image `scale` times its size with its upper left corner at 0, 0."""
        png, (width, height) = io.BytesIO(), self.size
        crop = tuple(side / MM for side in (x, height - y - h, width - x - w, y))
        with pypdfium2.PdfDocument(self.data) as pdf:
            pdf[self.index].render(scale=dpi * scale * FINER / 72, crop=crop).to_pil().save(png, "PNG")
        data = base64.b64encode(png.getvalue()).decode()
        return f'<image width="{w * scale}" height="{h * scale}" href="data:image/png;base64,{data}"/>'

    def picture(self, dpi: float, scale: float = 1.0) -> str:
        return self.part(dpi, scale, 0, 0, *self.size)

    def paper(self, dpi: float, scale: float = 1.0) -> str:
        """The page as a sheet lies there: with an edge."""
        return self.picture(dpi, scale) + rect(0, 0, *(side * scale for side in self.size), "none", EDGE, 0.4)


def rect(
    x: float, y: float, w: float, h: float, fill: str, stroke: str = "none", line: float = 0, more: str = ""
) -> str:
    place = f'x="{x}" y="{y}" width="{w}" height="{h}"'
    return f'<rect {place} fill="{fill}" stroke="{stroke}" stroke-width="{line}" {more}/>'


def stroke(path: str, color: str, width: float, more: str = "") -> str:
    return f'<path d="{path}" fill="none" stroke="{color}" stroke-width="{width}" {more}/>'


def words(
    x: float, y: float, text: str, size: float = 4.4, color: str = INK, anchor: str = "start", bold: bool = False
) -> str:
    """A line of text; `size` is the height of its capitals times 1.5."""
    return (f'<text x="{x}" y="{y}" font-family="Atkinson Hyperlegible Next" font-size="{size}" font-weight="{700 if bold else 400}" '
            f'fill="{color}" text-anchor="{anchor}">{text}</text>')  # fmt: skip


def put(svg: str, transform: str) -> str:
    return f'<g transform="{transform}">{svg}</g>'


def shift(svg: str, x: float, y: float) -> str:
    return put(svg, f"translate({x} {y})")


def part_of(svg: str, x: float, y: float, w: float, h: float) -> str:
    """What of a picture lies in a rectangle, which begins at 0, 0."""
    return f'<svg width="{w}" height="{h}" viewBox="{x} {y} {w} {h}">{svg}</svg>'


def on_table(svg: str, width: float, height: float) -> Scene:
    return Scene(width, height, rect(0, 0, width, height, TABLE) + svg)


def inline(svg: str, name: str) -> Scene:
    """A whole SVG file as a part of another: its names begin with its own."""
    left, top, width, height = map(float, re.search(r'viewBox="([^"]+)"', svg)[1].replace(",", " ").split())
    inside = svg[svg.index(">", svg.index("<svg")) + 1 : svg.rindex("</svg>")]
    renamed = re.sub(r'(id="|url\(#|href="#)', rf"\g<1>{name}-", inside)
    return Scene(width, height, part_of(renamed, left, top, width, height))


@cache
def faces(codes: Sequence[str], ink: str = "color") -> list[Scene]:
    """Cards and chits, without their paper."""
    core = Core(Environment(now=lambda: "2026-11-22T20:15:00+01:00", random_bytes=os.urandom))
    made = core.ask({"version": 1, "ask": "faces", "cards": [*codes], "theme": "toppers", "ink": ink}, {}).data["value"]
    return [inline(svg, code) for code, svg in made["faces"].items()]


def card(face: Scene, corner: float = 3) -> str:
    """A cut card: rounded paper with a thin edge under the picture."""
    return rect(0, 0, face.width, face.height, "#FFFFFF", EDGE, 0.25, f'rx="{corner}"') + face.svg


@cache
def pdf_of(*command: str) -> bytes:
    """The PDF that a command writes: of the starter's two that with the cards, of a booklet's the larger one."""
    files = {
        name: data for name, data in files_of(*command).items() if name.endswith(".pdf") and "first-game" not in name
    }
    return max(files.values(), key=len)


def page(index: int, *command: str) -> Page:
    return Page(pdf_of(*command, "--paper", "a4"), index)


def find_page(data: bytes, text: str) -> Page:
    """The first page on which something is said."""
    with pypdfium2.PdfDocument(data) as pdf:
        said = [" ".join(each.get_textpage().get_text_bounded().split()).lower() for each in pdf]
    return Page(data, next(index for index, each in enumerate(said) if text in each))


# Cards


def row(*codes: str, ink: str = "color") -> Scene:
    shown = faces(codes, ink)
    step = shown[0].width + 4
    drawn = "".join(shift(card(face), 4 + step * index, 4) for index, face in enumerate(shown))
    return on_table(drawn, step * len(shown) + 4, shown[0].height + 8)


def fan(dpi: float) -> Scene:
    """A hand of 25, the most that Push It Real Good deals, held 12 mm below the cards' feet."""
    hand = sorted(print_order(random.Random(7).sample(FULL, 25)), key=lambda each: each.index)
    shown = enumerate(faces(tuple(each.safe_code for each in hand)))
    held = "translate(110 112) rotate({}) translate(-31.5 -100)"
    return on_table("".join(put(card(face), held.format((index - 12) * 5)) for index, face in shown), 220, 140)


def finish(dpi: float) -> Scene:
    """One card three ways: cut square, its corners punched, and in a sleeve of 66 x 91 mm."""
    (face,) = faces(("GHQ",))
    sleeve = rect(0, 0, 66, 91, "#CDD6DC", EDGE, 0.4, 'rx="1"') + rect(1.5, 1.5, 63, 88, "#FFFFFF")
    sleeve += shift(face.svg, 1.5, 1.5)
    return on_table(shift(card(face, 0), 6, 6) + shift(card(face), 79, 6) + shift(sleeve, 152, 4.5), 224, 100)


def mark(dpi: float) -> Scene:
    """The mark of the deck."""
    theme = find_theme("color")
    drawing = Drawing(13.2, 13.2, tuple(draw_mark(theme, 6.6, 6.6, 12.0)), "Triple Topper")
    return Scene(32, 32, put(inline(render_svg(drawing), "mark").svg, f"scale({32 / 13.2})"))


# Pages


def side_by_side(dpi: float, *shown: Page) -> Scene:
    gap = 12.0
    x, drawn = gap, ""
    for each in shown:
        drawn += shift(each.paper(dpi), x, gap)
        x += each.size[0] + gap
    return on_table(drawn, x, max(each.size[1] for each in shown) + 2 * gap)


def own_backs(dpi: float) -> Scene:
    """Somebody's drawing on the backs of a deck's first sheet, in color and folded in black ink."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "house.png")
        path.write_bytes(resvg_py.svg_to_bytes(svg_string=HOUSE, width=1583))
        wide, low = (
            pdf_of("deck", "--deck", "west", "--paper", "a4", "--back", str(path), *more)
            for more in (("--backs", "duplex"), ("--backs", "fold", "--ink", "low"))
        )
    return side_by_side(dpi, Page(wide, 1), Page(low, 0))


HOUSE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 67 92"><rect width="67" height="92" fill="#78B4E6"/>
<rect y="60" width="67" height="32" fill="#509646"/><circle cx="54" cy="13" r="6" fill="#FADC3C"/>
<rect x="19" y="38" width="30" height="30" fill="#C8503C"/><path d="M16 38L34 21L52 38Z" fill="#783228"/>
<rect x="30" y="53" width="8" height="15" fill="#5A3C28"/></svg>"""


def deal(dpi: float) -> Scene:
    """Slips and sheet of one deal."""
    code = "9NEKA-QAC1D-MDP8C-69P9T-0EVHX-10"
    made = files_of(*f"deal --code {code} --players Ann,Bo,Cy --slips --sheet --paper a4".split())
    sheet, slips = (data for _, data in sorted(made.items()))
    return side_by_side(dpi, Page(slips, 0), Page(sheet, 0))


def aids(dpi: float) -> Scene:
    """The table of a score sheet, and reference cards at about twice its scale."""
    sheet, cards = page(0, "scoresheet", "casino", "--names", "Ann,Bo,Cy,Di"), page(0, "quickref", "all")
    drawn = shift(sheet.part(dpi, 1.2, 0, 0, 210, 152) + rect(0, 0, 252, 182.4, "none", EDGE, 0.4), 8, 8)
    for index, place in enumerate((1, 3)):  # of nine, row by row: Armageddon and Six Suit
        one = cards.part(dpi, 2.15, 10.5 + 63 * (place % 3), 16.5 + 88 * (place // 3), 63, 88)
        drawn += shift(one + rect(0, 0, 2.15 * 63, 2.15 * 88, "none", EDGE, 0.5), 270 + index * 143, 8)
    return on_table(drawn, 557, 206)


def press(dpi: float) -> Scene:
    """Two fronts and a back as a print shop gets them: bleed, cut and safe area, with what they are called."""
    data = pdf_of("export", "--for", "printshop", "--deck", "west")
    first, gap, bleed = find_page(data, "yellow heart 2"), 9.0, 3.0
    width, height = first.size
    cut_w, cut_h = width - 2 * bleed, height - 2 * bleed
    lines = (rect(0, 0, width, height, "none", EDGE, 0.4) + rect(bleed, bleed, cut_w, cut_h, "none", "#FF00FF", 0.35, 'rx="3"')
             + rect(2 * bleed, 2 * bleed, cut_w - 2 * bleed, cut_h - 2 * bleed, "none", EDGE, 0.35, 'stroke-dasharray="1.2 0.9"'))  # fmt: skip
    shown = [first, find_page(data, "red circle 3"), Page(data, first.index + 1)]
    step = width + gap
    drawn = "".join(shift(each.picture(dpi) + lines, gap + step * index, gap) for index, each in enumerate(shown))
    wide, high = 3 * (width + gap) + gap, height + gap + 9
    printed = "solid edge: BleedBox, 3 mm beyond the cut · pink: the cut (TrimBox, CutContour) · dashed: safe area, 3 mm inside"
    return on_table(drawn + words(wide / 2, high - 3.4, printed, 3.6, INK, "middle"), wide, high)


def machines(dpi: float) -> Scene:
    """A sheet with registration marks and its cuts, and the net of the box."""
    files = files_of("export", "--for", "silhouette", "--deck", "west", "--paper", "a4")
    ends = ("sheets.pdf", "cut.svg")
    sheet, cuts = (next(data for name, data in files.items() if name.endswith(end)) for end in ends)
    box = Page(pdf_of("export", "--for", "tuckbox", "--paper", "a4"), 0)
    scene = side_by_side(dpi, Page(sheet, 1), box)
    bold = cuts.decode().replace('stroke-width="0.1"', 'stroke-width="0.7"')
    return scene._replace(svg=scene.svg + shift(inline(bold, "cuts").svg, 12, 12))


def booklet(dpi: float) -> Scene:
    """The cover of World War 3, and two spreads as the open booklet shows them."""
    data = next(data for name, data in files_of("booklet", "ww3", "--paper", "a4").items() if name.endswith("read.pdf"))
    (width, height), gap = Page(data, 0).size, 12.0
    drawn = shift(Page(data, 0).paper(dpi), gap, gap)
    for place, left in enumerate((3, 5)):
        x = 2 * gap + width + place * (2 * width + gap)
        drawn += shift(Page(data, left).paper(dpi), x, gap) + shift(Page(data, left + 1).paper(dpi), x + width, gap)
    return on_table(drawn, 5 * width + 4 * gap, height + 2 * gap)


# The steps of the README: what to choose in the print window, where to lay the ruler, where to cut


def tick(x: float, y: float, size: float = 4.0) -> str:
    """A tick for "right", its foot at x, y."""
    path = f"M{x - size * 0.45} {y - size * 0.35} L{x} {y} L{x + size * 0.8} {y - size}"
    return stroke(path, GOOD, size * 0.22, 'stroke-linecap="round"')


def cross(x: float, y: float, size: float = 4.0) -> str:
    half = size / 2
    path = f"M{x - half} {y - half} l{size} {size} M{x - half} {y + half} l{size} {-size}"
    return stroke(path, BAD, size * 0.22, 'stroke-linecap="round"')


def print_window(dpi: float) -> Scene:
    """A print window as many programs have it, with the four choices that matter ticked."""
    width, height, left, field, column = 190.0, 112.0, 108.0, 112.0, 171.0
    drawn = [rect(5, 5, width - 10, height - 10, "#F3F4F6", EDGE, 0.4, 'rx="3"'), words(12, 15, "Print", 6, bold=True),
             shift(page(0, "start").paper(dpi, 0.27), 13, 22)]  # fmt: skip
    for y, label, value in ((30, "Paper size", "A4"), (44, "Pages", "All (4)")):
        drawn += [words(left, y, label, anchor="end"), rect(field, y - 5.6, 36, 8, "#FFFFFF", "#9AA2AA", 0.3, 'rx="1"'),
                  words(field + 3, y, value), tick(column, y)]  # fmt: skip
    drawn.append(words(left, 58, "Scale", anchor="end"))
    for y, label, chosen in ((58, "Actual size, or 100%", True), (68, "Fit to page", False)):
        ring = f'<circle cx="{field + 2}" cy="{y - 1.6}" r="2.2" fill="#FFFFFF" stroke="{INK if chosen else "#9AA2AA"}" stroke-width="0.5"/>'
        dot = f'<circle cx="{field + 2}" cy="{y - 1.6}" r="1.1" fill="{INK}"/>' if chosen else ""
        drawn += [ring, dot, tick(column, y) if chosen else cross(column + 0.6, y - 1.6), words(field + 7, y, label)]
    drawn += [words(left, 82, "On both sides", anchor="end"), rect(field, 78.2, 4.4, 4.4, "#FFFFFF", "#9AA2AA", 0.4, 'rx="0.6"'),
              words(field + 7, 82, "off"), tick(column, 82), rect(width - 45, height - 19, 32, 9, GOOD, more='rx="1.5"'),
              words(width - 29, height - 12.9, "Print", 4.6, "#FFFFFF", "middle", True)]  # fmt: skip
    return on_table("".join(drawn), width, height)


def ruler(dpi: float) -> Scene:
    """The upper ruler of the first page under a ruler of one's own: as it should be, and made smaller by "Fit to page"."""
    width, panel, gap = 132.0, 39.0, 6.0
    lengths = ((6 if mm % 10 == 0 else 4.5 if mm % 5 == 0 else 3, mm) for mm in range(111))
    marks = stroke("".join(f"M{mm} 0V{long}" for long, mm in lengths), INK, 0.25)
    held = rect(-4, 0, 118, 15, RULER, EDGE, 0.4, 'rx="1"') + marks
    held += "".join(words(10 * cm, 11.5, str(cm), 4.6, anchor="middle", bold=True) for cm in range(12))
    drawn = ""
    verdicts = ((1.0, tick(5, 9, 5), "10 cm: good"), (0.968, cross(5, 7.4, 5), "9.7 cm: “Fit to page” was on"))
    for index, (factor, verdict, said) in enumerate(verdicts):
        # the page's own scale begins 88 mm from its left edge and is 20.2 mm down; here it is at 12, 17
        printed = shift(page(0, "start").paper(dpi, factor), 12 - 88 * factor, 17 - 20.2 * factor)
        frame = rect(0, 0, width, panel, "none", EDGE, 0.4)
        seen = part_of(printed + shift(held, 12, 17.6), 0, 0, width, panel) + frame
        drawn += shift(seen + shift(verdict + words(12, 9, said, 5.6), 0, panel), gap + index * (width + gap), gap)
    return on_table(drawn, 2 * width + 3 * gap, panel + 2 * gap + 8)


def cutting(dpi: float) -> Scene:
    """Where a sheet is cut, in which order: down first, then across; at last nine cards."""
    sheet, gap, lead = page(0, "deck", "--theme", "toppers"), 12.0, 9.0
    width, height = sheet.size
    cuts = [[(width - 189) / 2 + 63 * n for n in range(4)], [(height - 264) / 2 + 88 * n for n in range(4)]]
    drawn = ""
    for index, places in enumerate(cuts):
        lines = ""
        for number, at in enumerate(places, 1 + 4 * index):
            x, y, path = (at, -lead, f"M{at} {-lead}V{height}") if index == 0 else (-lead, at, f"M{-lead} {at}H{width}")
            lines += stroke(path, BAD, 0.9, 'stroke-dasharray="4 2"')
            lines += f'<circle cx="{x}" cy="{y}" r="6.2" fill="{BAD}"/>'
            lines += words(x, y + 3, str(number), 9, "#FFFFFF", "middle", True)
        drawn += shift(sheet.paper(dpi) + lines, gap + index * (width + 2 * gap), gap + lead)
    return on_table(drawn, 2 * width + 4 * gap, height + 2 * gap + lead)


# name: what makes it, and the resolution at which the README shows it
PICTURES: dict[str, tuple[Callable[[float], Scene], int]] = {
    "faces.png": (lambda dpi: row("RC1", "YH2", "GT3", "BS4", "KBQ"), 62),
    "wilds.png": (lambda dpi: row("KH2", "RB3", "GCQ", "YBQ", "J1"), 62),
    "low-ink.png": (lambda dpi: row("RC1", "YH2", "GT3", "BS4", "KBQ", ink="low"), 62),
    "fan.png": (fan, 100),
    "chits.png": (lambda dpi: row("chit-color", "chit-shape", "chit-number"), 76),
    "calibration.png": (lambda dpi: side_by_side(dpi, page(0, "calibrate"), page(1, "calibrate")), 44),
    "backs.png": (lambda dpi: side_by_side(dpi, page(0, "deck", "--backs", "duplex"), page(1, "deck", "--backs", "duplex"), page(0, "deck", "--backs", "fold")), 24),
    "own-back.png": (own_backs, 30),
    "deal.png": (deal, 31),
    "press.png": (press, 80),
    "machines.png": (machines, 36),
    "finish.png": (finish, 58),
    "aids.png": (aids, 43),
    "booklet.png": (booklet, 34),
    "pages.png": (lambda dpi: side_by_side(dpi, page(0, "start"), page(0, "deck", "--theme", "toppers"), page(14, "deck", "--theme", "toppers")), 36),
    "mark.png": (mark, 203),
    "print-window.png": (print_window, 100),
    "ruler.png": (ruler, 80),
    "cutting.png": (cutting, 36),
}  # fmt: skip


def draw(name: str) -> Image.Image:
    make, dpi = PICTURES[name]
    scene = make(dpi)
    names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    text = part_of(scene.svg, 0, 0, scene.width, scene.height).replace("<svg", f"<svg {names}", 1)
    how = {"zoom": dpi * FINER / 25.4, "background": "#ffffff", "skip_system_fonts": True, "font_files": FONTS}
    png = resvg_py.svg_to_bytes(svg_string=text, **how)
    return Image.open(io.BytesIO(png)).convert("RGB").reduce(FINER)


def few_colors(picture: Image.Image) -> Image.Image:
    """The picture in 256 colors: the 64 that come most, and of all others a choice in which each counts once, so that
    small spots of an ink stay what they are.
    """
    colors = sorted(picture.getcolors(picture.width * picture.height), reverse=True)
    others = [color for _, color in colors[64:]]
    chosen = Image.new("RGB", (len(others), 1))
    chosen.putdata(others)
    exact = [color for _, color in colors[:64]]
    rest = chosen.quantize(192).getpalette()[: 192 * 3]
    palette = np.array([*exact, *zip(rest[::3], rest[1::3], rest[2::3], strict=True)], int)
    # Pillow's own matching to a palette keeps six bits a channel, which shows on large areas
    every, places = np.unique(np.asarray(picture, int).reshape(-1, 3), axis=0, return_inverse=True)
    nearest = np.array([np.abs(palette - color).sum(axis=1).argmin() for color in every], np.uint8)
    few = Image.new("P", picture.size)
    few.putdata(nearest[places.ravel()].tolist())
    few.putpalette(palette.astype(np.uint8).tobytes())
    return few


def main() -> None:
    for name in PICTURES:
        # 128 colors are enough for five inks and their edges, and a third of the size; these two show the inks in
        # small spots on much white, where none of them would be among the 128 that come most
        picture = draw(name)
        small_spots = name in ("booklet.png", "ruler.png")
        few = few_colors(picture) if small_spots else picture.quantize(128, dither=Image.Dither.NONE)
        few.save(FOLDER / name, optimize=True)
        print(f"{name}: {(FOLDER / name).stat().st_size} bytes")


if __name__ == "__main__":
    main()
