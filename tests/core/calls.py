"""Thousands of calls of the core, always the same ones: every kind of request, a third of them refused.

    python -m tests.core.calls 2000                        how many were answered and refused, and the digest of all
    digests(folder, 2000)                                  each request with the hash of its answer, for whoever compares two Pythons

Needs the standard library and `tt_print` alone, so that a browser can run it. What is asked next may follow from an answer (a
story that goes on, the next question of a hand), so two Pythons that answer alike are asked alike.
"""

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta, timezone
from hashlib import sha256
from pathlib import Path
from typing import Any

from tt_print.core import Core, Environment, FileBook, Reply
from tt_print.engine.phrases import read_questions

GAMES = ("ww3", "armageddon", "six-suit", "casino", "craziness", "push-it")
STORIES = {game: [asked.story for asked in read_questions(game).questions] for game in GAMES}
NAMES = ("Ann", "Bo", "Cy", "Di", "Zoë", "Łukasz", "Tom+Sue", "Ann Lee")
CARDS = [c + s + n for c in "RYGBK" for s in "CHTSB" for n in "1234?"]
WORDS = "slap joker wild draw build pass 3 2c 3.1 score claim veto control xyzzy".split()
WRONG: tuple[Any, ...] = (
    "", "RX3", "no such thing", -1, 10**9, None, True, [], ["RH3", "RH3"], {}, {"a": 1}, "\u0007", "Ann",
)  # fmt: skip
BEGIN = datetime(2026, 11, 22, 20, 15, tzinfo=timezone(timedelta(hours=1)))
STEP_S = 25  # between two calls, so that some hands come within a minute of each other
Request = dict[str, Any]


def counted_bytes() -> Callable[[int], bytes]:
    """Bytes that nobody could guess, were they not counted: the first 32 are the hash of 0, and so on."""
    count = iter(range(10**9))

    def random_bytes(size: int) -> bytes:
        data = b""
        while len(data) < size:
            data += sha256(str(next(count)).encode()).digest()
        return data[:size]

    return random_bytes


def still_core(folder: Path) -> Core:
    """A core whose clock goes by the calls, and whose chance is counted; its nights are in `folder`."""
    ticks = iter(range(10**9))

    def now() -> str:
        return (BEGIN + timedelta(seconds=STEP_S * next(ticks))).isoformat()

    return Core(Environment(now, counted_bytes(), "a call", FileBook(folder / "nights.sqlite")))


