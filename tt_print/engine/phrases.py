"""The words of stories (`templates/engine/story.toml`), the players' own names, and a story as phrases.

What a phrase means is in `readings`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from functools import cache
from itertools import chain, zip_longest
from typing import Any

from tt_print.deck import VALUES, VARIABLES
from tt_print.engine.notation import NAMES, event_form, seat_name
from tt_print.engine.scenes import Scene
from tt_print.errors import InputError, join_words
from tt_print.records import dataclass
from tt_print.templates import read_table

MAX_PHRASES = 500
NAME = rf"(?:{'|'.join(NAMES)}|P\d+)"
CARD = r"(?:[RYGBK][CHTSB][1234?Q]|J[12])"
PLACES = {
    "they": "(?:she|he|they)",
    "their": "(?:his|her|their)",
    "name": rf"(?P<name>{NAME})",
    "again": "(?: (?P=name))?",
    "names": rf"(?P<names>{NAME}(?: {NAME})*)",
    "number": r"(?P<number>\d+)",
    "card": rf"(?P<card>{CARD}(?:=\d+)?)",
    "pile": rf"(?P<pile>{CARD}(?:=\d+)?(?:[+/]{CARD}(?:=\d+)?)*)",
    "rest": r"(?P<rest>.+?)",
    "more": r"(?P<more>(?: as |, ).+|)",
}
_SENTENCE_END = re.compile(r"(?<=[\w)])(?<![RYGBKrygbk][CHTSBchtsb])[.!?]\s+(?=[A-Z])")


_AND = r"\s*,\s*and\s+|\s*,\s*|\s+and\s+|\s*&\s*"
_PLAYERS = re.compile(rf"([^\s,&]+(?:(?:{_AND})[^\s,&]+)+) plays?\.?", re.IGNORECASE)  # `Mum, Dad and Zoe play`
_OWN_NAME = re.compile(r"[^\W\d_](?:[^\W\d_]|['\u2019-](?=[^\W\d_])){0,19}")


@dataclass(frozen=True, slots=True)
class StoryWords:
    """`words` from what scenes say to what people say, `besides` what tells nothing, `alone` what one does where a scene says it
    of several, `otherwise` and `either` whole phrases by what they mean, `places` from types to what stands for them in a form, `headings` and `sentences` of an
    answer. A screen calls a blank as in `blanks`, and the phrases of a sort as in `groups`.
    """

    words: Mapping[str, tuple[str, ...]]
    besides: Mapping[str, tuple[str, ...]]
    alone: Mapping[str, str]
    otherwise: Mapping[str, tuple[str, ...]]
    either: Mapping[str, tuple[str, ...]]
    places: Mapping[str, str]
    headings: Mapping[str, str]
    sentences: Mapping[str, str]
    blanks: Mapping[str, str]
    groups: Mapping[str, str]


@cache
def story_words() -> StoryWords:
    return read_table(StoryWords, "engine/story.toml")


@dataclass(frozen=True, slots=True)
class Phrase:
    """One phrase that was understood. `text` is how the scene writes it, `values` what `method` takes, where it is no event.

    `event` is None for a phrase that sets the table or asks.
    """

    text: str = field(compare=False)
    method: str
    values: Mapping[str, Any]
    event: Any


@dataclass(frozen=True, slots=True)
class PlayerNames:
    """The players' own names by seat, from a phrase such as `Mum, Dad and Zoe play`; none where they have the usual ones."""

    names: tuple[str, ...] = ()
    phrase: str = ""

    def __bool__(self) -> bool:
        return bool(self.names)

    @classmethod
    def of(cls, phrases: Iterable[str], words: frozenset[str]) -> PlayerNames:
        """Those that a story tells. `words` are those of the game's phrases, which cannot be names. Raises InputError."""
        said = [phrase for phrase in phrases if _PLAYERS.fullmatch(phrase)]
        if not said:
            return cls()
        if len(said) > 1:
            raise InputError(f"{said[1]!r}: the players are given already: {said[0]!r}.")
        names = tuple(re.split(_AND, _PLAYERS.sub(r"\1", said[0])))
        for name in names:
            plain = name.lower()
            if not _OWN_NAME.fullmatch(name) or plain in words or re.fullmatch(CARD, name, re.IGNORECASE):
                raise InputError(
                    f"{name!r} cannot be a player here: names are one word of letters, and no word of the game."
                )
        if len({name.lower() for name in names}) < len(names):
            raise InputError(f"{said[0]!r} names two players alike.")
        return cls(names, said[0])

    def seats(self, phrase: str) -> bool:
        """Whether this is the phrase that names them."""
        return bool(self.names) and phrase == self.phrase

    def usual(self, phrase: str) -> str:
        """A phrase with the usual names, which a scene knows. Raises InputError for one of those that nobody here has."""
        if not self.names:
            return phrase
        seats = {name.lower(): seat_name(seat) for seat, name in enumerate(self.names)}
        strangers = [name for name in re.findall(rf"\b{NAME}\b", phrase) if name.lower() not in seats]
        if strangers:
            raise InputError(f"{strangers[0]} does not play: there are {join_words(self.names, 'and')}.")
        return re.sub(rf"\b(?:{'|'.join(seats)})\b", lambda found: seats[found[0].lower()], phrase, flags=re.IGNORECASE)

    def own(self, text: str) -> str:
        """A text with the players' own names."""
        if not self.names:
            return text
        own = {seat_name(seat): name for seat, name in enumerate(self.names)}
        return re.sub(rf"\b(?:{'|'.join(own)})\b", lambda found: own[found[0]], text)


