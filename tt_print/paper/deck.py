"""The deck on sheets: the person's choices, what they print, and in which order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tt_print.deck import DECK_TITLES, DECKS, JOKERS, VARIABLES, AnyCard, Card, print_order
from tt_print.draw.geometry import compose, shift
from tt_print.faces.back import draw_back
from tt_print.faces.chits import draw_chit, draw_pointers, draw_spare, draw_text_cards
from tt_print.faces.faces import draw_face
from tt_print.faces.layout import lay_out
from tt_print.faces.theme import Theme
from tt_print.files.disk import file_stem, short_hash
from tt_print.paper.backs import (
    NO_BACKS,
    Backs,
    CardPicture,
    Sheet,
    add_folded,
    back_bleed_mm,
    compose_sheets,
    make_back_sheets,
    print_advice,
    scale_of,
    to_portrait,
    transformed,
)
from tt_print.paper.plan import CardSize, Paper, Plan, Stock, count_sheets, plan_sheet
from tt_print.paper.printers import PrinterProfile, back_correction, front_correction
from tt_print.records import dataclass

if TYPE_CHECKING:
    from tt_print.draw.artwork import Artwork

MAX_SPARES = 2  # further free slots stay empty
PIECES = (*(f"chit-{variable}" for variable in VARIABLES), "pointers")  # what can be reprinted besides cards


@dataclass(frozen=True, slots=True)
class DeckChoices:
    """What somebody asked for. `jokers` None means: where the deck's games use them. A `stock` decides paper and card.

    `only` reprints single cards, and of `PIECES` those it names; `without_start` leaves out what the four-page starter
    printed. `margin_mm` None means what the printer needs; `profile` is the calibration that the sheets go through, `artwork` the user's own picture for
    the backs (None: that of the theme, if it has one).
    """

    paper: Paper
    card: CardSize
    theme: Theme
    stock: Stock | None = None
    deck: str = "full"
    jokers: bool | None = None
    chits: bool = True
    copies: int = 1
    only: tuple[AnyCard | str, ...] = ()
    start_at: int = 1
    cuts: str = "ticks"
    without_start: bool = False
    bleed_mm: float = 0.0
    margin_mm: float | None = None
    backs: Backs = NO_BACKS
    profile: PrinterProfile | None = None
    artwork: Artwork | None = None

    @property
    def with_jokers(self) -> bool:
        # Push It, the one game of the West deck, knows no jokers (rules, DK-8)
        return self.deck != "west" if self.jokers is None else self.jokers


@dataclass(frozen=True, slots=True)
class DeckSheets:
    """The sheets with what a person wants to know of them.

    `counts` says how many cards, jokers, chits and extras. `back_sheets` are the other sides in the fronts' order, where
    the backs are printed on these. `back_notes` are the notes on the user's own picture.
    """

    sheets: tuple[Sheet, ...]
    back_sheets: tuple[Sheet, ...]
    choices: DeckChoices
    plan: Plan
    title: str
    stem: str
    counts: dict[str, int]
    back_notes: tuple[str, ...] = ()


def make_deck_sheets(choices: DeckChoices) -> DeckSheets:
    """Plans and draws all sheets. Raises InputError or LayoutError before anything is drawn."""
    backs, bleed = choices.backs, back_bleed_mm(choices.bleed_mm)
    theme, stock = choices.theme, choices.stock
    if stock:
        plan = stock.plan()
    else:
        plan = plan_sheet(choices.paper, choices.card, choices.bleed_mm, choices.margin_mm, backs.mode == "fold")
    card = plan.card
    artwork = choices.artwork
    pictures, counts = _pictures(choices, plan)
    title = "reprint" if choices.only else DECK_TITLES[choices.deck]
    title += f", {choices.copies} copies" if choices.copies > 1 else ""
    title += ", after the starter" if choices.without_start else ""
    printer = choices.profile.printer if choices.profile else ""
    sheets = compose_sheets(pictures, plan, theme, title, choices.cuts, choices.start_at, print_advice(backs), printer)
    back_sheets: list[Sheet] = []
    notes: list[str] = []
    if backs.mode != "none":
        back = draw_back(theme, card.width_mm, card.height_mm, bleed, artwork)
        joins = artwork is None
        if artwork is not None:
            from tt_print.draw.artwork import back_advice

            notes = back_advice(artwork, card.width_mm, card.height_mm, bleed)
        if backs.mode == "fold":
            sheets = add_folded(sheets, plan, back, joins=joins)
        else:
            words = f"Triple Topper, {title}"
            back_sheets = make_back_sheets(sheets, plan, theme, back, backs.flip, words, joins=joins)
            sheets = [to_portrait(sheet) for sheet in sheets]
    if stock:  # its places are where they are on the upright sheet
        sheets = [to_portrait(sheet) for sheet in sheets]
    sheets, back_sheets = _correct(sheets, back_sheets, choices)
    return DeckSheets(tuple(sheets), tuple(back_sheets), choices, plan, title, deck_stem(choices), counts, tuple(notes))


def _correct(sheets: list[Sheet], back_sheets: list[Sheet], choices: DeckChoices) -> tuple[list[Sheet], list[Sheet]]:
    """Both sides as the printer needs them to come out right: its calibration, and the offset asked for."""
    if choices.profile is None and choices.backs.offset_mm == (0.0, 0.0):
        return sheets, back_sheets
    width, height, profile = sheets[0].drawing.width_mm, sheets[0].drawing.height_mm, choices.profile
    front = front_correction(profile, width, height)
    back = compose(shift(*choices.backs.offset_mm), back_correction(profile, width, height, choices.backs.flip))
    return [transformed(sheet, front) for sheet in sheets], [transformed(sheet, back) for sheet in back_sheets]


def _pictures(choices: DeckChoices, plan: Plan) -> tuple[list[CardPicture], dict[str, int]]:
    theme = choices.theme
    laid = lay_out(theme, plan.card.width_mm, plan.card.height_mm, bleed_mm=choices.bleed_mm)
    factor = scale_of(plan.card, theme.width_mm, theme.height_mm, theme.card.rim_mm)
    if choices.only:
        named = [_picture(what, theme, laid, factor) for what in choices.only] * choices.copies
        pieces = [what for what in choices.only if isinstance(what, str)]
        return named, _counts(
            [what for what in choices.only if not isinstance(what, str)] * choices.copies,
            sum(piece != "pointers" for piece in pieces) * choices.copies, ("pointers" in pieces) * choices.copies,
        )  # fmt: skip
    cards: list[AnyCard] = []
    for copy in range(choices.copies):
        ordered = print_order(DECKS[choices.deck])
        # the starter printed one West deck, so only the first copy goes without
        cards += [card for card in ordered if not (choices.without_start and copy == 0 and card.in_west)]
        cards += JOKERS if choices.with_jokers else ()
    # one face a card, however many copies: the renderer stores it once
    faces = {card: CardPicture(card.safe_code, draw_face(card, laid)) for card in dict.fromkeys(cards)}
    pictures = [faces[card] for card in cards]
    chits = 0
    if choices.chits:
        pictures += [_picture(f"chit-{variable}", theme, laid, factor) for variable in VARIABLES]
        chits = len(VARIABLES)
    free = count_sheets(len(pictures), plan, choices.start_at) * plan.count - len(pictures) - (choices.start_at - 1)
    extras = _extras(choices, factor, free)
    return pictures + extras, _counts(cards, chits, len(extras))


def _picture(what: AnyCard | str, theme: Theme, laid: Theme, factor: float) -> CardPicture:
    """A card in the theme laid out for its size, or one of `PIECES`, which are scaled by `factor`."""
    if not isinstance(what, str):
        return CardPicture(what.safe_code, draw_face(what, laid))
    if what == "pointers":
        return CardPicture(what, draw_pointers(theme, factor))
    return CardPicture(what, draw_chit(what.removeprefix("chit-"), theme, factor))


def _extras(choices: DeckChoices, factor: float, free: int) -> list[CardPicture]:
    """Cards for the free slots: pointers first, then what is in the deck, then spares."""
    theme = choices.theme
    useful = [_picture("pointers", theme, theme, factor)] if choices.chits else []
    useful += [CardPicture(card.title.lower().replace(" ", "-"), card) for card in draw_text_cards(theme, factor)]
    if choices.chits:
        free = max(free, 1)  # chits need pointers, even if these open a sheet of their own
    spares = max(0, min(free - len(useful), MAX_SPARES))
    return useful[:free] + [CardPicture("spare", draw_spare(theme, factor))] * spares


def _counts(cards: Sequence[AnyCard], chits: int, extras: int) -> dict[str, int]:
    plain = sum(isinstance(card, Card) for card in cards)
    return {"cards": plain, "jokers": len(cards) - plain, "chits": chits, "extras": extras}


def deck_stem(choices: DeckChoices) -> str:
    """A file name that carries every choice that changes the picture."""
    return file_stem(
        *(_reprint_parts(choices.only) if choices.only else _deck_parts(choices)),
        f"x{choices.copies}" if choices.copies > 1 else "",
        f"from-{choices.start_at}" if choices.start_at > 1 else "",
        choices.card.name if choices.card.name != "standard" else "",
        choices.stock.name if choices.stock else "",
        f"cuts-{choices.cuts}" if choices.cuts != "ticks" else "",
        f"indices-{choices.theme.indices}" if choices.theme.indices != 4 else "",
        *choices.theme.file_parts,
        f"bleed-{_figure(choices.bleed_mm)}" if choices.bleed_mm else "",
        f"margin-{_figure(choices.margin_mm)}" if choices.margin_mm is not None else "",
        *_back_parts(choices),
        choices.profile.file_part if choices.profile else "",
        choices.paper.name,
    )


def _reprint_parts(only: Sequence[AnyCard | str]) -> list[str]:
    codes = [what if isinstance(what, str) else what.safe_code for what in only]
    if len(codes) <= 6:
        return ["reprint", *codes]
    return ["reprint", *codes[:5], f"and-{len(codes) - 5}-more-{short_hash(','.join(codes[5:]))}"]


def _deck_parts(choices: DeckChoices) -> list[str]:
    usual = choices.jokers is None or choices.jokers == (choices.deck != "west")
    return [
        "deck",
        choices.deck if choices.deck != "full" else "",
        "continue" if choices.without_start else "",
        "" if usual else "jokers" if choices.jokers else "no-jokers",
        "" if choices.chits else "no-chits",
    ]


def _back_parts(choices: DeckChoices) -> list[str]:
    backs = choices.backs
    parts = [backs.mode] if backs.mode != "none" else []
    parts += [f"back-{choices.artwork.file_part}"] if choices.artwork else []
    parts += [backs.flip] if backs.flip != "long" else []
    if backs.offset_mm != (0.0, 0.0):
        parts.append(f"offset-{_figure(backs.offset_mm[0])}-{_figure(backs.offset_mm[1])}")
    return parts


def _figure(mm: float) -> str:
    """A length as a file name can carry it: `0.5`, `m1.25` for a negative one."""
    return f"{mm:.6g}".replace("-", "m")
