"""Completion in a shell: verbs, options, and the values that are known, for what has been typed so far.

A shell asks through variables, as `tt-print --show-completion` prints it: `_TT_PRINT_COMPLETE` names the shell, others hold the
line. Values are those of `tt_print.cli.known_values`; where a file can be, nothing is answered and the shell lists files.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from tt_print.cli.verbs import VERBS

if TYPE_CHECKING:
    from typer import Typer


AppMaker = Callable[..., "Typer"]
"""`cli.app.make_app`: the command line with the verbs named, and `subverbs` of one that has some."""


class Candidate(NamedTuple):
    """What could be there, and a few words about it."""

    text: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """What is before the word that is being typed.

    `verb` is that with its verb after it (`score hand`), `words` what belongs to no option, `options` the values of each.
    """

    verb: str = ""
    words: tuple[str, ...] = ()
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def one(self, option: str) -> str:
        """The last value of an option; "" without one."""
        return self.options.get(option, ("",))[-1]


class CompletionRequest(NamedTuple):
    """What a shell wants to know: the whole words, and how the next one begins.

    `joined` is what that word has before the place where the shell inserts: bash begins a new one after each `=`.
    """

    words: list[str]
    part: str
    joined: str = ""


def answer(environment: Mapping[str, str], make_app: AppMaker) -> tuple[str, int]:
    """What to print for the shell that asks, and the exit status: fish takes 1 for `list files`."""
    shell = environment["_TT_PRINT_COMPLETE"].removeprefix("complete_")
    asked = read_bash(environment) if shell == "bash" else read_line(environment)
    found, files = complete(asked.words, asked.joined + asked.part, make_app)
    cut = len(asked.joined)
    fitting = [Candidate(text[cut:], about) for text, about in found if text.startswith(asked.joined + asked.part)]
    if shell == "fish" and environment.get("_TYPER_COMPLETE_FISH_ACTION") == "is-args":
        return "", 1 if files and not fitting else 0
    return SHELLS[shell](fitting, files) if shell in SHELLS else "", 0


# ---------------------------------------------------------------- what shells say


def read_bash(environment: Mapping[str, str]) -> CompletionRequest:
    """The words of bash, which takes `=` for a word of its own."""
    text = environment.get("COMP_WORDS", "")
    raw = text.split("\n") if "\n" in text else text.split(" ")
    number = int(environment.get("COMP_CWORD") or len(raw) - 1)
    raw = [*raw, *[""] * (number + 1 - len(raw))]
    words: list[str] = []
    joins = False  # whether the next one goes on with the word before it
    for word in raw[1:number]:
        if words and (joins or word == "="):
            words[-1] += word
        else:
            words.append(word)
        joins = word == "="
    part = raw[number]
    joined = ""
    if words and (joins or part == "="):
        joined = words.pop() + (part if part == "=" else "")
        part = "" if part == "=" else part
    return CompletionRequest([_unquoted(word) for word in words], _unquoted(part), _unquoted(joined))


def read_line(environment: Mapping[str, str]) -> CompletionRequest:
    """The words of a line that arrives whole, as zsh, fish and PowerShell do."""
    text = environment.get("_TYPER_COMPLETE_ARGS", "")
    words = [_unquoted(word) for word in re.findall(r"""(?:"[^"]*"?|'[^']*'?|\\.|[^\s"'\\])+""", text)][1:]
    if "_TYPER_COMPLETE_WORD_TO_COMPLETE" in environment:  # PowerShell
        part = _unquoted(environment["_TYPER_COMPLETE_WORD_TO_COMPLETE"])
        return CompletionRequest(words[:-1] if part and words else words, part)
    if words and not text.endswith(" "):
        return CompletionRequest(words[:-1], words[-1])
    return CompletionRequest(words, "")


def _unquoted(word: str) -> str:
    return re.sub(r"""["']|\\(.)""", lambda found: found[1] or "", word)


# ---------------------------------------------------------------- what shells want to hear


def _bash(found: Sequence[Candidate], files: bool) -> str:
    return "\n".join(_quoted(text) for text, _ in found)


def _quoted(text: str) -> str:
    return re.sub(r"""([\s"'\\$`&|;<>()*?!#])""", r"\\\1", text)


def _zsh(found: Sequence[Candidate], files: bool) -> str:
    """A command that zsh runs."""
    if not found:
        return "_files" if files else ":"

    def escaped(text: str) -> str:
        return re.sub(r"([\"$`\\])", r"\\\1", text).replace(":", r"\\:")

    rows = "\n".join(
        f'"{escaped(text)}":"{escaped(about)}"' if about else f'"{escaped(text)}"' for text, about in found
    )
    return f"_arguments '*: :(({rows.replace(chr(39), chr(39) * 2)}))'"


def _fish(found: Sequence[Candidate], files: bool) -> str:
    return "\n".join(f"{text}\t{about}" if about else text for text, about in found)


def _powershell(found: Sequence[Candidate], files: bool) -> str:
    def shown(text: str) -> str:
        return f"'{text}'" if re.search(r"[\s,;&|(){}@#]", text) and not text.startswith("-") else text

    return "\n".join(f"{shown(text)}:::{about or ' '}" for text, about in found)


SHELLS = {"bash": _bash, "zsh": _zsh, "fish": _fish, "powershell": _powershell, "pwsh": _powershell}


# ---------------------------------------------------------------- what could stand there


