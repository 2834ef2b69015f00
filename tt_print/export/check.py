"""Checks files against what a profile expects: an export with its manifest, or anybody's folder, zip, PDF or picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from time import monotonic
from typing import NamedTuple

from tt_print.errors import InputError
from tt_print.export.expected import FileFacts, compare, read_file
from tt_print.export.findings import Finding
from tt_print.export.folder import check_manifest, read_facts, read_manifest
from tt_print.export.job import Facts
from tt_print.export.kinds import find_kind
from tt_print.export.make import HOW_TO_NAME, MANIFEST_NAME
from tt_print.export.pdf_reading import SECONDS
from tt_print.export.products import Product
from tt_print.export.profile_tables import PixelProfile, Profile
from tt_print.export.profiles import P, known_profiles
from tt_print.incoming import in_bytes
from tt_print.progress import Progress, unseen, walk

MAX_TEXTS_BYTES = 20_000_000


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

    What the manifest says of the deck is believed. Without one the files are compared with everything that they may be, and the
    findings are those of the nearest. Raises InputError for a `dpi` that the profile does not take.
    """
    manifest = read_manifest(files)
    facts = read_facts(manifest.get("facts"))
    if dpi is not None:
        facts = replace(facts, dpi=_asked(profile, product, dpi))
    wrong = []
    if facts.profile not in (None, profile.name):
        wrong = [Finding("profile", MANIFEST_NAME, f"made for {facts.profile}", f"made for {profile.name}")]
        kin = [other.name for other in known_profiles() if _are_kin(profile, other)]
        if facts.profile not in kin:
            return Checked(wrong, None)  # files of another kind altogether
    found: dict[str, FileFacts] = {}
    hashes, texts, end = {}, 0, monotonic() + SECONDS
    for name in walk([name for name in files if name != MANIFEST_NAME], "Looking at files", progress):
        data = files[name]
        hashes[name] = sha256(data).hexdigest()
        if name != HOW_TO_NAME:
            found[name] = read_file(name, data, seconds=end - monotonic())
            texts += len(found[name].text)
        if texts > MAX_TEXTS_BYTES:
            raise InputError(
                f"there are more than {in_bytes(MAX_TEXTS_BYTES)} of lists and cut files, and no export has as many."
            )
        del data  # before the next one is read
    if MANIFEST_NAME in files:
        wrong += check_manifest(manifest, hashes)
    try:
        findings, density = min(
            (
                _compare(profile, product, tried, found, files)
                for tried in _possible_facts(profile, product, facts, found)
            ),
            key=lambda compared: len(compared[0]),
        )
    except InputError as error:  # a manifest that tells of what cannot be made
        return Checked([*wrong, Finding("manifest", MANIFEST_NAME, str(error), "the whole folder of one export")], None)
    return Checked(wrong + findings, density)


def _possible_facts(profile: P, product: Product, facts: Facts, found: Mapping[str, FileFacts]) -> Iterator[Facts]:
    """What the files may be: as the manifest says, else at each density and with whatever else a kind of files leaves open."""
    densities: tuple[int | None, ...] = (facts.dpi,)
    if isinstance(profile, PixelProfile) and facts.profile != profile.name and facts.dpi is None:
        densities = (None, *profile.densities(product))
    for dpi in densities:
        yield from find_kind(profile).possible_facts(profile, product, replace(facts, dpi=dpi), found)


def _compare(
    profile: P, product: Product, facts: Facts, found: Mapping[str, FileFacts], files: Mapping[str, bytes]
) -> tuple[list[Finding], int | None]:
    """What is wrong with the files if they are of these facts, and their density."""
    kind, density = find_kind(profile), None
    if isinstance(profile, PixelProfile):
        density = profile.resolve_dpi(product, facts.dpi)
        product = profile.sized(product, density)
    usual: dict[str, FileFacts] = {}
    shown: dict[str, str] = {}
    twice: list[Finding] = []
    for name, held in found.items():
        own = kind.usual_name(name)
        if own in usual:
            twice.append(Finding("files", name, f"there is {shown[own]} as well", "each file once"))
        else:
            usual[own], shown[own] = held, name
    expected = kind.expected_files(profile, product, facts, usual)
    findings = compare(expected, usual, profile)
    if len(found) == 1 and MANIFEST_NAME not in files:  # a file by itself
        findings = [finding for finding in findings if finding.actual != "missing"]
    findings += kind.check_together(profile, product, facts, usual)
    for own, name in shown.items():  # as it is called there
        if own != name:
            findings = [replace(finding, where=finding.where.replace(own, name)) for finding in findings]
    return twice + findings, profile.density(product, density)


def _are_kin(one: Profile, other: Profile) -> bool:
    """Whether one holds all kinds of files that the other does."""
    return isinstance(one, type(other)) or isinstance(other, type(one))


def _asked(profile: Profile, product: Product, dpi: int) -> int:
    if not isinstance(profile, PixelProfile):
        raise InputError(f"{profile.name} takes no --dpi, for {profile.no_dpi}. Leave out --dpi.")
    profile.resolve_dpi(product, dpi)
    return dpi
