"""A deal: what the engine makes of a code, by the names of the players. Text, JSON and pages all come from it."""

from __future__ import annotations

from typing import Any, NamedTuple

from tt_print.dealing.code import DealCode
from tt_print.dealing.settings import Settings, held_options, house_of
from tt_print.deck import VARIABLES
from tt_print.engine.base import Game
from tt_print.engine.house import House
from tt_print.engine.table_hooks import Cards, Rounds
from tt_print.games import find_game

PILES = ("up", "center", "aside", "table", "draw")  # as JSON names them


class DealResult(NamedTuple):  # so many fields as a dataclass would cost each start 3 ms
    """All cards by place after the first deal; piles run from bottom to top, `draw[-1]` is drawn first.

    `starter` is None where cards or lots decide who starts; `pointers` are the three values pointed at, in the
    order color, shape, number, or None. `shown` are the rounds of turned-up cards that found the
    starter: seat and card.
    """

    code: DealCode
    game: Game
    house: House
    names: tuple[str, ...]
    dealer: int
    starter: int | None
    hands: tuple[Cards, ...]
    up: tuple[Cards, ...]
    center: Cards
    aside: Cards
    table: Cards
    draw: Cards
    pointers: tuple[str, ...] | None
    shown: Rounds = ()

    @property
    def settings(self) -> Settings:
        return self.code.settings

    @property
    def deck(self) -> str:
        """The deck in play, `squares2` for two of them."""
        return self.settings.deck

    @property
    def deals(self) -> list[tuple[Cards, ...]]:
        """The hands of every deal of the hand, by seat, in a game that deals several times; else empty."""
        return self.game.table.all_deals(self)

    @property
    def left(self) -> int:
        """The seat on the dealer's left, who gets the first card (ruling G-2)."""
        return (self.dealer + 1) % len(self.names)


def make_deal(code: DealCode, names: tuple[str, ...], house: House) -> DealResult:
    """The deal of a code to players clockwise, made by the engine's own deal event. `house` may have more than the code holds."""
    settings = code.settings
    game, cards, (dealer, order) = find_game(settings.game), settings.cards, code.draw()
    # Only what the code holds: by other house rules somebody may go out in the same event, after the deal.
    state = game.start(settings.players, house_of(settings), dealer)
    deck = tuple(cards[index] for index in reversed(order))  # the engine counts from the bottom
    state = game.apply(state, game.legal(state).with_order(deck))
    piles = game.layout(state)
    up = tuple(tuple(card for pile in row for card in pile) for row in piles.get("up", ()))
    # a pile on the table may know what its cards are laid as
    table = tuple(getattr(pile[0], "card", pile[0]) for pile in piles.get("table", ()))
    center, aside, draw = (tuple(piles.get(name, ())) for name in ("center", "aside", "draw"))
    starter, shown = game.table.find_starter(state)
    return DealResult(
        code, game, house, names, dealer, starter, piles["hands"], up, center, aside, table, draw,
        getattr(state, "pointers", None), shown,
    )  # fmt: skip


def other_house_rules(house: House) -> dict[str, Any]:
    """The changed house rules that no code holds."""
    held = held_options(find_game(house.game))
    return {name: value for name, value in house.changed.items() if name not in held}


# ---------------------------------------------------------------- as data


def deal_json(dealt: DealResult, *, reveal: bool) -> dict[str, Any]:
    """The deal with fixed keys. Unless the cards are to be shown, `counts` has how many each name has, then each pile that the game has."""
    game, names = dealt.game, dealt.names
    starter = None if dealt.starter is None or (game.table.hides_hands and not reveal) else names[dealt.starter]
    head = {
        "game": game.name, "deck": dealt.settings.deck, "jokers": dealt.settings.jokers, "players": list(names),
        "dealer": names[dealt.dealer], "starter": starter,
    }  # fmt: skip
    piles = {pile: getattr(dealt, pile) for pile in PILES[1:]}
    if reveal:
        cards: dict[str, Any] = {
            "hands": {name: _codes(hand) for name, hand in zip(names, dealt.hands, strict=True)},
            "up": {name: _codes(row) for name, row in zip(names, dealt.up, strict=False)},
            **{name: _codes(pile) for name, pile in piles.items()},
        }
    else:
        # who is called as a pile is ("draw") is there with the number of the seat, which is nobody's name
        keys = [str(seat) if name in PILES else name for seat, name in enumerate(names, 1)]
        counts = {"up": sum(map(len, dealt.up)), **{name: len(pile) for name, pile in piles.items()}}
        hands = dict(zip(keys, map(len, dealt.hands), strict=True))
        cards = {"counts": hands | {name: count for name, count in counts.items() if count}}
    pointers = dict(zip(VARIABLES, dealt.pointers, strict=True)) if dealt.pointers else None
    return head | cards | {"pointers": pointers, "code": str(dealt.code), "house": dealt.house.as_json()}


def _codes(cards: Cards) -> list[str]:
    return [str(card) for card in cards]
