"""What can be chosen by name, a person's own beside ours, and a file to begin such a thing with."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

from tt_print.core.commands.common import Answer, Command
from tt_print.errors import MachineError, TTPrintError, capitalized
from tt_print.export.profiles import profile_titles
from tt_print.files.data import read_text
from tt_print.files.user_data import (
    CONFIG_NAME,
    MAX_FILE_BYTES,
    MAX_LETTERS,
    NAME,
    UserTables,
    data_folder,
    read_defaults,
    user_files,
    user_folder,
)
from tt_print.problems import Action, FileName, Line, Said
from tt_print.requests.kinds import Bare, Choice, Kind, With, fixed
from tt_print.requests.reading import refusing
from tt_print.templates import template_text, templates_folder

if TYPE_CHECKING:
    from tt_print.core.asking import Call
    from tt_print.paper.plan import CardSize
    from tt_print.paper.plan import Paper as PaperSize


SHOWN_CARD = "standard"  # whose number on a sheet is said of each paper; the data have all sizes


class Item(NamedTuple):
    """Something with a name. `facts` are its other keys in JSON, `said` is what people read of it."""

    name: str
    title: str
    facts: Mapping[str, object]
    said: Said


Items = UserTables[Item]  # ours first


class OwnFile(NamedTuple):
    """A file in a person's own folder: of which kind, where, the names of what is in it, and what is wrong with it."""

    kind: str
    file: str
    names: list[str]
    error: str | None


class OwnKind(NamedTuple):
    """`name` is what one is called where it is made, `folder` is where a person's own are kept, "" if they have none; `use` is a request with one."""

    name: str
    folder: str
    read: Callable[[], Items]
    use: Action | None = None


# ---------------------------------------------------------------- what there is


def _facts(thing: object, *names: str) -> dict[str, object]:
    return {name: getattr(thing, name) for name in names}


def _items(items: Iterable[Item], own: UserTables[object]) -> Items:
    return Items({item.name: item for item in items}, own.files, own.wrong)


def _papers() -> Items:
    from tt_print.paper.plan import card_sizes, count_on_sheet, known_papers, own_papers

    items = []
    for paper in known_papers():
        cards = {size.name: count_on_sheet(paper, size) for size in card_sizes()}
        facts = _facts(paper, "width_mm", "height_mm") | {"dead_mm": paper.unprintable_mm, "cards": cards}
        said = Said("list.paper", sides=_sides(paper), cards=cards[SHOWN_CARD], size=SHOWN_CARD)
        items.append(Item(paper.name, paper.title, facts, said))
    return _items(items, own_papers())


def _cards() -> Items:
    from tt_print.paper.plan import card_sizes, count_on_sheet, known_papers, own_card_sizes

    items = []
    for size in card_sizes():
        cards = {paper.name: count_on_sheet(paper, size) for paper in known_papers()}
        facts = _facts(size, "width_mm", "height_mm", "corner_mm") | {"cards": cards}
        title = size.meaning or size.name
        said = Said("list.card", sides=_sides(size), a4=cards["a4"], letter=cards["letter"], title=title)
        items.append(Item(size.name, size.meaning, facts, said))
    return _items(items, own_card_sizes())


def _sides(size: PaperSize | CardSize) -> Said:
    wide, high = (round(side / 25.4, 2) for side in (size.width_mm, size.height_mm))
    return Said("list.sides", width=size.width_mm, height=size.height_mm, wide=wide, high=high)


def _stocks() -> Items:
    from tt_print.paper.plan import known_stocks, own_stocks

    items = []
    for stock in known_stocks():
        facts = _facts(stock, "paper", "columns", "rows", "place_mm", "first_mm", "pitch_mm", "corner_mm")
        (wide, high), count = stock.place_mm, stock.columns * stock.rows
        said = Said("list.stock", count=count, width=wide, height=high, paper=stock.paper, title=stock.title)
        items.append(Item(stock.name, stock.title, facts, said))
    return _items(items, own_stocks())


def _themes() -> Items:
    from tt_print.faces.own_theme import own_themes, theme_titles

    return _items([Item(name, title, {}, _sentence(title)) for name, title in theme_titles().items()], own_themes())


def _sentence(title: str) -> Said:
    return Said("list.sentence", title=capitalized(title))


def _services() -> Items:
    from tt_print.export.profiles import read_profiles

    profiles, items = read_profiles(), []
    for profile in profiles.found.values():
        dpi = list(profile.densities())
        products = {name: product.title for name, product in profile.products.items()}
        facts = _facts(profile, "suits", "product") | {"makes": profile.kind, "dpi": dpi, "products": products}
        names = ", ".join([profile.product, *(name for name in products if name != profile.product)])
        made = Said("list.products", names=names) if len(products) > 1 else _sentence(products[profile.product])
        code = "list.service_dpi" if dpi else "list.service"
        said = Said(code, title=profile.title, suits=profile.suits, made=made, dpi=", ".join(map(str, dpi)))
        items.append(Item(profile.name, profile.title, facts, said))
    return _items(items, profiles)


