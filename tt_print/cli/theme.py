"""`tt-print theme`: the themes, one's own among them, and how well their faces can be read."""

from __future__ import annotations

from typing import Any

import typer

from tt_print.cli.common import JSON, QUIET, print_result

CHECK = "check"


def command(
    check: str = typer.Argument(
        "", metavar="[check]", help="check: measure a theme. Without it: list them.", show_default=False
    ),
    name: str = typer.Argument("", metavar="NAME", help="The theme, one of ours or yours.", show_default=False),
    ink: str = typer.Option("color", "--ink", help="color, or low: black only, colors as hatching.", metavar="INK"),
    as_json: bool = JSON,
    quiet: bool = QUIET,
) -> None:
    """How faces can look, and whether everybody at a table can read them.

    `check` measures what is drawn: how far colors are apart for four kinds of eyes, in a photocopy, what a fan shows, the smallest
    text, clearances, ink. A theme of yours that falls short is printed only with --force.

    \b
    Examples:
      tt-print theme
      tt-print theme check tab
    """
    from tt_print.errors import InputError

    if not check:
        _list(as_json, quiet)
    elif check.strip().lower() != CHECK:
        raise InputError(f"{check!r}: type tt-print theme to list them all, or tt-print theme check {check}.")
    elif not name:
        raise InputError("which one? Type: tt-print theme check tab, or a theme of your own.")
    else:
        _check(name, ink, as_json, quiet)


def _list(as_json: bool, quiet: bool) -> None:
    from tt_print.cards.own_theme import own_themes, theme_titles
    from tt_print.cli.own_things import origin_lines, warn_of_wrong

    own, titles = own_themes(), theme_titles()
    longest = max(map(len, titles))
    lines = [f"{name:{longest}}  {title}" for name, title in titles.items()]
    lines += [*origin_lines(own.files), "Begin one of your own: tt-print new theme mine"]
    rows: list[dict[str, Any]] = [
        {"name": name, "title": title, "file": str(own.files[name]) if name in own.files else None}
        for name, title in titles.items()
    ]
    warn_of_wrong(own.wrong)
    print_result(lines, "theme", {"themes": rows}, as_json, quiet)


def _check(name: str, ink: str, as_json: bool, quiet: bool) -> None:
    from tt_print.cards.theme import THEMES, find_theme
    from tt_print.looks.check import Measure, check_theme, holding_back
    from tt_print.terminal import columns, table

    theme = find_theme(ink, name=name)
    measures = check_theme(theme, with_ink=True)
    told = holding_back(measures)

    def verdict(measure: Measure) -> str:
        return "good" if measure.good else "TOO FAR" if measure.limit.most is not None else "TOO LITTLE"

    cells = [[measure.limit.title, measure.figure_text, measure.limit_text, verdict(measure)] for measure in measures]
    lines = table(["", theme.name, "wanted", ""], cells, columns(), left=(0, 2, 3))
    advice = [sentence for measure in measures if not measure.limit.holds for sentence in measure.sentences()]
    if told:
        lines += ["Hard to tell apart or to read:", *(f"  {sentence}" for sentence in told)]
        if theme.name not in THEMES:
            lines.append(f"It is printed only with --force: tt-print deck --theme {theme.name} --force")
    else:
        lines.append(f"Good. Print it: tt-print deck --theme {theme.name}")
    lines += [f"Advice: {sentence}" for sentence in advice]
    if theme.origin:
        for font in theme.origin.fonts:
            license = f"{font.license[:60]} ..." if len(font.license) > 60 else font.license
            lines.append(f"Font for {font.role}: {font.name}, {font.file}{license and '; license: '}{license}")
    result = {
        "name": theme.name, "ink": theme.ink_style, "good": not told, "hard_to_read": told,
        "measures": [
            {"name": measure.name, "title": measure.limit.title, "figure": round(measure.worst.figure, 3), "limit": measure.limit_value,
             "side": "most" if measure.limit.most is not None else "least", "between": list(measure.worst.between),
             "good": measure.good, "holds_back": measure.holds_back}
            for measure in measures
        ],
    }  # fmt: skip
    print_result(lines, "theme check", result, as_json, quiet)
    if told:
        raise typer.Exit(1)
