"""The printed pages of a deal, from the deal to files: slips and setup sheet."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tt_print.cards.key import key_text, read_key_words
from tt_print.core.commands.common import Answer
from tt_print.core.deal import open_cards_text
from tt_print.dealing.deal import DealResult, announce, common_words, deal_json, own_words, sort_hand
from tt_print.dealing.sheet import Pile, SheetFacts, draw_setup, sheet_words
from tt_print.dealing.slips import Slip, draw_slips
from tt_print.deck import VARIABLES
from tt_print.drawing.fitting import missing_glyph_warnings, name_on_paper
from tt_print.engine.house_words import house_sentences
from tt_print.engine.lengths import time_sentence
from tt_print.engine.people import numbered_names
from tt_print.engine.printed_lines import idle_options
from tt_print.engine.table_facts import table_facts, team_words
from tt_print.files.names import file_stem, short_hash
from tt_print.games import GAMES, find_game
from tt_print.problems import FileName, Problem, Said
from tt_print.sheets.plan import find_paper
from tt_print.templates import has_template

if TYPE_CHECKING:
    from tt_print.cards.theme import Theme
    from tt_print.core.commands.books import Lesson
    from tt_print.core.commands.deal import Deal
    from tt_print.core.environment import Call
    from tt_print.sheets.compose import Sheet
    from tt_print.sheets.plan import Paper
FACE_UP = ("up", "table", "center_up")  # piles of the setup sheet


def slip_sheets(dealt: DealResult, paper: Paper, theme: Theme, deal: int = 1) -> list[Sheet]:
    """Slips for one deal of a hand. Raises InputError for a game in which nobody may see a hand."""
    game, deals = dealt.game, dealt.deals or [dealt.hands]
    if game.table.hides_hands:
        raise Problem("deal.no_slips", "slips", title=game.title)
    if not 1 <= deal <= len(deals):
        values = {"value": deal, "title": game.title, "most": len(deals), "players": len(dealt.names)}
        raise Problem("deal.deals" if dealt.deals else "deal.one_deal", "deal", **values)
    number = f" {deal} of {len(deals)}," if len(deals) > 1 else ""
    what = f"{game.title} · deal{number} {str(dealt.code)[-8:]}"
    rows = zip(dealt.names, deals[deal - 1], dealt.up or ((),) * len(dealt.names), strict=True)
    slips = [Slip(name, sort_hand(hand), up) for name, hand, up in rows]
    return draw_slips(slips, what, open_cards_text(dealt) if deal == 1 else "", paper, theme, game.title)


def setup_sheet(dealt: DealResult, paper: Paper, theme: Theme) -> Sheet:
    game, names, (title, rows, read) = dealt.game, dealt.names, announce(dealt)
    if time := time_sentence(game, dealt.house, len(names)):
        rows.append((common_words().labels["time"], time))
    if key := key_text(theme):
        rows.append((read_key_words().label, key))
    shown = frozenset({"deck", "jokers", "game", "hands"})  # in another way
    idle = idle_options(dealt.house, table_facts(game, dealt.house, len(names)))
    rules = house_sentences(dealt.house, shown | idle, team_words(dealt.house, names))
    chits = {
        variable: (game.table.pointers.ring(dealt.deck, variable), value)
        for variable, value in zip(VARIABLES, dealt.pointers or (), strict=False)
        if game.table.pointers
    }
    foot = own_words(game.name).foot.replace("{title}", game.title).replace("{author}", game.author)
    house = " ".join(rules) or "none"
    return draw_setup(SheetFacts(title, rows, read, _piles(dealt), house, str(dealt.code), chits, foot), paper, theme)


def _piles(dealt: DealResult) -> list[Pile]:
    labels, hooks, each = sheet_words().piles, dealt.game.table, len(dealt.hands[0])
    hands = labels["stacks" if hooks.hides_hands else "hands"].format(count=each)
    hands += f"; {len(dealt.deals)} deals" if dealt.deals else ""
    center = "center_up" if hooks.center_face_up else "center_down"
    up = dealt.up[0] if dealt.up else ()
    rows = {"up": up, "table": dealt.table, center: dealt.center, "draw": dealt.draw, "aside": dealt.aside}
    piles = [Pile(len(cards), name in FACE_UP, labels[name]) for name, cards in rows.items() if cards]
    return [Pile(each, False, hands), *piles]


# ---------------------------------------------------------------- files


def page_files(asked: Deal, dealts: Sequence[DealResult], call: Call) -> tuple[dict[str, bytes], list[Problem | str]]:
    """The PDFs that were asked for by their names, of each hand; and what there is to say of the theme, and of names that the fonts
    cannot draw. Raises InputError."""
    from tt_print.render.pdf import DocumentFacts, Page
    from tt_print.render.tagged import render_tagged_pdf

    paper, (theme, warnings), deal = find_paper(asked.paper or call.environment.paper), asked.look(), asked.deal or 1
    files = {}
    for dealt in dealts:
        on_paper = dealt._replace(names=tuple(map(name_on_paper, dealt.names, range(1, len(dealt.names) + 1))))
        # eight digits stand for the deal, the names and the house rules: `push-it-slips-1a2b3c4d-a4`
        everything = [deal_json(dealt, reveal=True), {k: str(v) for k, v in dealt.house.items()}, deal]
        digits, low = short_hash(json.dumps(everything, sort_keys=True)), "low" if theme.is_low else ""
        for kind in asked.pages:
            is_slips = kind == "slips"
            number = f"deal-{deal}" if is_slips and dealt.deals else ""
            stem = file_stem(dealt.game.name, kind, digits, number, low, theme.file_part, paper.name)
            sheets = slip_sheets(on_paper, paper, theme, deal) if is_slips else [setup_sheet(on_paper, paper, theme)]
            pages = [Page(s.drawing, str(n), s.drawing.title, s.trim_mm) for n, s in enumerate(sheets, 1)]
            facts = DocumentFacts(f"Triple Topper, {dealt.game.title}: {kind}", "Print at 100%, one-sided.")
            files[f"deals/{stem}.pdf"] = render_tagged_pdf(pages, facts)
    spelled = " ".join(text for dealt in dealts for _, text in announce(dealt).rows) if asked.sheet else ""
    names = [name for name in dealts[0].names if asked.slips or name in spelled]
    return files, [*warnings, *missing_glyph_warnings(names)]


def lesson(asked: Deal | Lesson, call: Call) -> Answer:
    """The first game of a game, for players who are named or not. Raises Problem if no game is named, or it has no lesson for so many."""
    from tt_print.booklets.lesson import lesson_pdf, read_lesson

    if not asked.game:
        raise Problem("deal.which_game", "game", games=" ".join(GAMES))
    game, names = find_game(asked.game), asked.players
    if not has_template(f"games/{game.name}/lesson.md"):
        raise Problem("deal.no_lesson", "lesson", title=game.title)
    found = read_lesson(game.name)
    if names and len(names) != found.players:
        raise Problem("deal.lesson_players", "players", title=game.title, players=found.players)
    shown = () if names == numbered_names(len(names)) else tuple(map(name_on_paper, names, range(1, len(names) + 1)))
    theme, warnings = asked.look()
    name, content = lesson_pdf(game.name, shown, find_paper(asked.paper or call.environment.paper), theme)
    order = [None if card is None else str(card) for card in found.order]
    data = {"game": game.name, "players": found.players, "order": order}
    text = [Said("deal.wrote", file=FileName(name)), Said("deal.lesson")]
    return Answer(data, {name: content}, warnings=warnings, kind="deal lesson", text=text)
