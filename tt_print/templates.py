"""Finds and reads `templates/`: every word and measure of tt_print that is data.

In a wheel the folder lies inside the package, in a checkout beside it.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from tt_print.errors import TemplateError


@cache
def templates_folder() -> Path:
    package = Path(__file__).parent  # importlib.resources would cost each start 6 ms
    inside = package / "templates"
    return inside if inside.is_dir() else package.parent / "templates"


def template_path(name: str) -> Path:
    """The file `name` ("sheets/papers.toml"). Raises TemplateError when there is none."""
    path = templates_folder() / name
    if not path.is_file():
        raise TemplateError(f"templates/{name} is missing from this copy of tt_print; install it again.")
    return path


@cache
def read_toml(name: str) -> dict[str, Any]:
    """A TOML template as plain data; shared between callers, so never change it.

    Raises TemplateError with file, line and column.
    """
    try:
        return tomllib.loads(template_path(name).read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise TemplateError(f"templates/{name}: {error}") from error
