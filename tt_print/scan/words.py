"""The sentences about a photo of cards, in the words of `templates/scan/scan.toml`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from tt_print.scan.cards import Reading, UnsureCard
from tt_print.scan.photos import Photo
from tt_print.templates import TemplateTable, read_table


class Places(TemplateTable):
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    join: str


class ScanWords(TemplateTable):
    found: str
    found_one: str
    none: str
    unsure: str
    lost: str
    complete: str
    in_photo: str
    questions: Mapping[str, str]
    places: Places


class Scanned(NamedTuple):
    """What was read in photos, and what to ask: codes of `questions` with their photo, from 0; `lost` if that was asked."""

    reading: Reading
    photos: Sequence[Photo]
    questions: Sequence[Mapping[str, Any]]
    lost: Sequence[str]


@cache
def scan_words() -> ScanWords:
    return read_table(ScanWords, "scan/scan.toml")


def sentences(scanned: Scanned, photos: int, with_lost: bool) -> list[str]:
    """Cards first, then what is lost if that was asked, then doubts and what would make the photo easier to read."""
    words, reading = scan_words(), scanned.reading
    cards = " ".join(card.code for card in reading.cards)
    found = words.none if not cards else (words.found if len(reading.cards) > 1 else words.found_one)
    told = [found.format(count=len(reading.cards), cards=cards)]
    if with_lost:
        told.append(words.lost.format(cards=" ".join(scanned.lost)) if scanned.lost else words.complete)
    rest = [(one.photo, _doubt(scanned, one)) for one in reading.unsure]
    rest += [(row["photo"], words.questions[row["code"]].format_map(row)) for row in scanned.questions]
    for photo, text in sorted(rest, key=lambda row: row[0]):
        told.append(words.in_photo.format(number=photo + 1, text=text) if photos > 1 else text)
    return told


def _doubt(scanned: Scanned, one: UnsureCard) -> str:
    """The two cards that a corner may be, and where it is, in thirds of the photo."""
    words = scan_words()
    photo = scanned.photos[one.photo]
    x = sum(point[0] for point in one.polygon) / len(one.polygon) / photo.width
    y = sum(point[1] for point in one.polygon) / len(one.polygon) / photo.height
    row, column = (
        names[min(2, max(0, int(part * 3)))] for names, part in ((words.places.rows, y), (words.places.columns, x))
    )
    place = words.places.join.format(row=row, column=column)
    return words.unsure.format(first=one.codes[0], second=one.codes[1], place=place)
