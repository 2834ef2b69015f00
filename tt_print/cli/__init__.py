"""`tt-print`: one thin file a verb. Options become calls, results become text, errors become exit codes.

Exit 0: done. 1: the machine refused, or a check failed. 2: bad input. 130: stopped by Ctrl-C.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from tt_print import __version__
from tt_print.cli.common import echo, echo_data
from tt_print.cli.lists import join_lists
from tt_print.cli.parameters import read_parameters
from tt_print.cli.streams import safe_streams
from tt_print.cli.verbs import VERBS as VERBS
from tt_print.errors import TTPrintError

COMPLETE = "_TT_PRINT_COMPLETE"  # the variable in which a shell says that it asks for completion
MANY = 1000  # words, or letters of one; more are looked at before anything else is done
INTERRUPTED = 130  # what typer, too, makes of Ctrl-C

WELCOME = """\
tt-print: print Triple Topper, a card game in three variables by Brian Ciesicki

  tt-print start      four pages to print first: rulers, chits and the 27 cards that three can play with
  tt-print deck       the whole deck on sheets
  tt-print booklet    the rules of each game to print and fold, every example checked
  tt-print scoresheet paper to keep score on; quickref: each game on a card or two
  tt-print deal       a shuffled deal, with what the dealer reads aloud
  tt-print judge      is that legal? with the rule number; rules: what the book says
  tt-print score      a night's score that nothing can lose
  tt-print calibrate  measure your printer: true size, and backs that meet their fronts
  tt-print export     for print shops, print on demand, cutting machines, a box
  tt-print build      everything at once, into output/
  tt-print --help     all commands
"""


class _Command(TyperCommand):
    """A verb whose help can be typed as it stands, and whose numbers and paths are read as all are."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        read_parameters(self)

    def get_help(self, ctx: Any) -> str:  # typer does not export the class of click's that it takes
        return _help_text(self, ctx)


