"""What several verbs share: where messages go, the paper that fits the place, writing files."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import typer

OUT = typer.Option(Path("output"), "--out", "-o", help="Folder to write to.", metavar="DIR")
PAPER = typer.Option("", "--paper", "-p", help="a4, letter, a3 or tabloid; without it, what your locale uses.", metavar="PAPER")
JSON = typer.Option(False, "--json", help="Print the result as one JSON object.")
QUIET = typer.Option(False, "--quiet", "-q", help="Print nothing but errors.")


def default_paper(environment: Mapping[str, str] | None = None) -> str:
    """letter for the US and Canada, else a4, from the locale's territory (glibc: LC_ALL, LC_PAPER, LANG)."""
    environment = os.environ if environment is None else environment
    for name in ("LC_ALL", "LC_PAPER", "LANG"):
        if environment.get(name):
            named = environment[name]
            break
    else:
        named = _system_locale()
    territory = named.split(".")[0].split("@")[0].rpartition("_")[2]
    return "letter" if territory in ("US", "CA", "United States", "Canada") else "a4"


def _system_locale() -> str:
    """What the system says where no variable does (Windows: "English_United States")."""
    import locale

    try:
        return locale.getlocale()[0] or ""
    except ValueError:  # a locale that Python cannot read
        return ""


def say(lines: Sequence[str], result: dict[str, Any], as_json: bool, quiet: bool) -> None:
    """The result: lines for people, or one JSON object."""
    if as_json:
        typer.echo(json.dumps(result, ensure_ascii=False))
    elif not quiet:
        typer.echo("\n".join(lines))


def shown(path: Path) -> str:
    return path.as_posix()
