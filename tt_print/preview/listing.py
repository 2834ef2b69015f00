"""What would be written, as text and as data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tt_print.preview.files import Page, PreviewFile
from tt_print.templates import TemplateTable, read_table


class Words(TemplateTable):
    """`templates/preview/words.toml`."""

    needs_command: str
    prints_nothing: str
    no_pages: str
    help: str
    file: str
    file_without_pages: str
    size: str
    both_sides: str
    other_side: str
    page: str
    page_with_words: str
    side: str
    total: str
    no_sheets: str
    not_written: str
    refused: str
    fresh_deal: str
    would_write: str
    stopped: str
    opening: str
    no_display: str
    ends: str
    closed: str
    not_opened: str
    counts: dict[str, tuple[str, str]]
    hints: dict[str, str]

    def count(self, what: str, number: int) -> str:
        """`1 page`, `2 pages`."""
        one, more = self.counts[what]
        return one if number == 1 else more.format(count=f"{number:,}")


def words() -> Words:
    return read_table(Words, "preview/words.toml")


def list_lines(files: Sequence[PreviewFile], with_pages: bool) -> list[str]:
    """A line for each file; `with_pages`: also one for each page of a PDF."""
    lines = []
    for file in files:
        lines.append(file_line(file))
        if with_pages and file.kind == "pdf":
            lines += [f"  {page_line(page)}" for page in file.pages]
    return lines


def total_line(files: Sequence[PreviewFile]) -> str:
    """`1 file, 15 pages, 15 sheets of paper.`"""
    say, sheets = words(), sum(file.sheets or 0 for file in files)
    return say.total.format(
        files=say.count("file", len(files)), pages=say.count("page", sum(len(file.pages) for file in files)),
        sheets=say.count("sheet", sheets) if sheets else say.no_sheets,
    )  # fmt: skip


def file_line(file: PreviewFile) -> str:
    """`output/sheets/deck-a4.pdf   15 pages, 210 x 297 mm, 15 sheets of paper`."""
    say = words()
    if not file.pages:
        return say.file_without_pages.format(file=file.name, size=_byte_size(len(file.data)))
    pages = say.count("page" if file.kind == "pdf" else "picture", len(file.pages))
    sizes = ", ".join(dict.fromkeys(map(size_words, file.pages)))
    line = say.file.format(file=file.name, pages=pages, sizes=sizes)
    return f"{line}, {paper}" if (paper := _paper_words(file)) else line


def _paper_words(file: PreviewFile) -> str:
    """How many sheets of paper, and how they turn; "" for what is not for the user's own printer."""
    if file.fronts:
        return words().other_side.format(fronts=file.fronts.rpartition("/")[2])
    if file.sheets is None:
        return ""
    sheets = words().count("sheet", file.sheets)
    has_backs = any(page.side == "back" for page in file.pages)
    return words().both_sides.format(sheets=sheets, flip=file.flip) if has_backs else sheets


def page_line(page: Page) -> str:
    """`page 2: backs, sheet 1, back`: its number, what is on it, and on which side of which sheet if it has two."""
    side = words().side.format(sheet=page.sheet, side=page.side) if page.side else ""
    names_sheet = side and page.shows.startswith("Sheet ")  # as the pages of a booklet
    named = ", ".join(part for part in ("" if names_sheet else page.shows, side) if part)
    return (words().page_with_words if named else words().page).format(number=page.page, words=named)


def size_words(page: Page) -> str:
    return words().size.format(width=f"{page.width_mm:g}", height=f"{page.height_mm:g}")


def _byte_size(count: int) -> str:
    if count < 1000:
        return f"{count} bytes"
    return f"{count / 1000:,.0f} kB" if count < 1_000_000 else f"{count / 1e6:,.1f} MB"


def as_data(files: Sequence[PreviewFile], command: str, refusals: Sequence[str]) -> dict[str, Any]:
    """For `--json`."""
    return {
        "command": command,
        "files": [
            {
                "file": file.name, "bytes": len(file.data), "kind": file.kind, "sheets": file.sheets, "flip": file.flip,
                "fronts": file.fronts, "pages": [page._asdict() for page in file.pages],
            }
            for file in files
        ],
        "pages": sum(len(file.pages) for file in files), "sheets": sum(file.sheets or 0 for file in files),
        "refused": list(refusals), "written": False,
    }  # fmt: skip
