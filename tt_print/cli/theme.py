"""`tt-print theme check`: how well the faces of a theme can be read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tt_print.errors import join_words

if TYPE_CHECKING:
    from tt_print.cards.theme import Theme as Look
    from tt_print.cli.request_commands import AnswerContext
    from tt_print.legibility.check import Measure


def lines(printed: AnswerContext) -> list[str]:
    """The figures, what falls short, and how to print it or what to change."""
    data, (theme, measures, words) = printed.answer.data, printed.answer.made
    lines = [*_measure_lines(theme, data["card"], measures), *_verdict_lines(theme, data)]
    if missing := data["without_cmyk"]:
        lines.append(
            f"For print shops it lacks CMYK colors: write cmyk = [c, m, y, k] for {join_words(missing, 'and')}."
        )
    lines += [f"Advice: {sentence}" for each in measures if not each.limit.holds for sentence in each.sentences()]
    if not data["read_in_photos"]:
        lines.append("Photos: tt-print scan has not learned its corners. Try a photo before you rely on it.")
    if words:
        lines.append("It still says in our words, which another language replaces under [words]:")
        lines += [f"  {key} = {json.dumps(value, ensure_ascii=False)}" for key, value in words.items()]
    lines += _font_lines(theme)
    for row in data["sizes"]:
        short = row["hard_to_read"]
        lines.append(
            f"{row['card']}, {row['width_mm']:g} x {row['height_mm']:g} mm: {'' if short else 'good'}".rstrip()
        )
        lines += [f"  {sentence}" for sentence in short]
    return lines


def _measure_lines(theme: Look, card: str, measures: list[Measure]) -> list[str]:
    from tt_print.terminal import columns, table

    def verdict(measure: Measure) -> str:
        return "good" if measure.good else "TOO FAR" if measure.limit.most is not None else "TOO LITTLE"

    cells = [[measure.limit.title, measure.figure_text, measure.limit_text, verdict(measure)] for measure in measures]
    shown = theme.name if card == "standard" else f"{theme.name}, {card}"
    return table(["", shown, "wanted", ""], cells, columns(), left=(0, 2, 3))


def _verdict_lines(theme: Look, data: Mapping[str, Any]) -> list[str]:
    """What falls short at home and at a print shop, and how the theme is printed."""
    from tt_print.cards.theme import THEMES

    hard, at_press = data["hard_to_read"], data["hard_to_read_at_press"]
    card = "" if data["card"] == "standard" else f" --card {data['card']}"
    if hard:
        lines = ["Hard to tell apart or to read:", *(f"  {sentence}" for sentence in hard)]
        if theme.name not in THEMES and not card:
            lines.append(f"It is printed only with --force: tt-print deck --theme {theme.name} --force")
    else:
        lines = [f"Good. Print it: tt-print deck --theme {theme.name}{card}"]
    if at_press:
        lines += ["A print shop’s files are made only with --force:", *(f"  {sentence}" for sentence in at_press)]
    return lines


def _font_lines(theme: Look) -> list[str]:
    lines = []
    for font in theme.origin.fonts if theme.origin else ():
        license = f"{font.license[:60]} ..." if len(font.license) > 60 else font.license
        lines.append(f"Font for {font.role}: {font.name}, {font.file}{license and '; license: '}{license}")
    return lines
