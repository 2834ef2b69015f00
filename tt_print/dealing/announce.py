"""What the dealer reads aloud and does: the sentences of `templates/deals/`, filled in for one deal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from tt_print.dealing.plan import DealResult, other_house_rules
from tt_print.dealing.settings import Settings
from tt_print.engine.house import House, show_value
from tt_print.engine.house_words import house_sentences
from tt_print.engine.printed_lines import PrintedLine, idle_options, options_named, print_line
from tt_print.engine.table_facts import Count, holds, table_facts, team_facts
from tt_print.records import dataclass
from tt_print.templates import read_table


@dataclass(frozen=True, slots=True)
class Announcement:
    """A title, rows of a label and a text, and sentences to read aloud."""

    title: str
    rows: tuple[tuple[str, str], ...]
    read: tuple[str, ...]


def announce(dealt: DealResult) -> Announcement:
    """The setup in words, without a card of any hand."""
    own, common = own_words(dealt.game.name), common_words()
    filled = fields(dealt)
    rows = [("dealer", (common.drawn if dealt.settings.dealer is None else common.named).format(**filled))]
    notes = [("deal", note) for note in dealt.game.table.deal_notes(dealt)]
    for label, lines in own.rows.items():
        rows += [(label, text) for text in printed(lines, filled)]
        if label == "deal":
            rows += notes
            rows += [] if "start" in own.rows else [("start", text) for text in printed(common.start, filled)]
    title = common.title.format(title=dealt.game.title, players=len(dealt.names), deck_title=deck_title(dealt.settings))
    read = [*own.turn, *own.read]
    every = [*chain(*own.rows.values()), *read, *common.start]
    spoken = {name for line in every if holds(line.when, filled) for name in options_named(line.say, line.when)}
    # the title or the deal speaks of these
    settled = {*dealt.game.table.decided, dealt.game.table.hands_option, "first_player"}
    left = house_sentences(dealt.house, frozenset(spoken | settled | idle_options(dealt.house, filled)))
    agreed = [common.agreed.format(sentences=" ".join(left))] if left else []
    labeled = tuple((common.labels[label], text) for label, text in rows)
    return Announcement(title, labeled, (*printed(read, filled), *agreed))


def printed(lines: Iterable[PrintedLine], filled: Mapping[str, Any]) -> list[str]:
    """A paragraph for each line that holds, or for several that go on, with the rules of all behind it."""
    paragraphs: list[list[PrintedLine]] = []
    for line in lines:
        if holds(line.when, filled):
            if line.goes_on and paragraphs:
                paragraphs[-1].append(line)
            else:
                paragraphs.append([line])
    return [
        print_line(" ".join(line.say for line in each), chain(*(line.rules for line in each)), filled)
        for each in paragraphs
    ]


class CommonWords(NamedTuple):
    """The sentences that all games share (`templates/deals/common.toml`); `agreed` opens what no line speaks of."""

    title: str
    drawn: str
    named: str
    start: tuple[PrintedLine, ...]
    agreed: str
    labels: dict[str, str]
    decks: dict[str, str]
    jokers: dict[str, str]


class DealWords(NamedTuple):
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


def deck_title(settings: Settings) -> str:
    """`West deck, 27 cards (those with a W)`; with jokers how many cards in all."""
    common = common_words()
    deck = common.decks[settings.deck]
    return common.jokers[str(settings.jokers)].format(deck=deck, cards=len(settings.cards)) if settings.jokers else deck


def fields(dealt: DealResult) -> dict[str, Any]:
    """Everything that a sentence may name: counts, players, options."""
    found = table_facts(dealt.game, dealt.house, len(dealt.names)) | {
        "dealer": dealt.names[dealt.dealer], "left": dealt.names[dealt.left], "each": Count(len(dealt.hands[0])),
        "starter": dealt.names[dealt.starter] if dealt.starter is not None else "", "draw": Count(len(dealt.draw)),
        "center": Count(len(dealt.center)), "center_lies": "face up" if dealt.game.table.center_face_up else "face down", "cards": Count(len(dealt.settings.cards)), "code": str(dealt.code),
    }  # fmt: skip
    return found | dealt.game.table.deal_fields(dealt) | team_facts(dealt.house, dealt.names)


def rules_text(house: House, names: Sequence[str]) -> str:
    """The changed house rules, `none` without any; the deck and the jokers are in the title."""
    changed = {name: value for name, value in house.changed.items() if name not in ("deck", "jokers", "game")}
    return ", ".join(f"{name}={rule_value(name, value, names)}" for name, value in changed.items()) or "none"


def rule_value(name: str, value: Any, names: Sequence[str]) -> Any:
    """An option's value as people write it: teams by the players' own names, where the rules name seats."""
    from tt_print.engine.teams import own_value

    return own_value(name, show_value(value), names)


def added_rules(dealt: DealResult) -> list[str]:
    """House rules as `must_play=true` that are given beside the code, because no code holds them; teams by seats, from 1."""
    seats = [str(seat + 1) for seat in range(len(dealt.names))]
    rules = other_house_rules(dealt.house).items()
    return [f"{name}={rule_value(name, value, seats)}" for name, value in rules]
