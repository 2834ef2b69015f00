"""The PDF files as paper: read back by pikepdf, pdfium, poppler and qpdf, and measured in millimeters.

Expected places are worked out by hand here: 9 cards of 63 x 88 mm in the middle of the paper. On A4 the block
begins at (210 - 3 x 63) / 2 = 10.5 and (297 - 3 x 88) / 2 = 16.5 mm, on Letter at 13.45 and 7.7 mm.
"""

import io
import re
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2
import pytest
from PIL import Image

from tests.makers.prints import kept_files
from tests.readers.card_names import PRINT_ORDER, WEST
from tests.readers.pdf_marks import MM, Mark, painted, viewer_preferences
from tests.readers.pixels import rasterize
from tests.readers.validators import run_tool
from tests.walks import slow_but
from tt_print import __version__

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
CORNERS = {"a4": (10.5, 16.5), "letter": (13.45, 7.7)}  # top left of the block of nine cards
CARD_WIDE, CARD_HIGH = 63.0, 88.0


@dataclass(frozen=True)
class Printed:
    """A PDF on disk and in memory."""

    path: Path
    data: bytes
    paper: str

    @cached_property
    def pages(self) -> list[list[Mark]]:
        with pikepdf.open(io.BytesIO(self.data)) as document:
            return [painted(page) for page in document.pages]

    @cached_property
    def texts(self) -> list[str]:
        """The text of each page as poppler reads it."""
        done = run_tool("pdftotext", "-layout", self.path, "-")
        return done.stdout.split("\f")[:-1]

    def ink(self, page: int, dpi: int) -> np.ndarray:
        """A page as poppler draws it, rows of 0 (paper) to 255 (black)."""
        target = self.path.with_name(f"{self.path.stem}-{page}-{dpi}")
        if not target.with_suffix(".pgm").exists():
            this = str(page + 1)
            run_tool("pdftoppm", "-gray", "-singlefile", "-r", str(dpi), "-f", this, "-l", this, self.path, target)
        return 255 - np.asarray(Image.open(target.with_suffix(".pgm")))

    @property
    def card_pages(self) -> range:
        return range(1, len(self.pages)) if self.path.stem.startswith("start") else range(len(self.pages))


@pytest.fixture(scope="session")
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("pdf")


@cache
def make(folder: Path, kind: str, paper: str, words: str = "") -> Printed:
    """What `tt-print deck` or `start` prints on this paper; only one case of a test reads them in `make test`."""
    made = kept_files(f"{kind} --paper {paper} {words}")
    (name,) = (name for name in made.files if name.endswith(".pdf") and "first-game" not in name)
    path = folder / name.rpartition("/")[2]
    path.write_bytes(made.files[name])
    return Printed(path, made.files[name], paper)


EACH = [(each,) for each in product(("start", "deck"), PAPERS)]


@pytest.fixture(params=slow_but([(("start", "a4"),), (("deck", "letter"),)], EACH))
def pdf(request, folder) -> Printed:
    return make(folder, *request.param)


@pytest.fixture(params=slow_but(("letter",), PAPERS))
def deck(request, folder) -> Printed:
    return make(folder, "deck", request.param)


@pytest.fixture(params=slow_but(("a4",), PAPERS))
def start(request, folder) -> Printed:
    return make(folder, "start", request.param)


def test_pages_are_as_large_as_the_paper(pdf):
    with pikepdf.open(io.BytesIO(pdf.data)) as document:
        assert len(document.pages) == {"start": 1 + 27 / 9, "deck": 15}[pdf.path.stem.split("-")[0]]
        for page in document.pages:
            assert page.obj.get("/Rotate", 0) == 0 and "/UserUnit" not in page.obj
            left, bottom, right, top = (float(v) * MM for v in page.mediabox)
            assert (left, bottom) == (0, 0)
            assert (right, top) == pytest.approx(PAPERS[pdf.paper], abs=0.1)


