"""Where the files to check come from: one file, a folder or a zip, with the manifest that tt-print laid beside them."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, get_args, get_type_hints

from tt_print.deck import DECKS
from tt_print.errors import InputError
from tt_print.export.job import Facts
from tt_print.export.make import MANIFEST_NAME
from tt_print.preflight.findings import Finding

MAX_UNPACKED_BYTES = 2_000_000_000  # a zip that holds more is no deck of cards


def read_files(path: Path) -> dict[str, bytes]:
    """Name to content of one file, of all files below a folder, or of those in a zip.

    Raises InputError where there is nothing to check, OSError where the machine refuses.
    """
    if path.is_dir():
        found = {
            p.relative_to(path).as_posix(): p.read_bytes()
            for p in sorted(path.rglob("*"))
            if p.is_file() and not any(part.startswith(".") for part in p.relative_to(path).parts)
        }
        if not found:
            raise InputError(
                f"{path} is an empty folder. Name the folder, the zip or the file that tt-print export made."
            )
        return found
    if not path.exists():
        raise InputError(f"there is no {path}. Name a file, a folder or a zip, as in: --check output/export/mpc-poker")
    data = path.read_bytes()
    return read_zip(data, path.name) if path.suffix.lower() == ".zip" else {path.name: data}


def read_zip(data: bytes, name: str) -> dict[str, bytes]:
    """Raises InputError for what is no zip, or a damaged one."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            if sum(entry.file_size for entry in entries) > MAX_UNPACKED_BYTES:
                raise InputError(f"{name} unpacks to more than {MAX_UNPACKED_BYTES // 10**9} GB; that is not a deck.")
            return {entry.filename: archive.read(entry) for entry in entries}
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError) as error:
        raise InputError(f"{name} is not a readable zip file ({error}). Unpack it and check the folder.") from error


def read_manifest(files: Mapping[str, bytes]) -> dict[str, Any]:
    """The manifest of an export; empty where there is none that can be read."""
    try:
        manifest = json.loads(files.get(MANIFEST_NAME, b"{}"))
        return manifest if isinstance(manifest, dict) else {}
    except ValueError:
        return {}


def read_facts(table: object) -> Facts:
    """What a manifest says of the deck, as far as it has the form that we give it; somebody may have edited it."""
    if not isinstance(table, dict) or table.get("deck", "full") not in DECKS:
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
    listed = read_manifest(files).get("files")
    if not isinstance(listed, dict):
        return [Finding("manifest", MANIFEST_NAME, "no list of files", "the names and SHA-256 of all files")]
    findings = []
    for name, entry in listed.items():
        wanted = entry.get("sha256") if isinstance(entry, dict) else None
        if name not in files:
            findings.append(Finding("manifest", name, "missing", "a file, as the manifest says"))
        elif sha256(files[name]).hexdigest() != wanted:
            findings.append(Finding("manifest", name, "changed since it was made", f"SHA-256 {wanted}"))
    extra = [name for name in files if name not in listed and name != MANIFEST_NAME]
    return findings + [Finding("manifest", name, "not in the manifest", "only files that it names") for name in extra]
