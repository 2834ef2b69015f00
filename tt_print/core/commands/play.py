"""At the table and beside it: games that the engine plays, for statistics and as examples of the books; a table that phones see; and the
cards in photos, by their corners.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from tt_print.core.commands.common import (
    ALL,
    Answer,
    Command,
    HouseFile,
    HouseRules,
    NameWords,
    OneGame,
    Rules,
    find_game_or_all,
    games_and_all,
    games_left,
    picture,
    scored_games,
)
from tt_print.deck import make_deck
from tt_print.errors import join_words
from tt_print.games import find_game, find_scored_game, load_games
from tt_print.problems import FileName, Line, Problem, Rows, Said, heads
from tt_print.requests import listings as of
from tt_print.requests.kinds import (
    Bare,
    Choice,
    File,
    Files,
    Items,
    Kind,
    Local,
    Millimeters,
    Number,
    Switch,
    With,
    Word,
)

if TYPE_CHECKING:
    from tt_print.core.asking import Call
    from tt_print.play.playtest.games import GameRecord, Setup
    from tt_print.play.scan.cards import FoundCard, Reading, UnsureCard
    from tt_print.play.scan.photos import Photo


CHARTS = (".svg", ".pdf", ".png")
CHART_DPI = 200
STOPPED = 130  # the status after Ctrl-C


def kinds() -> Mapping[str, str]:
    from tt_print.engine.play import PLAYERS

    return dict.fromkeys(PLAYERS, "")


@dataclass(frozen=True)
class Playtest(Command):
    """`against`: house rules to compare with; `seconds`: what a turn takes."""

    game: OneGame
    players: Annotated[int, Number(1)] = 4
    games: Annotated[int, Number(1, 10_000_000)] = 1000
    player: Annotated[str, Choice(kinds, metavar="KIND")] = "sensible"
    house: Rules = ()
    against: Annotated[tuple[str, ...], HouseRules()] = ()
    house_file: HouseFile = ""
    seed: Annotated[int, Number()] = 1
    seconds: Annotated[float | None, Millimeters(0.1, 3600, "S")] = None
    workers: Annotated[int | None, Number(1, 1024)] = None
    cluster: Annotated[str, Kind("ADDRESS")] = ""
    chart: Annotated[str, File(), Local()] = ""

    verb = "playtest"
    shown_by = ("as_json", "quiet")
    folder = ""

    def problems(self) -> Iterable[Problem]:
        if self.chart and Path(self.chart).suffix.lower() not in CHARTS:
            yield Problem("suffix", "chart", value=self.chart, choices=[*CHARTS])

    def answer(self, call: Call) -> Answer:
        """What the games show, also those before Ctrl-C. Raises KeyboardInterrupt if not even one was played."""
        from tt_print.games.practice import play_words
        from tt_print.play.playtest import summary
        from tt_print.play.playtest.games import Setup, check_setup

        game = find_game(self.game)
        words = play_words(game)
        rules = [self.house, self.against] if self.against else [self.house]
        houses = [str(self.read_house(game, each)) for each in rules]
        setups = [Setup(game.name, self.players, house, (self.player,), self.seed) for house in houses]
        for setup in setups:
            check_setup(setup)
        sides, is_stopped = self._play(setups, call)
        if not sides[0]:
            raise KeyboardInterrupt
        first, *others = (summary.summarize(setup, played) for setup, played in zip(setups, sides, strict=False))
        per_turn_s = words.pace.usual if self.seconds is None else self.seconds
        data = {
            "game": game.name, "players": self.players, "seed": self.seed, "player": list(setups[0].seated()),
            "asked": self.games, **summary.as_data(first, words, per_turn_s),
        }  # fmt: skip
        text = summary.title(game.title, first, self.games)
        if others:
            difference = summary.compare(self.players, *sides)
            data["against"] = summary.as_data(others[0], words, per_turn_s)
            data["difference"] = summary.comparison_data(difference, others[0].setup.house)
            text += summary.describe_pair(words, first, others[0], difference)
        else:
            text += summary.describe(words, first, per_turn_s)
        text += [Said("playtest.not_reached", house=setup.house) for setup in setups[len(sides) :]]
        files = {}
        if self.chart:
            drawing = summary.draw_chart(game.title, list(zip([first, *others], sides, strict=True)))
            files[self.chart] = picture(drawing, Path(self.chart).suffix.lower(), CHART_DPI)
            text.append(Said("playtest.wrote", file=FileName(self.chart)))
        return Answer(data, files, status=STOPPED if is_stopped else 0, text=text)

    def _play(self, setups: Sequence[Setup], call: Call) -> tuple[list[list[GameRecord]], bool]:
        """The games of each setup, of all as many, or of the first alone if Ctrl-C came before the second; and whether it came."""
        from tt_print.play.playtest.games import play_games

        sides: list[list[GameRecord]] = [[] for _ in setups]
        is_stopped = False
        done = call.progress("Playing", self.games * len(setups))
        try:
            for played, setup in zip(sides, setups, strict=True):
                with closing(play_games(setup, self.games, self.workers, self.cluster)) as run:
                    for each in run:
                        played.append(each)
                        done()
        except KeyboardInterrupt:
            is_stopped = True
        shortest = min(map(len, sides))
        return ([played[:shortest] for played in sides] if shortest else [sides[0]]), is_stopped


@dataclass(frozen=True)
class Verify(Command):
    """`games`: only these; () for all. `soak`: how many random games of each are played besides, beginning with `seed`."""

    games: Annotated[
        tuple[str, ...],
        Items("choice", Choice(games_and_all, find_game_or_all, narrowed=games_left), metavar="GAME..."),
        Bare(),
    ] = ()
    soak: Annotated[int, Number(0)] = 0
    seed: Annotated[int, Number()] = 1

    verb = "verify"
    shown_by = ("as_json",)

    def answer(self, call: Call) -> Answer:
        """Status 1 if something failed."""
        from tt_print.engine.play import soak_games
        from tt_print.games.examples import verify_examples

        names = [] if ALL in self.games else [*self.games]
        report = verify_examples(names)
        failed = [*map(asdict, report.failed)]
        data: dict[str, object] = {"examples": report.examples, "failed": failed, "games": report.games}
        counts = [(name, row["examples"], row["failed"]) for name, row in report.games.items()]
        counts.append((str(Said("verify.together")), report.examples, len(failed)))
        text: list[Line] = [Rows(heads("verify.heads"), tuple((name, *map(str, found)) for name, *found in counts))]
        faults: list[str] = []
        if self.soak:
            played = [find_game(name) for name in names] or load_games()
            faults = soak_games(played, self.soak, self.seed, call.progress("Playing", self.soak * len(played)))
            data["soak"] = {"games": self.soak, "faults": faults}
            text.append(Said("verify.soak", games=self.soak, faults=len(faults)))
        wrong = [Said("verify.wrong", **row) for row in failed]
        return Answer(data, {}, status=1 if failed or faults else 0, text=[*wrong, *faults, *text])


@dataclass(frozen=True)
class Table(Command):
    """`game` and `names` begin a new night; `lan`: whether phones reach the table."""

    game: Annotated[str, Choice(scored_games, str, "GAME"), Bare()] = ""
    names: Annotated[tuple[str, ...], NameWords("NAMES..."), Bare(), With("game")] = ()
    house: Annotated[Rules, With("game")] = ()
    lan: Annotated[bool, Switch()] = False
    port: Annotated[int, Number()] = 0
    show: Annotated[bool, Switch(), Word("open")] = False
    file: Annotated[str, File(), Local()] = ""

    verb, wants_the_night = "table", True
    shown_by = ("quiet",)

    def problems(self) -> Iterable[Problem]:
        """Raises InputError for an unknown game, and for more or fewer players than it takes."""
        if self.game:
            game = find_scored_game(self.game)
            if not self.names:
                yield Problem("nobody", "names", game=game.name)
            else:
                game.check_players(len(self.names))

    def begin(self, call: Call) -> None:
        """Begins the night, if a game is named. Raises InputError, MachineError."""
        if self.game:
            from tt_print.core.commands.score import Start
            from tt_print.requests.reading import from_data

            from_data(Start, {"game": self.game, "players": self.names, "house": self.house}).answer(call)

    def opened(
        self, score: Mapping[str, Any] | None, host: str, guests: Sequence[str] | None, code: Sequence[str]
    ) -> list[Line]:
        """Which night goes on, and the addresses, which are invitations; `code` is the first of the `guests` as lines of a QR code."""
        text: list[Line] = [Said("table.no_game")]
        if score is not None:
            night = {"title": score["title"], "night": score["night"], "players": join_words(score["players"], "and")}
            text = [Said("table.night", **night, hands=len(score["hands"]))]
            text += [Said("table.over")] if score["over"] else []
        text += [Said("table.host"), f"  {host}"]
        if guests:
            text += [Said("table.guests"), *(f"  {each}" for each in guests)]
            text += code or [Said("table.no_code")]
            text.append(Said("table.cannot_connect"))
        else:
            text.append(Said("table.alone" if guests is None else "table.no_network"))
        return [*text, Said("table.close")]


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
        from tt_print.play.scan.cards import read_cards
        from tt_print.play.scan.marks import CORNER, read_marks
        from tt_print.play.scan.photos import faults

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
        from tt_print.play.scan.drawing import draw_marks

        path = Path(self.marked)
        names = [path, *(path.with_stem(f"{path.stem}-{number}") for number in range(2, len(photos) + 1))]
        return {
            name.as_posix(): draw_marks(photo, reading, i, path.suffix.lower())
            for i, (name, photo) in enumerate(zip(names, photos, strict=True))
        }


def _data(reading: Reading, photos: Sequence[Photo]) -> dict[str, object]:
    """Plain data; polygons in pixels of the file, after it is turned upright."""

    def where(one: FoundCard | UnsureCard) -> dict[str, object]:
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
