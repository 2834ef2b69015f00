"""SVG files: whole, named, self-contained, valid, and the same picture as the PDF; and PNG files where the library that draws them is missing."""

import io
import re
import subprocess
import sys
from collections import Counter
from functools import cache
from itertools import product
from xml.etree import ElementTree

import numpy as np
import pytest
import resvg_py
from PIL import Image

from tests.commands import ROOT, tt
from tests.makers.prints import kept_files
from tests.readers.pixels import draw_pixels
from tests.readers.validators import check_svgs
from tests.walks import slow_but
from tt_print import find_theme, render_svg
from tt_print.core.commands.sheets import every_picture, picture_files
from tt_print.draw.shapes import Drawing

SVG = "{http://www.w3.org/2000/svg}"
HREFS = ("href", "{http://www.w3.org/1999/xlink}href")
COLORS = {"R": "Red", "Y": "Yellow", "G": "Green", "B": "Blue", "K": "Black"}
SHAPES = {"C": "circle", "H": "heart", "T": "triangle", "S": "square", "B": "blob"}
NUMBERS = {"1": "1", "2": "2", "3": "3", "4": "4", "Q": "?"}

# By file name: what a screen reader says.
NAMES = {c + s + n: f"{color} {shape} {number}" for c, color in COLORS.items() for s, shape in SHAPES.items()
         for n, number in NUMBERS.items()}  # fmt: skip
NAMES |= {"J1": "Joker 1", "J2": "Joker 2", "pointer": "Pointers", "back": "Back of every card"}
NAMES |= {f"chit-{variable}": f"Chit for {variable}" for variable in ("color", "shape", "number")}

# Each color, shape, number and kind of picture at least once.
DOZEN = ["RC1", "YH2", "GT3", "BS4", "KBQ", "RBQ", "KC4", "YSQ", "J2", "chit-color", "pointer", "back"]


@pytest.fixture(scope="session")
def files() -> dict[str, str]:
    """Name to content, of the folder `cards/`."""
    made = picture_files(find_theme())
    return {name.split("/")[1].removesuffix(".svg"): data.decode() for name, data in made.items()}


def root(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg.encode())


def test_there_is_a_file_for_everything_in_the_box(files):
    # 5 x 5 x 5 cards, 2 jokers, 3 chits, the pointers, the back
    assert len(files) == 125 + 2 + 3 + 1 + 1 == 132
    assert set(files) == set(NAMES)


def test_a_screen_reader_says_the_name(files):
    for name, svg in files.items():
        top = root(svg)
        assert top.get("role") == "img"
        named = {e.get("id"): e.text for e in top if e.tag in (SVG + "title", SVG + "desc")}
        title, described = (named[ref] for ref in top.get("aria-labelledby").split())
        assert title == NAMES[name]
        if len(name) == 3:
            color, shape, number = NAMES[name].lower().split()
            code = name.replace("Q", "?")
            assert f"card {code}: color {color}, shape {shape}, number {number}." in described
        else:
            assert len(described) > 20


def test_the_picture_has_the_size_of_the_card(files):
    for name, svg in files.items():
        top = root(svg)
        width, height = ("88", "63") if name.startswith("chit") else ("63", "88")  # chits lie on their side
        assert (top.get("width"), top.get("height")) == (f"{width}mm", f"{height}mm")
        assert top.get("viewBox") == f"0 0 {width} {height}"


NEEDS_MORE = {"text", "tspan", "image", "style", "script", "foreignObject", "a"}  # fonts, other files, a browser


def test_nothing_is_fetched_from_elsewhere_and_nothing_kept_apart_that_is_used_once(files):
    for name, svg in every_svg(files):
        assert not re.search(r"\b(https?|ftp|file|data):", re.sub(r' xmlns(:\w+)?="[^"]*"', "", svg)), name
        assert not re.search(r"<!(DOCTYPE|ENTITY)|<\?xml-stylesheet|@import", svg), name
        elements = list(root(svg).iter())
        assert not {e.tag.removeprefix(SVG) for e in elements} & NEEDS_MORE, name
        ids = [e.get("id") for e in elements if e.get("id")]
        assert len(ids) == len(set(ids)), name
        asked = [e.get(href) for e in elements for href in HREFS if e.get(href)]
        assert all(ref.startswith("#") for ref in asked), name
        asked += re.findall(r"url\(\s*(.*?)\s*\)", svg)
        asked += [f"#{ref}" for ref in root(svg).get("aria-labelledby").split()]
        # what is named is used, and the other way round
        assert {ref.removeprefix("#") for ref in asked} == set(ids), name
        shared = Counter(ref for ref in asked if re.fullmatch(r"#p\d+", ref))  # outlines
        assert min(shared.values(), default=2) > 1, name


def every_svg(files: dict[str, str]):
    yield from files.items()
    for name, data in sheets().items():
        yield name, data.decode()


@cache
def sheets() -> dict[str, bytes]:
    return {name: data for name, data in kept_files("deck --paper a4 --svg").files.items() if name.endswith(".svg")}


