"""What reportlab leaves out of a PDF: XMP metadata, and for one that claims a standard output intents and an ID of its content.

`canvas_bytes` ends a canvas. It adds what PDF/A (ISO 19005), PDF/UA (ISO 14289) and PDF/X
(ISO 15930) ask of the file as a whole; that the pages keep the rest of the promise is up to anyone who draws them.
"""

from __future__ import annotations

import hashlib
from html import escape

from reportlab.pdfbase import pdfdoc
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFObjectReference, PDFString

from tt_print.records import dataclass
from tt_print.render.canvas import PdfCanvas, PdfDocument, Stream
from tt_print.templates import template_path

REGISTRY = "http://www.color.org"  # of the ICC, which names printing conditions such as FOGRA39
COMPONENTS = {b"GRAY": 1, b"RGB ": 3, b"CMYK": 4}


@dataclass(frozen=True, slots=True)
class OutputIntent:
    """The colors that the file was made for. `profile` is an ICC profile's bytes; None only names the condition,
    which PDF/X-1a allows.
    """

    subtype: str  # GTS_PDFA1 or GTS_PDFX
    identifier: str
    info: str
    profile: bytes | None = None


@dataclass(frozen=True, slots=True)
class Standards:
    """What a file claims: `pdfa` such as "2A" or "2B", `pdfua` "1", `pdfx` "PDF/X-4" or "PDF/X-1a:2003"."""

    intents: tuple[OutputIntent, ...] = ()
    pdfa: str = ""
    pdfua: str = ""
    pdfx: str = ""


def screen_intent() -> OutputIntent:
    """sRGB, for files that are read on a screen or sent to a home printer."""
    return OutputIntent("GTS_PDFA1", "sRGB", "sRGB IEC61966-2.1", template_path("icc/sRGB.icc").read_bytes())


def canvas_bytes(canvas: PdfCanvas, standards: Standards) -> bytes:
    """The file of a canvas whose pages are all shown, and whose title, author and so on are set, with these claims or, without
    any, only who made what.
    """
    canvas.showOutline()
    document = canvas._doc
    catalog = document.Catalog
    if standards.pdfa or standards.pdfx:
        document.ends_streams_on_a_new_line = True
    if standards != Standards():
        document._ID = _file_id(document)
    if standards.intents:
        catalog.__NoDefault__ = [*pdfdoc.PDFCatalog.__NoDefault__, "OutputIntents"]
        catalog.OutputIntents = PDFArray([_intent(document, intent) for intent in standards.intents])
    packet = _packet(document, standards).encode()
    catalog.Metadata = Stream(PDFDictionary({"Type": PDFName("Metadata"), "Subtype": PDFName("XML")}), packet)
    if standards.pdfx.startswith("PDF/X-1a"):  # ISO 15930-4: the Info dictionary says it too
        plain = document.info.format
        version = f" /GTS_PDFXVersion ({standards.pdfx}) >>".encode()
        document.info.format = lambda d: plain(d).rstrip()[:-2] + version
    return canvas.getpdfdata()


def _file_id(document: PdfDocument) -> bytes:
    """Both halves of the file's ID (ISO 32000-1, 14.4), from what it holds: no clock, no name of a machine."""
    digest = hashlib.md5(_description(document).encode(), usedforsecurity=False)
    for item in document.idToObject.values():  # in the order in which they were drawn
        content = getattr(item, "stream", None) or ""
        digest.update(content if isinstance(content, bytes) else content.encode("utf-8", "surrogateescape"))
    return f"\n[<{digest.hexdigest()}><{digest.hexdigest()}>]\n".encode()


def _description(document: PdfDocument) -> str:
    info = document.info
    return "\n".join((info.title, info.author, info.subject, info.creator, info.producer, info.keywords))


def _intent(document: PdfDocument, intent: OutputIntent) -> PDFDictionary:
    entries = {
        "Type": PDFName("OutputIntent"), "S": PDFName(intent.subtype), "RegistryName": PDFString(REGISTRY),
        "OutputConditionIdentifier": PDFString(intent.identifier), "Info": PDFString(intent.info),
    }  # fmt: skip
    if intent.profile is not None:
        # two intents of one file must share one profile (ISO 19005-2, 6.2.3)
        name = f"profile {intent.identifier}"
        if name not in document.idToObject:
            components = PDFDictionary({"N": COMPONENTS[intent.profile[16:20]]})
            document.Reference(Stream(components, intent.profile, [pdfdoc.PDFZCompress]), name)
        entries["DestOutputProfile"] = PDFObjectReference(name)
    return PDFDictionary(entries)


