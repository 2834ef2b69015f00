"""What faces say: names of values, letters in the corners, captions, in the language of a theme."""

from __future__ import annotations

from string import Formatter
from typing import Any, TypeVar

from tt_print.deck import Card
from tt_print.errors import join_words
from tt_print.templates import TemplateTable

T = TypeVar("T", bound=TemplateTable)
MAX_LETTERS = 400  # of one text


def check_fields(name: str, text: str, allowed: set[str], all_of_them: bool = False) -> None:
    """Raises ValueError for a text whose braces hold anything but plain names that will be filled in."""
    try:
        parts = list(Formatter().parse(text))
    except ValueError as error:
        raise ValueError(f"{name} = {text!r}: {error}.") from None
    found = [field for _, field, _, _ in parts if field is not None]
    strange = [f for _, f, form, conversion in parts if f is not None and (f not in allowed or form or conversion)]
    shown = join_words((f"{{{one}}}" for one in sorted(allowed)), "and")
    if strange:
        raise ValueError(f"{name} = {text!r}: braces can hold {shown}.")
    if all_of_them and (missing := allowed - set(found)):
        raise ValueError(f"{name} = {text!r} has no {join_words((f'{{{one}}}' for one in sorted(missing)), 'and')}.")


class AloudWords(TemplateTable):
    """Sentences for those who cannot see the picture; what is in braces is filled in."""

    card: str
    wild: str
    west: str
    joker: str
    cap: str
    jester: str

    def __post_init__(self) -> None:
        check_fields("card", self.card, {"code", "color", "shape", "number"})
        check_fields("wild", self.wild, {"variables"})
        for name in ("joker", "cap", "jester"):
            check_fields(name, getattr(self, name), {"number"})


class ChitWords(TemplateTable):
    """What a theme says on chits; what it leaves out is as in `templates/sheets/chits.toml`."""

    description: str | None = None
    advice: str | None = None
    titles: dict[str, str] | None = None
    captions: dict[str, str] | None = None
    decks: dict[str, str] | None = None

    def __post_init__(self) -> None:
        check_fields("description", self.description or "", {"variable", "values"})


class PointerWords(TemplateTable):
    title: str | None = None
    advice: str | None = None
    labels: dict[str, str] | None = None


class ExtraCard(TemplateTable):
    title: str
    text: tuple[str, ...]


class SpareWords(TemplateTable):
    title: str | None = None
    advice: str | None = None


class BoxWords(TemplateTable):
    """What a theme says on the tuck box; what it leaves out is as in `templates/export/tuckbox.toml`."""

    title: tuple[str, ...] | None = None
    one_line: str | None = None
    credit: str | None = None
    maker: str | None = None
    cards_noun: str | None = None
    cards: str | None = None
    jokers: str | None = None
    chits: str | None = None
    glue: str | None = None
    facts: dict[str, tuple[tuple[str, str], ...]] | None = None
    games_titles: dict[str, str] | None = None

    def __post_init__(self) -> None:
        check_fields("cards", self.cards or "", {"cards", "jokers", "chits"})
        check_fields("maker", self.maker or "", {"version"})
        if self.title is not None and not 1 <= len(self.title) <= 4:
            raise ValueError("title: one to four lines.")


class FaceWords(TemplateTable):
    """`templates/themes/words.toml`. `letters` are in the corners, `values` in names; `cards` replace small cards, by their English name."""

    west: str
    joker_letter: str
    joker_tab: str
    name: str
    joker: str
    conjunction: str
    letters: dict[str, str]
    values: dict[str, str]
    variables: dict[str, str]
    aloud: AloudWords
    chit: ChitWords = ChitWords()
    pointers: PointerWords = PointerWords()
    cards: dict[str, ExtraCard] | None = None
    spare: SpareWords = SpareWords()
    box: BoxWords = BoxWords()

    def __post_init__(self) -> None:
        check_fields("name", self.name, {"color", "shape", "number"}, all_of_them=True)
        check_fields("joker", self.joker, {"number"}, all_of_them=True)
        for name, letters in (("west", self.west), ("joker_letter", self.joker_letter), *self.letters.items()):
            if not 1 <= len(letters.strip()) <= 2:
                raise ValueError(f"{name} = {letters!r}: one letter, or two, because there is no room for more.")
        if not 1 <= len(self.joker_tab.strip()) <= 6:
            raise ValueError(f"joker_tab = {self.joker_tab!r}: at most six letters fit one below the other.")
        for what, texts in (("letters", self.letters), ("values", self.values)):
            for name, text in texts.items():
                twin = next((other for other in texts if texts[other] == text and other != name), None)
                if twin or not text.strip():
                    raise ValueError(
                        f"{what}: {name} = {text!r}" + (f", and {twin} too." if twin else " says nothing.")
                    )

    def name_of(self, card: Card) -> str:
        """`red heart 3`, in the words and the order of this language."""
        values = self.values
        return self.name.format(color=values[card.color], shape=values[card.shape], number=values[card.number])

    def describe(self, card: Card) -> str:
        """One sentence for those who cannot see the picture."""
        values, aloud = self.values, self.aloud
        sentence = aloud.card.format(
            code=card, color=values[card.color], shape=values[card.shape], number=values[card.number]
        )
        if card.wilds:
            wilds = join_words((self.variables[variable] for variable in card.wilds), self.conjunction)
            sentence += " " + aloud.wild.format(variables=wilds)
        return sentence + (" " + aloud.west if card.in_west else "")


def with_theme_words(table: T, words: TemplateTable) -> T:
    """A table of measures and words of ours with what a theme says in their place."""
    changed: dict[str, Any] = {}
    for name, value in vars(words).items():
        changed[name] = {**getattr(table, name), **value} if isinstance(value, dict) else value
    return table.changed(**changed) if changed else table
