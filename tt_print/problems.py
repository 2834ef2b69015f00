"""What is wrong, as data: a code, the field that it concerns, and values. Each surface makes its own sentence of it.

Below the command line nobody knows what people type or tap. A room raises `Problem("sheets.no_stock", "stock", value="b9", ...)`; the words are in
`templates/problems/sheets.toml`, under the rest of the code:

    [problems]
    no_stock = "there is no perforated sheet {value!r}.{near} Choose {choices}.{wrong}"
    [typed]
    no_stock = "there is no perforated sheet {value!r}.{near} Choose {field} {choices}.{wrong}"

`[typed]` has words for people who type, where these need others. `{@paper}` is what the surface calls that field: `--paper` on a command
line, “Paper size” on a screen; `{field}` and `{other}` are the problem's own fields, and `{fields}` are several. A game is also a room: its words
are in `templates/games/NAME/problems.toml`. A code without a room is one of a request, worded in `requests.reading`.

What an answer says is worded the same way: `Said("deck.cuts", count=10)` is the sentence `cuts` of `templates/said/deck.toml`, under `[said]`,
or under `[typed]` for people who type. A value of it may be an `Action`, which a command line shows as what to type, or a `FileName`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from string import Formatter
from typing import Any, NamedTuple, Self, TypeVar

from tt_print.errors import InputError, LayoutError, MachineError, did_you_mean, join_words
from tt_print.templates import TemplateTable, has_template, read_table

T = TypeVar("T")
PLAIN = (str, int, float, list, type(None))
Named = Callable[[str], str]
"""What a surface calls a field."""


class CodedError(Exception):
    """The part of an error that is data, to be inherited beside a kind of error. As a string it is the sentence of a screen."""

    def __init__(self, code: str, field: str = "", **values: Any) -> None:
        super().__init__(code)
        self.code, self.field, self.values = code, field, values

    def __str__(self) -> str:
        return sentence(self) if "." in self.code else self.code

    @property
    def details(self) -> dict[str, object]:
        return {"problems": [{**self.as_json(), "text": str(self)}]}

    def as_json(self) -> dict[str, object]:
        return {"code": self.code, "field": self.field, **{name: _plain(value) for name, value in self.values.items()}}

    def at(self, field: str) -> Self:
        """The same problem in a field. Kinds do not know what the field is called."""
        return self if self.field else type(self)(self.code, field, **self.values)

    @property
    def fields(self) -> set[str]:
        """The field, and the other one if two do not go together."""
        return {self.field, *([self.values["other"]] if "other" in self.values else [])}


class Problem(CodedError, InputError):
    """One thing that is wrong with what somebody asked for."""


class LayoutProblem(CodedError, LayoutError):
    """The paper cannot hold what was asked for."""


class MachineProblem(CodedError, MachineError):
    """The machine refused."""


def pick(field: str, value: str, allowed: Iterable[T], code: str = "unknown", **values: object) -> T:
    """The one of `allowed` that `value` says, in either case. Raises Problem of the code, with `near` and `choices`."""
    names = {str(name).lower(): name for name in allowed}
    if (word := value.strip().lower()) not in names:
        near = did_you_mean(word, names)
        raise Problem(code, field, value=value, near=near, choices=[*names.values()], **values)
    return names[word]


# ---------------------------------------------------------------- what an answer says


class Action(NamedTuple):
    """A request that a sentence advises: its `verb`, and its fields that are not as they are by default.

    As a string it is the verb. A command line shows what to type; a page can make a button of it.
    """

    verb: str
    fields: Mapping[str, object] = {}

    def __str__(self) -> str:
        return self.verb

    def as_json(self) -> dict[str, object]:
        return {"ask": self.verb.replace(" ", "."), **self.fields}


class FileName(str):
    """The name of a file of the answer, or of a folder with its slash, which a surface that wrote it shows as its path."""


class Count(int):
    """A number that a noun can follow: `{center:card}` is `1 card`, `2 cards`, or `no cards`."""

    def __format__(self, noun: str) -> str:
        if not noun:
            return str(int(self))
        return f"{int(self) or 'no'} {noun}{'' if self == 1 else 's'}"


class Said:
    """One sentence of an answer, from `templates/said/ROOM.toml`: a code with its room, and the values in it."""

    def __init__(self, code: str, /, **values: Any) -> None:
        self.code, self.field, self.values = code, "", values

    def __str__(self) -> str:
        return sentence(self)

    @property
    def actions(self) -> list[Action]:
        return [value for value in self.values.values() if isinstance(value, Action)]


class Rows(NamedTuple):
    """Rows of an answer under their heads, of which the columns of `left` are words, and the others figures.

    `narrow` has heads and rows of the same for where these are too wide.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    left: tuple[int, ...] = (0,)
    narrow: tuple[tuple[str, ...], tuple[tuple[str, ...], ...]] | None = None