def _packet(document: PdfDocument, standards: Standards) -> str:
    """The XMP packet (ISO 16684-1), which must agree with the Info dictionary."""
    info = document.info
    year, month, day, hour, minute, second = document._timeStamp.YMDhms
    date = f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}+00:00"
    file_id = (document._ID or b"").decode().partition("<")[2].partition(">")[0]
    properties = [
        _alternatives("dc:title", info.title), f"<dc:language><rdf:Bag><rdf:li>{_language(document)}</rdf:li></rdf:Bag></dc:language>",
        f"<dc:creator><rdf:Seq><rdf:li>{escape(info.author)}</rdf:li></rdf:Seq></dc:creator>",
        _alternatives("dc:description", info.subject),
    ]  # fmt: skip
    plain = {"xmp:CreatorTool": info.creator, "pdf:Producer": info.producer}
    plain |= {f"xmp:{name}": date for name in ("CreateDate", "ModifyDate")}
    if standards != Standards():
        plain |= {"dc:format": "application/pdf", "pdf:Keywords": info.keywords, "xmp:MetadataDate": date}
        plain |= {"xmpMM:DocumentID": f"uuid:{file_id}", "xmpMM:InstanceID": f"uuid:{file_id}"}
        plain |= {"xmpMM:RenditionClass": "default", "xmpMM:VersionID": "1"}
    if standards.pdfa:
        plain |= {"pdfaid:part": standards.pdfa[:-1], "pdfaid:conformance": standards.pdfa[-1]}
    if standards.pdfua:
        plain["pdfuaid:part"] = standards.pdfua
    if standards.pdfx:
        plain |= {"pdfxid:GTS_PDFXVersion": standards.pdfx, "pdf:Trapped": info.trapped}
    properties += [f"<{name}>{escape(value, quote=False)}</{name}>" for name, value in plain.items()]
    if standards.pdfa:
        properties.append(_extensions(standards))
    written = "\n".join(properties)
    spaces = " ".join(f'xmlns:{prefix}="{name}"' for prefix, name in NAMESPACES.items() if f"<{prefix}:" in written)
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n<x:xmpmeta xmlns:x="adobe:ns:meta/">'
        f'<rdf:RDF xmlns:rdf="{RDF}"><rdf:Description rdf:about="" {spaces}>\n'
        f'{written}\n</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end="w"?>'
    )  # fmt: skip


def _language(document: PdfDocument) -> str:
    """As the catalog names it."""
    return str(document.Catalog.Lang.s)


RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
NAMESPACES = {
    "dc": "http://purl.org/dc/elements/1.1/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
    "xmpMM": "http://ns.adobe.com/xap/1.0/mm/",
    "pdf": "http://ns.adobe.com/pdf/1.3/",
    "pdfaid": "http://www.aiim.org/pdfa/ns/id/",
    "pdfuaid": "http://www.aiim.org/pdfua/ns/id/",
    "pdfxid": "http://www.npes.org/pdfx/ns/id/",
    "pdfaExtension": "http://www.aiim.org/pdfa/ns/extension/",
    "pdfaSchema": "http://www.aiim.org/pdfa/ns/schema#",
    "pdfaProperty": "http://www.aiim.org/pdfa/ns/property#",
}


def _alternatives(name: str, value: str) -> str:
    return f'<{name}><rdf:Alt><rdf:li xml:lang="x-default">{escape(value, quote=False)}</rdf:li></rdf:Alt></{name}>'


def _extensions(standards: Standards) -> str:
    """PDF/A wants a description of each property that it does not know itself (ISO 19005-2, 6.6.2.3)."""
    foreign = []
    if standards.pdfua:
        foreign.append(("PDF/UA identification", "pdfuaid", "part", "Integer", "internal"))
    if standards.pdfx:
        foreign.append(("PDF/X identification", "pdfxid", "GTS_PDFXVersion", "Text", "internal"))
        foreign.append(("Adobe PDF", "pdf", "Trapped", "Text", "internal"))
    schemas = "".join(
        f'<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>{title} schema</pdfaSchema:schema>'
        f"<pdfaSchema:namespaceURI>{NAMESPACES[prefix]}</pdfaSchema:namespaceURI>"
        f"<pdfaSchema:prefix>{prefix}</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>"
        f'<rdf:li rdf:parseType="Resource"><pdfaProperty:name>{name}</pdfaProperty:name>'
        f"<pdfaProperty:valueType>{kind}</pdfaProperty:valueType>"
        f"<pdfaProperty:category>{category}</pdfaProperty:category>"
        f"<pdfaProperty:description>{title}: {name}</pdfaProperty:description></rdf:li>"
        "</rdf:Seq></pdfaSchema:property></rdf:li>"
        for title, prefix, name, kind, category in foreign
    )
    return f"<pdfaExtension:schemas><rdf:Bag>{schemas}</rdf:Bag></pdfaExtension:schemas>" if schemas else ""