def complete(words: Sequence[str], part: str, make_app: AppMaker) -> tuple[list[Candidate], bool]:
    """What could follow `words` and begin with `part`, and whether a file could."""
    verb, rest, command, below = _find_command(words, make_app)
    line, waiting = _read_words(verb, rest, command)
    if waiting:
        return _values(line, waiting, part)
    option, equals, value = part.partition("=")
    if part.startswith("-"):
        if equals and (param := _option(command, option)):
            found, files = _values(line, param, value)
            return [Candidate(f"{option}={text}", about) for text, about in found], files
        return _options(line, command), False
    if below and not line.words:
        return below, False
    if param := _argument(command, len(line.words)):
        found, files = _values(line, param, part)
        if found or files or not _passes_through(command):
            return found, files
    return _free_words(line, part), False


def _find_command(words: Sequence[str], make_app: AppMaker) -> tuple[str, Sequence[str], Any, list[Candidate]]:
    """The verb, the words after it, its command, and the verbs that could still follow."""
    from typer.main import get_command

    names = words[:1] if words and words[0] in VERBS else []
    sub = getattr(import_module(f"tt_print.cli.{names[0]}"), "SUBVERBS", {}) if names else {}
    below = words[1:2] if len(words) > 1 and words[1] in sub else []
    command: Any = get_command(make_app(*names, subverbs=below or None))
    for name in (*names, *below):
        command = command.commands[name]
    verbs = getattr(command, "commands", {})
    return (
        " ".join((*names, *below)), words[len(names) + len(below) :], command,
        [Candidate(name, verb.get_short_help_str(200)) for name, verb in verbs.items()],
    )  # fmt: skip


def _read_words(verb: str, words: Sequence[str], command: Any) -> tuple[Line, Any]:
    """The words by what they are, and what still waits for its value: a parameter, a game's flag as a text, or None."""
    plain: list[str] = []
    options: dict[str, tuple[str, ...]] = {}
    waiting: Any = None
    for word in words:
        if waiting is not None:
            name = waiting if isinstance(waiting, str) else waiting.opts[0]
            options[name] = (*options.get(name, ()), word)
            waiting = None
            continue
        option, equals, value = word.partition("=")
        if not word.startswith("-"):
            plain.append(word)
        elif equals:
            param = _option(command, option)
            name = param.opts[0] if param else option
            options[name] = (*options.get(name, ()), value)
        elif param := _option(command, option):
            waiting = None if param.is_flag else param
            if param.is_flag:
                options[param.opts[0]] = ("",)
        elif _passes_through(command) and word != "--":
            waiting = option
    return Line(verb, tuple(plain), options), waiting


def _passes_through(command: Any) -> bool:
    """Whether options that the verb does not know are a game's."""
    return bool(command.context_settings.get("ignore_unknown_options"))


def _option(command: Any, word: str) -> Any:
    return next((param for param in command.params if word in (*param.opts, *param.secondary_opts)), None)


def _argument(command: Any, place: int) -> Any:
    """The parameter that the word in this place belongs to; None after the last."""
    arguments = [param for param in command.params if param.param_type_name == "argument"]
    return arguments[min(place, len(arguments) - 1)] if arguments and (
        place < len(arguments) or arguments[-1].nargs == -1
    ) else None  # fmt: skip


def _options(line: Line, command: Any) -> list[Candidate]:
    """The options that were not given yet, and those that may come again; a game's own flags."""
    from tt_print.cli.known_values import flags_of

    found = []
    for param in command.params:
        if param.param_type_name == "option" and (param.multiple or param.opts[0] not in line.options):
            found += [Candidate(name, param.help or "") for name in (*param.opts, *param.secondary_opts)]
    own = [Candidate(f"--{flag}", about) for flag, about in flags_of(line).items()] if _passes_through(command) else []
    return [*own, *found, Candidate("--help", "Show this message and exit.")]


def _values(line: Line, wanted: Any, part: str) -> tuple[list[Candidate], bool]:
    from tt_print.cli.known_values import PEOPLE, SCORE, flag_values, nights

    if isinstance(wanted, str):
        return _as_candidates(flag_values(line, wanted.lstrip("-"), part)), False
    if spec := getattr(wanted, "spec", None):
        if values := PEOPLE.get(spec.kind.form):
            return _as_candidates(values(line, part)), False
        if spec.kind.is_file:
            return [], True
        if values := SCORE.get(f"{line.verb} {spec.name}"):
            return _as_candidates(values(line, part)), False
        return _as_candidates(spec.kind.complete(part, _typed(line))), False
    if wanted.name == "night":  # of `score` alone, which has no request
        return _as_candidates(nights(line, part)), False
    return [], True  # a file, or a folder


def _typed(line: Line) -> dict[str, tuple[str, ...]]:
    """What was typed for each field of a request."""
    from tt_print.cli.request_commands import bare_fields, field_of

    found = {name: values for option, values in line.options.items() if (name := field_of(line.verb, option))}
    bare = bare_fields(line.verb)
    return found | {
        name: line.words[place : place + 1 if name != bare[-1] else None] for place, name in enumerate(bare)
    }


def _free_words(line: Line, part: str) -> list[Candidate]:
    """What is without an option where a game reads on: cards for the judge, points of a hand."""
    from tt_print.cli.known_values import free_words

    return _as_candidates(free_words(line, part))


def _as_candidates(found: Iterable[str | tuple[str, str]]) -> list[Candidate]:
    return [Candidate(*((item,) if isinstance(item, str) else item)) for item in found]
