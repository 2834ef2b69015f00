"""Cutting machines: marks, sheets and cuts, read back by ezdxf, ElementTree and poppler; each rule can fail."""

import io
import re
from xml.etree import ElementTree

import ezdxf
import numpy as np
import pikepdf
import pytest
from ezdxf import path as ezdxf_path
from ezdxf.lldxf.tagger import ascii_tags_loader
from ezdxf.lldxf.tags import group_tags
from PIL import Image, ImageDraw

from tests.makers.exports import findings, job, made, redrawn, rules
from tests.makers.press_files import fonts, resave
from tests.readers.validators import run_tool
from tt_print.drawing.geometry import rectangle
from tt_print.drawing.outline import Outline, Vertex, outline_path, rounded
from tt_print.export.cutter import plan_of
from tt_print.export.profiles import find_profile

MM = 25.4
SILHOUETTE = {"deck": "west", "paper": "letter"}


def read_dxf(data: bytes):
    """The document of another program's reader, which finds nothing to mend."""
    document = ezdxf.read(io.StringIO(data.decode("ascii").replace("\r\n", "\n")))
    audit = document.audit()
    assert (document.dxfversion, document.units, audit.errors, audit.fixes) == ("AC1024", 4, [], [])
    return document


def dxf_boxes(data: bytes, height: float, layer: str = "CUT"):
    """left, top, right, bottom of each outline with its arcs, y down."""
    boxes = []
    for entity in read_dxf(data).modelspace().query(f'LWPOLYLINE[layer=="{layer}"]'):
        box = ezdxf_path.bbox([ezdxf_path.make_path(entity)])
        boxes.append((box.extmin.x, height - box.extmax.y, box.extmax.x, height - box.extmin.y))
    return boxes


def svg_boxes(data: bytes):
    found = []
    for element in ElementTree.fromstring(data).iter("{http://www.w3.org/2000/svg}path"):
        figures = [float(v) for v in re.findall(r"-?[\d.]+", element.attrib["d"])]
        found.append((min(figures[::2]), min(figures[1::2]), max(figures[::2]), max(figures[1::2])))
    return found


def test_a_rounded_outline_is_the_rounded_rectangle_that_is_drawn():
    assert outline_path(rounded(10, 20, 63, 88, 3)) == rectangle(10, 20, 63, 88, 3)
    assert outline_path(rounded(0, 0, 5, 4, 0)) == rectangle(0, 0, 5, 4)


def test_a_half_circle_bulges_to_the_side_that_its_sign_says():
    """From left to right over 20 mm: turning counterclockwise passes 10 mm below, clockwise 10 mm above."""
    for bulge, end in ((-1.0, 10), (1.0, -10)):
        d = outline_path(Outline((Vertex(0, 0, bulge), Vertex(20, 0)), closed=False))
        assert f"10 {end}" in d and d.endswith("20 0")


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("product", ["standard", "poker", "bridge", "mini"])
def test_marks_are_as_the_machine_wants_them(paper, product):
    """Inset 10 mm, arms of 5 to 20 mm, and no card with its bleed within 1.5 mm of a mark's corner."""
    profile = find_profile("silhouette")
    plan = plan_of(profile, profile.find_product(product), paper)
    assert 5 <= plan.arm_mm <= 20
    # 8 cards of the three larger sizes on either paper; A4 holds 9 bridge cards upright, both hold 16 minis
    assert plan.count == {"standard": 8, "poker": 8, "bridge": {"a4": 9, "letter": 8}[paper], "mini": 16}[product]
    for trim in plan.trims:
        left, top, right, bottom = (
            trim.left - 0.625,
            trim.top - 0.625,
            trim.right + 0.625,
            trim.bottom + 0.625,
        )
        for corner in plan.corners:
            apart_x = max(left - corner.right, corner.left - right)
            apart_y = max(top - corner.bottom, corner.top - bottom)
            assert max(apart_x, apart_y) >= 1.5 - 1e-6


