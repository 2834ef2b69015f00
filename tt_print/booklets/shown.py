"""A line of an example as a reader sees it: cards with their roles, what happens, the verdict and why.

Everything comes from the very phrases that the engine runs; the words are `[shown]` of the game's `sentences.toml`.
Under changed house rules a line is run again and says so where it differs; one that cannot happen then is left out.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from itertools import chain
from typing import Any

from tt_print.booklets.blocks import Group, Shown, ShownCard, Span
from tt_print.deck import DECKS, VALUES, VARIABLES, Card, Joker, parse_card
from tt_print.engine.house import House, show_value
from tt_print.engine.house_words import house_sentences
from tt_print.engine.notation import NAMES, parse_seat, seat_name
from tt_print.engine.scenes import Scene
from tt_print.errors import InputError, TemplateError, join_words
from tt_print.games import find_game
from tt_print.games.examples import Case, Example, Fact, cached_scene, show_fact
from tt_print.templates import read_toml

CODES = re.compile(r"\b[RYGBK][CHTSB][1234?Q](?![A-Za-z0-9])(?:=(\d))?|\bJ([12])\b(?:=(\d))?")
SEATS = ("seat", "layer", "owner", "target", "seats", "slappers", "parties", "layers")  # fields that name players
SEPARATED = re.compile(r"(?<=[\w?])([+/])(?=[\w])")


def show_example(example: Example, house: House) -> Iterator[Shown]:
    """The printed lines of an example under `house`."""
    for case in example.shown:
        shown = show_case(example, case, house)
        if shown is not None:
            yield shown


def show_case(example: Example, case: Case, house: House) -> Shown | None:
    """One line as it comes out under `house`; None where it cannot happen.

    Raises TemplateError that names the line where `[shown]` has no words for it.
    """
    spoken = tuple(f"{name}={show_value(value)}" for name, value in house.changed.items())
    try:
        scene = cached_scene(example.game, case.phrases, spoken)
    except InputError:
        if not spoken:
            raise
        return None
    try:
        shown = _show(_Words(example.game), example, case, scene, bool(spoken))
    except KeyError as error:
        raise TemplateError(
            f"{example.file}, line {case.line}: [shown] of templates/games/{example.game}/sentences.toml has no "
            f"words for {error}."
        ) from error
    return shown if _in_play(shown, house) else None


def _in_play(shown: Shown, house: House) -> bool:
    """Whether all its cards are in the deck that the house has chosen."""
    deck = DECKS.get(str(house.changed.get("deck", "full")).removesuffix("2"), DECKS["full"])
    return all(card.card in deck or isinstance(card.card, Joker) for group in shown.groups for card in group.cards)


def _shown(name: str) -> dict[str, Any]:
    return read_toml(f"games/{name}/sentences.toml" if name else "engine/sentences.toml").get("shown", {})


class _Words:
    """`[shown]` of a game, over that of the game that it is `like`, over that of all games."""

    def __init__(self, game: str) -> None:
        own = _shown(game)
        tables = [_shown(""), *([_shown(own["like"])] if "like" in own else []), own]
        self.phrases, self.answers, self.facts, self.reasons = (
            {key: value for table in tables for key, value in table.get(part, {}).items()}
            for part in ("phrases", "answers", "facts", "reasons")
        )
        self.headed: list[str] = own.get("headed", [])  # headings that are said with their sentence
        self.instead: dict[str, str] = own.get("instead", {})  # a fact that the yes of another one has told already
        self.understood: list[str] = own.get("understood", [])  # house rules that need no mention
        self.house: str = _shown("")["house"]
        self.headings: bool = own.get("headings", False)  # the engine's heading is the answer


def _show(words: _Words, example: Example, case: Case, scene: Scene, checked: bool) -> Shown:
    told = [scene.parse_phrase(phrase)[:2] for phrase in case.phrases if not phrase.startswith("with ")]
    groups = _groups(words, told, case)
    said = [_fill(sentence, values) for name, values in told for sentence in _sentences(words.phrases[name], values)]
    told_first = dict.fromkeys(map(_sentence, filter(None, [*_spoken(words, example.game, case), *said])))
    main = _main(words, case, scene.facts)
    answer, verdict = _answer(words, main, scene)
    outcome = list(dict.fromkeys(_outcome(words, case, scene, main)))
    return Shown(
        " ".join(told_first),
        groups,
        verdict,
        answer,
        " ".join(map(_sentence, filter(None, outcome))),
        (Span(named(case.note)),) if case.note else (),
        example.rules,
        changed=checked and any(not _holds(fact, scene.facts) for fact in case.facts),
        place=f"{example.file}:{case.line}",
    )


def _spoken(words: _Words, game: str, case: Case) -> Iterator[str]:
    """The house rules that a line puts in force itself, but for those that its chapter is about."""
    for phrase in case.phrases:
        name, _, value = phrase.removeprefix("with ").partition("=")
        if phrase.startswith("with ") and name not in words.understood:
            said = house_sentences(find_game(game).house(**{name: value}))
            yield from (words.house.format(sentence=each) for each in said)


def _sentences(phrase: dict[str, Any], values: dict[str, Any]) -> Iterator[str]:
    """What to say of a phrase: its words, and for a value that is empty the sentence that says so."""
    if phrase.get("words"):
        yield phrase["words"]
    if "empty" in phrase and not values[phrase["empty"][0]]:
        yield phrase["empty"][1]


def _holds(fact: Fact, facts: dict[str, Any]) -> bool:
    try:
        return fact.holds(facts)
    except KeyError:  # the engine says nothing about it any more
        return False


# ---------------------------------------------------------------- cards


def _groups(words: _Words, told: list[tuple[str, dict[str, Any]]], case: Case) -> tuple[Group, ...]:
    """The cards of every phrase by role; cards of one role, named one after the other, lie together.

    Cards of players who have no part in the line are left out: the engine needs them, the reader does not.
    """
    found: list[Group] = []
    parts = _parts(told, case)
    for name, values in told:
        if values.get("seat") not in parts.get(words.phrases[name].get("only"), (values.get("seat"),)):
            continue
        for key, role, *form in words.phrases[name].get("groups", []):
            value = values.get(key)
            if value is None or value == ():
                continue
            label = _fill(role, values)
            fresh = list(_cards_of(value, label, form[0] if form else "row", values.get("declared") or ()))
            if words.phrases[name].get("replaces"):
                found = [group for group in found if group.role != label]
            last = found[-1] if found else None
            if last and (last.role, last.form) == (label, "row") == (fresh[0].role, fresh[0].form):
                found[-1] = Group(label, last.cards + fresh.pop(0).cards)
            found += fresh
    return tuple(found)


def _parts(told: list[tuple[str, dict[str, Any]]], case: Case) -> dict[str, set[Any]]:
    """Who plays (`actors`), and to whom something is done or of whom something is stated (`owners`)."""
    events = [values for name, values in told if name[0].isupper()]
    pairs = [fact.text.split()[:2] for fact in case.facts]
    stated = {parse_seat(pair[0]) for pair in pairs if pair[0] in NAMES and pair[-1] in ("in", "row")}
    if not events:  # a question about the cards that are named
        return {}
    return {
        "actors": {values.get("seat") for values in events},
        "owners": {values[key] for values in events for key in ("owner", "target", "layer") if key in values} | stated,
    }


def _cards_of(value: Any, role: str, form: str, declared: tuple[str, ...]) -> Iterator[Group]:
    """A card, cards, a pile, piles or sets of piles as groups: each pile of several cards by itself."""
    if isinstance(value, (Card, Joker)):
        yield Group(role, (ShownCard(value, _declared(value, declared)),), form)
    elif hasattr(value, "units"):
        form = "row" if value.kind == 0 else "pile"
        yield Group(role, tuple(_laid(laid) for unit in value.units for laid in unit), form)
    elif hasattr(value, "card"):
        yield Group(role, (_laid(value),), form)
    elif all(isinstance(each, (Card, Joker)) for each in value):
        yield Group(role, tuple(map(ShownCard, value)), form)
    elif all(isinstance(each, tuple) for each in value):  # sets: each takes by itself
        for number, each in enumerate(value):
            yield from _cards_of(each, role if not number else f"and {role}", form, ())
    else:
        singles = tuple(_laid(pile.units[0][0]) for pile in value if pile.kind == 0)
        if singles:
            yield Group(role, singles, "row")
        for pile in value:
            if pile.kind:
                yield from _cards_of(pile, f"{role}, a {('card', 'build', 'stack')[pile.kind]}", form, ())


def _laid(laid: Any) -> ShownCard:
    return ShownCard(laid.card, "" if laid.number is None else str(laid.number))


def _declared(card: Card | Joker, declared: tuple[str, ...]) -> str:
    """The natural card that a declared wild stands for, by name; the values alone where they do not fit."""
    if not declared or isinstance(card, Joker):
        return ""
    values = {v: getattr(card, v) for v in VARIABLES}
    for value in declared:
        variable = next(v for v in VARIABLES if value in VALUES[v])
        if variable not in card.wilds:
            return " ".join(declared)
        values[variable] = value
    return Card(**values).name


# ---------------------------------------------------------------- verdict and words


def _main(words: _Words, case: Case, facts: dict[str, Any]) -> str:
    """The fact that gives the verdict: that something is not legal, else the first stated one that has an answer."""
    if facts.get("legal") is False:
        return "legal"
    for fact in case.facts:
        key = _key_of(fact, facts)
        if _plain_key(key)[0] in words.answers and isinstance(facts.get(key), (bool, list, str, type(None))):
            return key
    return ""


def _answer(words: _Words, main: str, scene: Scene) -> tuple[str, str]:
    if not main:
        return "", "fact"
    got = scene.facts[main]
    key, name = _plain_key(main)
    if words.headings and key == "legal" and scene.reasons:
        answer = scene.reasons[0].heading.capitalize()
    else:
        answer = words.answers[key][0 if got else 1].format(name=name)
    return answer, "yes" if got else "no"


def _outcome(words: _Words, case: Case, scene: Scene, main: str) -> Iterator[str]:
    """The engine's reasons where a fact has some, and the other stated facts, as they came out."""
    facts = scene.facts
    if main == "legal" and not facts["legal"]:
        first = scene.reasons[0].heading if scene.reasons else ""
        yield from (_said(words, reason) for reason in scene.reasons if reason.heading == first)
        return
    for fact in case.facts:
        key = _key_of(fact, facts)
        if not key:
            continue
        plain_key, name = _plain_key(key)
        if plain_key in words.reasons:
            begin = words.reasons[plain_key]
            begin = tuple(begin) if isinstance(begin, list) else begin
            found = [_said(words, reason) for reason in scene.reasons if reason.heading.startswith(begin)]
            if found:
                yield from found
                continue
        if plain_key in words.facts:
            told = main and words.instead.get(plain_key) == main and facts[main]
            if words.facts[plain_key] and key != main and not told:
                yield _tell(words.facts[plain_key], facts[key], name)
        elif key != main and plain_key in words.answers:
            yield f"{words.answers[plain_key][0 if facts[key] else 1].format(name=name)}."
        elif key != main:
            raise KeyError(f"the fact {plain_key!r}")


