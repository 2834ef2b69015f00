"""Readers from elsewhere: finds them, runs them, and says what they complained about.

Where one is missing, a test is skipped with the reason; where `CI` is set it fails instead, so that a check
cannot fall silent.
"""

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import pytest

VNU_PLACE = Path(__file__).parent.parent.parent / ".ci/tools/node_modules/vnu-jar/build/dist/vnu.jar"


def find_tool(name: str) -> str:
    """Where qpdf, pdfinfo, pdftotext and the like are; skips the test where they are not."""
    found = shutil.which(name)
    if found is None:
        missing(f"{name} is not installed (Debian: poppler-utils, qpdf, librsvg2-bin)")
    return str(found)


def run_tool(name: str, *words: str | Path) -> subprocess.CompletedProcess[str]:
    """Runs qpdf, pdfinfo, pdftotext and the like, found on PATH."""
    command = [find_tool(name), *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)


def check_svgs(files: Sequence[Path]) -> str:
    """What the Nu validator has to say about SVG files; nothing when all are valid."""
    jar = Path(os.environ.get("TT_PRINT_VNU_JAR") or VNU_PLACE)
    if not jar.is_file():
        missing("vnu.jar is not installed (npm: vnu-jar; its place in TT_PRINT_VNU_JAR)")
    if shutil.which("java") is None:
        missing("Java is not installed, which vnu.jar needs")
    done = subprocess.run(
        ["java", "-jar", str(jar), "--svg", *map(str, files)], capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr or ("" if done.returncode == 0 else f"vnu.jar gave {done.returncode}, no words")


def in_ci() -> bool:
    return os.environ.get("CI", "").lower() in ("1", "true")


def missing(reason: str) -> NoReturn:
    if in_ci():
        pytest.fail(f"{reason}, and CI must not go without")
    pytest.skip(reason)
