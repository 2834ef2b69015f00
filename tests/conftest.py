"""What every test needs: settings of its own, so that no test reads or writes a person's printers."""

import pytest


@pytest.fixture(autouse=True)
def own_settings(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("TT_PRINT_CONFIG", str(tmp_path_factory.mktemp("settings")))
