"""Finished sheets and books as the eye measures them: sizes of type, width of columns, gaps between panels, and empty halves."""

import re
from itertools import pairwise
from typing import NamedTuple

import pytest

from tests.makers.books import FAMILIES, pages_of
from tests.makers.prints import kept_files
from tests.readers.page_faults import FinishedPage, read_finished
from tests.walks import slow_but
from tt_print.booklets.blocks import Table, plain
from tt_print.booklets.text import read_family

MOST_SIZES = 7  # of type in a product
LEAST_LETTERS = 22  # in the longest line of a column of three lines or more
WIDEST_GAP = 1.3  # by the narrowest, of gaps between panels
FOOT_MM = 20.0  # in which the page's number is
POCKETS = [
    game for game in FAMILIES if game != "armageddon"
]  # which has eight sizes still: words in its pictures shrink to fit
PUZZLES = ("craziness", "casino", "armageddon", "push-it")


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


def first_game(game: str) -> list[FinishedPage]:
    return finished(f"deal {game} --lesson")


def sizes_of(pages: list[FinishedPage]) -> set[float]:
    """But for letters within pictures, and what a wild counts as, which is as wide as its card."""
    lines = [line for page in pages for line in page.lines if not line.miniature]
    return {round(line.points, 1) for line in lines if re.match(r"(?!=).*\D..", line.text.strip())}


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


PRODUCTS = {
    "start": lambda: finished("start")[:1],
    "quickref": lambda: finished("quickref all"),
    "quickref-large": lambda: finished("quickref all --large"),
    **{f"first-game-{game}": (lambda game=game: first_game(game)) for game in FAMILIES},
    **{f"puzzles-{game}": (lambda game=game: finished(f"puzzles --game {game}", "-read")[1:]) for game in PUZZLES},
    **{f"scores-{game}": (lambda game=game: finished(f"scoresheet {game}")) for game in FAMILIES},
    **{f"setup-{game}": (lambda game=game: finished(f"deal {game} --players 4 --sheet")) for game in FAMILIES},
    "calibration": lambda: finished("calibrate"),
    "slips": lambda: finished("deal craziness --players 4 --slips"),
    "full-rules": lambda: finished("booklet full"),
    **{f"pocket-{game}": (lambda game=game: read_finished(pages_of(game, "pocket", "a4"))[1:]) for game in POCKETS},
    **{f"book-{game}": (lambda game=game: read_finished(pages_of(game))[1:]) for game in FAMILIES},
    **{
        f"large-{game}": (lambda game=game: read_finished(pages_of(game, "a5", "a4", large=True))[1:])
        for game in FAMILIES
    },
}


@pytest.mark.parametrize(
    "name", slow_but(("start", "quickref", "first-game-six-suit", "scores-casino", "book-push-it"), PRODUCTS)
)
def test_a_product_has_few_sizes_of_type(name):
    assert len(sizes_of(PRODUCTS[name]())) <= MOST_SIZES


@pytest.mark.parametrize("game", slow_but(("six-suit",), FAMILIES))
def test_a_first_game_has_room_for_words_panels_of_one_kind_and_no_empty_half(game):
    pages = first_game(game)
    assert len(pages) == 2
    for page in pages:
        for column in columns_of(rows_of(page)):
            longest = max((row.text.strip() for row in column), key=len)
            assert len(column) < 3 or len(longest) >= LEAST_LETTERS, longest
        frames = sorted(frames_of(page))
        gaps = [
            below[1] - above[3]
            for above, below in pairwise(frames)
            if abs(above[0] - below[0]) < 1 and 0 < below[1] - above[3] < 8
        ]
        assert not gaps or max(gaps) <= WIDEST_GAP * min(gaps)
        assert min(feet_of(page)) > 0.5, feet_of(page)


def test_the_first_page_is_full_and_its_panels_are_in_rows():
    (page,) = PRODUCTS["start"]()
    assert min(feet_of(page)) > 0.85
    tops = {round(box[1], 1) for box in (p.box for p in page.paints if p.stroke) if 40 < box[2] - box[0] < 60 < 80}
    assert len(tops) >= 3


@pytest.mark.parametrize("game", slow_but((), FAMILIES))
def test_large_print_has_its_summary_on_one_page_and_leaves_no_page_to_a_picture(game):
    pages = PRODUCTS[f"large-{game}"]()
    said = [" ".join(row.text for row in rows_of(page)) for page in pages]
    (summary,) = [number for number, text in enumerate(said) if "Rules summary" in text]
    (table,) = [block for block in read_family(game).chapters[-1].blocks if isinstance(block, Table)]
    assert all(plain(row[0]) in said[summary] for row in table.rows)
    assert sum(len(text) < 20 for text in said) <= 1 and min(feet_of(pages[summary])) > 0.4
