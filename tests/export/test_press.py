"""The PDFs for presses as readers from elsewhere see them: veraPDF, qpdf, poppler, pikepdf; measured in millimeters.

Expected figures are worked out by hand: a DriveThruCards page is 2.75 x 3.75 in (198 x 270 pt) with 1/8 in (9 pt) round
the trim; a print shop's is 63 x 88 mm and 3 mm all round.
"""

import io
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pikepdf
import pytest
from PIL import Image, ImageCms

from tests.makers.exports import exported, job, refusal, resaved, type_line, without_fonts
from tests.makers.press_files import made, small_files, small_job, small_pdf
from tests.makers.themes import bring
from tests.readers.card_names import PRINT_ORDER
from tests.readers.color_science import VISIONS, ciede2000, lab
from tests.readers.pdf_marks import MM, painted
from tests.readers.pixels import draw_pixels, ink, rasterize
from tests.readers.validators import run_tool
from tests.readers.verapdf import vera
from tests.walks import slow_but, walk
from tt_print import find_theme
from tt_print.templates import read_toml, template_path

# Every way of making them that changes what the file is. Small ones hold three cards and a chit.
WAYS = {
    "drivethru": {}, "drivethru-low": {"ink": "low"}, "printshop": {}, "printshop-low": {"ink": "low", "cut_line": True},
    "printshop-cut": {"cut_line": True, "order": "fronts-then-backs"},
}  # fmt: skip
NAMES = [*PRINT_ORDER, "JOKER 1 OF 2", "JOKER 2 OF 2", "COLOR", "SHAPE", "NUMBER"]


def pdf_of(way: str) -> bytes:
    return small_pdf(way.split("-", maxsplit=1)[0], **WAYS[way])


@pytest.fixture(scope="session")
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("press")


@pytest.fixture(params=slow_but(["drivethru", "printshop-cut"], WAYS))
def pressed(request, folder) -> Path:
    path = folder / f"{request.param}.pdf"
    path.write_bytes(pdf_of(request.param))
    return path


@pytest.mark.slow
def test_verapdf_finds_print_shop_files_to_be_pdf_a(folder):
    """In both inks, with and without the cut line; and it can find fault."""
    good = {way: folder / f"vera-{way}.pdf" for way in WAYS if way.startswith("printshop")}
    for way, path in good.items():
        path.write_bytes(pdf_of(way))
    bad = folder / "vera-bad.pdf"
    bad.write_bytes(resaved(pdf_of("printshop"), without_fonts))
    found = vera([*good.values(), bad], "2b")
    assert {way: found[path] for way, path in good.items()} == {key: [] for key in good}
    assert any("6.2.11.4.1" in line for line in found[bad])  # ISO 19005-2: fonts are embedded


@pytest.mark.slow
def test_whole_decks_keep_their_claims_and_order(folder):
    """qpdf and poppler find no fault, veraPDF agrees to PDF/A. Other ways are small ones above."""
    paths = {way: folder / f"whole-{way}.pdf" for way in ("drivethru", "printshop-cut")}
    for way, path in paths.items():
        choices = WAYS[way]
        files = exported(way.split("-", maxsplit=1)[0], **choices)
        path.write_bytes(next(data for name, data in files.items() if name.endswith(".pdf")))
        assert run_tool("qpdf", "--check", path).returncode == 0
        pages = [" ".join(page.split()) for page in run_tool("pdftotext", "-raw", path, "-").stdout.split("\f")[:-1]]
        first = 1 if way.startswith("drivethru") else 0
        fronts = pages[:130] if way == "printshop-cut" else pages[first::2]
        assert len(pages) == 260 and sum(page == "" for page in pages) == 130
        assert [name for name, page in zip(NAMES, fronts, strict=True) if name not in page] == []
    shops = [path for way, path in paths.items() if way.startswith("printshop")]
    assert vera(shops, "2b") == {path: [] for path in shops}


