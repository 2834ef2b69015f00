"""The test page of perforated stock: scales where the perforation should be, and places that follow what was read on them."""

import tomllib
from dataclasses import replace

import pikepdf
import pytest

from tests.commands import tt
from tt_print.drawing.shapes import Text
from tt_print.errors import InputError
from tt_print.own import own_folder
from tt_print.sheets.plan import find_paper
from tt_print.sheets.stock import check_stock, find_stock, known_stocks
from tt_print.sheets.stock_page import (
    corrected,
    find_perforations,
    make_stock_page,
    parse_readings,
    places,
    stock_toml,
)

REACH = 3.0


@pytest.mark.parametrize("stock", known_stocks(), ids=lambda stock: stock.name)
def test_every_scale_crosses_a_side_of_the_first_or_last_place_where_printers_reach(stock):
    found, paper = find_perforations(stock), find_paper(stock.paper)
    first, last = places(stock)[0], places(stock)[-1]
    assert found.a.position_mm in (first.left, first.right) and found.c.position_mm in (last.left, last.right)
    assert found.b.position_mm in (first.top, first.bottom) and found.d.position_mm in (last.top, last.bottom)
    free = paper.unprintable_mm + REACH
    for where in (found.a, found.c):
        assert free <= where.position_mm <= paper.width_mm - free
    for where in (found.b, found.d):
        assert free <= where.position_mm <= paper.height_mm - free
    assert found.c.position_mm - found.a.position_mm >= 80 and found.d.position_mm - found.b.position_mm >= 100


@pytest.mark.parametrize("stock", known_stocks(), ids=lambda stock: stock.name)
def test_the_page_has_all_five_steps_each_within_its_place(stock):
    items = make_stock_page(stock).drawing.items
    texts = [item for item in _flat(items) if isinstance(item, Text)]
    steps = [text for text in texts if text.string in "12345"]
    assert [text.string for text in steps] == list("12345")
    for place, step in zip(places(stock)[1:6], steps, strict=True):
        assert place.left < step.x_mm < place.right and place.top < step.y_mm < place.bottom
    for text in texts:
        if text.size_mm == 2.7:  # running text
            assert any(place.left < text.x_mm and text.y_mm < place.bottom - 2 for place in places(stock))
    assert f"--stock {stock.name}" in " ".join(text.string for text in texts)


def _flat(items):
    for item in items:
        yield from _flat(item.items) if hasattr(item, "items") else [item]


@pytest.mark.parametrize("stock", known_stocks(), ids=lambda stock: stock.name)
def test_places_follow_what_was_read(stock):
    """A sheet that is shifted and stretched reads as it is, and its places come out where it has them, to 0.03 mm a column."""
    a, b, c, d = 0.5, -1.0, 1.5, -0.5
    found, new = find_perforations(stock), corrected(stock, (a, b, c, d))
    check_stock(new)
    x = lambda at: at + a + (at - found.a.position_mm) * (c - a) / (found.c.position_mm - found.a.position_mm)  # noqa: E731
    y = lambda at: at + b + (at - found.b.position_mm) * (d - b) / (found.d.position_mm - found.b.position_mm)  # noqa: E731
    for before, after in zip(places(stock), places(new), strict=True):
        assert after.left == pytest.approx(x(before.left), abs=0.03)
        assert after.top == pytest.approx(y(before.top), abs=0.03)
    assert corrected(stock, (0, 0, 0, 0)).first_mm == pytest.approx(stock.first_mm, abs=0.01)


def test_a_smaller_sheet_keeps_its_places_apart():
    new = corrected(find_stock("avery-5371"), (0.5, 0.5, -0.5, -0.5))
    check_stock(new)
    assert new.pitch_mm[0] < 88.9 and new.place_mm == new.pitch_mm


@pytest.mark.parametrize(("text", "said"), [
    ("0.5", "give what you read on A, B, C and D"), ("1,2,3,4,5", "give what you read"), ("0,0,x,0", "'x' on C is no reading"),
    ("0,4,0,0", "'4' on B is no reading from -3 to 3"), ("0,0,0,nan", "'nan' on D"), ("", "give what you read"),
])  # fmt: skip
def test_readings_that_are_none_are_told(text, said):
    with pytest.raises(InputError, match="--stock-read") as caught:
        parse_readings(text)
    assert said in str(caught.value)
    assert parse_readings(" +0.5, -1,0.5mm,1,".rstrip(",")) == (0.5, -1.0, 0.5, 1.0)


def test_a_sheet_that_is_far_too_large_was_misread():
    with pytest.raises(InputError, match="A and C read -1.5 and 1.5"):
        corrected(find_stock("avery-5371"), (-1.5, 0, 1.5, 0))


def test_a_corrected_stock_is_written_as_a_file_that_reads_back():
    stock = find_stock("rayfilm-1426")
    ((name, table),) = tomllib.loads(stock_toml(stock, find_paper("a4"), "a note")).items()
    assert replace(stock, **{key: tuple(v) if isinstance(v, list) else v for key, v in table.items()}) == stock
    assert name == stock.name


def test_an_evening_with_a_stock(capsys, tmp_path):
    """The page, what was read on it tried and saved, a deck on the new stock; a second reading gets a name of its own."""
    ran = tt(capsys, "calibrate", "--stock", "avery-5371", "--out", tmp_path)
    assert ran.status == 0 and '--stock-read "A,B,C,D"' in ran.out
    with pikepdf.open(tmp_path / "sheets/calibrate-avery-5371.pdf") as pdf:
        (page,) = pdf.pages
        assert [float(side) / 72 for side in page.mediabox] == pytest.approx([0, 0, 8.5, 11])
    tried = tt(capsys, "calibrate", "--stock", "avery-5371", "--stock-read", "0.5,-1,0.5,-1", "--dry-run")
    assert tried.status == 0 and "begins 19.55 mm from the left and 11.7 mm from the top" in tried.out
    assert not own_folder("stocks").exists()
    assert tt(capsys, "calibrate", "--stock", "avery-5371", "--stock-read", "0.5,-1,0.5,-1").status == 0
    assert find_stock("avery-5371-home").first_mm == (19.55, 11.7)
    assert tt(capsys, "deck", "--only", "RC1", "--stock", "avery-5371-home", "--out", tmp_path).status == 0
    assert tt(capsys, "calibrate", "--stock", "avery-5371-home", "--stock-read", "0,0.5,0,0.5").status == 0
    assert find_stock("avery-5371-home-2").first_mm == (19.55, 12.2)
    listed = tt(capsys, "stocks").out
    assert "avery-5371-home-2" in listed and "Yours: avery-5371-home, from" in listed


@pytest.mark.parametrize(("words", "said"), [
    (["--stock-read", "0,0,0,0"], "goes with the stock"), (["--stock", "avery-5372"], "Did you mean avery-5371?"),
    (["--stock", "avery-5371", "--paper", "a4"], "is letter paper"), (["--stock", "avery-5371", "--measured", "180,269.5"], "cannot go together"),
    (["--stock", "avery-5371", "--stock-read", "3,0,3,99"], "'99' on D"),
])  # fmt: skip
def test_what_does_not_go_together_is_told(capsys, tmp_path, words, said):
    ran = tt(capsys, "calibrate", *words, "--out", tmp_path)
    assert ran.status == 2 and said in ran.err and not list(tmp_path.iterdir())
