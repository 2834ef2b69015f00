"""The values that options and arguments are known to take, for completion in a shell.

A value may have a few words about it. Each function gets the line so far and the start of the value; it may give more than fits.
What is wrong elsewhere on the line, or in a file that is read, is no matter here: then nothing is known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from tt_print.core.commands import games as of_games

if TYPE_CHECKING:
    from tt_print.cli.completion import Line
    from tt_print.engine.base import ScoredGame
    from tt_print.score.night import Night
    from tt_print.score.schema import Part

Known = Iterable[str | tuple[str, str]]
Values = Callable[["Line", str], Known]


def rows_of(known: Known) -> list[tuple[str, str]]:
    """Each value with the words about it, which may be none."""
    return [(item, "") if isinstance(item, str) else item for item in known]


# ---------------------------------------------------------------- games and their rules


def game_of_line(line: Line) -> ScoredGame | None:
    """The game on the line; where a night is scored or none is named, that of the night."""
    from tt_print.errors import InputError
    from tt_print.games import find_game

    night_verb = line.verb.startswith("score") and line.verb != "score start"
    if line.words and not night_verb:
        try:
            return find_game(line.words[0])
        except InputError:
            return None
    night = current_night(line)
    return night.table.game if night else None


def house_rules(line: Line, part: str) -> Known:
    """`name=value` of the game on the line, or of the night."""
    game = game_of_line(line)
    return of_games.house_rules({"game": [game.name]}).items() if game else []


def decks_of_game(line: Line, part: str) -> Known:
    game = game_of_line(line)
    return of_games.option_values("deck")({"game": [game.name] if game else []}).items()


# ---------------------------------------------------------------- cards


def one_card(line: Line, part: str) -> Known:
    from tt_print.deck import FULL, JOKERS

    codes = [(card.safe_code, card.name) for card in FULL + JOKERS]
    return [(code.lower(), name) for code, name in codes] if part[:1].islower() else codes


def cards(line: Line, part: str) -> Known:
    """One more card of a list with commas."""
    return listed(one_card, line, part)


def piles(line: Line, part: str) -> Known:
    """One more card of a pile, or of a list of piles."""
    return listed(one_card, line, part, ",+/")


def listed(values: Values, line: Line, part: str, signs: str = ",") -> Known:
    """The list so far with one more of `values`, none twice."""
    head, last = re.fullmatch(rf"(.*[{re.escape(signs)}])?(.*)", part, re.DOTALL).groups()  # type: ignore[union-attr]
    head = head or ""
    there = {word.upper() for word in re.split(f"[{re.escape(signs)}]", head)}
    return [(head + text, about) for text, about in rows_of(values(line, last)) if text.upper() not in there]


def value_words(line: Line, part: str) -> Known:
    from tt_print.deck import VALUES

    return [(word, variable) for variable, words in VALUES.items() for word in words]


def variables(line: Line, part: str) -> Known:
    from tt_print.deck import VARIABLES

    return VARIABLES


# ---------------------------------------------------------------- nights and the people of them


def _file(line: Line) -> Path | None:
    return Path(line.one("--file")) if line.one("--file") else None


def _nights(line: Line) -> list[Night]:
    from tt_print.cli.score.common import OwnBook
    from tt_print.errors import TTPrintError
    from tt_print.score.night import read_nights

    try:
        return list(read_nights(OwnBook(_file(line)).events()))
    except (TTPrintError, OSError):
        return []


def current_night(line: Line) -> Night | None:
    """The night that the line is about."""
    from tt_print.cli.score.common import OwnBook
    from tt_print.errors import TTPrintError
    from tt_print.numbers import read_whole
    from tt_print.score.commands import find_night

    try:
        return find_night(OwnBook(_file(line)).events(), read_whole(line.one("--night")))
    except (TTPrintError, OSError):
        return None


def nights(line: Line, part: str) -> Known:
    return [
        (str(night.number), f"{night.at[:10]} {night.table.game.title}: {', '.join(night.names)}")
        for night in _nights(line)
    ]


def hands(line: Line, part: str) -> Known:
    night = current_night(line)
    return [(str(hand.number), f"dealt by {hand.dealer}") for hand in night.hands] if night else []


def next_hand(line: Line, part: str) -> Known:
    night = current_night(line)
    return [(str(len(night.hands) + 1), "the next one")] if night else []


def known_people(line: Line, part: str) -> Known:
    """Everybody who was ever scored, the latest first."""
    there = {word.casefold() for word in line.words}
    names = dict.fromkeys(name for night in reversed(_nights(line)) for name in night.names)
    return [name for name in names if name.casefold() not in there]


def strangers(line: Line, part: str) -> Known:
    """Known people who do not sit at the table."""
    there = set(people_at_the_table(line, part))
    return [name for name in known_people(line, part) if name not in there]


def people_listed(line: Line, part: str) -> Known:
    return listed(known_people, line, part)


def people_at_the_table(line: Line, part: str) -> Known:
    """Those of the line (after the game, or in --players), else those of the night."""
    if line.one("--players"):
        return [name.strip() for name in line.one("--players").split(",")]
    if line.verb == "score start":
        return [name for word in line.words[1:] for name in word.split(",")]
    night = current_night(line)
    return night.names if night else []


# ---------------------------------------------------------------- flags that only a game knows


def flags_of(line: Line) -> Mapping[str, str]:
    """The game's own flags for the judge or a hand, with what they mean."""
    game = game_of_line(line)
    if game is None:
        return {}
    if not line.verb.startswith("score"):
        return game.flags
    from tt_print.score.scorer import find_scorer

    return find_scorer(game.name).flags


