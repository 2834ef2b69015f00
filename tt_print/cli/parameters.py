"""Options and arguments that are numbers or paths: read as everywhere that people type some, before typer sees them."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from functools import partial
from typing import Any

from tt_print.errors import InputError
from tt_print.numbers import read_signed


def _read_path(text: str) -> str | None:
    """Nothing is no path: it would mean the folder where one is."""
    return text or None


READERS: dict[str, tuple[Callable[[str], Any], str]] = {
    "int": (read_signed, "give a whole number in figures, like 2."),
    "path": (_read_path, "give a file or a folder."),
}


def read_parameters(command: Any) -> None:
    """Changes each parameter of a command that is one of these. Typer does not export the classes of click's that it takes."""
    for param in command.params:
        kind = param.type.name
        if kind in READERS:
            changed = copy(param.type)
            changed.convert = partial(_convert, param.type, *READERS[kind])
            param.type = changed


def _convert(kind: Any, read: Callable[[str], Any], cure: str, value: Any, param: Any, context: Any) -> Any:
    if isinstance(value, str):
        meant = read(value)
        if meant is None:
            name = param.opts[0] if param.param_type_name == "option" else param.human_readable_name
            raise InputError(f"{name} {value!r}: {cure} For help: {context.command_path} --help")
        value = meant
    return kind.convert(value, param, context)
