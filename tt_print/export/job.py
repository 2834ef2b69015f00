"""What somebody wants exported, checked and turned into pictures, for all kinds of files alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic

from tt_print.cards.chits import draw_chit, draw_pointers
from tt_print.cards.extras import draw_text_cards
from tt_print.cards.theme import DEFAULT_THEME, THEMES, Theme, find_theme
from tt_print.deck import DECKS, JOKERS, VARIABLES, AnyCard, find_deck, print_order
from tt_print.drawing.shapes import Drawing
from tt_print.errors import InputError, join_words
from tt_print.export.cardbox import CardBox, draw_front, picture_scale, place_back, place_front
from tt_print.export.kinds import find_kind
from tt_print.export.products import Product
from tt_print.export.profile_tables import PixelProfile, PressChecks, Profile
from tt_print.export.profiles import P, find_profile, known_profiles
from tt_print.file_names import file_stem, short_hash

if TYPE_CHECKING:
    from tt_print.artwork.draw import PressLimits
    from tt_print.artwork.read import Artwork

MAX_COPIES = 20


@dataclass(frozen=True, slots=True)
class Choices:
    """The options of an export. The fields from `paper` on belong to some kinds of files only; None there means not given.

    `back` is the file of one's own picture, and in a job the hash of that. `jokers` None means: where the deck's games use them. No `theme` means the profile's own, or in low ink the one that
    has such faces.
    """

    profile: str
    product: str = ""
    deck: str = "full"
    jokers: bool | None = None
    chits: bool = True
    extras: bool = False
    copies: int = 1
    ink_style: str = "color"
    indices: int = 4
    theme: str = ""
    paper: str | None = None
    marks: int | None = None
    backs: bool | None = None
    cut_line: bool | None = None
    order: str | None = None
    thickness: str | None = None
    sleeved: bool | None = None
    dividers: bool | None = None
    name: str | None = None
    max_px: int | None = None
    url: str | None = None
    stock: str | None = None
    dpi: int | None = None
    tuck_box: str | None = None
    booklet: str | None = None
    booklet_size: str | None = None
    back: str | None = None

    @property
    def with_jokers(self) -> bool:
        return self.deck != "west" if self.jokers is None else self.jokers


COMMON = ("profile", "product", "deck", "jokers", "chits", "extras", "copies", "ink_style", "indices", "theme")
SPECIAL = tuple(field.name for field in fields(Choices) if field.name not in COMMON)


@dataclass(frozen=True, slots=True)
class Front:
    """One card to be made: `code` names it, `drawing` is its finished front with the bleed round it."""

    code: str
    drawing: Drawing


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What a manifest says of an export, for whoever checks it; None for what it does not say.

    `codes` are those of all fronts in order, `theme` is named where it is one's own and may say other words. The fields from `paper` on are those options of `Choices`.
    """

    profile: str | None = None
    product: str | None = None
    deck: str | None = None
    copies: int | None = None
    ink: str | None = None
    theme: str | None = None
    codes: tuple[str, ...] | None = None
    paper: str | None = None
    marks: int | None = None
    backs: bool | None = None
    cut_line: bool | None = None
    order: str | None = None
    thickness: str | None = None
    sleeved: bool | None = None
    dividers: bool | None = None
    name: str | None = None
    max_px: int | None = None
    url: str | None = None
    stock: str | None = None
    dpi: int | None = None
    tuck_box: str | None = None
    booklet: str | None = None
    booklet_size: str | None = None
    back: str | None = None

    def as_json(self) -> dict[str, Any]:
        """Whatever is known, as the manifest holds it."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {
            key: list(value) if isinstance(value, tuple) else value
            for key, value in values.items()
            if value is not None
        }


@dataclass(frozen=True)
class Job(Generic[P]):
    """An export with every option resolved. `fronts` holds each card as often as it is wanted, in printing order."""

    profile: P
    product: Product
    choices: Choices
    theme: Theme
    fronts: tuple[Front, ...]
    title: str
    stem: str
    artwork: Artwork | None = None

    @cached_property
    def back(self) -> Drawing:
        return place_back(self.theme, self.product.box, self.artwork, self.press)

    @property
    def press(self) -> PressLimits | None:
        """What a picture on the backs must keep, where this goes to a press."""
        checks = getattr(self.profile, "checks", None)
        if not isinstance(checks, PressChecks):
            return None
        from tt_print.artwork.draw import PressLimits

        return PressLimits(checks.max_total_ink, checks.min_image_dpi)

    @cached_property
    def back_notes(self) -> list[str]:
        """What is to be said of one's own picture on the backs."""
        if self.artwork is None:
            return []
        from tt_print.artwork.draw import back_advice

        box = self.product.box
        return back_advice(self.artwork, box.trim.width, box.trim.height, box.bleed_mm, box.safe_mm or None)

    def pages(self) -> Iterator[tuple[str, Drawing]]:
        """Code and finished front with its bleed, one a card, in order; copies of a card are one object."""
        for front in self.fronts:
            yield front.code, front.drawing

    def facts(self) -> Facts:
        """What a check may rely on; it is kept in the manifest."""
        return Facts(
            profile=self.profile.name, product=self.product.name, deck=self.choices.deck, copies=self.choices.copies,
            ink=self.theme.ink_style, theme=None if self.theme.name in THEMES else self.theme.name, codes=tuple(front.code for front in self.fronts),
            **{name: getattr(self.choices, name) for name in SPECIAL},
        )  # fmt: skip


