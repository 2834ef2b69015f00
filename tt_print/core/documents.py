"""The documents that can be printed: of each its choices, the fields for them, and what makes its files.

Each is as the command line's verb of that name makes it, byte for byte.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tt_print.core.fields import Choice, Field, HouseRules, plain_choices, rule_texts
from tt_print.core.forms import Form
from tt_print.core.world import Call
from tt_print.errors import InputError, choose, join_words
from tt_print.records import dataclass

Files = dict[str, bytes]


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
    "booklet": Document(BookletDocument, _booklet_fields, _make_booklet),
    "deal": Document(DealDocument, _deal_fields, _make_deal),
    "commitment": Document(CommitmentDocument, _commitment_fields, _make_commitment),
    "calibration": Document(CalibrationDocument, _calibration_fields, _make_calibration),
}
