"""How many small faults the tests notice: `make mutants`, or

    python -m tests.mutants [--count 200] [--seed 1] [--room games] [--file tt_print/games/casino/takes.py] [--slow] [--list]

Plants one fault at a time in a copy of the tree and runs the tests that `tests.touched` names for its file, the nearest
first, until one fails: the nearest 40 files and their fast tests, or all of them with `--slow`. Faults that change nothing
anybody could see are listed in `equivalent.toml`, each with its reason, and don't count. Exit status 1 when fewer
than 95 % are noticed.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from functools import cache
from itertools import islice
from pathlib import Path
from queue import Queue

from tests.commands import ROOT
from tests.mutants.faults import Fault, find_faults
from tests.readers.imports import MODULES
from tests.touched import touched

GOAL = 0.95
NEAREST = 40  # test files
# a fault may make an endless loop: it is stopped after twice the time of all tests, and never before this
MIN_SECONDS = 600
EQUIVALENT = tomllib.loads((Path(__file__).parent / "equivalent.toml").read_text(encoding="utf-8"))["fault"]
FILES = [path.relative_to(ROOT).as_posix() for path in MODULES.values()]


def room(file: str) -> str:
    """The folder below `tt_print/` that a file lies in; `top` beside the folders."""
    parts = file.split("/")
    return parts[1] if len(parts) > 2 else "top"


@cache
def choose_tests(file: str, slow: bool = False) -> tuple[str, ...]:
    """Arguments for pytest: the tests that are to notice a fault in this file, the nearest first."""
    found = touched([file])
    return (*found, "-m", "slow or not slow") if slow else tuple(found[:NEAREST])


def is_equivalent(fault: Fault, text: str) -> bool:
    known = (entry["diff"].strip() for entry in EQUIVALENT if entry["file"] == fault.file)
    return fault.diff(text).strip() in known


def sample(files: list[str], count: int, seed: int) -> list[Fault]:
    """As many from each file as its share of all faults, the same for the same seed and source."""
    texts = {file: (ROOT / file).read_text(encoding="utf-8") for file in files}
    every = [fault for file, text in texts.items() for fault in find_faults(file, text)]
    random.Random(seed).shuffle(every)
    fit = (one for one in every if one.is_one(texts[one.file]) and not is_equivalent(one, texts[one.file]))
    return list(islice(fit, count))


class NoTestsError(Exception):
    """pytest ended without having run the tests that were to notice a fault."""


class Copy:
    """A tree of its own, where a fault may stand for the time of one run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        ignored = shutil.ignore_patterns(
            ".git", ".venv", ".*_cache", "__pycache__", ".hypothesis", "node_modules", "dist", "build"
        )
        shutil.copytree(ROOT, folder, ignore=ignored)
        for path in (self.folder / "output").glob("[!.]*"):
            shutil.rmtree(path) if path.is_dir() else path.unlink()

    def run(self, tests: tuple[str, ...], seconds: float) -> tuple[bool, str]:
        """(all tests passed, the first that failed); `seconds` of the processor are the limit, ten times as many of the clock.

        Ends the program if pytest could not run the tests: exit status 3, 4 (a missing test file), or 5 (no test chosen)
        says nothing about a fault. Status 2 is a test module that a fault kept from loading.
        """
        command = [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "--tb=no", "-p", "no:cacheprovider", "-p", "no:xdist",
                   "--hypothesis-seed=0", *tests]  # fmt: skip
        environment = {**os.environ, "PYTHONPATH": str(self.folder), "PYTHONHASHSEED": "0"}
        limited = ["sh", "-c", 'ulimit -t "$0" && exec "$@"', str(int(seconds)), *command]
        with subprocess.Popen(limited, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              env=environment, start_new_session=True) as run:  # fmt: skip
            try:
                out, _ = run.communicate(timeout=10 * seconds)
            except subprocess.TimeoutExpired:
                os.killpg(run.pid, signal.SIGKILL)
                run.communicate()
                return False, "no end"
        if run.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            return False, "no end"
        failed = [row for row in out.splitlines() if row.startswith(("FAILED ", "ERROR "))]
        if run.returncode not in (0, 1, 2) or (run.returncode and not failed):
            raise NoTestsError(
                f"No tests ran (pytest ended with {run.returncode}): {' '.join(tests)}\n{out.strip()[-300:]}"
            )
        return run.returncode == 0, failed[0][:100] if failed else ""

    def judge(self, fault: Fault, slow: bool, seconds: float) -> tuple[bool, str, str]:
        """(the tests notice the fault, by which, what was changed)."""
        path = self.folder / fault.file
        text = path.read_text(encoding="utf-8")
        try:
            self._write(path, fault.plant(text))
            passed, first = self.run(choose_tests(fault.file, slow), seconds)
            return not passed, first, fault.diff(text)
        finally:
            self._write(path, text)

    def _write(self, path: Path, text: str) -> None:
        for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
            compiled.unlink()  # two texts of one size in one second would pass for each other
        path.write_text(text, encoding="utf-8")


