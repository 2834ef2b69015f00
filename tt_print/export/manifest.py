"""The manifest of an export: its choices, its files with their hashes, whose work it is, and what it was made from."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict
from hashlib import sha256
from typing import Any, get_args, get_type_hints

from tt_print import __version__
from tt_print.artwork.tables import artwork_file
from tt_print.deck import DECKS
from tt_print.errors import InputError
from tt_print.export.choices import Choices
from tt_print.export.expected import MAX_TEXT_BYTES, Finding
from tt_print.export.job import Job
from tt_print.export.profile_tables import Profile
from tt_print.export.profiles import read_profiles
from tt_print.input_files import decode, parse_json
from tt_print.templates import read_toml, templates_folder

MANIFEST_NAME = "manifest.json"
MAX_CODES = 10_000  # of cards, four times as many as an export can have
SHOWN = ("deck", "fonts", "icc", "sheets", "themes")  # templates that an export of any kind shows
VERSION, HASH = re.compile(r"[0-9A-Za-z.+-]{1,40}"), re.compile(r"[0-9a-f]{64}")


def write_manifest(job: Job[Profile], files: Mapping[str, bytes]) -> bytes:
    listed = {name: {"bytes": len(data), "sha256": sha256(data).hexdigest()} for name, data in files.items()}
    about = "Triple Topper by Brian Ciesicki; files by tt_print. This names every file of the export."
    manifest: dict[str, object] = {
        "about": about, "tt_print": __version__, "texts": _texts_hash(job.profile), "work": read_toml("work.toml"),
        **({"theme": asdict(job.theme.origin)} if job.theme.origin else {}),
        "facts": job.facts(), "files": listed,
    }  # fmt: skip
    if job.artwork is not None:
        manifest["back"] = artwork_file().words.rights
    return (json.dumps(manifest, indent=1, ensure_ascii=False) + "\n").encode()


def _texts_hash(profile: Profile) -> str:
    """SHA-256 of all texts, faces and measures of ours that go into an export, and of its profile."""
    folder = templates_folder()
    total = sha256(repr(profile).encode())
    for path in (path for name in SHOWN for path in sorted((folder / name).rglob("*")) if path.is_file()):
        total.update(f"{path.relative_to(folder).as_posix()} {sha256(path.read_bytes()).hexdigest()}\n".encode())
    return total.hexdigest()


def read_manifest(files: Mapping[str, bytes]) -> dict[str, Any]:
    """The manifest of an export; empty where there is none that can be read. Its facts are a table."""
    try:
        data = files.get(MANIFEST_NAME, b"{}")
        if len(data) > MAX_TEXT_BYTES:
            return {}
        manifest = parse_json(decode(data, MANIFEST_NAME), MANIFEST_NAME).data
    except InputError:
        return {}
    if not isinstance(manifest, dict):
        return {}
    facts = manifest.get("facts")
    return {**manifest, "facts": facts if isinstance(facts, dict) else {}}


def read_choices(facts: Mapping[str, Any]) -> Choices:
    """What a manifest says of the deck, as far as it has the form that we give it; somebody may have edited it."""
    codes, copies = facts.get("codes", []), facts.get("copies", 1)
    if facts.get("deck", "full") not in list(DECKS) or not (isinstance(copies, int) and 1 <= copies <= 99):
        return Choices()
    if not (isinstance(codes, list) and len(codes) <= MAX_CODES and all(isinstance(code, str) for code in codes)):
        return Choices()
    believed: dict[str, Any] = {"codes": tuple(codes)} if "codes" in facts else {}
    for key, kinds in get_type_hints(Choices).items():
        if key in facts and key != "codes":
            if isinstance(facts[key], kinds):
                believed[key] = facts[key]
            elif bool not in (kinds, *get_args(kinds)):
                return Choices()
    return Choices(**believed)


def check_manifest(manifest: Mapping[str, Any], hashes: Mapping[str, str]) -> list[Finding]:
    """Every file that the manifest names is there with its SHA-256, and no other; and it says whose work it is, as we say it."""
    listed, work = manifest.get("files"), read_toml("work.toml")
    if not isinstance(listed, dict):
        return [Finding("manifest", MANIFEST_NAME, "no list of files", "the names and SHA-256 of all files")]
    findings = []
    if manifest.get("work") != work:
        author = "{title} by {author}".format_map(work)
        findings.append(Finding("metadata", MANIFEST_NAME, "says otherwise whose work this is", author))
    if read_origin(manifest) is None:
        missing = "does not say what it was made from"
        findings.append(Finding("metadata", MANIFEST_NAME, missing, "a version, and a hash"))
    for name, entry in listed.items():
        wanted = entry.get("sha256") if isinstance(entry, dict) else None
        if name not in hashes:
            findings.append(Finding("manifest", name, "missing", "a file, as the manifest says"))
        elif hashes[name] != wanted:
            findings.append(Finding("manifest", name, "changed since it was made", f"SHA-256 {wanted}"))
    extra = [name for name in hashes if name not in listed]
    return findings + [Finding("manifest", name, "not in the manifest", "only files that it names") for name in extra]


def read_origin(manifest: Mapping[str, Any]) -> dict[str, Any] | None:
    """The `version` by which it was made, and whether this one would show the `same_texts`. None for nothing that can be believed."""
    version, texts = manifest.get("tt_print"), manifest.get("texts")
    if not (
        isinstance(version, str) and VERSION.fullmatch(version) and isinstance(texts, str) and HASH.fullmatch(texts)
    ):
        return None
    known = read_profiles().found.get(str(manifest.get("facts", {}).get("profile")))
    return None if known is None else {"version": version, "same_texts": texts == _texts_hash(known)}
