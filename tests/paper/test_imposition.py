"""Sheets to fold: which page lies where and which way up, by the plan, by the printed file, and by folding it."""

from itertools import product

import numpy as np
import pikepdf
import pypdfium2
import pytest

from tests.makers.books import print_book, to_read
from tests.makers.prints import print_files
from tests.readers.page_faults import read_finished
from tests.readers.page_words import read_words
from tests.readers.pdf_marks import cut_out, read_pages
from tests.readers.validators import run_tool
from tests.walks import walk
from tt_print.errors import InputError, LayoutError
from tt_print.paper.imposition import Side, Size, plan_saddle

A4, A5 = Size(297.0, 210.0), Size(148.0, 210.0)
COUNTS = range(4, 49, 4)
PX = 1 / 25.4 * 36  # pixels a millimeter


def to_print(made) -> bytes:
    (name,) = (name for name in made.files if not name.endswith("-read.pdf"))
    return made.files[name]


def pictures(data: bytes) -> list[np.ndarray]:
    """Each page in gray, at half a point."""
    with pypdfium2.PdfDocument(data) as pdf:
        pages = [page.render(scale=0.5, grayscale=True).to_numpy().squeeze().astype(np.int16) for page in pdf]
    return [page.copy() for page in pages]


def find_page(part: np.ndarray, pages: list[np.ndarray]) -> tuple[int, bool]:
    """Which page a part of a sheet shows, and whether it lies on its head."""
    found = []
    for (number, page), turned in product(enumerate(pages, 1), (False, True)):
        height, width = (min(one, other) for one, other in zip(part.shape, page.shape, strict=True))
        seen = (part[::-1, ::-1] if turned else part)[:height, :width]
        shifted = (
            np.roll(seen, places, (0, 1)) for places in product((-1, 0, 1), repeat=2)
        )  # a page may lie half a pixel off
        found.append((min(float(np.abs(one - page[:height, :width]).mean()) for one in shifted), number, turned))
    best, second = sorted(found)[:2]
    assert best[0] < 0.6 * second[0], "one page alone is like it"
    return best[1:]


@walk(("count", "flip"), product(COUNTS, ("short", "long")))
def test_a_folded_stack_reads_from_1_to_n(count, flip):
    """Turn the paper over as the printer does, fold the stack, and leaf through it."""
    assert leaf_through(plan_saddle(count, A5, A4, flip), flip) == list(range(1, count + 1))


def leaf_through(sides: list[Side], flip: str) -> list[int]:
    """The pages of the folded stack in the order in which a reader sees them; each must stand upright."""
    halves = []  # of each sheet: (front left, front right, back left, back right) as seen with the front's top upward
    for front, back in zip(sides[::2], sides[1::2], strict=True):
        seen = {}
        for name, side in (("front", front), ("back", back)):
            for slot in side:
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


@pytest.mark.slow
@pytest.mark.parametrize("flip", ["short", "long"])
def test_the_printed_file_has_each_page_where_the_plan_says(flip):
    made = print_book("push-it", f"--flip {flip}")
    pages, sheets = pictures(to_read(made)), pictures(to_print(made))
    sides = plan_saddle(12, A5, A4, flip, 0.1)
    for side, sheet in zip(sides, sheets, strict=True):
        for slot in side:
            left = round(slot.x_mm * PX)
            assert find_page(sheet[:, left : left + pages[0].shape[1]], pages) == (slot.page, slot.turned)


