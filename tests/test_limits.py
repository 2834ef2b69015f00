"""Files that ask in a few bytes for years of work, or for all memory: a sentence, in time, and the program goes on."""

import io
import sys
import time
from contextlib import suppress

import pytest
from fontTools.misc.psCharStrings import T2CharString
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph, GlyphComponent

from tests.artwork.made import in_bytes, photo
from tests.commands import tt
from tests.makers import own_files
from tests.makers.fonts import LATIN, blocks, make_font
from tests.makers.themes import bring
from tests.walks import walk
from tt_print.errors import InputError
from tt_print.files import limits

TIMES = 40  # 40 letters of 40 letters of 40 ..., or as many calls


def saved(font):
    file = io.BytesIO()
    font.recalcBBoxes = False
    font.save(file)
    return file.getvalue()


def letters_in_letters():
    """A font whose H is TIMES of another letter, which is as many of a third, six deep."""
    font = TTFont(io.BytesIO(make_font(blocks(LATIN))))
    names = [name for name in font.getGlyphOrder() if name not in (".notdef", font.getBestCmap()[ord("H")])]
    for name, part in zip([font.getBestCmap()[ord("H")], *names[:5]], names[:6], strict=True):
        glyph = font["glyf"].glyphs[name] = Glyph()
        glyph.numberOfContours, glyph.xMin, glyph.yMin, glyph.xMax, glyph.yMax, glyph.components = -1, 0, 0, 0, 0, []
        for _ in range(TIMES):
            component = GlyphComponent()
            component.glyphName, component.x, component.y, component.flags = part, 0, 0, 0x4
            glyph.components.append(component)
    return saved(font)


def calls_of_calls():
    """A PostScript font whose H calls a routine that calls another TIMES times, nine deep (Adobe 5177, 4.7)."""
    font = TTFont(io.BytesIO(make_font(blocks(LATIN), postscript=True)))
    table = font["CFF "].cff
    table.GlobalSubrs.append(T2CharString(program=[1, 0, "rlineto", "return"]))
    for depth in range(9):
        table.GlobalSubrs.append(T2CharString(program=[depth - 107, "callgsubr"] * TIMES + ["return"]))
    letter = table.topDictIndex[0].CharStrings[font.getBestCmap()[ord("H")]]
    letter.program, letter.bytecode = [500, 0, 0, "rmoveto", 9 - 107, "callgsubr", "endchar"], None
    return saved(font)


def scans():
    """A progressive JPEG of 9 million pixels that is gone over three hundred times."""
    data = in_bytes(photo(3000, 3000).convert("L"), "JPEG", progressive=True)
    last = data.rindex(b"\xff\xda")
    return data[:-2] + data[last:-2] * 300 + data[-2:]


@walk("make", [letters_in_letters, calls_of_calls])
def test_a_font_that_would_take_years_is_given_up(capsys, monkeypatch, tmp_path, make):
    monkeypatch.setattr(limits, "MAX_SECONDS", 0.3)
    own_files.bring("themes/years.ttf", make())
    bring('extends = "tab"\n[fonts]\ndisplay = "years.ttf"\n')
    line = ["deck", "--only", "RH3", "--paper", "a4", "--out", tmp_path]
    told = tt(capsys, *line, "--theme", "mine")
    assert told.status == 2 and "takes longer than 0.3 seconds to read" in told.err
    assert tt(capsys, *line).status == 0


@pytest.mark.slow
def test_a_picture_that_would_take_minutes_is_given_up(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(limits, "MAX_SECONDS", 0.3)
    (tmp_path / "scans.jpg").write_bytes(scans())
    line = ["deck", "--only", "RH3", "--paper", "a4", "--backs", "fold", "--back", tmp_path / "scans.jpg"]
    told = tt(capsys, *line, "--out", tmp_path)
    assert told.status == 2 and "scans.jpg takes longer than 0.3 seconds to read" in told.err


def memory_limit():
    """That of this process, on systems that have one."""
    try:
        import resource
    except ImportError:
        return None
    return resource.getrlimit(resource.RLIMIT_AS)


@pytest.mark.skipif(sys.platform != "linux", reason="no other system limits memory")
def test_work_gets_no_more_memory_than_its_limit(monkeypatch):
    monkeypatch.setattr(limits, "MAX_BYTES", 90_000_000)
    before = memory_limit()
    with pytest.raises(InputError, match="the file takes too much memory"):
        limits.WorkLimit("the file").run(lambda: bytearray(200_000_000))
    assert memory_limit() == before and len(bytearray(200_000_000)) > limits.MAX_BYTES


def test_seconds_are_counted_together_and_none_is_left_behind():
    limit, before = limits.WorkLimit("the file"), memory_limit()
    limit.run(lambda: time.sleep(0.05))
    assert limit.seconds <= limits.MAX_SECONDS - 0.05
    limit.seconds = 0.05
    with pytest.raises(InputError, match=f"longer than {limits.MAX_SECONDS:g} seconds"):
        limit.run(lambda: [time.sleep(0.01) for _ in range(6000)])
    for _ in range(1000):  # ends at about the moment at which its time does
        limit = limits.WorkLimit("the file")
        limit.seconds = 0.0005
        with suppress(InputError):
            limit.run(lambda: time.sleep(0.0004))
    assert memory_limit() == before
    sys.settrace(seen := lambda *_: seen)  # a thread that still looks for an exception would be traced forever
    try:
        limits.WorkLimit("another file")
    finally:
        sys.settrace(None)
