"""`--dpi`: the service's canvas at every density that it takes, to the pixel; and a folder tells at which one it was made."""

import io
import json
import re
import struct
import threading
from functools import cache

import numpy as np
import pytest
from PIL import Image

from tests.commands import tt
from tests.makers.exports import findings, job, made, redrawn, rules, silent
from tests.render.test_png import chunks
from tt_print.errors import InputError, TemplateError
from tt_print.export.check import check_files
from tt_print.export.job import Choices, make_job
from tt_print.export.profiles import find_profile, parse_profile
from tt_print.export.raster import on_all_cores, render_pages, room_for

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
    """Two fronts and the back at a density, as somebody would hand them on, without a manifest."""
    one = job("mpc", **SMALL, dpi=dpi)
    fronts = [drawing for _, drawing in one.pages()][:2]
    pictures = render_pages([*fronts, one.back], one.product.box, silent)
    return dict(zip((FRONT, "fronts/002-RC2.png", BACK), pictures, strict=True))


@pytest.mark.parametrize("profile", ["mpc", "printerstudio"])
@pytest.mark.parametrize("product", CANVASES)
def test_file_trim_and_safe_area_are_as_many_times_as_large(profile, product):
    offered = find_profile(profile)
    usual = offered.find_product(product)
    assert offered.densities(usual) == tuple(CANVASES[product])
    for dpi, size in CANVASES[product].items():
        box, times = usual.at(dpi).box, dpi / 300
        assert box.file_px == size and box.dpi == dpi
        for area in ("trim", "safe"):
            before, after = ([edge * one.dpi / 25.4 for edge in getattr(one, area).edges] for one in (usual.box, box))
            assert after == pytest.approx([times * edge for edge in before])
        assert (box.width_mm, box.height_mm) == pytest.approx((usual.box.width_mm, usual.box.height_mm))


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
def test_an_export_says_its_density_in_its_name_its_manifest_and_its_check(capsys, tmp_path):
    made_it = tt(capsys, "export", "--for", "mpc", "--product", "standard", "--deck", "west", "--dpi", "600", "--no-chits", "--out", tmp_path)  # fmt: skip
    folder = tmp_path / "export/mpc-standard-west-no-chits-600-dpi"
    assert made_it.status == 0 and "63 x 88 mm at 600 dpi" in made_it.out, made_it.err
    assert json.loads((folder / "manifest.json").read_text("utf-8"))["facts"]["dpi"] == 600
    checked = tt(capsys, "export", "--check", folder)
    assert checked.status == 0 and "at 600 dpi." in checked.out
    alone = json.loads(tt(capsys, "export", "--check", folder / BACK, "--for", "mpc", "--product", "standard", "--json").out)  # fmt: skip
    assert (alone["passed"], alone["dpi"]) == (True, 600)
    asked = tt(capsys, "export", "--check", folder, "--dpi", "300")
    assert asked.status == 1 and "1632 x 2220 pixels, the whole picture at 600 dpi; wanted: 300 dpi" in asked.out
    elsewhere = tt(capsys, "export", "--check", folder, "--for", "printshop", "--dpi", "600")
    assert elsewhere.status == 2 and "takes no --dpi" in elsewhere.err


def test_the_usual_density_leaves_name_and_bytes_as_they_are():
    assert job("mpc", **SMALL, dpi=300).stem == job("mpc", **SMALL).stem == "mpc-standard-west-no-chits"
    assert job("mpc", **SMALL, dpi=300).facts() == job("mpc", **SMALL).facts()
    stems = {job("mpc", **SMALL, dpi=dpi).stem for dpi in CANVASES["standard"]}
    assert len(stems) == len(CANVASES["standard"])


@pytest.mark.parametrize("dpi", [300, 600, 800, pytest.param(1200, marks=pytest.mark.slow)])
def test_pictures_without_a_manifest_are_known_by_their_size(dpi):
    profile = find_profile("mpc")
    checked = check_files(profile, profile.find_product("standard"), few(dpi))
    assert (checked.findings, checked.dpi) == ([], dpi)


