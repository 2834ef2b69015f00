"""Where the files of a verb go: through the run that is on, which may only want to look at them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from tt_print.cli.streams import current_run

if TYPE_CHECKING:
    from tt_print.output import Output


def current_output() -> Output:
    """That of the command line that runs now; the disk, unless it was begun with another."""
    from tt_print.output import Output

    return current_run().output or Output()


def write_files(folder: Path | None, files: Mapping[str, bytes]) -> list[Path]:
    """As `output.write_files`, to wherever files go now; without a folder each to where its name says."""
    if folder is not None:
        return current_output().write(folder, files)
    places = {Path(name): data for name, data in files.items()}
    return [path for place, data in places.items() for path in current_output().write(place.parent, {place.name: data})]
