"""From a job to the files of an export: written, looked over, and listed in a manifest; only then handed over."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from hashlib import sha256

from tt_print import __version__
from tt_print.artwork.tables import artwork_file
from tt_print.errors import ExportError, InputError, TemplateError
from tt_print.export.archive import make_zip
from tt_print.export.expected import compare, read_file
from tt_print.export.findings import explain
from tt_print.export.job import Job
from tt_print.export.kinds import find_kind
from tt_print.export.origin import read_work, texts_hash
from tt_print.export.profiles import P
from tt_print.incoming import MEGABYTE, in_bytes
from tt_print.progress import Progress
from tt_print.records import dataclass

# Twenty decks for a service that wants each card as a picture of its own are 2,700 files and 250 MB at 300 dpi.
MAX_EXPORT_BYTES = 590 * MEGABYTE  # a manifest and steps more, and it is what `folder` reads at most
MANIFEST_NAME, HOW_TO_NAME = "manifest.json", "HOW-TO.txt"


@dataclass(frozen=True, slots=True)
class Made:
    """`files` are the export itself, by name below its folder; `archive` is them in one zip, where that helps."""

    files: Mapping[str, bytes]
    archive: bytes | None

    @property
    def how_to(self) -> str:
        return self.files[HOW_TO_NAME].decode()


def make_files(job: Job[P], progress: Progress) -> Made:
    """Raises ExportError when what was written is not what was planned; nothing has reached the disk then.

    Only what costs next to nothing is looked at: names, sizes, pages, the ink of the theme. The tests prove with other readers that
    a writer keeps the rules of its profile, and `export --check` reads fonts, colors and inks too.
    """
    kind = find_kind(job.profile)
    files = kind.write(job, progress)
    if (total := sum(map(len, files.values()))) > MAX_EXPORT_BYTES:
        raise InputError(
            f"these files are {in_bytes(total)}, more than the {in_bytes(MAX_EXPORT_BYTES)} that an export may have. Make "
            "fewer --copies, or choose a smaller --dpi."
        )
    facts, found = job.facts(), {name: read_file(name, data, ours=True) for name, data in files.items()}
    expected = kind.expected_files(job.profile, job.product, facts, files)
    findings = compare(expected, found, job.profile, ours=True) + kind.check_inks(job)
    findings += kind.check_together(job.profile, job.product, facts, found)
    if findings:
        reasons = "\n".join(explain(findings))
        raise ExportError(f"what came out breaks the rules of {job.profile.name}, so nothing was written:\n{reasons}")
    files[HOW_TO_NAME] = ("\n".join(how_to_lines(job)) + "\n").encode()
    files[MANIFEST_NAME] = _manifest(job, files)
    return Made(files, make_zip(files) if kind.zipped else None)


def _manifest(job: Job[P], files: Mapping[str, bytes]) -> bytes:
    listed = {name: {"bytes": len(data), "sha256": sha256(data).hexdigest()} for name, data in files.items()}
    about = "Triple Topper by Brian Ciesicki; files by tt_print. This names every file of the export."
    manifest: dict[str, object] = {
        "about": about, "tt_print": __version__, "texts": texts_hash(job.profile), "work": asdict(read_work()),
        **({"theme": asdict(job.theme.origin)} if job.theme.origin else {}),
        "facts": job.facts().as_json(), "files": listed,
    }  # fmt: skip
    if job.artwork is not None:
        manifest["back"] = artwork_file().words.rights
    return (json.dumps(manifest, indent=1, ensure_ascii=False) + "\n").encode()


def how_to_lines(job: Job[P]) -> list[str]:
    """What to do with the files. Raises TemplateError for braces that name nothing."""
    words = _words(job)
    try:
        return [line.format_map(words) for line in job.profile.how_to]
    except (LookupError, ValueError, AttributeError, TypeError) as error:
        named = ", ".join(f"{{{name}}}" for name in words)
        raise TemplateError(
            f"templates/export/{job.profile.name}.toml: how_to has braces that name nothing ({error}). "
            f"There are {named}."
        ) from None


def _words(job: Job[P]) -> dict[str, object]:
    """What a how-to may name in braces."""
    trim = job.product.box.trim
    return {
        "product": job.product.title, "cards": len(job.fronts), "deck": job.title, "stem": job.stem,
        "size_mm": f"{trim.width:g} x {trim.height:g} mm",
        **find_kind(job.profile).how_to_words(job),
    }  # fmt: skip
