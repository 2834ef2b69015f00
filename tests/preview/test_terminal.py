"""What a person sees at a terminal: keys, pages as blocks that are the page's own colors, letters where there are none."""

from __future__ import annotations

import base64
import fcntl
import io
import json
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from itertools import pairwise

import pytest
from PIL import Image, ImageChops, ImageStat

from tests.commands import ROOT, process, tt
from tests.score.terminal import type_into
from tt_print.cli.preview import make
from tt_print.cli.preview_keys import key_by_key, read_key
from tt_print.cli.streams import safe_streams
from tt_print.preview.abilities import Abilities, find_abilities
from tt_print.preview.blocks import CUBE, DESK, GRAYS, LETTERS, gray_letters, half_blocks, nearest_256
from tt_print.preview.browse import Screen, Size, View, draw_screen, press
from tt_print.preview.files import places, read_files
from tt_print.preview.pictures import Painter
from tt_print.preview.protocols import iterm, kitty
from tt_print.terminal import width

FULL, MANY = Abilities(1 << 24, True), Abilities(256, True)
SGR = re.compile(r"\x1b\[([\d;]*)m|\x1b\[[\d?;]*[A-Za-z]|(\r\n)|(.)", re.S)


def pages_of(command: str):
    with safe_streams():
        held, _ = make(command.split())
    return places(read_files({path.as_posix(): data for path, data in held.files.items()}))


@pytest.fixture(scope="module")
def duplex():
    return pages_of("deck --deck west --no-jokers --backs duplex --paper letter")


def cells(text: str) -> list[list[tuple[str, tuple[int, int, int] | None, tuple[int, int, int] | None]]]:
    """Each line's signs with ink and ground, as a terminal takes them from the escapes."""
    lines, ink, ground = [[]], None, None
    for codes, end, sign in SGR.findall(text):
        if end:
            lines.append([])
        elif sign:
            lines[-1].append((sign, ink, ground))
        elif codes:
            numbers = [int(code or 0) for code in codes.split(";")]
            while numbers:
                first = numbers.pop(0)
                if first == 0:
                    ink = ground = None
                elif first in (38, 48):
                    kind = numbers.pop(0)
                    color = tuple(numbers.pop(0) for _ in range(3)) if kind == 2 else of_256(numbers.pop(0))
                    ink, ground = (color, ground) if first == 38 else (ink, color)
    return lines


