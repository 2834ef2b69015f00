"""The site in Chromium beside the command line: each figure a ratio to the same thing typed, round by round.

python -m tests.bench site        where chromium, Playwright and npm (or a kept Pyodide) are
"""

import gzip
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from shutil import which

from tests.bench.measure import ROOT, Spread, run, spread_of

ROUNDS = 3
PAINT_S, HEAP_MB, PACKED_MB = 0.5, 48.0, 9.0
JUDGE = "tripleTopper.ask('judge', {game: 'ww3', story: 'pile RC2 YH2 GT2'})"
DECK = "tripleTopper.makeHere({ask: 'print', document: 'deck', fields: {paper: 'a4'}})"
TIMED = (
    "async (work) => { const start = performance.now(); await eval(work); return (performance.now() - start) / 1000; }"
)


def is_possible() -> bool:
    return bool(which("chromium") and which("npm") and find_spec("playwright"))


def rows() -> Iterator[tuple[str, Spread, float]]:
    """Name, figure and budget of each row."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        packed = 0.0
        command = [sys.executable, "-m", "tt_print", "site", "--serve", "--out", str(folder / "site")]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as serving:
            assert serving.stdout is not None
            address = next(found[0] for line in serving.stdout if (found := re.search(r"http://\S+", line)))
            yield from _visits(address, folder)
            serving.terminate()
        for data in (path.read_bytes() for path in (folder / "site").rglob("*") if path.is_file()):
            packed += min(len(data), len(gzip.compress(data, 9))) / 1e6
        yield "site, MB gzipped", spread_of([packed]), PACKED_MB


def _visits(address: str, folder: Path) -> Iterator[tuple[str, Spread, float]]:
    from playwright.sync_api import sync_playwright

    seen: dict[str, list[float]] = {}
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=which("chromium"), args=["--no-sandbox"])
        for number in range(ROUNDS):
            judge_s = run(["-m", "tt_print", "judge", "ww3", "pile RC2 YH2 GT2"]).wall_s
            deck_s = run(["-m", "tt_print", "deck", "--paper", "a4", "--out", str(folder / f"typed {number}")]).wall_s
            context = browser.new_context(bypass_csp=True)
            page = context.new_page()
            start = time.perf_counter()
            page.goto(address)
            page.evaluate(
                f"async () => {{ while (!globalThis.tripleTopper) await new Promise((go) => setTimeout(go, 5)); await {JUDGE}; }}"
            )
            first_s = time.perf_counter() - start
            later = sorted(page.evaluate(TIMED, JUDGE) for _ in range(20))[10]
            paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime / 1000")
            figures = {
                "site, first paint, s": paint, "site, first judge : typed": first_s / judge_s, "site, a judge after it": later / judge_s,
                "site, first deck : typed": page.evaluate(TIMED, DECK) / deck_s, "site, a deck after it": page.evaluate(TIMED, DECK) / deck_s,
                "site, heap, MB": page.workers[0].evaluate("heapSize()") / 1e6,
            }  # fmt: skip
            for name, figure in figures.items():
                seen.setdefault(name, []).append(figure)
            context.close()
        browser.close()
    budgets = (PAINT_S, 50.0, 4.0, 4.0, 1.0, HEAP_MB)
    for (name, values), budget in zip(seen.items(), budgets, strict=True):
        yield name, spread_of(values), budget
