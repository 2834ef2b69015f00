"""The whole site as one HTML file that opens from a disk, a stick or a mail, without a network.

A page from a disk may load nothing beside it, so everything lies inside: scripts and style by their hashes in the policy,
Python packed as text, the worker as a `data:` script: from a disk some browsers refuse one of `blob:`, or a module.
"""

from __future__ import annotations

import gzip
import io
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256

from tt_print.errors import TemplateError
from tt_print.site.build import FONTS, MODULES, engine_files, fill_site, licenses, made, page_file
from tt_print.site.pictures import DRAWINGS
from tt_print.site.ready import ReadyFile

NAME = "triple-topper.html"
ON_PAGE = ("py/faces.json", "py/games.json", "py/pictures.json")  # what the page itself reads, not the worker


def make_single(pyodide: Mapping[str, bytes], ready: Sequence[ReadyFile]) -> dict[str, bytes]:
    """The one file, by its name, with what `read_pyodide` and `make_ready` give."""
    style = _with_files(page_file("page.css").decode())
    script = join_modules({name: page_file(name).decode() for name in MODULES})
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}' data: 'wasm-unsafe-eval'; style-src '{_hash(style)}'; "
        "img-src data: blob:; font-src data:; connect-src blob: data:; worker-src data:; base-uri 'none'; "
        "form-action 'none'"
    )
    address = {file.name: _data(file.data, "application/pdf") for file in ready}
    license_texts = [f"==== {name} ====\n\n{data.decode(errors='replace')}" for name, data in licenses().items()]
    places = {name: _data(data, "image/svg+xml") for name, data in made(*DRAWINGS).items()}
    places["licenses/index.html"] = _data("\n\n".join(license_texts).encode(), "text/plain;charset=utf-8")
    page = fill_site(ready, policy, address | places)
    page = _replace(page, '<link rel="manifest" href="manifest.webmanifest">\n', "")
    page = _replace(page, '<link rel="stylesheet" href="page.css">', f"<style>{style}</style>")
    inside = [
        *(_inside(name, data, for_worker=False) for name, data in made(*ON_PAGE).items()),
        *(_inside(name, data, for_worker=True) for name, data in engine_files(pyodide).items()),
        f'<script type="text/plain" id="inside-worker">{page_file("worker.js").decode()}</script>',
        f'<script type="module">{script}</script>',
    ]
    page = _replace(page, '<script type="module" src="site.js"></script>', "\n".join(inside))
    return {NAME: page.encode()}


def join_modules(modules: Mapping[str, str]) -> str:
    """Modules, each after those that it needs, as one: without their imports and exports; no two share a name.

    Raises TemplateError for two that do, and for an import that it does not know how to leave out.
    """
    known: dict[str, str] = {}
    joined = []
    for name, text in modules.items():
        for found in re.findall(r"^(?:export )?(?:async )?(?:const|let|function|class) (\w+)", text, re.MULTILINE):
            if known.setdefault(found, name) != name:
                raise TemplateError(f"templates/site/{name}: {found} is also a name of {known[found]}; rename one.")
        text = re.sub(r'^import \{[^}]*\} from "\./[\w.-]+";\r?\n', "", text, flags=re.MULTILINE)
        if left := re.search(r"^import\b.*", text, re.MULTILINE):
            raise TemplateError(
                f'templates/site/{name}: {left[0]!r} is an import of another form than  import {{ a, b }} from "./name.js";'
            )
        joined.append(re.sub(r"^export ", "", text, flags=re.MULTILINE))
    return "\n".join(joined)


def _inside(address: str, data: bytes, for_worker: bool) -> str:
    packed, name = b64encode(_gzipped(data)).decode(), address.removeprefix("py/")
    mark = f' data-engine="{name}"' if for_worker else ""
    return f'<script type="application/octet-stream" id="inside-{name}"{mark}>{packed}</script>'


def _gzipped(data: bytes) -> bytes:
    """Without time, name and system: some Pythons' `gzip.compress` writes the system into it."""
    packed = io.BytesIO()
    with gzip.GzipFile("", "wb", 9, packed, mtime=0) as file:
        file.write(data)
    return packed.getvalue()


def _with_files(style: str) -> str:
    """The style with its fonts and pictures inside."""
    kinds = {"ttf": "font/ttf", "svg": "image/svg+xml"}
    for name, data in made(*FONTS, *DRAWINGS).items():
        address = f'url("{name}")'
        if address in style:
            style = _replace(style, address, f'url("{_data(data, kinds[name.rpartition(".")[2]])}")')
    return style


def _replace(text: str, old: str, new: str) -> str:
    if text.count(old) != 1:
        raise TemplateError(f"templates/site: {old!r} stands there {text.count(old)} times; once is right.")
    return text.replace(old, new)


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _data(data: bytes, kind: str) -> str:
    return f"data:{kind};base64,{b64encode(data).decode()}"
