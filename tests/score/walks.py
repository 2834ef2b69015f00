"""Random nights with everything that can be done to them, as a table would do it: hands, corrections, comings and goings."""

from __future__ import annotations

import random
from collections.abc import Callable

from tests.score.nights import Evening
from tt_print.errors import InputError
from tt_print.games import find_game
from tt_print.games.casino.facts import box
from tt_print.games.casino.sheet import hidden_size
from tt_print.score import commands as desk
from tt_print.score import company
from tt_print.score.night import Night, Sitting
from tt_print.score.seats import ScoredTable

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus")
HOUSES = {
    "craziness": ({}, {"elimination_score": 8}, {"blocked_hand": "void", "next_dealer": "winner"}, {"next_dealer": "loser"}),
    "casino": ({}, {"hands": 12}, {"deck": "squares"}, {"jokers": 2}),
    "push-it": ({}, {"potential": "per_challenge"}, {"potential": "per_card", "target_points": 9},
                {"potential": "per_challenge", "target_points": 5, "next_dealer": "loser"}),
    "six-suit": ({}, {"all_out": "draw"}, {"next_dealer": "winner"}, {"treaties": "recorded", "next_dealer": "loser"}),
    "ww3": ({}, {"jokers": 1}),
    "armageddon": ({}, {"jokers": 2}),
}  # fmt: skip
RULES = {
    "craziness": ["elimination_score=6", "elimination_score=25", "must_play=true", "next_dealer=loser", "blocked_hand=void"],
    "casino": ["hands=4", "hands=6", "hands=12", "deck=squares", "hands=once_each", "question=wild", "jokers=2", "jokers=0"],
    "push-it": ["target_points=3", "target_points=12", "next_dealer=loser", "potential=off", "potential=per_card", "potential=per_challenge", "wilds=wild"],
    "six-suit": ["all_out=draw", "next_dealer=winner", "treaties=recorded", "treaties=off", "teams=none"],
    "ww3": ["jokers=2", "runout=next_continues"],
    "armageddon": ["jokers=0", "joker_defines=false"],
}  # fmt: skip


def entry_words(game: str, before: Sitting, rng: random.Random) -> list[str]:
    """What a table might enter for this hand; everyone is named who must be."""
    return _ENTRIES[game](before.table, before.standing, rng)


def _craziness(table: ScoredTable, standing, rng) -> list[str]:
    living = table.all(standing.living)
    if rng.random() < 0.1:
        return ["--blocked", *(f"{name}={rng.randint(1, 5)}" for name in living)]
    out = rng.choice(living)
    return ["--went-out", out, *(f"{name}={rng.randint(1, 6)}" for name in living if name != out)]


def _casino(table, standing, rng) -> list[str]:
    if rng.random() < 0.2:  # everything is the last player's, the cards aside turned up
        aside = [card.safe_code for card in box(standing.house)][: hidden_size(len(table.names), standing.house)]
        words = [word for name in table.names[:-1] for word in ("--captured", f"{name}=")]
        return [*words, "--rest", table.names[-1], *(["--aside", ",".join(aside)] if aside else [])]
    whole = 70 if standing.house["deck"] == "squares" else 150
    rest = [0] * (len(table.names) - 1)
    return [
        f"{name}={points}" for name, points in zip(table.names, rng.sample([whole, *rest], len(rest) + 1), strict=True)
    ]


def _push_it(table, standing, rng) -> list[str]:
    out, right = rng.choice(table.names), rng.choice(table.names)
    words = ["--went-out", out]
    number = rng.randint(1, 3)
    if standing.house["potential"] != "off":
        words += ["--right", f"{right}={number}"]
    if standing.house["potential"] == "per_card":
        words += ["--potential", f"{right}={number + rng.randint(0, 4)}"]
    if standing.house["next_dealer"] == "loser":
        words += ["--left", ",".join(f"{name}={rng.randint(1, 9)}" for name in table.names if name != out)]
    return words