def make_job(choices: Choices) -> Job[Profile]:
    """Raises InputError before anything is drawn, for whatever does not exist or does not go together."""
    profile = find_profile(choices.profile)
    product = profile.find_product(choices.product)
    _refuse_foreign_options(profile, choices)
    if choices.back and "backs" in find_kind(profile).options and not choices.backs:
        raise InputError(
            f"--back is the picture on the backs, and {profile.name} makes them with --backs. Add --backs."
        )
    if not 1 <= choices.copies <= MAX_COPIES:
        raise InputError(f"--copies {choices.copies}: give a number from 1 to {MAX_COPIES}.")
    usual = _usual_theme(profile, choices)
    theme = find_theme(choices.ink_style, choices.indices, choices.theme or usual)
    choices = replace(choices, profile=profile.name, product=product.name, deck=find_deck(choices.deck),
                      ink_style=theme.ink_style, indices=theme.indices, theme=theme.name)  # fmt: skip
    choices = find_kind(profile).resolve_options(profile, product, choices)
    if isinstance(profile, PixelProfile):
        choices = replace(choices, dpi=profile.resolve_dpi(product, choices.dpi))
        product = profile.sized(product, choices.dpi)
    artwork = _read_artwork(profile, choices, theme)
    choices = replace(choices, back=artwork.digest if artwork else None)
    fronts = tuple(_fronts(choices, theme, product.box))
    stem = _stem(choices, "" if theme.name == usual else theme.file_part or theme.name)
    return Job(profile, product, choices, theme, fronts, _title(choices), stem, artwork)


def _read_artwork(profile: Profile, choices: Choices, theme: Theme) -> Artwork | None:
    """One's own picture for the backs, from the options or the theme, where this has any."""
    takes = find_kind(profile).options
    if "back" not in takes or ("backs" in takes and not choices.backs):
        return None
    file = Path(choices.back) if choices.back else theme.back_file
    if file is None:
        return None
    from tt_print.artwork.read import read_artwork

    return read_artwork(file)


def _usual_theme(profile: Profile, choices: Choices) -> str:
    return DEFAULT_THEME if choices.ink_style.strip().lower() == "low" else profile.theme


def _refuse_foreign_options(profile: Profile, choices: Choices) -> None:
    """An option that would change nothing is a misunderstanding, not a detail to drop."""
    takes = find_kind(profile).options
    for name in SPECIAL:
        if getattr(choices, name) is not None and name not in takes:
            others = [other.name for other in known_profiles() if name in find_kind(other).options]
            option = "--" + name.replace("_", "-")
            why = f", for {profile.no_dpi}" if name == "dpi" else ""
            raise InputError(
                f"{profile.name} takes no {option}{why}; that is for {join_words(others, 'and')}. Leave out {option}."
            )


def _fronts(choices: Choices, theme: Theme, box: CardBox) -> list[Front]:
    cards: list[AnyCard] = [*print_order(DECKS[choices.deck]), *(JOKERS if choices.with_jokers else ())]
    faces = [Front(card.safe_code, draw_front(card, theme, box)) for card in cards] * choices.copies
    factor = picture_scale(box, theme, theme.width_mm, theme.height_mm)
    others: list[tuple[str, Drawing]] = []
    if choices.chits:
        others += [(f"chit-{variable}", draw_chit(variable, theme, factor)) for variable in VARIABLES]
    if choices.extras:
        others.append(("pointers", draw_pointers(theme, factor)))
        others += [(card.title.lower().replace(" ", "-"), card) for card in draw_text_cards(theme, factor)]
    return faces + [Front(code, place_front(drawing, box, theme)) for code, drawing in others]


def _title(choices: Choices) -> str:
    deck = {"west": "West deck", "squares": "Squares deck", "full": "full deck"}[choices.deck]
    return deck + (f", {choices.copies} copies" if choices.copies > 1 else "")


def _stem(choices: Choices, theme: str) -> str:
    """A name that carries every choice that changes the bytes."""
    jokers = "jokers" if choices.jokers else "no-jokers"
    usual = choices.jokers is None or choices.jokers == (choices.deck != "west")
    return file_stem(
        choices.profile,
        choices.product,
        choices.deck if choices.deck != "full" else "",
        "" if usual else jokers,
        "" if choices.chits else "no-chits",
        "extras" if choices.extras else "",
        f"x{choices.copies}" if choices.copies > 1 else "",
        f"indices-{choices.indices}" if choices.indices != 4 else "",
        choices.ink_style if choices.ink_style != "color" else "",
        theme,
        *_special_parts(choices),
    )


def _special_parts(choices: Choices) -> list[str]:
    """`4-marks`, `600-dpi`, `cut-line`, `no-dividers`; a paper stands alone at the end."""
    parts = []
    for name in SPECIAL:
        value, words = getattr(choices, name), name.replace("_", "-")
        if value is None or name in ("paper", "url"):
            continue
        if name == "back":
            parts.append(f"back-{value[:8]}")
            continue
        if name == "name":
            parts.append(f"named-{short_hash(value)}")
            continue
        if isinstance(value, bool):
            parts.append(words if value else f"no-{words}")
        elif name in ("marks", "dpi"):
            parts.append(f"{value}-{name}")
        else:
            parts.append(f"{words}-{value}".replace(" ", "-"))
    if choices.url is not None:
        parts.append(f"url-{short_hash(choices.url)}")
    return [*parts, *([choices.paper] if choices.paper else [])]