def judge_in(copies: Queue[Copy], fault: Fault, slow: bool, seconds: float) -> tuple[Fault, bool, str, str]:
    """`Copy.judge` in one that nobody uses."""
    copy = copies.get()
    try:
        return fault, *copy.judge(fault, slow, seconds)
    finally:
        copies.put(copy)


def main() -> int:
    parser = argparse.ArgumentParser(
        "python -m tests.mutants", description="How many small faults do the tests notice?"
    )
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--room", action="append", choices=sorted({room(file) for file in FILES}), default=[])
    parser.add_argument("--file", action="append", default=[])
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--unchecked", action="store_true", help="begin without a run of all the tests")
    parser.add_argument("--slow", action="store_true", help="run all tests that a fault can reach, the slow ones too")
    parser.add_argument("--list", action="store_true", help="name the faults and run nothing")
    asked = parser.parse_args()
    files = asked.file or [file for file in FILES if not asked.room or room(file) in asked.room]
    chosen = sample(files, asked.count, asked.seed)
    if asked.list:
        for fault in chosen:
            text = (ROOT / fault.file).read_text(encoding="utf-8")
            print(f"{fault.file}:{fault.line} {fault.kind}\n{fault.diff(text)}")
        return 0
    with tempfile.TemporaryDirectory(prefix="tt-print-mutants-") as folder:
        copies: Queue[Copy] = Queue()
        for number in range(asked.workers):
            copies.put(Copy(Path(folder) / str(number)))
        begun = time.monotonic()
        with ThreadPoolExecutor(asked.workers) as pool:
            try:
                if not asked.unchecked:
                    check_without_faults(copies.queue[0], chosen, asked.slow)
                seconds = max(MIN_SECONDS, 2 * (time.monotonic() - begun))
                return tell([pool.submit(judge_in, copies, fault, asked.slow, seconds) for fault in chosen])
            except NoTestsError as error:
                pool.shutdown(cancel_futures=True)
                sys.exit(str(error))


def check_without_faults(copy: Copy, chosen: list[Fault], slow: bool) -> None:
    every = sorted({word for fault in chosen for word in choose_tests(fault.file, slow) if word.startswith("tests/")})
    passed, first = copy.run(tuple(every), 7200)
    if not passed:
        sys.exit(f"Without any fault the tests {' '.join(every)} fail: {first}")


def tell(judged: list[Future[tuple[Fault, bool, str, str]]]) -> int:
    """Prints what comes in as it comes, and the shares at the end; the exit status."""
    planted: Counter[str] = Counter()
    noticed: Counter[str] = Counter()
    for number, done in enumerate(as_completed(judged), 1):
        fault, seen, first, diff = done.result()
        planted[room(fault.file)] += 1
        noticed[room(fault.file)] += seen
        verdict = f"noticed  [{first}]" if seen else f"SURVIVED\n{diff}"
        print(f"{number}/{len(judged)} {fault.file}:{fault.line} {fault.kind} {verdict}", flush=True)
    for name in sorted(planted):
        print(f"{name:<12}{noticed[name]:4} of {planted[name]:4} noticed, {noticed[name] / planted[name]:.1%}")
    share = noticed.total() / max(planted.total(), 1)
    print(f"{'all':<12}{noticed.total():4} of {planted.total():4} noticed, {share:.1%}")
    return 0 if share >= GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
