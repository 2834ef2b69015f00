"""The project as it reaches people: a wheel that works alone, rooms that keep apart, quick starts."""

import ast
import re
import subprocess
import sys
from collections import Counter
from graphlib import TopologicalSorter
from zipfile import ZipFile

import pytest

from tests.commands import ROOT
from tests.makers.installed import programs
from tests.readers.imports import (
    MODULES,
    PACKAGE,
    ROOMS,
    calls,
    circle,
    imports,
    may_import,
    modules_of,
    room_of,
    rooms_known,
)
from tt_print.games import GAMES

# Modules that stand beside the rooms, from the ground up: every room may know them.
LOOSE = {"errors": set(), "records": set(), "typed_words": set(), "deck": {"errors"}, "templates": {"errors", "files"}, "problems": {"errors", "templates"}}  # fmt: skip
ANYWHERE = {"problems", "records"}  # tools of the language, as exceptions and dataclasses are


def test_a_room_knows_only_what_its_front_says():
    for name, path in MODULES.items():
        room, known = room_of(name), {each.split("/")[0] for each in rooms_known(path)}
        if room in LOOSE:
            assert known - ANYWHERE - {room} <= LOOSE[room], name
        elif room in ROOMS:
            wings = rooms_known(path) - {room} if room.startswith("play/") else set()
            assert known - {*LOOSE} - {room.split("/")[0]} <= may_import(room), name
            assert not {each for each in wings if each.startswith("play/")}, name


def test_every_module_is_in_a_room_and_no_two_rooms_may_import_each_other():
    assert {room_of(name) for name in MODULES} - {""} == {*ROOMS, *LOOSE, "__main__"}
    TopologicalSorter({room: may_import(room) for room in ROOMS}).prepare()


def test_rules_and_pictures_never_meet_below_paper():
    pictures, rules = {"draw", "page", "faces"}, {"engine", "games"}
    assert all(not may_import(room) & rules for room in pictures) and all(
        not may_import(room) & pictures for room in rules
    )


def test_no_game_knows_another():
    """What several share stands in a folder that is no game's own."""
    games = {entry.package for entry in GAMES.values()}
    for name, path in MODULES.items():
        if name.startswith("tt_print.games.") and path.parent.parent.name == "games":
            home = name.split(".")[2]
            others = {
                module.split(".")[2] for module in modules_of(imports(path)) if module.startswith("tt_print.games.")
            }
            assert others & games <= {home}, name


def test_no_modules_import_each_other_in_a_ring():
    assert circle() == []


def test_no_module_has_a_name_for_two_things():
    for path in MODULES.values():
        names = Counter[str]()
        for statement in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(statement, ast.AugAssign):  # more of the same
                continue
            targets = getattr(statement, "targets", [getattr(statement, "target", statement)])
            parts = [part for target in targets for part in getattr(target, "elts", [target])]
            names.update(getattr(part, "id", getattr(part, "name", "")) for part in parts)
        assert not [name for name, count in names.items() if name and count > 1], path


def test_one_module_knows_where_things_are_kept():
    """Its variables stand in no other module but in what is said to people."""
    for path in MODULES.values():
        text = path.read_text(encoding="utf-8")
        assert path.name == "user_data.py" or not re.search(r"\"TT_PRINT_(DATA|CONFIG)\"", text), path


def test_one_module_of_the_command_line_writes_files():
    """What a verb writes goes where its run says, so that it can be looked at instead."""
    for path in (PACKAGE / "cli").rglob("*.py"):
        assert path.relative_to(
            PACKAGE
        ).as_posix() == "cli/output.py" or "tt_print.files.disk.write_files" not in imports(path), path


def test_one_module_of_the_command_line_opens_nights():
    """Every command reads and writes them through the book that it is given."""
    doors = {"tt_print.play.score.store.FileBook"}
    for path in (PACKAGE / "cli").rglob("*.py"):
        assert path.relative_to(PACKAGE).as_posix() == "cli/nights.py" or not doors & imports(path), path


def test_of_all_paper_only_score_sheets_know_rules():
    """Sheets of cards and pages of a deal get plain cards and sentences."""
    for name, path in MODULES.items():
        if room_of(name) == "paper" and not path.name.startswith("score_"):
            assert not {"engine", "games"} & {room_of(each) for each in modules_of(imports(path, for_types=False))}, (
                name
            )


HOMES = {
    "reportlab": "draw/pdf.py draw/canvas.py draw/tagged.py", "svgwrite": "draw/svg.py", "pypdfium2": "draw/pixels.py",
    "PIL": "draw/artwork.py draw/pixels.py play/scan/drawing.py", "numpy": "play/scan/drawing.py play/scan/network.py play/scan/pixels.py", "fontTools": "draw/outlines.py", "segno": "draw/geometry.py",
    "sqlite3": "play/score/store.py", "markdown_it": "books/reader.py", "platformdirs": "files/user_data.py",
    "wcwidth": "cli/terminal.py", "distributed": "play/playtest/games.py",
    "starlette": "web/app.py web/serve.py", "uvicorn": "web/serve.py",
}  # fmt: skip


def test_each_library_has_one_home():
    users = {library: set() for library in HOMES}
    for path in MODULES.values():
        for library in {*HOMES} & {name.split(".")[0] for name in imports(path)}:
            users[library].add(path.relative_to(PACKAGE).as_posix())
    assert users == {library: {*homes.split()} for library, homes in HOMES.items()}


