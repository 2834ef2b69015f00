"""What several commands that print share: fields, what is wrong with them together, and the answer."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from tt_print.core.commands.games import house_heeded, house_problems
from tt_print.problems import Line, Problem, Said
from tt_print.requests.notes import Request, Values, specs_of
from tt_print.requests.refusal import RefusedError

if TYPE_CHECKING:
    from tt_print.artwork.read import Artwork
    from tt_print.cards.theme import Theme
    from tt_print.core.environment import Call
    from tt_print.printer_profile import PrinterProfile
    from tt_print.sheets.plan import Paper


class Answer(NamedTuple):
    """`data` is plain, `files` are name to content, `text` is what people read, `warnings` are what they should know beside.

    `made` is what a command line says more about, as long as its `text` does not say all.
    """

    data: Mapping[str, Any]
    files: Mapping[str, bytes]
    made: Any = None
    warnings: tuple[Problem | str, ...] = ()
    status: int = 0  # what a command line ends with: 1 if something was checked and is wrong
    kind: str = ""  # of the JSON object that a command line prints, if it is not the command's name
    text: Sequence[Line] = ()


class Command(Request):
    """The request of a command. `shown_by` are the options of how its answer is shown, `folder` is where its files go, "" if their names say it."""

    shown_by: tuple[str, ...] = ("out", "as_json", "quiet")
    folder = "output"
    is_own = False  # whether its files are a person's own, which nothing of ours writes over
    ink, theme = "", ""  # of what is printed, as fields of commands that print faces

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
            from tt_print.cards.theme import find_theme

            return find_theme(name=values["theme"]).back_file is None
        return name != "house_file" or house_heeded(values)

    def problems(self) -> Iterable[Problem]:
        """House rules for a game that has none, and a theme and an ink style that do not go together."""
        specs = specs_of(type(self))
        if "house_file" in specs:
            yield from house_problems({name: getattr(self, name) for name in specs})
        if "ink" in specs:
            from tt_print.cards.theme import find_theme

            try:
                find_theme(self.ink, name=self.theme)
            except Problem as problem:
                yield problem

    def answer(self, call: Call) -> Answer:
        """Raises InputError, or CancelledError if nobody wants it anymore."""
        raise NotImplementedError

    def look(self) -> tuple[Theme, tuple[Problem, ...]]:
        """The theme, and a warning if its colors are hard to tell apart or to read."""
        from tt_print.cards.theme import find_theme

        theme = find_theme(self.ink, name=self.theme)
        return theme, color_warnings(theme)

    def refused(self, code: str, field: str = "", **values: Any) -> RefusedError:
        return RefusedError(type(self), [Problem(code, field, **values)])


def color_warnings(theme: Theme) -> tuple[Problem, ...]:
    """One if the colors of somebody's own theme are hard to tell apart or to read."""
    from tt_print.cards.theme import THEMES

    if theme.name in THEMES:
        return ()
    from tt_print.cards.legible import hard_to_see

    findings = hard_to_see(theme)
    return (Problem("hard_to_see", "theme", theme=theme.name, findings="; ".join(findings)),) if findings else ()


def read_back(request: Command, name: str, call: Call) -> Artwork | None:
    """The picture of this name among the files that came with the call; None for no picture."""
    if not name:
        return None
    from tt_print.artwork.read import artwork_of

    if name not in call.files:
        raise request.refused("no_file", "back", value=name)
    return artwork_of(call.files[name], name.replace("\\", "/").rpartition("/")[2])


def printed_code(code: str) -> str:
    """`KB?` of the `KBQ` in names of files; anything that is no card stays as it is."""
    return f"{code[:2]}?" if len(code) == 3 and code.endswith("Q") else code


# ---------------------------------------------------------------- what several commands say


def paper_said(paper: Paper, is_chosen: bool) -> Said:
    """Which paper it is, and if nobody chose it, how to choose another."""
    other = "letter" if paper.name != "letter" else "a4"
    return Said("print.paper" if is_chosen else "print.paper_here", title=paper.title, name=other)


def look_of(theme: Theme) -> dict[str, str]:
    """The fields that give other pages the same look."""
    from tt_print.cards.theme import DEFAULT_THEME

    return ({"ink": "low"} if theme.is_low else {}) | ({"theme": theme.name} if theme.name != DEFAULT_THEME else {})


def calibration_said(profile: PrinterProfile | None, printer: str, paper: str, call: Call) -> list[Said]:
    """That a calibration was used, or that the usual printer has none for this paper; `printer` is the one that was chosen."""
    if profile is None:
        usual = "" if printer else call.environment.usual_printer()
        return [Said("print.not_corrected", printer=usual, paper=paper)] if usual else []
    code = "print.corrected" if printer else "print.corrected_by_default"
    return [Said(code, printer=profile.printer, across=100 / profile.scale_x, down=100 / profile.scale_y)]


def backs_said(artwork: Artwork | None, notes: Iterable[str]) -> list[Line]:
    """Whose picture is on the backs if it is the user's own, with notes on it."""
    return [Said("print.backs", name=artwork.name), *(f"    {note}" for note in notes)] if artwork else []


def small_said(cap_mm: float) -> list[Line]:
    """That the capitals in the corners are too small to be read in a fan of cards, if they are."""
    return [Said("print.small", cap=cap_mm)] if cap_mm < 7 else []
