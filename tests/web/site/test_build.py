"""The site as files: what goes into it, where Python for it comes from, and how it is served."""

import http.client
import io
import json
import re
import socket
import time
from collections import Counter
from contextlib import closing
from importlib.metadata import PackageNotFoundError, distribution
from zipfile import ZipFile

import pytest

from tests.commands import tt
from tests.web.site.conftest import serve
from tt_print.errors import MachineError
from tt_print.files.disk import zipped
from tt_print.templates import read_toml, templates_folder
from tt_print.web.build import join_modules
from tt_print.web.pack import package_licenses, packed_files
from tt_print.web.page import MODULES, fill_page

ADDRESS = re.compile(r"(?:https?|wss?)://[\w.-]+")
NAMES_OF_KINDS = {"http://www.w3.org"}  # SVG's and XML's names for themselves, which nobody follows
FOLDER = templates_folder() / "site"
PAGE = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir() if path.suffix in (".js", ".css", ".html", ".webmanifest")}  # fmt: skip
SCRIPTS = {name: text for name, text in PAGE.items() if name.endswith(".js")}
SITE = {name: SCRIPTS[name] for name in MODULES}
PYODIDE = read_toml("site/site.toml")["pyodide"]


def test_the_page_names_no_other_host_and_runs_no_script_that_stands_in_its_text():
    for text in (*PAGE.values(), (FOLDER / "licenses" / "index.html").read_text(encoding="utf-8")):
        assert {*ADDRESS.findall(text)} <= NAMES_OF_KINDS
    assert "innerHTML" not in "".join(SCRIPTS.values())
    page = fill_page("site", {})
    assert re.findall(r"<script[^>]*>", page) == ['<script type="module" src="site.js">'] and " style=" not in page
    assert not re.findall(r"\son\w+=", page)


def test_the_page_is_no_program_of_its_own():
    """It shows and asks; rules and scores are the engine's. 2,872 lines are plenty for that, with tables to play at and a live table."""
    assert sum(len(text.splitlines()) for text in SCRIPTS.values()) <= 2872


@pytest.mark.parametrize(("kind", "other"), [("site", "table"), ("table", "site")])
def test_the_page_of_the_table_is_that_of_the_site(kind, other):
    """What only one of them has is marked in the page; all screens of the site are on both, and a game has three tabs."""
    page = fill_page(kind, {})
    assert f'src="{kind}.js"' in page and f'src="{other}.js"' not in page and "{{#" not in page
    assert re.findall(r'data-screen="(\w+)"', page) == ["home", "print"]
    assert re.findall(r'data-tab="(\w+)"', page) == ["play", "ask", "print"]
    assert ("manifest" in page) == (kind == "site")


def test_what_reads_photos_knows_pixels_and_no_page():
    text = (FOLDER.parent / "scan" / "network.js").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 160 and not re.search(r"\b(?:import|document|fetch|postMessage)\b", text)


@pytest.mark.slow
def test_what_python_needs_goes_along_and_no_terminal():
    files = packed_files()
    needed = "tt_print/core/__init__.py tt_print/web/bridge.py tt_print/templates/themes/tab.toml PIL/Image.py".split()
    assert {*needed} <= {*files}
    assert not [name for name in files if name.startswith(("tt_print/cli/", "tt_print/export/", "typer/"))]
    packed = zipped(files, is_packed=True)
    assert len(packed) < 2_000_000
    with ZipFile(io.BytesIO(packed)) as archive:
        assert sorted(files) == archive.namelist()


def test_an_archive_made_on_windows_is_the_same(monkeypatch):
    here = zipped({"a": b"1"}, is_packed=True)
    monkeypatch.setattr("sys.platform", "win32")
    assert zipped({"a": b"1"}, is_packed=True) == here


class Unlisted:
    """A package as some distributions of Linux install it: there, but without a list of its files."""

    def __init__(self, found):
        self.metadata, self.version, self.files = found.metadata, found.version, None


def find_package(monkeypatch, wanted, found):
    """Puts what `found` gives in place of one package."""
    monkeypatch.setattr("tt_print.web.pack.metadata.distribution", lambda name: (found if name == wanted else distribution)(name))  # fmt: skip


def test_a_package_without_a_list_of_its_files_is_named(monkeypatch):
    find_package(monkeypatch, "segno", lambda name: Unlisted(distribution(name)))
    for make in (packed_files, package_licenses):
        with pytest.raises(MachineError, match=r"^segno does not say which files are its own.* Install it again\.$"):
            make()


