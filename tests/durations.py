"""What each case and each file of a run costs in processor seconds, its processes included, and which cost too much.

Seconds of a clock would say how busy the machine is. `make test` shows the dearest. None fails the run: how much work a
second is differs from machine to machine.
"""

import os
from collections import defaultdict

import pytest

CASE_S, FILE_S = 0.5, 5.0  # of the fast tests
SHOWN = 15


def spent_s() -> float:
    """Processor seconds of this process and of those that it has waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


class Durations:
    def __init__(self) -> None:
        self.before_s = spent_s()
        # without fixtures: the first that asks for one makes it, and whoever is last ends it
        self.cases: dict[str, float] = defaultdict(float)
        self.files: dict[str, float] = defaultdict(float)
        self.total_s = 0.0

    def pytest_runtest_logstart(self) -> None:
        self.before_s = spent_s()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self):
        report = yield
        now_s = spent_s()
        report.cpu_s, self.before_s = now_s - self.before_s, now_s
        return report

    def pytest_runtest_logreport(self, report) -> None:
        if "slow" in report.keywords:
            return
        self.total_s += report.cpu_s
        if report.when == "call":
            self.files[report.nodeid.split("::")[0]] += report.cpu_s
            self.cases[report.nodeid] = report.cpu_s

    def dearest(self) -> list[str]:
        """A line for each case and file above what it may cost, the dearest first."""
        lines = []
        for found, limit in ((self.cases, CASE_S), (self.files, FILE_S)):
            above = sorted([(s, name) for name, s in found.items() if s > limit], reverse=True)
            lines += [f"{seconds:6.1f} s  {name}" for seconds, name in above[:SHOWN]]
            lines += [f"{len(above) - SHOWN} more above {limit} s"] if above[SHOWN:] else []
        return lines

    def pytest_terminal_summary(self, terminalreporter) -> None:
        if path := os.environ.get("TT_PRINT_DURATIONS"):
            with open(path, "w", encoding="utf-8") as file:
                file.writelines(f"{seconds:.3f} {name}\n" for name, seconds in self.cases.items())
        if lines := self.dearest():
            total = f"{self.total_s:.0f} processor seconds"
            terminalreporter.section(f"{total}; a fast case may take {CASE_S}, a file {FILE_S:.0f}")
            terminalreporter.write_line("\n".join(lines))
