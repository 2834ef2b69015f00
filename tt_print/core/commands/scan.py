"""The cards in photos, by their corners."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from tt_print.core.commands.common import Answer, Command
from tt_print.problems import FileName, Line, Problem, Said
from tt_print.requests import listings as of
from tt_print.requests.kinds import Choice, File, Files, Number, Switch
from tt_print.requests.notes import Bare, Local, Word

if TYPE_CHECKING:
    from tt_print.core.environment import Call
    from tt_print.scan.cards import Polygon, Reading, UnsureCard
    from tt_print.scan.photos import Photo

PICTURES = (".jpg", ".jpeg", ".png")
ROWS, COLUMNS = ("top", "middle", "bottom"), ("left", "center", "right")


@dataclass(frozen=True)
class Scan(Command):
    """`photos`: of one thing, in any order. `lost`: what of the deck is not in them. `marked`: where to write what was seen."""

    photos: Annotated[tuple[str, ...], Files("PHOTO..."), Bare()]
    lost: Annotated[bool, Switch()] = False
    deck: Annotated[str, Choice(of.decks, of.find_deck, "DECK")] = "full"
    jokers: Annotated[int, Number(0, 2)] = 2
    marked: Annotated[str, File(), Word("out", "o"), Local()] = ""

    verb = "scan"
    shown_by = ("as_json", "quiet")
    folder = ""

    def problems(self) -> Iterable[Problem]:
        if not self.photos:
            yield Problem("no_photo", "photos")
        if self.marked and Path(self.marked).suffix.lower() not in PICTURES:
            yield Problem("suffix", "marked", value=self.marked, choices=[*PICTURES])

    def answer(self, call: Call) -> Answer:
        """The cards that are sure, the corners that are not, and what people may be asked. Raises InputError."""
        from tt_print.scan.cards import read_cards
        from tt_print.scan.marks import CORNER, read_marks
        from tt_print.scan.photos import faults

        photos: list[Photo] = []
        marks = []
        with call.progress("Reading photos", len(self.photos)) as bar:
            for name in self.photos:
                if name not in call.files:
                    raise self.refused("no_file", "photos", value=name)
                photos.append(call.environment.open_photo(call.files[name], Path(name).name))
                marks.append(read_marks(photos[-1]))
                bar.update(1)
        reading = read_cards(marks)
        sizes = [[mark.size_px for mark in found if mark.kind is CORNER] for found in marks]
        questions = [
            *({"code": "twice", "card": card, "photo": number} for card, number in reading.twice),
            *({"code": code, "photo": i} for i, photo in enumerate(photos) for code in faults(photo, sizes[i])),
        ]
        if not reading.cards and not reading.unsure:
            questions += [{"code": "nothing", "photo": i} for i in range(len(photos))]
        lost = self._lost({card.code for card in reading.cards}) if self.lost else []
        data = _data(reading, photos, questions) | ({"lost": lost} if self.lost else {})
        files = self._marks(photos, reading)
        wrote = [Said("scan.wrote", file=FileName(name)) for name in files]
        return Answer(data, files, text=[*self._text(reading, photos, questions, lost), *wrote])

    def _text(
        self, reading: Reading, photos: Sequence[Photo], questions: Sequence[Mapping[str, Any]], lost: Sequence[str]
    ) -> list[Line]:
        """Cards first, then what is lost if that was asked, then doubts and what would make a photo easier to read."""
        count = len(reading.cards)
        found = "none" if not count else "found" if count > 1 else "found_one"
        text: list[Line] = [Said(f"scan.{found}", count=count, cards=" ".join(card.code for card in reading.cards))]
        if self.lost:
            text.append(Said("scan.lost" if lost else "scan.complete", cards=" ".join(lost)))
        rest = [(one.photo, _doubt(one, photos[one.photo])) for one in reading.unsure]
        rest += [(row["photo"], Said(f"scan.{row['code']}", card=row.get("card"))) for row in questions]
        for photo, said in sorted(rest, key=lambda row: row[0]):
            text.append(Said("scan.in_photo", number=photo + 1, text=said) if len(photos) > 1 else said)
        return text

    def _lost(self, seen: set[str]) -> list[str]:
        from tt_print.deck import make_deck

        return [str(card) for card in make_deck(self.deck, jokers=self.jokers) if str(card) not in seen]

    def _marks(self, photos: Sequence[Any], reading: Reading) -> dict[str, bytes]:
        """The photos with what was seen; the second and later ones have their number in the name."""
        if not self.marked:
            return {}
        from tt_print.scan.drawing import draw_marks

        path = Path(self.marked)
        names = [
            path.with_stem(f"{path.stem}-{i}" if i > 1 else path.stem).as_posix() for i in range(1, len(photos) + 1)
        ]
        return {
            name: draw_marks(photo, reading, i, path.suffix.lower())
            for i, (name, photo) in enumerate(zip(names, photos, strict=True))
        }


def _data(reading: Reading, photos: Sequence[Photo], questions: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Plain data; polygons in pixels of the file, after it is turned upright."""

    def around(polygon: Polygon, photo: int) -> list[list[float]]:
        scale = photos[photo].scale
        return [[round(x * scale, 1), round(y * scale, 1)] for x, y in polygon]

    return {
        "cards": [
            {"code": card.code, "sure": card.sure, "polygon": around(card.polygon, card.photo), "photo": card.photo}
            for card in reading.cards
        ],
        "unsure": [
            {
                "codes": [*one.codes], "sure": [*one.sure], "polygon": around(one.polygon, one.photo), "photo": one.photo,
            }
            for one in reading.unsure
        ],
        "questions": [*questions],
    }  # fmt: skip


def _doubt(one: UnsureCard, photo: Photo) -> Said:
    """The two cards that a corner may be, and where it is, in thirds of the photo."""
    x = sum(point[0] for point in one.polygon) / len(one.polygon) / photo.width
    y = sum(point[1] for point in one.polygon) / len(one.polygon) / photo.height
    row, column = (names[min(2, max(0, int(part * 3)))] for names, part in ((ROWS, y), (COLUMNS, x)))
    return Said(
        "scan.unsure", first=one.codes[0], second=one.codes[1], row=Said(f"scan.{row}"), column=Said(f"scan.{column}")
    )


@dataclass(frozen=True)
class PageScan(Scan):
    """As `Scan`, with its text also in `lines`."""

    def answer(self, call: Call) -> Answer:
        answer = super().answer(call)
        return answer._replace(data={**answer.data, "lines": [*map(str, answer.text)]})


REQUESTS = {"scan": PageScan}