# Who opens a file or reads data by itself, and whose: everything that a person brings comes in through `files.data`.
OWN_FILES = {
    "files/data.py",  # the door
    "templates.py", "books/text.py", "draw/text.py", "export/kinds.py", "games/examples.py", "draw/canvas.py",
    "play/scan/network.py",  # our templates and code
    "files/disk.py", "play/score/store.py",  # what we wrote ourselves
    "cli/output.py", "cli/config.py",  # the system's
    "games/__init__.py",  # code of another package
    "web/bridge.py", "web/build.py", "web/page.py", "web/pack.py",  # ours, and what is installed or pinned
}  # fmt: skip
READERS = {"open", "fdopen", "read_bytes", "read_text", "load", "loads"}


def test_files_of_people_come_in_by_one_door():
    """A call of `files.data.read_text()` is fine everywhere, `path.read_text()` only for files of our own."""
    for path in MODULES.values():
        by_the_door = {"read_bytes", "read_text", "Image.open", "image.load"}  # a picture that is in memory already
        wild = {call for call in calls(path) - by_the_door if call.split(".")[-1] in READERS}
        assert path.relative_to(PACKAGE).as_posix() in OWN_FILES or not wild, (
            f"{path}: {wild} beside tt_print.files.data"
        )


def test_the_core_knows_neither_a_terminal_nor_the_web():
    """So that it answers in a browser and behind a server what it answers the command line."""
    outside = frozenset("typer rich starlette uvicorn datetime time random secrets os sys".split())
    for name, path in MODULES.items():
        if room_of(name) == "core":
            assert not outside & {found.split(".")[0] for found in imports(path)}, name


def test_one_function_prints_for_people():
    """It leaves out what a terminal would obey, and remembers what a stream refuses."""
    for path in MODULES.values():
        others = {"print", "typer.echo", "typer.secho", "sys.stdout.write", "sys.stderr.write"} & calls(path)
        assert path.relative_to(PACKAGE).as_posix() == "cli/output.py" or not others, (
            f"{path}: print with tt_print.cli.output.echo"
        )


PICTURES = {"reportlab", "svgwrite", "fontTools", "pypdfium2", "PIL", "rich", "starlette", "uvicorn"}
SLOW = frozenset("asyncio concurrent decimal email http logging multiprocessing tempfile xml zipfile _hashlib".split())
GAME = {*"cli core deck engine errors games typed_words files problems records requests templates".split()}
DEAL = GAME | {"play", "play/dealing"}
SCORE = GAME | {"play", "play/score"}


@pytest.mark.parametrize(("arguments", "never", "rooms"), [
    ("--version", PICTURES | SLOW | {"typer", "sqlite3", "tomllib"}, {"cli", "errors"}),
    ("judge casino take RH2 RT2 with RC4", PICTURES | SLOW | {"sqlite3"}, GAME),
    ("deal push-it --players 3", PICTURES | SLOW | {"segno", "secrets", "sqlite3"}, DEAL),
    ("score start craziness Ann Bo --file s", PICTURES | (SLOW - {"_hashlib", "tempfile"}), SCORE),
    ("recount --jokers 1", PICTURES | SLOW | {"sqlite3"}, None), ("rules ww3 slap", PICTURES, None), ("deck --only RX3", PICTURES, None),
    *((line, PICTURES - {"reportlab", "PIL"}, None) for line in ("deck --only RH3", "scoresheet craziness", "quickref craziness")),
])  # fmt: skip
def test_a_verb_waits_for_nothing_that_it_does_not_need(tmp_path, arguments, never, rooms):
    """Neither for a library nor, where a start must be quick, for rooms of ours that it does not enter."""
    code = f"import sys\nfrom tt_print.cli import run\nrun({arguments.split()!r})\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=True,
                          env={"PYTHONPATH": str(ROOT), "PATH": "", "PYTHONIOENCODING": "utf-8",
                               "TT_PRINT_DATA": str(tmp_path), "TT_PRINT_CONFIG": str(tmp_path)})  # fmt: skip
    modules = done.stdout.splitlines()[-1].split()
    loaded = {name.split(".")[0] for name in modules}
    assert "tt_print" in loaded and not loaded & never
    entered = {room_of(name) for name in modules if name in MODULES} - {""}
    assert rooms is None or entered <= rooms, "a room that it does not enter"


def test_no_file_names_a_machine_or_a_registry():
    words = ["/wo" + "rk/", "/fa" + "rm/", "pypi" + ".org", "registry." + "npmjs", "files.python" + "hosted"]
    for path in [*MODULES.values(), *(ROOT / "templates").rglob("*.toml"), *(ROOT / "templates").rglob("*.md"), ROOT / "README.md",
                 ROOT / "Makefile", ROOT / "pyproject.toml", *(ROOT / "tests").rglob("*.py")]:  # fmt: skip
        text = path.read_text(encoding="utf-8")
        assert not [word for word in words if word in text], path


@pytest.mark.slow
def test_a_wheel_in_a_new_environment_builds_what_a_checkout_builds(tmp_path, installed, built):
    (wheel,) = installed.glob("tt_print-*.whl")
    held = ZipFile(wheel).namelist()
    for path in (ROOT / "templates").rglob("*"):
        if path.is_file():
            assert f"tt_print/templates/{path.relative_to(ROOT / 'templates').as_posix()}" in held
    assert any(name.endswith("OFL-rubik.txt") and "dist-info" in name for name in held)
    assert not any(name.startswith("tests/") for name in held)
    empty = tmp_path / "empty"
    empty.mkdir()
    done = subprocess.run([programs(installed) / "tt-print", "build", "--paper", "a4"], cwd=empty, capture_output=True, text=True,
                          check=True, env={"PATH": "", "LANG": "C.UTF-8", "TT_PRINT_CONFIG": str(tmp_path / "settings")})  # fmt: skip
    assert "First print page 1 of output/sheets/start-a4.pdf at 100%" in done.stdout

    def files_in(folder):
        return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.*")}

    assert files_in(empty / "output") == files_in(built.folder / "output")
