"""What a deck costs in ink."""

import numpy as np
import pytest

from tests.makers.prints import kept_files
from tests.readers.pixels import ONE_OF_EACH_INDEX, ink, pixels, rasterize
from tests.walks import slow_but
from tt_print import draw_face, find_theme
from tt_print.deck import FULL
from tt_print.faces.back import draw_back
from tt_print.games import game_names
from tt_print.paper.plan import find_card_size
from tt_print.templates import read_toml

INK_STYLES = ("color", "low")


def mean_cover(cards, style: str, indices: int) -> float:
    found = find_theme(style, indices)
    return 100 * float(np.mean([ink(pixels(draw_face(card, found))).mean() for card in cards]))


@pytest.mark.parametrize("cards", slow_but([(ONE_OF_EACH_INDEX,)], [(FULL,)]), ids=len)
def test_faces_take_at_most_18_percent_and_less_in_low_ink(cards):
    """`docs/print-shops.md` says 18%."""
    color, low, fewer = (mean_cover(cards, style, indices) for style, indices in (("color", 4), ("low", 4), ("low", 2)))
    assert color <= 18.4 and low <= 12.0 and fewer < low < color


@pytest.mark.parametrize("size", ["standard", "poker", "bridge", "mini", "tarot"])
def test_a_back_printed_at_home_takes_at_most_9_percent(size):
    card = find_card_size(size)
    color, low = (pixels(draw_back(find_theme(style), card.width_mm, card.height_mm)) for style in ("color", "low"))
    assert 100 * ink(color).mean() <= 9
    assert 100 * ink(low).mean() <= 9 and (low == low[..., :1]).all()


@pytest.mark.parametrize("game", slow_but(["craziness"], game_names()))
def test_a_cover_in_low_ink_takes_at_most_16_percent(game):
    files = kept_files(f"booklet {game} --paper a4 --ink low").files
    (book,) = (data for name, data in files.items() if name.endswith("-read.pdf"))
    assert 100 * ink(np.asarray(rasterize(book, 0, 100))).mean() <= 16


def test_the_colors_of_a_low_ink_band_are_about_equally_light():
    """The strip below the title of a score sheet: hatches are fine enough that none is a dark block or nearly bare; black is black."""
    table, per_mm = read_toml("scoresheets/page.toml"), 300 / 25.4
    page = np.asarray(rasterize(kept_files("scoresheet casino --paper a4 --ink low").pdf, 0, 300)).mean(axis=2)
    left, top, pitch = (
        table["margin"], table["margin"] + table["band_y"], (page.shape[1] / per_mm - 2 * table["margin"]) / 5,
    )  # fmt: skip
    rows = slice(round((top + 0.4) * per_mm), round((top + table["band_height"] - 0.4) * per_mm))
    columns = [
        slice(round((left + i * pitch + 1) * per_mm), round((left + (i + 1) * pitch - 1) * per_mm)) for i in range(5)
    ]
    levels = [page[rows, across].mean() for across in columns]
    assert min(levels[:4]) > 180 and max(levels[:4]) < 225 and np.ptp(levels[:4]) < 25, levels
    assert levels[4] < 20