def test_poppler_and_qpdf_name_the_standard_and_find_no_fault(pressed):
    """A resource that a form lacks is told on poppler's standard error, and painted in some other way."""
    told = run_tool("pdfinfo", pressed).stdout
    wanted = (
        ["PDF subtype: +PDF/X-1a:2003", "PDF version: +1.4"] if "drivethru" in pressed.stem else ["PDF version: +1.6"]
    )
    assert all(re.search(rf"^{line}$", told, re.M) for line in (*wanted, "Pages: +8"))
    checked = run_tool("qpdf", "--check", pressed)
    assert (checked.returncode, checked.stderr) == (0, "") and "WARNING" not in checked.stdout
    done = run_tool("pdftoppm", "-r", "10", "-overprint", "-png", pressed, pressed.with_suffix(""))
    assert (done.returncode, done.stderr) == (0, "")
    rows = run_tool("pdffonts", pressed).stdout.splitlines()[2:]
    assert len(rows) >= 2 and all(re.search(r" yes yes (yes|no) +\d+ +\d+$", row) for row in rows)


def test_pdf_x_is_kept_to_the_letter(pressed):
    """ISO 15930-4 and -7, by pikepdf: who made it and when, trapping, an ID, nothing that acts, nothing transparent, no device's settings."""
    old = pressed.stem.startswith("drivethru")
    with pikepdf.open(pressed) as pdf:
        info = pdf.trailer.Info
        assert all(str(info[f"/{key}"]) for key in ("Title", "Creator", "Producer", "CreationDate", "ModDate"))
        assert info.Trapped == "/False" and [len(bytes(part)) for part in pdf.trailer.ID] == [16, 16]
        assert not {"/AcroForm", "/OpenAction", "/AA", "/OCProperties"} & set(pdf.Root.keys())
        named = {str(intent.S): intent for intent in pdf.Root.OutputIntents}
        assert set(named) == ({"/GTS_PDFX"} if old else {"/GTS_PDFX", "/GTS_PDFA1"})
        profiles = {intent.DestOutputProfile.objgen for intent in named.values() if "/DestOutputProfile" in intent}
        assert len(profiles) == (0 if old else 1)  # X-1a only names its printing condition
        assert not old or str(pdf.Root.OutputIntents[0].RegistryName) == "http://www.color.org"
        with pdf.open_metadata() as xmp:
            assert xmp["dc:title"] == str(info.Title) and xmp["pdf:Trapped"] == "False"
            assert xmp["xmp:CreateDate"].startswith("2000-01-01") and "20000101" in str(info.CreationDate)
            assert old or xmp["{http://www.npes.org/pdfx/ns/id/}GTS_PDFXVersion"] == "PDF/X-4"
            assert old or (xmp["xmpMM:DocumentID"] and xmp["xmpMM:VersionID"] and xmp["xmpMM:RenditionClass"])
        for held in pdf.objects:
            if isinstance(held, pikepdf.Dictionary | pikepdf.Stream):
                assert not {"/JS", "/AA", "/TR", "/TR2", "/HT", "/SMask", "/EF"} & set(held.keys())
                assert float(held.get("/ca", 1)) == float(held.get("/CA", 1)) == 1
                assert held.get("/Type") != "/ObjStm" and held.get("/Filter", "/FlateDecode") != "/LZWDecode"
        for page in pdf.pages:
            assert "/Annots" not in page.obj and "/Group" not in page.obj
            named = {str(operator) for _, operator in pikepdf.parse_content_stream(page)}
            assert not named & {"rg", "RG", "g", "G", "sh", "BI"}


def test_the_id_tells_files_apart_and_nothing_else():
    ids = []
    for way in ("drivethru", "printshop", "printshop-cut"):
        with pikepdf.open(io.BytesIO(pdf_of(way))) as pdf:
            one, other = (bytes(part) for part in pdf.trailer.ID)
            assert one == other
            ids.append(one)
    assert len(set(ids)) == 3


