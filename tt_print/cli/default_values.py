"""Values in config.toml that nothing knows, told with their line before paper is spent on a guess."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from tt_print.errors import InputError, TTPrintError, choose
from tt_print.incoming import read_toml
from tt_print.own import CONFIG_NAME, MAX_FILE_BYTES, Defaults, find_house, own_folder, read_defaults


def verify_defaults(names: Collection[str] = ()) -> None:
    """Raises InputError with the line of a value in config.toml that nothing knows: of all, or of those in `names` only."""
    own, path = read_defaults(), own_folder() / CONFIG_NAME
    for way, concerned, check in _value_checks(own):
        if not names or {*concerned} <= {*names}:
            try:
                check()
            except TTPrintError as error:
                raise read_toml(path, MAX_FILE_BYTES).error(f"{'.'.join(way)}: {error}", *way) from None


def _value_checks(own: Defaults) -> Iterator[tuple[tuple[str, ...], tuple[str, ...], Callable[[], object]]]:
    """Where something is said, which values it concerns, and what raises where these cannot be used."""
    from tt_print.calibration.store import read_store
    from tt_print.cards.theme import INK_STYLES, find_theme
    from tt_print.people import check_names
    from tt_print.sheets.backs import back_modes
    from tt_print.sheets.plan import find_card_size, find_paper
    from tt_print.sheets.stock import find_stock

    if own.paper:
        yield ("paper",), ("paper",), lambda: find_paper(own.paper)
    if own.card:
        yield ("card",), ("card",), lambda: find_card_size(own.card)
    if own.ink:
        yield ("ink",), ("ink",), lambda: choose("ink style", own.ink, INK_STYLES)
    if own.theme:
        yield ("theme",), ("theme",), lambda: find_theme(name=own.theme)
    if own.theme and own.ink:
        yield ("theme",), ("theme", "ink"), lambda: find_theme(own.ink, name=own.theme)
    if own.backs:
        yield ("backs",), ("backs",), lambda: choose("kind of backs", own.backs, back_modes())
    if own.back:
        yield ("back",), ("back",), lambda: _verify_back(own.back)
    if own.stock:
        yield ("stock",), ("stock",), lambda: find_stock(own.stock)
    if own.printer and own.printer != "none":
        yield ("printer",), ("printer",), lambda: read_store(own_folder()).find_printer(own.printer)
    if own.night.players:
        yield ("night", "players"), ("night", "players"), lambda: check_names(own.night.players)
    if own.night.house:
        yield ("night", "house"), ("night", "house"), lambda: _verify_house(own.night.house)


def _verify_house(text: str) -> None:
    if not (path := find_house(text)).is_file():
        raise InputError(f"there is no file {path} of house rules.")


def _verify_back(text: str) -> None:
    from tt_print.artwork.read import read_artwork

    read_artwork(own_folder() / text)