def test_a_whole_card_of_another_density_is_no_card_of_a_wrong_size():
    (found,) = findings("mpc", {**few(), FRONT: few(600)[FRONT]}, "standard")
    assert (found.rule, found.where, found.actual) == ("dpi", FRONT, "1632 x 2220 pixels, the whole picture at 600 dpi")
    assert found.expected == "300 dpi, which is 816 x 1110 pixels"
    shrunk = redrawn(few()[FRONT], lambda image: image.resize((408, 555)), dpi=(150, 150))
    (found,) = findings("mpc", {**few(), FRONT: shrunk}, "standard")
    assert (found.rule, found.actual) == ("dpi", "408 x 555 pixels, the whole picture at 150 dpi")
    for size in ((816, 1111), (1632, 2221), (1644, 2244)):
        other = redrawn(few()[FRONT], lambda image, size=size: image.resize(size))
        assert rules(findings("mpc", {**few(), FRONT: other}, "standard")) == {"pixels"}, size


def test_the_game_crafter_takes_its_own_pixels_alone():
    with pytest.raises(
        InputError, match="--dpi 600: tgc takes 300 dpi. It wants exactly the pixels .* Leave out --dpi"
    ):
        make_job(Choices("tgc", dpi=600))
    assert job("tgc", deck="west", dpi=300).stem == "tgc-poker-west"
    double = redrawn(
        made("tgc", product="mini", deck="west", chits=False).files[BACK],
        lambda image: image.resize((1200, 1650)),
        dpi=(600, 600),
    )
    (found,) = findings("tgc", {BACK: double}, "mini")
    assert (found.rule, found.expected) == ("dpi", "300 dpi, which is 600 x 825 pixels")


@pytest.mark.parametrize(("profile", "said"), [
    ("mpc", "--dpi 450: mpc takes 300, 600, 800 and 1200 dpi. Type for example: --dpi 600"),
    ("cricut", "--dpi 450: cricut takes 300 and 600 dpi."),
    ("printshop", "printshop takes no --dpi, for its files are drawn in lines and areas"),
    ("tuckbox", "as sharp at any density"),
    ("virtual", "virtual takes no --dpi, for its sheets are as large as --max-px says"),
])  # fmt: skip
def test_a_density_that_is_not_taken_is_told_with_those_that_are(profile, said):
    with pytest.raises(InputError, match=re.escape(said)):
        make_job(Choices(profile, dpi=450))


# Rules hold at every density


def test_a_file_says_the_density_that_it_has():
    front = redrawn(few(600)[FRONT], lambda image: image, dpi=(300, 300))
    (found,) = findings("mpc", {**few(600), FRONT: front}, "standard")
    assert (found.rule, found.actual, found.expected) == ("dpi", "it says 299.999 x 299.999 dpi", "600 dpi")


@pytest.mark.slow
def test_a_file_above_the_limit_of_the_service_is_told_before_it_is_handed_over():
    """32 MB at MakePlayingCards; a face of ours at 1200 dpi has a fortieth of that."""
    large = few(1200)[FRONT] + bytes(32_000_000)
    assert all(len(data) < 1_600_000 for data in few(1200).values())
    assert "file size" in rules(findings("mpc", {**few(1200), FRONT: large}, "standard"))


def test_a_manifest_with_a_density_that_nobody_offers_is_not_believed():
    def told(profile, files, dpi):
        facts = {"profile": "mpc", "product": "standard", "deck": "west", "dpi": dpi}
        return findings(profile, {**files, "manifest.json": json.dumps({"facts": facts}).encode()}, "poker")

    for dpi in (450, 0, -300, 10**9, True):
        assert any("mpc takes 300, 600, 800 and 1200" in finding.actual for finding in told("mpc", few(), dpi)), dpi
    # a service that has no such density holds them to its own pixels, whatever the other one takes
    assert "profile" in rules(told("tgc", few(600), 600))


# Memory


def test_large_pictures_wait_in_small_numbers():
    """Five cards at 1200 dpi are 220 MB; how many cores there are makes no difference."""
    assert room_for((3288, 4488)) == 5 and room_for((822, 1122)) > 64 and room_for((20_000, 20_000)) == 1
    alive, most, lock = 0, 0, threading.Lock()

    def pictures():
        nonlocal alive, most
        for number in range(40):
            with lock:
                alive += 1
                most = max(most, alive)
            yield number

    def work(number):
        nonlocal alive
        with lock:
            alive -= 1
        return number

    assert on_all_cores(work, pictures(), workers=16, max_waiting=3) == list(range(40))
    assert most <= 4  # three that wait, and the one that is being drawn


# Other kinds


