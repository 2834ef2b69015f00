"""The page about printing well: its commands run in their order, and what it says in figures is so."""

import re
import shlex

import pytest

from tests.commands import ROOT
from tt_print.cli import run

PAGE = (ROOT / "docs" / "print-it-well.md").read_text(encoding="utf-8")


def test_its_commands_run(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("TT_PRINT_CONFIG", str(tmp_path / "config"))
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    monkeypatch.chdir(tmp_path)
    lines = re.findall(r"^ *\$ (tt-print .*)$", PAGE, re.MULTILINE)
    assert len(lines) >= 15
    for line in lines:
        # the whole deck is printed elsewhere; here three cards tell as much
        short = ["--only", "RH3,BS4,J1"] if line.startswith("tt-print deck") else []
        assert run([*shlex.split(line)[1:], *short]) == 0, (line, capsys.readouterr().err)


@pytest.mark.parametrize(("mode", "count"), [("none", 9), ("fold", 4), ("duplex", 9), ("separate", 9)])
def test_so_many_cards_fit_as_its_table_says(mode, count):
    from tt_print.sheets.plan import find_card_size, find_paper, plan_sheet

    said = "the default" if mode == "none" else f"--backs {mode}"
    (row,) = [line for line in PAGE.splitlines() if line.startswith("| ") and said in line]
    assert row.rstrip(" |").endswith(str(count))
    assert plan_sheet(find_paper("a4"), find_card_size("standard"), fold=mode == "fold").count == count


def test_its_pictures_exist():
    names = re.findall(r"\]\((pictures/[^)]+)\)", PAGE)
    assert len(names) == 3 and all((ROOT / "docs" / name).is_file() for name in names)
