"""A theme's faces laid out for a card of any size: measured anew, not magnified.

What a player reads in a fan stays as large as it can be and as near to the cut as the card's printer allows; what has
room to give way, the middle, gives way. A theme without rules for this, the first faces, is scaled as a picture.
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache

from tt_print.cards.theme import Theme
from tt_print.cards.theme_file import LayoutRules, TabLayout, ThemeShape
from tt_print.drawing.geometry import bounds
from tt_print.errors import LayoutError


@cache
def lay_out(
    theme: Theme, width_mm: float, height_mm: float, inset_mm: float | None = None, bleed_mm: float = 0.0
) -> Theme:
    """The theme with all of its measures for a card of this size, whose faces `draw_face` then draws.

    All that matters keeps `inset_mm` from the cut; None is the theme's own rim. A tab that runs off the card goes on
    for `bleed_mm` beyond it. A theme without rules comes back as it is, and its faces are of 63 x 88. Raises LayoutError for
    a card on which corners and name would lie on one another.
    """
    rules, card = theme.rules, theme.card
    inset = card.rim_mm if inset_mm is None else inset_mm
    if rules is None or (width_mm, height_mm, inset, bleed_mm) == (card.width_mm, card.height_mm, card.rim_mm, 0.0):
        return theme
    if width_mm < rules.min_width or height_mm < rules.min_height:
        raise LayoutError(
            f"a card of {width_mm:g} x {height_mm:g} mm has no room for the corners and the name. "
            f"Give one of at least {rules.min_width:g} x {rules.min_height:g} mm: --card mini is the smallest of ours."
        )
    corner = min(1.0, width_mm / card.width_mm)
    tab, tab_size = _tab(theme, rules, width_mm, height_mm, inset, bleed_mm)
    room, usual_room = width_mm - 2 * tab.rect.right, card.width_mm - 2 * theme.tab.rect.right
    middle = min(room / usual_room, (height_mm - 2 * inset) / rules.center_height)
    laid = replace(
        theme,
        card=card.changed(width_mm=width_mm, height_mm=height_mm, rim_mm=inset),
        tab=tab,
        shapes={name: _shape(shape, middle, corner * tab_size, rules) for name, shape in theme.shapes.items()},
    )
    return _foot(_stage(laid, theme, middle, corner * tab_size), theme, rules, middle, corner, inset)


def fan_strip(width_mm: float, height_mm: float, y_mm: float, rules: LayoutRules) -> float:
    """How far from a card's left edge the next one begins to cover it at this height, in a fan held below its foot."""
    step, held = math.radians(rules.fan_step), height_mm + rules.fan_hold
    across = width_mm / 2
    return across - (across - (held - y_mm) * math.sin(step)) / math.cos(step)


def _tab(
    theme: Theme, rules: LayoutRules, width_mm: float, height_mm: float, inset: float, bleed_mm: float
) -> tuple[TabLayout, float]:
    """The tab, and how much smaller than the corner's other parts its shape and what is below it have to be.

    Where the safe area begins deep inside the card, the tab runs off the card and its glyphs alone keep inside.
    """
    tab, rim, half_line = theme.tab, theme.card.rim_mm, theme.tab.keyline / 2
    origin = rim + half_line  # corners shrink toward the outer edge of the tab's line, which keeps its width
    factor = min(1.0, width_mm / theme.card.width_mm)
    cap = tab.number_cap * factor
    runs_off = tab.runs_off or inset > rules.inside_until
    above = half_line + (tab.number_y - tab.number_cap - origin) * factor
    top = max(rim, inset + rules.gap_upright - above) if runs_off else inset
    fold = {name: top + half_line + (getattr(tab, name) - origin) * factor
            for name in ("number_y", "shape_y", "letter_y", "dots_y", "west_y")}  # fmt: skip
    # the number
    half = rules.number_width * factor / 2
    usual = tab.middle * factor if runs_off else inset + half_line + (tab.middle - origin) * factor
    start = max(inset + rules.gap, usual - half) if runs_off else usual - half
    shown = min(rules.number_end, fan_strip(width_mm, height_mm, fold["number_y"], rules))
    end = min(start + 2 * half, shown - rules.rounding)
    narrow = max((end - start) / (2 * half), rules.min_stretch / tab.number_stretch)
    middle = start + narrow * half
    # the shape, and below it a letter or dots
    line = tab.keyline if theme.is_low else 0.0  # low ink draws shapes by their outlines, half of which lies outside
    widest = max(bounds(shape.d).width * shape.tab_size for shape in theme.shapes.values()) * factor
    bottom = fold["shape_y"] + widest / 2
    shape_start = inset + rules.gap + line / 2 if runs_off else usual - widest / 2
    room = min(rules.shape_end, fan_strip(width_mm, height_mm, bottom, rules)) - line / 2 - shape_start
    tab_size = max(rules.min_tab_shape / widest, min(1.0, room / widest))
    shape_middle = max(tab.shape_middle * factor if runs_off else usual, shape_start + tab_size * widest / 2)
    small = factor * tab_size
    turned = 2 * max(middle, shape_middle) - middle  # the number's middle from the right edge, in the tab there
    clear = rules.gap_upright + half_line
    right = max(
        middle + narrow * half + (tab.rect.right - tab.middle - rules.number_width / 2) * factor,
        turned + narrow * half + clear,
        shape_middle + (tab_size * widest + line) / 2 + clear,
    )
    west = min(tab.west_radius * factor, middle - inset - rules.gap - tab.west_line / 2)
    x = -bleed_mm if runs_off else usual - tab.width * factor / 2
    y = -bleed_mm if runs_off else top + half_line + (tab.y - origin) * factor
    foot = top + half_line + (tab.rect.bottom - origin) * factor
    laid = tab.changed(
        **fold, x=x, y=y, width=right - x if runs_off else tab.width * factor, height=foot - y,
        radius=tab.radius * factor, runs_off=runs_off, number_cap=cap, number_stretch=tab.number_stretch * narrow,
        number_x=middle, shape_x=shape_middle, letter_cap=max(tab.letter_cap * factor, rules.min_cap),
        dot_pitch=tab.dot_pitch * small, dot_radius=tab.dot_radius * small, west_radius=west,
        west_cap=max(rules.min_cap, tab.west_cap * west / tab.west_radius),
    )  # fmt: skip
    return laid, tab_size


