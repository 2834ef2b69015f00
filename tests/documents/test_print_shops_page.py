"""The page about print shops says in figures what is so; its commands run with those of the other documents."""

import itertools

from tests.commands import ROOT
from tests.readers.color_science import lab, printed
from tt_print import find_theme

PAGE = (ROOT / "docs" / "print-shops.md").read_text(encoding="utf-8")


def test_its_table_of_inks_is_the_theme():
    theme = find_theme()
    builds = {name: color.ink.cmyk for name, color in theme.colors.items()}
    builds |= {"black, areas": builds.pop("black"), "black, letters and lines": theme.ink.cmyk}
    rows = {cells[0]: tuple(map(int, cells[1:])) for line in PAGE.splitlines()
            if len(cells := [c.strip() for c in line.strip("| ").split("|")]) == 6 and cells[1].isdigit()}  # fmt: skip
    assert rows == {name: (*build, sum(build)) for name, build in builds.items()}


def test_its_step_between_grays_is_measured_through_the_profile():
    tones = sorted(lab(color)[0] for color in printed(find_theme()).values())
    smallest = min(b - a for a, b in itertools.pairwise(tones))
    assert f"FOGRA39 keeps {smallest:.1f}" in " ".join(PAGE.split())
