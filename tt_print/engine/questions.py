"""What people ask about a game, as data: questions with a command line each, and short forms that stand for a story.

`templates/games/NAME/questions.toml` has both. A short form is a flag that asks for a verdict at a table (`--slapper Bo`); its
story is a list of phrases, in which `{flag}` stands for what was typed after that flag, `{words}` for the bare words. A phrase
whose flags are not all there is left out; one whose flag comes again is told again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import field, replace

from tt_print.engine.query import Listed, Query
from tt_print.errors import InputError, choose
from tt_print.records import dataclass
from tt_print.templates import has_template, read_table

QUESTIONS = "questions.toml"
GIVEN = "given"  # the flag with phrases of one's own
WORDS = "words"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, and what to type after the name of the game.

    As a form to fill in it has an `id`, `fields` (flags, and `words` for bare ones) that it needs, others that it `may` have, and flags
    that it always `sets`. Without any it is a story.
    """

    text: str
    call: str
    id: str = ""
    fields: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AskedField:
    """What is wanted after a flag, for who fills in a form: its `kind`, and where that applies its words, choices and limits."""

    kind: str
    text: str = ""
    choices: tuple[str, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    many: bool = False


@dataclass(frozen=True, slots=True)
class Short:
    """A short form: the phrases of its story; `needs` are flags without which it says nothing."""

    story: tuple[str, ...]
    needs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Questions:
    """A game's `questions.toml`: `flags` are those of its short forms, with their meaning; `switches` take no value, `lists`
    several. `fields` are those of the forms, by flag.
    """

    questions: tuple[Asked, ...] = ()
    fields: Mapping[str, AskedField] = field(default_factory=dict)
    flags: Mapping[str, str] = field(default_factory=dict)
    switches: Mapping[str, bool] = field(default_factory=dict)
    lists: tuple[str, ...] = ()
    short: Mapping[str, Short] = field(default_factory=dict)


def read_questions(game: str) -> Questions:
    """What is asked about a game; nothing where its folder says nothing."""
    name = f"games/{game}/{QUESTIONS}"
    found = read_table(Questions, name) if has_template(name) else Questions()
    return replace(found, flags={k: Listed(v) if k in found.lists else v for k, v in found.flags.items()})


def find_form(questions: Questions, wanted: str, title: str) -> Asked:
    """The form of this id. Raises InputError that lists them."""
    return next(
        each for each in questions.questions if each.id == choose(f"question of {title}", wanted, _ids(questions))
    )


def _ids(questions: Questions) -> list[str]:
    return [each.id for each in questions.questions if each.id]


def short_story(questions: Questions, query: Query) -> list[str] | None:
    """The phrases that a query in short form stands for, None where it is a question of its own.

    Raises InputError where a short form lacks a flag.
    """
    used = next((flag for flag in questions.short if flag in query), None)
    if used is None:
        return None
    short = questions.short[used]
    missing = [flag for flag in short.needs if flag not in query]
    if missing:
        raise InputError(f"--{used} needs --{missing[0]} as well: {questions.flags.get(missing[0], missing[0])}.")
    said = {flag: [_as_phrase(flag, text) for text in texts] for flag, texts in query.flags.items()}
    if query.words and not any(f"{{{WORDS}}}" in phrase for phrase in short.story):
        raise InputError(f"{query.words[0]!r} stands alone and belongs to no flag of --{used}.")
    if query.words:
        said[WORDS] = [" ".join(query.words).replace(",", " ")]
    phrases: list[str] = []
    for phrase in short.story:
        phrases += _fill_phrase(phrase, said)
    return phrases


def _fill_phrase(phrase: str, said: Mapping[str, list[str]]) -> Iterator[str]:
    """The phrase with each of the values of its flags; none where a flag is missing."""
    places = re.findall(r"\{(\w+)\}", phrase)
    if not all(place in said for place in places):
        return
    for index in range(max((len(said[place]) for place in places), default=1)):
        told = phrase
        for place in places:
            told = told.replace(f"{{{place}}}", said[place][min(index, len(said[place]) - 1)])
        if " holds " in told:  # a card of the hand may be named for itself and in the whole hand
            told = " ".join(dict.fromkeys(told.split()))
        yield from (part.strip() for part in told.split(";") if part.strip())


def _as_phrase(flag: str, text: str) -> str:
    """What was typed after a flag, as a phrase has it: blanks for commas; a claim with its cards as a laydown."""
    if flag == GIVEN:
        return text
    if ":" in text:
        return "; ".join(_laid(part) for part in text.split(";") if part.strip())
    return text.replace(",", " ")


def _laid(text: str) -> str:
    """`Bo: 2 red hearts = RH1 RH3` as `Bo laid RH1 RH3 as 2 red hearts`; without cards so many as are claimed."""
    found = re.fullmatch(r"\s*(\S+?)\s*:\s*([^=]*?)\s*(?:=\s*(.*?))?\s*", text)
    if found is None or not found[2]:
        raise InputError(
            f"{text.strip()!r}: write who, a colon, the claim, and after = the cards: Bo: 2 red hearts = RH1 RH3."
        )
    who, claim, cards = found[1], found[2], (found[3] or "").replace(",", " ")
    return f"{who} laid {' '.join(cards.split()) or _count_of(claim)} as {claim}"


def _count_of(claim: str) -> str:
    count = claim.split(maxsplit=1)[0]
    return f"{count} card{'' if count == '1' else 's'}"
