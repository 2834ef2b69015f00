"""What each case and each file of a run costs, and how large its workers grow; `make test` shows what is above the limits.

A cost is processor time, processes included: seconds of a clock would say how busy the machine is. How much work a second is
differs from machine to machine, so each worker measures a loop first, and costs are those of a machine where it takes `LOOP_S`.
A machine that others share may become slower: where a case seems to cost too much, the loop is measured again.
A case or a file of the fast tests that costs three times what it may fails a run of all of them, and no part of it: the first
to ask for something pays what others share.
"""

from __future__ import annotations

import os
from collections import defaultdict
from functools import cache
from pathlib import Path
from time import process_time

import pytest

CASE_S, FILE_S = 0.5, 5.0  # of the fast tests
LOOP_S = 0.05
FAILS = 3  # times as much
WHOLE = 3000  # cases
WORKER_MB = 800
SHOWN = 15


def spent_s() -> float:
    """Processor seconds of this process and of those that it has waited for."""
    times = os.times()
    return process_time() + times.children_user + times.children_system


@cache
def slowness() -> float:
    """How many times as long as `LOOP_S` the loop takes here: the best of three."""
    found = []
    for _ in range(3):
        began, kept = process_time(), {}
        for number in range(600_000):
            kept[number % 1000] = f"{number}"
        found.append(process_time() - began)
    return min(found) / LOOP_S


def resident_mb() -> float:
    """Memory of this process; 0 where the system does not say it as Linux does."""
    pages = Path("/proc/self/statm")
    return int(pages.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20 if pages.exists() else 0


class Durations:
    def __init__(self) -> None:
        self.before_s = spent_s()
        # without fixtures: the first that asks for one makes it, and whoever is last ends it
        self.cases: dict[str, float] = defaultdict(float)
        self.files: dict[str, float] = defaultdict(float)
        self.total_s = 0.0
        self.workers: dict[str, tuple[float, str]] = {}  # the most memory of each, and the file that it had then

    def pytest_runtest_logstart(self) -> None:
        slowness()
        self.before_s = spent_s()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self):
        report = yield
        used_s = spent_s() - self.before_s
        report.cpu_s = used_s / slowness()
        if report.cpu_s > FAILS * CASE_S:
            before = slowness()
            slowness.cache_clear()
            report.cpu_s = used_s / max(before, slowness())
        self.before_s = spent_s()
        report.resident_mb = resident_mb()
        return report

    def pytest_runtest_logreport(self, report) -> None:
        worker, file = getattr(report, "worker_id", "the run"), report.nodeid.split("::")[0]
        self.workers[worker] = max(self.workers.get(worker, (0.0, "")), (report.resident_mb, file))
        if "slow" in report.keywords:
            return
        self.total_s += report.cpu_s
        if report.when == "call":
            self.files[file] += report.cpu_s
            self.cases[report.nodeid] = report.cpu_s

    def above(self, times: float) -> list[list[tuple[float, str]]]:
        """Cases, and files, that cost so many times what they may, the dearest first."""
        found = ((self.cases, CASE_S), (self.files, FILE_S))
        return [sorted([(s, name) for name, s in costs.items() if s > times * limit])[::-1] for costs, limit in found]

    def pytest_sessionfinish(self, session) -> None:
        if len(self.cases) > WHOLE and any(self.above(FAILS)) and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter) -> None:
        if path := os.environ.get("TT_PRINT_DURATIONS"):
            with open(path, "w", encoding="utf-8") as file:
                file.writelines(f"{seconds:.3f} {name}\n" for name, seconds in self.cases.items())
        lines = []
        for above in self.above(1):
            lines += [f"{seconds:6.1f} s  {name}" for seconds, name in above[:SHOWN]]
            lines += [f"{len(above) - SHOWN} more"] if above[SHOWN:] else []
        if lines:
            total = f"{self.total_s:.0f} processor seconds"
            terminalreporter.section(
                f"{total}; a fast case may take {CASE_S}, a file {FILE_S:.0f}, and {FAILS} times that fails"
            )
            terminalreporter.write_line("\n".join(lines))
        for worker, (mb, file) in sorted(self.workers.items()):
            if mb > WORKER_MB:
                terminalreporter.write_line(f"{worker} grew to {mb:.0f} MB in {file}; a worker may have {WORKER_MB}")
