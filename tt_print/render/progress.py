"""How far long work is: what makes things reports its steps, and anyone who asked for them may show it.

The rooms below the command line print nothing; they are handed a `Progress`, and by default nobody looks.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol


class Bar(Protocol):
    """One stage of the work."""

    def update(self, steps: int) -> None:
        """So many more steps are done."""
        ...


Progress = Callable[[str, int], AbstractContextManager[Bar]]
"""Opens a stage: what is done in it, in words, and how many steps it has."""


class _Unseen:
    def update(self, steps: int) -> None:
        pass


def unseen(label: str, total: int) -> AbstractContextManager[Bar]:
    """A stage at which nobody looks."""
    return nullcontext(_Unseen())
