"""Preflight of a PDF for a press, rule by rule: what ISO 15930 asks of the file as a whole, then page by page.

PDF/X-1a:2003 is ISO 15930-4, PDF/X-4 is ISO 15930-7. Numbers and sentences stand in `templates/preflight/press.toml`.
The file is read with pypdf and looked at with pdfium; reportlab wrote ours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from math import ceil, floor
from typing import Any

from tt_print.cards.lettering import capitals
from tt_print.cards.theme import DEFAULT_THEME, find_theme
from tt_print.deck import Joker, parse_card
from tt_print.errors import InputError
from tt_print.export.cardbox import MM_PER_POINT, CardBox
from tt_print.export.ink_coverage import PAPER, Build, max_ink_coverage
from tt_print.export.job import Facts
from tt_print.export.press import ORDERS
from tt_print.export.products import Product
from tt_print.export.profile_tables import PressProfile
from tt_print.preflight.edges import loose_outside_safe, uncovered_bleed, unfinished_bleed
from tt_print.preflight.findings import Finding, make_finding, merge_findings
from tt_print.preflight.paint import PageRect, Paint
from tt_print.preflight.press_file import PressFile, PressPage, read_press_file
from tt_print.progress import Progress, unseen, walk
from tt_print.templates import read_table

REGISTRY = "http://www.color.org"
ACTIONS = {
    "/JavaScript", "/Launch", "/URI", "/SubmitForm", "/ResetForm", "/ImportData", "/GoTo", "/GoToR", "/GoToE", "/Named",
    "/Hide", "/Movie", "/Sound", "/Rendition", "/SetOCGState", "/Trans", "/Thread",
}  # fmt: skip


CLOSE_MM = 0.05  # page boxes come rounded, and no cutter is as exact
SLACK = CLOSE_MM / MM_PER_POINT  # in points
PLAIN = {"DeviceCMYK", "DeviceGray"}
PATTERN_TONES = 55  # of 255: so far apart, at least, are the tones of any back's pattern
EDGES_DPI = 150  # enough to see ink at an edge, in a quarter of the time of 300
HARMLESS_ANNOTATIONS = {"PrinterMark", "TrapNet"}


def check(
    profile: PressProfile, product: Product, files: Mapping[str, bytes], facts: Facts, progress: Progress = unseen
) -> list[Finding]:
    """Reads every PDF among the files with pypdf and pdfium; reportlab wrote it."""
    if facts.order not in profile.orders:  # anybody can have written a manifest
        facts = replace(facts, order=None)
    found = [
        check_pdf(profile, product, name, data, facts, progress)
        for name, data in files.items()
        if name.lower().endswith(".pdf")
    ]
    if not found:
        return [Finding("one PDF", ", ".join(files), "no PDF among the files", "the PDF that the deck is printed from")]
    return [finding for findings in found for finding in findings]


def check_pdf(
    profile: PressProfile, product: Product, name: str, data: bytes, facts: Facts, progress: Progress = unseen
) -> list[Finding]:
    """Everything that is wrong with the file; a fault that many pages share is reported once."""
    try:
        file = read_press_file(data, name, progress)
        found = [finding for rule in FILE_RULES for finding in rule(file, profile, name)]
        return found + merge_findings(list(check_pages(file, data, profile, product, facts, progress)))
    except InputError as error:
        return [Finding("readable", name, str(error), "a whole PDF file")]
    except Exception as error:  # a damaged part can surface wherever a rule looks at it
        actual = f"a part of it is damaged ({type(error).__name__}: {error})"
        return [Finding("readable", name, actual, "a whole PDF file; save or export it again")]


def _check_version(file: PressFile, profile: PressProfile, name: str) -> Iterator[Finding]:
    newest = profile.press.version
    try:
        found = tuple(int(part) for part in file.version.split("."))
    except ValueError:
        found = (0, 0)
    if not (1, 3) <= found <= newest:
        wanted = f"PDF 1.{newest[1]} or older"
        yield make_finding("version", name, found=file.version, wanted=wanted, standard=profile.press.standard)


def _check_encryption(file: PressFile, profile: PressProfile, name: str) -> Iterator[Finding]:
    if file.encrypted:
        yield make_finding("encryption", name, standard=profile.press.standard)


def _check_id(file: PressFile, profile: PressProfile, name: str) -> Iterator[Finding]:
    if len(file.file_id) != 2 or any(len(part) != 16 for part in file.file_id):
        found = f"an ID of {len(file.file_id)} parts" if file.file_id else "it has no ID"
        yield make_finding("file_id", name, found=found)


def _check_claim(file: PressFile, profile: PressProfile, name: str) -> Iterator[Finding]:
    """X-1a stands in the Info dictionary (ISO 15930-4), X-4 in the metadata (ISO 15930-7), PDF/A there too."""
    standard, archive = profile.press.standard, profile.press.archive
    found = file.info.get("GTS_PDFXVersion", "") if profile.press.is_x1a else file.xmp.get("pdfxid:GTS_PDFXVersion", "")
    if found != standard:
        yield make_finding("claim", name, found=found or "nothing of PDF/X", wanted=standard)
    part = file.xmp.get("pdfaid:part", "") + file.xmp.get("pdfaid:conformance", "")
    if archive and part != archive:
        yield make_finding(
            "claim", name, found=f"PDF/A-{part}" if part else "nothing of PDF/A", wanted=f"PDF/A-{archive}"
        )


def _check_intent(file: PressFile, profile: PressProfile, name: str) -> Iterator[Finding]:
    wanted = profile.intent
    words = {"kind": "GTS_PDFX", "identifier": wanted.identifier, "info": wanted.info}
    press = [intent for intent in file.intents if intent.subtype == "GTS_PDFX"]
    if len(press) != 1:
        yield make_finding("intent", name, found=f"{len(press) or 'no'} output intents for PDF/X", **words)
        return
    (intent,) = press
    if intent.identifier != wanted.identifier:
        yield make_finding("intent", name, found=f"made for {intent.identifier or 'no named condition'}", **words)
    if profile.press.archive and [i.subtype for i in file.intents].count("GTS_PDFA1") != 1:
        yield make_finding("intent", name, found="no output intent for PDF/A", **words | {"kind": "GTS_PDFA1"})


def _check_profile(file: PressFile, profile: PressProfile, name: str) -> Iterator[Finding]:
    """X-4 holds the ICC profile; X-1a may name a condition of the ICC's registry instead."""
    for intent in file.intents:
        if intent.components is None:
            if profile.intent.profile:
                yield make_finding(
                    "profile", name, found=f"{intent.subtype} holds no profile", wanted="the profile in the file"
                )
            elif intent.registry != REGISTRY:
                found = f"the condition is of the registry {intent.registry!r}"
                yield make_finding("profile", name, found=found, wanted=f"{REGISTRY}, where presses look it up")
        elif intent.components != 4 or intent.profile[12:20] != b"prtrCMYK":
            kind = intent.profile[12:20].decode("latin-1").strip() or "nothing"
            yield make_finding("profile", name, found=f"a profile of kind {kind}", wanted="one of a printer in CMYK")
    if len({intent.reference for intent in file.intents if intent.components is not None}) > 1:
        yield make_finding("profile", name, found="two different profiles", wanted="one profile for the whole file")


