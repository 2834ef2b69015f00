"""What Markdown would leave out of a person's text, or print as it is, with its line and what to write instead.

A table's cell too many, a footnote, a block that never ends: every other reader of Markdown passes over them in silence. A
family would find that in print.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import NoReturn, Protocol

from tt_print.drawing.text import BOLD, DISPLAY, TEXT, missing_letters
from tt_print.errors import did_you_mean

FACT = re.compile(r"\s*(tagline|players|time|deck|author|cover|accent)\s*=\s*\S", re.I)
FACT_IN_YAML = re.compile(FACT.pattern.replace("=", ":"), re.I)
FENCE = re.compile(r" {0,3}(```+|~~~+)\s*(.*)$")
DEFINED = re.compile(r" {0,3}\[[^\]]+\]:\s*\S")
HEADING = re.compile(r" {0,3}(#{1,6})(?=[^\s#])")
TYPED_BULLET = re.compile(r"\s*[•·▪◦‣●○■□–]\s")
TYPED_FENCE = re.compile(r"\s*([‘’´'“”\"]{3})")
KINDS = ("start", "house", "words", "summary")  # of a chapter, in braces behind its title
BRACES = re.compile(r"\{([^{}]*)\}\s*$")
INVISIBLE = dict.fromkeys(
    map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff\ufe0e\ufe0f")
)  # they part or join, and print nothing
ARROWS = re.compile(r"→|⇒|➔|[–—=]>|-->")  # what editors make of ->
LEFT_OVER = {
    "```": "a block begins and ends with ``` on a line of its own.",
    "`": "a backquote (`) that stands alone. A card has one on each side: `RC2`.",
    "**": "two stars (**) that stand alone. Bold is **so**, with no blank inside.",
    "~~": "~~ cannot be set. Leave out what is crossed out.",
    "[^": "a footnote cannot be set. Write it into the sentence, or in brackets.",
}


class Wrong(Protocol):
    """Raise this message, with the file and this line of the text."""

    def __call__(self, message: str, line: int = 0) -> NoReturn: ...


Noting = Callable[[], AbstractContextManager[None]]  # keeps what is wrong inside it, and goes on behind it


def tidy(text: str) -> str:
    """Accents as one sign with their letter, as a Mac may not keep them; without what prints nothing; lines as everywhere."""
    return unicodedata.normalize("NFC", text).translate(INVISIBLE).replace("\r", "\n")


def verify_lines(body: str, wrong: Wrong, noting: Noting) -> str:
    """Looks at a text line by line, before it is parsed. The text without what is wrong, so that the rest can be parsed."""
    lines = body.split("\n")
    fence, begun = "", 0
    previous = ""
    for number, line in enumerate(lines, 1):
        found = FENCE.match(line)
        if fence:
            if found and found[1].startswith(fence) and not found[2]:
                fence = ""
            elif (found and found[2]) or re.match(r"#{1,3} ", line):
                break
            continue
        if found:
            fence, begun = found[1][:3], number
        else:
            lines[number - 1] = HEADING.sub(r"\1 ", line) if HEADING.match(line) else ""  # chapters stay chapters
            with noting():
                _verify_line(line, previous, number, wrong)
                lines[number - 1] = line
        previous = line
    if fence:
        with noting():
            wrong(f"the block that begins here never ends. Write {fence} on a line of its own under it.", begun)
        del lines[begun - 1 :]  # what of this is a block, nobody knows
    return "\n".join(lines)


def _verify_line(line: str, previous: str, number: int, wrong: Wrong) -> None:
    if DEFINED.match(line):
        wrong(f"{line.strip()[:40]!r} would not be printed: Markdown takes it for the target of a link.", number)
    if found := HEADING.match(line):
        wrong(f"{line.strip()[:40]!r}: write a blank behind {found[1]}.", number)
    if TYPED_BULLET.match(line) and not previous.strip():
        wrong(f"{line.strip()[:20]!r}: start each line of a list with a hyphen and a space: - Like this", number)
    if TYPED_FENCE.match(line):
        wrong(f"{line.strip()[:20]!r}: a block begins with three backquotes: ```figure fan", number)
    if FACT.match(line) or (previous.strip() and not re.search(r"\w", previous) and FACT_IN_YAML.match(line)):
        wrong(
            f"{line.strip()[:40]!r} belongs between two lines of +++ at the top of the file, with the facts for the cover.",
            number,
        )
    if line.strip() == "+++":
        wrong("put +++ above and below the cover's facts, at the top of the file, with nothing before them.", number)


def count_cells(line: str) -> int:
    """How many cells a row of a table has."""
    return len(re.split(r"(?<!\\)\|", line.strip().removeprefix("|").removesuffix("|")))


def verify_table(lines: list[str], first: int, wrong: Wrong, noting: Noting) -> None:
    """`lines` are a table as it was typed, from its header on, which is on line `first`."""
    columns = count_cells(lines[0])
    for number, line in enumerate(lines[2:], first + 2):
        with noting():
            if (cells := count_cells(line)) != columns:
                wrong(
                    f"{line.strip()[:40]!r} has {cells} {'cell' if cells == 1 else 'cells'}, and the table {columns} columns. "
                    "Write | between cells; one without words is | |.",
                    number,
                )


def verify_letters(text: str, wrong: Callable[[str, int], NoReturn]) -> None:
    """Raises for the first letter that our fonts cannot draw."""
    for at, line in enumerate(text.split("\n")):
        if lost := "".join(missing_letters(line.replace("\u00a0", " "), font) for font in (TEXT, BOLD, DISPLAY)):
            name = unicodedata.name(lost[0], "a sign without a name").lower()
            wrong(
                f"{lost[0]!r} ({name}) is not in our fonts, which have Latin letters. Write it in other letters, or in words.",
                at,
            )


def verify_inline(text: str, plain: Iterator[str], wrong: Callable[[str, int], NoReturn]) -> None:
    """`text` is what was typed, `plain` what of it will be printed in letters, after its marks were read."""
    marks = {mark: found for mark in LEFT_OVER if (found := re.search(r"(?<!\\)" + re.escape(mark), text))}
    for said in plain:
        for mark, typed in marks.items():
            if mark in said:
                wrong(LEFT_OVER[mark], text[: typed.start()].count("\n"))
    if found := re.search(r"\w\*\w[^*\s]*\*\w", text):
        wrong(
            f"{found[0]!r}: stars inside a word would vanish. Write ×, or a \\ before each star.",
            text[: found.start()].count("\n"),
        )
    for at, line in enumerate(text.split("\n")):
        if re.match(r"\s*\|.*\|", line):
            wrong(
                "a table has a line under its first one, with as many cells: | --- | --- |, and a blank line above it.",
                at,
            )


def verify_kind(title: str, seen: set[str], wrong: Wrong) -> None:
    """What is in braces behind a chapter's title."""
    if not (found := BRACES.search(title)):
        return
    kind = found[1].strip()
    if kind not in KINDS:
        known = ", ".join(f"{{{each}}}" for each in KINDS)
        wrong(f"{found[0].strip()} is no kind of chapter.{did_you_mean(kind, KINDS)} Write {known} or nothing.")
    if kind in ("start", "summary") and kind in seen:
        wrong(f"a second chapter {{{kind}}}. A book has one; join them.")
    seen.add(kind)
