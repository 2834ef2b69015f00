"""The words of `templates/preview/words.toml`."""

from __future__ import annotations

from tt_print.records import dataclass
from tt_print.templates import TemplateTable, read_table


class WordsFile(TemplateTable):
    needs_verb: str
    not_shown: str
    one_way: str
    nothing: str
    keeps_list: str
    stopped: str
    help: str
    file_one: str
    page: str
    pages: str
    picture: str
    size: str
    sheet: str
    sheets: str
    both_sides: str
    other_side: str
    other_file: str
    listed_page: str
    listed_side: str
    total: str
    not_written: str
    file: str
    files: str
    no_sheets: str
    refused: str
    fresh_deal: str
    title: str
    title_of_all: str
    title_two: str
    title_two_of_all: str
    on_sheet: str
    on_side: str
    both: str
    front: str
    back: str
    keys: str
    keys_zoomed: str
    keys_short: str
    keys_details: str
    going: str
    no_page: str
    no_picture: str
    ask: str
    would_write: str
    hints: dict[str, str]
    browser: BrowserWords


class BrowserWords(TemplateTable):
    title: str
    intro: str
    open: str
    opened: str
    ends: str
    closed: str
    view: str
    width: str
    true_size: str
    fit_width: str
    sides: str
    side_by_side: str
    light: str
    light_note: str
    says: str
    page: str
    sheet: str
    print_note: str
    gone: str


@dataclass(frozen=True, slots=True)
class Asked:
    """What was typed after `preview`: the verb, and the whole command without `preview`, as one types it."""

    verb: str
    command: str


def words() -> WordsFile:
    return read_table(WordsFile, "preview/words.toml")


def count_of(one: str, many: str, count: int) -> str:
    return one if count == 1 else many.format(count=f"{count:,}")
