"""tt_print: print Triple Topper at true size, read its rules, and play it at a table.

Triple Topper is the work of Brian Ciesicki; this is an independent companion to it.

For programs (docs/python-api.md): the names in `__all__` here, in `tt_print.games` and in the package of each game are
public. They are loaded when first used. From 1.0 on they change incompatibly only with the first number of the version;
before that with the second, named in CHANGELOG.md. Everything else may change with any release.
"""

# Nothing is imported here, not even from `typing`: while that loads, Ctrl-C would end in a traceback.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from tt_print.deck import Card, Joker, make_deck, parse_card
    from tt_print.draw.svg import render_svg
    from tt_print.engine.base import Game
    from tt_print.engine.house import House, HouseError
    from tt_print.engine.reasons import IllegalMove, Reason, Verdict
    from tt_print.errors import InputError, TTPrintError
    from tt_print.faces.faces import draw_face
    from tt_print.faces.theme import find_theme
    from tt_print.games import find_game, load_games

__version__ = "0.3.0.dev0"
__all__ = [
    "Card",
    "Game",
    "House",
    "HouseError",
    "IllegalMove",
    "InputError",
    "Joker",
    "Reason",
    "TTPrintError",
    "Verdict",
    "__version__",
    "draw_face",
    "find_game",
    "find_theme",
    "load_games",
    "make_deck",
    "parse_card",
    "render_svg",
]
_MODULES = {
    "faces.faces": ("draw_face",),
    "faces.theme": ("find_theme",),
    "deck": ("Card", "Joker", "make_deck", "parse_card"),
    "engine.base": ("Game",),
    "engine.house": ("House", "HouseError"),
    "engine.reasons": ("IllegalMove", "Reason", "Verdict"),
    "errors": ("InputError", "TTPrintError"),
    "games": ("find_game", "load_games"),
    "draw.svg": ("render_svg",),
}


def __getattr__(name: str) -> object:
    """A public name, from its module: no command waits for what only programs use."""
    from importlib import import_module

    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(f"tt_print.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
