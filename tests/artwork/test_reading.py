"""Pictures that people bring: what is read of them, and what a wrong file is told."""

from __future__ import annotations

import io
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageCms

from tests.artwork.made import BLUE, RED, exif, flood, framed, in_bytes, motif, photo, saved, stripes
from tt_print.artwork.draw import back_advice, check_dpi, draw_artwork
from tt_print.artwork.looks import look_at
from tt_print.artwork.read import read_artwork, upright
from tt_print.artwork.samples import cut_to, fullest_build, limit_ink, press_samples, screen_samples, to_cmyk
from tt_print.errors import InputError
from tt_print.templates import template_path

HEIC = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(200)


def near(one, other, slack):
    return all(abs(a - b) <= slack for a, b in zip(one, other, strict=True))


def corner(path: Path):
    return upright(read_artwork(path)).convert("RGB").getpixel((5, 5))


def test_all_kinds_of_png_and_jpeg_show_the_same_colors(tmp_path):
    """Palette, transparency, grey, 16 bits of grey, and JPEG in RGB, grey and CMYK."""
    plain = flood(4)
    assert corner(saved(plain, tmp_path / "rgb.png")) == BLUE
    assert corner(saved(plain.quantize(8), tmp_path / "palette.png")) == BLUE
    assert corner(saved(plain.convert("RGBA"), tmp_path / "alpha.png")) == BLUE
    grey = saved(Image.new("L", (268, 368), 90), tmp_path / "grey.png")
    assert corner(grey) == (90, 90, 90)
    deep = saved(Image.new("I;16", (268, 368), 90 * 257), tmp_path / "deep.png")
    assert corner(deep) == (90, 90, 90)
    assert near(corner(saved(plain, tmp_path / "rgb.jpg", quality=95)), BLUE, 3)
    assert near(corner(saved(grey_jpeg := Image.new("L", (268, 368), 90), tmp_path / "grey.jpg")), (90,) * 3, 2)
    assert grey_jpeg.mode == "L"
    press = to_cmyk(plain)
    assert near(corner(saved(press, tmp_path / "cmyk.jpg", quality=98)), BLUE, 12)


def png_chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def test_sixteen_bits_a_color_are_read(tmp_path):
    """Pillow writes none, so this file is put together by hand (PNG specification, 11.2.2: depth 16, color type 2)."""
    row = b"\0" + struct.pack(">HHH", 20 * 257, 60 * 257, 120 * 257) * 80

    head = struct.pack(">IIBBBBB", 80, 110, 16, 2, 0, 0, 0)
    path = tmp_path / "deep.png"
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n"
        + png_chunk(b"IHDR", head)
        + png_chunk(b"IDAT", zlib.compress(row * 110))
        + png_chunk(b"IEND", b"")
    )
    assert corner(path) == BLUE


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_photo_stands_as_its_phone_held_it(tmp_path, orientation):
    """EXIF 0x0112: what is stored is turned or mirrored, what is seen is not."""
    back = {
        1: None, 2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_90, 7: Image.Transpose.TRANSVERSE, 8: Image.Transpose.ROTATE_270,
    }[orientation]  # fmt: skip
    stored = photo(400, 550) if back is None else photo(400, 550).transpose(back)
    read = upright(read_artwork(saved(stored, tmp_path / "photo.jpg", quality=95, exif=exif(orientation))))
    assert read.size == (400, 550) and near(read.getpixel((20, 20)), (200, 40, 40), 8)


def test_colors_go_through_the_profile_that_a_photo_has(tmp_path):
    """A profile whose red and green have changed places makes green of red."""
    held = bytearray(template_path("icc/sRGB.icc").read_bytes())
    tags = {
        held[132 + 12 * i : 136 + 12 * i].decode(): 132 + 12 * i for i in range(int.from_bytes(held[128:132], "big"))
    }
    red, green = tags["rXYZ"], tags["gXYZ"]
    held[red : red + 4], held[green : green + 4] = b"gXYZ", b"rXYZ"
    start, length = struct.unpack(">II", held[tags["desc"] + 4 : tags["desc"] + 12])
    held[start : start + length] = held[start : start + length].replace(b"sRGB", b"Swap").replace(b"srgb", b"swap")
    assert "Swap" in ImageCms.getProfileDescription(ImageCms.ImageCmsProfile(io.BytesIO(bytes(held))))
    path = saved(Image.new("RGB", (200, 280), (220, 20, 20)), tmp_path / "swapped.png", icc_profile=bytes(held))
    assert near(corner(path), (20, 220, 20), 3)


