"""`tt-print`: words become a request, its answer becomes text, JSON, and files, an error becomes an exit status.

Exit 0: done. 1: the machine refused, or a check failed. 2: bad input. 130: stopped by Ctrl-C.

May import: core, draw, engine, export, faces, files, games, paper, play, requests, web.
"""

from __future__ import annotations

import os
import sys

from tt_print import __version__
from tt_print.cli.output import echo, issues_address, safe_streams, say, write
from tt_print.errors import TTPrintError

COMPLETE = "_TT_PRINT_COMPLETE"  # the variable in which a shell says that it asks for completion
INTERRUPTED = 130  # what typer, too, makes of Ctrl-C


def main(arguments: list[str] | None = None) -> None:
    """Runs one command line and leaves with its exit status; never shows a traceback for bad input."""
    _stop_cleanly_when_ended()
    status = run(sys.argv[1:] if arguments is None else arguments)
    if status > 128:  # libraries that were stopped anywhere must not have the last word, as pdfium's has at exit
        os._exit(status)
    sys.exit(status)


def _stop_cleanly_when_ended() -> None:
    """When the system or a closed window ends the run, what is half made is cleared away, as after Ctrl-C."""
    import signal

    def end(number: int, _: object) -> None:
        raise SystemExit(128 + number)

    def end_again(ignored: sys.UnraisableHookArgs) -> None:
        """Python goes on where a run is ended in a callback, as of its import locks: then it is ended a moment later."""
        code = getattr(ignored.exc_value, "code", None)
        if not isinstance(code, int) or code <= 128:
            sys.__unraisablehook__(ignored)
            return
        from threading import Timer

        later = Timer(0.05, os.kill, (os.getpid(), code - 128))
        later.daemon = True
        later.start()

    sys.unraisablehook = end_again
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:  # `nohup` ignores it
            signal.signal(number, end)


def run(arguments: list[str]) -> int:
    """The exit status of one command line; messages for people go to stderr."""
    with safe_streams() as going:
        try:
            status = _complete() if COMPLETE in os.environ else _run(arguments)
        except KeyboardInterrupt:
            status = INTERRUPTED
        except SystemExit as leaving:
            status = leaving.code if isinstance(leaving.code, int) else 1 if leaving.code else 0
            if isinstance(leaving.__context__, BrokenPipeError):  # typer, too, finds that nobody reads on
                status = 0
        except Exception as error:
            stop = _stop_behind(error)
            if isinstance(stop, KeyboardInterrupt):
                status = INTERRUPTED
            elif stop is not None and isinstance(stop.code, int):
                status = stop.code
            else:
                if going.saved:
                    say("Saved. Do not enter it again. But then something went wrong that should not:")
                if address := issues_address():
                    say(f"This is a fault in tt-print. Report it with what you typed and the lines below: {address}")
                raise
        if status > 128:  # and the number of a signal
            say(going.stopped())
        write("", sys.stdout)  # what typer left there
        return going.status(status)


def _stop_behind(error: BaseException) -> KeyboardInterrupt | SystemExit | None:
    """What ended the run, where a library caught it and raised an error of its own instead, else None.

    Python 3.11 does so in `__set_name__`, reportlab in a bare `except` while it numbers the objects of a PDF.
    """
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, KeyboardInterrupt) or (isinstance(cause, SystemExit) and _is_signal(cause.code)):
            return cause
        cause = cause.__cause__ or cause.__context__
    return None


def _is_signal(code: object) -> bool:
    return isinstance(code, int) and code > 128


def _complete() -> int:
    """What a shell is told that asks what could be typed next; it is never shown an error."""
    from tt_print.cli.commands import root

    try:
        root(with_completion=True).main([], prog_name="tt-print")
    except Exception:
        return 1
    return 0


def _run(arguments: list[str]) -> int:
    """The exit status of one command line; reports what is wrong with it."""
    if arguments == ["--version"]:
        echo(f"tt-print {__version__}")
        return 0
    import typer  # which takes four fifths of a short run; the first question of all need not wait for it

    from tt_print.cli.arguments import read_arguments
    from tt_print.cli.commands import root

    try:
        arguments = read_arguments(arguments)
        if not arguments or arguments[0] == "help":
            arguments = [*arguments[1:], "--help"]
        app = root(with_completion=arguments[0].startswith("-"))
        status: int = app.main(arguments, prog_name="tt-print", standalone_mode=False) or 0
        return status
    except TTPrintError as error:
        echo(f"error: {error}", err=True)
        return error.exit_status
    except typer.TyperException as error:
        context = getattr(error, "ctx", None)
        text, where = error.format_message(), context.command_path if context else "tt-print"
        echo(f"error: {text}{'' if text.endswith(('.', '?')) else '.'} For help: {where} --help", err=True)
        return error.exit_code
    except typer.Abort:
        return INTERRUPTED
    except OSError as error:
        place = f" {error.filename}" if error.filename else ""
        echo(f"error: the machine refused{place}: {error.strerror or error}.", err=True)
        return 1
