"""What a command line prints into files, in memory."""

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.commands import Ran, type_line
from tt_print.engine.house import show_value


@dataclass(frozen=True)
class Printed:
    ran: Ran
    files: dict[str, bytes]  # by their paths in the folder that they were written to

    @property
    def pdf(self) -> bytes:
        """The only file; of the starter its own pages, not the first game beside them."""
        assert self.ran.status == 0, self.ran.err
        (data,) = (data for name, data in self.files.items() if "first-game" not in name)
        return data

    @property
    def name(self) -> str:
        """That of the only file."""
        (name,) = self.files
        return name

    @property
    def name_of_fronts(self) -> str:
        """That of the only file, or of the first two sides."""
        return max(self.files)

    @property
    def told(self) -> dict[str, Any]:
        """What `--json` printed."""
        assert self.ran.status == 0, self.ran.err
        return json.loads(self.ran.out)  # type: ignore[no-any-return]


def print_files(line: str, *words: str | Path) -> Printed:
    """The words of a line, and more that may hold spaces."""
    with TemporaryDirectory() as folder:
        ran = type_line(*line.split(), *words, "--out", folder)
        paths = sorted(path for path in Path(folder).rglob("[!.]*") if path.is_file())
        files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    return Printed(ran, files)


def files_of(*words: str | Path) -> dict[str, bytes]:
    """The files that a command writes; it must succeed."""
    made = print_files("", *words)
    assert made.ran.status == 0, (words, made.ran.err)
    return made.files


@lru_cache(maxsize=64)
def kept_files(line: str, *words: str) -> Printed:
    """The same, printed once: for lines that depend on no settings and no file of a person."""
    return print_files(line, *words)


def house_words(house: dict[str, Any]) -> list[str]:
    """House rules as somebody types them."""
    return [f"--option={name}={show_value(value)}" for name, value in house.items()]
