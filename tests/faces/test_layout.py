"""Faces of every size and for every printer: what a fan shows, what a cut may not reach, what stays readable.

Measured on the geometry of all 127 faces, with the outlines of the letters, and on the pixels of some.
"""

import math
from dataclasses import replace

import numpy as np
import pytest

from tests.makers.exports import PRODUCTS, job
from tests.makers.themes import LOOKS
from tests.readers.face_ink import ink_of, shape_points, text_points
from tests.readers.pixels import EVERY_FACE, ONE_OF_EACH_INDEX, PER_MM, draw_pixels, like
from tests.walks import slow_but
from tt_print import draw_face, find_theme
from tt_print.core.commands.export import find_profile
from tt_print.deck import FULL, VALUES, Card
from tt_print.draw.geometry import Rect, bounds
from tt_print.draw.shapes import Group, Path, Text
from tt_print.errors import LayoutError
from tt_print.faces.layout import fan_strip, lay_out
from tt_print.paper.plan import find_card_size

HOME = {name: find_card_size(name) for name in ("standard", "poker", "bridge", "mini", "tarot")}
BOXES = {f"{profile} {product}": find_profile(profile).find_product(product)
         for profile, products in PRODUCTS.items() if profile != "tuckbox" for product in products.split()}  # fmt: skip
SAME = {(box.trim.width, box.trim.height, round(box.safe.width, 3)): place for place, box in reversed(BOXES.items())}
PLACES = [*HOME, *reversed(SAME.values())]  # each geometry once
CLEARANCE_MM = 1.2
SIX_POINTS = 6 * 25.4 / 72
NARROW = {"tgc mini"}  # 3.2 mm of a card of 44 are its printer's: fans of 21 there, 6 degrees a card


def laid(place, theme):
    """The theme for a home size or a printer's product, and how far its ink has to stay from the cut."""
    if place in HOME:
        size = HOME[place]
        return lay_out(theme, size.width_mm, size.height_mm), theme.card.rim_mm
    box = BOXES[place]
    safe = max(box.safe.left - box.trim.left, box.safe.top - box.trim.top)
    inset = safe + 25.4 / box.dpi
    return lay_out(theme, box.trim.width, box.trim.height, inset, box.bleed_mm), safe


# All of it, by geometry


def faults(theme, inset: float, step: float = 5.0, cards=EVERY_FACE) -> set[str]:
    """What a player or a printer would complain of, over all 127 faces or some of them."""
    found = set()
    width, height, rules = theme.width_mm, theme.height_mm, find_theme().rules.changed(fan_step=step)
    card_box = Rect(0, 0, width, height)
    for card in cards:
        drawing = draw_face(card, theme)
        inside = [(item, box) for item, box in ink_of(drawing.items) if not runs_off(box, card_box)]
        if not all(card_box.inset(inset).contains(box, 0.001) for _, box in inside):
            found.add("ink in the unsafe edge")
        texts = [(item, box) for item, box in inside if isinstance(item, Text)]
        if min(item.size_mm for item, _ in texts) < SIX_POINTS - 0.001:
            found.add("a text under 6 pt")
        corner = next(ink_of(drawing.items))[1]
        if isinstance(card, Card) and not (corner.left <= 3.0 and corner.top <= 3.0):
            found.add("a tab more than 3 mm from the cut")
        for number, (item, box) in enumerate(glyphs_of(drawing, theme)):
            if isinstance(card, Card) and number < 2:  # the number, and the shape below it
                points = text_points(item) if isinstance(item, Text) else shape_points(item.d)
                shown = min((7.7, 7.3)[number], fan_strip(width, height, points[points[:, 0].argmax()][1], rules))
                if points[:, 0].max() > shown + (0.021, 0.001)[number]:
                    found.add(f"a {('number', 'shape')[number]} under the next card of a fan")
            if item.__class__ is Text and item.string != "W" and box.right > theme.tab.rect.right - 0.1:
                found.add("a letter beyond the tab")
        for item, box in glyphs_of(drawing, theme, corner=1) if isinstance(card, Card) and theme.tab.runs_off else []:
            if not (isinstance(item, Text) and item.string == "W") and box.left < width - theme.tab.rect.right + 0.34:
                found.add("a glyph on the line of the right tab")
        name = next(box for item, box in texts if " " in item.string)
        if name.left < theme.tab.rect.right + 0.8 or name.right > width - theme.tab.rect.right - 0.8:
            found.add("a name too near to a tab")
        if card in FULL and card.wilds:
            hint = [box for _, box in inside if box.bottom < name.top and box.top > theme.hint.y - 3 * theme.hint.row_pitch
                    and box.height < 5 and theme.tab.rect.right < box.left and box.right < width - theme.tab.rect.right]  # fmt: skip
            if not hint or name.top - max(box.bottom for box in hint) < 0.8:
                found.add("what a wild stands for runs into the name")
    return found


