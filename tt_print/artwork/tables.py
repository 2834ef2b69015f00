"""Limits, measures and words for the user's pictures: `templates/sheets/own-back.toml`."""

from __future__ import annotations

from tt_print.templates import TemplateTable, read_table


class ArtworkWords(TemplateTable):
    rotated: str
    crop_sides: str
    crop_ends: str
    soft: str
    transparent: str
    rights: str


class ArtworkFile(TemplateTable):
    max_bytes: int
    max_px: int
    whole_px: int
    max_dpi: int
    press_dpi: int
    min_dpi: int
    good_dpi: int
    jpeg_quality: int
    crop_told: float
    words: ArtworkWords
    kinds: dict[str, str]


def artwork_file() -> ArtworkFile:
    return read_table(ArtworkFile, "sheets/own-back.toml")
