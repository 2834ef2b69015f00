"""What people mean: texts read as the phrases of a game's scene, `Ann plays the black circle 2 and says green` as its
`Ann lays KC2 as green`.

A text is taken as it is where a form of the game fits it. Where none does, it is put together from its parts: cards and
numbers in words become codes and digits, verbs those of the game's forms, and what a wild card counts as follows an `as`. What
still fits no form may be another way to say a phrase, or several phrases in one sentence. Where two readings differ, neither is
taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from difflib import SequenceMatcher
from functools import cache
from itertools import chain, islice, product

from tt_print.deck import VALUES, VARIABLES, parse_card
from tt_print.engine.notation import NAMES, codec
from tt_print.engine.phrases import (
    CARD,
    NAME,
    PLACES,
    Phrase,
    PlayerNames,
    any_word,
    form_words,
    names_in,
    phrase_pattern,
    readable_form,
    spellings,
    story_words,
)
from tt_print.engine.scenes import MAX_SEATS, Scene
from tt_print.engine.steps import Step, list_steps
from tt_print.errors import InputError, NotationError
from tt_print.numbers import read_whole

COUNTED = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
DEPTH = 2  # of another way to say another way to say a phrase
MAX_LETTERS, MAX_SPOKEN, MAX_DIGITS, MAX_WORDINGS, MAX_JOINTS = 3000, 500, 6, 60, 8
TRIED, TRIED_EACH = 1000, 100  # wordings of a story, and of each text in it
NEAR, TIED = 0.5, 0.02  # how like a phrase must be that is offered, and how near another that is offered beside it
_WORD = r"(?:" + "|".join(re.escape(value) for v in VARIABLES for value in VALUES[v]) + r"|q)"
_COUNT = "|".join(COUNTED[1:])
_NUMBER = re.compile(rf"\b(?:{_COUNT})\b", re.IGNORECASE)
_SEPARATOR = r"\s*(?:,\s*and\b|,|&|\band\b)\s*"
_JOINED = re.compile(rf"\b({NAME}){_SEPARATOR}(?={NAME}\b)", re.IGNORECASE)
_LISTED = re.compile(rf"(?<!\w)({CARD}){_SEPARATOR}(?={CARD}(?!\w))", re.IGNORECASE)
_CARD_WORDS = re.compile(
    rf"(?<![\w?])({_WORD})[\s-]+({_WORD}|{_COUNT})[\s-]+({_WORD}|{_COUNT})(?![\w?])|\bjoker (?:[12]|one|two)\b",
    re.IGNORECASE,
)
_SEVERAL = re.compile(rf"^{NAME}(?: {NAME})+\b|{CARD}(?: {CARD})+(?![\w?])", re.IGNORECASE)
_VALUES = re.compile(rf"\b({_WORD})(?:,? and|,) (?={_WORD}\b)", re.IGNORECASE)
_JOINT = re.compile(r"\s*(?:[,:]?\s+(?:and(?:\s+then)?|then|so|but)|,)\s+", re.IGNORECASE)
_PRONOUN = re.compile(rf"(?:^|(?<=, )|(?<=\band )){PLACES['they']}\b", re.IGNORECASE)
_LEADING = re.compile(rf"{NAME}(?:{_SEPARATOR}{NAME})*\b", re.IGNORECASE)
Reading = tuple[Phrase, ...]  # one meaning of a text


def read_story(scene: Scene, texts: Iterable[str], names: PlayerNames) -> list[Phrase]:
    """What people said, as the scene of the game has it: a phrase or several for each text, one for two that belong together.

    Raises NotationError for a text that is not understood, which names the nearest phrase, and for one with two meanings.
    """
    left = [names.usual(text) for text in texts if not names.seats(text)]
    try:
        return _Reader(scene).read_all(left)
    except NotationError as error:
        raise NotationError(names.own(str(error))) from None


def _check_size(text: str) -> None:
    """Raises InputError for what nobody tells of a table, before a form counts it."""
    if len(text) > MAX_LETTERS:
        raise InputError(f"{text[:20]!r}... is a phrase of {len(text):,} letters; at most {MAX_LETTERS:,} are allowed.")
    if re.search(rf"\d{{{MAX_DIGITS + 1},}}", text):
        raise InputError(f"{text[:60]!r} holds a number of more than {MAX_DIGITS} digits, which no table needs.")
    for number in re.findall(r"\bP(\d+)\b", text, re.IGNORECASE):
        seat = read_whole(number)
        if seat is None or seat > MAX_SEATS:
            raise InputError(f"there is no seat P{number}: at most {MAX_SEATS} can play.")


class _Reader:
    """What texts can mean in the phrases of one scene."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._known: dict[tuple[str, int], list[Reading]] = {}
        self._left = 0  # wordings that may still be tried

    def read_all(self, texts: Sequence[str]) -> list[Phrase]:
        """The phrases of a story. `She` is the player before; what no text says alone, two may say together."""
        phrases: list[Phrase] = []
        before, left = "", list(texts)
        self._left = TRIED + TRIED_EACH * len(left)
        while left:
            text = _with_subject(left.pop(0), before)
            _check_size(text)
            if left:
                after = _with_subject(left[0], text)
                joined = f"{text.rstrip(' .!')}, {after}"
                if self._belongs(text, after) and len(self.readings(joined)) == 1:
                    text = joined
                    left.pop(0)
            phrases += self.read(text)
            before = text if _subject(text) else before
        return phrases

    def _belongs(self, text: str, after: str) -> bool:
        """Whether the second text may go on with what the first began: `she says green`, or neither without the other."""
        verbs = "|".join(map(any_word, ("as", "draws", "takes")))
        goes_on = re.match(rf"(?:{_subject(text)}|it|that)\s+(?:{verbs})\b", after, re.IGNORECASE)
        return bool(goes_on) or not (self.readings(text) and self.readings(after))

    def read(self, text: str) -> Reading:
        """Raises NotationError for what is not understood, and for what can mean two things."""
        if found := self._sentence(text, MAX_JOINTS):
            return found
        for (part, _), readings in self._known.items():
            if part in text and len(readings) > 1:
                said = " or ".join(f'"{"; ".join(phrase.text for phrase in each)}"' for each in readings)
                raise NotationError(f"{part!r} can mean {said}. Say which.")
        if name := self._stranger(text):
            players = f"{name}, {NAMES[1]} and {NAMES[2]}"
            raise NotationError(f"nobody said that {name} plays. Begin with all who play, clockwise: {players} play")
        raise NotationError(f"{text!r} is not understood.{_nearest(self.scene, text)}")

    def _sentence(self, text: str, joints: int) -> Reading:
        """The phrases of a sentence that has one meaning: as a whole, in its parts, or for each of several players or cards."""
        if readings := self.readings(text):
            return readings[0] if len(readings) == 1 else ()
        subject = _subject(text)
        for joint in islice(_JOINT.finditer(text), joints):
            if len(readings := self.readings(text[: joint.start()])) == 1:
                rest = _with_subject(text[joint.end() :], text)
                for right in (rest, f"{subject} {rest}"):
                    if found := self._sentence(right, joints - 1):
                        return readings[0] + found
        plain = next(_plain_texts(text, ""))
        several = _SEVERAL.search(plain)
        parts = several[0].split() if several else []
        each = [self.readings(f"{plain[: several.start()]}{part}{plain[several.end() :]}") for part in parts if several]
        return tuple(phrase for found in each for phrase in found[0]) if all(len(found) == 1 for found in each) else ()

    def readings(self, text: str, depth: int = DEPTH) -> list[Reading]:
        """Everything that a text can mean, nearest to its own words: as it is, in the verbs of forms, as another phrase."""
        if (text, depth) in self._known:
            return self._known[text, depth]
        found: list[Reading] = [(phrase,)] if (phrase := self._find(text)) else []
        for article in () if found else ("", "1 "):
            wordings = list(_wordings(self.scene, text, article)) if depth == DEPTH else [text]
            wordings = wordings[: max(self._left, 0)]
            self._left -= len(wordings)
            found = found or [(phrase,) for each in wordings if (phrase := self._find(each))]
            if not found and depth:
                found = [reading for each in wordings for reading in self._other_readings(each, depth)]
        self._known[text, depth] = [each for index, each in enumerate(found) if each not in found[:index]]
        return self._known[text, depth]

    def _other_readings(self, wording: str, depth: int) -> Iterator[Reading]:
        """What a wording means as another phrase: of those that may be meant the first that the game has, or either."""
        for ways, is_either in ((story_words().otherwise, False), (story_words().either, True)):
            for phrases, said in ways.items():
                for hit in filter(None, (phrase_pattern(each).fullmatch(wording) for each in said)):
                    meant = (self._meaning(each.format(**hit.groupdict()), depth) for each in phrases.split(" / "))
                    yield from chain(*meant) if is_either else next(filter(None, meant), [])

    def _meaning(self, text: str, depth: int) -> list[Reading]:
        parts = [self.readings(part.strip(), depth - 1) for part in text.split(";")]
        return [tuple(phrase for part in each for phrase in part) for each in product(*parts)]

    def _find(self, text: str) -> Phrase | None:
        """The phrase that a form of the game reads in these words."""
        with suppress(NotationError):
            if found := self.scene.find_phrase(text):
                method, values, event = found
                return Phrase(text if event is None else self.scene.game.event_text.show(event), method, values, event)
        return None

    def _stranger(self, text: str) -> str:
        """The first word of a text that would be understood if that word were a player at the table; "" for any other text."""
        found = re.match(r"([^\W\d_]{1,20})(?='s\s|\s)", text)
        nobody = (NAME, *story_words().besides["players"])
        if found is None or any(phrase_pattern(each).fullmatch(found[1]) for each in nobody):
            return ""
        return found[1] if self._sentence(NAMES[0] + text[found.end() :], 1) else ""


