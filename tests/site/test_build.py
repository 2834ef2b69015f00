"""The site as files: what goes into it, where Python for it comes from, and how it is served."""

from __future__ import annotations

import gzip
import http.client
import io
import json
import re
import threading
from base64 import b64decode
from importlib.metadata import PackageNotFoundError, PathDistribution, distribution
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.commands import tt
from tt_print.errors import InputError, MachineError, TemplateError
from tt_print.site.build import MODULES, STATIC, licenses
from tt_print.site.facts import page_file, site_facts
from tt_print.site.pack import packed_files, write_zip
from tt_print.site.pyodide import read_pyodide
from tt_print.site.serve import address_of, site_server
from tt_print.site.single import _inside, join_modules
from tt_print.templates import templates_folder

ADDRESS = re.compile(rb"(?:https?|wss?)://[\w.-]+")
NAMES_OF_KINDS = {b"http://www.w3.org"}  # SVG's and XML's names for themselves, which nobody follows
PAGE = (*STATIC, "index.html", "sw.js", "licenses/index.html")


@pytest.mark.parametrize("name", PAGE)
def test_the_page_names_no_other_host(name):
    assert set(ADDRESS.findall(page_file(name))) <= NAMES_OF_KINDS


def test_the_page_is_no_program_of_its_own():
    """It shows and asks; rules and scores are the engine's. 1,800 lines are plenty for that."""
    scripts = sorted((templates_folder() / "site").glob("*.js"))
    assert {path.name for path in scripts} == {*MODULES, "worker.js", "sw.js"}
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in scripts) <= 1800


def test_the_page_runs_no_script_that_stands_in_its_text():
    page = page_file("index.html").decode()
    assert "innerHTML" not in "".join(page_file(name).decode() for name in MODULES)
    assert re.findall(r"<script[^>]*>", page) == ['<script type="module" src="page.js">'] and " style=" not in page
    assert not re.findall(r"\son\w+=", page)


def test_what_python_needs_goes_along_and_no_terminal():
    files = packed_files()
    assert {
        "tt_print/core/__init__.py",
        "tt_print/site/bridge.py",
        "tt_print/templates/themes/tab.toml",
        "PIL/Image.py",
    } <= {*files}
    assert not [
        name for name in files if name.startswith(("tt_print/cli/", "tt_print/export/", "typer/", "prompt_toolkit/"))
    ]
    assert len(write_zip(files)) < 2_000_000
    with ZipFile(io.BytesIO(write_zip(files))) as archive:
        assert archive.testzip() is None and sorted(files) == archive.namelist()


def test_the_same_files_are_the_same_archive():
    assert write_zip({"b": b"2", "a": b"1"}) == write_zip({"a": b"1", "b": b"2"})


def test_an_archive_made_on_windows_is_the_same(monkeypatch):
    here = write_zip({"a": b"1"})
    monkeypatch.setattr("sys.platform", "win32")
    assert write_zip({"a": b"1"}) == here


class Unlisted(PathDistribution):
    """A package as some distributions of Linux install it: there, but without a list of its files."""

    files = None


def test_a_package_without_a_list_of_its_files_is_named(monkeypatch):
    found = distribution("segno")
    monkeypatch.setattr("tt_print.site.pack.metadata.distribution", lambda name: Unlisted(found._path) if name == "segno" else distribution(name))  # fmt: skip
    for make in (packed_files, licenses):
        with pytest.raises(
            MachineError, match=r"^segno does not say which files are its own.*pip install --force-reinstall segno$"
        ):
            make()


@pytest.mark.parametrize("name", ["tt-print", "segno"])
def test_a_package_that_is_not_installed_is_named(monkeypatch, name):
    def find(asked):
        if asked == name:
            raise PackageNotFoundError(asked)
        return distribution(asked)

    monkeypatch.setattr("tt_print.site.pack.metadata.distribution", find)
    with pytest.raises(MachineError, match=f"^{name} is not installed, which the site takes along"):
        licenses()


def test_every_module_lies_in_one_file_once():
    text = join_modules({name: page_file(name).decode() for name in MODULES})
    assert "import {" not in text and not re.search(r"^export ", text, re.MULTILINE)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_imports_of_a_checkout_on_windows_are_left_out_too(end):
    joined = join_modules(
        {"a.js": f"export const one = 1;{end}", "b.js": f'import {{ one }} from "./a.js";{end}const two = one;{end}'}
    )
    assert "import" not in joined and "const two = one;" in joined


