"""Stories as phrases: each text in a form of the game with typed gaps, and the players' own names (words in `engine/story.toml`).

{seat:Seat} lays {card:Card}[ as {declared:Values}]

Beside codes a text may hold cards in words, `Ann lays black circle 2 as green`, and lists with commas or `and` in them. What people ask
about a game is data: `templates/games/NAME/questions.toml`, questions with an example each.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import field, fields
from difflib import SequenceMatcher
from functools import cache

from tt_print.deck import VALUES, VARIABLES, join_codes, parse_card
from tt_print.engine.notation import NAMES, SHORT, Blank, Form, codec, event_form, seat_name
from tt_print.engine.scenes import MAX_SEATS, Scene
from tt_print.engine.told import Phrase, phrase_name
from tt_print.errors import InputError, NotationError, join_words
from tt_print.records import dataclass
from tt_print.templates import has_template, read_table
from tt_print.typed_words import read_whole

QUESTIONS = "questions.toml"


@dataclass(frozen=True, slots=True)
class QuestionExample:
    """A question in words, and an example of it as a story for the judge."""

    text: str
    id: str
    story: str


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for cards on the screen that asks the judge.

    `kind` is `card`, `cards` (the newest last), `piles`, or `words`, which are tapped, not cards. A slot that is `of` another one holds
    those of its cards, or of its piles, that are tapped. `least` and `most` are how many it needs and holds, 0 for any number. What is
    `kept` is there for the next question; one that is `hidden` is shown where something in `opens` asks for it. `counts` is the part of the table that says what a wild card in it counts as.
    """

    name: str
    text: str
    kind: str = "card"
    of: str = ""
    least: int = 1
    most: int = 1
    kept: bool = False
    hidden: bool = False
    counts: str = ""


@dataclass(frozen=True, slots=True)
class Act:
    """What is asked about the cards in the slots, as a story with a slot's name in braces where its cards come: `lays {played}`.

    `{row:6}` is a slot with exactly six. A phrase in brackets is left out where its slots are not so. `whose` is the seat whose row, or
    pile, a kept slot is, None where it is nobody's. An act that is `extra` is offered beside the answer on another one.
    """

    text: str
    story: str
    whose: int | None = None
    extra: bool = False


@dataclass(frozen=True, slots=True)
class Questions:
    """A game's `questions.toml`.

    On a screen people put cards into `slots`, and the first of the `acts` whose slots are full is judged. `opens` are words for
    phrases that answer what the judge calls open, `*` in them for what it names; `Ann` is who asks.
    """

    questions: tuple[QuestionExample, ...] = ()
    slots: tuple[Slot, ...] = ()
    acts: tuple[Act, ...] = ()
    opens: Mapping[str, str] = field(default_factory=dict)


def read_questions(game: str) -> Questions:
    """What is asked about a game; nothing where its folder says nothing."""
    name = f"games/{game}/{QUESTIONS}"
    return read_table(Questions, name) if has_template(name) else Questions()


OPEN = "..."  # a blank in the phrase of an engine's question
_PLACE = re.compile(r"\{(\w+)(?::([^}]+))?\}")
# Brackets mean something else in a form.
_IN_FORMS = {long: short for short, long in SHORT.items()} | {"tuple[tuple[Pile, ...], ...]": "Sets"}
_ONLY_CHANCE = ("Deal", "Shuffle")  # events that no player chooses; nobody knows the order of the cards


@dataclass(frozen=True, slots=True)
class PhraseForm:
    """A phrase with gaps. `sort` is `event`, `table` (how things were before) or `question`; `name` is the event's, or the
    method's."""

    sort: str
    name: str
    form: str

    @property
    def blanks(self) -> tuple[Blank, ...]:
        return Form(self.form).blanks

    def fill(self, texts: Mapping[str, str]) -> str:
        """The phrase; parts in brackets are skipped if one of their gaps is empty. Raises KeyError for another empty blank."""
        return Form(self.form).write(lambda blank: texts[blank.name] if blank.needed else texts.get(blank.name) or None)


