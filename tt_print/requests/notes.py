"""What the annotation of a field can say beside its kind, and a request with its fields."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, dataclass_transform, get_args, get_type_hints

if TYPE_CHECKING:
    from tt_print.problems import Problem
    from tt_print.requests.kinds import Kind

N = TypeVar("N")
Values = Mapping[str, Any]


class Condition:
    """A field that differs from its default wants something of another one: to be set, or to have one of `values`."""

    code = ""

    def __init__(self, other: str, *values: object) -> None:
        self.other, self.values = other, values

    def is_met(self, values: Values, defaults: Values) -> bool:
        value = values[self.other]
        return value in self.values if self.values else value != defaults[self.other]


class With(Condition):
    """Means nothing unless the other field is so."""

    code = "needs"


class Without(Condition):
    """Cannot be used if the other field is so."""

    code = "excludes"


class Word(NamedTuple):
    """How an option is called if it is not called as its field, and the letter that is short for it."""

    word: str = ""
    letter: str = ""


class Bare:
    """On a command line the value is without an option."""


class Config(NamedTuple):
    """`config.toml` may have a value for the field, under `key` or the field's name. It gives way if a field of `gives_way_to` is set."""

    gives_way_to: tuple[str, ...] = ()
    key: str = ""


class Local:
    """Means something only on the machine of the person who asks, such as a printer. It is in no form and in no JSON."""


class Sent:
    """Comes as data alone: nobody types it."""


class Spec(NamedTuple):
    """One field as it was declared."""

    name: str
    kind: Kind
    default: Any
    needed: bool
    notes: tuple[Any, ...]

    def note(self, kind: type[N]) -> N | None:
        return next((each for each in self.notes if isinstance(each, kind)), None)

    def conditions(self) -> list[Condition]:
        return [each for each in self.notes if isinstance(each, Condition)]


class Request:
    """The root of all requests. `verb` is the command, and the name of its words."""

    verb = ""

    def problems(self) -> Iterable[Problem]:
        """What is wrong with the fields together, beyond their conditions."""
        return ()

    @classmethod
    def heeds(cls, name: str, values: Values, given: Collection[str]) -> bool:
        """Whether the value of `config.toml` for this field makes sense among all `values`, of which some were given."""
        return True


@dataclass_transform(frozen_default=True)
def request(shape: type[N]) -> type[N]:
    """The class as a frozen dataclass."""
    return dataclass(frozen=True)(shape)


_SPECS: dict[type[Request], dict[str, Spec]] = {}


def specs_of(shape: type[Request]) -> dict[str, Spec]:
    """The fields of a request by name, in the order in which they are shown."""
    if shape not in _SPECS:
        hints = get_type_hints(shape, include_extras=True)
        found = {}
        for each in fields(shape):  # type: ignore[arg-type]  # every request is a dataclass
            kind, *notes = get_args(hints[each.name])[1:]
            needed = each.default is MISSING
            found[each.name] = Spec(each.name, kind, None if needed else each.default, needed, tuple(notes))
        _SPECS[shape] = found
    return _SPECS[shape]


def shared_specs(shape: type[Request]) -> dict[str, Spec]:
    """The fields that may come from elsewhere."""
    return {name: spec for name, spec in specs_of(shape).items() if spec.note(Local) is None}
