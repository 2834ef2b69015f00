"""`tt-print calibrate --stock`: where the places of perforated cards and labels come to lie on one's own printer."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from tt_print.cli.common import calibration_notice, print_result

if TYPE_CHECKING:
    from tt_print.sheets.stock import Stock


def calibrate_stock(
    name: str, readings: str, printer: str, tray: str, paper: str, dry_run: bool, out: Path, as_json: bool, quiet: bool
) -> None:
    """Writes the test page, or with readings a stock of one's own whose places are where the perforation is."""
    from tt_print.errors import InputError
    from tt_print.sheets.plan import find_paper
    from tt_print.sheets.stock import find_stock

    stock = find_stock(name)
    if paper and find_paper(paper).name != find_paper(stock.paper).name:
        raise InputError(f"{stock.name} is {stock.paper} paper. Leave out --paper.")
    if readings:
        return _keep(stock, readings, dry_run, as_json, quiet)
    return _write(stock, printer, tray, out, as_json, quiet)


def _write(stock: Stock, printer: str, tray: str, out: Path, as_json: bool, quiet: bool) -> None:
    from tt_print.calibration.store import find_printer_profile
    from tt_print.cli.writing import write_files
    from tt_print.outputs import stock_page_pdf
    from tt_print.sheets.stock_page import make_stock_page

    profile = find_printer_profile(printer, tray, stock.paper)
    written = write_files(out, dict([stock_page_pdf(make_stock_page(stock, profile), stock.name)]))
    lines = [
        f"Wrote {written[0].as_posix()}   1 page, {stock.paper}",
        f"Print it at 100 % (“Actual size”) on a sheet of {stock.name}, read the four scales where the perforation runs, and type",
        f'  tt-print calibrate --stock {stock.name} --stock-read "A,B,C,D"',
        *calibration_notice(profile, printer, stock.paper),
    ]
    result = _result(stock, [path.as_posix() for path in written], None, False)
    print_result(lines, "calibrate stock", result, as_json, quiet)


def _keep(stock: Stock, text: str, dry_run: bool, as_json: bool, quiet: bool) -> None:
    from tt_print.cli.new import write_new_file
    from tt_print.cli.writing import current_output
    from tt_print.own import own_folder
    from tt_print.sheets.plan import find_paper
    from tt_print.sheets.stock import check_stock
    from tt_print.sheets.stock_page import corrected, parse_readings, stock_toml

    readings = parse_readings(text)
    found = corrected(stock, readings)
    check_stock(found)
    path = own_folder("stocks") / f"{found.name}.toml"
    (left, top), (across, down) = found.first_mm, found.pitch_mm
    lines = [
        f"On your printer the first place begins {left:g} mm from the left and {top:g} mm from the top; "
        f"the next ones follow every {across:g} and {down:g} mm.",
    ]
    if dry_run:
        lines.append("Nothing saved. Leave out --dry-run to keep it.")
    else:
        current_output().verify_keeps("calibrate --stock-read keeps what you read. Add --dry-run.")
        note = f"Places of {stock.name}, as read with tt-print calibrate --stock-read {','.join(f'{r:g}' for r in readings)}"
        write_new_file(path, stock_toml(found, find_paper(stock.paper), note))
        lines += [f"Saved in {path}", f"Next:  tt-print deck --stock {found.name}"]
    result = _result(found, [] if dry_run else [path.as_posix()], list(readings), not dry_run)
    print_result(lines, "calibrate stock", result, as_json, quiet)


def _result(stock: Stock, files: list[str], readings: list[float] | None, saved: bool) -> dict[str, Any]:
    return {
        "stock": stock.name, "first_mm": list(stock.first_mm), "pitch_mm": list(stock.pitch_mm), "readings": readings,
        "saved": saved, "files": files,
    }  # fmt: skip
