"""How a game is between two hands, the places that follow from it, and the house rule `teams`, by which seats play together.

Each game's `score` makes the next standing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from tt_print.engine.house import House
from tt_print.engine.notation import Seat, parse_seat, seat_name
from tt_print.records import dataclass
from tt_print.typed_words import read_whole

S = TypeVar("S")
C = TypeVar("C")
Groups = tuple[tuple[Seat, ...], ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """All that the next hand needs to know of those before it.

    `dealer` deals the next hand; of a game that is over, they dealt the last. `scores` are points by seat,
    0 in a game without points. `out` names who was eliminated, in order, in groups of the same moment.
    `played` counts hands. `is_over` with no winners is a draw. `due` says how often each seat is still to deal, in a game
    whose length that decides and to which players have come, or from which they have gone; else it is empty.
    """

    house: House
    dealer: Seat
    living: tuple[Seat, ...]
    scores: tuple[int, ...]
    out: Groups = ()
    played: int = 0
    winners: tuple[Seat, ...] = ()
    is_over: bool = False
    due: tuple[int, ...] = ()

    @property
    def players(self) -> int:
        return len(self.scores)


def initial_standing(players: int, house: House, dealer: Seat = 0) -> Standing:
    """Before the first hand."""
    return Standing(house, dealer, tuple(range(players)), (0,) * players)


def insert_seat(standing: Standing, seat: Seat, points: int = 0) -> Standing:
    """With one more player at `seat`, who plays on, and deals as often as anyone; those who sat there or after it move up by one."""

    def moved(seats: Iterable[Seat]) -> tuple[Seat, ...]:
        return tuple(other + (other >= seat) for other in seats)

    scores, due = standing.scores, standing.due
    return replace(
        standing,
        dealer=standing.dealer + (standing.dealer >= seat),
        living=tuple(sorted((*moved(standing.living), seat))),
        scores=(*scores[:seat], points, *scores[seat:]),
        out=tuple(map(moved, standing.out)),
        winners=moved(standing.winners),
        due=(*due[:seat], max(due), *due[seat:]) if due else (),
    )


def remove_seat(standing: Standing, seat: Seat) -> Standing:
    """Without the player at `seat`; those after it move down by one. Where they were to deal, the next to the left does."""

    def moved(seats: Iterable[Seat]) -> tuple[Seat, ...]:
        return tuple(other - (other > seat) for other in seats if other != seat)

    dealer = standing.dealer
    if dealer == seat:
        rest = [other for other in standing.living if other != seat] or range(standing.players)
        dealer = next_left(rest, standing.players, seat)
    scores, due = standing.scores, standing.due
    return replace(
        standing,
        dealer=dealer - (dealer > seat),
        living=moved(standing.living),
        scores=(*scores[:seat], *scores[seat + 1 :]),
        out=tuple(group for group in map(moved, standing.out) if group),
        winners=moved(standing.winners),
        due=(*due[:seat], *due[seat + 1 :]),
    )


def next_left(living: Sequence[Seat], players: int, seat: Seat) -> Seat:
    """The next of `living` clockwise (G-2)."""
    for _ in range(players):
        seat = (seat + 1) % players
        if seat in living:
            return seat
    raise ValueError("nobody is left at the table")


def round_from(living: Sequence[Seat], players: int, dealer: Seat) -> list[Seat]:
    """`living` once around the table, the dealer's left neighbor first."""
    return [seat % players for seat in range(dealer + 1, dealer + 1 + players) if seat % players in living]


def first_player(house: House, living: Sequence[Seat], players: int, dealer: Seat) -> Seat:
    """Ruling G-3: the dealer's left neighbor, unless the house says otherwise."""
    match house["first_player"]:
        case "dealer":
            return dealer
        case "seat":
            return living[0]
        case _:
            return next_left(living, players, dealer)


