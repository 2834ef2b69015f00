"""`dataclass`, as the standard library's, but finished when it is first used.

    from tt_print.records import dataclass

    @dataclass(frozen=True, slots=True)
    class Card: ...

The standard library compiles six functions for each dataclass while its module is imported, and a start imports forty of which
it uses ten. Here a class has its slots at once, which takes a thirtieth of the time, and the rest when somebody makes
an instance or asks for its fields: then the standard library makes it. To a type checker it is the standard one.
"""

from __future__ import annotations

from _thread import RLock
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(*, frozen, slots):
        """For frozen classes with slots and without a base of their own; for others there is the standard library."""
        assert frozen and slots
        return _unfinished


# `__replace__` came with Python 3.13; the last one is what a thread that comes later looks at
_MADE = ("__repr__", "__eq__", "__hash__", "__replace__", "__init__")
_ASKED_FOR = ("__match_args__", "__dataclass_fields__", "__dataclass_params__")  # of a class that has no instance yet
_LOCK = RLock()
T = TypeVar("T")
_COPIERS: dict[tuple[Any, ...], Callable[..., Any]] = {}


def replace(record: T, /, **changes: Any) -> T:
    """As `dataclasses.replace`, in a tenth of the time, for what `dataclass` above has made: a game is thousands of states.

    Raises TypeError for a field that is not there. Records whose fields follow from others have to be made anew.
    """
    copier = _COPIERS.get((type(record), *changes)) or _make_copier(type(record), tuple(changes))
    made: T = copier(record, **changes)
    return made


def _make_copier(kind: Any, changed: tuple[str, ...]) -> Callable[..., Any]:
    """A function written for one class and the fields that change: it fills an object that can still be changed, which then
    becomes one of the class."""
    from dataclasses import fields

    names = [field.name for field in fields(kind)]
    if hasattr(kind, "__post_init__") or not all(field.init for field in fields(kind)):
        raise TypeError(f"{kind.__name__} has fields that follow from others; make a new one.")
    unknown = [name for name in changed if name not in names]
    if unknown:
        raise TypeError(f"{kind.__name__} has no field {unknown[0]!r}. There are {', '.join(names)}.")
    known: dict[str, Any] = {"Open": type(kind.__name__, (), {"__slots__": tuple(names)}), "kind": kind}
    lines = [f"def copy(old, {', '.join(changed)}):" if changed else "def copy(old):", "    new = Open()"]
    lines += [f"    new.{name} = {name if name in changed else f'old.{name}'}" for name in names]
    lines += ["    new.__class__ = kind", "    return new"]
    exec("\n".join(lines), known)  # the text is made of the names of fields alone
    copier: Callable[..., Any] = known["copy"]
    _COPIERS[kind, *changed] = copier
    return copier


def _unfinished(plain: type) -> type:
    """The class with slots. `plain`, as it is written, is what the standard library will finish."""
    names = tuple(plain.__annotations__)

    def finish() -> None:
        from dataclasses import dataclass as standard

        with _LOCK:
            if vars(made)["__init__"] is first_init:  # nor has another thread finished it meanwhile
                finished: type = standard(frozen=True, slots=True)(plain)
                for name in (name for name in _ASKED_FOR + _MADE if name in vars(finished)):
                    setattr(made, name, vars(finished)[name])

    def first_init(self: object, *values: object, **named: object) -> None:
        finish()
        vars(made)["__init__"](self, *values, **named)

    def set_state(self: object, values: list[object]) -> None:
        finish()
        for name, value in zip(names, values, strict=True):
            object.__setattr__(self, name, value)

    body = {name: value for name, value in vars(plain).items() if name not in (*names, "__dict__", "__weakref__")}
    body |= {name: _Later(name, finish) for name in _ASKED_FOR}
    body |= {"__slots__": names, "__init__": first_init, "__setattr__": _refuse, "__delattr__": _refuse}
    body |= {"__getstate__": lambda self: [getattr(self, name) for name in names], "__setstate__": set_state}
    made = type(plain)(plain.__name__, plain.__bases__, body)
    made.__qualname__ = plain.__qualname__
    return made


class _Later:
    """An attribute of a class that is there once the class is finished."""

    __slots__ = ("finish", "name")

    def __init__(self, name: str, finish: Callable[[], None]) -> None:
        self.name, self.finish = name, finish

    def __get__(self, instance: object, owner: type) -> object:
        self.finish()
        return getattr(owner, self.name)


def _refuse(self: object, name: str, *value: object) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot {'assign to' if value else 'delete'} field {name!r}")
