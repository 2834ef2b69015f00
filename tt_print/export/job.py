"""What somebody wants exported, looked over and turned into drawings, for all kinds of files alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, TypeVar

from tt_print.cards.chits import draw_chit, draw_pointers
from tt_print.cards.extras import draw_text_cards
from tt_print.cards.theme import DEFAULT_THEME, THEMES, Theme, find_theme
from tt_print.deck import DECKS, JOKERS, VARIABLES, AnyCard, find_deck, print_order
from tt_print.drawing.shapes import Drawing
from tt_print.errors import ExportError, join_words
from tt_print.export.choices import Choices
from tt_print.export.products import CardBox, Product
from tt_print.export.profile_tables import PixelProfile, Profile
from tt_print.export.profiles import find_profile, read_profiles
from tt_print.files.names import file_stem, short_hash
from tt_print.problems import Problem

if TYPE_CHECKING:
    from tt_print.artwork.read import Artwork
    from tt_print.render.progress import Progress

MODULES = {"cutter-block": "cutter", "box": "tuckbox"}  # of kinds whose module is not called after them
P = TypeVar("P", bound=Profile)


class PictureFile(NamedTuple):
    """A drawing that becomes a PNG of this size; `dpi` is what the file says of itself."""

    drawing: Drawing
    size_px: tuple[int, int]
    dpi: int


Content: TypeAlias = PictureFile | bytes


@dataclass(frozen=True, slots=True)
class Front:
    """One card to be made: `code` names it, `drawing` is its finished front with the bleed around it."""

    code: str
    drawing: Drawing


@dataclass(frozen=True)
class Job(Generic[P]):
    """An export of a product as somebody chose.

    `fronts` holds each card as often as it is wanted, in printing order.
    Each kind of files is a class of its own, in the `KINDS` of a module that is loaded only when it is used.
    """

    profile: P
    product: Product
    choices: Choices
    fronts: tuple[Front, ...] = ()
    artwork: Artwork | None = None

    options = frozenset[str]()  # fields of `Choices` that it takes and others do not
    is_zipped = False  # whether the files go into a zip as well

    # What a kind of files says

    def resolve(self) -> Choices:
        """The choices with its defaults filled in. Raises Problem or InputError for what cannot be."""
        return self.choices

    def draw_files(self, progress: Progress) -> Mapping[str, Content]:
        """What is in its files, by name. Raises ExportError for what the profile does not take."""
        raise NotImplementedError

    def how_to_words(self) -> Mapping[str, object]:
        """What a how-to may name in braces, beyond what every how-to may: names to figures and words."""
        return {}

    # What they share

    @property
    def codes(self) -> tuple[str, ...]:
        """Of all fronts."""
        return tuple(front.code for front in self.fronts)

    @property
    def dpi(self) -> int | None:
        """The density of its pictures, None where nothing becomes pixels, or they alone count."""
        return self.product.dpi if isinstance(self.profile, PixelProfile) else None

    @property
    def box(self) -> CardBox:
        return self.product.box

    @property
    def title(self) -> str:
        return self.choices.title

    @cached_property
    def theme(self) -> Theme:
        return find_theme(self.choices.ink, self.choices.indices, self.choices.theme)

    @cached_property
    def back(self) -> Drawing:
        return self.box.draw_back(self.theme, self.artwork)

    @cached_property
    def back_notes(self) -> list[str]:
        """Notes on the user's picture on the backs."""
        if self.artwork is None:
            return []
        from tt_print.artwork.draw import back_advice

        box = self.box
        return back_advice(self.artwork, box.trim.width, box.trim.height, box.bleed_mm)

    @property
    def drawings(self) -> dict[str, Drawing]:
        """The finished front of each card with its bleed, by its code; copies of a card are one."""
        return {front.code: front.drawing for front in self.fronts}

    @property
    def stem(self) -> str:
        """A name that carries every choice that changes the bytes."""
        choices, theme = self.choices, self.theme
        usual = choices.jokers is None or choices.jokers == (choices.deck != "west")
        return file_stem(
            choices.profile, choices.product, choices.deck if choices.deck != "full" else "",
            "" if usual else "jokers" if choices.jokers else "no-jokers", "" if choices.chits else "no-chits",
            "extras" if choices.extras else "", f"x{choices.copies}" if choices.copies > 1 else "",
            f"indices-{choices.indices}" if choices.indices != 4 else "", choices.ink if choices.ink != "color" else "",
            "" if theme.name == usual_theme(self.profile, choices.ink) else theme.file_part or theme.name,
            *_special_parts(choices),
        )  # fmt: skip

    def facts(self) -> dict[str, Any]:
        """What was chosen, as the manifest keeps it. The theme is named where it is the user's own and may say other words."""
        facts: dict[str, Any] = {
            name: getattr(self.choices, name) for name in ("profile", "product", "deck", "copies", "ink")
        }
        if self.theme.name not in THEMES:
            facts["theme"] = self.theme.name
        return {**facts, "codes": list(self.codes), **self.choices.special}

    def broken(self, rule: str) -> ExportError:
        """The error that tells of a rule of the profile that the files would break."""
        return ExportError(f"what came out breaks the rules of {self.profile.name}, so nothing was written:\n  {rule}")