def _subject(text: str) -> str:
    """The players at the start of a text, or the only one in it; "" if there are none, or several."""
    found, names = _LEADING.match(text), {*names_in(text)}
    return found[0] if found else names.pop() if len(names) == 1 else ""


def _with_subject(text: str, before: str) -> str:
    """A text in which a pronoun comes before any name, with the player of the text before it."""
    subject, found = _subject(before), _PRONOUN.search(text)
    if not (subject and found) or names_in(text[: found.start()]):
        return text
    return text[: found.start()] + subject + text[found.end() :]


def _wordings(scene: Scene, text: str, article: str = "") -> Iterator[str]:
    """A text in all the words that forms of the game may have for it, and with `article` instead of `a`."""
    pattern, meanings = _vocabulary(form_words(type(scene), scene.game.events))
    wordings: dict[str, None] = {}
    for plain in _plain_texts(text, article) if len(text) <= MAX_SPOKEN else ():
        parts = pattern.split(plain)
        options = [meanings[part.lower()] if index % 2 else (part,) for index, part in enumerate(parts)]
        for chosen in islice(product(*options), MAX_WORDINGS):
            wordings |= dict.fromkeys(_declared("".join(chosen)))
    yield from wordings


def _plain_texts(text: str, article: str) -> Iterator[str]:
    """A text with codes and digits, with and without what tells nothing. A claim such as `1 red heart` is no card."""
    text = re.sub(r"(?<=\w)(?<![RYGBK][CHTSB])\?+$|(?<=[a-z]):|[\"“”]", "", text, flags=re.IGNORECASE).strip(" .!,")
    text = _VALUES.sub(r"\1 ", re.sub(rf"\(({_WORD}(?: {_WORD})*)\)", r"as \1", text, flags=re.IGNORECASE))
    texts: dict[str, None] = {}
    for is_kept in (rf"(?:{any_word('as')}|\d)(?: it| is| a| an| the)*\s*$", "$^"):
        plain = text
        for found in reversed(list(_CARD_WORDS.finditer(text))):
            if not re.search(is_kept, text[: found.start()], re.IGNORECASE):
                plain = plain[: found.start()] + _card_code(found[0]) + plain[found.end() :]
        plain = _NUMBER.sub(lambda found: str(COUNTED.index(found[0].lower())), plain)
        plain = _LISTED.sub(r"\1 ", re.sub(rf"\bthe (?={CARD})", "", _JOINED.sub(r"\1 ", plain), flags=re.IGNORECASE))
        bare = re.sub(r"\bthe (?=\w)", "", re.sub(r"\ban? (?=\w)", article, plain), flags=re.IGNORECASE)
        texts |= dict.fromkeys([plain, bare, _besides().sub("", bare)])
    yield from texts


