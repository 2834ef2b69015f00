"""The faces with eyes: as many as the number, clear of number and outline on every card size."""

from __future__ import annotations

import math

import pytest

from tests.readers.face_ink import ink_of, shape_points, text_points
from tt_print import draw_face, find_theme
from tt_print.cards.layout import lay_out
from tt_print.deck import FULL, VALUES, Card
from tt_print.drawing.geometry import Point, place_shape
from tt_print.drawing.shapes import Path, Text
from tt_print.sheets.plan import card_sizes, find_card_size

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


@pytest.mark.parametrize("size", CARD_SIZES)
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
                figure = max(texts, key=lambda points: max(y for _, y in points) - min(y for _, y in points))
                # the stack moves the shape up or down; the eyes move with it
                top = theme.center.y - middle_y - (int(number) - 1) * theme.center.step / 2
                d = place_shape(
                    theme.shapes[shape].d, middle_x, middle_y + top, theme.shapes[shape].center_size * scale
                )
                for middle, radius in eyes(card, theme):
                    assert min(math.dist(middle, point) for point in figure) - radius >= 1.2 * part - 0.05, card
                    assert min(math.dist(middle, point) for point in shape_points(d)) - radius >= 0.7 * part, card