@pytest.mark.slow
def test_a_block_for_a_cutter_at_600_dpi_is_as_many_inches():
    usual, fine = (job("cricut", deck="west", dpi=dpi) for dpi in (None, 600))
    assert fine.stem == "cricut-bridge-west-600-dpi"
    files = made("cricut", deck="west", product="mini", chits=False, dpi=600).files
    blocks = {name: data for name, data in files.items() if name.endswith(".png")}
    sizes = {Image.open(io.BytesIO(data)).size for data in blocks.values()}
    small = made("cricut", deck="west", product="mini", chits=False).files
    before = {Image.open(io.BytesIO(small[name])).size for name in blocks}
    ((width, height),), ((wide, high),) = sizes, before
    assert abs(width - 2 * wide) <= 1 and abs(height - 2 * high) <= 1  # of millimeters, so each is rounded by itself
    assert files["cut.svg"] == small["cut.svg"] and usual.product.box.trim == fine.product.box.trim
    mixed = {**small, "blocks/block-01.png": files["blocks/block-01.png"]}
    mixed = {name: data for name, data in mixed.items() if name != "manifest.json"}
    (found,) = (finding for finding in findings("cricut", mixed, "mini"))
    assert (found.rule, found.where) == ("dpi", "blocks/block-01.png")


# Profiles of one's own


OWN = """
title = "Corner shop"
suits = "You."
kind = "pictures"
product = "poker"
dpi = {dpi}
how_to = ["Corner shop"]
[products.poker]
title = "poker"
dpi = 300
file_px = [822, 1122]
trim_px = [750, 1050]
safe_px = {safe}
[checks]
formats = ["PNG"]
"""


def test_a_profile_of_ones_own_says_its_densities():
    own = parse_profile("corner", OWN.format(dpi="[300, 600]", safe="[678, 978]"), "corner.toml")
    assert own.densities(own.find_product()) == (300, 600)
    assert own.sized(own.find_product(), 600).box.file_px == (1644, 2244)
    alone = parse_profile("corner", OWN.format(dpi="[]", safe="[678, 978]"), "corner.toml")
    assert alone.densities(alone.find_product()) == (300,)


@pytest.mark.parametrize(("dpi", "safe", "said"), [
    ("[600]", "[678, 978]", "dpi is without 300, for which poker has its figures"),
    ("[300, 300]", "[678, 978]", "dpi names a density twice"),
    ("[300, 450]", "[677, 978]", "677 x 978 pixels at 300 dpi are no whole number of pixels at 450 dpi"),
    ("[300, 0]", "[678, 978]", "dpi is 1 to 2400"), ("[300, 9999]", "[678, 978]", "dpi is 1 to 2400"),
    ("300", "[678, 978]", "dpi must be"), ("[300, 600.5]", "[678, 978]", "dpi"),
])  # fmt: skip
def test_densities_that_cannot_be_are_told_with_the_file(dpi, safe, said):
    with pytest.raises(TemplateError, match=r"corner.toml, line \d+") as told:
        parse_profile("corner", OWN.format(dpi=dpi, safe=safe), "corner.toml")
    assert said in str(told.value)


# The deck at home


def test_pictures_of_the_deck_at_600_dpi(capsys, tmp_path):
    ran = tt(capsys, "deck", "--only", "RH3", "--png", "--dpi", "600", "--out", tmp_path)
    assert ran.status == 0, ran.err
    with Image.open(tmp_path / "png-standard-600-dpi/RH3.png") as picture:
        assert picture.size == (1488, 2079)  # 63 x 88 mm
        assert picture.info["dpi"] == pytest.approx((600, 600), abs=0.05)


@pytest.mark.parametrize(("words", "said"), [
    ("deck --dpi 600", "--dpi is for the pictures of --png"),
    ("deck --png --dpi 450", "--dpi 450: --png takes 300, 600 or 1200"),
])  # fmt: skip
def test_a_density_of_the_deck_that_counts_nowhere_is_refused(capsys, tmp_path, words, said):
    ran = tt(capsys, *words.split(), "--out", tmp_path)
    assert ran.status == 2 and said in ran.err and not list(tmp_path.iterdir())


def test_more_bytes_than_an_export_may_have_are_refused_before_they_are_zipped(monkeypatch):
    from tt_print.export import folder, make

    assert make.MAX_EXPORT_BYTES < folder.MAX_BYTES  # what we make, --check reads
    monkeypatch.setattr(make, "MAX_EXPORT_BYTES", 100_000)
    with pytest.raises(InputError, match="fewer --copies, or choose a smaller --dpi"):
        make.make_files(job("mpc", **SMALL), silent)
