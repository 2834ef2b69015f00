"""The documents that can be printed: of each its choices, the fields for them, and what makes its files.

Each is as the command line's verb of that name makes it, byte for byte.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tt_print.core.fields import Choice, Field, HouseRules, load_house_rules, plain_choices, rule_texts
from tt_print.core.forms import Form
from tt_print.core.world import Call
from tt_print.errors import InputError, choose, join_words
from tt_print.records import dataclass

Files = dict[str, bytes]


@dataclass(frozen=True, slots=True)
class StartDocument:
    """As `tt-print start`."""

    paper: str = ""
    ink: str = "color"
    theme: str = "tab"
    svg: bool = False


def _start_fields(form: Form) -> list[Field]:
    return [form.paper(), form.ink(), form.theme(), form.switch("svg")]


def _make_start(chosen: StartDocument, call: Call) -> tuple[Files, dict[str, Any]]:
    from tt_print.outputs import sheet_svg_files, start_pdf
    from tt_print.sheets.start import make_start_sheets

    made = make_start_sheets(chosen.paper or call.world.paper, chosen.ink, None, chosen.theme)
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
    theme: str = "tab"
    flip: str = "short"
    thickness: float = 0.1
    house: HouseRules = ()


def _booklet_fields(form: Form) -> list[Field]:
    from tt_print.booklets.choices import FORMATS

    return [
        form.game(),
        form.choice("format", plain_choices(FORMATS)),
        form.choice("paper", plain_choices(("a4", "letter")), form.paper_name),
        form.switch("large"),
        form.ink(),
        form.theme(),
        form.flip(("short", "long")),
        form.length("thickness", 0.1),
        form.house(),
    ]


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
            made = make_booklet(
                name,
                BookletChoices(
                    paper,
                    found,
                    chosen.large,
                    house,
                    ink,
                    flip,
                    chosen.thickness,
                    theme=chosen.theme,
                ),
            )
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
    theme: str = "tab"
    cuts: str = "ticks"
    start_at: int = 1
    house: HouseRules = ()
    svg: bool = False


def _quickref_fields(form: Form) -> list[Field]:
    return [
        form.games(),
        form.paper(),
        form.switch("large"),
        form.card(),
        form.ink(),
        form.theme(),
        form.cuts(),
        form.number("start_at", 1, 1),
        form.house(),
        form.switch("svg"),
    ]


def _make_quickref(chosen: QuickrefDocument, call: Call) -> tuple[Files, dict[str, Any]]:
    from tt_print.outputs import quickref_pdf, sheet_svg_files
    from tt_print.quickref.make import QuickrefChoices, make_quickref
    from tt_print.sheets.plan import find_paper

    games = tuple(load_house_rules(chosen.games, None, rule_texts(chosen.house)))
    paper = find_paper(chosen.paper or call.world.paper).name
    made = make_quickref(
        QuickrefChoices(
            games, paper, chosen.large, chosen.card, chosen.ink, chosen.cuts, chosen.start_at, theme=chosen.theme
        )
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
    theme: str = "tab"
    house: HouseRules = ()


def _scoresheet_fields(form: Form) -> list[Field]:
    return [
        form.games(),
        form.number("players", None, 1),
        form.ask("names", "names"),
        form.number("hands", None, 1),
        form.paper(),
        form.ink(),
        form.theme(),
        form.house(),
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
            made = make_score_sheets(
                SheetChoices(game, house, paper, chosen.players, names, chosen.hands, chosen.ink, theme=chosen.theme)
            )
            files |= dict([score_pdf(made)])
            warnings |= dict.fromkeys(made.warnings)
            bar.update(1)
    return files, {"warnings": list(warnings)}


@dataclass(frozen=True, slots=True)
class DealDocument:
    """Pages of a deal, by its code: as `tt-print deal --code CODE --slips --sheet`. `pages`: slips, sheet."""

    code: str
    pages: tuple[str, ...] = ("slips",)
    players: tuple[str, ...] = ()
    deal: int = 1
    full_code: bool = False
    paper: str = ""
    ink: str = "color"
    theme: str = "tab"
    house: HouseRules = ()


PAGES = ("slips", "sheet")


def _deal_fields(form: Form) -> list[Field]:
    return [
        form.ask("code", "text", needed=True),
        form.own_choice("pages", many=True),
        form.ask("players", "names"),
        form.number("deal", 1, 1),
        form.switch("full_code"),
        form.paper(),
        form.ink(),
        form.theme(),
        form.house(),
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
    look = Look(
        find_paper(chosen.paper or call.world.paper), find_theme(chosen.ink, name=chosen.theme), chosen.full_code
    )
    pages = [page for page in PAGES if page in chosen.pages]
    return page_files(dealts, look, pages, chosen.deal), {"warnings": warnings_of(dealts, pages)}


@dataclass(frozen=True, slots=True)
class CommitmentDocument:
    """The sheet of a commitment: as `tt-print deal --commit --sheet`. `pending` is that of `deal.commit`."""

    pending: str
    paper: str = ""
    ink: str = "color"
    theme: str = "tab"


def _commitment_fields(form: Form) -> list[Field]:
    return [form.ask("pending", "text", needed=True), form.paper(), form.ink(), form.theme()]


def _make_commitment(chosen: CommitmentDocument, call: Call) -> tuple[Files, dict[str, Any]]:
    from tt_print.cards.theme import find_theme
    from tt_print.core.deal import read_pending
    from tt_print.core.deal_pages import commitment_page
    from tt_print.sheets.plan import find_paper

    commitment = read_pending(chosen.pending).commitment
    paper = find_paper(chosen.paper or call.world.paper)
    return commitment_page(commitment, paper, find_theme(chosen.ink, name=chosen.theme)), {"id": commitment.id}


@dataclass(frozen=True, slots=True)
class CalibrationDocument:
    """The test page: as `tt-print calibrate`. `sides` 1 leaves out what concerns backs."""

    paper: str = ""
    flip: str = "long"
    sides: int = 2


def _calibration_fields(form: Form) -> list[Field]:
    sides = [Choice(int(value), text) for value, text in form.words.choices["sides"].items()]
    return [form.paper(), form.flip(), form.choice("sides", sides, 2)]


def _make_calibration(chosen: CalibrationDocument, call: Call) -> tuple[Files, dict[str, Any]]:
    from tt_print.calibration.page import make_calibration_pages
    from tt_print.outputs import calibration_pdf

    if chosen.flip not in ("long", "short"):
        raise InputError(f"--flip {chosen.flip!r}: choose long or short, the edge over which the paper turns.")
    if chosen.sides not in (1, 2):
        raise InputError(f"--sides {chosen.sides}: choose 1 or 2.")
    made = make_calibration_pages(chosen.paper or call.world.paper, chosen.flip if chosen.sides == 2 else "")
    return dict([calibration_pdf(made)]), {}


class Document(NamedTuple):
    """What it is chosen by, its fields in a form, and what makes it."""

    shape: type[Any]
    fields: Callable[[Form], list[Field]]
    make: Callable[[Any, Call], tuple[Files, dict[str, Any]]]


DOCUMENTS = {
    "start": Document(StartDocument, _start_fields, _make_start),
    "booklet": Document(BookletDocument, _booklet_fields, _make_booklet),
    "quickref": Document(QuickrefDocument, _quickref_fields, _make_quickref),
    "scoresheet": Document(ScoresheetDocument, _scoresheet_fields, _make_scoresheet),
    "deal": Document(DealDocument, _deal_fields, _make_deal),
    "commitment": Document(CommitmentDocument, _commitment_fields, _make_commitment),
    "calibration": Document(CalibrationDocument, _calibration_fields, _make_calibration),
}