def test_sheets_are_as_large_as_the_paper():
    assert list(sheets()) == [f"sheets/deck-a4-{number:02}.svg" for number in range(1, 16)]
    for data in sheets().values():
        assert (root(data.decode()).get("width"), root(data.decode()).get("height")) == ("210mm", "297mm")


def test_a_picture_is_light_enough_for_a_page_of_cards(files):
    sizes = {name: len(svg.encode()) for name, svg in files.items()}
    assert max(sizes.values()) <= 30_000, max(sizes, key=sizes.get)
    low = {name: len(render_svg(drawing).encode()) for name, drawing in pictures("low").items() if len(name) < 4}
    assert len(low) == 127 and max(low.values()) <= 30_000, max(low, key=low.get)


@pytest.mark.slow
def test_the_validator_finds_nothing(files, tmp_path):
    low = {name: render_svg(drawing) for name, drawing in pictures("low").items()}
    written = []
    paper = {name.split("/")[1].removesuffix(".svg"): data.decode() for name, data in sheets().items()}
    for style, some in (("color", files), ("low", low), ("sheet", paper)):
        for name, svg in some.items():
            written.append(tmp_path / f"{style}-{name}.svg")
            written[-1].write_text(svg, encoding="utf-8")
    assert len(written) == 132 + 132 + 15
    assert check_svgs(written) == ""


@cache
def pictures(style: str) -> dict[str, Drawing]:
    return every_picture(find_theme(style))


def renderings(drawing: Drawing) -> tuple[np.ndarray, np.ndarray]:
    """The SVG as resvg draws it and the PDF as pdfium does, at 254 dpi: a pixel is a tenth of a millimeter."""
    png = resvg_py.svg_to_bytes(svg_string=render_svg(drawing), dpi=254, background="#ffffff", skip_system_fonts=True)
    svg = np.asarray(Image.open(io.BytesIO(bytes(png))).convert("RGB"), dtype=int)
    return svg, np.asarray(draw_pixels(drawing, 254), dtype=int)


def difference(drawing: Drawing) -> tuple[float, int]:
    """Mean and largest difference, of 255, between SVG and PDF."""
    svg, pdf = renderings(drawing)
    assert svg.shape == pdf.shape == (round(drawing.height_mm * 10), round(drawing.width_mm * 10), 3)
    assert (pdf < 200).any(), "a blank picture agrees with anything"
    apart = abs(svg - pdf)
    return float(apart.mean()), int(apart.max())


@pytest.mark.parametrize(("style", "name"), slow_but([*product(["color"], DOZEN)], product(["color", "low"], DOZEN)))
def test_svg_and_pdf_are_one_picture(name, style):
    mean, most = difference(pictures(style)[name])
    assert mean <= allowed_mean(name) and most <= 128


def allowed_mean(name: str) -> float:
    """The back, all of it lines, and a card full of pointers are edges all over, and readers differ at edges."""
    return {"back": 1.1, "pointer": 0.6}.get(name, 0.5)


@pytest.mark.slow
def test_svg_and_pdf_are_one_picture_for_all_132():
    """By turns in color and in low ink."""
    names = [*pictures("color")]
    found = {name: difference(pictures(("color", "low")[index % 2])[name]) for index, name in enumerate(names)}
    assert len(found) == 132
    assert {name: apart for name, apart in found.items() if apart[0] > allowed_mean(name) or apart[1] > 128} == {}


def test_a_picture_that_moved_by_a_tenth_of_a_millimeter_is_noticed():
    """The comparison above is worth what it can see: a face drawn a pixel to the right fails it."""
    drawing = pictures("color")["RC1"]
    there = np.asarray(draw_pixels(drawing, 254), dtype=int)
    moved = abs(there - np.roll(there, 1, axis=1))
    assert moved.mean() > 0.5 and moved.max() > 128


def test_a_picture_is_the_same_whatever_was_drawn_before_it():
    """Paths and letters are shared by the pictures of a run."""
    pictures = [*every_picture(find_theme()).values()]
    first = {picture.title: render_svg(picture) for picture in pictures}
    assert first == {picture.title: render_svg(picture) for picture in reversed(pictures)} and len(first) == 132
    code = (
        "import sys; from tt_print import draw_face, parse_card, render_svg, find_theme\n"
        "sys.stdout.buffer.write(render_svg(draw_face(parse_card('KBQ'), find_theme())).encode())"
    )
    alone = subprocess.run([sys.executable, "-c", code], capture_output=True, cwd=ROOT, check=True).stdout.decode()
    assert alone == next(text for title, text in first.items() if title == "Black blob ?")


def test_without_pypdfium2_pictures_say_so_and_all_else_is_made(capsys, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    ran = tt(capsys, "export", "--for", "mpc", "--deck", "west", "--out", tmp_path)
    assert (ran.status, ran.out) == (1, "") and not list(tmp_path.rglob("*.png"))
    assert ran.err.startswith("error: pictures need pypdfium2, which is not installed. Type:  ")
    assert f"{sys.executable} -m pip install pypdfium2" in ran.err
    assert tt(capsys, "deck", "--only", "RH3", "--backs", "duplex", "--svg", "--out", tmp_path).status == 0
