"""Sentences for people who read them on a screen, where nothing can be typed.

The command line ends many sentences with what to type next. On a page such an end helps nobody: it is left out, and a flag is called as the
place on the page where the same thing is chosen. An error that has data beside its sentence is told from them. `templates/core/screen.toml`
has the words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from typing import Any

from tt_print.templates import TemplateTable, read_table

PROSE = (
    "text", "lines", "changes", "explained", "rows", "read", "asked", "note", "problems", "warning", "summary", "meaning", "discrepancies",
)  # fmt: skip
_FLAG = re.compile(r"(?<![\w-])--([a-z][a-z-]*)")
_TYPED = re.compile(r"(?<![\w-])(?:--[a-z]|tt-print\b|- (?:goes|to go) back)")
_OPTION = re.compile(r"\b([a-z]+(?:_[a-z]+)+)=([^\s,;.)]+)")
_IN_BRACKETS = re.compile(r" ?\([a-z]+(?:_[a-z]+)+=[^()]*\)")
_ANSWERS = {"true": "yes", "false": "no"}
_TO_TYPE = re.compile(r"(?:,? as in)?:? tt-print [a-z].*|: --[a-z].*")
_SENTENCES = re.compile(r"(?<=[.?!]) +(?=[A-Z“\"(]|--[a-z])")


class Phrase(TemplateTable):
    """`typed` is a pattern, `shown` what stands in its place."""

    typed: str
    shown: str


class ScreenWords(TemplateTable):
    """`errors`: what an error of a kind says, with its data in braces; `typed_only`: flags without a place on any screen."""

    typed_only: tuple[str, ...]
    flags: Mapping[str, str]
    errors: Mapping[str, str]
    phrases: tuple[Phrase, ...]


def for_screen(reply: Mapping[str, Any]) -> dict[str, Any]:
    """An answer about a score with every sentence as a screen says it; codes, names and files stay as they are."""
    if not str(reply.get("ask")).startswith(("score", "print", "faces")):
        return dict(reply)
    return {
        key: error_for_screen(value) if key == "error" else _shown(value, key in PROSE) for key, value in reply.items()
    }


def error_for_screen(error: Mapping[str, Any]) -> dict[str, Any]:
    """An error as data, told as a screen says it."""
    shown = {key: _shown(value, key in PROSE) for key, value in error.items()}
    words = screen_words().errors.get(error["kind"])
    with suppress(KeyError):  # another error of this kind has no data
        shown |= {"text": words.format(**error)} if words else {}
    return shown


@cache
def screen_words() -> ScreenWords:
    return read_table(ScreenWords, "core/screen.toml")


def _shown(value: Any, is_prose: bool) -> Any:
    if isinstance(value, str):
        return screen_text(value) if is_prose else value
    if isinstance(value, Mapping):
        return {key: _shown(each, key in PROSE) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_shown(each, is_prose) for each in value]
    return value


def screen_text(text: str) -> str:
    """`there is no deck 'x'. Choose --deck west or full.` is `there is no deck 'x'. Choose west or full.`"""
    if _TYPED.search(text):
        text = "\n".join(_screen_line(line) for line in text.split("\n"))
    return _OPTION.sub(_choice, _IN_BRACKETS.sub("", text))


def _screen_line(line: str) -> str:
    for typed, shown in _phrases():
        line = typed.sub(shown, line)
    first, *rest = _SENTENCES.split(line)
    said = [_without_end(first)] + [_without_end(each) for each in rest if not _is_advice(each)]
    return _FLAG.sub(_named, " ".join(said))


def _is_advice(sentence: str) -> bool:
    """Whether it says nothing but what to type."""
    typed_only = any(flag in screen_words().typed_only for flag in _FLAG.findall(sentence))
    return typed_only or bool(re.search(r"(?<![\w-])tt-print [a-z]", sentence))


def _without_end(sentence: str) -> str:
    kept = _TO_TYPE.sub("", sentence)
    return kept if kept == sentence or kept.endswith((".", "?", "!")) else f"{kept}."


def _named(flag: re.Match[str]) -> str:
    word = flag[1]
    return f"“{screen_words().flags.get(word, word.replace('-', ' '))}”"


def _choice(option: re.Match[str]) -> str:
    """`must_play=true` as “must play: yes”."""
    return f"“{option[1].replace('_', ' ')}: {_ANSWERS.get(option[2], option[2])}”"


@cache
def _phrases() -> list[tuple[re.Pattern[str], str]]:
    return [(re.compile(each.typed), each.shown) for each in screen_words().phrases]
