"""Kinds of files, each with a module that writes it; its libraries are loaded only when it is used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Generic

from tt_print.export.products import Product
from tt_print.export.profiles import P
from tt_print.records import dataclass

if TYPE_CHECKING:
    from tt_print.export.job import Choices, Job
    from tt_print.export.look_over import Planned
    from tt_print.preflight.findings import Finding
    from tt_print.progress import Progress

MODULES = {
    "pictures": "pictures",  # a PNG a face
    "shop": "shop",  # such pictures, with boxes for the cards and booklets
    "press": "press",  # one PDF for a press
    "cutter": "cutter",  # sheets with registration marks, and their cuts
    "cutter-block": "block",  # a picture of a block of cards, and its cuts
    "box": "tuckbox",  # a box for the deck
    "table": "table",  # a room in a browser, and sheets of faces, for virtual tables
}


def _keep_options(profile: P, product: Product, choices: Choices) -> Choices:
    return choices


def _find_nothing(job: Job[P]) -> list[Finding]:
    return []


@dataclass(frozen=True, slots=True)
class Kind(Generic[P]):
    """What a kind of files can do; each module has one as `KIND`, for profiles of its class."""

    write: Callable[[Job[P], Progress], dict[str, bytes]]
    """The files by name."""

    planned_files: Callable[[Job[P]], Mapping[str, Planned]]
    """The names of those files, and what is known of each before it is written."""

    how_to_words: Callable[[Job[P]], Mapping[str, object]]
    """What a how-to may name in braces, beyond what every how-to may: names to figures and words."""

    options: frozenset[str] = frozenset()
    """Fields of `Choices` that it takes and others do not."""

    resolve_options: Callable[[P, Product, Choices], Choices] = _keep_options
    """The choices with its defaults filled in. Raises InputError for what cannot be."""

    check_inks: Callable[[Job[P]], list[Finding]] = _find_nothing
    """What the inks of a job break, where ink is limited."""

    zipped: bool = False
    """Whether the files go into a zip as well."""


def find_kind(profile: P) -> Kind[P]:
    """What writes the files of a profile."""
    kind: Kind[P] = import_module(f"tt_print.export.{MODULES[profile.kind]}").KIND
    return kind
