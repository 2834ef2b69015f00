"""What the profiles of services, shops, and machines offer: of the profile that was typed, or of all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from tt_print.requests import listings as of
from tt_print.requests.kinds import Line

if TYPE_CHECKING:
    from tt_print.export.profile_tables import Profile

Narrowed = Callable[[Line], Mapping[str, str]]
"""Lists that are shorter if a profile was typed."""


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


def _offered(*fields: str, words: Callable[[Any], str] = str) -> Narrowed:
    """A list of what is in a table of the profiles, under these fields, in words; a name once."""

    def names(line: Line) -> Mapping[str, str]:
        rows: dict[str, str] = {}
        for found in _profiles(line):
            table: Any = found
            for field in fields:
                table = getattr(table, field, {})
            rows |= {name: words(row) for name, row in table.items()}
        return rows

    return names


products = _offered("products", words=attrgetter("title"))
orders = _offered("orders")
thicknesses = _offered("stocks", words=lambda stock: f"{stock.mm:g} mm")
stocks = _offered("order", "stocks")


def papers(line: Line) -> Mapping[str, str]:
    """All papers, but for one machine those that it takes."""
    found = _profiles(line)
    named = getattr(getattr(found[0], "marks", None), "papers", None) if len(found) == 1 else None
    return {name: title for name, title in of.papers().items() if named is None or name in named}


def densities(line: Line) -> Mapping[int, str]:
    found = _profiles(line)
    takes = {dpi for profile in found for product in profile.products.values() for dpi in profile.densities(product)}
    return dict.fromkeys(sorted(takes), "")
