"""The ground under every picture: paths, matrices, letters."""

import json

import pytest

from tests.tools.measure_fonts import metrics, open_font, outlines
from tests.walks import walk
from tt_print.draw.pdf import DocumentFacts, Page, render_pdf
from tt_print.draw.shapes import Drawing, Ink, Text
from tt_print.draw.text import CODE, DISPLAY, FONTS, TEXT, find_font, letter_starts, missing_letters, text_start
from tt_print.errors import InputError
from tt_print.templates import template_path

INK = Ink("#000000", (0, 0, 0, 100))


@pytest.mark.parametrize("name", FONTS)
def test_widths_and_outlines_are_the_fonts_own(name):
    font = open_font(name)
    assert find_font(name).widths == metrics(font)["widths"] and find_font(name).cap_height == font["OS/2"].sCapHeight
    assert json.loads(template_path(f"fonts/outlines-{name}.json").read_text(encoding="utf-8")) == outlines(font)
    assert font["OS/2"].fsType == 0, "may be embedded without limits"


@walk("name", FONTS)
def test_a_zero_is_plain_but_in_codes(name):
    """An outline and one counter; a slash makes two of it."""
    zero = open_font(name)["glyf"]["zero"]
    assert zero.numberOfContours == (3 if name == CODE else 2)


def test_the_code_font_holds_what_codes_are_written_with():
    assert missing_letters("0123456789ACDEFGHJKMNPQRTVWXY- ", CODE) == ""


def test_a_letter_that_the_font_lacks_is_named():
    assert missing_letters("李 Bo 李", TEXT) == "李"
    with pytest.raises(InputError, match="there is no font 'comic'"):
        find_font("comic")
    drawing = Drawing(50, 10, (Text(2, 5, "李 Bo", TEXT, 4, INK),), "A name")
    with pytest.raises(KeyError, match="李"):
        render_pdf([Page(drawing, "1", "1")], DocumentFacts("A name"))


def test_text_is_anchored_where_it_says_to_a_tenth():
    width = find_font(TEXT).width_mm("heart", 4)
    starts = [text_start(Text(20, 5, "heart", TEXT, 4, INK, anchor))[0] for anchor in ("start", "middle", "end")]
    assert starts == pytest.approx([20, 20 - width / 2, 20 - width], abs=0.051)


def test_spaced_letters_keep_their_distance():
    starts = letter_starts(Text(0, 0, "RED", DISPLAY, 3, INK, tracking_mm=0.5))
    widths = find_font(DISPLAY).widths
    assert starts == pytest.approx([0, widths["R"] * 0.003 + 0.5, (widths["R"] + widths["E"]) * 0.003 + 1.0], abs=0.051)
