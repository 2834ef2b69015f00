"""`tt-print deal --selftest`: the statistics of the shuffle, as a table."""

from __future__ import annotations

from os import urandom

from tt_print.cli.common import echo, echo_json
from tt_print.cli.progress import shown_progress
from tt_print.dealing.selftest import REJECT, STATISTICS, Report, fair_ranges, ranks_hold, run, seeded, total_deals


def run_selftest(*, as_json: bool, quiet: bool) -> int:
    """Prints the result of each statistic; the exit status: 0 when the shuffle passes all of them."""
    seed = urandom(16)
    with shown_progress(quiet or as_json) as progress, progress("Dealing", total_deals()) as bar:
        reports = run(seed, bar.update)
    ranges, ranks = fair_ranges(), ranks_hold(seeded(seed))
    passed = ranges == 256 and ranks and all(report.passed for report in reports)
    if as_json:
        data = {
            "passed": passed, "seed": seed.hex(), "fair_ranges": ranges, "ranks_hold": ranks,
            "shuffles": [
                # scripts may read `honest` and `as_it_should`: broken shuffles once stood here too
                {"name": r.name, "honest": True, "cards": r.cards, "deals": r.deals, "chances": r.chances,
                 "rejected_by": r.rejected_by, "as_it_should": r.passed} for r in reports
            ],
        }  # fmt: skip
        echo_json("deal selftest", data)
    elif not quiet:
        echo("\n".join(_lines(reports, ranges, ranks, passed)))
    return 0 if passed else 1


def _lines(reports: list[Report], ranges: int, ranks: bool, passed: bool) -> list[str]:
    from tt_print.terminal import columns, table

    rows = [
        ["deals", *(str(report.deals) for report in reports)],
        *([name, *(_mark(report.chances[name]) for report in reports)] for name in STATISTICS),
        ["", *("passes" if report.passed else "FAILS" for report in reports)],
    ]
    lines = table(["deck", *(f"{report.cards} cards" for report in reports)], rows, columns())
    lines += ["", *(f"  {name:<8}{meaning}" for name, meaning in STATISTICS.items())]
    lines += [
        f"  A figure is the power of ten of the chance that a fair shuffle looks so odd; {REJECT:g} is rejected.",
        "",
        f"Choices: {ranges} of 256 ranges give every answer equally often.",
        f"Ranks: {'every order has its number, both ways' if ranks else 'WRONG: an order is lost'}.",
        "The shuffle passes." if passed else "THE SELF TEST FAILED. Do not trust this copy of tt-print.",
    ]
    return lines


def _mark(chance: float) -> str:
    """`.` for what is ordinary, else the power of ten."""
    from math import log10

    if chance >= REJECT:
        return "."
    return f"-{min(300, round(-log10(chance)))}" if chance > 0 else "never"
