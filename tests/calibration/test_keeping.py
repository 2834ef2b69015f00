"""What is measured is kept in the user's own folder."""

import pytest

from tests.commands import tt


@pytest.mark.parametrize("variable", [None, ""])
def test_what_outlives_a_run_is_in_the_users_folder_and_nowhere_else(capsys, tmp_path, monkeypatch, variable):
    monkeypatch.delenv("TT_PRINT_CONFIG")
    if variable is not None:
        monkeypatch.setenv("TT_PRINT_CONFIG", variable)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    assert tt(capsys, "calibrate", "--measured", "179,269.5", "--paper", "a4").status == 0
    assert list(tmp_path.rglob("*.toml")) == [tmp_path / "home/tt_print/printers.toml"]
