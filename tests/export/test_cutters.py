"""Cutting machines: marks, sheets and cuts, read back by ezdxf, ElementTree and poppler."""

import io
from itertools import combinations

import numpy as np
import pikepdf
import pytest
from ezdxf.lldxf.tagger import ascii_tags_loader
from ezdxf.lldxf.tags import group_tags
from ezdxf.path import make_path
from PIL import Image, ImageDraw

from tests.export.cuts import dxf_boxes, read_dxf, svg_boxes, svg_points, svg_size
from tests.makers.exports import exported
from tests.readers.pixels import rasterize
from tests.walks import slow_but

MM = 25.4
SILHOUETTE = {"deck": "west", "paper": "letter"}


def page_of(files, page):
    """A printed page in gray, ten pixels a millimeter."""
    return np.asarray(rasterize(files["sheets.pdf"], page, 254).convert("L"))


LAID = {("standard", "letter"): 8, ("bridge", "a4"): 9, ("standard", "a4"): 8, ("poker", "a4"): 8, ("mini", "a4"): 16,
        ("poker", "letter"): 8, ("bridge", "letter"): 8, ("mini", "letter"): 16}  # fmt: skip


@pytest.mark.parametrize(("product", "paper"), slow_but([("standard", "letter"), ("bridge", "a4")], LAID))
@pytest.mark.parametrize("marks", [3, 4])
def test_the_marks_are_printed_where_the_machine_wants_them(product, paper, marks):
    """The black in each corner of the paper: inset 10 mm, arms of 5 to 20 mm, no other near it, no card within 1.5 mm of a corner."""
    files = exported("silhouette", deck="west", product=product, paper=paper, marks=marks)
    gray = page_of(files, 0)
    black = gray < 100
    wide, high = svg_size(files["cut.svg"])
    assert black.shape == (round(10 * high), round(10 * wide))
    cuts = np.array(dxf_boxes(files["cut.dxf"], high))
    assert len(cuts) == LAID[product, paper]
    views = {
        "top left": black, "top right": black[:, ::-1], "bottom right": black[::-1, ::-1], "bottom left": black[::-1],
    }  # fmt: skip
    arm = int(np.argmin(views["bottom left"][104, 100:] > 0))  # the first that is an angle whatever there are
    assert 50 <= arm <= 200
    for corner, view in views.items():
        square = view[100 : 100 + arm, 100 : 100 + arm]
        wanted = np.zeros_like(square)
        if marks == 3 and corner == "top left":
            wanted[:50, :50] = True
        elif marks == 4 or corner != "bottom right":
            wanted[:8, :] = wanted[:, :8] = True
        assert (square != wanted).mean() < 0.04, corner  # edges that fall between pixels
        ring = view[85 : 115 + arm, 85 : 115 + arm].copy()
        ring[14 : 17 + arm, 14 : 17 + arm] = False
        assert not ring.any(), corner
        if wanted.any():
            x, y = (10 if "left" in corner else wide - 10 - arm / 10), (10 if "top" in corner else high - 10 - arm / 10)
            for left, top, right, bottom in cuts + (-0.625, -0.625, 0.625, 0.625):  # with half of the gap as bleed
                assert max(left - x - arm / 10, x - right, top - y - arm / 10, y - bottom) >= 1.39, (
                    corner
                )  # 1.5, and a pixel that is half black


TRIMS = {"standard": (63, 88, 3), "bridge": (57.15, 88.9, 3.175), "poker": (63.5, 88.9, 3.175)}


