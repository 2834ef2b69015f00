"""Low-ink faces as five programs draw them: none loses an outline, fills a counter or lets hatching into a number.

The number lies on a halo of paper. Where that was the number's own stroke (`paint-order`), CairoSVG laid it over the number and a
green heart 4 could not be read; where it was not cut to the shape, it took pieces out of the outline.
"""

import base64
import importlib
import shutil
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path as File
from typing import NamedTuple

import numpy as np
import pytest
import resvg_py
from PIL import Image

from tests.readers.pixels import DPI, drawn_pdf, ink, opened, pixels
from tests.readers.validators import missing, run_tool
from tt_print import draw_face, find_theme, render_svg
from tt_print.deck import VALUES, Card, parse_card
from tt_print.draw.geometry import IDENTITY, Matrix, compose
from tt_print.draw.shapes import Drawing, Group, Item, Path, Text
from tt_print.draw.text import outline

LOW = find_theme("low")
# the shapes with a notch and bays, in all that is hatched
CARDS = [Card(c, s, n) for c in VALUES["color"][:4] for s in ("heart", "blob") for n in "24?"]
CARDS += [parse_card(code) for code in ("RT4", "YC3", "GS2", "BC?")]
DRAWINGS = {card: draw_face(card, LOW) for card in CARDS}


class Truth(NamedTuple):
    """What must be ink and what must be paper, as masks at 254 dpi; a little less than is drawn, for soft edges."""

    dark: np.ndarray
    light: np.ndarray


def find_number(items: tuple[Item, ...], matrix: Matrix = IDENTITY) -> tuple[Text, Path, Matrix] | None:
    """The big number, the outline of the shape that it stands on, and where both are."""
    for item in items:
        if isinstance(item, Text) and item.halo is None and item.size_mm > 14:
            edges = [other for other in items if isinstance(other, Path) and other.fill is None]
            return item, edges[-1], matrix
        if isinstance(item, Group) and (found := find_number(item.items, compose(matrix, item.matrix))):
            return found
    return None


def mask(item: Item, matrix: Matrix) -> np.ndarray:
    return ink(pixels(Drawing(LOW.width_mm, LOW.height_mm, (Group((item,), matrix),), "part"))) > 0.5


def grown(mask: np.ndarray, by: int) -> np.ndarray:
    """With all pixels that have a true one in the square round them that reaches `by` pixels far."""
    for axis in (0, 1):
        ends = [(0, 0), (0, 0)]
        ends[axis] = (by + 1, by)
        sums = np.cumsum(np.pad(mask, ends).astype(np.int32), axis=axis)
        size = mask.shape[axis]
        mask = sums.take(range(2 * by + 1, 2 * by + 1 + size), axis) > sums.take(range(size), axis)
    return mask


@cache
def truth(card: Card) -> Truth:
    found = find_number(DRAWINGS[card].items)
    assert found is not None
    number, edge, matrix = found
    letters, inside = mask(replace(number, fill=LOW.ink), matrix), mask(Path(edge.d, LOW.ink), matrix)
    line = mask(Path(edge.d, stroke=LOW.ink, width_mm=edge.width_mm - 0.25), matrix)
    halo = grown(letters, 8) & ~grown(letters, 3)
    return Truth(~grown(~letters, 2) | line, halo & ~grown(~inside, 6))


# The five programs: SVGs by name to pictures by name, each as `pixels` would give it


def by_resvg(svgs: dict[str, str], folder: File) -> dict[str, Image.Image]:
    return {
        name: opened(resvg_py.svg_to_bytes(svg_string=svg, dpi=DPI, background="#ffffff", skip_system_fonts=True))
        for name, svg in svgs.items()
    }


def by_rsvg(svgs: dict[str, str], folder: File) -> dict[str, Image.Image]:
    found = {}
    for name, svg in svgs.items():
        (folder / f"{name}.svg").write_text(svg, encoding="utf-8")
        size = ["--dpi-x", str(DPI), "--dpi-y", str(DPI), "--background-color", "white"]
        run_tool("rsvg-convert", *size, "-o", folder / f"{name}.png", folder / f"{name}.svg")
        found[name] = opened((folder / f"{name}.png").read_bytes())
    return found


