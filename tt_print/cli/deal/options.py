"""`tt-print deal`: everything that can be typed, and what goes together."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from tt_print.errors import InputError


class DealOptions(NamedTuple):  # so many fields as a dataclass would cost each start 5 ms
    """What was typed; "", False, None and empty where nothing was."""

    game: str = ""
    players: str = ""
    deck: str = ""
    jokers: str = ""
    order: str = ""
    dealer: str = ""
    hands: int | None = None
    code: str = ""
    reveal: bool = False
    slips: bool = False
    deal: int | None = None
    sheet: bool = False
    chits: bool = False
    full_code: bool = False
    commit: bool = False
    owner: str = ""
    committed: bool = False
    table_cards: str = ""
    receipt: bool = False
    check: Path | None = None
    commitment: str | None = None
    as_csv: bool = False
    as_json: bool = False
    house: Path | None = None
    option: tuple[str, ...] = ()
    night: int | None = None
    file: Path | None = None
    ink: str = "color"
    theme: str = "tab"
    force: bool = False
    paper: str = ""
    out: Path = Path("output")
    quiet: bool = False

    @property
    def pages(self) -> list[str]:
        """The kinds of pages to write."""
        return [kind for kind, wanted in (("slips", self.slips), ("sheet", self.sheet)) if wanted]

    @property
    def wants_the_night(self) -> bool:
        """Nobody was named and nothing else says who plays: the players of the night being scored, if there is one."""
        elsewhere = self.code or self.committed or self.check is not None
        return not (self.players.strip() or elsewhere)

    @property
    def names_a_night(self) -> bool:
        """Whether the players are those of a night that was named, by its number or its file."""
        return self.night is not None or self.file is not None

    def given(self) -> set[str]:
        """The options that were typed, of those that do not go with everything."""
        return {
            _flag(name)
            for name, value in self._asdict().items()
            if name not in ALWAYS
            and value is not None
            and value is not False
            and (value not in ("", ()) or name == "commitment")
        }


ALWAYS = ("game", "ink", "theme", "force", "paper", "out", "quiet")


def _flag(name: str) -> str:
    return f"--{name.removeprefix('as_').replace('_', '-')}"


TABLE = {"--players", "--deck", "--jokers", "--order", "--dealer", "--house", "--option"}
NIGHT = {"--night", "--file"}
SHOWN = {"--reveal", "--slips", "--deal", "--sheet", "--full-code", "--csv", "--json"}
MODES = {  # what each way to deal goes with
    "--check": {"--commitment", "--json"},
    "--commit": TABLE | NIGHT | {"--hands", "--owner", "--sheet", "--json"},
    "--committed": TABLE | SHOWN | {"--hands", "--table-cards", "--receipt"},
    "--chits": NIGHT | {"--players", "--deck", "--order", "--jokers", "--house", "--option", "--json"},
    "--code": TABLE | SHOWN | {"--hands"},
}
COMPANIONS = {
    "--owner": "--commit",
    "--table-cards": "--committed",
    "--receipt": "--committed",
    "--commitment": "--check",
    "--deal": "--slips",
}


def check_mode(options: DealOptions) -> None:
    """Raises InputError for options that exclude each other, and for one whose companion is missing."""
    given = options.given()
    for name, companion in COMPANIONS.items():
        if name in given and companion not in given:
            raise InputError(f"{name} goes with {companion}. Add it, or leave out {name}.")
    for mode, fitting in MODES.items():
        others = sorted(given - fitting - {mode})
        if mode in given and others:
            raise InputError(f"{mode} and {others[0]} cannot go together. Leave out one.")
    if "--players" in given and (named := sorted(given & NIGHT)):
        raise InputError(f"{named[0]} says who plays, and so does --players. Leave out one.")
    if {"--json", "--csv"} <= given:
        raise InputError("--json and --csv cannot go together. Leave out one.")
