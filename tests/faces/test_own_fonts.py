"""Fonts of one's own on faces: numbers as high as ours and no wider, other letters, and what is told of a font that cannot be used."""

import io
import json
from itertools import pairwise

import numpy as np
import pikepdf
import pytest
import resvg_py
from PIL import Image

from tests.commands import tt
from tests.makers import own_files
from tests.makers.fonts import CAPITAL, DIGITS, GREEK, LATIN, Block, blocks, make_font
from tests.makers.prints import print_files
from tests.makers.themes import bring, texts
from tests.readers.page_faults import read_finished
from tests.readers.pdf_marks import read_pages
from tests.readers.pixels import drawn_pdf, pixels
from tests.walks import walk
from tt_print import draw_face, find_theme, render_svg
from tt_print.deck import FULL, VALUES, parse_card
from tt_print.draw import outlines
from tt_print.errors import InputError

WORD = "ΤΡΕΛΟΣ"
WORDS = f"""\
[words]
joker = "Τρελός {{number}} από 2"
joker_tab = "{WORD}"
west = "Δ"
letters = {{ red = "Κ", yellow = "Ι", green = "Π", blue = "Μ" }}
[words.values]
red = "κόκκινο"
heart = "καρδιά"
"""


def bring_font(data, name="letters.ttf"):
    return own_files.bring(f"themes/fonts/{name}", data)


def bring_theme(fonts, rest="", name="mine"):
    return bring(f'extends = "tab"\n[fonts]\n{fonts}\n{rest}', name)


@pytest.fixture(params=[False, True], ids=["TrueType", "PostScript"])
def greek(request):
    """A theme with Greek letters and numbers of its own."""
    bring_font(make_font(blocks(GREEK), postscript=request.param))
    bring_theme('display = "fonts/letters.ttf"\ntext = "fonts/letters.ttf"', WORDS)
    return find_theme(name="mine")


def box_of(code, theme, text=""):
    """The ink of the big number of a face, or of a text on it: left, top, width, and height, by pdfium."""
    (page,) = read_finished(drawn_pdf(draw_face(parse_card(code), theme)))
    lines = [line for line in page.lines if not text or line.text == text]
    left, top, right, bottom = max(lines, key=lambda line: line.points).box
    return left, top, right - left, bottom - top


def test_six_letters_of_a_joker_stand_below_each_other_as_five_do(greek):
    (page,) = read_finished(drawn_pdf(draw_face(parse_card("J1"), greek)))
    boxes = sorted((line.box[1], line.box[3]) for line in page.lines if line.text in WORD and line.box[0] < 10)
    assert len(boxes) == 2 * len(WORD) and all(above[1] + 0.2 < below[0] for above, below in pairwise(boxes))


WIDEST = 0.892  # our 4, in heights of a capital
OURS = box_of("RH4", find_theme())


@walk("value", VALUES["number"])
def test_a_number_fills_its_height_and_stands_in_the_middle_whatever_its_font(greek, value):
    """As high as our capitals and no lower, and no wider than our 4."""
    _, our_top, _, our_height = box_of(
        f"RH{value}", find_theme()
    )  # round ones reach a little beyond a capital on both sides
    left, top, width, height = box_of(f"RH{value}", greek)
    cap = OURS[3]
    assert (top + height / 2, height) == pytest.approx((our_top + our_height / 2, cap), abs=0.15)
    block = DIGITS[value]
    assert width == pytest.approx(min(block.width / block.height, WIDEST) * cap, abs=0.2)
    assert left + width / 2 == pytest.approx(31.5, abs=0.1)


def test_a_number_far_too_wide_is_narrowed_and_then_made_smaller():
    bring_font(make_font({**blocks(), "4": Block(0, 0, 2000, 700, 2000)}), "wide.ttf")
    bring_theme('numbers = "fonts/wide.ttf"', name="wide")
    _, cap_top, _, cap = OURS
    _, top, width, height = box_of("RH4", find_theme(name="wide"))
    assert (width, height) == pytest.approx((WIDEST * cap, cap * WIDEST * 0.7 / 2 / 0.75), abs=0.2)
    assert top + height / 2 == pytest.approx(cap_top + cap / 2, abs=0.1)


def test_a_flat_sign_keeps_its_proportion():
    bring_font(make_font({**blocks(), "一": Block(0, 300, 700, 70, 700)}), "flat.ttf")
    bring_theme('display = "fonts/flat.ttf"\ntext = "fonts/flat.ttf"', '[words]\nletters = { red = "一" }', "flat")
    _, cap_top, _, cap = box_of("RH3", find_theme(), "R")
    _, top, width, height = box_of("RH3", find_theme(name="flat"), "一")
    assert (width, height) == pytest.approx((cap, cap / 10), abs=0.1)
    assert top + height / 2 == pytest.approx(cap_top + cap / 2, abs=0.1)


