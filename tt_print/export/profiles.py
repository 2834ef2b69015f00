"""Profiles: what each printer, machine or table wants, read from `templates/export/`, a file each.

A new profile is a new file there; only a new kind of file needs code.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from tt_print.errors import InputError, TemplateError, did_you_mean, join_words
from tt_print.export.cardbox import CardBox, read_card_box
from tt_print.templates import read_toml, templates_folder

NEEDED = ("title", "place", "suits", "kind", "product", "how_to", "products")


@dataclass(frozen=True, slots=True)
class Product:
    """One thing that can be ordered or made. `box` is its card's geometry, `data` its whole table."""

    name: str
    title: str
    box: CardBox
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Profile:
    """`kind` names the writer, `suits` says in a sentence whom it suits; further tables by `profile["intent"]`."""

    name: str
    title: str
    suits: str
    kind: str
    products: Mapping[str, Product]
    default_product: str
    data: Mapping[str, Any]

    def __getitem__(self, table: str) -> Any:
        return self.data[table]

    @property
    def checks(self) -> Mapping[str, Any]:
        """The figures of its rules; a rule without a figure here does not hold for this profile."""
        return self.data.get("checks", {})

    def find_product(self, name: str = "") -> Product:
        """Raises InputError for one that this profile does not offer."""
        wanted = name.strip().lower() or self.default_product
        if wanted in self.products:
            return self.products[wanted]
        offered = join_words((f"{key} ({product.title})" for key, product in self.products.items()), "and")
        raise InputError(
            f"{self.name} has no product {name!r}.{did_you_mean(wanted, self.products)} It offers {offered}. "
            f"Type for example: --product {self.default_product}"
        )


@cache
def known_profiles() -> tuple[Profile, ...]:
    """All of them, in the order in which people should see them."""
    names = sorted(path.stem for path in (templates_folder() / "export").glob("*.toml"))
    found = [read_profile(name, read_toml(f"export/{name}.toml")) for name in names]
    return tuple(sorted(found, key=lambda profile: (profile["place"], profile.name)))


def find_profile(name: str) -> Profile:
    """Raises InputError that lists all profiles for one that there is not."""
    profiles = {profile.name: profile for profile in known_profiles()}
    wanted = name.strip().lower().replace("_", "-").replace(" ", "-")
    if wanted in profiles:
        return profiles[wanted]
    for profile in profiles.values():
        if wanted in (also.lower() for also in profile.data.get("also", ())):
            return profile
    every = {
        also: profile.name for profile in profiles.values() for also in (profile.name, *profile.data.get("also", ()))
    }
    near = did_you_mean(wanted, every)
    for also, own in every.items():
        near = near.replace(f" {also}?", f" {own}?")
    raise InputError(
        f"there is no export profile {name!r}.{near} Profiles: {join_words(profiles, 'and')}. "
        "Whom each suits: tt-print export --list"
    )


def read_profile(name: str, data: Mapping[str, Any]) -> Profile:
    """A profile from its file's tables. Raises TemplateError for one that lacks what every profile needs."""
    missing = [key for key in NEEDED if key not in data]
    if missing:
        raise TemplateError(f"templates/export/{name}.toml has no {join_words(missing)}.")
    products = {key: _product(name, key, table) for key, table in data["products"].items()}
    if data["product"] not in products:
        raise TemplateError(f"templates/export/{name}.toml: product = {data['product']!r} is not among its products.")
    return Profile(name, data["title"], data["suits"], data["kind"], products, data["product"], data)


def _product(name: str, key: str, table: Mapping[str, Any]) -> Product:
    box = read_card_box(table)
    if box is None or "title" not in table:
        raise TemplateError(f"templates/export/{name}.toml: product {key} needs a title, and trim_mm or file_px.")
    wide, high = box.safe.width_mm, box.safe.height_mm
    if not (0 < wide <= box.trim.width_mm <= box.width_mm and 0 < high <= box.trim.height_mm <= box.height_mm):
        raise TemplateError(
            f"templates/export/{name}.toml: product {key}: the safe area must lie in the trim, the trim in the file."
        )
    if abs(box.trim.left_mm - box.trim.top_mm) > 0.01:
        raise TemplateError(
            f"templates/export/{name}.toml: product {key}: the bleed must be as wide on all four sides."
        )
    return Product(key, table["title"], box, table)
