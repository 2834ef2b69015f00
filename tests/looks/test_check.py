"""Limits that faces keep: each with a theme of one's own that falls just short of it, and measures that another program agrees with."""

import json
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from tests.commands import tt
from tests.makers.fonts import DIGITS, make_font
from tests.makers.themes import bring
from tests.readers import color_science
from tests.readers.pixels import ink, pixels
from tests.tools.measured_page import home, number_end_mm
from tests.walks import slow_but
from tt_print.cards.faces import draw_face
from tt_print.cards.theme import THEMES, find_theme
from tt_print.cards.words import default_words
from tt_print.deck import FULL, parse_card
from tt_print.drawing.geometry import circle, rectangle
from tt_print.looks.check import check_theme, holding_back, limits, mean_ink
from tt_print.looks.color_science import VISIONS, ciede2000, contrast, lab
from tt_print.looks.extents import overlap
from tt_print.looks.press import printed_colors
from tt_print.sheets.plan import card_sizes

CODES = ["#C00C1C", "#FDE03A", "#4AB474", "#12389C", "#080808", "#FFFFFF", "#808080", "#0000FF"]


def of(theme, *names):
    return {measure.name: measure for measure in check_theme(theme, only=names)}


def test_another_program_finds_the_same_differences():
    for vision in VISIONS:
        for one, two in combinations(CODES, 2):
            a, b = (color_science.lab(color_science.rgb(code), vision) for code in (one, two))
            assert ciede2000(lab(one, vision), lab(two, vision)) == pytest.approx(
                color_science.ciede2000(a, b), abs=1e-5
            )
    for one, two in combinations(CODES, 2):
        expected = color_science.contrast(color_science.rgb(one), color_science.rgb(two))
        assert contrast(one, two) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("name", slow_but(("tab",), THEMES))
def test_ours_keep_every_limit(name):
    theme = find_theme(name=name)
    measures = check_theme(theme, at_press=True)
    assert (
        holding_back(measures) == [] and len(measures) == len(limits()) - 2
    )  # the ink, of either ground, was not asked for
    assert {measure.name for measure in measures} | {"ink", "ink-flooded"} == set(limits())


def test_in_low_ink_no_colors_are_measured():
    assert not any(name.startswith(("color", "grey", "contrast", "lines")) for name in of(find_theme("low")))


def test_the_mean_of_25_faces_is_that_of_all():
    theme = find_theme()
    every = 100 * float(np.mean([ink(pixels(draw_face(card, theme), 72)).mean() for card in FULL[::3]]))
    assert mean_ink(theme) == pytest.approx(every, abs=0.6)


def test_what_a_fan_shows_is_what_pixels_say():
    theme = find_theme()
    ends = max(number_end_mm(home(parse_card(f"RC{n}"), theme, "standard"), n) for n in "1234")
    assert 7.7 + of(theme, "fan-number")["fan-number"].worst.figure == pytest.approx(ends, abs=0.11)


def test_how_alike_two_shapes_are_can_be_reckoned_by_hand():
    assert overlap(circle(0, 0, 1), circle(0, 0, 1)) == 1
    assert overlap(circle(0, 0, 1), rectangle(-1, -1, 2, 2)) == pytest.approx(np.pi / 4, abs=0.01)
    assert overlap(rectangle(0, 0, 2, 2), rectangle(1, 0, 2, 2)) == pytest.approx(1 / 3, abs=0.01)


# the measure that falls short, what the file says, the same a little nearer to ours, and what people are told
SHORT = [
    ("color-normal", '[colors.blue]\nrgb = "#101030"', '[colors.blue]\nrgb = "#12389C"', "blue and black are hard to tell apart"),
    ("color-protan", '[colors.green]\nrgb = "#6FB84C"', '[colors.green]\nrgb = "#4AB474"', "yellow and green for a protan reader"),
    ("color-deutan", '[colors.red]\nrgb = "#C8123A"', '[colors.red]\nrgb = "#C00C1C"', "red and green for a deutan reader"),
    ("color-tritan", '[colors.blue]\nrgb = "#0C1E5A"', '[colors.blue]\nrgb = "#12389C"', "blue and black for a tritan reader"),
    ("grey", '[colors.red]\nrgb = "#B01030"', '[colors.red]\nrgb = "#C00C1C"', "blue and red in a photocopy"),
    ("contrast", '[colors.red]\non = "ink"', '[colors.red]\non = "paper"', "what is printed on red"),
    ("lines", '[inks.grey]\nrgb = "#7A7A7A"', '[inks.grey]\nrgb = "#747474"', "grey on paper: 4.29, wanted 4.5"),
    ("shapes", '[shapes.blob]\nd = "M 1 0 A 1 1 0 0 1 -1 0 A 1 1 0 0 1 1 0"', "", "circle and blob from across the table"),
    ("numbers", '[fonts]\nnumbers = "alike.ttf"', '[fonts]\nnumbers = "apart.ttf"', "the numbers 1 and 2: 1, wanted 0.86"),
    ("letters", '[words.letters]\nred = "Đ"\nblue = "Ð"', '[words.letters]\nred = "D"\nblue = "B"', "the letters Đ and Ð"),
    ("fan-number", "[tab]\nnumber_stretch = 0.86", "[tab]\nnumber_stretch = 0.8", "the number 4, under the next card of a fan"),
    ("fan-shape", "[shapes.blob]\nsize = [18.4, 2.5]", "[shapes.blob]\nsize = [18.4, 2.3]", "the blob in the corner"),
    ("text", "[name]\ncap = 1.47", "[name]\ncap = 1.49", "which is too small to read: 5.95, wanted 6"),
    ("edge", "[tab]\nx = 1.6", "[tab]\nx = 1.65", "a cut that is a little off takes away: 1.45, wanted 1.5"),
    ("clearance", "[shapes.heart]\nnumber_cap = 16.2", "[shapes.heart]\nnumber_cap = 14.6", "on the heart, which touches its outline"),
    ("name", "[name]\ncap = 3.3", "[name]\ncap = 2.8", "which runs into the corners"),
    ("hints", "[hint]\ny = 77.0", "[hint]\ny = 76.0", "which runs into what the card stands for"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "short", "enough", "said"), SHORT, ids=[row[0] for row in SHORT])
