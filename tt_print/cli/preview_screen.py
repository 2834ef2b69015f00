"""`tt-print preview` at a terminal: a page fills the window, keys go on."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tt_print.cli.echo import echo, echo_screen
from tt_print.cli.preview_keys import key_by_key, read_key
from tt_print.preview.abilities import Abilities, find_abilities
from tt_print.preview.browse import DIGITS, Screen, Size, View, draw_screen, page_lines, press
from tt_print.preview.files import Place, places
from tt_print.preview.pictures import Painter
from tt_print.preview.protocols import KITTY_CLEAR
from tt_print.preview.words import words
from tt_print.terminal import can_draw, color_depth

if TYPE_CHECKING:
    from tt_print.preview.files import PreviewFile

LOOK_S = 0.3  # how often the window's size is looked at
OPEN, CLOSE = (
    "\x1b[?1049h\x1b[?25l\x1b[?7l",
    "\x1b[?7h\x1b[?25h\x1b[?1049l",
)  # another screen, no cursor, no breaking of lines


def show_in_terminal(files: Sequence[PreviewFile], details: Sequence[str]) -> None:
    """Until the person leaves; then the terminal is as it was."""
    abilities = find_abilities(os.environ, color_depth(sys.stdout), can_draw(), os.name == "nt")
    with Painter() as painter:
        if abilities.places:
            _show_screens(places(files), details, abilities, painter)
        else:
            _show_lines(places(files), details, painter)


def window_size() -> Size:
    size = shutil.get_terminal_size((80, 24))
    return Size(max(1, size.columns), max(1, size.lines))


def _show_screens(pages: Sequence[Place], details: Sequence[str], abilities: Abilities, painter: Painter) -> None:
    with _other_screen(abilities), key_by_key():
        view, drawn, screen = View(), None, Screen("", ())
        while not view.left:
            size = window_size()
            if (view, size) != drawn:
                screen = draw_screen(view, pages, size, abilities, painter, details)
                echo_screen(screen.text)
                drawn = (view, size)
            key = read_key(LOOK_S)
            if key is not None:
                view = press(view, key, pages, screen)


@contextmanager
def _other_screen(abilities: Abilities) -> Iterator[None]:
    if os.name == "nt":
        os.system("")  # after which a Windows console obeys escapes
    try:
        echo_screen(OPEN)
        yield
    finally:
        echo_screen((KITTY_CLEAR if abilities.pictures == "kitty" else "") + CLOSE)


LINE_KEYS = {"": "space", "z": "other"}  # what is larger than the window could not be gone through


def _show_lines(pages: Sequence[Place], details: Sequence[str], painter: Painter) -> None:
    """Page after page in plain letters, each after a line from the person: for terminals on which nothing can be placed."""
    from tt_print.cli.prompting import Keyboard

    keyboard, view = Keyboard(edit=False), View()
    while not view.left:
        size = window_size()
        shown = Screen("", (pages[view.index],))
        lines = (
            list(details) if view.details else page_lines(view, pages, Size(size.columns - 1, size.lines - 1), painter)
        )
        echo("\n".join([view.note] if view.note else lines))
        try:
            typed = keyboard.ask(words().ask)
        except EOFError:
            return
        before = view
        is_page = bool(typed) and all(sign in DIGITS for sign in typed)
        keys = [*typed, "enter"] if is_page else [LINE_KEYS.get(typed, typed[:1])]
        if view.details and not is_page:
            keys = ["+"] if keys != ["q"] else keys
        for key in keys:
            view = press(view, key, pages, shown)
        if view == before and not typed:
            return  # after the last page
