"""Files that are made in parts, each part only when something that goes into it has changed.

The manifest keeps, beside the hashes of a part's files, the fingerprint of all that they were made from. While both still
hold, to make them again could only give the same bytes, and is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tt_print.output import Output, Record, hash_of, is_standing
from tt_print.records import dataclass


class PartFiles(NamedTuple):
    """A part's files by name, and what to report about them: plain values, as JSON knows them."""

    files: Mapping[str, bytes]
    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Part:
    """Files that are made together. `choices` are all that was chosen, in any words that differ when the choices do.

    `games` are those that are shown. `own` are hashes of a person's own files that go into it, in any form. A part is `always`
    made where more goes into it than is known here.
    """

    name: str
    choices: str
    make: Callable[[], PartFiles]
    games: Sequence[str] = ()
    own: str = ""
    always: bool = False

    @property
    def key(self) -> str:
        return f"{self.name} {self.choices}".rstrip()


class WrittenParts(NamedTuple):
    """Every file of all parts, in order; how many of the parts had to be made; each part's facts by its name."""

    paths: list[Path]
    made: int
    facts: dict[str, Mapping[str, Any]]


def write_parts(
    folder: Path,
    parts: Sequence[Part],
    progress: Callable[[Sequence[Part]], Iterable[Part]] = iter,
    output: Output | None = None,
) -> WrittenParts:
    """Makes and writes what is not there already, by `output`, or onto the disk without one. `progress` walks through the parts that have to be made.

    Raises MachineError as `write_files` does, and then has changed nothing.
    """
    from tt_print.fingerprint import read_sources

    output = output or Output()
    sources = read_sources()
    known = output.read_records(folder) if sources else {}
    fingerprints = {
        part.key: sources.fingerprint(part.games, part.own) for part in parts if sources and not part.always
    }
    kept = {
        key: known[key] for key, made_from in fingerprints.items()
        if key in known and known[key].made_from == made_from and is_standing(folder, known[key].files)
    }  # fmt: skip
    made = {part.key: part.make() for part in progress([part for part in parts if part.key not in kept])}
    records = {
        key: Record(fingerprints[key], {name: hash_of(data) for name, data in files.items()}, dict(facts))
        for key, (files, facts) in made.items() if key in fingerprints
    }  # fmt: skip
    if made:
        output.write(folder, {name: data for files, _ in made.values() for name, data in files.items()}, records)
    names = [name for part in parts for name in (kept[part.key] if part.key in kept else made[part.key]).files]
    facts = {part.name: (kept[part.key] if part.key in kept else made[part.key]).facts for part in parts}
    return WrittenParts([folder / name for name in names], len(made), facts)
