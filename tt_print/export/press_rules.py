"""Preflight of a PDF for a press, rule by rule: what ISO 15930 asks of the file as a whole. The pages follow in
`press_pages`; numbers and sentences stand in `templates/preflight/press.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tt_print.errors import InputError
from tt_print.export.preflight import Finding
from tt_print.export.press_file import PressFile, read_press_file
from tt_print.export.press_pages import check_pages
from tt_print.export.press_words import find_fault
from tt_print.export.profiles import Product, Profile

REGISTRY = "http://www.color.org"
ACTIONS = {
    "/JavaScript", "/Launch", "/URI", "/SubmitForm", "/ResetForm", "/ImportData", "/GoTo", "/GoToR", "/GoToE", "/Named",
    "/Hide", "/Movie", "/Sound", "/Rendition", "/SetOCGState", "/Trans", "/Thread",
}  # fmt: skip


def check_pdf(profile: Profile, product: Product, name: str, data: bytes, facts: Mapping[str, Any]) -> list[Finding]:
    """Everything that is wrong with the file; a fault that many pages share is told once."""
    try:
        file = read_press_file(data, name)
        found = [finding for rule in FILE_RULES for finding in rule(file, profile, name)]
        return found + _gather(check_pages(file, data, profile, product, facts))
    except InputError as error:
        return [Finding("readable", name, str(error), "a whole PDF file")]
    except Exception as error:  # a damaged part can surface wherever a rule looks at it
        told = f"a part of it is damaged ({type(error).__name__}: {error})"
        return [Finding("readable", name, told, "a whole PDF file; save or export it again")]


def _gather(findings: Iterator[Finding]) -> list[Finding]:
    """One finding for each fault, with its first page and how many more there are."""
    places: dict[tuple[str, str, str], list[str]] = {}
    for finding in findings:
        places.setdefault((finding.rule, finding.said, finding.wanted), []).append(finding.where)
    return [
        Finding(rule, where[0] + (f" and {len(where) - 1} more" if len(where) > 1 else ""), said, wanted)
        for (rule, said, wanted), where in places.items()
    ]


def is_x1a(profile: Profile) -> bool:
    return profile["press"]["standard"].startswith("PDF/X-1a")


def _check_version(file: PressFile, profile: Profile, name: str) -> Iterator[Finding]:
    newest = tuple(profile["press"]["version"])
    try:
        found = tuple(int(part) for part in file.version.split("."))
    except ValueError:
        found = (0, 0)
    if not (1, 3) <= found <= newest:
        wanted = f"PDF 1.{newest[1]} or older"
        yield find_fault("version", name, found=file.version, wanted=wanted, standard=profile["press"]["standard"])


def _check_encryption(file: PressFile, profile: Profile, name: str) -> Iterator[Finding]:
    if file.encrypted:
        yield find_fault("encryption", name, standard=profile["press"]["standard"])


def _check_id(file: PressFile, profile: Profile, name: str) -> Iterator[Finding]:
    if len(file.file_id) != 2 or any(len(part) != 16 for part in file.file_id):
        told = f"an ID of {len(file.file_id)} parts" if file.file_id else "it has no ID"
        yield find_fault("file_id", name, found=told)


def _check_claim(file: PressFile, profile: Profile, name: str) -> Iterator[Finding]:
    """X-1a stands in the Info dictionary (ISO 15930-4), X-4 in the metadata (ISO 15930-7), PDF/A there too."""
    standard, archive = profile["press"]["standard"], profile["press"]["archive"]
    found = file.info.get("GTS_PDFXVersion", "") if is_x1a(profile) else file.xmp.get("pdfxid:GTS_PDFXVersion", "")
    if found != standard:
        yield find_fault("claim", name, found=found or "nothing of PDF/X", wanted=standard)
    part = file.xmp.get("pdfaid:part", "") + file.xmp.get("pdfaid:conformance", "")
    if archive and part != archive:
        yield find_fault(
            "claim", name, found=f"PDF/A-{part}" if part else "nothing of PDF/A", wanted=f"PDF/A-{archive}"
        )


def _check_intent(file: PressFile, profile: Profile, name: str) -> Iterator[Finding]:
    wanted = profile["intent"]
    words = {"kind": "GTS_PDFX", "identifier": wanted["identifier"], "info": wanted["info"]}
    press = [intent for intent in file.intents if intent.subtype == "GTS_PDFX"]
    if len(press) != 1:
        yield find_fault("intent", name, found=f"{len(press) or 'no'} output intents for PDF/X", **words)
        return
    (intent,) = press
    if intent.identifier != wanted["identifier"]:
        yield find_fault("intent", name, found=f"made for {intent.identifier or 'no named condition'}", **words)
    if profile["press"]["archive"] and [i.subtype for i in file.intents].count("GTS_PDFA1") != 1:
        yield find_fault("intent", name, found="no output intent for PDF/A", **words | {"kind": "GTS_PDFA1"})


def _check_profile(file: PressFile, profile: Profile, name: str) -> Iterator[Finding]:
    """X-4 holds the ICC profile; X-1a may name a condition of the ICC's registry instead."""
    for intent in file.intents:
        if intent.components is None:
            if profile["intent"]["profile"]:
                yield find_fault(
                    "profile", name, found=f"{intent.subtype} holds no profile", wanted="the profile in the file"
                )
            elif intent.registry != REGISTRY:
                said = f"the condition is of the registry {intent.registry!r}"
                yield find_fault("profile", name, found=said, wanted=f"{REGISTRY}, where presses look it up")
        elif intent.components != 4 or intent.profile[12:20] != b"prtrCMYK":
            kind = intent.profile[12:20].decode("latin-1").strip() or "nothing"
            yield find_fault("profile", name, found=f"a profile of kind {kind}", wanted="one of a printer in CMYK")
    if len({intent.place for intent in file.intents if intent.components is not None}) > 1:
        yield find_fault("profile", name, found="two different profiles", wanted="one profile for the whole file")


