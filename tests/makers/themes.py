"""Themes that somebody brings, written into their own folder, and what a drawing says in them."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.makers import own_files
from tt_print.drawing.shapes import Group, Item, Text

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


def texts(items: Iterable[Item]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Group):
            yield from texts(item.items)
        elif isinstance(item, Text):
            yield item.string
