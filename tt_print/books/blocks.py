"""What a rule book is made of, before anything is laid out: frozen blocks, in reading order."""

from __future__ import annotations

from tt_print.deck import AnyCard
from tt_print.engine.house import House
from tt_print.games.examples import Example
from tt_print.records import dataclass
from tt_print.templates import Measures, read_measures


@dataclass(frozen=True, slots=True)
class Span:
    """A run of text. With `card` it is an inline card: a small face followed by its name, which is `text`."""

    text: str
    bold: bool = False
    card: AnyCard | None = None


Spans = tuple[Span, ...]


def plain(spans: Spans) -> str:
    """The words alone."""
    return "".join(span.text for span in spans)


def read_words() -> Measures:
    """The words that a booklet adds to its text."""
    return read_measures("booklets/words.toml")


def read_book_words() -> Measures:
    """The words that all books share, and those of the search in them."""
    return read_measures("booklets/book.toml")


def source_name(number: str) -> str:
    """A rule number of the original as people read it: `setup`, `summary 1`, `3c 8`."""
    return "3c 8" if number == "3c8" else number.replace("-", " ")


def cite(sources: tuple[str, ...], rulings: tuple[str, ...] = ()) -> str:
    """`rules 2a, 2b; ruling W-4`; what has no number in the original is a section of it."""
    rules = tuple(source for source in sources if source[:1].isdigit() or source.startswith("summary"))
    sections = tuple(source for source in sources if source not in rules)
    parts = [("rule", rules), ("section", sections), ("ruling", rulings)]
    return "; ".join(f"{word}{'s' if len(found) > 1 else ''} {', '.join(found)}" for word, found in parts if found)


@dataclass(frozen=True, slots=True)
class Heading:
    """What opens a section of a chapter. `key` names it in links."""

    text: str
    key: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph.

    `sources` are the original's rule numbers ("2c"). `house` are the house rules that this text depends on, by name; `changed` says that one of them is in force here other
    than printed.
    """

    spans: Spans
    sources: tuple[str, ...] = ()
    house: tuple[str, ...] = ()
    changed: bool = False


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list; `ordered` lists are counted from 1."""

    items: tuple[Spans, ...]
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class BookTable:
    """Rows of cells under a header. `numeric` says which columns are figures, to be set to the right."""

    header: tuple[Spans, ...]
    rows: tuple[tuple[Spans, ...], ...]
    numeric: tuple[bool, ...] = ()


@dataclass(frozen=True, slots=True)
class FigurePlace:
    """A place on the table of a figure: what is there, face up (`cards`) and face down (`down`).

    `position` is top, left, center, right or bottom, as one sits at the table; several places may share one.
    What is `marked` is what the picture is about; `step` is the number of the paragraph that the place illustrates, and
    beside a `card` the part of it that the label explains.
    """

    position: str
    label: str
    cards: tuple[AnyCard, ...] = ()
    down: int = 0
    marked: bool = False
    step: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture to be drawn.

    `table`: the setup, by `places`. `deck`: all cards. `card`: one card, with the labels of `places` at its left and right.
    `order`: the cards of `places` in rows, each with its label before it; `hands` is one that is made of the hands of a lesson.
    """

    kind: str
    places: tuple[FigurePlace, ...] = ()
    caption: Spans = ()
    alt: str = ""


POSITIONS = ("top", "left", "center", "right", "bottom")


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card of an example. `counts_as` is what it was declared to be ("red circle 2") or lacks ("no color"), else empty."""

    card: AnyCard
    counts_as: str = ""

    @property
    def name(self) -> str:
        """What a reader hears: "black circle 2 as red circle 2"."""
        joined = "with" if self.lacks else "as"
        return f"{self.card.name} {joined} {self.counts_as}" if self.counts_as else self.card.name

    @property
    def lacks(self) -> bool:
        """Whether it is a wild under which nothing natural lies: it has no color, or no number."""
        return self.counts_as.startswith("no ")


@dataclass(frozen=True, slots=True)
class CardGroup:
    """Cards that lie together. `role` is the label below ("Ann lays", "pot, last card on top").

    `form` says how they lie: `row` (side by side), `pile` (overlapping, the last on top), `sets` (each on its own).
    `down` more lie face down. A `build` is fanned and has a `total`; of a `stack` every other one of its `units`, each so
    many cards, lies across.

    In a round `fresh` are the places of the cards that the move has laid or is about, with what to say of them; a group
    that is `moved` is laid, one that is `shaded` leaves the table, one that is `crossed` is taken back; `wrong` are the places of
    cards by which it is wrong.
    """

    role: str
    cards: tuple[ShownCard, ...]
    form: str = "row"
    down: int = 0
    units: tuple[int, ...] = ()
    total: str = ""
    fresh: tuple[int, ...] = ()
    fresh_role: str = ""
    moved: bool = False
    shaded: bool = False
    crossed: bool = False
    wrong: tuple[int, ...] = ()

    @property
    def words(self) -> str:
        """`the pot, last card on top: red circle 2, red heart 3`"""
        order = ", last card on top" if self.form == "pile" and len(self.cards) > 1 else ""
        hidden = [f"{self.down} card{'s' if self.down > 1 else ''} face down"] if self.down else []
        return f"{self.role}{order}: {', '.join([*(card.name for card in self.cards), *hidden])}"


