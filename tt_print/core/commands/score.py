"""The commands that keep score, which a terminal, a page, and a table all send: one `request` each, in `COMMANDS`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Annotated

from tt_print.core.asking import NO_FILES, Call, file_rows
from tt_print.core.commands.common import (
    Answer,
    HouseFile,
    NameWords,
    Rules,
    Seat,
    name_warnings,
    names_on_paper,
    picture,
    scored_games,
    text_pdf,
    with_names,
)
from tt_print.core.commands.hands import HANDS, Answered, dialogue_of
from tt_print.core.commands.night import (
    ROSTER,
    NightNumber,
    ScoreCommand,
    ThatNight,
    book_of,
    find,
    night_answer,
    write,
)
from tt_print.core.fields import form, house_fields, plain_choices, question_row
from tt_print.engine.entries import ScoredTable
from tt_print.engine.people import plain, suggest_name, teams_by_seat
from tt_print.errors import InputError, join_words
from tt_print.games import GAMES, POINTS, find_scored_game
from tt_print.play.score.events import RESUME, START, Event, by_night, current_night, dropped_nights, former_names
from tt_print.play.score.night import Night, find_night, following_dealer, open_night, read_nights
from tt_print.play.score.store import Draft, LostNightsError, compare, count_common
from tt_print.play.score.table import log_rows, night_text, won
from tt_print.problems import Action, FileName, Line, Problem, Said
from tt_print.requests import listings as of
from tt_print.requests.kinds import (
    Bare,
    Choice,
    Config,
    Kind,
    Number,
    Sent,
    Switch,
    Values,
    Without,
    Word,
    fixed,
    request,
)

if TYPE_CHECKING:
    from tt_print.engine.base import ScoredGame
    from tt_print.engine.house import House


# ---------------------------------------------------------------- a night begins


@request
class Start(ScoreCommand):
    """A new night. `again`: the same game, players and house rules as last time."""

    game: Annotated[str, Choice(scored_games, str, "GAME"), Without("again"), Bare()] = ""
    players: Annotated[tuple[str, ...], NameWords(), Without("again"), Bare(), Config(key="night.players")] = ()
    dealer: Annotated[str, Seat()] = ""
    house_file: HouseFile = ""
    house: Rules = ()
    called: Annotated[str, Kind("NAME"), Word("name")] = ""
    places: Annotated[str, Choice(lambda: {"1224": "1, 2, 2, 4", "1223": "1, 2, 2, 3"}, metavar="1224|1223")] = "1224"
    again: Annotated[bool, Switch()] = False

    verb = "score start"

    @classmethod
    def heeds(cls, name: str, values: Values, given: Collection[str]) -> bool:
        return bool(values["game"]) and not values["again"]

    def answer(self, call: Call) -> Answer:
        table, first = self.table(call)
        dealer = table.name(self.dealer) if self.dealer else first
        data = {"game": table.game.name, "players": [*table.names], "house": str(table.house), "dealer": dealer}
        data |= {"places": table.shared}
        events, warning = write(call, lambda events: [Draft(len(by_night(events)) + 1, START, data)], begins=True)
        night = find_night(events)
        return night_answer(events, night, self._text(night), warning)

    def _text(self, night: Night) -> list[Line]:
        table = night.table
        hand = night.action("hand", words=night.scorer.example_words(table))
        return [
            Said("score.started", title=table.game.title, night=night.number, names=", ".join(table.names)),
            Said("score.house", rules="none" if table.rules == "-" else table.rules),
            Said("score.deals_first" if self.dealer else "score.first_dealer", dealer=night.dealer),
            Said("score.after_the_hand", hand=hand),
            Said("score.by_buttons", table=Action("table")),
            # of the cards of another game nothing is known
            *([Said("score.deal_it", deal=Action("deal"))] if table.game.name != POINTS else []),
        ]

    def table(self, call: Call) -> tuple[ScoredTable, str]:
        """The table, and who deals first if nobody says so. Raises InputError for players and house rules that do not go together."""
        if self.again:
            _, last = find(call, None)
            table = last.next_table
            return replace(table, house=self._rules(table.game, table.names, table.house)), following_dealer(last)
        if not self.game:
            raise Problem("score.which_game", games=join_words(GAMES))
        game = find_scored_game(self.game)
        if not self.players:
            start = Action("score start", {"game": game.name, "players": ("Ann", "Bo", "Cy")})
            raise Problem("score.who_plays", start=start)
        game.check_players(len(self.players))
        return ScoredTable(game, self._rules(game, self.players), self.players, self.places), self.players[0]

    def _rules(self, game: ScoredGame, people: tuple[str, ...], last: House | None = None) -> House:
        """House rules; if no file has them, over those of `last` time. Raises InputError for what the engine would not play with so many."""
        kept = str(last).split() if last is not None and last.changed and not self.house_file else []
        named = [f"called={self.called}"] if self.called else []
        rules = [teams_by_seat(text, people) for text in (*self.house, *named)]
        house = self.read_house(game, [*kept, *rules])
        # whatever else the engine wants: a deck for so many, fair teams, hands for all
        game.check_table(len(people), house)
        return house


# ---------------------------------------------------------------- nights


@request
class State(ScoreCommand):
    """The current table. `night`: the number of a night; default: the current one. `ask` is the first question of the next hand, as in
    `score.ask`; `undone` is what could be put back: who took it back, what, and its event."""

    night: ThatNight = None

    verb, alias = "score show", "score.state"

    def answer(self, call: Call) -> Answer:
        events, night = find(call, self.night)
        return night_answer(events, night, night_text(night))


@request
class Resume(ScoreCommand):
    """The night to go on with, which becomes the current one."""

    night: ThatNight = None

    verb = "score resume"

    def answer(self, call: Call) -> Answer:
        if self.night is None:
            return State().answer(call)

        def compose(events: Sequence[Event]) -> Sequence[Draft]:
            number = open_night(events, self.night).number
            return [] if current_night(events) == number else [Draft(number, RESUME, {})]

        events, warning = write(call, compose)
        night = find_night(events)
        return night_answer(events, night, night_text(night), warning)


@request
class Nights(ScoreCommand):
    """All nights that are kept."""

    verb = "score nights"

    def answer(self, call: Call) -> Answer:
        events = book_of(call).events()
        nights, current = read_nights(events), current_night(events)
        rows = [
            night.as_json() | {"title": night.table.game.title, "current": night.number == current} for night in nights
        ]
        data = {"nights": rows, "current": current, "dropped": sorted(dropped_nights(events))}
        text = list[Said]()
        for night in nights:
            facts = {"night": night.number, "date": night.at[:10], "title": night.table.game.title}
            facts |= {"names": ", ".join(night.names), "mark": "*" if night.number == current else " "}
            state = won(night) if night.is_over else f"{len(night.hands)} entered"
            text.append(Said("score.night_row", state=state, **facts))
        text.append(Said("score.current", resume=Action("score resume", {"night": "NUMBER"})))
        text.append(Said("score.only_to_look", show=Action("score show", {"night": "NUMBER"})))
        text += [Said("score.other_file", name=name) for name in book_of(call).other_files()]
        return Answer(data, NO_FILES, kind=self.verb, text=text if nights else [Said("score.no_nights")])


@request
class Log(ScoreCommand):
    """The record of a night: who entered and corrected what."""

    night: NightNumber = None

    verb = "score log"

    def answer(self, call: Call) -> Answer:
        events, night = find(call, self.night)
        rows = log_rows(by_night(events)[night.number])
        data = {"night": night.number, "log": [{**asdict(event), "text": text} for event, text in rows]}
        times = [event.at[:16].replace("T", " ") for event, _ in rows]
        text = [
            Said("score.log_row", at=at, who=event.who, text=did) for at, (event, did) in zip(times, rows, strict=True)
        ]
        return Answer(data, NO_FILES, kind=self.verb, text=text)


@request
class Stats(ScoreCommand):
    """Who won what and how often, over all nights, or one player."""

    name: Annotated[str, Kind("NAME"), Bare()] = ""

    verb = "score stats"

    def answer(self, call: Call) -> Answer:
        from tt_print.play.score.results import find_statistics

        found = find_statistics(read_nights(book_of(call).events()))
        if self.name:
            kept = tuple(record for record in found.records if plain(record.name) == plain(self.name))
            if not kept:
                meant = suggest_name(self.name, [record.name for record in found.records])
                raise Problem("score.unknown_player", name=self.name, meant=meant, stats=Action("score stats"))
            found = replace(found, records=kept)
        text = found.text() if found.records else [Said("score.no_nights")]
        return Answer(found.as_json(), NO_FILES, kind=self.verb, text=text)


RESULT_DPI = 254  # 1,080 pixels wide


@request
class Export(ScoreCommand):
    """A night as files: for a spreadsheet, to print, or to send to friends."""

    csv: Annotated[bool, Switch()] = False
    pdf: Annotated[bool, Switch()] = False
    picture: Annotated[bool, Switch()] = False
    svg: Annotated[bool, Switch(), Sent()] = False
    text: Annotated[bool, Switch()] = False
    paper: Annotated[str, Choice(of.papers, of.find_paper, "PAPER", is_open=True), Word(letter="p"), Config()] = ""
    night: NightNumber = None

    verb, shown_by = "score export", ("out", "file", "quiet")

    @property
    def prints(self) -> bool:
        return self.pdf

    @classmethod
    def heeds(cls, name: str, values: Values, given: Collection[str]) -> bool:
        return bool(values["pdf"])

    def problems(self) -> list[Problem]:
        return [] if self.csv or self.pdf or self.picture or self.svg or self.text else [Problem("nothing", "csv")]

    def answer(self, call: Call) -> Answer:
        from tt_print.play.score.results import night_csv, night_message, night_picture, night_stem, night_texts

        _, night = find(call, self.night, is_open=True)
        stem, files, warnings = f"scores/{night_stem(night)}", dict[str, bytes](), list[Problem]()
        shown = names_on_paper(night.names)
        if self.csv:
            files[f"{stem}.csv"] = night_csv(night).encode("utf-8-sig")  # the mark tells a spreadsheet that it is UTF-8
        if self.pdf:
            from tt_print.paper.score_sheets import NightTable, make_night_sheets

            paper, table = self.sheet_size(call), NightTable(**with_names(night_texts(night), shown))
            files[f"{stem}-{paper.name}.pdf"] = text_pdf(make_night_sheets(table, paper), f"{table.title}: score")
        if self.picture or self.svg:
            from tt_print.paper.score_sheets import ResultRow, draw_results

            result = with_names(night_picture(night), shown)
            drawing = draw_results(result["title"], [ResultRow(*row) for row in result["rows"]], result["notes"])
            suffixes = {".svg": self.svg, ".png": self.picture}
            files |= {
                f"{stem}{end}": picture(drawing, end, RESULT_DPI) for end, is_wanted in suffixes.items() if is_wanted
            }
        if self.pdf or self.picture or self.svg:
            warnings = name_warnings(shown)
        if self.text:
            files[f"{stem}.txt"] = night_message(night).encode()
        text = [Said("score.wrote", file=FileName(name)) for name in files]
        return Answer(
            {"files": file_rows(files), "warnings": [*map(str, warnings)]}, files, warnings=tuple(warnings), text=text
        )


@request
class Restore(ScoreCommand):
    """Ends an error of the kind `store`: goes on with the "copy", with the "file" as it is, or with "neither", which makes room for a first
    night. The error's `ways` are those that are possible. What gives way is kept under another name."""

    take: Annotated[str, Choice(fixed("copy", "file", "neither")), Sent()] = "copy"

    verb = "score restore"
    may_be_without_nights = True

    def answer(self, call: Call) -> Answer:
        text: list[Line] = [book_of(call).restore(self.take)]
        if not (events := book_of(call).events()):
            return Nights().answer(call)._replace(text=text)
        night = find_night(events, current_night(events) or events[-1].night)
        answer = night_answer(events, night, [*text, *night_text(night)])
        return answer._replace(data={**answer.data, "taken": self.take})


