"""`--dpi`: the service's canvas at every density that it takes, to the pixel; and a folder tells at which one it was made."""

import io
import json
import re
import struct
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from PIL import Image

from tests.commands import ROOT, tt
from tests.makers.exports import bring_profile, exported, job, refusal
from tests.makers.press_files import made
from tests.readers.png import chunks
from tests.walks import walk

# The canvas that MakePlayingCards takes, as its customers and their programs upload it.
CANVASES = {
    "poker": {300: (822, 1122), 600: (1644, 2244), 800: (2192, 2992), 1200: (3288, 4488)},
    "standard": {300: (816, 1110), 600: (1632, 2220), 800: (2176, 2960), 1200: (3264, 4440)},
    "bridge": {300: (747, 1122), 600: (1494, 2244), 800: (1992, 2992), 1200: (2988, 4488)},
}
FRONT, BACK = "fronts/001-RC1.png", "back/back.png"
SMALL = {"deck": "west", "product": "standard", "chits": False}


@cache
def few(dpi=None):
    """Two fronts and the back at a density."""
    one = job("mpc", **SMALL, dpi=dpi)
    files = made(replace(one, fronts=one.fronts[:2]))
    return {name: files[name] for name in (FRONT, "fronts/002-RC2.png", BACK)}


@walk("profile, product", [(profile, product) for profile in ("mpc", "printerstudio") for product in CANVASES])
def test_file_trim_and_safe_area_are_as_many_times_as_large(profile, product):
    usual = job(profile, product=product).product
    for dpi, size in CANVASES[product].items():
        box, times = job(profile, product=product, dpi=dpi).product, dpi / 300
        assert box.file_px == size and box.dpi == dpi
        for area in ("trim", "safe"):
            before, after = ([edge * one.dpi / 25.4 for edge in getattr(one, area).edges] for one in (usual, box))
            assert after == pytest.approx([times * edge for edge in before])
        assert (box.width_mm, box.height_mm) == pytest.approx((usual.width_mm, usual.height_mm))


def test_at_600_dpi_a_card_is_the_same_picture_in_twice_the_pixels():
    """By Pillow and numpy: the size, dots a meter, and four pixels in the place of one."""
    for name, data in few(600).items():
        parts = dict(chunks(data))
        assert struct.unpack(">II", parts["IHDR"][:8]) == (1632, 2220)
        assert struct.unpack(">IIB", parts["pHYs"]) == (23622, 23622, 1)  # 600 / 0.0254
        large = Image.open(io.BytesIO(data)).reduce(2)
        usual = Image.open(io.BytesIO(few()[name]))
        apart = abs(np.asarray(large, dtype=int) - np.asarray(usual, dtype=int))
        assert large.size == usual.size and apart.mean() < 1


@pytest.mark.slow
def test_an_export_says_its_density_in_its_name_and_its_manifest(capsys, tmp_path):
    made_it = tt(capsys, "export", "--for", "mpc", "--product", "standard", "--deck", "west", "--dpi", "600", "--no-chits", "--out", tmp_path)  # fmt: skip
    folder = tmp_path / "export/mpc-standard-west-no-chits-600-dpi"
    assert made_it.status == 0 and "63 x 88 mm at 600 dpi" in made_it.out, made_it.err
    assert json.loads((folder / "manifest.json").read_text("utf-8"))["facts"]["dpi"] == 600


def test_the_usual_density_leaves_the_name_as_it_is():
    assert job("mpc", **SMALL, dpi=300).stem == job("mpc", **SMALL).stem == "mpc-standard-west-no-chits"
    assert job("mpc", **SMALL, dpi=300).facts() == job("mpc", **SMALL).facts()
    assert len({job("mpc", **SMALL, dpi=dpi).stem for dpi in CANVASES["standard"]}) == len(CANVASES["standard"])
    assert job("tgc", deck="west", dpi=300).stem == "tgc-poker-west"


@pytest.mark.slow
def test_a_face_at_1200_dpi_is_far_below_the_limit_of_the_service():
    """32 MB at MakePlayingCards."""
    assert all(len(data) < 1_600_000 for data in few(1200).values())


@pytest.mark.slow
def test_a_block_for_a_cutter_at_600_dpi_is_as_many_inches():
    assert job("cricut", deck="west", dpi=600).stem == "cricut-bridge-west-600-dpi"
    small, files = (exported("cricut", deck="west", product="mini", chits=False, **more) for more in ({}, {"dpi": 600}))
    blocks = [name for name in files if name.endswith(".png")]
    (width, height), (wide, high) = (Image.open(io.BytesIO(held[blocks[0]])).size for held in (files, small))
    assert abs(width - 2 * wide) <= 1 and abs(height - 2 * high) <= 1  # of millimeters, so each is rounded by itself
    assert files["cut.svg"] == small["cut.svg"]


def test_a_profile_of_ones_own_says_its_densities():
    text = (ROOT / "templates/export/mpc.toml").read_text(encoding="utf-8")
    assert "\ndpi = [300, 600, 800, 1200]" in text
    own = re.sub(r"also = .*\n", "", text)
    bring_profile(own.replace("[300, 600, 800, 1200]", "[300, 600]"))
    assert "corner takes 300 and 600 dpi" in refusal("--for", "corner", "--dpi", "800")
    bring_profile(own.replace("[300, 600, 800, 1200]", "[]"))
    assert "corner takes 300 dpi" in refusal("--for", "corner", "--dpi", "800")


def test_more_bytes_than_an_export_may_have_are_refused_before_they_are_zipped(monkeypatch):
    monkeypatch.setattr("tt_print.export.job.MAX_EXPORT_BYTES", 10_000)
    assert "fewer --copies, or choose a smaller --dpi" in refusal("--for", "tuckbox", "--paper", "a4")
