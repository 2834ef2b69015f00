"""What single pages of the documents say, in figures, names, examples, and pictures, is so."""

import itertools
import json
import re
from functools import cache
from importlib import import_module

import numpy as np
import pytest
from PIL import Image

from tests.commands import ROOT, tt
from tests.core.asking import KINDS
from tests.readers.color_science import lab, printed
from tests.readers.imports import MODULES, room_of
from tests.tools import core_page
from tests.tools.pictures import FOLDER, PICTURES, draw
from tests.walks import slow_but, walk
from tt_print import find_theme

ARCHITECTURE, PRINTING, SHOPS, CORE = (
    (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    for name in "architecture print-it-well print-shops core".split()
)
FILES = (".py", ".md", ".toml", ".typed", ".sqlite")
# in the sentences of pages for programmers: dotted names, and names that only code has
PROSE = {
    name: re.sub(
        r"```.*?```|<!-- requests -->.*<!-- end of requests -->",
        "",
        (ROOT / name).read_text(encoding="utf-8"),
        flags=re.S,
    )
    for name in ("docs/architecture.md", "docs/python-api.md", "docs/add-a-game.md", "CONTRIBUTING.md")
}
NAMED = sorted({
    (page, name.removeprefix("tt_print."))
    for page, text in PROSE.items() for name in re.findall(r"`([A-Za-z_]+(?:\.[A-Za-z_]+)*)(?:\(\))?`", text)
    if not name.endswith(FILES) and re.search(r"\w[._]\w|[a-z][A-Z]", name) and not re.fullmatch(r"[A-Z_]+", name)
})  # fmt: skip
NO_NAMES = {
    "tt_print",
    "verify_x",
    "can_x",
    "width_mm",
    "max_count",
    "target_points",
    "parts_of",
    "code_options",
    "after_hand",
}
PATHS = sorted(set(re.findall(r"`([\w/.-]+/[\w.-]*|\w+\.py)`", ARCHITECTURE)))


def what_is(name: str) -> object:
    """The module, class or function behind `room.module.name`."""
    parts = f"tt_print.{name}".split(".")
    known = max(n for n in range(1, len(parts) + 1) if ".".join(parts[:n]) in MODULES)
    found: object = import_module(".".join(parts[:known]))
    for part in parts[known:]:
        found = getattr(found, part)
    return found


@cache
def defined() -> set[str]:
    """The names of all modules of the program."""
    return {name for module in MODULES for name in dir(import_module(module))}


@walk(("page", "name"), NAMED)
def test_a_name_in_the_sentences_of_a_page_for_programmers_is_one_of_the_code(page, name):
    if "." in name:
        assert what_is(name) is not None, page
    else:
        assert name in defined() or name in NO_NAMES, page


@walk("path", PATHS)
def test_a_file_or_folder_of_the_architecture_is_there(path):
    path = path.replace("NAME", "craziness")
    assert (ROOT / "tt_print" / path).exists() or (ROOT / path).exists()


def test_every_room_is_in_the_architecture():
    rooms = {room_of(name) for name in MODULES} - {"", "games/NAME", "__main__"}
    assert not [
        room for room in sorted(rooms) if f"`{room}/`" not in ARCHITECTURE and f"`{room}.py`" not in ARCHITECTURE
    ]


def test_the_page_of_the_core_lists_the_requests_as_they_are():
    assert core_page.written() == CORE, "python -m tests.tools.core_page writes them anew"


def test_every_kind_of_field_is_on_the_page_of_the_core():
    assert all(f"`{kind}`" in CORE for kind in KINDS)


def test_the_example_of_the_page_of_the_core_answers(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (code,) = re.findall(r"```python\n(.*?)```", CORE, re.DOTALL)
    *lines, last = code.strip().splitlines()
    names: dict[str, object] = {}
    exec("\n".join(lines), names)
    assert eval(last, names) is True


SOON = "aids backs booklet calibration chits deal faces finish low-ink machines mark wilds".split()


@pytest.mark.parametrize("name", slow_but([f"{name}.png" for name in SOON], PICTURES))
def test_a_picture_of_the_readme_is_what_the_code_draws(name):
    shown, drawn = Image.open(FOLDER / name).convert("RGB"), draw(name)
    assert shown.size == drawn.size, "run: make pictures"
    # the files hold 128 colors, and another version of the renderer may round an edge otherwise
    assert np.abs(np.asarray(shown, float) - np.asarray(drawn, float)).mean() < 1.5, "run: make pictures"
    # a mark that is lost or moved shows in a spot of 8 x 8 pixels, if it is no small one among many colors
    spots = np.abs(np.asarray(shown.reduce(8), float) - np.asarray(drawn.reduce(8), float)).mean(axis=2)
    assert spots.max() < (40 if name in ("aids.png", "pages.png", "print-window.png") else 18), "run: make pictures"


def test_pictures_are_small():
    sizes = [(FOLDER / name).stat().st_size for name in PICTURES]
    assert max(sizes) <= 80_000 and sum(sizes) <= 800_000
    assert {path.name for path in FOLDER.glob("*.png")} == set(PICTURES)


@walk(("mode", "count"), [("none", 9), ("fold", 4), ("duplex", 9), ("separate", 9)])
def test_so_many_cards_fit_as_the_table_of_print_it_well_says(capsys, tmp_path, mode, count):
    message = "the default" if mode == "none" else f"--backs {mode}"
    (row,) = [line for line in PRINTING.splitlines() if line.startswith("| ") and message in line]
    assert row.rstrip(" |").endswith(str(count))
    line = ["deck", "--only", "RC1,RC2,RC3,RC4,RH1,RH2,RH3,RH4,RT1,RT2", "--backs", mode, "--paper", "a4"]
    assert max(map(len, json.loads(tt(capsys, *line, "--json", "--out", tmp_path).out)["slots"])) == count


def test_the_pictures_of_print_it_well_exist():
    names = re.findall(r"\]\((pictures/[^)]+)\)", PRINTING)
    assert len(names) == 3 and all((ROOT / "docs" / name).is_file() for name in names)


def test_the_table_of_inks_for_print_shops_is_the_theme():
    theme = find_theme()
    builds = {name: color.ink.cmyk for name, color in theme.colors.items()}
    builds |= {"black, areas": builds.pop("black"), "black, letters and lines": theme.ink.cmyk}
    rows = {cells[0]: tuple(map(int, cells[1:])) for line in SHOPS.splitlines()
            if len(cells := [c.strip() for c in line.strip("| ").split("|")]) == 6 and cells[1].isdigit()}  # fmt: skip
    assert rows == {name: (*build, sum(build)) for name, build in builds.items()}


def test_the_step_between_grays_for_print_shops_is_measured_through_the_profile():
    tones = sorted(lab(color)[0] for color in printed(find_theme()).values())
    smallest = min(b - a for a, b in itertools.pairwise(tones))
    assert f"FOGRA39 keeps {smallest:.1f}" in " ".join(SHOPS.split())
