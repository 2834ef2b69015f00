"""The deck: three variables, 125 cards, 2 jokers, and how they are written.

A card's code is color letter, shape letter, number: `RH3`, `KB?`. Position settles the two Bs:
`BB1` is the blue blob 1. The safe code writes `Q` for `?`, because `?` is a wildcard in shells
and forbidden in the file names of one big system. Jokers are `J1` and `J2`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache

from tt_print.errors import InputError, NotationError, join_words
from tt_print.problems import pick
from tt_print.records import dataclass

# Play order. Push It Real Good moves its pointers along these rows (source, Push It rule 2).
VALUES: dict[str, tuple[str, ...]] = {
    "color": ("red", "yellow", "green", "blue", "black"),
    "shape": ("circle", "heart", "triangle", "square", "blob"),
    "number": ("1", "2", "3", "4", "?"),
}
VARIABLES = tuple(VALUES)
WILD = {"color": "black", "shape": "blob", "number": "?"}  # ruling G-7; Craziness, Setup
LETTERS: dict[str, dict[str, str]] = {
    "color": {"R": "red", "Y": "yellow", "G": "green", "B": "blue", "K": "black"},
    "shape": {"C": "circle", "H": "heart", "T": "triangle", "S": "square", "B": "blob"},
    "number": {"1": "1", "2": "2", "3": "3", "4": "4", "?": "?", "Q": "?"},
}
_WORDS = {  # what a word of a card's name says: `red`, `hearts`, `mark`
    **{word: (variable, value) for variable, row in VALUES.items() for value in row for word in (value, f"{value}s")},
    **{word: ("number", value) for word, value in zip(("one", "two", "three", "four"), VALUES["number"], strict=False)},
    **dict.fromkeys(("q", "question", "mark"), ("number", "?")),
}
LETTER_OF = {  # the first letter wins: a number prints as ?, never as Q
    variable: {value: next(k for k, v in letters.items() if v == value) for value in VALUES[variable]}
    for variable, letters in LETTERS.items()
}


@dataclass(frozen=True, slots=True)
class Card:
    """One of the 125: a value for each variable. `str()` gives its code, `KB?`.

    There is one object a card, however it is made, so that cards are compared and looked up as quickly as objects are.
    """

    color: str
    shape: str
    number: str

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __new__(cls, color: str = "", shape: str = "", number: str = "") -> Card:
        try:
            return _KNOWN.get((color, shape, number)) or object.__new__(cls)
        except TypeError:  # no values at all, as `__post_init__` will say
            return object.__new__(cls)

    def __reduce__(self) -> tuple[type[Card], tuple[str, str, str]]:
        return Card, (self.color, self.shape, self.number)

    def __post_init__(self) -> None:
        for variable in VARIABLES:
            if getattr(self, variable) not in VALUES[variable]:
                allowed = ", ".join(VALUES[variable])
                raise InputError(f"{getattr(self, variable)!r} is not a {variable}. Allowed: {allowed}.")

    def __str__(self) -> str:
        return LETTER_OF["color"][self.color] + LETTER_OF["shape"][self.shape] + self.number

    @property
    def safe_code(self) -> str:
        """The code for file names and shells: `KBQ`."""
        return str(self).replace("?", "Q")

    @property
    def name(self) -> str:
        return f"{self.color} {self.shape} {self.number}"

    @property
    def index(self) -> int:
        """Place in the full deck in play order, 0 (`RC1`) to 124 (`KB?`)."""
        index = 0
        for variable in VARIABLES:
            index = 5 * index + VALUES[variable].index(getattr(self, variable))
        return index

    @property
    def wilds(self) -> tuple[str, ...]:
        """The variables in which this card is wild; empty for a natural."""
        return tuple(v for v in VARIABLES if getattr(self, v) == WILD[v])

    @property
    def is_natural(self) -> bool:
        return not self.wilds

    @property
    def in_west(self) -> bool:
        """Carries the W: the first three values of every variable (Push It, Deck; ruling G-7)."""
        return all(getattr(self, v) in VALUES[v][:3] for v in VARIABLES)


@dataclass(frozen=True, slots=True)
class Joker:
    """Joker 1 or 2; numbered so that a recount can tell which one is lost."""

    number: int

    def __post_init__(self) -> None:
        if self.number not in (1, 2):
            raise InputError(f"joker {self.number!r}: the box holds two, J1 and J2.")

    def __str__(self) -> str:
        return f"J{self.number}"

    @property
    def safe_code(self) -> str:
        return str(self)

    @property
    def name(self) -> str:
        return f"joker {self.number}"


AnyCard = Card | Joker

_KNOWN: dict[tuple[str, str, str], Card] = {}
FULL = tuple(Card(c, s, n) for c in VALUES["color"] for s in VALUES["shape"] for n in VALUES["number"])
_KNOWN |= {(card.color, card.shape, card.number): card for card in FULL}
SQUARES = tuple(card for card in FULL if card.is_natural)
WEST = tuple(card for card in FULL if card.in_west)
JOKERS = (Joker(1), Joker(2))
DECKS: dict[str, tuple[Card, ...]] = {"west": WEST, "squares": SQUARES, "full": FULL}
DECK_TITLES = {"west": "West deck", "squares": "Squares deck", "full": "full deck"}
DECK_MEANING = {
    "west": "red yellow green, circle heart triangle, 1 2 3",
    "squares": "no black, no blob, no ?",
    "full": "all 125",
}


def find_deck(name: str) -> str:
    """The deck's name in our spelling; `W` is understood. Raises InputError."""
    return "west" if name.strip().lower() == "w" else pick("deck", name, DECKS, "cards.no_deck")