@pytest.mark.parametrize(("name", "media", "trim"), [
    ("drivethru", (198, 270), (9, 9, 189, 261)),
    ("printshop", (69 / MM, 94 / MM), (3 / MM, 3 / MM, 66 / MM, 91 / MM)),
])  # fmt: skip
def test_pages_have_the_boxes_that_the_printer_asks_for(name, media, trim):
    with pikepdf.open(io.BytesIO(pdf_of(name))) as pdf:
        for page in pdf.pages:
            assert [float(v) for v in page.obj.MediaBox] == pytest.approx([0, 0, *media], abs=0.01)
            assert [float(v) for v in page.obj.BleedBox] == pytest.approx([0, 0, *media], abs=0.01)
            assert [float(v) for v in page.obj.TrimBox] == pytest.approx(trim, abs=0.01)
            assert "/ArtBox" not in page.obj and page.obj.get("/Rotate", 0) == 0


def texts(data: bytes, folder: Path, *options: str) -> list[str]:
    """Of each page as poppler reads it."""
    (folder / "read.pdf").write_bytes(data)
    return [
        " ".join(page.split())
        for page in run_tool("pdftotext", *options, folder / "read.pdf", "-").stdout.split("\f")[:-1]
    ]


@pytest.mark.slow
def test_drivethru_gets_a_back_and_then_its_front_through_the_west_deck(folder):
    pages = texts(exported("drivethru", deck="west")["drivethru-poker-west.pdf"], folder, "-raw")
    assert len(pages) == 60 and pages[::2] == [""] * 30
    names = [*PRINT_ORDER[:27], "COLOR", "SHAPE", "NUMBER"]
    assert [name for name, page in zip(names, pages[1::2], strict=True) if name not in page] == []


@pytest.mark.parametrize(
    ("order", "sides"), [(None, "FBFBFBFB"), ("fronts-then-backs", "FFFFBBBB"), ("one-back", "FFFFB")]
)
def test_a_print_shop_gets_fronts_and_backs_in_the_order_asked_for(order, sides, folder):
    assert "".join("F" if page else "B" for page in texts(small_pdf("printshop", order=order), folder)) == sides


def test_one_back_for_all_is_the_last_page():
    with pikepdf.open(io.BytesIO(small_pdf("printshop", order="one-back"))) as pdf:
        labels = [str(pdf.Root.PageLabels.Nums[2 * i + 1].P) for i in range(len(pdf.pages))]
    assert labels == ["RC1", "YH2", "KBQ", "chit-color", "back"]


@pytest.mark.parametrize("product", slow_but(["standard"], ["standard", "poker", "bridge", "tarot"]))
def test_cut_line_trim_box_and_card_box_are_one_geometry(product):
    """Read from the operators: the line in the spot color lies on the TrimBox, which is the card box's trim."""
    wanted = small_job("printshop", product=product, cut_line=True)
    trim, corner = wanted.product.trim, wanted.product.corner_mm
    with pikepdf.open(io.BytesIO(small_pdf("printshop", product=product, cut_line=True))) as pdf:
        for page in pdf.pages:
            *_, line = painted(page)
            assert line.strokes and line.stroke_mm == pytest.approx(0.1, abs=0.001)
            assert line.box == pytest.approx((trim.left, trim.top, trim.right, trim.bottom), abs=0.002)
            left, bottom, right, top = (float(v) * MM for v in page.trimbox)
            height = float(page.mediabox[3]) * MM
            assert (left, height - top, right, height - bottom) == pytest.approx(line.box, abs=0.002)
            begin = trim.left + corner  # of the straight edge beside a round corner
            assert min(abs(x - begin) for x, _ in line.subpaths[0]) < 0.002


def test_a_press_page_shows_the_same_picture_as_a_screen():
    """Ink at the same places, to a hundredth of the pixels at 254 dpi, in other colors."""
    wanted = small_job("printshop")
    for page, front in zip((0, 2, 4, 6), wanted.fronts, strict=True):
        screen = np.asarray(draw_pixels(front.drawing, 254))
        pressed = np.asarray(rasterize(small_pdf("printshop"), page, 254))
        assert screen.shape == pressed.shape == (940, 690, 3)
        differ = (ink(screen) > 0.15) != (ink(pressed) > 0.15)
        assert differ.mean() < 0.01


