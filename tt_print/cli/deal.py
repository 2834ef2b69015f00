"""`tt-print deal`: what a deal comes to."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tt_print.dealing.announce import added_rules, announce, house_text, rules_text, show
from tt_print.dealing.plan import DealResult
from tt_print.dealing.settings import Settings
from tt_print.deck import AnyCard
from tt_print.engine.house import House
from tt_print.engine.lengths import time_sentence
from tt_print.errors import join_words
from tt_print.games import find_game
from tt_print.people import numbered_names
from tt_print.terminal import columns, pad, width, wrap

if TYPE_CHECKING:
    from tt_print.cli.request_commands import AnswerContext, OutputOptions
    from tt_print.core.commands.common import Answer
    from tt_print.core.commands.deal import Deal, Dealing
    from tt_print.core.environment import Call


MAX_WIDTH = 100  # longer lines are hard to read, however wide the terminal


def terminal_width() -> int:
    """How long lines may be: as the terminal, 80 in a pipe."""
    return columns(at_most=MAX_WIDTH)


def fit(lines: Sequence[str], max_lines: int) -> list[str]:
    """Lines that are too long go on two columns further in; commands to copy, and names of files, stay whole."""
    fitted = []
    for line in lines:
        indent = " " * (len(line) - len(line.lstrip()) + 2)
        fitted += (
            wrap(line, max_lines, then=indent, break_words=False)
            if width(line) > max_lines and "tt-print " not in line and not line.startswith("Wrote ")
            else [line]
        )
    return fitted


def deal_lines(dealt: DealResult, *, reveal: bool) -> list[str]:
    """The setup, then the cards if they are to be shown, the house rules and the code."""
    lines = show(announce(dealt), terminal_width())
    if reveal:
        lines += ["", *card_lines(dealt)]
    lines += ["", f"House rules: {house_text(dealt)}"]
    if time := time_sentence(dealt.game, dealt.house, len(dealt.names)):
        lines.append(f"Time: {time}")
    also = dealt.game.table.other_decks(len(dealt.names), dealt.deck)
    if also:
        lines.append(f"Also possible: {', '.join(f'--deck {deck}' for deck in also)}")
    lines += [f"Deal code: {dealt.code}", f"  The same deal anywhere: {repeat_line(dealt)}"]
    if not reveal:
        lines.append(hidden_note(dealt))
    return lines


def repeat_line(dealt: DealResult, named: str = "") -> str:
    """The command that deals the same again, with what no code holds."""
    return " ".join([f"tt-print deal --code {dealt.code}{named}", *(f"--option {rule}" for rule in added_rules(dealt))])


def hidden_note(dealt: DealResult) -> str:
    """How to get at the cards, and who should not."""
    if dealt.game.table.hides_hands:
        return "The stacks stay hidden; in this game nobody may see them. To check the deal afterwards: --reveal"
    return "The hands stay hidden. Slips to fold: --slips. Setup sheet: --sheet. Show all: --reveal."


def card_lines(dealt: DealResult) -> list[str]:
    """Every card, hand by hand; stacks from the top, hands sorted."""
    rows: list[tuple[str, Sequence[AnyCard], str]] = []
    stacks = dealt.game.table.hides_hands
    deals = dealt.deals
    for seat, name in enumerate(dealt.names):
        if deals:
            rows += [(name if not number else "", hands[seat], f"{number + 1}: ") for number, hands in enumerate(deals)]
            continue
        rows.append((name, dealt.hands[seat][::-1] if stacks else _sorted(dealt.hands[seat]), ""))
        if dealt.up:
            rows.append(("  face up", dealt.up[seat], ""))
    for name, pile in (("middle", dealt.center), ("table", dealt.table), ("aside", dealt.aside)):
        if pile:
            rows.append((name, pile, ""))
    if dealt.draw and not deals:
        rows.append(("draw pile", dealt.draw[::-1], ""))
    left = max(width(name) for name, *_ in rows) + 2
    lines = []
    for name, cards, label in rows:
        codes = label + " ".join(card.safe_code for card in cards)
        first, *rest = wrap(codes, terminal_width() - left - 2)
        lines += [f"  {pad(name, left)}{first}", *(f"  {'':<{left}}{row}" for row in rest)]
    if stacks:
        lines += _turned_up(dealt)
        return ["Cards, each stack from the top:", *lines]
    return ["Cards" + ("; the draw pile from the top" if dealt.draw and not deals else "")
            + ("; each player's by deal" if deals else "") + ":", *lines]  # fmt: skip


def _turned_up(dealt: DealResult) -> list[str]:
    lines = [
        "  turned up: " + ", ".join(f"{dealt.names[seat]} {card}" for seat, card in shown) for shown in dealt.shown
    ]
    who = (
        f"{dealt.names[dealt.starter]} starts"
        if dealt.starter is not None
        else "the tied players draw lots (ruling W-10)"
    )
    return [*lines, f"  {who}; the shown cards go under the stacks"]


def _sorted(cards: Sequence[Any]) -> list[Any]:
    return sorted(cards, key=lambda card: getattr(card, "index", 999))


def night_lines(dealts: Sequence[DealResult], *, reveal: bool) -> list[str]:
    """The first hand in full, then who deals and the code of each other."""
    lines = deal_lines(dealts[0], reveal=reveal)
    if len(dealts) == 1:
        return lines
    lines = ["Hand 1", *lines, ""]
    for number, dealt in enumerate(dealts[1:], 2):
        starts = (
            f", {dealt.names[dealt.starter]} starts"
            if dealt.starter is not None and not dealt.game.table.hides_hands
            else ""
        )
        lines.append(f"Hand {number}: {dealt.names[dealt.dealer]} deals{starts}")
        lines.append(f"  Deal code: {dealt.code}")
        if reveal:
            lines += card_lines(dealt)
    return lines


def seated_lines(made: Dealing, request: Deal) -> list[str]:
    """For which night it is, and what to type when the hand is over."""
    from tt_print.cli import hints

    night = made.night
    assert night is not None
    another = "" if request.names_a_night else " Another table: --players."
    return [
        f"For night {night.number}, which is being scored: {join_words(made.dealts[0].names, 'and')}.{another}",
        f"  Afterwards: {(command := hints.typed(night.place, 'hand'))}",
        *([note] if (note := hints.file_note([command], request.file or None)) else []),
    ]


def slips_lines(printed: AnswerContext) -> list[str]:
    """What to do with the slips, and what comes after them."""
    from tt_print.core.deal_pages import open_cards

    dealts = printed.answer.made.dealts
    lines = ["Print the slips where nobody looks over your shoulder: at 100%, one-sided; cut, fold, hand out."]
    lines += [f"Face up for all: {cards}." for dealt in dealts if (cards := open_cards(dealt))]
    if dealts[0].deals:
        return [*lines, *_next_slips(printed.request, printed.out, dealts)]
    return [*lines, *(["When all have their cards, shuffle the rest: it is the draw pile."] if dealts[0].draw else [])]


def _next_slips(options: Deal, out: Path, dealts: Sequence[DealResult]) -> list[str]:
    """The command for the slips of the next deal, of each hand that has one."""
    from tt_print.cli.text import quoted

    number = (options.deal or 1) + 1
    files = "".join(f" --{name} {quoted(value)}" for name, value in (
        ("ink", options.ink if options.ink != "color" else ""), ("theme", options.theme if options.theme != "tab" else ""),
        ("paper", options.paper),
        ("out", "" if out == Path("output") else out.as_posix()),
    ) if value)  # fmt: skip
    lines = [
        f"  {repeat_line(dealt, _named(dealt))} --slips --deal {number}{files}"
        for dealt in dealts
        if number <= len(dealt.deals)
    ]
    return [f"The slips of deal {number}, for which nobody shuffles:", *lines] if lines else []


def _named(dealt: DealResult) -> str:
    """What to type beside a code for the same names on the slips."""
    from tt_print.cli.text import quoted

    return "" if dealt.names == numbered_names(len(dealt.names)) else f" --players {quoted(','.join(dealt.names))}"


def chits_lines(settings: Settings, house: House) -> list[str]:
    """Where the pointers are, how they run and wrap, what may be claimed, and the most cards at a time."""
    from tt_print.dealing.announce import chits_json, deck_title, turn_lines

    facts = chits_json(settings, house)
    ring_width = max(len(" ".join(ring)) for ring in facts["rings"].values())
    lines = [f"{find_game(settings.game).title}, {settings.players} players: {deck_title(settings)}"]
    for variable, ring in facts["rings"].items():
        row = " ".join(f"[{value}]" if value == facts["pointers"][variable] else value for value in ring)
        lines.append(f"  {variable:<8}{row:<{ring_width + 4}} then {ring[0]} again (2)")
    lines += [
        f"  Pointers are on {', '.join(facts['pointers'].values())} (setup). A move is one step to the right (2).",
        f"  Claims there: {', '.join(facts['claims'])} (3)",
        f"  Play 1 to {facts['max_cards']} cards at a time (3).",
        *(f"  {line}" for line in turn_lines(settings, house)),
        f"House rules: {rules_text(house, ())}",
    ]
    return lines


def answer(request: Deal, call: Call, own: OutputOptions) -> Answer:
    if not request.wants_the_night:
        return request.answer(call)
    from tt_print import records
    from tt_print.cli.score.common import OwnBook

    file = Path(request.file) if request.file else None
    book = OwnBook(file, may_be_empty=not request.names_a_night)
    return request.answer(records.replace(call, environment=records.replace(call.environment, book=book)))


def lines(printed: AnswerContext) -> list[str]:
    return fit(_lines(printed), terminal_width())


def _lines(printed: AnswerContext) -> list[str]:
    made, request = printed.answer.made, printed.request
    if made.chits:
        return chits_lines(*made.chits)
    written = [f"Wrote {name}" for name in printed.written]
    if request.lesson:
        return [*written, "Print it on both sides. Three people can play by it, and need no rules."]
    notes = seated_lines(made, request) if made.night else []
    slips = slips_lines(printed) if request.slips else []
    return [*night_lines(made.dealts, reveal=request.reveal), *notes, *written, *slips]
