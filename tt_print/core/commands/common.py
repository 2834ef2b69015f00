"""What several commands share: fields that name games and players, what is wrong with them together, and the answer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from tt_print.engine.house import HouseError, show_value
from tt_print.engine.people import check_names, numbered_names, parse_names, read_players
from tt_print.errors import InputError, did_you_mean
from tt_print.games import GAMES, POINTS, find_game, game_names, load_games
from tt_print.problems import CodedError, Line, Problem, Said
from tt_print.requests.kinds import (
    NOTHING,
    Bare,
    Choice,
    Config,
    File,
    Items,
    Kind,
    ListTypes,
    Local,
    Number,
    Request,
    Values,
    Word,
    Words,
    check_texts,
    check_type,
    specs_of,
)
from tt_print.requests.kinds import Line as TypedLine
from tt_print.requests.reading import RefusedError
from tt_print.typed_words import split_at_commas

if TYPE_CHECKING:
    from tt_print.core.asking import Call
    from tt_print.draw.artwork import Artwork
    from tt_print.draw.geometry import Rect
    from tt_print.draw.shapes import Drawing
    from tt_print.engine.base import Game, ScoredGame
    from tt_print.engine.house import House
    from tt_print.faces.theme import Theme
    from tt_print.paper.backs import Sheet, SheetFile
    from tt_print.paper.plan import Paper
    from tt_print.paper.printers import PrinterProfile


ALL = "all"
FULL_RULES = "full"  # the Full rules, of all games in one file
OWN_SUFFIXES = (".md", ".markdown", ".txt", ".toml")  # of files that can be somebody's own game


def games() -> Mapping[str, str]:
    return {name: GAMES[name].title for name in game_names()}


def games_and_all() -> Mapping[str, str]:
    return {**games(), ALL: "all games"}


def find_game_or_all(text: str) -> str:
    """The name of a game, or `all`."""
    return ALL if text.strip().lower() == ALL else find_game(text).name


def scored_games() -> Mapping[str, str]:
    return {**games(), POINTS: "any other game"}


def games_left(line: TypedLine) -> Mapping[str, str]:
    """The games that were not typed yet."""
    typed = {word for words in line.values() for word in words}
    return {name: title for name, title in games_and_all().items() if name not in typed}


class GameNames(Items):
    """Games, or `all`. Somebody who types can name the file of a game of their own."""

    types: ListTypes = (list, tuple)  # what is sent as one text could name a file

    def __init__(self) -> None:
        each = Choice(games_and_all, find_game_or_all, narrowed=games_left)
        super().__init__("choice", each, metavar="GAME...", many=True)

    def read(self, text: str) -> tuple[str, ...]:
        return tuple(word if own_file(word) else find_game_or_all(word) for word in split_at_commas(text) if word)


class BookName(Choice):
    """A game, `all`, or `full`. Somebody who types can name the file of a game of their own."""

    def __init__(self) -> None:
        super().__init__(lambda: {**games_and_all(), FULL_RULES: "the Full rules of all games"}, self._find, "GAME")

    def read(self, text: str) -> object:
        return text if own_file(text) else self._find(text)

    def check(self, value: object) -> object:
        return self._find(str(check_type(value, self.types, self.form)))

    @staticmethod
    def _find(text: str) -> str:
        return FULL_RULES if text.strip().lower() == FULL_RULES else find_game_or_all(text)


def own_file(text: str) -> Path | None:
    """The file of somebody's own game that `text` names; None if it means a game of ours."""
    path = Path(text)
    return path if path.suffix.lower() in OWN_SUFFIXES or (path.suffix and path.is_file()) else None


def typed_games(line: TypedLine) -> list[Game]:
    """The games that were typed, or all of them."""
    named: list[Game] = []
    for word in (*line.get("games", ()), *line.get("game", ())):
        with suppress(InputError):
            named += load_games() if word == ALL else [find_game(word)]
    return named or load_games()


