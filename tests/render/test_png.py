"""PNG files: exact pixels, true size in the file, the same picture as the PDF."""

import io
import struct

import numpy as np
import pytest
from PIL import Image

from tests.makers.prints import kept_files
from tests.readers.png import chunks
from tests.readers.validators import run_tool
from tests.walks import slow_but
from tt_print.cards.faces import draw_face
from tt_print.cards.layout import lay_out
from tt_print.cards.theme import find_theme
from tt_print.deck import parse_card
from tt_print.render.png import render_png
from tt_print.sheets.plan import find_card_size

# Millimeters / 25.4 x 300, rounded: 63 is 744.1, 88 is 1039.4; poker is 2.5 x 3.5 inches, bridge 2.25 x 3.5,
# mini 1.75 x 2.5; tarot is 826.8 x 1417.3.
PIXELS = {
    "standard": (744, 1039), "poker": (750, 1050), "bridge": (675, 1050), "mini": (525, 750), "tarot": (827, 1417),
}  # fmt: skip


def card(code: str, ink: str = "color", size: str = "standard") -> bytes:
    """The PNG of a face at 300 dpi."""
    card_size = find_card_size(size)
    theme = lay_out(find_theme(ink), card_size.width_mm, card_size.height_mm)
    return render_png(draw_face(parse_card(code), theme), 300)


@pytest.mark.parametrize("size", slow_but(["standard", "mini"], PIXELS))
def test_a_card_has_its_size_in_pixels_at_300_dpi(size):
    png = card("GHQ", size=size)
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


SHOWN = [("RC1", "color"), ("KBQ", "color"), ("YH2", "low"), ("J1", "color")]


@pytest.mark.parametrize(("code", "ink"), slow_but(SHOWN[2:3], SHOWN))
def test_the_png_shows_what_poppler_sees_in_the_pdf(code, ink, tmp_path):
    """Another reader of the same card on its sheet: edges differ by how they are smoothed, nothing else does."""
    path = tmp_path / "card.pdf"
    path.write_bytes(kept_files(f"deck --paper a4 --only {code} --ink {ink}").pdf)
    # of nine cards in the middle of the sheet the first one begins at 10.5, 16.5 mm: 124.02, 194.88 pixels
    size = ("-r", "300", "-x", "124", "-y", "195", "-W", "744", "-H", "1039")
    done = run_tool("pdftoppm", "-singlefile", *size, path, tmp_path / "card")
    assert (done.returncode, done.stderr) == (0, "")
    with Image.open(tmp_path / "card.ppm") as theirs, Image.open(io.BytesIO(card(code, ink))) as ours:
        apart = abs(np.asarray(theirs, dtype=int) - np.asarray(ours, dtype=int))
    assert apart.mean() <= 1.5
    # no difference is thicker than an edge: whole areas agree
    wrong = apart.max(axis=2) > 128
    thick = wrong[:-2, :-2] & wrong[1:-1, 1:-1] & wrong[2:, 2:] & wrong[2:, :-2] & wrong[:-2, 2:]
    assert not thick.any()
