"""Reasons as data, verdicts made of them, and their sentences out of `templates/games/`.

A reason never holds English: its key finds a heading and a sentence in `templates/games/<game>/sentences.toml`,
its parameters fill them.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tt_print.deck import AnyCard, Card, Joker
from tt_print.engine.house import House
from tt_print.engine.notation import seat_name
from tt_print.errors import InputError, TemplateError, join_words
from tt_print.records import dataclass
from tt_print.templates import read_toml


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is so: rule numbers of the source, rulings, what decided, and the sentence's key.

    `variables` and `cards` are those that decided. `instead` is what would have been legal, nearest
    first, where the answer is no. `values` fill the sentence, beside `cards`, `variables` and `instead`.
    """

    game: str
    key: str
    rules: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    variables: tuple[str, ...] = ()
    cards: tuple[AnyCard, ...] = ()
    instead: tuple[object, ...] = ()
    values: tuple[tuple[str, object], ...] = ()

    @property
    def heading(self) -> str:
        return self._fill("heading")

    @property
    def sentence(self) -> str:
        """What decided, and where the answer is no, what would have made it yes."""
        return f"{self.text} {self.cure}" if self.instead else self.text

    @property
    def text(self) -> str:
        """What decided, alone."""
        return self._fill("text")

    @property
    def source(self) -> str:
        """`rules 3, 4c; ruling Z-4`"""
        parts = [_numbered("rule", self.rules), _numbered("ruling", self.rulings)]
        return "; ".join(part for part in parts if part)

    @property
    def cure(self) -> str:
        """What would have made it yes; "" where nothing is known."""
        return self._fill("cure") if self.instead else ""

    def fill(self, text: str) -> str:
        """A text with the values of this reason in it."""
        known = dict(self.values) | {"cards": self.cards, "variables": self.variables, "instead": self.instead}
        return _WORDS.vformat(text, (), known)

    def _fill(self, part: str) -> str:
        return self.fill(self.template(part))

    def template(self, part: str) -> str:
        """The `heading`, `text` or `cure` as it is written, before anything is filled in."""
        row = sentences(self.game).get(self.key)
        if row is None or part not in row:
            raise TemplateError(f"templates/games/{self.game}/sentences.toml has no {part} for {self.key!r}.")
        return row[part]


def sentences(game: str) -> dict[str, dict[str, str]]:
    """The sentences of a game by key, over those that all games share."""
    common: dict[str, dict[str, str]] = read_toml("engine/sentences.toml")["reasons"]
    own: dict[str, dict[str, str]] = read_toml(f"games/{game}/sentences.toml")["reasons"]
    return common | own


@dataclass(frozen=True, slots=True)
class Question:
    """What nobody has said and a verdict may need. `text` asks, `phrase` is what to type, with `...` where the answer is.
    `short` asks without what to type; `answers` are all phrases that answer it there.

    `key` says what is asked for (`hand`, `center`), `seat` whose it is, None where it is nobody's. `assumed` says in words what was
    taken for granted.
    """

    key: str
    seat: int | None = None
    text: str = ""
    phrase: str = ""
    short: str = ""
    answers: tuple[str, ...] = ()
    assumed: str = ""


def make_question(game: str, key: str, seat: int | None, values: Mapping[str, object]) -> Question:
    """A question in the words of `[questions.KEY]` of a game's sentences, over those that all games share. Raises KeyError for a
    value that they need."""
    row = question_rows(game)[key]
    text, phrase, short, assumed = (
        _WORDS.vformat(row.get(part, default), (), values)
        for part, default in (("text", ""), ("phrase", row["text"]), ("short", row["text"]), ("assumed", ""))
    )
    answers = tuple(_WORDS.vformat(answer, (), values) for answer in row.get("answers", (row["phrase"],)))
    return Question(key, seat, text, phrase, short, answers, assumed)


def question_rows(game: str) -> dict[str, Any]:
    """What can be asked for about a table of a game, by key."""
    common: dict[str, dict[str, str]] = read_toml("engine/sentences.toml")["questions"]
    own: dict[str, dict[str, str]] = read_toml(f"games/{game}/sentences.toml").get("questions", {})
    return {key: common.get(key, {}) | own.get(key, {}) for key in common | own}