def house_rules(line: TypedLine) -> Mapping[str, str]:
    """`name=value` for every value that is listed, of the games that were typed, or of all; the usual one if a number can be anything."""
    found: dict[str, str] = {}
    for game in typed_games(line):
        for option in game.options:
            for value in option.values or (option.default,):
                usual = " (usual)" if value == option.default else ""
                found.setdefault(f"{option.name}={show_value(value)}", f"{option.meaning}{usual}")
    return found


class HouseRules(Kind):
    """House rules as `name=value`, one for each use of the option; in JSON also an object."""

    form, is_repeated, types, metavar = "house", True, (list, tuple, Mapping), "NAME=VALUE"

    def check(self, value: object) -> tuple[str, ...]:
        rules = check_type(value, self.types, self.form)
        if isinstance(rules, Mapping):
            for name, each in rules.items():
                if not isinstance(each, (str, int, float)):
                    raise InputError(f"the house rule {name} cannot be {each!r}.")
            return tuple(f"{name}={show_value(each)}" for name, each in rules.items())
        return check_texts(rules)

    def listed(self, line: TypedLine = NOTHING) -> Mapping[str, str]:
        return house_rules(line)


class TextWords(Words):
    """Words as they were typed; in JSON also one text."""

    types = (list, tuple, str)

    def check(self, value: object) -> tuple[str, ...]:
        return super().check([value] if isinstance(value, str) else value)


class Names(Kind):
    """Players by their names, clockwise."""

    form, is_list, types, metavar = "names", True, (list, tuple, str), "NAMES"

    def read(self, text: str) -> tuple[str, ...]:
        return parse_names(text)

    def check(self, value: object) -> tuple[str, ...]:
        """In a list a text may also have commas."""
        names = check_type(value, self.types, self.form)
        if isinstance(names, str):
            return self.read(names)
        parts = [name for text in check_texts(names) for name in split_at_commas(text) if name or not text.strip()]
        return check_names(parts) if parts else ()


class NameWords(Names):
    """As `Names`, each of which may be a word of its own."""

    is_repeated = True


class Players(Kind):
    """Players by their names, clockwise, or how many they are: then `Player 1` and so on."""

    form, is_list, types, metavar = "names", True, (list, tuple, str, int), "NAMES|N"

    def check(self, value: object) -> tuple[str, ...]:
        from tt_print.play.dealing.code import MAX_PLAYERS

        if isinstance(value, (list, tuple)):
            return Names().check(value)
        return read_players(str(super().check(value)), MAX_PLAYERS)


class Seat(Kind):
    """One of the players."""

    form, metavar = "seat", "NAME"


class NightNumber(Number):
    """The number of a game night."""

    form, metavar = "night", "NUMBER"


def option_values(name: str) -> Callable[[TypedLine], Mapping[str, str]]:
    """The values of a house rule in the game that was typed, or in any that has it."""

    def found(line: TypedLine) -> Mapping[str, str]:
        named = typed_games(line)
        if name == "deck":
            return {deck: "" for game in named for deck, _ in game.table.variants}
        values = (value for game in named for option in game.options if option.name == name for value in option.values)
        return {str(value): "" for value in values}

    return found


OneGame = Annotated[str, Choice(games, find_game, "GAME"), Bare()]
Games = Annotated[tuple[str, ...], GameNames(), Bare()]
HouseFile = Annotated[str, File(), Word("house"), Config(key="night.house"), Local()]
Rules = Annotated[tuple[str, ...], HouseRules(), Word("option")]


def _names_of(values: Values) -> list[str]:
    games = values.get("games")
    return [*map(str, games)] if games and isinstance(games, (list, tuple)) else [str(values.get("game") or "")]


