"""What can be chosen by name, a person's own beside ours, and where their files are.

No font is opened and nothing is drawn, so that it answers at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from tt_print.core.commands.common import Answer, Command
from tt_print.errors import TTPrintError
from tt_print.requests.kinds import Choice, fixed
from tt_print.requests.notes import Bare

if TYPE_CHECKING:
    from tt_print.core.environment import Call

MAX_STRAYS = 20


class Item(NamedTuple):
    """Something with a name. `facts` are its other keys in JSON, `file` is None for ours, `note` is more about it."""

    name: str
    title: str
    facts: Mapping[str, Any]
    file: Path | None = None
    note: str = ""


class Items(NamedTuple):
    """All of a kind, ours first, and what is wrong with each file that was left out."""

    found: Sequence[Item]
    wrong: Mapping[Path, TTPrintError]


class Kind(NamedTuple):
    """`folder` is where a person's own are kept, "" if they have none."""

    read: Callable[[], Items]
    folder: str = ""


class Listing(NamedTuple):
    """The items by their kinds, and names in the person's own folder that nothing reads, with what each was perhaps meant to be."""

    items: Mapping[str, Sequence[Item]]
    strays: Sequence[tuple[str, str]]


# ---------------------------------------------------------------- what there is


def _papers() -> Items:
    from tt_print.sheets.plan import card_sizes, count_on_sheet, known_papers, own_papers

    own, sizes = own_papers(), card_sizes()
    items = []
    for paper in known_papers():
        facts = {
            "width_mm": paper.width_mm, "height_mm": paper.height_mm, "dead_mm": paper.unprintable_mm,
            "cards": {size.name: count_on_sheet(paper, size) for size in sizes},
        }  # fmt: skip
        items.append(Item(paper.name, paper.title, facts, own.files.get(paper.name)))
    return Items(items, own.wrong)


def _cards() -> Items:
    from tt_print.sheets.plan import card_sizes, count_on_sheet, known_papers, own_card_sizes

    own, papers = own_card_sizes(), known_papers()
    items = []
    for size in card_sizes():
        facts = {
            "width_mm": size.width_mm, "height_mm": size.height_mm, "corner_mm": size.corner_mm,
            "cards": {paper.name: count_on_sheet(paper, size) for paper in papers},
        }  # fmt: skip
        items.append(Item(size.name, size.meaning, facts, own.files.get(size.name)))
    return Items(items, own.wrong)


def _stocks() -> Items:
    from tt_print.sheets.stock import known_stocks, own_stocks

    own, items = own_stocks(), []
    for stock in known_stocks():
        facts = {
            "paper": stock.paper, "columns": stock.columns, "rows": stock.rows, "place_mm": list(stock.place_mm),
            "first_mm": list(stock.first_mm), "pitch_mm": list(stock.pitch_mm), "corner_mm": stock.corner_mm,
        }  # fmt: skip
        items.append(Item(stock.name, stock.title, facts, own.files.get(stock.name)))
    return Items(items, own.wrong)


def _themes() -> Items:
    from tt_print.cards.own_theme import own_themes, theme_titles

    own = own_themes()
    return Items([Item(name, title, {}, own.files.get(name)) for name, title in theme_titles().items()], own.wrong)


def _services() -> Items:
    from tt_print.export.profiles import read_profiles

    profiles, items = read_profiles(), []
    for profile in profiles.found.values():
        facts = {
            "suits": profile.suits, "makes": profile.kind, "product": profile.product,
            "dpi": list(profile.densities(profile.find_product(""))),
            "products": {name: product.title for name, product in profile.products.items()},
        }  # fmt: skip
        items.append(Item(profile.name, profile.title, facts, profiles.files.get(profile.name)))
    return Items(items, profiles.wrong)