def of_256(number: int) -> tuple[int, int, int]:
    """xterm's colors 16 to 255."""
    if number >= 232:
        return (GRAYS[number - 232],) * 3
    number -= 16
    return CUBE[number // 36], CUBE[number // 6 % 6], CUBE[number % 6]


def seen_picture(text: str, lines: int) -> Image.Image:
    """Two pixels for each cell of the first lines."""
    rows = cells(text)[:lines]
    picture = Image.new("RGB", (len(rows[0]), 2 * lines))
    for y, row in enumerate(rows):
        assert len(row) == picture.width
        for x, (sign, ink, ground) in enumerate(row):
            assert sign in " ▀" and ground
            picture.putpixel((x, 2 * y), ink if sign == "▀" else ground)
            picture.putpixel((x, 2 * y + 1), ground)
    return picture


@pytest.mark.parametrize(("columns", "lines"), [(80, 24), (200, 60), (41, 30)])
@pytest.mark.parametrize("abilities", [FULL, MANY], ids=["24 bit", "256 colors"])
def test_the_blocks_are_the_page(duplex, columns, lines, abilities):
    """Read back from the escapes: the page's own pixels on a desk, in the middle; every line fills the window and none is wider."""
    with Painter() as painter:
        screen = draw_screen(View(index=2), duplex, Size(columns, lines), abilities, painter, [])
        rows = cells(screen.text)
        assert len(rows) == lines and max(map(len, rows)) <= columns
        below = sum(not (row and row[0][2]) for row in rows)
        picture = seen_picture(screen.text, lines - below)
        scale = min((columns if len(screen.shown) == 1 else 10**6) / 215.9, picture.height / 279.4)
        size = round(215.9 * scale), 2 * round(279.4 * scale / 2)
        wide = size[0] * len(screen.shown) + 2 * (len(screen.shown) - 1)
        left = (columns - wide) // 2
        for number, place in enumerate(screen.shown):
            start = left + number * (size[0] + 2)
            part = picture.crop((start, 0, start + size[0], size[1]))
            drawn = painter.draw_small(place, *size)
            off = max(ImageStat.Stat(ImageChops.difference(part, drawn)).mean)
            assert off == 0 if abilities is FULL else off < 16
            assert (
                len(set(drawn.get_flattened_data() if hasattr(drawn, "get_flattened_data") else drawn.getdata())) > 20
            ), "no page is one color"
        desk = DESK if abilities is FULL else of_256(nearest_256(DESK))
        assert left == 0 or picture.getpixel((0, 0)) == desk
    assert [place.page.side for place in screen.shown] == (["front", "back"] if columns > 60 else ["front"])


def test_a_page_of_known_colors_is_read_back():
    """Red over blue, then white: what the escapes say is what a terminal would paint."""
    picture = Image.new("RGB", (3, 2), "white")
    picture.putpixel((0, 0), (192, 12, 28))
    picture.putpixel((0, 1), (18, 56, 156))
    [line] = half_blocks(picture, 1 << 24)
    assert cells(line) == [
        [("▀", (192, 12, 28), (18, 56, 156)), (" ", (192, 12, 28), (255,) * 3), (" ", (192, 12, 28), (255,) * 3)]
    ]
    assert all(of_256(nearest_256(of_256(number))) == of_256(number) for number in range(16, 256))


def test_gray_letters_are_fuller_where_there_is_more_ink():
    picture = Image.linear_gradient("L").resize((5, len(LETTERS))).convert("RGB")
    edge, *rows, last = gray_letters(picture)
    assert edge == last == "+-----+" and [row[1] for row in rows] == sorted(
        (row[1] for row in rows), key=LETTERS.index, reverse=True
    )
    assert rows[0][1] in LETTERS[-2:] and rows[-1][1] in LETTERS[:2]


@pytest.mark.parametrize(("columns", "lines"), [(20, 10), (20, 24), (1, 1), (10, 3), (300, 4)])
def test_no_window_is_too_small(duplex, columns, lines):
    with Painter() as painter:
        for abilities in (FULL, Abilities(0, True)):
            for view in (View(), View(zoomed=True), View(details=True)):
                text = draw_screen(view, duplex, Size(columns, lines), abilities, painter, ["Would write it all"]).text
                rows = re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", text).split("\r\n")
                assert len(rows) <= lines and (columns < 4 or max(map(width, rows)) <= columns), (view, rows)


def test_keys_lead_through_the_pages(duplex):
    """Two sides at once are one step; a number and Enter go anywhere; neither end is passed."""
    with Painter() as painter:
        view, size = View(), Size(100, 30)

        def after(*keys: str) -> View:
            nonlocal view
            for key in keys:
                view = press(view, key, duplex, draw_screen(view, duplex, size, FULL, painter, []))
            return view

        assert len(duplex) == 8 and after("space").index == 2 and after("right", "enter").index == 6
        assert (
            after("space").index == 6 and after("b").index == 5 and after("b").index == 3 and after("home").index == 0
        )
        assert after("b").index == 0 and after("5", "enter").index == 4 and after("end").index == 7
        assert (
            after("9", "9", "enter").note.startswith("There is no page 99")
            and after("1", "2", "backspace", "enter").index == 0
        )
        assert after("z").zoomed and after("space").top > 0 and after(*["up"] * 9).top == 0
        assert not after("z").zoomed and after("+").details and not after("+").details and after("q").left


def test_a_larger_page_is_all_seen_line_by_line(duplex):
    """Down to the last line of the page and no further; then the next page from its top."""
    with Painter() as painter:
        view, size = View(zoomed=True), Size(60, 20)
        tops = []
        while view.index == 0:
            screen = draw_screen(view, duplex, size, FULL, painter, [])
            tops.append(view.top)
            view = press(view, "space", duplex, screen)
        step = screen.step
        assert tops == sorted(tops) and all(after - before <= step for before, after in pairwise(tops))
        assert tops[-1] == screen.last_top == round(60 * 279.4 / 215.9 / 2) - 17 and view == View(index=1, zoomed=True)


def test_a_page_is_named_by_our_ten_digits_alone(duplex):
    """Unicode has 700 more, superscripts among them that have keys on French and German keyboards; none goes anywhere."""
    others = [chr(code) for code in range(128, sys.maxunicode) if chr(code).isdigit()]
    assert "²" in others and len(others) > 700
    for sign in others:
        assert (
            press(press(View(), sign, duplex, Screen("", ())), "enter", duplex, Screen("", tuple(duplex[:1]))).index
            == 1
        )


# ---------------------------------------------------------------- keys


@pytest.fixture
def keyboard(monkeypatch):
    """What types at a terminal that our stdin is, and its other end."""
    hands, place = pty.openpty()
    with open(place, "rb", buffering=0) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        yield lambda text: os.write(hands, text), place
    os.close(hands)


def test_every_letter_is_one_key(keyboard):
    """Of as many bytes as it has; half a letter and a sequence that nobody knows are keys, too, and swallow nothing."""
    typing, _ = keyboard
    with key_by_key():
        for sign in "q7²ùéжあ漢😀":
            typing(f"{sign}+".encode())
            assert [read_key(1), read_key(1)] == [sign, "+"]
        for data, key in (
            (b"\xc3", "�"),
            (b"\xb2", "�"),
            (b"\x1b[97;5u", "other"),
            (b"\x1b[C", "right"),
            (b"\x1b", "escape"),
        ):
            typing(data)
            assert read_key(1) == key, data
        assert read_key(0) is None


def test_nobody_is_left_in_a_shell_without_a_cursor(keyboard):
    """Ctrl-Z is a key that does nothing while pages are shown; afterwards the terminal takes it as before."""
    typing, place = keyboard
    before = termios.tcgetattr(place)
    with key_by_key():
        during = termios.tcgetattr(place)
        assert during[6][termios.VSUSP] == b"\0" and during[6][termios.VINTR] == before[6][termios.VINTR] == b"\x03"
        typing(b"\x1aq")
        assert [read_key(1), read_key(1)] == ["other", "q"]
    assert termios.tcgetattr(place) == before


# ---------------------------------------------------------------- what a terminal says of itself

TERMINALS = [
    ({"TERM": "xterm-256color"}, 256, Abilities(256, True)), ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, 256, FULL),
    ({"TERM": "dumb"}, 0, Abilities(0, False)), ({}, 0, Abilities(0, False)), ({"TERM": "linux"}, 16, Abilities(0, True)),
    ({"TERM": "xterm-256color", "NO_COLOR": "1"}, 0, Abilities(0, True)),
    ({"TERM": "xterm-kitty", "KITTY_WINDOW_ID": "1"}, 256, Abilities(1 << 24, True, "kitty")),
    ({"TERM": "xterm-ghostty", "TERM_PROGRAM": "ghostty", "COLORTERM": "truecolor"}, 256, Abilities(1 << 24, True, "kitty")),
    ({"TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app", "COLORTERM": "truecolor"}, 256, Abilities(1 << 24, True, "iterm")),
    ({"TERM": "tmux-256color", "TMUX": "x", "KITTY_WINDOW_ID": "1"}, 256, Abilities(256, True)),
    ({"TERM": "xterm-256color", "KITTY_WINDOW_ID": "1", "NO_COLOR": "1"}, 0, Abilities(0, True)),
]  # fmt: skip


