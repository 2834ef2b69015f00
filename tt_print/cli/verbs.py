"""The verbs of `tt-print`, in the order of `tt-print --help`.

Each has a module of its name here, which shows the answer of its request and imports what it needs inside its functions, so that a verb
never waits for another's libraries. It may hold `CONTEXT`, click's settings for the verb, and `prepare`, which changes the words typed
after it. A verb with verbs of its own lists them in `SUBVERBS`, each with its module; its `command` is what the bare verb does.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

# by the name of the command that they stand below, and by what people want
GROUPS: dict[str, dict[str, tuple[str, ...]]] = {
    "tt-print": {
        "Print": ("start", "build", "deck", "booklet", "quickref", "scoresheet", "puzzles", "calibrate", "export"),
        "Play": ("deal", "judge", "rules", "score", "table", "site", "recount", "scan"),
        "Make your own": ("list", "new", "playtest", "verify"),
    },
    "score": {
        "Keep score": ("start", "hand", "move", "finish"),
        "Put right": ("undo", "edit", "remove", "note"),
        "Who plays": ("join", "leave", "rename"),
        "Look back": ("nights", "show", "stats", "log", "resume"),
        "Files": ("export", "restore"),
    },
}
VERBS = tuple(verb for group in GROUPS["tt-print"].values() for verb in group)


def module_of(verb: str) -> Any:
    """The module of a verb; None for one whose answer says everything itself."""
    name = f"tt_print.cli.{verb}"
    return import_module(name) if find_spec(name) else None
