"""The five colors stay apart for every eye, on a screen, in print and in grey."""

from itertools import combinations, pairwise

import numpy as np
import pytest

from tests.makers.themes import bring
from tests.readers.color_science import VISIONS, ciede2000, contrast, lab, printed, rgb
from tt_print import find_theme
from tt_print.deck import VALUES
from tt_print.faces import layout
from tt_print.faces.layout import hard_to_see
from tt_print.faces.theme import THEMES

THEME = find_theme()
PAPER = rgb(THEME.paper.rgb)


MEDIA = {"screen": {name: rgb(color.ink.rgb) for name, color in THEME.colors.items()}, "print": printed(THEME)}


def test_the_difference_formula_gives_its_authors_figures():
    # pairs 1, 7 and 17 of the table in Sharma, Wu, Dalal 2005
    assert ciede2000(np.array([50, 2.6772, -79.7751]), np.array([50, 0, -82.7485])) == pytest.approx(2.0425, abs=1e-4)
    assert ciede2000(np.array([50, 0, 0]), np.array([50, -1, 2])) == pytest.approx(2.3669, abs=1e-4)
    assert ciede2000(np.array([50, 2.5, 0]), np.array([73, 25, -18])) == pytest.approx(27.1492, abs=1e-4)


def test_the_theme_has_all_five_colors_in_play_order():
    assert tuple(THEME.colors) == VALUES["color"] and tuple(THEME.shapes) == VALUES["shape"]


def test_the_worst_pair_of_all_is_as_the_design_says():
    worst = min(
        ciede2000(lab(colors[a], vision), lab(colors[b], vision))
        for colors in MEDIA.values() for vision in VISIONS for a, b in combinations(colors, 2)
    )  # fmt: skip
    assert worst == pytest.approx(19.7, abs=0.3)


@pytest.mark.parametrize("medium", MEDIA)
def test_in_grey_the_five_are_five_clear_steps(medium):
    steps = sorted(lab(color)[0] for color in MEDIA[medium].values())
    assert min(b - a for a, b in pairwise(steps)) >= 12.0


def test_glyphs_on_a_color_read_easily():
    # WCAG 2 asks 4.5:1 of text; the index is larger, and still gets it
    for name, color in THEME.colors.items():
        assert contrast(rgb(color.ink.rgb), rgb(color.on.rgb)) >= 4.5, name


def test_keylines_stand_out_from_the_paper_and_from_pale_areas():
    assert contrast(rgb(THEME.ink.rgb), PAPER) >= 3.0
    # yellow alone does not reach 3:1 on paper, which is why every area has a keyline
    assert contrast(MEDIA["screen"]["yellow"], PAPER) < 3.0 <= contrast(rgb(THEME.ink.rgb), MEDIA["screen"]["yellow"])
    assert contrast(rgb(THEME.inks["grey"].rgb), PAPER) >= 4.5


def test_no_build_floods_the_paper_and_text_is_black_ink_alone():
    for color in THEME.colors.values():
        assert sum(color.ink.cmyk) <= 240 and all(0 <= part <= 100 for part in color.ink.cmyk)
    assert THEME.ink.cmyk == (0, 0, 0, 100)


OWN = [
    ('[colors.blue]\nrgb = "#101030"', "blue and black look alike to most readers (difference 16.8, at least 18 is clear)"),
    ('[colors.green]\nrgb = "#6FB84C"', "yellow and green look alike to protan readers"),
    ('[colors.red]\nrgb = "#C8123A"', "red and green look alike to deutan readers"),
    ('[colors.blue]\nrgb = "#0C1E5A"', "blue and black look alike to tritan readers"),
    ('[colors.red]\non = "ink"', "what is printed on red is hard to read"),
    ('[inks.grey]\nrgb = "#7A7A7A"', "grey on paper is hard to read (contrast 4.3, at least 4.5 is clear)"),
]  # fmt: skip


@pytest.mark.parametrize("name", THEMES)
def test_every_theme_can_be_told_apart_and_read(name):
    assert hard_to_see(find_theme(name=name)) == []


@pytest.mark.parametrize(("own", "said"), OWN, ids=[row[1].split(" (")[0] for row in OWN])
def test_own_inks_just_short_of_a_limit_are_told_as_another_program_finds_them(own, said):
    bring(f'extends = "tab"\n{own}\n')
    theme = find_theme(name="mine")
    assert said in "; ".join(hard_to_see(theme))
    for vision in VISIONS:
        for a, b in combinations(theme.colors.values(), 2):
            theirs = ciede2000(lab(rgb(a.ink.rgb), vision), lab(rgb(b.ink.rgb), vision))
            ours = layout.ciede2000(layout.lab(a.ink.rgb, vision), layout.lab(b.ink.rgb, vision))
            assert ours == pytest.approx(theirs, abs=1e-5)
    assert hard_to_see(THEME) == hard_to_see(find_theme("low", name="mine")) == []
