"""From what somebody wants exported to its files: looked over, drawn, written with steps for people, and listed in a manifest."""

from __future__ import annotations

import io
import json
import os
import zipfile
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from hashlib import sha256
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

from tt_print import __version__
from tt_print.cards.back import draw_back
from tt_print.cards.chits import draw_chit, draw_pointers, draw_text_cards
from tt_print.cards.faces import draw_face
from tt_print.cards.layout import lay_out
from tt_print.cards.theme import DEFAULT_THEME, THEMES, Theme
from tt_print.deck import DECK_TITLES, DECKS, JOKERS, VARIABLES, AnyCard, print_order
from tt_print.drawing.geometry import CREASE, CUT, Matrix, Outline, compose, outline_path, quarter_turn, scale, shift
from tt_print.drawing.shapes import Drawing, Group, Ink, Path
from tt_print.errors import ExportError
from tt_print.export.profiles import NOTHING, Choices, Product, Profile
from tt_print.files.data import MEGABYTE, in_bytes
from tt_print.files.names import file_stem, short_hash
from tt_print.problems import Problem
from tt_print.render.dxf import render_dxf
from tt_print.templates import read_toml

if TYPE_CHECKING:
    from tt_print.artwork.read import Artwork
    from tt_print.render.progress import Progress

OVERDRAW_MM = 0.002  # figures are written to the micrometer: what ends at the file's edge must cover its last pixel

T = TypeVar("T")
R = TypeVar("R")


class Pixels(NamedTuple):
    """A drawing that becomes a PNG of this size; `dpi` is what the file says of itself."""

    drawing: Drawing
    size_px: tuple[int, int]
    dpi: int


Files: TypeAlias = dict[str, Pixels | bytes]
Facts: TypeAlias = dict[str, object]


@dataclass(frozen=True)
class Kind:
    """A kind of files. `draw` gives them, and what a how-to may name in braces beyond what every how-to may. It raises ExportError for what
    the profile does not take.

    `options` are the choices that it takes and others do not. `resolve` gives the choices with its defaults filled in, and raises Problem for
    what cannot be. If it `is_zipped`, the files go into a zip as well.
    """

    draw: Callable[[Job], tuple[Files, Facts]]
    options: frozenset[str]
    resolve: Callable[[Profile, Product, Choices], Choices] = lambda profile, product, choices: choices
    is_zipped: bool = False


class Front(NamedTuple):
    """One card to be made: `code` names it, `drawing` is its finished front with the bleed around it."""

    code: str
    drawing: Drawing


