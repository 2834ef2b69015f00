"""What several commands that print share: fields, what is wrong with them together, and the answer."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from tt_print.core.commands.games import house_heeded, house_problems
from tt_print.problems import Problem
from tt_print.requests.notes import Request, Values, specs_of
from tt_print.requests.refusal import RefusedError

if TYPE_CHECKING:
    from tt_print.artwork.read import Artwork
    from tt_print.cards.theme import Theme
    from tt_print.core.environment import Call


class Answer(NamedTuple):
    """`data` is plain, `files` are name to content, `made` is what surfaces may say more about, `warnings` are for people."""

    data: Mapping[str, Any]
    files: Mapping[str, bytes]
    made: Any = None
    warnings: tuple[Problem | str, ...] = ()
    status: int = 0  # what a command line ends with: 1 if something was checked and is wrong
    kind: str = ""  # of the JSON object that a command line prints, if it is not the command's name


class Command(Request):
    """The request of a command. `shown_by` are the options of how its answer is shown, `folder` is where its files go, "" if their names say it."""

    shown_by: tuple[str, ...] = ("out", "as_json", "quiet")
    folder = "output"
    ink, theme = "", ""  # of what is printed, as fields of commands that print faces

    @property
    def prints(self) -> bool:
        """Whether it matters which paper is bought here."""
        return "paper" in specs_of(type(self))

    @classmethod
    def heeds(cls, name: str, values: Values, given: Collection[str]) -> bool:
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
