"""Casino Macedonia at the table: several deals a hand, cards aside, and what a hand is worth (rules 1, 2, 5 and 8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tt_print.engine.house import House
from tt_print.engine.table_hooks import Cards, CodeOption, DealtTable, TableHooks, Variant
from tt_print.games.casino.facts import deal_plan, number_of_hands
from tt_print.games.casino.rules import deal_cards, start


class Hooks(TableHooks):
    good_points = "many"
    hands_option = "hands"

    @property
    def variants(self) -> tuple[Variant, ...]:
        return (("full", 0), ("full", 2), ("squares", 0))

    @property
    def code_options(self) -> tuple[CodeOption, ...]:
        return (
            *super().code_options,
            ("short_last_deal", ("equal", "set_aside")),
            ("question", ("separate", "wild", "five")),
            ("single_card_take", (False, True)),
        )

    # ---------------------------------------------------------------- the deal

    def deal_plan(self, players: int, house: House) -> tuple[int, ...]:
        return deal_plan(players, house)

    def all_deals(self, dealt: DealtTable) -> list[tuple[Cards, ...]]:
        """Fixed from the first (rule 5), because the draw pile is never shuffled again."""
        state = start(len(dealt.names), dealt.house, dealt.dealer)
        state = replace(state, draw=dealt.draw)
        deals = [dealt.hands]
        while state.draw:
            state = deal_cards(state)
            deals.append(state.hands)
        return deals

    # ---------------------------------------------------------------- what is read aloud

    def deal_notes(self, dealt: DealtTable) -> list[str]:
        """What the rules do not say of a last deal that is short."""
        plan = deal_plan(len(dealt.names), dealt.house)
        if plan[-1] != plan[0]:
            return [
                "The last deal is short: everyone gets fewer cards. Or put those cards aside; agree before you start."
            ]
        return []

    def deal_fields(self, dealt: DealtTable) -> dict[str, Any]:
        players = len(dealt.names)
        plan = deal_plan(players, dealt.house)
        full = [count for count in plan if count == plan[0]]
        schedule = f"{_times(len(full), 'deal')} of {plan[0]} each"
        if len(full) < len(plan):
            schedule += f", then one of {plan[-1]} each"
        hands = number_of_hands(players, dealt.house)
        each = "one dealt by each player" if hands == players else f"{hands // players} dealt by each player"
        return {"plan_said": schedule, "hands_said": f"{hands} hands, {each}; any multiple of {players} is fair"}

    # ---------------------------------------------------------------- sheets and cards

    def facts(self, house: House, players: int | None) -> dict[str, Any]:
        from tt_print.engine.house_words import read_house_words
        from tt_print.engine.table_facts import TITLES, Count
        from tt_print.games.casino.facts import FACE_UP, aside_size, box, build_cap, set_aside_size
        from tt_print.games.casino.score import count_cards, full_total, special_card, weights

        whole, by = count_cards(box(house), house), weights(house)
        aside = aside_size(house) if players is None else set_aside_size(players, house)
        out = 0 if house["aside_card"] == "last_taker" and house["deck"] == "full" and not house["jokers"] else aside
        facts: dict[str, Any] = {
            "deck_title": TITLES[house["deck"]].capitalize(), "deck_words": TITLES[house["deck"]],
            "cards": Count(len(box(house))), "aside": Count(aside), "out": out,
            "table": Count(FACE_UP), "cap": build_cap(house), "total": full_total(house),
            "special_number": special_card(house).number, "n_all_hearts": by.all_hearts, "n_cards": whole.cards - out,
            **{f"n_{name}": getattr(whole, name) for name in ("reds", "circles", "ones", "red_circles", "hearts")},
            **{f"w_{name}": getattr(by, name)
               for name in ("cards", "reds", "circles", "one", "red_circle", "special", "hearts")},
        }  # fmt: skip
        if players is not None:
            self.game.check_players(players)
            deals, words = deal_plan(players, house), read_house_words(self.game.name).deals
            even = [size for size in deals if size == deals[0]]
            text = words["even" if len(even) == len(deals) else "short"]
            facts["deals"] = text.format(count=Count(len(even)), size=deals[0], last=deals[-1])
            facts["hands_to_play"] = Count(number_of_hands(players, house))
        return facts

    def card_facts(self, facts: Mapping[str, Any], house: House) -> dict[str, Any]:
        hearts = [f"YH{number}" for number in ("1", "2", "3", "4", "?")[: facts["n_all_hearts"]]]
        # the rival has as many cards, so that the hearts score alone; one of them is a 1
        fours = ["GT2", "GT3", "GT4", "GS2", "GS3"][: len(hearts)]
        return {
            "hearts": " ".join(hearts),
            "fours": " ".join(fours),
            "w_hearts_and_one": facts["w_hearts"] + facts["w_one"],
        }

    def sheet_hands(self, players: int | None, house: House, hands: int | None) -> tuple[House, int | None]:
        """Hands as the game counts them: everyone deals equally often (setup; ruling C-32)."""
        changes = dict(house.changed)
        if hands is not None:
            changes["hands"] = hands
        changed = self.game.house(**changes)
        if players is None:
            return changed, changed["hands"] if changed["hands"] != "once_each" else None
        return changed, number_of_hands(players, changed)

    def usual_hands(self, players: int | None) -> int | None:
        return players

    # ---------------------------------------------------------------- scores

    def limit(self, players: int, house: House) -> str:
        return f"{number_of_hands(players, house)} hands in all."


def _times(count: int, noun: str) -> str:
    numbers = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
    return f"{numbers[count] if count < len(numbers) else count} {noun}{'' if count == 1 else 's'}"
