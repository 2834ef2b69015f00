"""`tt-print booklet`: a rule booklet for each game, for the printer and for the screen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from tt_print.cli.common import JSON, OUT, QUIET, default_paper, gc_disabled, print_result
from tt_print.cli.own_things import FORCE, THEME
from tt_print.games import listed_names

if TYPE_CHECKING:
    from tt_print.booklets.choices import Booklet, BookletChoices
    from tt_print.engine.house import House
    from tt_print.parts import Part


def command(
    game: str = typer.Argument(
        metavar="GAME", help=f"{listed_names(everything=True)} Or a file of your own: my-game.md."
    ),
    format_: str = typer.Option(
        "",
        "--format",
        "-f",
        help="a5 (on A4), half-letter (on Letter), pocket (one sheet, 8 pages) or flat.",
        metavar="FORMAT",
    ),
    large: bool = typer.Option(False, "--large-print", help="Letters of 16 points."),
    house: Path = typer.Option(
        None, "--house", metavar="FILE", help="House rules, a TOML file: the booklet follows them."
    ),
    option: list[str] = typer.Option([], "--option", metavar="NAME=VALUE", help="One house rule; may come again."),
    ink: str = typer.Option("color", "--ink", help="color, or low: black only, colors as hatching.", metavar="INK"),
    theme: str = THEME,
    paper: str = typer.Option(
        "", "--paper", "-p", help="a4 or letter; without it, what your locale uses.", metavar="PAPER"
    ),
    flip: str = typer.Option("short", "--flip", help="Edge over which the paper turns: short or long.", metavar="EDGE"),
    thickness: float = typer.Option(
        0.1, "--thickness", help="Of one sheet of your paper, for many sheets.", metavar="MM"
    ),
    force: bool = FORCE,
    out: Path = OUT,
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> None:
    """The rules of a game as a booklet; every example in it has been checked by the rules engine.

    \b
    Examples:
      tt-print booklet push-it
      tt-print booklet all --format half-letter
      tt-print booklet ww3 --large-print --ink low
      tt-print booklet casino --format pocket --paper letter
      tt-print booklet craziness --option must_play=true
      tt-print booklet push-it --theme rich
    """
    with gc_disabled():
        from tt_print.booklets.choices import Booklet, BookletChoices, choose_format
        from tt_print.cards.theme import INK_STYLES
        from tt_print.cli.own_things import check_own, own_file, readable_theme
        from tt_print.cli.progress import parts_progress
        from tt_print.cli.writing import current_output
        from tt_print.errors import choose
        from tt_print.parts import write_parts
        from tt_print.products import booklet_part
        from tt_print.sheets.plan import find_paper

        found, paper = choose_format(format_, find_paper(paper).name if paper else "", default_paper())
        ink = choose("ink style", ink, INK_STYLES, "--ink")
        theme = readable_theme(ink, theme, force).name
        flip = choose("edge", flip, ("short", "long"), "--flip")

        path = own_file(game)
        if path is not None:
            check_own(house, option)
            choices = BookletChoices(paper, found, large, None, ink, flip, thickness, theme)
            games: list[tuple[str, House | None]] = [("", None)]
            parts = [_own_part(path, choices)]
        else:
            games = _games(game, house, option)
            parts = [
                booklet_part(name, BookletChoices(paper, found, large, rules, ink, flip, thickness, theme))
                for name, rules in games
            ]
        with parts_progress(quiet or as_json) as progress:
            written = write_parts(out, parts, progress, current_output())
    made = [Booklet.from_facts(written.facts[part.name]) for part in parts]
    result = {
        "files": [path.as_posix() for path in written.paths], "booklet_format": found, "paper": paper,
        "booklets": [
            {
                "game": booklet.game, "pages": booklet.pages, "sheets": booklet.sheets,
                "house": rules.as_json() if rules else {},
                "print": (out / booklet.print_name).as_posix(), "read": (out / booklet.read_name).as_posix(),
            }
            for booklet, (_, rules) in zip(made, games, strict=True)
        ],
    }  # fmt: skip
    print_result(
        _summary_lines(
            made,
            out,
            BookletChoices(paper, found, large, None, ink, flip, thickness, theme),
            written.made > 0,
            path is None,
        ),
        "booklet",
        result,
        as_json,
        quiet,
    )


def _own_part(path: Path, choices: BookletChoices) -> Part:
    """A book that somebody brings; it is made anew each time, for it changes."""
    from tt_print.booklets.own_book import own_name, read_own_book, read_own_pocket, read_own_text, where_in
    from tt_print.parts import Made, Part

    def make() -> Made:
        from tt_print.booklets.make import Source, set_booklet
        from tt_print.errors import LayoutError

        text = read_own_text(path)
        source = Source(text.name, text.facts.accent, lambda: read_own_book(text), lambda: read_own_pocket(text))
        try:
            booklet = set_booklet(source, choices)
        except LayoutError as wrong:
            raise where_in(text, wrong) from None
        return Made(booklet.files, booklet.facts | {"place": "booklets/", "words": "{count} booklets", "count": 1})

    return Part(f"booklet {own_name(path)}", repr(choices), make, [], always=True)


def _games(text: str, house: Path | None, options: list[str]) -> list[tuple[str, House | None]]:
    """Which games, each with the house rules in force; None where there are none."""
    from tt_print.errors import InputError
    from tt_print.games import GAMES, find_game, load_games

    everything = text.strip().lower() == "all"
    if everything and options:
        raise InputError(
            "--option is a house rule of one game, and all means every game. Name the game, or write the rules in a file for --house."
        )
    games = load_games() if everything else [find_game(text)]
    return [(game.name, game.read_house(house, options, GAMES) if house or options else None) for game in games]


def _summary_lines(made: list[Booklet], out: Path, choices: BookletChoices, is_new: bool, checked: bool) -> list[str]:
    """What was made, or was there already, and how to print it, as one stands at the printer."""
    done = "Wrote " if is_new else "Kept  "
    widest = max(len((out / name).as_posix()) for booklet in made for name in (booklet.print_name, booklet.read_name))
    lines: list[str] = []
    for booklet in made:
        start = f"{(out / booklet.print_name).as_posix():{widest}}"
        lines.append(f"{done if not lines else '      '}{start}  {_how(booklet, choices)}")
        if booklet.read_name != booklet.print_name and len(made) == 1:
            lines.append(
                f"      {(out / booklet.read_name).as_posix():{widest}}  the same pages in reading order, for a screen"
            )
    if len(made) > 1 and made[0].read_name != made[0].print_name:
        lines.append("      and beside each its ...-read.pdf, the same pages in reading order, for a screen")
    for booklet in made:
        if booklet.house:
            lines.append(f"  House rules in {booklet.title}: {', '.join(booklet.house)}.")
    how = "all checked by the rules engine" if checked else "not checked by an engine, and they say so"
    lines.append(f"  Examples: {how}.")
    lines += _steps(made, choices, "  --house FILE" if checked else "")
    return lines


def _how(booklet: Booklet, choices: BookletChoices) -> str:
    pages = f"{booklet.pages} pages on {booklet.sheets} sheet{'s' if booklet.sheets > 1 else ''}"
    if booklet.format == "pocket":
        return f"{pages}: print one side, fold, one cut, fold"
    if booklet.format == "flat":
        return f"{booklet.pages} pages, for screen and printer: both sides, flip on the LONG edge"
    staples = "staple twice on the fold" if booklet.sheets > 1 else "no staple"
    return f"{pages}: print both sides, flip on the {choices.flip.upper()} edge, fold; {staples}"


def _steps(made: list[Booklet], choices: BookletChoices, more: str) -> list[str]:
    if choices.format == "pocket":
        return [
            "  Fold the sheet into eight and open it; cut along the dashed line; fold it lengthwise,",
            "  push the ends together until the middle opens into a cross, and close it like a book.",
        ]
    if choices.format == "flat":
        return ["  Smaller: --format a5 or half-letter (a folded booklet), pocket (one sheet, one cut)."]
    lines = [f"  At 100 % (“Actual size”), paper lying as the file has it ({choices.paper}, landscape)."]
    if max(booklet.sheets for booklet in made) > 1:
        lines.append(
            "  Fold the stack so that the cover is outside; the marks on the middle spread show fold and staples."
        )
    lines.append(f"  Backs upside down? --flip long.   More: --format pocket (one sheet, one cut)  --large-print{more}")
    return lines