def next_dealer(standing: Standing, winner: Seat | None, against: Sequence[int]) -> Seat:
    """Ruling G-4, as the house has it: the next to the left, the winner, or the loser, who has most points or cards `against` them.

    Of equals it is the first to the dealer's left. A hand that nobody won has no loser, so the deal rotates.
    """
    rule = standing.house["next_dealer"]
    if winner is None or rule == "rotate":
        return next_left(standing.living, standing.players, standing.dealer)
    order = round_from(standing.living, standing.players, standing.dealer)
    return winner if rule == "winner" else max(order, key=lambda seat: against[seat])


def deal_around(
    order: tuple[C, ...], seats: Sequence[Seat], players: int, dealer: Seat, each: int
) -> tuple[tuple[tuple[C, ...], ...], tuple[C, ...]]:
    """One card at a time to `seats` from the dealer's left, from the end of `order`: the hands by seat, and what is left of it."""
    row = round_from(seats, players, dealer)
    count = each * len(row)
    dealt = order[: -count - 1 : -1]
    hands = tuple(dealt[row.index(seat) :: len(row)] if seat in row else () for seat in range(players))
    return hands, order[: len(order) - count]


KEPT = ("dealer", "living", "scores", "played", "winners")  # fields of a standing that states have, too


def end_hand(
    state: S, after_hand: Callable[[Standing, Seat | None], Standing], winner: Seat | None = None, **changes: object
) -> S:
    """The state after a hand that this seat won, None for nobody: the next deal, or the end of the game; with these changes."""
    now: Any = state
    living = getattr(now, "living", tuple(range(len(now.hands))))
    before = Standing(now.house, now.dealer, living, now.scores, played=getattr(now, "played", 0))
    after = after_hand(before, winner)
    kept = {name: getattr(after, name) for name in KEPT if hasattr(now, name)}
    ended: S = replace(now, phase="over" if after.is_over else "deal", **kept, **changes)
    return ended


def by_points(seats: Iterable[Seat], scores: Sequence[int], highest_first: bool) -> Groups:
    """Seats grouped by points, best first; `highest_first` says whether many points are good. Equal points share a place."""
    groups: dict[int, list[Seat]] = {}
    for seat in sorted(seats):
        groups.setdefault(scores[seat], []).append(seat)
    return tuple(tuple(groups[points]) for points in sorted(groups, reverse=highest_first))


def place_numbers(groups: Groups, shared: str = "1224") -> dict[Seat, int]:
    """The number of each seat's place. After a shared place, numbers are skipped (1-2-2-4); with "1223" they are not."""
    numbers: dict[Seat, int] = {}
    ahead = 0
    for row, group in enumerate(groups):
        numbers |= dict.fromkeys(group, (row if shared == "1223" else ahead) + 1)
        ahead += len(group)
    return numbers


NO_TEAMS = "none"
MAX_SEATS = 60


def read_teams(value: Any) -> str | tuple[tuple[str, ...], ...]:
    """`none`, or teams as tuples of the names of seats, from `Ann+Cy/Bo+Di`, seats from 1 (`1+3/2+4`), or lists of either.

    Raises ValueError for anything else. Whether the teams fit those who play is for the game to check.
    """
    if isinstance(value, str):
        if value.strip().lower() == NO_TEAMS:
            return NO_TEAMS
        value = [team.split("+") for team in value.split("/")]
    teams = [sorted(_seat(member) for member in team) for team in value if not isinstance(team, str)]
    if len(teams) < 2:
        raise ValueError("at least two teams")
    return tuple(tuple(map(seat_name, team)) for team in sorted(teams))


def _seat(member: str | int) -> int:
    number = read_whole(member) if isinstance(member, str) else member
    seat = parse_seat(str(member)) if number is None else number - 1
    if not 0 <= seat < MAX_SEATS:
        raise ValueError("no such seat")
    return seat


def own_value(rule: str, value: object, names: Sequence[str]) -> object:
    """A house rule's value: teams (`Ann+Cy/Bo+Di`, named by their seats) by the players' own names, any other as it is."""
    if rule != "teams" or value == NO_TEAMS:
        return value
    return "/".join("+".join(names[parse_seat(member)] for member in team.split("+")) for team in str(value).split("/"))
