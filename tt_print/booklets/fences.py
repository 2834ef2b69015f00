"""Blocks of a rule text that are no prose: house rules and figures.

    ```house veto                              ```figure table
    May you veto a play on your cards? [2]     alt: Four players round a table ...
    - In free time only.                       caption: Set-up for four
    ```                                        top | Bo | RC1 YH2 | 3
                                               ```

A house rule says what this book plays, `{N:card}` is its number; what else may be chosen stands in house-words.toml.
A figure's line names a place: position, label, cards face up, number of cards face down (3.hands is what each of three
players gets). A line of `turn` is a step. `deals 2-8` is the table of the deal for so many players.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tt_print.booklets.blocks import FIGURES, Choice, Figure, HouseRule, Place, Table
from tt_print.deck import parse_card
from tt_print.engine.house import House, Option, show_value
from tt_print.engine.house_words import house_sentences
from tt_print.errors import TemplateError
from tt_print.templates import read_toml

if TYPE_CHECKING:
    from tt_print.booklets.text import _Reader

NUMBER = re.compile(r"\{N(?::(\w+))?\}")
DEALT = re.compile(r"(\d+)\.(\w+)")  # 3.hands: what the engine deals to each of three players
NAMED = {"setup": "set-up", "3c8": "3c 8"}
SOURCES = re.compile(r"\s*\[([^\]]+)\]\s*$")


def source_name(number: str) -> str:
    """A rule number of the original as people read it: `set-up`, `summary 1`, `3c 8`."""
    return NAMED.get(number, number.replace("-", " "))


def show_number(value: Any, noun: str = "") -> str:
    """A value in words: `3 cards`, `1 card`."""
    text = show_value(value)
    return f"{text} {noun}{'' if text == '1' else 's'}" if noun else text


def read_house_rule(reader: _Reader, option_name: str, text: str) -> HouseRule:
    """Raises TemplateError for an option that the game does not have, or a block of other than two lines."""
    place = f"templates/{reader.file}, house rule {option_name}"
    option = next((each for each in reader.game.options if each.name == option_name), None)
    if option is None:
        raise TemplateError(f"{place}: {reader.game.title} has no such option.")
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) != 2 or not lines[1].startswith("- "):
        raise TemplateError(f"{place}: write a question, then on a line of its own - and what this book plays.")
    cited = SOURCES.search(lines[0])
    sources = tuple(map(source_name, re.split(r"\s*[;,]\s*", cited[1]))) if cited else ()
    question = lines[0][: cited.start()] if cited else lines[0]
    choices = tuple(_choices(reader, option, lines[1].removeprefix("- ")))
    return HouseRule(reader.count(), option_name, option.ruling, reader.spans(question), choices, sources)


def _choices(reader: _Reader, option: Option, ours: str) -> Iterator[Choice]:
    """Ours first, then the one in force where it is another, then the rest, in the words that all paper uses."""
    now = reader.house[option.name]
    written = NUMBER.sub(lambda found: show_number(option.default, found[1] or ""), ours)
    yield Choice(show_value(option.default), reader.spans(written), True, now == option.default)
    if now != option.default and now not in option.values:
        yield Choice(show_value(now), reader.spans(" ".join(_sentences(reader.house, option.name))), False, True)
    for value in sorted(option.values, key=lambda value: value != now):
        if value != option.default:
            other = reader.game.house(**{option.name: value})
            yield Choice(show_value(value), reader.spans(" ".join(_sentences(other, option.name))), False, value == now)
    if option.least is not None or option.read is not None:
        yield Choice(_what_else(option), reader.spans(_open_ended(reader, option)))


def _sentences(house: House, name: str) -> list[str]:
    return house_sentences(house, frozenset(house) - {name})


def _open_ended(reader: _Reader, option: Option) -> str:
    """What other numbers, or lists, a table may agree on."""
    said = read_toml("booklets/book.toml")["open_ended"]
    try:
        return said[option.name].format(least=option.least, most=option.most)
    except KeyError:
        raise TemplateError(
            f"templates/booklets/book.toml, [open_ended]: {reader.game.title} asks for {option.name}; "
            "say what may be chosen."
        ) from None


def _what_else(option: Option) -> str:
    """How another value is written: a number, or a list as the option explains it."""
    if option.least is None:
        return option.allowed.rpartition(" as ")[2]
    return f"{option.least} to {option.most}" if option.most is not None else f"{option.least} or more"


def read_figure(reader: _Reader, info: str, text: str) -> Figure | None:
    """The figure of a block, None where its `when` does not hold. Raises TemplateError for what it does not know."""
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
    if kind == "turn":
        drawn: tuple = tuple(map(reader.spans, lines))
    else:
        drawn = tuple(each for line in lines if (each := _place(reader, line, place)) is not None)
    return Figure(
        kind,
        tuple(arguments),
        *((), drawn) if kind == "turn" else (drawn, ()),
        caption=reader.spans(words["caption"]),
        alt=words["alt"],
    )


def _place(reader: _Reader, line: str, place: str) -> Place | None:
    """A place on the table; None where the deal leaves no card for it."""
    parts = [part.strip() for part in line.split("|")]
    dealt = DEALT.fullmatch(parts[-1])
    if len(parts) != 4 or not (dealt or (parts[3] or "0").isdigit()):
        raise TemplateError(f"{place}: {line!r} is not position | label | cards face up | number face down")
    down = reader.game.deal_sizes(int(dealt[1]), reader.house)[dealt[2]] if dealt else int(parts[3] or 0)
    if dealt and not down:
        return None
    return Place(parts[0], parts[1], tuple(parse_card(code) for code in parts[2].split()), down)


def read_deals(reader: _Reader, info: str) -> Table:
    """How many cards go where for these numbers of players (`2-8`), as the engine deals them under the house rules."""
    words = read_toml("booklets/book.toml")["deals"]
    first, _, last = info.partition("-")
    rows = []
    for count in range(int(first), int(last) + 1):
        sizes = reader.game.deal_sizes(count, reader.house)
        rows.append(tuple(reader.spans(str(each)) for each in (count, sizes["hands"], sizes["center"])))
    return Table(tuple(reader.spans(words[key]) for key in ("players", "hands", "center")), tuple(rows), (True,) * 3)
