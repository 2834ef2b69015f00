"""From a job to the files of an export: pictures drawn on all cores, steps for people, and a manifest that lists them all."""

from __future__ import annotations

import io
import json
import os
import zipfile
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict
from hashlib import sha256
from typing import TypeVar

from tt_print import __version__
from tt_print.artwork.read import artwork_file
from tt_print.drawing.shapes import Drawing
from tt_print.export.job import Content, Job
from tt_print.export.profile_tables import Profile
from tt_print.files.data import MEGABYTE, in_bytes
from tt_print.problems import Problem
from tt_print.records import dataclass
from tt_print.render.progress import Progress
from tt_print.templates import read_toml

MAX_PIXEL_BYTES = 256_000_000  # of pictures that wait at a time: five cards at 1200 dpi, on however many cores
Item = TypeVar("Item")
Result = TypeVar("Result")


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def room_for(size_px: tuple[int, int]) -> int:
    """How many pictures of this size may be in memory at a time."""
    return max(1, MAX_PIXEL_BYTES // (3 * size_px[0] * size_px[1]))


def render_pages(drawings: Sequence[Drawing], size_px: tuple[int, int], dpi: int, progress: Progress) -> list[bytes]:
    """A PNG file of this size a drawing, in order; the number of workers changes no byte."""
    from tt_print.render.pdf import DocumentFacts, Page, render_pdf
    from tt_print.render.pixels import encode_png, open_pages

    pdf = render_pdf(
        [Page(drawing, str(index), drawing.title) for index, drawing in enumerate(drawings)], DocumentFacts("Cards")
    )
    width, height = size_px
    done = progress("Drawing cards", len(drawings))
    with open_pages(pdf) as pages:
        drawn = (pages.page_pixels(index, width, height) for index in range(len(drawings)))
        return on_all_cores(lambda pixels: encode_png(pixels, dpi), drawn, done=done, max_waiting=room_for(size_px))


def on_all_cores(
    work: Callable[[Item], Result],
    items: Iterable[Item],
    workers: int = 0,
    done: Callable[[], object] = lambda: None,
    max_waiting: int = 1000,
) -> list[Result]:
    """`work` of each item, in order. At most two items a worker wait at a time, and no more than `max_waiting`.

    Threads are enough: pdfium draws in one, and compressing, which takes longer, lets other threads run.
    """
    workers = min(workers or cores(), max_waiting)
    results: list[Result] = []
    if workers == 1:  # one item at a time: a sheet of faces has 50 MB
        for result in map(work, items):
            results.append(result)
            done()
        return results
    waiting: deque[Future[Result]] = deque()
    with ThreadPoolExecutor(workers) as pool:
        for item in items:
            waiting.append(pool.submit(work, item))
            if len(waiting) >= min(2 * workers, max_waiting):
                results.append(waiting.popleft().result())
                done()
        for future in waiting:
            results.append(future.result())
            done()
    return results


# They are in memory all at a time. Twenty decks as pictures for a service are 2,700 files and 250 MB at 300 dpi.
MAX_EXPORT_BYTES = 590 * MEGABYTE
HOW_TO_NAME, MANIFEST_NAME = "HOW-TO.txt", "manifest.json"


@dataclass(frozen=True, slots=True)
class ExportResult:
    """`files` are the export itself, by name below its folder; `archive` is them in one zip, where that helps."""

    files: Mapping[str, bytes]
    archive: bytes | None

    @property
    def how_to(self) -> str:
        return self.files[HOW_TO_NAME].decode()


def make_files(job: Job[Profile], progress: Progress) -> ExportResult:
    """Raises ExportError for what the profile does not take; nothing has reached the disk then. Also raises Problem."""
    files = _write(job.draw_files(progress), progress)
    if (total := sum(map(len, files.values()))) > MAX_EXPORT_BYTES:
        raise Problem("too_large", "copies", other="dpi", size=in_bytes(total), most=in_bytes(MAX_EXPORT_BYTES))
    limit = job.profile.max_file_bytes
    for name, data in files.items():
        if limit is not None and len(data) > limit:
            raise job.broken(f"{name}: file size: {len(data):,} bytes; wanted: at most {limit:,}")
    trim = job.box.trim
    words = {
        "product": job.product.title, "cards": len(job.fronts), "deck": job.title, "stem": job.stem,
        "size_mm": f"{trim.width:g} x {trim.height:g} mm", **job.how_to_words(),
    }  # fmt: skip
    how_to = [job.profile.fill("how_to", line, words) for line in job.profile.how_to]
    files[HOW_TO_NAME] = ("\n".join(how_to) + "\n").encode()
    files[MANIFEST_NAME] = _write_manifest(job, files)
    return ExportResult(files, _make_zip(files) if job.is_zipped else None)


def _write(drawn: Mapping[str, Content], progress: Progress) -> dict[str, bytes]:
    """Pictures of one size are drawn together, and one that has several names is drawn once."""
    files: dict[str, bytes] = {}
    alike: dict[tuple[tuple[int, int], int], dict[str, Drawing]] = {}
    for name, content in drawn.items():
        files[name] = content if isinstance(content, bytes) else b""
        if not isinstance(content, bytes):
            alike.setdefault((content.size_px, content.dpi), {})[name] = content.drawing
    for (size_px, dpi), named in alike.items():
        once = {id(drawing): drawing for drawing in named.values()}
        pictures = dict(zip(once, render_pages([*once.values()], size_px, dpi, progress), strict=True))
        files |= {name: pictures[id(drawing)] for name, drawing in named.items()}
    return files


def _write_manifest(job: Job[Profile], files: Mapping[str, bytes]) -> bytes:
    """The choices, the files with their hashes, and whose work it is."""
    listed = {name: {"bytes": len(data), "sha256": sha256(data).hexdigest()} for name, data in files.items()}
    about = "Triple Topper by Brian Ciesicki; files by tt_print. This names every file of the export."
    manifest: dict[str, object] = {
        "about": about, "tt_print": __version__, "work": read_toml("work.toml"),
        **({"theme": asdict(job.theme.origin)} if job.theme.origin else {}),
        "facts": job.facts(), "files": listed,
    }  # fmt: skip
    if job.artwork is not None:
        manifest["back"] = artwork_file().words.rights
    return (json.dumps(manifest, indent=1, ensure_ascii=False) + "\n").encode()


def _make_zip(files: Mapping[str, bytes]) -> bytes:
    """A zip without a clock: the first day that zip knows, files in order, stored because PNG is compressed."""
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w", zipfile.ZIP_STORED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            archive.writestr(entry, data)
    return output.getvalue()
