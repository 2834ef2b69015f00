"""What is asked of a person, as data: one field or one question, with its kind, words and limits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from tt_print.engine.house import House, Option, show_value
from tt_print.errors import InputError, did_you_mean
from tt_print.problems import Problem
from tt_print.records import dataclass
from tt_print.requests.kinds import Kind
from tt_print.requests.notes import Request
from tt_print.requests.reading import from_data
from tt_print.templates import read_table

if TYPE_CHECKING:
    from pathlib import Path

    from tt_print.engine.base import Game, ScoredGame

HouseRules = Mapping[str, Any] | tuple[str, ...]


class Object(Kind):
    """Values by their names, which the request itself looks at."""

    form, types = "object", (Mapping,)


class Records(Kind):
    """A list of objects, each with the fields of a request of its own."""

    form, types = "list", (list, tuple)

    def __init__(self, shape: type[Request]) -> None:
        super().__init__()
        self.shape = shape

    def check(self, value: Any) -> tuple[Request, ...]:
        if strange := [each for each in super().check(value) if not isinstance(each, Mapping)]:
            raise Problem("type", value=strange[0], wanted="object")
        return tuple(from_data(self.shape, each) for each in value)


class Choice(NamedTuple):
    """One answer: `value` is sent back, `text` is shown."""

    value: Any
    text: str


JSON_KEYS = {
    "many": "many", "default": "default", "choices": "choices", "minimum": "min", "maximum": "max", "is_open": "open",
    "ruling": "ruling", "jokers": "jokers", "wild_of": "wild_of",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Field:
    """What is wanted: `docs/core.md` has the kinds. `many` says that several may be given, as a list.

    `choices` None means any value of the kind; with `is_open` other values may also be right. `minimum` and `maximum` are those of
    a number, or how many are wanted. `wild_of` is the field of a card: this one matters only if that card is wild.
    """

    name: str
    kind: str
    text: str
    needed: bool = True
    many: bool = False
    default: Any = None
    choices: tuple[Choice, ...] | None = None
    minimum: int | None = None
    maximum: int | None = None
    is_open: bool = False
    ruling: str = ""
    jokers: bool = False
    wild_of: str = ""

    def as_json(self) -> dict[str, Any]:
        """Without what does not apply."""
        found: dict[str, Any] = {"name": self.name, "kind": self.kind, "text": self.text, "needed": self.needed}
        for name, key in JSON_KEYS.items():
            value = getattr(self, name)
            if value not in (None, "", (), []) and (value is not False or name == "default"):
                found[key] = [each._asdict() for each in value] if name == "choices" else value
        return found

    def texts(self, value: Any) -> list[str]:
        """A value as the texts that a game reads, one for each time that it is given. Raises InputError for another kind of value."""
        if not self.many:
            return [self._text(value)]
        if not isinstance(value, list):
            raise InputError(f"{self.name}: give a list.")
        return list(map(self._text, value))

    def _text(self, value: Any) -> str:
        """`RC3,RH1` of ["RC3", "RH1"]. A pile is `RC3+RH1/RS4`: units from bottom to top, each of its cards."""
        if self.kind == "number" and type(value) is int:
            return str(value)
        marks = {"cards": ",", "values": ",", "pile": "/+", "piles": ",/+", "sets": ",/+"}.get(self.kind, "")
        return self._joined(value, marks)

    def _joined(self, value: Any, marks: str) -> str:
        """A text, or lists of texts in lists with a mark between the members of each."""
        if isinstance(value, str):
            return value
        if marks and isinstance(value, list):
            return marks[0].join(self._joined(each, marks[1:]) for each in value)
        raise InputError(f"{self.name}: {value!r} is not a text.")


def as_json(fields: Iterable[Field]) -> list[dict[str, Any]]:
    return [field.as_json() for field in fields]


TYPED = ("number", "numbers", "text", "claim")  # kinds of what is not tapped alone


def missing_text(kind: str, words: str) -> str:
    """What to do about a field that is empty, by what it is called: `Tap the card that Bo played.`"""
    return f"{'Fill in' if kind in TYPED else 'Tap'} {words.rstrip('.')}."


def plain_choices(values: Iterable[str]) -> tuple[Choice, ...]:
    """Values that are their own words."""
    return tuple(Choice(value, value) for value in values)


# ---------------------------------------------------------------- house rules


def house_fields(game: ScoredGame) -> list[Field]:
    """What a table may decide, with the sentence of each decision."""
    from tt_print.engine.house_words import read_house_words

    words, printed = read_house_words(game.name), read_table(str, "core/requests.toml", "printed_rule")
    return [_house_field(option, words.options.get(option.name, {}), printed) for option in game.options]


def _house_field(option: Option, sentences: Mapping[str, str], printed: str) -> Field:
    def text(value: Any) -> str:
        is_name = (
            isinstance(value, str) and value == option.default
        )  # `left_of_dealer`, which the option's text explains
        return sentences.get(show_value(value)) or (printed if is_name else show_value(value))

    kind = "text" if option.read is not None else "number" if option.minimum is not None else "choice"
    if kind == "choice" and set(option.values) == {True, False}:
        kind = "yesno"
    listed = tuple(Choice(value, text(value)) for value in option.values)
    return Field(
        option.name, kind, option.meaning, needed=False, choices=listed or None, is_open=bool(listed) and kind in ("text", "number"),
        default=show_value(option.default) if isinstance(option.default, tuple) else option.default,
        minimum=option.minimum, maximum=option.maximum, ruling=option.ruling,
    )  # fmt: skip


def rule_texts(rules: HouseRules) -> list[str]:
    """House rules as `name=value`. Raises InputError for a value that cannot be written so."""
    if not isinstance(rules, Mapping):
        return list(rules)
    for name, value in rules.items():
        if not isinstance(value, (str, int, float, bool)):
            raise InputError(f"the house rule {name} has a value, and {value!r} is none.")
    return [f"{name}={show_value(value)}" for name, value in rules.items()]


def read_house(game: ScoredGame, rules: HouseRules) -> House:
    """The house rules of a request. Raises HouseError."""
    from tt_print.games import GAMES

    return game.read_house(None, rule_texts(rules), GAMES)


def load_house_rules(names: Sequence[str], path: Path | None, overrides: Sequence[str]) -> list[tuple[Game, House]]:
    """The games that are named, or all of them for `all`, each once and with its house rules.

    With several games a rule goes to every one that knows it. Raises InputError where none does, or where no game is named.
    """
    from tt_print.engine.house import HouseError
    from tt_print.games import GAMES, find_game, load_games

    if not names:
        raise InputError("no game is named. Name one, several, or all.")
    games = load_games() if "all" in names else [find_game(name) for name in dict.fromkeys(names)]
    if len(games) == 1:
        return [(games[0], games[0].read_house(path, overrides, GAMES))]
    rules = {text: text.partition("=")[0].strip() for text in overrides}
    known = {option.name for each in games for option in each.options}
    if strange := next((name for text, name in rules.items() if "=" in text and name not in known), None):
        raise HouseError(f"none of these games has a house rule {strange!r}.{did_you_mean(strange, known)}")
    found = []
    for each in games:
        own = {option.name for option in each.options}
        try:
            meant = [text for text, name in rules.items() if name in own or "=" not in text]
            found.append((each, each.read_house(path, meant, GAMES)))
        except HouseError as error:
            raise HouseError(f"not in {each.title}: {error} Or name only the games that it is meant for.") from None
    return found
