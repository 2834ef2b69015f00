"""Perforated cards and labels: pictures lie on the maker's places, as they are measured from the corner of the upright sheet."""

import pytest

from tests.commands import tt
from tt_print.drawing.geometry import Rect, quarter_turn
from tt_print.own import own_folder
from tt_print.sheets.backs import transform_rect
from tt_print.sheets.plan import find_paper
from tt_print.sheets.stock import find_stock, known_stocks


@pytest.mark.parametrize("stock", known_stocks(), ids=lambda stock: stock.name)
def test_cards_lie_on_the_places(stock):
    """As on the upright page, whichever way the cards are turned; also where left and right margin differ."""
    plan, paper = stock.plan(), find_paper(stock.paper)
    assert plan.count == stock.columns * stock.rows
    turned = plan.paper.width_mm > plan.paper.height_mm
    (width, height), (left, top), (across, down) = stock.place_mm, stock.first_mm, stock.pitch_mm
    wanted = {
        (round(left + c * across, 2), round(top + r * down, 2)) for c in range(stock.columns) for r in range(stock.rows)
    }
    found = set()
    for slot in plan.slots:
        box = Rect(slot.x_mm, slot.y_mm, plan.card.width_mm, plan.card.height_mm)
        box = transform_rect(quarter_turn(paper.width_mm, 0), box) if turned else box
        assert (box.width, box.height) == pytest.approx((width, height))
        found.add((round(box.left, 2), round(box.top, 2)))
    assert found == wanted


def test_first_and_last_place_are_those_of_the_makers_tables():
    """Avery 5371: 3.5 x 2 in, two across from 0.75 in, five down from 0.5 in; 5390 holds bridge cards on their side."""
    plan = find_stock("avery-5371").plan()
    assert (plan.card.width_mm, plan.card.height_mm) == (50.8, 88.9) and plan.block.edges == pytest.approx(
        (12.7, 19.05, 266.7, 196.85)
    )
    badge = find_stock("AVERY-5390").plan().card
    assert (badge.width_mm, badge.height_mm) == (57.15, 88.9)


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
    "first_mm = [35.0, 13.5]": "end beyond the paper, which has 210 mm",
    "columns = 0": "0 x 5 places",
    'paper = "a44"': "there is no paper 'a44'",
    "place_mm = [85.0]": "place_mm must be a list of 2",
}


@pytest.mark.parametrize("line", WRONG)
def test_a_wrong_stock_is_named_and_spoils_no_other(capsys, tmp_path, line):
    assert tt(capsys, "new", "stock", "mine").status == 0
    assert find_stock("mine").columns == 2
    path = own_folder("stocks") / "mine.toml"
    key = line.partition(" ")[0]
    lines = [line if row.startswith(key) else row for row in path.read_text(encoding="utf-8").splitlines()]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    ran = tt(capsys, "list")
    assert WRONG[line] in ran.err and str(path) in ran.err and find_stock("avery-5371")
    ran = tt(capsys, "deck", "--stock", "mine", "--out", tmp_path)
    assert ran.status == 2 and "Left out, because it is wrong" in ran.err
