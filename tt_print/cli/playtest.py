"""`tt-print playtest`: how long, how fair, and what a house rule does, out of whole games that the engine plays."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from tt_print.core.commands.common import Answer

if TYPE_CHECKING:
    from tt_print.cli.requested import Own
    from tt_print.core.commands.playtest import Playtest
    from tt_print.core.world import Call
    from tt_print.engine.base import Game
    from tt_print.playtest.games import Played, Setup
    from tt_print.playtest.summary import Summary
    from tt_print.progress import Progress

CHART_DPI = 200
INTERRUPTED = 130


def answer(request: Playtest, call: Call, own: Own) -> Answer:
    """What the games show, also those before Ctrl-C."""
    from tt_print.cli.progress import shown_progress
    from tt_print.games import GAMES, find_game
    from tt_print.playtest.games import Setup, check_setup
    from tt_print.playtest.report import not_reached
    from tt_print.playtest.summary import summarize

    game = find_game(request.game)
    file = Path(request.house_file) if request.house_file else None
    rules = [request.house, request.against] if request.against else [request.house]
    setups = [
        Setup(
            game.name, request.players, str(game.read_house(file, each, GAMES)), request.player, request.seed,
            is_checked=request.check,
        )
        for each in rules
    ]  # fmt: skip
    for setup in setups:
        check_setup(setup)
    with shown_progress(own.silent) as progress:
        sides, is_stopped = _play(setups, request.games, request.workers, request.cluster, progress)
    if not sides[0]:
        raise KeyboardInterrupt
    summaries = [summarize(setup, played) for setup, played in zip(setups, sides, strict=False)]
    files = _files(game, summaries, sides, request)
    data, lines = _shown(game, summaries, sides, request)
    lines += [not_reached(setup) for setup in setups[len(sides) :]]
    data["files"] = files
    lines += [f"Wrote {name}" for name in files]
    return Answer(data, {}, [] if own.quiet else lines, status=INTERRUPTED if is_stopped else 0)


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


def _files(game: Game, summaries: list[Summary], sides: list[list[Played]], request: Playtest) -> list[str]:
    """What --csv and --chart asked for, written; the names."""
    from tt_print.cli.writing import write_files

    files: dict[Path, bytes] = {}
    if request.csv:
        from tt_print.playtest.games import games_csv

        setups = [summary.setup for summary in summaries]
        files[Path(request.csv)] = games_csv(list(zip(setups, sides, strict=True)))
    if request.chart:
        chart = Path(request.chart)
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


def _shown(
    game: Game, summaries: list[Summary], sides: list[list[Played]], request: Playtest
) -> tuple[dict[str, Any], list[str]]:
    """The result as data and as lines."""
    from tt_print.playtest.report import as_data, comparison_data, describe, describe_pair, title
    from tt_print.playtest.summary import compare
    from tt_print.playtest.words import play_words
    from tt_print.terminal import columns

    first, words, seconds = summaries[0], play_words(game), request.seconds
    data: dict[str, Any] = {
        "game": game.name, "players": first.setup.players, "seed": first.setup.seed, "player": list(first.setup.seated()),
        "asked": request.games, **as_data(first, words, seconds),
    }  # fmt: skip
    heading = title(game, first, request.games)
    if len(summaries) == 1:
        return data, [*heading, "", *describe(game, words, first, columns(), seconds)]
    second = summaries[1]
    difference = compare(first.setup, sides[0], second.setup, sides[1])
    data["against"] = as_data(second, words, seconds)
    data["difference"] = comparison_data(difference, second.setup.house)
    above = heading[1 + (first.setup.house != "-") :]  # the rules of both are named below
    return data, [heading[0], *above, *describe_pair(game, words, first, second, difference, columns())]
