"""Profiles: what each service, shop, and machine wants, read from `templates/export/` and from the user's own folder, a file each.

What all of them have is in `Profile`. What one kind of files needs beyond that is in no class: a user's profile has the keys of ours of its
kind, with values like theirs. So a new profile is a file like another, and only a new kind of files needs code.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache, lru_cache
from itertools import product as every
from pathlib import Path
from types import GenericAlias
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, cast

from tt_print.draw.geometry import Rect
from tt_print.errors import TemplateError, did_you_mean, join_words
from tt_print.files.data import parse_toml, read_text
from tt_print.files.user_data import MAX_FILE_BYTES, UserTables, file_stamp, read_user_files
from tt_print.problems import Problem, pick
from tt_print.requests import listings as of
from tt_print.requests.kinds import Choice, Config, File, Kind, Line, Local, Number, Request, Switch, Word, fixed
from tt_print.requests.listings import Ink, Theme_
from tt_print.templates import TemplateTable, read_toml, template_text, templates_folder

if TYPE_CHECKING:
    from tt_print.faces.layout import Product

PIXEL_KEYS = ("file_px", "trim_px", "safe_px")
MAX_CARD_PX, MAX_DPI = 12_000, 2400  # that a machine can make

PAGE_ORDERS = ("back-first", "alternating", "fronts-then-backs", "one-back")

# ---------------------------------------------------------------- products


def _center(outer: Sequence[float], inner: Sequence[float]) -> Rect:
    """What is so wide and high in the middle of what begins at 0, 0."""
    return Rect((outer[0] - inner[0]) / 2, (outer[1] - inner[1]) / 2, inner[0], inner[1])


def _product_of(name: str, row: ProfileTable) -> Product:
    """A product: file, trim, and safe area in pixels, one in the middle of the other; or the trim in millimeters, the bleed around it, and how
    far inside it the safe area begins. Raises ValueError for a card that no machine could make.
    """
    from tt_print.faces.layout import MM_PER_INCH, Product  # here, because --help needs no faces

    dpi, sizes = getattr(row, "dpi", 300), [getattr(row, key) for key in PIXEL_KEYS if hasattr(row, key)]
    if not 1 <= dpi <= MAX_DPI or not all(1 <= px <= MAX_CARD_PX for pair in sizes[:1] for px in pair):
        raise ValueError(f"dpi is 1 to {MAX_DPI}, and a file 1 to {MAX_CARD_PX} pixels wide and high.")
    if sizes:
        file_mm, trim_mm, safe_mm = ([px * MM_PER_INCH / dpi for px in pair] for pair in sizes)
        trim = _center(file_mm, trim_mm)
    else:
        bleed, inside = getattr(row, "bleed_mm", 0.0), getattr(row, "safe_mm", 0.0)
        file_mm, safe_mm = [side + 2 * bleed for side in row.trim_mm], [side - 2 * inside for side in row.trim_mm]
        trim = Rect(bleed, bleed, *row.trim_mm)
    corner = getattr(row, "corner_mm", 0.0)
    return Product(name, row.title, file_mm[0], file_mm[1], trim, _center(file_mm, safe_mm), corner, dpi)


# ---------------------------------------------------------------- what a profile says


class ProfileTable(TemplateTable):
    """A table of a profile, whose keys and their types are those of our profiles; see `_shape`."""

    if TYPE_CHECKING:

        def __getattr__(self, key: str) -> Any: ...

    def __or__(self, values: Mapping[str, object]) -> ProfileTable:
        """The same with other values of some keys, and of some keys of its tables."""
        tables = {key: {**getattr(self, key), **each} for key, each in values.items() if isinstance(each, dict)}
        return self.changed(**{**values, **tables})


class Profile(ProfileTable):
    """`kind` names the writer, `suits` is a sentence about its users, `place` where it is among the others, `theme` how the faces look if nobody
    says, and `product` what it makes if nobody does. `how_to` are the lines that go with the files. No file may be larger than `max_file_bytes`;
    `dpi_words` says why there are no other densities.

    What a kind of files wants beyond that has the names and types of the keys in our profiles; see `_shape`.
    """

    name: str = ""
    title: str
    also: tuple[str, ...] = ()
    place: int = 1000  # the user's own come last
    suits: str
    kind: str
    product: str
    how_to: tuple[str, ...]
    theme: str | None = None
    max_file_bytes: int | None = None
    dpi_words: str = ""

    def __post_init__(self) -> None:
        from tt_print.faces.theme_file import THEMES  # here, because --help needs no themes

        order, marks, press = (getattr(self, key, None) for key in ("order", "marks", "press"))
        icc = sorted(path.name for path in (templates_folder() / "icc").glob("*.icc"))
        for key, named, known in (
            ("theme", [self.theme] if self.theme else (), THEMES),
            ("product", [self.product], self.products),
            ("order.product", [order.product] if order else (), self.products),
            ("orders", getattr(self, "orders", ()), PAGE_ORDERS),
            ("marks.types", marks.types if marks else (), ("3", "4")),
            ("press.icc", [press.icc] if press and press.icc else (), icc),
        ):  # fmt: skip
            if odd := [name for name in named if name not in known]:
                raise ValueError(f"{key}: there is no {odd[0]!r}; there are {join_words(known, 'and')}.")
        self._verify_products()
        if order and not (order.stocks and order.max_cards >= 1 and max(order.brackets, default=0) >= order.max_cards):
            raise ValueError(
                "[order]: there is a stock, and the largest of brackets holds max_cards, which is 1 or more."
            )

    def _verify_products(self) -> None:
        """Raises ValueError for one that cannot be made, at all or at each density."""
        listed = getattr(self, "dpi", ())
        for name, row in self.products.items():
            try:
                own = _product_of(name, row).dpi
            except ValueError as error:
                raise ValueError(f"[products.{name}]: {error}") from None
            if listed and own not in listed:
                raise ValueError(f"dpi is without {own}, for which {name} has its figures.")
            for dpi, key in every(listed, PIXEL_KEYS):
                if not 1 <= dpi <= MAX_DPI:
                    raise ValueError(f"dpi is 1 to {MAX_DPI}.")
                if odd := [px for px in getattr(row, key, ()) if px * dpi % own]:
                    raise ValueError(f"{odd[0]} pixels at {own} dpi are no whole number of pixels at {dpi} dpi.")

    def fill(self, where: str, line: str, words: Mapping[str, object]) -> str:
        """A line for people with its braces filled in. Raises TemplateError for braces that name nothing."""
        try:
            return line.format_map(words)
        except (LookupError, ValueError, AttributeError, TypeError) as error:
            named = ", ".join(f"{{{name}}}" for name in words)
            raise TemplateError(
                f"templates/export/{self.name}.toml: {where} has braces that name nothing ({error}). There are {named}."
            ) from None

    def step(self, name: str, **words: object) -> str:
        """A piece of the how-to."""
        return self.fill(f"steps.{name}", getattr(self.steps, name), words)

    def densities(self, product: str = "") -> tuple[int, ...]:
        """All dpi at which it takes a product; empty where nothing becomes pixels, or they alone count."""
        listed: tuple[int, ...] | None = getattr(self, "dpi", None)
        return () if listed is None else listed or (self.find_product(product).dpi,)

    def find_product(self, name: str = "", dpi: int | None = None) -> Product:
        """A product, at its own density or another. Raises Problem for a product or a density that this profile does not offer."""
        offered = join_words((f"{key} ({row.title})" for key, row in self.products.items()), "and")
        known = {"profile": self.name, "offered": offered, "usual": self.product}
        wanted = pick("product", name.strip() or self.product, self.products, "not_offered", **known)
        product = _product_of(wanted, self.products[wanted])
        if dpi is None or dpi == product.dpi:
            return product
        if dpi in (listed := self.densities(wanted)):
            return replace(product, dpi=dpi)
        raise Problem(
            "not_offered" if len(listed) > 1 else "only", "dpi", profile=self.name, value=dpi, words=f" {self.dpi_words}".rstrip(),
            offered=join_words(map(str, listed), "and"), example=listed[len(listed) > 1],
        )  # fmt: skip


# what may be left out, of the file and of its tables
FILE_DEFAULTS = {"dpi": (), "order": None, "cut_line": None}
TABLE_DEFAULTS = {"dpi": 300, "corner_mm": 0.0, "bleed_mm": 0.0, "safe_mm": 0.0, "elsewhere": "", "backed_mm": 0.0}
COUNTED = {"dpi", "brackets"}  # lists of numbers, of any length
NAMED = {"products", "stocks", "orders", "types", "larger", "facts", "games_titles", "games"}  # whose keys are names


P = TypeVar("P", bound=ProfileTable)


@cache
def _shapes() -> Mapping[str, type[Profile]]:
    """The record that a profile of each kind is read into, as ours are."""
    files = [read_toml(f"export/{path.name}") for path in _our_files()]
    kinds = dict.fromkeys(file["kind"] for file in sorted(files, key=lambda file: int(file.get("place", 1000))))
    return {kind: _shape([file for file in files if file["kind"] == kind], Profile, FILE_DEFAULTS) for kind in kinds}


def _shape(tables: Sequence[Mapping[str, object]], base: type[P], defaults: Mapping[str, object]) -> type[P]:
    """The record that tables like these are read into: their keys with what they hold."""
    keys = dict.fromkeys(key for table in tables for key in table if key not in base.__annotations__)
    hints = {key: _value_type(key, [table[key] for table in tables if key in table]) for key in keys}
    left_out = {key: defaults[key] for key in keys if key in defaults}
    return cast(type[P], type(base.__name__, (base,), {"__annotations__": hints} | left_out))


def _value_type(key: str, values: Sequence[object]) -> object:
    """What the value of a key may be that has these elsewhere. An item of a list has no key.

    Lists of text and of lists may have any length, others only if they are `COUNTED`, and items as many as ours.
    """
    if tables := [value for value in values if isinstance(value, dict)]:
        if key not in NAMED:
            return _shape(tables, ProfileTable, TABLE_DEFAULTS)
        return GenericAlias(dict, (str, _value_type("a name", [value for table in tables for value in table.values()])))
    if lists := [value for value in values if isinstance(value, list)]:
        item = _value_type("", [item for each in lists for item in each])
        is_open = key in COUNTED or (key and isinstance(lists[0][0], str | list))
        return GenericAlias(tuple, (item, ...) if is_open else (item,) * len(lists[0]))
    return float if float in map(type, values) else type(values[0])


# ---------------------------------------------------------------- reading


def _our_files() -> list[Path]:
    return sorted((templates_folder() / "export").glob("*.toml"))


@cache
def _our_profiles() -> dict[str, Profile]:
    return {path.stem: parse_profile(path.stem, template_text(f"export/{path.name}")) for path in _our_files()}


def read_profiles() -> UserTables[Profile]:
    """Ours, and those of the user's folder that have other names, in the order in which people should see them."""
    ours = [*_our_profiles().values()]
    taken = [name.lower() for profile in ours for name in (profile.name, *profile.also)]
    own = read_user_files("profiles", taken, lambda path: _own_profile(path, *file_stamp(path)))
    every = sorted([*ours, *own.found.values()], key=lambda profile: (profile.name in own.files, profile.place))
    return own._replace(found={profile.name: profile for profile in every})


