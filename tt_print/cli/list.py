"""`tt-print list`: what can be chosen by name, a person's own beside ours, and where their files are.

No font is opened and nothing is drawn, so that it answers at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tt_print.cli.echo import echo
from tt_print.core.commands.common import Answer
from tt_print.errors import TTPrintError

if TYPE_CHECKING:
    from tt_print.cli.requested import Own
    from tt_print.core.commands.list import List
    from tt_print.core.world import Call
    from tt_print.sheets.plan import CardSize, Paper

NARROW = 60  # columns below which a name stands above its text
SHOWN_PAPERS = ("a4", "letter")  # whose cards a sheet are printed; --json has all papers
SHOWN_CARD = "standard"
MAX_STRAYS = 20


class Item(NamedTuple):
    """Something with a name. `text` helps to choose it, `facts` are its other keys in JSON, `file` is None for ours."""

    name: str
    title: str
    text: str
    facts: Mapping[str, Any]
    file: Path | None = None


class Items(NamedTuple):
    """All of a kind, ours first, and what is wrong with each file that was left out."""

    found: Sequence[Item]
    wrong: Mapping[Path, TTPrintError]


class Kind(NamedTuple):
    """`folder` is where a person's own are kept, "" where they have none; `advice` stands below the list."""

    meaning: str
    read: Callable[[], Items]
    advice: tuple[str, ...]
    folder: str = ""


def answer(request: List, call: Call, own: Own) -> Answer:
    """What there is, and a warning of each file that is wrong."""
    from tt_print.own import CONFIG_NAME, own_folder
    from tt_print.paths import data_folder
    from tt_print.templates import templates_folder

    kind = request.kind
    read = {name: each.read() for name, each in KINDS.items() if kind in ("", name)}
    files = [row for name, items in read.items() for row in _own_files(KINDS[name].folder, items)]
    others = [] if kind else list(_other_files())
    wrong = [*(error for items in read.values() for error in items.wrong.values()), *(row["error"] for row in others)]
    config = own_folder() / CONFIG_NAME
    data = {
        "kind": kind or None, "items": [_row(name, item) for name, items in read.items() for item in items.found],
        "folder": str(own_folder()), "data_folder": str(data_folder()), "templates_folder": str(templates_folder()),
        "config": str(config) if config.exists() else None, "own_files": [*others, *files],
    }  # fmt: skip
    for error in filter(None, wrong):
        echo(f"warning: left out: {error}", err=True)
    lines = [*_item_lines(read[kind].found), "", *KINDS[kind].advice] if kind else _overview(read, others)
    return Answer(data, {}, lines)


def _row(kind: str, item: Item) -> dict[str, Any]:
    file = None if item.file is None else str(item.file)
    return {"kind": kind, "name": item.name, "title": item.title, "file": file, **item.facts}


def _item_lines(items: Sequence[Item]) -> Iterator[str]:
    """A line each; in a narrow window the name has a line of its own."""
    from tt_print.terminal import columns, wrap

    wide = columns()
    longest = max(len(item.name) for item in items)
    for item in items:
        text = item.text + ("" if item.file is None else f" Yours: {item.file}")
        if wide < NARROW:
            yield from [item.name, *wrap(text, wide, "  ", "  ", break_words=False)]
        else:
            yield f"{item.name:{longest}}  {text}"


def _overview(read: Mapping[str, Items], files: Sequence[Mapping[str, Any]]) -> list[str]:
    from tt_print.own import CONFIG_NAME, own_folder
    from tt_print.paths import data_folder
    from tt_print.templates import templates_folder

    lines = []
    for name, items in read.items():
        own = sum(item.file is not None for item in items.found)
        count = f"{len(items.found) - own}{f' and {own} of yours' if own else ''}"
        lines.append(f"{name:8}  {count} {KINDS[name].meaning}")
    houses = [name for row in files if row["kind"] == "house" for name in row["names"]]
    return [
        *lines,
        "Show one kind: tt-print list papers",
        "",
        f"Your files: {own_folder()}",
        f"  {CONFIG_NAME}  {_settings(files)}",
        *([f"  house rules  {', '.join(houses)}"] if houses else []),
        *(f"  {stray}" for stray in _strays()),
        f"Scores and receipts: {data_folder()}",
        f"Built-in files: {templates_folder()}",
        "Add one of your own: tt-print new paper mine (or card, stock, theme, profile, house, config).",
    ]


