"""What a person types to measure a printer, from `sessions.txt`: see `tests/transcripts.py`."""

import os
import shlex
import tomllib
from pathlib import Path

import pytest

from tests.commands import ROOT, type_line
from tests.transcripts import cases_of, follow


@pytest.mark.parametrize("text", cases_of(ROOT / "tests" / "calibration" / "sessions.txt"))
def test_session(tmp_path, monkeypatch, text):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    file = Path(os.environ["TT_PRINT_CONFIG"], "printers.toml")

    def kept():
        return file.exists() and file.read_bytes(), sorted(tmp_path.rglob("*.pdf"))

    def value(_):
        """What is known of printers, in hundredths across and down."""
        profiles = tomllib.loads(file.read_text(encoding="utf-8"))["printers"] if file.exists() else []
        scales = (profile[name] for profile in profiles for name in ("scale_x", "scale_y"))
        return " ".join(f"{100 * scale:.1f}" for scale in scales) or "nothing"

    follow(text, lambda line: type_line(*shlex.split(line)), kept, value)
