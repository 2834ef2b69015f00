"""`tt-print verify`: every example of the games against the engine; with --soak, random games as well."""

from __future__ import annotations

import typer

from tt_print.cli.common import echo, echo_json


def command(
    games: list[str] = typer.Argument(
        None, help="Only these; without one all of tt-print's.", metavar="[GAME]...", show_default=False
    ),
    as_json: bool = typer.Option(False, "--json", help="One JSON object on stdout."),
    soak: int = typer.Option(
        0, "--soak", min=0, metavar="N", help="Also play N random games of each, checking every event."
    ),
    seed: int = typer.Option(1, "--seed", help="Where the random games of --soak begin."),
) -> None:
    """Check every example of the rule booklets against the rules engine.

    Exit 1 when an example fails, or when a random game breaks a promise.

    \b
    Examples:
      tt-print verify
      tt-print verify craziness
      tt-print verify --soak 1
    """
    from dataclasses import asdict

    from tt_print.games import find_game, load_games
    from tt_print.games.examples import verify_examples

    meant = [find_game(name) for name in games or ()]
    report = verify_examples([game.name for game in meant] or None)
    if as_json:
        data = {
            "examples": report.examples,
            "failed": [asdict(failure) for failure in report.failed],
            "games": report.games,
        }
    for failure in report.failed:
        line = (
            f"{failure.file}, line {failure.line}, rule {failure.rule}: expected {failure.expected}, got {failure.got}"
        )
        echo(line, err=as_json)
    faults: list[str] = []
    if soak:
        from tt_print.cli.progress import shown_progress
        from tt_print.engine.play import soak_games

        played = meant or load_games()
        with shown_progress(as_json) as progress, progress("Playing", soak * len(played)) as bar:
            faults = soak_games(played, soak, seed, lambda: bar.update(1))
        for fault in faults:
            echo(fault, err=as_json)
    if as_json:
        if soak:
            data["soak"] = {"games": soak, "faults": faults}
        echo_json("verify", data)
    else:
        for name, row in report.games.items():
            echo(f"{name:<11} {row['examples']:4} examples, {row['failed'] or 'none'} failed")
        failed = sum(row["failed"] for row in report.games.values())
        echo(f"{'together':<11} {report.examples:4} examples, {failed or 'none'} failed")
        if soak:
            echo(f"{soak} random games of each: {len(faults) or 'no'} faults")
    if report.failed or faults:
        raise typer.Exit(1)
