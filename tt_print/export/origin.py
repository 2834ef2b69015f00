"""Whose work an export is, and which version and texts it was made from: what its manifest tells to who finds it in ten years."""

from __future__ import annotations

from hashlib import sha256

from tt_print.export.profile_tables import Profile
from tt_print.records import dataclass
from tt_print.templates import read_table, templates_folder

SHOWN = ("deck", "fonts", "icc", "sheets", "themes")  # templates that an export of any kind shows


@dataclass(frozen=True, slots=True)
class Work:
    """`templates/work.toml`; licenses by their SPDX names."""

    title: str
    author: str
    rights: str
    software: str
    software_license: str
    fonts_license: str


def read_work() -> Work:
    return read_table(Work, "work.toml")


def texts_hash(profile: Profile) -> str:
    """SHA-256 of all texts, faces and measures of ours that go into an export, and of its profile."""
    folder = templates_folder()
    total = sha256(repr(profile).encode())
    for path in (path for name in SHOWN for path in sorted((folder / name).rglob("*")) if path.is_file()):
        total.update(f"{path.relative_to(folder).as_posix()} {sha256(path.read_bytes()).hexdigest()}\n".encode())
    return total.hexdigest()
