"""What can happen in a game: frozen dataclasses, each with the sentence that tells it; and the deal."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, dataclass_transform

from tt_print.deck import Card
from tt_print.records import dataclass

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
