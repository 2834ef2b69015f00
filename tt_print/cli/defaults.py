"""What a person always wants, from the config.toml of their own folder: it takes the place of what was not typed.

Options win. What comes from the file is said, so that nobody wonders why the paper is another one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tt_print.cli.common import echo
from tt_print.errors import InputError
from tt_print.own import CONFIG_NAME, Defaults, own_folder, read_defaults

PLAIN = ("card", "printer", "tray", "theme", "ink", "back")
OF_DECK = ("backs", "stock")  # elsewhere options of these names are others
MEASURING = ("calibrate",)  # names a printer to measure it, and says its paper itself


def fill_in(context: Any) -> None:
    """Changes the parameters of a verb that were not typed.

    Where config.toml is wrong a verb that prints raises InputError, before paper is spent; at a table the game goes on without.
    """
    verb, params = context.info_name, context.params
    missing = {name for name in params if _is_missing(context, name)}
    try:
        defaults = read_defaults()
    except InputError as error:
        if "paper" in params and _prints(verb, params):
            raise
        echo(f"warning: left out: {error}", err=True)
        return
    if verb in MEASURING or defaults == Defaults():
        return
    wanted = (*PLAIN, *OF_DECK) if verb == "deck" else PLAIN
    taken = {name: value for name in wanted if name in missing and (value := getattr(defaults, name))}
    if not _prints(verb, params) and verb != "export":
        taken = {name: value for name, value in taken.items() if name not in PLAIN}
    if "printer" not in missing:  # a tray is one of a printer
        taken.pop("tray", None)
    if "back" in taken and isinstance(taken["back"], str):  # beside the file that names it
        taken["back"] = str(own_folder() / taken["back"])
    for name in _contradicting(taken, missing, params):
        del taken[name]
    taken |= _for_the_night(verb, defaults, missing, params)
    params.update(taken)
    spent = {*taken} & {*PLAIN, *OF_DECK}
    if "paper" in missing and defaults.paper and _prints(verb, params):
        spent.add("paper")
    if spent:
        from tt_print.cli.default_values import verify_defaults

        verify_defaults(spent)
    shown = {name: " ".join(value) if isinstance(value, list) else value for name, value in taken.items()}
    if "paper" in missing and defaults.paper and not params.get("stock") and _prints(verb, params):
        shown["paper"] = defaults.paper
    if shown and not (params.get("quiet") or params.get("as_json")):
        words = ", ".join(f"{name} {value}" for name, value in shown.items())
        echo(f"From {own_folder() / CONFIG_NAME}: {words}.", err=True)


def _contradicting(taken: dict[str, Any], missing: set[str], params: dict[str, Any]) -> Iterator[str]:
    """The defaults that cannot stand beside what was typed."""
    theme, ink = (str(taken.get(name, params.get(name)) or "") for name in ("theme", "ink"))
    typed = {"theme", "ink"} - missing
    if theme and ink and typed and not _go_together(theme, ink):
        yield from {"theme", "ink"} & {*taken}
    if "stock" in taken and not missing.issuperset(
        {"paper", "card", "backs", "cuts", "bleed", "margin"} & params.keys()
    ):
        yield "stock"
    elif "card" in taken and (params.get("large") or params.get("stock") or taken.get("stock")):
        yield "card"
    if "back" in taken and (not _has_backs({**params, **taken}) or ("theme" in typed and _has_own_back(theme))):
        yield "back"


def _has_backs(params: dict[str, Any]) -> bool:
    """Whether what a verb prints has backs."""
    if "profile" not in params:
        return str(params.get("backs", "none")).strip().lower() != "none"
    from tt_print.export.kinds import find_kind
    from tt_print.export.profiles import find_profile

    try:
        takes = find_kind(find_profile(params["profile"])).options
    except InputError:
        return False
    return "back" in takes and ("backs" not in takes or bool(params.get("backs"))) and not params.get("check")


def _has_own_back(theme: str) -> bool:
    """Whether a theme brings a picture for its backs."""
    from tt_print.cards.theme import find_theme

    try:
        return find_theme(name=theme).back_file is not None
    except InputError:
        return False  # as the verb will say


def _go_together(theme: str, ink: str) -> bool:
    """Whether a theme has this ink style; one that floods cards with color has no low ink."""
    from tt_print.cards.theme import find_theme

    try:
        find_theme(name=theme)
        find_theme(ink)
    except InputError:
        return True  # one of them is wrong by itself, as the verb will say
    try:
        find_theme(ink, name=theme)
    except InputError:
        return False
    return True


def _is_missing(context: Any, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is None or source.name in ("DEFAULT", "DEFAULT_MAP")


def _for_the_night(verb: str, defaults: Defaults, missing: set[str], params: dict[str, Any]) -> dict[str, Any]:
    """Players and house rules, for a game that is named; one that is being scored, or a code, has its own."""
    if not params.get("game", params.get("games")) or params.get("code") or params.get("again"):
        return {}
    taken: dict[str, Any] = {}
    if defaults.night.house and "house" in missing and not _names_own_file(params):
        from tt_print.own import find_house

        taken["house"] = find_house(defaults.night.house)
    if defaults.night.players:
        if "players" in missing and isinstance(params["players"], str):
            taken["players"] = ",".join(defaults.night.players)
        if "names" in missing and verb == "start":
            taken["names"] = list(defaults.night.players)
    return taken


def _names_own_file(params: dict[str, Any]) -> bool:
    """Whether the game is somebody's text, which has no engine that house rules could change."""
    from tt_print.cli.own_things import own_file

    games = params.get("game") or params.get("games") or []
    return any(own_file(str(name)) is not None for name in ([games] if isinstance(games, str) else games))


def _prints(verb: str, params: dict[str, Any]) -> bool:
    """Whether paper matters: the verbs that print do, of the others those options with which they do."""
    pages = {"deal": ("slips", "sheet", "commit"), "export": ("paper",)}
    if "as_pdf" in params:
        return bool(params["as_pdf"])
    return verb not in pages or any(params.get(name) for name in pages[verb])
