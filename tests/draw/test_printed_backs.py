"""A picture of one's own on the backs, in every file that has backs: read back with pikepdf, pdfium, poppler, resvg and Pillow."""

import io
import json
import re
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pikepdf
import pytest
import resvg_py
from PIL import Image, ImageChops, ImageCms

from tests.commands import tt
from tests.draw.made import BLUE, GOLD, RED, exif, flood, motif, only_image, photo, print_back, saved
from tests.makers.exports import refusal
from tests.makers.press_files import made, small_job
from tests.makers.prints import Printed
from tests.readers.pixels import opened, rasterize
from tests.readers.validators import run_tool
from tests.readers.verapdf import vera
from tests.walks import slow_but
from tt_print.templates import template_path

TRACES = (b"PhoneMaker", b"Exif\0\0")  # long enough that no packed pixels spell them by chance
NINE = "RC1,RC2,RC3,RH1,RH2,RH3,RT1,RT2,RT3"
SLOTS = [(10.5 + 63 * column, 16.5 + 88 * row) for row in range(3) for column in range(3)]  # left and top on A4


def deck(path: Path, mode: str = "duplex", more: str = "") -> Printed:
    """One sheet of nine cards."""
    return print_back(path, f"--only {NINE} --backs {mode} {more}")


class Stored(NamedTuple):
    """An image in a PDF: its bytes as they are packed, and unpacked unless it is a JPEG."""

    raw: bytes
    space: str
    filter: str
    samples: bytes