@lru_cache(maxsize=64)
def _own_profile(path: Path, changed: int, size: int) -> Profile:
    """Read again where its file has changed."""
    return parse_profile(path.stem, read_text(path, MAX_FILE_BYTES, error=TemplateError), str(path))


def parse_profile(name: str, text: str, file: str = "") -> Profile:
    """The profile in TOML `text`. Raises TemplateError that names file and key for what is missing or misspelled.

    `file` is what people know it by; without it, ours of that name.
    """
    document, shapes = parse_toml(text, file or f"templates/export/{name}.toml", TemplateError), _shapes()
    kind = document.data.get("kind")
    if not isinstance(kind, str) or kind not in shapes:
        raise document.error(f"kind {kind!r}; there are {', '.join(shapes)}.", "kind")
    return document.read(shapes[kind]).changed(name=name)


def find_profile(name: str) -> Profile:
    """Raises Problem where `name` is none of all profiles, and TemplateError for a damaged one."""
    wanted, profiles = name.strip().lower().replace("_", "-").replace(" ", "-"), read_profiles()
    every = {also.lower(): profile for profile in profiles.found.values() for also in (profile.name, *profile.also)}
    if wanted in every:
        return every[wanted]
    profiles.check(wanted)
    near = did_you_mean(wanted, every)
    for also, profile in every.items():
        near = near.replace(f" {also}?", f" {profile.name}?")
    raise Problem("unknown", "profile", value=name, near=near, choices=[*profiles.found])


