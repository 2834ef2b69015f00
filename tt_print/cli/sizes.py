"""`tt-print sizes`: the card sizes that it knows, and how many fit on each paper."""

from __future__ import annotations

from typing import Any

from tt_print.cli.common import JSON, QUIET, print_result


def command(as_json: bool = JSON, quiet: bool = QUIET) -> None:
    """The card sizes that tt-print knows, and how many fit on each paper.

    Example: tt-print sizes
    """
    from tt_print.sheets.plan import card_sizes, known_papers, plan_sheet
    from tt_print.terminal import columns, table

    papers = known_papers()
    heads = ["size", "millimeters", "inches", *(paper.name for paper in papers)]
    cells = []
    rows: list[dict[str, Any]] = []
    for size in card_sizes():
        fits = {paper.name: plan_sheet(paper, size).count for paper in papers}
        rows.append({"name": size.name, "width_mm": size.width_mm, "height_mm": size.height_mm,
                     "corner_mm": size.corner_mm, "meaning": size.meaning, "cards": fits})  # fmt: skip
        side = f"{size.width_mm:g} x {size.height_mm:g}"
        inches = f"{size.width_mm / 25.4:.2f} x {size.height_mm / 25.4:.2f}"
        cells.append([size.name, side, inches, *map(str, fits.values())])
    lines = [
        *table(heads, cells, columns()),
        "Under each paper: how many cards are on a sheet.",
        "",
        *(f"{size.name + ':':10}{size.meaning}" for size in card_sizes() if size.meaning),
        "Choose one: tt-print deck --card poker",
    ]
    print_result(lines, "sizes", {"sizes": rows}, as_json, quiet)
