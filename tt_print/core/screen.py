"""What cannot be printed, for people who read it on a screen, where nothing can be typed.

Sentences about what cannot be printed end with what to type next. On a page such an end helps nobody: it is left out, and a flag is called as the
place on the page where the same thing is chosen. `templates/core/screen.toml` has the words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from tt_print.templates import TemplateTable, read_table

_FLAG = re.compile(r"(?<![\w-])--([a-z][a-z-]*)")
_TYPED = re.compile(r"(?<![\w-])(?:--[a-z]|tt-print\b)")
_TO_TYPE = re.compile(r"(?:,? as in)?:? tt-print [a-z].*|: --[a-z].*")
_SENTENCES = re.compile(r"(?<=[.?!]) +(?=[A-Z“\"(]|--[a-z])")


class Phrase(TemplateTable):
    """`typed` is a pattern, `shown` what stands in its place."""

    typed: str
    shown: str


class ScreenWords(TemplateTable):
    """`typed_only`: flags without a place on any screen."""

    typed_only: tuple[str, ...]
    flags: Mapping[str, str]
    phrases: tuple[Phrase, ...]


def for_screen(reply: Mapping[str, Any]) -> dict[str, Any]:
    """An answer about what is printed, with what is wrong as a screen says it."""
    if reply["ok"] or reply["ask"] not in ("print", "faces"):
        return dict(reply)
    error = reply["error"]
    shown: dict[str, Any] = {"text": screen_text(error["text"])}
    if "problems" in error:
        shown["problems"] = [{**each, "text": screen_text(each["text"])} for each in error["problems"]]
    return {**reply, "error": {**error, **shown}}


@cache
def screen_words() -> ScreenWords:
    return read_table(ScreenWords, "core/screen.toml")


def screen_text(text: str) -> str:
    """`there is no deck 'x'. Choose --deck west or full.` is `there is no deck 'x'. Choose west or full.`"""
    return "\n".join(map(_screen_line, text.split("\n"))) if _TYPED.search(text) else text


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


@cache
def _phrases() -> list[tuple[re.Pattern[str], str]]:
    return [(re.compile(each.typed), each.shown) for each in screen_words().phrases]
