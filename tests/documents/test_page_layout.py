"""Finished sheets and books as the eye measures them: sizes of type, width of columns, gaps between panels, and empty halves."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

import pytest

from tests.makers.books import FAMILIES, pages_of
from tests.makers.prints import kept_files
from tests.readers.page_faults import FinishedPage, read_finished
from tests.walks import slow_but
from tt_print.books.blocks import BookTable, plain
from tt_print.books.text import read_family

FOOT_MM = 20.0  # in which the page's number is
PUZZLES = ("craziness", "casino", "armageddon", "push-it")
FORMATS = {"a5": "a4", "pocket": "a4", "flat": "a4", "half-letter": "letter"}
WORDS = re.compile(
    r"(?!=).*\D.."
)  # neither a figure nor a letter of a card, nor what a wild counts as, which is as wide as its card


class Measures(NamedTuple):
    """What the eye measures: sizes of type; letters in the longest line of the narrowest column of three lines or more; the widest gap
    between panels by the narrowest on its page; and how far down the emptiest half of a page is filled, the last page's apart.
    """

    sizes: int = 7
    letters: int = 22
    gap: float = 1.3
    foot: float = 0.5

    def worse_than(self, limit: Measures) -> list[str]:
        worse = self.sizes > limit.sizes, self.letters < limit.letters, self.gap > limit.gap, self.foot < limit.foot
        return [f"{name} {value}" for name, value, is_so in zip(self._fields, self, worse, strict=True) if is_so]


class TextRow(NamedTuple):
    """A line of text in a column. `size` is its em in points."""

    left: float
    top: float
    right: float
    bottom: float
    size: float
    text: str


def finished(line: str, ending: str = "") -> list[FinishedPage]:
    """The pages of what is printed, those of a screen if it says so."""
    made = kept_files(line, "--paper", "a4")
    (name,) = [
        name for name in made.files if name.endswith(f"{ending}.pdf") and ("start" in name or "start" not in line)
    ]
    return read_finished(made.files[name])


def rows_of(page: FinishedPage) -> list[TextRow]:
    """Its lines of text, what is in several fonts joined."""
    rows: list[TextRow] = []
    for line in sorted(page.lines, key=lambda one: (round(one.boxes[:, 3].max()), one.box[0])):
        left, top, right, bottom = line.box
        if line.miniature or not line.text.strip():
            continue
        before = rows[-1] if rows else None
        if (
            before
            and abs(before.bottom - bottom) < 1.5
            and 0 <= left - before.right < 2.5
            and before.size == line.points
        ):
            rows[-1] = before._replace(right=right, bottom=max(bottom, before.bottom), text=before.text + line.text)
        else:
            rows.append(TextRow(left, top, right, bottom, line.points, line.text))
    return rows


def columns_of(rows: list[TextRow]) -> list[list[TextRow]]:
    """Lines below one another, ranged left, in one size."""
    found: list[list[TextRow]] = []
    for row in sorted(rows, key=lambda one: one.bottom):
        for column in found:
            last, leading = column[-1], row.size * 25.4 / 72 * 1.6
            if abs(last.left - row.left) < 1.2 and last.size == row.size and 0 < row.bottom - last.bottom < leading:
                column.append(row)
                break
        else:
            found.append([row])
    return found


def frames_of(page: FinishedPage) -> list[tuple[float, float, float, float]]:
    """Panels that are at least as wide as a third of a page."""
    boxes = [paint.box for paint in page.paints if paint.stroke and len(paint.pieces) > 8 and not paint.miniature]
    return [box for box in boxes if box[2] - box[0] > page.width / 3.3 and box[3] - box[1] > 8]


def feet_of(page: FinishedPage) -> list[float]:
    """How far down each half of a page is filled, in parts of its height."""
    boxes = [line.box for line in page.lines] + [paint.box for paint in page.paints]
    inside = [box for box in boxes if box[3] < page.height - FOOT_MM]
    middle = page.width / 2
    halves = [[b for b in inside if b[0] < middle], [b for b in inside if b[2] > middle]]
    return [max((box[3] for box in half), default=0.0) / page.height for half in halves]


def measure(pages: list[FinishedPage]) -> Measures:
    lines = [line for page in pages for line in page.lines if not line.miniature and WORDS.match(line.text.strip())]
    letters, gaps = [99], [1.0]
    for page in pages:
        for column in columns_of([row for row in rows_of(page) if WORDS.match(row.text.strip())]):
            letters += [max(len(row.text.strip()) for row in column)] if len(column) > 2 else []
        frames = sorted(frames_of(page))
        between = [
            below[1] - above[3]
            for above, below in pairwise(frames)
            if abs(above[0] - below[0]) < 1 and 0.1 < below[1] - above[3] < 8
        ]
        gaps += [max(between) / min(between)] if between else []
    feet = [min(feet_of(page)) for page in pages[:-1]]
    return Measures(
        len({round(line.points, 1) for line in lines}), min(letters), round(float(max(gaps)), 2),
        round(float(min(feet, default=1.0)), 2),
    )  # fmt: skip


def book(game: str, format_: str = "a5", large: bool = False) -> Callable[[], list[FinishedPage]]:
    """Its pages without the cover, which is a picture."""
    return lambda: read_finished(pages_of(game, format_, FORMATS[format_], large))[1:]


PRODUCTS: dict[str, Callable[[], list[FinishedPage]]] = {
    "start": lambda: finished("start"),
    "deck": lambda: finished("deck"),
    "box": lambda: finished("export --for tuckbox"),
    "box-low": lambda: finished("export --for tuckbox --ink low"),
    "quickref": lambda: finished("quickref all"),
    "quickref-large": lambda: finished("quickref all --large"),
    **{f"first-game-{game}": (lambda game=game: finished(f"deal {game} --lesson")) for game in FAMILIES},
    **{f"puzzles-{game}": (lambda game=game: finished(f"puzzles --game {game}", "-read")[1:]) for game in PUZZLES},
    **{f"scores-{game}": (lambda game=game: finished(f"scoresheet {game}")) for game in FAMILIES},
    **{f"setup-{game}": (lambda game=game: finished(f"deal {game} --players 4 --sheet")) for game in FAMILIES},
    "calibration": lambda: finished("calibrate"),
    "slips": lambda: finished("deal craziness --players 4 --slips"),
    "full-rules": lambda: finished("booklet full"),
    **{f"{format_}-{game}": book(game, format_) for format_ in FORMATS for game in FAMILIES},
    **{f"large-{game}": book(game, large=True) for game in FAMILIES},
}
# By product or kind, what falls short of the goal, with its reason.
LIMITS = {
    "scores-push-it": Measures(letters=9),  # a column of its table of decks
    "setup": Measures(letters=5),  # what is beside a picture of a pile
    "full-rules": Measures(letters=7, foot=0.3),  # columns of tables; a game's last page
    "large": Measures(letters=15, foot=0.28),  # labels beside a card; pictures that the next page has room for
    "large-ww3": Measures(gap=1.5, foot=0.38),
    "large-armageddon": Measures(foot=0.22),
    "large-craziness": Measures(letters=15, foot=0.38),
    "large-push-it": Measures(letters=11, foot=0.25),
    "pocket-ww3": Measures(letters=19),  # words beside cards in panels
    "pocket-armageddon": Measures(letters=11),
    "pocket-six-suit": Measures(letters=9),
    "pocket-craziness": Measures(letters=12),
    "puzzles-craziness": Measures(foot=0.34),  # the last level
    "puzzles-armageddon": Measures(foot=0.34),
    # a sample round whose last panel is apart, and pages whose chapter has no more to say
    **{
        f"{format_}-{game}": limit
        for format_ in ("a5", "flat", "half-letter")
        for game, limit in {
            "armageddon": Measures(gap=1.5),
            "six-suit": Measures(foot=0.47),
            "casino": Measures(gap=1.5),
        }.items()
    },
}


QUICK = ("start", "quickref", "first-game-six-suit", "scores-casino", "a5-push-it", "box")


@pytest.mark.parametrize("name", slow_but(QUICK, PRODUCTS))
def test_a_product_keeps_the_measures(name):
    assert measure(PRODUCTS[name]()).worse_than(LIMITS.get(name, LIMITS.get(name.split("-")[0], Measures()))) == []


@pytest.mark.parametrize("game", slow_but(("six-suit",), FAMILIES))
def test_a_first_game_is_a_sheet_without_an_empty_half(game):
    pages = PRODUCTS[f"first-game-{game}"]()
    assert len(pages) == 2 and min(feet_of(pages[1])) > 0.5


def test_the_first_page_is_full_and_its_panels_are_in_rows():
    page, *_ = PRODUCTS["start"]()
    assert min(feet_of(page)) > 0.85
    tops = {round(box[1], 1) for box in (p.box for p in page.paints if p.stroke) if 40 < box[2] - box[0] < 60 < 80}
    assert len(tops) >= 3


@pytest.mark.parametrize("game", slow_but((), FAMILIES))
def test_large_print_has_its_summary_on_one_page_and_leaves_no_page_to_a_picture(game):
    pages = PRODUCTS[f"large-{game}"]()
    said = [" ".join(row.text for row in rows_of(page)) for page in pages]
    (summary,) = [number for number, text in enumerate(said) if "Rules summary" in text]
    (table,) = [block for block in read_family(game).chapters[-1].blocks if isinstance(block, BookTable)]
    assert all(plain(row[0]) in said[summary] for row in table.rows)
    assert sum(len(text) < 20 for text in said) <= 1 and min(feet_of(pages[summary])) > 0.4
