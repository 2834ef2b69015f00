"""What Python needs in the browser, in one archive: tt_print, its templates, and its libraries as they are installed here."""

from __future__ import annotations

import ast
import io
from collections.abc import Iterator, Mapping
from fnmatch import fnmatch
from importlib import metadata
from pathlib import Path, PurePosixPath
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from tt_print.errors import MachineError
from tt_print.problems import MachineProblem
from tt_print.site.facts import PackageList, site_facts
from tt_print.templates import templates_folder

DATE = (2020, 2, 2, 0, 0, 0)  # the same files are the same archive, in any year
UNIX = 3  # in a ZIP archive
LICENSES = ("license", "licence", "copying", "notice", "authors")


def pack_archive() -> bytes:
    """The archive, to be unpacked where Python looks for packages. Raises MachineError where a library is not installed."""
    return write_zip(packed_files())


def packed_files() -> dict[str, bytes]:
    """Each file by its name in the archive."""
    facts = site_facts()
    files: dict[str, bytes] = {}
    for name in facts.packed.packages:  # first, as one may be missing
        files |= _package_files(name)
    files |= dict(_own_files())
    kept = {name: data for name, data in files.items() if _is_packed(name, facts.packed)}
    for name in facts.packed.named:
        kept[_info_name(name)] = (
            f"Metadata-Version: 2.1\nName: {name}\nVersion: {_distribution(name).version}\n".encode()
        )
    return kept | {name: text.encode() for name, text in facts.stand_ins.items()}


def _is_packed(name: str, packed: PackageList) -> bool:
    return name in packed.keep or not any(fnmatch(name, pattern) for pattern in packed.leave_out)


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
                files[each.as_posix()] = _short_metadata(found)
            continue
        files[each.as_posix()] = Path(str(each.locate())).read_bytes()
    return files


def _short_metadata(found: metadata.Distribution) -> bytes:
    return f"Metadata-Version: 2.1\nName: {found.metadata['Name']}\nVersion: {found.version}\n".encode()


def _info_name(name: str) -> str:
    return f"{name.replace('-', '_')}-{_distribution(name).version}.dist-info/METADATA"


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
    for name in ("tt-print", *site_facts().packed.packages):
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
