"""Banned words, and habits of unnatural English, in any text that somebody reads: a page, a help text, an answer."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from tests.tools.plain_english import find_in
from tt_print.templates import read_table

SCREEN = "screen"
# what is typed and not read: command lines, options with their values, names of commands and keys, files, and phrases of the judge
TYPED = re.compile(
    r"^.*\btt-print\b[^\n]*|^  (?:[a-z]+|\[?[A-Z]{3,}\]?(?:\.\.\.)?)  |\bscore (?:hand|nights)\b|--?[a-z][\w-]*(?:[= ]\[?[A-Z][A-Z_|=]+\b)?"
    r"|\b[\w+]+=\S+|\bwith NAME=VALUE|^    .*;.*$|\S+\.(?:toml|md|json|pdf|svg|png|html|xml)\b|[\w-]*/\S+",
    re.MULTILINE,
)


HOUSE_RULE = re.compile(r"\w+=\w+")


@dataclass(frozen=True)
class Ban:
    """What is banned in some games, on some products, or, where both are named, on those products of those games."""

    banned: tuple[str, ...]
    games: tuple[str, ...] = ()
    products: tuple[str, ...] = ()

    def holds(self, game: str, product: str) -> bool:
        return (not self.games or game in self.games) and (not self.products or product in self.products)


@dataclass(frozen=True)
class Term:
    """A thing, the word for it, and words that nobody may print for it; `on_paper` are not banned on screens."""

    thing: str
    word: str
    banned: tuple[str, ...] = ()
    on_paper: tuple[str, ...] = ()
    only: tuple[Ban, ...] = ()
    allowed: tuple[str, ...] = ()

    def patterns(self, game: str, product: str) -> Iterator[str]:
        yield from self.banned
        if product != SCREEN:
            yield from self.on_paper
        for ban in self.only:
            if ban.holds(game, product):
                yield from ban.banned


TERMS = read_table(tuple[Term, ...], "terms.toml", "terms")


def whole_words(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{pattern})(?!\w)", re.IGNORECASE)


@cache
def any_banned(game: str, product: str) -> re.Pattern[str]:
    """Finds whether there is a banned word at all, which is quicker than to look for each."""
    return whole_words("|".join(pattern for term in TERMS for pattern in term.patterns(game, product)))


def find_banned(text: str, game: str, product: str) -> list[str]:
    """For each banned word: what to write instead, and the sentence that it is in."""
    text = " ".join(text.split())
    if not any_banned(game, product).search(text):
        return []
    found = []
    for term in TERMS:
        right = [match.span() for pattern in term.allowed for match in whole_words(pattern).finditer(text)]
        for pattern in term.patterns(game, product):
            for match in whole_words(pattern).finditer(text):
                if not any(start <= match.start() and match.end() <= end for start, end in right):
                    found.append(f"{match[0]!r} (write: {term.word}) in: {sentence_around(text, *match.span())}")
    return found


def sentence_around(text: str, start: int, end: int) -> str:
    """The sentence with text[start:end], of at most 160 characters."""
    before = re.split(r"(?<=[.!?:•])\s", text[max(0, start - 80) : start])[-1]
    after = re.split(r"(?<=[.!?])\s", text[end : end + 80])[0]
    return before + text[start:end] + after


def find_faults(text: str, game: str = "", product: str = SCREEN) -> list[str]:
    """The banned words and the habits in a text; on a screen, without what is there to be typed."""
    read = (TYPED if product == SCREEN else HOUSE_RULE).sub(" ", text)
    habits = [
        f"{words!r} (write: {instead}) in: {sentence_around(read, at, at + len(words))}"
        for at, words, instead in find_in(read)
    ]
    return find_banned(read, game, product) + habits
