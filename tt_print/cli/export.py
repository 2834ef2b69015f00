"""`tt-print export`: files for any printer, cutting machine, box or virtual table; and what is wrong with a file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from tt_print.cli.common import JSON, OUT, QUIET, default_paper, print_result, printed_code
from tt_print.cli.own_things import FORCE, back_lines

if TYPE_CHECKING:
    from tt_print.export.job import Job
    from tt_print.export.profile_tables import Profile

UNSET: Any = None


def command(
    profile: str = typer.Option(
        "",
        "--for",
        help="Whom the files are for: mpc, printshop, or another of tt-print list services.",
        metavar="NAME",
    ),
    check: Path = typer.Option(
        UNSET,
        "--check",
        help="Check a file, a folder or a zip instead of making one.",
        metavar="FILE",
        show_default=False,
    ),
    product: str = typer.Option(
        "", "--product", help="poker, bridge ...; without it the profile's first choice.", metavar="NAME"
    ),
    deck: str = typer.Option("full", "--deck", help="west (27 cards), squares (64) or full (125).", metavar="DECK"),
    jokers: bool = typer.Option(
        UNSET, "--jokers/--no-jokers", help="The two jokers; without this, with squares and full.", show_default=False
    ),
    chits: bool = typer.Option(True, "--chits/--no-chits", help="The three chits."),
    extras: bool = typer.Option(
        False, "--extras", help="Also pointers to cut out, what is in the deck, and the six games."
    ),
    copies: int = typer.Option(1, "--copies", help="How many decks; chits and extras come once.", metavar="N"),
    ink: str = typer.Option("color", "--ink", help="color, or low: black only, colors as hatching.", metavar="INK"),
    indices: int = typer.Option(4, "--indices", help="Corners with an index: 4 or 2.", metavar="4|2"),
    theme: str = typer.Option(
        "",
        "--theme",
        help="rich (by mail, print shops, screens), tab (your own printer), classic; without it the profile's; or your own.",
        metavar="THEME",
        show_default=False,
    ),
    paper: str = typer.Option(
        UNSET,
        "--paper",
        "-p",
        help="silhouette: a4 or letter; tuckbox: also a3 or tabloid.",
        metavar="PAPER",
        show_default=False,
    ),
    marks: int = typer.Option(UNSET, "--marks", help="silhouette: 3 marks, or 4.", metavar="3|4", show_default=False),
    backs: bool = typer.Option(
        UNSET, "--backs", help="silhouette: a page of backs behind each sheet.", show_default=False
    ),
    back: str = typer.Option(
        UNSET,
        "--back",
        help="Your own picture on the backs: a PNG or a JPEG.",
        metavar="PICTURE",
        show_default=False,
    ),
    cut_line: bool = typer.Option(UNSET, "--cut-line", help="printshop: the cut as a spot color.", show_default=False),
    order: str = typer.Option(
        UNSET,
        "--order",
        help="printshop: alternating, fronts-then-backs or one-back.",
        metavar="ORDER",
        show_default=False,
    ),
    thickness: str = typer.Option(
        UNSET,
        "--thickness",
        help="tuckbox: a card's thickness in mm, or a stock's name.",
        metavar="MM|NAME",
        show_default=False,
    ),
    sleeved: bool = typer.Option(UNSET, "--sleeved", help="tuckbox: for cards in sleeves.", show_default=False),
    dividers: bool = typer.Option(
        UNSET, "--dividers/--no-dividers", help="tuckbox: dividers for West and Squares.", show_default=False
    ),
    name: str = typer.Option(
        UNSET, "--name", help="tuckbox, tgc: whose it is, as The Millers.", metavar="NAME", show_default=False
    ),
    max_px: int = typer.Option(
        UNSET, "--max-px", help="virtual: longest side of a sheet; 4096.", metavar="PX", show_default=False
    ),
    url: str = typer.Option(
        UNSET, "--url", help="virtual: where the pictures will lie.", metavar="URL", show_default=False
    ),
    dpi: int = typer.Option(
        UNSET,
        "--dpi",
        help="Of pictures: 300, 600 ...; tt-print list services shows what each takes.",
        metavar="DPI",
        show_default=False,
    ),
    stock: str = typer.Option(
        UNSET,
        "--stock",
        help="mpc, printerstudio: card stock in order.xml, as in m31.",
        metavar="NAME",
        show_default=False,
    ),
    tuck_box: str = typer.Option(
        UNSET,
        "--tuck-box",
        help="tgc: the box, by the cards that it holds: 36, 54, 72, 90, 108; or none. Without it, as many as your cards need.",
        metavar="SIZE",
        show_default=False,
    ),
    booklet: str = typer.Option(
        UNSET,
        "--booklet",
        help="tgc: the games in the booklet, with commas; all; or none. Without it, all that the deck plays.",
        metavar="GAMES",
        show_default=False,
    ),
    booklet_size: str = typer.Option(
        UNSET,
        "--booklet-size",
        help="tgc: small (in short, fits the box), medium (larger type), large (a whole rule book a game).",
        metavar="SIZE",
        show_default=False,
    ),
    force: bool = FORCE,
    out: Path = OUT,
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> None:
    """Files for print services, print shops, cutting machines, a box, or a virtual table.

    Files are written only if they are whole and of the right size. --check also reads fonts, colors, ink and density, in anybody's files.

    \b
    Examples:
      tt-print export --for mpc
      tt-print export --for mpc --deck west --dpi 600
      tt-print export --for mpc --product standard --stock m31
      tt-print export --for tgc --product bridge --deck squares --ink low
      tt-print export --for tgc --booklet all --booklet-size large
      tt-print export --for printshop --cut-line --order one-back
      tt-print export --for tuckbox --thickness 0.28
      tt-print export --check output/export/mpc-poker
      tt-print export --check output/export/mpc-poker/back/back.png --for mpc
    """
    from tt_print.errors import InputError, join_words
    from tt_print.export.kinds import find_kind
    from tt_print.export.profiles import find_profile, known_profiles

    names = join_words((known.name for known in known_profiles()), "and")
    needs_profile = f"needs --for NAME. Profiles: {names}. Whom each suits: tt-print list services"
    if check is not None:
        from tt_print.export.folder import open_files

        with open_files(check) as read:
            if not (profile := profile or _made_for(read)):
                raise InputError(f"{check.as_posix()} does not say whom it is for: --check {needs_profile}")
            _check(check, read, find_profile(profile), product, dpi, as_json, quiet)
        return
    if not profile:
        raise InputError(f"export {needs_profile}")
    found = find_profile(profile)
    from tt_print.booklets.choices import fold_of
    from tt_print.cli.own_things import check_readable, is_no_picture
    from tt_print.cli.progress import shown_progress
    from tt_print.cli.writing import write_files
    from tt_print.export.job import Choices, make_job
    from tt_print.export.make import make_files

    if paper is None and "paper" in find_kind(found).options:
        paper = default_paper()
        if found.kind == "cutter":  # machines take few papers
            paper = fold_of(paper)[1]
    job = make_job(Choices(
        profile=found.name, product=product, deck=deck, jokers=jokers, chits=chits, extras=extras, copies=copies,
        ink_style=ink, indices=indices, theme=theme, paper=paper, marks=marks, backs=backs or None, cut_line=cut_line or None,
        order=order,
        thickness=thickness, sleeved=sleeved or None, dividers=dividers, name=name, max_px=max_px, url=url, stock=stock, dpi=dpi,
        tuck_box=tuck_box, booklet=booklet, booklet_size=booklet_size,
        back=None if is_no_picture(back) else back,
    ))  # fmt: skip
    check_readable(job.theme, force, at_press=found.kind == "press")
    with shown_progress(quiet or as_json) as progress:
        made = make_files(job, progress)
    files = {f"export/{job.stem}/{name}": data for name, data in made.files.items()}
    if made.archive is not None:
        files[f"export/{job.stem}.zip"] = made.archive
    written = write_files(out, files)
    result = {
        **job.facts().as_json(),
        "dpi": job.profile.density(job.product, job.choices.dpi),
        "codes": [printed_code(front.code) for front in job.fronts],
        "files": [path.as_posix() for path in written],
        "back_notes": job.back_notes,
        "checked": True,
        "how_to": made.how_to.splitlines(),
    }
    print_result(
        _summary_lines(job, out, written, made.archive is not None, made.how_to), "export", result, as_json, quiet
    )


def _summary_lines(job: Job[Profile], out: Path, written: list[Path], zipped: bool, how_to: str) -> list[str]:
    from tt_print.export.cardbox import index_cap_mm

    folder = (out / "export" / job.stem).as_posix()
    count = len(written) - zipped
    dpi = f" at {job.choices.dpi} dpi" if job.choices.dpi else ""
    what = f"{job.profile.title}, {job.product.title}{dpi}; {job.title}, {len(job.fronts)} cards in all"
    lines = [f"Wrote {folder}/   {count} files: {what}"]
    if zipped:
        lines.append(f"      {folder}.zip   the same in one file")
    lines.append(f"  All files are whole and of the right size. To check them again: tt-print export --check {folder}")
    cap = index_cap_mm(job.theme, job.product.box)
    if cap < 7 and job.profile.kind != "box":
        lines.append(f"  Corner figures come out {cap:.1f} mm high, not the 7 mm that read well in a fan.")
    lines += back_lines(job.artwork, job.back_notes)
    return [*lines, "", *_whole_steps(how_to.splitlines()[2:])]


def _whole_steps(lines: list[str]) -> list[str]:
    """Each step as one line, which a terminal breaks as it is wide; the file has them in lines of its own."""
    steps: list[str] = []
    for line in lines:
        if line.startswith("   ") and steps and steps[-1][:1].isdigit():
            steps[-1] += f" {line.strip()}"
        else:
            steps.append(line)
    return steps


def _made_for(files: Mapping[str, bytes]) -> str:
    """The profile that the manifest of our own folder or zip names; "" where there is none."""
    from tt_print.export.folder import read_manifest

    facts = read_manifest(files).get("facts")
    return str(facts.get("profile", "")) if isinstance(facts, dict) else ""


def _check(
    path: Path, files: Mapping[str, bytes], profile: Profile, product: str, dpi: int | None, as_json: bool, quiet: bool
) -> None:
    """Exit status 1 when a rule is broken."""
    from tt_print.cli.progress import shown_progress
    from tt_print.export.check import check_files
    from tt_print.export.findings import explain
    from tt_print.export.folder import read_manifest, read_origin

    manifest = read_manifest(files)
    facts, origin = manifest.get("facts"), read_origin(manifest)
    if not product and isinstance(facts, dict) and facts.get("profile") == profile.name:
        product = str(facts.get("product", ""))
    found = profile.find_product(product)
    with shown_progress(quiet or as_json) as progress:
        checked = check_files(profile, found, files, progress, dpi)
    findings = checked.findings
    result = {
        "profile": profile.name, "product": found.name, "dpi": checked.dpi, "file_count": len(files), "passed": not findings,
        "findings": [{"rule": f.rule, "where": f.where, "expected": f.expected, "got": f.actual} for f in findings],
        "made_from": {"version": origin.version, "same_texts": origin.same_texts} if origin else None,
    }  # fmt: skip
    purpose = f"{profile.title}, {found.title}" + (f" at {checked.dpi} dpi" if checked.dpi else "")
    if not findings:
        many = "1 file" if len(files) == 1 else f"{len(files)} files"
        lines = [f"{path.as_posix()}: {many}, good for {purpose}."]
        if origin:
            lines.append(
                f"  Made by tt_print {origin.version} from the texts and faces that this version has."
                if origin.same_texts
                else f"  Made by tt_print {origin.version} from other texts or faces than this version has: order no cards to add to "
                "it from new files."
            )
        print_result(lines, "export check", result, as_json, quiet)
        return
    count = "1 finding" if len(findings) == 1 else f"{len(findings)} findings"
    print_result(
        [f"{path.as_posix()}: {count} for {purpose}:", *explain(findings)], "export check", result, as_json, quiet=False
    )
    raise typer.Exit(1)