def heads(code: str) -> tuple[str, ...]:
    """The heads of rows, which are one sentence with ` | ` between them."""
    return tuple(str(Said(code)).split(" | "))


class FactRows(NamedTuple):
    """Rows of a label and a text, which goes on below itself, not below its label, if it is too long for a line."""

    rows: tuple[tuple[str, str], ...]


class Sentences(list["str | CodedError | Said"]):
    """Several sentences as one value of another."""


Line = str | CodedError | Said | Rows | FactRows
"""What the text of an answer is made of, as wide as a surface wants it."""


def _plain(value: object) -> object:
    """A value of a problem as plain data."""
    if isinstance(value, Action):
        return value.as_json()
    if isinstance(value, list):
        return [*map(_plain, value)]
    return value if isinstance(value, PLAIN) else str(value)


# ---------------------------------------------------------------- the sentences


class ProblemWords(TemplateTable):
    """The sentences of a room, by the codes of problems without the room."""

    problems: Mapping[str, str] = {}
    said: Mapping[str, str] = {}
    typed: Mapping[str, str] = {}


def screen_name(field: str) -> str:
    """What a screen calls a field: its label in quotation marks."""
    labels = read_table(dict[str, str], "problems/fields.toml", "fields")  # of those that are in no request
    return f"“{labels.get(field, field.replace('_', ' '))}”"


def typed_name(field: str) -> str:
    """What a command line calls a field: its option."""
    return f"--{field.replace('_', '-')}"


def sentence(problem: CodedError | Said, named: Named = screen_name, typed: bool = False) -> str:
    """What is wrong or said, in the words of a room, where `named` is what fields are called; `typed` if people type."""
    room, _, code = problem.code.partition(".")
    is_said = isinstance(problem, Said)
    names = (f"said/{room}.toml",) if is_said else (f"games/{room}/problems.toml", f"problems/{room}.toml")
    read = [read_table(ProblemWords, name) for name in names if has_template(name)]
    sentences = [(words.said if is_said else words.problems, words.typed) for words in read]
    plain, for_typing = next(both for both in sentences if code in both[0])
    return fill(for_typing.get(code, plain[code]) if typed else plain[code], problem, named)


def fill(text: str, problem: CodedError | Said, named: Named, **more: object) -> str:
    """The template with the values of a problem, lists as `a, b, or c`, and names of fields."""
    shown = {
        name: join_words(map(str, value)) if isinstance(value, list) else value
        for name, value in problem.values.items()
    }
    shown |= {"field": named(problem.field), **more}
    if "other" in problem.values:
        shown["other"] = named(problem.values["other"])
    if "fields" in problem.values:
        shown["fields"] = join_words(map(named, problem.values["fields"]), "and")
    shown |= {name: named(name[1:]) for _, name, _, _ in Formatter().parse(text) if name and name.startswith("@")}
    return text.format_map(shown)
