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

    Raises TypeError for a field that is not there. Records whose fields follow from others have to be made again.
    """
    copy = _COPIERS.get((type(record), *changes))
    if copy is None:
        copy = _COPIERS[type(record), *changes] = copier(type(record), *changes)
    made: T = copy(record, **changes)
    return made


def copier(kind: type[T], *changed: str) -> Callable[..., T]:
    """`replace` for records of one kind and these of their fields, for where the same ones change at every event:

        with_turn = copier(State, "turn", "phase")
        with_turn(state, turn=seat, phase="draw")

    in a third of the time of `replace`, which has to find out first what is to be changed.
    """  # fmt: skip
    names: tuple[str, ...] = kind.__slots__  # type: ignore[attr-defined]  # every record has them, finished or not
    if hasattr(kind, "__post_init__"):
        raise TypeError(f"{kind.__name__} has fields that follow from others; make a new one.")
    unknown = [name for name in changed if name not in names]
    if unknown:
        raise TypeError(f"{kind.__name__} has no field {unknown[0]!r}. There are {', '.join(names)}.")
    values = {name: name if name in changed else f"old.{name}" for name in names}
    lines = [f"def copy(old{''.join(f', {name}' for name in changed)}):", "    new = Open()"]
    lines += [*_filling("new", values), "    return new"]
    made: Callable[..., T] = _written(lines, kind)
    return made


def _filling(variable: str, values: dict[str, str]) -> list[str]:
    """Lines that fill an object which can still be changed, one of the class `Open`, and make it one of `kind`."""
    return [*(f"    {variable}.{name} = {value}" for name, value in values.items()), f"    {variable}.__class__ = kind"]


def _written(lines: list[str], kind: type, **known: Any) -> Any:
    """The function that these lines define. Their text is made of the names of fields alone."""
    known |= {"Open": type(kind.__name__, (), {"__slots__": kind.__slots__}), "kind": kind}  # type: ignore[attr-defined]
    exec("\n".join(lines), known)
    made = known[lines[0].removeprefix("def ").partition("(")[0]]
    made.__qualname__ = f"{kind.__qualname__}.{made.__name__}"
    return made


def _quick_init(kind: type) -> Callable[..., None]:
    """What `__init__` of the standard library does for fields with a value for a default or none, in two thirds of the time: while
    an object is made it is of a class whose objects can be changed. Where there is a `__new__`, others may hold the object, and
    must not see that; nor can one of a class that derives from this one change.
    """
    from dataclasses import MISSING, fields

    defaults = {f"default_{each.name}": each.default for each in fields(kind) if each.default is not MISSING}
    names = [each.name for each in fields(kind)]
    asked = [f"{name}=default_{name}" if f"default_{name}" in defaults else name for name in names]
    may_change = len(names) > 1 and "__new__" not in vars(kind) and kind.__bases__ == (object,)
    lines = [
        f"def __init__(self{''.join(f', {name}' for name in asked)}):",
        f"    if {may_change} and self.__class__ is kind:",
        "        become(self, Open)",
        *("    " + line for line in _filling("self", {name: name for name in names})),
        f"    else: {'; '.join(f'put(self, {name!r}, {name})' for name in names) or 'pass'}",
        *(["    self.__post_init__()"] if hasattr(kind, "__post_init__") else []),
    ]
    become = vars(object)["__class__"].__set__
    quick: Callable[..., None] = _written(lines, kind, put=object.__setattr__, become=become, **defaults)
    return quick


def _show(self: Any) -> str:
    """As the standard library shows a record."""
    return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self.__dataclass_fields__)})"


def _unfinished(plain: type) -> type:
    """The class with slots. `plain`, as it is written, is what the standard library will finish."""
    names = tuple(plain.__annotations__)

    def finish() -> None:
        from dataclasses import Field, is_dataclass
        from dataclasses import dataclass as standard

        with _LOCK:
            if vars(made)["__init__"] is first_init:  # nor has another thread finished it meanwhile
                has_more = any(isinstance(each, Field) for each in vars(plain).values()) or any(
                    map(is_dataclass, plain.__bases__)
                )
                plain.__doc__ = plain.__doc__ or plain.__name__  # or the library would write one, which takes 1 ms
                # what a frozen class has more takes half of the time, and is here already
                few = {"init": False, "repr": False, "unsafe_hash": vars(plain).get("__hash__") is None}
                finished: Any = standard(**{"frozen": True, "slots": True} if has_more else few)(plain)
                finished.__dataclass_params__.frozen = True
                for name in (name for name in _ASKED_FOR + _MADE if name in vars(finished)):
                    setattr(made, name, vars(finished)[name])
                if not has_more:
                    setattr(made, "__init__", _quick_init(made))  # noqa: B010  # so mypy has it

    def first_init(self: object, *values: object, **named: object) -> None:
        finish()
        vars(made)["__init__"](self, *values, **named)

    def set_state(self: object, values: list[object]) -> None:
        finish()
        for name, value in zip(names, values, strict=True):
            object.__setattr__(self, name, value)

    body: dict[str, Any] = {"__repr__": _show}
    body |= {name: value for name, value in vars(plain).items() if name not in (*names, "__dict__", "__weakref__")}
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