def _check_trapped(file: PressFile, profile: PressProfile, name: str) -> Iterator[Finding]:
    found = file.info.get("Trapped", "").removeprefix("/")
    in_metadata = file.xmp.get("pdf:Trapped")
    if found not in ("True", "False"):
        yield make_finding("trapped", name, found=found or "not stated")
    elif in_metadata != found and not (in_metadata is None and profile.press.is_x1a):
        yield make_finding(
            "trapped", name, found=f"{found} in the information, {in_metadata or 'not stated'} in the metadata"
        )


def _check_info(file: PressFile, profile: PressProfile, name: str) -> Iterator[Finding]:
    for key in ("Title", "Creator", "Producer", "CreationDate", "ModDate"):
        if not file.info.get(key, "").strip():
            yield make_finding("info", name, found=key)


# The Info dictionary's key, the metadata's, and how to read both.
AGREE: tuple[tuple[str, str, Callable[[str], str]], ...] = (
    ("Title", "dc:title", str), ("Creator", "xmp:CreatorTool", str), ("Producer", "pdf:Producer", str),
    ("CreationDate", "xmp:CreateDate", lambda text: read_moment(text)),  # noqa: PLW0108  defined below
    ("ModDate", "xmp:ModifyDate", lambda text: read_moment(text)),  # noqa: PLW0108
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


def _check_agreement(file: PressFile, profile: PressProfile, name: str) -> Iterator[Finding]:
    """X-1a needs no metadata; where there are any, they agree. X-4 names a few that must be there."""
    for key in () if profile.press.is_x1a else NEEDED_METADATA:
        if not file.xmp.get(key):
            yield make_finding("agreement", name, found=f"no {key}")
    for key, other, read in AGREE:
        one, two = file.info.get(key, ""), file.xmp.get(other)
        if two is not None and read(one) != read(two):
            found = f"{key}: the information says {one!r}, the metadata {two!r}"
            yield make_finding("agreement", name, found=found)


def _check_fonts(file: PressFile, profile: PressProfile, name: str) -> Iterator[Finding]:
    for held in file.objects:
        if held.get("/Type") != "/Font" or held.get("/Subtype") in ("/Type0", "/Type3"):
            continue  # Type0 stands on a descendant, which is an object too; Type3 is drawn by the file
        descriptor = held.get("/FontDescriptor")
        descriptor = descriptor.get_object() if descriptor is not None else {}
        if not any(f"/FontFile{kind}" in descriptor for kind in ("", "2", "3")):
            yield make_finding("fonts", name, found=str(held.get("/BaseFont", "a font"))[1:])


def _check_actions(file: PressFile, profile: PressProfile, name: str) -> Iterator[Finding]:
    found = {f"a {str(held['/S'])[1:]} action" for held in file.objects if held.get("/S") in ACTIONS}
    found |= {"an action of its own" for held in file.objects if "/AA" in held}
    found |= {"a script" for held in file.objects if "/JavaScript" in held or "/JS" in held}
    found |= {
        "attached files" for held in file.objects if "/EmbeddedFiles" in held or held.get("/Type") == "/EmbeddedFile"
    }
    found |= {"a form to fill in"} if "AcroForm" in file.root_keys else set()
    found |= {"layers, which PDF 1.4 has not"} if profile.press.is_x1a and "OCProperties" in file.root_keys else set()
    for action in sorted(found):
        yield make_finding("actions", name, found=action)


def _check_streams(file: PressFile, profile: PressProfile, name: str) -> Iterator[Finding]:
    filters = {str(f)[1:] for held in file.objects for f in _filters(held)}
    refused = {"LZWDecode"} | ({"JPXDecode", "JBIG2Decode"} if profile.press.is_x1a else set())
    for packing in sorted(filters & refused):
        yield make_finding(
            "streams", name, found=f"it is packed by {packing}", wanted="packing that every press can undo"
        )
    if any("/F" in held and _is_stream(held) for held in file.objects):
        yield make_finding("streams", name, found="a part lies in another file", wanted="everything in this one")
    if profile.press.is_x1a and file.has_streams_of_objects:
        yield make_finding("streams", name, found="compressed objects, which PDF 1.4 has not", wanted="plain objects")


def _filters(held: Mapping[str, Any]) -> list[Any]:
    filters = held.get("/Filter", ()) if _is_stream(held) else ()
    return [filters] if isinstance(filters, str) else list(filters)


def _is_stream(held: Mapping[str, Any]) -> bool:
    return hasattr(held, "get_data")


def _check_device(file: PressFile, profile: PressProfile, name: str) -> Iterator[Finding]:
    found = set()
    for held in file.objects:
        for key, setting in (
            ("/TR", "a transfer curve"),
            ("/TR2", "a transfer curve"),
            ("/HT", "a halftone"),
            ("/HTP", "a halftone"),
        ):
            if key in held and held.get("/Type") != "/Mask" and held.get(key) not in ("/Default", "/Identity"):
                found.add(setting)
        if _is_stream(held) and (held.get("/Subtype") == "/PS" or held.get("/Subtype2") == "/PS"):
            found.add("PostScript")
    for setting in sorted(found):
        yield make_finding("device", name, found=setting)


FILE_RULES = (
    _check_version, _check_encryption, _check_id, _check_claim, _check_intent, _check_profile, _check_trapped,
    _check_info,
    _check_agreement, _check_fonts, _check_actions, _check_streams, _check_device,
)  # fmt: skip


# The pages


def check_pages(
    file: PressFile,
    data: bytes,
    profile: PressProfile,
    product: Product,
    facts: Facts,
    progress: Progress = unseen,
) -> Iterator[Finding]:
    """Page by page, then all together."""
    wrong_size = set()
    known: dict[str, list[Finding]] = {}
    for page in file.pages:
        size = list(_check_boxes(page, product.box, profile))
        wrong_size |= {page.number} if size else set()
        yield from size
        if page.content_hash not in known:
            known[page.content_hash] = list(_check_content(page, profile))
        yield from (replace(finding, where=page.where) for finding in known[page.content_hash])
        yield from _check_plates(page, profile, bool(facts.cut_line))
        yield from _check_annotations(page)
    if not wrong_size:
        yield from _check_edges_and_order(file, data, profile, product, facts, progress)


# Boxes


def _check_boxes(page: PressPage, box: CardBox, profile: PressProfile) -> Iterator[Finding]:
    missing = [name for name in ("BleedBox", "TrimBox") if name not in page.boxes]
    for name in missing:
        yield make_finding("boxes", page.where, found=f"no {name}")
    if "ArtBox" in page.boxes:
        yield make_finding("boxes", page.where, found="an ArtBox as well as a TrimBox")
    if page.turned or page.unit != 1:
        found = f"turned by {page.turned} degrees" if page.turned else f"scaled by {page.unit:g}"
        yield make_finding("upright", page.where, found=found)
    if missing:
        return
    media, bleed, trim = (page.boxes[name] for name in ("MediaBox", "BleedBox", "TrimBox"))
    for inner, outer, fault in (
        (trim, bleed, "the TrimBox is not inside the BleedBox"),
        (bleed, media, "the BleedBox is not inside the MediaBox"),
        (bleed, page.boxes.get("CropBox", media), "the CropBox cuts into the bleed"),
    ):  # fmt: skip
        if not inner.within(outer, SLACK):
            yield make_finding("boxes", page.where, found=fault)
    width, height = _size(media)
    wanted = f"{box.width_mm:.4g} x {box.height_mm:.4g} mm, the card and {box.bleed_mm:.4g} mm of bleed all round"
    if not (_close(width, box.width_mm) and _close(height, box.height_mm)):
        found = f"the page is {width:.4g} x {height:.4g} mm{_other_product(profile, width, height)}"
        yield make_finding("size", page.where, found=found, wanted=wanted)
        return
    left, top = (trim.left - media.left) * MM_PER_POINT, (media.top - trim.top) * MM_PER_POINT
    width, height = _size(trim)
    want = box.trim
    pairs = ((left, want.left), (top, want.top), (width, want.width), (height, want.height))
    if not all(_close(one, other) for one, other in pairs):
        found = f"the TrimBox is {width:.4g} x {height:.4g} mm, {left:.4g} mm from the left and {top:.4g} from the top"
        wanted = f"{want.width:.4g} x {want.height:.4g} mm, {want.left:.4g} and {want.top:.4g} from there"
        yield make_finding("size", page.where, found=found, wanted=wanted)
    if not bleed.equals(media, SLACK):
        yield make_finding(
            "size", page.where, found="the BleedBox is not the whole page", wanted=f"{box.bleed_mm:.4g} mm of bleed"
        )


def _other_product(profile: PressProfile, width_mm: float, height_mm: float) -> str:
    """What to type where the page is right for another of the profile's products."""
    for name, product in profile.products.items():
        if _close(width_mm, product.box.width_mm) and _close(height_mm, product.box.height_mm):
            return f", right for --product {name}"
    return ""


def _close(one_mm: float, other_mm: float) -> bool:
    return abs(one_mm - other_mm) <= CLOSE_MM


def _size(rect: PageRect) -> tuple[float, float]:
    return (rect.right - rect.left) * MM_PER_POINT, (rect.top - rect.bottom) * MM_PER_POINT


def _check_annotations(page: PressPage) -> Iterator[Finding]:
    inside = page.boxes.get("TrimBox", page.boxes["MediaBox"])
    for kind, rect in page.annotations:
        apart = rect is not None and (
            max(rect.left, rect.right) <= inside.left or min(rect.left, rect.right) >= inside.right
            or max(rect.bottom, rect.top) <= inside.bottom or min(rect.bottom, rect.top) >= inside.top
        )  # fmt: skip
        if kind not in HARMLESS_ANNOTATIONS and not apart:
            yield make_finding("annotations", page.where, found=f"a {kind} annotation")


# Inks


def _check_content(page: PressPage, profile: PressProfile) -> Iterator[Finding]:
    """What depends on the operators alone, so that pages which paint the same need it once."""
    paints, where = page.painted.paints, page.where
    for name in sorted(page.painted.missing):
        yield make_finding("resources", where, found=name)
    strange = {p.color.space for p in paints} - PLAIN - {"unknown", "Shading"}
    strange -= {f"Separation on {space}" for space in PLAIN}
    for space in sorted(strange):
        yield make_finding("colors", where, found=f"it paints in {space}")
    if any(p.over and p.mode and build_of_paint(p) == PAPER for p in paints):
        yield make_finding("white", where)
    soft = sorted({p.soft for p in paints if p.soft} | ({"a transparency group"} if page.has_group else set()))
    standard = profile.press.standard
    opaque = standard.startswith("PDF/X-1a")
    for cause in soft if opaque else ():
        yield make_finding("transparency", where, found=cause, wanted=f"opaque inks; {standard} allows nothing else")
    yield from _check_ink(paints, where, profile.checks.max_total_ink, bool(soft) and not opaque)
    min_dpi = profile.checks.min_image_dpi
    for dpi in sorted({round(p.dpi) for p in paints if p.kind == "image"}):
        if dpi < min_dpi:
            yield make_finding(
                "pictures", where, found=f"a picture of {dpi} dpi", wanted=f"{min_dpi} dpi, or lines and areas"
            )


def _check_ink(paints: list[Paint], where: str, limit: float, soft: bool) -> Iterator[Finding]:
    fullest = ink_coverage(paints)
    if fullest is None:
        yield make_finding("ink", where, found="too many mixtures to measure", limit=limit)
    elif fullest.percent > limit:
        yield make_finding("ink", where, found=f"{fullest.percent:g} % ({fullest})", limit=limit)
    if soft or any(p.kind == "shading" or p.color.space in ("Shading", "Pattern") for p in paints):
        yield make_finding("ink", where, found="inks that blend, so that their sum is unknown", limit=limit)
    for paint in paints:
        if paint.kind == "image":
            held = picture_ink(paint.image)
            if held is None or held > limit:
                found = "a picture whose ink cannot be measured" if held is None else f"{held:g} % in a picture"
                yield make_finding("ink", where, found=found, limit=limit)


def ink_coverage(paints: Iterable[Paint]) -> Build | None:
    """The build of the fullest place that the paints can make; None where there are too many mixtures to measure."""
    flat = [
        (build, paint.over and bool(paint.mode)) for paint in paints if (build := build_of_paint(paint)) is not None
    ]
    return max_ink_coverage((build for build, over in flat if not over), (build for build, over in flat if over))


def build_of_paint(paint: Paint) -> Build | None:
    """The four process inks of a flat color; None for a spot color, a picture, and colors that are not CMYK."""
    parts = paint.color.parts
    if paint.kind in ("image", "shading"):
        return None
    if paint.color.space == "DeviceCMYK" and len(parts) == 4:
        return Build(*parts)
    if paint.color.space == "DeviceGray" and len(parts) == 1:
        return Build(0.0, 0.0, 0.0, 1 - parts[0])
    return None


def picture_ink(image: Any) -> float | None:
    """Percent of ink in the fullest pixel of a CMYK or grey picture with 8 bits a part; None if it is unknown."""
    filters = image.get("/Filter", ())
    filters = [filters] if isinstance(filters, str) else list(filters)
    inks = {"/DeviceCMYK": 4, "/DeviceGray": 1}.get(str(image.get("/ColorSpace", "")))
    if (
        inks is None
        or set(filters) - {"/FlateDecode", "/ASCII85Decode"}
        or image.get("/BitsPerComponent") != 8
        or "/Decode" in image
    ):
        return None
    data: bytes = image.get_data()
    if inks == 1:
        return round((255 - min(data, default=255)) / 2.55, 1)
    return round(max(map(sum, zip(*(data[part::4] for part in range(4)), strict=False)), default=0) / 2.55, 1)


def _check_plates(page: PressPage, profile: PressProfile, wants_line: bool) -> Iterator[Finding]:
    """A cut line overprints, so that a cut which lands beside it shows no white, and lies on the TrimBox."""
    line = profile.cut_line.name if profile.cut_line else ""
    only = f"cyan, magenta, yellow and black{f', and lines in {line}' if line else ''}"
    spots = [p for p in page.painted.paints if p.color.plate]
    for name in sorted({p.color.plate for p in spots} - {line}):
        yield make_finding("plates", page.where, found=f"a plate named {name}", wanted=only)
    lines = [p for p in spots if line and p.color.plate == line]
    if wants_line and not lines:
        yield make_finding("plates", page.where, found="no cut line", wanted=f"a line in {line} round the card")
    for paint in lines:
        if paint.kind != "stroke":
            yield make_finding("plates", page.where, found=f"an area in {line}", wanted="a line only")
        if not paint.over:
            yield make_finding(
                "plates", page.where, found=f"{line} knocks out what lies below", wanted=f"{line} overprinting"
            )
        trim = page.boxes.get("TrimBox")
        if trim and paint.box and not paint.box.equals(trim, SLACK):
            yield make_finding(
                "plates", page.where, found=f"{line} is not on the TrimBox", wanted="the cut where the trim is"
            )


# Looks and order


def _check_edges_and_order(
    file: PressFile, data: bytes, profile: PressProfile, product: Product, facts: Facts, progress: Progress
) -> Iterator[Finding]:
    from tt_print.render.png import rasterize

    line = profile.cut_line.name if profile.cut_line else ""
    has_line = any(p.color.plate == line for page in file.pages for p in page.painted.paints)
    seen = file.without_plate(line) if line and has_line else data
    box, coarse = product.box, replace(product.box, dpi=EDGES_DPI)
    sides: dict[str, str] = {}
    faults: dict[str, list[str]] = {}
    for page in walk(file.pages, "Looking at edges", progress):
        if not any(
            p.kind == "fill" and p.box and page.boxes["BleedBox"].within(p.box, SLACK) for p in page.painted.paints
        ):
            yield make_finding("bleed", page.where, found="nothing covers the BleedBox, not even paper")
        if page.content_hash not in sides:
            image = rasterize(seen, page.number - 1, EDGES_DPI)
            own_back = facts.back is not None and _is_picture(page)
            is_back = own_back or (facts.back is None and _reaches_the_edge(image, coarse))
            sides[page.content_hash] = "back" if is_back else "front"
            if sides[page.content_hash] == "front":
                faults[page.content_hash] = loose_outside_safe(image, coarse.pixels(coarse.safe), 2)
            else:
                covers = unfinished_bleed if own_back else uncovered_bleed
                faults[page.content_hash] = covers(rasterize(seen, page.number - 1, box.dpi), box)
        for fault in faults[page.content_hash]:
            if sides[page.content_hash] == "front":
                yield make_finding("safe", page.where, found=fault, safe=f"{box.safe_mm:.4g}")
            else:
                yield make_finding("bleed", page.where, found=fault)
    yield from _check_order(file, [sides[page.content_hash] for page in file.pages], profile, facts)


def _is_picture(page: PressPage) -> bool:
    """Whether one picture covers the page with its bleed: our fronts are lines and areas only."""
    bleed = page.boxes["BleedBox"]
    return any(p.kind == "image" and p.box and bleed.within(p.box, SLACK) for p in page.painted.paints)


def _reaches_the_edge(image: Any, box: CardBox) -> bool:
    """Whether a pattern lies beyond the trim, in the middle of at least three sides: only the back is drawn so.

    Looked at is the outer half of the bleed, clear of any line along the trim.
    """
    width, height = image.size
    half = box.pixels(box.trim.inset(-box.bleed_mm / 2))
    left, top, right, bottom = floor(half.left), floor(half.top), ceil(half.right), ceil(half.bottom)
    x1, y1, x2, y2 = width // 4, height // 4, 3 * width // 4, 3 * height // 4
    strips = ((0, y1, left, y2), (x1, 0, x2, top), (right, y1, width, y2), (x1, bottom, x2, height))
    patterned = 0
    for strip in strips:
        lower, upper = image.crop(strip).convert("L").getextrema()
        patterned += upper - lower > PATTERN_TONES
    return patterned >= 3


def _check_order(file: PressFile, sides: list[str], profile: PressProfile, facts: Facts) -> Iterator[Finding]:
    codes = facts.codes
    orders = [profile.order_name(facts.order)] if codes is not None else list(profile.orders)
    if codes is not None:
        count = len(ORDERS[orders[0]](codes))
        if len(sides) != count:
            yield make_finding(
                "count", "the file", found=f"{len(sides)} pages", wanted=f"{count} for {len(codes)} cards"
            )
    elif len(sides) % 2 and "one-back" not in orders:
        yield make_finding(
            "count", "the file", found=f"{len(sides)} pages", wanted="an even number, a front and a back a card"
        )
    names = codes if codes is not None else [""] * sides.count("front")
    wanted = [[side for _, side in ORDERS[order](names)] for order in orders]
    if sides not in wanted:
        best = next(
            (i for i, pair in enumerate(zip(sides, wanted[0], strict=False)) if pair[0] != pair[1]),
            min(len(sides), len(wanted[0])),
        )
        looks = f"it looks like a {sides[best]}" if best < len(sides) else "the pages end here"
        yield make_finding(
            "order", f"page {best + 1}", found=looks, wanted=f"the order {profile.describe_order(orders[0])}"
        )
    backs = [page for page, side in zip(file.pages, sides, strict=True) if side == "back"]
    for page in backs:
        if page.content_hash != backs[0].content_hash:
            yield make_finding(
                "order", page.where, found=f"a back unlike that of {backs[0].where}", wanted="one back for all cards"
            )
    if codes is not None and sides in wanted:
        yield from _check_cards(file, ORDERS[orders[0]](codes), facts.theme)


def _check_cards(file: PressFile, pages: list[tuple[str, str]], theme: str | None) -> Iterator[Finding]:
    """The name that is printed on each front, as a reader of text finds it."""
    for (code, side), page, text in zip(pages, file.pages, file.texts, strict=True):
        words = printed_words(code, theme) if side == "front" else ""
        if words not in text:
            yield make_finding("cards", page.where, found=text, wanted=words)


def printed_words(code: str, own_theme: str | None = None) -> str:
    """What must stand on a front: its name, or a chit's title; nothing is known of other cards, nor of a theme of one's own that
    is not there.
    """
    try:
        said = find_theme(name=own_theme or DEFAULT_THEME).words
    except InputError:
        return ""
    if code.startswith("chit-"):
        titles = read_table(dict[str, str], "sheets/chits.toml", "chit", "titles") | (said.chit.titles or {})
        return titles[code.removeprefix("chit-")]
    try:
        card = parse_card(code)
    except InputError:
        return ""
    name = said.joker.format(number=card.number) if isinstance(card, Joker) else said.name_of(card)
    return capitals(name)
