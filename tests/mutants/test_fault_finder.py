"""The fault finder names tests that exist, and takes a run without tests for an error."""

from pathlib import Path

import pytest

from tests.mutants import rooms
from tests.mutants.__main__ import ROOT, Copy, NoTestsError, modules


def test_every_module_has_tests_that_exist():
    named = {
        word
        for room in rooms.ROOMS
        for file in modules(room)
        for word in rooms.tests_of(file)
        if word.startswith("tests/")
    }
    assert named and [word for word in sorted(named) if not (ROOT / word).exists()] == []


class Folder(Copy):
    """A folder with one test in it, in place of a copy of the tree."""

    def __init__(self, folder: Path, test: str) -> None:
        self.folder = folder
        (folder / "test_one.py").write_text(test, encoding="utf-8")


@pytest.mark.parametrize(
    ("test", "noticed"), [("def test_it(): assert 1", False), ("def test_it(): assert 0", True), ("import gone", True)]
)
def test_a_fault_is_noticed_if_a_test_fails_or_cannot_load(tmp_path, test, noticed):
    passed, _ = Folder(tmp_path, test).run(("test_one.py",), 60)
    assert passed is not noticed


@pytest.mark.parametrize(
    "tests", [("no_such_file.py",), ("test_one.py", "-k", "nothing"), ("test_one.py", "--no-such-option")]
)
def test_a_run_without_tests_is_an_error(tmp_path, tests):
    with pytest.raises(NoTestsError, match="No tests ran"):
        Folder(tmp_path, "def test_it(): pass").run(tests, 60)
