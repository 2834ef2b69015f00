"""What Python needs in the browser, in one archive: tt_print, its templates, and its libraries as they are installed here."""

from __future__ import annotations

import ast
import io
import re
from collections.abc import Iterator, Mapping
from fnmatch import translate
from importlib import metadata
from pathlib import Path, PurePosixPath
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from tt_print.errors import MachineError
from tt_print.problems import MachineProblem
from tt_print.templates import read_toml, templates_folder

DATE = (2020, 2, 2, 0, 0, 0)  # the same files are the same archive, in any year
UNIX = 3  # in a ZIP archive
LICENSES = ("license", "licence", "copying", "notice", "authors")


def pack_archive() -> bytes:
    """The archive, to be unpacked where Python looks for packages. Raises MachineError where a library is not installed."""
    return write_zip(packed_files())


def packed_files() -> dict[str, bytes]:
    """Each file by its name in the archive."""
    facts = read_toml("site/site.toml")
    packed = facts["packed"]
    files: dict[str, bytes] = {}
    for name in packed["packages"]:  # first, as one may be missing
        files |= _package_files(name)
    files |= dict(_own_files())
    left_out = re.compile("|".join(map(translate, packed["leave_out"])))
    kept = {name: data for name, data in files.items() if name in packed["keep"] or not left_out.match(name)}
    for name in packed["named"]:
        version = _distribution(name).version
        kept[f"{name.replace('-', '_')}-{version}.dist-info/METADATA"] = _short_metadata(name, version)
    return kept | {name: text.encode() for name, text in facts["stand_ins"].items()}


def _own_files() -> Iterator[tuple[str, bytes]]:
    package, templates = Path(__file__).parent.parent, templates_folder()
    for path in package.rglob("*.py"):
        yield f"tt_print/{path.relative_to(package).as_posix()}", without_docstrings(path.read_text("utf-8")).encode()
    for path in templates.rglob("*"):
        if path.is_file():
            yield f"tt_print/templates/{path.relative_to(templates).as_posix()}", path.read_bytes()


def without_docstrings(source: str) -> str:
    """The module with an empty text for each docstring, on the same lines, so that tracebacks name the right ones."""
    lines = source.splitlines(keepends=True)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node, clean=False):
            text = node.body[0]
            first, after = text.lineno - 1, text.end_lineno or text.lineno
            lines[first:after] = [" " * text.col_offset + '""\n', *["\n"] * (after - first - 1)]
    return "".join(lines)


def _package_files(name: str) -> dict[str, bytes]:
    """The modules of an installed package, what lies among them, and its name and version."""
    found = _distribution(name)
    files = {}
    for each in _installed_files(found):
        if ".." in each.parts or each.suffix in (".pyc", ".so", ".pyd", ".exe"):
            continue
        if each.parts[0].endswith((".dist-info", ".data")):
            if each.name == "METADATA":
                files[each.as_posix()] = _short_metadata(found.metadata["Name"], found.version)
            continue
        files[each.as_posix()] = Path(str(each.locate())).read_bytes()
    return files


def _short_metadata(name: str, version: str) -> bytes:
    return f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n".encode()


def _distribution(name: str) -> metadata.Distribution:
    try:
        return metadata.distribution(name)
    except metadata.PackageNotFoundError as error:
        raise MachineError(f"{name} is not installed, which the site takes along. Install tt_print again.") from error


def _installed_files(found: metadata.Distribution) -> list[metadata.PackagePath]:
    """Raises MachineError where the package was installed without a list of them."""
    if not found.files:
        raise MachineProblem("site.no_record", name=found.metadata["Name"])
    return found.files


def package_licenses() -> dict[str, bytes]:
    """The licenses of tt_print and of all packages that go along: `reportlab-LICENSE.txt` and so on. Raises MachineError where one
    is not installed."""
    files = {}
    for name in ("tt-print", *read_toml("site/site.toml")["packed"]["packages"]):
        for each in _installed_files(_distribution(name)):
            is_named_so = PurePosixPath(each.name).name.lower().startswith(LICENSES)
            if each.parts[0].endswith(".dist-info") and (is_named_so or "licenses" in each.parts):
                kept = each.name if each.name.lower().endswith(".txt") else f"{each.name}.txt"
                files[f"{name}-{kept}"] = Path(str(each.locate())).read_bytes()
    return files


def write_zip(files: Mapping[str, bytes]) -> bytes:
    """A ZIP archive whose bytes depend on names and contents alone."""
    made = io.BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            entry = ZipInfo(name, DATE)
            entry.create_system, entry.external_attr = UNIX, 0o644 << 16  # whatever system it is made on
            archive.writestr(entry, files[name], ZIP_DEFLATED, 9)
    return made.getvalue()
