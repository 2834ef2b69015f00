"""Checks files against a profile: an export with its manifest, or a few files of anybody's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module

from tt_print.errors import InputError
from tt_print.export.job import Facts
from tt_print.export.kinds import MODULES
from tt_print.export.make import HOW_TO_NAME, MANIFEST_NAME
from tt_print.export.products import Product
from tt_print.export.profile_tables import Profile
from tt_print.export.profiles import P, known_profiles
from tt_print.preflight.findings import Finding
from tt_print.preflight.folder import check_manifest, read_facts, read_manifest
from tt_print.progress import Progress, unseen

Check = Callable[[P, Product, Mapping[str, bytes], Facts, Progress], list[Finding]]


def find_check(profile: P) -> Check[P]:
    """What checks files of the profile's kind, with facts as a manifest tells them."""
    check: Check[P]
    check = import_module(f"tt_print.preflight.{MODULES[profile.kind]}").check
    return check


def check_files(
    profile: Profile, product: Product, files: Mapping[str, bytes], progress: Progress = unseen
) -> list[Finding]:
    """All findings on files by name.

    Only what the manifest says is known of the deck; without one, rules on count and order do not apply.
    """
    facts = read_facts(read_manifest(files).get("facts"))
    wrong = []
    if facts.profile not in (None, profile.name):
        wrong = [Finding("profile", MANIFEST_NAME, f"made for {facts.profile}", f"made for {profile.name}")]
        if facts.profile not in [other.name for other in known_profiles() if other.kind == profile.kind]:
            return wrong  # files of another kind altogether
    own = {name: data for name, data in files.items() if name not in (MANIFEST_NAME, HOW_TO_NAME)}
    try:
        return wrong + check_manifest(files) + find_check(profile)(profile, product, own, facts, progress)
    except InputError as error:  # a manifest that tells of what cannot be made
        return [*wrong, Finding("manifest", MANIFEST_NAME, str(error), "the manifest as tt-print wrote it")]