class Caller:
    """Thinks of the next request. `rng` is asked for numbers between 0 and 1 only, which every Python makes alike."""

    def __init__(self, seed: int | str) -> None:
        self.rng = random.Random(seed)
        self.opens: list[str] = []
        self.answers: list[Any] = []
        self.question: dict[str, Any] | None = None
        self.ready: dict[str, Any] = {}
        self.state: dict[str, Any] = {}
        self.codes: list[str] = []

    # ------------------------------------------------------------ chance

    def number(self, below: int) -> int:
        return int(self.rng.random() * below)

    def pick(self, values: Sequence[Any]) -> Any:
        return values[self.number(len(values))]

    def some(self, values: Sequence[Any], most: int) -> list[Any]:
        rest = list(values)
        return [rest.pop(self.number(len(rest))) for _ in range(min(len(rest), 1 + self.number(most)))]

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    # ------------------------------------------------------------ requests

    def next(self) -> Request:
        """A request; one in four is spoiled."""
        kinds: list[tuple[int, Callable[[], Request]]] = [
            (2, self._games), (2, self._cards), (1, self._faces), (18, self._judge), (4, self._tell), (18, self._tap),
            (5, self._rules), (8, self._deal), (3, self._pointers), (20, self._hand), (30, self._night),
            (1, self._print), (1, self._documents), (6, self._practice),
        ]  # fmt: skip
        place = self.number(sum(weight for weight, _ in kinds))
        for weight, make in kinds:
            if place < weight:
                request = make()
                break
            place -= weight
        return self._spoiled(request) if self.chance(0.25) else request

    def _spoiled(self, request: Request) -> Request:
        """With a value that cannot be, a field too many, or one too few."""
        keys = [key for key in request if key != "ask"]
        how = self.number(4)
        if how == 0 or not keys:
            return request | {self.pick(("cards", "gmae", "x", "version")): self.pick(WRONG)}
        key = self.pick(keys)
        if how == 1:
            return {name: value for name, value in request.items() if name != key}
        value = request[key]
        if isinstance(value, dict) and value and self.chance(0.7):
            return request | {key: value | {self.pick(list(value)): self.pick(WRONG)}}
        if isinstance(value, list) and value and self.chance(0.7):
            return request | {key: [*value[:-1], self.pick(WRONG)]}
        return request | {key: self.pick(WRONG)}

    def _games(self) -> Request:
        return {"ask": "games"} | ({"game": self.pick(GAMES)} if self.chance(0.7) else {})

    def _cards(self) -> Request:
        return {"ask": "cards", "deck": self.pick(("west", "squares", "full")), "jokers": self.number(3)}

    def _faces(self) -> Request:
        return {"ask": "faces", "cards": [self.pick((*CARDS, "J1", "back", "chit-color")), self.pick(CARDS)],
                "ink": self.pick(("color", "low")), "theme": self.pick(("tab", "toppers"))}  # fmt: skip

    def _judge(self) -> Request:
        """A story; some end before it is clear what happened."""
        game = self.pick(GAMES)
        phrases = self.pick(STORIES[game]).split("; ")
        some = phrases[: 1 + self.number(len(phrases))] if self.chance(0.3) else phrases
        return {"ask": "judge", "game": game, "story": "; ".join(some)}

    def _tell(self) -> Request:
        told = self._judge()
        return {"ask": "story", "game": told["game"], "phrases": told["story"].split("; ")}

    def _tap(self) -> Request:
        """Cards in some of the slots of a game's screen; now and then what was open is answered."""
        game = self.pick(GAMES)
        slots = {}
        for slot in read_questions(game).slots:
            cards = self.some(slots[slot.of]["cards"] if slot.of in slots else CARDS, 3 if slot.most != 1 else 1)
            words = self.some(("red", "heart", "2", "red circles", "circle 3s"), 2)
            if self.chance(0.9):
                slots[slot.name] = {"cards": cards, "words": words}
        told = {"phrases": [self.opens.pop()]} if self.opens and self.chance(0.5) else {}
        acts = [act.text for act in read_questions(game).acts]
        return {"ask": "story", "game": game, "slots": slots, "act": self.pick(["", *acts])} | told

    def _rules(self) -> Request:
        words = " ".join(self.some(WORDS, 2)) if self.chance(0.8) else ""
        return {"ask": "rules", "game": self.pick(GAMES), "words": words}

    def _practice(self) -> Request:
        """The first choice of a round, or a pile; now and then of a game that has none."""
        name = self.pick(("practice", "practice.try", "practice.tip", "practice.pile"))
        seeded = {"ask": name, "game": self.pick(GAMES), "seed": self.number(9)}
        if name == "practice.pile":
            return seeded | {"number": self.number(9)}
        done = ["Ann passes"] if self.chance(0.2) else []
        return (
            seeded | {"players": 2 + self.number(3), "done": done} | ({"cards": []} if name == "practice.try" else {})
        )

    def _table(self) -> Request:
        players: Any = self.some(NAMES, 5) if self.chance(0.7) else 2 + self.number(6)
        return {"game": self.pick(GAMES), "players": players}

    def _deal(self) -> Request:
        if self.codes and self.chance(0.3):
            code = self.pick(self.codes)
            return {"ask": "deal", "code": code if self.chance(0.7) else code[:-1], "reveal": True}
        if self.chance(0.1):
            return {"ask": "deal.fields", "game": self.pick(GAMES)}
        if self.chance(0.15):
            return {"ask": "deal", "chits": True, "players": 2 + self.number(8)}
        return {"ask": "deal", **self._table(), "reveal": self.chance(0.5)}

    def _pointers(self) -> Request:
        return {"ask": "pointers", "deck": self.pick(("west", "squares", "full")), "move": self.pick(("color", "shape", "number", "")),
                "pointers": [self.pick(("red", "yellow")), self.pick(("circle", "heart")), self.pick("123")]}  # fmt: skip

    def _hand(self) -> Request:
        if not self.state or self.state.get("over") or self.chance(0.1):
            self.answers, self.question = [], None
            game = self.pick((*GAMES, "push-it", "points"))
            return {"ask": "score.start", "game": game, "players": list(NAMES[: 2 + self.number(3)])}
        if self.ready:
            answers, ready, self.answers, self.question, self.ready = self.answers, self.ready, [], None, {}
            why = {"force": True, "note": "counted twice"} if ready["discrepancies"] and self.chance(0.7) else {}
            return {"ask": "score.enter", "answers": answers, "hand": ready["hand"], **why}
        if self.question is not None:
            self.answers = [*self.answers, self.answer(self.question)]
        return {"ask": "score.ask", "answers": self.answers}

    def answer(self, question: dict[str, Any]) -> Any:
        """An answer of a kind that is asked for, as somebody gives it who plays by chance."""
        way = self.pick([question, *question.get("also", [])])
        choices = [each["value"] for each in way.get("choices", [])]
        low, high = way.get("min", 0), way.get("max", 40)
        match way["kind"]:
            case "tile" if way.get("many"):
                return self.some(choices, 2)
            case "tile" | "choice":
                return self.pick(choices)
            case "number":
                return low + self.number(max(1, min(high - low, 40)))
            case "numbers":
                return {name: self.number(high) // len(way["names"]) for name in way["names"]}
        return self.some(CARDS, 3)

    def _night(self) -> Request:
        number = 1 + self.number(3)
        if self.state.get("can_redo") and self.chance(0.3):
            return {"ask": "score.undo", "back": True}
        only_here = {"push-it": {"ask": "score.move", "variable": "color"}, "points": {"ask": "score.finish"}}
        if self.state.get("game") in only_here and self.chance(0.4):
            return only_here[self.state["game"]]
        return self.pick((
            {"ask": "score.state"}, {"ask": "score.nights"}, {"ask": "score.log"}, {"ask": "score.fields", "game": self.pick(GAMES)},
            {"ask": "score.undo"}, {"ask": "score.undo", "sequence": self.state.get("sequence", 1)}, {"ask": "score.undo", "back": True},
            {"ask": "score.note", "text": "a note"}, {"ask": "score.remove", "number": number}, {"ask": "score.move", "variable": "color"},
            {"ask": "score.join", "name": self.pick(NAMES)}, {"ask": "score.leave", "name": self.pick(NAMES[:4])},
            {"ask": "score.rename", "old": self.pick(NAMES[:3]), "new": self.pick(NAMES)}, {"ask": "score.finish"},
            {"ask": "score.edit", "number": number, "words": ["Ann=3"]}, {"ask": "score.edit", "number": number, "note": "counted again"},
            {"ask": "score.resume", "night": self.state.get("night", number)},
            {"ask": "score.open"}, {"ask": "score.save"}, {"ask": "score.finish"},
            {"ask": "score.restore", "take": self.pick(("copy", "file"))}, {"ask": "score.stats"}, {"ask": "score.export", "csv": True, "svg": True},
            {"ask": "score.remove", "number": 1}, {"ask": "score.edit", "number": 1, "note": "counted again"},
        ))  # fmt: skip

    def _print(self) -> Request:
        document, fields = self.pick((
            ("deck", {"only": self.some(CARDS, 2), "ink": self.pick(("color", "low"))}), ("calibration", {"flip": "short"}),
            ("scoresheet", {"games": [self.pick(GAMES)], "names": ["Ann", "Bo"]}), ("deal", {"code": self.pick(self.codes or [""]), "slips": False, "sheet": True}),
        ))  # fmt: skip
        return {"ask": "print", "document": document, "fields": fields}

    def _documents(self) -> Request:
        return {"ask": "print.documents"}

    # ------------------------------------------------------------ answers

    def hear(self, request: Request, data: Mapping[str, Any]) -> None:
        """Keeps of an answer what later requests follow from."""
        name = request.get("ask")
        if not data["ok"]:
            if name == "score.ask":
                self.answers = self.answers[:-1]
            return
        value = data["value"]
        if name == "story":
            self.opens += [each["phrase"] for each in value.get("open", ()) if each["phrase"]]
        elif name == "score.ask":
            self.question, self.ready = value["question"], value if value["ready"] and not request.get("edit") else {}
            self.answers = list(request.get("answers") or [])
        elif name == "deal" and "code" in value:
            self.codes = [*self.codes[-9:], value["code"]]
        elif isinstance(name, str) and name.startswith("score.") and "next_hand" in value:
            if value["night"] != self.state.get("night") or value["players"] != self.state.get("players"):
                self.answers, self.question, self.ready = [], None, {}
            self.state = value


def walk(core: Core, count: int, seed: int = 17) -> Iterator[tuple[Request, Reply]]:
    """So many calls, each with its answer."""
    caller = Caller(seed)
    for _ in range(count):
        request = caller.next()
        reply = core.ask(json.loads(json.dumps(request)))
        caller.hear(request, reply.data)
        yield request, reply


def digest_of(request: Request, reply: Reply) -> str:
    """The hash of a request, its answer without the folder, and its files; a file of nights is left out, because each sqlite has its own number
    in it."""
    files = {name: sha256(data).hexdigest() for name, data in reply.files.items() if not name.endswith(".sqlite")}
    data = reply.data
    if any(name.endswith(".sqlite") for name in reply.files):
        data = {**data, "value": None}
    text = json.dumps([request, data, files], sort_keys=True, allow_nan=False)
    return sha256(re.sub(r"/\S*/(?=nights\.sqlite)", "", text).encode()).hexdigest()


def digests(folder: Path, count: int) -> Iterator[tuple[Request, str]]:
    """So many requests, each with the hash of its answer."""
    for request, reply in walk(still_core(folder), count):
        yield request, digest_of(request, reply)


def run(folder: Path, count: int, seed: int = 17) -> tuple[str, Counter[tuple[str, bool]]]:
    """The digest of so many calls, and how many of each kind were answered and refused."""
    whole, counts = sha256(), Counter[tuple[str, bool]]()
    for request, reply in walk(still_core(folder), count, seed):
        whole.update(digest_of(request, reply).encode())
        counts[str(request.get("ask")), bool(reply.data["ok"])] += 1
    return whole.hexdigest(), counts


if __name__ == "__main__":
    import sys
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        digest, counts = run(Path(folder), int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
    for (name, ok), number in sorted(counts.items()):
        print(f"{number:5} {name}{'' if ok else ' refused'}")
    print(f"{sum(n for (_, ok), n in counts.items() if not ok)} refused")
    print(digest)
