"""Nights as commands keep them, and those that random games of the engine leave behind."""

import itertools
import json
import os
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.commands import Ran, type_line
from tt_print.engine.notation import seat_name
from tt_print.engine.play import play_out
from tt_print.games import find_game

numbers = itertools.count()


class Shown:
    """What a command prints of a night with --json; numbers by name as a tuple in the order of the players."""

    def __init__(self, printed: dict[str, Any]) -> None:
        self.json = printed
        self.names = tuple(printed["players"])
        self.totals = _numbers(printed["totals"])
        self.wins = _numbers(printed["wins"])
        self.winners, self.eliminated = tuple(printed["winner"]), tuple(printed["eliminated"])
        self.ranks, self.dealer, self.is_over = printed["ranks"], printed["dealer"], printed["over"]
        self.present, self.house = tuple(printed["present"]), printed["house"]
        self.hands = [ShownHand(hand) for hand in printed["hands"]]
        self.changes = printed.get("changes", [])


class ShownHand:
    def __init__(self, printed: dict[str, Any]) -> None:
        self.number, self.game, self.dealer, self.entry = (
            printed["hand"], printed["game"], printed["dealer"], printed["entry"],
        )  # fmt: skip
        self.names, self.points = tuple(printed["players"]), _numbers(printed["points"])
        self.totals, self.eliminated = _numbers(printed["totals"]), tuple(printed["eliminated"])
        self.problems, self.winners = tuple(printed["problems"]), tuple(printed["winner"])


def _numbers(by_name: dict[str, int | None] | None) -> Any:
    return None if by_name is None or None in by_name.values() else tuple(by_name.values())