def test_a_theme_just_short_of_a_limit_is_told_what_is_hard_to_read(name, short, enough, said):
    path = bring(f'extends = "tab"\n{short}\n', "short")
    path.with_name("apart.ttf").write_bytes(make_font(DIGITS))
    path.with_name("alike.ttf").write_bytes(make_font({**DIGITS, "1": DIGITS["2"]}))
    bring(f'extends = "tab"\n{enough}\n', "enough")
    measure = of(find_theme(name="short"), name)[name]
    assert measure.holds_back and said in " / ".join(measure.sentences()), measure
    assert of(find_theme(name="enough"), name)[name].good


COLORS = [name for name in limits() if name.startswith(("color", "grey", "contrast", "press"))]

# CMYK builds on coated paper: a build that falls short, while what a screen shows is as ours
AT_PRESS = [
    ("normal", "blue", [85, 75, 40, 60], "blue and black are hard to tell apart, as a print shop prints them"),
    ("protan", "green", [25, 0, 70, 0], "yellow and green for a protan reader"),
    ("deutan", "green", [40, 30, 90, 10], "red and green for a deutan reader"),
    ("tritan", "blue", [90, 80, 40, 45], "blue and black for a tritan reader"),
    ("grey", "red", [0, 98, 87, 42], "blue and red in a photocopy"),
    ("ink", "black", [80, 70, 60, 100], "black in CMYK, more ink than dries: 310, wanted 300"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "color", "build", "said"), AT_PRESS, ids=[row[0] for row in AT_PRESS])
def test_a_build_that_falls_short_on_coated_paper_is_told(name, color, build, said):
    ours = find_theme().colors[color].ink
    bring(f'extends = "tab"\n[colors.{color}]\nrgb = "{ours.rgb}"\ncmyk = {build}\n')
    measures = {one.name: one for one in check_theme(find_theme(name="mine"), at_press=True, only=COLORS)}
    measure = measures[f"press-{name}"]
    assert measure.holds_back and said in " / ".join(measure.sentences()), measure
    assert not [one for one in measures.values() if one.holds_back and not one.name.startswith("press-")]


def test_the_press_is_that_with_which_the_palette_was_measured():
    """Read back by Pillow and another reckoning of colors."""
    for name, code in printed_colors(find_theme()).items():
        assert np.allclose(color_science.rgb(code), color_science.printed(find_theme())[name], atol=1), name


def test_every_limit_has_a_theme_that_falls_short():
    held = {name for name, limit in limits().items() if limit.holds}
    assert {row[0] for row in SHORT} | {f"press-{row[0]}" for row in AT_PRESS} == held


def test_much_ink_is_advice(capsys):
    bring('extends = "tab"\n[tab]\nwidth = 20.0\nheight = 40.0\n', "wide")
    ran = tt(capsys, "theme", "check", "wide")
    assert "Advice: much ink" in ran.out
    assert not any(
        "much ink" in sentence
        for sentence in holding_back(check_theme(find_theme(name="wide"), with_ink=True, only=["ink"]))
    )


def test_a_number_that_leaves_its_shape_is_less_than_nothing_from_its_outline():
    theme = find_theme()
    shapes = {**theme.shapes, "circle": replace(theme.shapes["circle"], number_y_mm=30.0)}
    assert of(replace(theme, shapes=shapes), "clearance")["clearance"].worst.figure < 0


# The command line


def test_a_theme_that_is_hard_to_read_is_printed_only_with_force(capsys, tmp_path):
    bring('extends = "tab"\n[colors.red]\nrgb = "#803080"\n')
    ran = tt(capsys, "deck", "--theme", "mine", "--only", "RH3", "--out", tmp_path)
    assert ran.status == 2 and "red and blue for a protan reader: 4, wanted 18" in ran.err
    assert "add --force" in ran.err and not list(tmp_path.rglob("*.pdf"))
    forced = tt(capsys, "deck", "--theme", "mine", "--only", "RH3", "--force", "--out", tmp_path)
    assert forced.status == 0 and "warning: hard to tell apart" in forced.err and list(tmp_path.rglob("*-mine-*.pdf"))
    low = tt(capsys, "deck", "--theme", "mine", "--only", "RH3", "--ink", "low", "--out", tmp_path)
    assert low.status == 0 and "warning" not in low.err  # hatching stands for the colors


