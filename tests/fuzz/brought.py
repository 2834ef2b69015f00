"""Files of every kind that people bring, as they should be and spoiled: in their bytes, their lines and their data."""

import json
from copy import deepcopy
from typing import Any

from hypothesis import strategies as st

from tests.fuzz import odd

BLOCKS = (
    b"", b"\0", b"\xff", b"\xef\xbb\xbf", b"\xff\xfe", b"\r\n", b"\x1b[31m", b"[" * 5000, b"{" * 40, b'"', b"9" * 5000, b"\xc2\x9b", b"%", b"\\",
)  # fmt: skip
DATA: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 7, 10**9, 10**16, 10**400, 1.5, -0.0, 1e308, float("nan"), float("inf"), "", " ", "x", "Ann", "RH3", "red",
    "\x1b[2J", "\u202e", "\ud800", "\udcff", "/../../../etc", "../x", "C:\\x", "a\nb", "9" * 5000, "x" * 9999, "{deck}", "{0.__class__}", [], {}, [[]], [1, 2, 3],
    {"": ""}, {"x": [None]}, ["RH3"], [["Ann"]], "2026-11-21T20:00:00+01:00", "-", "must_play=true",
)  # fmt: skip
TOML = (
    "", "=", "x", "x = ", "x = 1", "[x]", "[[x]]", "[common]", "[craziness]", "[[", "]", "'", '"""', "#", "x = nan", "x = 1e999", "x = 0x" + "f" * 5000,
    "x = 2026-02-30", "x = [1,", "x.y.z = 1", "a." * 50 + "a = 1", "x = " + "[" * 50 + "]" * 50, 'x = "\\u001b[31m"', 'x = "\\ud800"', "\x1b[31m = 1", "\0",
    "[craziness.more]", "must_play = true", "jokers = 2", "next_dealer = 'winner'", "elimination_score = -1", "teams = [[1, 2], [3, 4]]", "teams = [[]]",
)  # fmt: skip


@st.composite
def spoiled_bytes(draw: st.DrawFn, data: bytes) -> bytes:
    """A file with a piece cut out, put in, doubled or turned over."""
    for _ in range(draw(st.integers(1, 3))):
        place, length = draw(st.integers(0, len(data))), draw(st.sampled_from((0, 1, 1, 2, 7, 100, 5000)))
        end = place + length
        match draw(st.integers(0, 4)):
            case 0:
                data = data[:place] + draw(st.sampled_from(BLOCKS)) + data[end:]
            case 1:
                data = data[:place] + draw(st.binary(min_size=1, max_size=4)) + data[end:]
            case 2:
                data = data[:end] + data[place:end] + data[end:]
            case 3:
                data = data[:place]
            case _:
                data = data[:place] + bytes(255 - byte for byte in data[place:end]) + data[end:]
    return data


def ways(data: Any) -> list[tuple[Any, ...]]:
    """The way to every value in data, the whole first."""
    found: list[tuple[Any, ...]] = [()]
    for way in found:
        value = data
        for key in way:
            value = value[key]
        if isinstance(value, dict):
            found += [(*way, key) for key in value]
        elif isinstance(value, list):
            found += [(*way, index) for index in range(len(value))]
    return found


@st.composite
def spoiled_data(draw: st.DrawFn, data: Any) -> Any:
    """Data with values changed, lost, doubled, or put where others stood. `data` stays as it is."""
    data = deepcopy(data)
    for _ in range(draw(st.integers(1, 3))):
        every = ways(data)
        way = draw(st.sampled_from(every))
        if not way:
            if draw(st.integers(0, 9)) == 0:
                data = deepcopy(draw(st.sampled_from(DATA)))
            continue
        within = data
        for key in way[:-1]:
            within = within[key]
        match draw(st.integers(0, 5)):
            case 0 | 1 | 2:
                within[way[-1]] = deepcopy(draw(st.sampled_from(DATA)))
            case 3:
                del within[way[-1]]
            case 4 if isinstance(within, list):
                within.insert(draw(st.integers(0, len(within))), deepcopy(within[way[-1]]))
            case 4:
                within[draw(st.sampled_from(("x", "", "note", "of", "\x1b", "from", "at")))] = deepcopy(
                    draw(st.sampled_from(DATA))
                )
            case _:
                other = data
                for key in draw(st.sampled_from(every)):
                    try:
                        other = other[key]
                    except (LookupError, TypeError):  # it is gone by now
                        break
                if not isinstance(other, (dict, list)):
                    within[way[-1]] = other
        if not isinstance(data, (dict, list)):
            break
    return data


@st.composite
def spoiled_json(draw: st.DrawFn, data: Any) -> bytes:
    changed = draw(spoiled_data(data))
    text = json.dumps(changed, ensure_ascii=draw(st.booleans()), indent=draw(st.sampled_from((None, 1))))
    return text.encode("utf-8", "surrogatepass")


@st.composite
def spoiled_lines(draw: st.DrawFn, text: str) -> bytes:
    """A text with lines lost, doubled, put in, or mangled."""
    lines = text.splitlines()
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(lines)))
        match draw(st.integers(0, 4)):
            case 0:
                lines.insert(place, draw(st.sampled_from(TOML)))
            case 1 if place < len(lines):
                del lines[place]
            case 2 if place < len(lines):
                lines.insert(draw(st.integers(0, len(lines))), lines[place])
            case 3 if place < len(lines):
                head, _, _ = lines[place].partition("=")
                lines[place] = f"{head}= {draw(st.sampled_from(TOML))}"
            case _ if place < len(lines):
                lines[place] = draw(odd.mangled(lines[place]))
    return "\n".join(lines).encode("utf-8", "surrogatepass")
