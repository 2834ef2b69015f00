"""Files of every kind that people bring, spoiled: in their bytes or their lines."""

from hypothesis import strategies as st

from tests.fuzz import odd

BLOCKS = (
    b"", b"\0", b"\xff", b"\xef\xbb\xbf", b"\xff\xfe", b"\r\n", b"\x1b[31m", b"[" * 5000, b"{" * 40, b'"', b"9" * 5000, b"\xc2\x9b", b"%", b"\\",
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
