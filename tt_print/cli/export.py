"""What `tt-print export` says about the files that it made, and about those that it checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tt_print.cli.common import back_lines

if TYPE_CHECKING:
    from tt_print.cli.request_commands import AnswerContext


def lines(printed: AnswerContext) -> list[str]:
    if printed.answer.kind:
        return _check_lines(printed)
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


def _check_lines(printed: AnswerContext) -> list[str]:
    from tt_print.export.expected import explain

    data, looked = printed.answer.data, printed.answer.made
    path, purpose = looked.path.as_posix(), looked.purpose + (f" at {data['dpi']} dpi" if data["dpi"] else "")
    if looked.findings:
        count = "1 finding" if len(looked.findings) == 1 else f"{len(looked.findings)} findings"
        return [f"{path}: {count} for {purpose}:", *explain(looked.findings)]
    many = "1 file" if data["file_count"] == 1 else f"{data['file_count']} files"
    lines = [f"{path}: {many}, good for {purpose}."]
    if origin := data["made_from"]:
        made = f"  Made by tt_print {origin['version']} from"
        lines.append(
            f"{made} the texts and faces that this version has."
            if origin["same_texts"]
            else f"{made} other texts or faces than this version has: order no cards to add to it from new files."
        )
    return lines
