"""What every test needs: settings, deals and scores of its own, so that no test touches a person's."""

import ctypes
import gc
import itertools
import os
import signal
import sys

import pytest
from hypothesis import settings
from hypothesis import strategies as st

from tests.durations import Durations, resident_mb
from tests.makers.built import Built, build_once
from tests.makers.installed import install_once
from tests.readers.validators import in_ci

settings.register_profile("the same cases in every run", derandomize=True, database=None, deadline=None)
settings.load_profile("the same cases in every run")


RESIDENT = {"mb": 0.0}  # when memory was given back last


def pytest_configure(config):
    os.environ.setdefault(
        "OPENBLAS_NUM_THREADS", "1"
    )  # threads that wait for each other cost as much as those that count
    config.pluginmanager.register(Durations())


def pytest_collection_modifyitems(items):
    """What hangs fails by its name. The limits are far off: beside other work a test of 14 processor seconds took more than 120."""
    for item in items:
        if item.get_closest_marker("timeout") is None:
            item.add_marker(pytest.mark.timeout(3600 if item.get_closest_marker("slow") else 900))


def pytest_sessionstart(session):
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # in the background: programs that we start must hear Ctrl-C
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish(session):
    """Freezes what is loaded: the collector would look through it again and again, a twelfth of the time. Hypothesis sorts all letters when it
    first needs one in a fresh clone, which no case is to pay for."""
    st.text().validate()
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item, nextitem):
    """After the last test of a file what was read for it is forgotten; then, and where much is left, memory is given back."""
    is_last = nextitem is None or nextitem.path != item.path
    if is_last:
        readers = [module for name, module in sys.modules.items() if name.startswith("tests.readers.")]
        for kept in (kept for module in readers for kept in vars(module).values()):
            if hasattr(type(kept), "cache_clear"):
                kept.cache_clear()
    if is_last or resident_mb() > RESIDENT["mb"] + 150:
        gc.collect()
        gc.freeze()
        if sys.platform == "linux":
            ctypes.CDLL(None).malloc_trim(0)
        RESIDENT["mb"] = resident_mb()


@pytest.fixture(scope="session")
def own_folders(tmp_path_factory):
    base = tmp_path_factory.mktemp("own")
    return (base / str(number) for number in itertools.count())


@pytest.fixture(autouse=True)
def own_settings(own_folders, monkeypatch):
    place = next(own_folders)
    (place / "settings").mkdir(parents=True)
    (place / "data").mkdir()
    monkeypatch.setenv("TT_PRINT_CONFIG", str(place / "settings"))
    monkeypatch.setenv("TT_PRINT_DATA", str(place / "data"))
    for name in ("COLUMNS", "LINES"):  # readline gives them to the processes that share the work: no window is so wide
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(scope="session")
def installed(tmp_path_factory):
    """A folder with the wheel, and with an environment in which it is installed."""
    return install_once(tmp_path_factory)


@pytest.fixture(scope="session")
def built(tmp_path_factory) -> Built:
    """What `tt-print build --paper a4` printed, and the folder that it made; to be copied before it is changed."""
    return build_once(tmp_path_factory)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Where CI is set nothing is skipped: a check that cannot run there has failed."""
    report = yield
    if report.skipped and in_ci():
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome, report.longrepr = "failed", f"{reason}: skipped, which CI must not do"
    return report