LISTED = (Start, *HANDS, *ROSTER, Nights, Resume, State, Stats, Log, Export, Restore)
COMMANDS: dict[str, type[ScoreCommand]] = {shape.verb.partition(" ")[2]: shape for shape in LISTED}
"""By what the command line calls them."""


FILE = "nights.sqlite"  # what a saved file is called


@request
class Fields(ScoreCommand):
    """What `score.start` wants; names of earlier nights, and the last table, as suggestions. `game`: which one; "" asks which there are."""

    game: Annotated[str, Kind("GAME")] = ""

    verb = "score fields"

    def answer(self, call: Call) -> Answer:
        events = book_of(call).events()
        last = next((event for event in reversed(events) if event.kind == START), None)
        known = former_names(events)
        game = find_scored_game(self.game) if self.game else None
        low, high = game.players if game else (2, None)
        more: dict[str, dict[str, object]] = {
            "game": {"needed": True},
            "players": {"needed": True, "min": low, "max": high},
            "dealer": {}, "places": {}, "house": {},
        }  # fmt: skip
        if known:
            more["players"] |= {"choices": plain_choices(known), "open": True}
        if last:
            more["game"]["default"], more["players"]["default"] = last.data["game"], [*last.data["players"]]
        return Answer({"fields": form(Start, more), "house": house_fields(game) if game else []}, NO_FILES)