def _key_of(fact: Fact, facts: dict[str, Any]) -> str:
    try:
        return fact.look_up(facts)[0]
    except KeyError:
        return ""


def _plain_key(key: str) -> tuple[str, str]:
    """`Ann cards` is the fact `NAME cards` of Ann."""
    first, _, rest = key.partition(" ")
    return (f"NAME {rest}", first) if first in NAMES else (key, "")


def _tell(sentence: str | list[str], value: Any, name: str) -> str:
    """A fact's sentence; a pair is for what is so, and for what is not."""
    if isinstance(sentence, list):
        sentence = sentence[1] if not value else sentence[0]
    if isinstance(value, (list, tuple, set, frozenset)) and value:
        shown = join_words(("undefined" if each is None else str(each) for each in _in_order(value)), "and")
    else:
        shown = show_fact(value)
    plural = "" if shown == "1" else "s"
    return named(sentence.format(value=shown, name=name, s=plural, are="is" if shown == "1" else "are"))


def _in_order(value: Any) -> list[Any]:
    """Sets in the order of the deck."""
    if not isinstance(value, (set, frozenset)):
        return list(value)
    rows = list(chain.from_iterable(VALUES.values()))
    return sorted(value, key=lambda each: (rows.index(each) if each in rows else len(rows), str(each)))


