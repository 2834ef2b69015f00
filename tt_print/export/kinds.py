"""Kinds of files, each with a module that writes it; its libraries are loaded only when it is used."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Generic

from tt_print.export.products import Product
from tt_print.export.profiles import P
from tt_print.records import dataclass

if TYPE_CHECKING:
    from tt_print.export.expected import Expected, FileFacts
    from tt_print.export.findings import Finding
    from tt_print.export.job import Choices, Facts, Job
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


def _no_inks(job: Job[P]) -> list[Finding]:
    return []


def _same_name(name: str) -> str:
    return name


def _given_facts(profile: P, product: Product, facts: Facts, found: Mapping[str, FileFacts]) -> Iterable[Facts]:
    return [facts]


def _nothing_together(profile: P, product: Product, facts: Facts, found: Mapping[str, FileFacts]) -> list[Finding]:
    return []


@dataclass(frozen=True, slots=True)
class Kind(Generic[P]):
    """What a kind of files can do; each module has one as `KIND`, for profiles of its class."""

    write: Callable[[Job[P], Progress], dict[str, bytes]]
    """The files by name."""

    expected_files: Callable[[P, Product, Facts, Collection[str]], Mapping[str, Expected]]
    """The names of those files, and what each has to be. Where the facts do not say how many there are, the names that were found
    do. Raises InputError for facts that leave too much open."""

    how_to_words: Callable[[Job[P]], Mapping[str, object]]
    """What a how-to may name in braces, beyond what every how-to may: names to figures and words."""

    options: frozenset[str] = frozenset()
    """Fields of `Choices` that it takes and others do not."""

    resolve_options: Callable[[P, Product, Choices], Choices] = _keep_options
    """The choices with its defaults filled in. Raises InputError for what cannot be."""

    check_inks: Callable[[Job[P]], list[Finding]] = _no_inks
    """What the inks of a job break, where ink is limited."""

    usual_name: Callable[[str], str] = _same_name
    """What we would call a file that somebody else has named."""

    possible_facts: Callable[[P, Product, Facts, Mapping[str, FileFacts]], Iterable[Facts]] = _given_facts
    """What files may be whose manifest does not say it, the likeliest first."""

    check_together: Callable[[P, Product, Facts, Mapping[str, FileFacts]], list[Finding]] = _nothing_together
    """What is wrong with files beyond what each has to be: whether they agree."""

    zipped: bool = False
    """Whether the files go into a zip as well."""


def find_kind(profile: P) -> Kind[P]:
    """What writes the files of a profile."""
    kind: Kind[P] = import_module(f"tt_print.export.{MODULES[profile.kind]}").KIND
    return kind
