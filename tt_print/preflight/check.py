"""Checks files against a profile: an export with its manifest, or a few files of anybody's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import NamedTuple

from tt_print.errors import InputError
from tt_print.export.job import Facts
from tt_print.export.kinds import MODULES
from tt_print.export.make import HOW_TO_NAME, MANIFEST_NAME
from tt_print.export.products import Product
from tt_print.export.profile_tables import PixelProfile, Profile
from tt_print.export.profiles import P, known_profiles
from tt_print.preflight.density import density_of
from tt_print.preflight.findings import Finding
from tt_print.preflight.folder import check_manifest, read_facts, read_manifest
from tt_print.progress import Progress, unseen
from tt_print.records import replace

Check = Callable[[P, Product, Mapping[str, bytes], Facts, Progress], list[Finding]]


def find_check(profile: P) -> Check[P]:
    """What checks files of the profile's kind, with facts as a manifest tells them."""
    check: Check[P]
    check = import_module(f"tt_print.preflight.{MODULES[profile.kind]}").check
    return check


class Checked(NamedTuple):
    """`dpi` is the density at which pictures were looked at, None where none counts."""

    findings: list[Finding]
    dpi: int | None


def check_files(
    profile: Profile,
    product: Product,
    files: Mapping[str, bytes],
    progress: Progress = unseen,
    dpi: int | None = None,
) -> Checked:
    """All findings on files by name, at the density `dpi`, or without it at the one at which they are.

    Only what the manifest says is known of the deck; without one, rules on count and order do not apply. Raises
    InputError for a `dpi` that the profile does not take.
    """
    facts = read_facts(read_manifest(files).get("facts"))
    if dpi is not None:
        facts = replace(facts, dpi=_asked(profile, product, dpi))
    wrong = []
    if facts.profile not in (None, profile.name):
        wrong = [Finding("profile", MANIFEST_NAME, f"made for {facts.profile}", f"made for {profile.name}")]
        kin = [other.name for other in known_profiles() if _are_kin(profile, other)]
        if facts.profile not in kin:
            return Checked(wrong, None)  # files of another kind altogether
    own = {name: data for name, data in files.items() if name not in (MANIFEST_NAME, HOW_TO_NAME)}
    found = None
    try:
        if isinstance(profile, PixelProfile):
            found = density_of(profile, product, own.values(), facts)
            product = profile.sized(product, found)
        wrong += check_manifest(files) + find_check(profile)(profile, product, own, facts, progress)
    except InputError as error:  # a manifest that tells of what cannot be made
        wrong.append(Finding("manifest", MANIFEST_NAME, str(error), "the manifest as tt-print wrote it"))
    return Checked(wrong, profile.density(product, found))


def _are_kin(one: Profile, other: Profile) -> bool:
    """Whether one holds all kinds of files that the other does."""
    return isinstance(one, type(other)) or isinstance(other, type(one))


def _asked(profile: Profile, product: Product, dpi: int) -> int:
    if not isinstance(profile, PixelProfile):
        raise InputError(f"{profile.name} takes no --dpi, for {profile.no_dpi}. Leave out --dpi.")
    profile.resolve_dpi(product, dpi)
    return dpi
