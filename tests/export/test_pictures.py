"""Pictures for print services: exact pixels, nothing outside the safe area, backs to the edge; and each rule can fail."""

import io
import struct
import zipfile

import numpy as np
import pytest
from PIL import Image

from tests.makers.exports import findings, job, made, redrawn, rules, silent
from tests.render.test_png import chunks
from tt_print.export.raster import on_all_cores, render_pages

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


def west(profile="mpc", product="poker", **choices):
    return made(profile, product=product, deck="west", **choices)


FAST = {("mpc", "poker"), ("tgc", "mini")}


@pytest.mark.parametrize(("profile", "product", "ink"), [
    *(pytest.param(*key, "color", marks=[] if key in FAST else pytest.mark.slow) for key in PIXELS),
    pytest.param("mpc", "standard", "low", marks=pytest.mark.slow),
])  # fmt: skip
def test_each_picture_is_what_the_service_counts(profile, product, ink):
    """Every face of the West deck and the back, by numpy: pixels, density, and nothing loose outside the safe area."""
    (width, height), (safe_wide, safe_high) = PIXELS[profile, product]
    files = west(profile, product, ink_style=ink).files
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


def test_the_back_goes_on_through_the_bleed():
    """A repeat further in, the same picture: the pattern in the bleed is the pattern of the card, on all four sides."""
    for ink in ("color", "low"):
        box = job("mpc", product="poker", deck="west", ink_style=ink).product.box
        grey = np.asarray(Image.open(io.BytesIO(west(ink_style=ink).files[BACK])).convert("L"), dtype=int)
        across, down = (
            750 / 2,
            1050 / 6,
        )  # the lattice comes again after ten of its 20 steps across, and five of its 30 down
        assert (box.trim.width, box.trim.height) == pytest.approx((63.5, 88.9))
        for axis, repeat in ((1, across), (0, down)):
            step = round(repeat)
            one, other = grey.take(range(36), axis), grey.take(range(step, step + 36), axis)
            assert np.abs(one - other).mean() < 6
            length = grey.shape[axis]
            one, other = (grey.take(range(end - 36, end), axis) for end in (length, length - step))
            assert np.abs(one - other).mean() < 6


def test_names_are_in_upload_order_and_the_zip_holds_the_same(tmp_path):
    result = west()
    names = [name for name in result.files if name.startswith("fronts/")]
    assert names == sorted(names) and names[0] == FRONT and names[-1] == "fronts/030-chit-number.png"
    assert len({name.split("-")[0] for name in names}) == 30
    path = tmp_path / "deck.zip"
    path.write_bytes(result.archive)
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        assert {name: archive.read(name) for name in archive.namelist()} == dict(result.files)
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_two_copies_are_every_card_twice_and_the_chits_once():
    fronts = [name for name in west(copies=2).files if name.startswith("fronts/")]
    assert len(fronts) == 2 * 27 + 3
    files = west(copies=2).files
    assert files["fronts/001-RC1.png"] == files["fronts/028-RC1.png"]


def test_the_number_of_workers_changes_no_byte():
    one = job("mpc", product="poker", deck="west")
    drawings = [drawing for _, drawing in one.pages()][:6]
    each = [render_pages(drawings, one.product.box, silent, workers) for workers in (1, 2, 5)]
    assert each[0] == each[1] == each[2] and len(set(each[0])) == 6


def test_work_keeps_its_order_and_waits_for_no_more_than_it_must():
    """At most two items a worker are alive, so that memory does not grow with the deck."""
    alive, most = 0, 0

    def items():
        nonlocal alive, most
        for number in range(40):
            alive += 1
            most = max(most, alive)
            yield number

    def done():
        nonlocal alive
        alive -= 1

    assert on_all_cores(lambda n: n * n, items(), 3, done) == [n * n for n in range(40)]
    assert most <= 2 * 3


# Each rule, broken on purpose


def broken(name, data):
    """The rules that this one file breaks."""
    return rules(findings("mpc", {name: data}))


def test_an_export_as_it_is_made_breaks_no_rule():
    files = west().files
    assert broken(FRONT, files[FRONT]) == set()
    assert findings("mpc", files) == []


