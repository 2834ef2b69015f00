"""Random nights with everything that can be done to them, as a table would do it: hands, corrections, comings and goings."""

import random
from collections.abc import Callable, Sequence

from tests.play.score.nights import Evening, Shown
from tt_print.games import find_game

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
Random = random.Random


def living_at(night: Shown, number: int) -> list[str]:
    """Who plays a hand, as far as the hands before it say."""
    hands = night.hands
    names, last = night.present, hands[-1] if hands else None
    game = last.game if last and not last.winners else None
    if number <= len(hands):
        names, game = hands[number - 1].names, hands[number - 1].game
    gone = {name for hand in hands[: number - 1] if hand.game == game for name in hand.eliminated}
    return [name for name in names if name not in gone]


def _craziness(living: Sequence[str], names: Sequence[str], house: dict[str, object], rng: Random) -> list[str]:
    if rng.random() < 0.1:
        return ["--blocked", *(f"{name}={rng.randint(1, 5)}" for name in living)]
    out = rng.choice(living)
    return ["--went-out", out, *(f"{name}={rng.randint(1, 6)}" for name in living if name != out)]


def _casino(living, names, house, rng) -> list[str]:
    if rng.random() < 0.2:  # everything is the last player's; how many cards lie aside depends on the players
        nothing, last = ",".join(f"{name}=0" for name in names[:-1]), names[-1]
        most = [word for kind in ("cards", "reds", "circles") for word in (f"--{kind}", last)]
        ones, red_circles = f"{nothing},{last}=24", f"{nothing},{last}=5"
        return [*most, "--ones", ones, "--red-circles", red_circles, "--special", last, "--hearts", "none"]
    whole = 70 if house.get("deck") == "squares" else 150
    rest = [0] * (len(names) - 1)
    return [f"{name}={points}" for name, points in zip(names, rng.sample([whole, *rest], len(rest) + 1), strict=True)]


def _push_it(living, names, house, rng) -> list[str]:
    out, right = rng.choice(names), rng.choice(names)
    words, number = ["--went-out", out], rng.randint(1, 3)
    if house.get("potential", "off") != "off":
        words += ["--right", f"{right}={number}"]
    if house.get("potential") == "per_card":
        words += ["--potential", f"{right}={number + rng.randint(0, 4)}"]
    if house.get("next_dealer") == "loser":
        words += ["--left", ",".join(f"{name}={rng.randint(1, 9)}" for name in names if name != out)]
    return words


def _six_suit(living, names, house, rng) -> list[str]:
    living = rng.sample(living, len(living))
    if rng.random() < 0.3 and "teams" not in house:
        return ["--places", ",".join(living)]
    forfeits = ["=forfeit"] if house.get("treaties") == "recorded" else []
    out = "+".join(living[: 1 + (rng.random() < 0.2)])
    return ["--out", out + rng.choice(("", "=red", f"=heart,{living[-1]}", *forfeits))]


def _war(living, names, house, rng) -> list[str]:
    gone = [name for name in names if name not in living]
    living = rng.sample(living, len(living))
    if gone and rng.random() < 0.2:
        return ["--back", rng.choice(gone)]
    if len(living) < 2:
        return ["--winner", (living or names)[0]]
    return rng.choice(
        (["--out", living[0]], ["--winner", living[0]], ["--places", ",".join(living)], ["--slaps", f"{living[0]}=2"])
    )


_ENTRIES: dict[str, Callable[..., list[str]]] = {
    "craziness": _craziness, "casino": _casino, "push-it": _push_it, "six-suit": _six_suit, "ww3": _war, "armageddon": _war,
}  # fmt: skip


class Walk:
    """A night that does one random thing after another. What is refused is no step."""

    def __init__(self, game: str, seed: int) -> None:
        self.rng, self.game, self.refused = Random(seed), game, []
        names = NAMES[: self.rng.randint(max(3, find_game(game).players[0]), 5)]
        house = dict(self.rng.choice(HOUSES[game]))
        if "hands" in house:
            house["hands"] = 2 * len(names)
        if game == "six-suit" and len(names) == 4 and self.rng.random() < 0.5:
            house["teams"] = "Ann+Cy/Bo+Di"
        self.evening = Evening(game, *names, house=house, dealer=self.rng.choice(names))

    @property
    def night(self) -> Shown:
        return self.evening.night

    def entry(self, number: int) -> list[str]:
        """What a table might enter for this hand; everyone is named who must be."""
        hands = self.night.hands
        names, house = self.night.present, self.night.house
        if number <= len(hands):  # another rule may have held then
            names, house = hands[number - 1].names, {rule: value for rule, value in house.items() if rule != "treaties"}
        return _ENTRIES[self.game](living_at(self.night, number) or list(names), list(names), house, self.rng)

    def step(self) -> bool:
        """Whether something was done."""
        rng, night = self.rng, self.night
        number = rng.randint(1, max(1, len(night.hands)))
        acts = {
            "hand": lambda: [*self.entry(len(night.hands) + 1), "--another"],
            "edit": lambda: [number, *self.entry(number)],
            "remove": lambda: [number],
            "join": lambda: [rng.choice(NAMES)],
            "leave": lambda: [rng.choice(night.names)],
            "rename": lambda: [rng.choice(night.names), rng.choice((*NAMES, "Zoë", "Ann"))],
            "undo": list,
            "note": lambda: ["tea", *rng.choice(([], ["--hand", 1], ["--hand", 2]))],
        }  # fmt: skip
        (name,) = rng.choices(list(acts), (8, 3, 1, 2, 2, 1, 1, 1))
        return self.does(name, *acts[name]())

    def does(self, *words: object) -> bool:
        """Whether this was possible; the night is the one after it."""
        ran = self.evening.score(*words, "--json")
        assert ran.status == 0 or (ran.status, ran.err[:7], ran.out) == (2, "error: ", ""), (words, ran)
        if ran.status:
            self.refused.append(ran.err)
        else:
            self.evening.show(ran.out)
        return ran.status == 0
