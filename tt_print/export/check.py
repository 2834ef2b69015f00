"""Checks files against what a profile expects: an export with its manifest, or anybody's folder, zip, PDF or picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from time import monotonic
from typing import NamedTuple

from tt_print.errors import InputError
from tt_print.export.choices import Choices
from tt_print.export.expected import FileFacts, Finding, compare, read_file
from tt_print.export.job import Job, find_kind, refuse_foreign
from tt_print.export.make import HOW_TO_NAME
from tt_print.export.manifest import MANIFEST_NAME, check_manifest, read_choices, read_manifest
from tt_print.export.pdf_reading import SECONDS
from tt_print.export.products import Product
from tt_print.export.profile_tables import PixelProfile, Profile
from tt_print.export.profiles import read_profiles
from tt_print.input_files import in_bytes
from tt_print.problems import Problem
from tt_print.progress import Progress, unseen, walk

MAX_TEXTS_BYTES = 20_000_000


class FileCheck(NamedTuple):
    """`dpi` is the density at which pictures were looked at, None where none counts."""

    findings: list[Finding]
    dpi: int | None


def check_files(
    profile: Profile, product: Product, files: Mapping[str, bytes], explain: Callable[[InputError], str],
    progress: Progress = unseen, dpi: int | None = None,
) -> FileCheck:  # fmt: skip
    """All findings on files by name, at the density `dpi`, or without it at the one at which they are.

    What the manifest says of the deck is believed. Without one the files are compared with everything that they may be, and the
    findings are those of the nearest. `explain` says in words why what a manifest tells of cannot be. Raises Problem for a `dpi`
    that the profile does not take.
    """
    manifest = read_manifest(files)
    choices = read_choices(manifest.get("facts", {}))
    if dpi is not None:
        refuse_foreign(profile, Choices(dpi=dpi))
        assert isinstance(profile, PixelProfile)
        profile.sized(product, dpi)
        choices = replace(choices, dpi=dpi)
    wrong = []
    if choices.profile not in ("", profile.name):
        wrong = [Finding("profile", MANIFEST_NAME, f"made for {choices.profile}", f"made for {profile.name}")]
        other = read_profiles().found.get(choices.profile)
        if not (isinstance(other, type(profile)) or (other is not None and isinstance(profile, type(other)))):
            return FileCheck(wrong, None)  # files of another kind altogether
    found: dict[str, FileFacts] = {}
    hashes, texts, end = {}, 0, monotonic() + SECONDS
    for name in walk([name for name in files if name != MANIFEST_NAME], "Looking at files", progress):
        data = files[name]
        hashes[name] = sha256(data).hexdigest()
        if name != HOW_TO_NAME:
            found[name] = read_file(name, data, seconds=end - monotonic())
            texts += len(found[name].text)
        if texts > MAX_TEXTS_BYTES:
            raise Problem("export.texts_large", most=in_bytes(MAX_TEXTS_BYTES))
        del data  # before the next one is read
    alone = len(found) == 1 and MANIFEST_NAME not in files
    if MANIFEST_NAME in files:
        wrong += check_manifest(manifest, hashes)
    try:
        jobs = _possible_jobs(find_kind(profile)(profile, product, choices), found)
        tried = [FileCheck(_compare(job, found, alone), job.dpi) for job in jobs]
    except InputError as error:  # a manifest that tells of what cannot be made
        return FileCheck(
            [*wrong, Finding("manifest", MANIFEST_NAME, explain(error), "the whole folder of one export")], None
        )
    best = min(tried, key=lambda checked: len(checked.findings))
    return FileCheck(wrong + best.findings, best.dpi)


def _possible_jobs(job: Job[Profile], found: Mapping[str, FileFacts]) -> Iterator[Job[Profile]]:
    """What the files may be: as the manifest says, else at each density and with whatever else a kind of files leaves open."""
    profile, product, dpi = job.profile, job.product, job.choices.dpi
    densities = (dpi,) if job.is_signed or dpi is not None else (None, *profile.densities(product))
    for dpi in densities:
        sized = profile.sized(product, dpi) if isinstance(profile, PixelProfile) else product
        one = replace(job, product=sized, choices=replace(job.choices, dpi=dpi))
        for choices in one.possible_choices(found):
            yield replace(one, choices=choices)


def _compare(job: Job[Profile], found: Mapping[str, FileFacts], alone: bool) -> list[Finding]:
    """What is wrong with the files if they are of this job; of a file `alone` not that others are missing."""
    usual: dict[str, FileFacts] = {}
    shown: dict[str, str] = {}
    twice: list[Finding] = []
    for name, held in found.items():
        own = job.usual_name(name)
        if own in usual:
            twice.append(Finding("files", name, f"there is {shown[own]} as well", "each file once"))
        else:
            usual[own], shown[own] = held, name
    findings = compare(job.expected_files(usual), usual, job.profile)
    if alone:
        findings = [finding for finding in findings if finding.actual != "missing"]
    findings += job.check_together(usual)
    for own, name in shown.items():  # as it is called there
        if own != name:
            findings = [replace(finding, where=finding.where.replace(own, name)) for finding in findings]
    return twice + findings
