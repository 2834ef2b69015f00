"""Tests speak to tt_print from the outside; each inner module that they import is in a table with its reason."""

import re
import tomllib
from fnmatch import fnmatch

from tests.commands import ROOT
from tests.readers.imports import MODULES, imports, module_name, modules_of

TESTS = {module_name(path): path for path in sorted((ROOT / "tests").rglob("*.py"))}
INNER = tomllib.loads((ROOT / "tests" / "inner_modules.toml").read_text(encoding="utf-8"))["modules"]
OUTSIDE = {
    *"tt_print tt_print.cli tt_print.core tt_print.errors tt_print.deck tt_print.games tt_print.templates".split(),
    *(f"tt_print.engine.{name}" for name in "base entries events house notation play play_hooks reasons rules scenes scorer standing table_hooks told view".split()),
}  # fmt: skip
MOST = 60  # inner modules; less is better
TOOLS = "tests.tools."  # which write documents out of the code and are no tests
GAMES = "tt_print.games.*"  # the package of a game, and none of its modules


def inner_modules(path):
    """Our modules that a file imports and that are not made for callers or for authors of games."""
    used = modules_of(imports(path)) & set(MODULES) - OUTSIDE
    return {name for name in used if not (fnmatch(name, GAMES) and MODULES[name].name == "__init__.py")}


def test_the_table_of_inner_modules_is_what_tests_import_each_with_its_reason():
    used = {each for name, path in TESTS.items() if not name.startswith(TOOLS) for each in inner_modules(path)}
    assert used == set(INNER), f"only one has them: {sorted(used ^ set(INNER))}"
    assert all(len(reason) > 25 for reason in INNER.values()) and len(INNER) <= MOST


def test_no_private_name_is_imported_called_or_patched():
    """Nor one of a module of the tests. `from tt_print.room import _x`, `module._x`, `setattr(module, "_x", ...)`."""
    imported = re.compile(r"(tt_print|tests)(\.\w+)*\._[a-z]\w*")
    patched = re.compile(r"""\btt_print(\.\w+)*\._[a-z]|attr\([\w.]+, ["']_[a-z]""")
    for name, path in TESTS.items():
        used = {each.rpartition(".")[2] for each in imports(path) if each.split(".")[0] == "tt_print"}
        called = re.compile(rf"(?<![\w.])({'|'.join(sorted(used)) or '-'})\._[a-z]")
        text = path.read_text(encoding="utf-8")
        assert not [each for each in imports(path) if imported.fullmatch(each)], name
        assert not (found := patched.search(text) or called.search(text)) or name == __name__, f"{name}: {found[0]}"


def test_no_test_imports_another_test():
    other = re.compile(r"tests\.([\w.]+\.)?test_.*")
    assert not {name for name, path in TESTS.items() for each in imports(path) if other.fullmatch(each)}


def test_no_helper_is_written_twice():
    """Under whatever name; what is one statement says less than its import would."""
    helper, written = re.compile(r"^def (?!test_)(\w+)(.*\n(?: .*\n|\n(?= ))+)", re.MULTILINE), {}
    for name, path in TESTS.items():
        for called, body in helper.findall(path.read_text(encoding="utf-8")):
            if len(re.findall(r"^    \w", body, re.MULTILINE)) > 1:
                twin = written.setdefault(body.strip(), f"{name}.{called}")
                assert twin == f"{name}.{called}", f"{twin} and {name}.{called} are one"