def load_houses(names: Sequence[str], house_file: str, house: Sequence[str]) -> list[tuple[Game, House]]:
    """The games that are named, or all of them for `all`, each once and with its house rules.

    With several games a rule goes to every one that knows it. Raises InputError where none does, or where no game is named.
    """
    path = Path(house_file) if house_file else None
    if not names:
        raise InputError("no game is named. Name one, several, or all.")
    games = load_games() if ALL in names else [find_game(name) for name in dict.fromkeys(names)]
    if len(games) == 1:
        return [(games[0], games[0].read_house(path, house, GAMES))]
    rules = {text: text.partition("=")[0].strip() for text in house}
    known = {option.name for each in games for option in each.options}
    if strange := next((name for text, name in rules.items() if "=" in text and name not in known), None):
        raise HouseError(f"none of these games has a house rule {strange!r}.{did_you_mean(strange, known)}")
    found = []
    for each in games:
        own = {option.name for option in each.options}
        try:
            meant = [text for text, name in rules.items() if name in own or "=" not in text]
            found.append((each, each.read_house(path, meant, GAMES)))
        except HouseError as error:
            raise HouseError(f"not in {each.title}: {error} Or name only the games that it is meant for.") from None
    return found


class Answer(NamedTuple):
    """`data` is plain, `files` are name to content, `text` is what people read, `warnings` are what they should know beside.

    `more` makes data that take a while, for those who want data.
    """

    data: Mapping[str, object]
    files: Mapping[str, bytes]
    text: Sequence[Line] = ()
    warnings: Sequence[CodedError | Said | str] = ()
    status: int = 0  # what a command line ends with: 1 if something was checked and is wrong
    kind: str = ""  # of the JSON object that a command line prints, if it is not the command's name
    more: Callable[[], Mapping[str, object]] = dict


class Command(Request):
    """The request of a command. `shown_by` are the options of how its answer is shown, `folder` is where its files go, "" if their names say it."""

    shown_by: tuple[str, ...] = ("out", "as_json", "quiet")
    folder = "output"
    is_own = False  # whether its files are a person's own, which nothing of ours writes over
    ink = theme = paper = printer = ""  # of what is printed, as fields of commands that print
    house_file = ""  # a field of commands with house rules

    @property
    def prints(self) -> bool:
        """Whether it matters which paper is bought here."""
        return "paper" in specs_of(type(self))

    @property
    def wants_the_night(self) -> bool:
        """Whether a game night that is being scored says more."""
        return False

    @property
    def may_be_without_nights(self) -> bool:
        """Whether it can be answered where no night is kept."""
        return True

    @classmethod
    def heeds(cls, name: str, values: Values, given: Collection[str]) -> bool:
        """House rules are those of games with an engine; a picture for the backs gives way to that of a theme that was asked for."""
        if name == "back" and "theme" in given:
            from tt_print.faces.theme import find_theme

            return find_theme(name=str(values["theme"])).back_file is None
        names = _names_of(values)
        return name != "house_file" or (any(names) and not any(map(own_file, names)))

    def problems(self) -> Iterable[Problem]:
        """House rules for a game of somebody's own, or that game beside others; a theme and an ink style that do not go together."""
        specs, values = specs_of(type(self)), vars(self)
        names = _names_of(values) if "house_file" in specs else []
        if own := next(filter(own_file, names), None):
            if not Path(own).exists():
                yield Problem("no_own_game", "games", value=own)
            elif len(names) > 1:
                yield Problem("own_game_alone", "games", value=own)
            elif values["house_file"] or values["house"]:
                yield Problem("own_game_rules", "house", value=own)
        if "ink" in specs:
            from tt_print.faces.theme import DEFAULT_THEME, find_theme

            try:
                find_theme(self.ink, name=self.theme or DEFAULT_THEME)
            except Problem as problem:
                yield problem

    def answer(self, call: Call) -> Answer:
        """Raises InputError, or CancelledError if nobody wants it anymore."""
        raise NotImplementedError

    def read_house(self, game: ScoredGame, rules: Iterable[str]) -> House:
        """The house rules of the file that was named, with these over them. Raises HouseError."""
        return game.read_house(Path(self.house_file) if self.house_file else None, rules, GAMES)

    def look(self, indices: int = 4) -> tuple[Theme, tuple[Problem, ...]]:
        """The theme, or the usual one if none was chosen, and a warning if its colors are hard to tell apart or to read."""
        from tt_print.faces.theme import DEFAULT_THEME, find_theme

        theme = find_theme(self.ink, indices, self.theme or DEFAULT_THEME)
        return theme, color_warnings(theme)

    def sheet_size(self, call: Call) -> Paper:
        """The paper that was chosen, or the one that is bought here."""
        from tt_print.paper.plan import find_paper

        return find_paper(self.paper or call.environment.paper)

    def correction(self, paper: Paper, call: Call) -> tuple[PrinterProfile | None, list[Line]]:
        """The calibration of the printer for a paper, and that it is used, or that the usual printer has none for this paper."""
        if not call.environment.has_printers:
            return None, []
        from tt_print.paper.printers import find_printer_profile, usual_printer

        if profile := find_printer_profile(self.printer, paper.name):
            code = "print.corrected" if self.printer else "print.corrected_by_default"
            return profile, [
                Said(code, printer=profile.printer, across=100 / profile.scale_x, down=100 / profile.scale_y)
            ]
        usual = "" if self.printer else usual_printer()
        return None, [Said("print.not_corrected", printer=usual, paper=paper.name)] if usual else []

    def refused(self, code: str, field: str = "", **values: object) -> RefusedError:
        return RefusedError(type(self), [Problem(code, field, **values)])