def test_another_program_draws_the_brought_letters_of_an_svg_as_pdfium_those_of_a_pdf(greek):
    drawing = draw_face(parse_card("RH3"), greek)
    picture = resvg_py.svg_to_bytes(svg_string=render_svg(drawing), dpi=254, background="white", skip_system_fonts=True)
    svg = np.asarray(Image.open(io.BytesIO(bytes(picture))).convert("RGB"), dtype=int)
    assert np.abs(svg - pixels(drawing)).mean() < 0.5


@pytest.mark.parametrize("greek", [False], indirect=True, ids=["TrueType"])
def test_every_text_of_the_faces_is_in_the_brought_letters(greek):
    for card in FULL[::7]:
        drawing = draw_face(card, greek)
        (page,) = read_pages(drawn_pdf(drawing))
        said = {text.text for text in page.texts}
        assert set(texts(drawing.items)) == said, "what a reader selects is what stands there"
    face = draw_face(parse_card("RH3"), greek)
    assert {"ΚΟΚΚΙΝΟ ΚΑΡΔΙΑ 3", "Κ", "Δ"} <= set(texts(face.items)) and face.title == "Κόκκινο καρδιά 3"
    chit = print_files("deck --only chit-color --paper a4 --theme mine").pdf
    assert {"κόκκινο", "Κ"} <= {said.text for said in read_pages(chit)[0].texts}


def test_the_font_is_embedded_with_the_letters_that_are_used(greek):
    drawing = draw_face(parse_card("RH3"), greek)
    data = drawn_pdf(drawing)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        fonts = [font for font in pdf.pages[0].Resources.Font.values() if "Blocks" in str(font.BaseFont)]
        assert len(fonts) == 1 and "/FontFile2" in fonts[0].FontDescriptor and "/ToUnicode" in fonts[0]
    assert data == drawn_pdf(drawing)
    assert len(data) < 20_000


def test_who_brings_numbers_keeps_our_letters():
    bring_font(make_font(DIGITS), "digits.ttf")
    bring_theme('numbers = "fonts/digits.ttf"')
    mine, tab = find_theme(name="mine"), find_theme()
    assert (mine.fonts.display, mine.fonts.text) == (
        tab.fonts.display,
        tab.fonts.text,
    ) and mine.fonts.numbers != tab.fonts.numbers
    for card in FULL[::11]:
        ours, theirs = draw_face(card, tab), draw_face(card, mine)
        assert [*texts(ours.items)] == [*texts(theirs.items)]
    assert draw_face(parse_card("RH3"), tab) != draw_face(parse_card("RH3"), mine)


def test_a_theme_without_fonts_is_ours_to_the_byte():
    bring('extends = "tab"\n[fonts]\ndisplay = "ours"\n')
    for card in FULL[::11]:
        assert draw_face(card, find_theme(name="mine")).items == draw_face(card, find_theme()).items


def test_greek_capitals_have_no_accents_and_georgian_has_one_case():
    bring_font(make_font(blocks(GREEK + "წითელიßSΪϊ")))
    bring_theme(
        'display = "fonts/letters.ttf"\ntext = "fonts/letters.ttf"',
        '[words.values]\nred = "წითელი"\nheart = "μαύρο ϊ ß"',
    )
    assert "წითელი ΜΑΥΡΟ Ϊ SS 3" in texts(draw_face(parse_card("RH3"), find_theme(name="mine")).items)


def test_the_name_on_a_box_is_in_the_letters_of_the_theme(capsys, tmp_path):
    bring_font(make_font(blocks(GREEK + LATIN + "שלום")))
    bring_theme('display = "fonts/letters.ttf"\ntext = "fonts/letters.ttf"', WORDS)
    box = ["export", "--for", "tuckbox", "--theme", "mine", "--out", tmp_path, "--name"]
    assert "the fonts of mine have no 'я'" in tt(capsys, *box, "яя").err
    assert "cannot be set here" in tt(capsys, *box, "שלום").err
    assert not list(tmp_path.iterdir())
    assert tt(capsys, *box, "καρδιά").status == 0


