"""Figures that somebody only tried are not kept; those that are can be taken back."""

import pytest

from tests.commands import tt
from tests.score.terminal import type_into
from tt_print.calibration.store import FILE_NAME, PrinterStore, read_store
from tt_print.paths import config_folder

SMALL = ["calibrate", "--measured", "179,269.5", "--paper", "a4"]


def test_a_dry_run_says_what_the_figures_mean_and_keeps_none(capsys):
    ran = tt(capsys, *SMALL, "--dry-run")
    assert ran.status == 0 and "(0.6 % across, 0.2 % down)" in ran.out
    assert ran.out.endswith("Nothing saved. Leave out --dry-run to keep it.\n")
    ran = tt(capsys, *SMALL, "--back-read", "GH7.5,H8,H8.5,GH8", "--dry-run", "--json")
    assert '"saved": false' in ran.out and '"offset_mm"' in ran.out
    assert not (config_folder() / FILE_NAME).exists()


def test_a_dry_run_leaves_what_was_kept_before(capsys):
    tt(capsys, *SMALL)
    before = read_store(config_folder())
    tt(capsys, "calibrate", "--measured", "99.2,99.2", "--paper", "a4", "--dry-run")
    assert read_store(config_folder()) == before != PrinterStore()


@pytest.mark.parametrize("name", ["printer", "Omas Drucker"])
def test_what_is_kept_says_how_to_take_it_back(capsys, name):
    ran = tt(capsys, *SMALL, *(["--printer", name] if name != "printer" else []))
    shown = f'"{name}"' if " " in name else name
    assert f"Saved for {name}, main tray, a4. Take it back: tt-print calibrate --forget {shown}\n" in ran.out
    assert tt(capsys, "calibrate", "--forget", name).status == 0 and read_store(config_folder()) == PrinterStore()


@pytest.mark.parametrize(("measured", "answers", "kept"), [
    ("99.4,99.6", ["y"], True), ("99.4,99.6", [""], False), ("99.4,99.6", ["n"], False), ("99.4,99.6", ["\x04"], False), ("100,99.8", [], True),
])  # fmt: skip
def test_on_a_terminal_it_asks_before_all_later_sheets_change(measured, answers, kept):
    seen = type_into(["calibrate", "--measured", measured, "--paper", "a4"], answers)
    assert seen.status == 0 and seen.text.count("y or n:") == bool(answers), seen.text
    assert (config_folder() / FILE_NAME).exists() == kept
    assert ("Nothing saved." in seen.text) != kept and seen.text.count("A little small") == bool(answers)