def _games() -> Items:
    from tt_print.books.text import read_source
    from tt_print.games import find_game, game_names, other_games

    items = []
    for game in map(find_game, (*game_names(), *other_games())):
        players = dict(zip(("least", "most"), game.players, strict=True))
        tagline = read_source(f"games/{game.name}/book.md")[0].tagline
        code = "list.game" if players["most"] else "list.game_of_any"
        said = Said(code, title=game.title, tagline=tagline, **players)
        items.append(Item(game.name, game.title, {"players": players}, said))
    return Items({item.name: item for item in items}, {}, {})


KINDS: Mapping[str, OwnKind] = {
    "papers": OwnKind("paper", "papers", _papers, Action("deck", {"paper": "letter"})),
    "cards": OwnKind("card", "cards", _cards, Action("deck", {"card": "poker"})),
    "stocks": OwnKind("stock", "stocks", _stocks, Action("deck", {"stock": "avery-5371"})),
    "themes": OwnKind("theme", "themes", _themes, Action("deck", {"theme": "rich"})),
    "services": OwnKind("profile", "profiles", _services, Action("export", {"profile": "mpc"})),
    "games": OwnKind("game", "", _games),
}


@dataclass(frozen=True)
class List(Command):
    """`kind`: one of `KINDS`, "" for all."""

    kind: Annotated[str, Choice(fixed(*KINDS), metavar="KIND"), Bare()] = ""

    verb = "list"
    shown_by = ("as_json", "quiet")

    def answer(self, call: Call) -> Answer:
        """What there is, with a warning of each file that is wrong."""
        read = {name: each.read() for name, each in KINDS.items() if self.kind in ("", name)}
        rows: list[dict[str, object]] = []
        own_files = [] if self.kind else list(_other_files(call.environment.check_config))
        errors = [error for items in read.values() for error in items.wrong.values()]
        warnings = [*map(str, errors), *(each.error for each in own_files if each.error)]
        for kind, items in read.items():
            for item in items.found.values():
                file = str(items.files[item.name]) if item.name in items.files else None
                rows.append({"kind": kind, "name": item.name, "title": item.title, "file": file, **item.facts})
            folder = KINDS[kind].folder
            for path in user_files(folder) if folder else ():
                names = [name for name in items.found if items.files.get(name) == path]
                error = str(items.wrong[path]) if path in items.wrong else None
                own_files.append(OwnFile(folder, str(path), names, error))
        config = user_folder() / CONFIG_NAME
        data = {
            "kind": self.kind or None, "items": rows, "folder": str(user_folder()), "data_folder": str(data_folder()),
            "templates_folder": str(templates_folder()), "config": str(config) if config.exists() else None,
            "own_files": [each._asdict() for each in own_files],
        }  # fmt: skip
        text = _items_lines(self.kind, read[self.kind]) if self.kind else _overview(read, own_files)
        return Answer(data, {}, warnings=tuple(f"left out: {error}" for error in warnings), text=text)


def _items_lines(kind: str, items: Items) -> list[Line]:
    """A line for each, and what can be done with one."""
    wide, text = max(map(len, items.found)), list[Line]()
    for item in items.found.values():
        code = "list.own" if (file := items.files.get(item.name)) else "list.item"
        text.append(Said(code, name=f"{item.name:{wide}}", said=item.said, file=FileName(file)))
    return [
        *text,
        "",
        Said(f"list.use_{kind}", use=KINDS[kind].use),
        Said("list.add", new=Action("new", {"kind": KINDS[kind].name, "name": "mine"})),
    ]


def _overview(read: Mapping[str, Items], own_files: Sequence[OwnFile]) -> list[Line]:
    """How many there are of each kind, and where a person's own files are."""
    text: list[Line] = []
    for kind, items in read.items():
        own = sum(name in items.files for name in items.found)
        count, what = len(items.found) - own, Said(f"list.{kind}")
        text.append(Said("list.kind_own" if own else "list.kind", kind=f"{kind:8}", count=count, own=own, what=what))
    houses = [name for each in own_files if each.kind == "house" for name in each.names]
    return [
        *text,
        Said("list.show", show=Action("list", {"kind": "papers"})),
        "",
        Said("list.folder", folder=FileName(user_folder())),
        _config_sentence(own_files),
        *([Said("list.houses", houses=", ".join(houses))] if houses else []),
        Said("list.scores", folder=FileName(data_folder())),
        Said("list.built_in", folder=FileName(templates_folder())),
        Said("list.add_any", new=Action("new", {"kind": "paper", "name": "mine"})),
    ]


def _config_sentence(files: Sequence[OwnFile]) -> Said:
    """What config.toml sets, if there is one."""
    config = [each for each in files if each.kind == "config"]
    if not config:
        return Said("list.no_config", new=Action("new", {"kind": "config"}))
    if config[0].error:
        return Said("list.wrong_config")
    own = read_defaults()
    found = {name: getattr(own, name) for name in ("paper", "card", "ink", "theme", "backs", "stock", "printer")}
    found |= {"players": ", ".join(own.night.players), "house": own.night.house}
    sets = "; ".join(f"{name} {value}" for name, value in found.items() if value)
    return Said("list.config", sets=sets) if sets else Said("list.empty_config")