@pytest.mark.parametrize(("environment", "depth", "abilities"), TERMINALS, ids=str)
def test_a_terminal_is_believed_what_it_says(environment, depth, abilities):
    assert find_abilities(environment, depth, has_blocks=True) == abilities
    assert find_abilities(environment, depth, has_blocks=False).colors == 0, "blocks that its letters lack"


def test_windows_says_it_in_other_words():
    assert find_abilities({"WT_SESSION": "1"}, 256, True, windows=True) == FULL
    assert find_abilities({}, 0, True, windows=True) == Abilities(0, False), "an old console"


def test_real_pictures_are_the_page_too(duplex):
    """The PNG out of kitty's and iTerm2's escapes, at the page's own shape; kitty's parts are no longer than it takes."""
    size = Size(80, 24)
    with Painter() as painter:
        text = draw_screen(View(), duplex, size, Abilities(1 << 24, True, "kitty"), painter, []).text
        parts = re.findall(r"\x1b_G([^;\x1b]*);([^\x1b]*)\x1b\\", text)
        assert all(len(data) <= 4096 and "q=2" in keys for keys, data in parts) and text.count("\x1b_Ga=d") == 1
        whole, pictures = "", []
        for keys, data in parts:
            whole += data
            if "m=0" in keys:
                pictures.append(Image.open(io.BytesIO(base64.b64decode(whole))))
                whole = ""
        assert len(pictures) == 2 and all(abs(each.width / each.height - 215.9 / 279.4) < 0.03 for each in pictures)
        same = painter.draw(duplex[0], *pictures[0].size)
        assert ImageChops.difference(pictures[0].convert("RGB"), same).getbbox() is None
        text = draw_screen(View(index=2), duplex, Size(41, 24), Abilities(1 << 24, True, "iterm"), painter, []).text
        [data] = re.findall(r"\x1b\]1337;File=[^:]*:([^\x07]*)\x07", text)
        shown = Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB")
        assert ImageChops.difference(shown, painter.draw(duplex[2], *shown.size)).getbbox() is None
    assert kitty(b"x", 3, 4) == "\x1b_Ga=T,f=100,q=2,C=1,c=3,r=4,m=0;eA==\x1b\\" and iterm(b"x", 3, 4).endswith(
        ":eA==\x07"
    )


# ---------------------------------------------------------------- a real pseudo-terminal