# ---------------------------------------------------------------- what can be chosen


def profile_titles() -> Mapping[str, str]:
    return {name: profile.title for name, profile in read_profiles().found.items()}


def _profiles(line: Line) -> list[Profile]:
    """The profile that was typed, or all of them."""
    try:
        return [find_profile(*line["profile"])]
    except (ValueError, KeyError):
        return [*read_profiles().found.values()]


def _offer(*keys: str, words: str = "{}") -> Callable[[Line], Mapping[str, str]]:
    """A list of what is in a table of the profiles, under these keys, in words; a name once."""

    def names(line: Line) -> Mapping[str, str]:
        rows: dict[str, str] = {}
        for found in _profiles(line):
            table = getattr(found, keys[0], {})
            for key in keys[1:]:
                table = getattr(table, key, {})
            rows |= {name: words.format(row) for name, row in table.items()}
        return rows

    return names


def _papers(line: Line) -> Mapping[str, str]:
    """All papers, but for one machine those that it takes."""
    found = _profiles(line)
    named = getattr(getattr(found[0], "marks", None), "papers", None) if len(found) == 1 else None
    return {name: title for name, title in of.papers().items() if named is None or name in named}


def _densities(line: Line) -> Mapping[int, str]:
    found = _profiles(line)
    takes = {dpi for profile in found for name in profile.products for dpi in profile.densities(name)}
    return dict.fromkeys(sorted(takes), "")