def judged_as(flag: str) -> Values:
    """What follows a flag of the judge: cards, with a few exceptions."""
    words: dict[str, Values] = {"deck": decks_of_game, "claim": value_words, "declare": value_words, "as": value_words}
    return words.get(flag, nothing if flag in ("count", "players") else piles)


def flag_values(line: Line, flag: str, part: str) -> Known:
    """What may follow a flag of the game: for the judge mostly cards, for a hand names and what each has."""
    if not line.verb.startswith("score"):
        return judged_as(flag)(line, part)
    kind = _part_of_entry(line, flag)
    if kind is None:
        return ()
    names = list(people_at_the_table(line, part))
    items: dict[str, Values] = {
        "name": lambda line, last: names, "card": one_card, "trait": lambda line, last: [*value_words(line, last), *names],
    }  # fmt: skip
    name, equals, value = part.rpartition("=")
    if not kind.is_by_player:
        return listed(items[kind.holds], line, part) if kind.holds in items else ()
    if not equals:
        return [form for each in names for form in (str(each), f"{each}=")]
    more = rows_of(listed(items[kind.holds], line, value)) if kind.holds in items else ()
    return [(f"{name}={text}", about) for text, about in more]


def _part_of_entry(line: Line, flag: str) -> Part | None:
    """The part of an entry that the flag gives; None for no part of this game."""
    from tt_print.score.scorer import find_scorer

    game = game_of_line(line)
    parts = find_scorer(game.name).schema.parts if game else ()
    return next((part for part in parts if flag in part.flags), None)


def free_words(line: Line, part: str) -> Known:
    if line.verb == "judge":
        return piles(line, part)
    if line.verb in ("score hand", "score edit") and "=" not in part:
        there = {word.partition("=")[0] for word in line.words}
        # two forms, so that no shell takes a name for a whole word and parts its points from it
        return [
            form for name in people_at_the_table(line, part) if name not in there for form in (f"{name}=", f"{name}=0")
        ]
    return []


# ---------------------------------------------------------------- which parameter takes what


def nothing(line: Line, part: str) -> Known:
    """Of what can be anything no value is known."""
    return ()


# by command and field of `score`
SCORE: dict[str, Values] = {
    "score start house": house_rules, "score join name": strangers,
    "score stats name": known_people, "score hand hand": next_hand,
    "score edit number": hands, "score remove number": hands, "score note number": hands, "score move variable": variables,
}  # fmt: skip

# kinds of fields whose values stand in the nights that were scored
PEOPLE: dict[str, Values] = {"names": people_listed, "seat": people_at_the_table, "night": nights}