# ---------------------------------------------------------------- what there is


def _papers() -> Items:
    from tt_print.sheets.plan import card_sizes, count_on_sheet, known_papers, own_papers

    own, sizes = own_papers(), card_sizes()
    items = []
    for paper in known_papers():
        counts = {size.name: count_on_sheet(paper, size) for size in sizes}
        text = f"{_sides(paper)}, {counts[SHOWN_CARD]} {SHOWN_CARD} cards on a sheet."
        facts = {
            "width_mm": paper.width_mm, "height_mm": paper.height_mm, "dead_mm": paper.unprintable_mm, "cards": counts,
        }  # fmt: skip
        items.append(Item(paper.name, paper.title, text, facts, own.files.get(paper.name)))
    return Items(items, own.wrong)


def _cards() -> Items:
    from tt_print.sheets.plan import card_sizes, count_on_sheet, known_papers, own_card_sizes

    own, papers = own_card_sizes(), known_papers()
    items = []
    for size in card_sizes():
        counts = {paper.name: count_on_sheet(paper, size) for paper in papers}
        shown = ", ".join(f"{counts[paper]} on {paper}" for paper in SHOWN_PAPERS)
        text = f"{_sides(size)}, {shown}{f': {size.meaning}' if size.meaning else ''}."
        facts = {
            "width_mm": size.width_mm, "height_mm": size.height_mm, "corner_mm": size.corner_mm, "cards": counts,
        }  # fmt: skip
        items.append(Item(size.name, size.meaning, text, facts, own.files.get(size.name)))
    return Items(items, own.wrong)


def _sides(size: Paper | CardSize) -> str:
    wide, high = (round(side / 25.4, 2) for side in (size.width_mm, size.height_mm))
    return f"{size.width_mm:g} x {size.height_mm:g} mm ({wide:g} x {high:g} in)"


def _stocks() -> Items:
    from tt_print.sheets.stock import known_stocks, own_stocks

    own, items = own_stocks(), []
    for stock in known_stocks():
        width, height = stock.place_mm
        count = stock.columns * stock.rows
        text = f"{count} cards of {width:.4g} x {height:.4g} mm on {stock.paper}. {stock.title}."
        facts = {
            "paper": stock.paper, "columns": stock.columns, "rows": stock.rows, "place_mm": list(stock.place_mm),
            "first_mm": list(stock.first_mm), "pitch_mm": list(stock.pitch_mm), "corner_mm": stock.corner_mm,
        }  # fmt: skip
        items.append(Item(stock.name, stock.title, text, facts, own.files.get(stock.name)))
    return Items(items, own.wrong)


def _themes() -> Items:
    from tt_print.cards.own_theme import own_themes, theme_titles

    own = own_themes()
    items = [
        Item(name, title, f"{title[:1].upper()}{title[1:]}.", {}, own.files.get(name))
        for name, title in theme_titles().items()
    ]
    return Items(items, own.wrong)


def _services() -> Items:
    from tt_print.export.profiles import read_profiles

    profiles, items = read_profiles(), []
    for profile in profiles.found.values():
        first = profile.product
        products = [first, *(name for name in profile.products if name != first)]
        dpi = profile.densities(profile.find_product(""))
        text = f"{profile.title}. {profile.suits}"
        title = profile.products[first].title
        text += f" --product {', '.join(products)}." if len(products) > 1 else f" {title[:1].upper()}{title[1:]}."
        if dpi:
            text += f" --dpi {', '.join(map(str, dpi))}."
        facts = {
            "suits": profile.suits, "makes": profile.kind, "product": first, "dpi": list(dpi),
            "products": {name: product.title for name, product in profile.products.items()},
        }  # fmt: skip
        items.append(Item(profile.name, profile.title, text, facts, profiles.files.get(profile.name)))
    return Items(items, profiles.wrong)


def _games() -> Items:
    from tt_print.booklets.text import read_source
    from tt_print.games import find_game, game_names, other_games

    items = []
    for game in map(find_game, (*game_names(), *other_games())):
        fewest, most = game.players
        players = f"{fewest} or more" if most is None else f"{fewest} to {most}"
        tagline = read_source(f"games/{game.name}/book.md")[0].tagline
        facts = {"players": {"least": fewest, "most": most}}
        items.append(Item(game.name, game.title, f"{game.title}, {players} players. {tagline}", facts))
    return Items(items, {})


