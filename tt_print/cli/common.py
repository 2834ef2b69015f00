"""What several verbs share: options, and the paper that fits the place."""

from __future__ import annotations

import os


def default_paper() -> str:
    """The paper of the user's config.toml, or the one that people buy where the machine says it is: letter in the Americas and
    the Philippines, else a4.
    """
    from tt_print.cli.territory import find_territory, system_locale
    from tt_print.files.user_data import read_defaults
    from tt_print.sheets.plan import local_paper

    return read_defaults().paper or local_paper(find_territory(os.environ, system_locale))
