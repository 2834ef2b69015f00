"""The site as files: a folder, or one HTML file that opens from a disk, a stick or a mail; what lies ready in it; and a server to look at it.

A page from a disk may load nothing beside it, so in the one file everything lies inside: scripts and style by their hashes in the policy,
Python packed as text, the worker as a `data:` script: from a disk some browsers refuse one of `blob:`, or a module.
"""

from __future__ import annotations

import gzip
import io
import json
import re
import sys
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from html import escape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tt_print.files.disk import zipped
from tt_print.games import load_games
from tt_print.paper.plan import find_paper
from tt_print.records import dataclass
from tt_print.templates import read_toml, template_path
from tt_print.web import page
from tt_print.web.pack import for_the_site, package_licenses, packed_files

if TYPE_CHECKING:
    from tt_print.draw.pixels import Progress

NAME = "triple-topper.html"
PAPERS = ("a4", "letter")
MANY = 4  # links of a group; more are folded
LATER = {"py/network.js", "py/weights.bin"}  # kept when a photo is first read
ICON_DPI = {"icon-192.png": 192, "icon-512.png": 512}  # the picture is an inch wide
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
ON_PAGE = ("py/faces.json", "py/games.json", "py/pictures.json")  # what the page itself reads, not the worker
LOOPBACK = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class ReadyFile:
    """A file, for which group of links (its title) and paper, and what its link says."""

    group: str
    paper: str
    label: str
    name: str
    data: bytes


def make_ready(progress: Progress) -> list[ReadyFile]:
    """Every file, paper by paper, in the order of `site.toml`."""
    groups = read_toml("site/site.toml")["ready"]
    asked = [(paper, *call) for paper in PAPERS for group in groups for call in _calls(group)]
    files = []
    done = progress("Making files that lie ready", len(asked))
    for paper, group, label, call in asked:
        fields = {**call, "paper": paper}
        reply = page.core_reply({"ask": "print", "document": fields.pop("document"), "fields": fields})
        name, data = next(iter(reply.files.items()))  # without the books for a screen: the site has its rules as one
        files.append(ReadyFile(group, paper, label, name.rpartition("/")[2], data))
        done()
    return files


def _calls(group: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, object]]]:
    """For each file of a group its title, what its link says, and what is asked for."""
    field = group.get("each_game", "")
    for label, call in group["calls"].items():
        if not field:
            yield group["title"], label, call
        for game in load_games() if field else ():
            yield group["title"], game.title, {**call, field: game.name if field == "game" else [game.name]}


def links(files: Sequence[ReadyFile], address: Mapping[str, str]) -> str:
    """The links as HTML: a block for each paper, a part for each group. `address` says where each file is."""
    blocks = []
    for paper in PAPERS:
        parts = []
        for group in read_toml("site/site.toml")["ready"]:
            of_group = [file for file in files if (file.group, file.paper) == (group["title"], paper)]
            rows = "\n".join(f"<li>{_link(file, address)}</li>" for file in of_group)
            title = f"<h3>{escape(group['title'])}</h3>"
            inside = f"<p>{escape(group['note'])}</p><ul>\n{rows}\n</ul>"
            parts.append(
                f'<details class="ready"><summary>{title}</summary>{inside}</details>'
                if len(of_group) > MANY
                else f'<section class="ready">{title}{inside}</section>'
            )
        hidden = "" if paper == PAPERS[0] else " hidden"
        blocks.append(f'<div data-paper="{paper}"{hidden}>\n{"".join(parts)}\n</div>')
    return "\n".join(blocks)


def _link(file: ReadyFile, address: Mapping[str, str]) -> str:
    """Two links to different files read differently, for those who hear them one after the other."""
    size = f"{max(1, round(len(file.data) / 1000))} kB"
    said = f", {file.group}, {find_paper(file.paper).title}"
    return (
        f'<a href="{escape(address[file.name])}" download="{escape(file.name)}"><span>{escape(file.label)}'
        f'<span class="said">{escape(said)}</span></span> <span class="quiet">PDF, {size}</span></a>'
    )


# ---------------------------------------------------------------- the folder


def make_site(pyodide: Mapping[str, bytes], ready: Sequence[ReadyFile]) -> dict[str, bytes]:
    """Every file of the site by its name, with what `read_pyodide` and `make_ready` give."""
    files = engine_files(pyodide) | page.made(*page.page_makers()) | page.made(*page.MODULES) | icons()
    files |= {name: page.page_file(name) for name in ("manifest.webmanifest", "worker.js")}
    files |= {f"files/{file.name}": file.data for file in ready}
    texts = licenses()
    files |= {f"licenses/{name}": data for name, data in texts.items()}
    files["licenses/index.html"] = _licenses_page([*texts])
    places = {name.removeprefix("files/"): name for name in files}
    files["index.html"] = fill_site(ready, POLICY, places).encode()
    files["sw.js"] = _service_worker(files)
    return dict(sorted(files.items()))


def engine_files(pyodide: Mapping[str, bytes]) -> dict[str, bytes]:
    """What the worker loads: Python, our package with its libraries, and what reads photos, with its numbers as `network.js` expects them."""
    from tt_print.play.scan.network import read_weights

    weights = read_weights()
    own = {
        "app.zip": zipped(packed_files(), is_packed=True),
        "network.js": template_path("scan/network.js").read_bytes(),
        "weights.bin": b"".join(weights[name].astype("<f4").tobytes() for name in sorted(weights)),
    }
    return {f"py/{name}": data for name, data in (for_the_site(pyodide) | own).items()}