class Evening:
    """One night in a file of its own, kept by commands."""

    def __init__(
        self, game: str, *names: str, house: dict[str, object] | None = None, dealer: str = "", file: Path | None = None
    ) -> None:
        self.file = file or Path(os.environ["TT_PRINT_DATA"]) / f"{next(numbers)}.sqlite"
        options = [word for rule in (house or {}).items() for word in ("--option", "=".join(map(_typed, rule)))]
        self.do("start", game, *names, *options, *(["--dealer", dealer] if dealer else []))

    def score(self, *words: object) -> Ran:
        return type_line("score", *words, "--file", self.file)

    def do(self, *words: object) -> Shown:
        """The night after a command that must succeed."""
        ran = self.score(*words, "--json")
        assert ran.status == 0, (words, ran.err)
        return self.show(ran.out)

    def show(self, printed: str) -> Shown:
        self.night = Shown(json.loads(printed))
        return self.night

    def refused(self, *words: object) -> str:
        """What is said in one line of a command that must fail, and store nothing."""
        before = self.file.read_bytes()
        ran = self.score(*words)
        assert (ran.status, ran.out, self.file.read_bytes()) == (2, "", before), (words, ran)
        return " ".join(ran.err.removeprefix("error: ").split())

    def hand(self, *words: object) -> Shown:
        return self.do("hand", *words, "--another")

    def edit(self, number: int, *words: object) -> Shown:
        return self.do("edit", number, *words)

    def undo(self) -> Shown:
        return self.do("undo")

    def put_back(self) -> Shown:
        return self.do("undo", "--back")

    def seen(self, *words: object, columns: int = 80) -> str:
        """What a command prints in a window of this width; without words the table."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("COLUMNS", str(columns))
            ran = self.score(*words)
        assert ran.status == 0, (words, ran.err)
        return ran.out

    def log(self) -> list[str]:
        """The record, a text an entry."""
        return [row["text"] for row in json.loads(self.score("log", "--json").out)["log"]]


def _typed(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass
class Played:
    """A random game of the engine and what a table would have entered: words by hand, and the state after each."""

    last: Any
    hands: list[tuple[list[str], Any]]
    evening: Evening


def play_and_enter(game: str, players: int, seed: int, house: dict[str, Any] | None = None) -> Played:
    """Plays a game to its end and enters every hand, without overruling anything."""
    found = find_game(game)
    rules = found.house(**(house or {}))
    dealer = seed % players
    names = [seat_name(seat) for seat in range(players)]
    before = found.start(players, rules, dealer)
    evening = Evening(game, *names, house=house, dealer=names[dealer])
    harvest = HARVESTS[game](names)
    hands = []
    for event, state in play_out(found, before, random.Random(seed)):
        words = harvest(before, event, state)
        if words is not None:
            evening.hand(*words)
            hands.append((words, state))
        before = state
    return Played(before, hands, evening)


def _craziness(names):
    def hand(before, event, state):
        if before.phase in ("deal", "declare") or state.phase not in ("deal", "over"):
            return None
        empty = [seat for seat in before.living if not state.hands[seat]]
        words = ["--went-out", names[empty[0]]] if empty else ["--blocked"]
        for seat in before.living:
            if state.hands[seat]:
                words += ["--left", f"{names[seat]}={','.join(card.safe_code for card in state.hands[seat])}"]
        return words

    return hand


def _casino(names):
    def hand(before, event, state):
        if before.phase in ("deal", "over") or state.phase not in ("deal", "over"):
            return None
        rows = [_counts(cards, state.house["question"]) for cards in state.captured]
        flags = ("cards", "reds", "circles", "ones", "red-circles", "special", "hearts")
        columns = zip(flags, zip(*rows, strict=True), strict=True)
        return [
            f"--{flag}=" + ",".join(f"{name}={n}" for name, n in zip(names, column, strict=True))
            for flag, column in columns
        ]

    return hand


def _counts(cards, question):
    """Cards, reds, circles, ones, red circles, the special card and yellow hearts, as somebody counts them."""
    codes = [card.safe_code for card in cards]
    plain = [code for code in codes if code[0] != "J"]
    special = "BSQ" if question == "five" else "BS4"
    return (
        len(codes), sum(code[0] == "R" for code in plain), sum(code[1] == "C" for code in plain), sum(code[2] == "1" for code in plain),
        sum(code[:2] == "RC" for code in plain), plain.count(special), sum(code[:2] == "YH" for code in plain),
    )  # fmt: skip


def _push_it(names):
    right = [0] * len(names)
    caught = [0] * len(names)

    def pairs(numbers):
        return ",".join(f"{name}={number}" for name, number in zip(names, numbers, strict=True))

    def hand(before, event, state):
        challenged = type(event).__name__ == "Challenge" and state.phase not in ("deal", "over")
        if challenged and state.potential[event.seat] > before.potential[event.seat]:
            right[event.seat] += 1
            caught[event.layer] += 1
        if before.phase == "deal" or state.phase not in ("deal", "over"):
            return None
        winner = event.layer if type(event).__name__ == "Challenge" else state.turn
        words = ["--went-out", names[winner], "--left", pairs(map(len, state.hands))]
        if before.house["potential"] != "off":
            words += ["--right", pairs(right), "--caught", pairs(caught)]
        if before.house["potential"] == "per_card":
            words += ["--potential", pairs(before.potential)]
        right[:], caught[:] = [0] * len(names), [0] * len(names)
        return words

    return hand


def _six_suit(names):
    def hand(before, event, state):
        if len(state.out) <= len(before.out):
            return None
        words = []
        for group in state.out[len(before.out) :]:
            words += ["--out", "+".join(names[seat] for seat in group)]
        return words

    return hand


def _war(names):
    def hand(before, event, state):
        if before.phase == "deal":
            return None
        words = []
        for seat, name in enumerate(names):
            if state.hands[seat] and not before.hands[seat] and state.phase != "over":
                words += ["--back", name]
        lost = [name for name, had, has in zip(names, before.hands, state.hands, strict=True) if had and not has]
        if gone := [] if state.phase == "over" else lost:
            words += ["--out", "+".join(gone)]
        if state.phase == "over" and before.phase != "over":
            words += ["--winner", names[state.winner]]
        return words or None

    return hand


HARVESTS = {
    "craziness": _craziness, "casino": _casino, "push-it": _push_it, "six-suit": _six_suit, "ww3": _war, "armageddon": _war,
}  # fmt: skip
