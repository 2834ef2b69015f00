"""Find words and patterns that a native writer would avoid: `python -m tests.tools.plain_english [--count] [FILE...]`.

Without files, it checks those that `quiet` in plain_english.toml lists. With `--count`, it prints a number for each file.
"""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
RULES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
FORBIDDEN = [
    (re.compile(pattern.replace(" ", r"\s+"), re.I | re.M), text) for pattern, text in RULES["forbidden"].items()
]
ALLOWED = [re.compile(pattern.replace(" ", r"\s+"), re.IGNORECASE | re.MULTILINE) for pattern in RULES["allowed"]]
# code, comments, the targets of links, and HTML tags
NOT_PROSE = re.compile(r"^( *)(```+|~~~+).*?^\1\2|<!--.*?-->|``.*?``|`[^`]*`|\]\([^)\s]*\)|</?[a-z][^>]*>", re.M | re.S)
TEXTS = (".md", ".toml", ".html", ".js", ".txt")


def _blank(found: re.Match[str]) -> str:
    """The same number of lines and characters, without words."""
    return re.sub(r"[^\n]", "_", found[0])


def _python_texts(source: str) -> Iterator[tuple[int, str]]:
    """The docstrings and sentences (three words or more) of a module, each with its line."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value.split()) > 2:
            yield node.lineno, node.value


def find_in(text: str) -> Iterator[tuple[int, str, str]]:
    """For each match in a text: where it begins, the words, and what to write instead."""
    prose = NOT_PROSE.sub(_blank, text)
    fine = [found.span() for allowed in ALLOWED for found in allowed.finditer(prose)]
    for pattern, instead in FORBIDDEN:
        for found in pattern.finditer(prose):
            if not any(start <= found.start() < end for start, end in fine):
                yield found.start(), " ".join(found[0].split()), instead


def find_matches(path: Path) -> Iterator[tuple[int, str, str]]:
    """For each match in a file: its line, the words, and what to write instead."""
    source = path.read_text(encoding="utf-8")
    for first, text in _python_texts(source) if path.suffix == ".py" else [(1, source)]:
        for start, words, instead in find_in(text):
            yield first + text.count("\n", 0, start), words, instead


def files_of(patterns: list[str]) -> list[Path]:
    """The text and Python files that the patterns (globs, files, or folders) name, sorted."""
    paths = {path for pattern in patterns for path in [*ROOT.glob(pattern)]}
    paths |= {path for folder in paths if folder.is_dir() for path in folder.rglob("*")}
    names = {path.relative_to(ROOT).as_posix(): path for path in paths if path.suffix in (*TEXTS, ".py")}
    return [names[name] for name in sorted(names) if name not in RULES["skipped"]]


def main() -> int:
    """Print the matches, and return 1 if there are any."""
    words = [word for word in sys.argv[1:] if word != "--count"]
    total = 0
    for path in files_of(words or RULES["quiet"]):
        matches, name = sorted(find_matches(path)), path.relative_to(ROOT).as_posix()
        total += len(matches)
        if "--count" in sys.argv:
            print(f"{len(matches):5} {name}")
            continue
        for line, found, instead in matches:
            print(f"{name}:{line}: {found!r}: write {instead}")
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