# ---------------------------------------------------------------- the person's own folder


def _other_files(check_config: Callable[[], object]) -> Iterator[OwnFile]:
    """config.toml, and the files of house rules."""
    config = user_folder() / CONFIG_NAME
    checks = [("config", config, check_config)] if config.exists() else []
    checks += [("house", path, partial(_read_house, path)) for path in user_files("house")]
    for kind, path, check in checks:
        error = None
        try:
            check()
        except TTPrintError as found:
            error = str(found)
        yield OwnFile(kind, str(path), [] if error or kind == "config" else [path.stem], error)


def _read_house(path: Path) -> None:
    from tt_print.games import GAMES, load_games

    for game in load_games():
        game.read_house(path, (), GAMES)


# ---------------------------------------------------------------- a file to begin with


MADE = ("game", "paper", "card", "stock", "theme", "profile", "house", "config")
SPELLED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "ł": "l"})


@dataclass(frozen=True)
class New(Command):
    """`like`: the profile whose figures another begins with."""

    kind: Annotated[str, Choice(fixed(*MADE), metavar="KIND"), Bare()]
    name: Annotated[str, Kind("NAME"), Bare()] = ""
    like: Annotated[str, Choice(profile_titles, str, "PROFILE"), With("kind", "profile")] = ""

    verb = "new"
    shown_by = ("quiet",)
    folder = ""
    is_own = True

    def answer(self, call: Call) -> Answer:
        """The files, none of which may be there. Raises InputError."""
        kind, typed = self.kind, " ".join(self.name.replace('"', "").split())
        is_game = kind == "game"
        is_path = re.search(r"[/\\]", self.name)
        name = plain_name(self.name) if is_game and not is_path else self.name.strip().lower()
        if kind != "config" and not (NAME.fullmatch(name) and len(name) <= MAX_LETTERS):
            code = "unfit" if name else "called"
            raise self.refused(code, "name", value=name, kind=kind, example=plain_name(name) or "my-own")
        own = next((each for each in KINDS.values() if each.name == kind), None)
        if is_game:
            paths = [Path(f"{name}.md"), Path(f"{name}.toml")]
        elif kind == "config":
            paths = [user_folder() / CONFIG_NAME]
        else:
            paths = [user_folder(own.folder if own else kind) / f"{name}.toml"]
        for path in paths:
            if path.exists():
                raise self.refused("there", "name", path=str(path))
        if own and not is_game and name in own.read().found:
            raise self.refused("built_in", "name", value=name, kind=kind)
        title = name.replace("-", " ").capitalize() if not is_game or typed == name else typed
        texts = {
            path: _profile_like(self.like, name, title)
            if self.like
            else template_text(f"new/{kind}{path.suffix}").replace("{name}", name).replace("{title}", title)
            for path in paths
        }
        first, *others = map(FileName, paths)
        text = [Said("new.wrote", file=first), *(Said("new.sheet", file=other) for other in others), Said("new.open")]
        if kind == "house":
            text.append(Said("new.use_house", name=name))
        elif is_game:
            book, sheet = map(str, paths)
            night = {"game": "points", "players": ["Ann", "Bo", "Cy"], "called": title}
            uses = [Action("booklet", {"game": book}), Action("quickref", {"games": book})]
            uses += [Action("scoresheet", {"games": sheet}), Action("score start", night)]
            text += [Said("new.use", use=use) for use in uses]
        else:
            use = Action(own.use.verb, dict.fromkeys(own.use.fields, name)) if own and own.use else Action("list")
            text.append(Said("new.use", use=use))
        return Answer({}, {str(path): text.encode() for path, text in texts.items()}, text=text)


def _profile_like(like: str, name: str, title: str) -> str:
    """The file of another profile, comments and all, under a title of its own and without other names.

    Raises InputError that lists all profiles if there is no such one.
    """
    from tt_print.core.commands.export import Export
    from tt_print.export.profiles import find_profile, parse_profile, read_profiles

    with refusing(Export):
        found = find_profile(like)
    own = read_profiles().files.get(found.name)
    text = read_text(own, MAX_FILE_BYTES, error=MachineError) if own else template_text(f"export/{found.name}.toml")
    head = template_text("new/profile-like.txt").format(name=name, title=title, like=found.name)
    before, bracket, tables = text.partition("\n[")  # keys of the whole file stand before its first table
    before = re.sub(r"(?m)^place *=.*\n|^also *= *\[[^\]]*\].*\n", "", before)
    before = re.sub(r"(?m)^title *=.*$", lambda match: f'title = "{title}"', before, count=1)
    text = f"{head}#\n{before}{bracket}{tables}"
    parse_profile(name, text, f"what would begin as {found.name}")
    return text


def plain_name(text: str) -> str:
    """The name of a file for what somebody calls their game: `lost-tower`, `maerchenwald`."""
    from unicodedata import normalize

    spelled = text.strip().lower().translate(SPELLED)
    plain = normalize("NFD", spelled).encode("ascii", "ignore").decode()
    return "-".join(re.findall(r"[a-z0-9]+", plain))
