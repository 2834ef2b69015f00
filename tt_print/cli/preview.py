"""`tt-print preview`: what another command would print, in the browser or as text, without writing anything."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from typing import TYPE_CHECKING

import typer

from tt_print.cli.echo import echo, print_lines, print_result
from tt_print.cli.verbs import PRINTING, VERBS

if TYPE_CHECKING:
    from tt_print.cli.request_commands import OutputOptions
    from tt_print.core.commands.preview import Preview
    from tt_print.core.environment import Call
    from tt_print.output import InMemoryOutput
    from tt_print.preview.files import PreviewFile

CONTEXT = {"ignore_unknown_options": True, "allow_interspersed_args": False}
OWN = {"--list": "listed", "--json": "as_json", "--quiet": "quiet", "-q": "quiet"}
HELP = ("-h", "--help")
_WROTE = re.compile(r"^( *)(?:Wrote|Kept)\b", re.M)
_CODE = re.compile(r"^Deal code: (\S+)", re.M)


def answer(request: Preview, call: Call, own: OutputOptions) -> None:
    """Shows the pages, and writes nothing. Raises typer.Exit with the status of a command that fails."""
    verb = request.command
    check_verb(verb)
    rest, found = split_preview_options(request.words)
    if any(word in HELP for word in rest[: rest.index("--") if "--" in rest else None]):
        raise typer.Exit(_show_help(verb))
    shown = {"listed": request.listed, "as_json": own.as_json, "quiet": own.quiet} | dict.fromkeys(found, True)
    held, said = make([verb, *rest])
    _show(held, said, verb, rest, shown)


def check_verb(verb: str) -> None:
    """Raises InputError for a command that prints nothing, with those that do."""
    from tt_print.errors import InputError, did_you_mean, join_words
    from tt_print.preview.listing import words

    commands = join_words(PRINTING, "and")
    if not verb:
        raise InputError(words().needs_command.format(commands=commands))
    if verb not in PRINTING:
        near = "" if verb in VERBS else did_you_mean(verb, PRINTING)
        raise InputError(words().prints_nothing.format(command=verb, near=near, commands=commands))


def split_preview_options(typed: Sequence[str]) -> tuple[list[str], set[str]]:
    """What goes to the other command, and which of preview's own options stood among it."""
    end = typed.index("--") if "--" in typed else len(typed)
    rest = [word for word in typed[:end] if word not in OWN]
    return [*rest, *typed[end:]], {OWN[word] for word in typed[:end] if word in OWN}


def _show_help(verb: str) -> int:
    from tt_print.cli import answer
    from tt_print.preview.listing import words

    echo(f"{words().help}\n")
    return answer([verb, "--help"])


def make(arguments: list[str]) -> tuple[InMemoryOutput, str]:
    """The files that a command would write, and what it says about them. If the command fails, the run ends with its status."""
    from tt_print.cli import answer
    from tt_print.cli.streams import current_run, safe_streams
    from tt_print.output import InMemoryOutput
    from tt_print.preview.listing import words

    held, said = InMemoryOutput(), io.StringIO()
    current_run().farewell = words().stopped
    with redirect_stdout(said), safe_streams(held):
        status = answer(arguments, is_joined=True)
    if status:
        if findings := said.getvalue().rstrip("\n"):  # such as those of --check
            echo(findings, err=True)
        raise typer.Exit(status)
    return held, _WROTE.sub(rf"\1{words().would_write}", said.getvalue())


def _show(held: InMemoryOutput, said: str, verb: str, rest: Sequence[str], own: Mapping[str, bool]) -> None:
    """In the browser if a person waits at a terminal, else as text or JSON. Raises InputError if there are no pages."""
    from tt_print.cli import error_words
    from tt_print.cli.hints import quoted
    from tt_print.cli.prompting import at_terminal
    from tt_print.errors import InputError
    from tt_print.preview.files import read_files
    from tt_print.preview.listing import as_data, list_lines, total_line, words

    files = read_files({path.as_posix(): data for path, data in held.files.items()})
    if not any(file.pages for file in files):
        raise InputError(words().no_pages.format(command=verb, hint=words().hints.get(verb, "")))
    typed = " ".join(map(quoted, [verb, *rest]))
    refusals = [error_words(error, verb) for error in held.refusals]
    if own["as_json"]:
        print_result([], "preview", as_data(files, f"tt-print {typed}", refusals), True, own["quiet"])
        return
    notes = [words().refused.format(command=verb, why=why) for why in refusals]
    if verb == "deal" and "--code" not in rest:
        notes += [words().fresh_deal.format(code=code) for code in _CODE.findall(said)]
    summary = [total_line(files), words().not_written.format(command=f"tt-print {typed}"), *notes]
    if own["listed"] or own["quiet"] or not at_terminal():
        print_lines([*list_lines(files, own["listed"]), *summary], own["quiet"])
    else:
        print_lines(summary, False)
        _show_in_browser(files, typed, "\n".join([*notes, said]))


def _show_in_browser(files: Sequence[PreviewFile], typed: str, details: str) -> None:
    """Until the page is closed. Raises MachineError if no browser opened it."""
    import webbrowser
    from threading import Thread

    from tt_print.errors import MachineError
    from tt_print.preview.listing import words
    from tt_print.preview.server import WAIT_S, PreviewServer

    say, listing = words(), f"tt-print preview --list {typed}"
    with PreviewServer(files, f"tt-print {typed}", details) as server:
        shows = has_display(os.environ, sys.platform)
        how = say.opening if shows else say.no_display
        echo(how.format(address=server.address, port=server.server_port, listing=listing))
        if shows:
            # a browser that runs in the terminal does not return before it ends
            Thread(target=webbrowser.open_new_tab, args=(server.address,), daemon=True).start()
        echo(say.ends)
        if not server.serve():
            raise MachineError(say.not_opened.format(minutes=round(WAIT_S / 60), listing=listing))
    echo(say.closed)


def has_display(environment: Mapping[str, str], system: str) -> bool:
    """Whether a browser would have a window in front of the person: over ssh it would not, even on Windows and macOS."""
    if any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")):
        return True
    return system in ("win32", "darwin", "cygwin") and not environment.get("SSH_CONNECTION")
