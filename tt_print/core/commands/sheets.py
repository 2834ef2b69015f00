"""What is printed on sheets: the deck, the pages to print first, everything at once, and the page to measure a printer with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from math import hypot
from typing import TYPE_CHECKING, Annotated

from tt_print.core.commands.common import (
    FULL_RULES,
    Answer,
    Command,
    backs_lines,
    both_sides,
    look_of,
    paper_sentence,
    printed_code,
    sheet_files,
    small_lines,
    svg_files,
)
from tt_print.deck import DECK_MEANING, DECKS, FULL, JOKERS, VARIABLES, AnyCard, parse_card, parse_cards
from tt_print.errors import NotationError
from tt_print.files.disk import file_stem
from tt_print.paper.plan import MARK_ROOM_MM, find_card_size, find_paper, find_stock
from tt_print.paper.plan import Paper as PaperSize
from tt_print.problems import Action, Count, FileName, Line, Problem, Said
from tt_print.requests import listings as of
from tt_print.requests.kinds import (
    Choice,
    Config,
    File,
    Items,
    Kind,
    Local,
    Millimeters,
    Number,
    Pair,
    Switch,
    With,
    Without,
    Word,
    fixed,
)
from tt_print.requests.listings import Card, Cuts, Flip, Ink, Paper, Printer, StartAt, Svg, Theme_
from tt_print.typed_words import split_at_commas

if TYPE_CHECKING:
    from tt_print.core.asking import Call
    from tt_print.draw.artwork import Artwork
    from tt_print.draw.shapes import Drawing
    from tt_print.faces.theme import Theme
    from tt_print.paper.deck import DeckSheets


def read_pieces(text: str) -> tuple[AnyCard | str, ...]:
    """Cards, chits, and pointers with commas or spaces between them; `red heart 3` is one. Raises Problem or NotationError."""
    from tt_print.paper.deck import PIECES

    if not text.strip():
        raise Problem("no_cards")
    if all(words := split_at_commas(text)):
        with suppress(NotationError):
            return (parse_card(" ".join(words)),)
    cards: list[AnyCard | str] = []
    for part in words:
        piece = "-".join(sorted(part.lower().replace("-", " ").split()))  # "color chit" and "chit-color" are one
        if piece in (*PIECES, "pointer"):
            cards.append("pointers" if piece == "pointer" else piece)
        elif piece in ("chit", "chits"):
            raise Problem("which_chit", value=part, choices=[*PIECES[:-1]])
        elif not part:
            raise Problem("stray_comma", value=text)
        else:
            cards += parse_cards(part)
    return tuple(cards)


ON_BACKS = With("backs", "duplex", "separate")
OF_STOCK = ("paper", "card", "backs", "cuts", "bleed", "margin")  # what perforated sheets decide


@dataclass(frozen=True)
class Deck(Command):
    """`only`: cards, `chit-color` and so on, `pointers`; `without_start` leaves out what the start pages have."""

    deck: Annotated[str, Choice(of.decks, of.find_deck, "DECK")] = "full"
    jokers: Annotated[bool | None, Switch()] = None
    chits: Annotated[bool, Switch()] = True
    copies: Annotated[int, Number(1, 20)] = 1
    only: Annotated[
        tuple[AnyCard | str, ...], Items("cards", Choice(of.pieces, is_open=True), read_pieces, "CARDS", jokers=True),
        Without("jokers", True), Without("without_start"),
    ] = ()  # fmt: skip
    start_at: StartAt = 1
    without_start: Annotated[bool, Switch(), Word("continue"), Without("deck", "west")] = False
    stock: Annotated[
        str, Choice(of.stocks, of.find_stock), Without("bleed"), Without("margin"), Without("backs", "fold"),
        Config(gives_way_to=OF_STOCK),
    ] = ""  # fmt: skip
    paper: Paper = ""
    card: Card = "standard"
    cuts: Cuts = "ticks"
    indices: Annotated[int, Choice(fixed(4, 2), metavar="4|2")] = 4
    theme: Theme_ = "tab"
    ink: Ink = "color"
    backs: Annotated[str, Choice(of.backs, metavar="BACKS"), Config()] = "none"
    back: Annotated[str, File("PICTURE"), With("backs"), Config()] = ""
    flip: Annotated[str, Choice(fixed("long", "short"), metavar="EDGE"), ON_BACKS] = "long"
    back_offset: Annotated[tuple[float, float], Pair(of.max_back_offset), ON_BACKS] = (0.0, 0.0)
    reverse: Annotated[bool, Switch(), With("backs", "separate")] = False
    bleed: Annotated[float, Millimeters()] = 0.0
    margin: Annotated[float | None, Millimeters()] = None
    printer: Printer = ""
    svg: Svg = False

    verb = "deck"

    def problems(self) -> Iterable[Problem]:
        """What depends on the cards of the deck, on the paper of the stock, and on the theme."""
        if self.stock and self.paper not in ("", paper := find_paper(find_stock(self.stock).paper).name):
            yield Problem("stock_paper", "paper", value=self.stock, paper=paper)
        for card, times in Counter(self.only).items():
            if times > 1:
                often = "twice" if times == 2 else f"{times} times"
                yield Problem(
                    "repeated", "only", card=card if isinstance(card, str) else card.name, times=times, often=often
                )
            if not isinstance(card, str) and card in FULL and card not in DECKS[self.deck]:
                title, meaning = self.deck.capitalize(), DECK_MEANING[self.deck]
                yield Problem(
                    "not_in_deck", "only", card=card.name, other="deck", deck=self.deck, title=title, meaning=meaning
                )
        yield from super().problems()

    def answer(self, call: Call) -> Answer:
        from tt_print.paper.backs import Backs
        from tt_print.paper.deck import DeckChoices, make_deck_sheets

        stock = find_stock(self.stock) if self.stock else None
        paper = find_paper(stock.paper) if stock else self.sheet_size(call)
        theme, warnings = self.look(self.indices)
        profile, corrected = self.correction(paper, call)
        made = make_deck_sheets(DeckChoices(
            paper, find_card_size(self.card), theme, stock, self.deck, jokers=self.jokers, chits=self.chits, copies=self.copies,
            only=self.only, start_at=self.start_at, cuts="none" if stock and self.cuts == "ticks" else self.cuts,
            without_start=self.without_start, bleed_mm=self.bleed, margin_mm=self.margin, profile=profile,
            artwork=self._artwork(theme, call),
            backs=Backs(self.backs, self.flip, self.back_offset, "reversed" if self.reverse else "same"),
        ))  # fmt: skip
        call.step("Making deck", 1, 3)
        files = _deck_pdfs(made)
        call.step("Making deck", 2, 3)
        if self.svg:
            files |= svg_files(made.stem, made.sheets) | svg_files(f"{made.stem}-back", made.back_sheets)
        artwork = made.choices.artwork
        data = {
            "sheets": len(made.sheets), **made.counts, "slots": [list(map(printed_code, sheet.codes)) for sheet in made.sheets],
            "per_sheet": made.plan.count, "backs": self.backs,
            "back": artwork.digest if artwork else None, "back_notes": list(made.back_notes),
            "printer": profile.printer if profile else None,
        }  # fmt: skip
        text = [
            *_files_lines(made, [*files]),
            *_cuts_lines(made),
            *corrected,
            *backs_lines(artwork, made.back_notes),
            *self._look_of_start(theme),
            Said(f"deck.print_{self.backs}", edge=self.flip.upper()),
            Said(f"deck.then_{self.backs}", edge=self.flip.upper()),
        ]
        return Answer(data, files, warnings=warnings, text=text)

    def _look_of_start(self, theme: Theme) -> list[Line]:
        """That the start pages, which these cards go on from, look different, if they do as a rule."""
        from tt_print.faces import START_THEME
        from tt_print.faces.theme import DEFAULT_THEME

        if not self.without_start or theme.name != DEFAULT_THEME:
            return []
        same = Action("deck", {"without_start": True, "paper": self.paper, **look_of(theme), "theme": START_THEME})
        return [Said("deck.look_of_start", own=theme.name, theme=START_THEME, deck=same)]

    def _artwork(self, theme: Theme, call: Call) -> Artwork | None:
        """The picture for the backs, among the files of the call or the theme's own; None for the theme's pattern, or without backs."""
        if self.backs == "none" or not (self.back or theme.back_file):
            return None
        from tt_print.draw.artwork import artwork_of, read_artwork

        if theme.back_file and not self.back:
            return read_artwork(theme.back_file)
        if self.back not in call.files:
            raise self.refused("no_file", "back", value=self.back)
        return artwork_of(call.files[self.back], self.back.replace("\\", "/").rpartition("/")[2])


def _deck_pdfs(deck: DeckSheets) -> dict[str, bytes]:
    """The deck's PDF: with duplex backs front and back in turn; with separate ones the fronts, then the backs in a file of their own.

    Those are reversed for trays that hand the sheets back last one first.
    """
    from tt_print.paper.backs import SheetFile

    title = f"Triple Topper, {deck.title}, {deck.plan.paper.title}"
    backs, stem = deck.choices.backs, deck.stem
    if backs.mode == "duplex":
        pages = tuple(side for both in zip(deck.sheets, deck.back_sheets, strict=True) for side in both)
        return sheet_files(SheetFile(stem, title, pages), *both_sides(backs.flip))
    if backs.mode != "separate":
        return sheet_files(SheetFile(stem, title, deck.sheets))
    order, step = ("-reversed", -1) if backs.order == "reversed" else ("", 1)
    over = f"turned over the {backs.flip} edge."
    first, then = (
        f"Print at 100%, then the backs on the other side, {over}",
        f"Print at 100% on the other side of the fronts, {over}",
    )
    fronts = SheetFile(f"{stem}-fronts", f"{title}, fronts", deck.sheets)
    others = SheetFile(f"{stem}-backs{order}", f"{title}, backs", deck.back_sheets[::step])
    return sheet_files(fronts, first) | sheet_files(others, then)


def _files_lines(made: DeckSheets, files: list[str]) -> Iterable[Line]:
    """Where the sheets are and how many cards, and which places of a used sheet they take."""
    plan, (first, *more) = made.plan, map(FileName, files)
    counts = ", ".join(f"{Count(number):{what[:-1]}}" for what, number in made.counts.items() if number)
    yield Said("deck.sheets", file=first, sheets=Count(len(made.sheets)), per_sheet=plan.count, counts=counts)
    if more:
        yield Said("deck.more", count=len(more), file=more[0])
    if made.choices.only or made.choices.start_at > 1:
        for number, sheet in enumerate(made.sheets, 1):
            # row by row as it is printed; a dot is an empty place
            places = [code or "·" for code in (*sheet.codes, *[""] * (plan.count - len(sheet.codes)))]
            rows = (places[start : start + plan.columns] for start in range(0, plan.count, plan.columns))
            yield Said("deck.places", number=number, rows=" / ".join(map(" ".join, rows)))


def _cuts_lines(made: DeckSheets) -> Iterable[Line]:
    """How the sheets are cut, and whether the cards will be small."""
    from tt_print.faces.layout import lay_out
    from tt_print.paper.marks import guillotine_stops

    plan, choices = made.plan, made.choices
    if plan.origin_mm:
        yield Said("deck.stock", width=plan.card.width_mm, height=plan.card.height_mm)
    elif max(plan.margin_mm, min(plan.area.left, plan.area.top)) < plan.paper.unprintable_mm + MARK_ROOM_MM:
        yield Said("deck.no_room")
    if choices.cuts != "none":
        yield Said("deck.cuts", count=len(plan.vertical_cuts) + len(plan.horizontal_cuts))
        if plan.bleed_mm or choices.margin_mm is not None:
            yield f"  {guillotine_stops(plan)}"
    yield from small_lines(lay_out(choices.theme, plan.card.width_mm, plan.card.height_mm).tab.number_cap)


@dataclass(frozen=True)
class Start(Command):
    """Rulers, chits, rules, and the 27 West cards; beside them a game that explains itself."""

    paper: Paper = ""
    ink: Ink = "color"
    theme: Theme_ = "toppers"
    printer: Printer = ""
    svg: Svg = False

    verb = "start"

    def answer(self, call: Call) -> Answer:
        from tt_print.books.make import lesson_pdf
        from tt_print.books.start import first_game, make_start_sheets

        paper, (theme, warnings) = self.sheet_size(call), self.look()
        profile, corrected = self.correction(paper, call)
        made = make_start_sheets(paper, theme, profile)
        game, lesson = lesson_pdf(first_game(), (), paper, theme)
        files = {**sheet_files(made, is_tagged=True), game: lesson}
        pages = next(iter(files))
        if self.svg:
            files |= svg_files(made.stem, made.sheets)
        chosen = {"paper": self.paper}
        measured = Action("calibrate", {"measured": (100.0, 100.0), **chosen})
        text: list[Line] = [
            paper_sentence(paper, is_chosen=bool(self.paper)),
            Said("start.pages", file=FileName(pages), count=len(made.sheets)),
            Said("start.game", file=FileName(game)),
            *corrected,
            "",
            Said("start.how"),
            *([] if profile else [Said("start.measured", calibrate=measured)]),
            Said("start.then", deck=Action("deck", {"without_start": True, **chosen, **look_of(theme)})),
        ]
        return Answer({"pages": len(made.sheets)}, files, warnings=warnings, text=text)


@dataclass(frozen=True)
class Build(Command):
    """Pictures of all cards, the start pages, the deck, booklets, reference cards, and score sheets.

    Without a theme each has its usual one, and the deck that of the start pages, whose cards it goes on from.
    """

    paper: Paper = ""
    ink: Ink = "color"
    theme: Theme_ = ""
    printer: Printer = ""

    verb = "build"

    def answer(self, call: Call) -> Answer:
        paper, (theme, warnings) = self.sheet_size(call), self.look()
        profile, corrected = self.correction(paper, call)
        parts, made = self._parts(), dict[str, Answer]()
        look, _ = parts["deck"].look()
        own = replace(call, environment=replace(call.environment, paper=paper.name), report=None)
        for name, request in parts.items():
            call.step(f"Making {name}", len(made), len(parts) + 1)
            made[name] = request.answer(own)
        call.step("Making cards", len(made), len(parts) + 1)
        pictures = picture_files(theme)
        files = {name: data for each in made.values() for name, data in each.files.items()}
        chosen = {"paper": self.paper}
        measured = Action("calibrate", {"measured": "100,100", **chosen})
        text = [
            *made["start"].text[1:3],  # after its paper: its pages, and the first game
            *(each.text[0] for name, each in made.items() if name != "start"),
            Said("build.cards", folder=FileName(f"{next(iter(pictures)).partition('/')[0]}/"), count=len(pictures)),
            *corrected,
            "",
            paper_sentence(paper, is_chosen=bool(self.paper)),
            Said("build.print", file=FileName(next(iter(files)))),
            Said("build.check") if profile else Said("build.measured", calibrate=measured),
            Said("build.then", deck=Action("deck", {"without_start": True, **chosen, **look_of(look)})),
            Said("build.play"),
            Said("build.more"),
        ]
        return Answer({}, files | pictures, warnings=warnings, text=text)

    def _parts(self) -> Mapping[str, Command]:
        """What is made, in the order of the report: other commands, as they are by default."""
        from tt_print.core.commands.books import Booklet, Quickref, Scoresheet
        from tt_print.faces import START_THEME
        from tt_print.faces.theme import DEFAULT_THEME
        from tt_print.games import game_names

        ink, printer, theme = self.ink, self.printer, self.theme or DEFAULT_THEME
        start = Start(ink=ink, theme=self.theme or START_THEME, printer=printer, svg=True)
        return {
            "start": start,
            "deck": Deck(ink=ink, theme=start.theme, printer=printer, svg=True),
            "quickref": Quickref(("all",), ink=ink, theme=theme, printer=printer),
            **{f"scores {game}": Scoresheet((game,), ink=ink, theme=theme) for game in game_names()},
            **{f"booklet {game}": Booklet(game, ink=ink, theme=theme) for game in (*game_names(), FULL_RULES)},
        }


@dataclass(frozen=True)
class Calibrate(Command):
    """Without readings the test page is made."""

    measured: Annotated[str, Kind("X,Y", is_list=True), Local()] = ""
    back_read: Annotated[str, Kind("READINGS", is_list=True), Local()] = ""
    printer: Annotated[str, Choice(of.measured_printers, str, is_open=True), Local()] = ""
    paper: Paper = ""
    flip: Flip = "long"

    verb = "calibrate"

    def answer(self, call: Call) -> Answer:
        """Raises InputError, and MachineError if nothing can be kept."""
        paper = self.sheet_size(call)
        return self._read_off(paper) if self.measured or self.back_read else self._make_page(paper)

    def _make_page(self, paper: PaperSize) -> Answer:
        from tt_print.paper.calibration import long_rulers, make_calibration_pages
        from tt_print.paper.printers import check_name

        made = make_calibration_pages(paper, self.flip, check_name(self.printer) if self.printer else "")
        rulers, files = asdict(long_rulers(paper)), sheet_files(made, *both_sides(self.flip), is_tagged=True)
        own = {"printer": self.printer, "paper": self.paper, "flip": self.flip if self.flip == "short" else ""}
        text = [
            paper_sentence(paper, is_chosen=bool(self.paper)),
            Said("calibrate.page", file=FileName(*files)),
            Said("calibrate.how", edge=self.flip.upper()),
            Said(
                "calibrate.rulers",
                **rulers,
                calibrate=Action("calibrate", {"measured": f"{rulers['across_mm']},{rulers['down_mm']}", **own}),
            ),
            Said("calibrate.holes", calibrate=Action("calibrate", {"back_read": "GH7.5,H8,I8,H8.5", **own})),
        ]
        return Answer({"rulers": rulers}, files, kind="calibrate page", text=text)

    def _read_off(self, sheet: PaperSize) -> Answer:
        """What the readings say of a printer, which is kept with what is known of it, unless it is of no use."""
        from tt_print.paper.calibration import OFFER, judge_scale, parse_holes, parse_measured, solve_back, solve_front
        from tt_print.paper.printers import (
            USUAL_NAME,
            PrinterProfile,
            check_name,
            keep_profile,
            read_printers,
            usual_printer,
        )

        holes = parse_holes(self.back_read) if self.back_read else None
        scales = parse_measured(self.measured, sheet) if self.measured else None
        printer = check_name(self.printer or usual_printer() or USUAL_NAME)
        new = PrinterProfile(printer, sheet.name)
        known = next((each for each in read_printers() if each.key == new.key), None)
        if known is None and not scales:
            raise Problem("calibration.front_first", "measured", printer=printer, paper=sheet.name)
        profile = known or new
        data: dict[str, object] = {"printer": profile.printer, "paper": sheet.name}
        text: list[Line] = []
        if scales:
            verdict = judge_scale(*scales, "letter" if sheet.name == "a4" else "a4")
            data |= {
                "verdict": verdict.worst,
                "across_percent": _round(100 * scales[0]),
                "down_percent": _round(100 * scales[1]),
            }
            text += verdict.lines
            if not verdict.usable:
                data |= {"saved": False, "files": []}
                return Answer(data, {}, kind="calibrate reading", text=[*text, Said("calibrate.nothing")])
            profile = solve_front(profile, *scales)
            grown = {"across": 100 / profile.scale_x - 100, "down": 100 / profile.scale_y - 100}
            text.append(Said("calibrate.larger" if verdict.worst == OFFER else "calibrate.fits", **grown))
        if holes:
            profile = solve_back(profile, holes, sheet, self.flip)
            x, y, skew = profile.offset_x_mm, profile.offset_y_mm, profile.skew_deg
            data["back"] = {
                "offset_mm": [_round(x), _round(y)], "skew_deg": _round(skew, 3),
                "across_percent": _round(100 * profile.back_scale_x), "down_percent": _round(100 * profile.back_scale_y),
            }  # fmt: skip
            text.append(Said("calibrate.backs", off=hypot(x, y), skew=abs(skew)))
        file = keep_profile(profile).as_posix()
        backs = {"backs": "duplex", "flip": "short" if profile.flip == "short" else ""} if holes else {}
        named = "" if profile.printer == usual_printer() else profile.printer
        text += [
            Said("calibrate.saved", name=profile.name, file=FileName(file)),
            Said("calibrate.next", deck=Action("deck", {**backs, "paper": self.paper, "printer": named})),
        ]
        return Answer(data | {"saved": True, "files": [file]}, {}, kind="calibrate reading", text=text)


def _round(number: float, digits: int = 2) -> float:
    """Without a minus before nothing."""
    return round(number, digits) + 0.0


def draw_piece(text: str, theme: Theme) -> Drawing:
    """A card, `chit-color` and so on, the pointers, or the back. Raises InputError for what is none of these."""
    from tt_print.faces.back import draw_back
    from tt_print.faces.chits import draw_chit, draw_pointers
    from tt_print.faces.faces import draw_face

    name = text.strip().lower()
    if name == "back":
        return draw_back(theme)
    if name in ("pointer", "pointers"):
        return draw_pointers(theme)
    if name.startswith("chit-") and (variable := name.removeprefix("chit-")) in VARIABLES:
        return draw_chit(variable, theme)
    return draw_face(parse_card(text), theme)


def every_picture(theme: Theme) -> dict[str, Drawing]:
    """Name of the file to picture, for all that is in the box: 125 cards, jokers, chits, pointers, back."""
    cards, chits = [card.safe_code for card in FULL + JOKERS], [f"chit-{variable}" for variable in VARIABLES]
    return {name: draw_piece(name, theme) for name in (*cards, *chits, "pointer", "back")}


def picture_files(theme: Theme) -> dict[str, bytes]:
    """`cards/RC1.svg` and so on; of another theme than the usual one `cards-rich/RC1.svg`."""
    from tt_print.draw.svg import render_svg

    folder = file_stem("cards", *theme.file_parts)
    return {f"{folder}/{name}.svg": render_svg(drawing).encode() for name, drawing in every_picture(theme).items()}
