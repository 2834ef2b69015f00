"""The words of requests, from `templates/core/requests.toml`: what each field is, and each problem as a sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from tt_print import problems
from tt_print.errors import join_words
from tt_print.problems import CodedError
from tt_print.requests.notes import Request, specs_of
from tt_print.templates import TemplateTable, read_table

Named = Callable[[type[Request], str], str]
"""What a surface calls a field of a request."""


class VerbWords(TemplateTable):
    """Of one command: its heading in a form, what it does, its examples, and the fields and problems that are worded for it alone."""

    title: str = ""
    text: str = ""
    more: str = ""
    examples: tuple[str, ...] = ()
    fields: Mapping[str, str] = {}


class RequestWords(TemplateTable):
    """What a field is begins with its label, up to the first colon, semicolon or period. `named` is what a value is one of.

    A problem is looked up by its command, field, code, and other field, from the most to the least special; `typed` are
    sentences that only a command line has.
    """

    printed_rule: str
    fields: Mapping[str, str]
    named: Mapping[str, str]
    verbs: Mapping[str, VerbWords]
    problems: Mapping[str, str]
    typed: Mapping[str, str]


def request_words() -> RequestWords:
    return read_table(RequestWords, "core/requests.toml")


def sentence_about(shape: type[Request], field: str) -> str:
    """What a field is: `Cut marks: ticks in the margin, lines around each card, or none.` `{names}` in the template is what it may be."""
    words = request_words()
    text = words.verbs[shape.verb].fields.get(field) or words.fields[field]
    return text.replace("{names}", listed_names(shape, field)) if "{names}" in text else text


def listed_names(shape: type[Request], field: str) -> str:
    """`west, squares, or full`."""
    *others, last = (name for name, _ in specs_of(shape)[field].kind.complete(""))
    return f"{', '.join(others)}, or {last}"


def label(shape: type[Request], field: str) -> str:
    """What a form calls a field: `Cut marks`."""
    return re.split(r"[.:;]", sentence_about(shape, field))[0]


def named_on_screen(shape: type[Request], field: str) -> str:
    return f"“{label(shape, field)}”" if field in specs_of(shape) else problems.screen_name(field)


def sentence(problem: CodedError, shape: type[Request], named: Named = named_on_screen, typed: bool = False) -> str:
    """The message of a problem, where `named` is what fields are called; `typed` if it comes from the command line."""
    words, values = request_words(), problem.values
    if problem.code == "config":
        error = values["error"]
        return sentence(error.at(problem.field), shape, named, typed) if isinstance(error, CodedError) else str(error)

    def name_of(field: str) -> str:
        return named(shape, field)

    if "." in problem.code:
        return problems.sentence(problem, name_of, typed)
    places = (f"{shape.verb}.{problem.field}", shape.verb, problem.field)
    keys = [
        f"{place}.{problem.code}.{values[what]}" for what in ("other", "wanted") if what in values for place in places
    ]
    keys += [*(f"{place}.{problem.code}" for place in places), f"{problem.code}.{values.get('wanted')}", problem.code]
    tables = (words.typed, words.problems) if typed else (words.problems,)
    text = next(table[key] for key in keys for table in tables if key in table)
    more: dict[str, object] = {
        "what": words.named.get(problem.field, problem.field),
        "verb": shape.verb,
        "bounds": _bounds(values.get("low"), values.get("high")),
    }
    if problem.code == "missing":
        names = [name for name, _ in specs_of(shape)[problem.field].kind.complete("")]
        more |= {"names": " ".join(names), "listed": join_words(names, "and")}
    return problems.fill(text, problem, name_of, **more)


def _bounds(low: Any, high: Any) -> str:
    if low is None:
        return "" if high is None else f"of {high:,} or less"
    return f"of {low:,} or more" if high is None else f"from {low:,} to {high:,}"
