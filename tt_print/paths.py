"""The folders in which things outlive a run: the user's own, or others that two variables name."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

CONFIG_NAME = "config.toml"


def data_folder(environment: Mapping[str, str] | None = None) -> Path:
    """Where nights and commitments are kept; the variable TT_PRINT_DATA names another folder."""
    if named := _named("TT_PRINT_DATA", environment):
        return Path(named)
    from platformdirs import user_data_path

    return user_data_path("tt_print", appauthor=False)


def config_folder(environment: Mapping[str, str] | None = None) -> Path:
    """Where settings live; the variable TT_PRINT_CONFIG names another folder."""
    if named := _named("TT_PRINT_CONFIG", environment):
        return Path(named)
    if sys.platform == "linux":  # as platformdirs has it, which takes longer to load than a verdict to make
        return Path(_named("XDG_CONFIG_HOME", environment) or Path.home() / ".config") / "tt_print"
    from platformdirs import user_config_path

    return user_config_path("tt_print", appauthor=False)


def has_config(environment: Mapping[str, str] | None = None) -> bool:
    """Whether somebody wrote down what they always want."""
    return (config_folder(environment) / CONFIG_NAME).exists()


def cache_folder(environment: Mapping[str, str] | None = None) -> Path:
    """Where lies what can be fetched again; the variable TT_PRINT_CACHE names another folder."""
    if named := _named("TT_PRINT_CACHE", environment):
        return Path(named)
    from platformdirs import user_cache_path

    return user_cache_path("tt_print", appauthor=False)


def _named(variable: str, environment: Mapping[str, str] | None) -> str | None:
    return (os.environ if environment is None else environment).get(variable)
