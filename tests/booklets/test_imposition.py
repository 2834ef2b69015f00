"""Sheets to fold: which page lies where and which way up, by the plan, by the printed file, and by folding it."""

import io
import re

import numpy as np
import pikepdf
import pypdfium2
import pytest

from tests.readers.validators import run_tool
from tt_print.booklets.impose import (
    Side,
    Size,
    binding_marks,
    draw_side,
    plan_pocket,
    plan_saddle,
    pocket_marks,
    pocket_page,
)
from tt_print.cards.theme import find_theme
from tt_print.drawing.geometry import rectangle
from tt_print.drawing.shapes import Drawing, Path, Text
from tt_print.drawing.text import BOLD
from tt_print.errors import InputError, LayoutError
from tt_print.render.pdf import DocumentFacts, Page, render_pdf

A4, A5 = Size(297.0, 210.0), Size(148.0, 210.0)
COUNTS = range(4, 49, 4)
INK = find_theme().ink


def numbered(count: int, size: Size = A5) -> list[Drawing]:
    """Pages whose number stands upright in the top left corner, in a frame that touches all four edges of the text."""
    return [
        Drawing(size.width_mm, size.height_mm, (
            Path(rectangle(15, 13, size.width_mm - 28, size.height_mm - 26), None, INK, 0.3),
            Text(20, 30, f"page{number:02}", BOLD, 8, INK),
        ), f"{number}")
        for number in range(1, count + 1)
    ]  # fmt: skip


def printed(sides: list[Side], pages: list[Drawing], paper: Size = A4) -> bytes:
    drawings = [draw_side(side, pages, paper) for side in sides]
    return render_pdf([Page(d, str(i), str(i)) for i, d in enumerate(drawings)], DocumentFacts("sheets"))


