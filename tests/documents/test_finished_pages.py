"""Everything that is printed, as it is when it is finished: no text too near to a line or a cut, too small, over another
or too near to the paper's edge. One that is found is mended where the page is made.
"""

import io
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from reportlab.pdfgen.canvas import Canvas

from tests.commands import tt
from tests.readers.page_faults import (
    FinishedPage,
    Line,
    Paint,
    faults_of,
    find_cuts,
    find_faults,
    find_fine_print,
    read_finished,
)
from tests.walks import slow_but

NAMES = "Ann,Maximiliana,Wolfeschlegelstein,Di,Eve"
ONE_OF_EACH = "RC1,YH2,GT3,BS4,KBQ,J1,J2,chit-color,chit-shape,chit-number,pointers"
# Playing cards. Small cards, too: their words are as large as on large ones.
FACES = [
    "start", "start --ink low", "deck", "deck --deck west --no-chits --backs fold --cuts lines --ink low",
    f"deck --only {ONE_OF_EACH} --backs duplex --start-at 3", f"deck --only {ONE_OF_EACH} --card poker --backs fold",
    f"deck --only {ONE_OF_EACH} --card tarot --backs separate", f"deck --only {ONE_OF_EACH} --bleed 3",
    "deck --deck west --indices 2", "deck --card mini --deck west", f"deck --card mini-euro --only {ONE_OF_EACH} --ink low",
    f"deck --card square --only {ONE_OF_EACH}",
]  # fmt: skip
PAGES = [
    "calibrate", "quickref all", "quickref all --large", "quickref all --card tarot --ink low",
    "quickref ww3 --start-at 5 --option jokers=2", "scoresheet all", "scoresheet all --players 3 --ink low",
    f"scoresheet all --names {NAMES}", "scoresheet craziness --players 12", "scoresheet push-it --players 12",
    "deal casino --players 5 --hands 5 --sheet", f"deal six-suit --players {NAMES} --sheet",
    "deal craziness --players 3 --sheet --ink low", "deal ww3 --players 4 --sheet", "deal armageddon --players 3 --sheet",
    "deal push-it --players 8 --deck full2 --sheet", "deal push-it --players 3 --deck west --sheet",
    *(f"deal {game} --lesson" for game in ("ww3", "armageddon", "six-suit", "casino", "craziness")),
    "booklet casino --format pocket", "booklet armageddon", "booklet casino",
    "booklet ww3 --format pocket", "booklet casino --format flat", "booklet push-it --format flat --large-print",
    "quickref all --large", "deal craziness --players 3 --slips --ink low", "deal six-suit --players 12 --slips",
    "deal push-it --players Ann,Bo,Cy --deck west --slips",
]  # fmt: skip
BOXES = [f"export --for tuckbox{more}" for more in ("", " --deck west --thickness 0.1 --ink low", " --sleeved")]
QUICK = [(words, "a4") for words in (
    "deck --card mini --only RC1,chit-number,pointers", "deck --card bridge --only RC1,chit-number,pointers",
    "deck --only RC1,chit-color --backs fold", "calibrate", "quickref ww3", "scoresheet craziness", "deal push-it --players 3 --sheet",
)]  # fmt: skip


def printed(capsys, folder: Path, words: str, paper: str) -> list[Path]:
    ran = tt(capsys, *words.split(), "--paper", paper, "--out", folder)
    assert ran.status == 0, ran.err
    paths = sorted(folder.rglob("*.pdf"))
    assert paths
    return paths


def complaints(paths: list[Path], faces: bool = False, bleed: float = 0.0) -> list[str]:
    return [f"{path.name}: {fault}" for path in paths for fault in faults_of(path.read_bytes(), faces, bleed)]


ALL = dict.fromkeys([*QUICK, *product(FACES + PAGES + BOXES, ("a4", "letter"))])


@pytest.mark.parametrize(("words", "paper"), slow_but(QUICK, ALL))
def test_finished_pages_have_no_faults(capsys, tmp_path, words, paper):
    bleed = 2.0 if words in BOXES else 0.0  # beyond the cuts of a box
    is_deck = words.startswith(("deck", "start"))
    assert complaints(printed(capsys, tmp_path / "out", words, paper), is_deck, bleed) == []