@dataclass(frozen=True)
class Job:
    """An export of a product as somebody chose. `fronts` holds each card as often as it is wanted, in printing order."""

    kind: Kind
    profile: Profile
    product: Product
    choices: Choices
    theme: Theme
    fronts: tuple[Front, ...] = ()
    artwork: Artwork | None = None

    @property
    def codes(self) -> list[str]:
        """Of all fronts."""
        return [front.code for front in self.fronts]

    @property
    def drawings(self) -> dict[str, Drawing]:
        """The finished front of each card with its bleed, by its code; copies of a card are one."""
        return dict(self.fronts)

    @property
    def dpi(self) -> int | None:
        """The density of its pictures, None where nothing becomes pixels, or they alone count."""
        return self.product.dpi if self.profile.densities() else None

    @property
    def title(self) -> str:
        """Of the deck, in words."""
        copies = self.choices.copies
        return DECK_TITLES[self.choices.deck] + (f", {copies} copies" if copies > 1 else "")

    @cached_property
    def back(self) -> Drawing:
        """Its pattern or the user's own picture goes on through the bleed to the file's edge. A picture keeps what a press asks for."""
        trim, over, limits, press = self.product.trim, self.product.bleed_mm, None, getattr(self.profile, "press", None)
        if self.artwork:
            from tt_print.artwork.read import PressLimits

            over += OVERDRAW_MM  # a picture ends exactly there
            limits = PressLimits(press.max_total_ink, press.min_image_dpi) if press else None
        back = draw_back(self.theme, trim.width, trim.height, over, self.artwork, limits, is_flooded=True)
        return on_paper(self.product, back, self.theme)

    @cached_property
    def back_notes(self) -> list[str]:
        """Notes on the user's picture on the backs."""
        if self.artwork is None:
            return []
        from tt_print.artwork.read import back_advice

        return back_advice(self.artwork, self.product.trim.width, self.product.trim.height, self.product.bleed_mm)

    @property
    def index_cap_mm(self) -> float:
        """How high the capitals in the corners of a front are."""
        return lay_out_for(self.product, self.theme).tab.number_cap

    @property
    def stem(self) -> str:
        """A name that carries every choice that changes the bytes."""
        choices, theme = self.choices, self.theme
        is_usual = theme.name == usual_theme(self.profile, choices.ink)
        jokers = None if choices.jokers == (choices.deck != "west") else choices.jokers
        values = vars(replace(choices, jokers=jokers, theme="" if is_usual else theme.file_part or theme.name))
        return file_stem(
            *(_name_part(name, values[name]) for name in NAME_PARTS if values[name] != getattr(NOTHING, name))
        )

    def facts(self) -> dict[str, Any]:
        """What was chosen, as the manifest keeps it. The theme is named where it is the user's own and may say other words."""
        facts: dict[str, Any] = {
            name: getattr(self.choices, name) for name in ("profile", "product", "deck", "copies", "ink")
        }
        if self.theme.name not in THEMES:
            facts["theme"] = self.theme.name
        return {**facts, "codes": self.codes, **self.choices.special}

    def broken(self, rule: str) -> ExportError:
        """The error that tells of a rule of the profile that the files would break."""
        return ExportError(f"what came out breaks the rules of {self.profile.name}, so nothing was written:\n  {rule}")


# in the names of folders; what is on or off says its own name
NAME_PARTS = {
    "profile": "{}", "product": "{}", "deck": "{}", "jokers": "", "chits": "", "extras": "", "copies": "x{}", "indices": "indices-{}",
    "ink": "{}", "theme": "{}", "marks": "{}-marks", "backs": "", "cut_line": "", "order": "order-{}", "thickness": "thickness-{}",
    "sleeved": "", "dividers": "", "name": "named-{}", "max_px": "max-px-{}", "stock": "stock-{}", "dpi": "{}-dpi", "back": "back-{:.8}",
    "url": "url-{}", "paper": "{}",
}  # fmt: skip


def _name_part(field: str, value: Any) -> str:
    """`mpc`, `x2`, `4-marks`, `cut-line`, `no-dividers`, `thickness-0.3`."""
    if isinstance(value, bool):
        return ("" if value else "no-") + field.replace("_", "-")
    # some may be long, and hold what no file may be called
    return NAME_PARTS[field].format(short_hash(value) if field in ("name", "url") else value).replace(" ", "-")


def usual_theme(profile: Profile, ink: str) -> str:
    return DEFAULT_THEME if ink.strip().lower() == "low" else profile.theme or DEFAULT_THEME


# ---------------------------------------------------------------- what kinds share


