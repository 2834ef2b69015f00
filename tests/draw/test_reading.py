"""Pictures that people bring for the backs: what is read of them, what they are reported as, and the message for a wrong file."""

import io
import re
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from PIL import Image, ImageCms

from tests.draw import made
from tt_print.templates import template_path

COATED = template_path("icc/FOGRA39L_coated.icc")
HEIC = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(200)


def near(one, other, slack):
    return all(abs(a - b) <= slack for a, b in zip(one, other, strict=True))


def shown(path: Path) -> Image.Image:
    """The picture as a deck's PDF holds it: upright, in red, green and blue."""
    return made.only_image(made.print_back(path).pdf).convert("RGB")


def corner(path: Path):
    return shown(path).getpixel((5, 5))


def test_all_kinds_of_png_and_jpeg_show_the_same_colors(tmp_path):
    """Palette, transparency, grey, 16 bits of grey, and JPEG in RGB, grey and CMYK."""
    plain, grey = made.flood(6), Image.new("L", (402, 552), 90)
    for name, picture, color, slack, options in (
        ("rgb.png", plain, made.BLUE, 0, {}), ("palette.png", plain.quantize(8), made.BLUE, 0, {}), ("alpha.png", plain.convert("RGBA"), made.BLUE, 0, {}),
        ("grey.png", grey, (90,) * 3, 0, {}), ("deep.png", Image.new("I;16", (402, 552), 90 * 257), (90,) * 3, 0, {}),
        ("rgb.jpg", plain, made.BLUE, 3, {"quality": 95}), ("grey.jpg", grey, (90,) * 3, 2, {}),
        ("cmyk.jpg", in_coated(plain), made.BLUE, 12, {"quality": 98, "icc_profile": COATED.read_bytes()}),
    ):  # fmt: skip
        assert near(corner(made.saved(picture, tmp_path / name, **options)), color, slack), name


def in_coated(picture: Image.Image) -> Image.Image:
    """In the inks of coated paper, by littleCMS."""
    profiles = (str(template_path(f"icc/{name}.icc")) for name in ("sRGB", "FOGRA39L_coated"))
    return ImageCms.profileToProfile(
        picture, *profiles, outputMode="CMYK", renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC
    )


def png(width: int, height: int, depth: int, color_type: int, data: bytes) -> bytes:
    """A file put together by hand (PNG specification, 11.2.2), with its packed pixels."""
    head = struct.pack(">IIBBBBB", width, height, depth, color_type, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", data), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(held)) + kind + held + struct.pack(">I", zlib.crc32(kind + held)) for kind, held in chunks
    )


def test_sixteen_bits_a_color_are_read(tmp_path):
    """Pillow writes none: depth 16, color type 2."""
    row = b"\0" + struct.pack(">HHH", 20 * 257, 60 * 257, 120 * 257) * 420
    path = tmp_path / "deep.png"
    path.write_bytes(png(420, 580, 16, 2, zlib.compress(row * 580)))
    assert corner(path) == made.BLUE


TURNS = [None, "FLIP_LEFT_RIGHT", "ROTATE_180", "FLIP_TOP_BOTTOM", "TRANSPOSE", "ROTATE_90", "TRANSVERSE", "ROTATE_270"]


@pytest.mark.parametrize(
    "orientation", [3, 6, *(pytest.param(each, marks=pytest.mark.slow) for each in (1, 2, 4, 5, 7, 8))]
)
def test_a_photo_stands_as_its_phone_held_it(tmp_path, orientation):
    """EXIF 0x0112: what is stored is turned or mirrored, what is seen is not."""
    turn = TURNS[orientation - 1]
    stored = made.photo(400, 550).transpose(Image.Transpose[turn]) if turn else made.photo(400, 550)
    read = shown(made.saved(stored, tmp_path / "photo.jpg", quality=95, exif=made.exif(orientation)))
    assert (
        read.width == 400 and read.height in (549, 550) and near(read.getpixel((20, 20)), made.RED, 8)
    )  # 67 x 92 mm are a pixel less high


