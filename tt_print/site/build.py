"""The site as files: the page, Python for it, our package, and what lies ready."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from hashlib import sha256
from typing import Any

from tt_print.cards.faces import draw_face
from tt_print.cards.theme import FLOODED_THEME, find_theme
from tt_print.deck import FULL, JOKERS
from tt_print.drawing.shapes import Drawing
from tt_print.render.svg import render_svg
from tt_print.sheets.plan import find_paper
from tt_print.site.pack import pack_archive, package_licenses
from tt_print.site.pictures import DRAWINGS, draw_icon_picture, draw_kind, page_pictures
from tt_print.site.pyodide import for_the_site
from tt_print.site.ready import ReadyFile, core_reply, links
from tt_print.templates import read_toml, template_path

MODULES = (  # in the order in which one needs another
    "dom.js", "store.js", "engine.js", "worker-engine.js", "cards.js", "photos.js", "fields.js", "games.js", "frame.js", "ask.js", "print.js",
    "rules.js", "deal.js", "begin.js", "night.js", "score.js", "layouts.js", "slap.js", "play.js", "page.js", "site.js",
)  # fmt: skip
FONTS = ("atkinson-400.ttf", "atkinson-700.ttf", "rubik-700.ttf")
LATER = {"py/network.js", "py/weights.bin"}  # kept when a photo is first read
ICON_DPI = {"icon-192.png": 192, "icon-512.png": 512}  # the picture is an inch wide
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)


def make_site(pyodide: Mapping[str, bytes], ready: Sequence[ReadyFile]) -> dict[str, bytes]:
    """Every file of the site by its name, with what `read_pyodide` and `make_ready` give."""
    files = engine_files(pyodide) | made(*page_makers()) | made(*MODULES) | icons()
    files |= {name: page_file(name) for name in ("manifest.webmanifest", "worker.js")}
    files |= {f"files/{file.name}": file.data for file in ready}
    texts = licenses()
    files |= {f"licenses/{name}": data for name, data in texts.items()}
    files["licenses/index.html"] = _licenses_page([*texts])
    places = {name.removeprefix("files/"): name for name in files}
    files["index.html"] = fill_site(ready, POLICY, places).encode()
    files["sw.js"] = _service_worker(files)
    return dict(sorted(files.items()))


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


def made(*names: str) -> dict[str, bytes]:
    """These files of the page."""
    makers = page_makers()
    return {name: makers[name]() if name in makers else page_file(name) for name in names}


def page_file(name: str) -> bytes:
    """A file of `templates/site/`."""
    return template_path(f"site/{name}").read_bytes()


def engine_files(pyodide: Mapping[str, bytes]) -> dict[str, bytes]:
    """What the worker loads: Python, our package with its libraries, and what reads photos, with its numbers as `network.js` expects them."""
    from tt_print.scan.network import read_weights

    weights = read_weights()
    own = {
        "app.zip": pack_archive(),
        "network.js": template_path("scan/network.js").read_bytes(),
        "weights.bin": b"".join(weights[name].astype("<f4").tobytes() for name in sorted(weights)),
    }
    return {f"py/{name}": data for name, data in (for_the_site(pyodide) | own).items()}


def faces() -> dict[str, str]:
    """Every card's picture as SVG, by its code, and that of each color and shape by the first two letters.

    Cards that share their larger outlines are neighbors: packed they are a sixth smaller.
    """
    theme = find_theme(name=FLOODED_THEME)
    cards = sorted(FULL, key=lambda card: (card.number, card.shape, card.color)) + list(JOKERS)
    found = {str(card): render_svg(draw_face(card, theme)) for card in cards}
    return found | {str(card)[:2]: render_svg(draw_kind(card.color, card.shape)) for card in FULL if card.number == "1"}


def games() -> dict[str, Any]:
    """What the core says of all games, so that the page knows them before Python has started, and their goals."""
    goals = read_toml("site/site.toml")["goals"]
    known = core_reply({"ask": "games"}).data["value"]
    return {**known, "games": [{**game, "goal": goals.get(game["name"], "")} for game in known["games"]]}


def _as_json(data: Mapping[str, Any]) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def icons() -> dict[str, bytes]:
    """What a phone shows where it keeps the page."""
    from tt_print.render.pixels import render_png

    drawing = draw_icon_picture()
    return {name: render_png(drawing, dpi) for name, dpi in ICON_DPI.items()}


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


def fill_site(ready: Sequence[ReadyFile], policy: str, address: Mapping[str, str]) -> str:
    """The page with its policy, links and pictures; `address` says where each of the files is that it names."""
    filled = {
        "policy": policy, "ready": links(ready, address), "icon": address["icon.svg"], "licenses": address["licenses/index.html"],
    }  # fmt: skip
    return fill_page("site", filled)


def licenses() -> dict[str, bytes]:
    """Of all that the site carries: ours, Pyodide's, Python's and those of the packages."""
    carried = {f"{name}.txt": page_file(f"licenses/{name}.txt") for name in ("MPL-2.0", "pyodide", "python")}
    return dict(sorted({**carried, **package_licenses()}.items()))


def _licenses_page(names: list[str]) -> bytes:
    rows = "\n".join(f'<li><a href="{name}">{name}</a></li>' for name in names)
    page = page_file("licenses/index.html").decode()
    return page.replace("{{policy}}", POLICY).replace("{{rows}}", rows).encode()


def _service_worker(files: Mapping[str, bytes]) -> bytes:
    """The worker that keeps the site, with the list of its files and a version that changes when any of them does."""
    version = sha256(
        b"".join(name.encode() + sha256(data).digest() for name, data in sorted(files.items()))
    ).hexdigest()
    listed = json.dumps(["./", *sorted({*files} - LATER)])
    script = page_file("sw.js").decode()
    return script.replace('"{{version}}"', json.dumps(version[:16])).replace('["{{files}}"]', listed).encode()
