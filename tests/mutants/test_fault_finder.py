"""The fault finder names tests that exist, and takes a run without tests for an error."""

from pathlib import Path

import pytest

from tests.commands import ROOT
from tests.mutants.__main__ import EQUIVALENT, FILES, Copy, NoTestsError, choose_tests


def test_every_fault_has_tests_that_are_to_notice_it():
    """The nearest first: those of its own room."""
    for file in FILES:
        tests = choose_tests(file)
        assert tests and all((ROOT / test).exists() for test in tests), file
    assert choose_tests("tt_print/page/flow.py")[0] == "tests/page/test_pages.py"


def test_faults_that_nobody_could_notice_are_of_files_that_are_there():
    texts = {entry["file"]: (ROOT / entry["file"]).read_text(encoding="utf-8") for entry in EQUIVALENT}
    for entry in EQUIVALENT:
        gone = [row[1:].strip() for row in entry["diff"].splitlines() if row.startswith("-")]
        assert entry["reason"] and all(row in texts[entry["file"]] for row in gone), entry


class Folder(Copy):
    """A folder with one test in it, in place of a copy of the tree."""

    def __init__(self, folder: Path, test: str) -> None:
        self.folder = folder
        (folder / "test_one.py").write_text(test, encoding="utf-8")


IT = "def test_it(): assert "


@pytest.mark.slow
@pytest.mark.parametrize(("test", "noticed"), [(f"{IT}1", False), (f"{IT}0", True), ("import gone", True)])
def test_a_fault_is_noticed_if_a_test_fails_or_cannot_load(tmp_path, test, noticed):
    passed, _ = Folder(tmp_path, test).run(("test_one.py",), 60)
    assert passed is not noticed


@pytest.mark.slow
@pytest.mark.parametrize("words", ["no_such_file.py", "test_one.py -k nothing", "--no-such-option"])
def test_a_run_without_tests_is_an_error(tmp_path, words):
    with pytest.raises(NoTestsError, match="No tests ran"):
        Folder(tmp_path, f"{IT}1").run(tuple(words.split()), 60)