WRONG = {
    "nothing.png": (None, "there is no file"),
    "text.png": (b"hello", "no picture that can be read"),
    "empty.jpg": (b"", "is empty"),
    "cut.jpg": (in_bytes(photo(400, 550), "JPEG")[:3000], "damaged or cut short"),
    "cut.png": (in_bytes(photo(400, 550), "PNG")[:3000], "damaged or cut short"),
    "photo.heic": (HEIC, "HEIC.*Most Compatible.*JPEG"),
    "photo.jpg": (HEIC, "HEIC"),
    "picture.webp": (b"RIFF\0\0\0\0WEBPVP8 ", "WebP.*PNG or JPEG"),
    "picture.gif": (in_bytes(flood(1), "GIF"), "GIF"),
    "scan.tiff": (in_bytes(flood(1), "TIFF"), "TIFF"),
    "page.pdf": (b"%PDF-1.4", "PDF.*PNG"),
    "huge.png": (in_bytes(Image.new("1", (20000, 20000)), "PNG"), "20,000 x 20,000 pixels.*Make it smaller"),
    "narrow.png": (in_bytes(Image.new("1", (20, 31000)), "PNG"), "20 x 31,000 pixels.*30,000 along a side"),
    "pieces.jpg": (b"\xff\xd8" + b"\xff\xfe\0\2" * 40_000, "too many pieces"),
    "drawing.svg": (b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', "is an SVG drawing, and backs are PNG or JPEG"),
    "scans.jpg": (in_bytes(flood(4), "JPEG") + b"\xff\xda" * 41, "too many scans"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_file_is_told_in_one_sentence_with_what_to_do(tmp_path, name):
    data, said = WRONG[name]
    if data is not None:
        (tmp_path / name).write_bytes(data)
    with pytest.raises(InputError, match=f"(?s){said}") as told:
        read_artwork(tmp_path / name)
    assert str(told.value).endswith(".") and "\n" not in str(told.value)


def test_a_fine_picture_is_halved_and_shows_the_same(tmp_path):
    """4,800 x 3,600 pixels are more than 16 million: a JPEG and a palette come out half as wide, upright, and where they were."""
    picture = flood(4).resize((4800, 3600))
    picture.paste(RED, (0, 0, 1200, 3600))
    for path in (
        saved(picture.quantize(4), tmp_path / "fine.png"),
        saved(picture, tmp_path / "fine.jpg", exif=exif(6)),
    ):
        read = upright(read_artwork(path))
        is_turned = path.suffix == ".jpg"  # its left side is on top
        assert read.size == ((1800, 2400) if is_turned else (2400, 1800))
        for at, color in ((595, RED), (605, BLUE), (5, RED), (1795, BLUE)):
            assert near(read.convert("RGB").getpixel((900, at) if is_turned else (at, 900)), color, 4), (path.name, at)


HUGE = """
import re, sys
from pathlib import Path
from tt_print.cli import run
status = run(["deck", "--only", "RH3", "--paper", "a4", "--backs", "fold", "--back", sys.argv[1], "--out", sys.argv[2]])
peak_kb = re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]
print(status, int(peak_kb) // 1000)
"""


def run_measured(tmp_path: Path, path: Path) -> tuple[int, int]:
    """A deck with this picture on its back, in a process of its own: its exit status, and its largest memory in MB."""
    done = subprocess.run(
        [sys.executable, "-c", HUGE, path, tmp_path / "out"], check=False, capture_output=True, text=True, timeout=60
    )
    status, peak_mb = done.stdout.split()[-2:]
    return int(status), int(peak_mb)


def zeros_png(path: Path, width: int, height: int) -> Path:
    """Black and transparent, packed a thousand times smaller than it unpacks."""
    packed, row = zlib.compressobj(), bytes(1 + 4 * width)
    data = b"".join([*(packed.compress(row) for _ in range(height)), packed.flush()])
    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n" + png_chunk(b"IHDR", head) + png_chunk(b"IDAT", data) + png_chunk(b"IEND", b"")
    )
    return path


def test_a_picture_too_large_for_memory_is_refused_before_it_is_unpacked(tmp_path):
    status, peak_mb = run_measured(tmp_path, zeros_png(tmp_path / "huge.png", 10000, 9900))
    assert status == 2 and peak_mb < 100


@pytest.mark.slow
def test_the_largest_pictures_take_less_than_500_mb(tmp_path):
    png = zeros_png(tmp_path / "large.png", 7140, 7140)
    press = saved(Image.new("CMYK", (7140, 7140)), tmp_path / "large.jpg", progressive=True, subsampling=0)
    for path in (png, press):
        status, peak_mb = run_measured(tmp_path, path)
        assert status == 0 and peak_mb < 500, path


def test_a_folder_is_no_picture(tmp_path):
    with pytest.raises(InputError, match="is a folder"):
        read_artwork(tmp_path)


# Edges, turns and light


def looks(tmp_path: Path, picture: Image.Image):
    return look_at(read_artwork(saved(picture, tmp_path / "back.png")), 63, 88, 2, 3)


@pytest.mark.parametrize("inside_mm", (0.0, 0.5, 1.5, 2.5))
def test_a_frame_near_the_cut_is_told_with_its_width(tmp_path, inside_mm):
    found = looks(tmp_path, framed(inside_mm)).frame_mm
    assert found is not None and abs(found - inside_mm) < 0.4


def test_a_line_within_white_near_the_cut_is_told(tmp_path):
    picture = flood(20, (255, 255, 255))
    line = framed(2.0)
    inner = framed(1.5)
    picture.paste(line, mask=ImageChops.difference(line, inner).convert("L").point(lambda v: 255 if v else 0))
    assert looks(tmp_path, picture).frame_mm is not None


def test_what_is_no_frame_is_not_told(tmp_path):
    """One color, a motif, stripes, a photo, and a frame as wide as our own advice."""
    for picture in (flood(10), motif(per_mm=10), stripes(10), photo(700, 960), framed(5.0, 10)):
        assert looks(tmp_path, picture).frame_mm is None


def test_a_picture_that_is_another_one_upside_down_is_told(tmp_path):
    assert looks(tmp_path, motif(33.5, 30.0, 10)).is_turned and looks(tmp_path, photo(700, 960)).is_turned
    assert not any(looks(tmp_path, picture).is_turned for picture in (flood(10), motif(per_mm=10), framed(1.5, 10)))
    both = photo(700, 960).copy()
    both.paste(both.rotate(180).crop((0, both.height // 2, both.width, both.height)), (0, both.height // 2))
    packed = saved(both, tmp_path / "both.jpg", quality=80)
    assert not look_at(read_artwork(packed), 63, 88, 2, 3).is_turned  # what JPEG changes is no other picture


def test_light_pictures_and_edges_of_two_colors_are_told(tmp_path):
    white = looks(tmp_path, flood(20, (250, 250, 245)))
    assert white.is_light and white.has_even_edge
    assert not looks(tmp_path, motif()).is_light and not looks(tmp_path, stripes()).has_even_edge


# Sizes


def test_resolution_is_that_of_the_part_that_is_printed(tmp_path):
    """A card with its bleed is 67 x 92 mm: 396 x 544 pixels are 150 dpi, 792 x 1087 are 300."""
    few = read_artwork(saved(Image.new("RGB", (393, 540)), tmp_path / "few.png"))
    with pytest.raises(InputError, match=r"393 x 540 pixels.*149 dpi.*792 x 1087"):
        check_dpi(few, 67, 92)
    enough = read_artwork(saved(Image.new("RGB", (396, 544)), tmp_path / "enough.png"))
    check_dpi(enough, 67, 92)
    assert any("150 dpi" in line for line in back_advice(enough, 63, 88, 2))
    with pytest.raises(InputError, match="print shop takes nothing below 300"):
        check_dpi(enough, 67, 92, 300)
    good = read_artwork(saved(Image.new("RGB", (792, 1087)), tmp_path / "good.png"))
    assert not any("dpi" in line for line in back_advice(good, 63, 88, 2))
    # a wide picture has as many pixels as are left after cutting
    wide = read_artwork(saved(Image.new("RGB", (3000, 540)), tmp_path / "wide.png"))
    with pytest.raises(InputError, match="149 dpi"):
        check_dpi(wide, 67, 92)


def test_what_is_cut_away_is_told_with_where_and_how_to_choose(tmp_path):
    """Of 2,000 x 2,000 pixels a shape of 67 x 92 leaves 1,457 x 2,000: 27 % of the width goes."""
    square = read_artwork(saved(Image.new("RGB", (2000, 2000)), tmp_path / "square.png"))
    (said,) = [line for line in back_advice(square, 63, 88, 2) if "cut away" in line]
    assert "27 % of the width" in said and "left" in said and "1457 x 2000" in said
    tall = read_artwork(saved(Image.new("RGB", (1340, 2300)), tmp_path / "tall.png"))
    (said,) = [line for line in back_advice(tall, 63, 88, 2) if "cut away" in line]
    assert "20 % of the height" in said and "1340 x 1840" in said
    assert back_advice(read_artwork(saved(motif(), tmp_path / "fits.png")), 63, 88, 2) == []


def test_the_middle_is_shown_and_no_pixel_invented(tmp_path):
    picture = Image.new("RGB", (2000, 1840))
    for x in range(0, 2000, 10):
        picture.paste((x // 8, 0, 0), (x, 0, x + 10, 1840))
    cut = cut_to(read_artwork(saved(picture, tmp_path / "steps.png")), 67, 92, 600)
    assert cut.size == (1340, 1840)
    assert cut.getpixel((0, 0)) == picture.getpixel((330, 0)) and cut.getpixel((1339, 9)) == picture.getpixel((1669, 9))


def test_a_photo_is_no_finer_than_paper_shows(tmp_path):
    """67 x 92 mm at 600 dpi are 1,583 x 2,174 pixels."""
    samples, _ = screen_samples(read_artwork(saved(photo(2000, 2750), tmp_path / "fine.jpg")), 67, 92, False)
    assert (samples.width_px, samples.height_px, samples.packing) == (1583, 2174, "jpeg")


def test_transparent_parts_are_paper_and_told(tmp_path):
    picture = motif().convert("RGBA")
    picture.putalpha(Image.new("L", picture.size, 0))
    artwork = read_artwork(saved(picture, tmp_path / "clear.png"))
    assert corner(tmp_path / "clear.png") == (255, 255, 255)
    assert any("transparent" in line for line in back_advice(artwork, 63, 88, 2))


# Inks


def test_no_pixel_takes_more_ink_than_the_paper_and_colors_stay_near(tmp_path):
    """Through FOGRA39 and back: what the limit of 240 % changes is a little lightness in the darkest places."""
    picture = photo(400, 550).copy()
    picture.paste((0, 0, 0), (0, 400, 200, 550))
    full = to_cmyk(picture)
    assert max(map(sum, zip(*[iter(full.tobytes())] * 4, strict=True))) / 2.55 > 290
    coated, screen = str(template_path("icc/FOGRA39L_coated.icc")), str(template_path("icc/sRGB.icc"))
    for most in (240, 300):
        held = limit_ink(full, most)
        assert max(map(sum, zip(*[iter(held.tobytes())] * 4, strict=True))) <= most * 2.55 + 1e-6
        back = [ImageCms.profileToProfile(one, coated, screen, outputMode="RGB") for one in (full, held)]
        assert max(high for _, high in ImageChops.difference(*back).getextrema()) <= 24
        assert held.getchannel("K").tobytes() == full.getchannel("K").tobytes()
    artwork = read_artwork(saved(picture, tmp_path / "dark.png"))
    samples = press_samples(artwork, 67, 92, False, 240)
    assert samples.space == "cmyk" and 200 < 100 * sum(fullest_build(samples)) <= 240 + 1e-6


def test_white_stays_bare_paper_on_a_press():
    assert to_cmyk(Image.new("RGB", (4, 4), (255, 255, 255))).getextrema() == ((0, 0),) * 4


def test_low_ink_is_black_alone(tmp_path):
    artwork = read_artwork(saved(photo(900, 1250), tmp_path / "photo.jpg"))
    assert screen_samples(artwork, 67, 92, True)[0].space == "grey"
    assert press_samples(artwork, 67, 92, True, 240).space == "grey"
    assert draw_artwork(artwork, 63, 88, 2, grey=True).width_mm == 63
