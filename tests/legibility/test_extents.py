"""Where ink lies on a face, against figures worked out by hand."""

import math

from tt_print.drawing.geometry import circle, rectangle
from tt_print.legibility.extents import is_inside, overlap, shape_points


def test_points_on_an_outline_leave_no_gap():
    """Round 12 mm of a rectangle of 2 x 4 mm, no step longer than a third of a millimeter."""
    points = shape_points(rectangle(1, 1, 2, 4))
    steps = [math.dist(a, b) for a, b in zip(points, [*points[1:], points[0]], strict=True)]
    assert max(steps) <= 0.3 and abs(sum(steps) - 12) < 1e-9
    assert all(x in (1, 3) or y in (1, 5) for x, y in points)


def test_a_hole_is_outside_and_what_lies_in_the_hole_is_not():
    """Three diamonds with one middle, away from the corner of the sheet; even-odd."""
    around = ((-1, 0), (0, -1), (1, 0), (0, 1), (-1, 0))
    loops = [[(25 + x * reach, 45 + y * reach) for x, y in around] for reach in (6, 4, 2)]
    for distance, inside in ((0.9, True), (1.6, False), (2.4, True), (3.1, False)):  # each way: twice as far in all
        for across, down in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
            assert is_inside((25 + across * distance, 45 + down * distance), loops) is inside, distance


def test_shapes_overlap_by_the_area_that_both_cover():
    """Two squares that share a half have a third in common; a triangle is half of its square, a circle pi/4."""
    square = rectangle(3, 7, 4, 4)
    for other, part in ((rectangle(5, 7, 4, 4), 1 / 3), ("M3 7L7 7L3 11Z", 1 / 2), (circle(5, 9, 2), math.pi / 4)):
        assert abs(overlap(square, other) - part) < 0.02
    assert overlap(square, square) == 1 and overlap(square, rectangle(8, 7, 4, 4)) == 0
