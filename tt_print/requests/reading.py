"""From typed words or plain data to a request, with what `config.toml` adds; and a request that is refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

from tt_print.errors import InputError, did_you_mean
from tt_print.problems import CodedError, LayoutProblem, Problem
from tt_print.requests.notes import Config, Request, Spec, Values, shared_specs, specs_of

NO_REQUEST = ("type", "unknown_field", "missing")  # codes of what is no request at all


class RefusedError(InputError):
    """A request that cannot be answered, with all that is wrong with it, so that a form can mark every field."""

    def __init__(self, shape: type[Request], problems: Iterable[CodedError]) -> None:
        self.shape, self.problems = shape, [*problems]
        super().__init__(", ".join(f"{each.field}: {each.code}" for each in self.problems))

    def __str__(self) -> str:
        from tt_print.requests.words import sentence

        return sentence(self.problems[0], self.shape)

    @property
    def kind(self) -> str:  # type: ignore[override]
        return "request" if self.problems[0].code in NO_REQUEST else "input"

    @property
    def details(self) -> dict[str, Any]:
        from tt_print.requests.words import sentence

        return {"problems": [{**each.as_json(), "text": sentence(each, self.shape)} for each in self.problems]}


@contextmanager
def refusing(shape: type[Request]) -> Iterator[None]:
    """Raises a problem of a request that is found while it is answered as a RefusedError."""
    try:
        yield
    except (Problem, LayoutProblem) as problem:
        raise RefusedError(shape, [problem]) from None


R = TypeVar("R", bound=Request)


def from_words(shape: type[R], typed: Values, config: Values | None = None) -> tuple[R, dict[str, Any]]:
    """The request of a command line, and the values in it that are those of `config`. A value is a text, or what its kind checks.

    Raises InputError.
    """
    return _made(shape, typed, config or {}, is_typed=True)


def from_data(shape: type[R], data: Any) -> R:
    """The request of plain data, in which null means nothing. Raises InputError."""
    if not isinstance(data, Mapping):
        raise RefusedError(shape, [Problem("type", value=data, wanted="object")])
    known = shared_specs(shape)
    if strange := [str(key) for key in data if key not in known]:
        raise RefusedError(shape, [Problem("unknown_field", key, near=did_you_mean(key, known)) for key in strange])
    given = {name: value for name, value in data.items() if value is not None}
    return _made(shape, given, {}, is_typed=False)[0]


def _made(shape: type[R], given: Values, config: Values, is_typed: bool) -> tuple[R, dict[str, Any]]:
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
    usual = _configured(shape, values, given, config)
    while True:
        made = shape(**values | usual)
        if not (problems := [*_clashes(specs, values | usual)] or [*made.problems()]):
            return made, usual
        if not (dropped := _dropped(problems, usual)):
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


def _configured(shape: type[Request], values: Values, given: Values, config: Values) -> dict[str, Any]:
    """The values of `config.toml` for fields that were not given. Raises RefusedError with the code `config` for one that cannot be used."""
    specs = specs_of(shape)
    usual: dict[str, Any] = {}
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


def _dropped(problems: list[Problem], usual: Values) -> set[str]:
    """The values of `config.toml` that give way to others. If all that is wrong is in that file, none does."""
    return {name for problem in problems if not problem.fields <= {*usual} for name in problem.fields if name in usual}


def _in_config(problem: Problem, specs: Mapping[str, Spec], usual: Values) -> Problem:
    """The problem, of `config.toml` if it is in that file alone."""
    if not problem.fields <= {*usual}:
        return problem
    note = specs[problem.field].note(Config) or Config()
    return Problem("config", problem.field, key=note.key or problem.field, error=problem)
