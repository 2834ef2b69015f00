"""What would be written, in words and as data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tt_print.preview.files import Page, PreviewFile, places, total_sheets
from tt_print.preview.words import Asked, WordsFile, count_of, words


def list_lines(files: Sequence[PreviewFile], asked: Asked, with_pages: bool = False) -> list[str]:
    """A line for each file, with `with_pages` one for each of its pages, and two last ones for all."""
    say = words()
    lines = []
    for file in files:
        lines.append(file_line(file))
        if with_pages and len(file.pages) > 1:
            lines += [
                say.listed_page.format(number=page.number, words=page_words(page))
                for page in file.pages if page_words(page)
            ]  # fmt: skip
    return [*lines, total_line(files), say.not_written.format(command=asked.command)]


def total_line(files: Sequence[PreviewFile]) -> str:
    say, count, sheets = words(), sum(len(file.pages) for file in files), total_sheets(files)
    return say.total.format(
        files=count_of(say.file, say.files, len(files)), pages=count_of(say.page, say.pages, count),
        sheets=count_of(say.sheet, say.sheets, sheets) if sheets else say.no_sheets,
    )  # fmt: skip


def file_line(file: PreviewFile) -> str:
    """`output/sheets/deck-a4.pdf   15 pages, 210 x 297 mm, 15 sheets of paper`."""
    say = words()
    if not file.pages:
        return say.other_file.format(file=file.name, size=byte_size(len(file.data)))
    pages = say.picture if file.kind != "pdf" else count_of(say.page, say.pages, len(file.pages))
    sizes = ", ".join(size_words(*size) for size in file.sizes_mm)
    line = say.file_one.format(file=file.name, pages=pages, sizes=sizes)
    return f"{line}, {paper}" if (paper := paper_words(file)) else line


def paper_words(file: PreviewFile) -> str:
    """How many sheets of paper, and how they turn; "" for what is not for one's own printer."""
    say = words()
    if file.fronts:
        return say.other_side.format(fronts=file.fronts.rpartition("/")[2])
    if file.sheets is None:
        return ""
    sheets = count_of(say.sheet, say.sheets, file.sheets)
    two_sided = any(page.side == "back" for page in file.pages)
    return say.both_sides.format(sheets=sheets, flip=file.flip) if two_sided else sheets


def page_words(page: Page) -> str:
    """What is on a page, and on which side of which sheet where it has two."""
    side = words().listed_side.format(sheet=page.sheet, side=side_word(page, words())) if page.side else ""
    return ", ".join(part for part in (page.title, side) if part and not (side and page.title.startswith("Sheet ")))


def side_word(page: Page, say: WordsFile) -> str:
    return {"front": say.front, "back": say.back, "": ""}[page.side]


def size_words(width_mm: float, height_mm: float) -> str:
    return words().size.format(width=f"{width_mm:g}", height=f"{height_mm:g}")


def byte_size(count: int) -> str:
    if count < 1000:
        return f"{count} bytes"
    return f"{count / 1000:,.0f} kB" if count < 1_000_000 else f"{count / 1e6:,.1f} MB"


def as_data(files: Sequence[PreviewFile], asked: Asked, refusals: Sequence[str]) -> dict[str, Any]:
    """For `--json`."""
    return {
        "command": asked.command,
        "files": [
            {
                "file": file.name, "bytes": len(file.data), "kind": file.kind, "sheets": file.sheets, "flip": file.flip or None,
                "fronts": file.fronts or None,
                "pages": [
                    {
                        "page": page.number, "width_mm": page.width_mm, "height_mm": page.height_mm, "shows": page.title,
                        "sheet": page.sheet or None, "side": page.side or None,
                    }
                    for page in file.pages
                ],
            }
            for file in files
        ],
        "pages": len(places(files)), "sheets": total_sheets(files), "refused": list(refusals), "written": False,
    }  # fmt: skip
