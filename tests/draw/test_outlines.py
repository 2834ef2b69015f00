"""Fonts that people bring: the same letters in the same places for every renderer, and what makes a file unusable."""

import io
import random

import pytest
from fontTools.ttLib import TTFont

from tests.makers.fonts import DIGITS, GREEK, Block, blocks, make_font
from tests.walks import walk
from tt_print.draw.outlines import open_font
from tt_print.draw.text import BOLD, DISPLAY, add_font, find_font, missing_letters, width_of
from tt_print.page.text import TextStyle, set_lines


@walk("postscript, em", [(postscript, em) for postscript in (False, True) for em in (1000, 2048, 250)])
def test_every_kind_of_outline_comes_to_thousandths_of_the_em(postscript, em):
    letters = {letter: Block(*(round(v * em / 1000) for v in block)) for letter, block in blocks().items()}
    font = open_font(make_font(letters, postscript=postscript, em=em), "", DISPLAY)
    for letter, block in DIGITS.items():
        box = font.box(letter)
        found = (box.left, -box.bottom, box.width, box.height, font.widths[letter])
        assert found == pytest.approx(block, abs=3 if em == 250 else 1), letter
    assert font.cap_height == pytest.approx(700, abs=2)  # of its H as drawn, not as the font claims
    assert font.box(" ") is None and font.outline(" ") == ""


def test_what_is_embedded_has_the_same_letters():
    font = open_font(make_font(blocks(GREEK), postscript=True), "", DISPLAY)
    read = TTFont(io.BytesIO(font.truetype("12Ω")))
    assert sorted(map(chr, read.getBestCmap())) == ["1", "2", "Ω"]
    for letter in "12Ω":
        name = read.getBestCmap()[ord(letter)]
        assert read["hmtx"][name][0] == font.widths[letter]
        assert read["glyf"][name].xMax == font.box(letter).right
    assert font.truetype("12Ω") == font.truetype("12Ω")


def test_letters_that_a_font_lacks_are_ours_as_high_as_its_own():
    letters = {letter: Block(b.left, b.low, b.width, b.height // 2, b.advance) for letter, b in blocks(GREEK).items()}
    font = open_font(make_font(letters), "", DISPLAY)
    ours = find_font(DISPLAY)
    assert font.cap_height == 350 and font.lacking("ΑWΩW") == "W"
    assert -font.box("W").top == pytest.approx(350, abs=1)
    assert font.widths["W"] == pytest.approx(ours.widths["W"] / 2, abs=1)
    name = add_font(font)
    assert missing_letters("ΩWя", name) == "я" and width_of("ΩW", name, 10) > 0


def test_a_font_is_known_by_its_content():
    one, other = make_font(blocks()), make_font(blocks(GREEK))
    names = {open_font(data, "", ours).name for data in (one, other, one) for ours in (DISPLAY, BOLD)}
    assert len(names) == 4


def test_a_weight_of_a_variable_font_is_named():
    data = make_font(blocks(), weights=("Regular", "Bold"))
    regular, bold = (open_font(data, face, DISPLAY) for face in ("regular", "Bold"))
    assert regular.box("1").width == 200 and regular.widths["1"] == 400
    assert bold.box("1").width == 400 and bold.widths["1"] == 600
    assert regular.name != bold.name and regular.box("2") == bold.box("2")
    with pytest.raises(ValueError, match="is a variable font. Write its style behind a #: Regular, Bold"):
        open_font(data, "", DISPLAY)
    with pytest.raises(ValueError, match="behind a #: Regular, Bold"):
        open_font(data, "Black", DISPLAY)


def without(data, *tables):
    font, file = TTFont(io.BytesIO(data)), io.BytesIO()
    for table in tables:
        del font[table]
    font.save(file)
    return file.getvalue()


def symbols(data):
    font, file = TTFont(io.BytesIO(data)), io.BytesIO()
    for table in font["cmap"].tables:
        table.platformID, table.platEncID = 1, 0
        table.cmap = {code: name for code, name in table.cmap.items() if code < 128}
    font["cmap"].tables = font["cmap"].tables[:1]
    font.save(file)
    return file.getvalue()


GOOD = make_font(blocks())
UNUSABLE = {
    "a web font": (b"wOF2" + bytes(100), "is no TTF or OTF font"),
    "a text": (b"extends = 'tab'", "is no TTF or OTF font"),
    "nothing": (b"", "is no TTF or OTF font"),
    "half a font": (GOOD[: len(GOOD) // 2], "is damaged"),
    "a header": (GOOD[:12], "is damaged"),
    "no outlines": (without(GOOD, "glyf", "loca"), "has no letters with outlines"),
    "symbols": (symbols(GOOD), "has no letters with outlines"),
    "locked": (make_font(blocks(), rights=0x0002), r"locked it against embedding \(fsType 2\)"),
    "whole only": (make_font(blocks(), rights=0x0100), "against embedding"),
    "pixels only": (make_font(blocks(), rights=0x0208), "against embedding"),
}


@walk("name", UNUSABLE)
def test_an_unusable_file_is_told_in_a_sentence(name):
    data, said = UNUSABLE[name]
    with pytest.raises(ValueError, match=said):
        open_font(data, "", DISPLAY)


@walk("rights", [0, 0x0004, 0x0008, 0x0006])
def test_a_font_that_may_be_printed_from_is_taken(rights):
    assert open_font(make_font(blocks(), rights=rights), "", DISPLAY).widths["1"] == 400


def test_japanese_breaks_between_signs_and_never_before_a_full_stop():
    name = add_font(open_font(make_font(blocks("右へ一つ進みます。「値」")), "", BOLD))
    sign = width_of("右", name, 10)

    def lines(text, width):
        made = set_lines(text, TextStyle(10, 12, name), width)
        return ["".join(part.text for part in line.fragments).rstrip() for line in made]

    assert lines("右へ一つ進みます。「値」へ", 8.5 * sign) == ["右へ一つ進みま", "す。「値」へ"]
    assert lines("一つ 進み", 20 * sign) == ["一つ 進み"]


def test_a_spoiled_font_is_told_or_still_draws():
    """Each byte may be any other, most often in the tables' heads: nothing but a sentence comes of it, and soon."""
    chance = random.Random(7)
    originals = [GOOD, make_font(blocks(GREEK), postscript=True), make_font(blocks(), weights=("Regular", "Bold"))]
    told = 0
    for _ in range(400):
        data = bytearray(chance.choice(originals))
        reach = chance.choice((600, len(data)))
        for _ in range(chance.choice((1, 3, 30))):
            data[chance.randrange(min(reach, len(data)))] = chance.choice((0, 255, chance.randrange(256)))
        try:
            font = open_font(bytes(data), chance.choice(("", "Bold")), DISPLAY)
            assert font.truetype("".join(letter for letter in "12A" if font.widths[letter] or font.outline(letter)))
        except ValueError as error:
            told += 1
            assert str(error).endswith((".", "...")) and "\n" not in str(error), error
    assert 100 < told < 400