@pytest.mark.parametrize("line", ['import * as a from "./a.js";', "import { one } from './a.js';", 'import "./a.js";'])
def test_an_import_that_would_be_left_over_is_named(line):
    with pytest.raises(TemplateError, match=r"^templates/site/b\.js: .*import of another form"):
        join_modules({"a.js": "export const one = 1;\n", "b.js": f"{line}\nconst two = 2;\n"})


def test_what_is_packed_into_the_one_file_says_no_system():
    """The tenth byte of gzip (RFC 1952, 2.3.1): 255 is unknown, 3 Unix, 10 or 11 Windows."""
    packed = b64decode(re.search(r">(.*)<", _inside("app.zip", b"data" * 100))[1])
    assert packed[4:10] == b"\0\0\0\0\2\xff" and gzip.decompress(packed) == b"data" * 100


def test_two_modules_with_one_name_cannot_be_joined():
    with pytest.raises(TemplateError, match=r"b\.js: one is also a name of a\.js"):
        join_modules({"a.js": "const one = 1;\n", "b.js": "export const one = 2;\n"})


def test_where_npm_is_missing_the_message_says_how(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MachineError, match=rf"npm pack pyodide@{site_facts().pyodide.version}.*--pyodide package"):
        read_pyodide(None, tmp_path / "cache")


def test_a_folder_without_pyodide_is_named(capsys, tmp_path):
    ran = tt(capsys, "site", "--pyodide", tmp_path, "--out", tmp_path / "site")
    assert ran.status == 2 and "there is no pyodide.mjs in it" in ran.err and not (tmp_path / "site").exists()


def test_another_pyodide_is_another_python(tmp_path):
    for name in site_facts().pyodide.files:
        (tmp_path / name).write_bytes(b"something else")
    with pytest.raises(InputError, match="is not that of Pyodide"):
        read_pyodide(tmp_path, tmp_path)


@pytest.mark.parametrize(("words", "said"), [
    (("--single", "--serve"), "Leave out one of them"),
    (("--port", "8000"), "--port goes with --serve"),
])  # fmt: skip
def test_what_does_not_go_together(capsys, tmp_path, words, said):
    ran = tt(capsys, "site", *words, "--out", tmp_path / "site")
    assert ran.status == 2 and said in ran.err and not (tmp_path / "site").exists()


def test_a_port_that_is_taken_is_told_before_anything_is_made(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr("tt_print.site.pyodide.read_pyodide", lambda brought, kept: pytest.fail("it was begun"))
    with site_server(tmp_path) as taken:
        ran = tt(capsys, "site", "--serve", "--port", str(taken.server_port), "--out", tmp_path / "site")
    assert ran.status == 1 and f"port {taken.server_port} cannot be used here" in ran.err
    assert not (tmp_path / "site").exists()


def test_the_server_is_for_this_machine_and_knows_what_a_file_is(tmp_path):
    (tmp_path / "a.mjs").write_text("1", encoding="utf-8")
    (tmp_path / "b.wasm").write_bytes(b"\0asm")
    (tmp_path / "c.webmanifest").write_text("{}", encoding="utf-8")
    with site_server(tmp_path) as server:
        assert address_of(server).startswith("http://127.0.0.1:")
        threading.Thread(target=server.serve_forever, daemon=True).start()
        kinds = [kind_of(server.server_port, name) for name in ("a.mjs", "b.wasm", "c.webmanifest")]
        server.shutdown()
    assert kinds == ["text/javascript", "application/wasm", "application/manifest+json"]


def kind_of(port: int, name: str) -> str | None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", f"/{name}")
    kind = connection.getresponse().headers["Content-Type"]
    connection.close()
    return kind


def test_the_manifest_makes_it_an_app():
    manifest = json.loads(page_file("manifest.webmanifest"))
    assert manifest["display"] == "standalone" and manifest["start_url"] == "./"
    assert {icon["sizes"] for icon in manifest["icons"]} >= {"192x192", "512x512"}


def test_licenses_lie_there():
    assert "Mozilla Public License" in Path(templates_folder() / "site/licenses/MPL-2.0.txt").read_text(
        encoding="utf-8"
    )
