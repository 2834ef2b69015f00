"""`tt-print deal`: a shuffled deal, what the dealer reads aloud, and how to repeat or prove it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tt_print.cli.echo import echo, echo_data, echo_picture
from tt_print.core.commands.common import Answer
from tt_print.errors import InputError

if TYPE_CHECKING:
    from tt_print.cli.requested import Own, Printed
    from tt_print.core.commands.deal import Deal
    from tt_print.core.world import Call
    from tt_print.dealing.plan import Dealt


def prepare(arguments: list[str]) -> list[str]:
    """A bare `--jokers` asks for both."""
    following = [*arguments[1:], ""]
    bare = [word == "--jokers" and not after.isdecimal() for word, after in zip(arguments, following, strict=False)]
    return ["--jokers=2" if alone else word for word, alone in zip(arguments, bare, strict=True)]


def answer(request: Deal, call: Call, own: Own) -> Answer:
    """Each way to deal."""
    if request.csv and own.as_json:
        raise InputError("--json and --csv can't be used together.")
    notes: list[str] = []
    if request.wants_the_night:
        from tt_print.cli.deal.night import seat_night

        request, notes = seat_night(request)
    if request.check:
        return _check(Path(request.check), request.commitment)
    if request.commit:
        return _commit(request, call, own, notes)
    if request.chits:
        from tt_print.cli.deal.text import chits_lines
        from tt_print.core.deal_table import read_chits
        from tt_print.dealing.announce import chits_json

        settings, rules = read_chits(request)
        return Answer(chits_json(settings, rules), {}, lambda _: chits_lines(settings, rules), kind="deal chits")
    return _deal(request, call, own, notes)


def lines(printed: Printed) -> list[str]:
    from tt_print.cli.deal.text import fit, terminal_width

    found: list[str] = printed.answer.made(printed.written)
    return fit(found, terminal_width())


def show(printed: Printed) -> bool:
    """Prints the deal as a table for programs, if that is wanted."""
    if printed.request.csv:
        echo_data("".join(printed.answer.made(printed.written)), nl=False)
    return bool(printed.request.csv)


def _commit(request: Deal, call: Call, own: Own, notes: list[str]) -> Answer:
    from tt_print.cli.deal.receipts import commit, commit_lines, commitment_file, qr_lines
    from tt_print.cli.writing import current_output
    from tt_print.core.deal_data import commit_data

    current_output().verify_keeps("deal --commit keeps a secret until the receipt. Leave out --commit.")
    commitment = commit(request, own)
    files = commitment_file(commitment, request, call) if request.sheet else {}

    def told(written: list[str]) -> list[str]:
        echo_picture(qr_lines(commitment))
        return [*commit_lines(commitment, request), *notes, *(f"Wrote {name}" for name in written)]

    return Answer(commit_data(commitment), files, told, kind="deal commitment")


def _check(path: Path, announced: str | None) -> Answer:
    from tt_print.cli.deal.receipts import check, check_lines
    from tt_print.core.deal_data import check_data

    checked = check(path, announced)
    status = 0 if checked.proven else 1
    return Answer(check_data(checked), {}, lambda _: check_lines(checked), status=status, kind="deal check")


def _deal(request: Deal, call: Call, own: Own, notes: list[str]) -> Answer:
    """A fresh deal, a repeated one, or a promised one."""
    from tt_print.cli.deal.text import csv_text, night_lines
    from tt_print.core.deal import make_deals
    from tt_print.core.deal_data import deal_data

    files: dict[str, bytes] = {}
    if request.committed:
        from tt_print.cli.deal.receipts import committed, committed_lines, receipt_file
        from tt_print.cli.writing import current_output

        current_output().verify_keeps("deal --committed keeps the cards that were drawn. Leave out --committed.")
        pending, dealt = committed(request, own)
        dealts, notes = [dealt], committed_lines(pending, request, own.out)
        if request.receipt:
            files = dict([receipt_file(pending)])
    else:
        dealts = make_deals(request, call)
    files |= _pages(request, dealts, call)
    reveal, full = request.reveal, request.full_code

    def told(written: list[str]) -> list[str]:
        if request.csv:
            return [csv_text(dealts, reveal=reveal)]
        return [
            *night_lines(dealts, reveal=reveal, full=full),
            *notes,
            *_written_lines(written, request, own.out, dealts),
        ]

    return Answer(deal_data(dealts, reveal=reveal, full=full), files, told)


def _pages(request: Deal, dealts: list[Dealt], call: Call) -> dict[str, bytes]:
    """Name to content of the pages asked for; warns of names that the fonts cannot draw, and of themes that are hard to read."""
    if not request.pages:
        return {}
    from tt_print.cli.deal.text import readable_theme
    from tt_print.core.deal_pages import Look, page_files, warnings_of
    from tt_print.sheets.plan import find_paper

    look = Look(find_paper(request.paper or call.world.paper), readable_theme(request), request.full_code)
    files = page_files(dealts, look, request.pages, request.deal or 1)
    for warning in warnings_of(dealts, request.pages):
        echo(f"warning: {warning}", err=True)
    return files


def _written_lines(written: list[str], request: Deal, out: Path, dealts: list[Dealt]) -> list[str]:
    lines = [f"Wrote {name}" for name in written]
    if request.slips:
        from tt_print.core.deal_pages import open_cards

        lines.append("Print the slips where nobody looks over your shoulder: at 100 %, one-sided; cut, fold, hand out.")
        lines += [f"Face up for all: {cards}." for dealt in dealts if (cards := open_cards(dealt))]
        if dealts[0].deals:
            from tt_print.cli.deal.text import next_slips

            lines += next_slips(request, out, dealts)
        elif dealts[0].draw:
            lines.append("When all have their cards, shuffle the rest: it is the draw pile.")
    return lines
