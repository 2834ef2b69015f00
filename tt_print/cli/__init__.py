"""`tt-print`: one thin file a verb. Options become calls, results become text, errors become exit codes.

Exit 0: done. 1: the machine refused, or a check failed. 2: bad input. 130: stopped by Ctrl-C.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Collection
from importlib import import_module
from itertools import pairwise

from tt_print.cli.echo import echo
from tt_print.cli.streams import safe_streams, say, write
from tt_print.cli.verbs import VERBS as VERBS
from tt_print.cli.verbs import module_of
from tt_print.cli.welcome import VERSION, WELCOME
from tt_print.errors import InputError, TTPrintError

COMPLETE = "_TT_PRINT_COMPLETE"  # the variable in which a shell says that it asks for completion
MAX_LETTERS = 20_000  # of a command line; all cards of two decks by their words are 3,500
INTERRUPTED = 130  # what typer, too, makes of Ctrl-C


def find_verbs(arguments: list[str]) -> tuple[list[str], list[str] | None]:
    """The verb that a command line begins with, and its verb after that, as far as they are known.

    The second is None where all must be known: for help, after a word that is none of them, and where an option is between them.
    """
    if not arguments or arguments[0] not in VERBS:
        return [], None
    from tt_print.core.commands import COMMANDS

    if arguments[0] in COMMANDS:
        return arguments[:1], []
    module = import_module(f"tt_print.cli.{arguments[0]}")
    names = getattr(module, "SUBVERBS", {})
    if len(arguments) < 2:
        return arguments[:1], []
    if arguments[1] in names:
        return arguments[:1], [arguments[1]]
    needed = any(word in names or word in ("-h", "--help") for word in arguments) or not arguments[1].startswith("-")
    return arguments[:1], None if needed else []


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

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:  # `nohup` ignores it
            signal.signal(number, end)


def run(arguments: list[str]) -> int:
    """The exit status of one command line; messages for people go to stderr."""
    with safe_streams() as going:
        try:
            status = _answer_shell() if COMPLETE in os.environ else _run(arguments)
        except KeyboardInterrupt:
            status = INTERRUPTED
        except SystemExit as leaving:
            status = leaving.code if isinstance(leaving.code, int) else 1 if leaving.code else 0
            if isinstance(leaving.__context__, BrokenPipeError):  # typer, too, finds that nobody reads on
                status = 0
        except Exception as error:
            cause = error.__cause__  # Python 3.11 wraps what stops it in a __set_name__
            if isinstance(cause, KeyboardInterrupt):
                status = INTERRUPTED
            elif isinstance(cause, SystemExit) and isinstance(cause.code, int):
                status = cause.code
            else:
                if going.saved:
                    say("Saved. Do not enter it again. But then something went wrong that should not:")
                raise
        if status > 128:  # and the number of a signal
            say(going.stopped())
        write("", sys.stdout)  # what typer left there
        return going.status(status)


def _answer_shell() -> int:
    """What a shell is told that asks what could be typed next; it is never shown an error."""
    from tt_print.cli.app import make_app

    words = (os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS", "")).split()[1:]
    try:
        known, subverbs = find_verbs(words)
        make_app(*known, subverbs=subverbs or None, answers_shell=True)(prog_name="tt-print")
    except Exception:
        return 1
    return 0


def _run(arguments: list[str]) -> int:
    """The exit status of one command line; reports what is wrong with it."""
    if not arguments:
        echo(WELCOME, nl=False)
        return 0
    if arguments == ["--version"]:
        echo(VERSION)
        return 0
    import typer  # which takes four fifths of a short run; the first question of all need not wait for it

    from tt_print.cli.app import find_command
    from tt_print.cli.parameters import join_lists
    from tt_print.core.commands import COMMANDS

    known, subverbs = find_verbs(arguments)
    lists: Collection[str] = ()
    try:
        _check_letters(arguments)
        if known and known[0] in COMMANDS:
            from tt_print.cli.request_commands import lists_of

            lists = lists_of(known[0])
        if known:
            prepare = getattr(module_of(known[0]), "prepare", None)
            words = join_lists(arguments[1:], lists)
            arguments = [*known, *(prepare(words) if prepare else words)]
        command = find_command(tuple(known), None if subverbs is None else tuple(subverbs))
        own = 1 if known and known[0] in COMMANDS else 0  # such a command stands alone
        name = " ".join(["tt-print", *arguments[:own]])
        status: int = command(arguments[own:], prog_name=name, standalone_mode=False) or 0
        return status
    except TTPrintError as error:
        text = error_words(error, known[0] if known else "")
        echo(f"error: {text}{_file_note(arguments, text)}", err=True)
        return error.exit_status
    except typer.TyperException as error:
        where = " ".join(["tt-print", *known, *(subverbs or [])])
        text = error.format_message()
        echo(f"error: {text}{'' if text.endswith(('.', '?')) else '.'} For help: {where} --help", err=True)
        return error.exit_code
    except typer.Abort:
        return INTERRUPTED
    except OSError as error:
        place = f" {error.filename}" if error.filename else ""
        echo(f"error: the machine refused{place}: {error.strerror or error}.", err=True)
        return 1


def _file_note(arguments: list[str], text: str) -> str:
    """What the commands in an error need if they are about a file that `--file` names."""
    from tt_print.cli.hints import file_note

    file = next((after for word, after in pairwise(arguments) if word == "--file"), None)
    return f"\n{note}" if (note := file_note([text], file)) else ""


def _check_letters(arguments: list[str]) -> None:
    """Raises InputError for what nobody types by hand, and what some readers would chew on for hours."""
    line = " ".join(arguments)
    if len(line) > MAX_LETTERS:
        raise InputError(f"{len(line):,} letters follow tt-print; it reads at most {MAX_LETTERS:,}.")
    try:
        if b"\0" in os.fsencode(line):
            raise ValueError
    except ValueError:  # a zero byte, or half a letter, which only another program can hand over
        raise InputError("A word holds a sign that no word can hold. Type it without.") from None


def error_words(error: Exception, verb: str) -> str:
    """What is wrong, for people who type."""
    if not hasattr(error, "problems") and not hasattr(error, "code"):
        return str(error)
    from tt_print.cli.hints import typed_sentence
    from tt_print.cli.request_commands import describe_error
    from tt_print.cli.text import option_name
    from tt_print.core.commands import COMMANDS, find_command
    from tt_print.problems import CodedError, typed_name
    from tt_print.requests.refusal import RefusedError

    if isinstance(error, RefusedError):
        return describe_error(error)
    if not isinstance(error, CodedError):
        return str(error)
    shape = find_command(verb) if verb in COMMANDS else None
    return typed_sentence(error, lambda field: option_name(shape, field) if shape else typed_name(field))
