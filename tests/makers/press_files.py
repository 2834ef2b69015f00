"""Small decks for a press, and ways to break them: one fault each, made by pikepdf."""

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import cache
from types import SimpleNamespace
from typing import Any

from pikepdf import Array, Dictionary, Name, Pdf, Stream

from tests.makers.exports import Files, job
from tt_print.export.job import Job
from tt_print.export.make import make_files

# a blob among them: its page has rich black, paper on it, text in two fonts' worth of letters, and the hint rows
CARDS = ("RC1", "YH2", "KBQ", "chit-color")


@cache
def small_job(profile: str, **special: Any) -> Job:
    """Three cards and a chit."""
    whole = job(profile, **special)
    fronts = {front.code: front for front in whole.fronts}
    return replace(whole, fronts=tuple(fronts[code] for code in CARDS), choices=replace(whole.choices, codes=CARDS))


def made(wanted: Job) -> Files:
    """The files of a job."""
    silent = nullcontext(SimpleNamespace(update=lambda steps: None))
    return dict(make_files(wanted, lambda label, total: silent).files)


@cache
def small_files(profile: str, **special: Any) -> Files:
    return made(small_job(profile, **special))


def small_pdf(profile: str, **special: Any) -> bytes:
    (data,) = (data for name, data in small_files(profile, **special).items() if name.endswith(".pdf"))
    return data


# Ways to change a file


def metadata(old: str, new: str) -> Callable[[Pdf], None]:
    def change(pdf: Pdf) -> None:
        printed = pdf.Root.Metadata.read_bytes().decode()
        assert old in printed
        pdf.Root.Metadata.write(printed.replace(old, new).encode())

    return change


def info(key: str, value: Any) -> Callable[[Pdf], None]:
    def change(pdf: Pdf) -> None:
        pdf.trailer.Info[Name(f"/{key}")] = value

    return change


def paint(operators: str, page: int = 0, **resources: Any) -> Callable[[Pdf], None]:
    """Adds operators after a page's own, in points, with what they name: `ExtGState={"Soft": ...}`."""

    def change(pdf: Pdf) -> None:
        held = pdf.pages[page]
        for kind, entries in resources.items():
            # a shared dictionary of states must not change for the other pages
            own = Dictionary(held.Resources.get(Name(f"/{kind}"), Dictionary()))
            for name, value in entries.items():
                own[Name(f"/{name}")] = value(pdf) if callable(value) else value
            held.Resources[Name(f"/{kind}")] = own
        held.contents_add(b"q", prepend=True)
        held.contents_add(b"Q " + operators.encode())

    return change


def square(color: str, x: float = 95, y: float = 130, size: float = 4) -> str:
    """A small square in a color, in the middle of the page unless told; points from the bottom left."""
    return f"q {color} {x} {y} {size} {size} re f Q"


def on_page(key: str, value: Any, page: int = 0) -> Callable[[Pdf], None]:
    def change(pdf: Pdf) -> None:
        pdf.pages[page].obj[Name(f"/{key}")] = value(pdf) if callable(value) else value

    return change


def without(key: str, page: int = 0) -> Callable[[Pdf], None]:
    def change(pdf: Pdf) -> None:
        del pdf.pages[page].obj[Name(f"/{key}")]

    return change


def moved_box(name: str, left: float = 0, bottom: float = 0, right: float = 0, top: float = 0) -> Callable[[Pdf], None]:
    """A page box with its edges moved by so many points, from the MediaBox where there is none yet."""

    def change(pdf: Pdf) -> None:
        page = pdf.pages[0].obj
        box = [float(v) for v in page.get(Name(f"/{name}"), page.MediaBox)]
        moves = (left, bottom, right, top)
        page[Name(f"/{name}")] = Array([round(a + b, 4) for a, b in zip(box, moves, strict=True)])

    return change


def picture(pdf: Pdf, side: int = 10, pixel: Sequence[int] = (40, 30, 20, 0), **entries: Any) -> Stream:
    """A picture of side x side pixels, light in CMYK unless told otherwise."""
    return pdf.make_stream(
        bytes(pixel) * side * side,
        **{"Type": Name.XObject, "Subtype": Name.Image, "Width": side, "Height": side, "BitsPerComponent": 8,
           "ColorSpace": Name.DeviceCMYK} | entries,
    )  # fmt: skip


def spot(pdf: Pdf, name: str) -> Array:
    tint = Dictionary(FunctionType=2, Domain=[0, 1], C0=[0, 0, 0, 0], C1=[0, 1, 0, 0], N=1)
    return Array([Name.Separation, Name(f"/{name}"), Name.DeviceCMYK, tint])


def intents(change: Callable[[Pdf, list[Any]], None]) -> Callable[[Pdf], None]:
    return lambda pdf: change(pdf, list(pdf.Root.OutputIntents))
