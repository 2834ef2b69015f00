"""`tt-print preview`: what another verb would print, page by page, without writing anything."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from typing import TYPE_CHECKING

import typer

from tt_print.cli.common import JSON, QUIET, echo, print_lines, print_result
from tt_print.cli.verbs import PRINTING, VERBS

if TYPE_CHECKING:
    from tt_print.output import HeldOutput
    from tt_print.preview.words import Asked

BEFORE = PRINTING
CONTEXT = {"ignore_unknown_options": True, "allow_interspersed_args": False}
ANYWHERE = {"--browser": "browser", "--json": "as_json", "--quiet": "quiet", "-q": "quiet", "--list": "listed"}
HELP = ("-h", "--help")
_WROTE = re.compile(r"^( *)(?:Wrote|Kept)\b", re.M)
_CODE = re.compile(r"^Deal code: (\S+)", re.M)


def command(
    verb: str = typer.Argument(
        "", metavar="COMMAND", help="deck, start, booklet, deal, export ...", show_default=False
    ),
    words: list[str] = typer.Argument(None, metavar="[OPTIONS]...", help="Its own options.", show_default=False),
    listed: bool = typer.Option(False, "--list", help="In words alone: files, pages, sides, cards."),
    browser: bool = typer.Option(
        False, "--browser", help="All pages in the browser, at true size; backs against the light. Until Ctrl-C."
    ),
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> None:
    """See what a command would print, page by page. Nothing is written, and no ink is spent.

    In a terminal you go through the pages: space, b, the number of a page and Enter, z for larger, q. Elsewhere they are listed.

    \b
    Examples:
      tt-print preview deck --only RH3,J1 --backs duplex
      tt-print preview start --paper letter
      tt-print preview booklet push-it --format pocket
      tt-print preview --list scoresheet casino
    """
    own = {"browser": browser, "as_json": as_json, "quiet": quiet, "listed": listed}
    check_verb(verb)
    rest, taken = take_own(verb, words or [])
    if any(word in HELP for word in rest[: rest.index("--") if "--" in rest else None]):
        raise typer.Exit(_show_help(verb))
    own |= dict.fromkeys(taken, True)
    check_own(own)
    refuse_list(verb, rest)
    held, said = make([verb, *rest])
    show(held, said, _asked(verb, rest), own)


def check_verb(verb: str) -> None:
    """Raises InputError for what prints nothing, with those that do."""
    from tt_print.errors import InputError, did_you_mean, join_words
    from tt_print.preview.words import words

    named = join_words(BEFORE, "and")
    if not verb:
        raise InputError(words().needs_verb.format(verbs=named))
    if verb not in BEFORE:
        near = "" if verb in VERBS else did_you_mean(verb, BEFORE)
        raise InputError(words().not_shown.format(verb=verb, near=near, verbs=named))


def check_own(own: Mapping[str, bool]) -> None:
    """Raises InputError for two ways to show the pages, of which one would be left out without a word."""
    from tt_print.errors import InputError
    from tt_print.preview.words import words

    ways = [name for name, way in ANYWHERE.items() if own[way]]
    if own["browser"] and len(ways) > 1:
        raise InputError(words().one_way.format(other=ways[1]))


def refuse_list(verb: str, rest: Sequence[str]) -> None:
    """Raises InputError where --list was meant for the pages and stands where the verb has its own, which prints none."""
    from tt_print.errors import InputError
    from tt_print.preview.words import words

    if "--list" in rest and _has_list(verb):
        others = [word for word in rest if word != "--list"]
        command = _asked(verb, others).command.removeprefix("tt-print ")
        raise InputError(words().keeps_list.format(verb=verb, command=command))


def take_own(verb: str, typed: Sequence[str]) -> tuple[list[str], set[str]]:
    """What the verb is told, and which of preview's own options stood among it; what the verb calls --list stays its own."""
    end = typed.index("--") if "--" in typed else len(typed)
    own = {name: what for name, what in ANYWHERE.items() if name != "--list" or not _has_list(verb)}
    rest = [word for word in typed[:end] if word not in own]
    return [*rest, *typed[end:]], {own[word] for word in typed[:end] if word in own}


def _has_list(verb: str) -> bool:
    from tt_print.cli.app import find_command

    return any("--list" in param.opts for param in find_command((verb,), ()).commands[verb].params)


def _show_help(verb: str) -> int:
    from tt_print.cli import answer
    from tt_print.preview.words import words

    echo(f"{words().help}\n")
    return answer([verb, "--help"])


def _asked(verb: str, rest: Sequence[str]) -> Asked:
    from tt_print.preview.words import Asked
    from tt_print.score.scorer import quoted

    return Asked(verb, " ".join(["tt-print", verb, *map(quoted, rest)]))


def make(arguments: list[str]) -> tuple[HeldOutput, str]:
    """The files that a command would write, and what it says of them. Ends the run where the command fails, which it says itself."""
    from tt_print.cli import answer
    from tt_print.cli.streams import current_run, safe_streams
    from tt_print.output import HeldOutput
    from tt_print.preview.words import words

    held, said = HeldOutput(), io.StringIO()
    current_run().farewell = words().stopped
    with redirect_stdout(said), safe_streams(held):
        status = answer(arguments, is_joined=True)
    if status:
        if words_said := said.getvalue().rstrip("\n"):  # such as what --check found
            echo(words_said, err=True)
        raise typer.Exit(status)
    return held, _WROTE.sub(rf"\1{words().would_write}", said.getvalue())


def show(held: HeldOutput, said: str, asked: Asked, own: dict[str, bool]) -> None:
    """In the way that was asked for; without a word page by page where a person sees it. Raises InputError where there are no pages."""
    from tt_print.cli.prompting import at_terminal
    from tt_print.errors import InputError
    from tt_print.preview.files import places, read_files
    from tt_print.preview.listing import as_data, list_lines
    from tt_print.preview.words import words

    files = read_files({path.as_posix(): data for path, data in held.files.items()})
    if not places(files):
        hint = words().hints.get(asked.verb, "")
        raise InputError(words().nothing.format(verb=asked.verb, hint=hint))
    notes = _notes(held, said, asked)
    if own["as_json"]:
        print_result([], "preview", as_data(files, asked, held.refusals), True, own["quiet"])
    elif own["browser"]:
        from tt_print.cli.preview_browser import show_in_browser

        show_in_browser(files, asked, [*notes, *said.rstrip("\n").split("\n")])
    elif own["listed"] or own["quiet"] or not at_terminal():
        print_lines([*list_lines(files, asked, own["listed"]), *notes], own["quiet"])
    else:
        from tt_print.cli.preview_screen import show_in_terminal

        show_in_terminal(files, [*list_lines(files, asked), *notes, "", *said.rstrip("\n").split("\n")])


def _notes(held: HeldOutput, said: str, asked: Asked) -> list[str]:
    """What a person should know beside the pages: that they could not be written, or would be others the next time."""
    from tt_print.preview.words import words

    notes = [words().refused.format(verb=asked.verb, why=why) for why in held.refusals]
    if asked.verb == "deal" and "--code" not in asked.command:
        notes += [words().fresh_deal.format(code=code) for code in _CODE.findall(said)]
    return notes
