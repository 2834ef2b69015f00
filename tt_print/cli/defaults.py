"""What `config.toml` says for commands without a request, and whether all of it can be used.

Options win. What comes from the file is said, so that nobody wonders why the paper is another one.
"""

from __future__ import annotations

from typing import Any

from tt_print.cli.common import echo
from tt_print.errors import InputError, TTPrintError
from tt_print.own import CONFIG_NAME, Defaults, find_house, own_folder, read_defaults


def fill_in(context: Any) -> None:
    """Changes the parameters of a verb that were not typed.

    If config.toml is wrong, a verb that prints raises InputError, before paper is spent; at a table the game goes on without.
    """
    params = context.params
    missing = {name for name in params if _is_missing(context, name)}
    try:
        defaults = read_defaults()
    except InputError as error:
        if params.get("as_pdf"):
            raise
        echo(f"warning: left out: {error}", err=True)
        return
    taken = _for_the_night(context.info_name, defaults, missing, params)
    params.update(taken)
    shown = {name: " ".join(value) if isinstance(value, list) else value for name, value in taken.items()}
    if "paper" in missing and defaults.paper and params.get("as_pdf"):
        verify_defaults("paper")
        shown["paper"] = defaults.paper
    if shown and not (params.get("quiet") or params.get("as_json")):
        words = ", ".join(f"{name} {value}" for name, value in shown.items())
        echo(f"From {own_folder() / CONFIG_NAME}: {words}.", err=True)


def _is_missing(context: Any, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is None or source.name in ("DEFAULT", "DEFAULT_MAP")


def _for_the_night(verb: str, defaults: Defaults, missing: set[str], params: dict[str, Any]) -> dict[str, Any]:
    """Players and house rules, for a game that is named; one that is being scored has its own."""
    taken: dict[str, Any] = {}
    if not params.get("game", params.get("games")) or params.get("again"):
        return taken
    if defaults.night.house and "house" in missing:
        taken["house"] = find_house(defaults.night.house)
    if defaults.night.players and "names" in missing and verb == "start":
        taken["names"] = list(defaults.night.players)
    return taken


def verify_defaults(only: str = "") -> None:
    """Raises InputError with the line of a value in config.toml that cannot be used: of any, or of the one with this key."""
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
        if config.get(key) and only in ("", key):
            try:
                check()
            except (TTPrintError, ValueError) as error:
                raise config_error(key, error) from None


def _verify_house(text: str) -> None:
    if not (path := find_house(text)).is_file():
        raise InputError(f"there is no file {path} of house rules.")
