"""The folders in which things outlive a run: the user's own, or others that two variables name."""

from __future__ import annotations

import os
import sys
from pathlib import Path

CONFIG_NAME = "config.toml"


def data_folder() -> Path:
    """Where nights are kept; the variable TT_PRINT_DATA names another folder."""
    if named := os.environ.get("TT_PRINT_DATA"):
        return Path(named)
    from platformdirs import user_data_path

    return user_data_path("tt_print", appauthor=False)


def config_folder() -> Path:
    """Where settings live; the variable TT_PRINT_CONFIG names another folder."""
    if named := os.environ.get("TT_PRINT_CONFIG"):
        return Path(named)
    if sys.platform == "linux":  # as platformdirs has it, which takes longer to load than a verdict to make
        return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "tt_print"
    from platformdirs import user_config_path

    return user_config_path("tt_print", appauthor=False)


def has_config() -> bool:
    """Whether somebody wrote down what they always want."""
    return (config_folder() / CONFIG_NAME).exists()


def cache_folder() -> Path:
    """Where lies what can be fetched again; the variable TT_PRINT_CACHE names another folder."""
    if named := os.environ.get("TT_PRINT_CACHE"):
        return Path(named)
    from platformdirs import user_cache_path

    return user_cache_path("tt_print", appauthor=False)
