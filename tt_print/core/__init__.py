"""What people ask of tt_print, as plain data in and out: no terminal, no web, no clock of its own.

    core = Core(Environment(now=lambda: "2026-11-22T20:15:00+01:00", random_bytes=os.urandom))
    reply = core.ask({"ask": "judge", "game": "ww3", "story": "pile RC2 YH2"})
    reply.data["value"]["facts"]["slap"]

The site asks in the browser, the table's server over the network. Each kind of request is a frozen dataclass in the module of its
name; `docs/core.md` lists them all.

May import: books, draw, engine, export, faces, files, games, page, paper, play, requests.
"""

# Loaded when first used: the command line asks single modules of this room, and starts sooner so.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from tt_print.core.asking import Core, Environment, Reply
    from tt_print.play.score.store import FileBook

__all__ = ["Core", "Environment", "FileBook", "Reply"]


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = "play.score.store" if name == "FileBook" else "core.asking"
    return getattr(import_module(f"tt_print.{module}"), name)