# ---------------------------------------------------------------- a hand, question by question


@request
class Ask(ScoreCommand):
    """The next question of a hand: `title`, `kind` (`tile`, `number`, `choice`), the `seat` that it is about, likely `numbers`, other ways in `also`.
    `given` is what is known of each player so far. Once all is known, what would be saved, and what does not add up.

    `answers`: the answers so far, in order: a name, None for nobody, a number, a list of cards or names, numbers by name. `edit`: the number of
    an earlier hand to ask about again."""

    answers: Answered = ()
    night: NightNumber = None
    edit: Annotated[int | None, Number()] = None

    verb = "score ask"

    def answer(self, call: Call) -> Answer:
        _, night = find(call, self.night, is_open=True)
        dialogue = dialogue_of(night, self.answers, self.edit)
        number = self.edit or len(night.hands) + 1
        found: dict[str, object] = {
            "hand": number,
            "dealer": dialogue.table.names[dialogue.standing.dealer],
            "given": dialogue.scorer.given(dialogue.said),
            "question": None,
            "ready": False,
        }
        if (question := dialogue.question) is not None:
            opens = None if self.answers else number
            return Answer(found | {"question": question_row(question, opens)}, NO_FILES)
        entry, scorer, seats = dialogue.entry, dialogue.scorer, (dialogue.table, dialogue.standing)
        found |= {
            "ready": True,
            "summary": scorer.describe_entry(entry, dialogue.table),
            "lines": [*scorer.play(entry, *seats).lines],
            "discrepancies": [*map(str, scorer.discrepancies(entry, *seats))],
        }
        return Answer(found, NO_FILES)


