"""`tt-print where`: the person's own folder, what is in it, and whether it is right."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tt_print.cli.common import JSON, QUIET, print_result


def command(as_json: bool = JSON, quiet: bool = QUIET) -> None:
    """Your own folder: papers, card sizes, themes, printers, house rules and what you always want. Every file in it is checked.

    \b
    Examples:
      tt-print where
      tt-print where --json
    """
    from tt_print.cards.own_fonts import own_font_files
    from tt_print.cli.own_things import warn_of_wrong
    from tt_print.own import CONFIG_NAME, KINDS, own_folder
    from tt_print.paths import data_folder
    from tt_print.templates import templates_folder

    config = own_folder() / CONFIG_NAME
    there = config.exists()
    found = list(look_through())
    wrong = [row["error"] for row in found if row["error"]]
    lines = [f"Your folder: {own_folder()}"]
    lines.append(
        f"  {CONFIG_NAME:14}{_settings(config, found) if there else 'not there; begin one: tt-print new config'}"
    )
    for kind, meaning in KINDS.items():
        rows = [row for row in found if row["kind"] == kind]
        names = [name for row in rows for name in row["names"]]
        damaged = [Path(row["file"]).name for row in rows if row["error"]]
        words = ", ".join([*names, *(f"{name} (wrong)" for name in damaged)])
        lines.append(f"  {kind + '/':14}{words or f'none yet: {meaning}'}")
        if kind == "themes" and (fonts := own_font_files()):
            lines.append(f"  {'':14}fonts: {', '.join(fonts)}")
    for stray in _strays():
        lines.append(f"  {stray}")
    lines += [
        f"Nights and receipts: {data_folder()}",
        f"Ours, to read: {templates_folder()}",
        "Begin a file: tt-print new paper my-own; also card, stock, theme, profile, house.",
    ]
    result = {
        "folder": str(own_folder()), "data_folder": str(data_folder()), "templates_folder": str(templates_folder()),
        "config": str(config) if there else None, "files": found,
    }  # fmt: skip
    warn_of_wrong(wrong)
    print_result(lines, "where", result, as_json, quiet)


def look_through() -> Iterator[dict[str, Any]]:
    """Every file of the folder: its kind, what names it brings, and what is wrong with it."""
    from tt_print.export.profiles import own_profiles, wrong_profiles
    from tt_print.own import CONFIG_NAME, OwnTables, own_files, own_folder
    from tt_print.sheets.plan import own_card_sizes, own_papers
    from tt_print.sheets.stock import own_stocks

    def row(kind: str, path: Path, names: list[str], error: object = None) -> dict[str, Any]:
        return {"kind": kind, "file": str(path), "names": names, "error": str(error) if error else None}

    config = own_folder() / CONFIG_NAME
    if config.exists():
        yield row("config", config, [], _wrong_config())
    tables: dict[str, tuple[Any, Any]] = {}
    brought: tuple[tuple[str, OwnTables[Any]], ...] = (
        ("papers", own_papers()), ("cards", own_card_sizes()), ("stocks", own_stocks()),
    )  # fmt: skip
    for kind, own in brought:
        tables[kind] = (own.files, own.wrong)
    profiles = {str(path): name for name, path in own_profiles().items()}
    for kind, (files, wrong) in tables.items():
        for path in own_files(kind):
            names = [name for name, file in files.items() if file == path]
            yield row(kind, path, names, wrong.get(path))
    for path in own_files("profiles"):
        name = profiles.get(str(path))
        damaged = wrong_profiles().get(path.stem, wrong_profiles().get(f"{path.stem} of yours"))
        yield row("profiles", path, [name] if name else [], None if name else damaged)
    from tt_print.cards.own_theme import own_themes

    themes = own_themes()
    for path in own_files("themes"):
        yield row("themes", path, [path.stem] if path.stem in themes.files else [], themes.wrong.get(path))
    for path in own_files("house"):
        reason = _wrong_house(path)
        yield row("house", path, [] if reason else [path.stem], reason)


def _wrong_config() -> str | None:
    """What is wrong with config.toml, with its line: its form, or a value that nothing knows."""
    from tt_print.cli.default_values import verify_defaults
    from tt_print.errors import TTPrintError

    try:
        verify_defaults()
    except TTPrintError as error:
        return str(error)
    return None


def _wrong_house(path: Path) -> str | None:
    from tt_print.errors import TTPrintError
    from tt_print.games import GAMES, load_games

    try:
        for game in load_games():
            game.read_house(path, (), GAMES)
    except TTPrintError as error:
        return str(error)
    return None


def _settings(config: Path, found: list[dict[str, Any]]) -> str:
    from tt_print.own import read_defaults

    if any(row["error"] for row in found if row["kind"] == "config"):
        return "wrong"
    own = read_defaults()
    plain = [
        f"{name} {value}"
        for name in ("paper", "card", "ink", "theme", "backs", "stock", "printer", "tray")
        if (value := getattr(own, name))
    ]
    night = [f"players {', '.join(own.night.players)}"] if own.night.players else []
    night += [f"house {own.night.house}"] if own.night.house else []
    return "; ".join([*plain, *night]) or "says nothing yet"


def _strays() -> list[str]:
    """What lies in the folder and is read by nobody, with what it was perhaps meant to be."""
    from tt_print.calibration.store import FILE_NAME
    from tt_print.errors import did_you_mean
    from tt_print.own import CONFIG_NAME, KINDS, own_folder

    try:
        names = sorted(entry.name for entry in own_folder().iterdir())
    except OSError:
        return []
    known = {CONFIG_NAME, FILE_NAME, *KINDS}
    odd = [name for name in names if name not in known and not name.startswith((".", f"{FILE_NAME}."))]
    return [f"{name}: nothing of tt-print's.{did_you_mean(name, known)}" for name in odd[:20]]
