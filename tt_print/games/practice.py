"""Practice: the positions of a round against sensible players, and piles to slap or not.

A round is its game, its number of players, its seed, and what the player has done, as sentences of the game: what is left out of it
is taken back. The player sits at seat 0, on the left of the first dealer. The words for it and for a playtest are in
`templates/games/GAME/playing.toml`.
"""

from __future__ import annotations

import random
from functools import lru_cache

from tt_print.deck import DECKS, AnyCard
from tt_print.engine.base import Game, GameState, ScoredGame
from tt_print.engine.figures import Pace
from tt_print.engine.house import House
from tt_print.engine.play import SENSIBLE, ChallengeOutcome, Motion, Seating
from tt_print.engine.reasons import Verdict
from tt_print.errors import InputError
from tt_print.games import find_game
from tt_print.records import dataclass
from tt_print.templates import TemplateTable, read_table

YOU = 0
SEATS = (2, 4)  # players, at least and at most
KEPT = 300  # positions, so that the next choice and one taken back are quick
MOST = 2_000  # events of one round
PILE = (2, 5)  # cards of a pile, at least and at most
TRIES = 4_000  # piles until one is found that is a slap, or is none


@dataclass(frozen=True, slots=True)
class PracticeEvent:
    """An event with what it used of the rules, by the keys of `playing.toml`, what it moved, who drew how many cards then, and if it is a
    challenge, what that came to."""

    seat: int | None
    event: object
    used: tuple[str, ...]
    motion: Motion
    draws: tuple[tuple[int, int], ...] = ()
    outcome: ChallengeOutcome | None = None


@dataclass(frozen=True, slots=True)
class Position:
    """Where a practice is: the state, what has happened since the player's last choice, and whether the round is over, and who has won it.

    `hand_counts` are how many cards each player holds as far as everybody can count along."""

    state: GameState
    count: int
    happened: tuple[PracticeEvent, ...]
    is_over: bool
    winners: tuple[int, ...] = ()
    hand_counts: tuple[int, ...] = ()


# ---------------------------------------------------------------- words


class Label(TemplateTable):
    """Label of an end or a use, and the original rules behind it."""

    say: str
    rules: tuple[str, ...] = ()


class EventWords(TemplateTable):
    """An event of a practice in a sentence, in a few words beside its player, and on a button. Of each the first is taken that has all its
    values and room."""

    say: tuple[str, ...]
    short: tuple[str, ...]
    button: tuple[str, ...] = ()


class PlayWords(TemplateTable):
    """How a game's turns and rounds are called, how long a turn takes (assumed), what else is assumed of people, and the
    names of its ends and of what is counted.

    For the page: its `layout`, and a `verb` for what one does in the game. For a practice: what places of the `table` are called, what to say where nothing could be meant, what to `aim` at by phase, the words of `moves` by the
    kinds of events, those for what decided a tip (`because`), and shorter ones for `reasons` of the game.
    """

    turn: str
    round: str
    pace: Pace
    assumes: str = ""
    ends: dict[str, Label]
    used: dict[str, Label]
    nothing: str = ""
    layout: str = ""
    verb: str = ""
    table: dict[str, str] = {}
    aim: dict[str, str] = {}
    moves: dict[str, EventWords] = {}
    because: dict[str, str] = {}
    reasons: dict[str, str] = {}


def play_words(game: ScoredGame) -> PlayWords:
    return read_table(PlayWords, f"games/{game.name}/playing.toml")


# ---------------------------------------------------------------- a round


@lru_cache(maxsize=KEPT)
def find_position(name: str, players: int, seed: int, house: str, done: tuple[str, ...]) -> Position:
    """Where the round is after what the player has done; `house` is as `str(House)`, or empty.

    Raises InputError for a game without sensible players or for other numbers of them, NotationError for what is no event, and
    IllegalMove.
    """
    game = find_game(name)
    if not done:
        least, most = max(SEATS[0], game.players[0]), SEATS[1]
        if not game.playing.has_sensible or not least <= players <= most:
            raise InputError(f"a practice of {game.title} is for {least} to {most} players.")
        rules = game.read_house(overrides=house.split())
        return _go_on(game, seed, Position(game.start(players, rules, players - 1), 0, (), False))
    before = find_position(name, players, seed, house, done[:-1])
    event = game.event_text.read(done[-1])
    if before.is_over or getattr(event, "seat", None) != YOU:
        raise InputError(f"{done[-1]!r} cannot happen now.")
    return _go_on(game, seed, _after(game, before, event, ()))


def find_tip(game: Game, at: Position) -> PracticeEvent:
    """What a sensible player would do at a position where the player has a choice, and what that uses of the rules."""
    event = game.playing.sensible(game.view(at.state, YOU), random.Random(at.count))
    return _after(game, at, event, ()).happened[-1]


def _after(game: Game, before: Position, event: object, happened: tuple[PracticeEvent, ...]) -> Position:
    """Raises IllegalMove."""
    state, hooks = game.apply(before.state, event), game.playing
    change = before.state, event, state
    seat, draws = getattr(event, "seat", None), () if type(event) in hooks.deals else _draws(before.state, state)
    motion = Motion() if seat is None else hooks.motion(before.state, event, YOU)
    told = PracticeEvent(seat, event, tuple(hooks.used(*change)), motion, draws, hooks.outcome(*change))
    is_over = game.is_over(state) or (state.phase == "deal" and before.count > 0)
    winners = hooks.round_winners(*change) if is_over else ()
    hand_counts = hooks.count_hands(before.hand_counts, *change)
    return Position(state, before.count + 1, (*happened, told), is_over, winners, hand_counts)


def _draws(before: GameState, after: GameState) -> tuple[tuple[int, int], ...]:
    """The seats whose hands got cards from a draw pile, and how many."""
    hands = zip(before.hands, after.hands, strict=True) if hasattr(after, "draw") else ()
    gains = [(seat, len({*new} - {*old})) for seat, (old, new) in enumerate(hands)]
    return tuple((seat, count) for seat, count in gains if count)


def _go_on(game: Game, seed: int, at: Position) -> Position:
    """Until the player has a choice, or the round is over."""
    hooks = game.playing
    seating = Seating((SENSIBLE,) * len(at.state.hands))
    while not at.is_over and at.count < MOST:
        seats = game.to_act(at.state)
        if seats[:1] == (YOU,) and not (hooks.forced and type(next(iter(game.legal(at.state)))) in hooks.forced):
            break
        chance = random.Random(f"{seed}/{at.count}")
        at = _after(game, at, hooks.next_event(at.state, seating, chance, chance), at.happened)
    return at


# ---------------------------------------------------------------- piles


def make_pile(game: Game, house: House, seed: int, number: int) -> tuple[tuple[AnyCard, ...], Verdict]:
    """The pile with this number, every second one a slap by lot, and the verdict on it. Only its last card makes the slap.

    Raises InputError for a game without slaps.
    """
    judge_pile = game.find("judge", "judge_pile")
    if judge_pile is None:
        raise InputError(f"there are no slaps in {game.title}.")
    chance = random.Random(f"{game.name}/{seed}/{number}")
    wanted = chance.random() < 0.5
    for _ in range(TRIES):
        cards = tuple(chance.sample(DECKS[game.deck], chance.randint(*PILE)))
        slaps = [bool(judge_pile(house, cards[: end + 1]).facts["slap"]) for end in range(1, len(cards))]
        if slaps[-1] == wanted and not any(slaps[:-1]):
            break
    return cards, judge_pile(house, cards)
