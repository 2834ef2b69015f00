"""Phrases as people say them, in the words of a scene: `Ann and Bo slap.`, `Ann plays red heart 3`.

A phrase is taken as it stands where a form of the game fits it. Where none does, it is tried again with its full stop, its
commas and its `and`s left out, its verbs in the form's own words (`templates/engine/story.toml`) and its cards as codes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING, Any

from tt_print.deck import VALUES, VARIABLES, parse_card
from tt_print.engine.notation import NAMES, event_form, seat_name
from tt_print.engine.scenes import MAX_SEATS
from tt_print.errors import InputError, NotationError, join_words
from tt_print.numbers import read_whole
from tt_print.records import dataclass
from tt_print.templates import read_table

if TYPE_CHECKING:
    from tt_print.engine.scenes import Scene

COUNTED = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
MAX_PHRASES, MAX_LETTERS, MAX_DIGITS = 500, 3000, 6
_NAME = rf"(?:{'|'.join(NAMES)}|P\d+)"
_CARD = r"(?:[RYGBK][CHTSB][1234?Q]|J[12])"
_WORD = r"(?:" + "|".join(re.escape(value) for v in VARIABLES for value in VALUES[v]) + r"|q)"
_SEPARATOR = r"\s*(?:,\s*and\b|,|&|\band\b)\s*"
_JOINED = re.compile(rf"\b({_NAME}){_SEPARATOR}(?={_NAME}\b)", re.IGNORECASE)
_LISTED = re.compile(rf"(?<!\w)({_CARD}){_SEPARATOR}(?={_CARD}(?!\w))", re.IGNORECASE)
_CARD_WORDS = re.compile(
    rf"(?<![\w?])(?:the\s+)?({_WORD})[\s-]+({_WORD})[\s-]+({_WORD})(?![\w?])|\bjoker ([12])\b", re.IGNORECASE
)


_AND = r"\s*,\s*and\s+|\s*,\s*|\s+and\s+|\s*&\s*"
_PLAYERS = re.compile(rf"([^\s,&]+(?:(?:{_AND})[^\s,&]+)+) plays?\.?", re.IGNORECASE)  # `Mum, Dad and Zoe play`
_OWN_NAME = re.compile(r"[^\W\d_](?:[^\W\d_]|['\u2019-](?=[^\W\d_])){0,19}")


@dataclass(frozen=True, slots=True)
class OtherWay:
    """What people say, as patterns with `{name}`, `{number}` and `{rest}`, and the phrases that may be meant."""

    said: tuple[str, ...]
    meant: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StoryWords:
    """`templates/engine/story.toml`: `words` from what people say to what scenes say, `alone` what one does
    where a scene says it of several, `otherwise` whole phrases, `places` from types to what stands
    for them in a form, `headings` and `sentences` of an answer. A screen calls a blank as in `blanks`, and the phrases of a
    sort as in `groups`.
    """

    words: Mapping[str, str]
    alone: Mapping[str, str]
    otherwise: tuple[OtherWay, ...]
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

    text: str
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
            raise InputError(f"{said[1]!r}: who plays was said already: {said[0]!r}.")
        names = tuple(re.split(_AND, _PLAYERS.sub(r"\1", said[0])))
        for name in names:
            plain = name.lower()
            if not _OWN_NAME.fullmatch(name) or plain in words or re.fullmatch(_CARD, name, re.IGNORECASE):
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
        strangers = [name for name in re.findall(rf"\b{_NAME}\b", phrase) if name.lower() not in seats]
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
    """The phrases of a story, parted by `;` or new lines, without remarks, which begin with `#`. Raises InputError."""
    phrases = []
    for line in text.splitlines():
        if not line.strip().startswith("#"):
            phrases += [" ".join(part.split()) for part in line.split(";") if part.strip(" \t.")]
    if len(phrases) > MAX_PHRASES:
        raise InputError(
            f"the story has {len(phrases)} phrases, and {MAX_PHRASES} are the most that are judged at once."
        )
    return phrases


def names_in(text: str) -> list[str]:
    """The usual names that come in a phrase, in their order."""
    return re.findall(rf"\b{_NAME}\b", text)


def read_phrase(scene: Scene, text: str) -> Phrase:
    """What somebody said, as the scene of the game has it. Raises NotationError that names the nearest phrase."""
    _check_size(text)
    for wording in _wordings(text):
        try:
            method, values, event = scene.parse_phrase(wording)
        except NotationError:
            continue
        return Phrase(wording if event is None else scene.game.event_text.show(event), method, values, event)
    if name := _stranger(scene, text):
        raise NotationError(
            f"nobody said that {name} plays. Begin with all who play, clockwise: {name}, {NAMES[1]} and {NAMES[2]} play"
        )
    raise NotationError(f"{text!r} is not understood.{_nearest(scene, text)}")


def _check_size(text: str) -> None:
    """Raises InputError for what nobody tells of a table, before a form counts it."""
    if len(text) > MAX_LETTERS:
        raise InputError(f"{text[:20]!r}... is a phrase of {len(text):,} letters, and {MAX_LETTERS:,} are the most.")
    if re.search(rf"\d{{{MAX_DIGITS + 1},}}", text):
        raise InputError(f"{text[:60]!r} holds a number of more than {MAX_DIGITS} digits, which no table needs.")
    for number in re.findall(r"\bP(\d+)\b", text, re.IGNORECASE):
        seat = read_whole(number)
        if seat is None or seat > MAX_SEATS:
            raise InputError(f"P{number} sits at no table: {MAX_SEATS} players are the most.")


def _wordings(text: str) -> Iterator[str]:
    """The phrase as it stands, then step by step as a scene would say it."""
    yield text
    text = text.rstrip(" .!,")
    yield text
    text = _LISTED.sub(r"\1 ", _JOINED.sub(r"\1 ", text))
    yield text
    yield (coded := _LISTED.sub(r"\1 ", _CARD_WORDS.sub(_card_code, text)))
    words = story_words().words
    plain = " ".join(words.get(word.lower(), word) for word in coded.split())
    yield plain
    yield re.sub(r"\b(?:the|a|an) (?=\w)", "", plain)
    for pattern, meanings in _other_ways():
        if found := pattern.fullmatch(coded):
            said = {place: _as_number(part) for place, part in found.groupdict().items()}
            yield from (meaning.format(**said) for meaning in meanings)


@cache
def _other_ways() -> tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]:
    """`[[otherwise]]`: whole phrases that people say, and those of scenes that may be meant, the likeliest first."""
    places = {
        "{name}": rf"(?P<name>{_NAME})",
        "{number}": rf"(?P<number>\d+|{'|'.join(COUNTED)})",
        "{rest}": r"(?P<rest>.+)",
    }
    ways = []
    for other in story_words().otherwise:
        for said in other.said:
            pattern = "".join(places.get(part, part.replace(" ", r"\s+")) for part in re.split(r"(\{\w+\})", said))
            ways.append((re.compile(pattern, re.IGNORECASE), other.meant))
    return tuple(ways)


def _as_number(said: str) -> str:
    return str(COUNTED.index(said.lower())) if said.lower() in COUNTED else said


def _card_code(found: re.Match[str]) -> str:
    """The code of a card said in words; what is none stays."""
    try:
        return str(parse_card(found[0].lower().removeprefix("the ").replace("-", " ")))
    except InputError:
        return found[0]


def as_sentence(phrase: str) -> str:
    """An event as people write it: `Bo slaps`, `Ann and Bo slap`."""
    alone = story_words().alone
    phrase = re.sub(rf"(?<=\band )({_NAME}) slap(?= at it)", r"\1 slaps", phrase)
    found = re.fullmatch(rf"({_NAME}(?: {_NAME})*) ({'|'.join(alone)})", phrase)
    if found is None:
        return phrase
    names = found[1].split()
    return f"{join_words(names, 'and')} {found[2] if len(names) > 1 else alone[found[2]]}"


# ---------------------------------------------------------------- forms as people would type them


def forms_of(scene: type[Scene], events: tuple[type, ...]) -> list[str]:
    """Every phrase of a game with words for its values: `NAME lays CARD (as VALUES)`; events last."""
    said = [readable_form(text, {}) for text in (*scene.PHRASES, *scene.COMMON)]
    return said + [
        readable_form(event_form(event), {each.name: str(each.type) for each in fields(event)}) for event in events
    ]


def words_of(scene: type[Scene], events: tuple[type, ...]) -> frozenset[str]:
    """Every word that a phrase of the game may hold beside names and values, in small letters."""
    texts = [*scene.PHRASES, *scene.COMMON, *map(event_form, events)]
    plain = " ".join(re.sub(r"\{[^}]*\}", " ", text) for text in texts).lower()
    values = [value.lower() for v in VARIABLES for value in VALUES[v]]
    return frozenset(re.findall(r"[a-z]+", plain)) | {*values, *story_words().words, "with", "and", "play"}


def readable_form(text: str, kinds: Mapping[str, str]) -> str:
    places = story_words().places

    def place(found: re.Match[str]) -> str:
        kind = found[2] or kinds[found[1]]
        return places.get(kind.removesuffix(" | None"), found[1].upper())

    said = re.sub(r"\{(\w+)(?::([^}]+))?\}", place, text.replace("[s]", "s"))
    return re.sub(r"\[\s*", " (", said).replace("]", ")").replace("  ", " ")


def _nearest(scene: Scene, text: str) -> str:
    """` Nearest: "NAME lays CARD".`, or where nothing is near, two phrases that there are."""
    known = forms_of(type(scene), scene.game.events)
    plain = {re.sub(r"\s*\([^)]*\)", "", form).lower(): form for form in known} | {form.lower(): form for form in known}
    typed = re.sub(rf"\b{_NAME}\b", "name", text, flags=re.IGNORECASE)
    typed = re.sub(rf"(?:{_CARD}\b\s*)+", "card ", typed, flags=re.IGNORECASE)
    near = get_close_matches(re.sub(r"\d+", "number", typed.lower()).strip(" ."), list(plain), n=2, cutoff=0.5)
    if near:
        listed = dict.fromkeys(plain[form] for form in near)
        return " Nearest: " + " or ".join(f'"{form}"' for form in listed) + "."
    first, *_, last = (form for form in known if form.startswith("NAME "))
    return f' Phrases are such as "{first}" and "{last}".'


def _stranger(scene: Scene, text: str) -> str:
    """Who begins a phrase that would be understood, were it a player whom the table knows; "" for any other phrase."""
    found = re.match(r"([^\W\d_]{1,20})(?='s\s|\s)", text)
    if found is None or re.fullmatch(_NAME, found[1], re.IGNORECASE):
        return ""
    for wording in _wordings(NAMES[0] + text[found.end() :]):
        try:
            scene.parse_phrase(wording)
        except InputError:
            continue
        return found[1]
    return ""