def _check_trapped(file: PressFile, profile: Profile, name: str) -> Iterator[Finding]:
    found = file.info.get("Trapped", "").removeprefix("/")
    told = file.xmp.get("pdf:Trapped")
    if found not in ("True", "False"):
        yield find_fault("trapped", name, found=found or "not told")
    elif told != found and not (told is None and is_x1a(profile)):
        yield find_fault("trapped", name, found=f"{found} in the information, {told or 'not told'} in the metadata")


def _check_info(file: PressFile, profile: Profile, name: str) -> Iterator[Finding]:
    for key in ("Title", "Creator", "Producer", "CreationDate", "ModDate"):
        if not file.info.get(key, "").strip():
            yield find_fault("info", name, found=key)


# The Info dictionary's key, the metadata's, and how to read both.
AGREE: tuple[tuple[str, str, Callable[[str], str]], ...] = (
    ("Title", "dc:title", str), ("Creator", "xmp:CreatorTool", str), ("Producer", "pdf:Producer", str),
    ("CreationDate", "xmp:CreateDate", lambda text: read_moment(text)),
    ("ModDate", "xmp:ModifyDate", lambda text: read_moment(text)),
)  # fmt: skip


# ISO 15930-7 wants these in the metadata, whatever the Info dictionary says.
NEEDED_METADATA = (
    "dc:title", "xmp:CreateDate", "xmp:ModifyDate", "xmp:MetadataDate",
    "xmpMM:DocumentID", "xmpMM:VersionID", "xmpMM:RenditionClass",
)  # fmt: skip


def read_moment(text: str) -> str:
    """A date as `20000101000000+0000`, from `D:20000101000000+00'00'` or `2000-01-01T00:00:00+00:00`."""
    match = re.match(r"(?:D:)?([\d:T-]*?\d{2})(Z|[+-]\d\d'?:?\d{2})?'?$", text)
    if not match:
        return text
    zone = re.sub(r"\D", "", match[2] or "")
    sign = (match[2] or "+")[0]
    return re.sub(r"\D", "", match[1]) + (f"{sign}{zone}" if zone.strip("0") else "+0000")


