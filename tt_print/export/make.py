"""From a job to the files of an export: written, looked over, and listed in a manifest; only then handed over."""

from __future__ import annotations

from collections.abc import Mapping

from tt_print.errors import ExportError, TemplateError
from tt_print.export.expected import compare, explain, read_file
from tt_print.export.folder import make_zip
from tt_print.export.job import Job
from tt_print.export.kinds import find_kind
from tt_print.export.manifest import MANIFEST_NAME, write_manifest
from tt_print.export.profiles import P
from tt_print.incoming import MEGABYTE, in_bytes
from tt_print.problems import Problem
from tt_print.progress import Progress
from tt_print.records import dataclass

# Twenty decks for a service that wants each card as a picture of its own are 2,700 files and 250 MB at 300 dpi.
MAX_EXPORT_BYTES = 590 * MEGABYTE  # a manifest and steps more, and it is what `folder` reads at most
HOW_TO_NAME = "HOW-TO.txt"


@dataclass(frozen=True, slots=True)
class Made:
    """`files` are the export itself, by name below its folder; `archive` is them in one zip, where that helps."""

    files: Mapping[str, bytes]
    archive: bytes | None

    @property
    def how_to(self) -> str:
        return self.files[HOW_TO_NAME].decode()


def make_files(job: Job[P], progress: Progress) -> Made:
    """Raises ExportError when what was written is not what was planned; nothing has reached the disk then. Also raises Problem.

    Only what costs next to nothing is looked at: names, sizes, pages, the ink of the theme. The tests prove with other readers that
    a writer keeps the rules of its profile, and a check of the files reads fonts, colors and inks too.
    """
    kind = find_kind(job.profile)
    files = kind.write(job, progress)
    if (total := sum(map(len, files.values()))) > MAX_EXPORT_BYTES:
        raise Problem("too_large", "copies", other="dpi", size=in_bytes(total), most=in_bytes(MAX_EXPORT_BYTES))
    found = {name: read_file(name, data, ours=True) for name, data in files.items()}
    findings = compare(kind.expected_files(job, files), found, job.profile, ours=True)
    findings += kind.check_inks(job) + kind.check_together(job, found)
    if findings:
        reasons = "\n".join(explain(findings))
        raise ExportError(f"what came out breaks the rules of {job.profile.name}, so nothing was written:\n{reasons}")
    files[HOW_TO_NAME] = ("\n".join(_how_to_lines(job)) + "\n").encode()
    files[MANIFEST_NAME] = write_manifest(job, files)
    return Made(files, make_zip(files) if kind.is_zipped else None)


def _how_to_lines(job: Job[P]) -> list[str]:
    """What to do with the files. Raises TemplateError for braces that name nothing."""
    trim = job.product.box.trim
    words = {
        "product": job.product.title, "cards": len(job.fronts), "deck": job.title, "stem": job.stem,
        "size_mm": f"{trim.width:g} x {trim.height:g} mm",
        **find_kind(job.profile).how_to_words(job),
    }  # fmt: skip
    try:
        return [line.format_map(words) for line in job.profile.how_to]
    except (LookupError, ValueError, AttributeError, TypeError) as error:
        named = ", ".join(f"{{{name}}}" for name in words)
        raise TemplateError(
            f"templates/export/{job.profile.name}.toml: how_to has braces that name nothing ({error}). "
            f"There are {named}."
        ) from None