@cache
def values_in(deck: str, variable: str) -> tuple[str, ...]:
    """The values of a variable that are in a deck, in play order."""
    there = {getattr(card, variable) for card in DECKS[deck]}
    return tuple(value for value in VALUES[variable] if value in there)


def make_deck(name: str, copies: int = 1, jokers: int = 0) -> tuple[AnyCard, ...]:
    """Cards of `copies` decks in play order, one deck after the other, then the jokers.

    `jokers` is how many of J1, J2 join: 0, 1 or 2, however many copies there are.
    """
    if copies < 1:
        raise InputError(f"{copies} copies of a deck: give 1 or more.")
    if jokers not in (0, 1, 2):
        raise InputError(f"{jokers} jokers: the box holds two. Give 0, 1, or 2.")
    return DECKS[find_deck(name)] * copies + JOKERS[:jokers]


def print_order(cards: Iterable[Card]) -> list[Card]:
    """West first, then the rest of Squares, then the wild cards, each in play order.

    So the first 27 cards off the printer are a deck for three, the first 64 the Squares deck.
    """
    return sorted(cards, key=lambda card: (not card.in_west, not card.is_natural, card.index))


_PARTED_CODE = re.compile(r"\b([RYGBK][CHTSB]) +([1-4?Q])(?!\w)")
_PARTED_CODES = re.compile(_PARTED_CODE.pattern, re.IGNORECASE)


def join_codes(text: str, parted: re.Pattern[str] = _PARTED_CODE) -> str:
    """A text without full-width letters and digits, with the codes of cards in one word: `RC2` of `RC 2`, `ＲＣ２`."""
    narrow = (
        unicodedata.normalize("NFKC", sign) if unicodedata.east_asian_width(sign) == "F" else sign for sign in text
    )
    return parted.sub(r"\1\2", text if text.isascii() else "".join(narrow))


@cache
def parse_card(text: str) -> AnyCard:
    """The card that `text` names: a code in either case (`rh3`, `KBQ`, `kb?`, `J1`, `RH 3`) or its words in
    any order (`black blob ?`, `3 red hearts`, `red heart three`, `joker 2`).

    Raises NotationError, which says which part is wrong and what is allowed there.
    """
    text = join_codes(text, _PARTED_CODES)
    words = text.replace("-", " ").split()
    if len(words) > 1 or (words and len(words[0]) > 1 and words[0].lower() in _WORDS):
        return _parse_words(text, words)
    return _parse_code(text.strip() if text.strip().startswith("-") else "".join(words))