# What is in [fonts] and in the words, and what is said of it
FILES = {
    "good.ttf": make_font(blocks(GREEK)), "latin.ttf": make_font(blocks(LATIN)),
    "letters.ttf": make_font({" ": CAPITAL, **dict.fromkeys(GREEK + LATIN, CAPITAL)}),
    "blank.ttf": make_font({**blocks(), "3": Block(0, 0, 0, 0, 500)}), "locked.ttf": make_font(blocks(), rights=2),
    "variable.ttf": make_font(blocks(), weights=("Regular", "Bold")), "fonts.zip": b"PK\3\4" + bytes(60),
    "half.ttf": make_font(blocks())[:2000],
}  # fmt: skip
WRONG = [
    ('display = "fonts/god.ttf"', "", "display = 'fonts/god.ttf': there is no file "),
    ('display = "fonts/fonts.zip"', "", "display = 'fonts/fonts.zip': it is no TTF or OTF font"),
    ('text = "fonts/half.ttf"', "", "text = 'fonts/half.ttf': it is damaged"),
    ('display = "fonts"', "", "is a folder. Name a file in it"),
    ('display = "fonts/letters.ttf"', "", r"display: the font Blocks Bold has no 1, 2, 3, 4, and \?, which cards need"),
    ('numbers = "fonts/blank.ttf"', "", "numbers: the font Blocks Bold has no 3, which"),
    ('display = "fonts/variable.ttf"', "", "it is a variable font. Write its style behind a #: Regular, Bold"),
    ('display = "fonts/variable.ttf#Fat"', "", "behind a #: Regular, Bold"),
    ('display = "fonts/good.ttf#Bold"', "", "is one font and has nothing that is called 'Bold'"),
    ('headline = "fonts/good.ttf"', "", "'headline' is not a key of \\[fonts\\]. Its keys are display, text, and numbers"),
    ("display = 3", "", "fonts.display must be a text"),
    ('display = "fonts/good.ttf"', '[words.values]\nred = "κόκκινο"', "words.values.red = 'κόκκινο': our fonts have no .*text ="),
    ('display = "fonts/latin.ttf"\ntext = "fonts/good.ttf"', '[words.values]\nred = "κό"', ".*fonts/latin.ttf has no 'Κ Ο κ ό'"),
    ("", '[words.values]\nred = "أحمر"', ".*cannot be set here: letters are put side by side"),
    ("", '[words.values]\nred = "लाल"', "cannot be set here"),
    ("", '[words.values]\nred = "x\u0323\u0324"', "cannot be set here"),
    ("", '[words.values]\nred = "👨\u200d👩"', "cannot be set here|our fonts have no"),
]  # fmt: skip


@walk(("fonts", "words", "said"), WRONG)
def test_a_font_or_a_text_that_cannot_be_set_is_told_with_its_file_and_spoils_nothing(fonts, words, said):
    for name, data in FILES.items():
        bring_font(data, name)
    path = bring_theme(fonts, words)
    bring('extends = "tab"\n', "good")
    with pytest.raises(InputError, match=said) as asked:
        find_theme(name="mine")
    assert str(asked.value).startswith(f"{path}: ")
    assert find_theme(name="good").name == "good"


def test_an_accent_apart_is_one_letter():
    bring('extends = "tab"\n[words.values]\nheart = "coe\u0301ur"\n')
    assert find_theme(name="mine").words.values["heart"] == "coéur"


@pytest.mark.parametrize("greek", [False], indirect=True, ids=["TrueType"])
def test_a_changed_font_is_read_again(greek):
    before = greek.origin
    bring_font(make_font(blocks(GREEK), names={"fullName": "Blocks Two"}))
    after = find_theme(name="mine").origin
    assert [font.name for font in before.fonts] == ["Blocks Bold"] * 2 and after.fonts[0].name == "Blocks Two"
    assert before.sha256 != after.sha256 and before.name == after.name


def test_an_export_says_which_theme_and_whose_fonts_it_was_made_with(tmp_path, capsys):
    names = {"licenseDescription": "Open Font License 1.1", "licenseInfoURL": "https://openfontlicense.org"}
    bring_font(make_font(blocks(GREEK), names=names))
    path = bring_theme('display = "fonts/letters.ttf"\ntext = "fonts/letters.ttf"', WORDS)
    origins = []
    for _ in range(2):
        assert tt(capsys, "export", "--for", "tuckbox", "--theme", "mine", "--out", tmp_path).status == 0
        (manifest,) = tmp_path.rglob("manifest.json")
        origins.append(json.loads(manifest.read_text(encoding="utf-8"))["theme"])
        path.write_text(path.read_text(encoding="utf-8") + "# another\n", encoding="utf-8")
    assert origins[0]["sha256"] != origins[1]["sha256"] and origins[0]["fonts"] == origins[1]["fonts"]
    font = origins[0]["fonts"][0]
    assert (font["role"], font["file"], font["name"]) == ("display", "fonts/letters.ttf", "Blocks Bold")
    assert (font["license"], font["license_url"]) == (names["licenseDescription"], names["licenseInfoURL"])
    assert str(tmp_path) not in json.dumps(origins)


def test_only_the_fonts_of_the_theme_that_prints_are_opened(capsys, monkeypatch):
    """Fonts for Chinese have ten megabytes; nobody who prints in another theme, or lists them, waits for them."""
    bring_font(one := make_font(blocks(GREEK)), "one.ttf")
    bring_font(make_font(blocks(), em=2000), "other.ttf")
    bring_theme('display = "fonts/one.ttf"', name="one")
    bring_theme('display = "fonts/other.ttf"', name="other")
    bring('extends = "tab"\n', "plain")
    opened: list[bytes] = []
    real = outlines.open_font
    monkeypatch.setattr(outlines, "open_font", lambda data, *rest: opened.append(data) or real(data, *rest))
    assert find_theme(name="plain").name == "plain" and opened == []
    assert find_theme(name=" ONE ").name == "one" and opened == [one]
    listed = tt(capsys, "list", "themes")
    assert listed.status == 0 and "other" in listed.out and tt(capsys, "list").status == 0
    with pytest.raises(InputError, match="Did you mean one"):
        find_theme(name="onee")
    assert opened == [one]
