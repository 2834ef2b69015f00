"""Push It Real Good at the table: which deck for how many, pointers and claims, and a whole deck dealt (Deck; Setup)."""

from __future__ import annotations

from typing import Any

from tt_print.deck import VARIABLES
from tt_print.engine.house import House
from tt_print.engine.reasons import IllegalMove
from tt_print.engine.table_hooks import CodeOption, DealtTable, TableHooks, Variant
from tt_print.errors import join_words
from tt_print.games.push_it import facts
from tt_print.games.push_it.rules import deck_for, printed_decks

FEW_CARDS = 6  # each, below which a round is short


class Pointers:
    """The chits of rule 2, as sheets and score books ask for them."""

    start = facts.START

    def ring(self, deck: str, variable: str) -> tuple[str, ...]:
        return facts.ring(deck, variable)

    def step(self, deck: str, value: str) -> str:
        return facts.step(deck, value)

    def moved(self, now: tuple[str, ...], value: str) -> tuple[str, ...]:
        return facts.moved(now, value)

    def choices(self, now: tuple[str, ...]) -> list[str]:
        return [facts.plural(pair) for pair in facts.claims_at(now)]

    def max_cards(self, deck: str, house: House) -> int:
        return facts.max_cards(deck, house)


class Hooks(TableHooks):
    good_points = "many"
    pointers = Pointers()

    @property
    def variants(self) -> tuple[Variant, ...]:
        return (("west", 0), ("squares", 0), ("full", 0), ("squares2", 0), ("full2", 0))

    @property
    def code_options(self) -> tuple[CodeOption, ...]:
        return (*super().code_options, ("order", ("management", "lies")), ("max_lay", ("per_deck", "doubled")))

    def deck_in_play(self, players: int, house: House) -> str:
        return deck_for(players, house)

    def house_of_variant(self, deck: str, jokers: int, players: int) -> dict[str, Any]:
        """The default deck needs no word (P-1)."""
        named: dict[str, Any] = super().house_of_variant(deck, jokers, players)
        try:
            if deck_for(players, self.game.house()) == deck:
                return named | {"deck": "auto"}
        except IllegalMove:  # more players than the default deck has cards
            pass
        return named | {"deck": deck}

    def other_decks(self, players: int, deck: str) -> tuple[str, ...]:
        return tuple(other for other in printed_decks(players) if other != deck)

    def deal_notes(self, dealt: DealtTable) -> list[str]:
        """Advice on a deck that the rules do not offer to so many, or that runs short (P-1)."""
        from tt_print.engine.table_facts import TITLES

        offered, each = printed_decks(len(dealt.names)), len(dealt.hands[0])
        if dealt.deck not in offered:
            titles = [TITLES[deck] if deck.endswith("2") else f"the {TITLES[deck]} deck" for deck in offered]
            return [f"With {len(dealt.names)} players the rules suggest {join_words(titles, 'or')}."]
        return [f"With {each} cards each the round is short."] if each < FEW_CARDS else []

    def deal_fields(self, dealt: DealtTable) -> dict[str, Any]:
        now = Pointers.start
        return {
            "pointers_said": ", ".join(now),
            "most": self.pointers.max_cards(dealt.deck, dealt.house),
            "rings_said": " | ".join(" ".join(facts.ring(dealt.deck, variable)) for variable in VARIABLES),
            "claims_said": join_words(self.pointers.choices(now)),
        }

    def facts(self, house: House, players: int | None) -> dict[str, Any]:
        from tt_print.engine.table_facts import TITLES, Count

        if players is None and house["deck"] == "auto":
            return {}
        deck = str(house["deck"])
        if players is not None:
            self.game.check_players(players)
            deck = deck_for(players, house)
        title = TITLES[deck]
        cards, copies = facts.COPIES[deck]
        return {"deck": deck, "deck_words": title,
                "deck_title": title[0].upper() + title[1:] + (" deck" if copies == 1 else ""),
                "most": Count(facts.max_cards(deck, house)), "in_play": facts.IN_A_ROW[cards]}  # fmt: skip