def images(pdf: bytes) -> list[Stored]:
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        held = [o for o in opened.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"]
        return [
            Stored(
                one.read_raw_bytes(), str(one["/ColorSpace"]), str(one["/Filter"]),
                b"" if one["/Filter"] == "/DCTDecode" else one.read_bytes(),
            )
            for one in held
        ]  # fmt: skip


def poppler(pdf: bytes, page: int, dpi: int, folder: Path) -> Image.Image:
    (folder / "read.pdf").write_bytes(pdf)
    run_tool("pdftoppm", "-r", dpi, "-f", page, "-l", page, "-png", "-singlefile", folder / "read.pdf", folder / "read")
    return Image.open(folder / "read.png").convert("RGB")


def pdfium(pdf: bytes, page: int, dpi: int) -> Image.Image:
    return rasterize(pdf, page - 1, dpi).convert("RGB")


def test_a_deck_stores_the_picture_once_and_pixel_for_pixel(tmp_path):
    picture = motif(per_mm=10)
    path = saved(picture, tmp_path / "back.png")
    for mode in ("duplex", "fold"):
        assert ImageChops.difference(only_image(deck(path, mode).pdf), picture).getbbox() is None
    backs, fronts = (data for _, data in sorted(deck(path, "separate").files.items()))
    assert only_image(backs).size == picture.size and images(fronts) == []


def test_a_photo_is_packed_as_a_photo_and_a_large_one_grows_no_file(tmp_path):
    """2,000 x 2,750 pixels are more than 600 dpi, so they are made fewer; 670 x 920 are not."""
    small = saved(photo(670, 920), tmp_path / "small.jpg", quality=90, exif=exif())
    pdf = deck(small).pdf
    (held,) = images(pdf)
    assert held.filter == "/DCTDecode"
    apart = np.asarray(only_image(pdf), int) - np.asarray(Image.open(small).convert("RGB"), int)
    assert np.abs(apart).mean() < 2
    large = saved(photo(2000, 2750), tmp_path / "large.jpg", quality=95)
    pdf = deck(large).pdf
    assert len(pdf) < large.stat().st_size + 100_000 and only_image(pdf).size == (1583, 2174)


def test_backs_lie_behind_their_fronts_and_stand_upright(tmp_path):
    """A disc at (20, 30) of the back's 67 x 92 mm is at (18, 28) of the card. Seen from behind, the sheet is mirrored: poppler finds
    each disc there to a fifth of a millimeter."""
    path = saved(motif(20, 30, 10), tmp_path / "back.png")
    page = np.asarray(poppler(deck(path).pdf, 2, 127, tmp_path), np.int16)
    gold = np.abs(page - GOLD).sum(axis=2) < 60
    for left, top in SLOTS:  # as wide a margin on the right
        x, y = round(left * 5), round(top * 5)
        rows, columns = np.nonzero(gold[y : y + 440, x : x + 315])
        assert abs(columns.mean() / 5 - 18) < 0.2 and abs(rows.mean() / 5 - 28) < 0.2
        assert abs(rows.max() - rows.min() - 100) <= 3


def test_a_back_ends_at_its_cut_where_cards_touch(tmp_path):
    """Its neighbor's bleed must not lie on it: here the left half of the picture is red, the right one blue."""
    picture = flood(10)
    picture.paste(RED, (0, 0, picture.width // 2, picture.height))
    page = pdfium(deck(saved(picture, tmp_path / "halves.png")).pdf, 2, 254)
    left, top = SLOTS[1]  # in the middle of the first row
    for x_mm, color in ((0.3, RED), (31, RED), (32, BLUE), (62.7, BLUE), (-0.3, BLUE), (63.3, RED)):
        assert page.getpixel((round((left + x_mm) * 10), round((top + 44) * 10))) == color, x_mm
    row = page.crop((round(left * 10) - 20, round(top * 10) + 100, round(left * 10) + 650, round(top * 10) + 101))
    assert np.asarray(row).min(axis=2).max() <= 230  # no hairline of paper between two of them


def test_the_svg_of_a_sheet_holds_the_picture_once(tmp_path):
    files = deck(saved(motif(20, 30, 6), tmp_path / "back.png"), more="--svg").files
    (text,) = (data.decode() for name, data in files.items() if "-back-01.svg" in name)
    (pdf,) = (data for name, data in files.items() if name.endswith(".pdf"))
    assert text.count("<image") == 1 and "data:image/png;base64," in text
    drawn = opened(resvg_py.svg_to_bytes(svg_string=text, dpi=72, background="#ffffff", skip_system_fonts=True))
    page = pdfium(pdf, 2, 72).resize(drawn.size)
    area = (28, 57, drawn.width - 28, drawn.height - 57)
    assert np.abs(np.asarray(drawn.crop(area), int) - np.asarray(page.crop(area), int)).mean() < 1.5


def test_low_ink_paints_no_color(tmp_path):
    for name, options in (("back.png", {}), ("back.jpg", {"quality": 90})):
        pdf = deck(saved(photo(670, 920), tmp_path / name, **options), more="--ink low").pdf
        (held,) = images(pdf)
        assert held.space == "/DeviceGray"
        assert np.ptp(np.asarray(pdfium(pdf, 2, 50), np.int16), axis=2).max() <= 1


def test_names_carry_the_picture(tmp_path):
    """The same picture is the same file, whatever it is called."""
    names = [
        print_back(saved(flood(6, color), tmp_path / f"{index}.png")).name
        for index, color in enumerate((BLUE, GOLD, RED, BLUE))
    ]
    assert len(set(names)) == 3 and names[3] == names[0]
    assert all(re.fullmatch(r"[a-zA-Z0-9/.-]+-back-[0-9a-f]{8}-a4\.pdf", name) for name in names)


def test_a_picture_without_backs_is_refused(tmp_path):
    path = saved(flood(6), tmp_path / "back.png")
    assert "Add --backs fold, duplex, or separate" in print_back(path, "--only RH3").ran.err
    assert "has no --back" in refusal("--for", "tuckbox", "--back", path)
    assert "Add --backs" in refusal("--for", "silhouette", "--paper", "a4", "--back", path)


WAYS: dict[str, dict[str, object]] = {
    "mpc": {}, "printerstudio": {}, "tgc": {}, "drivethru": {}, "printshop": {"cut_line": True, "order": "one-back"},
    "silhouette": {"backs": True, "paper": "a4"}, "virtual": {},
}  # fmt: skip


def exported(way: str, path: Path, **more: object) -> dict[str, bytes]:
    """Files of an export with three cards and a chit."""
    return made(small_job(way, back=str(path), **WAYS[way], **more))


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_an_export_tells_nothing_of_the_photo(tmp_path, way):
    path = saved(photo(1000, 1400), tmp_path / "secret-party.jpg", quality=92, exif=exif())
    assert any(trace in path.read_bytes() for trace in TRACES)
    for ink in ("color", "low"):
        files = exported(way, path, ink=ink)
        assert not [name for name, data in files.items() for word in (*TRACES, b"secret-party") if word in data]
    manifest = json.loads(files["manifest.json"])
    assert manifest["facts"]["back"] == print_back(path).told["back"] and "owner" in manifest["back"]
    assert "own_back" not in manifest["work"]


@pytest.mark.parametrize(("width", "height"), slow_but([(670, 920)], [(670, 920), (1700, 2300)]))
def test_no_deck_tells_where_a_photo_was_taken(tmp_path, width, height):
    """Neither as PDF nor as SVG."""
    path = saved(photo(width, height), tmp_path / "secret-party.jpg", quality=92, exif=exif(), comment=b"PhoneMaker")
    files = deck(path, more="--svg").files
    (pdf,) = (data for name, data in files.items() if name.endswith(".pdf"))
    held = [part for image in images(pdf) for part in (image.raw, image.samples)]
    assert not [word for data in (*files.values(), *held) for word in (*TRACES, b"secret-party") if word in data]


def test_pixels_for_a_service_show_the_middle_to_its_edge(tmp_path):
    """MPC's canvas is 822 x 1122 pixels; a disc in the middle of the picture is in the middle of it, as round."""
    files = exported("mpc", saved(motif(per_mm=10), tmp_path / "back.png"))
    back = Image.open(io.BytesIO(files["back/back.png"]))
    assert back.size == (822, 1122) and "exif" not in back.info
    gold = np.abs(np.asarray(back.convert("RGB"), int) - GOLD).sum(axis=2) < 60
    rows, columns = np.nonzero(gold)
    assert abs(columns.mean() - 410.5) < 1 and abs(rows.mean() - 560.5) < 1
    assert abs((rows.max() - rows.min()) - (columns.max() - columns.min())) <= 2
    assert {back.getpixel(place) for place in ((0, 0), (821, 0), (0, 1121), (821, 1121))} == {BLUE}


@pytest.mark.parametrize(("way", "most"), slow_but([("drivethru", 240)], [("drivethru", 240), ("printshop", 300)]))
def test_a_press_gets_four_inks_within_its_limit(tmp_path, way, most):
    picture = photo(840, 1160).copy()
    picture.paste((0, 0, 0), (0, 800, 400, 1160))
    picture.paste((255, 255, 255), (500, 800, 700, 1000))
    files = exported(way, saved(picture, tmp_path / "back.png"))
    (pdf,) = (data for name, data in files.items() if name.endswith(".pdf"))
    (held,) = images(pdf)
    assert held.space == "/DeviceCMYK"
    inks = np.frombuffer(held.samples, np.uint8).reshape(-1, 4).astype(int)
    assert most * 0.7 < inks.sum(axis=1).max() / 2.55 <= most + 0.01
    assert (inks.sum(axis=1) == 0).mean() > 0.01  # white stays bare paper
    # where the limit takes ink away it takes no black: as much as littleCMS has for black through FOGRA39
    profiles = (str(template_path(f"icc/{name}.icc")) for name in ("sRGB", "FOGRA39L_coated"))
    black = ImageCms.profileToProfile(
        Image.new("RGB", (1, 1)), *profiles, outputMode="CMYK", renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC,
        flags=ImageCms.Flags.BLACKPOINTCOMPENSATION,
    ).getpixel((0, 0))  # fmt: skip
    assert sum(black) / 2.55 > 290 and abs(inks[:, 3].max() - black[3]) <= 1
    (tmp_path / "press.pdf").write_bytes(pdf)
    checked = run_tool("qpdf", "--check", tmp_path / "press.pdf")
    assert (checked.returncode, checked.stderr) == (0, "")


@pytest.mark.slow
def test_verapdf_finds_a_print_shop_file_with_a_photo_to_be_pdf_a(tmp_path):
    paths = []
    for ink in ("color", "low"):
        files = exported("printshop", saved(photo(1000, 1400), tmp_path / "back.jpg", exif=exif()), ink=ink)
        (pdf,) = (data for name, data in files.items() if name.endswith(".pdf"))
        paths.append(tmp_path / f"{ink}.pdf")
        paths[-1].write_bytes(pdf)
    assert vera(paths, "2b") == {path: [] for path in paths}


def test_a_press_refuses_a_picture_with_fewer_pixels_than_it_prints(tmp_path):
    path = saved(flood(10), tmp_path / "back.png")
    assert "a print shop takes nothing below 300" in refusal("--for", "printshop", "--deck", "west", "--back", path)


# From a terminal


def test_a_theme_and_the_settings_bring_a_picture_along(tmp_path, capsys, monkeypatch):
    own = tmp_path / "own"
    (own / "themes").mkdir(parents=True)
    monkeypatch.setenv("TT_PRINT_CONFIG", str(own))
    saved(motif(per_mm=6), own / "themes" / "cat.png")
    saved(flood(6, RED), own / "red.png")
    (own / "themes" / "mine.toml").write_text('extends = "tab"\nback = "cat.png"\n')
    line = ("deck", "--only", "RH3", "--backs", "fold", "--out", str(tmp_path / "out"), "--json")
    cat = print_back(own / "themes" / "cat.png").told["back"]
    assert json.loads(tt(capsys, *line, "--theme", "mine").out)["back"] == cat
    assert json.loads(tt(capsys, *line).out)["back"] is None
    (own / "config.toml").write_text('back = "red.png"\n')
    red = print_back(own / "red.png").told["back"]
    assert json.loads(tt(capsys, *line).out)["back"] == red
    assert json.loads(tt(capsys, *line, "--back", "none").out)["back"] is None
    assert json.loads(tt(capsys, *line, "--theme", "mine").out)["back"] == cat  # what is typed wins
    assert json.loads(tt(capsys, *line, "--theme", "toppers").out)["back"] == red  # and brings no picture
    said = tt(capsys, *line[:-1])
    assert "config.toml: back" in said.out + said.err and "Backs: red.png." in said.out
    typed = tt(capsys, *line[:-1], "--theme", "mine", "--back", str(own / "themes" / "cat.png"))
    assert "config.toml: back" not in typed.out + typed.err and "Backs: cat.png." in typed.out
    without = tt(capsys, "deck", "--only", "RH3", "--out", str(tmp_path / "out"), "--json")
    assert json.loads(without.out)["back"] is None  # no backs, no picture, and no complaint
    (own / "config.toml").unlink()
    (own / "themes" / "mine.toml").write_text('extends = "tab"\nback = "dog.png"\n')
    told = tt(capsys, *line, "--theme", "mine")
    assert told.status == 2 and "mine.toml: back = 'dog.png" in told.err
