"""Which modules are rules, scoring and dealing, and which tests must notice a fault in them."""

from __future__ import annotations

from fnmatch import fnmatch

ENTRY = "tt_print/games/*/entry*.py"
PAGES = [
    f"tt_print/dealing/{name}.py" for name in ("sheet", "slips", "slip_plan")
]  # where things lie on paper is no rule
WORDS = ["tt_print/games/*/columns.py", "tt_print/games/*/sheet.py"]

# room: (its modules, those of them that it leaves out)
ROOMS: dict[str, tuple[list[str], list[str]]] = {
    "rules": (["tt_print/deck.py", "tt_print/engine/*.py", "tt_print/games/*.py"], [ENTRY, *WORDS]),
    "scoring": (["tt_print/score/*.py", ENTRY], []),
    "dealing": (["tt_print/dealing/*.py"], PAGES),
}

GAMES = {"war": "war", "six_suit": "six_suit", "casino": "casino", "craziness": "craziness", "push_it": "push_it"}
SCORING = ("tests/score/test_night.py", "tests/score/test_same_engine.py", "tests/score")
DEALING = ("tests/dealing", "tests/cli/test_deal.py")

# the first pattern that fits; quick tests first, since the first failure ends a run
TESTS: list[tuple[str, tuple[str, ...]]] = [
    (ENTRY, SCORING),
    ("tt_print/score/*", SCORING),
    ("tt_print/dealing/*", DEALING),
    ("tt_print/games/*/deal.py", ("tests/games/test_{game}.py", *DEALING, "tests/games", "tests/engine")),
    ("tt_print/games/*/*", ("tests/games/test_{game}.py", "tests/games", "tests/engine", "tests/score/test_same_engine.py")),
    ("*", ("tests/test_deck.py", "tests/engine", "tests/games", "tests/test_dealing.py", "tests/score/test_same_engine.py")),
]  # fmt: skip


def tests_of(file: str) -> tuple[str, ...]:
    """Arguments for pytest: the tests that are to notice a fault in this file."""
    tests = next(tests for pattern, tests in TESTS if fnmatch(file, pattern))
    game = file.split("/")[2] if file.startswith("tt_print/games/") else ""
    return tuple(test.format(game=game) for test in tests)
