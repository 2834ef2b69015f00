"""From what somebody wants exported to its files: looked over, drawn, written with steps for people, and listed in a manifest."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from tt_print import __version__
from tt_print.deck import DECK_TITLES, DECKS, JOKERS, VARIABLES, AnyCard, print_order
from tt_print.draw.pixels import PngFile, render_pngs
from tt_print.draw.shapes import Drawing
from tt_print.errors import ExportError
from tt_print.export.profiles import NOTHING, ExportChoices, Profile
from tt_print.faces.back import draw_back
from tt_print.faces.chits import draw_chit, draw_pointers, draw_text_cards
from tt_print.faces.faces import draw_face
from tt_print.faces.layout import OVERDRAW_MM, Product
from tt_print.faces.theme import DEFAULT_THEME, THEMES, Theme
from tt_print.files.data import MEGABYTE, in_bytes
from tt_print.files.disk import file_stem, hash_of, short_hash
from tt_print.problems import Problem
from tt_print.templates import read_toml

if TYPE_CHECKING:
    from tt_print.draw.artwork import Artwork
    from tt_print.draw.pixels import Progress
    from tt_print.paper.plan import Paper


Files: TypeAlias = dict[str, PngFile | bytes]
Facts: TypeAlias = dict[str, object]


@dataclass(frozen=True)
class FileKind:
    """A kind of files. `draw` gives them, and what a how-to may name in braces beyond what every how-to may. It raises ExportError for what
    the profile does not take.

    `options` are the choices that it takes and others do not. `resolve` gives the choices of a job with its defaults filled in, and raises
    Problem for what cannot be. If it `is_zipped`, the files go into a zip as well.
    """

    draw: Callable[[Job], tuple[Files, Facts]]
    options: frozenset[str]
    resolve: Callable[[Job], ExportChoices] = attrgetter("choices")
    is_zipped: bool = False


class Front(NamedTuple):
    """One card to be made: `code` names it, `drawing` is its finished front with the bleed around it."""

    code: str
    drawing: Drawing


@dataclass(frozen=True)
class Job:
    """An export of a product as somebody chose. `fronts` holds each card as often as it is wanted, in printing order; not every kind of files has `paper`."""

    kind: FileKind
    profile: Profile
    product: Product
    choices: ExportChoices
    theme: Theme
    paper: Paper
    artwork: Artwork | None = None
    fronts: tuple[Front, ...] = ()

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
            from tt_print.draw.artwork import PressLimits

            over += OVERDRAW_MM  # a picture ends exactly there
            limits = PressLimits(press.max_total_ink, press.min_image_dpi) if press else None
        back = draw_back(self.theme, trim.width, trim.height, over, self.artwork, limits, is_flooded=True)
        return self.product.on_paper(back, self.theme)

    @cached_property
    def back_notes(self) -> list[str]:
        """Notes on the user's picture on the backs."""
        if self.artwork is None:
            return []
        from tt_print.draw.artwork import back_advice

        return back_advice(self.artwork, self.product.trim.width, self.product.trim.height, self.product.bleed_mm)

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

    def facts(self) -> dict[str, object]:
        """What was chosen, as the manifest keeps it. The theme is named where it is the user's own and may say other words."""
        facts: dict[str, object] = {
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


def _name_part(field: str, value: object) -> str:
    """`mpc`, `x2`, `4-marks`, `cut-line`, `no-dividers`, `thickness-0.3`."""
    if isinstance(value, bool):
        return ("" if value else "no-") + field.replace("_", "-")
    # some may be long, and hold what no file may be called
    return NAME_PARTS[field].format(short_hash(str(value)) if field in ("name", "url") else value).replace(" ", "-")


def usual_theme(profile: Profile, ink: str) -> str:
    return DEFAULT_THEME if ink.strip().lower() == "low" else profile.theme or DEFAULT_THEME


# ---------------------------------------------------------------- what kinds share


def json_file(data: Mapping[str, object]) -> bytes:
    return (json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode()


def draw_fronts(choices: ExportChoices, theme: Theme, product: Product) -> tuple[Front, ...]:
    cards: list[AnyCard] = [*print_order(DECKS[choices.deck]), *(JOKERS if choices.has_jokers else ())]
    laid_out, factor = product.lay_out(theme), product.scale_of(theme, theme.width_mm, theme.height_mm)
    faces = [Front(card.safe_code, product.on_paper(draw_face(card, laid_out), theme)) for card in cards]
    others: list[tuple[str, Drawing]] = []
    if choices.chits:
        others += [(f"chit-{variable}", draw_chit(variable, theme, factor)) for variable in VARIABLES]
    if choices.extras:
        others.append(("pointers", draw_pointers(theme, factor)))
        others += [(each.title.lower().replace(" ", "-"), each) for each in draw_text_cards(theme, factor)]
    return (*faces * choices.copies, *(Front(code, product.place(drawing, theme)) for code, drawing in others))


# ---------------------------------------------------------------- writing

# They are in memory all at a time. Twenty decks as pictures for a service are 2,700 files and 250 MB at 300 dpi.
MAX_EXPORT_BYTES = 590 * MEGABYTE
HOW_TO = "HOW-TO.txt"


def make_files(job: Job, progress: Progress) -> dict[str, bytes]:
    """The files of an export, by name below its folder. Raises ExportError for what the profile does not take, and Problem for too much."""
    drawn, more = job.kind.draw(job)
    pictures = {name: content for name, content in drawn.items() if isinstance(content, PngFile)}
    made = dict(zip(pictures, render_pngs([*pictures.values()], progress), strict=True))
    files = {name: made[name] if isinstance(content, PngFile) else content for name, content in drawn.items()}
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


def _manifest(job: Job, files: Mapping[str, bytes]) -> bytes:
    """The choices, the files with their hashes, and whose work it is."""
    listed = {name: {"bytes": len(data), "sha256": hash_of(data)} for name, data in files.items()}
    about = "Triple Topper by Brian Ciesicki; files by tt_print. This names every file of the export."
    manifest: dict[str, object] = {
        "about": about, "tt_print": __version__, "work": read_toml("work.toml"),
        **({"theme": asdict(job.theme.origin)} if job.theme.origin else {}),
        "facts": job.facts(), "files": listed,
    }  # fmt: skip
    if job.artwork is not None:
        from tt_print.draw.artwork import artwork_file

        manifest["back"] = artwork_file().words.rights
    return json_file(manifest)
