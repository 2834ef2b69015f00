"""Whether all of `config.toml` can be used."""

from __future__ import annotations

from typing import Any

from tt_print.errors import InputError, TTPrintError
from tt_print.own import find_house, own_folder, read_defaults


def verify_defaults() -> None:
    """Raises InputError with the line of a value in config.toml that cannot be used."""
    from tt_print.artwork.read import read_artwork
    from tt_print.cards.theme import find_theme
    from tt_print.cli.requested import config_error, read_config
    from tt_print.core.commands.deck import Deck
    from tt_print.people import check_names
    from tt_print.requests.notes import Config, specs_of

    config = read_config()
    checks: list[tuple[str, Any]] = [
        (name, lambda spec=spec, name=name: spec.kind.check(config[name]))
        for name, spec in specs_of(Deck).items()
        if spec.note(Config) and name not in ("tray", "back")
    ]
    checks += [
        ("theme", lambda: find_theme(config["ink"] or "color", name=config["theme"])),
        ("back", lambda: read_artwork(own_folder() / config["back"])),
        ("night.players", lambda: check_names(read_defaults().night.players)),
        ("night.house", lambda: _verify_house(config["night.house"])),
    ]
    for key, check in checks:
        if config.get(key):
            try:
                check()
            except (TTPrintError, ValueError) as error:
                raise config_error(key, error) from None


def _verify_house(text: str) -> None:
    if not (path := find_house(text)).is_file():
        raise InputError(f"there is no file {path} of house rules.")
