"""A box for the deck, made for its number of cards and their thickness: PDF to print, SVG and DXF to cut."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from tt_print.cards.extras import text_cards, worded_cards
from tt_print.cards.own_fonts import unset_reason
from tt_print.cards.theme import DEFAULT_THEME, Theme, find_theme
from tt_print.deck import DECKS, JOKERS
from tt_print.drawing.geometry import Point, shift
from tt_print.drawing.outline import QUARTER_BULGE, Outline, Vertex, outline_path
from tt_print.drawing.shapes import Drawing, Group, Item, Path
from tt_print.drawing.text import DISPLAY, missing_letters
from tt_print.engine.lengths import USUAL, Minutes, PlayTime, find_time
from tt_print.errors import did_you_mean
from tt_print.export.choices import Choices
from tt_print.export.cut_files import cut_files
from tt_print.export.job import Content, Job
from tt_print.export.profile_tables import BoxProfile, BoxTexts, Dividers
from tt_print.export.tuckbox_art import BoxArt, BoxContents, draw_divider, flood_of, sheet_title, tab_box
from tt_print.export.tuckbox_plan import BoxPlan, BoxSize, one_sheet_paper, plan_box
from tt_print.games import find_game, game_names
from tt_print.problems import Problem
from tt_print.render.progress import Progress
from tt_print.sheets.plan import Paper, find_paper
from tt_print.typed_words import read_length

DIVIDED = {"full": ("west", "squares", "full"), "squares": ("west", "squares"), "west": ()}
DEFAULT_STOCK = "playing-card"
DIVIDER_GAP_MM = 4.0
DIVIDERS_TITLE = "Triple Topper, dividers"
MAX_NAME = 40


def read_name(choices: Choices) -> str:
    """The name for the box; empty for none. Raises Problem for a long one, and one with letters that the theme's font has not."""
    name = " ".join(choices.name.split())
    if not choices.name:
        return ""
    if not 1 <= len(name) <= MAX_NAME:
        raise Problem("long", "name", value=choices.name, most=MAX_NAME)
    theme = find_theme(choices.ink, choices.indices, choices.theme or DEFAULT_THEME)
    if missing := missing_letters(name, theme.fonts.display):
        own = "" if theme.fonts.display == DISPLAY else "own"
        raise Problem("letters", "name", value=choices.name, letter=missing[0], theme=theme.name, wanted=own)
    if reason := unset_reason(name):
        raise Problem("unset", "name", value=choices.name, reason=reason)
    return name


def with_theme_texts(profile: BoxProfile, theme: Theme) -> BoxProfile:
    """The profile with what the box says in the language of the theme."""
    ours, own = profile.words, theme.words.box
    words = {
        name: value for name, value in vars(own).items() if name not in ("jokers", "chits", "facts", "games_titles")
    }
    facts, titles = {**ours.facts, **(own.facts or {})}, {**ours.games_titles, **(own.games_titles or {})}
    return profile.changed(words=ours.changed(**words, facts=facts, games_titles=titles))


def box_contents(profile: BoxProfile, theme: Theme, choices: Choices) -> BoxContents:
    """What the box says is in it, in the words of the profile."""
    deck, own, words = choices.deck, theme.words.box, profile.words
    cards = len(DECKS[deck]) * choices.copies
    jokers = f"{len(JOKERS) * choices.copies} {own.jokers or 'jokers'}, " if choices.with_jokers else ""
    chits = f"3 {own.chits or 'chits'}" if choices.chits else ""
    line = words.cards.format(cards=cards, jokers=jokers, chits=chits).removesuffix(", ")
    card = next(card for card in text_cards() if card.name == profile.behind.card)
    said = next(card for card in worded_cards(theme) if card.name == profile.behind.card)
    if len(said.text) != len(card.text):  # it says something else than the games and what they are about
        said = card
    played = words.games.get(deck)
    names = [name.removeprefix("# ") for name in card.text[::2]]
    every = zip(names, said.text[::2], said.text[1::2], strict=True)
    times = _times(deck) if said.text == card.text and not own.facts else {}  # another language has no word for them
    shown = tuple(
        (name.removeprefix("# "), about, _time(words, times.get(ours)))
        for ours, name, about in every
        if not played or ours in played
    )
    facts = ((str(cards), words.cards_noun), *words.facts[deck])
    tonight = [time.tonight for name, time in times.items() if not played or name in played]
    whole = [Minutes(min(each.low for each in tonight), max(each.high for each in tonight))] if tonight else []
    minutes = tuple((str(each), words.minutes_noun) for each in whole)
    tokens = profile.dividers.words[deck].tokens
    title = words.games_titles[deck]
    codes = tuple(str(card) for card in DECKS[deck])
    return BoxContents(line, choices.title, facts, minutes, title, shown, tokens, codes, choices.name)


