"""What every test needs: settings, deals and scores of its own, so that no test touches a person's."""

import pytest


@pytest.fixture(autouse=True)
def own_settings(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("TT_PRINT_CONFIG", str(tmp_path_factory.mktemp("settings")))
    monkeypatch.setenv("TT_PRINT_DATA", str(tmp_path_factory.mktemp("data")))
