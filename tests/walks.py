"""One test that walks many cases, and names each one that fails."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any


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