def parse_cards(text: str) -> tuple[AnyCard, ...]:
    """Several cards as people write them: codes or words, with commas, spaces, or "and" between (`rh3 kb4`, `red heart 3,
    black blob 4`, `rh3 and kb4`).

    Raises NotationError as `parse_card`, for the first that is none.
    """
    return tuple(
        card
        for part in re.split(r"[,;、]|\band\b", join_codes(text, _PARTED_CODES))
        for card in _parse_row(part.split())
    )


def _parse_row(words: list[str]) -> list[AnyCard]:
    found = []
    while words:
        size = _words_of_card(words)
        found.append(parse_card(" ".join(words[:size])))
        words = words[size:]
    return found


def _words_of_card(words: list[str]) -> int:
    """How many of these words are the first card: one for a code; three where one of them is misspelled (`red hart 3`)."""
    if words[0].lower() in ("joker", "jokers"):
        return 2
    size = 0
    for word in words[: 4 if "question" in map(str.lower, words[:4]) else len(VARIABLES)]:
        if word.lower() not in _WORDS:
            break
        size += 1
    return max(size, min(len(VARIABLES), len(words))) if size else 1


def _parse_code(code: str) -> AnyCard:
    letters = code.upper()
    if letters in ("J1", "J2"):
        return JOKERS[int(letters[1]) - 1]
    if letters.startswith("J"):
        raise NotationError(f"{code!r}: jokers are J1 and J2.")
    if len(letters) != 3:
        raise NotationError(
            f"{code!r} is not a card. A card is color, shape, number, like GC2 (KBQ is the black blob ?)."
        )
    found = {}
    for variable, letter in zip(VARIABLES, letters, strict=True):
        if letter not in LETTERS[variable]:
            raise NotationError(_no_such_letter(code, letters, variable, letter))
        found[variable] = LETTERS[variable][letter]
    return Card(**found)


def _no_such_letter(code: str, letters: str, variable: str, letter: str) -> str:
    index = VARIABLES.index(variable)
    allowed = join_words(f"{k} {v}" if k != v else k for v, k in LETTER_OF[variable].items())
    # "3hr" and "hr3" are the right letters in the wrong places: say which card that would be
    others = [a + b + c for a in letters for b in letters for c in letters if sorted(a + b + c) == sorted(letters)]
    cards = [o for o in others if all(x in LETTERS[v] for v, x in zip(VARIABLES, o, strict=True))]
    if not cards:
        cards = [letters[:index] + k + letters[index + 1 :] for k in LETTER_OF[variable].values()]
        cards = [c for c in cards if all(x in LETTERS[v] for v, x in zip(VARIABLES, c, strict=True))]
    cards = [c.replace("?", "Q") for c in dict.fromkeys(cards)]
    hint = f" Did you mean {join_words(cards)}?" if cards else ""
    if "Q" not in letters and any("Q" in card for card in cards):
        hint += " Q means the question mark."
    return f"{code!r}: no card has the {variable} {letter.lower()}. Choose {allowed}.{hint}"


def _parse_words(text: str, words: list[str]) -> AnyCard:
    found: dict[str, str] = {}
    if [w.lower() for w in words[:1]] == ["joker"] and len(words) == 2:
        return _parse_code("J" + words[1])
    for word in words:
        if word.lower() not in _WORDS:
            everything = "; ".join(", ".join(VALUES[v]) for v in VARIABLES)
            raise NotationError(f"{text!r}: {word!r} is not a color, shape, or number. They are {everything}.")
        variable, value = _WORDS[word.lower()]
        if found.setdefault(variable, value) != value:
            raise NotationError(f"{text!r} names two {variable}s: {found[variable]} and {value}.")
    missing = [v for v in VARIABLES if v not in found]
    if missing:
        raise NotationError(f"{text!r} names no {missing[0]}. Add one: {', '.join(VALUES[missing[0]])}.")
    return Card(**found)