class _Group(TyperGroup):
    """As `_Command`, for a verb that has verbs of its own, and for tt-print itself."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        read_parameters(self)

    def get_help(self, ctx: Any) -> str:
        return _help_text(self, ctx)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        from tt_print.cli.help import write_commands

        write_commands(self, ctx, formatter)


def _help_text(command: TyperCommand | TyperGroup, context: Any) -> str:
    from tt_print.cli.help import help_text

    return help_text(command, context)


def make_app(*verbs: str, subverbs: Iterable[str] | None = None) -> typer.Typer:
    """The command line with only the named verbs loaded; with all of them when none is named.

    `subverbs` are those to load of a verb that has some; None loads all.
    """
    app = typer.Typer(
        name="tt-print",
        cls=_Group,
        add_completion=not verbs,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
        help="Print, read and play Triple Topper, the card game in three variables by Brian Ciesicki.",
    )

    @app.callback(invoke_without_command=True)
    def root(
        context: typer.Context,
        version: bool = typer.Option(False, "--version", help="Show the version and stop."),
    ) -> None:
        if version:
            echo(f"tt-print {__version__}")
            raise typer.Exit
        if context.invoked_subcommand is None:
            echo(WELCOME, nl=False)

    for verb in verbs or VERBS:
        module = import_module(f"tt_print.cli.{VERBS[verb]}")
        if hasattr(module, "SUBVERBS"):
            app.add_typer(_make_group(module, module.SUBVERBS if subverbs is None else subverbs), name=verb)
        else:
            app.command(verb, cls=_Command, context_settings=getattr(module, "CONTEXT", None))(module.command)
    return app


def _make_group(module: ModuleType, subverbs: Iterable[str]) -> typer.Typer:
    """A verb that has verbs of its own; without one of them its own command runs."""
    group = typer.Typer(rich_markup_mode=None, cls=_Group)
    group.callback(invoke_without_command=True, subcommand_metavar="[COMMAND] [ARGS]...")(module.command)
    for name in subverbs:
        own = import_module(f"tt_print.cli.{module.SUBVERBS[name]}")
        function = getattr(own, name, None) or getattr(own, f"{name}_")  # `import` is a word of Python's
        group.command(name, cls=_Command, context_settings=getattr(own, "CONTEXTS", {}).get(name))(function)
    return group


def find_verbs(arguments: list[str]) -> tuple[list[str], list[str] | None]:
    """The verb that a command line begins with, and its verb after that, as far as they are known.

    The second is None where all must be known: for help, and where another option stands between them.
    """
    if not arguments or arguments[0] not in VERBS:
        return [], None
    module = import_module(f"tt_print.cli.{VERBS[arguments[0]]}")
    names = getattr(module, "SUBVERBS", {})
    if arguments[1:2] and arguments[1] in names:
        return arguments[:1], [arguments[1]]
    needed = any(word in names or word in ("-h", "--help") for word in arguments)
    return arguments[:1], None if needed else []


def main(arguments: list[str] | None = None) -> None:
    """Runs one command line and leaves with its exit status; never shows a traceback for bad input."""
    _stop_cleanly_when_ended()
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def _stop_cleanly_when_ended() -> None:
    """When the system or a closed window ends the run, what is half made is cleared away, as after Ctrl-C."""
    import signal

    def end(number: int, _: object) -> None:
        raise SystemExit(128 + number)

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:  # `nohup` ignores it
            signal.signal(number, end)


def run(arguments: list[str]) -> int:
    """The exit status of one command line; messages for people go to stderr."""
    with safe_streams() as going:
        try:
            status = _answer_shell() if os.environ.get(COMPLETE, "").startswith("complete_") else _run(arguments)
        except KeyboardInterrupt:
            status = INTERRUPTED
        except SystemExit as leaving:
            status = leaving.code if isinstance(leaving.code, int) else 1 if leaving.code else 0
        except Exception:
            if going.saved:
                going.say("Saved. Do not enter it again. But then something went wrong that should not:")
            raise
        if status > 128:  # and the number of a signal
            going.say(going.stopped())
        return going.status(status)


def _answer_shell() -> int:
    """What a shell is told that asks what could be typed next; it is never shown an error."""
    from tt_print.cli.completion import answer

    try:
        text, status = answer(os.environ, make_app)
    except Exception:
        return 1
    if text:
        echo_data(text)
    return status


def _run(arguments: list[str]) -> int:
    known, subverbs = find_verbs(arguments)
    try:
        if len(arguments) > MANY or any(map(_is_odd, arguments)):
            from tt_print.cli.usage import check_words

            check_words(arguments)
        if known:
            prepare = getattr(import_module(f"tt_print.cli.{VERBS[known[0]]}"), "prepare", list)
            arguments = [*known, *prepare(join_lists(arguments[1:]))]
        command = _command(tuple(known), None if subverbs is None else tuple(subverbs))
        status: int = command(arguments, prog_name="tt-print", standalone_mode=False) or 0
        return status
    except TTPrintError as error:
        echo(f"error: {error}", err=True)
        return error.exit_status
    except typer.TyperException as error:
        from tt_print.cli.usage import usage_sentence

        verb, among = _typed_verb(known, subverbs)
        echo(f"error: {usage_sentence(error, verb, among)}", err=True)
        return error.exit_code
    except typer.Abort:
        return INTERRUPTED
    except OSError as error:
        place = f" {error.filename}" if error.filename else ""
        echo(f"error: the machine refused{place}: {error.strerror or error}.", err=True)
        return 1


@cache
def _command(verbs: tuple[str, ...], subverbs: tuple[str, ...] | None) -> Any:
    """What `make_app` comes to; made once for those who run many command lines in one process."""
    from typer.main import get_command

    return get_command(make_app(*verbs, subverbs=subverbs))


def _is_odd(word: str) -> bool:
    return len(word) > MANY or "\0" in word or not (word.isascii() or word.isprintable())


def _typed_verb(known: list[str], subverbs: list[str] | None) -> tuple[str, Iterable[str]]:
    """What a mistake is said of (`score hand`, `score`), and the commands that could have stood there."""
    if not known:
        return "", VERBS
    names = getattr(import_module(f"tt_print.cli.{VERBS[known[0]]}"), "SUBVERBS", VERBS)
    return " ".join([*known, *(subverbs or [])]), names
