"""The printed pages of a deal, from the deal to files: slips and setup sheet."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tt_print.cards.key import key_text, read_key_words
from tt_print.core.commands.common import Answer
from tt_print.core.deal import open_cards
from tt_print.dealing.announce import announce, common_words, own_words
from tt_print.dealing.page_tables import sheet_table
from tt_print.dealing.plan import DealResult, deal_json
from tt_print.dealing.sheet import Pile, SheetFacts, draw_setup
from tt_print.dealing.slips import Slip, draw_slip_pages, plan_slips, sort_hand
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


def slip_sheets(dealt: DealResult, paper: Paper, theme: Theme, deal: int = 1) -> list[Sheet]:
    """Slips for one deal of a hand. Raises InputError for a game in which nobody may see a hand."""
    game = dealt.game
    if game.table.hides_hands:
        raise Problem("deal.no_slips", "slips", title=game.title)
    deals = dealt.deals or [dealt.hands]
    if not 1 <= deal <= len(deals):
        values = {"value": deal, "title": game.title, "most": len(deals), "players": len(dealt.names)}
        raise Problem("deal.deals" if dealt.deals else "deal.one_deal", "deal", **values)
    number = f" {deal} of {len(deals)}," if len(deals) > 1 else ""
    what = f"{game.title} · deal{number} {str(dealt.code)[-8:]}"
    hands = deals[deal - 1]
    rows = dealt.up or ((),) * len(hands)
    table = open_cards(dealt) if deal == 1 else ""
    slips = [
        Slip(name_on_paper(name, seat), sort_hand(hand), row, what, table)
        for seat, (name, hand, row) in enumerate(zip(dealt.names, hands, rows, strict=True), 1)
    ]
    plan = plan_slips(paper, max(len(slip.cards) for slip in slips), len(slips[0].open_cards))
    return draw_slip_pages(slips, plan, theme, game.title)


def setup_sheet(dealt: DealResult, paper: Paper, theme: Theme) -> Sheet:
    said, labels = announce(dealt), common_words().labels
    in_play = {"west": 3, "squares": 4, "squares2": 4}.get(dealt.deck, 5)
    pointers = dict(zip(VARIABLES, dealt.pointers, strict=True)) if dealt.pointers else None
    foot = own_words(dealt.game.name).foot.replace("{title}", dealt.game.title).replace("{author}", dealt.game.author)
    rows = [(label, _names_on_paper(text, dealt.names)) for label, text in said.rows]
    if time := time_sentence(dealt.game, dealt.house, len(dealt.names)):
        rows.append((labels["time"], time))
    if key := key_text(theme):
        rows.append((read_key_words().label, key))
    read = [_names_on_paper(text, dealt.names) for text in said.read]
    told = frozenset({"deck", "jokers", "game", "hands"})  # which the sheet shows in another way
    idle = idle_options(dealt.house, table_facts(dealt.game, dealt.house, len(dealt.names)))
    rules = house_sentences(dealt.house, told | idle, team_words(dealt.house, dealt.names))
    house = _names_on_paper(" ".join(rules), dealt.names) or "none"
    facts = SheetFacts(said.title, rows, read, _piles(dealt), house, str(dealt.code), pointers, in_play, foot)
    return draw_setup(facts, paper, theme)


def _names_on_paper(sentence: str, names: Sequence[str]) -> str:
    shown = {name: name_on_paper(name, seat) for seat, name in enumerate(names, 1)}
    if all(name == spelled for name, spelled in shown.items()):
        return sentence
    longest_first = sorted(names, key=len, reverse=True)  # one may begin another
    any_name = "|".join(map(re.escape, longest_first))
    return re.sub(any_name, lambda found: shown[found[0]], sentence)


def _piles(dealt: DealResult) -> list[Pile]:
    labels, center_is_up = sheet_table().piles, dealt.game.table.center_face_up
    each = len(dealt.hands[0])
    hands = labels["stacks" if dealt.game.table.hides_hands else "hands"].format(count=each)
    if dealt.deals:
        hands = f"{hands}; {len(dealt.deals)} deals"
    rows = [
        (dealt.up[0] if dealt.up else (), True, "up"),
        (dealt.table, True, "table"),
        (dealt.center, center_is_up, "center_up" if center_is_up else "center_down"),
        (dealt.draw, False, "draw"),
        (dealt.aside, False, "aside"),
    ]
    return [Pile(each, False, hands), *(Pile(len(cards), is_up, labels[name]) for cards, is_up, name in rows if cards)]


# ---------------------------------------------------------------- files


def page_files(asked: Deal, dealts: Sequence[DealResult], call: Call) -> tuple[dict[str, bytes], list[Problem | str]]:
    """The PDFs that were asked for by their names, of each hand; and what there is to say of the theme, and of names that the fonts
    cannot draw. Raises InputError."""
    from tt_print.render.pdf import DocumentFacts, Page
    from tt_print.render.tagged import render_tagged_pdf

    paper, (theme, warnings), deal = find_paper(asked.paper or call.environment.paper), asked.look(), asked.deal or 1
    files = {}
    for dealt in dealts:
        # eight digits stand for the deal, the names and the house rules: `push-it-slips-1a2b3c4d-a4`
        everything = [deal_json(dealt, reveal=True), {k: str(v) for k, v in dealt.house.items()}, deal]
        digits, low = short_hash(json.dumps(everything, sort_keys=True)), "low" if theme.is_low else ""
        for kind in asked.pages:
            is_slips = kind == "slips"
            number = f"deal-{deal}" if is_slips and dealt.deals else ""
            stem = file_stem(dealt.game.name, kind, digits, number, low, theme.file_part, paper.name)
            sheets = slip_sheets(dealt, paper, theme, deal) if is_slips else [setup_sheet(dealt, paper, theme)]
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
