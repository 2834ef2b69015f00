"""What differs from game to game at a table with cards and paper: one class of hooks, each with a default.

`Game.table` gives the hooks of a game. A game that differs from the defaults has in the module `play` of its package a
class `Dealing(TableHooks)`; a game without it is dealt, announced, put on sheets and scored as
`TableHooks` says. The module is imported when the first hook is asked for, never by the judge. What a hook needs of the
game's own code it imports inside its method, so that a deal does not wait for what only a reference card says.

The other modules that a game's package may or must have are named in `Game`; the words are templates (`docs/add-a-game.md`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Generic, Protocol

from tt_print.deck import AnyCard
from tt_print.engine.play import S, hidden_of

if TYPE_CHECKING:
    from tt_print.engine.base import Game, ScoredGame
    from tt_print.engine.house import House
    from tt_print.engine.standing import Standing

Cards = tuple[AnyCard, ...]
Variant = tuple[str, int]  # a deck in play (`squares2` for two of them) and how many jokers join it
# a house rule and every value that it can have, in the order of their numbers
CodeOption = tuple[str, tuple[object, ...]]
Row = tuple[str, str]  # a label of `templates/deals/common.toml` and what is said there
Rounds = tuple[tuple[tuple[int, AnyCard], ...], ...]  # seat and card, round by round


class DealtTable(Protocol):
    """What hooks see of a finished deal. Piles run from bottom to top; seats count from 0."""

    @property
    def game(self) -> Game: ...
    @property
    def house(self) -> House: ...
    @property
    def names(self) -> tuple[str, ...]: ...
    @property
    def dealer(self) -> int: ...
    @property
    def hands(self) -> tuple[Cards, ...]: ...
    @property
    def center(self) -> Cards: ...
    @property
    def aside(self) -> Cards: ...
    @property
    def draw(self) -> Cards: ...
    @property
    def deck(self) -> str: ...


class Pointers(Protocol):
    """Three pointers, one a variable (color, shape, number), that move along the values in play."""

    start: tuple[str, ...]

    def ring(self, deck: str, variable: str) -> tuple[str, ...]:
        """The values of a variable that are in play, left to right."""

    def step(self, deck: str, value: str) -> str:
        """The value one to the right of `value`; after the last comes the first."""

    def moved(self, pointers: tuple[str, ...], value: str) -> tuple[str, ...]:
        """The pointers after the one of this value's variable went there."""

    def choices(self, pointers: tuple[str, ...]) -> list[str]:
        """The sentences allowed in that state, in words."""

    def max_cards(self, deck: str, house: House) -> int:
        """The most cards that are played at a time."""


