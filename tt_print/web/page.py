"""The page, as the site and the live table show it: its files, its pictures, and how the table serves them.

What a browser shows of cards and games it has as files, so that it knows them before Python has started.
"""

from __future__ import annotations

import gzip
import json
import os
import re
from collections.abc import Callable, Mapping
from functools import cache, partial
from hashlib import sha256

from tt_print.books.cover import covered_games
from tt_print.core import Core, Environment
from tt_print.core.asking import Reply
from tt_print.deck import FULL, JOKERS
from tt_print.draw.geometry import rectangle, shift
from tt_print.draw.shapes import Drawing, Path
from tt_print.draw.svg import render_svg
from tt_print.errors import MachineError
from tt_print.faces.back import draw_small_back
from tt_print.faces.scene import draw_small_cover
from tt_print.faces.theme import find_theme
from tt_print.faces.toppers import Topper, draw_icon, draw_mark, draw_topper, turned
from tt_print.paper.plan import find_paper
from tt_print.templates import read_toml, template_path

MODULES = (  # in the order in which one needs another
    "dom.js", "store.js", "engine.js", "cards.js", "fields.js", "frame.js", "ask.js", "print.js", "deal.js", "night.js", "score.js",
    "layouts.js", "slap.js", "play.js", "page.js", "site.js",
)  # fmt: skip
FONTS = ("atkinson-400.ttf", "atkinson-700.ttf", "rubik-700.ttf")
TABLE_MODULES = frozenset({"watch.js", "table.js", *MODULES} - {"site.js"})
TYPES = {
    "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
    "ttf": "font/ttf", "json": "application/json", "svg": "image/svg+xml", "wasm": "application/wasm", "pdf": "application/pdf",
    "webmanifest": "application/manifest+json",
}  # fmt: skip
INCH_MM = 25.4
SMALL_MM = 7.0
SAFE = 0.62  # of the side: phones cut icons to a circle or a drop
PEOPLE = {"circle": "red", "heart": "yellow", "triangle": "green", "square": "blue", "blob": "black"}  # by seat
PERSON_MOODS = ("calm", "sly", "laughing", "blushing", "asleep")
COVER_MM = (100.0, 93.0)


def page_file(name: str) -> bytes:
    """A file of `templates/site/`."""
    return template_path(f"site/{name}").read_bytes()


def made(*names: str) -> dict[str, bytes]:
    """These files of the page."""
    makers = page_makers()
    return {name: makers[name]() if name in makers else page_file(name) for name in names}


def page_makers() -> dict[str, Callable[[], bytes]]:
    """What the page shows, on the site and at the live table: how each file is made, by its name."""
    return {
        "page.css": partial(page_file, "page.css"),
        **{name: template_path(f"fonts/{name}").read_bytes for name in FONTS},
        **{name: partial(_picture, draw) for name, draw in DRAWINGS.items()},
        "py/faces.json": lambda: _as_json(faces()),
        "py/games.json": lambda: _as_json(games()),
        "py/pictures.json": lambda: _as_json(page_pictures()),
    }


def _picture(draw: Callable[[], Drawing]) -> bytes:
    return render_svg(draw()).encode()


def fill_page(kind: str, filled: Mapping[str, str]) -> str:
    """The page of the `site`, or of the live `table`, with these texts in their places."""
    page = page_file("index.html").decode()
    for other in {"site", "table"} - {kind}:
        page = re.sub(rf"{{{{#{other}}}}}.*?{{{{/{other}}}}}\n", "", page, flags=re.DOTALL)
    page = page.replace(f"{{{{#{kind}}}}}\n", "").replace(f"{{{{/{kind}}}}}\n", "")
    facts = {"letter": " ".join(find_paper("letter").territories), "learn": read_toml("site/site.toml")["learn"]}
    for name, text in {**facts, **filled}.items():
        page = page.replace(f"{{{{{name}}}}}", text)
    return page


# ---------------------------------------------------------------- what the engine knows


def core_reply(request: Mapping[str, object]) -> Reply:
    """What the core answers to a request that needs no night. Raises MachineError where it refuses."""
    environment = Environment(now=lambda: "", random_bytes=os.urandom)  # neither gets into a file of the site
    reply = Core(environment).ask(request)
    if not reply.data["ok"]:
        raise MachineError(
            f"{request.get('document', request['ask'])}: {reply.data['error']['text']} The site is not made."
        )
    return reply