KINDS: Mapping[str, Kind] = {
    "papers": Kind("to print on, for --paper", _papers, (
        "Print on one: tt-print deck --paper letter",
        "Or give its sides in millimeters: tt-print deck --paper 210x330",
        "Add your own: tt-print new paper mine",
    ), "papers"),
    "cards": Kind("card sizes, for --card", _cards, (
        "Print one: tt-print deck --card poker",
        "Or give its sides in millimeters: tt-print deck --card 57x87",
        "Add your own: tt-print new card mine",
    ), "cards"),
    "stocks": Kind("sheets of perforated cards and labels, for deck --stock", _stocks, (
        "Print on one: tt-print deck --stock avery-5371",
        "Add your own: tt-print new stock mine",
    ), "stocks"),
    "themes": Kind("looks of the cards, for --theme", _themes, (
        "Print one: tt-print deck --theme rich",
        "See how well it can be read: tt-print theme check rich",
        "Add your own: tt-print new theme mine",
    ), "themes"),
    "services": Kind("print services, cutting machines, and more, for export --for", _services, (
        "Make the files for one: tt-print export --for mpc",
        "Without --product and --dpi you get the first of each.",
        "Add your own: tt-print new profile mine",
    ), "profiles"),
    "games": Kind("games to play with the deck", _games, (
        "Print the rules of one: tt-print booklet craziness",
        "Add your own: tt-print new game mine",
    )),
}  # fmt: skip


# ---------------------------------------------------------------- the person's own folder


def _own_files(folder: str, items: Items) -> Iterator[dict[str, Any]]:
    """Every file in a folder of the person's own: which names it brings, and what is wrong with it."""
    from tt_print.own import own_files

    for path in own_files(folder) if folder else ():
        names = [item.name for item in items.found if item.file == path]
        yield _file_row(folder, path, names, items.wrong.get(path))


def _file_row(kind: str, path: Path, names: Iterable[str], error: TTPrintError | None) -> dict[str, Any]:
    return {"kind": kind, "file": str(path), "names": list(names), "error": str(error) if error else None}


def _other_files() -> Iterator[dict[str, Any]]:
    """config.toml, and the files of house rules."""
    from tt_print.cli.defaults import verify_defaults
    from tt_print.own import CONFIG_NAME, own_files, own_folder

    config = own_folder() / CONFIG_NAME
    if config.exists():
        yield _file_row("config", config, (), _error_of(verify_defaults))
    for path in own_files("house"):
        error = _error_of(partial(_read_house, path))
        yield _file_row("house", path, () if error else [path.stem], error)


def _error_of(check: Callable[[], object]) -> TTPrintError | None:
    try:
        check()
    except TTPrintError as error:
        return error
    return None


def _read_house(path: Path) -> None:
    from tt_print.games import GAMES, load_games

    for game in load_games():
        game.read_house(path, (), GAMES)


def _settings(files: Sequence[Mapping[str, Any]]) -> str:
    """What config.toml sets, in a line."""
    from tt_print.own import read_defaults

    config = [row for row in files if row["kind"] == "config"]
    if not config:
        return "none yet: tt-print new config"
    if config[0]["error"]:
        return "wrong"
    own = read_defaults()
    names = ("paper", "card", "ink", "theme", "backs", "stock", "printer", "tray")
    plain = [f"{name} {value}" for name in names if (value := getattr(own, name))]
    night = [f"players {', '.join(own.night.players)}"] if own.night.players else []
    night += [f"house {own.night.house}"] if own.night.house else []
    return "; ".join([*plain, *night]) or "sets nothing yet"


def _strays() -> list[str]:
    """What is in the folder and nothing reads, with what it was perhaps meant to be."""
    from tt_print.calibration.store import FILE_NAME
    from tt_print.errors import did_you_mean
    from tt_print.own import CONFIG_NAME, own_folder

    try:
        names = sorted(entry.name for entry in own_folder().iterdir())
    except OSError:
        return []
    known = {CONFIG_NAME, FILE_NAME, "house", *(kind.folder for kind in KINDS.values() if kind.folder)}
    odd = [name for name in names if name not in known and not name.startswith((".", f"{FILE_NAME}."))]
    return [f"{name}: nothing of tt-print's.{did_you_mean(name, known)}" for name in odd[:MAX_STRAYS]]