def color_warnings(theme: Theme) -> tuple[Problem, ...]:
    """One if the colors of somebody's own theme are hard to tell apart or to read."""
    from tt_print.faces.theme import THEMES

    if theme.name in THEMES:
        return ()
    from tt_print.faces.layout import hard_to_see

    findings = hard_to_see(theme)
    return (Problem("hard_to_see", "theme", theme=theme.name, findings="; ".join(findings)),) if findings else ()


def names_on_paper(names: Sequence[str]) -> dict[str, str]:
    """What pages and pictures say instead of the names that our fonts cannot draw: their seats, such as `Player 2`."""
    from tt_print.draw.text import in_our_letters

    return {
        name: seat for name, seat in zip(names, numbered_names(len(names)), strict=True) if not in_our_letters(name)
    }


def name_warnings(instead: Mapping[str, str], field: str = "") -> list[Problem]:
    return [Problem("drawing.name", field, name=name, instead=seat) for name, seat in instead.items()]


def with_names(value: Any, instead: Mapping[str, str]) -> Any:
    """The same with other names in every text."""
    if isinstance(value, str):
        for name in sorted(instead, key=len, reverse=True):  # one may begin another
            value = value.replace(name, instead[name])
        return value
    if isinstance(value, dict):
        return {key: with_names(each, instead) for key, each in value.items()}
    return type(value)(with_names(each, instead) for each in value) if isinstance(value, list | tuple) else value


def printed_code(code: str) -> str:
    """`KB?` of the `KBQ` in names of files; anything that is no card stays as it is."""
    return f"{code[:2]}?" if len(code) == 3 and code.endswith("Q") else code


# ---------------------------------------------------------------- what several commands say


def paper_sentence(paper: Paper, is_chosen: bool) -> Said:
    """Which paper it is, and if nobody chose it, how to choose another."""
    other = "letter" if paper.name != "letter" else "a4"
    return Said("print.paper" if is_chosen else "print.paper_here", title=paper.title, name=other)


def look_of(theme: Theme) -> dict[str, str]:
    """The fields that give other pages the same look."""
    from tt_print.faces.theme import DEFAULT_THEME

    return ({"ink": "low"} if theme.is_low else {}) | ({"theme": theme.name} if theme.name != DEFAULT_THEME else {})


