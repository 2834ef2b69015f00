"""What somebody asks of a booklet, and where each page is on the sheets, in numbers: saddle stitch, and the eight-page fold.

A booklet of n pages from folded sheets, one inside the other: sheet i, counted from the outside and from 0, carries
n-2i and 1+2i on its front, 2+2i and n-1-2i on its back, left and right. Eight pages: front 8|1, back 2|7; front 6|3,
back 4|5.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tt_print.draw.geometry import compose, half_turn, line, shift
from tt_print.draw.shapes import Drawing, Group, Item, Path, Text
from tt_print.draw.text import TEXT
from tt_print.errors import InputError
from tt_print.problems import LayoutProblem
from tt_print.records import dataclass, replace
from tt_print.templates import Measures, read_measures

if TYPE_CHECKING:
    from tt_print.engine.house import House
    from tt_print.faces.theme import Theme
    from tt_print.paper.plan import Paper

FORMATS = ("a5", "half-letter", "pocket", "flat")
FOLDED = {"a4": "a5", "letter": "half-letter"}  # the format that halves a paper
MAX_PAGES = 96  # 24 sheets; a home stapler goes through no more


# ---------------------------------------------------------------- what is asked


@dataclass(frozen=True, slots=True)
class BookletChoices:
    """The choices for a booklet. `house` None means the rules as printed; `thickness_mm` is that of one sheet."""

    paper: Paper
    format: str
    theme: Theme
    large: bool = False
    house: House | None = None
    flip: str = "short"
    thickness_mm: float = 0.1


@dataclass(frozen=True, slots=True)
class Booklet:
    """Both files of one game by name, and what a person wants to know of them. `print_name` is the one to print."""

    game: str
    title: str
    files: dict[str, bytes]
    print_name: str
    read_name: str
    pages: int
    sheets: int
    format: str
    house: tuple[str, ...]


def choose_format(format_: str, paper: str, default_paper: str) -> tuple[str, str]:
    """Format and paper, each following from the other if only one is named."""
    paper = half_of(format_) or paper or fold_of(default_paper)[1]
    return format_ or FOLDED[paper], paper


def half_of(format_: str) -> str:
    """The paper that a format is half of; "" if it takes any."""
    return next((paper for paper, half in FOLDED.items() if half == format_), "")


def fold_of(paper: str) -> tuple[str, str]:
    """Format and paper of booklets for somebody whose sheets are printed on this paper, whatever its size."""
    from tt_print.paper.plan import find_paper

    if paper in FOLDED:
        return FOLDED[paper], paper
    # the one as wide as this: Legal is a longer Letter; or as high as this is wide: A3 is two of A4
    sheet, both = find_paper(paper), [find_paper(name) for name in FOLDED]
    fitting = [each for each in both if each.width_mm <= sheet.width_mm and each.height_mm <= sheet.height_mm]
    nearest = min(
        fitting or both, key=lambda each: min(abs(sheet.width_mm - side) for side in (each.width_mm, each.height_mm))
    )
    return FOLDED[nearest.name], nearest.name


# ---------------------------------------------------------------- places on sheets


@dataclass(frozen=True, slots=True)
class PageSlot:
    """A page (from 1) and the top left corner of where it is on the paper; upside down where `turned`."""

    page: int
    x_mm: float
    y_mm: float
    turned: bool = False


Side = tuple[PageSlot, ...]  # one side of a sheet


@dataclass(frozen=True, slots=True)
class Size:
    width_mm: float
    height_mm: float


def plan_saddle(
    count: int, page: Size, paper: Size, flip: str = "short", thickness_mm: float = 0.0, inner_mm: float = 15.0
) -> list[Side]:
    """Fronts and backs in turn, the paper in landscape, spines on its middle.

    A sheet inside others sticks out by their thickness and is cut or seen there; its pages move toward the spine by
    the thickness of each sheet around it. With `flip` "long" the paper turns over its long edge and backs are upside
    down.

    Raises InputError for a number of pages that sheets cannot hold, LayoutError when the inner sheets
    would move text into the fold.
    """
    if count % 4 or not 4 <= count <= MAX_PAGES:
        raise InputError(f"a booklet of {count} pages: folded sheets hold 4, 8, 12, and so on, up to {MAX_PAGES}.")
    creep = (count // 4 - 1) * thickness_mm
    if inner_mm - creep < read_binding().min_inner_mm:
        raise LayoutProblem("booklets.creep", "thickness", sheets=count // 4, value=thickness_mm, creep=creep)
    sides = []
    for sheet in range(count // 4):
        creep = sheet * thickness_mm
        front = _pair(count - 2 * sheet, 1 + 2 * sheet, page, paper, creep)
        back = _pair(2 + 2 * sheet, count - 1 - 2 * sheet, page, paper, creep)
        if flip == "long":
            back = tuple(_turn(slot, page, paper) for slot in back)
        sides += [front, back]
    return sides


def _pair(left: int, right: int, page: Size, paper: Size, creep: float) -> Side:
    spine, top = paper.width_mm / 2, (paper.height_mm - page.height_mm) / 2
    return PageSlot(left, spine - page.width_mm + creep, top), PageSlot(right, spine - creep, top)


def _turn(slot: PageSlot, page: Size, paper: Size) -> PageSlot:
    """The same place after half a turn of the whole side."""
    x, y = paper.width_mm - slot.x_mm - page.width_mm, paper.height_mm - slot.y_mm - page.height_mm
    return PageSlot(slot.page, x, y, not slot.turned)


def turn_page(side: Side, page: int) -> Side:
    """The side with one page upside down."""
    return tuple(replace(slot, turned=not slot.turned) if slot.page == page else slot for slot in side)


def plan_pocket(paper: Size) -> Side:
    """Eight pages on one side: upright along the bottom 8 1 2 3, upside down above them 7 6 5 4.

    Folded along the middle and cut between the two inner columns, the sheet closes to a booklet.
    """
    page = pocket_page(paper)
    lower = [PageSlot(number, i * page.width_mm, page.height_mm) for i, number in enumerate((8, 1, 2, 3))]
    upper = [PageSlot(number, i * page.width_mm, 0.0, True) for i, number in enumerate((7, 6, 5, 4))]
    return (*upper, *lower)


def pocket_page(paper: Size) -> Size:
    return Size(paper.width_mm / 4, paper.height_mm / 2)


def draw_side(side: Side, pages: Sequence[Drawing], paper: Size, marks: tuple[Item, ...] = ()) -> Drawing:
    """A side of a sheet as one picture."""
    items: list[Item] = []
    for slot in side:
        drawing = pages[slot.page - 1]
        matrix = shift(slot.x_mm, slot.y_mm)  # from the page's own millimeters to the paper's
        turned = half_turn(drawing.width_mm, drawing.height_mm)
        items.append(Group(drawing.items, compose(matrix, turned) if slot.turned else matrix))
    named = ", ".join(str(slot.page) for slot in side)
    return Drawing(paper.width_mm, paper.height_mm, (*items, *marks), f"Pages {named}")


def read_binding() -> Measures:
    """The marks of folded sheets, and how close to the fold a page may come."""
    binding: Measures = read_measures("booklets/style.toml").binding
    return binding


def binding_marks(paper: Size, sheets: int, theme: Theme) -> tuple[Item, ...]:
    """For the middle spread, seen while folding and hardly later: ticks on the fold, and where staples go."""
    binding = read_binding()
    x, height = paper.width_mm / 2, paper.height_mm
    first, last = binding.tick_from_mm, binding.tick_to_mm
    ticks = f"{line(x, first, x, last)} {line(x, height - last, x, height - first)}"
    items: list[Item] = [Path(ticks, stroke=theme.inks["grey"], width_mm=binding.line_mm, dash_mm=(1.0, 0.8))]
    if sheets > 1:
        half = binding.staple_mm / 2
        staples = " ".join(line(x, y - half, x, y + half) for y in (height / 4, height * 3 / 4))
        items.append(Path(staples, stroke=theme.inks["grey"], width_mm=binding.staple_line_mm))
    return tuple(items)


def pocket_marks(paper: Size, theme: Theme) -> tuple[Item, ...]:
    """The cut along the middle, across the two inner columns, and short ticks where the folds meet the edges."""
    binding = read_binding()
    width, height = paper.width_mm, paper.height_mm
    cut = Path(
        line(width / 4, height / 2, width * 3 / 4, height / 2),
        stroke=theme.ink,
        width_mm=binding.cut_line_mm,
        dash_mm=(2.4, 1.4),
    )
    first, last = binding.tick_from_mm, binding.tick_to_mm
    ticks = [
        line(x, first, x, last) + " " + line(x, height - last, x, height - first)
        for x in (width / 4, width / 2, width * 3 / 4)
    ]
    ticks.append(
        line(first, height / 2, last, height / 2) + " " + line(width - last, height / 2, width - first, height / 2)
    )
    folds = Path(" ".join(ticks), stroke=theme.inks["grey"], width_mm=binding.line_mm, dash_mm=(1.0, 0.8))
    word = Text(width / 4 + 3.0, height / 2 - 1.1, binding.cut_word, TEXT, binding.cut_word_mm, theme.ink)
    return (cut, folds, word)
