"""`tt-print export`: what people type, with mistakes; profiles as data; nothing handed over that breaks a rule."""

import hashlib
import io
import json
import os
import re
import subprocess
import sys
from collections import Counter

import pikepdf
import pytest
from PIL import Image

from tests.commands import ROOT, tt
from tests.makers.exports import PRODUCTS, bring_profile, embedded_fonts, export, exported, job, refusal, type_line
from tests.walks import walk


def test_the_list_of_services_says_whom_each_suits(capsys):
    ran, told = tt(capsys, "list", "services"), json.loads(tt(capsys, "list", "services", "--json").out)["items"]
    assert {one["name"]: " ".join(one["products"]) for one in told} == PRODUCTS
    for service in told:
        assert service["title"] in ran.out and service["suits"] in ran.out and service["suits"].endswith(".")


@walk("name, product", [(name, product) for name, products in PRODUCTS.items() for product in products.split()])
def test_every_product_has_a_safe_area_in_its_trim_and_a_bleed_all_round(name, product):
    box = job(name, product=product, **({"paper": "a4"} if name == "silhouette" else {})).product
    assert 0 <= box.bleed_mm <= 5 and box.safe.left >= box.trim.left
    assert box.width_mm == pytest.approx(box.trim.width + 2 * box.bleed_mm)
    assert box.height_mm == pytest.approx(box.trim.height + 2 * box.bleed_mm)


@walk("name", ["MPC", "makeplayingcards", " mpc ", "MakePlayingCards"])
def test_a_profile_has_more_than_one_name(name):
    assert job(name).stem == "mpc-poker"


TGC = (
    (ROOT / "templates/export/tgc.toml")
    .read_text(encoding="utf-8")
    .replace('title = "The Game Crafter"', 'title = "Corner shop"')
)
TGC = re.sub(r"also = .*\n", "", TGC)


