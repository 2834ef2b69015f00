"""`tt-print site`: everything in a browser, for people without Python: print, judge, deal, score."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tt_print.cli.echo import echo, print_result

if TYPE_CHECKING:
    from http.server import ThreadingHTTPServer

    from tt_print.cli.request_commands import OutputOptions
    from tt_print.core.commands.site import Site
    from tt_print.core.environment import Call

OUT = Path("output/site")


def answer(request: Site, call: Call, own: OutputOptions) -> None:
    """Writes the site, and shows it if that is wanted."""
    from tt_print.errors import InputError

    if own.as_json and request.serve:
        raise InputError("--json says what was written, and --serve goes on until Ctrl-C. Leave out one of them.")
    if not request.serve:
        _make(request, call, own)
        return
    from tt_print.site.serve import address_of

    with _open_server(own.out, request.port) as server:  # before the site is made, which takes a while
        _make(request, call, own)
        echo(f"Open {address_of(server)} in a browser on this machine. Ctrl-C ends it.")
        server.serve_forever()


def _make(request: Site, call: Call, own: OutputOptions) -> None:
    """Writes the site, and says where it is; what to do with it only where it is not served at once."""
    from tt_print.cli.writing import write_files
    from tt_print.paths import cache_folder
    from tt_print.site.build import make_site
    from tt_print.site.pyodide import read_pyodide
    from tt_print.site.ready import make_ready
    from tt_print.site.single import NAME, make_single

    out, single = own.out, request.single
    engine = read_pyodide(Path(request.pyodide) if request.pyodide else None, cache_folder())
    ready = make_ready(call.progress)
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
    elif not request.serve:
        lines += ["Put the folder on any web host; opened from a disk only the file of --single works.",
                  f"Look at it here:  tt-print site --serve{'' if out == OUT else f' --out {out.as_posix()}'}"]  # fmt: skip
    result = {"files": [path.as_posix() for path in written], "bytes": size}
    print_result(lines, "site", result, own.as_json, own.quiet)


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