def list_steps(scene: Scene) -> list[PhraseForm]:
    """Every phrase of a game that a person may tell: how things were, what is asked, what happened."""
    steps = [PhraseForm("table", each.name, each.form.text) for each in scene.tells]
    steps += [PhraseForm("question", phrase_name(form.text), form.text) for form, _ in scene.questions]
    steps += [PhraseForm("event", phrase_name(form.text), form.text) for form, _ in scene.tellings]
    events = (each for each in scene.game.events if each.__name__ not in _ONLY_CHANCE)
    return [*steps, *(PhraseForm("event", each.__name__, _typed_form(each)) for each in events)]


def _typed_form(event: type) -> str:
    """The form of an event with the type of each blank in it."""
    kinds = {each.name: str(each.type).removesuffix(" | None") for each in fields(event)}
    return _PLACE.sub(
        lambda found: f"{{{found[1]}:{_IN_FORMS.get(kinds[found[1]], kinds[found[1]])}}}", event_form(event)
    )


MAX_PHRASES, MAX_LETTERS, MAX_DIGITS = 500, 3000, 6  # of a story, a phrase, a number
MOST_WORDS = 30  # of a text that may be two phrases
NEAR, TIED = 0.5, 0.02  # how like a phrase must be that is offered, and how near another that is offered beside it
NAME = rf"(?:{'|'.join(NAMES)}|P\d+)"
NOBODY = ("she", "he", "they", "it", "i", "we", "you", "everyone", "everybody", "nobody")  # no names
CARD = r"(?:[RYGBK][CHTSB][1234?Q]|J[12])"
_CODE_LIKE = re.compile(r"(?<![\w+/=])[A-Z]{2}[\d?Q](?![\w?])")  # of a card, right or wrong
_SEPARATOR = r"\s*(?:,\s*and\b|,|&|\band\b)\s*"
_JOINED = re.compile(rf"\b({NAME}){_SEPARATOR}(?={NAME}\b)", re.IGNORECASE)
_LISTED = re.compile(rf"(?<!\w)({CARD}){_SEPARATOR}(?={CARD}(?!\w))", re.IGNORECASE)
_COLOR, _SHAPE, _NUMBER = ("|".join(map(re.escape, VALUES[variable])) for variable in VARIABLES)
_CARD_WORDS = re.compile(
    rf"(?<![\w?])(?:the )?((?:{_COLOR}) (?:{_SHAPE}) (?:{_NUMBER}|q|one|two|three|four)|joker [12])(?![\w?])",
    re.IGNORECASE,
)
_PILE = re.compile(rf"(?:{CARD})(?:[+/=](?:{CARD}|\d))*", re.IGNORECASE)
_SEVERAL = re.compile(rf"({NAME}) (starts|lays)(?: with)? ({CARD}(?:,? {CARD})*)", re.IGNORECASE)
_AND = r"\s*,\s*and\s+|\s*,\s*|\s+and\s+|\s*&\s*"
_PLAYERS = re.compile(rf"([^\s,&]+(?:(?:{_AND})[^\s,&]+)+) plays?\.?", re.IGNORECASE)  # `Mum, Dad and Zoe play`
_ACTOR = re.compile(r"(?:^|(?<=and )|(?<=, )|(?<=[a-z]s ))([^\W\d_]{2,20})(?='s\b| [a-z]|$)")  # who does something
_OWN_NAME = re.compile(r"[^\W\d_](?:[^\W\d_]|['\u2019-](?=[^\W\d_])){0,19}")


@dataclass(frozen=True, slots=True)
class StoryWords:
    """`alone` is what one does where a scene has it of several, `said` from what people say, as patterns, to the words of the forms,
    `printed` from those to what is printed, `places` from types to what is in their place in a form, `headings` and `sentences` of an
    answer, `asker` what a screen calls the players, and verbs after `you`.
    """

    alone: Mapping[str, str]
    said: Mapping[str, str]
    printed: Mapping[str, str]
    places: Mapping[str, str]
    headings: Mapping[str, str]
    sentences: Mapping[str, str]
    asker: Mapping[str, str]