@walk("thickness", [0.0, 0.1, 0.25])
def test_creep_moves_inner_pages_toward_the_fold_by_the_paper_around_them(thickness):
    sides = plan_saddle(48, A5, A4, "short", thickness)
    for number, (left, right) in enumerate(sides):
        spine = A4.width_mm / 2
        assert left.x_mm + A5.width_mm - spine == pytest.approx(number // 2 * thickness)
        assert spine - right.x_mm == pytest.approx(number // 2 * thickness)


def test_creep_grows_in_the_printed_file_and_nothing_is_clipped():
    """Page 1, 3, 5 are the right halves of the fronts: each comes nearer to the fold by a paper's thickness."""
    made = print_book("push-it", "--thickness 0.3")
    read, sheets = read_words(to_read(made)), read_words(to_print(made))
    offsets = []
    for number in (1, 3, 5):
        right = [word for word in sheets[number - 1] if word.middle[0] > A4.width_mm / 2]
        assert sorted(word.text for word in right) == sorted(word.text for word in read[number - 1])
        offsets.append(min(word.left for word in right) - min(word.left for word in read[number - 1]))
    assert offsets == pytest.approx([148.5 - 0.3 * sheet for sheet in range(3)], abs=0.02)


def test_pages_that_cannot_be_folded_are_refused():
    for count in (0, 2, 6, 47, 100):
        with pytest.raises(InputError, match="folded sheets hold 4, 8, 12"):
            plan_saddle(count, A5, A4)
    with pytest.raises(LayoutError, match="into the fold"):
        plan_saddle(48, A5, A4, "short", 0.9)


def on_the_line(data: bytes, axis: int, at: float) -> list[tuple[float, float]]:
    """Where marks of the last side begin and end that lie on an upright (0) or level (1) line."""
    boxes = [paint.box for paint in read_finished(cut_out(data, -1))[0].paints]
    kept = [box for box in boxes if abs(box[axis] - at) < 0.01 and abs(box[axis + 2] - at) < 0.01]
    return [(round(float(box[1 - axis]), 2), round(float(box[3 - axis]), 2)) for box in kept]


@pytest.mark.slow
def test_marks_of_the_fold_lie_in_the_middle_spread(tmp_path):
    """Ticks 5.2 mm from both edges; staples of 9 mm about a quarter and three quarters, where there is more than one sheet."""
    assert on_the_line(to_print(print_book("push-it")), 0, 148.5) == [(5.2, 204.8), (48.0, 162.0)]
    path = tmp_path / "short.md"
    path.write_text("# Short\n\n## One\n\nDeal.\n", encoding="utf-8")
    single = print_files("booklet", path, "--format", "a5", "--paper", "a4")
    assert len(read_pages(to_print(single))) == 2 and on_the_line(to_print(single), 0, 148.5) == [(5.2, 204.8)]


def test_folding_the_pocket_sheet_makes_page_n_meet_page_n_plus_1():
    """The printed sheet's panels, cut and folded as its marks say, one by one."""
    made = print_book("craziness", "", "pocket")
    pages, (sheet,) = pictures(to_read(made)), pictures(to_print(made))
    height, width = (round(side) for side in (sheet.shape[0] / 2, sheet.shape[1] / 4))
    panels = {
        (row, column): find_page(sheet[row * height :, round(column * sheet.shape[1] / 4) :][:height, :width], pages)
        for row in (0, 1) for column in range(4)
    }  # fmt: skip
    # Fold lengthwise: the upper panels turn about the middle line onto the back of the lower ones, where they stand
    # upright as seen from behind, so they print on their heads.
    assert all(turned == (row == 0) for (row, _), (_, turned) in panels.items())
    # The cut lets the two inner columns open. Around it the panels form a ring: neighbors share a fold, and folds
    # go inward and outward in turn.
    ring = [(1, 0), (1, 1), (1, 2), (1, 3), (0, 3), (0, 2), (0, 1), (0, 0)]
    order = [panels[key][0] for key in ring]
    assert order == [8, 1, 2, 3, 4, 5, 6, 7]
    # two panels of the ring meet face to face in the booklet when the fold between them is a valley: every second one
    assert [(order[i], order[(i + 1) % 8]) for i in range(1, 8, 2)] == [(1, 2), (3, 4), (5, 6), (7, 8)]


def test_the_pocket_cut_is_drawn_between_the_inner_columns_only():
    made = print_book("craziness", "", "pocket")
    assert (74.25, 222.75) in on_the_line(to_print(made), 1, 105.0)


def test_the_printed_sheets_are_whole_pdf_files(tmp_path):
    path = tmp_path / "sheets.pdf"
    path.write_bytes(to_print(print_book("push-it")))
    assert run_tool("qpdf", "--check", path).returncode == 0
    with pikepdf.open(path) as pdf:
        assert {tuple(round(float(v) * 25.4 / 72, 1) for v in page.mediabox) for page in pdf.pages} == {
            (0, 0, 297.0, 210.0)
        }
