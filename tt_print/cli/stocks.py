"""`tt-print stocks`: perforated cards and labels, with their makers' figures."""

from __future__ import annotations

from typing import Any

from tt_print.cli.common import JSON, QUIET, print_result


def command(as_json: bool = JSON, quiet: bool = QUIET) -> None:
    """Perforated cards and labels that tt-print knows, yours among them, with their makers' figures.

    Example: tt-print stocks
    """
    from tt_print.cli.own_things import origin_lines, warn_of_wrong
    from tt_print.sheets.stock import known_stocks, own_stocks
    from tt_print.terminal import columns, table

    own = own_stocks()
    heads = ["stock", "paper", "places", "millimeters", "first at", "next after"]
    cells, rows = [], []
    for stock in known_stocks():
        pairs = [stock.place_mm, stock.first_mm, stock.pitch_mm]
        cells.append([stock.name, stock.paper, f"{stock.columns} x {stock.rows}",
                      *(f"{round(x, 2):g} x {round(y, 2):g}" for x, y in pairs)])  # fmt: skip
        row: dict[str, Any] = {
            "name": stock.name, "title": stock.title, "paper": stock.paper, "columns": stock.columns, "rows": stock.rows,
            "place_mm": list(stock.place_mm), "first_mm": list(stock.first_mm), "pitch_mm": list(stock.pitch_mm),
            "corner_mm": stock.corner_mm, "file": str(own.files[stock.name]) if stock.name in own.files else None,
        }  # fmt: skip
        rows.append(row)
    longest = max(len(stock.name) for stock in known_stocks()) + 2
    lines = [
        *table(heads, cells, columns()),
        "From the left and from the top, of the upright sheet.",
        "",
        *(f"{stock.name + ':':{longest}}{stock.title}" for stock in known_stocks()),
        "Print on one: tt-print deck --stock avery-5371",
        "Where its places lie on your printer: tt-print calibrate --stock avery-5371",
        "Any other: tt-print new stock mine",
        *origin_lines(own.files),
    ]
    warn_of_wrong(own.wrong)
    print_result(lines, "stocks", {"stocks": rows}, as_json, quiet)
