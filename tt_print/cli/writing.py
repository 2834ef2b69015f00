"""Where the files of a command go."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


def write_files(folder: Path | None, files: Mapping[str, bytes]) -> list[Path]:
    """As `output.write_files`; without a folder each to where its name says."""
    from tt_print.files import disk as output

    if folder is not None:
        return output.write_files(folder, files)
    places = {Path(name): data for name, data in files.items()}
    return [path for place, data in places.items() for path in output.write_files(place.parent, {place.name: data})]


def write_new_files(files: Mapping[str, bytes]) -> list[Path]:
    """As a person's own: nothing of ours touches them later. Raises InputError if one is there, MachineError if the machine refuses."""
    from tt_print.errors import InputError, MachineError
    from tt_print.files.disk import write_new

    for path, data in files.items():
        try:
            written = write_new(Path(path), data.decode())
        except OSError as error:
            cure = "Make room on that disk, or allow writing there, and type the same again."
            raise MachineError(f"cannot write {path} ({error.strerror or error}). {cure}") from error
        if not written:
            raise InputError(f"{path} is there already, and is left as it is. Choose another name, or open that one.")
    return [*map(Path, files)]
