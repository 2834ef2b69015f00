"""`tt-print site`: everything in a browser, for people without Python: print, judge, deal, score."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tt_print.cli.output import echo, print_result, write_files
from tt_print.cli.text import quoted, typed_lines
from tt_print.errors import InputError, MachineError
from tt_print.problems import Line, Said

if TYPE_CHECKING:
    from tt_print.cli.request_commands import OutputOptions
    from tt_print.core.asking import Call
    from tt_print.core.commands.export import Site


def answer(request: Site, call: Call, own: OutputOptions) -> None:
    """Writes the site, and shows it if that is wanted. Raises MachineError where the port is taken."""
    from tt_print.web.build import address_of, site_server

    if own.as_json and request.serve:
        raise InputError("--json says what was written, and --serve goes on until Ctrl-C. Leave out one of them.")
    if not request.serve:
        _make(request, call, own)
        return
    try:
        server = site_server(own.out, request.port)  # before the site is made, which takes a while
    except (OSError, OverflowError) as error:
        raise MachineError(
            f"port {request.port} cannot be used here ({error}). Leave out --port: then a free one is taken."
        ) from error
    with server:
        _make(request, call, own)
        echo(f"Open {address_of(server)} in a browser on this machine. Ctrl-C ends it.")
        server.serve_forever()


def _make(request: Site, call: Call, own: OutputOptions) -> None:
    """Writes the site, and says where it is; what to do with it only where it is not served at once."""
    from tt_print.files.user_data import cache_folder
    from tt_print.web.build import make_ready, make_single, make_site
    from tt_print.web.pack import read_pyodide

    is_usual = own.out == Path(request.folder)
    engine = read_pyodide(Path(request.pyodide) if request.pyodide else None, cache_folder())
    ready = make_ready(call.progress)
    files = make_single(engine, ready) if request.single else make_site(engine, ready)
    folder = own.out.parent if request.single and is_usual else own.out
    written = [path.as_posix() for path in write_files(folder, files)]
    size = sum(map(len, files.values()))
    text: list[Line] = [Said("site.folder", folder=f"{folder.as_posix()}/", count=len(files), size=size / 1e6)]
    if request.single:
        text = [Said("site.single", file=written[0], size=size / 1e6), Said("site.send")]
    elif not request.serve:
        text += [Said("site.host"), Said("site.look", out="" if is_usual else f" --out {quoted(own.out.as_posix())}")]
    print_result(typed_lines(text, {}), "site", {"files": written, "bytes": size}, own.as_json, own.quiet)