@dataclass(frozen=True)
class ExportChoices(Request):
    """`profile`: the service or machine that the files are for.

    Fields from `paper` to `back` belong to some kinds of files only. `jokers` None means: if the deck's games use them. No `theme` means the
    profile's own, or in low ink the one that has such faces. `back` is the file of your own picture, and in a job the hash of that.
    """

    profile: Annotated[str, Choice(profile_titles, find_profile), Word("for")] = ""
    product: Annotated[str, Choice(None, str, narrowed=_offer("products", words="{.title}"))] = ""
    deck: Annotated[str, Choice(of.decks, of.find_deck, "DECK")] = "full"
    jokers: Annotated[bool | None, Switch()] = None
    chits: Annotated[bool, Switch()] = True
    extras: Annotated[bool, Switch()] = False
    copies: Annotated[int, Number(1, 20)] = 1
    ink: Ink = "color"
    indices: Annotated[int, Choice(fixed(4, 2), metavar="4|2")] = 4
    theme: Theme_ = ""
    paper: Annotated[str, Choice(None, str, "PAPER", narrowed=_papers), Word(letter="p")] = ""
    marks: Annotated[int | None, Choice(fixed(3, 4), Number().read, "3|4")] = None
    backs: Annotated[bool, Switch()] = False
    cut_line: Annotated[bool, Switch()] = False
    order: Annotated[str, Choice(None, str, "ORDER", narrowed=_offer("orders"))] = ""
    thickness: Annotated[str, Choice(None, str, "MM|NAME", narrowed=_offer("stocks", words="{.mm:g} mm"))] = ""
    sleeved: Annotated[bool, Switch()] = False
    dividers: Annotated[bool | None, Switch()] = None
    name: Annotated[str, Kind("NAME")] = ""
    max_px: Annotated[int | None, Number(metavar="PX")] = None
    url: Annotated[str, Kind("URL")] = ""
    stock: Annotated[str, Choice(None, str, narrowed=_offer("order", "stocks"))] = ""
    dpi: Annotated[int | None, Choice(None, Number().read, "DPI", narrowed=_densities)] = None
    back: Annotated[str, File("PICTURE"), Config(), Local()] = ""

    @property
    def has_jokers(self) -> bool:
        return self.deck != "west" if self.jokers is None else self.jokers

    @property
    def special(self) -> dict[str, object]:
        """What was given of what belongs to some kinds of files only, by field."""
        names = [field.name for field in fields(ExportChoices)]
        given = {name: getattr(self, name) for name in names[names.index("paper") :]}
        return {name: value for name, value in given.items() if value != getattr(NOTHING, name)}


NOTHING = ExportChoices()
