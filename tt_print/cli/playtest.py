"""`tt-print playtest`: how long, how fair, and what a house rule does, out of whole games that the engine plays."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from tt_print.cli.common import JSON, QUIET, print_result

if TYPE_CHECKING:
    from tt_print.engine.base import Game
    from tt_print.playtest.games import Played, Setup
    from tt_print.playtest.summary import Summary
    from tt_print.progress import Progress

CHARTS = (".svg", ".pdf", ".png")
CHART_DPI = 200
INTERRUPTED = 130


def command(
    game: str = typer.Argument(..., metavar="GAME", help="The game."),
    players: int = typer.Option(4, "--players", min=1, metavar="N", help="How many play."),
    games: int = typer.Option(1000, "--games", min=1, max=10_000_000, metavar="N", help="How many games."),
    player: list[str] = typer.Option(
        ["sensible"],
        "--player",
        metavar="KIND",
        help="sensible or random; once for all, or once for each seat.",
    ),
    option: list[str] = typer.Option([], "--option", metavar="NAME=VALUE", help="One house rule; may come again."),
    against: list[str] = typer.Option(
        [], "--against", metavar="NAME=VALUE", help="House rules to compare with, on the same deals; may come again."
    ),
    house: Path = typer.Option(None, "--house", metavar="FILE", help="House rules, a TOML file."),
    seed: int = typer.Option(
        1, "--seed", metavar="N", help="Another number, other games; the same one, the same games."
    ),
    seconds: float = typer.Option(
        None, "--seconds", min=0.1, max=3600, metavar="S", help="What a turn takes at your table.", show_default=False
    ),
    workers: int = typer.Option(
        None,
        "--workers",
        min=1,
        max=1024,
        metavar="N",
        help="Processes; without it, what your machine has.",
        show_default=False,
    ),
    cluster: str = typer.Option(
        "", "--cluster", metavar="ADDRESS", help="A Dask scheduler whose workers play instead."
    ),
    check: bool = typer.Option(False, "--check", help="Look after every event whether a card was lost."),
    csv: Path = typer.Option(None, "--csv", metavar="FILE", help="Write a row a game there."),
    chart: Path = typer.Option(None, "--chart", metavar="FILE", help="Draw it: .svg, .pdf or .png."),
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> None:
    """Play whole games by the rules engine: how long they take, whether a seat has an edge, what a house rule changes.

    With --against the same deals are played under both sets of house rules. Ctrl-C shows what is known so far.

    \b
    Examples:
      tt-print playtest craziness --players 5 --games 50
      tt-print playtest craziness --against must_play=true --games 50
      tt-print playtest ww3 --player random --games 50 --json
      tt-print playtest push-it --games 20 --chart push-it.svg
    """
    from tt_print.cli.progress import shown_progress
    from tt_print.errors import InputError
    from tt_print.games import GAMES, find_game
    from tt_print.playtest.games import Setup, check_setup
    from tt_print.playtest.summary import summarize
    from tt_print.playtest.words import play_words

    found = find_game(game)
    words = play_words(found)
    if chart is not None and chart.suffix.lower() not in CHARTS:
        raise InputError(f"--chart {str(chart)!r}: end the file's name in {', '.join(CHARTS[:-1])} or {CHARTS[-1]}.")
    kinds = tuple(kind.strip().lower() for text in player for kind in text.split(","))
    setups = [
        Setup(found.name, players, str(found.read_house(house, rules, GAMES)), kinds, seed, is_checked=check)
        for rules in ([option, against] if against else [option])
    ]
    for setup in setups:
        check_setup(setup)
    with shown_progress(as_json or quiet) as progress:
        sides, is_stopped = _play(setups, games, workers, cluster, progress)
    if not sides[0]:
        raise typer.Exit(INTERRUPTED)
    reached, missed = setups[: len(sides)], setups[len(sides) :]
    summaries = [summarize(setup, played) for setup, played in zip(reached, sides, strict=True)]
    files = _files(found, summaries, sides, csv, chart)
    _show(found, words, summaries, sides, games, seconds, missed, files, as_json, quiet)
    if is_stopped:
        raise typer.Exit(INTERRUPTED)


def _play(
    setups: list[Setup], games: int, workers: int | None, cluster: str, progress: Progress
) -> tuple[list[list[Played]], bool]:
    """The games of each setup, of all as many, or of the first alone where Ctrl-C came before the second; and whether it came."""
    from contextlib import closing

    from tt_print.playtest.pool import play_games

    sides: list[list[Played]] = [[] for _ in setups]
    is_stopped = False
    with progress("Playing", games * len(setups)) as bar:
        try:
            for played, setup in zip(sides, setups, strict=True):
                with closing(play_games(setup, games, workers, cluster)) as run:
                    for each in run:
                        played.append(each)
                        bar.update(1)
        except KeyboardInterrupt:
            is_stopped = True
    shortest = min(map(len, sides))
    return ([played[:shortest] for played in sides] if shortest else [sides[0]]), is_stopped


def _files(
    game: Game, summaries: list[Summary], sides: list[list[Played]], csv: Path | None, chart: Path | None
) -> list[str]:
    """What --csv and --chart asked for, written; the names."""
    from tt_print.cli.writing import write_files

    files: dict[Path, bytes] = {}
    if csv is not None:
        from tt_print.playtest.table import games_csv

        setups = [summary.setup for summary in summaries]
        files[csv] = games_csv(list(zip(setups, sides, strict=True)))
    if chart is not None:
        files[chart] = _chart(game, summaries, sides, chart.suffix.lower())
    return [
        written.as_posix() for path, data in files.items() for written in write_files(path.parent, {path.name: data})
    ]


def _chart(game: Game, summaries: list[Summary], sides: list[list[Played]], suffix: str) -> bytes:
    from tt_print.playtest.chart import draw_chart

    drawing = draw_chart(game, list(zip(summaries, sides, strict=True)))
    if suffix == ".svg":
        from tt_print.render.svg import render_svg

        return render_svg(drawing).encode()
    if suffix == ".png":
        from tt_print.render.png import render_png

        return render_png(drawing, CHART_DPI)
    from tt_print.render.pdf import DocumentFacts, Page, render_pdf

    return render_pdf([Page(drawing, "1", drawing.title)], DocumentFacts(drawing.title, drawing.description))


def _show(
    game: Game,
    words: Any,
    summaries: list[Summary],
    sides: list[list[Played]],
    asked: int,
    seconds: float | None,
    missed: list[Setup],
    files: list[str],
    as_json: bool,
    quiet: bool,
) -> None:
    from tt_print.playtest.report import as_data, comparison_data, describe, describe_pair, not_reached, title
    from tt_print.playtest.summary import compare
    from tt_print.terminal import columns

    first = summaries[0]
    data: dict[str, Any] = {
        "game": game.name,
        "players": first.setup.players,
        "seed": first.setup.seed,
        "player": list(first.setup.seated()),
        "asked": asked,
        **as_data(first, words, seconds),
    }
    heading = title(game, first, asked)
    lines = [*heading, "", *describe(game, words, first, columns(), seconds)]
    if len(summaries) == 2:
        second = summaries[1]
        difference = compare(first.setup, sides[0], second.setup, sides[1])
        data["against"] = as_data(second, words, seconds)
        data["difference"] = comparison_data(difference, second.setup.house)
        lines = [
            heading[0],
            *heading[1 + (first.setup.house != "-") :],  # the rules of both are named below
            *describe_pair(game, words, first, second, difference, columns()),
        ]
    lines += [not_reached(setup) for setup in missed]
    data["files"] = files
    lines += [f"Wrote {name}" for name in files]
    print_result(lines, "playtest", data, as_json, quiet)
