"""Files in a person's own folder, as somebody puts them there by hand."""

import os
from pathlib import Path


def own_folder() -> Path:
    return Path(os.environ["TT_PRINT_CONFIG"])


def bring(name: str, content: str | bytes) -> Path:
    """`papers/pad.toml` in the own folder, with its folders."""
    path = own_folder() / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path
