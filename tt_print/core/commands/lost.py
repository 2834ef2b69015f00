"""Which card is lost, from counted piles or a list of cards; and the cards in photos, by their corners."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from tt_print.core.commands.common import Answer, Command
from tt_print.errors import join_words
from tt_print.problems import Action, FileName, Line, Problem, Said
from tt_print.requests import listings as of
from tt_print.requests.kinds import Choice, File, Files, Items, Kind, Number, Switch
from tt_print.requests.notes import Bare, Local, Word

if TYPE_CHECKING:
    from tt_print.core.environment import Call
    from tt_print.deck import AnyCard, Card
    from tt_print.recount.counts import Finding, Listing, Shelf
    from tt_print.scan.cards import FoundCard, Reading, UnsureCard
    from tt_print.scan.photos import Photo


MAX_LISTED = 8  # cards or pairs to look for, while another sort would say more
MAX_NAMED = 12  # cards of a list that are named one by one


def read_cards(text: str) -> Iterable[Any]:
    from tt_print.deck import parse_cards

    return parse_cards(text)


Counts = Annotated[str, Kind("COUNTS", is_list=True)]
Cards = Annotated[tuple[Any, ...], Items("cards", Choice(of.cards), read_cards, "CARDS")]


@dataclass(frozen=True)
class Recount(Command):
    """`colors`, `shapes`, `numbers`: how many cards each pile has, as `recount.counts.parse_counts` reads them."""

    colors: Counts = ""
    shapes: Counts = ""
    numbers: Counts = ""
    jokers: Annotated[int | None, Number(0)] = None
    deck: Annotated[str, Choice(of.decks, of.find_deck, "DECK")] = "full"
    copies: Annotated[int, Number(1, 20)] = 1
    have: Cards = ()
    missing: Cards = ()

    verb = "recount"
    shown_by = ("as_json", "quiet")

    def answer(self, call: Call) -> Answer:
        """What the counts or the list say."""
        from tt_print.recount.counts import Finding, Shelf, compare_listing, parse_counts, solve_counts

        shelf, jokers = Shelf(self.deck, self.copies, 2 * self.copies), self.jokers
        texts = {"color": self.colors, "shape": self.shapes, "number": self.numbers}
        counts = {variable: parse_counts(text, variable, shelf) for variable, text in texts.items() if text}
        if self.have and not counts:
            has_jokers = jokers is not None or any(card.safe_code[0] == "J" for card in self.have)
            return _listing_answer(shelf, compare_listing(self.have, shelf if has_jokers else replace(shelf, jokers=0)))
        if counts:
            finding = solve_counts(counts, shelf, jokers, self._cards(self.have), self._cards(self.missing))
        elif jokers is not None:
            finding = Finding(0, 0, (), shelf.jokers - jokers)
        elif self.missing:
            finding = Finding(len(self.missing), 0, (tuple(self._cards(self.missing)),), 0)
        else:
            each = shelf.each("color")
            full = ",".join([str(each - 1), *[str(each)] * (len(shelf.values("color")) - 1)])
            raise self.refused("nothing", each=each, full=full)
        sets = None if finding.sets is None else [[*map(str, found)] for found in finding.sets]
        data = {
            "deck": shelf.deck, "copies": shelf.copies, "missing": finding.lost, "extra": finding.extra, "sets": sets,
            "cards": sets[0] if sets is not None and len(sets) == 1 else [],
            "look": [*map(str, finding.look.cards)] if finding.look else [], "missing_jokers": finding.jokers,
        }  # fmt: skip
        return Answer(data, {}, text=_finding_lines(finding, shelf, counts))

    def _cards(self, found: Sequence[AnyCard]) -> list[Card]:
        """The cards, none of which may be a joker. Raises RefusedError."""
        from tt_print.deck import Joker

        if jokers := [card for card in found if isinstance(card, Joker)]:
            raise self.refused("no_pile", "jokers", card=jokers[0].name)
        return [card for card in found if not isinstance(card, Joker)]


def _listing_answer(shelf: Shelf, listing: Listing) -> Answer:
    data = {
        "deck": shelf.deck, "copies": shelf.copies, "missing": len(listing.missing), "cards": [*map(str, listing.missing)],
        "extra": [*map(str, listing.extra)], "strange": [*map(str, listing.strange)],
    }  # fmt: skip
    found = {"missing": listing.missing, "listed": listing.extra, "strange": listing.strange}
    text = [_cards_sentence(code, cards) for code, cards in found.items() if cards] or [_whole_sentence(shelf)]
    return Answer(data, {}, kind="recount list", text=text)


def _finding_lines(finding: Finding, shelf: Shelf, counts: Collection[str]) -> list[Line]:
    """Which cards are lost, or what would tell; `counts` are the variables that were counted."""
    text: list[Line] = []
    if not (finding.lost or finding.extra):
        if counts:
            text.append(_whole_sentence(shelf))
        elif not finding.jokers:
            text.append(Said("recount.whole_jokers", count=shelf.jokers))
    elif finding.sets and len(finding.sets) == 1:
        text += [_cards_sentence("missing" if finding.lost else "over", finding.sets[0])]
    else:
        text += _open_lines(finding, [each for each in ("color", "shape", "number") if each not in counts])
    if finding.jokers == shelf.jokers:
        text.append(Said("recount.no_jokers", reprint=_reprint(["J1", "J2"], shelf.copies)))
    elif finding.jokers > 0:
        text.append(Said("recount.jokers", count=finding.jokers, reprint=_reprint(["J1"])))
    elif finding.jokers < 0:
        text.append(Said("recount.more_jokers", count=-finding.jokers, whole=shelf.jokers))
    return text


def _whole_sentence(shelf: Shelf) -> Said:
    return Said("recount.whole", count=len(shelf.cards) * shelf.copies)


def _open_lines(finding: Finding, unsorted: Sequence[str]) -> list[Line]:
    """What fits, if it is more than one set of cards, and what decides."""
    sets, is_lost = finding.sets or (), bool(finding.lost)
    what = "endless" if not sets else "many" if unsorted and len(sets) > MAX_LISTED else "fits"
    then = Said(f"recount.{what}", count=len(sets), have=Action("recount", {"have": ["RC1", "RC2", "..."]}))
    text: list[Line] = [
        Said("recount.lost" if is_lost else "recount.extra", count=finding.lost or finding.extra, then=then)
    ]
    if what == "endless":
        return text
    by = [f"by {each}" for each in unsorted]
    if what == "many":
        return [*text, Said("recount.sort", by=join_words(by, "and"), fields=[f"{each}s" for each in unsorted])]
    text += [f"  {' + '.join(card.safe_code for card in found)}   {_names(found)}" for found in sets]
    if look := finding.look:
        pile = Said("recount.pile", values=" ".join(look.pile)) if look.pile else Said("recount.deck")
        cards = join_words([card.safe_code for card in look.cards], "and")
        text.append(Said("recount.look_lost" if is_lost else "recount.look_extra", pile=pile, cards=cards))
    if unsorted:
        text.append(Said("recount.sort", by=by[0], fields=[f"{unsorted[0]}s"]))
    if is_lost:
        text.append(Said("recount.saw", card=(look.cards[0] if look else finding.candidates[0]).safe_code))
    return text


def _cards_sentence(code: str, cards: Sequence[AnyCard]) -> Said:
    """A sentence about cards. One print of each is proposed; twice the same card needs another copy of it."""
    if len(cards) > MAX_NAMED:
        names = str(Said("recount.range", count=len(cards), first=cards[0].name, last=cards[-1].name))
    else:
        names = _names(cards)
    copies = max(list(cards).count(card) for card in cards)
    codes = list(dict.fromkeys(card.safe_code for card in cards))
    return Said(f"recount.{code}", cards=names, reprint=_reprint(codes, copies))


def _names(cards: Sequence[AnyCard]) -> str:
    return join_words([card.name for card in cards], "and")


def _reprint(codes: Sequence[str], copies: int = 1) -> Action:
    return Action("deck", {"only": codes, "copies": copies if copies > 1 else None})


# ---------------------------------------------------------------- photos


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
        from tt_print.deck import make_deck
        from tt_print.scan.cards import read_cards
        from tt_print.scan.marks import CORNER, read_marks
        from tt_print.scan.photos import faults

        photos: list[Photo] = []
        marks = []
        done = call.progress("Reading photos", len(self.photos))
        for name in self.photos:
            if name not in call.files:
                raise self.refused("no_file", "photos", value=name)
            photos.append(call.environment.open_photo(call.files[name], Path(name).name))
            marks.append(read_marks(photos[-1]))
            done()
        reading = read_cards(marks)
        sizes = [[mark.size_px for mark in found if mark.kind is CORNER] for found in marks]
        questions: list[dict[str, Any]] = [
            *({"code": "twice", "card": card, "photo": number} for card, number in reading.twice),
            *({"code": code, "photo": i} for i, photo in enumerate(photos) for code in faults(photo, sizes[i])),
        ]
        if not reading.cards and not reading.unsure:
            questions += [{"code": "nothing", "photo": i} for i in range(len(photos))]
        seen = [card.code for card in reading.cards]
        lost = [card for card in map(str, make_deck(self.deck, jokers=self.jokers)) if card not in seen]
        # cards first, then what is lost if that was asked, then doubts and what would make a photo easier to read
        found = "none" if not seen else "found" if len(seen) > 1 else "found_one"
        text: list[Line] = [Said(f"scan.{found}", count=len(seen), cards=" ".join(seen))]
        if self.lost:
            text.append(Said("scan.lost" if lost else "scan.complete", cards=" ".join(lost)))
        doubts = [(one.photo, _doubt(one, photos[one.photo])) for one in reading.unsure]
        doubts += [(row["photo"], Said(f"scan.{row['code']}", card=row.get("card"))) for row in questions]
        for photo, said in sorted(doubts, key=lambda row: row[0]):
            text.append(Said("scan.in_photo", number=photo + 1, text=said) if len(photos) > 1 else said)
        data = {**_data(reading, photos), "questions": questions, "lines": [*map(str, text)]}
        files = self._marks(photos, reading)
        wrote = [Said("scan.wrote", file=FileName(name)) for name in files]
        return Answer(data | ({"lost": lost} if self.lost else {}), files, text=[*text, *wrote])

    def _marks(self, photos: Sequence[Any], reading: Reading) -> dict[str, bytes]:
        """The photos with what was seen; the second and later ones have their number in the name."""
        if not self.marked:
            return {}
        from tt_print.scan.drawing import draw_marks

        path = Path(self.marked)
        names = [path, *(path.with_stem(f"{path.stem}-{number}") for number in range(2, len(photos) + 1))]
        return {
            name.as_posix(): draw_marks(photo, reading, i, path.suffix.lower())
            for i, (name, photo) in enumerate(zip(names, photos, strict=True))
        }


def _data(reading: Reading, photos: Sequence[Photo]) -> dict[str, Any]:
    """Plain data; polygons in pixels of the file, after it is turned upright."""

    def where(one: FoundCard | UnsureCard) -> dict[str, Any]:
        scale = photos[one.photo].scale
        return {"polygon": [[round(x * scale, 1), round(y * scale, 1)] for x, y in one.polygon], "photo": one.photo}

    return {
        "cards": [{"code": one.code, "sure": one.sure, **where(one)} for one in reading.cards],
        "unsure": [{"codes": [*one.codes], "sure": [*one.sure], **where(one)} for one in reading.unsure],
    }


def _doubt(one: UnsureCard, photo: Photo) -> Said:
    """The two cards that a corner may be, and where it is, in thirds of the photo."""
    x = sum(point[0] for point in one.polygon) / len(one.polygon) / photo.width
    y = sum(point[1] for point in one.polygon) / len(one.polygon) / photo.height
    row, column = (names[min(2, max(0, int(part * 3)))] for names, part in ((ROWS, y), (COLUMNS, x)))
    return Said(
        "scan.unsure", first=one.codes[0], second=one.codes[1], row=Said(f"scan.{row}"), column=Said(f"scan.{column}")
    )


REQUESTS = {"scan": Scan}
