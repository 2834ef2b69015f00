"""How a person's own papers, sizes and profiles are told from ours, and what is said of files that are wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from tt_print.cli.common import echo
from tt_print.errors import TTPrintError


def origin_lines(files: Mapping[str, Path]) -> list[str]:
    """`Yours: pad (in .../papers/pad.toml)`, one line each."""
    return [f"Yours: {name}, from {path}" for name, path in files.items()]


def warn_of_wrong(wrong: Mapping[Path, TTPrintError] | Iterable[TTPrintError]) -> None:
    """One line a file that was left out; the rest can be used."""
    for error in wrong.values() if isinstance(wrong, Mapping) else wrong:
        echo(f"warning: left out: {error}", err=True)


def own_file(text: str) -> Path | None:
    """The file of somebody's own game that `text` names; None where it means a game of ours."""
    path = Path(text)
    return (
        path
        if path.suffix.lower() in (".md", ".markdown", ".txt", ".toml") or (path.suffix and path.is_file())
        else None
    )


def check_own(house: Path | None, options: list[str]) -> None:
    from tt_print.errors import InputError

    if house is not None or options:
        raise InputError("--house and --option are for games with an engine. Write in your file what your table plays.")