@cache
def story_words() -> StoryWords:
    return read_table(StoryWords, "engine/story.toml")


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
        phrases = [*phrases]
        said = [phrase for phrase in phrases if _PLAYERS.fullmatch(phrase)]
        if not said:
            return cls(_named(phrases, words))
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
            raise InputError(f"two players in {said[0]!r} have the same name.")
        return cls(names, said[0])

    def usual(self, phrase: str) -> str:
        """A phrase with the usual names, which a scene knows. Raises InputError for one of those that nobody here has."""
        if not self.names:
            return phrase
        seats = {name.lower(): seat_name(seat) for seat, name in enumerate(self.names)}
        strangers = [name for name in re.findall(rf"\b{NAME}\b", phrase) if name.lower() not in seats]
        if strangers:
            raise InputError(f"{strangers[0]} is not playing. The players are {join_words(self.names, 'and')}.")
        return re.sub(rf"\b(?:{'|'.join(seats)})\b", lambda found: seats[found[0].lower()], phrase, flags=re.IGNORECASE)

    def own(self, text: str) -> str:
        """A text with the players' own names."""
        if not self.names:
            return text
        own = {seat_name(seat): name for seat, name in enumerate(self.names)}
        return re.sub(rf"\b(?:{'|'.join(own)})\b", lambda found: own[found[0]], text)


@dataclass(frozen=True, slots=True)
class Asker(PlayerNames):
    """Who asks is `you`, where nobody has a name: the first seat of the scene."""

    def own(self, text: str) -> str:
        words = story_words().asker

        def called(found: re.Match[str]) -> str:
            name, owns, verb = found[1], found[2], found[3] or ""
            key = "you" if name == NAMES[0] else "next" if name == NAMES[1] else "other"
            who = words[f"{key}_own" if owns else key]
            is_start = not found.start() or text[: found.start()].endswith(". ")
            verb = _plural(verb) if key == "you" and not owns else verb
            return (who[:1].upper() + who[1:] if is_start else who) + verb

        said = re.sub(rf"\b({NAME})\b('s)?( [a-z]+)?", called, text)
        return re.sub(r"(?<=\byou )([^.]*)\btheir own\b", rf"\1{words['you_own']} own", said, flags=re.IGNORECASE)


def _plural(verb: str) -> str:
    """A verb as after `you`: ` draws` is ` draw`, ` is` is ` are`."""
    usual = verb[:-2] if re.search(r"(?:s|sh|ch|x)es$", verb) else verb[:-1] if verb.endswith("s") else verb
    return story_words().asker.get(verb.strip(), usual)


def _named(phrases: Iterable[str], words: frozenset[str]) -> tuple[str, ...]:
    """Those who sit at a table where nobody says who plays, in the order in which they are named; none where all have usual names."""
    names = dict[str, None]()
    for phrase in phrases:
        for name in _ACTOR.findall(phrase):
            is_card = re.fullmatch(CARD, name, re.IGNORECASE)  # KHQ has letters alone
            if name[0].isupper() and not is_card and name.lower() not in {*words, *NOBODY}:
                names[name] = None
    if all(re.fullmatch(NAME, name) for name in names):
        return ()
    others = (name for name in NAMES if name not in names)
    return (*names, *([next(others)] if len(names) == 1 else ()))


# ---------------------------------------------------------------- a story as phrases


def split_story(text: str) -> list[str]:
    """The texts of a story, parted by `;` and new lines, without remarks, which begin with `#`. Raises InputError for too many."""
    phrases = []
    for line in map(join_codes, text.splitlines()):
        if not line.strip().startswith("#"):
            phrases += [" ".join(part.split()) for part in line.split(";") if part.strip(" \t.")]
    if len(phrases) > MAX_PHRASES:
        raise InputError(f"the story has {len(phrases)} phrases; at most {MAX_PHRASES} can be judged at once.")
    return phrases


def read_story(scene: Scene, texts: Iterable[str], names: PlayerNames) -> list[Phrase]:
    """The phrases of each text, as the scene writes them. Raises NotationError for a text that is none, which names the nearest."""
    found: list[Phrase] = []
    for text in texts:
        if text == names.phrase:
            continue
        try:
            found += _read(scene, _with_piles(names.usual(text), [phrase.text for phrase in found]))
        except NotationError as error:
            raise NotationError(names.own(str(error))) from None
    return found


