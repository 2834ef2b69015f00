"""`tt-print theme check`: how well the faces of a theme can be read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tt_print.core.commands.common import Answer
from tt_print.errors import join_words

if TYPE_CHECKING:
    from tt_print.cards.theme import Theme as Look
    from tt_print.cli.requested import Own
    from tt_print.core.commands.theme import Theme
    from tt_print.core.world import Call
    from tt_print.looks.check import Measure
    from tt_print.sheets.plan import CardSize


def answer(request: Theme, call: Call, own: Own) -> Answer:
    """What was measured; status 1 if the theme falls short."""
    from tt_print.cards.theme import find_theme
    from tt_print.cards.words import default_words
    from tt_print.looks.check import PRESS, holding_back
    from tt_print.looks.press import unbuilt
    from tt_print.sheets.plan import find_card_size

    theme, size = find_theme(request.ink, name=request.name), find_card_size(request.card)
    measures = _measures(theme, size, whole=True)
    at_press = holding_back([measure for measure in measures if measure.name.startswith(PRESS)])
    told = holding_back([measure for measure in measures if not measure.name.startswith(PRESS)])
    missing = [] if theme.is_low else unbuilt(theme)
    sizes, size_lines = _every_size(theme) if request.all_sizes else ([], [])
    lines = [*_measure_lines(theme, size, measures), *_verdict_lines(theme, size, told, at_press)]
    if missing:
        lines.append(
            f"For print shops it lacks CMYK colors: write cmyk = [c, m, y, k] for {join_words(missing, 'and')}."
        )
    lines += [f"Advice: {sentence}" for each in measures if not each.limit.holds for sentence in each.sentences()]
    words = default_words(theme.words)
    if words:
        lines.append("It still says in our words, which another language replaces under [words]:")
        lines += [f"  {key} = {json.dumps(value, ensure_ascii=False)}" for key, value in words.items()]
    lines += [*_font_lines(theme), *size_lines]
    result = {
        "name": theme.name, "ink": theme.ink_style, "card": size.name, "good": not told, "hard_to_read": told,
        "hard_to_read_at_press": at_press, "without_cmyk": missing, "default_words": list(words),
        "measures": [_measure_row(measure) for measure in measures], "sizes": sizes,
    }  # fmt: skip
    return Answer(result, {}, [] if own.quiet else lines, status=1 if told else 0, kind="theme check")


def _measure_lines(theme: Look, size: CardSize, measures: list[Measure]) -> list[str]:
    from tt_print.terminal import columns, table

    def verdict(measure: Measure) -> str:
        return "good" if measure.good else "TOO FAR" if measure.limit.most is not None else "TOO LITTLE"

    cells = [[measure.limit.title, measure.figure_text, measure.limit_text, verdict(measure)] for measure in measures]
    shown = theme.name if size.name == "standard" else f"{theme.name}, {size.name}"
    return table(["", shown, "wanted", ""], cells, columns(), left=(0, 2, 3))


def _verdict_lines(theme: Look, size: CardSize, told: list[str], at_press: list[str]) -> list[str]:
    """What falls short at home and at a print shop, and how the theme is printed."""
    from tt_print.cards.theme import THEMES

    card = "" if size.name == "standard" else f" --card {size.name}"
    if told:
        lines = ["Hard to tell apart or to read:", *(f"  {sentence}" for sentence in told)]
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


def _every_size(theme: Look) -> tuple[list[dict[str, Any]], list[str]]:
    """What falls short on each size of card: as data, and as lines."""
    from tt_print.looks.check import holding_back
    from tt_print.sheets.plan import card_sizes

    rows: list[dict[str, Any]] = []
    lines: list[str] = []
    for each in card_sizes():
        short = holding_back(_measures(theme, each, whole=False))
        lines.append(f"{each.name}, {each.width_mm:g} x {each.height_mm:g} mm: {'good' if not short else ''}".rstrip())
        lines += [f"  {sentence}" for sentence in short]
        rows.append({"card": each.name, "width_mm": each.width_mm, "height_mm": each.height_mm, "hard_to_read": short})
    return rows, lines


def _measure_row(measure: Measure) -> dict[str, Any]:
    return {
        "name": measure.name, "title": measure.limit.title, "figure": round(measure.worst.figure, 3), "limit": measure.limit_value,
        "side": "most" if measure.limit.most is not None else "least", "between": list(measure.worst.between),
        "good": measure.good, "holds_back": measure.holds_back,
    }  # fmt: skip


def _measures(theme: Look, size: CardSize, whole: bool) -> list[Measure]:
    """On cards of this size; `whole` with what is the same on all of them. Raises LayoutError for a card too small for faces."""
    from tt_print.cards.layout import lay_out
    from tt_print.looks.check import OF_SIZE, check_theme
    from tt_print.sheets.compose import scale_of

    laid = lay_out(theme, size.width_mm, size.height_mm)
    factor = scale_of(size, laid.width_mm, laid.height_mm, theme.card.rim_mm)
    return check_theme(laid, with_ink=whole, only=() if whole else OF_SIZE, at_press=whole, scale=factor)
