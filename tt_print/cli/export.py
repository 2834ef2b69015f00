"""What `tt-print export` says about the files that it made, and the check of files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from tt_print.cli.common import back_lines
from tt_print.core.commands.common import Answer

if TYPE_CHECKING:
    from tt_print.cli.requested import Own, Printed
    from tt_print.core.commands.export import Export
    from tt_print.core.world import Call


def lines(printed: Printed) -> list[str]:
    if printed.answer.kind:
        checked: list[str] = printed.answer.made
        return checked
    job, made = printed.answer.made
    folder = (printed.out / "export" / job.stem).as_posix()
    count = len(printed.written) - (made.archive is not None)
    dpi = f" at {job.choices.dpi} dpi" if job.choices.dpi else ""
    what = f"{job.profile.title}, {job.product.title}{dpi}; {job.title}, {len(job.fronts)} cards in all"
    found = [f"Wrote {folder}/   {count} files: {what}"]
    if made.archive is not None:
        found.append(f"      {folder}.zip   the same in one file")
    found.append(f"  All files are whole and of the right size. To check them again: tt-print export --check {folder}")
    cap = job.box.index_cap_mm(job.theme)
    if cap < 7 and job.profile.kind != "box":
        found.append(f"  Corner figures come out {cap:.1f} mm high, not the 7 mm that read well in a fan.")
    return [*found, *back_lines(job.artwork, job.back_notes), "", *_whole_steps(made.how_to.splitlines()[2:])]


def _whole_steps(lines: list[str]) -> list[str]:
    """Each step as one line, which a terminal breaks as it is wide; the file has them in lines of its own."""
    steps: list[str] = []
    for line in lines:
        if line.startswith("   ") and steps and steps[-1][:1].isdigit():
            steps[-1] += f" {line.strip()}"
        else:
            steps.append(line)
    return steps


def answer(request: Export, call: Call, own: Own) -> Answer:
    """Also whether files, of anybody, are what a profile wants."""
    if not request.check:
        return request.answer(call)
    from tt_print.export.folder import open_files

    with open_files(Path(request.check)) as files:
        return _check(request, files, call)


def _check(request: Export, files: Mapping[str, bytes], call: Call) -> Answer:
    from tt_print.cli.requested import said
    from tt_print.errors import InputError
    from tt_print.export.check import check_files
    from tt_print.export.expected import explain
    from tt_print.export.manifest import read_manifest, read_origin
    from tt_print.export.profiles import find_profile
    from tt_print.requests.refusal import RefusedError, refusing

    path, manifest = Path(request.check).as_posix(), read_manifest(files)
    facts, origin = manifest.get("facts", {}), read_origin(manifest)
    if not (name := request.profile or str(facts.get("profile", ""))):
        raise InputError(f"{path} does not say whom it is for. {said(request.refused('missing', 'profile'))}")
    with refusing(type(request)):
        profile = find_profile(name)
        product = request.product or (str(facts.get("product", "")) if facts.get("profile") == profile.name else "")
        found = profile.find_product(product)
        checked = check_files(
            profile,
            found,
            files,
            lambda problem: said(RefusedError(type(request), [problem])),
            call.progress,
            request.dpi,
        )
    findings = checked.findings
    data = {
        "profile": profile.name, "product": found.name, "dpi": checked.dpi, "file_count": len(files), "passed": not findings,
        "findings": [{"rule": f.rule, "where": f.where, "expected": f.expected, "got": f.actual} for f in findings],
        "made_from": {"version": origin.version, "same_texts": origin.same_texts} if origin else None,
    }  # fmt: skip
    purpose = f"{profile.title}, {found.title}" + (f" at {checked.dpi} dpi" if checked.dpi else "")
    if findings:
        count = "1 finding" if len(findings) == 1 else f"{len(findings)} findings"
        return Answer(data, {}, [f"{path}: {count} for {purpose}:", *explain(findings)], status=1, kind="export check")
    many = "1 file" if len(files) == 1 else f"{len(files)} files"
    told = [f"{path}: {many}, good for {purpose}."]
    if origin:
        told.append(
            f"  Made by tt_print {origin.version} from the texts and faces that this version has."
            if origin.same_texts
            else f"  Made by tt_print {origin.version} from other texts or faces than this version has: order no cards to add to "
            "it from new files."
        )
    return Answer(data, {}, told, kind="export check")