def _read(scene: Scene, text: str) -> list[Phrase]:
    _check_size(text)
    if found := _find(scene, text) or _find_several(scene, text):
        return found
    for code in _CODE_LIKE.findall(text):
        parse_card(code)  # names what is no card in it
    raise NotationError(f"the judge doesn't understand {text!r}.{_nearest(scene, text)}")


def _find_several(scene: Scene, text: str) -> list[Phrase]:
    """The phrases of a text that says several at once: sentences, or what one does with two cards (`Ann starts RC2, then YC2`)."""
    parts = [part for part in re.split(r"\s*[,.:]\s+", text) if part]
    if len(parts) > 1 and all(found := [_find(scene, part) for part in parts]):
        return [phrase for phrases in found for phrase in phrases]
    *_, plain = _wordings(re.sub(r",? (?:and )?then ", ", ", text.replace(":", "")))
    several = _SEVERAL.fullmatch(plain)
    if several is None:
        return []
    said = [f"{several[1]} lays {card}" for card in several[3].split()]
    begun = [f"{several[1]} starts"] if several[2] == "starts" else []
    found = [_find(scene, phrase) for phrase in (*begun, *said)]
    return [phrase for phrases in found for phrase in phrases] if all(found) else []


def _with_piles(text: str, before: Sequence[str]) -> str:
    """A text in which `it` is the last pile of the phrase before it, and `both` its two piles where it has two."""
    piles = _PILE.findall(before[-1]) if before else []
    if piles and re.search(r"\b(?:takes|on|onto) it\b", text):
        text = re.sub(r"\bit\b", piles[-1], text)
    if len(piles) == 2:
        text = re.sub(r"\btakes both\b", f"takes {piles[0]} {piles[1]}", text)
    return text


def _check_size(text: str) -> None:
    """Raises InputError for what nobody tells of a table, before a form counts it."""
    if len(text) > MAX_LETTERS:
        raise InputError(f"{text[:20]!r}... is a phrase of {len(text):,} letters; at most {MAX_LETTERS:,} are allowed.")
    if re.search(rf"\d{{{MAX_DIGITS + 1},}}", text):
        raise InputError(f"{text[:60]!r} has a number with more than {MAX_DIGITS} digits. Write a shorter one.")
    for number in re.findall(r"\bP(\d+)\b", text, re.IGNORECASE):
        seat = read_whole(number)
        if seat is None or seat > MAX_SEATS:
            raise InputError(f"there is no seat P{number}: at most {MAX_SEATS} can play.")


def _find(scene: Scene, text: str) -> list[Phrase]:
    """The phrase that a form of the game reads in one of the wordings of a text; none where no form does."""
    for wording in _wordings(text):
        with suppress(NotationError):
            return [scene.parse_phrase(wording)]
    return []


def _wordings(text: str) -> Iterator[str]:
    """A text as it is, and reworded step by step, at last with all that `[said]` of `engine/story.toml` changes."""
    yield text
    several = {one: many for many, one in story_words().alone.items()}
    plain = _JOINED.sub(r"\1 ", text.strip(" .!"))
    plain = re.sub(rf"\b(?:{'|'.join(several)})\b", lambda found: several[found[0].lower()], plain, flags=re.IGNORECASE)
    yield _LISTED.sub(r"\1 ", plain)
    yield _with_codes(plain)
    for pattern, form in story_words().said.items():
        if (said := re.sub(pattern, form, plain, flags=re.IGNORECASE)) != plain:
            plain = said
            yield _with_codes(plain)


def in_form(text: str) -> str:
    """A text in the words of the forms, as `[said]` has them."""
    for pattern, form in story_words().said.items():
        text = re.sub(pattern, form, text, flags=re.IGNORECASE)
    return text


def _with_codes(text: str) -> str:
    return _LISTED.sub(r"\1 ", _CARD_WORDS.sub(lambda found: str(parse_card(found[1])), text))


