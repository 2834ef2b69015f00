"""The examples of the rule books against the engine, and random games besides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from tt_print.core.commands.common import ALL, Answer, Command, find_game, games_and_all, games_left
from tt_print.problems import Line, Rows, Said, heads
from tt_print.requests.kinds import Choice, Items, Number
from tt_print.requests.notes import Bare

if TYPE_CHECKING:
    from tt_print.core.environment import Call


@dataclass(frozen=True)
class Verify(Command):
    """`games`: only these; () for all. `soak`: how many random games of each are played besides, beginning with `seed`."""

    games: Annotated[
        tuple[str, ...],
        Items("choice", Choice(games_and_all, find_game, narrowed=games_left), metavar="GAME..."),
        Bare(),
    ] = ()
    soak: Annotated[int, Number(0)] = 0
    seed: Annotated[int, Number()] = 1

    verb = "verify"
    shown_by = ("as_json",)

    def answer(self, call: Call) -> Answer:
        """Status 1 if something failed."""
        from dataclasses import asdict

        from tt_print.engine.play import soak_games
        from tt_print.games import find_game, load_games
        from tt_print.games.examples import verify_examples

        names = [] if ALL in self.games else [*self.games]
        report = verify_examples(names or None)
        failed = [*map(asdict, report.failed)]
        data: dict[str, Any] = {"examples": report.examples, "failed": failed, "games": report.games}
        counts = [(name, row["examples"], row["failed"]) for name, row in report.games.items()]
        counts.append((str(Said("verify.together")), report.examples, len(failed)))
        text: list[Line] = [Rows(heads("verify.heads"), tuple((name, *map(str, found)) for name, *found in counts))]
        faults: list[str] = []
        if self.soak:
            played = [find_game(name) for name in names] or load_games()
            with call.progress("Playing", self.soak * len(played)) as bar:
                faults = soak_games(played, self.soak, self.seed, lambda: bar.update(1))
            data["soak"] = {"games": self.soak, "faults": faults}
            text.append(Said("verify.soak", games=self.soak, faults=len(faults)))
        wrong = [Said("verify.wrong", **row) for row in failed]
        return Answer(data, {}, status=1 if failed or faults else 0, text=[*wrong, *faults, *text])
