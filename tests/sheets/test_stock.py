"""Perforated cards and labels: pictures lie on the maker's places, as they are measured from the corner of the upright sheet."""

import os
from pathlib import Path

import pytest

from tests.commands import tt
from tests.makers.prints import print_files
from tests.readers.pdf_marks import read_pages
from tests.readers.printed_cards import fronts
from tests.walks import slow_but, walk
from tt_print.templates import read_toml

STOCKS = read_toml("sheets/stocks.toml")


@pytest.mark.parametrize("name", slow_but(("avery-5371", "avery-5390"), STOCKS))
def test_cards_lie_on_the_places(name):
    """As on the upright page, whichever way the cards are turned; also where left and right margin differ."""
    row = STOCKS[name]
    (width, height), (left, top), (across, down) = row["place_mm"], row["first_mm"], row["pitch_mm"]
    columns, rows = row["columns"], row["rows"]
    more = f"--copies {columns * rows // 2} --backs duplex"
    page = read_pages(print_files(f"deck --stock {name} --only RH3,YS1 {more}").pdf)[0]
    found = sorted((one.left, one.top) for one in fronts(page, width, height))
    wanted = sorted((left + c * across, top + r * down) for c in range(columns) for r in range(rows))
    assert page.height > page.width and len(found) in (len(wanted), len(wanted) - 1)
    assert all(min(abs(x - u) + abs(y - v) for u, v in wanted) < 0.02 for x, y in found)


def test_first_and_last_place_are_those_of_the_makers_tables():
    """Avery 5371: 3.5 x 2 in, two across from 0.75 in, five down from 0.5 in; 5390 holds bridge cards on their side."""
    page = read_pages(print_files("deck --stock avery-5371 --only RH3 --copies 10 --backs duplex").pdf)[0]
    cards = fronts(page, 88.9, 50.8)
    edges = [edge(getattr(one, side) for one in cards) for edge, side in ((min, "left"), (min, "top"), (max, "right"), (max, "bottom"))]  # fmt: skip
    assert edges == pytest.approx([19.05, 12.7, 196.85, 266.7], abs=0.01)
    assert len(fronts(read_pages(print_files("deck --stock AVERY-5390 --only RH3").pdf)[0], 57.15, 88.9)) == 1


def test_a_deck_on_stock(capsys, tmp_path):
    ran = tt(capsys, "deck", "--deck", "west", "--stock", "rayfilm-1426", "--out", tmp_path)
    assert ran.status == 0 and "2 sheets of 16" in ran.out and "hold both against the light" in ran.out, ran.err
    for words, said in (
        (["--stock", "avery-5372"], "there is no stock 'avery-5372'. Did you mean avery-5371?"),
        (["--stock", "avery-5371", "--paper", "a4"], "avery-5371 is letter paper"),
        (["--stock", "avery-5371", "--bleed", "1"], "has its places"),
        (["--stock", "avery-5371", "--backs", "fold"], "has its places"),
    ):
        ran = tt(capsys, "deck", "--only", "RC1", *words, "--out", tmp_path)
        assert ran.status == 2 and said in ran.err


WRONG = {
    "pitch_mm = [80.0, 54.0]": "places of 85 mm every 80 mm lie on each other",
    "first_mm = [35.0, 13.5]": "end beyond the paper, which has 210 mm", "columns = 0": "0 x 5 places",
    'paper = "a44"': "there is no paper 'a44'", "place_mm = [85.0]": "place_mm must be a list of 2",
}  # fmt: skip


@walk("line", WRONG)
def test_a_wrong_stock_is_named_and_spoils_no_other(capsys, tmp_path, line):
    path = Path(os.environ["TT_PRINT_CONFIG"]) / "stocks/mine.toml"
    path.unlink(missing_ok=True)
    assert tt(capsys, "new", "stock", "mine").status == 0
    key = line.partition(" ")[0]
    lines = [line if row.startswith(key) else row for row in path.read_text(encoding="utf-8").splitlines()]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    ran = tt(capsys, "list")
    assert WRONG[line] in ran.err and str(path) in ran.err
    ran = tt(capsys, "deck", "--stock", "mine", "--out", tmp_path)
    assert ran.status == 2 and "Left out, because it is wrong" in ran.err and "avery-5371" in ran.err