def test_a_new_profile_needs_no_code(tmp_path):
    """A file beside the others: it is listed and made."""
    bring_profile(TGC.replace("[600, 825]", "[620, 845]"))
    ran = type_line("export", "--for", "corner", "--product", "mini", "--deck", "west", "--out", tmp_path)
    assert ran.status == 0 and "Corner shop" in ran.out, ran.err
    data = (tmp_path / "export/corner-mini-west/fronts/001-RC1.png").read_bytes()
    assert (int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")) == (620, 845)


@walk("braces, told", [
    ("{deck}", "how_to has braces that name nothing ('wrong'). There are {product}, {cards}"),
    ("sheet of {paper}", "steps.one_sheet has braces that name nothing ('wrong'). There are {paper}."),
])  # fmt: skip
def test_braces_in_the_steps_that_name_nothing_are_told(braces, told):
    own = (ROOT / "templates/export/tuckbox.toml").read_text(encoding="utf-8")
    bring_profile(re.sub(r"also = .*\n", "", own.replace(braces, re.sub(r"{.*}", "{wrong}", braces))))
    assert f"corner.toml: {told}" in refusal("--for", "corner", "--deck", "west", "--paper", "a4")


DENSITIES = "dpi = [300, 600, 800, 1200]"
GOOD = (ROOT / "templates/export/mpc.toml").read_text(encoding="utf-8")


@walk("old, new, told", [
    ("file_px = [822, 1122]", "file_px = [740, 1122]", ": [products.poker]: the safe area must lie in the trim, the trim in the file."),
    ("file_px = [822, 1122]", "file_px = [850, 1122]", ": [products.poker]: the bleed must be as wide on all four sides."),
    ("dpi = 300", "dpi = 0", ": [products.poker]: dpi is 1 to 2400, and a file 1 to 12000 pixels wide and high."),
    ("file_px = [822, 1122]", "file_px = [822, 1000000000]",
     ": [products.poker]: dpi is 1 to 2400, and a file 1 to 12000 pixels wide and high."),
    ("file_px = [822, 1122]", "file_px = [822, nan]", ": products.poker.file_px: that is no number that can be counted or measured with."),
    (DENSITIES, "dpi = [600]", "dpi is without 300, for which poker has its figures"),
    (DENSITIES, "dpi = [300, 450]", "pixels at 300 dpi are no whole number of pixels at 450 dpi"), (DENSITIES, "dpi = [300, 0]", "dpi is 1 to 2400"),
    (DENSITIES, "dpi = [300, 9999]", "dpi is 1 to 2400"), (DENSITIES, "dpi = 300", "dpi must be"), (DENSITIES, "dpi = [300, 600.5]", "dpi"),
    ('kind = "pictures"', 'kind = ["pictures"]', ": kind ['pictures']; there are pictures, press, cutter, cutter-block, box, table."),
])  # fmt: skip
def test_a_profile_that_lacks_something_names_its_file(old, new, told):
    assert old in GOOD
    path = bring_profile(re.sub(r"also = .*(?=\n)", "", GOOD.replace(old, new, 1)))
    said = refusal("--for", "corner")
    assert path.as_posix() in said and told in said, said


# What goes in


def test_the_deck_is_130_cards_and_what_people_ask_for_changes_it():
    """125 + 2 jokers + 3 chits; West has no jokers; copies repeat cards, not chits; extras are pointers and two text cards."""

    def count(**choices):
        return len(job("mpc", **choices).fronts)

    assert (count(), count(jokers=False), count(chits=False), count(extras=True)) == (130, 128, 127, 133)
    assert (count(deck="west"), count(deck="west", jokers=True), count(deck="squares")) == (30, 32, 69)
    assert count(copies=2) == 2 * 127 + 3
    codes = Counter(front.code for front in job("mpc", copies=2).fronts)
    assert codes["RC1"] == 2 and codes["chit-color"] == 1


def test_each_choice_that_changes_bytes_is_in_the_name():
    stems = {
        "mpc-poker": {}, "mpc-bridge": {"product": "bridge"}, "mpc-poker-west": {"deck": "West"},
        "mpc-poker-no-jokers": {"jokers": False}, "mpc-poker-west-jokers": {"deck": "west", "jokers": True},
        "mpc-poker-no-chits": {"chits": False}, "mpc-poker-extras": {"extras": True}, "mpc-poker-x2": {"copies": 2},
        "mpc-poker-indices-2": {"indices": 2}, "mpc-poker-low": {"ink": "LOW"},
    }  # fmt: skip
    assert [job("mpc", **choices).stem for choices in stems.values()] == list(stems)
    assert job("mpc", jokers=True).stem == "mpc-poker"  # what comes anyway
    assert job("printshop").stem == job("printshop", order="alternating").stem == "printshop-standard"
    assert job("printshop", order="one-back", cut_line=True).stem == "printshop-standard-cut-line-order-one-back"
    assert job("silhouette", paper="a4", marks=4, backs=True).stem == "silhouette-standard-4-marks-backs-a4"
    assert job("tuckbox", paper="a4", thickness="0,3", sleeved=True).stem == "tuckbox-standard-thickness-0.3-sleeved-a4"
    assert job("virtual", max_px=4096).stem == job("virtual").stem == "virtual-standard"


# What people type


def test_it_writes_a_folder_and_a_zip_and_says_what_to_do_next(capsys, tmp_path):
    made = tt(capsys, "export", "--for", "mpc", "--deck", "west", "--product", "standard", "--out", tmp_path)
    place = tmp_path / "export/mpc-standard-west"
    words = ("34 files: MakePlayingCards, ", "West deck, 30 cards in all", "1. At makeplayingcards.com choose")
    assert made.status == 0 and all(each in made.out for each in words) and "Corner figures" not in made.out
    manifest = json.loads((place / "manifest.json").read_text(encoding="utf-8"))
    for name, listed in manifest["files"].items():
        assert hashlib.sha256((place / name).read_bytes()).hexdigest() == listed["sha256"]
    written = {p.relative_to(place).as_posix() for p in place.rglob("*") if p.is_file()}
    assert written == {*manifest["files"], "manifest.json"} and "{" not in (place / "HOW-TO.txt").read_text(
        encoding="utf-8"
    )


def test_small_figures_are_told(capsys, tmp_path):
    ran = tt(
        capsys, "export", "--for", "cricut", "--product", "mini", "--deck", "west", "--no-chits", "--out", tmp_path
    )
    assert ran.status == 0 and re.search(r"The corner numbers are 5\.5 mm high\. In a fan, 7 mm", ran.out)


@pytest.mark.slow
@pytest.mark.parametrize("name", PRODUCTS)
def test_every_product_is_made_whole_in_both_inks(name):
    """Read back by Pillow and pikepdf: pictures of the canvas's pixels in 24 bits, pages of the right size with all their fonts.

    The products take turns: each in color, every other one in low ink as well.
    """
    more = {"paper": "a4"} if name in ("silhouette", "tuckbox") else {}
    for index, product in enumerate(PRODUCTS[name].split()):
        for ink in ("color", "low")[: 2 - index % 2]:
            files = export(name, product=product, ink=ink, deck="west", extras=True, **more)
            box = job(name, product=product, **more).product
            for file, data in files.items():
                if file.endswith(".png"):
                    with Image.open(io.BytesIO(data)) as picture:
                        picture.load()
                        assert picture.mode == "RGB" and picture.info["dpi"] == pytest.approx((300, 300), abs=0.05)
                        assert picture.size == box.file_px or name in ("cricut", "virtual"), file
                elif file.endswith(".pdf"):
                    with pikepdf.open(io.BytesIO(data)) as pdf:
                        sizes = {tuple(round(float(v) * 25.4 / 72) for v in page.mediabox[2:]) for page in pdf.pages}
                        assert embedded_fonts(pdf)
                    size = (210, 297) if more else (round(box.width_mm), round(box.height_mm))
                    assert {tuple(sorted(each)) for each in sizes} == {size}, file


def test_a_file_that_is_larger_than_the_service_takes_is_not_handed_over(tmp_path):
    """Nothing reaches the disk, the status is 1, and the rule is named."""
    bring_profile(re.sub(r"also = .*\n", "", GOOD.replace("max_file_bytes = 32_000_000", "max_file_bytes = 10_000")))
    ran = type_line("export", "--for", "corner", "--deck", "west", "--out", tmp_path)
    assert ran.status == 1 and "so nothing was written" in ran.err
    assert re.search(r"fronts/001-RC1\.png: file size: [\d,]+ bytes; wanted: at most 10,000", ran.err), ran.err
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="a system that binds no process to a core")
def test_the_number_of_cores_changes_no_byte():
    choices, cores = {"deck": "west", "product": "mini", "chits": False}, os.sched_getaffinity(0)
    usual = exported("cricut", **choices)
    os.sched_setaffinity(0, {min(cores)})
    try:
        assert export("cricut", **choices) == usual
    finally:
        os.sched_setaffinity(0, cores)


def test_an_error_waits_for_no_drawing_library():
    code = (
        "import sys; from tt_print.cli import run; run(['export', '--for', 'mcp']); run(['list', 'services']);"
        "print(*sorted({m.split('.')[0] for m in sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert not {"reportlab", "PIL", "pypdfium2", "pypdf", "svgwrite"} & set(done.stdout.splitlines()[-1].split())


def test_foreign_options_are_refused_in_the_library_too():
    with pytest.raises(ValueError, match="foreign") as refused:
        job("mpc", url="https://example.org")
    assert refused.value.field == "url"


def test_the_list_offers_a_choice_only_where_there_is_one():
    told = type_line("list", "services").out
    for name, products in PRODUCTS.items():
        first, *others = products.split()
        assert (f"--product {first}, " in told) or not others, name
    assert "--product poker." not in told and "US poker cards, 2.5 x 3.5 in.\n" in told
