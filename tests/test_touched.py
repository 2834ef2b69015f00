"""The tests that a change can break are found in the imports, nearest first."""

import pytest

from tests.commands import ROOT
from tests.touched import TESTS, touched


@pytest.mark.parametrize(("file", "own", "reached", "unreached"), [
    ("tt_print/core/commands/recount.py", "core", {"web"}, {"play", "paper", "books", "engine"}),
    ("tt_print/draw/shapes.py", "draw", {"faces", "paper", "export"}, {"engine"}),
    ("tt_print/games/casino/takes.py", "games", {"engine", "books"}, {"page"}),
    ("tt_print/games/casino/entry.py", "games", {"play"}, {"page"}),  # loaded by its name
    ("tt_print/export/box.py", "export", set(), {"games", "books", "paper"}),
    ("tt_print/cli/table.py", "cli", set(), {"engine"}),
    ("templates/games/casino/book.md", "books", {"games"}, {"page"}),
    ("templates/themes/tab.toml", "faces", {"paper", "export"}, {"engine"}),
    ("templates/site/page.js", "web", set(), {"faces", "play"}),
    ("docs/print-it-well.md", "documents", set(), {"faces", "play"}),
    ("tests/readers/page_words.py", "books", {"paper"}, {"games"}),
    ("tests/records/ww3-2-players.txt", "test_records.py", {"engine"}, {"paper"}),
])  # fmt: skip
def test_a_file_names_the_tests_of_its_room_first_and_those_that_import_it(file, own, reached, unreached):
    assert (ROOT / file).exists()
    found = list(dict.fromkeys(test.split("/")[1] for test in touched([file])))
    assert found[0] == own and reached <= {*found} and not unreached & {*found}


def test_finished_pages_are_judged_after_a_change_of_a_room_that_draws_and_of_no_other():
    judges = {"tests/documents/test_finished_pages.py", "tests/cli/test_theme_everywhere.py"}
    for file, chosen in (
        ("books/start.py", judges),
        ("paper/calibration.py", judges),
        ("play/score/results.py", set()),
    ):
        assert judges & {*touched([f"tt_print/{file}"])} == chosen


def test_rooms_that_load_a_part_of_every_game_by_its_name_are_near_it():
    for part, judge in (("play", "play/playtest/test_play_well"), ("judge", "engine/test_follows")):
        assert f"tests/{judge}.py" in touched([f"tt_print/games/war/{part}.py"])[:25]


def test_a_changed_test_is_run_alone():
    assert touched(["tests/play/score/test_tables.py"]) == ["tests/play/score/test_tables.py"]


def test_a_file_of_which_nothing_is_known_runs_everything():
    assert touched(["pyproject.toml"]) == touched(["tests/conftest.py"]) == ["tests"]


def test_every_test_is_reached_by_a_change_of_the_errors_or_the_command_line():
    assert len(touched(["tt_print/errors.py", "tt_print/cli/__init__.py"])) > 0.9 * len(TESTS)
