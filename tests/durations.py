"""What each case and each file of a run costs, and how large its workers grow; a run of all tests lists what is above the limits.

A cost is processor time, processes included. It says something about the machine as well as about the program, so no verdict
depends on it.
"""

from __future__ import annotations

import os
from collections import defaultdict
from pathlib import Path
from time import process_time

import pytest

CASE_S, FILE_S = 0.5, 5.0  # of the fast tests
WORKER_MB = 800
SHOWN = 15


def spent_s() -> float:
    """Processor seconds of this process and of those that it has waited for."""
    times = os.times()
    return process_time() + times.children_user + times.children_system


def resident_mb() -> float:
    """Memory of this process; 0 where the system does not say it as Linux does."""
    pages = Path("/proc/self/statm")
    return int(pages.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20 if pages.exists() else 0


class Durations:
    def __init__(self) -> None:
        self.before_s = spent_s()
        # without fixtures: the first that asks for one makes it, and whoever is last ends it
        self.cases: dict[str, float] = {}
        self.files: dict[str, float] = defaultdict(float)
        self.total_s = 0.0
        self.workers: dict[str, tuple[float, str]] = {}  # the most memory of each, and the file that it had then

    def pytest_runtest_logstart(self) -> None:
        self.before_s = spent_s()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self):
        report = yield
        report.cpu_s = spent_s() - self.before_s
        self.before_s = spent_s()
        report.resident_mb = resident_mb()
        return report

    def pytest_runtest_logreport(self, report) -> None:
        if not hasattr(report, "resident_mb"):  # of a worker that died, whose last test fails
            return
        worker, file = getattr(report, "worker_id", "the run"), report.nodeid.split("::")[0]
        self.workers[worker] = max(self.workers.get(worker, (0.0, "")), (report.resident_mb, file))
        if "slow" in report.keywords:
            return
        self.total_s += report.cpu_s
        if report.when == "call":
            self.files[file] += report.cpu_s
            self.cases[report.nodeid] = report.cpu_s

    def pytest_terminal_summary(self, terminalreporter) -> None:
        if path := os.environ.get("TT_PRINT_DURATIONS"):
            with open(path, "w", encoding="utf-8") as file:
                file.writelines(f"{seconds:.3f} {name}\n" for name, seconds in self.cases.items())
        lines = []
        for costs, limit_s in ((self.cases, CASE_S), (self.files, FILE_S)):
            above = sorted([(s, name) for name, s in costs.items() if s > limit_s])[::-1]
            lines += [f"{seconds:6.1f} s  {name}" for seconds, name in above[:SHOWN]]
            lines += [f"{len(above) - SHOWN} more"] if above[SHOWN:] else []
        if lines:
            terminalreporter.section(
                f"{self.total_s:.0f} processor seconds; a fast case should take {CASE_S} at most, a file {FILE_S:.0f}"
            )
            terminalreporter.write_line("\n".join(lines))
        for worker, (mb, file) in sorted(self.workers.items()):
            if mb > WORKER_MB:
                terminalreporter.write_line(f"{worker} grew to {mb:.0f} MB in {file}; a worker may have {WORKER_MB}")