FINE = [(f"{words}{ink}", "a4") for ink in ("", " --ink low") for words in (
    "deal casino --players 5 --sheet", "start", "deal push-it --players 4 --sheet", "quickref all", "export --for tuckbox",
    f"deck --only {ONE_OF_EACH}", "booklet ww3", "booklet casino", "booklet ww3 --format pocket", "scoresheet all",
)]  # fmt: skip
QUICK_FINE = [FINE[0], FINE[3], FINE[4], FINE[8]]


@pytest.mark.parametrize(("words", "paper"), slow_but(QUICK_FINE, dict.fromkeys([*QUICK_FINE, *FINE])))
def test_no_letter_is_too_small_to_read_and_no_line_too_thin_to_print(capsys, tmp_path, words, paper):
    """Pictures of cards included, at the size at which they are drawn. Books are read as a screen shows them: each page once."""
    paths = printed(capsys, tmp_path / "out", words, paper)
    shown = [path for path in paths if path.stem.endswith("-read")] or paths
    for path in shown:
        for number, page in enumerate(read_finished(path.read_bytes()), 1):
            assert find_fine_print(page) == ([], []), f"{path.name}, page {number}"


def test_fine_print_is_found_in_miniatures_and_in_letters_drawn_as_shapes():
    thin = replace(stroke((10, 21), (60, 21), miniature=True), width=0.08)
    shape = replace(white(1, 1, 2, 3, 1), points=5.5)
    page = FinishedPage(100, 100, [text("ab", 20, 20, 4.4, miniature=True)], [thin, shape, stroke((1, 1), (9, 9))])
    letters, lines = find_fine_print(page)
    assert letters == [4.4, 5.5] and lines == [pytest.approx(0.227, abs=0.001)]


def test_the_sheet_of_a_night_has_no_faults(capsys, tmp_path):
    assert tt(capsys, *"score start points Ann Maximiliana Wolfeschlegelstein Di".split()).status == 0
    for number in range(1, 34):
        assert tt(capsys, *f"score hand Ann={number} Maximiliana=0 Wolfeschlegelstein=3 Di=8".split()).status == 0
    (path,) = printed(capsys, tmp_path, "score export --pdf", "a4")
    assert len(read_finished(path.read_bytes())) > 1 and complaints([path]) == []


def text(words: str, x: float, y: float, points: float = 9.0, order: int = 9, miniature: bool = False) -> Line:
    """Letters 2 mm wide and high, their ink's top left corner at (x, y)."""
    boxes = [(x + 2 * i, y, x + 2 * i + 2, y + 2) for i in range(len(words))]
    return Line(words, points, "Atkinson", np.array(boxes, float), order, miniature)


def stroke(*points: tuple[float, float], order: int = 1, fill=None, miniature: bool = False) -> Paint:
    return Paint((np.array(points, float),), fill, (0, 0, 0, 255), 0.2, order, (), miniature)


def white(left: float, top: float, right: float, bottom: float, order: int) -> Paint:
    corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)], float)
    return Paint((corners,), (255,) * 4, None, 0.0, order)


def found(lines, paints=()) -> list[tuple[str, str, float]]:
    page = FinishedPage(100, 100, list(lines), list(paints))
    return [(fault.kind, fault.text, round(fault.measure, 2)) for fault in find_faults(page)]


