"""`tt-print deal`: a shuffled deal, what the dealer reads aloud, and how to repeat or prove it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from tt_print.cli.common import JSON, OUT, PAPER, QUIET, echo, echo_data, echo_json, echo_picture
from tt_print.cli.deal.options import DealOptions, check_mode
from tt_print.cli.own_things import FORCE, THEME
from tt_print.games import listed_names

if TYPE_CHECKING:
    from tt_print.dealing.plan import Dealt


def prepare(arguments: list[str]) -> list[str]:
    """A bare `--jokers` asks for both."""
    following = [*arguments[1:], ""]
    bare = [word == "--jokers" and not after.isdecimal() for word, after in zip(arguments, following, strict=False)]
    return ["--jokers=2" if alone else word for word, alone in zip(arguments, bare, strict=True)]


def command(
    game: str = typer.Argument("", help=listed_names(), show_default=False),
    players: str = typer.Option(
        "",
        "--players",
        help="Names, clockwise: Ann,Bo,Cy. Or how many: 3. Without it those of the night being scored.",
        metavar="NAMES|N",
    ),
    deck: str = typer.Option(
        "", "--deck", help="Where there is a choice: west, squares, full, squares2, full2.", metavar="DECK"
    ),
    jokers: str = typer.Option(
        "", "--jokers", help="How many jokers: 0, 1 or 2, where the game takes them.", metavar="N"
    ),
    order: str = typer.Option(
        "", "--order", help="The order of a turn, where there are two: management or lies.", metavar="ORDER"
    ),
    dealer: str = typer.Option("", "--dealer", help="Who deals; without it the deal draws the dealer.", metavar="NAME"),
    hands: int | None = typer.Option(
        None, "--hands", help="How many hands at once; the deal moves to the left.", metavar="N", show_default=False
    ),
    code: str = typer.Option("", "--code", help="Repeat the deal of this code, short or full.", metavar="CODE"),
    reveal: bool = typer.Option(False, "--reveal", help="Show every card."),
    slips: bool = typer.Option(False, "--slips", help="Write slips to fold, one hand each (PDF)."),
    deal: int | None = typer.Option(
        None, "--deal", help="With --slips: which deal, where a hand has several.", metavar="N", show_default=False
    ),
    sheet: bool = typer.Option(False, "--sheet", help="Write a set-up sheet with the chits and a QR code (PDF)."),
    chits: bool = typer.Option(False, "--chits", help="Only the set-up of chits and pointers; no deal."),
    full_code: bool = typer.Option(False, "--full-code", help="Also the code that holds the order itself, in digits."),
    commit: bool = typer.Option(False, "--commit", help="Promise a deal: print a commitment, keep its secret."),
    owner: str = typer.Option(
        "", "--owner", help="With --commit: whose computer this is; they draw first. Or none.", metavar="NAME"
    ),
    committed: bool = typer.Option(False, "--committed", help="Make the promised deal; its id may follow."),
    table_cards: str = typer.Option(
        "", "--table-cards", help="With --committed: the cards drawn, in order: RH3,KBQ,...", metavar="CARDS"
    ),
    receipt: bool = typer.Option(
        False, "--receipt", help="With --committed: write the receipt, which shows the secret."
    ),
    check: Path = typer.Option(None, "--check", help="Check a receipt.", metavar="FILE", show_default=False),
    commitment: str = typer.Option(
        None,
        "--commitment",
        help="With --check: what was promised: all 64 digits, or the QR code's text.",
        metavar="TEXT",
        show_default=False,
    ),
    as_csv: bool = typer.Option(False, "--csv", help="Print the deal as comma-separated values."),
    as_json: bool = JSON,
    house: Path = typer.Option(None, "--house", metavar="FILE", help="House rules, a TOML file.", show_default=False),
    option: list[str] = typer.Option([], "--option", metavar="NAME=VALUE", help="One house rule; may come again."),
    night: int | None = typer.Option(
        None, "--night", "-n", help="Deal the next hand of this night that is being scored.", metavar="NUMBER"
    ),
    file: Path = typer.Option(None, "--file", help="Another file of scores than your own.", metavar="FILE"),
    ink: str = typer.Option("color", "--ink", help="color, or low: black only, colors as hatching.", metavar="INK"),
    theme: str = THEME,
    paper: str = PAPER,
    force: bool = FORCE,
    out: Path = OUT,
    quiet: bool = QUIET,
) -> None:
    """Deal a game: who deals, how many cards each, who starts, and a code that repeats it.

    Hands stay hidden unless --reveal or --slips shows them.

    \b
    Examples:
      tt-print deal craziness --players Ann,Bo,Cy
      tt-print deal push-it --players Ann,Bo,Cy --deck west --slips
      tt-print deal push-it --players 8 --deck full2 --sheet
      tt-print deal push-it --chits --players 5
      tt-print deal casino --players 5 --hands 5
      tt-print deal ww3 --players 4 --jokers
      tt-print deal six-suit --players Ann,Bo,Cy,Di --commit
      tt-print deal --committed --table-cards RH3,KBQ,YC1,J1 --receipt
      tt-print deal --code 9NEKA-QAC1D-MDP8C-69P9T-0EVHX-10 --reveal
    """
    run(DealOptions(**(locals() | {"option": tuple(option)})))


def run(options: DealOptions) -> None:
    """One call of the verb: each way to deal, with what it prints and writes."""
    check_mode(options)
    output = Output(options)
    night_note: list[str] = []
    if options.wants_the_night:
        from tt_print.cli.deal.night import seat_night

        options, night_note = seat_night(options)
    if options.check is not None:
        _check(options.check, options.commitment, output)
    elif options.commit:
        _commit(options, output, night_note)
    elif options.chits:
        from tt_print.cli.deal.text import chits_lines
        from tt_print.core.deal_table import read_chits
        from tt_print.dealing.announce import chits_json

        settings, rules = read_chits(options)
        output.result("deal chits", lambda: chits_lines(settings, rules), lambda: chits_json(settings, rules))
    else:
        _deal(options, output, night_note)


def _commit(options: DealOptions, output: Output, night_note: list[str]) -> None:
    from tt_print.cli.deal.receipts import commit, commit_lines, commitment_file, qr_lines
    from tt_print.cli.writing import current_output
    from tt_print.core.deal_data import commit_data

    current_output().verify_keeps("deal --commit keeps a secret until the receipt. Leave out --commit.")
    commitment = commit(options)
    written = _write(options, commitment_file(commitment, options) if options.sheet else {})
    if not (options.as_json or options.quiet):
        echo_picture(qr_lines(commitment))
    output.result(
        "deal commitment",
        lambda: [
            *commit_lines(commitment, options),
            *night_note,
            *(f"Wrote {name}" for name in written),
        ],
        lambda: commit_data(commitment) | ({"files": written} if written else {}),
    )


def _write(options: DealOptions, files: dict[str, bytes]) -> list[str]:
    if not files:
        return []
    from tt_print.cli.writing import write_files

    return [path.as_posix() for path in write_files(options.out, files)]


def _check(path: Path, announced: str | None, output: Output) -> None:
    from tt_print.cli.deal.receipts import check, check_lines
    from tt_print.core.deal_data import check_data

    checked = check(path, announced)
    output.result("deal check", lambda: check_lines(checked), lambda: check_data(checked))
    raise typer.Exit(0 if checked.proven else 1)


def _deal(options: DealOptions, output: Output, night_note: list[str]) -> None:
    """A fresh deal, a repeated one, or a promised one, printed and written as wanted."""
    from tt_print.cli.deal.text import csv_text, night_lines
    from tt_print.core.deal_data import deal_data

    notes = night_note
    files: dict[str, bytes] = {}
    if options.committed:
        from tt_print.cli.deal.receipts import committed, committed_lines, receipt_file, refuse_settings
        from tt_print.cli.writing import current_output

        refuse_settings(options)
        current_output().verify_keeps("deal --committed keeps the cards that were drawn. Leave out --committed.")
        pending, dealt = committed(options)
        dealts, notes = [dealt], committed_lines(pending, options)
        if options.receipt:
            files = dict([receipt_file(pending)])
    else:
        dealts = _fresh_or_repeated(options)
    files |= _pages(options, dealts)
    written = _write(options, files)
    reveal, full = options.reveal, options.full_code
    if options.as_csv:
        echo_data(csv_text(dealts, reveal=reveal), nl=False)
        return
    output.result(
        "deal",
        lambda: [*night_lines(dealts, reveal=reveal, full=full), *notes, *_written_lines(written, options, dealts)],
        lambda: deal_data(dealts, reveal=reveal, full=full) | ({"files": written} if written else {}),
    )


def _fresh_or_repeated(options: DealOptions) -> list[Dealt]:
    from tt_print.core.deal_table import fresh_codes, read_code, read_table

    if options.code:
        table, code = read_code(options)
        return [table.deal(code)]
    from os import urandom  # what `secrets` gives, without its imports

    table = read_table(options)
    return [table.deal(fresh) for fresh in fresh_codes(table, options.hands or 1, urandom)]


def _pages(options: DealOptions, dealts: list[Dealt]) -> dict[str, bytes]:
    """Name to content of the pages asked for; warns of names that the fonts cannot draw."""
    if not options.pages:
        return {}
    from tt_print.cli.common import default_paper
    from tt_print.cli.own_things import readable_theme
    from tt_print.core.deal_pages import Look, page_files, warnings_of
    from tt_print.sheets.plan import find_paper

    theme = readable_theme(options.ink, options.theme, options.force)
    look = Look(find_paper(options.paper or default_paper()), theme, options.full_code)
    files = page_files(dealts, look, options.pages, options.deal or 1)
    for warning in warnings_of(dealts, options.pages):
        echo(f"warning: {warning}", err=True)
    return files


def _written_lines(written: list[str], options: DealOptions, dealts: list[Dealt]) -> list[str]:
    lines = [f"Wrote {name}" for name in written]
    if options.slips:
        from tt_print.core.deal_pages import open_cards

        lines.append("Print the slips where nobody looks over your shoulder: at 100 %, one-sided; cut, fold, hand out.")
        lines += [f"Face up for all: {cards}." for dealt in dealts if (cards := open_cards(dealt))]
        if dealts[0].deals:
            from tt_print.cli.deal.text import next_slips

            lines += next_slips(options, dealts)
        elif dealts[0].draw:
            lines.append("When all have their cards, shuffle the rest: it is the draw pile.")
    return lines


class Output:
    """Results go to stdout in the form that was asked for; the other form is not made."""

    def __init__(self, options: DealOptions) -> None:
        self.as_json, self.quiet = options.as_json, options.quiet

    def result(self, kind: str, lines: Callable[[], list[str]], data: Callable[[], dict[str, Any]]) -> None:
        if self.as_json:
            echo_json(kind, data())
        elif not self.quiet:
            from tt_print.cli.deal.text import fit, terminal_width

            echo("\n".join(fit(lines(), terminal_width())))