def find_kind(profile: P) -> type[Job[P]]:
    """What makes the files of a profile."""
    kinds: Mapping[str, type[Job[P]]] = import_module(
        f"tt_print.export.{MODULES.get(profile.kind, profile.kind)}"
    ).KINDS
    return kinds[profile.kind]


def usual_theme(profile: Profile, ink: str) -> str:
    return DEFAULT_THEME if ink.strip().lower() == "low" else profile.theme


def make_job(choices: Choices) -> Job[Profile]:
    """Raises Problem or InputError before anything is drawn, for whatever does not exist or does not go together."""
    profile = find_profile(choices.profile)
    product, kind = profile.find_product(choices.product), find_kind(profile)
    refuse_foreign(profile, choices)
    if choices.back and "backs" in kind.options and not choices.backs:
        raise Problem("needs", "back", other="backs", profile=profile.name)
    theme = find_theme(choices.ink, choices.indices, choices.theme or usual_theme(profile, choices.ink))
    choices = replace(choices, profile=profile.name, product=product.name, deck=find_deck(choices.deck),
                      ink=theme.ink_style, indices=theme.indices, theme=theme.name)  # fmt: skip
    choices = kind(profile, product, choices).resolve()
    if isinstance(profile, PixelProfile):
        sized = profile.sized(product, choices.dpi)
        choices = replace(choices, dpi=None if sized.dpi == product.dpi else sized.dpi)
        product = sized
    artwork, picture = None, Path(choices.back) if choices.back else theme.back_file
    if picture is not None and "back" in kind.options and ("backs" not in kind.options or choices.backs):
        from tt_print.artwork.read import read_artwork

        artwork = read_artwork(picture)
    fronts = tuple(_fronts(choices, theme, product.box))
    choices = replace(choices, back=artwork.digest if artwork else "")
    return kind(profile, product, choices, fronts, artwork)


def refuse_foreign(profile: Profile, choices: Choices) -> None:
    """Raises Problem for an option that would change nothing, which is a misunderstanding and not a detail to drop."""
    for name in choices.special:
        if name not in find_kind(profile).options:
            every = read_profiles().found.values()
            others = [other.name for other in every if name in find_kind(other).options]
            raise Problem("foreign", name, profile=profile.name, others=join_words(others, "and"), wanted=profile.kind)


def _fronts(choices: Choices, theme: Theme, box: CardBox) -> list[Front]:
    cards: list[AnyCard] = [*print_order(DECKS[choices.deck]), *(JOKERS if choices.with_jokers else ())]
    faces = [Front(card.safe_code, box.draw_front(card, theme)) for card in cards] * choices.copies
    factor = box.picture_scale(theme, theme.width_mm, theme.height_mm)
    others: list[tuple[str, Drawing]] = []
    if choices.chits:
        others += [(f"chit-{variable}", draw_chit(variable, theme, factor)) for variable in VARIABLES]
    if choices.extras:
        others.append(("pointers", draw_pointers(theme, factor)))
        others += [(card.title.lower().replace(" ", "-"), card) for card in draw_text_cards(theme, factor)]
    return faces + [Front(code, box.place_front(drawing, theme)) for code, drawing in others]


def _special_parts(choices: Choices) -> Iterator[str]:
    """`4-marks`, `600-dpi`, `cut-line`, `no-dividers`; a paper stands alone at the end."""
    for name, value in choices.special.items():
        words = name.replace("_", "-")
        if name == "back":
            yield f"back-{value[:8]}"
        elif name == "name":
            yield f"named-{short_hash(value)}"
        elif isinstance(value, bool):
            yield words if value else f"no-{words}"
        elif name in ("marks", "dpi"):
            yield f"{value}-{name}"
        elif name not in ("paper", "url"):
            yield f"{words}-{value}".replace(" ", "-")
    if choices.url:
        yield f"url-{short_hash(choices.url)}"
    yield choices.paper
