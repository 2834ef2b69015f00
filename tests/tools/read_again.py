"""Writes tests/books/read_again.toml again, when the family books have been read again: python -m tests.tools.read_again"""

import re
import tomllib
from collections import defaultdict

from tests.commands import ROOT
from tests.readers.house_statements import Statement, read_statements
from tt_print.files.disk import short_hash
from tt_print.games import find_game, game_names
from tt_print.templates import has_template, read_toml

KEPT = ROOT / "tests" / "books" / "read_again.toml"
HEAD = "# For each rule of the author a hash of what book.md and full.toml say of it; written by: python -m tests.tools.read_again\n"


def numbers(statement: Statement) -> set[str]:
    """Those of the author's rules that a sentence cites, without rulings of ours."""
    return {rule for rule in statement.rules or () if not re.fullmatch(r"[A-Z]-\d+", rule)}


def hashes(game: str) -> dict[str, str]:
    """For each number of the author's rules a hash of the sentences of the law that cite it."""
    found = defaultdict(list)
    for statement in read_statements(find_game(game), f"games/{game}/book.md"):
        for rule in numbers(statement):
            found[rule].append(" ".join(statement.text.split()))
    if has_template(f"games/{game}/full.toml"):
        for rule, text in read_toml(f"games/{game}/full.toml").get("texts", {}).items():
            found[rule].append(text)
    return {rule: short_hash("\n".join(sorted(texts))) for rule, texts in sorted(found.items())}


def kept(game: str) -> dict[str, str]:
    """Those of the law by which the family book was last read."""
    held: dict[str, dict[str, str]] = tomllib.loads(KEPT.read_text(encoding="utf-8"))
    return held[game]


def written() -> str:
    """The file as it should be, a line for each game."""
    rows = {game: ", ".join(f'"{rule}" = "{digits}"' for rule, digits in hashes(game).items()) for game in game_names()}
    return HEAD + "".join(f"{game} = {{ {row} }}\n" for game, row in rows.items())


if __name__ == "__main__":
    KEPT.write_text(written(), encoding="utf-8")
