"""Themes of one's own: what they may change, what is refused, and that one wrong file spoils nothing."""

import re

import pytest

from tests.commands import tt
from tests.makers.prints import print_files
from tests.makers.themes import FRENCH, bring, texts
from tests.readers.page_faults import read_finished
from tests.readers.pdf_marks import read_pages
from tests.readers.pixels import drawn_pdf
from tests.walks import walk
from tt_print import draw_face, find_theme, render_svg
from tt_print.deck import FULL, JOKERS, parse_card
from tt_print.draw.geometry import bounds, segments
from tt_print.errors import InputError
from tt_print.faces.back import draw_back
from tt_print.faces.theme import THEMES


def test_a_theme_is_one_of_ours_but_for_what_it_says():
    bring('extends = "tab"\n[colors.red]\nrgb = "#B01030"\n[tab]\nletter_cap = 3.0\n')
    mine, tab = find_theme(name="mine"), find_theme()
    assert mine.colors["red"].ink.rgb == "#B01030" and mine.colors["red"].ink.cmyk is None
    assert mine.tab.letter_cap == 3.0 and mine.tab.number_cap == tab.tab.number_cap
    assert mine.colors["blue"].ink == tab.colors["blue"].ink and mine.shapes == tab.shapes
    assert find_theme(name=" MINE ") is mine  # made once


@pytest.mark.parametrize(
    ("own", "colors"),
    [
        ("", {"#5238E4"}),
        ('[inks.back]\nrgb = "#2E7D32"', {"#2E7D32"}),
        ('[inks.back]\nrgb = "#2E7D32"\n[inks.back_home]\nrgb = "#FF8800"', {"#FF8800"}),
    ],
)
def test_the_color_of_the_back_is_that_of_all_on_it_unless_home_has_its_own(own, colors):
    bring(f'extends = "tab"\n{own}\n')
    shown = render_svg(draw_back(find_theme(name="mine")))
    assert {color.upper() for color in re.findall(r"#[0-9A-Fa-f]{6}", shown)} - {"#FFFFFF"} == colors


@pytest.mark.parametrize("name", THEMES)
def test_a_theme_that_changes_nothing_is_the_one_that_it_extends(name):
    bring(f'extends = "{name}"\n')
    mine, ours = find_theme(name="mine"), find_theme(name=name)
    for card in (*FULL[::31], *JOKERS):
        assert draw_face(card, mine).items == draw_face(card, ours).items
    if ours.is_flooded:
        with pytest.raises(InputError, match="floods the cards"):
            find_theme("low", name="mine")


def test_a_deck_in_french_says_everything_in_french():
    bring(FRENCH, "jeu")
    theme = find_theme(name="jeu")
    for card in FULL:
        said = " ".join(texts(draw_face(card, theme).items))
        assert not re.search(r"(?i)\b(red|yellow|green|blue|black|heart|square|circle|blob|W)\b", said), said
    face = draw_face(parse_card("YH3"), theme)
    assert face.title == "Cœur jaune 3" and {"CŒUR JAUNE 3", "J", "O"} <= set(texts(face.items))
    assert "color jaune, shape cœur" in face.description
    assert "JOKER 2 SUR 2" in texts(draw_face(parse_card("J2"), theme).items)
    chits = print_files("deck --only chit-color,chit-number --paper a4 --theme jeu").pdf
    assert {"COULEUR", "rouge", "V", "au choix"} <= {said.text for said in read_pages(chits)[0].texts}
    with_w = [card for card in FULL if "O" in texts(draw_face(card, theme).items)]
    assert len(with_w) == 27


