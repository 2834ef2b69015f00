"""The page about printing well: what it says in figures is so."""

import re

import pytest

from tests.commands import ROOT

PAGE = (ROOT / "docs" / "print-it-well.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("mode", "count"), [("none", 9), ("fold", 4), ("duplex", 9), ("separate", 9)])
def test_so_many_cards_fit_as_its_table_says(mode, count):
    from tt_print.sheets.plan import find_card_size, find_paper, plan_sheet

    message = "the default" if mode == "none" else f"--backs {mode}"
    (row,) = [line for line in PAGE.splitlines() if line.startswith("| ") and message in line]
    assert row.rstrip(" |").endswith(str(count))
    assert plan_sheet(find_paper("a4"), find_card_size("standard"), fold=mode == "fold").count == count


def test_its_pictures_exist():
    names = re.findall(r"\]\((pictures/[^)]+)\)", PAGE)
    assert len(names) == 3 and all((ROOT / "docs" / name).is_file() for name in names)
