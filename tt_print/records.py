"""`dataclass` of the standard library, finished when it is first used: `judge` then starts in 7 times what `python -c pass` takes, not in 8.4.

    from tt_print.records import dataclass

    @dataclass(frozen=True, slots=True)
    class Card: ...

The standard library compiles six functions for each dataclass while its module is imported, and a start imports forty of which
it uses ten. Here a class has its slots at once, and the rest when somebody makes an instance or asks for its fields: then the
standard library makes it. To a type checker it is the standard one. Where no start imports a module, use the standard one.
"""

from __future__ import annotations

from _thread import RLock
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(*, frozen, slots):
        """For frozen classes with slots; for others there is the standard library."""
        assert frozen and slots
        return _unfinished


T = TypeVar("T")
_LOCK = RLock()
_ASKED_FOR = ("__match_args__", "__dataclass_fields__", "__dataclass_params__")  # of a class that has no instance yet
# `__replace__` came with Python 3.13; the last one is what a thread that comes later looks at
_MADE = ("__repr__", "__eq__", "__hash__", "__replace__", "__init__")


def copier(kind: type[T], *changed: str) -> Callable[..., T]:
    """`replace` for records of one kind and these of their fields, in a third of its time: `copier(State, "turn")(state, turn=2)`.

    The copy is filled while it is of a class whose objects can be changed, which is three times as quick.
    Raises TypeError as `replace` does.
    """
    names: tuple[str, ...] = kind.__slots__  # type: ignore[attr-defined]  # every record has them, finished or not
    if hasattr(kind, "__post_init__"):
        raise TypeError(f"{kind.__name__} has fields that follow from others; make a new one.")
    if unknown := [name for name in changed if name not in names]:
        raise TypeError(f"{kind.__name__} has no field {unknown[0]!r}. There are {', '.join(names)}.")
    filling = [f"new.{name} = {name if name in changed else f'old.{name}'}" for name in names]
    lines = ["new = Open()", *filling, "new.__class__ = kind", "return new"]
    copy: Callable[..., T] = _compile(
        kind, "copy", ["old", *changed], lines, Open=type("Open", (), {"__slots__": names})
    )
    return copy


_cached_copier: Any = cache(copier)


def replace(record: T, /, **changes: Any) -> T:
    """As `dataclasses.replace`, in a tenth of the time, for what `dataclass` above has made: a game is thousands of states.

    Raises TypeError for a field that is not there. Records whose fields follow from others have to be made again.
    """
    made: T = _cached_copier(type(record), *changes)(record, **changes)
    return made


def _plain_init(kind: type) -> Any:
    """`__init__` of a frozen class whose fields have a value for a default or none, which the standard one fills more slowly."""
    from dataclasses import MISSING, fields

    given = fields(kind)
    known = {f"put_{each.name}": vars(kind)[each.name].__set__ for each in given}
    known |= {f"default_{each.name}": each.default for each in given}
    asked = [each.name if each.default is MISSING else f"{each.name}=default_{each.name}" for each in given]
    lines = [f"put_{each.name}(self, {each.name})" for each in given] or ["pass"]
    lines += ["self.__post_init__()"] if hasattr(kind, "__post_init__") else []
    return _compile(kind, "__init__", ["self", *asked], lines, **known)


def _compile(kind: type, name: str, arguments: list[str], lines: list[str], **known: Any) -> Any:
    """The function of these lines, whose text is made of the names of fields alone, as one of `kind`."""
    known["kind"] = kind
    exec("\n    ".join([f"def {name}({', '.join(arguments)}):", *lines]), known)
    made = known[name]
    made.__qualname__ = f"{kind.__qualname__}.{name}"
    return made


def _unfinished(plain: type) -> Any:
    """The class with slots. `plain`, as it is written, is what the standard library will finish."""
    names = tuple(plain.__annotations__)

    def finish() -> None:
        from dataclasses import Field, is_dataclass
        from dataclasses import dataclass as standard

        with _LOCK:
            if vars(made)["__init__"] is not first_init:
                return  # another thread has finished it meanwhile
            has_more = any(isinstance(each, Field) for each in vars(plain).values()) or any(
                map(is_dataclass, plain.__bases__)
            )
            plain.__doc__ = plain.__name__  # which nobody reads; or the library would write one, which takes 1 ms
            # what a frozen class has more takes half of the time, and is here already
            few = {"init": False, "repr": False, "unsafe_hash": vars(plain).get("__hash__") is None}
            finished: Any = standard(**{"frozen": True, "slots": True} if has_more else few)(plain)
            finished.__dataclass_params__.frozen = True
            for name in (name for name in _ASKED_FOR + _MADE if name in vars(finished)):
                setattr(made, name, vars(finished)[name])
            if not has_more:
                made.__init__ = _plain_init(made)

    def first_init(self: object, *values: object, **named: object) -> None:
        finish()
        vars(made)["__init__"](self, *values, **named)

    def set_state(self: object, state: tuple[None, dict[str, object]]) -> None:
        finish()
        for name, value in state[1].items():
            object.__setattr__(self, name, value)

    body = {"__repr__": _show} | {name: value for name, value in vars(plain).items() if name not in names}
    del body["__dict__"], body["__weakref__"]
    body |= {name: _Later(name, finish) for name in _ASKED_FOR}
    body |= {"__slots__": names, "__init__": first_init, "__setstate__": set_state}
    body |= {"__setattr__": _refuse, "__delattr__": _refuse, "__qualname__": plain.__qualname__}
    made: Any = type(plain)(plain.__name__, plain.__bases__, body)
    return made


class _Later:
    """An attribute of a class that is there once the class is finished."""

    __slots__ = ("finish", "name")

    def __init__(self, name: str, finish: Callable[[], None]) -> None:
        self.name, self.finish = name, finish

    def __get__(self, instance: object, owner: type) -> object:
        self.finish()
        return getattr(owner, self.name)


def _show(self: Any) -> str:
    """As the standard library shows a record."""
    return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self.__dataclass_fields__)})"


def _refuse(self: object, name: str, *value: object) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot {'assign to' if value else 'delete'} field {name!r}")
