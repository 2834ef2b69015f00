"""`tt-print verify`: every example of the games against the engine; with --soak, random games as well."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tt_print.cli.echo import echo
from tt_print.core.commands.common import Answer

if TYPE_CHECKING:
    from tt_print.cli.requested import Own
    from tt_print.core.commands.verify import Verify
    from tt_print.core.world import Call


def answer(request: Verify, call: Call, own: Own) -> Answer:
    """What failed is printed at once; status 1 if something did."""
    from dataclasses import asdict

    from tt_print.core.commands.games import ALL
    from tt_print.games import find_game, load_games
    from tt_print.games.examples import verify_examples

    meant = [] if ALL in request.games else [find_game(name) for name in request.games]
    report = verify_examples([game.name for game in meant] or None)
    for failure in report.failed:
        line = (
            f"{failure.file}, line {failure.line}, rule {failure.rule}: expected {failure.expected}, got {failure.got}"
        )
        echo(line, err=own.as_json)
    data: dict[str, Any] = {"examples": report.examples, "failed": [*map(asdict, report.failed)], "games": report.games}
    lines = [
        f"{name:<11} {row['examples']:4} examples, {row['failed'] or 'none'} failed"
        for name, row in report.games.items()
    ]
    failed = sum(row["failed"] for row in report.games.values())
    lines.append(f"{'together':<11} {report.examples:4} examples, {failed or 'none'} failed")
    faults: list[str] = []
    if request.soak:
        from tt_print.engine.play import soak_games

        played = meant or load_games()
        with call.progress("Playing", request.soak * len(played)) as bar:
            faults = soak_games(played, request.soak, request.seed, lambda: bar.update(1))
        for fault in faults:
            echo(fault, err=own.as_json)
        data["soak"] = {"games": request.soak, "faults": faults}
        lines.append(f"{request.soak} random games of each: {len(faults) or 'no'} faults")
    return Answer(data, {}, lines, status=1 if report.failed or faults else 0)