def verdict_heading(game: str, event: str, right: bool | None) -> str:
    """How a verdict on a legal event begins whose player was right or wrong: `[verdicts]` of a game's sentences, both headings
    by the name of the event; "" where there are none."""
    words: dict[str, list[str]] = read_toml(f"games/{game}/sentences.toml").get("verdicts", {})
    return "" if right is None or event not in words else words[event][0 if right else 1]


class IllegalMove(InputError):
    """What the rules do not allow. `reason` says why; nothing has happened."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        source = self.reason.source
        return self.reason.sentence + (f" ({source})" if source else "")


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to one question at the table.

    `yes` is the answer in one word (legal, a slap, eliminated), None where the question is how many.
    `facts` are the game's own keys in JSON order, with plain values; `reasons` decided, most telling first; `cites` are rules behind
    facts that no reason speaks of.
    """

    game: str
    yes: bool | None
    facts: Mapping[str, Any]
    reasons: tuple[Reason, ...]
    house: House
    cites: tuple[str, ...] = ()

    @property
    def rules(self) -> list[str]:
        """The rule numbers that decided, each once."""
        return list(dict.fromkeys([*self.cites, *(rule for reason in self.reasons for rule in reason.rules)]))

    @property
    def rulings(self) -> list[str]:
        return list(dict.fromkeys(r for reason in self.reasons for r in reason.rulings))


class _SentenceFormatter(string.Formatter):
    """Cards by name, sequences as "a, b, or c" (`{x:or}`) or "a, b, and c", counts as `{n:card}` -> "2 cards"."""

    def format_field(self, value: object, spec: str) -> str:
        if isinstance(value, (Card, Joker)):
            return value.safe_code if spec == "code" else value.name
        if isinstance(value, (tuple, list, frozenset)):
            last = spec or "and"
            codes = last == "codes"
            words = [self.format_field(item, "code" if codes else "") for item in value]
            return join_words(words, "or" if codes else last) if words else "nothing"
        if spec and isinstance(value, int):
            return f"{value} {spec}" + ("" if value == 1 else "s")
        return format(value, spec)


_WORDS = _SentenceFormatter()


def _numbered(word: str, numbers: Iterable[str]) -> str:
    listed = ["set-up" if number == "setup" else number for number in numbers]
    return f"{word}{'s' if len(listed) > 1 else ''} {', '.join(listed)}" if listed else ""


def outcome(
    game: str,
    key: str,
    *rules: str,
    cards: tuple[AnyCard, ...] = (),
    seat: int | None = None,
    other: int | None = None,
    seats: Iterable[int] | None = None,
    **values: object,
) -> Reason:
    """The sentence `then_KEY` of a game; `seat`, `other` and `seats` come out as names."""
    names = {name: seat_name(each) for name, each in (("seat", seat), ("other", other)) if each is not None}
    all_names = {} if seats is None else {"seats": tuple(map(seat_name, seats))}
    return Reason(game, f"then_{key}", rules, cards=cards, values=(*names.items(), *all_names.items(), *values.items()))


def change_of_cards(
    game: str, key: str, seat: int, before: int, after: int, *rules: str, is_known: bool = True
) -> Reason:
    """Who takes, draws or gives how many cards: `then_KEY` has the numbers before and after, `then_KEY_some` has not,
    for where nobody has said how many there were."""
    count = abs(after - before)
    if is_known:
        return outcome(game, key, *rules, seat=seat, count=count, before=before, after=after)
    return outcome(game, f"{key}_some", *rules, seat=seat, count=count)


def change_of_points(game: str, before: Iterable[int], after: Iterable[int], *rules: str) -> Iterator[Reason]:
    """What each player scores, those left out who score nothing."""
    for seat, (was, now) in enumerate(zip(before, after, strict=True)):
        if was != now:
            yield outcome(game, "points", *rules, seat=seat, points=now - was, before=was, after=now)


def end_of_game(game: str, winners: tuple[int, ...], *rules: str) -> Reason:
    return outcome(game, "won", *rules, seats=winners) if winners else outcome(game, "nobody_won", *rules)
