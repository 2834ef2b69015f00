"""Pictures for print services: exact pixels, nothing outside the safe area, backs to the edge."""

import io
import struct
import zipfile

import numpy as np
import pytest
from PIL import Image

from tests.makers.exports import exported
from tests.readers.png import chunks
from tests.walks import slow_but, walk
from tt_print.draw.pixels import on_all_cores, room_for

# MPC: 36 pixels of bleed, safe 36 within the trim (its own 63 x 88 template: 684 x 981); TGC: 37.5 and 37.5.
# (file, safe), as public projects and the services' templates have them.
PIXELS = {
    ("mpc", "poker"): ((822, 1122), (678, 978)), ("mpc", "standard"): ((816, 1110), (684, 981)),
    ("mpc", "bridge"): ((747, 1122), (603, 978)),
    ("printerstudio", "poker"): ((822, 1122), (678, 978)), ("printerstudio", "standard"): ((816, 1110), (684, 981)),
    ("tgc", "poker"): ((825, 1125), (675, 975)), ("tgc", "bridge"): ((750, 1125), (600, 975)),
    ("tgc", "mini"): ((600, 825), (450, 675)),
}  # fmt: skip
FRONT, BACK = "fronts/001-RC1.png", "back/back.png"


EACH = [(*key, "color") for key in PIXELS]


@pytest.mark.parametrize(("profile", "product", "ink"), slow_but([EACH[1]], [*EACH, ("mpc", "standard", "low")]))
def test_each_picture_is_what_the_service_counts(profile, product, ink):
    """Every face of the West deck and the back, by numpy: pixels, density, and nothing loose outside the safe area."""
    (width, height), (safe_wide, safe_high) = PIXELS[profile, product]
    files = exported(profile, deck="west", product=product, **({"ink": "low"} if ink == "low" else {}))
    pictures = {name: data for name, data in files.items() if name.startswith(("fronts/", "back/"))}
    assert len(pictures) == 27 + 3 + 1  # cards, chits, the back
    across, down = (width - safe_wide) / 2, (height - safe_high) / 2
    for name, data in pictures.items():
        parts = dict(chunks(data))
        assert struct.unpack(">IIBB", parts["IHDR"][:10]) == (width, height, 8, 2)
        assert struct.unpack(">IIB", parts["pHYs"]) == (11811, 11811, 1)
        if name != BACK:
            pixels = np.asarray(Image.open(io.BytesIO(data)))
            left, top = int(across), int(down)
            for side in (pixels, pixels[:, ::-1], pixels.swapaxes(0, 1), pixels[::-1].swapaxes(0, 1)):
                depth = left if side.shape[1] == width else top
                assert (side[:, :depth] == side[:, depth - 1 : depth]).all(), name  # it runs straight on to the edge
            if "chit" not in name:  # and what matters on a face begins within a millimeter and a half of the safe area
                grey = pixels.mean(axis=2)
                columns, rows = (np.nonzero((abs(np.diff(grey, axis=1 - a)) > 60).any(axis=a))[0][0] for a in (0, 1))
                assert 0 <= rows + 1 - down < 18 and 0 <= columns + 1 - across < 18, name


@pytest.mark.parametrize("ink", slow_but(["color"], ["color", "low"]))
def test_the_back_goes_on_through_the_bleed(ink):
    """A repeat further in, the same picture: the pattern in the bleed is the pattern of the card, on all four sides."""
    files = exported("mpc", deck="west", **({"ink": "low"} if ink == "low" else {}))
    grey = np.asarray(Image.open(io.BytesIO(files[BACK])).convert("L"), dtype=int)
    for axis, step in ((1, 750), (0, 1050)):  # the pattern comes again after a card
        one, other = grey.take(range(36), axis), grey.take(range(step, step + 36), axis)
        assert np.abs(one - other).mean() < 6
        length = grey.shape[axis]
        one, other = (grey.take(range(end - 36, end), axis) for end in (length, length - step))
        assert np.abs(one - other).mean() < 6


def test_names_are_in_upload_order_and_the_zip_holds_the_same():
    files = exported("mpc", deck="west", product="standard")
    names = [name for name in files if name.startswith("fronts/")]
    assert names == sorted(names) and names[0] == FRONT and names[-1] == "fronts/030-chit-number.png"
    assert len({name.split("-")[0] for name in names}) == 30
    with zipfile.ZipFile(io.BytesIO(files["zip"])) as archive:
        assert archive.testzip() is None
        held = {name: archive.read(name) for name in archive.namelist()}
        assert held == {name: data for name, data in files.items() if name != "zip"}
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


@walk(
    "workers, most_waiting, bound", [(3, 1000, 6), (16, 3, 4), (1, 1000, 2)]
)  # of three that wait and one that is drawn
def test_work_keeps_its_order_and_waits_for_no_more_than_it_must(workers, most_waiting, bound):
    """At most two items a worker are alive, and at most as many as there is room for: memory does not grow with the deck."""
    alive, most = 0, 0  # changed by this thread alone: it makes the items and takes the results

    def items():
        nonlocal alive, most
        for number in range(40):
            alive, most = alive + 1, max(most, alive + 1)
            yield number

    def done():
        nonlocal alive
        alive -= 1

    assert on_all_cores(lambda n: n * n, items(), workers, done, most_waiting) == [n * n for n in range(40)]
    assert most <= bound


def test_large_pictures_wait_in_small_numbers():
    """Five cards at 1200 dpi are 220 MB; how many cores there are makes no difference."""
    assert room_for((3288, 4488)) == 5 and room_for((822, 1122)) > 64 and room_for((20_000, 20_000)) == 1
