"""A person's own games, themes and backs, as several commands take them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from tt_print.cli.common import echo

if TYPE_CHECKING:
    from tt_print.artwork.read import Artwork
    from tt_print.cards.theme import Theme

MOST_TOLD = 6
THEME: Any = typer.Option(
    "tab", "--theme", help="How its cards look: tab, rich, classic, or your own.", metavar="THEME"
)
FORCE: Any = typer.Option(False, "--force", help="Print a theme of yours though it is hard to read.")


def own_file(text: str) -> Path | None:
    """The file of somebody's own game that `text` names; None where it means a game of ours."""
    path = Path(text)
    return (
        path
        if path.suffix.lower() in (".md", ".markdown", ".txt", ".toml") or (path.suffix and path.is_file())
        else None
    )


def check_own(house: Path | None, options: list[str]) -> None:
    from tt_print.errors import InputError

    if house is not None or options:
        raise InputError("--house and --option are for games with an engine. Write in your file what your table plays.")


def readable_theme(ink: str, name: str, force: bool) -> Theme:
    """The theme by its name, checked as `check_readable` does. Raises InputError."""
    from tt_print.cards.theme import find_theme

    theme = find_theme(ink, name=name)
    check_readable(theme, force)
    return theme


def is_no_picture(text: str | None) -> bool:
    """Whether --back names none: not given, or "none", which takes none from config.toml either."""
    return text is None or text.strip().lower() in ("", "none")


def read_back(text: str) -> Artwork | None:
    """The picture that --back names; None without one."""
    if is_no_picture(text):
        return None
    from tt_print.artwork.read import read_artwork

    return read_artwork(Path(text))


def back_lines(artwork: Artwork | None, notes: Sequence[str]) -> list[str]:
    """What is to be said of one's own picture on the backs."""
    return [] if artwork is None else [f"  Backs: {artwork.name}.", *(f"    {note}" for note in notes)]


def check_readable(theme: Theme, force: bool, at_press: bool = False) -> None:
    """Raises InputError for a theme of one's own that falls short of a limit, with `at_press` also in CMYK, unless somebody wants it so."""
    from tt_print.cards.theme import THEMES
    from tt_print.errors import InputError

    if theme.name in THEMES:
        return
    from tt_print.looks.check import check_theme, holding_back

    if not (told := holding_back(check_theme(theme, at_press=at_press))):
        return
    shown = [f"  {sentence}" for sentence in told[:MOST_TOLD]]
    if len(told) > MOST_TOLD:
        shown.append(f"  and {len(told) - MOST_TOLD} more")
    listed = "\n".join(shown)
    if force:
        echo(f"warning: hard to tell apart or to read on faces of {theme.name}:\n{listed}", err=True)
        return
    raise InputError(
        f"on faces of {theme.name} these are hard to tell apart or to read:\n{listed}\n"
        f"All figures: tt-print theme check {theme.name}. To print it all the same, add --force."
    )
