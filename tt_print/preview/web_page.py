"""All pages as one page of a browser: at true size, fronts beside their backs or held against the light."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape

from tt_print.preview.files import Place, PreviewFile, places
from tt_print.preview.listing import file_line, page_words, size_words, total_line
from tt_print.preview.words import Asked, BrowserWords, words
from tt_print.templates import template_text

DPIS = {1: 150, 2: 250}  # dots of a picture for so many dots of the screen in a CSS pixel
_BLANK = re.compile(r"\{\{(\w+)\}\}")


def web_page(files: Sequence[PreviewFile], asked: Asked, details: Sequence[str]) -> str:
    """The HTML; pictures are at `picture/INDEX-DPI`, INDEX that of the place."""
    say, all_places = words().browser, places(files)
    sizes = _size_names(all_places)
    command = f"<code>{escape(asked.command)}</code>"
    texts = {
        "command": escape(asked.command),
        "intro": _with_code(say.intro, command), "print_note": _with_code(say.print_note, command),
        "summary": escape(total_line(files)),
        "details": escape("\n".join(details)),
        "sides": _fill(template_text("preview/sides.html"), _escaped()) if any(place.other is not None for place in all_places) else "",
        "files": "\n".join(_section(number, file, all_places, sizes) for number, file in enumerate(files)),
    }  # fmt: skip
    return _fill(template_text("preview/page.html"), _escaped() | texts)


def size_rules(files: Sequence[PreviewFile]) -> str:
    """The style sheet that gives each page its size on paper."""
    return "".join(
        f".{name} {{ --width: {width:g}mm; --height: {height:g}mm; --ratio: {width:g} / {height:g}; }}\n"
        for (width, height), name in _size_names(places(files)).items()
    )


def turned_over(place: Place) -> str:
    """How the back lies behind its front: `over-x` mirrored left to right, `over-y` top to bottom."""
    page = place.page
    upright = page.height_mm >= page.width_mm
    return "over-x" if upright == (place.file.flip == "long") else "over-y"


def _escaped() -> dict[str, str]:
    say = words().browser
    return {name: escape(getattr(say, name)) for name in BrowserWords.__annotations__}


def _fill(text: str, texts: Mapping[str, str]) -> str:
    return _BLANK.sub(lambda blank: texts[blank[1]], text)


def _with_code(sentence: str, command: str) -> str:
    """A sentence with a command in it; both are HTML afterwards."""
    before, after = sentence.split("{command}")
    return f"{escape(before)}{command}{escape(after)}"


def _size_names(shown: Sequence[Place]) -> dict[tuple[float, float], str]:
    sizes = dict.fromkeys((place.page.width_mm, place.page.height_mm) for place in shown)
    return {size: f"size-{number}" for number, size in enumerate(sizes)}


def _section(number: int, file: PreviewFile, shown: Sequence[Place], sizes: Mapping[tuple[float, float], str]) -> str:
    """A file. Backs of their own file stand with their fronts."""
    name, _, facts = file_line(file).partition("   ")
    label = f'<div class="label"><h2 id="file-{number}">{escape(name)}</h2><p>{escape(facts)}</p></div>'
    own = [place for place in shown if place.file is file]
    figures = "" if file.fronts else "\n".join(
        _figure(place, shown, sizes) for place in own if place.page.side != "back" or place.other is None
    )  # fmt: skip
    inside = (
        f'<div class="scroll" tabindex="0" role="region" aria-labelledby="file-{number}"><div class="sheets">\n{figures}\n</div></div>'
        if figures
        else ""
    )
    return f"<section>{label}{inside}</section>"


def _figure(place: Place, shown: Sequence[Place], sizes: Mapping[tuple[float, float], str]) -> str:
    say = words().browser
    back = None if place.other is None else shown[place.other]
    title = say.sheet.format(sheet=place.page.sheet) if back else say.page.format(number=place.page.number)
    named = place.page.title if not (back and place.page.title.startswith("Sheet ")) else ""
    caption = ", ".join(part for part in (title if place.file.kind == "pdf" else "", named) if part) or title
    pictures = _picture(place, sizes, "front" if back else "") + (_picture(back, sizes, "back") if back else "")
    kind = f"sides two {turned_over(place)}" if back else "sides"
    return f'<figure><figcaption>{escape(caption)}</figcaption><div class="{kind}">{pictures}</div></figure>'


def _picture(place: Place, sizes: Mapping[tuple[float, float], str], side: str) -> str:
    page = place.page
    sources = ", ".join(f"picture/{place.index}-{dpi} {factor}x" for factor, dpi in DPIS.items())
    about = ", ".join(
        part for part in (words().browser.page.format(number=page.number), page_words(page), size_words(page.width_mm, page.height_mm)) if part
    )  # fmt: skip
    classes = " ".join(part for part in ("page", side, sizes[page.width_mm, page.height_mm]) if part)
    return (
        f'<img class="{classes}" src="picture/{place.index}-{DPIS[1]}" srcset="{sources}" loading="lazy" decoding="async" '
        f'alt="{escape(about)}">'
    )
