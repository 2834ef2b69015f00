"""Echo, the seventh game, as pip would install it, from the files that `docs/add-a-game.md` prints.

python -m tests.makers.seventh FOLDER        (for ruff and mypy: `make lint`)
"""

import re
import sys
from pathlib import Path

DOCUMENT = Path(__file__).parents[2] / "docs" / "add-a-game.md"
PRINTED = re.compile(r"\n`([\w./]+)`:\n\n(````?)\w+\n(.*?)\n\2\n", re.DOTALL)
ENTRY = re.compile(r'\[project\.entry-points\."(tt_print\.games)"\]\necho = "(.*)"')
INSTALLED = "echo-1.0.dist-info"


def unpack(folder: Path) -> Path:
    """The folder, with the package `echo`, its `pyproject.toml`, and the notes of its installation."""
    files = {name: f"{text}\n" for name, _, text in PRINTED.findall(DOCUMENT.read_text(encoding="utf-8"))}
    group, entry = ENTRY.search(files["pyproject.toml"]).groups()
    files[f"{INSTALLED}/METADATA"] = "Metadata-Version: 2.1\nName: echo\nVersion: 1.0\n"
    files[f"{INSTALLED}/entry_points.txt"] = f"[{group}]\necho = {entry}\n"
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


if __name__ == "__main__":
    unpack(Path(sys.argv[1]))