def _card_code(words: str) -> str:
    """The code of a card said in words; what is none stays."""
    with suppress(InputError):
        return str(parse_card(_NUMBER.sub(lambda found: str(COUNTED.index(found[0])), words.lower())))
    return words


def _declared(text: str) -> Iterator[str]:
    """A text with what a wild card counts as after one `as`: from `Ann lays KC2 and as it as green`, `Ann lays KC2 as green`."""
    subject = _subject(text) or "it"
    said = rf"(?:\s*,)?(?:\s+(?:and|he|she|they|it|them|that|which|to|be|{subject}))*\s+as(?:\s+(?:it|them|that|to|be|as))*\s+"
    head, declares, values = re.sub(said, " as ", " ".join(text.split()), flags=re.IGNORECASE).partition(" as ")
    if declares and (card := re.search(CARD, head, re.IGNORECASE)):
        if values.isdigit() and head.endswith(card[0]):
            yield f"{head}={values}"
        shown = set(parse_card(card[0]).name.split())  # `the black circle 2, as a green circle 2` declares green
        values, comma, more = values.partition(",")
        rest = [word for word in values.split() if word.lower() not in shown]
        values = (values if values[:1].isdigit() else " ".join(rest) or values) + comma + more
    yield head + declares + values


@cache
def _vocabulary(own: frozenset[str]) -> tuple[re.Pattern[str], Mapping[str, tuple[str, ...]]]:
    """A pattern for the words that people have for those of a game's forms, and what each may be there."""
    meanings = {said: (said, *sorted((canons & (own | {"as", "is"})) - {said})) for said, canons in spellings().items()}
    meanings = {said: words for said, words in meanings.items() if len(words) > 1}
    longest = sorted(meanings, key=len, reverse=True)
    return re.compile(rf"(?<![\w'])({'|'.join(map(re.escape, longest))})(?![\w'])", re.IGNORECASE), meanings


