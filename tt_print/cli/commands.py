"""The commands of `tt-print`, derived from their requests: options, help, and completion follow from the fields.

A command reads its fields when it is called, and its words if somebody wants help.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import typer
from typer._click.core import Command as ClickCommand  # typer exports no other names of these
from typer._click.exceptions import UsageError
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from tt_print import __version__
from tt_print.cli.output import echo, issues_address
from tt_print.cli.terminal import columns, labeled
from tt_print.cli.text import file_note, options_of, typed_text
from tt_print.core.commands import find_command
from tt_print.errors import TTPrintError, join_words
from tt_print.requests.kinds import Bare, Request, Sent, Spec, Values, specs_of
from tt_print.requests.reading import request_words, sentence_about

if TYPE_CHECKING:
    from typer._click.core import Context, Parameter
    from typer._click.formatting import HelpFormatter
    from typer._click.shell_completion import CompletionItem

    from tt_print.core.commands.common import Command

SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
MAX_WIDTH = 100  # longer lines are hard to read, however wide the terminal
# by the name of the command that they stand below, and by what people want
GROUPS: Mapping[str, Mapping[str, str]] = {
    "tt-print": {
        "Print": "start build deck booklet quickref scoresheet puzzles calibrate export",
        "Play": "deal judge rules score table site recount scan",
        "Make your own": "list new playtest verify",
    },
    "score": {
        "Keep score": "start hand move finish",
        "Corrections": "undo edit remove note",
        "Players": "join leave rename",
        "Look back": "nights show stats log resume",
        "Files": "export restore",
    },
}
ALONE = {"score": "score show"}  # what a command that has commands does without one
GAME_FLAGS = ("judge", "score hand", "score edit")  # whose words may look like options that there are not
OWN: Mapping[str, tuple[tuple[str, ...], str, str]] = {  # options that are in no request: how its answer is shown
    "out": (("--out", "-o"), "Folder to write to. Default: {folder}.", "DIR"),
    "file": (("--file",), "A score file other than your own.", "FILE"),
    "as_json": (("--json",), "Print the result as one JSON object.", ""),
    "quiet": (("--quiet", "-q"), "Print nothing but errors.", ""),
}


NIGHT = ("--night", "-n")  # the number that `score show` has without an option


# ---------------------------------------------------------------- options


class _Argument(TyperArgument):
    def make_metavar(self, ctx: Context, *, usage: bool = False) -> str:
        """As it is: typer would put brackets around it, because requests report what is missing, not typer."""
        return str(self.metavar)


def parameters(shape: type[Command], with_bare: bool = True) -> list[Parameter]:
    """The parameters of a command. A value is None if nothing was typed, else a text, yes or no, or a tuple of texts."""
    made: list[Parameter] = []
    for spec in specs_of(shape).values():
        if spec.note(Sent):
            continue
        kind, complete = spec.kind, _completion_of(shape, spec)
        if spec.note(Bare) and with_bare:
            made.append(_Argument(
                param_decls=[spec.name], nargs=-1 if kind.is_list else 1, default=None, autocompletion=complete,
                metavar=kind.metavar if spec.needed else f"[{kind.metavar}]",
            ))  # fmt: skip
        else:
            made.append(TyperOption(
                param_decls=[spec.name, *(options_of(spec) or NIGHT)], default=None, autocompletion=complete,
                metavar=kind.metavar or None, is_flag=kind.form == "yesno", multiple=kind.is_repeated or kind.is_list,
            ))  # fmt: skip
    for name in shape.shown_by:
        flags, words, metavar = OWN[name]
        made.append(TyperOption(
            param_decls=[name, *flags], default=None, is_flag=not metavar, metavar=metavar or None,
            help=words.format(folder=shape.folder),
        ))  # fmt: skip
    return made


def _completion_of(shape: type[Request], spec: Spec) -> Callable[..., list[tuple[str, str]]] | None:
    """What a shell offers: the kind knows it, given what was typed for the other fields. None lists files."""
    if spec.kind.is_file:
        return None

    def complete(context: Context, words: list[str], part: str) -> list[tuple[str, str]]:
        from tt_print.cli.nights import kept_of, list_kept

        bare = [name for name, each in specs_of(shape).items() if each.note(Bare)]
        typed = {name: value for name, value in context.params.items() if value}
        typed |= dict(zip(bare, context.args, strict=False))  # not read yet where an option waits for its value
        line = {name: value if isinstance(value, tuple) else (str(value),) for name, value in typed.items()}
        return list_kept(kept, line) if (kept := kept_of(spec.kind)) else [*spec.kind.complete(part, line)]

    return complete


def _default(spec: Spec) -> str:
    if spec.default in (None, "", (), False) or spec.kind.form == "lengths":
        return ""
    shown = f"{spec.default:g}" if isinstance(spec.default, float) else spec.default
    return f" Default: {spec.name.replace('_', '-') if shown is True else shown}."


# ---------------------------------------------------------------- commands


class _FromRequest(ClickCommand):
    """A command whose parameters and words are those of its request; both are read when they are wanted."""

    verb: str
    with_bare = True

    @property
    def shape(self) -> type[Command]:
        return find_command(self.verb if self.with_bare else ALONE[self.verb])

    def get_params(self, ctx: Context) -> list[Parameter]:
        self.params = self.params or parameters(self.shape, self.with_bare)
        return super().get_params(ctx)

    def _read_words(self, ctx: Context) -> None:
        specs, words = specs_of(self.shape), request_words().verbs[self.verb]
        for each in self.get_params(ctx):
            if isinstance(each, TyperArgument | TyperOption) and (spec := specs.get(each.name or "")):
                each.help = sentence_about(self.shape, spec.name) + _default(spec)
        more = "\n".join(("\b", *_entry_lines())) if words.more == "{entries}" else words.more
        examples = "\n".join(f"  tt-print {line}" for line in words.examples)
        self.help = "\n\n".join([words.text, *([more] if more else []), f"\b\nExamples:\n{examples}"])

    def get_help(self, ctx: Context) -> str:
        self._read_words(ctx)
        return super().get_help(ctx)

    def shell_complete(self, ctx: Context, incomplete: str) -> list[CompletionItem]:
        self._read_words(ctx)
        return super().shell_complete(ctx, incomplete)

    def get_short_help_str(self, limit: int = 45) -> str:
        return request_words().verbs[self.verb].text.partition(". ")[0].removesuffix(".") + "."


class RequestCommand(_FromRequest, TyperCommand):
    """A command that answers a request."""

    def __init__(self, verb: str) -> None:
        self.verb = verb
        settings = SETTINGS | {"allow_extra_args": True, "ignore_unknown_options": verb in GAME_FLAGS}
        super().__init__(verb.rpartition(" ")[2], context_settings=settings, rich_markup_mode=None)

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        from tt_print.cli.request_commands import module_of

        prepare = getattr(module_of(self.verb), "prepare", None)
        try:
            return super().parse_args(ctx, prepare(args) if prepare else args)
        except UsageError as error:
            error.ctx = ctx  # typer forgets whose option lacks its value
            raise

    def invoke(self, ctx: Context) -> int:
        return _answer(self.verb, self._with_rest(ctx) if ctx.args else ctx.params)

    def _with_rest(self, ctx: Context) -> Values:
        """What was typed, with the words that are left over in the one list that follows an option.

        PowerShell makes `Ann Bo Cy` of `Ann,Bo,Cy`.
        """
        lists = [name for name, spec in specs_of(self.shape).items() if spec.kind.is_list and not spec.note(Bare)]
        typed = [name for name in lists if ctx.params.get(name)]
        if len(typed) == 1:
            return {**ctx.params, typed[0]: (*ctx.params[typed[0]], *ctx.args)}
        raise UsageError(f"{' '.join(ctx.args)!r} is not expected here.", ctx)


class CommandGroup(TyperGroup):
    """`tt-print`, or a command that has commands. They are listed by what people want, each with its first sentence."""

    def __init__(self, name: str, **more: Any) -> None:
        super().__init__(
            name=name, context_settings=SETTINGS, rich_markup_mode=None, invoke_without_command=True, **more
        )
        below = "" if name == "tt-print" else f"{name} "
        for verb in " ".join(GROUPS[name].values()).split():
            self.add_command(ScoreGroup() if verb in GROUPS else RequestCommand(f"{below}{verb}"), verb)

    def format_commands(self, ctx: Context, formatter: HelpFormatter) -> None:
        for heading, names in GROUPS[str(self.name)].items():
            with formatter.section(heading):
                formatter.write_dl([(name, self.commands[name].get_short_help_str(200)) for name in names.split()])

    def format_epilog(self, ctx: Context, formatter: HelpFormatter) -> None:
        if self.name == "tt-print" and (address := issues_address()):
            formatter.write_paragraph()
            formatter.write_text(f"Questions and faults: {address}")


class ScoreGroup(_FromRequest, CommandGroup):
    """`tt-print score`, which alone shows the table of the night."""

    verb, with_bare = "score", False

    def __init__(self) -> None:
        super().__init__("score", subcommand_metavar="[COMMAND] [ARGS]...", result_callback=_show_unless_done)

    def resolve_command(self, ctx: Context, args: list[str]) -> tuple[str | None, ClickCommand | None, list[str]]:
        if args[0] == "redo":  # for which typer would propose to remove a round
            ctx.fail("there is no redo. To take back the last undo, type: tt-print score undo --back.")
        name, command, rest = super().resolve_command(ctx, args)
        typed = [each.opts[0] for each in self.params if ctx.params.get(each.name or "") is not None]
        if typed and not ctx.resilient_parsing:
            ctx.fail(f"{typed[0]} comes after the command, as in: tt-print score {name} {typed[0]}.")
        return name, command, rest


def _show_unless_done(status: int | None, **typed: object) -> int:
    """Without a command below `score` there is no status yet."""
    return _answer(ALONE["score"], typed) if status is None else status


def _show_version(context: Context, parameter: Parameter, is_wanted: bool) -> None:
    if is_wanted and not context.resilient_parsing:
        echo(f"tt-print {__version__}")
        raise typer.Exit


def root(with_completion: bool) -> CommandGroup:
    """`tt-print`, with the options that install completion if they are wanted."""
    params: list[Parameter] = [
        TyperOption(
            param_decls=["version", "--version"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_show_version,
            help="Show the version and stop.",
        )
    ]
    if with_completion:
        from typer.completion import get_completion_inspect_parameters
        from typer.main import get_click_param

        params += [get_click_param(each)[0] for each in get_completion_inspect_parameters()]
    about = "Print, learn, and play the Triple Topper card games by Brian Ciesicki."
    return CommandGroup("tt-print", params=params, help=about)


def _answer(verb: str, typed: Values) -> int:
    """Answers one command line, and gives its exit status; an error is printed in words for people who type."""
    from tt_print.cli.request_commands import run

    try:
        return run(verb, typed)
    except TTPrintError as error:
        shape = find_command(verb)
        text = f"{typed_text(error)}\n{typed_text(error.advice)}" if error.advice else typed_text(error, shape)
        note = file_note([text], typed.get("file"))
        echo(f"error: {text}" + (f"\n{note}" if note else ""), err=True)
        return error.exit_status


def _entry_lines() -> list[str]:
    """The options of `score hand` in each game, with what they mean; games with the same ones together."""
    from tt_print.games import POINTS, find_scored_game, find_scorer, game_names

    titles: dict[tuple[tuple[str, str], ...], list[str]] = {}
    for name in (*game_names(), POINTS):
        options = tuple(find_scorer(name).flags.items())
        titles.setdefault(options, []).append(find_scored_game(name).title)
    found = []
    for options, games in titles.items():
        found.append(f"{join_words(games, 'and')}:")
        found += labeled([(f"  --{flag}", meaning) for flag, meaning in options], columns(MAX_WIDTH) - 4)
    return found
