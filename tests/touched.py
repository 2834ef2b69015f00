"""Which tests a change can break: `make touched`, or

    python -m tests.touched [--base main] [FILE ...]

prints test files, the nearest first, for the files named, else for all that differ from a commit (default: HEAD, so what is
not committed yet). A test is chosen if it lies in the folder of a changed room or if it imports a changed module, however
far: through our modules and through the tests' helpers. A template counts as the modules that name it. Commands are
loaded by name and don't count, or every change would run everything: a test that only types commands is chosen with its room;
those of finished pages, in any theme and on any paper, are chosen with every room that draws.
Every other file (a workflow, `pyproject.toml`) chooses all the tests.
"""

import argparse
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from tests.commands import ROOT
from tests.readers.imports import MODULES, imports, module_name

HELPERS = {module_name(path): path for path in sorted((ROOT / "tests").rglob("*.py"))}
FILES = {**MODULES, **HELPERS}
TEXT = re.compile(r"""(f?)"([\w./{}\[\]'()-]+)\"""")
DRAWING = {"books", "draw", "export", "faces", "paper"}
FINISHED = (
    "cli.test_theme_everywhere",
    "documents.test_finished_pages",
    "documents.test_page_layout",
    "test_user_data",
    "test_printed_files",
)
# rooms that load a part of every game by its name
LOADING = {"entry": "play", "judge": "engine", "play": "play", "scene": "engine", "score": "play"}
TESTS = {name: path for name, path in HELPERS.items() if path.name.startswith("test_")}


def touched(changed: Iterable[str]) -> list[str]:
    """The test files that can notice a change of these files, the nearest first; all are paths from the top of the tree.

    `["tests"]` if nothing is known about one of them.
    """
    steps: dict[str, int] = {}
    for file in changed:
        near = _near(file)
        if near is None:
            return ["tests"]
        for name, count in near.items():
            steps[name] = min(count, steps.get(name, count))
    return [TESTS[name].relative_to(ROOT).as_posix() for name in sorted(steps, key=lambda name: (steps[name], name))]


def _near(file: str) -> dict[str, int] | None:
    """Test modules with their distance to a file: below 100 in the folder of its room, from 100 on elsewhere."""
    path = Path(file)
    top, name = path.parts[0], module_name(ROOT / path)
    if name == "tests.conftest":
        return None
    if name in FILES or (top in ("tt_print", "tests") and path.suffix == ".py"):  # the second: a module that is gone
        sources, rooms = {name}, {_folder(name)} if top == "tt_print" else set()
        rooms |= {LOADING[path.stem]} if "games" in rooms and path.stem in LOADING else set()
    elif top == "templates":
        sources = {module for module in MODULES if any(one.fullmatch(file[10:]) for one in _paths_named(module))}
        rooms = {_folder(module) for module in sources} or {path.parts[1]}
    elif top == "docs" or path.suffix == ".md":
        sources, rooms = _naming(path), {"documents"}
    elif top == "tests" and len(path.parts) > 2:
        sources, rooms = _naming(path), {path.parts[1]}
    else:
        return None
    steps = _steps(sources)
    own = {test for test in TESTS if test.split(".")[1] in rooms | {f"test_{room}" for room in rooms}}
    found = {test: steps.get(test, 50) + (0 if test in own else 100) for test in TESTS if test in own or test in steps}
    if top == "templates":
        found |= {"tests.test_templates": 100, "tests.test_misspelled_keys": 100}
    if found and top != "tests" and rooms & DRAWING:
        found |= {f"tests.{name}": 99 for name in FINISHED}
    return found or None


def _folder(module: str) -> str:
    """The folder of `tests/` with the tests of a module of the package."""
    return module.split(".")[1] if "." in module else ""


def _naming(path: Path) -> set[str]:
    """Modules of `tests/` that name a file of words or records, or its folder, in quotes."""
    names = "|".join(map(re.escape, {path.name, *path.parts[1:-1]}))
    quoted = re.compile(rf"""["'/]({names})["'/]""")
    return {name for name, file in HELPERS.items() if quoted.search(file.read_text(encoding="utf-8"))}


def _steps(sources: set[str]) -> dict[str, int]:
    """How many imports each module is away from the nearest of these, for all that import one of them."""
    steps = dict.fromkeys(sorted(sources), 0)
    waiting = list(steps)
    for module in waiting:
        if module.startswith("tt_print.cli") and module not in sources:
            continue  # it loads the commands: all tests that type one would be chosen
        for user in sorted(users()[module] - set(steps)):
            steps[user] = steps[module] + 1
            waiting.append(user)
    return steps


@cache
def users() -> dict[str, set[str]]:
    """For each module those that import it."""
    users = defaultdict(set)
    for name, path in FILES.items():
        for used in {*map(_known, imports(path, for_types=False)), *_loaded_by_name(name)} - {name, ""}:
            users[used].add(name)
    return users


def _known(name: str) -> str:
    """The module behind an imported name; "" for those of others and for the packages `tt_print` and `tests` themselves."""
    while name not in FILES and "." in name:
        name = name.rpartition(".")[0]
    return name if name in FILES and "." in name else ""


def _loaded_by_name(module: str) -> Iterator[str]:
    """Modules that one loads with `import_module(f"tt_print.room.{name}")`, or as a part of any game."""
    text = FILES[module].read_text(encoding="utf-8")
    if module in MODULES and ("import_module(" in text or ".find(" in text):
        for pattern in _patterns(module, "."):
            if pattern.pattern.startswith("tt_print\\.") and not pattern.pattern.startswith("tt_print\\.cli"):
                yield from filter(pattern.fullmatch, MODULES)
        for part in re.findall(r"\.find\(\"(\w+)\", \"", text):
            yield from (name for name in MODULES if re.fullmatch(rf"tt_print\.games\.\w+\.{part}", name))


@cache
def _paths_named(module: str) -> list[re.Pattern[str]]:
    """Patterns of the templates that a module names, from `templates/` on."""
    return list(_patterns(module, "/"))


def _patterns(module: str, separator: str) -> Iterator[re.Pattern[str]]:
    """One for each text of a module that begins with a folder or is a file's name; what an f-string puts in has no separator."""
    for is_form, text in TEXT.findall(FILES[module].read_text(encoding="utf-8")):
        pieces = re.split(r"\{[^}]*\}", text) if is_form else [text]
        if separator in pieces[0] or (len(pieces) == 1 and text.endswith(".toml")):
            yield re.compile(f"[^{separator}]+".join(map(re.escape, pieces)))


def changed_since(base: str) -> list[str]:
    """Files that differ from a commit, and new ones that git does not ignore."""

    def git(*words: str) -> list[str]:
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
        return done.stdout.splitlines()

    return [*git("diff", "--name-only", base), *git("ls-files", "--others", "--exclude-standard")]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.touched", description="Which tests can a change break?")
    parser.add_argument("--base", default="HEAD", help="the commit to compare with (default: HEAD)")
    parser.add_argument("files", nargs="*", metavar="FILE")
    asked = parser.parse_args()
    print("\n".join(touched(asked.files or changed_since(asked.base))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
