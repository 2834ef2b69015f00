"""PNG files: exact pixels, true size in the file, the same picture as the PDF."""

from __future__ import annotations

import hashlib
import io
import os
import struct
import subprocess
import sys
from collections.abc import Iterator

import numpy as np
import pytest
from PIL import Image

from tests.readers.validators import run_tool
from tt_print.cards.faces import draw_face
from tt_print.cards.theme import find_theme
from tt_print.deck import parse_card
from tt_print.drawing.shapes import Drawing
from tt_print.outputs import plan_pngs, png_files
from tt_print.render.pdf import DocumentFacts, Page, render_pdf
from tt_print.render.png import render_png
from tt_print.sheets.compose import draw_card
from tt_print.sheets.deck import DeckChoices, make_deck_sheets
from tt_print.sheets.plan import find_card_size

# Millimeters / 25.4 x 300, rounded: 63 is 744.1, 88 is 1039.4; poker is 2.5 x 3.5 inches, bridge 2.25 x 3.5,
# mini 1.75 x 2.5; tarot is 826.8 x 1417.3.
PIXELS = {
    "standard": (744, 1039), "poker": (750, 1050), "bridge": (675, 1050), "mini": (525, 750), "tarot": (827, 1417),
}  # fmt: skip


def card(code: str, size: str = "standard", style: str = "color") -> Drawing:
    theme = find_theme(style)
    return draw_card(draw_face(parse_card(code), theme), find_card_size(size), theme)


def chunks(png: bytes) -> Iterator[tuple[str, bytes]]:
    """The parts of a PNG file (PNG specification, 5.3)."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    at = 8
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        yield kind.decode(), png[at + 8 : at + 8 + length]
        at += 12 + length


@pytest.mark.parametrize("size", PIXELS)
def test_a_card_has_its_size_in_pixels_at_300_dpi(size):
    png = render_png(card("GHQ", size))
    with Image.open(io.BytesIO(png)) as picture:
        picture.load()
        assert (picture.format, picture.size, picture.mode) == ("PNG", PIXELS[size], "RGB")
        assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.01)
    parts = dict(chunks(png))
    # 300 dots an inch are 11,811 a meter (unit 1); 11,811 x 0.0254 = 299.9994
    assert struct.unpack(">IIB", parts["pHYs"]) == (11811, 11811, 1)
    width, height, depth, color_type = struct.unpack(">IIBB", parts["IHDR"][:10])
    assert (width, height, depth, color_type) == (*PIXELS[size], 8, 2)  # 2: red, green, blue, no alpha
    assert "tRNS" not in parts and "tIME" not in parts  # opaque, and no clock


def test_chits_and_pointers_lie_upright_among_the_cards():
    plan = plan_pngs(make_deck_sheets(DeckChoices("a4", deck="west")))
    # 27 cards, 3 chits, pointers, what is in the deck, six games, spare
    assert plan.folder == "png-standard" and len(plan.pictures) == 27 + 3 + 4
    some = {code: plan.pictures[code] for code in ("chit-color", "pointers", "spare")}
    files = png_files(type(plan)(plan.folder, some))
    assert list(files) == [f"png-standard/{code}.png" for code in some]
    for data in files.values():
        with Image.open(io.BytesIO(data)) as picture:
            assert picture.size == PIXELS["standard"]


@pytest.mark.parametrize(("code", "style"), [("RC1", "color"), ("KBQ", "color"), ("YH2", "low"), ("J1", "color")])
def test_the_png_shows_what_poppler_sees_in_the_pdf(code, style, tmp_path):
    """Another reader of the same page: edges differ by how they are smoothed, nothing else does."""
    drawing = card(code, style=style)
    path = tmp_path / "card.pdf"
    path.write_bytes(render_pdf([Page(drawing, "1", drawing.title)], DocumentFacts(drawing.title)))
    size = ("-scale-to-x", "744", "-scale-to-y", "1039")
    done = run_tool("pdftoppm", "-singlefile", *size, path, tmp_path / "card")
    assert (done.returncode, done.stderr) == (0, "")
    with Image.open(tmp_path / "card.ppm") as theirs, Image.open(io.BytesIO(render_png(drawing))) as ours:
        apart = abs(np.asarray(theirs, dtype=int) - np.asarray(ours, dtype=int))
    assert apart.mean() <= 1.5
    # no difference is thicker than an edge: whole areas agree
    wrong = apart.max(axis=2) > 128
    thick = wrong[:-2, :-2] & wrong[1:-1, 1:-1] & wrong[2:, 2:] & wrong[2:, :-2] & wrong[:-2, 2:]
    assert not thick.any()


def test_the_same_card_is_the_same_file_whatever_the_hash_seed():
    code = (
        "import hashlib; from tests.render.test_png import card; from tt_print.render.png import render_png;"
        "print(hashlib.sha256(render_png(card('KBQ'))).hexdigest())"
    )
    here = hashlib.sha256(render_png(card("KBQ"))).hexdigest()
    for seed, language in (("1", "C"), ("77", "de_DE.UTF-8")):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": language, "TZ": "Asia/Tokyo"}
        done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
        assert done.stdout.strip() == here
    assert here != hashlib.sha256(render_png(card("KB4"))).hexdigest()


@pytest.mark.slow
@pytest.mark.parametrize("choices", [{}, {"card": "mini", "ink_style": "low"}], ids=["standard", "mini-low"])
def test_the_whole_deck_as_pngs(choices):
    plan = plan_pngs(make_deck_sheets(DeckChoices("a4", **choices)))
    files = png_files(plan)
    # 125 cards, 2 jokers, 3 chits, pointers, in this deck, six games, spare
    assert len(files) == 125 + 2 + 3 + 4
    assert len(set(files.values())) == len(files)
    for data in files.values():
        with Image.open(io.BytesIO(data)) as picture:
            assert picture.size == PIXELS[choices.get("card", "standard")] and "dpi" in picture.info
