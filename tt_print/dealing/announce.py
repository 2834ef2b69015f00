"""What the dealer reads aloud and does: the sentences of `templates/deals/`, filled in for one deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from tt_print.dealing.plan import SECRET_STACKS, Dealt, other_house_rules
from tt_print.dealing.settings import Settings
from tt_print.deck import VARIABLES
from tt_print.engine.house import House, show_value
from tt_print.errors import join_words
from tt_print.templates import read_toml

WIDE = 110


@dataclass(frozen=True, slots=True)
class Announcement:
    """A title, labelled rows, and numbered sentences to read aloud."""

    title: str
    rows: tuple[tuple[str, str], ...]
    read: tuple[str, ...]


def announce(dealt: Dealt) -> Announcement:
    """The set-up in words, without a card of any hand."""
    own, common = own_words(dealt.game.name), common_words()
    filled = fields(dealt)
    rows = [("dealer", common["named" if dealt.settings.dealer is not None else "drawn"].format(**filled))]
    rows.append(("deal", own["deal"].format(**filled) + _over(dealt, own)))
    if dealt.game.name == "casino":
        rows += [("deal", note) for note in _schedule_notes(dealt)]
    if dealt.game.name in SECRET_STACKS:
        rows.append(("start", own["start"].format(**filled)))
    else:
        rows.append(("start", common[dealt.house["first_player"]].format(**filled)))
    if dealt.pointers:
        rows += [(key, own[key].format(**filled)) for key in ("chits", "run", "lay")]
    if "night" in own:
        rows.append(("night", own["night"].format(**filled)))
    title = common["title"].format(
        title=dealt.game.title, players=len(dealt.names), deck_title=deck_title(dealt.settings)
    )
    read = tuple(told for line in own["read"] if (told := line.format(**filled).strip()))
    return Announcement(title, tuple(rows), read)


def show(announcement: Announcement, wide: int = WIDE) -> list[str]:
    """Lines for a terminal: rows in columns, then the sentences, numbered."""
    labels = common_words()["labels"]
    left = max(len(labels[label]) for label, _ in announcement.rows) + 2
    lines = [announcement.title]
    before = ""
    for label, text in announcement.rows:
        head = "" if label == before else labels[label]
        before = label
        for number, row in enumerate(wrap(text, wide - left - 2)):
            lines.append(f"  {head if not number else '':<{left}}{row}")
    lines.append(f"  {labels['read']}:")
    for number, sentence in enumerate(announcement.read, 1):
        first, *rest = wrap(sentence, wide - 7)
        lines += [f"    {number}  {first}", *(f"       {row}" for row in rest)]
    return lines


def common_words() -> dict[str, Any]:
    """The sentences that all games share."""
    return read_toml("deals/common.toml")


def own_words(game: str) -> dict[str, Any]:
    return read_toml(f"games/{game}/deal.toml")


def deck_title(settings: Settings) -> str:
    """`West deck, 27 cards (those with a W)`; with jokers how many cards in all."""
    common = common_words()
    deck = common["decks"][settings.deck]
    return (
        common["jokers"][str(settings.jokers)].format(deck=deck, cards=len(settings.cards)) if settings.jokers else deck
    )


def other_decks(dealt: Dealt) -> tuple[str, ...]:
    """The other decks that the rules offer to so many (Push It, Deck; ruling P-1; Casino, rule 13)."""
    if dealt.game.name == "push-it":
        from tt_print.games.push_it.deal import printed_decks

        return tuple(deck for deck in printed_decks(len(dealt.names)) if deck != dealt.settings.deck)
    option = next((o for o in dealt.game.options if o.name == "deck"), None)
    return tuple(deck for deck in option.values if deck != dealt.settings.deck) if option else ()


def fields(dealt: Dealt) -> dict[str, Any]:
    """Everything that a sentence may name: counts, players, options."""
    words, house, settings = own_words(dealt.game.name), dealt.house, dealt.settings
    common = common_words()
    center = len(dealt.center)
    over = (
        common["none_over"] if not center else common["one_over" if center == 1 else "more_over"].format(center=center)
    )
    found: dict[str, Any] = {name: show_value(value) for name, value in house.items()}
    found |= {
        "dealer": dealt.names[dealt.dealer], "left": dealt.names[dealt.left], "each": len(dealt.hands[0]), "over": over,
        "starter": dealt.names[dealt.starter] if dealt.starter is not None else "", "draw": len(dealt.draw),
        "players": len(dealt.names), "code": str(dealt.code), "cards": len(settings.cards),
    }  # fmt: skip
    if dealt.game.name == "casino":
        found |= _casino_fields(dealt)
    if dealt.pointers:
        found |= _chit_fields(settings.deck, house, dealt.pointers)
    if "teams" in house:
        found["teams_said"] = _teams(dealt)
    for key, told in words.get("say", {}).items():  # "jokers+slap" is a second sentence about jokers
        value = show_value(house[key.partition("+")[0]])
        found[f"say_{key.replace('+', '_')}"] = told.get(value, told.get("other", "")).format(**found)
    return found


def _over(dealt: Dealt, own: dict[str, Any]) -> str:
    if not dealt.center or "over_to" not in own:
        return ""
    return own["one_over_to"] if len(dealt.center) == 1 else own["over_to"]


def casino_plan(dealt: Dealt) -> tuple[int, ...]:
    """How many each gets, deal by deal."""
    from tt_print.games.casino.deal import deal_plan

    return deal_plan(len(dealt.names), dealt.house)


def _casino_fields(dealt: Dealt) -> dict[str, Any]:
    from tt_print.games.casino.deal import number_of_hands

    plan, players = casino_plan(dealt), len(dealt.names)
    full = [count for count in plan if count == plan[0]]
    said = f"{_times(len(full), 'deal')} of {plan[0]} each"
    if len(full) < len(plan):
        said += f", then one of {plan[-1]} each"
    aside = len(dealt.aside)
    aside_said = f"{aside} card{'s' if aside > 1 else ''} from the bottom aside, face down; " if aside else ""
    hands = number_of_hands(players, dealt.house)
    each = "one dealt by each player" if hands == players else f"{hands // players} dealt by each player"
    return {
        "plan_said": said,
        "aside_said": aside_said,
        "hands_said": f"{hands} hands, {each}; any multiple of {players} is fair",
    }


def _schedule_notes(dealt: Dealt) -> list[str]:
    """What the rules do not say and the table should hear before it starts."""
    plan = casino_plan(dealt)
    if plan[-1] != plan[0]:
        return [
            "The last deal is short. The rules do not say how: agree before you start (ruling C-2). "
            "The other way: --option short_last_deal=set_aside"
        ]
    if dealt.house["short_last_deal"] == "set_aside" and len(dealt.aside) > 3:
        return ["By house rule the cards of a short last deal are set aside, too (ruling C-2)."]
    return []


def _times(count: int, what: str) -> str:
    numbers = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
    return f"{numbers[count] if count < len(numbers) else count} {what}{'' if count == 1 else 's'}"


def _chit_fields(deck: str, house: House, pointers: tuple[str, ...]) -> dict[str, Any]:
    from tt_print.games.push_it.pointers import claims_at, most_cards, plural, ring

    return {
        "pointers_said": ", ".join(pointers),
        "most": most_cards(deck, house),
        "rings_said": " | ".join(" ".join(ring(deck, variable)) for variable in VARIABLES),
        "claims_said": join_words([plural(values) for values in claims_at(pointers)]),
    }


def chits_json(settings: Settings, house: House) -> dict[str, Any]:
    """The set-up of the chits alone: where pointers stand, how they run, claims, the most cards in a laydown."""
    from tt_print.games.push_it.pointers import START, claims_at, most_cards, plural, ring

    return {
        "game": settings.game, "deck": settings.deck, "players": settings.players,
        "pointers": dict(zip(VARIABLES, START, strict=True)),
        "rings": {variable: list(ring(settings.deck, variable)) for variable in VARIABLES},
        "claims": [plural(values) for values in claims_at(START)], "max_cards": most_cards(settings.deck, house),
        "house": dict(house.changed),
    }  # fmt: skip


def _teams(dealt: Dealt) -> str:
    """Teams by the players' own names; the rules name seats."""
    from tt_print.engine.notation import parse_seat

    teams = dealt.house["teams"]
    if isinstance(teams, str):
        return teams
    return " against ".join(join_words([dealt.names[parse_seat(seat)] for seat in team], "and") for team in teams)


def house_said(dealt: Dealt) -> str:
    return rules_said(dealt.house, dealt.names)


def rules_said(house: House, names: Sequence[str]) -> str:
    """The changed house rules, `none` without any; the deck and the jokers stand in the title."""
    told = {name: value for name, value in house.changed.items() if name not in ("deck", "jokers", "game")}
    return ", ".join(f"{name}={rule_value(name, value, names)}" for name, value in told.items()) or "none"


def rule_value(name: str, value: Any, names: Sequence[str]) -> Any:
    """An option's value as people write it: teams by the players' own names, where the rules name seats."""
    if name != "teams" or isinstance(value, str):
        return show_value(value)
    from tt_print.engine.notation import parse_seat

    return "/".join("+".join(names[parse_seat(seat)] for seat in team) for team in value)


def added_rules(dealt: Dealt) -> str:
    """What to type beside the code, because no code holds it: ` --option must_play=true`; teams by seats, from 1."""
    seats = [str(seat + 1) for seat in range(len(dealt.names))]
    rules = other_house_rules(dealt.house).items()
    return "".join(f" --option {name}={rule_value(name, value, seats)}" for name, value in rules)
