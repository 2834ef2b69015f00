"""The page about print shops: its commands run in their order, and what it says in figures is so."""

import re
import shlex
from pathlib import Path

from tests.commands import tt
from tt_print.export.press_words import press_rules
from tt_print.theme import find_theme

PAGE = (Path(__file__).parent.parent / "docs" / "print-shops.md").read_text(encoding="utf-8")


def test_its_commands_run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    lines = re.findall(r"^ *\$ (tt-print .*)$", PAGE, re.MULTILINE)
    assert len(lines) >= 5
    for line in lines:
        # the whole deck is made elsewhere; here the West deck tells as much
        short = [] if "--check" in line or "--deck" in line else ["--deck", "west"]
        done = tt(capsys, *[word.replace("drivethru-poker", "drivethru-poker-west") for word in shlex.split(line)[1:]], *short)
        assert done.status == 0, (line, done.err)


def test_it_names_every_rule_by_its_number():
    rows = re.findall(r"^\| the (?:file|page|inks|deck) \| (.*) \|$", PAGE, re.MULTILINE)
    told = re.findall(r"\b(\d+) ([a-zA-Z][^,]*)", ", ".join(rows))
    assert {(int(number), title.strip()) for number, title in told} == {
        (words["number"], words["title"]) for words in press_rules().values()
    }


def test_its_table_of_inks_is_the_theme():
    theme = find_theme()
    builds = {name: color.ink.cmyk for name, color in theme.colors.items()}
    builds |= {"black, areas": builds.pop("black"), "black, letters and lines": theme.ink.cmyk}
    rows = {cells[0]: tuple(map(int, cells[1:])) for line in PAGE.splitlines()
            if len(cells := [c.strip() for c in line.strip("| ").split("|")]) == 6 and cells[1].isdigit()}  # fmt: skip
    assert rows == {name: (*build, sum(build)) for name, build in builds.items()}