@pytest.mark.parametrize("count", COUNTS)
def test_sheet_i_of_n_pages_carries_n_minus_2i_and_its_partners(count):
    sides = plan_saddle(count, A5, A4)
    for i in range(count // 4):
        front, back = sides[2 * i], sides[2 * i + 1]
        assert [slot.page for slot in front.slots] == [count - 2 * i, 1 + 2 * i]
        assert [slot.page for slot in back.slots] == [2 + 2 * i, count - 1 - 2 * i]
    assert sorted(slot.page for side in sides for slot in side.slots) == list(range(1, count + 1))


@pytest.mark.parametrize("flip", ["short", "long"])
@pytest.mark.parametrize("count", COUNTS)
def test_a_folded_stack_reads_from_1_to_n(count, flip):
    """Turn the paper over as the printer does, fold the stack, and leaf through it."""
    assert leaf_through(plan_saddle(count, A5, A4, flip), flip) == list(range(1, count + 1))


def leaf_through(sides: list[Side], flip: str) -> list[int]:
    """The pages of the folded stack in the order in which a reader sees them; each must stand upright."""
    halves = []  # of each sheet: (front left, front right, back left, back right) as seen with the front's top upward
    for front, back in zip(sides[::2], sides[1::2], strict=True):
        seen = {}
        for name, side in (("front", front), ("back", back)):
            for slot in side.slots:
                x, turned = slot.x_mm + A5.width_mm / 2, slot.turned
                if name == "back" and flip == "long":  # over the long edge the back's top lies at the front's foot
                    x, turned = A4.width_mm - x, not turned
                assert not turned, f"page {slot.page} stands on its head"
                seen[name, "left" if x < A4.width_mm / 2 else "right"] = slot.page
        halves.append(seen)
    # right halves open from the outside in, then the left halves from the inside out
    first = [page for sheet in halves for page in (sheet["front", "right"], sheet["back", "left"])]
    second = [page for sheet in reversed(halves) for page in (sheet["back", "right"], sheet["front", "left"])]
    return first + second


WORD = re.compile(r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">page(\d\d)</word>')


@pytest.mark.parametrize("flip", ["short", "long"])
@pytest.mark.parametrize("count", [4, 8, 20, 48])
def test_the_printed_file_has_each_page_where_the_plan_says(tmp_path, count, flip):
    """pdftotext says where the words lie, pdfium's pixels which way up they stand."""
    sides = plan_saddle(count, A5, A4, flip, 0.1)
    path = tmp_path / "sheets.pdf"
    path.write_bytes(printed(sides, numbered(count)))
    boxes = run_tool("pdftotext", "-bbox", path, "-").stdout
    pages = re.findall(r"<page .*?</page>", boxes, re.DOTALL)
    assert len(pages) == len(sides)
    for side, told in zip(sides, pages, strict=True):
        found = {int(m[5]): float(m[1]) * 25.4 / 72 for m in WORD.finditer(told)}
        assert set(found) == {slot.page for slot in side.slots}
        for slot in side.slots:
            # the word starts 20 mm from the page's left edge; upside down it ends 20 mm from the right one
            if not slot.turned:
                assert found[slot.page] == pytest.approx(slot.x_mm + 20, abs=0.3)
    document = pypdfium2.PdfDocument(path)
    for side, page in zip(sides, document, strict=True):
        image = np.asarray(page.render(scale=1, grayscale=True).to_numpy()).squeeze() < 128
        for slot in side.slots:
            left = round((slot.x_mm + 17) * 72 / 25.4)
            part = image[:, left : left + round((A5.width_mm - 36) * 72 / 25.4)]
            top, bottom = part[45:110].sum(), part[-110:-45].sum()
            assert (bottom > top) == slot.turned and top + bottom > 40, slot


@pytest.mark.parametrize("thickness", [0.0, 0.1, 0.25])
def test_creep_moves_inner_pages_toward_the_fold_by_the_paper_around_them(thickness):
    sides = plan_saddle(48, A5, A4, "short", thickness)
    for side in sides:
        left, right = side.slots
        spine = A4.width_mm / 2
        assert left.x_mm + A5.width_mm - spine == pytest.approx(side.sheet * thickness)
        assert spine - right.x_mm == pytest.approx(side.sheet * thickness)


def test_creep_grows_in_the_printed_file_and_nothing_is_clipped():
    data = printed(plan_saddle(48, A5, A4, "short", 0.2), numbered(48))
    lefts = []
    for page in pypdfium2.PdfDocument(io.BytesIO(data)):
        dark = np.asarray(page.render(scale=300 / 72, grayscale=True).to_numpy()).squeeze() < 128
        columns = np.flatnonzero(dark[1200:1210].any(axis=0)) * 25.4 / 300  # upright lines of both frames
        runs = np.split(columns, np.flatnonzero(np.diff(columns) > 0.5) + 1)
        assert len(runs) == 4  # all four sides of two frames are there
        lefts.append(runs[0].mean())
        rows = np.flatnonzero(dark[:, int(60 * 300 / 25.4)])
        assert (rows.max() - rows.min()) * 25.4 / 300 == pytest.approx(210 - 26, abs=0.5)
    fronts = np.array(lefts[::2])
    assert np.allclose(np.diff(fronts), 0.2, atol=0.09) and fronts[-1] - fronts[0] == pytest.approx(11 * 0.2, abs=0.1)


def test_pages_that_cannot_be_folded_are_refused():
    for count in (0, 2, 6, 47, 100):
        with pytest.raises(InputError, match="folded sheets hold 4, 8, 12"):
            plan_saddle(count, A5, A4)
    with pytest.raises(LayoutError, match="into the fold"):
        plan_saddle(48, A5, A4, "short", 0.9)
    with pytest.raises(LayoutError, match="do not fit paper"):
        plan_saddle(8, A5, Size(279.4, 215.9))
    with pytest.raises(InputError, match="no edge 'left'"):
        plan_saddle(8, A5, A4, "left")


def test_marks_keep_to_the_fold():
    marks = binding_marks(A4, 5, find_theme())
    points = [p for mark in marks for p in re.findall(r"(-?[\d.]+) (-?[\d.]+)", mark.d)]
    assert {float(x) for x, _ in points} == {A4.width_mm / 2} and len(marks) == 2
    assert len(binding_marks(A4, 1, find_theme())) == 1  # a single sheet wants no staple


# The eight-page fold


def barred(count: int, size: Size) -> list[Drawing]:
    """Page n has n upright bars in its upper half."""
    return [
        Drawing(
            size.width_mm, size.height_mm, tuple(Path(rectangle(8 + 7 * i, 20, 3, 12), INK) for i in range(number)), ""
        )
        for number in range(1, count + 1)
    ]


def number_of(panel: np.ndarray) -> int:
    """How many bars an upright panel shows; one on its head shows none."""
    row = panel[round(26 * 150 / 25.4)] < 128
    return int((np.diff(row.astype(int)) == 1).sum())


def test_folding_the_pocket_sheet_makes_page_n_meet_page_n_plus_1():
    """The printed sheet's panels, cut and folded as its marks say, one by one."""
    page = pocket_page(A4)
    data = printed([plan_pocket(A4)], barred(8, page))
    image = np.asarray(
        pypdfium2.PdfDocument(io.BytesIO(data))[0].render(scale=150 / 72, grayscale=True).to_numpy()
    ).squeeze()
    height, width = 620, 438
    panels = {}
    for row in (0, 1):
        for column in range(4):
            top, left = round(row * image.shape[0] / 2), round(column * image.shape[1] / 4)
            panels[row, column] = image[top : top + height, left : left + width]
    # Fold lengthwise: the upper panels turn about the middle line onto the back of the lower ones, where they stand
    # upright as seen from behind.
    upright = {key: panel[::-1, ::-1] if key[0] == 0 else panel for key, panel in panels.items()}
    # The cut lets the two inner columns open. Around it the panels form a ring: neighbors share a fold, and folds
    # go inward and outward in turn.
    ring = [(1, 0), (1, 1), (1, 2), (1, 3), (0, 3), (0, 2), (0, 1), (0, 0)]
    order = [number_of(upright[key]) for key in ring]
    assert all(number_of(panels[0, column]) == 0 for column in range(4))  # they print on their heads
    assert order == [8, 1, 2, 3, 4, 5, 6, 7]
    # two panels of the ring meet face to face in the booklet when the fold between them is a valley: every second one
    assert [(order[i], order[(i + 1) % 8]) for i in range(0, 8, 2)] == [(8, 1), (2, 3), (4, 5), (6, 7)]
    assert [(order[i], order[(i + 1) % 8]) for i in range(1, 8, 2)] == [(1, 2), (3, 4), (5, 6), (7, 8)]


def test_the_pocket_cut_is_drawn_between_the_inner_columns_only():
    cut = pocket_marks(A4, find_theme())[0]
    points = [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", cut.d)]
    assert points == [(A4.width_mm / 4, 105.0), (A4.width_mm * 3 / 4, 105.0)] and cut.dash_mm


def test_the_printed_sheets_are_whole_pdf_files(tmp_path):
    path = tmp_path / "sheets.pdf"
    path.write_bytes(printed(plan_saddle(8, A5, A4), numbered(8)))
    assert run_tool("qpdf", "--check", path).returncode == 0
    with pikepdf.open(path) as pdf:
        for page in pdf.pages:
            assert [round(float(v) * 25.4 / 72, 1) for v in page.mediabox] == [0, 0, 297.0, 210.0]