class TableHooks(Generic[S]):
    """The hooks, of a game with states `S`. Every default is what most games do; a subclass overrides what its game does differently."""

    # Nobody may look at a hand, not even its own player: hands are stacks whose order counts. No slips.
    hides_hands: bool = False
    # The game that this one is with another deck, in a game with but one; "" for none.
    twin: str = ""
    # A house rule that the number of hands to deal sets, too, "" for none.
    hands_option: str = ""
    # Why later hands cannot be dealt before this one is over, as a sentence; "" where they can.
    hand_by_hand: str = ""
    # The game's pointers, None for a game without.
    pointers: Pointers | None = None
    # A house rule that says after how many hands the game is over; "" where only the game's own rules end it.
    ends_after: str = ""
    # A house rule that the title of a night says already; nobody need read it twice.
    said_by_title: str = ""

    def __init__(self, game: ScoredGame) -> None:
        self.game = game

    @property
    def center_face_up(self) -> bool:
        """Whether the center's cards lie face up after the deal, the last one for all to see; by default where the game hides
        nothing of it."""
        return getattr(self.game, "hidden", None) is hidden_of and "center" in self.game.deal_sizes(*self._usual)

    @property
    def good_points(self) -> str:
        """ "few" or "many": which points are good, in a game whose hands bring points."""
        return "many" if self.game.has_points(self.game.house()) else ""

    @property
    def _usual(self) -> tuple[int, House]:
        """The fewest players, by the printed rules."""
        return self.game.players[0], self.game.house()

    def titled(self, house: House) -> ScoredGame:
        """The game by the name that its table gives it."""
        return self.game

    def teams(self, standing: Standing) -> tuple[tuple[int, ...], ...]:
        """Seats whose points count together; nothing where all play for themselves."""
        return ()

    # ---------------------------------------------------------------- what a deal code holds

    @property
    def variants(self) -> tuple[Variant, ...]:
        """The decks that a deal code can name, in the order of their numbers. Only ever add to the end: codes are printed."""
        option = next((o for o in self.game.options if o.name == "jokers"), None)
        return tuple((self.game.deck, count) for count in (option.values if option else (0,)))

    @property
    def code_options(self) -> tuple[CodeOption, ...]:
        """House rules that change what is where, who starts, or what the dealer announces; the first counts most.

        Never change the order, or what is before another value: codes are printed.
        """
        known = next((o for o in self.game.options if o.name == "first_player"), None)
        return (("first_player", known.values),) if known else ()

    def deck_in_play(self, players: int, house: House) -> str:
        """The deck of a table, one of `deck.DECKS` or two of them (`squares2`). Raises InputError where it does not suit."""
        return str(house.get("deck", self.game.deck))

    def house_of_variant(self, deck: str, jokers: int, players: int) -> dict[str, object]:
        """The house rules that a variant stands for; undoes `deck_in_play`."""
        known = {option.name for option in self.game.options}
        return {name: value for name, value in (("deck", deck), ("jokers", jokers)) if name in known}

    # ---------------------------------------------------------------- the deal

    def find_starter(self, state: S) -> tuple[int | None, Rounds]:
        """Who starts after the first deal, None where lots decide; and the rounds of turned-up cards that found it."""
        return state.turn, ()

    def deal_plan(self, players: int, house: House) -> tuple[int, ...]:
        """How many cards each gets, deal by deal, in a game that deals several times a hand; else empty."""
        return ()

    def all_deals(self, dealt: DealtTable) -> list[tuple[Cards, ...]]:
        """The hands of every deal of a hand, by seat, where the first deal fixes the later ones; else empty."""
        return []

    def other_decks(self, players: int, deck: str) -> tuple[str, ...]:
        """The other decks that the rules offer for this number of players."""
        option = next((o for o in self.game.options if o.name == "deck"), None)
        return tuple(other for other in option.values if other != deck) if option else ()

    # ---------------------------------------------------------------- what is read aloud

    def deal_notes(self, dealt: DealtTable) -> list[str]:
        """Sentences after the one about the deal: what the table should hear before it starts."""
        return []

    def deal_fields(self, dealt: DealtTable) -> dict[str, object]:
        """What the sentences of `deal.toml` may name beside what all games know (see `play.dealing.result`)."""
        return {}

    # ---------------------------------------------------------------- sheets and cards

    def facts(self, house: House, players: int | None) -> dict[str, object]:
        """Numbers and words for templates beside those of all games (see `table_facts`).

        Without `players` only what is the same at every table.
        """
        return {}

    def card_facts(self, facts: Mapping[str, object], house: House) -> dict[str, object]:
        """What only the checks of a reference card need: sums, since a template cannot add."""
        return {}

    def sheet_hands(self, players: int | None, house: House, hands: int | None) -> tuple[House, int | None]:
        """House rules and number of hands for a score sheet on which so many hands were asked for (None: as many as fit).

        Raises InputError for a number that the game does not allow.
        """
        return house, hands

    def players_for(self, house: House) -> int | None:
        """For how many players these house rules are made, None where they suit any table."""
        return None

    def usual_hands(self, players: int | None) -> int | None:
        """The number of hands that needs no word in the name of a score sheet."""
        return None

    # ---------------------------------------------------------------- scores

    def limit(self, players: int, house: House) -> str:
        """How far the game goes, after "Ann deals.": `Up to 5 points.`, "" for no end."""
        points = house.get("target_points", "none")
        return f"Up to {points} points." if points != "none" else ""
