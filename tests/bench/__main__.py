"""`make bench`: how long the commands take, as ratios to the least program that does the same.

Each pair runs in turn, A B A B ..., as whole processes, so that a machine that slows down slows both.
Nothing in the tests depends on a clock; these are figures to look at before and after a change.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.bench import shuffled_deals
from tt_print.cards.theme import find_theme
from tt_print.outputs import every_picture
from tt_print.templates import templates_folder

HERE = Path(__file__).parent
ROUNDS = 9


@dataclass(frozen=True, slots=True)
class Run:
    seconds: float
    peak_mib: float


@dataclass(frozen=True, slots=True)
class Pair:
    """A command, the least program it is compared with, and how many times longer it may take."""

    name: str
    command: Callable[[Path], list[str]]
    least: Callable[[Path], list[str]]
    budget: float
    rounds: int = 0  # 0: as many as usual


def run(arguments: list[str]) -> Run:
    """One whole process, its output thrown away."""
    quiet = os.open(os.devnull, os.O_WRONLY)
    start = time.perf_counter()
    process = os.posix_spawn(
        sys.executable, [sys.executable, *arguments], {**os.environ, "PYTHONPATH": str(HERE.parent.parent)},
        file_actions=[(os.POSIX_SPAWN_DUP2, quiet, 1)],
    )  # fmt: skip
    _, status, usage = os.wait4(process, 0)
    seconds = time.perf_counter() - start
    os.close(quiet)
    if status:
        sys.exit(f"{' '.join(arguments)} ended with status {status}")
    return Run(seconds, usage.ru_maxrss / 1024)


def compare(pair: Pair, folder: Path) -> tuple[float, float, float, float]:
    """Median ratio, median seconds of both, peak MiB of the command; each run writes to a fresh folder."""
    ratios, ours, least, peak = [], [], [], 0.0
    for turn in range((pair.rounds or ROUNDS) + 1):
        fresh = folder / f"{pair.name.replace(' ', '-')}-{turn}"
        (fresh / "a").mkdir(parents=True)
        (fresh / "b").mkdir()
        one, other = run(pair.command(fresh / "a")), run(pair.least(fresh / "b"))
        if turn:  # the first warms up the disk
            ratios.append(one.seconds / other.seconds)
            ours.append(one.seconds)
            least.append(other.seconds)
            peak = max(peak, one.peak_mib)
    return statistics.median(ratios), statistics.median(ours), statistics.median(least), peak


SVG_COMMAND = """
from pathlib import Path
import sys
from tt_print.output import write_files
from tt_print.outputs import picture_files
from tt_print.cards.theme import find_theme
write_files(Path(sys.argv[1]), picture_files(find_theme()))
"""


def pairs(folder: Path) -> list[Pair]:
    from tt_print.export.job import Choices, make_job
    from tt_print.export.raster import cores
    from tt_print.render.pdf import DocumentFacts, Page, render_pdf
    from tt_print.render.svg import render_svg

    strings = folder / "strings.json"
    pictures = {f"{name}.svg": render_svg(drawing) for name, drawing in every_picture(find_theme()).items()}
    strings.write_text(json.dumps(pictures), encoding="utf-8")
    minimal = str(HERE / "minimal_reportlab.py")
    fonts = str(templates_folder() / "fonts")

    def least_pdf(out: Path) -> list[str]:
        return [minimal, fonts, str(out / "least.pdf")]

    def nothing(out: Path) -> list[str]:
        return ["-c", "pass"]

    def scored(*words: str) -> Callable[[Path], list[str]]:
        """A verb of `score` in a night that has begun."""

        def command(out: Path) -> list[str]:
            book = str(out / "score.sqlite")
            run(["-m", "tt_print", "score", "start", "craziness", "Ann", "Bo", "Cy", "--file", book])
            return ["-m", "tt_print", *words, "--file", book]

        return command

    cards = folder / "cards.pdf"
    one = make_job(Choices("mpc"))
    pages = [Page(drawing, code, code) for code, drawing in one.pages()]
    cards.write_bytes(render_pdf([*pages, Page(one.back, "back", "back")], DocumentFacts("Cards")))
    width, height = one.product.box.file_px

    def least_pngs(processes: int) -> Callable[[Path], list[str]]:
        return lambda out: [str(HERE / "plain_pngs.py"), str(cards), str(out), str(width), str(height), str(processes)]

    def verb(*words: str) -> Callable[[Path], list[str]]:
        return lambda out: ["-m", "tt_print", *words, "--out", str(out)]

    def deck(out: Path) -> list[str]:
        return ["-m", "tt_print", "deck", "--paper", "a4", "--out", str(out)]

    return [
        Pair("tt-print deck", verb("deck", "--paper", "a4"), least_pdf, 1.5),
        Pair("tt-print start", verb("start", "--paper", "a4"), least_pdf, 1.5),
        Pair("tt-print build", verb("build", "--paper", "a4"), least_pdf, 20),
        Pair("booklet all : deck", verb("booklet", "all", "--paper", "a4"), deck, 8),
        Pair("132 SVG pictures", lambda out: ["-c", SVG_COMMAND, str(out)],
             lambda out: [str(HERE / "plain_svgs.py"), str(strings), str(out)], 6),
        Pair("tt-print deal", verb("deal", "casino", "--players", "Ann,Bo,Cy"), nothing, 12),
        Pair("tt-print deal --code", verb("deal", "--code", "9NEKA-QAC1D-MDP8C-69P9T-0EVHX-10"), nothing, 12),
        Pair("tt-print score", scored("score"), nothing, 12),
        Pair("tt-print score hand", scored("score", "hand", "Ann=0", "Bo=0", "Cy=1", "--force", "--note", "bench"), nothing, 12),
        Pair("tt-print recount", lambda out: ["-m", "tt_print", "recount", "--jokers", "2"], nothing, 12),
        # pypdfium2 and Pillow alone on a finished PDF, on one core and on as many as ours uses; ours also draws
        # the cards, reads each file back and checks it, and writes a zip
        Pair("tt-print export mpc", verb("export", "--for", "mpc"), least_pngs(1), 1.3, rounds=3),
        Pair("  the same, all cores", verb("export", "--for", "mpc"), least_pngs(cores()), 1.3, rounds=3),
        Pair("tt-print --version", lambda out: ["-m", "tt_print", "--version"], nothing, 12),
    ]  # fmt: skip


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print(f"{'command':22}{'ratio':>7}{'budget':>8}{'ours':>9}{'least':>9}{'peak':>10}")
        for pair in pairs(folder):
            ratio, ours, least, peak = compare(pair, folder)
            verdict = "" if ratio <= pair.budget else "   over budget"
            print(
                f"{pair.name:22}{ratio:7.2f}{pair.budget:8.4g}{1000 * ours:6.0f} ms{1000 * least:6.0f} ms"
                f"{peak:6.0f} MiB{verdict}"
            )
        deck = next(folder.glob("tt-print-deck-1/a/sheets/deck-a4.pdf"))
        least_file = next(folder.glob("tt-print-deck-1/b/least.pdf"))
        print(shuffled_deals.line())
        print(f"deck-a4.pdf {deck.stat().st_size} bytes (budget 60000); least.pdf {least_file.stat().st_size} bytes")


if __name__ == "__main__":
    main()