def _nearest(scene: Scene, text: str) -> str:
    """` The nearest phrase is "Ann lays KC2 as green".`, with what was typed in its places; where nothing is near, two forms that there are."""
    words = text.split()
    for at in range(1, min(len(words), MOST_WORDS)):  # two phrases with nothing between them
        first, second = " ".join(words[:at]), " ".join(words[at:])
        if _find(scene, first) and _find(scene, second):
            return f' Put a semicolon between two phrases: "{first}; {second}".'
    steps = list_steps(scene)
    missing = re.compile(rf"\b(?:{'|'.join(set(story_words().places.values()))})\b")
    ranked: dict[str, float] = {}
    *_, typed = _wordings(text)
    matcher = SequenceMatcher(None, b=typed.lower())
    verbs = [_verb(step.form) for step in steps]
    known = {verb for verb in verbs if verb and re.search(rf"\b{verb}\b", typed.lower())}
    for step, verb in zip(steps, verbs, strict=True):
        if (known and verb not in known) or (text.endswith("?") and step.sort != "question"):
            continue  # what is near may not tell something else
        phrase = _filled(scene, step, typed)
        matcher.set_seq1(missing.sub("", phrase).lower())
        if matcher.quick_ratio() > NEAR:
            ranked[phrase] = matcher.ratio() + TIED * ((step.sort == "event") - len(missing.findall(phrase)))
    near = sorted(ranked, key=lambda phrase: -ranked[phrase])[:2]
    if near and ranked[near[0]] > NEAR:
        listed = [phrase for phrase in near if ranked[phrase] > ranked[near[0]] - TIED]
        verb = "s are" if len(listed) > 1 else " is"
        return f" The nearest phrase{verb} " + " and ".join(f'"{as_sentence(phrase)}"' for phrase in listed) + "."
    forms = [readable_form(step.form) for step in steps]
    first, *_, last = (as_sentence(form) for form in forms if form.startswith("NAME "))
    return f' Try a phrase such as "{first}" or "{last}".'


def _verb(form: str) -> str:
    """What one does in a form that begins with a player, such as `lays`; "" in another form."""
    found = re.match(r"\{seats?:Seats?\} ([a-z]+)", form)
    return found[1] if found and found[1] not in ("is", "has", "may") else ""


def _filled(scene: Scene, step: PhraseForm, typed: str) -> str:
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


def as_sentence(phrase: str) -> str:
    """An event as people write it: `Bo slaps`, `Ann and Bo slap`, `Cy plays RH2`."""
    alone = story_words().alone
    for form, printed in story_words().printed.items():
        phrase = re.sub(form, printed, phrase)
    verbs = "|".join(alone)
    phrase = re.sub(rf"(?<=\band )({NAME}) ({verbs})(?= at it)", lambda said: f"{said[1]} {alone[said[2]]}", phrase)
    found = re.fullmatch(rf"({NAME}(?: {NAME})*) ({verbs})", phrase)
    if found is None:
        return phrase
    names = found[1].split()
    return f"{join_words(names, 'and')} {found[2] if len(names) > 1 else alone[found[2]]}"


def words_of(scene: Scene) -> frozenset[str]:
    """Every word that a phrase of the game may hold beside names and values, in lowercase letters."""
    values = [value.lower() for v in VARIABLES for value in VALUES[v]]
    texts = (step.form for step in list_steps(scene))
    words = re.findall(r"[a-z]+", " ".join(re.sub(r"\{[^}]*\}", " ", text) for text in texts).lower())
    words += [*values, *story_words().alone.values(), "with", "and", "play"]
    return frozenset(words) - {name.lower() for name in NAMES}  # `what Ann may do` is a phrase of a game


def readable_form(text: str) -> str:
    """A form with typed places as people would type it: `NAME lays CARD (as VALUES)`."""
    places = story_words().places
    said = re.sub(r"\{\w+:([^}]+)\}", lambda found: places[found[1]], text.replace("[s]", "s"))
    return re.sub(r"\[\s*", " (", said).replace("]", ")").replace("  ", " ")
