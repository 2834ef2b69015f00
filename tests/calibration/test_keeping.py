"""Figures that somebody only tried are not kept; those that are can be taken back."""

import os
from pathlib import Path

import pytest

from tests.commands import tt
from tests.score.terminal import type_into

SMALL = ["calibrate", "--measured", "179,269.5", "--paper", "a4"]


def kept():
    """What is known of printers, as a file."""
    path = Path(os.environ["TT_PRINT_CONFIG"], "printers.json")
    return path.read_text(encoding="utf-8") if path.exists() else ""


@pytest.mark.parametrize(("measured", "answers", "is_kept"), [
    ("99.4,99.6", ["y"], True), ("99.4,99.6", [""], False), ("99.4,99.6", ["n"], False), ("99.4,99.6", ["\x04"], False), ("100,99.8", [], True),
])  # fmt: skip
def test_on_a_terminal_it_asks_before_all_later_sheets_change(measured, answers, is_kept):
    seen = type_into(["calibrate", "--measured", measured, "--paper", "a4"], answers)
    assert seen.status == 0 and seen.text.count("y or n:") == bool(answers), seen.text
    assert bool(kept()) == is_kept
    assert ("Nothing saved." in seen.text) != is_kept and seen.text.count("A little small") == bool(answers)


@pytest.mark.parametrize("variable", [None, ""])
def test_what_outlives_a_run_is_in_the_users_folder_and_nowhere_else(capsys, tmp_path, monkeypatch, variable):
    monkeypatch.delenv("TT_PRINT_CONFIG")
    if variable is not None:
        monkeypatch.setenv("TT_PRINT_CONFIG", variable)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    assert tt(capsys, *SMALL).status == 0
    assert list(tmp_path.rglob("*.json")) == [tmp_path / "home/tt_print/printers.json"]
