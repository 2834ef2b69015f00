"""What `templates/site/site.toml` says of the site."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tt_print.templates import TemplateTable, read_table, templates_folder


class Pyodide(TemplateTable):
    """The npm package; `files` are those that are needed, each with its SHA-256. `leave_out` are patterns (`fnmatch`) of what
    nobody needs of Python's library.
    """

    package: str
    version: str
    files: Mapping[str, str]
    leave_out: tuple[str, ...]


class PackageList(TemplateTable):
    """Installed packages that go along, and patterns (`fnmatch`, over names in the archive) of what stays at home.

    `named` are packages of which only name and version go along.
    """

    packages: tuple[str, ...]
    keep: tuple[str, ...]
    leave_out: tuple[str, ...]
    named: tuple[str, ...]


class Ready(TemplateTable):
    """Files that lie ready: what people read, and for each its document and the fields of that.

    With `each_game` every call is made for each game, whose name goes into that field and whose title is what people read.
    """

    title: str
    note: str
    calls: Mapping[str, Mapping[str, Any]]
    each_game: str = ""


class SiteFacts(TemplateTable):
    pyodide: Pyodide
    packed: PackageList
    stand_ins: Mapping[str, str]
    ready: tuple[Ready, ...]


def site_facts() -> SiteFacts:
    return read_table(SiteFacts, "site/site.toml")


def page_file(name: str) -> bytes:
    """A file of `templates/site/`."""
    return (templates_folder() / "site" / name).read_bytes()
