"""Where the files to check come from: one file, a folder or a zip, with the manifest that tt-print laid beside them."""

from __future__ import annotations

import io
import os
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path, PureWindowsPath
from typing import Any, get_args, get_type_hints

from tt_print.deck import DECKS
from tt_print.errors import InputError
from tt_print.export.job import Facts
from tt_print.export.make import MANIFEST_NAME
from tt_print.export.origin import read_work, texts_hash
from tt_print.export.profiles import known_profiles
from tt_print.incoming import MEGABYTE, decode, in_bytes, parse_json, read_bytes
from tt_print.preflight.findings import Finding
from tt_print.records import dataclass

# Twenty decks for a service that wants each card as a picture of its own are 2,700 files and 250 MB, the most that we make.
MAX_BYTES = 600 * MEGABYTE
MAX_FILES = 10_000
VERSION, HASH = re.compile(r"[0-9A-Za-z.+-]{1,40}"), re.compile(r"[0-9a-f]{64}")
MAX_ZIP_INDEX_BYTES = 5 * MEGABYTE  # the list of so many files at a zip's end


def read_files(path: Path) -> dict[str, bytes]:
    """Name to content of one file, of all files below a folder, or of those in a zip.

    Of a folder that holds more than an export can, nothing is read. Raises InputError where there is nothing to check or
    too much, MachineError where the machine refuses.
    """
    if path.is_dir():
        return _read_folder(path)
    missing = "Name a file, a folder or a zip, as in: --check output/export/mpc-poker"
    data = read_bytes(path, MAX_BYTES, missing)
    return read_zip(data, path.name) if path.suffix.lower() == ".zip" else {path.name: data}


def _read_folder(folder: Path) -> dict[str, bytes]:
    found: dict[str, Path] = {}
    total = 0
    for path in _plain_files(folder):
        total += path.stat().st_size
        if total > MAX_BYTES or len(found) == MAX_FILES:
            raise InputError(
                f"{folder} holds more than {in_bytes(MAX_BYTES)} or {MAX_FILES:,} files, and no export does. "
                "Name the folder of one export."
            )
        found[path.relative_to(folder).as_posix()] = path
    if not found:
        raise InputError(
            f"{folder} is an empty folder. Name the folder, the zip or the file that tt-print export made."
        )
    return {name: read_bytes(path, MAX_BYTES) for name, path in sorted(found.items())}


def _plain_files(folder: Path) -> Iterator[Path]:
    """All below `folder` but hidden ones. Raises InputError for a link that leads out of it, and for what is no file."""
    inside = folder.resolve()
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(name for name in names if not name.startswith(".")):
            path = Path(here, name)
            if path.is_symlink() and not path.resolve().is_relative_to(inside):
                raise InputError(f"{path} is a link to something outside the folder. Put the file itself there.")
            if not stat.S_ISREG(path.stat().st_mode):
                raise InputError(f"{path} is no plain file but a device or a pipe. Take it out of the folder.")
            yield path


def read_zip(data: bytes, name: str) -> dict[str, bytes]:
    """Name to content. Raises InputError for what is no zip, a damaged one, or one that unpacks to no export."""
    too_much = f"{name} unpacks to more than {in_bytes(MAX_BYTES)} or {MAX_FILES:,} files, and no export does."
    try:
        if _index_bytes(data) > MAX_ZIP_INDEX_BYTES:
            raise InputError(too_much)
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            if len(entries) > MAX_FILES or sum(entry.file_size for entry in entries) > MAX_BYTES:
                raise InputError(too_much)
            files: dict[str, bytes] = {}
            for entry in entries:
                if why := _odd_entry(entry, files):
                    raise InputError(f"{name}: {entry.filename!r} {why}. Zip the folder of the export again.")
                files[entry.filename] = archive.read(entry)  # never more than its `file_size`
            return files
    except InputError:
        raise
    except (zipfile.BadZipFile, zlib.error, struct.error, RuntimeError, EOFError, OSError, ValueError) as error:
        raise InputError(f"{name} is not a readable zip file ({error}). Unpack it and check the folder.") from error