def _games() -> Items:
    from tt_print.booklets.text import read_source
    from tt_print.games import find_game, game_names, other_games

    items = []
    for game in map(find_game, (*game_names(), *other_games())):
        least, most = game.players
        tagline = read_source(f"games/{game.name}/book.md")[0].tagline
        items.append(Item(game.name, game.title, {"players": {"least": least, "most": most}}, note=tagline))
    return Items(items, {})


KINDS: Mapping[str, Kind] = {
    "papers": Kind(_papers, "papers"), "cards": Kind(_cards, "cards"), "stocks": Kind(_stocks, "stocks"),
    "themes": Kind(_themes, "themes"), "services": Kind(_services, "profiles"), "games": Kind(_games),
}  # fmt: skip


@dataclass(frozen=True)
class List(Command):
    """`kind`: one of `KINDS`, "" for all."""

    kind: Annotated[str, Choice(fixed(*KINDS), metavar="KIND"), Bare()] = ""

    verb = "list"
    shown_by = ("as_json", "quiet")

    def answer(self, call: Call) -> Answer:
        """What there is, with a warning of each file that is wrong. `made` is a Listing."""
        from tt_print.paths import data_folder
        from tt_print.templates import templates_folder
        from tt_print.user_data import CONFIG_NAME, user_folder

        read = {name: each.read() for name, each in KINDS.items() if self.kind in ("", name)}
        files = [row for name, items in read.items() for row in _own_files(KINDS[name].folder, items)]
        others = [] if self.kind else list(_other_files(call.environment.check_config))
        wrong = [
            *(error for items in read.values() for error in items.wrong.values()),
            *(row["error"] for row in others),
        ]
        config = user_folder() / CONFIG_NAME
        data = {
            "kind": self.kind or None, "items": [_row(name, item) for name, items in read.items() for item in items.found],
            "folder": str(user_folder()), "data_folder": str(data_folder()), "templates_folder": str(templates_folder()),
            "config": str(config) if config.exists() else None, "own_files": [*others, *files],
        }  # fmt: skip
        made = Listing({name: items.found for name, items in read.items()}, [] if self.kind else _strays())
        return Answer(data, {}, made, tuple(f"left out: {error}" for error in filter(None, wrong)))


def _row(kind: str, item: Item) -> dict[str, Any]:
    file = None if item.file is None else str(item.file)
    return {"kind": kind, "name": item.name, "title": item.title, "file": file, **item.facts}


# ---------------------------------------------------------------- the person's own folder


def _own_files(folder: str, items: Items) -> Iterator[dict[str, Any]]:
    """Every file in a folder of the person's own: which names it brings, and what is wrong with it."""
    from tt_print.user_data import user_files

    for path in user_files(folder) if folder else ():
        names = [item.name for item in items.found if item.file == path]
        yield _file_row(folder, path, names, items.wrong.get(path))


def _file_row(kind: str, path: Path, names: Iterable[str], error: TTPrintError | None) -> dict[str, Any]:
    return {"kind": kind, "file": str(path), "names": list(names), "error": str(error) if error else None}


def _other_files(check_config: Callable[[], object]) -> Iterator[dict[str, Any]]:
    """config.toml, and the files of house rules."""
    from tt_print.user_data import CONFIG_NAME, user_files, user_folder

    config = user_folder() / CONFIG_NAME
    if config.exists():
        yield _file_row("config", config, (), _error_of(check_config))
    for path in user_files("house"):
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


def _strays() -> list[tuple[str, str]]:
    from tt_print.calibration.store import FILE_NAME
    from tt_print.errors import did_you_mean
    from tt_print.user_data import CONFIG_NAME, user_folder

    try:
        names = sorted(entry.name for entry in user_folder().iterdir())
    except OSError:
        return []
    known = {CONFIG_NAME, FILE_NAME, "house", *(kind.folder for kind in KINDS.values() if kind.folder)}
    odd = [name for name in names if name not in known and not name.startswith((".", f"{FILE_NAME}."))]
    return [(name, did_you_mean(name, known)) for name in odd[:MAX_STRAYS]]
