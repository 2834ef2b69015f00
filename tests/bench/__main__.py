"""`make bench`: how long the commands take, as ratios to the least program that does the same.

Nothing in the tests depends on a clock; these are figures to look at before and after a change. One row, or some:

    python -m tests.bench deal score
"""

import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.bench import random_play, shuffled_deals
from tests.bench.measure import Command, Spread, compare, run
from tt_print.templates import templates_folder

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Row:
    """A command, what it is compared with, and how many times longer it may take, by processor time."""

    name: str
    ours: Command
    least: Command
    budget: float
    rounds: int = 15
    max_mib: float = 0


@dataclass(frozen=True, slots=True)
class InProcess:
    """Ratios of rounds within this process; `at_least` where more is better."""

    name: str
    ratios: Callable[[], Spread]
    budget: float
    at_least: bool = False


def rows(folder: Path) -> list[Row | InProcess]:
    """All comparisons; what they read is made in `folder`."""
    minimal, fonts = str(HERE / "minimal_reportlab.py"), str(templates_folder() / "fonts")
    pass_, pdf = lambda out: ["-c", "pass"], lambda out: [minimal, fonts, str(out / "least.pdf")]
    build, deck = verb("build", "--paper", "a4"), verb("deck", "--paper", "a4")
    return [
        Row("deck", deck, pdf, 1.5),
        Row("build", build, pdf, 9, rounds=5, max_mib=200),
        Row("judge ww3", typed("judge", "ww3", "pile RC2 YH2 GT2"), pass_, 9),
        Row("judge casino", typed("judge", "casino", "take RH2 RT2 | YC1 GC3 with RC4"), pass_, 9),
        Row("deal", typed("deal", "casino", "--players", "Ann,Bo,Cy"), pass_, 10),
        Row("deal --code", typed("deal", "--code", "9NEKA-QAC1D-MDP8C-69P9T-0EVHX-10"), pass_, 10),
        Row("score", scored(folder), pass_, 10),
        Row("score hand", scored(folder, "hand", "Ann=0", "Bo=0", "Cy=1", "--force", "--note", "bench"), pass_, 10),
        Row("rules", typed("rules", "ww3", "2c"), pass_, 12),
        Row("--version", typed("--version"), pass_, 3),
        InProcess("random.shuffle : a deal", shuffled_deals.ratios, 1.3, at_least=True),
        *(
            InProcess(f"shuffle : {name}, {mode}", partial(random_play.ratios, name, mode), least, at_least=True)
            for name, budgets in random_play.BUDGETS.items()
            for mode, least in zip(random_play.MODES, budgets, strict=True)
        ),
    ]  # fmt: skip


def typed(*words: str) -> Command:
    return lambda out: ["-m", "tt_print", *words]


def verb(*words: str) -> Command:
    """A verb that writes files."""
    return lambda out: ["-m", "tt_print", *words, "--out", str(out / "output")]


def scored(folder: Path, *words: str) -> Command:
    """A verb of `score` in a night that has begun, each time the same one."""
    begun = folder / "begun.sqlite"
    if not begun.exists():
        run(["-m", "tt_print", "score", "start", "craziness", "Ann", "Bo", "Cy", "--file", str(begun)])

    def command(out: Path) -> list[str]:
        (out / "night.sqlite").write_bytes(begun.read_bytes())
        return ["-m", "tt_print", "score", *words, "--file", str(out / "night.sqlite")]

    return command


def main(wanted: list[str]) -> None:
    heads = f"{'half of the rounds':20}{'budget':>8}{'ours':>10}{'least':>10}{'peak':>9}  by the clock"
    print(f"{'':26}{'ratio':>7}  {heads}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for number, row in enumerate(rows(folder)):
            if not wanted or any(word in row.name for word in wanted):
                print(show(row, folder / f"row {number}"), flush=True)
        deck = folder / "output/sheets/deck-a4.pdf"
        run(verb("deck", "--paper", "a4")(folder))
        size = deck.stat().st_size
        print(f"deck-a4.pdf has {size:,} bytes, budget 60,000{'   OVER BUDGET' if size > 60_000 else ''}")


def show(row: Row | InProcess, folder: Path) -> str:
    if isinstance(row, InProcess):
        spread = row.ratios()
        over = spread.median < row.budget if row.at_least else spread.median > row.budget
        return _line(row.name, spread, f"{'>= ' if row.at_least else ''}{row.budget:g}", "", over)
    found = compare(row.ours, row.least, folder, row.rounds)
    peak = f"{found.peak_mib:5.0f} MiB" if found.peak_mib else " " * 9
    beside = f"{1000 * found.ours_s:7.0f} ms{1000 * found.least_s:7.0f} ms{peak}  {found.wall.median:.2f}"
    over = found.cpu.median > row.budget or (row.max_mib and found.peak_mib > row.max_mib)
    return _line(row.name, found.cpu, f"{row.budget:g}", beside, bool(over))


def _line(name: str, spread: Spread, budget: str, beside: str, over: bool) -> str:
    mark = "   OVER BUDGET" if over else ""
    return f"{name:26}{spread.median:7.2f}  {f'{spread.low:.2f} to {spread.high:.2f}':20}{budget:>8}{beside}{mark}"


if __name__ == "__main__":
    main(sys.argv[1:])
