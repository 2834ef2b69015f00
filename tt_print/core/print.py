"""What can be printed: each document with its choices as typed fields, and the files of the command line, byte for byte."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any, NamedTuple

from tt_print.core.fields import (
    Choice,
    Field,
    HouseRules,
    as_json,
    load_house_rules,
    plain_choices,
    rule_texts,
)
from tt_print.core.world import Call, Reply
from tt_print.errors import InputError, choose, join_words
from tt_print.records import dataclass
from tt_print.typed_data import Source, read_data

Files = dict[str, bytes]
TYPES = {"pdf": "application/pdf", "svg": "image/svg+xml", "json": "application/json", "png": "image/png"}


@dataclass(frozen=True, slots=True)
class DocumentsRequest:
    """`document`: one of them alone, "" for all."""

    document: str = ""


def list_documents(asked: DocumentsRequest, call: Call) -> dict[str, Any]:
    names = [choose("document", asked.document, DOCUMENTS)] if asked.document else list(DOCUMENTS)
    return {
        "documents": [
            {
                "name": name,
                "title": DOCUMENTS[name].title,
                "text": DOCUMENTS[name].text,
                "fields": as_json(DOCUMENTS[name].fields(call.world.paper)),
            }
            for name in names
        ]
    }


@dataclass(frozen=True, slots=True)
class PrintRequest:
    """`document`: one of `print.documents`, `fields`: its choices by name; those that are left out are as on the command line."""

    document: str
    fields: Mapping[str, Any] = field(default_factory=dict)


def make_document(asked: PrintRequest, call: Call) -> Reply:
    from tt_print.core.asking import RequestError

    name = choose("document", asked.document, DOCUMENTS)
    shape, make = DOCUMENTS[name].shape, DOCUMENTS[name].make
    source = Source("", "", RequestError, "json", first_line=0, whole=f"the fields of {name}")
    chosen = read_data(shape, dict(asked.fields), source)
    call.step(f"Making {name}", 0, 1)
    files, facts = make(chosen, call)
    call.step(f"Making {name}", 1, 1)
    rows = [
        {"name": file, "bytes": len(data), "type": TYPES.get(file.rpartition(".")[2], "application/octet-stream")}
        for file, data in files.items()
    ]
    return Reply({"document": name, "files": rows, **facts}, files)


# ---------------------------------------------------------------- fields that several have


def _paper(default: str) -> Field:
    from tt_print.sheets.plan import known_papers

    choices = tuple(Choice(paper.name, paper.title) for paper in known_papers())
    return Field("paper", "choice", "The paper.", needed=False, default=default, choices=choices)


def _ink() -> Field:
    from tt_print.cards.theme import INK_STYLES

    choices = tuple(Choice(name, text) for name, text in INK_STYLES.items())
    return Field("ink", "choice", "Color, or black only.", needed=False, default="color", choices=choices)


def _card() -> Field:
    from tt_print.sheets.plan import card_sizes

    choices = tuple(Choice(size.name, f"{size.name}: {size.meaning}") for size in card_sizes())
    return Field("card", "choice", "The size of the cards.", needed=False, default="standard", choices=choices)


def _cuts() -> Field:
    from tt_print.sheets.marks import CUTS

    choices = tuple(Choice(name, text) for name, text in CUTS.items())
    return Field("cuts", "choice", "Cut marks.", needed=False, default="ticks", choices=choices)


def _fit() -> Field:
    from tt_print.sheets.plan import FITS

    choices = tuple(Choice(name, text) for name, text in FITS.items())
    return Field("fit", "choice", "How cards lie on a sheet.", needed=False, default="auto", choices=choices)


def _game(many: bool) -> Field:
    from tt_print.games import load_games

    choices = tuple(Choice(game.name, game.title) for game in load_games())
    if many:
        choices = (*choices, Choice("all", "all games"))
    return Field("games" if many else "game", "choice", "The game.", many=many, choices=choices)


def _house() -> Field:
    return Field("house", "house", "House rules.", needed=False)


def _switch(name: str, text: str, default: bool = False) -> Field:
    return Field(name, "yesno", text, needed=False, default=default)


def _number(name: str, text: str, default: int | None, minimum: int, maximum: int | None = None) -> Field:
    return Field(name, "number", text, needed=False, default=default, minimum=minimum, maximum=maximum)


# ---------------------------------------------------------------- the deck


@dataclass(frozen=True, slots=True)
class DeckDocument:
    """As `tt-print deck`. `only`: cards, `chit-color` and so on, `pointers`; `without_start` leaves out what the start pages have."""

    paper: str = ""
    deck: str = "full"
    jokers: bool | None = None
    chits: bool = True
    copies: int = 1
    only: tuple[str, ...] = ()
    start_at: int = 1
    without_start: bool = False
    card: str = "standard"
    cuts: str = "ticks"
    fit: str = "auto"
    indices: int = 4
    theme: str = "tab"
    ink: str = "color"
    backs: str = "none"
    flip: str = "long"
    back_bleed: float | None = None
    reverse: bool = False
    bleed: float = 0.0
    margin: float | None = None
    svg: bool = False


def _deck_fields(paper: str) -> list[Field]:
    from tt_print.cards.theme import DEFAULT_THEME, THEMES
    from tt_print.deck import DECKS
    from tt_print.sheets.backs import back_modes
    from tt_print.sheets.deck import DECK_TITLES, PIECES

    decks = tuple(Choice(deck, f"{DECK_TITLES[deck]}, {len(cards)} cards") for deck, cards in DECKS.items())
    themes = tuple(Choice(name, text) for name, text in THEMES.items())
    backs = tuple(Choice(name, text) for name, text in back_modes().items())
    return [
        Field("deck", "choice", "Which cards.", needed=False, default="full", choices=decks),
        _paper(paper),
        _ink(),
        Field("theme", "choice", "How the faces look.", needed=False, default=DEFAULT_THEME, choices=themes),
        Field("backs", "choice", "Backs.", needed=False, default="none", choices=backs),
        Field("flip", "choice", "Edge over which the paper turns.", needed=False, default="long", choices=plain_choices(("long", "short"))),
        Field("only", "cards", "Just these, to print them again.", needed=False, choices=plain_choices(PIECES), is_open=True, jokers=True),
        _switch("without_start", "Leave out the cards that the start pages have."),
        Field("jokers", "yesno", "The two jokers; if nothing is said, as the games of that deck use them.", needed=False),
        _switch("chits", "The three chits and their pointers.", True),
        _number("copies", "How many decks.", 1, 1),
        _card(),
        _cuts(),
        _fit(),
        Field("indices", "choice", "Corners with an index.", needed=False, default=4, choices=(Choice(4, "4"), Choice(2, "2"))),
        _number("start_at", "First free slot of a used sheet.", 1, 1),
        _switch("reverse", "With separate backs: from the last to the first."),
        Field("bleed", "length", "Room round each card, in millimeters.", needed=False, default=0.0),
        Field("margin", "length", "Room at the paper's edges, in millimeters.", needed=False),
        Field("back_bleed", "length", "How far backs reach beyond the cut, in millimeters.", needed=False),
        _switch("svg", "Each sheet as SVG, too."),
    ]  # fmt: skip


def _make_deck(chosen: DeckDocument, call: Call) -> tuple[Files, dict[str, Any]]:
    from tt_print.core.pieces import read_only
    from tt_print.outputs import back_pdf, deck_pdf, sheet_svg_files
    from tt_print.sheets.backs import Backs
    from tt_print.sheets.deck import DeckChoices, make_deck_sheets

    made = make_deck_sheets(
        DeckChoices(
            paper=chosen.paper or call.world.paper,
            deck=chosen.deck,
            card=chosen.card,
            jokers=chosen.jokers,
            chits=chosen.chits,
            copies=chosen.copies,
            only=read_only(",".join(chosen.only)) if chosen.only else (),
            start_at=chosen.start_at,
            cuts=chosen.cuts,
            fit=chosen.fit,
            indices=chosen.indices,
            theme=chosen.theme,
            ink_style=chosen.ink,
            without_start=chosen.without_start,
            bleed_mm=chosen.bleed,
            margin_mm=chosen.margin,
            backs=Backs(
                chosen.backs, chosen.flip, chosen.back_bleed, (0.0, 0.0), "reversed" if chosen.reverse else "same"
            ),
        )
    )
    call.step("Making deck", 1, 3)
    files = dict([deck_pdf(made)])
    call.step("Making deck", 2, 3)
    files |= back_pdf(made)
    if chosen.svg:
        files |= sheet_svg_files(made.stem, made.sheets) | sheet_svg_files(f"{made.stem}-back", made.back_sheets)
    return files, {
        "sheets": len(made.sheets),
        **made.counts,
        "per_sheet": made.plan.count,
        "turned": made.plan.turned_count,
    }


# ---------------------------------------------------------------- the other documents


@dataclass(frozen=True, slots=True)
class StartDocument:
    """As `tt-print start`."""

    paper: str = ""
    ink: str = "color"
    svg: bool = False


def _start_fields(paper: str) -> list[Field]:
    return [_paper(paper), _ink(), _switch("svg", "Each page as SVG, too.")]


def _make_start(chosen: StartDocument, call: Call) -> tuple[Files, dict[str, Any]]:
    from tt_print.outputs import sheet_svg_files, start_pdf
    from tt_print.sheets.start import make_start_sheets

    made = make_start_sheets(chosen.paper or call.world.paper, chosen.ink, None)
    files = dict([start_pdf(made)])
    if chosen.svg:
        files |= sheet_svg_files(made.stem, made.sheets)
    return files, {"pages": len(made.sheets)}


@dataclass(frozen=True, slots=True)
class BookletDocument:
    """As `tt-print booklet`; `format` "" is half of the paper."""

    game: str
    format: str = ""
    paper: str = ""
    large: bool = False
    ink: str = "color"
    flip: str = "short"
    thickness: float = 0.1
    house: HouseRules = ()


def _booklet_fields(paper: str) -> list[Field]:
    from tt_print.booklets.choices import FORMATS

    return [
        _game(many=False),
        Field("format", "choice", "Half a sheet, a pocket fold, or flat.", needed=False, choices=plain_choices(FORMATS)),
        Field("paper", "choice", "The paper.", needed=False, default=paper, choices=plain_choices(("a4", "letter"))),
        _switch("large", "Large print, in letters of 16 points."),
        _ink(),
        Field("flip", "choice", "Edge over which the paper turns.", needed=False, default="short", choices=plain_choices(("short", "long"))),
        Field("thickness", "length", "Thickness of one sheet of paper, in millimeters.", needed=False, default=0.1),
        _house(),
    ]  # fmt: skip


def _make_booklet(chosen: BookletDocument, call: Call) -> tuple[Files, dict[str, Any]]:
    from tt_print.booklets.choices import BookletChoices, choose_format
    from tt_print.booklets.make import make_booklet
    from tt_print.cards.theme import INK_STYLES
    from tt_print.games import GAMES, find_game
    from tt_print.sheets.plan import find_paper

    found, paper = choose_format(chosen.format, find_paper(chosen.paper).name if chosen.paper else "", call.world.paper)
    ink = choose("ink style", chosen.ink, INK_STYLES, "--ink")
    flip = choose("edge", chosen.flip, ("short", "long"), "--flip")
    rules = rule_texts(chosen.house)
    games = (
        [find_game(name).name for name in GAMES]
        if chosen.game.strip().lower() == "all"
        else [find_game(chosen.game).name]
    )
    if len(games) > 1 and rules:
        raise InputError("a house rule is one of a game, and all means every game. Name the game.")
    files: Files = {}
    rows = []
    with call.progress("Making booklets", len(games)) as bar:
        for name in games:
            house = find_game(name).read_house(None, rules, GAMES) if rules else None
            made = make_booklet(name, BookletChoices(paper, found, chosen.large, house, ink, flip, chosen.thickness))
            files |= made.files
            rows.append(
                {
                    "game": name,
                    "pages": made.pages,
                    "sheets": made.sheets,
                    "print": made.print_name,
                    "read": made.read_name,
                }
            )
            bar.update(1)
    return files, {"booklets": rows, "format": found, "paper": paper}


@dataclass(frozen=True, slots=True)
class QuickrefDocument:
    """As `tt-print quickref`."""

    games: tuple[str, ...] = ("all",)
    paper: str = ""
    large: bool = False
    card: str = "standard"
    ink: str = "color"
    cuts: str = "ticks"
    start_at: int = 1
    house: HouseRules = ()
    svg: bool = False


def _quickref_fields(paper: str) -> list[Field]:
    return [
        _game(many=True),
        _paper(paper),
        _switch("large", "Large, four on a page."),
        _card(),
        _ink(),
        _cuts(),
        _number("start_at", "First free slot of a used sheet.", 1, 1),
        _house(),
        _switch("svg", "Each sheet as SVG, too."),
    ]


def _make_quickref(chosen: QuickrefDocument, call: Call) -> tuple[Files, dict[str, Any]]:
    from tt_print.outputs import quickref_pdf, sheet_svg_files
    from tt_print.quickref.make import QuickrefChoices, make_quickref
    from tt_print.sheets.plan import find_paper

    games = tuple(load_house_rules(chosen.games, None, rule_texts(chosen.house)))
    paper = find_paper(chosen.paper or call.world.paper).name
    made = make_quickref(
        QuickrefChoices(games, paper, chosen.large, chosen.card, chosen.ink, chosen.cuts, chosen.start_at)
    )
    files = dict([quickref_pdf(made)])
    if chosen.svg:
        files |= sheet_svg_files(made.stem, made.sheets)
    return files, {
        "sheets": len(made.sheets),
        "cards": len(made.cards),
        "per_sheet": made.per_sheet,
        "text_pt": round(made.text_pt, 2),
    }


@dataclass(frozen=True, slots=True)
class ScoresheetDocument:
    """As `tt-print scoresheet`."""

    games: tuple[str, ...]
    paper: str = ""
    players: int | None = None
    names: tuple[str, ...] = ()
    hands: int | None = None
    ink: str = "color"
    house: HouseRules = ()


def _scoresheet_fields(paper: str) -> list[Field]:
    return [
        _game(many=True),
        _number("players", "How many players; left open, for any table.", None, 1),
        Field("names", "names", "Their names; those without one stay empty.", needed=False),
        _number("hands", "Room for so many hands.", None, 1),
        _paper(paper),
        _ink(),
        _house(),
    ]


def _make_scoresheet(chosen: ScoresheetDocument, call: Call) -> tuple[Files, dict[str, Any]]:
    from tt_print.outputs import score_pdf
    from tt_print.people import check_names, teams_by_seat
    from tt_print.scoresheets.choices import SheetChoices
    from tt_print.scoresheets.make import make_score_sheets

    names, paper = check_names(chosen.names), chosen.paper or call.world.paper
    tables = load_house_rules(chosen.games, None, [teams_by_seat(text, names) for text in rule_texts(chosen.house)])
    files: Files = {}
    warnings: dict[str, None] = {}
    with call.progress("Making score sheets", len(tables)) as bar:
        for game, house in tables:
            made = make_score_sheets(SheetChoices(game, house, paper, chosen.players, names, chosen.hands, chosen.ink))
            files |= dict([score_pdf(made)])
            warnings |= dict.fromkeys(made.warnings)
            bar.update(1)
    return files, {"warnings": list(warnings)}


@dataclass(frozen=True, slots=True)
class DealDocument:
    """Pages of a deal, by its code: as `tt-print deal --code CODE --slips --sheet --strip`. `pages`: slips, strip, sheet."""

    code: str
    pages: tuple[str, ...] = ("slips",)
    players: tuple[str, ...] = ()
    deal: int = 1
    full_code: bool = False
    paper: str = ""
    ink: str = "color"
    house: HouseRules = ()


PAGES = {
    "slips": "slips to fold, one hand each",
    "strip": "a strip to deal a sorted deck by",
    "sheet": "a set-up sheet",
}


def _deal_fields(paper: str) -> list[Field]:
    pages = tuple(Choice(name, text) for name, text in PAGES.items())
    return [
        Field("code", "text", "The deal code."),
        Field("pages", "choice", "Which pages.", needed=False, many=True, choices=pages),
        Field("players", "names", "Names on the slips.", needed=False),
        _number("deal", "Which deal, where a hand has several.", 1, 1),
        _switch("full_code", "On the sheet the code that holds the order itself."),
        _paper(paper),
        _ink(),
        _house(),
    ]


def _make_deal(chosen: DealDocument, call: Call) -> tuple[Files, dict[str, Any]]:
    from tt_print.cards.theme import find_theme
    from tt_print.core.deal import Options, make_deals
    from tt_print.core.deal_pages import Look, page_files, warnings_of
    from tt_print.people import check_names
    from tt_print.sheets.plan import find_paper

    if strange := [page for page in chosen.pages if page not in PAGES]:
        raise InputError(f"there are no pages {strange[0]!r}. Choose {join_words(PAGES)}.")
    names = ",".join(check_names(chosen.players))
    dealts = make_deals(Options(players=names, code=chosen.code, option=tuple(rule_texts(chosen.house))), call)
    look = Look(find_paper(chosen.paper or call.world.paper), find_theme(chosen.ink), chosen.full_code)
    pages = [page for page in PAGES if page in chosen.pages]
    return page_files(dealts, look, pages, chosen.deal), {"warnings": warnings_of(dealts, pages)}


@dataclass(frozen=True, slots=True)
class CommitmentDocument:
    """The sheet of a commitment: as `tt-print deal --commit --sheet`. `pending` is that of `deal.commit`."""

    pending: str
    paper: str = ""
    ink: str = "color"


def _commitment_fields(paper: str) -> list[Field]:
    return [Field("pending", "text", "The commitment."), _paper(paper), _ink()]


def _make_commitment(chosen: CommitmentDocument, call: Call) -> tuple[Files, dict[str, Any]]:
    from tt_print.cards.theme import find_theme
    from tt_print.core.deal import read_pending
    from tt_print.core.deal_pages import commitment_page
    from tt_print.sheets.plan import find_paper

    commitment = read_pending(chosen.pending).commitment
    paper = find_paper(chosen.paper or call.world.paper)
    return commitment_page(commitment, paper, find_theme(chosen.ink)), {"id": commitment.id}


@dataclass(frozen=True, slots=True)
class CalibrationDocument:
    """The test page: as `tt-print calibrate`. `sides` 1 leaves out what concerns backs."""

    paper: str = ""
    flip: str = "long"
    sides: int = 2


def _calibration_fields(paper: str) -> list[Field]:
    return [
        _paper(paper),
        Field("flip", "choice", "Edge over which the paper turns.", needed=False, default="long", choices=plain_choices(("long", "short"))),
        Field("sides", "choice", "One side, or both.", needed=False, default=2, choices=(Choice(2, "both sides"), Choice(1, "one side"))),
    ]  # fmt: skip


def _make_calibration(chosen: CalibrationDocument, call: Call) -> tuple[Files, dict[str, Any]]:
    from tt_print.calibration.page import make_calibration_pages
    from tt_print.outputs import calibration_pdf

    if chosen.flip not in ("long", "short"):
        raise InputError(f"--flip {chosen.flip!r}: choose long or short, the edge over which the paper turns.")
    if chosen.sides not in (1, 2):
        raise InputError(f"--sides {chosen.sides}: choose 1 or 2.")
    made = make_calibration_pages(chosen.paper or call.world.paper, chosen.flip if chosen.sides == 2 else "")
    return dict([calibration_pdf(made)]), {}


Make = Callable[[Any, Call], tuple[Files, dict[str, Any]]]


class Document(NamedTuple):
    """What it is chosen by, what people call it, what it is, its fields for a paper, and what makes it."""

    shape: type[Any]
    title: str
    text: str
    fields: Callable[[str], list[Field]]
    make: Make


DOCUMENTS = {
    "start": Document(StartDocument, "Start pages", "Four pages to print first: rulers, chits, rules, and 27 cards.", _start_fields, _make_start),
    "deck": Document(DeckDocument, "Deck of cards", "The deck on sheets, at true size, with numbered cut marks.", _deck_fields, _make_deck),
    "booklet": Document(BookletDocument, "Rule book", "The rules of a game, every example checked.", _booklet_fields, _make_booklet),
    "quickref": Document(QuickrefDocument, "Reference cards", "Reference cards.", _quickref_fields, _make_quickref),
    "scoresheet": Document(ScoresheetDocument, "Score sheets", "Score sheets with each game's own columns.", _scoresheet_fields, _make_scoresheet),
    "deal": Document(DealDocument, "A deal, by its code", "Slips to fold, a set-up sheet, a dealing strip.", _deal_fields, _make_deal),
    "commitment": Document(CommitmentDocument, "A promised deal", "The sheet of a commitment.", _commitment_fields, _make_commitment),
    "calibration": Document(CalibrationDocument, "Test of the printer", "A page to measure your printer with.", _calibration_fields, _make_calibration),
}  # fmt: skip


REQUESTS = {"print": (PrintRequest, make_document), "print.documents": (DocumentsRequest, list_documents)}
