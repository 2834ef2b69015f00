"""`tt-print deal`: what a deal comes to, with what the machine keeps."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tt_print.cli.echo import echo_data, echo_picture
from tt_print.errors import InputError

if TYPE_CHECKING:
    from tt_print.cli.request_commands import AnswerContext, OutputOptions
    from tt_print.core.commands.common import Answer
    from tt_print.core.commands.deal import Deal
    from tt_print.core.environment import Call


def prepare(arguments: list[str]) -> list[str]:
    """A bare `--jokers` asks for both."""
    following = [*arguments[1:], ""]
    bare = [word == "--jokers" and not after.isdecimal() for word, after in zip(arguments, following, strict=False)]
    return ["--jokers=2" if alone else word for word, alone in zip(arguments, bare, strict=True)]


def answer(request: Deal, call: Call, own: OutputOptions) -> Answer:
    if request.csv and own.as_json:
        raise InputError("--json and --csv can't be used together.")
    return request.answer(_at_home(request, call))


def _at_home(request: Deal, call: Call) -> Call:
    """The call with what the machine keeps: nights, promises, and the receipt that is named."""
    from tt_print import records

    environment, files = call.environment, call.files
    if request.wants_the_night:
        from tt_print.cli.score.common import OwnBook

        file = Path(request.file) if request.file else None
        environment = records.replace(environment, book=OwnBook(file, may_be_empty=not request.names_a_night))
    if request.commit or request.committed:
        from tt_print.paths import data_folder

        environment = records.replace(environment, promises=data_folder())
    if request.check:
        from tt_print.dealing.receipt import MAX_BYTES
        from tt_print.input_files import read_bytes

        missing = "Name the receipt's file: tt-print deal --check FILE"
        files = {request.check: read_bytes(Path(request.check), MAX_BYTES, missing)}
    return records.replace(call, environment=environment, files=files)


def show(printed: AnswerContext) -> bool:
    """Prints the deal as a table for programs, if that is wanted."""
    from tt_print.cli.deal.text import csv_text

    dealts = printed.answer.made.dealts
    if is_table := printed.request.csv and bool(dealts):
        echo_data(csv_text(dealts, reveal=printed.request.reveal), nl=False)
    return is_table


def lines(printed: AnswerContext) -> list[str]:
    from tt_print.cli.deal import text

    return text.fit(_lines(printed), text.terminal_width())


def _lines(printed: AnswerContext) -> list[str]:
    from tt_print.cli.deal import text

    made, request = printed.answer.made, printed.request
    if made.chits:
        return text.chits_lines(*made.chits)
    written = [f"Wrote {name}" for name in printed.written]
    if request.lesson:
        return [*written, "Print it on both sides. Three people can play by it, and need no rules."]
    notes = text.seated_lines(made, request) if made.night else []
    if made.checked or made.pending:
        from tt_print.cli.deal import promises

        if made.checked:
            return promises.check_lines(made.checked)
        if not made.dealts:
            echo_picture(promises.qr_lines(made.pending.commitment))
            return [*promises.commit_lines(made.pending.commitment, request), *notes, *written]
        notes = promises.committed_lines(made.pending, printed)
    slips = text.slips_lines(printed) if request.slips else []
    return [*text.night_lines(made.dealts, reveal=request.reveal, full=request.full_code), *notes, *written, *slips]
