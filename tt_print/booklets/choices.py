"""What somebody asks of a booklet, and what they want to know of it when it is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tt_print.records import dataclass

if TYPE_CHECKING:
    from tt_print.cards.theme import Theme
    from tt_print.engine.house import House
    from tt_print.sheets.plan import Paper

FORMATS = ("a5", "half-letter", "pocket", "flat")
FOLDED = {"a4": "a5", "letter": "half-letter"}  # the format that halves a paper


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
    from tt_print.sheets.plan import find_paper

    if paper in FOLDED:
        return FOLDED[paper], paper
    # the one as wide as this: Legal is a longer Letter; or as high as this is wide: A3 is two of A4
    sheet, both = find_paper(paper), [find_paper(name) for name in FOLDED]
    fitting = [each for each in both if each.width_mm <= sheet.width_mm and each.height_mm <= sheet.height_mm]
    nearest = min(
        fitting or both, key=lambda each: min(abs(sheet.width_mm - side) for side in (each.width_mm, each.height_mm))
    )
    return FOLDED[nearest.name], nearest.name