def json_file(data: Mapping[str, Any]) -> bytes:
    return (json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode()


INKS = {CUT: Ink("#FF0000", (0, 100, 100, 0)), CREASE: Ink("#0000FF", (100, 100, 0, 0))}
HAIRLINE_MM = 0.1


def cut_files(
    outlines: Sequence[Outline], size_mm: tuple[float, float], title: str, stem: str = "cut"
) -> dict[str, bytes]:
    """`cut.svg` and `cut.dxf` on a page of this size. Cuts are red in SVG, creases blue; in DXF each has its layer."""
    from tt_print.render.svg import render_svg

    lines = tuple(Path(outline_path(o), stroke=INKS[o.layer], width_mm=HAIRLINE_MM) for o in outlines)
    drawing = Drawing(*size_mm, lines, title, "Red lines are cut, blue lines are creased.")
    return {f"{stem}.svg": render_svg(drawing).encode(), f"{stem}.dxf": render_dxf(outlines, size_mm[1])}


# ---------------------------------------------------------------- pictures of a product


def lay_out_for(product: Product, theme: Theme) -> Theme:
    """The theme for this trim and safe area. What it draws beyond the safe area runs straight on to the file's edge."""
    # a pixel more, because an edge may smear into the next one
    inset = max(product.safe.left - product.trim.left, product.safe.top - product.trim.top) + product.smear_mm
    return lay_out(theme, product.trim.width, product.trim.height, inset, product.bleed_mm + OVERDRAW_MM)


def picture_scale(product: Product, theme: Theme, width_mm: float, height_mm: float) -> float:
    """How much larger than drawn an upright picture of this size comes out, so that its ink fills the safe area."""
    # ink begins where a picture's rim ends; a pixel less, because an edge may smear into the next one
    rim, pixel = 2 * theme.card.rim_mm, product.smear_mm
    return min((product.safe.width - pixel) / (width_mm - rim), (product.safe.height - pixel) / (height_mm - rim))


def place_picture(product: Product, drawing: Drawing, theme: Theme) -> Drawing:
    """Scaled evenly and centered, so that all of its ink lies inside the safe area. One that is on its side is turned upright."""
    lying = drawing.width_mm > drawing.height_mm
    width, height = sorted((drawing.width_mm, drawing.height_mm))
    factor = picture_scale(product, theme, width, height)
    matrix = scale(factor, (product.width_mm - factor * width) / 2, (product.height_mm - factor * height) / 2)
    return on_paper(product, drawing, theme, compose(matrix, quarter_turn(width, 0)) if lying else matrix)


def on_paper(product: Product, drawing: Drawing, theme: Theme, matrix: Matrix | None = None) -> Drawing:
    """On paper that reaches to the file's edge; without a matrix, from the trim's corner on."""
    items = (
        Path(product.whole.path(), theme.paper),
        Group(drawing.items, matrix or shift(product.trim.left, product.trim.top)),
    )
    return Drawing(product.width_mm, product.height_mm, items, drawing.title, drawing.description)


def has_jokers(choices: Choices) -> bool:
    return choices.deck != "west" if choices.jokers is None else choices.jokers


def draw_fronts(choices: Choices, theme: Theme, product: Product) -> list[Front]:
    cards: list[AnyCard] = [*print_order(DECKS[choices.deck]), *(JOKERS if has_jokers(choices) else ())]
    laid_out, factor = lay_out_for(product, theme), picture_scale(product, theme, theme.width_mm, theme.height_mm)
    faces = [
        Front(card.safe_code, on_paper(product, draw_face(card, laid_out), theme)) for card in cards
    ] * choices.copies
    others: list[tuple[str, Drawing]] = []
    if choices.chits:
        others += [(f"chit-{variable}", draw_chit(variable, theme, factor)) for variable in VARIABLES]
    if choices.extras:
        others.append(("pointers", draw_pointers(theme, factor)))
        others += [(each.title.lower().replace(" ", "-"), each) for each in draw_text_cards(theme, factor)]
    return faces + [Front(code, place_picture(product, drawing, theme)) for code, drawing in others]


# ---------------------------------------------------------------- writing

# They are in memory all at a time. Twenty decks as pictures for a service are 2,700 files and 250 MB at 300 dpi.
MAX_EXPORT_BYTES = 590 * MEGABYTE
MAX_PIXEL_BYTES = 256_000_000  # of pictures that wait at a time: five cards at 1200 dpi, on however many cores
HOW_TO = "HOW-TO.txt"


def make_files(job: Job, progress: Progress) -> dict[str, bytes]:
    """The files of an export, by name below its folder. Raises ExportError for what the profile does not take, and Problem for too much."""
    drawn, more = job.kind.draw(job)
    files = _write(drawn, progress)
    if (total := sum(map(len, files.values()))) > MAX_EXPORT_BYTES:
        raise Problem("too_large", "copies", other="dpi", size=in_bytes(total), most=in_bytes(MAX_EXPORT_BYTES))
    limit = job.profile.max_file_bytes
    for name, data in files.items():
        if limit is not None and len(data) > limit:
            raise job.broken(f"{name}: file size: {len(data):,} bytes; wanted: at most {limit:,}")
    words = {
        "product": job.product.title, "cards": len(job.fronts), "deck": job.title, "stem": job.stem,
        "size_mm": job.product.size_words, **more,
    }  # fmt: skip
    how_to = [job.profile.fill("how_to", line, words) for line in job.profile.how_to]
    files[HOW_TO] = ("\n".join(how_to) + "\n").encode()
    files["manifest.json"] = _manifest(job, files)
    return files


def _write(drawn: Files, progress: Progress) -> dict[str, bytes]:
    """The bytes of each file. A picture that has several names is drawn once; the number of workers changes no byte."""
    from tt_print.render.pdf import DocumentFacts, Page, render_pdf
    from tt_print.render.pixels import encode_png, open_pages

    files = {name: content if isinstance(content, bytes) else b"" for name, content in drawn.items()}
    named = {name: content for name, content in drawn.items() if not isinstance(content, bytes)}
    once = [*{id(picture.drawing): picture for picture in named.values()}.values()]
    if not once:
        return files
    pages = [Page(picture.drawing, str(index), picture.drawing.title) for index, picture in enumerate(once)]
    pdf, most = render_pdf(pages, DocumentFacts("Cards")), min(room_for(picture.size_px) for picture in once)
    done = progress("Drawing cards", len(once))
    with open_pages(pdf) as opened:
        drawn_pages = ((opened.page_pixels(index, *each.size_px), each.dpi) for index, each in enumerate(once))
        made = on_all_cores(lambda page: encode_png(*page), drawn_pages, done=done, max_waiting=most)
    pictures = {id(picture.drawing): data for picture, data in zip(once, made, strict=True)}
    return files | {name: pictures[id(picture.drawing)] for name, picture in named.items()}


def room_for(size_px: tuple[int, int]) -> int:
    """How many pictures of this size may be in memory at a time."""
    return max(1, MAX_PIXEL_BYTES // (3 * size_px[0] * size_px[1]))


def on_all_cores(
    work: Callable[[T], R],
    items: Iterable[T],
    workers: int = 0,
    done: Callable[[], object] = lambda: None,
    max_waiting: int = 1000,
) -> list[R]:
    """`work` of each item, in order. At most two items a worker wait at a time, and no more than `max_waiting`.

    Threads are enough: pdfium draws in one, and compressing, which takes longer, lets other threads run.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    workers = min(workers or cores, max_waiting)
    results: list[R] = []
    waiting: deque[Future[R]] = deque()
    left = iter(items)
    with ThreadPoolExecutor(workers) as pool:
        waiting += (pool.submit(work, item) for item in islice(left, min(2 * workers, max_waiting)))
        while waiting:
            results.append(waiting.popleft().result())
            done()
            waiting += (pool.submit(work, item) for item in islice(left, 1))
    return results


def _manifest(job: Job, files: Mapping[str, bytes]) -> bytes:
    """The choices, the files with their hashes, and whose work it is."""
    listed = {name: {"bytes": len(data), "sha256": sha256(data).hexdigest()} for name, data in files.items()}
    about = "Triple Topper by Brian Ciesicki; files by tt_print. This names every file of the export."
    manifest: dict[str, object] = {
        "about": about, "tt_print": __version__, "work": read_toml("work.toml"),
        **({"theme": asdict(job.theme.origin)} if job.theme.origin else {}),
        "facts": job.facts(), "files": listed,
    }  # fmt: skip
    if job.artwork is not None:
        from tt_print.artwork.read import artwork_file

        manifest["back"] = artwork_file().words.rights
    return json_file(manifest)


def zipped(files: Mapping[str, bytes]) -> bytes:
    """A zip without a clock: the first day that zip knows, files in order, stored because PNG is compressed."""
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w", zipfile.ZIP_STORED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            archive.writestr(entry, data)
    return output.getvalue()