@pytest.mark.parametrize("name", ["tt-print", "segno"])
def test_a_package_that_is_not_installed_is_named(monkeypatch, name):
    def find(asked):
        raise PackageNotFoundError(asked)

    find_package(monkeypatch, name, find)
    with pytest.raises(MachineError, match=f"^{name} is not installed, which the site takes along"):
        package_licenses()


def test_no_import_and_no_export_is_left_in_the_one_file_and_no_two_modules_share_a_name():
    text = join_modules(SITE)
    assert not re.search(r"^(?:import|export)\b", text, re.MULTILINE)
    names = re.findall(r"^(?:async )?(?:const|let|function) (\w+)", text, re.MULTILINE)
    assert len(names) > 200 and [name for name, count in Counter(names).items() if count > 1] == []


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_imports_of_a_checkout_on_windows_are_left_out_too(end):
    joined = join_modules(
        {"a.js": f"export const one = 1;{end}", "b.js": f'import {{ one }} from "./a.js";{end}const two = one;{end}'}
    )
    assert "import" not in joined and "const two = one;" in joined


def test_where_npm_is_missing_the_message_says_how(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("TT_PRINT_CACHE", str(tmp_path / "cache"))
    ran = tt(capsys, "site", "--out", tmp_path / "site")
    said = " ".join(ran.err.split())
    assert ran.status == 1 and re.search(rf"npm pack pyodide@{PYODIDE['version']}.*--pyodide package", said), said


def test_a_folder_without_pyodide_or_with_another_one_is_named(capsys, tmp_path):
    for said in ("there is no pyodide.mjs in it", "is not that of Pyodide"):
        ran = tt(capsys, "site", "--pyodide", tmp_path, "--out", tmp_path / "site")
        assert ran.status == 2 and said in ran.err and not (tmp_path / "site").exists()
        for name in PYODIDE["files"]:
            (tmp_path / name).write_bytes(b"something else")


@pytest.mark.parametrize(("words", "said"), [
    (("--single", "--serve"), "can't be used together"),
    (("--port", "8000"), "--port needs --serve"),
])  # fmt: skip
def test_what_does_not_go_together(capsys, tmp_path, words, said):
    ran = tt(capsys, "site", *words, "--out", tmp_path / "site")
    assert ran.status == 2 and said in ran.err and not (tmp_path / "site").exists()


def test_a_port_that_is_taken_is_told_before_anything_is_made(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr("tt_print.web.pack.read_pyodide", lambda brought, kept: pytest.fail("it was begun"))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        ran = tt(capsys, "site", "--serve", "--port", port, "--out", tmp_path / "site")
    assert ran.status == 1 and f"port {port} cannot be used here" in ran.err and not (tmp_path / "site").exists()


def test_the_server_is_for_this_machine_and_knows_what_a_file_is(tmp_path):
    kinds = {
        "a.js": "text/javascript; charset=utf-8",
        "b.wasm": "application/wasm",
        "c.webmanifest": "application/manifest+json",
    }
    with serve(tmp_path) as address:
        assert address.startswith("http://127.0.0.1:")
        for name, kind in kinds.items():
            (tmp_path / name).write_bytes(b"{}")
            with closing(http.client.HTTPConnection(address.split("/")[2], timeout=10)) as connection:
                connection.request("GET", f"/{name}")
                assert connection.getresponse().headers["Content-Type"] == kind


def test_a_page_that_is_closed_while_it_loads_prints_no_error(tmp_path, capfd):
    (tmp_path / "large.bin").write_bytes(bytes(20_000_000))
    with serve(tmp_path) as address:
        host, port = address.removeprefix("http://").rstrip("/").split(":")
        with socket.create_connection((host, int(port))) as browser:
            browser.sendall(b"GET /large.bin HTTP/1.1\r\nHost: here\r\n\r\n")
            assert browser.recv(100).startswith(b"HTTP/1.1 200")
            browser.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, bytes([1, 0, 0, 0, 0, 0, 0, 0]))  # as a reset
        time.sleep(0.2)
    assert capfd.readouterr().err == ""


def test_the_manifest_makes_it_an_app():
    manifest = json.loads(PAGE["manifest.webmanifest"])
    assert manifest["display"] == "standalone" and manifest["start_url"] == "./"
    assert {icon["sizes"] for icon in manifest["icons"]} >= {"192x192", "512x512"}


def test_licenses_lie_there():
    assert "Mozilla Public License" in (FOLDER / "licenses" / "MPL-2.0.txt").read_text(encoding="utf-8")