def icons() -> dict[str, bytes]:
    """What a phone shows where it keeps the page."""
    from tt_print.draw.pixels import render_png

    drawing = page.draw_icon_picture()
    return {name: render_png(drawing, dpi) for name, dpi in ICON_DPI.items()}


def fill_site(ready: Sequence[ReadyFile], policy: str, address: Mapping[str, str]) -> str:
    """The page with its policy, links and pictures; `address` says where each of the files is that it names."""
    filled = {
        "policy": policy, "ready": links(ready, address), "icon": address["icon.svg"], "licenses": address["licenses/index.html"],
    }  # fmt: skip
    return page.fill_page("site", filled)


def licenses() -> dict[str, bytes]:
    """Of all that the site carries: ours, Pyodide's, Python's and those of the packages."""
    carried = {f"{name}.txt": page.page_file(f"licenses/{name}.txt") for name in ("MPL-2.0", "pyodide", "python")}
    return dict(sorted({**carried, **package_licenses()}.items()))


def _licenses_page(names: list[str]) -> bytes:
    rows = "\n".join(f'<li><a href="{name}">{name}</a></li>' for name in names)
    html = page.page_file("licenses/index.html").decode()
    return html.replace("{{policy}}", POLICY).replace("{{rows}}", rows).encode()


def _service_worker(files: Mapping[str, bytes]) -> bytes:
    """The worker that keeps the site, with the list of its files and a version that changes when any of them does."""
    version = sha256(
        b"".join(name.encode() + sha256(data).digest() for name, data in sorted(files.items()))
    ).hexdigest()
    listed = json.dumps(["./", *sorted({*files} - LATER)])
    script = page.page_file("sw.js").decode()
    return script.replace('"{{version}}"', json.dumps(version[:16])).replace('["{{files}}"]', listed).encode()


# ---------------------------------------------------------------- the one file


def make_single(pyodide: Mapping[str, bytes], ready: Sequence[ReadyFile]) -> dict[str, bytes]:
    """The one file, by its name, with what `read_pyodide` and `make_ready` give."""
    style = _with_files(page.page_file("page.css").decode())
    script = join_modules({name: page.page_file(name).decode() for name in page.MODULES})
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}' data: 'wasm-unsafe-eval'; style-src '{_hash(style)}'; "
        "img-src data: blob:; font-src data:; connect-src blob: data:; worker-src data:; base-uri 'none'; "
        "form-action 'none'"
    )
    address = {file.name: _data(file.data, "application/pdf") for file in ready}
    license_texts = [f"==== {name} ====\n\n{data.decode(errors='replace')}" for name, data in licenses().items()]
    places = {name: _data(data, "image/svg+xml") for name, data in page.made(*page.DRAWINGS).items()}
    places["licenses/index.html"] = _data("\n\n".join(license_texts).encode(), "text/plain;charset=utf-8")
    html = fill_site(ready, policy, address | places)
    html = html.replace('<link rel="manifest" href="manifest.webmanifest">\n', "")
    html = html.replace('<link rel="stylesheet" href="page.css">', f"<style>{style}</style>")
    inside = [
        *(_inside(name, data, for_worker=False) for name, data in page.made(*ON_PAGE).items()),
        *(_inside(name, data, for_worker=True) for name, data in engine_files(pyodide).items()),
        f'<script type="text/plain" id="inside-worker">{page.page_file("worker.js").decode()}</script>',
        f'<script type="module">{script}</script>',
    ]
    html = html.replace('<script type="module" src="site.js"></script>', "\n".join(inside))
    return {NAME: html.encode()}


def join_modules(modules: Mapping[str, str]) -> str:
    """Modules, each after those that it needs, as one: without their imports and exports. No two share a name."""
    without = re.sub(r'^import \{[^}]*\} from "\./[\w.-]+";\r?\n', "", "\n".join(modules.values()), flags=re.MULTILINE)
    return re.sub(r"^export ", "", without, flags=re.MULTILINE)


def _inside(address: str, data: bytes, for_worker: bool) -> str:
    packed, name = b64encode(_gzip(data)).decode(), address.removeprefix("py/")
    mark = f' data-engine="{name}"' if for_worker else ""
    return f'<script type="application/octet-stream" id="inside-{name}"{mark}>{packed}</script>'


def _gzip(data: bytes) -> bytes:
    """Without time, name and system: some Pythons' `gzip.compress` writes the system into it."""
    packed = io.BytesIO()
    with gzip.GzipFile("", "wb", 9, packed, mtime=0) as file:
        file.write(data)
    return packed.getvalue()


def _with_files(style: str) -> str:
    """The style with its fonts and pictures inside."""
    for name, data in page.made(*page.FONTS, *page.DRAWINGS).items():
        address = f'url("{name}")'
        if address in style:
            style = style.replace(address, f'url("{_data(data, page.TYPES[name.rpartition(".")[2]])}")')
    return style


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _data(data: bytes, kind: str) -> str:
    return f"data:{kind};base64,{b64encode(data).decode()}"


# ---------------------------------------------------------------- a server for this machine alone


class _Handler(SimpleHTTPRequestHandler):
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {f".{end}": kind for end, kind in page.TYPES.items()}
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        pass

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")  # a new build shows at once
        super().end_headers()


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: object) -> None:
        """A browser that closes a page before it has every file is no error."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def site_server(folder: Path, port: int = 0) -> ThreadingHTTPServer:
    """A server of the folder on loopback; port 0 takes a free one. Raises OSError where the port is taken."""
    return _Server((LOOPBACK, port), partial(_Handler, directory=str(folder)))


def address_of(server: ThreadingHTTPServer) -> str:
    return f"http://{LOOPBACK}:{server.server_port}/"
