"""A deal: what the engine makes of a code, by the names of the players, and what the dealer reads aloud and does.

The sentences are in `templates/deals/common.toml` and in each game's `deal.toml`. Text, JSON and pages all come from here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from tt_print.deck import VARIABLES, AnyCard, Card
from tt_print.engine.base import Game
from tt_print.engine.house import House, show_value
from tt_print.engine.printed_lines import (
    Count,
    PrintedLine,
    holds,
    house_sentences,
    idle_options,
    options_named,
    table_facts,
    team_facts,
)
from tt_print.engine.standing import own_value
from tt_print.engine.table_hooks import Cards, Rounds
from tt_print.games import find_game
from tt_print.play.dealing.code import DECIDED, DealCode, Settings, held_options, house_of
from tt_print.templates import TemplateTable, read_table


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
    def starter_name(self) -> str:
        return "" if self.starter is None else self.names[self.starter]


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


def sort_hand(cards: Sequence[AnyCard]) -> tuple[AnyCard, ...]:
    """In play order, jokers last."""
    return tuple(sorted(cards, key=lambda card: (card.index, "") if isinstance(card, Card) else (999, str(card))))


# ---------------------------------------------------------------- as data


def spelled_rules(house: House, names: Sequence[str], without: Collection[str]) -> list[str]:
    """The changed house rules as `must_play=true`; teams by the names, where the rules name seats."""
    changed = house.changed.items()
    return [f"{name}={own_value(name, show_value(value), names)}" for name, value in changed if name not in without]


def rules_text(house: House, names: Sequence[str]) -> str:
    """The changed house rules, `none` without any; the deck and the jokers are in the title."""
    return ", ".join(spelled_rules(house, names, ("deck", "jokers", "game"))) or "none"


def added_rules(dealt: DealResult) -> list[str]:
    """House rules that are given beside the code, because no code holds them; teams by seats, from 1."""
    seats = [str(seat) for seat in range(1, len(dealt.names) + 1)]
    return spelled_rules(dealt.house, seats, held_options(dealt.game))


def deal_json(dealt: DealResult, *, reveal: bool) -> dict[str, object]:
    """The deal with fixed keys. Unless the cards are to be shown, `counts` has how many each name has, then each pile that the game has."""
    game, names = dealt.game, dealt.names
    piles = {"center": dealt.center, "aside": dealt.aside, "table": dealt.table, "draw": dealt.draw}
    starter = None if game.table.hides_hands and not reveal else dealt.starter_name or None
    head = {
        "game": game.name, "deck": dealt.deck, "jokers": dealt.settings.jokers, "players": list(names),
        "dealer": names[dealt.dealer], "starter": starter,
    }  # fmt: skip
    if reveal:
        cards: dict[str, object] = {
            "hands": {name: _codes(hand) for name, hand in zip(names, dealt.hands, strict=True)},
            "up": {name: _codes(row) for name, row in zip(names, dealt.up, strict=False)},
            **{name: _codes(pile) for name, pile in piles.items()},
        }
    else:
        counts = {"up": sum(map(len, dealt.up)), **{name: len(pile) for name, pile in piles.items()}}
        # who is called as a pile is ("draw") is there with the number of the seat, which is nobody's name
        keys = [str(seat) if name in counts else name for seat, name in enumerate(names, 1)]
        hands = dict(zip(keys, map(len, dealt.hands), strict=True))
        cards = {"counts": hands | {name: count for name, count in counts.items() if count}}
    pointers = dict(zip(VARIABLES, dealt.pointers, strict=True)) if dealt.pointers else None
    return head | cards | {"pointers": pointers, "code": str(dealt.code), "house": dealt.house.as_json()}


def _codes(cards: Cards) -> list[str]:
    return [str(card) for card in cards]


# ---------------------------------------------------------------- what is read aloud


class CommonWords(TemplateTable):
    """The sentences that all games share (`templates/deals/common.toml`); `agreed` opens what no line speaks of."""

    title: str
    drawn: str
    named: str
    start: tuple[PrintedLine, ...]
    agreed: str
    labels: dict[str, str]
    decks: dict[str, str]
    jokers: dict[str, str]


class DealWords(TemplateTable):
    """A game's `deal.toml`: by their labels the rows of what is done, then what is read aloud, sentence by sentence.

    `turn` is read first, and is under the chits where they are set up alone. Of several sentences, those apply whose
    conditions hold. A game without a row `start` has that of `common.toml`. `foot` is the foot of the setup sheet of a
    game by another author.
    """

    rows: dict[str, tuple[PrintedLine, ...]]
    read: tuple[PrintedLine, ...]
    turn: tuple[PrintedLine, ...] = ()
    foot: str = ""


def common_words() -> CommonWords:
    return read_table(CommonWords, "deals/common.toml")


def own_words(game: str) -> DealWords:
    return read_table(DealWords, f"games/{game}/deal.toml")


class Announcement(NamedTuple):
    """A title, rows of a label and a text, and sentences to read aloud."""

    title: str
    rows: list[tuple[str, str]]
    read: list[str]


def announce(dealt: DealResult) -> Announcement:
    """The setup in words, without a card of any hand."""
    own, common, facts = own_words(dealt.game.name), common_words(), _facts(dealt)
    rows = [("dealer", (common.drawn if dealt.settings.dealer is None else common.named).format(**facts))]
    for label, lines in own.rows.items():
        rows += [(label, text) for text in print_lines(lines, facts)]
        if label == "deal":
            rows += [(label, note) for note in dealt.game.table.deal_notes(dealt)]
            rows += [] if "start" in own.rows else [("start", text) for text in print_lines(common.start, facts)]
    read = [*own.turn, *own.read]
    every = [*chain(*own.rows.values()), *read, *common.start]
    spoken = {name for line in every if holds(line.when, facts) for name in options_named(line.say, line.when)}
    # the title or the deal speaks of these
    settled = {*DECIDED, dealt.game.table.hands_option, "first_player"}
    left = house_sentences(dealt.house, frozenset(spoken | settled | idle_options(dealt.house, facts)))
    agreed = [common.agreed.format(sentences=" ".join(left))] if left else []
    labeled = [(common.labels[label], text) for label, text in rows]
    return Announcement(title_of(dealt.settings), labeled, [*print_lines(read, facts), *agreed])


def title_of(settings: Settings) -> str:
    """`World War 3, 3 players: Squares deck and 1 joker, 65 cards in all`."""
    common = common_words()
    deck = common.decks[settings.deck]
    if settings.jokers:
        deck = common.jokers[str(settings.jokers)].format(deck=deck, cards=len(settings.cards))
    return common.title.format(title=find_game(settings.game).title, players=settings.players, deck_title=deck)


def print_lines(lines: Iterable[PrintedLine], facts: Mapping[str, object]) -> list[str]:
    """A paragraph for each line that holds, or for several that go on."""
    paragraphs: list[list[PrintedLine]] = []
    for line in lines:
        if holds(line.when, facts):
            if line.goes_on and paragraphs:
                paragraphs[-1].append(line)
            else:
                paragraphs.append([line])
    return [" ".join(line.say for line in each).format(**facts) for each in paragraphs]


def _facts(dealt: DealResult) -> dict[str, object]:
    """Everything that a sentence may name: counts, players, options."""
    names, hooks = dealt.names, dealt.game.table
    return {
        **table_facts(dealt.game, dealt.house, len(names)),
        "dealer": names[dealt.dealer],
        "left": names[(dealt.dealer + 1) % len(names)],  # gets the first card (ruling G-2)
        "starter": dealt.starter_name,
        "each": Count(len(dealt.hands[0])),
        "draw": Count(len(dealt.draw)),
        "center": Count(len(dealt.center)),
        "center_lies": "face up" if hooks.center_face_up else "face down",
        "cards": Count(len(dealt.settings.cards)),
        **hooks.deal_fields(dealt),
        **team_facts(dealt.house, names),
    }
