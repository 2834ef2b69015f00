"""Where a story for `tt-print judge --scene` comes from: the command line, a file, or standard input."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from tt_print.errors import InputError
from tt_print.input_files import decode, read_text

MAX_STORY = 100_000  # bytes; a whole game of 500 events is 15,000


def read_story(scene: str) -> str:
    """The text of a story: itself, that of a file of this name, or for `-` what comes on standard input."""
    if scene == "-":
        data = sys.stdin.buffer.read(MAX_STORY + 1) if hasattr(sys.stdin, "buffer") else sys.stdin.read().encode()
        if len(data) > MAX_STORY:
            raise InputError(f"the story on standard input is longer than {MAX_STORY:,} letters.")
        return decode(data, "standard input")
    looks_like_file = re.fullmatch(r"[^;\s]*(?:[/\\\\]|\.\w+)[^;\s]*", scene)
    if looks_like_file or (len(scene) < 200 and ";" not in scene and Path(scene).is_file()):
        return read_text(Path(scene), MAX_STORY, "Tell the story in quotes, or in a file, one event a line.")
    return scene