# what is in the file, and what is said of it
WRONG = [
    ("", "a theme begins as one of ours"), ("extends = false", "a theme begins as one of ours"),
    ('extends = "tap"', 'extends = \'tap\''.replace("'", '"')),
    ('extends = "tab"\n[colours.red]\nrgb = "#B01030"', "'colours' is not a table of a theme. Did you mean colors?"),
    ('extends = "tab"\n[colors.rde]\nrgb = "#B01030"', "there is no color 'rde'. Did you mean red?"),
    ('extends = "tab"\n[colors.red]\nrbg = "#B01030"', "'rbg' is not a key of [colors.red]. Did you mean rgb?"),
    ('extends = "tab"\n[colors.red]\nrgb = "crimson"', "colors.red.rgb = 'crimson': a color is written as"),
    ('extends = "tab"\n[colors.red]\non = "white"', "on = 'white' is not one of its inks"),
    ('extends = "tab"\n[colors.red]\ncmyk = [0, 130, 0, 0]', "colors.red.cmyk = 130: it can be 0 to 100"),
    ('extends = "tab"\n[shapes.star]\nd = "M 0 0"', "there is no shape 'star'."),
    ('extends = "tab"\n[shapes.blob]\nd = "M 0 0 L 1 0"', "[shapes.blob]: d: it has hardly any area"),
    ('extends = "tab"\n[shapes.blob]\nd = "javascript:alert(1)"', "d: 'javascript:a' at character 1 is no path data"),
    ('extends = "tab"\n[shapes.blob]\npath = "M 0 0 evil"', "write d = instead of path ="),
    ('extends = "tab"\n[shapes.blob]\nloop = [[0, 0], [1, 1]]', "write d = instead of loop ="),
    ('extends = "tab"\n[shapes]\nblob = 3', "shapes.blob must be a table, not 3."),
    ('extends = "tab"\n[tab]\nwidth = 900', "tab.width = 900: it can be 1.575 to 25.2; ours has 6.3."),
    ('extends = "tab"\n[back]\ncell_mm = 0.000001', "back.cell_mm = 1e-06: it can be 3.4 to 54.4"),
    ('extends = "tab"\n[hatching.large]\npitch = 0', "hatching.large.pitch = 0: it can be 0.5 to 8"),
    ('extends = "tab"\n[hatching.large]\ndot_pitch = [0, 2.8]', "dot_pitch = 0: it can be 0.8 to 12.8"),
    ('extends = "tab"\n[center]\nunknown = 1000000', "center.unknown = 1e+06: it can be 0 to 6"),
    ('extends = "tab"\n[card]\nwidth_mm = 70', "'card' is the same in all themes. Leave it out."),
    ('extends = "tab"\n[tab]\nnumber_strech = 1', "'number_strech' is not a key of [tab]. Did you mean number_stretch?"),
    ('extends = "tab"\n[tab]\nnumber_cap = "big"', "tab.number_cap must be a number, not 'big'."),
    ('extends = "tab"\n[words]\nname = "{colour} {shape} {number}"', "braces can hold {color}, {number}, and {shape}."),
    ('extends = "tab"\n[words]\nname = "{color.__class__} {shape} {number}"', "braces can hold"),
    ('extends = "tab"\n[words]\nname = "{color:>999999999} {shape} {number}"', "braces can hold"),
    ('extends = "tab"\n[words]\nname = "{color} {shape}"', "has no {number}"),
    ('extends = "tab"\n[words.letters]\nred = "B"', "letters: red = 'B', and blue too"),
    ('extends = "tab"\n[words.letters]\nred = "ROT"', "one letter, or two"),
    ('extends = "tab"\n[words.values]\nred = "красный"', "words.values.red = 'красный': our fonts have no"),
    ('extends = "tab"\n[words.valeus]\nred = "rouge"', "'valeus' is not a key of [words]. Did you mean values?"),
    (f'extends = "tab"\n[words.pointers]\nadvice = "{"x" * 401}"', "401 letters; at most 400 are allowed"),
]  # fmt: skip


@walk(("text", "said"), WRONG)
def test_a_wrong_theme_is_told_with_its_file_and_spoils_nothing(text, said):
    path = bring(text)
    bring('extends = "tab"\n', "good")
    with pytest.raises(InputError) as error:
        find_theme(name="mine")
    assert said in str(error.value) and str(path) in str(error.value), error.value
    assert find_theme(name="good").name == "good" and find_theme().name == "tab"


def test_a_title_too_long_for_its_chit_is_named(capsys, tmp_path):
    title = "COLORS THAT YOU MAY CLAIM RIGHT NOW"
    bring(f'extends = "tab"\n[words.chit]\ntitles = {{ color = "{title}", shape = "SHAPE", number = "NUMBER" }}')
    ran = tt(capsys, *"deck --only chit-color --paper a4 --theme mine --out".split(), tmp_path / "out")
    assert ran.status == 2 and f"the chit title “{title}” is too long." in ran.err and not (tmp_path / "out").exists()


def test_no_theme_takes_a_name_of_ours(capsys):
    bring('extends = "tab"\n', "rich")
    bring('extends = "tab"\n', "Our Faces")
    listed = tt(capsys, "list", "themes")
    assert "'rich' is a built-in name" in listed.err and "'Our Faces' cannot be typed as a name" in listed.err
    assert "Our Faces" not in listed.out


