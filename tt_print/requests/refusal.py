"""A request that is refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from tt_print.errors import InputError
from tt_print.problems import CodedError, LayoutProblem, Problem
from tt_print.requests.notes import Request

NO_REQUEST = ("type", "unknown_field", "missing")  # codes of what is no request at all, whoever asks it


class RefusedError(InputError):
    """A request that cannot be answered, with all that is wrong with it, so that a form can mark every field."""

    def __init__(self, shape: type[Request], problems: Iterable[CodedError]) -> None:
        self.shape, self.problems = shape, [*problems]
        super().__init__(", ".join(f"{each.field}: {each.code}" for each in self.problems))

    def __str__(self) -> str:
        from tt_print.requests.words import sentence

        return sentence(self.problems[0], self.shape)

    @property
    def kind(self) -> str:  # type: ignore[override]
        return "request" if self.problems[0].code in NO_REQUEST else "input"

    @property
    def details(self) -> dict[str, Any]:
        from tt_print.requests.words import sentence

        return {"problems": [{**each.as_json(), "text": sentence(each, self.shape)} for each in self.problems]}


@contextmanager
def refusing(shape: type[Request]) -> Iterator[None]:
    """Raises a problem of a request that is found while it is answered as a RefusedError."""
    try:
        yield
    except (Problem, LayoutProblem) as problem:
        raise RefusedError(shape, [problem]) from None
