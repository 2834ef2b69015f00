"""`tt-print sizes`: the card sizes that it knows, and how many fit on each paper."""

from __future__ import annotations

from typing import Any

from tt_print.cli.common import ACROSS, JSON, QUIET, count_cells, print_result


def command(as_json: bool = JSON, quiet: bool = QUIET) -> None:
    """The card sizes that tt-print knows, yours among them, and how many fit on each paper.

    Example: tt-print sizes
    """
    from tt_print.cli.own_things import origin_lines, warn_of_wrong
    from tt_print.sheets.plan import card_sizes, count_on_sheet, known_papers, own_card_sizes
    from tt_print.terminal import columns, table

    papers, own = known_papers(), own_card_sizes()
    heads = ["size", "millimeters", "inches", *(paper.name for paper in papers)]
    cells = []
    rows: list[dict[str, Any]] = []
    for size in card_sizes():
        fits = {paper.name: count_on_sheet(paper, size) for paper in papers}
        mixed = {paper.name: count_on_sheet(paper, size, "mixed") for paper in papers}
        rows.append({"name": size.name, "width_mm": size.width_mm, "height_mm": size.height_mm,
                     "corner_mm": size.corner_mm, "meaning": size.meaning, "cards": fits, "mixed": mixed,
                     "file": str(own.files[size.name]) if size.name in own.files else None})  # fmt: skip
        side = f"{size.width_mm:g} x {size.height_mm:g}"
        inches = f"{size.width_mm / 25.4:.2f} x {size.height_mm / 25.4:.2f}"
        cells.append([size.name, side, inches, *count_cells(fits, mixed)])
    longest = max(len(size.name) for size in card_sizes()) + 2
    lines = [
        *table(heads, cells, columns()),
        "Under each paper: how many cards are on a sheet.",
        ACROSS,
        "",
        *(f"{size.name + ':':{longest}}{size.meaning}" for size in card_sizes() if size.meaning),
        "Choose one: tt-print deck --card poker",
        "Any other: tt-print deck --card 57x87, or with a name of its own: tt-print new card mine",
        *origin_lines(own.files),
    ]
    warn_of_wrong(own.wrong)
    print_result(lines, "sizes", {"sizes": rows}, as_json, quiet)
