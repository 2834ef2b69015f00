"""The README shows today's cards."""

import numpy as np
import pytest
from PIL import Image

from tests.tools.pictures import FOLDER, PICTURES, draw
from tests.walks import slow_but


@pytest.mark.parametrize("name", slow_but(("faces.png", "low-ink.png", "chits.png", "mark.png"), PICTURES))
def test_a_picture_of_the_readme_is_what_the_code_draws(name):
    shown = np.asarray(Image.open(FOLDER / name).convert("RGB"), float)
    drawn = np.asarray(draw(name), float)
    assert shown.shape == drawn.shape, "run: make pictures"
    # the files hold 128 colors, and another version of the renderer may round an edge otherwise
    assert np.abs(shown - drawn).mean() < 1.5, "run: make pictures"


def test_pictures_are_small():
    sizes = [(FOLDER / name).stat().st_size for name in PICTURES]
    assert max(sizes) <= 80_000 and sum(sizes) <= 800_000
    assert {path.name for path in FOLDER.glob("*.png")} == set(PICTURES)
