"""What is wrong with a request, as data. Surfaces make the sentences (`words.sentence`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from tt_print.errors import did_you_mean

T = TypeVar("T")
PLAIN = (str, int, float, list, type(None))


class Problem(ValueError):
    """One thing that is wrong: its code, the field that it concerns, and the values that a sentence needs."""

    def __init__(self, code: str, field: str = "", **values: Any) -> None:
        super().__init__(code)
        self.code, self.field, self.values = code, field, values

    def at(self, field: str) -> Problem:
        """The same problem in a field. Kinds do not know what the field is called."""
        return self if self.field else Problem(self.code, field, **self.values)

    @property
    def fields(self) -> set[str]:
        """The field, and the other one if two do not go together."""
        return {self.field, *([self.values["other"]] if "other" in self.values else [])}

    def as_json(self) -> dict[str, Any]:
        plain = {name: value if isinstance(value, PLAIN) else str(value) for name, value in self.values.items()}
        return {"code": self.code, "field": self.field, **plain}


def pick(field: str, value: str, allowed: Iterable[T]) -> T:
    """The one of `allowed` that `value` says, in either case. Raises Problem."""
    names = {str(name).lower(): name for name in allowed}
    if (word := value.strip().lower()) not in names:
        raise Problem("unknown", field, value=value, near=did_you_mean(word, names), choices=[*names.values()])
    return names[word]