@dataclass(frozen=True, slots=True)
class RenderedExample:
    """One line of an example as the reader sees it, all of it from the run of that line.

    `words` tells what happens ("Bo lays yellow heart 2."), `answer` is the verdict ("Slap", "Not legal"), `outcome`
    why. `verdict` is "yes" or "no" where it allows or forbids something, else "fact"; `is_so` is the answer to a question
    of yes or no. `caption` is the author's remark, `where` the file and line.
    """

    words: str
    groups: tuple[CardGroup, ...]
    verdict: str
    answer: str
    outcome: str
    caption: Spans = ()
    where: str = ""
    is_so: bool | None = None

    @property
    def alt(self) -> str:
        """The cards in words, group by group."""
        return "; ".join(group.words for group in self.groups)


@dataclass(frozen=True, slots=True)
class Panel:
    """A picture and a sentence, out of a line that the engine has run.

    `verdict` is "yes", "no" or "fact", as in an example. `who` acts, in a `mood`, and `says` something. `pointers` are
    the values that the chits then show, in the order of the chits, with those that the move has changed in `pointed`. `claims` are
    players and what each has said.
    """

    text: Spans
    groups: tuple[CardGroup, ...]
    verdict: str = "fact"
    who: str = ""
    mood: str = "calm"
    says: Spans = ()
    pointers: tuple[str, ...] = ()
    pointed: tuple[bool, ...] = ()
    claims: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Round:
    """A round that is played, move by move.

    Its moves are counted from `first`, and its panels are in so many `columns`, with cards of `card_size` by those of other rounds. With `has_arrows` a move goes from what lay there to what is laid, which needs no words. `usual` are the house rules of the table, as sentences, that this round does not follow: it is then
    played by the usual ones.
    """

    panels: tuple[Panel, ...]
    first: int = 1
    has_arrows: bool = False
    usual: tuple[str, ...] = ()
    columns: int = 1
    card_size: float = 1.0


@dataclass(frozen=True, slots=True)
class HouseChoice:
    """What a house rule may be: the value as typed after `--option name=`, and its sentence."""

    value: str
    spans: Spans
    ours: bool = False
    in_force: bool = False


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A place where the original is silent or disagrees with itself, what we print, and what a table may decide."""

    option: str
    ruling: str
    question: Spans
    choices: tuple[HouseChoice, ...]
    sources: tuple[str, ...] = ()

    @property
    def in_force(self) -> HouseChoice:
        return next(choice for choice in self.choices if choice.in_force)

    @property
    def changed(self) -> bool:
        return not self.in_force.ours


@dataclass(frozen=True, slots=True)
class Shown:
    """One thing in the picture of a field, right of the one before it or `below` that.

    `kind` is "case" (an `example` that was judged), "cards" (without a verdict), "back" (`count` cards face down), "pointers" (the
    three `values` that the chits show, those that moved with a star), "chits" (the same, drawn whole), "arrow", or "none". `who` is beside
    it, in a `mood`; `label` is what they say, else what is written below. `answer` is printed at the foot of a quiz.
    """

    kind: str
    example: RenderedExample | None = None
    groups: tuple[CardGroup, ...] = ()
    count: int = 0
    values: tuple[str, ...] = ()
    who: str = ""
    mood: str = "calm"
    label: Spans = ()
    answer: Spans = ()
    below: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """A part of a family book that has its place: a picture, and the words beside or below it.

    `kind` is "step" (with a number and a title), "box", "mistake", "bar" (the end of a game), "picture", "marked" (a picture whose first
    `count` things lie in one frame), "quiz" (pictures with questions), or "ticks" (house rules to agree on: a question and its answers,
    the usual one first).
    """

    kind: str
    title: Spans = ()
    number: str = ""
    picture: tuple[Shown, ...] = ()
    blocks: tuple[Paragraph | Bullets, ...] = ()
    count: int = 0
    ticks: tuple[tuple[Spans, tuple[Spans, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class PageEnd:
    """Where a chapter goes on on the next page."""


Block = (
    Heading | Paragraph | Bullets | BookTable | Figure | RenderedExample | Round | HouseRule | Field | PageEnd | Example
)
CHAPTERS = (
    "deck", "setup", "start", "round", "rules", "gallery", "argued", "words", "house", "summary",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Chapter:
    """`kind` is "deck" (what the cards are), "setup", "start" (how to play), "round" (a sample round), "rules", "gallery" (a quiz),
    "argued" (questions), "words" (the glossary), "house" (house rules) or "summary" (the back cover).

    A `Chapter` can be typeset; in a draft the examples among its blocks have not been run yet.
    """

    title: str
    key: str
    blocks: tuple[Block, ...]
    kind: str = "rules"


@dataclass(frozen=True, slots=True)
class CoverPicture:
    """The cards on a game's cover, laid one on the other: card (or "back"), right and down from the picture's middle
    in millimeters for a card of `card_mm`, degrees; or a `scene` of `templates/toppers/`. `accent` is what `flood_of` knows.
    """

    accent: str
    card_mm: float = 0.0
    cards: tuple[tuple[str, float, float, float], ...] = ()
    scene: str = ""


NO_HOUSE = House("", {}, {})  # of a game without an engine


@dataclass(frozen=True, slots=True)
class Book:
    """A rule book, whole or in short for the eight-page fold. `chapters` are in reading order; those of the fold are a page each.

    `facts` are (label, text): players, time, deck; `symbols` are those of the cover: (icon, text, what is read aloud). `in_force` is one sentence for each house rule that was changed.
    A book that somebody brings has its own `cover`; it is `checked` where an engine has played its examples, under `house`.
    """

    game: str
    title: str
    tagline: str
    facts: tuple[tuple[str, str], ...]
    chapters: tuple[Chapter, ...]
    credit: str
    in_force: tuple[str, ...] = ()
    author: str = ""
    cover: CoverPicture | None = None
    checked: bool = True
    house: House = NO_HOUSE
    symbols: tuple[tuple[str, str, str], ...] = ()
