"""What every test needs: settings, deals and scores of its own, so that no test touches a person's."""

import pytest

from tests.installed import install_once
from tests.validators import in_ci


@pytest.fixture(autouse=True)
def own_settings(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("TT_PRINT_CONFIG", str(tmp_path_factory.mktemp("settings")))
    monkeypatch.setenv("TT_PRINT_DATA", str(tmp_path_factory.mktemp("data")))
    monkeypatch.setenv("TT_PRINT_CALLED_AS", "tt-print")
    for name in ("COLUMNS", "LINES"):  # readline gives them to the processes that share the work: no window is so wide
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(scope="session")
def installed(tmp_path_factory):
    """A folder with the wheel, and with an environment in which it is installed."""
    return install_once(tmp_path_factory)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Where CI is set nothing is skipped: a check that cannot run there has failed."""
    report = yield
    if report.skipped and in_ci():
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome, report.longrepr = "failed", f"{reason}: skipped, which CI must not do"
    return report