@pytest.mark.parametrize(("profile", "choices"), [
    ("silhouette", SILHOUETTE), ("cricut", {"deck": "west"}),
    pytest.param("silhouette", {"deck": "west", "paper": "a4", "product": "bridge", "marks": 4, "ink": "low"}, marks=pytest.mark.slow),
    pytest.param("cricut", {"deck": "west", "product": "poker"}, marks=pytest.mark.slow),
])  # fmt: skip
def test_svg_and_dxf_hold_the_same_cuts(profile, choices):
    """Through two readers: closed outlines of the card's size with four quarter arcs of its radius, in the same places."""
    files = exported(profile, **choices)
    width, high, corner = TRIMS[choices.get("product", "standard" if profile == "silhouette" else "bridge")]
    sheet_width, sheet_high = svg_size(files["cut.svg"])
    from_dxf, from_svg = dxf_boxes(files["cut.dxf"], sheet_high), svg_boxes(files["cut.svg"])
    assert np.abs(np.array(from_dxf) - np.array(from_svg)).max() < 0.002
    for left, top, right, bottom in from_dxf:
        assert sorted((right - left, bottom - top)) == pytest.approx([width, high], abs=1e-4)
        assert min(left, top, sheet_width - right, sheet_high - bottom) >= -1e-6
    for points, (left, top, right, bottom) in zip(svg_points(files["cut.svg"]), from_svg, strict=True):
        assert all(
            x in (left, right) or y in (top, bottom) for x, y in points
        )  # handles too: corners are round outward
    for entity in read_dxf(files["cut.dxf"]).modelspace():
        points = list(entity.get_points("xyb"))
        assert entity.closed and len(points) == 8
        arcs = [(a, b) for a, b in zip(points, points[1:] + points[:1], strict=True) if a[2]]
        # a bulge of 0.4142 is a quarter circle, its chord the radius times the root of two
        assert len(arcs) == 4 and all(abs(a[2]) == pytest.approx(0.41421356, abs=1e-5) for a, _ in arcs)
        for (x1, y1, _), (x2, y2, _) in arcs:
            assert np.hypot(x2 - x1, y2 - y1) == pytest.approx(corner * 2**0.5, abs=1e-4)
        xs, ys = np.array([(point.x, point.y) for point in make_path(entity).flattening(0.001)]).T
        area = abs(xs @ np.roll(ys, 1) - ys @ np.roll(xs, 1)) / 2
        assert area == pytest.approx(width * high - (4 - np.pi) * corner**2, abs=0.05)
    for one, other in combinations(from_dxf, 2):  # no two cards overlap
        assert max(other[0] - one[2], one[0] - other[2], other[1] - one[3], one[1] - other[3]) >= -1e-6