@pytest.mark.parametrize("marks", [3, 4])
def test_the_marks_are_printed_where_they_belong(marks, tmp_path):
    """By poppler at 10 pixels a millimeter: the black in each corner of the paper, and no other near it."""
    result = made("silhouette", marks=marks, **SILHOUETTE)
    (tmp_path / "sheets.pdf").write_bytes(result.files["sheets.pdf"])
    run_tool("pdftoppm", "-r", "254", "-gray", "-singlefile", tmp_path / "sheets.pdf", tmp_path / "page")
    black = np.asarray(Image.open(tmp_path / "page.pgm")) < 100
    high, width = black.shape
    assert (width, high) == (2794, 2159)  # Letter on its side
    arm = plan_of(find_profile("silhouette"), find_profile("silhouette").find_product("standard"), "letter").arm_mm
    size = round(10 * arm)
    views = {
        "top left": black,
        "top right": black[:, ::-1],
        "bottom right": black[::-1, ::-1],
        "bottom left": black[::-1],
    }
    for corner, view in views.items():
        square = view[100 : 100 + size, 100 : 100 + size]
        wanted = np.zeros_like(square)
        if marks == 3 and corner == "top left":
            wanted[:50, :50] = True
        elif marks == 4 or corner != "bottom right":
            wanted[:8, :] = wanted[:, :8] = True
        assert (square != wanted).mean() < 0.04, corner  # edges that fall between pixels
        ring = view[85 : 115 + size, 85 : 115 + size].copy()
        ring[14 : 17 + size, 14 : 17 + size] = False
        assert not ring.any(), corner


@pytest.mark.parametrize(("profile", "choices"), [
    ("silhouette", SILHOUETTE), ("silhouette", {"deck": "west", "paper": "a4", "product": "bridge", "marks": 4, "ink_style": "low"}),
    ("cricut", {"deck": "west"}),
    pytest.param("cricut", {"deck": "west", "product": "poker"}, marks=pytest.mark.slow),
])  # fmt: skip
def test_svg_and_dxf_hold_the_same_cuts(profile, choices):
    """Through two readers: closed outlines of the card's size with four quarter arcs of its radius, in the same places."""
    one, files = job(profile, **choices), made(profile, **choices).files
    trim, corner = one.product.box.trim, one.product.box.corner_mm
    root = ElementTree.fromstring(files["cut.svg"])
    width, high = (float(root.attrib[key].removesuffix("mm")) for key in ("width", "height"))
    assert root.attrib["viewBox"] == f"0 0 {width:g} {high:g}"
    from_dxf, from_svg = dxf_boxes(files["cut.dxf"], high), svg_boxes(files["cut.svg"])
    assert np.abs(np.array(from_dxf) - np.array(from_svg)).max() < 0.002
    for left, top, right, bottom in from_dxf:
        assert sorted((right - left, bottom - top)) == pytest.approx([trim.width, trim.height], abs=1e-4)
        assert left + 1e-6 >= 0 and right <= width + 1e-6 and top + 1e-6 >= 0 and bottom <= high + 1e-6
    for entity in read_dxf(files["cut.dxf"]).modelspace():
        points = list(entity.get_points("xyb"))
        assert entity.closed and len(points) == 8
        arcs = [(a, b) for a, b in zip(points, points[1:] + points[:1], strict=True) if a[2]]
        # a bulge of 0.4142 is a quarter circle, its chord the radius times the root of two
        assert len(arcs) == 4 and all(abs(a[2]) == pytest.approx(0.41421356, abs=1e-5) for a, _ in arcs)
        for (x1, y1, _), (x2, y2, _) in arcs:
            assert np.hypot(x2 - x1, y2 - y1) == pytest.approx(corner * 2**0.5, abs=1e-4)
    for index, one_box in enumerate(from_dxf):  # no two cards overlap
        for other in from_dxf[index + 1 :]:
            assert (
                max(other[0] - one_box[2], one_box[0] - other[2], other[1] - one_box[3], one_box[1] - other[3]) >= -1e-6
            )


