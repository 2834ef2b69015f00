"""Text both ways: values, events ("Ann lays KC2 as red") and whole states, one field a line; and what an event is made of.

Each piece of a game has one codec, found by the name of its type, so that what prints also parses.
Sequences run from bottom to top; an empty one is `-`. An event is a frozen dataclass with the sentence that tells it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from functools import cached_property
from types import MappingProxyType
from typing import Any, Never, TypeVar, cast, dataclass_transform

from tt_print.deck import FULL, JOKERS, VALUES, AnyCard, Card, parse_card
from tt_print.errors import InputError, NotationError
from tt_print.records import dataclass
from tt_print.typed_words import read_whole

Seat = int  # 0 for the first player, clockwise; states and events say Seat so that they print names
Value = str  # a value of a variable, such as `red` or `?`
NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kit", "Lee")  # seats clockwise
# One object a card, so that a count of objects is a count of cards.
BOTH: tuple[AnyCard, ...] = (*FULL, *JOKERS)
INTERNED: dict[AnyCard, AnyCard] = dict(zip(BOTH, BOTH, strict=True))
C = TypeVar("C", bound=AnyCard)
NONE: Mapping[str, Never] = MappingProxyType({})
SEPARATORS = (" ", " | ", " || ", " ||| ")


@dataclass(frozen=True, slots=True)
class Codec:
    """A pattern that finds a value in text, and both ways between the text and the value.

    `depth` is 0 for a word, one more for each sequence around it; it chooses the separator.
    """

    pattern: str
    read: Callable[[str], Any]
    show: Callable[[Any], str]
    depth: int = 0


def seat_name(seat: int) -> str:
    """`Ann` for seat 0, clockwise from there; after twelve names `P13`."""
    return NAMES[seat] if seat < len(NAMES) else f"P{seat + 1}"


def parse_seat(text: str) -> int:
    """Undoes `seat_name`, in either case."""
    word = text.strip().capitalize()
    if word in NAMES:
        return NAMES.index(word)
    number = read_whole(word[1:]) if word.startswith("P") else None
    if number is not None and number > len(NAMES):
        return number - 1
    raise NotationError(f"{text!r} is not a player. Players sit in the order {' '.join(NAMES)} P13 P14 and so on.")


def intern_card(text: str) -> AnyCard:
    """The card of this code or these words, always the same object for the same card."""
    return INTERNED[parse_card(text)]


def intern_all(cards: Iterable[C]) -> tuple[C, ...]:
    """The same cards, each as the one object that stands for it."""
    return tuple(cast(C, INTERNED[card]) for card in cards)


def plain_card(card: AnyCard) -> Card:
    """The card where no joker can be. Raises InputError for a joker."""
    if isinstance(card, Card):
        return card
    raise InputError(f"{card.name} is not possible here.")


def _read_bool(text: str) -> bool:
    return {"yes": True, "no": False}[text.lower()]


_VALUE = "|".join(re.escape(value) for row in VALUES.values() for value in row)
_CARD = r"[RYGBK][CHTSB][1234?Q]"
CODECS: dict[str, Codec] = {
    "int": Codec(r"-?\d+", int, str),
    "str": Codec(r"[\w.-]+", str, str),
    "text": Codec(r".+", str.strip, str),
    "bool": Codec(r"yes|no", _read_bool, lambda value: "yes" if value else "no"),
    "Card": Codec(_CARD, intern_card, str),
    "AnyCard": Codec(_CARD + r"|J[12]", intern_card, str),
    "Seat": Codec(r"Player|" + "|".join(NAMES) + r"|P\d+", parse_seat, seat_name),
    "Value": Codec(_VALUE, str.lower, str),
}
# In a Form brackets mean something else, so sequences have short names there.
SHORT = {
    "Cards": "tuple[Card, ...]",
    "AnyCards": "tuple[AnyCard, ...]",
    "Values": "tuple[Value, ...]",
    "Seats": "tuple[Seat, ...]",
    "ints": "tuple[int, ...]",
}


def unwrap(kind: str) -> tuple[str, str]:
    """A type as written, without what is around it: "None" for `X | None`, "tuple" for `tuple[X, ...]`, "" where it is simple."""
    kind = SHORT.get(kind.strip(), kind.strip())
    if kind.endswith("| None"):
        return kind.removesuffix("| None").strip(), "None"
    if kind.startswith("tuple["):
        return kind.removeprefix("tuple[").removesuffix(", ...]"), "tuple"
    return kind, ""


def codec(kind: str, more: Mapping[str, Codec] = NONE) -> Codec:
    """The codec of a type, by its name as written: `Card`, `Card | None`, `tuple[tuple[Card, ...], ...]`.

    `more` holds a game's own types. Raises KeyError for a type without a codec.
    """
    if found := more.get(kind.strip()) or CODECS.get(kind.strip()):
        return found
    part, wrapper = unwrap(kind)
    if not wrapper:
        raise KeyError(f"no codec for {kind}")
    return _optional(codec(part, more)) if wrapper == "None" else _sequence(codec(part, more))


def _optional(part: Codec) -> Codec:
    return Codec(
        rf"(?:{part.pattern})|none",
        lambda text: None if text == "none" else part.read(text),
        lambda value: "none" if value is None else part.show(value),
        part.depth,
    )


def _sequence(part: Codec) -> Codec:
    separator, empty = SEPARATORS[part.depth], "-" * (part.depth + 1)
    each = rf"(?:{part.pattern})"
    return Codec(
        rf"{each}(?:{re.escape(separator)}{each})*|{empty}",
        lambda text: () if text == empty else tuple(part.read(item) for item in text.split(separator)),
        lambda values: separator.join(map(part.show, values)) or empty,
        part.depth + 1,
    )


@dataclass(frozen=True, slots=True)
class Blank:
    """A place in a form. `kind` is the type of what goes there, as written (`Seat`, `Cards`). What is in brackets is not `needed`."""

    name: str
    kind: str
    needed: bool


class Form:
    """A sentence with places for values, read and written: `{seat:Seat} lays {card:Card}[ as {declared:Values}]`.

    A part in brackets appears only when all its values do (not None, empty or False); it may not hold another.
    """

    def __init__(self, text: str, event: type | None = None, more: Mapping[str, Codec] = NONE) -> None:
        """`event` has the types of places without one, `more` a game's own types.

        Each game has forty forms, and a question needs three: the rest of one is worked out when it is first needed.
        """
        self.text = text
        self._event, self._more = event, more
        self._word = (
            max(re.split(r"\{[^}]*\}|\[[^\]]*\]", text), key=len).strip().lower()
        )  # stands in every such sentence

    @cached_property
    def parts(self) -> list[tuple[bool, list[str | Blank]]]:
        """Whether it is optional, and its words and places."""
        kinds = {} if self._event is None else {field.name: str(field.type) for field in fields(self._event)}
        found: list[tuple[bool, list[str | Blank]]] = []
        for part in re.split(r"(\[[^\]]*\])", self.text):
            is_optional, bits = part.startswith("["), list[str | Blank]()
            for bit in re.split(r"(\{[^}]*\})", part.strip("[]")):
                name, _, kind = bit.strip("{}").partition(":")
                bits.append(Blank(name, kind or kinds[name], not is_optional) if bit.startswith("{") else bit)
            found.append((is_optional, bits))
        return found

    @cached_property
    def blanks(self) -> tuple[Blank, ...]:
        """Each once, in the order of the form."""
        every = (bit for _, bits in self.parts for bit in bits if isinstance(bit, Blank))
        return tuple({blank.name: blank for blank in every}.values())

    @cached_property
    def codecs(self) -> dict[str, Codec]:
        """How each value is read and written, by its place."""
        return {blank.name: codec(blank.kind, self._more) for blank in self.blanks}

    def pattern(self, value: Callable[[Blank], str]) -> str:
        """A pattern of these sentences, with that of each blank as a group of its name."""
        pattern = ""
        for is_optional, bits in self.parts:
            piece = "".join(re.escape(bit) if isinstance(bit, str) else f"(?P<{bit.name}>{value(bit)})" for bit in bits)
            pattern += f"(?:{piece})?" if is_optional else piece
        return pattern

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(self.pattern(lambda blank: self.codecs[blank.name].pattern), re.IGNORECASE)

    def read(self, text: str) -> dict[str, object] | None:
        """The values that `text` holds, by name, or None when it is another sentence."""
        if self._word not in text.lower():
            return None
        found = self._pattern.fullmatch(text.strip())
        if found is None:
            return None
        return {name: self.codecs[name].read(value) for name, value in found.groupdict().items() if value is not None}

    def write(self, value: Callable[[Blank], str | None]) -> str:
        """The sentence with a text in each blank; a part in brackets is left out where one of its places has None."""
        written = ""
        for is_optional, bits in self.parts:
            texts = [bit if isinstance(bit, str) else value(bit) for bit in bits]
            if not (is_optional and None in texts):
                written += "".join(filter(None, texts))
        return written

    def show(self, values: Mapping[str, object]) -> str:
        def text(blank: Blank) -> str | None:
            value = values[blank.name]
            is_empty = value is None or value is False or value == ()
            return None if is_empty and not blank.needed else self.codecs[blank.name].show(value)

        return self.write(text)


def event_form(event: type) -> str:
    """The sentence of an event (`notation.event`)."""
    form: str = vars(event)["FORM"]
    return form


class EventText:
    """The sentences of a game's events. An event is a frozen dataclass with its sentence as `FORM`."""

    def __init__(self, events: tuple[type, ...], more: Mapping[str, Codec]) -> None:
        self.forms = {event: Form(event_form(event), event, more) for event in events}

    def show(self, event: object) -> str:
        """Its sentence; an event with a hole in it (`scenes.Scene.EVENTS`) has its own words."""
        form = self.forms.get(type(event))
        return str(event) if form is None else form.show({name: getattr(event, name) for name in form.codecs})

    def read(self, text: str) -> object:
        """Raises NotationError for what is none."""
        event = self.find(text)
        if event is None:
            raise NotationError(f"{text!r} is not an event of this game.")
        return event

    def find(self, text: str) -> Any:
        """The event that `text` tells, or None."""
        for event, form in self.forms.items():
            values = form.read(text)
            if values is not None:
                return event(**values)
        return None


T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def event(form: str) -> Callable[[type[T]], type[T]]:
    """Makes an event of a class: frozen, compared by its fields, with its sentence as `FORM` (see `notation.Form`).

        @event("{seat} drops {card}")
        class Drop:
            seat: Seat
            card: PlayedCard
    """  # fmt: skip

    def make(cls: type[T]) -> type[T]:
        type.__setattr__(cls, "FORM", form)
        return dataclass(frozen=True, slots=True)(cls)

    return make


@event("deal {order}")
class Deal:
    """The shuffled deck, bottom to top, is dealt out. Where jokers may be in it, the game has a deal of its own."""

    order: tuple[Card, ...]