@pytest.mark.parametrize("ink", slow_but(["color"], ["color", "low"]))
def test_the_machine_cuts_through_paper_alone(ink):
    """The cuts of the DXF over the printed sheets: within 1.4 mm on either side of them nothing is printed."""
    files = exported("silhouette", backs=True, ink=ink, **SILHOUETTE)
    with pikepdf.open(io.BytesIO(files["sheets.pdf"])) as pdf:
        assert len(pdf.pages) == 2 * -(-30 // 8)
    gray = page_of(files, 0)
    way = Image.new("L", gray.shape[::-1], 0)
    draw = ImageDraw.Draw(way)
    for left, top, right, bottom in dxf_boxes(files["cut.dxf"], 215.9):
        draw.rectangle([10 * (left - 0.6), 10 * (top - 0.6), 10 * (right + 0.6), 10 * (bottom + 0.6)], fill=255)
        draw.rectangle([10 * (left + 1.5), 10 * (top + 1.5), 10 * (right - 1.5), 10 * (bottom - 1.5)], fill=0)
    assert gray[np.asarray(way) > 0].min() > 250
    assert (gray < 128).mean() > 0.03  # and there are faces inside


def test_backs_go_on_beyond_the_outer_cuts():
    """3 mm around all cards hold as much ink as the cards do, so a sheet that is turned a little askew shows no white."""
    files = exported("silhouette", backs=True, ink="color", **SILHOUETTE)
    dark = 255 - page_of(files, 1).astype(float)
    boxes = np.array(dxf_boxes(files["cut.dxf"], 215.9)) * 10
    left, top, right, bottom = (round(v) for v in (*boxes[:, :2].min(axis=0), *boxes[:, 2:].max(axis=0)))
    cover = dark[top:bottom, left:right].mean()
    strips = (
        dark[top:bottom, left - 30 : left], dark[top:bottom, right : right + 30],
        dark[top - 30 : top, left:right], dark[bottom : bottom + 30, left:right],
    )  # fmt: skip
    assert all(0.7 * cover <= strip.mean() <= 1.3 * cover for strip in strips)


def test_one_geometry_makes_cut_file_trim_box_and_safe_zone():
    """The same 63 x 88 mm card from a cutter's DXF, a print shop's TrimBox and a print service's pixels."""
    left, top, right, bottom = dxf_boxes(exported("silhouette", **SILHOUETTE)["cut.dxf"], 215.9)[0]
    cut = (right - left, bottom - top)
    with pikepdf.open(io.BytesIO(exported("printshop", deck="west")["printshop-standard-west.pdf"])) as pdf:
        trim_box, media = ([float(v) for v in box] for box in (pdf.pages[0].trimbox, pdf.pages[0].mediabox))
    trim = tuple((b - a) * MM / 72 for a, b in zip(trim_box[:2], trim_box[2:], strict=True))
    front = exported("mpc", deck="west", product="standard")["fronts/001-RC1.png"]
    grey = np.asarray(Image.open(io.BytesIO(front)).convert("L")).astype(int)
    pixels = tuple((side - 2 * 36) * MM / 300 for side in grey.shape[::-1])
    assert cut == pytest.approx((63, 88), abs=0.01) and trim == pytest.approx(cut, abs=0.01)
    assert pixels == pytest.approx(cut, abs=0.12)  # 744 x 1038, a pixel and a half less
    # laid over each other by their trims, the service's safe zone lies inside the cut by its 2.54 and 2.43 mm: nothing begins or ends nearer
    columns = np.nonzero((abs(np.diff(grey, axis=1)) > 60).any(axis=0))[0]
    rows = np.nonzero((abs(np.diff(grey, axis=0)) > 60).any(axis=1))[0]
    inked = [v * MM / 300 - 3.048 for v in (columns[0], rows[0], columns[-1] + 1, rows[-1] + 1)]
    assert min(inked[0], cut[0] - inked[2]) >= 2.5 and min(inked[1], cut[1] - inked[3]) >= 2.4
    assert media[2] - media[0] > trim_box[2] - trim_box[0]


@pytest.mark.parametrize(
    ("product", "count", "gap"),
    slow_but([("bridge", 6, 0)], [("bridge", 6, 0), ("poker", 4, 1.25), ("standard", 4, 1.25), ("mini", 10, 1.25)]),
)
def test_a_cricut_block_is_within_what_print_then_cut_takes(product, count, gap):
    """At most 9.25 x 6.75 in: six bridge cards without a gap, four poker or standard cards, ten minis."""
    files = exported("cricut", deck="west", **({} if product == "bridge" else {"product": product}))
    width, high = svg_size(files["cut.svg"])
    assert width <= 9.25 * MM + 1e-6 and high <= 6.75 * MM + 1e-6
    boxes = dxf_boxes(files["cut.dxf"], high)
    assert len(boxes) == count and boxes[1][0] - boxes[0][2] == pytest.approx(gap, abs=0.01)
    blocks = [name for name in files if name.startswith("blocks/")]
    assert len(blocks) == -(-30 // count)
    with Image.open(io.BytesIO(files[blocks[0]])) as image:
        assert image.size == (round(width / MM * 300), round(high / MM * 300))
        assert image.info["dpi"] == pytest.approx((300, 300), abs=0.01)


def test_each_face_of_a_block_lies_in_the_middle_of_its_cut():
    """Read from the pixels: as much paper on the left as on the right of each face, and as much above as below."""
    files = exported("cricut", deck="west")
    grey = np.asarray(Image.open(io.BytesIO(files["blocks/block-01.png"])).convert("L"))
    for cut in dxf_boxes(files["cut.dxf"], svg_size(files["cut.svg"])[1]):
        left, top, right, bottom = (round(edge / MM * 300) for edge in cut)
        ys, xs = np.nonzero(grey[top:bottom, left:right] < 200)
        assert abs(xs.min() - (right - left - 1 - xs.max())) <= 3 and abs(ys.min() - (bottom - top - 1 - ys.max())) <= 3


def read_objects(text):
    return list(group_tags(ascii_tags_loader(io.StringIO(text))))


def test_every_object_of_a_dxf_has_a_handle_an_owner_and_known_codes_and_what_is_drawn_a_layer():
    """As Autodesk's reference asks: ezdxf puts in what is missing, a cutter's program may stop."""
    data, copy = exported("silhouette", **SILHOUETTE)["cut.dxf"], io.StringIO()
    objects = read_objects(data.decode("ascii").replace("\r\n", "\n"))
    layers = {one.get_first_value(2) for one in objects if one[0] == (0, "LAYER")}
    handles = [one.get_first_value(5) for one in objects if one.has_tag(5) and one[0] != (0, "SECTION")]
    assert len(set(handles)) == len(handles) > 20
    for one in objects:
        if one[0].value not in ("SECTION", "ENDSEC", "ENDTAB", "EOF"):
            assert one.has_tag(5) and one.get_first_value(330) in {"0", *handles}, one
        if one[0].value in ("BLOCK", "ENDBLK", "LWPOLYLINE"):
            assert [tag.value in layers for tag in one if tag.code == 8] == [True], one
    read_dxf(data).write(copy)
    ours, theirs = (
        {(one[0].value, tag.code) for one in found for tag in one} for found in (objects, read_objects(copy.getvalue()))
    )
    assert ours - theirs == {("LWPOLYLINE", 43)}, "ezdxf writes the same codes, but for a line's width where it is 0"