def _check_agreement(file: PressFile, profile: Profile, name: str) -> Iterator[Finding]:
    """X-1a needs no metadata; where there are any, they agree. X-4 names a few that must be there."""
    for key in () if is_x1a(profile) else NEEDED_METADATA:
        if not file.xmp.get(key):
            yield find_fault("agreement", name, found=f"no {key}")
    for key, other, read in AGREE:
        one, two = file.info.get(key, ""), file.xmp.get(other)
        if two is not None and read(one) != read(two):
            said = f"{key}: the information says {one!r}, the metadata {two!r}"
            yield find_fault("agreement", name, found=said)


def _check_fonts(file: PressFile, profile: Profile, name: str) -> Iterator[Finding]:
    for held in file.objects:
        if held.get("/Type") != "/Font" or held.get("/Subtype") in ("/Type0", "/Type3"):
            continue  # Type0 stands on a descendant, which is an object too; Type3 is drawn by the file
        descriptor = held.get("/FontDescriptor")
        descriptor = descriptor.get_object() if descriptor is not None else {}
        if not any(f"/FontFile{kind}" in descriptor for kind in ("", "2", "3")):
            yield find_fault("fonts", name, found=str(held.get("/BaseFont", "a font"))[1:])


def _check_actions(file: PressFile, profile: Profile, name: str) -> Iterator[Finding]:
    found = {f"a {str(held['/S'])[1:]} action" for held in file.objects if held.get("/S") in ACTIONS}
    found |= {"an action of its own" for held in file.objects if "/AA" in held}
    found |= {"a script" for held in file.objects if "/JavaScript" in held or "/JS" in held}
    found |= {
        "attached files" for held in file.objects if "/EmbeddedFiles" in held or held.get("/Type") == "/EmbeddedFile"
    }
    found |= {"a form to fill in"} if "AcroForm" in file.root_keys else set()
    found |= {"layers, which PDF 1.4 has not"} if is_x1a(profile) and "OCProperties" in file.root_keys else set()
    for told in sorted(found):
        yield find_fault("actions", name, found=told)


def _check_streams(file: PressFile, profile: Profile, name: str) -> Iterator[Finding]:
    filters = {str(f)[1:] for held in file.objects for f in _filters(held)}
    refused = {"LZWDecode"} | ({"JPXDecode", "JBIG2Decode"} if is_x1a(profile) else set())
    for told in sorted(filters & refused):
        yield find_fault("streams", name, found=f"it is packed by {told}", wanted="packing that every press can undo")
    if any("/F" in held and _is_stream(held) for held in file.objects):
        yield find_fault("streams", name, found="a part lies in another file", wanted="everything in this one")
    if is_x1a(profile) and file.has_streams_of_objects:
        yield find_fault("streams", name, found="compressed objects, which PDF 1.4 has not", wanted="plain objects")


def _filters(held: Mapping[str, Any]) -> list[Any]:
    filters = held.get("/Filter", ()) if _is_stream(held) else ()
    return [filters] if isinstance(filters, str) else list(filters)


def _is_stream(held: Mapping[str, Any]) -> bool:
    return hasattr(held, "get_data")


def _check_device(file: PressFile, profile: Profile, name: str) -> Iterator[Finding]:
    found = set()
    for held in file.objects:
        for key, told in (
            ("/TR", "a transfer curve"),
            ("/TR2", "a transfer curve"),
            ("/HT", "a halftone"),
            ("/HTP", "a halftone"),
        ):
            if key in held and held.get("/Type") != "/Mask" and held.get(key) not in ("/Default", "/Identity"):
                found.add(told)
        if _is_stream(held) and (held.get("/Subtype") == "/PS" or held.get("/Subtype2") == "/PS"):
            found.add("PostScript")
    for told in sorted(found):
        yield find_fault("device", name, found=told)


FILE_RULES = (
    _check_version, _check_encryption, _check_id, _check_claim, _check_intent, _check_profile, _check_trapped,
    _check_info,
    _check_agreement, _check_fonts, _check_actions, _check_streams, _check_device,
)  # fmt: skip