@pytest.mark.parametrize(("rule", "name", "change", "options"), [
    ("pixels", FRONT, lambda image: image.resize((823, 1122)), {}),
    ("pixels", FRONT, lambda image: image.crop((0, 0, 822, 1121)), {}),
    ("pixels", BACK, lambda image: image.resize((825, 1125)), {}),  # the other service's size
    ("dpi", FRONT, lambda image: image, {"dpi": (299, 300)}),
    ("dpi", BACK, lambda image: image, {"dpi": None}),
    ("color", FRONT, lambda image: image.convert("RGBA"), {}),
    ("color", FRONT, lambda image: image.quantize(256, dither=Image.Dither.NONE), {}),
    ("color", FRONT, lambda image: image.convert("CMYK"), {"format": "JPEG"}),
    ("format", FRONT, lambda image: image, {"format": "GIF"}),
], ids=lambda value: value if isinstance(value, str) else "")  # fmt: skip
def test_a_picture_that_breaks_a_rule_is_found(rule, name, change, options):
    assert broken(name, redrawn(west().files[name], change, **options)) == {rule}


def test_a_file_that_is_damaged_cut_short_or_too_large_is_found():
    data = west().files[FRONT]
    flipped = data[:400] + bytes([data[400] ^ 255]) + data[401:]
    (unknown,) = findings("mpc", {FRONT: b"GIF89a" + bytes(20)})
    assert unknown.actual == "no whole picture (neither PNG nor JPEG)"
    assert broken(FRONT, flipped) == {"format"} == broken(FRONT, data[:-300]) == broken(FRONT, b"")
    assert broken(FRONT, data + bytes(32_000_000)) == {"file size"}


def test_what_pictures_are_together_is_checked_too():
    files, facts = dict(west().files), job("mpc", product="poker", deck="west").facts()

    def check(**changes):
        other = {name: data for name, data in files.items() if changes.get(name, data) is not None}
        return rules(findings("mpc", other | {k: v for k, v in changes.items() if v is not None}, "poker", facts))

    for name in ("fronts/030-chit-number.png", "fronts/004-RH1.png", BACK):
        assert check(**{name: None}) == {"files"}
    assert check(**{"fronts/holiday.png": files[FRONT]}) == {"files"} == check(**{"notes.txt": b"hello"})
    swapped = dict(files) | {"fronts/001-RC2.png": files["fronts/002-RC2.png"], "fronts/002-RC1.png": files[FRONT]}
    del swapped[FRONT], swapped["fronts/002-RC2.png"]
    assert rules(findings("mpc", swapped, "poker", facts)) == {"files"}


def test_pictures_from_elsewhere_are_known_by_their_numbers_in_any_folder():
    ours = {name: data for name, data in west().files.items() if name.startswith(("fronts/", "back/"))}
    theirs = {f"my deck/{name.rpartition('/')[2]}": data for name, data in ours.items()}
    assert findings("mpc", theirs) == []
    lost = {name: data for name, data in theirs.items() if "004-" not in name}
    assert rules(findings("mpc", lost)) == {"files"}
    found = findings("mpc", theirs | {"copy/back.png": theirs["my deck/back.png"]})
    assert [(finding.where, finding.actual) for finding in found] == [
        ("copy/back.png", "there is my deck/back.png as well")
    ]


def test_the_manifest_tells_what_changed():
    files = dict(west().files)
    assert rules(findings("mpc", files | {"HOW-TO.txt": b"nothing"})) == {"manifest"}
    assert "manifest" in rules(findings("mpc", {k: v for k, v in files.items() if k != "HOW-TO.txt"}))
    assert findings("printerstudio", files)[0].rule == "profile"
    assert rules(findings("mpc", files | {"manifest.json": b"[]"})) == {"manifest"}


def test_a_jpeg_is_taken_too():
    jpeg = redrawn(west().files[FRONT], lambda image: image, format="JPEG", quality=90)
    assert findings("mpc", {"001-RC1.jpg": jpeg}) == []


@pytest.mark.slow
@pytest.mark.parametrize(("profile", "product"), PIXELS)
def test_the_whole_deck_passes_its_own_check(profile, product):
    result = made(profile, product=product, extras=True, indices=2)
    assert len([name for name in result.files if name.startswith("fronts/")]) == 125 + 2 + 3 + 3