@cache
def _besides() -> re.Pattern[str]:
    words = "|".join(story_words().besides["words"])
    return phrase_pattern(rf"\s*(?<!^)\b(?:{words})(?!\w)(?=\s|,|$)")


def _nearest(scene: Scene, text: str) -> str:
    """` Nearest: "Ann lays KC2 as green".`, with what was typed in its places; where nothing is near, two forms that there are."""
    steps = list_steps(type(scene), scene.game.events)
    missing = re.compile(rf"\b(?:{'|'.join(set(story_words().places.values()))})\b")
    ranked: dict[str, float] = {}
    for typed in islice(_wordings(scene, text), MAX_WORDINGS):
        matcher = SequenceMatcher(None, b=typed.lower())
        for step in steps:
            phrase = _filled(scene, step, typed)
            matcher.set_seq1(missing.sub("", phrase).lower())
            if matcher.quick_ratio() > NEAR:
                likeness = matcher.ratio() + TIED * ((step.sort == "event") - len(missing.findall(phrase)))
                ranked[phrase] = max(likeness, ranked.get(phrase, NEAR))
    near = sorted(ranked, key=lambda phrase: -ranked[phrase])[:2]
    if near and ranked[near[0]] > NEAR:
        listed = [phrase for phrase in near if ranked[phrase] > ranked[near[0]] - TIED]
        return " Nearest: " + " or ".join(f'"{phrase}"' for phrase in listed) + "."
    forms = [readable_form(step.form) for step in steps]
    first, *_, last = (form for form in forms if form.startswith("NAME "))
    return f' Phrases are such as "{first}" and "{last}".'


def _filled(scene: Scene, step: Step, typed: str) -> str:
    """The phrase of a step with the players, cards and numbers of a text; with a word such as CARD for what the text lacks."""
    texts, left = {}, typed
    for blank in step.blanks:
        kind = codec(blank.kind, scene.CODECS)
        found = re.search(rf"(?<![\w+/=])(?:{kind.pattern})(?![\w?])", left, re.IGNORECASE)
        if found and found[0] != "-" and blank.kind not in ("str", "text"):
            texts[blank.name] = kind.show(kind.read(found[0]))
            left = left[: found.start()] + left[found.end() :]
        elif blank.needed:
            texts[blank.name] = story_words().places[blank.kind]
    return step.fill(texts)