def _six_suit(table, standing, rng) -> list[str]:
    living = list(table.all(standing.living))
    rng.shuffle(living)
    if rng.random() < 0.3 and standing.house["teams"] == "none":
        return ["--places", ",".join(living)]
    forfeits = ["=forfeit"] if standing.house["treaties"] == "recorded" else []
    return [
        "--out",
        "+".join(living[: 1 + (rng.random() < 0.2)]) + rng.choice(("", "=red", f"=heart,{living[-1]}", *forfeits)),
    ]


def _war(table, standing, rng) -> list[str]:
    living = list(table.all(standing.living))
    gone = [name for name in table.names if name not in living]
    rng.shuffle(living)
    if gone and rng.random() < 0.2:
        return ["--back", rng.choice(gone)]
    if len(living) < 2:
        return ["--winner", (living or list(table.names))[0]]
    return rng.choice(
        (["--out", living[0]], ["--winner", living[0]], ["--places", ",".join(living)], ["--slaps", f"{living[0]}=2"])
    )


_ENTRIES: dict[str, Callable[..., list[str]]] = {
    "craziness": _craziness, "casino": _casino, "push-it": _push_it, "six-suit": _six_suit, "ww3": _war, "armageddon": _war,
}  # fmt: skip


class Walk:
    """A night that does one random thing after another. What is refused is no step."""

    def __init__(self, game: str, seed: int) -> None:
        self.rng = random.Random(seed)
        self.game = game
        fewest = find_game(game).players[0]
        names = NAMES[: self.rng.randint(max(3, fewest), 5)]
        house = dict(self.rng.choice(HOUSES[game]))
        if "hands" in house:
            house["hands"] = 2 * len(names)
        if game == "six-suit" and len(names) == 4 and self.rng.random() < 0.5:
            house["teams"] = "Ann+Cy/Bo+Di"
        self.evening = Evening(game, *names, house=house, dealer=self.rng.choice(names))
        self.refused: list[str] = []

    @property
    def night(self) -> Night:
        return self.evening.night

    def step(self, **weights: int) -> None:
        acts = {
            "hand": 8,
            "edit": 3,
            "remove": 1,
            "join": 2,
            "leave": 2,
            "rule": 2,
            "rename": 1,
            "undo": 1,
            "note": 1,
        } | weights
        (name,) = self.rng.choices(list(acts), list(acts.values()))
        try:
            drafts = getattr(self, name)()
        except InputError as error:
            self.refused.append(str(error))
            return
        self.evening.keep(drafts)

    def hand(self):
        night = self.night
        if night.is_over:
            raise InputError("over")
        query = self.evening.query(entry_words(self.game, night.now, self.rng))
        return desk.enter_hand(
            self.evening.events, None, lambda night: night.scorer.read(query, night.table, night.standing)
        )

    def number(self) -> int:
        return self.rng.randint(1, max(1, len(self.night.hands)))

    def edit(self):
        number = self.number()
        before = self.night.hand(number).before
        if before.standing.is_over:
            query = self.evening.query(["Ann=0"] if self.night.totals is not None else ["--out", "Ann"])
            return desk.edit_hand(self.evening.events, None, number, query)
        query = self.evening.query(entry_words(self.game, before, self.rng))
        return desk.edit_hand(self.evening.events, None, number, query)

    def remove(self):
        return desk.remove_hand(self.evening.events, None, self.number())

    def _from(self) -> int | None:
        return self.rng.choice((None, None, self.rng.randint(1, len(self.night.hands) + 1)))

    def join(self):
        points = self.rng.choice((None, None, 3))
        after = self.rng.choice(("", "", self.rng.choice(self.night.names)))
        return company.join(
            self.evening.events, None, self.rng.choice(NAMES), after, points, self._from(), self.rng.random() < 0.1
        )

    def leave(self):
        return company.leave(self.evening.events, None, self.rng.choice(self.night.names), self._from())

    def rule(self):
        return company.change_rules(self.evening.events, None, [self.rng.choice(RULES[self.game])], self._from())

    def rename(self):
        return company.rename(
            self.evening.events, None, self.rng.choice(self.night.names), self.rng.choice((*NAMES, "Zoë", "Ann"))
        )

    def undo(self):
        return desk.undo(self.evening.events)

    def note(self):
        return desk.add_note(self.evening.events, None, "tea", self.rng.choice((None, 1, 2)))