def glyphs_of(drawing, theme, corner: int = 0) -> list:
    """What stands in the top left corner, from the number down; the tab itself, an area or an area and a line, left out,
    and the lines and dots that fill an outline in low ink.
    """
    held = [item for item in drawing.items if isinstance(item, Group)][corner]
    if corner:  # the mirrored tab, and what was moved with it
        held = held.items[1]
    glyphs = ink_of((item for item in held.items if not (isinstance(item, Group) and item.clip)), held.matrix)
    return list(glyphs)[0 if corner or theme.is_flooded else 2 if theme.tab.runs_off else 1 :]


def runs_off(box: Rect, card: Rect) -> bool:
    """Cut through on purpose, on two sides."""
    across = box.left <= card.left or box.right >= card.right
    return across and (box.top <= card.top or box.bottom >= card.bottom)


FAST = [("tab", "color", "standard"), ("tab", "color", "bridge"), ("tab", "color", "mpc poker"), ("tab", "color", "tgc mini"),
        ("tab", "low", "mini"), ("rich", "color", "mpc poker"), ("toppers", "color", "mini")]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "ink", "place"), slow_but(FAST, [(*theme, place) for theme in LOOKS for place in PLACES])
)
def test_every_face_is_laid_out_for_its_size_and_its_printer(name, ink, place):
    theme, safe = laid(place, find_theme(ink, name=name))
    assert faults(theme, safe, step=6.0 if place in NARROW else 5.0) == set()


def test_cards_at_the_least_size_are_whole_and_smaller_ones_refused():
    theme = find_theme()
    least = (theme.rules.min_width, theme.rules.min_height)
    assert faults(lay_out(theme, *least), theme.card.rim_mm, step=8.0) <= {"a number under the next card of a fan"}
    for width, height in ((least[0] - 0.1, least[1]), (250.0, 20.0)):
        with pytest.raises(LayoutError, match="has no room for the corners and the name"):
            lay_out(theme, width, height)


def test_the_measure_finds_what_is_wrong():
    """The face of 63 x 88 with no layout of its own, where a print service keeps 3.1 mm; a fan of 31; small print."""
    theme, few = find_theme(), {"cards": ONE_OF_EACH_INDEX}
    assert "ink in the unsafe edge" in faults(theme, 3.1, **few)
    assert any("fan" in fault for fault in faults(theme, 1.5, step=4.0, **few))
    small = lay_out(theme, 44.45, 63.5)
    assert "a text under 6 pt" in faults(changed(small, caption=small.caption.changed(cap=1.2)), 1.5, **few)
    assert "a name too near to a tab" in faults(changed(small, caption=small.caption.changed(tracking=0.8)), 1.5, **few)
    inside = lay_out(changed(theme, rules=theme.rules.changed(inside_until=9.0)), 63.5, 88.9, 3.2)
    assert "a tab more than 3 mm from the cut" in faults(inside, 3.2, **few)


def changed(theme, **values):
    return replace(theme, **values)


# Numbers in shapes


