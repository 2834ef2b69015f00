"""What the profiles of services, shops, and machines offer: of the profile that was typed, or of all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tt_print.core.commands import listings as of
from tt_print.core.commands.listings import Line

if TYPE_CHECKING:
    from tt_print.export.profile_tables import Profile


def profiles() -> Mapping[str, str]:
    from tt_print.export.profiles import read_profiles

    return {name: profile.title for name, profile in read_profiles().found.items()}


def find_profile(text: str) -> str:
    from tt_print.export.profiles import find_profile

    return find_profile(text).name


def _profiles(line: Line) -> list[Profile]:
    from tt_print.export.profiles import find_profile, read_profiles

    try:
        return [find_profile(*line["profile"])]
    except (ValueError, KeyError):
        return [*read_profiles().found.values()]


def _tables(line: Line, *fields: str) -> dict[str, Any]:
    """A table of the profiles, under these fields; a name once."""
    rows: dict[str, Any] = {}
    for found in _profiles(line):
        table: Any = found
        for field in fields:
            table = getattr(table, field, {})
        rows |= table
    return rows


def products(line: Line) -> Mapping[str, str]:
    return {name: product.title for profile in _profiles(line) for name, product in profile.products.items()}


def papers(line: Line) -> Mapping[str, str]:
    """All papers, but for one machine those that it takes."""
    found = _profiles(line)
    named = getattr(getattr(found[0], "marks", None), "papers", None) if len(found) == 1 else None
    return {name: title for name, title in of.papers().items() if named is None or name in named}


def orders(line: Line) -> Mapping[str, str]:
    return _tables(line, "orders")


def thicknesses(line: Line) -> Mapping[str, str]:
    return {name: f"{stock.mm:g} mm" for name, stock in _tables(line, "stocks").items()}


def stocks(line: Line) -> Mapping[str, str]:
    return _tables(line, "order", "stocks")


def boxes(line: Line) -> Mapping[str, str]:
    return {name: box.title for name, box in _tables(line, "boxes", "sizes").items()} | {"none": "no box"}


def booklet_sizes(line: Line) -> Mapping[str, str]:
    return {name: booklet.suits for name, booklet in _tables(line, "booklets").items()}


def booklets() -> Mapping[str, str]:
    from tt_print.core.commands.games import games

    return {**games(), "all": "every game that the deck plays", "none": "no booklet"}


def densities(line: Line) -> Mapping[int, str]:
    found = _profiles(line)
    takes = {dpi for profile in found for product in profile.products.values() for dpi in profile.densities(product)}
    return dict.fromkeys(sorted(takes), "")
