"""Which modules are rules, scoring and dealing, and which tests must notice a fault in them."""

from __future__ import annotations

from fnmatch import fnmatch

ENTRY = "tt_print/games/*/entry*.py"
PAGES = [
    f"tt_print/dealing/{name}.py" for name in ("sheet", "slips", "slip_plan", "page_tables")
]  # where things lie on paper is no rule
HOOKS = "tt_print/games/*/table.py"
WORDS = ["tt_print/games/*/columns.py", "tt_print/games/*/sheet.py"]

# room: (its modules, those of them that it leaves out)
ROOMS: dict[str, tuple[list[str], list[str]]] = {
    "rules": (["tt_print/deck.py", "tt_print/engine/*.py", "tt_print/games/*.py"], [ENTRY, HOOKS, *WORDS]),
    "scoring": (["tt_print/score/*.py", ENTRY], []),
    "dealing": (["tt_print/dealing/*.py", "tt_print/engine/table_hooks.py", HOOKS], PAGES),
}

SCORING = ("tests/score/test_night.py", "tests/score/test_same_engine.py", "tests/score")
DEALING = ("tests/dealing/test_dealing.py", "tests/dealing", "tests/cli/test_deal.py")
SEVENTH = "tests/games/test_seventh_game.py"
CODES = ("tests/dealing/test_codes.py", *DEALING, SEVENTH)
AT_TABLE = (*DEALING, "tests/quickref", "tests/scoresheets", *SCORING[:2], SEVENTH)
QUICK = ("tests/engine/test_examples.py", "tests/engine/test_records.py", "tests/games/test_judge.py")
ENGINE = (*QUICK, "tests/engine", "tests/games", "tests/test_deck.py", *DEALING[:1], *SCORING[:2])

# folder of a game: its own test, and words in the names of the common tests that are about it
WAR = ("war", "ww3", "armageddon")
ABOUT = {
    "war": WAR,
    "ww3": WAR,
    "armageddon": WAR,
    "six_suit": ("six_suit", "six-suit"),
    "push_it": ("push_it", "push-it"),
}

DECIDE_CODES = tuple(f"tt_print/dealing/{name}.py" for name in ("code", "digits", "mistyped", "settings"))


def tests_of(file: str) -> tuple[str, ...]:
    """Arguments for pytest: the tests that are to notice a fault in this file, quick ones first."""
    if fnmatch(file, ENTRY) or file.startswith("tt_print/score/"):
        return SCORING
    if fnmatch(file, HOOKS) or file == "tt_print/engine/table_hooks.py":
        return AT_TABLE
    if file in DECIDE_CODES:
        return CODES
    if file.startswith("tt_print/dealing/"):
        return DEALING
    if not fnmatch(file, "tt_print/games/*/*"):
        return ENGINE
    game = file.split("/")[2]
    if game == "points":
        return ("tests/score/test_points.py", *SCORING)
    about = ABOUT.get(game, (game,))
    dealt = DEALING[:1] if file.endswith("/deal.py") else ()
    own = f"tests/games/test_{about[0]}.py"
    return (*QUICK, own, "tests/games", "tests/engine", *dealt, "-k", " or ".join(about))