def test_colors_go_through_the_profile_that_a_photo_has(tmp_path):
    """A profile whose red and green have changed places makes green of red."""
    held = bytearray(template_path("icc/sRGB.icc").read_bytes())
    places = range(132, 132 + 12 * int.from_bytes(held[128:132], "big"), 12)
    tags = {held[at : at + 4].decode(): at for at in places}
    red, green = tags["rXYZ"], tags["gXYZ"]
    held[red : red + 4], held[green : green + 4] = b"gXYZ", b"rXYZ"
    start, length = struct.unpack(">II", held[tags["desc"] + 4 : tags["desc"] + 12])
    held[start : start + length] = held[start : start + length].replace(b"sRGB", b"Swap").replace(b"srgb", b"swap")
    assert "Swap" in ImageCms.getProfileDescription(ImageCms.ImageCmsProfile(io.BytesIO(bytes(held))))
    path = made.saved(Image.new("RGB", (400, 550), (220, 20, 20)), tmp_path / "swapped.png", icc_profile=bytes(held))
    assert near(corner(path), (20, 220, 20), 3)


def test_a_video_behind_a_photo_is_no_part_of_it(tmp_path):
    """Phones write a photo and a few seconds of video as one file; its bytes hold beginnings of scans by chance."""
    photo = made.in_bytes(Image.new("RGB", (400, 550), (220, 20, 20)), "JPEG")
    (tmp_path / "motion.jpg").write_bytes(photo + b"ftypmp42" + b"\xff\xda\x00\x0c" * 100_000)
    assert near(corner(tmp_path / "motion.jpg"), (220, 20, 20), 3)


def test_a_wrong_file_is_told_in_one_sentence_with_what_to_do(tmp_path):
    half_jpeg, half_png = (made.in_bytes(made.photo(400, 550), kind)[:3000] for kind in ("JPEG", "PNG"))
    for name, data, said in (
        ("nothing.png", None, "there is no file"),
        ("text.png", b"hello", "neither PNG nor JPEG"),
        ("empty.jpg", b"", "is empty"),
        ("cut.jpg", half_jpeg, "damaged or cut short"),
        ("cut.png", half_png, "damaged or cut short"),
        ("photo.heic", HEIC, "HEIC.*Most Compatible.*JPEG"),
        ("photo.jpg", HEIC, "HEIC"),
        ("picture.webp", b"RIFF\0\0\0\0WEBPVP8 ", "neither PNG nor JPEG"),
        ("scan.tiff", made.in_bytes(made.flood(1), "TIFF"), "neither PNG nor JPEG"),
        ("huge.png", png(20000, 20000, 1, 0, b""), "20,000 x 20,000 pixels.*Make it smaller"),
    ):
        if data is not None:
            (tmp_path / name).write_bytes(data)
        assert re.search(said, refused(tmp_path / name)), name


def refused(path: Path, line: str = "") -> str:
    """The one sentence about a picture."""
    printed = made.print_back(path, line)
    assert printed.ran.status == 2 and not printed.files
    assert re.fullmatch(r"error: .*\.\n", printed.ran.err)
    return printed.ran.err


def test_a_folder_is_no_picture(tmp_path):
    assert "is a folder" in refused(tmp_path)


