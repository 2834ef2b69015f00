"""From typed words or plain data to a request, with what `config.toml` adds; a request that is refused; and the words of requests.

These are in `templates/core/requests.toml`: what each field is, and each problem as a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar

from tt_print.errors import InputError, did_you_mean, join_words
from tt_print.problems import CodedError, LayoutProblem, Problem, fill, screen_name
from tt_print.problems import sentence as room_sentence
from tt_print.requests.kinds import Config, Request, Spec, Values, shared_specs, specs_of
from tt_print.templates import TemplateTable, read_table

NO_REQUEST = ("type", "unknown_field", "missing")  # codes of what is no request at all


class RefusedError(InputError):
    """A request that cannot be answered, with all that is wrong with it, so that a form can mark every field."""

    def __init__(self, shape: type[Request], problems: Iterable[CodedError]) -> None:
        self.shape, self.problems = shape, [*problems]
        super().__init__(", ".join(f"{each.field}: {each.code}" for each in self.problems))

    def __str__(self) -> str:
        return sentence(self.problems[0], self.shape)

    @property
    def kind(self) -> str:  # type: ignore[override]
        return "request" if self.problems[0].code in NO_REQUEST else "input"

    @property
    def details(self) -> dict[str, object]:
        return {"problems": [{**each.as_json(), "text": sentence(each, self.shape)} for each in self.problems]}


@contextmanager
def refusing(shape: type[Request]) -> Iterator[None]:
    """Raises a problem of a request that is found while it is answered as a RefusedError."""
    try:
        yield
    except (Problem, LayoutProblem) as problem:
        raise RefusedError(shape, [problem]) from None


R = TypeVar("R", bound=Request)


def from_words(shape: type[R], typed: Values, config: Values | None = None) -> tuple[R, dict[str, object]]:
    """The request of a command line, and the values in it that are those of `config`. A value is a text, or what its kind checks.

    Raises InputError.
    """
    return _make(shape, typed, config or {}, is_typed=True)


def from_data(shape: type[R], data: object) -> R:
    """The request of plain data, in which null means nothing. Raises InputError."""
    if not isinstance(data, Mapping):
        raise RefusedError(shape, [Problem("type", value=data, wanted="object")])
    known = shared_specs(shape)
    if strange := [str(key) for key in data if key not in known]:
        raise RefusedError(shape, [Problem("unknown_field", key, near=did_you_mean(key, known)) for key in strange])
    given = {name: value for name, value in data.items() if value is not None}
    return _make(shape, given, {}, is_typed=False)[0]


def _make(shape: type[R], given: Values, config: Values, is_typed: bool) -> tuple[R, dict[str, object]]:
    specs = specs_of(shape)
    values = {name: spec.default for name, spec in specs.items()}
    problems = [Problem("missing", name) for name, spec in specs.items() if spec.needed and name not in given]
    for name, value in given.items():
        try:
            kind = specs[name].kind
            values[name] = kind.read(value) if is_typed and isinstance(value, str) else kind.check(value)
        except Problem as problem:
            problems.append(problem.at(name))
    if problems:
        raise RefusedError(shape, problems)
    usual = _values_from_config(shape, values, given, config)
    while True:
        made = shape(**values | usual)
        if not (problems := [*_clashes(specs, values | usual)] or [*made.problems()]):
            return made, usual
        if not (dropped := _names_giving_way(problems, usual)):
            raise RefusedError(shape, [_in_config(problem, specs, usual) for problem in problems])
        usual = {name: value for name, value in usual.items() if name not in dropped}


def _clashes(specs: Mapping[str, Spec], values: Values) -> Iterator[Problem]:
    """The fields that cannot be used together."""
    defaults = {name: spec.default for name, spec in specs.items()}
    used = {name: value for name, value in values.items() if value != defaults[name]}
    for name, value in used.items():
        for condition in specs[name].conditions():
            if condition.is_met(values, defaults) is (condition.code == "excludes"):
                yield Problem(condition.code, name, value=value, other=condition.other, values=[*condition.values])


def _values_from_config(shape: type[Request], values: Values, given: Values, config: Values) -> dict[str, object]:
    """The values of `config.toml` for fields that were not given. Raises RefusedError with the code `config` for one that cannot be used."""
    specs = specs_of(shape)
    usual: dict[str, object] = {}
    for name, spec in specs.items():
        note = spec.note(Config)
        if note is None or name in given or not config.get(key := note.key or name):
            continue
        seen = {**values, **usual, name: config[key]}
        if {*note.gives_way_to} & {*given, *usual} or not shape.heeds(name, seen, given):
            continue
        try:
            usual[name] = spec.kind.check(config[key])
        except ValueError as error:
            raise RefusedError(shape, [Problem("config", name, key=key, error=error)]) from None
    return usual


def _names_giving_way(problems: list[Problem], usual: Values) -> set[str]:
    """The values of `config.toml` that give way to others. If all that is wrong is in that file, none does."""
    return {name for problem in problems if not problem.fields <= {*usual} for name in problem.fields if name in usual}


def _in_config(problem: Problem, specs: Mapping[str, Spec], usual: Values) -> Problem:
    """The problem, of `config.toml` if it is in that file alone."""
    if not problem.fields <= {*usual}:
        return problem
    note = specs[problem.field].note(Config) or Config()
    return Problem("config", problem.field, key=note.key or problem.field, error=problem)


# ---------------------------------------------------------------- the words


Named = Callable[[type[Request], str], str]
"""What a surface calls a field of a request."""


class VerbWords(TemplateTable):
    """Of one command: its heading in a form, what it does, its examples, and the fields and problems that are worded for it alone."""

    title: str = ""
    text: str = ""
    more: str = ""
    examples: tuple[str, ...] = ()
    fields: Mapping[str, str] = {}


class RequestWords(TemplateTable):
    """What a field is begins with its label, up to the first colon, semicolon or period. `named` is what a value is one of.

    A problem is looked up by its command, field, code, and other field, from the most to the least special; `typed` are
    sentences that only a command line has.
    """

    printed_rule: str
    fields: Mapping[str, str]
    named: Mapping[str, str]
    verbs: Mapping[str, VerbWords]
    problems: Mapping[str, str]
    typed: Mapping[str, str]


def request_words() -> RequestWords:
    return read_table(RequestWords, "core/requests.toml")


def sentence_about(shape: type[Request], field: str) -> str:
    """What a field is: `Cut marks: ticks in the margin, lines around each card, or none.` `{names}` in the template is what it may be."""
    words = request_words()
    text = words.verbs[shape.verb].fields.get(field) or words.fields[field]
    if "{names}" not in text:
        return text
    *others, last = (name for name, _ in specs_of(shape)[field].kind.complete(""))
    return text.replace("{names}", f"{', '.join(others)}, or {last}")


def label(shape: type[Request], field: str) -> str:
    """What a form calls a field: `Cut marks`."""
    return re.split(r"[.:;]", sentence_about(shape, field))[0]


def named_on_screen(shape: type[Request], field: str) -> str:
    return f"“{label(shape, field)}”" if field in specs_of(shape) else screen_name(field)


def sentence(problem: CodedError, shape: type[Request], named: Named = named_on_screen, typed: bool = False) -> str:
    """The message of a problem, where `named` is what fields are called; `typed` if it comes from the command line."""
    words, values = request_words(), problem.values
    if problem.code == "config":
        error = values["error"]
        return sentence(error.at(problem.field), shape, named, typed) if isinstance(error, CodedError) else str(error)

    def name_of(field: str) -> str:
        return named(shape, field)

    if "." in problem.code:
        return room_sentence(problem, name_of, typed)
    places = (f"{shape.verb}.{problem.field}", shape.verb, problem.field)
    keys = [
        f"{place}.{problem.code}.{values[what]}" for what in ("other", "wanted") if what in values for place in places
    ]
    keys += [*(f"{place}.{problem.code}" for place in places), f"{problem.code}.{values.get('wanted')}", problem.code]
    tables = (words.typed, words.problems) if typed else (words.problems,)
    text = next(table[key] for key in keys for table in tables if key in table)
    more: dict[str, object] = {
        "what": words.named.get(problem.field, problem.field),
        "verb": shape.verb,
        "bounds": _bounds(values.get("low"), values.get("high")),
    }
    if problem.code == "missing":
        names = [name for name, _ in specs_of(shape)[problem.field].kind.complete("")]
        more |= {"names": join_words(names), "listed": join_words(names, "and")}
    return fill(text, problem, name_of, **more)


def _bounds(low: float | None, high: float | None) -> str:
    if low is None:
        return "" if high is None else f"of {high:,} or less"
    return f"of {low:,} or more" if high is None else f"from {low:,} to {high:,}"