def _times(deck: str) -> dict[str, PlayTime]:
    """How long games take, by title, those whose usual deck is in the box."""
    known = [(game, time) for game in map(find_game, game_names()) if (time := find_time(game, game.house()))]
    cards = set(DECKS[deck])
    return {
        game.title: time
        for game, time in known
        if cards.issuperset(DECKS[game.table.deck_in_play(USUAL, game.house())])
    }


def _time(words: BoxTexts, time: PlayTime | None) -> str:
    if time is None:
        return ""
    return (words.round_time if time.round else words.game_time).format(minutes=time.tonight)


def divider_outline(width: float, height: float, index: int, count: int, dividers: Dividers) -> Outline:
    """Clockwise from the top left of its body; the tab's corners and the body's lower ones are round."""
    tab, r, b = tab_box(width, index, count, dividers), dividers.corner, QUARTER_BULGE
    left, right, top = tab.left, tab.right, tab.top
    vertices = [] if left == 0 else [Vertex(0, 0), Vertex(left, 0)]
    vertices += [Vertex(left, top + r, b), Vertex(left + r, top), Vertex(right - r, top, b), Vertex(right, top + r)]
    vertices += [] if right >= width - 1e-6 else [Vertex(right, 0), Vertex(width, 0)]
    vertices += [Vertex(width, height - r, b), Vertex(width - r, height), Vertex(r, height, b), Vertex(0, height - r)]
    return Outline(tuple(vertices))


class Stack(NamedTuple):
    """What goes into the box: `width_mm` across, `height_mm` upright without the dividers' tabs, which add `tab_mm`.

    `thickness_mm` is one card's, with its sleeve; `depth_mm` all of them, dividers too; `source` is where the thickness
    is from.
    """

    width_mm: float
    height_mm: float
    thickness_mm: float
    depth_mm: float
    tab_mm: float
    source: str


class DividerSheet(NamedTuple):
    """`paper` for the dividers, where the body of each begins in the middle of it, and the cuts of all of them."""

    paper: Paper
    places: list[Point]
    lines: list[Outline]