def test_a_cutter_finds_the_block_of_cards_as_trim_box(pdf):
    width, height = PAPERS[pdf.paper]
    left, top = CORNERS[pdf.paper]
    with pikepdf.open(io.BytesIO(pdf.data)) as document:
        for number in pdf.card_pages:
            found = [float(v) * MM for v in document.pages[number].obj.TrimBox]
            # equal margins left and right, above and below
            assert found == pytest.approx([left, top, width - left, height - top], abs=0.05)


def test_every_card_lies_where_the_knife_expects_it(pdf):
    """Each face has a tab of 6.3 x 21.2 mm in every corner, 1.65 mm from both its edges."""
    left, top = CORNERS[pdf.paper]
    tabs = 0
    for page in pdf.card_pages:
        size = pytest.approx((6.3, 21.2), abs=0.02)
        found = [p.box[:2] for p in pdf.pages[page] if p.strokes and p.size == size]
        tabs += len(found)
        cards = [(left + slot % 3 * CARD_WIDE, top + slot // 3 * CARD_HIGH) for slot in range(9)]
        expected = [tab for card in cards for tab in tabs_of(*card)]
        assert len(found) == 36 or page == 14
        for tab in found:
            assert min(abs(np.subtract(tab, place)).max() for place in expected) <= 0.05
        for place in expected if len(found) == 36 else ():
            assert min(abs(np.subtract(tab, place)).max() for tab in found) <= 0.05
    # 27 West cards; or 125 cards, 2 jokers and 2 spare cards with empty tabs
    assert tabs == 4 * (27 if pdf.path.stem.startswith("start") else 129)


def tabs_of(x: float, y: float) -> list[tuple[float, float]]:
    across, down = CARD_WIDE - 1.65 - 6.3, CARD_HIGH - 1.65 - 21.2
    return [(x + dx, y + dy) for dx in (1.65, across) for dy in (1.65, down)]


def test_ticks_are_seen_on_the_print_where_the_cuts_are(deck):
    """On the picture that poppler draws, at 600 dpi: the middle of the ink of each tick."""
    paper, per_mm = deck.ink(0, 600), 600 / 25.4
    (left, top), (width, height) = CORNERS[deck.paper], PAPERS[deck.paper]
    for sheet, first, pitch, margin, far in (
        (paper, left, CARD_WIDE, top, height - top), (paper.T, top, CARD_HIGH, left, width - left),
    ):  # fmt: skip
        for i in range(4):
            cut = first + i * pitch
            for middle in (margin - 1.6, far + 1.6):
                rows = sheet[round((middle - 0.4) * per_mm) : round((middle + 0.4) * per_mm)].astype(float)
                begin = round((cut - 0.4) * per_mm)
                ink = rows[:, begin : round((cut + 0.4) * per_mm)].sum(axis=0)
                found = (begin + 0.5 + (ink * np.arange(len(ink))).sum() / ink.sum()) / per_mm
                assert found == pytest.approx(cut, abs=0.05)


def test_marks_leave_no_ink_on_a_card(folder, deck):
    """Of nine slots eight are empty here, so whatever lies on them would be a mark."""
    sheet = make(folder, "deck", deck.paper, "--only KBQ --start-at 9")
    picture = np.asarray(rasterize(sheet.data, 0, 300).convert("L"))
    left, top = CORNERS[deck.paper]
    for slot in range(9):
        x, y = left + slot % 3 * CARD_WIDE, top + slot // 3 * CARD_HIGH
        card = crop(picture, 300, x, y, x + CARD_WIDE, y + CARD_HIGH)
        assert (card.min() < 128) if slot == 8 else (card.min() == 255)


def crop(picture: np.ndarray, dpi: int, left: float, top: float, right: float, bottom: float) -> np.ndarray:
    x1, y1, x2, y2 = (v / 25.4 * dpi for v in (left, top, right, bottom))
    return picture[int(np.ceil(y1)) : int(y2), int(np.ceil(x1)) : int(x2)]


def test_cut_lines_lie_on_the_cuts_when_asked_for(folder):
    sheet = make(folder, "deck", "a4", "--deck west --no-chits --cuts lines")
    (lines,) = [p for p in sheet.pages[0] if p.strokes and p.size == pytest.approx((189, 264), abs=0.05)]
    upright = sorted(x1 for (x1, _), (x2, _) in lines.subpaths if abs(x1 - x2) < 0.01)
    level = sorted(y1 for (_, y1), (_, y2) in lines.subpaths if abs(y1 - y2) < 0.01)
    assert upright == pytest.approx([10.5, 73.5, 136.5, 199.5], abs=0.05)
    assert level == pytest.approx([16.5, 104.5, 192.5, 280.5], abs=0.05)
    bare = make(folder, "deck", "a4", "--deck west --no-chits --cuts none")
    assert not [p for p in bare.pages[0] if p.strokes and len(p.subpaths) in (8, 16) and p.stroke_mm < 0.25]


def test_the_check_ruler_is_50_mm_long(deck):
    per_mm, (width, height), (left, top) = 600 / 25.4, PAPERS[deck.paper], CORNERS[deck.paper]
    picture = deck.ink(14, 600)
    if deck.paper == "a4":  # below the cards, from the block's left edge
        margin = picture[
            round((height - top + 4.8) * per_mm) :, round((left - 1) * per_mm) : round((left + 51) * per_mm)
        ]
    else:  # Letter's wider margins are at the sides: right of the cards, from the block's foot upward
        bottom = height - top
        beside = picture[round((bottom - 51) * per_mm) : round((bottom + 1) * per_mm)]
        margin = np.rot90(beside[:, round((width - left + 4.8) * per_mm) :], -1)
    margin = margin.astype(float)
    base = int((margin > 128).sum(axis=1).argmax())  # the row with most ink is the base line
    line = np.flatnonzero(margin[base] > 128)
    assert (line[-1] - line[0] + 1) / per_mm == pytest.approx(50 + 0.15, abs=0.1)  # the end marks are 0.15 mm wide
    marks = middles(margin[base - round(0.45 * per_mm)])
    assert len(marks) == 51  # 0 to 50
    assert np.diff(marks) / per_mm == pytest.approx(np.ones(50), abs=0.03)
    assert (marks[-1] - marks[0]) / per_mm == pytest.approx(50, abs=0.03)


def middles(row: np.ndarray) -> list[float]:
    """The middle of each patch of ink in a row of pixels."""
    dark = np.flatnonzero(row > 20)
    patches = np.split(dark, np.flatnonzero(np.diff(dark) > 1) + 1)
    return [float((row[p] * p).sum() / row[p].sum()) for p in patches]


def test_the_first_page_measures_100_mm_both_ways(start):
    rulers = [p for p in start.pages[0] if p.strokes and len(p.subpaths) == 102]  # 0 to 100 and the base line
    level, upright = sorted(rulers, key=lambda p: p.size[1])
    assert level.size[0] == pytest.approx(100, abs=0.05) and upright.size[1] == pytest.approx(100, abs=0.05)


def test_every_sheet_says_what_it_is_and_how_to_print_it(pdf):
    title, count = {"start": ("West deck", 3), "deck": ("full deck", 15)}[pdf.path.stem.split("-")[0]]
    for number, page in enumerate(pdf.card_pages, 1):
        message = " ".join(pdf.texts[page].split())
        assert f"Triple Topper · {title} · sheet {number} of {count}" in message
        assert "Print at 100% (“Actual size”), one-sided" in message
        assert "must be 50 mm" in message and f"tt_print {__version__}" in message


def slots(pdf: Printed) -> list[str]:
    """The words on each card, in the order of the slots: row by row, sheet by sheet."""
    left, top = CORNERS[pdf.paper]
    found = []
    with pypdfium2.PdfDocument(pdf.data) as document:
        for number in pdf.card_pages:
            page = document[number]
            text, height = page.get_textpage(), PAPERS[pdf.paper][1]
            for slot in range(9):
                x, y = left + slot % 3 * CARD_WIDE, top + slot // 3 * CARD_HIGH
                box = {"left": x, "top": height - y, "right": x + CARD_WIDE, "bottom": height - y - CARD_HIGH}
                found.append(" ".join(text.get_text_bounded(**{k: v / MM for k, v in box.items()}).split()))
            text.close()
    return found


def test_west_comes_first_then_squares_then_the_wilds_and_the_rest(deck):
    found = slots(deck)
    assert len(found) == 15 * 9
    expected = [*PRINT_ORDER, "JOKER 1 OF 2", "JOKER 2 OF 2"]
    # the last sheet: the chits, the pointers to cut out, two cards to read and two to write on
    expected += ["COLOR", "SHAPE", "NUMBER", "POINTERS", "IN THIS DECK", "SIX GAMES", "SPARE CARD", "SPARE CARD"]
    for words, name in zip(found, expected, strict=False):
        assert name in words, f"{name!r} is not on the card that says {words!r}"
    assert found[len(expected) :] == [""] * (135 - len(expected))


def test_the_starter_holds_the_west_deck_in_play_order(start):
    assert [name in words for name, words in zip(WEST, slots(start), strict=True)] == [True] * 27


def test_a_print_dialog_is_told_true_size_one_sided_and_the_right_tray(pdf):
    wanted = {"/PrintScaling": "/None", "/Duplex": "/Simplex", "/PickTrayByPDFSize": "True", "/DisplayDocTitle": "True"}
    assert wanted.items() <= viewer_preferences(pdf.data).items()


def test_fonts_travel_with_the_file(pdf):
    rows = run_tool("pdffonts", pdf.path).stdout.splitlines()[2:]
    assert len(rows) >= 2
    assert all(re.match(r"[A-Z]{6}\+(Rubik|Atkinson).* yes +yes +(yes|no) +\d+ +\d+$", row) for row in rows), rows
    with pikepdf.open(io.BytesIO(pdf.data)) as document:  # also those that no page uses
        fonts = [o for o in document.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/Font"]
        assert len(fonts) == len(rows) and all("/FontFile2" in font.FontDescriptor for font in fonts)


SOFT = {"/SMask", "/CA", "/ca", "/BM", "/Group", "/Shading", "/ShadingType", "/PatternType"}


def test_everything_is_drawn_with_opaque_lines_and_areas(pdf):
    """No picture made of pixels, which would blur, and no transparency, which cheap printers flatten badly."""
    with pikepdf.open(io.BytesIO(pdf.data)) as document:
        for found in document.objects:
            if isinstance(found, pikepdf.Stream | pikepdf.Dictionary):
                assert found.get("/Subtype") != "/Image"
                assert not SOFT & set(found.keys())
        for page in document.pages:
            used = {str(operator) for _, operator in pikepdf.parse_content_stream(page)}
            assert not used & {"BI", "gs", "sh"} and used & {"f", "B", "S"}


def test_a_reader_shows_title_bookmarks_and_page_numbers(pdf):
    info = run_tool("pdfinfo", pdf.path).stdout
    what = "start here" if pdf.path.stem.startswith("start") else "full deck"
    assert re.search(rf"^Title: +Triple Topper, {what}, {pdf.paper.capitalize()}$", info, re.M)
    with pypdfium2.PdfDocument(pdf.data) as document:
        entries = [(mark.get_title(), mark.get_dest().get_index()) for mark in document.get_toc()]
        assert [page for _, page in entries] == list(range(len(document)))
        assert len({title for title, _ in entries}) == len(document)
        labels = [document.get_page_label(page) for page in range(len(document))]
        assert labels == [str(number) for number in range(1, len(document) + 1)]
        assert entries[0][0] == ("Print this page first" if what == "start here" else "Page 1: RC1 to RT3")


def test_qpdf_and_poppler_find_nothing_to_complain_about(pdf, tmp_path):
    checked = run_tool("qpdf", "--check", pdf.path)
    assert (checked.returncode, checked.stderr) == (0, "") and "WARNING" not in checked.stdout
    for command in (
        ("pdfinfo", "-box", pdf.path), ("pdffonts", pdf.path), ("pdftotext", pdf.path, tmp_path / "text"),
        ("pdftoppm", "-r", "20", pdf.path, tmp_path / "page"),
    ):  # fmt: skip
        done = run_tool(*command)
        assert (done.returncode, done.stderr) == (0, ""), command[0]


def test_the_deck_fits_in_a_small_mail(deck):
    assert len(deck.data) <= 60_000
