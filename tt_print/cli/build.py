"""`tt-print build`: everything at once, the main job."""

from __future__ import annotations

from pathlib import Path

from tt_print.cli.common import (
    JSON,
    OUT,
    PAPER,
    PRINTER,
    QUIET,
    TRAY,
    calibration_notice,
    default_paper,
    gc_disabled,
    paper_origin,
    print_result,
)  # fmt: skip


def command(
    out: Path = OUT,
    paper: str = PAPER,
    printer: str = PRINTER,
    tray: str = TRAY,
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> None:
    """Make everything: pictures of all cards, the starter, the whole deck, rule booklets, reference cards,
    score sheets.

    Example: tt-print build --paper letter
    """
    from tt_print.calibration.store import find_printer_profile
    from tt_print.cli.progress import parts_progress
    from tt_print.cli.writing import current_output
    from tt_print.outputs import ink_cover
    from tt_print.parts import write_parts
    from tt_print.products import build_parts, summary
    from tt_print.sheets.plan import find_paper

    sheet = find_paper(paper or default_paper())
    other = "letter" if sheet.name != "letter" else "a4"
    from_where = "" if paper else f" (from {paper_origin()}; otherwise: tt-print build --paper {other})"
    named = f" --paper {sheet.name}" if paper else ""
    paper = sheet.name
    profile = find_printer_profile(printer, tray, paper)
    with gc_disabled(), parts_progress(quiet or as_json) as progress:
        written = write_parts(out, build_parts(paper, profile), progress, current_output())
    made = summary(written)
    start = out / written.facts["start"]["place"]
    cover = ink_cover()
    width = max(map(len, made))
    lines = [
        f"Wrote {out.as_posix()}/"
        if written.made
        else f"All is in {out.as_posix()}/ as it should be; nothing was written.",
        *(
            f"  {place if number == 0 else '':{width}}  {line}"
            for place, words in made.items()
            for number, line in enumerate(words.splitlines())
        ),
        *calibration_notice(profile, printer, paper),
        f"Ink cover of a face: {cover.color:.0f} % in color, "
        f"{cover.low:.0f} % with tt-print deck --ink low (black only).",
        "",
        f"Paper: {sheet.title}{from_where}",
        f"Print {start.as_posix()} first (4 pages), at 100 % (“Actual size”), one-sided.",
        "Measure both rulers on its page 1: 100 mm each."
        + ("" if profile else f" Tell what you measured:  tt-print calibrate --measured 100,100{named}"),
        f"Cut, and three can play tonight. Then the other cards:  tt-print deck --continue{named}",
        "At the table:  tt-print deal craziness --players Ann,Bo,Cy",
        "All commands:  tt-print --help",
    ]
    print_result(lines, "build", {"files": [path.as_posix() for path in written.paths]}, as_json, quiet)
