"""How far long work is: what makes things reports its steps, and anyone who asked for them may show it."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str, int], Callable[[], None]]
"""Opens a stage: what is done in it, in words, and how many steps it has. What it gives is called after each step."""
