"""Where the files of a command go."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


def write_files(folder: Path | None, files: Mapping[str, bytes]) -> list[Path]:
    """As `output.write_files`; without a folder each to where its name says."""
    from tt_print import output

    if folder is not None:
        return output.write_files(folder, files)
    places = {Path(name): data for name, data in files.items()}
    return [path for place, data in places.items() for path in output.write_files(place.parent, {place.name: data})]