class TuckBox(Job[BoxProfile]):
    """`box.pdf`, a page a piece and one for dividers; `box.svg` and `box.dxf`, or a pair a piece; and those of the dividers."""

    options = frozenset({"paper", "thickness", "sleeved", "dividers", "name"})

    def resolve(self) -> Choices:
        """Stock's name or millimeters in our own spelling. Raises Problem or InputError for neither."""
        choices = self.choices
        thickness = (choices.thickness or DEFAULT_STOCK).strip().lower().replace(" ", "-")
        if thickness not in self.profile.stocks:
            thickness = f"{self._read_thickness(thickness):g}"
        possible = bool(DIVIDED[choices.deck]) and choices.copies == 1
        if choices.dividers and not possible:
            raise Problem("nothing_to_divide", "dividers", **({"other": "copies"} if choices.copies > 1 else {}))
        dividers = None if choices.dividers == possible else choices.dividers
        paper, name = find_paper(choices.paper or "a4").name, read_name(choices)
        return replace(choices, paper=paper, thickness=thickness, dividers=dividers, name=name)

    def _read_thickness(self, text: str) -> float:
        """Millimeters a card, from a figure; a comma does as well. Raises Problem."""
        mm, stocks = read_length(text), self.profile.stocks
        if mm is None:
            raise Problem("unknown", "thickness", value=text, choices=[*stocks], near=did_you_mean(text, stocks))
        if not 0.05 <= mm <= 1.5:
            raise Problem("range", "thickness", value=f"{mm:g}")
        return mm

    @property
    def divided(self) -> tuple[str, ...]:
        """Which dividers the box holds; none where they are not wanted."""
        choices = self.choices
        return () if choices.dividers is False or choices.copies > 1 else DIVIDED[choices.deck]

    @cached_property
    def stack(self) -> Stack:
        """From the codes of the cards, their thickness, and whether they are in sleeves and divided."""
        profile, choices, trim = self.profile, self.choices, self.box.trim
        stock = profile.stocks.get(choices.thickness)
        one = stock.mm if stock else self._read_thickness(choices.thickness)
        source = stock.title if stock else "measured"
        width, height = trim.width, trim.height
        if choices.sleeved:
            wider, higher, thicker = profile.sleeve_mm
            one += thicker + (stock.backed_mm if stock else 0.0)
            width, height, source = width + wider, height + higher, f"{source}, in sleeves"
        depth = round(len(self.codes) * one + len(self.divided) * profile.box.board, 3)
        return Stack(width, height, round(one, 4), depth, profile.dividers.tab_height if self.divided else 0.0, source)

    @cached_property
    def plan(self) -> BoxPlan:
        stack, box = self.stack, self.profile.box
        across, upright, through = (play + box.board for play in box.play)
        wide, high = stack.width_mm + across, stack.height_mm + stack.tab_mm + upright
        size = BoxSize(round(wide, 3), round(high, 3), round(stack.depth_mm + through, 3))
        return plan_box(size, find_paper(self.choices.paper), box)

    def draw_files(self, progress: Progress) -> dict[str, Content]:
        from tt_print.render.pdf import DocumentFacts, Page, render_pdf

        profile = with_theme_texts(self.profile, self.theme)
        art = BoxArt(self.theme, profile, box_contents(profile, self.theme, self.choices))
        sheets = [art.draw_sheet(self.plan, index) for index in range(len(self.plan.pieces))]
        if self.divided:
            sheets.append(self._divider_sheet())
        pages = [Page(sheet, str(number), sheet.title) for number, sheet in enumerate(sheets, 1)]
        pdf = render_pdf(pages, DocumentFacts("Triple Topper, box", "Print at 100%, one-sided."))
        return {"box.pdf": pdf, **self._cuts()}

    def _cuts(self) -> dict[str, bytes]:
        """Of each piece of the box, and of the dividers."""
        plan, files = self.plan, dict[str, bytes]()
        for index, paper in enumerate(plan.papers):
            stem, title = "box" if len(plan.papers) == 1 else f"box-{index + 1}", sheet_title(plan, index, self.title)
            files |= cut_files(plan.lines(index), (paper.width_mm, paper.height_mm), title, stem)
        if self.divided:
            paper = self.divider_sheet.paper
            size_mm = paper.width_mm, paper.height_mm
            files |= cut_files(self.divider_sheet.lines, size_mm, DIVIDERS_TITLE, "dividers")
        return files

    def how_to_words(self) -> dict[str, object]:
        stack, size, paper, step = self.stack, self.plan.size, self.plan.papers[0], self.profile.step
        sheets, board, seams = step("one_sheet", paper=paper.title), self.profile.box.board, ""
        if len(self.plan.pieces) > 1:
            larger = one_sheet_paper(size, self.profile.box, self.profile.larger.get(paper.name, ""))
            sheets, seams = step("two_sheets", paper=paper.title), step("seams")
            if larger:
                sheets = step("larger", paper=paper.title, larger=larger.name, larger_title=larger.title)
        return {
            "thickness": stack.thickness_mm, "thickness_from": stack.source, "stack": stack.depth_mm,
            "sheets_words": sheets, "seams": seams,
            "dividers": step("dividers", count=len(self.divided), tab=stack.tab_mm) if self.divided else "",
            "inner_wide": size.width_mm - board, "inner_high": size.height_mm - board, "inner_deep": size.depth_mm - board,
            "card_wide": stack.width_mm, "card_high": stack.height_mm,
        }  # fmt: skip

    @cached_property
    def divider_sheet(self) -> DividerSheet:
        stack, dividers, margin, gap = self.stack, self.profile.dividers, self.profile.box.margin, DIVIDER_GAP_MM
        paper, count = find_paper(self.choices.paper), len(self.divided)
        width = stack.width_mm + dividers.wider
        across, down = width + gap, stack.height_mm + dividers.tab_height + gap
        way = paper if count * across - gap + 2 * margin <= paper.width_mm else paper.turned()
        columns = min(count, max(1, int((way.width_mm - 2 * margin + gap) // across)))
        rows = -(-count // columns)
        left = (way.width_mm - columns * across + gap) / 2
        top = (way.height_mm - rows * down + gap) / 2 + dividers.tab_height
        places = [(left + i % columns * across, top + i // columns * down) for i in range(count)]
        lines = [
            divider_outline(width, stack.height_mm, i, count, dividers).moved(*place) for i, place in enumerate(places)
        ]
        return DividerSheet(way, places, lines)

    def _divider_sheet(self) -> Drawing:
        theme, dividers, keys, sheet = self.theme, self.profile.dividers, self.divided, self.divider_sheet
        width, height = self.stack.width_mm + dividers.wider, self.stack.height_mm
        items: list[Item] = []
        for i, (key, place) in enumerate(zip(keys, sheet.places, strict=True)):
            divider = draw_divider(width, height, i, len(keys), theme, dividers, key)
            items.append(Group(tuple(divider), shift(*place)))
        inks = [flood_of(theme, dividers.words[key].color).on for key in keys]
        items += [
            Path(outline_path(line), stroke=ink, width_mm=0.2) for line, ink in zip(sheet.lines, inks, strict=True)
        ]
        return Drawing(sheet.paper.width_mm, sheet.paper.height_mm, tuple(items), DIVIDERS_TITLE)


KINDS = {"box": TuckBox}
