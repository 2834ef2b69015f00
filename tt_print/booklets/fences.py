"""Blocks of a rule text that are no prose: house rules and figures.

    ```house veto                              ```figure table
    May you veto a play on your cards? [2]     alt: Four players round a table ...
    - free_time: in free time only.            caption: Set-up for four
    - off: never.                              top | Bo | RC1 YH2 | 3
    ```                                        ```

A house rule whose values are numbers or lists has one sentence for all: `- *: a wrong slap costs {N:card}.` A figure's
line names a place: position, label, cards face up, number of cards face down. A line of `turn` is a step.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tt_print.booklets.blocks import FIGURES, Choice, Figure, HouseRule, Place
from tt_print.deck import parse_card
from tt_print.errors import TemplateError
from tt_print.rules.house import Option, show_value
from tt_print.templates import read_toml

if TYPE_CHECKING:
    from tt_print.booklets.text import _Reader

CHOICE = re.compile(r"- ([\w*]+): (.+)$")
SOURCES = re.compile(r"\s*\[([^\]]+)\]\s*$")


def show_number(value: Any, noun: str = "") -> str:
    """A value in words: `3 cards`, `1 card`."""
    text = show_value(value)
    return f"{text} {noun}{'' if text == '1' else 's'}" if noun else text


def read_house_rule(reader: _Reader, option_name: str, text: str) -> HouseRule:
    """Raises TemplateError for an option that the game does not have, or choices that are not those of the option."""
    place = f"templates/{reader.file}, house rule {option_name}"
    option = next((each for each in reader.game.options if each.name == option_name), None)
    if option is None:
        raise TemplateError(f"{place}: {reader.game.title} has no such option.")
    question, *lines = [line for line in text.splitlines() if line.strip()]
    sentences = {}
    for line in lines:
        found = CHOICE.match(line)
        if found is None:
            raise TemplateError(f"{place}: {line!r} is no choice, which is written - value: sentence")
        sentences[found[1]] = found[2]
    open_ended = option.least is not None or option.read is not None
    known = {show_value(value) for value in option.values} | ({"*"} if open_ended else set())
    if set(sentences) - {show_value(option.default)} != known - {show_value(option.default)}:
        raise TemplateError(f"{place}: it has choices for {', '.join(sentences)}, the option for {option.allowed}.")
    cited = SOURCES.search(question)
    sources = tuple(re.split(r"\s*[;,]\s*", cited[1])) if cited else ()
    return HouseRule(reader.options[option_name], option_name, option.ruling,
                     reader.spans(question[: cited.start()] if cited else question),
                     tuple(_choices(reader, option, sentences, open_ended)), sources)


def _choices(reader: _Reader, option: Option, sentences: dict[str, str], open_ended: bool) -> list[Choice]:
    """Ours first, then the one in force where it is another, then the rest."""
    now = reader.house[option.name]

    def choice(value: Any) -> Choice:
        written = sentences.get(show_value(value))
        if written is None:
            written = re.sub(r"\{N(?::(\w+))?\}", lambda found: show_number(value, found[1] or ""), sentences["*"])
        return Choice(show_value(value), reader.spans(written), value == option.default, value == now)

    values = [option.default, *([now] if now != option.default else []), *option.values]
    found = [choice(value) for value in dict.fromkeys(map(_hashable, values))]
    if open_ended:
        found.append(Choice(_what_else(option), reader.spans(read_toml("rules/book.toml")["open_ended"])))
    return found


def _hashable(value: Any) -> Any:
    return tuple(map(_hashable, value)) if isinstance(value, list) else value


def _what_else(option: Option) -> str:
    """How another value is written: a number, or a list as the option explains it."""
    if option.least is None:
        return option.allowed.rpartition(" as ")[2]
    return f"{option.least} to {option.most}" if option.most is not None else f"{option.least} or more"


def read_figure(reader: _Reader, info: str, text: str) -> Figure | None:
    """The figure of a block, None where its `when` does not hold. Raises TemplateError for a kind or a line it does not know."""
    kind, *arguments = info.split()
    place = f"templates/{reader.file}, figure {kind}"
    if kind not in FIGURES:
        raise TemplateError(f"{place}: figures are {', '.join(FIGURES)}.")
    words = {"alt": "", "caption": ""}
    lines = []
    for line in filter(None, map(str.strip, text.splitlines())):
        shown = reader.when(line)
        if shown is None:
            if not lines and not any(words.values()):
                return None  # a condition in the first line speaks for the whole figure
            continue
        name, colon, rest = shown.partition(": ")
        if colon and name in words:
            words[name] = rest
        elif shown:
            lines.append(shown)
    if not all(words.values()):
        raise TemplateError(f"{place}: say alt: and caption:")
    drawn = tuple(map(reader.spans, lines)) if kind == "turn" else tuple(_place(line, place) for line in lines)
    return Figure(kind, tuple(arguments), *((), drawn) if kind == "turn" else (drawn, ()),
                  caption=reader.spans(words["caption"]), alt=words["alt"])


def _place(line: str, place: str) -> Place:
    parts = [part.strip() for part in line.split("|")]
    if len(parts) != 4 or not (parts[3] or "0").isdigit():
        raise TemplateError(f"{place}: {line!r} is not position | label | cards face up | number face down")
    return Place(parts[0], parts[1], tuple(parse_card(code) for code in parts[2].split()), int(parts[3] or 0))