def test_a_changed_file_is_read_again():
    path = bring('extends = "tab"\n[tab]\nletter_cap = 3.0\n')
    assert find_theme(name="mine").tab.letter_cap == 3.0
    path.write_text('extends = "tab"\n[tab]\nletter_cap = 2.95\n', encoding="utf-8")
    assert find_theme(name="mine").tab.letter_cap == 2.95


def shape(d):
    """The outline of a shape on faces, brought with this path data."""
    bring(f'extends = "tab"\n[shapes.blob]\nd = "{d}"\n')
    return find_theme(name="mine").shapes["blob"].d


@walk(("text", "plain"), [
    ("M0,0 10,0 10,10z", "M 0 0 L 10 0 L 10 10 Z"), ("m 1 1 h 4 v 3 H 1 Z", "M 1 1 L 5 1 L 5 4 L 1 4 Z"),
    ("M 0 0 l 1e1 0 -.5.5 0 9", "M 0 0 L 10 0 L 9.5 0.5 L 9.5 9.5 Z"),
    ("M 0 0 Q 3 0 3 3 T 6 6 H 0", "M 0 0 C 2 0 3 1 3 3 C 3 5 4 6 6 6 L 0 6 Z"),
    ("M 0 0 C 1 0 2 1 2 2 s 1 2 2 2 H 0", "M 0 0 C 1 0 2 1 2 2 C 2 3 3 4 4 4 L 0 4 Z"),
    ("M 0 0 L 4 0 4 4 z m 1 1 h 1 v 1 z", "M 0 0 L 4 0 L 4 4 Z M 1 1 L 2 1 L 2 2 Z"),
    ("M 0 0 L 4 0 4 4 z l 1 1 0 2 z", "M 0 0 L 4 0 L 4 4 Z M 0 0 L 1 1 L 1 3 Z"),
])  # fmt: skip
def test_path_data_of_any_program_is_read(text, plain):
    letters = [letter for letter, _ in segments(shape(text))]
    assert shape(text) == shape(plain) and letters == [part for part in plain.split() if part.isalpha()]


@pytest.mark.parametrize("text", ["M 1 0 A 1 1 0 0 1 -1 0 A 1 1 0 0 1 1 0", "M1 0a1 1 0 01-2 0 1 1 0 012 0z"])
def test_two_arcs_are_a_circle(text):
    ends = [(f[-2], f[-1]) for letter, f in segments(shape(text)) if letter in "MC"]
    radius = bounds(shape(text)).width / 2
    assert len(ends) == 5 and all(x * x + y * y == pytest.approx(radius**2, abs=1e-3) for x, y in ends)


@walk(("text", "said"), [
    ("10 10 L 5 5", "begins with M"), ("L 1 1 2 2", "begins with M"), ("M 0 0 L 1", "all its figures"),
    ("M 0 0 X 1 1", "'X 1 1' at character 7"), ("M 0 0 L 1e999 0 0 1", "goes beyond"), ("M 0 0 L nan 0", "'nan 0' at character 9"),
    ("M" + " 0" * 20_000, "at most 20000 are allowed"), ("M 0 0 Z 5 5", "all its figures"), ("M 0 0 A 1 1 0 5 0 2 2", "all its figures"), ("M 0 0 A 1 1 0 01 2", "all its figures"),
    ("M 0 0 L 1 1; L 2 2", "no path data"),
])  # fmt: skip
def test_what_is_no_path_is_told_where(text, said):
    with pytest.raises(InputError, match=re.escape(said)):
        shape(text)


@walk("factor", [0.01, 1, 700])
def test_a_shape_of_any_size_stands_among_ours(factor):
    points = [(0, -10), (10, 8), (-10, 8)]
    box = bounds(shape("M " + " L ".join(f"{factor * x + 50} {factor * y - 7}" for x, y in points)))
    assert box.center == pytest.approx((0, 0), abs=0.01)
    assert 1.9 <= max(box.width, box.height) <= 2.13


def test_a_tab_lies_where_its_theme_says():
    """Brought with 2.4 mm from the left and 1.2 mm from the top, 6 mm wide and 21 mm high; pdfium reads the face."""
    bring('extends = "tab"\n[tab]\nx = 2.4\ny = 1.2\nwidth = 6\nheight = 21\n')
    (page,) = read_finished(drawn_pdf(draw_face(parse_card("RH3"), find_theme(name="mine"))))
    boxes = [[round(float(edge), 2) for edge in paint.box] for paint in page.paints]
    assert [2.4, 1.2, 8.4, 22.2] in boxes, boxes
