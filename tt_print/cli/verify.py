"""`tt-print verify`: every example of the six games against the engine; with --soak, random games as well."""

from __future__ import annotations

import typer


def command(
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
      tt-print verify --soak 1
    """
    import json
    from dataclasses import asdict

    from tt_print.games.examples import verify_examples

    report = verify_examples()
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
        typer.echo(line, err=as_json)
    faults: list[str] = []
    if soak:
        from tt_print.engine.play import soak_games
        from tt_print.games import load_games

        with _progress(soak, as_json) as step:
            faults = soak_games(load_games(), soak, seed, step)
        for fault in faults:
            typer.echo(fault, err=as_json)
    if as_json:
        if soak:
            data["soak"] = {"games": soak, "faults": faults}
        typer.echo(json.dumps(data, ensure_ascii=False))
    else:
        for name, row in report.games.items():
            typer.echo(f"{name:<11} {row['examples']:4} examples, {row['failed'] or 'none'} failed")
        failed = sum(row["failed"] for row in report.games.values())
        typer.echo(f"{'together':<11} {report.examples:4} examples, {failed or 'none'} failed")
        if soak:
            typer.echo(f"{soak} random games of each: {len(faults) or 'no'} faults")
    if report.failed or faults:
        raise typer.Exit(1)


def _progress(soak: int, quiet: bool):
    """A bar on a terminal; elsewhere nothing moves."""
    import sys
    from contextlib import nullcontext

    from tt_print.games import game_names

    if quiet or not sys.stderr.isatty():
        return nullcontext(lambda: None)
    from contextlib import contextmanager

    @contextmanager
    def bar():
        with typer.progressbar(length=soak * len(game_names()), label="Playing", file=sys.stderr) as shown:
            yield lambda: shown.update(1)

    return bar()