@pytest.mark.parametrize("place", slow_but(("mini", "mpc poker"), PLACES))
def test_a_number_keeps_1_2_mm_from_the_outline_of_its_shape_at_every_size(place):
    theme, _ = laid(place, find_theme())
    for shape in VALUES["shape"]:
        for color in ("red", "black"):
            outline = shape_points(find_outline(theme, color, shape))
            for number in VALUES["number"]:
                points = text_points(big_number(theme, Card(color, shape, number)))
                apart = np.sqrt(((points[:, None] - outline[None]) ** 2).sum(axis=2)).min()
                # texts stand on tenths of a millimeter
                assert apart >= CLEARANCE_MM - 0.051, (shape, color, number, apart)


def find_outline(theme, color, shape):
    """Of the big shape: the largest area on a face in the color that numbers stand on."""
    items = [item for item, _ in ink_of(draw_face(Card(color, shape, "1"), theme).items)]
    areas = [item.d for item in items if isinstance(item, Path) and item.fill == theme.plate(color)]
    return max(areas, key=lambda d: bounds(d).width * bounds(d).height)


def big_number(theme, card):
    texts = [item for item, _ in ink_of(draw_face(card, theme).items) if isinstance(item, Text) and item.halo is None]
    return max(texts, key=lambda text: text.size_mm)


def test_corners_get_no_larger_on_large_cards_and_stay_7_mm_on_cards_for_hands():
    themes = {place: laid(place, find_theme())[0] for place in PLACES}
    caps = {
        place: min(glyphs_of(draw_face(card, theme), theme)[0][1].height for card in ONE_OF_EACH_INDEX)
        for place, theme in themes.items()
    }
    assert all(cap >= 6.999 for place, cap in caps.items() if "mini" not in place)
    assert max(caps.values()) == caps["standard"] == caps["tarot"] and min(caps.values()) >= 5.5


def test_the_middle_takes_the_room_that_is_there():
    def across(place: str) -> float:
        theme = laid(place, find_theme())[0]
        return bounds(find_outline(theme, "red", "circle")).width / (theme.width_mm - 2 * theme.tab.rect.right)

    usual = across("standard")
    assert all(across(place) == pytest.approx(usual, rel=0.02) for place in PLACES)


# Some of it, by pixels


@pytest.mark.parametrize("place", ["mpc poker", "printerstudio bridge", "drivethru poker"])
def test_the_printed_number_ends_within_what_a_fan_shows(place):
    """White on blue, the widest digit: from the first white column of the corner to the last."""
    box, (profile, product) = BOXES[place], place.split()
    picture = np.asarray(draw_pixels(job(profile, product=product, theme="tab", chits=False).drawings["BC4"]))
    edge = round(box.bleed_mm * PER_MM)
    corner = picture[edge : edge + 115, edge : edge + 80]
    columns = np.nonzero((corner.min(axis=2) > 200).any(axis=0))[0] / PER_MM
    assert box.safe.left - box.trim.left <= columns[0] and columns[-1] + 0.1 <= 7.75
    assert columns[-1] - columns[0] >= 4.2  # the art director's 4.6, but for rounding and the services' margins
    outside = picture[: edge - 2, : edge - 2]
    assert like(outside, np.array([18, 56, 156])).all()  # the tab runs off the corner


def test_a_fan_strip_is_what_turned_cards_leave():
    """Derived by hand: a card of 63 x 88 turned by 5 degrees about a point 12 mm below its foot."""
    rules = find_theme().rules
    for y in (5.0, 11.0, 18.0):
        x, turn = fan_strip(63, 88, y, rules), math.radians(5)
        # the same place on the next card, which is turned to the right, lies on its left edge
        left = 31.5 + (x - 31.5) * math.cos(turn) + (y - 100) * math.sin(-turn) * -1
        assert left == pytest.approx(0, abs=1e-9)
    assert fan_strip(63, 88, 11.0, rules) == pytest.approx(7.67, abs=0.01)


def test_names_are_at_least_as_high_as_on_the_usual_card():
    assert all(laid(place, find_theme())[0].caption.cap >= 1.6 for place in PLACES)
