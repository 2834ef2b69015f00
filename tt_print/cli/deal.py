"""`tt-print deal`: a shuffled deal, what the dealer reads aloud, and how to repeat or prove it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from tt_print.cli.common import JSON, OUT, PAPER, QUIET

if TYPE_CHECKING:
    from tt_print.cli.deal_table import Asked
    from tt_print.dealing.plan import Dealt


def prepare(arguments: list[str]) -> list[str]:
    """A bare `--jokers` asks for both."""
    following = [*arguments[1:], ""]
    bare = [word == "--jokers" and not after.isdecimal() for word, after in zip(arguments, following, strict=False)]
    return ["--jokers=2" if alone else word for word, alone in zip(arguments, bare, strict=True)]


def command(
    game: str = typer.Argument("", help="ww3, armageddon, six-suit, casino, craziness or push-it.", show_default=False),
    players: str = typer.Option(
        "",
        "--players",
        help="Names, clockwise: Ann,Bo,Cy. Or how many: 3. Without it those of the night being scored.",
        metavar="NAMES|N",
    ),
    deck: str = typer.Option(
        "", "--deck", help="Push It: west, squares, full, squares2, full2. Casino: full, squares.", metavar="DECK"
    ),
    jokers: str = typer.Option(
        "", "--jokers", help="How many jokers: 0, 1 or 2, where the game takes them.", metavar="N"
    ),
    order: str = typer.Option("", "--order", help="Push It: management or lies, the order of a turn.", metavar="ORDER"),
    dealer: str = typer.Option("", "--dealer", help="Who deals; without it the deal draws the dealer.", metavar="NAME"),
    hands: int | None = typer.Option(
        None, "--hands", help="So many hands at once; the deal moves to the left.", metavar="N", show_default=False
    ),
    code: str = typer.Option("", "--code", help="Repeat the deal of this code, short or full.", metavar="CODE"),
    reveal: bool = typer.Option(False, "--reveal", help="Show every card."),
    slips: bool = typer.Option(False, "--slips", help="Write slips to fold, one hand each (PDF)."),
    deal: int | None = typer.Option(
        None, "--deal", help="With --slips, Casino: which deal of the hand.", metavar="N", show_default=False
    ),
    strip: bool = typer.Option(False, "--strip", help="Push It: write a strip to deal a sorted deck by (PDF)."),
    sheet: bool = typer.Option(False, "--sheet", help="Write a set-up sheet with the chits and a QR code (PDF)."),
    chits: bool = typer.Option(False, "--chits", help="Push It: only the set-up of chits and pointers; no deal."),
    full_code: bool = typer.Option(False, "--full-code", help="Also the code that holds the order itself, in digits."),
    commit: bool = typer.Option(False, "--commit", help="Promise a deal: print a commitment, keep its secret."),
    committed: bool = typer.Option(False, "--committed", help="Make the promised deal; its id may follow."),
    table_cards: str = typer.Option(
        "", "--table-cards", help="With --committed: a card of each player, RH3,KBQ,...", metavar="CARDS"
    ),
    receipt: bool = typer.Option(
        False, "--receipt", help="With --committed: write the receipt, which shows the secret."
    ),
    check: Path = typer.Option(None, "--check", help="Check a receipt.", metavar="FILE", show_default=False),
    commitment: str = typer.Option(
        "", "--commitment", help="With --check: the commitment as it was announced.", metavar="HEX"
    ),
    selftest: bool = typer.Option(False, "--selftest", help="Test the shuffle on thousands of deals."),
    as_csv: bool = typer.Option(False, "--csv", help="Print the deal as comma-separated values."),
    as_json: bool = JSON,
    house: Path = typer.Option(None, "--house", metavar="FILE", help="House rules, a TOML file.", show_default=False),
    option: list[str] = typer.Option([], "--option", metavar="NAME=VALUE", help="One house rule; may come again."),
    ink: str = typer.Option("color", "--ink", help="color, or low: black only, colors as hatching.", metavar="INK"),
    paper: str = PAPER,
    out: Path = OUT,
    quiet: bool = QUIET,
) -> None:
    """Deal a game: who deals, how many cards each, who starts, and a code that repeats it.

    Hands stay hidden unless --reveal or --slips shows them.

    \b
    Examples:
      tt-print deal craziness --players Ann,Bo,Cy
      tt-print deal push-it --players Ann,Bo,Cy --deck west --slips
      tt-print deal push-it --players 8 --deck full2 --strip --sheet
      tt-print deal push-it --chits --players 5
      tt-print deal casino --players 5 --hands 5
      tt-print deal ww3 --players 4 --jokers
      tt-print deal six-suit --players Ann,Bo,Cy,Di --commit
      tt-print deal --committed --table-cards RH3,KBQ,YC1,J1 --receipt
      tt-print deal --code 9NEKA-QAC1D-MDP8C-69P9T-0EVHX-10 --reveal
    """
    from tt_print.cli.deal_table import Asked, check_mode

    kinds = [kind for kind, wanted in (("slips", slips), ("strip", strip), ("sheet", sheet)) if wanted]
    asked = Asked(game, players, deck, jokers, order, dealer, hands, code, house, tuple(option))
    given = {
        "--selftest": selftest, "--check": check is not None, "--commit": commit, "--committed": committed,
        "--chits": chits, "--code": code, "--players": players, "--deck": deck, "--jokers": jokers, "--order": order,
        "--dealer": dealer, "--hands": hands is not None, "--house": house, "--option": option, "--reveal": reveal,
        "--slips": slips, "--deal": deal is not None, "--strip": strip, "--sheet": sheet, "--full-code": full_code,
        "--table-cards": table_cards, "--receipt": receipt, "--commitment": commitment, "--csv": as_csv,
        "--json": as_json,
    }  # fmt: skip
    check_mode({name for name, value in given.items() if value})
    say = _Say(as_json, as_csv, quiet)
    whose = ""
    if not (players.strip() or code or committed or selftest or check is not None):
        from tt_print.cli.deal_night import seat_the_night

        asked, whose = seat_the_night(asked)
    if selftest:
        from tt_print.cli.deal_selftest import run_selftest

        raise typer.Exit(run_selftest(as_json=as_json, quiet=quiet))
    if check is not None:
        from tt_print.cli.deal_receipt import check as check_file
        from tt_print.cli.deal_receipt import check_data, check_lines

        checked = check_file(check, commitment)
        say.out(lambda: check_lines(checked, commitment), lambda: check_data(checked))
        raise typer.Exit(0 if checked.proven else 1)
    if commit:
        from tt_print.cli.deal_receipt import commit as promise_deal
        from tt_print.cli.deal_receipt import commit_data, commit_lines

        promise = promise_deal(asked)
        say.out(lambda: [*commit_lines(promise), *([whose] if whose else [])], lambda: commit_data(promise))
        return
    if chits:
        from tt_print.cli.deal_table import read_chits
        from tt_print.cli.deal_text import chits_lines
        from tt_print.dealing.announce import chits_json

        settings, rules = read_chits(asked)
        say.out(lambda: chits_lines(settings, rules), lambda: chits_json(settings, rules))
        return
    _deal(asked, say, committed, table_cards, receipt, kinds, deal or 1, (ink, paper, out), reveal, full_code, whose)


def _deal(
    asked: Asked, say: _Say, committed: bool, table_cards: str, receipt: bool, kinds: list[str], deal: int,
    pages: tuple[str, str, Path], reveal: bool, full_code: bool, whose: str,
) -> None:  # fmt: skip
    """A fresh deal, a repeated one, or a promised one, told and written as wanted."""
    from tt_print.cli.deal_table import fresh_codes, read_code, read_table
    from tt_print.cli.deal_text import csv_text, deal_data, night_lines

    notes, files = [whose] if whose else [], {}
    if committed:
        from tt_print.cli.deal_receipt import committed as keep_promise
        from tt_print.cli.deal_receipt import committed_lines, receipt_file, refuse_settings

        refuse_settings(asked)
        waiting, dealt = keep_promise(asked.game, table_cards)
        dealts, notes = [dealt], committed_lines(waiting, receipt=receipt)
        if receipt:
            files = dict([receipt_file(waiting)])
    elif asked.code:
        table, code = read_code(asked)
        dealts = [table.deal(code)]
    else:
        from os import urandom  # what `secrets` gives, without its imports

        table = read_table(asked)
        dealts = [table.deal(code) for code in fresh_codes(table, asked.hands or 1, urandom)]
    ink, paper, out = pages
    written = []
    if kinds:
        from tt_print.cards.theme import find_theme
        from tt_print.cli.common import default_paper
        from tt_print.cli.deal_pages import Look, page_files, warnings_of
        from tt_print.sheets.plan import find_paper

        files |= page_files(dealts, Look(find_paper(paper or default_paper()), find_theme(ink), full_code), kinds, deal)
        for warning in warnings_of(dealts, kinds):
            typer.echo(f"warning: {warning}", err=True)
    if files:
        from tt_print.cli.common import shown
        from tt_print.output import write_files

        written = [shown(path) for path in write_files(out, files)]
    if say.as_csv:
        say.text(csv_text(dealts, reveal=reveal))
        return
    say.out(
        lambda: [*night_lines(dealts, reveal=reveal, full=full_code), *notes, *wrote_lines(written, kinds, dealts)],
        lambda: deal_data(dealts, reveal=reveal, full=full_code) | ({"files": written} if written else {}),
    )


def wrote_lines(written: list[str], kinds: list[str], dealts: list[Dealt]) -> list[str]:
    lines = [f"Wrote {name}" for name in written]
    if "slips" in kinds:
        from tt_print.cli.deal_pages import open_cards

        lines.append("Print the slips where nobody looks over your shoulder: at 100 %, one-sided; cut, fold, hand out.")
        lines += [f"Face up for all: {told}." for dealt in dealts if (told := open_cards(dealt))]
        if dealts[0].game.name == "casino":
            lines.append("The next deals: the same code with --slips --deal 2, and so on; nobody shuffles in between.")
        elif dealts[0].draw:
            lines.append("When all have their cards, shuffle the rest: it is the draw pile.")
    return lines


@dataclass(frozen=True)
class _Say:
    """Results go to stdout in the form that was asked for; the others are not made."""

    as_json: bool
    as_csv: bool
    quiet: bool

    def out(self, lines: Callable[[], list[str]], data: Callable[[], dict[str, Any]]) -> None:
        if self.as_json:
            import json

            typer.echo(json.dumps(data(), ensure_ascii=False))
        elif not self.quiet:
            from tt_print.cli.deal_text import fit, wide

            typer.echo("\n".join(fit(lines(), wide())))

    def text(self, text: str) -> None:
        typer.echo(text, nl=False)
