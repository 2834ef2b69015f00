"""Options and arguments that are numbers: read as all numbers are that people type, before typer sees them."""

from __future__ import annotations

from copy import copy
from functools import partial
from typing import Any

from tt_print.errors import InputError
from tt_print.numbers import read_length, read_signed

READERS = {
    "int": (read_signed, "give a whole number in figures, like 2."),
    "float": (read_length, "give a number of millimeters, like 3 or 0.5."),
}


def read_numbers_our_way(command: Any) -> None:
    """Changes each parameter of a command that is a number. Typer does not export the classes of click's that it takes."""
    for param in command.params:
        kind = param.type.name.removesuffix(" range")
        if kind in READERS:
            changed = copy(param.type)
            changed.convert = partial(_convert, param.type, *READERS[kind])
            param.type = changed


def _convert(kind: Any, read: Any, cure: str, value: Any, param: Any, context: Any) -> Any:
    if isinstance(value, str):
        number = read(value)
        if number is None:
            name = param.opts[0] if param.param_type_name == "option" else param.human_readable_name
            raise InputError(f"{name} {value!r}: {cure} For help: {context.command_path} --help")
        value = number
    return kind.convert(value, param, context)
