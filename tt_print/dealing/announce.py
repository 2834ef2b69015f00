"""What the dealer reads aloud and does: the sentences of `templates/deals/`, filled in for one deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tt_print.dealing.plan import Dealt, other_house_rules
from tt_print.dealing.settings import Settings
from tt_print.deck import VARIABLES
from tt_print.engine.house import House, show_value
from tt_print.errors import InputError, join_words
from tt_print.games import find_game
from tt_print.records import dataclass
from tt_print.templates import read_table
from tt_print.terminal import wrap

WIDTH = 110


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
    rows = [("dealer", (common.drawn if dealt.settings.dealer is None else common.named).format(**filled))]
    rows.append(("deal", own.deal.format(**filled) + _over(dealt, own)))
    rows += [("deal", note) for note in dealt.game.table.deal_notes(dealt)]
    rows.append(("start", (own.start or _who_starts(dealt, common)).format(**filled)))
    more = (("chits", own.chits), ("run", own.run), ("lay", own.lay), ("night", own.night))
    rows += [(label, sentence.format(**filled)) for label, sentence in more if sentence]
    title = common.title.format(title=dealt.game.title, players=len(dealt.names), deck_title=deck_title(dealt.settings))
    read = tuple(text for line in own.read if (text := line.format(**filled).strip()))
    return Announcement(title, tuple(rows), read)


def show(announcement: Announcement, width: int = WIDTH) -> list[str]:
    """Lines for a terminal: rows in columns, then the sentences, numbered."""
    labels = common_words().labels
    left = max(len(labels[label]) for label, _ in announcement.rows) + 2
    lines = [announcement.title]
    before = ""
    for label, text in announcement.rows:
        head = "" if label == before else labels[label]
        before = label
        for number, row in enumerate(wrap(text, width - left - 2)):
            lines.append(f"  {head if not number else '':<{left}}{row}")
    lines.append(f"  {labels['read']}:")
    for number, sentence in enumerate(announcement.read, 1):
        first, *rest = wrap(sentence, width - 7)
        lines += [f"    {number}  {first}", *(f"       {row}" for row in rest)]
    return lines


class CommonWords(NamedTuple):
    """The sentences that all games share (`templates/deals/common.toml`)."""

    title: str
    drawn: str
    named: str
    left_of_dealer: str
    dealer: str
    seat: str
    none_over: str
    one_over: str
    more_over: str
    labels: dict[str, str]
    decks: dict[str, str]
    jokers: dict[str, str]


class DealWords(NamedTuple):
    """A game's `deal.toml`: what is dealt, then what is read aloud, sentence by sentence.

    `say` has for a house rule a sentence for each value (`other`: any), which the other sentences call {say_NAME};
    a second sentence about it is called NAME+ANOTHER. `over_to` says where the cards go that do not go round, `start`
    who starts where the dealer's place does not decide it, `chits`, `run` and `lay` how pointers stand and move,
    `night` how many hands there are. `foot` is the foot of the set-up sheet of a game by another author.
    """

    deal: str
    read: tuple[str, ...]
    say: dict[str, dict[str, str]] = {}
    over_to: str = ""
    one_over_to: str = ""
    start: str = ""
    chits: str = ""
    run: str = ""
    lay: str = ""
    night: str = ""
    foot: str = ""


def common_words() -> CommonWords:
    return read_table(CommonWords, "deals/common.toml")


def own_words(game: str) -> DealWords:
    return read_table(DealWords, f"games/{game}/deal.toml")


def deck_title(settings: Settings) -> str:
    """`West deck, 27 cards (those with a W)`; with jokers how many cards in all."""
    common = common_words()
    deck = common.decks[settings.deck]
    return common.jokers[str(settings.jokers)].format(deck=deck, cards=len(settings.cards)) if settings.jokers else deck


def fields(dealt: Dealt) -> dict[str, Any]:
    """Everything that a sentence may name: counts, players, options."""
    words, house, settings = own_words(dealt.game.name), dealt.house, dealt.settings
    common = common_words()
    center = len(dealt.center)
    over = (
        common.none_over if not center else (common.one_over if center == 1 else common.more_over).format(center=center)
    )
    found: dict[str, Any] = {name: show_value(value) for name, value in house.items()}
    found |= {
        "dealer": dealt.names[dealt.dealer], "left": dealt.names[dealt.left], "each": len(dealt.hands[0]), "over": over,
        "starter": dealt.names[dealt.starter] if dealt.starter is not None else "", "draw": len(dealt.draw),
        "players": len(dealt.names), "code": str(dealt.code), "cards": len(settings.cards),
    }  # fmt: skip
    found |= dealt.game.table.deal_fields(dealt)
    if "teams" in house:
        found["teams_said"] = _teams(dealt)
    for key, wordings in words.say.items():  # "jokers+slap" is a second sentence about jokers
        value = show_value(house[key.partition("+")[0]])
        found[f"say_{key.replace('+', '_')}"] = wordings.get(value, wordings.get("other", "")).format(**found)
    return found


def _who_starts(dealt: Dealt, common: CommonWords) -> str:
    rule = dealt.house.get("first_player", "left_of_dealer")
    return {"left_of_dealer": common.left_of_dealer, "dealer": common.dealer, "seat": common.seat}[rule]


def _over(dealt: Dealt, own: DealWords) -> str:
    if not dealt.center:
        return ""
    return own.one_over_to if len(dealt.center) == 1 else own.over_to


def chits_json(settings: Settings, house: House) -> dict[str, Any]:
    """The set-up of the chits alone: where pointers stand, how they run, claims, the most cards in a laydown.

    Raises InputError for a game without pointers.
    """
    game, deck = find_game(settings.game), settings.deck
    pointers = game.table.pointers
    if pointers is None:
        raise InputError(f"{game.title} has no pointers.")
    return {
        "game": game.name, "deck": deck, "players": settings.players,
        "pointers": dict(zip(VARIABLES, pointers.start, strict=True)),
        "rings": {variable: list(pointers.ring(deck, variable)) for variable in VARIABLES},
        "claims": pointers.claims(pointers.start), "max_cards": pointers.max_cards(deck, house),
        "house": house.as_json(),
    }  # fmt: skip


def _teams(dealt: Dealt) -> str:
    """Teams by the players' own names; the rules name seats."""
    from tt_print.engine.notation import parse_seat

    teams = dealt.house["teams"]
    if isinstance(teams, str):
        return teams
    return " against ".join(join_words([dealt.names[parse_seat(seat)] for seat in team], "and") for team in teams)


def house_text(dealt: Dealt) -> str:
    return rules_text(dealt.house, dealt.names)


def rules_text(house: House, names: Sequence[str]) -> str:
    """The changed house rules, `none` without any; the deck and the jokers stand in the title."""
    changed = {name: value for name, value in house.changed.items() if name not in ("deck", "jokers", "game")}
    return ", ".join(f"{name}={rule_value(name, value, names)}" for name, value in changed.items()) or "none"


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
