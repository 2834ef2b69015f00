"""`tt-print papers`: the papers that it knows, and how many cards of each size they hold."""

from __future__ import annotations

from typing import Any

from tt_print.cli.common import JSON, QUIET, print_result


def command(as_json: bool = JSON, quiet: bool = QUIET) -> None:
    """The papers that tt-print knows, and how many cards fit on each.

    Example: tt-print papers
    """
    from tt_print.sheets.plan import card_sizes, known_papers, plan_sheet

    sizes = card_sizes()
    lines = [f"{'paper':9} {'millimeters':>13}  {'kept free':9}  cards a sheet"]
    lines.append(" " * 36 + "".join(f"{size.name:>9}" for size in sizes))
    rows: list[dict[str, Any]] = []
    for paper in known_papers():
        fits = {size.name: plan_sheet(paper, size).count for size in sizes}
        rows.append({"name": paper.name, "width_mm": paper.width_mm, "height_mm": paper.height_mm,
                     "dead_mm": paper.unprintable_mm, "cards": fits})  # fmt: skip
        side = f"{paper.width_mm:g} x {paper.height_mm:g}"
        lines.append(
            f"{paper.name:9} {side:>13}  {paper.unprintable_mm:g} mm".ljust(36)
            + "".join(f"{n:>9}" for n in fits.values())
        )
    lines.append(
        "Kept free: what printers may leave white at each edge. With a bleed fewer fit: tt-print deck --bleed 3"
    )
    print_result(lines, {"papers": rows}, as_json, quiet)