def split_story(text: str) -> list[str]:
    """The texts of a story, parted by `;`, new lines and the ends of sentences, without remarks, which begin with `#`.

    Raises InputError for too many.
    """
    phrases = []
    for line in text.splitlines():
        if not line.strip().startswith("#"):
            parts = (part for text in line.split(";") for part in _SENTENCE_END.split(text))
            phrases += [" ".join(part.split()) for part in parts if part.strip(" \t.") and not _tells_nothing(part)]
    if len(phrases) > MAX_PHRASES:
        raise InputError(f"the story has {len(phrases)} phrases; at most {MAX_PHRASES} can be judged at once.")
    return phrases


def names_in(text: str) -> list[str]:
    """The usual names that come in a phrase, in their order."""
    return re.findall(rf"\b{NAME}\b", text)


def _tells_nothing(text: str) -> bool:
    """Whether a sentence only asks for the verdict: `Is that legal?`"""
    return any(phrase_pattern(each).fullmatch(text.strip(" .?!")) for each in story_words().besides["sentences"])


@cache
def phrase_pattern(said: str) -> re.Pattern[str]:
    """The pattern of a template, with what stands for its `{places}` and for its verbs, such as `{takes}`, in all their forms."""
    parts = re.split(r"\{(\w+)\}", said)
    places = (PLACES.get(part) or f"(?:{any_word(part)})" for part in parts[1::2])
    return re.compile("".join(chain(*zip_longest(parts[::2], places, fillvalue=""))), re.IGNORECASE)


def _inflected(verb: str) -> Iterator[str]:
    """`drop`, `drops`, `dropped`, `dropping`: a verb of one word or more in its forms, and some that nobody says."""
    first, *rest = verb.split()
    stems = {first, first.removesuffix("e"), first + first[-1]}
    stems |= {first[:-1] + "i"} if first.endswith("y") else set()
    for form in {first, *(stem + end for stem in stems for end in ("s", "es", "ed", "ing"))}:
        yield " ".join([form, *rest])


@cache
def spellings() -> Mapping[str, frozenset[str]]:
    """What scenes say instead of each word that people say."""
    found: dict[str, set[str]] = {}
    for canon, verbs in story_words().words.items():
        for spelling in {canon, *(form for verb in verbs for form in _inflected(verb))}:
            found.setdefault(spelling, set()).add(canon)
    return {spelling: frozenset(canons) for spelling, canons in found.items()}


def as_sentence(phrase: str) -> str:
    """An event as people write it: `Bo slaps`, `Ann and Bo slap`."""
    alone = story_words().alone
    verbs = "|".join(alone)
    phrase = re.sub(rf"(?<=\band )({NAME}) ({verbs})(?= at it)", lambda said: f"{said[1]} {alone[said[2]]}", phrase)
    found = re.fullmatch(rf"({NAME}(?: {NAME})*) ({verbs})", phrase)
    if found is None:
        return phrase
    names = found[1].split()
    return f"{join_words(names, 'and')} {found[2] if len(names) > 1 else alone[found[2]]}"


@cache
def any_word(canon: str) -> str:
    """A pattern for a word of forms in whatever way people say it."""
    said = sorted((said for said, canons in spellings().items() if canon in canons), key=len, reverse=True)
    return "|".join(map(re.escape, said))


def words_of(scene: type[Scene], events: tuple[type, ...]) -> frozenset[str]:
    """Every word that a phrase of the game may hold beside names and values, in lowercase letters."""
    values = [value.lower() for v in VARIABLES for value in VALUES[v]]
    words = form_words(scene, events) | {*values, *spellings(), "with", "and", "play"}
    return words - {name.lower() for name in NAMES}  # `what Ann may do` is a phrase of a game


def form_words(scene: type[Scene], events: tuple[type, ...]) -> frozenset[str]:
    texts = [*scene.PHRASES, *scene.COMMON, *map(event_form, events)]
    return frozenset(re.findall(r"[a-z]+", " ".join(re.sub(r"\{[^}]*\}", " ", text) for text in texts).lower()))


def readable_form(text: str) -> str:
    """A form with typed places as people would type it: `NAME lays CARD (as VALUES)`."""
    places = story_words().places
    said = re.sub(r"\{\w+:([^}]+)\}", lambda found: places[found[1]], text.replace("[s]", "s"))
    return re.sub(r"\[\s*", " (", said).replace("]", ")").replace("  ", " ")
