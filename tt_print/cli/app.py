"""The command line as typer knows it: the verbs that are wanted, each from its own module."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, partial
from importlib import import_module
from types import ModuleType
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from tt_print.cli.echo import echo
from tt_print.cli.verbs import GROUPS, VERBS, module_of
from tt_print.cli.welcome import VERSION, WELCOME
from tt_print.core.commands import COMMANDS
from tt_print.core.commands import find_command as find_request

SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
SENTENCE = 200  # letters; none is as long


class _Requested(TyperCommand):
    """A verb that is derived from its request, and run by the module of its group if it is in one."""

    def __init__(self, verb: str, is_listed: bool = False, group: ModuleType | None = None, **options: Any) -> None:
        """`is_listed`: only its words are wanted."""
        self._verb = verb
        if is_listed:
            super().__init__(verb)
            return
        from tt_print.cli import request_commands

        context = group.CONTEXTS.get(verb, {}) if group else getattr(module_of(verb), "CONTEXT", {})
        super().__init__(
            verb.rpartition(" ")[2],
            params=request_commands.parameters(find_request(verb)),
            callback=lambda **typed: (group or request_commands).run(verb, typed),
            context_settings=SETTINGS | context,
            rich_markup_mode=None,
        )

    @property
    def help(self) -> str:
        from tt_print.cli.request_commands import help_of

        return help_of(self._verb)

    @help.setter
    def help(self, words: object) -> None:
        """The words of the request are the only ones."""

    def get_short_help_str(self, limit: int = 45) -> str:
        from tt_print.requests.words import request_words

        return request_words().verbs[self._verb].text.partition(". ")[0].removesuffix(".") + "."


def _nothing() -> None:
    """What typer wants instead of the function of a verb."""


class _Group(TyperGroup):
    """A verb that has verbs of its own, and tt-print itself."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The verbs by what people want, each with the whole first sentence of its help."""
        for heading, verbs in GROUPS["score" if ctx.parent else "tt-print"].items():
            with formatter.section(heading):
                found = [(verb, self.get_command(ctx, verb)) for verb in verbs]
                formatter.write_dl([(verb, command.get_short_help_str(SENTENCE)) for verb, command in found if command])


def make_app(*verbs: str, subverbs: Iterable[str] | None = None, answers_shell: bool = False) -> typer.Typer:
    """The command line with only the named verbs loaded; with the names of all when none is named.

    `subverbs` are those to load of a verb that has some; None loads all. `answers_shell`: a shell asks for completion.
    """
    app = typer.Typer(
        name="tt-print",
        cls=_Group,
        add_completion=answers_shell or not verbs,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings=SETTINGS,
        help="Print, read and play Triple Topper, the card game in three variables by Brian Ciesicki.",
    )

    @app.callback(invoke_without_command=True)
    def root(
        context: typer.Context, version: bool = typer.Option(False, "--version", help="Show the version and stop.")
    ) -> None:
        if version:
            echo(VERSION)
            raise typer.Exit
        if context.invoked_subcommand is None:
            echo(WELCOME, nl=False)

    if not verbs:
        subverbs = ()
    for verb in verbs or VERBS:
        if verb in COMMANDS:
            requested: Any = partial(_Requested, verb, not verbs)
            app.command(verb, cls=requested)(_nothing)
            continue
        module = import_module(f"tt_print.cli.{verb}")
        app.add_typer(_make_group(verb, module, module.SUBVERBS if subverbs is None else subverbs), name=verb)
    return app


def _make_group(verb: str, module: ModuleType, subverbs: Iterable[str]) -> typer.Typer:
    """A verb that has verbs of its own; without one of them its own command runs."""
    group = typer.Typer(rich_markup_mode=None, cls=_Group)
    group.callback(invoke_without_command=True, subcommand_metavar="[COMMAND] [ARGS]...")(module.command)
    for name in subverbs:
        own = import_module(f"tt_print.cli.{module.SUBVERBS[name]}")
        requested: Any = partial(_Requested, f"{verb} {name}", group=own)
        group.command(name, cls=TyperCommand if hasattr(own, name) else requested)(getattr(own, name, _nothing))
    return group


@cache
def find_command(verbs: tuple[str, ...], subverbs: tuple[str, ...] | None) -> Any:
    """What `make_app` comes to; made once for those who run many command lines in one process."""
    if len(verbs) == 1 and verbs[0] in COMMANDS:
        return _Requested(verbs[0])
    return get_command(make_app(*verbs, subverbs=subverbs))
