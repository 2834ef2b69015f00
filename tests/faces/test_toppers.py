"""The faces with eyes: as many as the number, clear of number and outline on every card size; and our mark, which reads at every size."""

from __future__ import annotations

import math

import numpy as np
import pytest
from PIL import ImageFilter

from tests.readers.color_science import contrast, rgb
from tests.readers.face_ink import ink_of, shape_points, text_points
from tests.readers.pixels import PER_MM, box_mm, cut, draw_pixels, ink, like, pixels
from tests.walks import slow_but
from tt_print import draw_face, find_theme
from tt_print.deck import FULL, VALUES, Card
from tt_print.draw.geometry import Point, place_shape, shift
from tt_print.draw.shapes import Drawing, Group, Path, Text
from tt_print.faces.layout import lay_out
from tt_print.faces.toppers import draw_icon, draw_mark, mark_table, mark_width
from tt_print.paper.plan import card_sizes, find_card_size

CARD_SIZES = [size.name for size in card_sizes()]


def eyes(card, theme) -> list[tuple[Point, float]]:
    """The middle and radius of each white round with a dark outline in the middle of the face."""
    found = []
    for item, box in ink_of(draw_face(card, theme).items):
        is_round = isinstance(item, Path) and abs(box.width - box.height) < 0.01 and box.width < 14 and "C" in item.d
        in_middle = abs(box.center[0] - theme.width_mm / 2) < 12 and theme.tab.rect.right < box.left
        if is_round and in_middle and item.fill == theme.paper and item.stroke == theme.ink:
            found.append((box.center, box.width / 2))
    return found


@pytest.mark.parametrize("style", ["color", "low"])
def test_a_face_has_as_many_eyes_as_its_number_and_a_question_mark_sleeps(style):
    theme = find_theme(style, name="toppers")
    for card in FULL:
        assert len(eyes(card, theme)) == (0 if card.number == "?" else int(card.number)), card


@pytest.mark.parametrize("size", slow_but(("standard", "mini"), CARD_SIZES))
def test_eyes_keep_clear_of_the_number_and_of_the_outline(size):
    """1.2 mm from the number and 0.7 mm from the outline on a card of 63 x 88, in proportion to the shape on smaller ones."""
    usual, card_size = find_theme(name="toppers"), find_card_size(size)
    theme = lay_out(usual, card_size.width_mm, card_size.height_mm)
    for shape in VALUES["shape"]:
        part = min(1.0, theme.shapes[shape].center_size / usual.shapes[shape].center_size)
        for color in ("red", "black"):
            scale = theme.center.ring_scale if color == "black" else 1.0
            middle_x, middle_y = theme.width_mm / 2, theme.height_mm / 2
            for number in VALUES["number"][:4]:
                card = Card(color, shape, number)
                texts = [
                    text_points(item) for item, box in ink_of(draw_face(card, theme).items)
                    if isinstance(item, Text) and item.string == number and abs(box.center[0] - middle_x) < 8
                ]  # fmt: skip
                # the stack moves the shape up or down; its number and eyes move with it
                top = theme.center.y - middle_y - (int(number) - 1) * theme.center.step / 2
                figure = max(texts, key=np.ptp) + (0, top)
                d = place_shape(
                    theme.shapes[shape].d, middle_x, middle_y + top, theme.shapes[shape].center_size * scale
                )
                for middle, radius in eyes(card, theme):
                    assert min(math.dist(middle, point) for point in figure) - radius >= 1.2 * part - 0.05, card
                    assert min(math.dist(middle, point) for point in shape_points(d)) - radius >= 0.7 * part, card


def test_eyes_are_of_one_size_and_numbers_nearly_as_large_as_without():
    theme, plain = find_theme(name="toppers"), find_theme()
    radii = [radius for card in FULL for _, radius in eyes(card, theme)]
    assert max(radii) <= 1.15 * min(radii)
    for shape in VALUES["shape"]:
        assert theme.shapes[shape].number_cap_mm >= 0.8 * plain.shapes[shape].number_cap_mm, shape