@pytest.mark.parametrize(("lines", "paints", "expected"), [
    # 0.1 of the gap is the line's own half
    ([text("ab", 20, 20)], [stroke((10, 22.7), (60, 22.7))], [("line", "ab", 0.6)]),
    ([text("ab", 20, 20)], [stroke((10, 22.95), (60, 22.95))], []),
    ([text("ab", 20, 20)], [stroke((24.5, 10), (24.5, 60))], [("line", "ab", 0.4)]),
    ([text("ab", 20, 20)], [stroke((10, 10), (40, 40))], [("line", "ab", -0.1)]),
    # cell, sign: the outline of what the text stands in may be nearer where it is filled
    ([text("ab", 20, 20)], [stroke((19.5, 19.5), (24.5, 19.5), (24.5, 22.5), (19.5, 22.5), (19.5, 19.5))], [("line", "ab", 0.4)]),
    ([text("ab", 20, 20)], [stroke((19.5, 19.5), (24.5, 19.5), (24.5, 22.5), (19.5, 22.5), (19.5, 19.5), fill=(255, 255, 0, 255))], []),
    # a line below a white plate is none
    ([text("ab", 20, 20)], [stroke((10, 21), (60, 21)), white(18, 18, 26, 24, 2)], []),
    ([text("ab", 20, 20)], [stroke((10, 21), (60, 21), order=3), white(18, 18, 26, 24, 2)], [("line", "ab", -0.1)]),
    # miniatures among themselves, but not with what leads to them
    ([text("ab", 20, 20, 3, miniature=True)], [stroke((10, 21), (60, 21), miniature=True)], []),
    ([text("ab", 20, 20, 3, miniature=True)], [stroke((10, 21), (60, 21))], [("line", "ab", -0.1)]),
    ([text("ab", 20, 20, 5.9)], [], [("small", "ab", 5.9)]),
    ([text("ab", 20, 20), text("c", 23, 21, order=10)], [], [("overlap", "ab", 1.0)]),
    ([text("ab", 20, 20), text("c", 24, 20, order=10)], [], []),
    ([text("ab", 4.6, 20)], [], [("margin", "ab", 4.6)]),
    ([text("ab", 20, 93.5)], [], [("margin", "ab", 4.5)]),
    ([], [stroke((3, 20), (50, 20))], [("margin", "", 3.0)]),
])  # fmt: skip
def test_a_planted_fault_of_each_kind_is_found(lines, paints, expected):
    assert found(lines, paints) == expected


def test_a_text_near_a_cut_is_found():
    """Ticks in all four margins say where a card of 60 x 60 is cut; nothing is drawn on the cut itself."""
    ticks = Paint(tuple(np.array(ends, float) for ends in (
        [(20, 10), (20, 14)], [(80, 10), (80, 14)], [(20, 86), (20, 90)], [(80, 86), (80, 90)],
        [(10, 20), (14, 20)], [(10, 80), (14, 80)], [(86, 20), (90, 20)], [(86, 80), (90, 80)])),
        None, (0, 0, 0, 255), 0.2, 1)  # fmt: skip
    page = FinishedPage(100, 100, [text("a", 20.5, 40), text("b", 40, 40), text("c", 17, 50)], [ticks])
    assert find_cuts(page).block == (20, 20, 80, 80)
    assert [(fault.kind, fault.text) for fault in find_faults(page)] == [("cut", "a")]


def test_an_area_may_bleed_toward_the_papers_edge_and_a_line_may_not():
    line, area = stroke((3.2, 20), (50, 20)), white(3.2, 30, 60, 60, 1)
    area = replace(area, fill=(255, 220, 0, 255))
    page = FinishedPage(100, 100, [], [line, area])
    assert [round(fault.where[1]) for fault in find_faults(page, bleed=2.0)] == [20.0]
    assert [round(fault.where[1]) for fault in find_faults(page, bleed=1.0)] == [20.0, 30.0]


def test_of_text_that_is_clipped_what_is_to_be_seen_counts():
    """A word of which half is cut away at 40 mm, and one that is cut away as a whole."""
    file, mm = io.BytesIO(), 72 / 25.4
    canvas = Canvas(file, pagesize=(100 * mm, 100 * mm))
    clip = canvas.beginPath()
    clip.rect(10 * mm, 60 * mm, 30 * mm, 30 * mm)
    canvas.clipPath(clip, stroke=0)
    canvas.setFont("Helvetica", 5 * mm)
    for x_mm in (35, 60):
        canvas.drawString(x_mm * mm, 70 * mm, "HHHHHH")
    canvas.save()
    (page,) = read_finished(file.getvalue())
    (line,) = page.lines
    assert line.box[0] == pytest.approx(35.3, abs=0.3) and line.box[2] == pytest.approx(40.0, abs=0.01)


def test_the_reader_sees_what_is_on_a_page(capsys, tmp_path):
    """Of a file as it is written: sizes in points, places in millimeters, cuts, miniatures, halos."""
    _, path = printed(capsys, tmp_path, "start", "a4")
    first, second, *_ = read_finished(path.read_bytes())
    title = next(line for line in first.lines if line.text.strip() == "Triple Topper")
    assert title.font.startswith("Rubik") and 45 < title.points < 47 and 10 < title.box[0] < 11
    assert sum(line.miniature for line in first.lines) == 9  # two at the pointers, the rest on chits
    cuts = find_cuts(second)
    assert cuts.across == pytest.approx([10.5, 73.5, 136.5, 199.5])
    assert cuts.down == pytest.approx([16.5, 104.5, 192.5, 280.5]) and not find_faults(first)
