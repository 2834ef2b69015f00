"""`tt-print site`: everything in a browser, for people without Python: print, judge, deal, score."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from tt_print.cli.common import JSON, QUIET, echo, gc_disabled, print_result

if TYPE_CHECKING:
    from http.server import ThreadingHTTPServer

OUT = Path("output/site")


def command(
    out: Path = typer.Option(OUT, "--out", "-o", help="Folder to write to.", metavar="DIR"),
    single: bool = typer.Option(False, "--single", help="One HTML file that opens from a disk, without a network."),
    serve: bool = typer.Option(False, "--serve", help="Show it on this machine until Ctrl-C, at a local address."),
    port: int = typer.Option(0, "--port", help="With --serve: the port; without it a free one.", metavar="N"),
    pyodide: Path = typer.Option(
        None, "--pyodide", help="A folder with Pyodide; without it npm fetches it once.", metavar="DIR"
    ),
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> None:
    """A site that prints, judges, deals and keeps score in any browser, with nothing to install.

    Put the folder on any web host or a stick. It asks no other host for anything, and works without a network. With --serve
    you look at it on this machine.

    \b
    Examples:
      tt-print site
      tt-print site --single
    """
    from tt_print.errors import InputError

    if single and serve:
        raise InputError("--single is a file to be opened as it is; --serve shows the folder. Leave out one of them.")
    if as_json and serve:
        raise InputError("--json says what was written, and --serve goes on until Ctrl-C. Leave out one of them.")
    if port and not serve:
        raise InputError("--port goes with --serve.")
    if not serve:
        _make(out, single, pyodide, as_json, quiet)
        return
    from tt_print.site.serve import address_of

    with _open_server(out, port) as server:  # before the site is made, which takes a while
        _make(out, single, pyodide, as_json, quiet, is_served=True)
        echo(f"Open {address_of(server)} in a browser on this machine. Ctrl-C ends it.")
        server.serve_forever()


def _make(out: Path, single: bool, pyodide: Path | None, as_json: bool, quiet: bool, is_served: bool = False) -> None:
    """Writes the site, and says where it is; what to do with it only where it is not served at once."""
    from tt_print.cli.progress import shown_progress
    from tt_print.cli.writing import write_files
    from tt_print.paths import cache_folder
    from tt_print.site.build import make_site
    from tt_print.site.pyodide import read_pyodide
    from tt_print.site.ready import make_ready
    from tt_print.site.single import NAME, make_single

    engine = read_pyodide(pyodide, cache_folder())
    with gc_disabled(), shown_progress(quiet or as_json) as progress:
        ready = make_ready(progress)
        files = make_single(engine, ready) if single else make_site(engine, ready)
    folder = out.parent if single and out == OUT else out
    written = write_files(folder, files)
    size = sum(map(len, files.values()))
    what = folder / NAME if single else folder
    lines = [
        f"Wrote {what.as_posix()}{'' if single else '/'}   {len(written)} {'file' if single else 'files'}, {size / 1e6:.1f} MB"
    ]
    if single:
        lines += ["Open it in a browser, or send it to somebody. It needs no network.",
                  "The score is kept by the browser where it can; save the nights as a file there."]  # fmt: skip
    elif not is_served:
        lines += ["Put the folder on any web host; opened from a disk only the file of --single works.",
                  f"Look at it here:  tt-print site --serve{'' if out == OUT else f' --out {out.as_posix()}'}"]  # fmt: skip
    result = {"files": [path.as_posix() for path in written], "bytes": size}
    print_result(lines, "site", result, as_json, quiet)


def _open_server(folder: Path, port: int) -> ThreadingHTTPServer:
    """A server that has its port already, and answers when it is told to. Raises MachineError where the port is taken."""
    from tt_print.errors import MachineError
    from tt_print.site.serve import site_server

    try:
        return site_server(folder, port)
    except (OSError, OverflowError) as error:
        raise MachineError(
            f"port {port} cannot be used here ({error}). Leave out --port: then a free one is taken."
        ) from error