def by_cairosvg(svgs: dict[str, str], folder: File) -> dict[str, Image.Image]:
    cairosvg = library("cairosvg")
    size = {"output_width": round(LOW.width_mm * DPI / 25.4), "output_height": round(LOW.height_mm * DPI / 25.4)}
    return {
        name: opened(cairosvg.svg2png(bytestring=svg.encode(), background_color="white", **size))
        for name, svg in svgs.items()
    }


def by_chromium(svgs: dict[str, str], folder: File) -> dict[str, Image.Image]:
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        missing("chromium is not installed (Debian: chromium)")
    width, height = (round(side * DPI / 25.4) for side in (LOW.width_mm, LOW.height_mm))
    with library("playwright.sync_api").sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": width, "height": height})
        found = {}
        for name, svg in svgs.items():
            data = base64.b64encode(svg.encode()).decode()
            image = (
                f'<img style="width:{width}px;height:{height}px;display:block" src="data:image/svg+xml;base64,{data}">'
            )
            page.set_content(f'<body style="margin:0">{image}</body>', wait_until="load")
            found[name] = opened(page.screenshot())
        browser.close()
    return found


def by_poppler(svgs: dict[str, str], folder: File) -> dict[str, Image.Image]:
    """The same cards from their PDF; what is in the SVGs does not matter to it."""
    (folder / "cards.pdf").write_bytes(drawn_pdf(*DRAWINGS.values()))
    size = ["-scale-to-x", str(round(LOW.width_mm * DPI / 25.4)), "-scale-to-y", str(round(LOW.height_mm * DPI / 25.4))]
    run_tool("pdftoppm", *size, "-png", folder / "cards.pdf", folder / "page")
    files = sorted(folder.glob("page-*.png"))
    return {card.safe_code: opened(file.read_bytes()) for card, file in zip(CARDS, files, strict=True)}


PROGRAMS: dict[str, Callable[[dict[str, str], File], dict[str, Image.Image]]] = {
    "resvg": by_resvg, "rsvg-convert": by_rsvg, "CairoSVG": by_cairosvg, "Chromium": by_chromium, "poppler": by_poppler,
}  # fmt: skip


def library(name: str):
    try:
        return importlib.import_module(name)
    except ImportError:
        missing(f"the Python package {name.partition('.')[0]} is not installed (the extra: test)")


def faults(card: Card, picture: Image.Image) -> tuple[float, float]:
    """The parts of what must be ink that are not dark, and of what must be paper that are not light, in percent."""
    dark, light = truth(card)
    shade = ink(np.asarray(picture))
    assert shade.shape == dark.shape
    return 100 * float((shade[dark] < 0.5).mean()), 100 * float((shade[light] > 0.35).mean())


@pytest.mark.slow
@pytest.mark.parametrize("program", PROGRAMS)
def test_no_renderer_loses_an_outline_or_fills_a_counter(program, tmp_path):
    svgs = {card.safe_code: render_svg(drawing) for card, drawing in DRAWINGS.items()}
    pictures = PROGRAMS[program](svgs, tmp_path)
    assert len(pictures) == len(CARDS) == 28
    found = {str(card): faults(card, pictures[card.safe_code]) for card in CARDS}
    assert {card: parts for card, parts in found.items() if max(parts) > 0.5} == {}


@pytest.mark.slow
def test_a_number_under_its_own_halo_is_found(tmp_path):
    """As it was once drawn: one path with a stroke that only `paint-order` keeps below the fill."""
    card = parse_card("GH4")
    svg = render_svg(DRAWINGS[card])
    number = find_number(DRAWINGS[card].items)
    assert number is not None
    letter = outline(number[0])
    once = f'<path d="{letter}" fill="{LOW.ink.rgb}" stroke="#FFFFFF" stroke-width="3" style="paint-order:stroke"/>'
    assert svg.count(letter) == 3, "the halo and what it surrounds are paths of their own"
    last = svg.rindex("<path", 0, svg.rindex(letter))
    old = svg[:last] + once + svg[svg.index("/>", last) + 2 :]
    lost, _ = faults(card, by_cairosvg({"GH4": old}, tmp_path)["GH4"])
    assert lost > 10
    assert max(faults(card, by_cairosvg({"GH4": svg}, tmp_path)["GH4"])) <= 0.5
