"""What several verbs share: the paper that fits the place, and lines about calibration and backs."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tt_print.artwork.read import Artwork
    from tt_print.cards.theme import Theme
    from tt_print.cli.request_commands import AnswerContext
    from tt_print.printer_profile import PrinterProfile
    from tt_print.sheets.plan import Paper


def default_paper() -> str:
    """The paper of the user's config.toml, or the one that people buy where the machine says it is: letter in the Americas and
    the Philippines, else a4.
    """
    from tt_print.cli.territory import find_territory, system_locale
    from tt_print.sheets.plan import local_paper
    from tt_print.user_data import read_defaults

    return read_defaults().paper or local_paper(find_territory(os.environ, system_locale))


def paper_line(printed: AnswerContext, paper: Paper, command: str) -> str:
    """Which paper it is, and if nobody typed it, why and how to choose another."""
    if printed.is_typed("paper"):
        return f"Paper: {paper.title}"
    other = "letter" if paper.name != "letter" else "a4"
    origin = "your config.toml" if "paper" in printed.usual else "your locale"
    return f"Paper: {paper.title} (from {origin}; otherwise: {command} {other})"


def carried_look(theme: Theme) -> str:
    """The options that give other pages the same look."""
    from tt_print.cards.theme import DEFAULT_THEME

    return (" --ink low" if theme.is_low else "") + (f" --theme {theme.name}" if theme.name != DEFAULT_THEME else "")


def calibration_notice(profile: PrinterProfile | None, printer: str, paper: str) -> list[str]:
    """That a calibration was used, or that the usual printer has none for this paper; `printer` is what was typed."""
    if profile is None:
        from tt_print.calibration.store import usual_printer

        usual = "" if printer else usual_printer()
        return [f"  Not corrected: {usual} has not been measured for {paper}."] if usual else []
    how = "" if printer else " (your default; otherwise: --printer none)"
    size = f"{100 / profile.scale_x:.1f} % across, {100 / profile.scale_y:.1f} % down"
    return [f"  Corrected for {profile.printer}{how}: {size}."]


def back_lines(artwork: Artwork | None, notes: Sequence[str]) -> list[str]:
    """Notes on the user's picture on the backs."""
    return [] if artwork is None else [f"  Backs: {artwork.name}.", *(f"    {note}" for note in notes)]
