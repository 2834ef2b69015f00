"""From a job to the files of an export: written, looked over, and listed in a manifest; only then handed over."""

from __future__ import annotations

from collections.abc import Mapping

from tt_print.drawing.shapes import Drawing
from tt_print.errors import ExportError
from tt_print.export.expected import Expected, ExpectedPicture, ExpectedText, compare, explain, read_file
from tt_print.export.folder import make_zip
from tt_print.export.job import Content, Job
from tt_print.export.manifest import MANIFEST_NAME, write_manifest
from tt_print.export.profile_tables import Profile
from tt_print.export.raster import render_pages
from tt_print.input_files import MEGABYTE, in_bytes
from tt_print.problems import Problem
from tt_print.progress import Progress
from tt_print.records import dataclass

# Twenty decks for a service that wants each card as a picture of its own are 2,700 files and 250 MB at 300 dpi.
MAX_EXPORT_BYTES = 590 * MEGABYTE  # a manifest and steps more, and it is what `folder` reads at most
HOW_TO_NAME = "HOW-TO.txt"
DPI = 300  # as it is written in pictures whose pixels alone count


@dataclass(frozen=True, slots=True)
class ExportResult:
    """`files` are the export itself, by name below its folder; `archive` is them in one zip, where that helps."""

    files: Mapping[str, bytes]
    archive: bytes | None

    @property
    def how_to(self) -> str:
        return self.files[HOW_TO_NAME].decode()


def make_files(job: Job[Profile], progress: Progress) -> ExportResult:
    """Raises ExportError when what was written is not what was planned; nothing has reached the disk then. Also raises Problem.

    Only what costs next to nothing is looked at: names, sizes, pages, the ink of the theme. The tests prove with other readers that
    a writer keeps the rules of its profile, and a check of the files also reads fonts, colors, and inks.
    """
    drawn = job.draw_files(progress)
    expected = job.expected_files(drawn)
    files = _fulfill(expected, drawn, progress)
    if (total := sum(map(len, files.values()))) > MAX_EXPORT_BYTES:
        raise Problem("too_large", "copies", other="dpi", size=in_bytes(total), most=in_bytes(MAX_EXPORT_BYTES))
    found = {name: read_file(name, data, ours=True) for name, data in files.items()}
    findings = compare(expected, found, job.profile) + job.check_inks() + job.check_together(found)
    if findings:
        reasons = "\n".join(explain(findings))
        raise ExportError(f"what came out breaks the rules of {job.profile.name}, so nothing was written:\n{reasons}")
    trim = job.box.trim
    words = {
        "product": job.product.title, "cards": len(job.fronts), "deck": job.title, "stem": job.stem,
        "size_mm": f"{trim.width:g} x {trim.height:g} mm", **job.how_to_words(),
    }  # fmt: skip
    how_to = [job.profile.fill("how_to", line, words) for line in job.profile.how_to]
    files[HOW_TO_NAME] = ("\n".join(how_to) + "\n").encode()
    files[MANIFEST_NAME] = write_manifest(job, files)
    return ExportResult(files, make_zip(files) if job.is_zipped else None)


def _fulfill(expected: Mapping[str, Expected], drawn: Mapping[str, Content], progress: Progress) -> dict[str, bytes]:
    """Each file of the list. Pictures of one size are drawn together, and one that has several names is drawn once."""
    files: dict[str, bytes] = {}
    alike: dict[tuple[tuple[int, int], int], dict[str, Drawing]] = {}
    for name, content in drawn.items():
        wanted, files[name] = expected.get(name), b""
        if isinstance(content, bytes):
            files[name] = content
        elif isinstance(wanted, ExpectedPicture) and isinstance(content, Drawing):
            alike.setdefault((wanted.size_px, wanted.dpi or DPI), {})[name] = content
    for (size_px, dpi), named in alike.items():
        once = {id(drawing): drawing for drawing in named.values()}
        pictures = dict(zip(once, render_pages([*once.values()], size_px, dpi, progress), strict=True))
        files |= {name: pictures[id(drawing)] for name, drawing in named.items()}
    return files | {
        name: wanted.texts[0] for name, wanted in expected.items() if isinstance(wanted, ExpectedText) and wanted.texts
    }