@pytest.mark.parametrize("way", ["drivethru", "printshop"])
def test_nothing_begins_or_ends_outside_the_safe_area_and_the_back_fills_its_bleed(way):
    """Between the safe area and the page's edge a front's color runs straight on; a back has its pattern on all four sides."""
    box, first = small_job(way).product, way == "drivethru"  # a back before each front
    for page in range(8):
        pixels = np.asarray(rasterize(pdf_of(way), page, 150)).astype(int)
        across, down = (int(edge * 150 / 25.4) for edge in (box.safe.left, box.safe.top))
        bleed = int(box.bleed_mm * 150 / 25.4)
        for side, depth in (
            (pixels, across), (pixels[:, ::-1], across), (pixels.swapaxes(0, 1), down), (pixels[::-1].swapaxes(0, 1), down)
        ):  # fmt: skip
            if (page % 2 == 0) == first:
                assert np.ptp(side[:, : bleed // 2].max(axis=2)) > 55, page
            else:
                assert np.abs(side[:, :depth] - side[:, depth - 1 : depth]).max() <= 2, page


COLORING = {"g", "G", "rg", "RG", "k", "K", "cs", "CS", "sc", "SC", "scn", "SCN", "sh"}


def used(data: bytes, names: set[str]) -> Iterator[tuple[str, tuple, pikepdf.Object]]:
    """(operator, operands, resources) wherever one of these operators stands, in pages and forms."""
    with pikepdf.open(io.BytesIO(data)) as document:
        forms = [o for o in document.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"]
        for stream in [*document.pages, *forms]:
            for operands, operator in pikepdf.parse_content_stream(stream):
                if str(operator) in names:
                    yield str(operator), tuple(operands), stream.get("/Resources")


def percent(operands: tuple) -> tuple[float, ...]:
    return tuple(round(100 * float(part), 2) for part in operands)


@pytest.mark.parametrize("style", slow_but(["few"], ["few", "color", "low"]))
def test_every_picture_uses_the_builds_of_the_theme_and_no_other_color(style):
    """In low ink that is black alone."""
    theme, data = find_theme("low" if style == "low" else "color"), pdf_of("printshop")
    if style != "few":
        files = exported("printshop", extras=True, **({"ink": "low"} if style == "low" else {}))
        (data,) = (data for name, data in files.items() if name.endswith(".pdf"))
    inks = {name: ink for name, ink in theme.inks.items() if not name.startswith("back_")}  # those are for home
    sides = read_toml("toppers/topper.toml")["sides"].values()  # of the jester's tokens
    builds = {ink.cmyk for ink in inks.values()} | {color.ink.cmyk for color in theme.colors.values()}
    builds |= {tuple(side["cmyk"]) for side in sides}
    found = {(operator, percent(operands)) for operator, operands, _ in used(data, COLORING)}
    assert {operator for operator, _ in found} == {"k", "K"}
    assert {build for _, build in found} <= builds
    if style == "color":
        assert {build for _, build in found} == builds
    if style == "low":
        assert {build[:3] for _, build in found} == {(0, 0, 0)}


def test_black_alone_overprints_and_paper_never_does():
    """Overprinting white paints nothing with OPM 1 (PDF 1.7, 8.6.7): a white glyph would be gone."""
    over, seen = {"f": False, "S": False}, set()
    for operator, operands, resources in used(pdf_of("printshop"), {"gs", "k", "K"}):
        if operator == "gs":
            state = resources.ExtGState[str(operands[0])]
            over = {"f": bool(state.op), "S": bool(state.OP)}
            assert state.OPM == 1
        else:
            seen.add((percent(operands), over["f" if operator == "k" else "S"]))
    assert {build for build, over in seen if over} == {(0, 0, 0, 100)}
    assert ((0, 0, 0, 0), False) in seen and ((60, 40, 40, 100), False) in seen


def test_none_of_a_spot_color_is_bare_paper_and_all_of_it_its_build():
    """A program without that ink mixes it: from C0, for none of it, to C1 (PDF 1.7, 7.10.3, type 2)."""
    assert {"CS", "SCN"} <= {operator for operator, *_ in used(pdf_of("printshop-cut"), COLORING)}
    with pikepdf.open(io.BytesIO(pdf_of("printshop-cut"))) as document:
        spaces = [o for o in document.objects if isinstance(o, pikepdf.Array) and o[0] == pikepdf.Name.Separation]
        for _, name, space, mixed in spaces:
            assert (name, space, mixed.FunctionType, mixed.N, [*mixed.Domain]) == (
                "/CutContour", "/DeviceCMYK", 2, 1, [0, 1],
            )  # fmt: skip
            assert [*mixed.C0] == [0, 0, 0, 0] and [float(part) for part in mixed.C1] == [0, 1, 0, 0]
    assert spaces


def test_an_ink_without_a_build_is_refused_by_its_name():
    bring('extends = "tab"\n[inks.back]\nrgb = "#204080"\n')
    said = refusal("--for", "printshop", "--deck", "west", "--theme", "mine")
    assert re.search(r"inks\.back \(#204080\) has no CMYK build.*cmyk = \[c, m, y, k\]", said)


def test_the_colors_in_the_file_keep_their_distances_on_coated_paper():
    """The builds are read from the file, turned by littleCMS through FOGRA39, and seen by four kinds of eyes."""
    whole = job("printshop")
    codes = ("RC1", "YC1", "GC1", "BC1", "KC1")
    fronts = tuple(front for front in whole.fronts if front.code in codes)
    files = made(replace(whole, fronts=fronts))
    (data,) = (data for name, data in files.items() if name.endswith(".pdf"))
    builds = {percent(operands) for operator, operands, _ in used(data, {"k"})}
    with pikepdf.open(io.BytesIO(data)) as pdf:
        profile = ImageCms.ImageCmsProfile(io.BytesIO(pdf.Root.OutputIntents[0].DestOutputProfile.read_bytes()))
    builds -= {(0, 0, 0, 0), (0, 0, 0, 100), find_theme().inks["back"].cmyk}
    assert builds == {(0, 98, 87, 20), (4, 8, 84, 0), (68, 0, 67, 3), (98, 84, 0, 1), (60, 40, 40, 100)}
    to_screen = ImageCms.buildTransform(
        profile, ImageCms.createProfile("sRGB"), "CMYK", "RGB", ImageCms.Intent.RELATIVE_COLORIMETRIC,
        ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )  # fmt: skip
    seen = {}
    for build in sorted(builds):
        pixel = Image.new("CMYK", (1, 1), tuple(round(part * 2.55) for part in build))
        seen[build] = np.array(ImageCms.applyTransform(pixel, to_screen).getpixel((0, 0)), float)
    for vision in VISIONS:
        worst = min((ciede2000(lab(seen[a], vision), lab(seen[b], vision)), a, b) for a, b in combinations(seen, 2))
        assert worst[0] >= 18.0, (vision, worst)
    steps = sorted(lab(color)[0] for color in seen.values())
    assert min(b - a for a, b in pairwise(steps)) >= 12.0


def test_the_profile_in_the_file_is_the_one_that_the_theme_is_tested_with():
    with pikepdf.open(io.BytesIO(small_pdf("printshop"))) as pdf:
        held = pdf.Root.OutputIntents[0].DestOutputProfile.read_bytes()
    assert held == template_path("icc/FOGRA39L_coated.icc").read_bytes()


def blocks(path: Path, page: int, dpi: int, window: tuple[int, int, int, int] | None = None) -> np.ndarray:
    """The four plates of a page in percent, as poppler separates it: a row for each block of 8 x 8 pixels that holds
    one color. poppler packs plates as JPEG, which keeps such blocks to the percent and blurs all others.
    `window` is left, top, width, height in pixels.
    """
    stem = path.with_name(f"{path.stem}-{page}-{dpi}")
    cut = [part for option, value in zip("xyWH", window or (), strict=False) for part in (f"-{option}", str(value))]
    command = ["pdftoppm", "-r", str(dpi), "-overprint", "-jpegcmyk", "-singlefile", "-f", str(page), "-l", str(page)]
    assert run_tool(*command, *cut, path, stem).stderr == ""
    with Image.open(stem.with_suffix(".jpg")) as image:
        assert image.mode == "CMYK"
        picture = np.asarray(image, float) / 2.55
    height, width = (side // 8 * 8 for side in picture.shape[:2])
    held = picture[:height, :width].reshape(height // 8, 8, width // 8, 8, 4)
    return held.mean((1, 3))[np.ptp(held, axis=(1, 3)).max(-1) < 0.5]


@pytest.mark.parametrize(("name", "front"), [("drivethru", 6), ("printshop", 5)])
def test_the_separated_black_card_has_the_ink_that_the_theme_says(name, front, folder):
    """240 % is what DriveThruCards allows; poppler paints the plates, and knows nothing of our bound."""
    path = folder / f"ink-{name}.pdf"
    path.write_bytes(small_pdf(name))
    found = blocks(path, front, 300)
    assert found.sum(-1).max() == pytest.approx(240, abs=1.5)
    assert found[found.sum(-1).argmax()] == pytest.approx([60, 40, 40, 100], abs=1)


@pytest.mark.parametrize(("name", "front", "box", "inks"), [
    ("drivethru", 2, (34.925, 30.03), {0, 100, 205}), ("printshop", 1, (34.5, 29.53), {0, 100, 205, 285}),
])  # fmt: skip
def test_black_lines_lie_on_top_of_color_at_a_print_shop_and_instead_of_it_at_drivethru(name, front, box, inks, folder):
    """The top of the big red circle, 3 mm of it at 2400 dpi: paper, black outline, red 0/98/87/20, and where the
    inner half of the outline lies on red, 0/98/87/100 = 285 %.
    """
    path = folder / f"line-{name}.pdf"
    path.write_bytes(small_pdf(name))
    left, top = (round((v - 1.5) * 2400 / 25.4) for v in box)
    found = {round(total) for total in blocks(path, front, 2400, (left, top, 284, 284)).sum(-1)}
    assert all(min(abs(total - ink) for ink in inks) <= 1 for total in found)
    assert all(min(abs(total - ink) for total in found) <= 1 for ink in inks)


@pytest.mark.parametrize("name", slow_but(["printshop-low"], ["drivethru-low", "printshop-low"]))
def test_low_ink_needs_one_plate(name, folder):
    path = folder / f"plates-{name}.pdf"
    path.write_bytes(pdf_of(name))
    for page in (1, 2, 5, 6):
        assert blocks(path, page, 200)[:, :3].max() < 1
    assert blocks(path, 6 if name == "drivethru-low" else 5, 200)[:, 3].max() > 99


def test_a_theme_with_too_much_ink_reaches_nobody(tmp_path):
    """Here the black area is 300 % instead of 240."""
    bring('extends = "tab"\n[colors.black]\nrgb = "#080808"\ncmyk = [80, 60, 60, 100]\n')
    ran = type_line("export", "--for", "drivethru", "--theme", "mine", "--out", tmp_path)
    assert (
        ran.status == 1 and "ink: 300% (80/60/60/100); wanted: at most 240%" in ran.err and not list(tmp_path.iterdir())
    )


@walk("way, ink, more", [
    ("drivethru", "240% (60/40/40/100)", "red circle 1"), ("printshop", "285% (0/98/87/100)", "3 mm"),  # 98 + 87 + 100
    ("printshop-cut", "285% (0/98/87/100)", "CutContour"), ("printshop-low", "100% (0/0/0/100)", "CutContour"),
    ("drivethru-low", "100% (0/0/0/100)", "red circle 1"),
])  # fmt: skip
def test_the_steps_tell_the_ink_that_lies_on_the_page(way, ink, more):
    """The words are worked out from the drawings; the figures here by hand, and on the plates by poppler above."""
    steps = " ".join(small_files(way.split("-")[0], **WAYS[way])["HOW-TO.txt"].decode().split())
    assert ink in steps and more in steps, steps