def _shape(shape: ThemeShape, middle: float, small: float, rules: LayoutRules) -> ThemeShape:
    """The number in a smaller shape is smaller still, since it keeps the same distance from the outline."""
    cap = shape.number_cap_mm * middle - max(0.0, 1 - middle) * rules.number_clearance / rules.number_reach
    return replace(
        shape,
        center_size=shape.center_size * middle,
        tab_size=shape.tab_size * small,
        number_y_mm=shape.number_y_mm * middle,
        number_cap_mm=cap,
    )


def _stage(laid: Theme, theme: Theme, middle: float, small: float) -> Theme:
    """The middle of the card and the joker's corners. Lines get thinner on small cards, never thicker on large ones."""
    center, joker = theme.center, theme.joker
    thin = min(1.0, max(middle, 0.75))
    above = theme.card.height_mm / 2 - center.y
    factor = laid.tab.number_cap / theme.tab.number_cap

    def in_tab(y: float) -> float:
        return laid.tab.number_y + (y - theme.tab.number_y) * factor

    return replace(
        laid,
        center=center.changed(
            y=laid.card.height_mm / 2 - above * middle, keyline=center.keyline * thin, step=center.step * middle,
            layer_gap=center.layer_gap * max(0.7, min(1.0, middle)),
            layer_line=center.layer_line * thin, unknown_line=max(0.25, center.unknown_line * thin),
            ring_gap=center.ring_gap * middle, ring_width=center.ring_width * middle,
            ring_keyline=center.ring_keyline * thin,
        ),
        joker=joker.changed(
            star_radius=joker.star_radius * middle, keyline=joker.keyline * thin,
            disc_radius=joker.disc_radius * middle, letter_cap=joker.letter_cap * middle,
            tab_star_y=in_tab(joker.tab_star_y), tab_star_radius=joker.tab_star_radius * small,
            tab_letters_y=in_tab(joker.tab_letters_y), tab_letters_pitch=joker.tab_letters_pitch * factor,
            tab_letters_cap=max(joker.tab_letters_cap * factor, laid.rules.min_cap if laid.rules else 0.0),
        ),
    )  # fmt: skip


def _foot(laid: Theme, theme: Theme, rules: LayoutRules, middle: float, corner: float, inset: float) -> Theme:
    """What a wild stands for lies between the stack and the name, as on the usual card; a name is never smaller."""
    name, hint, height = theme.caption, theme.hint, laid.card.height_mm
    cap = max(name.cap * corner, rules.min_name_cap)
    baseline = height - max((theme.card.height_mm - name.y) * corner, inset + rules.gap_upright)
    reach = rules.stack_reach
    usual_top, usual_room = theme.center.y + reach, name.y - name.cap - theme.center.y - reach
    top = laid.center.y + reach * middle
    room = baseline - cap - top
    return replace(
        laid,
        caption=name.changed(y=baseline, cap=cap),
        hint=hint.changed(
            y=top + (hint.y - usual_top) / usual_room * room,
            row_pitch=hint.row_pitch * min(middle, room / usual_room), pitch=hint.pitch * middle,
            dot_radius=hint.dot_radius * middle, shape_size=hint.shape_size * middle,
            number_cap=hint.number_cap * middle, line=hint.line * min(1.0, max(0.75, middle)),
        ),
    )  # fmt: skip