def _odd_entry(entry: zipfile.ZipInfo, before: Mapping[str, bytes]) -> str:
    """What keeps an entry from being read, "" for nothing."""
    if entry.filename in before:
        return "is there twice"
    path = PureWindowsPath(entry.filename)
    if path.anchor or ".." in path.parts:  # on one system or another
        return "leads out of the folder"
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return "is packed in a way that few programs know"
    return ""


def _index_bytes(data: bytes) -> int:
    """How long a zip says that its list of files is (4.3.16 of the format), which Python reads whole; 0 where it says nothing."""
    end = data.rfind(b"PK\5\6")
    return int.from_bytes(data[end + 12 : end + 16], "little") if end >= 0 else 0


def read_manifest(files: Mapping[str, bytes]) -> dict[str, Any]:
    """The manifest of an export; empty where there is none that can be read."""
    try:
        manifest = parse_json(decode(files.get(MANIFEST_NAME, b"{}"), MANIFEST_NAME), MANIFEST_NAME).data
    except InputError:
        return {}
    return manifest if isinstance(manifest, dict) else {}


def read_facts(table: object) -> Facts:
    """What a manifest says of the deck, as far as it has the form that we give it; somebody may have edited it."""
    if not isinstance(table, dict) or table.get("deck", "full") not in list(DECKS):
        return Facts()
    codes = table.get("codes")
    if "codes" in table and not (isinstance(codes, list) and all(isinstance(code, str) for code in codes)):
        return Facts()
    believed: dict[str, Any] = {}
    for key, kinds in get_type_hints(Facts).items():
        if key in table and key != "codes":
            if isinstance(table[key], kinds):
                believed[key] = table[key]
            elif bool not in get_args(kinds):
                return Facts()
    return Facts(codes=None if codes is None else tuple(codes), **believed)


def check_manifest(files: Mapping[str, bytes]) -> list[Finding]:
    """Every file that the manifest names is there with its hash, and no other."""
    if MANIFEST_NAME not in files:
        return []
    manifest = read_manifest(files)
    listed = manifest.get("files")
    if not isinstance(listed, dict):
        return [Finding("manifest", MANIFEST_NAME, "no list of files", "the names and SHA-256 of all files")]
    findings = _check_origin(manifest)
    for name, entry in listed.items():
        wanted = entry.get("sha256") if isinstance(entry, dict) else None
        if name not in files:
            findings.append(Finding("manifest", name, "missing", "a file, as the manifest says"))
        elif sha256(files[name]).hexdigest() != wanted:
            findings.append(Finding("manifest", name, "changed since it was made", f"SHA-256 {wanted}"))
    extra = [name for name in files if name not in listed and name != MANIFEST_NAME]
    return findings + [Finding("manifest", name, "not in the manifest", "only files that it names") for name in extra]


def _check_origin(manifest: Mapping[str, Any]) -> list[Finding]:
    """Whose work it is, as we say it; manifests of older versions say nothing of it."""
    if "work" not in manifest and "texts" not in manifest:
        return []
    findings = []
    if manifest.get("work") != asdict(read_work()):
        findings.append(Finding(
            "metadata", MANIFEST_NAME, "says otherwise whose work this is", f"{read_work().title} by {read_work().author}"
        ))  # fmt: skip
    if read_origin(manifest) is None:
        findings.append(
            Finding("metadata", MANIFEST_NAME, "does not say what it was made from", "a version, and a hash")
        )
    return findings


@dataclass(frozen=True, slots=True)
class MadeFrom:
    """What a manifest says an export was made from; `same_texts` is whether this version would show the same."""

    version: str
    texts: str
    same_texts: bool


def read_origin(manifest: Mapping[str, Any]) -> MadeFrom | None:
    """None where it says nothing of it, or nothing that can be believed."""
    version, texts, facts = manifest.get("tt_print"), manifest.get("texts"), manifest.get("facts")
    profile = facts.get("profile") if isinstance(facts, dict) else None
    if not (
        isinstance(version, str) and VERSION.fullmatch(version) and isinstance(texts, str) and HASH.fullmatch(texts)
    ):
        return None
    known = next((known for known in known_profiles() if known.name == profile), None)
    return None if known is None else MadeFrom(version, texts, texts == texts_hash(known))
