"""Commands that are derived from requests: options and help from their fields, the answer printed and written."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from typer.core import TyperArgument, TyperOption

from tt_print.cli.common import default_paper
from tt_print.cli.echo import echo, print_result
from tt_print.cli.text import option_name, options_of, typed_lines
from tt_print.cli.verbs import module_of
from tt_print.core.commands import find_command
from tt_print.errors import InputError, TTPrintError
from tt_print.problems import Problem
from tt_print.requests.notes import Bare, Config, Local, Request, Sent, Spec, Word, specs_of
from tt_print.requests.reading import from_words
from tt_print.requests.refusal import RefusedError

if TYPE_CHECKING:
    from tt_print.core.commands.common import Answer, Command
    from tt_print.core.environment import Call
    from tt_print.printer_profile import PrinterProfile
    from tt_print.progress import Progress

C = TypeVar("C", bound="Command")
MAX_WIDTH = 100  # longer lines are hard to read, however wide the terminal
OWN: Mapping[str, tuple[tuple[str, ...], str, str]] = {  # options that are in no request: how its answer is shown
    "out": (("--out", "-o"), "Folder to write to. Default: {folder}.", "DIR"),
    "file": (("--file",), "Another file of scores than your own.", "FILE"),
    "as_json": (("--json",), "Print the result as one JSON object.", ""),
    "quiet": (("--quiet", "-q"), "Print nothing but errors.", ""),
}


class OutputOptions(NamedTuple):
    """How an answer is shown, and where its files go."""

    out: Path
    as_json: bool
    quiet: bool

    @property
    def silent(self) -> bool:
        """Whether no sentence is wanted."""
        return self.as_json or self.quiet


class AnswerContext(NamedTuple):
    """An answer with its request, what `config.toml` said, and where its files are."""

    request: Any
    usual: Mapping[str, Any]
    answer: Answer
    written: list[str]
    typed: Collection[str]
    out: Path

    def is_typed(self, field: str) -> bool:
        return field in self.typed


# ---------------------------------------------------------------- options


def lists_of(verb: str) -> set[str]:
    """The options of a command that take lists."""
    specs = specs_of(find_command(verb)).values()
    return {option for spec in specs if spec.kind.is_list for option in options_of(spec)}


class _Worded:
    """A parameter whose help is read from the words of its field if somebody wants it."""

    shape: type[Request]
    spec: Spec

    @property
    def help(self) -> str:
        from tt_print.requests.words import sentence_about

        return sentence_about(self.shape, self.spec.name) + _default(self.spec)

    @help.setter
    def help(self, words: object) -> None:
        """The words of the field are the only ones."""


class _Option(_Worded, TyperOption):  # type: ignore[misc]  # typer has the words as an attribute
    pass


class _Argument(_Worded, TyperArgument):  # type: ignore[misc]
    def make_metavar(self, ctx: Any, *, usage: bool = False) -> str:  # typer does not export click's context
        return self.spec.kind.metavar if self.spec.needed else f"[{self.spec.kind.metavar}]"


def parameters(shape: type[Command]) -> list[Any]:
    """The parameters of a command. A value is None if nothing was typed, else a text, yes or no, or a tuple of texts."""
    made: list[Any] = []
    for spec in specs_of(shape).values():
        if spec.note(Sent):
            continue
        common: dict[str, Any] = {"default": None, "metavar": spec.kind.metavar or None}
        common["autocompletion"] = _completion_of(shape, spec)
        each: _Argument | _Option
        if spec.note(Bare):
            each = _Argument(param_decls=[spec.name], required=False, nargs=-1 if spec.kind.is_list else 1, **common)
        else:
            common |= {"is_flag": spec.kind.form == "yesno", "multiple": spec.kind.is_repeated}
            each = _Option(param_decls=[spec.name, *options_of(spec)], **common)
        each.shape, each.spec = shape, spec
        made.append(each)
    for name in shape.shown_by:
        flags, words, metavar = OWN[name]
        own: dict[str, Any] = {"is_flag": not metavar, "metavar": metavar or None}
        own["help"] = words.format(folder=shape.folder)
        made.append(TyperOption(param_decls=[name, *flags], default=None, **own))
    return made


def _completion_of(shape: type[Command], spec: Spec) -> Callable[..., list[tuple[str, str]]] | None:
    """What a shell offers: the kind knows it, given what was typed for the other fields. None lists files."""
    if spec.kind.is_file:
        return None

    def complete(context: Any, words: list[str], part: str) -> list[tuple[str, str]]:
        bare = [name for name, each in specs_of(shape).items() if each.note(Bare)]
        typed = {name: value for name, value in context.params.items() if value}
        typed |= dict(zip(bare, context.args, strict=False))  # not read yet where an option waits for its value
        line = {name: value if isinstance(value, tuple) else (str(value),) for name, value in typed.items()}
        return [*spec.kind.complete(part, line)]

    return complete


def _default(spec: Spec) -> str:
    if spec.default in (None, "", (), False) or spec.kind.form == "lengths":
        return ""
    shown = f"{spec.default:g}" if isinstance(spec.default, float) else spec.default
    return f" Default: {spec.name.replace('_', '-') if shown is True else shown}."


def help_of(verb: str) -> str:
    """What a command does, with examples."""
    from tt_print.requests.words import request_words

    words = request_words().verbs[verb]
    examples = "\n".join(f"  tt-print {line}" for line in words.examples)
    more = words.more
    if more == "{entries}":
        more = "\n".join(("\b", *_entry_lines()))
    return "\n\n".join([words.text, *([more] if more else []), f"\b\nExamples:\n{examples}"])


def _entry_lines() -> list[str]:
    """The options of `score hand` in each game, with what they mean; games with the same ones together."""
    from tt_print.errors import join_words
    from tt_print.games import POINTS, find_scored_game, game_names
    from tt_print.score.scorer import find_scorer
    from tt_print.terminal import columns, wrap

    titles: dict[tuple[tuple[str, str], ...], list[str]] = {}
    for name in (*game_names(), POINTS):
        options = tuple(find_scorer(name).flags.items())
        titles.setdefault(options, []).append(find_scored_game(name).title)
    found = []
    for options, games in titles.items():
        found.append(f"{join_words(games, 'and')}:")
        wide = max(len(flag) for flag, _ in options)
        for flag, meaning in options:
            before = f"  --{flag:<{wide}}  "
            found += wrap(meaning, columns(MAX_WIDTH) - 4, before, " " * len(before))
    return found


# ---------------------------------------------------------------- answers


def run(verb: str, typed: Mapping[str, Any]) -> int:
    """Answers one command line and gives its exit status: `typed` are the values of `parameters`, None if nothing was typed.

    The module of the command may have an `answer` of its own, which gives None if it has shown everything. Raises TTPrintError.
    """
    from tt_print.cli.writing import write_files

    shape = find_command(verb)
    own = OutputOptions(Path(typed.get("out") or shape.folder), bool(typed.get("as_json")), bool(typed.get("quiet")))
    given = given_values(shape, typed)
    request, usual = read_request(shape, given, own.silent)
    module = module_of(verb)
    with _calling(request, usual, own.silent) as call:
        answer: Answer | None = module.answer(request, call, own) if hasattr(module, "answer") else request.answer(call)
        if answer is None:
            return 0
        paths = write_files(own.out if shape.folder else None, answer.files) if answer.files else []
    warn(shape, answer.warnings)
    printed = AnswerContext(request, usual, answer, [path.as_posix() for path in paths], given, own.out)
    data = module.data(printed) if hasattr(module, "data") else answer.data
    quiet = own.quiet and answer.status != 1  # why a check failed is said always
    lines = [] if own.as_json or quiet else _lines(printed, module)
    files = {"files": printed.written} if paths or not shape.folder else {}
    print_result(lines, answer.kind or verb, {**files, **data}, own.as_json, quiet=not lines)
    return answer.status


def _lines(printed: AnswerContext, module: Any) -> list[str]:
    """What people read: the text of the answer, or what the module of a command makes of it that has none yet."""
    answer = printed.answer
    if answer.text or not hasattr(module, "lines"):
        return typed_lines(answer.text or answer.made, dict(zip(answer.files, printed.written, strict=False)))
    found: list[str] = module.lines(printed)
    return found


def warn(shape: type[Request], warnings: Iterable[Problem | str]) -> None:
    for warning in warnings:
        text = warning if isinstance(warning, str) else describe_error(RefusedError(shape, [warning]))
        echo(f"warning: {text}", err=True)


def given_values(shape: type[Command], typed: Mapping[str, Any]) -> dict[str, Any]:
    """What was typed for the fields of a request."""
    return {name: _plain(shape, name, typed[name]) for name in specs_of(shape) if typed.get(name) not in (None, ())}


def _plain(shape: type[Request], name: str, value: Any) -> Any:
    """A list of several words is one text; house rules can be named that are in the own folder of anyone who types."""
    kind = specs_of(shape)[name].kind
    if kind.is_file and name == "house_file" and value:
        from tt_print.user_data import find_house

        return str(find_house(value))
    if not isinstance(value, tuple):
        return value
    return list(value) if kind.is_repeated else ",".join(value)


def read_request(shape: type[C], given: Mapping[str, Any], silent: bool) -> tuple[C, dict[str, Any]]:
    """The request, and its values that are those of config.toml, which are shown.

    If that file is wrong, nothing is printed; what spends no paper goes on without it.
    """
    try:
        request, usual = _read_with_config(shape, given)
    except InputError as error:
        if isinstance(error, RefusedError):
            raise
        request, usual = from_words(shape, given)
        if request.prints:
            raise
        echo(f"warning: left out: {error}", err=True)
    if usual and not silent:
        from tt_print.user_data import CONFIG_NAME, user_folder

        specs = specs_of(shape)
        words = {(specs[name].note(Word) or Word()).word or name: value for name, value in usual.items()}
        shown = (f"{word} {' '.join(value) if isinstance(value, tuple) else value}" for word, value in words.items())
        echo(f"From {user_folder() / CONFIG_NAME}: {', '.join(shown)}.", err=True)
    return request, usual


def _read_with_config(shape: type[C], given: Mapping[str, Any]) -> tuple[C, dict[str, Any]]:
    try:
        return from_words(shape, given, read_config() if any(map(_is_configured, specs_of(shape).values())) else {})
    except RefusedError as error:
        first = error.problems[0]
        raise config_error(first.values["key"], error) if first.code == "config" else error from None


def _is_configured(spec: Spec) -> bool:
    """Whether config.toml can say it."""
    return spec.note(Config) is not None


def read_config() -> dict[str, Any]:
    """The values of config.toml by their keys; files that it names are beside it."""
    from tt_print.paths import has_config

    if not has_config():
        return {}
    from dataclasses import fields

    from tt_print.user_data import find_house, read_defaults, user_folder

    defaults = read_defaults()
    found = {each.name: getattr(defaults, each.name) for each in fields(defaults)}
    found |= {"night.players": ",".join(defaults.night.players)}
    if defaults.night.house:
        found["night.house"] = str(find_house(defaults.night.house))
    if defaults.back:
        found["back"] = str(user_folder() / defaults.back)
    return found


def describe_error(error: RefusedError) -> str:
    """What is wrong, in words for people who type."""
    from tt_print.requests.words import sentence

    return sentence(error.problems[0], error.shape, option_name, typed=True)


@contextmanager
def _calling(request: Command, usual: Mapping[str, Any], silent: bool) -> Iterator[Call]:
    """The call of somebody at a terminal, with the files that the request names and a bar for long work."""
    from tt_print.core.environment import Call, Environment

    files = {}
    for name, spec in specs_of(type(request)).items():
        if spec.kind.is_file and spec.note(Local) is None and (value := getattr(request, name)):
            for path in value if spec.kind.is_list else [value]:
                files[path] = _read_file(path, name if name in usual else "")
    paper = default_paper() if request.prints else ""
    environment = Environment(lambda: "", os.urandom, "", None, paper, _find_profile, _usual_printer, _check_config)
    with ExitStack() as stages:
        yield Call(environment, files, _Report(stages, silent))


def _find_profile(printer: str, paper: str) -> PrinterProfile | None:
    from tt_print.calibration.store import find_printer_profile

    return find_printer_profile(printer, paper)


def _usual_printer() -> str:
    from tt_print.calibration.store import usual_printer

    return usual_printer()


def _check_config() -> None:
    """Raises InputError with the line of a value in config.toml that cannot be used."""
    from tt_print.artwork.read import read_artwork
    from tt_print.cards.theme import find_theme
    from tt_print.people import check_names
    from tt_print.user_data import read_defaults, user_folder

    config = read_config()
    checks: list[tuple[str, Any]] = [
        (name, lambda spec=spec, name=name: spec.kind.check(config[name]))
        for name, spec in specs_of(find_command("deck")).items()
        if spec.note(Config) and name != "back"
    ]
    checks += [
        ("theme", lambda: find_theme(config["ink"] or "color", name=config["theme"])),
        ("back", lambda: read_artwork(user_folder() / config["back"])),
        ("night.players", lambda: check_names(read_defaults().night.players)),
        ("night.house", lambda: _check_house(config["night.house"])),
    ]
    for key, check in checks:
        if config.get(key):
            try:
                check()
            except (TTPrintError, ValueError) as error:
                raise config_error(key, error) from None


def _check_house(path: str) -> None:
    if not Path(path).is_file():
        raise InputError(f"there is no file {path} of house rules.")


def _read_file(path: str, key: str) -> bytes:
    """The data of a file that somebody brings; `key` is where `config.toml` names it. Raises InputError."""
    from tt_print.artwork.read import artwork_file
    from tt_print.input_files import read_bytes

    try:
        return read_bytes(Path(path), artwork_file().max_bytes, "Check its name, and the folder it is in.")
    except InputError as error:
        raise config_error(key, error) if key else error from None


def config_error(key: str, error: Exception) -> TTPrintError:
    """With the line of config.toml that is wrong."""
    from tt_print.input_files import read_toml
    from tt_print.user_data import CONFIG_NAME, MAX_FILE_BYTES, user_folder

    if isinstance(error, Problem):
        error = RefusedError(find_command("deck"), [error.at(key)])
    text = describe_error(error) if isinstance(error, RefusedError) else str(error)
    return read_toml(user_folder() / CONFIG_NAME, MAX_FILE_BYTES).error(f"{key}: {text}", *key.split("."))


class _Report:
    """Shows how far the work is, with a stage for each count of steps; `stages` are closed when it is done."""

    def __init__(self, stages: ExitStack, silent: bool) -> None:
        self._stages, self._silent, self._label, self._total, self._done = stages, silent, "", -1, 0
        self._progress: Progress | None = None

    def __call__(self, label: str, done: int, total: int) -> None:
        if self._progress is None:
            from tt_print.cli.progress import shown_progress

            self._progress = self._stages.enter_context(shown_progress(self._silent))
        if total != self._total or done < self._done:
            self._bar, self._total, self._done = self._stages.enter_context(self._progress(label, total)), total, 0
        elif label != self._label:
            self._bar.name(label)
        self._label = label
        self._bar.update(done - self._done)
        self._done = done
