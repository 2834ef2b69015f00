"""What a terminal says that it can show, read from its environment; where it says nothing, less is assumed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from tt_print.records import dataclass

Pictures = Literal["", "kitty", "iterm"]

DUMB = ("", "dumb", "unknown")
MANY = ("truecolor", "24bit")
RICH_TERMS = ("xterm-kitty", "xterm-ghostty", "wezterm", "alacritty")
RICH_PROGRAMS = ("iterm.app", "wezterm", "ghostty", "vscode")
MULTIPLEXERS = ("screen", "tmux")  # they pass no pictures on


@dataclass(frozen=True, slots=True)
class Abilities:
    """`colors` is 16,777,216, 256 or 0 for gray letters; without `places` lines come one below the other."""

    colors: int
    places: bool
    pictures: Pictures = ""


def find_abilities(environment: Mapping[str, str], depth: int, has_blocks: bool, windows: bool = False) -> Abilities:
    """`depth` is what `terminal.color_depth` found; `has_blocks` whether the terminal's letters have half blocks."""
    term, program = environment.get("TERM", "").lower(), environment.get("TERM_PROGRAM", "").lower()
    named = bool(program) or "WT_SESSION" in environment or depth > 0
    places = named if windows and not term else term not in DUMB
    if not places or environment.get("NO_COLOR") or not has_blocks or depth < 256:
        return Abilities(0, places)
    inside = "TMUX" in environment or "STY" in environment or term.startswith(MULTIPLEXERS)
    rich = term in RICH_TERMS or term.endswith("-direct") or program in RICH_PROGRAMS
    many = environment.get("COLORTERM", "").lower() in MANY or "WT_SESSION" in environment or (rich and not inside)
    pictures: Pictures = ""
    if not inside:
        if "KITTY_WINDOW_ID" in environment or term in ("xterm-kitty", "xterm-ghostty") or program == "ghostty":
            pictures = "kitty"
        elif program in ("iterm.app", "wezterm"):
            pictures = "iterm"
    return Abilities(1 << 24 if many else 256, places, pictures)
