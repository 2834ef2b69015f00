"""What `tt-print list` says about what can be chosen by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from tt_print.cli.request_commands import AnswerContext
    from tt_print.core.commands.list import Item, Listing

NARROW = 60  # columns below which a name stands above its text
SHOWN_PAPERS = ("a4", "letter")  # whose cards a sheet are printed; --json has all papers
SHOWN_CARD = "standard"


class Kind(NamedTuple):
    """What a kind is, what helps to choose an item, and what is below the list."""

    meaning: str
    text: Callable[[Item], str]
    advice: tuple[str, ...]


def lines(printed: AnswerContext) -> list[str]:
    kind, listed = printed.request.kind, printed.answer.made
    if not kind:
        return _overview(listed, printed.answer.data)
    return [*_item_lines(listed.items[kind], KINDS[kind].text), "", *KINDS[kind].advice]


def _item_lines(items: Sequence[Item], text_of: Callable[[Item], str]) -> Iterator[str]:
    """A line each; in a narrow window the name has a line of its own."""
    from tt_print.terminal import columns, wrap

    wide = columns()
    longest = max(len(item.name) for item in items)
    for item in items:
        text = text_of(item) + ("" if item.file is None else f" Yours: {item.file}")
        if wide < NARROW:
            yield from [item.name, *wrap(text, wide, "  ", "  ", break_words=False)]
        else:
            yield f"{item.name:{longest}}  {text}"


def _overview(listed: Listing, data: Mapping[str, Any]) -> list[str]:
    from tt_print.user_data import CONFIG_NAME

    lines = []
    for name, items in listed.items.items():
        own = sum(item.file is not None for item in items)
        lines.append(f"{name:8}  {len(items) - own}{f' and {own} of yours' if own else ''} {KINDS[name].meaning}")
    houses = [name for row in data["own_files"] if row["kind"] == "house" for name in row["names"]]
    return [
        *lines,
        "Show one kind: tt-print list papers",
        "",
        f"Your files: {data['folder']}",
        f"  {CONFIG_NAME}  {_settings(data['own_files'])}",
        *([f"  house rules  {', '.join(houses)}"] if houses else []),
        *(f"  {name}: nothing of tt-print's.{meant}" for name, meant in listed.strays),
        f"Scores: {data['data_folder']}",
        f"Built-in files: {data['templates_folder']}",
        "Add one of your own: tt-print new paper mine (or card, stock, theme, profile, house, config).",
    ]


def _settings(files: Sequence[Mapping[str, Any]]) -> str:
    """What config.toml sets, in a line."""
    from tt_print.user_data import read_defaults

    config = [row for row in files if row["kind"] == "config"]
    if not config:
        return "none yet: tt-print new config"
    if config[0]["error"]:
        return "wrong"
    own = read_defaults()
    names = ("paper", "card", "ink", "theme", "backs", "stock", "printer")
    plain = [f"{name} {value}" for name in names if (value := getattr(own, name))]
    night = [f"players {', '.join(own.night.players)}"] if own.night.players else []
    night += [f"house {own.night.house}"] if own.night.house else []
    return "; ".join([*plain, *night]) or "sets nothing yet"


# ---------------------------------------------------------------- an item of each kind


def _paper(paper: Item) -> str:
    return f"{_sides(paper)}, {paper.facts['cards'][SHOWN_CARD]} {SHOWN_CARD} cards on a sheet."


def _card(size: Item) -> str:
    shown = ", ".join(f"{size.facts['cards'][paper]} on {paper}" for paper in SHOWN_PAPERS)
    return f"{_sides(size)}, {shown}{f': {size.title}' if size.title else ''}."


def _sides(item: Item) -> str:
    sides = item.facts["width_mm"], item.facts["height_mm"]
    wide, high = (round(side / 25.4, 2) for side in sides)
    return "{:g} x {:g} mm".format(*sides) + f" ({wide:g} x {high:g} in)"


def _stock(stock: Item) -> str:
    (width, height), count = stock.facts["place_mm"], stock.facts["columns"] * stock.facts["rows"]
    return f"{count} cards of {width:.4g} x {height:.4g} mm on {stock.facts['paper']}. {stock.title}."


def _theme(theme: Item) -> str:
    return f"{theme.title[:1].upper()}{theme.title[1:]}."


def _service(service: Item) -> str:
    first, products, dpi = (service.facts[name] for name in ("product", "products", "dpi"))
    names = [first, *(name for name in products if name != first)]
    title = products[first]
    return " ".join([
        f"{service.title}. {service.facts['suits']}",
        f"--product {', '.join(names)}." if len(names) > 1 else f"{title[:1].upper()}{title[1:]}.",
        *([f"--dpi {', '.join(map(str, dpi))}."] if dpi else []),
    ])  # fmt: skip


def _game(game: Item) -> str:
    least, most = game.facts["players"].values()
    players = f"{least} or more" if most is None else f"{least} to {most}"
    return f"{game.title}, {players} players. {game.note}"


KINDS: Mapping[str, Kind] = {
    "papers": Kind("to print on, for --paper", _paper, (
        "Print on one: tt-print deck --paper letter",
        "Or give its sides in millimeters: tt-print deck --paper 210x330",
        "Add your own: tt-print new paper mine",
    )),
    "cards": Kind("card sizes, for --card", _card, (
        "Print one: tt-print deck --card poker",
        "Or give its sides in millimeters: tt-print deck --card 57x87",
        "Add your own: tt-print new card mine",
    )),
    "stocks": Kind("sheets of perforated cards and labels, for deck --stock", _stock, (
        "Print on one: tt-print deck --stock avery-5371",
        "Add your own: tt-print new stock mine",
    )),
    "themes": Kind("looks of the cards, for --theme", _theme, (
        "Print one: tt-print deck --theme rich",
        "Add your own: tt-print new theme mine",
    )),
    "services": Kind("print services, cutting machines, and more, for export --for", _service, (
        "Make the files for one: tt-print export --for mpc",
        "Without --product and --dpi you get the first of each.",
        "Add your own: tt-print new profile mine",
    )),
    "games": Kind("games to play with the deck", _game, (
        "Print the rules of one: tt-print booklet craziness",
        "Add your own: tt-print new game mine",
    )),
}  # fmt: skip