@pytest.mark.parametrize("number", ["1", "2", "3", "4"])
def test_eyes_are_counted_from_three_meters(number):
    """What an eye of 20/40 sees from there is blurred by about an arc minute, 0.87 mm: as many white spots are left. A 4 has two rows of two."""
    theme = find_theme(name="toppers")
    for color, shape in (
        ("red", "heart"),
        ("yellow", "triangle"),
        ("green", "blob"),
        ("black", "heart"),
        ("black", "circle"),
    ):
        card = Card(color, shape, number)
        found = eyes(card, theme)
        rows = {round(y, 1) for (_, y), _ in found}
        assert len(rows) == (2 if number == "4" else 1), card
        soft = draw_pixels(draw_face(card, theme)).filter(ImageFilter.GaussianBlur(0.873 * PER_MM))
        (left, top), (right, bottom) = (
            [edge([middle[axis] + side * radius for middle, radius in found]) for axis in (0, 1)]
            for edge, side in ((min, -1), (max, 1))
        )
        white = cut(np.asarray(soft), left, top, right, bottom).min(axis=2).astype(float)
        levels = white.min() + np.array([0.5, 0.6, 0.7, 0.8]) * np.ptp(white)
        assert int(number) in [count_pieces(white > level) for level in levels], card


THEME = find_theme()
TOKENS = mark_table().tokens


def mark(side, theme=THEME):
    """The mark on a square of paper of so many millimeters."""
    drawn = Group(tuple(draw_mark(theme, 0, 0, 0.96 * side)), shift(side / 2, side / 2))
    return Drawing(side, side, (drawn,), "mark")


def test_the_icon_is_a_heart_that_looks_at_you_at_16_pixels():
    small = pixels(draw_icon(THEME, 16), 25.4)
    assert small.shape == (16, 16, 3)
    assert np.count_nonzero(like(small, rgb(THEME.colors["yellow"].ink.rgb), 60)) >= 25
    assert np.count_nonzero(small[4:9, 3:13].max(axis=2) < 90) >= 2  # the dots of its eyes


def test_its_tokens_differ_in_color_and_shape():
    assert [(token.color, token.shape) for token in TOKENS] == [
        ("green", "triangle"),
        ("yellow", "heart"),
        ("red", "circle"),
    ]


@pytest.mark.parametrize("style", ["color", "low"])
def test_it_is_as_high_and_as_wide_as_it_says(style):
    items = (Group(tuple(draw_mark(find_theme(style), 0, 0, 40.0)), shift(25, 25)),)
    left, top, right, bottom = box_mm(ink(pixels(Drawing(50, 50, items, "mark"))) > 0.05)
    assert bottom - top == pytest.approx(40.0, abs=0.8) and right - left == pytest.approx(mark_width(40.0), abs=0.8)
    assert top == pytest.approx(5, abs=0.6) and left == pytest.approx(25 - mark_width(40.0) / 2, abs=0.6)


def test_at_16_pixels_three_areas_are_left_each_in_its_color():
    small = pixels(mark(8.0), 50.8)
    for token in TOKENS:
        assert np.count_nonzero(like(small, rgb(THEME.colors[token.color].ink.rgb), 40)) >= 9, token.color


def test_in_grey_its_areas_stand_apart_from_each_other_and_from_the_paper():
    light = [contrast(rgb(THEME.colors[token.color].ink.rgb), np.zeros(3)) for token in TOKENS]
    for one, other in ((0, 1), (0, 2), (1, 2)):
        assert max(light[one], light[other]) / min(light[one], light[other]) >= 1.9
    assert contrast(rgb(THEME.ink.rgb), rgb(THEME.paper.rgb)) > 15  # and each has a line round it


def test_in_low_ink_it_is_black_lines():
    picture = pixels(mark(20, find_theme("low")))
    assert (picture == picture[..., :1]).all() and ink(picture).mean() < 0.22


def count_pieces(mask: np.ndarray) -> int:
    """How many areas of touching true pixels there are, without specks of less than nine, which nobody sees in print."""
    left, count = {tuple(place) for place in np.argwhere(mask)}, 0
    while left:
        edge, size = [left.pop()], 0
        while edge:
            y, x = edge.pop()
            size += 1
            near = {(y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)} & left
            left -= near
            edge += near
        count += size >= 9
    return count