@pytest.mark.parametrize("ink", ["color", pytest.param("low", marks=pytest.mark.slow)])
def test_the_machine_cuts_through_paper_alone(ink, tmp_path):
    """The cuts of the DXF over the printed sheets: within 1.4 mm on either side of them nothing is printed."""
    result = made("silhouette", backs=True, ink_style=ink, **SILHOUETTE)
    (tmp_path / "sheets.pdf").write_bytes(result.files["sheets.pdf"])
    with pikepdf.open(tmp_path / "sheets.pdf") as pdf:
        pages = len(pdf.pages)
    assert pages == 2 * -(-30 // 8)
    for page in (1, pages - 1):
        run_tool(
            "pdftoppm", "-r", "254", "-gray", "-f", page, "-singlefile", tmp_path / "sheets.pdf", tmp_path / "page"
        )
        image = Image.open(tmp_path / "page.pgm")
        way = Image.new("L", image.size, 0)
        draw = ImageDraw.Draw(way)
        for left, top, right, bottom in dxf_boxes(result.files["cut.dxf"], 215.9):
            draw.rectangle([10 * (left - 0.6), 10 * (top - 0.6), 10 * (right + 0.6), 10 * (bottom + 0.6)], fill=255)
            draw.rectangle([10 * (left + 1.5), 10 * (top + 1.5), 10 * (right - 1.5), 10 * (bottom - 1.5)], fill=0)
        grey = np.asarray(image)
        assert grey[np.asarray(way) > 0].min() > 250
        assert (grey < 128).mean() > 0.03  # and there are faces inside


def test_backs_go_on_beyond_the_outer_cuts(tmp_path):
    """By poppler: 3 mm around all cards hold as much ink as the cards do, so a sheet that is turned a little askew shows no white."""
    result = made("silhouette", backs=True, **SILHOUETTE)
    (tmp_path / "sheets.pdf").write_bytes(result.files["sheets.pdf"])
    run_tool("pdftoppm", "-r", "254", "-gray", "-f", 2, "-singlefile", tmp_path / "sheets.pdf", tmp_path / "back")
    dark = 255 - np.asarray(Image.open(tmp_path / "back.pgm"), dtype=float)
    boxes = np.array(dxf_boxes(result.files["cut.dxf"], 215.9)) * 10
    left, top, right, bottom = (round(v) for v in (*boxes[:, :2].min(axis=0), *boxes[:, 2:].max(axis=0)))
    cover = dark[top:bottom, left:right].mean()
    strips = (
        dark[top:bottom, left - 30 : left], dark[top:bottom, right : right + 30],
        dark[top - 30 : top, left:right], dark[bottom : bottom + 30, left:right],
    )  # fmt: skip
    assert all(0.7 * cover <= strip.mean() <= 1.3 * cover for strip in strips)


def test_one_geometry_makes_cut_file_trim_box_and_safe_zone():
    """The same 2.5 x 3.5 inch card from a cutter's DXF, a print shop's TrimBox and a print service's pixels."""
    left, top, right, bottom = dxf_boxes(made("silhouette", product="poker", **SILHOUETTE).files["cut.dxf"], 215.9)[0]
    cut = (right - left, bottom - top)
    (sheet,) = (
        data for name, data in made("printshop", product="poker", deck="west").files.items() if name.endswith(".pdf")
    )
    with pikepdf.open(io.BytesIO(sheet)) as pdf:
        trim_box, media = ([float(v) for v in box] for box in (pdf.pages[0].trimbox, pdf.pages[0].mediabox))
    trim = tuple((b - a) * MM / 72 for a, b in zip(trim_box[:2], trim_box[2:], strict=True))
    grey = np.asarray(
        Image.open(io.BytesIO(made("mpc", product="poker", deck="west").files["fronts/001-RC1.png"])).convert("L")
    )
    pixels = tuple((side - 2 * 36) * MM / 300 for side in grey.shape[::-1])
    assert (
        cut == pytest.approx((63.5, 88.9), abs=0.01)
        and trim == pytest.approx(cut, abs=0.01)
        and pixels == pytest.approx(cut, abs=0.01)
    )
    # laid over each other by their trims, the service's safe zone lies inside the cut by its 3.048 mm on all sides:
    # nothing begins or ends nearer
    sharp = grey.astype(int)
    columns = np.nonzero((abs(np.diff(sharp, axis=1)) > 60).any(axis=0))[0]
    rows = np.nonzero((abs(np.diff(sharp, axis=0)) > 60).any(axis=1))[0]
    inked = [v * MM / 300 - 3.048 for v in (columns[0], rows[0], columns[-1] + 1, rows[-1] + 1)]
    assert inked[0] >= 3.048 and inked[1] >= 3.048 and inked[2] <= cut[0] - 3.048 and inked[3] <= cut[1] - 3.048
    assert media[2] - media[0] > trim_box[2] - trim_box[0]


@pytest.mark.parametrize("products", [
    [("bridge", 6, 0)], pytest.param([("poker", 4, 1.25), ("standard", 4, 1.25), ("mini", 10, 1.25)], marks=pytest.mark.slow),
])  # fmt: skip
def test_a_cricut_block_is_within_what_print_then_cut_takes(products):
    """At most 9.25 x 6.75 in: six bridge cards without a gap, four poker or standard cards, ten minis."""
    for product, count, gap in products:
        one = made("cricut", deck="west", product=product)
        root = ElementTree.fromstring(one.files["cut.svg"])
        width, high = (float(root.attrib[key].removesuffix("mm")) for key in ("width", "height"))
        assert width <= 9.25 * MM + 1e-6 and high <= 6.75 * MM + 1e-6
        boxes = dxf_boxes(one.files["cut.dxf"], high)
        assert len(boxes) == count and boxes[1][0] - boxes[0][2] == pytest.approx(gap, abs=0.01)
        blocks = [name for name in one.files if name.startswith("blocks/")]
        assert len(blocks) == -(-30 // count)
        with Image.open(io.BytesIO(one.files[blocks[0]])) as image:
            assert image.size == (round(width / MM * 300), round(high / MM * 300))
            assert image.info["dpi"] == pytest.approx((300, 300), abs=0.01)


def test_each_face_of_a_block_lies_in_the_middle_of_its_cut():
    """Read from the pixels: as much paper on the left as on the right of each face, and as much above as below."""
    files = made("cricut", deck="west").files
    height = float(ElementTree.fromstring(files["cut.svg"]).attrib["height"].removesuffix("mm"))
    with Image.open(io.BytesIO(files["blocks/block-01.png"])) as image:
        grey = np.asarray(image.convert("L"))
    for cut in dxf_boxes(files["cut.dxf"], height):
        left, top, right, bottom = (round(edge / MM * 300) for edge in cut)
        ys, xs = np.nonzero(grey[top:bottom, left:right] < 200)
        assert abs(xs.min() - (right - left - 1 - xs.max())) <= 3 and abs(ys.min() - (bottom - top - 1 - ys.max())) <= 3


# Each rule, broken on purpose


def spoiled(profile, name, change, **choices):
    files, facts = dict(made(profile, **choices).files), job(profile, **choices).facts()
    files[name] = change(files[name])
    return rules(findings(profile, files, job(profile, **choices).product.name, facts))


@pytest.mark.parametrize(("rule", "name", "change"), [
    ("cut file", "cut.dxf", lambda d: d.replace(b"$INSUNITS\r\n 70\r\n4", b"$INSUNITS\r\n 70\r\n1")),  # inches
    ("cut file", "cut.dxf", lambda d: d.replace(b"$INSUNITS", b"$OTHERVAR")),
    ("cut file", "cut.dxf", lambda d: d[:2000]),
    ("cut file", "cut.svg", lambda d: d.replace(b'width="279.4mm"', b'width="279.4"').replace(b"viewBox", b"viewbox")),
    ("cut page", "cut.svg", lambda d: d.replace(b"279.4", b"280.4")),
    ("cuts", "cut.svg", lambda d: d.replace(b"<path", b"<circle", 1)),
    ("cuts", "cut.svg", lambda d: d.replace(b"Z\"", b"\"", 1)),
    ("cuts", "cut.dxf", lambda d: d.replace(b" 70\r\n1\r\n 43", b" 70\r\n0\r\n 43", 1)),  # open
    ("cuts", "cut.dxf", lambda d: re.sub(rb" 42\r\n[-\d.]+\r\n", b"", d)),  # square corners
    ("cuts", "cut.dxf", lambda d: d.replace(b"LWPOLYLINE", b"POINT", 1)),
])  # fmt: skip
def test_a_cut_file_that_breaks_a_rule_is_found(rule, name, change):
    changed = change(made("silhouette", **SILHOUETTE).files[name])
    assert changed != made("silhouette", **SILHOUETTE).files[name]
    assert spoiled("silhouette", name, lambda _: changed, **SILHOUETTE) == {rule}


def test_a_cut_that_lies_a_little_off_is_found():
    def shift(data):
        return re.sub(rb"( 10\r\n)([\d.]+)", lambda m: m[1] + b"%.6f" % (float(m[2]) + 0.05), data)

    assert spoiled("silhouette", "cut.dxf", shift, **SILHOUETTE) == {"cuts"}


def without_last_page(data):
    with pikepdf.open(io.BytesIO(data)) as pdf:
        del pdf.pages[-1]
        output = io.BytesIO()
        pdf.save(output)
    return output.getvalue()


def scaled(data):
    with pikepdf.open(io.BytesIO(data)) as pdf:
        pdf.pages[1].mediabox = [0, 0, 791, 612]
        output = io.BytesIO()
        pdf.save(output)
    return output.getvalue()


@pytest.mark.parametrize(("rule", "change"), [
    ("page count", without_last_page),
    ("page size", scaled),
    ("fonts", lambda data: resave(data, fonts(lambda held: held.__delitem__("/FontFile2")))),
    ("format", lambda data: data[:500]),
    ("format", lambda data: b""),
])  # fmt: skip
def test_printed_sheets_that_break_a_rule_are_found(rule, change):
    assert spoiled("silhouette", "sheets.pdf", change, **SILHOUETTE) == {rule}


def test_without_its_manifest_the_sheets_say_which_paper_they_are():
    files = {name: data for name, data in made("silhouette", **SILHOUETTE).files.items() if name != "manifest.json"}
    assert findings("silhouette", files) == []
    assert rules(findings("silhouette", files | {"sheets.pdf": scaled(files["sheets.pdf"])})) == {"page size"}


@pytest.mark.parametrize(("rule", "name", "change"), [
    ("pixels", "blocks/block-01.png", lambda d: redrawn(d, lambda i: i.crop((0, 0, i.width - 1, i.height)))),
    ("dpi", "blocks/block-01.png", lambda d: redrawn(d, lambda i: i, dpi=(72, 72))),
    ("format", "blocks/block-01.png", lambda d: d[:1000]),
    ("cut file", "cut.dxf", lambda d: b""),
    ("cuts", "cut.svg", lambda d: d.replace(b"#FF0000", b"#00FF00", 1)),
])  # fmt: skip
def test_a_cricut_block_that_breaks_a_rule_is_found(rule, name, change):
    assert spoiled("cricut", name, change, deck="west") == {rule}


def test_a_missing_block_is_found():
    files, facts = dict(made("cricut", deck="west").files), job("cricut", deck="west").facts()
    del files["blocks/block-05.png"]
    assert rules(findings("cricut", files, "bridge", facts)) == {"files"}


def test_every_object_of_a_dxf_has_a_handle_an_owner_and_what_is_drawn_a_layer():
    """As Autodesk's reference asks: ezdxf puts in what is missing, a cutter's program may stop."""
    text = made("silhouette", **SILHOUETTE).files["cut.dxf"].decode("ascii").replace("\r\n", "\n")
    objects = list(group_tags(ascii_tags_loader(io.StringIO(text))))
    layers = {one.get_first_value(2) for one in objects if one[0] == (0, "LAYER")}
    handles = [one.get_first_value(5) for one in objects if one.has_tag(5) and one[0] != (0, "SECTION")]
    assert len(set(handles)) == len(handles) > 20
    for one in objects:
        if one[0].value not in ("SECTION", "ENDSEC", "ENDTAB", "EOF"):
            assert one.has_tag(5) and one.get_first_value(330) in {"0", *handles}, one
        if one[0].value in ("BLOCK", "ENDBLK", "LWPOLYLINE"):
            assert [tag.value in layers for tag in one if tag.code == 8] == [True], one
