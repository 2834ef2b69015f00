"""What can be chosen of an export: the fields of its request, and the choices of a job."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Annotated, Any

from tt_print.deck import DECK_TITLES
from tt_print.export import services
from tt_print.requests import listings as of
from tt_print.requests.kinds import Choice, File, Kind, Number, Switch, fixed
from tt_print.requests.listings import Ink, Theme_
from tt_print.requests.notes import Config, Local, Request, Word


@dataclass(frozen=True)
class ExportFields(Request):
    """`profile`: the service or machine that the files are for.

    Fields from `paper` to `back` belong to some kinds of files only. `jokers` None means: if the deck's games use them. No `theme` means the
    profile's own, or in low ink the one that has such faces.
    """

    profile: Annotated[str, Choice(services.profiles, services.find_profile), Word("for")] = ""
    product: Annotated[str, Choice(None, str, narrowed=services.products)] = ""
    deck: Annotated[str, Choice(of.decks, of.find_deck, "DECK")] = "full"
    jokers: Annotated[bool | None, Switch()] = None
    chits: Annotated[bool, Switch()] = True
    extras: Annotated[bool, Switch()] = False
    copies: Annotated[int, Number(1, 20)] = 1
    ink: Ink = "color"
    indices: Annotated[int, Choice(fixed(4, 2), metavar="4|2")] = 4
    theme: Theme_ = ""
    paper: Annotated[str, Choice(None, str, "PAPER", narrowed=services.papers), Word(letter="p")] = ""
    marks: Annotated[int | None, Choice(fixed(3, 4), Number().read, "3|4")] = None
    backs: Annotated[bool, Switch()] = False
    cut_line: Annotated[bool, Switch()] = False
    order: Annotated[str, Choice(None, str, "ORDER", narrowed=services.orders)] = ""
    thickness: Annotated[str, Choice(None, str, "MM|NAME", narrowed=services.thicknesses)] = ""
    sleeved: Annotated[bool, Switch()] = False
    dividers: Annotated[bool | None, Switch()] = None
    name: Annotated[str, Kind("NAME")] = ""
    max_px: Annotated[int | None, Number(metavar="PX")] = None
    url: Annotated[str, Kind("URL")] = ""
    stock: Annotated[str, Choice(None, str, narrowed=services.stocks)] = ""
    dpi: Annotated[int | None, Choice(None, Number().read, "DPI", narrowed=services.densities)] = None
    back: Annotated[str, File("PICTURE"), Config(), Local()] = ""


@dataclass(frozen=True)
class Choices(ExportFields):
    """The choices of a job; what is as it is here was not given. `back` is the file of your own picture, and in a job the hash of that."""

    @property
    def with_jokers(self) -> bool:
        return self.deck != "west" if self.jokers is None else self.jokers

    @property
    def title(self) -> str:
        """Of the deck, in words."""
        return DECK_TITLES[self.deck] + (f", {self.copies} copies" if self.copies > 1 else "")

    @property
    def special(self) -> dict[str, Any]:
        """What was given of what belongs to some kinds of files only, by field."""
        given = {name: getattr(self, name) for name in NAMES[NAMES.index("paper") :]}
        return {name: value for name, value in given.items() if value != getattr(NOTHING, name)}


NAMES, NOTHING = tuple(field.name for field in fields(ExportFields)), ExportFields()