def backs_lines(artwork: Artwork | None, notes: Iterable[str]) -> list[Line]:
    """Whose picture is on the backs if it is the user's own, with notes on it."""
    return [Said("print.backs", name=artwork.name), *(f"    {note}" for note in notes)] if artwork else []


def small_lines(cap_mm: float) -> list[Line]:
    """That the capitals in the corners are too small to be read in a fan of cards, if they are."""
    return [Said("print.small", cap=cap_mm)] if cap_mm < 7 else []


# ---------------------------------------------------------------- files of sheets

ONE_SIDE = "Print at 100%, one-sided."


def both_sides(flip: str) -> tuple[str, str]:
    """How a document is printed whose paper turns over this edge: for people, and for the printer."""
    return f"Print at 100%, both sides, flip on the {flip} edge.", f"DuplexFlip{flip.capitalize()}Edge"


def sheet_files(
    made: SheetFile, subject: str = ONE_SIDE, duplex: str = "Simplex", *, is_tagged: bool = False
) -> dict[str, bytes]:
    """The PDF of sheets by its name. Those of faces are pictures to be cut out, whose bookmarks name them; to tag each of 127
    faces would make the deck's file a third larger. Those with texts can be read aloud.
    """
    pages = [(sheet.drawing, _bookmark(sheet, i), sheet.trim_mm) for i, sheet in enumerate(made.sheets, 1)]
    return {f"sheets/{made.stem}.pdf": pdf_of(pages, made.title, subject, duplex, is_tagged=is_tagged)}


def text_pdf(drawings: Sequence[Drawing], title: str, subject: str = "") -> bytes:
    """Pages of texts as a file that can be read aloud."""
    return pdf_of([(drawing, f"Page {i}", None) for i, drawing in enumerate(drawings, 1)], title, subject)


def pdf_of(
    pages: Iterable[tuple[Drawing, str, Rect | None]],
    title: str,
    subject: str,
    duplex: str = "Simplex",
    *,
    is_tagged: bool = True,
) -> bytes:
    """Drawings as a file, each with its bookmark, and what remains of it when its margins are cut off."""
    from tt_print.draw.pdf import ONE_SIDED, DocumentFacts, Page, render_pdf
    from tt_print.draw.tagged import render_tagged_pdf

    facts = DocumentFacts(title, subject, ONE_SIDED | {"Duplex": duplex})
    numbered = [Page(drawing, str(i), bookmark, trim) for i, (drawing, bookmark, trim) in enumerate(pages, 1)]
    return render_tagged_pdf(numbered, facts) if is_tagged else render_pdf(numbered, facts)


def _bookmark(sheet: Sheet, number: int) -> str:
    codes = [code for code in sheet.codes if code]
    if not codes:
        return "Print this page first"
    if set(codes) == {"back"}:
        return f"Page {number}: backs"
    return f"Page {number}: {codes[0]} to {codes[-1]}" if len(codes) > 1 else f"Page {number}: {codes[0]}"


def picture(drawing: Drawing, suffix: str, dpi: int) -> bytes:
    """A drawing as `.svg`, as `.png`, or as the only page of a `.pdf`."""
    if suffix == ".svg":
        from tt_print.draw.svg import render_svg

        return render_svg(drawing).encode()
    if suffix == ".png":
        from tt_print.draw.pixels import render_png

        return render_png(drawing, dpi)
    return pdf_of([(drawing, drawing.title, None)], drawing.title, drawing.description, is_tagged=False)


def svg_files(stem: str, sheets: Sequence[Sheet]) -> dict[str, bytes]:
    """`sheets/deck-a4-01.svg`: one file a sheet."""
    from tt_print.draw.svg import render_svg

    return {f"sheets/{stem}-{i:02}.svg": render_svg(sheet.drawing).encode() for i, sheet in enumerate(sheets, 1)}
