"""What `tt-print export` says about the files that it made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tt_print.cli.common import back_lines

if TYPE_CHECKING:
    from tt_print.cli.request_commands import AnswerContext


def lines(printed: AnswerContext) -> list[str]:
    job, made = printed.answer.made
    folder = (printed.out / "export" / job.stem).as_posix()
    count = len(printed.written) - (made.archive is not None)
    dpi = f" at {job.choices.dpi} dpi" if job.choices.dpi else ""
    what = f"{job.profile.title}, {job.product.title}{dpi}; {job.title}, {len(job.fronts)} cards in all"
    found = [f"Wrote {folder}/   {count} files: {what}"]
    if made.archive is not None:
        found.append(f"      {folder}.zip   the same in one file")
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