def test_themes_are_listed_and_one_is_checked(capsys):
    path = bring('extends = "tab"\ntitle = "Ours, but pale"\n[name]\ncap = 1.4\n', "pale")
    bring("extends = 'tap'", "broken")
    listed = tt(capsys, "list", "themes")
    assert listed.status == 0 and f"pale     Ours, but pale. Yours: {path}" in listed.out
    assert "left out" in listed.err and "broken.toml, line 1" in listed.err
    good = tt(capsys, "theme", "check", "tab")
    assert good.status == 0 and "Good." in good.out and "20.4 (yellow, green)  at least 18" in good.out
    bad = tt(capsys, "theme", "check", "PALE", "--json")
    told = json.loads(bad.out)
    assert bad.status == 1 and not told["good"] and {m["name"] for m in told["measures"] if m["holds_back"]} == {"text"}
    assert tt(capsys, "theme", "pale").err.count("theme check pale") == 1
    for words in (["theme"], ["theme", "check"]):
        asked = tt(capsys, *words)
        assert asked.status == 2 and "type tt-print theme check tab" in asked.err and "list themes" in asked.err
    assert "there is no theme 'pael'. Did you mean pale?" in tt(capsys, "theme", "check", "pael").err


@pytest.mark.slow
def test_a_print_shop_is_given_no_build_that_falls_short(capsys, tmp_path):
    bring('extends = "tab"\n[colors.black]\nrgb = "#080808"\ncmyk = [80, 70, 60, 100]\n')
    checked = tt(capsys, "theme", "check", "mine")
    assert checked.status == 0 and "A print shop’s files are made only with --force" in checked.out
    assert "black in CMYK, more ink than dries: 310, wanted 300" in checked.out
    at_home = tt(capsys, "deck", "--theme", "mine", "--only", "RH3", "--out", tmp_path)
    assert at_home.status == 0, at_home.err
    shop = tt(capsys, "export", "--for", "printshop", "--deck", "west", "--theme", "mine", "--out", tmp_path)
    assert shop.status == 2 and "more ink than dries" in shop.err and "add --force" in shop.err


def test_a_theme_without_builds_is_told_what_print_shops_want(capsys):
    bring('extends = "tab"\n[colors.red]\nrgb = "#C00C1C"\n')
    printed = json.loads(tt(capsys, "theme", "check", "mine", "--json").out)
    assert printed["without_cmyk"] == ["red"] and not any("press" in one["name"] for one in printed["measures"])


@pytest.mark.slow
def test_another_size_of_card_is_measured_as_it_is_laid_out(capsys):
    """A square card's corner shape lies under the next card of a fan; so small a card as mini keeps all limits."""
    square = tt(capsys, "theme", "check", "tab", "--card", "square")
    assert (
        square.status == 1
        and "in the corner, under the next card of a fan" in square.out
        and "tab, square" in square.out
    )
    mini = tt(capsys, "theme", "check", "tab", "--card", "mini")
    assert mini.status == 0 and "Good. Print it: tt-print deck --theme tab --card mini" in mini.out
    strange = tt(capsys, "theme", "check", "tab", "--card", "minni")
    assert strange.status == 2 and "Did you mean mini?" in strange.err


def test_a_theme_in_another_language_is_told_each_text_that_is_still_ours(capsys):
    """Those of faces, chits, small cards, and the box; written in, they leave the list. A theme without words is told nothing."""
    german = 'extends = "tab"\n[words]\njoker = "Narr {number} von 2"\n[words.values]\nred = "rot"\n[words.chit]\ntitles = { color = "FARBE" }\n'
    bring(german)
    told = json.loads(tt(capsys, "theme", "check", "mine", "--json").out)["default_words"]
    assert {"joker_tab", "values.blue", "chit.advice", "chit.titles.shape", "pointers.title", "spare.advice", "box.title",
            "cards.Six games.text", "aloud.card"} <= set(told)  # fmt: skip
    assert not {"joker", "values.red", "values.1", "chit.titles.color", "west", "name", "letters.red"} & set(told)
    shown = " ".join(tt(capsys, "theme", "check", "mine").out.split())
    assert 'chit.advice = "One step right; from the last value back to the first"' in shown
    bring(german.replace("titles =", 'advice = "Ein Schritt nach rechts"\ntitles ='))
    assert len(default_words(find_theme(name="mine").words)) == len(told) - 1
    assert default_words(find_theme().words) == {}


@pytest.mark.slow
def test_every_size_is_told_by_itself(capsys):
    ran = tt(capsys, "theme", "check", "tab", "--all-sizes", "--json")
    told = {row["card"]: row["hard_to_read"] for row in json.loads(ran.out)["sizes"]}
    assert ran.status == 0 and [card for card, short in told.items() if short] == ["square"]
    assert len(told) == len(card_sizes())
