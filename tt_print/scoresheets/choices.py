"""What somebody asks of a score sheet, checked: players, names, hands, house rules."""

from __future__ import annotations

from dataclasses import replace

from tt_print.cards.theme import DEFAULT_THEME, find_theme
from tt_print.drawing.fitting import missing_glyph_warnings
from tt_print.engine.base import ScoredGame
from tt_print.engine.house import House
from tt_print.files.names import file_stem, house_part, words_part
from tt_print.problems import Problem
from tt_print.records import dataclass
from tt_print.scoresheets.template import read_page
from tt_print.sheets.plan import find_paper


@dataclass(frozen=True, slots=True)
class SheetChoices:
    """`players` None means a sheet for any table; `names` may be fewer than the players, the rest stay empty.

    `hands` None means as many as a sheet holds, without numbers; in some games the players decide the number.
    """

    game: ScoredGame
    house: House
    paper: str
    players: int | None = None
    names: tuple[str, ...] = ()
    hands: int | None = None
    ink_style: str = "color"
    theme: str = DEFAULT_THEME


def check_choices(choices: SheetChoices) -> SheetChoices:
    """The choices as they count: players from names, our own spelling of paper and ink. Raises InputError."""
    game, page = choices.game, read_page()
    paper, theme = find_paper(choices.paper), find_theme(choices.ink_style, name=choices.theme)
    names, players = choices.names, choices.players
    if players is None and names:
        players = len(names)
    if players is None:
        players = game.table.players_for(choices.house)
    if players is not None:
        if len(names) > players:
            raise Problem("scoresheets.more_names", "players", value=players, other="names", names=len(names))
        game.check_players(players)
        if players > page.max_players:
            raise Problem("scoresheets.many_players", "players", value=players, most=page.max_players)
        game.deal_sizes(players, choices.house)  # raises where the house rules do not allow so many
    if choices.hands is not None and not 1 <= choices.hands <= page.max_hands:
        raise Problem("scoresheets.hands", "hands", value=choices.hands, most=page.max_hands)
    choices = replace(choices, paper=paper.name, ink_style=theme.ink_style, theme=theme.name, players=players)
    house, hands = game.table.sheet_hands(players, choices.house, choices.hands)
    return replace(choices, house=house, hands=hands)


def warnings_of(choices: SheetChoices) -> list[str]:
    """Names that the fonts cannot draw, as sentences."""
    return missing_glyph_warnings(choices.names)


def sheet_stem(choices: SheetChoices) -> str:
    """A file name that carries every choice that changes the sheet."""
    game, players, hands = choices.game, choices.players, choices.hands
    return file_stem(
        game.name,
        choices.paper,
        f"{players}-players" if players is not None else "",
        f"{hands}-hands" if hands is not None and hands != game.table.usual_hands(players) else "",
        choices.ink_style if choices.ink_style != "color" else "",
        find_theme(choices.ink_style, name=choices.theme).file_part,
        house_part([rule for rule in changed_rules(choices.house) if not rule.startswith("hands=")]),
        f"with-{words_part(choices.names)}" if choices.names else "",
    )


def changed_rules(house: House) -> list[str]:
    """`name=value` of each house rule that is not the default."""
    return [rule for rule in str(house).split() if rule != "-"]
