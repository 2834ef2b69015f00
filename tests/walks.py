"""Tests of many cases: as one walk that names each one that fails, or with only some of them in `make test`."""

import inspect
from collections.abc import Callable, Container, Iterable
from typing import Any

import pytest


def walk(names: str | tuple[str, ...], values: Iterable[Any], ids: Any = None) -> Callable[[Any], Any]:
    """Like `pytest.mark.parametrize`, for checks that take milliseconds and leave nothing behind."""
    keys = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    rows = [value if len(keys) > 1 else (value,) for value in values]

    def decorate(check: Any) -> Any:
        def each(**given: Any) -> None:
            wrong = []
            for row in rows:
                try:
                    check(**given, **dict(zip(keys, row, strict=True)))
                except Exception as error:
                    wrong.append(f"{', '.join(map(str, row))}: {type(error).__name__}: {error}")
            assert not wrong, f"{len(wrong)} of {len(rows)}:\n" + "\n".join(wrong[:20])

        each.__name__, each.__doc__, each.__module__ = check.__name__, check.__doc__, check.__module__
        signature = inspect.signature(check)
        each.__signature__ = signature.replace(
            parameters=[one for name, one in signature.parameters.items() if name not in keys]
        )
        return each

    return decorate


def slow_but(fast: Container[Any], rows: Iterable[Any]) -> list[Any]:
    """The rows of a `pytest.mark.parametrize`, of which only those in `fast` are in `make test`."""
    marked = [(row if isinstance(row, tuple) else (row,), () if row in fast else pytest.mark.slow) for row in rows]
    return [pytest.param(*values, marks=marks) for values, marks in marked]
