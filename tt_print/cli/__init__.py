"""`tt-print`: one thin file a verb. Options become calls, results become text, errors become exit codes.

Exit 0: done. 1: the machine refused, or a check failed. 2: bad input.
"""

from __future__ import annotations

import sys
from importlib import import_module

import typer

from tt_print import __version__
from tt_print.errors import TTPrintError

# In the order of `tt-print --help`. Each module holds `command`, the function behind its verb, and
# imports what it needs inside it, so that a verb never waits for another's libraries. `CONTEXT` beside
# it, where a verb has one, are click's settings for it.
VERBS: dict[str, str] = {
    "build": "build",
    "start": "start",
    "deck": "deck",
    "booklet": "booklet",
    "judge": "judge",
    "rules": "rules",
    "verify": "verify",
    "calibrate": "calibrate",
    "papers": "papers",
    "sizes": "sizes",
}

INTERRUPTED = 130  # what typer makes of Ctrl-C

WELCOME = """\
tt-print: print Triple Topper, a card game in three variables by Brian Ciesicki

  tt-print start     four pages to print first: rulers, chits and the 27 cards that three can play with
  tt-print deck      the whole deck on sheets
  tt-print calibrate measure your printer: true size, and backs that meet their fronts
  tt-print build     everything at once, into output/
  tt-print judge     is that legal? with the rule number
  tt-print rules     look up a rule, by number or by words
  tt-print --help    all commands
"""


def make_app(*verbs: str) -> typer.Typer:
    """The command line with only the named verbs loaded; with all of them when none is named."""
    app = typer.Typer(
        name="tt-print", add_completion=not verbs, rich_markup_mode=None, pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
        help="Print, read and play Triple Topper, the card game in three variables by Brian Ciesicki.",
    )

    @app.callback(invoke_without_command=True)
    def root(
        context: typer.Context,
        version: bool = typer.Option(False, "--version", help="Show the version and stop."),
    ) -> None:
        if version:
            typer.echo(f"tt-print {__version__}")
            raise typer.Exit
        if context.invoked_subcommand is None:
            typer.echo(WELCOME, nl=False)

    for verb in verbs or VERBS:
        module = import_module(f"tt_print.cli.{VERBS[verb]}")
        app.command(verb, context_settings=getattr(module, "CONTEXT", None))(module.command)
    return app


def main(arguments: list[str] | None = None) -> None:
    """Runs one command line and leaves with its exit status; never shows a traceback for bad input."""
    arguments = sys.argv[1:] if arguments is None else arguments
    sys.exit(run(arguments))


def run(arguments: list[str]) -> int:
    """The exit status of one command line; messages for people go to stderr."""
    known = [arguments[0]] if arguments and arguments[0] in VERBS else []
    try:
        status = make_app(*known)(arguments, prog_name="tt-print", standalone_mode=False) or 0
    except TTPrintError as error:
        typer.echo(f"error: {error}", err=True)
        return error.exit_status
    except typer.TyperException as error:
        from tt_print.cli.usage import usage_sentence

        typer.echo(f"error: {usage_sentence(error, known[0] if known else '', VERBS)}", err=True)
        return error.exit_code
    except OSError as error:
        place = f" {error.filename}" if error.filename else ""
        typer.echo(f"error: the machine refused{place}: {error.strerror or error}.", err=True)
        return 1
    if status == INTERRUPTED:
        typer.echo("Stopped. No half-written file was left.", err=True)
        return 1
    return status
