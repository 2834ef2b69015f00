"""`tt-print scoresheet`: sheets to keep score on, for a table that is known or for any."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from tt_print.cli.common import JSON, OUT, PAPER, QUIET, default_paper, echo, print_result
from tt_print.cli.own_things import FORCE, THEME
from tt_print.games import listed_names

if TYPE_CHECKING:
    from tt_print.scoresheets.make import ScoreSheets


def command(
    game: list[str] = typer.Argument(
        help=f"{listed_names(everything=True)} Or a file of your own: my-game.toml.", metavar="GAME..."
    ),
    players: int | None = typer.Option(
        None, "--players", help="How many players; without it, a sheet for any table.", metavar="N", show_default=False
    ),
    names: str | None = typer.Option(
        None, "--names", help="Ann,Bo,Cy; those without a name stay empty.", metavar="NAMES"
    ),
    hands: int | None = typer.Option(
        None, "--hands", help="Room for this many hands, games or rounds.", metavar="N", show_default=False
    ),
    house: Path = typer.Option(None, "--house", metavar="FILE", help="House rules, a TOML file."),
    option: list[str] = typer.Option([], "--option", metavar="NAME=VALUE", help="One house rule; may come again."),
    paper: str = PAPER,
    ink: str = typer.Option("color", "--ink", help="color, or low: black only, colors as hatching.", metavar="INK"),
    theme: str = THEME,
    force: bool = FORCE,
    out: Path = OUT,
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> None:
    """Score sheets with each game's own columns, and a dealer's checklist with the numbers for this table.

    \b
    Examples:
      tt-print scoresheet casino --players 5 --names Ann,Bo,Cy,Di,Eve --hands 5
      tt-print scoresheet craziness --players 4 --option elimination_score=20
      tt-print scoresheet all
    """
    from tt_print.cli.own_things import check_own, own_file, readable_theme
    from tt_print.cli.writing import write_files
    from tt_print.core.fields import load_house_rules
    from tt_print.outputs import score_pdf
    from tt_print.people import parse_names, teams_by_seat
    from tt_print.scoresheets.choices import SheetChoices
    from tt_print.scoresheets.make import make_score_sheets

    seated = () if names is None else parse_names(names, "--names")
    paper, theme = paper or default_paper(), readable_theme(ink, theme, force).name
    brought = next((found for name in game if (found := own_file(name)) is not None), None)
    if brought is not None:
        check_own(house, option)
    made = (
        [_own_sheet(brought, len(game), paper, players, seated, hands, ink, theme)]
        if brought is not None
        else [
            make_score_sheets(SheetChoices(found, rules, paper, players, seated, hands, ink, theme))
            for found, rules in load_house_rules(game, house, [teams_by_seat(text, seated) for text in option])
        ]
    )
    written = write_files(out, dict(map(score_pdf, made)))
    warnings = list(dict.fromkeys(warning for each in made for warning in each.warnings))
    lines = []
    for each, path in zip(made, written, strict=True):
        seats = f"{each.choices.players} players" if each.choices.players else "any table"
        count = f"{len(each.pages)} page{'s' if len(each.pages) > 1 else ''}"
        lines.append(f"Wrote {path.as_posix()}   {each.title} for {seats}: {count}, room for {each.room}")
    if not seated and players is None:
        name = brought or made[0].choices.game.name
        lines.append(
            "More room: print the last page again. "
            f"With names and numbers: tt-print scoresheet {name} --names Ann,Bo,Cy"
        )
    for warning in warnings:
        echo(f"warning: {warning}", err=True)
    result = {
        "files": [path.as_posix() for path in written], "warnings": warnings,
        "sheets": [{"game": each.choices.game.name, "players": each.choices.players, "names": list(each.choices.names),
                    "pages": len(each.pages), "hands": each.hands, "house": each.choices.house.as_json()}
                   for each in made],
    }  # fmt: skip
    print_result(lines, "scoresheet", result, as_json, quiet)


def _own_sheet(
    path: Path,
    files: int,
    paper: str,
    players: int | None,
    names: tuple[str, ...],
    hands: int | None,
    ink: str,
    theme: str,
) -> ScoreSheets:
    from tt_print.errors import InputError
    from tt_print.scoresheets.choices import SheetChoices
    from tt_print.scoresheets.make import make_score_sheets
    from tt_print.scoresheets.own_sheet import read_own_sheet

    if files > 1:
        raise InputError(f"{path} is a game of your own. Print its sheet by itself: tt-print scoresheet {path}")
    game, sheet = read_own_sheet(path)
    return make_score_sheets(SheetChoices(game, game.house(), paper, players, names, hands, ink, theme), own=sheet)
