"""What every test needs: settings and data of its own, so that no test reads or writes a person's printers or deals."""

import pytest


@pytest.fixture(autouse=True)
def own_settings(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("TT_PRINT_CONFIG", str(tmp_path_factory.mktemp("settings")))
    monkeypatch.setenv("TT_PRINT_DATA", str(tmp_path_factory.mktemp("data")))