def faces() -> dict[str, str]:
    """Every card's picture as SVG, by its code, and that of each color and shape by the first two letters.

    Cards that share their larger outlines are neighbors: packed they are a sixth smaller.
    """
    cards = sorted(FULL, key=lambda card: (card.number, card.shape, card.color)) + list(JOKERS)
    found: dict[str, str] = core_reply({"ask": "faces", "cards": [*map(str, cards)]}).data["value"]["faces"]
    return found | {str(card)[:2]: render_svg(draw_kind(card.color, card.shape)) for card in FULL if card.number == "1"}


def games() -> dict[str, object]:
    """What the core says of all games, so that the page knows them before Python has started, with their goals and how a turn goes."""
    words, known = read_toml("site/site.toml"), core_reply({"ask": "games"}).data["value"]
    goals, how = words["goals"], words["how"]
    games = [{**game, "goal": goals.get(game["name"], ""), "how": how.get(game["name"], "")} for game in known["games"]]
    return {**known, "games": games}


def _as_json(data: Mapping[str, object]) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


# ---------------------------------------------------------------- pictures


def draw_icon_picture() -> Drawing:
    """Our mark on an inch square, so that dots to the inch are its pixels."""
    theme = find_theme()
    ground = Path(rectangle(0, 0, INCH_MM, INCH_MM), theme.paper)
    mark = draw_mark(theme, INCH_MM / 2, INCH_MM / 2, INCH_MM * SAFE)
    return Drawing(INCH_MM, INCH_MM, (ground, *mark), "Triple Topper")


def draw_small_icon() -> Drawing:
    """Our mark without its numbers, as large as the square: beside a title, and in a browser's tab."""
    return draw_icon(find_theme(), SMALL_MM)


def draw_kind(color: str, shape: str) -> Drawing:
    """The Topper of a color and a shape, with which the page asks for one of its five cards."""
    topper = draw_topper(find_theme(), Topper(color, shape), 4.2)
    return Drawing(10.0, 10.0, (topper.moved(shift(5.0, 4.8)),), "")


def draw_person(topper: Topper) -> Drawing:
    """A Topper that stands for a player, or beside what the page says in words of waiting, failing, and winning."""
    drawn = turned(draw_topper(find_theme(), topper, 5.4), 6.5, 6.2)
    return Drawing(13.0, 13.0, (drawn,), "")


def draw_game_cover(game: str) -> Drawing:
    """The scene of a game on its color, as on its book."""
    return Drawing(*COVER_MM, (draw_small_cover(find_theme(), game, *COVER_MM),), "")


def page_pictures() -> dict[str, str]:
    """What the page draws beside cards, as SVG: `back`, `cover GAME`, and `SHAPE MOOD` for players."""
    covers = {f"cover {game}": draw_game_cover(game) for game in covered_games()}
    people = {
        f"{shape} {mood}": draw_person(Topper(color, shape, looks=None if mood == "asleep" else 35.0, mood=mood))
        for shape, color in PEOPLE.items()
        for mood in PERSON_MOODS
    }
    back = Drawing(63.0, 88.0, draw_small_back(find_theme(), 0.3), "")
    return {name: render_svg(drawing) for name, drawing in (covers | people | {"back": back}).items()}


# Files of the page that are one picture.
DRAWINGS: dict[str, Callable[[], Drawing]] = {
    "icon.svg": draw_small_icon,
    "idle.svg": partial(draw_person, Topper("blue", "blob", mood="asleep")),
    "error.svg": partial(draw_person, Topper("red", "circle", looks=35.0, mood="blushing")),
    "winner.svg": partial(draw_person, Topper("yellow", "heart", mood="laughing")),
}


# ---------------------------------------------------------------- as the live table serves it


@cache
def live_names() -> frozenset[str]:
    """All that a browser can get."""
    return frozenset({"index.html", *page_makers(), *TABLE_MODULES})


@cache
def live_file(name: str) -> tuple[bytes, dict[str, str]]:
    """One of `live_names` with its headers; the etag changes with the content. Pictures of cards take a second when they are first asked for."""
    data = fill_page("table", {"icon": "icon.svg"}).encode() if name == "index.html" else made(name)[name]
    mark = sha256(data).hexdigest()[:20]
    headers = {"content-type": TYPES[name.rpartition(".")[2]], "cache-control": "no-cache", "etag": f'"{mark}"'}
    if name != "py/faces.json":
        return data, headers
    return gzip.compress(data, 6, mtime=0), headers | {"content-encoding": "gzip"}
