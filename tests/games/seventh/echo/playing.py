"""Echo played whole: what counts as a turn."""

from echo.rules import Lay, Pass

from tt_print.engine.play_hooks import PlayHooks


class Hooks(PlayHooks):
    turns = frozenset({Lay, Pass})
