"""The page about printing well: what it says in figures is so."""

import json
import re

from tests.commands import ROOT, tt
from tests.walks import walk

PAGE = (ROOT / "docs" / "print-it-well.md").read_text(encoding="utf-8")


@walk(("mode", "count"), [("none", 9), ("fold", 4), ("duplex", 9), ("separate", 9)])
def test_so_many_cards_fit_as_its_table_says(capsys, tmp_path, mode, count):
    message = "the default" if mode == "none" else f"--backs {mode}"
    (row,) = [line for line in PAGE.splitlines() if line.startswith("| ") and message in line]
    assert row.rstrip(" |").endswith(str(count))
    line = ["deck", "--only", "RC1,RC2,RC3,RC4,RH1,RH2,RH3,RH4,RT1,RT2", "--backs", mode, "--paper", "a4"]
    assert max(map(len, json.loads(tt(capsys, *line, "--json", "--out", tmp_path).out)["slots"])) == count


def test_its_pictures_exist():
    names = re.findall(r"\]\((pictures/[^)]+)\)", PAGE)
    assert len(names) == 3 and all((ROOT / "docs" / name).is_file() for name in names)
