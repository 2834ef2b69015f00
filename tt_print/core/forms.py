"""What is asked before something is printed: the choices of a document as fields, with the words of `templates/core/documents.toml`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from tt_print.core.fields import Choice, Field, plain_choices
from tt_print.templates import TemplateTable, read_table


class DocumentWords(TemplateTable):
    """What a document is called, what it is, and what is asked of it beside what several are asked; each choice by its value."""

    title: str
    text: str
    fields: Mapping[str, str] = {}
    choices: Mapping[str, Mapping[str, str]] = {}


class FormsFile(TemplateTable):
    """`templates/core/documents.toml`: fields that several documents have, and the documents. `printed_rule` is a house rule's usual
    value, where that is a mere name."""

    printed_rule: str
    all_games: str
    card: str
    fields: Mapping[str, str]
    documents: Mapping[str, DocumentWords]


def forms_file() -> FormsFile:
    return read_table(FormsFile, "core/documents.toml")


class Form(NamedTuple):
    """The fields of the document of this name, for who buys this paper."""

    document: str
    paper_name: str

    @property
    def words(self) -> DocumentWords:
        return forms_file().documents[self.document]

    def text(self, name: str) -> str:
        return self.words.fields.get(name) or forms_file().fields[name]

    def ask(self, name: str, kind: str, *, needed: bool = False, **more: Any) -> Field:
        """A field of any kind; `more` as `Field` has it."""
        return Field(name, kind, self.text(name), needed=needed, **more)

    def choice(self, name: str, choices: Iterable[Choice], default: Any = None, **more: Any) -> Field:
        return self.ask(name, "choice", default=default, choices=tuple(choices), **more)

    def own_choice(self, name: str, default: Any = None, **more: Any) -> Field:
        """Of what the document's own words call."""
        return self.choice(name, titled(self.words.choices[name]), default, **more)

    def switch(self, name: str, default: bool = False) -> Field:
        return self.ask(name, "yesno", default=default)

    def number(self, name: str, default: int | None, minimum: int) -> Field:
        return self.ask(name, "number", default=default, minimum=minimum)

    def length(self, name: str, default: float | None = None) -> Field:
        return self.ask(name, "length", default=default)

    # what several documents ask

    def paper(self) -> Field:
        from tt_print.sheets.plan import known_papers

        return self.choice("paper", [Choice(paper.name, paper.title) for paper in known_papers()], self.paper_name)

    def ink(self) -> Field:
        from tt_print.cards.theme import INK_STYLES

        return self.choice("ink", titled(INK_STYLES), "color")

    def theme(self) -> Field:
        from tt_print.cards.theme import DEFAULT_THEME, THEMES

        return self.choice("theme", titled(THEMES), DEFAULT_THEME)

    def card(self) -> Field:
        from tt_print.sheets.plan import card_sizes

        words = forms_file().card
        sizes = [Choice(size.name, words.format(name=size.name, meaning=size.meaning)) for size in card_sizes()]
        return self.choice("card", sizes, "standard")

    def cuts(self) -> Field:
        from tt_print.sheets.marks import CUTS

        return self.choice("cuts", titled(CUTS), "ticks")

    def flip(self, edges: tuple[str, str] = ("long", "short")) -> Field:
        """The first of the edges is the usual one."""
        return self.choice("flip", plain_choices(edges), edges[0])

    def game(self) -> Field:
        return self.choice("game", _games(), needed=True)

    def games(self) -> Field:
        return self.choice("games", [*_games(), Choice("all", forms_file().all_games)], needed=True, many=True)

    def house(self) -> Field:
        return self.ask("house", "house")


def titled(choices: Mapping[str, str]) -> tuple[Choice, ...]:
    return tuple(Choice(value, text) for value, text in choices.items())


def _games() -> list[Choice]:
    from tt_print.games import load_games

    return [Choice(game.name, game.title) for game in load_games()]
