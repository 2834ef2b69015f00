"""`tt-print papers`: the papers that it knows, and how many cards of each size they hold."""

from __future__ import annotations

from typing import Any

from tt_print.cli.common import ACROSS, JSON, QUIET, count_cells, print_result


def command(as_json: bool = JSON, quiet: bool = QUIET) -> None:
    """The papers that tt-print knows, yours among them, and how many cards fit on each.

    Example: tt-print papers
    """
    from tt_print.cli.own_things import origin_lines, warn_of_wrong
    from tt_print.sheets.plan import card_sizes, count_on_sheet, known_papers, own_papers
    from tt_print.terminal import columns, table

    sizes, own = card_sizes(), own_papers()
    heads = ["paper", "millimeters", "kept free", *(size.name for size in sizes)]
    rows: list[dict[str, Any]] = []
    cells = []
    for paper in known_papers():
        fits = {size.name: count_on_sheet(paper, size) for size in sizes}
        mixed = {size.name: count_on_sheet(paper, size, "mixed") for size in sizes}
        rows.append({"name": paper.name, "width_mm": paper.width_mm, "height_mm": paper.height_mm,
                     "dead_mm": paper.unprintable_mm, "cards": fits, "mixed": mixed,
                     "file": str(own.files[paper.name]) if paper.name in own.files else None})  # fmt: skip
        side = f"{paper.width_mm:g} x {paper.height_mm:g}"
        cells.append([paper.name, side, f"{paper.unprintable_mm:g} mm", *count_cells(fits, mixed)])
    lines = [
        *table(heads, cells, columns()),
        "Under each card size: how many are on a sheet. With a bleed fewer fit: tt-print deck --bleed 3",
        ACROSS,
        "Kept free: what printers may leave white at each edge.",
        "Any other: tt-print deck --paper 210x330, or with a name of its own: tt-print new paper mine",
        *origin_lines(own.files),
    ]
    warn_of_wrong(own.wrong)
    print_result(lines, "papers", {"papers": rows}, as_json, quiet)
