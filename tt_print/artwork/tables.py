"""Limits, measures and words for the user's pictures: `templates/sheets/own-back.toml`."""

from __future__ import annotations

from tt_print.templates import TemplateTable, read_table


class LookMeasures(TemplateTable):
    """Steps are differences of a color's part, 0 to 255; parts are of 1."""

    px_per_mm: float
    frame_step: int
    frame_part: float
    frame_ends: float
    frame_most: float
    frame_outside_mm: float
    turn_px_per_mm: float
    turn_step: int
    turn_part: float
    light: int
    edge_step: int


class ArtworkWords(TemplateTable):
    rotated: str
    crop_sides: str
    crop_ends: str
    soft: str
    transparent: str
    frame: str
    turned: str
    light: str
    touching: str
    rights: str


class ArtworkFile(TemplateTable):
    max_bytes: int
    max_px: int
    max_side_px: int
    whole_px: int
    max_scans: int
    max_dpi: int
    press_dpi: int
    min_dpi: int
    good_dpi: int
    jpeg_quality: int
    safe_mm: float
    crop_told: float
    looks: LookMeasures
    words: ArtworkWords
    kinds: dict[str, str]


def artwork_file() -> ArtworkFile:
    return read_table(ArtworkFile, "sheets/own-back.toml")