def test_a_fine_photo_is_halved_and_shows_the_same(tmp_path):
    """4,800 x 3,600 pixels are more than 16 million: a JPEG that lies on its side comes out smaller, and where it was."""
    picture = made.flood(4).resize((4800, 3600))
    picture.paste(made.RED, (0, 0, 1200, 3600))  # a quarter, which is seen on top
    read = shown(made.saved(picture, tmp_path / "fine.jpg", exif=made.exif(6)))
    width, height = read.size
    assert read.size == (1583, 2174)  # 67 x 92 mm at 600 dpi
    edge = height // 4
    for y, color in ((edge - 9, made.RED), (edge + 9, made.BLUE), (5, made.RED), (height - 5, made.BLUE)):
        assert near(read.getpixel((width // 2, y)), color, 6), y


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
        [sys.executable, "-c", HUGE, path, tmp_path / "out"], check=False, capture_output=True, text=True
    )
    status, peak_mb = done.stdout.split()[-2:]
    return int(status), int(peak_mb)


def zeros_png(path: Path, width: int, height: int) -> Path:
    """Black and transparent, packed a thousand times smaller than it unpacks."""
    size = height * (1 + 4 * width)
    packer = zlib.compressobj(wbits=-15)
    tenth = packer.compress(bytes(size // 10)) + packer.flush(zlib.Z_FULL_FLUSH)  # which may follow itself
    # zlib's head, ten tenths, an empty last block, and the checksum of so many zeros (RFC 1950)
    data = b"\x78\x9c" + 10 * tenth + b"\x03\0" + struct.pack(">HH", size % 65521, 1)
    path.write_bytes(png(width, height, 8, 6, data))
    return path


def test_a_picture_too_large_for_memory_is_refused_before_it_is_unpacked(tmp_path):
    status, peak_mb = run_measured(tmp_path, zeros_png(tmp_path / "huge.png", 10000, 9900))
    assert status == 2 and peak_mb < 100


def sized(tmp_path: Path, width: int, height: int) -> Path:
    return made.saved(Image.new("RGB", (width, height)), tmp_path / f"{width}.png")


def test_resolution_is_that_of_the_part_that_is_printed(tmp_path):
    """A card with its bleed is 67 x 92 mm: 396 x 544 pixels are 150 dpi, 792 x 1087 are 300."""
    assert re.search(r"393 x 540 pixels.*149 dpi.*792 x 1087", refused(sized(tmp_path, 393, 540)))
    assert "149 dpi" in refused(
        sized(tmp_path, 3000, 540)
    )  # a wide picture has as many pixels as are left after cutting
    for width, height, told in ((396, 544, True), (792, 1087, False)):
        said = " ".join(made.print_back(sized(tmp_path, width, height)).told["back_notes"])
        assert ("dpi" in said) == told == ("has 150 dpi" in said)


def test_what_is_cut_away_is_told_with_where_and_how_to_choose(tmp_path):
    """Of 2,000 x 2,000 pixels a shape of 67 x 92 leaves 1,457 x 2,000: 27 % of the width goes."""
    for width, height, words in (
        (2000, 2000, ("27% of the width", "left", "1457 x 2000")),
        (1340, 2300, ("20% of the height", "1340 x 1840")),
    ):
        notes = made.print_back(sized(tmp_path, width, height)).told["back_notes"]
        (said,) = [line for line in notes if "cut away" in line]
        assert all(each in said for each in words)
    assert made.print_back(made.saved(made.motif(), tmp_path / "fits.png")).told["back_notes"] == []


def test_the_middle_is_shown_and_no_pixel_invented(tmp_path):
    picture = Image.new("RGB", (1000, 920))
    for x in range(0, 1000, 10):
        picture.paste((x // 4, 0, 0), (x, 0, x + 10, 920))
    cut = shown(made.saved(picture, tmp_path / "steps.png"))
    assert cut.size == (670, 920)
    assert cut.getpixel((0, 0)) == picture.getpixel((165, 0)) and cut.getpixel((669, 9)) == picture.getpixel((834, 9))


def test_transparent_parts_are_paper_and_told(tmp_path):
    picture = made.motif(per_mm=10).convert("RGBA")
    picture.putalpha(Image.new("L", picture.size, 0))
    path = made.saved(picture, tmp_path / "clear.png")
    assert corner(path) == (255, 255, 255) and "transparent" in " ".join(made.print_back(path).told["back_notes"])
