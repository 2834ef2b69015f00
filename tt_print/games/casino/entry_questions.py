"""Casino Macedonia, asked line by line: five numbers a player, then who has the special card and the hearts."""

from __future__ import annotations

from tt_print.engine.standing import Standing
from tt_print.errors import InputError
from tt_print.games.casino import score
from tt_print.score.scorer import Question, Typed, given, seats_shown
from tt_print.score.seats import Table

ASKED = {"cards": "cards", "reds": "reds", "circles": "circles", "ones": "ones", "red-circles": "red circles"}


def ask(typed: Typed, table: Table, standing: Standing) -> Question | None:
    for name in table.names:
        for flag, word in ASKED.items():
            if not any(text.startswith(f"{name}=") for text in given(typed, flag)):
                return Question(
                    f"{name}: {word}",
                    lambda text, name=name, flag=flag, word=word: _take(text, name, flag, word, typed, table),
                    name,
                )
    card = score.special_card(standing.house).name
    for flag, what in (
        ("special", f"the {card}"),
        ("hearts", f"all {score.weights(standing.house).all_hearts} yellow hearts"),
    ):
        if not given(typed, flag):
            return Question(
                f"Who has {what}?  {seats_shown(table, standing.living, 'nobody')}",
                lambda text, flag=flag: ((flag, "none" if text.strip() == "0" else table.name(text)),),
            )
    return None


def _take(text: str, name: str, flag: str, word: str, typed: Typed, table: Table) -> Typed:
    """A number; at the first of a player's questions all five of them, with blanks between."""
    parts = text.replace(",", " ").split()
    if flag == "cards" and len(parts) == len(ASKED):
        return tuple(
            (each, f"{name}={table.number(part, f'{ASKED[each]} of {name}')}")
            for each, part in zip(ASKED, parts, strict=True)
        )
    number = table.number(text, f"{word} of {name}")
    had = {
        each: int(found[0].partition("=")[2])
        for each in ASKED
        if (found := [t for t in given(typed, each) if t.startswith(f"{name}=")])
    }
    if number > had.get("cards", number):
        raise InputError(
            f"{number} {word}, and {name} took {had['cards']} cards? Give the number again, or - to go back."
        )
    if flag == "red-circles" and number > min(had["reds"], had["circles"]):
        raise InputError(
            f"{number} red circles of {had['reds']} reds and {had['circles']} circles? "
            "Give the number again, or - to go back."
        )
    return ((flag, f"{name}={number}"),)
