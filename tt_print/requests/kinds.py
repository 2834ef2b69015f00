"""Kinds of values: how one is read from words or from data, which there are, and how a form describes it; and what the annotation of a field can
say beside its kind.

A kind knows nothing of commands and surfaces. Lists of names come from functions, so that a registry is loaded only if its names are wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from typing import NamedTuple, TypeVar, dataclass_transform, get_args, get_type_hints

from tt_print.problems import Problem, pick
from tt_print.typed_words import read_length, read_signed, split_lengths, split_list

N = TypeVar("N")
V = TypeVar("V", str, int)
Listed = Mapping[str, str] | Mapping[int, str]
"""Values that there are, each with a few words about it."""

Listing = Callable[[], Listed]

Line = Mapping[str, Sequence[str]]
"""What was typed for each field so far."""

Narrowed = Callable[[Line], Listed]
NOTHING: Line = {}
ListTypes = tuple[type[list[object]] | type[tuple[object, ...]] | type[str], ...]


def fixed(*values: V) -> Callable[[], Mapping[V, str]]:
    """A list of values that need no words."""
    return lambda: dict.fromkeys(values, "")


def check_type(value: object, types: tuple[type[N], ...], wanted: str) -> N:
    """The value, which has to be of one of the types; yes and no are no numbers. Raises Problem."""
    if not isinstance(value, types) or (isinstance(value, bool) and bool not in types):
        raise Problem("type", value=value, wanted=wanted)
    return value


class Kind:
    """Any text; the root of the other kinds."""

    form = "text"  # what a form shows: `docs/core.md` has the kinds
    metavar = "TEXT"  # what help calls a value that a field does not name otherwise
    types: tuple[type, ...] = (str,)  # what JSON and TOML may have
    is_list = False  # whether several words of a command line are one value
    is_repeated = False  # whether an option may be used several times
    is_file = False  # whether a shell completes it with files

    def __init__(self, metavar: str = "", *, is_list: bool = False) -> None:
        self.metavar = metavar or self.metavar
        self.is_list = is_list or self.is_list

    def read(self, text: str) -> object:
        """The value that somebody typed. Raises Problem or InputError."""
        return self.check(text)

    def check(self, value: object) -> object:
        """The value in plain data. Raises Problem or InputError."""
        return check_type(value, self.types, self.form)

    def listed(self, line: Line = NOTHING) -> Listed:
        """The values that there are, given what was typed for other fields; none if there is no list."""
        return {}

    def complete(self, part: str, line: Line = NOTHING) -> Iterable[tuple[str, str]]:
        """What a word that begins with `part` could be, each with a few words about it; `line` is what was typed for other fields.

        It may be more than fits.
        """
        return [(str(value), words) for value, words in self.listed(line).items()]

    def described(self) -> dict[str, object]:
        """What a form needs beside name, words, and default."""
        return {}


def check_texts(values: Iterable[object]) -> tuple[str, ...]:
    """The values, each of which has to be a text. Raises Problem."""
    return tuple(check_type(each, (str,), "text") for each in values)


class Words(Kind):
    """Words as they were typed, each a text."""

    is_list, is_repeated = True, True
    types: tuple[type, ...] = (list, tuple)

    def check(self, value: object) -> tuple[str, ...]:
        return check_texts(check_type(value, self.types, self.form))


class Switch(Kind):
    """Yes or no."""

    form, types, metavar = "yesno", (bool,), ""


class Number(Kind):
    """A whole number, within bounds if there are some."""

    form = "number"
    types: tuple[type[int] | type[float], ...] = (int,)
    reader: Callable[[str], float | None] = staticmethod(read_signed)
    metavar = "N"

    def __init__(self, low: float | None = None, high: float | None = None, metavar: str = "") -> None:
        super().__init__(metavar)
        self.low, self.high = low, high

    def read(self, text: str) -> object:
        if (value := self.reader(text)) is None:
            raise Problem("type", value=text, wanted="number" if self.types == (int,) else "length")
        return self.check(value)

    def check(self, value: object) -> object:
        number = check_type(value, self.types, self.form)
        if (self.low is not None and number < self.low) or (self.high is not None and number > self.high):
            raise Problem("range", value=number, low=self.low, high=self.high)
        return number

    def described(self) -> dict[str, object]:
        return {name: end for name, end in (("min", self.low), ("max", self.high)) if end is not None}


class Millimeters(Number):
    """A length as people type it: `3`, `0.5`, `1,5mm`."""

    form, types, metavar = "length", (int, float), "MM"
    reader = staticmethod(read_length)


class Choice(Kind):
    """One of the names in a registry. `find` reads names as the registry does, also others than those listed if it `is_open`; it gives a name, or what has one.

    `narrowed` gives the names that fit what was typed before; without `listed` also all of them.
    """

    form, types = "choice", (str, int)

    def __init__(
        self, listed: Listing | None, find: Callable[[str], object] | None = None, metavar: str = "NAME",
        *, is_open: bool = False, narrowed: Narrowed | None = None,
    ) -> None:  # fmt: skip
        super().__init__(metavar)
        self.listing, self.find, self.is_open, self.narrowed = listed, find, is_open, narrowed

    def listed(self, line: Line = NOTHING) -> Listed:
        return self.narrowed(line) if self.narrowed else self.listing() if self.listing else {}

    def read(self, text: str) -> object:
        if self.find is not None:
            found = self.find(text)
            return getattr(found, "name", found)
        return pick("", text, self.listed())

    def check(self, value: object) -> object:
        return self.read(str(super().check(value)))

    def described(self) -> dict[str, object]:
        rows = [{"value": value, "text": words or str(value)} for value, words in self.listed().items()]
        return {"choices": rows} | ({"open": True} if self.is_open else {})


class Items(Kind):
    """A list, typed with commas. `each` is the kind of its parts; `whole` reads all of it at once instead."""

    is_list = True
    types: ListTypes = (list, tuple, str)

    def __init__(
        self, form: str, each: Kind, whole: Callable[[str], Iterable[object]] | None = None, metavar: str = "NAMES", **more: object
    ) -> None:  # fmt: skip
        super().__init__(metavar)
        self.form, self.each, self.whole, self.more = form, each, whole, more

    def read(self, text: str) -> tuple[object, ...]:
        if self.whole is not None:
            return tuple(self.whole(text))
        return tuple(self.each.read(part) for part in split_list(text) if part)

    def check(self, value: object) -> tuple[object, ...]:
        parts = check_type(value, self.types, self.form)
        if isinstance(parts, str):
            return self.read(parts)
        if self.whole is None:
            return tuple(map(self.each.check, parts))
        return self.read(",".join(check_texts(parts))) if parts else ()

    def complete(self, part: str, line: Line = NOTHING) -> Iterable[tuple[str, str]]:
        head, comma, last = part.rpartition(",")
        there = {*head.lower().split(",")}
        rows = [(text.lower() if last[:1].islower() else text, words) for text, words in self.each.complete(last, line)]
        return [(f"{head}{comma}{text}", words) for text, words in rows if text.lower() not in there]

    def described(self) -> dict[str, object]:
        return self.each.described() | self.more


class Pair(Kind):
    """Two lengths, to the right and down: `0.5,-1`. `most` gives the largest that either may be."""

    form, types, is_list = "lengths", (list, tuple, str), True

    def __init__(self, most: Callable[[], float]) -> None:
        super().__init__("X,Y")
        self.most = most

    def check(self, value: object) -> tuple[float, float]:
        both = check_type(value, self.types, self.form)
        both = [*map(read_length, split_lengths(both))] if isinstance(both, str) else both
        if len(both) != 2 or not all(isinstance(each, (int, float)) for each in both):
            raise Problem("pair", value=value)
        if max(map(abs, both)) > (most := self.most()):
            raise Problem("far", most=f"{most:g}")
        return float(both[0]), float(both[1])


class File(Kind):
    """A file: its path on a command line, its name among the files of a request from elsewhere. `none` means no file."""

    form, is_file, metavar = "file", True, "FILE"

    def check(self, value: object) -> str:
        if not (text := check_type(value, (str,), self.form)):
            raise Problem("type", value=text, wanted=self.form)
        return "" if text.strip().lower() == "none" else text


class Files(Words):
    """Several files, as `File` has one."""

    form, is_file, metavar = "files", True, "FILE..."


# ---------------------------------------------------------------- notes on fields, and requests


Values = Mapping[str, object]


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
    default: object
    needed: bool
    notes: tuple[object, ...]

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
