"""From a job to files that passed: write, read back, compare with the profile, and only then hand over."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from tt_print import __version__
from tt_print.deck import DECKS
from tt_print.errors import InputError, PreflightError
from tt_print.export.job import Facts, Job
from tt_print.export.kinds import find_kind
from tt_print.export.preflight import (
    HOW_TO_NAME,
    MANIFEST_NAME,
    Finding,
    check_manifest,
    explain,
    read_manifest,
    read_zip,
)
from tt_print.export.profiles import Product, Profile, known_profiles

# Label and number of steps; what it opens is told of each step by `update(1)`.
Progress = Callable[[str, int], AbstractContextManager[Any]]


@dataclass(frozen=True, slots=True)
class Made:
    """`files` are the export itself, by name below its folder; `archive` is them in one zip, where that helps."""

    files: Mapping[str, bytes]
    archive: bytes | None

    @property
    def how_to(self) -> str:
        return self.files[HOW_TO_NAME].decode()


def make_files(job: Job, progress: Progress) -> Made:
    """Raises PreflightError when what was written breaks its profile; nothing has reached the disk then."""
    kind = find_kind(job.profile)
    files = dict(kind.write(job, progress))
    how_to = [line.format_map(_words(job, files)) for line in job.profile["how_to"]]
    files[HOW_TO_NAME] = ("\n".join(how_to) + "\n").encode()
    files[MANIFEST_NAME] = _manifest(job, files)
    archive = make_zip(files) if getattr(kind, "ZIPPED", False) else None
    findings = check_files(job.profile, job.product, files)
    if archive is not None and read_zip(archive, f"{job.stem}.zip") != files:
        findings.append(Finding("zip", f"{job.stem}.zip", "other files than in the folder", "the same"))
    if findings:
        told = "\n".join(explain(findings))
        raise PreflightError(f"what came out breaks the rules of {job.profile.name}, so nothing was written:\n{told}")
    return Made(files, archive)


def check_files(profile: Profile, product: Product, files: Mapping[str, bytes]) -> list[Finding]:
    """All findings on files, which may be an export with its manifest or a few files of anybody's.

    Only what the manifest says is known of the deck; without one, rules on count and order do not apply.
    """
    facts = _known(read_manifest(files).get("facts"))
    wrong = []
    if facts.get("profile", profile.name) != profile.name:
        wrong = [Finding("profile", MANIFEST_NAME, f"made for {facts['profile']}", f"made for {profile.name}")]
        if facts["profile"] not in [other.name for other in known_profiles() if other.kind == profile.kind]:
            return wrong  # files of another kind altogether
    own = {name: data for name, data in files.items() if name not in (MANIFEST_NAME, HOW_TO_NAME)}
    try:
        return wrong + check_manifest(files) + find_kind(profile).check(profile, product, own, facts)
    except InputError as error:  # a manifest that tells of what cannot be made
        return [*wrong, Finding("manifest", MANIFEST_NAME, str(error), "the manifest as tt-print wrote it")]


def _known(facts: object) -> Facts:
    """What a manifest says, as far as it has the form that we give it; somebody may have edited it."""
    if not isinstance(facts, dict) or not isinstance(facts.get("profile", ""), str):
        return {}
    if facts.get("deck", "full") not in DECKS:
        return {}
    codes = facts.get("codes")
    if "codes" in facts and not (isinstance(codes, list) and all(isinstance(code, str) for code in codes)):
        return {}
    plain = {
        "copies": int, "marks": int, "max_px": int,
        "paper": str, "thickness": str, "deck": str, "order": str, "product": str,
    }  # fmt: skip
    return facts if all(isinstance(facts[key], kind) for key, kind in plain.items() if key in facts) else {}


def make_zip(files: Mapping[str, bytes]) -> bytes:
    """A zip without a clock: the first day that zip knows, files in order, stored because PNG is compressed."""
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w", zipfile.ZIP_STORED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            archive.writestr(entry, data)
    return output.getvalue()


def _manifest(job: Job, files: Mapping[str, bytes]) -> bytes:
    listed = {name: {"bytes": len(data), "sha256": sha256(data).hexdigest()} for name, data in files.items()}
    about = "Triple Topper by Brian Ciesicki; files by tt_print. This names every file of the export."
    manifest = {"about": about, "tt_print": __version__, "facts": job.facts(), "files": listed}
    return (json.dumps(manifest, indent=1, ensure_ascii=False) + "\n").encode()


def _words(job: Job, files: Mapping[str, bytes]) -> dict[str, Any]:
    """What a how-to may name in braces."""
    trim = job.product.box.trim
    kind = find_kind(job.profile)
    own = kind.words(job, files) if hasattr(kind, "words") else {}
    return {
        "product": job.product.title, "cards": len(job.fronts), "deck": job.title, "stem": job.stem,
        "size_mm": f"{trim.width_mm:g} x {trim.height_mm:g} mm", "card": job.product.data.get("card", job.product.name),
        **own,
    }  # fmt: skip
