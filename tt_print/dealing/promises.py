"""Commitments that wait for their table cards: one file each in the user's data folder, readable by the user only."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from tt_print.dealing.receipt import Promise, Waiting, find_id, read_waiting, waiting_text
from tt_print.errors import InputError, MachineError


def data_folder(environment: Mapping[str, str] | None = None) -> Path:
    """Where data lives; the variable TT_PRINT_DATA names another place."""
    environment = os.environ if environment is None else environment
    if environment.get("TT_PRINT_DATA"):
        return Path(environment["TT_PRINT_DATA"])
    from platformdirs import user_data_path

    return user_data_path("tt_print", appauthor=False)


def keep(folder: Path, waiting: Waiting) -> Path:
    """Writes a commitment, whole or not at all. Raises MachineError when the machine refuses."""
    path = folder / "commitments" / f"{waiting.promise.id}.json"
    beside = path.with_suffix(".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.unlink(missing_ok=True)
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(waiting_text(waiting))
        os.replace(beside, path)
    except OSError as error:
        raise MachineError(f"cannot keep the commitment in {path.parent} ({error.strerror or error}). Name another folder in "
                           "the variable TT_PRINT_DATA.") from error  # fmt: skip
    return path


def find(folder: Path, wanted: str) -> Waiting:
    """The commitment whose id begins with `wanted`; without it the one that waits for its cards,
    or the only one there is.

    Raises InputError where that is none or several, or where its file is damaged.
    """
    paths = sorted((folder / "commitments").glob("*.json"))
    kept = {path.stem: _read(path) for path in paths}
    fresh = [name for name, waiting in kept.items() if not waiting.table_cards]
    names = list(kept) if wanted or not fresh else fresh
    return kept[find_id(wanted, names, lambda name: _told(kept[name].promise))]


def _read(path: Path) -> Waiting:
    try:
        return read_waiting(path.read_text(encoding="utf-8"))
    except InputError as error:
        raise InputError(f"{path}: {error} Delete the file if you do not need it.") from error
    except (OSError, UnicodeDecodeError) as error:
        raise MachineError(f"cannot read {path} ({error}).") from error


def _told(promise: Promise) -> str:
    return f"{promise.id} ({promise.game}: {', '.join(promise.players)})"