def _said(words: _Words, reason: Any) -> str:
    text = named(reason.text)
    begin = next((word for word in words.headed if reason.heading.startswith(word)), None)
    return f"{reason.heading.capitalize()}: {text}" if begin else text


class _Seats(tuple):
    """Names of players."""


class _Phrase(string.Formatter):
    """Seats by name, with a verb as `{seats:slap}`; cards and claims in words, sequences as lists, `{n:card}`."""

    def get_field(self, field_name: str, args: Any, kwargs: Any) -> Any:
        value = kwargs[field_name]
        if field_name in SEATS and value is not None:
            value = _Seats(map(seat_name, value if isinstance(value, tuple) else (value,)))
        return value, field_name

    def format_field(self, value: Any, spec: str) -> str:
        if isinstance(value, _Seats):
            verb = f" {spec}{'s' if len(value) == 1 else ''}" if spec else ""
            return join_words(value, "and") + verb
        if spec and isinstance(value, int):
            return f"{value} {spec}{'' if value == 1 else 's'}"
        if isinstance(value, (Card, Joker)):
            return value.name
        if isinstance(value, tuple):
            return join_words((self.format_field(each, "") for each in value), "and") if value else "nothing"
        return str(value)


_PHRASE = _Phrase()


def _fill(text: str, values: dict[str, Any]) -> str:
    """A phrase's sentence, with its bracketed parts where their values are there."""

    def part(found: re.Match[str]) -> str:
        names = re.findall(r"\{(\w+)", found[1])
        return "" if any(values.get(name) in (None, ()) for name in names) else found[1]

    return named(_PHRASE.vformat(re.sub(r"\[([^\]]*)\]", part, text), (), values))


def named(text: str) -> str:
    """Card codes in a sentence as names; the signs of builds and stacks stand apart."""
    text = SEPARATED.sub(lambda found: f" {found[1]} ", text)

    def name(found: re.Match[str]) -> str:
        card = parse_card(found[0].partition("=")[0])
        number = found[1] or found[3]
        return f"{card.name} as {number}" if number else card.name

    return CODES.sub(name, text)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
