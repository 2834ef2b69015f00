"""Kinds of files, each with a module that writes it; its libraries are loaded only when it is used."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Generic

from tt_print.export.profiles import P

if TYPE_CHECKING:
    from tt_print.export.expected import Expected, FileFacts, Finding
    from tt_print.export.job import Choices, Job, Spec
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


class Kind(Generic[P]):
    """What a kind of files can do; each module has one as `KIND`, for profiles of its class."""

    options: frozenset[str] = frozenset()  # fields of `Choices` that it takes and others do not
    is_zipped = False  # whether the files go into a zip as well

    def resolve(self, spec: Spec[P]) -> Choices:
        """The choices with its defaults filled in. Raises Problem or InputError for what cannot be."""
        return spec.choices

    def write(self, job: Job[P], progress: Progress) -> dict[str, bytes]:
        """The files by name."""
        raise NotImplementedError

    def expected_files(self, spec: Spec[P], found: Collection[str]) -> dict[str, Expected]:
        """The names of those files, and what each has to be.

        If the choices do not say how many there are, the names that were found do. Raises Problem or InputError for choices that leave too much open.
        """
        raise NotImplementedError

    def how_to_words(self, job: Job[P]) -> Mapping[str, object]:
        """What a how-to may name in braces, beyond what every how-to may: names to figures and words."""
        raise NotImplementedError

    def check_inks(self, job: Job[P]) -> list[Finding]:
        """What the inks of a job break, where ink is limited."""
        return []

    def usual_name(self, name: str) -> str:
        """What we would call a file that somebody else has named."""
        return name

    def possible_choices(self, spec: Spec[P], found: Mapping[str, FileFacts]) -> Iterable[Choices]:
        """What files may be whose manifest does not say it, the likeliest first."""
        return [spec.choices]

    def check_together(self, spec: Spec[P], found: Mapping[str, FileFacts]) -> list[Finding]:
        """What is wrong with files beyond what each has to be: whether they agree."""
        return []


def find_kind(profile: P) -> Kind[P]:
    """What writes the files of a profile."""
    kind: Kind[P] = import_module(f"tt_print.export.{MODULES[profile.kind]}").KIND
    return kind
