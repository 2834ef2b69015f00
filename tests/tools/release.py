"""Set the version: `python -m tests.tools.release 0.2.0 2026-12-05` for a release, `python -m tests.tools.release 0.3.0.dev0` after it.

A release gives the changelog's section Unreleased its number and date.
"""

import re
import sys
from pathlib import Path

from packaging.version import Version

from tests.commands import ROOT


def set_version(root: Path, version: str, date: str = "") -> None:
    """Raises ValueError for a version that is not after the last one, and for a release without a date or without changes."""
    module, changelog = root / "tt_print" / "__init__.py", root / "CHANGELOG.md"
    text, changes = module.read_text(encoding="utf-8"), changelog.read_text(encoding="utf-8")
    (before,) = re.findall(r'^__version__ = "(.*)"$', text, re.M)
    if Version(version) <= Version(before):
        raise ValueError(f"{version} is not after {before}.")
    if not Version(version).is_prerelease:
        if not re.fullmatch(r"\d{4}-\d\d-\d\d", date):
            raise ValueError("A release needs its date, such as 2026-12-05.")
        if not re.search(r"^## Unreleased\n\n+(?!## )\S", changes, re.M):
            raise ValueError("Nothing is listed under Unreleased in CHANGELOG.md.")
        changelog.write_text(
            changes.replace("## Unreleased\n", f"## Unreleased\n\n## {version} ({date})\n", 1), encoding="utf-8"
        )
    module.write_text(text.replace(f'"{before}"', f'"{version}"', 1), encoding="utf-8")


if __name__ == "__main__":
    try:
        set_version(ROOT, *sys.argv[1:])
    except (TypeError, ValueError) as problem:
        sys.exit(str(problem))