def at_terminal(arguments, keys, columns=80, lines=24, **environment) -> tuple[int, str]:
    """Presses each key when the screen has come to rest; the exit status and all that was written."""
    child, place = pty.fork()
    if child == 0:
        os.chdir(ROOT)
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        wanted = {"TERM": "xterm-256color", "COLORTERM": "truecolor"} | environment
        kept = {
            name: value
            for name, value in os.environ.items()
            if name not in ("NO_COLOR", "TMUX", "STY", "COLUMNS", "LINES")
        }
        os.execve(sys.executable, [sys.executable, "-m", "tt_print", *arguments], kept | wanted)
    fcntl.ioctl(place, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
    seen, waiting, until = b"", list(keys), time.monotonic() + 40
    while time.monotonic() < until:
        if select.select([place], [], [], 0.25)[0]:
            try:
                part = os.read(place, 1 << 16)
            except OSError:
                break
            if not part:
                break
            seen += part
        elif waiting and b"\x1b[?1049h" in seen and b"\x1b[?1049l" not in seen:
            os.write(place, waiting.pop(0).encode())
    else:
        os.kill(child, signal.SIGKILL)
    os.close(place)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), seen.decode()


DECK = ["preview", "deck", "--deck", "west", "--no-jokers", "--paper", "a4"]


def test_a_person_goes_through_the_pages_and_leaves_the_terminal_as_it_was(tmp_path):
    status, text = at_terminal([*DECK, "--out", str(tmp_path / "out")], [" ", "\x1b[C", "b", "4\r", "+", "+", "q"])
    numbers = re.findall(r": page (\d) of 4", text)
    assert status == 0 and numbers[:4] == ["1", "2", "3", "2"] and numbers[-1] == "4"
    assert "Would write" in text and "8 cuts a sheet" in text and "RC1 to RT3" in text and "sheet 2 of 4" in text
    assert text.rstrip().endswith("\x1b[?7h\x1b[?25h\x1b[?1049l") and not (tmp_path / "out").exists()


def test_ctrl_c_leaves_the_terminal_as_it_was():
    status, text = at_terminal(DECK, ["\x03"])
    assert status == 130 and "\x1b[?25h\x1b[?1049l" in text and "Nothing was written." in text


def test_without_colors_a_page_is_letters():
    status, text = at_terminal(DECK, ["q"], NO_COLOR="1")
    assert status == 0 and "\x1b[38" not in text and "\x1b[48" not in text and "▀" not in text
    rows = re.findall(r"\|([^|\r\n]*)\|", text)
    assert len(rows) >= 15 and len({len(row) for row in rows}) == 1 and sum(set(row) != {" "} for row in rows) > 10


def test_a_dumb_terminal_gets_a_page_after_each_line():
    seen = type_into(DECK, ["", "b", "+", "", "²", "z", "3", "q"], rows=24)
    assert seen.status == 0 and "\x1b" not in seen.text and "Would write" in seen.text
    assert re.findall(r": page (\d) of 4", seen.text) == ["1", "2", "1", "1", "1", "1", "3"]


def test_a_pipe_gets_a_line_for_each_file_and_words_for_each_page(tmp_path):
    ran = process(
        "preview", "deck", "--deck", "west", "--backs", "separate", "--paper", "a4", cwd=tmp_path, TERM="xterm-256color"
    )
    fronts, backs, total, last = ran.out.splitlines()
    assert (
        "output/sheets/deck-west-separate-a4-fronts.pdf" in fronts
        and "210 x 297 mm" in fronts
        and "on the other side of" in backs
    )
    assert (
        total.startswith("2 files, ")
        and last == "Nothing was written. To write: tt-print deck --deck west --backs separate --paper a4"
    )
    listed = process("preview", "--list", *DECK[1:], cwd=tmp_path).out
    assert "  page 1: RC1 to RT3\n" in listed and "\x1b" not in ran.out + listed and not list(tmp_path.iterdir())


def test_sheets_of_paper_are_counted_as_they_leave_the_printer(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def sheets(*words: str) -> tuple[int, int]:
        data = json.loads(tt(capsys, "preview", *words, "--paper", "a4", "--json").out)
        return data["sheets"], data["pages"]

    assert sheets("deck", "--deck", "west", "--no-jokers", "--no-chits") == (3, 3)
    assert sheets("deck", "--deck", "west", "--no-jokers", "--no-chits", "--backs", "duplex") == (3, 6)
    assert sheets("deck", "--deck", "west", "--no-jokers", "--no-chits", "--backs", "separate") == (3, 6)
    assert sheets("booklet", "push-it", "--format", "a5") == (4, 24), "16 pages to read, and 4 sheets of 2 sides"
