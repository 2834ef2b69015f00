"""Kinds of files, each with a writer of its own; a writer's libraries are loaded only when it is used.

A kind's module holds `OPTIONS` (fields of `Choices` that it takes and others do not), `write(job, progress)`, which
gives files by name, and `check(profile, product, files, facts)`, which gives findings. It may hold `settle(profile,
product, choices)`, which fills in its defaults and refuses what cannot be, and `ZIPPED = True` where the files go
into a zip as well.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from tt_print.errors import TemplateError
from tt_print.export.profiles import Profile

KINDS = {
    "pictures": "pictures",  # a PNG a face
    "press": "press",  # one PDF for a press
    "cutter": "cutter",  # sheets with registration marks, and their cuts
    "cutter-block": "block",  # a picture of a block of cards, and its cuts
    "box": "tuckbox",  # a box for the deck
    "table": "table",  # sheets of faces for a virtual table
}


def find_kind(profile: Profile) -> Any:
    """The module behind a profile. Raises TemplateError for a kind that there is not."""
    if profile.kind not in KINDS:
        raise TemplateError(
            f"templates/export/{profile.name}.toml: kind {profile.kind!r}; there are {', '.join(KINDS)}."
        )
    return import_module(f"tt_print.export.{KINDS[profile.kind]}")
