"""Themes that somebody brings, written into their own folder, and what a drawing says in them."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tests.makers import own_files
from tt_print import find_theme
from tt_print.faces.theme import INK_STYLES, THEMES

# Every theme with each ink style that it has: floods of color are never saved.
LOOKS = tuple(
    (name, ink) for name in THEMES for ink in INK_STYLES if ink == "color" or not find_theme(name=name).is_flooded
)

FRENCH = """\
extends = "tab"
title = "Le jeu en français"
[words]
name = "{shape} {color} {number}"
joker = "Joker {number} sur 2"
west = "O"
conjunction = "et"
letters = { red = "R", yellow = "J", green = "V", blue = "B" }
[words.values]
red = "rouge"
yellow = "jaune"
green = "vert"
blue = "bleu"
black = "noir"
circle = "cercle"
heart = "cœur"
triangle = "triangle"
square = "carré"
blob = "tache"
[words.chit]
titles = { color = "COULEUR", shape = "FORME", number = "NOMBRE" }
captions = { 1 = "un", 2 = "deux", 3 = "trois", 4 = "quatre", "?" = "au choix" }
"""


def bring(text: str, name: str = "mine") -> Path:
    return own_files.bring(f"themes/{name}.toml", text)


def text_items(items: Iterable[Any]) -> Iterator[Any]:
    """All texts of a drawing, those in groups too."""
    for item in items:
        if hasattr(item, "items"):
            yield from text_items(item.items)
        elif hasattr(item, "string"):
            yield item


def texts(items: Iterable[Any]) -> Iterator[str]:
    return (item.string for item in text_items(items))