# ---------------------------------------------------------------- the file


@request
class Save(ScoreCommand):
    """The file of all nights, as the command line has it."""

    verb = "score save"

    def answer(self, call: Call) -> Answer:
        files = {FILE: book_of(call).save()}
        return Answer({"files": file_rows(files)}, files)


@request
class Open(ScoreCommand):
    """Looks at the file `nights` that came with the request. `compared` is a sentence on how it differs from what is kept here, of which it
    lacks `lost` entries. With `replace` it takes the place of the one that is kept here, which keeps another name beside it; if entries are
    lost, only with `force`."""

    replace: Annotated[bool, Switch()] = False
    force: Annotated[bool, Switch()] = False

    verb = "score open"

    def answer(self, call: Call) -> Answer:
        if "nights" not in call.files:
            raise InputError("there is no file to open.")
        book, data = book_of(call), call.files["nights"]
        events = book.look(data)
        try:
            here = book.events()
        except LostNightsError as error:  # the file cannot be gone on with
            here = max(error.file.events, error.copy.events, key=len)
        lost, compared = len(here) - count_common(events, here), str(compare(events, here) or "")
        rows = [
            {"night": each.number, "title": each.table.game.title, "players": [*each.names], "at": each.at, "hands": len(each.hands)}
            for each in read_nights(events)
        ]  # fmt: skip
        if self.replace:
            if lost and not self.force:
                raise Problem("score.not_opened", why=compared)
            book.look(data, replace=True)
        found = {"nights": rows, "current": current_night(events), "replaced": self.replace}
        return Answer(found | {"lost": lost, "compared": compared}, NO_FILES)


SHAPES: tuple[type[ScoreCommand], ...] = (Fields, Ask, *COMMANDS.values(), Save, Open)
REQUESTS = {shape.alias or shape.verb.replace(" ", "."): shape for shape in SHAPES}
